"""The process that tries the inputs of one target, and the memory by which it is watched."""

from __future__ import annotations

import contextlib
import importlib.util
import mmap
import os
import random
import struct
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent
CORPUS = FOLDER / "corpus"
LONGEST = 2048
"""Most bytes of a random input."""
FOUND = 3
"""Exit status of a worker whose target raised an undocumented error."""


class Head(NamedTuple):
    """The data that worker and watcher share besides the current input.

    Attributes:
        began: start time of the input (`time.monotonic`), 0 before the first one.
        began_cpu: the processor time of the worker at that time, in seconds.
        done: number of inputs before this one.
        valid: number of those that the strategies accepted.
        seconds: processor time of those inputs without compiling, in seconds.
        length: bytes of the input.
        compiling: whether a function is being compiled.
    """

    began: float = 0.0
    began_cpu: float = 0.0
    done: int = 0
    valid: int = 0
    seconds: float = 0.0
    length: int = 0
    compiling: bool = False


LAYOUT = struct.Struct("<ddqqdq?")
"""The fields of a `Head`. The input follows."""


class Board:
    """The memory that a worker shares with its watcher."""

    def __init__(self, path: Path) -> None:
        """Open the shared file; create it if it is missing."""
        self.path = path
        if not path.exists():
            path.write_bytes(bytes(LAYOUT.size + (1 << 20)))
        with path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 0)

    def read(self) -> Head:
        """The head."""
        return Head(*LAYOUT.unpack_from(self.memory))

    def write(self, **changes: float) -> None:
        """Change some fields of the head, and restart the clock of the input."""
        now = {"began": time.monotonic(), "began_cpu": time.process_time()}
        LAYOUT.pack_into(self.memory, 0, *self.read()._replace(**now, **changes))

    @property
    def input(self) -> bytes:
        """The current input."""
        return bytes(self.memory[LAYOUT.size : LAYOUT.size + self.read().length])

    @input.setter
    def input(self, data: bytes) -> None:
        self.memory[LAYOUT.size : LAYOUT.size + len(data)] = data


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

        depth = 0

        def on_start(self, event: Any) -> None:
            self.depth += 1
            board.write(compiling=True)

        def on_end(self, event: Any) -> None:
            self.depth -= 1
            board.write(compiling=self.depth > 0)

    with event.install_listener("numba:compile", Listener()):
        yield


def work(name: str, seed: int, path: Path) -> None:
    """Try inputs until the watcher ends this process or is gone, or an input is a finding."""
    board, watcher = Board(path), os.getppid()
    fuzz = load_target(name)
    valid, seconds = 0, 0.0
    with noting_compilation(board):
        for done, data in enumerate(inputs(name, seed)):
            if os.getppid() != watcher:
                os._exit(0)
            board.input = data
            board.write(done=done, valid=valid, seconds=seconds, length=len(data))
            try:
                valid += fuzz(data) is not None
            except BaseException as error:
                traceback.print_exception(error, file=sys.stderr)
                sys.stderr.flush()
                os._exit(FOUND)
            seconds += _seconds_of_input(board.read())


def _seconds_of_input(head: Head) -> float:
    """Processor time of the input since the last compilation; threads count as one core."""
    return min(time.process_time() - head.began_cpu, time.monotonic() - head.began)
