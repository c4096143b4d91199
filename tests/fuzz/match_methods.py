"""`Match` under hostile calls; its mask is overwritten where it can be."""

from __future__ import annotations

import contextlib
import functools
from typing import Any

from battle_vector import ODD, arrays
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs.core.session.match import Match
from quintain.envs.core.session.snapshot import InitialState

VALUES = st.one_of(st.integers(-1, 80), ODD, arrays())
CALLS = st.one_of(
    st.tuples(st.sampled_from(["step", "step", "forfeit", "observe", "describe"]), VALUES),
    st.tuples(st.sampled_from(["give_orders", "is_legal", "set_choices", "set_state"]), VALUES),
    st.tuples(st.just("reset"), st.one_of(st.integers(0, 9), ODD)),
    st.tuples(st.sampled_from(["loaded_dice", "scenario", "begin", "mask"]), VALUES),
    st.tuples(st.just("legal"), st.integers(0, 99)),
)


@functools.cache
def match(system: str) -> Match:
    """A match that is used for all inputs: later calls show the damage of earlier ones."""
    return Match(system, "duel")


def call(target: Match, name: str, value: Any) -> None:
    """Make one call."""
    if name == "legal":
        if target.to_act < 0:
            target.reset()
        legal = target.mask.nonzero()[0]
        target.step(int(legal[value % len(legal)]))
    elif name in ("loaded_dice", "scenario"):
        target.reset(1, **{name: value})
    elif name == "begin":
        target.begin_as(InitialState(target.scenarios[0], value, (), "full"))
    elif name == "mask":
        target.mask[:] = value
    else:
        getattr(target, name)(value)


@given(
    st.sampled_from(["mythic_epoch", "platemail", "heimr"]),
    st.lists(CALLS, min_size=1, max_size=12),
)
def fuzz_match_methods(system: str, several: list[tuple]) -> None:
    """The methods; afterwards a battle starts and a decision is taken, whatever was called."""
    target = match(system)
    for name, value in several:
        with contextlib.suppress(TypeError, ValueError, OSError):
            call(target, name, value)
    target.set_choices("full")
    target.reset(1)
    target.step(int(target.mask.argmax()))
