"""The wins of an agent against opponents, in sentences."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..agents.registry import make_agent
from .arena import final_result, play_pairs
from .statistics import win_rate_interval

UNSEEN = 1_000_000_000
"""Default seed of the battles: far from those that people train with."""


def describe_wins(
    system: str,
    scenario: Any,
    agent: Any,
    opponents: Sequence[str] = ("random",),
    *,
    pairs: int = 500,
    seed: int = UNSEEN,
) -> Iterator[str]:
    """Let an agent fight opponents, and say how many battles it wins.

    Args:
        system: name of the system.
        scenario: name, path or model; None for the system's default.
        agent: an object with `predict`, as for `play_pairs`; a model of SB3 is one.
        opponents: names of agents.
        pairs: pairs of battles with each, on the same dice with the sides swapped.
        seed: of the dice and of PyTorch's draws, which go on afterwards as if nothing had been
            drawn; choose another one than for the training.

    Yields:
        For each opponent "won 97.2 % [96.1, 98.1] of 1,000 battles against random, drew 0.3 %": the
        interval has a confidence of 95 %, with the pair as unit; a draw is no win.

    Raises:
        AgentError, KeyError, ScenarioError, TypeError, ValueError: as `play_pairs`.
    """
    if isinstance(opponents, str):
        raise TypeError(f"opponents are a list of names, as [{opponents!r}], got {opponents!r}")
    for name in opponents:
        opponent = make_agent(name, system)
        with seeded_torch(seed):
            result = final_result(play_pairs(system, scenario, agent, opponent, pairs, seed))
        won = win_rate_interval(result.scores == 1)
        yield (
            f"won {won.estimate:.1%} [{100 * won.low:.1f}, {100 * won.high:.1f}] of "
            f"{result.battles:,} battles against {name}, drew {result.draws / result.battles:.1%}"
        ).replace("%", " %")


@contextmanager
def seeded_torch(seed: int) -> Iterator[None]:
    """Seed the draws of PyTorch's generator, if PyTorch is loaded; afterwards it is as before."""
    torch: Any = sys.modules.get("torch")
    if torch is None:
        yield
        return
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield
