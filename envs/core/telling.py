"""What the narrators of all systems share: events as they were logged, and names of fighters."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .battle import NOBODY, SIDES


class Happening(NamedTuple):
    """One event of the log, copied out of the record."""

    kind: int
    actor: int
    target: int
    what: int
    amount: int
    dice: int


NOTHING = Happening(0, NOBODY, NOBODY, 0, 0, 0)
"""What comes after the last event."""


def happenings(battle: np.record) -> list[Happening]:
    """The events since the last decision."""
    fields = [(e.kind, e.actor, e.target, e.what, e.amount, e.dice) for e in battle.events]
    return [Happening(*map(int, e)) for e in fields[: battle.num_events]]


def capital(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def is_duel(battle: np.record) -> bool:
    """Whether one fights one."""
    return int(battle.num_fighters) == 2


def full_names(battle: np.record, called: list[str]) -> list[str]:
    """The fighters' names by number: `the red swordsman`, `the blue archer 2`.

    Numbered only where a side has several of the same kind.

    Args:
        battle: the battle.
        called: what such a fighter is called, by number: `swordsman`.
    """
    names = [f"the {SIDES[battle.side[number]]} {kind}" for number, kind in enumerate(called)]
    return [
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


def short_names(battle: np.record, called: list[str]) -> list[str]:
    """What a report calls a fighter already named: `the archer`, `archer 2`, in a duel `Red`.

    The full name where both sides have such a fighter. Arguments as of `full_names`.
    """
    if is_duel(battle):
        return ["Red", "Blue"]
    red = int(battle.side_size[0])
    names = []
    for number, (own, name) in enumerate(zip(called, full_names(battle, called), strict=True)):
        if called.count(own) == 1:
            names.append(f"the {own}")
        elif own in (called[red:] if number < red else called[:red]):
            names.append(name)
        else:  # several, all on one side
            names.append(f"{own} {name.rpartition(' ')[2]}")
    return names
