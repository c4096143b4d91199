"""A window that shows a battle; the only part of quintain that needs pygame-ce."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..inputs.arguments import how_to_install


class Window:
    """A window for pictures of one size, opened by the first of them.

    Works without a screen when the environment says ``SDL_VIDEODRIVER=dummy``.
    """

    def __init__(self, title: str = "quintain", frames_per_second: int = 4) -> None:
        """Prepare the window.

        Args:
            title: Text of its frame.
            frames_per_second: How many pictures a second `show` lets pass at most; 0 never waits.

        Raises:
            ImportError: "a window needs one more package: pip install '.[human]' in quintain's
                repository".
        """
        try:
            import pygame
        except ImportError as error:
            reason = f"a window needs one more package: {how_to_install('human')}"
            raise ImportError(reason) from error
        self.pygame = pygame
        self.title = title
        self.frames_per_second = frames_per_second
        self.surface: Any = None
        self.clock: Any = None
        self.is_open = True

    def show(self, frame: np.ndarray) -> bool:
        """Show a picture and say whether the window is still open (a user may have closed it).

        Args:
            frame: Array `[H, W, 3]` uint8 as `rgb_array` returns it.
        """
        if not self.is_open:
            return False
        height, width = frame.shape[:2]
        if self.surface is None or self.surface.get_size() != (width, height):
            self._open(width, height)
        picture = self.pygame.surfarray.make_surface(np.swapaxes(frame, 0, 1))
        self.surface.blit(picture, (0, 0))
        self.pygame.display.flip()
        if any(event.type == self.pygame.QUIT for event in self.pygame.event.get()):
            self.close()
        elif self.frames_per_second:
            self.clock.tick(self.frames_per_second)
        return self.is_open

    def _open(self, width: int, height: int) -> None:
        """Open the window, or give it another size."""
        if not self.pygame.display.get_init():
            self.pygame.display.init()
        self.surface = self.pygame.display.set_mode((width, height))
        self.pygame.display.set_caption(self.title)
        self.clock = self.pygame.time.Clock()

    def close(self) -> None:
        """Close the window; closing twice does no harm."""
        if self.is_open and self.surface is not None:
            self.pygame.display.quit()
        self.surface = None
        self.is_open = False
