"""The journal of a table: a text file with one line for each thing that happened.

Each line is a JSON object. Its `sum` is a checksum of the line and of the line before it, so that a
changed, missing or moved line is found. A line that a kill has cut off has no end of line; it is
left out. A process that writes to a journal holds its lock; reading needs none.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
from pathlib import Path
from typing import Any

from ..envs.core.inputs.files import lock_file, read_file
from ..envs.core.inputs.plain_text import one_line

FORMAT = "quintain-table"
VERSION = 1
ENDING = ".table"
"""Ending of the names of these files."""
MAX_BYTES = 4_000_000
"""Largest file: some 48,000 decisions, which take minutes to play again. A battle has hundreds."""
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

    def __init__(self, path: Path, entries: list[Entry], last: str, size: int, length: int) -> None:
        """Continue a file of `length` bytes; use `create_journal` and `read_journal`.

        Args:
            path: the file.
            entries: those that it holds.
            last: the checksum of the last one.
            size: bytes of the valid lines; a line that was cut off may follow.
            length: bytes of the file.
        """
        self.path, self.entries = path, entries
        self._last, self._size, self._length = last, size, length
        self._file: io.FileIO | None = None

    def claim(self) -> None:
        """Keep other programs from writing to the file until `close`.

        Raises:
            TableError: another program has it, or has changed it since it was read.
            OSError: the file cannot be written.
        """
        if self._file is None:
            self._hold(io.FileIO(self.path, "r+"))
        self._check_length()

    def _hold(self, file: io.FileIO) -> None:
        """Lock an open file, to write to it."""
        try:
            lock_file(file)
        except BlockingIOError:
            file.close()
            raise TableError(
                one_line(f"{self.path} is open in another program: close it there, then try again")
            ) from None
        self._file = file

    def _check_length(self) -> None:
        """Refuse a file that others have replaced or written to."""
        assert self._file is not None
        mine, there = os.fstat(self._file.fileno()), os.stat(self.path)
        if not os.path.samestat(mine, there) or there.st_size != self._length:
            self.close()
            raise TableError(one_line(f"another program has changed {self.path}: open it again"))

    def close(self) -> None:
        """Let other programs write to the file; `append` claims it again."""
        if self._file is not None:
            self._file.close()
            self._file = None

    __del__ = close

    def append(self, entry: Entry) -> None:
        """Write an entry to the end of the file.

        Raises:
            TableError: another program has the file or has changed it, or it is full.
            OSError: the file cannot be written; then it has no part of the entry.
        """
        self.claim()
        line, total = _line(entry, self._last)
        if self._size + len(line) > MAX_BYTES:  # nobody could read it again
            raise TableError(
                one_line(f"{self.path} is full: save its state, and begin a new table from that")
            )
        self._write(line)
        self.entries.append(entry)
        self._last = total

    def _write(self, line: bytes) -> None:
        """Write a line behind the valid ones, in whole or not at all."""
        file = self._file
        assert file is not None
        try:
            file.seek(self._size)
            file.truncate()
            rest = memoryview(line)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except BaseException:
            with contextlib.suppress(OSError):
                file.truncate(self._size)
                self._length = self._size
            raise
        self._size = self._length = self._size + len(line)

    def undone(self) -> set[int]:
        """The lines of the steps that were taken back, which need not be played again.

        A stranger's file can take back a long battle again and again.

        Raises:
            TableError: a line goes back to a decision that there is not.
        """
        steps: list[int] = []
        found: set[int] = set()
        for line, entry in enumerate(self.entries[1:], 2):
            if "undo" in entry:
                count = entry["undo"]
                if type(count) is not int or not 0 <= count < len(steps) - 1:
                    why = f"{self.path}: line {line}: no decision {count} to go back to"
                    raise TableError(one_line(why))
                found.update(steps[count + 1 :])
                del steps[count + 1 :]
            elif "note" not in entry:
                steps.append(line)
        return found

    def text(self) -> bytes:
        """The content of the file."""
        return self.path.read_bytes()[: self._size]


def _line(entry: Entry, before: str) -> tuple[bytes, str]:
    """The line of an entry, and its checksum."""
    total = sum_of(entry, before)
    return json.dumps({**entry, "sum": total}).encode() + b"\n", total


def create_journal(path: Path, head: Entry) -> Journal:
    """Begin a file with its head, and claim it.

    Raises:
        FileExistsError: there is such a file.
        OSError: the file cannot be written.
    """
    try:
        file = io.FileIO(path, "x")
    except FileExistsError:
        raise FileExistsError(f"cannot begin {path}: it exists; give another name") from None
    entry = {"format": FORMAT, "version": VERSION, **head}
    line, total = _line(entry, "")
    journal = Journal(path, [entry], total, 0, 0)
    try:
        journal._hold(file)
        journal._write(line)
    except BaseException:
        journal.close()
        path.unlink()
        raise
    return journal


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
