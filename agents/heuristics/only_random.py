"""The heuristic of a system that brings no heuristics of its own: random."""

from __future__ import annotations

from ...envs.core.compiler.compile import njit
from ...envs.core.engine.system import random_choice

POLICIES = {"random": "any legal action"}


@njit
def choose(battle, policy, mask, rng_state):
    """A legal action, each with the same probability."""
    return random_choice(mask, rng_state)
