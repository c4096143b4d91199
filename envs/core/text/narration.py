"""What the narrators of all systems share: events as they were logged, and names of fighters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ..engine.battle import NOBODY, SIDES
from ..maps.hex_grid import HEX_COMPASS as HEX_COMPASS
from ..maps.square_grid import COMPASS as COMPASS

Line = tuple[str, tuple[str, ...]]
"""A sentence, and the rows that it follows from."""


class LoggedEvent(NamedTuple):
    """One event of the log, copied out of the record."""

    kind: int
    actor: int
    target: int
    what: int
    amount: int
    dice: int


NOTHING = LoggedEvent(0, NOBODY, NOBODY, 0, 0, 0)
"""What comes after the last event."""


def happenings(battle: np.record) -> list[LoggedEvent]:
    """The events since the last decision."""
    fields = [(e.kind, e.actor, e.target, e.what, e.amount, e.dice) for e in battle.events]
    return [LoggedEvent(*map(int, e)) for e in fields[: battle.num_events]]


def capital(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def in_words(name: str) -> str:
    """A name of the data files as it is spoken: `great sword`."""
    return name.replace("_", " ")


def count(number: int, thing: str) -> str:
    """`1 yard`, `2 yards`, `no yard`."""
    return f"{number or 'no'} {thing}{'' if number in (0, 1) else 's'}"


def the(name: str) -> str:
    """A thing with its article; nothing has none."""
    return name if name == "nothing" else f"the {name}"


def held_in_words(items: list[str], bare: str) -> str:
    """All that is in two hands: `sword and shield`, `two daggers`, else what there is without."""
    if len(items) == 2 and items[0] == items[1]:
        return f"two {items[0]}s"
    return " and ".join(items) or bare


def is_duel(battle: np.record) -> bool:
    """Whether one fights one."""
    return int(battle.num_fighters) == 2


def names_of_cast(cast: dict[str, dict[str, Any]]) -> list[str]:
    """What the entries of a cast are called, by number: `swordsman`, `two-headed giant`."""
    return [entry.get("called", name.replace("_", " ")) for name, entry in cast.items()]


def full_names(battle: np.record, called: list[str]) -> list[str]:
    """The fighters' names by number: `the red swordsman`, `the blue archer 2`.

    Numbered only where a side has several of the same kind.

    Args:
        battle: the battle.
        called: what the entries of the system's cast are called (`names_of_cast`).
    """
    names = [
        f"the {SIDES[battle.side[number]]} {kind}"
        for number, kind in enumerate(_kinds(battle, called))
    ]
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
    red, kinds = int(battle.side_size[0]), _kinds(battle, called)
    names = []
    for number, (own, name) in enumerate(zip(kinds, full_names(battle, called), strict=True)):
        if kinds.count(own) == 1:
            names.append(f"the {own}")
        elif own in (kinds[red:] if number < red else kinds[:red]):
            names.append(name)
        else:  # several, all on one side
            names.append(f"{own} {name.rpartition(' ')[2]}")
    return names


def _kinds(battle: np.record, called: list[str]) -> list[str]:
    return [called[fighter.cast] for fighter in battle.fighters[: battle.num_fighters]]


class Names:
    """The names that a sentence about a fighter may need: ``"{target}"`` is what `_target` says.

    Attributes:
        names: of the fighters by number.
    """

    names: list[str]

    def __getitem__(self, key: str) -> str:
        """A name in the sentence."""
        return getattr(self, f"_{key}")()

    def name(self, fighter: int) -> str:
        """What a fighter is called."""
        return self.names[fighter] if 0 <= fighter < len(self.names) else "nobody"


class Narrator:
    """Walks through the events of one decision and writes the lines.

    Attributes:
        battle: the battle after the decision.
        events: its events; `at` is the next one to tell.
        lines: what has been told.
        long: full names; `short` what those already named are called.
    """

    def __init__(self, battle: np.record, long: list[str], short: list[str]) -> None:
        """Copy the events of the last decision."""
        self.battle = battle
        self.events = happenings(battle)
        self.at = 0
        self.lines: list[Line] = []
        self.short = short
        self.long = short if is_duel(battle) else long

    def peek(self, ahead: int = 0) -> LoggedEvent:
        """An event that has not been told yet, `NOTHING` past the end."""
        place = self.at + ahead
        return self.events[place] if place < len(self.events) else NOTHING

    def take(self) -> LoggedEvent:
        """The next event, which now counts as told."""
        self.at += 1
        return self.events[self.at - 1]

    def say(self, text: str, *rows: str) -> None:
        """Write a sentence."""
        self.lines.append((capital(text) + ".", tuple(dict.fromkeys(rows))))

    def say_what_is_lost(self) -> None:
        """Add to the last sentence that the log was too short for all that has happened."""
        is_full = self.battle.num_events >= len(self.battle.events)
        if is_full and self.battle.events_lost and self.lines:
            text, rows = self.lines.pop()
            self.lines.append((f"{text[:-1]}; more happened, but the log was full.", rows))

    def name(self, fighter: int) -> str:
        """What a fighter already named is called."""
        return self.short[fighter] if 0 <= fighter < len(self.short) else "somebody"

    def full(self, fighter: int) -> str:
        """A fighter's full name."""
        return self.long[fighter] if 0 <= fighter < len(self.long) else "somebody"

    def owner(self, fighter: int) -> str:
        """The possessive of what a fighter is called."""
        return f"{self.name(fighter)}'s"

    def say_end(self, endings: Mapping[Any, str], ending: int, winner: int, row: str) -> None:
        """How the battle ended; `{winner}` in the text is the side that won."""
        side = capital(SIDES[winner]) if winner >= 0 else ""
        self.say(endings[int(ending)].format(winner=side), row)
