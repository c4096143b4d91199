"""Writes all that a fighter may know as numbers in [-1, 1] (XM1-XM4, RM5).

Public: positions, statuses, weapons, armour, action points (XM3) and the declared action. A fighter
also knows everything of its own side. It sees endurance and damage of its enemies as a band only
(XM3). Hidden: whether an enemy's attack is a Feint (XM1), and all dice to come (XM2). The layout
names every number.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, unset
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ...core.engine.layout import put, table
from ...core.maps.square_grid import distance
from ...core.maps.square_rays import SIDES, write_squares_before, write_squares_to_edge
from ..enums import ANSWERS_TO_MOVEMENT, Act, Skill, Window
from ..rules.checks import (
    agility_rating,
    blade,
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
from ..rules.declare import active_fighter, is_in_range, is_movement, weapon_of
from ..rules.defence import NO_LINE, cover_in_line, strike_gap
from ..rules.movement import is_planning, path_square_x, path_square_y
from ..rules.reactions import nearest_approach
from ..state import GROUND_CAPACITY
from ..tables import (
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
from .layout import (
    ACTS,
    ALLY,
    ALLY_LENGTH,
    ARMOUR_PIECES,
    BODY,
    ENEMY,
    ENEMY_LENGTH,
    FAR,
    FIRST_WINDOW,
    GROUND,
    GROUND_LENGTH,
    KIND_PIECES,
    NEAREST,
    OWN,
    OWN_LENGTH,
    PER,
    PLACE,
    REACTIONS,
    WEAPON,
    WEAPON_PIECES,
    WINDOW,
)

MEAN_DAMAGE = WEAPON_BONUS + WEAPON_DICE * (WEAPON_SIDES + 1) / 2

# Rows of numbers by weapon and by armour, ready to be copied.
WEAPON_LOOK = table(
    WEAPON_PIECES,
    {
        "weapon_cost": WEAPON_COST,
        "parry_cost": WEAPON_PARRY_COST,
        "weapon_accuracy": WEAPON_ACCURACY,
        "weapon_damage": MEAN_DAMAGE,
        "reach": WEAPON_REACH,
        "missile_range": WEAPON_RANGE,
    },
)
KIND_LOOK = table(
    KIND_PIECES,
    {"damage": MEAN_DAMAGE, "reach": WEAPON_REACH, "range": WEAPON_RANGE},
    empty=1,  # NO_WEAPON
)
ARMOUR_LOOK = table(ARMOUR_PIECES, {"armour": ARMOUR_PROTECTION, "coverage": ARMOUR_COVERAGE})

# The place of an action in its piece, -1 if it has none.
ACT_PLACE = np.full(len(Act), -1, np.int64)
ACT_PLACE[list(ACTS)] = np.arange(len(ACTS))
REACTION_PLACE = np.full(len(Act), -1, np.int64)
REACTION_PLACE[list(REACTIONS)] = np.arange(len(REACTIONS))
ALLY_REACTIONS = len(ANSWERS_TO_MOVEMENT)

# --- Fighters -------------------------------------------------------------------------------------


@njit
def see_body(battle, actor, out, at):
    """Write the public facts of a fighter (XM3)."""
    fighter = battle.fighters[actor]
    out[at + BODY.is_here] = 1
    out[at + BODY.status + fighter.status] = 1
    out[at + BODY.action_points] = fighter.action_points * PER.action_points
    out[at + BODY.half_spent] = is_half_spent(fighter)
    put(WEAPON_LOOK[fighter.hand], out, at + BODY.weapon_cost)
    out[at + BODY.must_reload] = needs_reload(fighter)
    put(KIND_LOOK[fighter.carried - NO_WEAPON], out, at + BODY.second_damage)
    out[at + BODY.second_unloaded] = not fighter.carried_loaded
    put(ARMOUR_LOOK[fighter.armour], out, at + BODY.armour)
    see_turn(battle, fighter.seat, out, at)
    out[at + BODY.is_target] = battle.target == actor
    foe = foe_of(battle, actor)
    if foe != NOBODY:
        it = battle.fighters[foe]
        out[at + BODY.aims] = fighter.aim_target == foe
        out[at + BODY.foe_offset_columns] = columns_away(it.x - fighter.x)
        out[at + BODY.foe_offset_rows] = (it.y - fighter.y) * PER.offset


@njit
def see_turn(battle, seat, out, at):
    """Write a fighter's place in the order of turns (M2)."""
    turns = seat - battle.turn
    if turns < 0:
        turns += battle.num_fighters
    fighters = np.float32(battle.num_fighters)
    out[at + BODY.seat] = np.float32(seat) / fighters
    out[at + BODY.turn_in] = np.float32(turns) / fighters


@njit
def columns_away(across):
    """A difference of columns as a number of the observation."""
    return min(FAR, max(-FAR, across)) * PER.offset


@njit
def foe_of(battle, actor):
    """The standing opponent a fighter is held with or named last, -1 if none (RM20, M4)."""
    fighter = battle.fighters[actor]
    foe = fighter.partner if fighter.partner != NOBODY else fighter.last_target
    return NOBODY if foe == NOBODY or is_out(battle.fighters[foe]) else foe


@njit
def share_left(fighter):
    """Share of its damage points that a fighter has left, 0 to 1."""
    whole = damage_points(fighter)
    return np.float32(max(0, whole - fighter.damage)) / np.float32(whole)


@njit
def see_self(battle, actor, out, at):
    """Write the block of the observer."""
    fighter = battle.fighters[actor]
    see_body(battle, actor, out, at)
    out[at + OWN.damage_left] = share_left(fighter)
    out[at + OWN.melee_rating] = melee_rating(fighter, blade(fighter)) * PER.melee_rating
    out[at + OWN.agility_rating] = agility_rating(fighter) * PER.agility_rating
    out[at + OWN.footwork_rating] = footwork_rating(fighter) * PER.footwork_rating
    out[at + OWN.brawling] = skill(fighter, Skill.BRAWLING) * PER.brawling
    out[at + OWN.ranged] = skill(fighter, Skill.RANGED) * PER.ranged
    out[at + OWN.endurance] = skill(fighter, Skill.ENDURANCE) * PER.endurance
    out[at + OWN.position_column] = fighter.x * PER.position_column
    out[at + OWN.position_row] = fighter.y * PER.position_row
    see_map(battle, fighter, out, at)
    see_ground(battle, fighter, out, at + OWN.ground_0_damage)


@njit
def see_map(battle, fighter, out, at):
    """Write how far floor and sight go in each direction (RM32)."""
    to_edge, low, high = unset(3, SIDES)
    write_squares_to_edge(fighter.x, fighter.y, battle.width, battle.height, to_edge)
    if not battle.has_obstacles:
        for side in range(SIDES):
            room = min(FAR, to_edge[side])
            out[at + OWN.open_squares + side] = room * PER.open_squares
            out[at + OWN.sight_squares + side] = room * PER.sight_squares
        return
    x, y = fighter.x, fighter.y
    write_squares_before(battle.low, battle.high, x, y, battle.height, to_edge, low, high)
    for side in range(SIDES):
        free = min(low[side], high[side])
        out[at + OWN.open_squares + side] = min(FAR, free) * PER.open_squares
        out[at + OWN.sight_squares + side] = min(FAR, high[side]) * PER.sight_squares


@njit
def see_ground(battle, fighter, out, at):
    """Write the weapons on the ground that are nearest (RM27)."""
    after = -1
    for _ in range(NEAREST):
        after = next_weapon(battle, fighter, after)
        if after < 0:
            return
        item = after % GROUND_CAPACITY
        put(KIND_LOOK[battle.ground_weapon[item] - NO_WEAPON], out, at + GROUND.damage)
        out[at + GROUND.unloaded] = battle.ground_loaded[item] == 0
        out[at + GROUND.offset_columns] = columns_away(battle.ground_x[item] - fighter.x)
        out[at + GROUND.offset_rows] = (battle.ground_y[item] - fighter.y) * PER.offset
        at += GROUND_LENGTH


@njit
def next_weapon(battle, fighter, after):
    """Rank of the nearest weapon on the ground whose rank is above `after`, -1 if none.

    The rank is the distance times GROUND_CAPACITY, plus the weapon's index.
    """
    best = -1
    for item in range(GROUND_CAPACITY):
        if battle.ground_weapon[item] == NO_WEAPON:
            continue
        far = distance(fighter.x, fighter.y, battle.ground_x[item], battle.ground_y[item])
        rank = far * GROUND_CAPACITY + item
        if rank > after and (best < 0 or rank < best):
            best = rank
    return best


@njit
def see_place(me, it, out, at):
    """Write the distance and offset of another fighter."""
    across = it.x - me.x
    down = it.y - me.y
    far = max(abs(across), abs(down))
    out[at + PLACE.distance] = min(FAR, far) * PER.distance
    out[at + PLACE.offset_columns] = columns_away(across)
    out[at + PLACE.offset_rows] = down * PER.offset


@njit
def see_ally(battle, actor, ally, out, at):
    """Write the block of an ally who is able to act."""
    fighter = battle.fighters[ally]
    see_body(battle, ally, out, at)
    out[at + ALLY.damage_left] = share_left(fighter)
    see_place(battle.fighters[actor], fighter, out, at + ALLY.distance)
    out[at + ALLY.melee_rating] = melee_rating(fighter, blade(fighter)) * PER.melee_rating
    place = reaction_place(battle, fighter)
    if 0 <= place and place < ALLY_REACTIONS:
        out[at + ALLY.reaction + place] = 1


@njit
def reaction_place(battle, fighter):
    """Place of a fighter's reaction to the announced action in its piece, -1 if none (XM4)."""
    return -1 if battle.action == Act.NOTHING else REACTION_PLACE[fighter.reaction]


@njit
def see_line(battle, me, it, out, at):
    """Write whether an archer has a line of fire to an enemy, and its cover (RM6, RM32)."""
    if not is_in_range(me, it.x, it.y):
        return
    behind = cover_in_line(battle, me.x, me.y, it.x, it.y)
    if behind != NO_LINE:
        out[at + ENEMY.in_my_fire] = 1
        out[at + ENEMY.cover] = behind * PER.cover


@njit
def see_enemy(battle, actor, enemy, out, at):
    """Write the block of an enemy who is able to act (XM3)."""
    me = battle.fighters[actor]
    it = battle.fighters[enemy]
    see_body(battle, enemy, out, at)
    collapse = NEAR_COLLAPSE_QUARTERS * damage_points(it)
    out[at + ENEMY.near_collapse] = 4 * it.damage >= collapse
    see_place(me, it, out, at + ENEMY.distance)
    out[at + ENEMY.in_my_reach] = strike_gap(battle, actor, enemy) <= reach(me)
    out[at + ENEMY.in_its_reach] = strike_gap(battle, enemy, actor) <= reach(it)
    if has_missile_weapon(me):
        see_line(battle, me, it, out, at)
    out[at + ENEMY.is_my_foe] = foe_of(battle, actor) == enemy
    out[at + ENEMY.am_its_foe] = foe_of(battle, enemy) == actor
    place = reaction_place(battle, it)
    if place >= 0:
        out[at + ENEMY.reaction + place] = 1


# --- The decision ---------------------------------------------------------------------------------


@njit
def announced_act(battle, actor):
    """The action as this fighter knows it: an enemy's Feint is a Melee Attack (XM1)."""
    if battle.action == Act.FEINT and battle.side[active_fighter(battle)] != battle.side[actor]:
        return np.int64(Act.MELEE_ATTACK)
    return battle.action


@njit
def see_window(battle, actor, out, at):
    """Write the block of the decision at hand."""
    window = battle.window
    if battle.to_act == actor and window != Window.NONE:
        out[at + WINDOW.window + window - FIRST_WINDOW] = 1
    act = announced_act(battle, actor)
    if ACT_PLACE[act] >= 0:
        out[at + WINDOW.act + ACT_PLACE[act]] = 1
        weapon = weapon_of(battle.fighters[active_fighter(battle)], act)
        out[at + WINDOW.weapon_damage] = WEAPON_LOOK[weapon, WEAPON.weapon_damage]
    if battle.stepper == actor:
        out[at + WINDOW.straight_steps] = battle.straight_steps
        out[at + WINDOW.sideways_steps] = battle.sideways_steps * PER.sideways_steps
        out[at + WINDOW.free_steps] = battle.free_steps * PER.free_steps
    see_movement(battle, actor, out, at)
    out[at + WINDOW.round] = np.float32(battle.round_number) / np.float32(battle.round_limit)
    out[at + WINDOW.bind_at_will] = battle.bind_at_will


@njit
def see_movement(battle, actor, out, at):
    """Write where the announced Move goes, or the one that this fighter plans (RM13, QM2)."""
    if battle.action == Act.MOVE or (is_planning(battle) and battle.stepper == actor):
        me, last = battle.fighters[actor], battle.path_length
        out[at + WINDOW.path_squares] = last * PER.path_squares
        across, down = path_square_x(battle, last) - me.x, path_square_y(battle, last) - me.y
        out[at + WINDOW.path_end_columns] = columns_away(across)
        out[at + WINDOW.path_end_rows] = down * PER.offset
    if is_movement(battle.action):
        if battle.side[active_fighter(battle)] != battle.side[actor]:
            near = min(FAR, nearest_approach(battle, actor))
            out[at + WINDOW.approach] = near * PER.approach


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write an observation: own block, allies, enemies, window."""
    actor = fighter
    allies, enemies = 0, 0
    for place in range(len(observation)):
        observation[place] = 0
    if not is_out(battle.fighters[actor]):
        see_self(battle, actor, observation, 0)
        allies += 1
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
            see_enemy(battle, actor, enemy, observation, at)
            enemies += 1
        at += ENEMY_LENGTH
    see_window(battle, actor, observation, at)
    observation[at + WINDOW.sides_mine] = allies * PER.sides
    observation[at + WINDOW.sides_theirs] = enemies * PER.sides
