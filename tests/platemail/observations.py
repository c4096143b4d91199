"""Decisions to observe."""

from __future__ import annotations

from quintain.envs.platemail import step as engine
from quintain.envs.platemail import turn

PILLAR = "\n".join(["." * 8, "..#.....", *["." * 8] * 2])


def first_decision(battle):
    """Begin the first round."""
    turn.begin_round(battle)
    engine.play_on(battle)
    return battle


def one_hot(length, *places):
    """1.0 at the places, 0.0 elsewhere."""
    return [float(place in places) for place in range(length)]
