"""Taking an action: it writes a clause of an order (QP1 to QP12)."""

from __future__ import annotations

from ..core.compiler.compile import njit
from ..core.engine.battle import NOBODY, begin_decision
from .actions.clauses import DIRECTIVE, IS_DETAIL, NTH, WINDOW, order_clause, write_detail_of
from .actions.table import (
    NO_OPPORTUNITY,
    NO_STAND,
    OPENING_ONLY,
    WAIT,
    argument_of,
    condition_of,
    standing_of,
    target_of,
    verb_of,
)
from .enums import (
    Window,
)
from .turn import play_on


@njit
def write_clause(battle, actor, clause, action):
    """Write what was chosen for a clause (TP2)."""
    order, window, directive = battle.orders[actor], WINDOW[clause], DIRECTIVE[clause]
    if window == Window.CONDITION:
        order.condition = condition_of(action)
        order.argument = target_of(battle, actor, action)
    elif window == Window.STANDING:
        standing = standing_of(action)
        order.opportunity = standing & NO_OPPORTUNITY == 0
        order.stand = standing & NO_STAND == 0
    elif not IS_DETAIL[window]:
        order.verb[directive] = verb_of(action)
        order.target[directive] = target_of(battle, actor, action)
    elif action != WAIT:
        write_detail(battle, actor, clause, action)


@njit
def write_detail(battle, actor, clause, action):
    """Write what was chosen for a detail of the order (QP2, QP3, QP10, QP11)."""
    order, window, directive = battle.orders[actor], WINDOW[clause], DIRECTIVE[clause]
    if window == Window.STEP:
        write_detail_of(order, directive, NTH[clause], argument_of(action))
        return
    target = target_of(battle, actor, action)
    if window == Window.SECOND_TARGET or window == Window.THIRD_TARGET:
        write_detail_of(order, directive, NTH[clause], target)
    elif window == Window.OPENINGS:
        order.opening = target
        order.opening_only = verb_of(action) == OPENING_ONLY
    elif window == Window.AT_BAY:
        order.at_bay = target


@njit(shared=True)
def advance(battle, action):
    """Write a clause and play on to the next one, or through the round to the next (TP2)."""
    begin_decision(battle)
    write_clause(battle, battle.to_act, order_clause(battle), action)
    battle.window = Window.NONE
    battle.to_act = NOBODY
    play_on(battle)
