"""Templates: scenarios as records, from which compiled code deploys battles.

A seat is a place in the battle, with the people who may take it and the zone where they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler.compile import njit
from ..engine.battle import (
    MAP_HEIGHT,
    MAX_FIGHTERS,
    NOBODY,
    PEOPLE_CAPACITY,
    SEAT_CHOICES,
    clear_header,
    seat_fighters,
)
from ..engine.dice import below
from ..engine.record import record_dtype
from ..maps.square_grid import fill_map, has_square, remove_rows, remove_square

if TYPE_CHECKING:
    from .model import BaseScenario

# --- Records --------------------------------------------------------------------------------------


def seat_dtype(fields: list[tuple[Any, ...]]) -> np.dtype:
    """The record of a seat: its people and its zone, then the system's own fields."""
    place = [
        ("num_choices", "i1"),  # 1..8
        ("choices", "i1", (SEAT_CHOICES,)),  # indices of people
        ("left", "i1"),  # the zone, both ends included
        ("top", "i1"),
        ("right", "i1"),
        ("bottom", "i1"),
    ]
    return record_dtype([*place, *fields])


def template_dtype(person: np.dtype, seat: np.dtype, fields: list[tuple[Any, ...]]) -> np.dtype:
    """The record of a scenario: sides and map, the system's own fields, seats and people."""
    common = [
        ("side_size", "i1", (2,)),
        ("max_side", "i1"),
        ("round_limit", "i2"),
        ("width", "i1"),
        ("height", "i1"),
        ("low", "i4", (MAP_HEIGHT,)),
        ("high", "i4", (MAP_HEIGHT,)),
    ]
    people = [("seats", seat, (MAX_FIGHTERS,)), ("people", person, (PEOPLE_CAPACITY,))]
    return record_dtype([*common, *fields, *people])


def row_masks(squares: Iterable[tuple[int, int]]) -> np.ndarray:
    """A set of squares (x, y) as a mask of columns for each row, int32 `[16]`."""
    masks = np.zeros(MAP_HEIGHT, np.uint32)
    for x, y in squares:
        masks[y] |= np.uint32(1 << x)
    return masks.view(np.int32)


def begin_template(scenario: BaseScenario, dtype: np.dtype, round_limit: int) -> np.ndarray:
    """An array `[1]` of templates with the sides and the size of the map.

    Args:
        scenario: gives the sides and the map.
        dtype: dtype of the system's templates.
        round_limit: the system's limit, if the scenario has none.
    """
    templates = np.zeros(1, dtype)
    template = templates[0]
    template.side_size = (len(scenario.red), len(scenario.blue))
    template.max_side = scenario.max_side or max(len(scenario.red), len(scenario.blue))
    template.round_limit = scenario.round_limit or round_limit
    template.width, template.height = scenario.size
    return templates


def fill_seats(
    template: np.record, scenario: BaseScenario, fill_person: Callable[[np.record, Any], None]
) -> None:
    """Write every seat's zone and people; `fill_person(record, person)` writes one of these."""
    people = 0
    for seat, (_, place) in zip(template.seats, scenario.seats(), strict=False):
        zone = place.place()
        seat.left, seat.top, seat.right, seat.bottom = zone.left, zone.top, zone.right, zone.bottom
        seat.num_choices = len(place.fighter)
        for choice, person in enumerate(place.fighter):
            seat.choices[choice] = people
            fill_person(template.people[people], person)
            people += 1


def blank(dtype: np.dtype, minus_one: tuple[str, ...], **values: int) -> np.ndarray:
    """An array `[1]` of an empty record, to copy into a battle.

    Args:
        dtype: dtype of the record; all other fields are 0.
        minus_one: fields that are -1 for "nobody" or "nothing".
        **values: values of other fields.
    """
    records = np.zeros(1, dtype)
    for field in minus_one:
        records[field] = NOBODY
    for field, value in values.items():
        records[field] = value
    return records


# --- Deploying ------------------------------------------------------------------------------------


@njit
def lay_out_map(battle, template):
    """Clear the header; copy the sides, the map and the round limit."""
    clear_header(battle)
    seat_fighters(battle, template.side_size[0], template.side_size[1], template.max_side)
    battle.round_limit = template.round_limit
    battle.width = template.width
    battle.height = template.height
    battle.has_obstacles = False
    for y in range(MAP_HEIGHT):
        battle.low[y] = template.low[y]
        battle.high[y] = template.high[y]
        if template.low[y] != 0 or template.high[y] != 0:
            battle.has_obstacles = True


@njit
def clear_ground(battle, free):
    """Write the squares of the map without high obstacles into the rows `free`."""
    fill_map(free, battle.width, battle.height)
    remove_rows(free, battle.high)


@njit
def draw_person(battle, seat):
    """Roll who takes a seat; returns an index of the template's people."""
    return seat.choices[below(battle.dice, seat.num_choices)]


@njit
def free_squares(free, seat):
    """Number of free squares in a seat's zone."""
    count = 0
    for y in range(seat.top, seat.bottom + 1):
        for x in range(seat.left, seat.right + 1):
            count += has_square(free, x, y)
    return count


@njit
def place_in_zone(battle, actor, seat, free):
    """Put a fighter on a random free square of its zone, and mark the square as taken."""
    skip = below(battle.dice, max(1, free_squares(free, seat)))
    for y in range(seat.top, seat.bottom + 1):
        for x in range(seat.left, seat.right + 1):
            if has_square(free, x, y):
                if skip == 0:
                    battle.fighters[actor].x = x
                    battle.fighters[actor].y = y
                    remove_square(free, x, y)
                    return
                skip -= 1
