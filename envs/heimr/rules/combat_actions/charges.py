"""The attack with which a charge ends (H87, H90, H134, H143, RH14, RH46).

The argument of a charge is that attack: the Hand of a weapon, CHARGE_HIT or CHARGE_BIND.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ...enums import Act, Event, Step
from ...state import (
    HANDS,
)
from ...tables import NONE
from ..attacks.brawl import may_brawl, may_grip
from ..attacks.weapon_attack import believed_location, is_stumbling, may_attack, may_fight
from ..grid import direction_to
from ..guarding import end_border_guards
from ..modules.armoury import is_melee_hand
from .action_stack import go_to, push, top_frame

CHARGE_HIT, CHARGE_BIND = HANDS, HANDS + 1
"""Arguments of a charge that ends with bare hands; 0 and 1 are the hands of weapons (H87)."""

# --- Before it (H63, H87, H133) -------------------------------------------------------------------


@njit
def may_end_charge(battle, actor, target, argument):
    """Whether a fighter could end a charge with this attack: melee weapon or brawl (H63, H87)."""
    fighter = battle.fighters[actor]
    if not may_fight(battle, actor) or is_stumbling(fighter):
        return False
    if argument == CHARGE_BIND:
        return may_grip(battle, actor, target)
    return argument == CHARGE_HIT or is_melee_hand(fighter, argument)


@njit
def charge_direction(battle, actor, target):
    """Direction of a charge to an opponent in a neighbouring location, -1: none (H87, H133).

    The location is the one where the attacker believes a hidden opponent to be.
    """
    location = battle.fighters[actor].location
    place = believed_location(battle, actor, target)
    if location == NONE or place == NONE:
        return NONE
    return direction_to(location, place)


# --- The end of a charge (H87, H134, H143, RH46) --------------------------------------------------


@njit
def charge_attack(argument):
    """The attack with which a charge ends (H87)."""
    if argument == CHARGE_BIND:
        return np.int64(Act.BRAWL_BIND)
    return np.int64(Act.BRAWL_HIT if argument == CHARGE_HIT else Act.WEAPON_ATTACK)


@njit
def may_make_charge_attack(battle, actor, target, argument):
    """Whether the attack is still possible where the charge has ended (H87)."""
    if argument < HANDS:
        return may_attack(battle, actor, target, argument, NONE)
    return may_brawl(battle, actor, target, charge_attack(argument), NONE)


@njit
def end_guards_passed(battle, frame):
    """The border's guards end when a charge has crossed it, whatever happens then (H143)."""
    actor, start = frame.actor, frame.from_location
    direction = direction_to(start, battle.fighters[actor].location)
    if direction != NONE:
        end_border_guards(battle, actor, start, direction)


@njit
def end_charge(battle, frame):
    """Make the attack of a charge, on the guard that has intercepted it if any (H87, H143).

    From whom the charger was hidden when it set out still counts for the attack (H134).
    """
    actor, target = frame.actor, frame.target
    argument, role = frame.argument, frame.role
    start = frame.from_location
    go_to(frame, Step.OVER)
    end_guards_passed(battle, frame)
    if not may_make_charge_attack(battle, actor, target, argument):
        log_event(battle, Event.FAILS, actor, target, frame.act, 0, 0)
        return
    first, unseen_by = frame.first_target, frame.unseen_by
    push(battle, role, charge_attack(argument), actor, target, 0)
    attack = top_frame(battle)
    attack.charges = True
    attack.unseen_by = unseen_by
    attack.first_target = first
    attack.from_location = start
    attack.hand = argument if argument < HANDS else NONE
