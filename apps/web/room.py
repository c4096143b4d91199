"""The room: one encounter under construction or one table, and what can be done with it."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ...agents.character import split_character
from ...agents.npc import released_names
from ...agents.registry import agent_names, check_built_in
from ...envs.core.compiler.compile import on_compile
from ...envs.core.engine.system import System, get_system, system_names
from ...envs.core.inputs.files import write_file
from ...envs.core.inputs.spelling import nearest
from ...envs.core.scenarios.model import BaseScenario
from ...envs.core.session.agent_query import longest_memory, query_in_match
from ...table.dice import Die
from ...table.draft import Draft
from ...table.journal import ENDING, TableError
from ...table.notes import PERSON
from ...table.opening import free_path
from ...table.table import Table
from ..common import load_agent
from . import commands as c

DRAFT_FILE = "draft.json"
"""The encounter under construction, in the folder of the tables."""
MOVED_ON = "the table has moved on: look again"


Handler = Callable[["Room", Any], None]
HANDLERS: dict[type[c.Command], Handler] = {}
"""The function that obeys each command (`obeys`)."""


def obeys(kind: type[c.Command]) -> Callable[[Handler], Handler]:
    """Register the function that obeys a kind of command."""

    def register(handler: Handler) -> Handler:
        HANDLERS[kind] = handler
        return handler

    return register


class Room:
    """The room that all browsers look at.

    Attributes:
        folder: the folder of the tables.
        draft: the encounter under construction, if there is one.
        table: the table, if there is one.
        is_editing: whether the draft is a state of the table.
        back: number of decisions by which this state is older than the table.
        players: the player of each side, and of fighters who have another one, for the next table.
        dice: whose dice are typed at the next table.
        is_auto: whether agents act by themselves.
        version: raised with every change.
        story: raised when the story is another one, as after an undo.
        busy: the work that takes long just now, in words.
        notice: why agents do not act as asked, in a sentence.
        named: agents that the command line allows beside those of the system.
    """

    def __init__(self, folder: Path, named: tuple[str, ...] = ()) -> None:
        """An empty room."""
        self.folder, self.named = folder, named
        self.draft: Draft | None = None
        self.table: Table | None = None
        self.is_editing = self.is_auto = False
        self.players: dict[str, str] = {}
        self.dice = "machine"
        self.version = self.story = self.back = 0
        self.busy = self.notice = ""
        self.on_busy: Callable[[], object] = lambda: None
        self._agents: dict[str, Any] = {}
        self._chance = np.random.default_rng()

    # --- Questions --------------------------------------------------------------------------------

    @property
    def mode(self) -> str:
        """`build`, `play` or `home`."""
        if self.draft is not None:
            return "build"
        return "play" if self.table is not None else "home"

    @property
    def at(self) -> int:
        """The number of the moment at the table: it changes with every face and decision."""
        table = self.playing()
        faces = len(table.pending.faces) + 1 if table.pending else 0
        return (self.story * 10_000 + table.count) * 40 + faces

    def playing(self) -> Table:
        """The table.

        Raises:
            TableError: there is none.
        """
        if self.table is None or self.draft is not None:
            raise TableError("no battle is going on: begin one")
        return self.table

    def release_table(self) -> None:
        """Let other programs play the table, if there is one; its next step claims it again."""
        if self.table is not None:
            self.table.journal.close()

    def building(self) -> Draft:
        """The encounter under construction.

        Raises:
            TableError: there is none.
        """
        if self.draft is None:
            raise TableError("no encounter is under construction: choose one")
        return self.draft

    def die(self) -> Die | None:
        """The die that the rules ask for, in the step whose dice are being typed."""
        table = self.playing()
        if table.pending is None:
            return None
        return table.next_die(table.pending.action, list(table.pending.faces))

    def tables(self) -> list[Path]:
        """The tables of the folder, the latest first."""
        found = [path for path in self.folder.glob(f"*{ENDING}") if path.is_file()]
        return sorted(found, key=lambda path: -path.stat().st_mtime)

    def known_agents(self, system: System) -> list[str]:
        """The agents that a browser may name."""
        return [*agent_names(system), *released_names(system.name), *self.named]

    def agent(self, name: str, system: System, purpose: str = "play") -> Any:
        """An agent that a browser names, one for each purpose.

        Advice is given while the battle goes on, and an agent makes one decision at a time.

        Raises:
            ValueError: it is none of those that it may name, or cannot be used.
        """
        if split_character(name)[0] not in self.named:
            check_built_in(name, system, "this table (its command allows others with --agent)")
        key = f"{purpose}/{system.name}/{name}"
        if key not in self._agents:
            self._agents[key] = load_agent(name, system)
        return self._agents[key]

    def keep(self) -> None:
        """Write the encounter under construction to its file."""
        draft = self.building()
        if not self.is_editing:
            content = {"system": draft.system.name, "text": draft.text, "players": self.players}
            self.folder.mkdir(parents=True, exist_ok=True)
            write_file(self.folder / DRAFT_FILE, json.dumps(content).encode())

    def free_path(self, stem: str) -> Path:
        """The first free name for a table in the folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return free_path(self.folder, stem)

    def check_player(self, table: Table, name: str) -> None:
        """Refuse an agent that needs other battles than this one.

        Raises:
            ValueError: it needs more slots a side, more memory or other choices.
        """
        if name == PERSON:
            return
        agent = self.agent(name, table.system)
        slots = getattr(agent, "max_side", 0) or table.match.max_side
        if slots != table.match.max_side or longest_memory(0, agent) > table.match.memory:
            raise ValueError(f"{name} plays battles of another size: name it before the beginning")

    # --- Commands ---------------------------------------------------------------------------------

    def obey(self, command: c.Command, role: str) -> None:
        """Do what a browser asks for.

        Args:
            command: the command.
            role: `gm`, `red` or `blue`.

        Raises:
            ValueError: it is impossible or not allowed, in a sentence; nothing was changed.
            OSError: a file cannot be written; nothing was changed.
        """
        if role != "gm":
            self._check_role(command, role)
        with on_compile(self._compiles):
            try:
                self.notice = ""
                HANDLERS[type(command)](self, command)
            finally:
                self.busy = ""
                self.version += 1

    def _check_role(self, command: c.Command, role: str) -> None:
        if not isinstance(command, c.FOR_PLAYERS):
            raise ValueError("only the game master can do that")
        table = self.playing()
        is_asked = table.has_begun and not table.match.is_over
        if not is_asked or table.side != role or table.player != PERSON:
            raise ValueError("it is not your decision")

    def _compiles(self) -> None:
        self.busy = "The rules are prepared for this computer, once: this takes a minute or two."
        self.on_busy()

    # --- Agents -----------------------------------------------------------------------------------

    def play_agent(self) -> bool:
        """Let the agent act whose decision it is; False if it is not an agent's turn to act."""
        if not self.is_auto or self.draft is not None or self.table is None:
            return False
        table = self.table
        if table.match.is_over or table.pending is not None or table.player == PERSON:
            return False
        action = query_in_match(self.agent(table.player, table.system), table.match)[0]
        self.obey(c.Take(do="take", at=self.at, actions=[action]), "gm")
        return True

    def copy_of_match(self) -> Any:
        """A copy of the battle, for questions that take long.

        Raises:
            TableError: no decision is to be made.
        """
        table = self.playing()
        if table.match.is_over or table.pending is not None:
            raise TableError("no decision is to be made")
        return copy.deepcopy(table.match)

    def saved(self) -> str:
        """When the table was last written, `14:03`."""
        return time.strftime("%H:%M", time.localtime(self.playing().journal.path.stat().st_mtime))


def system_of(name: str, scenario: str = "") -> tuple[System, str]:
    """A system by name, and one of its own encounters.

    Raises:
        ValueError: there is no such system or encounter, or its encounters have no cast.
    """
    if name not in system_names():
        raise ValueError(f"no system {name!r}: {nearest(name, list(system_names()))}")
    system = get_system(name)
    if not issubclass(system.scenario_model, BaseScenario):
        raise ValueError(
            f"the table builds encounters of a cast on a map, and those of {system.title} have "
            f"neither: use quintain play {name}/{scenario or system.default_scenario}"
        )
    if scenario and scenario not in system.scenario_names():
        raise ValueError(f"no encounter {scenario!r} in {system.title}")
    return system, scenario
