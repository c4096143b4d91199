"""What the tests of the interfaces share: every registered system, random play, other processes."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.envs.core.scenarios.yaml_models import parse_model
from quintain.envs.core.session.match import Match

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

def pick(mask, draw):
    if isinstance(mask, tuple):
        return [pick(clause, draw) for clause in mask]
    return int(draw.choice(np.flatnonzero(mask)))

def play_parallel(env, seed, limit):
    observations, infos = env.reset(seed=seed)
    draw = np.random.default_rng(seed)
    digest, steps = hashlib.sha256(), []
    while env.agents and len(steps) < limit:
        for agent in env.agents:
            digest.update(observations[agent]["observation"].tobytes())
            digest.update(np.asarray(infos[agent]["action_mask"]).tobytes())
        actions = {a: pick(observations[a]["action_mask"], draw) for a in env.agents}
        steps.append(actions)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        digest.update(repr((rewards, terminated, truncated)).encode() + env.get_state())
    return steps, digest.hexdigest()
"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without the compiler the contracts of the core are held to one system, which is quick.

    The rules of each have interpreted tests of their own.
    """
    for item in items:
        system = item.callspec.params.get("system") if hasattr(item, "callspec") else None
        if system in system_names() and system != EXAMPLE:
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
    """A match of the system's duel, not begun."""
    return Match(system, "duel")


@pytest.fixture
def won(system: System, v0: ModuleType) -> Any:
    """A raw environment in whose battle random play soon finds a winner."""
    scenario = system.load_scenario("duel")
    frail = {  # random play seldom wounds those in armour, and in Heimr not those who are apart
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
    env = v0.raw_env(scenario=scenario)
    env.reset(seed=0)
    return env


def choose(mask: np.ndarray, draw: np.random.Generator) -> int:
    """A random legal action."""
    return int(draw.choice(np.flatnonzero(mask)))


def play_on(match: Match, draw: np.random.Generator, decisions: int = 100_000) -> None:
    """Play randomly, so many decisions or to the end."""
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
    """The duel; in Platemail between two who cast Fear, so that standing choices are asked for."""
    scenario = system.load_scenario("duel")
    if system.name != "platemail":
        return scenario
    data = scenario.model_dump(exclude_none=True)
    for side in ("red", "blue"):
        data[side][0]["fighter"] = ["battle_mage"]
    return parse_model(system.scenario_model, data, "mages")


@pytest.fixture
def at_each_window(system: System) -> Callable[[Match], dict[str, bytes]]:
    """Play a match randomly, and give a state of each kind of window that a duel has."""
    # In a duel nobody hides, cleaves into a second enemy or is flanked, and in that of Heimr
    # nobody has skills; random play seldom shoves, grapples, disarms, or meets a guard.
    few = {"heimr": 7, "martial": 7, "wildroll": 4}
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
    """Without the warnings that PettingZoo's tests give for every observation that is a dict."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        yield


@pytest.fixture
def twins() -> Callable[[Callable, Callable[..., None]], list[Any]]:
    """The environments that a check of seeds makes and plays alike: `twins(make, check)`."""

    def play(make: Callable, check: Callable[..., None], **options: int) -> list[Any]:
        made: list[Any] = []
        check(lambda: made.append(make()) or made[-1], **options)
        return made

    return play


@pytest.fixture
def episode() -> Callable[..., tuple[list[int], str]]:
    """Play an environment: the actions, and a digest of all that an agent or a critic sees."""
    scope: dict[str, Any] = {}
    exec(EPISODE, scope)
    return lambda env, seed, limit: scope[
        "play" if hasattr(env, "agent_iter") else "play_parallel"
    ](env, seed, limit)


@pytest.fixture
def episode_elsewhere() -> Callable[..., tuple[list[int], str]]:
    """The same in another process, on request without the compiler."""

    def play(
        system: str, seed: int, limit: int, interpreted: bool = False, parallel: bool = False
    ) -> tuple[list, str]:
        make, how = ("parallel_env", "play_parallel") if parallel else ("raw_env", "play")
        run = (
            f"env = importlib.import_module('quintain.envs.{system}_v0').{make}()\n"
            f"print(json.dumps({how}(env, {seed}, {limit})))"
        )
        mode = {"NUMBA_DISABLE_JIT": "1"} if interpreted else {}
        environment = {**os.environ, "PYTHONHASHSEED": "7", **mode}
        command = [sys.executable, "-P", "-c", EPISODE + run]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        actions, digest = json.loads(done.stdout)
        return actions, digest

    return play
