"""What every test needs: no window, no sound, and files that are compared or revised."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("MPLBACKEND", "Agg")

ROOT = Path(__file__).parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that rewrites the files which `golden` compares."""
    parser.addoption("--revise", action="store_true", help="rewrite golden files and written pages")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Hold a file of the repository to what the code says now, or revise it under ``--revise``.

    Called as ``golden("tests/golden/duel.txt", text)`` for a whole file, or with a third argument
    for the part of a page between ``<!-- name: begin -->`` and ``<!-- name: end -->``.
    """

    def hold(path: str, text: str, name: str | None = None) -> None:
        file = ROOT / path
        found = file.read_text(encoding="utf-8") if file.exists() else ""
        expected = text if name is None else _with_part(found, name, text)
        if found != expected and request.config.getoption("--revise"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(expected, encoding="utf-8")
        else:
            assert found == expected, f"{path} is not what the code says: make golden docs"

    return hold


def _with_part(page: str, name: str, text: str) -> str:
    """A page with the text between the two marks of a name replaced."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    pattern = f"(?<={re.escape(begin)}).*(?={re.escape(end)})"
    replaced, count = re.subn(pattern, lambda _: text.rstrip("\n") + "\n", page, flags=re.DOTALL)
    assert count == 1, f"the page must hold {begin.strip()} and {end} once"
    return replaced
