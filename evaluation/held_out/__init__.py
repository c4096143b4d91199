"""Held-out heuristics and scenarios: no training config may use them.

They tell whether an agent learned to fight, or only to beat its opponents of the training on its
maps. The heuristics are small Python classes in a style that no built-in one has; the scenarios
have other party sizes, maps, fighters and equipment.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...envs.core.engine.system import System
from .heimr import Hunter
from .martial import Wolf
from .mythic_epoch import Dancer
from .platemail import Raider
from .wildroll import Wrecker

HEURISTICS: dict[str, tuple[type[Any], ...]] = {
    "heimr": (Hunter,),
    "martial": (Wolf,),
    "mythic_epoch": (Dancer,),
    "platemail": (Raider,),
    "wildroll": (Wrecker,),
}
FOLDER = Path(__file__).resolve().parent / "scenarios"
PREFIX = "held_out/"
"""Begins the name of a held-out scenario, `held_out/duel`."""


def held_out_heuristics(system: str) -> dict[str, type[Any]]:
    """The held-out heuristics of a system by name; none for a system from elsewhere."""
    return {one.__name__.lower(): one for one in HEURISTICS.get(system, ())}


def describe_held_out(system: str) -> dict[str, str]:
    """A phrase about each held-out heuristic of a system."""
    phrases = {name: one.__doc__ or "" for name, one in held_out_heuristics(system).items()}
    return {name: told[:1].lower() + told[1:].rstrip(".") for name, told in phrases.items()}


def held_out_scenarios(system: System) -> dict[str, Path]:
    """The files of the held-out scenarios by name, those of fewest fighters first."""

    def size(file: Path) -> tuple[int, str]:
        model = system.load_scenario(str(file))
        return len(model.red) + len(model.blue), file.stem

    files = sorted((FOLDER / system.name).glob("*.yaml"), key=size)
    return {f"{PREFIX}{file.stem}": file for file in files}


def scenario_name(scenario: Any) -> str:
    """The name of a scenario, also of a held-out one that is given by its file."""
    path = Path(str(scenario))
    return f"{PREFIX}{path.stem}" if FOLDER in path.parents else str(scenario)
