"""Reads regular files up to a limit, writes files whole or not at all, and locks open files."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import uuid
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

CHUNK = 2**20
"""Bytes that are read at once."""
LOCKED_BYTE = 2**30
"""The byte that a lock on Windows takes, behind the end of all files that are locked: nobody else
can read a locked byte there."""


def read_file(path: str | Path, limit: int) -> bytes:
    """Read a regular file; a pipe or a device is refused before it can block.

    Args:
        path: the file.
        limit: largest size in bytes.

    Raises:
        OSError: the file cannot be read, is not regular, or is larger; `strerror` is the reason.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
    except ValueError:  # a null character, or one that the file system does not allow
        raise OSError(errno.EINVAL, "no file can have this name", str(path)) from None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "this is no regular file", str(path))
        data = _read_up_to(handle, limit + 1)
    finally:
        os.close(handle)
    if len(data) > limit:
        raise OSError(errno.EFBIG, f"it is larger than {limit:,} bytes", str(path))
    return data


def _read_up_to(handle: int, count: int) -> bytes:
    """The first bytes of an open file; its size, not `count`, says how much memory this takes."""
    parts: list[bytes] = []
    while count > 0 and (part := os.read(handle, min(count, CHUNK))):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write a file so that it holds the old or the new content, even after a kill.

    The new file has the permissions of the old one.

    Args:
        path: the file; a link is followed.
        content: bytes, or text that is written in UTF-8.

    Raises:
        OSError: the file cannot be written, as on a full disk; the old file is unchanged.
    """
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{uuid.uuid4().hex}.tmp")
    try:
        is_old = target.exists()
        if is_old and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with temporary.open("xb") as file:
            if is_old:  # before the content is there to be read
                _copy_permissions(target, temporary)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):  # its name may be that of the temporary file, or missing
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def _copy_permissions(source: Path, target: Path) -> None:
    """Give a file the permissions of another, where the file system has any."""
    mode = stat.S_IMODE(source.stat().st_mode)
    with contextlib.suppress(OSError):
        target.chmod(mode)


def lock_file(file: IO[bytes]) -> None:
    """Take the lock of a file that was just opened; it ends when `file` is closed or its process.

    Only those who ask for the lock notice it. A file system without locks gives it to everybody.

    Raises:
        BlockingIOError: the file is locked already, by this process or by another one.
    """
    try:
        _take_lock(file.fileno())
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            raise BlockingIOError(errno.EAGAIN, "it is locked", str(file.name)) from None


def _take_lock(handle: int) -> None:
    if sys.platform == "win32":
        os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
