"""The observation of a fighter, as numbers in [-1, 1] (XH1 to XH6).

All see places, items in the hands, injured parts, effects, clusters and pre-rolled defences. Only
the own side knows HP, willpower and fatigue, and only the fighter itself its abilities, skills and
readied action. Of an enemy who hides from the fighter it knows only the place where it last saw or
heard that enemy. The layout names every number; a test compares `observe` with it.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains, set_of
from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, ally_in_slot, enemy_in_slot, slot_of
from ...core.engine.layout import capped
from ..enums import Ability, Act, Hand, Role, Trigger, Window
from ..rules.attacks.brawl import is_inside_reach
from ..rules.characters.abilities import skill_level
from ..rules.characters.conditions import is_able, is_gone, is_on_field
from ..rules.combat_actions.action_stack import is_action_under_way, top_frame
from ..rules.combat_actions.other_actions import item_taken
from ..rules.combat_basics.fatigue import base_fatigue
from ..rules.environment.concealment import concealment_from, concealment_of_air
from ..rules.grid import (
    column_of,
    floor_of,
    measure_distances,
    row_of,
    steps_between,
    turns_to,
    turns_to_rise,
)
from ..rules.modules.armoury import shown_in_hand
from ..rules.modules.blind_spots import blind_penalty
from ..rules.positions.hiding import is_hidden_from, unknown_to
from ..tables import BODY_PARTS, IS_WEAPON, LOCATIONS, NONE
from .body import KIND_OF, known_seat, see_body, see_pools, signed, write_turns
from .layout import (
    ALLY,
    ALLY_LENGTH,
    BODY,
    CALLED,
    ENEMY,
    ENEMY_LENGTH,
    FIRST_TRIGGER,
    FIRST_WINDOW,
    OWN,
    OWN_LENGTH,
    PART,
    PER,
    PLACE,
    SKILLS,
    WINDOW,
)
from .sheets import (
    USUAL_HIT,
    power_left,
    see_abilities,
    see_own_pack,
    see_spent,
    see_usual_weapon,
)
from .surroundings import see_exit, see_ground, see_offset, see_rays, see_ways

SHOWN_SKILLS = np.array(SKILLS)
SHOWN_CALLED = np.array(CALLED)
WALKS = set_of(Act.MOVE, Act.RUN, Act.CRAWL, Act.CARRY)
"""The actions whose argument is the direction of a movement (H89, H90, H94, RH57)."""

# --- Visible fighters (XH1) -----------------------------------------------------------------------


@njit
def are_enemies(battle, one, other):
    """Whether two fighters are on different sides."""
    return battle.side[one] != battle.side[other]


@njit
def sees(battle, actor, other):
    """Whether a fighter sees another: its own side always, enemies unless they hide (XH1)."""
    return not are_enemies(battle, actor, other) or not is_hidden_from(battle, other, actor)


# --- Oneself --------------------------------------------------------------------------------------


@njit
def see_self(battle, actor, unknown, turns, out, at):
    """One's own block."""
    me = battle.fighters[actor]
    see_body(battle, actor, actor, unknown, turns, out, at)
    see_pools(me, out, at + OWN.hp)
    above = me.fatigue - base_fatigue(me)
    out[at + OWN.fatigue_above] = signed(above, PER.fatigue_above)
    out[at + OWN.tired] = me.tired
    see_abilities(me, out, at)
    for place in range(len(SHOWN_SKILLS)):
        out[at + OWN.skills + place] = skill_level(me, SHOWN_SKILLS[place]) * PER.skills
    see_spent(me, out, at)
    see_own_pack(me, out, at)
    out[at + OWN.standard] = me.standard
    see_plans(battle, actor, unknown, out, at)
    if is_on_field(me):
        see_standpoint(battle, me, out, at)
        see_ways(battle, actor, out, at + OWN.open_squares)
        see_rays(battle, me, out, at + OWN.cover_squares)
        see_exit(battle, me.location, out, at)
        see_ground(battle, me.location, out, at + OWN.ground_0_item)
    out[at + OWN.caught] = me.caught
    out[at + OWN.hidden] = me.hidden
    if me.hidden:
        out[at + OWN.hide] = signed(me.hide, PER.hide)


@njit
def see_plans(battle, actor, unknown, out, at):
    """Write the readied action, its trigger and the fighter that it names (XH2)."""
    me = battle.fighters[actor]
    if me.readied != Act.NONE:
        out[at + OWN.readied + KIND_OF[me.readied]] = 1
        out[at + OWN.trigger_by] = known_seat(battle, actor, me.trigger_by, unknown)
        if me.trigger != Trigger.NONE:
            out[at + OWN.trigger + me.trigger - FIRST_TRIGGER] = 1


@njit
def see_standpoint(battle, me, out, at):
    """Write the location of the fighter (H5, H147, H151, H155, H156)."""
    location = me.location
    here = battle.locations[location]
    out[at + OWN.position_column] = column_of(location) * PER.position
    out[at + OWN.position_row] = row_of(location) * PER.position
    out[at + OWN.ground_difficult] = here.difficult
    out[at + OWN.ground_concealment] = capped(here.concealment, PER.ground_concealment)
    out[at + OWN.ground_darkness] = concealment_of_air(battle, location) * PER.ground_darkness
    out[at + OWN.ground_object] = capped(here.top, PER.ground_object)
    out[at + OWN.climbs_on] = (me.climbs_on + 1) * PER.climbs_on


# --- Allies and enemies ---------------------------------------------------------------------------


@njit
def measure_from(battle, me, distances):
    """Measure the distance of each location in turns, if it is more than steps (H55)."""
    if not battle.plain and is_on_field(me):
        measure_distances(battle, distances, me.location, me.height)


@njit
def see_place(battle, me, location, height, distances, out, at):
    """Offset and distance of a place of the field (H55)."""
    here = me.location
    if location != NONE and here != NONE:
        see_offset(here, location, out, at)
        if location == here:
            far = turns_to_rise(height - me.height)
        elif battle.plain:
            far = steps_between(here, location)
        else:
            far = turns_to(battle, distances, here, me.height, location, height)
        out[at + PLACE.distance] = capped(far, PER.distance)


@njit
def see_ally(battle, actor, ally, unknown, turns, distances, out, at):
    """The block of an ally."""
    me, it = battle.fighters[actor], battle.fighters[ally]
    location, height = it.location, it.height
    see_body(battle, actor, ally, unknown, turns, out, at)
    see_place(battle, me, location, height, distances, out, at + ALLY.offset)
    see_pools(it, out, at + ALLY.hp)
    see_usual_weapon(it, it.held[Hand.SWORD], out, at + ALLY.usual_weapon_dice)
    out[at + ALLY.treated] = capped(it.treated, PER.treated)
    if it.readied != Act.NONE:
        out[at + ALLY.readied] = KIND_OF[it.readied] * PER.readied
        out[at + ALLY.trigger] = it.trigger * PER.trigger
        out[at + ALLY.trigger_by] = known_seat(battle, actor, it.trigger_by, unknown)
    if it.hidden:
        out[at + ALLY.hidden] = 1
        out[at + ALLY.hide] = signed(it.hide, PER.hide)


@njit
def see_enemy(battle, actor, enemy, unknown, turns, distances, out, at):
    """The block of an enemy who is seen (XH4, XH5)."""
    me, it = battle.fighters[actor], battle.fighters[enemy]
    location, height = it.location, it.height
    see_body(battle, actor, enemy, unknown, turns, out, at)
    see_place(battle, me, location, height, distances, out, at + ENEMY.offset)
    if is_on_field(me) and is_on_field(it):
        concealment = concealment_from(battle, actor, enemy)
        out[at + ENEMY.concealment] = capped(concealment, PER.concealment)
        mine = concealment_from(battle, enemy, actor)
        out[at + ENEMY.my_concealment] = capped(mine, PER.my_concealment)
        out[at + ENEMY.blind] = blind_penalty(battle, actor, enemy, True, False) > 0
        out[at + ENEMY.in_my_blind] = blind_penalty(battle, enemy, actor, True, False) > 0
        out[at + ENEMY.inside] = is_inside_reach(battle, actor, enemy)
        out[at + ENEMY.inside_mine] = is_inside_reach(battle, enemy, actor)
        out[at + ENEMY.unseen] = me.hidden and is_hidden_from(battle, actor, enemy)
    elif is_on_field(me) and it.flees:
        see_offset(me.location, it.exit, out, at + ENEMY.exit)
    out[at + ENEMY.caught] = it.caught
    item = shown_in_hand(battle, actor, enemy, Hand.SWORD)
    see_usual_weapon(it, item, out, at + ENEMY.usual_weapon_dice)
    out[at + ENEMY.usual_hit] = USUAL_HIT[it.cast]
    out[at + ENEMY.power] = power_left(it) * PER.power
    see_insight(battle, actor, it, out, at)


@njit
def shown_parts(battle, actor):
    """The fighter and the target of the action under way, nobody if it is not seen (XH1)."""
    if not knows_act(battle, actor):
        return np.int64(NOBODY), np.int64(NOBODY)
    frame = top_frame(battle)
    return np.int64(frame.actor), np.int64(frame.target)


@njit
def see_part(parts, other, out, at):
    """Write the part of another fighter in the action under way: `shown_parts`."""
    out[at + PART.is_actor] = parts[0] == other
    out[at + PART.is_target] = parts[1] == other


@njit
def see_insight(battle, actor, it, out, at):
    """HP, willpower and fatigue as they were when one sized it up (RH51, XH5)."""
    if (it.sized_up_by >> actor) & 1 == 0:
        return
    slot = slot_of(battle, actor)
    out[at + ENEMY.sized_up] = 1
    out[at + ENEMY.hp] = signed(it.seen_hp[slot], PER.hp)
    out[at + ENEMY.wp] = capped(it.seen_wp[slot], PER.wp)
    out[at + ENEMY.fatigue] = capped(it.seen_fatigue[slot], PER.fatigue)


@njit
def see_trace(battle, actor, enemy, distances, out, at):
    """The block of an enemy who hides: where it was last seen or heard, if that is known (RH50)."""
    me, it = battle.fighters[actor], battle.fighters[enemy]
    if (it.known_by >> actor) & 1 == 0:
        return
    last = it.last_seen
    floor = floor_of(battle, last) if last != NONE else 0
    see_place(battle, me, last, floor, distances, out, at + ENEMY.offset)
    out[at + ENEMY.hidden] = 1


@njit
def see_others(battle, actor, unknown, turns, out):
    """The blocks of allies and enemies; of the dead and fled nothing but that (XH1)."""
    at = OWN_LENGTH
    parts = shown_parts(battle, actor)
    distances = scratch(1, LOCATIONS)[0]
    measure_from(battle, battle.fighters[actor], distances)
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY:
            if is_gone(battle.fighters[ally]):
                out[at + BODY.is_out] = 1
            else:
                see_ally(battle, actor, ally, unknown, turns, distances, out, at)
                see_part(parts, ally, out, at + ALLY.is_actor)
        at += ALLY_LENGTH
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY:
            if is_gone(battle.fighters[enemy]):
                out[at + BODY.is_out] = 1
            elif sees(battle, actor, enemy):
                see_enemy(battle, actor, enemy, unknown, turns, distances, out, at)
                see_part(parts, enemy, out, at + ENEMY.is_actor)
            else:
                see_trace(battle, actor, enemy, distances, out, at)
        at += ENEMY_LENGTH


# --- The decision at hand -------------------------------------------------------------------------


@njit
def knows_act(battle, actor):
    """Whether something is under way that one sees being done (XH1)."""
    return is_action_under_way(battle) and sees(battle, actor, top_frame(battle).actor)


@njit
def see_act(battle, actor, unknown, out, at):
    """Write the action under way: its fighter, its target and its progress."""
    frame = top_frame(battle)
    out[at + WINDOW.act + KIND_OF[frame.act]] = 1
    doer, target = frame.actor, frame.target
    out[at + WINDOW.is_mine] = doer == actor
    out[at + WINDOW.is_on_me] = target == actor
    out[at + WINDOW.is_by_ally] = doer != actor and not are_enemies(battle, actor, doer)
    if target != NOBODY and target != actor:
        out[at + WINDOW.is_on_ally] = not are_enemies(battle, actor, target)
    out[at + WINDOW.out_of_turn] = frame.role != Role.TURN
    out[at + WINDOW.aimed] = frame.aim != NONE
    out[at + WINDOW.aim] = (frame.aim + 1) * PER.aim
    out[at + WINDOW.off_hand] = frame.hand == Hand.OFF
    out[at + WINDOW.both] = frame.both
    if contains(WALKS, frame.act):
        out[at + WINDOW.way] = (frame.argument + 1) * PER.way
    out[at + WINDOW.guard] = known_seat(battle, actor, frame.guard, unknown)
    see_blow(battle, frame, out, at)


@njit
def see_blow(battle, frame, out, at):
    """Write the roll and its result (H116); the defender does not see the roll (XH4)."""
    if frame.d6 != 0 and battle.window != Window.DEFEND:
        out[at + WINDOW.total] = signed(frame.total, PER.total)
    out[at + WINDOW.hit] = frame.hit
    if 0 <= frame.part < BODY_PARTS:
        out[at + WINDOW.part + frame.part] = 1
    for place in range(len(SHOWN_CALLED)):
        out[at + WINDOW.effect + place] = frame.effect == SHOWN_CALLED[place]
    out[at + WINDOW.damage] = capped(frame.damage, PER.damage)
    out[at + WINDOW.seconds] = capped(frame.seconds, PER.seconds)
    out[at + WINDOW.challenge] = signed(frame.challenge, PER.challenge)


@njit
def see_sides(battle, actor, out, at):
    """Write the number of able fighters on both sides that the viewer knows of (RH28, XH1)."""
    for other in range(battle.num_fighters):
        if is_able(battle.fighters[other]) and sees(battle, actor, other):
            side = np.int64(are_enemies(battle, actor, other))
            out[at + WINDOW.sides + side] += PER.sides


@njit
def see_quarry(battle, me, out, at):
    """Write the roll of a pursuer's quarry and its terrain (H76, H78, H79)."""
    if me.chases != NOBODY:
        quarry = battle.fighters[me.chases]
        out[at + WINDOW.chase_roll] = signed(quarry.chase_roll, PER.chase_roll)
        out[at + WINDOW.quarry_climbs] = quarry.terrain == Ability.CLIMBING


@njit
def see_window(battle, actor, unknown, out, at):
    """The block of the decision at hand."""
    if battle.to_act == actor and battle.window != Window.NONE:
        out[at + WINDOW.window + battle.window - FIRST_WINDOW] = 1
    if knows_act(battle, actor):
        see_act(battle, actor, unknown, out, at)
    if battle.to_act == actor and battle.window == Window.REROLL:
        out[at + WINDOW.roll] = signed(battle.roll.total, PER.roll)
    if battle.to_act == actor and battle.window == Window.CHASE:
        see_quarry(battle, battle.fighters[actor], out, at)
    if battle.to_act == actor and battle.window == Window.HAND:
        out[at + WINDOW.takes_weapon] = IS_WEAPON[item_taken(battle, top_frame(battle))]
    out[at + WINDOW.darkness] = battle.darkness * PER.darkness
    out[at + WINDOW.weather] = battle.weather * PER.weather
    out[at + WINDOW.round] = battle.round_number / battle.round_limit
    see_sides(battle, actor, out, at)
    see_switches(battle, actor, out, at)


@njit
def see_switches(battle, actor, out, at):
    """Write what holds for the whole battle: choices, modules, the field (H5, RH56)."""
    mine = battle.side[actor]
    out[at + WINDOW.full_choices_mine] = (battle.quick_sides >> mine) & 1 == 0
    out[at + WINDOW.full_choices_theirs] = (battle.quick_sides >> (1 - mine)) & 1 == 0
    out[at + WINDOW.blind_spots] = battle.blind_spots
    out[at + WINDOW.field_columns] = battle.columns * PER.field
    out[at + WINDOW.field_rows] = battle.rows * PER.field


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write what a fighter may know: `observation_layout(max_side)`."""
    actor = fighter
    for place in range(len(observation)):
        observation[place] = 0
    unknown = np.int64(0)
    if is_gone(battle.fighters[actor]):
        observation[BODY.is_out] = 1
    else:
        unknown = unknown_to(battle, actor)
        turns = scratch(1, MAX_FIGHTERS)[0]
        write_turns(battle, unknown, turns)
        see_self(battle, actor, unknown, turns, observation, 0)
        see_others(battle, actor, unknown, turns, observation)
    at = OWN_LENGTH + ALLY_LENGTH * (battle.max_side - 1)
    see_window(battle, actor, unknown, observation, at + ENEMY_LENGTH * battle.max_side)
