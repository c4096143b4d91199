"""Observers of OpenSpiel: the sight and the memory of a side.

Letters: `N` the observation's length, `A` actions, `H` recalled decisions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

PLAYERS = 2


class BattleObserver:
    """OpenSpiel's interface of observers.

    An observation is that of the side's fighter who decides; while the other side decides, that of
    the one who decided last. With perfect recall, the side's last `H` decisions follow, the newest
    first: the observation and the action of each. The string with perfect recall stands for all of
    its decisions.

    Attributes:
        tensor: array of float32, overwritten by `set_from`.
        dict: its parts by name: `player`, `own`, `ally_0`, ..., `enemy_0`, ..., `window`, with
            memory `memory_0`, ..., and with recall `recalled_observations [H, N]` and
            `recalled_actions [H, A]`.
    """

    def __init__(self, game: Any, kind: pyspiel.IIGObservationType, params: Any = None) -> None:
        """Make an observer.

        Raises:
            ValueError: parameters, or a kind of observation that quintain does not have.
        """
        if params:
            raise ValueError(f"observers have no parameters, got {params}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(
                "a side has one kind of observation: ask for public_info=True and "
                "private_info=SINGLE_PLAYER"
            )
        self.has_recall = kind.perfect_recall
        blocks = game.layout.blocks()
        shapes: dict[str, tuple[int, ...]] = {"player": (PLAYERS,)}
        shapes |= {name: (part.stop - part.start,) for name, part in blocks.items()}
        if self.has_recall and game.recall:
            shapes["recalled_observations"] = game.recall, game.length
            shapes["recalled_actions"] = game.recall, game.num_actions
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }
        self._seen = self.tensor[PLAYERS : PLAYERS + game.length]

    def set_from(self, state: Any, player: int) -> None:
        """Write the observation of a side into the tensor."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        self._seen[:] = state.seen_by(player)
        if "recalled_actions" in self.dict:
            for row, (seen, action) in enumerate(state.recalled_by(player)):
                self.dict["recalled_observations"][row] = np.frombuffer(seen, np.float32)
                self.dict["recalled_actions"][row, action] = 1

    def string_from(self, state: Any, player: int) -> str:
        """The observation of a side in words, or with perfect recall its information state."""
        return state.information_of(player) if self.has_recall else state.words_of(player)
