"""A training run, from top to bottom: MaskablePPO against heuristics and frozen copies of itself.

An update draws a frozen copy as opponent, collects a rollout, learns from it and logs. A run can be
saved and resumed between two updates. The checkpoint keeps the generators of all random draws;
evaluations have generators of their own.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from pydantic import TypeAdapter, ValidationError
from stable_baselines3.common.callbacks import CallbackList

from .. import agents  # noqa: F401  (registers the heuristics)
from ..envs.core.scenarios.yaml_files import Origin, explain
from . import checkpoint
from .config import ConfigError, TeacherConfig, TrainingConfig, change_run
from .display import Display
from .evaluator import Evaluator, count_results
from .frozen_pool import FrozenPool
from .learner import build_env, build_model, compile_steps
from .logbook import DECISIONS, ELAPSED, Logbook, logged_names, make_logger
from .policies import choose
from .run_dir import claim_folder, find_run, write_config
from .teacher import Teacher
from .trained import FILE_NAME as POLICY_NAME
from .trained import save_policy
from .vec_env import DRAW, WIN, win_shares

GUESSED_DECISIONS_PER_ROUND = 5.0
"""First value, until battles have ended."""
LEAST_LOST = 0.02
"""Least share of lost battles in an opponent's weight, so that every opponent is drawn."""
MEMORY = 0.9
"""Share of a running mean that an update keeps."""


@dataclass
class Counters:
    """Numbers of a run that a checkpoint keeps.

    Attributes:
        elapsed: seconds of learning, over all resumes.
        slice_began: `elapsed` when the slice of a league began that the run is in; else 0.
        decisions_per_round: of the learner's side, a running mean.
        last_evaluated: number of decisions at the last evaluation.
        won: running mean of the share of battles won against each heuristic fought.
        tally: battles by opponent and result, rounds and decisions, all at the last log.
    """

    elapsed: float = 0.0
    slice_began: float = 0.0
    decisions_per_round: float = GUESSED_DECISIONS_PER_ROUND
    last_evaluated: int = -1
    won: list[float] = field(default_factory=list)
    tally: list[list[int]] = field(default_factory=list)
    rounds: int = 0
    decisions: int = 0

    @classmethod
    def of(cls, kept: dict[str, Any], opponents: int, names: int) -> Counters:
        """The numbers of a checkpoint.

        Args:
            kept: by name.
            opponents: length of `won`.
            names: length of `tally` after the first log.

        Raises:
            CheckpointError: they do not fit such a run.
        """
        try:
            counters = TypeAdapter(cls).validate_json(json.dumps(kept), strict=True)
        except ValidationError as error:
            text = explain(error, Origin("is damaged: counters"))
            raise checkpoint.CheckpointError(text) from None
        lengths = [len(counters.won), *map(len, counters.tally)]
        if lengths not in ([opponents], [opponents, *[3] * names]):
            raise checkpoint.CheckpointError("does not fit the opponents of the run's config.yaml")
        return counters


def train(
    config_path: str | Path,
    steps: int | None = None,
    minutes: float | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: bool = True,
    make_run: Callable[..., Run] | None = None,
    *,
    seed: int | None = None,
) -> Path:
    """Train an agent.

    Args:
        config_path: a training config, its path or its name (`config.find_config`).
        steps: decisions to learn from, instead of the config's, rounded up to whole rollouts.
        minutes: time to learn for, instead of the config's.
        out: folder of the run; `runs/<name of the config>` (and a number) by default.
        resume: resume from the last checkpoint of that folder, with the config there; the config
            keeps new steps or minutes.
        progress: show a progress bar on standard error.
        make_run: makes the run from its config, its folder and `resume`; by default `Run`.
        seed: seed of everything random in the run, instead of the config's.

    Returns:
        The folder, with `policy.pt` (the agent), `config.yaml`, `progress.csv`, `tensorboard/` and
        `checkpoint.pt`.

    Raises:
        ConfigError: the config or the folder cannot be used; or another process learns there.
        CheckpointError: the checkpoint cannot be used.
        KeyboardInterrupt: the user stopped it; the last checkpoint stays.
    """
    folder, config = find_run(config_path, out, resume)
    if resume and checkpoint.has_ray_checkpoint(folder) != (make_run is not None):
        other = "with --on ray" if make_run is None else "without --on ray"
        raise ConfigError(f"{folder} has learned {other}: resume it in the same way")
    if resume and seed not in (None, config.seed):
        raise ConfigError(f"{folder} has seed {config.seed} and keeps it: resume it without a seed")
    config = change_run(config, steps, minutes, seed)
    with claim_folder(config_path, folder if resume else out, resume) as folder:
        run = (make_run or Run)(config, folder, resume)
        if not run.is_finished:
            write_config(config, folder)
        return run.learn(progress)


class Run:
    """A run in its folder: battles, learner, frozen copies and baselines."""

    def __init__(
        self,
        config: TrainingConfig,
        folder: Path,
        resume: bool,
        baselines: Sequence[str] | None = None,
    ) -> None:
        """Build the run at its beginning or at its last checkpoint.

        Args:
            config: of the run.
            folder: of the run.
            resume: continue from the checkpoint in the folder.
            baselines: heuristics of the evaluations; None for all of the system.
        """
        compile_steps(config)
        self.config = config
        self.folder = folder
        self.batch = config.num_envs * config.rollout
        self._now = time.process_time if config.clock == "cpu" else time.perf_counter
        self._build()
        self.policy: Any = self.model.policy
        network: Any = self.policy.network
        self.frozen = FrozenPool(network, config.frozen_pool, config.newest, config.seed)
        self.env.spar_with(self._choose_frozen)
        known = self.env.vector.system.policies
        self.baselines = list(known if baselines is None else baselines)
        self.evaluator = Evaluator(
            config.system, config.measured_encounters(), self.baselines, config.evaluation_pairs,
            max_side=config.max_side, choices=config.choices, memory=config.memory,
            seed=config.seed + 1_000_000,
        )  # fmt: skip
        self.teacher = self._hire(config.teacher) if config.teacher else None
        self.counters = Counters(won=[0.0] * len(self.env.weights))
        self.spent = dict.fromkeys(("rollout", "frozen", "update", "evaluation"), 0.0)
        self.warning = ""
        self.resumed_at = self._resume() if resume else None
        self.is_finished = resume and self.share >= 1
        self._last_saved = time.perf_counter()

    def _build(self) -> None:
        """Make the battles and the learner."""
        self.env = build_env(self.config)
        self.model: Any = build_model(self.config, self.env)

    # --- The run ----------------------------------------------------------------------------------

    def learn(self, progress: bool) -> Path:
        """Learn until the steps or minutes are used up."""
        names = logged_names(self.env.names, self.baselines, self.teacher is not None)
        book = Logbook(self.folder, names, self.resumed_at)
        self.model.set_logger(make_logger(self.folder, book))
        self._begin()
        with Display(self.config.title or self.config.system, progress) as display:
            if self.resumed_at is not None:
                if self.warning:
                    display.say(self.warning)
                display.say(f"resuming at {self.resumed_at:,} decisions in {self.folder}")
            if self.is_finished:
                display.say("this run is already finished: give more --minutes or --steps")
                display.show_progress(self.share, self.decisions)
            try:
                while self.share < 1:
                    self.update(display)
                if not self.is_finished:
                    self.save()
            except KeyboardInterrupt:
                display.say(self._last_words())
                raise
            finally:
                self.model.logger.close()
                self.env.close()
        return self.folder

    def _last_words(self) -> str:
        if checkpoint.has_checkpoint(self.folder):
            return f"stopped; --resume continues from the last checkpoint in {self.folder}"
        return f"stopped before the first checkpoint; {self.folder} holds a log, and no agent"

    def update(self, display: Display) -> None:
        """One update: draw a copy, collect, learn, evaluate, log, save."""
        started = self._now()
        self.spent = dict.fromkeys(self.spent, 0.0)
        self._set_schedules()
        self.frozen.draw()
        self._learn_once()
        if self.decisions - self.frozen.last_frozen >= self.config.frozen_every:
            self.frozen.freeze(self.policy.network, self.decisions)
        self._measure_battles()
        self._set_weights()
        elapsed = self.counters.elapsed
        self.counters.elapsed = elapsed + (self._now() - started)
        with self._timing("evaluation"):
            self._evaluate_if_due(display)
        took = self._now() - started
        self.counters.elapsed = elapsed + took
        self._log(took)
        display.show_progress(self.share, self.decisions, self.batch / took)
        if time.perf_counter() - self._last_saved > 60 * self.config.checkpoint_every:
            self.save()

    def _learn_once(self) -> None:
        with self._timing("rollout"):
            self.model.collect_rollouts(
                self.env, self.callback, self.model.rollout_buffer, self.config.rollout
            )
        with self._timing("update"):
            self.model.train()
            if self.teacher is not None:
                self._teach(self.teacher)

    @property
    def decisions(self) -> int:
        """Decisions that the learner has learned from."""
        return self.model.num_timesteps

    @property
    def share(self) -> float:
        """Finished share of the run, 0 to 1, by the limit that comes first."""
        share = self.decisions / self.config.steps
        if self.config.minutes:
            share = max(share, self.counters.elapsed / (60 * self.config.minutes))
        return min(1.0, share)

    def _begin(self) -> None:
        """Do SB3's preparation for the first rollout."""
        observations, starts = self.model._last_obs, self.model._last_episode_starts
        callbacks: list[Any] = [self.teacher] if self.teacher else []
        _, self.callback = self.model._setup_learn(
            self.config.steps, CallbackList(callbacks), reset_num_timesteps=self.resumed_at is None
        )
        if self.resumed_at is not None:
            self.model._last_obs, self.model._last_episode_starts = observations, starts

    def _set_schedules(self) -> None:
        share, config = self.share, self.config
        self.model._current_progress_remaining = 1 - share
        self.model.ent_coef = config.entropy_at(share)
        self.model.gamma = config.discount_per_round ** (1 / self.counters.decisions_per_round)
        self.model.rollout_buffer.gamma = self.model.gamma
        if self.teacher is not None:
            self.teacher.set_share(share)

    def _set_weights(self) -> None:
        """Weight the opponents by the share of battles that the learner does not win."""
        lost = 1 - np.array(self.counters.won)
        given = [weight for weight in self.config.opponents.values() if weight > 0]
        self.env.set_weights(given * np.maximum(lost, LEAST_LOST) ** self.config.priority)

    def _measure_battles(self) -> None:
        """Update the running means of wins and of the learner's decisions in a round."""
        before = np.array(self.counters.tally) if self.counters.tally else 0
        tally = (self.env.tally - before)[:-1]
        for index in np.flatnonzero(tally.sum(1)):
            won = tally[index, WIN] / tally[index].sum()
            self.counters.won[index] += (1 - MEMORY) * (won - self.counters.won[index])
        rounds = self.env.rounds - self.counters.rounds
        if rounds:
            measured = (self.env.decisions - self.counters.decisions) / rounds
            kept = MEMORY * self.counters.decisions_per_round
            self.counters.decisions_per_round = kept + (1 - MEMORY) * measured

    def _choose_frozen(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with self._timing("frozen"):
            return self.frozen.choose(observations, masks)

    def _hire(self, settings: TeacherConfig) -> Teacher:
        network = self.policy.network
        return Teacher(self.config, settings, self.env.vector, network, self._now)

    def _teach(self, teacher: Teacher) -> None:
        """Teach the teacher's choices of this rollout, and log it."""
        self.spent["teacher"] = teacher.seconds
        self.model.logger.record("teacher/weight", teacher.weight)
        cross_entropy = teacher.teach()
        if cross_entropy is not None:
            self.model.logger.record("teacher/cross_entropy", cross_entropy)

    @contextmanager
    def _timing(self, what: str) -> Iterator[None]:
        started = self._now()
        yield
        self.spent[what] += self._now() - started

    # --- Evaluation ------------------------------------------------------------------------------

    def evaluate(self) -> np.ndarray:
        """Wins, draws and losses `[O, 3]` with the baselines, always in the same battles."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.config.seed)
            return count_results(self.evaluator.fight(self._choose))

    def _choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return choose(self.policy.network, observations, masks)

    def _evaluate_if_due(self, display: Display) -> None:
        last = self.counters.last_evaluated
        is_due = last < 0 or self.decisions - last >= self.config.evaluate_every
        if not is_due and self.share < 1:
            return
        self.counters.last_evaluated = self.decisions
        counts = self.evaluate()
        shares = win_shares(counts)
        for name, share, row in zip(self.baselines, shares, counts, strict=True):
            self.model.logger.record(f"win/{name}", float(share))
            self.model.logger.record(f"draw/{name}", float(row[DRAW] / row.sum()))
        display.show_wins(self.decisions, self.baselines, shares)

    def _log(self, took: float) -> None:
        record, counters, env = self.model.logger.record, self.counters, self.env
        record(DECISIONS, self.decisions)
        record(ELAPSED, counters.elapsed)
        record("time/decisions_per_s", self.batch / took)
        for name, seconds in self.spent.items():
            record(f"time/{name}_share", seconds / took)
        record("learner/discount", self.model.gamma)
        record("learner/decisions_per_round", counters.decisions_per_round)
        record("learner/entropy_weight", self.model.ent_coef)
        record("league/copies", len(self.frozen.copies))
        before = np.array(counters.tally) if counters.tally else np.zeros_like(env.tally)
        tally = env.tally - before
        ended = int(tally.sum())
        record("battle/ended", ended)
        if ended:
            record("battle/rounds", (env.rounds - counters.rounds) / ended)
            record("battle/drawn", float(tally[:, DRAW].sum() / ended))
        for name, share in zip(env.names, win_shares(tally), strict=True):
            if not np.isnan(share):
                record(f"battle/win_{name}", float(share))
        self.model.logger.dump(self.decisions)
        counters.tally = env.tally.tolist()
        counters.rounds, counters.decisions = env.rounds, env.decisions

    # --- Saving -----------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the agent and the checkpoint."""
        vector = self.env.vector
        path = self.folder / POLICY_NAME
        save_policy(
            path, self.policy, vector.system.name, vector.max_side, self.config.choices,
            self.config.memory,
        )  # fmt: skip
        self._save_checkpoint()
        self._last_saved = time.perf_counter()

    def _save_checkpoint(self) -> None:
        checkpoint.save(self.folder, self.model, self.env, self.frozen, vars(self.counters))

    def _resume(self) -> int:
        content, self.warning = checkpoint.read(self.folder)
        self.env.reset()
        try:
            kept = checkpoint.restore(content, self.model, self.env, self.frozen)
            self.counters = Counters.of(kept, len(self.env.weights), len(self.env.names))
        except checkpoint.CheckpointError as error:
            raise checkpoint.CheckpointError(f"{self.folder}: the checkpoint {error}") from None
        return self.decisions
