"""The worth of AP, initiative and positions to a marshal, in ten-thousandths of a fighter."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.bits import contains
from ....envs.core.compiler.compile import njit, scratch
from ....envs.core.engine.battle import NOBODY
from ....envs.core.maps.hex_grid import HEX_SIDES, hex_neighbour_x, hex_neighbour_y
from ....envs.wildroll.enums import (
    WEAPON_ATTACKS,
    Act,
    Attribute,
    Verb,
)
from ....envs.wildroll.navigation.pathfinding import find_way
from ....envs.wildroll.rules.combat_sequence.action_stack import top_frame
from ....envs.wildroll.rules.combat_sequence.initiative import initiative_in_turn
from ....envs.wildroll.rules.combat_sequence.interrupts import active_fighter
from ....envs.wildroll.rules.combat_sequence.points import (
    most_points,
    round_start_points,
    turn_end_points,
)
from ....envs.wildroll.rules.common_actions.items import longest_reach
from ....envs.wildroll.rules.health.bodies import attribute, can_act, is_animal
from ....envs.wildroll.rules.movement.movement import mover_of, points_left, points_to_buy
from ....envs.wildroll.rules.movement.spaces import gap, gap_from
from ....envs.wildroll.rules.offensive_actions.attacks import reaches
from ....envs.wildroll.state import PATH
from ....envs.wildroll.tables import ACT_POINTS, DEFEND_BONUS, INTERRUPT_COST, NONE
from .action_value import WHOLE, best_slot, worth_of
from .queries import FAR, could_come, gap_to, is_foe, reaches_with_any, untargeted_action

POINT_WORTH = 300
"""Worth of one AP."""
STEP_WORTH = 60
"""Worth of 2 points of initiative that do not lose the lead."""
LEAD_WORTH = 450
"""Worth of 2 points of initiative whose loss loses the lead."""
DEFEND_SHARE = 80
"""Percent: the worth of damage prevented compared with damage dealt."""
LATER_BLOWS = 3
"""One in this number of later blows still meets the Defend, which a wound ends (W78)."""

# --- What enemies threaten (W44) ------------------------------------------------------------------


@njit
def points_of_turn(battle, foe):
    """AP that an enemy has in its next turn if it spends none before (W44)."""
    fighter = battle.fighters[foe]
    points = np.int64(fighter.action_points)
    if fighter.acted and foe != battle.active:
        points += round_start_points(attribute(fighter, Attribute.SPEED))
    return points


@njit
def next_blow(battle, foe, actor, more):
    """Worth of the hardest attack of an enemy's next turn on the fighter (W73, W75, W76).

    `more` is added to the Defense.
    """
    slot = best_slot(battle, foe, actor, False)
    points = points_of_turn(battle, foe)
    if slot == NONE or points < ACT_POINTS[Act.QUICK]:
        return np.int64(0)
    act = Act.QUICK
    if points >= ACT_POINTS[Act.STRONG]:
        act = Act.STRONG
    elif points >= ACT_POINTS[Act.STANDARD]:
        act = Act.STANDARD
    return worth_of(battle, foe, actor, np.int64(act), slot, more)


@njit
def targets_of(battle, foe, actor):
    """Number of fighters of the actor's side whom an enemy reaches; the actor always counts."""
    count = 0
    for other in range(battle.num_fighters):
        if battle.side[other] == battle.side[actor] and can_act(battle.fighters[other]):
            count += other == actor or reaches_with_any(battle, foe, other)
    return count


@njit
def worth_of_defend(battle, actor):
    """Worth that Defend saves until the fighter's next turn; a first wound ends it (W78)."""
    total, most = np.int64(0), np.int64(0)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and reaches_with_any(battle, foe, actor):
            now = next_blow(battle, foe, actor, 0)
            then = next_blow(battle, foe, actor, DEFEND_BONUS)
            saved = (now - then) // targets_of(battle, foe, actor)
            total += saved
            most = max(most, saved)
    return DEFEND_SHARE * (most + (total - most) // LATER_BLOWS) // 100


@njit
def is_ahead(battle, actor):
    """Whether the fighter would act before every enemy who can reach it (W53, W57)."""
    own = initiative_in_turn(battle, actor)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and could_come(battle, foe, actor):
            if initiative_in_turn(battle, foe) >= own:
                return False
    return True


@njit
def keeps_lead(battle, actor):
    """Whether the fighter stays ahead of the active one after an interrupt (W57)."""
    lead = initiative_in_turn(battle, actor) - initiative_in_turn(battle, active_fighter(battle))
    return lead > INTERRUPT_COST


# --- AP (W44, W45) --------------------------------------------------------------------------------


@njit
def points_lost(battle, actor):
    """AP that are lost before the fighter's next turn if it spends none now (W45)."""
    fighter = battle.fighters[actor]
    speed = attribute(fighter, Attribute.SPEED)
    coming = turn_end_points(speed) + round_start_points(speed)
    return np.int64(fighter.action_points) + coming - most_points(speed)


@njit
def points_after_way(battle, actor, yards):
    """AP left after this distance on open ground, below 0 if they do not suffice."""
    mover = mover_of(battle, actor)
    if mover == NOBODY:
        return np.int64(-1)
    spent = points_to_buy(battle, mover, max(np.int64(0), yards))
    left = min(
        np.int64(battle.fighters[mover].action_points),
        np.int64(battle.fighters[actor].action_points),
    )
    return left - spent if spent >= 0 else np.int64(-1)


# --- Initiative (W57) -----------------------------------------------------------------------------


@njit
def price_of_interrupt(battle, actor):
    """Worth of the 2 initiative that an interrupt costs now (W57)."""
    return np.int64(STEP_WORTH if keeps_lead(battle, actor) else LEAD_WORTH)


@njit
def gain_of_striking_first(battle, actor, foe, worth):
    """Worth saved by wounding an enemy before it acts."""
    gain = worth * next_blow(battle, foe, actor, 0) // WHOLE
    return gain if foe == active_fighter(battle) else gain // 2


# --- Places (RW32) --------------------------------------------------------------------------------


@njit
def enemies_reached_from(battle, actor, x, y):
    """Number of enemies, animals excluded, whom the fighter would reach from a hex."""
    count = 0
    reach = longest_reach(battle.fighters[actor])
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and not is_animal(battle.fighters[foe]):
            count += gap_from(battle, actor, x, y, foe) <= reach
    return count


@njit
def outreaches(battle, actor):
    """Whether an enemy reaches the fighter, and the fighter's weapon is longer than all theirs."""
    is_any = False
    reach = longest_reach(battle.fighters[actor])
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and reaches_with_any(battle, foe, actor):
            is_any = True
            if longest_reach(battle.fighters[foe]) >= reach:
                return False
    return is_any


@njit
def least_gap(battle, actor, x, y):
    """Gap from a hex to the nearest enemy."""
    least = np.int64(FAR)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe):
            least = min(least, gap_from(battle, actor, x, y, foe))
    return least


@njit
def step_to_advantage(battle, mask, actor):
    """Step back to where only the fighter's longer weapon reaches; -1 if useless."""
    if not outreaches(battle, actor):
        return np.int64(NONE)
    fighter = battle.fighters[actor]
    best, most = np.int64(NONE), least_gap(battle, actor, fighter.x, fighter.y)
    for side in range(HEX_SIDES):
        action = untargeted_action(mask, Verb.STEP, side)
        if action != NONE:
            x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
            space = least_gap(battle, actor, x, y)
            if space > most and enemies_reached_from(battle, actor, x, y) > 0:
                best, most = action, space
    return best


@njit
def yards_to_reach(battle, actor, foe):
    """Distance in yards until an enemy is in reach, FAR if `foe` is NOBODY."""
    if foe == NOBODY:
        return np.int64(FAR)
    return gap_to(battle, actor, foe) - max(np.int64(0), longest_reach(battle.fighters[actor]))


# --- Rebuffs to come (W74, RW28) ------------------------------------------------------------------


@njit
def could_rebuff(battle, foe):
    """Whether an enemy meets the conditions of a Rebuff (W55, W74)."""
    fighter = battle.fighters[foe]
    if not can_act(fighter) or is_animal(fighter) or fighter.initiative < 1:
        return False
    return fighter.action_points >= ACT_POINTS[Act.REBUFF] and longest_reach(fighter) >= 1


@njit
def rebuffs_on_way(battle, actor, foe, path_x, path_y, length):
    """Whether an enemy could Rebuff a path: it enters the enemy's reach (W74, RW8)."""
    if not could_rebuff(battle, foe):
        return False
    before = gap(battle, actor, foe)
    reach = longest_reach(battle.fighters[foe])
    for at in range(length):
        then = gap_from(battle, actor, path_x[at], path_y[at], foe)
        if then < before and then < reach and before <= reach:
            return True
        before = then
    return False


@njit
def draws_rebuff(battle, actor, verb, target):
    """Whether the target of a movement action could Rebuff it."""
    path = scratch(2, PATH)
    length = find_way(battle, actor, verb, 0, target, path[0], path[1])
    return rebuffs_on_way(battle, actor, target, path[0], path[1], length)


# --- Evading (W66, RW37) --------------------------------------------------------------------------


@njit
def declared_worth(battle, actor):
    """Worth of the attack that has just been declared on the fighter."""
    frame = top_frame(battle)
    if not contains(WEAPON_ATTACKS, frame.act):
        return np.int64(0)
    foe, slot = np.int64(frame.actor), np.int64(frame.argument)
    if not reaches(battle, foe, actor, slot):
        return np.int64(0)
    return worth_of(battle, foe, actor, np.int64(frame.act), slot, 0)


@njit
def left_to_follower(battle):
    """AP that the enemy who declared would have left after following by a step."""
    foe = np.int64(top_frame(battle).actor)
    if points_left(battle.fighters[foe]) >= 1:
        return np.int64(battle.fighters[foe].action_points)
    return np.int64(battle.fighters[foe].action_points) - 1


@njit
def worth_of_evading(battle, actor):
    """Worth of a sidestep: the attack, if the enemy lacks the AP for it after following."""
    frame = top_frame(battle)
    worth = declared_worth(battle, actor)
    if worth == 0:
        return worth
    left = left_to_follower(battle)
    if left >= ACT_POINTS[frame.act]:
        return np.int64(0)
    if left >= ACT_POINTS[Act.QUICK] and frame.act != Act.QUICK:
        foe, slot = np.int64(frame.actor), np.int64(frame.argument)
        worth -= worth_of(battle, foe, actor, np.int64(Act.QUICK), slot, 0)
    return worth
