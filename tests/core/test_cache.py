"""The cache of compiled code: never outdated, and no error if it cannot be written."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quintain.envs.core.compiler import cache

from .tiny_engine import REPORT, play


def test_each_function_is_named_before_it_compiles(engine):
    script = """
import json
from engine.envs.core.compiler import compile as compiler
from engine.envs.tiny.rules import total
names, before = [], compiler.share_stored("tiny")
with compiler.on_compile(lambda: names.append("begin"), names.append):
    total(2)
print(json.dumps([names, before, compiler.share_stored("tiny")]))
"""
    names, before, after = play(engine, script)
    assert (names[0], before, after) == ("begin", 0, 1)
    assert [name.rpartition(".")[2] for name in names[1:]] == ["total", "total", "wounds"]
    assert play(engine, script) == [[], 1, 1]


def test_a_second_process_loads_and_does_not_compile(engine):
    first, second = play(engine), play(engine)
    assert first["result"] == second["result"] == 31
    assert (first["cached_before"], first["compiling"], first["hits"]) == (False, 1, 0)
    assert (second["cached_before"], second["compiling"], second["hits"]) == (True, 0, 1)
    assert first["folder"] == second["folder"]
    assert Path(first["folder"]).parent == engine / "cache"


@pytest.mark.parametrize(
    ("file", "old", "new", "result"),
    [
        ("envs/tiny/tables.py", "3)", "7)", 71),
        ("envs/tiny/wounds.py", "* 10", "* 11", 34),
    ],
)
def test_an_edit_in_another_file_is_noticed_by_its_content(engine, file, old, new, result):
    first = play(engine)
    path = engine / "engine" / file
    times = path.stat().st_atime_ns, path.stat().st_mtime_ns
    path.write_text(path.read_text().replace(old, new))
    os.utime(path, ns=times)
    edited = play(engine)
    assert edited["result"] == result
    assert edited["hits"] == 0
    path.write_text(path.read_text().replace(new, old))
    undone = play(engine)
    assert (undone["result"], undone["hits"], undone["folder"]) == (31, 1, first["folder"])


@pytest.mark.parametrize(
    ("before", "result"),
    [("from engine.envs.tiny import tables", 31), ("from engine import envs", 51)],
)
def test_a_process_that_runs_during_an_edit_stores_nothing(engine, before, result):
    tables = engine / "engine/envs/tiny/tables.py"
    edit = f"{before}\nopen({str(tables)!r}, 'w').write('DAMAGE = 1, 2, 5')\n"
    mixed = play(engine, edit + REPORT)
    assert (mixed["result"], mixed["cached"], mixed["compiling"]) == (result, False, 1)
    assert play(engine)["hits"] == 0


def test_bounds_checked_code_is_stored_separately(engine):
    assert play(engine)["hits"] == 0
    assert play(engine, NUMBA_BOUNDSCHECK="1")["hits"] == 0
    assert play(engine, NUMBA_BOUNDSCHECK="1")["hits"] == 1
    assert play(engine)["hits"] == 1


def test_code_without_optimization_is_only_for_processes_that_ask_for_it(engine):
    asked = {"QUINTAIN_QUICK_COMPILE": "1"}
    assert [play(engine, **asked)["compiling"] for _ in range(2)] == [1, 0]
    assert [play(engine)["compiling"] for _ in range(2)] == [1, 0]


def test_a_quick_process_uses_optimized_code_that_is_stored(engine):
    assert play(engine)["compiling"] == 1
    quick = play(engine, QUINTAIN_QUICK_COMPILE="1")
    assert (quick["result"], quick["compiling"], quick["hits"]) == (31, 0, 1)


def test_a_read_only_installation_is_not_changed(engine):
    tree = engine / "engine"
    before = sorted(tree.rglob("*"))
    for path in [*before, tree]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        play(engine)
        assert play(engine)["hits"] == 1
        assert sorted(tree.rglob("*")) == before
    finally:
        for path in [tree, *before]:
            path.chmod(0o755)


def test_a_directory_that_cannot_be_written_is_skipped(engine):
    blocked = engine / "file"
    blocked.write_text("")
    temporary = engine / "temporary"
    temporary.mkdir()
    for hits in (0, 1):
        fallen_back = play(engine, QUINTAIN_CACHE_DIR=str(blocked / "x"), TMPDIR=str(temporary))
        assert fallen_back["hits"] == hits
        assert Path(fallen_back["folder"]).is_relative_to(temporary)


def test_without_any_usable_directory_each_process_compiles(engine):
    (engine / "file").write_text("")
    nowhere = f"import tempfile; tempfile.tempdir = {str(engine / 'file')!r}\n"
    without = play(engine, nowhere + REPORT, QUINTAIN_CACHE_DIR=str(engine / "file"))
    assert (without["result"], without["cached"], without["folder"]) == (31, False, "None")


def test_a_damaged_file_is_compiled_again(engine):
    folder = Path(play(engine)["folder"])
    for file in folder.glob("*.nbc"):
        file.write_bytes(file.read_bytes()[:-7])
    repaired = play(engine)
    assert (repaired["result"], repaired["hits"]) == (31, 0)
    assert play(engine)["hits"] == 1


def test_the_settings_of_numba_are_unchanged(engine):
    script = """
import json, os, numba
environment = dict(os.environ)
settings = {n: repr(getattr(numba.config, n)) for n in dir(numba.config) if n.isupper()}
from engine.envs.tiny.rules import total
total(2)
now = {n: repr(getattr(numba.config, n)) for n in dir(numba.config) if n.isupper()}
changed = [n for n in settings if settings[n] != now[n]]
print(json.dumps([changed, environment == dict(os.environ)]))
"""
    others = engine / "others"
    locators = "InTreeCacheLocator"  # would write next to the sources
    changed, is_same = play(
        engine, script, NUMBA_CACHE_DIR=str(others), NUMBA_CACHE_LOCATOR_CLASSES=locators
    )
    assert (changed, is_same) == ([], True)
    assert not others.exists()
    assert not list((engine / "engine").rglob("*.nb?"))
    assert len(list((engine / "cache").rglob("*.nbc"))) == 3  # two parts and a program


def folder_used(place: Path, number: int, days: float) -> Path:
    """A cache folder with a file in it, last used a number of days ago."""
    folder = place / f"engine-{number:020x}"
    folder.mkdir(parents=True)
    (folder / "code.nbc").write_text("")
    then = time.time() - days * 86400
    os.utime(folder, (then, then))
    return folder


def test_pruning_keeps_the_newest_and_the_one_in_use(tmp_path):
    in_use = folder_used(tmp_path, 0, days=100)
    day = cache.KEEP_DAYS / (cache.KEEP_FOLDERS + 2)
    ages = range(1, cache.KEEP_FOLDERS + 1)
    recent = [folder_used(tmp_path, age, days=age * day) for age in ages]
    surplus = folder_used(tmp_path, 99, days=(cache.KEEP_FOLDERS + 1) * day)
    foreign = tmp_path / "engine-of-somebody-else"
    foreign.mkdir()
    os.utime(foreign, (0, 0))
    left = tmp_path / f"pruned-{0:032x}"
    left.mkdir()
    cache.prune(tmp_path, keep=in_use.name)
    assert all(folder.is_dir() for folder in [in_use, foreign, *recent])
    assert not surplus.exists()
    assert not left.exists()


def test_pruning_deletes_folders_unused_for_two_weeks(tmp_path):
    folder_used(tmp_path, 1, days=cache.KEEP_DAYS - 1)
    folder_used(tmp_path, 2, days=cache.KEEP_DAYS + 1)
    cache.prune(tmp_path, keep="engine-" + "f" * 20)
    assert [folder.name for folder in tmp_path.iterdir()] == [f"engine-{1:020x}"]


def test_pruning_keeps_folders_that_others_use_now(tmp_path):
    for number in range(cache.KEEP_FOLDERS + 3):
        folder_used(tmp_path, number, days=0)
    cache.prune(tmp_path, keep="engine-" + "f" * 20)
    assert len(list(tmp_path.iterdir())) == cache.KEEP_FOLDERS + 3


def test_several_processes_prune_at_once(tmp_path):
    for number in range(40):
        folder_used(tmp_path / "cache", number, days=30)
    script = (
        "import pathlib, sys; from quintain.envs.core.compiler import cache;"
        "cache.prune(pathlib.Path(sys.argv[1]), keep='')"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "cache")]
    processes = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert not list((tmp_path / "cache").iterdir())


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows gives each user an own place")
def test_a_directory_that_others_can_write_is_not_trusted(engine):
    temporary = engine / "temporary"
    planted = temporary / f"quintain-{os.getuid()}"
    planted.mkdir(parents=True)
    planted.chmod(0o777)
    (engine / "file").write_text("")
    result = play(engine, QUINTAIN_CACHE_DIR=str(engine / "file"), TMPDIR=str(temporary))
    assert (result["result"], result["folder"]) == (31, "None")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows gives each user an own place")
def test_a_named_directory_that_others_can_write_is_refused_with_one_sentence(engine):
    (engine / "cache").mkdir()
    (engine / "cache").chmod(0o777)
    script = (
        "import warnings\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    from engine.envs.core.compiler import compile as compiler\n"
        "    from engine.envs.tiny.rules import total\n"
        "    total(2)\n"
        "    compiler.cache_folder('core')\n"
        "import json\n"
        "print(json.dumps([str(compiler.cache_folder('tiny')), *(str(w.message) for w in caught)]))"
    )
    temporary = engine / "temporary"
    temporary.mkdir()
    folder, *said = play(engine, script, TMPDIR=str(temporary))
    assert Path(folder).is_relative_to(temporary)
    assert len(said) == 1
    assert said[0].startswith(f"compiled code is not kept in {engine / 'cache'}: it belongs to")


def test_a_named_directory_may_be_a_link(engine):
    (engine / "real").mkdir()
    (engine / "cache").symlink_to(engine / "real")
    assert Path(play(engine)["folder"]).parent == engine / "real"
