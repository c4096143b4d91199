"""The tables of docs/results.md: heuristics rated, and the fairness of each scenario.

    python bench/results.py [--battles 1000] [--seed 1] [SYSTEM ...] > tables.md

Every heuristic of a system meets every other in its duel and its skirmish, with sides swapped. The
strongest one then plays both sides of every scenario as written (`bench/balance.py`).
"""

from __future__ import annotations

import argparse

from quintain.agents.base import strongest
from quintain.agents.registry import make_agent
from quintain.bench.balance import HEAD, fight, row
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.evaluation.tournament import Tournament, run_tournament

SCENARIOS = ("duel", "skirmish")


def ratings(system: System, battles: int, seed: int) -> list[str]:
    """The ratings of all heuristics, strongest first in the duel."""
    agents = [make_agent(name, system) for name in system.policies]
    cells: dict[str, list[str]] = {agent.name: [] for agent in agents}
    for scenario in SCENARIOS:
        found = run_tournament(system.name, scenario, agents, battles, seed)
        for one in found.ratings().to_json():
            elo = f"{one['elo']:z.0f} [{one['low']:z.0f}, {one['high']:z.0f}]"
            cells[one["agent"]] += [elo, f"{100 * drawn_share(found, one['agent']):.0f} %"]
    head = [f"{scenario}, {what}" for scenario in SCENARIOS for what in ("Elo", "drawn")]
    lines = [f"| heuristic | {' | '.join(head)} |", "|---" * (1 + len(head)) + "|"]
    order = sorted(cells, key=lambda name: -int(cells[name][0].split()[0]))
    return [*lines, *(f"| {name} | {' | '.join(cells[name])} |" for name in order)]


def drawn_share(found: Tournament, name: str) -> float:
    """The share of the battles of an agent that had no winner."""
    pairs = [pair for pair in found.results if name in (pair.a, pair.b)]
    return sum(pair.draws for pair in pairs) / sum(pair.battles for pair in pairs)


def fairness(system: System, battles: int, seed: int) -> list[str]:
    """The result of each scenario between equal players."""
    best = strongest(system)
    return [
        *HEAD,
        *(row(fight(system, name, best, battles, seed), name) for name in system.scenario_names()),
    ]


def main() -> None:
    """Measure and print the tables of the systems."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("systems", nargs="*", default=sorted(system_names()), metavar="SYSTEM")
    parser.add_argument("--battles", type=int, default=1000, help="of each pairing, even")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in options.systems:
        system = get_system(name)
        print(f"## {system.title}\n")
        print("\n".join(ratings(system, options.battles, options.seed)), end="\n\n")
        print(f"`{strongest(system)}` on both sides:\n")
        print("\n".join(fairness(system, options.battles, options.seed)), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
