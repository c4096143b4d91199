"""One English sentence for an action of the deciding fighter, made from the phrase in its table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from ..engine.action_table import ActionTable, Entry
from ..engine.battle import NOBODY
from .narration import Names, capital

OVER = "The battle is over."
"""The sentence for every action when nobody decides."""


class ActionSentence(Names):
    """An action of a fighter, with the names that can occur in its phrase.

    A system derives a class with a method for each name in the braces of its phrases: `_weapon`
    returns the text for `{weapon}`.

    Attributes:
        table: the system's actions.
        passing: the phrase of waiting, by window; by default the phrase of the first verb.
        battle: the battle at a decision point.
        actor: the deciding fighter; `fighter` is its record.
        entry: the declaration of the action.
        verb: its verb; `argument` its argument; `target` the fighter in its slot, -1 without one.
        names: of the fighters by number.
    """

    table: ClassVar[ActionTable]
    passing: ClassVar[Mapping[int, str]] = {}

    def __init__(self, battle: np.record, action: int, names: list[str]) -> None:
        """Decode an action.

        Args:
            battle: the battle at a decision point.
            action: 0 to `num_actions(battle.max_side)` - 1, legal or not.
            names: of the fighters by number.

        Raises:
            ValueError: the action does not exist: "action must be between 0 and ..., got ...".
        """
        self.battle, self.names = battle, names
        self.actor = int(battle.to_act)
        self.fighter = battle.fighters[max(0, self.actor)]
        self.entry: Entry = self.table.entry(action, int(battle.max_side))
        self.verb, self.argument = int(self.table.verb[action]), int(self.table.argument[action])
        self.target = self.table.fighter(battle, self.actor, action)

    def sentence(self) -> str:
        """The sentence: "The red swordsman strikes the blue spearman with the sword (1 AP)."."""
        if self.actor == NOBODY:
            return OVER
        return f"{capital(self.names[self.actor])} {self.phrase()}{self.price()}."

    def phrase(self) -> str:
        """The sentence without its subject and its cost."""
        phrase = self.entry.phrase
        if self.verb == 0:
            phrase = self.passing.get(int(self.battle.window), phrase)
        return phrase.format_map(self)

    def price(self) -> str:
        """The cost of the action in brackets after a space; empty if it costs nothing."""
        return ""

    def _target(self) -> str:
        return self.name(self.target)
