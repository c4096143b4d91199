"""Exact best responses and values of small fights, beside the results of heuristics.

    python bench/exact.py

For each agent the table says how many points its exact best response takes, in both seats, and how
many the best heuristic takes, as `quintain exploit --seeds 0` measures it. Training cannot begin in
the middle of a battle, so no response learns in these fights.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import quintain.agents  # noqa: F401
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import System, get_system
from quintain.evaluation.exact import BestResponse
from quintain.evaluation.exact_value import GameValue
from quintain.evaluation.exploitability import measure_exploitability
from quintain.evaluation.statistics import Interval

FIGHTS = Path(__file__).parent / "small_fights"
ORDERS = {
    "first": {("wait", None)},
    "condition": {("wait", None)},
    "then": {("wait", None), ("full_attack", "closest"), ("counter", "closest")},
}
"""The orders of the exchange in Platemail: Defend, Full Attack or Counter."""
AGENTS = ("berserker", "skirmisher", "wrestler", "guardian", "mythic_epoch-duel")
PAIRS = 1000
TITLES = ("agent", "exact best response, %", "best heuristic, % [95 %]", "which")


def points(reward: float) -> float:
    """The share of the points, in percent, of a mean reward."""
    return 50 * (1 + reward)


def exact_points(system: System, fight: str, agent: Any) -> float:
    """The share of the points that the exact best response takes in both seats, in percent."""
    values = [BestResponse(system, fight, agent, side, "full").value() for side in (0, 1)]
    return points(sum(values) / 2)


def found_points(system: System, fight: str, agent: Any) -> tuple[Interval, str]:
    """The share of the points that the best heuristic takes, and its name."""
    best = measure_exploitability(system, fight, agent, pairs=PAIRS).best
    return best.summary.score, best.name


def main() -> None:
    """Print the values and the table."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    mythic, platemail = get_system("mythic_epoch"), get_system("platemail")
    knives, exchange = (str(FIGHTS / f"{name}.yaml") for name in ("knives", "exchange"))
    value = GameValue(mythic, knives).value()
    print(f"A turn with knives (Mythic Epoch): red takes {points(value):.2f} % of the points")
    value = GameValue(platemail, exchange, menu=ORDERS).value()
    print(f"One exchange (Platemail): red takes {points(value):.2f} % of the points\n")
    print(f"| {' | '.join(TITLES)} |\n{'|---' * len(TITLES)}|")
    for name in AGENTS:
        agent = make_agent(name, mythic)
        most = exact_points(mythic, knives, agent)
        found, best = found_points(mythic, knives, agent)
        shares = (100 * part for part in (found.estimate, found.low, found.high))
        cell = "{:.1f} [{:.1f}, {:.1f}]".format(*shares)
        print(f"| `{name}` | {most:.1f} | {cell} | `{best}` |", flush=True)


if __name__ == "__main__":
    main()
