"""Checks of an agent's input before it chooses: masks, observations, records and dice.

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ..envs.core.engine.loops import show_battles
from ..envs.core.engine.memory import MOST_EVENTS
from ..envs.core.engine.memory_layout import memory_length
from ..envs.core.engine.system import System, get_system
from ..envs.core.inputs.arguments import quote
from .view import slots_of


@functools.cache
def _lengths_of(system_name: str, max_side: int) -> list[int]:
    """Numbers of an observation without memory, with one event, with two, ..."""
    length = get_system(system_name).observation_layout(max_side).length
    return [length + events * memory_length(max_side) for events in range(MOST_EVENTS + 1)]


def checked_masks(name: str, system: System, masks: Any) -> tuple[np.ndarray, int]:
    """Masks as a new array `[B, A]` bool, and their number of slots a side.

    Raises:
        ValueError: they are missing, they are not a table of zeros and ones for the system's
            actions, or one of them allows nothing.
    """
    if masks is None:
        raise ValueError(f"{name} chooses among legal actions: give predict action_masks")
    given = _numbers(name, "action_masks", masks)
    table = np.array(given, np.bool_, ndmin=2, order="C")
    if given.dtype != np.bool_ and not ((given == 0) | (given == 1)).all():
        raise ValueError(f"{name} needs action_masks of 0 and 1, got {quote(masks)}")
    max_side = slots_of(system.name, table.shape[1])
    if not table.any(axis=1).all():
        row = int(np.flatnonzero(~table.any(axis=1))[0])
        raise ValueError(f"{name} has no legal action: row {row} of action_masks allows none")
    return table, max_side


def checked_batch(name: str, system: System, max_side: int, observation: Any) -> np.ndarray:
    """Observations as a contiguous array `[B, N]` float32 that the agent may write to.

    Raises:
        ValueError: numbers are not finite, or they have another number of slots a side.
    """
    given = _numbers(name, "the observation", observation)
    batch = np.require(np.atleast_2d(given), np.float32, ["C", "W"])
    lengths = _lengths_of(system.name, max_side)
    if batch.shape[1] not in lengths:
        raise ValueError(
            f"{name} got observations of {batch.shape[1]} numbers, but masks of {max_side} slots "
            f"a side, for which {system.title} has {lengths[0]}"
        )
    if not np.isfinite(batch).all():
        raise ValueError(f"{name} got an observation that is not finite")
    return batch


def checked_rows(
    name: str, system: System, observation: Any, masks: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Observations `[B, N]` and masks `[B, A]` of the same battles.

    Raises:
        ValueError: one of them cannot be used, or their numbers differ.
    """
    masks, max_side = checked_masks(name, system, masks)
    batch = checked_batch(name, system, max_side, observation)
    if len(masks) != len(batch):
        raise ValueError(f"{len(batch)} observations came with {len(masks)} action masks")
    return batch, masks


def _numbers(name: str, what: str, given: Any) -> np.ndarray:
    """An array of numbers or booleans with one or two axes."""
    try:
        array = np.asarray(given)
    except (ValueError, TypeError, OverflowError):  # ragged lists, for example
        array = np.zeros((), object)
    if array.dtype.kind not in "biuf" or array.ndim not in (1, 2):
        raise ValueError(
            f"{name} needs {what} as an array of numbers, for one battle or a batch, got "
            f"{quote(given)}"
        )
    return array


def checked_records(name: str, system: System, battles: Any) -> np.ndarray:
    """Battle records of the system, a contiguous array `[B]`.

    Raises:
        ValueError: the argument is something else.
    """
    if not isinstance(battles, np.ndarray) or battles.ndim != 1:
        raise ValueError(f"{name} watches an array of battle records, got {quote(battles)}")
    if battles.dtype != system.dtype:
        raise ValueError(f"{name} plays {system.title}: it was shown records of something else")
    return np.require(battles, requirements=["C", "W"])


def checked_words(name: str, rng_state: Any, count: int) -> np.ndarray:
    """Dice for the agent's own use, an array `[B, 4]` uint32.

    Raises:
        ValueError: the argument is something else, or all words of a generator are 0.
    """
    if (
        not isinstance(rng_state, np.ndarray)
        or rng_state.shape != (count, 4)
        or rng_state.dtype != np.uint32
        or not (rng_state.flags.c_contiguous and rng_state.flags.writeable)
        or not rng_state.any(axis=1).all()
    ):
        raise ValueError(
            f"{name} needs dice as a writable array of shape ({count}, 4) and dtype uint32, "
            f"no row all 0, got {quote(rng_state)}"
        )
    return rng_state


def check_legal(name: str, system: System, battles: np.ndarray, masks: np.ndarray) -> None:
    """Raise unless the masks `[B, A]` allow only legal actions of the battles `[B]`.

    Raises:
        ValueError: the slots a side differ, or a mask allows an illegal action.
    """
    count, max_side = len(battles), slots_of(system.name, masks.shape[1])
    if (battles["max_side"] != max_side).any():
        raise ValueError(
            f"{name} was given masks of {max_side} slots a side for battles of "
            f"{battles['max_side'].max()}"
        )
    legal, ignored = np.zeros_like(masks), np.zeros((2, count), np.int8)
    longest = _lengths_of(system.name, max_side)[-1]  # enough for any memory
    seen = np.zeros((count, longest), np.float32)
    show_battles(battles, seen, legal, *ignored)
    for row, action in np.argwhere(masks & ~legal)[:1]:
        raise ValueError(
            f"{name} was given a mask in row {row} that allows action {action}, which the battle "
            f"that it watches there forbids"
        )
