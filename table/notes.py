"""The notes of a table beside the battle: its players, whose dice are typed, the step under way.

It comes from files of strangers, so every value is checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..envs.core.engine.battle import MAX_SIDE, SIDES
from ..envs.core.engine.dice import LOADED_CAPACITY, WORD
from ..envs.core.inputs.plain_text import one_line
from .journal import TableError

PERSON = "person"
"""The player who is asked for its choices."""
DICE = ("machine", "typed", *SIDES)
"""Whose dice are typed: nobody's, all, or those of the steps that one side decides."""


@dataclass(frozen=True)
class Pending:
    """A step whose dice are being typed.

    Attributes:
        action: the action; None for the beginning.
        faces: the faces typed so far.
    """

    action: int | None
    faces: tuple[int, ...] = ()


def words_of(words: Any) -> tuple[int, ...]:
    """Four words of a generator, from a file.

    Raises:
        TableError: they are none.
    """
    is_list = isinstance(words, list | tuple) and len(words) == 4
    if not is_list or not all(type(one) is int and 0 <= one <= WORD for one in words):
        raise TableError("the dice must be four words of 32 bits")
    if not any(words):
        raise TableError("four zeros are not a state of the dice")
    return tuple(words)


def checked_players(players: Any) -> dict[str, str]:
    """The players by side and by agent id, from a file.

    Raises:
        TableError: a side has none, or a key is no side and no agent id.
    """
    seats = [f"{side}_{place}" for side in SIDES for place in range(MAX_SIDE)]
    known = isinstance(players, dict) and {*SIDES} <= {*players} <= {*SIDES, *seats}
    if not known:
        raise TableError("players must be those of red and of blue, or of single fighters")
    return {seat: one_line(str(name), 200) for seat, name in players.items()}


def checked_dice(dice: Any) -> str:
    """Whose dice are typed, from a file.

    Raises:
        TableError: it is none of `DICE`.
    """
    if dice not in DICE:
        raise TableError(f"dice are {', '.join(DICE[:-1])} or {DICE[-1]}, got {dice!r:.60}")
    return str(dice)


def checked_notes(notes: Any) -> dict[str, Any]:
    """The attributes that a line of the journal changes.

    Raises:
        TableError: it changes others, or a value is impossible.
    """
    if not isinstance(notes, dict) or not {*notes} <= {"players", "dice", "pending"}:
        raise TableError("a note may change players, dice and pending")
    checked: dict[str, Any] = {}
    if "players" in notes:
        checked["players"] = checked_players(notes["players"])
    if "dice" in notes:
        checked["dice"] = checked_dice(notes["dice"])
    if "pending" in notes:
        checked["pending"] = checked_pending(notes["pending"])
    return checked


def checked_pending(pending: Any) -> Pending | None:
    """A step whose dice are being typed, from a file.

    Raises:
        TableError: it is none.
    """
    if pending is None:
        return None
    if not isinstance(pending, dict) or {*pending} != {"action", "faces"}:
        raise TableError("a step under way must have an action and faces")
    action, faces = pending["action"], pending["faces"]
    is_action = action is None or type(action) is int
    is_list = isinstance(faces, list | tuple) and len(faces) < LOADED_CAPACITY
    if not is_action or not is_list or not all(type(face) is int for face in faces):
        raise TableError("a step under way must have an action and faces")
    return Pending(action, tuple(faces))


def players_of(names: list[str], red: int) -> dict[str, str]:
    """The players of a table by side, and by agent id where a fighter's is another one.

    Args:
        names: the player of each fighter, red first.
        red: number of red fighters.
    """
    found: dict[str, str] = {}
    for side, own in zip(SIDES, (names[:red], names[red:]), strict=True):
        found[side] = max(own, key=own.count)
        found |= {f"{side}_{at}": name for at, name in enumerate(own) if name != found[side]}
    return found


def names_of_players(players: dict[str, str], red: int, blue: int) -> list[str]:
    """The player of each fighter, red first: the inverse of `players_of`."""
    seats = [
        (side, at) for side, size in zip(SIDES, (red, blue), strict=True) for at in range(size)
    ]
    return [players.get(f"{side}_{at}", players[side]) for side, at in seats]
