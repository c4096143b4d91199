"""Measures a card on battles that it was not fitted on: equal choices, and its cost in wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from ..agents.base import strongest
from ..agents.cards import Card, CardAgent
from ..agents.cards.card import Measured, Share
from ..agents.registry import make_agent
from ..envs.core.engine.system import System
from .arena import final_result, play_pairs
from .card_fitting import Choice, record
from .shares import loss_interval, share_by_block
from .statistics import Interval, win_rate_interval

BLOCKS = 16
"""Blocks of unseen battles, over which the intervals of shares of choices are found."""


def interval_of(share: Share) -> Interval:
    """A share of a card as an interval."""
    return Interval(share.estimate, share.low, share.high)


def _share(interval: Interval) -> Share:
    low, high = (
        edge if np.isfinite(edge) else sign
        for edge, sign in ((interval.low, -1.0), (interval.high, 1.0))
    )
    return Share(
        estimate=round(interval.estimate, 4),
        low=round(max(-1.0, low), 4),
        high=round(min(1.0, high), 4),
    )


def trivial_hits(choices: list[Choice], usual: dict[int, list[str]]) -> int:
    """Number of decisions in which the most frequent legal kind of the window is chosen."""
    hits = 0
    for case in choices:
        first = next((kind for kind in usual.get(case.window, []) if kind in case.legal), "")
        hits += first == case.kind
    return hits


def measure_card(
    system: System, scenario: str, agent: Any, card: Card, *, pairs: int = 100, seed: int = 0,
    report: Callable[[], None] = lambda: None,
) -> Card:  # fmt: skip
    """The card with its measures.

    Args:
        system: the system.
        scenario: name of the scenario.
        agent: the agent that the card stands for.
        card: the card.
        pairs: pairs of battles of the agent, and of the card, against the strongest heuristic.
        seed: seed of the dice; the streams differ from those of the fit.
        report: called after each part.
    """
    player, blocks = CardAgent(card), []
    for block in range(BLOCKS):
        unseen = [seed, 21, block]
        blocks.append(record(agent, system, scenario, max(1, pairs // 25), unseen, player))
        report()
    usual: dict[int, Counter[str]] = {}
    for case in (case for block in blocks for case in block):
        usual.setdefault(case.window, Counter())[case.kind] += 1
    order = {window: [kind for kind, _ in one.most_common()] for window, one in usual.items()}
    sizes = [len(block) for block in blocks]
    rival = make_agent(strongest(system), system, seed=1)
    rival.name = "opponent"
    dice = int(np.random.SeedSequence([seed, 31]).generate_state(1)[0])
    scores = []
    for one in (agent, player):
        result = final_result(play_pairs(system, scenario, one, rival, pairs, dice))
        scores.append(result.scores)
        report()
    return card.model_copy(
        update={
            "measured": Measured(
                equal=_share(share_by_block([sum(c.is_equal for c in b) for b in blocks], sizes)),
                trivial=_share(share_by_block([trivial_hits(b, order) for b in blocks], sizes)),
                exact=_share(share_by_block([sum(c.is_exact for c in b) for b in blocks], sizes)),
                decisions=sum(sizes),
                share=_share(win_rate_interval(scores[0])),
                card_share=_share(win_rate_interval(scores[1])),
                lost=_share(loss_interval(scores[0] - scores[1])),
                battles=2 * pairs,
                opponent=strongest(system),
            )
        }
    )
