"""Worker processes on this machine.

A worker that dies is replaced, and its task is carried out again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any

from ...envs.core.inputs.arguments import whole_number
from .tasks import Task, WorkerError, carry_out, compiles_here, pack, unpack

MOST_WORKERS = 1024
MOST_DEATHS = 3
"""Workers that may die of one task."""
AHEAD = 4
"""Tasks a worker that may be begun or finished before the next result is taken."""
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""Variables of the environment that give each library of a worker one thread."""


class WorkerProcesses:
    """Carries out tasks in several processes; a context manager that stops them.

    As always with `multiprocessing`, a script that uses it needs `if __name__ == "__main__":`.
    """

    def __init__(self, count: int) -> None:
        """Choose the number of workers; they start with the first task.

        Raises:
            ValueError: `count` is out of range.
        """
        self.count = whole_number("workers", count, 1, MOST_WORKERS)
        self._workers: list[_Worker] = []

    def __enter__(self) -> WorkerProcesses:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the workers at once."""
        for worker in self._workers:
            worker.stop()
        self._workers = []

    def run(self, tasks: Iterable[Task]) -> Generator[Any]:
        """The results of tasks in their order.

        Raises:
            ValueError: an agent cannot be sent to a worker.
            WorkerError: several workers died of one task.
        """
        queue = _Queue(tasks, AHEAD * self.count)
        try:
            while True:
                for worker in self._idle():
                    if (work := queue.next()) is None:
                        break
                    worker.begin(*work)
                if queue.has_result():
                    yield queue.take()
                elif not self._wait(queue):
                    return
        finally:  # an error, or a caller that takes no more results
            for worker in [one for one in self._workers if one.work is not None]:
                worker.stop()
                self._workers.remove(worker)

    def _idle(self) -> Iterator[_Worker]:
        """The workers without work, with new ones up to their number."""
        yield from [one for one in self._workers if one.work is None]
        while len(self._workers) < self.count:
            self._workers.append(_Worker())
            yield self._workers[-1]

    def _wait(self, queue: _Queue) -> bool:
        """Wait for an answer or a death; False if no worker has work."""
        busy = {one.pipe: one for one in self._workers if one.work is not None}
        for pipe in wait(list(busy)) if busy else ():
            worker = busy[pipe]  # type: ignore[index]
            assert worker.work is not None
            number, packed = worker.work
            answer = worker.end()
            if answer is not None:
                queue.finish(number, answer)
                continue
            self._workers.remove(worker)
            worker.stop()
            queue.repeat(number, packed, worker.process.exitcode)
        return bool(busy)


class _Queue:
    """The tasks of one `run`: those to come, those to repeat, and the answers not yet taken."""

    def __init__(self, tasks: Iterable[Task], ahead: int) -> None:
        self._tasks = iter(enumerate(tasks))
        self._ahead = ahead
        self._begun: dict[int, str] = {}
        self._again: deque[tuple[int, bytes]] = deque()
        self._deaths: dict[int, int] = {}
        self._answers: dict[int, Any] = {}
        self._taken = 0

    def next(self) -> tuple[int, bytes] | None:
        """The number and the bytes of the next task; None if there is none for now."""
        if self._again:
            return self._again.popleft()
        while len(self._begun) < self._ahead:
            number, task = next(self._tasks, (0, None))
            if task is None:
                return None
            self._begun[number] = task.title
            if not compiles_here(task):
                return number, pack(task)
            self._answers[number] = task.do(), True
        return None

    def finish(self, number: int, answer: bytes) -> None:
        """Keep an answer."""
        self._answers[number] = answer, False

    def repeat(self, number: int, packed: bytes, status: int | None) -> None:
        """Let another worker do the task of one that died with an exit status.

        Raises:
            WorkerError: too many have died of it.
        """
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] == MOST_DEATHS:
            raise WorkerError(
                f"{MOST_DEATHS} workers died of one task, {self._begun[number]} (the last with "
                f"status {status}): try it with --workers 1; a script of your own needs "
                'if __name__ == "__main__":'
            )
        self._again.append((number, packed))

    def has_result(self) -> bool:
        """Whether the next result is there."""
        return self._taken in self._answers

    def take(self) -> Any:
        """The next result; raises the error of its task."""
        answer, is_plain = self._answers.pop(self._taken)
        del self._begun[self._taken]
        self._taken += 1
        return answer if is_plain else unpack(answer)


class _Worker:
    """A process that carries out one task after another.

    Attributes:
        work: the number and the bytes of its task; None if it has none.
    """

    def __init__(self) -> None:
        self.work: tuple[int, bytes] | None = None
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other,), daemon=True)
        with _quiet_start():
            self.process.start()
        other.close()

    def begin(self, number: int, packed: bytes) -> None:
        """Send a task; a dead worker shows in `end`."""
        self.work = number, packed
        with suppress(OSError):
            self.pipe.send_bytes(packed)

    def end(self) -> bytes | None:
        """The answer that has come; None if the worker has died."""
        self.work = None
        try:
            return self.pipe.recv_bytes()
        except (EOFError, OSError):
            return None

    def stop(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


@contextmanager
def _quiet_start() -> Iterator[None]:
    """Give a process that starts here one thread a library, and leave Ctrl-C to this process."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        if is_main:
            signal.signal(signal.SIGINT, handler)


def _serve(pipe: Connection) -> None:
    """Carry out tasks until the main process closes the pipe or dies, even by kill -9."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.stdout = sys.stderr  # what an agent prints is no result
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(carry_out(pipe.recv_bytes()))


def _end_with_parent() -> None:
    """End this worker at once when its main process dies, so that it writes no more files."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
