"""Checkpoints: the complete state of a run, in files that are whole or missing.

A file begins with a checksum of the rest, which PyTorch reads with `weights_only=True`: tensors,
numbers and text, no code. Older files of quintain have no checksum and are read without one. The
previous checkpoint is kept, and a run resumes from it if the last one is damaged. A killed and
resumed run continues bit for bit as if nothing had happened, if its schedules follow the number of
decisions (`steps`) and not the clock (`minutes`). The checksum finds damage, not malice: resume
only runs of people you trust.
"""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from ..envs.core.compiler.compile import engine_hash
from ..envs.core.inputs.files import read_file, write_file
from ..envs.core.inputs.plain_text import one_line
from .frozen_pool import FrozenPool
from .vec_env import BattleVecEnv

FILE_NAME, PREVIOUS_NAME = "checkpoint.pt", "checkpoint.previous.pt"
RAY_NAME, RAY_PREVIOUS_NAME = "ray_checkpoint", "ray_checkpoint.previous"
"""The folders of the checkpoints of a run on Ray."""
NAMES = (FILE_NAME, PREVIOUS_NAME, RAY_NAME, RAY_PREVIOUS_NAME)
"""Any of them marks a run that can be resumed."""
MAGIC = b"QUINTAIN TENSORS\n"
PYTORCH_MAGIC = b"PK\x03\x04"
DIGEST_BYTES = 32
MAX_BYTES = 4_000_000_000
"""Larger files are refused without reading them."""
FORMAT, VERSION = "quintain checkpoint", 1
KEYS = (
    "engine", "policy", "optimizer", "copies", "arrays", "starts", "torch", "numpy", "numbers",
)  # fmt: skip
UNFIT = (
    ArithmeticError, AttributeError, IndexError, KeyError, RuntimeError, TypeError, ValueError,
)  # fmt: skip
"""Errors of a checkpoint that does not fit the run; `RuntimeError` covers `RecursionError`."""


class CheckpointError(ValueError):
    """A checkpoint that cannot be used; the message says why."""


# --- Files of tensors -----------------------------------------------------------------------------


def write_tensors(path: Path, content: dict[str, Any]) -> None:
    """Write tensors, numbers and text with their checksum; a kill leaves the old file or the new.

    Raises:
        OSError: the file cannot be written, as on a full disk; the old file is unchanged.
    """
    buffer = io.BytesIO()
    torch.save(content, buffer)
    body = buffer.getvalue()
    write_file(path, MAGIC + hashlib.sha256(body).digest() + body)


def read_tensors(path: Path, form: str, version: int, keys: tuple[str, ...]) -> dict[str, Any]:
    """Read a file that `write_tensors` wrote.

    Args:
        path: the file.
        form: its format.
        version: the newest that can be read.
        keys: the entries that it must have.

    Raises:
        CheckpointError: damaged, foreign or newer.
    """
    try:
        content = torch.load(io.BytesIO(_read_body(path)), map_location="cpu", weights_only=True)
    except CheckpointError:
        raise
    except Exception:  # the kind depends on the bytes
        raise CheckpointError(f"{path}: cannot be read: it is not a file of PyTorch") from None
    if not isinstance(content, dict) or content.get("format") != form:
        raise CheckpointError(f"{path}: is not a {form}")
    if not isinstance(content.get("version"), int):
        raise CheckpointError(f"{path}: is damaged: it has no version")
    if content["version"] > version:
        raise CheckpointError(
            f"{path}: has version {content['version']}, but this quintain reads up to {version}"
        )
    missing = [key for key in keys if key not in content]
    if missing:
        raise CheckpointError(f"{path}: is damaged: it has no {missing[0]}")
    return content


def _read_body(path: Path) -> bytes:
    """The part of a file that PyTorch reads.

    Raises:
        CheckpointError: it cannot be read, or its checksum does not match.
    """
    try:
        data = read_file(path, MAX_BYTES)
    except OSError as error:
        raise CheckpointError(f"{path}: cannot be read: {error.strerror}") from None
    if data.startswith(PYTORCH_MAGIC):
        return data
    start = len(MAGIC) + DIGEST_BYTES
    body = data[start:]
    if data[:start] != MAGIC + hashlib.sha256(body).digest():
        raise CheckpointError(f"{path}: cannot be read: it is damaged, its checksum does not match")
    return body


# --- Checkpoints ----------------------------------------------------------------------------------


def has_checkpoint(folder: Path) -> bool:
    """Whether a folder contains a checkpoint."""
    return any((folder / name).exists() for name in NAMES)


def has_ray_checkpoint(folder: Path) -> bool:
    """Whether a folder contains a checkpoint of a run on Ray."""
    return any((folder / name).is_dir() for name in (RAY_NAME, RAY_PREVIOUS_NAME))


def read(folder: Path) -> tuple[dict[str, Any], str]:
    """The last checkpoint of a run, or the one before if the last one is damaged.

    Returns:
        Its content, and a sentence that says why it is not the last one, or "".

    Raises:
        CheckpointError: both are unusable.
    """
    try:
        return read_tensors(folder / FILE_NAME, FORMAT, VERSION, KEYS), ""
    except CheckpointError as error:
        if not (folder / PREVIOUS_NAME).exists():
            raise
        content = read_tensors(folder / PREVIOUS_NAME, FORMAT, VERSION, KEYS)
        return content, f"{error}; using the previous one, {PREVIOUS_NAME}, instead"


def _keep_previous(folder: Path) -> None:
    """Keep the last checkpoint as the previous one, unless it is damaged."""
    path = folder / FILE_NAME
    if path.exists():
        try:
            _read_body(path)
        except CheckpointError:
            return
        write_file(folder / PREVIOUS_NAME, read_file(path, MAX_BYTES))


def save(
    folder: Path, model: MaskablePPO, env: BattleVecEnv, frozen: FrozenPool,
    counters: dict[str, Any],
) -> None:  # fmt: skip
    """Write a checkpoint between two updates, and keep the previous one.

    Args:
        folder: of the run.
        model: the learner.
        env: its battles.
        frozen: its frozen copies.
        counters: numbers of the run.
    """
    world = env.snapshot()
    pool = frozen.snapshot()
    state: Any = np.random.get_state()
    _, keys, place, has_gauss, gauss = state
    _keep_previous(folder)
    write_tensors(
        folder / FILE_NAME,
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


def decisions_of(content: dict[str, Any]) -> int:
    """The decisions that the learner of a checkpoint has learned from.

    Raises:
        CheckpointError: it is damaged.
    """
    try:
        return _count(json.loads(content["numbers"])["model"][0])
    except UNFIT:
        raise CheckpointError("is damaged: it has no number of decisions") from None


def restore(
    content: dict[str, Any], model: MaskablePPO, env: BattleVecEnv | None, frozen: FrozenPool
) -> dict[str, Any]:
    """Restore a learner, its battles and its frozen copies from the content of a checkpoint.

    Args:
        content: of the checkpoint.
        model: the learner.
        env: its battles; None leaves them out, for a learner that begins other battles.
        frozen: its frozen copies.

    Returns:
        The counters of the run.

    Raises:
        CheckpointError: made with other rules, or for another config.
    """
    if content["engine"] != engine_hash():
        raise CheckpointError(
            "is of other rules, agents or data than those of now, so its battles cannot go on; "
            "start a new run"
        )
    try:
        return _restore(content, model, env, frozen)
    except UNFIT as error:
        reason = one_line(f"{type(error).__name__}: {error}", 200)
        raise CheckpointError(f"does not fit the run's config.yaml ({reason})") from None


def _restore(
    content: dict[str, Any], model: Any, env: BattleVecEnv | None, frozen: FrozenPool
) -> Any:
    numbers = json.loads(content["numbers"])
    model.policy.load_state_dict(content["policy"])
    model.policy.optimizer.load_state_dict(content["optimizer"])
    model.num_timesteps, model._n_updates = map(_count, numbers["model"])
    frozen.restore({"copies": content["copies"], **numbers["league"]})
    if env is not None:
        kept = _unpack(env.snapshot(), {**content["arrays"], **numbers["env"]})
        model._last_obs = env.restore(kept)
        model._last_episode_starts = content["starts"].numpy().reshape(env.num_envs)
    torch.set_rng_state(content["torch"])
    keys = content["numpy"].numpy().astype(np.uint32)
    np.random.set_state(("MT19937", keys, *numbers["numpy"]))
    return numbers["counters"]


def _count(number: Any) -> int:
    if not isinstance(number, int) or number < 0:
        raise ValueError(f"a count must be an integer of 0 or more, got {number!r}")
    return number


def _pack(value: Any) -> Any:
    """Arrays of any type, records included, as bytes."""
    if isinstance(value, dict):
        return {name: _pack(inner) for name, inner in value.items()}
    data = bytearray(value.tobytes())  # empty for the weights of a run without named opponents
    return torch.frombuffer(data, dtype=torch.uint8) if data else torch.empty(0, dtype=torch.uint8)


def _unpack(like: Any, value: Any) -> Any:
    """Bytes back to arrays of the types and shapes of `like`."""
    if isinstance(like, dict) and isinstance(value, dict):
        return {name: _unpack(like.get(name), inner) for name, inner in value.items()}
    if isinstance(like, np.ndarray):
        return np.frombuffer(value.numpy().tobytes(), like.dtype).reshape(like.shape)
    return value
