"""Fuzzing of all interfaces: hostile calls and files may raise documented errors, nothing else.

    python tests/fuzz [--seconds 60] [--jobs 2] [TARGET ...]

A target is a function `fuzz_<name>` in a file of this folder, a Hypothesis test whose strategies
describe the calls. It catches the documented errors; all others are findings. Each target runs in
its own process. The death of the process, an input that takes more than 5 seconds, and 1 GB more
memory than at the beginning are findings too. Time for compiling does not count.

Findings are in `corpus/<target>/` and are tried first, so that no fault returns. The other inputs
are random bytes and changed pieces of the corpus.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import itertools
import mmap
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
CORPUS = FOLDER / "corpus"
MOST_SECONDS = 5.0
"""Most seconds for one input."""
MOST_BYTES = 1_000_000_000
"""Most memory of a process in addition to its memory after the first inputs."""
MOST_SECONDS_OF_START = 900.0
"""Most seconds for imports, compiling and the first input."""
LONGEST = 2048
"""Most bytes of a random input."""
FOUND = 3
"""Exit status of a worker whose target raised an undocumented error."""

HEAD = struct.Struct("<dqqq?")
"""Data shared by worker and watcher: start time of the input (0: none yet), number of inputs,
number of inputs that the strategies accepted, bytes of the input, whether a function is being
compiled. The input follows."""


# --- The worker -----------------------------------------------------------------------------------


class Board:
    """The memory that a worker shares with its watcher."""

    def __init__(self, path: Path) -> None:
        """Open the shared file; create it if it is missing."""
        self.path = path
        if not path.exists():
            path.write_bytes(bytes(HEAD.size + (1 << 20)))
        with path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 0)

    def read(self) -> tuple[float, int, int, int, bool]:
        """The head."""
        return HEAD.unpack_from(self.memory)

    def write(self, began: float, done: int, valid: int, length: int, compiling: bool) -> None:
        """Write the head."""
        HEAD.pack_into(self.memory, 0, began, done, valid, length, compiling)

    @property
    def input(self) -> bytes:
        """The current input."""
        return bytes(self.memory[HEAD.size : HEAD.size + self.read()[3]])

    @input.setter
    def input(self, data: bytes) -> None:
        self.memory[HEAD.size : HEAD.size + len(data)] = data


def load_target(name: str) -> Callable[[bytes], bytes | None]:
    """The function of a target that takes bytes; None says that they describe no call."""
    for path in target_files():
        if f"def fuzz_{name}(" in path.read_text(encoding="utf-8"):
            spec = importlib.util.spec_from_file_location(f"fuzz_{path.stem}", path)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module
            spec.loader.exec_module(module)
            test: Any = getattr(module, f"fuzz_{name}")
            return test.hypothesis.fuzz_one_input
    raise SystemExit(f"no target {name!r}; there are {', '.join(target_names())}")


def inputs(name: str, seed: int) -> Iterator[bytes]:
    """The corpus, then random bytes and changed pieces of the corpus, without end."""
    kept = [path.read_bytes() for path in sorted((CORPUS / name).glob("*.bin"))]
    yield from kept
    generator = random.Random(seed)
    while True:
        data = bytearray(generator.randbytes(generator.randrange(16, LONGEST)))
        if kept and generator.random() < 0.5:
            piece = generator.choice(kept)
            start = generator.randrange(len(piece) + 1)
            data[: len(piece) - start] = piece[start:]
            for _ in range(generator.randrange(8)):
                data[generator.randrange(len(data))] = generator.randrange(256)
        yield bytes(data[:LONGEST])


@contextlib.contextmanager
def noting_compilation(board: Board) -> Iterator[None]:
    """Report compilations on the board, and restart the clock after them."""
    from numba.core import event

    class Listener(event.Listener):
        """Notices when Numba's compiler begins and ends."""

        def on_start(self, event: Any) -> None:
            _, done, valid, length, _ = board.read()
            board.write(time.monotonic(), done, valid, length, True)

        def on_end(self, event: Any) -> None:
            _, done, valid, length, _ = board.read()
            board.write(time.monotonic(), done, valid, length, False)

    with event.install_listener("numba:compile", Listener()):
        yield


def work(name: str, seed: int, path: Path) -> None:
    """Try inputs until the watcher ends this process, or an input is a finding."""
    board = Board(path)
    fuzz = load_target(name)
    valid = 0
    with noting_compilation(board):
        for done, data in enumerate(inputs(name, seed)):
            board.input = data
            board.write(time.monotonic(), done, valid, len(data), False)
            try:
                valid += fuzz(data) is not None
            except BaseException as error:
                traceback.print_exception(error, file=sys.stderr)
                sys.stderr.flush()
                os._exit(FOUND)


# --- The watcher ----------------------------------------------------------------------------------


@dataclass
class Outcome:
    """The result of a target.

    Attributes:
        name: name of the target.
        inputs: number of inputs.
        valid: number of inputs that the strategies accepted.
        finding: description of the fault, None without one.
        path: the file with the input that caused it.
        output: end of the standard error of the process.
    """

    name: str
    inputs: int = 0
    valid: int = 0
    finding: str | None = None
    path: Path | None = None
    output: str = ""


def resident(process: int) -> int:
    """Current memory of a process in bytes, 0 if it is gone or the system does not report it."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def problem_of(board: Board, process: int, start: float, first: int) -> str | None:
    """The problem of a running worker, None without one.

    Args:
        board: the worker's board.
        process: its process id.
        start: time of its start.
        first: its memory after the first inputs in bytes, 0 before that.
    """
    began, done, _, _, compiling = board.read()
    passed = time.monotonic() - (began or start)
    is_starting = compiling or done == 0
    if passed > (MOST_SECONDS_OF_START if is_starting else MOST_SECONDS):
        return f"hangs: one input took more than {passed:.0f} s"
    if first and resident(process) - first > MOST_BYTES:
        return f"takes {(resident(process) - first) / 1e9:.1f} GB more than at first"
    return None


def watch(name: str, seconds: float, seed: int) -> Outcome:
    """Run a target for some seconds after its first input."""
    with tempfile.TemporaryDirectory() as folder:
        board = Board(Path(folder, "board"))
        with Path(folder, "errors").open("w+b") as errors:
            command = [sys.executable, str(FOLDER), "--work", name, str(seed), str(board.path)]
            # A target that writes a file without a path writes it into the temporary folder.
            process = subprocess.Popen(command, cwd=folder, stderr=errors, stdout=errors)
            try:
                finding = _follow(board, process, seconds)
            finally:
                process.kill()
                process.wait()
            errors.seek(0)
            output = errors.read()[-6000:].decode(errors="replace")
        _, done, valid, _, _ = board.read()
        outcome = Outcome(name, done, valid, finding, None, output)
        if finding is not None:
            outcome.path = keep(name, board.input)
        return outcome


def _follow(board: Board, process: subprocess.Popen, seconds: float) -> str | None:
    """Watch a worker until its time is over; return the fault, None without one."""
    start = time.monotonic()
    end, first, was_compiling = float("inf"), 0, False
    while time.monotonic() < end:
        status = process.poll()
        if status == FOUND:
            return "raises what it may not raise"
        if status is not None:
            return f"dies with status {status}"
        finding = problem_of(board, process.pid, start, first)
        if finding is not None:
            return finding
        _, done, _, _, compiling = board.read()
        if done > 0 and end == float("inf"):
            end = time.monotonic() + seconds
        if done >= 10 and (first == 0 or was_compiling) and not compiling:
            first = resident(process.pid)
        was_compiling = compiling
        time.sleep(0.05)
    return None


def keep(name: str, data: bytes) -> Path:
    """Add an input to the corpus."""
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    numbers = (folder / f"{number:04d}.bin" for number in itertools.count(1))
    path = next(path for path in numbers if not path.exists() or path.read_bytes() == data)
    path.write_bytes(data)
    return path


# --- The command ----------------------------------------------------------------------------------


def target_files() -> list[Path]:
    """The files that contain targets."""
    return sorted(path for path in FOLDER.glob("*.py") if not path.name.startswith("_"))


def target_names() -> list[str]:
    """The names of all targets."""
    lines = (
        line for path in target_files() for line in path.read_text(encoding="utf-8").splitlines()
    )
    return sorted(
        line.removeprefix("def fuzz_").partition("(")[0]
        for line in lines
        if line.startswith("def fuzz_")
    )


def main() -> int:
    """Run the targets and print their results; return 1 if there was a finding."""
    parser = argparse.ArgumentParser(prog="python tests/fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all of them if none is named")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each target")
    parser.add_argument("--jobs", type=int, default=2, help="targets at the same time")
    parser.add_argument("--seed", type=int, help="of the inputs; a random one if not given")
    parser.add_argument("--list", action="store_true", help="name the targets and stop")
    options = parser.parse_args()
    names = options.targets or target_names()
    unknown = sorted(set(names) - set(target_names()))
    if unknown or options.list:
        print("no target " + ", ".join(unknown) if unknown else "\n".join(names))
        return 2 if unknown else 0
    seed = random.SystemRandom().randrange(1 << 32) if options.seed is None else options.seed
    print(f"{len(names)} targets, {options.seconds:g} s each, seed {seed}", flush=True)
    found = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(lambda name: watch(name, options.seconds, seed), names):
            told = f"{outcome.inputs:>9,} inputs, {outcome.valid:,} calls"
            print(f"{outcome.name:28} {told}  {outcome.finding or 'nothing found'}", flush=True)
            if outcome.finding is not None:
                found += 1
                print(f"  input kept as {outcome.path}\n{outcome.output}", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
    else:
        sys.exit(main())
