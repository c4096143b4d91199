"""A league: main agents, exploiters, copies of both, and named opponents (Vinyals et al. 2019).

The league is a sequence of rounds. In each, some learners learn for a slice against opponents that
do not change (`league_run.py`); `matchmaking.py` says whose turn it is, who the opponents are, and
who joins and leaves. A round changes the database in one transaction, after its files are written.
A slice depends on the league as the round begins and on the learner's checkpoint alone. So the
slices of a round are tasks for any executor, and an interrupted round is repeated and gives the
same result.

Folder of a league:

    league.yaml, training.yaml, league.sqlite               the configs and the state
    policy.pt, config.yaml, progress.csv, summary.json      the best main agent, for all commands
    learners/NAME[.GENERATION]/     the run of a learner, with its checkpoint
    live/NAME.DECISIONS/policy.pt   a main agent as it is now, as others fight it
    copies/NAME/                    a copy in the league, an agent for all commands
"""

from __future__ import annotations

import dataclasses
import shutil
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import numpy as np

from ..envs.core.inputs.files import read_file, write_file
from ..evaluation.executors.tasks import HERE, Executor, Task
from . import checkpoint
from .config import ConfigError
from .league_config import FILE_NAME as CONFIG_FILE
from .league_config import LeagueConfig, change_league, load_league, write_league
from .league_database import FILE_NAME as DATABASE_NAME
from .league_database import LeagueDatabase
from .league_display import LeagueDisplay
from .league_run import Result, Slice, play_slice
from .league_summary import SUMMARY_NAME, best_main, summarize, write_summary
from .logbook import CSV_NAME
from .matchmaking import (
    MAIN,
    ROLES,
    Copy,
    Learner,
    Turn,
    copy_to_leave,
    expected_decisions,
    plan_opponents,
    plan_round,
    reason_to_join,
    targets_of,
)
from .run_dir import CONFIG_NAME, find_folder
from .trained import FILE_NAME as POLICY_NAME

LEARNERS, LIVE, COPIES = "learners", "live", "copies"
DRAW_STREAM = 6
"""The stream of the league's seed that draws opponents."""
PREFIX = "league-"
"""Begins the usual name of a league's folder, `runs/league-duel`."""


def train_league(
    config_path: str | Path,
    decisions: int | None = None,
    minutes: float | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: bool = True,
    executor: Executor = HERE,
) -> Path:
    """Train a league.

    Args:
        config_path: a league config, its path or its name (`config.find_config`).
        decisions: decisions of all learners together, instead of the config's.
        minutes: stop after the round that ends later than this, to be resumed; None for no limit.
        out: folder of the league; `runs/league-<name of the config>` (and a number) by default.
        resume: continue the league in that folder, with the config there.
        progress: show a progress bar and tables on standard error.
        executor: plays the slices of a round, each as a task; the league does not depend on it. The
            folder must be one for all its workers.

    Returns:
        The folder, whose `policy.pt` is the best main agent.

    Raises:
        ConfigError: the config or the folder cannot be used.
        CheckpointError: the database or a checkpoint cannot be used.
        KeyboardInterrupt: the user stopped it; `resume` continues.
    """
    folder, config = find_league(config_path, out, resume)
    if decisions is not None:
        config = change_league(config, decisions=decisions)
    league = League(config, folder, executor)
    with LeagueDisplay(config.title or folder.name, progress, config.decisions) as display:
        try:
            league.learn(display, minutes)
        except KeyboardInterrupt:
            display.say(f"stopped; --resume continues with the interrupted round in {folder}")
            raise
        finally:
            league.database.close()
    return folder


def find_league(
    config_path: str | Path, out: str | Path | None, resume: bool
) -> tuple[Path, LeagueConfig]:
    """The folder of a league and its config; a resumed league uses the config in its folder.

    Raises:
        ConfigError: the folder or the config cannot be used.
    """
    folder = find_folder(config_path, out, resume, (CONFIG_FILE,), PREFIX)
    if checkpoint.has_checkpoint(folder):
        raise ConfigError(f"{folder} holds the run of one learner: give another --out")
    return folder, load_league(folder / CONFIG_FILE if resume else config_path)


def first_learners(config: LeagueConfig) -> list[Learner]:
    """The learners of a new league."""
    counts = (config.main_agents, config.main_exploiters, config.league_exploiters)
    return [
        Learner(role if count == 1 else f"{role}_{number}", role)
        for role, count in zip(ROLES, counts, strict=True)
        for number in range(1, count + 1)
    ]


class League:
    """A league in its folder."""

    def __init__(self, config: LeagueConfig, folder: Path, executor: Executor = HERE) -> None:
        """Open the league, or create it.

        Args:
            config: of the league.
            folder: of the league.
            executor: plays the slices.

        Raises:
            CheckpointError: its database cannot be used.
            ConfigError: the config has other learners than the database.
        """
        self.config = config
        self.folder = folder
        self.executor = executor
        self.learner_config = config.learner_config()
        self.named = {
            name: weight for name, weight in self.learner_config.opponents.items() if weight > 0
        }
        folder.mkdir(parents=True, exist_ok=True)
        learners = first_learners(config)
        self.database = LeagueDatabase(folder / DATABASE_NAME, learners)
        with ExitStack() as after_an_error:
            after_an_error.callback(self.database.close)
            self._open(learners)
            after_an_error.pop_all()

    def _open(self, learners: list[Learner]) -> None:
        """Tidy the folder whose database is open.

        Raises:
            ConfigError: the config has other learners than the database.
        """
        if {one.name for one in self.database.learners()} != {one.name for one in learners}:
            raise ConfigError(f"{self.folder} has other learners than its {CONFIG_FILE} says")
        write_league(self.config, self.folder)
        for leftover in self.folder.rglob(".*.tmp"):
            leftover.unlink()
        self._clean()
        self._publish(summarize(self.database, self.named))

    @property
    def total(self) -> int:
        """Decisions of all learners together."""
        return sum(one.total for one in self.database.learners())

    def learn(self, display: LeagueDisplay, minutes: float | None = None) -> None:
        """Play rounds until the decisions are used up, or longer than some minutes."""
        started = time.monotonic()
        display.begin(self.total)
        while self.total < self.config.decisions:
            if minutes is not None and time.monotonic() - started > 60 * minutes:
                display.say(f"the time is over; --resume continues in {self.folder}")
                break
            self.play_round(display)
        display.show_standings(summarize(self.database, self.named))

    def play_round(self, display: LeagueDisplay) -> None:
        """Let some learners learn for a slice each, and write the results."""
        learners = self.database.learners()
        rollout = self.learner_config.num_envs * self.learner_config.rollout
        turns = plan_round(self.config, learners, rollout)
        first = self.database.slices()[0] + 1
        opponents = [
            self._opponents_of(turn.learner, learners, number)
            for number, turn in enumerate(turns, first)
        ]
        shown = display if self.executor is HERE else None
        tasks = [
            self._task(turn, learners, number, fought, shown)
            for number, (turn, fought) in enumerate(zip(turns, opponents, strict=True), first)
        ]
        results = self._carry_out(turns, tasks, display)
        events = self._commit(turns, opponents, results)
        for text in events:
            display.say(text)
        summary = summarize(self.database, self.named)
        if events:
            display.show_standings(summary)
        self._publish(summary)
        self._clean()

    # --- A round ----------------------------------------------------------------------------------

    def _opponents_of(
        self, learner: Learner, learners: list[Learner], number: int
    ) -> dict[str, float]:
        """The opponents of a slice, by name of the player."""
        generator = np.random.default_rng([self.config.seed, DRAW_STREAM, number])
        copies, payoff = self.database.copies(), self.database.payoff()
        return plan_opponents(self.config, learner, learners, copies, self.named, payoff, generator)

    def _task(
        self, turn: Turn, learners: list[Learner], number: int, opponents: dict[str, float],
        display: LeagueDisplay | None,
    ) -> Task:  # fmt: skip
        """The slice of a turn."""
        learner = turn.learner
        is_main = learner.role == MAIN
        steps = self.config.exploiter_copy_every
        if is_main:
            expected = expected_decisions(self.config, learners, self.config.decisions)
            steps = max(1, expected[learners.index(learner)])
        seed = np.random.SeedSequence(
            [self.config.seed, learners.index(learner), learner.generation]
        )
        config = self.learner_config.model_copy(
            update={"steps": steps, "seed": int(seed.generate_state(1)[0])}
        )
        mains = [one for one in learners if one.role == MAIN and one.live]
        begin_as = None
        if not is_main and mains and self.config.restart == "main":
            begin_as = self.folder / LIVE / mains[learner.generation % len(mains)].live
        agents = {self._agent(name, learners): share for name, share in opponents.items()}
        part = Slice(number, learner.decisions, turn.goal, agents)
        arguments = config, self._run_folder(learner), part, begin_as, is_main, display
        return Task(f"slice {number}, of {learner.name}", config.system, play_slice, arguments)

    def _carry_out(
        self, turns: list[Turn], tasks: list[Task], display: LeagueDisplay
    ) -> list[Result]:
        """The results of the slices of a round."""
        results: list[Result] = []
        with closing(self.executor.run(tasks)) as coming:
            for turn in turns:
                display.begin_slice(turn.learner, turn.before)
                result = next(coming)
                display.end_slice(result.decisions, result.seconds, result.said)
                results.append(result)
        return results

    def _run_folder(self, learner: Learner) -> Path:
        suffix = "" if learner.generation == 1 else f".{learner.generation}"
        return self.folder / LEARNERS / f"{learner.name}{suffix}"

    def _agent(self, player: str, learners: list[Learner]) -> str:
        """The name by which `make_agent` finds a player."""
        if player in self.named:
            return player
        for learner in learners:
            if learner.name == player:
                return str(self.folder / LIVE / learner.live)
        return str(self.folder / COPIES / player)

    def _commit(
        self, turns: list[Turn], opponents: list[dict[str, float]], results: list[Result]
    ) -> list[str]:
        """Write the results of a round in one transaction.

        Returns:
            Sentences about the copies that join or leave.
        """
        with self.database.transaction():
            ended = zip(turns, opponents, results, strict=True)
            return [text for one in ended for text in self._end_turn(one[0].learner, *one[1:])]

    def _end_turn(self, learner: Learner, opponents: dict[str, float], result: Result) -> list[str]:
        """Write the files that a slice adds, and its results, inside a transaction."""
        database, config, decisions = self.database, self.config, result.decisions
        gained = decisions - learner.decisions
        after = dataclasses.replace(learner, decisions=decisions, total=learner.total + gained)
        run, total, events = self._run_folder(learner), self.total + gained, []
        if not (run / POLICY_NAME).is_file():
            raise ConfigError(
                f"{run} lies on another machine: give --out a folder that all machines share"
            )
        if learner.role == MAIN:
            after = dataclasses.replace(after, live=f"{learner.name}.{after.total}")
            copy_files(run, self.folder / LIVE / after.live, (POLICY_NAME,))
        database.add_slice(learner, decisions, result.seconds, opponents)
        counts = dict(zip(opponents, result.counts, strict=True))
        database.add_results(learner.name, self._of_present(counts), config.memory)
        targets = targets_of(after, database.learners(), database.copies(), list(self.named))
        reason = reason_to_join(config, after, database.payoff(), targets)
        if reason:
            after = dataclasses.replace(after, copied=after.copied + 1, copied_at=decisions)
            name = f"{learner.name}-{after.copied}"
            copy_files(run, self.folder / COPIES / name, (POLICY_NAME, CONFIG_NAME, CSV_NAME))
            database.add_copy(Copy(name, learner.name, learner.role, total, reason))
            events.append(f"{name} joins: {reason}")
            if learner.role != MAIN:
                after = dataclasses.replace(
                    after, generation=after.generation + 1, decisions=0, copied_at=0
                )
                database.forget(learner.name)
        database.put_learner(after)
        events += self._make_room()
        for text in events:
            database.add_event(total, text)
        return events

    def _of_present(self, counts: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The counts without those against copies that have left in the same round."""
        learners, copies = self.database.learners(), self.database.copies()
        present = {*self.named, *(one.name for one in learners), *(one.name for one in copies)}
        return {name: one for name, one in counts.items() if name in present}

    def _make_room(self) -> list[str]:
        """Let a copy leave a league that has too many."""
        database = self.database
        leaves = copy_to_leave(
            self.config, database.learners(), database.copies(), database.payoff()
        )
        if leaves is None:
            return []
        database.remove_copy(leaves.name)
        return [f"{leaves.name} leaves: the main agents take the most points from it"]

    # --- Files ------------------------------------------------------------------------------------

    def _publish(self, summary: dict[str, Any]) -> None:
        """Let the league's folder be the agent of the best main agent, with its summary."""
        best = best_main(self.database, self.named)
        if best is not None:
            copy_files(self.folder / LIVE / best.live, self.folder, (POLICY_NAME,))
            copy_files(self._run_folder(best), self.folder, (CONFIG_NAME, CSV_NAME))
        write_summary(summary, self.folder / SUMMARY_NAME)

    def _clean(self) -> None:
        """Delete what the database does not name: leftovers of interrupted slices."""
        learners = self.database.learners()
        known = {
            LEARNERS: {self._run_folder(one).name for one in learners},
            LIVE: {one.live for one in learners if one.live},
            COPIES: {one.name for one in self.database.copies()},
        }
        for part, names in known.items():
            for found in (self.folder / part).glob("*"):
                if found.name not in names:
                    shutil.rmtree(found, ignore_errors=True)


def copy_files(source: Path, target: Path, names: tuple[str, ...]) -> None:
    """Copy files, each whole or not at all."""
    target.mkdir(parents=True, exist_ok=True)
    for name in names:
        write_file(target / name, read_file(source / name, checkpoint.MAX_BYTES))
