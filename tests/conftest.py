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
    """Add the option that rewrites the files which `golden` compares."""
    parser.addoption("--revise", action="store_true", help="rewrite golden files and written pages")
    parser.addoption("--rules-of", metavar="SYSTEMS", help="leave out the rules of other systems")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With ``--rules-of "heimr martial"``, leave out tests of rules of all other systems.

    They are the tests in a system's folder that also run without the compiler (`interpreted`).
    """
    others = _left_out(config)
    left = [item for item in items if _folder(item.path) in others and _is_interpreted(item)]
    config.hook.pytest_deselected(items=left)
    out = set(left)
    items[:] = [item for item in items if item not in out]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import a file of which ``--rules-of`` leaves out all tests."""
    if collection_path.suffix != ".py" or _folder(collection_path) not in _left_out(config):
        return None
    text = collection_path.read_text(encoding="utf-8")
    is_whole = re.search(r"^pytestmark = .*mark\.interpreted", text, re.MULTILINE)
    return True if is_whole and "mark.compiled" not in text else None


def _left_out(config: pytest.Config) -> set[str]:
    """The systems whose tests of rules ``--rules-of`` leaves out."""
    if (chosen := config.getoption("--rules-of")) is None:
        return set()
    return {folder.parent.name for folder in ROOT.glob("envs/*/rules")} - set(chosen.split())


def _folder(path: Path) -> str:
    return path.relative_to(ROOT / "tests").parts[0] if path.is_relative_to(ROOT / "tests") else ""


def _is_interpreted(item: pytest.Item) -> bool:
    return bool(item.get_closest_marker("interpreted") and not item.get_closest_marker("compiled"))


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
