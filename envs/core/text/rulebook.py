"""A system's RULES.md as data: its rows, with their places in code and tests."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

from ..engine.system import System

ROW = re.compile(r"^\|\s*([A-Z]{1,3}\d+)\s*\|")
ROW_ID = re.compile(r"[A-Z]{1,3}\d+")
OMITTED = "OMITTED"


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
