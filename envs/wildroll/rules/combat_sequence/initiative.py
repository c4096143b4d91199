"""Initiative: rolled, lost to surprise, compared, moved (W52 to W56, W98, RW13, RW16, RW41)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit, scratch
from ....core.engine.battle import MAX_FIGHTERS, MAX_REROLLS, NOBODY, abort_battle, log_event
from ....core.engine.dice import die
from ...enums import (
    Attribute,
    Event,
    Skill,
    Specialisation,
)
from ...state import (
    TIE_SIDES,
)
from ...tables import INITIATIVE_BONUS, MOST_INITIATIVE, SEIZE_SIDES, SURPRISE_PENALTY
from ..health.bodies import animal_of, are_enemies, attribute, is_animal, reveal
from ..rolls.checks import skill_modifier
from ..rolls.rolls import ordinary_roll, succeeds

RANKS = 2 * TIE_SIDES
"""Ranks of one initiative, more than there are lots."""
BOTH_SIDES = 2
"""`wary_side` where both may be surprised (W56)."""

# --- Who comes first (W53, W106, RW16, H6) --------------------------------------------------------


@njit
def partner_in_turn(battle, actor):
    """The rider of an animal, or the animal of a rider: they share a turn; -1 none (W106)."""
    fighter = battle.fighters[actor]
    return fighter.rider if is_animal(fighter) else animal_of(battle, actor)


@njit
def initiative_in_turn(battle, actor):
    """Initiative as it counts: of a rider and its animal the worse one (W106)."""
    own = battle.fighters[actor].initiative
    other = partner_in_turn(battle, actor)
    if other == NOBODY:
        return own
    return min(own, battle.fighters[other].initiative)


@njit
def slower_partner(battle, actor):
    """The rider or animal whose initiative counts in place of one's own, -1 none (W106)."""
    other = partner_in_turn(battle, actor)
    if other == NOBODY or battle.fighters[other].initiative >= battle.fighters[actor].initiative:
        return np.int64(NOBODY)
    return np.int64(other)


@njit
def turn_rank(initiative, lot):
    """A number that is higher for the one who comes first: by initiative, then by lot (W53)."""
    return np.int64(initiative) * RANKS + lot


@njit
def goes_before(battle, one, other):
    """Whether a fighter comes before another: by initiative, then by lot (W53)."""
    mine = turn_rank(initiative_in_turn(battle, one), battle.fighters[one].tie_roll)
    return mine > turn_rank(initiative_in_turn(battle, other), battle.fighters[other].tie_roll)


@njit
def highest_of(battle, mask):
    """The subset of fighters with the highest initiative of a set (W53)."""
    best, highest = 0, -1
    for actor in range(battle.num_fighters):
        if (mask >> actor) & 1 == 1:
            initiative = initiative_in_turn(battle, actor)
            if initiative > highest:
                best, highest = 0, initiative
            if initiative == highest:
                best |= 1 << actor
    return best


@njit
def is_lot_taken(battle, mask, actor):
    """Whether another one of a set has drawn the same lot, or one has drawn none (RW16)."""
    lot = battle.fighters[actor].tie_roll
    if lot == 0:
        return True
    for other in range(battle.num_fighters):
        if other != actor and (mask >> other) & 1 == 1 and battle.fighters[other].tie_roll == lot:
            return True
    return False


@njit
def settle_ties(battle, mask):
    """Equals draw lots once a round; equal lots are drawn again (RW16, H6)."""
    is_settled = mask & (mask - 1) == 0
    for _ in range(MAX_REROLLS):
        if is_settled:
            return
        is_settled = True
        for actor in range(battle.num_fighters):
            if (mask >> actor) & 1 == 1 and is_lot_taken(battle, mask, actor):
                battle.fighters[actor].tie_roll = die(battle, TIE_SIDES)
                is_settled = False
    abort_battle(battle)


@njit
def first_of(battle, mask):
    """The first fighter of a set, -1 if empty; ties are settled (W53, RW16)."""
    if mask == 0:
        return NOBODY
    equals = highest_of(battle, mask)
    settle_ties(battle, equals)
    first = NOBODY
    for actor in range(battle.num_fighters):
        if (equals >> actor) & 1 == 1 and (first == NOBODY or goes_before(battle, actor, first)):
            first = actor
    return first


# --- Moving it (W29, W55, W57, W98, RW41) ---------------------------------------------------------


@njit
def change_initiative(battle, actor, points):
    """Initiative rises or falls at once, never below 0 (W55, RW41, TW5)."""
    fighter = battle.fighters[actor]
    before = np.int64(fighter.initiative)
    now = min(MOST_INITIATIVE, max(0, before + points))
    if now != before:
        fighter.initiative = now
        partner, counts = slower_partner(battle, actor), initiative_in_turn(battle, actor)
        log_event(battle, Event.INITIATIVE_MOVES, actor, partner, now - before, now, counts)


@njit
def seize(battle, actor):
    """Seize Initiative: 1d6 more, at 0 too (W98, RW41)."""
    points = die(battle, SEIZE_SIDES)
    log_event(battle, Event.SEIZES, actor, NOBODY, 0, points, 0)
    change_initiative(battle, actor, points)


# --- The start of a battle (W52, W56, RW13, RW22, RW23, H26) --------------------------------------


@njit
def is_wary(battle, actor):
    """Whether a fighter may be surprised; animals follow their riders (W56)."""
    if is_animal(battle.fighters[actor]):
        return False
    return battle.wary_side == BOTH_SIDES or battle.wary_side == battle.side[actor]


@njit
def is_lurking(battle, actor):
    """Whether the other side's wary must notice a fighter's Stealth (W56)."""
    if is_animal(battle.fighters[actor]):
        return False
    return battle.wary_side == BOTH_SIDES or battle.wary_side == 1 - battle.side[actor]


@njit
def lurk(battle, actor):
    """Roll Stealth, the number that the wary of the other side have to beat (W56, RW23)."""
    modifier = skill_modifier(
        battle.fighters[actor], Attribute.DEXTERITY, Skill.STEALTH, Specialisation.HIDING
    )
    total = ordinary_roll(battle, modifier)
    log_event(battle, Event.LURKS, actor, NOBODY, total - modifier, total, 0)
    return total


@njit
def least_stealth(battle, watcher, stealth):
    """The least Stealth of the lurking enemies of a fighter, -1 without any (W56)."""
    least = NOBODY
    for other in range(battle.num_fighters):
        if are_enemies(battle, watcher, other) and is_lurking(battle, other):
            least = stealth[other] if least == NOBODY else min(least, stealth[other])
    return least


@njit
def watch(battle, watcher, least):
    """Roll Observation against the least Stealth of the enemies (W56, RW23)."""
    modifier = skill_modifier(
        battle.fighters[watcher], Attribute.PERCEPTION, Skill.STEALTH, Specialisation.OBSERVATION
    )
    total = ordinary_roll(battle, modifier)
    log_event(battle, Event.WATCHES, watcher, NOBODY, total - modifier, total, least)
    return total


@njit
def notice(battle, watcher, stealth):
    """Notice every Stealth that the check beats; surprised by noticing none (W56, RW23)."""
    total = watch(battle, watcher, least_stealth(battle, watcher, stealth))
    fighter = battle.fighters[watcher]
    fighter.surprised = attribute(fighter, Attribute.PERCEPTION) <= SURPRISE_PENALTY
    for other in range(battle.num_fighters):
        if are_enemies(battle, watcher, other) and is_lurking(battle, other):
            if not succeeds(stealth[other], total):
                fighter.surprised = False
                reveal(battle, other)


@njit
def surprise(battle):
    """Lurkers roll once, then those who may be surprised (W56, RW22, RW23, H26)."""
    if battle.wary_side == NOBODY:
        return
    stealth = scratch(1, MAX_FIGHTERS)[0]
    for actor in range(battle.num_fighters):
        if is_lurking(battle, actor):
            stealth[actor] = lurk(battle, actor)
    for actor in range(battle.num_fighters):
        if is_wary(battle, actor):
            notice(battle, actor, stealth)


@njit
def roll_initiative(battle):
    """Every fighter rolls; the surprised lose by their lack of Perception (W52, W56, RW13)."""
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        modifier = INITIATIVE_BONUS + skill_modifier(
            fighter, Attribute.PERCEPTION, Skill.REFLEX, Specialisation.INITIATIVE
        )
        total = ordinary_roll(battle, modifier)
        if fighter.surprised:
            total -= SURPRISE_PENALTY - attribute(fighter, Attribute.PERCEPTION)
        fighter.initiative = max(0, total)
        log_event(battle, Event.INITIATIVE, actor, NOBODY, fighter.surprised, total, 0)
