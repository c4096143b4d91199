"""Checkpoints: everything that decides what comes, in one file that is whole or not there.

The file is PyTorch's, read with `weights_only=True`: tensors, numbers and text, no code. A run that
was killed and resumed goes on bit for bit as if nothing had happened, if its schedules follow the
number of decisions (`steps`) and not the clock (`minutes`).
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from ..envs.core.compile import engine_hash
from .league import League
from .vec_env import BattleVecEnv

FILE_NAME = "checkpoint.pt"
FORMAT, VERSION = "quintain checkpoint", 1
KEYS = (
    "engine", "policy", "optimizer", "copies", "arrays", "starts", "torch", "numpy", "numbers",
)  # fmt: skip


class CheckpointError(ValueError):
    """A checkpoint that cannot be used; the message says why."""


def write_atomically(path: Path, content: dict[str, Any]) -> None:
    """Write tensors, numbers and text to a file so that a kill leaves the old one or the new."""
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("wb") as file:
        torch.save(content, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def read_file(path: Path, form: str, version: int, keys: tuple[str, ...]) -> dict[str, Any]:
    """Read such a file.

    Args:
        path: the file.
        form: its format.
        version: the newest that can be read.
        keys: what has to be in it.

    Raises:
        CheckpointError: damaged, foreign or newer.
    """
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # of many kinds, by what the bytes look like
        known = isinstance(error, OSError | RuntimeError) and str(error)
        reason = str(error).splitlines()[0] if known else "it is damaged, or no file of PyTorch's"
        raise CheckpointError(f"{path}: cannot be read: {reason}") from None
    if not isinstance(content, dict) or content.get("format") != form:
        raise CheckpointError(f"{path}: is no {form}")
    if not isinstance(content.get("version"), int):
        raise CheckpointError(f"{path}: is damaged: it has no version")
    if content["version"] > version:
        raise CheckpointError(
            f"{path}: is of version {content['version']}, this quintain reads up to {version}"
        )
    missing = [key for key in keys if key not in content]
    if missing:
        raise CheckpointError(f"{path}: is damaged: it has no {missing[0]}")
    return content


def save(
    path: Path, model: MaskablePPO, env: BattleVecEnv, league: League, counters: dict[str, Any]
) -> None:
    """Write a checkpoint between two updates.

    Args:
        path: the file.
        model: the learner.
        env: its battles.
        league: its frozen copies.
        counters: numbers of the run.
    """
    world = env.snapshot()
    pool = league.snapshot()
    state: Any = np.random.get_state()
    _, keys, place, has_gauss, gauss = state
    write_atomically(
        path,
        {
            "format": FORMAT,
            "version": VERSION,
            "engine": engine_hash(),
            "policy": model.policy.state_dict(),
            "optimizer": model.policy.optimizer.state_dict(),
            "copies": pool.pop("copies"),
            "arrays": _pack({"vector": world.pop("vector"), "arrays": world.pop("arrays")}),
            "starts": torch.from_numpy(np.array(model._last_episode_starts)),
            "torch": torch.get_rng_state(),
            "numpy": torch.from_numpy(keys.astype(np.int64)),
            "numbers": json.dumps(
                {
                    "model": [model.num_timesteps, model._n_updates],
                    "numpy": [int(place), int(has_gauss), float(gauss)],
                    "env": world,
                    "league": pool,
                    "counters": counters,
                }
            ),
        },
    )


def load(path: Path, model: MaskablePPO, env: BattleVecEnv, league: League) -> dict[str, Any]:
    """Put a learner, its battles and its frozen copies back to a checkpoint.

    Returns:
        The counters of the run.

    Raises:
        CheckpointError: damaged, foreign, newer, or made with other rules.
    """
    content = read_file(path, FORMAT, VERSION, KEYS)
    if content["engine"] != engine_hash():
        raise CheckpointError(
            f"{path}: the rules, agents or data have changed since: its battles cannot go on; "
            f"start a new run"
        )
    numbers = json.loads(content["numbers"])
    model.policy.load_state_dict(content["policy"])
    model.policy.optimizer.load_state_dict(content["optimizer"])
    model.num_timesteps, model._n_updates = numbers["model"]
    league.restore({"copies": content["copies"], **numbers["league"]})
    model._last_obs = env.restore(_unpack(env.snapshot(), {**content["arrays"], **numbers["env"]}))
    model._last_episode_starts = content["starts"].numpy()
    torch.set_rng_state(content["torch"])
    keys = content["numpy"].numpy().astype(np.uint32)
    np.random.set_state(("MT19937", keys, *numbers["numpy"]))
    return numbers["counters"]


def _pack(value: Any) -> Any:
    """Arrays of any type, records included, as bytes."""
    if isinstance(value, dict):
        return {name: _pack(inner) for name, inner in value.items()}
    return torch.frombuffer(bytearray(value.tobytes()), dtype=torch.uint8)


def _unpack(like: Any, value: Any) -> Any:
    """Bytes back to arrays of the types and shapes of `like`."""
    if isinstance(like, dict) and isinstance(value, dict):
        return {name: _unpack(like.get(name), inner) for name, inner in value.items()}
    if isinstance(like, np.ndarray):
        return np.frombuffer(value.numpy().tobytes(), like.dtype).reshape(like.shape)
    return value
