"""The time of the parts of a decision in nanoseconds: a table of docs/speed.md.

    python bench/parts.py [martial/skirmish ...]

Random legal play in one compiled loop, as in the engine layer of `quintain bench`. A second call at
the same decision costs less, since the processor's caches and branch prediction are warm: the
difference is the cost of a new decision.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import quintain.agents  # noqa: F401
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.loops import deploy_battle
from quintain.envs.core.engine.system import (
    advance,
    get_system,
    legal_action_mask,
    observe,
    random_choice,
    system_names,
)

BATTLES, WARM_UP, DECISIONS, TRIALS = 256, 100, 400, 5
NANO = 1e9


@njit
def play(battles, templates, rng_state, mask, observation, decisions, masks, observations):
    """Random legal play with this number of masks and observations at each decision."""
    for index in range(len(battles)):
        battle = battles[index]
        for _ in range(decisions):
            for _again in range(masks):
                legal_action_mask(battle, mask)
            for _again in range(observations):
                observe(battle, battle.to_act, observation)
            advance(battle, random_choice(mask, rng_state[index]))
            if battle.over:
                deploy_battle(battles, index, templates, rng_state[index])


def time_of(scenario: str, masks: int, observations: int) -> float:
    """Nanoseconds of CPU a decision, the best of some trials."""
    system, _, name = scenario.partition("/")
    vector = BattleVector(get_system(system), BATTLES, name, seed=1)
    mask = np.zeros(vector.num_actions, np.bool_)
    observation = np.zeros(vector.observation_length, np.float32)
    arrays = vector.battles, vector.templates, vector.rng_state, mask, observation
    play(*arrays, WARM_UP, masks, observations)
    times = []
    for _ in range(TRIALS):
        started = time.process_time()
        play(*arrays, DECISIONS, masks, observations)
        times.append(time.process_time() - started)
    return NANO * min(times) / (BATTLES * DECISIONS)


def row(scenario: str) -> str:
    """A row of the table."""
    whole, blind = time_of(scenario, 1, 1), time_of(scenario, 1, 0)
    again, mask_again = time_of(scenario, 1, 2) - whole, time_of(scenario, 2, 1) - whole
    system, _, name = scenario.partition("/")
    vector = BattleVector(get_system(system), 1, name)
    sizes = vector.observation_length, vector.num_actions
    cells = *sizes, whole, whole - blind, again, blind, mask_again
    return f"| {scenario} | {' | '.join(f'{cell:,.0f}' for cell in cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenarios", nargs="*", metavar="SYSTEM/SCENARIO")
    options = parser.parse_args()
    print(
        "| scenario | numbers observed | actions | whole decision | observation | the same again "
        "| mask, choice and step | the mask again |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for scenario in options.scenarios or [f"{name}/skirmish" for name in system_names()]:
        print(row(scenario), flush=True)


if __name__ == "__main__":
    main()
