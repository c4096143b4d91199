"""The visible state of a fighter, as numbers in [-1, 1] (XH3, XH4, XH5)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY
from ...core.engine.layout import capped, table, within_one
from ...core.engine.seats import seat_share
from ..enums import Act, Defence, Effect, Guarded
from ..rules.characters.conditions import can_act, is_climbing, is_conscious, is_gone, is_prone
from ..rules.combat_actions.skills import ignores_stumble
from ..rules.health.health import is_armour_broken
from ..rules.modules.armoury import conceals_from, shown_in_hand
from ..state import PACK
from ..tables import (
    ARMOUR_HP,
    BODY_PARTS,
    DAMAGE,
    IS_MELEE,
    IS_SHIELD,
    IS_WEAPON,
    ITEM_BONUS,
    ITEM_LIGHT,
    NONE,
    WEAPON_RANGE,
)
from .layout import (
    BODY,
    EFFECTS,
    FIRST_DEFENCE,
    FULL_RANGE,
    ITEM_LENGTH,
    OWN_CLUSTER,
    PER,
    POOL,
    SWORD_LENGTH,
    SWORD_PIECES,
)
from .sheets import FIRST_ITEM, USUAL_HP

SHOWN_EFFECTS = np.array(EFFECTS)
ITEM_LOOK = table(
    SWORD_PIECES,
    {
        "damage": DAMAGE,
        "bonus": ITEM_BONUS,
        "range": np.where(IS_MELEE, -FULL_RANGE, np.maximum(WEAPON_RANGE, 0)),
    },
    empty=FIRST_ITEM,
)
OFF_KIND = np.zeros(FIRST_ITEM + len(IS_WEAPON), np.float32)
"""The kind of an item in the off-hand: 1 a weapon, 2 a shield, 3 a light, as a share."""
OFF_KIND[FIRST_ITEM:] = PER.off_item * np.select([IS_WEAPON, IS_SHIELD, ITEM_LIGHT > 0], [1, 2, 3])
CARRIED_BIT = np.array([0, *np.where(IS_MELEE, 1, 2)], np.int64)
"""Bit of an item in a pack: 1 a melee weapon, 2 any other."""

UPCOMING_KIND = np.zeros(len(Act), np.int64)
"""1 a Crawl, 2 a Breather, by the upcoming Act (XH3)."""
UPCOMING_KIND[[Act.CRAWL, Act.BREATHER_LATER]] = 1, 2
KIND_OF = np.zeros(len(Act), np.int64)  # of what is under way, by Act
"""1 weapon attack, 2 Hit, 3 Bind, 4 Bash, 5 shove, 6 Charge, 7 movement, 8 an item, 9 rest."""
KIND_OF[[Act.WEAPON_ATTACK]] = 1
KIND_OF[[Act.BRAWL_HIT]] = 2
KIND_OF[[Act.BRAWL_BIND]] = 3
KIND_OF[[Act.SHIELD_BASH]] = 4
KIND_OF[[Act.SHOVING_STRIKE]] = 5
KIND_OF[[Act.CHARGE]] = 6
for _act in (
    *(
        Act.MOVE,
        Act.LEAVE_CLUSTER,
        Act.RUN,
        Act.CLIMB,
        Act.JUMP_DOWN,
        Act.CRAWL,
        Act.CARRY,
    ),
    *(Act.DROP_PRONE, Act.STAND_UP),
):
    KIND_OF[_act] = 7
for _act in (
    *(
        Act.DRAW,
        Act.PUT_AWAY,
        Act.DROP_ITEM,
        Act.GET_ITEM,
        Act.CONCEAL_ITEM,
        Act.SWAP,
    ),
    *(Act.OPEN, Act.BREAK_BARRIER, Act.SURGERY),
):
    KIND_OF[_act] = 8
for _act in (Act.BREATHER, Act.BREATHER_LATER, Act.DODGE, Act.READY):
    KIND_OF[_act] = 9


@njit
def signed(number, scale):
    """A number, scaled, cut to [-1, 1]."""
    return within_one(number * scale)


@njit
def see_pools(fighter, out, at):
    """HP, willpower and fatigue (XH5)."""
    out[at + POOL.hp] = signed(fighter.hp, PER.hp)
    out[at + POOL.wp] = capped(fighter.wp, PER.wp)
    out[at + POOL.fatigue] = capped(fighter.fatigue, PER.fatigue)


@njit
def see_item(item, traits, out, at):
    """The first traits of an item, all 0 of none."""
    for trait in range(traits):
        out[at + trait] = ITEM_LOOK[item + FIRST_ITEM, trait]


@njit
def known_seat(battle, viewer, other, unknown):
    """The seat of a fighter for a viewer (`seats.seat_share`), 0 of the unknown (XH1)."""
    if other != NOBODY and (unknown >> other) & 1 != 0:
        return 0.0
    return seat_share(battle, viewer, other)


# --- Bodies ---------------------------------------------------------------------------------------


@njit
def see_body(battle, viewer, actor, unknown, turns, out, at):
    """Write the visible state of a fighter (XH3 to XH6).

    `unknown` are the fighters that the viewer does not know of, a bit each (XH1); `turns` is what
    `write_turns` writes.
    """
    fighter = battle.fighters[actor]
    out[at + BODY.can_act] = can_act(fighter)
    out[at + BODY.is_down] = not is_conscious(fighter) or fighter.life != 0
    out[at + BODY.is_out] = is_gone(fighter)
    see_arms(battle, viewer, actor, out, at)
    see_pack(battle, viewer, actor, out, at)
    see_health(fighter, out, at)
    see_defence(fighter, out, at)
    see_state(fighter, out, at)
    see_ties(battle, viewer, fighter, unknown, out, at)
    see_guard(battle, viewer, fighter, unknown, out, at)
    see_chase(battle, viewer, fighter, unknown, out, at)
    out[at + BODY.turn_in] = turns[actor] * PER.turn_in


@njit
def see_arms(battle, viewer, actor, out, at):
    """Write the items in the hands that are not concealed, and the armour (RH1, RH4, RH29, XH6)."""
    fighter = battle.fighters[actor]
    sword = shown_in_hand(battle, viewer, actor, 0)
    off = shown_in_hand(battle, viewer, actor, 1)
    see_item(sword, SWORD_LENGTH, out, at + BODY.sword_damage)
    see_item(off, ITEM_LENGTH, out, at + BODY.off_damage)
    out[at + BODY.off_item] = OFF_KIND[off + FIRST_ITEM]
    out[at + BODY.missile] = fighter.missile
    out[at + BODY.wear] = fighter.armour_wear * PER.wear
    if not is_armour_broken(fighter):
        out[at + BODY.armour] = ARMOUR_HP[fighter.armour] * PER.armour
    out[at + BODY.ignores_stumble] = ignores_stumble(fighter)


@njit
def see_pack(battle, viewer, actor, out, at):
    """Write what a fighter carries within reach, except what it conceals (H97, RH29, XH6)."""
    fighter = battle.fighters[actor]
    out[at + BODY.missiles] = capped(fighter.missiles, PER.missiles)
    hidden = np.int64(fighter.concealed_item)
    if hidden != NONE and not conceals_from(battle, viewer, actor, hidden):
        hidden = np.int64(NONE)
    shown = 0
    for place in range(PACK):
        item = fighter.pack[place] if place != hidden else NONE
        shown |= CARRIED_BIT[item + FIRST_ITEM]
    out[at + BODY.pack_melee_weapon] = shown & 1
    out[at + BODY.pack_other] = shown >> 1


@njit
def see_health(fighter, out, at):
    """HP of the kind, injured parts and the position (H32, H127, H136, XH5)."""
    out[at + BODY.usual_hp] = USUAL_HP[fighter.cast]
    for part in range(BODY_PARTS):
        out[at + BODY.injured + part] = (fighter.injured >> part) & 1
    out[at + BODY.prone] = is_prone(fighter)
    out[at + BODY.climbing] = is_climbing(fighter)
    out[at + BODY.height] = capped(fighter.height, PER.height)


@njit
def see_defence(fighter, out, at):
    """The pre-roll, and how often it has defended (H121, H122, XH4)."""
    if fighter.defence != Defence.NONE:
        out[at + BODY.defence + fighter.defence - FIRST_DEFENCE] = 1
        out[at + BODY.defence_value] = signed(fighter.defence_value, PER.defence_value)
        out[at + BODY.defence_fails] = fighter.defence_fails
        out[at + BODY.defence_d6] = fighter.defence_d6 * PER.defence_d6
    out[at + BODY.uses_dodges] = capped(fighter.dodges, PER.uses)
    out[at + BODY.uses_blocks] = capped(fighter.blocks, PER.uses)
    out[at + BODY.parried] = fighter.parried * PER.parried
    out[at + BODY.ongoing] = fighter.ongoing
    out[at + BODY.dodge_ready] = fighter.dodge_ready


@njit
def see_state(fighter, out, at):
    """Effects, the hold on it, an action in progress (H23 to H26, H64, H113, XH3)."""
    for place in range(len(SHOWN_EFFECTS)):
        seconds = fighter.seconds[SHOWN_EFFECTS[place]]
        out[at + BODY.effects + place] = capped(seconds, PER.effects)
    out[at + BODY.fall_lasts] = capped(fighter.seconds[Effect.FALL], PER.fall_lasts)
    if fighter.seconds[Effect.STUMBLE] > 0:
        out[at + BODY.stumble_side] = (fighter.stumble_side + 1) * PER.stumble_side
    if fighter.held_by >= 0:
        out[at + BODY.held] = 1
        out[at + BODY.held_part] = (fighter.held_part + 1) * PER.held_part
    out[at + BODY.upcoming] = UPCOMING_KIND[fighter.upcoming] * PER.upcoming
    if fighter.upcoming == Act.CRAWL:
        out[at + BODY.crawls] = (fighter.upcoming_argument + 1) * PER.crawls
    out[at + BODY.has_readied] = fighter.readied != Act.NONE


@njit
def see_guard(battle, viewer, fighter, unknown, out, at):
    """Write what a fighter guards, and whether its attack as a guard is used (H139, RH47)."""
    if fighter.guard == Guarded.NOTHING:
        return
    out[at + BODY.struck_late] = fighter.struck_late
    out[at + BODY.guards] = fighter.guard * PER.guards
    if fighter.guard == Guarded.ALLY:
        out[at + BODY.guarded] = known_seat(battle, viewer, fighter.guarded, unknown)
    elif fighter.guard == Guarded.BORDER:
        out[at + BODY.guarded_border] = (fighter.guarded + 1) * PER.guarded_border


@njit
def see_chase(battle, viewer, fighter, unknown, out, at):
    """Write a flight or a pursuit off the field (RH55)."""
    if fighter.flees:
        out[at + BODY.chase] = -1
    elif fighter.chases != NOBODY:
        out[at + BODY.chase] = capped(fighter.gap, PER.chase)
        out[at + BODY.quarry] = known_seat(battle, viewer, fighter.chases, unknown)


@njit
def see_ties(battle, viewer, fighter, unknown, out, at):
    """Write its cluster, whom it holds and has attacked last (H51, H112)."""
    cluster = fighter.cluster
    if cluster != NONE:
        is_mine = cluster == battle.fighters[viewer].cluster
        out[at + BODY.cluster] = 1 if is_mine else (cluster + 1) / OWN_CLUSTER
    out[at + BODY.holds] = known_seat(battle, viewer, fighter.holds, unknown)
    out[at + BODY.attacked] = known_seat(battle, viewer, fighter.last_target, unknown)


@njit
def write_turns(battle, unknown, turns):
    """Write the number of turns before each fighter's own, 0 while it is its turn (H44).

    It does not count the turns of fighters that the viewer does not know of (XH1).
    """
    count, known = battle.num_fighters, 0
    place = battle.place % count
    for _ in range(count):
        actor = battle.order[place]
        turns[actor] = known
        known += (unknown >> actor) & 1 == 0
        place = place + 1 if place + 1 < count else 0
