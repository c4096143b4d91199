"""The hours that each target has run, over all runs: a small table in the repository."""

from __future__ import annotations

import csv
import io
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from _watcher import Outcome
from _worker import CORPUS, FOLDER

from quintain import __version__
from quintain.envs.core.inputs.files import read_file, write_file

HOUR = 3600
MOST_BYTES = 1_000_000
NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9])?")


class Row(NamedTuple):
    """The runs of one target, added up.

    Attributes:
        target: its name.
        seconds: processor time of its inputs in seconds, without imports and compiling.
        inputs: number of inputs.
        calls: number of inputs that the strategies accepted.
        findings: number of findings.
        seconds_since_finding: processor time after the last finding; all of it without one.
        commit: the commit of the newest code that was run; "+" says that files were changed.
    """

    target: str
    seconds: float = 0
    inputs: int = 0
    calls: int = 0
    findings: int = 0
    seconds_since_finding: float = 0
    commit: str = ""


def read_ledger(path: Path) -> dict[str, Row]:
    """The rows by their targets; none if the file is missing.

    Raises:
        ValueError: the file is no such table.
    """
    if not path.exists():
        return {}
    text = read_file(path, MOST_BYTES).decode("utf-8", "replace")
    lines = list(csv.reader(io.StringIO(text)))
    if not lines or tuple(lines[0]) != Row._fields:
        raise ValueError(f"{path}: the first line must be {','.join(Row._fields)}")
    rows = {}
    for number, line in enumerate(lines[1:], 2):
        if len(line) != len(Row._fields) or not all(map(NUMBER.fullmatch, line[1:6])):
            raise ValueError(f"{path} line {number}: write a name, five numbers and a commit")
        seconds, inputs, calls, findings, since = line[1:6]
        counts = map(int, (inputs, calls, findings))
        rows[line[0]] = Row(line[0], float(seconds), *counts, float(since), line[6])
    return rows


def add(path: Path, outcome: Outcome, commit: str) -> None:
    """Add a run to the file, which another run may have changed since; it is written whole."""
    rows = read_ledger(path)
    old = rows.get(outcome.name, Row(outcome.name))
    rows[old.target] = Row(
        old.target,
        round(old.seconds + outcome.seconds, 1),
        old.inputs + outcome.inputs,
        old.calls + outcome.valid,
        old.findings + (outcome.finding is not None),
        0.0 if outcome.finding else round(old.seconds_since_finding + outcome.seconds, 1),
        commit,
    )
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([Row._fields, *sorted(rows.values())])
    write_file(path, text.getvalue())


def summary(path: Path, names: list[str]) -> str:
    """One line about these targets: hours, and how many ran an hour since their last finding."""
    rows = read_ledger(path)
    known = [rows.get(name, Row(name)) for name in names]
    hours = sum(row.seconds for row in known) / HOUR
    whole = sum(row.seconds_since_finding >= HOUR for row in known)
    told = f"{whole} of {len(known)} targets ran an hour or more since their last finding"
    return f"{path.name}: {hours:.1f} hours in all, {told}"


def current_commit(ledger: Path) -> str:
    """The short name of the commit, with "+" if files besides the ledger and the corpus differ.

    Without a repository it is the version of quintain.
    """
    top = FOLDER.parents[1]
    left_out = [f":(exclude){path.resolve()}" for path in (ledger, CORPUS)]
    try:
        commit = _git("-C", str(top), "rev-parse", "--short=10", "HEAD")
        inside = [each for each in left_out if each.startswith(f":(exclude){top.resolve()}")]
        difference = _git("-C", str(top), "status", "--porcelain", "-uno", "--", str(top), *inside)
    except (OSError, subprocess.CalledProcessError):
        return f"version {__version__}"
    return commit + "+" * bool(difference)


def _git(*words: str) -> str:
    """The answer of git."""
    answer = subprocess.run(["git", *words], capture_output=True, text=True, check=True)
    return answer.stdout.strip()
