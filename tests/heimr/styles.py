"""Choices of the heuristics in positions set up by hand."""

from __future__ import annotations

import numpy as np

from quintain.agents.heuristics.heimr import choose
from quintain.envs.core.engine.battle import close_window, open_window
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import get_system
from quintain.envs.heimr.actions.masks import legal_action_mask
from quintain.envs.heimr.actions.table import num_actions, slot_in, verb_of
from quintain.envs.heimr.enums import Act, Defence, Verb, Window

LOW, HIGH = (
    {"defence": Defence.DODGE, "defence_value": value, "defence_d6": 4} for value in (2, 15)
)
BEHIND = {"at": (0, 1)}


def chosen(battle, name, window=Window.TURN, actor=0):
    """The action of a heuristic in a window."""
    close_window(battle)
    open_window(battle, actor, window)
    mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
    legal_action_mask(battle, mask)
    action = int(choose(battle, get_system("heimr").policies[name], mask, seed_rng_states(1, 1)[0]))
    assert mask[action]
    return action


def verb(battle, name, window=Window.TURN):
    """Its verb."""
    return Verb(int(verb_of(chosen(battle, name, window)))).name.lower()


def target(battle, name):
    """The slot of the enemy that it chooses."""
    return int(slot_in(chosen(battle, name)))


def looked(**fields):
    """A fighter who has used its observation of this turn."""
    return {"free": 1 << Act.LOOK, **fields}
