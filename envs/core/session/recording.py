"""A battle that is over or under way, and can be played again from its beginning.

A replay is one, and so is a table, whose dice people typed and whose state they edited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from ..text.narration import Line
from . import replay as replays
from .match import Match
from .opening import narrate_opening

Moment = tuple[Match, list[Line]]
"""The match after a step, always the same one, and the narration of the step."""


@dataclass(frozen=True)
class Recording:
    """A battle that can be played again.

    Attributes:
        play: `(with_story)`: the moments, the beginning first; without a story the narrations are
            empty, which is quicker.
        actions: the action of each step after the beginning; None where the state was edited.
        players: the players by side, or by other names.
    """

    play: Callable[[bool], Iterator[Moment]]
    actions: list[int | None]
    players: dict[str, str]


def recording_of(replay: replays.Replay) -> Recording:
    """The recording of a replay; playing it raises a `ReplayError` if it cannot be played."""

    def play(with_story: bool) -> Iterator[Moment]:
        for number, match in enumerate(replays.play(replay, log=with_story)):
            narrate = match.narrate if number else partial(narrate_opening, match)
            yield match, narrate() if with_story else []

    players = {str(side): name for side, name in replay.players.items()}
    return Recording(play, [int(one) for one in replay.actions], players)
