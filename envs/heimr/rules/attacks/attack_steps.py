"""An attack step by step, from the guard of its target to the next weapon (H84, TH3 to TH5).

`attack_step` carries out one step of the attack under way. A step that asks a fighter sets the next
step before it opens the window, so that waiting needs no answer. `hits.py` carries out hits.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ...enums import BEFORE_ROLL_STEPS, ROLL_STEPS, Act, Defence, Event, Outcome, Role, Step
from ...tables import BODY_PARTS, HIDDEN_BONUS, ITEM_BONUS, NONE
from ..characters.conditions import is_gone
from ..combat_actions.action_stack import clear_attack, go_to, top_frame, was_hidden_from
from ..combat_actions.skills import ask_resist, pay_called_skill
from ..combat_basics.ranged_attacks import (
    can_raise_fatigue,
    continue_in_cluster,
    mark_reached,
    redirect_to_guarded,
    threatens_guarded,
    use_missile,
)
from ..combat_basics.readied import ask_readied
from ..defence.defences import has_valid_defence, use_defence
from ..dice_challenges.checks import roll_ability
from ..dice_challenges.rolls import beats_defence, meets
from ..dice_challenges.situational_penalties import (
    dodge_bonus,
    melee_attack_penalty,
    ranged_attack_penalty,
)
from ..effects import ask_direction
from ..environment.concealment import concealment_from
from ..forced_movement.restraint import break_free
from ..health.health import reopen_injured_arms
from ..modules.armoury import is_melee_hand
from ..positions.hiding import is_hidden_from, unaware_of
from ..positions.sounds import make_sound
from .attack_choices import ask_second
from .before_roll import fail_attack, is_possible, step_before_roll
from .brawl import touches
from .hits import deal_damage, determine_body_part, end_hit, take_effect
from .weapon_attack import choose_weapon, forget_lost_aim, is_brawl, is_shot, weapon_reaches

# --- The roll (H67, H84, H108, H114, H119, H133, H134, RH6, RH23, RH31, RH43) ---------------------


@njit
def attack_penalty(battle, frame):
    """Penalty of an attack, with the concealment of the target (H131, H133, RH48)."""
    actor, target, aim = frame.actor, frame.target, frame.aim
    if is_shot(frame):
        total = ranged_attack_penalty(battle, actor, target, aim, frame.link)
    else:
        total = melee_attack_penalty(battle, actor, target, aim)
    if frame.lucky > 0:
        return total + frame.lucky
    return total + concealment_from(battle, actor, target)


@njit
def added_potential(frame):
    """Potential of the weapon, and of a charge or shot out of hiding (H134, RH6, RH31)."""
    bonus = 0
    if frame.act == Act.WEAPON_ATTACK or frame.act == Act.SHOVING_STRIKE:
        bonus += ITEM_BONUS[frame.weapon]
    if was_hidden_from(frame, frame.target) and (frame.charges or is_shot(frame)):
        bonus += HIDDEN_BONUS
    return bonus


@njit
def record_shot(battle, frame):
    """The target cannot hide from the shooter, even if its guard has dodged before (H95)."""
    if is_shot(frame):
        target = battle.fighters[frame.target]
        target.shot_by = target.shot_by | (1 << frame.actor)


@njit
def use_up_for_roll(battle, frame):
    """Use up what a roll costs: a missile, the skill that is the attack (RH6, RH29, RH49).

    Melee is loud when it is declared, after a shot of the other weapon only now (HH51).
    """
    actor, target = frame.actor, frame.target
    if is_brawl(frame.act):
        reopen_injured_arms(battle, actor)
    if is_shot(frame) and can_raise_fatigue(frame):
        use_missile(battle, frame, battle.fighters[target].location)
        make_sound(battle, actor, False)
    elif frame.reached != 0 and not is_shot(frame):
        make_sound(battle, actor, True)
    if frame.act == Act.SHIELD_BASH or frame.act == Act.SHOVING_STRIKE:
        pay_called_skill(battle, frame)


@njit
def is_hit(battle, frame):
    """Whether a roll hits: above the defence, or none; a Bind needs a touch (H119, RH23)."""
    if not has_valid_defence(frame):
        return True
    total, defence = frame.total, frame.defence_value
    if frame.defence == Defence.DODGE:
        defence += dodge_bonus(battle.fighters[frame.target], is_shot(frame))
    log_event(battle, Event.MEETS, frame.actor, frame.target, frame.defence, defence, 0)
    if beats_defence(total, defence):
        return True
    if is_brawl(frame.act) and touches(total, defence):
        log_event(battle, Event.TOUCHES, frame.actor, frame.target, 0, 0, 0)
        return frame.act == Act.BRAWL_BIND
    return False


@njit
def breaks_hold(battle, frame):
    """Whether the roll meets the holder's Brawl result, which ends the hold (H114)."""
    if not meets(frame.total, frame.challenge):
        return False
    frame.restrained = False
    break_free(battle, frame.actor)
    return True


@njit
def resolve_roll(battle, frame):
    """The outcome of a roll that met the fatigue (H114, H119, H124, RH6, RH44).

    The roll uses up the defence. An attack that the holder has stopped is no attack at all, so it
    stops no brawl either (H111).
    """
    if frame.restrained and not breaks_hold(battle, frame):
        return np.int64(Outcome.FAILED)
    if frame.act == Act.SHOVING_STRIKE:
        return np.int64(Outcome.HIT)
    use_defence(battle, frame)
    if is_hit(battle, frame):
        return np.int64(Outcome.HIT)
    is_dodged = frame.defence == Defence.DODGE
    return np.int64(Outcome.DODGED if is_dodged else Outcome.STOPPED)


@njit
def record_dodge(battle, frame):
    """A dodge of a melee weapon in its wielder's turn leads inside its reach (H110)."""
    if frame.role == Role.TURN and frame.act == Act.WEAPON_ATTACK and not is_shot(frame):
        target = battle.fighters[frame.target]
        target.dodged = target.dodged | (1 << frame.actor)


@njit
def roll_attack_dice(battle, frame):
    """Roll the ability of the attack; only the first roll of a chain tires (H59, H67, H84)."""
    actor, ability = frame.actor, frame.ability
    penalty, bonus = attack_penalty(battle, frame), added_potential(frame)
    roll_ability(battle, actor, ability, penalty, bonus, can_raise_fatigue(frame))
    frame.d6, frame.value = battle.roll.d6, battle.roll.value
    frame.total = battle.roll.total
    if battle.roll.tired:
        frame.outcome = Outcome.FAILED


@njit
def roll_attack(battle, frame):
    """Roll the attack and compare; an attack below the fatigue fails (H67, H84, H119, RH45).

    A roll that a guard has dodged counts for the guarded fighter too.
    """
    if not is_possible(battle, frame):
        fail_attack(battle, frame)
        return
    frame.outcome = Outcome.NONE
    record_shot(battle, frame)
    if not frame.stays:
        use_up_for_roll(battle, frame)
        if frame.act != Act.WEAPON_ATTACK and frame.weapon != NONE and frame.skill == NONE:
            fail_attack(battle, frame)
            return
        roll_attack_dice(battle, frame)
    if frame.outcome != Outcome.FAILED:
        frame.outcome = resolve_roll(battle, frame)
    if frame.outcome == Outcome.HIT:
        go_to(frame, Step.HIT)
        return
    if frame.outcome == Outcome.DODGED:
        record_dodge(battle, frame)
    if frame.outcome == Outcome.FAILED:
        frame.defence = Defence.NONE
    log_event(battle, Event.MISSES, frame.actor, frame.target, frame.defence, 0, 0)
    go_to(frame, Step.ANSWERED)


# --- After the attack (H57, RH14, RH37, RH45) -----------------------------------------------------


@njit
def ask_reactions(battle, frame):
    """Readied actions answer the attack (RH37)."""
    if not ask_readied(battle):
        go_to(frame, Step.REPLACED)


@njit
def target_of_other_weapon(frame):
    """The target of the second weapon: that of the first, also after a chain (RH14, HH51)."""
    return frame.target if frame.link == 0 else frame.first_target


@njit
def can_attack_with_other_weapon(battle, frame, target):
    """Whether the second weapon can attack; at the end of a charge only in melee (H84, H87, RH14).

    An attack that the holder has stopped is stopped for both weapons.
    """
    hand = 1 - frame.hand
    if not frame.both or frame.restrained or is_gone(battle.fighters[target]):
        return False
    if frame.charges and not is_melee_hand(battle.fighters[frame.actor], hand):
        return False
    return weapon_reaches(battle, frame.actor, target, hand)


@njit
def begin_second_attack(battle, frame, target):
    """The weapon in the other hand attacks; luck has found the target for both (H133, HH51)."""
    actor = frame.actor
    clear_attack(frame)
    frame.target = target
    frame.hand = 1 - frame.hand
    frame.link = 0
    if not is_hidden_from(battle, target, actor):
        frame.lucky = 0
    if not frame.charges:
        frame.unseen_by = unaware_of(battle, actor)
    frame.argument = 0
    forget_lost_aim(battle, frame)
    if frame.aim >= BODY_PARTS and not is_melee_hand(battle.fighters[actor], frame.hand):
        frame.aim = NONE
    choose_weapon(battle, frame)
    frame.both = False
    go_to(frame, Step.DEFENDED)
    ask_second(battle, frame)


@njit
def attack_with_other_weapon(battle, frame):
    """The weapon in the other hand attacks, if it still can, else it is over (H84, RH14)."""
    target = target_of_other_weapon(frame)
    if can_attack_with_other_weapon(battle, frame, target):
        begin_second_attack(battle, frame, target)
    else:
        go_to(frame, Step.OVER)


@njit
def next_attack(battle, frame):
    """The guarded fighter, the next of the cluster, the second weapon, or the end (TH5)."""
    if is_shot(frame):
        mark_reached(frame, frame.target)
        if threatens_guarded(frame):
            redirect_to_guarded(frame)
            return
        if continue_in_cluster(battle, frame):
            frame.lucky = 0
            return
    attack_with_other_weapon(battle, frame)


# --- The machine ----------------------------------------------------------------------------------


@njit
def hit_step(battle, frame, step):
    """One step of the roll or of what a hit does."""
    if step == Step.ROLL:
        roll_attack(battle, frame)
    elif step == Step.HIT:
        determine_body_part(battle, frame)
    elif step == Step.DAMAGE:
        deal_damage(battle, frame)
    elif step == Step.DIRECTION:
        ask_direction(battle, frame)
    elif step == Step.RESISTED:
        ask_resist(battle, frame)
    elif step == Step.EFFECT:
        take_effect(battle, frame)
    else:
        end_hit(battle, frame)


@njit
def attack_step(battle):
    """One step of the attack under way; it may open a window (TH3, TH4)."""
    frame = top_frame(battle)
    step = frame.step
    if contains(BEFORE_ROLL_STEPS, step):
        step_before_roll(battle, frame, step)
    elif contains(ROLL_STEPS, step):
        hit_step(battle, frame, step)
    elif step == Step.ANSWERED:
        ask_reactions(battle, frame)
    elif step == Step.REPLACED:
        go_to(frame, Step.AGAIN)
    else:
        next_attack(battle, frame)
