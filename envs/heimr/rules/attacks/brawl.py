"""Brawl attacks, and the reaction of an armed target (H86, H108 to H113, RH17, RH43)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event, open_window
from ...enums import Act, Event, Outcome, Role, Step, Window
from ...state import (
    HANDS,
)
from ...tables import BODY_PARTS, NONE, TOUCH
from ..combat_actions.action_stack import go_to, top_frame
from ..combat_actions.climbs import hands_needed
from ..effects import receive_effect
from ..forced_movement.restraint import is_holding, take_hold
from ..modules.armoury import free_hands, is_melee_hand
from .weapon_attack import (
    begin_attack,
    is_brawl,
    is_target,
    may_attack,
    may_fight,
    reaches_in_melee,
)

# --- Legality (H86, H108, H117, RH44) -------------------------------------------------------------


@njit
def may_grip(battle, actor, target):
    """Whether a fighter could take hold of another: a free hand, one hold each (H108, RH44).

    The hand with which it climbs is not free (H138).
    """
    fighter = battle.fighters[actor]
    if is_holding(fighter) or battle.fighters[target].held_by != NOBODY:
        return False
    return free_hands(fighter) > hands_needed(battle, fighter)


@njit
def may_brawl(battle, actor, target, act, aim):
    """Whether a fighter may brawl with another: to hit, or to bind (H50, H86, H108, H117)."""
    if not may_fight(battle, actor) or not is_target(battle, actor, target):
        return False
    if aim >= BODY_PARTS or not reaches_in_melee(battle, actor, target):
        return False
    return act == Act.BRAWL_HIT or may_grip(battle, actor, target)


# --- Inside the reach of an armed one (H110, H111, RH17, RH44, QH5) -------------------------------


@njit
def is_inside_reach(battle, actor, target):
    """Whether a fighter is inside another's reach: it holds it or dodged its attack (H110, RH44).

    The attack is a melee weapon attack of the other's last turn, dodged and not parried or blocked.
    """
    fighter = battle.fighters[actor]
    return fighter.holds == target or (fighter.dodged >> target) & 1 != 0


@njit
def may_be_provoked(battle, frame, hand):
    """Whether the target may attack the brawler with the weapon in a hand (H111, RH17)."""
    actor, target = frame.actor, frame.target
    if not is_brawl(frame.act) or is_inside_reach(battle, actor, target):
        return False
    if not is_melee_hand(battle.fighters[target], hand):
        return False
    return may_attack(battle, target, actor, hand, NONE)


@njit
def ask_provoked(battle, frame):
    """Ask the armed target whether it attacks the brawler (H111, RH17, QH5)."""
    go_to(frame, Step.CLOSED_IN)
    battle.outcome = Outcome.NONE
    for hand in range(HANDS):
        if may_be_provoked(battle, frame, hand):
            open_window(battle, frame.target, Window.PROVOKED)
            return


@njit
def answer_provoked(battle, hand):
    """The armed target attacks at once, with one weapon (H111, RH14, RH17)."""
    frame = top_frame(battle)
    actor, target = frame.target, frame.actor
    begin_attack(battle, Role.PROVOKED, Act.WEAPON_ATTACK, actor, target, hand, NONE)


@njit
def resolve_provoked_attack(battle, frame):
    """A brawler who has not dodged the provoked attack fails (H111, HH14).

    The brawl goes on if that attack failed by fatigue, was stopped by a holder, or was not made.
    Failed or not, it is an attack that readied actions may answer (H46, RH37).
    """
    if battle.outcome == Outcome.HIT or battle.outcome == Outcome.STOPPED:
        log_event(battle, Event.FAILS, frame.actor, frame.target, frame.act, 0, 0)
        frame.outcome = Outcome.FAILED
        go_to(frame, Step.ANSWERED)
    else:
        go_to(frame, Step.LUCKY)


# --- The blow (H108, H109, H113, RH43, RH58) ------------------------------------------------------


@njit
def touches(total, defence):
    """Whether a brawl attack touches: equal to the defence, or 1 below (H109, RH43)."""
    return total >= defence - TOUCH


@njit
def bind(battle, frame):
    """Take hold of the body part that is hit (H108, H113, RH44)."""
    actor, target = frame.actor, frame.target
    if may_grip(battle, actor, target):
        receive_effect(battle, target)
        take_hold(battle, actor, target, frame.part)
