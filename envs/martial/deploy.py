"""Deploying a battle of Martial: the map and the fighters on it (D2, D3, D11, RD5, D96)."""

from __future__ import annotations

from ..core.compiler.compile import njit, scratch
from ..core.engine.battle import MAP_HEIGHT, MAX_FIGHTERS, NOBODY
from ..core.maps.square_grid import remove_rows
from ..core.scenarios.templates import blank, clear_ground, draw_person, lay_out_map, place_in_zone
from .enums import Life, Stage, Step, Trigger, TurnAction, Window
from .rules.injuries.mobility import can_fly
from .rules.injuries.wounds import begin_injured
from .rules.stamina import begin_pools
from .state import (
    ATTACK,
    FIGHTER,
    FRAMES,
    GROUND_CAPACITY,
    HANDS,
    NO_FRAME,
    PACK,
    PATH,
)
from .tables import MAX_PARTS, NONE
from .turn import play_on

# Awake and free, off the map, with nothing in hand or pack.
BLANK_FIGHTER = blank(
    FIGHTER, ("x", "y", "grapple", "last_target", "held", "pack"), life=Life.ALIVE, loaded=1
)
BLANK_ATTACK = blank(
    ATTACK,
    ("attacker", "target", "first_target", "weapon", "maneuver", "part", "taken"),
    step=Step.OVER,
)


# --- A clean sheet --------------------------------------------------------------------------------


@njit
def clear_play(battle):
    """Clear what a former battle left, so that equal dice give equal bytes."""
    for slot in range(MAX_FIGHTERS):
        battle.fighters[slot] = BLANK_FIGHTER[0]
        battle.order[slot] = slot
    for frame in range(FRAMES):
        battle.attacks[frame] = BLANK_ATTACK[0]
    for item in range(GROUND_CAPACITY):
        battle.ground_item[item] = NONE
        battle.ground_x[item] = 0
        battle.ground_y[item] = 0
        battle.ground_damaged[item] = 0
    for step in range(PATH):
        battle.path_x[step] = 0
        battle.path_y[step] = 0
    battle.window = Window.NONE
    battle.frame = NO_FRAME
    battle.turn = 0
    battle.stage = Stage.HIDING
    battle.act = TurnAction.NOTHING
    battle.confusion = 0
    clear_way(battle)


@njit
def clear_way(battle):
    """Clear the path and the trigger: nobody moves, and nobody provokes."""
    battle.trigger = Trigger.NONE
    battle.provoker = NOBODY
    battle.asking = 0
    battle.provoked = 0
    battle.path_length = 0
    battle.path_at = 0
    battle.steps_left = 0
    battle.is_step = False
    battle.is_crawl = False
    battle.from_x = 0
    battle.from_y = 0


# --- The fighters ---------------------------------------------------------------------------------


@njit
def equip(fighter, person):
    """Make a fighter of one of the scenario's people (D94, RD19, RD24, RD36)."""
    for which in range(len(fighter.attributes)):
        fighter.attributes[which] = person.attributes[which]
    for part in range(MAX_PARTS):
        fighter.injuries[part] = person.injuries[part]
    for hand in range(HANDS):
        fighter.held[hand] = person.held[hand]
    for place in range(PACK):
        fighter.pack[place] = person.pack[place]
    fighter.level = person.level
    fighter.trained = person.trained
    fighter.body = person.body
    fighter.armour = person.armour
    fighter.natural_armour = person.natural_armour
    fighter.quick_draw = person.quick_draw
    fighter.cast = person.cast
    begin_pools(fighter, person.training)


@njit
def enter(battle, actor, seat):
    """Lie, stand or fly as the scenario says, as far as old injuries allow (D96)."""
    fighter = battle.fighters[actor]
    fighter.prone = seat.prone
    fighter.flying = seat.flying and can_fly(fighter)
    begin_injured(battle, actor)


@njit
def deploy_fighters(battle, template):
    """Draw, equip and place the fighters; nobody decides yet."""
    lay_out_map(battle, template)
    battle.is_ready = template.is_ready
    battle.hiding_side = template.hiding_side
    battle.is_ambush = template.hiding_side >= 0
    clear_play(battle)
    for actor in range(battle.num_fighters):
        person = draw_person(battle, template.seats[actor])
        equip(battle.fighters[actor], template.people[person])
    free = scratch(1, MAP_HEIGHT)[0]
    clear_ground(battle, free)
    remove_rows(free, battle.low)
    for actor in range(battle.num_fighters):
        place_in_zone(battle, actor, template.seats[actor], free)
        enter(battle, actor, template.seats[actor])


@njit(shared=True)
def deploy(battle, template):
    """Draw and place the fighters, and play to the first decision (D1 to D3, QD10)."""
    deploy_fighters(battle, template)
    play_on(battle)
