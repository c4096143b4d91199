"""What anybody sees of a fighter, as numbers in [-1, 1] (XH3, XH4, XH5)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_FIGHTERS, MAX_SIDE
from ..enums import Action, Defence, Effect, Guarded
from ..rules.characters.conditions import can_act, is_climbing, is_conscious, is_gone, is_prone
from ..rules.combat_basics.initiative import place_of
from ..rules.health.health import is_armour_broken
from ..state import HANDS
from ..tables import (
    ARMOUR_HP,
    BODY_PARTS,
    DAMAGE,
    IS_MELEE,
    ITEM_BONUS,
    ITEM_NAMES,
    NONE,
    WEAPON_RANGE,
)
from .layout import ITEM, length_of

HALF, THIRD, QUARTER, FIFTH, SIXTH = (np.float32(1 / part) for part in range(2, 7))
EIGHTH, TWELFTH, SIXTEENTH = (np.float32(1 / part) for part in (8, 12, 16))
PER_FIGHTER, PER_TURN = np.float32(1 / MAX_SIDE), np.float32(1 / MAX_FIGHTERS)
IS_OUT = 2
"""Where it stands in a block that somebody is dead or fled: of those nothing else is said."""
SHOWN_EFFECTS = np.array([Effect.STUMBLE, Effect.DAZE, Effect.BIND, Effect.WEAKEN])
ITEM_TRAITS = length_of(ITEM)

_RANGES = np.where(IS_MELEE, -1, np.maximum(WEAPON_RANGE, 0) / 6)
ITEM_LOOK = np.zeros((len(ITEM_NAMES) + 1, ITEM_TRAITS), np.float32)  # row 0 is no item
ITEM_LOOK[1:] = np.clip(np.stack([DAMAGE / 3, ITEM_BONUS / 5, _RANGES], axis=1), -1, 1)

KIND_OF = np.zeros(len(Action), np.int64)  # of what is under way, by Action
"""1 weapon attack, 2 Hit, 3 Bind, 4 Bash, 5 shove, 6 Charge, 7 way, 8 reach for a thing, 9 rest."""
KIND_OF[[Action.WEAPON_ATTACK]] = 1
KIND_OF[[Action.BRAWL_HIT]] = 2
KIND_OF[[Action.BRAWL_BIND]] = 3
KIND_OF[[Action.SHIELD_BASH]] = 4
KIND_OF[[Action.SHOVING_STRIKE]] = 5
KIND_OF[[Action.CHARGE]] = 6
for _deed in (
    *(
        Action.MOVE,
        Action.LEAVE_CLUSTER,
        Action.RUN,
        Action.CLIMB,
        Action.JUMP_DOWN,
        Action.CRAWL,
        Action.CARRY,
    ),
    *(Action.DROP_PRONE, Action.STAND_UP),
):
    KIND_OF[_deed] = 7
for _deed in (
    *(
        Action.DRAW,
        Action.PUT_AWAY,
        Action.DROP_ITEM,
        Action.GET_ITEM,
        Action.CONCEAL_ITEM,
        Action.SWAP,
    ),
    *(Action.OPEN, Action.BREAK_BARRIER, Action.SURGERY),
):
    KIND_OF[_deed] = 8
for _deed in (Action.BREATHER, Action.BREATHER_LATER, Action.DODGE, Action.READY):
    KIND_OF[_deed] = 9


@njit
def within_one(number):
    """The number, cut to [-1, 1]."""
    return min(1.0, max(-1.0, number))


@njit
def capped(number, scale):
    """A number of nothing or more, scaled, at most 1."""
    return min(1.0, np.int64(number) * scale)


@njit
def signed(number, scale):
    """A number, scaled, cut to [-1, 1]."""
    return within_one(np.int64(number) * scale)


@njit
def see_item(item, out, at):
    """The look of an item, all 0 of none."""
    for trait in range(ITEM_TRAITS):
        out[at + trait] = ITEM_LOOK[np.int64(item) + 1, trait]


# --- Bodies ---------------------------------------------------------------------------------------


@njit
def see_body(battle, actor, out, at):
    """What anybody can see of somebody; the place after it (XH3 to XH5)."""
    fighter = battle.fighters[actor]
    out[at] = can_act(fighter)
    out[at + 1] = not is_conscious(fighter) or fighter.life != 0
    out[at + IS_OUT] = is_gone(fighter)
    at = see_arms(fighter, out, at + 3)
    at = see_health(fighter, out, at)
    at = see_defence(fighter, out, at)
    at = see_state(fighter, out, at)
    out[at] = turns_until(battle, actor) * PER_TURN
    return at + 1


@njit
def see_arms(fighter, out, at):
    """What is in the hands, and the armour; the place after it (RH1, RH29)."""
    for hand in range(HANDS):
        see_item(fighter.held[hand], out, at)
        at += ITEM_TRAITS
    out[at] = fighter.missile
    if not is_armour_broken(fighter):
        out[at + 1] = ARMOUR_HP[fighter.armour] * QUARTER
    return at + 2


@njit
def see_health(fighter, out, at):
    """Injured parts and the position; the place after them (H32, H127, H136, XH5)."""
    for part in range(BODY_PARTS):
        out[at + part] = (np.int64(fighter.injured) >> part) & 1
    at += BODY_PARTS
    out[at] = is_prone(fighter)
    out[at + 1] = is_climbing(fighter)
    out[at + 2] = capped(fighter.height, QUARTER)
    return at + 3


@njit
def see_defence(fighter, out, at):
    """The pre-roll, and how often it has defended; the place after it (H121, XH4)."""
    if fighter.defence != Defence.NONE:
        out[at + np.int64(fighter.defence) - 1] = 1
        out[at + 3] = signed(fighter.defence_value, SIXTEENTH)
        out[at + 4] = fighter.defence_fails
    out[at + 5] = capped(fighter.dodges, THIRD)
    out[at + 6] = capped(fighter.blocks, THIRD)
    out[at + 7] = fighter.ongoing
    out[at + 8] = fighter.dodge_ready
    return at + 9


@njit
def see_state(fighter, out, at):
    """Effects, clusters, grips, guards, an action in progress; the place after them (XH3)."""
    for place in range(len(SHOWN_EFFECTS)):
        out[at + place] = capped(fighter.seconds[SHOWN_EFFECTS[place]], QUARTER)
    at += len(SHOWN_EFFECTS)
    out[at] = fighter.cluster != NONE
    out[at + 1] = fighter.holds >= 0
    out[at + 2] = fighter.held_by >= 0
    out[at + 3] = fighter.guard != Guarded.NOTHING
    out[at + 4] = fighter.upcoming != Action.NONE
    out[at + 5] = fighter.readied != Action.NONE
    return at + 6


@njit
def turns_until(battle, actor):
    """How many turns of others come before its own, 0 while it is its turn (H44)."""
    turns = place_of(battle, actor) - np.int64(battle.place)
    return turns if turns >= 0 else turns + np.int64(battle.num_fighters)
