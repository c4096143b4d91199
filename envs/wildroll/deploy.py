"""Deploying a battle of Wildroll: the map, who comes, where they stand (W56, W106, RW22, H26)."""

from __future__ import annotations

from ..core.compiler.compile import njit, scratch
from ..core.engine.battle import MAP_HEIGHT, MAP_WIDTH, MAX_FIGHTERS, NOBODY
from ..core.maps.square_grid import remove_rows, remove_square
from ..core.scenarios.templates import blank, clear_ground, draw_person, lay_out_map, place_in_zone
from .enums import (
    Stage,
    Window,
)
from .rules.combat_sequence.action_stack import clear_frame
from .rules.combat_sequence.initiative import roll_initiative, surprise
from .rules.flanking.flanking import update_flanked
from .rules.flanking.lines import find_hidden
from .rules.movement.spaces import put_into
from .rules.movement.terrain import is_climbing, is_swimming
from .rules.stamina.stamina import most_stamina, normal_mana
from .state import (
    FIGHTER,
    FRAMES,
    GROUND_CAPACITY,
    HANDS,
    NO_FRAME,
    PACK,
    PATH,
)
from .tables import IS_FALL, LEVELS, NONE, OPEN_GROUND
from .turn import play_on

# Awake, upright, nowhere, with nothing in hand or pack.
BLANK_FIGHTER = blank(
    FIGHTER,
    (
        "x",
        "y",
        "held",
        "pack",
        "charm",
        "long_target",
        "evaded_target",
        "pinned_by",
        "follows",
        "last_target",
        "mount",
        "rider",
    ),
    loaded=1,
)


# --- A clean sheet --------------------------------------------------------------------------------


@njit
def clear_play(battle):
    """Forget what a former battle left, so that equal dice give equal bytes."""
    for slot in range(MAX_FIGHTERS):
        battle.fighters[slot] = BLANK_FIGHTER[0]
    for number in range(FRAMES):
        clear_frame(battle.frames[number])
    for item in range(GROUND_CAPACITY):
        battle.ground_item[item] = NONE
        battle.ground_x[item] = 0
        battle.ground_y[item] = 0
    for step in range(PATH):
        battle.path_x[step] = 0
        battle.path_y[step] = 0
    battle.path_length = 0
    battle.path_at = 0
    battle.window = Window.NONE
    battle.stage = Stage.ROUND_START
    battle.active = NOBODY
    battle.asked = 0
    battle.top = NO_FRAME
    battle.serial = 0
    battle.flanked = 0
    battle.newly_flanked = 0


@njit
def lay_out_ground(battle, template):
    """Copy the grounds, the current, and who hides or may be surprised (W56, W68)."""
    battle.has_ground = False
    for y in range(MAP_HEIGHT):
        for x in range(MAP_WIDTH):
            battle.ground[y, x] = template.ground[y, x]
            if template.ground[y, x] != OPEN_GROUND:
                battle.has_ground = True
    battle.current_side = template.current_side
    battle.current_yards = template.current_yards
    battle.hiding_side = template.hiding_side
    battle.wary_side = template.wary_side


# --- The fighters ---------------------------------------------------------------------------------


@njit
def equip(fighter, person):
    """Make a fighter of one of the scenario's people (W10, W81, RW3, RW7, RW12)."""
    for which in range(len(fighter.attributes)):
        fighter.attributes[which] = person.attributes[which]
    for which in range(len(fighter.skills)):
        fighter.skills[which] = person.skills[which]
    for hand in range(HANDS):
        fighter.held[hand] = person.held[hand]
    for place in range(PACK):
        fighter.pack[place] = person.pack[place]
    for level in range(LEVELS):
        fighter.wounds[level] = person.wounds[level]
    fighter.specialisations = person.specialisations
    fighter.race = person.race
    fighter.armour = person.armour
    fighter.npc = person.npc
    fighter.spells = person.spells
    fighter.charm = person.charm
    fighter.potions = person.potions
    fighter.is_trained = person.is_trained
    fighter.fatigue = person.fatigue
    fighter.bleeding = person.bleeding
    fighter.burning = person.burning
    fighter.poisoned = person.poisoned
    fighter.hobbled = person.hobbled
    fighter.cast = person.cast
    fighter.stamina = most_stamina(fighter)
    fighter.mana = normal_mana(fighter)


@njit
def clear_footing(battle, free):
    """Write the hexes where a fighter can be placed into the rows `free`: no walls, no pits."""
    clear_ground(battle, free)
    remove_rows(free, battle.low)
    for y in range(battle.height):
        for x in range(battle.width):
            if IS_FALL[battle.ground[y, x]]:
                remove_square(free, x, y)


@njit
def take_posture(battle, actor, seat):
    """Stand, crouch or lie as the scenario says, unless swimming or climbing (W30, W82)."""
    if not is_swimming(battle, actor) and not is_climbing(battle, actor):
        battle.fighters[actor].posture = seat.posture


@njit
def place_fighters(battle, template):
    """Seat by seat a random hex of its zone; then riders take the hexes of their mounts (W106)."""
    free = scratch(1, MAP_HEIGHT)[0]
    clear_footing(battle, free)
    for actor in range(battle.num_fighters):
        if template.seats[actor].mount == NOBODY:
            place_in_zone(battle, actor, template.seats[actor], free)
            take_posture(battle, actor, template.seats[actor])
    for actor in range(battle.num_fighters):
        mount = template.seats[actor].mount
        if mount != NOBODY:
            battle.fighters[actor].mount = mount
            battle.fighters[mount].rider = actor
            put_into(battle, mount, battle.fighters[mount].x, battle.fighters[mount].y)


@njit
def hide(battle):
    """The side in ambush begins hidden, except those next to an enemy (XW1, H26)."""
    for actor in range(battle.num_fighters):
        battle.fighters[actor].hidden = battle.side[actor] == battle.hiding_side
    find_hidden(battle)


@njit
def deploy_fighters(battle, template):
    """Draw, equip and place the fighters; nobody decides yet."""
    lay_out_map(battle, template)
    lay_out_ground(battle, template)
    clear_play(battle)
    for actor in range(battle.num_fighters):
        person = draw_person(battle, template.seats[actor])
        equip(battle.fighters[actor], template.people[person])
    place_fighters(battle, template)
    hide(battle)


@njit(shared=True)
def deploy(battle, template):
    """Draw and place the fighters, roll for surprise and initiative, play on (W52, W56, RW22)."""
    deploy_fighters(battle, template)
    surprise(battle)
    roll_initiative(battle)
    update_flanked(battle)
    play_on(battle)
