"""Holding a fighter, and the holder's answer to its actions (H112 to H115, RH7, RH44, QH11)."""

from __future__ import annotations

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event, open_window
from ...enums import Ability, Event, Window
from ...tables import NONE, PHYSICAL_ACTIONS
from ..characters.conditions import can_act, is_held
from ..combat_actions.action_stack import top_frame
from ..defence.current_defence import review_defence
from ..dice_challenges.checks import roll_ability
from ..guarding import review_guard

# --- Actions that a holder can stop (H114) --------------------------------------------------------


@njit
def needs_body(act):
    """Whether an action needs a physical dice challenge on any field (H114, RH34).

    A held fighter stays where it is, so borders and climbs ask nothing of it (RH44).
    """
    return contains(PHYSICAL_ACTIONS, act)


@njit
def may_restrain(battle, frame):
    """Whether the actor's holder may answer with Brawl (H114, RH44)."""
    actor = frame.actor
    if not is_held(battle.fighters[actor]) or not needs_body(frame.act):
        return False
    return can_act(battle.fighters[battle.fighters[actor].held_by])


@njit
def ask_holder(battle):
    """Ask the holder, once, to stop the action, let go or let it be (H114, QH11).

    Returns whether it is asked; if not, the step is over.
    """
    frame = top_frame(battle)
    if frame.asked != 0 or not may_restrain(battle, frame):
        return False
    holder = battle.fighters[frame.actor].held_by
    frame.asked = 1 << holder
    open_window(battle, holder, Window.HOLD)
    return True


# --- Stopping it (H114, H115, RH7, RH44) ----------------------------------------------------------


@njit
def restrain(battle):
    """The holder rolls Brawl: the result is the CR of the action (H114, RH44)."""
    frame = top_frame(battle)
    holder = battle.fighters[frame.actor].held_by
    roll_ability(battle, holder, Ability.BRAWL, 0, 0, True)
    if battle.roll.tired:
        return
    frame.restrained = True
    frame.challenge = battle.roll.total
    log_event(battle, Event.STOPS_HELD, holder, frame.actor, frame.act, frame.challenge, 0)


@njit
def release(battle):
    """The holder lets go of the actor (H112, QH11)."""
    let_go(battle, battle.fighters[top_frame(battle).actor].held_by)


@njit
def break_free(battle, actor):
    """The held has met the holder's CR: the hold ends (H114)."""
    holder = battle.fighters[actor].held_by
    if holder != NOBODY:
        log_event(battle, Event.BREAKS_HOLD, actor, holder, 0, 0, 0)
        let_go(battle, holder)


@njit
def is_holding(fighter):
    """Whether a fighter holds another, and so cannot defend itself (H112)."""
    return fighter.holds != NOBODY


@njit
def take_hold(battle, holder, held, part):
    """A brawl has bound a body part; the holder no longer defends itself (H112, H113)."""
    battle.fighters[holder].holds = held
    battle.fighters[held].held_by = holder
    battle.fighters[held].held_part = part
    log_event(battle, Event.HOLDS, holder, held, part, 0, 0)
    review_guard(battle, holder)
    review_defence(battle, holder)
    review_defence(battle, held)


@njit
def forget_restraint(battle, held):
    """Actions under way need not meet the Brawl of a holder who holds no longer (H114, HH53)."""
    for place in range(battle.top + 1):
        frame = battle.frames[place]
        if frame.actor == held:
            frame.restrained = False


@njit
def let_go(battle, holder):
    """End the hold; the holder can defend itself again at once (H112, RH44)."""
    held = battle.fighters[holder].holds
    if held == NOBODY:
        return
    battle.fighters[holder].holds = NOBODY
    battle.fighters[held].held_by = NOBODY
    battle.fighters[held].held_part = NONE
    forget_restraint(battle, held)
    log_event(battle, Event.LETS_GO, holder, held, 0, 0, 0)
    review_defence(battle, holder)
