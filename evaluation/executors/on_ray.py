"""Ray: a cluster on this machine for a while, or a running one, and the tasks that it carries out.

Ray carries out a task again if its worker or its machine dies.
"""

from __future__ import annotations

import importlib
import logging
import os
import re
import shutil
import socket
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Any

from ... import __version__
from ...envs.core.inputs.arguments import how_to_install, whole_number
from ...envs.core.inputs.plain_text import one_line
from .processes import AHEAD, MOST_DEATHS, MOST_WORKERS
from .tasks import Task, WorkerError, carry_out, compiles_here, pack, unpack

INSTALL = how_to_install("ray", "-c constraints-ray.txt ")
NEEDS_RAY = f"Ray is not installed: {INSTALL}"
RLLIB = "2.60"
"""The only minor release of Ray whose RLlib trains here, as in `pyproject.toml`."""
OBJECT_STORE = 200_000_000
"""Bytes of shared memory of a cluster that is started here."""
PATIENCE = 5.0
"""Seconds to wait for a connection to a cluster; Ray itself waits for minutes."""
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_BACKEND_LOG_LEVEL": "fatal", "RAY_raylet_start_wait_time_s": "180",
}  # fmt: skip
"""Variables of the environment: Ray neither reports its use nor warns, and a busy machine may
start slowly."""
AUTH_MODE = "RAY_AUTH_MODE"
"""Ray sends the token of this machine to an address only if this variable is `token`."""
VERSIONS = re.compile(r"Ray: (\S+)\s+Python: (\S+)")


def find_ray(needs: str = "ray") -> Any:
    """The module of Ray.

    Args:
        needs: a module of Ray that must be there too.

    Raises:
        ImportError: it is not installed, or does not fit the other packages.
    """
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    try:
        ray = importlib.import_module("ray")
        if needs != "ray" and not ray.__version__.startswith(f"{RLLIB}."):
            raise ImportError(f"training needs Ray {RLLIB}, and Ray {ray.__version__} is installed")
        importlib.import_module(needs)
    except ImportError as error:
        if getattr(error, "name", None) == "ray":
            raise ImportError(NEEDS_RAY) from None
        said = one_line(str(error), 200)
        raise ImportError(f"{needs} cannot be used ({said}): {INSTALL}") from None
    return ray


@contextmanager
def cluster(address: str = "", cpus: int = 0, needs: str = "ray") -> Iterator[Any]:
    """Connect to a cluster, or start one on this machine; stop or leave it after the block.

    Args:
        address: of a running cluster, `auto` for the one of this machine; empty starts one.
        cpus: processors that a cluster started here may use; 0 for all of the machine.
        needs: a module of Ray that must be there too.

    Yields:
        The module of Ray.

    Raises:
        ConnectionError: there is no cluster at the address, or it has other versions.
        ImportError: Ray is not installed.
    """
    ray = find_ray(needs)
    with ExitStack() as stack:
        options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        if not address:
            folder = tempfile.mkdtemp(prefix="ray-")  # short: Ray keeps sockets in it
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            options |= {
                "address": "local", "num_cpus": cpus or os.cpu_count(), "include_dashboard": False,
                "object_store_memory": OBJECT_STORE, "_temp_dir": folder,
            }  # fmt: skip
        else:
            options["address"] = address
        try:
            check_address(address)
            with _quiet():
                ray.init(**options)
        except Exception as error:  # Ray raises plain ones too
            raise ConnectionError(_refusal(str(error), address)) from None
        stack.callback(ray.shutdown)
        yield ray


@contextmanager
def _quiet() -> Iterator[None]:
    """Throw away what libraries of C write to standard error; errors are raised as before."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def check_address(address: str) -> None:
    """Look for a cluster at an address, HOST:PORT.

    Raises:
        OSError: nobody answers there.
    """
    host, _, port = address.rpartition(":")
    if "/" not in host and port.isdecimal():
        socket.create_connection((host, int(port)), PATIENCE).close()


def _refusal(said: str, address: str) -> str:
    """Why Ray does not connect, and what would help."""
    if len(versions := VERSIONS.findall(said)) == 2:
        (ray, python), (here, our_python) = versions
        return (
            f"the cluster has Ray {ray} with Python {python}, and this machine Ray {here} with "
            f"Python {our_python}: in such a Python, pip install ray=={ray}"
        )
    if not address:
        return f"Ray does not start on this machine: {one_line(said, 300)}"
    reason = one_line(re.split(r"[.!]\s", said)[0], 120)
    if reason.startswith("Failed to connect") and AUTH_MODE not in os.environ:
        return (
            f"Ray does not answer at {address!r} ({reason}): if its cluster began with a token, "
            f"set {AUTH_MODE}=token, or give --address auto on one of its machines"
        )
    return (
        f"no Ray cluster at {address!r} ({reason}): begin one with 'ray start --head', or leave "
        "out --address"
    )


def check_machines(ray: Any) -> None:
    """Let each machine of the cluster say that it has this quintain.

    Raises:
        ImportError: one has another quintain, or other rules.
        WorkerError: one has none.
    """
    strategies = importlib.import_module("ray.util.scheduling_strategies")
    task, remote = Task("a first task", "", int, ()), ray.remote(num_cpus=0)(carry_out)
    nodes = [node["NodeID"] for node in ray.nodes() if node["Alive"]]
    places = [strategies.NodeAffinitySchedulingStrategy(node, soft=False) for node in nodes]
    for found in [remote.options(scheduling_strategy=one).remote(pack(task)) for one in places]:
        answer_of(ray, task, found)


def answer_of(ray: Any, task: Task, found: Any) -> Any:
    """The result of a task whose answer Ray keeps under a reference.

    Raises:
        WorkerError: the machines lack quintain, or workers died again and again.
    """
    try:
        return unpack(ray.get(found))
    except ray.exceptions.RayTaskError as error:
        raise WorkerError(
            f"a machine of the cluster cannot carry out {task.title} "
            f"({one_line(str(error.cause), 120)}): install quintain {__version__} on all machines"
        ) from None
    except ray.exceptions.RayError as error:
        raise WorkerError(
            f"{MOST_DEATHS + 1} workers died of one task, {task.title}: try it with --workers "
            f"1 ({one_line(str(error), 120)})"
        ) from None


class RayTasks:
    """Carries out tasks on a Ray cluster; a context manager that connects to it.

    On a cluster of several machines, files of agents must have the same path on all of them.
    """

    def __init__(self, address: str = "", workers: int = 0) -> None:
        """Choose the cluster.

        Args:
            address: as for `cluster`.
            workers: tasks at a time; 0 for as many as the cluster has processors.

        Raises:
            ValueError: `workers` is out of range.
        """
        self.address = address
        self.count = whole_number("workers", workers, 0, MOST_WORKERS)
        self._stack = ExitStack()

    def __enter__(self) -> RayTasks:
        self._ray = self._stack.enter_context(cluster(self.address, self.count))
        self._carry_out = self._ray.remote(num_cpus=1, max_retries=MOST_DEATHS)(carry_out)
        self.count = self.count or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def run(self, tasks: Iterable[Task]) -> Generator[Any]:
        """The results of tasks in their order.

        Raises:
            ValueError: an agent cannot be sent to a worker.
            WorkerError: several workers died of one task.
        """
        ahead = AHEAD * self.count
        begun: list[tuple[Task, Any]] = []  # with the reference of its result, or the result
        coming = iter(tasks)
        try:
            while True:
                while len(begun) < ahead and (task := next(coming, None)) is not None:
                    is_here = compiles_here(task)
                    found = task.do() if is_here else self._carry_out.remote(pack(task))
                    begun.append((task, found))
                if not begun:
                    return
                task, found = begun.pop(0)
                is_reference = isinstance(found, self._ray.ObjectRef)
                yield answer_of(self._ray, task, found) if is_reference else found
        finally:
            for _, found in begun:
                if isinstance(found, self._ray.ObjectRef):
                    self._ray.cancel(found, force=True)
