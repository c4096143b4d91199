"""New tables, and tables that a file holds."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from ..envs.core.compiler.compile import engine_hash
from ..envs.core.engine.dice import seed_rng_states
from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import seed_or_entropy
from .journal import ENDING, create_journal, read_journal
from .table import Table


def new_table(
    system: System,
    scenario: Any,
    path: str | Path,
    players: dict[str, str],
    *,
    seed: int | None = None,
    max_side: int = 0,
    memory: int = 0,
    choices: tuple[str, str] = ("full", "full"),
) -> Table:
    """A new table; `begin` deploys the fighters.

    Args:
        system: the system.
        scenario: a scenario's name, path or model.
        path: the journal, a new file.
        players: as in `Table.players`.
        seed: of the machine's dice; None for a fresh one.
        max_side: slots a side; 0 for as many as the scenario needs.
        memory: number of public events that each fighter remembers.
        choices: `full` or `quick`, for red and for blue.

    Raises:
        ScenarioError: the scenario cannot be used.
        TableError: the players or another value cannot be used.
        OSError: the journal exists or cannot be written.

    After an error there is no new file.
    """
    model = system.load_scenario(str(scenario)) if isinstance(scenario, str | Path) else scenario
    needed = max(len(model.red), len(model.blue))
    head = {
        "system": system.name,
        "scenario": model.model_dump(mode="json", exclude_none=True),
        "max_side": max(max_side, needed),
        "memory": memory,
        "choices": list(choices),
        "players": players,
        "dice": seed_rng_states(seed_or_entropy(seed), 1)[0].tolist(),
        "engine": engine_hash(),
    }
    journal = create_journal(Path(path), head)
    try:
        return Table(journal)
    except BaseException:
        journal.close()
        journal.path.unlink()
        raise


def free_path(folder: Path, stem: str) -> Path:
    """The first free name for a table in a folder: `duel-1.table`."""
    paths = (folder / f"{stem}-{number}{ENDING}" for number in itertools.count(1))
    return next(path for path in paths if not path.exists())


def open_table(path: str | Path) -> Table:
    """Continue the table of a journal.

    Raises:
        TableError: one sentence: the file cannot be used.
    """
    table = Table(read_journal(Path(path)))
    table.read_on()
    return table
