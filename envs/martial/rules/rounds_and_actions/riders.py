"""Free actions joined to an attack: Power and Reckless Attack, Deadly Aim, Cleave (D70 to D78)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Event, FreeAction, Kind
from ...tables import CLEAVE_STAMINA, EXPOSED_ADVANTAGE, RECKLESS_LIMIT, SQUARE
from ..attack_roll.defence import is_ranged
from ..injuries.bodies import is_conscious, is_stunned, martial_bonus
from ..positioning.sight import are_enemies, can_target, feet_between, reaches
from ..stamina import can_spend, spend
from .items import is_melee_slot, weapon_in

# --- Free actions (D63, D98, RD21, RD28) ----------------------------------------------------------


@njit
def is_unused(fighter, free):
    """Whether a free action was not taken yet in this turn (D63, RD21, RD28)."""
    return fighter.used & free == 0


@njit
def use_free(fighter, free):
    """A free action is taken, the only time in this turn (D63, RD21, RD28)."""
    fighter.used = fighter.used | free


@njit
def allows_riders(attack):
    """Whether the attack takes riders: no maneuver, no reaction (D98, RD28, RD42)."""
    return attack.kind != Kind.MANEUVER and not attack.reactive


# --- Power Attack, Deadly Aim, Reckless Attack (D73, D74, D78, RD28) ------------------------------


@njit
def power_rider(attack):
    """The rider that adds to the roll: Power Attack in melee, else Deadly Aim (D78)."""
    return FreeAction.AIM if is_ranged(attack) else FreeAction.POWER


@njit
def most_power(fighter, attack):
    """Most Stamina that may go on the attack roll: the martial bonus (D73, D78, RD28)."""
    if not allows_riders(attack) or not is_unused(fighter, power_rider(attack)):
        return 0
    return martial_bonus(fighter)


@njit
def most_reckless(fighter, attack):
    """Most degrees that may be bought for a melee attack: 6 (D74, RD28)."""
    if attack.kind != Kind.MELEE or not allows_riders(attack):
        return 0
    return RECKLESS_LIMIT if is_unused(fighter, FreeAction.RECKLESS) else 0


@njit
def may_use_riders(battle, power, reckless):
    """Whether Stamina may be spent on the coming roll in this way (D73, D74, D78, QD3, RD28)."""
    attack = battle.attacks[battle.frame]
    fighter = battle.fighters[attack.attacker]
    if power > most_power(fighter, attack) or reckless > most_reckless(fighter, attack):
        return False
    return power + reckless > 0 and can_spend(fighter, power + reckless)


@njit
def can_use_riders(battle):
    """Whether any Stamina may be spent on the coming roll (QD3)."""
    return may_use_riders(battle, 1, 0) or may_use_riders(battle, 0, 1)


@njit
def use_riders(battle, power, reckless):
    """Spend Stamina on the coming roll (D73, D74, D78)."""
    attack = battle.attacks[battle.frame]
    attacker = attack.attacker
    fighter = battle.fighters[attacker]
    attack.power = power
    attack.reckless = reckless
    if power > 0:
        use_free(fighter, power_rider(attack))
    if reckless > 0:
        use_free(fighter, FreeAction.RECKLESS)
    log_event(battle, Event.RIDERS, attacker, NOBODY, reckless, power, is_ranged(attack))
    spend(battle, attacker, power + reckless)


# --- Cleave (D70, RD28) ---------------------------------------------------------------------------


@njit
def has_hit_to_cleave(battle, attack):
    """Whether a melee hit in the own turn allows a Cleave that can be paid (D70, RD28)."""
    fighter = battle.fighters[attack.attacker]
    if attack.kind != Kind.MELEE or not attack.hit or not allows_riders(attack):
        return False
    return is_unused(fighter, FreeAction.CLEAVE) and can_spend(fighter, CLEAVE_STAMINA)


@njit
def can_keep_attacking(fighter, attack):
    """Whether the attacker is able to act and still holds the weapon."""
    if not is_conscious(fighter) or is_stunned(fighter):
        return False
    slot = attack.slot
    return weapon_in(fighter, slot) == attack.weapon and is_melee_slot(fighter, slot)


@njit
def may_cleave(battle, target):
    """Whether the attacker may Cleave into an opponent next to the first (D70, QD5)."""
    attack = battle.attacks[battle.frame]
    attacker, first = attack.attacker, attack.target
    if not has_hit_to_cleave(battle, attack) or target == first:
        return False
    if not can_keep_attacking(battle.fighters[attacker], attack):
        return False
    if not are_enemies(battle, attacker, target) or not can_target(battle, attacker, target):
        return False
    if feet_between(battle, first, target) > SQUARE:
        return False
    return reaches(battle, attacker, attack.slot, target)


@njit
def has_opponents(battle, actor):
    """Whether an opponent is conscious; if not, the battle is won (RD35)."""
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other) and is_conscious(battle.fighters[other]):
            return True
    return False


@njit
def can_cleave(battle):
    """Whether the attacker may Cleave into anybody (D70, RD35)."""
    if not has_opponents(battle, battle.attacks[battle.frame].attacker):
        return False
    for target in range(battle.num_fighters):
        if may_cleave(battle, target):
            return True
    return False


@njit
def cleave(battle, target):
    """Cleave into another opponent, exposing the attacker (D70).

    It is paid for when it has been announced.
    """
    attack = battle.attacks[battle.frame]
    fighter = battle.fighters[attack.attacker]
    use_free(fighter, FreeAction.CLEAVE)
    fighter.exposed += EXPOSED_ADVANTAGE
    attack.target = target
    attack.cleave = True
