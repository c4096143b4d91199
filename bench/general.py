"""Held-out battles of the released NPCs for any party: the table of docs/npc.md.

    python bench/general.py [SYSTEM ...] [--pairs 30]

The held-out encounters of parties (`evaluation/held_out/scenarios`) have maps, pairs of sizes and
fighters that no training config names. The NPC fights every heuristic in them, with the sides
swapped on the same dice. A score counts a draw as half a win. The last row of a system fights with
the released NPC for skirmishes, where the encounter has room for it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import quintain.agents  # noqa: F401
from quintain.agents.base import PATIENT, strongest
from quintain.agents.npc.released import released_names
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.figures import percent
from quintain.evaluation.held_out import held_out_scenarios
from quintain.evaluation.statistics import win_rate_interval

SEED = 80_000_000
NOT_PARTIES = ("duel", "skirmish")
"""Held-out scenarios of the sizes for which other NPCs are trained."""
TITLES = ("NPC", "encounter", "sizes", "random", "strongest heuristic", "mean of the heuristics")


def held_out(system: str) -> list[Path]:
    """The encounters of parties of a system, the smallest first."""
    found = held_out_scenarios(get_system(system))
    return [file for file in found.values() if file.stem not in NOT_PARTIES]


def scores_of(npc: str, system: System, file: Path, opponent: str, pairs: int) -> np.ndarray:
    """Array `[pairs, 2]`: the scores of the battles."""
    other = make_agent(opponent, system, seed=1)
    seed = SEED + system.policies[opponent]  # other dice for each opponent
    result = final_result(
        play_pairs(system, str(file), make_agent(npc, system), other, pairs, seed)
    )
    return result.scores


def row_of(npc: str, system: System, file: Path, pairs: int) -> list[str]:
    """A row of the table."""
    model = system.load_scenario(str(file))
    names = [name for name in system.policies if name != PATIENT]
    scores = {name: scores_of(npc, system, file, name, pairs) for name in names}
    best = strongest(system)
    others = np.concatenate([scores[name] for name in names if name != "random"])
    told = [percent(win_rate_interval(one)) for one in (scores["random"], scores[best], others)]
    told[1] = f"{best} {told[1]}"
    sizes = f"{len(model.red)} on {len(model.blue)}"
    return [f"`{npc}`", file.stem.replace("_", " "), sizes, *told]


def players(system: str, file: Path) -> list[str]:
    """The released NPCs that fight in an encounter."""
    model = get_system(system).load_scenario(str(file))
    names = [f"{system}-general"]
    if max(len(model.red), len(model.blue)) <= 3:
        names.append(f"{system}-skirmish")
    return [name for name in names if name in released_names(system)]


def main() -> None:
    """Fight and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help=", ".join(system_names()))
    parser.add_argument("--pairs", type=int, default=30, help="pairs of battles a heuristic")
    given = parser.parse_args()
    print(f"| {' | '.join(TITLES)} |\n{'|---' * len(TITLES)}|")
    for name in given.systems or system_names():
        for file in held_out(name):
            for npc in players(name, file):
                cells = row_of(npc, get_system(name), file, given.pairs)
                print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
