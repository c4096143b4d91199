"""The choices of an adviser at a decision: one action, or all clauses of a written order.

A fighter who writes orders decides clause by clause, and no order shows before all are written. So
the advice is a whole order: the adviser writes clause after clause, each in view of those before.

Letters: `n` moments, `A` actions, `C` choices.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..agents.advice import ASKED, chances_of, is_quick
from ..envs.core.engine.dice import seed_rng_states
from ..envs.core.engine.loops import advance_active
from ..envs.core.session.agent_query import query_agent, remembered_by
from ..envs.core.text.narration import attach_names, capital
from .next_decision import Decision, copies_to_ask, looks

Sequence = tuple[int, ...]
"""The actions of one choice: one, or those of the clauses of an order."""
NO_CONDITION, CONDITION, IF = "sets no condition", "writes: ", "if "
"""Words of the clauses of an order (`describe` of Platemail)."""
THEN, OTHERWISE, WHETHER = ", will then ", ", will otherwise ", "whether "
"""Words of the two ways of a condition, and of one without a difference between them."""
ABOUT_HIM = {"If I have ": "he has ", "If I am ": "he is "}
"""The beginnings of conditions that a fighter writes of himself, told by somebody else."""


@dataclass(frozen=True)
class Choices:
    """The choices of an adviser, the most frequent first.

    Attributes:
        weights: the share with which it takes each.
        begins: the share with which its choice begins with the first action of each.
        asked: times that it was asked; 0 if the shares are the adviser's own probabilities.
    """

    weights: dict[Sequence, float]
    begins: dict[Sequence, float]
    asked: int


def find_choices(decision: Decision, agent: Any, most: int, seed: int = 0) -> Choices:
    """The most frequent choices of an adviser at a decision.

    Args:
        decision: the decision.
        agent: the adviser; it is asked once at each moment of a decision that is not at hand.
        most: most choices to return.
        seed: of its draws.

    Raises:
        AgentError: it failed or chose an illegal action.
    """
    if decision.is_at_hand and decision.match.system.order_choices is None:
        return actions_at_hand(decision, agent, most)
    if decision.is_at_hand and hasattr(agent, "chances"):
        return orders_by_chance(decision, agent, most, seed)
    battles = decision.battles.copy()
    if decision.is_at_hand:
        battles = copies_to_ask(decision.match, asked_of(agent, decision), seed)
    sequences, _ = write(decision, agent, battles, seed)
    weights = {one: times / len(sequences) for one, times in Counter(sequences).items()}
    return most_of(weights, shares_of_beginnings(weights), most, len(sequences))


def actions_at_hand(decision: Decision, agent: Any, most: int) -> Choices:
    """The most frequent actions of an adviser who decides now."""
    chances, has_chances = chances_of(agent, decision.match), hasattr(agent, "chances")
    legal = np.flatnonzero(decision.match.mask if has_chances else chances)
    ranked: list[int] = sorted(legal.tolist(), key=lambda action: -chances[action])
    weights: dict[Sequence, float] = {(one,): float(chances[one]) for one in ranked[:most]}
    return Choices(weights, weights, 0 if has_chances else asked_of(agent, decision))


def orders_by_chance(decision: Decision, agent: Any, most: int, seed: int) -> Choices:
    """The most probable orders among those that an adviser with probabilities drew."""
    match = decision.match
    sequences, chances = write(decision, agent, copies_to_ask(match, ASKED, seed), seed)
    one = copies_to_ask(match, 1, seed)
    likely, its_chance = write(decision, agent, one, seed, deterministic=True)
    drawn = zip([*sequences, *likely], [*chances, *its_chance], strict=True)
    weights = {sequence: float(chance) for sequence, chance in drawn}
    first = chances_of(agent, match)
    begins = {sequence: float(first[sequence[0]]) for sequence in weights}
    return most_of(weights, begins, most, 0)


def most_of(
    weights: dict[Sequence, float], begins: dict[Sequence, float], most: int, asked: int
) -> Choices:
    """The first choices of many."""
    ranked = ranked_by_beginning(weights, begins)[:most]
    told = {one: weights[one] for one in ranked}
    return Choices(told, {one: begins[one] for one in ranked}, asked)


def shares_of_beginnings(weights: dict[Sequence, float]) -> dict[Sequence, float]:
    """Of each choice the share of all choices that begin with the same action."""
    shares: dict[int, float] = defaultdict(float)
    for one, weight in weights.items():
        shares[one[0]] += weight
    return {one: shares[one[0]] for one in weights}


def ranked_by_beginning(
    weights: dict[Sequence, float], begins: dict[Sequence, float]
) -> list[Sequence]:
    """The choices, the most likely of each beginning first, the likeliest beginning first.

    Many orders differ only in a clause that rarely matters; those that begin otherwise say more.
    """
    ranked = sorted(weights, key=lambda one: (-begins[one], one[0], -weights[one]))
    best = list({one[0]: one for one in reversed(ranked)}.values())[::-1]
    return [*best, *(one for one in ranked if one not in best)]


def asked_of(agent: Any, decision: Decision) -> int:
    """Times that an adviser is asked about a decision at hand."""
    return ASKED if is_quick(agent, decision.match.system) else 1


def write(
    decision: Decision, agent: Any, battles: np.ndarray, seed: int, **more: Any
) -> tuple[list[Sequence], np.ndarray]:
    """Ask an adviser for its choice at each moment `[n]`; the battles are overwritten.

    Returns:
        The choices, and the probability `[n]` of each, 1 if the adviser does not tell it.
    """
    match, system = decision.match, decision.match.system
    found: list[list[int]] = [[] for _ in battles]
    chances, rounds = np.ones(len(battles)), battles["round_number"].copy()
    rng_state = seed_rng_states(np.random.SeedSequence([seed, 4]), len(battles))
    running = np.arange(len(battles))
    while len(running):
        part, dice, rows = battles[running], rng_state[running], np.arange(len(running))
        seen, masks = looks(match, part)
        actions, _ = query_agent(agent, system, part, dice, seen, masks, rows, **more)
        if hasattr(agent, "chances"):
            known = remembered_by(agent, part, seen)
            chances[running] *= agent.chances(known, masks)[rows, actions]
        for row, action in zip(running, actions.tolist(), strict=True):
            found[row].append(action)
        advance_active(part, actions, np.ones(len(running), np.bool_))
        battles[running], rng_state[running] = part, dice
        if system.order_choices is None:
            break
        is_writing = ~part["over"] & (part["to_act"] == decision.fighter)
        running = running[is_writing & (part["round_number"] == rounds[running])]
    return [tuple(one) for one in found], chances


def is_possible(decision: Decision, sequence: Sequence) -> np.ndarray:
    """Array `[n]` bool: the moments of a decision in which a choice is legal."""
    battles, fighter = decision.battles.copy(), decision.fighter
    legal = np.ones(len(battles), np.bool_)
    for action in sequence:
        _, masks = looks(decision.match, battles)
        legal &= ~battles["over"] & (battles["to_act"] == fighter) & masks[:, action]
        advance_active(battles, np.full(len(battles), action), legal)
    return legal


def take(battles: np.ndarray, sequence: Sequence) -> None:
    """Take a choice, legal in all the battles `[n]`, which are overwritten."""
    for action in sequence:
        advance_active(battles, np.full(len(battles), action), np.ones(len(battles), np.bool_))


def sentences_of(decision: Decision, sequence: Sequence) -> tuple[str, ...]:
    """A sentence for each action of a choice that is legal in a moment of the decision."""
    match = decision.match
    at = int(np.argmax(is_possible(decision, sequence)))
    battles = decision.battles[at : at + 1].copy()
    sentences = []
    for place, action in enumerate(sequence):
        battle = battles[0]
        if match.names:
            attach_names(battle, match.names)
        sentences.append(match.system.describe(battle, action))
        if place + 1 < len(sequence):
            take(battles, (action,))
    return tuple(sentences)


def as_one_sentence(name: str, sentences: tuple[str, ...]) -> str:
    """The clauses of an order as one sentence, which names the fighter once.

    A fighter writes of himself, `If I have at least 1 Wound`; the sentence is about him.
    """
    subject = capital(name)
    parts = [one.rstrip(".").removeprefix(f"{subject} ") for one in sentences]
    told: list[str] = []
    for part in parts:
        if part == NO_CONDITION and len(parts) > 1:
            continue
        part = part.removeprefix(CONDITION)
        for own, other in ABOUT_HIM.items():
            part = f"If {other}{part.removeprefix(own)}" if part.startswith(own) else part
        if told and told[-1].startswith(IF):
            told[-1] += f", {part}"
        else:
            told.append(f"{IF}{part.removeprefix(IF.capitalize())}" if part[:3] == "If " else part)
    text = "; ".join(map(without_idle_condition, told))
    return f"{subject}, {text}." if text.startswith((IF, WHETHER)) else f"{subject} {text}."


def without_idle_condition(branch: str) -> str:
    """A branch in which both ways are the same says so: `whether an ally is down or not, ...`."""
    condition, _, then = branch.partition(THEN)
    first, _, second = then.partition(OTHERWISE)
    if not branch.startswith(IF) or first != second:
        return branch
    return f"{WHETHER}{condition.removeprefix(IF)} or not{THEN}{first}"
