"""The header that every battle record begins with, and its log of events.

A battle is one NumPy record. Fighters are numbered red first, then blue; a fighter keeps its number
and its slot for the whole battle. Side 0 is red, side 1 is blue.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from .compile import njit
from .dice import LOADED_CAPACITY

SIDES: tuple[Literal["red"], Literal["blue"]] = ("red", "blue")
MAX_SIDE = 6
"""Fighters a side at most."""
MAX_FIGHTERS = 2 * MAX_SIDE
MAP_WIDTH, MAP_HEIGHT = 32, 16
"""The largest map, in squares; a row is one 32-bit mask."""
SEAT_CHOICES = 8
"""Fighters of whom one seat of a scenario can draw."""
PEOPLE_CAPACITY = 32
"""Different fighters in one scenario."""
LOG_CAPACITY = 40
"""Events that one decision can record unless a system asks for more."""
NOBODY = -1
DRAW = -1

EVENT = np.dtype(
    (
        np.record,
        [
            ("kind", "i1"),  # what happened; each system's own enum
            ("actor", "i1"),  # fighter, or -1
            ("target", "i1"),  # fighter, or -1
            ("what", "i1"),  # which action, reaction, status or weapon
            ("amount", "i2"),  # the outcome's number: a total, damage, action points
            ("dice", "i2"),  # what the dice alone showed
        ],
    )
)

HEADER = [
    ("dice", "u4", (4,)),  # generator state (xoshiro128++)
    ("loaded", "i1", (LOADED_CAPACITY,)),  # faces to use before the generator
    ("num_loaded", "i1"),  # how many were loaded
    ("next_loaded", "i1"),  # how many of them are used
    ("fault", "i1"),  # a loaded face was impossible (dice.py)
    ("fault_face", "i1"),  # that face
    ("to_act", "i1"),  # the fighter who decides, -1 when the battle is over
    ("window", "i1"),  # which decision it is; each system's own enum
    ("round_number", "i2"),  # full rounds fought so far, 0..round_limit
    ("round_limit", "i2"),  # rounds after which the battle is a draw
    ("over", "?"),
    ("winner", "i1"),  # 0 red, 1 blue, -1 nobody (yet)
    ("ending", "i1"),  # why it ended; each system's own enum, 0 while it goes on
    ("reward", "f4", (2,)),  # of each side since the last decision: +1, -1 or 0
    ("num_fighters", "i1"),  # 2..12
    ("max_side", "i1"),  # slots a side in observations and actions, 1..6
    ("side_size", "i1", (2,)),  # fighters of red and blue, 1..6
    ("side", "i1", (MAX_FIGHTERS,)),  # 0 red, 1 blue
    ("scenario", "i2"),  # which template of the batch it was deployed from
    ("decisions", "i4"),  # decisions taken so far
    ("log", "?"),  # whether events are recorded
    ("num_events", "i2"),  # events since the last decision
    ("events_lost", "i2"),  # events that found no room since the battle began
]


def battle_dtype(fields: list[tuple], log_capacity: int = LOG_CAPACITY) -> np.dtype:
    """The record of a system: the header, the log, then the system's own fields."""
    log = ("events", EVENT, (log_capacity,))
    return np.dtype((np.record, [*HEADER, log, *fields]))


@njit
def clear_header(battle):
    """Back to an empty battle; dice, loaded dice, the log switch and the scenario's number stay."""
    battle.to_act = NOBODY
    battle.window = 0
    battle.round_number = 0
    battle.over = False
    battle.winner = DRAW
    battle.ending = 0
    battle.reward[0] = 0
    battle.reward[1] = 0
    battle.decisions = 0
    battle.num_events = 0
    battle.events_lost = 0


@njit
def seat_fighters(battle, red, blue, max_side):
    """Number the fighters: red first, then blue."""
    battle.num_fighters = red + blue
    battle.side_size[0] = red
    battle.side_size[1] = blue
    battle.max_side = max_side
    for fighter in range(MAX_FIGHTERS):
        battle.side[fighter] = 0 if fighter < red else 1


@njit
def begin_decision(battle):
    """What the log and the rewards say from now on belongs to one more decision."""
    battle.num_events = 0
    battle.reward[0] = 0
    battle.reward[1] = 0
    battle.decisions += 1


@njit
def log_event(battle, kind, actor, target, what, amount, dice):
    """Record what happened, if the log is on."""
    if not battle.log:
        return
    if battle.num_events >= len(battle.events):
        battle.events_lost += 1
        return
    event = battle.events[battle.num_events]
    event.kind = kind
    event.actor = actor
    event.target = target
    event.what = what
    event.amount = amount
    event.dice = dice
    battle.num_events += 1


@njit
def finish(battle, winner, ending):
    """End the battle: +1 to the winning side, -1 to the losing, 0 to both in a draw."""
    battle.over = True
    battle.winner = winner
    battle.ending = ending
    battle.to_act = NOBODY
    if winner != DRAW:
        battle.reward[winner] += 1
        battle.reward[1 - winner] -= 1


@njit
def first_of_side(battle, side):
    """The number of a side's first fighter."""
    if side == 0:
        return 0
    return np.int64(battle.side_size[0])


@njit
def fighters_of_side(battle, side):
    """The fighters of a side, a bit each."""
    return ((1 << np.int64(battle.side_size[side])) - 1) << first_of_side(battle, side)


@njit
def enemy_in_slot(battle, fighter, slot):
    """The enemy in a fighter's enemy slot, -1 if the slot is empty."""
    enemy_side = 1 - battle.side[fighter]
    if slot >= battle.side_size[enemy_side]:
        return np.int64(NOBODY)
    return first_of_side(battle, enemy_side) + slot


@njit
def ally_in_slot(battle, fighter, slot):
    """The ally in a fighter's ally slot (itself left out), -1 if the slot is empty."""
    side = battle.side[fighter]
    if slot >= battle.side_size[side] - 1:
        return np.int64(NOBODY)
    ally = first_of_side(battle, side) + slot
    if ally >= fighter:
        ally += 1
    return np.int64(ally)


@njit
def slot_of(battle, fighter):
    """The enemy slot in which a fighter stands before the other side."""
    return fighter - first_of_side(battle, battle.side[fighter])


def agent_name(battle: np.record, fighter: int) -> str:
    """The agent id of a fighter at the border: `red_0`, `blue_2`."""
    side = int(battle.side[fighter])
    slot = fighter - (int(battle.side_size[0]) if side else 0)
    return f"{SIDES[side]}_{slot}"


def agent_names(battle: np.record) -> list[str]:
    """All agent ids in the order of the fighters' numbers."""
    return [agent_name(battle, fighter) for fighter in range(battle.num_fighters)]
