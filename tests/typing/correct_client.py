"""A client of quintain's interfaces in which strict type checkers find nothing."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import quintain
from quintain.envs import mythic_epoch_v0, platemail_v0

Masks = npt.NDArray[np.int8] | npt.NDArray[np.bool_]


def first(masks: Masks) -> npt.NDArray[np.intp]:
    """The first legal action of each row."""
    found: npt.NDArray[np.intp] = masks.argmax(axis=-1)
    return found


def many_battles() -> npt.NDArray[np.float32]:
    """A batch of battles."""
    battles = quintain.make_vec(
        "mythic_epoch", num_envs=4, scenario=["duel", "skirmish"], seed=1,
        opponents=("berserker", None), illegal_actions="random",
    )  # fmt: skip
    battles.step(first(battles.action_masks))
    if battles.terminated.any() or battles.illegal.any():
        battles.restore(battles.snapshot())
    return battles.observations


def turn_by_turn() -> float:
    """PettingZoo's turn-based interface, by the module and by `make`."""
    env = mythic_epoch_v0.env(scenario="duel", render_mode="ansi", choices=("full", "quick"))
    raw = quintain.make("wildroll", illegal_actions="wait", shaping=0.5)
    raw.reset(seed=1)
    env.reset(seed=1)
    total = 0.0
    for agent in env.agent_iter(20):
        observation, reward, termination, truncation, info = env.last()
        rounds: int = info["rounds"]
        total += reward + rounds
        mask = observation["action_mask"]
        env.step(None if termination or truncation else env.action_space(agent).sample(mask))
    seen = raw.observe(raw.agents[0])["observation"]
    return total + float(seen[0]) + env.match.rounds


def all_at_once() -> dict[str, float]:
    """PettingZoo's parallel interface, with decisions and with whole orders."""
    env = quintain.make("heimr", "parallel", memory=2)
    env.reset(seed=1)
    env.step(dict.fromkeys(env.agents, 0))
    orders = platemail_v0.parallel_env(mask_form="flat")
    observations, _ = orders.reset(seed=1)
    passes = [0] * len(orders.choices)
    _, rewards, *_ = orders.step({agent: passes for agent in observations})
    return rewards


def one_side() -> tuple[npt.NDArray[np.float32], float]:
    """Gymnasium's interface."""
    env = mythic_epoch_v0.single_env(opponent="berserker", side="alternate")
    env.reset(seed=1)
    action = int(first(env.action_masks()))
    observation, reward, _, _, info = env.step(action)
    return observation, reward + int(info["winner"])


if __name__ == "__main__":
    print(quintain.systems(), many_battles(), turn_by_turn(), all_at_once(), one_side())
