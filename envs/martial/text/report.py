"""The log as a fight report: English sentences about all events since the last decision.

An attack stops at every window, so a decision leaves a few events: an announcement, a roll, or the
results of both. One sentence tells events that belong together and were logged together. The report
knows everything, or what one side may know: without the Stamina that an enemy has left, what it has
learned of hearts, and those who hide (XD1, XD2, XD4).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from ...core.maps.square_grid import distance
from ...core.text.narration import Line, LoggedEvent, Narrator
from ..enums import Event
from ..rules.attack_roll.hits import WEAPON_DROPPED
from ..rules.injuries.bodies import is_gone
from .events import CLAUSES, SLOTS, injuries, riders
from .names import CALLED, ENDINGS
from .reasons import DEGREES, is_unseen_help, rows_of

OUTCOMES = (Event.MISSES, Event.HITS, Event.CRITICAL, Event.FUMBLES, Event.MANEUVER)
"""Results that are told in one sentence with the roll before them."""
ROLLS = (Event.ROLLS, Event.PARRIES, Event.CHECK)
"""Rolls that are told together with the reasons before them."""

SHIFTS = (Event.MOVES, Event.MANEUVER, Event.FLIES, Event.FREED, Event.FOUND, Event.DIES)
"""Events that change where fighters are, or which of them the end of a Move counts."""


def narrate(battle: np.record) -> list[Line]:
    """The events since the last decision as sentences.

    Args:
        battle: a battle whose log is on, right after `deploy` or `advance`.

    Returns:
        Sentences in the order of what happened, each with the rows of RULES.md that it rests on.
        Empty when nothing happened or the log is off.
    """
    return Report(battle).write(TELL)


class Report(Narrator):
    """Walks through the events of one decision and writes the lines.

    Attributes:
        reasons: the reasons that change the dice or the total of the next roll.
    """

    clauses = CLAUSES
    slots: ClassVar = Narrator.slots | SLOTS

    def __init__(self, battle: np.record) -> None:
        """Copy the events of the last decision."""
        super().__init__(battle, CALLED)
        self.reasons: list[LoggedEvent] = []

    def is_unseen(self, fighter: int) -> bool:
        """Whether a fighter is hidden from the side that reads the report (RD46, XD1)."""
        return self.is_secret(fighter) and bool(self.battle.fighters[fighter].hidden)

    def tell_initiative(self) -> None:
        """The order of turns."""
        self.take_all(Event.INITIATIVE)
        order = [int(one) for one in self.battle.order[: self.battle.num_fighters]]
        known = [one for one in order if not self.is_unseen(one)]
        rolls = [f"{self.long[one]} {self.battle.fighters[one].initiative}" for one in known]
        self.say(f"Initiative: {'; '.join(rolls)}", "D1", "D2", "D3", "RD26")

    def tell_reaction(self) -> None:
        """A Reactive Attack, which is announced at once."""
        if self.peek(1).kind == Event.ATTACKS:
            self.take()
            self.tell_attack(" in a Reactive Attack", "D88", "D93", "RD42")
        else:
            self.tell_alone()

    def tell_attack(self, why: str = "", *more_rows: str) -> None:
        """The attempt, with the Stamina spent on it."""
        event = self.take()
        text, rows = self.clause(event)
        text, rows = text + why, (*more_rows, *rows)
        if self.peek().kind == Event.RIDERS:
            spent, also = riders(self, self.take())
            text, rows = self.joined(event.actor, [text, spent]), (*rows, *also)
        self.say(text, *rows)

    def tell_roll(self) -> None:
        """A roll with its results; a weapon lost by a natural 1 is told once, as dropped (D48)."""
        event = self.take()
        text, rows = self.clause(event)
        clauses = [text]
        while self.peek().kind in OUTCOMES:
            result = self.take()
            end, also = self.clause(result)
            rows = (*rows, *also)
            is_drop = result.kind == Event.FUMBLES and result.what == WEAPON_DROPPED
            if is_drop and self.is_next(Event.DROPS, result.actor):
                end, also = self.clause(self.take())
                rows = (*rows, *also)
            clauses.append(end)
        self.say(self.joined(event.actor, clauses), *rows)

    def tell_modifier(self) -> None:
        """The reasons of a roll together with it, all others by themselves."""
        run = 1
        while self.peek(run).kind == Event.MODIFIER:
            run += 1
        if self.peek().what in DEGREES or self.peek(run).kind not in ROLLS:
            self.tell_alone()
            return
        reasons = self.take_all(Event.MODIFIER)
        self.reasons = [one for one in reasons if not is_unseen_help(self, one)]
        TELL.get(self.peek().kind, Report.tell_alone)(self)
        text, rows = self.lines.pop()
        self.lines.append((text, tuple(dict.fromkeys((*rows, *rows_of(self.reasons))))))
        self.reasons = []

    def tell_injuries(self) -> None:
        """Injuries of one part together."""
        event, times = self.take(), 1
        while self.peek()[:4] == event[:4]:
            event, times = self.take(), times + 1
        text, rows = injuries(self, event, times)
        self.say(text, *rows)

    def tell_move(self) -> None:
        """The squares of a Move, and the nearest enemy unless somebody has moved since."""
        event = self.take()
        text, rows = self.clause(event)
        if any(later.kind in SHIFTS for later in self.events[self.at :]):
            self.say(text, *rows)
            return
        me, gaps = self.battle.fighters[event.actor], []
        for other, it in enumerate(self.battle.fighters[: self.battle.num_fighters]):
            is_enemy = self.battle.side[other] != self.battle.side[event.actor]
            if is_enemy and not is_gone(it) and not self.is_unseen(other):
                gaps.append((int(distance(me.x, me.y, it.x, it.y)), other))
        self.say(text + self.near(gaps, "square"), *rows)

    def tell_over(self) -> None:
        """The end of the battle."""
        self.take()
        self.say_end(ENDINGS, self.battle.ending, self.battle.winner, "RD35")


TELL: dict[int, Callable[[Report], None]] = {
    Event.INITIATIVE: Report.tell_initiative,
    Event.MOVES: Report.tell_move,
    Event.REACTS: Report.tell_reaction,
    Event.ATTACKS: Report.tell_attack,
    Event.MODIFIER: Report.tell_modifier,
    Event.ROLLS: Report.tell_roll,
    Event.INJURES: Report.tell_injuries,
    Event.OVER: Report.tell_over,
}
"""Kinds of events that are told together with others; all others by themselves."""
