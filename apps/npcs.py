"""Commands about NPC files: export, inspect."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from ..agents.npc import NpcError, check_fits, find_npc, read_npc
from ..evaluation.statistics import PairResult
from .common import NEEDS_TRAIN, bar, check_folder, compiling, console, needing, notes
from .options import pairs_in

USABLE = "This quintain can use it."


# --- Export ---------------------------------------------------------------------------------------


def export(run: Path, out: Path, name: str | None, battles: int, licence: str) -> None:
    """Write an NPC file, with a progress bar of the battles that measure it."""
    check_folder(out)
    pairs_in(battles)  # before the long proof
    with needing(NEEDS_TRAIN):
        from ..training.export import check_name
        from ..training.export import export as write
        from ..training.trained import load_trained
    system = load_trained(str(run)).system
    check_name(out, name, system)  # before the long battles
    count = len(system.policies) + 1
    fought: dict[tuple[str, str], int] = {}
    with bar() as progress, compiling(system) as compiled:
        task = progress.add_task("measuring", total=count * (count - 1) // 2 * battles)

        def report(result: PairResult) -> None:
            compiled()
            fought[result.a, result.b] = result.battles
            about = f"{result.a} against {result.b}"
            progress.update(task, completed=sum(fought.values()), description=about)

        write(run, out, name=name, battles=battles, licence=licence, report=report)
    notes.print(f"Written: {out} ({out.stat().st_size:,} bytes)")


# --- Inspect --------------------------------------------------------------------------------------


def inspect(name: str) -> dict[str, Any]:
    """An NPC file's manifest and card, and whether this quintain can use it."""
    npc = read_npc(find_npc(name))
    try:
        check_fits(npc.manifest)
        verdict = USABLE
    except NpcError as error:
        verdict = f"This quintain cannot use it: {error}."
    return {
        "file": str(npc.path),
        "sha256": npc.digest,
        "bytes": npc.path.stat().st_size,
        "usable": verdict == USABLE,
        "verdict": verdict,
        "manifest": npc.manifest.model_dump(mode="json"),
        "card": npc.card,
    }


def print_inspected(found: dict[str, Any]) -> None:
    """Print the card, and the manifest in short."""
    manifest = found["manifest"]
    console.print(Markdown(found["card"], hyperlinks=False))
    numbers = sum(piece["length"] for piece in manifest["observation"])
    versions = ", ".join(f"{name} {one}" for name, one in manifest["training"]["versions"].items())
    rows = {
        "file": f"{found['file']}, {found['bytes']:,} bytes",
        "SHA-256": found["sha256"],
        "rules": f"{manifest['system']}, version {manifest['rules_version']}",
        "slots a side": manifest["max_side"],
        "observation": f"{numbers} numbers in {len(manifest['observation'])} pieces",
        "actions": len(manifest["actions"]),
        "layout": manifest["layout"],
        "made with": versions,
    }
    table = Table(title="The file", title_justify="left", show_header=False)
    for heading in ("name", "value"):
        table.add_column(heading, overflow="fold")
    for name, value in rows.items():
        table.add_row(name, str(value))
    console.print(table)
    console.print(Text(found["verdict"], style="green" if found["usable"] else "red"))
