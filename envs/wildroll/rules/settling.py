"""What is found out after every action, way, drift and round (W32, RW31, RW34)."""

from __future__ import annotations

from ...core.compile import njit
from .endings import end_if_decided
from .flanking import update_flanked
from .grapples import end_lost_grapples


@njit
def take_stock(battle):
    """Who is flanked now, which grapples are torn apart, who has won (W32, RW31, RW34)."""
    if battle.over:
        return
    update_flanked(battle)
    end_lost_grapples(battle)
    end_if_decided(battle)
