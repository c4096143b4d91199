"""Exact best responses and values of small fights, beside what challengers find.

    python bench/exact.py [--decisions 300000] [--seeds 3]

For each agent the table says how many points its exact best response takes, in both seats, and how
many the best challenger of `quintain exploit` takes: a heuristic, or a response that learned.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import quintain.agents  # noqa: F401
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import System, get_system
from quintain.evaluation.exact import BestResponse
from quintain.evaluation.exact_value import GameValue
from quintain.evaluation.exploitability import measure_exploitability
from quintain.evaluation.statistics import Interval
from quintain.training.best_response import response_config, train_response

FIGHTS = Path(__file__).parent / "small_fights"
ORDERS = {
    "first": {("wait", None)},
    "condition": {("wait", None)},
    "then": {("wait", None), ("full_attack", "closest"), ("counter", "closest")},
}
"""The orders of the exchange in Platemail: Defend, Full Attack or Counter."""
AGENTS = ("berserker", "skirmisher", "wrestler", "guardian", "mythic_epoch-duel")
PAIRS = 1000
TITLES = ("agent", "exact, %", "best challenger, % [95 %]", "which")


def points(reward: float) -> float:
    """The share of the points, in percent, of a mean reward."""
    return 50 * (1 + reward)


def exact_points(system: System, fight: str, agent: Any) -> float:
    """The share of the points that the exact best response takes in both seats, in percent."""
    values = [BestResponse(system, fight, agent, side, "full").value() for side in (0, 1)]
    return points(sum(values) / 2)


def learned_points(
    system: System, fight: str, name: str, decisions: int, seeds: int
) -> tuple[Interval, str]:
    """The share of the points that the best challenger takes, and its kind."""
    agent, learned = make_agent(name, system), []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(seeds):
            run = Path(folder) / f"seed-{seed}"
            config = response_config(system, fight, agent, decisions, 0.0, seed)
            count = train_response(config, run, progress=False)
            learned.append((make_agent(str(run), system), count))
    best = measure_exploitability(system, fight, agent, learned, pairs=PAIRS).best
    return best.summary.score, "a learned one" if best.is_learned else best.name


def main() -> None:
    """Print the values and the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=300_000)
    parser.add_argument("--seeds", type=int, default=3)
    given = parser.parse_args()
    mythic, platemail = get_system("mythic_epoch"), get_system("platemail")
    knives, exchange = (str(FIGHTS / f"{name}.yaml") for name in ("knives", "exchange"))
    value = GameValue(mythic, knives).value()
    print(f"A turn with knives (Mythic Epoch): red takes {points(value):.2f} % of the points")
    value = GameValue(platemail, exchange, menu=ORDERS).value()
    print(f"One exchange (Platemail): red takes {points(value):.2f} % of the points\n")
    print(f"| {' | '.join(TITLES)} |\n{'|---' * len(TITLES)}|")
    for name in AGENTS:
        most = exact_points(mythic, knives, make_agent(name, mythic))
        found, kind = learned_points(mythic, knives, name, given.decisions, given.seeds)
        shares = (100 * part for part in (found.estimate, found.low, found.high))
        cell = "{:.1f} [{:.1f}, {:.1f}]".format(*shares)
        print(f"| `{name}` | {most:.1f} | {cell} | {kind} |", flush=True)


if __name__ == "__main__":
    main()
