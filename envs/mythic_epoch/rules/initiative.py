"""The order of turns: initiative, and rolls among equals (M2, RM4)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_REROLLS, abort_battle
from .checks import roll_initiative

NO_TIE = -1000
"""Below every initiative."""


@njit
def goes_before(battle, one, other):
    """Whether one fighter's initiative is higher than the other's (RM4)."""
    a = battle.fighters[one]
    b = battle.fighters[other]
    if a.initiative != b.initiative:
        return a.initiative > b.initiative
    return a.tie_roll > b.tie_roll


@njit
def sort_by_initiative(battle):
    """Put the fighters into descending order of initiative (RM4)."""
    for start in range(1, battle.num_fighters):
        actor = battle.order[start]
        seat = start
        while seat > 0 and goes_before(battle, actor, battle.order[seat - 1]):
            battle.order[seat] = battle.order[seat - 1]
            seat -= 1
        battle.order[seat] = actor


@njit
def tied_initiative(battle):
    """The highest initiative that two fighters share to the last re-roll, NO_TIE if none."""
    for seat in range(1, battle.num_fighters):
        a = battle.fighters[battle.order[seat - 1]]
        b = battle.fighters[battle.order[seat]]
        if a.initiative == b.initiative and a.tie_roll == b.tie_roll:
            return a.initiative
    return NO_TIE


@njit
def break_ties(battle):
    """Equal fighters roll again, until no two are equal (RM4)."""
    for _ in range(MAX_REROLLS):
        tied = tied_initiative(battle)
        if tied == NO_TIE:
            return
        for actor in range(battle.num_fighters):
            if battle.fighters[actor].initiative == tied:
                battle.fighters[actor].tie_roll = roll_initiative(battle, actor)
        sort_by_initiative(battle)
    abort_battle(battle)


@njit
def determine_initiative(battle):
    """Roll the order of turns for the whole battle; equal fighters re-roll (RM4)."""
    for actor in range(battle.num_fighters):
        battle.order[actor] = actor
        battle.fighters[actor].initiative = roll_initiative(battle, actor)
        battle.fighters[actor].tie_roll = 0
    sort_by_initiative(battle)
    break_ties(battle)
    for seat in range(battle.num_fighters):
        battle.fighters[battle.order[seat]].seat = seat
