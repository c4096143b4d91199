"""The compiled part of the search: rollouts of every legal choice, and the best choice.

`search.py` explains the method. Shapes: `B` battles, `A` actions.
"""

from __future__ import annotations

import numpy as np

from ..envs.core.compiler.compile import njit
from ..envs.core.engine.dice import next_word
from ..envs.core.engine.loops import DECISIONS_IN_A_ROUND, value_for_red
from ..envs.core.engine.system import advance, choose, conceal, legal_action_mask

TOTAL, GAIN, SQUARE = range(3)
LARGEST = 2.0
"""Difference of the values of a battle won and one lost."""
DOUBT = 1.5
"""Standard errors by which another choice must beat the heuristic's own."""


@njit
def stages_of(count):
    """Number of halving rounds until two of `count` choices are left; at least one for two."""
    stages = 0
    while count > 2:
        count = 1 + count // 2
        stages += 1
    return stages + 1 if count == 2 else 0


@njit
def list_legal(mask, candidates):
    """Write the legal actions in a row; returns their number."""
    count = 0
    for action in range(len(mask)):
        if mask[action]:
            candidates[count] = action
            count += 1
    return count


@njit
def play_on(copies, index, policy, rng_state, mask, last):
    """Play a copy to its end, or to round `last`, by one heuristic; its value for red."""
    battle = copies[index]
    for _ in range(DECISIONS_IN_A_ROUND):  # a limit for the whole play-out
        if battle.over or battle.round_number >= last:
            break
        legal_action_mask(battle, mask)
        advance(battle, choose(battle, policy, mask, rng_state))
    return value_for_red(battle)


@njit
def play_all_on(copies, policy, rng_states, mask, last, values):
    """Play copies `[B]` on, each with its generator of `[B, 4]`; writes `values [B]` for red."""
    for index in range(len(copies)):
        values[index] = play_on(copies, index, policy, rng_states[index], mask, last)


@njit
def try_all(
    battles, index, copies, candidates, count, results, policy, rounds, mask, rng_state, dice
):
    """One sample of the hidden information, and one play-out of each choice on the same dice.

    `results [3, A]`, by place: the sum of the values, the sum of their differences from the value
    of the heuristic's own choice, which has place 0, and the sum of the squares of these.
    """
    battle = battles[index]
    copies[0] = battle
    copies[0].log = False
    copies[0].memory = 0  # heuristics have none
    conceal(copies[0], np.int64(battle.to_act), rng_state)
    sign = 1.0 - 2.0 * battle.side[battle.to_act]
    for word in range(4):
        dice[1, word] = next_word(rng_state)
    own = 0.0
    for place in range(count):
        copies[1] = copies[0]
        for word in range(4):
            dice[0, word] = dice[1, word]
        advance(copies[1], candidates[place])
        last = copies[1].round_number + rounds
        value = sign * play_on(copies, 1, policy, dice[0], mask, last)
        if place == 0:
            own = value
        results[TOTAL, place] += value
        results[GAIN, place] += value - own
        results[SQUARE, place] += (value - own) ** 2


@njit
def swap(candidates, results, one, other):
    """Swap two choices."""
    candidates[one], candidates[other] = candidates[other], candidates[one]
    for kind in range(len(results)):
        results[kind, one], results[kind, other] = results[kind, other], results[kind, one]


@njit
def drop_worse_half(candidates, results, count):
    """Sort all but the first choice by their totals, the best first; returns how many stay."""
    for start in range(2, count):
        place = start
        while place > 1 and results[TOTAL, place - 1] < results[TOTAL, place]:
            swap(candidates, results, place - 1, place)
            place -= 1
    return 1 + count // 2


@njit
def is_clearly_better(gain, squares, samples, doubt):
    """Whether a choice is better than the heuristic's own beyond chance.

    Args:
        gain: sum of the differences of their values, each from -2 to 2.
        squares: sum of the squares of these differences; one more of the largest size is assumed,
            so that a few equal samples prove nothing.
        samples: number of samples.
        doubt: standard errors by which it must be better.
    """
    if samples < 2 or gain <= 0:
        return False
    mean = gain / samples
    variance = (squares + LARGEST * LARGEST - samples * mean * mean) / (samples - 1)
    return mean * mean > doubt * doubt * variance / samples


@njit
def search_battle(battles, index, mask, budget, policy, rounds, copies, scratch, rng_state):
    """The best choice of the deciding fighter of one battle."""
    candidates, results, play_mask, dice = scratch
    count = list_legal(mask, candidates)
    own = choose(battles[index], policy, mask, rng_state)
    for place in range(count):
        results[:, place] = 0.0
        if candidates[place] == own:
            swap(candidates, results, 0, place)
    stages = stages_of(count)
    samples = 0
    for _ in range(stages):
        tries = max(1, budget // (stages * count))
        for _ in range(tries):
            try_all(
                battles, index, copies, candidates, count, results, policy, rounds, play_mask,
                rng_state, dice,
            )  # fmt: skip
        samples += tries
        count = drop_worse_half(candidates, results, count)
    gain, squares = results[GAIN, 1], results[SQUARE, 1]
    if samples > 0 and is_clearly_better(gain, squares, samples, DOUBT):
        return candidates[1]
    return candidates[0]


@njit
def search_battles(battles, masks, budget, policy, rounds, copies, scratch, rng_state, actions):
    """The best choice in every battle that is not over; writes `actions [B]`."""
    for index in range(len(battles)):
        if not battles[index].over:
            actions[index] = search_battle(
                battles,
                index,
                masks[index],
                budget,
                policy,
                rounds,
                copies,
                scratch,
                rng_state[index],
            )
