"""How well one fights after 5 and 15 minutes: the table of docs/results.md.

    python bench/learning.py [--scenarios duel skirmish] [--minutes 5 15] [--seeds 3]

Each run lies in a folder of its own. Called again, the script goes on where it was stopped: runs
that are over are not fought again, one that was cut off is resumed. `--table` only prints.
"""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path
from typing import Any

import numpy as np

import quintain.agents  # noqa: F401
from quintain.evaluation.statistics import decided_share_interval
from quintain.training.checkpoint import FILE_NAME
from quintain.training.config import load_config
from quintain.training.learning import CONFIG_NAME, Run, train, write_config
from quintain.training.logbook import CSV_NAME
from quintain.training.trial import Trial
from quintain.training.vec_env import DRAW, WIN

RESULT = "result.json"
TRIAL_SEED = 20_000_000
"""Of battles that no evaluation during training has seen."""


def learn(folder: Path, scenario: str, minutes: float, seed: int) -> None:
    """Train one agent, or go on with one that was cut off."""
    folder.mkdir(parents=True, exist_ok=True)
    config = load_config(f"mythic_epoch/{scenario}")
    config = config.model_copy(update={"seed": seed, "minutes": minutes})
    resume = (folder / FILE_NAME).exists()
    if not resume:
        write_config(config, folder)
    train(folder / CONFIG_NAME, out=folder, resume=resume)


def fight(folder: Path, pairs: int) -> dict[str, Any]:
    """Fight every baseline, drawing as learned and taking the likeliest action."""
    config = load_config(folder / CONFIG_NAME)
    run = Run(config, folder, resume=True)
    trial = Trial(config.system, config.scenario, run.baselines, pairs, seed=TRIAL_SEED)
    with (folder / CSV_NAME).open() as file:
        rows = list(csv.DictReader(file))
    shares = {
        name: float(np.mean([float(row[f"time/{name}_share"]) for row in rows]))
        for name in ("rollout", "frozen", "update", "evaluation")
    }
    result = {
        "baselines": run.baselines,
        "decisions": run.decisions,
        "seconds": run.counters.elapsed,
        "shares": shares,
        "pairs": pairs,
    }
    return {**result, "results": trial.fight(run._choose).tolist()}


def scores(results: list) -> np.ndarray:
    """Results `[P, 2]` of the trial as scores: 1, 0.5 or 0."""
    kinds = np.array(results)
    return np.where(kinds == WIN, 1.0, np.where(kinds == DRAW, 0.5, 0.0))


def table(out: Path, scenarios: list[str], minutes: list[float], seeds: int) -> str:
    """The table as Markdown: share of decided battles won, 95 % interval over all pairs."""
    lines = []
    for scenario in scenarios:
        for minute in minutes:
            found = [
                json.loads((folder / RESULT).read_text())
                for seed in range(seeds)
                if ((folder := folder_of(out, scenario, minute, seed)) / RESULT).exists()
            ]
            if found:
                lines += part(scenario, minute, found)
    return "\n".join(lines)


def part(scenario: str, minutes: float, found: list[dict[str, Any]]) -> list[str]:
    """The rows of one scenario after so many minutes."""
    speed = np.mean([one["decisions"] / one["seconds"] for one in found])
    spent = {name: np.mean([one["shares"][name] for one in found]) for name in found[0]["shares"]}
    decisions = np.mean([one["decisions"] for one in found])
    lines = [
        f"\n### {scenario}, {minutes:g} minutes, {len(found)} seeds\n",
        f"{decisions / 1e6:.1f} million decisions, {speed:,.0f} a second; of the "
        f"time {100 * spent['rollout']:.0f} % rollout (frozen copies "
        f"{100 * spent['frozen']:.0f} %), {100 * spent['update']:.0f} % updates, "
        f"{100 * spent['evaluation']:.0f} % evaluation. {found[0]['pairs']} pairs a seed.\n",
        "| baseline | won of decided | 95 % | by seed | drawn |",
        "|---|---|---|---|---|",
    ]
    for index, name in enumerate(found[0]["baselines"]):
        each = [scores(one["results"][index]) for one in found]
        whole = np.concatenate(each)
        interval = decided_share_interval(whole)
        seeds = ", ".join(f"{100 * decided_share_interval(one).estimate:.0f}" for one in each)
        lines.append(
            f"| {name} | {100 * interval.estimate:.1f} % | {100 * interval.low:.1f}–"
            f"{100 * interval.high:.1f} | {seeds} | {100 * (whole == 0.5).mean():.1f} % |"
        )
    return lines


def folder_of(out: Path, scenario: str, minutes: float, seed: int) -> Path:
    """The folder of a run."""
    return out / f"{scenario}-{minutes:g}m-{seed}"


def main() -> None:
    """Train and fight whatever is missing, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("runs/learning"))
    parser.add_argument("--scenarios", nargs="+", default=["duel", "skirmish"])
    parser.add_argument("--minutes", nargs="+", type=float, default=[5.0, 15.0])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=500, help="pairs of battles with a baseline")
    parser.add_argument("--table", action="store_true", help="only print what there is")
    options = parser.parse_args()
    jobs = [
        (scenario, minutes, seed)
        for minutes in options.minutes
        for scenario in options.scenarios
        for seed in range(options.seeds)
    ]
    for job in [] if options.table else jobs:
        folder = folder_of(options.out, *job)
        if not (folder / RESULT).exists():
            learn(folder, *job)
            result = fight(folder, options.pairs)
            (folder / RESULT).write_text(json.dumps(result), encoding="utf-8")
    print(table(options.out, options.scenarios, options.minutes, options.seeds))


if __name__ == "__main__":
    main()
