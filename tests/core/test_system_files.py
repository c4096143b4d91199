"""Every system has the same files for the same roles."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from quintain.envs.core.engine.system import get_system, system_names

FILES = {
    "RULES.md",
    "__init__.py",
    "deploy.py",
    "enums.py",
    "hidden.py",
    "memory.py",
    "record_checks.py",
    "scenario.py",
    "scene.py",
    "sheet.py",
    "state.py",
    "step.py",
    "system.py",
    "tables.py",
    "turn.py",
}
FOLDERS = {"actions", "observation", "rules", "text"}
OPTIONAL = {"characters.py", "navigation", "sheet_keys.py"}
"""The rules for characters of some systems, pathfinding, and special keys of states."""
FILES_IN = {
    "actions": (
        {"describe.py", "masks.py", "table.py"},
        {
            "clauses.py",
            "details.py",
            "forced_passes.py",
            "grammar.py",
            "marks.py",
            "self_masks.py",
            "target_masks.py",
            "turn_masks.py",
        },
    ),
    "navigation": (
        {"pathfinding.py"},
        {
            "cover.py",
            "flight.py",
            "grounds.py",
            "move_targets.py",
            "path_cursor.py",
            "reachability.py",
        },
    ),
    "observation": (
        {"layout.py", "writer.py"},
        {
            "allies.py",
            "body.py",
            "ground.py",
            "own.py",
            "rays.py",
            "sheets.py",
            "surroundings.py",
            "turn_order.py",
            "window.py",
        },
    ),
    "text": (
        {"events.py", "names.py", "report.py"},
        {
            "outcome.py",
            "phase.py",
            "phrases.py",
            "progress.py",
            "reasons.py",
            "rolls.py",
            "state_clauses.py",
        },
    ),
}
"""By folder: its files in every system, and optional ones."""
NOT_SOURCE = {"__pycache__"}


def folder_of(name: str) -> Path:
    """The folder of a system."""
    return get_system(name).rules_file.parent


def entries(folder: Path) -> set[str]:
    """The names of all files and folders in a folder."""
    return {path.name for path in folder.iterdir()} - NOT_SOURCE


def enums_in(file: Path) -> list[str]:
    """The enum classes that a file defines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return [it.name for it in classes if any("Enum" in ast.unparse(base) for base in it.bases)]


each_system = pytest.mark.parametrize("name", system_names())


@each_system
def test_every_system_has_the_files_of_the_roles_and_no_others(name):
    found = entries(folder_of(name))
    assert found - OPTIONAL == FILES | FOLDERS


@each_system
@pytest.mark.parametrize("part", FILES_IN)
def test_every_folder_has_its_files(name, part):
    folder = folder_of(name) / part
    if not folder.is_dir():
        assert part in OPTIONAL
        return
    required, optional = FILES_IN[part]
    found = entries(folder) - {"__init__.py"}
    assert required <= found
    others = found - required - optional
    if part == "text":  # one file a kind of events
        others = {file for file in others if not file.endswith("_events.py")}
    assert not others


@each_system
def test_all_enums_are_in_one_file(name):
    folder = folder_of(name)
    with_enums = {
        file.relative_to(folder).as_posix() for file in folder.rglob("*.py") if enums_in(file)
    }
    assert with_enums == {"enums.py"}


@each_system
def test_the_rules_say_how_a_battle_ends(name):
    """`rules/endings.py` has the same place everywhere, whatever chapters a book has."""
    assert (folder_of(name) / "rules" / "endings.py").is_file()
