"""The decision that advice is about: the one at hand, or the next one of another fighter.

A fighter who does not decide now has no choice to be advised on. The battle is then played on in
many ways, with other dice each time, to that fighter's next turn, or to its next order in a system
with written orders; its reactions before are played too. All fighters play as the adviser would,
and by the strongest heuristic if the adviser is slow.

Letters: `n` moments, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..agents.advice import ASKED, is_quick
from ..agents.base import HeuristicAgent, strongest
from ..envs.core.engine.dice import seed_rng_states
from ..envs.core.engine.loops import advance_active, show_battles
from ..envs.core.engine.roles import require
from ..envs.core.engine.system import System
from ..envs.core.session.agent_query import battles_at, query_agent
from ..envs.core.session.match import Match
from .choice_odds import copies_of

FEW = 5
"""Ways in which the battle is played on for an adviser that takes long for a choice."""
MOST_DECISIONS = 5000
"""Most decisions of others before the fighter's own; a battle with more is left out."""


@dataclass(frozen=True)
class Decision:
    """A decision of a fighter.

    Attributes:
        match: the battle as it stands.
        fighter: its number.
        battles: the moments `[n]` of the decision: one if it is at hand.
        ways: ways in which the battle was played on; 0 if the decision is at hand.
    """

    match: Match
    fighter: int
    battles: np.ndarray
    ways: int = 0

    @property
    def is_at_hand(self) -> bool:
        """Whether the fighter decides now."""
        return self.ways == 0

    @property
    def name(self) -> str:
        """The fighter's name in texts."""
        return self.match.system.fighter_names(self.match.battle)[self.fighter]


def looks(match: Match, battles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The observations `[n, N]` and masks `[n, A]` of the deciding fighters of some battles."""
    count = len(battles)
    observations = np.zeros((count, len(match.observation)), np.float32)
    masks = np.zeros((count, match.num_actions), np.bool_)
    ignored = np.zeros(count, np.int8)
    show_battles(battles, observations, masks, ignored, ignored)
    return observations, masks


def copies_to_ask(match: Match, count: int, seed: int) -> np.ndarray:
    """Copies `[count]` of a battle with other dice, whose fighters remember as in the match."""
    battles = copies_of(match, count, seed)
    battles["memory"] = match.memory
    return battles


def find_decision(match: Match, agent: Any, fighter: int, seed: int = 0) -> Decision:
    """The next decision of a fighter.

    Args:
        match: a battle at a decision.
        agent: the adviser.
        fighter: its number.
        seed: of the dice.

    Raises:
        AgentError: the adviser failed or chose an illegal action.
        ValueError: the fighter has no turn again, however the battle goes on.
    """
    if match.to_act == fighter:
        return Decision(match, fighter, match.battles[:1].copy())
    system = match.system
    is_slow = not is_quick(agent, system)
    player = HeuristicAgent(strongest(system), system) if is_slow else agent
    battles = copies_to_ask(match, FEW if is_slow else ASKED, seed)
    rng_state = seed_rng_states(np.random.SeedSequence([seed, 3]), len(battles))
    for _ in range(MOST_DECISIONS):
        rows = np.flatnonzero(~battles["over"] & ~has_turn(system, battles, fighter))
        if not len(rows):
            break
        part, dice = battles_at(battles, rows), rng_state[rows]
        everyone = np.arange(len(rows))
        actions, _ = query_agent(player, system, part, dice, *looks(match, part), everyone)
        advance_active(part, actions, np.ones(len(rows), np.bool_))
        battles[rows], rng_state[rows] = part, dice
    found = battles[~battles["over"] & has_turn(system, battles, fighter)]
    decision = Decision(match, fighter, found, len(battles))
    if not len(found):
        raise ValueError(why_no_turn(decision))
    return decision


def why_no_turn(decision: Decision) -> str:
    """Say that a fighter has no turn again, and why: it is out of action, or ridden."""
    match, fighter = decision.match, decision.fighter
    fighters, names = match.battles["fighters"][0], match.system.fighter_names(match.battle)
    rider = int(fighters["rider"][fighter]) if "rider" in fighters.dtype.names else -1
    if rider >= 0:
        other = names[rider]
        rides = f"has no turn while {other} rides it and decides for it"
        return f"{decision.name} {rides}: ask for {other}"
    out = require(match.system.package, "text.outcome.outcome")(match.battles)
    state = "is out of action and " if (out.fallen | out.left)[0, fighter] else ""
    return (
        f"{decision.name} {state}has no turn again: the battle was played on in "
        f"{decision.ways} ways, and ended before in each"
    )


def has_turn(system: System, battles: np.ndarray, fighter: int) -> np.ndarray:
    """Array `[n]` bool: whether a fighter decides, and not only reacts to what another does."""
    decides = battles["to_act"] == fighter
    sheet = getattr(system.scenario_model, "sheet", None)
    if system.order_choices is None and sheet is not None:
        for row in np.flatnonzero(decides & ~battles["over"]):
            decides[row] = sheet.is_open(battles[row])
    return decides
