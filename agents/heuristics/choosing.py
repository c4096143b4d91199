"""Small functions that choose among legal actions, shared by the heuristics of all systems."""

from __future__ import annotations

import numpy as np

from ...envs.core.compiler.compile import njit


@njit
def if_legal(mask, action):
    """The action if the mask allows it, else -1."""
    return np.int64(action) if mask[action] else np.int64(-1)


@njit
def first_legal(mask):
    """The lowest legal action: 0 (wait) wherever waiting is legal."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0
