"""An attack until its defence is settled: guard, provoked attack, luck, defence (TH3, TH4).

`step_before_roll` carries out one of these steps. An attack that has become impossible fails.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event, open_window
from ...enums import Act, Defence, Event, Outcome, Step, Window
from ...tables import LUCKY_PENALTY, NONE
from ..characters.conditions import is_gone
from ..combat_actions.action_stack import go_to, is_unprovoked
from ..combat_basics.clusters import join_clusters
from ..combat_basics.ranged_attacks import can_raise_fatigue, may_shoot_at, use_missile
from ..defence.defences import ask_defender, determine_defence
from ..dice_challenges.situational_penalties import is_in_melee_reach
from ..effects import cancel_upcoming
from ..environment.concealment import concealment_from
from ..guarding import ask_guarded, ask_intercept, end_slip, guard_of, redirect, slip_past
from ..health.surgery import disturb_treatment
from ..modules.armoury import item_in_use
from ..modules.blind_spots import chooses_line
from ..positions.hiding import is_hidden_from, roll_luck, stop_hiding
from ..positions.sounds import make_sound
from .brawl import ask_provoked, may_grip, resolve_provoked_attack
from .weapon_attack import (
    believed_location,
    choose_weapon,
    forget_lost_aim,
    is_brawl,
    is_shot,
    is_stumbling,
    reaches_in_melee,
    wields_with_both,
)

# --- The guard of the target (H140, H145, RH45, RH47) ---------------------------------------------


@njit
def fail_attack(battle, frame):
    """Fail the attack (RH37)."""
    log_event(battle, Event.FAILS, frame.actor, frame.target, frame.act, 0, 0)
    frame.outcome = Outcome.FAILED
    go_to(frame, Step.OVER)


@njit
def meet_guard(battle, frame):
    """A guard of the target may intercept; not a reaction, and not a lucky shot (H140, RH45)."""
    actor, target = frame.actor, frame.target
    choose_weapon(battle, frame)
    other = np.int64(NOBODY)
    if is_unprovoked(frame) and not is_hidden_from(battle, target, actor):
        other = np.int64(guard_of(battle, actor, target))
    if other != NOBODY and ask_intercept(battle, other):
        return
    go_to(frame, Step.SLIPPED)
    if other != NOBODY:
        ask_guarded(battle, other)


@njit
def engage_in_melee(battle, actor, target):
    """A melee attack joins the clusters and ends the hiding of its target (RH38, HH42)."""
    join_clusters(battle, actor, target)
    stop_hiding(battle, target)


@njit
def engage_target(battle, frame):
    """The attack goes to its target: no guard steps in any more (H51, H82, RH38, HH42).

    Melee joins the clusters and ends the hiding of the target; not where the attacker has to find
    it by luck first (H133), nor where a readied action took one of them out of reach (H46). The
    target, or its guard, may not hold the item that the attack was aimed at (HH52).
    """
    go_to(frame, Step.PROVOKED)
    forget_lost_aim(battle, frame)
    actor, target = frame.actor, frame.target
    battle.fighters[actor].last_target = target
    if is_hidden_from(battle, target, actor):
        return
    cancel_upcoming(battle, target)
    disturb_treatment(battle, target)
    if not is_shot(frame) and is_in_melee_reach(battle, actor, target):
        engage_in_melee(battle, actor, target)


@njit
def pass_guard(battle, frame):
    """Attack the guard instead, or slip past it unless its attack hits (H140, H145, RH47)."""
    if frame.guard == NOBODY:
        engage_target(battle, frame)
    elif not frame.slips:
        redirect(battle, frame)
        engage_target(battle, frame)
    elif not slip_past(battle, frame):
        if end_slip(battle, frame):
            fail_attack(battle, frame)
        else:
            engage_target(battle, frame)


# --- Finding it, and its defence (H133, H159, RH37, RH50) -----------------------------------------


@njit
def try_lucky_shot(battle, frame):
    """Find a hidden target by luck (H133, RH38, RH50)."""
    go_to(frame, Step.DEFENDED)
    actor, target = frame.actor, frame.target
    if not is_hidden_from(battle, target, actor):
        return
    frame.lucky = LUCKY_PENALTY + concealment_from(battle, actor, target)
    place = believed_location(battle, actor, target)
    if roll_luck(battle, actor, target):
        if not is_shot(frame):
            engage_in_melee(battle, actor, target)
        return
    if is_shot(frame):
        use_missile(battle, frame, place)
        make_sound(battle, actor, False)
    fail_attack(battle, frame)


@njit
def is_weapon_ready(battle, frame):
    """Whether the weapon of the attack is still in hand, of a shove in both (RH6, RH42).

    A Bind needs a free hand.
    """
    fighter = battle.fighters[frame.actor]
    if frame.act == Act.BRAWL_BIND:
        return may_grip(battle, frame.actor, frame.target)
    if is_brawl(frame.act):
        return True
    if frame.weapon == NONE or frame.ability == NONE:
        return False
    if frame.act == Act.SHOVING_STRIKE and not wields_with_both(fighter):
        return False
    return item_in_use(fighter, frame.hand) == frame.weapon


@njit
def is_possible(battle, frame):
    """Whether an attack can still be made after what came between (H63, RH37)."""
    actor, target = frame.actor, frame.target
    other = battle.fighters[target]
    if is_gone(other) or other.location == NONE:
        return False
    if frame.stays or not can_raise_fatigue(frame):
        return True
    if not is_weapon_ready(battle, frame):
        return False
    if not is_shot(frame):
        return reaches_in_melee(battle, actor, target)
    if is_stumbling(battle.fighters[actor]):
        return False
    place = other.location
    return may_shoot_at(battle, actor, target, place, frame.hand)


@njit
def face_attack(battle, frame):
    """The target chooses its defence; a shove allows none (H82, RH6, TH4).

    A second weapon in melee joins the clusters, if the first one has not, or has felled the target
    (RH38).
    """
    if not is_possible(battle, frame):
        fail_attack(battle, frame)
        return
    cancel_upcoming(battle, frame.target)
    disturb_treatment(battle, frame.target)
    if not is_shot(frame):
        engage_in_melee(battle, frame.actor, frame.target)
    if frame.act == Act.SHOVING_STRIKE:
        go_to(frame, Step.ROLL)
    else:
        ask_defender(battle, frame)


@njit
def settle_defence(battle, frame):
    """Settle the defence; then the shooter may choose the line (H159, QH12)."""
    go_to(frame, Step.ROLL)
    determine_defence(battle, frame)
    actor, target = frame.actor, frame.target
    if is_shot(frame) and frame.defence != Defence.NONE and chooses_line(battle, actor, target):
        open_window(battle, actor, Window.DIRECTION)


# --- The machine ----------------------------------------------------------------------------------


@njit
def step_before_roll(battle, frame, step):
    """One step of the attack until the defence is settled."""
    if step == Step.GUARDED:
        meet_guard(battle, frame)
    elif step == Step.SLIPPED:
        pass_guard(battle, frame)
    elif step == Step.PROVOKED:
        ask_provoked(battle, frame)
    elif step == Step.CLOSED_IN:
        resolve_provoked_attack(battle, frame)
    elif step == Step.LUCKY:
        try_lucky_shot(battle, frame)
    elif step == Step.DEFENDED:
        face_attack(battle, frame)
    else:
        settle_defence(battle, frame)
