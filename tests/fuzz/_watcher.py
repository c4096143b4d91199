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

from _worker import CORPUS, FOLDER, FOUND, Board, Head

POLL = 0.05
"""Seconds between two looks at a worker."""
MOST_SECONDS = 5.0
"""Most processor time for one input: other programs on the machine do not count."""
MOST_SECONDS_OF_WAITING = 60.0
"""Most time for one input in which the process sleeps; waiting for a processor does not count."""
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


def activity(process: int) -> tuple[bool, float]:
    """Whether a process sleeps, and the seconds that it has computed.

    If the process is gone or the system does not report it, it sleeps and has computed nothing.
    """
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        computed = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return True, 0.0
    return fields[0] != "R", computed


class Clock:
    """The time that the current input of a worker has taken.

    Attributes:
        computed: processor time in seconds.
        slept: seconds in which the process slept, counted in looks at it.
        passed: time of the clock since the beginning of the input, or of the process.
    """

    def __init__(self) -> None:
        """Begin with the process."""
        self.start = time.monotonic()
        self.began = self.computed = self.slept = self.passed = 0.0

    def look(self, head: Head, process: int) -> None:
        """Look at the worker; call this every `POLL` seconds."""
        sleeps, computed = activity(process)
        self.slept = self.slept + POLL * sleeps if head.began == self.began else 0.0
        self.began, self.computed = head.began, computed - head.began_cpu
        self.passed = time.monotonic() - (head.began or self.start)

    def problem(self, is_starting: bool) -> str | None:
        """Whether the input takes too long, and how long."""
        if is_starting:
            limit, most = self.passed, MOST_SECONDS_OF_START
        elif self.computed > MOST_SECONDS:
            return f"hangs: one input took more than {self.computed:.0f} s of processor time"
        else:
            limit, most = self.slept, MOST_SECONDS_OF_WAITING
        return f"hangs: one input took more than {limit:.0f} s" if limit > most else None


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
    clock, end, first, was_compiling = Clock(), float("inf"), 0, False
    while time.monotonic() < end and not stop.is_set():
        status = process.poll()
        if status == FOUND:
            return "raises what it may not raise"
        if status is not None:
            return f"dies with status {status}"
        head = board.read()
        clock.look(head, process.pid)
        finding = clock.problem(is_starting=head.compiling or head.done == 0)
        if finding is not None:
            return finding
        more = resident(process.pid) - first if first else 0
        if more > MOST_BYTES:
            return f"takes {more / 1e9:.1f} GB more than at first"
        if head.done > 0 and end == float("inf"):
            end = time.monotonic() + seconds
        if head.done >= 10 and (first == 0 or was_compiling) and not head.compiling:
            first = resident(process.pid)
        was_compiling = head.compiling
        time.sleep(POLL)
    return None


def keep(name: str, data: bytes) -> Path:
    """Add an input to the corpus."""
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    numbers = (folder / f"{number:04d}.bin" for number in itertools.count(1))
    path = next(path for path in numbers if not path.exists() or path.read_bytes() == data)
    path.write_bytes(data)
    return path
