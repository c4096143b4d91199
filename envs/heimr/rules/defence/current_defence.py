"""The current pre-roll: when it can be used and when one is owed (H106, RH12, RH39)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...enums import Defence, Hand
from ..characters.conditions import can_defend
from ..modules.armoury import has_shield, is_melee_hand

# --- Possible defences (H118, H121, H122, RH24) ---------------------------------------------------


@njit
def has_parried(fighter, hand):
    """Whether the weapon in a hand has parried since its last turn (H122)."""
    return (fighter.parried >> hand) & 1 != 0


@njit
def may_parry_with(fighter, hand):
    """Whether the weapon in a hand can parry: melee, wielded, once between turns (H118, H122)."""
    return is_melee_hand(fighter, hand) and not has_parried(fighter, hand)


@njit
def may_use(fighter, defence, hand):
    """Whether a fighter can use a kind of defence (H118, H122, RH23, RH24)."""
    if not can_defend(fighter):
        return False
    if defence == Defence.DODGE:
        return True
    if defence == Defence.BLOCK:
        return has_shield(fighter)
    return defence == Defence.PARRY and may_parry_with(fighter, hand)


# --- Owed and void (H106, H124, RH39) -------------------------------------------------------------


@njit
def owe_defence(battle, actor):
    """A fighter who can defend itself owes a pre-roll (H106, H124)."""
    if can_defend(battle.fighters[actor]):
        battle.owed = battle.owed | (1 << actor)


@njit
def void_defence(fighter):
    """Void the pre-roll (H124, RH39)."""
    fighter.defence = Defence.NONE
    fighter.defence_d6 = 0
    fighter.defence_value = 0
    fighter.defence_fails = False
    fighter.defence_penalty = 0
    fighter.defence_hand = Hand.SWORD


@njit
def review_defence(battle, actor):
    """Void a pre-roll that cannot be used; without one a new one is owed (RH39)."""
    fighter = battle.fighters[actor]
    defence = fighter.defence
    if defence != Defence.NONE and not may_use(fighter, defence, fighter.defence_hand):
        void_defence(fighter)
    if fighter.defence == Defence.NONE:
        owe_defence(battle, actor)
    if not can_defend(fighter):
        battle.owed = battle.owed & ~(1 << actor)


@njit
def review_current_defence(battle, actor):
    """Review the pre-roll after the hands have changed, if there is one (RH39)."""
    if battle.fighters[actor].defence != Defence.NONE:
        review_defence(battle, actor)


@njit
def restore_defences(fighter):
    """The turn starts: dodges, blocks and parries are available again (H123)."""
    fighter.dodges = 0
    fighter.blocks = 0
    fighter.parried = 0
