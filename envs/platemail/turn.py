"""The sequence of play of Platemail (P3 to P8, TP1 to TP6, RP9).

A round begins with the written orders of all fighters, clause by clause and sealed (`SEQUENCE`).
After the last order both phases are carried out without a further choice; in each, everything
happens at once.
"""

from __future__ import annotations

import numpy as np

from ..core.compiler.compile import njit, scratch
from ..core.engine.battle import MAX_FIGHTERS, MAX_STEPS, NOBODY, abort_battle, log_event
from .actions.clauses import ELSE, NUM_CLAUSES, SEQUENCE, THEN, WINDOW
from .actions.masks import has_choice
from .enums import (
    Condition,
    Event,
    State,
    Window,
)
from .rules.attacks import attack_all, empty_hands
from .rules.bodies import is_able, is_entrapped
from .rules.conditions import holds
from .rules.endings import end_if_decided, end_round
from .rules.guards import stands_by_ward
from .rules.hiding import note_noise, roll_stealth, update_hiding
from .rules.movement import move_all
from .rules.phase_setup import BLANK_PHASE, begin_phase, note_actions, set_stances
from .rules.sight import note_seen, survey
from .rules.spells import concentrate_all, prepare_all, release_all, uphold_binds
from .rules.support import (
    set_down_all,
    settle_aid,
    stabilize_all,
    struggle_all,
    use_items,
)
from .rules.targets import notice_casting, resolve_early, resolve_late
from .rules.terror import aim_at_bay, turn_at_bay
from .rules.wounds import count_down, take_hold, tally
from .state import DIRECTIVES

UNWRITTEN = -1

# --- Writing orders (P5, TP2) ---------------------------------------------------------------------


@njit
def clear_order(order):
    """Clear an order; a fighter without an order Defends (RP25)."""
    for directive in range(DIRECTIVES):
        order.verb[directive] = UNWRITTEN
        order.target[directive] = NOBODY
        order.details[directive] = 0
    order.condition = Condition.ALWAYS
    order.argument = NOBODY
    order.opportunity = 1
    order.stand = 1
    order.opening = NOBODY
    order.opening_only = 0
    order.at_bay = NOBODY
    order.is_written = 0


@njit
def begin_round(battle):
    """Clear every fighter's order (P5)."""
    for actor in range(MAX_FIGHTERS):
        clear_order(battle.orders[actor])
    battle.writer = NOBODY
    survey(battle)
    note_seen(battle)
    log_event(battle, Event.ROUND, NOBODY, NOBODY, 0, battle.round_number + 1, 0)


@njit
def next_writer(battle):
    """The first fighter whose order is not sealed, -1 if all are."""
    for actor in range(battle.num_fighters):
        if battle.orders[actor].is_written == 0:
            return actor
    return NOBODY


@njit
def is_asked(battle, actor, clause):
    """Whether a clause of the order can matter and leaves a choice."""
    if WINDOW[clause] == Window.ELSE and battle.orders[actor].condition == Condition.ALWAYS:
        return False
    return has_choice(battle, actor, clause)


@njit
def write_next_clause(battle):
    """Ask for the next clause that leaves a choice, or carry out the round (TP2)."""
    if battle.writer == NOBODY:
        battle.writer = next_writer(battle)
        battle.clause = 0
    actor = battle.writer
    if actor == NOBODY:
        carry_out_round(battle)
        return
    if battle.clause == NUM_CLAUSES:
        battle.orders[actor].is_written = 1
        battle.writer = NOBODY
        return
    clause = SEQUENCE[battle.clause]
    battle.clause += 1
    if is_asked(battle, actor, clause):
        battle.to_act = actor
        battle.window = WINDOW[clause]


@njit(shared=True)
def play_on(battle):
    """Play until a fighter has a choice or the battle is over."""
    for _ in range(MAX_STEPS):
        if battle.over or battle.window != Window.NONE:
            return
        write_next_clause(battle)
    abort_battle(battle)


# --- Carrying out orders (P4, RP9) ----------------------------------------------------------------


@njit
def choose_branches(battle, clauses):
    """Evaluate IF: the clause that each fighter carries out in the second phase (P8, RP16)."""
    for actor in range(battle.num_fighters):
        order = battle.orders[actor]
        clauses[actor] = THEN
        if order.condition == Condition.ALWAYS or not is_able(battle.fighters[actor]):
            continue
        it_holds = holds(battle, actor, order.condition, order.argument)
        clauses[actor] = THEN if it_holds else ELSE
        log_event(
            battle, Event.CONDITION, actor, order.argument, order.condition, np.int64(it_holds), 0
        )


@njit
def tell_actions(battle):
    """Log every fighter's action, and whether he is Ready or Entrapped once all have moved."""
    for actor in range(battle.num_fighters):
        doing = battle.phases[actor]
        if doing.able != 0:
            state = State.READY * np.int64(doing.ready != 0)
            state += State.ENTRAPPED * np.int64(is_entrapped(battle.fighters[actor]))
            state += State.GUARDS * np.int64(stands_by_ward(battle, actor))
            log_event(battle, Event.ACTION, actor, doing.target, doing.verb, doing.act, state)


@njit
def carry_out_phase(battle, phase, clauses):
    """Carry out one phase in simultaneous steps. Returns the Wounds taken (RP9)."""
    battle.phase = phase
    log_event(battle, Event.PHASE, NOBODY, NOBODY, 0, phase, 0)
    begin_phase(battle, clauses)
    resolve_early(battle)
    aim_at_bay(battle)
    set_stances(battle)
    move_all(battle)
    uphold_binds(battle)
    resolve_late(battle)
    turn_at_bay(battle)
    tell_actions(battle)
    roll_stealth(battle)
    note_noise(battle)
    attack_all(battle)
    release_all(battle)
    stabilize_all(battle)
    struggle_all(battle)
    concentrate_all(battle)
    wounds = tally(battle)
    take_hold(battle)
    settle_aid(battle)
    prepare_all(battle)
    use_items(battle)
    set_down_all(battle)
    update_hiding(battle)
    notice_casting(battle)
    empty_hands(battle)
    note_actions(battle)
    battle.phase = 0
    return wounds


@njit
def carry_out_round(battle):
    """Carry out both phases, the IF between them, and the end of the round (TP2)."""
    battle.is_surveyed = 0
    clauses = scratch(1, MAX_FIGHTERS)[0]
    wounds = carry_out_phase(battle, 1, clauses)
    end_if_decided(battle)
    if not battle.over:
        choose_branches(battle, clauses)
        wounds += carry_out_phase(battle, 2, clauses)
        end_if_decided(battle)
    for actor in range(MAX_FIGHTERS):
        battle.phases[actor] = BLANK_PHASE[0]
    if not battle.over:
        count_down(battle)
        end_round(battle, wounds)
    if not battle.over:
        begin_round(battle)
