"""An action in one English sentence, with its price."""

from __future__ import annotations

import numpy as np

from ...core.text.action_sentence import ActionSentence
from ..enums import Act, Verb, Window
from ..navigation.pathfinding import can_end_path
from ..rules.declare import active_fighter, cost
from ..rules.movement import is_planning
from ..rules.reactions import replacement_cost
from ..text.names import direction_name, fighter_names, things, weapon_name
from .table import TABLE, TAKEN_UP, target_of

PASSING: dict[int, str] = {
    Window.REACTION: "does not react",
    Window.COUNTER_TEMPO: "keeps the {announced}",
    Window.STEP: "stops here",
}
"""The meaning of "wait" in each window but that of the turn."""
PLANNING = {Verb.STEP: "plans a step {direction}", Verb.WAIT: "moves along this path"}
"""The phrases of a Move that is not announced yet."""
GIVES_UP = "plans no Move after all"
"""The phrase of waiting while the planned path cannot end."""
REPLACEMENTS = (Act.CT_COUNTER_ATTACK, Act.CT_PARRY, Act.FEINT_COUNTER_ATTACK)
"""Actions that replace another one; only their extra cost is paid."""
UNPRICED = (Verb.WAIT, Verb.STEP)


def describe(battle: np.record, action: int) -> str:
    """An action of the deciding fighter, legal or not, in one English sentence.

    Args:
        battle: the battle at a decision point.
        action: 0 to `num_actions(battle.max_side)` - 1.

    Returns:
        "The red swordsman attacks the blue spearman with the sword (4 AP)."

    Raises:
        ValueError: no such action: "action must be between 0 and ..., got ...".
    """
    return Sentence(battle, action, fighter_names(battle)).sentence()


class Sentence(ActionSentence):
    """The sentence of an action, with the names that it may need.

    Attributes:
        act: the combat action that the action declares.
        things: the names of the fighter's weapons (`text.names.things`).
    """

    table, passing = TABLE, PASSING

    def __init__(self, battle: np.record, action: int, names: list[str]) -> None:
        """Decode the action."""
        super().__init__(battle, action, names)
        self.act = Act(int(TABLE.declares[self.verb]))
        self.things = things(battle, max(0, self.actor))
        if self.act != Act.MOVE:
            self.target = self._opponent(action)

    def _opponent(self, action: int) -> int:
        """The opponent: of a reaction the active fighter, of one's own action its target."""
        if self.battle.window == Window.REACTION:
            return int(active_fighter(self.battle))
        if self.battle.window == Window.COUNTER_TEMPO:
            return int(self.battle.target)
        return int(target_of(self.battle, max(0, self.actor), action))

    def __getitem__(self, key: str) -> str:
        """A name in the sentence."""
        return self.things[key] if key in self.things else super().__getitem__(key)

    def phrase(self) -> str:
        """The sentence without its subject and its price."""
        is_turn = self.battle.window not in PASSING
        if self.verb == Verb.WAIT and is_turn and not self.fighter.action_points:
            return "ends the turn with no AP left"
        if self.battle.window == Window.STEP and is_planning(self.battle):
            planned = PLANNING.get(Verb(self.verb))
            if self.verb == Verb.WAIT and not can_end_path(self.battle):
                planned = GIVES_UP
            return planned.format_map(self) if planned else super().phrase()
        return super().phrase()

    def price(self) -> str:
        """The cost: ` (4 AP)`."""
        if self.verb in UNPRICED:
            return ""
        if self.act in REPLACEMENTS:
            more = replacement_cost(self.fighter, int(self.battle.action), self.act)
            return f" ({int(more)} AP more)"
        return f" ({int(cost(self.fighter, self.act))} AP)"

    def _kept(self) -> str:
        return str(int(self.fighter.action_points))

    def _announced(self) -> str:
        return Act(self.battle.action).name.lower().replace("_", " ")

    def _weapon(self) -> str:
        return weapon_name(TAKEN_UP[self.argument])

    def _direction(self) -> str:
        return direction_name(self.argument)
