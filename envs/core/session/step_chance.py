"""The dice of a step, one after the other, found without asking any rule.

A step is the deployment of a battle, or an action with everything up to the next decision. It is
tried on copies of the battle (`next_faces`). Draws that are no die, such as a place in a zone or a
tie that a large number breaks, cannot be chosen face by face: the rest of such a step is drawn at
once, from the generator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..engine.dice import LOADED_CAPACITY, seed_rng_states
from ..engine.loops import advance_active
from .next_faces import MOST_FACES, NO_FACE, Faces, is_refused, next_faces

Play = Callable[[np.ndarray, Sequence[int]], np.ndarray]
"""Plays a step on a copy of the battle, with the generator's words and with loaded faces."""

REST = Faces(0, NO_FACE, True)
"""The rest of the step is drawn at once."""
DICE_FIELDS = ("dice", "loaded", "num_loaded", "next_loaded", "fault", "fault_face")
"""The fields of a record that hold its dice."""
TRIALS = seed_rng_states(0, 64)
"""States of the generator, which must not matter where all dice are loaded."""


def without_dice(battle: np.ndarray) -> np.ndarray:
    """A battle (array `[1]`) without its dice, in place."""
    for name in DICE_FIELDS:
        battle[name] = 0
    return battle


def load(battle: np.ndarray, words: np.ndarray, faces: Sequence[int]) -> np.ndarray:
    """A copy of a battle (array `[1]`) with other dice."""
    copy = without_dice(copy_of(battle))
    copy["dice"] = words
    copy["loaded"][0, : len(faces)] = faces
    copy["num_loaded"] = len(faces)
    return copy


def copy_of(battle: np.ndarray) -> np.ndarray:
    """A copy of a battle (array `[1]`), byte for byte, which is much faster than field by field."""
    return np.frombuffer(bytearray(battle.tobytes()), battle.dtype)


def take(battle: np.ndarray, action: int, words: np.ndarray, faces: Sequence[int]) -> np.ndarray:
    """A copy of a battle (array `[1]`) after an action, with other dice."""
    copy = load(battle, words, faces)
    advance_active(copy, np.array([action]), np.ones(1, np.bool_))
    return copy


def next_chance(play: Play, faces: list[int]) -> Faces | None:
    """The die of a step that comes after some others.

    Args:
        play: plays the step.
        faces: the faces of its first dice, which are possible.

    Returns:
        None if these dice decide the step; `REST` if the rest must be drawn at once.

    Raises:
        RuntimeError: the step does not end.
    """

    def trial(faces: list[int]) -> np.record | None:
        battle = play(TRIALS[0], faces)[0]
        return None if is_refused(battle) else battle

    found = next_faces(trial, faces)
    if found is None:
        return None if is_decided(play, faces) else REST
    return REST if found.is_drawn else found


def is_decided(play: Play, faces: Sequence[int]) -> bool:
    """Whether the faces of all its dice decide a step, whatever the generator draws."""
    after = play(TRIALS[0], faces)
    if len(faces) < MOST_FACES and (after["dice"] == TRIALS[0]).all():
        return True  # nothing was drawn
    first = without_dice(after).tobytes()
    return all(without_dice(play(words, faces)).tobytes() == first for words in TRIALS[1:])


def has_free_draws(play: Play) -> bool:
    """Whether a step draws more than dice, if its dice show 1, 2, 3, 4, 1, 2, ..."""
    return not is_decided(play, [1 + die % 4 for die in range(LOADED_CAPACITY)])


def settle(play: Play, words: np.ndarray, faces: Sequence[int]) -> np.ndarray:
    """The battle after a step, without its dice.

    Args:
        play: plays the step.
        words: the generator for what the faces do not decide.
        faces: the faces of its first dice.

    Raises:
        RuntimeError: a face is impossible, a die is left over, or the step does not end.
    """
    after = play(words, faces)
    if is_refused(after[0]) or (after["next_loaded"] < after["num_loaded"]).any():
        raise RuntimeError("a step has other dice than before: a draw that is no die comes first")
    return without_dice(after)
