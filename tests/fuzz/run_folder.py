"""The folder of a run: checkpoint, agent and log, damaged or with changed values."""

from __future__ import annotations

import functools
import io
import json
from pathlib import Path
from typing import Any

import torch
from hostile_files import change, damage, folder, write
from hypothesis import given
from hypothesis import strategies as st

from quintain.training import checkpoint
from quintain.training.checkpoint import CheckpointError
from quintain.training.config import TrainingConfig
from quintain.training.learning import Counters, Run
from quintain.training.logbook import CSV_NAME, rows_until
from quintain.training.trained import FILE_NAME, TrainedAgent

CONFIG = TrainingConfig(
    opponents={"random": 1.0, "berserker": 1.0}, self_play=0.5, num_envs=4, rollout=4,
    minibatch=8, epochs=1, width=8, evaluation_pairs=1,
)  # fmt: skip


@functools.cache
def run() -> Run:
    """A small run that has written its files."""
    place = folder() / "run"
    place.mkdir()
    made = Run(CONFIG, place, resume=False)
    made.env.reset()
    made.model._last_obs = made.env.vector.observations.copy()
    made.model._last_episode_starts = made.env._dones.copy()
    made.save()
    (place / CSV_NAME).write_text("decisions,time/elapsed_s\n16,1.0\n32,2.0\n")
    return made


@functools.cache
def seed(name: str) -> bytes:
    """A file of the run as written."""
    return (run().folder / name).read_bytes()


def content_of(data: bytes) -> dict[str, Any]:
    """The content of a file of tensors."""
    start = len(checkpoint.MAGIC) + checkpoint.DIGEST_BYTES
    return torch.load(io.BytesIO(data[start:]), weights_only=True)


@st.composite
def changed_tensors(draw: Any, name: str) -> bytes:
    """A file with changed values and a corrected checksum."""
    content = content_of(seed(name))
    key = draw(st.sampled_from(sorted(content)))
    if key == "numbers":
        content[key] = json.dumps(draw(change(json.loads(content[key]))))
    elif key == "arrays":
        group = draw(st.sampled_from(sorted(content[key])))
        inside = draw(st.sampled_from(sorted(content[key][group])))
        data = content[key][group][inside].clone()
        for _ in range(draw(st.integers(1, 4))):
            data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
        content[key][group][inside] = data[: draw(st.sampled_from([len(data), len(data) - 1, 0]))]
    elif isinstance(content[key], torch.Tensor):
        content[key] = draw(st.sampled_from([content[key][:-1], torch.zeros(3), None]))
    else:
        content[key] = draw(change(content[key]))
    path = folder() / "changed.pt"
    checkpoint.write_tensors(path, content)
    return path.read_bytes()


def files(name: str) -> st.SearchStrategy[bytes]:
    """Contents of a file of tensors."""
    return st.one_of(damage(seed(name)), changed_tensors(name))


@given(st.deferred(lambda: files(checkpoint.FILE_NAME)))
def fuzz_run_checkpoint(data: bytes) -> None:
    """An accepted checkpoint can be continued."""
    place = Path(write("checkpoint.pt", data)).parent
    it = run()
    try:
        content, _ = checkpoint.read(place)
        kept = checkpoint.restore(content, it.model, it.env, it.frozen)
        Counters.of(kept, len(it.env.weights), len(it.env.names))
    except CheckpointError:
        return
    for _ in range(3):
        it.env.step(it.env.action_masks().argmax(1))


@given(st.deferred(lambda: files(FILE_NAME)))
def fuzz_run_policy(data: bytes) -> None:
    """An accepted agent chooses."""
    try:
        agent = TrainedAgent(write("policy.pt", data))
    except CheckpointError:
        return
    vector = run().env.vector
    agent.predict(vector.observations, action_masks=vector.action_masks)


@given(st.deferred(lambda: damage(seed(CSV_NAME))))
def fuzz_run_log(data: bytes) -> None:
    """The valid rows of a log are read."""
    for row in rows_until(write("progress.csv", data), 100):
        assert int(row["decisions"]) <= 100
