"""Legality of the actions of a turn, as predicates (D62, D63, D67-D72, D83-D85, RD13, RD15, RD39).

The action mask asks these and those of the chapters that they call; nothing else decides legality.
"""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.maps.square_grid import distance
from ...enums import FreeAction
from ...navigation.move_targets import NEXT_TO, holds_missile, nearest_weapon
from ...state import (
    HANDS,
    WEAPON_SLOTS,
)
from ...tables import (
    ATTACK_COST,
    CHARGE_COST,
    DEFEND_COST,
    DRAW_COST,
    HEAL_COST,
    IS_KNEELING,
    IS_SHIELD,
    LUNGE_FEET,
    LUNGE_STAMINA,
    MOVE_COST,
    NONE,
    PICK_UP_COST,
    SHIELD_COST,
    STEP_COST,
    STOW_COST,
)
from ..injuries.bodies import is_conscious
from ..injuries.conditions import may_heal
from ..injuries.mobility import can_stand, stand_cost
from ..positioning.sight import are_enemies, are_level
from ..stamina import can_spend
from .attacks import is_bare_hand
from .charges import charge_length
from .ground_items import may_pick_up
from .items import (
    hand_for,
    held_reach,
    is_armed,
    is_shield_slot,
    may_draw,
    may_drop,
    may_stow,
    reach_feet,
)
from .movement import is_held
from .posture import can_come_down, can_take_wing
from .ranged_attacks import may_reload, reload_cost
from .riders import is_unused

MULTIWEAPON_LEAST = 2
"""Weapons of a Multiweapon at least (D72)."""

# --- Attacks (D67 to D80, D85) --------------------------------------------------------------------


@njit
def has_points(fighter, cost):
    """Whether `cost` AP are left (D62)."""
    return fighter.action_points >= cost


@njit
def can_attack(fighter):
    """Whether an Attack action is possible: an AP is left, and no Defend was taken (D83)."""
    return has_points(fighter, ATTACK_COST) and not fighter.defending


@njit
def write_reaches(fighter, slots, reaches):
    """Write the melee reach of each usable weapon in feet, 0 for the others (D69)."""
    for hand in range(HANDS):
        reaches[hand] = held_reach(fighter, hand) if (slots >> hand) & 1 == 1 else 0
    for slot in range(HANDS, WEAPON_SLOTS):
        reaches[slot] = reach_feet(fighter, slot) if (slots >> slot) & 1 == 1 else 0


@njit
def is_in_reach(reach, feet):
    """Whether a weapon reaches `feet` feet; reach 0 is no weapon (D69)."""
    return 0 < reach and feet <= reach


@njit
def is_in_lunge(reach, feet):
    """Whether a weapon reaches `feet` feet with a Lunge (D71)."""
    return 0 < reach and feet <= reach + LUNGE_FEET


@njit
def needs_lunge(reach, feet):
    """Whether a weapon reaches `feet` feet only by a Lunge (D71)."""
    return reach < feet and is_in_lunge(reach, feet)


@njit
def can_lunge(fighter):
    """Whether the fighter may lunge: once a turn, for Stamina (D71, RD28)."""
    return is_unused(fighter, FreeAction.LUNGE) and can_spend(fighter, LUNGE_STAMINA)


@njit
def can_charge(fighter):
    """Whether a fighter may Charge at all: 2 AP, on its feet and free (RD15)."""
    if fighter.defending or not has_points(fighter, CHARGE_COST):
        return False
    return not fighter.prone and not is_held(fighter)


@njit
def may_charge(battle, actor, slot, target, line):
    """Charge with a weapon along a straight line so far open (RD15)."""
    return charge_length(battle, actor, slot, target, line) > 0


@njit
def weapons_in_reach(fighter, reaches, feet):
    """Number of weapons in a Multiweapon (D72)."""
    count = 0
    for slot in range(WEAPON_SLOTS):
        count += is_in_reach(reaches[slot], feet) and not is_bare_hand(fighter, slot)
    return count


@njit
def may_multiweapon(fighter, reaches, feet):
    """Multiweapon: more than one melee weapon reaches (D72)."""
    return weapons_in_reach(fighter, reaches, feet) >= MULTIWEAPON_LEAST


@njit
def may_escape(fighter):
    """Whether a grappled fighter may try to escape: an Attack action (RD17)."""
    return is_held(fighter) and not fighter.is_grappler and can_attack(fighter)


# --- Defence (D83, D84) ---------------------------------------------------------------------------


@njit
def may_defend(fighter):
    """Defend (D83)."""
    return has_points(fighter, DEFEND_COST) and not fighter.defending


@njit
def may_ready_shield(fighter):
    """Ready Shield, with a shield that can be used (D84)."""
    if fighter.shield_ready or not has_points(fighter, SHIELD_COST):
        return False
    for hand in range(HANDS):
        if is_shield_slot(fighter, hand):
            return True
    return False


# --- Movement (RD13, RD40) ------------------------------------------------------------------------


@njit
def may_move(fighter):
    """Move, or crawl, unless held (RD13, RD17, RD40)."""
    return has_points(fighter, MOVE_COST) and not is_held(fighter)


@njit
def may_step(fighter):
    """Step: on one's feet or wings (RD13, RD40)."""
    return has_points(fighter, STEP_COST) and not is_held(fighter) and not fighter.prone


@njit
def may_stand_up(fighter):
    """Stand up, if feet and legs allow it (D32, D36, RD13)."""
    return fighter.prone and can_stand(fighter) and has_points(fighter, stand_cost(fighter))


@njit
def holds_kneeling_weapon(fighter):
    """Whether the fighter shoots better when prone (D60)."""
    for hand in range(HANDS):
        if fighter.held[hand] != NONE and IS_KNEELING[fighter.held[hand]]:
            return True
    return False


@njit
def is_shot_at(battle, actor):
    """Whether an opponent in sight and able to act has something to shoot or throw."""
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        if are_enemies(battle, actor, other) and is_conscious(fighter) and not fighter.hidden:
            if holds_missile(fighter):
                return True
    return False


@njit
def may_be_in_path(battle, actor):
    """Whether an ally at the fighter's height has something to shoot or throw past it (D77)."""
    for ally in range(battle.num_fighters):
        fighter = battle.fighters[ally]
        if ally == actor or are_enemies(battle, actor, ally) or not is_conscious(fighter):
            continue
        if are_level(battle, actor, ally) and holds_missile(fighter):
            return True
    return False


@njit
def may_drop_prone(battle, actor):
    """Drop prone: free (RD40).

    HOUSE: offered where it helps, to shooters, their targets, and those in their line (H12).
    """
    fighter = battle.fighters[actor]
    if fighter.prone or fighter.flying or not is_unused(fighter, FreeAction.PRONE):
        return False
    if holds_kneeling_weapon(fighter) or is_shot_at(battle, actor):
        return True
    return may_be_in_path(battle, actor)


@njit
def may_take_off(fighter):
    """Take off, with wings that bear (D29, HOUSE H5)."""
    return has_points(fighter, MOVE_COST) and can_take_wing(fighter)


@njit
def may_land(battle, actor):
    """Land in the own square, if it is floor (HOUSE H5)."""
    return has_points(battle.fighters[actor], MOVE_COST) and can_come_down(battle, actor)


@njit
def may_go_to_weapon(battle, actor):
    """Move to a weapon on the ground: for the unarmed with a free hand (RD39)."""
    fighter = battle.fighters[actor]
    if is_armed(fighter):
        return False
    item = nearest_weapon(battle, actor)
    if item < 0 or hand_for(fighter, battle.ground_item[item]) == NONE:
        return False
    x, y = battle.ground_x[item], battle.ground_y[item]
    return distance(fighter.x, fighter.y, x, y) > NEXT_TO


# --- Items, bleeding, grapples (RD12, RD17, RD18, RD39) -------------------------------------------


@njit
def may_draw_item(fighter, place):
    """Draw an item from the pack (RD39)."""
    return has_points(fighter, DRAW_COST) and may_draw(fighter, place)


@njit
def may_stow_item(fighter, hand):
    """Stow what a hand holds; not a shield that is readied (D84, RD39)."""
    if not has_points(fighter, STOW_COST) or not may_stow(fighter, hand):
        return False
    return not (fighter.shield_ready and IS_SHIELD[fighter.held[hand]])


@njit
def may_drop_item(fighter, hand):
    """Drop what a hand holds: free (RD39). HOUSE: offered while AP are left to use the hand."""
    if not has_points(fighter, 1) or not is_unused(fighter, FreeAction.DROP):
        return False
    return may_drop(fighter, hand)


@njit
def may_pick_up_item(battle, actor, shields):
    """Pick up a weapon, or a shield, near by (RD39)."""
    return has_points(battle.fighters[actor], PICK_UP_COST) and may_pick_up(battle, actor, shields)


@njit
def may_load(fighter):
    """Load the crossbow again (RD18)."""
    return may_reload(fighter) and has_points(fighter, reload_cost(fighter))


@njit
def may_stop_bleeding(battle, actor, patient):
    """Stop the own bleeding, or that of an adjacent ally (RD12)."""
    return has_points(battle.fighters[actor], HEAL_COST) and may_heal(battle, actor, patient)


@njit
def may_release(fighter):
    """Let go of the grappled fighter: free (RD17). HOUSE: offered while AP are left."""
    return (
        is_held(fighter)
        and fighter.is_grappler
        and has_points(fighter, 1)
        and is_unused(fighter, FreeAction.RELEASE)
    )
