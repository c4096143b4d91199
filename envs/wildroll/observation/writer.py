"""Write the observation of a fighter, numbers in [-1, 1] (RW26, XW1 to XW4).

Open: places, wounds, conditions, AP, initiative, what is held and worn, grips, long actions, that
something is readied. Own side only: attributes, skills, stamina, mana, free slots, totals of rolls,
and of oneself what is readied and stowed. Hidden: enemies who are not seen, and what they do. The
layout names every number; a test holds `observe` to it.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ...core.engine.layout import capped, scale_row, within_one
from ...core.maps.hex_grid import (
    HEX_SIDES,
    hex_direction,
    hex_distance,
    hex_neighbour_x,
    hex_neighbour_y,
)
from ...core.maps.square_grid import ROWS
from ..enums import (
    STEPS_BEFORE_ROLL,
    Attribute,
    Deed,
    Defence,
    Level,
    Skill,
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
from ..tables import LEVELS, READIED_DEED, SPELL_NAMES
from .body import CARRIED_LOOK, FIRST_ITEM, see_body, see_item
from .layout import (
    ALLY,
    ALLY_LENGTH,
    ATTRIBUTES,
    BODY,
    CARRIED_LENGTH,
    ENEMY,
    ENEMY_LENGTH,
    FIRST_DEED,
    FIRST_WINDOW,
    OWN,
    OWN_LENGTH,
    PER,
    PLACE,
    WINDOW,
)

NUM_ATTRIBUTES, NUM_SKILLS, NUM_SPELLS = len(Attribute), len(Skill), len(SPELL_NAMES)
NUM_DEFENCES = len(Defence)
ATTRIBUTE_SCALE = scale_row([ATTRIBUTES])
PLACE_OF_DEED = np.full(len(Deed), -1)
PLACE_OF_DEED[READIED_DEED] = np.arange(len(READIED_DEED))
"""Where each deed stands among those that can be readied."""

# --- Oneself --------------------------------------------------------------------------------------


@njit
def see_self(battle, actor, out, at):
    """One's own block."""
    me = battle.fighters[actor]
    see_body(battle, actor, out, at)
    for which in range(NUM_ATTRIBUTES):
        out[at + OWN.attributes + which] = attribute(me, which) * ATTRIBUTE_SCALE[which]
    for which in range(NUM_SKILLS):
        out[at + OWN.skills + which] = skill(me, which) * PER.skills
    see_pools(me, out, at)
    see_free_slots(me, out, at + OWN.slots_left)
    for spell in range(NUM_SPELLS):
        out[at + OWN.spells + spell] = knows(me, spell)
    if me.readied != Deed.NONE:
        out[at + OWN.readied + PLACE_OF_DEED[me.readied]] = 1
    see_baggage(battle, actor, out, at)
    speed = attribute(me, Attribute.SPEED)
    out[at + OWN.hidden] = me.hidden
    out[at + OWN.hurrying] = me.hurrying
    gained, at_end = round_start_points(speed), turn_end_points(speed)
    out[at + OWN.round_gains_at_the_start_of_a_round] = gained * PER.round_gains
    out[at + OWN.round_gains_at_the_end_of_a_turn] = at_end * PER.round_gains
    out[at + OWN.points_most] = most_points(speed) * PER.points_most
    see_standpoint(battle, actor, out, at)


@njit
def share_of_fatigue(fighter):
    """Fatigue of the normal maximum of stamina, at most 1 (W14)."""
    return min(1.0, fighter.fatigue / max(1, normal_stamina(fighter)))


@njit
def see_pools(me, out, at):
    """Stamina, fatigue, mana (W11 to W16)."""
    out[at + OWN.stamina] = capped(me.stamina, PER.stamina)
    out[at + OWN.fatigue] = share_of_fatigue(me)
    out[at + OWN.mana] = capped(me.mana, PER.mana)
    out[at + OWN.invested] = capped(me.invested, PER.invested)


@njit
def see_free_slots(fighter, out, at):
    """Free wound slots of each level (W4, W5)."""
    for level in range(Level.LIGHT, Level.LIGHT + LEVELS):
        free = max(0, slots(fighter, level) - wounds_at(fighter, level))
        out[at + level - Level.LIGHT] = capped(free, PER.slots_left)


@njit
def see_baggage(battle, actor, out, at):
    """Potions, what is stowed, and whether an item lies here (W81, H29)."""
    me = battle.fighters[actor]
    out[at + OWN.potions] = capped(me.potions, PER.potions)
    for place in range(PACK):
        item = me.pack[place] + FIRST_ITEM
        for trait in range(CARRIED_LENGTH):
            out[at + OWN.pack + place * CARRIED_LENGTH + trait] = CARRIED_LOOK[item, trait]
    out[at + OWN.near] = is_at_item(battle, actor)


@njit
def see_standpoint(battle, actor, out, at):
    """Rate, place, and where one, or the animal that one rides, could go (W63, W68)."""
    mover = mover_of(battle, actor)
    if mover == NOBODY:
        mover = actor
    me = battle.fighters[mover]
    out[at + OWN.rate] = capped(rate_of(battle, mover), PER.rate)
    out[at + OWN.position_column] = me.x * PER.position_column
    out[at + OWN.position_row] = me.y * PER.position_row
    see_sides_to_go(battle, mover, out, at)


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
            out[at + OWN.free_sides + side] = 1
            out[at + OWN.cost_sides + side] = capped(points, PER.cost_sides)


# --- Allies and enemies ---------------------------------------------------------------------------


@njit
def see_place(me, it, out, at):
    """Distance, offset and side of another fighter."""
    across = it.x - me.x
    down = it.y - me.y
    out[at + PLACE.distance] = capped(hex_distance(me.x, me.y, it.x, it.y), PER.distance)
    out[at + PLACE.offset_columns] = within_one(across * PER.offset)
    out[at + PLACE.offset_rows] = down * PER.offset
    if across != 0 or down != 0:
        out[at + PLACE.side + hex_direction(me.x, me.y, it.x, it.y)] = 1


@njit
def see_ally(battle, actor, ally, out, at):
    """The block of an ally."""
    me, it = battle.fighters[actor], battle.fighters[ally]
    see_body(battle, ally, out, at)
    see_place(me, it, out, at + ALLY.distance)
    out[at + ALLY.stamina] = capped(it.stamina, PER.stamina)
    out[at + ALLY.fatigue] = share_of_fatigue(it)
    out[at + ALLY.mana] = capped(it.mana, PER.mana)
    out[at + ALLY.hidden] = it.hidden
    out[at + ALLY.is_mount] = me.mount == ally
    see_free_slots(it, out, at + ALLY.slots_left)


@njit
def see_enemy(battle, actor, enemy, my_reach, out, at):
    """The block of an enemy who is seen (XW2)."""
    me, it = battle.fighters[actor], battle.fighters[enemy]
    see_body(battle, enemy, out, at)
    see_place(me, it, out, at + ENEMY.distance)
    hexes, line = gap(battle, actor, enemy), has_line(battle, actor, enemy)
    is_near = line or hexes <= 0
    out[at + ENEMY.gap] = within_one(hexes * PER.gap)
    out[at + ENEMY.in_my_reach] = is_near and hexes <= my_reach
    out[at + ENEMY.in_its_reach] = is_near and hexes <= longest_reach(it)
    out[at + ENEMY.in_line] = line
    cover = cover_between(battle, actor, enemy)
    out[at + ENEMY.cover] = cover * PER.cover
    bonus = shelter_modifier(it.posture, cover, hexes > my_reach)
    bonus += flank_modifier(battle, actor, enemy)
    out[at + ENEMY.bonus] = within_one(bonus * PER.bonus)
    see_relation(battle, actor, enemy, out, at)


@njit
def see_relation(battle, actor, enemy, out, at):
    """Flanks, grips, initiative and what is under way between oneself and an enemy."""
    out[at + ENEMY.is_rear] = is_rear(battle, actor, enemy)
    out[at + ENEMY.ignored] = is_ignoring(battle, actor, enemy)
    out[at + ENEMY.flanks_me] = is_flanked(battle, actor) and helps_flank(battle, enemy, actor)
    out[at + ENEMY.i_flank] = is_flanked(battle, enemy) and helps_flank(battle, actor, enemy)
    out[at + ENEMY.i_hold] = holds(battle, actor, enemy)
    out[at + ENEMY.holds_me] = holds(battle, enemy, actor)
    mine, its = initiative_in_turn(battle, actor), initiative_in_turn(battle, enemy)
    out[at + ENEMY.is_faster] = its > mine
    if knows_of_deed(battle, actor):
        frame = top_frame(battle)
        out[at + ENEMY.is_actor] = frame.actor == enemy
        out[at + ENEMY.is_target] = frame.target == enemy


@njit
def see_others(battle, actor, out):
    """The blocks of allies and enemies; of the hidden nothing (XW1)."""
    at = OWN_LENGTH
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY:
            if is_dead(battle.fighters[ally]):
                out[at + BODY.is_dead] = 1
            else:
                see_ally(battle, actor, ally, out, at)
        at += ALLY_LENGTH
    my_reach = longest_reach(battle.fighters[actor])
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and sees(battle, actor, enemy):
            if is_dead(battle.fighters[enemy]):
                out[at + BODY.is_dead] = 1
            else:
                see_enemy(battle, actor, enemy, my_reach, out, at)
        at += ENEMY_LENGTH


# --- The decision at hand -------------------------------------------------------------------------


@njit
def knows_of_deed(battle, actor):
    """Whether something is under way that one sees being done (XW1)."""
    return battle.top != NO_FRAME and sees(battle, actor, top_frame(battle).actor)


@njit
def see_stage(battle, actor, out, at):
    """Whether the turn of a fighter whom one sees begins or ends (W58, XW1)."""
    if battle.active != NOBODY and sees(battle, actor, battle.active):
        out[at + WINDOW.moment_turn_start] = battle.stage == Stage.TURN_START
        out[at + WINDOW.moment_turn_end] = battle.stage == Stage.TURN_END


@njit
def see_moment(battle, out, at):
    """Which moment of an action it is, and how many interrupts are under way (W58, RW15)."""
    step = top_frame(battle).step
    out[at + WINDOW.moment_declared] = step == Step.DECLARED
    out[at + WINDOW.moment_resolved] = step == Step.RESOLVED
    out[at + WINDOW.depth] = capped(interrupts_under_way(battle), PER.depth)


@njit
def see_deed(battle, actor, out, at):
    """The action under way: whose it is, at whom it is aimed, with which item."""
    frame = top_frame(battle)
    out[at + WINDOW.deed + frame.deed - FIRST_DEED] = 1
    out[at + WINDOW.role + frame.role] = 1
    is_mine = decider(battle, frame.actor) == actor
    is_on_me = frame.target == actor
    is_hostile = are_enemies(battle, actor, frame.actor)
    out[at + WINDOW.is_mine] = is_mine
    out[at + WINDOW.is_on_me] = is_on_me
    out[at + WINDOW.is_by_ally] = not is_mine and not is_hostile
    if frame.target != NOBODY and not is_on_me:
        out[at + WINDOW.is_on_ally] = not are_enemies(battle, actor, frame.target)
    out[at + WINDOW.cost] = capped(frame.cost, PER.cost)
    see_item(frame.weapon, out, at + WINDOW.weapon)
    see_roll(battle, actor, out, at)


@njit
def see_roll(battle, actor, out, at):
    """The dice, open to all; their total to the side that rolled (XW4); and the Defense."""
    frame = top_frame(battle)
    is_own_side = not are_enemies(battle, actor, frame.actor)
    if frame.natural != 0:
        out[at + WINDOW.rolled] = 1
        out[at + WINDOW.natural] = capped(frame.natural, PER.natural)
        if is_own_side:
            out[at + WINDOW.total] = within_one(frame.total * PER.total)
    if is_attack(frame.deed) or frame.deed == Deed.DISARM:
        out[at + WINDOW.defence + defence_met(frame)] = 1
    if battle.window == Window.DEFENCE and battle.to_act == actor:
        for defence in range(NUM_DEFENCES):
            value = defence_value(battle, frame.actor, actor, defence)
            out[at + WINDOW.defences + defence] = within_one(value * PER.defences)
    out[at + WINDOW.level] = capped(frame.level, PER.level)
    out[at + WINDOW.yards] = capped(yards_of_push(battle, frame), PER.yards)
    if frame.deed == Deed.CLING and is_own_side:
        out[at + WINDOW.split] = within_one(frame.total * PER.split)


@njit
def defence_met(frame):
    """The Defense that an attack or a Disarm is measured against, as far as it is settled."""
    if is_attack(frame.deed) and contains(STEPS_BEFORE_ROLL, frame.step):
        return defence_of_attack(frame.deed, frame.weapon)
    return frame.defence


@njit
def yards_of_push(battle, frame):
    """Yards that somebody is pushed, or may follow by a Cling (W89, W96)."""
    if frame.deed == Deed.CLING:
        return battle.fighters[frame.actor].follow_yards
    return frame.yards


@njit
def see_sides(battle, actor, out, at):
    """How many are able to act on both sides, of those one knows of (RW31, XW1)."""
    for other in range(battle.num_fighters):
        if is_able(battle.fighters[other]) and sees(battle, actor, other):
            side = np.int64(are_enemies(battle, actor, other))
            out[at + WINDOW.sides + side] += PER.sides


@njit
def see_window(battle, actor, out, at):
    """The block of the decision at hand."""
    if battle.to_act == actor and battle.window != Window.NONE:
        out[at + WINDOW.window + battle.window - FIRST_WINDOW] = 1
    if battle.top == NO_FRAME:
        see_stage(battle, actor, out, at)
    elif knows_of_deed(battle, actor):
        see_moment(battle, out, at)
        see_deed(battle, actor, out, at)
    out[at + WINDOW.round] = battle.round_number / battle.round_limit
    see_sides(battle, actor, out, at)


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write what a fighter may know: `observation_layout(max_side)`."""
    actor = fighter
    for place in range(len(observation)):
        observation[place] = 0
    if is_dead(battle.fighters[actor]):
        observation[BODY.is_dead] = 1
    else:
        see_self(battle, actor, observation, 0)
        see_others(battle, actor, observation)
    at = OWN_LENGTH + ALLY_LENGTH * (battle.max_side - 1)
    see_window(battle, actor, observation, at + ENEMY_LENGTH * battle.max_side)
