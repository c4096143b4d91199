"""Agents by the names that users type."""

from __future__ import annotations

import importlib
import os
import re
from pathlib import Path
from typing import Any, NamedTuple

from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import how_to_install, quote
from ..envs.core.inputs.spelling import nearest
from ..envs.core.scenarios.labels import in_words
from ..envs.core.session.agent_query import as_system, checked_agent, name_of
from ..envs.core.text.narration import count
from .base import Agent, HeuristicAgent, RandomAgent
from .cards import CardAgent, is_card, read_card
from .chances import ChanceAgent
from .character import CharacterAgent, split_character
from .npc import NpcAgent, find_npc, is_npc, released_names
from .policy_search import PolicySearchAgent
from .python_agent import PythonAgent, load_tactic
from .search import DEFAULT_BUDGET, SearchAgent

RUN_FILE = "policy.pt"
"""The file of a run with its agent."""
SEARCH = re.compile(r"search(?::(?P<budget>[0-9]{1,9})(?P<unit>ms)?)?(?::(?P<player>[^:]+))?")
NO_BUDGET = re.compile(r"-?[0-9.]+(s|m|min|us|ms)?$")
"""A negative budget, or one in another unit, which would be taken for a player."""
MOST_BUDGET = 10_000
"""Most play-outs or milliseconds of a search that a scenario file may ask for."""


class Recipe(NamedTuple):
    """The arguments with which `make_agent` made an agent, and makes an equal one elsewhere."""

    name: str
    system: str
    seed: int


def recipe_of(agent: Any) -> Recipe:
    """The recipe of an agent.

    Raises:
        ValueError: `make_agent` did not make it.
    """
    recipe = getattr(agent, "recipe", None)
    if not isinstance(recipe, Recipe):
        raise ValueError(
            f"{name_of(agent)} cannot be sent to other processes, since it was not made by name: "
            "write it into a file and name it path.py:Class, or use one worker"
        )
    return recipe


def scenario_agents(scenario: Any, system: System) -> list[str]:
    """The agent that a scenario names for each fighter, red first; empty where it names none.

    A stranger may have written the file: it can name no file and no code.

    Raises:
        ValueError: an agent that the system does not have, or that a scenario cannot name; the
            sentence says where.
    """
    if not hasattr(scenario, "seats"):
        return [""] * (len(scenario.red) + len(scenario.blue))
    found = []
    for (side, place), seat in scenario.seats():
        name = seat.agent or getattr(scenario.agents, side, None) or ""
        if name:
            keys = (side, place, "agent") if seat.agent else ("agents", side)
            where = f"{scenario.place_of(keys)}: {in_words(keys, scenario)}"
            check_built_in(name, system, where)
            check_leader(name, len(getattr(scenario, side)), where)
        found.append(name)
    return found


def check_built_in(name: str, system: System, where: str) -> None:
    """Refuse an agent in a scenario unless it is built in or released, with or without a character.

    Raises:
        ValueError: the reason, after `where`.
    """
    try:
        plain, _ = split_character(name)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    search = SEARCH.fullmatch(plain)
    if search and int(search["budget"] or 1) > MOST_BUDGET:
        raise ValueError(f"{where}: a search in a scenario has a budget of at most {MOST_BUDGET}")
    players = [*system.policies, *released_names(system.name)]
    known = [*agent_names(system), *released_names(system.name)]
    if plain not in known and not (search and search["player"] in (None, *players)):
        hint = nearest(plain, known, listed_by(system.name))
        raise ValueError(f"{where}: no agent {plain!r} of {system.title}: {hint}")


def check_leader(name: str, size: int, where: str) -> None:
    """Refuse a character whose leader is no fighter of its side.

    Raises:
        ValueError: the reason, after `where`.
    """
    _, character = split_character(name)
    if character is not None and character.leader > size:
        raise ValueError(
            f"{where}: leader={character.leader}, but its side has {count(size, 'fighter')}"
        )


def agent_names(system: str | System) -> list[str]:
    """The names that need no file: the heuristics of a system, and the search."""
    system = as_system(system)
    return [*system.policies, "search"]


def held_out_heuristics(system: System) -> dict[str, Any]:
    """The classes of the held-out heuristics of a system, which belong to the layer above."""
    return importlib.import_module("..evaluation.held_out", __package__).held_out_heuristics(
        system.name
    )


def listed_by(system: str) -> str:
    """The clause of an error in place of a long list of agents."""
    return f"`quintain agents {system}` lists the names"


def known_agents(system: System) -> list[str]:
    """All names of agents of a system that need no file: `agent_names`, held-out and released."""
    return [*agent_names(system), *held_out_heuristics(system), *released_names(system.name)]


def make_agent(name: str | os.PathLike[str], system: str | System, seed: int = 0) -> Any:
    """An agent by name.

    Args:
        name: `random`, `berserker` and the other heuristics of the system; `search`, `search:200`
            (play-outs a decision), `search:20ms` (time a decision), `search:200:fencer` (with the
            heuristic for the play-outs), `search:200:captain.npc` (with the network of a trained
            agent); `path.py:Class`, a user's own heuristic or class with `predict`; `captain.npc`,
            an NPC file, or the name of a released one, `mythic_epoch-duel`; `hunter` and other
            held-out heuristics, which no training config uses; `runs/x`, a trained agent;
            `x.card.json`, the rules of a card; any of them with a character
            (`character.py`), `captain?caution=0.8&difficulty=easy`. A path, as `training.train`
            returns it, is the name of its file or folder.
        system: the system or its name.
        seed: seed of the agent's own draws.

    Returns:
        An object with `name` and `predict`, as `Agent`, and with these arguments as its `recipe`.

    Raises:
        KeyError: unknown name; the message gives the nearest ones.
        FileNotFoundError: the file is missing.
        ValueError: the file lacks the class, cannot be used, or is for another system.
        ImportError: the packages for NPC files or trained agents are not installed.
        TypeError: the name is neither a string nor a path.
    """
    if isinstance(name, os.PathLike):
        name = os.fspath(name)
    if not isinstance(name, str):
        raise TypeError(f"an agent's name is a string or a path, got {quote(name)}")
    system = as_system(system)
    agent = _make(name, system, seed)
    agent.recipe = Recipe(name, system.name, seed)
    return agent


def _make(name: str, system: System, seed: int) -> Any:
    plain, character = split_character(name)
    if character is not None:
        return CharacterAgent(make_agent(plain, system, seed), character, system, name, seed)
    if name == "random":
        return RandomAgent(name, system, seed)
    if name in system.policies:
        return HeuristicAgent(name, system, seed)
    if name.partition(":")[0] == "search":
        return _search(name, system, seed)
    if name in (held_out := held_out_heuristics(system)):
        return PythonAgent(name, system, held_out[name](), seed)
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py") and not is_npc(name):  # configs of strangers may name NPC files
        return _from_class(name, load_tactic(path, class_name), system, seed)
    if name.endswith(".py"):
        raise KeyError(f"{name!r} names no class: write {name}:Class")
    return _from_file(name, system, seed)


def _from_class(name: str, made: Any, system: System, seed: int) -> Any:
    """The agent of a user's class: a tactic with `choose(view)`, or an object with `predict`."""
    if callable(getattr(made, "choose", None)) or not callable(getattr(made, "predict", None)):
        return PythonAgent(name, system, made, seed)
    checked_agent(made, system)
    made.name = name
    if callable(getattr(made, "seed", None)):
        made.seed(seed)
    return made


def _from_file(name: str, system: System, seed: int) -> Any:
    """A card, an NPC file or a trained agent; a name of none of them gets the nearest names."""
    if is_card(name):
        return _for_system(CardAgent(read_card(name), name, seed), name, system)
    if is_npc(name):
        return _for_system(NpcAgent(find_npc(name), seed, name=name), name, system)
    if "/" in name or "\\" in name or Path(name).exists():
        return _load(name, system, seed)
    module, _, class_name = name.rpartition(":")
    if module and (file := Path(*module.split(".")).with_suffix(".py")).is_file():
        raise KeyError(f"no agent {name!r}: write {file}:{class_name}")
    hint = nearest(name, known_agents(system), listed_by(system.name))
    raise KeyError(f"no agent {name!r}: {hint}")


def _search(name: str, system: System, seed: int) -> Agent:
    match = SEARCH.fullmatch(name)
    if match is None or int(match["budget"] or 1) < 1 or NO_BUDGET.match(match["player"] or ""):
        raise KeyError(
            f"no agent {name!r}: write search, search:{DEFAULT_BUDGET} (play-outs), search:20ms, "
            f"search:{DEFAULT_BUDGET}:berserker or search:{DEFAULT_BUDGET}:captain.npc"
        )
    player, budget = match["player"], int(match["budget"] or DEFAULT_BUDGET)
    options: dict[str, Any] = {"milliseconds" if match["unit"] else "budget": budget}
    options |= {"seed": seed, "name": name}
    if player is None or player in system.policies:
        return SearchAgent(system, policy=player, **options)
    network = make_agent(player, system, seed)
    if not isinstance(network, ChanceAgent):
        raise ValueError(
            f"{name}: a search takes a heuristic or a trained agent (an NPC, or runs/x), and "
            f"{player!r} is neither"
        )
    return PolicySearchAgent(network, **options)


def check_run(name: str) -> None:
    """Refuse the name of a missing run, and a file of another kind.

    Raises:
        FileNotFoundError: the run is missing; the message gives the nearest ones.
        ValueError: it is a file that holds no agent.
    """
    path = Path(name)
    if path.is_file() and path.suffix != Path(RUN_FILE).suffix:
        raise ValueError(
            f"{name!r} is no agent: give the folder of a run, an NPC file (captain.npc), a card "
            "(x.card.json) or a class (path.py:Class)"
        )
    if not path.exists() or (path.is_dir() and not (path / RUN_FILE).is_file()):
        known = sorted(str(file.parent) for file in path.parent.glob(f"*/{RUN_FILE}"))
        problem = f"it holds no {RUN_FILE}" if path.exists() else "there is no such folder"
        raise FileNotFoundError(
            f"no trained agent in {name!r}: {nearest(name, known) if known else problem}"
        )


def _load(name: str, system: System, seed: int) -> Any:
    check_run(name)
    # The layer above registers trained agents, since they need PyTorch.
    try:
        trained = importlib.import_module("..training", __package__).load_trained(name)
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{name!r} looks like a trained agent: to load it, {how_to_install('train')}"
        ) from error
    agent = _for_system(trained, name, system)
    if not getattr(agent, "name", None):
        agent.name = name
    if hasattr(agent, "seed"):
        agent.seed(seed)
    return agent


class OtherSystemError(ValueError):
    """An agent was trained for another system."""


def _for_system(agent: Any, name: str, system: System) -> Any:
    """The agent, if it was trained for this system."""
    trained_for = getattr(agent, "system", system)
    if trained_for is not system:
        raise OtherSystemError(
            f"{name} was trained for {trained_for.title}, not for {system.title}"
        )
    return agent
