"""The choices of an attacker besides target and weapon (H84, H117, H178, RH16, QH4).

Sides with full choices are asked for the aim of a charge and of a reaction, for the second weapon,
for the ability, and for the number of a Break. Others attack without an aim, with both weapons and
the best ability, and call the lowest Break that is enough.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import has_full_choices, open_window
from ...enums import Act, Hand, Skill, Step, Window
from ...tables import BODY_PARTS, NONE, SKILL_BREAK, TOUGHNESS
from ..characters.abilities import skill_level
from ..combat_actions.action_stack import go_to, is_unprovoked, top_frame
from ..combat_actions.skills import LEAST_BREAK, break_strength, may_use_skill
from ..modules.armoury import ability_of, has_alternative
from .weapon_attack import item_of_aim, may_aim

# --- The ability (H178) ---------------------------------------------------------------------------


@njit
def ask_ability(battle, actor, hand):
    """Ask with which ability an item is used, if there is a choice; whether it is asked (H178)."""
    fighter = battle.fighters[actor]
    if hand == NONE or not has_full_choices(battle, actor) or not has_alternative(fighter, hand):
        return False
    open_window(battle, actor, Window.ABILITY)
    return True


@njit
def hand_of_attack(frame):
    """The hand of the attack, -1 of a brawl; the shield of a Bash is in the off-hand (RH6)."""
    if frame.act == Act.SHIELD_BASH:
        return np.int64(Hand.OFF)
    if frame.act == Act.SHOVING_STRIKE:
        return np.int64(Hand.SWORD)
    return np.int64(frame.hand)


@njit
def ask_ability_of_attack(battle, frame):
    """Ask with which ability the attack is rolled, if there is a choice (H178)."""
    ask_ability(battle, frame.actor, hand_of_attack(frame))


@njit
def choose_ability(battle, ability):
    """The attacker uses its weapon with an ability, -1: the best (H178, HH1)."""
    frame = top_frame(battle)
    fighter, hand = battle.fighters[frame.actor], hand_of_attack(frame)
    fighter.uses[hand] = ability
    if frame.ability != NONE:
        frame.ability = ability_of(fighter, hand)


# --- The aim, and the second weapon (H84, H117, RH14) ---------------------------------------------


@njit
def is_second(frame):
    """Whether it is the attack with the second weapon (H84, RH14)."""
    return frame.step == Step.DEFENDED


@njit
def ask_aim(battle, frame):
    """Ask for the aim of a charge or a reaction; any attack may have to choose its ability (H117).

    Other attacks are aimed when they are declared (QH4).
    """
    is_aimed = is_unprovoked(frame) and not frame.charges
    if not is_aimed and has_full_choices(battle, frame.actor):
        open_window(battle, frame.actor, Window.AIM)
    else:
        ask_ability_of_attack(battle, frame)


@njit
def ask_second(battle, frame):
    """Ask whether, and at what, the second weapon strikes (H84, H117, RH14)."""
    if has_full_choices(battle, frame.actor):
        open_window(battle, frame.actor, Window.AIM)


@njit
def may_choose_aim(battle, frame, aim):
    """Whether the attack can be aimed at something else than it is (H117, RH16)."""
    if aim == frame.aim:
        return False
    if frame.act == Act.WEAPON_ATTACK:
        return may_aim(battle, frame.actor, frame.target, frame.hand, aim)
    return aim < BODY_PARTS


@njit
def choose_aim(battle, aim):
    """Aim the attack under way; the ability is asked next (H117, RH16)."""
    frame = top_frame(battle)
    frame.aim = aim
    if frame.act == Act.WEAPON_ATTACK:
        frame.skill = np.int64(Skill.BREAKING_STRIKE) if aim >= BODY_PARTS else NONE
    ask_ability_of_attack(battle, frame)


@njit
def keep_aim(battle):
    """The attack stays as it is aimed; the ability is asked next (H117)."""
    choose_aim(battle, top_frame(battle).aim)


@njit
def forgo_second(battle):
    """The second weapon does not strike (H84, RH14)."""
    go_to(top_frame(battle), Step.OVER)


# --- The number of a Break (H27, RH16, HH11) ------------------------------------------------------


@njit
def least_break(battle, frame):
    """The lowest Break that is enough against the item aimed at (H27, HH11)."""
    item = item_of_aim(battle.fighters[frame.target], frame.aim)
    return break_strength(battle.fighters[frame.actor], TOUGHNESS[item])


@njit
def may_call_break(battle, frame, number):
    """Whether the attacker can call a Break of this number instead of the lowest (H27, RH6)."""
    level = skill_level(battle.fighters[frame.actor], Skill.BREAKING_STRIKE)
    if number < LEAST_BREAK or number > SKILL_BREAK[Skill.BREAKING_STRIKE, level]:
        return False
    return number != least_break(battle, frame)


@njit
def ask_break(battle, frame):
    """Ask for the number of the Break of a strike that has hit an item (H27, RH16)."""
    fighter = battle.fighters[frame.actor]
    if frame.aim < BODY_PARTS or not has_full_choices(battle, frame.actor):
        return
    if item_of_aim(battle.fighters[frame.target], frame.aim) == NONE:
        return
    level = skill_level(fighter, Skill.BREAKING_STRIKE)
    most = SKILL_BREAK[Skill.BREAKING_STRIKE, level]
    if most > LEAST_BREAK and may_use_skill(fighter, Skill.BREAKING_STRIKE, frame.weapon):
        open_window(battle, frame.actor, Window.BREAK)


@njit
def strength_called(battle, frame):
    """The number of the Break that the attacker calls (H27, RH16, HH11)."""
    if frame.argument > 0:
        return np.int64(frame.argument)
    return np.int64(least_break(battle, frame))
