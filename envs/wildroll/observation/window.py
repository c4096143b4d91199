"""The block of the decision at hand (QW1 to QW12, XW1, XW4)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY
from ...core.engine.layout import capped, put, within_one
from ..enums import STEPS_BEFORE_ROLL, Act, Defence, Role, Stage, Step, Window
from ..rules.combat_sequence.action_stack import frame_below, interrupts_under_way, top_frame
from ..rules.combat_sequence.declare import is_attack
from ..rules.defense.defences import defence_of_attack, defence_value
from ..rules.health.bodies import are_enemies, decider, is_able
from ..rules.movement.spaces import sees
from ..state import NO_FRAME
from .body import see_weapon
from .layout import ACT_LOOK, FIRST_WINDOW, PER, WINDOW

NUM_DEFENCES = len(Defence)
OTHER_DEFENCE = 2
"""Place in `window.defence` of all but Melee and Ranged Defense."""
MINE, AN_ALLYS, AN_ENEMYS, ON_ME = 1.0, 0.5, -0.5, -1.0
AN_INTERRUPT, A_REACTION = 1.0, 0.5


@njit
def knows_act(battle, actor):
    """Whether something is under way that one sees being done (XW1)."""
    return battle.top != NO_FRAME and sees(battle, actor, top_frame(battle).actor)


@njit
def see_stage(battle, actor, out, at):
    """Whether the turn of a fighter whom one sees begins or ends (W58, XW1)."""
    if battle.active != NOBODY and sees(battle, actor, battle.active):
        out[at + WINDOW.moment_turn_start] = battle.stage == Stage.TURN_START
        out[at + WINDOW.moment_turn_end] = battle.stage == Stage.TURN_END


@njit
def see_moment(battle, out, at):
    """Which moment of an action it is, and how many interrupts are under way (W58, RW15)."""
    step = top_frame(battle).step
    out[at + WINDOW.moment_declared] = step == Step.DECLARED
    out[at + WINDOW.moment_resolved] = step == Step.RESOLVED
    out[at + WINDOW.depth] = capped(interrupts_under_way(battle), PER.depth)


@njit
def write_act(battle, actor, out, at):
    """The action under way: whose it is, at whom it is aimed, with which item."""
    frame = top_frame(battle)
    put(ACT_LOOK[frame.act], out, at + WINDOW.act)
    if frame.role == Role.INTERRUPT:
        out[at + WINDOW.role] = AN_INTERRUPT
    elif frame.role == Role.REACTION:
        out[at + WINDOW.role] = A_REACTION
    is_mine = decider(battle, frame.actor) == actor
    is_on_me = frame.target == actor
    is_hostile = are_enemies(battle, actor, frame.actor)
    out[at + WINDOW.is_mine] = is_mine
    out[at + WINDOW.is_on_me] = is_on_me
    out[at + WINDOW.is_by_ally] = not is_mine and not is_hostile
    if frame.target != NOBODY and not is_on_me:
        out[at + WINDOW.is_on_ally] = not are_enemies(battle, actor, frame.target)
    out[at + WINDOW.cost] = capped(frame.cost, PER.cost)
    see_weapon(frame.weapon, out, at + WINDOW.weapon)
    see_roll(battle, actor, out, at)


@njit
def see_waiting(battle, actor, out, at):
    """Whose action waits below the one under way, if one sees who does it (RW15, XW1)."""
    below = frame_below(battle)
    if below == NO_FRAME or not sees(battle, actor, battle.frames[below].actor):
        return
    frame = battle.frames[below]
    if decider(battle, frame.actor) == actor:
        out[at + WINDOW.waiting] = MINE
    elif not are_enemies(battle, actor, frame.actor):
        out[at + WINDOW.waiting] = AN_ALLYS
    else:
        out[at + WINDOW.waiting] = ON_ME if frame.target == actor else AN_ENEMYS


@njit
def see_roll(battle, actor, out, at):
    """The dice, open to all; their total to the side that rolled (XW4); and the Defense."""
    frame = top_frame(battle)
    is_own_side = not are_enemies(battle, actor, frame.actor)
    out[at + WINDOW.natural] = capped(frame.natural, PER.natural)
    if frame.natural != 0 and is_own_side:
        out[at + WINDOW.total] = within_one(frame.total * PER.total)
    if is_attack(frame.act) or frame.act == Act.DISARM:
        out[at + WINDOW.defence + min(OTHER_DEFENCE, defence_met(frame))] = 1
    if battle.window == Window.DEFENCE and battle.to_act == actor:
        for defence in range(NUM_DEFENCES):
            value = defence_value(battle, frame.actor, actor, defence)
            out[at + WINDOW.defences + defence] = within_one(value * PER.defences)
    out[at + WINDOW.level] = capped(frame.level, PER.level)
    out[at + WINDOW.yards] = capped(yards_of_push(battle, frame), PER.yards)
    if frame.act == Act.CLING and is_own_side:
        out[at + WINDOW.split] = within_one(frame.total * PER.split)


@njit
def defence_met(frame):
    """The Defense that an attack or a Disarm is measured against, as far as it is settled."""
    if is_attack(frame.act) and contains(STEPS_BEFORE_ROLL, frame.step):
        return defence_of_attack(frame.act, frame.weapon)
    return frame.defence


@njit
def yards_of_push(battle, frame):
    """Yards that somebody is pushed, or may follow by a Cling (W89, W96)."""
    if frame.act == Act.CLING:
        return battle.fighters[frame.actor].follow_yards
    return frame.yards


@njit
def see_sides(battle, actor, out, at):
    """How many are able to act on both sides, of those one knows of (RW31, XW1)."""
    for other in range(battle.num_fighters):
        if is_able(battle.fighters[other]) and sees(battle, actor, other):
            side = np.int64(are_enemies(battle, actor, other))
            out[at + WINDOW.sides + side] += PER.sides


@njit
def see_window(battle, actor, out, at):
    """The block of the decision at hand."""
    if battle.to_act == actor and battle.window != Window.NONE:
        out[at + WINDOW.window + battle.window - FIRST_WINDOW] = 1
    if battle.top == NO_FRAME:
        see_stage(battle, actor, out, at)
        if battle.window == Window.LONG and battle.to_act == actor:
            put(ACT_LOOK[battle.fighters[actor].long_act], out, at + WINDOW.act)
    elif knows_act(battle, actor):
        see_moment(battle, out, at)
        write_act(battle, actor, out, at)
        see_waiting(battle, actor, out, at)
    out[at + WINDOW.round] = battle.round_number / battle.round_limit
    see_sides(battle, actor, out, at)
