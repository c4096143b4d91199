"""The log as a fight report: what has happened since the last decision, in English sentences.

The report is the referee's: it knows everything but what is readied, which it keeps secret as the
rules do until it fires (XH2). What belongs together is told in one sentence: a roll with what it
costs in breath, a pre-roll with its dice.
"""

from __future__ import annotations

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.text.narration import NOTHING, Line, LoggedEvent, Narrator
from ..enums import Action, ActionType, Defence, Event, Role
from ..scene import ENDINGS
from ..tables import ACTION_TYPE
from .names import DEED_ROWS, DEFENCE_NOUNS, fighter_names, short_names
from .result_events import CLAUSES as OUTCOMES
from .result_events import rolled
from .state_events import CLAUSES as REPORTS
from .state_events import a_deed

CLAUSES = {**REPORTS, **OUTCOMES}
"""How each kind of event is said by itself; `Report` joins some of them."""
RESTATES = (
    *(Event.GUARDS, Event.MOVES, Event.TAKES, Event.STOWS, Event.DROPS, Event.FALLS, Event.STANDS),
    *(Event.SWAPS, Event.RESTS, Event.CONCEALS, Event.POWER, Event.SPEAKS, Event.TREATS),
    *(Event.CLIMBS, Event.BARRIER, Event.LETS_GO),
)
"""What says itself which action has been declared."""
BREATH = (Event.TOO_TIRED, Event.TIRES)
"""What is told in one sentence with the roll before it."""

PASSED_OVER = (Event.TURN, Event.ROUND)
"""What follows at once on the turn of who can do nothing."""


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
    """Walks through the events of one decision and writes the lines."""

    def __init__(self, battle: np.record) -> None:
        """Copy the events of the last decision; `began` is whose turn has begun in it."""
        super().__init__(battle, fighter_names(battle), short_names(battle))
        self.began = NOBODY

    def write(self) -> list[Line]:
        """Tell every event once."""
        while self.peek() is not NOTHING:
            TELL.get(Event(self.peek().kind), Report.tell_alone)(self)
        self.say_what_is_lost()
        return self.lines

    def clause(self, event: LoggedEvent) -> tuple[str, tuple[str, ...]]:
        """An event said by itself."""
        return CLAUSES[Event(event.kind)](self, event)

    def is_next(self, kind: Event, actor: int) -> bool:
        """Whether the next event is of a kind and about somebody."""
        return self.peek().kind == kind and self.peek().actor == actor

    def tell_alone(self) -> None:
        """An event by itself."""
        text, rows = self.clause(self.take())
        self.say(text, *rows)

    def tell_declaration(self) -> None:
        """What is declared; if it is done at once and says so itself, only what is done."""
        event = self.take()
        text, rows = self._declared(event)
        following = self.peek()
        is_own = event.dice == Role.TURN and event.what != Action.CHARGE
        if is_own and following.kind in RESTATES and following.actor == event.actor:
            text, also = self.clause(self.take())
            rows = (*rows, *also)
        self.say(text, *rows)

    def _declared(self, event: LoggedEvent) -> tuple[str, tuple[str, ...]]:
        """A declaration; an upcoming action goes on, in a new turn, or only begins (H82)."""
        text, rows = self.clause(event)
        if ACTION_TYPE[event.what] == ActionType.UPCOMING:
            verb = "goes on with" if self.began == event.actor else "begins"
            text = f"{self.full(event.actor)} {verb} {a_deed(Action(event.what))}"
            rows = tuple(dict.fromkeys(("H82", *rows)))
        elif event.what == Action.DROP_PRONE and self.is_next(Event.FALLS, event.actor):
            self.take()
            text, rows = f"{self.full(event.actor)} lies down", (*rows, "H127")
        return text, rows

    def tell_turn(self) -> None:
        """Whose turn begins; it is over at once of who can do nothing."""
        event = self.take()
        self.began = event.actor
        text, rows = self.clause(event)
        if self.peek().kind in PASSED_OVER:
            text, rows = f"{text}, who can do nothing", (*rows, "H128", "RH20")
        self.say(text, *rows)

    def tell_initiative(self) -> None:
        """Who goes first."""
        rolls = []
        while self.peek().kind == Event.INITIATIVE:
            rolls.append(self.take())
        places = {int(actor): place for place, actor in enumerate(self.battle.order)}
        rolls.sort(key=lambda one: places.get(one.actor, 0))
        words = [f"{fighter_names(self.battle)[one.actor]} {one.amount}" for one in rolls]
        self.say(f"Initiative: {'; '.join(words)}", "H44", "RH8")

    def tell_roll(self) -> None:
        """A roll, with what it costs in breath; of a pre-roll what it is for."""
        event = self.take()
        text, rows = rolled(self, event)
        ends, also = self._breath(event.actor)
        if self.is_next(Event.PREROLLS, event.actor):
            (text, rows), ends = self._prepared(event), []
        self.say("; ".join([text, *ends]), *rows, *also)

    def _breath(self, actor: int) -> tuple[list[str], list[str]]:
        """Whether a roll has failed for want of breath, and whether it tires."""
        ends: list[str] = []
        also: list[str] = []
        while self.peek().kind in BREATH and self.peek().actor == actor:
            text, rows = self.clause(self.take())
            ends.append(text)
            also += rows
        return ends, also

    def _prepared(self, roll: LoggedEvent) -> tuple[str, tuple[str, ...]]:
        """A pre-roll with its dice: it is public (XH4)."""
        event = self.take()
        how = "prepares" if event.target == NOBODY else f"meets {self.full(event.target)} with"
        text = f"{self.full(event.actor)} {how} a {DEFENCE_NOUNS[Defence(event.what)]}"
        text += f" of {event.amount} (dice {roll.dice}, d6 {roll.what})"
        if not event.dice:
            return text, ("H106", "XH4")
        return f"{text}, which will stop nothing: too tired", ("H106", "XH4", "H67")

    def tell_move(self) -> None:
        """Who goes where; who has declared it needs not be named twice."""
        event = self.take()
        text, rows = self.clause(event)
        self.say(text, *rows, *DEED_ROWS[Action(event.what)])

    def tell_end(self) -> None:
        """How the battle ended."""
        event = self.take()
        self.say_end(ENDINGS, event.what, event.amount, "RH28")


TELL = {
    Event.DECLARES: Report.tell_declaration,
    Event.INITIATIVE: Report.tell_initiative,
    Event.TURN: Report.tell_turn,
    Event.ROLLS: Report.tell_roll,
    Event.MOVES: Report.tell_move,
    Event.OVER: Report.tell_end,
}
"""Events that are told with others, or otherwise than alone."""
