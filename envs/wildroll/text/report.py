"""The log as a fight report: the events since the last decision, in English sentences.

An action stops at every window: one decision leaves its declaration, a later one its performance or
its outcome. Events that belong and were logged together share a sentence. The report is the
referee's: it knows everything, and keeps secret only the readied actions, as the rules do (RW26).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.text.narration import NOTHING, Line, LoggedEvent, Narrator
from ..enums import Act, Event, Level, Role
from ..rules.health.bodies import is_able
from ..rules.health.wounds import level_of
from ..rules.movement.spaces import gap
from ..tables import INTERRUPT_COST
from . import declaration_events, events, result_events
from .declaration_events import declared, is_readied, performed
from .events import counted, way
from .names import ACT_ROWS, ACT_TITLES, ENDINGS
from .progress import Progress
from .result_events import final_damage, rolled, wound

ROLLED = (Event.CRITICAL, Event.HITS, Event.MISSES, Event.UNHURT, Event.FOUND)
"""Events told in one sentence with the roll before them."""
RESTATES = (
    *(Event.DEFENDS, Event.READIES, Event.TAKES, Event.STOWS, Event.POSTURE, Event.MOUNTS),
    *(Event.DISMOUNTS, Event.RELOADS, Event.DRINKS, Event.DOOR, Event.SEIZES, Event.DASHES),
    *(Event.CHARM, Event.CASTS, Event.HARRIED, Event.REACTS),
)
"""Events that themselves say which action has taken place."""


def narrate(battle: np.record) -> list[Line]:
    """The events since the last decision as sentences.

    Args:
        battle: a battle whose log is on, right after `deploy` or `advance`.

    Returns:
        Sentences in the order of what happened, each with the rows of RULES.md that it rests on.
        Empty when nothing happened or the log is off.
    """
    return Report(battle).write(TELL)


class Report(Progress):
    """Walks through the events of one decision and writes the lines."""

    clauses = events.CLAUSES | result_events.CLAUSES | declaration_events.CLAUSES
    slots: ClassVar = Narrator.slots | events.SLOTS | declaration_events.SLOTS

    # --- The start of battles, rounds and turns ---------------------------------------------------

    def tell_initiative(self) -> None:
        """Tell the initiative of all, and the surprised."""
        rolls, rows = self.take_all(Event.INITIATIVE), ["W52", "W53", "RW13"]
        if any(one.what for one in rolls):
            rows.append("W56")
        rolls.sort(key=lambda one: -one.amount)
        words = [f"{self.long[one.actor]} {one.amount}{', surprised' * one.what}" for one in rolls]
        self.say(f"Initiative: {'; '.join(words)}", *rows)

    def tell_gain(self) -> None:
        """AP at the end of a turn: later events are no part of the last action."""
        self.tell_alone()
        self.act, self.doer, self.rolled = Act.NONE, NOBODY, NOTHING

    def tell_round(self) -> None:
        """A round begins, and AP come in."""
        text, rows = self.clause(self.take())
        gains = []
        while self.peek().kind == Event.GAINS:
            event = self.take()
            now = self.points_after(event.actor)
            gains.append(f"{self.name(event.actor)} gains {event.amount} AP and has {now}")
        if gains:
            text, rows = f"{text}: {'; '.join(gains)}", (*rows, "W44", "W46")
        self.say(text, *rows)

    # --- Actions ----------------------------------------------------------------------------------

    def tell_interrupt(self) -> None:
        """Tell an interrupt and its cost in initiative."""
        event = self.take()
        text, rows = self.clause(event)
        if event.what == Act.WAY:
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
            self.say(f"{text}{self.name(event.actor)} acts", *rows)

    def _tell_going(self, actor: int, before: str, *rows: str) -> None:
        """Tell a move out of turn; with its length, if no other event came between."""
        mount = int(self.battle.fighters[actor].mount)
        if self.peek().kind == Event.MOVES and self.peek().actor in (actor, mount):
            self.tell_move(before, *rows)
        else:
            self.say(f"{before}{self.name(actor)} sets out", *rows)

    def tell_declaration(self, before: str = "", *more_rows: str) -> None:
        """Tell a declaration; if nobody can answer it, with its price and effect."""
        event = self.take()
        if event.what == Act.REBUFF:
            self._tell_way_of(event.target)
        self.act, self.doer = Act(event.what), event.actor
        rows = (*more_rows, *ACT_ROWS[self.act])
        if self.is_next(Event.PAYS, event.actor):
            self._tell_act(event, before, *rows)
        else:
            text, also = declared(self, event)
            self.say(before + text, *rows, *also)

    def tell_payment(self) -> None:
        """Tell that an action declared before takes place now."""
        event = self.peek()
        self.act, self.doer = Act(event.what), event.actor
        self._tell_act(NOTHING, "", *ACT_ROWS[self.act])

    def _tell_act(self, declared: LoggedEvent, before: str, *rows: str) -> None:
        """An action that takes place, with its price, and its effect where that says it all."""
        price, also = self._price()
        if self.peek().kind in RESTATES and self.peek().actor == self.doer:
            text, more = self.clause(self.take())
            also = (*also, *more)
            if self.last.kind == Event.SEIZES and self.is_next(Event.INITIATIVE_MOVES, self.doer):
                moved = self.take()
                instead, more = counted(self, moved)
                text += f", now {moved.amount}{f', but {instead}' if instead else ''}"
                also = (*also, *more)
            text += ", as readied" if is_readied(declared) else ""
        elif declared is NOTHING:
            text = f"{self.owner(self.doer)} {ACT_TITLES[self.act]} takes place"
        else:
            text = performed(self, declared)
        self.say(f"{before}{text} ({price})", *rows, *also)

    def _price(self) -> Line:
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
        """Tell a roll with its outcome."""
        event = self.rolled = self.take()
        act, ahead = self.under_way(event.actor), 0
        while self.peek(ahead).kind in (*ROLLED, Event.INITIATIVE_MOVES):
            ahead += 1
        kinds = {self.peek(one).kind for one in range(ahead + 1)}
        is_attack = bool(kinds & {Event.HITS, Event.MISSES, Event.GRAPPLES})
        clauses, rows = [rolled(self, event, act, is_attack)], ["W18", "RW1"]
        while self.peek().kind in ROLLED:
            clauses.append(self._outcome(rows))
        if not ahead and event.dice:
            rows += ACT_ROWS[act] if act != Act.NONE else ()
            verb = "succeeds" if event.amount >= event.dice else "fails"
            clauses.append(f"{self.name(event.actor)} {verb}")
        self.say(self.joined(event.actor, clauses), *rows)

    def _outcome(self, rows: list[str]) -> str:
        """An outcome of a roll, as a part of its sentence."""
        event = self.take()
        if event.kind == Event.HITS:
            self.level = Level(event.what)
            damage, also = final_damage(self, event)
            by_damage = event.amount >= 0 and self.rolled.amount < self.rolled.dice
            how = " by the damage of the weapon" if by_damage else ""
            if self.is_next(Event.UNHURT, event.target):
                self.take()  # the damage has said so
            rows += (*also, "W28") if by_damage else also
            return f"{self.name(event.actor)} hits {self.name(event.target)}{how} for {damage}"
        text, also = self.clause(event)
        rows += also
        if event.kind == Event.CRITICAL:
            moves = []
            for one in self.take_all(Event.INITIATIVE_MOVES):
                instead, more = counted(self, one)
                moves.append(f"{one.amount} for {self.name(one.actor)}")
                moves[-1] += f" ({instead})" if instead else ""
                rows += [row for row in more if row not in rows]
            text += f", initiative {' and '.join(moves)}" if moves else ""
        return text

    def tell_opening(self) -> None:
        """Tell the worth of an opening; its roll may be critical (W29)."""
        self.rolled = self.take()
        text, rows = self.clause(self.rolled)
        also = list(rows)
        while self.peek().kind == Event.CRITICAL:
            text += f"; {self._outcome(also)}"
        self.say(text, *also)

    def tell_wound(self) -> None:
        """Tell the slot in which a wound lodges."""
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

    def tell_with(self, kind: int, more: str, *more_rows: str) -> None:
        """An event, and in the same sentence that of a kind about the same fighter."""
        event = self.take()
        text, rows = self.clause(event)
        if self.is_next(kind, event.actor):
            self.take()
            text, rows = text + more, (*rows, *more_rows)
        self.say(text, *rows)

    def tell_disarming(self) -> None:
        """An item struck out of a hand falls to the ground."""
        self.tell_with(Event.DROPS, ", and it falls to the ground", "H29")

    def tell_laid_low(self) -> None:
        """Tell that a fighter dies or falls, and lies on the ground."""
        self.tell_with(Event.POSTURE, " and lies on the ground", "RW11")

    def tell_stamina(self) -> None:
        """Stamina lost, with the fatigue that it brings."""
        self.tell_with(Event.FATIGUE if self.peek().what else Event.NONE, "")

    def _tell_way_of(self, mover: int) -> None:
        """Tell the yards of a mover in its turn before a Rebuff ended its way (H9)."""
        for place in range(self.at, len(self.events)):
            event = self.events[place]
            if event.kind == Event.MOVES and (event.actor, event.what) == (mover, Role.TURN):
                self.events.insert(self.at, self.events.pop(place))
                self.tell_move(felled=False)
                return

    def tell_flanked(self) -> None:
        """Tell flanks; the yards that have brought them about come first."""
        ahead = 0
        while self.peek(ahead).kind == Event.FLANKED:
            ahead += 1
        if self.peek(ahead).kind == Event.MOVES:
            self.events.insert(self.at, self.events.pop(self.at + ahead))
            self.tell_move()
        while self.peek().kind == Event.FLANKED:
            self.tell_alone()

    def tell_move(self, before: str = "", *more_rows: str, felled: bool = True) -> None:
        """Tell the length of a move, the nearest enemies and the AP left."""
        event = self.take()
        text, rows = way(self, event, felled)
        rider = int(self.battle.fighters[event.actor].rider)
        left = f"{self.points_after(event.actor)} AP left"
        near = self.near(self._gaps(event.actor), "yard")
        if rider != NOBODY:
            left += f", {self.points_after(rider)} of {self.name(rider)}"
        self.say(f"{before}{text}{near} ({left})", *more_rows, *rows)

    def _gaps(self, actor: int) -> list[tuple[int, int]]:
        """How far each enemy is that has not been laid low."""
        return [
            (int(gap(self.battle, actor, other)) + 1, other)
            for other in range(self.battle.num_fighters)
            if self.battle.side[other] != self.battle.side[actor]
            and is_able(self.battle.fighters[other])
        ]

    def tell_over(self) -> None:
        """How the battle ended."""
        self.take()
        self.say_end(ENDINGS, self.battle.ending, self.battle.winner, "RW31")


TELL: dict[int, Callable[[Report], None]] = {
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
"""Events told together with others; all others by themselves."""
