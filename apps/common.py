"""Shared parts of the commands: names of scenarios and agents, consoles, the compiling spinner."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TextIO, TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from .. import agents as _agents  # noqa: F401  (registers the heuristics)
from ..agents.python_agent import PythonAgent, TracedTactic
from ..agents.registry import make_agent
from ..envs.core.compiler.compile import on_compile, share_stored
from ..envs.core.engine.system import System, get_system, system_names
from ..envs.core.inputs.arguments import how_to_install
from ..envs.core.inputs.spelling import nearest
from ..envs.core.scenarios.loading import load_templates
from ..envs.core.scenarios.yaml_files import read_key
from ..envs.core.scenarios.yaml_models import ScenarioError
from ..envs.core.text.narration import count
from ..evaluation.held_out import PREFIX, held_out_scenarios
from .compile_ahead import compile_ahead
from .foreign_file import looks_like
from .terminal import make_console

T = TypeVar("T")

console = make_console()
"""Standard output. It prints brackets in names and titles as they are."""
notes = make_console(stderr=True, soft_wrap=True)
"""Standard error for notes, so that standard output holds only the result."""
waiting = make_console(stderr=True)
"""Standard error for progress bars and spinners."""
_json_stream: ContextVar[TextIO | None] = ContextVar("json_stream", default=None)
ENDINGS = (".yaml", ".yml")
"""Endings of the names of scenario files."""
NEEDS_TRAIN = f"trained agents need more packages: {how_to_install('train')}"


def bar() -> Progress:
    """The progress bar of all commands."""
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=waiting,
        transient=True,
    )


def split_scenario(text: str) -> tuple[System, str]:
    """Split SYSTEM/SCENARIO into a system and a scenario's name or path.

    The path of a file may stand without its system if the file names it.

    Raises:
        ValueError: a folder, no slash, or a file without a system.
        KeyError: unknown system or scenario, with the nearest names.
        ScenarioError: the file cannot be used.
    """
    name, slash, scenario = text.partition("/")
    if text and name not in system_names() and Path(text).is_dir():
        example = Path(text, "fight.yaml")
        raise ValueError(f"{text} is a folder: name a file in it, such as {example}")
    is_file = text.endswith(ENDINGS) and (not slash or Path(name).is_dir())
    if is_file and name not in system_names():
        name, scenario = system_of_file(text), text
    if name not in system_names() and (meant := file_meant(text)):
        raise ValueError(f"no scenario {text!r}: did you mean {meant}?")
    if not scenario:
        known = f"{name}/{get_system(name).scenario_names()[0]}" if name in system_names() else ""
        raise ValueError(
            f"give SYSTEM/SCENARIO, as in {known or 'mythic_epoch/duel'}, or a file, camp.yaml, "
            f"got {text!r}"
        )
    system = get_system(name)
    if scenario.startswith(PREFIX) and scenario in (held_out := held_out_scenarios(system)):
        return system, str(held_out[scenario])
    try:
        system.load_scenario(scenario)
    except ScenarioError:
        if meant := file_meant(scenario):
            raise ScenarioError(f"no scenario {scenario!r}: did you mean {meant}?") from None
        is_unnamed = scenario.endswith(ENDINGS) and read_key(Path(scenario), "system") is None
        other = looks_like(scenario, name) if is_unnamed else None
        if other is None:
            raise
        raise ScenarioError(
            f"{scenario} looks like a scenario of {other.title}, not of {system.title}: write "
            f"{other.name}/{scenario}"
        ) from None
    return system, scenario


def file_meant(name: str) -> str:
    """The scenario file that a name means whose ending is missing; empty if there is none."""
    found = (f"{name}{ending}" for ending in ENDINGS)
    return next((one for one in found if Path(one).is_file()), "")


def system_of_file(path: str) -> str:
    """The system that a scenario file names.

    Raises:
        ScenarioError: the file is not readable as YAML.
        ValueError: it names none, or an unknown one.
    """
    name, known = read_key(Path(path), "system"), system_names()
    if name is None and (likely := looks_like(path)):
        raise ValueError(
            f"{path} does not say its system, but looks like a scenario of {likely.title}: begin "
            f"it with the line system: {likely.name}, or write {likely.name}/{path}"
        )
    if name is None:
        raise ValueError(
            f"{path} does not say its system: begin it with a line such as system: {known[0]}, or "
            f"write {known[0]}/{path}; the systems are {', '.join(known)}"
        )
    if name not in known:
        raise ValueError(f"{path}: no system {name!r}: {nearest(str(name), known)}")
    return str(name)


def of_all_systems(ask: Callable[[System], T]) -> list[T]:
    """The answers of all systems to a question; a note names each broken system and the reason.

    A fault in another distribution's system does not take the others down.
    """
    found = []
    for name in system_names():
        try:
            found.append(ask(get_system(name)))
        except Exception as error:  # whatever the modules of a stranger raise
            notes.print(f"{name} is left out: {error}")
    return found


@contextlib.contextmanager
def needing(packages: str) -> Iterator[None]:
    """Say which packages the imports of the block need, if one is not installed.

    Raises:
        ImportError: a package is missing; the message is `packages`.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("quintain"):
            raise
        raise ImportError(packages) from None


def split_agents(text: str, system: System) -> list[Any]:
    """Agents from names separated by commas."""
    return [load_agent(name.strip(), system) for name in text.split(",") if name.strip()]


def load_agent(name: str, system: System) -> Any:
    """The agent of a name; only a run's folder imports the code for trained agents.

    Raises:
        ImportError: the packages that run trained agents are not installed.
    """
    if Path(name).is_dir():
        with needing(NEEDS_TRAIN):
            importlib.import_module("..training.trained", __package__)
    agent = make_agent(name, system)
    if isinstance(agent, PythonAgent):
        agent.tactic = TracedTactic(name, agent.tactic)
    return agent


def check_room(players: Iterable[Any], system: System, scenario: str) -> None:
    """Check before a battle that trained agents have a slot for each fighter in it.

    Raises:
        ValueError: an agent was trained for smaller battles.
    """
    size = int(load_templates(system, scenario, with_states=True)[1]["max_side"][0])
    for player in players:
        slots = getattr(player, "max_side", 0)
        if 0 < slots < size:
            raise ValueError(
                f"{player.name} was trained with {count(slots, 'fighter')} a side, and this battle "
                f"has {size}: choose an agent that was trained for such battles"
            )


@contextlib.contextmanager
def json_alone() -> Iterator[None]:
    """Keep standard output for the JSON of `say`: all else, as what an agent prints, is a note."""
    before = _json_stream.set(sys.stdout)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        _json_stream.reset(before)


def say(as_json: bool, data: Any, show: Callable[[Any], None]) -> None:
    """Print data as JSON, or for people with `show`."""
    if as_json:
        print(json.dumps(data, indent=1), file=_json_stream.get())
    else:
        show(data)


def check_folder(path: Path | None) -> None:
    """Check before long work that the file can be written.

    Raises:
        FileNotFoundError: its folder does not exist.
        PermissionError: its folder is not writable.
        FileExistsError: a folder or a device has that name.
    """
    if path is None:
        return
    if not path.parent.is_dir():
        raise FileNotFoundError(
            f"cannot write {path.name}: the folder {str(path.parent)!r} does not exist"
        )
    if path.exists() and not path.is_file():
        raise FileExistsError(f"cannot write {path}: it is not a regular file; give another name")
    if not os.access(path.parent, os.W_OK):
        raise PermissionError(f"cannot write into the folder {path.parent}: give another folder")


@contextlib.contextmanager
def compiling(system: System, processes: int = 2) -> Iterator[Callable[[], None]]:
    """Show a spinner while the rules compile; the yielded function ends it.

    Args:
        system: the system.
        processes: 2 for a second process that compiles too, where there are two cores.
    """
    title = f"compiling the {system.title} rules, once"
    status = waiting.status(title)
    second = contextlib.ExitStack()

    def begin() -> None:
        status.start()
        if processes > 1:
            second.enter_context(compile_ahead(system))

    def tell(function: str) -> None:
        module = function.rpartition(".")[0].removeprefix("envs.")
        status.update(f"{title}: {100 * share_stored(system.name):.0f} %, now {module}")

    def end() -> None:
        status.stop()
        second.close()

    try:
        with on_compile(begin, tell):
            yield end
    finally:
        end()
