"""Make the pages of the site that commands of quintain write.

    python docs/site/made_pages.py build/site

`battles/` gets a battle of each system that plays, `reports/` a report of each released NPC of a
duel or a skirmish. A page that is there already is kept; delete it to make it again.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

BATTLES = {
    "mythic_epoch": ("skirmish", "tactician,berserker", 4),
    "platemail": ("skirmish", "captain,charger", 2),
    "martial": ("skirmish", "warlord,brawler", 3),
    "wildroll": ("skirmish", "marshal,aggressor", 1),
    "heimr": ("skirmish", "veteran,attacker", 5),
}
"""The scenario, the agents of red and blue, and the seed of the battle of each system."""
REPORTS = tuple(f"{system}-{encounter}" for system in BATTLES for encounter in ("duel", "skirmish"))
"""The NPCs with a report, by name."""


def quintain(*words: str) -> None:
    """Run a command of quintain, without what it prints."""
    command = [sys.executable, "-m", "quintain", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def make_battle(system: str, page: Path) -> None:
    """Fight the battle of a system and write it as a page."""
    scenario, agents, seed = BATTLES[system]
    with tempfile.TemporaryDirectory() as folder:
        saved = f"{folder}/battle.json"
        fight = f"{system}/{scenario}", "--agents", agents, "--seed", str(seed)
        quintain("watch", *fight, "--save", saved)
        quintain("replay", saved, "--html", str(page))


def make_report(name: str, page: Path) -> None:
    """Write the report of an NPC."""
    quintain("report", name, "--show", "3", "--out", str(page))


def make_missing(folder: Path, names: Iterable[str], make: Callable[[str, Path], None]) -> None:
    """Make the pages of a folder that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        page = folder / f"{name}.html"
        if not page.exists():
            make(name, page)


if __name__ == "__main__":
    make_missing(Path(sys.argv[1], "battles"), BATTLES, make_battle)
    make_missing(Path(sys.argv[1], "reports"), REPORTS, make_report)
