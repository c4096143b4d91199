"""Throughput: the decisions that each layer makes, per CPU-second and per second.

Every measurement plays random legal choices from the same seed. `checksum` is a hash of the battles
at its end: two measurements of a layer with the same number of decisions and the same checksum did
the same work. The yardstick, a loop of dice, measures the current speed of the machine. Compiling
is not counted.
"""

from __future__ import annotations

import hashlib
import math
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from ..agents.base import simplest, strongest
from ..agents.registry import make_agent
from ..envs.core.adapters.environments import Environments
from ..envs.core.adapters.vector import BattleVector
from ..envs.core.engine import loops
from ..envs.core.engine.dice import seed_rng_states
from ..envs.core.engine.system import System
from ..evaluation.field import deploy_field, play_compiled

SEED = 2026
BATTLES = 1024
WARM_UP = 40
"""Steps before the timing, so that every fighter has had a turn."""


@dataclass(frozen=True)
class Measurement:
    """The speed of one layer.

    Attributes:
        name: the layer.
        unit: the counted unit.
        count: number of units.
        per_cpu_second: count / CPU-seconds of this process.
        per_second: count / seconds on the clock.
        checksum: hash of the final states; empty for learning, where it depends on the libraries.
    """

    name: str
    unit: str
    count: int
    per_cpu_second: float
    per_second: float
    checksum: str


def checksum(battles: np.ndarray) -> str:
    """Hash of the records."""
    return hashlib.sha256(np.ascontiguousarray(battles).tobytes()).hexdigest()[:16]


def measure(
    name: str, unit: str, work: Callable[[int], tuple[int, str]], seconds: float, first: int
) -> Measurement:
    """Double the work until it takes this number of CPU-seconds; the last run counts.

    The amounts are powers of two, so that two measurements can have equal counts and checksums.
    """
    work(WARM_UP)  # compiles, or loads compiled code
    amount = first
    while True:
        cpu, clock = time.process_time(), time.perf_counter()
        count, digest = work(amount)
        cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
        if cpu >= seconds or amount > 1 << 40:
            return Measurement(name, unit, count, count / max(cpu, 1e-9), count / clock, digest)
        times = 2.0 if cpu < 0.05 * seconds else 1.2 * seconds / max(cpu, 1e-3)
        amount *= 2 ** max(1, math.ceil(math.log2(times)))


def yardstick(system: System, scenario: str, seconds: float) -> Measurement:
    """The yardstick: dice a second, without any rules."""

    def roll(amount: int) -> tuple[int, str]:
        rng_state = seed_rng_states(SEED)[0]
        loops.calibrate(rng_state, amount)
        return amount, checksum(rng_state)

    return measure("yardstick", "dice", roll, seconds / 4, 1_000_000)


def engine(system: System, scenario: str, seconds: float) -> Measurement:
    """Mask, observation, random legal choice and step, in one compiled loop."""

    def play(amount: int) -> tuple[int, str]:
        vector = BattleVector(system, 256, scenario, seed=SEED)
        mask = np.zeros(vector.num_actions, np.bool_)
        observation = np.zeros(vector.observation_length, np.float32)
        loops.play_randomly(
            vector.battles, vector.templates, vector.rng_state, mask, observation, 256 * amount
        )
        return 256 * amount, checksum(vector.battles)

    return measure("engine", "decisions", play, seconds, 100)


def vector_step(system: System, scenario: str, seconds: float) -> Measurement:
    """`BattleVector.step` on 1,024 battles; the choice of the actions is not timed."""

    def play(amount: int) -> tuple[int, str]:
        vector = BattleVector(system, BATTLES, scenario, seed=SEED)
        rng_state = seed_rng_states(SEED + 1, BATTLES)
        actions = np.zeros(BATTLES, np.int64)
        spent = [0.0, 0.0]
        for _ in range(amount):
            loops.choose_randomly(vector.action_masks, rng_state, actions)
            cpu, clock = time.process_time(), time.perf_counter()
            vector.step(actions)
            spent[0] += time.process_time() - cpu
            spent[1] += time.perf_counter() - clock
        times[:] = spent
        return BATTLES * amount, checksum(vector.battles)

    times = [0.0, 0.0]
    measurement = measure("BattleVector.step", "decisions", play, seconds, 10)
    return replace(
        measurement,
        per_cpu_second=measurement.count / max(times[0], 1e-9),
        per_second=measurement.count / max(times[1], 1e-9),
    )


def aec(system: System, scenario: str, seconds: float) -> Measurement:
    """PettingZoo AEC `raw_env`, last and step."""
    made_by = Environments(system)

    def play(amount: int) -> tuple[int, str]:
        env = made_by.raw_env(scenario=scenario)
        draw = random.Random(SEED).random
        env.reset(seed=SEED)
        steps = 0
        while steps < amount:
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.reset()
                continue
            env.step(pick(observation["action_mask"], draw))
            steps += 1
        return steps, hashlib.sha256(env.get_state()).hexdigest()[:16]

    return measure("PettingZoo AEC raw_env", "decisions", play, seconds, 1000)


def parallel(system: System, scenario: str, seconds: float) -> Measurement:
    """PettingZoo Parallel: a step is one fighter's decision, or the orders of all (counted)."""
    made_by = Environments(system)
    is_of_orders = system.order_choices is not None
    form: dict[str, Any] = {"mask_form": "tuple"} if is_of_orders else {}

    def play(amount: int) -> tuple[int, str]:
        env = made_by.parallel_env(scenario=scenario, **form)
        draw = random.Random(SEED).random
        observations, _ = env.reset(seed=SEED)
        count = 0
        while count < amount:
            actions = {agent: pick(one["action_mask"], draw) for agent, one in observations.items()}
            count += len(actions) if is_of_orders else 1
            observations, *_ = env.step(actions)
            if not env.agents:
                observations, _ = env.reset()
        return count, hashlib.sha256(env.get_state()).hexdigest()[:16]

    unit = "orders" if is_of_orders else "steps"
    return measure("PettingZoo Parallel", unit, play, seconds, 500)


def gymnasium_single(system: System, scenario: str, seconds: float) -> Measurement:
    """Gymnasium, one side against the simplest compiled heuristic."""
    made_by = Environments(system)

    def play(amount: int) -> tuple[int, str]:
        env = made_by.single_env(scenario=scenario, opponent=simplest(system))
        draw = random.Random(SEED).random
        env.reset(seed=SEED)
        digest = hashlib.sha256()
        for _ in range(amount):
            _, reward, terminated, truncated, _ = env.step(pick(env.action_masks(), draw))
            if terminated or truncated:
                digest.update(str(reward).encode())
                env.reset()
        return amount, digest.hexdigest()[:16]

    return measure("Gymnasium one side", "decisions", play, seconds, 1000)


def heuristic_battles(system: System, scenario: str, seconds: float) -> Measurement:
    """Whole battles between two compiled heuristics, on one thread."""
    names = (strongest(system), simplest(system))
    one, other = (make_agent(name, system.name).policy for name in names)

    def play(amount: int) -> tuple[int, str]:
        vector = BattleVector(system, 1, scenario)
        field = deploy_field(
            system,
            vector.templates,
            seed_rng_states(SEED, amount),
            seed_rng_states(SEED + 1, amount),
        )
        play_compiled(field, one, other)
        return len(field.battles), checksum(field.battles)

    return measure(" against ".join(names), "battles", play, seconds, 50)


def pick(mask: Any, draw: Callable[[], float]) -> Any:
    """A random legal action by a draw below 1; for a tuple of masks a random legal order."""
    if isinstance(mask, tuple):
        return [pick(clause, draw) for clause in mask]
    legal = mask.nonzero()[0]
    return int(legal[int(draw() * len(legal))])


def learning(system: System, scenario: str, seconds: float) -> list[Measurement]:
    """SB3: rollouts with the policy, and complete learning; empty without the extra `train`."""
    try:
        from ..training.speed import learning_speed
    except ImportError:
        return []
    measured = learning_speed(system.name, scenario, simplest(system), seconds)
    return [Measurement(checksum="", **one) for one in measured]


def first_use(system: System, scenario: str) -> dict[str, float]:
    """Seconds until `make_vec(num_envs=64)` is ready in a new process, cold and from the cache."""
    code = (
        f"import quintain; quintain.make_vec({system.name!r}, num_envs=64, scenario={scenario!r})"
    )
    times = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "QUINTAIN_CACHE_DIR": folder}
        for name in ("cold", "cached"):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], env=environment, check=True)
            times[name] = round(time.perf_counter() - start, 2)
    return times


LAYERS = (engine, vector_step, aec, parallel, gymnasium_single, heuristic_battles)


def measure_layers(
    system: System,
    scenario: str,
    seconds: float,
    report: Callable[[str], None] = lambda name: None,
    with_learning: bool = True,
) -> dict[str, Any]:
    """Measure every layer.

    Args:
        system: the system.
        scenario: name of the scenario.
        seconds: CPU-seconds for each layer.
        report: called with the name of each layer before its measurement.
        with_learning: also SB3's rollout and learning, and the compile times.
    """
    measurements = []
    for layer in (yardstick, *LAYERS, yardstick):
        report(str(layer.__doc__).partition(":")[0].partition(",")[0].rstrip("."))
        measurements.append(layer(system, scenario, seconds))
    if with_learning:
        report("SB3, and the compiler")
        measurements += learning(system, scenario, seconds)
    return {
        "scenario": f"{system.name}/{scenario}",
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {sys.version.split()[0]}",
        "bytes_a_battle": system.dtype.itemsize,
        "seconds_to_first_battle": first_use(system, scenario) if with_learning else {},
        "layers": [asdict(measurement) for measurement in measurements],
    }
