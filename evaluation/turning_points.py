"""The course of a recorded battle: each side's chance to win, and where it turned.

The chances are estimates: from each position the battle is played on many times, by the strongest
heuristic on both sides, with new dice each time. A position is the battle as it stands, hidden
facts among it, as a game master knows it.

The largest falls of many are partly luck, so the chances around each of them are estimated again,
from more battles with other dice. Only these count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..envs.core.engine.battle import SIDES
from ..envs.core.inputs.arguments import whole_number
from ..envs.core.session.match import Match
from ..envs.core.session.recording import Recording
from .choice_odds import MOST_BATTLES, copies_of, play_choice, play_position
from .independent import change_interval
from .statistics import Interval, proportion_interval

MOST_TURNS = 8
"""Most turning points that are told."""
LEAST_DROP = 0.08
"""The least fall of a side's estimated chance after its own decision that is looked into."""
SCREENED = 24
"""Most other choices that are tried for a decision."""
FINER = 4
"""Battles around a turning point, and for its best other choice, for each one of a position."""
MOST_COUNT = MOST_BATTLES // FINER
"""Most battles for each position."""


@dataclass(frozen=True)
class Chances:
    """The chances of both sides at a position; in 95 % intervals.

    Attributes:
        decision: number of decisions taken before; 0 is the beginning.
        red: chance that red wins.
        blue: chance that blue wins.
    """

    decision: int
    red: Interval
    blue: Interval

    def of(self, side: int) -> float:
        """The estimate for side 0 (red) or 1 (blue)."""
        return (self.red, self.blue)[side].estimate

    def to_json(self) -> dict[str, Any]:
        """The chances as plain data."""
        return {
            "decision": self.decision, "red": self.red.to_json(), "blue": self.blue.to_json()
        }  # fmt: skip


@dataclass(frozen=True)
class TurningPoint:
    """A decision after which the chance of its side fell much.

    Attributes:
        decision: its number; the first is 1.
        fighter: the fighter of the decision.
        side: `red` or `blue`.
        taken: its choice, in words.
        before: chance of its side before the decision.
        after: that chance after it.
        better: another choice that wins more often beyond chance, in words; empty if none of those
            tried does, and then dice are the likely cause.
        gain: how much more often that choice wins, on the same dice; None if `better` is empty.
    """

    decision: int
    fighter: str
    side: str
    taken: str
    before: Interval
    after: Interval
    better: str
    gain: Interval | None

    def to_json(self) -> dict[str, Any]:
        """The turning point as plain data."""
        gain = self.gain.to_json() if self.gain is not None else None
        before, after = self.before.to_json(), self.after.to_json()
        return {**vars(self), "before": before, "after": after, "gain": gain}


@dataclass(frozen=True)
class Course:
    """The course of a battle.

    Attributes:
        count: battles for each position; around a large fall four times as many.
        chances: those of every position, the beginning first.
        turns: the turning points in order.
    """

    count: int
    chances: list[Chances]
    turns: list[TurningPoint]

    def to_json(self) -> dict[str, Any]:
        """The course as plain data."""
        return {
            "battles": self.count,
            "chances": [one.to_json() for one in self.chances],
            "turning_points": [turn.to_json() for turn in self.turns],
        }


def find_course(
    recording: Recording,
    count: int,
    seed: int = 0,
    notice: Callable[[int, int], None] | None = None,
) -> Course:
    """Estimate the chances at each position of a recorded battle, and find its turning points.

    Args:
        recording: the battle.
        count: battles for each position, 2 to 25,000.
        seed: of the dice.
        notice: is called with the positions done and their number, for a progress bar.

    Raises:
        ReplayError: it is of a replay that cannot be played.
        ValueError: `count` is out of range.
    """
    count = whole_number("battles", count, 2, MOST_COUNT)
    deciders, chances = [], []
    for number, (match, _) in enumerate(recording.play(False)):
        chances.append(chances_at(match, number, count, seed))
        deciders.append(int(match.battle.side[match.to_act]) if match.to_act >= 0 else -1)
        if notice is not None:
            notice(number + 1, len(recording.actions) + 1)

    def fall(number: int) -> float:
        side = deciders[number]
        return chances[number].of(side) - chances[number + 1].of(side)

    decided = [number for number, taken in enumerate(recording.actions) if taken is not None]
    worst = sorted(decided, key=lambda number: -fall(number))[:MOST_TURNS]
    suspects = {number for number in worst if fall(number) >= LEAST_DROP}
    around = suspects | {number + 1 for number in suspects}
    for number, (match, _) in enumerate(recording.play(False)):
        if number in around:
            chances[number] = chances_at(match, number, FINER * count, seed + 3)
    turns = [
        look_into(match, taken, chances[number : number + 2], count, seed + 1)
        for number, (match, _) in enumerate(recording.play(False))
        if number in suspects and fall(number) >= LEAST_DROP
        if (taken := recording.actions[number]) is not None
    ]
    return Course(count, chances, turns)


def chances_at(match: Match, decision: int, count: int, seed: int) -> Chances:
    """The chances of both sides at a position; certain if the battle is over."""
    if match.to_act < 0:
        red, blue = (certain(match.winner == side) for side in SIDES)
        return Chances(decision, red, blue)
    winners = play_position(match, copies_of(match, count, seed), seed)
    red, blue = (proportion_interval(int((winners == side).sum()), count) for side in (0, 1))
    return Chances(decision, red, blue)


def certain(wins: bool) -> Interval:
    """The chance of a battle that is over."""
    return Interval(float(wins), float(wins), float(wins))


def look_into(
    match: Match, taken: int, around: list[Chances], count: int, seed: int
) -> TurningPoint:
    """Whether another choice wins more often than the one taken, with the chances around it.

    The other choices are tried on some dice, and the best of them and the one taken meet again on
    others, so that luck in the first trial does not count.
    """
    side = int(match.battle.side[match.to_act])
    others = other_choices(match, taken, seed)
    gain, better = None, ""
    if others:
        screen = copies_of(match, count, seed)
        wins = [(play_choice(match, screen, one, seed) == side).sum() for one in others]
        best = others[int(np.argmax(wins))]
        final = copies_of(match, FINER * count, seed + 1)
        old, new = (play_choice(match, final, one, seed + 1) == side for one in (taken, best))
        found = change_interval(old, new)
        if found.low > 0:
            gain, better = found, match.describe(best)
    names = match.system.fighter_names(match.battle)
    name = match.names[match.to_act] if match.names else ""
    before, after = ((one.red, one.blue)[side] for one in around)
    return TurningPoint(
        around[1].decision, name or names[match.to_act], SIDES[side], match.describe(taken),
        before, after, better, gain,
    )  # fmt: skip


def other_choices(match: Match, taken: int, seed: int) -> list[int]:
    """The other legal choices; of more than `SCREENED` a random part."""
    legal = np.flatnonzero(match.mask)
    others = legal[legal != taken]
    if len(others) > SCREENED:
        others = np.random.default_rng(seed).choice(others, SCREENED, replace=False)
    return sorted(others.tolist())
