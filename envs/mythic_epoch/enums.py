"""Enumerations of Mythic Epoch: the book's terms, windows, stages, events, endings."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """Combat statuses (M11 to M15)."""

    OFF_GUARD = 0
    ON_GUARD = 1
    BOUND = 2
    GRAPPLED = 3
    PINNED = 4


class Act(IntEnum):
    """The combat actions: proactive (M17-M31), reactive (M32-M40), counter-tempo (M41, M42)."""

    NOTHING = 0
    AIM = 1
    MOVE = 2
    COMBAT_MOVE = 3
    DISARM = 4
    ESCAPE = 5
    FEINT = 6
    GRAPPLE = 7
    MELEE_ATTACK = 8
    PIN = 9
    PRESS = 10
    UNARMED_PRESS = 11  # RM35
    RANGED_ATTACK = 12
    READY = 13
    UNARMED_ATTACK = 14
    WITHDRAW = 15
    RELOAD = 16  # RM9
    DRAW_WEAPON = 17  # RM27
    PICK_UP_WEAPON = 18  # RM27
    COUNTER_ATTACK = 19
    UNARMED_COUNTER_ATTACK = 20  # RM35
    COUNTER_FIRE = 21
    DODGE = 22
    DOUBLE = 23
    UNARMED_DOUBLE = 24  # RM35
    EVADE = 25
    PARRY = 26
    PARRY_TO_BIND = 27  # RM38
    RETREAT = 28
    STRUGGLE = 29
    WIND = 30
    CT_COUNTER_ATTACK = 31
    CT_PARRY = 32
    FEINT_COUNTER_ATTACK = 33  # the Counter-Attack that a Feint may become (M23)
    RECOVER_STAMINA = 34


ANSWERABLE_ACTS = (
    Act.AIM,
    Act.MOVE,
    Act.COMBAT_MOVE,
    Act.DISARM,
    Act.ESCAPE,
    Act.FEINT,
    Act.GRAPPLE,
    Act.MELEE_ATTACK,
    Act.PIN,
    Act.PRESS,
    Act.UNARMED_PRESS,
    Act.RANGED_ATTACK,
    Act.UNARMED_ATTACK,
    Act.WITHDRAW,
)
"""Actions of the active fighter that opponents may answer (M32 to M40)."""
PROACTIVE_ACTS = (
    *ANSWERABLE_ACTS,
    Act.READY,
    Act.RELOAD,
    Act.DRAW_WEAPON,
    Act.PICK_UP_WEAPON,
)
"""Actions of the active fighter (M17 to M31)."""
REACTIVE_ACTS = (
    Act.COUNTER_ATTACK,
    Act.UNARMED_COUNTER_ATTACK,
    Act.COUNTER_FIRE,
    Act.DODGE,
    Act.DOUBLE,
    Act.UNARMED_DOUBLE,
    Act.EVADE,
    Act.PARRY,
    Act.PARRY_TO_BIND,
    Act.RETREAT,
    Act.STRUGGLE,
    Act.WIND,
)
"""Reactions of opponents (M32 to M40)."""
ANSWERS_TO_MOVEMENT = (
    Act.COUNTER_ATTACK,
    Act.UNARMED_COUNTER_ATTACK,
    Act.COUNTER_FIRE,
    Act.RETREAT,
)
"""Reactions to a Move or Combat Move (M32, M33, M38)."""
COUNTER_TEMPO_ACTS = (
    Act.CT_COUNTER_ATTACK,
    Act.CT_PARRY,
    Act.FEINT_COUNTER_ATTACK,
)
"""Counter-tempo actions, which replace a declared action (M23, M41, M42)."""


class Skill(IntEnum):
    """Skills (RM29); the weapon groups come first."""

    DAGGERS = 0
    SWORDS = 1
    AXES = 2
    SPEARS = 3
    GREAT_WEAPONS = 4
    RANGED = 5
    BRAWLING = 6
    AGILITY = 7
    ENDURANCE = 8


class Window(IntEnum):
    """The kinds of decision (QM1 to QM7)."""

    NONE = 0
    TURN = 1  # the next proactive action, or the end of the turn (QM1-QM3, QM7)
    REACTION = 2  # react to the announced action or not (QM4)
    COUNTER_TEMPO = 3  # keep or replace the action after seeing the reaction (QM5)
    STEP = 4  # one step of a Combat Move or Retreat that succeeded (QM6), or of a Move to be
    # announced (QM2)


class Stage(IntEnum):
    """The steps of play between two decisions (`turn.py`)."""

    TURN = 0  # the active fighter may declare an action
    REACTIONS = 1  # opponents are asked in initiative order
    COUNTER_TEMPO = 2
    RESOLVE = 3
    REACTORS = 4  # fighters who reacted to a Move or Combat Move answer it, in initiative order
    MOVEMENT = 5  # the mover walks, or chooses its steps
    ACTION_OVER = 6
    TURN_OVER = 7


class Event(IntEnum):
    """Kinds of logged events; `text/` has a sentence for each."""

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
    DEFENCE = 25  # target: actor's net result; what: cover; amount: Combat Defence; dice: Armoured


class Ending(IntEnum):
    """Reasons why a battle ends, in the order of their checks (RM28)."""

    NONE = 0
    BOTH_SIDES_DOWN = 1
    SIDE_DOWN = 2
    ROUND_LIMIT = 3


class MoveGoal(IntEnum):
    """Where a Move leads."""

    STEP = 0  # one square in a direction
    TOWARDS = 1  # next to a fighter
    TO_REACH = 2  # to where one's own weapon reaches a fighter
    AWAY = 3  # from a fighter
    TO_ALLY = 4  # next to an ally
    TO_COVER = 5  # behind an obstacle, seen from the nearest archer
    TO_WEAPON = 6  # to the nearest weapon on the ground
    STEPS = 7  # along a path that the mover plans square by square


class Verb(IntEnum):
    """The choices of a fighter; `actions/table.py` declares each."""

    WAIT = 0
    READY = 1
    RELOAD = 2
    DRAW_WEAPON = 3
    PICK_UP_WEAPON = 4
    DISARM = 5
    GRAPPLE = 6
    PRESS = 7
    UNARMED_PRESS = 8
    WITHDRAW = 9
    ESCAPE = 10
    PIN = 11
    COUNTER_ATTACK = 12
    UNARMED_COUNTER_ATTACK = 13
    COUNTER_FIRE = 14
    DODGE = 15
    DOUBLE = 16
    UNARMED_DOUBLE = 17
    EVADE = 18
    PARRY = 19
    PARRY_TO_BIND = 20
    RETREAT = 21
    STRUGGLE = 22
    WIND = 23
    CT_COUNTER_ATTACK = 24
    CT_PARRY = 25
    FEINT_COUNTER_ATTACK = 26
    MOVE_TO_COVER = 27
    MOVE_TO_WEAPON = 28
    MOVE_STEP = 29  # a Move of one square
    STEP = 30  # one step of a Combat Move or Retreat (QM6)
    AIM = 31
    MELEE_ATTACK = 32
    FEINT = 33
    UNARMED_ATTACK = 34
    RANGED_ATTACK = 35
    COMBAT_MOVE = 36
    MOVE_TOWARDS = 37
    MOVE_TO_REACH = 38
    MOVE_AWAY = 39
    MOVE_TO_ALLY = 40
    MOVE_BY_STEPS = 41
    PICK_UP_OTHER = 42  # a weapon of another kind than the nearest one
