"""What the narrators of all systems share: logged events, slots of templates, fighters' names.

A system's `text/events.py` is a table from each kind of event to its clause (`templates`), and
`text/report.py` joins what belongs together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from ..engine.battle import NOBODY, SIDES

Rows = tuple[str, ...]
"""Ids of rows of a RULES.md."""
Line = tuple[str, Rows]
"""A sentence or a clause of one, and the rows that it follows from."""
N = TypeVar("N", bound="Narrator")
Clause = Callable[[N, "LoggedEvent"], Line]
"""How an event is said."""
SlotTable = dict[str, Callable[[Any, "LoggedEvent"], Any]]
"""What a narrator puts into the slots of templates, by their names."""


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


def logged_events(battle: np.record) -> list[LoggedEvent]:
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
    """`1 yard`, `2 yards`, `no yards`, `3 injuries`, `4 HP`."""
    if number != 1 and not thing.isupper():
        thing = f"{thing[:-1]}ies" if thing.endswith("ry") else f"{thing}s"
    return f"{number or 'no'} {thing}"


def a(name: str) -> str:
    """A thing with its indefinite article: `an axe`."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def arithmetic(natural: int, total: int) -> str:
    """A die and what was added to it: `13 - 2 = 11`, `9 + 3 = 12`, `9`."""
    added = total - natural
    return f"{natural} {'-' if added < 0 else '+'} {abs(added)} = {total}" if added else f"{total}"


def listed(things: list[str]) -> str:
    """Several things as one: `a, b and c`."""
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def chosen(index: int, names: Mapping[int, str] | tuple[str, ...], otherwise: str) -> str:
    """One of several names by number, or what stands for a number that has none."""
    if isinstance(names, tuple):
        return names[index] if 0 <= index < len(names) else otherwise
    return names.get(index, otherwise)


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


# --- Slots ----------------------------------------------------------------------------------------


class Number(int):
    """A number of an event in its slot: `{amount}`, `{amount:+}`, `{amount:yard}` (`2 yards`)."""

    def __format__(self, spec: str) -> str:
        """A counted noun where the format is a noun, else the number as usual."""
        return count(int(self), spec) if spec[:1].isalpha() else format(int(self), spec)


class Slots:
    """What the slots of a template say of an event, each worked out when it is asked for."""

    def __init__(self, narrator: Narrator, event: LoggedEvent) -> None:
        """Remember the event and who tells of it."""
        self.narrator, self.event = narrator, event

    def __getitem__(self, slot: str) -> Any:
        """What stands in a slot of that name."""
        return self.narrator.slots[slot](self.narrator, self.event)


def fighter_slot(field: str, end: str = "") -> Callable[[Narrator, LoggedEvent], str]:
    """A slot that names the fighter in a field of the event."""
    return lambda narrator, event: narrator.name(getattr(event, field)) + end


def number_slot(field: str) -> Callable[[Narrator, LoggedEvent], Number]:
    """A slot that gives the number in a field of the event."""
    return lambda _, event: Number(getattr(event, field))


# --- Narrators ------------------------------------------------------------------------------------


class Narrator:
    """Walks through the events of one decision and writes the sentences.

    A fighter is called by its full name where a report first names it, and by a short one after.

    Attributes:
        clauses: how each kind of event of a system is said by itself.
        slots: what the slots of its templates say of an event.
        battle: the battle after the decision.
        events: its events; `at` is the next one to tell.
        lines: what has been told.
        long: the fighters' full names; `short` what those named before are called.
        named: fighters that the report has named; in a duel nobody needs a full name.
    """

    clauses: ClassVar[Mapping[int, Clause[Any]]] = {}
    slots: ClassVar[SlotTable] = {
        "actor": fighter_slot("actor"),
        "target": fighter_slot("target"),
        "actor's": fighter_slot("actor", "'s"),
        "target's": fighter_slot("target", "'s"),
        "what": number_slot("what"),
        "amount": number_slot("amount"),
        "dice": number_slot("dice"),
        "round": lambda _, event: event.amount + 1,  # logged from 0
    }

    def __init__(self, battle: np.record, called: list[str]) -> None:
        """Copy the events of the last decision; `called` is what the cast is called."""
        self.battle = battle
        self.events = logged_events(battle)
        self.at = 0
        self.lines: list[Line] = []
        self.short = short_names(battle, called)
        self.long = full_names(battle, called)
        self.named = set(range(2)) if is_duel(battle) else set[int]()

    def write(self: N, tell: Mapping[Any, Callable[[N], None]]) -> list[Line]:
        """Tell every event once: in a way of its own where `tell` has one, else by itself."""
        while self.peek() is not NOTHING:
            tell.get(self.peek().kind, Narrator.tell_alone)(self)
        self.say_what_is_lost()
        return self.lines

    # --- Walking ----------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> LoggedEvent:
        """An event that has not been told yet, `NOTHING` past the end."""
        place = self.at + ahead
        return self.events[place] if place < len(self.events) else NOTHING

    def take(self) -> LoggedEvent:
        """The next event, which now counts as told."""
        self.at += 1
        return self.events[self.at - 1]

    def take_all(self, kind: int) -> list[LoggedEvent]:
        """The next events as long as they are of a kind."""
        run = []
        while self.peek().kind == kind:
            run.append(self.take())
        return run

    def is_next(self, kind: int, actor: int) -> bool:
        """Whether the next event is of a kind and about a fighter."""
        return self.peek().kind == kind and self.peek().actor == actor

    # --- Sentences --------------------------------------------------------------------------------

    def clause(self, event: LoggedEvent) -> Line:
        """An event as a clause."""
        return self.clauses[event.kind](self, event)

    def fill(self, text: str, event: LoggedEvent) -> str:
        """A text with its slots filled."""
        return text.format_map(Slots(self, event))

    def tell_alone(self) -> None:
        """Tell an event by itself."""
        text, rows = self.clause(self.take())
        self.say(text, *rows)

    def say(self, text: str, *rows: str) -> None:
        """Write a sentence."""
        self.lines.append((capital(text) + ".", tuple(dict.fromkeys(rows))))

    def joined(self, actor: int, clauses: list[str]) -> str:
        """Clauses as one sentence in which the actor of the first is not named twice.

        `Red rolls 9 + 3 = 12 against Defense 11`, `Red hits Blue`, `the hit is critical` become
        `Red rolls 9 + 3 = 12 against Defense 11 and hits Blue; the hit is critical`.
        """
        subject = f"{self.name(actor)} "
        deeds = [text.removeprefix(subject) for text in clauses[1:] if text.startswith(subject)]
        others = [text for text in clauses[1:] if not text.startswith(subject)]
        text = listed([clauses[0], *deeds])
        if not others:
            return text
        return f"{text}{'; ' if deeds else ': '}{'; '.join(others)}"

    def say_what_is_lost(self) -> None:
        """Add to the last sentence that the log was too short for all that has happened."""
        is_full = self.battle.num_events >= len(self.battle.events)
        if is_full and self.battle.events_lost and self.lines:
            text, rows = self.lines.pop()
            self.lines.append((f"{text[:-1]}; more happened, but the log was full.", rows))

    def say_end(self, endings: Mapping[Any, str], ending: int, winner: int, row: str) -> None:
        """How the battle ended; `{winner}` in the text is the side that won."""
        side = capital(SIDES[winner]) if winner >= 0 else ""
        self.say(endings[int(ending)].format(winner=side), row)

    # --- Names ------------------------------------------------------------------------------------

    def name(self, fighter: int) -> str:
        """What a fighter is called: the full name the first time."""
        if not 0 <= fighter < len(self.short):
            return "nobody"
        names = self.short if fighter in self.named else self.long
        self.named.add(fighter)
        return names[fighter]

    def owner(self, fighter: int) -> str:
        """The possessive of what a fighter is called."""
        return f"{self.name(fighter)}'s"

    def near(self, gaps: Iterable[tuple[int, int]], unit: str) -> str:
        """How near the nearest fighter is, as the end of a sentence: `, 3 yards from Blue`.

        Args:
            gaps: distance and number of each fighter that counts.
            unit: in what the distance is given; 1 is next to it.
        """
        gap, fighter = min(gaps, default=(0, NOBODY))
        if fighter == NOBODY:
            return ""
        where = "next to" if gap <= 1 else f"{count(gap, unit)} from"
        return f", {where} {self.name(fighter)}"
