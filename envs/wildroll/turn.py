"""The sequence of play of Wildroll (W42, W44, W58, RW25, TW1 to TW7).

A round begins with AP for all but the surprised. Then all have their turn, at each moment the
highest initiative among those who have not had it: others may interrupt, a long action goes on, the
turn is taken, others may interrupt, more AP come in. At the end of the round conditions bite. An
action under way goes through steps of its own (`action_steps.py`). `play_on` walks through all this
until a fighter has a real choice.
"""

from __future__ import annotations

from ..core.compiler.compile import njit
from ..core.engine.battle import DRAW, MAX_SIDE, MAX_STEPS, NOBODY, abort_battle, log_event
from .enums import (
    Act,
    Ending,
    Event,
    Stage,
    Window,
)
from .rules.combat_sequence.action_steps import frame_step
from .rules.combat_sequence.initiative import first_of
from .rules.combat_sequence.interrupts import ask_interrupter
from .rules.combat_sequence.legality import can_choose
from .rules.combat_sequence.multi_turn_actions import give_up, is_long
from .rules.combat_sequence.points import gain_at_turn_end
from .rules.combat_sequence.post_action import update_derived_state
from .rules.combat_sequence.requirements import is_up_to
from .rules.combat_sequence.rounds import end_round, start_round
from .rules.combat_sequence.windows import close_window, open_window
from .rules.endings import end_battle
from .rules.flanking.flanking import ask_flanked
from .rules.health.bodies import animal_of, is_able, is_animal, is_dead
from .rules.movement.movement import buy_with_excess
from .rules.movement.movement_resolution import bolt
from .rules.movement.water import drift
from .state import (
    NO_FRAME,
)

# --- The next stage -------------------------------------------------------------------------------


@njit
def begin_stage(battle, stage):
    """Begin a stage, at which no one has been asked (RW14)."""
    battle.stage = stage
    battle.asked = 0


# --- Whose turn it is (W42, W53, W54, TW1, TW5) ---------------------------------------------------


@njit
def begin_round(battle):
    """A round begins (TW1)."""
    start_round(battle)
    begin_stage(battle, Stage.CHOOSE)


@njit
def waiting(battle):
    """Set of the fighters whose turn of this round is to come; not animals (W54, H25)."""
    mask = 0
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if not fighter.acted and not is_dead(fighter) and not is_animal(fighter):
            mask |= 1 << actor
    return mask


@njit
def end_of_last_turn(battle):
    """End what lasted for the rest of a turn (W83, W103, RW14, RW28, H12)."""
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        fighter.passing = False
        fighter.rebuffed_by = 0
        fighter.switched = 0
        fighter.hurrying = False
        for slot in range(MAX_SIDE):
            fighter.opening[slot] = 0


@njit
def begin_turn(battle, actor):
    """A fighter's turn begins, and its animal's: Defend ends, and so does a run-up (W69, W78).

    A jump that is paid over turns keeps its run-up (W70).
    """
    fighter = battle.fighters[actor]
    fighter.acted = True
    fighter.defending = False
    if fighter.long_act != Act.JUMP:
        fighter.run = 0
    animal = animal_of(battle, actor)
    if animal != NOBODY:
        battle.fighters[animal].acted = True
        battle.fighters[animal].run = 0
    log_event(battle, Event.TURN, actor, NOBODY, 0, battle.round_number, 0)


@njit
def choose_next(battle):
    """The highest initiative of the moment has its turn next (W42, W53, W54, TW5)."""
    actor = first_of(battle, waiting(battle))
    battle.active = actor
    if actor == NOBODY:
        begin_stage(battle, Stage.ROUND_END)
        return
    end_of_last_turn(battle)
    begin_turn(battle, actor)
    begin_stage(battle, Stage.TURN_START)


# --- A turn (W44, W49, W58, RW25, TW2, TW3, TW6) --------------------------------------------------


@njit
def wait_at_start(battle):
    """Others may act before the turn; then a mount out of control flees (W58, TW3, H25)."""
    if ask_interrupter(battle):
        return
    begin_stage(battle, Stage.LONG)
    animal = animal_of(battle, battle.active)
    if animal != NOBODY and battle.fighters[animal].uncontrolled:
        bolt(battle, animal)


@njit
def take_up_long(battle):
    """Continue or give up a long action; one unable to act gives it up (W49, TW6, QW11)."""
    begin_stage(battle, Stage.TURN)
    actor = battle.active
    fighter = battle.fighters[actor]
    if not is_long(fighter):
        return
    if is_up_to(fighter, fighter.long_act):
        open_window(battle, actor, Window.LONG)
    else:
        give_up(battle, actor)


@njit
def take_turn(battle):
    """Actions and ways in any order, as long as there is a choice (RW25, TW2, H5)."""
    actor = battle.active
    if is_able(battle.fighters[actor]):
        open_window(battle, actor, Window.TURN)
        if can_choose(battle):
            return
        close_window(battle)
    begin_stage(battle, Stage.TURN_END)


@njit
def wait_at_end(battle):
    """Others may act at the end of the turn, before its AP come in (W58, TW3, H4)."""
    if not ask_interrupter(battle):
        begin_stage(battle, Stage.TURN_OVER)


@njit
def finish_turn(battle):
    """The second AP of a round, of the animal too; then a current drifts (W44, W56, W68, H4).

    It may carry a fighter out of a grip or between two enemies (W32, RW34).
    """
    actor = battle.active
    animal = animal_of(battle, actor)
    buy_with_excess(battle, actor)
    gain_at_turn_end(battle, actor)
    if animal != NOBODY:
        gain_at_turn_end(battle, animal)
    battle.fighters[actor].surprised = False
    drift(battle, actor)
    update_derived_state(battle)
    begin_stage(battle, Stage.CHOOSE)


# --- The end of a round (TW7, RW31) ---------------------------------------------------------------


@njit
def finish_round(battle):
    """The round is over; after the last one the battle is a draw (TW7, RW31)."""
    end_round(battle)
    battle.round_number += 1
    if not battle.over and battle.round_number >= battle.round_limit:
        end_battle(battle, DRAW, Ending.ROUND_LIMIT)
    begin_stage(battle, Stage.ROUND_START)


# --- Playing on -----------------------------------------------------------------------------------


@njit
def play_stage(battle):
    """One step of the sequence of play."""
    if battle.stage == Stage.ROUND_START:
        begin_round(battle)
    elif battle.stage == Stage.CHOOSE:
        choose_next(battle)
    elif battle.stage == Stage.TURN_START:
        wait_at_start(battle)
    elif battle.stage == Stage.LONG:
        take_up_long(battle)
    elif battle.stage == Stage.TURN:
        take_turn(battle)
    elif battle.stage == Stage.TURN_END:
        wait_at_end(battle)
    elif battle.stage == Stage.TURN_OVER:
        finish_turn(battle)
    else:
        finish_round(battle)


@njit(shared=True)
def play_on(battle):
    """Play until a fighter has a choice or the battle is over."""
    for _ in range(MAX_STEPS):
        if battle.over or battle.window != Window.NONE:
            return
        if battle.newly_flanked != 0:
            ask_flanked(battle)
        elif battle.top != NO_FRAME:
            frame_step(battle)
        else:
            play_stage(battle)
    abort_battle(battle)
