"""Replaces what a fighter cannot know about its enemies while a heuristic decides for it.

Meanwhile the hidden fields (`hidden.py`) hold the values of the enemy's kind, or those that Insight
has revealed, and an enemy who hides counts as dead. A heuristic can therefore use every rule
without learning hidden facts. Afterwards the enemies' records are restored.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import slot_of
from ....envs.core.engine.hidden import take_from_kind
from ....envs.heimr.enums import (
    Act,
    Life,
    Trigger,
)
from ....envs.heimr.hidden import KIND_PLAN, SHEETS
from ....envs.heimr.rules.combat_basics.fatigue import base_fatigue
from ....envs.heimr.rules.health.health import most_hp, most_wp
from ....envs.heimr.rules.modules.armoury import IN_HANDS, conceals_from
from ....envs.heimr.rules.positions.hiding import is_hidden_from
from ....envs.heimr.state import FIGHTER, HANDS
from ....envs.heimr.tables import FATIGUE_MOST, NONE

KEPT_WORDS = FIGHTER.itemsize
"""Number of 8-byte words that hold the records of eight fighters; a side has six at most."""
ROUNDS_A_RISE = 4
"""Number of rounds in which an enemy is assumed to gain 1 fatigue."""
MOST_RISE = 3
"""Most fatigue that an enemy is assumed to gain."""

# --- Setting aside --------------------------------------------------------------------------------


@njit
def assume_pools(battle, fighter, actor):
    """Give an enemy the HP, WP and fatigue revealed by Insight, or likely ones (XH5, RH51).

    Its fatigue counts as not risen since its turn began (H73).
    """
    most, wp = most_hp(fighter), most_wp(fighter)
    fatigue = base_fatigue(fighter) + min(MOST_RISE, battle.round_number // ROUNDS_A_RISE)
    if (np.int64(fighter.sized_up_by) >> actor) & 1 != 0:
        slot = slot_of(battle, actor)
        most, wp = min(most, np.int64(fighter.seen_hp[slot])), np.int64(fighter.seen_wp[slot])
        fatigue = np.int64(fighter.seen_fatigue[slot])
    fighter.hp = max(1, most)
    if fighter.injured != 0:
        fighter.hp = min(0, most)
    fighter.wp = wp
    fighter.fatigue = min(FATIGUE_MOST, fatigue)
    fighter.tired = False


@njit
def overlook_concealed(battle, other, actor):
    """Empty the hand in which an enemy conceals an item that the fighter has not found (XH6)."""
    for hand in range(HANDS):
        if conceals_from(battle, actor, other, IN_HANDS + hand):
            battle.fighters[other].held[hand] = NONE


@njit
def forget_plans(fighter):
    """Replace whatever an enemy has readied with a readied attack (XH2)."""
    if fighter.readied != Act.NONE:
        fighter.readied = Act.WEAPON_ATTACK
    fighter.trigger = Trigger.NONE
    fighter.trigger_by = -1


@njit
def set_aside(battle, actor, kept):
    """Replace what a fighter cannot know about its enemies (XH1, XH2, XH5, XH6).

    Args:
        battle: the battle.
        actor: the fighter.
        kept: `[8]` FIGHTER, overwritten with the enemies' true records by slot.
    """
    hidden = np.int64(0)
    for other in range(battle.num_fighters):
        if is_hidden_from(battle, other, actor):
            hidden |= 1 << other
    for other in range(battle.num_fighters):
        if battle.side[other] != battle.side[actor]:
            fighter = battle.fighters[other]
            kept[slot_of(battle, other)] = fighter
            take_from_kind(battle.fighters, other, KIND_PLAN, SHEETS, fighter.cast)
            assume_pools(battle, fighter, actor)
            overlook_concealed(battle, other, actor)
            forget_plans(fighter)
            fighter.hide = 0
            fighter.conceal = 0
            if (hidden >> other) & 1 != 0:
                fighter.life = Life.DEAD


@njit
def put_back(battle, actor, kept):
    """Restore the true records of all enemies."""
    for other in range(battle.num_fighters):
        if battle.side[other] != battle.side[actor]:
            battle.fighters[other] = kept[slot_of(battle, other)]
