"""The log as a fight report: what has happened since the last decision, in English sentences.

A decision leaves the events of one step in the log: an announcement, a reaction, or what the dice
made of both. So each step is told in sentences that follow on from those before. An announced
Feint is told as the attack that it looks like, until it shows (XM1). Wording varies with the
number of the decision, never by chance.
"""

from __future__ import annotations

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import DX, DY, direction
from ...core.text.narration import Line, LoggedEvent, Narrator
from ..enums import (
    Act,
    Event,
    Status,
)
from ..rules.checks import is_out
from .names import (
    ACT_ROWS,
    ANSWERABLE,
    ENDINGS,
    REACTIONS,
    REPLACEMENTS,
    STATUS_NAMES,
    Square,
    deed,
    direction_name,
    fighter_names,
    gone,
    nearest_enemy,
    nearness,
    short_names,
    way,
    weapon_name,
)
from .result_events import Check, clause, follow_up, numbers


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
        checks: the last check of each fighter in this decision.
        struck: hits of the sentence at hand: who, for how much, events told by then.
    """

    def __init__(self, battle: np.record) -> None:
        """Copy the events of the last decision."""
        super().__init__(battle, fighter_names(battle), short_names(battle))
        self.checks: dict[int, Check] = {}
        self.struck: list[tuple[int, int, int]] = []

    # --- Walking ----------------------------------------------------------------------------------

    def write(self) -> list[Line]:
        """Tell every event once."""
        while self.at < len(self.events):
            TELL.get(Event(self.peek().kind), Report.tell_outcome)(self)
        return self.lines

    def name(self, fighter: int) -> str:
        """What a fighter is called."""
        return "nobody" if fighter == NOBODY else super().name(fighter)

    def vary(self, actor: int, *texts: str) -> str:
        """One of several wordings, the same each time the battle is told."""
        pairs = int(self.battle.decisions) // 2  # an exchange takes two decisions as a rule
        return texts[(pairs + actor + int(self.battle.round_number)) % len(texts)]

    # --- The sequence of play ---------------------------------------------------------------------

    def tell_initiative(self) -> None:
        """The order of turns at the start."""
        rolls = [self.take()]
        while self.peek().kind == Event.INITIATIVE:
            rolls.append(self.take())
        rerolled = {roll.actor for roll in rolls[self.battle.num_fighters :]}
        names, order = fighter_names(self.battle), []
        for fighter in self.battle.order[: self.battle.num_fighters]:
            record = self.battle.fighters[fighter]
            tie = f", then {record.tie_roll}" if int(fighter) in rerolled else ""
            order.append(f"{names[fighter]} {record.initiative}{tie}")
        self.say(f"Initiative: {'; '.join(order)}", "M2", "RM4")
        self.say("Round 1", "M1", "M9")

    def tell_round(self) -> None:
        """A heading."""
        self.say(f"Round {self.take().amount + 1}", "M9")

    def tell_turn(self) -> None:
        """Whose turn it is; one who can do nothing is told in one sentence."""
        turn = self.take()
        if self.peek().kind == Event.TURN_END:
            self.take()
            text = f"{self.name(turn.actor)} can do nothing with {turn.amount} AP"
            self.say(
                text + self.recovered(turn.amount), "M3", "RM26", *ACT_ROWS[Act.RECOVER_STAMINA]
            )
            return
        status = int(self.battle.fighters[turn.actor].status)
        state = "" if status == Status.ON_GUARD else f", {STATUS_NAMES[Status(status)]}"
        verb = self.vary(turn.actor, "has the turn", "is next")
        self.say(f"{self.name(turn.actor)} {verb} ({turn.amount} AP{state})", "M2", "RM15")

    def tell_turn_end(self) -> None:
        """The end of a turn and Recover Stamina."""
        end = self.take()
        kept = f"ends the turn with {end.amount} AP" if end.amount else "has spent all AP"
        text = f"{self.name(end.actor)} {kept}{self.recovered(end.amount)}"
        self.say(text, "M8", "RM15", *ACT_ROWS[Act.RECOVER_STAMINA])

    def tell_recovery(self) -> None:
        """Recover Stamina alone."""
        name = self.name(self.peek().actor)
        self.say(f"{name} rests{self.recovered(0)}", *ACT_ROWS[Act.RECOVER_STAMINA])

    def recovered(self, kept: int) -> str:
        """What Recover Stamina gave, as the end of a sentence."""
        if self.peek().kind != Event.RECOVERY:
            return ""
        recovery = self.take()
        if recovery.dice and recovery.amount == kept:
            return ", all of them"
        if recovery.dice == 0:
            return " and recovers nothing"
        return f" and recovers to {recovery.amount}"

    def tell_over(self) -> None:
        """How the battle ended."""
        over = self.take()
        self.say_end(ENDINGS, over.what, over.amount, "RM28")

    # --- Announcements ----------------------------------------------------------------------------

    def tell_declare(self) -> None:
        """A proactive action; where it is simple, together with what came of it."""
        event = self.take()
        act = Act.MELEE_ATTACK if event.what == Act.FEINT else Act(event.what)
        if act == Act.MOVE:
            self.tell_move(event.actor, f" ({event.amount} AP)")
            return
        text = f"{self.long[event.actor]} {self.announcement(event, act)} ({event.amount} AP)"
        if self.cannot_answer(event):
            text += f"; {self.name(event.target)} cannot answer"
        if self.peek().kind == Event.SUCCEEDED and self.peek().what == act:
            self.take()  # an Aim that nobody disturbs
        self.say(text, "M4", *ACT_ROWS[act])

    def announcement(self, event: LoggedEvent, act: Act) -> str:
        """The deed announced; a weapon taken is named by the event that tells of it."""
        if self.peek().kind == Event.WEAPON:
            verb = "draws" if act == Act.DRAW_WEAPON else "picks up"
            return f"{verb} the {weapon_name(self.take().what)}"
        target = NOBODY if event.target == NOBODY else event.target
        called = "nobody" if target == NOBODY else self.long[target]
        text = deed(self.battle, event.actor, act, called)
        if act == Act.MELEE_ATTACK:
            text = self.vary(event.actor, text, text.replace("attacks", "strikes at", 1))
        return text

    def cannot_answer(self, event: LoggedEvent) -> bool:
        """Whether the dice fall at once, because the target has no reaction."""
        return event.what in ANSWERABLE and self.peek().kind == Event.CHECK

    def tell_react(self) -> None:
        """A reaction."""
        event = self.take()
        act = Act(event.what)
        text = f"{self.name(event.actor)} {REACTIONS[act]} ({event.amount} AP)"
        self.say(text, "M5", *ACT_ROWS[act])

    def tell_replace(self) -> None:
        """A counter-tempo action."""
        event = self.take()
        text = REPLACEMENTS[Act(event.what)].format(actor=self.name(event.actor))
        more = f" ({event.amount} AP more)" if event.amount else ""
        self.say(text + more, "M6", *ACT_ROWS[Act(event.what)])

    # --- Checks and what comes of them ------------------------------------------------------------

    def tell_check(self) -> None:
        """One check, or the check of an action and that of the reaction, with the outcome."""
        is_first = self.at == 0
        event = self.take()
        first = self.remember(event)
        second = None
        if self.is_answer(self.peek(), event):
            second = self.remember(self.take())
        elif is_first and event.what in ANSWERABLE:
            self.say(f"{self.name(event.target)} does not react", "M5")
        text = numbers(self.battle, first, second)
        rows = ["M7", "RM1", "RM2"]
        if self.peek().kind in OUTCOMES:
            outcome, more = clause(self, self.take())
            text, rows = f"{text}: {outcome}", [*rows, *more]
            if second and self.peek().kind in (Event.MISS, Event.HIT, Event.CRITICAL, Event.BIND):
                also, more = clause(self, self.take())
                text, rows = f"{text}; {also}", [*rows, *more]
        self.say(text, *rows)
        self.tell_consequences()

    def remember(self, event: LoggedEvent) -> Check:
        """A check as it is told, kept for the outcomes that follow."""
        check = Check(event.actor, event.target, Act(event.what), event.amount, event.dice)
        self.checks[event.actor] = check
        return check

    def is_answer(self, event: LoggedEvent, action: LoggedEvent) -> bool:
        """Whether a check is the reaction to the check before it."""
        return (
            event.kind == Event.CHECK
            and action.what in (*ANSWERABLE, *REPLACEMENTS)
            and event.actor == action.target
            and event.target == action.actor
        )

    def tell_outcome(self) -> None:
        """An outcome that stands alone."""
        event = self.take()
        is_told = self.ends_move(event, event.actor) and (
            event.kind == Event.SUCCEEDED or is_out(self.battle.fighters[event.actor])
        )
        if not is_told:
            text, rows = clause(self, event)
            self.say(text, *rows)
            self.tell_consequences()

    def tell_consequences(self) -> None:
        """What the hits told in the last sentence did to those hit."""
        for text, rows in follow_up(self):
            self.say(text, *rows)

    # --- Moves ------------------------------------------------------------------------------------

    def tell_move(self, actor: int, price: str) -> None:
        """A Move: what was done, or, while it is answered, what is meant."""
        battle, last = self.battle, int(self.battle.path_length) - 1
        if self.peek().kind == Event.MOVED:
            start, end, squares = self.take_way()
            self.take_end_of_move(actor)
            text = way(battle, actor, start, end, squares)
        else:
            start = (int(battle.fighters[actor].x), int(battle.fighters[actor].y))
            end = (int(battle.path_x[last]), int(battle.path_y[last]))
            text = way(battle, actor, start, end, last + 1)
        self.say(f"{self.long[actor]} {text}{price}", "M4", *ACT_ROWS[Act.MOVE])

    def tell_moved(self) -> None:
        """What is gone of an announced Move, or a step of a Combat Move or Retreat."""
        actor = self.peek().actor
        is_walk = any(self.ends_move(event, actor) for event in self.events[self.at :])
        start, end, squares = self.take_way()
        ended = self.take_end_of_move(actor)
        if not is_walk:
            self.tell_step(actor, start, end)
        elif ended == Event.NONE:
            self.say(f"{self.name(actor)} goes {gone(start, end, squares)}", *ACT_ROWS[Act.MOVE])
        else:
            verb = "arrives" if ended == Event.SUCCEEDED else "gets no farther than"
            near = nearness(self.battle, end, nearest_enemy(self.battle, actor, *end))
            self.say(f"{self.name(actor)} {verb} {near}", *ACT_ROWS[Act.MOVE], "M19")

    def ends_move(self, event: LoggedEvent, actor: int) -> bool:
        """Whether an event is the outcome of a fighter's Move."""
        is_end = event.kind in (Event.SUCCEEDED, Event.FAILED)
        return is_end and event.what == Act.MOVE and event.actor == actor

    def take_end_of_move(self, actor: int) -> int:
        """The outcome of the Move, if it is the next event."""
        return self.take().kind if self.ends_move(self.peek(), actor) else Event.NONE

    def take_way(self) -> tuple[Square, Square, int]:
        """A run of squares: where it began, where it ended, how many."""
        run = [self.take()]
        while self.peek().kind == Event.MOVED and self.peek().actor == run[0].actor:
            run.append(self.take())
        first, last = run[0], run[-1]
        start = (first.amount - int(DX[first.what]), first.dice - int(DY[first.what]))
        return start, (last.amount, last.dice), len(run)

    def tell_step(self, actor: int, start: Square, end: Square) -> None:
        """A step chosen after a Combat Move or Retreat succeeded."""
        foe = int(self.battle.step_foe)
        foe = nearest_enemy(self.battle, actor, *end) if foe == NOBODY else foe
        text = f"steps {direction_name(int(direction(*start, *end)))}"
        for other, fighter in enumerate(self.battle.fighters[: self.battle.num_fighters]):
            if (int(fighter.x), int(fighter.y)) == start and not is_out(fighter):
                text = f"slips past {self.name(other)}"  # a step of two squares (RM12)
        self.say(f"{self.name(actor)} {text}, {nearness(self.battle, end, foe)}", "RM34", "RM12")


OUTCOMES = (
    Event.MISS,
    Event.HIT,
    Event.CRITICAL,
    Event.STOPPED,
    Event.FAILED,
    Event.SUCCEEDED,
    Event.GRAPPLE,
    Event.PIN,
    Event.PARTED,
    Event.DISARMED,
)
TELL = {
    Event.INITIATIVE: Report.tell_initiative,
    Event.ROUND: Report.tell_round,
    Event.TURN: Report.tell_turn,
    Event.TURN_END: Report.tell_turn_end,
    Event.RECOVERY: Report.tell_recovery,
    Event.OVER: Report.tell_over,
    Event.DECLARE: Report.tell_declare,
    Event.REACT: Report.tell_react,
    Event.REPLACE: Report.tell_replace,
    Event.CHECK: Report.tell_check,
    Event.MOVED: Report.tell_moved,
}
"""How each kind of event is told; all others are outcomes (`outcomes.clause`)."""
