"""Targets of orders: names and descriptions become fighters (P18 to P20, RP15, RP36)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, ally_in_slot
from ..actions.clauses import SECOND, THIRD, detail_of
from ..enums import (
    Act,
    Description,
    Life,
    Spell,
    Verb,
)
from ..tables import (
    NONE,
    RANGE_INCREMENTS,
    SPELL_PENETRATION,
    SPELL_RANGE,
    WEAPON_PENETRATION,
    WEAPON_RANGE,
)
from .bodies import (
    are_enemies,
    has_two_weapons,
    is_able,
    is_entrapped,
    reach,
)
from .rescue import can_carry
from .rolls import wins_tie
from .sight import can_perceive, gap, is_known_dead, is_unaware
from .spells import can_reach_place
from .verbs import AT_FIGHTERS, BLOWS, FOR_ALLIES, SHOTS, SPREADS

SPELL_THREAT = int(max(SPELL_PENETRATION))
"""A spell in hand counts as the worst one, since nobody sees which it is (XP3)."""
STRUCK_AT_WARD = 100
"""An enemy who attacked the ward comes before one who stands by it."""

# --- Verbs and ranges -----------------------------------------------------------------------------


@njit
def is_blow(verb):
    """Whether the verb strikes without moving: its target is found after movement (RP14, RP15)."""
    return contains(BLOWS, verb)


@njit
def is_shot(verb):
    """Whether the verb shoots or throws."""
    return contains(SHOTS, verb)


@njit
def is_spread(verb):
    """Whether the second attack has another target."""
    return contains(SPREADS, verb)


@njit
def names_fighter(verb):
    """Whether the target of a verb, or of none (-1), is a fighter or a description."""
    return verb >= 0 and contains(AT_FIGHTERS, verb)


@njit
def is_in_range(battle, actor, target):
    """Whether the weapon in hand has this range (P108)."""
    longest = RANGE_INCREMENTS * WEAPON_RANGE[battle.fighters[actor].hand]
    return gap(battle, actor, target) <= longest


@njit
def is_in_spell_range(battle, actor, target):
    """Whether the Prepared spell has this range (RP23)."""
    spell = battle.fighters[actor].prepared
    return spell != NONE and gap(battle, actor, target) <= SPELL_RANGE[spell]


@njit
def is_within(battle, actor, verb, target):
    """Whether the verb can reach the target; movement can aim at any fighter (P20)."""
    if is_blow(verb):
        return gap(battle, actor, target) <= reach(battle.fighters[actor])
    if is_shot(verb):
        return is_in_range(battle, actor, target)
    if verb == Verb.RELEASE_BESIDE and battle.fighters[actor].prepared == Spell.BLAST:
        return can_reach_place(battle, actor, target)
    if verb == Verb.RELEASE or verb == Verb.RELEASE_BESIDE or verb == Verb.MEND:
        return is_in_spell_range(battle, actor, target)
    if verb == Verb.STABILIZE or verb == Verb.FREE:
        return gap(battle, actor, target) <= 1
    return True


@njit
def needs_mend(battle, actor, other):
    """Whether a visible ally is dying or hurt; the Stable sleep on, healed or not (P20, RP11)."""
    ally = battle.fighters[other]
    is_hurt = is_able(ally) and ally.wounds > 0
    if not is_hurt and ally.life != Life.FATALLY_WOUNDED:
        return False
    return can_perceive(battle, actor, other)


@njit
def needs_aid(battle, actor, verb, other):
    """Whether an ally needs the verb: fallen, entrapped, wounded, to be carried (P20)."""
    ally = battle.fighters[other]
    if verb == Verb.STABILIZE:
        return ally.life == Life.FATALLY_WOUNDED
    if verb == Verb.FREE:
        return is_able(ally) and is_entrapped(ally)
    if verb == Verb.MEND:
        return needs_mend(battle, actor, other)
    if verb == Verb.RESCUE and not can_carry(battle, actor, other):
        return False
    return ally.life != Life.DEAD


# --- Allies ---------------------------------------------------------------------------------------


@njit
def allies_alive(battle, actor):
    """Number of living allies."""
    count = 0
    for slot in range(battle.max_side):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and battle.fighters[ally].life != Life.DEAD:
            count += 1
    return count


@njit
def has_other_ward(battle, actor):
    """Whether one of his allies is a ward."""
    for slot in range(battle.max_side):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and battle.fighters[ally].is_ward != 0:
            return True
    return False


# --- The ward (P68, WARDS_ATTACKER) ---------------------------------------------------------------


@njit
def guarded_ally(battle, actor):
    """The ally whom the fighter's first action guards by name, -1 if none."""
    order = battle.orders[actor]
    verb, target = order.verb[0], order.target[0]
    if (verb == Verb.GUARD or verb == Verb.GUARD_ONCE) and 0 <= target < MAX_FIGHTERS:
        return target
    return NOBODY


@njit
def is_ward_of(battle, actor, other):
    """Whether the other is the fighter's ward: the ally he guards, else his side's ward."""
    guarded = guarded_ally(battle, actor)
    if guarded != NOBODY:
        return other == guarded
    it = battle.fighters[other]
    return it.is_ward != 0 and it.life != Life.DEAD and not are_enemies(battle, actor, other)


@njit
def has_ward(battle, actor):
    """Whether the fighter has a ward."""
    for other in range(battle.num_fighters):
        if is_ward_of(battle, actor, other):
            return True
    return False


@njit
def has_struck_at(battle, enemy, ward):
    """Whether an enemy attacked the ward in the phase before this one."""
    return (battle.fighters[ward].assailants >> enemy) & 1 == 1


@njit
def danger_to_ward(battle, actor, enemy):
    """Danger of an enemy to the ward: attackers of it first, then the closest."""
    most = -STRUCK_AT_WARD
    for ward in range(battle.num_fighters):
        if is_ward_of(battle, actor, ward):
            danger = -gap(battle, enemy, ward)
            if has_struck_at(battle, enemy, ward):
                danger += STRUCK_AT_WARD
            most = max(most, danger)
    return most


# --- Descriptions (P18, P19, RP15) ----------------------------------------------------------------


@njit
def is_casting(battle, other):
    """Whether a fighter is seen to hold a spell or to keep one up (XP1, XP3)."""
    it = battle.fighters[other]
    return it.prepared != NONE or it.focus != NOBODY


@njit
def is_known_caster(battle, actor, other):
    """Whether a fighter sees that an enemy has a spell now, or has seen it cast (P19, XP3)."""
    if contains(battle.fighters[other].seen_casting, actor):
        return True
    return is_casting(battle, other) and can_perceive(battle, actor, other)


@njit
def notice_casting(battle):
    """At a phase's end, note which enemies see a fighter prepare, hold or release a spell (P19)."""
    for caster in range(battle.num_fighters):
        if not (cast_in_phase(battle.phases[caster]) or is_casting(battle, caster)):
            continue
        for observer in range(battle.num_fighters):
            if are_enemies(battle, caster, observer) and is_able(battle.fighters[observer]):
                if can_perceive(battle, observer, caster):
                    battle.fighters[caster].seen_casting |= 1 << observer


@njit
def cast_in_phase(phase):
    """Whether the action of the phase was to prepare a spell, or released one (P74, P75)."""
    return phase.act == Act.PREPARE_SPELL or phase.released != 0


@njit
def threat(battle, other):
    """How dangerous a fighter looks: Penetration in hand, then weapons in hand (P19)."""
    it = battle.fighters[other]
    penetration = WEAPON_PENETRATION[it.hand]
    if it.second >= 0:
        penetration = max(penetration, WEAPON_PENETRATION[it.second])
    if is_casting(battle, other):
        penetration = max(penetration, SPELL_THREAT)
    return 2 * penetration + np.int64(has_two_weapons(it))


@njit
def fits(battle, actor, description, other):
    """Whether a description fits an enemy; all but casters and a ward's attacker always fit."""
    if description == Description.CASTER:
        return is_known_caster(battle, actor, other)
    if description == Description.WARDS_ATTACKER:
        return has_ward(battle, actor)
    return True


@njit
def rank(battle, actor, description, other):
    """Rank of an enemy under a description; among equals the closest counts (RP15)."""
    if description == Description.MOST_WOUNDED or description == Description.MOST_WOUNDED_ALLY:
        return battle.fighters[other].wounds
    if description == Description.BIGGEST_THREAT:
        return threat(battle, other)
    if description == Description.WARDS_ATTACKER:
        return danger_to_ward(battle, actor, other)
    if description == Description.CASTER:
        return np.int64(is_casting(battle, other))
    return 0


@njit
def suits_better(battle, actor, description, one, other):
    """Whether the first of two fits better: rank, distance, lot (RP15)."""
    mine, its = rank(battle, actor, description, one), rank(battle, actor, description, other)
    if mine != its:
        return mine > its
    mine, its = gap(battle, actor, one), gap(battle, actor, other)
    if mine != its:
        return mine < its
    return wins_tie(battle, one, other, actor)


@njit
def may_be_meant(battle, actor, verb, description, other):
    """Whether a description can mean this fighter (P20, RP36).

    Enemies must be able to act, perceived, and in reach of the verb. Allies, who know of each other
    everywhere, must need it.
    """
    if other == actor or are_enemies(battle, actor, other) == contains(FOR_ALLIES, verb):
        return False
    if not is_within(battle, actor, verb, other):
        return False
    if contains(FOR_ALLIES, verb):
        return needs_aid(battle, actor, verb, other)
    it = battle.fighters[other]
    if not is_able(it) or not can_perceive(battle, actor, other):
        return False
    return fits(battle, actor, description, other)


@njit
def find(battle, actor, verb, description, left_out):
    """The fighter that a description means, without `left_out`; -1 if none (RP15)."""
    best = NOBODY
    for other in range(battle.num_fighters):
        if other == left_out or not may_be_meant(battle, actor, verb, description, other):
            continue
        if best == NOBODY or suits_better(battle, actor, description, other, best):
            best = other
    return best


# --- Resolving (RP15) -----------------------------------------------------------------------------


@njit
def resolve_for(battle, actor, verb, target):
    """Target of a directive, -1 if it is lost (P18, RP15, RP31, RP36)."""
    if target >= MAX_FIGHTERS:
        return find(battle, actor, verb, target, NOBODY)
    if target < 0 or target >= battle.num_fighters or is_unaware(battle, actor, target):
        return NOBODY
    return NOBODY if is_known_dead(battle, actor, target) else target


@njit
def further_target(battle, actor, written, before):
    """The target of a further attack; without one that of the attack before (P20, P61, P64, RP19).

    The order names a fighter, or a description, which means another one than before.
    """
    other = written
    if written >= MAX_FIGHTERS:
        other = find(battle, actor, battle.phases[actor].verb, written, before)
    elif written >= 0:
        other = resolve_for(battle, actor, battle.phases[actor].verb, written)
    return before if other == NOBODY else other


@njit
def settle_further(battle, actor):
    """Find the targets of the second and the third attack, if several may be meant (QP3).

    If the order names none, the second is the closest other enemy, and the third is the second.
    """
    phase, order = battle.phases[actor], battle.orders[actor]
    second, third = np.int64(NOBODY), np.int64(NOBODY)
    if phase.directive >= 0:
        second = detail_of(order, phase.directive, SECOND)
        third = detail_of(order, phase.directive, THIRD)
    if second == NOBODY:
        second = np.int64(Description.CLOSEST)
    phase.second_target = further_target(battle, actor, second, phase.target)
    phase.third_target = further_target(battle, actor, third, phase.second_target)


@njit
def settle(battle, actor):
    """Replace what is written by fighters (RP15)."""
    phase = battle.phases[actor]
    verb = phase.verb
    target = resolve_for(battle, actor, verb, phase.target)
    phase.target = target
    phase.second_target = NOBODY
    if not (is_blow(verb) or is_shot(verb)) or verb == Verb.COUNTER or verb == Verb.SHOOT:
        return
    phase.second_target = target
    if is_spread(verb):
        settle_further(battle, actor)


@njit
def is_settled_late(verb):
    """Whether the target is found after movement: strikes, and help for adjacent allies (RP15)."""
    if is_blow(verb) or verb == Verb.STABILIZE or verb == Verb.STABILIZE_ENEMY:
        return True
    return verb == Verb.FREE


@njit
def resolve_early(battle):
    """Find the targets of movement, missiles and spells at the phase's start (RP15)."""
    for actor in range(battle.num_fighters):
        verb = battle.phases[actor].verb
        if names_fighter(verb) and not is_settled_late(verb):
            settle(battle, actor)


@njit
def resolve_late(battle):
    """Find the targets of strikes after movement (RP15)."""
    for actor in range(battle.num_fighters):
        verb = battle.phases[actor].verb
        if names_fighter(verb) and is_settled_late(verb):
            settle(battle, actor)
