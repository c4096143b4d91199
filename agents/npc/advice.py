"""The advice of an NPC in words."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ...envs.core.session.match import Match
from ..chances import ChanceAgent

RUNNERS_UP = 2


@dataclass(frozen=True)
class Option:
    """A legal action of the fighter.

    Attributes:
        action: its id.
        sentence: its description in plain English.
        probability: the probability that the NPC takes it, 0 to 1.
    """

    action: int
    sentence: str
    probability: float


@dataclass(frozen=True)
class Advice:
    """The advice of an NPC for one decision.

    Attributes:
        npc: its name.
        fighter: name of the deciding fighter.
        side: `red` or `blue`.
        round: the round of the battle, the first is 1.
        window: the kind of the decision.
        choice: its most probable action.
        others: its next choices, at most two.
        legal: number of legal actions.
        sees: its observation by pieces: a number, or a list if the piece has several.
    """

    npc: str
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


def advise(agent: ChanceAgent, match: Match) -> Advice:
    """The advice of an agent for the present decision; this changes nothing.

    Args:
        agent: an `NpcAgent`, or a trained agent.
        match: a battle of its system with as many slots a side (`max_side`).

    Raises:
        ValueError: there is no decision, or the battle is of another system, size or memory.
    """
    if match.system is not agent.system:
        raise ValueError(f"{agent.name} fights by {agent.system.title}, not {match.system.title}")
    if match.to_act < 0:
        raise ValueError("there is no decision: the battle is over, or has not begun")
    if match.max_side != agent.max_side:
        raise ValueError(
            f"{agent.name} was trained with {agent.max_side} slots a side, and this battle has "
            f"{match.max_side}: begin it with max_side={agent.max_side}"
        )
    if match.memory != agent.memory:
        raise ValueError(
            f"{agent.name} remembers {agent.memory} events, and this battle has {match.memory}: "
            f"begin it with memory={agent.memory}"
        )
    chances = agent.chances(match.observation[None].copy(), match.mask[None].copy())[0]
    ranked = sorted(match.mask.nonzero()[0].tolist(), key=lambda action: -chances[action])
    options = tuple(
        Option(action, match.describe(action), float(chances[action]))
        for action in ranked[: 1 + RUNNERS_UP]
    )
    names = match.system.fighter_names(match.battle)
    return Advice(
        npc=agent.name,
        fighter=names[match.to_act],
        side="blue" if match.to_act >= match.num_red else "red",
        round=int(match.battle.round_number) + 1,
        window=match.window,
        choice=options[0],
        others=options[1:],
        legal=len(ranked),
        sees=what_is_seen(match),
    )


def what_is_seen(match: Match) -> dict[str, float | list[float]]:
    """The observation of the deciding fighter, by pieces."""
    seen: dict[str, float | list[float]] = {}
    for name, place in match.layout.slices().items():
        numbers = [round(number, 4) for number in match.observation[place].tolist()]
        seen[name] = numbers[0] if len(numbers) == 1 else numbers
    return seen
