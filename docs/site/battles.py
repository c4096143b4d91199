"""Make the battles that play on the site: a page for each system, from two commands of quintain.

    python docs/site/battles.py build/site/battles

A page that is there already is kept; delete it to make it again.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

BATTLES = {
    "mythic_epoch": ("skirmish", "tactician,berserker", 4),
    "platemail": ("skirmish", "captain,charger", 2),
    "martial": ("skirmish", "warlord,brawler", 3),
    "wildroll": ("skirmish", "marshal,aggressor", 1),
    "heimr": ("skirmish", "veteran,attacker", 5),
}
"""The scenario, the agents of red and blue, and the seed of the battle of each system."""


def quintain(*words: str) -> None:
    """Run a command of quintain, without what it prints."""
    command = [sys.executable, "-m", "quintain", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def make(system: str, page: Path) -> None:
    """Fight the battle of a system and write it as a page."""
    scenario, agents, seed = BATTLES[system]
    with tempfile.TemporaryDirectory() as folder:
        saved = f"{folder}/battle.json"
        fight = f"{system}/{scenario}", "--agents", agents, "--seed", str(seed)
        quintain("watch", *fight, "--save", saved)
        quintain("replay", saved, "--html", str(page))


def main() -> None:
    """Make the pages that are missing in the folder of the command line."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for system in BATTLES:
        page = folder / f"{system}.html"
        if not page.exists():
            make(system, page)


if __name__ == "__main__":
    main()
