"""Writes an observation: all that a fighter may know, as numbers in [-1, 1] (XD1 to XD4).

Open: places, injuries by kind of part, conditions, items held and worn, abilities. For the own side
only: Stamina and the Exhaustion pool (XD4). Hidden: the pools, strain and packs of enemies,
ambushers who are not found (XD1), and attack totals except for attacker and target (XD3). The
layout names every number; a test holds `observe` to it.
"""

from __future__ import annotations

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ...core.engine.layout import capped, within_one
from ...core.maps.square_grid import DIRECTIONS, FULL_ROW
from ..enums import (
    STEPS_BEFORE_ROLL,
    Attribute,
    FreeAction,
    Life,
    Skill,
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
    MAX_PARTS,
    NONE,
)
from .body import (
    CARRIED_LOOK,
    FIRST_ITEM,
    PART_CLASS,
    PART_FULL,
    WHOLE_PARTS,
    injuries_seen,
    reach_seen,
    see_body,
    see_item,
)
from .layout import (
    ALLY,
    ALLY_LENGTH,
    CARRIED_LENGTH,
    ENEMY,
    ENEMY_LENGTH,
    FAR,
    FIRST_TRIGGER,
    FIRST_WINDOW,
    FULL,
    OWN,
    OWN_LENGTH,
    PER,
    PLACE,
    WINDOW,
)

NUM_ATTRIBUTES, NUM_SKILLS, NUM_FREE = len(Attribute), len(Skill), len(FreeAction)

# --- Oneself, allies, enemies ---------------------------------------------------------------------


@njit
def share_of_stamina(fighter):
    """Share of Stamina left, 0 for the exhausted and for creatures without Stamina."""
    return max(0, fighter.stamina) / max(1, fighter.max_stamina)


@njit
def see_self(battle, actor, out, at):
    """Write the block of the observing fighter."""
    me = battle.fighters[actor]
    see_body(battle, actor, out, at)
    out[at + OWN.stamina] = min(1.0, share_of_stamina(me))
    out[at + OWN.stamina_left] = within_one(me.stamina / FULL.stamina_left)
    out[at + OWN.exhaustion] = within_one(me.exhaustion * PER.exhaustion)
    save_dc = injury_sum(me) + me.bleed
    out[at + OWN.save_dc] = min(1.0, save_dc / FULL.save_dc)
    for which in range(NUM_ATTRIBUTES):
        out[at + OWN.attributes + which] = attribute(me, which) * PER.attributes
    out[at + OWN.level] = me.level / FULL.level
    for skill in range(NUM_SKILLS):
        out[at + OWN.skills + skill] = skill_modifier(me, skill) * PER.skills
    for free in range(NUM_FREE):
        out[at + OWN.free_used + free] = (me.used >> free) & 1
    see_baggage(battle, actor, out, at)
    see_standpoint(battle, actor, out, at)


@njit
def see_baggage(battle, actor, out, at):
    """Write the stowed items, and whether an item lies within reach (RD39)."""
    me = battle.fighters[actor]
    for place in range(PACK):
        item = me.pack[place] + FIRST_ITEM
        for trait in range(CARRIED_LENGTH):
            out[at + OWN.pack + place * CARRIED_LENGTH + trait] = CARRIED_LOOK[item, trait]
    kinds = kinds_near(battle, actor)
    out[at + OWN.near_weapon] = kinds & 1
    out[at + OWN.near_shield] = kinds >> 1


@njit
def see_standpoint(battle, actor, out, at):
    """Write whether the fighter is hidden, its square, and the walls around it."""
    me = battle.fighters[actor]
    x, y = me.x, me.y
    out[at + OWN.hidden] = me.hidden
    out[at + OWN.position_column] = x * PER.position_column
    out[at + OWN.position_row] = y * PER.position_row
    floor = DIRECTIONS[ground_beside(battle, FULL_ROW, x, y)]
    for side in range(8):
        out[at + OWN.walls + side] = 1 - ((floor >> side) & 1)


@njit
def see_place(me, it, out, at):
    """Write the distance and offset of another fighter; its distance in squares."""
    across = it.x - me.x
    down = it.y - me.y
    far = max(abs(across), abs(down))
    out[at + PLACE.distance] = min(FAR, far) * PER.distance
    out[at + PLACE.offset_columns] = min(FAR, max(-FAR, across)) * PER.offset
    out[at + PLACE.offset_rows] = down * PER.offset
    return far


@njit
def see_ally(battle, actor, ally, out, at):
    """Write the block of an ally."""
    it = battle.fighters[ally]
    see_body(battle, ally, out, at)
    see_place(battle.fighters[actor], it, out, at + ALLY.distance)
    out[at + ALLY.stamina] = min(1.0, share_of_stamina(it))
    out[at + ALLY.exhaustion] = within_one(it.exhaustion * PER.exhaustion)
    out[at + ALLY.hidden] = it.hidden


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
def see_enemy(battle, actor, enemy, my_reach, out, at):
    """Write the block of an enemy who is seen (XD4)."""
    me = battle.fighters[actor]
    it = battle.fighters[enemy]
    see_body(battle, enemy, out, at)
    far = see_place(me, it, out, at + ENEMY.distance)
    feet = feet_between(battle, actor, enemy)
    defence = defence_now(battle, actor, enemy) - BASE_DV
    out[at + ENEMY.defence] = within_one(defence / FULL.defence)
    out[at + ENEMY.in_my_reach] = feet <= my_reach
    out[at + ENEMY.in_its_reach] = feet <= reach_seen(out, at)
    corners = hidden_corners(battle, actor, enemy)
    out[at + ENEMY.in_line] = corners >= 0
    out[at + ENEMY.cover] = cover_by(corners) * PER.cover
    if far == 1 and has_ally_opposite(battle, actor, enemy):
        out[at + ENEMY.flanked] = are_flanking(battle, actor, enemy)
    out[at + ENEMY.heart_known] = (me.located >> enemy) & 1
    out[at + ENEMY.is_partner] = me.grapple == enemy
    if battle.frame != NO_FRAME:
        attack = battle.attacks[battle.frame]
        out[at + ENEMY.is_attacker] = attack.attacker == enemy
        out[at + ENEMY.is_target] = attack.target == enemy
    is_provoker = battle.trigger != Trigger.NONE and battle.provoker == enemy
    out[at + ENEMY.is_provoker] = is_provoker


# --- The decision at hand -------------------------------------------------------------------------


@njit
def see_attack(battle, actor, out, at):
    """Write the attack under way, as far as the observer knows it (XD3)."""
    attack = battle.attacks[battle.frame]
    is_mine = attack.attacker == actor
    is_on_me = attack.target == actor
    out[at + WINDOW.attack] = 1
    out[at + WINDOW.is_mine] = is_mine
    out[at + WINDOW.is_on_me] = is_on_me
    out[at + WINDOW.kind + attack.kind] = 1
    if attack.maneuver != NONE:
        out[at + WINDOW.maneuver + attack.maneuver] = 1
    see_item(attack.weapon, out, at + WINDOW.weapon)
    see_manner(attack, out, at)
    if is_mine and battle.to_act == actor and battle.window == Window.RIDERS:
        out[at + WINDOW.net] = within_one(net_advantage(battle, attack) * PER.net)
        edge = attack_bonus(battle, attack) - defence_seen(battle, attack)
        out[at + WINDOW.edge] = within_one(edge / FULL.edge)
    if not contains(STEPS_BEFORE_ROLL, attack.step):
        see_roll(attack, is_mine or is_on_me, out, at)
    if is_mine:
        see_target(battle, attack, out, at)


@njit
def see_manner(attack, out, at):
    """Write the riders and the manner of an attack."""
    out[at + WINDOW.power] = attack.power * PER.power
    out[at + WINDOW.reckless] = attack.reckless / FULL.reckless
    out[at + WINDOW.ways_lunge] = attack.lunge
    out[at + WINDOW.ways_charge] = attack.charge
    out[at + WINDOW.ways_multiweapon] = attack.multi
    out[at + WINDOW.ways_cleave] = attack.cleave
    out[at + WINDOW.ways_reactive_attack] = attack.reactive
    out[at + WINDOW.shots] = capped(attack.shots, PER.shots)
    out[at + WINDOW.penalty] = within_one(attack.penalty * PER.penalty)


@njit
def see_roll(attack, is_concerned, out, at):
    """Write the natural roll; the total only for attacker and target (XD3)."""
    out[at + WINDOW.rolled] = 1
    out[at + WINDOW.natural] = attack.natural / FULL.natural
    if is_concerned:
        margin = attack.total - attack.dv
        out[at + WINDOW.margin] = within_one(margin / FULL.margin)
        out[at + WINDOW.degrees] = within_one(attack.degrees / FULL.degrees)
    out[at + WINDOW.critical] = attack.critical


@njit
def see_target(battle, attack, out, at):
    """Write the parts of the target, by number, and the chosen part (QD4)."""
    it = battle.fighters[attack.target]
    body = it.body
    if not contains(STEPS_BEFORE_ROLL, attack.step) and attack.part != NONE:
        out[at + WINDOW.part + BODY_PART[body, attack.part]] = 1
    for part in range(MAX_PARTS):
        out[at + WINDOW.target_parts + part] = WHOLE_PARTS[body, part]
        out[at + WINDOW.target_classes + part] = PART_CLASS[body, part]
    if is_unhurt(it):
        return
    for part in range(BODY_NUM_PARTS[body]):
        share = injuries_seen(it, part) / PART_FULL[BODY_PART[body, part]]
        out[at + WINDOW.target_parts + part] = share


@njit
def see_sides(battle, actor, out, at):
    """Write the number of conscious fighters of both sides, without unseen ones (XD1)."""
    able = 0
    allies = 0
    for other in range(battle.num_fighters):
        is_able = is_conscious(battle.fighters[other]) and not is_unseen(battle, actor, other)
        able += is_able
        allies += is_able and battle.side[other] == battle.side[actor]
    out[at + WINDOW.sides_mine] = allies * PER.sides
    out[at + WINDOW.sides_theirs] = (able - allies) * PER.sides


@njit
def knows_of_attack(battle, actor):
    """Whether an attack is under way whose attacker is seen (XD1)."""
    if battle.frame == NO_FRAME:
        return False
    attack = battle.attacks[battle.frame]
    return attack.step != Step.OVER and not is_unseen(battle, actor, attack.attacker)


@njit
def see_window(battle, actor, out, at):
    """Write the block of the decision at hand."""
    window = battle.window
    if battle.to_act == actor and window != Window.NONE:
        out[at + WINDOW.window + window - FIRST_WINDOW] = 1
        if window == Window.REACTIVE_ATTACK and battle.trigger != Trigger.NONE:
            out[at + WINDOW.trigger + battle.trigger - FIRST_TRIGGER] = 1
    if knows_of_attack(battle, actor):
        see_attack(battle, actor, out, at)
    out[at + WINDOW.round] = battle.round_number / battle.round_limit
    see_sides(battle, actor, out, at)
    out[at + WINDOW.ambush] = battle.is_ambush


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write all that a fighter may know: `observation_layout(max_side)`."""
    actor = fighter
    for place in range(len(observation)):
        observation[place] = 0
    me = battle.fighters[actor]
    if not is_gone(me):
        see_self(battle, actor, observation, 0)
        see_others(battle, actor, observation)
    at = OWN_LENGTH + ALLY_LENGTH * (battle.max_side - 1)
    see_window(battle, actor, observation, at + ENEMY_LENGTH * battle.max_side)


@njit
def see_others(battle, actor, out):
    """Write the blocks of allies and enemies; those of the dead and the hidden stay 0 (XD1)."""
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
