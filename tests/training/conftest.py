"""Fixtures for tests of training: a tiny config in a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


@pytest.fixture
def config_table() -> Callable[[Any], str]:
    """A function that writes the keys of a config as a table: names, values, what they say."""

    def write(config: Any) -> str:
        text = type(config).__doc__.partition("Attributes:\n")[2]
        entries = re.findall(r"^        (\w+): (.*(?:\n            .*)*)", text, re.MULTILINE)
        values = config.model_dump()
        lines = ["| key | default | what it says |", "|---|---|---|"]
        for name, doc in entries:
            lines.append(f"| `{name}` | `{values[name]}` | {' '.join(doc.split())} |")
        return "\n".join(lines)

    return write
