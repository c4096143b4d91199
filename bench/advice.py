"""Time of an advice: the table of docs/agents.md.

    python bench/advice.py [SYSTEM ...] [--decisions 10]

The adviser is a released NPC, and the strongest heuristic plays both sides. It is asked at every
third decision, with chances and reasons, as `quintain advise` asks it. The times are CPU seconds of
the process, without its start; a first advice, which loads the compiled code, is not counted.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np

import quintain.agents  # noqa: F401
from quintain.agents.base import strongest
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.blank_scenario import write_blank_scenario
from quintain.envs.core.session.agent_query import query_in_match
from quintain.envs.core.session.match import Match
from quintain.evaluation.advice import advice_for
from quintain.training.policies import limit_threads

EVERY = 3
"""Decisions from one advice to the next."""
TITLES = ("system", "skirmish, median", "longest", "4 against 6, median", "longest")


def times(system: str, scenario: str, adviser: str, decisions: int) -> list[float]:
    """CPU seconds of each advice in a battle, or in several if it ends before."""
    agent, player = make_agent(adviser, system), make_agent(strongest(get_system(system)), system)
    match, found, seed = Match(system, scenario), [], 0
    match.reset(seed)
    while len(found) <= decisions:
        started = time.process_time()
        advice_for(match, agent)
        found.append(time.process_time() - started)
        for _ in range(EVERY):
            match.step(query_in_match(player, match)[0])
            if match.is_over:
                seed += 1
                match.reset(seed)
    return found[1:]


def main() -> None:
    """Ask and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help=", ".join(system_names()))
    parser.add_argument("--decisions", type=int, default=10, help="decisions in each encounter")
    given = parser.parse_args()
    limit_threads()
    print(f"| {' | '.join(TITLES)} |\n{'|---' * len(TITLES)}|")
    with tempfile.TemporaryDirectory() as folder:
        for system in given.systems or system_names():
            file = Path(folder) / f"{system}.yaml"
            file.write_text(write_blank_scenario(get_system(system), 4, 6), encoding="utf-8")
            cells = []
            for scenario, kind in (("skirmish", "skirmish"), (str(file), "general")):
                found = times(system, scenario, f"{system}-{kind}", given.decisions)
                cells += [f"{np.median(found):.2f} s", f"{max(found):.2f} s"]
            print(f"| {system} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
