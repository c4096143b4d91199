"""The log as a fight report: the events since the last decision, in English sentences.

A decision leaves the events of one step in the log: an announcement, a reaction, or the resolution
of both. Each step is told in sentences that continue those before. An announced Feint is told as
the attack that it looks like, until it is revealed (XM1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import DX, DY, direction
from ...core.text.narration import NOTHING, Line, LoggedEvent, Narrator, count
from ..enums import ANSWERS_TO_MOVEMENT, Act, Event, Status
from ..rules.checks import damage_points, is_out
from ..tables import COMBAT_DEFENCE, HALF_COVER, HALF_DAMAGE_PENALTY, OFF_GUARD_DEFENCE
from .events import CLAUSES, NO_EFFECT, REPLACEMENTS, SLOTS
from .names import (
    ACT_ROWS,
    ANSWERABLE,
    CALLED,
    ENDINGS,
    STATUS_NAMES,
    TITLES,
    direction_name,
    phrase_of,
    weapon_name,
)
from .progress import Places, Square

BLOWS = (Event.HIT, Event.CRITICAL)
SECOND = (Event.MISS, *BLOWS, Event.BIND)
"""Events that may be the second outcome in one sentence."""
OUTCOMES = (
    *(Event.MISS, *BLOWS, Event.STOPPED, Event.FAILED, Event.SUCCEEDED),
    *(Event.GRAPPLE, Event.PIN, Event.PARTED, Event.DISARMED),
)
"""Events that are told in one sentence with the check before them."""


def narrate(battle: np.record) -> list[Line]:
    """The events since the last decision as sentences.

    Args:
        battle: a battle whose log is on, right after `deploy` or `advance`.

    Returns:
        Sentences in the order of what happened, each with the rows of RULES.md that it rests on.
        Empty when nothing happened or the log is off.
    """
    return Report(battle).write(TELL)


class Check(NamedTuple):
    """A check as it was rolled."""

    actor: int
    target: int
    act: Act
    total: int
    pool: int


class Report(Places):
    """Walks through the events of one decision and writes the lines.

    Attributes:
        checks: the last check of each fighter in this decision.
        checking: the fighter whose check begins the current sentence, -1 for none.
        struck: hits of the current sentence: victim, damage, number of events told by then.
    """

    clauses = CLAUSES
    slots: ClassVar = (
        Narrator.slots | SLOTS | {"check": lambda self, event: self.check_title(event)}
    )

    def __init__(self, battle: np.record) -> None:
        """Copy the events of the last decision."""
        super().__init__(battle, CALLED)
        self.checks: dict[int, Check] = {}
        self.checking = NOBODY
        self.struck: list[tuple[int, int, int]] = []

    # --- The sequence of play ---------------------------------------------------------------------

    def tell_initiative(self) -> None:
        """The order of turns at the start."""
        rolls = self.take_all(Event.INITIATIVE)
        rerolled = {roll.actor for roll in rolls[self.battle.num_fighters :]}
        order = []
        for fighter in self.battle.order[: self.battle.num_fighters]:
            record = self.battle.fighters[fighter]
            tie = f", then {record.tie_roll}" if int(fighter) in rerolled else ""
            order.append(f"{self.long[fighter]} {record.initiative}{tie}")
        self.say(f"Initiative: {'; '.join(order)}", "M2", "RM4")
        self.say("Round 1", "M1", "M9")

    def tell_turn(self) -> None:
        """The beginning of a turn; a turn without a legal action is one sentence."""
        turn = self.take()
        name = self.name(turn.actor)
        if self.peek().kind == Event.TURN_END:
            self.take()
            text = f"{name} can do nothing with {turn.amount} AP{self.recovered()}"
            self.say(text, "M3", "RM26", *ACT_ROWS[Act.RECOVER_STAMINA])
            return
        status = int(self.battle.fighters[turn.actor].status)
        state = "" if status == Status.ON_GUARD else f", {STATUS_NAMES[Status(status)]}"
        self.say(f"{name} has the turn ({turn.amount} AP{state})", "M2", "RM15")

    def tell_turn_end(self) -> None:
        """The end of a turn and Recover Stamina."""
        end = self.take()
        text = f"{self.name(end.actor)} ends the turn with {end.amount} AP{self.recovered()}"
        self.say(text, "M8", "RM15", *ACT_ROWS[Act.RECOVER_STAMINA])

    def recovered(self) -> str:
        """Recover Stamina, as the end of a sentence."""
        recovers = self.peek().kind == Event.RECOVERY
        return f"; {self.clause(self.take())[0]}" if recovers else ""

    def tell_over(self) -> None:
        """How the battle ended."""
        over = self.take()
        self.say_end(ENDINGS, over.what, over.amount, "RM28")

    # --- Announcements ----------------------------------------------------------------------------

    def tell_declare(self) -> None:
        """A proactive action; a simple one together with its outcome."""
        event = self.take()
        act = Act.MELEE_ATTACK if event.what == Act.FEINT else Act(event.what)
        if act == Act.MOVE:
            self.tell_move(event)
            return
        name = self.name(event.actor)
        text = f"{name} {self.announcement(event, act)} ({event.amount} AP)"
        if event.what in ANSWERABLE and self.peek().kind == Event.CHECK:  # no reaction is possible
            text += f"; {self.name(event.target)} cannot react"
        if self.peek().kind == Event.SUCCEEDED and self.peek().what == act:
            self.take()  # an Aim that nobody disturbs
        self.say(text, "M4", *ACT_ROWS[act])

    def announcement(self, event: LoggedEvent, act: Act) -> str:
        """The action as it is announced; a weapon that is taken is named by the next event."""
        if self.peek().kind == Event.WEAPON:
            verb = "draws" if act == Act.DRAW_WEAPON else "picks up"
            return f"{verb} the {weapon_name(self.take().what)}"
        target = "nobody" if event.target == NOBODY else self.name(event.target)
        return phrase_of(self.battle, event.actor, act, target)

    def tell_replace(self) -> None:
        """A counter-tempo action."""
        event = self.take()
        text = self.fill(REPLACEMENTS[Act(event.what)], event)
        more = f" ({event.amount} AP more)" if event.amount else ""
        self.say(text + more, "M6", *ACT_ROWS[Act(event.what)])

    # --- Checks and their outcomes ----------------------------------------------------------------

    def tell_check(self) -> None:
        """One check, or the check of an action and that of the reaction, with the outcome."""
        is_first = self.at == 0
        event = self.take()
        first, second = self.remember(event), None
        if self.is_answer(self.peek(), event):
            second = self.remember(self.take())
        elif is_first and event.what in ANSWERABLE:
            self.say(f"{self.name(event.target)} does not react", "M5")
        text, self.checking = self.numbers(first, second), first.actor
        rows = ["M7", "RM1", "RM2", *ACT_ROWS[first.act]]
        if self.peek().kind == Event.DEFENCE:
            text += self.net(first, second)
            text += f" against {self.defence(self.take(), rows)}"
        if self.peek().kind in OUTCOMES:
            text += f": {self.outcome(rows)}"
            if second and self.peek().kind == Event.DEFENCE:
                text += f"; {self.peek().target} against {self.defence(self.take(), rows)}, so"
                text += f" {self.outcome(rows)}"
            elif second and self.peek().kind in SECOND:
                text += f"; {self.outcome(rows)}"
        self.say(text, *rows)
        self.checking = NOBODY
        self.tell_consequences()

    def net(self, first: Check, second: Check | None) -> str:
        """The net result of the blow at hand, unless the sentence ends with it: ` gives 3`."""
        net = self.peek().target
        if second and self.is_unopposed(first.act, second.act):
            return f"; {net}"
        return "" if net == first.total else f" gives {net}"

    def remember(self, event: LoggedEvent) -> Check:
        """The check of an event, kept for the outcomes that follow."""
        check = Check(event.actor, event.target, Act(event.what), event.amount, event.dice)
        self.checks[event.actor] = check
        return check

    def is_answer(self, event: LoggedEvent, action: LoggedEvent) -> bool:
        """Whether a check is the reaction to the check before it."""
        return (
            event.kind == Event.CHECK
            and action.what in (*ANSWERABLE, *REPLACEMENTS)
            and (event.actor, event.target) == (action.target, action.actor)
        )

    def numbers(self, first: Check, second: Check | None) -> str:
        """Both results: `Red's Press 6 + 4 = 10 against Blue's Double 5 + 9 = 14`."""
        text = self.sum_of(first)
        if second and self.is_unopposed(first.act, second.act):
            return f"{text} and {self.sum_of(second)} do not oppose each other"
        if second:
            return f"{text} against {self.sum_of(second)}"
        is_opposed = first.act in ANSWERS_TO_MOVEMENT and self.battle.result
        is_opposed = is_opposed and not self.is_unopposed(Act.COMBAT_MOVE, first.act)
        return f"{text} against the Combat Move's {self.battle.result}" if is_opposed else text

    def is_unopposed(self, act: Act, answer: Act) -> bool:
        """Whether the switch frees an action and a Counter-Attack on it from each other (RM30)."""
        is_free = bool(self.battle.counter_attack_unopposed) and act != Act.CT_PARRY
        return is_free and answer in (Act.COUNTER_ATTACK, Act.UNARMED_COUNTER_ATTACK)

    def sum_of(self, check: Check) -> str:
        """The arithmetic of one check."""
        rating = check.total - check.pool
        title = f"{self.owner(check.actor)} {TITLES[check.act]}"
        return f"{title} {rating} + {check.pool} = {check.total}"

    def defence(self, event: LoggedEvent, rows: list[str]) -> str:
        """The number that a blow has to reach, and its parts; rows are added (RM6, RM24)."""
        rows += ["RM6", "RM24"]
        blow, off_guard, parts = self.peek(), 0, list[str]()
        is_known = blow.kind in (Event.MISS, *BLOWS) and blow.target != NOBODY
        if is_known and self.battle.fighters[blow.target].status == Status.OFF_GUARD:
            off_guard = OFF_GUARD_DEFENCE
            parts.append(f"Off Guard {off_guard}")
        in_range = event.amount - COMBAT_DEFENCE - off_guard - event.what
        if in_range > 0:
            parts.append(f"range +{in_range}")
        if event.what:
            is_half = event.what == HALF_COVER
            parts.append(f"{'half' if is_half else 'three-quarter'} cover +{event.what}")
        number = f"Combat Defence {event.amount}"
        whence = f" ({', '.join(parts)})" if parts else ""
        return f"{number}{whence}, Armoured {event.dice}"

    def tell_defence(self) -> None:
        """A blow whose check is told already, because its striker fell in between (RM39)."""
        event, rows = self.take(), list[str]()
        blow = f"{self.owner(event.actor)} blow is {event.target}"
        text = f"{blow} against {self.defence(event, rows)}"
        if self.peek().kind in (Event.MISS, *BLOWS):
            text += f": {self.outcome(rows)}"
        self.say(text, *rows)
        self.tell_consequences()

    def check_title(self, event: LoggedEvent) -> str:
        """The name of the actor's last check: `it` if the sentence begins with it (RM39)."""
        striker = event.actor
        title = TITLES[self.checks[striker].act] if striker in self.checks else "attack"
        fell = any(e.kind == Event.DOWN and e.actor == striker for e in self.events[: self.at])
        if fell:
            return f"the {title} already under way"
        return "it" if striker == self.checking else f"the {title}"

    def outcome(self, rows: list[str]) -> str:
        """The next event as an outcome; its rows are added to those given."""
        text, more = self.clause(self.take())
        rows += more
        return text

    def clause(self, event: LoggedEvent) -> Line:
        """An event as a clause; hits are remembered, and a parried Feint is revealed."""
        if event.kind in BLOWS:
            self.struck.append((event.target, event.amount, self.at))
        beaten = self.checks.get(event.target)
        if event.kind == Event.STOPPED and beaten and beaten.act == Act.FEINT:
            return NO_EFFECT, ("M23", "RM31")
        return self.parted(event) if event.kind == Event.PARTED else super().clause(event)

    def parted(self, event: LoggedEvent) -> Line:
        """Why a bind or grapple is over."""
        actor, other = event.actor, event.target
        before = self.events[self.at - 2].kind if self.at > 1 else Event.NONE
        act = self.checks[actor].act if actor in self.checks else Act.NOTHING
        if before == Event.DOWN:
            return f"{self.name(other)} is On Guard again", ("RM20",)
        if act == Act.ESCAPE:
            return f"{self.name(actor)} breaks free, and both are On Guard", ("M22", "RM11")
        if act == Act.WITHDRAW and before not in BLOWS:
            return f"{self.name(actor)} gets out of the bind, and both are On Guard", (
                "M31",
                "RM11",
            )
        return "the bind is over, and both are On Guard", ("RM11", "RM20")

    def tell_outcome(self) -> None:
        """An outcome without a check before it."""
        event = self.take()
        is_told = self.ends_move(event, event.actor) and (
            event.kind == Event.SUCCEEDED or is_out(self.battle.fighters[event.actor])
        )
        if not is_told:
            text, rows = self.clause(event)
            self.say(text, *rows)
            self.tell_consequences()

    def tell_consequences(self) -> None:
        """The fighters that the hits of the last sentence brought to half health (RM10)."""
        for victim, damage, told in self.struck:
            fighter = self.battle.fighters[victim]
            hits = [e.amount for e in self.events[told:] if e.kind in BLOWS and e.target == victim]
            after, whole = int(fighter.damage) - sum(hits), int(damage_points(fighter))
            if 2 * (after - damage) < whole <= 2 * after and after < whole:
                text = f"at half health, {HALF_DAMAGE_PENALTY} on every check"
                self.say(f"{self.name(victim)} is {text}", "RM10")
        self.struck.clear()

    # --- Moves ------------------------------------------------------------------------------------

    def tell_move(self, declared: LoggedEvent) -> None:
        """A Move: as done, or, while opponents answer it, as a plan."""
        battle, actor = self.battle, declared.actor
        last = int(battle.path_length) - 1
        if self.peek().kind == Event.MOVED:
            verb, (start, end, squares) = "moves", self.take_run()
            self.take_end_of_move(actor)
        else:
            start = (int(battle.fighters[actor].x), int(battle.fighters[actor].y))
            end = (int(battle.path_x[last]), int(battle.path_y[last]))
            verb, squares = "sets out to move", last + 1
        text = f"{self.name(actor)} {verb} {stretch(start, end, squares)}{self.near_to(actor, end)}"
        self.say(f"{text} ({declared.amount} AP)", "M4", *ACT_ROWS[Act.MOVE])

    def tell_moved(self) -> None:
        """The squares walked of an announced Move, or a step of a Combat Move or Retreat."""
        actor = self.peek().actor
        is_walk = any(self.ends_move(event, actor) for event in self.events[self.at :])
        start, end, squares = self.take_run()
        ended = self.take_end_of_move(actor)
        if not is_walk:
            self.tell_step(actor, start, end)
            return
        text = f"{self.name(actor)} moves {stretch(start, end, squares)}"
        if ended == Event.FAILED:
            text += " and gets no farther"
        near = "" if ended == Event.NONE else self.near_to(actor, end)
        self.say(text + near, *ACT_ROWS[Act.MOVE], "M19")

    def ends_move(self, event: LoggedEvent, actor: int) -> bool:
        """Whether an event is the outcome of a fighter's Move."""
        is_end = event.kind in (Event.SUCCEEDED, Event.FAILED)
        return is_end and event.what == Act.MOVE and event.actor == actor

    def take_end_of_move(self, actor: int) -> int:
        """The outcome of the Move, if it is the next event."""
        return self.take().kind if self.ends_move(self.peek(), actor) else NOTHING.kind

    def tell_step(self, actor: int, start: Square, end: Square) -> None:
        """A step chosen after a Combat Move or Retreat succeeded."""
        name, side = self.name(actor), int(direction(*start, *end))
        text = f"steps {direction_name(side)}"
        first = (start[0] + int(DX[side]), start[1] + int(DY[side]))
        for other in range(int(self.battle.num_fighters)):
            if other != actor and self.where(other) == first and self.stands(other):
                text = f"slips past {self.name(other)}"  # two squares (RM12, RM32)
        near = self.near_to(actor, end, int(self.battle.step_foe))
        self.say(f"{name} {text}{near}", "RM34", "RM12")


def stretch(start: Square, end: Square, squares: int) -> str:
    """Number of squares and direction: `3 squares north-east`."""
    side = int(direction(*start, *end))
    return f"{count(squares, 'square')} {direction_name(side) if side >= 0 else 'about'}"


TELL: dict[int, Callable[[Report], None]] = {
    Event.INITIATIVE: Report.tell_initiative,
    Event.TURN: Report.tell_turn,
    Event.TURN_END: Report.tell_turn_end,
    Event.OVER: Report.tell_over,
    Event.DECLARE: Report.tell_declare,
    Event.REPLACE: Report.tell_replace,
    Event.CHECK: Report.tell_check,
    Event.DEFENCE: Report.tell_defence,
    Event.MOVED: Report.tell_moved,
    **dict.fromkeys((*OUTCOMES, Event.BIND, Event.WEAPON, Event.DOWN), Report.tell_outcome),
}
"""The method that tells each kind of event; all other kinds are told by their clause."""
