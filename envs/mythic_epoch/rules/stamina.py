"""Action points: paying, and Recover Stamina (M43, M44, RM5, RM15)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ..enums import Act, Event, Skill
from ..tables import ACTION_POINTS, ARMOUR_RECOVERY_LOAD, RECOVERY_POINTS, RECOVERY_THRESHOLDS
from .checks import roll_pool, skill


@njit
def points_regained(result):
    """Action points that a Recover Stamina result gives back (M44)."""
    for step in range(len(RECOVERY_THRESHOLDS)):
        if result >= RECOVERY_THRESHOLDS[step]:
            return RECOVERY_POINTS[step]
    return 0


@njit
def recovery_rating(fighter):
    """Endurance less the load of armour (RM5, RM10)."""
    return skill(fighter, Skill.ENDURANCE) + ARMOUR_RECOVERY_LOAD[fighter.armour]


@njit
def recovery_result(fighter, pool, adds_pool):
    """Result of Recover Stamina: the rating less the pool; the switch adds the pool (RM5)."""
    rating = recovery_rating(fighter)
    return rating + pool if adds_pool else rating - pool


@njit
def recover_stamina(battle, actor):
    """Recover Stamina at the end of every turn, in any status (M43, TM4)."""
    fighter = battle.fighters[actor]
    pool = roll_pool(battle)
    regained = points_regained(recovery_result(fighter, pool, battle.recovery_adds_pool))
    fighter.action_points = min(ACTION_POINTS, fighter.action_points + regained)
    points = fighter.action_points
    log_event(battle, Event.RECOVERY, actor, NOBODY, Act.RECOVER_STAMINA, points, pool)


@njit
def pay(battle, actor, points):
    """Spend action points at declaration (M4, TM3)."""
    battle.fighters[actor].action_points -= points
