"""The effect of an action, and the turns that follow until somebody has a choice."""

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.battle import (
    DRAW,
    MAX_STEPS,
    NOBODY,
    abort_battle,
    begin_decision,
    finish,
    log_event,
)

from .actions import fighter_of, is_legal, verb_of
from .enums import Ending, Event, Verb, Window
from .rules import is_out, may_parry, resolve_attack
from .tables import MOST_TEMPO, STEP_COST, TEMPO_GAIN, TOUCHES


@njit
def begin_turn(battle):
    """The active fencer gains tempo, and may parry again (B3, B5)."""
    fencer = battle.fighters[battle.active]
    fencer.tempo = min(MOST_TEMPO, fencer.tempo + TEMPO_GAIN)
    fencer.is_drawn = 0


@njit
def next_turn(battle):
    """The next fencer on the strip; a round ends when the first one's turn comes (B2, B9)."""
    for _ in range(battle.num_fighters):
        battle.active = (battle.active + 1) % battle.num_fighters
        battle.round_number += battle.active == battle.first
        if not is_out(battle.fighters[battle.active]):
            break
    if battle.round_number >= battle.round_limit:
        finish(battle, DRAW, Ending.ROUND_LIMIT)
    else:
        begin_turn(battle)


@njit
def can_act(battle):
    """Whether the active fencer can do more than wait."""
    for action in range(Verb.LUNGE + 2 * battle.max_side):
        if is_legal(battle, action):
            return True
    return False


@njit
def play_on(battle):
    """Play until somebody has a choice or the bout is over."""
    battle.window = Window.NONE
    for _ in range(MAX_STEPS):
        if battle.over or battle.window != Window.NONE:
            return
        if battle.announced != Verb.WAIT and may_parry(battle.fighters[battle.target]):
            battle.to_act, battle.window = battle.target, Window.PARRY
        elif battle.announced != Verb.WAIT:
            resolve_attack(battle, False)
        elif can_act(battle):
            battle.to_act, battle.window = battle.active, Window.TURN
        else:
            next_turn(battle)
    abort_battle(battle)


@njit(shared=True)
def advance(battle, action):
    """Apply a legal action and play on to the next decision or the end."""
    begin_decision(battle)
    actor, verb = battle.active, verb_of(action)
    if battle.window == Window.PARRY:
        resolve_attack(battle, verb == Verb.PARRY)
    elif verb == Verb.WAIT:
        next_turn(battle)
    elif verb == Verb.LUNGE or verb == Verb.FEINT:
        battle.announced = verb
        battle.target = fighter_of(battle, actor, action)
        log_event(battle, Event.ATTACK, actor, battle.target, 0, 0, 0)
    else:
        is_advance = verb == Verb.ADVANCE
        battle.fighters[actor].x += (1 if is_advance else -1) * (1 - 2 * battle.side[actor])
        battle.fighters[actor].tempo -= STEP_COST
        log_event(battle, Event.ADVANCE if is_advance else Event.RETREAT, actor, NOBODY, 0, 0, 0)
    play_on(battle)


@njit(shared=True)
def strength(battle, side):
    """Share of the touches that a side can still take, 0 to 1."""
    taken = 0
    for number in range(battle.num_fighters):
        taken += battle.fighters[number].touches * (battle.side[number] == side)
    return 1.0 - taken / (TOUCHES * battle.side_size[side])
