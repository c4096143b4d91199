"""Statistics of agents' behaviour in battle, for docs/results.md.

    python bench/tactics.py platemail/skirmish --agents captain,runs/x [--pairs N] [--seed S]

Every agent fights every opponent, sides swapped; only the actions of its own side count.
`bench/behaviour_stats/SYSTEM.py` explains the columns.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

import quintain.training.trained  # noqa: F401  (agents of runs)
from quintain.agents.registry import make_agent
from quintain.bench.behaviour_stats import Habits, begin_habits
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.loops import advance_active, show_battles
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.scenarios.loading import load_templates
from quintain.envs.core.session.agent_query import query_agent
from quintain.evaluation.arena import Field, deploy_field


def watch_battles(battles: Field, agent: Any, other: Any, habits: Habits) -> None:
    """Play all battles to the end and count; the agent is red in the even ones."""
    count = len(battles.battles)
    observations = np.zeros((count, battles.observation_length), np.float32)
    masks = np.zeros((count, battles.num_actions), np.bool_)
    to_act, side = np.zeros(count, np.int8), np.zeros(count, np.int8)
    actions = np.zeros(count, np.int64)
    mine = np.arange(count) % 2
    battles.battles["log"] = True
    while True:
        show_battles(battles.battles, observations, masks, to_act, side)
        active = side >= 0
        if not active.any():
            return
        for who, rows in ((agent, active & (side == mine)), (other, active & (side != mine))):
            numbers = np.flatnonzero(rows)
            if len(numbers):
                actions[numbers], _ = query_agent(
                    who,
                    battles.system,
                    battles.battles,
                    battles.rng_state,
                    observations,
                    masks,
                    numbers,
                )
        numbers = np.flatnonzero(active)
        for index in numbers:
            is_own = bool(side[index] == mine[index])
            habits.choose(battles.battles[index], int(index), int(actions[index]), is_own)
        advance_active(battles.battles, actions, active)
        for index in numbers:
            habits.happen(battles.battles[index], int(index), int(mine[index]))


def count_habits(scenario: str, name: str, opponents: str, pairs: int, seed: int) -> Habits:
    """The behaviour of an agent against each opponent.

    Args:
        scenario: `system/scenario`.
        name: name of the agent.
        opponents: names, separated by commas; if empty, those of the system's statistics.
        pairs: pairs of battles with each, on the same dice with the sides swapped.
        seed: seed of the dice.

    Raises:
        KeyError: the system is unknown or has no statistics of behaviour.
    """
    system_name, _, scenario_name = scenario.partition("/")
    system, habits = get_system(system_name), begin_habits(system_name)
    _, templates = load_templates(system, scenario_name)
    for opponent in (opponents or habits.OPPONENTS).split(","):
        dice = seed_rng_states(seed, pairs)
        own = seed_rng_states(np.random.SeedSequence([seed, 2]), pairs)
        battles = deploy_field(system, templates, dice, own)
        agent, other = make_agent(name, system), make_agent(opponent, system, seed=1)
        watch_battles(battles, agent, other, habits)
    return habits


def main() -> None:
    """Fight and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenario", help="SYSTEM/SCENARIO")
    parser.add_argument("--agents", required=True, help="names, commas between")
    parser.add_argument("--opponents", default="", help="names; some heuristics if left out")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    try:
        titles = begin_habits(options.scenario.partition("/")[0]).TITLES
    except KeyError as error:
        parser.error(error.args[0])
    lines = [f"| agent | {' | '.join(titles)} |", "|---" * (len(titles) + 1) + "|"]
    for name in track(options.agents.split(","), console=Console(stderr=True)):
        habits = count_habits(
            options.scenario, name, options.opponents, options.pairs, options.seed
        )
        lines.append(f"| {Path(name).name} | {' | '.join(habits.cells())} |")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
