"""How random play ends in every scenario: a table of docs/environments.md.

    python bench/random_play.py [martial/duel ...] [--battles 500] [--choices quick]

A learner whose first battles nobody wins gets no reward from the result alone: it needs shaping, or
a scenario that random play decides.
"""

from __future__ import annotations

import argparse

import numpy as np

from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.loops import choose_randomly
from quintain.envs.core.engine.system import get_system, system_names

BATTLES, SEED = 500, 1


def row_of(system: str, scenario: str, count: int, choices: str) -> str:
    """A row of the table, of the first battle in each place: else short ones would count more."""
    vector = BattleVector(system, count, scenario, seed=SEED, choices=choices)  # type: ignore[arg-type]
    actions, active = np.zeros(count, np.int64), np.ones(count, np.bool_)
    decisions = np.zeros(count, np.int64)
    while active.any():
        choose_randomly(vector.action_masks, vector.rng_state, actions)
        vector.step(actions, active)
        decisions += active
        active &= ~(vector.terminated | vector.truncated)
    found = vector.results(np.arange(count))
    red, blue = ((found["winner"] == side).mean() * 100 for side in range(2))
    return (
        f"| {system}/{scenario} | {red + blue:.0f} | {red:.0f} | {blue:.0f} | "
        f"{np.median(found['rounds']):.0f} | {np.median(decisions):.0f} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenarios", nargs="*")
    parser.add_argument("--battles", type=int, default=BATTLES)
    parser.add_argument("--choices", choices=["full", "quick"], default="full")
    arguments = parser.parse_args()
    every = [
        f"{name}/{one}" for name in system_names() for one in get_system(name).scenario_names()
    ]
    print("| scenario | decided, % | red wins | blue wins | median rounds | decisions |")
    print("|---|---|---|---|---|---|")
    for battle in arguments.scenarios or every:
        system, _, scenario = battle.partition("/")
        print(row_of(system, scenario, arguments.battles, arguments.choices), flush=True)


if __name__ == "__main__":
    main()
