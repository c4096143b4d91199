"""The page about NPC files documents the manifest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quintain.agents.npc import find_npc, read_npc, released_names
from quintain.agents.npc.agent import BATCH_ERROR, PROBES
from quintain.agents.npc.archive import MAX_BYTES
from quintain.agents.npc.graph import (
    MAX_DECISION,
    MAX_MULTIPLY_ADDS,
    MAX_NODES,
    MAX_STEP,
    OPSETS,
    check_graph,
)  # fmt: skip
from quintain.agents.npc.manifest import (
    FORMAT,
    MAX_NESTING,
    VERSION,
    Habit,
    Manifest,
    Piece,
    Proof,
    Rating,
    Recipe,
    Result,
)  # fmt: skip
from quintain.agents.npc.operators import OPERATORS

PARTS = {
    "observation": Piece,
    "results": Result,
    "ratings": Rating,
    "habits": Habit,
    "training": Recipe,
    "proof": Proof,
}


def fields_of(model):
    """The fields of a model with their descriptions in its docstring."""
    part = (model.__doc__ or "").partition("Attributes:")[2]
    said = dict(re.findall(r"^ {8}(\w+): (.*(?:\n {12}.*)*)", part, re.MULTILINE))
    assert list(said) == list(model.model_fields)
    return {name: " ".join(text.split()) for name, text in said.items()}


@pytest.mark.docs
def test_the_manifests_table(golden):
    rows = [f'| `format`, `version` | "{FORMAT}", {VERSION} |']
    rows += [f"| `{name}` | {text} |" for name, text in fields_of(Manifest).items()]
    for key, model in PARTS.items():
        rows += [f"| `{key}.{name}` | {text} |" for name, text in fields_of(model).items()]
    text = "\n".join(["| key | what it says |", "|---|---|", *rows])
    stands, told = golden("docs/npc.md", text, "manifest")
    assert stands == told, "make docs"


def test_the_limits_are_those_of_the_page():
    page = (Path(__file__).parents[2] / "docs/npc.md").read_text(encoding="utf-8")
    page = " ".join(page.split())
    for limit in (
        f"At most {MAX_BYTES / 1e6:.1f} MB",
        f"at most {MAX_NESTING} levels",
        f"opset {OPSETS[0]} to {OPSETS[-1]}",
        f"at most {MAX_NODES} steps of {len(OPERATORS)} operators of the standard set",
        f"at most {MAX_STEP:,} numbers in a step, {MAX_DECISION:,} in all steps, and "
        f"{MAX_MULTIPLY_ADDS:,} multiply-adds",
        f"{PROBES} decisions in one batch",
        f"within {BATCH_ERROR:.5f}",
    ):
        assert limit in page


def test_the_page_says_what_the_largest_released_network_needs():
    page = (Path(__file__).parents[2] / "docs/npc.md").read_text(encoding="utf-8")
    most = max(map(effort, released_names()))
    assert most < MAX_MULTIPLY_ADDS / 20
    assert f"the largest released NPC needs {most:,}" in " ".join(page.split())


def effort(name):
    """Multiply-adds of a released NPC."""
    npc = read_npc(find_npc(name))
    length = sum(piece.length for piece in npc.manifest.observation)
    return check_graph(npc.policy, length, len(npc.manifest.actions))
