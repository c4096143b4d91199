"""Fighters and squares for the tests of movement."""

from __future__ import annotations

N, NE, E, SE, S, SW, W, NW = range(8)
FAR = {"at": (20, 3)}
PLAIN = {"armour": "none", "held": ["sword"], "looked": -1}


def at(battle, actor=0):
    """The position of a fighter."""
    return int(battle.fighters[actor].x), int(battle.fighters[actor].y)
