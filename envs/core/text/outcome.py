"""The outcome of a battle for each fighter. Each system reads it from its records in `outcome.py`.

Shapes: `B` battles, `F` fighters of the record.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


@dataclass(frozen=True)
class Outcome:
    """The end of each fighter; all arrays are `[B, F]`.

    Attributes:
        fallen: out of action by wounds or exhaustion, the dead among them.
        dead: dead.
        left: out of the fight of its own will: fled or surrendered.
        wounds: number on the system's own scale (`UNIT`), old wounds among them.
    """

    fallen: np.ndarray
    dead: np.ndarray
    left: np.ndarray
    wounds: np.ndarray


class Harm(NamedTuple):
    """How a kind of event reports harm.

    Attributes:
        points: the field with the harm, `amount` or `what`; empty where the event is one wound.
        victim: the field with the harmed fighter, `target` or `actor`; the other one dealt it.
    """

    points: str = ""
    victim: str = "target"
