"""Writes an observation: all that a fighter may know, as numbers in [-1, 1] (XD1 to XD4).

Open: places, injuries by kind of part, conditions, items held and worn, abilities. For the own side
only: Stamina and the Exhaustion pool (XD4). Hidden: the pools, strain and packs of enemies,
and ambushers who are not found (XD1). The layout names every number; a test holds `observe` to it.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, unset
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, ally_in_slot, enemy_in_slot
from ...core.engine.layout import capped, within_one
from ...core.maps.square_rays import SIDES, write_squares_before, write_squares_to_edge
from ..enums import (
    Attribute,
    FreeAction,
    Life,
    Skill,
    Stage,
    Trigger,
)
from ..rules.attack_roll.checks import (
    check_disadvantage,
    concussion_disadvantage,
    exhaustion_disadvantage,
    is_trained,
    skill_modifier,
)
from ..rules.attack_roll.defence import (
    cannot_react,
    defence_value,
    off_guarded_defence,
)
from ..rules.attack_roll.modifiers import eye_disadvantage
from ..rules.injuries.bodies import (
    attribute,
    injury_sum,
    is_conscious,
    is_gone,
    is_unhurt,
)
from ..rules.injuries.mobility import can_stand, stand_cost
from ..rules.positioning.sight import (
    are_flanking,
    corners_past_obstacles,
    cover_by,
    feet_between,
    is_unseen,
    is_view_open,
    stand_opposite,
)
from ..rules.positioning.squares import crosses_low
from ..rules.rounds_and_actions.ground_items import write_nearest_items
from ..state import (
    GROUND_RANKS,
    NO_FRAME,
    PACK,
)
from ..tables import ACTION_POINTS, BASE_DV, NONE, STAND_COST
from .body import (
    CARRIED_LOOK,
    FIRST_ITEM,
    IS_MISSILE,
    TRAIT_LOOK,
    reach_seen,
    see_body,
)
from .layout import (
    ALLY,
    ALLY_LENGTH,
    CARRIED_LENGTH,
    ENEMY,
    ENEMY_LENGTH,
    FAR,
    FULL,
    GROUND,
    GROUND_LENGTH,
    OWN,
    OWN_LENGTH,
    PER,
    PLACE,
    TRAIT_LENGTH,
)
from .window import see_window

ROUND_TURNS = MAX_FIGHTERS + 1
TURNS = MAX_FIGHTERS + 2
"""The turns of all fighters, their number, and how many of them belong to this round."""
SHARE_OF_FAR = (np.arange(FAR + 1) / FAR).astype(np.float32)
"""The numbers that show 0 to `FAR` squares."""
NUM_ATTRIBUTES, NUM_SKILLS, NUM_FREE = len(Attribute), len(Skill), len(FreeAction)

# --- The order of turns (D61, TD1) ----------------------------------------------------------------


@njit
def write_turns(battle, viewer, turns):
    """Write the number of turns until each fighter's own, and at the end the numbers of all turns.

    Only those count whom the viewer knows and who are not dead; the others, and all before the
    initiative is rolled, get -1 (XD1).
    """
    for fighter in range(battle.num_fighters):
        turns[fighter] = NONE
    turns[MAX_FIGHTERS] = 1
    turns[ROUND_TURNS] = 0
    if battle.stage == Stage.HIDING:
        return
    known = 0
    for later in range(battle.num_fighters):
        place = battle.turn + later
        is_next_round = place >= battle.num_fighters
        if is_next_round:
            place -= battle.num_fighters
        fighter = battle.order[place]
        if not is_gone(battle.fighters[fighter]) and not is_unseen(battle, viewer, fighter):
            turns[fighter] = known
            known += 1
            turns[ROUND_TURNS] += not is_next_round
    turns[MAX_FIGHTERS] = max(1, known)


# --- Oneself, allies, enemies ---------------------------------------------------------------------


@njit
def share_of_stamina(fighter):
    """Share of Stamina left, 0 for the exhausted and for creatures without Stamina."""
    return max(0, fighter.stamina) / max(1, fighter.max_stamina)


@njit
def save_dc_seen(fighter):
    """The number that shows the DC of the save against death (D17)."""
    return min(1.0, (injury_sum(fighter) + fighter.bleed) / FULL.save_dc)


@njit
def see_self(battle, actor, turns, out, at):
    """Write the block of the observing fighter."""
    me = battle.fighters[actor]
    see_body(battle, actor, actor, turns, out, at)
    out[at + OWN.stamina] = min(1.0, share_of_stamina(me))
    out[at + OWN.stamina_left] = within_one(me.stamina / FULL.stamina_left)
    out[at + OWN.exhaustion] = within_one(me.exhaustion * PER.exhaustion)
    out[at + OWN.save_dc] = save_dc_seen(me)
    out[at + OWN.turns_left] = turns[ROUND_TURNS] / turns[MAX_FIGHTERS]
    defence = defence_now(battle, actor, actor) - BASE_DV
    out[at + OWN.defence] = within_one(defence / FULL.defence)
    for which in range(NUM_ATTRIBUTES):
        out[at + OWN.attributes + which] = attribute(me, which) * PER.attributes
    out[at + OWN.level] = me.level / FULL.level
    for skill in range(NUM_SKILLS):
        out[at + OWN.skills + skill] = skill_modifier(me, skill) * PER.skills
    see_harm(me, out, at)
    for free in range(NUM_FREE):
        out[at + OWN.free_used + free] = (me.used >> free) & 1
    see_baggage(me, out, at)
    see_ground(battle, actor, out, at)
    see_standpoint(battle, actor, out, at)


@njit
def see_harm(me, out, at):
    """Write what injuries and armour do to maneuvers, attacks and standing up (D26 to D37)."""
    acrobatics = check_disadvantage(me, Skill.ACROBATICS)
    athletics = thievery = 0
    worse, cost = exhaustion_disadvantage(me), STAND_COST
    if not is_unhurt(me):
        athletics = check_disadvantage(me, Skill.ATHLETICS)
        thievery = check_disadvantage(me, Skill.THIEVERY)
        worse += eye_disadvantage(me) + concussion_disadvantage(me)
        cost = stand_cost(me) if can_stand(me) else -ACTION_POINTS
    scale = PER.skill_disadvantage
    out[at + OWN.skill_disadvantage_acrobatics] = within_one(acrobatics * scale)
    out[at + OWN.skill_disadvantage_athletics] = within_one(athletics * scale)
    out[at + OWN.skill_disadvantage_thievery] = within_one(thievery * scale)
    out[at + OWN.disadvantage] = capped(worse, PER.disadvantage)
    out[at + OWN.stand_up] = cost * PER.stand_up


@njit
def see_kind(item, out, at):
    """Write the kind of an item that nobody holds, all 0 for none."""
    for trait in range(CARRIED_LENGTH):
        out[at + trait] = CARRIED_LOOK[item + FIRST_ITEM, trait]


@njit
def see_traits(item, out, at):
    """Write the traits of an item that nobody holds, all 0 for none."""
    for trait in range(TRAIT_LENGTH):
        out[at + trait] = TRAIT_LOOK[item + FIRST_ITEM, trait]


@njit
def see_baggage(me, out, at):
    """Write the stowed items, and whether they are drawn freely (D79, RD39)."""
    out[at + OWN.quick_draw] = me.quick_draw
    for place in range(PACK):
        see_kind(me.pack[place], out, at + OWN.pack + place * CARRIED_LENGTH)
        see_traits(me.pack[place], out, at + OWN.pack_traits + place * TRAIT_LENGTH)
        out[at + OWN.pack_sundered + place] = me.damaged_pack[place] > 0


@njit
def see_ground(battle, actor, out, at):
    """Write the nearest items on the ground (RD39)."""
    me = battle.fighters[actor]
    places = unset(1, GROUND_RANKS)[0]
    write_nearest_items(battle, actor, places)
    at += OWN.ground_0_is_melee
    for rank in range(GROUND_RANKS):
        place = places[rank]
        if place == NONE:
            return
        see_kind(battle.ground_item[place], out, at)
        see_traits(battle.ground_item[place], out, at + GROUND.two_hands)
        out[at + GROUND.sundered] = battle.ground_damaged[place] > 0
        see_offset(me, battle.ground_x[place], battle.ground_y[place], out, at + GROUND.offset)
        at += GROUND_LENGTH


@njit
def see_standpoint(battle, actor, out, at):
    """Write whether the fighter is hidden, its square, and the map around it."""
    me = battle.fighters[actor]
    x, y = me.x, me.y
    out[at + OWN.hidden] = me.hidden
    out[at + OWN.position_column] = x * PER.position_column
    out[at + OWN.position_row] = y * PER.position_row
    to_edge = unset(1, SIDES)[0]
    write_squares_to_edge(x, y, battle.width, battle.height, to_edge)
    if battle.has_obstacles:
        see_rays(battle, me, to_edge, out, at)
        return
    for side in range(SIDES):
        out[at + OWN.open_squares + side] = SHARE_OF_FAR[min(FAR, to_edge[side])]


@njit
def see_rays(battle, me, to_edge, out, at):
    """Write how far floor goes in each direction, and where the first obstacles are."""
    is_stopped = not crosses_low(me)
    lows, highs = unset(2, SIDES)
    write_squares_before(battle.low, battle.high, me.x, me.y, battle.height, to_edge, lows, highs)
    for side in range(SIDES):
        room = min(FAR, to_edge[side])
        low, high = min(room, lows[side]), min(room, highs[side])
        open_squares = min(low, high) if is_stopped else high
        out[at + OWN.low_squares + side] = SHARE_OF_FAR[FAR - low if low < room else 0]
        out[at + OWN.high_squares + side] = SHARE_OF_FAR[FAR - high if high < room else 0]
        out[at + OWN.open_squares + side] = SHARE_OF_FAR[open_squares]


@njit
def see_offset(me, x, y, out, at):
    """Write the offset of a square from the fighter; its distance in squares."""
    across, down = x - me.x, y - me.y
    out[at] = min(FAR, max(-FAR, across)) * PER.offset
    out[at + PLACE.offset_rows - PLACE.offset] = down * PER.offset
    return max(abs(across), abs(down))


@njit
def see_place(me, it, out, at):
    """Write the distance and offset of another fighter; its distance in squares."""
    far = see_offset(me, it.x, it.y, out, at + PLACE.offset)
    out[at + PLACE.distance] = min(FAR, far) * PER.distance
    return far


@njit
def see_ally(battle, actor, ally, turns, out, at):
    """Write the block of an ally."""
    it = battle.fighters[ally]
    see_body(battle, actor, ally, turns, out, at)
    see_place(battle.fighters[actor], it, out, at + ALLY.distance)
    out[at + ALLY.stamina] = min(1.0, share_of_stamina(it))
    out[at + ALLY.exhaustion] = within_one(it.exhaustion * PER.exhaustion)
    out[at + ALLY.hidden] = it.hidden
    if it.bleed > 0 or not is_conscious(it):
        out[at + ALLY.save_dc] = save_dc_seen(it)


@njit
def has_ally_opposite(battle, actor, enemy):
    """Whether an ally stands opposite, as flanking an enemy needs (D58)."""
    for other in range(battle.num_fighters):
        if battle.side[other] == battle.side[actor] and other != actor:
            if stand_opposite(battle, actor, other, enemy):
                return True
    return False


@njit
def defence_now(battle, actor, enemy):
    """The enemy's Defence Value against the observer, without creatures in the path (D8, D10)."""
    if cannot_react(battle, actor, enemy):
        return off_guarded_defence(battle, enemy)
    return defence_value(battle, enemy)


@njit
def see_enemy_sheet(it, out, at):
    """Write the open part of an enemy's sheet (XD4)."""
    out[at + ENEMY.level] = it.level * PER.level
    out[at + ENEMY.trained_acrobatics] = is_trained(it, Skill.ACROBATICS)
    out[at + ENEMY.trained_athletics] = is_trained(it, Skill.ATHLETICS)
    out[at + ENEMY.trained_thievery] = is_trained(it, Skill.THIEVERY)


@njit
def see_cover(battle, actor, enemy, attacks, out, at):
    """Write lines and cover: to an enemy, and from it if it attacks from there (D56, D57)."""
    there = back = 0
    if not is_view_open(battle, actor, enemy):
        there = corners_past_obstacles(battle, actor, enemy)
        if attacks:
            back = corners_past_obstacles(battle, enemy, actor)
    out[at + ENEMY.in_line] = there >= 0
    out[at + ENEMY.cover] = cover_by(there) * PER.cover
    out[at + ENEMY.in_its_line] = attacks and back >= 0
    out[at + ENEMY.cover_from_it] = cover_by(back) * PER.cover_from_it


@njit
def see_enemy(battle, actor, enemy, turns, my_reach, out, at):
    """Write the block of an enemy who is seen (XD4)."""
    me = battle.fighters[actor]
    it = battle.fighters[enemy]
    see_body(battle, actor, enemy, turns, out, at)
    far = see_place(me, it, out, at + ENEMY.distance)
    across = it.x - me.x
    out[at + ENEMY.columns_beyond] = (across - min(FAR, max(-FAR, across))) * PER.columns_beyond
    feet = feet_between(battle, actor, enemy)
    defence = defence_now(battle, actor, enemy) - BASE_DV
    out[at + ENEMY.defence] = within_one(defence / FULL.defence)
    out[at + ENEMY.in_my_reach] = feet <= my_reach
    is_reached = feet <= reach_seen(out, at)
    out[at + ENEMY.in_its_reach] = is_reached
    has_missile = IS_MISSILE[it.held[0] + FIRST_ITEM] | IS_MISSILE[it.held[1] + FIRST_ITEM]
    see_cover(battle, actor, enemy, is_reached | has_missile, out, at)
    if far == 1 and has_ally_opposite(battle, actor, enemy):
        out[at + ENEMY.flanked] = are_flanking(battle, actor, enemy)
    out[at + ENEMY.heart_known] = (me.located >> enemy) & 1
    out[at + ENEMY.is_partner] = me.grapple == enemy
    out[at + ENEMY.aims_at_me] = it.last_target == actor
    if battle.frame != NO_FRAME:
        attack = battle.attacks[battle.frame]
        out[at + ENEMY.is_attacker] = attack.attacker == enemy
        out[at + ENEMY.is_target] = attack.target == enemy
    is_provoker = battle.trigger != Trigger.NONE and battle.provoker == enemy
    out[at + ENEMY.is_provoker] = is_provoker
    see_enemy_sheet(it, out, at)


# --- The decision at hand -------------------------------------------------------------------------


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write all that a fighter may know: `observation_layout(max_side)`."""
    actor = fighter
    for place in range(len(observation)):
        observation[place] = 0
    me = battle.fighters[actor]
    if not is_gone(me):
        turns = unset(1, TURNS)[0]
        write_turns(battle, actor, turns)
        see_self(battle, actor, turns, observation, 0)
        see_others(battle, actor, turns, observation)
    at = OWN_LENGTH + ALLY_LENGTH * (battle.max_side - 1)
    see_window(battle, actor, observation, at + ENEMY_LENGTH * battle.max_side)


@njit
def see_others(battle, actor, turns, out):
    """Write the blocks of allies and enemies; those of the dead and the hidden stay 0 (XD1)."""
    at = OWN_LENGTH
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and battle.fighters[ally].life != Life.DEAD:
            see_ally(battle, actor, ally, turns, out, at)
        at += ALLY_LENGTH
    my_reach = reach_seen(out, 0)
    is_mover = battle.provoked != 0 and battle.order[battle.turn] == actor
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and battle.fighters[enemy].life != Life.DEAD:
            if not is_unseen(battle, actor, enemy):
                see_enemy(battle, actor, enemy, turns, my_reach, out, at)
                if is_mover:
                    out[at + ENEMY.had_trigger] = (battle.provoked >> enemy) & 1
        at += ENEMY_LENGTH
