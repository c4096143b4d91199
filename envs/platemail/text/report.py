"""The log as a fight report: the events since the last decision, in English sentences.

Each phase is told in the order of its steps (RP9): actions without a roll, movement and its
consequences, the blows, and effects that begin after them. The Wound of a fighter who was hit only
once is told with the blow. The report is the Arbiter's: it knows everything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.text.narration import NOTHING, Line, LoggedEvent, Narrator, Rows, listed
from ..enums import Act, Condition, Ending, Event, Save, Spell
from ..rules.guards import SPELL_WEAPON
from ..tables import BASE_SAVE
from .events import CLAUSES, SLOTS
from .names import ENDINGS
from .order_events import act_rows, loss, manner, reasons, spell, stance, way
from .phase import Phase
from .phrases import BIND_SAVES, SHARED
from .result_events import TALLY, blow, felt, poison, saving, tally
from .rolls import skill_sum

PHASE_NAMES = {1: "first", 2: "second"}
UNAWARE = ("P56", "RP4", "RP36")
"""The rows of hiding."""
REGULAR = ("Defends", "Guards", "Skulks")
"""Verbs of stances that several can share."""
REPLACED = (Act.NOTHING, Act.DAZED, Act.TERROR, Act.CARRIED)
"""Acts that replace the ordered action."""
EFFECT_SAVES = {Spell.BLAST: Save.BLAST, Spell.FEAR: Save.FEAR, Spell.BIND: Save.BIND}
"""The saving throw of a spell's targets."""


def narrate(battle: np.record) -> list[Line]:
    """The events since the last decision as sentences.

    Args:
        battle: a battle whose log is on, right after `deploy` or `advance`.

    Returns:
        Sentences in the order of what happened, each with the rows of RULES.md that it rests on.
        Empty when nothing happened or the log is off: all but the last order of a round.
    """
    report = Report(battle)
    report.tell_orders()
    return report.write(TELL)


class Report(Phase):
    """Walks through the events of one decision and writes the lines."""

    clauses = CLAUSES
    slots: ClassVar = Narrator.slots | SLOTS

    # --- A phase ----------------------------------------------------------------------------------

    def tell_phase(self) -> None:
        """A heading, then the actions without a roll, and the movement."""
        self.in_phase = True
        phase = self.take().amount
        name = PHASE_NAMES.get(phase, f"{phase}th")
        self.say(f"Round {self.round()}, {name} action", "P4", "TP3")
        self.survey()
        self.tell_orders()

    def tell_orders(self) -> None:
        """Stances, then movement; fighters who take the same stance share a sentence."""
        alike: dict[tuple[str, int], list[int]] = {}
        for event in self.acts.values():
            if event.amount in REPLACED:
                self.pending.pop(event.actor, None)
            text = stance(self, event)
            if text.partition(" ")[0] in REGULAR and event.actor not in self.pending:
                alike.setdefault((text, event.amount), []).append(event.actor)
            elif text:
                self.say(f"{self.subject(event.actor)} {text}", *act_rows(event.amount))
        for (text, act), actors in alike.items():
            verb, space, rest = text.partition(" ")
            several = f"{verb.removesuffix('s')}{space}{rest}"
            names = listed([self.name(actor) for actor in actors])
            self.say(f"{names} {text if len(actors) == 1 else several}", *act_rows(act))
        self.tell_set_down()
        for event in self.moved.values():
            text, rows = way(self, event)
            self.say(f"{self.subject(event.actor)} {text}", *rows)

    def tell_set_down(self) -> None:
        """Carriers who set their ally down before they move."""
        for place in range(self.at, self.end):
            event = self.events[place]
            later = self.events[place : self.end]
            if event.kind == Event.SET_DOWN and self.moved.get(event.actor) in later:
                self.told.add(place)
                text, rows = self.clause(event)
                self.say(text, *rows)

    def note_condition(self) -> None:
        """Keep a condition for the action that depends on it."""
        event = self.take()
        if event.what != Condition.ALWAYS:
            self.pending[event.actor] = event

    def drop(self) -> None:
        """Skip an event that other sentences tell."""
        self.take()

    # --- Movement ---------------------------------------------------------------------------------

    def tell_crash(self) -> None:
        """Two allies who run into each other, with both saving throws (P83 to P85)."""
        parts: list[str] = []
        first = self.next_crash()
        names = listed([self.name(first.actor), self.name(first.target)])
        while self.peek().kind in (Event.SAVE, Event.CRASH) and len(parts) < 2:
            if self.peek().kind == Event.SAVE and self.peek().what != Save.CRASH:
                break
            crash = self.next_crash()
            if {crash.actor, crash.target} != {first.actor, first.target}:
                break
            save = self.take() if self.peek().kind == Event.SAVE else None
            self.take()
            if save:
                parts.append(saving(self, save)[0])
            else:
                verb = "keeps going" if crash.what else "stops early"
                parts.append(f"{self.name(crash.actor)} {verb}")
        self.say(f"{names} Crash: {'; '.join(parts)}", "P16", "P83", "P84", "RP35")

    def next_crash(self) -> LoggedEvent:
        """The Crash at hand, behind its saving throw."""
        crashes = (event for event in self.rest() if event.kind == Event.CRASH)
        return next(crashes, NOTHING)

    def tell_opportunity(self) -> None:
        """An attack of opportunity, with its outcome."""
        event = self.take()
        actor, target = self.name(event.actor), self.name(event.target)
        rows: Rows = ("P24", "P26", "P27", "RP18")
        text = f"{actor} makes an Attack of Opportunity on {target}, who breaks away"
        if frozenset((event.actor, event.target)) in self.clashes:
            text = f"{actor} makes an Attack of Opportunity on {target} in the Clash"
            rows = ("P87", "RP34")
        if self.is_next(Event.ATTACK, event.actor):
            clauses, more = self.strikes(event.actor, once=True)
            text, rows = f"{text}: {clauses}", (*rows, *more)
        self.say(text, *rows)

    # --- Blows ------------------------------------------------------------------------------------

    def tell_attack(self) -> None:
        """The attacks of one fighter's action that follow one another in the log."""
        actor, arm = self.peek().actor, self.peek().what
        act = self.acts[actor].amount if actor in self.acts else Act.NOTHING
        act = Act.RELEASE_SPELL if arm >= SPELL_WEAPON else act
        text = "attacks again" if actor in self.attackers else manner(self, actor, arm)
        self.attackers.add(actor)
        who = self.subject(actor)
        clauses, rows = self.strikes(actor)
        if actor in self.foiled:
            foiled = self.foiled.pop(actor)
            which = "another attack is" if len(foiled) == 1 else f"{len(foiled)} attacks are"
            clauses += f"; {which} lost: {reasons(self, foiled)}"
            rows = (*rows, "RP31")
        own = () if act == Act.NOTHING else act_rows(act)
        self.say(f"{who} {text}: {clauses}", *own, *rows)

    def tell_lost(self) -> None:
        """An order, or attacks of it, that could not be carried out (RP31)."""
        event = self.take()
        lost = [event]
        while self.is_next(Event.LOST, event.actor) and self.peek().what == event.what:
            lost.append(self.take())
        is_blow = any(e.kind == Event.ATTACK and e.actor == event.actor for e in self.rest())
        if is_blow and event.what != Act.RELEASE_SPELL:
            self.foiled[event.actor] = lost
        elif event.what != Act.CHARGE or event.actor not in self.moved:
            who = self.subject(event.actor)
            text = loss(self, *lost)
            self.say(f"{who} {text}", *act_rows(event.what), "RP31")

    def strikes(self, actor: int, once: bool = False) -> Line:
        """Attacks of one fighter with their outcomes, as clauses."""
        clauses: list[str] = []
        rows: Rows = ()
        before = None
        while self.is_next(Event.ATTACK, actor):
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

    # --- Spells (P74 to P76, RP23) ----------------------------------------------------------------

    def tell_released(self) -> None:
        """A release, with what it does at once; a Bolt is told with its attack (P75, RP23)."""
        event = self.take()
        if event.what == Spell.BOLT and self.will_attack(event.actor):
            return
        text = f"{self.subject(event.actor)} releases {spell(event.what)}"
        if event.target == event.actor:
            text += " on its own Wounds" if event.what == Spell.MEND else ""
        elif event.target != NOBODY:
            text += f" {'on' if event.what == Spell.MEND else 'at'} {self.name(event.target)}"
        clauses, rows = self.effects(event)
        self.say(": ".join([text, "; ".join(clauses)] if clauses else [text]), "P75", "RP23", *rows)

    def will_attack(self, actor: int) -> bool:
        """Whether the attack of a Bolt is still to come."""
        return any(
            event.kind == Event.ATTACK and event.actor == actor and event.what >= SPELL_WEAPON
            for event in self.rest()
        )

    def effects(self, release: LoggedEvent) -> tuple[list[str], Rows]:
        """Saving throws against a spell without an attack roll, and its hits, as clauses."""
        clauses: list[str] = []
        rows: Rows = ()
        kind = EFFECT_SAVES.get(Spell(release.what), NOBODY) if release.what >= 0 else NOBODY
        while True:
            event = self.peek()
            if event.kind == Event.SAVE and event.what == kind:
                self.take()
                victim = event.actor
                text, more = saving(self, event, BIND_SAVES if kind == Save.BIND else None)
            elif kind == Save.BLAST and is_hit(event, release.actor, event.target):
                victim = event.target
                text, more = f"{self.name(victim)} lies in it", ("RP12",)
            else:
                return clauses, rows
            if is_hit(self.peek(), release.actor, victim):
                result, rest = felt(self, self.take().target)
                text, more = text + result, (*more, *rest)
            clauses.append(text)
            rows = (*rows, *more)

    def tell_save(self) -> None:
        """A saving throw that stands alone; lost concentration with what it costs (P28, P29)."""
        if self.peek().what == Save.CRASH and self.next_crash().actor == self.peek().actor:
            self.tell_crash()
            return
        event = self.take()
        text, rows = saving(self, event)
        if self.is_next(Event.DISRUPTED, event.actor) and event.amount <= BASE_SAVE:
            self.take()
            text += " and the spell with it"
        self.say(text, *rows)

    # --- What takes hold, and what is done at a phase's end ---------------------------------------

    def tell_tally(self) -> None:
        """A fighter's Wounds of the phase, if they were not told with a blow."""
        event = self.peek()
        if event.kind == Event.STABLE and (event.dice > 0 or event.actor != event.target):
            self.tell_stabilize()
            return
        text, rows = tally(self)
        self.say(text, *rows)

    def tell_stabilize(self) -> None:
        """A Medical roll (P48, P82, RP5)."""
        event = self.take()
        verb = "Stabilizes" if event.kind == Event.STABLE else "does not Stabilize"
        if event.kind == Event.STABLE and self.dies(event.target):
            verb = "comes too late for"
        rolled = f"a Medical roll of {skill_sum(self, event, 'Medical')} against {BASE_SAVE}"
        text = f"{self.subject(event.actor)} makes {rolled}"
        self.say(f"{text} and {verb} {self.name(event.target)}", "P48", "P82", "RP5")

    def tell_hides(self) -> None:
        """Stealth rolls (P55, RP4)."""
        for event in self.take_all(Event.HIDES):
            rolled = f"a Stealth roll of {skill_sum(self, event, 'Stealth')}"
            text = f"{self.subject(event.actor)} makes {rolled} to stay Hidden"
            self.say(text, *(("P53", "P55", "RP4") if self.in_phase else ("RP4", "RP36", "RP48")))

    def tell_unaware(self) -> None:
        """The enemies who are Unaware of a fighter from now on (P56, RP36)."""
        event = self.take()
        fighters = range(int(self.battle.num_fighters))
        names = [
            f"{self.name(other)} ({self.perceives(other)})"
            for other in fighters
            if event.amount >> other & 1
        ]
        verb = "are" if len(names) > 1 else "is"
        self.say(
            f"{listed(names) or 'nobody'} {verb} Unaware of {self.name(event.actor)}", *UNAWARE
        )

    def perceives(self, observer: int) -> str:
        """Why an observer misses a skulker: Not Ready, or too low a Perception (P56, RP4)."""
        if self.in_phase and not self.is_ready(observer):
            return "Not Ready"
        return f"Perception {BASE_SAVE + int(self.battle.fighters[observer].perception)}"

    def tell_shared(self) -> None:
        """One sentence for several fighters who do the same."""
        kind = self.peek().kind
        one, several, rows = SHARED[Event(kind)]
        names = [self.subject(event.actor) for event in self.take_all(kind)]
        self.say(f"{listed(names)} {one if len(names) == 1 else several}", *rows)

    def tell_picked_up(self) -> None:
        """A fighter is carried from now on, and loses the action if able to act (P81, RP42)."""
        event = self.take()
        text = f"{self.name(event.actor)} picks up {self.name(event.target)}"
        order = self.acts.get(event.target)
        if order and order.amount == Act.CARRIED:
            text += ", who loses the action"
        self.say(text, "P81", "RP42")

    def tell_over(self) -> None:
        """The end of the battle (RP30)."""
        over = self.take()
        if over.what == Ending.WARD_DOWN and over.amount < 0:
            self.say("Neither side has kept its ward: the battle is a draw", "RP30")
        else:
            self.say_end(ENDINGS, over.what, over.amount, "RP30")


def is_hit(event: LoggedEvent, caster: int, victim: int) -> bool:
    """Whether an event is the hit of a caster's spell on somebody."""
    return event.kind == Event.HIT and event.actor == caster and event.target == victim


TELL: dict[int, Callable[[Report], None]] = {
    Event.PHASE: Report.tell_phase,
    Event.CONDITION: Report.note_condition,
    Event.ACTION: Report.drop,
    Event.MOVED: Report.drop,
    Event.CRASH: Report.tell_crash,
    Event.OPPORTUNITY: Report.tell_opportunity,
    Event.ATTACK: Report.tell_attack,
    Event.LOST: Report.tell_lost,
    Event.RELEASED: Report.tell_released,
    Event.SAVE: Report.tell_save,
    Event.FAILED_TO_STABILIZE: Report.tell_stabilize,
    Event.HIDES: Report.tell_hides,
    Event.AIMED: Report.tell_shared,
    Event.REVEALED: Report.tell_shared,
    Event.UNAWARE: Report.tell_unaware,
    Event.OVER: Report.tell_over,
    Event.PICKED_UP: Report.tell_picked_up,
    **{kind: Report.tell_tally for kind in TALLY if kind != Event.PRONE},
}
"""The method that tells each kind of event; every other event is told by itself."""
