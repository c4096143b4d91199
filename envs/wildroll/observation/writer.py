"""Write the observation of a fighter, numbers in [-1, 1] (RW26, XW1 to XW4).

Open: places, wounds, conditions, AP, initiative, the order of turns, what is held and worn, grips,
long actions and their targets, openings, whom a fighter attacked last, that something is readied.
Own side only: attributes, skills, stamina, mana, free slots, totals of rolls, and of oneself what
is readied and stowed. Hidden: enemies who are not seen, and what they do. The layout names every
number; a test holds `observe` to it.
"""

from __future__ import annotations

from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, ally_in_slot, enemy_in_slot
from ...core.engine.layout import capped, within_one
from ...core.maps.hex_grid import sides_in
from ..rules.combat_sequence.action_stack import top_frame
from ..rules.common_actions.items import longest_reach
from ..rules.defense.defences import opening_against
from ..rules.flanking.flanking import helps_flank, is_flanked, is_ignoring, is_rear
from ..rules.flanking.lines import cover_between, has_line
from ..rules.health.bodies import are_enemies, is_dead
from ..rules.movement.spaces import gap, sees
from ..rules.rolls.modifiers import flank_modifier, shelter_modifier
from .body import see_body, see_off_weapon
from .layout import ALLY, ALLY_LENGTH, BODY, ENEMY, ENEMY_LENGTH, OWN_LENGTH, PER
from .own import see_free_slots, see_self, share_of_fatigue
from .rays import see_offset
from .turn_order import see_turn, write_order
from .window import knows_act, see_window

AT_ME, AT_ALLY = 1.0, 0.5

# --- Allies and enemies ---------------------------------------------------------------------------


@njit
def see_ally(battle, actor, ally, out, at):
    """The block of an ally."""
    me, it = battle.fighters[actor], battle.fighters[ally]
    see_body(battle, actor, ally, out, at)
    see_offset(me.x, me.y, it.x, it.y, out, at + ALLY.offset)
    out[at + ALLY.stamina] = capped(it.stamina, PER.stamina)
    out[at + ALLY.fatigue] = share_of_fatigue(it)
    out[at + ALLY.mana] = capped(it.mana, PER.mana)
    out[at + ALLY.hidden] = it.hidden
    out[at + ALLY.is_mount] = me.mount == ally
    see_free_slots(it, out, at + ALLY.slots_left)
    see_off_weapon(it, out, at + ALLY.off)
    if knows_act(battle, actor):
        frame = top_frame(battle)
        out[at + ALLY.is_actor] = frame.actor == ally
        out[at + ALLY.is_target] = frame.target == ally


@njit
def could_have_cover(battle, actor):
    """Whether a fighter can have any cover: on even ground only behind a low wall (W31)."""
    fighter = battle.fighters[actor]
    return battle.has_ground or sides_in(battle.low, fighter.x, fighter.y) != 0


@njit
def see_enemy(battle, actor, enemy, my_reach, has_cover, out, at):
    """The block of an enemy who is seen (XW2)."""
    me, it = battle.fighters[actor], battle.fighters[enemy]
    see_body(battle, actor, enemy, out, at)
    see_offset(me.x, me.y, it.x, it.y, out, at + ENEMY.offset)
    hexes, line = gap(battle, actor, enemy), has_line(battle, actor, enemy)
    is_near = line or hexes <= 0
    out[at + ENEMY.gap] = within_one(hexes * PER.gap)
    out[at + ENEMY.in_my_reach] = is_near and hexes <= my_reach
    out[at + ENEMY.in_its_reach] = is_near and hexes <= longest_reach(it)
    out[at + ENEMY.in_line] = line
    cover = cover_between(battle, actor, enemy)
    out[at + ENEMY.cover] = cover * PER.cover
    if has_cover:
        out[at + ENEMY.my_cover] = cover_between(battle, enemy, actor) * PER.my_cover
    bonus = shelter_modifier(it.posture, cover, hexes > my_reach)
    bonus += flank_modifier(battle, actor, enemy)
    out[at + ENEMY.bonus] = within_one(bonus * PER.bonus)
    see_off_weapon(it, out, at + ENEMY.off)
    see_relation(battle, actor, enemy, out, at)
    see_intent(battle, actor, enemy, out, at)


@njit
def see_relation(battle, actor, enemy, out, at):
    """Flanks and openings between oneself and an enemy (W34, W83)."""
    out[at + ENEMY.is_rear] = is_rear(battle, actor, enemy)
    out[at + ENEMY.ignored] = is_ignoring(battle, actor, enemy)
    out[at + ENEMY.flanks_me] = is_flanked(battle, actor) and helps_flank(battle, enemy, actor)
    out[at + ENEMY.i_flank] = is_flanked(battle, enemy) and helps_flank(battle, actor, enemy)
    mine, its = opening_against(battle, actor, enemy), opening_against(battle, enemy, actor)
    out[at + ENEMY.my_opening] = capped(mine, PER.my_opening)
    out[at + ENEMY.its_opening] = capped(its, PER.its_opening)


@njit
def see_intent(battle, actor, enemy, out, at):
    """The actions under way about an enemy, the aim of its long action."""
    if knows_act(battle, actor):
        frame = top_frame(battle)
        out[at + ENEMY.is_actor] = frame.actor == enemy
        out[at + ENEMY.is_target] = frame.target == enemy
    target = battle.fighters[enemy].long_target
    if target == actor:
        out[at + ENEMY.long_aim] = AT_ME
    elif target != NOBODY and not are_enemies(battle, actor, target):
        out[at + ENEMY.long_aim] = AT_ALLY


@njit
def see_others(battle, actor, order, out):
    """The blocks of allies and enemies; of the hidden nothing (XW1)."""
    at = OWN_LENGTH
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY:
            if is_dead(battle.fighters[ally]):
                out[at + BODY.is_dead] = 1
            else:
                see_ally(battle, actor, ally, out, at)
                see_turn(battle, ally, order, out, at)
        at += ALLY_LENGTH
    my_reach, has_cover = longest_reach(battle.fighters[actor]), could_have_cover(battle, actor)
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and sees(battle, actor, enemy):
            if is_dead(battle.fighters[enemy]):
                out[at + BODY.is_dead] = 1
            else:
                see_enemy(battle, actor, enemy, my_reach, has_cover, out, at)
                see_turn(battle, enemy, order, out, at)
        at += ENEMY_LENGTH


# --- All blocks -----------------------------------------------------------------------------------


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write what a fighter may know: `observation_layout(max_side)`."""
    actor = fighter
    for place in range(len(observation)):
        observation[place] = 0
    if is_dead(battle.fighters[actor]):
        observation[BODY.is_dead] = 1
    else:
        order = scratch(1, MAX_FIGHTERS)[0]
        write_order(battle, actor, order)
        see_self(battle, actor, observation, 0)
        see_turn(battle, actor, order, observation, 0)
        see_others(battle, actor, order, observation)
    at = OWN_LENGTH + ALLY_LENGTH * (battle.max_side - 1)
    see_window(battle, actor, observation, at + ENEMY_LENGTH * battle.max_side)
