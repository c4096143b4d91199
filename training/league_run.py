"""A slice of a league: a part of a learner's run, against opponents that do not change.

A slice begins new battles with the network, the optimizer, the counters and the generators of the
learner's checkpoint. It ends with a checkpoint. A slice that was interrupted
plays on from its last checkpoint, or from the one before it, and ends with the same bytes.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from . import checkpoint
from .config import TrainingConfig
from .display import Display
from .learning import Counters, Run
from .logbook import Logbook, logged_names, make_logger
from .run_dir import write_config
from .trained import TrainedAgent

SEED_STREAM = 5
"""The stream of the league's seed from which the battles of slices get theirs."""


class Slice(NamedTuple):
    """A part of a learner's run.

    Attributes:
        number: of the slice in the league.
        first: decisions of the learner when it begins.
        goal: decisions of the learner at which it ends, rounded up to a whole rollout.
        opponents: share of the battles by name of the agent.
    """

    number: int
    first: int
    goal: int
    opponents: Mapping[str, float]


class Result(NamedTuple):
    """The results of a slice.

    Attributes:
        decisions: of the learner's generation at its end.
        seconds: that it took, over all resumes.
        counts: Array `[O, 3]`: wins, draws and losses against the opponents, in their order.
        said: its lines for the terminal, if it was played without a display.
    """

    decisions: int
    seconds: float
    counts: np.ndarray
    said: list[str]


class Notes(Display):
    """Keeps the lines of a slice that no display shows."""

    def __init__(self) -> None:
        """Begin without a line."""
        super().__init__("", is_shown=False)
        self.said: list[str] = []

    def say(self, text: str) -> None:
        """Keep a line."""
        self.said.append(text)


def play_slice(
    config: TrainingConfig, folder: Path, part: Slice, begin_as: Path | None, is_evaluated: bool,
    display: Display | None = None,
) -> Result:  # fmt: skip
    """Play a slice, or the rest of one that was interrupted; the arguments are as for `LeagueRun`.

    Raises:
        CheckpointError: the checkpoint of the learner is missing or cannot be used.
    """
    if part.first and not checkpoint.has_checkpoint(folder):
        raise checkpoint.CheckpointError(
            f"{folder} has no checkpoint here: give --out a folder that all machines share"
        )
    notes = Notes()
    with collecting_garbage():
        run = LeagueRun(config, folder, part, begin_as, is_evaluated)
        counts = run.play(display or notes)
        seconds = run.counters.elapsed - run.counters.slice_began
        result = Result(run.decisions, seconds, counts, notes.said)
        del run
    return result


@contextmanager
def collecting_garbage() -> Iterator[None]:
    """Free the cycles that the block leaves, without a search through what was there before."""
    gc.freeze()
    try:
        yield
        gc.collect()
    finally:
        gc.unfreeze()


class LeagueRun(Run):
    """The run of a learner in one slice."""

    def __init__(
        self, config: TrainingConfig, folder: Path, part: Slice, begin_as: Path | None,
        is_evaluated: bool,
    ) -> None:  # fmt: skip
        """Build the run at the beginning of the slice, or where it was interrupted.

        Args:
            config: of the learner, with the named opponents of the league.
            folder: of the run.
            part: the slice.
            begin_as: folder of the agent whose network a new run copies; None for a new network.
            is_evaluated: whether it fights the heuristics now and then.
        """
        self.part = part
        self._named = [name for name, weight in config.opponents.items() if weight > 0]
        resume = checkpoint.has_checkpoint(folder)
        fought = config.model_copy(update={"opponents": dict(part.opponents)})
        super().__init__(fought, folder, resume, baselines=None if is_evaluated else ())
        if not resume:
            folder.mkdir(parents=True, exist_ok=True)
            write_config(config, folder)
            if begin_as is not None:
                self.policy.network.load_state_dict(TrainedAgent(begin_as).network.state_dict())

    def _resume(self) -> int:
        content, self.warning = checkpoint.read(self.folder)
        if checkpoint.decisions_of(content) > self.part.first:
            return super()._resume()
        try:
            kept = checkpoint.restore(content, self.model, None, self.frozen)
        except checkpoint.CheckpointError as error:
            raise checkpoint.CheckpointError(f"{self.folder}: the checkpoint {error}") from None
        names = ("elapsed", "decisions_per_round", "last_evaluated")
        known = {name: kept[name] for name in names}
        won = [0.0] * len(self.env.weights)
        self.counters = Counters(**known, slice_began=known["elapsed"], won=won)
        seed = np.random.SeedSequence([self.config.seed, SEED_STREAM, self.part.number])
        self.env.seed(int(seed.generate_state(1)[0]))
        model: Any = self.model
        model._last_obs = self.env.reset()
        model._last_episode_starts = np.ones(self.env.num_envs, np.bool_)
        return self.decisions

    def _evaluate_if_due(self, display: Display) -> None:
        if self.baselines:
            super()._evaluate_if_due(display)

    def play(self, display: Display) -> np.ndarray:
        """Learn until the end of the slice, and save.

        Returns:
            Array `[O, 3]`: wins, draws and losses against the opponents of the slice.
        """
        names = logged_names(self._named, self.baselines, self.teacher is not None)
        book = SliceBook(self.folder, names, self.resumed_at, tensorboard=False)
        self.model.set_logger(make_logger(self.folder, book))
        if self.warning:
            display.say(self.warning)
        self._begin()
        try:
            while self.decisions < self.part.goal:
                self.update(display)
            self.save()
        finally:
            self.model.logger.close()
            self.env.close()
        return self.env.tally[: len(self.part.opponents)].copy()


class SliceBook(Logbook):
    """A log with the named opponents only, since the others change with every slice."""

    def write(self, key_values: dict[str, Any], key_excluded: Any, step: int = 0) -> None:
        """Write one row without the names that the log does not have."""
        known = {name: value for name, value in key_values.items() if name in self.names}
        super().write(known, key_excluded, step)
