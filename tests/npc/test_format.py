"""A file of format 1 from the day of the format's definition can always be read.

This file never changes. If the format changes, a further file is added.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from quintain.agents.npc import read_npc
from quintain.agents.npc.agent import PolicyAgent

FILE = Path(__file__).parent / "data" / "format-1.npc"
DIGEST = "3ff8f00e93b71a4f434fa0dc835ba87f2f595ffb962d7b2dbfc16bef16f20016"
CHANCES = (
    0.052221, 0.05797, 0.052728, 0.049377, 0.053343, 0.056042, 0.053566, 0.050672, 0.05267,
    0.052746, 0.053075, 0.048001, 0.056457, 0.051941, 0.055964, 0.050761, 0.05153, 0.0443, 0.056635,
)  # fmt: skip
"""The file's probabilities for `moment` on that day."""


def moment():
    """An impossible observation, and a mask of every third action."""
    return np.linspace(-1, 1, 150, dtype=np.float32)[None], (np.arange(55) % 3 == 0)[None]


def test_the_file_is_read():
    npc = read_npc(FILE)
    assert npc.digest == DIGEST
    manifest = npc.manifest
    assert (manifest.name, manifest.system, manifest.rules_version) == ("novice", "mythic_epoch", 1)
    assert manifest.training.date == "2026-11-22"
    assert manifest.training.decisions == 1024
    assert manifest.proof.states == 1000
    assert len(manifest.actions) == 55
    assert npc.card.startswith("# novice, an NPC for Mythic Epoch")


def test_it_chooses_as_on_that_day():
    npc = read_npc(FILE)
    observation, mask = moment()
    agent = PolicyAgent("novice", npc.manifest.system, 1, npc.policy)
    # Without the current rules, which may have changed.
    (chances,) = agent._session.run(None, {"observation": observation, "action_mask": mask})
    assert np.abs(chances[mask] - CHANCES).max() < 1e-5
    assert not chances[~mask].any()
