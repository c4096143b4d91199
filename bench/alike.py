"""Heuristics that play alike in the duel of their system: the same results against every opponent.

python bench/alike.py [--pairs 200]
"""

from __future__ import annotations

import argparse
import itertools

import numpy as np

from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.evaluation.arena import final_result, play_pairs

SEED = 7


def results(system: System, name: str, other: str, pairs: int) -> np.ndarray:
    """Scores `[P, 2]` of a heuristic against another in the duel."""
    agents = make_agent(name, system), make_agent(other, system, 1)
    return final_result(play_pairs(system, "duel", *agents, pairs, seed=SEED)).scores


def alike(system: System, pairs: int) -> list[tuple[str, str]]:
    """The pairs of heuristics whose results are the same against all others."""
    found = []
    for one, two in itertools.combinations(system.policies, 2):
        others = [name for name in system.policies if name not in (one, two)]
        if all(
            np.array_equal(results(system, one, other, pairs), results(system, two, other, pairs))
            for other in others
        ):
            found.append((one, two))
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=200, help="pairs of battles an opponent")
    count = parser.parse_args().pairs
    for name in system_names():
        for both in alike(get_system(name), count):
            print(f"{name}: {' and '.join(both)}", flush=True)
