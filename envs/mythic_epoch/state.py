"""The record of a battle of Mythic Epoch, and the template of a scenario."""

from __future__ import annotations

from ..core.engine.battle import (
    MAP_HEIGHT,
    MAP_WIDTH,
    MAX_FIGHTERS,
    battle_dtype,
    column,
    fighter,
    per_fighter,
    row,
    row_masks,
)
from ..core.engine.record import flag, index, member, nested, record, record_dtype, whole
from ..core.scenarios.templates import seat_dtype, template_dtype
from .enums import Act, Ending, Event, Stage, Status, Window
from .tables import (
    ACTION_POINTS,
    ARMOUR_NAMES,
    BASE_COMBAT_MOVEMENT,
    CAST_NAMES,
    SKILL_MAXIMUM,
    SKILL_NAMES,
    WEAPON_NAMES,
)

GROUND_CAPACITY = 12
"""Weapons that can lie on the ground; one more is lost."""
NO_ITEM = -1
"""No weapon on the ground."""
WEAPONS = len(WEAPON_NAMES)
MOST_RESULT = 9_999
"""A bound far above the sums of open-ended dice or wounds in one battle."""
NO_OPPOSITION = -30_000
"""The highest result against an action as long as there is none (RM14)."""


FIGHTER = record(
    [
        whole("skills", "i1", 0, SKILL_MAXIMUM, (len(SKILL_NAMES),)),  # by Skill (RM29)
        column("x"),  # square
        row("y"),
        whole("action_points", "i1", 0, ACTION_POINTS),  # M1, RM15
        whole("damage", "i2", 0, MOST_RESULT),  # damage points lost (RM10)
        member("status", Status),
        fighter("partner"),  # opponent in the bind or grapple, -1 if none (RM20)
        index("hand", WEAPONS),  # weapon held, UNARMED if none
        index("carried", WEAPONS, least=-1),  # second weapon, -1 if none (RM27)
        flag("loaded"),  # the weapon in hand is loaded, if it needs to be (RM9)
        flag("carried_loaded"),  # the carried weapon is loaded
        index("armour", len(ARMOUR_NAMES)),
        fighter("aim_target"),  # fighter aimed at, -1 (M17, RM36)
        fighter("last_target"),  # opponent whom its last action with a target named, -1 (M4)
        whole("initiative", "i2", -MOST_RESULT, MOST_RESULT),  # check at the start (RM4)
        whole("tie_roll", "i2", -MOST_RESULT, MOST_RESULT),  # second roll among equals (RM4)
        fighter("seat", least=0),  # place in the order of turns, 0 first (M2)
        member("reaction", Act),  # Act declared against the action at hand (M5)
        index("cast", len(CAST_NAMES)),  # row in the cast, for names
    ]
)

BATTLE = battle_dtype(
    [
        nested("fighters", FIGHTER, (MAX_FIGHTERS,), used="num_fighters"),
        per_fighter(fighter("order", least=0)),  # fighters in initiative order (M2)
        fighter("turn", least=0),  # whose turn it is: place in the order
        member("stage", Stage),
        member("action", Act),  # declared by the active fighter; a Feint stays private (XM1)
        fighter("target"),  # the fighter that it names, -1
        whole("asking", "i1", 0, MAX_FIGHTERS),  # place in the order of the next opponent to ask
        member("counter_tempo", Act),  # Act that replaces the action, 0 if none (M6)
        whole("result", "i2", -MOST_RESULT, MOST_RESULT),  # the active fighter's result (M7)
        whole("opposition", "i2", NO_OPPOSITION, MOST_RESULT),  # the highest result so far (RM14)
        column("path_x", shape=(BASE_COMBAT_MOVEMENT,)),  # the path of a Move
        row("path_y", shape=(BASE_COMBAT_MOVEMENT,)),
        whole("path_length", "i1", 0, BASE_COMBAT_MOVEMENT),
        fighter("stepper"),  # the fighter that steps in the STEP window
        fighter("step_foe"),  # the opponent whose distance counts (RM34), -1 for a planned Move; in
        # the TURN window the active fighter itself if it has given up a planned Move (QM2)
        whole("straight_steps", "i1", 0, BASE_COMBAT_MOVEMENT),  # left, that may change the
        # distance (M20, M38)
        whole("sideways_steps", "i1", 0, BASE_COMBAT_MOVEMENT),  # left, that keep it
        whole("free_steps", "i1", 0, BASE_COMBAT_MOVEMENT),  # left of a critical success (RM12)
        index("ground_weapon", WEAPONS, least=-1, shape=(GROUND_CAPACITY,)),  # RM27
        index("ground_item", GROUND_CAPACITY, least=-1),  # the weapon to be picked up, -1 (RM27)
        column("ground_x", shape=(GROUND_CAPACITY,)),
        row("ground_y", shape=(GROUND_CAPACITY,)),
        flag("ground_loaded", "i1", (GROUND_CAPACITY,)),  # Numba knows no nested flags
        whole("width", "i1", 1, MAP_WIDTH),
        whole("height", "i1", 1, MAP_HEIGHT),
        row_masks("low"),  # low obstacles, a bit a column (RM32)
        row_masks("high"),  # high obstacles
        flag("has_obstacles"),
        flag("bind_at_will"),  # switch RM38
        flag("counter_attack_unopposed"),  # switch RM30
        flag("recovery_adds_pool"),  # switch RM5
    ],
    Window,
    Event,
    Ending,
)

PERSON = record_dtype(
    [
        ("skills", "i1", (len(SKILL_NAMES),)),
        ("hand", "i1"),
        ("carried", "i1"),
        ("armour", "i1"),
        ("cast", "i1"),
    ]
)

SEAT = seat_dtype(
    [
        ("status", "i1"),  # Status at the start
        ("partner", "i1"),  # opponent in a bind or grapple at the start, -1 if none (RM38)
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
