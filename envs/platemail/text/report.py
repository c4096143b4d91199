"""The log as a fight report: what has happened since the last decision, in English sentences.

A whole round is carried out in one decision, phase by phase, and everything in a phase happens at
once. So each phase is told in the order of its steps (RP9): who does something without a roll, who
goes where, what comes of that, the blows, and what takes hold after them. Where somebody was hit
just once, the Wound is told with the blow. The report is the Arbiter's: it knows everything.
Wording varies with the round and the fighter, never by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.text.narration import NOTHING, Line, LoggedEvent, Narrator
from ..enums import (
    Act,
    Condition,
    Ending,
    Event,
    Save,
)
from ..rules.guards import SPELL_WEAPON
from .names import fighter_names, short_names
from .order_events import act_rows, doers, loss, manner, stance, way
from .phrases import CONDITIONS, PHASE_NAMES, Rows, count, feet, listed
from .result_events import blow, poison, saving
from .state_events import AFTERMATH, tell_alone

LIMITED = (Ending.ROUND_LIMIT, Ending.QUIET)
"""Endings of a whole round, which is counted before the battle is over."""
REGULAR = ("defends", "guards", "skulks")
"""Verbs of stances that several can share."""


def narrate(battle: np.record) -> list[Line]:
    """The events since the last decision as sentences.

    Args:
        battle: a battle whose log is on, right after `deploy` or `advance`.

    Returns:
        Sentences in the order of what happened, each with the rows of RULES.md that it rests on.
        Empty when nothing happened or the log is off: all but the last order of a round.
    """
    return Report(battle).write()


class Report(Narrator):
    """Walks through the events of one decision and writes the lines.

    Attributes:
        told: events told before their turn.
        end: where the phase at hand ends in the log; `in_phase` once there was one.
        acts: the order that each fighter carries out in it; `moved` where each has gone.
        doers: those of whose orders other events of the phase tell; `lifters` who picks up whom.
        hits: how often each is hit in it; `clashes` the pairs that clash.
        attackers: those of whose attacks has been told; `foiled` those who lost one of several.
        pending: conditions that were asked, until the action that hangs on them is told.
    """

    def __init__(self, battle: np.record) -> None:
        """Copy the events of the last decision."""
        super().__init__(battle, fighter_names(battle), short_names(battle))
        self.blows = 0
        self.told: set[int] = set()
        self.pending: dict[int, LoggedEvent] = {}
        self.more_rows: Rows = ()
        self.in_phase = False
        self.survey()

    # --- Walking ----------------------------------------------------------------------------------

    def write(self) -> list[Line]:
        """Tell every event once."""
        self.tell_orders()
        while self.peek() is not NOTHING:
            TELL.get(Event(self.peek().kind), tell_alone)(self)
        return self.lines

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

    def take_all(self, kind: int) -> list[LoggedEvent]:
        """The next events as long as they are of a kind."""
        run = [self.take()]
        while self.peek().kind == kind:
            run.append(self.take())
        return run

    def drop(self) -> None:
        """Pass over an event of which others tell."""
        self.take()

    def say(self, text: str, *rows: str) -> None:
        """Write a sentence."""
        super().say(text, *self.more_rows, *rows)
        self.more_rows = ()

    # --- Names and wording ------------------------------------------------------------------------

    def subject(self, fighter: int) -> str:
        """The name before what was ordered, once with the condition that was real (P8, RP16)."""
        event = self.pending.pop(fighter, None)
        if event is None:
            return self.full(fighter)
        self.more_rows = ("P8", "RP16")
        text = CONDITIONS[Condition(event.what)][1 if event.amount else 0]
        if event.what == Condition.WOUNDED and event.target == 1:
            text = "who is wounded" if event.amount else "who is not wounded"
        text = text.format(
            enemy=self.name(event.target),
            wounds=count(event.target, "Wound"),
            feet=feet(event.target),
        )
        return f"{self.full(fighter)}, {text},"

    def vary(self, actor: int, *texts: str) -> str:
        """One of several wordings, the same each time the battle is told."""
        self.blows += 1
        return texts[(int(self.battle.round_number) + actor + self.blows) % len(texts)]

    # --- A phase ----------------------------------------------------------------------------------

    def survey(self) -> None:
        """Look through the phase that begins here: who does what, who is hit how often."""
        rest = range(self.at, len(self.events))
        ends = (place for place in rest if self.events[place].kind == Event.PHASE)
        self.end = next(ends, len(self.events))
        phase = self.events[self.at : self.end]
        self.acts = {event.actor: event for event in phase if event.kind == Event.ACTION}
        self.moved = {event.actor: event for event in phase if event.kind == Event.MOVED}
        self.lifters = {e.actor: e.target for e in phase if e.kind == Event.PICKED_UP}
        self.hits = Counter(
            event.target for event in phase if event.kind in (Event.HIT, Event.CRITICAL)
        )
        self.clashes = {
            frozenset((event.actor, event.target)) for event in phase if event.kind == Event.CLASH
        }
        self.doers = doers(phase)
        self.attackers: set[int] = set()
        self.foiled: set[int] = set()

    def rest(self) -> list[LoggedEvent]:
        """What is left of the phase."""
        return [self.events[p] for p in range(self.at, self.end) if p not in self.told]

    def has_lost(self, actor: int) -> bool:
        """Whether the log says that somebody's order came to nothing."""
        return any(event.kind == Event.LOST and event.actor == actor for event in self.rest())

    def are_enemies(self, one: int, other: int) -> bool:
        """Whether two fighters are of different sides."""
        return bool(self.battle.side[one] != self.battle.side[other])

    def is_lifted(self, fighter: int) -> bool:
        """Whether somebody is picked up in the phase."""
        return fighter in self.lifters.values()

    def is_carried(self, fighter: int) -> bool:
        """Whether somebody was carried in this round, as far as the log and the battle tell."""
        if not 0 <= fighter < int(self.battle.num_fighters):
            return False
        if int(self.battle.fighters[fighter].carried_by) != NOBODY:
            return True
        kinds = (Event.PICKED_UP, Event.SET_DOWN)
        return any(event.kind in kinds and event.target == fighter for event in self.events)

    def tell_round(self) -> None:
        """A heading for the orders to come."""
        self.say(f"Round {self.take().amount}: all write their orders", "P3", "P5", "TP2")

    def tell_phase(self) -> None:
        """A heading, then what is done without a roll, and who goes where."""
        self.in_phase = True
        phase = self.take().amount
        name = PHASE_NAMES.get(phase, f"{phase}th")
        self.say(f"Round {self.round()}, {name} action", "P4", "TP3")
        self.survey()
        self.tell_orders()

    def round(self) -> int:
        """The number of the round that is carried out, from 1."""
        number = int(self.battle.round_number)
        has_next = any(event.kind == Event.ROUND for event in self.events)
        is_counted = has_next or (self.battle.over and self.battle.ending in LIMITED)
        return number if is_counted else number + 1

    def tell_orders(self) -> None:
        """Stances, then ways; those who do the same in place share a sentence."""
        replaced = (Act.NOTHING, Act.DAZED, Act.TERROR, Act.CARRIED)
        for event in self.acts.values():
            if event.amount in replaced:
                self.pending.pop(event.actor, None)
        alike: dict[tuple[str, int], list[int]] = {}
        for event in self.acts.values():
            text = stance(self, event)
            verb = text.partition(" ")[0]
            if verb in REGULAR and event.actor not in self.pending:
                alike.setdefault((text, event.amount), []).append(event.actor)
            elif text:
                self.say(f"{self.subject(event.actor)} {text}", *act_rows(event.amount))
        for (text, act), actors in alike.items():
            verb, space, rest = text.partition(" ")
            several = f"{verb.removesuffix('s')}{space}{rest}"
            names = listed([self.full(actor) for actor in actors])
            self.say(f"{names} {text if len(actors) == 1 else several}", *act_rows(act))
        for event in self.moved.values():
            text, rows = way(self, event)
            self.say(f"{self.subject(event.actor)} {text}", *rows)

    def note_condition(self) -> None:
        """Keep a condition for the action that hangs on it."""
        event = self.take()
        if event.what != Condition.ALWAYS:
            self.pending[event.actor] = event

    # --- Movement ---------------------------------------------------------------------------------

    def tell_crash(self) -> None:
        """Two allies who run into each other, with both saving throws (P83 to P85)."""
        parts: list[str] = []
        names: list[str] = []
        rows = ("P16", "P83", "P84", "RP35")
        first = frozenset((self.peek().actor, self.next_crash().target))
        while self.peek().kind in (Event.SAVE, Event.CRASH) and len(parts) < 2:
            if self.peek().kind == Event.SAVE and self.peek().what != Save.CRASH:
                break
            crash = self.next_crash()
            if frozenset((crash.actor, crash.target)) != first:
                break
            save = self.take() if self.peek().kind == Event.SAVE else None
            self.take()
            names.append(self.full(crash.actor))
            if save:
                parts.append(saving(self, save)[0])
            else:
                verb = "keeps going" if crash.what else "is stopped short"
                parts.append(f"{self.name(crash.actor)} {verb}")
        if len(names) < 2:
            names.append(self.full(crash.target))
        self.say(f"{listed(names)} run into each other: {'; '.join(parts)}", *rows)

    def next_crash(self) -> LoggedEvent:
        """The Crash at hand, behind its saving throw."""
        crashes = (event for event in self.rest() if event.kind == Event.CRASH)
        return next(crashes, NOTHING)

    def tell_clash(self) -> None:
        """Opponents whose ways meet."""
        event = self.take()
        names = f"{self.full(event.actor)} and {self.full(event.target)}"
        self.say(f"{names} run into each other and clash, both stopped", "P17", "P86", "RP34")

    def tell_opportunity(self) -> None:
        """An attack of opportunity, with its outcome."""
        event = self.take()
        actor, target = self.full(event.actor), self.full(event.target)
        rows: Rows = ("P24", "P26", "P27", "RP18")
        text = f"as {target} breaks away, {actor} strikes"
        if frozenset((event.actor, event.target)) in self.clashes:
            text, rows = f"in the clash {actor} strikes at {target}", ("P87", "RP34")
        if self.peek().kind == Event.ATTACK and self.peek().actor == event.actor:
            clauses, more = self.strikes(event.actor, once=True)
            text, rows = f"{text}: {clauses}", (*rows, *more)
        self.say(text, *rows)

    # --- Blows ------------------------------------------------------------------------------------

    def tell_attack(self) -> None:
        """All attacks of somebody's action that come one after the other."""
        actor, arm = self.peek().actor, self.peek().what
        act = self.acts[actor].amount if actor in self.acts else Act.NOTHING
        act = Act.RELEASE_SPELL if arm >= SPELL_WEAPON else act
        text = manner(self, actor, arm)
        if actor in self.attackers:
            text = "attacks again"
        self.attackers.add(actor)
        who = self.subject(actor)
        clauses, rows = self.strikes(actor)
        if actor in self.foiled:
            self.foiled.discard(actor)
            clauses += "; for another attack there is nobody within reach"
            rows = (*rows, "RP31")
        own = () if act == Act.NOTHING else act_rows(act)
        self.say(f"{who} {text}: {clauses}", *own, *rows)

    def tell_lost(self) -> None:
        """An order, or an attack of it, that could not be carried out (RP31)."""
        event = self.take()
        while self.peek()[:4] == event[:4]:
            self.take()
        is_blow = any(e.kind == Event.ATTACK and e.actor == event.actor for e in self.rest())
        if is_blow and event.what != Act.RELEASE_SPELL:
            self.foiled.add(event.actor)
            return
        if event.what == Act.CHARGE and event.actor in self.moved:
            return
        text = loss(self, event.actor, event.what, event.target)
        self.say(f"{self.subject(event.actor)} {text}", *act_rows(event.what), "RP31")

    def strikes(self, actor: int, once: bool = False) -> tuple[str, Rows]:
        """Attacks of one fighter with their outcomes, as clauses."""
        clauses: list[str] = []
        rows: Rows = ()
        before = None
        while self.peek().kind == Event.ATTACK and self.peek().actor == actor:
            attack = self.peek()
            text, more = blow(self, before, is_named=once)
            clauses.append(text)
            rows = (*rows, *more)
            while self.peek().kind == Event.SAVE and self.peek().what == Save.POISON:
                text, more = poison(self)
                clauses.append(text)
                rows = (*rows, *more)
            before = attack
            if once:
                break
        return "; ".join(clauses), rows


TELL: dict[int, Callable[[Report], None]] = {
    Event.NONE: Report.drop,
    Event.ROUND: Report.tell_round,
    Event.PHASE: Report.tell_phase,
    Event.CONDITION: Report.note_condition,
    Event.ACTION: Report.drop,
    Event.MOVED: Report.drop,
    Event.CRASH: Report.tell_crash,
    Event.CLASH: Report.tell_clash,
    Event.OPPORTUNITY: Report.tell_opportunity,
    Event.ATTACK: Report.tell_attack,
    Event.LOST: Report.tell_lost,
    **AFTERMATH,
}
"""How each kind of event is told; all others stand alone (`aftermath.tell_alone`)."""
