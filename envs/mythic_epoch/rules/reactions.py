"""Legality of reactions and of replacements (M32-M42, RM13, RM14, RM21, RM26, RM35-RM38)."""

from __future__ import annotations

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import DX, DY, ROWS, columns_between, direction, distance, row
from ..enums import Act, Status
from ..navigation.reachability import MOST_STEPS, find_steps
from ..tables import (
    BASE_COMBAT_MOVEMENT,
    UNARMED,
    WEAPON_ATTACK_SPEED,
    WEAPON_REACH,
)
from .checks import can_parry, has_melee_weapon, has_missile_weapon, is_out, needs_reload, reach
from .declare import (
    active_fighter,
    can_pay,
    cost,
    is_blow,
    is_in_fire,
    is_movement,
    is_on_guard,
    is_parry,
    is_target_in_fire,
    may_strike_bound,
)
from .defence import OUT_OF_REACH, gap, strike_distance, strike_gap
from .movement import is_free, path_square_x, path_square_y

# --- Which reaction answers which action ----------------------------------------------------------


@njit
def is_bind_action(act):
    """Whether Double and Wind answer it (M35, M40)."""
    return (
        act == Act.DISARM
        or act == Act.GRAPPLE
        or act == Act.PRESS
        or act == Act.UNARMED_PRESS
        or act == Act.WITHDRAW
    )


@njit
def is_grapple_action(act):
    """Whether Struggle answers it (M39)."""
    return act == Act.ESCAPE or act == Act.PIN or act == Act.UNARMED_ATTACK


@njit
def is_addressed(battle, reactor):
    """Whether the announced action is one that this opponent may answer at all (RM14, RM21).

    Only the target can answer, or every opponent for Move, Combat Move and Aim. A fighter held by
    another opponent cannot answer.
    """
    fighter = battle.fighters[reactor]
    actor = active_fighter(battle)
    if battle.side[reactor] == battle.side[actor] or is_out(fighter):
        return False
    if is_movement(battle.action) or battle.action == Act.AIM:
        return is_on_guard(fighter)
    if battle.target != reactor:
        return False
    return fighter.partner == NOBODY or fighter.partner == actor


@njit
def nearest_approach(battle, reactor):
    """Distance to which the announced movement probably comes to the reactor (RM13).

    The path of a Combat Move is chosen later (RM34): for the opponent that it names, it is
    one step nearer; for the others, its first square.
    """
    nearest = gap(battle, reactor, active_fighter(battle))
    if battle.action == Act.COMBAT_MOVE:
        return nearest - (1 if battle.target == reactor else 0)
    fighter = battle.fighters[reactor]
    for step in range(battle.path_length):
        near = distance(fighter.x, fighter.y, battle.path_x[step], battle.path_y[step])
        nearest = min(nearest, near)
    return nearest


@njit
def has_step_in_fire(battle, reactor):
    """Whether a step of the announced Combat Move could touch the reactor's line of fire (RM13)."""
    if is_target_in_fire(battle, reactor, active_fighter(battle)):
        return True
    squares = scratch(1, ROWS)[0]
    find_steps(battle, squares)
    for y in range(battle.height):
        columns = row(squares, y)
        while columns != 0:
            if is_in_fire(battle, reactor, lowest_bit(columns), y):
                return True
            columns &= columns - 1
    return False


@njit
def leads_straight_to(battle, mover, x, y):
    """Whether the free steps of a critical success lead straight to a neighbour of a square."""
    fighter = battle.fighters[mover]
    at_x, at_y = fighter.x, fighter.y
    for _ in range(BASE_COMBAT_MOVEMENT):
        side = direction(at_x, at_y, x, y)
        at_x += DX[side]
        at_y += DY[side]
        if not is_free(battle, at_x, at_y):
            return False
        if distance(at_x, at_y, x, y) <= 1:
            return True
    return False


@njit
def strike_distance_of_steps(battle, reactor):
    """Least distance of a strike to a step of the announced Combat Move (RM13, RM34)."""
    nearest = strike_gap(battle, reactor, active_fighter(battle))
    fighter = battle.fighters[reactor]
    if nearest <= 1 or gap(battle, reactor, active_fighter(battle)) > MOST_STEPS + reach(fighter):
        return nearest
    if not (can_pay(fighter, Act.COUNTER_ATTACK) or can_pay(fighter, Act.UNARMED_COUNTER_ATTACK)):
        return nearest
    if leads_straight_to(battle, active_fighter(battle), fighter.x, fighter.y):
        return min(nearest, 1)
    squares, within = scratch(1, ROWS)[0], reach(fighter)
    find_steps(battle, squares)
    for y in range(max(0, fighter.y - within), min(ROWS, fighter.y + within + 1)):
        columns = row(squares, y) & columns_between(fighter.x - within, fighter.x + within)
        while columns != 0:
            nearest = min(nearest, strike_distance(battle, reactor, lowest_bit(columns), y))
            columns &= columns - 1
    return nearest


@njit
def comes_into_fire(battle, reactor):
    """Whether the announced movement has a square within the reactor's range and line (RM13)."""
    if battle.action == Act.COMBAT_MOVE:
        return has_step_in_fire(battle, reactor)
    for step in range(battle.path_length + 1):
        if is_in_fire(battle, reactor, path_square_x(battle, step), path_square_y(battle, step)):
            return True
    return False


@njit
def comes_nearer(battle, reactor):
    """Whether the announced movement would end nearer to the reactor (RM13)."""
    now = gap(battle, reactor, active_fighter(battle))
    if battle.action == Act.COMBAT_MOVE:
        return battle.target == reactor and now > 1
    last = battle.path_length
    fighter = battle.fighters[reactor]
    x, y = path_square_x(battle, last), path_square_y(battle, last)
    return distance(fighter.x, fighter.y, x, y) < now


# --- Reactive actions (QM4) -----------------------------------------------------------------------


@njit
def strike_distance_of_path(battle, reactor):
    """Least distance of a strike to the path of the announced Move, its start included (RM13)."""
    nearest = strike_gap(battle, reactor, active_fighter(battle))
    for step in range(battle.path_length):
        x, y = battle.path_x[step], battle.path_y[step]
        nearest = min(nearest, strike_distance(battle, reactor, x, y))
    return nearest


@njit
def distance_to_strike(battle, reactor):
    """Distance of a strike or movement to a possible Counter-Attack, else out of reach (RM13)."""
    actor = active_fighter(battle)
    if battle.action == Act.COMBAT_MOVE:
        return strike_distance_of_steps(battle, reactor)
    if battle.action == Act.MOVE:
        return strike_distance_of_path(battle, reactor)
    return strike_gap(battle, reactor, actor) if is_blow(battle.action) else OUT_OF_REACH


@njit
def may_counter_attack(fighter, act, near):
    """Counter-Attack an enemy who comes within reach (M32, RM13, RM35, RM37).

    `near` is the `distance_to_strike`, the same for both acts.
    """
    if not is_on_guard(fighter) or not can_pay(fighter, act):
        return False
    if act == Act.UNARMED_COUNTER_ATTACK:
        return near <= WEAPON_REACH[UNARMED]
    return has_melee_weapon(fighter) and near <= reach(fighter)


@njit
def may_counter_fire(battle, reactor):
    """Counter-Fire at an Aim or a movement in the line of fire (M33, RM13)."""
    if not may_fire_back(battle.fighters[reactor]):
        return False
    if is_movement(battle.action):
        return comes_into_fire(battle, reactor)
    return battle.action == Act.AIM and is_target_in_fire(battle, reactor, active_fighter(battle))


@njit
def may_fire_back(fighter):
    """On Guard, with a loaded missile weapon and the action points (M33)."""
    return (
        is_on_guard(fighter)
        and has_missile_weapon(fighter)
        and not needs_reload(fighter)
        and can_pay(fighter, Act.COUNTER_FIRE)
    )


@njit
def may_dodge(battle, reactor):
    """Dodge a Ranged Attack from farther than its weapon's attack speed (M34, RM17)."""
    fighter = battle.fighters[reactor]
    archer = active_fighter(battle)
    return (
        is_on_guard(fighter)
        and battle.action == Act.RANGED_ATTACK
        and can_pay(fighter, Act.DODGE)
        and gap(battle, reactor, archer) > WEAPON_ATTACK_SPEED[battle.fighters[archer].hand]
    )


@njit
def may_evade(battle, reactor):
    """Evade a Melee Attack or Unarmed Attack (M36)."""
    fighter = battle.fighters[reactor]
    return is_on_guard(fighter) and is_blow(battle.action) and can_pay(fighter, Act.EVADE)


@njit
def may_parry(battle, reactor):
    """Parry a Melee Attack or Unarmed Attack with a melee weapon (M37, RM35)."""
    fighter = battle.fighters[reactor]
    return (
        is_on_guard(fighter)
        and is_blow(battle.action)
        and can_parry(fighter)
        and can_pay(fighter, Act.PARRY)
    )


@njit
def may_retreat(battle, reactor):
    """Retreat from a movement that comes nearer (M38, RM13)."""
    fighter = battle.fighters[reactor]
    return (
        is_on_guard(fighter)
        and is_movement(battle.action)
        and can_pay(fighter, Act.RETREAT)
        and comes_nearer(battle, reactor)
    )


@njit
def may_double(battle, reactor, act):
    """Double against the partner's action in a bind (M35)."""
    return is_bind_action(battle.action) and may_strike_bound(battle, reactor, act)


@njit
def may_wind(battle, reactor):
    """Wind against the partner's action in a bind, with a melee weapon (M40, RM35)."""
    fighter = battle.fighters[reactor]
    return (
        fighter.status == Status.BOUND
        and is_bind_action(battle.action)
        and can_parry(fighter)
        and can_pay(fighter, Act.WIND)
    )


@njit
def may_struggle(battle, reactor):
    """Struggle against the partner's action in a grapple (M39)."""
    fighter = battle.fighters[reactor]
    return (
        fighter.status == Status.GRAPPLED
        and is_grapple_action(battle.action)
        and can_pay(fighter, Act.STRUGGLE)
    )


# --- Counter-tempo actions (QM5) ------------------------------------------------------------------


@njit
def replacement_cost(fighter, original, replacement):
    """Extra cost of a replacement over the original action (M6)."""
    return max(0, cost(fighter, replacement) - cost(fighter, original))


@njit
def may_replace(battle, replacement):
    """Whether a counter-tempo action may replace the attack or Feint (M23, M41, M42, RM26)."""
    actor = battle.fighters[active_fighter(battle)]
    if battle.action != Act.MELEE_ATTACK and battle.action != Act.FEINT:
        return False
    if replacement_cost(actor, battle.action, replacement) > actor.action_points:
        return False
    answer = battle.fighters[battle.target].reaction
    if replacement == Act.FEINT_COUNTER_ATTACK:
        return battle.action == Act.FEINT and is_parry(answer)
    if answer != Act.COUNTER_ATTACK and answer != Act.UNARMED_COUNTER_ATTACK:
        return False
    return replacement == Act.CT_COUNTER_ATTACK or can_parry(actor)
