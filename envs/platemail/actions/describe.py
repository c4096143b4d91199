"""An action of the deciding fighter in one English sentence: it writes a clause of an order."""

from __future__ import annotations

import numpy as np

from ...core.text.action_sentence import ActionSentence
from ..enums import Window
from ..text.names import fighter_names
from .grammar import Wording
from .table import IS_ANOTHER, IS_DIRECTIVE, IS_STEP, TABLE, WAIT

PASSING: dict[int, str] = {
    Window.CONDITION: "sets no condition",
    Window.STANDING: "takes attacks of opportunity, and fights where Terror leaves no way out",
    Window.SECOND_TARGET: "will make the second attack on the closest other enemy",
    Window.THIRD_TARGET: "will make the third attack on the target of the second",
    Window.OPENINGS: "will make attacks of opportunity on any enemy who gives an opening",
    Window.AT_BAY: "will attack the closest enemy in Terror",
    Window.STEP: "goes no farther",
}
"""The meaning of passing in each clause that takes no directive."""
LEADS: dict[int, str] = {
    Window.FIRST: "will first",
    Window.THEN: "will then",
    Window.ELSE: "will otherwise",
    Window.SECOND_TARGET: "will make the second attack on",
    Window.THIRD_TARGET: "will make the third attack on",
    Window.STEP: "goes a square",
}
"""How the sentence begins in each clause that has words of its own for it."""


def describe(battle: np.record, action: int) -> str:
    """Describe in one English sentence what the deciding fighter writes by an action, legal or not.

    Args:
        battle: the battle at a decision point.
        action: 0 to `num_actions(battle.max_side)` - 1.

    Returns:
        "The red swordsman will first Charge the closest enemy."

    Raises:
        ValueError: no such action: "action must be between 0 and ..., got ...".
    """
    return Sentence(battle, action, fighter_names(battle)).sentence()


class Sentence(ActionSentence):
    """An action of a fighter: it writes a clause of his order.

    Attributes:
        action: its id.
    """

    table, passing = TABLE, PASSING

    def __init__(self, battle: np.record, action: int, names: list[str]) -> None:
        """Take the action to pieces."""
        super().__init__(battle, action, names)
        self.action = action

    def phrase(self) -> str:
        """The sentence without its subject."""
        window = int(self.battle.window)
        if self.action == WAIT and window in PASSING:
            return PASSING[window]
        written = Wording(self.battle, self.actor, self.action, self.names).text
        is_other = not (IS_DIRECTIVE | IS_ANOTHER | IS_STEP)[self.action]
        lead = "writes:" if is_other else LEADS.get(window, "will first")
        return f"{lead} {written}"
