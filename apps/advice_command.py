"""The command `advise`: the choice of any agent, in words, with the odds of each choice."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from rich.text import Text

from ..agents.advice import Advice, advise
from ..agents.npc import NpcAgent, find_npc, is_npc
from ..envs.core.engine.system import System, get_system
from ..envs.core.inputs.files import read_file
from ..envs.core.session import replay as replays
from ..envs.core.session.match import Match
from ..envs.core.session.snapshot import MAGIC
from ..evaluation.choice_odds import ChoiceOdds, find_choice_odds
from ..evaluation.odds import percent
from .common import check_room, compiling, console, load_agent, split_scenario
from .observations import about_blocks, numbers_of, print_numbers


def give_advice(
    name: str, state: Path | None, scenario: str, seed: int, step: int | None, battles: int
) -> tuple[Advice, list[ChoiceOdds], Match]:
    """The agent's advice, the odds of its choices, and the battle that they are about.

    Args:
        name: of the agent.
        state: a replay or a state file, or None.
        scenario: SYSTEM/SCENARIO, or empty.
        seed: of the dice.
        step: the decision of a replay, from 1; None is the last.
        battles: fought for the odds of each choice; 0 for none.

    Raises:
        ValueError: neither a battle nor a scenario is given, or both; or they cannot be used.
    """
    if (state is None) == (not scenario):
        raise ValueError("give either a file with a battle or --scenario SYSTEM/SCENARIO")
    if step is not None and state is None:
        raise ValueError("--step counts the decisions of a replay file")
    if state is None:
        system, _ = split_scenario(scenario)
        agent = adviser(name, system)
        with compiling(system):
            return about(agent, deployed(agent, scenario, seed), battles, seed)
    content = read_file(state, replays.MAX_BYTES)
    if content.startswith(MAGIC):
        if step is not None:
            raise ValueError(f"{state} holds one battle, not a replay: leave out --step")
        agent = NpcAgent(find_npc(name), name=Path(name).name)
        with compiling(agent.system):
            match = Match(agent.system, max_side=agent.max_side, memory=agent.memory)
            match.set_state(content)
            return about(agent, match, battles, seed)
    replay = replays.load(state)
    agent = adviser(name, get_system(replay.system))
    with compiling(get_system(replay.system)):
        match = at_step(replay, step, getattr(agent, "memory", 0))
        return about(agent, match, battles, seed)


def adviser(name: str, system: System) -> Any:
    """The agent of a name; an NPC keeps the name of its file."""
    if is_npc(name) or name.endswith(".npc"):
        return NpcAgent(find_npc(name), name=Path(name).name)
    return load_agent(name, system)


def about(
    agent: Any, match: Match, battles: int, seed: int
) -> tuple[Advice, list[ChoiceOdds], Match]:
    """The advice, and if asked for the odds of the choices in it."""
    advice = advise(agent, match)
    if not battles:
        return advice, [], match
    actions = [option.action for option in (advice.choice, *advice.others)]
    return advice, find_choice_odds(match, actions, battles, seed), match


def deployed(agent: Any, name: str, seed: int) -> Match:
    """A new battle of a scenario, of the size and with the choices that the agent knows."""
    system, scenario = split_scenario(name)
    plays = getattr(agent, "system", system)
    if plays is not system:
        raise ValueError(f"{agent.name} fights by {plays.title}, not {system.title}")
    check_room([agent], system, scenario)
    match = Match(
        system,
        scenario,
        max_side=getattr(agent, "max_side", 0),
        choices=getattr(agent, "choices", "full"),
        memory=getattr(agent, "memory", 0),
    )
    match.reset(seed)
    return match


def at_step(replay: replays.Replay, step: int | None, memory: int) -> Match:
    """A replay's battle before a decision: the first is 1, the default the last."""
    count = len(replay.actions)
    is_over = replay.result.ending != "none"
    last = count if is_over else count + 1
    step = last if step is None else step
    if not 1 <= step <= last:
        raise ValueError(f"the replay has the decisions 1 to {last}, got --step {step}")
    return next(itertools.islice(replays.play(replay, log=False, memory=memory), step - 1, None))


def print_advice(advice: Advice, odds: list[ChoiceOdds], match: Match, sees: bool) -> None:
    """Print the choice, the next choices, their odds, and with `sees` the observation."""
    console.print(
        f"Round {advice.round}, {advice.side} decides ({advice.legal} actions are allowed):"
    )
    for place, option in enumerate((advice.choice, *advice.others)):
        line = f"{100 * option.probability:5.0f} %  {option.sentence}"
        if odds:
            line += f" {advice.side.capitalize()} then wins {percent(odds[place].wins)}."
        console.print(Text(line, style="bold" if place == 0 else ""), soft_wrap=True)
    if not sees:
        return
    console.print("\nIts observation, where it is not 0:")
    print_numbers(numbers_of(match), about_blocks(match))
