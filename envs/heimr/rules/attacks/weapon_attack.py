"""Legal attacks, by target, weapon and aim (H50, H53, H63, H84, H117, RH6, RH16, RH48)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...enums import Ability, Act, Effect, Hand, Skill, Wielding
from ...tables import BODY_PARTS, CAN_BASH, IS_RANGED, NONE, WIELDING
from ..characters.abilities import skill_level
from ..characters.conditions import can_act, is_climbing, is_gone
from ..combat_actions.action_stack import is_unprovoked, push, top_frame
from ..combat_actions.climbs import may_attack_climbing
from ..combat_actions.skills import may_use_skill
from ..combat_basics.clusters import share_cluster
from ..combat_basics.ranged_attacks import may_shoot_at
from ..dice_challenges.situational_penalties import is_in_melee_reach
from ..modules.armoury import (
    IN_HANDS,
    ability_of,
    free_hands,
    has_shield,
    has_two_weapons,
    is_melee_hand,
    item_in_use,
    reveal_item,
    shown_in_hand,
    takes_both_hands,
)
from ..positions.hiding import is_hidden_from, may_be_attacked

# --- Kinds of attacks (H53, H84, RH6) -------------------------------------------------------------


@njit
def is_shot(frame):
    """Whether an attack is a ranged attack (H53)."""
    if frame.act != Act.WEAPON_ATTACK or frame.weapon == NONE:
        return False
    return IS_RANGED[frame.weapon]


@njit
def is_brawl(act):
    """Whether an attack is a brawl attack (H86)."""
    return act == Act.BRAWL_HIT or act == Act.BRAWL_BIND


@njit
def item_of_aim(fighter, aim):
    """The item that an attack is aimed at; -1: none, or a body part (RH16)."""
    if aim < BODY_PARTS:
        return NONE
    return fighter.held[aim - BODY_PARTS]


@njit
def forget_lost_aim(battle, frame):
    """Forget an aim at an item that the target does not hold any more (RH16, HH52)."""
    if frame.aim >= BODY_PARTS and item_of_aim(battle.fighters[frame.target], frame.aim) == NONE:
        frame.aim = NONE
        frame.skill = NONE


# --- Targets (H63, H132, H133, RH50) --------------------------------------------------------------


@njit
def is_stumbling(fighter):
    """Whether a fighter stumbles (H63)."""
    return fighter.seconds[Effect.STUMBLE] > 0


@njit
def believed_location(battle, actor, target):
    """The place where an attacker believes its target: the last one if it hides (H133, RH50)."""
    if is_hidden_from(battle, target, actor):
        return battle.fighters[target].last_seen
    return battle.fighters[target].location


@njit
def is_target(battle, actor, target):
    """Whether a fighter is an opponent in the battle that the attacker knows of (H132, RH50)."""
    if battle.side[target] == battle.side[actor] or is_gone(battle.fighters[target]):
        return False
    return may_be_attacked(battle, target, actor)


@njit
def reaches_in_melee(battle, actor, target):
    """Whether melee reaches: one square and height; stumbling, only the cluster (H50, H63)."""
    if is_stumbling(battle.fighters[actor]) and not share_cluster(battle, actor, target):
        return False
    if is_hidden_from(battle, target, actor):
        place = believed_location(battle, actor, target)
        return place != NONE and place == battle.fighters[actor].location
    return is_in_melee_reach(battle, actor, target)


@njit
def may_fight(battle, actor):
    """Whether a fighter can attack: able to act, with a hand left if it climbs (H173)."""
    fighter = battle.fighters[actor]
    if not can_act(fighter) or fighter.location == NONE:
        return False
    return may_attack_climbing(battle, fighter)


# --- Aiming (H117, RH16) --------------------------------------------------------------------------


@njit
def may_break(battle, actor, target, hand, aim):
    """Whether a Breaking Strike can be aimed at what a hand of the target holds (RH6, RH16).

    A fighter who hides shows nothing that it holds (XH1).
    """
    fighter = battle.fighters[actor]
    if is_hidden_from(battle, target, actor):
        return False
    if shown_in_hand(battle, actor, target, aim - BODY_PARTS) == NONE:
        return False
    if not is_melee_hand(fighter, hand):
        return False
    return may_use_skill(fighter, Skill.BREAKING_STRIKE, fighter.held[hand])


@njit
def may_aim(battle, actor, target, hand, aim):
    """Whether an attack may be aimed at this: a body part, an item, nothing (H117, RH16)."""
    return aim < BODY_PARTS or may_break(battle, actor, target, hand, aim)


# --- Weapons (H84, H50, H53, H63, RH29) -----------------------------------------------------------


@njit
def weapon_reaches(battle, actor, target, hand):
    """Whether the weapon in a hand reaches where its wielder believes a target (H50, H53, H63)."""
    fighter = battle.fighters[actor]
    if is_melee_hand(fighter, hand):
        return reaches_in_melee(battle, actor, target)
    if is_stumbling(fighter):
        return False
    place = believed_location(battle, actor, target)
    return place != NONE and may_shoot_at(battle, actor, target, place, hand)


@njit
def may_attack(battle, actor, target, hand, aim):
    """Whether a fighter may attack another with the weapon in a hand (H50, H53, H63, H84, H132).

    With a weapon in each hand, `hand` is the one that strikes first (RH14). `aim` is a BodyPart, 5
    + Hand for an item, -1 for nothing.
    """
    if not may_fight(battle, actor) or not is_target(battle, actor, target):
        return False
    if not weapon_reaches(battle, actor, target, hand):
        return False
    return may_aim(battle, actor, target, hand, aim)


# --- Skills that are actions of their own (RH6) ---------------------------------------------------


@njit
def may_bash(battle, actor, target, falls):
    """Whether a fighter may bash with its shield: no buckler; Fall from level 2 on (RH6)."""
    fighter = battle.fighters[actor]
    if not may_fight(battle, actor) or not is_target(battle, actor, target):
        return False
    if not has_shield(fighter) or not reaches_in_melee(battle, actor, target):
        return False
    shield = fighter.held[Hand.OFF]
    if not CAN_BASH[shield] or (falls and skill_level(fighter, Skill.SHIELD_BASH) < 2):
        return False
    return may_use_skill(fighter, Skill.SHIELD_BASH, shield)


@njit
def wields_with_both(fighter):
    """Whether a fighter wields a melee weapon with both hands (H107, RH6)."""
    if not is_melee_hand(fighter, Hand.SWORD) or fighter.held[Hand.OFF] != NONE:
        return False
    weapon = fighter.held[Hand.SWORD]
    if takes_both_hands(weapon):
        return True
    return WIELDING[weapon] == Wielding.ONE_AND_A_HALF and free_hands(fighter) > 0


@njit
def may_shove(battle, actor, target):
    """Whether a fighter may shove another: both hands on a melee weapon, not climbing (RH6)."""
    fighter = battle.fighters[actor]
    if not may_fight(battle, actor) or not is_target(battle, actor, target):
        return False
    if is_climbing(fighter):
        return False
    if not wields_with_both(fighter) or not reaches_in_melee(battle, actor, target):
        return False
    return may_use_skill(fighter, Skill.SHOVING_STRIKE, fighter.held[Hand.SWORD])


# --- Beginning (H84, RH14, RH16) ------------------------------------------------------------------


@njit
def begin_attack(battle, role, act, actor, target, hand, aim):
    """Declare an attack; `hand` is -1 for a brawl attack (H84, H86)."""
    push(battle, role, act, actor, target, 0)
    frame = top_frame(battle)
    frame.hand = hand
    frame.aim = aim


@njit
def choose_weapon(battle, frame):
    """The weapon and ability of the attack; out of turn only one weapon (H84, RH6, RH14, RH16).

    A concealed weapon shows when it is used (H101).
    """
    fighter = battle.fighters[frame.actor]
    if frame.act == Act.SHIELD_BASH:
        frame.hand = Hand.OFF
        frame.skill = Skill.SHIELD_BASH
    elif frame.act == Act.SHOVING_STRIKE:
        frame.hand = Hand.SWORD
        frame.skill = Skill.SHOVING_STRIKE
    elif frame.act == Act.WEAPON_ATTACK and frame.aim >= BODY_PARTS:
        frame.skill = Skill.BREAKING_STRIKE
    elif is_brawl(frame.act):
        frame.hand = NONE
        frame.ability = Ability.BRAWL
    if frame.hand != NONE:
        frame.weapon = item_in_use(fighter, frame.hand)
        reveal_item(fighter, IN_HANDS + frame.hand)
    if frame.weapon != NONE:
        frame.ability = ability_of(fighter, frame.hand)
    is_own = frame.act == Act.WEAPON_ATTACK and is_unprovoked(frame)
    frame.both = is_own and frame.weapon != NONE and has_two_weapons(fighter)
