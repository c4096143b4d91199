"""The compiled loops of `BattleVectorEnv`, in which the caller plays one side of each battle.

Letters: `B` battles.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..compiler.compile import njit
from .batch_loops import ending_of, rounds_of, winner_of
from .loops import EXTERNAL

STANDING = ("winner", "ending", "rounds", "illegal_actions", "side")
"""The integers that every info holds of a battle."""
WINNER, ENDING, ROUNDS, ILLEGAL_ACTIONS, SIDE = range(len(STANDING))


class OneSide(NamedTuple):
    """The caller's side of `B` battles; all arrays are written.

    Attributes:
        side: `[B]` int8, the caller's side: 0 red, 1 blue.
        illegal: `[B]` int64, the caller's illegal actions in this battle.
        rewards: `[B]` float64, the caller's since its last decision.
        terminated: `[B]` bool, whether the battle has ended by the rules since then.
        truncated: `[B]` bool, whether it has ended at the round limit.
    """

    side: np.ndarray
    illegal: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray


@njit
def note_step(one_side, rewards, illegal):
    """Note the rewards `[B, 2]` of a step, and whether the actions `[B]` were illegal."""
    for index in range(len(rewards)):
        one_side.illegal[index] += illegal[index]
        one_side.rewards[index] = rewards[index, one_side.side[index]]
        one_side.terminated[index] = False
        one_side.truncated[index] = False


@njit
def close_battles(
    one_side, terminated, truncated, final, next_controllers, policy, alternates, integers, fresh
):
    """Note the battles that have ended, and prepare the next ones.

    Of the battles that end in one step, only the first in each place counts: the others ended
    before the caller's first decision.

    Args:
        one_side: a `OneSide`.
        terminated: `[B]` bool, the battles that the last step of the vector ended by the rules.
        truncated: `[B]` bool, those that it ended at the round limit.
        final: `[B]` battle records, the last state of each battle's last episode.
        next_controllers: `[B, 2]` int16, written: those of each battle's next episode.
        policy: the opponent's controller.
        alternates: whether the caller changes sides with every battle.
        integers: `[5, B]` int64, the rows of `STANDING`, written where a battle counts.
        fresh: `[B]` int64, written: the battles that count, the first ones of the array.

    Returns:
        The number of battles that count.
    """
    count = 0
    for index in range(len(terminated)):
        if not terminated[index] and not truncated[index]:
            continue
        side = one_side.side[index]
        if not one_side.terminated[index] and not one_side.truncated[index]:
            one_side.terminated[index] = terminated[index]
            one_side.truncated[index] = truncated[index]
            integers[WINNER, index] = winner_of(final[index])
            integers[ENDING, index] = ending_of(final[index])
            integers[ROUNDS, index] = rounds_of(final[index])
            integers[ILLEGAL_ACTIONS, index] = one_side.illegal[index]
            integers[SIDE, index] = side
            fresh[count] = index
            count += 1
        one_side.illegal[index] = 0
        if alternates:
            one_side.side[index] = 1 - side
            next_controllers[index, side] = EXTERNAL
            next_controllers[index, 1 - side] = policy
    return count
