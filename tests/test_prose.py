"""The prose of comments, docstrings, messages and pages is plain English.

A pattern here is a phrase that readers stumbled over. `make check` runs codespell beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = [
    folder
    for folder in sorted(ROOT.iterdir())
    if folder.is_dir()
    and not folder.name.startswith(".")
    and not folder.name.endswith(".egg-info")
    and folder.name not in {"build", "dist", "htmlcov", "runs"}
]
"""All folders of the repository but hidden ones and those that commands write."""
ENDINGS = {".cff", ".md", ".py", ".toml", ".yaml", ".yml"}

SUBJECT = r"""(?x)
    (?: (?: ^\s* | ["`|] | \#\ | [.:;]\s ) \s* (?: Who | Whom | What | Whoever )
      | [:;]\ (?: who | what ) )       # a clause begins with the word ...
    \ [^.?;"|]*+ (?!\?)                # ... and is not a question
"""
PATTERNS = {
    "bare subject": (SUBJECT, "name the subject: 'a fighter who is held', 'the cost of a step'"),
    "anew": (r"\banew\b", "again"),
    "amiss": (r"\bamiss\b", "wrong"),
    "but for": (r"\bbut for\b", "except"),
    "doings": (r"\b(?:doings|deeds)\b", "actions"),
    "go on with": (r"\b(?:go|goes|going|gone) on (?:as|from|with)\b", "continue"),
    "in vain": (r"\bin vain\b", "without effect, for nothing"),
    "mend": (r"\b(?:mended|mending)\b", "fix, correct, repair"),
    "of whom": (r"\bof whom\b", "begin a new sentence"),
    "reckon": (r"\breckon(?:s|ed|ing)?\b", "compute, estimate"),
    "so many": (r"\bso many\b", "name the number: `count` of them, 'the number of ...'"),
    "such as": (r"\bsuch as mean\b", "those that"),
    "to be had": (r"\bto be had\b", "available"),
    "whoever": (r"\bwho(?:so)?ever\b", "anyone who, the fighter that"),
}


def text_files() -> Iterator[Path]:
    """The files of the repository that hold prose, this one and the list of changes left out."""
    yield from (file for file in ROOT.iterdir() if file.suffix in ENDINGS)
    yield ROOT / "Makefile"
    for folder in (*PARTS, ROOT / ".github"):
        yield from (file for file in folder.rglob("*") if file.suffix in ENDINGS)


def findings(text: str) -> list[str]:
    """The phrases to replace, each with its line and with what to write in its place."""
    return [
        f"{text.count(chr(10), 0, found.start()) + 1}: {found.group().strip()!r}: {advice}"
        for pattern, advice in PATTERNS.values()
        for found in re.finditer(pattern, text, re.MULTILINE)
    ]


FOUND = {
    file.relative_to(ROOT).as_posix(): findings(file.read_text(encoding="utf-8"))
    for file in text_files()
    if file != Path(__file__)
}


def test_prose_has_none_of_the_phrases():
    assert {file: found for file, found in FOUND.items() if found} == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Who is held stumbles.", "bare subject"),
        ('"""What a step costs."""', "bare subject"),
        ("A blow: who is hit falls.", "bare subject"),
        ("# What is left", "bare subject"),
        ("Roll so many dice.", "so many"),
        ("All but for the ward.", "but for"),
        ("It goes on with the turn.", "go on with"),
        ("The style reckons the odds.", "reckon"),
        ("Who is held?", None),
        ("The fighter who is held stumbles.", None),
        ("It shows what a step costs.", None),
    ],
)
def test_the_patterns_find_what_they_are_for(text, expected):
    named = [name for name, (pattern, _) in PATTERNS.items() if re.search(pattern, text, re.M)]
    assert named == ([] if expected is None else [expected])
