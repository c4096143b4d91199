"""Fairness of each scenario: the table of docs/results.md.

    python bench/balance.py martial --agent warlord [--battles N] [--seed S]

One heuristic plays both sides of every scenario. In an even fight red wins half of the decided
battles. If the sides differ, the share measures by how much the scenario favours one of them.
"""

from __future__ import annotations

import argparse

import numpy as np

from quintain.agents.registry import make_agent
from quintain.envs.core.engine.battle import DRAW
from quintain.envs.core.engine.system import System, get_system
from quintain.envs.core.scenarios.loading import load_templates
from quintain.envs.core.session.battle_view import rounds_of
from quintain.evaluation.field import deploy_field, play_compiled, streams_of
from quintain.evaluation.statistics import proportion_interval

HEAD = (
    "| scenario | red wins of decided | 95 % | drawn | median rounds | 9 in 10 within |",
    "|---|---|---|---|---|---|",
)


def fight(system: System, scenario: str, agent: str, count: int, seed: int) -> np.ndarray:
    """The finished battles `[count]` of a heuristic against itself; `count` must be even."""
    _, templates = load_templates(system, scenario)
    field = deploy_field(system, templates, *streams_of(seed, count), swap=False)
    policy = make_agent(agent, system).policy
    play_compiled(field, policy, policy)
    return field.battles


def row(battles: np.ndarray, scenario: str) -> str:
    """A row of the table: shares of results, and length."""
    decided = battles["winner"] != DRAW
    share = proportion_interval(int((battles["winner"] == 0).sum()), int(decided.sum()))
    rounds = rounds_of(battles)
    cells = [
        f"{100 * share.estimate:.0f} %",
        f"{100 * share.low:.0f}–{100 * share.high:.0f}",
        f"{100 * (1 - decided.mean()):.1f} %",
        f"{np.median(rounds):.0f}",
        f"{np.percentile(rounds, 90):.0f}",
    ]
    return f"| {scenario} | {' | '.join(cells)} |"


def main() -> None:
    """Fight and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system")
    parser.add_argument("--agent", required=True, help="a compiled heuristic, on both sides")
    parser.add_argument("--battles", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    system = get_system(options.system)
    print("\n".join(HEAD))
    for scenario in system.scenario_names():
        battles = fight(system, scenario, options.agent, options.battles // 2 * 2, options.seed)
        print(row(battles, scenario), flush=True)


if __name__ == "__main__":
    main()
