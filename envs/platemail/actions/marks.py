"""Marks in a mask: none but to pass, a run of directives, the directives with a description."""

from __future__ import annotations

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_FIGHTERS
from .table import FIRST_DESCRIBED, NUM_AT_ENEMIES, VERB, WAIT


@njit
def clear(mask):
    """Nothing but to pass."""
    for action in range(len(mask)):
        mask[action] = False
    mask[WAIT] = True


@njit
def allow(mask, start, count, verbs):
    """Allow of `count` neighbouring directives those whose verbs belong to a set."""
    for action in range(start, start + count):
        mask[action] = contains(verbs, VERB[action])


@njit
def allow_described(mask, description, verbs):
    """Allow verbs with a described enemy."""
    allow(mask, FIRST_DESCRIBED[description - MAX_FIGHTERS], NUM_AT_ENEMIES, verbs)
