"""Behaviour cloning: a network learns to choose as an agent does."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system
from quintain.training.best_response import response_config
from quintain.training.imitation import collect_examples, imitate
from quintain.training.policies import Shape, action_chances, build_network

SYSTEM = get_system("mythic_epoch")
pytestmark = pytest.mark.compiled


def examples_of(name: str, count: int):
    config = response_config(SYSTEM, "duel", make_agent(name, SYSTEM), 1, 0.0, 0)
    return collect_examples(config, name, count)


@pytest.mark.parametrize("name", ["fencer", "mythic_epoch-duel"])
def test_examples_are_legal_choices_of_the_agent(name):
    observations, masks, chances = examples_of(name, 500)
    assert len(observations) == len(masks) == len(chances) >= 500
    assert (masks.sum(1) > 1).all()
    assert (chances[~masks] == 0).all()
    assert np.allclose(chances.sum(1), 1, atol=1e-5)
    if name == "mythic_epoch-duel":
        agent = make_agent(name, SYSTEM)
        assert np.allclose(chances, agent.chances(observations, masks), atol=1e-6)


def test_the_network_comes_close_to_the_agent():
    examples = examples_of("mythic_epoch-duel", 16_000)
    network = build_network("blocks", Shape.of(SYSTEM, 1), 64)

    def distance() -> float:
        ours = action_chances(network, examples.observations, examples.masks)
        return float(np.abs(ours - examples.chances).sum(1).mean() / 2)

    before = distance()
    imitate(network, examples)
    assert distance() < before / 3
