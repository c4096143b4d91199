"""Concealment by objects, darkness and weather (H131, H155, H156, RH52)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...tables import LOCATIONS, MOST_DARKNESS
from ..characters.conditions import is_on_field
from ..combat_basics.clusters import in_cluster, share_cluster
from ..grid import distance, floor_of, steps_between
from ..modules.armoury import light_of

# --- Light (H156) ---------------------------------------------------------------------------------


@njit
def reaches(battle, source, location, light):
    """Whether a light in one location lights another (H156).

    No way is shorter than the steps.
    """
    if light == 0 or steps_between(source, location) > light:
        return False
    up, down = floor_of(battle, source), floor_of(battle, location)
    return distance(battle, source, up, location, down) <= light


@njit
def is_lit(battle, location):
    """Whether a torch or a camp fire lights a dark location (H156)."""
    for source in range(LOCATIONS):
        if reaches(battle, source, location, battle.locations[source].light):
            return True
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if is_on_field(fighter):
            if reaches(battle, fighter.location, location, light_of(fighter)):
                return True
    return False


# --- Concealment (H131, H155, H156, RH52) ---------------------------------------------------------


@njit
def concealment_of_object(battle, fighter, height):
    """Concealment by the object of a location, against an attacker's height (H155, RH52).

    None in a cluster, for a fighter who is above the object, and against an attacker who looks down
    over it.
    """
    place = battle.locations[fighter.location]
    top = place.floor + place.concealment_height
    if in_cluster(fighter) or fighter.height >= top or height > top:
        return 0
    return place.concealment


@njit
def concealment_of_air(battle, location):
    """Concealment by darkness and weather, together at most 3 (H155, H156, RH52)."""
    total = 0
    if battle.weather > 0 and not battle.locations[location].roof:
        total += battle.weather
    if battle.darkness > 0 and not is_lit(battle, location):
        total += battle.darkness
    return min(MOST_DARKNESS, total)


@njit
def concealment_at_height(battle, target, height):
    """Penalty for a target's concealment from an opponent at a height (H131, H155, RH52)."""
    fighter = battle.fighters[target]
    if not is_on_field(fighter):
        return 0
    air = concealment_of_air(battle, fighter.location)
    return air + concealment_of_object(battle, fighter, height)


@njit
def concealment_from(battle, attacker, target):
    """Penalty for a target's concealment, 0 within one cluster (H131, H155, RH52)."""
    if share_cluster(battle, attacker, target):
        return 0
    return concealment_at_height(battle, target, battle.fighters[attacker].height)


@njit
def can_conceal(battle, location, height):
    """Whether anybody in a location could be concealed from a viewer at a height (H155, HH43)."""
    place = battle.locations[location]
    if place.concealment > 0 and height <= place.floor + place.concealment_height:
        return True
    return concealment_of_air(battle, location) > 0
