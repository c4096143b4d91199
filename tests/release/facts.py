"""The needs of a release besides passing tests; a sentence says which one is missing."""

from __future__ import annotations

import csv
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
HOUR = 3600.0


def missing(root: Path = ROOT) -> list[str]:
    """A sentence for each thing that is missing, in the order of docs/release.md."""
    return [*of_fuzzing(root), *of_the_version(root), *of_the_repository(root)]


def of_fuzzing(root: Path) -> Iterator[str]:
    """Targets that did not run an hour since their last finding."""
    targets = {file.stem for file in (root / "tests/fuzz").glob("[a-z]*.py")} - {"hostile_files"}
    with (root / "tests/fuzz/hours.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    hours = {row["target"]: float(row["seconds_since_finding"]) / HOUR for row in rows}
    late = sorted(target for target in targets if hours.get(target, 0.0) < 1)
    if late:
        yield (
            f"fuzzing: {len(late)} of {len(targets)} targets ran less than an hour since their "
            f"last finding, {late[0]} among them: make fuzz-hours MINUTES=600"
        )


def of_the_version(root: Path) -> Iterator[str]:
    """Places that do not name this version and its date."""
    with (root / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    citation = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    if str(citation["version"]) != version:
        yield f"CITATION.cff: names version {citation['version']}, and pyproject.toml {version}"
    code = (root / "__init__.py").read_text(encoding="utf-8")
    if f'__version__ = "{version}"' not in code:
        yield f"__init__.py: __version__ must be {version}, as in pyproject.toml"
    day = str(citation.get("date-released", ""))
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        yield "CITATION.cff: date-released must be the day of the release, 2026-12-31"
    heading = re.search(r"^## .*$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    if heading is None or heading[0] != f"## {version} ({day})":
        found = heading[0] if heading else "nothing"
        yield f'CHANGELOG.md: the first heading must be "## {version} (DAY)", and is "{found}"'


def of_the_repository(root: Path) -> Iterator[str]:
    """Files that are not committed."""
    changed = output("git", "-C", str(root), "status", "--porcelain").splitlines()
    if changed:
        yield f"git: {len(changed)} files are not committed, {changed[0][3:]} among them"


def output(*command: str) -> str:
    """The text that a command prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
