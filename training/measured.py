"""Writes later measurements into an NPC file; its network never changes."""

from __future__ import annotations

import datetime
import hashlib
from pathlib import Path
from typing import Any

from ..agents.npc.archive import CARD, MANIFEST, POLICY, pack
from ..agents.npc.manifest import Exploited, Manifest, write_manifest
from ..agents.npc.reading import read_npc
from ..envs.core.inputs.files import write_file
from ..evaluation.exploitability import Exploitability
from ..evaluation.held_out import scenario_name
from .card import write_card


def update_npc(path: str | Path, **parts: Any) -> None:
    """Replace parts of an NPC file's manifest, and write its card again.

    Args:
        path: the file.
        **parts: values of the manifest's fields, as plain data.

    Raises:
        NpcError: the file cannot be read.
    """
    npc = read_npc(path)
    about = npc.manifest.model_dump(mode="json") | parts
    del about["files"]
    files = {POLICY: npc.policy, CARD: write_card(about).encode()}
    about["files"] = {key: hashlib.sha256(data).hexdigest() for key, data in files.items()}
    files[MANIFEST] = write_manifest(Manifest.model_validate(about))
    write_file(Path(path), pack(files))


def add_exploitability(path: str | Path, found: Exploitability) -> None:
    """Write what an NPC loses to its best challenger into its file.

    The new result replaces an older one of the same encounter.

    Raises:
        NpcError: the file cannot be read.
    """
    entry = to_manifest(found, datetime.datetime.now(datetime.UTC).date())
    known = read_npc(path).manifest.exploitability
    others = [one for one in known if one.encounter != entry.encounter]
    kept = sorted([*others, entry], key=lambda one: one.encounter)
    update_npc(path, exploitability=[one.model_dump(mode="json") for one in kept])


def public_name(scenario: str) -> str:
    """The name of a scenario, without the folders of a file, which are private.

    A file keeps its ending, so that `duel.yaml` is not taken for the system's `duel`.
    """
    path = Path(scenario)
    if not path.suffix:
        return scenario
    name = scenario_name(path)
    return name if name != scenario else path.name


def to_manifest(found: Exploitability, day: datetime.date) -> Exploited:
    """The entry of the manifest."""
    best, learned = found.best, found.learned
    score = best.summary.score
    system, _, scenario = found.encounter.partition("/")
    return Exploited(
        encounter=f"{system}/{public_name(scenario)}",
        response="learned" if best.is_learned else best.name,
        seeds=len(learned),
        decisions=min((one.decisions for one in learned), default=0),
        battles=best.fresh.battles,
        won=best.fresh.wins,
        drawn=best.fresh.draws,
        lost=best.fresh.losses,
        score=round(score.estimate, 4),
        low=round(score.low, 4),
        high=round(score.high, 4),
        date=day.isoformat(),
    )
