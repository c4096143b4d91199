"""Compiled loops over written orders, for systems whose fighters write orders before each round.

Letters: `A` actions, `F` fighters, `N` the observation's length, `W` clauses of an order.
"""

from __future__ import annotations

from ..compiler.compile import njit
from .loops import FAULT, ILLEGAL, look
from .system import advance, legal_action_mask, order_clause, order_mask


@njit
def mask_orders(battles, index, masks):
    """Write the masks of all clauses that each fighter could write: `masks [F, W, A]`."""
    battle = battles[index]
    for fighter in range(battle.num_fighters):
        for clause in range(masks.shape[1]):
            order_mask(battle, fighter, clause, masks[fighter, clause])


@njit
def take_orders(battles, index, orders, taken, observation, mask):
    """Write every fighter's order, clause by clause, and play to the next round.

    Args:
        battles: the battles, one of which takes part.
        index: index of this battle.
        orders: `[F, W]` actions; clauses without a decision are ignored.
        taken: `[F * W]`, overwritten with the actions taken.
        observation: `[N]`, overwritten with the next fighter's.
        mask: `[A]` of the deciding fighter, overwritten with the next one's.

    Returns:
        The number of actions taken; or `ILLEGAL` if the mask forbids the next one; or `FAULT` if a
        loaded face was impossible.
    """
    battle = battles[index]
    round_number = battle.round_number
    count = 0
    while not battle.over and battle.round_number == round_number:
        action = orders[battle.to_act, order_clause(battle)]
        if action < 0 or action >= len(mask) or not mask[action]:
            return ILLEGAL
        advance(battle, action)
        legal_action_mask(battle, mask)
        if battle.fault != 0:
            return FAULT
        taken[count] = action
        count += 1
    if not battle.over:
        look(battle, battle.to_act, observation)
    return count
