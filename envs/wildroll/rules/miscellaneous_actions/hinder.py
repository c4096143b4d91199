"""Hinder: Disarm, Distract, Shove and Trip, by standard checks (W94 to W97, RW2, RW23, H31)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ...enums import (
    Act,
    Attribute,
    Defence,
    Event,
    Skill,
    Step,
    Window,
)
from ...state import (
    HANDS,
)
from ...tables import NONE, WEAPON_REACH
from ..combat_sequence.action_stack import go_to
from ..combat_sequence.windows import open_window
from ..common_actions.items import drop, longest_reach
from ..defense.defences import defence_value, higher_of_power_and_agility
from ..health.bodies import can_act, is_mounted, is_prone
from ..movement.spaces import gap
from ..movement.terrain import is_swimming
from ..offensive_actions.attacks import is_target, is_within
from ..positioning_actions.posture import fall_prone
from ..rolls.checks import (
    chosen_slot,
    melee_modifier,
    most_accurate_slot,
    plain_modifier,
    power_modifier,
)
from ..rolls.rolls import roll_dice, succeeds

ANY_REACH = int(WEAPON_REACH.max())

# --- Who may be hindered (W94 to W97, H25) --------------------------------------------------------


@njit
def is_open_to(battle, other, act, argument):
    """Whether a kind of Hinder would change anything: an item held, awake, on its feet (W94).

    No fighter can be tripped who swims (H24).
    """
    fighter = battle.fighters[other]
    if act == Act.DISARM:
        return fighter.held[argument] != NONE
    if act == Act.DISTRACT:
        return can_act(fighter)
    if is_mounted(fighter):
        return False
    return act == Act.SHOVE or not (is_prone(fighter) or is_swimming(battle, other))


@njit
def is_in_melee_reach(battle, actor, other):
    """Whether the longest melee weapon in use reaches a visible enemy (W94)."""
    if not is_target(battle, actor, other):
        return False
    reach = longest_reach(battle.fighters[actor])
    return reach != NONE and is_within(battle, actor, other, reach)


@njit
def may_hinder(battle, actor, other, act, argument):
    """Whether one may hinder another in a way, within melee reach (W94 to W97, H24, H25)."""
    if not is_in_melee_reach(battle, actor, other):
        return False
    return is_open_to(battle, other, act, argument)


# --- Standard checks (W94, RW2, RW23, H31) --------------------------------------------------------


@njit
def roll_standard(battle, frame, modifier):
    """Roll the hinderer's check: ordinary, without criticals (W94, RW2, H31)."""
    frame.natural = roll_dice(battle)
    frame.total = frame.natural + modifier


@njit
def roll_against(battle, frame, modifier):
    """Roll the target's check as the number to reach: ordinary too (RW23, H31)."""
    natural = roll_dice(battle)
    frame.value = natural + modifier
    log_event(battle, Event.SAVES, frame.target, frame.actor, natural, frame.value, frame.total)


@njit
def is_success(battle, frame):
    """Whether the hinderer's result reaches the number; equal is enough (RW18, RW23)."""
    log_event(
        battle, Event.ROLLS, frame.actor, frame.target, frame.natural, frame.total, frame.value
    )
    return succeeds(frame.total, frame.value)


@njit
def check_power(battle, frame):
    """Power against the higher of Power and Agility Defense (W96, W97, H10)."""
    actor, target = frame.actor, frame.target
    roll_standard(battle, frame, power_modifier(battle.fighters[actor]))
    frame.value = higher_of_power_and_agility(battle, actor, target)
    return is_success(battle, frame)


# --- Disarm (W94, QW9) ----------------------------------------------------------------------------


@njit
def parrying_slot(fighter):
    """The hand with the most accurate melee weapon held, -1 without one (W94, H18)."""
    return most_accurate_slot(fighter, HANDS, 0, ANY_REACH)


@njit
def may_parry(battle, frame):
    """Whether the target of a Disarm may meet it with a check of its own (W94, XW1)."""
    fighter = battle.fighters[frame.target]
    return can_act(fighter) and not frame.unseen and parrying_slot(fighter) != NONE


@njit
def oppose(battle, frame):
    """Ask the target of a Disarm: Agility Defense or a check, before any roll (W94, QW9)."""
    go_to(frame, Step.EFFECT)
    frame.defence = Defence.AGILITY
    if may_parry(battle, frame):
        open_window(battle, frame.target, Window.DISARMED)


@njit
def parry_disarm(frame):
    """A melee weapon check of the target is to be rolled in place of its Agility (W94, QW9)."""
    frame.defence = Defence.MELEE


@njit
def disarming_modifier(battle, actor, target, chosen):
    """Melee weapon check with the chosen or the most accurate weapon that reaches (W94, H18)."""
    fighter = battle.fighters[actor]
    hexes = gap(battle, actor, target)
    slot = chosen_slot(fighter, chosen, hexes, ANY_REACH)
    return melee_modifier(fighter, slot)


@njit
def disarm(battle, frame):
    """Disarm: the target drops an item (W94)."""
    actor, target = frame.actor, frame.target
    fighter = battle.fighters[target]
    roll_standard(battle, frame, disarming_modifier(battle, actor, target, frame.manner))
    if frame.defence == Defence.MELEE:
        roll_against(battle, frame, melee_modifier(fighter, parrying_slot(fighter)))
    else:
        frame.value = defence_value(battle, actor, target, Defence.AGILITY)
    if is_success(battle, frame):
        item = fighter.held[frame.argument]
        log_event(battle, Event.DISARMED, target, actor, 0, item, 0)
        drop(battle, target, frame.argument)


# --- Distract (W95, H19) --------------------------------------------------------------------------


@njit
def distract(battle, frame):
    """Distract: 2 less on attacks and defenses until the round ends; several add up (W95, H19)."""
    fighter, target = battle.fighters[frame.actor], battle.fighters[frame.target]
    roll_standard(battle, frame, plain_modifier(fighter, Attribute.PERSONA, Skill.DECEPTION))
    roll_against(battle, frame, plain_modifier(target, Attribute.PERCEPTION, Skill.DECEPTION))
    if is_success(battle, frame):
        target.distracted += 1
        log_event(battle, Event.DISTRACTED, frame.target, frame.actor, 0, 0, 0)


# --- Shove and Trip (W96, W97, QW9) ---------------------------------------------------------------


@njit
def shove(battle, frame):
    """Shove: push the target, up to a number of yards by the margin (W96)."""
    if check_power(battle, frame):
        go_to(frame, Step.DIRECTION)


@njit
def trip(battle, frame):
    """Trip: the target falls (W97)."""
    if check_power(battle, frame):
        fall_prone(battle, frame.target)
