"""What every test keeps: it says itself what must be true."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("test_*.py"))


def is_check(node: ast.AST) -> bool:
    """Whether it is an assertion, `pytest.raises` or one of NumPy's."""
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.Assert)
    return ast.unparse(node.func).startswith(("pytest.raises", "np.testing."))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(TESTS)))
def test_every_test_asserts_something_itself(file):
    body = ast.parse(file.read_text(encoding="utf-8")).body
    tests = [node for node in body if isinstance(node, ast.FunctionDef) and "test_" in node.name]
    idle = [test.name for test in tests if not any(map(is_check, ast.walk(test)))]
    assert idle == []
