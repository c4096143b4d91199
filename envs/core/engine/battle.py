"""The header that every battle record begins with, and its log of events.

A battle is one NumPy record. Fighters are numbered red first, then blue; a fighter keeps its number
and its slot for the whole battle. Side 0 is red, side 1 is blue.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Literal

import numpy as np

from ..compiler.compile import njit
from .dice import FAULT_ENDLESS, LOADED_CAPACITY
from .memory import MOST_EVENTS, Memory, forget, remember
from .record import Field, flag, member, nested, real, record, whole, words

SIDES: tuple[Literal["red"], Literal["blue"]] = ("red", "blue")
MAX_SIDE = 6
"""Most fighters on a side."""
MAX_FIGHTERS = 2 * MAX_SIDE
MAP_WIDTH, MAP_HEIGHT = 32, 16
"""Size of the largest map in squares; a row is one 32-bit mask."""
MAX_ROUNDS = 10_000
"""Most rounds of a battle."""
SEAT_CHOICES = 8
"""Most fighters among which a seat of a scenario is drawn."""
PEOPLE_CAPACITY = 32
"""Most different fighters in one scenario."""
LOG_CAPACITY = 40
"""Number of events that one decision can record unless a system asks for more."""
MAX_STEPS = 1 << 20
"""Most steps between two decisions; 10,000 rounds in which nobody can decide stay below it."""
MAX_REROLLS = 1000
"""Most rolls to break a tie."""
NOBODY = -1
DRAW = -1
FORFEIT = -1
"""The `ending` in the infos of a battle that was lost by an illegal action."""


def fighter(name: str, least: int = -1) -> Field:
    """The field of a fighter's number in this battle; -1 means nobody, unless `least` is 0."""
    return Field(name, "i1", (), least, MAX_FIGHTERS - 1, limit="num_fighters")


def fighters(name: str, type: str = "i2") -> Field:
    """The field of a set of fighters in this battle, one bit each."""
    return Field(name, type, (), 0, 2**MAX_FIGHTERS - 1, limit="num_fighters", is_set=True)


def per_fighter(field: Field) -> Field:
    """An array of a field with an element for each fighter; `num_fighters` are in use."""
    return field._replace(shape=(MAX_FIGHTERS,), used="num_fighters")


def column(name: str, least: int = 0, shape: tuple[int, ...] = ()) -> Field:
    """The field of a column of the map; `least` -1 allows none."""
    return Field(name, "i1", shape, least, MAP_WIDTH - 1, limit="width")


def row(name: str, least: int = 0, shape: tuple[int, ...] = ()) -> Field:
    """The field of a row of the map; `least` -1 allows none."""
    return Field(name, "i1", shape, least, MAP_HEIGHT - 1, limit="height")


def row_masks(name: str) -> Field:
    """The field of a set of squares of the largest map: a mask of columns for each row."""
    return Field(name, "i4", (MAP_HEIGHT,), -(2**31), 2**31 - 1)


def header(window: type[IntEnum], ending: type[IntEnum]) -> tuple[Field, ...]:
    """The fields that every battle record begins with; a system's own enums bound two of them."""
    return (
        words("dice", 4),  # generator state (xoshiro128++)
        whole("loaded", "i1", 0, 127, (LOADED_CAPACITY,)),  # faces used before the generator
        whole("num_loaded", "i1", 0, LOADED_CAPACITY),  # number of loaded faces
        whole("next_loaded", "i1", 0, LOADED_CAPACITY),  # number of loaded faces that are used up
        flag(
            "fault", "i1"
        ),  # a loaded face was impossible, or the battle cannot continue (dice.py)
        whole("fault_face", "i1", 0, 127),  # the impossible face
        fighter("to_act"),  # the fighter who decides, -1 when the battle is over
        member("window", window),  # kind of the decision
        whole("round_number", "i2", 0, MAX_ROUNDS),  # full rounds fought so far
        whole("round_limit", "i2", 1, MAX_ROUNDS),  # rounds after which the battle is a draw
        flag("over"),
        whole("winner", "i1", -1, 1),  # 0 red, 1 blue, -1 nobody (yet)
        member("ending", ending),  # reason of the end; 0 while the battle continues
        real("reward", -1, 1, (2,)),  # of each side since the last decision: +1, -1 or 0
        whole("num_fighters", "i1", 2, MAX_FIGHTERS),
        whole("max_side", "i1", 1, MAX_SIDE),  # slots a side in observations and actions
        whole("side_size", "i1", 1, MAX_SIDE, (2,)),  # fighters of red and blue
        whole("side", "i1", 0, 1, (MAX_FIGHTERS,)),  # 0 red, 1 blue
        whole("scenario", "i2", 0, 2**15 - 1),  # index of its template in the batch
        whole("decisions", "i4", 0, 2**31 - 1),  # decisions taken so far
        flag("log"),  # whether events are recorded
        whole("memory", "i1", 0, MOST_EVENTS),  # events that each fighter remembers
        whole("quick_sides", "i1", 0, 3),  # sides with quick choices: 1 red, 2 blue, 3 both
        whole("num_events", "i2", 0, 2**15 - 1),  # events since the last decision
        whole("events_lost", "i2", 0, 2**15 - 1),  # events lost in this battle by a full log
    )


def event_fields(event: type[IntEnum]) -> tuple[Field, ...]:
    """The fields of an event; the meaning of the last four depends on its kind."""
    return (
        member("kind", event),  # kind of the event
        fighter("actor"),  # or -1
        whole("target", "i1", -128, 127),  # a fighter or -1; for some kinds another number
        whole("what", "i1", -128, 127),  # an action, reaction, status or weapon
        whole("amount", "i2", -(2**15), 2**15 - 1),  # a total, damage, action points
        whole("dice", "i2", -(2**15), 2**15 - 1),  # result of the dice without modifiers
    )


MEMORY_FIELDS = (
    "memory", "memory_kinds", "memory_actors", "memory_targets", "memory_rounds",
)  # fmt: skip
"""The fields that hold the memory."""


def memory_fields() -> tuple[Field, ...]:
    """The last events that each fighter noticed, the newest first (`memory.py`)."""
    shape = (MAX_FIGHTERS, MOST_EVENTS)
    return (
        member("memory_kinds", Memory, shape=shape),  # 0: no event
        fighter("memory_actors", 0)._replace(shape=shape),
        fighter("memory_targets", 0)._replace(shape=shape),  # the actor if there is no other
        whole("memory_rounds", "i2", 0, MAX_ROUNDS, shape),  # `round_number` then
    )


def battle_dtype(
    fields: Sequence[Field],
    window: type[IntEnum],
    event: type[IntEnum],
    ending: type[IntEnum],
    log_capacity: int = LOG_CAPACITY,
) -> np.dtype:
    """The dtype of a battle record: the header, the log, the system's own fields, the memory."""
    events = nested("events", event_fields(event), (log_capacity,), used="num_events")
    return record((*header(window, ending), events, *fields, *memory_fields()))


@njit
def clear_header(battle):
    """Reset to an empty battle.

    Dice, loaded dice, the log switch, the sides with quick choices, the length of the memory and
    the scenario are kept.
    """
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
    if battle.memory != 0:
        forget(battle)


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
def has_full_choices(battle, fighter):
    """Whether a fighter's owner is asked every choice of the book.

    A side with quick choices is asked fewer questions: the rules of thumb of the engine answer the
    others, among them the way of each walk.
    """
    return (battle.quick_sides >> battle.side[fighter]) & 1 == 0


@njit
def begin_decision(battle):
    """Clear the log and the rewards before another decision."""
    battle.num_events = 0
    battle.reward[0] = 0
    battle.reward[1] = 0
    battle.decisions += 1


@njit
def open_window(battle, actor, window):
    """Wait for a fighter's decision in a window."""
    battle.to_act = actor
    battle.window = window


@njit
def close_window(battle):
    """Wait for no decision; window 0 means none in every system."""
    battle.to_act = NOBODY
    battle.window = 0


@njit(forceinline=True)
def log_event(battle, kind, actor, target, what, amount, dice):
    """Record an event if the log is on, and let the fighters remember it if they do."""
    if battle.log or battle.memory != 0:
        record_event(battle, kind, actor, target, what, amount, dice)


@njit
def record_event(battle, kind, actor, target, what, amount, dice):
    """Let the fighters remember an event, and write it to the log unless it is full."""
    if battle.memory != 0:
        remember(battle, np.int64(kind), np.int64(actor), np.int64(target), np.int64(what))
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
def abort_battle(battle):
    """End a battle in which a loop exceeded its bound; the Python layer raises an error."""
    battle.fault = FAULT_ENDLESS
    finish(battle, DRAW, 0)


@njit
def first_of_side(battle, side):
    """The number of a side's first fighter."""
    if side == 0:
        return 0
    return battle.side_size[0]


@njit
def fighters_of_side(battle, side):
    """The fighters of a side as a set, one bit each."""
    return ((1 << battle.side_size[side]) - 1) << first_of_side(battle, side)


@njit
def enemy_in_slot(battle, fighter, slot):
    """The enemy in a fighter's enemy slot, -1 if the slot is empty."""
    enemy_side = 1 - battle.side[fighter]
    if slot >= battle.side_size[enemy_side]:
        return NOBODY
    return first_of_side(battle, enemy_side) + slot


@njit
def ally_in_slot(battle, fighter, slot):
    """The ally in a fighter's ally slot (the fighter is not its own ally), -1 if it is empty."""
    side = battle.side[fighter]
    if slot >= battle.side_size[side] - 1:
        return NOBODY
    ally = first_of_side(battle, side) + slot
    if ally >= fighter:
        ally += 1
    return ally


@njit
def fighter_in_block(battle, viewer, block):
    """The fighter in a block of an observation with one block each, -1 if it is empty.

    The blocks are those of the viewer itself, of its allies and of its enemies, 2 times `max_side`.
    """
    if block == 0:
        return viewer
    if block < battle.max_side:
        return ally_in_slot(battle, viewer, block - 1)
    return enemy_in_slot(battle, viewer, block - battle.max_side)


@njit
def slot_of(battle, fighter):
    """The enemy slot in which the other side sees a fighter."""
    return fighter - first_of_side(battle, battle.side[fighter])


def agent_name(battle: np.record, fighter: int) -> str:
    """The agent id of a fighter: `red_0`, `blue_2`."""
    side = int(battle.side[fighter])
    slot = fighter - (int(battle.side_size[0]) if side else 0)
    return f"{SIDES[side]}_{slot}"


def agent_names(battle: np.record) -> list[str]:
    """All agent ids in the order of the fighters' numbers."""
    return [agent_name(battle, fighter) for fighter in range(battle.num_fighters)]
