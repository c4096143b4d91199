"""Every agent against every other: results, pay-off matrix, ratings."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..agents.base import PATIENT
from ..envs.core.engine.system import get_system
from .arena import names_by_side, pair_up, play_pairings
from .executors.tasks import HERE, Executor
from .field import Agent, pairing_seed
from .games import nash_mixture, payoff_matrix
from .held_out import scenario_name
from .luck import Shares, divide_variance
from .meta_game import MetaGame, find_meta_game
from .ratings import Ratings, fit_ratings
from .statistics import PairResult, summarize_pair


@dataclass(frozen=True)
class Tournament:
    """The results of a tournament; a partial one is valid too, with fewer battles.

    Attributes:
        system: name of the system.
        scenario: the scenario of the battles.
        seed: of all battles.
        agents: names in the order given.
        results: one for each pairing that was fought at least in part.
        is_complete: False if it was interrupted.
        is_swapped: False if an agent fought itself and sides were not swapped.
        chosen_anchor: the agent to be rated 0; None for the usual one.
    """

    system: str
    scenario: Any
    seed: int
    agents: tuple[str, ...]
    results: tuple[PairResult, ...]
    is_complete: bool
    is_swapped: bool = True
    chosen_anchor: str | None = None

    @property
    def anchor(self) -> str:
        """The agent that is rated 0: the chosen one, or the last heuristic in `System.policies`.

        That list goes from weak to strong, except `PATIENT`, which counts as the weakest. Without
        heuristics it is the first agent except `random`, whose rating would be uncertain.
        """
        if self.chosen_anchor is not None:
            return self.chosen_anchor
        ranks = {**get_system(self.system).policies, PATIENT: -1, "random": -3}
        return max(self.agents, key=lambda name: ranks.get(name, -2))

    def ratings(self) -> Ratings:
        """Bradley-Terry ratings with bootstrap intervals; `anchor` is 0."""
        return fit_ratings(
            list(self.results), agents=self.agents, seed=self.seed, anchor=self.anchor
        )

    def meta_game(self) -> MetaGame | None:
        """The game of choosing among three or more agents; None while pairings are missing."""
        return find_meta_game(self.results, self.agents, self.seed) if self.is_complete else None

    def shares(self) -> Shares | None:
        """Skill against luck; None if sides were not swapped, or as `divide_variance` says."""
        return divide_variance(self.results, self.seed) if self.is_swapped else None

    def meta_to_json(self) -> dict[str, Any]:
        """Plain data: `meta_game`, `variance`, and `differences` of ratings, with intervals."""
        meta_game, shares, ratings = self.meta_game(), self.shares(), self.ratings()
        return {
            "meta_game": meta_game.to_json() if meta_game else None,
            "variance": shares.to_json() if shares else None,
            "differences": [
                {"a": a, "b": b, **ratings.difference(a, b).to_json()}
                for a, b in itertools.combinations(ratings.agents, 2)
            ],
        }

    def to_json(self) -> dict[str, Any]:
        """Plain data: `pairs` (wins are those of `a`), `ratings` (the `anchor` is 0), and more."""
        pairs = [
            {**result.to_json(), **summarize_pair(result, seed=self.seed).to_json()}
            for result in self.results
        ]
        names, payoff = payoff_matrix(list(self.results), list(self.agents))
        return {
            "system": self.system,
            "scenario": scenario_name(self.scenario),
            "seed": self.seed,
            "complete": self.is_complete,
            "pairs": pairs,
            "anchor": self.anchor,
            "ratings": self.ratings().to_json() if self.results else [],
            "payoff": {
                row: {
                    column: None if payoff[i, j] != payoff[i, j] else round(float(payoff[i, j]), 4)
                    for j, column in enumerate(names)
                }
                for i, row in enumerate(names)
            },
            "nash": self.nash(),
        }

    def nash(self) -> dict[str, float] | None:
        """The mixture that no agent here beats; None while pairings are missing."""
        names, payoff = payoff_matrix(list(self.results), list(self.agents))
        if not self.is_complete or len(names) < 2:
            return None
        mixture = nash_mixture(payoff)
        return {name: round(float(part), 4) for name, part in zip(names, mixture, strict=True)}


def run_tournament(
    system: str,
    scenario: Any,
    agents: Sequence[Agent],
    battles: int = 1000,
    seed: int = 0,
    *,
    threads: int = 1,
    report: Callable[[PairResult], None] | None = None,
    anchor: str | None = None,
    executor: Executor = HERE,
) -> Tournament:
    """Let each pair of agents fight; Ctrl-C leaves a valid partial result.

    Args:
        system: name of the system.
        scenario: name, path or model, or a sequence of these to draw from.
        agents: at least two, with different names; or the same one twice, which measures the
            advantage of a side: the first is red in all battles.
        battles: number for each pairing, even: half of them have the sides swapped.
        seed: of all battles; each pairing has dice of its own (`pairing_seed`), which depend on the
            two names and not on the other agents.
        threads: of compiled heuristics; the table does not depend on it.
        report: called with each pairing's result so far.
        anchor: the agent to be rated 0; None for the usual one.
        executor: plays the battles; the table does not depend on it.

    Raises:
        KeyError: the anchor is not among the agents.
        ValueError: fewer than two agents, two of the same name among others, or an odd number of
            battles.
    """
    names = tuple(agent.name for agent in agents)
    swap = len(names) != 2 or names[0] != names[1]
    if not swap:
        names = names_by_side(*names)
    if len(names) == 1:
        raise ValueError(
            f"give two or more agents; name one twice, {names[0]},{names[0]}, to let it fight "
            "itself"
        )
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError(f"a tournament needs two or more different agents, got {list(names)}")
    if battles < 2 or battles % 2:
        raise ValueError(f"battles must be an even number from 2 on, got {battles}")
    if anchor is not None and anchor not in names:
        raise KeyError(f"anchor {anchor!r} is not among the agents {', '.join(names)}")
    pairings = [
        pair_up(
            system, scenario, one, other, battles // 2,
            pairing_seed(seed, one.name, other.name), threads=threads, swap=swap,
        )
        for one, other in itertools.combinations(agents, 2)
    ]  # fmt: skip
    done: dict[int, PairResult] = {}
    is_complete = True
    try:
        for number, result in play_pairings(pairings, executor):
            done[number] = result
            if report is not None:
                report(result)
    except KeyboardInterrupt:
        is_complete = False
    results = tuple(done.values())
    return Tournament(system, scenario, seed, names, results, is_complete, swap, anchor)
