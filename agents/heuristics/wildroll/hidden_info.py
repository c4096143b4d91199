"""Replaces what a fighter cannot know about its enemies while a heuristic decides for it.

Meanwhile the hidden fields (`hidden.py`) hold the values of the enemy's kind, the pools are full,
and an enemy who hides counts as dead. A heuristic can therefore use every rule without learning
hidden facts. Afterwards the enemies' records are restored.
"""

from __future__ import annotations

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import slot_of
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
from ....envs.wildroll.state import FIGHTER
from ....envs.wildroll.tables import CAST_ATTRIBUTES, CAST_SKILLS, CAST_SPECIALISATIONS

KEPT_WORDS = FIGHTER.itemsize
"""Number of 8-byte words that hold the records of eight fighters; a side has six at most."""

# --- Setting aside --------------------------------------------------------------------------------


@njit
def look_like_kind(fighter):
    """Give an enemy the attributes and skills of its kind (XW2)."""
    for place in range(len(ATTRIBUTE_NAMES)):
        fighter.attributes[place] = CAST_ATTRIBUTES[fighter.cast, place]
    for place in range(len(SKILL_NAMES)):
        fighter.skills[place] = CAST_SKILLS[fighter.cast, place]
    fighter.specialisations = CAST_SPECIALISATIONS[fighter.cast]


@njit
def assume_pools(fighter, exhausted, staggered):
    """Give an enemy full pools and the least fatigue that fits what can be seen (RW12, XW2)."""
    normal = normal_stamina(fighter)
    fighter.fatigue = 0
    if staggered:
        fighter.fatigue = normal
    elif exhausted:
        fighter.fatigue = (normal + 1) // 2
    fighter.stamina = most_stamina(fighter)
    fighter.mana = normal_mana(fighter)


@njit
def set_aside(battle, actor, kept):
    """Replace what a fighter cannot know about its enemies (XW1, XW2, RW26).

    Args:
        battle: the battle.
        actor: the fighter.
        kept: `[8]` FIGHTER, overwritten with the enemies' true records by slot.
    """
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other):
            fighter = battle.fighters[other]
            kept[slot_of(battle, other)] = fighter
            exhausted, staggered = is_exhausted(fighter), is_staggered(fighter)
            look_like_kind(fighter)
            assume_pools(fighter, exhausted, staggered)
            if fighter.readied != Deed.NONE:
                fighter.readied = Deed.STANDARD
            if fighter.hidden:
                fighter.life = Life.DEAD


@njit
def put_back(battle, actor, kept):
    """Restore the true records of all enemies."""
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other):
            battle.fighters[other] = kept[slot_of(battle, other)]
