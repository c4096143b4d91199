"""The five functions of the system on its battle record: deploy, advance, and what they need."""

from __future__ import annotations

import numpy as np

from ..core.compiler.compile import njit, scratch
from ..core.engine.battle import MAP_HEIGHT, NOBODY, begin_decision, log_event
from ..core.engine.dice import below, draw_anew
from ..core.maps.square_grid import remove_rows
from ..core.scenarios.templates import clear_ground, draw_person, lay_out_map, place_in_zone
from .actions.table import MOVE_STEP, SINGLE_ACTS, STEP, WAIT, act_of, fighter_of, target_of, way_of
from .enums import (
    Act,
    Event,
    Skill,
    Stage,
    Way,
    Window,
)
from .navigation.pathfinding import (
    plan_move,
)
from .rules.checks import damage_points, is_out
from .rules.declare import active_fighter
from .rules.movement import clear_steps
from .state import (
    GROUND_CAPACITY,
)
from .tables import (
    ACTION_POINTS,
    BASE_COMBAT_MOVEMENT,
    NEAR_COLLAPSE_QUARTERS,
    NO_WEAPON,
    SKILL_MAXIMUM,
)
from .turn import continue_steps, declare, determine_initiative, play_on, react, replace

FRESH, HALF, NEAR_COLLAPSE, OUT = range(4)
"""What can be seen of the damage that somebody has taken (XM3)."""

# --- Deploying ------------------------------------------------------------------------------------


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


# --- Advancing ------------------------------------------------------------------------------------


@njit
def declare_action(battle, action):
    """The choice of the turn: an action, or the end of the turn (QM1)."""
    if action == WAIT:
        battle.stage = Stage.TURN_OVER
        return
    actor = active_fighter(battle)
    act = act_of(action)
    target = target_of(battle, actor, action)
    if act == Act.MOVE:
        way = way_of(action)
        where = action - MOVE_STEP if way == Way.STEP else fighter_of(battle, actor, action)
        plan_move(battle, actor, way, where)
    declare(battle, act, target)


@njit(shared=True)
def advance(battle, action):
    """Apply a legal action and play on to the next decision or the end."""
    begin_decision(battle)
    window = np.int64(battle.window)
    battle.window = Window.NONE
    if window == Window.TURN:
        declare_action(battle, action)
    elif window == Window.REACTION:
        if action != WAIT:
            react(battle, SINGLE_ACTS[action])
    elif window == Window.COUNTER_TEMPO:
        if action != WAIT:
            replace(battle, SINGLE_ACTS[action])
    elif window == Window.STEP:
        continue_steps(battle, action - STEP if action != WAIT else -1)
    play_on(battle)


# --- What a fighter cannot know (XM1-XM3) ---------------------------------------------------------


@njit(shared=True)
def conceal(battle, fighter, rng_state):
    """Overwrite what a fighter cannot know by a plausible sample (XM1, XM2, XM3).

    The coming dice are drawn anew for everybody, the condition of every opponent, and, until the
    counter-tempo step, whether the attack that an opponent has announced is a Feint.
    """
    draw_anew(battle, rng_state)
    for other in range(battle.num_fighters):
        if battle.side[other] != battle.side[fighter]:
            conceal_condition(battle, other, rng_state)
    if battle.side[fighter] != battle.side[active_fighter(battle)]:
        conceal_feint(battle, rng_state)


@njit
def conceal_feint(battle, rng_state):
    """Take one announced attack in eight for a Feint (XM1).

    It is the middle of what solved duels show (RM2).
    """
    if battle.window != Window.REACTION:
        return
    if battle.action == Act.MELEE_ATTACK or battle.action == Act.FEINT:
        battle.action = Act.FEINT if below(rng_state, 8) == 0 else Act.MELEE_ATTACK


@njit
def least_damage(points, band):
    """Damage with which a band begins: fresh, half, near collapse, out (XM3)."""
    if band == OUT:
        return points
    if band == NEAR_COLLAPSE:
        return (NEAR_COLLAPSE_QUARTERS * points + 3) // 4
    return (points + 1) // 2 if band == HALF else 0


@njit
def band_of(fighter):
    """In which condition a fighter is seen to be (XM3)."""
    band = OUT
    while fighter.damage < least_damage(damage_points(fighter), band):
        band -= 1
    return band


@njit
def conceal_condition(battle, other, rng_state):
    """Draw another endurance, around the 5 of the trained (RM29), and damage in its band (XM3)."""
    fighter = battle.fighters[other]
    band = band_of(fighter)
    if band == OUT:
        return
    half = SKILL_MAXIMUM // 2
    fighter.skills[Skill.ENDURANCE] = below(rng_state, half + 1) + below(rng_state, half + 1)
    points = damage_points(fighter)
    least = least_damage(points, band)
    fighter.damage = least + below(rng_state, least_damage(points, band + 1) - least)


@njit(shared=True)
def strength(battle, side):
    """Share of its damage points that a side has left, 0 to 1 (RM10)."""
    left = 0.0
    size = 0
    for actor in range(battle.num_fighters):
        if battle.side[actor] == side:
            size += 1
            fighter = battle.fighters[actor]
            if not is_out(fighter):
                whole = damage_points(fighter)
                left += (whole - np.int64(fighter.damage)) / whole
    return left / size
