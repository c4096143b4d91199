"""Choices of a turn and an interrupt: actions, ways, free choices (QW1, QW2, QW5, QW12).

The choices of an interrupt are those of a turn except for the role, so one function writes both. It
asks the chapters whether an action is possible, and afterwards for its AP. A test holds it to
`may_choose`.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, scratch, unset
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot, has_full_choices
from ...core.maps.hex_grid import HEX_SIDES
from ...core.maps.square_grid import ROWS
from ..enums import (
    Act,
    Role,
    Verb,
)
from ..navigation.grounds import KINDS, sets_of, write_grounds
from ..navigation.move_targets import goes_by_steps, is_known
from ..navigation.reachability import (
    MoveContext,
    goes_beyond,
    is_connected,
    leads_away,
    leads_behind_cover,
    leads_nearer,
    leads_round,
    leads_to_ground,
    leads_to_item,
)
from ..rules.combat_sequence.legality import may_begin_long, may_command, may_declare, may_do_freely
from ..rules.combat_sequence.requirements import may_bolt_at
from ..rules.common_actions.items import is_melee_slot, longest_reach
from ..rules.flanking.flanking import may_heed, may_ignore
from ..rules.grappling.grapples import may_grapple, may_pin
from ..rules.health.bodies import animal_of, can_act
from ..rules.health.healing import is_patient
from ..rules.miscellaneous_actions.hinder import is_in_melee_reach, is_open_to
from ..rules.movement.movement import (
    burden,
    can_go,
    free_sides,
    may_buy_ahead,
    mover_of,
    paid_sides,
    points_within,
    step_sides,
)
from ..rules.movement.spaces import gap, is_adjacent, write_taken
from ..rules.offensive_actions.attacks import can_shoot_at_all, is_target, may_attack
from ..rules.positioning_actions.evasions import may_evade
from ..rules.positioning_actions.openings import may_create_opening, may_enter
from ..state import (
    HANDS,
    WEAPON_SLOTS,
)
from ..tables import HURRIED, MOVE_PARTS, NATURAL_SLOTS
from .self_masks import (
    allow,
    mask_allies,
    mask_enemy_patient,
    mask_moving,
    mask_oneself,
    mask_own_craft,
    mask_things,
    offer,
)
from .table import (
    ACTS,
    ARGUMENTS,
    OFFSET,
)

HINDERING = np.array([Verb.DISTRACT, Verb.SHOVE, Verb.TRIP])
HURRIED_VERBS = np.array([verb for verb in Verb if HURRIED[ACTS[verb]]])

# --- Free choices and commands (W34, W43, W103, W106, H12) ----------------------------------------


@njit
def mask_hurry(fighter, mask):
    """Hurrying, where any action that can be hurried is legal (W103, RW40, H12)."""
    if fighter.hurrying:
        return
    for place in range(len(HURRIED_VERBS)):
        verb = HURRIED_VERBS[place]
        for argument in range(ARGUMENTS[verb]):
            if mask[OFFSET[verb] + argument]:
                mask[OFFSET[Verb.HURRY]] = True


@njit
def mask_letting_go(battle, actor, mask, role):
    """Letting go, and buying movement ahead, in every turn and interrupt (W43, W65, H12)."""
    is_legal = may_do_freely(battle, actor, Verb.RELEASE, 0, NOBODY, role)
    allow(mask, Verb.RELEASE, 0, 0, is_legal)
    for hand in range(HANDS):
        is_legal = may_do_freely(battle, actor, Verb.DROP, hand, NOBODY, role)
        allow(mask, Verb.DROP, hand, 0, is_legal)
    if has_full_choices(battle, actor):
        allow(mask, Verb.BUY, 0, 0, may_buy_ahead(battle, actor))


@njit
def mask_ignoring(battle, actor, mask):
    """The enemies to ignore or to heed again, in one's own turn (QW5, W34, H12)."""
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY:
            allow(mask, Verb.IGNORE, 0, slot, may_ignore(battle, actor, enemy))
            allow(mask, Verb.HEED, 0, slot, may_heed(battle, actor, enemy))


@njit
def mask_commands(battle, actor, mask):
    """Attacks of the animal in the saddle, in one's own turn (W106, H25)."""
    if animal_of(battle, actor) == NOBODY:
        return
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY:
            for natural in range(NATURAL_SLOTS):
                is_legal = may_command(battle, actor, enemy, natural, Role.TURN)
                allow(mask, Verb.COMMAND, natural, slot, is_legal)


# --- Ways (W65, QW12) -----------------------------------------------------------------------------


@njit
def mask_steps(battle, actor, mover, mask, free, factor):
    """Steps to all sides that are open (W65, W90)."""
    sides = step_sides(battle, actor, mover, free, factor)
    for side in range(HEX_SIDES):
        mask[OFFSET[Verb.STEP] + side] = (sides >> side) & 1 == 1
    mask[OFFSET[Verb.STEPS]] = sides != 0 and has_full_choices(battle, actor)


@njit
def mask_goals_about(battle, context, enemy, slot, mask):
    """Ways about a known enemy (QW12, H8)."""
    for verb in range(np.int64(Verb.TOWARD), np.int64(Verb.TO_REACH) + 1):
        allow(mask, verb, 0, slot, leads_nearer(battle, context, verb, enemy))
    allow(mask, Verb.AWAY, 0, slot, leads_away(battle, context, enemy))
    allow(mask, Verb.FLANK, 0, slot, leads_round(battle, context, enemy))
    allow(mask, Verb.COVER, 0, slot, leads_behind_cover(battle, context, enemy))


@njit
def mask_goals(battle, actor, mover, mask, sides, points, factor, taken):
    """Ways by goal, for the points of a full movement at most (QW12, H8)."""
    ground, is_even, whole = unset(KINDS, ROWS)[: sets_of(battle)], False, False
    write_grounds(battle, mover, ground)
    if not battle.has_ground:
        is_even = goes_beyond(battle, mover, ground, taken, points, factor)
        whole = is_connected(battle, mover, ground)
    context = MoveContext(actor, mover, points, sides, taken, ground, is_even, whole)
    allow(mask, Verb.TO_ITEM, 0, 0, leads_to_item(battle, context))
    allow(mask, Verb.TO_GROUND, 0, 0, leads_to_ground(battle, context))
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and is_known(battle, actor, enemy):
            mask_goals_about(battle, context, enemy, slot, mask)
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and is_known(battle, actor, ally):
            verb = np.int64(Verb.TO_ALLY)
            allow(mask, verb, 0, slot, leads_nearer(battle, context, verb, ally))


@njit
def mask_ways(battle, actor, mask, role):
    """Steps, and ways by goal (W65, RW37, QW12)."""
    mover = mover_of(battle, actor)
    if mover == NOBODY or (role == Role.INTERRUPT and not may_evade(battle, actor)):
        return
    if not can_go(battle, mover):
        return
    taken = scratch(1, ROWS)[0]
    write_taken(battle, mover, taken)
    sides = free_sides(battle, mover, taken)
    factor = burden(battle, mover)
    mask_steps(battle, actor, mover, mask, sides, factor)
    points = points_within(battle, mover, MOVE_PARTS)
    if points >= factor and not goes_by_steps(battle, mover):
        paid = paid_sides(battle, mover, sides, points, factor)
        mask_goals(battle, actor, mover, mask, paid, points, factor, taken)


# --- About others (W72 to W77, W83, W84, W88, W92, W94 to W101) -----------------------------------


@njit
def mask_attacks(battle, actor, target, slot, mask, begins):
    """Attacks with each weapon; a shot is a Standard Attack (W72, W73, W75, W76)."""
    for weapon in range(WEAPON_SLOTS):
        if may_attack(battle, actor, target, Act.STANDARD, weapon):
            offer(battle, actor, mask, Verb.STANDARD, weapon, slot, begins)
            if is_melee_slot(battle.fighters[actor], weapon):
                offer(battle, actor, mask, Verb.QUICK, weapon, slot, begins)
                offer(battle, actor, mask, Verb.STRONG, weapon, slot, begins)
                offer(battle, actor, mask, Verb.NONLETHAL, weapon, slot, begins)
    if may_bolt_at(battle, actor, target):
        offer(battle, actor, mask, Verb.FIRE_BOLT, 0, slot, begins)


@njit
def mask_hindering(battle, actor, target, slot, mask, begins):
    """Disarm, Distract, Shove, Trip (W94 to W97, QW9)."""
    if not is_in_melee_reach(battle, actor, target):
        return
    for hand in range(HANDS):
        if is_open_to(battle, target, Act.DISARM, hand):
            offer(battle, actor, mask, Verb.DISARM, hand, slot, begins)
    for place in range(len(HINDERING)):
        verb = HINDERING[place]
        if is_open_to(battle, target, ACTS[verb], 0):
            offer(battle, actor, mask, verb, 0, slot, begins)


@njit
def mask_closing(battle, actor, target, slot, mask, begins):
    """Create an Opening, Enter Occupied Space, Grapple and Pin (W83, W84, W88, W92)."""
    if may_create_opening(battle, actor, target):
        offer(battle, actor, mask, Verb.OPENING, 0, slot, begins)
    if is_adjacent(battle, actor, target):
        if may_enter(battle, actor, target):
            offer(battle, actor, mask, Verb.ENTER, 0, slot, begins)
        if may_grapple(battle, actor, target):
            offer(battle, actor, mask, Verb.GRAPPLE, 0, slot, begins)
    if may_pin(battle, actor, target):
        offer(battle, actor, mask, Verb.PIN, 0, slot, begins)


@njit
def mask_enemies(battle, actor, mask, begins):
    """Actions against enemies; without a shot none reaches farther than the weapons."""
    fighter = battle.fighters[actor]
    reach, shoots = longest_reach(fighter), can_shoot_at_all(fighter)
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy == NOBODY:
            continue
        is_near = gap(battle, actor, enemy) <= reach
        if (shoots or is_near) and is_target(battle, actor, enemy):
            mask_attacks(battle, actor, enemy, slot, mask, begins)
            if is_near:
                mask_hindering(battle, actor, enemy, slot, mask, begins)
        mask_closing(battle, actor, enemy, slot, mask, begins)
        if has_full_choices(battle, actor) and is_patient(battle, actor, enemy):
            mask_enemy_patient(battle, actor, enemy, slot, mask, begins)


# --- A turn, an interrupt (QW1, QW2, QW5, QW10 to QW12) -------------------------------------------


@njit
def mask_acts(battle, actor, mask, role):
    """Actions for AP: out of turn paid in full, in one's own turn with 1 AP at least (W49)."""
    fighter = battle.fighters[actor]
    if fighter.action_points < 1:
        return
    begins = may_begin_long(fighter, Act.SEIZE, role)
    mask_oneself(battle, actor, mask, begins)
    mask_things(battle, actor, mask, begins)
    mask_moving(battle, actor, mask, begins)
    mask_own_craft(battle, actor, mask, begins)
    mask_enemies(battle, actor, mask, begins)
    mask_allies(battle, actor, mask, begins)


@njit
def mask_choices(battle, actor, mask, role):
    """The choices of a turn or an interrupt; the pinned can only escape (QW1, QW2, W92)."""
    if not can_act(battle.fighters[actor]):
        is_legal = may_declare(battle, actor, Act.ESCAPE, 0, NOBODY, role)
        allow(mask, Verb.ESCAPE, 0, 0, is_legal)
        return
    mask_ways(battle, actor, mask, role)
    mask_acts(battle, actor, mask, role)
    mask_hurry(battle.fighters[actor], mask)
    mask_letting_go(battle, actor, mask, role)
