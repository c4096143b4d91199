"""The details of an order: further targets, steps, openings, a target in Terror (QP2, QP3, QP10).

Only fighters with full choices write them. As in `masks.py`, no mask asks what was chosen for
another clause; `matters` does, and so decides whether the clause is asked.
"""

from __future__ import annotations

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, enemy_in_slot, has_full_choices
from ...core.maps.square_grid import COMPASS
from ..enums import Description, Verb, Window
from ..rules.bodies import is_able
from ..rules.declare import has_several_enemies, lost_actions, may_name
from ..rules.sight import is_known_dead
from ..rules.standing import may_be_armed, minds_terror
from ..rules.targets import allies_alive, is_known_caster
from ..rules.verbs import SPREADS, STEPS_NAMED
from ..tables import IS_READY, PHASES
from .clauses import DIRECTIVE, FIRST, NTH, WINDOW, detail_of
from .marks import clear
from .table import (
    ACTS,
    ANOTHER,
    AT_BAY,
    OPENING_FIRST,
    OPENING_ONLY,
    STEP,
    action_id,
    described_id,
    first_id,
)

DIRECTIONS = len(COMPASS)

# --- Masks ----------------------------------------------------------------------------------------


@njit
def detail_mask(battle, actor, clause, mask):
    """Write the mask of a detail; with quick choices nothing but to pass."""
    clear(mask)
    if not has_full_choices(battle, actor) or not can_detail(battle, actor, clause):
        return
    window = WINDOW[clause]
    if window == Window.STEP:
        for side in range(DIRECTIONS):
            mask[action_id(STEP, side, 0)] = True
    elif not has_several_enemies(battle, actor):
        return
    elif window == Window.OPENINGS:
        allow_able(battle, actor, OPENING_FIRST, mask)
        allow_able(battle, actor, OPENING_ONLY, mask)
    elif window == Window.AT_BAY:
        if minds_terror(battle, actor):
            allow_able(battle, actor, AT_BAY, mask)
            allow_descriptions(battle, actor, AT_BAY, mask)
    else:
        allow_known(battle, actor, ANOTHER, mask)
        allow_descriptions(battle, actor, ANOTHER, mask)


@njit
def can_detail(battle, actor, clause):
    """Whether the fighter keeps an action that the detail is about (RP29, RP46)."""
    fighter = battle.fighters[actor]
    if WINDOW[clause] == Window.AT_BAY:
        return is_able(fighter)
    return lost_actions(fighter) < (1 if DIRECTIVE[clause] == FIRST else PHASES)


@njit
def allow_known(battle, actor, verb, mask):
    """Allow a verb at every enemy whom an order can name, fallen or not (P18)."""
    for slot in range(battle.max_side):
        mask[first_id(verb, slot)] = may_name(battle, actor, enemy_in_slot(battle, actor, slot))


@njit
def is_able_and_known(battle, actor, enemy):
    """Whether an order can name an enemy who is able to act (P18)."""
    return may_name(battle, actor, enemy) and is_able(battle.fighters[enemy])


@njit
def knows_an_able_enemy(battle, actor):
    """Whether an order can name any enemy able to act (P18)."""
    for slot in range(battle.max_side):
        if is_able_and_known(battle, actor, enemy_in_slot(battle, actor, slot)):
            return True
    return False


@njit
def allow_able(battle, actor, verb, mask):
    """Allow a verb at every enemy able to act whom an order can name (P18)."""
    for slot in range(battle.max_side):
        if is_able_and_known(battle, actor, enemy_in_slot(battle, actor, slot)):
            mask[first_id(verb, slot)] = True


@njit
def knows_a_caster(battle, actor):
    """Whether a fighter knows of an enemy, not dead, that he is a caster (P18, P19)."""
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and not is_known_dead(battle, actor, enemy):
            if is_known_caster(battle, actor, enemy):
                return True
    return False


@njit
def allow_descriptions(battle, actor, verb, mask):
    """Allow a verb with every description that could ever fit (P18 to P20)."""
    mask[described_id(verb, Description.CLOSEST)] = True
    mask[described_id(verb, Description.MOST_WOUNDED)] = True
    mask[described_id(verb, Description.BIGGEST_THREAT)] = True
    mask[described_id(verb, Description.CASTER)] = knows_a_caster(battle, actor)
    mask[described_id(verb, Description.WARDS_ATTACKER)] = allies_alive(battle, actor) > 0


# --- Where they matter ----------------------------------------------------------------------------


@njit
def matters(battle, actor, clause):
    """Whether a detail is about what is written already."""
    order, window, directive = battle.orders[actor], WINDOW[clause], DIRECTIVE[clause]
    if window == Window.OPENINGS:
        return order.opportunity != 0 and may_take_openings(battle, actor)
    if window == Window.AT_BAY:
        return order.stand != 0 and minds_terror(battle, actor)
    verb = order.verb[directive]
    if verb < 0:
        return False
    if window == Window.SECOND_TARGET:
        return contains(SPREADS, verb)
    if window == Window.THIRD_TARGET:
        return verb == Verb.THREE_ATTACKS_SPREAD
    nth = NTH[clause]
    if nth >= STEPS_NAMED[verb]:
        return False
    return nth == 0 or detail_of(order, directive, nth - 1) >= 0


@njit
def may_take_openings(battle, actor):
    """Whether the fighter may be Ready and armed for melee in a phase of this round (P12, RP39)."""
    if not may_be_armed(battle.fighters[actor]):
        return False
    for verb in battle.orders[actor].verb:
        if verb < 0 or IS_READY[ACTS[verb]]:
            return True
    return False


@njit
def is_detail_open(battle, actor, clause):
    """Whether a detail matters and leaves the fighter a choice."""
    if not has_full_choices(battle, actor) or not matters(battle, actor, clause):
        return False
    window = WINDOW[clause]
    if window != Window.STEP and not has_several_enemies(battle, actor):
        return False
    if window == Window.OPENINGS and not knows_an_able_enemy(battle, actor):
        return False
    return can_detail(battle, actor, clause)
