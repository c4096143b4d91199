"""The state of a league in SQLite: learners, copies, pay-offs, slices, events.

The database alone says what the league is. Files that it does not name are leftovers of an
interrupted slice. Each slice ends in one transaction.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..envs.core.inputs.arguments import quote
from .checkpoint import CheckpointError
from .matchmaking import ROLES, Copy, Learner, Payoff

FILE_NAME = "league.sqlite"
VERSION = 1
NAME = re.compile(r"[a-z0-9_]{1,40}([-.][0-9]{1,15})?")
"""The name of a learner, of a copy (`main-3`), and of the folder of a learner (`main.512`)."""
SCHEMA = """
CREATE TABLE learner (
    name TEXT PRIMARY KEY, role TEXT NOT NULL, generation INTEGER NOT NULL,
    decisions INTEGER NOT NULL, copied_at INTEGER NOT NULL, total INTEGER NOT NULL,
    copied INTEGER NOT NULL, live TEXT NOT NULL);
CREATE TABLE copy (
    name TEXT PRIMARY KEY, learner TEXT NOT NULL, role TEXT NOT NULL, joined_at INTEGER NOT NULL,
    reason TEXT NOT NULL);
CREATE TABLE payoff (
    player TEXT NOT NULL, opponent TEXT NOT NULL, won REAL NOT NULL, drawn REAL NOT NULL,
    lost REAL NOT NULL, battles INTEGER NOT NULL, PRIMARY KEY (player, opponent));
CREATE TABLE slice (
    number INTEGER PRIMARY KEY, learner TEXT NOT NULL, generation INTEGER NOT NULL,
    first INTEGER NOT NULL, last INTEGER NOT NULL, seconds REAL NOT NULL, opponents TEXT NOT NULL);
CREATE TABLE event (number INTEGER PRIMARY KEY, decisions INTEGER NOT NULL, text TEXT NOT NULL);
"""

MOST = 2**53
"""The largest number in a database."""
KINDS: dict[str, Callable[[Any], bool]] = {
    "INTEGER": lambda value: type(value) is int and 0 <= value <= MOST,
    "REAL": lambda value: type(value) in (int, float) and 0 <= value <= MOST,
    "TEXT": lambda value: isinstance(value, str) and value.isprintable(),
}
"""Whether a value is of a declared kind, which SQLite does not check."""


class LeagueDatabase:
    """The state of a league; one process at a time can open it."""

    def __init__(self, path: Path, learners: Sequence[Learner] = ()) -> None:
        """Open the database, or create it with its learners, which either happens or does not.

        Raises:
            CheckpointError: it is damaged, newer, not the database of a league, or open elsewhere.
        """
        self.path = path
        with contextlib.ExitStack() as after_an_error:
            try:
                self._connection = sqlite3.connect(path, timeout=1, isolation_level=None)
                after_an_error.callback(self.close)
                self._prepare(learners)
            except sqlite3.Error as error:
                if "locked" in str(error):
                    raise CheckpointError(f"{path}: another process trains this league") from None
                raise CheckpointError(f"{path}: cannot be read: {error}") from None
            after_an_error.pop_all()

    def _prepare(self, learners: Sequence[Learner]) -> None:
        run = self._connection.execute
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA synchronous = FULL")
        with self.transaction():  # takes the lock, which the end of the process releases
            run(f"PRAGMA user_version = {run('PRAGMA user_version').fetchone()[0]}")
        (version,) = run("PRAGMA user_version").fetchone()
        if version not in (0, VERSION):
            raise CheckpointError(
                f"{self.path}: has version {version}, but this quintain reads {VERSION}"
            )
        if version == VERSION:
            if run("PRAGMA quick_check").fetchone() != ("ok",):
                raise CheckpointError(f"{self.path}: cannot be read: it is damaged")
            self._check_content()
            return
        with self.transaction():
            for statement in SCHEMA.split(";")[:-1]:
                run(statement)
            for learner in learners:
                self.put_learner(learner)
            run(f"PRAGMA user_version = {VERSION}")

    def _check_content(self) -> None:
        """Refuse what no league has written: other tables, triggers, values of other kinds.

        Raises:
            CheckpointError: there is such a thing.
        """
        query = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
        with contextlib.closing(sqlite3.connect(":memory:")) as empty:
            empty.executescript(SCHEMA)
            expected = empty.execute(query).fetchall()
        if self._rows(query) != expected:
            raise CheckpointError(f"{self.path}: is damaged: its tables are not those of a league")
        for table in [name for kind, name, _ in expected if kind == "table"]:
            columns = [(row[1], row[2]) for row in self._rows(f"PRAGMA table_info({table})")]
            for row in self._connection.execute(f"SELECT * FROM {table}"):
                for (name, kind), value in zip(columns, row, strict=True):
                    if not KINDS[kind](value) or (name == "role" and value not in ROLES):
                        raise CheckpointError(
                            f"{self.path}: is damaged: {table}.{name} is {quote(value)}"
                        )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All changes inside happen together, or none does, even after a kill.

        Raises:
            CheckpointError: they cannot be written, as on a full disk.
        """
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):  # SQLite may have done it
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise CheckpointError(f"{self.path}: cannot be written: {error}") from None
            raise

    # --- Reading ----------------------------------------------------------------------------------

    def learners(self) -> list[Learner]:
        """All learners, in the order in which they were created."""
        found = [Learner(*row) for row in self._rows("SELECT * FROM learner ORDER BY rowid")]
        self._check_names(name for one in found for name in (one.name, one.live or one.name))
        return found

    def copies(self) -> list[Copy]:
        """The copies in the league, the oldest first."""
        found = [Copy(*row) for row in self._rows("SELECT * FROM copy ORDER BY rowid")]
        self._check_names(one.name for one in found)
        return found

    def _check_names(self, names: Iterable[Any]) -> None:
        """Refuse names that lead out of the league's folder, or to code.

        Raises:
            CheckpointError: a learner, its folder or a copy has such a name.
        """
        for name in names:
            if not isinstance(name, str) or not NAME.fullmatch(name):
                raise CheckpointError(f"{self.path}: is damaged: no agent is called {quote(name)}")

    def payoff(self) -> Payoff:
        """The pay-off table."""
        rows = self._rows("SELECT player, opponent, won, drawn, lost FROM payoff")
        return Payoff({(row[0], row[1]): np.array(row[2:], float) for row in rows})

    def battles(self) -> dict[tuple[str, str], int]:
        """Battles that a player fought against an opponent, each once, without any fading."""
        rows = self._rows("SELECT player, opponent, battles FROM payoff")
        return {(player, opponent): count for player, opponent, count in rows}

    def slices(self) -> tuple[int, float]:
        """The number of slices, and the seconds that they took."""
        (row,) = self._rows("SELECT COUNT(*), COALESCE(SUM(seconds), 0) FROM slice")
        return row

    def events(self) -> list[tuple[int, str]]:
        """The events with the decisions of the league at which they happened, the oldest first."""
        return self._rows("SELECT decisions, text FROM event ORDER BY number")

    def _rows(self, query: str, *values: Any) -> list[Any]:
        return self._connection.execute(query, values).fetchall()

    # --- Writing, inside a transaction ------------------------------------------------------------

    def put_learner(self, learner: Learner) -> None:
        """Add a learner, or change it."""
        values = dataclasses.asdict(learner)
        places = ", ".join("?" * len(values))
        changes = ", ".join(f"{name} = excluded.{name}" for name in values)
        self._connection.execute(
            f"INSERT INTO learner VALUES ({places}) ON CONFLICT DO UPDATE SET {changes}",
            tuple(values.values()),
        )

    def add_slice(
        self, learner: Learner, last: int, seconds: float, opponents: Mapping[str, float]
    ) -> None:
        """Add a slice of a learner up to `last` decisions of its generation."""
        told = json.dumps({name: round(share, 4) for name, share in opponents.items()})
        values = (learner.name, learner.generation, learner.decisions, last, seconds, told)
        self._connection.execute("INSERT INTO slice VALUES (NULL, ?, ?, ?, ?, ?, ?)", values)

    def add_results(self, player: str, results: Mapping[str, np.ndarray], memory: float) -> None:
        """Add counts `[3]` of a learner against opponents; its older ones fade to `memory`."""
        run = self._connection.execute
        for column in ("player", "opponent"):
            run(
                "UPDATE payoff SET won = won * ?, drawn = drawn * ?, lost = lost * ? "
                f"WHERE {column} = ?",
                (memory, memory, memory, player),
            )
        for opponent, counts in results.items():
            won, drawn, lost = (int(number) for number in counts)
            run(
                "INSERT INTO payoff VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "won = won + excluded.won, drawn = drawn + excluded.drawn, "
                "lost = lost + excluded.lost, battles = battles + excluded.battles",
                (player, opponent, won, drawn, lost, won + drawn + lost),
            )

    def add_copy(self, copy: Copy) -> None:
        """Add a copy of a learner, which takes over the results of the learner, not its battles."""
        run = self._connection.execute
        run("INSERT INTO copy VALUES (?, ?, ?, ?, ?)", dataclasses.astuple(copy))
        run(
            "INSERT INTO payoff SELECT ?, opponent, won, drawn, lost, 0 FROM payoff "
            "WHERE player = ? AND opponent != ?",
            (copy.name, copy.learner, copy.learner),
        )

    def forget(self, player: str) -> None:
        """Remove all results of a player."""
        self._connection.execute(
            "DELETE FROM payoff WHERE player = ? OR opponent = ?", (player, player)
        )

    def remove_copy(self, name: str) -> None:
        """Remove a copy with its results."""
        self.forget(name)
        self._connection.execute("DELETE FROM copy WHERE name = ?", (name,))

    def add_event(self, decisions: int, text: str) -> None:
        """Add a line of the league's history."""
        self._connection.execute("INSERT INTO event VALUES (NULL, ?, ?)", (decisions, text))
