"""The hash of the sources: the files that compiled code can depend on."""

from __future__ import annotations

import ast
import re
from pathlib import PurePosixPath

from quintain.envs.core.compiler import sources

from .tiny_engine import play


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
    """`__init__.py` and `system.py` of packages are in the hash: they bind compiled code."""
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
    finds_systems = {"discovery.py"}  # and provides no value to compiled code
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


def test_a_system_depends_only_on_the_core_and_itself(engine):
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


def test_code_that_calls_all_systems_depends_on_everything():
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
            assert not re.search(r"^from \.+(core)?\.?(system|loops) import ", text, re.M), name
