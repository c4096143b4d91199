"""Replay files, damaged or with changed values, with the old checksum or a corrected one."""

from __future__ import annotations

import functools
import json
from typing import Any

from hostile_files import change, check_line, damage, folder, write
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs.core.session import replay as replays
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.replay import ReplayError

MOST_ACTIONS = 200
"""Replays with more actions are read, but not replayed, to save time."""


@functools.cache
def seed() -> bytes:
    """A replay of some decisions."""
    match = Match("mythic_epoch", "duel")
    match.reset(0)
    for _ in range(12):
        match.step(int(match.mask.argmax()))
    replays.save(replays.record(match, {"red": "one", "blue": "other"}), folder() / "seed.json")
    return (folder() / "seed.json").read_bytes()


@st.composite
def files(draw: Any) -> bytes:
    """Contents of a replay file."""
    if draw(st.booleans()):
        return draw(damage(seed()))
    content = draw(change(json.loads(seed())))
    if isinstance(content, dict) and draw(st.booleans()):
        content["checksum"] = replays.checksum(content)
    return json.dumps(content).encode()


@given(files())
def fuzz_replay_file(content: bytes) -> None:
    """An accepted file can be verified; all messages are printable lines."""
    path = write("replay.json", content)
    try:
        replay = replays.load(path)
    except ReplayError as error:
        check_line(error)
        return
    if len(replay.actions) <= MOST_ACTIONS:
        assert replays.verify(replay).message.isprintable()
