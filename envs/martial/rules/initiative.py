"""The order of turns, ambushes, and locating hearts (D1 to D3, D42, RD26, RD33, RD46)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_REROLLS, NOBODY, abort_battle, fighters_of_side, log_event
from ...core.engine.dice import die
from ..enums import Attribute, Event, Part, Skill
from ..state import TIE_SIDES
from ..tables import HEART_LORE_DC
from .attack_roll.checks import d20_disadvantage, flat_penalty, roll_d20, skill_check
from .injuries.bodies import attribute, count_of, is_blinded, is_gone
from .positioning.sight import are_enemies, has_line

# --- Initiative (D1 to D3) ------------------------------------------------------------------------


@njit
def readiness_bonus(battle, fighter):
    """Dexterity, if all are aware and ready before the start (D2)."""
    return attribute(fighter, Attribute.DEXTERITY) if battle.is_ready else 0


@njit
def roll_plain_initiative(battle, actor):
    """Initiative without an ambush (D1, D2)."""
    fighter = battle.fighters[actor]
    natural = roll_d20(battle, -d20_disadvantage(fighter))
    return natural + readiness_bonus(battle, fighter) - flat_penalty(fighter)


@njit
def initiative_of(battle, actor):
    """Initiative: in an ambush Stealth of those who hide, Perception of all others (D1 to D3)."""
    if not battle.is_ambush:
        return roll_plain_initiative(battle, actor)
    skill = Skill.STEALTH if battle.fighters[actor].hidden else Skill.PERCEPTION
    return skill_check(battle, actor, skill)


# --- The order of turns (D1, RD26) ----------------------------------------------------------------


@njit
def are_tied(battle, one, other):
    """Whether initiative, Dexterity and draws leave the order open (RD26)."""
    a, b = battle.fighters[one], battle.fighters[other]
    if a.initiative != b.initiative or a.tie_roll != b.tie_roll:
        return False
    return attribute(a, Attribute.DEXTERITY) == attribute(b, Attribute.DEXTERITY)


@njit
def goes_before(battle, one, other):
    """Whether one fighter's turn comes before the other's (D1, RD26)."""
    a, b = battle.fighters[one], battle.fighters[other]
    if a.initiative != b.initiative:
        return a.initiative > b.initiative
    if attribute(a, Attribute.DEXTERITY) != attribute(b, Attribute.DEXTERITY):
        return attribute(a, Attribute.DEXTERITY) > attribute(b, Attribute.DEXTERITY)
    return a.tie_roll > b.tie_roll


@njit
def sort_by_initiative(battle):
    """Put the fighters into descending order (D1)."""
    for start in range(1, battle.num_fighters):
        actor = battle.order[start]
        seat = start
        while seat > 0 and goes_before(battle, actor, battle.order[seat - 1]):
            battle.order[seat] = battle.order[seat - 1]
            seat -= 1
        battle.order[seat] = actor


@njit
def first_tie(battle):
    """Place of the first fighter who ties with the next, -1 if none does (RD26)."""
    for seat in range(1, battle.num_fighters):
        if are_tied(battle, battle.order[seat - 1], battle.order[seat]):
            return seat - 1
    return -1


@njit
def draw_again(battle, seat):
    """All who tie with the fighter at this place draw again (RD26)."""
    first = battle.fighters[battle.order[seat]]
    dexterity = attribute(first, Attribute.DEXTERITY)
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if (
            fighter.initiative == first.initiative
            and attribute(fighter, Attribute.DEXTERITY) == dexterity
        ):
            fighter.tie_roll = die(battle, TIE_SIDES)


@njit
def break_ties(battle):
    """Equal initiative: higher Dexterity, then a random draw (RD26)."""
    for _ in range(MAX_REROLLS):
        sort_by_initiative(battle)
        seat = first_tie(battle)
        if seat < 0:
            return
        draw_again(battle, seat)
    abort_battle(battle)


@njit
def roll_initiative(battle):
    """Everybody rolls, and turns go in descending order (D1 to D3, RD26)."""
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        battle.order[actor] = actor
        fighter.initiative = initiative_of(battle, actor)
        fighter.tie_roll = 0
        log_event(battle, Event.INITIATIVE, actor, NOBODY, 0, fighter.initiative, 0)
    break_ties(battle)
    for seat in range(battle.num_fighters):
        battle.fighters[battle.order[seat]].seat = seat


# --- Ambush (D3, RD46, XD1) -----------------------------------------------------------------------


@njit
def may_hide(battle, actor):
    """Whether the fighter may hide before the start: its side lies in ambush (D3, QD10)."""
    return battle.is_ambush and battle.side[actor] == battle.hiding_side


@njit
def hide(battle, actor):
    """Hide before the start (D3)."""
    battle.fighters[actor].hidden = True
    log_event(battle, Event.HIDES, actor, NOBODY, 0, 0, 0)


@njit
def find(battle, finder, hider):
    """A hidden fighter is found by a fighter or by all, and so by all its opponents (RD46)."""
    if battle.fighters[hider].hidden:
        battle.fighters[hider].hidden = False
        log_event(battle, Event.FOUND, finder, hider, 0, 0, 0)


@njit
def reveal(battle, actor):
    """A fighter who attacks or leaves cover in sight is no longer hidden (RD46)."""
    find(battle, NOBODY, actor)


@njit
def can_find(battle, actor, other):
    """Whether a hidden enemy's Stealth does not beat the fighter's initiative (RD46)."""
    hider = battle.fighters[other]
    if not hider.hidden or not are_enemies(battle, actor, other):
        return False
    return battle.fighters[actor].initiative >= hider.initiative


@njit
def find_hidden(battle, actor):
    """At the start of its turn a fighter finds the badly hidden opponents (RD46)."""
    for other in range(battle.num_fighters):
        if can_find(battle, actor, other):
            find(battle, actor, other)


# --- The heart (D42, RD33, XD2) -------------------------------------------------------------------


@njit
def has_looked(fighter, other):
    """Whether a fighter has tried to locate another one's heart (RD33)."""
    return (fighter.looked >> other) & 1 == 1


@njit
def has_located(fighter, other):
    """Whether a fighter knows where another one's heart is (D42)."""
    return (fighter.located >> other) & 1 == 1


@njit
def are_alike(battle, one, other):
    """Whether two creatures are of one type; RULING: same body and base level (RD33)."""
    a, b = battle.fighters[one], battle.fighters[other]
    return a.body == b.body and a.level == b.level


@njit
def can_look(battle, actor, other):
    """Whether a fighter sees an enemy with a heart for the first time (D42, RD33)."""
    fighter, creature = battle.fighters[actor], battle.fighters[other]
    if not are_enemies(battle, actor, other) or creature.hidden or is_gone(creature):
        return False
    if has_looked(fighter, other) or is_blinded(fighter):
        return False
    return count_of(creature, Part.HEART) > 0 and has_line(battle, actor, other)


@njit
def note_type(battle, actor, other, is_found):
    """Knowledge about one enemy holds for all enemies of its type (RD33)."""
    fighter = battle.fighters[actor]
    for alike in range(battle.num_fighters):
        if are_enemies(battle, actor, alike) and are_alike(battle, alike, other):
            fighter.looked = fighter.looked | (np.int64(1) << alike)
            if is_found:
                fighter.located = fighter.located | (np.int64(1) << alike)


@njit
def locate_heart(battle, actor, other):
    """A free Lore check of DC 15 and the creature's level, never repeated (D42, RD33, RD36)."""
    dc = HEART_LORE_DC + battle.fighters[other].level
    total = skill_check(battle, actor, Skill.LORE)
    note_type(battle, actor, other, total >= dc)
    log_event(battle, Event.LOCATES, actor, other, dc, total >= dc, total)


@njit
def locate_hearts(battle, actor):
    """Try to locate the hearts of all enemies seen for the first time (D42, RD33)."""
    enemies = fighters_of_side(battle, 1 - battle.side[actor])
    if enemies & ~battle.fighters[actor].looked == 0:
        return
    for other in range(battle.num_fighters):
        if can_look(battle, actor, other):
            locate_heart(battle, actor, other)


@njit
def active_fighter(battle):
    """The fighter whose turn it is (D61, TD1)."""
    return battle.order[battle.turn]
