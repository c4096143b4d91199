"""The facts that a fighter cannot know, and a plausible sample of them (XM1 to XM3)."""

from __future__ import annotations

import numpy as np

from ..core.compiler.compile import njit
from ..core.engine.dice import below, reset_dice
from ..core.engine.hidden import (
    Hidden,
    from_enemies,
    from_everybody,
    kind_plan,
    sheets,
    take_from_kind,
)
from .characters import Person, fill_person
from .enums import Act, Skill, Window
from .rules.checks import damage_points
from .rules.declare import active_fighter
from .state import FIGHTER, PERSON
from .tables import CAST_NAMES, NEAR_COLLAPSE_QUARTERS, SKILL_MAXIMUM

FRESH, HALF, NEAR_COLLAPSE, OUT = range(4)
"""The bands of damage that others can see (XM3)."""


# --- The hidden fields ----------------------------------------------------------------------------


def is_standing_enemy(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy who is able to act; of the fallen all is known (XM3)."""
    return from_enemies(battle, viewer, of) and band_of(battle.fighters[of]) != OUT


def condition_seen(battle: np.record, viewer: int, of: int) -> int:
    """The band of damage, which all can see (XM3)."""
    return int(band_of(battle.fighters[of]))


def is_undecided_blow(battle: np.record, viewer: int, of: int) -> bool:
    """Whether an enemy has announced what may be a Feint, and it is not out yet (XM1)."""
    return (
        battle.window == Window.REACTION
        and battle.action in (Act.MELEE_ATTACK, Act.FEINT)
        and battle.side[viewer] != battle.side[active_fighter(battle)]
    )


def action_seen(battle: np.record, viewer: int, of: int) -> int:
    """The action at hand, as enemies see it: a Feint looks like a Melee Attack (XM1)."""
    return int(Act.MELEE_ATTACK if battle.action == Act.FEINT else battle.action)


OTHER_SKILLS = tuple(skill for skill in Skill if skill != Skill.ENDURANCE)

HIDDEN = (
    Hidden("dice", ("XM2",), from_everybody),
    Hidden("action", ("XM1",), is_undecided_blow, action_seen),
    Hidden("fighters.damage", ("XM3",), is_standing_enemy, condition_seen),
    Hidden(
        "fighters.skills", ("XM3",), is_standing_enemy, condition_seen, places=(Skill.ENDURANCE,)
    ),
    Hidden("fighters.skills", ("XM3",), places=OTHER_SKILLS, sample="kind"),
)
"""The fields that a fighter cannot know."""
SHEETS = sheets(FIGHTER, PERSON, fill_person, [Person(base=name) for name in CAST_NAMES])
"""The fighters of the cast, without the changes of a scenario."""
KIND_PLAN = kind_plan(HIDDEN, FIGHTER)

# --- A sample of them -----------------------------------------------------------------------------


@njit(shared=True)
def conceal(battle, fighter, rng_state):
    """Overwrite all that a fighter cannot know with a plausible sample (XM1, XM2, XM3).

    It draws the coming dice, the condition of every opponent, and, until the counter-tempo step,
    whether an opponent's announced attack is a Feint. Other skills are those of the cast.
    """
    reset_dice(battle, rng_state)
    for other in range(battle.num_fighters):
        if battle.side[other] != battle.side[fighter]:
            kind = battle.fighters[other].cast
            take_from_kind(battle.fighters, other, KIND_PLAN, SHEETS, kind)
            conceal_condition(battle, other, rng_state)
    if battle.side[fighter] != battle.side[active_fighter(battle)]:
        conceal_feint(battle, rng_state)


@njit
def conceal_feint(battle, rng_state):
    """Make one announced attack in eight a Feint (XM1).

    Solved duels have about this share (RM2).
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
    """The band of a fighter's damage (XM3)."""
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
