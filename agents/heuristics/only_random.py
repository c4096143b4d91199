"""The one heuristic of a system that has no others."""

from __future__ import annotations

from ...envs.core.compiler.compile import njit
from ...envs.core.engine.system import random_choice

POLICIES = {"random": "any legal action"}


@njit
def choose(battle, policy, mask, rng_state):
    """A random legal action."""
    return random_choice(mask, rng_state)
