"""The worth of attacks and defences, by exact odds against public defences (H106, H116, XH4).

Worth is a share of a healthy fighter in ten-thousandths; an impossible action is worth 0.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.heimr.enums import Ability, BodyPart, Defence, Effect, Hand, Skill
from ....envs.heimr.rules.attacks.weapon_attack import weapon_reaches
from ....envs.heimr.rules.characters.abilities import consistency, potential, skill_level
from ....envs.heimr.rules.characters.conditions import can_defend, is_part_injured, is_prone
from ....envs.heimr.rules.combat_actions.skills import fits_weapon, may_call_stumble, may_use_skill
from ....envs.heimr.rules.defence.current_defence import may_use
from ....envs.heimr.rules.defence.prerolls import ability_for, bonus_for, hand_for
from ....envs.heimr.rules.dice_challenges.situational_penalties import (
    defence_penalty,
    dodge_bonus,
    melee_attack_penalty,
    ranged_attack_penalty,
    stance_penalty,
)
from ....envs.heimr.rules.environment.concealment import concealment_from
from ....envs.heimr.rules.health.health import most_hp
from ....envs.heimr.rules.modules.armoury import (
    ability_of,
    has_shield,
    has_two_weapons,
    is_melee_hand,
    takes_both_hands,
)
from ....envs.heimr.rules.modules.blind_spots import blind_penalty
from ....envs.heimr.tables import (
    BODY_PARTS,
    BRAWL_DAMAGE,
    D6,
    DAMAGE,
    IS_RANGED,
    ITEM_BONUS,
    NONE,
    PART_OF_FACE,
    SKILL_EFFECT,
    SKILL_HIT,
    SKILL_HITS,
    SKILL_PARTS,
    SKILLS,
)
from .odds import chance_at_least, chance_of_hit, chance_with_face

TORSO, SWORD_ARM, OTHER_ARM, RIGHT_LEG = (int(part) for part in list(BodyPart)[:4])
UNHURT, SLOWED = 4500, 5500
"""Worth of a fighter with no HP left but no injury, and the worth of all of its HP."""
DOWN = -4
"""HP at which every fighter faints (H35)."""
ARM_LOST, THING_LOST, LAME = 35, 65, 50
"""Percent of its worth that a fighter keeps without its weapon, without its shield, and without its
legs."""
EFFECT_WORTH = np.zeros(len(Effect), np.int64)
EFFECT_WORTH[[Effect.FALL, Effect.DROP, Effect.STUMBLE, Effect.DAZE]] = 1200, 2600, 1500, 2500
WILLPOWER_WORTH = 60
"""Worth of a point of willpower."""

# --- What is left of a fighter (H31 to H35, RH20, RH42) -------------------------------------------


@njit
def holds_thing(fighter, part):
    """Whether an arm holds an item or supports a two-handed one."""
    if part == SWORD_ARM:
        return fighter.held[Hand.SWORD] != NONE
    both = takes_both_hands(np.int64(fighter.held[Hand.SWORD]))
    return both or fighter.held[Hand.OFF] != NONE


@njit
def share_without(fighter, injured):
    """Percent of its worth that a fighter keeps with injured parts, a bit for each (H32)."""
    share = np.int64(100)
    if (injured >> TORSO) & 1 != 0:
        return np.int64(0)
    if (injured >> SWORD_ARM) & 1 != 0:
        share = share * ARM_LOST // 100
    if (injured >> OTHER_ARM) & 1 != 0 and holds_thing(fighter, OTHER_ARM):
        is_weapon = takes_both_hands(np.int64(fighter.held[Hand.SWORD]))
        share = share * (ARM_LOST if is_weapon else THING_LOST) // 100
    if (injured >> RIGHT_LEG) & 3 != 0:
        share = share * LAME // 100
    return share


@njit
def left_of(fighter, hp, injured):
    """Worth of a fighter with this HP and these injured parts."""
    if hp <= DOWN:
        return np.int64(0)
    if hp > 0:
        return UNHURT + SLOWED * hp // max(1, most_hp(fighter))
    return (UNHURT + 100 * hp) * share_without(fighter, injured) // 100


@njit
def worth_of_wound(fighter, damage, part):
    """Worth that a fighter loses with `damage` HP by a hit on a part."""
    hp, injured = np.int64(fighter.hp), np.int64(fighter.injured)
    after = injured
    if damage > 0 and hp - damage <= 0:
        after |= 1 << part
    return left_of(fighter, hp, injured) - left_of(fighter, hp - damage, after)


# --- Skills on a hit (RH6, QH10) ------------------------------------------------------------------


@njit
def may_call_on(fighter, foe, item, part, skill):
    """Whether a skill may be called on a hit with an item on a part of an enemy (RH6)."""
    if skill == Skill.SHOVING_STRIKE:
        return may_call_stumble(fighter, item)
    if not fits_weapon(skill, item) or not SKILL_PARTS[skill, part]:
        return False
    if skill == Skill.DISARMING_STRIKE:
        level = skill_level(fighter, skill)
        if foe.arm_hits + 1 < SKILL_HITS[skill, level]:
            return False
    return may_use_skill(fighter, skill, item)


@njit
def is_harmless(foe, effect):
    """Whether an effect would cost an enemy nothing."""
    if effect == Effect.FALL:
        return is_prone(foe)
    if effect == Effect.DROP:
        return foe.held[Hand.SWORD] == NONE
    return foe.seconds[effect] > 0


@njit
def worth_of_skill(fighter, foe, item, part, skill):
    """Worth that an enemy loses by a hit with a skill, minus the willpower spent (RH6)."""
    effect = np.int64(SKILL_EFFECT[skill])
    damage = DAMAGE[item]
    if skill != Skill.SHOVING_STRIKE:
        damage = SKILL_HIT[skill, skill_level(fighter, skill)]
    worth = worth_of_wound(foe, damage, part) - WILLPOWER_WORTH
    if effect != Effect.NONE and foe.hp - damage > 0 and not is_harmless(foe, effect):
        worth += EFFECT_WORTH[effect]
    return worth


@njit
def best_skill(fighter, foe, item, part):
    """The skill that adds most worth to a hit, -1 if none adds any."""
    best, most = np.int64(NONE), np.int64(worth_of_wound(foe, DAMAGE[item], part))
    for skill in range(SKILLS):
        if may_call_on(fighter, foe, item, part, skill):
            worth = np.int64(worth_of_skill(fighter, foe, item, part, skill))
            if worth > most:
                best, most = np.int64(skill), worth
    return best


@njit
def worth_of_hit(fighter, foe, item, part):
    """Worth that an enemy loses by a hit, with the best skill; `item` -1 means a brawl."""
    if item == NONE:
        return np.int64(worth_of_wound(foe, BRAWL_DAMAGE, part))
    skill = best_skill(fighter, foe, item, part)
    if skill == NONE:
        return np.int64(worth_of_wound(foe, DAMAGE[item], part))
    return np.int64(worth_of_skill(fighter, foe, item, part, skill))


# --- The attack (H84, H117, H119) -----------------------------------------------------------------


@njit
def attack_consistency(battle, actor, foe, hand, aim):
    """Consistency of an attack with its penalties; hand -1 means a brawl (H54, H117, H127)."""
    fighter = battle.fighters[actor]
    if hand == NONE:
        penalty = melee_attack_penalty(battle, actor, foe, aim)
        return consistency(fighter, Ability.BRAWL) - penalty
    if IS_RANGED[fighter.held[hand]]:
        penalty = ranged_attack_penalty(battle, actor, foe, aim, 0)
        penalty += concealment_from(battle, actor, foe)
    else:
        penalty = melee_attack_penalty(battle, actor, foe, aim)
    return consistency(fighter, ability_of(fighter, hand)) - penalty


@njit
def attack_potential(fighter, hand):
    """Potential of an attack; hand -1 means a brawl (RH31)."""
    if hand == NONE:
        return potential(fighter, Ability.BRAWL)
    return potential(fighter, ability_of(fighter, hand)) + ITEM_BONUS[fighter.held[hand]]


# --- The defence (H106, H121, H125, RH39) ---------------------------------------------------------


@njit
def is_shot_with(fighter, hand):
    """Whether the attack with a hand is a ranged attack."""
    return hand != NONE and IS_RANGED[fighter.held[hand]]


@njit
def forces_new_defence(battle, actor, foe, is_shot, charges):
    """Whether an attack makes the enemy roll its defence again (H125, RH39)."""
    fighter = battle.fighters[foe]
    if fighter.defence == Defence.PARRY and is_shot:
        return True
    extra = blind_penalty(battle, actor, foe, is_shot, charges)
    stance = stance_penalty(battle, fighter, np.int64(fighter.defence))
    return stance + extra > fighter.defence_penalty


@njit
def defence_consistency(battle, fighter, defence, hand):
    """Consistency of a defence with its current penalties (H118, H121)."""
    penalty = defence_penalty(battle, fighter, defence)
    return consistency(fighter, ability_for(fighter, defence, hand)) - penalty


@njit
def defence_potential(fighter, defence, hand):
    """Potential of a defence (RH31)."""
    ability = ability_for(fighter, defence, hand)
    return potential(fighter, ability) + bonus_for(fighter, defence, hand)


@njit
def chance_against(battle, actor, foe, hand, aim, defence, with_hand, extra):
    """Chance that an attack hits an enemy who still has to roll a defence."""
    one, other = battle.fighters[actor], battle.fighters[foe]
    edge = attack_potential(one, hand) - defence_potential(other, defence, with_hand)
    dice = attack_consistency(battle, actor, foe, hand, aim)
    met = defence_consistency(battle, other, defence, with_hand) - extra
    return chance_of_hit(dice, np.int64(one.fatigue), met, np.int64(other.fatigue), edge)


@njit
def chance_against_new_defence(battle, actor, foe, hand, aim, charges):
    """Chance of an attack that makes the enemy roll its defence again (H125, RH39)."""
    other = battle.fighters[foe]
    is_shot = is_shot_with(battle.fighters[actor], hand)
    extra = blind_penalty(battle, actor, foe, is_shot, charges)
    defence, with_hand = np.int64(other.defence), np.int64(other.defence_hand)
    is_void = not may_use(other, defence, with_hand)  # of an item that it has concealed since
    if is_void or (defence == Defence.PARRY and is_shot):
        defence = np.int64(Defence.BLOCK if has_shield(other) else Defence.DODGE)
        with_hand = np.int64(hand_for(defence, Hand.SWORD))
    return chance_against(battle, actor, foe, hand, aim, defence, with_hand, extra)


@njit
def needed_value(battle, actor, foe, hand):
    """Lowest dice value that hits the public defence and reaches the fatigue (H67, H119, XH4)."""
    one, other = battle.fighters[actor], battle.fighters[foe]
    needed = np.int64(one.fatigue)
    is_open = other.defence == Defence.NONE or other.defence_fails or not can_defend(other)
    if not is_open:
        total = np.int64(other.defence_value)
        if other.defence == Defence.DODGE:
            total += dodge_bonus(other, is_shot_with(one, hand))
        needed = max(needed, total + 1 - attack_potential(one, hand))
    return needed


@njit
def is_open_to(battle, actor, foe, hand, charges):
    """Whether the attack will meet the enemy's public defence."""
    other = battle.fighters[foe]
    if other.defence == Defence.NONE or not can_defend(other):
        return True
    is_shot = is_shot_with(battle.fighters[actor], hand)
    return not forces_new_defence(battle, actor, foe, is_shot, charges)


@njit
def chance_of_attack(battle, actor, foe, hand, aim, charges):
    """Chance that an attack hits, by the public defence (H106, XH4)."""
    if not is_open_to(battle, actor, foe, hand, charges):
        return chance_against_new_defence(battle, actor, foe, hand, aim, charges)
    needed = needed_value(battle, actor, foe, hand)
    return chance_at_least(attack_consistency(battle, actor, foe, hand, aim), needed)


# --- What an attack is worth ----------------------------------------------------------------------


@njit
def item_of(fighter, hand):
    """The item in a hand, -1 for bare hands."""
    return np.int64(NONE) if hand == NONE else np.int64(fighter.held[hand])


@njit
def worth_of_blow(battle, actor, foe, hand, aim, charges):
    """Mean worth that one attack roll costs an enemy, over all parts (H116, H117)."""
    fighter, other = battle.fighters[actor], battle.fighters[foe]
    item = item_of(fighter, hand)
    chance = chance_of_attack(battle, actor, foe, hand, aim, charges)
    if aim != NONE:
        return np.int64(chance * worth_of_hit(fighter, other, item, aim))
    is_known = is_open_to(battle, actor, foe, hand, charges)
    dice = attack_consistency(battle, actor, foe, hand, aim)
    needed = needed_value(battle, actor, foe, hand)
    total = 0.0
    for face in range(1, D6 + 1):
        share = chance_with_face(dice, needed, face) if is_known else chance / D6
        total += share * worth_of_hit(fighter, other, item, PART_OF_FACE[face])
    return np.int64(total)


@njit
def attacks_with_both(battle, actor, foe, other_hand, charges):
    """Whether the weapon in the other hand attacks too: at the end of a charge in melee (HH51)."""
    fighter = battle.fighters[actor]
    if not has_two_weapons(fighter):
        return False
    if charges:
        return is_melee_hand(fighter, other_hand)
    return weapon_reaches(battle, actor, foe, other_hand)


@njit
def worth_of_attack(battle, actor, foe, hand, aim, charges):
    """Mean worth that an attack costs an enemy, the off-hand weapon included (RH14)."""
    worth = worth_of_blow(battle, actor, foe, hand, aim, charges)
    if hand != NONE and attacks_with_both(battle, actor, foe, 1 - hand, charges):
        worth += worth_of_blow(battle, actor, foe, 1 - hand, aim, charges) * 3 // 4
    return worth


@njit
def best_aim(battle, actor, foe, hand):
    """The part to aim at for the most worth, -1 for no aim (H117)."""
    best, most = np.int64(NONE), worth_of_attack(battle, actor, foe, hand, np.int64(NONE), False)
    for part in range(BODY_PARTS):
        if not is_part_injured(battle.fighters[foe], part):
            worth = worth_of_attack(battle, actor, foe, hand, part, False)
            if worth > most:
                best, most = np.int64(part), worth
    return best
