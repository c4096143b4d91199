"""The rules of a league: turns, opponents by prioritised fictitious self-play, joining, leaving.

All functions are pure; the league keeps the results (`league_database.py`). The rules are those of
AlphaStar (Vinyals et al. 2019) where they apply to games with much luck.

A player is a named opponent, a learner as it is now, or a copy in the league. Counts of battles are
arrays `[3]` of wins, draws and losses. Older ones are forgotten, so they are no whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from ..evaluation.statistics import Interval
from .league_config import LeagueConfig

MAIN, EXPLOITER, LEAGUE_EXPLOITER = "main", "exploiter", "league_exploiter"
ROLES = (MAIN, EXPLOITER, LEAGUE_EXPLOITER)
LEAST_WEIGHT = 0.02
"""Least share of points not won in the chance of an opponent, so that every opponent is drawn."""
HOPELESS = 0.2
"""An exploiter with fewer points than this from a main agent fights its older copies too."""
NORMAL_95 = 1.96


@dataclass(frozen=True)
class Learner:
    """A learner of a league.

    Attributes:
        name: `main`, `exploiter`, `league_exploiter`, with a number after several of a role.
        role: one of `ROLES`.
        generation: how often it has begun, from 1; an exploiter begins again.
        decisions: that this generation has learned from.
        copied_at: the value of `decisions` when its last copy joined.
        total: decisions of all generations.
        copied: how often a copy of it has joined.
        live: folder of a main agent as it is now, below `live`; "" before its first slice.
    """

    name: str
    role: str
    generation: int = 1
    decisions: int = 0
    copied_at: int = 0
    total: int = 0
    copied: int = 0
    live: str = ""


@dataclass(frozen=True)
class Copy:
    """A copy of a learner in the league.

    Attributes:
        name: of the learner and a number, `main-3`.
        learner: name of the learner.
        role: of the learner.
        joined_at: decisions of the whole league when it joined.
        reason: why it joined, a phrase.
    """

    name: str
    learner: str
    role: str
    joined_at: int
    reason: str


@dataclass
class Payoff:
    """The pay-off table: counts of battles by player and opponent."""

    counts: dict[tuple[str, str], np.ndarray] = field(default_factory=dict)

    def between(self, one: str, other: str) -> np.ndarray:
        """Wins, draws and losses `[3]` of one player against another, as learner or as opponent."""
        nothing = np.zeros(3)
        mine, theirs = self.counts.get((one, other)), self.counts.get((other, one))
        found = nothing if mine is None else mine
        return found if theirs is None or one == other else found + theirs[::-1]

    def score(self, one: str, other: str) -> float:
        """Points a battle, draws as half, shrunk towards 0.5 by one win and one loss."""
        won, drawn, lost = self.between(one, other)
        return (won + drawn / 2 + 1) / (won + drawn + lost + 2)

    def mean_score(self, one: str, others: Sequence[str]) -> Interval:
        """The mean points against several players, each counted alike, with a 95 % interval.

        The battles are independent. The interval takes draws for half a win and half a loss,
        which is cautious, and opponents without battles for unknown.
        """
        if not others:
            return Interval(math.nan, 0.0, 1.0)
        scores = np.array([self.score(one, other) for other in others])
        fought = np.array([self.between(one, other).sum() for other in others])
        error = math.sqrt((scores * (1 - scores) / (fought + 3)).sum()) / len(others)
        mean, half = float(scores.mean()), NORMAL_95 * error
        return Interval(mean, max(0.0, mean - half), min(1.0, mean + half))


# --- Whose turn -----------------------------------------------------------------------------------


def expected_decisions(config: LeagueConfig, learners: Sequence[Learner], total: int) -> list[int]:
    """The decisions that each learner has had after `total` of all, if slices were small."""
    mains = sum(one.role == MAIN for one in learners)
    others = len(learners) - mains
    share = config.exploiter_share if others else 0.0
    theirs = share * max(0, total - config.exploiters_from)
    return [
        round((total - theirs) / mains if one.role == MAIN else theirs / others) for one in learners
    ]


def next_learner(config: LeagueConfig, learners: Sequence[Learner]) -> Learner:
    """The learner that is furthest behind its share of the decisions.

    A main exploiter waits until a main agent has learned something.
    """
    total = sum(one.total for one in learners)
    goals = expected_decisions(config, learners, total + config.slice)
    begun = any(one.role == MAIN and one.total for one in learners)
    waits = [
        goal - one.total if begun or one.role != EXPLOITER else -math.inf
        for goal, one in zip(goals, learners, strict=True)
    ]
    return learners[int(np.argmax(waits))]


class Turn(NamedTuple):
    """A slice of a learner in a round.

    Attributes:
        learner: the learner as it is when the round begins.
        goal: decisions of the learner after which the slice ends, before rounding up.
        before: decisions of the whole league before the slice, after those of earlier turns.
    """

    learner: Learner
    goal: int
    before: int


def plan_round(config: LeagueConfig, learners: Sequence[Learner], rollout: int) -> list[Turn]:
    """The slices that are played at the same time, each of another learner.

    The learners have their turns as if one slice followed another. The round ends before the second
    turn of a learner, and before a main exploiter if no main agent has played a slice yet.

    Args:
        config: of the league.
        learners: all learners.
        rollout: decisions of a rollout; a slice ends with a whole one.
    """
    known = {one.name: one for one in learners}
    can_exploit = any(one.role == MAIN and one.live for one in learners)
    now, turns = list(learners), list[Turn]()
    while (before := sum(one.total for one in now)) < config.decisions:
        learner = known[next_learner(config, now).name]
        is_early = learner.role == EXPLOITER and not can_exploit
        if is_early or learner in [turn.learner for turn in turns]:
            break
        gain = min(config.slice, config.decisions - before)
        turns.append(Turn(learner, learner.decisions + gain, before))
        total = learner.total + math.ceil(gain / rollout) * rollout
        now[learners.index(learner)] = replace(learner, total=total)
    return turns


# --- Opponents ------------------------------------------------------------------------------------


def plan_opponents(
    config: LeagueConfig, learner: Learner, learners: Sequence[Learner], copies: Sequence[Copy],
    named: Mapping[str, float], payoff: Payoff, generator: np.random.Generator,
) -> dict[str, float]:  # fmt: skip
    """The opponents of a slice, with their share of the battles.

    Args:
        config: of the league.
        learner: the one that learns.
        learners: all learners.
        copies: those in the league, the oldest first.
        named: weights of the named opponents.
        payoff: the results so far.
        generator: draws the copies.
    """
    mains = [one.name for one in learners if one.role == MAIN and one.live]
    if learner.role == EXPLOITER:
        return _exploiter_opponents(config, learner, mains, copies, payoff, generator)
    hardness = {name: hard(payoff.score(learner.name, name), config.priority) for name in named}
    drawn = _draw_copies(config, learner, copies, payoff, generator)
    groups = [
        (config.named, {name: weight * hardness[name] for name, weight in named.items()}),
        (config.copies, dict.fromkeys(drawn, 1.0)),
        (config.self_play if learner.role == MAIN else 0.0, dict.fromkeys(mains, 1.0)),
    ]
    return mix(groups)


def _exploiter_opponents(
    config: LeagueConfig, learner: Learner, mains: Sequence[str], copies: Sequence[Copy],
    payoff: Payoff, generator: np.random.Generator,
) -> dict[str, float]:  # fmt: skip
    """The main agents; with older copies of them, if they are much too strong."""
    groups = [(1.0, dict.fromkeys(mains, 1.0))]
    if payoff.mean_score(learner.name, mains).estimate < HOPELESS:
        known = [one.name for one in copies if one.role == MAIN]
        scores = np.array([payoff.score(learner.name, name) for name in known])
        drawn = _draw(known, scores * (1 - scores), config.networks, generator)
        groups.append((1.0, dict.fromkeys(drawn, 1.0)))
    return mix(groups)


def _draw_copies(
    config: LeagueConfig, learner: Learner, copies: Sequence[Copy], payoff: Payoff,
    generator: np.random.Generator,
) -> list[str]:  # fmt: skip
    """Copies by priority; a main agent's own newest copy is one, since joining depends on it."""
    known = [one.name for one in copies]
    target = newest_copy(learner, copies)
    own = [target.name] if target is not None and learner.role == MAIN else []
    others = [name for name in known if name not in own]
    weights = [hard(payoff.score(learner.name, name), config.priority) for name in others]
    return [*own, *_draw(others, np.array(weights), config.networks - len(own), generator)]


def hard(score: float, priority: float) -> float:
    """AlphaStar's weight of an opponent: the points not won from it, to a power."""
    return max(1 - score, LEAST_WEIGHT) ** priority


def _draw(
    names: Sequence[str], weights: np.ndarray, count: int, generator: np.random.Generator
) -> list[str]:
    """Different names by weight, in their order."""
    count = min(count, len(names))
    if count < 1:
        return []
    drawn = generator.choice(len(names), count, replace=False, p=weights / weights.sum())
    return [names[index] for index in sorted(drawn)]


def mix(groups: Sequence[tuple[float, Mapping[str, float]]]) -> dict[str, float]:
    """Shares of opponents in weighted groups; an empty group leaves its weight to the others."""
    used = [(weight, group) for weight, group in groups if weight > 0 and sum(group.values()) > 0]
    total = sum(weight for weight, _ in used)
    return {
        name: weight / total * one / sum(group.values())
        for weight, group in used
        for name, one in group.items()
        if one > 0
    }


# --- Joining and leaving --------------------------------------------------------------------------


def newest_copy(learner: Learner, copies: Sequence[Copy]) -> Copy | None:
    """The newest copy of a learner in the league."""
    own = [one for one in copies if one.learner == learner.name]
    return own[-1] if own else None


def targets_of(
    learner: Learner, learners: Sequence[Learner], copies: Sequence[Copy], named: Sequence[str]
) -> list[str]:
    """The players that a learner must beat for its copy to join."""
    if learner.role == MAIN:
        newest = newest_copy(learner, copies)
        return [newest.name] if newest else []
    if learner.role == EXPLOITER:
        return [one.name for one in learners if one.role == MAIN]
    return [*named, *(one.name for one in copies if one.learner != learner.name)]


def reason_to_join(
    config: LeagueConfig, learner: Learner, payoff: Payoff, targets: Sequence[str]
) -> str:
    """Why a copy of a learner joins the league now; "" if it does not."""
    since = learner.decisions - learner.copied_at
    if since < config.least_decisions:
        return ""
    found = payoff.mean_score(learner.name, targets)
    if found.low > config.beats:
        points = f"{100 * found.estimate:.0f} [{100 * found.low:.0f}, {100 * found.high:.0f}] %"
        whom = targets[0] if len(targets) == 1 else f"{len(targets)} players"
        return f"it takes {points} of the points from {whom}"
    is_main = learner.role == MAIN
    if since >= (config.main_copy_every if is_main else config.exploiter_copy_every):
        return f"it has learned from {since:,} decisions"
    return ""


def copy_to_leave(
    config: LeagueConfig, learners: Sequence[Learner], copies: Sequence[Copy], payoff: Payoff
) -> Copy | None:
    """The copy that leaves a league with too many; None for one with room.

    It is the one from which the main agents take the most points, the oldest of equals; the newest
    copy of each learner stays.
    """
    if len(copies) <= config.most_copies:
        return None
    newest = {one.learner: one.name for one in copies}
    mains = [one.name for one in learners if one.role == MAIN]
    old = [one for one in copies if newest[one.learner] != one.name]
    return max(old, key=lambda one: sum(payoff.score(main, one.name) for main in mains))
