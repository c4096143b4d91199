"""The page about NPC files says what the manifest holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quintain.agents.npc.archive import MAX_BYTES
from quintain.agents.npc.graph import MAX_NUMBERS, OPERATORS, OPSETS
from quintain.agents.npc.manifest import (
    FORMAT,
    VERSION,
    Habit,
    Manifest,
    Piece,
    Proof,
    Rating,
    Recipe,
    Result,
)  # fmt: skip

PARTS = {
    "observation": Piece,
    "results": Result,
    "ratings": Rating,
    "habits": Habit,
    "training": Recipe,
    "proof": Proof,
}


def fields_of(model):
    """The fields of a model with what its docstring says of them."""
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
    assert MAX_BYTES // 1_000_000 == 5
    assert "At most 5 MB" in page
    assert f"opset {OPSETS[0]} to {OPSETS[-1]}" in page
    assert f"{len(OPERATORS)} operators of the standard set" in page
    assert MAX_NUMBERS == 1_000_000
