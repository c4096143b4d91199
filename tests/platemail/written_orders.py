"""Whole rounds from written orders."""

from __future__ import annotations

import numpy as np

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.platemail.actions.clauses import FIRST, write_detail_of
from quintain.envs.platemail.actions.masks import legal_action_mask
from quintain.envs.platemail.actions.table import directive_action, num_actions
from quintain.envs.platemail.enums import Verb
from quintain.envs.platemail.tables import WEAPON_NAMES
from quintain.envs.platemail.turn import carry_out_round, clear_order

W = {name: number for number, name in enumerate(WEAPON_NAMES)}
DEFEND = (Verb.DEFEND, NOBODY)
EAST, SOUTH, WEST = 2, 4, 6
PASS = 0


def write(battle, actor, first=DEFEND, then=DEFEND, condition=None, otherwise=DEFEND, steps=()):
    """Write a fighter's order: directives are a verb and a target, the condition with argument.

    `steps` are those of the first action.
    """
    order = battle.orders[actor]
    clear_order(order)
    for clause, (verb, target) in enumerate((first, then, otherwise)):
        order.verb[clause], order.target[clause] = verb, target
    for nth, side in enumerate(steps):
        write_detail_of(order, FIRST, nth, side)
    if condition:
        order.condition, order.argument = condition
    order.is_written = 1


def play(battle, *orders):
    """Play a round with these orders, by fighter; a fighter without an order Defends."""
    battle.num_events = 0
    for actor in range(battle.num_fighters):
        write(battle, actor, **(orders[actor] if actor < len(orders) else {}))
    carry_out_round(battle)


def kinds(events, battle, *wanted):
    """Kinds of the events of a battle, in order."""
    return [event[0] for event in events(battle, *wanted)]


def square(battle, actor):
    """The square of a fighter."""
    return int(battle.fighters[actor].x), int(battle.fighters[actor].y)


def phases(events, battle):
    """The log of each of the two phases."""
    log = events(battle)
    second = log.index(next(event for event in log if event[0] == "phase" and event[4] == 2))
    return log[:second], log[second:]


def legal(battle, actor, verb, target=NOBODY):
    """Whether a directive is legal as the first action, and its id."""
    action = int(directive_action(battle, actor, verb, target))
    mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
    legal_action_mask(battle, mask)
    assert battle.to_act == actor
    return bool(mask[action]), action
