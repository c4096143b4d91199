"""What a fighter may know, as numbers in [-1, 1] (XM1-XM4, RM5).

Open: positions, statuses, weapons, armour, action points (XM3), what one's own side knows of
itself, what was declared. Bands only: endurance and damage of the others (XM3). Hidden: the feint
flag of an opponent (XM1) and all dice to come (XM2). The layout names every number; a test holds
`observe` to it.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_SIDE, NOBODY, ally_in_slot, enemy_in_slot
from ...core.engine.layout import Layout, length_of, make_layout, put
from ..enums import (
    Act,
    Skill,
    Status,
    Window,
)
from ..rules.checks import (
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
from ..rules.declare import active_fighter, is_in_range, weapon_of
from ..rules.defence import NO_LINE, cover_in_line
from ..rules.movement import free_directions
from ..state import (
    GROUND_CAPACITY,
)
from ..tables import (
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
    ("melee_rating", 1, "rating of a blow / 11 (RM2)"),
    ("agility_rating", 1, "rating of Evade / 10 (RM2)"),
    ("footwork_rating", 1, "rating of Combat Move and Retreat / 11 (RM2)"),
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
    ("melee_rating", 1, "rating of a blow / 11"),
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
SIDES_AT = WINDOW_LENGTH - 3


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    own, ally, enemy = BODY + OWN_ONLY, BODY + ALLY_ONLY, BODY + ENEMY_ONLY
    return make_layout(own, ally, enemy, WINDOW, max_side)


MEAN_DAMAGE = WEAPON_BONUS + WEAPON_DICE * (WEAPON_SIDES + 1) / 2

# Rows of the vector that a small number decides, ready to be copied.
STATUS_LOOK = np.eye(NUM_STATUSES, dtype=np.float32)
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
WALLS = np.array(
    [[float(free >> side & 1 == 0) for side in range(8)] for free in range(256)], np.float32
)
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
    at = put(STATUS_LOOK[fighter.status], out, at + 1)
    out[at] = fighter.action_points * AP_SCALE
    out[at + 1] = is_half_spent(fighter)
    at = put(WEAPON_LOOK[fighter.hand], out, at + 2)
    out[at] = needs_reload(fighter)
    out[at + 1] = fighter.carried != NO_WEAPON
    at = put(ARMOUR_LOOK[fighter.armour], out, at + 2)
    out[at] = fighter.seat == battle.turn
    out[at + 1] = fighter.seat > battle.turn
    return at + 2


@njit
def share_left(fighter):
    """Share of the damage points that is left, 0 to 1."""
    whole = damage_points(fighter)
    return np.float32(max(0, whole - np.int64(fighter.damage))) / np.float32(whole)


@njit
def see_self(battle, actor, out, at):
    """One's own block."""
    fighter = battle.fighters[actor]
    at = see_body(battle, actor, out, at)
    out[at] = share_left(fighter)
    out[at + 1] = np.float32(melee_rating(fighter, blade(fighter))) * ELEVENTH
    out[at + 2] = np.float32(agility_rating(fighter)) * TENTH
    out[at + 3] = np.float32(footwork_rating(fighter)) * ELEVENTH
    out[at + 4] = np.float32(skill(fighter, Skill.BRAWLING)) * TENTH
    out[at + 5] = np.float32(skill(fighter, Skill.RANGED)) * TENTH
    out[at + 6] = np.float32(skill(fighter, Skill.ENDURANCE)) * TENTH
    out[at + 7] = np.float32(fighter.x) / np.float32(32)
    out[at + 8] = np.float32(fighter.y) / np.float32(16)
    put(WALLS[free_directions(battle, actor)], out, at + 9)


@njit
def see_place(me, it, out, at):
    """Write the distance and offset of another fighter; its distance in squares."""
    across = np.int64(it.x) - np.int64(me.x)
    down = np.int64(it.y) - np.int64(me.y)
    far = max(abs(across), abs(down))
    out[at] = np.float32(min(FAR, far)) * PER_SQUARE
    out[at + 1] = np.float32(min(FAR, max(-FAR, across))) * PER_SQUARE
    out[at + 2] = np.float32(down) * PER_SQUARE
    return far


@njit
def see_ally(battle, actor, ally, out, at):
    """The block of an ally who is able to act."""
    fighter = battle.fighters[ally]
    at = see_body(battle, ally, out, at)
    out[at] = share_left(fighter)
    see_place(battle.fighters[actor], fighter, out, at + 1)
    out[at + 4] = np.float32(melee_rating(fighter, blade(fighter))) * ELEVENTH


@njit
def opponent_at_hand(battle, actor):
    """The other one whom the announced action joins with this fighter, -1 if there is none."""
    active = active_fighter(battle)
    if battle.action == Act.NOTHING:
        return np.int64(NOBODY)
    if active == actor:
        return np.int64(battle.target)
    return active if battle.target == actor else np.int64(NOBODY)


@njit
def see_line(battle, me, it, out, at):
    """Whether an archer has a line to an enemy, and what is before it (RM6, RM32)."""
    if not is_in_range(me, it.x, it.y):
        return
    behind = cover_in_line(battle, me.x, me.y, it.x, it.y)
    if behind != NO_LINE:
        out[at] = 1
        out[at + 1] = np.float32(behind) / np.float32(4)


@njit
def see_enemy(battle, actor, enemy, opponent, out, at):
    """The block of an enemy who is able to act; `opponent` is `opponent_at_hand` (XM3)."""
    me = battle.fighters[actor]
    it = battle.fighters[enemy]
    at = see_body(battle, enemy, out, at)
    out[at] = 4 * np.int64(it.damage) >= NEAR_COLLAPSE_QUARTERS * damage_points(it)
    far = see_place(me, it, out, at + 1)
    out[at + 4] = far <= reach(me)
    out[at + 5] = far <= reach(it)
    if has_missile_weapon(me):
        see_line(battle, me, it, out, at + 6)
    out[at + 8] = me.partner == enemy
    out[at + 9] = me.aim_target == enemy
    out[at + 10] = it.aim_target == actor
    out[at + 11] = opponent == enemy
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
    out[at + 3] = np.float32(battle.round_number) / np.float32(battle.round_limit)
    out[at + 4] = battle.bind_at_will
    out[at + 7] = lies_about(battle)


@njit
def lies_about(battle):
    """Whether a weapon lies on the ground (RM27)."""
    for item in range(GROUND_CAPACITY):
        if battle.ground_weapon[item] != NO_WEAPON:
            return True
    return False


@njit
def see_sides(allies, enemies, out, at):
    """How many are able to act, of one's own side and of the other."""
    out[at] = np.float32(allies) * PER_FIGHTER
    out[at + 1] = np.float32(enemies) * PER_FIGHTER


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write what a fighter may know: own block, allies, enemies, window."""
    actor = np.int64(fighter)
    allies, enemies = 0, 0
    for place in range(len(observation)):
        observation[place] = 0
    if not is_out(battle.fighters[actor]):
        see_self(battle, actor, observation, 0)
        allies += 1
    opponent = opponent_at_hand(battle, actor)
    at = OWN_LENGTH
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and not is_out(battle.fighters[ally]):
            see_ally(battle, actor, ally, observation, at)
            allies += 1
        at += ALLY_LENGTH
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and not is_out(battle.fighters[enemy]):
            see_enemy(battle, actor, enemy, opponent, observation, at)
            enemies += 1
        at += ENEMY_LENGTH
    see_window(battle, actor, observation, at)
    see_sides(allies, enemies, observation, at + SIDES_AT)
