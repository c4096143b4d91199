"""A system's RULES.md as data: its rows, with their places in code and tests."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from ..engine.system import System

ROW = re.compile(r"^\|\s*([A-Z]{1,3}\d+)\s*\|")
ROW_ID = re.compile(r"[A-Z]{1,3}\d+")
OMITTED = "OMITTED"
QUOTED = re.compile(r"`([^`]+)`")
PLACE = re.compile(r"([\w/]+\.(?:py|yaml))(?::(\w+))?")
"""A place in the code: `rules/blows.py:is_stopped`, or a whole file."""
DOTTED = re.compile(r"([\w.]+)\.(\w+)")
"""A place as Python imports it: `rules.is_stopped`."""


@dataclass(frozen=True)
class Row:
    """One row of a rulebook.

    Attributes:
        id: `M37`, `RM9`.
        subject: a few words.
        code: the place of its code, or OMITTED and the reason.
        test: the test that proves it.
    """

    id: str
    subject: str
    code: str
    test: str

    @property
    def is_omitted(self) -> bool:
        """Whether the row is omitted on purpose; `code` then contains the reason."""
        return OMITTED in self.code or OMITTED in self.test

    @property
    def is_implemented(self) -> bool:
        """Whether the row names code."""
        return bool(self.code) and not self.is_omitted

    @property
    def is_tested(self) -> bool:
        """Whether the row names a test."""
        return bool(self.test) and not self.is_omitted


def read_rows(system: System) -> list[Row]:
    """The rows of a system's RULES.md, in order."""
    return parse_rows(system.rules_file.read_text(encoding="utf-8"))


def parse_rows(text: str) -> list[Row]:
    """The rows of a table whose first column is an id."""
    rows = []
    for line in text.splitlines():
        if ROW.match(line):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            rows.append(Row(*(cells + [""] * 4)[:4]))
    return rows


def code_not_found(system: System, row: Row) -> list[str]:
    """The places in the code that a row names and that do not exist; other words do not count."""
    if row.is_omitted:
        return []
    return [text for text in QUOTED.findall(row.code) if not _is_found(system, text)]


def _is_found(system: System, text: str) -> bool:
    """Whether a place in the code exists; also if the text is no place."""
    if place := PLACE.fullmatch(text):
        path, name = place.groups()
    elif place := DOTTED.fullmatch(text):
        path, name = f"{place[1].replace('.', '/')}.py", place[2]
    else:
        return True
    folder = system.rules_file.parent
    around = (folder, folder.parent / "core", folder.parents[1])
    files = [one / path for one in around if (one / path).is_file()]
    return bool(files) and (name is None or name in _names_defined(files[0]))


@cache
def _names_defined(file: Path) -> frozenset[str]:
    """The functions, classes and variables that a file defines, or the keys of a data file."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".yaml":
        return frozenset(yaml.safe_load(text))
    nodes = list(ast.walk(ast.parse(text)))
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    stored = (one for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
    return frozenset(defined | {one.id for one in stored})


def rows_with_markers(tests: Path) -> set[str]:
    """The rows that `@pytest.mark.rule(...)` names in a folder of tests."""
    files = sorted(tests.rglob("test_*.py"))
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    markers = [call for call in calls if ast.unparse(call.func).endswith("mark.rule")]
    words = [node for marker in markers for node in ast.walk(marker)]
    texts = [str(node.value) for node in words if isinstance(node, ast.Constant)]
    return {text for text in texts if ROW_ID.fullmatch(text)}


def count_rows(rows: list[Row]) -> dict[str, object]:
    """Counts of rows, and the ids of what is missing."""
    kept = [row for row in rows if not row.is_omitted]
    return {
        "rows": len(rows),
        "implemented": sum(row.is_implemented for row in rows),
        "tested": sum(row.is_tested for row in rows),
        "omitted": len(rows) - len(kept),
        "not_implemented": [row.id for row in kept if not row.is_implemented],
        "not_tested": [row.id for row in kept if not row.is_tested],
        "omitted_rows": [row.id for row in rows if row.is_omitted],
    }
