"""The advice of an agent in words: its choice for a decision, and its next ones."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..envs.core.engine.dice import seed_rng_states
from ..envs.core.engine.system import System
from ..envs.core.session.agent_query import name_of, policy_of, query_agent
from ..envs.core.session.match import Match
from ..envs.core.text.narration import count

RUNNERS_UP = 2
ASKED = 100
"""Times that a heuristic is asked, with other dice each time; an agent that takes longer, once."""


@dataclass(frozen=True)
class Option:
    """A legal action of the fighter.

    Attributes:
        action: its id.
        sentence: its description in plain English.
        probability: the probability that the agent takes it, 0 to 1; the share of `ASKED` choices
            of a heuristic, and 1 for the one choice of search.
    """

    action: int
    sentence: str
    probability: float


@dataclass(frozen=True)
class Advice:
    """The advice of an agent for one decision.

    Attributes:
        agent: its name.
        fighter: name of the deciding fighter.
        side: `red` or `blue`.
        round: the round of the battle, the first is 1.
        window: the kind of the decision.
        choice: its most probable action.
        others: its next choices, at most two; those of probability 0 only if it gives them one.
        legal: number of legal actions.
        sees: its observation by pieces: a number, or a list if the piece has several.
    """

    agent: str
    fighter: str
    side: str
    round: int
    window: str
    choice: Option
    others: tuple[Option, ...]
    legal: int
    sees: dict[str, float | list[float]]

    def to_json(self) -> dict[str, Any]:
        """The advice as plain data."""
        return asdict(self)


def advise(agent: Any, match: Match) -> Advice:
    """The advice of an agent for the present decision; this changes nothing.

    Args:
        agent: an `NpcAgent`, a trained agent, a heuristic, a search, or any other agent.
        match: a battle of its system; a trained agent needs as many slots a side (`max_side`).

    Raises:
        AgentError: the agent failed or chose an illegal action.
        ValueError: there is no decision, or the battle is of another system, size or memory.
    """
    check_battle(agent, match)
    chances = chances_of(agent, match)
    legal = np.flatnonzero(match.mask)
    ranked = sorted(legal.tolist(), key=lambda action: -chances[action])
    if not hasattr(agent, "chances"):
        ranked = [action for action in ranked if chances[action] > 0]
    options = tuple(
        Option(action, match.describe(action), float(chances[action]))
        for action in ranked[: 1 + RUNNERS_UP]
    )
    names = match.system.fighter_names(match.battle)
    return Advice(
        agent=name_of(agent),
        fighter=names[match.to_act],
        side="blue" if match.to_act >= match.num_red else "red",
        round=int(match.battle.round_number) + 1,
        window=match.window,
        choice=options[0],
        others=options[1:],
        legal=len(legal),
        sees=what_is_seen(match),
    )


def check_battle(agent: Any, match: Match) -> None:
    """Refuse a battle in which the agent has no choice to make.

    Raises:
        ValueError: there is no decision, or the battle is of another system, size or memory.
    """
    name, plays = name_of(agent), getattr(agent, "system", match.system)
    if plays is not match.system:
        raise ValueError(f"{name} fights by {plays.title}, not {match.system.title}")
    if match.to_act < 0:
        raise ValueError("there is no decision: the battle is over, or has not begun")
    slots = getattr(agent, "max_side", 0) or match.max_side
    if match.max_side != slots:
        raise ValueError(
            f"{name} was trained with {count(slots, 'fighter')} a side, and this battle has "
            f"{match.max_side}: begin it with max_side={slots}"
        )
    memory = getattr(agent, "memory", match.memory)
    if match.memory != memory:
        raise ValueError(
            f"{name} remembers {memory} events, and this battle has {match.memory}: "
            f"begin it with memory={memory}"
        )


def chances_of(agent: Any, match: Match) -> np.ndarray:
    """Array `[A]`: the probability of each action; that of an illegal one is 0."""
    observation, mask = match.observation[None].copy(), match.mask[None].copy()
    if hasattr(agent, "chances"):
        return np.asarray(agent.chances(observation, mask)[0])
    count = ASKED if is_quick(agent, match.system) else 1
    battles = np.repeat(match.battles[:1], count)
    dice = seed_rng_states(0, count)
    actions, _ = query_agent(
        agent, match.system, battles, dice, observation.repeat(count, axis=0),
        mask.repeat(count, axis=0), np.arange(count),
    )  # fmt: skip
    return np.bincount(actions, minlength=mask.shape[1]) / count


def is_quick(agent: Any, system: System) -> bool:
    """Whether an agent chooses quickly: a network or a heuristic, with a character or without."""
    inner = getattr(agent, "inner", agent)
    return hasattr(inner, "chances") or policy_of(inner, system) is not None


def what_is_seen(match: Match) -> dict[str, float | list[float]]:
    """The observation of the deciding fighter, by pieces."""
    seen: dict[str, float | list[float]] = {}
    for name, place in match.layout.slices().items():
        numbers = [round(number, 4) for number in match.observation[place].tolist()]
        seen[name] = numbers[0] if len(numbers) == 1 else numbers
    return seen
