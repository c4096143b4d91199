"""All outcomes of a step with their probabilities, found without asking any rule.

A step is tried on copies of the battle with loaded dice. Dice refuse a face that no die has, which
shows where a step needs another die. A count of misses before a hit has no highest face: counts
from `MOST_MISSES` up are taken for that number, which they exceed once in 80 rolls.

Letters: `B` battles.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np

from ..engine.dice import FAULT_FACE, FAULT_NONE
from ..engine.loops import advance_active
from ..engine.roles import require
from ..engine.system import System
from .next_faces import MOST_FACES, NO_FACE, misses

HIGHEST = 100
"""The largest die that can be enumerated."""
MOST_TRIALS = 1_000_000
"""Limit for the trials of one step, nearly one for each combination of faces."""
CHUNK = 20_000
"""Trials at once."""
FORGOTTEN = (
    "dice", "loaded", "num_loaded", "next_loaded", "fault", "fault_face", "reward", "decisions",
    "num_events", "events_lost", "events",
)  # fmt: skip
"""Fields that no rule reads after a step, or that say only how the battle came here."""
CHECKED = 100
"""Outcomes of a step for which it is checked that nothing but the loaded dice decides them."""
TRIAL_WORDS = (1, 12_345)
"""Two states of the generator, which must not matter if all dice are loaded."""


class ChanceError(ValueError):
    """A step whose outcomes cannot be enumerated; the message says why."""


def plain(battles: np.ndarray) -> np.ndarray:
    """The battles `[B]` without the fields that cannot matter, in place."""
    for name in FORGOTTEN:
        battles[name] = 0
    battles["dice"] = TRIAL_WORDS[0]
    return battles


def forget_stale(system: System, battles: np.ndarray) -> np.ndarray:
    """Give the stale fields of battles `[B]` one value, in place; there are then fewer records.

    `STALE` in a system's `record_checks.py` names, for a window, the fields that no rule and no
    observation reads there, and the values to give them.
    """
    for window, values in _stale_fields(system.package).items():
        rows = battles["window"] == system.windows.index(window)
        for name, value in values.items():
            battles[name][rows] = value
    return battles


@functools.cache
def _stale_fields(package: str) -> dict[str, dict[str, int]]:
    try:
        return require(package, "record_checks.STALE")
    except ImportError:
        return {}


def try_step(battle: np.ndarray, action: int, faces: np.ndarray) -> np.ndarray:
    """Copies `[B]` of a battle `[1]` after an action, each with its loaded faces `[B, D]`."""
    copies = np.repeat(battle, len(faces))
    copies["loaded"][:, : faces.shape[1]] = faces
    copies["num_loaded"] = faces.shape[1]
    actions = np.full(len(copies), action, np.int64)
    advance_active(copies, actions, np.ones(len(copies), np.bool_))
    return copies


def enumerate_step(battle: np.ndarray, action: int) -> tuple[np.ndarray, np.ndarray]:
    """Every outcome of an action.

    Args:
        battle: Array `[1]`, as `plain` gives it, at a decision.
        action: a legal action.

    Returns:
        The different battles after it `[B]`, as `plain` gives them, and their probabilities `[B]`.

    Raises:
        ChanceError: too many outcomes, too many dice, or a die of more than 100 faces.
    """
    found = [merge(plain(after), chances) for after, chances in outcomes(battle, action)]
    battles, chances = (np.concatenate(part) for part in zip(*found, strict=True))
    return merge(battles, chances)


def outcomes(
    battle: np.ndarray, action: int, most: int = MOST_TRIALS
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The battles after an action, one for each combination of faces, in parts.

    Args:
        battle: Array `[1]`, as `plain` gives it, at a decision.
        action: a legal action.
        most: limit for the trials.

    Yields:
        Battles `[B]` with the events of the step, and their probabilities `[B]`.

    Raises:
        ChanceError: as `enumerate_step`.
    """
    todo = [(np.zeros((1, 0), np.int8), np.ones(1))]
    count = 0
    while todo:
        faces, weights = todo.pop()
        count += len(faces)
        if faces.shape[1] >= MOST_FACES or count > most:
            raise ChanceError("a step has too many outcomes: choose a smaller fight")
        asked = np.column_stack([faces, np.full(len(faces), NO_FACE, np.int8)])
        tried = try_step(battle, action, asked)
        more = tried["next_loaded"] == tried["num_loaded"]
        if not more.all():
            _check_settled(battle, action, faces[~more][:CHECKED])
            yield tried[~more], weights[~more]
        if more.any():
            is_die = tried["fault"][more] == FAULT_FACE
            lists, shares = _branch(battle, action, faces[more], weights[more], is_die)
            cuts = np.arange(CHUNK, len(lists), CHUNK)
            todo += zip(np.split(lists, cuts), np.split(shares, cuts), strict=True)


def _check_settled(battle: np.ndarray, action: int, faces: np.ndarray) -> None:
    """Check that complete lists of faces decide a step.

    Raises:
        ChanceError: another state of the generator gives another battle.
    """
    found = []
    for words in TRIAL_WORDS:
        start = battle.copy()
        start["dice"] = words
        after = try_step(start, action, faces)
        if (after["fault"] != FAULT_NONE).any():
            raise ChanceError("a step did not end: report the battle")
        found.append(plain(after).tobytes())
    if found[0] != found[1]:
        raise ChanceError("a step draws numbers that are no dice: choose another fight")


def merge(battles: np.ndarray, chances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Equal battles once, with the sum of their probabilities."""
    first, of = different_rows(battles.view(np.uint8).reshape(len(battles), -1))
    return battles[first], np.bincount(of, chances)


def different_rows(cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The first of each kind of equal rows of bytes `[B, N]`, and the kind of each row `[B]`."""
    differs = np.flatnonzero((cells != cells[0]).any(0))
    if not len(differs):
        return np.zeros(1, np.int64), np.zeros(len(cells), np.int64)
    part = np.ascontiguousarray(cells[:, differs])
    kinds = part.view(np.dtype((np.void, len(differs)))).ravel()
    _, first, of = np.unique(kinds, return_index=True, return_inverse=True)
    return first, of


def _branch(
    battle: np.ndarray, action: int, faces: np.ndarray, weights: np.ndarray, is_die: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """One more face for each list of faces: lists and weights, longer by one die."""
    sides = np.zeros(len(faces), np.int64)  # 0 for a count of misses
    if is_die.any():
        sides[is_die] = _sides(battle, action, faces[is_die])
    none = np.zeros((int((~is_die).sum()), 1), np.int8)
    lots = try_step(battle, action, np.column_stack([faces[~is_die], none]))
    if (lots["fault"] == FAULT_FACE).any():  # nobody can miss less often than never
        raise ChanceError(f"a step draws lots among more than {HIGHEST} numbers")
    lists, shares = [np.zeros((0, faces.shape[1] + 1), np.int8)], [np.zeros(0)]
    for count in np.unique(sides):
        rows = np.flatnonzero(sides == count)
        found, chances = _die(int(count)) if count else POOL
        last = np.tile(found, len(rows))
        lists.append(np.column_stack([faces[rows].repeat(len(found), 0), last]))
        shares.append((weights[rows, None] * chances).ravel())
    return np.concatenate(lists), np.concatenate(shares)


def _die(sides: int) -> tuple[np.ndarray, np.ndarray]:
    return np.arange(1, sides + 1, dtype=np.int8), np.full(sides, 1 / sides)


POOL = misses()


def _sides(battle: np.ndarray, action: int, faces: np.ndarray) -> np.ndarray:
    """The number of sides `[B]` of the next die after each list of faces, by halving."""
    low, high = np.ones(len(faces), np.int64), np.full(len(faces), NO_FACE)
    while (high - low > 1).any():
        middle = (low + high) // 2
        tried = try_step(battle, action, np.column_stack([faces, middle.astype(np.int8)]))
        refused = tried["fault"] == FAULT_FACE
        high, low = np.where(refused, middle, high), np.where(refused, low, middle)
    if (low > HIGHEST).any():
        raise ChanceError("a step has a die of more than 100 faces")
    return low
