"""Screen the released NPC files for absurd habits, and write what is found into them.

    python bench/screening.py [NAME ...] [--pairs 40] [--table]

The battles are those that the NPC was trained for. Only the part `screening` of the manifest and
the card change. The table of docs/npc.md is printed, with `--table` alone, from the files.
"""

from __future__ import annotations

import argparse

import quintain.agents  # noqa: F401
from quintain.agents.npc import NpcAgent, find_npc, read_npc, released_names
from quintain.agents.npc.manifest import Screened
from quintain.bench.release import RECIPES
from quintain.evaluation.screening import WORDS, Finding, screen_agent
from quintain.training.config import load_config
from quintain.training.export import SCREENED_PAIRS
from quintain.training.measured import update_npc

TITLES = ("NPC", "habits looked for", "found", "nearest to its bound")


def screen(name: str, pairs: int) -> tuple[NpcAgent, list[Finding]]:
    """An NPC and what its screen finds."""
    agent = NpcAgent(find_npc(name))
    encounters = load_config(RECIPES[name][0]).measured_encounters()
    return agent, screen_agent(agent.system, encounters, agent, pairs=pairs)


def write(agent: NpcAgent, found: list[Finding]) -> None:
    """Put findings into the file of an NPC, which is otherwise unchanged."""
    screening = [Screened.model_validate(one.to_json()) for one in found]
    update_npc(agent.npc.path, screening=[one.model_dump(mode="json") for one in screening])


def findings_in(name: str) -> list[Finding]:
    """The findings in the file of a released NPC."""
    screening = read_npc(find_npc(name)).manifest.screening
    return [Finding(**one.model_dump(exclude={"found"})) for one in screening]


def row_of(name: str, found: list[Finding]) -> str:
    """A row of the table."""
    absurd = "; ".join(one.words for one in found if one.is_found) or "none"
    closest = max(found, key=lambda one: one.low / one.bound)
    words = WORDS[closest.measure].words.removeprefix("It ")
    figures = f"{100 * closest.share:.0f} % [{100 * closest.low:.0f}, {100 * closest.high:.0f}]"
    near = f"{words}: {figures}, bound {100 * closest.bound:.0f} %"
    return f"| `{name}` | {len(found)} | {absurd} | {near} |"


def main() -> None:
    """Screen and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(released_names()))
    parser.add_argument("--pairs", type=int, default=SCREENED_PAIRS)
    parser.add_argument("--table", action="store_true", help="only print what the files say")
    given = parser.parse_args()
    print(f"| {' | '.join(TITLES)} |\n{'|---' * len(TITLES)}|")
    for name in given.names or released_names():
        if not given.table:
            write(*screen(name, given.pairs))
        print(row_of(name, findings_in(name)), flush=True)


if __name__ == "__main__":
    main()
