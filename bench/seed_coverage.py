"""How often the interval of Quintain-10's mean holds the true mean, by the number of seeds a task.

    python bench/seed_coverage.py

A method is imagined whose seeds differ: in each task the share of battles won of a seed is normal
around the method's own, with `SPREAD`, and the battles are drawn with that share.
"""

from __future__ import annotations

import numpy as np

from quintain.evaluation.benchmark import (
    PAIRS,
    PARTS,
    TASKS,
    Part,
    TaskScore,
    aggregate,
    interquartile_mean,
)

SHARES = np.linspace(0.3, 0.9, len(TASKS))
"""Share of battles that the method wins in each task."""
SPREAD = 0.08
"""Standard deviation of the share among seeds."""
TRIALS = 300


def seed_score(task: str, share: float, generator: np.random.Generator) -> TaskScore:
    """The score of a seed that wins this share of its battles."""
    parts = {}
    for name in PARTS:
        by_pair = generator.binomial(2, share, PAIRS)
        won = int(by_pair.sum())
        parts[name] = Part(won, 0, 2 * PAIRS - won, tuple(by_pair.tolist()))
    return TaskScore(task, "imagined", 1, None, None, parts)


def true_mean(seeds: int, generator: np.random.Generator, methods: int = 20_000) -> float:
    """The mean that many scores of the method have."""
    runs = generator.normal(
        np.repeat(SHARES, seeds)[:, None], SPREAD, (len(TASKS) * seeds, methods)
    )
    return float(np.mean(interquartile_mean(np.clip(runs, 0.01, 0.99))))


def coverage(seeds: int) -> float:
    """Share of trials in which the interval holds the true mean."""
    generator = np.random.default_rng(seeds)
    truth, held = true_mean(seeds, generator), 0
    for _ in range(TRIALS):
        found = aggregate(
            [
                seed_score(
                    task, float(np.clip(generator.normal(share, SPREAD), 0.01, 0.99)), generator
                )
                for task, share in zip(TASKS, SHARES, strict=True)
                for _ in range(seeds)
            ]
        )
        held += found.low <= truth <= found.high
    return held / TRIALS


if __name__ == "__main__":
    print("| seeds a task | intervals that hold the true mean, % |\n|---|---|")
    for seeds in (1, 2, 3, 5, 10):
        print(f"| {seeds} | {100 * coverage(seeds):.0f} |")
