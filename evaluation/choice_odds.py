"""Play a battle on many times, as it stands or after a choice, to see who wins.

A battle continues as it stands, hidden facts among it, as a game master knows it; only the dice to
come are drawn. All choices have the same dice.
"""

from __future__ import annotations

import numpy as np

from ..agents.base import heuristic_number, strongest
from ..envs.core.engine.dice import reset_dice, seed_rng_states
from ..envs.core.engine.loops import play_out
from ..envs.core.session.match import Match
from .field import refuse_faults, verb_numbers

MOST_BATTLES = 100_000


def play_choice(match: Match, beginning: np.ndarray, action: int, seed: int) -> np.ndarray:
    """The winners `[B]` if the deciding fighter makes a legal choice; see `play_position`."""
    battles = beginning.copy()
    for battle in battles:
        match.system.advance(battle, action)
    return play_position(match, battles, seed)


def play_position(match: Match, battles: np.ndarray, seed: int) -> np.ndarray:
    """Play copies of a battle to their ends, by the strongest heuristic on both sides.

    Args:
        match: the battle.
        battles: copies of it `[B]` (`copies_of`), which are overwritten.
        seed: of the draws of the heuristic.

    Returns:
        Array `[B]`: 0 where red wins, 1 where blue does, another number in a draw.

    Raises:
        RuntimeError: a battle did not end.
    """
    system, count = match.system, len(battles)
    number = heuristic_number(system, strongest(system))
    controllers = np.full((count, 2), number, np.int16)
    mask, usage = np.zeros_like(match.mask), np.zeros((2, len(system.verbs)), np.int64)
    dice = seed_rng_states(np.random.SeedSequence([seed, 2]), count)
    play_out(battles, controllers, dice, mask, verb_numbers(system, match.max_side), usage)
    refuse_faults(battles)
    return battles["winner"].copy()


def copies_of(match: Match, count: int, seed: int) -> np.ndarray:
    """Copies `[count]` of the battle, each with other dice to come."""
    battles = match.system.new_battles(count)
    battles[:] = match.battles[0]
    battles["log"], battles["memory"] = False, 0  # heuristics have none
    for battle, rng_state in zip(battles, seed_rng_states(seed, count), strict=True):
        reset_dice(battle, rng_state)
    return battles
