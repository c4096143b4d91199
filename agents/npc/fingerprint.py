"""The layout that an agent and the rules share: the observation's pieces, the actions' names."""

from __future__ import annotations

import hashlib
import json
from typing import Any

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


def check_fits(manifest: Manifest) -> System:
    """The system of a manifest, if its rules, observation and actions match this quintain.

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
    side = manifest.max_side
    pieces = observation_pieces(system, side, manifest.memory)
    actions = action_names(system, side)
    if manifest.layout != layout_hash(system.name, system.rules_version, side, pieces, actions):
        theirs, ours = (_first_names(system.name, one) for one in (manifest.observation, pieces))
        what = "observations" if theirs != ours else "actions"
        raise NpcError(f"it was trained with other {what} of {system.title} than this quintain has")
    return system
