"""Strength where an agent never learned: held-out opponents and held-out scenarios.

The agent meets the built-in heuristics (except `random` and the one that only waits) and the
held-out ones, in a scenario that it knows and in the held-out ones for which it has slots. Other
opponents and other scenarios may be easier or harder for anybody, so the strongest heuristic, which
learned nowhere, fights as many battles as a yardstick. An agent that loses more than the yardstick
has learned its training's opponents and scenarios, and not only to fight.

The lead over the yardstick is in Elo points, in which it shrinks less than in points where both
nearly always win. It is that of the pooled score: against opponents of very different strength it
is smaller than against each of them.

A score is the mean points a battle, draws as half a win. The unit of the intervals is the pair of
battles; a mixture of opponents or scenarios counts all pairs alike. Each pairing has dice of its
own, so that its pairs are independent of all others.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy

from ..agents.base import PATIENT, strongest
from ..agents.registry import make_agent
from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import whole_number
from .arena import MOST_PAIRS, final_results, pair_up
from .executors.tasks import HERE, Executor
from .field import Agent, pairing_seed
from .held_out import HEURISTICS, PREFIX, held_out_heuristics, held_out_scenarios, scenario_name
from .ratings import ELO_PER_LOGIT
from .statistics import (
    OUTCOME_SCORE,
    PRIOR_PAIRS,
    RESAMPLES,
    Interval,
    PairResult,
    pair_outcome_counts,
    percentile_interval,
    win_rate_interval,
)

Floats = npt.NDArray[np.float64]
Cell = tuple[bool, bool]
"""Whether the scenario is held out, and whether the opponents are."""
CELLS: tuple[Cell, ...] = ((False, False), (False, True), (True, False), (True, True))


@dataclass(frozen=True)
class Unseen:
    """The scores of an agent and of a yardstick, seen and unseen.

    Attributes:
        agent: name of the agent.
        yardstick: name of the heuristic that fights as many battles.
        scenario: the scenario that counts as seen.
        unseen_scenarios: names of the held-out scenarios that were fought.
        opponents: names of the opponents that count as seen.
        unseen_opponents: names of the held-out ones.
        scores: arrays `[P, 2]` of the scores of each fighter, `agent` or `yardstick`, in each cell.
        seed: of the battles and of the intervals.
    """

    agent: str
    yardstick: str
    scenario: str
    unseen_scenarios: tuple[str, ...]
    opponents: tuple[str, ...]
    unseen_opponents: tuple[str, ...]
    scores: dict[tuple[str, Cell], Floats]
    seed: int

    def score(self, who: str, cell: Cell) -> Interval:
        """The mean score of `agent` or `yardstick` in a cell."""
        return win_rate_interval(self.scores[who, cell], seed=self.seed)

    def gap(self, who: str, cell: Cell) -> Interval:
        """The mean score in a cell minus that where all is seen, -1 to 1."""
        estimate = self._mean(who, cell) - self._mean(who, CELLS[0])
        drawn = self._drawn(who, cell) - self._drawn(who, CELLS[0])
        return percentile_interval(estimate, drawn, 0.95)

    def gained_lead(self, cell: Cell) -> Interval:
        """Elo points that the agent gains on the yardstick from the seen cell to this one.

        Half a pair won and half a pair lost are added to the smallest of the four scores, so that
        none is 0 or 1, and as large a share to each of the others: cells in which both have the
        same scores give 0, however many pairs each cell has.
        """
        keys = [(who, one) for one in (cell, CELLS[0]) for who in ("agent", "yardstick")]
        share = PRIOR_PAIRS / min(len(self.scores[key]) for key in keys)
        pulled = [(self._mean(*key) + share) / (1 + 2 * share) for key in keys]
        drawn = [self._drawn(*key) for key in keys]
        estimate = float(_gained(scipy.special.logit(pulled)))
        return percentile_interval(estimate, _gained(scipy.special.logit(drawn)), 0.95)

    def _mean(self, who: str, cell: Cell) -> float:
        """The mean score."""
        return float(self.scores[who, cell].mean())

    def _drawn(self, who: str, cell: Cell) -> Floats:
        """The mean scores of the Bayesian bootstrap over pairs, Array `[R]`.

        Half a pair won and half a pair lost are added, so that none is 0 or 1.
        """
        shape = pair_outcome_counts(self.scores[who, cell]).astype(np.float64)
        shape[[0, -1]] += PRIOR_PAIRS
        generator = np.random.default_rng([self.seed, CELLS.index(cell), who == "agent"])
        weights = generator.standard_gamma(shape, size=(RESAMPLES, len(shape)))
        return weights @ OUTCOME_SCORE / (2 * weights.sum(axis=1))

    def to_json(self) -> dict[str, Any]:
        """Plain data: one object for each cell."""
        names = ("agent", "yardstick", "scenario", "seed")
        cells = [
            {
                "unseen_scenarios": cell[0],
                "unseen_opponents": cell[1],
                "battles": self.scores["agent", cell].size,
                "score": self.score("agent", cell).to_json(),
                "yardstick": self.score("yardstick", cell).to_json(),
                "gap": self.gap("agent", cell).to_json() if cell != CELLS[0] else None,
                "elo_on_yardstick": self.gained_lead(cell).to_json() if cell != CELLS[0] else None,
            }
            for cell in CELLS
            if ("agent", cell) in self.scores
        ]
        lists = {
            name: list(getattr(self, name))
            for name in ("unseen_scenarios", "opponents", "unseen_opponents")
        }
        return {**{name: getattr(self, name) for name in names}, **lists, "cells": cells}


def _gained(logits: Floats) -> Floats:
    """Elo points gained, by logits `[4, ...]`: agent and yardstick in a cell, then where seen."""
    agent, yardstick, seen_agent, seen_yardstick = logits
    return np.asarray(ELO_PER_LOGIT * (agent - yardstick - (seen_agent - seen_yardstick)))


def fight_unseen(
    system: System,
    scenario: str,
    agent: Agent,
    *,
    battles: int = 200,
    seed: int = 0,
    report: Callable[[str, int, int], None] | None = None,
    executor: Executor = HERE,
) -> Unseen:
    """Let an agent and the strongest heuristic fight seen and unseen opponents and scenarios.

    Args:
        system: the system.
        scenario: name or path of the scenario that counts as seen.
        agent: the agent.
        battles: number in each scenario against the known opponents together, and as many against
            the held-out ones; rounded up, so that all of them fight equally often.
        seed: of the battles.
        report: called with a pairing, the pairings done and their number.
        executor: fights the battles; the result does not depend on it.

    Raises:
        ValueError: the system has no held-out opponents, or `battles` is below 2.
    """
    battles = whole_number("battles", battles, 2, 2 * MOST_PAIRS)
    unseen = held_out_names(system)
    if scenario_name(scenario).startswith(PREFIX):
        raise ValueError(f"{scenario} is held out: name the scenario in which the agent learned")
    files = scenarios_for(system, agent)
    opponents = tuple(name for name in system.policies if name not in ("random", PATIENT))
    fields = [(False, scenario), *((True, str(file)) for file in files.values())]
    foes = [*((False, name) for name in opponents), *((True, name) for name in unseen)]
    yardstick = make_agent(strongest(system), system)
    yardstick.name = f"{yardstick.name} as the yardstick"  # it also meets itself
    fighters = {"agent": agent, "yardstick": yardstick}
    plan = list(itertools.product(fields, foes, fighters.items()))
    pairings, cells = [], []
    for (is_new_field, field), (is_new_foe, foe), (who, fighter) in plan:
        other = make_agent(foe, system, 1)
        other.name = f"{foe} as the opponent"  # an agent may meet itself
        pairs = math.ceil(battles / 2 / len(unseen if is_new_foe else opponents))
        own = pairing_seed(seed, scenario_name(field), who, foe)
        pairings.append(pair_up(system, field, fighter, other, pairs, own))
        cells.append((who, (is_new_field, is_new_foe)))

    def tell(number: int, result: PairResult) -> None:
        if report is not None:
            report(f"{result.a} against {result.b}", number, len(pairings))

    scores: dict[tuple[str, Cell], list[Floats]] = {}
    for cell, found in zip(cells, final_results(pairings, executor, tell), strict=True):
        scores.setdefault(cell, []).append(found.scores)
    return Unseen(
        agent=agent.name,
        yardstick=strongest(system),
        scenario=scenario_name(scenario),
        unseen_scenarios=tuple(files),
        opponents=opponents,
        unseen_opponents=unseen,
        scores={cell: np.concatenate(parts) for cell, parts in scores.items()},
        seed=seed,
    )


def held_out_names(system: System) -> tuple[str, ...]:
    """The names of the held-out opponents of a system.

    Raises:
        ValueError: there are none.
    """
    names = tuple(held_out_heuristics(system.name))
    if not names:
        raise ValueError(
            f"{system.title} has no held-out opponents: only the systems of quintain itself have "
            f"some, {', '.join(HEURISTICS)}"
        )
    return names


def scenarios_for(system: System, agent: Agent) -> dict[str, Any]:
    """The held-out scenarios by name in which an agent has a slot for each fighter."""
    slots = getattr(agent, "max_side", 0)
    found = {}
    for name, file in held_out_scenarios(system).items():
        model = system.load_scenario(str(file))
        if not slots or max(len(model.red), len(model.blue)) <= slots:
            found[name] = file
    return found
