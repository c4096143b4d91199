"""Fixtures for all tests: no window and no sound, compared and revised files.

The tests of a system use the builders of `fixtures/battles.py`, `fixtures/log.py` and
`fixtures/observations.py`, which describe them. The `conftest.py` of its folder defines the fixture
`system` and adds its own builders.
"""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

# pytest finds the fixtures that this module names.
from .fixtures.battles import *  # noqa: F403
from .fixtures.log import *  # noqa: F403
from .fixtures.observations import *  # noqa: F403

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("MPLBACKEND", "Agg")

ROOT = Path(__file__).parents[1]


gc.set_threshold(100_000)  # thousands of test objects stay alive, and collecting them takes long


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of `golden`, which rewrites files, and of `test_empty_cache.py`."""
    parser.addoption("--revise", action="store_true", help="rewrite golden files and written pages")
    parser.addoption("--system", default="piste", help="the system that begins with an empty cache")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[..., tuple[str, str]]:
    """The content of a file of the repository, and the text that the code produces now.

    ``stands, told = golden("tests/golden/duel.txt", text)`` is for a whole file. With a third
    argument, `text` is the part of a page between ``<!-- name: begin -->`` and
    ``<!-- name: end -->``, and the pair is the whole page. A test asserts that both are equal.
    With ``--revise`` (``make golden docs``) the file is written first.
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
    """A page with new text between the begin and end marks of a name."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    pattern = f"(?<={re.escape(begin)}).*(?={re.escape(end)})"
    replaced, count = re.subn(pattern, lambda _: text.rstrip("\n") + "\n", page, flags=re.DOTALL)
    assert count == 1, f"the page must hold {begin.strip()} and {end} once"
    return replaced
