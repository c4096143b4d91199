"""Closing the distance: Create an Opening, Enter Occupied Space (W83, W84, H18)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event, slot_of
from ...enums import (
    Event,
    Step,
)
from ...tables import NONE, WEAPON_REACH
from ..combat_sequence.action_stack import go_to
from ..common_actions.items import longest_reach, weapon_in
from ..defense.defences import higher_of_power_and_agility, opening_against
from ..flanking.lines import has_line
from ..grappling.grapples import is_grappling
from ..health.bodies import are_enemies, can_act, is_mounted
from ..movement.spaces import gap, is_adjacent, is_free_but_for, sees, shares_freely, unseen_by
from ..movement.terrain import can_tread
from ..movement.water import keep_hold
from ..offensive_actions.attacks import is_target, shift_initiative
from ..rolls.checks import (
    better_of_power_and_agility,
    chosen_slot,
    melee_modifier,
    wild_check,
)
from ..rolls.modifiers import state_modifier
from ..rolls.rolls import roll_wild
from ..special_situations.mounts import mounted_bonus

ANY_REACH = int(WEAPON_REACH.max())
MOST_OPENING = 127
"""The highest result of an opening that is kept; no Rebuff comes near it."""

# --- Create an Opening (W83, H18) -----------------------------------------------------------------


@njit
def may_create_opening(battle, actor, other):
    """Whether a fighter may create an opening against an enemy in its line (W83, H18).

    It may try again for a better one.
    """
    if not are_enemies(battle, actor, other) or not sees(battle, actor, other):
        return False
    if not can_act(battle.fighters[other]):
        return False
    if longest_reach(battle.fighters[actor]) == NONE:
        return False
    return is_adjacent(battle, actor, other) or has_line(battle, actor, other)


@njit
def create_opening(battle, frame):
    """A melee attack roll, which counts against Rebuffs of the target in this turn (W83, W29).

    The attacker's own modifiers count; it strikes no one, so the target's posture, cover and flank
    do not. Of several results the highest serves.
    """
    actor, target = frame.actor, frame.target
    fighter = battle.fighters[actor]
    if not keep_hold(battle, actor, 0):
        return
    slot = chosen_slot(fighter, frame.manner, 0, ANY_REACH)
    frame.weapon = weapon_in(fighter, slot)
    modifier = melee_modifier(fighter, slot) + state_modifier(battle, actor, False)
    roll_wild(battle, frame, modifier + mounted_bonus(battle, actor, target))
    log_event(battle, Event.OPENING, actor, target, 0, frame.total, frame.natural)
    shift_initiative(battle, frame)
    best = max(1, opening_against(battle, actor, target), frame.total)
    fighter.opening[slot_of(battle, target)] = min(MOST_OPENING, best)


# --- Enter Occupied Space (W84) -------------------------------------------------------------------


@njit
def has_room_for(battle, actor, other):
    """Whether one can go into another's hex, and knows of nobody else there (W84, H21, H22)."""
    it = battle.fighters[other]
    if not can_tread(battle, actor, it.x, it.y):
        return False
    left_out = unseen_by(battle, actor) | np.int64(1) << other
    return is_free_but_for(battle, actor, it.x, it.y, left_out)


@njit
def may_enter(battle, actor, other):
    """Whether a fighter may enter the space of an enemy next to it, of about its size (W84)."""
    if not is_target(battle, actor, other) or shares_freely(battle, actor, other):
        return False
    if is_mounted(battle.fighters[actor]) or is_mounted(battle.fighters[other]):
        return False
    if gap(battle, actor, other) != 0 or is_grappling(battle, actor):
        return False
    return has_room_for(battle, actor, other)


@njit
def enter(battle, frame):
    """Power or Agility against the higher Defense of the two: success lets one in (W84, H10)."""
    actor, target = frame.actor, frame.target
    fighter = battle.fighters[actor]
    number = higher_of_power_and_agility(battle, actor, target)
    if wild_check(battle, frame, better_of_power_and_agility(fighter), number):
        log_event(battle, Event.ENTERS, actor, target, 0, 0, 0)
        go_to(frame, Step.APPROACHED)
        frame.reacted = 0  # the approach is a trigger of its own (W60, W74)
