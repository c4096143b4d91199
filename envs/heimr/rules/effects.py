"""Effects and their duration (H21 to H29, H60 to H66, H172, RH15, RH40, RH41)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event, open_window
from ..enums import Act, Effect, Event, Step, Window
from ..tables import (
    DEFAULT_POINTS,
    DEFAULT_SECONDS,
    DIRECTIONS,
    IS_LASTING,
    LASTING_EFFECTS,
    MOST_SECONDS,
    NONE,
    SECONDS_A_TURN,
    STEP_X,
    STEP_Y,
    WEAKEN_WILLPOWER,
)
from .characters.conditions import is_climbing, is_held
from .combat_actions.action_stack import go_to, top_frame
from .combat_actions.action_types import may_rise
from .combat_basics.clusters import leave_cluster
from .combat_basics.initiative import active_fighter
from .defence.current_defence import review_defence
from .forced_movement.restraint import let_go
from .grid import column_of, row_of
from .guarding import review_guard
from .modules.armoury import drop_item
from .modules.blind_spots import TIE

# --- Numbers (H21 to H29, H60, H61, H66, H172) ----------------------------------------------------


@njit
def is_lasting(effect):
    """Whether an effect lasts for a time (H21 to H29)."""
    return IS_LASTING[effect]


@njit
def number_of(effect, called):
    """The number called with an effect, else its default (H21, H172)."""
    if called > 0:
        return called
    return DEFAULT_SECONDS if is_lasting(effect) else DEFAULT_POINTS


@njit
def turns_of(seconds):
    """Own turns that an effect lasts: half its seconds, rounded down (H60, H61)."""
    return seconds // SECONDS_A_TURN


@njit
def seconds_after(effect, seconds):
    """Seconds left at the end of an own turn; only Daze counts half turns (H60, H66)."""
    left = max(0, seconds - SECONDS_A_TURN) if seconds >= SECONDS_A_TURN else seconds
    if turns_of(left) == 0 and effect != Effect.DAZE:
        return 0
    return left


@njit
def skill_surcharge(fighter):
    """WP that every skill costs more for a weakened fighter (H29)."""
    return WEAKEN_WILLPOWER if fighter.seconds[Effect.WEAKEN] > 0 else 0


# --- States that any effect ends (H82, H115) ------------------------------------------------------


@njit
def forget_upcoming(fighter):
    """Forget the upcoming action (H82)."""
    fighter.upcoming = Act.NONE
    fighter.upcoming_argument = 0


@njit
def cancel_upcoming(battle, actor):
    """Cancel an upcoming action that is interrupted (H82)."""
    fighter = battle.fighters[actor]
    if fighter.upcoming != Act.NONE:
        log_event(battle, Event.CANCELLED, actor, NOBODY, fighter.upcoming, 0, 0)
        forget_upcoming(fighter)


@njit
def receive_effect(battle, actor):
    """Receiving an effect cancels an upcoming action and ends a hold (H82, H115)."""
    cancel_upcoming(battle, actor)
    let_go(battle, actor)


# --- Beginning (H21 to H29, H62, H64, RH40) -------------------------------------------------------


@njit
def lose_willpower(battle, actor, points):
    """Drain: lose WP, never below 0 (H22, RH40)."""
    fighter = battle.fighters[actor]
    fighter.wp = max(0, fighter.wp - points)


@njit
def extend_effect(fighter, effect, seconds):
    """Extend an effect: of two the later end holds (RH40)."""
    if turns_of(seconds) == 0 and effect != Effect.DAZE:
        return
    before = fighter.seconds[effect]
    fighter.seconds[effect] = min(MOST_SECONDS, max(before, seconds))


@njit
def fall_prone(battle, actor):
    """Fall prone; a fall in the fighter's own turn lasts until its next one (H23, H127, RH41).

    A climber does not lie down: it holds on or falls to the ground first (HH50).
    """
    fighter = battle.fighters[actor]
    if not fighter.prone and not is_climbing(fighter):
        fighter.prone = True
        if active_fighter(battle) == actor:
            fighter.free |= 1 << np.int64(Act.STAND_UP)
        log_event(battle, Event.FALLS, actor, NOBODY, 0, 0, 0)
        review_guard(battle, actor)


@njit
def begin_effect(battle, actor, effect, called, argument):
    """Begin an effect that lasts (H23 to H29, H62, H64, RH40).

    A held fighter stumbles without leaving its cluster (RH44). `called` is the number called with
    the effect, 0 for its default. `argument` is the hand of a Drop, the direction of a Stumble or
    the body part of a Bind, else 0.
    """
    fighter = battle.fighters[actor]
    seconds = number_of(effect, called)
    receive_effect(battle, actor)
    extend_effect(fighter, effect, seconds)
    log_event(battle, Event.EFFECT, actor, NOBODY, effect, seconds, argument)
    if effect == Effect.FALL:
        fall_prone(battle, actor)
    elif effect == Effect.DROP:
        drop_item(battle, actor, argument)
    elif effect == Effect.STUMBLE:
        fighter.stumble_side = argument if fighter.seconds[effect] > 0 else NONE
        if not is_held(fighter):
            leave_cluster(battle, actor)
    elif effect == Effect.BIND:
        fighter.bind_part = argument if fighter.seconds[effect] > 0 else NONE
    review_guard(battle, actor)
    review_defence(battle, actor)


# --- Ending (H60, H65, H66, RH40, RH41, TH6) ------------------------------------------------------


@njit
def end_effect(battle, actor, effect):
    """End an effect."""
    fighter = battle.fighters[actor]
    fighter.seconds[effect] = 0
    if effect == Effect.STUMBLE:
        fighter.stumble_side = NONE
    elif effect == Effect.BIND:
        fighter.bind_part = NONE
    log_event(battle, Event.EFFECT_ENDS, actor, NOBODY, effect, 0, 0)


@njit
def count_effects(battle, actor):
    """At the end of an own turn end the effects whose last turn it was (H60, H66, RH40, TH2)."""
    fighter = battle.fighters[actor]
    for effect in LASTING_EFFECTS:
        before = fighter.seconds[effect]
        if before > 0:
            fighter.seconds[effect] = seconds_after(effect, before)
            if fighter.seconds[effect] == 0:
                end_effect(battle, actor, effect)


@njit
def end_odd_daze(battle, actor):
    """At the start of an own turn end an odd Daze; a defence is owed (H66, TH2)."""
    fighter = battle.fighters[actor]
    if 0 < fighter.seconds[Effect.DAZE] < SECONDS_A_TURN:
        end_effect(battle, actor, Effect.DAZE)
        review_defence(battle, actor)


@njit
def stand_up(battle, actor):
    """Stand up (H23, RH41)."""
    battle.fighters[actor].prone = False
    log_event(battle, Event.STANDS, actor, NOBODY, 0, 0, 0)


@njit
def end_turn_effects(battle, actor):
    """End effects; whether a Fall is over, so that the fighter may stand up (H23, RH41, TH2).

    Not if it has begun to crawl, which standing up would cancel (H94).
    """
    fighter = battle.fighters[actor]
    was_down = fighter.seconds[Effect.FALL] > 0
    count_effects(battle, actor)
    return was_down and fighter.upcoming != Act.CRAWL and may_rise(fighter)


@njit
def may_block_direction(battle, actor, target, direction):
    """Whether a Stumble can come from a direction: that of its causer (H64).

    Two directions fit from a diagonal, all from the same location.
    """
    here = battle.fighters[target].location
    there = battle.fighters[actor].location
    if here == there:
        return True
    dx, dy = column_of(there) - column_of(here), row_of(there) - row_of(here)
    return dx * STEP_X[direction] > 0 or dy * STEP_Y[direction] > 0


@njit
def may_choose_direction(battle, direction):
    """Whether the open window allows a choice: a side, or 0 and 1 for a line (H64, H159)."""
    frame = top_frame(battle)
    if frame.step == Step.ROLL:
        return direction < TIE
    return may_block_direction(battle, frame.actor, frame.target, direction)


@njit
def choose_direction(battle, direction):
    """Choose the side that a Stumble blocks, or the line of a shot (H64, H159, QH12)."""
    frame = top_frame(battle)
    if frame.step == Step.ROLL:
        frame.line = direction
    else:
        frame.argument = direction


@njit
def ask_direction(battle, frame):
    """The causer of a Stumble chooses the blocked side if several fit (H64, QH12)."""
    go_to(frame, Step.RESISTED)
    if frame.effect != Effect.STUMBLE:
        return
    actor, target = frame.actor, frame.target
    count = 0
    for direction in range(DIRECTIONS - 1, -1, -1):
        if may_block_direction(battle, actor, target, direction):
            frame.argument = direction
            count += 1
    if count > 1:
        open_window(battle, actor, Window.DIRECTION)
