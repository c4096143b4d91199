"""Writes an observation: all that a fighter may know, as numbers in [-1, 1] (XD1 to XD4).

Open: places, injuries by kind of part, conditions, items held and worn, abilities. For the own side
only: Stamina and the Exhaustion pool (XD4). Hidden: the pools, strain and packs of enemies,
and ambushers who are not found (XD1). The layout names every number; a test holds `observe` to it.
"""

from __future__ import annotations

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit, unset
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, ally_in_slot, enemy_in_slot
from ...core.engine.layout import capped, within_one
from ...core.maps.square_grid import squares_ahead, squares_to_edge
from ..enums import (
    STEPS_WITHOUT_ROLL,
    Attribute,
    FreeAction,
    Life,
    Maneuver,
    Skill,
    Stage,
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
from ..rules.positioning.squares import crosses_low
from ..rules.rounds_and_actions.ground_items import write_nearest_items
from ..state import (
    GROUND_RANKS,
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
    KIND_SHARE_OF_ITEM,
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
    GROUND,
    GROUND_LENGTH,
    OWN,
    OWN_LENGTH,
    PER,
    PLACE,
    WINDOW,
)

TURNS = MAX_FIGHTERS + 1
"""The turns of all fighters, and their number."""
NUM_ATTRIBUTES, NUM_SKILLS, NUM_FREE = len(Attribute), len(Skill), len(FreeAction)

# --- The order of turns (D61, TD1) ----------------------------------------------------------------


@njit
def write_turns(battle, viewer, turns):
    """Write the number of turns until each fighter's own, and at the end the number of fighters.

    Only those count whom the viewer knows and who are not dead; the others, and all before the
    initiative is rolled, get -1 (XD1).
    """
    for fighter in range(battle.num_fighters):
        turns[fighter] = NONE
    turns[MAX_FIGHTERS] = 1
    if battle.stage == Stage.HIDING:
        return
    known = 0
    for later in range(battle.num_fighters):
        fighter = battle.order[(battle.turn + later) % battle.num_fighters]
        if not is_gone(battle.fighters[fighter]) and not is_unseen(battle, viewer, fighter):
            turns[fighter] = known
            known += 1
    turns[MAX_FIGHTERS] = max(1, known)


# --- Oneself, allies, enemies ---------------------------------------------------------------------


@njit
def share_of_stamina(fighter):
    """Share of Stamina left, 0 for the exhausted and for creatures without Stamina."""
    return max(0, fighter.stamina) / max(1, fighter.max_stamina)


@njit
def see_self(battle, actor, turns, out, at):
    """Write the block of the observing fighter."""
    me = battle.fighters[actor]
    see_body(battle, actor, actor, turns, out, at)
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
    see_baggage(me, out, at)
    see_ground(battle, actor, out, at)
    see_standpoint(battle, actor, out, at)


@njit
def see_kind(item, out, at):
    """Write the kind of an item that nobody holds, all 0 for none."""
    for trait in range(CARRIED_LENGTH):
        out[at + trait] = CARRIED_LOOK[item + FIRST_ITEM, trait]


@njit
def see_baggage(me, out, at):
    """Write the stowed items (RD39)."""
    for place in range(PACK):
        see_kind(me.pack[place], out, at + OWN.pack + place * CARRIED_LENGTH)
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
    is_stopped = not crosses_low(me)
    for side in range(8):
        room = min(FAR, squares_to_edge(x, y, side, battle.width, battle.height))
        open_squares = room
        if battle.has_obstacles:
            low = squares_ahead(battle.low, x, y, side, room)
            high = squares_ahead(battle.high, x, y, side, room)
            open_squares = min(low, high) if is_stopped else high
            out[at + OWN.low_squares + side] = (low < room) * (FAR - low) * PER.open_squares
            out[at + OWN.high_squares + side] = (high < room) * (FAR - high) * PER.open_squares
        out[at + OWN.open_squares + side] = open_squares * PER.open_squares


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
def see_enemy(battle, actor, enemy, turns, my_reach, out, at):
    """Write the block of an enemy who is seen (XD4)."""
    me = battle.fighters[actor]
    it = battle.fighters[enemy]
    see_body(battle, actor, enemy, turns, out, at)
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
    out[at + ENEMY.aims_at_me] = it.last_target == actor
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
    if not contains(STEPS_WITHOUT_ROLL, attack.step):
        see_roll(attack, out, at)
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
def see_roll(attack, out, at):
    """Write the roll and its total, which are announced to all (TD4, XD3)."""
    out[at + WINDOW.rolled] = 1
    out[at + WINDOW.natural] = attack.natural / FULL.natural
    margin = attack.total - attack.dv
    out[at + WINDOW.margin] = within_one(margin / FULL.margin)
    out[at + WINDOW.degrees] = within_one(attack.degrees / FULL.degrees)
    out[at + WINDOW.critical] = attack.critical


@njit
def see_target(battle, attack, out, at):
    """Write the parts of the target, by number, and the chosen part (QD4)."""
    it = battle.fighters[attack.target]
    body = it.body
    if not contains(STEPS_WITHOUT_ROLL, attack.step) and attack.part != NONE:
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
def see_target_pack(battle, out, at):
    """Write what a thief finds in the pack of its target (RD17, XD4)."""
    attack = battle.attacks[battle.frame]
    if attack.maneuver != Maneuver.STEAL:
        return
    for place in range(PACK):
        item = battle.fighters[attack.target].pack[place]
        if item != NONE:
            out[at + WINDOW.target_pack + place] = KIND_SHARE_OF_ITEM[item]


@njit
def see_window(battle, actor, out, at):
    """Write the block of the decision at hand."""
    window = battle.window
    if battle.to_act == actor and window != Window.NONE:
        out[at + WINDOW.window + window - FIRST_WINDOW] = 1
        if window == Window.STEP:
            out[at + WINDOW.steps_left] = capped(battle.steps_left, PER.steps_left)
        elif window == Window.ITEM:
            see_target_pack(battle, out, at)
        elif window == Window.REACTIVE_ATTACK and battle.trigger != Trigger.NONE:
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
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and battle.fighters[enemy].life != Life.DEAD:
            if not is_unseen(battle, actor, enemy):
                see_enemy(battle, actor, enemy, turns, my_reach, out, at)
        at += ENEMY_LENGTH
