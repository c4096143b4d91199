"""The seats of a battle as a fighter sees them: its own, the slots of its side and of the enemies.

A piece of an observation names another fighter by its seat, either as a place in a one-hot block
(`seat_of`) or as one number (`named`, `seat_share`).
"""

from __future__ import annotations

from ..compiler.compile import njit
from .battle import MAX_SIDE, NOBODY, slot_of
from .layout import Piece, count

SEAT = "-1 me, below 0 the slot of an ally, above 0 that of an enemy, from 1 on"


def named(name: str, meaning: str) -> Piece:
    """A fighter as a number, which `seat_share` gives: 0 for nobody or an unknown one."""
    return count(name, MAX_SIDE, "slots", f"{meaning}: {SEAT}", low=-1)


@njit
def seat_share(battle, viewer, other):
    """A fighter as a number for a viewer: the seat of a `named` piece; 0 of nobody."""
    if other == NOBODY:
        return 0.0
    if other == viewer:
        return -1.0
    slot = slot_of(battle, other)
    if battle.side[other] != battle.side[viewer]:
        return (slot + 1) / MAX_SIDE
    return -(slot + (other < viewer)) / MAX_SIDE


@njit
def seat_of(battle, viewer, other):
    """The place of a fighter among the viewer itself, its ally slots and its enemy slots."""
    if other == viewer:
        return 0
    slot = slot_of(battle, other)
    if battle.side[other] != battle.side[viewer]:
        return battle.max_side + slot
    return slot if other > viewer else slot + 1
