"""The worth of an attack or a check, in ten-thousandths of a healthy fighter.

The modifiers and the target numbers come from the rules themselves, which get a `Blow` in place of
the action that would be taken. The worth of wounds is an estimate of the heuristics, not a rule.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.wildroll.actions.table import ACTS
from ....envs.wildroll.enums import Act, Level
from ....envs.wildroll.rules.combat_sequence.costs import cost_of
from ....envs.wildroll.rules.common_actions.items import is_melee_slot, is_ranged_slot, weapon_in
from ....envs.wildroll.rules.defense.defences import (
    defence_of_attack,
    defence_value,
    higher_of_power_and_agility,
)
from ....envs.wildroll.rules.health.bodies import is_animal
from ....envs.wildroll.rules.health.damage import damage_added, final_damage
from ....envs.wildroll.rules.health.wounds import level_in_slots, severity
from ....envs.wildroll.rules.offensive_actions.strike import is_penetrating, level_by_act
from ....envs.wildroll.rules.rolls.checks import fortitude_modifier, power_modifier
from ....envs.wildroll.rules.rolls.modifiers import attack_modifier
from ....envs.wildroll.state import WEAPON_SLOTS
from ....envs.wildroll.tables import (
    ACT_STAMINA,
    LEVELS,
    NONE,
    STRONG_SIDES,
    UNCONSCIOUS_TN,
    WOUND_PENALTY,
    WOUND_THRESHOLD,
)
from .odds import chance_of_ordinary, chance_of_wild

WHOLE = 10000
"""Worth of a healthy fighter."""
PENALTY_WORTH = 900
"""Worth of each point of a wound's penalty on all checks (RW10)."""
SLOT_WORTH = np.array([0, 250, 500, 900, 1500, WHOLE, WHOLE], np.int64)
"""Worth of filling a wound slot, by level: the next wound of that level becomes worse (W6)."""
HURT_SHARE = 8
"""A wound counts one part in this number more for each level of the target's worst wound."""
ANIMAL_SHARE = 4
"""A mount is worth one part in this number of its rider."""
STAMINA_WORTH, FATIGUE_WORTH = 40, 400
"""Worth of a point of the fighter's own stamina, and of a point that becomes fatigue (W12)."""


class Blow(NamedTuple):
    """A hypothetical attack with the fields that the rules read (`state.FRAME`)."""

    act: int
    actor: int
    target: int
    first_target: int
    argument: int
    weapon: int
    manner: int
    total: int
    value: int


# --- Wounds (W6, RW10, RW21) ----------------------------------------------------------------------


@njit
def fall_worth(fighter, penalty, left):
    """Mean cost of the Fortitude check against falling unconscious (RW21).

    `left` is the worth that the fighter would have left.
    """
    needed = UNCONSCIOUS_TN - fortitude_modifier(fighter) + penalty
    return np.int64((1.0 - chance_of_wild(needed)) * left)


@njit
def wound_worth(fighter, level):
    """Worth that a fighter loses by a wound dealt at a level."""
    lodged = level_in_slots(fighter, level)
    if lodged >= Level.FATAL:
        return np.int64(WHOLE)
    if lodged == Level.NONE:
        return np.int64(0)
    worst = severity(fighter)
    penalty = max(np.int64(0), WOUND_PENALTY[lodged] - WOUND_PENALTY[worst])
    worth = PENALTY_WORTH * penalty + SLOT_WORTH[lodged]
    if lodged == Level.CRITICAL:
        worth += fall_worth(fighter, penalty, WHOLE - worth)
    return min(np.int64(WHOLE), worth + worth * worst // HURT_SHARE)


# --- Blows (W2, W18, W28, W73, W74, W76) ----------------------------------------------------------


@njit
def blow_with(battle, actor, target, act, slot, more):
    """A hypothetical attack with a weapon slot or a spell; `more` is added to the Defense."""
    weapon = weapon_in(battle.fighters[actor], slot) if act != Act.FIRE_BOLT else np.int64(NONE)
    value = more + defence_value(battle, actor, target, defence_of_attack(act, weapon))
    return Blow(
        np.int64(act), np.int64(actor), np.int64(target), np.int64(target), np.int64(slot),
        weapon, np.int64(NONE), np.int64(0), value,
    )  # fmt: skip


@njit
def chance_of_damage(needed, base, damage):
    """Chance to hit and do at least `damage`; the dice hit from `needed`, and add to `base`."""
    return chance_of_wild(max(needed, damage - base))


@njit
def mean_wound(fighter, act, needed, base):
    """Mean worth of the wound of an attack whose dice hit from `needed` on."""
    total = 0.0
    for level in range(np.int64(Level.LIGHT), LEVELS + 1):
        chance = chance_of_damage(needed, base, WOUND_THRESHOLD[level - 1])
        if chance <= 0.0:
            break
        if level < LEVELS:
            chance -= chance_of_damage(needed, base, WOUND_THRESHOLD[level])
        total += chance * wound_worth(fighter, level_by_act(act, WOUND_THRESHOLD[level - 1]))
    return total


@njit
def blow_worth(battle, blow):
    """Mean worth of an attack."""
    fighter = battle.fighters[blow.target]
    modifier = attack_modifier(battle, blow)
    needed = blow.value - modifier
    if is_penetrating(blow):
        needed -= damage_added(battle, blow)
    base = modifier + final_damage(battle, blow, np.int64(0))
    total = 0.0
    if blow.act == Act.STRONG:
        for face in range(1, STRONG_SIDES + 1):
            total += mean_wound(fighter, blow.act, needed, base + face) / STRONG_SIDES
    else:
        total = mean_wound(fighter, blow.act, needed, base)
    worth = np.int64(total)
    return worth // ANIMAL_SHARE if is_animal(fighter) else worth


@njit
def worth_of(battle, actor, target, act, slot, more):
    """Mean worth of an attack with a weapon slot or a spell; `more` is added to the Defense."""
    return blow_worth(battle, blow_with(battle, actor, target, act, slot, more))


@njit
def stamina_price(fighter, act):
    """Worth of the stamina that an action costs the fighter (W12, RW6)."""
    spent = ACT_STAMINA[act]
    beyond = max(np.int64(0), spent - np.int64(fighter.stamina))
    return STAMINA_WORTH * (spent - beyond) + FATIGUE_WORTH * beyond


# --- What somebody could do (XW2) -----------------------------------------------------------------


@njit
def best_slot(battle, actor, target, ranged):
    """Slot of the weapon whose Standard Attack is worth most, -1 without a weapon."""
    fighter = battle.fighters[actor]
    best, most = np.int64(NONE), np.int64(-1)
    for slot in range(WEAPON_SLOTS):
        usable = is_ranged_slot(fighter, slot) if ranged else is_melee_slot(fighter, slot)
        if usable:
            worth = worth_of(battle, actor, target, Act.STANDARD, slot, 0)
            if worth > most:
                best, most = np.int64(slot), worth
    return best


@njit
def usual_worth(battle, actor, target, more):
    """Mean worth of the fighter's best Standard Attack in melee, 0 without a weapon."""
    slot = best_slot(battle, actor, target, False)
    if slot == NONE:
        return np.int64(0)
    return worth_of(battle, actor, target, Act.STANDARD, slot, more)


@njit
def points_of(battle, actor, verb, argument):
    """AP cost of a choice."""
    return cost_of(battle, actor, ACTS[verb], argument)


@njit
def chance_of_power(battle, actor, target):
    """Chance that a Shove or a Trip succeeds (W96, W97)."""
    needed = higher_of_power_and_agility(battle, actor, target)
    return chance_of_ordinary(needed - power_modifier(battle.fighters[actor]))
