"""Which actions are legal: the masks of the decisions, and whether there is a choice at all."""

from __future__ import annotations

import numpy as np

from ..core.battle import NOBODY, ally_in_slot, enemy_in_slot, slot_of
from ..core.compile import njit, scratch
from ..core.grid import COLUMNS, ROWS
from .action_ids import (
    DIRECTIONS,
    EXTRA_CHOICES,
    OFFSET,
    POWER_CHOICES,
    RECKLESS_CHOICES,
    WAIT,
    Verb,
    action_id,
)
from .rules.bodies import is_conscious, is_gone, num_parts
from .rules.charges import open_line
from .rules.goals import (
    NEXT_TO,
    can_flank,
    can_hurl,
    directions_away,
    reach_squares,
    sheltered_square,
)
from .rules.hits import may_injure, most_extra
from .rules.legality import (
    can_attack,
    can_charge,
    can_lunge,
    is_in_reach,
    may_charge,
    may_defend,
    may_draw_item,
    may_drop_item,
    may_drop_prone,
    may_escape,
    may_go_to_weapon,
    may_land,
    may_load,
    may_move,
    may_multiweapon,
    may_pick_up_item,
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
from .rules.maneuvers import is_of_use, possible_directions
from .rules.missiles import can_throw, most_shots, most_throws
from .rules.movement import neighbours
from .rules.parry import may_parry
from .rules.reactions import may_strike_back
from .rules.riders import may_cleave, may_ride
from .rules.sight import can_target, feet_between, squares_between
from .rules.squares import write_free
from .rules.ways import directions_past
from .state import HANDS, PACK, WEAPON_SLOTS, Window
from .tables import Maneuver

NUM_MANEUVERS = len(Maneuver)

# --- The turn (QD1, QD2) --------------------------------------------------------------------------


@njit
def allow(mask, verb, argument, slot, is_legal):
    """Set the mask of one action."""
    mask[action_id(verb, argument, slot)] = is_legal


@njit
def mask_simple(battle, actor, mask):
    """Defence, standing and lying, wings, grapples, bleeding (D83, D84, RD12, RD13, RD17, RD40)."""
    fighter = battle.fighters[actor]
    mask[OFFSET[Verb.DEFEND]] = may_defend(fighter)
    mask[OFFSET[Verb.READY_SHIELD]] = may_ready_shield(fighter)
    mask[OFFSET[Verb.STAND_UP]] = may_stand_up(fighter)
    mask[OFFSET[Verb.DROP_PRONE]] = may_drop_prone(battle, actor)
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
    mask[OFFSET[Verb.PICK_UP_WEAPON]] = may_pick_up_item(battle, actor, False)
    mask[OFFSET[Verb.PICK_UP_SHIELD]] = may_pick_up_item(battle, actor, True)
    for place in range(PACK):
        mask[OFFSET[Verb.DRAW] + place] = may_draw_item(fighter, place)
    for hand in range(HANDS):
        mask[OFFSET[Verb.STOW] + hand] = may_stow_item(fighter, hand)
        mask[OFFSET[Verb.DROP] + hand] = may_drop_item(fighter, hand)


# --- Moves (RD13) ---------------------------------------------------------------------------------


@njit
def mask_moves(battle, actor, mask, free):
    """Moves straight on and Steps, and Moves towards and from others (RD13, RD40, RD47)."""
    fighter = battle.fighters[actor]
    if not may_move(fighter):
        return
    sides = neighbours(free, np.int64(fighter.x), np.int64(fighter.y))
    ways, steps = directions_past(battle, actor, free), may_step(fighter)
    for side in range(DIRECTIONS):
        mask[OFFSET[Verb.MOVE] + side] = (ways >> side) & 1 == 1
        mask[OFFSET[Verb.STEP] + side] = (sides >> side) & 1 == 1 and steps
    if sides == 0:
        return
    mask[OFFSET[Verb.TO_WEAPON]] = may_go_to_weapon(battle, actor)
    reach = reach_squares(fighter)
    for slot in range(battle.max_side):
        target = enemy_in_slot(battle, actor, slot)
        if target != NOBODY and is_known(battle, target):
            mask_moves_at(battle, actor, target, slot, mask, free, reach, sides)
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and not is_gone(battle.fighters[ally]):
            allow(mask, Verb.TO_ALLY, 0, slot, squares_between(battle, actor, ally) > NEXT_TO)


@njit
def is_known(battle, target):
    """Whether an enemy is there to go to or away from: seen and not dead (RD46)."""
    return not battle.fighters[target].hidden and not is_gone(battle.fighters[target])


@njit
def mask_moves_at(battle, actor, target, slot, mask, free, reach, sides):
    """Moves that an enemy is the goal of; cover and flanks only where they help (D56, D58)."""
    squares = squares_between(battle, actor, target)
    allow(mask, Verb.TOWARD, 0, slot, squares > NEXT_TO)
    allow(mask, Verb.TO_REACH, 0, slot, reach > NEXT_TO and squares > reach)
    allow(mask, Verb.AWAY, 0, slot, sides & directions_away(battle, actor, target) != 0)
    if not is_conscious(battle.fighters[target]):
        return
    allow(mask, Verb.FLANK, 0, slot, can_flank(battle, actor, target, free))
    if battle.has_obstacles and can_hurl(battle.fighters[target]):
        square = sheltered_square(battle, actor, target, free, COLUMNS)  # any will do
        allow(mask, Verb.COVER, 0, slot, square >= 0)


# --- Attacks (D67 to D80, D85) --------------------------------------------------------------------


@njit
def mask_attacks(battle, actor, mask, free):
    """All attacks on all enemies (D67)."""
    fighter = battle.fighters[actor]
    if not can_attack(fighter):
        return
    reaches = scratch(1, WEAPON_SLOTS)[0]
    write_reaches(fighter, reaches)
    charges = can_charge(fighter)
    shots, throws = most_shots(fighter), most_throws(fighter)
    main, off = can_throw(fighter, 0), can_throw(fighter, 1)
    for slot in range(battle.max_side):
        target = enemy_in_slot(battle, actor, slot)
        if target == NOBODY or not can_target(battle, actor, target):
            continue
        mask_melee(battle, actor, target, slot, mask, reaches)
        if charges:
            mask_charge(battle, actor, target, slot, mask, reaches, free)
        mask_missiles(slot, mask, shots, main, off, throws)


@njit
def mask_melee(battle, actor, target, slot, mask, reaches):
    """Strikes, Lunges, Multiweapon and maneuvers (D49, D69, D71, D72)."""
    fighter = battle.fighters[actor]
    feet = feet_between(battle, actor, target)
    lunges = can_lunge(fighter)
    in_reach = False
    for weapon in range(WEAPON_SLOTS):
        strikes = is_in_reach(reaches[weapon], feet)
        in_reach = in_reach or strikes
        allow(mask, Verb.STRIKE, weapon, slot, strikes)
        allow(mask, Verb.LUNGE, weapon, slot, lunges and needs_lunge(reaches[weapon], feet))
    if in_reach:
        allow(mask, Verb.MULTIWEAPON, 0, slot, may_multiweapon(fighter, reaches, feet))
        for maneuver in range(NUM_MANEUVERS):
            is_legal = is_of_use(battle, actor, target, maneuver)
            allow(mask, Verb.MANEUVER, maneuver, slot, is_legal)


@njit
def mask_charge(battle, actor, target, slot, mask, reaches, free):
    """Charges with each weapon (D85, RD15)."""
    line = open_line(battle, actor, target, free)
    if line == 0:
        return
    for weapon in range(WEAPON_SLOTS):
        if reaches[weapon] > 0:
            allow(mask, Verb.CHARGE, weapon, slot, may_charge(battle, actor, weapon, target, line))


@njit
def mask_missiles(slot, mask, most_at_once, main, off, most_thrown):
    """Shots and throws, several at once where loading or drawing is free (D75, D79, D80)."""
    for shots in range(1, most_at_once + 1):
        allow(mask, Verb.SHOOT, shots, slot, True)
    allow(mask, Verb.THROW, 0, slot, main)
    allow(mask, Verb.THROW, 1, slot, off)
    for throws in range(2, most_thrown + 1):
        allow(mask, Verb.RAPID_THROW, throws, slot, True)


@njit
def mask_turn(battle, actor, mask):
    """The actions of the turn (QD1)."""
    fighter = battle.fighters[actor]
    mask_simple(battle, actor, mask)
    if fighter.action_points == 0:
        return
    free = scratch(1, ROWS)[0]
    write_free(battle, actor, free)
    mask_items(battle, actor, mask)
    mask_moves(battle, actor, mask, free)
    mask_attacks(battle, actor, mask, free)
    for slot in range(battle.max_side):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY:
            allow(mask, Verb.HEAL, 0, slot, may_stop_bleeding(battle, actor, ally))


# --- The other decisions (QD3 to QD10) ------------------------------------------------------------


@njit
def mask_riders(battle, mask):
    """Stamina spent on the coming roll (QD3)."""
    for power in range(POWER_CHOICES):
        for reckless in range(RECKLESS_CHOICES):
            if power > 0 or reckless > 0:
                both = power * RECKLESS_CHOICES + reckless
                allow(mask, Verb.RIDERS, both, 0, may_ride(battle, power, reckless))


@njit
def mask_reactive_attack(battle, actor, mask):
    """A Reactive Attack on who provokes (QD7, RD42)."""
    provoker = np.int64(battle.provoker)
    slot = slot_of(battle, provoker)
    for weapon in range(WEAPON_SLOTS):
        allow(mask, Verb.STRIKE, weapon, slot, may_strike_back(battle, actor, weapon))
    for maneuver in range(NUM_MANEUVERS):  # who threatens reaches
        is_legal = is_of_use(battle, actor, provoker, maneuver)
        allow(mask, Verb.MANEUVER, maneuver, slot, is_legal)


@njit
def mask_parts(battle, mask):
    """Body parts that the hit can injure (QD4)."""
    target = np.int64(battle.attacks[battle.frame].target)
    for part in range(num_parts(battle.fighters[target])):
        mask[OFFSET[Verb.PART] + part] = may_injure(battle, part)


@njit
def mask_cleave(battle, actor, mask):
    """Those whom a Cleave can strike (QD5)."""
    for slot in range(battle.max_side):
        target = enemy_in_slot(battle, actor, slot)
        if target != NOBODY:
            allow(mask, Verb.CLEAVE, 0, slot, may_cleave(battle, target))


@njit
def mask_directions(battle, mask):
    """Where a maneuver can move its target (QD8)."""
    attack = battle.attacks[battle.frame]
    legal = possible_directions(
        battle, np.int64(attack.attacker), np.int64(attack.target), np.int64(attack.maneuver)
    )
    for side in range(DIRECTIONS):
        mask[OFFSET[Verb.DIRECTION] + side] = (legal >> side) & 1 == 1


@njit
def mask_answer(battle, actor, mask):
    """The decisions within an attack (QD3 to QD8)."""
    if battle.window == Window.RIDERS:
        mask_riders(battle, mask)
    elif battle.window == Window.PARRY:
        for hand in range(HANDS):
            mask[OFFSET[Verb.PARRY] + hand] = may_parry(battle, hand)
    elif battle.window == Window.PART:
        mask_parts(battle, mask)
    elif battle.window == Window.EXTRA:
        for extra in range(min(EXTRA_CHOICES, most_extra(battle))):
            mask[OFFSET[Verb.EXTRA] + extra] = True
    elif battle.window == Window.CLEAVE:
        mask_cleave(battle, actor, mask)
    elif battle.window == Window.DIRECTION:
        mask_directions(battle, mask)


@njit(shared=True)
def legal_action_mask(battle, mask):
    """Write the mask of the deciding fighter; all False but "wait" when nobody decides."""
    for action in range(len(mask)):
        mask[action] = False
    mask[WAIT] = True
    actor = np.int64(battle.to_act)
    if battle.window == Window.TURN:
        mask_turn(battle, actor, mask)
    elif battle.window == Window.REACTIVE_ATTACK:
        mask_reactive_attack(battle, actor, mask)
    elif battle.window == Window.HIDE:
        mask[OFFSET[Verb.HIDE]] = True
    elif battle.window != Window.NONE:
        mask_answer(battle, actor, mask)


# --- Is there a choice at all? --------------------------------------------------------------------


@njit
def can_choose(battle):
    """Whether whose turn it is can do anything but end it."""
    actor = np.int64(battle.to_act)
    fighter = battle.fighters[actor]
    if fighter.action_points == 0:
        return may_drop_prone(battle, actor)
    if may_defend(fighter) or may_drop_prone(battle, actor):
        return True
    if may_ready_shield(fighter) or may_stand_up(fighter):
        return True
    if may_load(fighter) or may_land(battle, actor) or may_take_off(fighter):
        return True
    return may_release(fighter) or can_go(battle, actor) or can_handle(battle, actor)


@njit
def can_go(battle, actor):
    """Whether a Move is possible: what else may be declared needs an Attack action or a hand."""
    if not may_move(battle.fighters[actor]):
        return False
    free = scratch(1, ROWS)[0]
    write_free(battle, actor, free)
    return directions_past(battle, actor, free) != 0


@njit
def can_handle(battle, actor):
    """Whether something can be drawn, stowed, dropped, picked up, or a bleeding stopped."""
    fighter = battle.fighters[actor]
    for place in range(PACK):
        if may_draw_item(fighter, place):
            return True
    for hand in range(HANDS):
        if may_stow_item(fighter, hand) or may_drop_item(fighter, hand):
            return True
    if may_pick_up_item(battle, actor, False) or may_pick_up_item(battle, actor, True):
        return True
    for patient in range(battle.num_fighters):
        if battle.side[patient] == battle.side[actor]:
            if may_stop_bleeding(battle, actor, patient):
                return True
    return False
