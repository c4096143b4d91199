"""The log as a fight report: the events since the last decision, in English sentences.

The report is for the game master. It hides nothing, not even readied actions (XH2). Events that
belong together share a sentence: a roll with its fatigue and its result, a pre-roll with its dice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.text.narration import NOTHING, Line, LoggedEvent, Narrator, Rows, sum_of_parts
from ..enums import Act, ActionType, Defence, Event, Role, Stage
from ..rules.characters.conditions import is_conscious
from ..tables import ACTION_TYPE
from .events import CLAUSES, SLOTS, an_action
from .names import ACT_ROWS, CALLED, DEFENCE_NOUNS, ENDINGS

RESTATES = (
    *(Event.GUARDS, Event.MOVES, Event.TAKES, Event.STOWS, Event.DROPS, Event.FALLS, Event.STANDS),
    *(Event.SWAPS, Event.RESTS, Event.CONCEALS, Event.POWER, Event.SPEAKS, Event.TREATS),
    *(Event.CLIMBS, Event.BARRIER, Event.LETS_GO, Event.SURRENDERS),
)
"""Events whose sentence also names the declared action."""
BREATH = (Event.TOO_TIRED, Event.TIRES)
"""Events of the fatigue that a roll costs."""
OF_A_ROLL = (*BREATH, Event.MEETS, Event.HITS, Event.MISSES, Event.TOUCHES)
"""Events that share a sentence with the roll before them."""
NEXT_TURN = (Event.TURN, Event.ROUND)
"""Events that begin the next turn or round."""
OWN_EVENTS = (
    *(Event.DECLARES, Event.ROLLS, Event.CHASES, Event.ESCAPES),
    *(Event.RETURNS, Event.CATCHES),
)
"""Events of the actions that a fighter takes in its turn."""
TURN_IS_OVER = (Stage.TURN_END, Stage.NEXT, Stage.START, Stage.UPKEEP)
"""Stages after the end of a turn."""


def narrate(battle: np.record) -> list[Line]:
    """The events since the last decision as sentences.

    Args:
        battle: a battle whose log is on, right after `deploy` or `advance`.

    Returns:
        Sentences in the order of the events, each with the rows of RULES.md that explain it.
        Empty when nothing happened or the log is off.
    """
    return Report(battle).write(TELL)


class Report(Narrator):
    """Walks through the events of one decision and writes the lines.

    Attributes:
        began: the fighter whose turn has begun in it.
    """

    clauses = CLAUSES
    slots: ClassVar = Narrator.slots | SLOTS

    def __init__(self, battle: np.record) -> None:
        """Copy the events of the last decision."""
        super().__init__(battle, CALLED)
        self.began = NOBODY

    # --- Turns ------------------------------------------------------------------------------------

    def tell_initiative(self) -> None:
        """Tell the initiative of each fighter, in the order of turns."""
        places = {int(actor): place for place, actor in enumerate(self.battle.order)}
        rolls = self.take_all(Event.INITIATIVE)
        rolls.sort(key=lambda one: places.get(one.actor, 0))
        words = [f"{self.long[one.actor]} {one.amount}" for one in rolls]
        self.say(f"Initiative: {'; '.join(words)}", "H44", "RH8")

    def tell_turn(self) -> None:
        """The beginning of a turn; a turn in which nothing can be done is one sentence."""
        event = self.take()
        self.began = event.actor
        text, rows = self.clause(event)
        if self.is_idle_turn(event.actor):
            text, rows = f"{text} and can do nothing", (*rows, "H128", "RH20")
        self.say(text, *rows)

    def is_idle_turn(self, actor: int) -> bool:
        """Whether the turn of a fighter ends without a decision or an action of its own."""
        for ahead in range(len(self.events) - self.at):
            event = self.peek(ahead)
            if event.kind in NEXT_TURN:
                return True
            if event.actor == actor and event.kind in OWN_EVENTS and not self.is_preroll(ahead):
                return False
        return self.battle.stage in TURN_IS_OVER

    def tell_end(self) -> None:
        """How the battle ended."""
        event = self.take()
        self.say_end(ENDINGS, event.what, event.amount, "RH28")

    # --- Declarations -----------------------------------------------------------------------------

    def tell_declaration(self) -> None:
        """A declaration; if the next event names the action too, only that event."""
        event = self.take()
        is_own = event.dice == Role.TURN and event.what not in (Act.CHARGE, Act.DROP_PRONE)
        rows: Rows = ACT_ROWS[Act(event.what)]
        if is_own and self.peek().kind in RESTATES and self.peek().actor == event.actor:
            if ACTION_TYPE[event.what] == ActionType.UPCOMING:
                rows = ("H82", *rows)
            text, also = self.clause(self.take())
            self.say(text, *rows, *also)
        else:
            text, rows = self._declared(event)
            self.say(text, *rows)

    def _declared(self, event: LoggedEvent) -> Line:
        """A declaration; an upcoming action begins, or continues in a new turn (H82)."""
        rows = ACT_ROWS[Act(event.what)]
        if ACTION_TYPE[event.what] == ActionType.UPCOMING:
            verb = "continues" if self.began == event.actor else "begins"
            action = an_action(self.battle.fighters[event.actor], Act(event.what))
            return f"{self.name(event.actor)} {verb} {action}", ("H82", *rows)
        if event.what == Act.DROP_PRONE and self.is_next(Event.FALLS, event.actor):
            self.take()
            return f"{self.name(event.actor)} drops prone", (*rows, "H127")
        return self.clause(event)

    def tell_fired(self) -> None:
        """A readied action; if its declaration follows, only the declaration."""
        if self.peek(1).kind == Event.DECLARES and self.peek(1).dice == Role.READIED:
            self.take()
        else:
            self.tell_alone()

    def tell_guard_end(self) -> None:
        """The end of a guard; if the guard stepped in, that ended it and comes first (H140)."""
        if self.peek(1).kind == Event.INTERCEPTS and self.peek(1).actor == self.peek().actor:
            self.take()
            text, rows = self.clause(self.take())
            self.say(f"{text}, which ends the guard", *rows, "RH25")
        else:
            self.tell_alone()

    def tell_cluster(self) -> None:
        """A new cluster, unless it ends at once or a fighter is unconscious (H51, H52, RH38)."""
        event = self.peek()
        if self.is_out(event.actor) or self.is_out(event.target):
            self.take()
            return
        for place in range(self.at + 1, len(self.events)):
            other = self.events[place]
            if other.kind == Event.LEAVES and other.actor in (event.actor, event.target):
                del self.events[place]
                self.take()
                return
        self.tell_alone()

    def tell_parting(self) -> None:
        """A fighter leaves a cluster; an unconscious one only when it falls (RH38)."""
        event = self.peek()
        events = self.events[: self.at]
        falls = [one for one in events if one.kind in (Event.FAINTS, Event.DIES) and not one.what]
        if self.is_out(event.actor) and event.actor not in [one.actor for one in falls]:
            self.take()
        else:
            self.tell_alone()

    def is_out(self, fighter: int) -> bool:
        """Whether a fighter is unconscious or dead after these events."""
        return not is_conscious(self.battle.fighters[fighter])

    # --- Rolls ------------------------------------------------------------------------------------

    def tell_roll(self) -> None:
        """A roll with its fatigue and its result; a pre-roll with the defence that it prepares."""
        if self.is_preroll(0):
            self.tell_preroll(self.take())
            return
        roll = self.take()
        text, more = self.clause(roll)
        clauses, rows = [text], list(more)
        against = self.defence_met(roll.actor)
        if against is not NOTHING:
            clauses[0] += self.fill(" against {target's} {defence} of {amount}", against)
            rows += ["H118", "H119"]
        touched = False
        while self.peek().kind in OF_A_ROLL and self.peek().actor == roll.actor:
            event = self.take()
            text, more = self.clause(event)
            rows += more
            if not (touched and event.kind == Event.MISSES):  # a touch says so already
                clauses.append(text)
            touched = event.kind == Event.TOUCHES
        self.say(self.joined(roll.actor, clauses), *rows)

    def defence_met(self, actor: int) -> LoggedEvent:
        """Take the defence that the roll just told meets; `NOTHING` without one (H119)."""
        for place in range(self.at, len(self.events)):
            event = self.events[place]
            if event.kind == Event.MEETS and event.actor == actor:
                return self.events.pop(place)
            if event.kind in (Event.ROLLS, Event.DECLARES):
                break
        return NOTHING

    def is_preroll(self, ahead: int) -> bool:
        """Whether the event `ahead` places further is the roll of a pre-rolled defence (H106)."""
        roll = self.peek(ahead)
        if roll.kind != Event.ROLLS:
            return False
        ahead += 1
        while self.peek(ahead).kind in BREATH and self.peek(ahead).actor == roll.actor:
            ahead += 1
        return (self.peek(ahead).kind, self.peek(ahead).actor) == (Event.PREROLLS, roll.actor)

    def tell_preroll(self, roll: LoggedEvent) -> None:
        """A pre-roll with its dice, which are public (XH4)."""
        while self.peek().kind in BREATH:
            self.take()
        event = self.take()
        noun, name = DEFENCE_NOUNS[Defence(event.what)], self.name(event.actor)
        how = "prepares" if event.target == NOBODY else f"answers {self.name(event.target)} with"
        text = f"{name} {how} a {noun} of {sum_of_parts(roll.dice, event.amount)} (d6 {roll.what})"
        if event.dice:
            self.say(f"{text}, too tired to stop anything", "H106", "XH4", "H67")
        else:
            self.say(text, "H106", "XH4")

    def tell_move(self) -> None:
        """A movement to another location, with the rows of the action."""
        event = self.take()
        text, rows = self.clause(event)
        self.say(text, *rows, *ACT_ROWS[Act(event.what)])


TELL: dict[int, Callable[[Report], None]] = {
    Event.DECLARES: Report.tell_declaration,
    Event.INITIATIVE: Report.tell_initiative,
    Event.TURN: Report.tell_turn,
    Event.ROLLS: Report.tell_roll,
    Event.MOVES: Report.tell_move,
    Event.FIRES: Report.tell_fired,
    Event.GUARD_ENDS: Report.tell_guard_end,
    Event.CLUSTER: Report.tell_cluster,
    Event.LEAVES: Report.tell_parting,
    Event.OVER: Report.tell_end,
}
"""The kinds of events that may share a sentence with others; each other kind has its own."""
