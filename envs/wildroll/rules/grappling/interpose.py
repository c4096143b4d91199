"""Interpose: putting a fighter one grapples before an attack (W91, RW43)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ...enums import (
    Act,
    Event,
)
from ...tables import ACT_POINTS, INTERPOSE_PENALTY
from ..combat_sequence.action_stack import top_frame
from ..combat_sequence.points import can_pay
from ..combat_sequence.reactions import may_react, note_reaction
from ..defense.defences import higher_of_power_and_agility
from ..health.bodies import is_pinned, reveal
from ..rolls.checks import better_of_power_and_agility, wild_save
from .grapples import holds


@njit
def can_put_before(battle, actor, other):
    """Whether a fighter holds another one than the attacker (W91)."""
    return other != top_frame(battle).actor and holds(battle, actor, other)


@njit
def may_interpose(battle, actor):
    """Whether the target of an attack may put a fighter before it, once an attack (W91, RW43)."""
    frame = top_frame(battle)
    if actor != frame.target or frame.first_target != frame.target or frame.unseen:
        return False
    if not may_react(battle, actor) or not can_pay(battle, actor, ACT_POINTS[Act.INTERPOSE]):
        return False
    for other in range(battle.num_fighters):
        if can_put_before(battle, actor, other):
            return True
    return False


@njit
def interpose_modifier(battle, actor, other):
    """Power or Agility, 2 less unless the grappled one is pinned (W91, H10)."""
    modifier = better_of_power_and_agility(battle.fighters[actor])
    if is_pinned(battle.fighters[other]):
        return modifier
    return modifier - INTERPOSE_PENALTY


@njit
def interpose(battle, actor, other):
    """Interpose: a check makes the grappled one the target, in the space of the first (W91)."""
    note_reaction(battle, actor, Act.INTERPOSE, ACT_POINTS[Act.INTERPOSE])
    reveal(battle, actor)
    log_event(battle, Event.REACTS, actor, other, Act.INTERPOSE, 0, 0)
    number = higher_of_power_and_agility(battle, actor, other)
    if wild_save(battle, actor, interpose_modifier(battle, actor, other), number):
        top_frame(battle).target = other
        log_event(battle, Event.INTERPOSES, actor, other, 0, 0, 0)
