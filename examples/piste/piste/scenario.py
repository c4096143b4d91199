"""Scenarios: the length of the strip, and the places of the fencers."""

from functools import partial
from pathlib import Path

import numpy as np
from pydantic import Field, model_validator

from quintain.envs.core.scenarios.model import names_in, read_scenario
from quintain.envs.core.scenarios.yaml_models import Description, Strict, Title

from .state import TEMPLATE
from .tables import ROUND_LIMIT

FOLDER = Path(__file__).parent / "scenarios"


class Scenario(Strict):
    """A bout: `red` and `blue` are the paces, from the left, on which the fencers begin."""

    title: Title
    description: Description = ""
    length: int = Field(14, ge=4, le=32)
    round_limit: int = Field(ROUND_LIMIT, ge=1, le=1000)
    red: list[int] = Field(min_length=1, max_length=2)
    blue: list[int] = Field(min_length=1, max_length=2)

    @model_validator(mode="after")
    def _face_each_other(self) -> "Scenario":
        if not 0 <= min(self.red) <= max(self.red) < min(self.blue) <= max(self.blue) < self.length:
            raise ValueError(f"red stands left of blue, on paces 0 to {self.length - 1}")
        return self


scenario_names = partial(names_in, FOLDER)
load_scenario = partial(read_scenario, Scenario, FOLDER)


def make_template(scenario: Scenario) -> np.ndarray:
    """A scenario as the record from which compiled code deploys: array `[1]`."""
    red, blue = len(scenario.red), len(scenario.blue)
    paces = [*scenario.red, *scenario.blue, *[0] * (12 - red - blue)]
    row = (red, blue, max(red, blue), scenario.round_limit, scenario.length, paces)
    return np.array([row], TEMPLATE)
