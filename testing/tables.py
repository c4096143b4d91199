"""Checks of tables: the record, the layout of observations, the actions, the scenarios."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np

from ..envs.core.engine.battle import MAX_SIDE
from ..envs.core.engine.system import System, get_system
from ..envs.core.scenarios.yaml_files import parse_model
from ..envs.core.session.match import Match
from .random_play import plays

SIZES = range(1, MAX_SIDE + 1)
"""All numbers of slots a side."""


def check_record(system: str | System) -> int:
    """Check that no field has the name of an attribute of `np.record`, which Python would read."""
    system = get_system(system)
    for dtype in (system.dtype, system.template_dtype):
        taken = sorted(name for name in _field_names(dtype) if hasattr(np.record, name))
        assert not taken, f"fields named like attributes of np.record: {', '.join(taken)}"
    return len(list(_field_names(system.dtype)))


def _field_names(dtype: np.dtype) -> Iterator[str]:
    for name in dtype.names or ():
        yield name
        yield from _field_names(dtype[name].base)


def check_layout(system: str | System) -> int:
    """Check that the named pieces cover the observation once, in order, for every `max_side`."""
    system = get_system(system)
    for max_side in SIZES:
        layout = system.observation_layout(max_side)
        slices = list(layout.slices().values())
        assert len(slices) == len(layout.pieces), "two pieces of the observation have one name"
        ends = [0, *(part.stop for part in slices)]
        starts = [*(part.start for part in slices), layout.length]
        assert ends == starts, f"the pieces leave gaps or overlap with {max_side} slots a side"
        blocks = layout.blocks().values()
        in_blocks = sum(part.stop - part.start for part in blocks)
        assert in_blocks == layout.length, "the pieces of a block must be neighbours"
        allows_zero = (layout.low <= 0).all() and (layout.high >= 0).all()
        assert allows_zero, "an empty block is 0, which the bounds of a piece exclude"
    return len(system.observation_layout(MAX_SIDE).pieces)


def check_actions(system: str | System) -> int:
    """Check that actions are decoded and encoded without loss, and that ids are stable."""
    system = get_system(system)
    longest = [system.decode(action, MAX_SIDE) for action in range(system.num_actions(MAX_SIDE))]
    for max_side in SIZES:
        ids = range(system.num_actions(max_side))
        decoded = [system.decode(action, max_side) for action in ids]
        assert decoded == longest[: len(ids)], f"an id changes with {max_side} slots a side"
        needed = [{key: it for key, it in one.items() if it is not None} for one in decoded]
        for action, one in [*enumerate(decoded), *enumerate(needed)]:
            code = system.encode(one, max_side)
            assert code == action, f"action {action} is decoded as {one}, which encodes as {code}"
        verbs = tuple(dict.fromkeys(one["verb"] for one in decoded))
        assert verbs == system.verbs, f"the verbs are {verbs}, not {system.verbs}"
        for action in (-1, len(ids)):
            with refused(f"action must be between 0 and {len(ids) - 1}, got {action}"):
                system.decode(action, max_side)
    for max_side in (0, MAX_SIDE + 1):
        with refused(f"between 1 and {MAX_SIDE}, got {max_side}"):
            system.decode(0, max_side)
        with refused(f"between 1 and {MAX_SIDE}, got {max_side}"):
            system.encode({"verb": system.verbs[0]}, max_side)
    return len(longest)


@contextlib.contextmanager
def refused(message: str, error: type[Exception] = ValueError) -> Iterator[None]:
    """Expect an error with a text in its message."""
    said = "no error"
    try:
        yield
    except error as raised:
        said = str(raised)
    assert message in said, f"expected {error.__name__} with {message!r}, got {said!r}"


@plays
def check_scenarios(system: str | System) -> int:
    """Check that every scenario can be written as data, read again and deployed."""
    system = get_system(system)
    assert system.scenario_names(), "the system has no scenario"
    for name in system.scenario_names():
        scenario = system.load_scenario(name)
        data = scenario.model_dump(mode="json", exclude_none=True)
        again = parse_model(system.scenario_model, data, name)
        assert again == scenario, f"{name} is {again!r} when it is written and read again"
        assert Match(system, name).reset(seed=0) >= 0, f"nobody has a decision in {name}"
    return len(system.scenario_names())
