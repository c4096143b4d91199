"""Every system's RULES.md agrees with its book, its code and its tests."""

from __future__ import annotations

import ast
import functools
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.envs.core.text.rulebook import Row, read_rows, rows_with_markers

TESTS = Path(__file__).parents[1]


@dataclass(frozen=True)
class Book:
    """The contents of a rulebook: number of rows of each kind in order, and special rows."""

    rows: dict[str, int]
    left_out: set[str]
    doubtful: set[str]


BOOKS = {
    "heimr": Book(
        rows={"H": 178, "RH": 62, "TH": 7, "QH": 14, "XH": 6, "HH": 53},
        left_out={"H20", "H71", "H170", "RH27"},
        doubtful={"H16", "H75", "H137", "H174", "H175"},
    ),
    "martial": Book(
        rows={"D": 98, "RD": 49, "TD": 7, "QD": 10, "XD": 5, "H": 18},
        left_out={"D25", "D45", "D66", "D86", "D87", "D95", "TD6", "XD5"},
        doubtful={"D52", "D64", "D90"},
    ),
    "mythic_epoch": Book(
        rows={"M": 49, "RM": 40, "TM": 8, "QM": 7, "XM": 4},
        left_out={"M16", "M47", "M48"},
        doubtful={"M38"},
    ),
    "platemail": Book(
        rows={"P": 137, "RP": 49, "TP": 6, "QP": 12, "XP": 6},
        left_out={"P1", "P2", "P80", "P136"},
        doubtful={"P40", "P49", "P111", "P137"},
    ),
    "wildroll": Book(
        rows={"W": 114, "RW": 43, "TW": 8, "QW": 12, "XW": 4, "H": 34},
        left_out={"W50", "W107"},
        doubtful=set(),
    ),
}
ROWS = [
    pytest.param(system, row, id=f"{system.name}-{row.id}")
    for system in map(get_system, system_names())
    for row in read_rows(system)
]
each_row = pytest.mark.parametrize(("system", "row"), ROWS)


def code_named(row: Row) -> list[tuple[str, str]]:
    """The files that a row names as its code, each with a name in it or with none."""
    return re.findall(r"`([\w/]+\.(?:py|yaml))(?::(\w+))?`", row.code)


def proofs_named(row: Row) -> list[tuple[str, str, str]]:
    """The tests that a row names: file, test, and a star if only the beginning is named."""
    return re.findall(r"`(test_\w+\.py)::(\w+)(\*?)`", row.test)


def find_code(system: System, path: str) -> Path | None:
    """A file of the system, of the core, or of the whole package."""
    folder = system.rules_file.parent
    places = [folder / path, folder.parent / "core" / path, folder.parents[1] / path]
    return next((place for place in places if place.is_file()), None)


@functools.cache
def names_defined(file: Path) -> set[str]:
    """The functions, classes and variables that a file defines, or the keys of a data file."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".yaml":
        return set(yaml.safe_load(text))
    nodes = list(ast.walk(ast.parse(text)))
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    targets = [node for node in nodes if isinstance(node, ast.Name)]
    return defined | {node.id for node in targets if isinstance(node.ctx, ast.Store)}


def rows_of(decorator: ast.expr) -> set[str]:
    """The rows that a decorator, or a list of them, marks a test with."""
    text = ast.unparse(decorator)
    if text.startswith("pytest.mark.rule("):
        return set(eval(text, {"pytest": pytest}).args)
    if "pytest.mark.rule(" not in text:
        return set()
    # Marks of a table's entries: words that look like a row.
    texts = [node.value for node in ast.walk(decorator) if isinstance(node, ast.Constant)]
    return {text for text in texts if re.fullmatch(r"[A-Z]{1,3}\d+", str(text))}


@functools.cache
def marked_tests(file: Path) -> dict[str, set[str]]:
    """The tests of a file, each with the rows with which it or the whole file is marked."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    assigned = [node for node in body if isinstance(node, ast.Assign)]
    of_file = [node.value for node in assigned if ast.unparse(node.targets[0]) == "pytestmark"]
    return {
        node.name: set().union(*map(rows_of, [*of_file, *node.decorator_list]))
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_row_of_the_book_is_listed_once_in_order(system):
    kinds = BOOKS[system.name].rows
    expected = [f"{kind}{number}" for kind in kinds for number in range(1, kinds[kind] + 1)]
    assert [row.id for row in read_rows(system)] == expected


def test_omitted_rows_are_no_rules_of_battles(system):
    left_out = {row.id for row in read_rows(system) if row.is_omitted}
    assert left_out == BOOKS[system.name].left_out


def test_doubtful_rows_are_marked(system):
    doubtful = {row.id for row in read_rows(system) if "!!" in row.subject}
    assert doubtful == BOOKS[system.name].doubtful


@each_row
def test_every_row_has_code_and_a_test_or_a_reason(system, row):
    if row.is_omitted:
        reason = row.code.partition("OMITTED: ")[2]
        assert reason, f"{row.id}: no reason"
    else:
        assert code_named(row), f"{row.id}: no code"
        assert proofs_named(row), f"{row.id}: no test"


@each_row
def test_code_named_exists(system, row):
    for path, name in code_named(row):
        file = find_code(system, path)
        assert file is not None, f"{row.id}: no file {path}"
        assert not name or name in names_defined(file), f"{row.id}: {path} defines no {name}"


@each_row
def test_test_named_exists_and_bears_the_row(system, row):
    for path, name, star in proofs_named(row):
        tests = marked_tests(TESTS / system.name / path)
        meant = [test for test in tests if test == name or (star and test.startswith(name))]
        assert meant, f"{row.id}: no {name} in {path}"
        assert any(row.id in tests[test] for test in meant), (
            f"{row.id}: {name} in {path} has no such marker"
        )


def test_markers_match_the_rows(system):
    rows = read_rows(system)
    files = sorted((TESTS / system.name).glob("test_*.py"))
    marked = {row for file in files for rows in marked_tests(file).values() for row in rows}
    assert rows_with_markers(TESTS / system.name) <= marked <= {row.id for row in rows}
    assert {row.id for row in rows if not row.is_omitted} - marked == set()
