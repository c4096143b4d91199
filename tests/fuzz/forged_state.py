"""Forged states: records of random play with changed numbers and a corrected checksum.

There is one target for each system. A state is either refused, or thirty further decisions work.
"""

from __future__ import annotations

import functools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs.core.engine.record_checks import Number, StateError, numbers
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.snapshot import pack

DECISIONS = 30
SLOTS = 6
"""Slots a side of all matches, so that the states of all scenarios fit."""


@functools.cache
def match_of(name: str) -> Match:
    """A match with room for every scenario of the system."""
    match = Match(name, "duel", max_side=SLOTS, log=True)
    match.reset(seed=0)
    return match


@functools.cache
def states_of(name: str) -> np.ndarray:
    """Records of random play in all scenarios, array `[n]`."""
    match, draw, states = match_of(name), np.random.default_rng(0), []
    for scenario in match.system.scenario_names():
        match.reset(seed=len(states), scenario=scenario)
        for decision in range(400):
            if match.is_over:
                break
            if decision % 7 == 0:
                states.append(match.battles.copy())
            match.step(int(draw.choice(np.flatnonzero(match.mask))))
        states.append(match.battles.copy())
    return np.concatenate(states)


@functools.cache
def numbers_of(name: str) -> list[list[Number]]:
    """The numbers of the record, grouped by declared field."""
    fields: dict[str, list[Number]] = {}
    for number in numbers(get_system(name).dtype):
        path = "".join(part for part in number.path if not part.isdigit())
        fields.setdefault(path, []).append(number)
    return list(fields.values())


def forge(battles: np.ndarray, number: Number, place: float, beyond: int) -> None:
    """Change a number of a record `[1]`.

    Args:
        battles: the record.
        number: the number to change.
        place: position in its range, 0 to 1.
        beyond: distance outside of that range, 0 for inside.
    """
    field, size = number.field, np.dtype(number.field.type).itemsize
    kind = np.dtype(np.uint8 if np.dtype(field.type).kind == "b" else field.type)
    raw = battles.view(np.uint8)[number.offset : number.offset + size]
    high = field.high
    if field.limit:
        limit = int(battles[field.limit][0])
        high = min(high, (1 << max(0, min(limit, 32))) - 1 if field.is_set else limit - 1)
    value = field.low + place * (high - field.low) + beyond
    if kind.kind == "f":
        raw[:] = np.array([value], kind).view(np.uint8)
    else:
        ends = np.iinfo(kind)
        raw[:] = np.array([min(max(round(value), ends.min), ends.max)], kind).view(np.uint8)


def play_on(match: Match, seed: int) -> None:
    """Query and play a match as callers do, with random legal actions."""
    draw, system = np.random.default_rng(seed), match.system
    system.scene(match.battle)
    tell(match)
    for _ in range(DECISIONS):
        if match.is_over:
            return
        match.observe_all()
        legal = np.flatnonzero(match.mask)
        match.describe(int(draw.choice(legal)))
        try:
            match.step(int(draw.choice(legal)))
        except RuntimeError:  # an endless step was stopped
            return
        except ValueError as error:
            if "loaded face" not in str(error):
                raise
            return
        tell(match)


def tell(match: Match) -> None:
    """Narrate the log; an error is allowed if it came from outside."""
    try:
        match.narrate()
    except StateError:
        pass


forgeries = given(
    st.integers(0, 2**16),
    st.lists(
        st.tuples(
            st.integers(0, 2**10),
            st.integers(0, 2**10),
            st.one_of(st.just(0.0), st.just(1.0), st.floats(0, 1)),
            st.one_of(st.just(0), st.just(0), st.integers(-3, 3), st.integers(-300, 300)),
        ),
        min_size=1,
        max_size=4,
    ),
    st.integers(0, 2**16),
)
"""Index of a state, its changes (field, element, place, beyond: see `forge`), a seed of play."""


def play_forged(name: str, start: int, changes: list[tuple], seed: int) -> None:
    """Give a forged state to a match, and play on if the match accepts it."""
    states, fields, match = states_of(name), numbers_of(name), match_of(name)
    battles = states[start % len(states)][None].copy()
    for field, element, place, beyond in changes:
        same = fields[field % len(fields)]
        forge(battles, same[element % len(same)], place, beyond)
    try:
        match.set_state(pack(match.system, battles, np.ones((1, 4), np.uint32)))
    except StateError:
        return
    play_on(match, seed)


@forgeries
def fuzz_forged_heimr(start: int, changes: list[tuple], seed: int) -> None:
    play_forged("heimr", start, changes, seed)


@forgeries
def fuzz_forged_martial(start: int, changes: list[tuple], seed: int) -> None:
    play_forged("martial", start, changes, seed)


@forgeries
def fuzz_forged_mythic_epoch(start: int, changes: list[tuple], seed: int) -> None:
    play_forged("mythic_epoch", start, changes, seed)


@forgeries
def fuzz_forged_platemail(start: int, changes: list[tuple], seed: int) -> None:
    play_forged("platemail", start, changes, seed)


@forgeries
def fuzz_forged_wildroll(start: int, changes: list[tuple], seed: int) -> None:
    play_forged("wildroll", start, changes, seed)
