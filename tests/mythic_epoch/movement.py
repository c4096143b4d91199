"""Positions, and the steps that the log tells."""

from __future__ import annotations

from quintain.envs.core.maps.square_grid import distance

DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
SPENT = {"action_points": 0}  # cannot react


def at(battle, fighter=0):
    """The square of a fighter."""
    return int(battle.fighters[fighter].x), int(battle.fighters[fighter].y)


def gap(battle, one, other):
    """Distance between two fighters."""
    return distance(*at(battle, one), *at(battle, other))


def steps(names):
    """The directions in which a step is legal."""
    return {name.removeprefix("step_") for name in names if name.startswith("step_")}


def moved(log):
    """The squares that a fighter entered, in order."""
    return [(event[1], event[4], event[5]) for event in log if event[0] == "moved"]
