"""Tasks, and the executors that carry them out.

A task is a function of this package with its arguments, such as a block of battles. An executor
yields the results in the order of the tasks, so they do not depend on the number of workers.

A task travels as a pickle that names its agents and its system instead of holding them: the worker
makes the agents again. Both sides must have the same rules and the same version of quintain.
"""

from __future__ import annotations

import functools
import io
import itertools
import os
import pickle
import traceback
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, Protocol

from ... import __version__
from ... import agents as _agents  # noqa: F401  (registers the heuristics)
from ...agents.python_agent import PythonAgent, TracedTactic
from ...agents.registry import make_agent, recipe_of
from ...envs.core.compiler.compile import IS_INTERPRETED, cache_folder, engine_hash, is_cached
from ...envs.core.engine.system import System, get_system
from ...envs.core.inputs.arguments import said
from ...envs.core.scenarios.yaml_models import ScenarioError
from ...envs.core.session.agent_query import AgentError

KINDS = (ScenarioError, AgentError, KeyError, ValueError, OSError, ImportError)
"""The kinds of errors that a user can mend; a worker's error keeps the first that fits."""


class WorkerError(OSError):
    """The workers cannot carry out a task; the message names it."""


@dataclass(frozen=True)
class Task:
    """Work that any process can do.

    Attributes:
        title: the task in a few words, for errors: `berserker against fencer, battles 1 to 500`.
        system: name of the system whose rules it needs.
        work: a function at the top of a module.
        arguments: its arguments; agents among them are made by name (`make_agent`).
    """

    title: str
    system: str
    work: Callable[..., Any]
    arguments: tuple[Any, ...]

    def do(self) -> Any:
        """The result, found in this process."""
        return self.work(*self.arguments)


class Executor(Protocol):
    """Carries out tasks."""

    def run(self, tasks: Iterable[Task]) -> Generator[Any]:
        """The results of tasks in their order; later tasks may already be under way.

        Raises:
            ValueError: an agent cannot be sent to a worker, since it was not made by name.
            WorkerError: workers died again and again.
        """
        ...


class ThisProcess:
    """Carries out each task when its result is asked for."""

    def run(self, tasks: Iterable[Task]) -> Generator[Any]:
        """The results of tasks in their order."""
        for task in tasks:
            yield task.do()


HERE = ThisProcess()
"""The executor of those who name none."""


@dataclass(frozen=True)
class Job:
    """Tasks whose results belong together, such as all blocks of a pairing.

    Attributes:
        tasks: gives the tasks.
        count: their number.
    """

    tasks: Callable[[], Iterator[Task]]
    count: int


def join_jobs(jobs: Iterable[Job]) -> Job:
    """All tasks of several jobs as one job."""
    parts = list(jobs)
    return Job(
        lambda: itertools.chain.from_iterable(one.tasks() for one in parts),
        sum(one.count for one in parts),
    )


def run_jobs(jobs: Sequence[Job], executor: Executor) -> Iterator[tuple[int, list[Any]]]:
    """Carry out all tasks of several jobs.

    Yields:
        After each task, the number of its job and the results of this job so far.
    """
    with closing(executor.run(join_jobs(jobs).tasks())) as results:
        for number, job in enumerate(jobs):
            found: list[Any] = []
            for _ in range(job.count):
                found.append(next(results))
                yield number, found


_COMPILED: set[str] = set()
"""Names of the systems of which a task was carried out in this process to compile the rules."""


def compiles_here(task: Task) -> bool:
    """Whether a task is to be carried out in this process, which compiles the rules for all.

    At most one task of a system is: if its code is still not stored then, it never will be. Where
    no code can be stored, a warning says that each worker compiles the rules.
    """
    if IS_INTERPRETED or task.system in _COMPILED or is_cached(get_system(task.system).advance):
        return False
    _COMPILED.add(task.system)
    if cache_folder() is not None:
        return True
    warnings.warn(
        "compiled code cannot be kept, so each worker compiles the rules itself: set "
        "QUINTAIN_CACHE_DIR to a folder of your own, and do not set QUINTAIN_PLAIN_NUMBA",
        RuntimeWarning,
        stacklevel=2,
    )
    return False


# --- Pickles --------------------------------------------------------------------------------------


class _Packer(pickle.Pickler):
    """Writes names in place of systems and agents, and which agents are the same object."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self._agents: dict[tuple[Any, ...], list[Any]] = {}

    def persistent_id(self, obj: Any) -> Any:
        """The name of a system or an agent; None for all else."""
        if isinstance(obj, System):
            return ("system", obj.name)
        if not isinstance(obj, type) and callable(getattr(obj, "predict", None)):
            named = *recipe_of(obj), obj.name
            alike = self._agents.setdefault(named, [])
            place = next((at for at, one in enumerate(alike) if one is obj), len(alike))
            if place == len(alike):
                alike.append(obj)
            return ("agent", *named, place)
        return None


class _Unpacker(pickle.Unpickler):
    """Makes systems and agents by their names."""

    def persistent_load(self, pid: Any) -> Any:
        """The system or the agent of a name."""
        kind, *rest = pid
        return get_system(*rest) if kind == "system" else _agent(*rest)


@functools.lru_cache(maxsize=64)
def _agent(made_from: str, system: str, seed: int, name: str, place: int) -> Any:
    """An agent by name; tasks of one worker share it, so that a network is read once.

    `place` tells agents of one name apart that are several objects: each has its own generator.
    """
    agent = make_agent(made_from, system, seed)
    agent.name = name
    if isinstance(agent, PythonAgent):
        agent.tactic = TracedTactic(name, agent.tactic)
    return agent


def pack(task: Task) -> bytes:
    """A task as bytes for `carry_out`.

    Raises:
        ValueError: an agent was not made by name.
    """
    body = io.BytesIO()
    _Packer(body).dump(task)
    return pickle.dumps((task.title, _version(), os.getcwd(), body.getvalue()))


def carry_out(packed: bytes) -> bytes:
    """Carry out a packed task in a worker; the result, or the error, as bytes for `unpack`."""
    title, version, folder, body = pickle.loads(packed)
    try:
        if version != _version():
            raise ImportError(
                f"a worker has quintain {_version()[0]} with other rules than quintain "
                f"{version[0]} here: install the same quintain on all machines"
            )
        with suppress(OSError):  # on another machine the folder may be missing
            os.chdir(folder)
        return pickle.dumps((True, _Unpacker(io.BytesIO(body)).load().do()))
    except Exception as error:
        return pickle.dumps((False, _titled(error, title)))


def unpack(answer: bytes) -> Any:
    """The result in a worker's answer; raises the error in it."""
    is_done, result = pickle.loads(answer)
    if not is_done:
        raise result
    return result


def _titled(error: Exception, title: str) -> Exception:
    """A worker's error for the main process: its message, the task, and how it came about."""
    kind = next((one for one in KINDS if isinstance(error, one)), RuntimeError)
    told = kind(f"{said(error)} (in {title})")
    told.add_note("".join(traceback.format_exception(error)))
    return told


def _version() -> tuple[str, str]:
    return __version__, engine_hash()
