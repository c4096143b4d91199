"""The odds of choices: the results of battles that continue after each of them.

A battle continues as it stands, hidden facts among it, as a game master knows it; only the dice to
come are drawn. All choices have the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..agents.base import heuristic_number, strongest
from ..envs.core.engine.dice import reset_dice, seed_rng_states
from ..envs.core.engine.loops import play_out
from ..envs.core.inputs.arguments import whole_number
from ..envs.core.session.match import Match
from .field import verb_numbers
from .statistics import Interval, proportion_interval

MOST_BATTLES = 100_000


@dataclass(frozen=True)
class ChoiceOdds:
    """The odds of one choice, for the side of the deciding fighter.

    Attributes:
        action: the choice.
        wins: chance that the side wins.
        loses: chance that the other side does.
    """

    action: int
    wins: Interval
    loses: Interval

    def to_json(self) -> dict[str, object]:
        """The odds as a dict that JSON can hold."""
        return {
            "action": self.action, "wins": self.wins.to_json(), "loses": self.loses.to_json()
        }  # fmt: skip


def find_choice_odds(
    match: Match, actions: Sequence[int], count: int = 400, seed: int = 0, policy: str = ""
) -> list[ChoiceOdds]:
    """Play a decision on from each of some choices; this changes nothing in the match.

    Args:
        match: a battle at a decision.
        actions: legal choices.
        count: battles for each choice, 2 to 100,000.
        seed: of the dice.
        policy: the heuristic that plays all fighters afterwards; empty is the strongest.

    Raises:
        KeyError: no such heuristic.
        RuntimeError: a battle did not end.
        ValueError: a choice is illegal, `count` is out of range, or there is no decision.
    """
    count = whole_number("count", count, 2, MOST_BATTLES)
    if match.to_act < 0:
        raise ValueError("there is no decision: the battle is over, or has not begun")
    illegal = [action for action in actions if not match.mask[action]]
    if illegal:
        raise ValueError(f"action {illegal[0]} is not legal now")
    beginning = copies_of(match, count, seed)
    side = int(match.battle.side[match.to_act])
    found = []
    for action in actions:
        winners = play_choice(match, beginning, action, seed, policy)
        wins, losses = (int((winners == one).sum()) for one in (side, 1 - side))
        odds = proportion_interval(wins, count), proportion_interval(losses, count)
        found.append(ChoiceOdds(int(action), *odds))
    return found


def play_choice(
    match: Match, beginning: np.ndarray, action: int, seed: int, policy: str = ""
) -> np.ndarray:
    """The winners `[B]` if the deciding fighter makes a legal choice; see `play_position`."""
    battles = beginning.copy()
    for battle in battles:
        match.system.advance(battle, action)
    return play_position(match, battles, seed, policy)


def play_position(match: Match, battles: np.ndarray, seed: int, policy: str = "") -> np.ndarray:
    """Play copies of a battle to their ends.

    Args:
        match: the battle.
        battles: copies of it `[B]` (`copies_of`), which are overwritten.
        seed: of the draws of the heuristic.
        policy: the heuristic that plays all fighters; empty is the strongest.

    Returns:
        Array `[B]`: 0 where red wins, 1 where blue does, another number in a draw.

    Raises:
        KeyError: no such heuristic.
        RuntimeError: a battle did not end.
    """
    system, count = match.system, len(battles)
    number = heuristic_number(system, policy or strongest(system))
    controllers = np.full((count, 2), number, np.int16)
    mask, usage = np.zeros_like(match.mask), np.zeros((2, len(system.verbs)), np.int64)
    dice = seed_rng_states(np.random.SeedSequence([seed, 2]), count)
    play_out(battles, controllers, dice, mask, verb_numbers(system, match.max_side), usage)
    if battles["fault"].any():
        raise RuntimeError("a battle did not end: a rule is wrong; please report the seed")
    return battles["winner"].copy()


def copies_of(match: Match, count: int, seed: int) -> np.ndarray:
    """Copies `[count]` of the battle, each with other dice to come."""
    battles = match.system.new_battles(count)
    battles[:] = match.battles[0]
    battles["log"], battles["memory"] = False, 0  # heuristics have none
    for battle, rng_state in zip(battles, seed_rng_states(seed, count), strict=True):
        reset_dice(battle, rng_state)
    return battles
