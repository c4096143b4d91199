"""Speed of NPC files, compared with the same networks in PyTorch: the table of docs/npc.md.

    python bench/npc.py [--seconds 1]

The networks have the sizes of the training configs and random weights (which do not change the
time), and run on one thread each. The calls alternate, and the least time of many counts. The
observations are those of random battles.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

import quintain
import quintain.agents
from quintain.agents.npc.agent import PolicyAgent
from quintain.envs.core.engine.system import get_system, system_names
from quintain.training.config import load_config
from quintain.training.onnx_graph import to_onnx
from quintain.training.policies import Shape, action_chances, build_network, limit_threads

SCENARIOS = ("duel", "skirmish")
BATCH = 256


def least(calls: dict[str, Callable[[], object]], seconds: float) -> dict[str, float]:
    """The least time of each call in microseconds; the calls alternate."""
    best = dict.fromkeys(calls, float("inf"))
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for name, call in calls.items():
            started = time.perf_counter()
            call()
            best[name] = min(best[name], time.perf_counter() - started)
    return {name: 1e6 * one for name, one in best.items()}


def measure(system: str, scenario: str, seconds: float) -> dict[str, float]:
    """Times of one network: single decisions and batches, in onnxruntime and in PyTorch."""
    config = load_config(f"{system}/{scenario}")
    battles = quintain.make_vec(system, BATCH, scenario, seed=0)
    generator = np.random.default_rng(0)
    for _ in range(20):
        luck = generator.random(battles.action_masks.shape)
        battles.step((luck * battles.action_masks).argmax(1))
    shape = Shape.of(get_system(system), battles.max_side)
    network = build_network(config.network, shape, config.width).eval()
    npc = PolicyAgent("npc", system, battles.max_side, to_onnx(network))
    seen, masks = battles.observations.copy(), battles.action_masks.copy()
    return least(
        {
            "single": lambda: npc.predict(seen[0], action_masks=masks[0]),
            "batch": lambda: npc.chances(seen, masks),
            "torch single": lambda: action_chances(network, seen[:1], masks[:1]),
            "torch batch": lambda: action_chances(network, seen, masks),
        },
        seconds,
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each network")
    seconds = parser.parse_args().seconds
    limit_threads()
    print("| network | `predict`, one | 256 | PyTorch, one | 256 |\n|---|---|---|---|---|")
    for system in system_names():
        for scenario in SCENARIOS:
            cells = " | ".join(f"{one:,.0f}" for one in measure(system, scenario, seconds).values())
            print(f"| {system}/{scenario} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
