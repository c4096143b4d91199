"""What a fighter cannot know, overwritten by a plausible sample for a search (XM1 to XM3)."""

from __future__ import annotations

from ..core.compiler.compile import njit
from ..core.engine.dice import below, draw_anew
from .enums import Act, Skill, Window
from .rules.checks import damage_points
from .rules.declare import active_fighter
from .tables import NEAR_COLLAPSE_QUARTERS, SKILL_MAXIMUM

FRESH, HALF, NEAR_COLLAPSE, OUT = range(4)
"""The bands of damage that others can see (XM3)."""


@njit(shared=True)
def conceal(battle, fighter, rng_state):
    """Overwrite what a fighter cannot know by a plausible sample (XM1, XM2, XM3).

    The coming dice are drawn anew for everybody, the condition of every opponent, and, until the
    counter-tempo step, whether the attack that an opponent has announced is a Feint.
    """
    draw_anew(battle, rng_state)
    for other in range(battle.num_fighters):
        if battle.side[other] != battle.side[fighter]:
            conceal_condition(battle, other, rng_state)
    if battle.side[fighter] != battle.side[active_fighter(battle)]:
        conceal_feint(battle, rng_state)


@njit
def conceal_feint(battle, rng_state):
    """Take one announced attack in eight for a Feint (XM1).

    It is the middle of what solved duels show (RM2).
    """
    if battle.window != Window.REACTION:
        return
    if battle.action == Act.MELEE_ATTACK or battle.action == Act.FEINT:
        battle.action = Act.FEINT if below(rng_state, 8) == 0 else Act.MELEE_ATTACK


@njit
def least_damage(points, band):
    """Damage with which a band begins: fresh, half, near collapse, out (XM3)."""
    if band == OUT:
        return points
    if band == NEAR_COLLAPSE:
        return (NEAR_COLLAPSE_QUARTERS * points + 3) // 4
    return (points + 1) // 2 if band == HALF else 0


@njit
def band_of(fighter):
    """In which condition a fighter is seen to be (XM3)."""
    band = OUT
    while fighter.damage < least_damage(damage_points(fighter), band):
        band -= 1
    return band


@njit
def conceal_condition(battle, other, rng_state):
    """Draw another endurance, around the 5 of the trained (RM29), and damage in its band (XM3)."""
    fighter = battle.fighters[other]
    band = band_of(fighter)
    if band == OUT:
        return
    half = SKILL_MAXIMUM // 2
    fighter.skills[Skill.ENDURANCE] = below(rng_state, half + 1) + below(rng_state, half + 1)
    points = damage_points(fighter)
    least = least_damage(points, band)
    fighter.damage = least + below(rng_state, least_damage(points, band + 1) - least)
