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
    scales,
    share,
)
from ...core.maps.square_grid import COMPASS
from ..enums import COUNTER_TEMPO_ACTS, PROACTIVE_ACTS, REACTIVE_ACTS, Status, Window
from ..tables import ACTION_POINTS

FAR = 16
"""Squares that count as 1 in a distance."""
ACTS = (*PROACTIVE_ACTS, *REACTIVE_ACTS, *COUNTER_TEMPO_ACTS)
WINDOWS = tuple(Window)[Window.TURN :]
FIRST_ACT, FIRST_WINDOW = int(ACTS[0]), int(WINDOWS[0])

WEAPON_PIECES = (
    count("weapon_cost", 6, "AP", "cost of an attack (RM9)"),
    count("parry_cost", 6, "AP", "cost of a Parry, 0: it cannot parry (RM9)"),
    count("weapon_accuracy", 5, "points", "accuracy of the weapon in hand (RM9)", low=-1),
    share("weapon_damage", 12, "points", "mean damage of an attack (RM9)"),
    count("reach", 2, "squares", "reach of the weapon in hand (RM18)"),
    count("missile_range", 60, "squares", "range, 0: no missile weapon (RM9)"),
)
ARMOUR_PIECES = (
    count("armour", 6, "points", "protection of the armour (RM10)", static=True),
    count("coverage", 9, "points", "coverage of the armour (RM6)", static=True),
)
PLACE_PIECES = (
    count("distance", FAR, "squares", "distance from me, cut off at 1"),
    count("offset", FAR, "squares", "where it is, seen from me", parts=("columns", "rows"), low=-1),
)
BODY_PIECES = (
    flag("is_here", "the slot is filled and the fighter able to act"),
    one_hot("status", Status, "readiness (M11-M15)"),
    count("action_points", ACTION_POINTS, "AP", "AP to spend (M1, XM3)"),
    flag("half_spent", "half the damage points or fewer are left (RM10, XM3)"),
    *WEAPON_PIECES,
    flag("must_reload", "the weapon in hand is not loaded (RM9)"),
    flag("has_second_weapon", "it carries another weapon (RM27)"),
    *ARMOUR_PIECES,
    flag("is_active", "it is its turn"),
    flag("turn_comes", "its turn of this round is still to come"),
)
OWN_PIECES = (
    *BODY_PIECES,
    share("damage_left", 1, "", "damage points left of all (RM10)"),
    count("melee_rating", 11, "points", "rating of a melee attack (RM2)"),
    count("agility_rating", 10, "points", "rating of Evade (RM2)"),
    count("footwork_rating", 11, "points", "rating of Combat Move and Retreat (RM2)"),
    count("brawling", 10, "points", "brawling (RM2)", static=True),
    count("ranged", 10, "points", "ranged skill (RM2)", static=True),
    count("endurance", 10, "points", "endurance (RM5)", static=True),
    count("position", (32, 16), "squares", "where I stand", parts=("column", "row")),
    flag("walls", "the next square in a direction is not free floor", parts=COMPASS),
)
ALLY_PIECES = (
    *BODY_PIECES,
    share("damage_left", 1, "", "damage points left of all"),
    *PLACE_PIECES,
    count("melee_rating", 11, "points", "rating of a melee attack"),
)
ENEMY_PIECES = (
    *BODY_PIECES,
    flag("near_collapse", "a quarter of the damage points or fewer are left (XM3)"),
    *PLACE_PIECES,
    flag("in_my_reach", "I can strike it"),
    flag("in_its_reach", "it can strike me"),
    flag("in_my_fire", "I have a missile weapon, range and line"),
    count("cover", 4, "quarters", "its cover in my fire (RM6)"),
    flag("is_my_partner", "bound or grappled with me (RM20)"),
    flag("my_aim", "I aim at it (M17)"),
    flag("its_aim", "it aims at me"),
    flag("is_target", "the announced action names it, or it acts against me"),
    flag("can_strike_twice", "it has the AP of another attack"),
)
WINDOW_PIECES = (
    one_hot("window", WINDOWS, "the decision at hand (QM1-QM7)"),
    one_hot("act", ACTS, "the announced action; an enemy's Feint is a Melee Attack (XM1)"),
    one_hot("answer", ACTS, "the reaction to my action, in the counter-tempo window"),
    flag("names_me", "the announced action names me"),
    share("weapon_damage", 12, "points", "mean damage of the announced action"),
    count("straight_steps", 1, "step", "steps left that may change the distance (RM34)"),
    count("sideways_steps", 4, "steps", "steps left that keep the distance"),
    count("free_steps", 4, "steps", "steps left of a critical result (RM12)"),
    share("round", 1, "", "round of the round limit (RM28)"),
    flag("bind_at_will", "switch RM38", static=True),
    count("sides", MAX_SIDE, "fighters", "fighters who are able to act", parts=("mine", "theirs")),
    flag("weapon_near", "a weapon lies on the ground (RM27)"),
)

WEAPON, PLACE, BODY = places(WEAPON_PIECES), places(PLACE_PIECES), places(BODY_PIECES)
OWN, ALLY = places(OWN_PIECES), places(ALLY_PIECES)
ENEMY, WINDOW = places(ENEMY_PIECES), places(WINDOW_PIECES)
PER = scales(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES)
OWN_LENGTH, ALLY_LENGTH = length_of(OWN_PIECES), length_of(ALLY_PIECES)
ENEMY_LENGTH, WINDOW_LENGTH = length_of(ENEMY_PIECES), length_of(WINDOW_PIECES)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    return make_layout(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES, max_side)
