"""Queries of one battle: its status, its fighters' observations, and its events in words.

Letters: `A` actions, `N` the observation's length, `S` slots a side.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from ..engine.battle import DRAW, FORFEIT, NOBODY, SIDES
from ..engine.loops import observe_battle, observe_fighters
from ..engine.system import System
from ..inputs.arguments import Choices, as_action, choices_of, whole_number
from ..text.narration import attach_names
from .snapshot import InitialState, StateError

ILLEGAL_ACTION = "illegal_action"
"""The `ending` of a battle that an illegal action lost, as a text; `FORFEIT` is its number."""


def rounds_of(battles: np.ndarray | np.record) -> np.ndarray:
    """Number of rounds begun in each battle, the last one included; at most the round limit."""
    return np.minimum(battles["round_number"] + 1, battles["round_limit"])


class BattleView:
    """The queries of a `Match`, none of which changes the battle.

    Attributes:
        system: the system.
        max_side: `S`.
        num_actions: `A`.
        battles: array `[1]` of the battle's record.
        observation: array `[N]` float32, the deciding fighter's observation.
        mask: array `[A]` bool, the deciding fighter's legal actions; read-only.
        to_act: the deciding fighter, -1 when the battle is over or has not begun.
        agents: the fighters' agent ids, by number.
        num_red: the number of red fighters.
        beginning: the beginning of the battle; None after `set_state`, where it is unknown.
        actions: the actions since the beginning.
        names: the fighters' names by number, empty for those without one; `[]` if nobody has one.
            After `set_state` they are those of the match's first scenario, if its sides are as
            large.
        forfeited_to: the winner of a battle that `Match.forfeit` has ended, -1 for nobody; None if
            it was not ended so.
    """

    system: System
    max_side: int
    num_actions: int
    battles: np.ndarray
    observation: np.ndarray
    mask: np.ndarray
    to_act: int
    agents: list[str]
    num_red: int
    beginning: InitialState | None
    actions: list[int]
    names: list[str]
    forfeited_to: int | None
    _rng_state: np.ndarray
    _header: list[np.ndarray]

    @property
    def battle(self) -> np.record:
        """The battle's record, with the fighters' names for texts and pictures."""
        battle = self.battles[0]
        if self.names:
            attach_names(battle, self.names)
        return battle

    @property
    def is_over(self) -> bool:
        """Whether the battle is over."""
        return bool(self.battles["over"][0])

    @property
    def is_truncated(self) -> bool:
        """Whether the battle was cut off: by the round limit, or by another of `truncating`."""
        return int(self.battles["ending"][0]) in self.system.truncating

    @property
    def ending(self) -> str:
        """The reason for the end, `none` before it; `illegal_action` after `forfeit`."""
        if self.forfeited_to is not None:
            return ILLEGAL_ACTION
        return self.system.endings[int(self.battles["ending"][0])]

    @property
    def winner(self) -> Literal["red", "blue"] | None:
        """`red` or `blue`; None in a draw and before the end."""
        winner = self.result()["winner"]
        return SIDES[winner] if winner >= 0 else None

    @property
    def choices(self) -> tuple[Choices, Choices]:
        """`full` or `quick`, for red and for blue; `set_state` takes those of the state."""
        return choices_of(int(self.battles["quick_sides"][0]))

    @property
    def rounds(self) -> int:
        """Number of rounds begun, the current one included: 1 to the round limit."""
        return min(self._header[0].item() + 1, self._header[1].item())

    def result(self) -> dict[str, int]:
        """The battle's `winner` (0 red, 1 blue, -1 nobody), `ending` and `rounds`, for infos.

        `ending` is the index of `Match.ending` in `System.endings`, 0 before the end; `FORFEIT`
        after `Match.forfeit`.
        """
        header = self._header
        if self.to_act >= 0:  # in a round, which the limit allows
            return {"winner": NOBODY, "ending": 0, "rounds": header[0].item() + 1}
        rounds = self.rounds
        if self.forfeited_to is not None:
            return {"winner": self.forfeited_to, "ending": FORFEIT, "rounds": rounds}
        return {"winner": header[3].item(), "ending": header[4].item(), "rounds": rounds}

    @property
    def window(self) -> str:
        """The kind of the current decision."""
        return self.system.windows[int(self.battles["window"][0])]

    @property
    def rng_state(self) -> np.ndarray:
        """The generator for choices outside the battle, such as an opponent's: `[4]` uint32."""
        return self._rng_state[0]

    def reward_of(self, side: int) -> float:
        """The reward of the last decision for a side: +1, -1 or 0."""
        if self.forfeited_to is not None:
            return 0.0 if self.forfeited_to == DRAW else 1.0 if self.forfeited_to == side else -1.0
        return float(self.battles["reward"][0, side])

    def is_legal(self, action: Any) -> bool:
        """Whether a value is an action that `mask` allows."""
        number = as_action(action)
        return number is not None and 0 <= number < self.num_actions and bool(self.mask[number])

    def observe(self, fighter: int) -> np.ndarray:
        """The knowledge of a fighter: a new array `[N]` float32 in [-1, 1].

        Raises:
            ValueError: there is no fighter with this number.
        """
        fighter = whole_number("fighter", fighter, 0, len(self.agents) - 1)
        if fighter == self.to_act:
            return self.observation.copy()
        observation = np.zeros_like(self.observation)
        observe_battle(self.battles, 0, fighter, observation)
        return observation

    def observe_all(self) -> np.ndarray:
        """The knowledge of each fighter, by number: a new array `[num_fighters, N]` float32."""
        observations = np.zeros((len(self.agents), len(self.observation)), np.float32)
        observe_fighters(self.battles, 0, observations)
        return observations

    def state(self) -> np.ndarray:
        """The knowledge of all fighters together, for centralised critics.

        A fact that one fighter does not know, such as an announced feint, is in the row of another.
        Facts that nobody knows (the coming dice) are not included.

        Returns:
            A new array `[2 * S * (N + 1)]` float32 in [-1, 1]: a row for each slot, red's first,
            of the fighter's observation and whether it decides; zeros where the slot is empty.
        """
        rows = np.zeros((2, self.max_side, len(self.observation) + 1), np.float32)
        red, seen = self.num_red, self.observe_all()
        rows[0, :red, :-1] = seen[:red]
        rows[1, : len(seen) - red, :-1] = seen[red:]
        if self.to_act >= 0:
            side = int(self.to_act >= red)
            rows[side, self.to_act - side * red, -1] = 1
        return rows.ravel()

    def describe(self, action: int) -> str:
        """An action of the deciding fighter in one sentence.

        Raises:
            ValueError: the action does not exist, or nobody decides.
        """
        if self.to_act < 0:
            raise ValueError("no battle is going on: call reset first")
        action = whole_number("action", action, 0, self.num_actions - 1)
        return self.system.describe(self.battle, action)

    def narrate(self) -> list[tuple[str, tuple[str, ...]]]:
        """The events since the last decision: sentences, and the ids of their rows (needs `log`).

        Raises:
            StateError: the log came with a state (`set_state`) and is impossible.
        """
        try:
            return self.system.narrate(self.battle)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            if self.beginning is not None or self.actions:
                raise
            raise StateError("no battle can have written the log of this state") from None
