"""The tables of docs/benchmark.md, from the score files in docs/benchmark/.

    quintain score strongest --name "strongest heuristic" --out docs/benchmark/strongest.json
    python bench/leaderboard.py
    python bench/leaderboard.py --revise    # and write the intervals in the files again

A file that was changed or is of another protocol is refused.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from quintain.evaluation.benchmark import TASKS
from quintain.evaluation.score_files import read_score, revised

FOLDER = Path(__file__).parents[1] / "docs" / "benchmark"


def board() -> list[str]:
    """Two tables, the method with the highest mean first: means and costs, then the tasks."""
    contents = [read_score(file.read_text(encoding="utf-8")) for file in FOLDER.glob("*.json")]
    contents = [one for one in contents if one["interquartile_mean"] is not None]
    contents.sort(key=lambda one: -one["interquartile_mean"]["estimate"])
    heads = ("method", "interquartile mean", "seeds", "decisions a run", "minutes a run")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for one in contents:
        mean = "**{:.0f}** [{:.0f}, {:.0f}]".format(
            *(100 * one["interquartile_mean"][key] for key in ("estimate", "low", "high"))
        )
        cells = (one["method"], mean, *costs(one["tasks"]))
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        f"| task | {' | '.join(one['method'] for one in contents)} |",
        "|---" * (1 + len(contents)) + "|",
    ]
    for task in TASKS:
        found = [[each for each in one["tasks"] if each["task"] == task] for one in contents]
        lines.append(f"| {task} | {' | '.join(map(cell, found))} |")
    return lines


def cell(contents: list[dict[str, Any]]) -> str:
    """The number of a task in percent, the mean of all seeds; one seed has its interval."""
    if not contents:
        return "-"
    numbers = [100 * one["number"]["estimate"] for one in contents]
    if len(numbers) > 1:
        return f"{np.mean(numbers):.0f} ({', '.join(f'{one:.0f}' for one in sorted(numbers))})"
    low, high = (100 * contents[0]["number"][key] for key in ("low", "high"))
    return f"{numbers[0]:.0f} [{low:z.0f}, {high:z.0f}]"


def costs(tasks: list[dict[str, Any]]) -> list[str]:
    """Seeds a task, and the decisions and the minutes of a run; `-` where nothing was learned."""
    counts = [sum(one["task"] == task for one in tasks) for task in TASKS]
    if all(one["decisions"] is None for one in tasks):
        return ["-", "-", "-"]
    decisions, minutes = (
        [one[key] for one in tasks if one[key] is not None] for key in ("decisions", "minutes")
    )
    return [
        span(counts, "{:.0f}"),
        span([one / 1e6 for one in decisions], "{:.0f}") + " million",
        span(minutes, "{:.1f}"),
    ]


def span(numbers: list[float], style: str) -> str:
    """The least and the most number: `5 to 14`, or one if they look the same."""
    ends = [style.format(one) for one in (min(numbers), max(numbers))]
    return " to ".join(dict.fromkeys(ends))


if __name__ == "__main__":
    if "--revise" in sys.argv[1:]:
        for file in FOLDER.glob("*.json"):
            file.write_text(revised(file.read_text(encoding="utf-8")), encoding="utf-8")
    print("\n".join(board()))
