"""Battlefield Surgery (H36, RH58)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Event, Skill
from ...tables import NONE, SURGERY_TURNS, SURGERY_WILLPOWER
from ..characters.conditions import can_act
from ..combat_actions.skills import may_use_skill, pay_skill
from ..effects import lose_willpower
from .health import is_dying, stabilise


@njit
def may_treat(battle, actor, target):
    """Whether a fighter can treat a dying ally in its location, and pay for it (RH58)."""
    fighter, patient = battle.fighters[actor], battle.fighters[target]
    if target == actor or battle.side[target] != battle.side[actor] or not can_act(fighter):
        return False
    if fighter.location == NONE or patient.location != fighter.location:
        return False
    return is_dying(patient) and may_use_skill(fighter, Skill.BATTLEFIELD_SURGERY, NONE)


@njit
def stop_treatment(battle, target):
    """Stop a treatment; it would have to begin again (RH58)."""
    patient = battle.fighters[target]
    patient.treated = 0
    patient.treated_by = NOBODY


@njit
def treat(battle, actor, target):
    """One turn of treatment; after the last both pay and the patient is stable (RH58)."""
    patient = battle.fighters[target]
    if patient.treated_by != actor:
        patient.treated = 0
    patient.treated_by = actor
    patient.treated = patient.treated + 1
    battle.fighters[actor].treats = target
    log_event(battle, Event.TREATS, actor, target, 0, patient.treated, 0)
    if patient.treated < SURGERY_TURNS:
        return
    pay_skill(battle, actor, Skill.BATTLEFIELD_SURGERY, NONE)
    lose_willpower(battle, target, SURGERY_WILLPOWER)
    stabilise(battle, target)
    stop_treatment(battle, target)


@njit
def disturb_treatment(battle, actor):
    """An attack on healer or patient stops the treatment (RH58)."""
    for target in range(battle.num_fighters):
        if target == actor or battle.fighters[target].treated_by == actor:
            stop_treatment(battle, target)


@njit
def end_neglected_treatments(battle, actor):
    """A turn without the treatment ends it (RH58)."""
    treats = battle.fighters[actor].treats
    for target in range(battle.num_fighters):
        if battle.fighters[target].treated_by == actor and target != treats:
            stop_treatment(battle, target)
