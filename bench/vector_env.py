"""Gymnasium's `make_vec` against `BattleVector.step`: a table of docs/speed.md.

    python bench/vector_env.py [martial/duel ...] [--battles 1024] [--rounds 15]

Both play random legal choices against the same heuristic, and only the time in `step` counts, in
CPU time. They take turns, so that a busy machine slows both: the share is the median over the
turns, with the smallest and the largest. `lent` is `copy=False`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import quintain
from quintain.agents.base import simplest
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.loops import choose_randomly
from quintain.envs.core.engine.system import get_system, system_names
from quintain.registration import gymnasium_id

WARM_UP, STEPS = 60, 40
NANO = 1e9


def stepper(vector: Any, step: Callable[[np.ndarray], Any]) -> Callable[[int], float]:
    """A function that takes a number of steps and returns their CPU seconds."""
    count = vector.num_envs
    rng_state, actions = seed_rng_states(1, count), np.zeros(count, np.int64)

    def play(steps: int) -> float:
        spent = 0.0
        for _ in range(steps):
            choose_randomly(vector.action_masks, rng_state, actions)
            started = time.process_time()
            step(actions)
            spent += time.process_time() - started
        return spent

    play(WARM_UP)
    return play


def compare(battle: str, count: int, rounds: int) -> str:
    """A row of the table."""
    name, _, scenario = battle.partition("/")
    opponent = simplest(get_system(name))
    sides = [(None, opponent), (opponent, None)]
    vector = quintain.make_vec(
        name, count, scenario, opponents=[sides[index % 2] for index in range(count)]
    )  # type: ignore[call-overload]
    players = [stepper(vector, vector.step)]
    for copy in (True, False):
        env: Any = gymnasium.make_vec(
            gymnasium_id(name), num_envs=count, scenario=scenario, opponent=opponent, copy=copy
        )
        env.reset(seed=1)
        players.append(stepper(env.vector, env.step))
    times = [[play(STEPS) for play in players] for _ in range(rounds)]
    speed = statistics.median(turn[0] for turn in times) / (STEPS * count) * NANO
    shares = [
        f"{statistics.median(found):.0f} ({min(found):.0f} to {max(found):.0f})"
        for found in ([100 * turn[0] / turn[place] for turn in times] for place in (1, 2))
    ]
    return f"| {battle} | {opponent} | {speed:.0f} | {' | '.join(shares)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("battles", nargs="*")
    parser.add_argument("--battles", dest="count", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    print("| scenario | opponent | `BattleVector.step`, ns | `make_vec`, % | lent, % |")
    print("|---|---|---|---|---|")
    for battle in arguments.battles or [f"{name}/duel" for name in system_names()]:
        print(compare(battle, arguments.count, arguments.rounds), flush=True)


if __name__ == "__main__":
    main()
