"""`make_vec` and the methods of `BattleVector` under hostile arguments."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import quintain
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.inputs.arguments import IllegalActionWarning

COUNT = 3

DTYPES = ["i1", "i2", "i4", "i8", "u1", "u4", "u8", "f2", "f4", "f8", "?", "O", "U3", "c8", "M8[s]"]
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=8),
    st.binary(max_size=8),
    st.lists(st.integers(-3, 300), max_size=5),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
"""Values that are wrong almost everywhere."""


@st.composite
def arrays(draw: Any) -> np.ndarray:
    """Arrays of any kind: dtype, shape, layout, values, writable or not."""
    shape = draw(st.lists(st.integers(0, 5), max_size=3))
    dtype = draw(st.sampled_from(DTYPES))
    values = draw(
        st.one_of(st.integers(0, 200), st.integers(-(2**63), 2**63 - 1), st.sampled_from([0, -1]))
    )
    try:
        array = np.full(shape, values, dtype)
    except (OverflowError, TypeError, ValueError):
        array = np.zeros(shape, dtype)
    if array.dtype.kind == "f" and draw(st.booleans()):
        array.fill(draw(st.sampled_from([np.nan, np.inf, -np.inf, 0.5])))
    layout = draw(st.sampled_from(["as it is", "strided", "reversed", "big-endian", "read-only"]))
    if layout == "strided" and array.ndim:
        array = np.repeat(array, 2, axis=0)[::2]
    elif layout == "reversed" and array.ndim:
        array = array[::-1]
    elif layout == "big-endian" and array.dtype.kind in "iuf":
        array = array.astype(array.dtype.newbyteorder(">"))
    array.flags.writeable = layout != "read-only"
    return array


@st.composite
def calls(draw: Any) -> tuple[str, tuple]:
    """A method and its arguments."""
    name = draw(st.sampled_from(["step", "step_active", "reset", "load_dice", "legal"]))
    values = st.one_of(ODD, arrays())
    if name == "step":
        return name, (draw(values),)
    if name == "step_active":
        return name, (draw(values), draw(values))
    if name == "load_dice":
        return name, (draw(st.one_of(st.integers(0, COUNT - 1), ODD)), draw(values))
    if name == "legal":
        return name, (draw(st.integers(0, 2**32)), draw(st.lists(st.booleans(), max_size=COUNT)))
    return name, (draw(values),)


@functools.cache
def vector(system: str, threads: int, opponent: str | None, illegal: str) -> BattleVector:
    """A vector that is used for all inputs: later calls show the damage of earlier ones."""
    options: dict[str, Any] = {"threads": threads, "illegal_actions": illegal, "shaping": 0.5}
    opponents = None if opponent is None else (None, opponent)
    return BattleVector(system, COUNT, ["duel", "duel_mixed"], opponents=opponents, **options)


def call(target: BattleVector, name: str, arguments: tuple) -> None:
    """Make one call."""
    if name == "legal":
        draw = np.random.default_rng(arguments[0])
        scores = draw.random(target.action_masks.shape) * target.action_masks
        active = np.array((*arguments[1], *[True] * COUNT)[:COUNT])
        target.step(scores.argmax(axis=1), active)
    elif name in ("step", "step_active"):
        target.step(*arguments)
    elif name == "reset":
        target.reset(*arguments)
    else:
        target.load_dice(*arguments)


@given(
    st.sampled_from(["mythic_epoch", "heimr"]),
    st.sampled_from([1, 2]),
    st.sampled_from([None, "random"]),
    st.sampled_from(["raise", "wait", "random", "lose"]),
    st.lists(calls(), min_size=1, max_size=8),
)
def fuzz_battle_vector(
    system: str, threads: int, opponent: str | None, illegal: str, several: list[tuple[str, tuple]]
) -> None:
    """The methods."""
    target = vector(system, threads, opponent, illegal)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IllegalActionWarning)
        for name, arguments in several:
            try:
                call(target, name, arguments)
            except (TypeError, ValueError, OverflowError):
                continue
    target.step(target.action_masks.argmax(axis=1))


@given(
    st.one_of(st.sampled_from(["mythic_epoch", "platemail"]), ODD),
    st.one_of(st.integers(1, 4), ODD),
    st.one_of(st.sampled_from(["duel", "skirmish", ["duel", "two_on_one"]]), ODD),
    st.fixed_dictionaries(
        {},
        optional={
            "seed": ODD,
            "opponents": st.one_of(
                ODD, st.tuples(ODD, ODD), st.sampled_from([(None, "random"), ("random", "random")])
            ),
            "threads": st.one_of(st.integers(1, 3), ODD),
            "shaping": ODD,
            "illegal_actions": st.one_of(st.sampled_from(["wait", "random", "lose"]), ODD),
            "max_side": st.one_of(st.integers(0, 7), ODD),
            "unknown": ODD,
        },
    ),
)
def fuzz_make_vec(system: Any, num_envs: Any, scenario: Any, options: dict[str, Any]) -> None:
    """The constructor."""
    if isinstance(num_envs, int) and 1000 < num_envs < 2**40:
        return  # a million battles are allowed if the memory suffices
    try:
        made = quintain.make_vec(system, num_envs, scenario, **options)
    except (TypeError, ValueError, KeyError):
        return
    made.step(made.action_masks.argmax(axis=1))
    made.close()
