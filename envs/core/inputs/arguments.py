"""Checks of the arguments of callers, and their error messages."""

from __future__ import annotations

import contextlib
import math
import numbers
import operator
import os
from collections.abc import Iterable
from typing import Any, Literal

import numpy as np

from .plain_text import clean, one_line

MOST_BYTES = 1 << 40
"""Memory that is assumed if the operating system does not tell its size."""
Choices = Literal["full", "quick"]
FULL: Choices = "full"
QUICK: Choices = "quick"
CHOICES = FULL, QUICK
"""How much a side is asked: every choice of the book, or fewer."""
SHOWN = 80
"""Number of characters of a wrong value that a message quotes."""


class IllegalActionWarning(UserWarning):
    """A learner takes illegal actions, which `info["illegal_actions"]` counts."""


def how_to_install(extra: str, options: str = "") -> str:
    """The command that installs an extra; quintain is not on an index of packages."""
    return f"pip install {options}'.[{extra}]' in quintain's repository"


def quote(value: Any) -> str:
    """A wrong value in one short line, for error messages."""
    try:
        return one_line(repr(value), SHOWN)
    except Exception:  # a foreign class, or an integer too long to print
        return f"a {type(value).__name__} that cannot be printed"


def describe_error(error: BaseException) -> str:
    """The class and message of an error in foreign code, in one line."""
    text = str(error)
    return one_line(f"{type(error).__name__}: {text}" if text else type(error).__name__)


def said(error: BaseException) -> str:
    """The message of an error in printable letters, without Python's additions."""
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    else:
        text = str(error.args[0] if isinstance(error, KeyError) and error.args else error)
    return "\n".join(map(clean, text.splitlines()))


def as_integer(value: Any) -> int | None:
    """The value as an integer; None for floats, strings, booleans and all else."""
    if isinstance(value, (bool, np.bool_)):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def as_action(value: Any) -> int | None:
    """The number of an action; None if the value is not an integer of 64 bits."""
    number = value if type(value) is int else as_integer(value)
    return number if number is not None and -(2**63) <= number < 2**63 else None


def checked_faces(faces: Any) -> list[int]:
    """Loaded dice as a list of integers.

    Raises:
        ValueError: "loaded_dice must be a list of whole numbers, got 6".
    """
    found = [as_integer(face) for face in faces] if isinstance(faces, Iterable) else [None]
    if None in found:
        raise ValueError(f"loaded_dice must be a list of whole numbers, got {quote(faces)}")
    return found  # type: ignore[return-value]


def checked_seed(seed: Any) -> int | None:
    """A seed of the dice; None stays None.

    Raises:
        ValueError: "seed must be an integer of 0 or more, or None, got 'a'".
    """
    if seed is None:
        return None
    number = as_integer(seed)
    if number is None or number < 0:
        raise ValueError(f"seed must be an integer of 0 or more, or None, got {quote(seed)}")
    return number


def seed_or_entropy(seed: Any) -> int:
    """The seed, or for None one from the system's entropy.

    Raises:
        ValueError: as `checked_seed`.
    """
    number = checked_seed(seed)
    return int(np.random.SeedSequence().entropy) if number is None else number  # type: ignore[arg-type]


def quick_sides_of(choices: Any) -> int:
    """The sides with quick choices, a bit each: 1 red, 2 blue.

    Args:
        choices: `full` or `quick`, for both sides or as a pair for red and blue.

    Raises:
        ValueError: anything else.
    """
    both = (choices, choices) if isinstance(choices, str) else choices
    if (
        not isinstance(both, tuple | list)
        or len(both) != 2
        or not all(isinstance(one, str) and one in CHOICES for one in both)
    ):
        raise ValueError(
            f"choices must be 'full' or 'quick', or a pair of these for red and blue, got "
            f"{quote(choices)}"
        )
    return sum((one == QUICK) << side for side, one in enumerate(both))


def choices_of(quick_sides: int) -> tuple[Choices, Choices]:
    """`full` or `quick` for red and for blue: `quick_sides_of` the other way round."""
    red, blue = (CHOICES[quick_sides >> side & 1] for side in range(2))
    return red, blue


def whole_number(name: str, value: Any, least: int, most: int | None = None) -> int:
    """An argument as a plain integer.

    Args:
        name: name of the argument, for the message.
        value: the argument, of any integer type.
        least: the smallest allowed value.
        most: the largest allowed value; None for no limit.

    Raises:
        ValueError: "threads must be a whole number between 1 and 64, got 0".
    """
    number = as_integer(value)
    if number is None or number < least or (most is not None and number > most):
        span = f"of {least} or more" if most is None else f"between {least} and {most}"
        raise ValueError(f"{name} must be a whole number {span}, got {quote(value)}")
    return number


def finite_number(name: str, value: Any) -> float:
    """An argument as a plain float.

    Raises:
        ValueError: "shaping must be a finite number, got nan".
    """
    is_number = isinstance(value, numbers.Real) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value):
        raise ValueError(f"{name} must be a finite number, got {quote(value)}")
    return float(value)


def whole_numbers(name: str, values: Any, shape: tuple[int, ...]) -> np.ndarray:
    """An argument as a contiguous array of that shape, int64.

    Raises:
        ValueError: "actions must be whole numbers, got an array of float64", or another shape.
    """
    array = _array(name, values, shape)
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} must be whole numbers, got an array of {array.dtype}")
    return np.ascontiguousarray(array, np.int64)


def indices(name: str, values: Any, count: int) -> np.ndarray:
    """An argument as a contiguous vector of indices below `count`, int64.

    Raises:
        ValueError: "who must be whole numbers from 0 to 3, got array([7])".
    """
    array = np.asarray(values)
    if array.ndim != 1 or (len(array) and array.dtype.kind not in "iu"):
        raise ValueError(f"{name} must be a list of whole numbers, got {quote(values)}")
    if len(array) and not 0 <= array.min() <= array.max() < count:
        raise ValueError(f"{name} must be whole numbers from 0 to {count - 1}, got {quote(values)}")
    return np.ascontiguousarray(array, np.int64)


def flags(name: str, values: Any, shape: tuple[int, ...]) -> np.ndarray:
    """An argument as a contiguous array of that shape, bool.

    Raises:
        ValueError: "active must be booleans, got an array of int64", or another shape.
    """
    array = _array(name, values, shape)
    if array.dtype != np.bool_:
        raise ValueError(f"{name} must be booleans, got an array of {array.dtype}")
    return np.ascontiguousarray(array)


def _array(name: str, values: Any, shape: tuple[int, ...]) -> np.ndarray:
    """An argument as an array of that shape."""
    array = np.asarray(values)
    if array.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, got {array.shape}")
    return array


def check_memory(what: str, needed: int) -> None:
    """Refuse a size that exceeds the memory, since the system would kill the process.

    Args:
        what: the object that needs the memory, for the message.
        needed: bytes.

    Raises:
        ValueError: "1,000,000,000 battles need 2,316.0 GB of memory, and there are 25.2".
    """
    there = MOST_BYTES
    with contextlib.suppress(AttributeError, ValueError):  # not every system has these figures
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if needed > there:
        raise ValueError(
            f"{what} need {needed / 1e9:,.1f} GB of memory, and there are {there / 1e9:,.1f}"
        )
