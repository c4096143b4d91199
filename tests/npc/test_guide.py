"""The guide for game masters: its session is the commands' real output, in plain words."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from quintain.envs.core.session.match import Match

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/game-masters.md"
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
FOREIGN = ("neural", "network", "machine learning", "reinforcement", "policy", "reward", "PyTorch",
           "onnx", "model", "probabilit", "observation")  # fmt: skip
WORDS = 1600
"""Number of words on three pages."""


def played(session: str, folder: Path) -> str:
    """A session with the current output of its commands."""
    lines = []
    for line in session.splitlines():
        if line.startswith("$ "):
            program, *words = shlex.split(line[2:])
            assert program == "quintain"
            done = subprocess.run(
                [sys.executable, "-m", "quintain", *words],
                cwd=folder,
                env={**os.environ, "COLUMNS": "110", "NO_COLOR": "1"},
                capture_output=True,
                text=True,
                check=True,
            )
            lines += [line, *(told.rstrip() for told in done.stdout.splitlines())]
    return "\n".join(lines) + "\n"


@pytest.mark.docs
def test_the_session_is_the_output_of_the_commands(golden, tmp_path):
    text = BLOCK.sub(lambda found: played(found[0], tmp_path), PAGE.read_text(encoding="utf-8"))
    stands, told = golden("docs/game-masters.md", text)
    assert stands == told, "make docs"
    assert told.count("$ quintain") == 10


def test_the_fight_in_the_middle_begins_there(tmp_path):
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "later.yaml").write_text(text, encoding="utf-8")
    match = Match("mythic_epoch", str(tmp_path / "later.yaml"))
    match.reset(1)
    assert match.names == ["Aldric", "Bertha"]
    assert (match.rounds, match.names[match.to_act]) == (3, "Aldric")
    assert int(match.battle.fighters[0].damage) == 7


def test_it_uses_plain_words_and_is_short():
    page = PAGE.read_text(encoding="utf-8")
    assert [word for word in FOREIGN if word.lower() in page.lower()] == []
    prose = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    assert len(prose.split()) < WORDS
