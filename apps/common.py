"""What the commands share: names of scenarios and agents, the console, the compiling spinner."""

from __future__ import annotations

import contextlib
import importlib
import os
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from .. import agents as _agents  # noqa: F401  (registers the heuristics)
from ..agents.python_agent import PythonAgent
from ..agents.registry import make_agent
from ..envs.core.compiler.compile import on_compile
from ..envs.core.engine.system import System, get_system, system_names
from ..envs.core.inputs.plain_text import clean
from ..envs.core.scenarios.loading import load_templates

console = Console(markup=False)
"""What is said. Names and titles are printed as they are, whatever brackets they have."""
notes = Console(stderr=True, soft_wrap=True, markup=False)
"""What is said beside it, so that standard output holds nothing but what was asked for."""
waiting = Console(stderr=True, markup=False)
"""Where bars and spinners move, for those who wait."""


def split_scenario(text: str) -> tuple[System, str]:
    """SYSTEM/SCENARIO as a system and a scenario's name or path.

    Raises:
        ValueError: no slash.
        KeyError: unknown system or scenario, with the nearest names.
    """
    name, slash, scenario = text.partition("/")
    if not slash or not scenario:
        known = f"{name}/{get_system(name).scenario_names()[0]}" if name in system_names() else ""
        raise ValueError(f"say SYSTEM/SCENARIO, as in {known or 'mythic_epoch/duel'}, got {text!r}")
    system = get_system(name)
    system.load_scenario(scenario)
    return system, scenario


def split_agents(text: str, system: System) -> list[Any]:
    """Agents from names separated by commas."""
    return [load_agent(name.strip(), system) for name in text.split(",") if name.strip()]


def load_agent(name: str, system: System) -> Any:
    """An agent by name; what reads trained agents is imported only for one that lies in a folder.

    Raises:
        ImportError: a trained agent, without the packages to run it.
    """
    if Path(name).is_dir():
        try:
            importlib.import_module("..training.trained", __package__)
        except ModuleNotFoundError as error:
            if error.name and error.name.startswith("quintain"):
                raise
            raise ImportError(NEEDS_TRAIN) from None
    agent = make_agent(name, system)
    if isinstance(agent, PythonAgent):
        agent.tactic = Watched(name, agent.tactic)
    return agent


class Watched:
    """A user's own heuristic, whose mistakes are told with their line."""

    def __init__(self, name: str, tactic: Any) -> None:
        """Let it choose under a name, `path.py:Class`."""
        self.name, self.tactic = name, tactic

    def choose(self, view: Any) -> Any:
        """What it chooses.

        Raises:
            ValueError: it failed.
        """
        try:
            return self.tactic.choose(view)
        except (Exception, SystemExit) as error:
            frames = traceback.extract_tb(error.__traceback__)[1:]
            lines = [one.lineno for one in frames if one.filename == frames[0].filename]
            where = f"in line {lines[-1]}" if lines else "when asked for choose(self, view)"
            kind = type(error).__name__
            raise ValueError(f"{self.name} failed {where}: {kind}: {said(error)}") from error


def check_room(players: Iterable[Any], system: System, scenario: str) -> None:
    """Before a battle: whether those who were trained have a slot for each fighter in it.

    Raises:
        ValueError: somebody was trained for smaller battles.
    """
    size = int(load_templates(system, scenario)[1]["max_side"][0])
    for player in players:
        slots = getattr(player, "max_side", 0)
        if 0 < slots < size:
            raise ValueError(
                f"{player.name} was trained with {slots} slots a side, and this battle has {size}: "
                "take one that was trained for such battles"
            )


NEEDS_TRAIN = "trained agents need more packages: pip install 'quintain[train]'"


def said(error: BaseException) -> str:
    """What an error says in printable letters, without what Python puts around it."""
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    else:
        text = str(error.args[0] if isinstance(error, KeyError) and error.args else error)
    return "\n".join(map(clean, text.splitlines()))


def check_folder(path: Path | None) -> None:
    """Before long work: whether a file can be written there.

    Raises:
        FileNotFoundError: there is no such folder.
        PermissionError: nothing can be written into it.
        FileExistsError: a folder or a device has that name.
    """
    if path is None:
        return
    if not path.parent.is_dir():
        raise FileNotFoundError(f"no folder {str(path.parent)!r} to write {path.name} into")
    if path.exists() and not path.is_file():
        raise FileExistsError(f"{path} is no file, and cannot be written: give another name")
    if not os.access(path.parent, os.W_OK):
        raise PermissionError(f"nothing can be written into {path.parent}: name another folder")


@contextlib.contextmanager
def compiling(system: System) -> Iterator[Callable[[], None]]:
    """Say that the rules are being compiled, if they are; what is given says that they are now."""
    status = waiting.status(f"compiling the {system.title} rules, once")
    try:
        with on_compile(status.start):
            yield status.stop
    finally:
        status.stop()
