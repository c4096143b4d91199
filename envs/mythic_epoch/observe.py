"""What a fighter may know, as numbers in [-1, 1] (XM1-XM4, RM5).

Open: positions, statuses, weapons, armour, action points (XM3), what one's own side knows of
itself, what was declared. Bands only: endurance and damage of the others (XM3). Hidden: the feint
flag of an opponent (XM1) and all dice to come (XM2). The layout names every number; a test holds
`observe` to it.
"""

from __future__ import annotations

import numpy as np

from ..core.battle import MAX_SIDE, NOBODY, ally_in_slot, enemy_in_slot
from ..core.compile import njit
from ..core.layout import Layout, length_of, make_layout
from .rules.checks import (
    agility_rating,
    blade,
    blade_cost,
    damage_points,
    footwork_rating,
    has_missile_weapon,
    is_half_spent,
    is_out,
    melee_rating,
    needs_reload,
    reach,
    skill,
)
from .rules.declare import active_fighter, is_target_in_fire, weapon_of
from .rules.defence import cover
from .rules.movement import free_directions
from .state import Window
from .tables import (
    ACTION_POINTS,
    ARMOUR_COVERAGE,
    ARMOUR_PROTECTION,
    NEAR_COLLAPSE_QUARTERS,
    NO_WEAPON,
    WEAPON_ACCURACY,
    WEAPON_BONUS,
    WEAPON_COST,
    WEAPON_DICE,
    WEAPON_PARRY_COST,
    WEAPON_RANGE,
    WEAPON_REACH,
    WEAPON_SIDES,
    Act,
    Skill,
    Status,
)

NUM_STATUSES = len(Status)
NUM_ACTS = int(Act.FEINT_COUNTER_ATTACK)
FAR = 16
"""Squares that count as 1 in a distance."""

BODY = (
    ("is_here", 1, "1 if the slot is filled and the fighter able to act"),
    ("status", NUM_STATUSES, "one-hot: Off Guard, On Guard, Bound, Grappled, Pinned (M11-M15)"),
    ("action_points", 1, "AP / 12 (M1, XM3)"),
    ("half_spent", 1, "half the damage points or fewer left (RM10, XM3)"),
    ("weapon_cost", 1, "AP of an attack / 6 (RM9)"),
    ("parry_cost", 1, "AP of a Parry / 6, 0: cannot parry (RM9)"),
    ("weapon_accuracy", 1, "accuracy / 5 (RM9)"),
    ("weapon_damage", 1, "mean damage / 12 (RM9)"),
    ("reach", 1, "squares that the weapon in hand threatens / 2 (RM18)"),
    ("missile_range", 1, "squares / 60, 0: no missile weapon (RM9)"),
    ("must_reload", 1, "the weapon in hand is not loaded (RM9)"),
    ("has_second_weapon", 1, "carries another weapon (RM27)"),
    ("armour", 1, "protection / 6 (RM10)"),
    ("coverage", 1, "armour coverage / 9 (RM6)"),
    ("is_active", 1, "it is its turn"),
    ("turn_comes", 1, "its turn of this round is still to come"),
)
OWN_ONLY = (
    ("damage_left", 1, "own damage points left / all (RM10)"),
    ("melee_rating", 1, "rating of a blow / 10 (RM2)"),
    ("agility_rating", 1, "rating of Evade / 10 (RM2)"),
    ("footwork_rating", 1, "rating of Combat Move and Retreat / 10 (RM2)"),
    ("brawling", 1, "brawling / 10 (RM2)"),
    ("ranged", 1, "ranged skill / 10 (RM2)"),
    ("endurance", 1, "endurance / 10 (RM5)"),
    ("position", 2, "column and row / 32 and 16"),
    ("walls", 8, "whether the next square in each direction is no free floor"),
)
ALLY_ONLY = (
    ("damage_left", 1, "damage points left / all"),
    ("distance", 1, "squares / 16, at most 1"),
    ("offset", 2, "columns and rows from oneself / 16"),
    ("melee_rating", 1, "rating of a blow / 10"),
)
ENEMY_ONLY = (
    ("near_collapse", 1, "a quarter of the damage points or fewer left (XM3)"),
    ("distance", 1, "squares / 16, at most 1"),
    ("offset", 2, "columns and rows from oneself / 16"),
    ("in_my_reach", 1, "I could strike it"),
    ("in_its_reach", 1, "it could strike me"),
    ("in_my_fire", 1, "I have a missile weapon, range and line"),
    ("cover", 1, "its cover in my fire / 4 (RM6)"),
    ("is_my_partner", 1, "bound or grappled with me (RM20)"),
    ("my_aim", 1, "I aim at it (M17)"),
    ("its_aim", 1, "it aims at me"),
    ("is_target", 1, "the announced action names it, or it is the one who acts against me"),
    ("can_strike_twice", 1, "it has the AP of another attack"),
)
WINDOW = (
    ("window", 4, "one-hot: turn, reaction, counter-tempo, step (QM1-QM7)"),
    ("act", NUM_ACTS, "one-hot: the announced action; an enemy's Feint is a Melee Attack (XM1)"),
    ("answer", NUM_ACTS, "one-hot: the reaction to one's own action, in the counter-tempo window"),
    ("names_me", 1, "the announced action names me"),
    ("weapon_damage", 1, "mean damage of the announced action / 12"),
    ("straight_steps", 1, "steps left that may change the distance (RM34)"),
    ("sideways_steps", 1, "steps left that keep it / 4"),
    ("free_steps", 1, "steps left of a critical result / 4 (RM12)"),
    ("round", 1, "round / round limit (RM28)"),
    ("bind_at_will", 1, "switch RM38"),
    ("sides", 2, "able fighters of mine and of theirs / 6"),
    ("weapon_near", 1, "a weapon lies on the ground (RM27)"),
)


OWN_LENGTH = length_of(BODY) + length_of(OWN_ONLY)
ALLY_LENGTH = length_of(BODY) + length_of(ALLY_ONLY)
ENEMY_LENGTH = length_of(BODY) + length_of(ENEMY_ONLY)
WINDOW_LENGTH = length_of(WINDOW)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    own, ally, enemy = BODY + OWN_ONLY, BODY + ALLY_ONLY, BODY + ENEMY_ONLY
    return make_layout(own, ally, enemy, WINDOW, max_side)


MEAN_DAMAGE = WEAPON_BONUS + WEAPON_DICE * (WEAPON_SIDES + 1) / 2
WEAPON_LOOK = np.stack(
    [
        WEAPON_COST / 6,
        WEAPON_PARRY_COST / 6,
        WEAPON_ACCURACY / 5,
        MEAN_DAMAGE / 12,
        WEAPON_REACH / 2,
        WEAPON_RANGE / 60,
    ],
    axis=1,
).astype(np.float32)
ARMOUR_LOOK = np.stack([ARMOUR_PROTECTION / 6, ARMOUR_COVERAGE / 9], axis=1).astype(np.float32)
AP_SCALE = np.float32(1 / ACTION_POINTS)
TENTH = np.float32(1 / 10)
ELEVENTH = np.float32(1 / 11)
PER_SQUARE = np.float32(1 / 16)
PER_FIGHTER = np.float32(1 / MAX_SIDE)


@njit
def see_body(battle, actor, out, at):
    """What anybody can see of a fighter; the place after it (XM3)."""
    fighter = battle.fighters[actor]
    out[at] = 1
    out[at + 1 + np.int64(fighter.status)] = 1
    at += 1 + NUM_STATUSES
    out[at] = fighter.action_points * AP_SCALE
    out[at + 1] = is_half_spent(fighter)
    for trait in range(6):
        out[at + 2 + trait] = WEAPON_LOOK[fighter.hand, trait]
    out[at + 8] = needs_reload(fighter)
    out[at + 9] = fighter.carried != NO_WEAPON
    out[at + 10] = ARMOUR_LOOK[fighter.armour, 0]
    out[at + 11] = ARMOUR_LOOK[fighter.armour, 1]
    out[at + 12] = fighter.seat == battle.turn
    out[at + 13] = fighter.seat > battle.turn
    return at + 14


@njit
def share_left(fighter):
    """Share of the damage points that is left, 0 to 1."""
    whole = damage_points(fighter)
    return max(0, whole - np.int64(fighter.damage)) / whole


@njit
def see_self(battle, actor, out, at):
    """One's own block."""
    fighter = battle.fighters[actor]
    at = see_body(battle, actor, out, at)
    out[at] = share_left(fighter)
    out[at + 1] = melee_rating(fighter, blade(fighter)) * ELEVENTH
    out[at + 2] = agility_rating(fighter) * TENTH
    out[at + 3] = footwork_rating(fighter) * ELEVENTH
    out[at + 4] = skill(fighter, Skill.BRAWLING) * TENTH
    out[at + 5] = skill(fighter, Skill.RANGED) * TENTH
    out[at + 6] = skill(fighter, Skill.ENDURANCE) * TENTH
    out[at + 7] = fighter.x / 32
    out[at + 8] = fighter.y / 16
    free = free_directions(battle, actor)
    for side in range(8):
        out[at + 9 + side] = (free >> side) & 1 == 0
    return at + 17


@njit
def see_place(me, it, out, at):
    """Write the distance and offset of another fighter; its distance in squares."""
    across = np.int64(it.x) - np.int64(me.x)
    down = np.int64(it.y) - np.int64(me.y)
    far = max(abs(across), abs(down))
    out[at] = min(FAR, far) * PER_SQUARE
    out[at + 1] = min(FAR, max(-FAR, across)) * PER_SQUARE
    out[at + 2] = down * PER_SQUARE
    return far


@njit
def see_ally(battle, actor, ally, out, at):
    """The block of an ally who is able to act."""
    fighter = battle.fighters[ally]
    at = see_body(battle, ally, out, at)
    out[at] = share_left(fighter)
    see_place(battle.fighters[actor], fighter, out, at + 1)
    out[at + 4] = melee_rating(fighter, blade(fighter)) * ELEVENTH


@njit
def is_against_me(battle, actor, enemy):
    """Whether the announced action joins the two."""
    active = active_fighter(battle)
    if battle.action == Act.NOTHING:
        return False
    return (active == actor and battle.target == enemy) or (
        active == enemy and battle.target == actor
    )


@njit
def see_line(battle, actor, enemy, out, at):
    """Whether an archer has a line to an enemy, and what is before it (RM6, RM32)."""
    if not is_target_in_fire(battle, actor, enemy):
        return
    me = battle.fighters[actor]
    it = battle.fighters[enemy]
    out[at] = 1
    behind = cover(battle, np.int64(me.x), np.int64(me.y), np.int64(it.x), np.int64(it.y))
    out[at + 1] = behind / 4


@njit
def see_enemy(battle, actor, enemy, out, at):
    """The block of an enemy who is able to act (XM3)."""
    me = battle.fighters[actor]
    it = battle.fighters[enemy]
    at = see_body(battle, enemy, out, at)
    out[at] = 4 * np.int64(it.damage) >= NEAR_COLLAPSE_QUARTERS * damage_points(it)
    far = see_place(me, it, out, at + 1)
    out[at + 4] = far <= reach(me)
    out[at + 5] = far <= reach(it)
    if has_missile_weapon(me):
        see_line(battle, actor, enemy, out, at + 6)
    out[at + 8] = me.partner == enemy
    out[at + 9] = me.aim_target == enemy
    out[at + 10] = it.aim_target == actor
    out[at + 11] = is_against_me(battle, actor, enemy)
    out[at + 12] = it.action_points >= blade_cost(it)


@njit
def announced_act(battle, actor):
    """The action as this fighter knows it: an enemy's Feint is a Melee Attack (XM1)."""
    if battle.action == Act.FEINT and battle.side[active_fighter(battle)] != battle.side[actor]:
        return np.int64(Act.MELEE_ATTACK)
    return np.int64(battle.action)


@njit
def see_window(battle, actor, out, at):
    """The block of the decision at hand."""
    window = np.int64(battle.window)
    if battle.to_act == actor and window > 0:
        out[at + window - 1] = 1
    at += 4
    act = announced_act(battle, actor)
    if act != Act.NOTHING:
        out[at + act - 1] = 1
        weapon = weapon_of(battle.fighters[active_fighter(battle)], act)
        out[at + 2 * NUM_ACTS] = battle.target == actor
        out[at + 2 * NUM_ACTS + 1] = WEAPON_LOOK[weapon, 3]
    if window == Window.COUNTER_TEMPO:
        answer = np.int64(battle.fighters[battle.target].reaction)
        if answer != Act.NOTHING:
            out[at + NUM_ACTS + answer - 1] = 1
    at += 2 * NUM_ACTS + 2
    if window == Window.STEP and battle.stepper == actor:
        out[at] = battle.straight_steps
        out[at + 1] = battle.sideways_steps / 4
        out[at + 2] = battle.free_steps / 4
    out[at + 3] = battle.round_number / battle.round_limit
    out[at + 4] = battle.bind_at_will
    see_sides(battle, actor, out, at + 5)


@njit
def see_sides(battle, actor, out, at):
    """How many are able to act, and whether a weapon lies on the ground."""
    able = 0
    allies = 0
    for other in range(battle.num_fighters):
        is_able = not is_out(battle.fighters[other])
        able += is_able
        allies += is_able and battle.side[other] == battle.side[actor]
    out[at] = allies * PER_FIGHTER
    out[at + 1] = (able - allies) * PER_FIGHTER
    weapons = 0
    for item in range(len(battle.ground_weapon)):
        weapons += battle.ground_weapon[item] != NO_WEAPON
    out[at + 2] = weapons > 0


@njit
def observe(battle, fighter, observation):
    """Write what a fighter may know: own block, allies, enemies, window."""
    actor = np.int64(fighter)
    for place in range(len(observation)):
        observation[place] = 0
    if not is_out(battle.fighters[actor]):
        see_self(battle, actor, observation, 0)
    at = OWN_LENGTH
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and not is_out(battle.fighters[ally]):
            see_ally(battle, actor, ally, observation, at)
        at += ALLY_LENGTH
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and not is_out(battle.fighters[enemy]):
            see_enemy(battle, actor, enemy, observation, at)
        at += ENEMY_LENGTH
    see_window(battle, actor, observation, at)
