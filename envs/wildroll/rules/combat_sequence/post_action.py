"""Updates after every action, movement, drift and round (W32, RW31, RW34)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ..endings import end_if_decided
from ..flanking.flanking import update_flanked
from ..flanking.lines import find_hidden
from ..grappling.grapples import end_lost_grapples


@njit
def update_derived_state(battle):
    """Update lost grapples, those in sight, flanks and the winner (W32, RW31, RW34, H26).

    A fighter that is free of a pin, or seen, may flank; so flanks come after both.
    """
    if battle.over:
        return
    end_lost_grapples(battle)
    find_hidden(battle)
    update_flanked(battle)
    end_if_decided(battle)
