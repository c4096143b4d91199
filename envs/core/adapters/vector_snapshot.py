"""Checks of a `BattleVector`'s snapshot before it is restored.

Letters: `B` battles, `T` templates.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine.loops import EXTERNAL
from ..engine.record_checks import StateError, check_battles, check_rng_state
from ..engine.system import System
from ..session.snapshot import check_memory_of


def check_battles_of(
    system: System,
    snapshot: dict[str, npt.NDArray[Any]],
    templates: npt.NDArray[np.void],
    memory: int,
) -> None:
    """Refuse a snapshot with which a vector cannot continue.

    Args:
        system: the vector's system.
        snapshot: arrays of the right names, types and shapes.
        templates: Array `[T]` of the vector's templates.
        memory: number of events that its fighters remember.

    Raises:
        StateError: one sentence.
    """
    battles, final = snapshot["battles"], snapshot["final"]
    check_battles(system, battles)
    check_battles(system, final[final["num_fighters"] > 0])  # the others have not ended yet
    slots = int(templates["max_side"][0])
    if (battles["max_side"] != slots).any() or (battles["scenario"] >= len(templates)).any():
        raise StateError(
            f"the snapshot is of other scenarios: this vector has {len(templates)} with {slots} "
            "slots a side"
        )
    check_memory_of(battles, memory)
    if battles["over"].any():
        raise StateError("the snapshot has ended battles among battles")
    check_rng_state(snapshot["rng_state"])
    for name in ("controllers", "next_controllers"):
        _check_controllers(system, name, snapshot[name])


def _check_controllers(system: System, name: str, controllers: npt.NDArray[np.int16]) -> None:
    """Refuse numbers that are no heuristics, and heuristics on both sides."""
    most = len(system.policies) - 1
    if ((controllers < EXTERNAL) | (controllers > most)).any():
        raise StateError(f"{name} of the snapshot must be between {EXTERNAL} and {most}")
    if not (controllers == EXTERNAL).any(axis=1).all():
        raise StateError(f"{name} of the snapshot must leave a side of every battle to you")
