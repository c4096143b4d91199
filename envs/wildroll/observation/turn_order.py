"""How many turns it takes until each fighter acts (W42, W53, W54)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ..rules.combat_sequence.initiative import initiative_in_turn, turn_rank
from ..rules.health.bodies import decider, is_animal, is_dead
from ..rules.movement.spaces import sees
from .layout import BODY

NO_TURN = -1
"""Place in the order of fighters without a turn, and of those who are not seen."""
THIS_ROUND = 1 << 40
"""Added to the rank of those whose turn of this round is to come; above every rank."""
LAST = 1.0
"""`turn_in` of those who have no turn."""


@njit
def place_in_order(battle, viewer, actor):
    """A number that is higher the sooner a fighter acts, as far as a viewer knows (W53, XW1).

    Those who have had their turn come after all others; by then lots are drawn again (RW16).
    """
    fighter = battle.fighters[actor]
    if is_dead(fighter) or is_animal(fighter) or not sees(battle, viewer, actor):
        return NO_TURN
    if fighter.acted:
        return turn_rank(initiative_in_turn(battle, actor), 0)
    return THIS_ROUND + turn_rank(initiative_in_turn(battle, actor), fighter.tie_roll)


@njit
def write_order(battle, viewer, order):
    """Write the place in the order of each fighter, `[MAX_FIGHTERS]`."""
    for actor in range(battle.num_fighters):
        order[actor] = place_in_order(battle, viewer, actor)


@njit
def see_turn(battle, actor, order, out, at):
    """Turns until a fighter's own comes, an animal's with its rider's, as a share (W53, W106)."""
    actor = decider(battle, actor)
    if actor == battle.active:
        return
    if order[actor] == NO_TURN:
        out[at + BODY.turn_in] = LAST
        return
    sooner = 0
    for other in range(battle.num_fighters):
        sooner += order[other] > order[actor]
    out[at + BODY.turn_in] = (1 + sooner) / battle.num_fighters
