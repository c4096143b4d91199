"""Skills called on attacks, and skills against effects (H21, H30, H85, RH6, RH62, QH10)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event, open_window
from ...enums import Act, BodyPart, Effect, Event, Skill, Step, Window
from ...tables import (
    ARMOUR_STUMBLES,
    BRAWL_DAMAGE,
    DAMAGE,
    FREE_SKILLS,
    HAS_FREE_SKILL,
    IS_BOW_OR_CROSSBOW,
    IS_MELEE,
    IS_THROWN,
    MELEE_SKILL,
    NONE,
    SHOT_SKILL,
    SKILL_BITS,
    SKILL_BREAK,
    SKILL_COST,
    SKILL_EFFECT,
    SKILL_FREE,
    SKILL_HIT,
    SKILL_HITS,
    SKILL_PARTS,
    SKILL_RESISTS,
    SKILL_SURCHARGE,
    SKILLS,
    STUMBLES_A_BATTLE,
    THROW_SKILL,
)
from ..characters.abilities import skill_level
from ..characters.conditions import can_act
from ..effects import cancel_upcoming, skill_surcharge
from ..health.health import is_armour_broken
from .action_stack import go_to, top_frame

NOTHING_FREE, OF_SKILL, OF_WEAPON, OF_SHIELD, OF_RACE = range(5)
"""The reasons why a skill costs no willpower."""
FREE_SHIFT = np.array([0, 0, 0, 4, 6], np.int64)
"""Where `free_used` counts the uses of each, two bits; from STUMBLE_SHIFT on: called Stumbles."""
STUMBLE_SHIFT = 2
LEAST_BREAK = 1

# --- Once a battle without willpower (RH6, RH62) --------------------------------------------------


@njit
def free_uses_spent(fighter, shift):
    """Number of free uses spent in this battle (RH62)."""
    return (fighter.free_used >> shift) & 3


@njit
def is_free_use_spent(fighter, skill):
    """Whether the free use that a skill itself grants is spent (RH62)."""
    return (fighter.spent >> (SKILL_BITS * skill)) & 1 != 0


@njit
def is_strike(skill):
    """Whether a skill is a strike, shot or throw, which good weapons make free (RH6)."""
    if skill == Skill.BREAKING_STRIKE or skill == Skill.SHOVING_STRIKE:
        return True
    return MELEE_SKILL[skill] or SHOT_SKILL[skill] or THROW_SKILL[skill]


@njit
def free_use_of(fighter, skill, item):
    """Why a skill costs no willpower: skill, weapon or shield, race (RH62, HH10)."""
    level = skill_level(fighter, skill)
    if 0 < SKILL_FREE[skill] <= level and not is_free_use_spent(fighter, skill):
        return OF_SKILL
    if item != NONE:
        way = OF_WEAPON if is_strike(skill) else OF_SHIELD
        if free_uses_spent(fighter, FREE_SHIFT[way]) < FREE_SKILLS[item]:
            return way
    if HAS_FREE_SKILL[fighter.race] and skill != Skill.BATTLEFIELD_SURGERY:
        if free_uses_spent(fighter, FREE_SHIFT[OF_RACE]) == 0:
            return OF_RACE
    return NOTHING_FREE


# --- Willpower (H29, H85, RH6) --------------------------------------------------------------------


@njit
def skill_cost(fighter, skill, item):
    """WP that a skill costs with a weapon, a shield or nothing (-1) in hand (H29, RH6)."""
    if free_use_of(fighter, skill, item) != NOTHING_FREE:
        return 0
    cost = SKILL_COST[skill, skill_level(fighter, skill)] + skill_surcharge(fighter)
    return cost + SKILL_SURCHARGE[item] if item != NONE else cost


@njit
def may_use_skill(fighter, skill, item):
    """Whether a fighter has a skill, can act and has the willpower (H26, H85, RH6)."""
    if skill_level(fighter, skill) == 0 or not can_act(fighter):
        return False
    return fighter.wp >= skill_cost(fighter, skill, item)


@njit
def pay_skill(battle, actor, skill, item):
    """Use a skill: pay WP or a free use; an upcoming action is cancelled (H82, RH6, RH62)."""
    fighter = battle.fighters[actor]
    way, cost = free_use_of(fighter, skill, item), skill_cost(fighter, skill, item)
    if way == OF_SKILL:
        fighter.spent = fighter.spent | (1 << (SKILL_BITS * skill))
    elif way != NOTHING_FREE:
        fighter.free_used = fighter.free_used + (1 << FREE_SHIFT[way])
    fighter.wp = fighter.wp - cost
    cancel_upcoming(battle, actor)
    return cost


# --- Called on a hit (H85, RH6, QH10) -------------------------------------------------------------


@njit
def fits_weapon(skill, item):
    """Whether a skill is called on hits with this weapon (RH6)."""
    if MELEE_SKILL[skill]:
        return IS_MELEE[item]
    if SHOT_SKILL[skill]:
        return IS_BOW_OR_CROSSBOW[item]
    return THROW_SKILL[skill] and IS_THROWN[item]


@njit
def may_call_stumble(fighter, item):
    """Whether a great weapon still allows a Stumble on a hit (RH6, RH62, HH12)."""
    return can_act(fighter) and free_uses_spent(fighter, STUMBLE_SHIFT) < STUMBLES_A_BATTLE[item]


@njit
def needs_arm_hits(battle, frame):
    """Whether Disarming Strike needs more hits on the weapon arm first (RH6, HH17)."""
    level = skill_level(battle.fighters[frame.actor], Skill.DISARMING_STRIKE)
    return battle.fighters[frame.target].arm_hits < SKILL_HITS[Skill.DISARMING_STRIKE, level]


@njit
def may_call_skill(battle, frame, skill):
    """Whether the attacker may call a skill on the hit: weapon, part, willpower (H85, RH6)."""
    fighter, item = battle.fighters[frame.actor], frame.weapon
    if frame.act != Act.WEAPON_ATTACK or frame.part == NONE:
        return False
    if skill == Skill.SHOVING_STRIKE:
        return may_call_stumble(fighter, item)
    if not fits_weapon(skill, item) or not SKILL_PARTS[skill, frame.part]:
        return False
    if skill == Skill.DISARMING_STRIKE and needs_arm_hits(battle, frame):
        return False
    return may_use_skill(fighter, skill, item)


@njit
def ask_skill(battle, frame):
    """The attacker may call one skill on the hit, the body part known (H85, RH6, QH10)."""
    for skill in range(SKILLS):
        if may_call_skill(battle, frame, skill):
            open_window(battle, frame.actor, Window.SKILL)
            return


@njit
def call_skill(battle, skill):
    """The attacker calls a skill on the hit (RH6, QH10)."""
    top_frame(battle).skill = skill


# --- Called effects (H21, H27, RH6, RH16) ---------------------------------------------------------


@njit
def damage_of(fighter, frame):
    """HP that a hit costs: of the skill instead of the weapon, or of a brawl (H21, RH2, RH6)."""
    if frame.act == Act.BRAWL_HIT:
        return BRAWL_DAMAGE
    if frame.act != Act.WEAPON_ATTACK or frame.part == NONE:
        return 0
    if frame.skill == NONE or frame.skill == Skill.SHOVING_STRIKE:
        return DAMAGE[frame.weapon]
    return SKILL_HIT[frame.skill, skill_level(fighter, frame.skill)]


@njit
def effect_of(fighter, frame):
    """Effect that a skill calls; a master of the Shield Bash may choose Fall (RH6)."""
    if frame.skill == NONE:
        return np.int64(Effect.NONE)
    if frame.act == Act.SHIELD_BASH and frame.argument == 1:
        if skill_level(fighter, Skill.SHIELD_BASH) > 1:
            return np.int64(Effect.FALL)
    return SKILL_EFFECT[frame.skill]


@njit
def break_strength(fighter, toughness):
    """Number of the Break: no higher than needed, since it hits the own weapon too (H27, RH6).

    RH16, HH11.
    """
    most = SKILL_BREAK[Skill.BREAKING_STRIKE, skill_level(fighter, Skill.BREAKING_STRIKE)]
    return min(most, max(LEAST_BREAK, toughness)) if toughness <= most else most


@njit
def pay_called_skill(battle, frame):
    """Pay the skill of an attack and call its effect, if the WP suffice (RH6, HH9)."""
    if frame.skill == NONE:
        return
    actor, skill, item = frame.actor, frame.skill, frame.weapon
    fighter = battle.fighters[actor]
    cost = 0
    if skill == Skill.SHOVING_STRIKE and frame.act == Act.WEAPON_ATTACK:
        fighter.free_used = fighter.free_used + (1 << STUMBLE_SHIFT)
        cancel_upcoming(battle, actor)
    elif may_use_skill(fighter, skill, item):
        cost = pay_skill(battle, actor, skill, item)
    else:
        frame.skill = NONE
        return
    frame.effect = effect_of(fighter, frame)
    log_event(battle, Event.SKILL, actor, frame.target, skill, cost, 0)


@njit
def count_arm_hit(battle, frame):
    """Count a melee hit on the weapon arm towards Disarming Strike (RH6, HH17)."""
    if frame.act != Act.WEAPON_ATTACK or frame.part != BodyPart.SWORD_ARM:
        return
    has_skill = skill_level(battle.fighters[frame.actor], Skill.DISARMING_STRIKE) > 0
    target = battle.fighters[frame.target]
    if has_skill and IS_MELEE[frame.weapon]:
        target.arm_hits = min(SKILL_HITS[Skill.DISARMING_STRIKE, 1], target.arm_hits + 1)


# --- Resist (H30, RH6, RH62, QH10) ----------------------------------------------------------------


@njit
def may_resist(fighter, skill, effect):
    """Whether a fighter may cancel a called effect by a skill (H30, RH6)."""
    needed = SKILL_RESISTS[skill, effect]
    if needed == 0 or skill_level(fighter, skill) < needed:
        return False
    return may_use_skill(fighter, skill, NONE)


@njit
def ignores_stumble(fighter):
    """Whether its armour lets it ignore one more Stumble in this battle (RH62)."""
    if is_armour_broken(fighter):
        return False
    return fighter.stumbles_ignored < ARMOUR_STUMBLES[fighter.armour]


@njit
def resist(battle, skill):
    """The target of a called effect cancels it by a skill (H30, QH10)."""
    frame = top_frame(battle)
    target = frame.target
    cost = pay_skill(battle, target, skill, NONE)
    log_event(battle, Event.RESISTS, target, frame.actor, frame.effect, cost, skill)
    frame.effect = Effect.NONE


@njit
def ask_resist(battle, frame):
    """The target of an effect may resist; heavy armour ignores a Stumble (H30, RH62, QH10)."""
    go_to(frame, Step.EFFECT)
    target = frame.target
    fighter = battle.fighters[target]
    if frame.effect == Effect.STUMBLE and ignores_stumble(fighter):
        fighter.stumbles_ignored += 1
        log_event(battle, Event.RESISTS, target, frame.actor, frame.effect, 0, NONE)
        frame.effect = Effect.NONE
        return
    for skill in range(SKILLS):
        if may_resist(fighter, skill, frame.effect):
            open_window(battle, target, Window.RESIST)
            return
