"""What a referee of Mythic Epoch has to remember: the battle record and the scenario template."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.battle import MAP_HEIGHT, MAX_FIGHTERS, battle_dtype
from ..core.templates import seat_dtype, template_dtype
from .tables import BASE_COMBAT_MOVEMENT, SKILL_NAMES

GROUND_CAPACITY = 12
"""Weapons that can lie on the ground; one more is lost."""


class Window(IntEnum):
    """The kinds of decision (QM1 to QM7)."""

    NONE = 0
    TURN = 1  # the next proactive action, or the end of the turn (QM1-QM3, QM7)
    REACTION = 2  # react to the announced action or not (QM4)
    COUNTER_TEMPO = 3  # keep or replace the action after seeing the reaction (QM5)
    STEP = 4  # one step of a Combat Move or Retreat that succeeded (QM6)


class Stage(IntEnum):
    """Where the play stands between two decisions (turn.py)."""

    TURN = 0  # the active fighter may declare an action
    REACTIONS = 1  # opponents are asked in initiative order
    COUNTER_TEMPO = 2
    RESOLVE = 3
    REACTORS = 4  # those who reacted to a Move or Combat Move, in initiative order
    WAY = 5  # the mover's own way
    ACTION_OVER = 6
    TURN_OVER = 7


class Event(IntEnum):
    """What is written into the log; narrate.py says each in a sentence."""

    NONE = 0
    INITIATIVE = 1
    ROUND = 2
    TURN = 3
    DECLARE = 4
    REACT = 5
    REPLACE = 6
    CHECK = 7
    MISS = 8
    HIT = 9
    CRITICAL = 10
    STOPPED = 11
    FAILED = 12
    SUCCEEDED = 13
    BIND = 14
    GRAPPLE = 15
    PIN = 16
    PARTED = 17
    DISARMED = 18
    WEAPON = 19
    MOVED = 20
    DOWN = 21
    TURN_END = 22
    RECOVERY = 23
    OVER = 24


class Ending(IntEnum):
    """Why a battle ended, in the order in which it is asked (RM28)."""

    NONE = 0
    BOTH_SIDES_DOWN = 1
    SIDE_DOWN = 2
    ROUND_LIMIT = 3


FIGHTER = np.dtype(
    (
        np.record,
        [
            ("skills", "i1", (len(SKILL_NAMES),)),  # 0..10, by Skill (RM29)
            ("x", "i1"),  # square, 0..31
            ("y", "i1"),  # square, 0..15
            ("action_points", "i1"),  # 0..12 (M1, RM15)
            ("damage", "i2"),  # damage points lost (RM10)
            ("status", "i1"),  # Status
            ("partner", "i1"),  # the other one of a bind or grapple, -1 (RM20)
            ("hand", "i1"),  # weapon held, UNARMED if none
            ("carried", "i1"),  # second weapon, -1 if none (RM27)
            ("loaded", "?"),  # the weapon in hand is loaded, if it needs to be (RM9)
            ("carried_loaded", "?"),  # so is the carried one
            ("armour", "i1"),  # index of armour.yaml
            ("aim_target", "i1"),  # fighter aimed at, -1 (M17, RM36)
            ("initiative", "i2"),  # check at the start (RM4)
            ("tie_roll", "i2"),  # re-roll among equals (RM4)
            ("seat", "i1"),  # place in the order of turns, 0 first (M2)
            ("reaction", "i1"),  # Act declared against the action at hand (M5)
            ("cast", "i1"),  # index of cast.yaml: for names only
        ],
    )
)

BATTLE = battle_dtype(
    [
        ("fighters", FIGHTER, (MAX_FIGHTERS,)),
        ("order", "i1", (MAX_FIGHTERS,)),  # fighters in initiative order (M2)
        ("turn", "i1"),  # whose turn it is: place in the order
        ("stage", "i1"),  # Stage
        ("action", "i1"),  # Act declared by the active fighter; a Feint stays private (XM1)
        ("target", "i1"),  # the fighter it names, -1
        ("asking", "i1"),  # place in the order of the next opponent to be asked
        ("counter_tempo", "i1"),  # Act that replaces the action, 0 if none (M6)
        ("result", "i2"),  # the active fighter's result (M7)
        ("opposition", "i2"),  # the highest result against it so far (RM14)
        ("path_x", "i1", (BASE_COMBAT_MOVEMENT,)),  # the way of a Move
        ("path_y", "i1", (BASE_COMBAT_MOVEMENT,)),
        ("path_length", "i1"),  # 0..4
        ("stepper", "i1"),  # who is stepping in the STEP window
        ("step_foe", "i1"),  # the opponent whose distance counts (RM34)
        ("straight_steps", "i1"),  # steps left that may change the distance (M20, M38)
        ("sideways_steps", "i1"),  # steps left that keep it
        ("free_steps", "i1"),  # steps left of a critical success (RM12)
        ("ground_weapon", "i1", (GROUND_CAPACITY,)),  # weapons lying about, -1 (RM27)
        ("ground_x", "i1", (GROUND_CAPACITY,)),
        ("ground_y", "i1", (GROUND_CAPACITY,)),
        ("ground_loaded", "i1", (GROUND_CAPACITY,)),  # 0 or 1: Numba knows no nested flags
        ("width", "i1"),  # 1..32
        ("height", "i1"),  # 1..16
        ("low", "i4", (MAP_HEIGHT,)),  # low obstacles, a bit a column (RM32)
        ("high", "i4", (MAP_HEIGHT,)),  # high obstacles
        ("has_obstacles", "?"),
        ("bind_at_will", "?"),  # switch RM38
        ("counter_attack_unopposed", "?"),  # switch RM30
        ("recovery_adds_pool", "?"),  # switch RM5
    ]
)

PERSON = np.dtype(
    (
        np.record,
        [
            ("skills", "i1", (len(SKILL_NAMES),)),
            ("hand", "i1"),
            ("carried", "i1"),
            ("armour", "i1"),
            ("cast", "i1"),
        ],
    )
)

SEAT = seat_dtype(
    [
        ("status", "i1"),  # Status at the start
        ("partner", "i1"),  # of a bind or grapple at the start, -1 (RM38)
    ]
)

TEMPLATE = template_dtype(
    PERSON,
    SEAT,
    [
        ("bind_at_will", "?"),
        ("counter_attack_unopposed", "?"),
        ("recovery_adds_pool", "?"),
    ],
)
