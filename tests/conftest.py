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
def golden(request: pytest.FixtureRequest) -> Callable[..., tuple[str, str]]:
    """What stands in a file of the repository and what the code tells now; a test holds them equal.

    ``stands, told = golden("tests/golden/duel.txt", text)`` is about a whole file; a third argument
    is the name of a part of a page, between ``<!-- name: begin -->`` and ``<!-- name: end -->``:
    the pair is then that of the whole page. Under ``--revise`` the file is written first, so that
    both are equal: ``make golden docs``.
    """

    def compare(path: str, text: str, name: str | None = None) -> tuple[str, str]:
        file = ROOT / path
        stands = file.read_text(encoding="utf-8") if file.exists() else ""
        told = text if name is None else _with_part(stands, name, text)
        if stands != told and request.config.getoption("--revise"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(told, encoding="utf-8")
            stands = file.read_text(encoding="utf-8")
        return stands, told

    return compare


def _with_part(page: str, name: str, text: str) -> str:
    """A page with the text between the two marks of a name replaced."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    pattern = f"(?<={re.escape(begin)}).*(?={re.escape(end)})"
    replaced, count = re.subn(pattern, lambda _: text.rstrip("\n") + "\n", page, flags=re.DOTALL)
    assert count == 1, f"the page must hold {begin.strip()} and {end} once"
    return replaced
