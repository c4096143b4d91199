"""Strict type checkers find the mistakes of a client of quintain, and nothing in a correct one."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from quintain.discovery import SystemName, own_systems

HERE = Path(__file__).parent
CLIENTS = [HERE / "typing" / name for name in ("correct_client.py", "wrong_client.py")]
MYPY = """
[mypy]
strict = true
[mypy-quintain.*]
follow_imports = silent
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the clients, and one from which they import quintain."""
    for client in CLIENTS:
        shutil.copy(client, tmp_path)
    (tmp_path / "installed").mkdir()
    (tmp_path / "installed" / "quintain").symlink_to(HERE.parent)
    (tmp_path / "mypy.ini").write_text(MYPY)
    (tmp_path / "pyrightconfig.json").write_text(
        json.dumps({"typeCheckingMode": "strict", "include": ["*.py"]})
    )
    return tmp_path


def check(project: Path, *command: str) -> str:
    """The output of a type checker."""
    places = {"MYPYPATH": "installed", "PYTHONPATH": str(project / "installed")}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=project, env=os.environ | places, capture_output=True,
        text=True,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def mistakes() -> set[int]:
    """The lines of the wrong client that are marked."""
    lines = CLIENTS[1].read_text().splitlines()
    return {number for number, line in enumerate(lines, 1) if "MISTAKE:" in line}


def test_nine_mistakes_are_planted() -> None:
    assert len(mistakes()) == 9


def test_type_checkers_know_all_systems() -> None:
    assert list(get_args(SystemName)) == own_systems()


@pytest.mark.slow  # 45 CPU seconds
def test_mypy_finds_the_mistakes_and_no_others(project: Path) -> None:
    names = [client.name for client in CLIENTS]
    told = check(project, "mypy", "--explicit-package-bases", *names)
    found = re.findall(r"^(\w+\.py):(\d+): error", told, re.MULTILINE)
    assert {name for name, _ in found} == {CLIENTS[1].name}, told
    assert {int(line) for _, line in found} == mistakes(), told


def test_pyright_finds_the_mistakes_and_no_others(project: Path) -> None:
    if importlib.util.find_spec("pyright") is None:
        pytest.skip("pyright is not installed: it fetches a Node.js package at its first start")
    told = json.loads(check(project, "pyright", "--outputjson", "--pythonpath", sys.executable))[
        "generalDiagnostics"
    ]
    assert {Path(one["file"]).name for one in told} == {CLIENTS[1].name}, told
    assert {one["range"]["start"]["line"] + 1 for one in told} == mistakes(), told
