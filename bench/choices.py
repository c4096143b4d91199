"""The decisions of a battle, and the share of active choices.

    python bench/choices.py wildroll/skirmish --agent marshal [--decisions N] [--seed S]

One heuristic plays both sides. Windows with passing as the only legal choice are skipped, so every
counted decision has at least two legal choices.
"""

from __future__ import annotations

import argparse

import numpy as np

from quintain.agents.registry import make_agent
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.system import get_system

BATTLES = 256


def watch(scenario: str, agent: str, decisions: int, seed: int) -> tuple[np.ndarray, ...]:
    """Window, number of legal choices and whether the choice was active, for each decision.

    Raises:
        KeyError: unknown system, scenario or agent, with the nearest names.
    """
    name, _, scenario_name = scenario.partition("/")
    vector = BattleVector(get_system(name), BATTLES, scenario_name, seed=seed)
    player = make_agent(agent, name, seed)
    windows, legal, acted = [], [], []
    for _ in range(-(-decisions // BATTLES)):
        seen, masks = vector.observations.copy(), vector.action_masks.copy()
        player.watch(vector.battles.copy())
        actions, _ = player.predict(seen, action_masks=masks)
        windows.append(vector.battles["window"].copy())
        legal.append(vector.action_masks.sum(1))
        acted.append(actions != 0)
        vector.step(actions)
    return np.concatenate(windows), np.concatenate(legal), np.concatenate(acted)


def row(name: str, legal: np.ndarray, acted: np.ndarray, whole: int) -> str:
    """A row of the table."""
    share, real = 100 * len(legal) / whole, 100 * acted.mean()
    return f"| {name} | {share:.1f} % | {int(np.median(legal))} | {real:.0f} % |"


def main() -> None:
    """Watch and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenario", help="SYSTEM/SCENARIO")
    parser.add_argument("--agent", required=True)
    parser.add_argument("--decisions", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    windows, legal, acted = watch(options.scenario, options.agent, options.decisions, options.seed)
    names = get_system(options.scenario.partition("/")[0]).windows
    print("| window | of all decisions | legal choices, median | more than passing |")
    print("|---|---|---|---|")
    for window in sorted(set(windows.tolist()), key=lambda one: -(windows == one).sum()):
        of_it = windows == window
        print(row(names[window].replace("_", " "), legal[of_it], acted[of_it], len(windows)))
    print(row("all", legal, acted, len(windows)))


if __name__ == "__main__":
    main()
