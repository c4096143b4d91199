"""Checks of a system's hidden fields: observations, masks, heuristics and `conceal`.

Letters: `B` battles, `A` actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from .battle import NOBODY
from .dice import seed_rng_states
from .hidden import Hidden
from .loops import choose_in_battles, show_battles
from .memory_layout import layout_of
from .record import Field, fields_of
from .system import System

TRIES = 15
"""Number of pairs of draws for a value with the same visible part; then the old value is kept."""
NEAR = 10
"""Largest difference of a nearby value from the old one."""


class Seen(NamedTuple):
    """Observations and masks of the deciding fighters."""

    observations: np.ndarray
    masks: np.ndarray


# --- The fields of a record -----------------------------------------------------------------------


def find_field(dtype: np.dtype, path: str) -> Field:
    """The declaration of a field by its path.

    Raises:
        KeyError: no such field.
    """
    fields: Iterable[Field] = fields_of(dtype)
    *outer, name = path.split(".")
    for part in outer:
        fields = next(field.parts for field in fields if field.name == part)
    return next((field for field in fields if field.name == name), None) or _no_field(path)


def _no_field(path: str) -> Any:
    raise KeyError(f"the record has no field {path!r}")


def holders(battle: np.record, path: str) -> Iterator[tuple[int, Any]]:
    """The records that contain a field, with their numbers: fighters, frames, or the battle."""
    root = path.rpartition(".")[0]
    if not root:
        yield NOBODY, battle
        return
    outer = find_field(battle.dtype, root)
    count = int(battle[outer.used]) if outer.used else len(battle[root])
    for of in range(count):
        yield of, battle[root][of]


def changed_fields(one: np.record, other: np.record) -> set[str]:
    """The paths of the fields in which two battles differ."""
    changed = set()
    for field in fields_of(one.dtype):
        if field.parts:
            for part in field.parts:
                if (one[field.name][part.name] != other[field.name][part.name]).any():
                    changed.add(f"{field.name}.{part.name}")
        elif np.any(one[field.name] != other[field.name]):
            changed.add(field.name)
    return changed


# --- Other values for what is hidden --------------------------------------------------------------


def redraw(battle: np.record, hidden: Sequence[Hidden], viewer: int, draw: np.random.Generator):
    """Overwrite the hidden fields of a battle with random values of their declared ranges.

    The visible part of a value is kept; fields that only `conceal` draws are unchanged.
    """
    for entry in hidden:
        if entry.is_free:
            for of, holder in holders(battle, entry.field):
                if entry.is_hidden(battle, viewer, of):
                    _redraw_field(battle, entry, viewer, of, holder, draw)


def _redraw_field(
    battle: np.record,
    entry: Hidden,
    viewer: int,
    of: int,
    holder: Any,
    draw: np.random.Generator,
) -> None:
    field = find_field(battle.dtype, entry.field)
    low, high = int(field.low), _highest(battle, field)
    values = np.atleast_1d(holder[field.name]) if field.shape else None
    for place in entry.places or range(field.shape[0] if field.shape else 1):
        old = int(holder[field.name] if values is None else values[place])
        shown = entry.shows(battle, viewer, of)
        for value in (*_other_values(old, low, high, draw), old):
            if values is None:
                holder[field.name] = value
            else:
                values[place] = value
            if entry.shows(battle, viewer, of) == shown:
                break


def _other_values(old: int, low: int, high: int, draw: np.random.Generator) -> Iterator[int]:
    """Random values of a range, alternately from all of it and near the old value."""
    for _ in range(TRIES):
        yield int(draw.integers(low, high, endpoint=True))
        yield int(draw.integers(max(low, old - NEAR), min(high, old + NEAR), endpoint=True))


def _highest(battle: np.record, field: Field) -> int:
    if not field.limit:
        return int(field.high)
    limit = int(battle[field.limit])
    return min(int(field.high), (1 << limit if field.is_set else limit) - 1)


def redrawn(battles: np.ndarray, hidden: Sequence[Hidden], draw: np.random.Generator) -> np.ndarray:
    """Copies of battles `[B]` with other values for what their deciding fighters cannot know."""
    copies = battles.copy()
    for battle in copies:
        if not battle.over:
            redraw(battle, hidden, int(battle.to_act), draw)
    return copies


# --- Checks ---------------------------------------------------------------------------------------


def look(system: System, battles: np.ndarray) -> Seen:
    """Observations and masks of the deciding fighters of battles `[B]`."""
    size = int(battles["max_side"][0])
    length = layout_of(system, size, int(battles["memory"].max())).length
    seen = Seen(
        np.zeros((len(battles), length), np.float32),
        np.zeros((len(battles), system.num_actions(size)), np.bool_),
    )
    show_battles(battles, *seen, np.zeros(len(battles), np.int8), np.zeros(len(battles), np.int8))
    return seen


def chosen(system: System, policy: str, battles: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The choices `[B]` of a compiled heuristic, always with the same random numbers."""
    actions = np.zeros(len(battles), np.int64)
    policies = np.full(len(battles), system.policies[policy], np.int64)
    choose_in_battles(battles, policies, masks, seed_rng_states(5, len(battles)), actions)
    return actions


def check_hidden_from_sight(system: System, battles: np.ndarray, draw: np.random.Generator) -> None:
    """Check that observations and masks do not depend on hidden fields.

    Args:
        system: the system.
        battles: `[B]` battles of one size.
        draw: gives the hidden fields other values.

    Raises:
        AssertionError: names the fields that show.
    """
    seen = look(system, battles)

    def shows(hidden: Sequence[Hidden]) -> bool:
        other = look(system, redrawn(battles, hidden, draw))
        return any((one != two).any() for one, two in zip(seen, other, strict=True))

    _refuse(system, shows, "an observation or a mask")


def check_hidden_from_heuristic(
    system: System, policy: str, battles: np.ndarray, draw: np.random.Generator
) -> None:
    """Check that the choices of a heuristic do not depend on hidden fields.

    Args:
        system: the system.
        policy: name of one of its compiled heuristics.
        battles: `[B]` battles of one size.
        draw: gives the hidden fields other values.

    Raises:
        AssertionError: names the fields on which a choice depends.
    """
    masks = look(system, battles).masks
    actions = chosen(system, policy, battles, masks)

    def shows(hidden: Sequence[Hidden]) -> bool:
        other = chosen(system, policy, redrawn(battles, hidden, draw), masks)
        return bool((actions != other).any())

    _refuse(system, shows, f"a choice of {policy}")


def _refuse(system: System, shows: Any, what: str) -> None:
    if shows(system.hidden):
        guilty = [entry.field for entry in system.hidden if shows((entry,))]
        raise AssertionError(f"{system.title}: {what} depends on {guilty or 'hidden fields'}")


def check_conceal(system: System, battles: np.ndarray, draw: np.random.Generator) -> set[str]:
    """Check that `conceal` overwrites all sampled hidden fields, reads none, changes no other.

    Args:
        system: the system.
        battles: `[B]` battles.
        draw: gives the hidden fields other values.

    Returns:
        The paths of the fields that it changed.

    Raises:
        AssertionError: names the fields that it changed, or that a sample keeps or depends on.
    """
    sampled = [entry for entry in system.hidden if entry.sample != "kept"]
    others = redrawn(battles, sampled, draw)
    changed: set[str] = set()
    kept: set[str] = set()
    for number, (battle, other) in enumerate(zip(battles, others, strict=True)):
        if not battle.over:
            sample = _sample(system, battle, number)
            changed |= changed_fields(battle, sample)
            kept |= changed_fields(sample, _sample(system, other, number))
    more = changed - {entry.field for entry in sampled}
    assert not more, f"{system.title}: conceal changes {sorted(more)}"
    assert not kept, f"{system.title}: conceal keeps {sorted(kept)}, or depends on it"
    return changed


def _sample(system: System, battle: np.record, seed: int) -> np.record:
    """A copy of a battle with a sample of what its deciding fighter cannot know."""
    copy = np.array([battle])
    system.conceal(copy[0], int(battle.to_act), seed_rng_states(seed, 1)[0])
    return copy[0]
