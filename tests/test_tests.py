"""Test files are short, every test asserts something itself, and tested rules are played."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("test_*.py"))
PACKAGE = TESTS.parent
PARTS = ("agents", "apps", "bench", "envs", "evaluation", "table", "training")
UNCALLED = {
    "check_hidden_from_heuristic",  # for tests
    "check_hidden_from_sight",
    "fighter_in_block",  # for systems of others, such as Piste
    "loaded_left",  # only tests need the unused loaded dice
    "read_order",  # the inverse of `write_order`, for callers who type an order
}
MOST_LINES = 500
"""Lines of a file of tests or of its helpers: split a longer one by its sections."""


CHECKS = ("pytest.raises", "np.testing.")
"""Beginnings of names of functions that assert."""


def is_check(node: ast.AST) -> bool:
    """Whether it is an assertion, `pytest.raises`, or one of NumPy's."""
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.Assert)
    return ast.unparse(node.func).startswith(CHECKS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(TESTS)))
def test_every_test_asserts_something_itself(file):
    body = ast.parse(file.read_text(encoding="utf-8")).body
    tests = [node for node in body if isinstance(node, ast.FunctionDef) and "test_" in node.name]
    without = [test.name for test in tests if not any(map(is_check, ast.walk(test)))]
    assert without == []


def test_no_file_is_longer_than_one_reads():
    lengths = {
        str(file.relative_to(TESTS)): len(file.read_text(encoding="utf-8").splitlines())
        for file in TESTS.rglob("*.py")
    }
    assert {file: lines for file, lines in lengths.items() if lines > MOST_LINES} == {}


def test_tested_rules_are_played():
    """A rule in a function that only its test calls is not part of the game."""
    sources = [file.read_text("utf-8") for part in PARTS for file in (PACKAGE / part).rglob("*.py")]
    named = Counter(word for source in sources for word in re.findall(r"\w+", source))
    rules = [PACKAGE / "envs", PACKAGE / "agents" / "heuristics"]
    nodes = [
        node
        for folder in rules
        for file in folder.rglob("*.py")
        for node in ast.parse(file.read_text("utf-8")).body
    ]
    found = {
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef) and not ast.unparse(node).startswith("@overload")
    }
    assert {name for name in found if named[name] == 1} == UNCALLED


def test_measurements_fight_on_seeds_of_their_own():
    """The seeds of training, measurements and choices begin far from each other."""
    found = {}
    for folder in ("bench", "evaluation", "training"):
        for file in (Path(__file__).parents[1] / folder).rglob("*.py"):
            for seed in re.findall(r"^\w*SEED = (\d+_000_000)$", file.read_text("utf-8"), re.M):
                found.setdefault(seed, []).append(file.name)
    assert len(found) > 3
    assert {seed: files for seed, files in found.items() if len(files) > 1} == {}
