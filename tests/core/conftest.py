"""Fixtures for tests of the interfaces: all registered systems, random play, other processes."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.envs.core.scenarios.yaml_files import parse_model
from quintain.envs.core.session.match import Match

from .tiny_engine import ENGINE, copy_compiler

EXAMPLE = "mythic_epoch"

EPISODE = """
import hashlib, importlib, json, sys
import numpy as np

def play(env, seed, limit):
    env.reset(seed=seed)
    draw = np.random.default_rng(seed)
    digest, actions = hashlib.sha256(), []
    while env.agents and len(actions) < limit:
        observation, reward, terminated, truncated, info = env.last()
        digest.update(repr((env.agent_selection, reward, terminated, truncated)).encode())
        digest.update(observation["observation"].tobytes() + observation["action_mask"].tobytes())
        digest.update(env.get_state() + env.state().tobytes())
        if terminated or truncated:
            break
        action = int(draw.choice(np.flatnonzero(observation["action_mask"])))
        actions.append(action)
        env.step(action)
    return actions, digest.hexdigest()

def pick(mask, space, draw):
    if hasattr(space, "nvec"):  # an order
        clauses = np.split(mask, np.cumsum(space.nvec)[:-1])
        return [pick(clause, None, draw) for clause in clauses]
    return int(draw.choice(np.flatnonzero(mask)))

def play_parallel(env, seed, limit):
    observations, infos = env.reset(seed=seed)
    draw = np.random.default_rng(seed)
    digest, steps = hashlib.sha256(), []
    while env.agents and len(steps) < limit:
        for agent in env.agents:
            digest.update(observations[agent]["observation"].tobytes())
            digest.update(np.asarray(infos[agent]["action_mask"]).tobytes())
        actions = {
            a: pick(observations[a]["action_mask"], env.action_space(a), draw) for a in env.agents
        }
        steps.append(actions)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        digest.update(repr((rewards, terminated, truncated)).encode() + env.get_state())
    return steps, digest.hexdigest()
"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without the compiler, run the contract tests of the core for one system only.

    The rules of each system have interpreted tests of their own.
    """
    others = [name for name in system_names() if name != EXAMPLE]
    for item in items:
        system = item.callspec.params.get("system") if hasattr(item, "callspec") else None
        if system in others:
            item.add_marker(pytest.mark.compiled)


@pytest.fixture(params=system_names())
def system(request: pytest.FixtureRequest) -> System:
    """Each registered system."""
    return get_system(request.param)


@pytest.fixture
def v0(system: System) -> ModuleType:
    """The system's module of environments."""
    return importlib.import_module(f"quintain.envs.{system.name}_v0")


@pytest.fixture
def match(system: System) -> Match:
    """A match of the system's duel before its first `reset`."""
    return Match(system, "duel")


@pytest.fixture
def won(system: System, v0: ModuleType) -> Any:
    """A raw environment of a battle in which random play soon finds a winner."""
    scenario = system.load_scenario("duel")
    frail = {  # random play seldom wounds armoured fighters, and in Heimr no distant ones
        "heimr": ({"base": "fighter", "armour": "none"}, {"at": [1, 1]}),
        "platemail": (
            {"base": "swordsman", "armour": "none", "shield": "none", "max_wounds": 1}, {}
        ),
    }  # fmt: skip
    if system.name in frail:
        data = scenario.model_dump(exclude_none=True)
        fighter, place = frail[system.name]
        for side in ("red", "blue"):
            data[side][0] |= {"fighter": [fighter], **place}
        scenario = parse_model(system.scenario_model, data, "frail")
    env = v0.raw_env(scenario=scenario, choices="quick")
    env.reset(seed=0)
    return env


def choose(mask: np.ndarray, draw: np.random.Generator) -> int:
    """A random legal action."""
    return int(draw.choice(np.flatnonzero(mask)))


def play_on(match: Match, draw: np.random.Generator, decisions: int = 100_000) -> None:
    """Take at most `decisions` random actions."""
    for _ in range(decisions):
        if match.to_act < 0:
            return
        match.step(choose(match.mask, draw))


@pytest.fixture
def randomly() -> SimpleNamespace:
    """Random play: `choose(mask, draw)`, `play_on(match, draw, decisions)`."""
    return SimpleNamespace(choose=choose, play_on=play_on)


@pytest.fixture
def telling(system: System) -> Any:
    """The duel; in Platemail one between casters of Fear, so that standing choices occur."""
    scenario = system.load_scenario("duel")
    if system.name != "platemail":
        return scenario
    data = scenario.model_dump(exclude_none=True)
    for side in ("red", "blue"):
        data[side][0]["fighter"] = ["battle_mage"]
    return parse_model(system.scenario_model, data, "mages")


@pytest.fixture
def at_each_window(system: System) -> Callable[[Match], dict[str, bytes]]:
    """Play a match randomly, and return a state of each kind of window in a duel."""
    # A duel has no hiding, no cleave into a second enemy, no flanking, and in Platemail no second
    # target; Heimr's has no skills; random play seldom shoves, grapples, disarms, or meets a guard.
    few = {"heimr": 7, "martial": 7, "platemail": 6, "wildroll": 4}
    windows = few.get(system.name, len(system.windows) - 1)

    def states(match: Match) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        draw = np.random.default_rng(0)
        match.reset(seed=0)
        while len(found) < windows:
            assert len(match.actions) < 2000, f"only {list(found)} of {system.windows} were met"
            found.setdefault(match.window, match.get_state())
            match.step(choose(match.mask, draw))
            if match.to_act < 0:
                match.reset()
        return found

    return states


@pytest.fixture
def quiet() -> Any:
    """Ignore the warnings of PettingZoo's tests about observations that are dicts."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        yield


@pytest.fixture
def twins() -> Callable[[Callable, Callable[..., None]], list[Any]]:
    """Environments that a check of seeds makes and plays twice: `twins(make, check)`."""

    def play(make: Callable, check: Callable[..., None], **options: int) -> list[Any]:
        made: list[Any] = []
        check(lambda: made.append(make()) or made[-1], **options)
        return made

    return play


@pytest.fixture
def episode() -> Callable[..., tuple[list[int], str]]:
    """Play an environment: the actions, and a digest of all observations and states."""
    scope: dict[str, Any] = {}
    exec(EPISODE, scope)
    return lambda env, seed, limit: scope[
        "play" if hasattr(env, "agent_iter") else "play_parallel"
    ](env, seed, limit)


@pytest.fixture
def episodes_elsewhere() -> Callable[..., list[list]]:
    """The same in another process, without the compiler on request; `limits` by interface."""

    def play(
        system: str, seed: int, limits: dict[str, int], interpreted: bool = False
    ) -> list[list]:
        run = f"import quintain.envs.{system}_v0 as v0\n" + "".join(
            f"{how} = {'play_parallel' if how == 'parallel_env' else 'play'}"
            f"(v0.{how}(), {seed}, {limit})\n"
            for how, limit in limits.items()
        )
        mode = {"NUMBA_DISABLE_JIT": "1"} if interpreted else {}
        environment = {**os.environ, "PYTHONHASHSEED": "7", **mode}
        command = [
            sys.executable,
            "-P",
            "-c",
            f"{EPISODE}{run}print(json.dumps([{', '.join(limits)}]))",
        ]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    return play


@pytest.fixture
def env(v0: ModuleType) -> Any:
    """A raw environment at its first decision."""
    env = v0.raw_env()
    env.reset(seed=0)
    return env


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """A directory with the package `engine`: table, callee and caller in three files."""
    for name, text in ENGINE.items():
        file = tmp_path / "engine" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    copy_compiler(tmp_path)
    return tmp_path
