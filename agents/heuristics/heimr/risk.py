"""The cost of enemies' attacks, ongoing actions and fatigue, by exact odds (H67, H81, QH7)."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.heimr.enums import Ability, Defence, Hand
from ....envs.heimr.rules.characters.abilities import consistency
from ....envs.heimr.rules.dice_challenges.situational_penalties import (
    position_penalty,
    terrain_penalty,
)
from ....envs.heimr.rules.modules.armoury import ability_of, has_shield, is_melee_hand
from ....envs.heimr.state import HANDS
from ....envs.heimr.tables import BREATHER, IS_RANGED, NONE, ONGOING_PENALTY
from .action_value import attack_potential, chance_against, defence_consistency, defence_potential
from .odds import chance_at_least
from .queries import fatigue_gained, gap, is_foe

BLOW_WORTH = 2000
"""Mean worth of a blow that hits."""
HORIZON = 3
"""Number of attacks and defences that a breather is assumed to improve."""
CAUTION = 3000
"""Cost of a hit that is suffered because of an ongoing action."""
NEAR = 1
"""Distance in turns from which an enemy reaches the fighter in one turn."""
USUAL_ATTACK = 8
"""Assumed attack value that a defence has to reach while no enemy is seen."""

# --- What one strikes with ------------------------------------------------------------------------


@njit
def striking_hand(fighter):
    """The hand with which the fighter would attack, -1 for bare hands."""
    for hand in range(HANDS):
        if is_melee_hand(fighter, hand):
            return np.int64(hand)
    if fighter.held[Hand.SWORD] != NONE and IS_RANGED[fighter.held[Hand.SWORD]]:
        if ability_of(fighter, Hand.SWORD) != NONE:
            return np.int64(Hand.SWORD)
    return np.int64(NONE)


@njit
def is_better_bare(fighter):
    """Whether the fighter attacks at least as well with bare hands as armed."""
    hand = striking_hand(fighter)
    if hand == NONE:
        return True
    none = np.int64(NONE)
    armed = consistency(fighter, ability_of(fighter, hand)) + attack_potential(fighter, hand)
    return consistency(fighter, Ability.BRAWL) + attack_potential(fighter, none) >= armed


@njit
def chance_to_reach(battle, fighter, ability, fatigue):
    """Chance that the dice of an attack from the current position reach a fatigue (H67)."""
    penalty = position_penalty(fighter) + terrain_penalty(battle, fighter)
    return chance_at_least(consistency(fighter, ability) - penalty, fatigue)


@njit
def usual_chance_to_reach(battle, fighter, fatigue):
    """Chance that the dice of the fighter's usual attack reach a fatigue (H67)."""
    hand = striking_hand(fighter)
    ability = np.int64(Ability.BRAWL) if hand == NONE else ability_of(fighter, hand)
    return chance_to_reach(battle, fighter, ability, fatigue)


# --- Dangers (QH7) --------------------------------------------------------------------------------


@njit
def danger_of(battle, actor, foe, defence, with_hand):
    """Chance that the next attack of `foe` hits the actor in spite of this defence."""
    if foe == NOBODY:
        return 1.0 - chance_at_least(
            defence_consistency(battle, battle.fighters[actor], defence, with_hand),
            max(
                np.int64(battle.fighters[actor].fatigue),
                USUAL_ATTACK - defence_potential(battle.fighters[actor], defence, with_hand),
            ),
        )
    hand = striking_hand(battle.fighters[foe])
    none = np.int64(NONE)
    return chance_against(battle, foe, actor, hand, none, defence, with_hand, np.int64(0))


@njit
def mean_danger(battle, actor, foe, more):
    """Chance that an enemy hits the actor's best defence with `more` dice less consistency."""
    fighter = battle.fighters[actor]
    hand = striking_hand(battle.fighters[foe])
    none = np.int64(NONE)
    best = chance_against(
        battle, foe, actor, hand, none, np.int64(Defence.DODGE), np.int64(Hand.SWORD), more
    )
    if has_shield(fighter):
        block, off = np.int64(Defence.BLOCK), np.int64(Hand.OFF)
        best = min(best, chance_against(battle, foe, actor, hand, none, block, off, more))
    for own in range(HANDS):
        if is_melee_hand(fighter, own):
            parry = np.int64(Defence.PARRY)
            best = min(best, chance_against(battle, foe, actor, hand, none, parry, own, more))
    return best


# --- Resting (H67, H82, H103) ---------------------------------------------------------------------


@njit
def worth_of_rest(battle, actor):
    """Worth of a breather: more attacks and defences reach the fatigue (H67, H103)."""
    fighter = battle.fighters[actor]
    gained = min(np.int64(BREATHER), fatigue_gained(fighter))
    if gained <= 0:
        return np.int64(0)
    fatigue = np.int64(fighter.fatigue)
    more = usual_chance_to_reach(battle, fighter, fatigue - gained)
    more -= usual_chance_to_reach(battle, fighter, fatigue)
    return np.int64(HORIZON * BLOW_WORTH * more)


@njit
def price_of_ongoing(battle, actor):
    """Cost of the worse defence of an ongoing action until the next turn (H81)."""
    total = np.int64(0)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and gap(battle, actor, foe) <= NEAR:
            then = mean_danger(battle, actor, foe, ONGOING_PENALTY)
            now = mean_danger(battle, actor, foe, np.int64(0))
            total += np.int64((then - now) * CAUTION)
    return total
