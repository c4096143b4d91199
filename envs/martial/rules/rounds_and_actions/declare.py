"""Declaring the actions of a turn, and their cost (D62, D63, D67 to D72, D83 to D85, RD15)."""

from __future__ import annotations

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit, unset
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    ATTACK_VERBS,
    ITEM_VERBS,
    MOVE_VERBS,
    Event,
    FreeAction,
    Kind,
    Stage,
    Step,
    Trigger,
    TurnAction,
    Verb,
)
from ...navigation.move_targets import NEXT_TO, reach_squares
from ...navigation.pathfinding import (
    plan_away,
    plan_cover,
    plan_flank,
    plan_step,
    plan_straight_on,
    plan_to_fighter,
    plan_to_weapon,
)
from ...state import (
    GROUND_RANKS,
    TURN_FRAME,
    WEAPON_SLOTS,
)
from ...tables import (
    ATTACK_COST,
    CHARGE_COST,
    DEFEND_COST,
    DRAW_COST,
    EXPOSED_ADVANTAGE,
    HEAL_COST,
    LEAST_CHARGE,
    LUNGE_STAMINA,
    MOVE_COST,
    MULTIWEAPON_DISADVANTAGE,
    NONE,
    PICK_UP_COST,
    SHIELD_COST,
    SQUARE,
    STOW_COST,
)
from ..attack_roll.modifiers import iterative_disadvantage, rapid_disadvantage
from ..injuries.conditions import drop_prone, heal
from ..injuries.mobility import stand_cost
from ..maneuvers.maneuvers import release
from ..positioning.sight import can_target, feet_between
from ..reactions.reactive_attack import provoke
from ..stamina import spend
from .attack_steps import announce, begin_attack
from .attacks import counts_for_multiweapon
from .charges import plan_charge
from .ground_items import nearest_on_ground, write_nearest_items
from .items import (
    draw,
    drop,
    is_melee_slot,
    pick_up,
    reach_feet,
    stow,
    usable_slots,
)
from .legality import is_in_reach, write_reaches
from .movement import begin_movement, move_squares
from .ranged_attacks import reload, reload_cost, shooting_hand, throwing_hand
from .riders import use_free

# --- Beginning an action (D62, D63) ---------------------------------------------------------------


@njit
def spend_action_points(battle, actor, cost):
    """Spend AP (D62)."""
    battle.fighters[actor].action_points -= cost


@njit
def begin_attack_action(battle, actor, target, kind, slot, more):
    """Begin an Attack action with its disadvantages (D67, D68, D72, D79)."""
    fighter = battle.fighters[actor]
    battle.act = TurnAction.ATTACK
    begin_attack(battle, TURN_FRAME, actor, target, kind, slot)
    battle.attacks[TURN_FRAME].penalty = iterative_disadvantage(fighter) + more
    fighter.attacks += 1
    battle.frame = TURN_FRAME


@njit
def lunge(battle, actor, target, slot):
    """Lunge: 5 feet more reach, exposed defences (D71).

    It is paid for when it has been announced.
    """
    use_free(battle.fighters[actor], FreeAction.LUNGE)
    battle.fighters[actor].exposed += EXPOSED_ADVANTAGE
    begin_attack_action(battle, actor, target, Kind.MELEE, slot, 0)
    battle.attacks[TURN_FRAME].lunge = True
    announce(battle, battle.attacks[TURN_FRAME])
    spend(battle, actor, LUNGE_STAMINA)


@njit
def charge(battle, actor, target, slot):
    """Set out on a Charge, which exposes the defences; the attack comes at the end (D85, RD15)."""
    plan_charge(battle, actor, slot, target)
    begin_movement(battle, actor, TurnAction.CHARGE, False)
    battle.fighters[actor].exposed += EXPOSED_ADVANTAGE
    goal = battle.attacks[TURN_FRAME]
    goal.step = Step.OVER
    goal.target = target
    goal.slot = slot


@njit
def begin_charge_attack(battle, actor):
    """Begin the attack at the end of a Charge, if possible; whether it begins (RD15)."""
    goal = battle.attacks[TURN_FRAME]
    target, slot = goal.target, goal.slot
    fighter = battle.fighters[actor]
    if SQUARE * battle.path_at < LEAST_CHARGE or fighter.prone:
        return False
    if not is_melee_slot(fighter, slot) or not can_target(battle, actor, target):
        return False
    if feet_between(battle, actor, target) > reach_feet(fighter, slot):
        return False
    begin_attack_action(battle, actor, target, Kind.MELEE, slot, 0)
    battle.attacks[TURN_FRAME].charge = True
    return True


@njit
def first_of_multiweapon(battle, actor, target):
    """The slot that begins a Multiweapon (D72, HOUSE H8)."""
    fighter = battle.fighters[actor]
    reaches = unset(1, WEAPON_SLOTS)[0]
    write_reaches(fighter, usable_slots(fighter), reaches)
    feet = feet_between(battle, actor, target)
    for slot in range(WEAPON_SLOTS):
        if is_in_reach(reaches[slot], feet) and counts_for_multiweapon(fighter, slot):
            return slot
    return 0


@njit
def begin_ranged_attack(battle, actor, target, kind, hand, shots):
    """Begin a shot or throw, or a Rapid Shot (D75, D79, D80)."""
    begin_attack_action(battle, actor, target, kind, hand, rapid_disadvantage(shots))
    battle.attacks[TURN_FRAME].shots = shots - 1
    battle.attacks[TURN_FRAME].rapid = shots - 1


@njit
def begin_maneuver(battle, actor, target, maneuver, escape):
    """Begin a maneuver, or an escape from a grapple (D49, RD17)."""
    begin_attack_action(battle, actor, target, Kind.MANEUVER, 0, 0)
    battle.attacks[TURN_FRAME].maneuver = maneuver
    battle.attacks[TURN_FRAME].escape = escape


@njit
def ready_shield(battle, actor):
    """The shield adds to DV until the next turn (D84)."""
    battle.fighters[actor].shield_ready = True
    log_event(battle, Event.READIES_SHIELD, actor, NOBODY, 0, 0, 0)


@njit
def defend(battle, actor):
    """The Martial Bonus adds to DV until the next turn; no Attack action any more (D83)."""
    battle.fighters[actor].defending = True
    log_event(battle, Event.DEFENDS, actor, NOBODY, 0, 0, 0)


# --- Declaring (QD1, QD2) -------------------------------------------------------------------------


@njit
def declare_attack(battle, actor, verb, argument, target):
    """Declare an Attack action (D67)."""
    spend_action_points(battle, actor, ATTACK_COST)
    if verb == Verb.STRIKE:
        begin_attack_action(battle, actor, target, Kind.MELEE, argument, 0)
    elif verb == Verb.LUNGE:
        lunge(battle, actor, target, argument)
    elif verb == Verb.MULTIWEAPON:
        slot = first_of_multiweapon(battle, actor, target)
        begin_attack_action(battle, actor, target, Kind.MELEE, slot, MULTIWEAPON_DISADVANTAGE)
        battle.attacks[TURN_FRAME].multi = True
    elif verb == Verb.SHOOT:
        hand = shooting_hand(battle.fighters[actor])
        begin_ranged_attack(battle, actor, target, Kind.SHOT, hand, argument)
    elif verb == Verb.THROW:
        begin_ranged_attack(battle, actor, target, Kind.THROW, argument, 1)
    elif verb == Verb.RAPID_THROW:
        hand = throwing_hand(battle.fighters[actor])
        begin_ranged_attack(battle, actor, target, Kind.THROW, hand, argument)
    elif verb == Verb.ESCAPE:
        begin_maneuver(battle, actor, battle.fighters[actor].grapple, NONE, True)
    else:
        begin_maneuver(battle, actor, target, argument, False)


@njit
def declare_move(battle, actor, verb, argument, target):
    """Declare a Move or Step and plan its path (RD13)."""
    spend_action_points(battle, actor, MOVE_COST)
    battle.path_length = 0
    battle.steps_left = 0
    if verb == Verb.STEP:
        plan_step(battle, actor, argument)
    elif verb == Verb.MOVE:
        plan_straight_on(battle, actor, argument)
    elif verb == Verb.STEPS:
        battle.steps_left = move_squares(battle.fighters[actor])
    elif verb == Verb.TO_WEAPON:
        plan_to_weapon(battle, actor)
    elif verb == Verb.TO_REACH:
        plan_to_fighter(battle, actor, target, reach_squares(battle.fighters[actor]))
    elif verb == Verb.AWAY:
        plan_away(battle, actor, target)
    elif verb == Verb.FLANK:
        plan_flank(battle, actor, target)
    elif verb == Verb.COVER:
        plan_cover(battle, actor, target)
    else:
        plan_to_fighter(battle, actor, target, NEXT_TO)
    begin_movement(battle, actor, TurnAction.MOVE, verb == Verb.STEP)


@njit
def declare_change(battle, actor, verb):
    """Declare standing up, taking off or landing, after the reactions (RD14, HOUSE H5)."""
    battle.provoked = 0
    if verb == Verb.STAND_UP:
        spend_action_points(battle, actor, stand_cost(battle.fighters[actor]))
        battle.act = TurnAction.STAND_UP
        provoke(battle, actor, Trigger.STANDING)
        return
    spend_action_points(battle, actor, MOVE_COST)
    battle.act = TurnAction.TAKE_OFF if verb == Verb.TAKE_OFF else TurnAction.LAND
    provoke(battle, actor, Trigger.LEAVING)


@njit
def place_to_pick_up(battle, actor, verb, argument):
    """The place on the ground of the item that a verb picks up (RD39)."""
    if verb != Verb.PICK_UP:
        return nearest_on_ground(battle, actor, verb == Verb.PICK_UP_SHIELD)
    places = unset(1, GROUND_RANKS)[0]
    write_nearest_items(battle, actor, places)
    return places[argument]


@njit
def declare_item(battle, actor, verb, argument):
    """Declare the handling of an item (RD18, RD39)."""
    if verb == Verb.RELOAD:
        spend_action_points(battle, actor, reload_cost(battle.fighters[actor]))
        reload(battle, actor)
    elif verb == Verb.DRAW:
        spend_action_points(battle, actor, DRAW_COST)
        draw(battle, actor, argument)
    elif verb == Verb.STOW:
        spend_action_points(battle, actor, STOW_COST)
        stow(battle, actor, argument)
    elif verb == Verb.DROP:
        use_free(battle.fighters[actor], FreeAction.DROP)
        drop(battle, actor, argument)
    else:
        spend_action_points(battle, actor, PICK_UP_COST)
        pick_up(battle, actor, place_to_pick_up(battle, actor, verb, argument))


@njit
def declare_other(battle, actor, verb, target):
    """Declare an action that takes effect at once (D83, D84, RD12, RD17, RD40)."""
    if verb == Verb.DEFEND:
        spend_action_points(battle, actor, DEFEND_COST)
        defend(battle, actor)
    elif verb == Verb.READY_SHIELD:
        spend_action_points(battle, actor, SHIELD_COST)
        ready_shield(battle, actor)
    elif verb == Verb.DROP_PRONE:
        use_free(battle.fighters[actor], FreeAction.PRONE)
        drop_prone(battle, actor)
    elif verb == Verb.RELEASE:
        use_free(battle.fighters[actor], FreeAction.RELEASE)
        release(battle, actor)
    else:
        spend_action_points(battle, actor, HEAL_COST)
        heal(battle, actor, actor if verb == Verb.HEAL_SELF else target)


@njit
def declare(battle, actor, verb, argument, target):
    """Declare and pay an action of the turn (D62, QD1)."""
    battle.stage = Stage.ACTION
    battle.act = TurnAction.NOTHING
    if contains(ATTACK_VERBS, verb):
        declare_attack(battle, actor, verb, argument, target)
    elif contains(MOVE_VERBS, verb):
        declare_move(battle, actor, verb, argument, target)
    elif verb == Verb.CHARGE:
        spend_action_points(battle, actor, CHARGE_COST)
        charge(battle, actor, target, argument)
    elif verb == Verb.STAND_UP or verb == Verb.TAKE_OFF or verb == Verb.LAND:
        declare_change(battle, actor, verb)
    elif contains(ITEM_VERBS, verb):
        declare_item(battle, actor, verb, argument)
    else:
        declare_other(battle, actor, verb, target)
