"""Deploying a battle of Heimr: the field, the fighters, their places (H5, H44, RH12, RH59)."""

from __future__ import annotations

from ..core.compiler.compile import njit
from ..core.engine.battle import MAX_FIGHTERS, NOBODY, clear_header, fighters_of_side, seat_fighters
from ..core.engine.dice import below
from ..core.scenarios.templates import blank, draw_person
from .enums import (
    Ability,
    Outcome,
    Stage,
    Window,
)
from .rules.characters.abilities import consistency, potential
from .rules.combat_actions.action_stack import clear_frame
from .rules.combat_basics.fatigue import base_fatigue
from .rules.combat_basics.initiative import roll_initiative
from .rules.defence.current_defence import owe_defence
from .rules.dice_challenges.rolls import roll_challenge
from .rules.grid import floor_of, is_location
from .rules.health.health import most_hp, most_wp
from .state import FIGHTER, FRAMES, GROUND_CAPACITY, HANDS, NO_FRAME, PACK
from .tables import BORDERS, LOCATIONS, MOST_FIELD, NEEDS_AMMUNITION, NONE
from .turn import play_on

# Awake, upright, nowhere, with nothing in hand, holding and guarding nobody.
BLANK_FIGHTER = blank(
    FIGHTER,
    (
        "held",
        "pack",
        "bag",
        "location",
        "climbs_on",
        "cluster",
        "treated_by",
        "treats",
        "stumble_side",
        "bind_part",
        "trigger_by",
        "holds",
        "held_by",
        "held_part",
        "guarded",
        "entered_from",
        "ran_from",
        "last_seen",
        "concealed_item",
        "uses",
        "last_target",
        "chases",
        "exit",
    ),
)

# --- A clean sheet --------------------------------------------------------------------------------


@njit
def clear_play(battle):
    """Forget what a former battle left, so that equal dice give equal bytes."""
    for slot in range(MAX_FIGHTERS):
        battle.fighters[slot] = BLANK_FIGHTER[0]
        battle.order[slot] = NOBODY
    for number in range(FRAMES):
        clear_frame(battle.frames[number])
    for place in range(GROUND_CAPACITY):
        battle.ground_item[place] = NONE
        battle.ground_location[place] = NONE
    battle.window = Window.NONE
    battle.stage = Stage.PREROLL
    battle.place = 0
    battle.owed = 0
    battle.top = NO_FRAME
    battle.outcome = Outcome.NONE
    battle.roll.d6 = 0
    battle.roll.value = 0
    battle.roll.total = 0
    battle.roll.tired = False


@njit
def lay_out_field(battle, template):
    """Copy the sides, the locations and borders, the light and the weather (H5, H9, H155)."""
    clear_header(battle)
    seat_fighters(battle, template.side_size[0], template.side_size[1], template.max_side)
    battle.round_limit = template.round_limit
    battle.columns = template.width
    battle.rows = template.height
    battle.plain = template.plain
    battle.darkness = template.darkness
    battle.weather = template.weather
    battle.blind_spots = template.blind_spots
    for location in range(LOCATIONS):
        battle.locations[location] = template.locations[location]
    for border in range(BORDERS):
        battle.borders[border] = template.borders[border]


# --- The fighters ---------------------------------------------------------------------------------


@njit
def write_sheet(fighter, person):
    """Write the attributes, training, skills, race and armour of a fighter (H1 to H4)."""
    for which in range(len(fighter.attributes)):
        fighter.attributes[which] = person.attributes[which]
    for which in range(len(fighter.consistency)):
        fighter.consistency[which] = person.consistency[which]
        fighter.potential[which] = person.potential[which]
    fighter.skills = person.skills
    fighter.race = person.race
    fighter.armour = person.armour
    fighter.cast = person.cast


@njit
def equip(fighter, person):
    """Give a fighter its items, held and carried, a missile drawn (H97, H107, RH29, RH59)."""
    for hand in range(HANDS):
        item = person.held[hand]
        fighter.held[hand] = item
        if item != NONE and NEEDS_AMMUNITION[item]:
            fighter.missile = True
    for place in range(PACK):
        fighter.pack[place] = person.pack[place]
    fighter.bag = person.bag
    fighter.missiles = person.missiles


@njit
def fill_up(fighter):
    """Rested: full HP and WP, fatigue at its base (RH1, RH59)."""
    fighter.hp = most_hp(fighter)
    fighter.wp = most_wp(fighter)
    fighter.fatigue = base_fatigue(fighter)


@njit
def draw_location(battle, seat):
    """A random location of a seat's zone; others may be there too (H5)."""
    count = 0
    for y in range(seat.top, seat.bottom + 1):
        for x in range(seat.left, seat.right + 1):
            count += is_location(battle, x, y)
    skip = below(battle.dice, max(1, count))
    for y in range(seat.top, seat.bottom + 1):
        for x in range(seat.left, seat.right + 1):
            if is_location(battle, x, y):
                if skip == 0:
                    return y * MOST_FIELD + x
                skip -= 1
    return NONE


@njit
def place_fighter(battle, actor, seat):
    """A fighter stands, or lies, in its zone, seen by all (RH50, RH59)."""
    fighter = battle.fighters[actor]
    location = draw_location(battle, seat)
    fighter.location = location
    fighter.height = floor_of(battle, location)
    if seat.on_top:
        fighter.height += battle.locations[location].top
    fighter.prone = seat.prone
    fighter.last_seen = location
    fighter.known_by = fighters_of_side(battle, 1 - battle.side[actor])


@njit
def hide(battle, actor):
    """Hide a fighter in ambush before the battle; nobody knows of it (H95, RH59, HH3)."""
    fighter = battle.fighters[actor]
    roll_challenge(
        battle, consistency(fighter, Ability.SURVIVAL), potential(fighter, Ability.SURVIVAL)
    )
    fighter.hide = battle.roll.total
    fighter.hidden = True
    fighter.known_by = 0
    fighter.last_seen = NONE


@njit
def deploy_fighters(battle, template):
    """Draw, equip and place the fighters; nobody decides yet."""
    lay_out_field(battle, template)
    clear_play(battle)
    for actor in range(battle.num_fighters):
        person = template.people[draw_person(battle, template.seats[actor])]
        write_sheet(battle.fighters[actor], person)
        equip(battle.fighters[actor], person)
        fill_up(battle.fighters[actor])
    for actor in range(battle.num_fighters):
        place_fighter(battle, actor, template.seats[actor])
    for actor in range(battle.num_fighters):
        if template.seats[actor].hidden:
            hide(battle, actor)


@njit
def begin_battle(battle):
    """Roll initiative; all owe a first defence before the first turn (H44, RH8, RH12, TH1)."""
    roll_initiative(battle)
    for actor in range(battle.num_fighters):
        owe_defence(battle, actor)


@njit(shared=True)
def deploy(battle, template):
    """Draw and place the fighters, roll initiative, play on (H44, RH12, RH59, TH1)."""
    deploy_fighters(battle, template)
    begin_battle(battle)
    play_on(battle)
