"""Taking an action: it writes a clause of an order (QP1 to QP12)."""

from __future__ import annotations

from ..core.compiler.compile import njit
from ..core.engine.battle import NOBODY, begin_decision
from .actions.table import (
    NO_OPPORTUNITY,
    NO_STAND,
    condition_of,
    standing_of,
    target_of,
    verb_of,
)
from .enums import (
    Window,
)
from .turn import ELSE, FIRST, THEN, play_on


@njit
def write_directive(battle, actor, clause, action):
    """Write a directive into an order (QP1 to QP4)."""
    order = battle.orders[actor]
    order.verb[clause] = verb_of(action)
    order.target[clause] = target_of(battle, actor, action)


@njit
def write_clause(battle, actor, window, action):
    """Write what was chosen for a clause (TP2)."""
    order = battle.orders[actor]
    if window == Window.FIRST:
        write_directive(battle, actor, FIRST, action)
    elif window == Window.CONDITION:
        order.condition = condition_of(action)
        order.argument = target_of(battle, actor, action)
    elif window == Window.THEN:
        write_directive(battle, actor, THEN, action)
    elif window == Window.ELSE:
        write_directive(battle, actor, ELSE, action)
    elif window == Window.STANDING:
        standing = standing_of(action)
        order.opportunity = standing & NO_OPPORTUNITY == 0
        order.stand = standing & NO_STAND == 0


@njit(shared=True)
def advance(battle, action):
    """Write a clause and play on to the next one, or through the round to the next (TP2)."""
    begin_decision(battle)
    actor, window = battle.to_act, battle.window
    battle.window = Window.NONE
    battle.to_act = NOBODY
    write_clause(battle, actor, window, action)
    play_on(battle)
