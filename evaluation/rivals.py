"""Other choices than those of an adviser who names few: the best of some that are played out.

Each legal action that the adviser does not choose is played on a few times, on the same dice. The
best stand beside its choices. Their odds are then estimated on other dice, so that luck in this
first trial does not count.

Letters: `C` actions.
"""

from __future__ import annotations

import numpy as np

from ..agents.base import HeuristicAgent, strongest
from .choice_odds import copies_of, play_position
from .next_decision import Decision
from .sequences import Sequence, take, write

SCREENED = 12
"""Most other actions that are tried; of more a random part."""
TRIALS = 20
"""Battles for each of them."""


def find_rivals(decision: Decision, known: list[Sequence], most: int, seed: int) -> list[Sequence]:
    """The best of the choices that begin with other actions than the known ones.

    Args:
        decision: a decision at hand; there are none for a later one.
        known: the choices of the adviser.
        most: most choices to return.
        seed: of the dice.

    Returns:
        The choices, the best first. An order is completed as the strongest heuristic would.
    """
    if most < 1 or not decision.is_at_hand:
        return []
    match = decision.match
    legal = np.setdiff1d(np.flatnonzero(match.mask), [one[0] for one in known])
    chance = np.random.default_rng(seed)
    if len(legal) > SCREENED:
        legal = np.sort(chance.choice(legal, SCREENED, replace=False))
    others = [complete(decision, int(action), seed) for action in legal]
    screen = copies_of(match, TRIALS, int(chance.integers(2**63)))
    side = int(match.battle.side[decision.fighter])
    wins = []
    for sequence in others:
        battles = screen.copy()
        take(battles, sequence)
        winners = play_position(match, battles, seed)
        wins.append(int((winners == side).sum() - (winners == 1 - side).sum()))
    return [others[at] for at in np.argsort(-np.array(wins), kind="stable")[:most]]


def complete(decision: Decision, action: int, seed: int) -> Sequence:
    """A choice that begins with an action: the action, or an order that begins with it."""
    system = decision.match.system
    if system.order_choices is None:
        return (action,)
    battles = decision.battles.copy()
    number = battles["round_number"][0]
    take(battles, (action,))
    battle = battles[0]
    if battle.over or battle.to_act != decision.fighter or battle.round_number != number:
        return (action,)
    (rest,), _ = write(decision, HeuristicAgent(strongest(system), system), battles, seed)
    return (action, *rest)
