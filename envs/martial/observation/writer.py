"""What a fighter may know, as numbers in [-1, 1] (XD1 to XD4).

Open: places, injuries by kind of part, conditions, what is held and worn, what everybody is able to
do. Own side only: Stamina and the Exhaustion pool (XD4). Hidden: the numbers of those pools, the
strain and what is stowed of the others, ambushers who are not found (XD1), and attack totals but
from attacker and target (XD3). The layout names every number; a test holds `observe` to it.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ...core.maps.square_grid import DIRECTIONS, FULL_ROW
from ..enums import (
    STEPS_BEFORE_ROLL,
    Life,
    Step,
    Trigger,
    Window,
)
from ..rules.attack_roll.checks import skill_modifier
from ..rules.attack_roll.defence import (
    cannot_react,
    defence_seen,
    defence_value,
    off_guarded_defence,
)
from ..rules.attack_roll.modifiers import attack_bonus, net_advantage
from ..rules.injuries.bodies import (
    attribute,
    injury_sum,
    is_conscious,
    is_gone,
    is_unhurt,
    stage_of,
)
from ..rules.positioning.sight import (
    are_flanking,
    cover_by,
    feet_between,
    hidden_corners,
    is_unseen,
    stand_opposite,
)
from ..rules.positioning.squares import ground_beside
from ..rules.rounds_and_actions.ground_items import kinds_near
from ..state import (
    NO_FRAME,
    PACK,
)
from ..tables import (
    BASE_DV,
    BODY_NUM_PARTS,
    BODY_PART,
    LEVEL_LIMIT,
    MAX_PARTS,
    NONE,
    RECKLESS_LIMIT,
)
from .body import (
    CARRIED_LOOK,
    CARRIED_TRAITS,
    FAR,
    FIFTEEN,
    FIFTH,
    HALF,
    ITEM_TRAITS,
    NUM_ATTRIBUTES,
    NUM_SKILLS,
    PART_CLASS,
    PART_FULL,
    PER_FIGHTER,
    PER_SQUARE,
    QUARTER,
    TENTH,
    THIRD,
    WHOLE_PARTS,
    reach_seen,
    see_body,
    see_item,
    within_one,
)
from .layout import (
    ALLY_LENGTH,
    ENEMY_LENGTH,
    NUM_FREE,
    NUM_KINDS,
    NUM_MANEUVERS,
    NUM_PARTS,
    NUM_TRIGGERS,
    NUM_WINDOWS,
    OWN_LENGTH,
)

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
        out[at + which] = np.float32(attribute(me, which)) * QUARTER
    at += NUM_ATTRIBUTES
    out[at] = me.level / LEVEL_LIMIT
    for skill in range(NUM_SKILLS):
        out[at + 1 + skill] = np.float32(skill_modifier(me, skill)) * TENTH
    at += 1 + NUM_SKILLS
    for free in range(NUM_FREE):
        out[at + free] = (np.int64(me.used) >> free) & 1
    see_baggage(battle, actor, out, at + NUM_FREE)
    see_standpoint(battle, actor, out, at + NUM_FREE + PACK * CARRIED_TRAITS + 2)


@njit
def see_baggage(battle, actor, out, at):
    """What one has stowed, and whether something lies within reach (RD39)."""
    me = battle.fighters[actor]
    for place in range(PACK):
        for trait in range(CARRIED_TRAITS):
            look = CARRIED_LOOK[np.int64(me.pack[place]) + 1, trait]
            out[at + place * CARRIED_TRAITS + trait] = look
    at += PACK * CARRIED_TRAITS
    kinds = kinds_near(battle, actor)
    out[at] = kinds & 1
    out[at + 1] = kinds >> 1


@njit
def see_standpoint(battle, actor, out, at):
    """Whether one is hidden, where one stands, and the walls about one."""
    me = battle.fighters[actor]
    x, y = np.int64(me.x), np.int64(me.y)
    out[at] = me.hidden
    out[at + 1] = x / 32
    out[at + 2] = y / 16
    floor = DIRECTIONS[ground_beside(battle, FULL_ROW, x, y)]
    for side in range(8):
        out[at + 3 + side] = 1 - ((floor >> side) & 1)


@njit
def see_place(me, it, out, at):
    """Write the distance and offset of another fighter; its distance in squares."""
    across = np.int64(it.x) - np.int64(me.x)
    down = np.int64(it.y) - np.int64(me.y)
    far = max(abs(across), abs(down))
    out[at] = np.float32(min(FAR, far)) * PER_SQUARE
    out[at + 1] = np.float32(min(FAR, max(-FAR, across))) * PER_SQUARE
    out[at + 2] = np.float32(down) * PER_SQUARE
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
def has_ally_opposite(battle, actor, enemy):
    """Whether an ally stands where it would take for flanking an enemy (D58)."""
    for other in range(battle.num_fighters):
        if battle.side[other] == battle.side[actor] and other != actor:
            if stand_opposite(battle, actor, other, enemy):
                return True
    return False


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
    begin = at
    at = see_body(battle, enemy, out, begin)
    far = see_place(me, it, out, at)
    feet = feet_between(battle, actor, enemy)
    defence = np.float32(defence_now(battle, actor, enemy) - BASE_DV)
    out[at + 3] = within_one(defence / FIFTEEN)
    out[at + 4] = feet <= my_reach
    out[at + 5] = feet <= reach_seen(out, begin)
    corners = hidden_corners(battle, actor, enemy)
    out[at + 6] = corners >= 0
    out[at + 7] = cover_by(corners) * HALF
    if far == 1 and has_ally_opposite(battle, actor, enemy):
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
        edge = attack_bonus(battle, attack) - defence_seen(battle, attack)
        out[at + 1] = within_one(edge / 20)
    if not contains(STEPS_BEFORE_ROLL, attack.step):
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
    if not contains(STEPS_BEFORE_ROLL, attack.step) and attack.part != NONE:
        out[at + BODY_PART[body, attack.part]] = 1
    at += NUM_PARTS
    for part in range(MAX_PARTS):
        out[at + part] = WHOLE_PARTS[body, part]
        out[at + MAX_PARTS + part] = PART_CLASS[body, part]
    if is_unhurt(it):
        return
    for part in range(BODY_NUM_PARTS[body]):
        full = PART_FULL[BODY_PART[body, part]]
        out[at + part] = min(stage_of(it, part), full) / full


@njit
def see_sides(battle, actor, out, at):
    """How many are conscious on both sides, of those one knows of (XD1)."""
    able = 0
    allies = 0
    for other in range(battle.num_fighters):
        is_able = is_conscious(battle.fighters[other]) and not is_unseen(battle, actor, other)
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


@njit(shared=True)
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
    my_reach = reach_seen(out, 0)
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and battle.fighters[enemy].life != Life.DEAD:
            if not is_unseen(battle, actor, enemy):
                see_enemy(battle, actor, enemy, my_reach, out, at)
        at += ENEMY_LENGTH
