"""Mutation testing of the rules: which small changes of a rule does no test of its system notice?

    python tests/mutation [--mutants 20] [--seed 1] [--jobs 1] [--least 0] [SYSTEM ...]

For each system it draws mutants of `rules/`, `navigation/`, `actions/`, `observation/`, `turn.py`
and `step.py` at random: a comparison or a condition turned around, a number one larger, `and` for
`or`, `+` for `-`, `min` for `max`, a call left out. It plants one at a time in a copy of the
repository and runs the tests of the system there, without the compiler: first those with a row of
the changed function in their names, then all of them. A mutant that passes survives. The report
names its function and what its docstring says.

Some survivors change nothing that anybody could notice; read each before you write a test for it.
Exit status 1 if fewer than `--least` percent of a system's mutants are noticed.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

from mutants import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
MUTATED = (
    "rules/**/*.py",
    "navigation/**/*.py",
    "actions/**/*.py",
    "observation/**/*.py",
    "turn.py",
    "step.py",
)
MOST_SECONDS = 900
"""Time for the tests of one mutant; one that takes longer counts as noticed."""
PASSED, NO_TESTS = 0, 5
"""Exit statuses of pytest that are no failure."""


@dataclass(frozen=True)
class Planted:
    """A mutant and its file, relative to the repository."""

    file: Path
    mutant: Mutant

    def __str__(self) -> str:
        """Where it is, what it changes, and what the function is for."""
        it = self.mutant
        return f"{self.file}:{it.line}: {it.before} -> {it.after}\n    {it.function}: {it.says}"


class Copy:
    """A copy of the repository in which one mutant at a time is planted."""

    def __init__(self, folder: Path) -> None:
        """Copy all files that git tracks or does not ignore."""
        self.parent, self.root = folder, folder / "quintain"
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, check=True, capture_output=True, text=True,
        )  # fmt: skip
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, self.root / name)

    def notices(self, system: str, planted: Planted) -> bool:
        """Whether a test of the system fails on a mutant, which is taken out again."""
        path = self.root / planted.file
        before = path.read_text("utf-8")
        path.write_text(planted.mutant.source, "utf-8")
        try:
            rows = planted.mutant.rows
            first = ["-k", " or ".join(f"_{row}_" for row in rows)] if rows else []
            return (bool(first) and self.fails(system, *first)) or self.fails(system)
        finally:
            path.write_text(before, "utf-8")

    def fails(self, system: str, *options: str) -> bool:
        """Whether a test of the system fails, or takes too long."""
        environment = {
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": str(self.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        command += ["-m", "interpreted and not slow", *options, f"tests/{system}"]
        try:
            run = subprocess.run(
                command, cwd=self.root, env=environment, timeout=MOST_SECONDS, capture_output=True
            )
        except subprocess.TimeoutExpired:
            return True
        return run.returncode not in (PASSED, NO_TESTS)


def sample(system: str, count: int, seed: int) -> list[Planted]:
    """Some mutants of a system, drawn at random; the same for the same seed and sources."""
    folder = ROOT / "envs" / system
    files = sorted({file for pattern in MUTATED for file in folder.glob(pattern)})
    found = [
        Planted(file.relative_to(ROOT), mutant)
        for file in files
        for mutant in mutants_of(file.read_text("utf-8"))
    ]
    return random.Random(f"{system} {seed}").sample(found, min(count, len(found)))


def survivors(system: str, planted: Sequence[Planted], copies: Sequence[Copy]) -> list[Planted]:
    """The mutants that no test of the system notices; each is reported when its tests are over."""
    free: Queue[Copy] = Queue()
    for copy in copies:
        free.put(copy)

    def is_noticed(one: Planted) -> bool:
        copy = free.get()
        try:
            noticed = copy.notices(system, one)
        finally:
            free.put(copy)
        print(f"{'noticed ' if noticed else 'SURVIVES'} {one}", flush=True)
        return noticed

    with ThreadPoolExecutor(len(copies)) as threads:
        results = list(threads.map(is_noticed, planted))
    return [one for one, noticed in zip(planted, results, strict=True) if not noticed]


def arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    systems = sorted(file.parent.name for file in (ROOT / "envs").glob("*/rules"))
    parser = argparse.ArgumentParser(prog="tests/mutation", description=__doc__.partition("\n")[0])
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help=f"of {', '.join(systems)}")
    parser.add_argument("--mutants", type=int, default=20, help="of each system (20)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (1)")
    parser.add_argument("--jobs", type=int, default=1, help="mutants tested at the same time (1)")
    parser.add_argument("--least", type=int, default=0, help="percent to be noticed (0)")
    given = parser.parse_args()
    if unknown := set(given.systems) - set(systems):
        parser.error(f"no system {', '.join(unknown)}: choose from {', '.join(systems)}")
    if given.mutants < 1 or given.jobs < 1:
        parser.error("--mutants and --jobs must be at least 1")
    given.systems = given.systems or systems
    return given


def main() -> int:
    """Test the mutants of each system. Returns the exit status."""
    given, is_weak = arguments(), False
    with tempfile.TemporaryDirectory() as folder:
        copies = [Copy(Path(folder) / str(number)) for number in range(given.jobs)]
        for system in given.systems:
            if copies[0].fails(system):
                print(f"the tests of {system} fail without a mutant: run them first")
                return 1
            planted = sample(system, given.mutants, given.seed)
            left = survivors(system, planted, copies)
            noticed = len(planted) - len(left)
            print(f"{system}: {noticed} of {len(planted)} mutants are noticed\n")
            is_weak |= 100 * noticed < given.least * len(planted)
    return int(is_weak)


if __name__ == "__main__":
    sys.exit(main())
