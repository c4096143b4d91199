"""The mask of a turn, part by part: items, Moves, attacks (QD1, QD2).

Questions that rule out many actions come first. Answers that hold for every target are found once:
the usable weapons, their reach, the free hands.
"""

from __future__ import annotations

from ...core.compiler.compile import njit, unset
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot, has_full_choices
from ...core.maps.square_grid import COLUMNS
from ..enums import (
    Maneuver,
    Verb,
)
from ..navigation.move_targets import (
    NEXT_TO,
    can_flank,
    directions_away,
    holds_missile,
    nearest_cover,
)
from ..navigation.pathfinding import move_directions
from ..rules.injuries.bodies import is_conscious, is_gone
from ..rules.maneuvers.maneuvers import effective_maneuvers
from ..rules.positioning.sight import can_target, feet_between, squares_between
from ..rules.rounds_and_actions.charges import open_line
from ..rules.rounds_and_actions.ground_items import kinds_near, other_ranks_near
from ..rules.rounds_and_actions.items import fits, hands_left, longest_among
from ..rules.rounds_and_actions.legality import (
    can_attack,
    can_charge,
    can_lunge,
    has_points,
    is_in_lunge,
    is_in_reach,
    may_charge,
    may_defend,
    may_drop_item,
    may_drop_prone,
    may_escape,
    may_go_to_weapon,
    may_land,
    may_load,
    may_move,
    may_multiweapon,
    may_ready_shield,
    may_release,
    may_stand_up,
    may_step,
    may_stop_bleeding,
    may_stow_item,
    may_take_off,
    needs_lunge,
    write_reaches,
)
from ..rules.rounds_and_actions.movement import may_move_by_steps, neighbours
from ..rules.rounds_and_actions.ranged_attacks import hands_to_throw, most_shots, most_throws
from ..state import GROUND_RANKS, HANDS, PACK, WEAPON_SLOTS
from ..tables import (
    DRAW_COST,
    LEAST_CHARGE,
    LUNGE_FEET,
    PICK_UP_COST,
    SQUARE,
)
from .table import DIRECTIONS, OFFSET, first_id

NUM_MANEUVERS = len(Maneuver)


@njit
def allow(mask, first, count, legal):
    """Set a row of the mask, from an id on, by bits."""
    for place in range(count):
        mask[first + place] = (legal >> place) & 1 == 1


# --- Simple actions and items (D83, D84, RD12, RD13, RD17, RD39, RD40) ----------------------------


@njit
def mask_simple(battle, actor, mask):
    """Defence, standing and lying, wings, grapples, bleeding (D83, D84, RD12, RD13, RD17, RD40)."""
    fighter = battle.fighters[actor]
    mask[OFFSET[Verb.DROP_PRONE]] = may_drop_prone(battle, actor)
    mask[OFFSET[Verb.DEFEND]] = may_defend(fighter)
    mask[OFFSET[Verb.READY_SHIELD]] = may_ready_shield(fighter)
    mask[OFFSET[Verb.STAND_UP]] = may_stand_up(fighter)
    mask[OFFSET[Verb.RELOAD]] = may_load(fighter)
    mask[OFFSET[Verb.HEAL_SELF]] = may_stop_bleeding(battle, actor, actor)
    mask[OFFSET[Verb.RELEASE]] = may_release(fighter)
    mask[OFFSET[Verb.ESCAPE]] = may_escape(fighter)
    mask[OFFSET[Verb.TAKE_OFF]] = may_take_off(fighter)
    mask[OFFSET[Verb.LAND]] = may_land(battle, actor)


@njit
def mask_items(battle, actor, mask):
    """Drawing, stowing, dropping, picking up (RD39)."""
    fighter = battle.fighters[actor]
    for hand in range(HANDS):
        mask[OFFSET[Verb.STOW] + hand] = may_stow_item(fighter, hand)
        mask[OFFSET[Verb.DROP] + hand] = may_drop_item(fighter, hand)
    hands = hands_left(fighter)
    if hands == 0:
        return
    if has_points(fighter, DRAW_COST):
        for place in range(PACK):
            mask[OFFSET[Verb.DRAW] + place] = fits(fighter.pack[place], hands)
    if has_points(fighter, PICK_UP_COST):
        kinds = kinds_near(battle, actor)
        mask[OFFSET[Verb.PICK_UP_WEAPON]] = kinds & 1 == 1
        mask[OFFSET[Verb.PICK_UP_SHIELD]] = kinds & 2 == 2
        if kinds != 0 and has_full_choices(battle, actor):
            allow(mask, OFFSET[Verb.PICK_UP], GROUND_RANKS, other_ranks_near(battle, actor))


# --- Moves (RD13) ---------------------------------------------------------------------------------


@njit
def mask_moves(battle, actor, mask, free, reach):
    """Moves straight on and Steps, and Moves towards and from others (RD13, RD40, RD47)."""
    fighter = battle.fighters[actor]
    if not may_move(fighter):
        return
    sides = neighbours(free, fighter.x, fighter.y)
    allow(mask, OFFSET[Verb.MOVE], DIRECTIONS, move_directions(battle, actor, free))
    if has_full_choices(battle, actor):
        mask[OFFSET[Verb.STEPS]] = sides != 0 or may_move_by_steps(battle, actor)
    if sides == 0:
        return
    if may_step(fighter):
        allow(mask, OFFSET[Verb.STEP], DIRECTIONS, sides)
    mask[OFFSET[Verb.TO_WEAPON]] = may_go_to_weapon(battle, actor)
    for slot in range(battle.max_side):
        target = enemy_in_slot(battle, actor, slot)
        if target != NOBODY and is_known(battle, target):
            mask_moves_at(battle, actor, target, slot, mask, free, reach, sides)
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and not is_gone(battle.fighters[ally]):
            mask[first_id(Verb.TO_ALLY, slot)] = squares_between(battle, actor, ally) > NEXT_TO


@njit
def is_known(battle, target):
    """Whether a Move can aim at an enemy: it is seen and not dead (RD46)."""
    return not battle.fighters[target].hidden and not is_gone(battle.fighters[target])


@njit
def mask_moves_at(battle, actor, target, slot, mask, free, reach, sides):
    """Moves that aim at an enemy; cover and flanks only where they help (D56, D58)."""
    squares = squares_between(battle, actor, target)
    mask[first_id(Verb.TOWARD, slot)] = squares > NEXT_TO
    mask[first_id(Verb.TO_REACH, slot)] = reach > NEXT_TO and squares > reach
    mask[first_id(Verb.AWAY, slot)] = sides & directions_away(battle, actor, target) != 0
    if not is_conscious(battle.fighters[target]):
        return
    mask[first_id(Verb.FLANK, slot)] = can_flank(battle, actor, target, free)
    if battle.has_obstacles and holds_missile(battle.fighters[target]):
        square = nearest_cover(battle, actor, target, free, COLUMNS)  # any will do
        mask[first_id(Verb.COVER, slot)] = square >= 0


# --- Attacks (D67 to D80, D85) --------------------------------------------------------------------


@njit
def mask_attacks(battle, actor, mask, free, slots):
    """All attacks on all enemies (D67)."""
    fighter = battle.fighters[actor]
    if not can_attack(fighter):
        return
    reaches = unset(1, WEAPON_SLOTS)[0]
    write_reaches(fighter, slots, reaches)
    reach = longest_among(fighter, slots)
    charges, lunges = can_charge(fighter), can_lunge(fighter)
    shots, throws = most_shots(fighter), most_throws(fighter)
    hands = hands_to_throw(fighter)
    has_missile = shots > 0 or hands != 0
    for slot in range(battle.max_side):
        target = enemy_in_slot(battle, actor, slot)
        if target == NOBODY:
            continue
        feet = feet_between(battle, actor, target)
        is_near = feet <= reach + LUNGE_FEET
        if not (is_near or charges or has_missile) or not can_target(battle, actor, target):
            continue
        if is_near:
            mask_melee(battle, actor, target, slot, mask, reaches, feet, lunges)
            if is_in_reach(reach, feet):
                mask_maneuvers(battle, actor, target, slot, mask)
        if charges:
            mask_charge(battle, actor, target, slot, mask, reaches, free)
        mask_missiles(slot, mask, shots, hands, throws)


@njit
def mask_melee(battle, actor, target, slot, mask, reaches, feet, lunges):
    """Strikes, Lunges, Multiweapon (D69, D71, D72).

    HOUSE: with quick choices a Lunge is offered only where it is needed (H12).
    """
    strike, lunge = first_id(Verb.STRIKE, slot), first_id(Verb.LUNGE, slot)
    any_lunge = lunges and has_full_choices(battle, actor)
    for weapon in range(WEAPON_SLOTS):
        mask[strike + weapon] = is_in_reach(reaches[weapon], feet)
        mask[lunge + weapon] = lunges and needs_lunge(reaches[weapon], feet)
        if any_lunge:
            mask[lunge + weapon] = is_in_lunge(reaches[weapon], feet)
    fighter = battle.fighters[actor]
    mask[first_id(Verb.MULTIWEAPON, slot)] = may_multiweapon(fighter, reaches, feet)


@njit
def mask_maneuvers(battle, actor, target, slot, mask):
    """Maneuvers on a target within reach (D49)."""
    maneuvers = effective_maneuvers(battle, actor, target)
    allow(mask, first_id(Verb.MANEUVER, slot), NUM_MANEUVERS, maneuvers)


@njit
def mask_charge(battle, actor, target, slot, mask, reaches, free):
    """Charges with each weapon (D85, RD15)."""
    line = open_line(battle, actor, target, free)
    if SQUARE * line < LEAST_CHARGE:
        return
    first = first_id(Verb.CHARGE, slot)
    for weapon in range(WEAPON_SLOTS):
        if reaches[weapon] > 0:
            mask[first + weapon] = may_charge(battle, actor, weapon, target, line)


@njit
def mask_missiles(slot, mask, most_at_once, hands, most_thrown):
    """Shots and throws, several at once where loading or drawing is free (D75, D79, D80)."""
    for shots in range(most_at_once):
        mask[first_id(Verb.SHOOT, slot) + shots] = True
    allow(mask, first_id(Verb.THROW, slot), HANDS, hands)
    for more in range(most_thrown - 1):
        mask[first_id(Verb.RAPID_THROW, slot) + more] = True
