"""Lists the mutants of a source file: small changes of its functions that a test should notice."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

ROW = re.compile(r"\b[A-Z]{1,2}\d+\b")
COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
SUMS = {ast.Add: ast.Sub, ast.Sub: ast.Add}
EXTREMES = {"max": "min", "min": "max"}
JUNCTIONS = {ast.And: ast.Or, ast.Or: ast.And}


@dataclass(frozen=True)
class Mutant:
    """One changed expression of one function.

    Attributes:
        line: its line in the file, from 1.
        before: the expression.
        after: the one in its place.
        function: the function that holds it.
        says: the first line of the function's docstring.
        source: the whole file with the change.
    """

    line: int
    before: str
    after: str
    function: str
    says: str
    source: str

    @property
    def rows(self) -> list[str]:
        """The rows of the rules that the docstring names."""
        return ROW.findall(self.says)


def mutants_of(source: str) -> list[Mutant]:
    """All mutants of the functions of a file: changed expressions, then calls that are left out."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [
        _mutant(source, function, node, changed)
        for function in functions
        for node in _expressions(function)
        for changed in _changes(node)
    ] + [
        _mutant(source, function, node.value, ast.Constant(None))
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ]


def _expressions(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """The expressions of a function's body, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    for statement in body:
        yield from (node for node in ast.walk(statement) if isinstance(node, ast.expr))


def _changes(node: ast.expr) -> Iterator[ast.expr]:
    """Other expressions that could stand in the place of one."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        yield _with(node, lambda it: it.ops.__setitem__(0, COMPARISONS[type(it.ops[0])]()))
    elif isinstance(node, ast.BoolOp):
        yield _with(node, lambda it: setattr(it, "op", JUNCTIONS[type(it.op)]()))
    elif isinstance(node, ast.BinOp) and type(node.op) in SUMS:
        yield _with(node, lambda it: setattr(it, "op", SUMS[type(it.op)]()))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield _with(node, lambda it: setattr(it, "test", ast.UnaryOp(ast.Not(), it.test)))
    elif isinstance(node, ast.Call):
        yield from _other_calls(node)
    elif isinstance(node, ast.Constant):
        yield from _other_constants(node)


def _other_calls(node: ast.Call) -> Iterator[ast.expr]:
    """`min` for `max`, and the opposite of a question."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in EXTREMES:
        yield _with(node, lambda it: setattr(it.func, "id", EXTREMES[name]))
    elif name.startswith(("is_", "has_", "can_", "may_")):
        yield ast.UnaryOp(ast.Not(), node)


def _other_constants(node: ast.Constant) -> Iterator[ast.expr]:
    """The opposite of True or False, a number one larger."""
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)


def _with(node: ast.expr, change: Callable[[ast.expr], None]) -> ast.expr:
    """A changed copy of an expression."""
    changed = copy.deepcopy(node)
    change(changed)
    return changed


def _mutant(source: str, function: ast.FunctionDef, node: ast.expr, changed: ast.expr) -> Mutant:
    """The file with one expression replaced, the rest of its text as it is."""
    lines = source.splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    start = _place(lines, node.lineno, node.col_offset)
    end = _place(lines, node.end_lineno, node.end_col_offset)
    after = ast.unparse(changed)
    says = (ast.get_docstring(function) or "").partition("\n")[0]
    text = f"{source[:start]}({after}){source[end:]}"
    return Mutant(node.lineno, ast.unparse(node), after, function.name, says, text)


def _place(lines: list[str], line: int, column: int) -> int:
    """The place in the text of a line and a column, which the parser counts in bytes."""
    within = lines[line - 1].encode()[:column].decode()
    return sum(map(len, lines[: line - 1])) + len(within)
