"""The commands that the pages show exist and take these options; those of the tours run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from quintain.apps.cli import app

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *sorted(ROOT.glob("docs/**/*.md"))]
TOURS = sorted(ROOT.glob("docs/tours/*.md"))
AUTHOR = ROOT / "docs/tours/author.md"
"""The tour whose system is that of the tutorial: `tests/examples` builds and runs it."""
PREPARED = {
    "agents.md": {"runs/duel": "heimr/duel"},
    "npc.md": {"runs/duel": "mythic_epoch/duel"},
    "tournaments.md": {
        "runs/duel": "heimr/duel",
        "runs/a": "heimr/skirmish_small",
        "runs/b": "heimr/skirmish_small",
    },
}
"""The runs that the commands of a page name, with their configs."""
OTHERS = [
    *(ROOT / "docs" / name for name in (*PREPARED, "tactics.md", "martial.md", "index.md")),
    ROOT / "docs/encounters/README.md",
]
"""Further pages whose commands run. Those of other pages take hours, a cluster or a person."""
LEFT_OUT = ("mine.py", "quintain play")  # tests/test_page_blocks.py; a person plays
QUICK = {
    "advise": ("--odds", "2"),
    "exploit": ("--battles", "4"),
    "export": ("--battles", "2"),
    "held-out": ("--battles", "2"),
    "odds": ("--battles", "4"),
    "replay": ("--battles", "2"),
    "report": ("--battles", "2", "--show", "0"),
    "tactics": ("--battles", "4"),
    "tournament": ("--battles", "4"),
    "train": ("--steps", "1"),
}
"""Options that make a command short."""


def commands_of(page: Path) -> list[str]:
    """The commands of quintain in the code blocks of a page, without what they print."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:console|sh)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("quintain ")]


def words_of(command: str) -> list[str]:
    """The words after the name of the program, without a comment."""
    return shlex.split(command, comments=True)[1:]


ALL = sorted({command for page in PAGES for command in commands_of(page)})


def test_the_pages_show_commands():
    assert len(ALL) > 50
    assert all(commands_of(tour) for tour in TOURS)


@pytest.mark.parametrize("command", ALL)
def test_a_command_takes_the_words_that_a_page_shows(command):
    program = get_command(app)
    assert isinstance(program, TyperGroup)
    context = program.context_class(program)
    name, found, rest = program.resolve_command(context, words_of(command))
    assert found is not None
    found.make_context(name, list(rest), parent=context)


@pytest.mark.slow
@pytest.mark.parametrize(
    "tour", [one for one in TOURS if one != AUTHOR], ids=lambda tour: tour.stem
)
def test_the_commands_of_a_tour_run_in_their_order(tour, monkeypatch, tmp_path):
    for folder in ("configs", "docs", "examples"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    assert failures(commands_of(tour)) == []


def failures(commands: list[str]) -> list[str]:
    """Run commands with the options that make them short; the output of each that fails."""
    found = []
    for command in commands:
        words = words_of(command)
        result = CliRunner().invoke(app, [*words, *QUICK.get(words[0], ())])
        found += [f"{command}: {result.output}"] if result.exit_code else []
    return found


@pytest.mark.slow
@pytest.mark.parametrize("page", OTHERS, ids=lambda page: page.stem)
def test_the_commands_of_a_page_run_in_their_order(page, monkeypatch, tmp_path):
    for folder in ("configs", "docs"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    prepared = PREPARED.get(page.name, {}).items()
    shown = [one for one in commands_of(page) if not any(part in one for part in LEFT_OUT)]
    assert shown
    before = [f"quintain train {config} --out {run}" for run, config in prepared]
    assert failures([*before, *shown]) == []
