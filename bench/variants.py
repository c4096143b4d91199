"""The worth of one key of a training config: runs that differ in it alone, at equal decisions.

    python bench/variants.py wildroll/skirmish choices quick full [--decisions 1000000] [--seeds 3]

    python bench/variants.py mythic_epoch/duel memory 0 4 8

Each agent meets every baseline afterwards, with choices drawn from its probabilities. Minutes are
CPU minutes of the run on one core.

Each run has its own folder. A second call continues after an interruption: finished runs are not
repeated, and an interrupted run is resumed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from quintain.bench.learning import RESULT, columns, fight, scores
from quintain.evaluation.statistics import decided_share_interval
from quintain.training.checkpoint import FILE_NAME
from quintain.training.config import TrainingConfig, load_config
from quintain.training.learning import train
from quintain.training.run_dir import CONFIG_NAME, write_config


def learn(config: str, changes: dict[str, Any], folder: Path, pairs: int) -> dict[str, Any]:
    """Train an agent and let it fight, unless an earlier call did; returns its results."""
    if not (folder / RESULT).exists():
        folder.mkdir(parents=True, exist_ok=True)
        resume = (folder / FILE_NAME).exists()
        if not resume:
            whole = load_config(config).model_dump() | changes
            write_config(TrainingConfig.model_validate(whole), folder)
        train(folder / CONFIG_NAME, out=folder, resume=resume)
        (folder / RESULT).write_text(json.dumps(fight(folder, pairs)), encoding="utf-8")
    return json.loads((folder / RESULT).read_text(encoding="utf-8"))


def row(value: str, found: list[dict[str, Any]]) -> str:
    """The results of all seeds with a value, as a row: against all baselines alike."""
    each = [np.concatenate([scores(one) for one in run["results"]]) for run in found]
    estimate, limits, drawn = columns(np.concatenate(each))
    seeds = ", ".join(f"{100 * decided_share_interval(one).estimate:.0f}" for one in each)
    minutes = np.mean([run["seconds"] for run in found]) / 60
    return f"| {value} | {estimate} | {limits} | {seeds} | {drawn} | {minutes:.1f} |"


def main() -> None:
    """Train and evaluate all missing runs, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("config", help="SYSTEM/CONFIG")
    parser.add_argument("key", help="a key of the config")
    parser.add_argument("values", nargs="+")
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=500, help="pairs of battles with a baseline")
    parser.add_argument("--out", type=Path, default=Path("runs/variants"))
    options = parser.parse_args()
    rows = []
    for value in options.values:
        found = []
        for seed in range(options.seeds):
            run = f"{options.key}-{value}-{options.decisions}-{seed}"
            changes = {
                options.key: yaml.safe_load(value), "seed": seed,
                "steps": options.decisions, "minutes": 0.0, "clock": "cpu",
            }  # fmt: skip
            folder = options.out / options.config / run
            found.append(learn(options.config, changes, folder, options.pairs))
        rows.append(row(value, found))
    print(
        f"\n{options.config}, {options.decisions:,} decisions, {options.pairs} pairs a baseline\n"
    )
    print(f"| {options.key} | won of decided | 95 % | by seed | drawn | CPU-minutes |")
    print("|---|---|---|---|---|---|")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
