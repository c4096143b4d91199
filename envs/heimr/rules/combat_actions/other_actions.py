"""Actions that are neither attack nor movement: their roll and their effect (H88, H93 to H105)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, has_full_choices, log_event, open_window
from ...enums import Act, Event, Outcome, Step, Window
from ...tables import ITEM_ACTIONS, NONE, OBSERVATIONS, POSTURE_ACTIONS
from ..characters.conditions import can_act, is_climbing, is_prone
from ..characters.powers import use_power
from ..combat_basics.fatigue import take_breather
from ..combat_basics.readied import ask_trigger, ready_action
from ..defence.current_defence import review_current_defence
from ..dice_challenges.checks import may_reroll, passes
from ..effects import fall_prone, stand_up
from ..environment.barriers import break_through, open_barrier
from ..forced_movement.restraint import break_free, let_go
from ..guarding import ask_guarded, ask_intercept, end_slip, guard, intercept, item_guard, slip_past
from ..health.health import surrender
from ..health.surgery import treat
from ..modules.armoury import drop_item
from ..positions.hiding import ask_hide_from, hide
from .action_stack import go_to, top_frame
from .item_actions import (
    FROM_BAG,
    MISSILE,
    can_choose_hand,
    conceal_item,
    draw,
    get_item,
    item_at,
    may_get,
    put_away,
    roll_conceal,
    swap,
)
from .perception import frisk, look, roll_look, size_up, speak, spots_somebody

# --- Rolls that can be made again (H19, H104, H114, RH7) ------------------------------------------


@njit
def check_look(battle, frame):
    """Roll Perception on a square; if it finds nobody it may be re-rolled (H19, H104, RH7)."""
    actor, location = frame.actor, frame.argument
    roll_look(battle, actor, location)
    frame.total = battle.roll.total
    frame.passed = spots_somebody(battle, actor, location, frame.total)


@njit
def check_conceal(battle, frame):
    """Roll Agility to conceal an item; a holder may have set a CR (H101, H114, RH7)."""
    roll_conceal(battle, frame.actor)
    frame.total = battle.roll.total
    requirement = frame.challenge if frame.restrained else frame.total
    frame.passed = passes(battle, requirement)


@njit
def can_reroll(battle, frame):
    """Whether a failed roll may be made again (H19, RH7)."""
    if frame.passed or not may_reroll(battle.fighters[frame.actor]):
        return False
    return frame.act == Act.LOOK or frame.restrained


@njit
def guard_of_item(battle, frame):
    """The guard whom a fighter meets who takes an item from the ground, -1 (H139)."""
    if frame.act != Act.GET_ITEM or frame.argument == FROM_BAG:
        return np.int64(NOBODY)
    return np.int64(item_guard(battle, frame.actor))


@njit
def roll_check(battle, frame):
    """Make the roll of an action that has one, or meet the guard (H101, H104, H139, QH13)."""
    other = guard_of_item(battle, frame)
    if other != NOBODY and ask_intercept(battle, other):
        return
    go_to(frame, Step.CHECKED)
    frame.passed = True
    if frame.act == Act.LOOK:
        check_look(battle, frame)
    elif frame.act == Act.CONCEAL_ITEM:
        check_conceal(battle, frame)
    elif other != NOBODY:
        ask_guarded(battle, other)
    if can_reroll(battle, frame):
        open_window(battle, frame.actor, Window.REROLL)


# --- Outcomes -------------------------------------------------------------------------------------


@njit
def fail_action(battle, frame):
    """Fail the action; it is used up (H114, RH46)."""
    log_event(battle, Event.FAILS, frame.actor, frame.target, frame.act, 0, 0)
    frame.outcome = Outcome.FAILED
    go_to(frame, Step.OVER)


@njit
def pass_item_guard(battle, frame):
    """Stopped by the guard of the items, or past it and to the item (H139, H145, RH46, RH47).

    The item is only taken if a hand can still take it.
    """
    if not frame.slips:
        intercept(battle, frame)
        fail_action(battle, frame)
    elif not slip_past(battle, frame):
        is_stopped = end_slip(battle, frame)
        if is_stopped or not may_get(battle, frame.actor, frame.argument):
            fail_action(battle, frame)
        else:
            go_to(frame, Step.TAKES_EFFECT)


@njit
def resolve_check(battle, frame):
    """Apply the result of the check: failure, or the action takes effect (H18, H114)."""
    if frame.guard != NOBODY:
        pass_item_guard(battle, frame)
    elif not frame.passed:
        fail_action(battle, frame)
    else:
        if frame.restrained:
            break_free(battle, frame.actor)
        go_to(frame, Step.TAKES_EFFECT)


# --- Taking effect (H88, H93 to H105, RH36, RH41, RH58, RH62) -------------------------------------


@njit
def handle_item(battle, actor, act, argument, hand):
    """Draw, put away, drop, get, conceal or swap, then review the defence (H97 to H102, RH39)."""
    if act == Act.DRAW:
        draw(battle, actor, argument, hand)
    elif act == Act.PUT_AWAY:
        put_away(battle, actor, argument)
    elif act == Act.DROP_ITEM:
        drop_item(battle, actor, argument)
    elif act == Act.GET_ITEM:
        get_item(battle, actor, argument, hand)
    elif act == Act.CONCEAL_ITEM:
        conceal_item(battle, actor, argument, top_frame(battle).total)
    else:
        swap(battle, actor)
    review_current_defence(battle, actor)


@njit
def perceive(battle, actor, act, target, argument):
    """Observe or speak (H104, H105)."""
    if act == Act.LOOK:
        look(battle, actor, argument, top_frame(battle).total)
    elif act == Act.FRISK:
        frisk(battle, actor, target)
    elif act == Act.SIZE_UP:
        size_up(battle, actor, target)
    else:
        speak(battle, actor)


@njit
def change_posture(battle, actor, act):
    """Drop prone, stand up, hide or ready a dodge (H93, H95, H96, RH41)."""
    if act == Act.DROP_PRONE:
        drop_prone(battle, actor)
    elif act == Act.STAND_UP:
        stand_up(battle, actor)
    elif act == Act.HIDE:
        hide(battle, actor)
        ask_hide_from(battle, actor)
    else:
        ready_dodge(battle, actor)


@njit
def do_other_action(battle, actor, act, target, argument):
    """Guard, ready, rest, let go, use a power, treat, open or break (H46, H88, H103, H112)."""
    if act == Act.GUARD:
        guard(battle, actor, argument, target)
    elif act == Act.READY:
        ready_action(battle, actor, argument)
        ask_trigger(battle, actor)
    elif act == Act.LET_GO:
        let_go(battle, actor)
    elif act == Act.POWER:
        use_power(battle, actor)
    elif act == Act.SURGERY:
        treat(battle, actor, target)
    elif act == Act.SURRENDER:
        surrender(battle, actor)
    elif act == Act.OPEN:
        open_barrier(battle, actor, argument)
    elif act == Act.BREAK_BARRIER:
        break_through(battle, actor, argument)
    else:
        take_breather(battle, actor)


@njit
def item_taken(battle, frame):
    """The item that an action takes in hand, -1 (H97, H100)."""
    actor, place = frame.actor, frame.argument
    if frame.act == Act.DRAW and place != MISSILE:
        return np.int64(battle.fighters[actor].pack[place])
    if frame.act == Act.GET_ITEM:
        return np.int64(item_at(battle, actor, place))
    return np.int64(NONE)


@njit
def ask_hand(battle, frame):
    """Ask once which hand takes an item, if both can; whether it is asked (H107, HH32)."""
    actor, item = frame.actor, item_taken(battle, frame)
    if item == NONE or frame.asked != 0 or not has_full_choices(battle, actor):
        return False
    if not can_choose_hand(battle, battle.fighters[actor], item):
        return False
    frame.asked = frame.asked | (1 << actor)
    open_window(battle, actor, Window.HAND)
    return True


@njit
def take_effect(battle, frame):
    """Carry out the action; then it is over (H88, H93 to H105)."""
    actor, target = frame.actor, frame.target
    act, argument = frame.act, frame.argument
    if ask_hand(battle, frame):
        return
    if contains(POSTURE_ACTIONS, act):
        change_posture(battle, actor, act)
    elif contains(ITEM_ACTIONS, act):
        handle_item(battle, actor, act, argument, frame.hand)
    elif contains(OBSERVATIONS, act) or act == Act.SPEAK:
        perceive(battle, actor, act, target, argument)
    else:
        do_other_action(battle, actor, act, target, argument)
    go_to(frame, Step.OVER)


@njit
def other_action_step(battle):
    """One step of an action that is neither attack nor movement (TH3)."""
    frame = top_frame(battle)
    if frame.step == Step.CHECK:
        roll_check(battle, frame)
    elif frame.step == Step.CHECKED:
        resolve_check(battle, frame)
    else:
        take_effect(battle, frame)


@njit
def may_drop_prone(fighter):
    """Whether a fighter can drop prone: upright, and not climbing (H93)."""
    return can_act(fighter) and not is_prone(fighter) and not is_climbing(fighter)


@njit
def drop_prone(battle, actor):
    """Drop prone (H93)."""
    fall_prone(battle, actor)


@njit
def ready_dodge(battle, actor):
    """The next pre-roll is a dodge, better against shots until the next turn (H96, RH60)."""
    battle.fighters[actor].dodge_ready = True
