"""Runs of agents with random weights, and NPC files made from them.

``make_run(folder, "martial", "duel")`` is a run's folder with a network that has learned nothing
but prefers some actions to others. ``npc_file("martial")`` is the NPC file of such a run, made once
a session.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from quintain.agents.npc import NpcAgent
from quintain.envs.core.engine.system import get_system, system_names
from quintain.training.config import TrainingConfig
from quintain.training.export import export
from quintain.training.logbook import CSV_NAME
from quintain.training.policies import Shape, build_network
from quintain.training.run_dir import write_config
from quintain.training.trained import FILE_NAME, save_policy

SYSTEMS = system_names()
LOUDER = 40.0
"""Factor on the initial logits, which are nearly equal."""
OPPONENTS = {"random": 1.0}


def write_run(
    folder: Path, system: str, scenario: str, network: str = "blocks", seed: int = 0,
    memory: int = 0,
) -> Path:  # fmt: skip
    """The folder of a run whose network has learned nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    side = 1 if scenario == "duel" else 3
    torch.manual_seed(seed)
    shape = Shape.of(get_system(system), side, memory)
    net = build_network(network, shape, 16)
    with torch.no_grad():
        for layer in ("single", "verb") if network == "blocks" else ("actor.4",):
            net.get_submodule(layer).weight.mul_(LOUDER)
    policy = SimpleNamespace(network_name=network, width=16, shape=shape, network=net)
    save_policy(folder / FILE_NAME, policy, system, side, "full", memory)
    config = TrainingConfig(
        system=system, scenario=scenario, opponents=OPPONENTS, network=network, width=16,
        seed=seed, memory=memory,
    )  # fmt: skip
    write_config(config, folder)
    (folder / CSV_NAME).write_text("decisions,time/elapsed_s\n512,1.5\n1024,3.25\n")
    return folder


@pytest.fixture(scope="session")
def make_run() -> Callable[..., Path]:
    """`write_run`."""
    return write_run


@pytest.fixture(scope="session")
def npc_file(tmp_path_factory) -> Callable[[str], Path]:
    """The NPC file of an agent for the duel of a system."""

    @functools.cache
    def make(system: str) -> Path:
        folder = tmp_path_factory.mktemp(system)
        return export(write_run(folder / "run", system, "duel"), folder / "novice.npc", battles=2)

    return make


@pytest.fixture(scope="session")
def novice(npc_file) -> NpcAgent:
    """An agent for Mythic Epoch's duel."""
    return NpcAgent(npc_file("mythic_epoch"))
