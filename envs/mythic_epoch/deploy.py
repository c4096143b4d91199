"""Deploying a battle of Mythic Epoch: the map, who comes, where they stand (RM4, RM19)."""

from __future__ import annotations

from ..core.compiler.compile import njit, scratch
from ..core.engine.battle import MAP_HEIGHT, NOBODY, log_event
from ..core.maps.square_grid import remove_rows
from ..core.scenarios.templates import clear_ground, draw_person, lay_out_map, place_in_zone
from .enums import Act, Event, Stage
from .rules.declare import active_fighter
from .rules.initiative import determine_initiative
from .rules.movement import clear_steps
from .state import GROUND_CAPACITY, NO_ITEM
from .tables import ACTION_POINTS, BASE_COMBAT_MOVEMENT, NO_WEAPON
from .turn import play_on


@njit
def lay_out(battle, template):
    """Copy the map and the switches of the scenario."""
    lay_out_map(battle, template)
    battle.bind_at_will = template.bind_at_will
    battle.counter_attack_unopposed = template.counter_attack_unopposed
    battle.recovery_adds_pool = template.recovery_adds_pool
    battle.turn = 0
    clear_play(battle)


@njit
def clear_play(battle):
    """Forget what a former battle left, so that equal dice give equal bytes."""
    for item in range(GROUND_CAPACITY):
        battle.ground_weapon[item] = NO_WEAPON
        battle.ground_x[item] = 0
        battle.ground_y[item] = 0
        battle.ground_loaded[item] = 0
    for step in range(BASE_COMBAT_MOVEMENT):
        battle.path_x[step] = 0
        battle.path_y[step] = 0
    battle.path_length = 0
    battle.ground_item = NO_ITEM
    battle.stage = Stage.TURN
    battle.action = Act.NOTHING
    battle.target = NOBODY
    battle.counter_tempo = Act.NOTHING
    battle.asking = 0
    battle.result = 0
    battle.opposition = 0
    clear_steps(battle)


@njit
def equip(battle, actor, person, status, partner):
    """Make a fighter of one of the scenario's people."""
    fighter = battle.fighters[actor]
    for which in range(len(fighter.skills)):
        fighter.skills[which] = person.skills[which]
    fighter.hand = person.hand
    fighter.carried = person.carried
    fighter.armour = person.armour
    fighter.cast = person.cast
    fighter.loaded = True
    fighter.carried_loaded = True
    fighter.action_points = ACTION_POINTS
    fighter.damage = 0
    fighter.status = status
    fighter.partner = partner
    fighter.aim_target = NOBODY
    fighter.last_target = NOBODY
    fighter.reaction = Act.NOTHING
    fighter.x = -1
    fighter.y = -1


@njit(shared=True)
def deploy(battle, template):
    """Draw and place the fighters, roll initiative, play to the first decision (RM4, RM19)."""
    lay_out(battle, template)
    for actor in range(battle.num_fighters):
        seat = template.seats[actor]
        person = template.people[draw_person(battle, seat)]
        equip(battle, actor, person, seat.status, seat.partner)
    free = scratch(1, MAP_HEIGHT)[0]
    clear_ground(battle, free)
    remove_rows(free, battle.low)
    for actor in range(battle.num_fighters):
        place_in_zone(battle, actor, template.seats[actor], free)
    determine_initiative(battle)
    log_event(battle, Event.TURN, active_fighter(battle), NOBODY, 0, ACTION_POINTS, 0)
    play_on(battle)
