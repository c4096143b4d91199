"""Initiative, delay, and the order of turns (H44, H45, H47, RH35, TH7)."""

from __future__ import annotations

from ....core.compiler.compile import njit, scratch
from ....core.engine.battle import MAX_FIGHTERS, NOBODY, log_event
from ....core.engine.dice import below
from ...enums import (
    Attribute,
    Event,
    Stage,
)
from ..characters.abilities import attribute
from ..characters.conditions import can_act, is_gone, is_in_chase
from ..dice_challenges.rolls import roll_challenge
from ..positions.hiding import unknown_to

TIE_SIDES = 1 << 30
"""Number of values of the draw that breaks a tie (RH33)."""

# --- The roll (H44, RH8, RH33) --------------------------------------------------------------------


@njit
def goes_before(battle, totals, ties, one, other):
    """Whether one acts before another: higher roll, more willpower, drawn number (H44, RH33)."""
    if totals[one] != totals[other]:
        return totals[one] > totals[other]
    first, second = battle.fighters[one], battle.fighters[other]
    if first.wp != second.wp:
        return first.wp > second.wp
    return ties[one] > ties[other]


@njit
def draw_ties(battle, totals, ties):
    """Draw a number for each fighter who ties with another in roll and willpower (RH33)."""
    for one in range(battle.num_fighters):
        for other in range(battle.num_fighters):
            is_same = totals[one] == totals[other]
            if one != other and is_same and battle.fighters[one].wp == battle.fighters[other].wp:
                ties[one] = below(battle.dice, TIE_SIDES)
                break


@njit
def sort_by_initiative(battle, totals, ties):
    """Write the order of turns (H44)."""
    for place in range(MAX_FIGHTERS):
        battle.order[place] = NOBODY
    for actor in range(battle.num_fighters):
        place = actor
        while place > 0 and goes_before(battle, totals, ties, actor, battle.order[place - 1]):
            battle.order[place] = battle.order[place - 1]
            place -= 1
        battle.order[place] = actor
    battle.place = 0


@njit
def roll_initiative(battle):
    """All roll Dexterity and willpower, without fatigue (H44, RH8, RH33)."""
    totals, ties = scratch(1, MAX_FIGHTERS)[0], scratch(1, MAX_FIGHTERS)[0]
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        roll_challenge(battle, attribute(fighter, Attribute.DEXTERITY), fighter.wp)
        totals[actor] = battle.roll.total
        log_event(battle, Event.INITIATIVE, actor, NOBODY, battle.roll.d6, totals[actor], 0)
    draw_ties(battle, totals, ties)
    sort_by_initiative(battle, totals, ties)


# --- Places in the order (H45, H47, H58, H141) ----------------------------------------------------


@njit
def place_of(battle, actor):
    """Place of a fighter in the order (H44)."""
    found = 0
    for place in range(battle.num_fighters):
        if battle.order[place] == actor:
            found = place
    return found


@njit
def first_from(battle, mask, start):
    """The first of a set of fighters in initiative order from one of them (H58, H141).

    -1 of an empty set. From NOBODY: the first of the round.
    """
    count = battle.num_fighters
    first = 0 if start == NOBODY else place_of(battle, start)
    for turn in range(count):
        actor = battle.order[(first + turn) % count]
        if (mask >> actor) & 1 != 0:
            return actor
    return NOBODY


@njit
def remove_from_order(battle, place):
    """Remove the fighter at a place; the later ones move up."""
    for later in range(place, battle.num_fighters - 1):
        battle.order[later] = battle.order[later + 1]


@njit
def insert_into_order(battle, place, actor):
    """Insert a fighter at a place; the later ones move back."""
    for later in range(battle.num_fighters - 1, place, -1):
        battle.order[later] = battle.order[later - 1]
    battle.order[place] = actor


@njit
def move_in_order(battle, actor, other, behind):
    """Move a fighter to just before or just behind another; the active turn goes on.

    A fighter who delays in its own turn leaves the turn to the next one (H45, H47, RH35, TH7).
    """
    active = battle.order[battle.place]
    place = place_of(battle, actor)
    following = battle.order[(place + 1) % battle.num_fighters]
    is_last = place + 1 == battle.num_fighters
    remove_from_order(battle, place)
    battle.order[battle.num_fighters - 1] = NOBODY
    insert_into_order(battle, place_of(battle, other) + behind, actor)
    if actor != active:
        battle.place = place_of(battle, active)
    elif is_last:
        battle.place = battle.num_fighters
    else:
        battle.place = place_of(battle, following)


@njit
def may_delay(battle, actor):
    """Whether a fighter may delay: able to act, once between two own turns (RH35)."""
    fighter = battle.fighters[actor]
    return not fighter.delayed and can_act(fighter) and not is_in_chase(fighter)


@njit
def next_known(battle, unknown):
    """The next fighter in the order who is none of those unknown to the active one (XH1)."""
    count = battle.num_fighters
    for step in range(1, count):
        other = battle.order[(battle.place + step) % count]
        if (unknown >> other) & 1 == 0:
            return other
    return NOBODY


@njit
def may_delay_to(battle, actor, other, behind):
    """Whether a fighter may move to just before or just behind another (H45, RH35, XH1).

    It may move neither to its present place, as far as it knows, nor to a fighter without turns,
    nor to one that it does not know of.
    """
    if other == NOBODY or other == actor or is_gone(battle.fighters[other]):
        return False
    unknown = unknown_to(battle, actor)
    if (unknown >> other) & 1 != 0 or not may_delay(battle, actor):
        return False
    return behind or other != next_known(battle, unknown)


@njit
def delay(battle, actor, other, behind):
    """Give up the place in the order; the turn starts at the new one (H45, RH35, TH7)."""
    battle.fighters[actor].delayed = True
    log_event(battle, Event.DELAYS, actor, other, behind, 0, 0)
    move_in_order(battle, actor, other, behind)
    battle.stage = Stage.NEXT


@njit
def active_fighter(battle):
    """The fighter whose turn it is (H44, TH1)."""
    return battle.order[battle.place]
