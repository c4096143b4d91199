"""A card as an agent.

Letters: `n` rows, `N` the observation's length, `A` actions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..base import Agent
from ..view import slots_of
from .card import Card, Rule
from .facts import by_name, facts_of, see_facts, window_names, windows_of
from .kinds import Kinds, Sight, action_forms


class CardAgent(Agent):
    """Plays by a card."""

    def __init__(self, card: Card, name: str = "", seed: int = 0) -> None:
        """Take a card.

        Args:
            card: the card.
            name: its name in tables; by default `card:` and the agent's.
            seed: seed of draws, of which it makes none.
        """
        super().__init__(name or f"card:{card.agent}", card.system, seed)
        self.card, self.choices = card, card.choices
        self._places = {fact: place for place, fact in enumerate(facts_of(self.system))}
        self._headings = {heading.window: heading.rules for heading in card.headings}

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The card's action in each row."""
        max_side = slots_of(self.system.name, masks.shape[1])
        table = action_forms(self.system, max_side)
        facts = see_facts(self.system, observations, max_side)
        windows = windows_of(self.system, observations, max_side)
        sight = Sight(by_name(self.system, observations, max_side), max_side)
        actions, names = np.zeros(len(masks), np.int64), window_names(self.system)
        for row, mask in enumerate(masks):
            legal = np.flatnonzero(mask).tolist()
            if len(legal) == 1:
                actions[row] = legal[0]
                continue
            kinds = Kinds(table, legal, sight, row).kinds
            rules = self._headings.get(names[windows[row]], [])
            wanted = self.first_rule(rules, facts[row])
            for kind in [*wanted, *self.card.otherwise, *kinds]:
                if kind in kinds:
                    actions[row] = self.pick(kinds[kind], max_side)
                    break
        return actions

    def first_rule(self, rules: Sequence[Rule], facts: np.ndarray) -> list[str]:
        """The kinds of actions of the first rule whose conditions hold; none if no rule's do."""
        for rule in rules:
            if all((facts[self._places[c.fact]] > c.limit) == c.is_above for c in rule.conditions):
                return rule.choices
        return []

    def pick(self, actions: list[int], max_side: int) -> int:
        """One of the actions of a kind: the one with the best detail."""
        if len(actions) == 1:
            return actions[0]
        table = action_forms(self.system, max_side)
        order = self.card.details.get(table[actions[0]].verb, [])
        places = {detail: place for place, detail in enumerate(order)}
        return min(actions, key=lambda action: places.get(table[action].detail, len(order)))
