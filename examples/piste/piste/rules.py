"""The rules of Piste: the legal actions of a fencer, and the result of an attack."""

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.battle import NOBODY, enemy_in_slot, finish, log_event
from quintain.envs.core.engine.dice import die

from . import tables
from .enums import Ending, Event, Verb

NONE_LEFT = 127


@njit
def is_out(fencer):
    """Whether a fencer has left the strip (B8)."""
    return fencer.touches >= tables.TOUCHES


@njit
def nearest(battle, actor):
    """Paces to the nearest enemy on the strip; lanes do not count (B1)."""
    paces = NONE_LEFT
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and not is_out(battle.fighters[enemy]):
            paces = min(paces, abs(battle.fighters[actor].x - battle.fighters[enemy].x))
    return paces


@njit
def may_step(battle, actor, way):
    """Whether a fencer may go a pace forward (1) or back (-1) (B4)."""
    x = battle.fighters[actor].x + way * (1 - 2 * battle.side[actor])
    is_free = 0 <= x < battle.width and (way < 0 or nearest(battle, actor) > 1)
    return is_free and battle.fighters[actor].tempo >= tables.STEP_COST


@njit
def may_attack(battle, actor, target):
    """Whether a fencer may announce a lunge or a feint (B5)."""
    if target == NOBODY or is_out(battle.fighters[target]):
        return False
    paces = abs(battle.fighters[actor].x - battle.fighters[target].x)
    return paces <= tables.REACH and battle.fighters[actor].tempo >= tables.LUNGE_COST


@njit
def may_parry(fencer):
    """Whether a fencer may parry (B6)."""
    return fencer.tempo >= tables.PARRY_COST and not fencer.is_drawn


@njit
def resolve_attack(battle, is_parried):
    """Both pay; a feint draws out a parry, a lunge may touch, and win (B5, B6, B7, B8)."""
    actor, target = battle.active, battle.target
    if is_parried:
        battle.fighters[target].tempo -= tables.PARRY_COST
    if battle.announced == Verb.FEINT:
        battle.fighters[actor].tempo -= tables.FEINT_COST
        battle.fighters[target].is_drawn = is_parried
        log_event(battle, Event.FEINT, actor, target, is_parried, 0, 0)
    else:
        battle.fighters[actor].tempo -= tables.LUNGE_COST
        needed = tables.PARRIED_HIT if is_parried else tables.OPEN_HIT
        face = die(battle, 6)
        log_event(battle, Event.LUNGE, actor, target, is_parried, needed, face)
        if face >= needed:
            battle.fighters[target].touches += 1
            log_event(battle, Event.TOUCH, actor, target, 0, battle.fighters[target].touches, 0)
    battle.announced, battle.target = Verb.WAIT, NOBODY
    if nearest(battle, actor) == NONE_LEFT:
        finish(battle, battle.side[actor], Ending.SIDE_OUT)
