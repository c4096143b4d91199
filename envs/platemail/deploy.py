"""Deploying a battle of Platemail: the map, who comes, where they stand, who is hidden (RP48)."""

from __future__ import annotations

from ..core.compiler.compile import njit, scratch
from ..core.engine.battle import MAP_HEIGHT, MAX_FIGHTERS, NOBODY, log_event
from ..core.engine.dice import below, die
from ..core.scenarios.templates import blank, clear_ground, draw_person, lay_out_map, place_in_zone
from .enums import (
    Condition,
    Event,
    Life,
    Spell,
)
from .rules.bodies import are_enemies, knows_spell
from .rules.hiding import has_hiding_place
from .rules.phase_setup import BLANK_PHASE
from .state import (
    DOORS,
    FIGHTER,
    ORDER,
)
from .tables import (
    BASE_SAVE,
    DIE,
    IS_THROWN,
    MEND_USES,
    NO_SHIELD,
    STOCK,
    UNARMED,
)
from .turn import begin_round, play_on

# --- The map --------------------------------------------------------------------------------------


@njit
def lay_out(battle, template):
    """Copy the map, the doors and the switches of the scenario (RP40)."""
    lay_out_map(battle, template)
    for y in range(MAP_HEIGHT):
        battle.raised[y] = template.raised[y]
    for door in range(DOORS):
        battle.door_x[door] = template.door_x[door]
        battle.door_y[door] = template.door_y[door]
        if template.door_x[door] >= 0:  # an open one may be closed
            battle.has_obstacles = 1
    battle.plans_together = template.plans_together
    battle.full_absorb = template.full_absorb
    battle.writer = NOBODY
    battle.clause = 0
    battle.phase = 0
    battle.is_surveyed = 0
    battle.quiet_rounds = 0


# --- A clean sheet --------------------------------------------------------------------------------


# Whole, free, nowhere, with nothing in his hands and his weapons loaded (RP48).
BLANK_FIGHTER = blank(
    FIGHTER,
    (
        "x", "y", "second", "carried_hand", "carried_second", "prepared", "focus", "carrying",
        "carried_by",
    ),
    life=Life.ABLE,
    hand=UNARMED,
    shield=NO_SHIELD,
    carried_shield=NO_SHIELD,
    loaded=1,
    carried_loaded=1,
)  # fmt: skip
# Nothing is written; attacks of opportunity are taken, and a stand in Terror is made (QP10, QP11).
BLANK_ORDER = blank(
    ORDER,
    ("verb", "target", "argument", "opening", "at_bay"),
    condition=Condition.ALWAYS,
    opportunity=1,
    stand=1,
)


@njit
def clear_slots(battle):
    """Forget what a former battle left, so that equal dice give equal bytes."""
    for slot in range(MAX_FIGHTERS):
        battle.fighters[slot] = BLANK_FIGHTER[0]
        battle.orders[slot] = BLANK_ORDER[0]
        battle.phases[slot] = BLANK_PHASE[0]
        battle.concealed[slot] = 0
        battle.covered[slot] = 0


# --- The fighters ---------------------------------------------------------------------------------


@njit
def stock_of(weapon):
    """How many of a weapon somebody brings: only thrown ones are counted (RP38)."""
    return STOCK if weapon >= 0 and IS_THROWN[weapon] else 0


@njit
def equip(fighter, person):
    """Make a fighter of one of the scenario's people (RP1, RP21, RP23, RP38)."""
    fighter.strength = person.strength
    fighter.dexterity = person.dexterity
    fighter.will = person.will
    fighter.stealth = person.stealth
    fighter.perception = person.perception
    fighter.medical = person.medical
    fighter.attack_bonus = person.attack_bonus
    fighter.max_wounds = person.max_wounds
    fighter.hand = person.hand
    fighter.second = person.second
    fighter.shield = person.shield
    fighter.armour = person.armour
    fighter.carried_hand = person.carried_hand
    fighter.carried_second = person.carried_second
    fighter.carried_shield = person.carried_shield
    fighter.stock = stock_of(person.hand)
    fighter.carried_stock = stock_of(person.carried_hand)
    fighter.doses = person.doses
    fighter.mounted = person.mounted
    fighter.spells = person.spells
    fighter.mends = MEND_USES if knows_spell(person, Spell.MEND) else 0
    fighter.cast = person.cast


# --- Hiding before the battle (RP48) --------------------------------------------------------------


@njit
def hide(battle, actor):
    """Roll Stealth: enemies who would have to look past Cover may be Unaware (RP4, RP36, RP48)."""
    fighter = battle.fighters[actor]
    face = die(battle, DIE)
    fighter.stealth_roll = face + fighter.stealth
    unaware, seems_unaware = 0, 0
    for other in range(battle.num_fighters):
        perception = BASE_SAVE + battle.fighters[other].perception
        if are_enemies(battle, actor, other) and has_hiding_place(battle, actor, other):
            if perception < fighter.stealth_roll:
                unaware |= 1 << other
            if fighter.stealth_roll > BASE_SAVE:
                seems_unaware |= 1 << other
    fighter.hidden_from = unaware
    fighter.hides_from = seems_unaware
    log_event(battle, Event.HIDES, actor, NOBODY, 0, fighter.stealth_roll, face)
    log_event(battle, Event.UNAWARE, actor, NOBODY, 0, unaware, 0)


# --- All of it ------------------------------------------------------------------------------------


@njit
def deploy_fighters(battle, template):
    """Draw, equip, place and hide the fighters; nobody decides yet (RP38, RP48).

    Dice are drawn for each place even where there is nothing to draw, so that no two battles in a
    row have the same ones.
    """
    lay_out(battle, template)
    clear_slots(battle)
    for actor in range(battle.num_fighters):
        seat = template.seats[actor]
        equip(battle.fighters[actor], template.people[draw_person(battle, seat)])
        battle.fighters[actor].key = actor
        battle.fighters[actor].is_ward = seat.is_ward
    free = scratch(1, MAP_HEIGHT)[0]
    clear_ground(battle, free)
    for actor in range(battle.num_fighters):
        place_in_zone(battle, actor, template.seats[actor], free)
    for actor in range(battle.num_fighters):
        if template.seats[actor].hidden != 0:
            hide(battle, actor)


@njit(shared=True)
def deploy(battle, template):
    """Draw and place the fighters, play to the first decision (RP48)."""
    below(battle.dice, 2)  # keyed dice leave the words alone: each battle must find new ones
    deploy_fighters(battle, template)
    begin_round(battle)
    play_on(battle)
