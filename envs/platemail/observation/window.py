"""The block of the order at hand: the clauses that are written already (QP1 to QP5, P14)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, slot_of
from ...core.engine.layout import capped
from ...core.maps.square_grid import DX, DY
from ..actions.clauses import (
    AFTER_CONDITION,
    CONDITION,
    DIRECTIVE,
    ELSE,
    FIRST,
    IS_DETAIL,
    MAIN_CLAUSE,
    NTH,
    SECOND,
    THEN,
    THIRD,
    detail_of,
    order_clause,
)
from ..actions.table import ACTS, ENEMY_DESCRIPTIONS, ally_slot_of
from ..enums import (
    Condition,
    Description,
    Verb,
    Window,
)
from ..rules.bodies import are_enemies, is_able
from ..rules.sight import (
    is_known_hostile,
)
from ..rules.targets import names_fighter
from ..rules.verbs import FOR_ALLIES, SPREADS, STEPS_NAMED
from ..state import (
    MOST_STEPS,
)
from ..tables import (
    MOVE_STEPS,
    QUIET_LIMIT,
)
from .allies import ORDER_KIND
from .layout import (
    FIRST_ACT,
    FIRST_WINDOW,
    FULL,
    PER,
    WINDOW,
    WINDOW_LENGTH,
)

WAY = np.full(len(Verb), NOBODY)
"""The number of each verb among those of its action, -1 if it has only one."""
for _act in set(ACTS[: len(Verb)].tolist()):
    _verbs = np.flatnonzero(ACTS[: len(Verb)] == _act)
    if len(_verbs) > 1:
        WAY[_verbs] = np.arange(len(_verbs))
LEADS = np.zeros(len(Verb), np.int64)
"""Squares to which a verb with a direction leads, 0 for other verbs."""
LEADS[Verb.MOVE_STRAIGHT], LEADS[[Verb.OPEN_DOOR, Verb.CLOSE_DOOR]] = MOVE_STEPS, 1


@njit
def see_target(battle, actor, target, out, at):
    """Mark the enemy slot or the description that a directive names."""
    if target >= MAX_FIGHTERS:
        if target != Description.MOST_WOUNDED_ALLY:
            out[at + battle.max_side + target - MAX_FIGHTERS] = 1
    elif target >= 0 and battle.side[target] != battle.side[actor]:
        out[at + slot_of(battle, target)] = 1


@njit
def argument_share(condition, argument):
    """A condition's threshold as a number up to 1."""
    if condition == Condition.NEAR or condition == Condition.WOUNDED:
        return argument / FULL.argument
    return 0.0


@njit
def see_window(battle, actor, out, at):
    """The block of the order at hand: the clauses that are written already."""
    out[at + WINDOW.window + battle.window - FIRST_WINDOW] = 1
    order = battle.orders[actor]
    first_target = at + WINDOW_LENGTH
    if_target = first_target + battle.max_side + len(ENEMY_DESCRIPTIONS)
    then_target = if_target + battle.max_side
    first_ally = then_target + battle.max_side + len(ENEMY_DESCRIPTIONS)
    then_ally = first_ally + battle.max_side
    see_directive(battle, actor, order, FIRST, out, at + WINDOW.first, first_target)
    see_manner(battle, actor, order, FIRST, out, at, first_ally)
    condition, argument = order.condition, order.argument
    clause = order_clause(battle)
    directive = DIRECTIVE[clause]
    if is_condition_known(battle):
        out[at + WINDOW.condition + condition] = 1
        out[at + WINDOW.argument] = argument_share(condition, argument)
        if out[at + WINDOW.argument] == 0 and argument >= 0:
            out[if_target + slot_of(battle, argument)] = 1
    shown = THEN
    if IS_DETAIL[battle.window] and directive >= 0:
        out[at + WINDOW.details] = (1 + directive) * PER.details
        shown = ELSE if directive == ELSE else THEN
        if battle.window == Window.STEP:
            see_steps(order, directive, NTH[clause], out, at)
    see_directive(battle, actor, order, shown, out, at + WINDOW.then, then_target)
    see_manner(battle, actor, order, shown, out, at + WINDOW.then_way - WINDOW.first_way, then_ally)
    asked = directive if IS_DETAIL[battle.window] and directive >= 0 else FIRST
    see_further(battle, actor, order, asked, out, then_ally + battle.max_side)
    if shown == THEN and order.verb[ELSE] >= 0 and ORDER_KIND[order.verb[ELSE]] >= 0:
        out[at + WINDOW.else_kind + ORDER_KIND[order.verb[ELSE]]] = 1
    see_round(battle, actor, out, at)


@njit
def is_condition_known(battle):
    """Whether the clause at hand is written after IF (QP5)."""
    if IS_DETAIL[battle.window]:
        return battle.clause > AFTER_CONDITION
    return MAIN_CLAUSE[battle.window] > CONDITION


@njit
def see_steps(order, directive, nth, out, at):
    """The steps that are left to name, and where the named ones lead (P14)."""
    across, down = 0, 0
    for step in range(nth):
        side = detail_of(order, directive, step)
        across += DX[side]
        down += DY[side]
    out[at + WINDOW.steps_left] = (STEPS_NAMED[order.verb[directive]] - nth) / MOST_STEPS
    out[at + WINDOW.walk_columns] = across * PER.walk
    out[at + WINDOW.walk_rows] = down * PER.walk


@njit
def see_directive(battle, actor, order, clause, out, act_at, target_at):
    """The action and the target of a clause, as far as they are written."""
    verb = order.verb[clause]
    if verb >= 0:
        out[act_at + ACTS[verb] - FIRST_ACT] = 1
        if names_fighter(verb):
            see_target(battle, actor, order.target[clause], out, target_at)


@njit
def see_manner(battle, actor, order, clause, out, at, ally_at):
    """Write the verb, the spell, the walk and the ally of a clause, at the places of the first."""
    verb, target = order.verb[clause], order.target[clause]
    if verb < 0:
        return
    if WAY[verb] >= 0:
        out[at + WINDOW.first_way + WAY[verb]] = 1
    if verb == Verb.PREPARE:
        out[at + WINDOW.first_spell + target] = 1
    elif LEADS[verb] != 0:
        out[at + WINDOW.first_walk_columns] = LEADS[verb] * DX[target] * PER.first_walk
        out[at + WINDOW.first_walk_rows] = LEADS[verb] * DY[target] * PER.first_walk
    elif STEPS_NAMED[verb] != 0:
        see_walk(order, clause, STEPS_NAMED[verb], out, at)
    if contains(FOR_ALLIES, verb):
        ally = battle.max_side - 1
        if target < MAX_FIGHTERS:
            ally = ally_slot_of(battle, actor, target)
        out[ally_at + ally] = 1


@njit
def see_walk(order, clause, most, out, at):
    """Where the steps that are named lead (P14)."""
    across, down = 0, 0
    for step in range(most):
        side = detail_of(order, clause, step)
        if side < 0:
            break
        across += DX[side]
        down += DY[side]
    out[at + WINDOW.first_walk_columns] = across * PER.first_walk
    out[at + WINDOW.first_walk_rows] = down * PER.first_walk


@njit
def see_further(battle, actor, order, clause, out, at):
    """Mark whom the attacks after the first one of a clause are aimed at (QP3)."""
    verb = order.verb[clause]
    if verb >= 0 and contains(SPREADS, verb):
        for nth in (SECOND, THIRD):
            see_target(battle, actor, detail_of(order, clause, nth), out, at)


@njit
def see_round(battle, actor, out, at):
    """The rounds so far, and the fighters who are left."""
    out[at + WINDOW.round] = battle.round_number / battle.round_limit
    out[at + WINDOW.rounds_left] = capped(battle.round_limit - battle.round_number, PER.rounds_left)
    quiet = min(QUIET_LIMIT, battle.quiet_rounds)
    out[at + WINDOW.quiet] = quiet / FULL.quiet
    mine, theirs = 0, 0
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other):
            theirs += is_known_hostile(battle, actor, other)
        else:
            mine += is_able(battle.fighters[other])
    out[at + WINDOW.sides_mine], out[at + WINDOW.sides_theirs] = (
        mine * PER.sides,
        theirs * PER.sides,
    )
