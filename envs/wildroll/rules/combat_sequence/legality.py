"""Legality: the one source of masks, windows and effects (W49, W114, RW14).

An action needs its AP and its own requirements. The right to act out of turn or to react is decided
where the window opens (`interrupts.py`, `reactions.py`). Lack of stamina forbids no action (W12).
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit, scratch
from ....core.engine.action_table import Target
from ....core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot, has_full_choices
from ....core.maps.square_grid import ROWS
from ...actions.table import (
    ACTS,
    ARGUMENTS,
    FIRST_ARGUMENT,
    IS_FULL_VERB,
    TARGETS,
    TURN_VERBS,
)
from ...enums import (
    Act,
    Role,
    Verb,
)
from ...navigation.pathfinding import may_go
from ...state import (
    HANDS,
)
from ...tables import ACT_POINTS, HURRIED
from ..common_actions.items import may_drop
from ..flanking.flanking import may_heed, may_ignore
from ..health.bodies import animal_of, can_act, is_pinned
from ..movement.movement import (
    burden,
    can_go,
    can_pay_yards,
    free_sides,
    may_buy_ahead,
    mover_of,
    step_sides,
)
from ..movement.spaces import write_taken
from ..positioning_actions.evasions import may_evade
from .costs import cost_of
from .multi_turn_actions import is_long
from .points import can_pay
from .requirements import doer_of, meets_requirements

VERBS_OF_PATHS = np.setdiff1d(np.flatnonzero(ACTS == Act.WAY), [Verb.STEP, Verb.STEPS])
"""Verbs that move a fighter farther than a single step."""

# --- Paying (W49, W114, RW14, RW39, H7) -----------------------------------------------------------


@njit
def may_begin_long(fighter, act, role):
    """Whether an action may last over turns: own turn, 1 AP, no other long one (W49, RW39)."""
    if role != Role.TURN or act == Act.WAY or is_long(fighter):
        return False
    return fighter.action_points >= 1


@njit
def can_afford(battle, actor, act, argument, role):
    """Whether the AP are there in full, or may be paid over turns (W49, W114, RW14)."""
    if can_pay(battle, actor, cost_of(battle, actor, act, argument)):
        return True
    return may_begin_long(battle.fighters[actor], act, role)


# --- Declaring (W49, W114, RW14, H7) --------------------------------------------------------------


@njit
def may_declare(battle, actor, act, argument, target, role):
    """Whether a fighter may declare an action: affordable and possible (W49, W114, RW14, H7)."""
    if not can_afford(battle, actor, act, argument, role):
        return False
    return meets_requirements(battle, actor, act, argument, target)


# --- Movement and commands (W65, W106, RW37, QW12, H25) -------------------------------------------


@njit
def may_set_out(battle, actor, verb, argument, target, role):
    """Whether a fighter or its animal may begin a path (W65, RW37, QW12)."""
    if role == Role.INTERRUPT and not may_evade(battle, actor):
        return False
    return can_act(battle.fighters[actor]) and may_go(battle, actor, verb, argument, target)


@njit
def may_command(battle, actor, target, argument, role):
    """Whether a rider may have its trained animal attack, in its own turn (W106, H25)."""
    animal = animal_of(battle, actor)
    if role != Role.TURN or animal == NOBODY or not can_act(battle.fighters[actor]):
        return False
    mount = battle.fighters[animal]
    if not mount.is_trained or mount.uncontrolled:
        return False
    slot = HANDS + argument
    return may_declare(battle, animal, Act.STANDARD, slot, target, Role.INTERRUPT)


@njit
def may_bid(battle, actor, animal, act, argument):
    """Whether a rider may make its animal act; both pay at once (W106, H25)."""
    cost = cost_of(battle, animal, act, argument)
    if not can_pay(battle, actor, cost) or not can_pay(battle, animal, cost):
        return False
    return meets_requirements(battle, animal, act, argument, NOBODY)


# --- Free choices (W34, W43, W103, H12) -----------------------------------------------------------


@njit
def is_free(verb):
    """Whether a choice opens no window and is done at once (W34, W43, W65, W103)."""
    return (
        verb == Verb.RELEASE
        or verb == Verb.DROP
        or verb == Verb.HURRY
        or verb == Verb.IGNORE
        or verb == Verb.HEED
        or verb == Verb.BUY
    )


@njit
def may_hurry(battle, actor, role):
    """Whether any legal action could be hurried (W103, RW40, H12)."""
    if battle.fighters[actor].hurrying:
        return False
    for place in range(len(TURN_VERBS)):
        verb = TURN_VERBS[place]
        if TARGETS[verb] != Target.NONE or not HURRIED[ACTS[verb]]:
            continue
        for argument in range(ARGUMENTS[verb]):
            if may_declare(battle, actor, ACTS[verb], argument, NOBODY, role):
                return True
    return False


@njit
def may_do_freely(battle, actor, verb, argument, target, role):
    """Whether a free choice is offered; ignoring and heeding in one's own turn (W34, W43, H12)."""
    fighter = battle.fighters[actor]
    if not can_act(fighter):
        return False
    if verb == Verb.HURRY:
        return may_hurry(battle, actor, role)
    if verb == Verb.RELEASE:
        return fighter.holding != 0
    if verb == Verb.DROP:
        return may_drop(fighter, argument)
    if verb == Verb.BUY:
        return may_buy_ahead(battle, actor)
    if role != Role.TURN:
        return False
    if verb == Verb.IGNORE:
        return may_ignore(battle, actor, target)
    return verb == Verb.HEED and may_heed(battle, actor, target)


# --- Choices (QW1, QW2) ---------------------------------------------------------------------------


@njit
def target_of(battle, actor, verb, slot):
    """Target of a choice: the fighter itself, the one in the slot, or -1 (QW1)."""
    if verb == Verb.HEAL_SELF or verb == Verb.TREAT_SELF or verb == Verb.TREAT_OWN_CONDITION:
        return actor
    if TARGETS[verb] == Target.NONE:
        return NOBODY
    if TARGETS[verb] == Target.ALLY:
        return ally_in_slot(battle, actor, slot)
    return enemy_in_slot(battle, actor, slot)


@njit
def may_choose(battle, actor, verb, argument, target, role):
    """Whether a fighter may choose this in its turn or as an interrupt (QW1, QW2)."""
    if TARGETS[verb] != Target.NONE and target == NOBODY:
        return False
    if IS_FULL_VERB[verb] and not has_full_choices(battle, actor):
        return False
    if is_free(verb):
        return may_do_freely(battle, actor, verb, argument, target, role)
    if ACTS[verb] == Act.WAY:
        return may_set_out(battle, actor, verb, argument, target, role)
    if verb == Verb.COMMAND:
        return may_command(battle, actor, target, argument, role)
    act = ACTS[verb]
    doer = doer_of(battle, actor, act)
    if doer != actor:
        return may_bid(battle, actor, doer, act, argument)
    return may_declare(battle, actor, act, argument, target, role)


@njit
def has_choice(battle, actor, verb, role):
    """Whether a choice is open with any argument and target (QW1, QW2)."""
    slots = battle.max_side if TARGETS[verb] != Target.NONE else 1
    first = FIRST_ARGUMENT[verb]
    for slot in range(slots):
        target = target_of(battle, actor, verb, slot)
        for argument in range(first, first + ARGUMENTS[verb]):
            if may_choose(battle, actor, verb, argument, target, role):
                return True
    return False


@njit
def has_way(battle, actor, role):
    """Whether any path is open; without points for a yard no search runs (QW12)."""
    mover = mover_of(battle, actor)
    if mover == NOBODY or not can_act(battle.fighters[actor]) or not can_go(battle, mover):
        return False
    points = battle.fighters[mover].action_points
    factor = burden(battle, mover)
    if not can_pay_yards(battle, mover, factor, points):
        return False
    if role == Role.INTERRUPT and not may_evade(battle, actor):
        return False
    taken = scratch(1, ROWS)[0]
    write_taken(battle, mover, taken)
    if step_sides(battle, actor, mover, free_sides(battle, mover, taken), factor) != 0:
        return True
    for verb in VERBS_OF_PATHS:
        if has_choice(battle, actor, verb, role):
            return True
    return False


@njit
def has_free_choice(battle, actor):
    """Whether a choice without own AP is open in the fighter's turn (W34, W43, W106, H12)."""
    return (
        has_choice(battle, actor, Verb.RELEASE, Role.TURN)
        or has_choice(battle, actor, Verb.DROP, Role.TURN)
        or has_choice(battle, actor, Verb.IGNORE, Role.TURN)
        or has_choice(battle, actor, Verb.HEED, Role.TURN)
        or has_choice(battle, actor, Verb.COMMAND, Role.TURN)
    )


@njit
def can_choose(battle):
    """Whether the fighter has a choice besides ending its turn (QW1, RW25).

    With an AP it can always begin Seize Initiative (W49, W98); the pinned can only escape.
    """
    actor = battle.active
    fighter = battle.fighters[actor]
    if is_pinned(fighter):
        return may_declare(battle, actor, Act.ESCAPE, 0, NOBODY, Role.TURN)
    if fighter.action_points >= 1 or has_way(battle, actor, Role.TURN):
        return True
    return has_free_choice(battle, actor)


@njit
def can_interrupt(battle, actor):
    """Whether a fighter has any action out of turn, right to interrupt aside (RW14, H12)."""
    fighter = battle.fighters[actor]
    if is_pinned(fighter):
        return may_declare(battle, actor, Act.ESCAPE, 0, NOBODY, Role.INTERRUPT)
    if can_pay(battle, actor, ACT_POINTS[Act.SEIZE]):
        return True
    if has_way(battle, actor, Role.INTERRUPT):
        return True
    if fighter.action_points < 1:
        return False
    for place in range(len(TURN_VERBS)):
        verb = TURN_VERBS[place]
        act = ACTS[verb]
        if is_free(verb) or act == Act.WAY:
            continue
        if can_pay(battle, actor, ACT_POINTS[act]):
            if has_choice(battle, actor, verb, Role.INTERRUPT):
                return True
    return False
