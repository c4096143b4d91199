"""Actions and stances of a phase (P11 to P13, P50 to P90, RP9).

The first two steps of a phase: `begin_phase` finds each action, `set_stances` sets what follows
from it before anyone moves. Being Prone counts when an attack is made: it is not part of a stance.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_FIGHTERS, NOBODY
from ..actions.table import ACTS
from ..enums import (
    Act,
    Reload,
    Verb,
)
from ..state import PHASE
from ..tables import (
    IS_READY,
    WEAPON_RELOAD,
)
from .bodies import are_enemies, is_able, is_entrapped
from .rescue import lose_action
from .spells import uphold_binds
from .support import set_down_all

MELEE_STANCE = np.zeros(len(Act), np.int64)
"""For each action: 1 if melee attacks on the fighter have Favor, -1 if Disfavor."""
MELEE_STANCE[
    [
        Act.FULL_ATTACK,  # P61
        Act.RANGED_ATTACK,  # P63
        Act.RAPID_FIRE,  # P64
        Act.AIM,  # P66
        Act.PREPARE_SPELL,  # P74
        Act.FOCUS_SPELL,  # P76
        Act.RESCUE,  # P81
        Act.DAZED,  # P89
    ]
] = 1
MELEE_STANCE[[Act.FALL_BACK, Act.COUNTER, Act.DEFEND]] = -1  # P52, P62, P67

MISSILE_STANCE = np.zeros(len(Act), np.int64)
"""The same for missiles; "attacks on you" are attacks of both kinds."""
MISSILE_STANCE[[Act.PREPARE_SPELL, Act.FOCUS_SPELL, Act.RESCUE, Act.DAZED]] = 1
MISSILE_STANCE[Act.SPRINT] = -1  # P51

UNLIMITED = 99
"""Attempts of a guard who blocks everything (QP7)."""

BLANK_PHASE = np.zeros(1, PHASE)
"""The notes of a fighter before a phase, all blank."""
for _field in (
    *("verb", "directive", "target", "second_target", "third_target"),
    *("destination_x", "destination_y", "ward"),
):
    BLANK_PHASE[_field] = NOBODY

# --- Step (0): which action (P11, RP9, RP25, RP29, RP46) ------------------------------------------


@njit
def begin_phase(battle, clauses):
    """Clear the notes and find every action; Binds without Focus end (RP9, RP37).

    Args:
        battle: before a phase.
        clauses: int array `[12]`: which directive of his order each fighter carries out.
    """
    for actor in range(MAX_FIGHTERS):
        battle.phases[actor] = BLANK_PHASE[0]
    for actor in range(battle.num_fighters):
        battle.fighters[actor].assailants = battle.fighters[actor].attacked
        choose_action(battle, actor, clauses[actor])
    set_down_all(battle)
    occupy_carried(battle)
    uphold_binds(battle)
    for actor in range(battle.num_fighters):
        battle.phases[actor].start_x = battle.fighters[actor].x
        battle.phases[actor].start_y = battle.fighters[actor].y


@njit
def choose_action(battle, actor, clause):
    """Take the written action, unless Dazed or Terror replaces it (P89, P90, RP29, RP46).

    Dazed comes first. Each replaced action counts one off.
    """
    fighter = battle.fighters[actor]
    phase = battle.phases[actor]
    if not is_able(fighter):
        return
    phase.able = 1
    if fighter.dazed > 0:
        fighter.dazed -= 1
        phase.act = Act.DAZED
    elif fighter.terror > 0:
        fighter.terror -= 1
        phase.act = Act.TERROR
    else:
        take_order(battle, actor, clause)


@njit
def take_order(battle, actor, clause):
    """Take the action of a clause; an empty clause means Defend (P5, RP25)."""
    order = battle.orders[actor]
    phase = battle.phases[actor]
    verb = order.verb[clause]
    phase.directive = clause
    if verb < 0:
        phase.verb = Verb.DEFEND
        phase.act = Act.DEFEND
        return
    phase.verb = verb
    phase.target = order.target[clause]
    phase.act = act_of(battle.fighters[actor], verb)


@njit
def act_of(fighter, verb):
    """The book's action behind a verb: a heavy crossbow takes a complex item (P79, P121)."""
    if verb == Verb.RELOAD and WEAPON_RELOAD[fighter.hand] == Reload.COMPLEX:
        return np.int64(Act.COMPLEX_ITEM)
    return ACTS[verb]


@njit
def occupy_carried(battle):
    """A conscious ally who is still carried loses his action (P81, RP42).

    An ally whose action Dazed replaces stays Dazed; Terror does not move a carried fighter.
    """
    for actor in range(battle.num_fighters):
        if battle.fighters[actor].carried_by != NOBODY:
            lose_action(battle.phases[actor])


@njit
def note_actions(battle):
    """At the phase's end, note what everybody did: all who see it remember it (XP1)."""
    for actor in range(battle.num_fighters):
        battle.fighters[actor].acted = battle.phases[actor].act


# --- Step (1): Ready or not, Favor and Disfavor (P11 to P13, RP9, TP5) ----------------------------


@njit
def set_stances(battle):
    """Set readiness and stances of all; forget what was seen in the last phase (RP9).

    Targets of Guard must have been found.
    """
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        phase = battle.phases[actor]
        phase.ready = starts_ready(battle, actor)
        phase.melee = MELEE_STANCE[phase.act]
        phase.missiles = MISSILE_STANCE[phase.act]
        phase.saves = phase.act == Act.DEFEND
        phase.slips = phase.act == Act.FALL_BACK
        phase.opportunity = declines_opportunity(battle, actor)
        set_guard(battle, actor)
        fighter.moved = 0
        fighter.attacked = 0
        fighter.used_weapon = 0


@njit
def starts_ready(battle, actor):
    """Whether the action leaves the fighter Ready; the Entrapped never are (P11, P122, RP47)."""
    return IS_READY[battle.phases[actor].act] and not is_entrapped(battle.fighters[actor])


@njit
def declines_opportunity(battle, actor):
    """Whether the order declines attacks of opportunity (TP4, QP11)."""
    return battle.orders[actor].opportunity == 0


@njit
def set_guard(battle, actor):
    """Set the ward of a guard, and the number of his attempts (P68, QP7)."""
    phase = battle.phases[actor]
    target = phase.target
    if phase.act != Act.GUARD or target < 0 or target >= battle.num_fighters:
        return
    if target == actor or are_enemies(battle, actor, target):
        return
    phase.ward = target
    phase.limit = 1 if phase.verb == Verb.GUARD_ONCE else UNLIMITED
