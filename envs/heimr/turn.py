"""The sequence of play of Heimr (H43, TH1, TH2, RH35).

All fighters roll a first defence. Then they take their turns in the order of initiative; a fighter
who delays moves to another place in it. In a turn the effects that lasted until now end, the
fighter acts, further effects end, and the fighter rolls its next defence. An action under way goes
through steps of its own (`action_steps.py`). `play_on` plays all this until a fighter has a choice.
"""

from __future__ import annotations

from ..core.compiler.compile import njit
from ..core.engine.battle import MAX_STEPS, NOBODY, abort_battle, log_event, open_window
from .actions.forced_passes import pass_idle
from .enums import (
    Act,
    Event,
    Stage,
    Window,
)
from .rules.characters.conditions import can_act, is_gone, is_in_chase
from .rules.characters.powers import count_rage
from .rules.combat_actions.action_stack import (
    is_action_under_way,
    is_attack_resolving,
    top_frame,
)
from .rules.combat_actions.action_steps import action_step
from .rules.combat_actions.upcoming_actions import has_upcoming, resume_upcoming
from .rules.combat_basics.chase import chase_turn
from .rules.combat_basics.initiative import active_fighter, may_delay
from .rules.combat_basics.upkeep import finish_turn, skip_turn, start_turn
from .rules.defence.prerolls import ask_preroll
from .rules.effects import end_turn_effects
from .rules.endings import end_if_decided
from .rules.health.health import count_dying
from .rules.health.surgery import end_neglected_treatments
from .rules.positions.hiding import is_anybody_hidden, note_sightings

# --- Whose turn it is (H43, H44, TH1, RH28) -------------------------------------------------------


@njit
def begin_round(battle):
    """The first in the order comes again; after the last round the battle is a draw (RH28)."""
    battle.place = 0
    battle.round_number += 1
    log_event(battle, Event.ROUND, NOBODY, NOBODY, 0, battle.round_number, 0)
    end_if_decided(battle)


@njit
def next_turn(battle):
    """The next fighter has its turn; the dead and the fled have none (H43, H44, TH1)."""
    if battle.place >= battle.num_fighters:
        begin_round(battle)
    elif is_gone(battle.fighters[active_fighter(battle)]):
        skip_turn(battle, active_fighter(battle))
        battle.place += 1
    else:
        battle.stage = Stage.START


# --- A turn (TH2, H66, H82, RH35, RH40) -----------------------------------------------------------


@njit
def ask_start(battle):
    """First ask to delay, to keep the upcoming action or to drop it (QH1, H45, H82, RH35)."""
    battle.stage = Stage.UPKEEP
    actor = active_fighter(battle)
    if may_delay(battle, actor) or has_upcoming(battle.fighters[actor]):
        open_window(battle, actor, Window.START)


@njit
def start_of_turn(battle):
    """Effects end; the upcoming action is this turn's standard action (TH2 a, H82)."""
    actor = active_fighter(battle)
    start_turn(battle, actor)
    battle.stage = Stage.CHASE if is_in_chase(battle.fighters[actor]) else Stage.TURN
    resume_upcoming(battle, actor)


@njit
def take_turn(battle):
    """Free actions and one standard action in any order, as long as one can act (TH2 b, H80)."""
    actor = active_fighter(battle)
    if can_act(battle.fighters[actor]):
        open_window(battle, actor, Window.TURN)
    else:
        battle.stage = Stage.ACTED


@njit
def end_of_turn(battle):
    """Effects end; a fighter who lay under a Fall may stand up now (H23, TH2 c, RH41).

    A treatment or a rage that the fighter has not continued ends (RH58, RH62).
    """
    actor = active_fighter(battle)
    battle.stage = Stage.EFFECTS_ENDED
    end_neglected_treatments(battle, actor)
    count_rage(battle.fighters[actor])
    if end_turn_effects(battle, actor):
        open_window(battle, actor, Window.TURN)


@njit
def owe_next_defence(battle):
    """The next defence is owed, the dying are nearer to death (TH2 c, RH19)."""
    actor = active_fighter(battle)
    battle.stage = Stage.TURN_END
    finish_turn(battle, actor)
    count_dying(battle, actor)


@njit
def leave_turn(battle):
    """It is over: the next in the order (H43)."""
    battle.place += 1
    battle.stage = Stage.NEXT


# --- Playing on -----------------------------------------------------------------------------------


@njit
def play_stage(battle):
    """One step of the sequence of play (TH1, TH2)."""
    if battle.stage == Stage.PREROLL:
        battle.stage = Stage.NEXT
    elif battle.stage == Stage.NEXT:
        next_turn(battle)
    elif battle.stage == Stage.START:
        ask_start(battle)
    elif battle.stage == Stage.UPKEEP:
        start_of_turn(battle)
    elif battle.stage == Stage.TURN:
        take_turn(battle)
    elif battle.stage == Stage.ACTED:
        end_of_turn(battle)
    elif battle.stage == Stage.EFFECTS_ENDED:
        owe_next_defence(battle)
    elif battle.stage == Stage.CHASE:
        chase_turn(battle, active_fighter(battle))
    else:
        leave_turn(battle)


@njit
def play_step(battle, is_any_hidden):
    """Play an owed defence, the action under way, or the next stage (H106, TH3).

    After each step, opponents who see a hidden fighter know of it (RH50). `is_any_hidden` is False
    only if nobody can be hidden after the step.
    """
    if not is_action_under_way(battle):
        end_if_decided(battle)
    if battle.over:
        return
    if battle.owed != 0 and not is_attack_resolving(battle):
        ask_preroll(battle)
    elif is_action_under_way(battle):
        action_step(battle)
    else:
        play_stage(battle)
    if is_any_hidden:
        note_sightings(battle)


@njit
def is_hide_under_way(battle):
    """Whether the action under way is a Hide, by which alone a fighter becomes hidden (H95)."""
    return is_action_under_way(battle) and top_frame(battle).act == Act.HIDE


@njit(shared=True)
def play_on(battle):
    """Play until a fighter has a choice or the battle is over."""
    is_any_hidden = is_anybody_hidden(battle)
    for _ in range(MAX_STEPS):
        if battle.over or battle.window != Window.NONE:
            return
        is_any_hidden = is_any_hidden or is_hide_under_way(battle)
        play_step(battle, is_any_hidden)
        if battle.window != Window.NONE:
            pass_idle(battle)
    abort_battle(battle)
