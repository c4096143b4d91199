"""The report's knowledge of the phase at hand: actions, movement, the number of hits.

A whole round is carried out in one decision, phase by phase, and everything in a phase happens at
once. So the narrator looks through a phase before it tells it.
"""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import COLUMNS, distance
from ...core.text.narration import NOTHING, LoggedEvent, Narrator, Rows, count
from ..enums import Condition, Ending, Event, State
from ..tables import SQUARE_FEET
from .names import CALLED
from .phrases import CONDITIONS

Square = tuple[int, int]

LIMITED = (Ending.ROUND_LIMIT, Ending.QUIET)
"""Endings of a whole round, which is counted before the battle is over."""
EFFECTS = (
    *(Event.LOST, Event.RELEASED, Event.STABLE, Event.FAILED_TO_STABILIZE, Event.PREPARED),
    *(Event.DISRUPTED, Event.RELOADED, Event.SWAPPED, Event.DOOR, Event.FREED, Event.STOOD_UP),
    *(Event.PICKED_UP, Event.HIDES, Event.AIMED, Event.CRASH),
)
"""Events that tell what their actor's order was."""


def feet(squares: int) -> str:
    """A distance: `15 feet`."""
    return f"{squares * SQUARE_FEET} feet"


class Phase(Narrator):
    """A narrator that knows the phase at hand.

    Attributes:
        told: events told before their turn.
        end: the place in the log where the phase ends; `in_phase`: whether a phase has begun.
        acts: the order that each fighter carries out in it; `moved`: the movement of each.
        doers: fighters whose orders other events tell; `lifters`: the ally that each picks up.
        hits: the number of hits on each fighter in it; `clashes`: the pairs that clash.
        attackers: fighters whose attacks are told; `foiled`: lost attacks of several, by fighter.
        pending: conditions that were checked, until the action that depends on them is told.
        more_rows: rows of the next sentence besides its own.
        reasons: the modifiers of each roll, by the identity of its event.
    """

    set_aside: ClassVar = frozenset({Event.REASONS})

    def __init__(self, battle: np.record) -> None:
        """Copy the events of the last decision."""
        super().__init__(battle, CALLED)
        self.reasons: dict[int, LoggedEvent] = {}
        self.set_reasons_aside()
        self.told: set[int] = set()
        self.pending: dict[int, LoggedEvent] = {}
        self.more_rows: Rows = ()
        self.in_phase = False
        self.survey()

    def set_reasons_aside(self) -> None:
        """Take the reasons of rolls out of the events: they are told with the roll.

        An attack that a guard lets through is rolled again for the same reasons (P71, RP41).
        """
        events, self.events, why = self.events, [], NOTHING
        for event in events:
            if event.kind in self.set_aside:
                why = event
                continue
            before = self.events[-2:]
            if why is NOTHING and before and before[-1].kind == Event.LET_THROUGH:
                why = self.why(before[0])
            self.reasons[id(event)], why = why, NOTHING
            self.events.append(event)

    def why(self, roll: LoggedEvent) -> LoggedEvent:
        """The modifiers of the roll of an event: `NOTHING` if nothing does."""
        return self.reasons.get(id(roll), NOTHING)

    def survey(self) -> None:
        """Look through the phase that begins here."""
        rest = range(self.at, len(self.events))
        ends = (place for place in rest if self.events[place].kind == Event.PHASE)
        self.end = next(ends, len(self.events))
        phase = self.events[self.at : self.end]
        self.acts = {event.actor: event for event in phase if event.kind == Event.ACTION}
        self.moved = {event.actor: event for event in phase if event.kind == Event.MOVED}
        self.lifters = {e.actor: e.target for e in phase if e.kind == Event.PICKED_UP}
        self.hits = Counter(e.target for e in phase if e.kind in (Event.HIT, Event.CRITICAL))
        self.clashes = {frozenset((e.actor, e.target)) for e in phase if e.kind == Event.CLASH}
        self.doers = doers(phase)
        self.attackers: set[int] = set()
        self.foiled: dict[int, list[LoggedEvent]] = {}

    # --- Walking ----------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> LoggedEvent:
        """The next event that has not been told yet, `NOTHING` past the end."""
        while self.at in self.told:
            self.at += 1
        return super().peek(ahead)

    def take(self) -> LoggedEvent:
        """The next event, which now counts as told."""
        event = self.peek()
        self.at += 1
        return event

    def rest(self) -> list[LoggedEvent]:
        """The events of the phase that are not told yet."""
        return [self.events[p] for p in range(self.at, self.end) if p not in self.told]

    def say(self, text: str, *rows: str) -> None:
        """Write a sentence."""
        super().say(text, *self.more_rows, *rows)
        self.more_rows = ()

    def subject(self, fighter: int) -> str:
        """The fighter's name, the first time with the condition that decided (P8, RP16)."""
        name = self.name(fighter)
        event = self.pending.pop(fighter, None)
        if event is None:
            return name
        self.more_rows = ("P8", "RP16")
        text = CONDITIONS[Condition(event.what)][1 if event.amount else 0]
        if event.what == Condition.WOUNDED and event.target == 1:
            text = "who is wounded" if event.amount else "who is not wounded"
        text = text.format(
            enemy=self.name(event.target) if "{enemy}" in text else "",
            wounds=count(event.target, "Wound"),
            feet=feet(event.target),
        )
        return f"{name}, {text},"

    # --- Queries about fighters -------------------------------------------------------------------

    def has_lost(self, actor: int) -> bool:
        """Whether the log says that a fighter's order failed."""
        return any(event.kind == Event.LOST and event.actor == actor for event in self.rest())

    def lost(self, actor: int) -> LoggedEvent:
        """The event of a fighter's lost order in the rest of the phase, `NOTHING` without one."""
        found = (e for e in self.rest() if e.kind == Event.LOST and e.actor == actor)
        return next(found, NOTHING)

    def falls(self, actor: int) -> bool:
        """Whether a fighter falls Unconscious in the phase."""
        phase = self.events[self.at : self.end]
        return any(e.kind == Event.DOWN and e.actor == actor for e in phase)

    def dies(self, fighter: int) -> bool:
        """Whether a fighter dies in the rest of the phase, before any aid counts (P47, RP12)."""
        phase = self.events[self.at : self.end]
        return any(e.kind == Event.DEAD and e.actor == fighter for e in phase)

    def is_ready(self, fighter: int) -> bool:
        """Whether a fighter is Ready in the phase, once all have moved (P11, P84, P86, RP47)."""
        return bool(self.acts.get(fighter, NOTHING).dice & State.READY)

    def are_enemies(self, one: int, other: int) -> bool:
        """Whether two fighters are of different sides."""
        return bool(self.battle.side[one] != self.battle.side[other])

    def is_in_clash(self, fighter: int) -> bool:
        """Whether a fighter clashes in the phase (P86, RP34)."""
        return any(fighter in pair for pair in self.clashes)

    def is_carried(self, fighter: int, by: int | None = None) -> bool:
        """Whether a fighter was carried in this round, by one carrier or by anybody."""
        if not 0 <= fighter < int(self.battle.num_fighters):
            return False
        carriers = {int(self.battle.fighters[fighter].carried_by)} - {NOBODY}
        kinds = (Event.PICKED_UP, Event.SET_DOWN)
        carriers |= {e.actor for e in self.events if e.kind in kinds and e.target == fighter}
        return bool(carriers) if by is None else by in carriers

    def round(self) -> int:
        """The number of the round that is carried out, from 1."""
        number = int(self.battle.round_number)
        has_next = any(event.kind == Event.ROUND for event in self.events)
        is_counted = has_next or (self.battle.over and self.battle.ending in LIMITED)
        return number if is_counted else number + 1

    # --- Places of fighters -----------------------------------------------------------------------

    def where(self, fighter: int) -> Square | None:
        """A fighter's square after the movement of the phase, if the log still tells."""
        if not 0 <= fighter < int(self.battle.num_fighters):
            return None
        here = self.moved.get(fighter)
        if here:
            return here.amount % COLUMNS, here.amount // COLUMNS
        later = self.events[self.end :]
        if self.is_carried(fighter) or any(
            event.kind == Event.MOVED and event.actor == fighter for event in later
        ):
            return None
        it = self.battle.fighters[fighter]
        return int(it.x), int(it.y)

    def gap(self, one: int, other: int) -> int | None:
        """Squares between two fighters after the movement of the phase, if the log still tells."""
        here, there = self.where(one), self.where(other)
        return int(distance(*here, *there)) if here and there else None


def doers(events: list[LoggedEvent]) -> set[int]:
    """Fighters whose orders are told by other events of the phase."""
    found = set()
    for place, event in enumerate(events):
        if event.kind in EFFECTS:
            found.add(event.actor)
        elif event.kind == Event.ATTACK and not is_opportunity(events, place):
            found.add(event.actor)
    return found


def is_opportunity(events: list[LoggedEvent], place: int) -> bool:
    """Whether an attack is one of opportunity, also behind a guard."""
    if place == 0:
        return False
    before = events[place - 1]
    if before.kind == Event.LET_THROUGH:
        return is_opportunity(events, place - 2) if place >= 2 else False
    return before.kind == Event.OPPORTUNITY and before.actor == events[place].actor
