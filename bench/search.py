"""Search with a network against the network alone and against plain search, for docs/results.md.

    python bench/search.py [--scenarios heimr/duel,martial/skirmish] [--milliseconds 5,20,80]
                           [--pairs N] [--seed S] [--agent AGENT] [--picture curve.svg]

Both searches get the same milliseconds a decision. The clock is the CPU time of its thread, so
other work on the machine costs neither of them play-outs. The time that each side took is measured
over the decisions with more than one legal action, and printed. Battles come in pairs on the same
dice, sides swapped. A draw is half a point of the score, whose interval holds 95 %.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from quintain.agents.npc import best_released
from quintain.agents.registry import make_agent
from quintain.agents.search import Search
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.pictures import check_picture, save_picture
from quintain.evaluation.statistics import Interval, PairResult, win_rate_interval

OPPONENTS = ("network", "search")


class Timed:
    """An agent whose time is measured; it plays as the agent does.

    Attributes:
        agent: the agent.
        seconds: CPU time of its choices.
        decisions: number of those with more than one legal action.
    """

    def __init__(self, agent: Any) -> None:
        """Measure an agent; a search then counts CPU time too."""
        self.agent, self.seconds, self.decisions = agent, 0.0, 0
        if isinstance(agent, Search):
            agent.clock = time.thread_time

    def __getattr__(self, name: str) -> Any:
        """An attribute of the agent."""
        return getattr(self.agent, name)

    def predict(
        self, observation: np.ndarray, *, action_masks: np.ndarray, **more: Any
    ) -> tuple[np.ndarray, Any]:
        """The agent's actions `[B]` for observations `[B, N]` and masks `[B, A]`."""
        start = time.thread_time()
        answer = self.agent.predict(observation, action_masks=action_masks, **more)
        self.seconds += time.thread_time() - start
        self.decisions += int((action_masks.sum(1) > 1).sum())
        return answer

    @property
    def milliseconds(self) -> float:
        """Mean time of a decision with more than one legal action."""
        return 1000 * self.seconds / max(1, self.decisions)


@dataclass(frozen=True)
class Cell:
    """The battles of a search with a network against one opponent.

    Attributes:
        scenario: `heimr/duel`.
        opponent: one of `OPPONENTS`.
        budget: milliseconds a decision.
        result: the battles.
        took: measured milliseconds a decision, of the search and of the opponent.
    """

    scenario: str
    opponent: str
    budget: int
    result: PairResult
    took: tuple[float, float]

    @property
    def score(self) -> Interval:
        """The score of the search, a draw being half a point."""
        return win_rate_interval(self.result.scores)

    def row(self) -> str:
        """The cell as a row of a Markdown table."""
        it, score = self.result, self.score
        percent = [f"{100 * one:.0f}" for one in (score.estimate, score.low, score.high)]
        cells = (
            self.scenario, self.opponent, f"{self.budget}", f"{self.took[0]:.1f}",
            f"{self.took[1]:.1f}", f"{it.wins}", f"{it.draws}", f"{it.losses}",
            f"{percent[0]} [{percent[1]}, {percent[2]}]",
        )  # fmt: skip
        return f"| {' | '.join(cells)} |"


HEADER = """| scenario | against | ms | took | opponent took | won | drawn | lost | score |
|---|---|---|---|---|---|---|---|---|"""


def measure(
    system: System, scenario: str, opponent: str, budget: int, pairs: int, seed: int, agent: str
) -> Cell:
    """Fight the battles of one cell.

    Args:
        system: the system.
        scenario: name of the scenario.
        opponent: `network`, or `search` with the same budget.
        budget: milliseconds a decision.
        pairs: pairs of battles.
        seed: of the dice.
        agent: the trained agent; "" is the released NPC that fits best.
    """
    if not agent:
        model = system.load_scenario(scenario)
        agent = best_released(system.name, len(model.red), len(model.blue), scenario) or ""
    other = agent if opponent == "network" else f"search:{budget}ms"
    one, two = (
        Timed(make_agent(name, system, seed)) for name in (f"search:{budget}ms:{agent}", other)
    )
    result = final_result(play_pairs(system, scenario, one, two, pairs, seed))
    name = f"{system.name}/{scenario}"
    return Cell(name, opponent, budget, result, (one.milliseconds, two.milliseconds))


def curve(cells: list[Cell]) -> Any:
    """The score against the time of a decision: a panel for each scenario.

    Args:
        cells: the cells of all scenarios, opponents and budgets.
    """
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(cell.scenario for cell in cells))
    figure = Figure(figsize=(1.5 + 3 * len(names), 3.2), layout="constrained")
    panels = np.atleast_1d(figure.subplots(1, len(names), sharey=True))
    for name, axes in zip(names, panels, strict=True):
        for opponent in OPPONENTS:
            found = [one for one in cells if (one.scenario, one.opponent) == (name, opponent)]
            scores = 100 * np.array([[s.estimate, s.low, s.high] for s in (c.score for c in found)])
            if len(scores):
                mean, low, high = scores.T
                times = [cell.budget for cell in found]
                axes.errorbar(
                    times, mean, (mean - low, high - mean), marker="o", label=f"against {opponent}"
                )
        axes.axhline(50, color="grey", linewidth=0.8)
        axes.set(title=name, xscale="log", xlabel="ms a decision", ylim=(0, 100))
        budgets = sorted({cell.budget for cell in cells})
        axes.set_xticks(budgets, [str(one) for one in budgets])
        axes.minorticks_off()
    panels[0].set_ylabel("score, %")
    panels[0].legend(loc="lower right")
    return figure


def main() -> None:
    """Fight, print the table, and draw the curve."""
    everywhere = [f"{name}/{kind}" for name in system_names() for kind in ("duel", "skirmish")]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenarios", default=",".join(everywhere))
    parser.add_argument("--against", default=",".join(OPPONENTS))
    parser.add_argument("--milliseconds", default="10", help="time a decision: 5,20,80")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=3100)
    parser.add_argument("--agent", default="", help="a trained agent instead of a released NPC")
    parser.add_argument("--picture", type=Path, help="a file for the curve: .png, .svg, .pdf")
    options = parser.parse_args()
    check_picture(options.picture)
    cells: list[Cell] = []
    print(HEADER)
    for where in options.scenarios.split(","):
        name, _, scenario = where.partition("/")
        for opponent in options.against.split(","):
            for budget in map(int, options.milliseconds.split(",")):
                about = options.pairs, options.seed, options.agent
                cells.append(measure(get_system(name), scenario, opponent, budget, *about))
                print(cells[-1].row(), flush=True)
    if options.picture:
        save_picture(curve(cells), options.picture)


if __name__ == "__main__":
    main()
