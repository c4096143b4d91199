"""Pre-rolling the next defence, in public (H106, H118, H124, H126, RH10, RH60, QH7)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event, open_window
from ...enums import (
    Ability,
    Defence,
    Event,
    Hand,
    Stage,
    Window,
)
from ...state import (
    HANDS,
)
from ..attacks.attack_choices import ask_ability
from ..combat_basics.initiative import active_fighter, first_from
from ..dice_challenges.checks import roll_ability
from ..dice_challenges.situational_penalties import stance_penalty, use_penalty
from ..modules.armoury import IN_HANDS, ability_of, defence_bonus, has_shield, reveal_item
from .current_defence import may_parry_with

# --- Which ways there are (H118, RH60) ------------------------------------------------------------


@njit
def must_dodge(battle, actor):
    """Whether the pre-roll must be a dodge: the Dodge action, at the end of its turn (RH60)."""
    is_end_of_turn = battle.stage == Stage.TURN_END and active_fighter(battle) == actor
    return battle.fighters[actor].dodge_ready and is_end_of_turn


@njit
def has_choice(battle, actor):
    """Whether a fighter can choose between dodge and another defence (H118, H122)."""
    fighter = battle.fighters[actor]
    if must_dodge(battle, actor):
        return False
    return has_shield(fighter) or (
        may_parry_with(fighter, Hand.SWORD) or may_parry_with(fighter, Hand.OFF)
    )


# --- Rolling (H106, H121, H126, RH10, RH31, RH39) -------------------------------------------------


@njit
def ability_for(fighter, defence, hand):
    """The ability of a dodge, block or parry (H118)."""
    if defence == Defence.DODGE:
        return np.int64(Ability.AGILITY)
    return ability_of(fighter, hand)


@njit
def bonus_for(fighter, defence, hand):
    """Potential that the shield or weapon adds (RH31)."""
    return 0 if defence == Defence.DODGE else defence_bonus(fighter, hand)


@njit
def hand_for(defence, hand):
    """The hand of a defence: a shield is in the off-hand, a dodge needs none (H169)."""
    if defence == Defence.PARRY:
        return hand
    return np.int64(Hand.OFF if defence == Defence.BLOCK else Hand.SWORD)


@njit
def roll_defence(battle, actor, defence, hand, extra):
    """Roll a defence: public, and tiring only when it is used (H106, H126, RH10).

    `hand` matters for a parry only. `extra` is the penalty of the attack that it meets, 0 of a pre-
    roll (RH39).
    """
    fighter = battle.fighters[actor]
    hand = hand_for(defence, hand)
    if defence != Defence.DODGE:
        reveal_item(fighter, IN_HANDS + hand)
    stance = stance_penalty(battle, fighter, defence) + extra
    penalty = stance + use_penalty(fighter, defence)
    bonus = bonus_for(fighter, defence, hand)
    roll_ability(battle, actor, ability_for(fighter, defence, hand), penalty, bonus, False)
    fighter.defence = defence
    fighter.defence_hand = hand
    fighter.defence_penalty = stance
    fighter.defence_d6 = battle.roll.d6
    fighter.defence_value = battle.roll.total
    fighter.defence_fails = battle.roll.tired
    battle.owed = battle.owed & ~(1 << actor)
    total, fails = fighter.defence_value, fighter.defence_fails
    log_event(battle, Event.PREROLLS, actor, NOBODY, defence, total, fails)


# --- Asking (H106, H124, RH12, QH7) ---------------------------------------------------------------


@njit
def ask_preroll(battle):
    """Ask the first fighter who owes a pre-roll; without a choice it dodges (QH7)."""
    actor = first_from(battle, battle.owed, NOBODY)
    if has_choice(battle, actor):
        open_window(battle, actor, Window.DEFENCE)
    else:
        roll_defence(battle, actor, Defence.DODGE, Hand.SWORD, 0)


@njit
def may_preroll(battle, actor, defence, hand):
    """Whether the fighter asked may choose a defence (H118, H122, QH7)."""
    if defence == Defence.DODGE:
        return True
    if must_dodge(battle, actor) or hand >= HANDS:
        return False
    if defence == Defence.BLOCK:
        return has_shield(battle.fighters[actor])
    return defence == Defence.PARRY and may_parry_with(battle.fighters[actor], hand)


# --- The ability of a parry or a block (H178) -----------------------------------------------------


@njit
def choose_defence(battle, actor, defence, hand):
    """Roll the chosen defence; a parry or block may ask for its ability first (H118, H178, QH7)."""
    hand = hand_for(defence, hand)
    if defence != Defence.DODGE and ask_ability(battle, actor, hand):
        fighter = battle.fighters[actor]
        fighter.defence = defence
        fighter.defence_hand = hand
    else:
        roll_defence(battle, actor, defence, hand, 0)


@njit
def awaits_ability(battle, actor):
    """Whether a fighter has chosen a parry or block that is not rolled yet (H178)."""
    return (battle.owed >> actor) & 1 != 0 and battle.fighters[actor].defence != Defence.NONE


@njit
def roll_with_ability(battle, actor, ability):
    """Roll the chosen parry or block with an ability, -1: the best (H178, HH1)."""
    fighter = battle.fighters[actor]
    fighter.uses[fighter.defence_hand] = ability
    roll_defence(battle, actor, fighter.defence, fighter.defence_hand, 0)
