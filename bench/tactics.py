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

With `--seeds` the agents of a file are seeds of one method (`bench/baselines.py` trains these). A
row is a tactic that all of them follow more often than the first of the others, or all less often.
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


def seeds_table(files: dict[str, list[dict[str, Any]]]) -> list[str]:
    """The tactics in which all seeds of a method agree, and a sentence about the others.

    Args:
        files: the profiles of the seeds, by the name of the system.
    """
    first = next(iter(files.values()))[0]["habits"][0]["differences"][0]["than"]
    heads = ("system", "tactic", "by seed, %", f"{first}, %", "strongest heuristic, %")
    lines, unsure = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"], []
    for system, profiles in files.items():
        habits: dict[str, list[dict[str, Any]]] = {}
        for habit in (one for profile in profiles for one in profile["habits"]):
            habits.setdefault(habit["tactic"], []).append(habit)
        for tactic, each in habits.items():
            found = [direction(habit) for habit in each]
            if abs(sum(found)) == len(profiles):
                lines.append(f"| {' | '.join((system, tactic, *shares_of(each)))} |")
            elif any(found):
                both = 1 in found and -1 in found
                count = "both ways" if both else f"{abs(sum(found))} of {len(profiles)}"
                unsure.append(f"{tactic} in {system} ({count})")
    return [*lines, "", f"Not in all seeds: {', '.join(unsure) or 'none'}."]


def shares_of(habits: list[dict[str, Any]]) -> list[str]:
    """The shares of each seed, and those of the agents with which they are compared, in percent."""
    shares = [f"{100 * one['share']['estimate']:.0f}" for one in habits]
    others = [one["share"] for one in habits[0]["differences"]]
    return [", ".join(shares), *("-" if one is None else f"{100 * one:.0f}" for one in others)]


def direction(habit: dict[str, Any]) -> int:
    """1 if an agent follows a tactic more often than the first of the others, -1 if less often."""
    first = habit["differences"][0]
    if first["p"] >= LEVEL:
        return 0
    return 1 if habit["share"]["estimate"] > first["share"] else -1


def main() -> None:
    """Print a table for each profile, or for the profiles of a method's seeds together."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--seeds", action="store_true", help="the agents of a file are seeds")
    given = parser.parse_args()
    files = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in given.files}
    if given.seeds:
        print("\n".join(seeds_table(files)))
        return
    for profiles in files.values():
        for profile in profiles:
            others = [one["than"] for one in profile["habits"][0]["differences"]]
            print(f"`{profile['agent']}` scores {percent(profile['score'])} %:\n")
            print(f"| tactic | share, % | {' | '.join(f'{one}, %' for one in others)} | worth |")
            print("|---" * (3 + len(others)) + "|")
            print("\n".join(rows_of(profile)) + "\n")


if __name__ == "__main__":
    main()
