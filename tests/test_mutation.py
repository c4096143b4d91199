"""The mutants of `tests/mutation`: which changes it makes, and that the file stays a program."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def mutants_of():
    """The function of that name, from a folder that is no package."""
    file = ROOT / "tests" / "mutation" / "mutants.py"
    spec = importlib.util.spec_from_file_location("mutants", file)
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutants"] = module  # where `dataclass` looks for it
    spec.loader.exec_module(module)
    yield module.mutants_of
    del sys.modules["mutants"]


@pytest.mark.parametrize(
    ("expression", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a >= b", ["a > b"]),
        ("a == b", ["a != b"]),
        ("a and b", ["a or b"]),
        ("not a", ["a"]),
        ("a + 1", ["a - 1", "2"]),
        ("max(a, b)", ["min(a, b)"]),
        ("is_out(a)", ["not is_out(a)"]),
        ("b if a else c", ["b if not a else c"]),
        ("True", ["False"]),
        ("a * b", []),
        ("f(a)", []),
    ],
)
def test_each_kind_of_expression_has_its_mutants(mutants_of, expression, changed):
    found = mutants_of(f"def rule(a, b, c):\n    return {expression}\n")
    assert [mutant.after for mutant in found] == changed


def test_a_call_that_is_a_statement_is_left_out(mutants_of):
    source = "def rule(mask):\n    allow(mask)\n    return f(mask)\n"
    (left_out,) = mutants_of(source)
    assert left_out.source == source.replace("allow(mask)", "(None)")


def test_a_mutant_changes_one_place_and_names_its_rows(mutants_of):
    says = "Whether 1 is more (M7, RM31)."
    source = f'def rule(a):\n    """{says}"""\n    # \u00f6\n    return not (a > 0)\n'
    found = {mutant.after: mutant for mutant in mutants_of(source)}
    assert found["a >= 0"].source == source.replace("(a > 0)", "((a >= 0))")
    assert (found["a >= 0"].line, found["a >= 0"].rows) == (4, ["M7", "RM31"])
    assert set(found) == {"a > 0", "a >= 0", "1"}  # none in the docstring


@pytest.mark.parametrize("system", [file.parent.name for file in (ROOT / "envs").glob("*/rules")])
def test_every_mutant_of_a_rule_is_another_program(mutants_of, system):
    for file in (ROOT / "envs" / system / "rules").rglob("*.py"):
        source = file.read_text("utf-8")
        before = ast.dump(ast.parse(source))
        mutants = mutants_of(source)
        for mutant in mutants[:: len(mutants) // 5 + 1]:
            assert ast.dump(ast.parse(mutant.source)) != before, mutant
