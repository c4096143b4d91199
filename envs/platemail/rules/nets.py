"""Nets that may be thrown in the phase to come (P112, P122, RP47)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ..tables import ENTRAPS
from .bodies import are_enemies, is_able
from .sight import can_perceive, is_concealed_from
from .targets import is_in_range


@njit
def faces_net(battle, actor, target):
    """Whether the fighter sees an enemy who could throw a net at the target now (P112, RP47)."""
    for enemy in range(battle.num_fighters):
        it = battle.fighters[enemy]
        if not are_enemies(battle, actor, enemy) or not can_perceive(battle, actor, enemy):
            continue
        can_throw = is_able(it) and it.dazed == 0 and ENTRAPS[it.hand] and it.stock > 0
        if can_throw and is_in_range(battle, enemy, target):
            if not is_concealed_from(battle, target, enemy):
                return True
    return False
