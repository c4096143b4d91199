r"""The tables of docs/tactics.md, from the profiles that `quintain tactics --json` has printed.

    for s in heimr:veteran martial:warlord mythic_epoch:tactician platemail:captain wildroll:marshal
    do quintain tactics ${s%:*}/skirmish --agents ${s%:*}-skirmish --than random,${s#*:} \
         --battles 200 --worth --json > ${s%:*}.json
    done
    python bench/tactics.py *.json

A row is a tactic that the agent follows more or less often than one of the others, beyond chance.

    for s in heimr:veteran martial:warlord mythic_epoch:tactician platemail:captain wildroll:marshal
    do r=runs/baselines/ppo/${s%:*}-skirmish-1000000
       quintain tactics ${s%:*}/skirmish --agents $r-0/run,$r-1/run,$r-2/run \
         --than random,${s#*:} --battles 200 --json > ${s%:*}.json
    done
    python bench/tactics.py --seeds *.json

With `--seeds` the agents of a file are seeds of one method (`bench/baselines.py` trains these), and
a row is a tactic that one of them follows more or less often than the first of the others.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from quintain.evaluation.tactics.comparison import FEWEST, LEVEL


def percent(interval: dict[str, float]) -> str:
    """An interval in percent: `45 [38, 51]`."""
    estimate, low, high = (round(100 * interval[key]) for key in ("estimate", "low", "high"))
    return f"{estimate} [{low}, {high}]"


def rows_of(profile: dict[str, Any]) -> list[str]:
    """The rows of a profile: the tactics that differ from those of one of the others."""
    rows = []
    for habit in profile["habits"]:
        if all(one["p"] >= LEVEL for one in habit["differences"]):
            continue
        cells = [habit["tactic"], percent(habit["share"])]
        for one in habit["differences"]:
            mark = "" if one["p"] < LEVEL else " (even)"
            if min(one["cases"], habit["cases"]) < FEWEST:
                mark = " (few)"
            cells.append("-" if one["share"] is None else f"{100 * one['share']:.0f}{mark}")
        worth = habit["worth"]
        cells.append("-" if worth is None else percent(worth))
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def seeds_table(profiles: list[dict[str, Any]]) -> list[str]:
    """The tactics of several seeds of a method, and in how many of them each was found."""
    others = [one["than"] for one in profiles[0]["habits"][0]["differences"]]
    heads = ("tactic", "by seed, %", *(f"{one}, %" for one in others), f"against {others[0]}")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    by_name: dict[str, list[dict[str, Any]]] = {}
    for profile in profiles:
        for habit in profile["habits"]:
            by_name.setdefault(habit["tactic"], []).append(habit)
    for name, habits in by_name.items():
        found = [direction(habit) for habit in habits]
        if not any(found):
            continue
        shares = ", ".join(f"{100 * one['share']['estimate']:.0f}" for one in habits)
        than = [one["share"] for one in habits[0]["differences"]]
        cells = [
            name,
            shares,
            *("-" if share is None else f"{100 * share:.0f}" for share in than),
            verdict(found, len(profiles)),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def direction(habit: dict[str, Any]) -> int:
    """1 if an agent follows a tactic more often than the first of the others, -1 if less often."""
    first = habit["differences"][0]
    if first["p"] >= LEVEL:
        return 0
    return 1 if habit["share"]["estimate"] > first["share"] else -1


def verdict(found: list[int], seeds: int) -> str:
    """Whether all seeds learned a tactic, unlearned it, or differ."""
    for word, sign in (("learned", 1), ("unlearned", -1)):
        count = found.count(sign)
        if count == seeds:
            return f"**{word}**"
        if count == sum(map(abs, found)):
            return f"{word} in {count} of {seeds}"
    return "seeds contradict each other"


def main() -> None:
    """Print a table for each profile, or for the profiles of a method's seeds together."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--seeds", action="store_true", help="the agents of a file are seeds")
    given = parser.parse_args()
    for file in given.files:
        profiles = json.loads(file.read_text(encoding="utf-8"))
        if given.seeds:
            scores = ", ".join(percent(one["score"]) for one in profiles)
            print(f"{file.stem}, the seeds score {scores} %:\n")
            print("\n".join(seeds_table(profiles)) + "\n")
            continue
        for profile in profiles:
            others = [one["than"] for one in profile["habits"][0]["differences"]]
            print(f"`{profile['agent']}` scores {percent(profile['score'])} %:\n")
            print(f"| tactic | share, % | {' | '.join(f'{one}, %' for one in others)} | worth |")
            print("|---" * (3 + len(others)) + "|")
            print("\n".join(rows_of(profile)) + "\n")


if __name__ == "__main__":
    main()
