"""The command `advise`: the choice of any agent, in words, with the odds of each choice."""

from __future__ import annotations

import copy
import itertools
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from ..agents.base import strongest
from ..agents.cards.card import is_card
from ..agents.npc import NpcAgent, find_npc, is_npc
from ..agents.npc.released import best_released
from ..envs.core.engine.dice import seed_rng_states
from ..envs.core.engine.system import System, get_system, system_names
from ..envs.core.inputs.files import read_file
from ..envs.core.session import replay as replays
from ..envs.core.session.match import Match
from ..envs.core.session.snapshot import MAGIC, system_of_state, unpack
from ..evaluation.advice import BATTLES, FullAdvice, advice_for, adviser_for
from ..evaluation.advice_text import advice_lines, wrapped
from .common import ENDINGS, compiling, console, load_agent, notes, say, split_scenario, waiting
from .observations import about_blocks, numbers_of, print_numbers
from .options import MOST_BATTLES, Json, Seed

REPLAY = ".json"
"""The usual ending of the name of a replay."""
TRIED = 8
"""Rolls of the dice of a beginning that are compared."""


def advise(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT", help="The adviser, any agent; leave it out for the usual NPC."
        ),
    ] = "",
    battle: Annotated[
        str,
        typer.Argument(
            metavar="BATTLE",
            help="SYSTEM/SCENARIO, a scenario file, a replay, or a file of get_state.",
        ),
    ] = "",
    seed: Seed = 0,
    step: Annotated[
        int | None, typer.Option(help="Number of the replay's decision, from 1.", min=1)
    ] = None,
    fighter: Annotated[
        str | None,
        typer.Option(help="The fighter to advise, 'blue 2'; by default the one who decides."),
    ] = None,
    odds: Annotated[
        int,
        typer.Option(
            help="Battles played on from each choice, by the strongest heuristic; 0 for none.",
            min=0,
            max=MOST_BATTLES,
        ),
    ] = BATTLES,
    sees: Annotated[bool, typer.Option(help="Also show its observation, a long table.")] = False,
    as_json: Json = False,
) -> None:
    """Say what an agent would do now, what comes of it, and its other choices."""
    found, match = give_advice(agent, battle, seed, step, odds, fighter)
    say(as_json, found.to_json(), lambda _: print_advice(found, match, sees))


def give_advice(
    name: str,
    battle: str,
    seed: int,
    step: int | None,
    battles: int,
    fighter: str | None = None,
) -> tuple[FullAdvice, Match]:
    """The agent's advice, and the battle that it is about.

    Args:
        name: of the agent; or the battle, if `battle` is empty: its usual adviser is then asked.
        battle: SYSTEM/SCENARIO, a scenario file, a replay or a state file.
        seed: of the dice of a new battle.
        step: the decision of a replay, from 1; None is the last.
        battles: fought for the odds of each choice; 0 for none.
        fighter: whom the advice is for; None is the one who decides.

    Raises:
        ValueError: no battle is given, or it cannot be used.
    """
    if not battle and is_battle(name):
        name, battle = "", name
    if not battle and not name:
        raise ValueError("give a battle: quintain advise [AGENT] SYSTEM/SCENARIO, or a file")
    if not battle:
        raise ValueError(f"say in which battle: quintain advise {name} SYSTEM/SCENARIO, or a file")
    is_new = is_scenario(battle)
    if step is not None and is_new:
        raise ValueError("--step counts the decisions of a replay file")
    who = name or "The usual adviser"
    with waiting.status(f"{who} thinks, and fights {battles} battles for the odds of each choice"):
        if is_new:
            agent, match = in_scenario(name, battle, seed)
        else:
            agent, match = in_file(name, Path(battle), step)
        if not name:
            other = f"quintain advise AGENT {battle}"
            notes.print(f"You named nobody: {agent.name} advises. For another: {other}")
        with compiling(match.system):
            agent, note = adviser_for(match, agent)
            if note:
                notes.print(note)
            if is_new and begins_with_dice(match):
                notes.print(
                    "The battle begins with dice, such as those for initiative or places: this is "
                    f"about one roll of them, --seed {seed}; another seed rolls others."
                )
            return advice_for(match, agent, fighter, battles, seed), match


def begins_with_dice(match: Match) -> bool:
    """Whether other dice can begin a new battle otherwise, as far as a few rolls of them show."""
    if match.beginning is None:
        return False
    begun = set()
    for dice in seed_rng_states(0, TRIED):
        trial = copy.deepcopy(match)
        trial.begin_as(match.beginning._replace(dice=tuple(map(int, dice))))
        begun.add((trial.to_act, trial.battles["fighters"].tobytes()))
    return len(begun) > 1


def is_battle(word: str) -> bool:
    """Whether a word means a battle, and no agent."""
    is_agent = is_npc(word) or is_card(word)
    is_file = not is_agent and (Path(word).is_file() or word.endswith(REPLAY))
    return is_file or word.endswith(ENDINGS) or word.partition("/")[0] in system_names()


def is_scenario(battle: str) -> bool:
    """Whether a word names a scenario or its file, and no file with a battle."""
    path = Path(battle)
    return path.suffix in ENDINGS or (not path.suffix and not path.is_file())


def usual_adviser(system: System, red: int, blue: int, scenario: str = "") -> str:
    """The adviser if nobody is named: the released NPC that fits, or else the best heuristic."""
    return best_released(system.name, red, blue, scenario) or strongest(system)


def adviser(name: str, system: System) -> Any:
    """The agent of a name; an NPC keeps the name of its file."""
    if is_npc(name):
        return NpcAgent(find_npc(name), name=Path(name).name)
    return load_agent(name, system)


def in_scenario(name: str, encounter: str, seed: int) -> tuple[Any, Match]:
    """An agent, and a new battle of a scenario with its choices; of its size if it is large enough.

    Without a name it is the usual adviser.

    Raises:
        ValueError: the agent plays another system.
    """
    system, scenario = split_scenario(encounter)
    if not name:
        sides = system.load_scenario(scenario)
        name = usual_adviser(system, len(sides.red), len(sides.blue), scenario)
    agent = adviser(name, system)
    plays = getattr(agent, "system", system)
    if plays is not system:
        raise ValueError(f"{agent.name} fights by {plays.title}, not {system.title}")
    plain = Match(system, scenario)
    slots = getattr(agent, "max_side", 0)
    if slots and slots < plain.max_side:
        plain.reset(seed)
        return agent, plain
    choices, memory = getattr(agent, "choices", "full"), getattr(agent, "memory", 0)
    match = Match(system, scenario, max_side=slots, choices=choices, memory=memory)
    match.reset(seed)
    return agent, match


def in_file(name: str, state: Path, step: int | None) -> tuple[Any, Match]:
    """An agent, and the battle of a replay or a state file; without a name the usual adviser.

    Raises:
        ValueError: the file cannot be used, or has no such decision.
    """
    try:
        content = read_file(state, replays.MAX_BYTES)
    except OSError as error:
        raise OSError(f"{state}: cannot be read: {error.strerror}") from None
    if content.startswith(MAGIC):
        if step is not None:
            raise ValueError(f"{state} holds one battle, not a replay: leave out --step")
        system = system_of_state(content)
        (battle,), _ = unpack(system, content)
        match = Match(system, max_side=int(battle.max_side), memory=int(battle.memory))
        match.set_state(content)
        name = name or usual_adviser(system, match.max_side, match.max_side)
        return adviser(name, system), match
    replay = replays.load(state)
    system, slots = get_system(replay.system), replay.max_side
    agent = adviser(name or usual_adviser(system, slots, slots), system)
    return agent, at_step(replay, step, getattr(agent, "memory", 0))


def at_step(replay: replays.Replay, step: int | None, memory: int) -> Match:
    """A replay's battle before a decision: the first is 1, the default the last."""
    count = len(replay.actions)
    is_over = replay.result.ending != "none"
    last = count if is_over else count + 1
    step = last if step is None else step
    if not 1 <= step <= last:
        raise ValueError(f"the replay has the decisions 1 to {last}, got --step {step}")
    return next(itertools.islice(replays.play(replay, log=False, memory=memory), step - 1, None))


def print_advice(advice: FullAdvice, match: Match, sees: bool) -> None:
    """Print the advice, and with `sees` the observation."""
    answer = len(wrapped(advice.choice.sentence))
    for place, line in enumerate(advice_lines(advice)):
        console.print(Text(line, style="bold" if place < answer else ""), soft_wrap=True)
    if not sees:
        return
    if not advice.sees:
        told = f"\n--sees shows only who decides now, and that is not {advice.fighter}."
        console.print(Text(told), soft_wrap=True)
        return
    console.print("\nIts observation, where it is not 0:")
    print_numbers(numbers_of(match), about_blocks(match))
