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
from ...core.engine.layout import capped, put, within_one
from ...core.maps.square_grid import distance
from ...core.maps.square_rays import SIDES, write_squares_before, write_squares_to_edge
from ..enums import ANSWERS_TO_MOVEMENT, Act, Skill, Window
from ..rules.checks import (
    agility_rating,
    blade,
    damage_points,
    footwork_rating,
    is_out,
    melee_rating,
    reach,
    skill,
)
from ..rules.declare import active_fighter, is_movement, weapon_of
from ..rules.defence import NO_LINE, cover_in_line, strike_gap
from ..rules.missiles import net_result
from ..rules.movement import is_planning, path_square_x, path_square_y
from ..rules.reactions import nearest_approach
from ..state import GROUND_CAPACITY
from ..tables import NEAR_COLLAPSE_QUARTERS, NO_WEAPON, WEAPON_RANGE
from .body import CAST_LOOK, KIND_LOOK, WEAPON_LOOK, columns_away, foe_of, see_body
from .layout import (
    ACTS,
    ALLY,
    ALLY_LENGTH,
    ENEMY,
    ENEMY_LENGTH,
    FAR,
    FIRST_WINDOW,
    GROUND,
    GROUND_LENGTH,
    MELEE_SKILLS,
    NEAREST,
    OWN,
    OWN_LENGTH,
    PER,
    PLACE,
    REACTIONS,
    WEAPON,
    WINDOW,
)

SKILLS_SEEN = np.array(MELEE_SKILLS, np.int64)
SECOND_RANGE = np.append([0], WEAPON_RANGE)
"""Range of a second weapon in squares, 0 if it is no missile weapon; NO_WEAPON comes first."""

# The place of an action in its piece, -1 if it has none.
ACT_PLACE = np.full(len(Act), -1, np.int64)
ACT_PLACE[list(ACTS)] = np.arange(len(ACTS))
REACTION_PLACE = np.full(len(Act), -1, np.int64)
REACTION_PLACE[list(REACTIONS)] = np.arange(len(REACTIONS))
ALLY_REACTIONS = len(ANSWERS_TO_MOVEMENT)

# --- Fighters -------------------------------------------------------------------------------------


@njit
def share_left(fighter):
    """Share of its damage points that a fighter has left, 0 to 1."""
    whole = damage_points(fighter)
    return np.float32(max(0, whole - fighter.damage)) / np.float32(whole)


@njit
def see_self(battle, actor, foe, out, at):
    """Write the block of the observer."""
    fighter = battle.fighters[actor]
    see_body(battle, actor, foe, out, at)
    out[at + OWN.damage_left] = share_left(fighter)
    out[at + OWN.melee_rating] = melee_rating(fighter, blade(fighter)) * PER.melee_rating
    out[at + OWN.agility_rating] = agility_rating(fighter) * PER.agility_rating
    out[at + OWN.footwork_rating] = footwork_rating(fighter) * PER.footwork_rating
    out[at + OWN.brawling] = skill(fighter, Skill.BRAWLING) * PER.brawling
    out[at + OWN.ranged] = skill(fighter, Skill.RANGED) * PER.ranged
    for place in range(len(SKILLS_SEEN)):
        rating = skill(fighter, SKILLS_SEEN[place])
        out[at + OWN.weapon_skills + place] = rating * PER.weapon_skills
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
    see_body(battle, ally, foe_of(battle, ally), out, at)
    out[at + ALLY.damage_left] = share_left(fighter)
    see_place(battle.fighters[actor], fighter, out, at + ALLY.distance)
    out[at + ALLY.melee_rating] = melee_rating(fighter, blade(fighter)) * PER.melee_rating
    out[at + ALLY.agility_rating] = agility_rating(fighter) * PER.agility_rating
    out[at + ALLY.brawling] = skill(fighter, Skill.BRAWLING) * PER.brawling
    out[at + ALLY.ranged] = skill(fighter, Skill.RANGED) * PER.ranged
    out[at + ALLY.endurance] = skill(fighter, Skill.ENDURANCE) * PER.endurance
    place = reaction_place(battle, fighter)
    if 0 <= place and place < ALLY_REACTIONS:
        out[at + ALLY.reaction + place] = 1


@njit
def reaction_place(battle, fighter):
    """Place of a fighter's reaction to the announced action in its piece, -1 if none (XM4)."""
    return -1 if battle.action == Act.NOTHING else REACTION_PLACE[fighter.reaction]


@njit
def second_range(fighter):
    """Range of the second weapon in squares (RM9, RM27)."""
    return SECOND_RANGE[fighter.carried - NO_WEAPON]


@njit
def see_line(battle, me, it, out, at):
    """Write whether my missile weapons have a line of fire to an enemy, and its cover (RM6, RM32).

    The weapon in hand and the second one have the same line.
    """
    far = distance(me.x, me.y, it.x, it.y)
    in_range, in_second_range = far <= WEAPON_RANGE[me.hand], far <= second_range(me)
    if not (in_range or in_second_range):
        return
    behind = cover_in_line(battle, me.x, me.y, it.x, it.y)
    if behind == NO_LINE:
        return
    if in_range:
        out[at + ENEMY.in_my_fire] = 1
        out[at + ENEMY.cover] = behind * PER.cover
    if in_second_range:
        out[at + ENEMY.in_second_fire] = 1
        out[at + ENEMY.second_cover] = behind * PER.second_cover


@njit
def is_fire_told(battle, actor, enemy):
    """Whether an enemy's fire counts now: the observer plans its turn, or it aims or shoots."""
    active = active_fighter(battle)
    if active == actor:
        return battle.action == Act.NOTHING
    return active == enemy and (battle.action == Act.AIM or battle.action == Act.RANGED_ATTACK)


@njit
def see_line_back(battle, me, it, out, at):
    """Write whether an enemy's missile weapons have a line of fire to me, and my cover (RM6)."""
    far = distance(me.x, me.y, it.x, it.y)
    if far > WEAPON_RANGE[it.hand] and far > second_range(it):
        return
    behind = cover_in_line(battle, it.x, it.y, me.x, me.y)
    if behind != NO_LINE:
        out[at + ENEMY.in_its_fire] = 1
        out[at + ENEMY.cover_from_it] = behind * PER.cover_from_it


@njit
def see_enemy(battle, actor, foe, enemy, out, at):
    """Write the block of an enemy who is able to act; `foe` is the observer's (XM3)."""
    me = battle.fighters[actor]
    it = battle.fighters[enemy]
    its_foe = foe_of(battle, enemy)
    see_body(battle, enemy, its_foe, out, at)
    collapse = NEAR_COLLAPSE_QUARTERS * damage_points(it)
    out[at + ENEMY.near_collapse] = 4 * it.damage >= collapse
    put(CAST_LOOK[it.cast], out, at + ENEMY.cast_melee)
    see_place(me, it, out, at + ENEMY.distance)
    out[at + ENEMY.in_my_reach] = strike_gap(battle, actor, enemy) <= reach(me)
    out[at + ENEMY.in_its_reach] = strike_gap(battle, enemy, actor) <= reach(it)
    see_line(battle, me, it, out, at)
    if is_fire_told(battle, actor, enemy):
        see_line_back(battle, me, it, out, at)
    out[at + ENEMY.is_my_foe] = foe == enemy
    out[at + ENEMY.am_its_foe] = its_foe == actor
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
    see_result(battle, out, at)
    out[at + WINDOW.round] = np.float32(battle.round_number) / np.float32(battle.round_limit)
    rounds = battle.round_limit - battle.round_number
    out[at + WINDOW.rounds_left] = capped(rounds, PER.rounds_left)
    out[at + WINDOW.bind_at_will] = battle.bind_at_will
    out[at + WINDOW.counter_attack_unopposed] = battle.counter_attack_unopposed
    out[at + WINDOW.recovery_adds_pool] = battle.recovery_adds_pool


@njit
def see_result(battle, out, at):
    """Write the result of a Combat Move while its steps, or those of a Retreat, are chosen (RM14).

    Whether an answer stops the mover and strikes it depends on both numbers (RM30, RM34).
    """
    if battle.action == Act.COMBAT_MOVE and battle.window == Window.STEP:
        out[at + WINDOW.result] = within_one(battle.result * PER.result)
        out[at + WINDOW.margin] = within_one(net_result(battle) * PER.margin)


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
    foe = foe_of(battle, actor)
    for place in range(len(observation)):
        observation[place] = 0
    if not is_out(battle.fighters[actor]):
        see_self(battle, actor, foe, observation, 0)
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
            see_enemy(battle, actor, foe, enemy, observation, at)
            enemies += 1
        at += ENEMY_LENGTH
    see_window(battle, actor, observation, at)
    observation[at + WINDOW.sides_mine] = allies * PER.sides
    observation[at + WINDOW.sides_theirs] = enemies * PER.sides
