"""The render modes of PettingZoo and Gymnasium for a match."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ..rendering.render import Window, ansi, rgb_array
from ..session.match import Match

RenderMode = Literal["human", "ansi", "rgb_array"]
RENDER_MODES: tuple[RenderMode, ...] = get_args(RenderMode)


class Screen:
    """Shows an adapter's match: `render_mode` is None, human, ansi or rgb_array."""

    def __init__(self, mode: RenderMode | None) -> None:
        """Check the mode; the window opens with the first picture.

        Raises:
            ValueError: the mode is unknown.
        """
        if mode is not None and mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be None or one of {RENDER_MODES}, got {mode!r}")
        self.mode = mode
        self._size: tuple[int, int] | None = None
        self._window: Window | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_window": None}

    def show(self, match: Match) -> str | npt.NDArray[np.uint8] | None:
        """Return the battle as text (ansi) or pixels (rgb_array, of one size), or show the window.

        With the log on, the latest events are below the map.

        Raises:
            ValueError: no battle has begun.
        """
        if self.mode is None:
            return None
        if not match.agents:
            raise ValueError("no battle has begun: call reset first")
        scene = match.system.scene(match.battle)
        if match.log:
            scene.caption = [sentence for sentence, _ in match.narrate()] + scene.caption
        if self.mode == "ansi":
            return ansi(scene)
        frame = rgb_array(scene, self._size)
        self._size = frame.shape[0], frame.shape[1]
        if self.mode == "rgb_array":
            return frame
        if self._window is None:
            self._window = Window(match.system.title)
        self._window.show(frame)
        return None

    def follow(self, match: Match) -> None:
        """With render mode `human`, show the window: adapters call this after each step."""
        if self.mode == "human":
            self.show(match)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None
