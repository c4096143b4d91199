"""The answer to an attack: the pre-roll, another defence, or none (H120 to H126, H160).

The defence that counts is written into the frame of the attack (`frame.defence`, 0: none) before
the attack is rolled; only an attack that meets the fatigue uses it up (H67, H126).
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event, open_window
from ...enums import (
    Defence,
    Event,
    Hand,
    Role,
    Step,
    Window,
)
from ...tables import SLIP_PENALTY
from ..attacks.weapon_attack import is_shot
from ..characters.conditions import can_defend
from ..combat_actions.action_stack import go_to, top_frame
from ..combat_basics.fatigue import raise_fatigue
from ..dice_challenges.checks import roll_ability
from ..dice_challenges.situational_penalties import defence_penalty, stance_penalty
from ..forced_movement.restraint import is_holding, let_go
from ..modules.armoury import has_shield
from ..modules.blind_spots import add_blind_spot, blind_penalty
from .current_defence import owe_defence, void_defence
from .prerolls import ability_for, bonus_for, hand_for, roll_defence

# --- Which ones there are (H118, H125, H160, RH44, RH47, QH8, QH9, QH11) --------------------------


@njit
def must_replace(battle, frame):
    """Whether the pre-roll cannot meet the attack: a parry against a shot (H125).

    A fighter who slips past a guard must roll a new dodge (RH47).
    """
    if frame.role == Role.GUARD:
        return True
    return battle.fighters[frame.target].defence == Defence.PARRY and is_shot(frame)


@njit
def may_block_instead(battle, frame):
    """Whether the target may block a shot instead of its parry (H125, QH8)."""
    fighter = battle.fighters[frame.target]
    return frame.role != Role.GUARD and must_replace(battle, frame) and has_shield(fighter)


@njit
def may_decline(battle, frame):
    """Whether the target may choose not to defend (H160, QH9)."""
    return can_defend(battle.fighters[frame.target])


@njit
def may_let_go_first(battle, frame):
    """Whether the target may let go of a held fighter to defend itself (RH44, QH11).

    Not if its hold has stopped this very attack.
    """
    fighter = battle.fighters[frame.target]
    is_stopped = frame.restrained and fighter.holds == frame.actor
    return is_holding(fighter) and not is_stopped


@njit
def ask_defender(battle, frame):
    """The target of a declared attack chooses its defence (H125, H160, QH8, QH9, QH11)."""
    frame.undefended = False
    frame.defence = Defence.NONE
    go_to(frame, Step.MET)
    target = frame.target
    if may_decline(battle, frame) or may_let_go_first(battle, frame):
        open_window(battle, target, Window.DEFEND)


# --- Answers --------------------------------------------------------------------------------------


@njit
def decline(battle):
    """The target does not defend itself (H160, QH9)."""
    top_frame(battle).undefended = True


@njit
def block_instead(battle):
    """The target blocks a shot instead of its parry (H125, QH8)."""
    top_frame(battle).defence = Defence.BLOCK


@njit
def let_go_first(battle):
    """The target lets go, pre-rolls, and is asked again (RH44, QH11)."""
    frame = top_frame(battle)
    let_go(battle, frame.target)
    go_to(frame, Step.DEFENDED)


# --- Meeting it (H120, H125, RH39, RH44, RH47) ----------------------------------------------------


@njit
def blind_spot_penalty(battle, frame):
    """Penalty of the defence if the attack comes from the blind spot (H158)."""
    actor, target = frame.actor, frame.target
    return blind_penalty(battle, actor, target, is_shot(frame), frame.charges)


@njit
def is_worse(fails, value, other_fails, other_value):
    """Whether a rolled defence is worse than another: too tired, or lower (RH10, RH39)."""
    return fails > other_fails or (fails == other_fails and value < other_value)


@njit
def reroll_if_worse(battle, frame):
    """Roll the defence again if the attack brings a penalty that the pre-roll lacked (RH39).

    The worse of both rolls counts, so that nobody defends better in a worse position.
    """
    target = frame.target
    fighter = battle.fighters[target]
    extra = blind_spot_penalty(battle, frame)
    defence = fighter.defence
    if stance_penalty(battle, fighter, defence) + extra <= fighter.defence_penalty:
        return
    fails, value, d6 = fighter.defence_fails, fighter.defence_value, fighter.defence_d6
    log_event(battle, Event.ROLLS_AGAIN, target, frame.actor, defence, extra, 0)
    roll_defence(battle, target, defence, fighter.defence_hand, extra)
    if is_worse(fails, value, fighter.defence_fails, fighter.defence_value):
        fighter.defence_fails = fails
        fighter.defence_value = value
        fighter.defence_d6 = d6


@njit
def take_preroll(battle, frame):
    """The pre-roll meets the attack (H106, H124)."""
    fighter = battle.fighters[frame.target]
    frame.defence = fighter.defence
    frame.defence_value = fighter.defence_value
    frame.defence_d6 = fighter.defence_d6
    frame.defence_fails = fighter.defence_fails
    frame.used = True


@njit
def replace_preroll(battle, frame):
    """Roll a dodge or a block instead of the pre-roll, which stays (H125, RH47)."""
    target = frame.target
    fighter = battle.fighters[target]
    defence = np.int64(Defence.BLOCK if frame.defence == Defence.BLOCK else Defence.DODGE)
    hand = hand_for(defence, Hand.SWORD)
    penalty = defence_penalty(battle, fighter, defence) + blind_spot_penalty(battle, frame)
    if frame.role == Role.GUARD:
        penalty += SLIP_PENALTY
    bonus = bonus_for(fighter, defence, hand)
    roll_ability(battle, target, ability_for(fighter, defence, hand), penalty, bonus, False)
    roll = battle.roll
    frame.defence = defence
    frame.defence_value = roll.total
    frame.defence_d6 = roll.d6
    frame.defence_fails = roll.tired
    frame.used = False
    total, fails = np.int64(roll.total), np.int64(roll.tired)
    log_event(battle, Event.PREROLLS, target, frame.actor, defence, total, fails)


@njit
def determine_defence(battle, frame):
    """Determine the defence before the attack is rolled (H120, H124, H125, RH39)."""
    target = frame.target
    fighter = battle.fighters[target]
    if frame.undefended or not can_defend(fighter):
        frame.defence = Defence.NONE
        log_event(battle, Event.NO_DEFENCE, target, frame.actor, frame.undefended, 0, 0)
    elif must_replace(battle, frame):
        replace_preroll(battle, frame)
    elif fighter.defence == Defence.NONE:
        frame.defence = Defence.NONE
    else:
        reroll_if_worse(battle, frame)
        take_preroll(battle, frame)


# --- Using it up (H121, H122, H124, H126, H157, RH10) ---------------------------------------------


@njit
def count_defence(fighter, defence):
    """Count one more dodge, block or parry before the next turn (H121, H122)."""
    if defence == Defence.DODGE:
        fighter.dodges += 1
    elif defence == Defence.BLOCK:
        fighter.blocks += 1
    else:
        fighter.parried = fighter.parried | (1 << fighter.defence_hand)


@njit
def use_defence(battle, frame):
    """Use a defence: it counts, may tire, is owed again; a shot blinds (H124, H126).

    H121, H122, H157, RH10.
    """
    if frame.defence == Defence.NONE:
        return
    target = frame.target
    fighter = battle.fighters[target]
    count_defence(fighter, frame.defence)
    raise_fatigue(battle, target, frame.defence_d6)
    if frame.used:
        void_defence(fighter)
        owe_defence(battle, target)
    if is_shot(frame):
        add_blind_spot(battle, frame.actor, target, frame.line)


@njit
def has_valid_defence(frame):
    """Whether a defence opposes the attack: rolled, and not below the fatigue (RH10, RH23)."""
    return frame.defence != Defence.NONE and not frame.defence_fails
