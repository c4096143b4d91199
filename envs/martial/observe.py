"""What a fighter may know, as numbers in [-1, 1] (XD1 to XD4).

Open: places, injuries by kind of part, conditions, what is held and worn, what everybody is able to
do. Own side only: Stamina and the Exhaustion pool (XD4). Hidden: the numbers of those pools, the
strain and what is stowed of the others, ambushers who are not found (XD1), and attack totals but
from attacker and target (XD3). The layout names every number; a test holds `observe` to it.
"""

from __future__ import annotations

import numpy as np

from ..core.battle import MAX_SIDE, NOBODY, ally_in_slot, enemy_in_slot
from ..core.compile import njit
from ..core.grid import DX, DY, is_on_map, row
from .layout import (
    ALLY_LENGTH,
    CARRIED,
    ENEMY_LENGTH,
    ITEM,
    NUM_FREE,
    NUM_KINDS,
    NUM_MANEUVERS,
    NUM_PARTS,
    NUM_TRIGGERS,
    NUM_WINDOWS,
    OWN_LENGTH,
    length_of,
)
from .rules.bodies import (
    attribute,
    fly_squares,
    has_constitution,
    injury_sum,
    is_conscious,
    is_exhausted,
    is_gone,
    is_off_guard,
    martial_bonus,
    size,
    speed_squares,
    stage_of,
)
from .rules.defence import cannot_react, defence_against, defence_value, off_guarded_defence
from .rules.items import is_usable, longest_reach, nearest_on_ground
from .rules.modifiers import attack_bonus, net_advantage
from .rules.sight import are_flanking, cover_of, feet_between, has_line, is_unseen
from .rules.skills import skill_modifier
from .state import HANDS, NO_FRAME, PACK, WEAPON_SLOTS, Life, Step, Trigger, Window
from .tables import (
    ACTION_POINTS,
    ARMOUR_BONUS,
    ATTRIBUTE_NAMES,
    BASE_DV,
    BODY_NUM_PARTS,
    BODY_PART,
    EFFECT_BLEED,
    EFFECT_DAZED,
    EFFECT_DEGREE,
    ENDLESS,
    IS_MELEE,
    IS_NATURAL,
    IS_RANGED,
    IS_SHIELD,
    ITEM_HANDS,
    LEVEL_LIMIT,
    MAX_PARTS,
    NATURAL_HIGHEST,
    NO_PARRY,
    NONE,
    PART_COUNT,
    PART_DESTROYED,
    PART_SEVERITY,
    REACH,
    RECKLESS_LIMIT,
    SHIELD_BONUS,
    SKILL_NAMES,
    WEAPON_CRITICAL,
    WEAPON_INCREMENT,
    WEAPON_PARRY,
    WEAPON_REACH,
    WEAPON_RELOAD,
    WEAPON_THROWN,
    Attribute,
    Size,
)

# --- Rows of the tables, ready to be copied; row 0 is no item -------------------------------------


def _rows(*columns: np.ndarray) -> np.ndarray:
    rows = np.stack([np.asarray(column, np.float32) for column in columns], axis=1)
    return np.vstack([np.zeros((1, rows.shape[1]), np.float32), rows])


CAN_PARRY = (WEAPON_PARRY > NO_PARRY) | IS_SHIELD
ITEM_LOOK = _rows(
    IS_MELEE,
    ITEM_HANDS == HANDS,
    (WEAPON_REACH - REACH) / REACH,
    np.minimum(1, WEAPON_INCREMENT / 80),
    (WEAPON_THROWN > 0) & ~IS_NATURAL,
    np.minimum(1, WEAPON_RELOAD / 2),
    np.minimum(1, (NATURAL_HIGHEST - WEAPON_CRITICAL) / 2),
    np.clip(np.where(WEAPON_PARRY > NO_PARRY, WEAPON_PARRY, SHIELD_BONUS) / 2, -1, 1),
    CAN_PARRY,
    np.minimum(1, EFFECT_BLEED / 2),
    np.minimum(1, EFFECT_DAZED),
    np.minimum(1, EFFECT_DEGREE),
    np.minimum(1, SHIELD_BONUS / 2),
)
CARRIED_LOOK = _rows(IS_MELEE, IS_RANGED, WEAPON_THROWN > 0, IS_SHIELD)
ITEM_TRAITS, CARRIED_TRAITS = length_of(ITEM), len(CARRIED)
PART_FULL = np.where(PART_DESTROYED == ENDLESS, 1, PART_DESTROYED)
"""Injuries of a part that count as 1: those that destroy it, of a nose one."""
KIND_FULL = PART_COUNT * PART_FULL
"""The same of all parts of a kind, by body."""
PART_CLASS = np.where(BODY_PART == NONE, 0, PART_SEVERITY[BODY_PART] + 1).astype(np.float32) / 5
FAR = 16
"""Squares that count as 1 in a distance."""
PER_SQUARE = np.float32(1 / FAR)
PER_FIGHTER = np.float32(1 / MAX_SIDE)
HALF, THIRD, QUARTER, FIFTH = (np.float32(1 / part) for part in (2, 3, 4, 5))
TENTH = np.float32(1 / 10)
NUM_ATTRIBUTES, NUM_SKILLS = len(ATTRIBUTE_NAMES), len(SKILL_NAMES)


@njit
def within_one(number):
    """The number, cut to [-1, 1]."""
    return min(1.0, max(-1.0, number))


@njit
def see_item(item, out, at):
    """The look of an item in a hand, all 0 of none."""
    for trait in range(ITEM_TRAITS):
        out[at + trait] = ITEM_LOOK[np.int64(item) + 1, trait]


# --- Bodies ---------------------------------------------------------------------------------------


@njit
def see_injuries(fighter, out, at):
    """How far each kind of part is destroyed, -1 where there is none (D26 to D44)."""
    body = np.int64(fighter.body)
    if is_injured(fighter):
        for part in range(BODY_NUM_PARTS[body]):
            kind = BODY_PART[body, part]
            out[at + kind] += min(stage_of(fighter, part), PART_FULL[kind])
    for kind in range(NUM_PARTS):
        if KIND_FULL[body, kind] == 0:
            out[at + kind] = -1
        elif out[at + kind] > 0:
            out[at + kind] /= KIND_FULL[body, kind]


@njit
def is_injured(fighter):
    """Whether any part is."""
    for part in range(BODY_NUM_PARTS[fighter.body]):
        if fighter.injuries[part] > 0:
            return True
    return False


@njit
def naturals_in_use(fighter):
    """Kinds of natural weapon that can be used."""
    count = 0
    for slot in range(HANDS, WEAPON_SLOTS):
        count += is_usable(fighter, slot)
    return count


@njit
def see_body(battle, actor, out, at):
    """What anybody can see of a fighter; the place after it (XD4)."""
    fighter = battle.fighters[actor]
    out[at] = is_conscious(fighter)
    out[at + 1] = not is_conscious(fighter)
    see_item(fighter.held[0], out, at + 2)
    see_item(fighter.held[1], out, at + 2 + ITEM_TRAITS)
    at += 2 + 2 * ITEM_TRAITS
    out[at] = naturals_in_use(fighter) * QUARTER
    out[at + 1] = longest_reach(fighter) / 15
    see_injuries(fighter, out, at + 2)
    at = see_build(fighter, out, at + 2 + NUM_PARTS)
    at = see_conditions(fighter, out, at)
    out[at] = fighter.reactions * FIFTH
    out[at + 1] = min(ACTION_POINTS, fighter.action_points) * THIRD
    out[at + 2] = min(3, fighter.attacks) * THIRD
    out[at + 3] = must_reload(fighter)
    out[at + 4] = fighter.seat == battle.turn
    out[at + 5] = fighter.seat > battle.turn
    return at + 6


@njit
def must_reload(fighter):
    """Whether the weapon in hand shoots, and is not loaded (RD18)."""
    main = np.int64(fighter.held[0])
    return main != NONE and WEAPON_RELOAD[main] > 0 and not fighter.loaded


@njit
def see_build(fighter, out, at):
    """Size, armour, bonuses and speeds; the place after them."""
    best = max(attribute(fighter, Attribute.STRENGTH), attribute(fighter, Attribute.DEXTERITY))
    out[at] = (size(fighter) - Size.MEDIUM) * HALF
    armour = ARMOUR_BONUS[fighter.armour] + np.int64(fighter.natural_armour)
    out[at + 1] = min(10, armour) * TENTH
    out[at + 2] = (martial_bonus(fighter) + best) * TENTH
    out[at + 3] = martial_bonus(fighter) * THIRD
    out[at + 4] = attribute(fighter, Attribute.DEXTERITY) * QUARTER
    out[at + 5] = -1.0
    if has_constitution(fighter):
        out[at + 5] = attribute(fighter, Attribute.CONSTITUTION) * QUARTER
    out[at + 6] = min(12, speed_squares(fighter)) / 12
    out[at + 7] = min(12, fly_squares(fighter)) / 12
    return at + 8


@njit
def see_conditions(fighter, out, at):
    """In which state somebody is; the place after it."""
    out[at] = fighter.prone
    out[at + 1] = fighter.flying
    if fighter.grapple >= 0:
        out[at + 2] = HALF if fighter.is_grappler else np.float32(1)
    out[at + 3] = is_exhausted(fighter)
    out[at + 4] = min(4, fighter.bleed) * QUARTER
    out[at + 5] = min(2, fighter.dazed) * HALF
    out[at + 6] = min(2, fighter.stunned) * HALF
    out[at + 7] = fighter.sickened
    out[at + 8] = fighter.confused
    out[at + 9] = is_off_guard(fighter)
    out[at + 10] = fighter.defending
    out[at + 11] = fighter.shield_ready
    out[at + 12] = min(3, fighter.exposed) * THIRD
    return at + 13


# --- Oneself, allies, enemies ---------------------------------------------------------------------


@njit
def share_of_stamina(fighter):
    """Stamina left of all, 0 for who is exhausted or has none."""
    return max(0, np.int64(fighter.stamina)) / max(1, np.int64(fighter.max_stamina))


@njit
def see_self(battle, actor, out, at):
    """One's own block."""
    me = battle.fighters[actor]
    at = see_body(battle, actor, out, at)
    out[at] = min(1.0, share_of_stamina(me))
    out[at + 1] = within_one(me.stamina / 40)
    out[at + 2] = within_one(me.exhaustion * TENTH)
    out[at + 3] = min(1.0, (injury_sum(me) + np.int64(me.bleed)) / 40)
    at += 4
    for which in range(NUM_ATTRIBUTES):
        out[at + which] = attribute(me, which) * QUARTER
    at += NUM_ATTRIBUTES
    out[at] = me.level / LEVEL_LIMIT
    for skill in range(NUM_SKILLS):
        out[at + 1 + skill] = skill_modifier(me, skill) * TENTH
    at += 1 + NUM_SKILLS
    for free in range(NUM_FREE):
        out[at + free] = (np.int64(me.used) >> free) & 1
    at += NUM_FREE
    for slot in range(WEAPON_SLOTS):
        out[at + slot] = is_usable(me, slot)
    see_baggage(battle, actor, out, at + WEAPON_SLOTS)
    see_standpoint(battle, actor, out, at + WEAPON_SLOTS + PACK * CARRIED_TRAITS + 2)


@njit
def see_baggage(battle, actor, out, at):
    """What one has stowed, and whether something lies within reach (RD39)."""
    me = battle.fighters[actor]
    for place in range(PACK):
        if me.pack[place] != NONE:
            for trait in range(CARRIED_TRAITS):
                look = CARRIED_LOOK[np.int64(me.pack[place]) + 1, trait]
                out[at + place * CARRIED_TRAITS + trait] = look
    at += PACK * CARRIED_TRAITS
    out[at] = nearest_on_ground(battle, actor, False) >= 0
    out[at + 1] = nearest_on_ground(battle, actor, True) >= 0


@njit
def is_wall(battle, x, y):
    """Whether a square is no floor: an obstacle, or beyond the edge."""
    if not is_on_map(x, y, battle.width, battle.height):
        return True
    return ((row(battle.low, y) | row(battle.high, y)) >> x) & 1 == 1


@njit
def see_standpoint(battle, actor, out, at):
    """Whether one is hidden, where one stands, and the walls about one."""
    me = battle.fighters[actor]
    x, y = np.int64(me.x), np.int64(me.y)
    out[at] = me.hidden
    out[at + 1] = x / 32
    out[at + 2] = y / 16
    for side in range(8):
        out[at + 3 + side] = is_wall(battle, x + DX[side], y + DY[side])


@njit
def see_place(me, it, out, at):
    """Write the distance and offset of another fighter; its distance in squares."""
    across = np.int64(it.x) - np.int64(me.x)
    down = np.int64(it.y) - np.int64(me.y)
    far = max(abs(across), abs(down))
    out[at] = min(FAR, far) * PER_SQUARE
    out[at + 1] = min(FAR, max(-FAR, across)) * PER_SQUARE
    out[at + 2] = down * PER_SQUARE
    return far


@njit
def see_ally(battle, actor, ally, out, at):
    """The block of an ally."""
    it = battle.fighters[ally]
    at = see_body(battle, ally, out, at)
    see_place(battle.fighters[actor], it, out, at)
    out[at + 3] = min(1.0, share_of_stamina(it))
    out[at + 4] = within_one(it.exhaustion * TENTH)
    out[at + 5] = it.hidden


@njit
def defence_now(battle, actor, enemy):
    """The enemy's defence value against oneself, what lies between left out (D8, D10)."""
    if cannot_react(battle, actor, enemy):
        return off_guarded_defence(battle, enemy)
    return defence_value(battle, enemy)


@njit
def see_enemy(battle, actor, enemy, my_reach, out, at):
    """The block of an enemy who is seen (XD4)."""
    me = battle.fighters[actor]
    it = battle.fighters[enemy]
    at = see_body(battle, enemy, out, at)
    far = see_place(me, it, out, at)
    feet = feet_between(battle, actor, enemy)
    out[at + 3] = within_one((defence_now(battle, actor, enemy) - BASE_DV) / 15)
    out[at + 4] = feet <= my_reach
    out[at + 5] = feet <= longest_reach(it)
    out[at + 6] = has_line(battle, actor, enemy)
    if far > 1:
        out[at + 7] = cover_of(battle, actor, enemy) * HALF
    else:
        out[at + 8] = are_flanking(battle, actor, enemy)
    out[at + 9] = (np.int64(me.located) >> enemy) & 1
    out[at + 10] = me.grapple == enemy
    if battle.frame != NO_FRAME:
        attack = battle.attacks[battle.frame]
        out[at + 11] = attack.attacker == enemy
        out[at + 12] = attack.target == enemy
    out[at + 13] = battle.trigger != Trigger.NONE and battle.provoker == enemy


# --- The decision at hand -------------------------------------------------------------------------


@njit
def see_attack(battle, actor, out, at):
    """The attack under way, as far as one knows of it (XD3)."""
    attack = battle.attacks[battle.frame]
    is_mine = attack.attacker == actor
    is_on_me = attack.target == actor
    out[at] = 1
    out[at + 1] = is_mine
    out[at + 2] = is_on_me
    out[at + 3 + np.int64(attack.kind)] = 1
    at += 3 + NUM_KINDS
    if attack.maneuver != NONE:
        out[at + np.int64(attack.maneuver)] = 1
    at += NUM_MANEUVERS
    see_item(attack.weapon, out, at)
    at = see_manner(attack, out, at + ITEM_TRAITS)
    if is_mine and battle.to_act == actor and battle.window == Window.RIDERS:
        out[at] = within_one(net_advantage(battle, attack) * FIFTH)
        out[at + 1] = within_one(
            (attack_bonus(battle, attack) - defence_against(battle, attack)) / 20
        )
    if attack.step > Step.ROLL:
        see_roll(attack, is_mine or is_on_me, out, at + 2)
    if is_mine:
        see_target(battle, attack, out, at + 7)


@njit
def see_manner(attack, out, at):
    """Riders and the way of an attack; the place after them."""
    out[at] = attack.power * THIRD
    out[at + 1] = attack.reckless / RECKLESS_LIMIT
    out[at + 2] = attack.lunge
    out[at + 3] = attack.charge
    out[at + 4] = attack.multi
    out[at + 5] = attack.cleave
    out[at + 6] = attack.reactive
    out[at + 7] = min(2, attack.shots) * HALF
    out[at + 8] = within_one(attack.penalty * FIFTH)
    return at + 9


@njit
def see_roll(attack, is_concerned, out, at):
    """What the die has shown: the total only to attacker and target (XD3)."""
    out[at] = 1
    out[at + 1] = attack.natural / 20
    if is_concerned:
        out[at + 2] = within_one((np.int64(attack.total) - np.int64(attack.dv)) / 20)
        out[at + 3] = within_one(attack.degrees / 6)
    out[at + 4] = attack.critical


@njit
def see_target(battle, attack, out, at):
    """The parts of one's target, by their numbers, and the one that is chosen (QD4)."""
    it = battle.fighters[attack.target]
    body = np.int64(it.body)
    if attack.step > Step.ROLL and attack.part != NONE:
        out[at + BODY_PART[body, attack.part]] = 1
    at += NUM_PARTS
    for part in range(MAX_PARTS):
        out[at + part] = -1.0
    for part in range(BODY_NUM_PARTS[body]):
        full = PART_FULL[BODY_PART[body, part]]
        out[at + part] = min(stage_of(it, part), full) / full
        out[at + MAX_PARTS + part] = PART_CLASS[body, part]


@njit
def see_sides(battle, actor, out, at):
    """How many are conscious on both sides."""
    able = 0
    allies = 0
    for other in range(battle.num_fighters):
        is_able = is_conscious(battle.fighters[other])
        able += is_able
        allies += is_able and battle.side[other] == battle.side[actor]
    out[at] = allies * PER_FIGHTER
    out[at + 1] = (able - allies) * PER_FIGHTER


@njit
def knows_of_attack(battle, actor):
    """Whether an attack is under way that one sees coming (XD1)."""
    if battle.frame == NO_FRAME:
        return False
    attack = battle.attacks[battle.frame]
    return attack.step != Step.OVER and not is_unseen(battle, actor, np.int64(attack.attacker))


@njit
def see_window(battle, actor, out, at):
    """The block of the decision at hand."""
    window = np.int64(battle.window)
    if battle.to_act == actor and window != Window.NONE:
        out[at + window - 1] = 1
        if window == Window.REACTIVE_ATTACK and battle.trigger != Trigger.NONE:
            out[at + NUM_WINDOWS + np.int64(battle.trigger) - 1] = 1
    if knows_of_attack(battle, actor):
        see_attack(battle, actor, out, at + NUM_WINDOWS + NUM_TRIGGERS)
    at = len(out) - 4
    out[at] = battle.round_number / battle.round_limit
    see_sides(battle, actor, out, at + 1)
    out[at + 3] = battle.is_ambush


@njit
def observe(battle, fighter, observation):
    """Write what a fighter may know: `observation_layout(max_side)`."""
    actor = np.int64(fighter)
    for place in range(len(observation)):
        observation[place] = 0
    me = battle.fighters[actor]
    if not is_gone(me):
        see_self(battle, actor, observation, 0)
        see_others(battle, actor, observation)
    at = OWN_LENGTH + ALLY_LENGTH * (np.int64(battle.max_side) - 1)
    see_window(battle, actor, observation, at + ENEMY_LENGTH * np.int64(battle.max_side))


@njit
def see_others(battle, actor, out):
    """The blocks of allies and enemies; of the dead and the hidden nothing (XD1)."""
    at = OWN_LENGTH
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and battle.fighters[ally].life != Life.DEAD:
            see_ally(battle, actor, ally, out, at)
        at += ALLY_LENGTH
    my_reach = longest_reach(battle.fighters[actor])
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and battle.fighters[enemy].life != Life.DEAD:
            if not is_unseen(battle, actor, enemy):
                see_enemy(battle, actor, enemy, my_reach, out, at)
        at += ENEMY_LENGTH
