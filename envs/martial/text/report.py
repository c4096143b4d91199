"""The log as a fight report: what has happened since the last decision, in English sentences.

An attack stops at every window, so a decision leaves a few events: an announcement, a roll, or what
came of both. What belongs together and was logged together is told in one sentence. The report is
the referee's: it knows everything. Wording varies with the round and the fighter, never by chance.
"""

from __future__ import annotations

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.text.narration import NOTHING, Line, LoggedEvent, Narrator
from ..enums import Event, Kind, TurnAction
from ..rules.injuries.bodies import is_gone
from ..scene import ENDINGS
from .names import fighter_names, short_names
from .result_events import CLAUSES, attack, injuries, riders, roll

OUTCOMES = (Event.MISSES, Event.HITS, Event.CRITICAL, Event.FUMBLES, Event.MANEUVER)
"""What is told in one sentence with the roll before it."""


def narrate(battle: np.record) -> list[Line]:
    """The events since the last decision as sentences.

    Args:
        battle: a battle whose log is on, right after `deploy` or `advance`.

    Returns:
        Sentences in the order of what happened, each with the rows of RULES.md that it rests on.
        Empty when nothing happened or the log is off.
    """
    return Report(battle).write()


class Report(Narrator):
    """Walks through the events of one decision and writes the lines.

    Attributes:
        rolled: the last roll of an attack.
    """

    def __init__(self, battle: np.record) -> None:
        """Copy the events of the last decision."""
        super().__init__(battle, fighter_names(battle), short_names(battle))
        self.rolled = NOTHING

    # --- Walking ---

    def write(self) -> list[Line]:
        """Tell every event once."""
        while self.peek() is not NOTHING:
            TELL.get(Event(self.peek().kind), Report.tell_alone)(self)
        return self.lines

    def vary(self, actor: int, *texts: str) -> str:
        """One of several wordings, the same each time the battle is told."""
        return texts[(int(self.battle.round_number) + actor + len(self.lines)) % len(texts)]

    def is_maneuver(self, event: LoggedEvent) -> bool:
        """Whether the roll of which an event tells the outcome is that of a maneuver (D97)."""
        about = (event.actor, event.target, self.rolled.what, self.rolled.amount)
        return any(
            (attack.attacker, attack.target, attack.natural, attack.total) == about
            for attack in self.battle.attacks
            if attack.kind == Kind.MANEUVER
        )

    # --- Events ---

    def tell_alone(self) -> None:
        """An event by itself."""
        event = self.take()
        text, rows = CLAUSES[Event(event.kind)](self, event)
        self.say(text, *rows)

    def tell_initiative(self) -> None:
        """The order of turns."""
        while self.peek().kind == Event.INITIATIVE:
            self.take()
        names = fighter_names(self.battle)
        order = [int(one) for one in self.battle.order[: self.battle.num_fighters]]
        rolls = [f"{names[one]} {int(self.battle.fighters[one].initiative)}" for one in order]
        self.say(f"Initiative: {'; '.join(rolls)}", "D1", "D2", "D3", "RD26")

    def tell_reaction(self) -> None:
        """A Reactive Attack, which is announced at once."""
        if self.peek(1).kind == Event.ATTACKS:
            self.take()
            self.tell_attack("in reaction ", "D88", "D93", "RD42")
        else:
            self.tell_alone()

    def tell_attack(self, before: str = "", *more_rows: str) -> None:
        """What is attempted, with the Stamina spent on it."""
        event = self.take()
        text, rows = attack(self, event)
        text, rows = before + text, (*more_rows, *rows)
        if self.peek().kind == Event.RIDERS:
            more, also = riders(self, self.take())
            text, rows = f"{text} and {more}", (*rows, *also)
        self.say(text, *rows)

    def tell_roll(self) -> None:
        """A roll with what came of it."""
        self.rolled = self.take()
        text, rows = roll(self, self.rolled)
        ends: list[str] = []
        while self.peek().kind in OUTCOMES:
            event = self.take()
            end, also = CLAUSES[Event(event.kind)](self, event)
            ends.append(end)
            rows = (*rows, *also)
        self.say(f"{text}: {'; '.join(ends)}" if ends else text, *rows)

    def tell_injuries(self) -> None:
        """Injuries of one part together."""
        event, times = self.take(), 1
        while self.peek()[:4] == event[:4]:
            event, times = self.take(), times + 1
        text, rows = injuries(self, event, times)
        self.say(text, *rows)

    def tell_move(self) -> None:
        """How far somebody goes, and how near to whom."""
        event = self.take()
        verb = "charges" if event.what == TurnAction.CHARGE else self._gait(event)
        squares = "1 square" if event.amount == 1 else f"{event.amount} squares"
        rows = ("D85", "RD15") if event.what == TurnAction.CHARGE else ("RD13",)
        self.say(f"{self.full(event.actor)} {verb} {squares}{self._near(event.actor)}", *rows)

    def _gait(self, event: LoggedEvent) -> str:
        fighter = self.battle.fighters[event.actor]
        if event.dice:
            return "crawls"
        return "flies" if fighter.flying else "is stopped after" if fighter.prone else "moves"

    def _near(self, actor: int) -> str:
        """How near the nearest enemy is."""
        me, best, least = self.battle.fighters[actor], NOBODY, 1000
        for other in range(self.battle.num_fighters):
            it = self.battle.fighters[other]
            far = max(abs(int(it.x) - int(me.x)), abs(int(it.y) - int(me.y)))
            is_enemy = self.battle.side[other] != self.battle.side[actor]
            if is_enemy and not is_gone(it) and far < least:
                best, least = other, far
        if best == NOBODY:
            return ""
        name = self.name(best)
        return f", next to {name}" if least <= 1 else f", {least} squares from {name}"

    def tell_over(self) -> None:
        """How the battle ended."""
        self.take()
        self.say_end(ENDINGS, self.battle.ending, self.battle.winner, "RD35")


TELL = {
    Event.INITIATIVE: Report.tell_initiative,
    Event.MOVES: Report.tell_move,
    Event.REACTS: Report.tell_reaction,
    Event.ATTACKS: Report.tell_attack,
    Event.ROLLS: Report.tell_roll,
    Event.INJURES: Report.tell_injuries,
    Event.OVER: Report.tell_over,
}
"""What is told together with other events; all others by themselves (`outcomes.CLAUSES`)."""
