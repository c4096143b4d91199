"""The beginning of a battle with other faces of its dice."""

from __future__ import annotations

import numpy as np

from ..envs.core.session.match import Match
from ..envs.core.session.snapshot import InitialState


class Beginning:
    """Tries how a battle would begin; this changes no battle.

    All tries share one match, because a copy of a match for each takes fifty times as long.
    """

    def __init__(self, match: Match, beginning: InitialState) -> None:
        """Copy the arguments of a match.

        Args:
            match: the match that is to begin.
            beginning: its scenario, the state of its dice, and its choices.
        """
        self._beginning = beginning
        self._match = Match(
            match.system, beginning.scenario, max_side=match.max_side, log=True,
            choices=beginning.choices, memory=match.memory,
        )  # fmt: skip

    def __call__(self, faces: list[int]) -> np.record | None:
        """The battle that begins with these faces; None if one is impossible.

        The next call overwrites it.
        """
        try:
            self._match.begin_as(self._beginning._replace(loaded_dice=tuple(faces)))
        except ValueError:
            return None
        return self._match.battle
