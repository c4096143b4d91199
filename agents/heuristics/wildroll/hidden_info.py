"""Replaces what a fighter cannot know about its enemies while a heuristic decides for it.

Meanwhile the hidden fields (`hidden.py`) hold the values of the enemy's kind, the pools are full,
and an enemy who hides counts as dead. A heuristic can therefore use every rule without learning
hidden facts. Afterwards the enemies' records are restored.
"""

from __future__ import annotations

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import slot_of
from ....envs.core.engine.hidden import take_from_kind
from ....envs.wildroll.enums import (
    ATTRIBUTE_NAMES,
    Act,
    Life,
)
from ....envs.wildroll.hidden import KIND_PLAN, SHEETS, assume_belongings
from ....envs.wildroll.rules.health.bodies import are_enemies
from ....envs.wildroll.rules.stamina.stamina import (
    is_exhausted,
    is_staggered,
    most_stamina,
    normal_mana,
    normal_stamina,
)
from ....envs.wildroll.state import FIGHTER
from ....envs.wildroll.tables import CAST_ATTRIBUTES

KEPT_WORDS = FIGHTER.itemsize
"""Number of 8-byte words that hold the records of eight fighters; a side has six at most."""

# --- Setting aside --------------------------------------------------------------------------------


@njit
def assume_attributes(fighter):
    """Give an enemy the attributes of its kind (XW2)."""
    for place in range(len(ATTRIBUTE_NAMES)):
        fighter.attributes[place] = CAST_ATTRIBUTES[fighter.cast, place]


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
            take_from_kind(battle.fighters, other, KIND_PLAN, SHEETS, fighter.cast)
            assume_belongings(battle, other)
            assume_attributes(fighter)
            assume_pools(fighter, exhausted, staggered)
            if fighter.readied != Act.NONE:
                fighter.readied = Act.STANDARD
            if fighter.hidden:
                fighter.life = Life.DEAD
                fighter.initiative = 0
                fighter.action_points = 0


@njit
def put_back(battle, actor, kept):
    """Restore the true records of all enemies."""
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other):
            battle.fighters[other] = kept[slot_of(battle, other)]
