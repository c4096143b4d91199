"""Files of tables, damaged or with changed lines, with the old checksums or corrected ones."""

from __future__ import annotations

import functools
import json
from typing import Any

from hostile_files import change, check_line, damage, folder, write
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs.core.engine.system import get_system
from quintain.table.journal import TableError, sum_of
from quintain.table.notes import PERSON
from quintain.table.opening import new_table, open_table


@functools.cache
def seed() -> bytes:
    """A table with decisions, typed dice, an undo and notes."""
    path = folder() / "seed.table"
    path.unlink(missing_ok=True)
    people = {"red": PERSON, "blue": PERSON}
    table = new_table(get_system("mythic_epoch"), "duel", path, people, seed=1)
    table.begin([2, 0])
    for _ in range(6):
        table.take(int(table.match.mask.argmax()))
    table.undo(4)
    table.note(dice="typed", players={**people, "blue_0": "tactician"})
    return path.read_bytes()


@st.composite
def files(draw: Any) -> bytes:
    """Contents of a table's file."""
    if draw(st.booleans()):
        return draw(damage(seed()))
    entries = draw(change([json.loads(line) for line in seed().splitlines()]))
    if not isinstance(entries, list):
        entries = [entries]
    last, lines = "", []
    for entry in entries[:200]:
        if isinstance(entry, dict) and draw(st.integers(0, 9)):
            plain = {key: value for key, value in entry.items() if key != "sum"}
            last = sum_of(plain, last)
            entry = {**plain, "sum": last}
        lines.append(json.dumps(entry).encode() + b"\n")
    return b"".join(lines)


@given(files())
def fuzz_table_file(content: bytes) -> None:
    """A table goes on, or its file is refused in a printable line."""
    try:
        table = open_table(write("table.table", content))
    except TableError as error:
        check_line(error)
        return
    assert all(line.isprintable() for line, _ in table.lines)
    if table.pending is not None and (table.has_begun or table.pending.action is None):
        table.next_die(table.pending.action, list(table.pending.faces))


seed()  # compiles what the first input would wait for
