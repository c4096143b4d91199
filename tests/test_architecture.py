"""The picture and the table of rooms in docs/architecture are generated from the imports."""

from __future__ import annotations

import ast
from pathlib import Path

import grimp
import pytest

from quintain.discovery import own_systems

ROOT = Path(__file__).parents[1]
PAGE = "docs/architecture/README.md"
LAYERS = ("apps", "bench", "training", "table", "evaluation", "agents")
CORE = "envs.core"
SYSTEMS = "systems"
MOST_LINES = 400
"""Lines of a file of code: split a longer one."""
LONGER = {f"envs/{system}/enums.py" for system in ("heimr", "martial", "wildroll")}
"""Enums stand in one file (`tests/core/test_system_files.py`); these three books have many."""
Arrows = dict[str, set[str]]
"""The rooms that each room imports from."""


def room_of(module: str) -> str | None:
    """The room of a module: a layer, a package of the core, or the systems; None for the root."""
    _, *path = module.split(".")
    if path[:1] == ["envs"]:
        is_system = len(path) > 1 and path[1] != "core"
        return SYSTEMS if is_system else ".".join(path[2:3]) or None
    return path[0] if path and path[0] in LAYERS else None


def find_arrows() -> Arrows:
    """All imports between rooms."""
    graph = grimp.build_graph("quintain")
    arrows: Arrows = {room: set() for module in graph.modules if (room := room_of(module))}
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            start, end = room_of(module), room_of(imported)
            if start and end and start != end:
                arrows[start].add(end)
    return arrows


def rooms_below(room: str, arrows: Arrows) -> set[str]:
    """The rooms that can be reached along one or more arrows."""
    found: set[str] = set()
    open_ends = list(arrows[room])
    while open_ends:
        end = open_ends.pop()
        if end not in found:
            found.add(end)
            open_ends += arrows[end]
    return found


def needed_arrows(arrows: Arrows) -> Arrows:
    """The arrows that are not implied by a longer path of arrows."""
    return {
        room: ends - set().union(*(rooms_below(end, arrows) for end in ends))
        for room, ends in arrows.items()
    }


def order(arrows: Arrows) -> list[str]:
    """The rooms from top to bottom: each is above the rooms that it imports from."""
    return sorted(arrows, key=lambda room: (-len(rooms_below(room, arrows)), room))


def package_of(room: str) -> str:
    """The folder of a room, below the repository's root."""
    if room == SYSTEMS:
        return "envs"
    return room if room in LAYERS else f"{CORE.replace('.', '/')}/{room}"


def contents_of(room: str) -> str:
    """The first line of the docstring of a room's package; for the systems, their names."""
    if room == SYSTEMS:
        return ", ".join(own_systems())
    text = (ROOT / package_of(room) / "__init__.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(text)) or "").splitlines()[0]


def draw(arrows: Arrows) -> str:
    """The picture as a Mermaid flowchart, which GitHub and most editors show."""
    rooms = order(arrows)
    core = [room for room in rooms if room not in (*LAYERS, SYSTEMS)]
    boxes = {room: f'{room}["<b>{room}</b><br/>{contents_of(room)}"]' for room in rooms}
    lines = ["```mermaid", "flowchart TD"]
    lines += [f"    {boxes[room]}" for room in rooms if room not in core]
    lines += ['    subgraph core ["envs/core"]', *(f"        {boxes[room]}" for room in core)]
    lines += ["    end"]
    for start in rooms:
        lines += [f"    {start} --> {end}" for end in rooms if end in needed_arrows(arrows)[start]]
    return "\n".join([*lines, "```"])


def tabulate(arrows: Arrows) -> str:
    """The table of rooms, from top to bottom."""
    rooms = order(arrows)
    lines = ["| room | contents | imports from |", "|---|---|---|"]
    for room in rooms:
        folder = package_of(room)
        link = f"[{room}](../../{folder})"
        imported = ", ".join(end for end in rooms if end in arrows[room]) or "no other room"
        lines.append(f"| {link} | {contents_of(room)} | {imported} |")
    return "\n".join(lines)


@pytest.fixture(scope="module")
def arrows() -> Arrows:
    return find_arrows()


def test_no_arrow_points_upwards(arrows):
    rooms = order(arrows)
    assert {SYSTEMS, "engine", "compiler", *LAYERS} <= set(rooms)
    backwards = [(a, b) for a in rooms for b in arrows[a] if rooms.index(a) >= rooms.index(b)]
    assert backwards == []


@pytest.mark.docs
def test_picture_of_the_rooms(golden, arrows):
    stands, told = golden(PAGE, draw(arrows), "picture")
    assert stands == told, "make docs"


@pytest.mark.docs
def test_table_of_the_rooms(golden, arrows):
    stands, told = golden(PAGE, tabulate(arrows), "rooms")
    assert stands == told, "make docs"


def test_no_file_of_code_is_longer_than_one_reads():
    folders = (*LAYERS, "envs", "examples", "testing")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")]
    lengths = {
        file.relative_to(ROOT).as_posix(): len(file.read_text(encoding="utf-8").splitlines())
        for file in files
    }
    assert {name for name, lines in lengths.items() if lines > MOST_LINES} == LONGER


def test_only_needed_arrows_are_drawn():
    arrows = {"a": {"b", "c"}, "b": {"c"}, "c": set()}
    assert needed_arrows(arrows) == {"a": {"b"}, "b": {"c"}, "c": set()}
    assert order(arrows) == ["a", "b", "c"]
