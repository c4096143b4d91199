"""RULES.md against the code and the tests: every row, nothing that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from quintain.envs.core.rulebook import read_rows, rows_with_markers
from quintain.envs.core.system import get_system

SYSTEM = get_system("platemail")
ROWS = read_rows(SYSTEM)
FOLDER = SYSTEM.rules_file.parent
TESTS = Path(__file__).parent
BOOK = [
    *(f"P{n}" for n in range(1, 138)),
    *(f"RP{n}" for n in range(1, 50)),
    *(f"TP{n}" for n in range(1, 7)),
    *(f"QP{n}" for n in range(1, 13)),
    *(f"XP{n}" for n in range(1, 7)),
]
DOUBTFUL = {"P40", "P49", "P111", "P137"}


def test_every_row_of_the_book_stands_once_and_in_its_order():
    assert [row.id for row in ROWS] == BOOK


def test_every_row_has_code_and_a_test_or_a_reason():
    assert [row.id for row in ROWS if not row.is_omitted and not (row.code and row.test)] == []


def test_doubtful_rows_are_marked():
    assert {row.id for row in ROWS if "!!" in row.subject} == DOUBTFUL


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_code_named_exists(row):
    for path, name in re.findall(r"([\w/]+\.(?:py|yaml))(?::(\w+))?", row.code):
        places = [FOLDER / path, FOLDER.parent / "core" / path, FOLDER.parents[1] / path]
        found = next((place for place in places if place.exists()), None)
        assert found is not None, f"{row.id}: no file {path}"
        if name:
            text = found.read_text(encoding="utf-8")
            defined = rf"^(?:\s*def {name}\(|class {name}\b|.*\b{name}\b.*=|{name}:)"
            assert re.search(defined, text, re.MULTILINE), f"{row.id}: no {name} in {path}"


def marked_tests(path: str) -> dict[str, str]:
    """The tests of a file, each with its decorators."""
    text = (TESTS / path).read_text(encoding="utf-8")
    parts = re.split(r"^def (test_\w+)", text, flags=re.MULTILINE)
    above = [part.rpartition("\n\n\n")[2] for part in parts[:-1:2]]
    return dict(zip(parts[1::2], above, strict=True))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_test_named_exists_and_bears_the_row(row):
    for path, name, star in re.findall(r"(test_\w+\.py)::(\w+)(\*?)", row.test):
        tests = marked_tests(path)
        meant = [test for test in tests if test == name or (star and test.startswith(name))]
        assert meant, f"{row.id}: no {name} in {path}"
        bearing = [test for test in meant if f'"{row.id}"' in tests[test]]
        assert bearing, f"{row.id}: {name} in {path} has no such marker"


def test_markers_match_the_rows():
    marked = rows_with_markers(TESTS)
    assert marked <= set(BOOK)
    assert {row.id for row in ROWS if not row.is_omitted} - marked == set()


def test_no_field_hides_behind_an_attribute_of_a_record():
    """Compiled code would read the field, plain Python the method."""

    def names(dtype):
        for name in dtype.names or ():
            yield name
            yield from names(dtype[name].base)

    reserved = {name for name in dir(np.record) if not name.startswith("__")}
    assert set(names(SYSTEM.dtype)) & reserved == set()
    assert set(names(SYSTEM.template_dtype)) & reserved == set()
