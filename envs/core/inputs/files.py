"""Files of users: regular ones are read up to a limit, and all are written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import uuid
from pathlib import Path


def read_file(path: str | Path, limit: int) -> bytes:
    """Read a regular file; a pipe or a device is refused before it can block.

    Args:
        path: the file.
        limit: bytes that it may have.

    Raises:
        OSError: it cannot be read, is no regular file, or is larger; `strerror` is the reason.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
    except ValueError:  # a null character, or one that the file system cannot name
        raise OSError(errno.EINVAL, "no file can have this name", str(path)) from None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "this is no regular file", str(path))
        with open(handle, "rb", closefd=False) as file:
            data = file.read(limit + 1)
    finally:
        os.close(handle)
    if len(data) > limit:
        raise OSError(errno.EFBIG, f"it is larger than {limit:,} bytes", str(path))
    return data


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write a file so that whoever looks, even after a kill, finds the old content or the new.

    Args:
        path: the file; a link is followed.
        content: bytes, or text that is written in UTF-8.

    Raises:
        OSError: it cannot be written, the disk is full; the old file is as it was.
    """
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{uuid.uuid4().hex}.tmp")
    try:
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):  # which may name the temporary file, or none
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
