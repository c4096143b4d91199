"""A lock on an open file, which ends with the process at the latest."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

FAR = 1 << 30
"""The byte that is locked on Windows, beyond the end of every table."""


@contextlib.contextmanager
def locked(handle: int) -> Iterator[None]:
    """Keep other processes that ask for this lock out; they wait.

    A file system without locks keeps nobody out.

    Args:
        handle: of the open file; on Windows its position changes.
    """
    with contextlib.suppress(OSError):
        _lock(handle)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            _unlock(handle)


if sys.platform == "win32":
    import msvcrt
    import os

    def _lock(handle: int) -> None:
        os.lseek(handle, FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)

    def _unlock(handle: int) -> None:
        os.lseek(handle, FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)

    def _unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)
