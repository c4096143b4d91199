"""Threads for the slices of a batch, and a lock that admits one caller at a time."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any


class Workers:
    """The threads and the lock of one object, in one process.

    A copy, a pickle and a forked process start with their own threads and lock.

    Attributes:
        owner: class of the object, for the error message.
    """

    def __init__(self, owner: str) -> None:
        """Create the lock; threads start with the first `run` that needs them."""
        self.owner = owner
        self._prepare_process()

    def _prepare_process(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.owner,)

    def __enter__(self) -> None:
        """Keep other threads out.

        Raises:
            RuntimeError: another thread holds the lock.
        """
        if self._process != os.getpid():
            self._prepare_process()
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(f"another thread uses this {self.owner}: give each thread its own")

    def __exit__(self, *_: object) -> None:
        """Let other threads in."""
        self._lock.release()

    def run(self, work: Callable[..., None], parts: Sequence[tuple[Any, ...]]) -> None:
        """Call `work` with the arguments of each part: one part here, several in threads."""
        if len(parts) == 1:
            work(*parts[0])
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(len(parts))
        list(self._pool.map(work, *zip(*parts, strict=True)))

    def close(self) -> None:
        """Stop the threads; the next run starts new ones."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown()
