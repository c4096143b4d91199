"""The types of observations and arguments that interfaces share, and the options of `reset`.

Letters: `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Literal, SupportsIndex, TypedDict

import numpy as np
import numpy.typing as npt

from ..inputs.arguments import Choices, quote
from ..inputs.spelling import names_like
from .controllers import Opponents
from .illegal_actions import IllegalActions
from .opponent import Predicts
from .render_modes import RenderMode

Action = SupportsIndex
"""An action: an integer of Python or NumPy."""
Order = Sequence[SupportsIndex] | npt.NDArray[np.integer]
"""A written order: a choice for each clause."""
MaskForm = Literal["flat", "tuple"]
"""The masks of all clauses of a written order: one vector, or a tuple of a vector each."""
LearnerSide = Literal["red", "blue", "alternate"]
"""The side that a caller plays; `alternate` changes it with every battle."""

BATTLE_OPTIONS = ("scenario", "loaded_dice")
"""The options of every `reset`."""
SIDE = "side"
"""A further option of the `reset` of one side."""


def checked_options(options: Any, names: Sequence[str] = BATTLE_OPTIONS) -> Mapping[str, Any]:
    """The options of `reset` as a dict, empty for None.

    Others than `names` are ignored with a warning, since they may be meant for a wrapper.

    Raises:
        ValueError: they are not a dict, or one is a misspelled name.
    """
    if options is not None and not isinstance(options, Mapping):
        raise ValueError(f"options must be a dict or None, got {quote(options)}")
    for name in options or {}:
        if name in names:
            continue
        if meant := names_like(str(name), list(names)):
            raise ValueError(f"reset has no option {quote(name)}: did you mean {meant[0]}?")
        warnings.warn(
            f"reset ignores the option {quote(name)}; it knows {', '.join(names)}", stacklevel=3
        )
    return options or {}


class Observation(TypedDict):
    """An agent's observation `[N]`, and its legal actions `[A]`, 1 for a legal one."""

    observation: npt.NDArray[np.float32]
    action_mask: npt.NDArray[np.int8]


class MatchOptions(TypedDict, total=False):
    """The arguments that the environments of one battle share, explained in `BattleAEC`."""

    render_mode: RenderMode | None
    max_side: int
    log: bool
    memory: int
    illegal_actions: IllegalActions
    shaping: float


class BattleOptions(MatchOptions, total=False):
    """The arguments of `env`, `raw_env` and `parallel_env` beside the scenario."""

    choices: Choices | tuple[Choices, Choices]


class OrderOptions(BattleOptions, total=False):
    """The arguments of `parallel_env` in a system with written orders (`OrdersParallel`)."""

    mask_form: MaskForm


class SingleOptions(MatchOptions, total=False):
    """The arguments of `single_env`, explained in `BattleEnv`."""

    choices: Choices
    opponent: str | Predicts
    side: LearnerSide


class VectorOptions(TypedDict, total=False):
    """The arguments of `make_vec`, explained in `BattleVector`."""

    seed: int | None
    opponents: Opponents | Sequence[Opponents] | None
    threads: int
    shaping: float
    max_side: int
    choices: Choices | tuple[Choices, Choices]
    memory: int
    illegal_actions: IllegalActions
