"""The controllers of both sides in a batch of battles: the caller, or a compiled heuristic.

Letters: `B` battles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine.loops import EXTERNAL
from ..engine.system import System
from ..inputs.arguments import quote
from ..scenarios.loading import find_policy, load_heuristics

Opponents = tuple[str | None, str | None]
"""The players of red and blue: names of compiled heuristics, None for the caller."""


def controller_of(system: System, name: str | None) -> int:
    """The number of a compiled heuristic, or `EXTERNAL` for None, the caller.

    Raises:
        KeyError: no such heuristic.
    """
    return EXTERNAL if name is None else find_policy(system, name)


def controllers_of(
    system: System, opponents: Opponents | Sequence[Opponents], num_envs: int
) -> npt.NDArray[np.int64]:
    """The controllers `[1, 2]` or `[B, 2]` of one pair of players, or of one a battle.

    Compiled code with controllers calls the heuristics, so they are loaded, even if none plays.

    Raises:
        KeyError: no such heuristic.
        TypeError: no pairs.
        ValueError: neither one pair nor one a battle, or heuristics play both sides.
    """
    load_heuristics(system)
    pairs: list[Any] = list(opponents) if isinstance(opponents, Sequence) else [opponents]
    if len(pairs) == 2 and all(one is None or isinstance(one, str) for one in pairs):
        pairs = [pairs]
    if isinstance(opponents, str) or not all(
        isinstance(pair, Sequence) and not isinstance(pair, str) and len(pair) == 2
        for pair in pairs
    ):
        raise TypeError(
            "opponents are a pair (who plays red, who plays blue) or such a pair for each "
            f"battle, got {quote(opponents)}"
        )
    if len(pairs) not in (1, num_envs):
        raise ValueError(
            f"opponents must be one pair or {num_envs}, one a battle, got {len(pairs)}"
        )
    numbers = np.array([[controller_of(system, name) for name in pair] for pair in pairs])
    if not (numbers == EXTERNAL).any(axis=1).all():
        raise ValueError(
            "a side of every battle must be None, the caller: two heuristics would play "
            "on for ever (evaluation.arena lets them fight)"
        )
    return numbers
