"""Train the released NPC files again.

    python bench/release.py mythic_epoch-duel [martial-duel ...]    # or --all
    python bench/release.py martial-skirmish --rate    # measure the file again, without training

Each NPC learns from a fixed number of decisions, independent of the clock, in `runs/released/`, and
is then written to `agents/npc/released/`. On the same machine with the same packages the weights
are the same; the manifest differs in the date and the duration. A second call continues an
interrupted run.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import quintain.agents  # noqa: F401
from quintain.agents.npc import NpcAgent, find_npc
from quintain.agents.npc.released import released_file
from quintain.training.checkpoint import FILE_NAME
from quintain.training.config import load_config
from quintain.training.export import export, measure, screen
from quintain.training.learning import train
from quintain.training.measured import update_npc

RECIPES = {
    "heimr-duel": ("heimr/duel", 6_000_000),
    "heimr-general": ("heimr/general", 14_000_000),
    "heimr-skirmish": ("heimr/skirmish_small", 14_000_000),
    "martial-duel": ("martial/duel", 8_000_000),
    "martial-general": ("martial/general", 8_000_000),
    "martial-skirmish": ("martial/skirmish", 7_000_000),
    "mythic_epoch-duel": ("mythic_epoch/duel", 8_000_000),
    "mythic_epoch-general": ("mythic_epoch/general", 8_000_000),
    "mythic_epoch-skirmish": ("mythic_epoch/skirmish", 8_000_000),
    "platemail-duel": ("platemail/duel", 9_000_000),
    "platemail-general": ("platemail/general", 8_000_000),
    "platemail-skirmish": ("platemail/skirmish", 8_000_000),
    "wildroll-duel": ("wildroll/duel", 5_000_000),
    "wildroll-general": ("wildroll/general", 8_000_000),
    "wildroll-skirmish": ("wildroll/skirmish", 8_000_000),
}
"""Training config and number of decisions, by the name of the file."""
MAX_BYTES = 320_000
BATTLES = 1000
"""Battles against each heuristic."""


def release(name: str, out: Path) -> Path:
    """Train one NPC and write its file."""
    config, steps = RECIPES[name]
    folder = out / name
    resume = (folder / FILE_NAME).exists()
    train(config, steps=steps, out=folder, resume=resume)
    return export(folder, released_file(name))


def rate(name: str) -> Path:
    """Measure a released file again, after a change of the heuristics; its network stays."""
    agent, config = NpcAgent(find_npc(name), name=name), load_config(RECIPES[name][0])
    encounters = config.measured_encounters()
    update_npc(
        agent.npc.path,
        **measure(agent, config, BATTLES, None),
        screening=screen(agent, encounters, BATTLES),
    )
    return Path(agent.npc.path)


def main() -> None:
    """Train the named NPCs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(RECIPES))
    parser.add_argument("--all", action="store_true", help="all of them, an hour or two")
    parser.add_argument("--rate", action="store_true", help="measure the files, train nothing")
    parser.add_argument("--out", type=Path, default=Path("runs/released"))
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in RECIPES]
    if unknown or not (given.names or given.all):
        parser.error(f"name some of {', '.join(RECIPES)}, or --all")
    for name in RECIPES if given.all else given.names:
        file = rate(name) if given.rate else release(name, given.out)
        size = file.stat().st_size
        print(f"{file}: {size:,} bytes")
        if size > MAX_BYTES:
            raise SystemExit(f"{file} is larger than {MAX_BYTES:,} bytes")


if __name__ == "__main__":
    main()
