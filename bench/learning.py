"""Strength of agents after 5 and 15 minutes of training.

    python bench/learning.py [--system platemail] [--scenarios duel skirmish] [--minutes 5 15]

    python bench/learning.py --alone [--scenarios duel] [--minutes 5] [--seeds 1]

    python bench/learning.py --network mlp [--scenarios skirmish] [--minutes 5]

The second form trains against each baseline alone. That shows how far a baseline can be beaten at
all: an agent that meets all of them, and does not know which one, cannot be better than one trained
against this one. The third form trains a plain network instead of the config's.

Minutes are CPU minutes of the run on one core, so that other work on the machine changes little.

Each run has its own folder. A second call continues after an interruption: finished runs are not
repeated, and an interrupted run is resumed. `--table` only prints.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

import quintain.agents  # noqa: F401
from quintain.agents.base import strongest
from quintain.envs.core.engine.system import get_system
from quintain.evaluation.statistics import decided_share_interval
from quintain.training.checkpoint import FILE_NAME
from quintain.training.config import load_config
from quintain.training.evaluator import Evaluator
from quintain.training.learning import Run, train
from quintain.training.logbook import CSV_NAME
from quintain.training.policies import NETWORKS
from quintain.training.run_dir import CONFIG_NAME, write_config
from quintain.training.vec_env import DRAW, WIN

RESULT = "result.json"
BARS = (50, 60, 75)
"""Shares of decided battles won from the strongest heuristic, whose times the table gives, in %."""
TRIAL_SEED = 20_000_000
"""Seed of battles that no evaluation during training has used."""


@dataclass(frozen=True)
class Job:
    """One run.

    Attributes:
        system: name of the system.
        scenario: name of its config.
        minutes: CPU time of one core to learn for.
        seed: seed of the run.
        alone: the only opponent; None for those of the config.
        network: network of the policy; None for that of the config.
    """

    system: str
    scenario: str
    minutes: float
    seed: int
    alone: str | None = None
    network: str | None = None

    def folder(self, out: Path) -> Path:
        """The folder of the run."""
        other = "".join(f"-{name}" for name in (self.alone, self.network) if name)
        return out / self.system / f"{self.scenario}{other}-{self.minutes:g}m-{self.seed}"

    def changes(self) -> dict[str, Any]:
        """The changes to the config."""
        changes: dict[str, Any] = {"seed": self.seed, "minutes": self.minutes, "clock": "cpu"}
        if self.alone:
            changes |= {"opponents": {self.alone: 1.0}, "self_play": 0.0}
        if self.network:
            changes["network"] = self.network
        return changes


def learn(folder: Path, job: Job) -> None:
    """Train one agent, or continue one that was interrupted."""
    folder.mkdir(parents=True, exist_ok=True)
    config = load_config(f"{job.system}/{job.scenario}").model_copy(update=job.changes())
    resume = (folder / FILE_NAME).exists()
    if not resume:
        write_config(config, folder)
    train(folder / CONFIG_NAME, out=folder, resume=resume)


def fight(folder: Path, pairs: int) -> dict[str, Any]:
    """Fight every baseline, with choices drawn from the learned probabilities."""
    config = load_config(folder / CONFIG_NAME)
    run = Run(config, folder, resume=True)
    evaluator = Evaluator(
        config.system, config.measured_encounters(), run.baselines, pairs,
        max_side=config.max_side, choices=config.choices, memory=config.memory,
        seed=TRIAL_SEED + config.seed,  # other dice for each run, whose battles are pooled
    )  # fmt: skip
    result = {
        "baselines": run.baselines,
        "decisions": run.decisions,
        "seconds": run.counters.elapsed,
        "shares": time_shares(folder / CSV_NAME),
        "minutes_to": minutes_to_bars(folder / CSV_NAME, strongest(get_system(config.system))),
        "pairs": pairs,
    }
    return {**result, "results": evaluator.fight(run._choose).tolist()}


def time_shares(progress: Path) -> dict[str, float]:
    """Shares of a run's time by kind of work; each update counts by its duration."""
    with progress.open() as file:
        rows = list(csv.DictReader(file))
    took = [1 / float(row["time/decisions_per_s"]) for row in rows]
    return {
        name: float(np.average([float(row[f"time/{name}_share"]) for row in rows], weights=took))
        for name in ("rollout", "frozen", "update", "evaluation")
    }


def minutes_to_bars(progress: Path, heuristic: str) -> list[float | None]:
    """Minutes until an evaluation of a run first reached each bar, None where none did.

    The time that evaluations took is left out.
    """
    reached: list[float | None] = [None] * len(BARS)
    spent = before = 0.0
    with progress.open() as file:
        for row in csv.DictReader(file):
            elapsed = float(row["time/elapsed_s"])
            spent += (elapsed - before) * (1 - float(row["time/evaluation_share"]))
            before = elapsed
            if not row[f"win/{heuristic}"]:
                continue
            for index, bar in enumerate(BARS):
                if reached[index] is None and 100 * float(row[f"win/{heuristic}"]) >= bar:
                    reached[index] = spent / 60
    return reached


def scores(results: list) -> np.ndarray:
    """Results `[P, 2]` of the evaluation as scores: 1, 0.5 or 0."""
    kinds = np.array(results)
    return np.where(kinds == WIN, 1.0, np.where(kinds == DRAW, 0.5, 0.0))


class InFolder(Protocol):
    """A run that has a folder of its own."""

    def folder(self, out: Path) -> Path:
        """The folder of the run."""


def read_results(jobs: Iterable[InFolder], out: Path) -> list[dict[str, Any]]:
    """The results of the finished runs among some."""
    files = [job.folder(out) / RESULT for job in jobs]
    return [json.loads(file.read_text(encoding="utf-8")) for file in files if file.exists()]


def table(out: Path, jobs: list[Job]) -> str:
    """The tables as Markdown: one for each scenario and time."""
    lines = []
    for scenario, minutes in dict.fromkeys((job.scenario, job.minutes) for job in jobs):
        group = [job for job in jobs if (job.scenario, job.minutes) == (scenario, minutes)]
        found = read_results(group, out)
        if found and group[0].alone:
            lines += part_alone(scenario, minutes, out, group)
        elif found:
            network = f", network {group[0].network}" if group[0].network else ""
            lines += part(f"{scenario}, {minutes:g} minutes{network}, {len(found)} seeds", found)
    return "\n".join(lines)


def part_alone(scenario: str, minutes: float, out: Path, jobs: list[Job]) -> list[str]:
    """The rows of one scenario for agents trained against one baseline alone."""
    lines = [
        f"\n### {scenario}, {minutes:g} minutes against one baseline alone\n",
        "| baseline | won of decided | 95 % | drawn |",
        "|---|---|---|---|",
    ]
    for name in dict.fromkeys(job.alone for job in jobs):
        found = read_results([job for job in jobs if job.alone == name], out)
        if found:
            results = [scores(one["results"][one["baselines"].index(name)]) for one in found]
            lines.append(f"| {name} | {' | '.join(columns(np.concatenate(results)))} |")
    return lines


def columns(whole: np.ndarray) -> list[str]:
    """Estimate, interval and draws of scores `[P, 2]`."""
    share = decided_share_interval(whole)
    return [
        f"{100 * share.estimate:.1f} %",
        f"{100 * share.low:.1f}–{100 * share.high:.1f}",
        f"{100 * (whole == 0.5).mean():.1f} %",
    ]


def part(title: str, found: list[dict[str, Any]]) -> list[str]:
    """The rows of one scenario after a number of minutes."""
    speed = np.mean([one["decisions"] / one["seconds"] for one in found])
    spent = {name: np.mean([one["shares"][name] for one in found]) for name in found[0]["shares"]}
    decisions = np.mean([one["decisions"] for one in found])
    lines = [
        f"\n### {title}\n",
        f"{decisions / 1e6:.1f} million decisions, {speed:,.0f} a CPU-second; of the "
        f"time {100 * spent['rollout']:.0f} % rollout (frozen copies "
        f"{100 * spent['frozen']:.0f} %), {100 * spent['update']:.0f} % updates, "
        f"{100 * spent['evaluation']:.0f} % evaluation. {found[0]['pairs']} pairs a seed. "
        "Minutes of learning to shares won from the strongest heuristic: "
        f"{times_to_bars([one['minutes_to'] for one in found])}.\n",
        "| baseline | won of decided | 95 % | by seed | drawn |",
        "|---|---|---|---|---|",
    ]
    for index, name in enumerate(found[0]["baselines"]):
        each = [scores(one["results"][index]) for one in found]
        estimate, limits, drawn = columns(np.concatenate(each))
        seeds = ", ".join(f"{100 * decided_share_interval(one).estimate:.0f}" for one in each)
        lines.append(f"| {name} | {estimate} | {limits} | {seeds} | {drawn} |")
    return lines


def times_to_bars(runs: list[list[float | None]]) -> str:
    """Median and range of the minutes of runs to each bar, in words."""
    parts = []
    for bar, times in zip(BARS, zip(*runs, strict=True), strict=True):
        reached = sorted(time for time in times if time is not None)
        if len(reached) < len(times):
            parts.append(f"{bar} % by {len(reached)} of {len(times)} seeds")
        else:
            parts.append(
                f"{bar} % after {np.median(reached):.1f} ({reached[0]:.1f}–{reached[-1]:.1f})"
            )
    return ", ".join(parts)


def main() -> None:
    """Train and evaluate all missing runs, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("runs/learning"))
    parser.add_argument("--system", default="mythic_epoch")
    parser.add_argument("--scenarios", nargs="+", default=["duel", "skirmish"])
    parser.add_argument("--minutes", nargs="+", type=float, default=[5.0, 15.0])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=500, help="pairs of battles with a baseline")
    parser.add_argument("--alone", action="store_true", help="against one baseline at a time")
    parser.add_argument("--network", choices=sorted(NETWORKS), help="instead of the config's")
    parser.add_argument("--table", action="store_true", help="only print what there is")
    options = parser.parse_args()
    baselines = list(get_system(options.system).policies) if options.alone else [None]
    jobs = [
        Job(options.system, scenario, minutes, seed, baseline, options.network)
        for minutes in options.minutes
        for scenario in options.scenarios
        for baseline in baselines
        for seed in range(options.seeds)
    ]
    for job in [] if options.table else jobs:
        folder = job.folder(options.out)
        if not (folder / RESULT).exists():
            learn(folder, job)
            result = fight(folder, options.pairs)
            (folder / RESULT).write_text(json.dumps(result), encoding="utf-8")
    print(table(options.out, jobs))


if __name__ == "__main__":
    main()
