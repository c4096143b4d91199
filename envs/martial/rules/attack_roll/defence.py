"""Defence values: full, touch, off-guarded, and the one that an attack meets (D8 to D10, RD4)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...enums import (
    Attribute,
    Kind,
)
from ...tables import (
    ARMOUR_BONUS,
    ARMOUR_DEXTERITY,
    BASE_DV,
    BODY_IN_PATH,
    IS_TOUCH,
)
from ..injuries.bodies import attribute, is_blinded, is_off_guard, martial_bonus
from ..positioning.sight import bodies_in_path, is_unseen, unseen_in_path
from ..rounds_and_actions.items import shield_bonus_ready

# --- The parts of a defence value (D8, D83, D84, RD4, RD19) ---------------------------------------


@njit
def defence_modifier(fighter):
    """Dexterity, up to the limit of the armour (D8, RD19)."""
    return min(attribute(fighter, Attribute.DEXTERITY), ARMOUR_DEXTERITY[fighter.armour])


@njit
def off_guarded_modifier(fighter):
    """The defence modifier without a bonus, but with a penalty (D10)."""
    return min(0, defence_modifier(fighter))


@njit
def armour_bonus(fighter):
    """Bonus of worn and natural armour (D8, RD19)."""
    return ARMOUR_BONUS[fighter.armour] + fighter.natural_armour


@njit
def dodge_bonus(fighter):
    """Defend adds the martial bonus once, however often it is chosen (D83, RD43)."""
    return martial_bonus(fighter) if fighter.defending else 0


@njit
def base_defence(fighter):
    """The base of every defence value: 10, martial bonus, dodge bonus (RD4, RD43)."""
    return BASE_DV + martial_bonus(fighter) + dodge_bonus(fighter)


# --- Defence values -------------------------------------------------------------------------------


@njit(forceinline=True)
def defence_value(battle, target):
    """Defence value of a fighter who can react (D8, D83, D84, RD4)."""
    fighter = battle.fighters[target]
    protection = armour_bonus(fighter) + shield_bonus_ready(fighter)
    return base_defence(fighter) + defence_modifier(fighter) + protection


@njit
def touch_defence(battle, target):
    """Defence value without armour and shield (D9)."""
    fighter = battle.fighters[target]
    return base_defence(fighter) + defence_modifier(fighter)


@njit
def off_guarded_defence(battle, target):
    """Defence value without a Dexterity bonus; Defend and a readied shield last (D10, RD43)."""
    fighter = battle.fighters[target]
    protection = armour_bonus(fighter) + shield_bonus_ready(fighter)
    return base_defence(fighter) + off_guarded_modifier(fighter) + protection


@njit
def off_guarded_touch_defence(battle, target):
    """Defence value without armour, shield and Dexterity bonus (D9, D10)."""
    fighter = battle.fighters[target]
    return base_defence(fighter) + off_guarded_modifier(fighter)


# --- Against an attack ----------------------------------------------------------------------------


@njit
def is_unaware(battle, attacker, target):
    """Whether the attacker is hidden from the target (D10, RD46)."""
    return is_unseen(battle, target, attacker)


@njit(forceinline=True)
def cannot_react(battle, attacker, target):
    """Whether the target is unaware of the attacker, off-guard or blinded (D10, RD8, RD11)."""
    fighter = battle.fighters[target]
    return is_unaware(battle, attacker, target) or is_off_guard(fighter) or is_blinded(fighter)


@njit
def is_touch(attack):
    """Whether the attack only needs a touch (D9)."""
    return attack.kind != Kind.MANEUVER and IS_TOUCH[attack.weapon]


@njit
def is_ranged(attack):
    """Whether the attack is shot or thrown (D75, D80)."""
    return attack.kind == Kind.SHOT or attack.kind == Kind.THROW


@njit
def path_bonus(battle, attack):
    """Bonus of the creatures in a missile's path on the defence value (D77)."""
    if not is_ranged(attack):
        return 0
    return BODY_IN_PATH * bodies_in_path(battle, attack.attacker, attack.target)


@njit
def defence_against(battle, attack):
    """The defence value that the attack must beat (D9, D10, D20, D77, RD4)."""
    target = attack.target
    is_caught = cannot_react(battle, attack.attacker, target)
    if is_touch(attack):
        value = (
            off_guarded_touch_defence(battle, target)
            if is_caught
            else touch_defence(battle, target)
        )
    elif is_caught:
        value = off_guarded_defence(battle, target)
    else:
        value = defence_value(battle, target)
    return value + path_bonus(battle, attack)


@njit
def unseen_path_bonus(battle, attack, eye):
    """The part of the path's bonus by creatures that are hidden from a fighter (D77, XD1)."""
    if not is_ranged(attack):
        return 0
    return BODY_IN_PATH * unseen_in_path(battle, eye, attack.attacker, attack.target)


@njit
def defence_seen(battle, attack):
    """The defence value as the attacker sees it, without hidden creatures in the path (XD1)."""
    unseen = unseen_path_bonus(battle, attack, attack.attacker)
    return defence_against(battle, attack) - unseen
