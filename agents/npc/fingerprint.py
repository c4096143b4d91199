"""The layout that an agent and the rules share: the observation's pieces, the actions' names."""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

import numpy as np

from ...envs.core.engine.memory_layout import layout_of
from ...envs.core.engine.system import System, get_system, system_names
from .manifest import Manifest, NpcError, Piece

FORMER_NAMES = {("heimr", "window.act"): "window.deed", ("wildroll", "window.act"): "window.deed"}
"""Pieces that were renamed, by system, and their names when NPC files were first written: the
hash of a layout keeps those, so that older files fit."""


def action_names(system: System, max_side: int) -> list[str]:
    """The actions by name, in the order of their ids: `melee_attack target=1`."""
    return [_name(system.decode(id_, max_side)) for id_ in range(system.num_actions(max_side))]


def _name(choice: dict[str, Any]) -> str:
    parts = (f"{key}={value}" for key, value in choice.items() if value is not None)
    return " ".join(parts).removeprefix("verb=")


def observation_pieces(system: System, max_side: int, memory: int = 0) -> list[Piece]:
    """The pieces of the observation in order, with those of remembered events."""
    pieces = layout_of(system, max_side, memory).pieces
    return [Piece(name=piece.name, length=piece.length) for piece in pieces]


def _first_names(system: str, pieces: list[Piece]) -> list[tuple[str, int]]:
    """The pieces under the names that hashes contain, with their lengths."""
    return [(FORMER_NAMES.get((system, piece.name), piece.name), piece.length) for piece in pieces]


def layout_hash(
    system: str, rules_version: int, max_side: int, pieces: list[Piece], actions: list[str]
) -> str:
    """SHA-256 of the layout that an agent and the rules share."""
    content = [system, rules_version, max_side, _first_names(system, pieces), actions]
    return hashlib.sha256(json.dumps(content, ensure_ascii=True).encode()).hexdigest()


def manifest_hash(manifest: Manifest) -> str:
    """`layout_hash` of a manifest."""
    return layout_hash(
        manifest.system,
        manifest.rules_version,
        manifest.max_side,
        manifest.observation,
        manifest.actions,
    )


class Fit(NamedTuple):
    """The connection of a file to this quintain.

    Attributes:
        system: the system.
        columns: Array `[n]` of the numbers of the observation that the network reads, in its order.
    """

    system: System
    columns: np.ndarray


def check_fits(manifest: Manifest) -> Fit:
    """The system of a manifest and the columns that the network reads of its observations.

    Observations may have gained pieces since the file was written: the network reads its own
    pieces by name and plays as before.

    Raises:
        NpcError: one sentence that says what differs.
    """
    if manifest.system not in system_names():
        raise NpcError(f"it is for {manifest.system!r}, a system that this quintain does not have")
    system = get_system(manifest.system)
    if manifest.rules_version != system.rules_version:
        raise NpcError(
            f"it learned version {manifest.rules_version} of the {system.title} rules, and this "
            f"quintain has version {system.rules_version}"
        )
    fit = Fit(system, _columns(manifest, system))
    if manifest.actions != action_names(system, manifest.max_side):
        raise NpcError(_differs("actions", system))
    return fit


def _columns(manifest: Manifest, system: System) -> np.ndarray:
    places, at = {}, 0
    ours = observation_pieces(system, manifest.max_side, manifest.memory)
    for piece in _first_names(system.name, ours):
        places[piece] = np.arange(at, at + piece[1])
        at += piece[1]
    theirs = _first_names(system.name, manifest.observation)
    if not places.keys() >= set(theirs):
        raise NpcError(_differs("observations", system))
    return np.concatenate([places[piece] for piece in theirs])


def _differs(what: str, system: System) -> str:
    return f"it was trained with other {what} of {system.title} than this quintain has"
