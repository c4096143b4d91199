"""The scenario of an agent where a command names none: that in which it learned."""

from __future__ import annotations

from pathlib import Path

from ..agents.cards import is_card, read_card
from ..agents.character import split_character
from ..agents.npc import find_npc, is_npc, read_npc, released_names
from ..agents.python_agent import load_tactic
from ..agents.registry import RUN_FILE, SEARCH, check_run, known_agents, listed_by
from ..envs.core.engine.system import System, get_system
from ..envs.core.inputs.spelling import nearest
from ..envs.core.scenarios.yaml_files import read_key
from .common import of_all_systems

CONFIG = "config.yaml"
"""The file of a run with its system and its scenario."""
USUAL, FIRST = "mythic_epoch", "duel"
"""The system and the scenario of the example in a message, where an agent plays several."""


def usual_scenario(agent: str) -> str:
    """The scenario that a trained agent learned, as SYSTEM/SCENARIO.

    Raises:
        FileNotFoundError, KeyError: there is no such agent.
        ValueError: it learned several scenarios or none; the message shows how to name one.
    """
    plain, _ = split_character(agent)
    system, scenarios = _learned(plain)
    if len(scenarios) == 1:
        return f"{system.name}/{scenarios[0]}"
    known = system.scenario_names()
    first = scenarios[0] if scenarios else FIRST if FIRST in known else known[0]
    raise ValueError(
        f"say which battles {agent!r} fights: --scenario SYSTEM/SCENARIO, as in --scenario "
        f"{system.name}/{first}"
    )


def _learned(name: str) -> tuple[System, list[str]]:
    """The system of an agent, and the scenarios that it learned; a heuristic learned none."""
    if is_npc(name):
        kind = name.partition("-")[2]
        manifest = read_npc(find_npc(name)).manifest
        system = get_system(manifest.system)
        is_named = name in released_names() and kind in system.scenario_names()
        return system, [kind] if is_named else list(manifest.scenarios)
    if is_card(name):
        card = read_card(name)
        return get_system(card.system), [card.scenario]
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py"):
        load_tactic(path, class_name)
        return get_system(USUAL), []
    if SEARCH.fullmatch(name):
        return get_system(USUAL), []
    if "/" in name or "\\" in name or Path(name).exists():
        return _learned_by_run(name)
    return _system_of_heuristic(name), []


def _learned_by_run(name: str) -> tuple[System, list[str]]:
    """The system and the scenarios of a run, from its config."""
    check_run(name)
    folder = Path(name).parent if Path(name).name == RUN_FILE else Path(name)
    system, scenario = (read_key(folder / CONFIG, key) for key in ("system", "scenario"))
    return get_system(str(system)), scenario if isinstance(scenario, list) else [str(scenario)]


def _system_of_heuristic(name: str) -> System:
    """A system that has a heuristic.

    Raises:
        KeyError: none has it; the message gives the nearest names.
    """
    known = of_all_systems(lambda system: (system, known_agents(system)))
    found = [system for system, names in known if name in names]
    if not found:
        names = sorted({one for _, names in known for one in names})
        raise KeyError(f"no agent {name!r}: {nearest(name, names, listed_by('SYSTEM'))}")
    return next((system for system in found if system.name == USUAL), found[0])
