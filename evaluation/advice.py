"""Advice for anybody: an adviser's choices, their chance of success, and the battles after them.

`advice_for` answers for the fighter who decides, and for any other one at its next decision. The
odds and the chances of success know all that a game master knows; the choice of the adviser does
not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..agents.advice import check_battle, what_is_seen
from ..agents.base import strongest
from ..agents.search import SearchAgent
from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.dice import reset_dice, seed_rng_states
from ..envs.core.inputs.arguments import whole_number
from ..envs.core.scenarios.labels import find_in_battle, side_labels
from ..envs.core.scenarios.yaml_models import FieldError
from ..envs.core.session.agent_query import name_of
from ..envs.core.session.match import Match
from ..envs.core.text.narration import count as counted
from .choice_odds import MOST_BATTLES, copies_of, play_position
from .next_decision import Decision, find_decision
from .reasons import find_reasons
from .rivals import find_rivals
from .sequences import (
    Sequence,
    as_one_sentence,
    find_choices,
    is_possible,
    sentences_of,
    take,
)
from .statistics import Interval, proportion_interval
from .success import Success, find_success

BATTLES = 200
"""Battles that are played on from each proposal unless somebody asks for another number."""
PROPOSALS = 3
"""Most choices that are told."""
FEWEST_MOMENTS = 5
"""Fewest common moments of a later decision in which two choices are compared."""


@dataclass(frozen=True)
class Proposal:
    """A choice, as the adviser would take it.

    Attributes:
        actions: one action, or those of all clauses of an order that are not written yet.
        sentence: all of it in one English sentence.
        clauses: a sentence for each action.
        weight: the share with which the adviser takes it, 0 to 1.
        begins: the share with which its choice begins with the first of these actions.
        success: its effects until it is resolved; None if it is not asked, or nothing can fail.
        wins: chance that the fighter's side wins after it; None if it is not asked, or if it is
            rarely legal in the moments of the advised choice.
        loses: chance that the other side does.
    """

    actions: Sequence
    sentence: str
    clauses: tuple[str, ...]
    weight: float
    begins: float
    success: Success | None = None
    wins: Interval | None = None
    loses: Interval | None = None

    def to_json(self) -> dict[str, Any]:
        """The proposal as plain data."""
        told = {name: getattr(self, name) for name in ("success", "wins", "loses")}
        return {
            **vars(self),
            "actions": list(self.actions),
            "clauses": list(self.clauses),
            **{name: one.to_json() if one else None for name, one in told.items()},
        }


@dataclass(frozen=True)
class FullAdvice:
    """The advice for a fighter.

    Attributes:
        agent: name of the adviser.
        fighter: name of the fighter, as texts call it.
        number: its number.
        side: `red` or `blue`.
        round: the round of the battle now, the first is 1.
        window: the kind of the decision; empty for a later decision.
        moment: empty if the decision is at hand; else a sentence about which decision this is.
        proposals: the advised choice, and the next ones; if the adviser names few, with odds also
            the best of its other choices (`rivals.py`), with the weight 0.
        asked: times that the adviser was asked; 0 if the weights are its own probabilities.
        legal: number of legal actions; 0 for a later decision.
        battles: battles played on after each proposal; 0 if it is not asked.
        player: the heuristic that plays all fighters in them.
        reasons: sentences about facts that would change the choice, each of them tried.
        sees: the observation by pieces; empty for a later decision.
    """

    agent: str
    fighter: str
    number: int
    side: str
    round: int
    window: str
    moment: str
    proposals: tuple[Proposal, ...]
    asked: int
    legal: int
    battles: int
    player: str
    reasons: tuple[str, ...]
    sees: dict[str, float | list[float]]

    @property
    def choice(self) -> Proposal:
        """The advised choice."""
        return self.proposals[0]

    def to_json(self) -> dict[str, Any]:
        """The advice as plain data."""
        told = [one.to_json() for one in self.proposals]
        return {**vars(self), "proposals": told, "reasons": list(self.reasons)}


def advice_for(
    match: Match,
    agent: Any,
    fighter: int | str | None = None,
    battles: int = BATTLES,
    seed: int = 0,
    *,
    with_reasons: bool = True,
) -> FullAdvice:
    """The choices of an adviser in a fighter's place; this changes nothing in the match.

    Args:
        match: a battle at a decision.
        agent: any agent that fits the battle; `adviser_for` finds one.
        fighter: its number, or its name, `blue 2` or `bandit_3`; None is the one who decides.
        battles: battles played on after each proposal, and trials of its success: 2 to 100,000, or
            0 for neither.
        seed: of all dice.
        with_reasons: whether to look for facts that would change the choice.

    Raises:
        AgentError: the adviser failed or chose an illegal action.
        FieldError: there is no such fighter.
        ValueError: there is no decision, the battle does not fit the adviser, the fighter decides
            nothing more, or `battles` is out of range.
    """
    check_battle(agent, match)
    battles = whole_number("battles", battles, 0, MOST_BATTLES)
    if battles:
        whole_number("battles", battles, 2, MOST_BATTLES)
    decision = find_decision(match, agent, number_of(match, fighter), seed)
    choices = find_choices(decision, agent, PROPOSALS, seed)
    proposals = tuple(
        proposal_of(decision, sequence, weight, choices.begins[sequence])
        for sequence, weight in choices.weights.items()
    )
    if battles:
        proposals = with_odds(decision, proposals, battles, seed)
        proposals += rivals_of(decision, proposals, battles, seed)
    reasons: tuple[str, ...] = ()
    if with_reasons:
        best = proposals[0]
        reasons = find_reasons(decision, agent, best.actions[0], best.begins, seed)
    is_at_hand = decision.is_at_hand
    return FullAdvice(
        agent=name_of(agent),
        fighter=decision.name,
        number=decision.fighter,
        side=SIDES[int(decision.fighter >= match.num_red)],
        round=int(match.battle.round_number) + 1,
        window=match.window if is_at_hand else "",
        moment=moment_of(decision),
        proposals=proposals,
        asked=choices.asked,
        legal=int(match.mask.sum()) if is_at_hand else 0,
        battles=battles,
        player=strongest(match.system),
        reasons=reasons,
        sees=what_is_seen(match) if is_at_hand else {},
    )


def adviser_for(match: Match, agent: Any) -> tuple[Any, str]:
    """The agent, or a search and the sentence why, if the agent does not fit a battle's size.

    Raises:
        ValueError: the agent plays another system.
    """
    name, plays = name_of(agent), getattr(agent, "system", match.system)
    if plays is not match.system:
        raise ValueError(f"{name} fights by {plays.title}, not {match.system.title}")
    slots, memory = getattr(agent, "max_side", 0), getattr(agent, "memory", match.memory)
    if slots in (0, match.max_side) and memory == match.memory:
        return agent, ""
    known = counted(memory, "remembered event")
    if slots not in (0, match.max_side):
        known = f"{counted(slots, 'fighter')} a side"
    search = SearchAgent(match.system)
    return search, f"{name} learned battles with {known}: {search.name} advises in its place."


def number_of(match: Match, fighter: int | str | None) -> int:
    """The number of a fighter by its number or name.

    Raises:
        FieldError: there is no such fighter.
    """
    if fighter is None:
        return match.to_act
    count = len(match.agents)
    if not isinstance(fighter, str):
        return whole_number("fighter", fighter, 0, count - 1)
    scenario = match.beginning.scenario if match.beginning else match.scenarios[0]
    if (len(scenario.red), len(scenario.blue)) == tuple(match.battles["side_size"][0]):
        names = match.system.fighter_names(match.battle)
        return find_in_battle(scenario, names, fighter)
    labels = side_labels(match.num_red, count - match.num_red)
    if fighter.casefold() not in labels:
        raise FieldError(f"no fighter {fighter!r}: choose from {', '.join(labels)}")
    return labels.index(fighter.casefold())


def moment_of(decision: Decision) -> str:
    """A sentence about a decision that is not at hand; empty for one that is."""
    if decision.is_at_hand:
        return ""
    match = decision.match
    decider = match.system.fighter_names(match.battle)[match.to_act]
    ways, found = decision.ways, len(decision.battles)
    what = "turn" if match.system.order_choices is None else "order"
    less = "" if found == ways else f", {found} of which lead to it"
    return (
        f"Now {decider} decides, so this is about the next {what} of {decision.name}, after the "
        f"battle has gone on in {ways} ways{less}."
    )


def proposal_of(decision: Decision, sequence: Sequence, weight: float, begins: float) -> Proposal:
    """A choice in words."""
    clauses = sentences_of(decision, sequence)
    sentence = clauses[0]
    if len(clauses) > 1:
        sentence = as_one_sentence(decision.name, clauses)
    return Proposal(sequence, sentence, clauses, weight, begins)


# --- Odds -----------------------------------------------------------------------------------------


def with_odds(
    decision: Decision, proposals: Iterable[Proposal], battles: int, seed: int
) -> tuple[Proposal, ...]:
    """The proposals with their chances, all on the same moments and dice."""
    kept: list[Proposal] = []
    common = np.ones(len(decision.battles), np.bool_)
    for one in proposals:
        both = common & is_possible(decision, one.actions)
        if decision.is_at_hand or not kept or both.sum() >= FEWEST_MOMENTS:
            kept, common = [*kept, one], both
    starts, groups = moments(decision, np.flatnonzero(common), battles, seed)
    told = []
    for one in proposals:
        if one in kept:
            success = find_success(decision, starts, one.actions, seed)
            wins, loses = odds_after(decision, starts, groups, one.actions, seed)
            one = replace(one, success=success, wins=wins, loses=loses)
        told.append(one)
    return tuple(told)


def rivals_of(
    decision: Decision, proposals: tuple[Proposal, ...], battles: int, seed: int
) -> tuple[Proposal, ...]:
    """Other choices with their chances on the same dice, the best first, if there are few."""
    known = [one.actions for one in proposals]
    found = find_rivals(decision, known, PROPOSALS - len(known), seed)
    rivals = [proposal_of(decision, sequence, 0, 0) for sequence in found]
    told = with_odds(decision, rivals, battles, seed) if rivals else ()
    return tuple(sorted(told, key=lambda one: -one.wins.estimate if one.wins else 0))


def moments(
    decision: Decision, rows: np.ndarray, count: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Copies `[B]` of moments of a decision with other dice, and the moment of each copy."""
    if decision.is_at_hand:
        return copies_of(decision.match, count, seed), np.zeros(count, np.int64)
    groups = rows[np.arange(count) % len(rows)]
    battles = decision.battles[groups]
    battles["log"], battles["memory"] = False, 0
    for battle, rng_state in zip(battles, seed_rng_states(seed, count), strict=True):
        reset_dice(battle, rng_state)
    return battles, groups


def odds_after(
    decision: Decision, starts: np.ndarray, groups: np.ndarray, sequence: Sequence, seed: int
) -> tuple[Interval, Interval]:
    """The chances that the fighter's side wins and loses after a choice."""
    battles = starts.copy()
    take(battles, sequence)
    winners = play_position(decision.match, battles, seed)
    side = int(decision.match.battles["side"][0, decision.fighter])
    return share_in(winners == side, groups), share_in(winners == 1 - side, groups)


def share_in(happened: np.ndarray, groups: np.ndarray) -> Interval:
    """The share of battles `[B]` in which something happened.

    Battles of one moment are alike, so they count as fewer, by the design effect of their groups;
    at least as many as there are moments.
    """
    share, count = float(happened.mean()), len(happened)
    each = np.array([happened[groups == group].mean() for group in np.unique(groups)])
    if len(each) > 1:
        spread = each.var(ddof=1) / len(each)
        alone = share * (1 - share) / count
        fewest = min(len(each), count)
        count = int(np.clip(count * alone / spread, fewest, count)) if spread > 0 else fewest
    found = proportion_interval(round(share * count), count)
    return replace(found, estimate=share)
