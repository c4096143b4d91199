"""Speed of the learner: rollouts alone, and rollouts with updates."""

from __future__ import annotations

import time
from typing import Any

from stable_baselines3.common.callbacks import CallbackList

from .config import TrainingConfig
from .learner import build_env, build_model


def learning_speed(
    system: str, scenario: str, opponent: str, seconds: float
) -> list[dict[str, Any]]:
    """Learn for at least `seconds` CPU-seconds against a compiled heuristic.

    Args:
        system: name of the system.
        scenario: name of the scenario.
        opponent: name of the compiled heuristic.
        seconds: CPU-seconds; the learner does at least one update.

    Returns:
        For rollouts and for learning: `name`, `unit`, `count`, `per_cpu_second`, `per_second`.
    """
    config = TrainingConfig(
        system=system, scenario=scenario, opponents={opponent: 1.0}, self_play=0.0, shaping=1.0
    )
    env = build_env(config)
    model: Any = build_model(config, env)
    batch = config.num_envs * config.rollout
    _, callback = model._setup_learn(batch, CallbackList([]))
    spent = {"rollout": [0.0, 0.0], "update": [0.0, 0.0]}

    def timed(what: str, work: Any) -> None:
        cpu, clock = time.process_time(), time.perf_counter()
        work()
        spent[what][0] += time.process_time() - cpu
        spent[what][1] += time.perf_counter() - clock

    count = 0
    while count == 0 or spent["rollout"][0] + spent["update"][0] < seconds:
        timed(
            "rollout",
            lambda: model.collect_rollouts(env, callback, model.rollout_buffer, config.rollout),
        )
        timed("update", model.train)
        count += batch
    env.close()
    whole = [spent["rollout"][k] + spent["update"][k] for k in range(2)]
    return [
        {
            "name": name,
            "unit": "decisions",
            "count": count,
            "per_cpu_second": count / max(times[0], 1e-9),
            "per_second": count / max(times[1], 1e-9),
        }
        for name, times in (("SB3 rollout", spent["rollout"]), ("SB3 learning", whole))
    ]
