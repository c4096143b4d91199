"""Results of ended battles and states for critics, from the records of many battles."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine.batch_loops import potential, read_results
from ..engine.loops import observe_fighters

RESULTS = ("winner", "ending", "rounds")
"""The integers that infos hold of a battle that has ended."""


def results_of(
    final: npt.NDArray[Any], who: npt.NDArray[np.intp]
) -> dict[str, npt.NDArray[np.int64]]:
    """The results of battles that ended, for infos.

    Args:
        final: `[B]` battle records, each the last one of an episode.
        who: `[K]` the battles to tell of.

    Returns:
        `winner`, `ending` and `rounds`, each `[K]` int64. A record that is not over was forfeited
        by the side that had to decide.

    Raises:
        ValueError: no episode of one of them has ended yet.
    """
    begun = who[final["num_fighters"][who] == 0]
    if len(begun):
        raise ValueError(f"no episode of battle {begun[0]} has ended yet")
    found = np.zeros((len(RESULTS), len(who)), np.int64)
    read_results(final, who, found)
    return dict(zip(RESULTS, found, strict=True))


def forfeited_rewards(
    battles: npt.NDArray[Any], losers: npt.NDArray[np.int8], shaping: float
) -> npt.NDArray[np.float64]:
    """The rewards of red and blue for battles that the deciding side forfeits.

    Args:
        battles: `[K]` battle records, before the end.
        losers: `[K]` the side that loses each.
        shaping: weight of the potential-based reward, which becomes 0; 0 for none.

    Returns:
        `[K, 2]`: -1 for the loser and 1 for the winner, plus the change of the potential.
    """
    rewards = np.ones((len(battles), 2))
    rewards[np.arange(len(battles)), losers.astype(np.intp)] = -1
    if shaping:
        before = shaping * np.array([potential(one) for one in battles]).reshape(-1)
        rewards += np.stack([-before, before], 1)
    return rewards


def states_of(
    battles: npt.NDArray[Any], max_side: int, length: int, sides: npt.NDArray[np.int8]
) -> npt.NDArray[np.float32]:
    """All that the fighters of each battle know, and who decides.

    Args:
        battles: `[B]` battle records.
        max_side: `S`, slots a side.
        length: `N`, the observation's length.
        sides: `[B]` the deciding side.

    Returns:
        `[B, 2 * S * (N + 1)]`, each as `Match.state`.
    """
    rows = np.zeros((len(battles), 2, max_side, length + 1), np.float32)
    seen = np.zeros((2 * max_side, length), np.float32)
    for index, count in enumerate(battles["num_fighters"].tolist()):
        observe_fighters(battles, index, seen)
        red, side = int((battles["side"][index, :count] == 0).sum()), int(sides[index])
        rows[index, 0, :red, :-1] = seen[:red]
        rows[index, 1, : count - red, :-1] = seen[red:count]
        rows[index, side, battles["to_act"][index] - side * red, -1] = 1
    return rows.reshape(len(battles), -1)
