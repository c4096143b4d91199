"""A battle as bytes, and back: with a version and a checksum, without pickles and without code.

Layout: `MAGIC`, the version (2 bytes), a SHA-256 of the rest (32 bytes); then a JSON object with
the system and the record's fingerprint, preceded by its length (4 bytes); then the record; then the
4 words of the generator for choices outside the battle. All numbers are little-endian. The checksum
finds damage. `record_checks.py` refuses impossible records, so that a forged state raises an error
and does no harm.
"""

from __future__ import annotations

import functools
import hashlib
import json
import struct
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ..engine.battle import agent_name
from ..engine.loops import show_battles
from ..engine.record_checks import StateError, check_battles, check_rng_state
from ..engine.system import System, get_system
from ..inputs.arguments import FULL, Choices

MAGIC = b"QUINTAIN"
VERSION = 1
HEAD = struct.Struct("<8sH32s")
LENGTH = struct.Struct("<I")
PASS = 0
"""The action that is legal at every decision of every system: to pass."""


class InitialState(NamedTuple):
    """The beginning of a battle: all data that determine its deployment.

    Attributes:
        scenario: the model of its scenario.
        dice: the generator's state before the deployment, 4 words.
        loaded_dice: the faces that were loaded before it.
        choices: `full` or `quick`, for red and for blue.
    """

    scenario: Any
    dice: tuple[int, ...]
    loaded_dice: tuple[int, ...]
    choices: tuple[Choices, Choices] = (FULL, FULL)


@functools.cache
def fingerprint(record: np.dtype) -> str:
    """A fingerprint of a record's layout: 16 hexadecimal digits."""
    return hashlib.sha256(repr(record.newbyteorder("<").descr).encode()).hexdigest()[:16]


def little_endian(array: np.ndarray) -> bytes:
    """The array's bytes with all numbers little-endian."""
    if sys.byteorder == "big":
        array = array.astype(array.dtype.newbyteorder("<"))
    return array.tobytes()


def pack(system: System, battles: np.ndarray, rng_state: np.ndarray) -> bytes:
    """A battle (array `[1]`) and the generator outside it (`[1, 4]` uint32) as bytes."""
    about = {"system": system.name, "record": fingerprint(system.dtype)}
    label = json.dumps(about, sort_keys=True).encode()
    body = LENGTH.pack(len(label)) + label + little_endian(battles) + little_endian(rng_state)
    return HEAD.pack(MAGIC, VERSION, hashlib.sha256(body).digest()) + body


def unpack(system: System, state: bytes) -> tuple[np.ndarray, np.ndarray]:
    """The battle (array `[1]`) and the generator outside it (`[1, 4]`) of a state.

    Raises:
        StateError: one sentence: the bytes are not a state, damaged, newer, of another system or
            record, or an impossible battle.
    """
    about, data = _open(state)
    if about["system"] != system.name:
        raise StateError(f"the state is of {about['system']}, not of {system.name}")
    size = system.dtype.itemsize
    if about["record"] != fingerprint(system.dtype) or len(data) != size + 16:
        raise StateError(f"the state is of another version of {system.title}'s record")
    battles = np.frombuffer(data[:size], system.dtype.newbyteorder("<")).astype(system.dtype)
    rng_state = np.frombuffer(data[size:], "<u4").astype(np.uint32).reshape(1, 4)
    check_battles(system, battles)
    check_rng_state(rng_state)
    return battles, rng_state


def system_of_state(state: bytes) -> System:
    """The system that a state is of.

    Raises:
        KeyError: this quintain does not know the system.
        StateError: the bytes are not a state, damaged or newer.
    """
    return get_system(_open(state)[0]["system"])


def check_arrays(kept: Mapping[str, np.ndarray], given: Mapping[str, np.ndarray]) -> None:
    """Refuse arrays that cannot replace the present ones.

    Raises:
        StateError: one sentence: the first name, type or shape that differs.
    """
    if not isinstance(given, Mapping) or set(given) != set(kept):
        names = ", ".join(map(str, given)) if isinstance(given, Mapping) else type(given).__name__
        raise StateError(f"a snapshot has the arrays {', '.join(kept)}, got {names}")
    for name, array in kept.items():
        other = given[name]
        if not isinstance(other, np.ndarray):
            raise StateError(f"{name} of a snapshot is an array, got {type(other).__name__}")
        if (other.dtype, other.shape) != (array.dtype, array.shape):
            raise StateError(f"{name} of the snapshot must be {_kind(array)}, got {_kind(other)}")


def _kind(array: np.ndarray) -> str:
    """The shape and type of an array in words; records only by their size."""
    type = f"records of {array.itemsize} bytes" if array.dtype.names else array.dtype
    return f"{list(array.shape)} {type}"


def check_memory_of(battles: np.ndarray, memory: int) -> None:
    """Refuse battles whose fighters remember another number of events.

    Raises:
        StateError: "the fighters of this state remember 0 events, here they remember 8".
    """
    other = battles["memory"][battles["memory"] != memory]
    if len(other):
        raise StateError(
            f"the fighters of this state remember {other[0]} events, here they remember {memory}"
        )


def show_foreign(
    battles: np.ndarray, num_actions: int, length: int
) -> tuple[np.ndarray, np.ndarray]:
    """Observations and masks of checked battles from outside, for the deciding fighters.

    Returns:
        Observations `[B, length]` float32 and masks `[B, num_actions]` bool.

    Raises:
        StateError: a deciding fighter has no legal passing action.
    """
    observations = np.zeros((len(battles), length), np.float32)
    masks = np.zeros((len(battles), num_actions), np.bool_)
    ignored = np.zeros(len(battles), np.int8)
    show_battles(battles, observations, masks, ignored, ignored)
    stuck = ~battles["over"] & ~masks[:, PASS]
    if stuck.any():
        battle = battles[stuck.argmax()]
        raise StateError(
            f"no battle can be in this state: {agent_name(battle, battle.to_act)} may not pass"
        )
    return observations, masks


def _open(state: bytes) -> tuple[dict[str, Any], bytes]:
    """The header of a state, and its data."""
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
