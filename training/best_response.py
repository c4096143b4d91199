"""Best responses: agents trained against one frozen agent alone, to learn what it loses.

A response begins as a copy of the agent, since a beginner who always loses learns slowly.
Each seed of a response is a run in a folder of its own, which an interruption leaves behind and the
same call resumes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from ..agents.advice import is_quick
from ..agents.character import split_character
from ..agents.npc import find_npc, is_npc, read_npc
from ..agents.registry import RUN_FILE, SEARCH, make_agent
from ..envs.core.engine.system import System
from ..envs.core.inputs.files import read_file, write_file
from ..envs.core.session.agent_query import checked_agent, choices_for, memory_for, name_of
from ..evaluation.executors.tasks import HERE, Executor, Task
from ..evaluation.held_out import held_out_heuristics
from . import checkpoint
from .config import ConfigError, TrainingConfig, change_config, load_config
from .display import Display
from .imitation import collect_examples, imitate
from .learning import Run
from .run_dir import CONFIG_NAME, RUNS, hold_folder, refuse_links, write_config
from .vec_env import DRAW, LOSS, WIN

FOLDER = RUNS / "exploit"
DECISIONS = 1_000_000
"""Decisions that each response learns from, unless the caller says otherwise."""
REPORTS = 5
"""Number of times that a run tells how it stands."""
TARGET_NAME = "target.json"
"""The file that says whom the responses of a folder answer."""
MAX_BYTES = 100_000
"""Largest such file."""


def response_folder(system: System, scenario: str, agent: str) -> Path:
    """The usual folder of the responses to an agent."""
    plain = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in agent)
    return FOLDER / f"{system.name}-{Path(scenario).stem}" / plain.strip("-")


def response_config(
    system: System, scenario: str, agent: Any, decisions: int, minutes: float, seed: int
) -> TrainingConfig:
    """The config of one response: that of the scenario, with one opponent and no self-play.

    At the end a response need not mix its choices, so its entropy falls as usual. A scenario
    without a training config takes the settings of the system's duel or skirmish.

    Args:
        system: the system.
        scenario: name or path of the scenario.
        agent: the agent to be answered; its slots, choices and memory are those of the battles.
        decisions: decisions to learn from.
        minutes: time to learn for, 0 for no limit.
        seed: of the run.

    Raises:
        ConfigError: a value is out of range, or the agent is held out of training.
    """
    if split_character(name_of(agent))[0] in held_out_heuristics(system.name):
        raise ConfigError(f"{name_of(agent)} is held out of training: give --seeds 0")
    size = checked_agent(agent, system)
    model = system.load_scenario(scenario)
    usual = "duel" if len(model.red) == len(model.blue) == 1 else "skirmish"
    changes: dict[str, Any] = {
        "scenario": scenario,
        "parties": None,
        "max_side": size,
        "choices": choices_for(agent, "quick"),
        "memory": memory_for(agent),
        "opponents": {name_of(agent): 1.0},
        "priority": 0.0,
        "self_play": 0.0,
        "teacher": None,
        "draw_reward": 0.0,
        "final_entropy": TrainingConfig.model_fields["final_entropy"].default,
        "steps": decisions,
        "minutes": minutes,
        "seed": seed,
    }
    return change_config(_settings(system, scenario, usual), **changes)


def _settings(system: System, *names: str) -> TrainingConfig:
    for name in names:
        try:
            return load_config(f"{system.name}/{name}")
        except ConfigError:
            continue
    return TrainingConfig(system=system.name)


def fingerprint(system: System, scenario: str, agent: str) -> str:
    """SHA-256 of all that a response answers: rules, scenario, and the agent with its file.

    Of an NPC file only the network counts, since a measurement may change its card.
    """
    content = hashlib.sha256(_content(split_character(agent)[0])).hexdigest()
    model = system.load_scenario(scenario).model_dump(mode="json")
    answered = [system.name, system.rules_version, model, agent, content]
    return hashlib.sha256(json.dumps(answered, sort_keys=True).encode()).hexdigest()


def _content(agent: str) -> bytes:
    """The part of an agent's file that decides how it plays; nothing for one without a file."""
    if found := SEARCH.fullmatch(agent):
        return _content(found["player"] or "")
    if is_npc(agent):
        return read_npc(find_npc(agent)).policy
    script = agent.rpartition(":")[0]
    path = Path(script if script.endswith(".py") else agent)
    path = path / RUN_FILE if path.is_dir() else path
    return path.read_bytes() if path.is_file() else b""


def assign_folder(folder: Path, system: System, scenario: str, agent: str) -> None:
    """Make a folder for the responses to an agent, or check that it is theirs.

    Raises:
        ConfigError: it holds responses to another agent, to an older version of this one, or a
            link.
    """
    refuse_links(folder)
    about = {
        "system": system.name,
        "scenario": scenario,
        "agent": agent,
        "sha256": fingerprint(system, scenario, agent),
    }
    file = folder / TARGET_NAME
    if file.is_file():
        try:
            known = json.loads(read_file(file, MAX_BYTES))["sha256"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            raise ConfigError(f"{file} is damaged: give another --out") from None
        if known != about["sha256"]:
            raise ConfigError(
                f"{folder} holds responses to another agent, to an older {agent} or in another "
                "scenario: delete it or give another --out"
            )
        return
    folder.mkdir(parents=True, exist_ok=True)
    write_file(file, json.dumps(about, indent=1) + "\n")


def train_responses(
    system: System, scenario: str, agent: Any, budget: tuple[int, float], seeds: Sequence[int],
    folder: Path | None = None, progress: bool = True, executor: Executor = HERE,
) -> list[tuple[str, int]]:  # fmt: skip
    """Train a response for each seed; a second call continues or returns at once.

    Args:
        system: the system.
        scenario: name or path of the scenario.
        agent: the agent to be answered.
        budget: decisions that each response learns from, and minutes, 0 for no limit.
        seeds: of the runs.
        folder: of the runs; by default `response_folder`.
        progress: show progress bars on standard error, if the responses learn in this process.
        executor: trains the responses, each as a task; the folder must be one for all its workers.

    Returns:
        The names of the responses, and the decisions that each has learned from.

    Raises:
        CheckpointError: a checkpoint in the folder cannot be used.
        ConfigError: the folder holds other runs, or a value is out of range.
        KeyboardInterrupt: the user stopped it; the last checkpoint stays.
    """
    name = name_of(agent)
    folder = folder or response_folder(system, scenario, name)
    assign_folder(folder, system, scenario, name)
    tasks, runs = [], []
    for number, seed in enumerate(seeds, 1):
        runs.append(folder / f"seed-{seed}")
        title = f"response {number} of {len(seeds)}"
        config = response_config(system, scenario, agent, *budget, seed)
        config = config.model_copy(update={"title": title})
        arguments = config, runs[-1], progress and executor is HERE
        tasks.append(Task(title, system.name, train_response, arguments))
    with closing(executor.run(tasks)) as results:
        found = list(zip(map(str, runs), results, strict=True))
    if missing := [one for one in runs if not (one / RUN_FILE).is_file()]:
        raise ConfigError(
            f"{missing[0]} lies on another machine: give --out a folder that all machines share"
        )
    return found


class ResponseRun(Run):
    """A run against one agent, which tells now and then how it stands against that agent."""

    def __init__(self, config: TrainingConfig, folder: Path, resume: bool) -> None:
        """Build the run at its beginning or at its last checkpoint."""
        super().__init__(config, folder, resume, baselines=())
        self._told = self.env.tally.sum(0)
        self._share_told = self.share

    def _last_words(self) -> str:
        if not checkpoint.has_checkpoint(self.folder):
            return "stopped before the first checkpoint: this response begins again"
        return f"stopped; the same command continues in {self.folder}"

    def _evaluate_if_due(self, display: Display) -> None:
        if self.share - self._share_told < 1 / REPORTS and self.share < 1:
            return
        fought = self.env.tally.sum(0) - self._told
        self._told, self._share_told = self.env.tally.sum(0), self.share
        display.say(f"after {self.decisions / 1e6:.2f} M decisions: {standing(fought)}")


def standing(fought: np.ndarray) -> str:
    """The results `[3]` of battles fought while exploring, in words."""
    count = fought.sum()
    if not count:
        return "no battle has ended"
    won, drawn, lost = (100 * fought[one] / count for one in (WIN, DRAW, LOSS))
    return f"won {won:.0f} %, drawn {drawn:.0f} %, lost {lost:.0f} % of {count:,} battles"


def train_response(config: TrainingConfig, folder: Path, progress: bool = True) -> int:
    """Train one response, or continue it; a finished one stays as it is.

    It begins as a copy of the agent, unless that takes long for a choice.

    Args:
        config: from `response_config`; steps and minutes may have grown since the last call.
        folder: of the run.
        progress: show a progress bar on standard error.

    Returns:
        The decisions that it has learned from.

    Raises:
        CheckpointError: the checkpoint in the folder cannot be used.
        ConfigError: the folder holds a run with another config, or another process learns there.
        KeyboardInterrupt: the user stopped it; the last checkpoint stays.
    """
    with hold_folder(folder):
        resume = checkpoint.has_checkpoint(folder)
        if resume:
            _check_kept(config, folder)
        run = ResponseRun(config, folder, resume)
        if not resume:
            begin_as_copy(run)
        if run.share < 1:
            write_config(config, folder)
            run.learn(progress)
        else:
            run.env.close()
        return run.decisions


def begin_as_copy(run: Run) -> None:
    """Let the network of a run imitate its opponent, if that chooses quickly."""
    (name,) = run.config.opponents
    if is_quick(make_agent(name, run.env.vector.system), run.env.vector.system):
        imitate(run.policy.network, collect_examples(run.config, name), run.config.seed)


def _check_kept(config: TrainingConfig, folder: Path) -> None:
    """Refuse to resume a run with other settings than its own.

    Raises:
        ConfigError: names the settings.
    """
    kept = load_config(folder / CONFIG_NAME)
    lengths = ("steps", "minutes", "title")
    changed = [key for key, value in kept if value != getattr(config, key) and key not in lengths]
    if changed:
        raise ConfigError(
            f"{folder} holds a run with other settings ({', '.join(changed)}): delete it or give "
            "another --out"
        )
