"""Shared parts of all narrators: logged events, slots of templates, fighters' names.

A system's `text/events.py` is a table from each kind of event to its clause (`templates`), and
`text/report.py` joins related clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from ..engine.battle import NOBODY, SIDES

Rows = tuple[str, ...]
"""Ids of rows of a RULES.md."""
Line = tuple[str, Rows]
"""A sentence or a clause, and the rows that it follows from."""
N = TypeVar("N", bound="Narrator")
Clause = Callable[[N, "LoggedEvent"], Line]
"""A function from an event to its clause."""
SlotTable = dict[str, Callable[[Any, "LoggedEvent"], Any]]
"""Functions from an event to the text in a slot of a template, by the slot's name."""


class LoggedEvent(NamedTuple):
    """One event of the log, copied from the record."""

    kind: int
    actor: int
    target: int
    what: int
    amount: int
    dice: int


NOTHING = LoggedEvent(0, NOBODY, NOBODY, 0, 0, 0)
"""The event after the last one."""


def logged_events(battle: np.record) -> list[LoggedEvent]:
    """The events since the last decision."""
    fields = [(e.kind, e.actor, e.target, e.what, e.amount, e.dice) for e in battle.events]
    return [LoggedEvent(*map(int, e)) for e in fields[: battle.num_events]]


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def in_words(name: str) -> str:
    """A name of the data files in words: `great sword`."""
    return name.replace("_", " ")


def count(number: int, thing: str) -> str:
    """`1 yard`, `2 yards`, `no yards`, `3 injuries`, `4 HP`."""
    if number != 1 and not thing.isupper():
        thing = f"{thing[:-1]}ies" if thing.endswith("ry") else f"{thing}s"
    return f"{number or 'no'} {thing}"


def a(name: str) -> str:
    """A noun with its indefinite article: `an axe`, `a Use of an Object`."""
    is_vowel = name[:1].lower() in "aeiou" and not name.lower().startswith("use")
    return f"{'an' if is_vowel else 'a'} {name}"


def sum_of_parts(natural: int, total: int, parts: Iterable[tuple[int, str]] = ()) -> str:
    """A roll with every part of its total: `14 + 3 Favor - 2 Wounds = 15`, `9 - 2 = 7`, `9`.

    Args:
        natural: the die.
        total: the total; a rest that no part explains has no name.
        parts: each part with its name; those of 0 are left out.
    """
    terms = [(part, f" {name}") for part, name in parts if part]
    rest = total - natural - sum(part for part, _ in terms)
    terms += [(rest, "")] if rest else []
    added = "".join(f" {'-' if part < 0 else '+'} {abs(part)}{name}" for part, name in terms)
    return f"{natural}{added} = {total}" if terms else f"{total}"


def listed(things: list[str]) -> str:
    """A list of nouns in words: `a, b and c`."""
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def chosen(index: int, names: Mapping[int, str] | tuple[str, ...], otherwise: str) -> str:
    """The name with a number, or `otherwise` if there is none."""
    if isinstance(names, tuple):
        return names[index] if 0 <= index < len(names) else otherwise
    return names.get(index, otherwise)


def the(name: str) -> str:
    """A noun with its article; an empty text stays empty."""
    return name if name == "nothing" else f"the {name}"


def held_in_words(items: list[str], bare: str) -> str:
    """The items in two hands: `sword and shield`, `two daggers`, or `bare` without any."""
    if len(items) == 2 and items[0] == items[1]:
        return f"two {items[0]}s"
    return " and ".join(items) or bare


def is_duel(battle: np.record) -> bool:
    """Whether each side has one fighter."""
    return int(battle.num_fighters) == 2


def names_of_cast(cast: dict[str, dict[str, Any]]) -> list[str]:
    """The names of the entries of a cast, by number: `swordsman`, `two-headed giant`."""
    return [entry.get("called", name.replace("_", " ")) for name, entry in cast.items()]


def attach_names(battle: np.record, names: list[str]) -> None:
    """Give the fighters their names in all texts that are made of this record object.

    The names belong to the Python object and not to the record: no other view of it has them.

    Args:
        battle: the battle.
        names: by number; empty where the fighter is called by its side and kind.
    """
    object.__setattr__(battle, "given_names", names)


def tell_to(battle: np.record, side: str | None) -> None:
    """Let the narration of this record object leave out what a side cannot know of its enemies.

    Args:
        battle: the battle.
        side: `red` or `blue`; None to tell everything.
    """
    object.__setattr__(battle, "told_to", side)


def full_names(battle: np.record, called: list[str]) -> list[str]:
    """The fighters' names by number: `Aldric`, `the red swordsman`, `the blue archer 2`.

    A fighter without a name of its own (`attach_names`) is called by its side and kind, with a
    number if its side has several fighters of this kind.

    Args:
        battle: the battle.
        called: the names of the entries of the system's cast (`names_of_cast`); one name for all in
            a system whose fighters have no field `cast`.
    """
    return _or_given(battle, _names_by_kind(battle, called))


def short_names(battle: np.record, called: list[str]) -> list[str]:
    """Names of fighters already introduced: `Aldric`, `the archer`, `archer 2`, in a duel `Red`.

    It is the full name if both sides have a fighter of this kind. Arguments as in `full_names`.
    """
    if is_duel(battle):
        return _or_given(battle, ["Red", "Blue"])
    red, kinds = int(battle.side_size[0]), _kinds(battle, called)
    names = []
    for number, (own, name) in enumerate(zip(kinds, _names_by_kind(battle, called), strict=True)):
        if kinds.count(own) == 1:
            names.append(f"the {own}")
        elif own in (kinds[red:] if number < red else kinds[:red]):
            names.append(name)
        else:  # several, all on one side
            names.append(f"{own} {name.rpartition(' ')[2]}")
    return _or_given(battle, names)


def _or_given(battle: np.record, names: list[str]) -> list[str]:
    """The names, each replaced by the one that the scenario gives the fighter."""
    given = getattr(battle, "given_names", None) or [""] * len(names)
    return [own or name for own, name in zip(given, names, strict=True)]


def _names_by_kind(battle: np.record, called: list[str]) -> list[str]:
    """`the red swordsman`, `the blue archer 2`."""
    names = [
        f"the {SIDES[battle.side[number]]} {kind}"
        for number, kind in enumerate(_kinds(battle, called))
    ]
    return [
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


def _kinds(battle: np.record, called: list[str]) -> list[str]:
    fighters = battle.fighters[: battle.num_fighters]
    return [called[getattr(fighter, "cast", 0)] for fighter in fighters]


class Names:
    """The names that can occur in a sentence: ``"{target}"`` is the result of `_target`.

    Attributes:
        names: of the fighters by number.
    """

    names: list[str]

    def __getitem__(self, key: str) -> str:
        """The text for a name in the sentence."""
        return getattr(self, f"_{key}")()

    def name(self, fighter: int) -> str:
        """The name of a fighter."""
        return self.names[fighter] if 0 <= fighter < len(self.names) else "nobody"


# --- Slots ----------------------------------------------------------------------------------------


class Number(int):
    """A number of an event in its slot: `{amount}`, `{amount:+}`, `{amount:yard}` (`2 yards`)."""

    def __format__(self, spec: str) -> str:
        """A counted noun if the format is a noun, else the number as usual."""
        return count(int(self), spec) if spec[:1].isalpha() else format(int(self), spec)


class Slots:
    """The texts in the slots of a template for an event, each computed when it is needed."""

    def __init__(self, narrator: Narrator, event: LoggedEvent) -> None:
        """Remember the event and its narrator."""
        self.narrator, self.event = narrator, event

    def __getitem__(self, slot: str) -> Any:
        """The text in the slot with a name."""
        return self.narrator.slots[slot](self.narrator, self.event)


def fighter_slot(field: str, end: str = "") -> Callable[[Narrator, LoggedEvent], str]:
    """A slot that names the fighter in a field of the event."""
    return lambda narrator, event: narrator.name(getattr(event, field)) + end


def number_slot(field: str) -> Callable[[Narrator, LoggedEvent], Number]:
    """A slot that gives the number in a field of the event."""
    return lambda _, event: Number(getattr(event, field))


# --- Narrators ------------------------------------------------------------------------------------


class Narrator:
    """Goes through the events of one decision and writes the sentences.

    A report uses a fighter's full name the first time, and its short name afterwards.

    Attributes:
        clauses: the clause of each kind of event of the system.
        slots: the functions for the slots of its templates.
        set_aside: the kinds of event that have no clause: another event's sentence tells them.
        battle: the battle after the decision.
        events: its events; `at` is the index of the next one.
        lines: the sentences so far.
        long: the fighters' full names; `short` are the names after the first mention.
        named: the fighters that the report has named; in a duel nobody needs a full name.
        told_to: the side that reads the report (`tell_to`), None for a reader who knows everything.
    """

    clauses: ClassVar[Mapping[int, Clause[Any]]] = {}
    set_aside: ClassVar[frozenset[int]] = frozenset()
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
        """Copy the events of the last decision; `called` are the names of the cast."""
        self.battle = battle
        self.events = logged_events(battle)
        self.at = 0
        self.lines: list[Line] = []
        self.short = short_names(battle, called)
        self.long = full_names(battle, called)
        self.named = set(range(2)) if is_duel(battle) else set[int]()
        self.told_to: str | None = getattr(battle, "told_to", None)

    def write(self: N, tell: Mapping[Any, Callable[[N], None]]) -> list[Line]:
        """Narrate every event once: with `tell` if that narrates it, else by itself."""
        while self.peek() is not NOTHING:
            tell.get(self.peek().kind, Narrator.tell_alone)(self)
        self.say_what_is_lost()
        return self.lines

    # --- Walking ----------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> LoggedEvent:
        """An event that is not narrated yet, `NOTHING` after the last one."""
        place = self.at + ahead
        return self.events[place] if place < len(self.events) else NOTHING

    def take(self) -> LoggedEvent:
        """The next event, which then counts as narrated."""
        self.at += 1
        return self.events[self.at - 1]

    def take_all(self, kind: int) -> list[LoggedEvent]:
        """The next events while they are of a kind."""
        run = []
        while self.peek().kind == kind:
            run.append(self.take())
        return run

    def is_next(self, kind: int, actor: int) -> bool:
        """Whether the next event is of a kind and about a fighter."""
        return self.peek().kind == kind and self.peek().actor == actor

    # --- Sentences --------------------------------------------------------------------------------

    def clause(self, event: LoggedEvent) -> Line:
        """The clause of an event."""
        return self.clauses[event.kind](self, event)

    def fill(self, text: str, event: LoggedEvent) -> str:
        """A text with its slots filled."""
        return text.format_map(Slots(self, event))

    def tell_alone(self) -> None:
        """Narrate an event by itself."""
        text, rows = self.clause(self.take())
        self.say(text, *rows)

    def say(self, text: str, *rows: str) -> None:
        """Add a sentence with its rows."""
        self.lines.append((capital(text) + ".", tuple(dict.fromkeys(rows))))

    def joined(self, actor: int, clauses: list[str]) -> str:
        """One sentence from several clauses, which names the actor of the first clause once.

        `Red rolls 9 + 3 = 12 against Defense 11`, `Red hits Blue`, `the hit is critical` become
        `Red rolls 9 + 3 = 12 against Defense 11 and hits Blue; the hit is critical`.
        """
        subject = f"{self.name(actor)} "
        predicates = [
            text.removeprefix(subject) for text in clauses[1:] if text.startswith(subject)
        ]
        others = [text for text in clauses[1:] if not text.startswith(subject)]
        text = listed([clauses[0], *predicates])
        if not others:
            return text
        return f"{text}{'; ' if predicates else ': '}{'; '.join(others)}"

    def say_what_is_lost(self) -> None:
        """Add to the last sentence that the log was too short for all events."""
        is_full = self.battle.num_events >= len(self.battle.events)
        if is_full and self.battle.events_lost and self.lines:
            text, rows = self.lines.pop()
            self.lines.append((f"{text[:-1]}; more happened, but the log was full.", rows))

    def say_end(self, endings: Mapping[Any, str], ending: int, winner: int, row: str) -> None:
        """Add a sentence about the end; `{winner}` in the text is the side that won."""
        side = capital(SIDES[winner]) if winner >= 0 else ""
        self.say(endings[int(ending)].format(winner=side), row)

    # --- Names ------------------------------------------------------------------------------------

    def is_secret(self, fighter: int) -> bool:
        """Whether the reader is an enemy of the fighter, and so does not know its secrets."""
        return self.told_to is not None and SIDES[self.battle.side[fighter]] != self.told_to

    def name(self, fighter: int) -> str:
        """The name of a fighter: the full name the first time."""
        if not 0 <= fighter < len(self.short):
            return "nobody"
        names = self.short if fighter in self.named else self.long
        self.named.add(fighter)
        return names[fighter]

    def owner(self, fighter: int) -> str:
        """The possessive of a fighter's name."""
        return f"{self.name(fighter)}'s"

    def near(self, gaps: Iterable[tuple[int, int]], unit: str) -> str:
        """The distance to the nearest fighter, as the end of a sentence: `, 3 yards from Blue`.

        Args:
            gaps: distance and number of each fighter that counts.
            unit: the unit of the distance; at distance 1 the fighters are neighbours.
        """
        gap, fighter = min(gaps, default=(0, NOBODY))
        if fighter == NOBODY:
            return ""
        where = "next to" if gap <= 1 else f"{count(gap, unit)} from"
        return f", {where} {self.name(fighter)}"
