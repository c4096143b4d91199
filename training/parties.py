"""Parties drawn by lot on maps drawn by lot, for training over many sizes of battles."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from ..envs.core.engine.battle import MAP_HEIGHT, MAP_WIDTH, MAX_SIDE, PEOPLE_CAPACITY, SIDES
from ..envs.core.engine.system import System
from ..envs.core.scenarios.model import FLOOR
from ..envs.core.scenarios.yaml_files import parse_model
from ..envs.core.scenarios.yaml_models import ScenarioError, Strict

STREAM = 9
"""The stream of the seed from which parties are drawn."""
MOST_KINDS = 3
"""Most fighters of the cast among which a seat is drawn."""
ATTEMPTS = 20
"""Draws of one party before an error; a draw fails if its zones have too little room."""
EXACTNESS = 0.02
"""Largest difference between the share of the battles in parties and the given one."""


class Parties(Strict):
    """Encounters drawn by lot, in which the sides stand on the left and on the right of a map.

    Attributes:
        count: number of encounters; each battle draws one of these or of the scenarios.
        share: share of the battles in these encounters, within 0.02; the agent is then measured in
            the scenarios alone. By default each encounter is drawn as often as each scenario, and
            the agent is measured in all of them.
        fighters: names of the cast, among which every seat is drawn.
        most: most fighters a side; each number from 1 up is drawn equally often for red.
        difference: largest difference between the sizes of the two sides.
        columns: least and most columns of the map.
        rows: least and most rows of the map.
        obstacles: letters of the map that stand in its middle.
        density: largest share of the places in the middle with an obstacle.
        seed: seed of the draws; that of the run by default.
    """

    count: Annotated[int, Field(ge=1, le=200)]
    share: Annotated[float, Field(ge=0.1, le=0.9)] | None = None
    fighters: Annotated[list[str], Field(min_length=1, max_length=40)]
    most: Annotated[int, Field(ge=1, le=MAX_SIDE)] = MAX_SIDE
    difference: Annotated[int, Field(ge=0, le=MAX_SIDE - 1)] = 2
    columns: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(default=[12, 22])
    rows: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(default=[8, 12])
    obstacles: Annotated[str, Field(max_length=10)] = "o#"
    density: Annotated[float, Field(ge=0, le=0.5)] = 0.15
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] | None = None

    @model_validator(mode="after")
    def _check_size(self) -> Parties:
        limits = {"columns": (3, MAP_WIDTH), "rows": (1, MAP_HEIGHT)}
        for name, (least, most) in limits.items():
            given = getattr(self, name)
            if not least <= given[0] <= given[1] <= most:
                raise ValueError(
                    f"{name} must be [least, most] between {least} and {most}, got {given}"
                )
        return self


def make_parties(system: System, parties: Parties, seed: int) -> list[Any]:
    """The scenarios of a config's parties; the same seed gives the same.

    Args:
        system: the system.
        parties: their sizes, fighters and maps.
        seed: the seed; scenario `i` does not depend on `count`.

    Raises:
        ScenarioError: a fighter is unknown, or the maps have too little room.
    """
    found = []
    for number in range(parties.count):
        generator = np.random.default_rng([seed, STREAM, number])
        for attempt in range(ATTEMPTS):
            data = _draw(generator, parties)
            title = f"party {number + 1}"
            try:
                found.append(parse_model(system.scenario_model, {"title": title, **data}, title))
                break
            except ScenarioError as error:
                if attempt == ATTEMPTS - 1:
                    raise ScenarioError(f"parties: {error}") from None
    return found


def repeats(scenarios: int, parties: int, share: float) -> tuple[int, int]:
    """How often a list names each scenario and each party, so that `share` of it are parties.

    Parties are named once where that is exact enough (`EXACTNESS`), else as often as needed.

    Args:
        scenarios: their number, 1 or more.
        parties: their number, 1 or more.
        share: more than 0, less than 1.
    """
    again = 0
    while True:  # a longer list comes as close as one likes
        again += 1
        named = again * parties
        times = max(1, round(named * (1 - share) / share / scenarios))
        if abs(named / (named + times * scenarios) - share) <= EXACTNESS:
            return times, again


def _draw(generator: np.random.Generator, parties: Parties) -> dict[str, Any]:
    """The content of a scenario file."""
    width, height = (int(generator.integers(a, b + 1)) for a, b in (parties.columns, parties.rows))
    red = int(generator.integers(1, parties.most + 1))
    lowest, highest = red - parties.difference, red + parties.difference
    blue = int(generator.integers(max(1, lowest), min(parties.most, highest) + 1))
    depth = max(1, width // 4)
    zones = [0, 0, depth - 1, height - 1], [width - depth, 0, width - 1, height - 1]
    kinds = max(1, min(MOST_KINDS, PEOPLE_CAPACITY // (red + blue)))
    data: dict[str, Any] = {"map": _draw_map(generator, parties, width, height, depth)}
    for side, size, zone in zip(SIDES, (red, blue), zones, strict=True):
        data[side] = [
            {"fighter": _draw_fighters(generator, parties, kinds), "zone": zone}
            for _ in range(size)
        ]
    return data


def _draw_fighters(generator: np.random.Generator, parties: Parties, most: int) -> list[str]:
    count = min(len(parties.fighters), int(generator.integers(1, most + 1)))
    return [str(one) for one in generator.choice(parties.fighters, count, replace=False)]


def _draw_map(
    generator: np.random.Generator, parties: Parties, width: int, height: int, depth: int
) -> str:
    """Rows of open ground with obstacles between the columns where the sides stand."""
    places = np.full((height, width), FLOOR)
    share = generator.uniform(0, parties.density)
    if parties.obstacles:
        is_taken = generator.random((height, width)) < share
        is_taken[:, :depth] = is_taken[:, width - depth :] = False
        letters = generator.choice(list(parties.obstacles), (height, width))
        places = np.where(is_taken, letters, places)
    return "\n".join("".join(row) for row in places)
