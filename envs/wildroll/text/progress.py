"""The memory of a report from one event to the next, and the purpose of a check."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ...core.compiler.bits import contains
from ...core.engine.battle import NOBODY
from ...core.text.narration import NOTHING, Line, LoggedEvent, Narrator, sum_of_parts
from ..enums import (
    DECLARATION_STEPS,
    Act,
    Event,
    Level,
)
from ..rules.health.bodies import is_animal, is_conscious
from ..rules.movement.terrain import is_climbing, is_swimming
from ..state import NO_FRAME
from .names import CALLED

PURPOSES = {
    Act.STABILIZE: ("Healing", ("W99",)),
    Act.TREAT_CONDITION: ("Healing", ("W100",)),
    Act.TREAT_WOUND: ("Healing", ("W101",)),
    Act.SURFACE: ("Swimming", ("W105",)),
    Act.CALM: ("Riding", ("W106",)),
    Act.JUMP: ("Acrobatics on landing", ("W71",)),
    Act.INTERPOSE: ("Interpose", ("W91",)),
}
"""The purpose of a check by the action that asks for it."""
RIDING, HOLDING_ON = ("Riding", ("W106",)), ("holding on", ("W105",))
AGAINST_DEATH = ("Fortitude against death", ("W26", "RW11"))
TO_WAKE = ("Fortitude to wake", ("W26", "RW11"))
TO_STAY_AWAKE = ("Fortitude to stay awake", ("W26", "RW21"))
BEFORE = {
    Event.HURRIES: ("haste", ("W103", "RW40")),
    Event.SINKS: HOLDING_ON,
    Event.CLIMB_FALLS: HOLDING_ON,
    Event.DIES: AGAINST_DEATH,
    Event.WAKES: TO_WAKE,
}
"""The purpose of a check by the event that follows about the same fighter."""


class Progress(Narrator):
    """A narrator that remembers what goes on.

    Attributes:
        action: the last action that was declared or took place; `doer` who does it.
        rolled: the last roll; `last` the event told last.
        level: the level of the wound that is to lodge next, none if it is not known.
        wounded: the fighter wounded last, and the level at which the wound lodged.
        asides: the dice and the damage that belong to an event, by the identity of the event.
    """

    set_aside: ClassVar = frozenset({Event.MORE, Event.DAMAGE})

    def __init__(self, battle: np.record) -> None:
        """Copy the events of the last decision."""
        super().__init__(battle, CALLED)
        self.act, self.doer = Act.NONE, NOBODY
        self.rolled = self.last = NOTHING
        self.level = Level.NONE
        self.wounded = (NOBODY, Level.NONE)
        self.asides: dict[int, LoggedEvent] = {}
        self.put_aside()

    def put_aside(self) -> None:
        """Take the dice of criticals and the damage out of the events: rolls and hits tell them."""
        events, self.events, aside = self.events, [], NOTHING
        for event in events:
            if event.kind in self.set_aside:
                aside = event
                continue
            self.asides[id(event)], aside = aside, NOTHING
            self.events.append(event)

    def aside(self, event: LoggedEvent) -> LoggedEvent:
        """The dice or damage of an event: `NOTHING` if nothing does."""
        return self.asides.get(id(event), NOTHING)

    def sum_of(self, event: LoggedEvent, natural: int) -> str:
        """A roll with the die of a critical: `17 + 4 critical die + 5 = 26` (RW2)."""
        return sum_of_parts(natural, event.amount, [(self.aside(event).amount, "critical die")])

    def take(self) -> LoggedEvent:
        """The next event, which now counts as told."""
        self.last = super().take()
        return self.last

    def points_after(self, actor: int) -> int:
        """AP that somebody had after what has been told so far."""
        points = int(self.battle.fighters[actor].action_points)
        for event in self.events[self.at :]:
            if event.actor == actor:
                points -= event.amount if event.kind == Event.GAINS else 0
                points += event.amount if event.kind == Event.PAYS else 0
        return points

    def frame_of(self, actor: int, act: int) -> np.record | None:
        """The uppermost frame of an action of somebody, if it is still under way."""
        for number in range(int(self.battle.top), NO_FRAME, -1):
            frame = self.battle.frames[number]
            if (frame.actor, frame.act) == (actor, act):
                return frame
        return None

    def under_way(self, actor: int) -> Act:
        """The action that an event of somebody belongs to, none if it is not known any more."""
        if self.doer == actor:
            return self.act
        for number in range(int(self.battle.top), NO_FRAME, -1):
            frame = self.battle.frames[number]
            if frame.actor == actor and not contains(DECLARATION_STEPS, frame.step):
                return Act(int(frame.act))
        return Act.NONE


def purpose(report: Progress, event: LoggedEvent) -> Line:
    """The purpose of a check, by the events around it."""
    following = report.peek()
    if following.kind == Event.STAMINA and report.peek(1).kind == Event.HURRIES:
        following = report.peek(1)  # the stamina that haste costs
    if report.wounded == (event.actor, Level.CRITICAL):
        return TO_STAY_AWAKE
    if following.kind == Event.UNCONTROLLED and following.target == event.actor:
        return RIDING
    if following.kind in BEFORE and following.actor == event.actor:
        return BEFORE[Event(following.kind)]
    if report.doer == event.actor and report.act in PURPOSES:
        return PURPOSES[report.act]
    return _purpose_by_state(report, event.actor)


def _purpose_by_state(report: Progress, actor: int) -> Line:
    """The purpose of a check, by the state of the fighter."""
    fighter = report.battle.fighters[actor]
    if fighter.dying:
        return AGAINST_DEATH
    if not is_conscious(fighter):
        return TO_WAKE
    if is_swimming(report.battle, actor) or is_climbing(report.battle, actor):
        return HOLDING_ON
    mount = int(fighter.mount)
    if mount != NOBODY and is_animal(report.battle.fighters[mount]):
        return RIDING
    return "", ()
