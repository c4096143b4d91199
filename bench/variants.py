"""The worth of one key of a training config: runs that differ in it alone, at equal cost.

    python bench/variants.py wildroll/skirmish choices quick full [--decisions 1000000] [--seeds 3]

    python bench/variants.py mythic_epoch/duel memory 0 4 8

    python bench/variants.py heimr/duel,heimr/skirmish learner ppo teacher --minutes 5 --jobs 12

The third form compares kinds of learners (`LEARNERS`) at equal CPU minutes. Each agent meets every
baseline afterwards, with choices drawn from its probabilities. Minutes are CPU minutes of the run
on one core; they include the evaluations during the run, but not that afterwards.

Each run has its own folder. A second call continues after an interruption: finished runs are not
repeated, and an interrupted run is resumed. `--jobs` runs are trained at once, each in a process of
its own with one thread. `--table` only prints.
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml

import quintain.agents  # noqa: F401
from quintain.agents.base import strongest
from quintain.bench.learning import RESULT, columns, fight, read_results, scores, times_to_bars
from quintain.envs.core.engine.system import get_system
from quintain.evaluation.statistics import decided_share_interval
from quintain.training.checkpoint import has_checkpoint
from quintain.training.config import MOST_DECISIONS, TrainingConfig, load_config
from quintain.training.learner import compile_steps
from quintain.training.learning import train
from quintain.training.run_dir import CONFIG_NAME, write_config

LEARNER = "learner"
"""The key whose values are kinds of learners."""
LEARNERS: dict[str, Callable[[str], dict[str, Any]]] = {
    "ppo": lambda _: {"teacher": None},
    "teacher": lambda best: {"teacher": {"agent": best}},
    "expert": lambda _: {
        "teacher": {"agent": "search", "asked": 0.02, "alone": True, "final_weight": 1.0}
    },
    "expert_ppo": lambda _: {"teacher": {"agent": "search", "asked": 0.02, "share": 1.0}},
    "blocks": lambda _: {"network": "blocks"},
    "attention": lambda _: {"network": "attention"},
    "mlp": lambda _: {"network": "mlp"},
}
"""Kinds of learners: from the name of the strongest heuristic to changes of the config."""
EVALUATIONS = {"evaluate_every": 200_000, "evaluation_pairs": 50}
"""Changes of the configs that are compared at equal minutes, to time when they reach the bars."""


@dataclass(frozen=True)
class Job:
    """One run.

    Attributes:
        config: `SYSTEM/CONFIG`.
        key: a key of the config, or `LEARNER`.
        value: its value, as typed.
        decisions: to learn from, unless `minutes` is given.
        minutes: CPU minutes to learn for instead, 0 for none.
        seed: of the run.
    """

    config: str
    key: str
    value: str
    decisions: int
    minutes: float
    seed: int

    def folder(self, out: Path) -> Path:
        """The folder of the run."""
        value = "".join(one if one.isalnum() or one in "-_." else "-" for one in self.value)
        cost = f"{self.minutes:g}m" if self.minutes else str(self.decisions)
        return out / self.config / f"{self.key}-{value}-{cost}-{self.seed}"

    def changed(self) -> TrainingConfig:
        """The config of the run."""
        config = load_config(self.config)
        changes: dict[str, Any] = {self.key: yaml.safe_load(self.value)}
        if self.key == LEARNER:
            changes = LEARNERS[self.value](strongest(get_system(config.system)))
        cost: dict[str, Any] = {"steps": self.decisions, "minutes": 0.0}
        if self.minutes:
            cost = {"steps": MOST_DECISIONS, "minutes": self.minutes, **EVALUATIONS}
        run = {"seed": self.seed, "clock": "cpu"}
        return TrainingConfig.model_validate(config.model_dump() | changes | cost | run)


def learn(job: Job, out: Path, pairs: int) -> None:
    """Train an agent and let it fight."""
    folder = job.folder(out)
    folder.mkdir(parents=True, exist_ok=True)
    resume = has_checkpoint(folder)
    if not resume:
        write_config(job.changed(), folder)
    train(folder / CONFIG_NAME, out=folder, resume=resume, progress=False)
    (folder / RESULT).write_text(json.dumps(fight(folder, pairs)), encoding="utf-8")


def learn_all(jobs: list[Job], out: Path, pairs: int, at_once: int) -> None:
    """Train all agents that have no results yet, some at once."""
    missing = [job for job in jobs if not (job.folder(out) / RESULT).exists()]
    for config in dict.fromkeys(job.config for job in missing):
        compile_steps(load_config(config))  # once, and not in each process
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(at_once, mp_context=context) as pool:
        futures = {pool.submit(learn, job, out, pairs): job for job in missing}
        for count, future in enumerate(as_completed(futures), 1):
            future.result()
            job = futures[future]
            name = f"{job.config} {job.key} {job.value}, seed {job.seed}"
            print(f"{count} of {len(missing)}: {name}", flush=True)


def table(jobs: list[Job], out: Path) -> str:
    """The results of a config as Markdown: a row for each value."""
    first = jobs[0]
    best = strongest(get_system(load_config(first.config).system))
    cost = f"{first.minutes:g} CPU-minutes" if first.minutes else f"{first.decisions:,} decisions"
    lines = [
        f"\n{first.config}, {cost}\n",
        f"| {first.key} | won of decided | 95 % | by seed | drawn | {best} | 95 % "
        "| million decisions | CPU-minutes | CPU-minutes to |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for value, group in itertools.groupby(jobs, lambda job: job.value):
        found = read_results(list(group), out)
        if found:
            lines.append(row(value, found, best))
    return "\n".join(lines)


def row(value: str, found: list[dict[str, Any]], best: str) -> str:
    """The results of all seeds with a value: against all baselines alike, and the strongest."""
    each = [np.concatenate([scores(one) for one in run["results"]]) for run in found]
    estimate, limits, drawn = columns(np.concatenate(each))
    against = [scores(run["results"][run["baselines"].index(best)]) for run in found]
    strong, strong_limits, _ = columns(np.concatenate(against))
    seeds = ", ".join(f"{100 * decided_share_interval(one).estimate:.0f}" for one in each)
    decisions, seconds = (np.mean([run[key] for run in found]) for key in ("decisions", "seconds"))
    cells = (
        value, estimate, limits, seeds, drawn, strong, strong_limits,
        f"{decisions / 1e6:.1f}", f"{seconds / 60:.1f}",
        times_to_bars([run["minutes_to"] for run in found]),
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Train and evaluate all missing runs, then print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("configs", help="SYSTEM/CONFIG, or several with commas")
    parser.add_argument("key", help=f"a key of the config, or {LEARNER}")
    parser.add_argument("values", nargs="+", help=f"of {LEARNER}: {', '.join(LEARNERS)}")
    cost = parser.add_mutually_exclusive_group()
    cost.add_argument("--decisions", type=int, default=1_000_000)
    cost.add_argument("--minutes", type=float, default=0.0, help="CPU minutes, not decisions")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=500, help="pairs of battles with a baseline")
    parser.add_argument("--jobs", type=int, default=1, help="runs at once")
    parser.add_argument("--out", type=Path, default=Path("runs/variants"))
    parser.add_argument("--table", action="store_true", help="only print what there is")
    given = parser.parse_args()
    cost_of_run = (given.decisions, given.minutes)
    tables = {
        config: [
            Job(config, given.key, value, *cost_of_run, seed)
            for value in given.values
            for seed in range(given.seeds)
        ]
        for config in given.configs.split(",")
    }
    if not given.table:
        jobs = [job for group in zip(*tables.values(), strict=True) for job in group]
        learn_all(jobs, given.out, given.pairs, given.jobs)
    for jobs in tables.values():
        print(table(jobs, given.out))


if __name__ == "__main__":
    main()
