"""Loads scenarios and compiled heuristics by their names."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..engine.battle import MAX_SIDE
from ..engine.system import System
from ..inputs.arguments import quote, whole_number
from ..inputs.spelling import nearest
from .model import BaseScenario
from .sheets import has_state

Scenario = str | Path | BaseScenario
"""A scenario by its name or the path of its file, or as a model."""
Scenarios = Scenario | Sequence[Scenario] | None
"""One scenario or several, of which each battle draws one; None is the system's default."""


def load_templates(
    system: System, scenarios: Any, max_side: int = 0, *, with_states: bool = False
) -> tuple[list[Any], np.ndarray]:
    """Validated scenarios and their templates, array `[T]`.

    Args:
        system: the system.
        scenarios: a name, a path, a scenario model, or a sequence of these; None is the system's
            default scenario.
        max_side: slots a side; 0 means as many as the scenarios need.
        with_states: whether the caller writes the state of a scenario into its battles.

    Raises:
        ScenarioError: a scenario cannot be used.
        TypeError: a scenario is not a name, a path or a model of this system.
        ValueError: there is no scenario, `max_side` is too small, or a scenario has a state that
            the caller cannot begin from.
    """
    max_side = whole_number("max_side", max_side, 0, 2**31 - 1)  # checked below
    if scenarios is None:
        scenarios = system.default_scenario
    if isinstance(scenarios, str | Path) or not isinstance(scenarios, Sequence):
        scenarios = [scenarios]
    if len(scenarios) == 0:
        raise ValueError("at least one scenario is needed")
    models = [
        system.load_scenario(str(one)) if isinstance(one, str | Path) else one for one in scenarios
    ]
    for model in models:
        if not isinstance(model, system.scenario_model):
            raise TypeError(
                f"a scenario of {system.title} is given by its name, its file or its model, got "
                f"{quote(model)}"
            )
        if has_state(model) and not with_states:
            raise ValueError(
                f"scenario {model.title!r} begins in the middle of a battle: odds, tournament, "
                "watch, play, advise, Match, env and single_env can begin there; BattleVector, "
                "training, cards and bench cannot"
            )
    templates = np.concatenate([system.make_template(model) for model in models])
    needed = max(max(len(model.red), len(model.blue)) for model in models)
    if max_side and not needed <= max_side <= MAX_SIDE:
        raise ValueError(f"max_side must be between {needed} and {MAX_SIDE}, got {max_side}")
    templates["max_side"] = max_side or templates["max_side"].max()
    return models, templates


def load_heuristics(system: System) -> None:
    """Import the compiled heuristics of a system, if they are not imported yet.

    They belong to the layer above and register themselves, so they are imported by name.
    """
    if not system.policies:
        importlib.import_module("....agents", __package__)


def find_policy(system: System, name: str) -> int:
    """Number of a compiled heuristic of a system.

    Raises:
        KeyError: the heuristic is unknown; the message gives the nearest ones.
    """
    load_heuristics(system)
    if name not in system.policies:
        hint = nearest(name, list(system.policies))
        if name == "search" or not name.isidentifier():  # not the name of a heuristic
            hint = "a BattleVector plays no other agents: take BattleVecEnv or single_env for those"
        raise KeyError(f"no compiled heuristic {name!r}: {hint}")
    return system.policies[name]
