r"""The tables of docs/tactics.md, from the profiles that `quintain tactics --json` has printed.

    for s in heimr:veteran martial:warlord mythic_epoch:tactician platemail:captain wildroll:marshal
    do quintain tactics ${s%:*}/skirmish --agents ${s%:*}-skirmish --than random,${s#*:} \
         --battles 200 --worth --json > ${s%:*}.json
    done
    python bench/tactics.py *.json

A row is a tactic that the agent follows more or less often than one of the others, beyond chance.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from quintain.evaluation.tactics.comparison import FEWEST


def percent(interval: dict[str, float]) -> str:
    """An interval in percent: `45 [38, 51]`."""
    estimate, low, high = (round(100 * interval[key]) for key in ("estimate", "low", "high"))
    return f"{estimate} [{low}, {high}]"


def rows_of(profile: dict[str, Any]) -> list[str]:
    """The rows of a profile: the tactics that differ from those of one of the others."""
    rows = []
    for habit in profile["habits"]:
        if all(one["p"] >= 0.05 for one in habit["differences"]):
            continue
        cells = [habit["tactic"], percent(habit["share"])]
        for one in habit["differences"]:
            mark = "" if one["p"] < 0.05 else " (even)"
            if min(one["cases"], habit["cases"]) < FEWEST:
                mark = " (few)"
            cells.append("-" if one["share"] is None else f"{100 * one['share']:.0f}{mark}")
        worth = habit["worth"]
        cells.append("-" if worth is None else percent(worth))
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def main() -> None:
    """Print a table for each profile."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    for file in parser.parse_args().files:
        for profile in json.loads(file.read_text(encoding="utf-8")):
            others = [one["than"] for one in profile["habits"][0]["differences"]]
            print(f"`{profile['agent']}` scores {percent(profile['score'])} %:\n")
            print(f"| tactic | share, % | {' | '.join(f'{one}, %' for one in others)} | worth |")
            print("|---" * (3 + len(others)) + "|")
            print("\n".join(rows_of(profile)) + "\n")


if __name__ == "__main__":
    main()
