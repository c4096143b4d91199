"""The memory of a fighter as the end of its observation: a block for each event.

Letter: `S` slots a side.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from ..compiler.compile import njit
from .layout import Layout, Pieces, capped, count, length_of, one_hot, scales
from .memory import MOST_EVENTS, Memory
from .seats import seat_of
from .system import System

KINDS = tuple(Memory)[Memory.ATTACKS :]
FIRST_KIND = int(KINDS[0])
OLD = 4
"""Rounds that count as 1 in the age of an event."""


def event_pieces(max_side: int) -> Pieces:
    """The pieces of an event's block, 8 + 4 `S` numbers; all of them are 0 without an event."""
    allies = [f"ally_{slot}" for slot in range(max_side - 1)]
    seats = ["own", *allies, *(f"enemy_{slot}" for slot in range(max_side))]
    return (
        one_hot("kind", KINDS, "what happened"),
        one_hot("actor", seats, "who did it, or to whom it happened"),
        one_hot("target", seats, "to whom it was done; the actor if to nobody else"),
        count("age", OLD, "rounds", "rounds since then, cut off at 1"),
    )


PER = scales(event_pieces(1))
KIND_LENGTH = len(KINDS)


def layout_of(system: System, max_side: int, memory: int = 0) -> Layout:
    """The layout of observations, with a block for each remembered event at the end.

    Args:
        system: the system.
        max_side: `S`.
        memory: number of remembered events, 0 to `MOST_EVENTS`; the newest has the first block.

    Raises:
        ValueError: `memory` is out of range, or the fighters of the system have none.
    """
    if not 0 <= memory <= MOST_EVENTS:
        raise ValueError(f"memory must be between 0 and {MOST_EVENTS}, got {memory}")
    if memory and system.notices is None:
        raise ValueError(f"the fighters of {system.title} have no memory, got memory={memory}")
    layout = system.observation_layout(max_side)
    if not memory:
        return layout
    blocks = [f"memory_{place}" for place in range(memory)]
    more = [
        replace(piece, name=f"{block}.{piece.name}", block=block)
        for block in blocks
        for piece in event_pieces(max_side)
    ]
    return Layout((*layout.pieces, *more))


@cache
def memory_length(max_side: int) -> int:
    """Number of values in the block of one event: 8 + 4 `S`."""
    return length_of(event_pieces(max_side))


@njit
def see_memory(battle, viewer, out):
    """Write the memory of a fighter at the end of its observation."""
    seats = 2 * battle.max_side
    length = KIND_LENGTH + 2 * seats + 1
    at = len(out) - battle.memory * length
    if at < 0:  # no room for it
        return
    for place in range(battle.memory):
        for number in range(at, at + length):
            out[number] = 0
        kind = battle.memory_kinds[viewer, place]
        if kind != 0:
            actor = seat_of(battle, viewer, battle.memory_actors[viewer, place])
            target = seat_of(battle, viewer, battle.memory_targets[viewer, place])
            age = battle.round_number - battle.memory_rounds[viewer, place]
            out[at + kind - FIRST_KIND] = 1
            out[at + KIND_LENGTH + actor] = 1
            out[at + KIND_LENGTH + seats + target] = 1
            out[at + KIND_LENGTH + 2 * seats] = capped(age, PER.age)
        at += length
