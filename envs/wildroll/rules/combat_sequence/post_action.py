"""Updates after every action, movement, drift and round (W32, RW31, RW34)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ..endings import end_if_decided
from ..flanking.flanking import update_flanked
from ..grappling.grapples import end_lost_grapples


@njit
def update_derived_state(battle):
    """Update flanks, lost grapples and the winner (W32, RW31, RW34)."""
    if battle.over:
        return
    update_flanked(battle)
    end_lost_grapples(battle)
    end_if_decided(battle)
