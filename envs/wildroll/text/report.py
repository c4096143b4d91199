"""The log as a fight report: what has happened since the last decision, in English sentences.

An action stops at every window: a decision leaves a declaration, or how it takes place, or what
came of it. What belongs together and was logged together is told in one sentence. The report is the
referee's: it knows everything but what is readied, which it keeps secret as the rules do (RW26).
"""

from __future__ import annotations

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.text.narration import NOTHING, Line, LoggedEvent, Narrator, count
from ..enums import (
    Deed,
    Event,
    Level,
    Role,
    Step,
)
from ..rules.health.bodies import is_able
from ..rules.health.wounds import level_of
from ..rules.movement.spaces import gap
from ..scene import ENDINGS
from ..state import (
    NO_FRAME,
)
from ..tables import INTERRUPT_COST
from .declaration_events import BY_READINESS, act, declared
from .declaration_events import CLAUSES as DECLARATIONS
from .names import DEED_ROWS, DEED_TITLES, fighter_names, short_names
from .result_events import CLAUSES as OUTCOMES
from .result_events import final_damage, natural_dice, reached, way, wound
from .state_events import CLAUSES as AFTERMATH

CLAUSES = {**AFTERMATH, **DECLARATIONS, **OUTCOMES}
"""How each kind of event is said by itself; `Report` joins some of them."""
ROLLED = (Event.CRITICAL, Event.HITS, Event.MISSES, Event.UNHURT, Event.FOUND)
"""What is told in one sentence with the roll before it."""
RESTATES = (
    *(Event.DEFENDS, Event.READIES, Event.TAKES, Event.STOWS, Event.POSTURE, Event.MOUNTS),
    *(Event.DISMOUNTS, Event.RELOADS, Event.DRINKS, Event.DOOR, Event.SEIZES, Event.DASHES),
    *(Event.CHARM, Event.CASTS, Event.HARRIED, Event.REACTS),
)
"""What says itself which action has taken place."""


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
        deed: the last action that was declared or took place; `doer` who does it.
        rolled: the last roll; `last` the event told last.
        level: the level of the wound that is to lodge next, none if it is not known.
        wounded: who was wounded last, and at which level that lodged.
    """

    def __init__(self, battle: np.record) -> None:
        """Copy the events of the last decision."""
        super().__init__(battle, fighter_names(battle), short_names(battle))
        self.deed, self.doer = Deed.NONE, NOBODY
        self.rolled = self.last = NOTHING
        self.level = Level.NONE
        self.wounded = (NOBODY, Level.NONE)

    # --- Walking ----------------------------------------------------------------------------------

    def write(self) -> list[Line]:
        """Tell every event once."""
        while self.peek() is not NOTHING:
            TELL.get(Event(self.peek().kind), Report.tell_alone)(self)
        self.say_what_is_lost()
        return self.lines

    def take(self) -> LoggedEvent:
        """The next event, which now counts as told."""
        self.last = super().take()
        return self.last

    def is_next(self, kind: Event, actor: int) -> bool:
        """Whether the next event is of a kind and about somebody."""
        return self.peek().kind == kind and self.peek().actor == actor

    def clause(self, event: LoggedEvent) -> tuple[str, tuple[str, ...]]:
        """An event said by itself."""
        return CLAUSES[Event(event.kind)](self, event)

    def vary(self, actor: int, *texts: str) -> str:
        """One of several wordings, the same each time the battle is told."""
        return texts[(int(self.battle.round_number) + actor + len(self.lines)) % len(texts)]

    def points_after(self, actor: int) -> int:
        """AP that somebody had after what has been told so far."""
        points = int(self.battle.fighters[actor].action_points)
        for event in self.events[self.at :]:
            if event.actor == actor:
                points -= event.amount if event.kind == Event.GAINS else 0
                points += event.amount if event.kind == Event.PAYS else 0
        return points

    def under_way(self, event: LoggedEvent) -> Deed:
        """The action that an event of somebody belongs to, none if it is not known any more."""
        if self.doer == event.actor:
            return self.deed
        for number in range(int(self.battle.top), NO_FRAME, -1):
            frame = self.battle.frames[number]
            if frame.actor == event.actor and frame.step > Step.TAKES_PLACE:
                return Deed(int(frame.deed))
        return Deed.NONE

    # --- The start of battles, rounds and turns ---------------------------------------------------

    def tell_alone(self) -> None:
        """An event by itself."""
        text, rows = self.clause(self.take())
        self.say(text, *rows)

    def tell_initiative(self) -> None:
        """Who goes first, and who has been surprised."""
        rolls = []
        while self.peek().kind == Event.INITIATIVE:
            rolls.append(self.take())
        names, rows = fighter_names(self.battle), ["W52", "W53", "RW13"]
        if any(one.what for one in rolls):
            rows.append("W56")
        rolls.sort(key=lambda one: -one.amount)
        words = [f"{names[one.actor]} {one.amount}{', surprised' * one.what}" for one in rolls]
        self.say(f"Initiative: {'; '.join(words)}", *rows)

    def tell_gain(self) -> None:
        """AP at the end of a turn: what comes now is no part of the last action."""
        self.tell_alone()
        self.deed, self.doer, self.rolled = Deed.NONE, NOBODY, NOTHING

    def tell_round(self) -> None:
        """A round begins, and AP come in."""
        text, rows = self.clause(self.take())
        gains = []
        while self.peek().kind == Event.GAINS:
            event = self.take()
            now = self.points_after(event.actor)
            gains.append(f"{self.name(event.actor)} gains {event.amount} and has {now}")
        if gains:
            text, rows = f"{text}, with AP for all: {'; '.join(gains)}", (*rows, "W44", "W46")
        self.say(text, *rows)

    # --- Actions ----------------------------------------------------------------------------------

    def tell_interrupt(self) -> None:
        """Somebody acts out of turn, for initiative."""
        event = self.take()
        text, rows = self.clause(event)
        if event.what == Deed.WAY:
            self._tell_going(event.actor, f"{text}for no initiative, ", *rows)
            return
        if self.is_next(Event.INITIATIVE_MOVES, event.actor):
            left = self.take().amount
            if self.peek().kind == Event.INITIATIVE_MOVES:  # that of the animal that it rides
                left = min(left, self.take().amount)
            text += f"for {INTERRUPT_COST} initiative ({left} left), "
        if self.peek().kind == Event.DECLARES:
            self.tell_declaration(text, *rows)
        else:
            self.say(f"{text}{self.full(event.actor)} acts", *rows)

    def _tell_going(self, actor: int, before: str, *rows: str) -> None:
        """Somebody goes out of turn; how far, if nothing has come between."""
        mount = int(self.battle.fighters[actor].mount)
        if self.peek().kind == Event.MOVES and self.peek().actor in (actor, mount):
            self.tell_move(before, *rows)
        else:
            self.say(f"{before}{self.full(actor)} sets out", *rows)

    def tell_declaration(self, before: str = "", *more_rows: str) -> None:
        """What is declared; if nobody can say a word about it, with its price and effect."""
        event = self.take()
        if event.what == Deed.REBUFF:
            self._tell_way_of(event.target)
        self.deed, self.doer = Deed(event.what), event.actor
        rows = (*more_rows, *DEED_ROWS[self.deed])
        if self.is_next(Event.PAYS, event.actor):
            self._tell_deed(act(self, event), before, *rows)
        else:
            text, also = declared(self, event)
            self.say(before + text, *rows, *also)

    def tell_payment(self) -> None:
        """What was declared before takes place now."""
        event = self.peek()
        self.deed, self.doer = Deed(event.what), event.actor
        text = f"{self.owner(event.actor)} {DEED_TITLES[self.deed]} takes place"
        self._tell_deed(text, "", *DEED_ROWS[self.deed])

    def _tell_deed(self, text: str, before: str, *rows: str) -> None:
        """An action that takes place, with its price, and its effect where that says it all."""
        price, also = self._price()
        if self.peek().kind in RESTATES and self.peek().actor == self.doer:
            is_readied = text.startswith(f"{self.full(self.doer)} {BY_READINESS}")
            text, more = self.clause(self.take())
            text = f"{text}, as readied" if is_readied else text
            also = (*also, *more)
            if self.last.kind == Event.SEIZES and self.is_next(Event.INITIATIVE_MOVES, self.doer):
                text += f", now {self.take().amount}"
        self.say(f"{before}{text} ({price})", *rows, *also)

    def _price(self) -> tuple[str, tuple[str, ...]]:
        """AP, stamina and mana that an action costs when it takes place."""
        paid = self.take()
        text, rows = f"{paid.amount} AP, {paid.dice or 'none'} left", ["W114"]
        if self.is_next(Event.STAMINA, self.doer):
            event = self.take()
            text += f"; {event.amount} stamina"
            rows += ["W109", "RW6"]
            if event.what:
                text += f", {event.what} of it as fatigue"
                rows.append("W12")
                self.take()  # the fatigue itself
        if self.is_next(Event.MANA, self.doer):
            text += f"; {self.take().amount} mana"
            rows += ["W15", "W109"]
        return text, tuple(rows)

    # --- Rolls ------------------------------------------------------------------------------------

    def tell_roll(self) -> None:
        """A roll with what came of it."""
        event = self.rolled = self.take()
        deed, ends, rows = self.under_way(event), [], ["W18", "RW1"]
        is_attack = False
        while self.peek().kind in ROLLED:
            following = self.peek()
            is_attack = is_attack or following.kind in (Event.HITS, Event.MISSES)
            ends.append(self._outcome(rows))
        is_attack = is_attack or self.peek().kind == Event.GRAPPLES
        text = f"{self.name(event.actor)} rolls {event.what}, in all {event.amount}"
        text += natural_dice(event, deed)
        text += reached(self, event, deed, is_attack)
        if not ends and event.dice:
            rows += DEED_ROWS[deed] if deed != Deed.NONE else ()
            ends = ["a success" if event.amount >= event.dice else "a failure"]
        self.say(f"{text}: {'; '.join(ends)}" if ends else text, *rows)

    def _outcome(self, rows: list[str]) -> str:
        """What followed from a roll, as a part of its sentence."""
        event = self.take()
        if event.kind == Event.HITS:
            self.level = Level(event.what)
            text, also = final_damage(event)
            if event.amount >= 0 and self.rolled.amount < self.rolled.dice:
                text, also = f"a hit by the damage of the weapon; {text}", (*also, "W28")
            else:
                text = f"a hit; {text}"
            if event.amount >= 0 and self.is_next(Event.UNHURT, event.target):
                self.take()  # the damage has said so
            rows += also
            return text
        text, also = self.clause(event)
        rows += also
        if event.kind == Event.CRITICAL:
            moves = []
            while self.peek().kind == Event.INITIATIVE_MOVES:
                one = self.take()
                moves.append(f"{one.amount} for {self.name(one.actor)}")
            text += f", initiative {' and '.join(moves)}" if moves else ""
        return text

    def tell_opening(self) -> None:
        """What an opening is worth; its roll may be critical (W29)."""
        self.rolled = self.take()
        text, rows = self.clause(self.rolled)
        also = list(rows)
        while self.peek().kind == Event.CRITICAL:
            text += f": {self._outcome(also)}"
        self.say(text, *also)

    def tell_wound(self) -> None:
        """Where a wound lodges."""
        event = self.take()
        is_chosen = self.at == 1 and event.target != NOBODY  # the decision was about it
        text, rows = wound(self, event, self.level)
        if is_chosen:
            text = f"{text}, a level that {self.name(event.target)} was free to choose"
            rows = (*rows, "W72")
        self.level = Level.NONE
        self.wounded = (event.actor, Level(event.what))
        self.say(text, *rows)

    def tell_burning(self) -> None:
        """Fire, and the wound level that it is worth."""
        event = self.take()
        text, rows = self.clause(event)
        self.level = Level(int(level_of(event.amount)))
        self.say(text, *rows)

    # --- What belongs together --------------------------------------------------------------------

    def tell_disarming(self) -> None:
        """An item struck out of a hand falls to the ground."""
        text, rows = self.clause(self.take())
        if self.peek().kind == Event.DROPS:
            self.take()
            text, rows = f"{text}, and it falls to the ground", (*rows, "H29")
        self.say(text, *rows)

    def tell_stamina(self) -> None:
        """Stamina lost, with the fatigue that it brings."""
        event = self.take()
        text, rows = self.clause(event)
        if event.what and self.is_next(Event.FATIGUE, event.actor):
            self.take()
        self.say(text, *rows)

    def tell_laid_low(self) -> None:
        """Who dies or falls lies on the ground."""
        event = self.take()
        text, rows = self.clause(event)
        if self.is_next(Event.POSTURE, event.actor):
            self.take()
            text, rows = f"{text} and lies on the ground", (*rows, "RW11")
        self.say(text, *rows)

    def _tell_way_of(self, mover: int) -> None:
        """The yards that somebody had gone in its turn before a Rebuff ended its way (H9)."""
        for place in range(self.at, len(self.events)):
            event = self.events[place]
            if event.kind == Event.MOVES and (event.actor, event.what) == (mover, Role.TURN):
                self.events.insert(self.at, self.events.pop(place))
                self.tell_move(felled=False)
                return

    def tell_flanked(self) -> None:
        """Who is flanked; the yards that have brought it about come first."""
        ahead = 0
        while self.peek(ahead).kind == Event.FLANKED:
            ahead += 1
        if self.peek(ahead).kind == Event.MOVES:
            self.events.insert(self.at, self.events.pop(self.at + ahead))
            self.tell_move()
        while self.peek().kind == Event.FLANKED:
            self.tell_alone()

    def tell_move(self, before: str = "", *more_rows: str, felled: bool = True) -> None:
        """How far somebody goes, how near to whom, and with what AP left."""
        event = self.take()
        text, rows = way(self, event, felled)
        text, rows = f"{before}{text}", (*more_rows, *rows)
        left = f"{self.points_after(event.actor) or 'no'} AP left"
        rider = int(self.battle.fighters[event.actor].rider)
        if rider != NOBODY:
            left += f", {self.points_after(rider) or 'none'} of {self.name(rider)}"
        self.say(f"{text}{self._near(event.actor)} ({left})", *rows)

    def _near(self, actor: int) -> str:
        """How near the nearest enemy is that has not been laid low."""
        best, least = NOBODY, 1000
        for other in range(self.battle.num_fighters):
            is_enemy = self.battle.side[other] != self.battle.side[actor]
            if is_enemy and is_able(self.battle.fighters[other]):
                far = int(gap(self.battle, actor, other)) + 1
                if far < least:
                    best, least = other, far
        if best == NOBODY:
            return ""
        name = self.name(best)
        return f", next to {name}" if least <= 1 else f", {count(least, 'yard')} from {name}"

    def tell_over(self) -> None:
        """How the battle ended."""
        self.take()
        self.say_end(ENDINGS, self.battle.ending, self.battle.winner, "RW31")


TELL = {
    Event.INITIATIVE: Report.tell_initiative,
    Event.ROUND: Report.tell_round,
    Event.GAINS: Report.tell_gain,
    Event.INTERRUPTS: Report.tell_interrupt,
    Event.DECLARES: Report.tell_declaration,
    Event.PAYS: Report.tell_payment,
    Event.ROLLS: Report.tell_roll,
    Event.OPENING: Report.tell_opening,
    Event.WOUNDED: Report.tell_wound,
    Event.BURNS: Report.tell_burning,
    Event.DISARMED: Report.tell_disarming,
    Event.STAMINA: Report.tell_stamina,
    Event.FALLS: Report.tell_laid_low,
    Event.DYING: Report.tell_laid_low,
    Event.DIES: Report.tell_laid_low,
    Event.MOVES: Report.tell_move,
    Event.FLANKED: Report.tell_flanked,
    Event.OVER: Report.tell_over,
}
"""What is told together with other events; all others by themselves (`CLAUSES`)."""
