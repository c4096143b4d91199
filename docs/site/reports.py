"""Make the reports of the site: a page for each released NPC of a duel or a skirmish.

    python docs/site/reports.py build/site/reports

Each is `quintain report NAME --show 3`. A page that is there already is kept; delete it to make it
again.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPORTS = tuple(
    f"{system}-{encounter}"
    for system in ("mythic_epoch", "platemail", "martial", "wildroll", "heimr")
    for encounter in ("duel", "skirmish")
)
"""The NPCs, by name."""


def make(name: str, page: Path) -> None:
    """Write the report of an NPC."""
    command = [sys.executable, "-m", "quintain", "report", name, "--show", "3", "--out", str(page)]
    subprocess.run(command, check=True)


def main() -> None:
    """Make the pages that are missing in the folder of the command line."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in REPORTS:
        page = folder / f"{name}.html"
        if not page.exists():
            make(name, page)


if __name__ == "__main__":
    main()
