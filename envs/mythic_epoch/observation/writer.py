"""Writes all that a fighter may know as numbers in [-1, 1] (XM1-XM4, RM5).

Public: positions, statuses, weapons, armour, action points (XM3) and the declared action. A fighter
also knows everything of its own side. It sees endurance and damage of its enemies as a band only
(XM3). Hidden: whether an enemy's attack is a Feint (XM1), and all dice to come (XM2). The layout
names every number.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ...core.engine.layout import put, table
from ..enums import Act, Skill, Window
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
    ALLY,
    ALLY_LENGTH,
    ARMOUR_PIECES,
    BODY,
    ENEMY,
    ENEMY_LENGTH,
    FAR,
    FIRST_ACT,
    FIRST_WINDOW,
    OWN,
    OWN_LENGTH,
    PER,
    PLACE,
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
ARMOUR_LOOK = table(ARMOUR_PIECES, {"armour": ARMOUR_PROTECTION, "coverage": ARMOUR_COVERAGE})
WALLS = np.array(
    [[float(free >> side & 1 == 0) for side in range(8)] for free in range(256)], np.float32
)
"""The walls around a square, by the mask of its free directions."""


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
    out[at + BODY.has_second_weapon] = fighter.carried != NO_WEAPON
    put(ARMOUR_LOOK[fighter.armour], out, at + BODY.armour)
    out[at + BODY.is_active] = fighter.seat == battle.turn
    out[at + BODY.turn_comes] = fighter.seat > battle.turn


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
    put(WALLS[free_directions(battle, actor)], out, at + OWN.walls)


@njit
def see_place(me, it, out, at):
    """Write the distance and offset of another fighter; its distance in squares."""
    across = it.x - me.x
    down = it.y - me.y
    far = max(abs(across), abs(down))
    out[at + PLACE.distance] = min(FAR, far) * PER.distance
    out[at + PLACE.offset_columns] = min(FAR, max(-FAR, across)) * PER.offset
    out[at + PLACE.offset_rows] = down * PER.offset
    return far


@njit
def see_ally(battle, actor, ally, out, at):
    """Write the block of an ally who is able to act."""
    fighter = battle.fighters[ally]
    see_body(battle, ally, out, at)
    out[at + ALLY.damage_left] = share_left(fighter)
    see_place(battle.fighters[actor], fighter, out, at + ALLY.distance)
    out[at + ALLY.melee_rating] = melee_rating(fighter, blade(fighter)) * PER.melee_rating


@njit
def opponent_at_hand(battle, actor):
    """The opponent of this fighter in the announced action, -1 if there is none."""
    active = active_fighter(battle)
    if battle.action == Act.NOTHING:
        return NOBODY
    if active == actor:
        return battle.target
    return active if battle.target == actor else NOBODY


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
def see_enemy(battle, actor, enemy, opponent, out, at):
    """Write the block of an enemy who is able to act; `opponent`: `opponent_at_hand` (XM3)."""
    me = battle.fighters[actor]
    it = battle.fighters[enemy]
    see_body(battle, enemy, out, at)
    collapse = NEAR_COLLAPSE_QUARTERS * damage_points(it)
    out[at + ENEMY.near_collapse] = 4 * it.damage >= collapse
    far = see_place(me, it, out, at + ENEMY.distance)
    out[at + ENEMY.in_my_reach] = far <= reach(me)
    out[at + ENEMY.in_its_reach] = far <= reach(it)
    if has_missile_weapon(me):
        see_line(battle, me, it, out, at)
    out[at + ENEMY.is_my_partner] = me.partner == enemy
    out[at + ENEMY.my_aim] = me.aim_target == enemy
    out[at + ENEMY.its_aim] = it.aim_target == actor
    out[at + ENEMY.is_target] = opponent == enemy
    out[at + ENEMY.can_strike_twice] = it.action_points >= blade_cost(it)


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
    if act != Act.NOTHING:
        out[at + WINDOW.act + act - FIRST_ACT] = 1
        weapon = weapon_of(battle.fighters[active_fighter(battle)], act)
        out[at + WINDOW.names_me] = battle.target == actor
        out[at + WINDOW.weapon_damage] = WEAPON_LOOK[weapon, WEAPON.weapon_damage]
    if window == Window.COUNTER_TEMPO:
        answer = battle.fighters[battle.target].reaction
        if answer != Act.NOTHING:
            out[at + WINDOW.answer + answer - FIRST_ACT] = 1
    if window == Window.STEP and battle.stepper == actor:
        out[at + WINDOW.straight_steps] = battle.straight_steps
        out[at + WINDOW.sideways_steps] = battle.sideways_steps * PER.sideways_steps
        out[at + WINDOW.free_steps] = battle.free_steps * PER.free_steps
    out[at + WINDOW.round] = np.float32(battle.round_number) / np.float32(battle.round_limit)
    out[at + WINDOW.bind_at_will] = battle.bind_at_will
    out[at + WINDOW.weapon_near] = lies_about(battle)


@njit
def lies_about(battle):
    """Whether a weapon lies on the ground (RM27)."""
    for item in range(GROUND_CAPACITY):
        if battle.ground_weapon[item] != NO_WEAPON:
            return True
    return False


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
    observation[at + WINDOW.sides_mine] = allies * PER.sides
    observation[at + WINDOW.sides_theirs] = enemies * PER.sides
