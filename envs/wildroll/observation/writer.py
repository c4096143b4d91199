"""What a fighter may know, as numbers in [-1, 1] (RW26, XW1 to XW4).

Open: places, wounds, conditions, AP, initiative, what is held and worn, grips, long actions, that
something is readied. Own side only: attributes, skills, stamina, mana, free slots, totals of rolls,
and of oneself what is readied and stowed. Hidden: enemies who are not seen, and what they do. The
layout names every number; a test holds `observe` to it.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ...core.maps.hex_grid import (
    HEX_SIDES,
    hex_direction,
    hex_distance,
    hex_neighbour_x,
    hex_neighbour_y,
)
from ...core.maps.square_grid import ROWS
from ..enums import (
    ATTRIBUTE_NAMES,
    SKILL_NAMES,
    Attribute,
    Deed,
    Stage,
    Step,
    Window,
)
from ..navigation.move_targets import is_at_item
from ..rules.combat_sequence.action_stack import interrupts_under_way, top_frame
from ..rules.combat_sequence.declare import is_attack
from ..rules.combat_sequence.initiative import initiative_in_turn
from ..rules.combat_sequence.points import most_points, round_start_points, turn_end_points
from ..rules.common_actions.items import longest_reach
from ..rules.common_actions.spells import knows
from ..rules.defense.defences import defence_of_attack, defence_value
from ..rules.flanking.flanking import helps_flank, is_flanked, is_ignoring, is_rear
from ..rules.flanking.lines import cover_between, has_line
from ..rules.grappling.grapples import holds
from ..rules.health.bodies import are_enemies, attribute, decider, is_able, is_dead, skill
from ..rules.health.wounds import slots, wounds_at
from ..rules.movement.movement import free_sides, mover_of, rate_of, yard_cost
from ..rules.movement.spaces import gap, sees, write_taken
from ..rules.rolls.modifiers import flank_modifier, shelter_modifier
from ..rules.stamina.stamina import normal_stamina
from ..state import (
    NO_FRAME,
    PACK,
)
from ..tables import DEPTH, LEVELS, MOST_RATE, READIED_DEED, SPELL_NAMES
from .body import (
    CARRIED_LOOK,
    CARRIED_TRAITS,
    FIFTEENTH,
    FIFTH,
    HALF,
    IS_DEAD,
    ITEM_TRAITS,
    PER_AP,
    PER_FIGHTER,
    PER_INITIATIVE,
    PER_LONG,
    QUARTER,
    SEVENTH,
    SIXTH,
    TENTH,
    THIRD,
    TWELFTH,
    TWENTIETH,
    capped,
    see_body,
    see_item,
    within_one,
)
from .layout import (
    ALLY_LENGTH,
    ENEMY_LENGTH,
    NUM_DEEDS,
    NUM_DEFENCES,
    NUM_MOMENTS,
    NUM_READIABLE,
    NUM_WINDOWS,
    OWN_LENGTH,
    WINDOW_LENGTH,
)

NUM_ATTRIBUTES, NUM_SKILLS, NUM_SPELLS = len(ATTRIBUTE_NAMES), len(SKILL_NAMES), len(SPELL_NAMES)
FAR = 16
"""Hexes that count as 1 in a distance."""
PER_HEX = np.float32(1 / FAR)
PER_POINTS, PER_RATE = np.float32(1 / 72), np.float32(1 / MOST_RATE)
PLACE_OF_DEED = np.full(NUM_DEEDS + 1, -1)
PLACE_OF_DEED[READIED_DEED] = np.arange(NUM_READIABLE)
"""Where each deed stands among those that can be readied."""

# --- Oneself --------------------------------------------------------------------------------------


@njit
def see_self(battle, actor, out, at):
    """One's own block."""
    me = battle.fighters[actor]
    at = see_body(battle, actor, out, at)
    at = see_sheet(me, out, at)
    at = see_pools(me, out, at)
    at = see_free_slots(me, out, at)
    for spell in range(NUM_SPELLS):
        out[at + spell] = knows(me, spell)
    at += NUM_SPELLS
    if me.readied != Deed.NONE:
        out[at + PLACE_OF_DEED[me.readied]] = 1
    at = see_baggage(battle, actor, out, at + NUM_READIABLE)
    speed = attribute(me, Attribute.SPEED)
    out[at] = me.hidden
    out[at + 1] = me.hurrying
    out[at + 2] = round_start_points(speed) * PER_AP
    out[at + 3] = turn_end_points(speed) * PER_AP
    out[at + 4] = most_points(speed) * PER_POINTS
    see_standpoint(battle, actor, out, at + 5)


@njit
def see_sheet(me, out, at):
    """Attributes and skills; the place after them (RW3)."""
    for which in range(NUM_ATTRIBUTES):
        out[at + which] = attribute(me, which) * FIFTH
    out[at + Attribute.SPEED] = attribute(me, Attribute.SPEED) * TENTH
    at += NUM_ATTRIBUTES
    for which in range(NUM_SKILLS):
        out[at + which] = skill(me, which) * THIRD
    return at + NUM_SKILLS


@njit
def share_of_fatigue(fighter):
    """Fatigue of the normal maximum of stamina, at most 1 (W14)."""
    return min(1.0, np.int64(fighter.fatigue) / max(1, normal_stamina(fighter)))


@njit
def see_pools(me, out, at):
    """Stamina, fatigue, mana; the place after them (W11 to W16)."""
    out[at] = capped(me.stamina, TWENTIETH)
    out[at + 1] = share_of_fatigue(me)
    out[at + 2] = capped(me.mana, FIFTEENTH)
    out[at + 3] = capped(me.invested, FIFTEENTH)
    return at + 4


@njit
def see_free_slots(fighter, out, at):
    """Free wound slots of each level; the place after them (W4, W5)."""
    for level in range(1, LEVELS + 1):
        free = max(0, slots(fighter, level) - wounds_at(fighter, level))
        out[at + level - 1] = capped(free, FIFTH)
    return at + LEVELS


@njit
def see_baggage(battle, actor, out, at):
    """Potions, what is stowed, and whether an item lies here; the place after it (W81, H29)."""
    me = battle.fighters[actor]
    out[at] = capped(me.potions, HALF)
    at += 1
    for place in range(PACK):
        for trait in range(CARRIED_TRAITS):
            out[at + trait] = CARRIED_LOOK[np.int64(me.pack[place]) + 1, trait]
        at += CARRIED_TRAITS
    out[at] = is_at_item(battle, actor)
    return at + 1


@njit
def see_standpoint(battle, actor, out, at):
    """Rate, place, and where one, or the animal that one rides, could go (W63, W68)."""
    mover = mover_of(battle, actor)
    if mover == NOBODY:
        mover = actor
    me = battle.fighters[mover]
    out[at] = capped(rate_of(battle, mover), PER_RATE)
    out[at + 1] = me.x / 32
    out[at + 2] = me.y / 16
    see_sides_to_go(battle, mover, out, at + 3)


@njit
def see_sides_to_go(battle, mover, out, at):
    """On which sides one could go a yard, and for how many points (W68, H21)."""
    me = battle.fighters[mover]
    taken = scratch(1, ROWS)[0]
    write_taken(battle, mover, taken)
    sides = free_sides(battle, mover, taken)
    points = yard_cost(battle, mover, me.x, me.y)
    for side in range(HEX_SIDES):
        if (sides >> side) & 1 == 1:
            if battle.has_ground:
                x, y = hex_neighbour_x(me.x, me.y, side), hex_neighbour_y(me.y, side)
                points = yard_cost(battle, mover, x, y)
            out[at + side] = 1
            out[at + HEX_SIDES + side] = capped(points, TWELFTH)


# --- Allies and enemies ---------------------------------------------------------------------------


@njit
def see_place(me, it, out, at):
    """Distance, offset and side of another fighter; the place after them."""
    across = np.int64(it.x) - np.int64(me.x)
    down = np.int64(it.y) - np.int64(me.y)
    out[at] = capped(hex_distance(me.x, me.y, it.x, it.y), PER_HEX)
    out[at + 1] = within_one(across * PER_HEX)
    out[at + 2] = down * PER_HEX
    if across != 0 or down != 0:
        out[at + 3 + hex_direction(me.x, me.y, it.x, it.y)] = 1
    return at + 3 + HEX_SIDES


@njit
def see_ally(battle, actor, ally, out, at):
    """The block of an ally."""
    me, it = battle.fighters[actor], battle.fighters[ally]
    at = see_body(battle, ally, out, at)
    at = see_place(me, it, out, at)
    out[at] = capped(it.stamina, TWENTIETH)
    out[at + 1] = share_of_fatigue(it)
    out[at + 2] = capped(it.mana, FIFTEENTH)
    out[at + 3] = it.hidden
    out[at + 4] = me.mount == ally
    see_free_slots(it, out, at + 5)


@njit
def see_enemy(battle, actor, enemy, my_reach, out, at):
    """The block of an enemy who is seen (XW2)."""
    me, it = battle.fighters[actor], battle.fighters[enemy]
    at = see_body(battle, enemy, out, at)
    at = see_place(me, it, out, at)
    hexes, line = gap(battle, actor, enemy), has_line(battle, actor, enemy)
    is_near = line or hexes <= 0
    out[at] = within_one(hexes * PER_HEX)
    out[at + 1] = is_near and hexes <= my_reach
    out[at + 2] = is_near and hexes <= longest_reach(it)
    out[at + 3] = line
    cover = cover_between(battle, actor, enemy)
    out[at + 4] = cover * QUARTER
    bonus = shelter_modifier(np.int64(it.posture), cover, hexes > my_reach)
    out[at + 5] = within_one((bonus + flank_modifier(battle, actor, enemy)) * SEVENTH)
    see_relation(battle, actor, enemy, out, at + 6)


@njit
def see_relation(battle, actor, enemy, out, at):
    """Flanks, grips, initiative and what is under way between oneself and an enemy."""
    out[at] = is_rear(battle, actor, enemy)
    out[at + 1] = is_ignoring(battle, actor, enemy)
    out[at + 2] = is_flanked(battle, actor) and helps_flank(battle, enemy, actor)
    out[at + 3] = is_flanked(battle, enemy) and helps_flank(battle, actor, enemy)
    out[at + 4] = holds(battle, actor, enemy)
    out[at + 5] = holds(battle, enemy, actor)
    out[at + 6] = initiative_in_turn(battle, enemy) > initiative_in_turn(battle, actor)
    if knows_of_deed(battle, actor):
        frame = top_frame(battle)
        out[at + 7] = frame.actor == enemy
        out[at + 8] = frame.target == enemy


@njit
def see_others(battle, actor, out):
    """The blocks of allies and enemies; of the hidden nothing (XW1)."""
    at = OWN_LENGTH
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY:
            if is_dead(battle.fighters[ally]):
                out[at + IS_DEAD] = 1
            else:
                see_ally(battle, actor, ally, out, at)
        at += ALLY_LENGTH
    my_reach = longest_reach(battle.fighters[actor])
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and sees(battle, actor, enemy):
            if is_dead(battle.fighters[enemy]):
                out[at + IS_DEAD] = 1
            else:
                see_enemy(battle, actor, enemy, my_reach, out, at)
        at += ENEMY_LENGTH


# --- The decision at hand -------------------------------------------------------------------------


@njit
def knows_of_deed(battle, actor):
    """Whether something is under way that one sees being done (XW1)."""
    return battle.top != NO_FRAME and sees(battle, actor, np.int64(top_frame(battle).actor))


@njit
def see_moment(battle, out, at):
    """Which moment of an interrupt it is, and how many are under way (W58, RW15)."""
    if battle.top == NO_FRAME:
        out[at] = battle.stage == Stage.TURN_START
        out[at + 1] = battle.stage == Stage.TURN_END
    else:
        step = top_frame(battle).step
        out[at + 2] = step == Step.DECLARED
        out[at + 3] = step == Step.RESOLVED
        out[at + NUM_MOMENTS] = capped(interrupts_under_way(battle), 1 / DEPTH)


@njit
def see_deed(battle, actor, out, at):
    """What is under way: who does what to whom, and with what."""
    frame = top_frame(battle)
    out[at + np.int64(frame.deed) - 1] = 1
    at += NUM_DEEDS
    out[at + np.int64(frame.role)] = 1
    is_mine = decider(battle, np.int64(frame.actor)) == actor
    is_on_me = frame.target == actor
    out[at + 3] = is_mine
    out[at + 4] = is_on_me
    out[at + 5] = not is_mine and not are_enemies(battle, actor, np.int64(frame.actor))
    if frame.target != NOBODY and not is_on_me:
        out[at + 6] = not are_enemies(battle, actor, np.int64(frame.target))
    out[at + 7] = capped(frame.cost, PER_LONG)
    see_item(frame.weapon, out, at + 8)
    see_roll(battle, actor, out, at + 8 + ITEM_TRAITS)


@njit
def see_roll(battle, actor, out, at):
    """The dice, open to all; their total to the side that rolled (XW4); and the Defense."""
    frame = top_frame(battle)
    is_own_side = not are_enemies(battle, actor, np.int64(frame.actor))
    if frame.natural != 0:
        out[at] = 1
        out[at + 1] = capped(frame.natural, PER_LONG)
        if is_own_side:
            out[at + 2] = within_one(frame.total * PER_INITIATIVE)
    at += 3
    if is_attack(frame.deed) or frame.deed == Deed.DISARM:
        out[at + defence_met(frame)] = 1
    at += NUM_DEFENCES
    if battle.window == Window.DEFENCE and battle.to_act == actor:
        for defence in range(NUM_DEFENCES):
            value = defence_value(battle, np.int64(frame.actor), actor, defence)
            out[at + defence] = within_one(value * TWENTIETH)
    at += NUM_DEFENCES
    out[at] = capped(frame.level, FIFTH)
    out[at + 1] = capped(yards_of_push(battle, frame), SIXTH)
    if frame.deed == Deed.CLING and is_own_side:
        out[at + 2] = within_one(frame.total * PER_INITIATIVE)


@njit
def defence_met(frame):
    """The Defense that an attack or a Disarm is measured against, as far as it is settled."""
    if is_attack(frame.deed) and frame.step <= Step.DEFENDED:
        return defence_of_attack(frame.deed, np.int64(frame.weapon))
    return np.int64(frame.defence)


@njit
def yards_of_push(battle, frame):
    """Yards that somebody is pushed, or may follow by a Cling (W89, W96)."""
    if frame.deed == Deed.CLING:
        return np.int64(battle.fighters[frame.actor].follow_yards)
    return np.int64(frame.yards)


@njit
def see_sides(battle, actor, out, at):
    """How many are able to act on both sides, of those one knows of (RW31, XW1)."""
    for other in range(battle.num_fighters):
        if is_able(battle.fighters[other]) and sees(battle, actor, other):
            out[at + np.int64(are_enemies(battle, actor, other))] += PER_FIGHTER


@njit
def see_window(battle, actor, out, at):
    """The block of the decision at hand."""
    end = at + WINDOW_LENGTH
    if battle.to_act == actor and battle.window != Window.NONE:
        out[at + np.int64(battle.window) - 1] = 1
    at += NUM_WINDOWS
    if battle.top == NO_FRAME or knows_of_deed(battle, actor):
        see_moment(battle, out, at)
        if battle.top != NO_FRAME:
            see_deed(battle, actor, out, at + NUM_MOMENTS + 1)
    out[end - 3] = battle.round_number / battle.round_limit
    see_sides(battle, actor, out, end - 2)


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write what a fighter may know: `observation_layout(max_side)`."""
    actor = np.int64(fighter)
    for place in range(len(observation)):
        observation[place] = 0
    if is_dead(battle.fighters[actor]):
        observation[IS_DEAD] = 1
    else:
        see_self(battle, actor, observation, 0)
        see_others(battle, actor, observation)
    at = OWN_LENGTH + ALLY_LENGTH * (np.int64(battle.max_side) - 1)
    see_window(battle, actor, observation, at + ENEMY_LENGTH * np.int64(battle.max_side))
