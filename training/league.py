"""A league: main agents, exploiters, copies of both, and named opponents (Vinyals et al. 2019).

The league is a sequence of slices. In each, one learner learns against opponents that do not
change (`league_run.py`); `matchmaking.py` says whose turn it is, who the opponents are, and who
joins and leaves. A slice writes its files first and then changes the database in one transaction.
A slice depends on the database and the learner's checkpoint alone, so an interrupted one is
repeated and gives the same result.

Folder of a league:

    league.yaml, training.yaml, league.sqlite               the configs and the state
    policy.pt, config.yaml, progress.csv, summary.json      the best main agent, for all commands
    learners/NAME[.GENERATION]/     the run of a learner, with its checkpoint
    live/NAME.DECISIONS/policy.pt   a main agent as it is now, as others fight it
    copies/NAME/                    a copy in the league, an agent for all commands
"""

from __future__ import annotations

import dataclasses
import gc
import shutil
import time
from pathlib import Path
from typing import Any

import numpy as np

from ..envs.core.inputs.files import read_file, write_file
from . import checkpoint
from .config import ConfigError
from .league_config import FILE_NAME as CONFIG_FILE
from .league_config import LeagueConfig, change_league, load_league, write_league
from .league_database import FILE_NAME as DATABASE_NAME
from .league_database import LeagueDatabase
from .league_display import LeagueDisplay
from .league_run import LeagueRun, Slice
from .league_summary import SUMMARY_NAME, best_main, summarize, write_summary
from .logbook import CSV_NAME
from .matchmaking import (
    MAIN,
    ROLES,
    Copy,
    Learner,
    copy_to_leave,
    expected_decisions,
    next_learner,
    plan_opponents,
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
) -> Path:
    """Train a league.

    Args:
        config_path: a league config, its path or its name (`config.find_config`).
        decisions: decisions of all learners together, instead of the config's.
        minutes: stop after the slice that ends later than this, to be resumed; None for no limit.
        out: folder of the league; `runs/league-<name of the config>` (and a number) by default.
        resume: continue the league in that folder, with the config there.
        progress: show a progress bar and tables on standard error.

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
    league = League(config, folder)
    with LeagueDisplay(config.title or folder.name, progress, config.decisions) as display:
        try:
            league.learn(display, minutes)
        except KeyboardInterrupt:
            display.say(f"stopped; --resume continues with the interrupted slice in {folder}")
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
    if (folder / checkpoint.FILE_NAME).exists():
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

    def __init__(self, config: LeagueConfig, folder: Path) -> None:
        """Open the league, or create it.

        Raises:
            CheckpointError: its database cannot be used.
            ConfigError: the config has other learners than the database.
        """
        self.config = config
        self.folder = folder
        self.learner_config = config.learner_config()
        self.named = {
            name: weight for name, weight in self.learner_config.opponents.items() if weight > 0
        }
        folder.mkdir(parents=True, exist_ok=True)
        learners = first_learners(config)
        self.database = LeagueDatabase(folder / DATABASE_NAME, learners)
        if {one.name for one in self.database.learners()} != {one.name for one in learners}:
            raise ConfigError(f"{folder} has other learners than its {CONFIG_FILE} says")
        write_league(config, folder)
        for leftover in folder.rglob(".*.tmp"):
            leftover.unlink()
        self._clean()
        self._publish(summarize(self.database, self.named))

    @property
    def total(self) -> int:
        """Decisions of all learners together."""
        return sum(one.total for one in self.database.learners())

    def learn(self, display: LeagueDisplay, minutes: float | None = None) -> None:
        """Play slices until the decisions are used up, or longer than some minutes."""
        started = time.monotonic()
        display.begin(self.total)
        while self.total < self.config.decisions:
            if minutes is not None and time.monotonic() - started > 60 * minutes:
                display.say(f"the time is over; --resume continues in {self.folder}")
                break
            self.play_slice(display)
        display.show_standings(summarize(self.database, self.named))

    def play_slice(self, display: LeagueDisplay) -> None:
        """Let the next learner learn for a slice, and write the result."""
        learners, copies = self.database.learners(), self.database.copies()
        learner = next_learner(self.config, learners)
        number = self.database.slices()[0] + 1
        generator = np.random.default_rng([self.config.seed, DRAW_STREAM, number])
        opponents = plan_opponents(
            self.config, learner, learners, copies, self.named, self.database.payoff(), generator
        )
        display.begin_slice(learner, sum(one.total for one in learners))
        run = self._run_of(learner, learners, number, opponents)
        before = run.counters.elapsed
        counts = run.play(display)
        decisions, seconds = run.decisions, run.counters.elapsed - before
        del run
        gc.collect()  # a run holds its buffers in cycles
        players = {self._agent(name, learners): name for name in opponents}
        results = {players[agent]: found for agent, found in counts.items()}
        events = self._commit(learner, decisions, seconds, opponents, results)
        for text in events:
            display.say(text)
        summary = summarize(self.database, self.named)
        if events:
            display.show_standings(summary)
        self._publish(summary)
        self._clean()

    # --- A slice ----------------------------------------------------------------------------------

    def _run_of(
        self, learner: Learner, learners: list[Learner], number: int, opponents: dict[str, float]
    ) -> LeagueRun:
        left = self.config.decisions - sum(one.total for one in learners)
        goal = learner.decisions + max(1, min(self.config.slice, left))
        agents = {self._agent(name, learners): share for name, share in opponents.items()}
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
        part = Slice(number, learner.decisions, goal, agents)
        return LeagueRun(config, self._run_folder(learner), part, begin_as, is_main)

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
        self, learner: Learner, decisions: int, seconds: float, opponents: dict[str, float],
        results: dict[str, np.ndarray],
    ) -> list[str]:  # fmt: skip
        """Write the files that a slice adds, and then its results in one transaction.

        Returns:
            Sentences about the copies that join or leave.
        """
        database, config = self.database, self.config
        gained = decisions - learner.decisions
        after = dataclasses.replace(learner, decisions=decisions, total=learner.total + gained)
        run, total, events = self._run_folder(learner), self.total + gained, []
        if learner.role == MAIN:
            after = dataclasses.replace(after, live=f"{learner.name}.{after.total}")
            copy_files(run, self.folder / LIVE / after.live, (POLICY_NAME,))
        with database.transaction():
            database.add_slice(learner, decisions, seconds, opponents)
            database.add_results(learner.name, results, config.memory)
            targets = targets_of(after, database.learners(), database.copies(), list(self.named))
            reason = reason_to_join(config, after, database.payoff(), targets)
            if reason:
                after = dataclasses.replace(after, copied=after.copied + 1, copied_at=decisions)
                name = f"{learner.name}-{after.copied}"
                files = (POLICY_NAME, CONFIG_NAME, CSV_NAME)
                copy_files(run, self.folder / COPIES / name, files)
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
