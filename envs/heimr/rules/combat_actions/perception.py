"""Observation and speech (H104, H105, RH7, RH50, RH51)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event, slot_of
from ...enums import (
    Ability,
    Event,
)
from ...tables import LOCATIONS, LOOK_BONUS, NONE
from ..characters.conditions import can_act, is_awake, is_on_field
from ..dice_challenges.checks import roll_ability
from ..dice_challenges.rolls import meets
from ..environment.concealment import can_conceal
from ..grid import column_of, is_location, is_next_to, row_of
from ..positions.hiding import find, is_found_by, is_hidden_from, knows_of
from ..positions.sounds import is_asleep, make_sound

# --- Perception on a square (H104, RH51) ----------------------------------------------------------


@njit
def may_look(battle, actor, location):
    """Whether a fighter may look into a location: anybody could be concealed there (H104, HH43)."""
    fighter = battle.fighters[actor]
    if location >= LOCATIONS or not can_act(fighter) or not is_on_field(fighter):
        return False
    if not is_location(battle, column_of(location), row_of(location)):
        return False
    return can_conceal(battle, location, fighter.height)


@njit
def look_bonus(own, location):
    """Potential added in the fighter's own location and in a neighbouring one (H104)."""
    if own == location:
        return LOOK_BONUS[0]
    return LOOK_BONUS[1] if is_next_to(own, location) else 0


@njit
def roll_look(battle, actor, location):
    """Roll Perception on a square (H104)."""
    bonus = look_bonus(battle.fighters[actor].location, location)
    roll_ability(battle, actor, Ability.PERCEPTION, 0, bonus, True)
    log_event(battle, Event.LOOKS, actor, NOBODY, location, battle.roll.total, 0)


@njit
def is_spotted(battle, actor, other, location, total):
    """Whether a look at a location finds a hidden opponent there (H104, RH51)."""
    fighter = battle.fighters[other]
    if fighter.location != location or not is_hidden_from(battle, other, actor):
        return False
    return meets(total, fighter.hide)


@njit
def spots_somebody(battle, actor, location, total):
    """Whether a look at a location finds anybody (H104)."""
    for other in range(battle.num_fighters):
        if is_spotted(battle, actor, other, location, total):
            return True
    return False


@njit
def look(battle, actor, location, total):
    """Find all who hide in the location with a result that the look meets (H104, RH51)."""
    for other in range(battle.num_fighters):
        if is_spotted(battle, actor, other, location, total):
            find(battle, actor, other)


# --- Perception and Insight on a character (H104, RH51, XH5, XH6) ---------------------------------


@njit
def can_see(battle, actor, other):
    """Whether a fighter sees an opponent on the field (H104, H132)."""
    fighter = battle.fighters[other]
    if not is_on_field(fighter) or battle.side[other] == battle.side[actor]:
        return False
    return can_act(battle.fighters[actor]) and not is_hidden_from(battle, other, actor)


@njit
def has_found_item(fighter, actor):
    """Whether an opponent has found the item that this fighter conceals (RH51)."""
    return (fighter.item_found_by >> actor) & 1 != 0


@njit
def may_frisk(battle, actor, other):
    """Whether a fighter may search an opponent for a concealed item (H104)."""
    return can_see(battle, actor, other) and not has_found_item(battle.fighters[other], actor)


@njit
def frisk(battle, actor, other):
    """Perception against the Agility with which the item was concealed (H104, RH51)."""
    fighter = battle.fighters[other]
    roll_ability(battle, actor, Ability.PERCEPTION, 0, 0, True)
    total = battle.roll.total
    is_found = fighter.concealed_item != NONE and meets(total, fighter.conceal)
    log_event(battle, Event.LOOKS, actor, other, NONE, total, is_found)
    if is_found:
        fighter.item_found_by = fighter.item_found_by | (1 << actor)


@njit
def may_size_up(battle, actor, other):
    """Whether a fighter may use Insight on an opponent: seen, and awake (H104)."""
    return can_see(battle, actor, other) and is_awake(battle.fighters[other])


@njit
def size_up(battle, actor, other):
    """Insight against Persuasion shows HP, WP and fatigue as they are now (H104, RH32, RH51).

    Each observer keeps the figures that it has seen last (HH27).
    """
    fighter = battle.fighters[other]
    roll_ability(battle, other, Ability.PERSUASION, 0, 0, True)
    hidden = battle.roll.total
    roll_ability(battle, actor, Ability.INSIGHT, 0, 0, True)
    succeeds = meets(battle.roll.total, hidden)
    if succeeds:
        fighter.sized_up_by = fighter.sized_up_by | (1 << actor)
        slot = slot_of(battle, actor)
        fighter.seen_hp[slot] = fighter.hp
        fighter.seen_wp[slot] = fighter.wp
        fighter.seen_fatigue[slot] = fighter.fatigue
    log_event(battle, Event.SIZES_UP, actor, other, succeeds, 0, 0)


# --- Speech (H105, H129, RH50) --------------------------------------------------------------------


@njit
def is_ally(battle, actor, other):
    """Whether another fighter is on the same side."""
    return other != actor and battle.side[other] == battle.side[actor]


@njit
def has_news(battle, actor, other):
    """Whether a fighter has found a hidden opponent that an ally does not know of (RH50)."""
    fighter = battle.fighters[other]
    if battle.side[other] == battle.side[actor] or not fighter.hidden:
        return False
    if not is_found_by(fighter, actor):
        return False
    for ally in range(battle.num_fighters):
        if is_ally(battle, actor, ally) and not knows_of(battle, ally, other):
            return True
    return False


@njit
def may_speak(battle, actor):
    """Whether a fighter has something to say: news, or a sleeping ally to wake (H105, H129)."""
    if not can_act(battle.fighters[actor]):
        return False
    for other in range(battle.num_fighters):
        if has_news(battle, actor, other):
            return True
        if is_ally(battle, actor, other) and is_asleep(battle.fighters[other]):
            return True
    return False


@njit
def share_location(battle, actor, other):
    """All allies learn that an opponent hides, and where (RH50)."""
    fighter = battle.fighters[other]
    for ally in range(battle.num_fighters):
        if battle.side[ally] == battle.side[actor]:
            fighter.known_by = fighter.known_by | (1 << ally)
    fighter.last_seen = fighter.location


@njit
def speak(battle, actor):
    """Tell allies of detected enemies; speech is loud (H105, H135, RH49, RH50)."""
    log_event(battle, Event.SPEAKS, actor, NOBODY, 0, 0, 0)
    for other in range(battle.num_fighters):
        if has_news(battle, actor, other):
            share_location(battle, actor, other)
    make_sound(battle, actor, True)
