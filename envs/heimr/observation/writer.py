"""What a fighter may know, as numbers in [-1, 1] (XH1 to XH6).

Open: places, what is in the hands, injured parts, effects, clusters, pre-rolled defences of all.
Own side only: HP, willpower and fatigue; of oneself abilities, skills and what is readied. Hidden:
who hides from one, but for the place where it was last seen or heard. The layout names every
number; a test holds `observe` to it.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ..actions.table import READIABLE
from ..enums import Ability, Action, Hand, Role, Trigger, Window
from ..rules.attacks.brawl import is_inside_reach
from ..rules.characters.abilities import consistency, potential, skill_level
from ..rules.characters.conditions import is_able, is_gone, is_on_field
from ..rules.combat_actions.action_stack import is_action_under_way, top_frame
from ..rules.combat_basics.clusters import share_cluster
from ..rules.combat_basics.fatigue import base_fatigue
from ..rules.environment.concealment import concealment_from
from ..rules.grid import (
    column_of,
    floor_of,
    is_walkable,
    measure_distances,
    row_of,
    steps_between,
    turns_to_rise,
)
from ..rules.modules.armoury import ability_of
from ..rules.modules.blind_spots import blind_penalty
from ..rules.positions.hiding import is_hidden_from
from ..state import PACK
from ..tables import BODY_PARTS, DIRECTIONS, IS_MELEE, LOCATIONS, NONE
from .body import (
    EIGHTH,
    FIFTH,
    IS_OUT,
    KIND_OF,
    PER_FIGHTER,
    QUARTER,
    SIXTEENTH,
    SIXTH,
    THIRD,
    TWELFTH,
    capped,
    see_body,
    signed,
)
from .layout import (
    ALLY_LENGTH,
    DEED_KINDS,
    ENEMY_LENGTH,
    NUM_READIABLE,
    NUM_SKILLS,
    NUM_TRIGGERS,
    NUM_WINDOWS,
    OWN_LENGTH,
    WINDOW_LENGTH,
)

PLACE_OF_DEED = np.full(len(Action), NONE, np.int64)
PLACE_OF_DEED[READIABLE] = np.arange(NUM_READIABLE)
"""Where each deed stands among those that can be readied."""

# --- Who is seen (XH1) ----------------------------------------------------------------------------


@njit
def are_enemies(battle, one, other):
    """Whether two fighters are on different sides."""
    return battle.side[one] != battle.side[other]


@njit
def sees(battle, actor, other):
    """Whether somebody sees another: its own side always, enemies unless they hide (XH1)."""
    return not are_enemies(battle, actor, other) or not is_hidden_from(battle, other, actor)


# --- Oneself --------------------------------------------------------------------------------------


@njit
def see_self(battle, actor, out, at):
    """One's own block."""
    me = battle.fighters[actor]
    at = see_body(battle, actor, out, at)
    at = see_pools(me, out, at)
    out[at] = signed(np.int64(me.fatigue) - base_fatigue(me), EIGHTH)
    out[at + 1] = me.tired
    at = see_abilities(me, out, at + 2)
    for skill in range(NUM_SKILLS):
        out[at + skill] = skill_level(me, skill) * THIRD
    at += NUM_SKILLS
    out[at] = me.standard
    at = see_plans(me, out, at + 1)
    at = see_pack(me, out, at)
    see_standpoint(battle, me, out, at)
    out[at + 4 + DIRECTIONS] = me.hidden
    if me.hidden:
        out[at + 5 + DIRECTIONS] = signed(me.hide, SIXTEENTH)


@njit
def see_pools(fighter, out, at):
    """HP, willpower and fatigue; the place after them (XH5)."""
    out[at] = signed(fighter.hp, SIXTH)
    out[at + 1] = capped(fighter.wp, EIGHTH)
    out[at + 2] = capped(fighter.fatigue, TWELFTH)
    return at + 3


@njit
def see_ability(me, ability, out, at):
    """Consistency and potential of an ability, none of no ability; the place after them (H37)."""
    if ability != NONE:
        out[at] = signed(consistency(me, ability), SIXTH)
        out[at + 1] = signed(potential(me, ability), SIXTH)
    return at + 2


@njit
def see_hand(me, hand, out, at):
    """The ability with which one uses what a hand holds; the place after it (H178)."""
    if me.held[hand] == NONE:
        return at + 2
    return see_ability(me, np.int64(ability_of(me, hand)), out, at)


@njit
def see_abilities(me, out, at):
    """Abilities for weapon and off-hand, Brawl, Agility, the senses; the place after them."""
    at = see_hand(me, Hand.SWORD, out, at)
    at = see_hand(me, Hand.OFF, out, at)
    at = see_ability(me, np.int64(Ability.BRAWL), out, at)
    at = see_ability(me, np.int64(Ability.AGILITY), out, at)
    out[at] = signed(consistency(me, Ability.SURVIVAL), SIXTH)
    out[at + 1] = signed(consistency(me, Ability.PERCEPTION), SIXTH)
    return at + 2


@njit
def see_plans(me, out, at):
    """What is readied, and for what; the place after it (XH2)."""
    if me.readied != Action.NONE:
        out[at + PLACE_OF_DEED[me.readied]] = 1
        if me.trigger != Trigger.NONE:
            out[at + NUM_READIABLE + np.int64(me.trigger) - 1] = 1
    return at + NUM_READIABLE + NUM_TRIGGERS


@njit
def see_pack(me, out, at):
    """Missiles, and what is within reach; the place after them (H97, RH29)."""
    out[at] = capped(me.missiles, TWELFTH)
    for place in range(PACK):
        item = np.int64(me.pack[place])
        if item != NONE:
            out[at + 1 if IS_MELEE[item] else at + 2] = 1
    return at + 3


@njit
def see_standpoint(battle, me, out, at):
    """Where one stands, and where one could walk (H5, H7, H147, H155)."""
    if not is_on_field(me):
        return
    location = np.int64(me.location)
    here = battle.locations[location]
    out[at] = column_of(location) * QUARTER
    out[at + 1] = row_of(location) * QUARTER
    out[at + 2] = here.difficult
    out[at + 3] = capped(here.concealment, FIFTH)
    for direction in range(DIRECTIONS):
        out[at + 4 + direction] = is_walkable(battle, location, np.int64(me.height), direction)


# --- Allies and enemies ---------------------------------------------------------------------------


@njit
def measure_from(battle, me, turns):
    """How many turns away each location is, where that is more than steps (H55)."""
    if not battle.plain and is_on_field(me):
        measure_distances(battle, turns, np.int64(me.location), np.int64(me.height))


@njit
def see_place(battle, me, location, height, turns, out, at):
    """Offset and distance of a place of the field; the place after them (H55)."""
    here = np.int64(me.location)
    if location != NONE and here != NONE:
        out[at] = (column_of(location) - column_of(here)) * QUARTER
        out[at + 1] = (row_of(location) - row_of(here)) * QUARTER
        if location == here:
            far = turns_to_rise(height - np.int64(me.height))
        elif battle.plain:
            far = steps_between(here, location)
        else:
            far = turns[location] + turns_to_rise(height - floor_of(battle, location))
        out[at + 2] = capped(far, EIGHTH)
    return at + 3


@njit
def see_ally(battle, actor, ally, turns, out, at):
    """The block of an ally."""
    me, it = battle.fighters[actor], battle.fighters[ally]
    at = see_body(battle, ally, out, at)
    at = see_place(battle, me, np.int64(it.location), np.int64(it.height), turns, out, at)
    see_pools(it, out, at)


@njit
def see_enemy(battle, actor, enemy, turns, out, at):
    """The block of an enemy who is seen (XH4, XH5)."""
    me, it = battle.fighters[actor], battle.fighters[enemy]
    at = see_body(battle, enemy, out, at)
    at = see_place(battle, me, np.int64(it.location), np.int64(it.height), turns, out, at)
    out[at + 1] = share_cluster(battle, actor, enemy)
    if is_on_field(me) and is_on_field(it):
        out[at + 2] = capped(concealment_from(battle, actor, enemy), FIFTH)
        out[at + 3] = blind_penalty(battle, actor, enemy, True, False) > 0
        out[at + 4] = is_inside_reach(battle, actor, enemy)
    out[at + 5] = me.held_by == enemy
    see_insight(actor, it, out, at + 6)
    if knows_of_deed(battle, actor):
        frame = top_frame(battle)
        out[at + 10] = frame.actor == enemy
        out[at + 11] = frame.target == enemy


@njit
def see_insight(actor, it, out, at):
    """HP, willpower and fatigue as they were when somebody sized it up (RH51, XH5)."""
    if (np.int64(it.sized_up_by) >> actor) & 1 == 0:
        return
    out[at] = 1
    out[at + 1] = signed(it.seen_hp, SIXTH)
    out[at + 2] = capped(it.seen_wp, EIGHTH)
    out[at + 3] = capped(it.seen_fatigue, TWELFTH)


@njit
def see_trace(battle, actor, enemy, turns, out, at):
    """The block of an enemy who hides: where it was last seen or heard, if that is known (RH50)."""
    me, it = battle.fighters[actor], battle.fighters[enemy]
    if (np.int64(it.known_by) >> actor) & 1 == 0:
        return
    at += ENEMY_LENGTH - NUM_OF_ENEMY_ONLY
    last = np.int64(it.last_seen)
    floor = floor_of(battle, last) if last != NONE else np.int64(0)
    at = see_place(battle, me, last, floor, turns, out, at)
    out[at] = 1


NUM_OF_ENEMY_ONLY = 15
"""Numbers of an enemy's block besides its body."""


@njit
def see_others(battle, actor, out):
    """The blocks of allies and enemies; of the dead and fled nothing but that (XH1)."""
    at = OWN_LENGTH
    turns = scratch(1, LOCATIONS)[0]
    measure_from(battle, battle.fighters[actor], turns)
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY:
            if is_gone(battle.fighters[ally]):
                out[at + IS_OUT] = 1
            else:
                see_ally(battle, actor, ally, turns, out, at)
        at += ALLY_LENGTH
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY:
            if is_gone(battle.fighters[enemy]):
                out[at + IS_OUT] = 1
            elif sees(battle, actor, enemy):
                see_enemy(battle, actor, enemy, turns, out, at)
            else:
                see_trace(battle, actor, enemy, turns, out, at)
        at += ENEMY_LENGTH


# --- The decision at hand -------------------------------------------------------------------------


@njit
def knows_of_deed(battle, actor):
    """Whether something is under way that one sees being done (XH1)."""
    return is_action_under_way(battle) and sees(battle, actor, np.int64(top_frame(battle).actor))


@njit
def see_deed(battle, actor, out, at):
    """What is under way: who does what to whom, and how far it is."""
    frame = top_frame(battle)
    out[at + KIND_OF[frame.deed]] = 1
    at += DEED_KINDS
    doer, target = np.int64(frame.actor), np.int64(frame.target)
    out[at] = doer == actor
    out[at + 1] = target == actor
    out[at + 2] = doer != actor and not are_enemies(battle, actor, doer)
    if target != NOBODY and target != actor:
        out[at + 3] = not are_enemies(battle, actor, target)
    out[at + 4] = frame.role != Role.TURN
    out[at + 5] = frame.aim != NONE
    see_blow(battle, frame, out, at + 6)


@njit
def see_blow(battle, frame, out, at):
    """What has been rolled, and what comes of it (H116); no roll to who defends himself (XH4)."""
    if frame.d6 != 0 and battle.window != Window.DEFEND:
        out[at] = signed(frame.total, SIXTEENTH)
    out[at + 1] = frame.hit
    if 0 <= frame.part < BODY_PARTS:
        out[at + 2 + np.int64(frame.part)] = 1
    at += 2 + BODY_PARTS
    out[at] = capped(frame.damage, QUARTER)
    out[at + 1] = capped(frame.seconds, QUARTER)
    out[at + 2] = signed(frame.challenge, TWELFTH)


@njit
def see_sides(battle, actor, out, at):
    """How many are able on both sides, of those one knows of (RH28, XH1)."""
    for other in range(battle.num_fighters):
        if is_able(battle.fighters[other]) and sees(battle, actor, other):
            out[at + np.int64(are_enemies(battle, actor, other))] += PER_FIGHTER


@njit
def see_window(battle, actor, out, at):
    """The block of the decision at hand."""
    end = at + WINDOW_LENGTH
    if battle.to_act == actor and battle.window != Window.NONE:
        out[at + np.int64(battle.window) - 1] = 1
    if knows_of_deed(battle, actor):
        see_deed(battle, actor, out, at + NUM_WINDOWS)
    if battle.to_act == actor and battle.window == Window.REROLL:
        out[end - 6] = signed(battle.roll.total, SIXTEENTH)
    out[end - 5] = battle.darkness * THIRD
    out[end - 4] = battle.weather * THIRD
    out[end - 3] = battle.round_number / battle.round_limit
    see_sides(battle, actor, out, end - 2)


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write what a fighter may know: `observation_layout(max_side)`."""
    actor = np.int64(fighter)
    for place in range(len(observation)):
        observation[place] = 0
    if is_gone(battle.fighters[actor]):
        observation[IS_OUT] = 1
    else:
        see_self(battle, actor, observation, 0)
        see_others(battle, actor, observation)
    at = OWN_LENGTH + ALLY_LENGTH * (np.int64(battle.max_side) - 1)
    see_window(battle, actor, observation, at + ENEMY_LENGTH * np.int64(battle.max_side))
