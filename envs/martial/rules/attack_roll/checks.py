"""d20 rolls, degrees of success, skill and Constitution checks, saves (RD1 to RD3, RD36).

Also D26 to D37, RD7, RD10.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ....core.engine.dice import die
from ...enums import Attribute, Event, Part, Peril, Reason, Skill
from ...tables import (
    ARM_DISADVANTAGE,
    ARMOUR_DISADVANTAGE,
    CONCUSSION_DISADVANTAGE,
    CRITICAL_SAVE,
    DEGREE,
    DIE,
    EAR_DISADVANTAGE,
    EXHAUSTED_DISADVANTAGE,
    EYE_DISADVANTAGE,
    FOOT_DISADVANTAGE,
    HAND_DISADVANTAGE,
    LEG_DISADVANTAGE,
    NATURAL_HIGHEST,
    NOSE_DISADVANTAGE,
    SICKENED_PENALTY,
    SKILL_ATTRIBUTE,
    TAIL_ADVANTAGE,
    TRAINING,
    WING_DISADVANTAGE,
)
from ..injuries.bodies import attribute, count_of, heads_with, injured_parts, is_exhausted


@njit
def num_dice(net):
    """Number of d20 that a net number of advantages rolls (RD1)."""
    return 1 + abs(net)


@njit
def roll_d20(battle, net):
    """The natural roll: the highest die of a net advantage, the lowest of a disadvantage (RD1)."""
    kept = die(battle, DIE)
    for _ in range(num_dice(net) - 1):
        face = die(battle, DIE)
        kept = max(kept, face) if net > 0 else min(kept, face)
    return kept


@njit
def degrees_of_success(total, target):
    """One degree for each full 5 points above the target number, none below it (RD2)."""
    return max(0, total - target) // DEGREE


# --- Odds of a d20 (RD1) --------------------------------------------------------------------------

MOST_NET = 12
"""Net advantages above this count as this many: more hardly change the odds."""


def _at_least(net: int) -> np.ndarray:
    """Chance that the kept die of 1 + |net| dice shows a face or more, for faces 0 to 21 (RD1)."""
    dice, sides = 1 + abs(net), int(DIE)
    reaching = [min(sides, sides + 1 - face) for face in range(sides + 2)]
    if net > 0:
        return np.array([(sides**dice - (sides - many) ** dice) / sides**dice for many in reaching])
    return np.array([many**dice / sides**dice for many in reaching])


AT_LEAST = np.stack([_at_least(net) for net in range(-MOST_NET, MOST_NET + 1)])
"""`[net + MOST_NET, face]`: chance that the kept die shows this face or a higher one.

Counts are whole numbers and are divided last, so that the odds have the same bits on every
processor.
"""


@njit
def chance_of_face(net, face):
    """Chance that the kept die shows a face or a higher one (RD1)."""
    bounded = min(MOST_NET, max(-MOST_NET, net))
    return AT_LEAST[bounded + MOST_NET, min(DIE + 1, max(0, face))]


FAILURE, SUCCESS, CRITICAL_SUCCESS = 0, 1, 2
"""Results of a check or save."""

# --- Modifiers (RD36) -----------------------------------------------------------------------------


@njit
def is_trained(fighter, skill):
    """Whether a fighter is trained in a skill (RD36)."""
    return (fighter.trained >> skill) & 1 == 1


@njit
def training(fighter, skill):
    """Bonus of training in a skill, 0 without it (RD36)."""
    return TRAINING[fighter.level] if is_trained(fighter, skill) else 0


@njit
def skill_modifier(fighter, skill):
    """Attribute and training of a skill (RD36)."""
    return attribute(fighter, SKILL_ATTRIBUTE[skill]) + training(fighter, skill)


@njit
def constitution_modifier(fighter):
    """Bonus on Constitution checks and saves: the modifier and the level (RD36)."""
    return attribute(fighter, Attribute.CONSTITUTION) + fighter.level


@njit
def flat_penalty(fighter):
    """Penalty of a sickened fighter on each d20 roll (RD10)."""
    return SICKENED_PENALTY if fighter.sickened else 0


# --- Disadvantages of injuries and armour ---------------------------------------------------------


@njit
def hand_and_arm_disadvantage(fighter):
    """Disadvantage of Athletics and Thievery by hands and arms (D31, D35, RD43)."""
    hands = HAND_DISADVANTAGE * injured_parts(fighter, Part.HAND)
    return hands + ARM_DISADVANTAGE * injured_parts(fighter, Part.ARM)


@njit
def foot_and_leg_disadvantage(fighter):
    """Disadvantage of Acrobatics and Athletics by feet and legs (D32, D36, RD43)."""
    feet = FOOT_DISADVANTAGE * injured_parts(fighter, Part.FOOT)
    return feet + LEG_DISADVANTAGE * injured_parts(fighter, Part.LEG)


@njit
def tail_advantage(fighter):
    """Advantage of an uninjured tail on Acrobatics (D28)."""
    uninjured = count_of(fighter, Part.TAIL) - injured_parts(fighter, Part.TAIL)
    return TAIL_ADVANTAGE if uninjured > 0 else 0


@njit
def acrobatics_disadvantage(fighter):
    """Disadvantage of Acrobatics: arms, feet, legs and armour, less a tail (D28, D32, D35, D36)."""
    arms = ARM_DISADVANTAGE * injured_parts(fighter, Part.ARM)
    armour = ARMOUR_DISADVANTAGE[fighter.armour]
    return arms + foot_and_leg_disadvantage(fighter) + armour - tail_advantage(fighter)


@njit
def perception_disadvantage(fighter):
    """Disadvantage of Perception by ears, noses and eyes (D26, D27, D30, RD43).

    HOUSE: a fighter who looks out for an ambush listens, scents and looks, all in one check.
    """
    ears = EAR_DISADVANTAGE * injured_parts(fighter, Part.EAR)
    noses = NOSE_DISADVANTAGE * injured_parts(fighter, Part.NOSE)
    return ears + noses + EYE_DISADVANTAGE * injured_parts(fighter, Part.EYE)


@njit
def check_disadvantage(fighter, skill):
    """Disadvantages less advantages of a skill, without those of every d20 (D26 to D36, RD19)."""
    if skill == Skill.ACROBATICS:
        return acrobatics_disadvantage(fighter)
    if skill == Skill.ATHLETICS:
        return hand_and_arm_disadvantage(fighter) + foot_and_leg_disadvantage(fighter)
    if skill == Skill.THIEVERY:
        return hand_and_arm_disadvantage(fighter)
    if skill == Skill.PERCEPTION:
        return perception_disadvantage(fighter)
    if skill == Skill.STEALTH:
        return ARMOUR_DISADVANTAGE[fighter.armour]
    if skill == Skill.SURVIVAL:
        return NOSE_DISADVANTAGE * injured_parts(fighter, Part.NOSE)
    if skill == Skill.FLY:
        return WING_DISADVANTAGE * injured_parts(fighter, Part.WING)
    return 0


@njit
def concussion_disadvantage(fighter):
    """Disadvantage of every d20 roll by a head injury (D37)."""
    return CONCUSSION_DISADVANTAGE if heads_with(fighter, 1) else 0


@njit
def exhaustion_disadvantage(fighter):
    """Disadvantage of every d20 roll by exhaustion (RD7)."""
    return EXHAUSTED_DISADVANTAGE if is_exhausted(fighter) else 0


@njit
def d20_disadvantage(fighter):
    """Disadvantages of every d20 roll: concussion and exhaustion (D37, RD7, RD43)."""
    return concussion_disadvantage(fighter) + exhaustion_disadvantage(fighter)


# --- The log of what changes a roll ---------------------------------------------------------------


@njit
def log_reason(battle, actor, target, reason, amount):
    """Log a reason that changes the coming roll, if it changes anything."""
    if amount != 0:
        log_event(battle, Event.MODIFIER, actor, target, reason, amount, 0)


@njit
def log_d20_reasons(battle, actor, target):
    """Log what changes every d20 roll of a fighter (D37, RD7)."""
    fighter = battle.fighters[actor]
    log_reason(battle, actor, target, Reason.CONCUSSION, -concussion_disadvantage(fighter))
    log_reason(battle, actor, target, Reason.EXHAUSTION, -exhaustion_disadvantage(fighter))


# --- Rolls ----------------------------------------------------------------------------------------


@njit
def skill_check(battle, actor, skill):
    """Roll a skill check; its total (RD36)."""
    fighter = battle.fighters[actor]
    net = -check_disadvantage(fighter, skill) - d20_disadvantage(fighter)
    return roll_d20(battle, net) + skill_modifier(fighter, skill) - flat_penalty(fighter)


@njit
def result_of_save(natural, total, dc):
    """Failure, success or critical save: a natural 20, or 10 or more above the DC (RD3)."""
    if natural == NATURAL_HIGHEST or total >= dc + CRITICAL_SAVE:
        return CRITICAL_SUCCESS
    return SUCCESS if total >= dc else FAILURE


@njit
def roll_constitution(battle, actor):
    """The natural roll of a Constitution check or save (RD36)."""
    log_d20_reasons(battle, actor, NOBODY)
    return roll_d20(battle, -d20_disadvantage(battle.fighters[actor]))


@njit
def constitution_total(fighter, natural):
    """The total of a Constitution check or save (RD36)."""
    return natural + constitution_modifier(fighter) - flat_penalty(fighter)


@njit
def constitution_check(battle, actor, dc, peril):
    """Roll a Constitution check: 1 on success, else 0; a natural 20 means nothing (RD36)."""
    natural = roll_constitution(battle, actor)
    total = constitution_total(battle.fighters[actor], natural)
    log_event(battle, Event.CHECK, actor, peril, natural, total, dc)
    return SUCCESS if total >= dc else FAILURE


@njit
def constitution_save(battle, actor, dc):
    """Roll the save against death: 0 failure, 1 success, 2 critical save (D16, RD3, RD36)."""
    natural = roll_constitution(battle, actor)
    total = constitution_total(battle.fighters[actor], natural)
    log_event(battle, Event.CHECK, actor, Peril.DEATH, natural, total, dc)
    return result_of_save(natural, total, dc)
