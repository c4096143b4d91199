"""Powers of some races (RH1, RH62)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Event,
)
from ...tables import (
    CAN_MEND,
    CAN_POISON,
    CAN_RAGE,
    MEND_HP,
    MEND_WILLPOWER,
    POISON_WILLPOWER,
    RAGE_HP,
    RAGE_TURNS,
)
from ..health.health import is_injured, most_hp, recover
from .conditions import can_act

MENDS, RAGES, POISONS = range(3)
"""The log's values for a power."""
HAS_ATTACKED = -1
"""In `raging`: an attack since the end of the last turn."""

# --- Whether (RH62) -------------------------------------------------------------------------------


@njit
def may_mend(fighter):
    """Whether a hurt but uninjured fighter may regain HP for willpower (RH1, RH62)."""
    if not CAN_MEND[fighter.race] or is_injured(fighter) or fighter.hp >= most_hp(fighter):
        return False
    return fighter.wp >= MEND_WILLPOWER


@njit
def may_rage(fighter):
    """Whether a fighter may rage, once a battle (RH1, RH62, HH28)."""
    return CAN_RAGE[fighter.race] and not fighter.power_used


@njit
def may_poison(fighter):
    """Whether a fighter may poison a weapon, once a battle (RH1, RH62)."""
    return CAN_POISON[fighter.race] and not fighter.power_used and fighter.wp >= POISON_WILLPOWER


@njit
def may_use_power(fighter):
    """Whether a fighter can use the power of its race now (RH62)."""
    return can_act(fighter) and (may_mend(fighter) or may_rage(fighter) or may_poison(fighter))


# --- Using it (RH62) ------------------------------------------------------------------------------


@njit
def mend(fighter):
    """Pay 2 WP for 2 HP, never above the maximum (RH62)."""
    fighter.wp = fighter.wp - MEND_WILLPOWER
    fighter.hp = min(most_hp(fighter), fighter.hp + MEND_HP)


@njit
def rage(fighter):
    """Gain a hit point at once, also above the maximum; it can end an injury (H31, RH1, RH62)."""
    fighter.hp = fighter.hp + RAGE_HP
    recover(fighter)
    fighter.raging = 1
    fighter.power_used = True


@njit
def poison(fighter):
    """Pay 2 WP: the next hit with a weapon also dazes (RH1, RH62)."""
    fighter.wp = fighter.wp - POISON_WILLPOWER
    fighter.poisoned = True
    fighter.power_used = True


@njit
def use_power(battle, actor):
    """Use the power of the race; each race has one at most (RH62)."""
    fighter = battle.fighters[actor]
    which = MENDS
    if CAN_MEND[fighter.race]:
        mend(fighter)
    elif CAN_RAGE[fighter.race]:
        rage(fighter)
        which = RAGES
    else:
        poison(fighter)
        which = POISONS
    log_event(battle, Event.POWER, actor, NOBODY, which, fighter.hp, 0)


# --- The end of a rage (RH1, RH62) ----------------------------------------------------------------


@njit
def feed_rage(fighter):
    """An attack keeps a rage going (RH1)."""
    if fighter.raging != 0:
        fighter.raging = HAS_ATTACKED


@njit
def count_rage(fighter):
    """After 5 own turns without an attack a rage ends, with the HP above the maximum (RH1)."""
    if fighter.raging == 0:
        return
    if fighter.raging == HAS_ATTACKED:
        fighter.raging = 1
        return
    fighter.raging = fighter.raging + 1
    if fighter.raging > RAGE_TURNS:
        fighter.raging = 0
        fighter.hp = min(fighter.hp, most_hp(fighter))
