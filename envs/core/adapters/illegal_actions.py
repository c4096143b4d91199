"""The handling of illegal actions, of learners that ignore the masks, in all interfaces.

Letters: `A` actions, `n` battles with an illegal action.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Collection
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ..engine.battle import DRAW
from ..engine.loops import choose_randomly
from ..inputs.arguments import IllegalActionWarning, quote
from ..session.match import Match
from ..session.snapshot import PASS

IllegalActions = Literal["raise", "wait", "random", "lose"]
MODES: tuple[IllegalActions, ...] = get_args(IllegalActions)
"""Raise an error, play action 0, play a random legal action, or lose the battle."""
TOLD = {
    "wait": "was played as 'wait', action 0",
    "random": "was replaced by a random legal one",
    "lose": "has lost the battle",
}
LIBRARIES = (
    __name__.partition(".envs.")[0], "gymnasium", "pettingzoo", "sb3_contrib", "stable_baselines3",
)  # fmt: skip
"""Packages whose code calls `step` for a caller, to whom the warning is shown."""


class IllegalActionHandler:
    """The handling of illegal actions in one environment.

    `raise` raises `IllegalAction`. The other modes are for learners without masks: `wait` plays
    action 0, the passing choice of every decision; `random` plays a random legal action; `lose`
    ends the battle: -1 for the side that took it, +1 for the other. The first illegal action gives
    an `IllegalActionWarning`.

    Random actions come from the generators for choices outside the battles (`Match.rng_state`,
    `BattleVector.rng_state`), which follow from the seed of the battles.

    Attributes:
        mode: one of `MODES`.
    """

    def __init__(self, mode: IllegalActions) -> None:
        """Check the mode.

        Raises:
            ValueError: "illegal_actions must be 'raise', 'wait', 'random' or 'lose', got ...".
        """
        if not isinstance(mode, str) or mode not in MODES:
            raise ValueError(
                f"illegal_actions must be 'raise', 'wait', 'random' or 'lose', got {quote(mode)}"
            )
        self.mode: IllegalActions = mode
        self._has_warned = False

    def take(self, match: Match, action: Any) -> bool:
        """Take a decision, or do what the mode says if the action is illegal.

        Returns:
            Whether the action was legal.

        Raises:
            IllegalAction: only in the mode `raise`; nothing was changed.
            ValueError: as `Match.step`.
        """
        if self.mode == "raise" or match.to_act < 0 or match.is_legal(action):
            match.step(action)
            return True
        if not self.is_lost(match, [match.to_act]):
            dice = match.rng_state[None].copy()
            match.step(int(self.replacements(match.mask[None].copy(), dice)[0]))
            match.rng_state[:] = dice[0]
        return False

    def is_lost(self, match: Match, offenders: Collection[int]) -> bool:
        """Warn of fighters whose actions are illegal, and end the battle if that loses it.

        Args:
            match: a battle in progress.
            offenders: numbers of fighters; if they are of both sides, the battle is a draw.

        Returns:
            Whether the battle was ended.
        """
        if not offenders or self.mode == "raise":
            return False
        self.warn()
        if self.mode != "lose":
            return False
        losers = {int(fighter >= match.num_red) for fighter in offenders}
        match.forfeit(1 - losers.pop() if len(losers) == 1 else DRAW)
        return True

    def replacements(
        self, masks: npt.NDArray[np.bool_], rng_state: npt.NDArray[np.uint32]
    ) -> npt.NDArray[np.int64]:
        """The actions `[n]` that are played in place of illegal ones.

        Args:
            masks: Array `[n, A]`.
            rng_state: Array `[n, 4]`: generators, which advance in the mode `random`.
        """
        actions = np.full(len(masks), PASS, np.int64)
        if self.mode == "random":
            choose_randomly(masks, rng_state, actions)
        return actions

    def warn(self) -> None:
        """Warn of the first illegal action, in the caller's line."""
        if self._has_warned:
            return
        self._has_warned = True
        warnings.warn(
            f"an illegal action {TOLD[self.mode]}; further ones are only counted, in "
            "info['illegal_actions']. Take actions that info['action_mask'] allows, as "
            "sb3-contrib's MaskablePPO does, or choose what illegal actions do: "
            f"illegal_actions={' or '.join(repr(one) for one in MODES if one != self.mode)}",
            IllegalActionWarning,
            stacklevel=_frames_to_caller() + 1,
        )


def _frames_to_caller() -> int:
    """Number of frames from the calling function to the first one outside of `LIBRARIES`."""
    frame, count = sys._getframe(1), 0
    while frame.f_back is not None and _package_of(frame) in LIBRARIES:
        frame, count = frame.f_back, count + 1
    return count


def _package_of(frame: Any) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]
