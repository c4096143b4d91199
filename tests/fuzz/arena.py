"""The arena with agents that answer, raise and overwrite anything."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from battle_vector import ODD, arrays
from hypothesis import given
from hypothesis import strategies as st

from quintain.agents.registry import make_agent
from quintain.evaluation.arena import final_result, play_pairs

ERRORS = [ValueError("no"), IndexError(), RecursionError("deep"), SystemExit(0), MemoryError()]
ANSWERS = st.one_of(
    st.just("legal"), st.just("last"), st.sampled_from(ERRORS), ODD, arrays(),
    st.tuples(st.one_of(ODD, arrays()), ODD),
)  # fmt: skip


class Hostile:
    """Gives the answers of an input, one for each decision, then the first legal action."""

    def __init__(self, answers: list[Any], spoils: list[str], attributes: dict[str, Any]) -> None:
        """Store the answers and actions."""
        self.answers, self.spoils = list(answers), spoils
        self.__dict__.update(attributes)

    def watch(self, battles: np.ndarray, rng_state: np.ndarray) -> None:
        """Overwrite the records or the dice."""
        if "battles" in self.spoils:
            battles.view(np.uint8)[:] = 255
        if "rng_state" in self.spoils:
            rng_state[:] = 0

    def predict(self, observation: np.ndarray, action_masks: np.ndarray, **more: Any) -> Any:
        """Overwrite observations and masks, and answer."""
        legal, last = action_masks.argmax(1), np.full(len(observation), action_masks.shape[1] - 1)
        if "masks" in self.spoils:
            observation[:], action_masks[:] = np.nan, True
        answer = self.answers.pop() if self.answers else "legal"
        if isinstance(answer, BaseException):
            raise answer
        known = {"legal": (legal, None), "last": (last, None)}
        return known.get(answer, answer) if isinstance(answer, str) else answer


@functools.cache
def opponent(name: str) -> Any:
    """An agent of quintain."""
    return make_agent(name, "mythic_epoch")


@given(
    st.lists(ANSWERS, max_size=4),
    st.lists(st.sampled_from(["battles", "rng_state", "masks"]), max_size=3),
    st.fixed_dictionaries(
        {}, optional={"name": ODD, "system": ODD, "max_side": ODD, "policy": ODD}
    ),
    st.sampled_from(["random", "berserker"]),
    st.one_of(st.integers(0, 9), ODD),
    st.one_of(st.integers(1, 2), ODD),
)
def fuzz_arena(
    answers: list[Any], spoils: list[str], attributes: dict[str, Any], other: str, seed: Any,
    block: Any,
) -> None:  # fmt: skip
    """Two pairs of battles."""
    agent = Hostile(answers, spoils, attributes)
    try:
        result = final_result(
            play_pairs("mythic_epoch", "duel", agent, opponent(other), 2, seed, block=block)
        )
    except (TypeError, ValueError):
        return
    assert result.battles == 4
