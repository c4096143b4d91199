"""The NPC files that come with quintain."""

from __future__ import annotations

from pathlib import Path

from ...envs.core.engine.battle import MAX_SIDE
from ...envs.core.engine.system import system_names
from ...envs.core.inputs.spelling import nearest
from .reading import EXTENSION

FOLDER = Path(__file__).parent / "released"
GENERAL = "general"
"""The part of a name after the system of an NPC for any party."""
SIZES = {"duel": 1, "skirmish": 3, GENERAL: MAX_SIDE}
"""Slots a side of the released NPCs, by the part of the name after the system."""


PARTIES = {
    "duel": "one against one",
    "skirmish": "two or three on each side",
    GENERAL: f"any party of up to {MAX_SIDE} a side",
}
"""The encounters that they suit, in words."""


def released_names(system: str | None = None) -> list[str]:
    """The names of the released NPCs, all or those of a system: `mythic_epoch-duel`."""
    systems = [system] if system else system_names()
    names = sorted(file.stem for file in FOLDER.glob(f"*{EXTENSION}"))
    return [name for name in names if name.partition("-")[0] in systems]


def released_file(name: str) -> Path:
    """The file of a released NPC."""
    return FOLDER / f"{name}{EXTENSION}"


def best_released(system: str, red: int, blue: int, scenario: str = "") -> str | None:
    """The released NPC that fits an encounter best.

    That is the one named after the scenario; or else the one for duels, one against one, or for
    skirmishes, two or three on each side (docs/npc.md compares them); or else the one for any
    party; or else the smallest with enough slots.

    Args:
        system: name of the system.
        red: number of fighters of red.
        blue: number of fighters of blue.
        scenario: name of the scenario, if it is one that comes with quintain.

    Returns:
        Its name, or None if no released NPC has as many slots.
    """
    known, most = released_names(system), max(red, blue)
    usual = GENERAL
    if most == 1:
        usual = "duel"
    elif min(red, blue) > 1 and most <= SIZES["skirmish"]:
        usual = "skirmish"
    fitting = [scenario, usual, GENERAL, *(kind for kind, size in SIZES.items() if size >= most)]
    return next((f"{system}-{kind}" for kind in fitting if f"{system}-{kind}" in known), None)


def is_npc(name: str) -> bool:
    """Whether an agent's name means an NPC file: its path, or the name of a released one."""
    is_file = name.endswith(EXTENSION) and not name.startswith("search:")  # a search with it
    return is_file or name in released_names()


def find_npc(name: str | Path) -> Path:
    """The file that a user means: a path, or the name of a released NPC.

    Raises:
        FileNotFoundError: there is none; the message gives the nearest ones.
    """
    path = Path(name)
    if str(name) in released_names():
        return released_file(str(name))
    if path.is_file():
        return path
    beside = sorted(str(file) for file in path.parent.glob(f"*{EXTENSION}"))
    known = beside + released_names()
    hint = nearest(str(name), known) if known else "none lies there"
    raise FileNotFoundError(f"no NPC file {str(name)!r}: {hint}")
