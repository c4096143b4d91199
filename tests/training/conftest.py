"""Fixtures for tests of training: a tiny config in a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

TINY = {
    "scenario": "duel",
    "opponents": {"random": 2.0, "berserker": 1.0},
    "self_play": 0.5,
    "num_envs": 16,
    "rollout": 16,
    "minibatch": 64,
    "epochs": 2,
    "width": 16,
    "frozen_every": 512,
    "evaluate_every": 1024,
    "evaluation_pairs": 2,
    "checkpoint_every": 1e-9,
    "steps": 2048,
}


@pytest.fixture
def tiny(tmp_path: Path) -> Callable[..., Path]:
    """A function that writes the tiny config, with changes, to a file."""

    def write(**changes: object) -> Path:
        path = tmp_path / "tiny.yaml"
        path.write_text(yaml.safe_dump({**TINY, **changes}, sort_keys=False), encoding="utf-8")
        return path

    return write
