"""Runs a target in a process of its own, and notices when that dies, hangs or eats memory."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from _worker import CORPUS, FOLDER, FOUND, Board

MOST_SECONDS = 5.0
"""Most processor time for one input: other programs on the machine do not count."""
MOST_SECONDS_OF_WAITING = 60.0
"""Most time of the clock for one input, which may wait for something."""
MOST_SECONDS_OF_START = 900.0
"""Most time of the clock for imports, compiling and the first input."""
MOST_BYTES = 1_000_000_000
"""Most memory of a process in addition to its memory after the first inputs."""


@dataclass
class Outcome:
    """The result of a run of a target.

    Attributes:
        name: name of the target.
        inputs: number of inputs.
        valid: number of inputs that the strategies accepted.
        seconds: processor time of these inputs in seconds.
        finding: description of the fault, None without one.
        path: the file with the input that caused it.
        output: end of the standard error of the process.
    """

    name: str
    inputs: int = 0
    valid: int = 0
    seconds: float = 0.0
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


def processor_time(process: int) -> float:
    """Seconds that a process has computed, 0 if it is gone or the system does not report them."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return 0.0


def problem_of(board: Board, process: int, start: float, first: int) -> str | None:
    """The problem of a running worker, None without one.

    Args:
        board: the worker's board.
        process: its process id.
        start: time of its start.
        first: its memory after the first inputs in bytes, 0 before that.
    """
    head = board.read()
    waited = time.monotonic() - (head.began or start)
    is_starting = head.compiling or head.done == 0
    if waited > (MOST_SECONDS_OF_START if is_starting else MOST_SECONDS_OF_WAITING):
        return f"hangs: one input took more than {waited:.0f} s"
    computed = processor_time(process) - head.began_cpu
    if computed > MOST_SECONDS and not is_starting:
        return f"hangs: one input took more than {computed:.0f} s of processor time"
    if first and resident(process) - first > MOST_BYTES:
        return f"takes {(resident(process) - first) / 1e9:.1f} GB more than at first"
    return None


def watch(name: str, seconds: float, seed: int, stop: threading.Event) -> Outcome:
    """Run a target for some seconds after its first input, or until `stop` is set."""
    with tempfile.TemporaryDirectory() as folder:
        board = Board(Path(folder, "board"))
        with Path(folder, "errors").open("w+b") as errors:
            command = [sys.executable, str(FOLDER), "--work", name, str(seed), str(board.path)]
            # A target that writes a file without a path writes it into the temporary folder.
            # In a process group of its own, Ctrl-C reaches the watcher alone.
            process = subprocess.Popen(
                command, cwd=folder, stderr=errors, stdout=errors, process_group=0
            )
            try:
                finding = _follow(board, process, seconds, stop)
            finally:
                process.kill()
                process.wait()
            errors.seek(0)
            output = errors.read()[-6000:].decode(errors="replace")
        head = board.read()
        outcome = Outcome(name, head.done, head.valid, head.seconds, finding, None, output)
        if finding is not None:
            outcome.path = keep(name, board.input)
        return outcome


def _follow(
    board: Board, process: subprocess.Popen, seconds: float, stop: threading.Event
) -> str | None:
    """Watch a worker until its time is over; return the fault, None without one."""
    start = time.monotonic()
    end, first, was_compiling = float("inf"), 0, False
    while time.monotonic() < end and not stop.is_set():
        status = process.poll()
        if status == FOUND:
            return "raises what it may not raise"
        if status is not None:
            return f"dies with status {status}"
        finding = problem_of(board, process.pid, start, first)
        if finding is not None:
            return finding
        head = board.read()
        if head.done > 0 and end == float("inf"):
            end = time.monotonic() + seconds
        if head.done >= 10 and (first == 0 or was_compiling) and not head.compiling:
            first = resident(process.pid)
        was_compiling = head.compiling
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
