"""Where the fighters stand at each place in the log, as the fight report tells it."""

from __future__ import annotations

from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import DX, DY, distance
from ...core.text.narration import Narrator
from ..enums import Event
from ..rules.checks import is_out

Square = tuple[int, int]


class Places(Narrator):
    """A narrator that knows where the fighters stood: others may move later in the decision."""

    def take_run(self) -> tuple[Square, Square, int]:
        """A run of squares: the first, the last, and their number."""
        run = [self.take()]
        while self.is_next(Event.MOVED, run[0].actor):
            run.append(self.take())
        first, last = run[0], run[-1]
        start = (first.amount - int(DX[first.what]), first.dice - int(DY[first.what]))
        return start, (last.amount, last.dice), len(run)

    def near_to(self, actor: int, square: Square, foe: int = NOBODY) -> str:
        """The distance from a square to one enemy, or to the nearest enemy able to act."""
        gaps = [
            (int(distance(*square, *self.where(other))), other)
            for other in range(int(self.battle.num_fighters))
            if self.battle.side[other] != self.battle.side[actor] and self.stands(other)
        ]
        return self.near([one for one in gaps if one[1] == foe] or gaps, "square")

    def where(self, fighter: int) -> Square:
        """The square of a fighter at this place in the log: some may move after it."""
        for event in self.events[self.at :]:
            if event.kind == Event.MOVED and event.actor == fighter:
                return event.amount - int(DX[event.what]), event.dice - int(DY[event.what])
        it = self.battle.fighters[fighter]
        return int(it.x), int(it.y)

    def stands(self, fighter: int) -> bool:
        """Whether a fighter is able to act at this place in the log (RM10)."""
        falls = any(e.kind == Event.DOWN and e.actor == fighter for e in self.events[self.at :])
        return falls or not is_out(self.battle.fighters[fighter])
