"""The cache of compiled code: never stale, never in the way.

Most tests play with a tiny engine of their own in a temporary directory, around a copy of the
compiler's files, in fresh processes.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path, PurePosixPath
from typing import Any

import numba
import numpy as np
import pytest

from quintain import discovery
from quintain.envs.core.compiler import cache, numba_internals, sources
from quintain.envs.core.compiler import compile as compiler
from quintain.envs.core.compiler.compile import scratch, unset

ENGINE = {
    "__init__.py": "",
    "agents/__init__.py": "",
    "configs/tiny/weapons.yaml": "sword: 3\n",
    "configs/tiny/training/duel.yaml": "steps: 100\n",
    "envs/__init__.py": "from .core.compiler import compile\n",  # as ours: the hash before all else
    "envs/core/__init__.py": "",
    "envs/core/compiler/__init__.py": "",
    "envs/tiny/__init__.py": "",
    "envs/tiny/tables.py": "DAMAGE = (1, 2, 3)\n",
    "envs/tiny/wounds.py": """
from ..core.compiler.compile import njit
from .tables import DAMAGE

@njit
def wounds(hits):
    return DAMAGE[hits] * 10
""",
    "envs/tiny/rules.py": """
from ..core.compiler.compile import njit, overload
from .wounds import wounds

def suffer(hits):
    return wounds(hits)

@overload(suffer)
def suffer_compiled(hits):
    return lambda hits: wounds(hits)

@njit(inline="always")
def total(hits):
    return suffer(hits) + 1
""",
}

REPORT = """
import json, sys
from engine.envs.core.compiler import compile as compiler
from engine.envs.tiny.rules import total
compiling = []
cached_before = compiler.is_cached(total)
with compiler.on_compile(lambda: compiling.append(True)):
    result = total(2)
print(json.dumps({
    "result": result,
    "cached_before": cached_before,
    "cached": compiler.is_cached(total),
    "compiling": len(compiling),
    "hits": sum(total.stats.cache_hits.values()),
    "folder": str(compiler.cache_folder("tiny")),
    "hash": compiler.engine_hash(),
}))
"""


@pytest.fixture
def engine(tmp_path):
    """A directory that holds the package `engine`: table, callee and caller in three files."""
    for name, text in ENGINE.items():
        file = tmp_path / "engine" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    copy_compiler(tmp_path)
    return tmp_path


def copy_compiler(engine: Path) -> None:
    """Give an engine the files of quintain's compiler."""
    shutil.copy(discovery.__file__, engine / "engine")
    folder = engine / "engine/envs/core/compiler"
    shutil.copytree(Path(sources.__file__).parent, folder, dirs_exist_ok=True)


def fresh_environment(engine: Path, **more: str) -> dict[str, str]:
    """The environment of a process beside the engine, with a cache of the engine's own."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "QUINTAIN_"))}
    return {
        **inherited,
        "PYTHONPATH": str(engine),
        "PYTHONDONTWRITEBYTECODE": "1",  # Python's own cache goes by the time of a file
        "QUINTAIN_CACHE_DIR": str(engine / "cache"),
        **more,
    }


def play(engine: Path, script: str = REPORT, *arguments: str, **environment: str) -> Any:
    """Run a script in a new process beside the engine, and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env=fresh_environment(engine, **environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


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
def test_an_edit_in_another_file_is_seen_though_its_time_is_not(engine, file, old, new, result):
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


def test_data_and_agents_are_sources_and_training_files_are_not(engine, monkeypatch):
    monkeypatch.setattr(sources, "ROOT", engine / "engine")
    hashes = [sources.hash_of_sources()]
    for file in ("configs/tiny/weapons.yaml", "agents/__init__.py", "agents/new.py"):
        with (engine / "engine" / file).open("a") as stream:
            stream.write("# edited\n")
        hashes.append(sources.hash_of_sources())
    assert len(set(hashes)) == 4
    (engine / "engine/configs/tiny/training/duel.yaml").write_text("steps: 200\n")
    (engine / "engine/agents/npc").mkdir()
    (engine / "engine/agents/npc/reading.py").write_text("# compiles nothing\n")
    (engine / "engine/agents/.#new.py").write_text("an editor's lock file")
    assert sources.hash_of_sources() == hashes[-1]


def imported_files(name):
    """The engine's files that a file imports, by the names of `from ... import ...`."""
    found = set()
    text = re.sub(
        r"^if TYPE_CHECKING:\n(    .*\n)+", "", (sources.ROOT / name).read_text(), flags=re.M
    )
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = PurePosixPath(name).parents[node.level - 1]
            module = folder.joinpath(*(node.module or "").split("."))
            for path in (module, *(module / alias.name for alias in node.names)):
                found |= {f"{path}.py", f"{path}/__init__.py"}
    return {file for file in found if (sources.ROOT / file).is_file()}


def test_no_compiled_file_imports_one_that_is_left_out_of_the_hash():
    """The packages' own `__init__.py` and `system.py` are in the hash: they bind compiled code."""
    hashed = set(sources.SOURCE_NAMES)
    compiled = [
        name
        for name in hashed
        if re.search(r"^@njit|= njit", (sources.ROOT / name).read_text(), re.M)
    ]
    assert len(compiled) > 200
    reached, left = set(compiled), list(compiled)
    while left:
        new = imported_files(left.pop()) - reached
        reached |= new
        left += new
    finds_systems = {"discovery.py"}  # and gives compiled code no value
    assert reached - hashed == finds_systems
    assert not [name for name in sources_left_out() if "njit" in (sources.ROOT / name).read_text()]


def sources_left_out():
    """The Python files below the engine's folders that are not in the hash."""
    every = {
        path.relative_to(sources.ROOT).as_posix()
        for folder in ("envs", "agents")
        for path in (sources.ROOT / folder).rglob("*.py")
    }
    return every - set(sources.SOURCE_NAMES)


def test_a_system_depends_on_the_core_and_on_itself_alone(engine):
    expected = {
        "agents/__init__.py": 1,
        "envs/other/rules.py": 1,
        "configs/other/weapons.yaml": 1,
        "envs/core/engine/loops.py": 0,
        "envs/tiny/tables.py": 0,
        "configs/tiny/weapons.yaml": 0,
    }
    play(engine)
    found = {}
    for file in expected:
        path = engine / "engine" / file
        path.parent.mkdir(exist_ok=True)
        before = path.read_text() if path.exists() else ""
        path.write_text(f"{before}# edited\n")
        found[file] = play(engine)["hits"]
        path.write_text(before)
    assert found == expected


def test_what_reaches_all_systems_depends_on_everything():
    groups = {name: sources.group_of(name) for name in sources.SOURCE_NAMES}
    reaching = {name for name in groups if groups[name] == sources.ALL}
    assert {
        "envs/core/engine/loops.py",
        "envs/core/engine/system.py",
        "agents/rollouts.py",
    } <= reaching
    assert groups["envs/core/engine/dice.py"] == sources.CORE
    assert groups["envs/mythic_epoch/rules/wounds.py"] == "mythic_epoch"
    for name in groups:
        text = (sources.ROOT / name).read_text()
        if groups[name] != sources.ALL and "njit" in text and not name.endswith("system.py"):
            assert not re.search(
                r"^from \.+(core)?\.?(system|loops) import (?!nearest$)", text, re.M
            ), name


@pytest.mark.parametrize(
    ("before", "result"),
    [("from engine.envs.tiny import tables", 31), ("from engine import envs", 51)],
)
def test_a_process_that_lives_through_an_edit_keeps_nothing(engine, before, result):
    tables = engine / "engine/envs/tiny/tables.py"
    edit = f"{before}\nopen({str(tables)!r}, 'w').write('DAMAGE = 1, 2, 5')\n"
    mixed = play(engine, edit + REPORT)
    assert (mixed["result"], mixed["cached"], mixed["compiling"]) == (result, False, 1)
    assert play(engine)["hits"] == 0


def test_bounds_checked_code_is_kept_apart(engine):
    assert play(engine)["hits"] == 0
    assert play(engine, NUMBA_BOUNDSCHECK="1")["hits"] == 0
    assert play(engine, NUMBA_BOUNDSCHECK="1")["hits"] == 1
    assert play(engine)["hits"] == 1


def test_without_the_compiler_all_is_plain_python(engine):
    plain = play(
        engine,
        "import json; from engine.envs.tiny.rules import total\n"
        "print(json.dumps([total(2), type(total).__name__]))",
        NUMBA_DISABLE_JIT="1",
    )
    assert plain == [31, "function"]
    assert not (engine / "cache").exists()


def test_a_read_only_installation_stays_as_it_is(engine):
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


def test_a_place_that_cannot_be_written_is_passed_over(engine):
    blocked = engine / "file"
    blocked.write_text("")
    temporary = engine / "temporary"
    temporary.mkdir()
    for hits in (0, 1):
        fallen_back = play(engine, QUINTAIN_CACHE_DIR=str(blocked / "x"), TMPDIR=str(temporary))
        assert fallen_back["hits"] == hits
        assert Path(fallen_back["folder"]).is_relative_to(temporary)


def test_with_no_place_at_all_each_process_compiles(engine):
    (engine / "file").write_text("")
    nowhere = f"import tempfile; tempfile.tempdir = {str(engine / 'file')!r}\n"
    without = play(engine, nowhere + REPORT, QUINTAIN_CACHE_DIR=str(engine / "file"))
    assert (without["result"], without["cached"], without["folder"]) == (31, False, "None")


def test_a_damaged_file_is_compiled_anew(engine):
    folder = Path(play(engine)["folder"])
    for file in folder.glob("*.nbc"):
        file.write_bytes(file.read_bytes()[:-7])
    repaired = play(engine)
    assert (repaired["result"], repaired["hits"]) == (31, 0)
    assert play(engine)["hits"] == 1


def test_the_settings_of_numba_are_left_alone(engine):
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
    locators = "InTreeCacheLocator"  # would write beside the sources
    changed, is_same = play(
        engine, script, NUMBA_CACHE_DIR=str(others), NUMBA_CACHE_LOCATOR_CLASSES=locators
    )
    assert (changed, is_same) == ([], True)
    assert not others.exists()
    assert not list((engine / "engine").rglob("*.nb?"))
    assert len(list((engine / "cache").rglob("*.nbc"))) == 3  # two parts and a program


def test_compiled_callers_share_a_variant_for_all_integers():
    @compiler.njit
    def twice(x):
        return 2 * x

    @compiler.njit
    def call(small, flag):
        return twice(small), twice(np.int64(3)), twice(np.uint32(4)), twice(flag), twice(0.5)

    assert call(np.int8(100), True) == (200, 6, 8, 2, 1.0)
    if not numba.config.DISABLE_JIT:
        assert [str(args[0]) for args in twice.signatures] == ["int64", "bool", "float64"]


def test_the_same_function_is_told_apart_by_its_types(engine):
    script = """
import json, sys
import numpy as np
from engine.envs.tiny.wounds import wounds
results = [int(wounds(np.int8(2))), int(wounds(np.int64(2)))]
print(json.dumps([results, sum(wounds.stats.cache_hits.values())]))
"""
    assert play(engine, script) == [[30, 30], 0]
    assert play(engine, script) == [[30, 30], 2]


BELOW = """
import json
import numba
from engine.envs.tiny.rules import total
from engine.envs.tiny.wounds import wounds

@numba.njit
def of_others(hits):
    return total(hits) + 100

print(json.dumps([
    int(of_others(2)), int(wounds(2)), int(total(1)),
    sum(wounds.stats.cache_hits.values()), sum(wounds.stats.cache_misses.values()),
]))
"""


def test_what_was_a_part_can_be_called_and_others_can_call_our_functions(engine):
    play(engine)
    # The part of `wounds` is there, its program is not.
    assert play(engine, BELOW) == [131, 30, 21, 1, 1]
    assert play(engine, BELOW) == [131, 30, 21, 2, 0]


def test_a_part_is_compiled_anew_if_one_that_it_calls_is_gone(engine):
    folder = Path(play(engine)["folder"])
    for file in [*folder.glob("*wounds-*"), *folder.glob("*total-*")]:
        kept = file.read_bytes()
        file.unlink()
        assert play(engine, BELOW)[:3] == [131, 30, 21]
        file.write_bytes(kept)


CALLERS = """
import json
import numba
import numpy as np
from engine.envs.tiny.rules import twice
from engine.envs.tiny.wounds import of_fighter, wounds

@numba.njit
def of_others(fighter):
    return twice(fighter) + 100

fighter = np.zeros(1, [("hits", "i1")])[0]
fighter["hits"] = 2
if FIRST:
    twice(fighter)
called = next(iter(twice.overloads.values())).library._linking_libraries if FIRST else []
print(json.dumps([
    int(of_others(fighter)), int(twice(fighter)), int(of_fighter(fighter)), int(wounds(0)),
    [type(one).__name__ for one in called]
]))
"""
FIRST = "FIRST = True\n"
LATER = "FIRST = False\n"
OTHERS_FIRST = """
import numba
import numpy as np
for number in range(9):
    numba.njit(lambda one: one.x + 1)(np.zeros(1, [("x", "i1"), (str(number), "i1")])[0])
"""


@pytest.fixture
def callers(engine):
    """The engine with more callers of `wounds`, which take records."""
    called, calling = (engine / "engine/envs/tiny" / name for name in ("wounds.py", "rules.py"))
    of_fighter = "\n@njit\ndef of_fighter(fighter):\n    return wounds(fighter.hits)\n"
    called.write_text(called.read_text() + of_fighter)
    twice = "\n@njit\ndef twice(fighter):\n    return 2 * of_fighter(fighter)\n"
    calling.write_text(calling.read_text().replace("wounds\n", "of_fighter, wounds\n", 1) + twice)
    return engine


def test_what_several_processes_kept_at_the_same_time_fits_together(callers):
    play(callers, FIRST + CALLERS)
    play(callers, OTHERS_FIRST + FIRST + CALLERS, QUINTAIN_CACHE_DIR=str(callers / "two"))
    folder = next((callers / "cache").iterdir())
    for file in (callers / "two").glob("*/*wounds.*"):
        shutil.copy(file, folder)
    assert play(callers, LATER + CALLERS) == [160, 60, 30, 10, []]


def test_a_shared_function_is_translated_once_and_called(callers):
    assert play(callers, FIRST + CALLERS) == [160, 60, 30, 10, ["Part"]]
    wounds = callers / "engine/envs/tiny/wounds.py"
    wounds.write_text(wounds.read_text().replace("@njit", "@njit(shared=True)"))
    assert play(callers, FIRST + CALLERS) == [160, 60, 30, 10, ["Program"]]
    kept = list((callers / "cache").glob("*/*wounds.*"))
    assert len(kept) == 8  # of two functions, before and now, for Python and for others
    for file in kept:
        content = file.read_bytes()
        file.unlink()
        assert play(callers, LATER + CALLERS) == [160, 60, 30, 10, []]
        file.write_bytes(content)


def folder_used(place: Path, number: int, days: float) -> Path:
    """A cache folder with a file in it, last used so many days ago."""
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


def test_pruning_deletes_what_was_not_used_for_two_weeks(tmp_path):
    folder_used(tmp_path, 1, days=cache.KEEP_DAYS - 1)
    folder_used(tmp_path, 2, days=cache.KEEP_DAYS + 1)
    cache.prune(tmp_path, keep="engine-" + "f" * 20)
    assert [folder.name for folder in tmp_path.iterdir()] == [f"engine-{1:020x}"]


def test_pruning_spares_what_others_use_now(tmp_path):
    for number in range(cache.KEEP_FOLDERS + 3):
        folder_used(tmp_path, number, days=0)
    cache.prune(tmp_path, keep="engine-" + "f" * 20)
    assert len(list(tmp_path.iterdir())) == cache.KEEP_FOLDERS + 3


def test_many_prune_at_once(tmp_path):
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


@pytest.mark.interpreted
@pytest.mark.boundscheck
def test_code_that_no_hash_vouches_for_is_not_kept():
    @compiler.njit
    def outside(x):
        return x + 1

    assert outside(1) == 2
    assert not compiler.is_cached(outside)
    if not numba.config.DISABLE_JIT:
        assert outside.stats.cache_path is None


def test_a_closure_is_kept_for_the_module_on_whose_sources_it_depends():
    by = 3

    def add(x):
        return x + by

    owner = "quintain.envs.martial.actions.table"
    importlib.import_module(owner)
    kept, lost = compiler.njit(add, owner=owner), compiler.njit(add)
    assert kept._cache.group == "martial"
    assert kept._cache.name.startswith("envs.martial.actions.table.")
    assert lost.stats.cache_path is None


@pytest.mark.interpreted
@pytest.mark.boundscheck
def test_a_call_is_bound_by_the_type_of_its_first_argument():
    @compiler.njit
    def half(number):
        return number / 2

    @compiler.njit
    def third(number):
        return number // 3

    @compiler.bound_by_type({numba.float64: half, numba.int64: third}.get)
    def part(number):
        return half(number) if isinstance(number, float) else third(number)

    @compiler.njit
    def parts(number):
        return part(number) + 1

    assert [parts(9.0), parts(9), part(9.0)] == [5.5, 4, 4.5]
    if not numba.config.DISABLE_JIT:
        assert len(half.nopython_signatures) == len(third.nopython_signatures) == 1
        with pytest.raises(numba.TypingError, match="part"):
            parts(9j)


@pytest.mark.interpreted
@pytest.mark.boundscheck
def test_scratch_is_zeros_at_every_call():
    @compiler.njit
    def fill(number):
        rows = scratch(2, 3)
        before = rows.sum()
        rows[1, 2] = number
        rows[0, 0] = number
        return before + 10 * rows.sum()

    assert [fill(1), fill(2)] == [20, 40]


@pytest.mark.interpreted
@pytest.mark.boundscheck
def test_unset_keeps_what_is_written():
    @compiler.njit
    def fill(number):
        rows = unset(2, 3)
        for place in range(6):
            rows[place // 3, place % 3] = number + place
        return rows.sum()

    assert [fill(1), fill(2)] == [21, 27]


@pytest.mark.interpreted
@pytest.mark.skipif(not numba.config.DISABLE_JIT, reason="of plain Python")
def test_unset_holds_no_zeros_that_one_could_rely_on():
    assert unset(2, 3).tolist() == [[-1] * 3] * 2


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="of compiled code")
def test_compiled_code_cannot_ask_for_memory():
    @compiler.njit
    def ask():
        return np.zeros(3).sum()

    with pytest.raises(numba.core.errors.NumbaError, match="zeros"):
        ask()


LAST_OF_TABLE = """
import json
import numba
import numpy as np
from engine.envs.tiny import last

@numba.njit
def last_of_others(table):
    return table[-1]

try:
    ours = int(last.entry(np.arange(3), -1))
except IndexError:
    ours = "IndexError"
print(json.dumps([int(last_of_others(np.arange(3))), int(last.entry(np.arange(3), 2)), ours]))
"""


def test_bounds_checks_hold_our_indices_to_the_array(engine):
    (engine / "engine/envs/tiny/last.py").write_text(
        "from ..core.compiler.compile import njit\n\n"
        "@njit\ndef entry(table, i):\n    return table[i]\n"
    )
    assert play(engine, LAST_OF_TABLE, NUMBA_BOUNDSCHECK="1") == [2, 2, "IndexError"]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows gives each user an own place")
def test_a_place_that_others_can_write_is_not_trusted(engine):
    temporary = engine / "temporary"
    planted = temporary / f"quintain-{os.getuid()}"
    planted.mkdir(parents=True)
    planted.chmod(0o777)
    (engine / "file").write_text("")
    result = play(engine, QUINTAIN_CACHE_DIR=str(engine / "file"), TMPDIR=str(temporary))
    assert (result["result"], result["folder"]) == (31, "None")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows gives each user an own place")
def test_a_named_place_that_others_can_write_is_refused_with_one_sentence(engine):
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


def test_a_named_place_may_be_a_link(engine):
    (engine / "real").mkdir()
    (engine / "cache").symlink_to(engine / "real")
    assert Path(play(engine)["folder"]).parent == engine / "real"


# --- Other versions of Numba ----------------------------------------------------------------------


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="of compiled code")
def test_this_numba_has_all_internals_that_the_compiler_uses():
    """If this fails, Numba has moved something: the error names its version and the place."""
    assert numba_internals.check_internals() is None  # it raises


def test_a_missing_internal_is_named_with_the_version_and_the_way_out():
    gone = "numba.core.codegen.JITCodeLibrary.gone", "numba.core.gone", "numba.njit"
    with pytest.raises(ImportError) as error:
        numba_internals.check_internals(gone)
    assert str(error.value).startswith(
        f"Numba {numba.__version__} has no {gone[0]}, {gone[1]}, which quintain's compiler uses: "
    )
    assert "set QUINTAIN_PLAIN_NUMBA=1" in str(error.value)


MOVED = "from numba.np import arrayobj; del arrayobj.populate_array\n"
"""Takes an internal away, one that Numba itself does not miss in the tiny engine."""


def test_plain_numba_needs_no_internals_and_keeps_nothing(engine):
    plain = play(engine, MOVED + REPORT, QUINTAIN_PLAIN_NUMBA="1")
    assert (plain["result"], plain["compiling"]) == (31, 1)
    assert (plain["cached"], plain["hits"], plain["folder"]) == (False, 0, "None")
    assert not (engine / "cache").exists()


def test_without_its_internals_the_engine_says_how_to_do_without(engine):
    script = f"""
import json
{MOVED}
try:
    import engine.envs.tiny.rules
except ImportError as error:
    print(json.dumps(str(error)))
"""
    said = play(engine, script)
    assert re.match(r"Numba \S+ has no .*\.populate_array, .*QUINTAIN_PLAIN_NUMBA=1", said)


PLAIN = """
import json, sys
import numpy as np
from engine.envs.core.compiler import bits
from engine.envs.core.compiler.compile import bound_by_type, njit, scratch, unset
import numba

@njit
def half(number):
    return number / 2

@njit
def third(number):
    return number // 3

@bound_by_type({numba.float64: half, numba.int64: third}.get)
def part(number):
    return 0

@njit
def rows(number):
    zeros, values = scratch(2, 3), unset(2, 3)
    zeros[1, 2] = number
    values[:] = 2
    return part(9.0) + part(zeros.sum()) + values.sum() + bits.lowest_bit(number)

flags = np.zeros(16, np.uint8)
flags[11] = 1
ours = [name for name in sys.modules if name.endswith((".jit_linker", ".cache", ".intrinsics"))]
print(json.dumps([float(rows(24)), int(bits.next_set(flags, 3)), len(rows.signatures),
    [name for name in ours if name.startswith("engine.")]]))
"""


def test_plain_numba_knows_all_ways_into_compiled_code(engine):
    assert play(engine, PLAIN, QUINTAIN_PLAIN_NUMBA="1") == [4.5 + 8 + 12 + 3, 11, 1, []]
    linked = play(engine, PLAIN)
    assert linked[:2] == [4.5 + 8 + 12 + 3, 11]
    assert len(linked[3]) == 3
