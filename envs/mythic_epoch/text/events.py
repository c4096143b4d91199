"""Each kind of event as a clause of the fight report: templates, with the rows of each."""

from __future__ import annotations

from collections.abc import Callable

from ...core.engine.battle import NOBODY
from ...core.text.narration import Clause, Line, LoggedEvent, Narrator, SlotTable
from ...core.text.templates import by, template
from ..enums import REACTIVE_ACTS, Act, Event
from ..rules.checks import damage_points, is_out
from ..rules.defence import grapple_defence
from ..rules.stamina import points_regained, recovery_rating, recovery_result
from ..tables import (
    ARMOUR_NAMES,
    COMBAT_MOVE_CRITICAL,
    COMBAT_MOVE_SUCCESS,
    DEAD_BELOW,
    DISARM_SUCCESS,
    FEINT_BONUS,
    GRAPPLE_SUCCESS,
)
from .names import ACT_ROWS, TITLES, weapon_name

NO_EFFECT = "it has no effect; it was meant to draw out a Parry"
REPLACEMENTS = {
    Act.CT_COUNTER_ATTACK: "{actor} replaces the attack with a Counter-Tempo Counter-Attack",
    Act.CT_PARRY: "{actor} replaces the attack with a Counter-Tempo Parry",
    Act.FEINT_COUNTER_ATTACK: "{actor's} attack was a Feint and becomes a Counter-Attack at "
    f"{FEINT_BONUS:+}",
}
FAILURES = {
    Act.FEINT: NO_EFFECT,
    Act.CT_PARRY: "{actor's} Counter-Tempo Parry fails",
    Act.DISARM: f"{{target}} keeps the weapon ({DISARM_SUCCESS} needed)",
    Act.GRAPPLE: f"{{actor}} gets no grip ({GRAPPLE_SUCCESS} needed)",
    Act.WITHDRAW: "{actor} does not get out of the bind",
    Act.ESCAPE: "{actor} does not get free",
    Act.PIN: "{target} cannot be pinned ({grapple_defence} needed)",
    Act.RETREAT: "{actor} does not get away",
    Act.AIM: "{actor} loses the aim",
    Act.MOVE: "{actor} gets no farther",
    Act.COMBAT_MOVE: "{actor} gains no ground",
    Act.COUNTER_ATTACK: "{actor's} Counter-Attack finds no target: {target} {out_of_reach}",
    Act.UNARMED_COUNTER_ATTACK: "{actor's} Unarmed Counter-Attack finds no target: {target} "
    "{out_of_reach}",
    Act.COUNTER_FIRE: "{actor's} Counter-Fire finds no target: {target} {out_of_fire}",
}
SUCCESSES = {
    Act.ESCAPE: "{actor} frees both arms, no longer Pinned but still Grappled",
    Act.AIM: "{actor} keeps the aim",
    Act.COMBAT_MOVE: "{actor} gains ground on {target}",
    Act.RETREAT: "{actor} gets away from {target}",
}
CRITICAL_SUCCESSES = {
    Act.COMBAT_MOVE: "a critical success, {actor} may step past {target}",
    Act.RETREAT: "a critical success, {actor} gets well away from {target}",
}


def _unless_down(otherwise: str) -> Callable[[Narrator, LoggedEvent], str]:
    """Why an answer to a movement or Aim was not carried out (RM13, RM14)."""

    def why(narrator: Narrator, event: LoggedEvent) -> str:
        is_known = 0 <= event.target < narrator.battle.num_fighters
        is_down = is_known and is_out(narrator.battle.fighters[event.target])
        return "is down already" if is_down else otherwise

    return why


def _stopped(_: Narrator, event: LoggedEvent) -> str:
    stopped = event.dice - event.amount
    return f" ({event.dice} rolled, {stopped} stopped by the armour)" if stopped else ""


def _past_armour(narrator: Narrator, event: LoggedEvent) -> str:
    armour = ARMOUR_NAMES[narrator.battle.fighters[event.target].armour]
    return "" if armour == "none" else ", past the armour"


def _grapple_defence(narrator: Narrator, event: LoggedEvent) -> int:
    if event.target == NOBODY:
        return 0
    return int(grapple_defence(narrator.battle.fighters[event.target]))


def _recovered(narrator: Narrator, event: LoggedEvent) -> str:
    battle, pool = narrator.battle, event.dice
    fighter, sign = battle.fighters[event.actor], "+" if battle.recovery_adds_pool else "-"
    result = recovery_result(fighter, pool, battle.recovery_adds_pool)
    gives = f"gives {points_regained(result)} AP"
    if narrator.is_secret(event.actor):  # the sum tells the endurance (XM3)
        return gives
    return f"{recovery_rating(fighter)} {sign} {pool} = {result} {gives}"


SLOTS: SlotTable = {
    "act": lambda _, event: TITLES[Act(event.what)],
    "weapon": lambda _, event: weapon_name(event.what),
    "out_of_reach": _unless_down("does not come within reach"),
    "out_of_fire": _unless_down("does not come into its line of fire"),
    "stopped": _stopped,
    "past_armour": _past_armour,
    "grapple_defence": _grapple_defence,
    "recovered": _recovered,
    "least": lambda _, event: COMBAT_MOVE_SUCCESS,
}
"""Slots of the templates beside fighters and numbers; `report` adds the check."""


def _succeeded(narrator: Narrator, event: LoggedEvent) -> Line:
    act = Act(event.what)
    is_critical = act in CRITICAL_SUCCESSES and event.amount >= COMBAT_MOVE_CRITICAL
    text = (CRITICAL_SUCCESSES if is_critical else SUCCESSES)[act]
    return narrator.fill(text, event), (*ACT_ROWS[act], *(("RM12",) if is_critical else ()))


def _down(narrator: Narrator, event: LoggedEvent) -> Line:
    whole = int(damage_points(narrator.battle.fighters[event.actor]))
    end = "dies" if event.amount >= whole - DEAD_BELOW else "goes down, unable to fight on"
    return f"{narrator.name(event.actor)} {end}", ("RM10",)


def _by_act(texts: dict[Act, str], *rows: str) -> Clause[Narrator]:
    return by("what", {act: template(text, *rows, *ACT_ROWS[act]) for act, text in texts.items()})


CLAUSES: dict[int, Clause[Narrator]] = {
    Event.ROUND: template("Round {round}", "M9"),
    Event.REACT: _by_act(
        dict.fromkeys(REACTIVE_ACTS, "{actor} reacts with {act} ({amount} AP)"), "M5"
    ),
    Event.MISS: template("{check} misses", "RM6"),
    Event.DEFENCE: template(
        "{actor's} blow meets Combat Defence {amount} (Armoured {dice})", "RM6", "RM24"
    ),
    Event.HIT: by(
        "amount",
        {0: template("{check} hits {target}, but the armour stops all {dice}", "M45", "RM10")},
        template("{check} hits {target} for {amount}{stopped}", "M45", "RM10"),
    ),
    Event.CRITICAL: template(
        "{check} is a Critical Hit on {target} for {amount}{past_armour}", "M46", "RM24"
    ),
    Event.STOPPED: by(
        "what",
        {
            Act.COMBAT_MOVE: template(
                "{actor} can step no farther ({least} needed, {amount} left)", "RM33", "RM34"
            )
        },
        _by_act({act: "{actor's} {act} stops it" for act in Act if act}, "RM31"),
    ),
    Event.FAILED: _by_act(FAILURES),
    Event.SUCCEEDED: _succeeded,
    Event.BIND: template("the weapons lock, and both are Bound", "M11", "M37"),
    Event.GRAPPLE: template("{actor} and {target} are Grappled", "M12", "M24", "RM11"),
    Event.PIN: template("{target} is Pinned", "M15", "M26", "RM11"),
    Event.DISARMED: template("{target} loses the {weapon}", "M21", "RM27"),
    Event.WEAPON: template("{actor} holds the {weapon}", "RM27"),
    Event.DOWN: _down,
    Event.RECOVERY: template(
        "{actor's} Recover Stamina {recovered}, now {amount}", *ACT_ROWS[Act.RECOVER_STAMINA]
    ),
}
"""The clause of each kind of event; `report` tells the other kinds."""
