"""RULES.md against the code and the tests: every row, nothing that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quintain.envs.core.rulebook import read_rows, rows_with_markers
from quintain.envs.core.system import get_system

SYSTEM = get_system("martial")
ROWS = read_rows(SYSTEM)
FOLDER = SYSTEM.rules_file.parent
TESTS = Path(__file__).parent
BOOK = [
    *(f"D{n}" for n in range(1, 99)),
    *(f"RD{n}" for n in range(1, 50)),
    *(f"TD{n}" for n in range(1, 8)),
    *(f"QD{n}" for n in range(1, 11)),
    *(f"XD{n}" for n in range(1, 6)),
    *(f"H{n}" for n in range(1, 18)),
]
LEFT_OUT = {"D25", "D45", "D66", "D86", "D87", "D95", "TD6", "XD5"}


def test_every_row_of_the_book_stands_once():
    assert sorted(row.id for row in ROWS) == sorted(BOOK)


def test_what_is_left_out_is_no_rule_of_a_battle():
    assert {row.id for row in ROWS if row.is_omitted} == LEFT_OUT


def test_every_row_has_code_and_a_test_or_a_reason():
    assert [row.id for row in ROWS if not row.is_omitted and not (row.code and row.test)] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_code_named_exists(row):
    for path, name in re.findall(r"([\w/]+\.(?:py|yaml))(?::(\w+))?", row.code):
        places = [FOLDER / path, FOLDER.parent / "core" / path, FOLDER.parents[1] / path]
        found = next((place for place in places if place.exists()), None)
        assert found is not None, f"{row.id}: no file {path}"
        if name:
            text = found.read_text(encoding="utf-8")
            assert re.search(rf"\b{name}\b", text), f"{row.id}: no {name} in {path}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_test_named_exists(row):
    for path, name in re.findall(r"(test_\w+\.py)(?:::(\w+))?", row.test):
        found = list(TESTS.parent.rglob(path))
        assert found, f"{row.id}: no {path}"
        if name:
            texts = [one.read_text(encoding="utf-8") for one in found]
            assert any(f"def {name}" in text for text in texts), f"{row.id}: no {name} in {path}"


def test_markers_match_the_rows():
    marked = rows_with_markers(TESTS)
    assert marked <= set(BOOK)
    assert {row.id for row in ROWS if not row.is_omitted} - marked == set()


def test_no_field_hides_behind_an_attribute_of_a_record():
    """Compiled code would read the field, plain Python the method."""
    import numpy as np

    def names(dtype):
        for name in dtype.names or ():
            yield name
            yield from names(dtype[name].base)

    reserved = {name for name in dir(np.record) if not name.startswith("__")}
    assert set(names(SYSTEM.dtype)) & reserved == set()
    assert set(names(SYSTEM.template_dtype)) & reserved == set()
    assert SYSTEM.dtype.itemsize <= 2560
