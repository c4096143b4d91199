"""What is found out after every action, way, drift and round (W32, RW31, RW34)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ..endings import end_if_decided
from ..flanking.flanking import update_flanked
from ..grappling.grapples import end_lost_grapples


@njit
def update_derived_state(battle):
    """Who is flanked now, which grapples are torn apart, who has won (W32, RW31, RW34)."""
    if battle.over:
        return
    update_flanked(battle)
    end_lost_grapples(battle)
    end_if_decided(battle)
