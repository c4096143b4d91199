"""What a heuristic may not know of its enemies is put aside while it thinks (XW1, XW2, RW26).

In its place stand the figures of their kind, full pools, and no hidden fighter at all; so all rules
can be asked about what is seen, and no heuristic can read more. Afterwards all is put back.
"""

from __future__ import annotations

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import MAX_FIGHTERS
from ....envs.wildroll.enums import (
    ATTRIBUTE_NAMES,
    SKILL_NAMES,
    Deed,
    Life,
)
from ....envs.wildroll.rules.health.bodies import are_enemies
from ....envs.wildroll.rules.stamina.stamina import (
    is_exhausted,
    is_staggered,
    most_stamina,
    normal_mana,
    normal_stamina,
)
from ....envs.wildroll.tables import CAST_ATTRIBUTES, CAST_SKILLS, CAST_SPECIALISATIONS

ATTRIBUTES, SKILLS = len(ATTRIBUTE_NAMES), len(SKILL_NAMES)
SPECIALISED, STAMINA, FATIGUE, MANA, READIED, LIFE = range(
    ATTRIBUTES + SKILLS, 6 + ATTRIBUTES + SKILLS
)
FIGURES = LIFE + 1
"""Figures of each enemy that are put aside; attributes and skills come first."""
FIGHTERS = MAX_FIGHTERS

# --- Putting aside --------------------------------------------------------------------------------


@njit
def keep(fighter, kept):
    """Write down what is put aside of an enemy."""
    for place in range(ATTRIBUTES):
        kept[place] = fighter.attributes[place]
    for place in range(SKILLS):
        kept[ATTRIBUTES + place] = fighter.skills[place]
    kept[SPECIALISED] = fighter.specialisations
    kept[STAMINA] = fighter.stamina
    kept[FATIGUE] = fighter.fatigue
    kept[MANA] = fighter.mana
    kept[READIED] = fighter.readied
    kept[LIFE] = fighter.life


@njit
def look_like_kind(fighter):
    """Give an enemy the figures of its kind (XW2)."""
    for place in range(ATTRIBUTES):
        fighter.attributes[place] = CAST_ATTRIBUTES[fighter.cast, place]
    for place in range(SKILLS):
        fighter.skills[place] = CAST_SKILLS[fighter.cast, place]
    fighter.specialisations = CAST_SPECIALISATIONS[fighter.cast]


@njit
def look_fresh(fighter, exhausted, staggered):
    """Give an enemy the pools that fit to how tired it looks (RW12, XW2)."""
    normal = normal_stamina(fighter)
    fighter.fatigue = 0
    if staggered:
        fighter.fatigue = normal
    elif exhausted:
        fighter.fatigue = (normal + 1) // 2
    fighter.stamina = most_stamina(fighter)
    fighter.mana = normal_mana(fighter)


@njit
def put_aside(battle, actor, kept):
    """Put aside what somebody cannot know, `kept [FIGHTERS, FIGURES]` (XW1, XW2, RW26)."""
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other):
            fighter = battle.fighters[other]
            keep(fighter, kept[other])
            exhausted, staggered = is_exhausted(fighter), is_staggered(fighter)
            look_like_kind(fighter)
            look_fresh(fighter, exhausted, staggered)
            if fighter.readied != Deed.NONE:
                fighter.readied = Deed.STANDARD
            if fighter.hidden:
                fighter.life = Life.DEAD


# --- Putting back ---------------------------------------------------------------------------------


@njit
def put_back(battle, actor, kept):
    """Put back all that was put aside."""
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other):
            fighter = battle.fighters[other]
            for place in range(ATTRIBUTES):
                fighter.attributes[place] = kept[other, place]
            for place in range(SKILLS):
                fighter.skills[place] = kept[other, ATTRIBUTES + place]
            fighter.specialisations = kept[other, SPECIALISED]
            fighter.stamina = kept[other, STAMINA]
            fighter.fatigue = kept[other, FATIGUE]
            fighter.mana = kept[other, MANA]
            fighter.readied = kept[other, READIED]
            fighter.life = kept[other, LIFE]
