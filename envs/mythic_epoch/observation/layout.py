"""The pieces of an observation, block by block; `writer.py` writes them."""

from __future__ import annotations

from ...core.engine.battle import MAX_SIDE
from ...core.engine.layout import (
    Layout,
    count,
    flag,
    length_of,
    make_layout,
    one_hot,
    places,
    prefixed,
    scales,
    share,
)
from ...core.maps.square_grid import COMPASS
from ..enums import ANSWERABLE_ACTS, ANSWERS_TO_MOVEMENT, Act, Skill, Status, Window
from ..tables import ACTION_POINTS

FAR = 16
"""Squares that count as 1 in a distance."""
MOST_RESULT_SEEN = 20
"""Points that count as 1 in a result; more are cut off."""
NEAREST = 3
"""Weapons on the ground that an observation tells of, the nearest first."""
ACTS = ANSWERABLE_ACTS
REACTIONS = (*ANSWERS_TO_MOVEMENT, Act.PARRY, Act.PARRY_TO_BIND)
"""The reactions after which another fighter still decides."""
WINDOWS = tuple(Window)[Window.TURN :]
FIRST_WINDOW = int(WINDOWS[0])
MELEE_SKILLS = (Skill.DAGGERS, Skill.SWORDS, Skill.AXES, Skill.SPEARS, Skill.GREAT_WEAPONS)
"""The skills of melee weapons (RM29)."""

WEAPON_PIECES = (
    count("weapon_cost", 6, "AP", "cost of an attack (RM9)"),
    count("parry_cost", 6, "AP", "cost of a Parry, 0: it cannot parry (RM9)"),
    count("weapon_accuracy", 5, "points", "accuracy of the weapon in hand (RM9)", low=-1),
    share("weapon_damage", 12, "points", "mean damage of an attack (RM9)"),
    count("reach", 2, "squares", "reach of the weapon in hand (RM18)"),
    count("missile_range", 60, "squares", "range, 0: no missile weapon (RM9)"),
)
KIND_PIECES = (
    share("damage", 12, "points", "mean damage of its attack, 0: no such weapon (RM9, RM27)"),
    count("reach", 2, "squares", "its reach (RM18)"),
    count("range", 60, "squares", "its range, 0: no missile weapon (RM9)"),
)
UNLOADED = flag("unloaded", "it must be reloaded (RM9)")
ARMOUR_PIECES = (
    count("armour", 6, "points", "protection of the armour (RM10)", static=True),
    count("coverage", 9, "points", "coverage of the armour (RM6)", static=True),
)
OFFSET = count(
    "offset", FAR, "squares", "where it is, seen from me", parts=("columns", "rows"), low=-1
)
PLACE_PIECES = (count("distance", FAR, "squares", "distance from me, cut off at 1"), OFFSET)
BODY_PIECES = (
    flag("is_here", "the slot is filled and the fighter able to act"),
    one_hot("status", Status, "readiness (M11-M15)"),
    count("action_points", ACTION_POINTS, "AP", "AP to spend (M1, XM3)"),
    flag("half_spent", "half the damage points or fewer are left (RM10, XM3)"),
    *WEAPON_PIECES,
    flag("must_reload", "the weapon in hand is not loaded (RM9)"),
    *prefixed("second", (*KIND_PIECES, UNLOADED)),
    *ARMOUR_PIECES,
    share("seat", 1, "", "place in the order of turns, of all fighters (M2, RM4)", static=True),
    share("turn_in", 1, "", "turns until its own, of all fighters; 0: it is its turn (M2)"),
    flag("is_target", "the announced action names it (M4)"),
    flag("aims", "it aims at its foe (M17)"),
    count(
        "foe_offset",
        FAR,
        "squares",
        "where its foe is, seen from it: the partner of its bind or grapple, or else the opponent "
        "whom its last action named (RM20, M4)",
        parts=("columns", "rows"),
        low=-1,
    ),
)
CAST_PIECES = (
    count("cast_melee", 10, "points", "its entry in the cast: best melee skill (H18)", static=True),
    count("cast_ranged", 10, "points", "its entry in the cast: ranged skill", static=True),
    count("cast_brawling", 10, "points", "its entry in the cast: brawling", static=True),
    count("cast_agility", 10, "points", "its entry in the cast: agility", static=True),
)
GROUND_PIECES = (*KIND_PIECES, UNLOADED, OFFSET)
OWN_PIECES = (
    *BODY_PIECES,
    share("damage_left", 1, "", "damage points left of all (RM10)"),
    count("melee_rating", 11, "points", "rating of a melee attack (RM2)"),
    count("agility_rating", 10, "points", "rating of Evade (RM2)", low=-1),
    count("footwork_rating", 11, "points", "rating of Combat Move and Retreat (RM2)", low=-1),
    count("brawling", 10, "points", "brawling (RM2)", static=True),
    count("ranged", 10, "points", "ranged skill (RM2)", static=True),
    count(
        "weapon_skills",
        10,
        "points",
        "melee skills (RM29)",
        parts=MELEE_SKILLS,
        static=True,
    ),
    count("endurance", 10, "points", "endurance (RM5)", static=True),
    count("position", (32, 16), "squares", "where I stand", parts=("column", "row")),
    count(
        "open_squares",
        FAR,
        "squares",
        "floor in a direction, up to an obstacle or the edge (RM32)",
        parts=COMPASS,
    ),
    count(
        "sight_squares",
        FAR,
        "squares",
        "squares in a direction, up to a high obstacle or the edge (RM32)",
        parts=COMPASS,
    ),
    *(piece for place in range(NEAREST) for piece in prefixed(f"ground_{place}", GROUND_PIECES)),
)
ALLY_PIECES = (
    *BODY_PIECES,
    share("damage_left", 1, "", "damage points left of all"),
    *PLACE_PIECES,
    count("melee_rating", 11, "points", "rating of a melee attack"),
    count("agility_rating", 10, "points", "rating of Evade", low=-1),
    count("brawling", 10, "points", "brawling", static=True),
    count("ranged", 10, "points", "ranged skill", static=True),
    count("endurance", 10, "points", "endurance", static=True),
    one_hot("reaction", ANSWERS_TO_MOVEMENT, "its reaction to the announced action (XM4)"),
)
ENEMY_PIECES = (
    *BODY_PIECES,
    flag("near_collapse", "a quarter of the damage points or fewer are left (XM3)"),
    *CAST_PIECES,
    *PLACE_PIECES,
    flag("in_my_reach", "I can strike it"),
    flag("in_its_reach", "it can strike me"),
    flag("in_my_fire", "I have a missile weapon, range and line"),
    count("cover", 4, "quarters", "its cover in my fire (RM6)"),
    flag("in_second_fire", "my second weapon is a missile weapon, range and line (RM27)"),
    count("second_cover", 4, "quarters", "its cover in the fire of my second weapon (RM6)"),
    flag(
        "in_its_fire",
        "it has a missile weapon, in hand or as its second, range and line to me; told while I "
        "choose an action or plan a Move, and when it aims or shoots (RM9, RM32)",
    ),
    count("cover_from_it", 4, "quarters", "my cover in its fire (RM6)"),
    flag("is_my_foe", "it is my foe: see foe_offset"),
    flag("am_its_foe", "I am its foe"),
    one_hot("reaction", REACTIONS, "its reaction to the announced action (XM4)"),
)
WINDOW_PIECES = (
    one_hot("window", WINDOWS, "the decision at hand (QM1-QM7)"),
    one_hot("act", ACTS, "the announced action; an enemy's Feint is a Melee Attack (XM1)"),
    share("weapon_damage", 12, "points", "mean damage of the announced action"),
    count("straight_steps", 1, "step", "steps left that may change the distance (RM34)"),
    count("sideways_steps", 4, "steps", "steps left that keep the distance"),
    count("free_steps", 4, "steps", "steps left of a critical result (RM12)"),
    count(
        "result",
        MOST_RESULT_SEEN,
        "points",
        "result of the Combat Move under way, once it is rolled (M20)",
        low=-1,
    ),
    count(
        "margin",
        MOST_RESULT_SEEN,
        "points",
        "this result less the highest against it so far: below 1 the Combat Move ends (RM14)",
        low=-1,
    ),
    count("path_squares", 4, "squares", "length of the announced Move, or of the one I plan"),
    count(
        "path_end",
        FAR,
        "squares",
        "where this Move ends, seen from me",
        parts=("columns", "rows"),
        low=-1,
    ),
    count("approach", FAR, "squares", "how near an enemy's announced movement comes to me (RM13)"),
    share("round", 1, "", "round of the round limit (RM28)"),
    count("rounds_left", 10, "rounds", "rounds left, this one too, cut off at 1 (RM28)"),
    flag("bind_at_will", "switch RM38", static=True),
    flag("counter_attack_unopposed", "switch RM30", static=True),
    flag("recovery_adds_pool", "switch RM5", static=True),
    count("sides", MAX_SIDE, "fighters", "fighters who are able to act", parts=("mine", "theirs")),
)

WEAPON, PLACE, BODY = places(WEAPON_PIECES), places(PLACE_PIECES), places(BODY_PIECES)
GROUND, GROUND_LENGTH = places(GROUND_PIECES), length_of(GROUND_PIECES)
OWN, ALLY = places(OWN_PIECES), places(ALLY_PIECES)
ENEMY, WINDOW = places(ENEMY_PIECES), places(WINDOW_PIECES)
PER = scales(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES)
OWN_LENGTH, ALLY_LENGTH = length_of(OWN_PIECES), length_of(ALLY_PIECES)
ENEMY_LENGTH, WINDOW_LENGTH = length_of(ENEMY_PIECES), length_of(WINDOW_PIECES)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    return make_layout(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES, max_side)
