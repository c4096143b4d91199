"""The journal of a table: a text file with one line for each thing that happened.

Each line is a JSON object. Its `sum` is a checksum of the line and of the line before it, so that a
changed, missing or moved line is found. A line that a kill has cut off has no end of line; it is
left out.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
from io import FileIO
from pathlib import Path
from typing import Any

from ..envs.core.inputs.files import read_file, write_file
from ..envs.core.inputs.plain_text import one_line
from .file_lock import locked

FORMAT = "quintain-table"
VERSION = 1
ENDING = ".table"
"""Ending of the names of these files."""
MAX_BYTES = 64_000_000
TAKEN = "has changed: this table goes on in another window or program; open the file again"
Entry = dict[str, Any]


class TableError(ValueError):
    """One sentence: a table's file cannot be used, or the table cannot do what was asked."""


def sum_of(entry: Entry, before: str) -> str:
    """The checksum of an entry that follows the one with the checksum `before`."""
    text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()[:16]


class Journal:
    """A file of entries, each on the disk before the next thing happens.

    Attributes:
        path: the file.
        entries: its entries without their checksums; the first is the head.
    """

    def __init__(
        self, path: Path, entries: list[Entry], last: str, size: int, length: int | None = None
    ) -> None:
        """Continue a file; use `create_journal` and `read_journal`.

        Args:
            path: the file.
            entries: its entries.
            last: checksum of the last one.
            size: number of its valid bytes.
            length: of the file, with a line that a kill has cut off; None for `size`.
        """
        self.path, self.entries = path, entries
        self._last, self._size = last, size
        self._length = size if length is None else length

    def append(self, entry: Entry) -> None:
        """Write an entry to the end of the file.

        Raises:
            TableError: another process has written to the file; nothing was changed.
            OSError: the file cannot be written; then it has no part of the entry.
        """
        line, total = _line(entry, self._last)
        with self.path.open("r+b", buffering=0) as file, locked(file.fileno()):
            if file.seek(0, os.SEEK_END) != self._length:
                raise TableError(one_line(f"{self.path} {TAKEN}"))
            try:
                self._write(file, line)
            except BaseException:
                with contextlib.suppress(OSError):
                    file.truncate(self._size)
                self._length = file.seek(0, os.SEEK_END)
                raise
        self.entries.append(entry)
        self._last, self._size = total, self._size + len(line)
        self._length = self._size

    def _write(self, file: FileIO, line: bytes) -> None:
        """Put a line at the end of the valid bytes, and on the disk."""
        file.truncate(self._size)
        file.seek(self._size)
        if file.write(line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        os.fsync(file.fileno())

    def text(self) -> bytes:
        """The content of the file."""
        return self.path.read_bytes()[: self._size]


def _line(entry: Entry, before: str) -> tuple[bytes, str]:
    """The line of an entry, and its checksum."""
    total = sum_of(entry, before)
    return json.dumps({**entry, "sum": total}).encode() + b"\n", total


def create_journal(path: Path, head: Entry) -> Journal:
    """Begin a file with its head.

    Raises:
        FileExistsError: there is such a file.
        OSError: the file cannot be written.
    """
    entry = {"format": FORMAT, "version": VERSION, **head}
    line, total = _line(entry, "")
    try:
        path.open("xb").close()
    except FileExistsError:
        text = f"cannot begin {path}: it exists; give another name"
        raise FileExistsError(text) from None
    try:
        write_file(path, line)
    except BaseException:
        path.unlink()
        raise
    return Journal(path, [entry], total, len(line))


def read_journal(path: Path) -> Journal:
    """Read a file, to continue it.

    Raises:
        TableError: one sentence: the file cannot be read, is no table, newer or damaged.
    """
    try:
        data = read_file(path, MAX_BYTES)
    except OSError as error:
        raise TableError(one_line(f"{path}: cannot be read: {error.strerror}")) from None
    try:
        return _read(path, data)
    except TableError as error:
        raise TableError(one_line(f"{path}: {error}")) from None


def _read(path: Path, data: bytes) -> Journal:
    """The journal in a file's bytes."""
    whole = data[: data.rfind(b"\n") + 1]
    entries: list[Entry] = []
    last = ""
    for number, line in enumerate(whole.splitlines(), 1):
        entry = _entry(line)
        if number == 1:
            _check_head(entry)
        if entry is None or entry.pop("sum", None) != sum_of(entry, last):
            raise TableError(f"line {number} is damaged: delete it and the lines after it")
        last = sum_of(entry, last)
        entries.append(entry)
    if not entries:
        raise TableError("this is no table")
    return Journal(path, entries, last, len(whole), len(data))


def _entry(line: bytes) -> Entry | None:
    """The JSON object in a line; None if there is none."""
    try:
        entry = json.loads(line)
        json.dumps(entry).encode()
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _check_head(entry: Entry | None) -> None:
    """Refuse files of another kind, or of a newer quintain."""
    if entry is None or entry.get("format") != FORMAT:
        raise TableError("this is no table")
    version = entry.get("version")
    if type(version) is int and version > VERSION:
        raise TableError(
            f"the table was written by a newer quintain (version {version}, this one reads "
            f"{VERSION})"
        )
