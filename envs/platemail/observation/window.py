"""The block of the order at hand: the clauses that are written already (QP1 to QP5, P14)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_FIGHTERS, slot_of
from ...core.maps.square_grid import DX, DY
from ..actions.clauses import (
    AFTER_CONDITION,
    DIRECTIVE,
    ELSE,
    FIRST,
    NTH,
    THEN,
    detail_of,
    order_clause,
)
from ..actions.table import ACTS, ENEMY_DESCRIPTIONS
from ..enums import (
    Condition,
    Description,
    Window,
)
from ..rules.bodies import are_enemies, is_able
from ..rules.sight import (
    is_known_hostile,
)
from ..rules.targets import names_fighter
from ..rules.verbs import STEPS_NAMED
from ..state import (
    MOST_STEPS,
)
from ..tables import (
    QUIET_LIMIT,
)
from .layout import (
    FIRST_ACT,
    FIRST_WINDOW,
    FULL,
    PER,
    WINDOW,
    WINDOW_LENGTH,
)


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
    see_directive(battle, actor, order, FIRST, out, at + WINDOW.first, first_target)
    condition, argument = order.condition, order.argument
    clause = order_clause(battle)
    directive = DIRECTIVE[clause]
    if is_condition_known(battle):
        out[at + WINDOW.condition + condition] = 1
        out[at + WINDOW.argument] = argument_share(condition, argument)
        if out[at + WINDOW.argument] == 0 and argument >= 0:
            out[if_target + slot_of(battle, argument)] = 1
    shown = THEN
    if battle.window > Window.STANDING and directive >= 0:
        out[at + WINDOW.details] = (1 + directive) * PER.details
        shown = ELSE if directive == ELSE else THEN
        if battle.window == Window.STEP:
            see_steps(order, directive, NTH[clause], out, at)
    see_directive(battle, actor, order, shown, out, at + WINDOW.then, then_target)
    see_round(battle, actor, out, at)


@njit
def is_condition_known(battle):
    """Whether the clause at hand is written after IF (QP5)."""
    if battle.window <= Window.STANDING:
        return battle.window > Window.CONDITION
    return battle.clause > AFTER_CONDITION


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
def see_round(battle, actor, out, at):
    """The rounds so far, and the fighters who are left."""
    out[at + WINDOW.round] = battle.round_number / battle.round_limit
    quiet = min(QUIET_LIMIT, battle.quiet_rounds)
    out[at + WINDOW.quiet] = quiet / FULL.quiet
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other):
            out[at + WINDOW.sides_theirs] += is_known_hostile(battle, actor, other) * PER.sides
        else:
            out[at + WINDOW.sides_mine] += is_able(battle.fighters[other]) * PER.sides
