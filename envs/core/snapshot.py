"""A battle as bytes, and back: with a version and a checksum, without pickles and without code.

Layout: `MAGIC`, the version (2 bytes), a SHA-256 of the rest (32 bytes); then a JSON object with
the system and the record's fingerprint, its length before it (4 bytes); then the record; then the
4 words of the dice that are not part of a battle. All numbers are little-endian. The checksum
finds damage, not malice: take states from people whom you trust.
"""

from __future__ import annotations

import functools
import hashlib
import json
import struct
import sys

import numpy as np

from .battle import MAX_SIDE, NOBODY
from .dice import LOADED_CAPACITY
from .system import System

MAGIC = b"QUINTAIN"
VERSION = 1
HEAD = struct.Struct("<8sH32s")
LENGTH = struct.Struct("<I")


class StateError(ValueError):
    """A state that cannot be used; the message says why."""


@functools.cache
def fingerprint(record: np.dtype) -> str:
    """Tells the layouts of a record apart: 16 hexadecimal digits."""
    return hashlib.sha256(repr(record.newbyteorder("<").descr).encode()).hexdigest()[:16]


def little_endian(array: np.ndarray) -> bytes:
    """The array's bytes with all numbers little-endian."""
    if sys.byteorder == "big":
        array = array.astype(array.dtype.newbyteorder("<"))
    return array.tobytes()


def pack(system: System, battles: np.ndarray, words: np.ndarray) -> bytes:
    """A battle (array `[1]`) and the dice beside it (`[1, 4]` uint32) as bytes."""
    about = {"system": system.name, "record": fingerprint(system.dtype)}
    label = json.dumps(about, sort_keys=True).encode()
    body = LENGTH.pack(len(label)) + label + little_endian(battles) + little_endian(words)
    return HEAD.pack(MAGIC, VERSION, hashlib.sha256(body).digest()) + body


def unpack(system: System, state: bytes) -> tuple[np.ndarray, np.ndarray]:
    """The battle (array `[1]`) and the dice beside it (`[1, 4]`) of a state.

    Raises:
        StateError: one sentence: no state, damaged, newer, or of another system or record.
    """
    about, data = _open(state)
    if about["system"] != system.name:
        raise StateError(f"the state is of {about['system']}, not of {system.name}")
    size = system.dtype.itemsize
    if about["record"] != fingerprint(system.dtype) or len(data) != size + 16:
        raise StateError(f"the state is of another version of {system.title}'s record")
    battles = np.frombuffer(data[:size], system.dtype.newbyteorder("<")).astype(system.dtype)
    words = np.frombuffer(data[size:], "<u4").astype(np.uint32).reshape(1, 4)
    if not _is_sound(system, battles) or not words.any():
        raise StateError("the state is damaged: no battle can be in it")
    return battles, words


def _open(state: bytes) -> tuple[dict, bytes]:
    """What a state says of itself, and its data."""
    if not isinstance(state, bytes | bytearray | memoryview):
        raise StateError(f"a state is bytes as get_state gives them, got {type(state).__name__}")
    state = bytes(state)
    if len(state) < HEAD.size or not state.startswith(MAGIC):
        raise StateError("these bytes are no state of a battle")
    _, version, digest = HEAD.unpack_from(state)
    if version > VERSION:
        raise StateError(
            f"the state was written by a newer quintain (version {version}, this one reads "
            f"{VERSION})"
        )
    body = state[HEAD.size :]
    if version < 1 or hashlib.sha256(body).digest() != digest:
        raise StateError("the state is damaged: its checksum does not match")
    try:
        (length,) = LENGTH.unpack_from(body)
        about = json.loads(body[LENGTH.size : LENGTH.size + length])
        return {key: str(about[key]) for key in ("system", "record")}, body[LENGTH.size + length :]
    except (struct.error, ValueError, TypeError, KeyError, RecursionError):
        raise StateError("the state is damaged: it does not say what it holds") from None


def _is_sound(system: System, battles: np.ndarray) -> bool:
    """Whether the header's numbers are within their ranges."""
    battle = battles[0]
    red, blue = battle.side_size.tolist()
    largest, count = int(battle.max_side), red + blue
    decides = range(count) if not battle.over else (NOBODY,)
    sides = [0] * red + [1] * blue
    return (
        battle.dice.any()  # the generator's one fixed point, at which drawing never ends
        and 1 <= largest <= MAX_SIDE
        and 1 <= red <= largest
        and 1 <= blue <= largest
        and battle.num_fighters == count
        and battle.side[:count].tolist() == sides
        and int(battle.to_act) in decides
        and 0 <= battle.window < len(system.windows)
        and 0 <= battle.ending < len(system.endings)
        and 0 <= battle.next_loaded <= battle.num_loaded <= LOADED_CAPACITY
        and 0 <= battle.num_events <= len(battle.events)
    )
