"""The facts that `make release` checks, on a small copy of the files that it reads."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from .release import facts

FILES = {
    "pyproject.toml": '[project]\nversion = "1.2.0"\n',
    "CITATION.cff": "version: 1.2.0\ndate-released: 2026-12-31\n",
    "__init__.py": '__version__ = "1.2.0"\n',
    "CHANGELOG.md": "# Changelog\n\n## 1.2.0 (2026-12-31)\n",
    "tests/fuzz/arena.py": "",
    "tests/fuzz/hours.csv": "target,seconds_since_finding\narena,3600.0\n",
}


@pytest.fixture
def tree(tmp_path) -> Path:
    """A repository in which nothing is missing."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "Release 1.2.0"]):
        names = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", "-C", str(tmp_path), *names, *command], check=True)
    return tmp_path


def test_nothing_is_missing_in_a_complete_tree(tree):
    assert facts.missing(tree) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("CITATION.cff", "1.2.0", "1.1.0", "CITATION.cff: names version 1.1.0"),
        ("CITATION.cff", "date-released: 2026-12-31", "", "date-released must be the day"),
        ("__init__.py", "1.2.0", "1.1.0", "__init__.py: __version__ must be 1.2.0"),
        ("CHANGELOG.md", "2026-12-31", "unreleased", 'is "## 1.2.0 (unreleased)"'),
        ("tests/fuzz/hours.csv", "3600.0", "3599.0", "fuzzing: 1 of 1 targets"),
        ("tests/fuzz/hours.csv", "arena,3600.0\n", "", "fuzzing: 1 of 1 targets"),
    ],
)
def test_a_missing_fact_gets_a_sentence(tree, name, old, new, expected):
    file = tree / name
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    found = facts.missing(tree)
    assert any(expected in sentence for sentence in found), found
    assert f"git: 1 files are not committed, {name} among them" in found


def test_the_facts_of_this_repository_can_be_read():
    assert all(": " in sentence for sentence in facts.missing())
