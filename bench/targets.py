r"""The tables of targets (docs/results.md) and of held-out battles (docs/tournaments.md).

    for s in heimr martial mythic_epoch platemail wildroll; do for c in duel skirmish; do
        quintain held-out $s/$c $s-$c --battles 200 --json > $s-$c.json; done; done
    python bench/targets.py *.json                # the targets, with --scores the held-out battles

The cards of the NPCs tell the share of the decided battles with the hardest heuristic and the
points of the best challenger; the files tell the points where the NPC never learned, less those
where it did.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import quintain.agents  # noqa: F401
from quintain.agents.npc import find_npc, read_npc
from quintain.evaluation.figures import figures
from quintain.evaluation.statistics import Interval

TITLES = (
    "encounter", "hardest heuristic, % of decided", "best challenger, %", "held-out opponent",
    "held-out scenarios", "both",
)  # fmt: skip
SCORE_TITLES = (
    "NPC", "known", "held-out opponent", "Elo", "held-out scenarios", "Elo", "both", "Elo",
)  # fmt: skip
CELLS = ((False, True), (True, False), (True, True))
"""Whether the scenarios and whether the opponents are held out."""


def percent(estimate: float, low: float, high: float) -> str:
    """A share with its interval: `48 [45, 51]`."""
    return figures(Interval(estimate, low, high), digits=0, scale=100)


def row(found: Mapping[str, Any]) -> str:
    """The row of an NPC.

    Args:
        found: the output of `quintain held-out --json`.
    """
    encounter = f"{found['system']}/{found['scenario']}"
    manifest = read_npc(find_npc(found["agent"])).manifest
    decided = [one for one in manifest.results if one.share is not None]
    hardest = min(decided, key=lambda one: one.share or 0.0)
    share = percent(hardest.share or 0.0, hardest.low or 0.0, hardest.high or 0.0)
    (lost,) = (one for one in manifest.exploitability if one.encounter == encounter)
    gaps = {
        (one["unseen_scenarios"], one["unseen_opponents"]): one["gap"] for one in found["cells"]
    }
    told = [percent(*(gaps[cell][key] for key in ("estimate", "low", "high"))) for cell in CELLS]
    cells = [f"`{hardest.opponent}` {share}", percent(lost.score, lost.low, lost.high), *told]
    return f"| {encounter} | {' | '.join(cells)} |"


def scores_row(found: Mapping[str, Any]) -> str:
    """The row of an NPC with its points of 100, and the Elo points gained on the yardstick."""
    known, *held_out = found["cells"]
    cells = [percent(*(known["score"][key] for key in ("estimate", "low", "high")))]
    for one in held_out:
        cells.append(percent(*(one["score"][key] for key in ("estimate", "low", "high"))))
        gained = Interval(*(one["elo_on_yardstick"][key] for key in ("estimate", "low", "high")))
        cells.append(figures(gained, digits=0))
    return f"| `{found['agent']}` | {' | '.join(cells)} |"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--scores", action="store_true", help="the table of held-out battles")
    given = parser.parse_args()
    titles, tell = (SCORE_TITLES, scores_row) if given.scores else (TITLES, row)
    print(f"| {' | '.join(titles)} |\n{'|---' * len(titles)}|")
    for file in given.files:
        print(tell(json.loads(file.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main()
