"""Help that may have an effect in the phase to come: Stabilize, Rescue, Mend, cutting nets (P7).

A verb is open if somebody may still come, or be carried, to where it has an effect. Nothing here
asks what others have ordered.
"""

from __future__ import annotations

from ...core.compiler.compile import njit
from ..enums import Life, Spell
from ..tables import ENTRAPS, MOVE_STEPS
from .bodies import are_enemies, has_free_hand, is_able, is_entrapped, lost_actions
from .rescue import can_bring, is_short_haul
from .sight import can_perceive, gap, is_concealed_from, is_unaware
from .support import can_stabilize
from .targets import is_in_range, is_in_spell_range
from .verbs import MEND_ENEMY, NO_VERBS, RESCUE_ENEMY, STABILIZE_ENEMY

ARRIVAL = 6
"""Squares beyond melee range from which a fighter may still arrive in the phase."""

# --- Stabilize, Rescue and Mend (P48, P81, P82, RP42) ---------------------------------------------


@njit
def is_out_of_sight(battle, actor, other):
    """Whether it is an enemy behind a wall: his state and his burden are not seen (XP4)."""
    return are_enemies(battle, actor, other) and is_concealed_from(battle, other, actor)


@njit
def may_bring(battle, carrier, burden, healer):
    """Whether a fighter may carry another to the healer, as far as he can see (P81, RP42, XP4)."""
    if is_unaware(battle, healer, carrier):
        return False
    if is_out_of_sight(battle, healer, carrier) or is_out_of_sight(battle, healer, burden):
        is_able_to = is_able(battle.fighters[carrier])
        return is_able_to and is_short_haul(battle, carrier, burden, healer)
    return can_bring(battle, carrier, burden, healer)


@njit
def may_be_brought(battle, actor, target):
    """Whether somebody of the target's side may carry it to the fighter (P81, RP42)."""
    for other in range(battle.num_fighters):
        if other != actor and other != target and not are_enemies(battle, other, target):
            if may_bring(battle, other, target, actor):
                return True
    return False


@njit
def may_stabilize_now(battle, actor, target):
    """Whether a dying fighter is adjacent, or his own side may carry him there (P81, P82, RP5)."""
    if can_stabilize(battle, actor, target):
        return True
    is_dying = battle.fighters[target].life == Life.FATALLY_WOUNDED
    if target == actor or not (is_dying or is_out_of_sight(battle, actor, target)):
        return False
    return may_be_brought(battle, actor, target)


@njit
def help_for_now(battle, actor, enemy):
    """The verbs that help a fallen enemy in the first phase (P48, P81, P82, RP23, RP42)."""
    verbs = NO_VERBS
    if gap(battle, actor, enemy) <= 1 + MOVE_STEPS:
        verbs = verbs | RESCUE_ENEMY
    if may_stabilize_now(battle, actor, enemy):
        verbs = verbs | STABILIZE_ENEMY
    if battle.fighters[enemy].life == Life.FATALLY_WOUNDED:
        if is_in_spell_range(battle, actor, enemy) and can_perceive(battle, actor, enemy):
            verbs = verbs | MEND_ENEMY
    return verbs


@njit
def menders_of(battle, actor):
    """Number of fighters, himself included, who could release a Mend on one now (P75, RP23)."""
    count = 0
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if are_enemies(battle, other, actor) or it.prepared != Spell.MEND or it.mends <= 0:
            continue
        if lost_actions(it) > 0 or not has_free_hand(it):
            continue
        count += is_in_spell_range(battle, other, actor) and can_perceive(battle, other, actor)
    return count


# --- Nets (P112, P122, RP47) ----------------------------------------------------------------------


@njit
def may_throw_net(battle, actor, enemy):
    """Whether the fighter sees that an enemy could throw a net now (P112)."""
    it = battle.fighters[enemy]
    if not ENTRAPS[it.hand] or it.stock <= 0 or it.dazed != 0 or not is_able(it):
        return False
    return are_enemies(battle, actor, enemy) and can_perceive(battle, actor, enemy)


@njit
def may_net(battle, enemy, target):
    """Whether a net of the enemy would reach a fighter now (P31, P108, P112)."""
    return is_in_range(battle, enemy, target) and not is_concealed_from(battle, target, enemy)


@njit
def faces_net(battle, actor, target):
    """Whether the fighter sees an enemy who could throw a net at the target now (P112, RP47)."""
    for enemy in range(battle.num_fighters):
        if may_throw_net(battle, actor, enemy) and may_net(battle, enemy, target):
            return True
    return False


@njit
def may_take_net(battle, ally, other):
    """Whether an ally may come to take what hits another: as guard, or carried (P71, P81)."""
    if other == ally or are_enemies(battle, ally, other):
        return False
    if battle.fighters[other].life == Life.DEAD:
        return False
    return gap(battle, ally, other) <= 1 + MOVE_STEPS + ARRIVAL


@njit
def may_be_netted(battle, actor, ally):
    """Whether the fighter sees that a net may hit an ally, or one whose hit he may take (RP47)."""
    for enemy in range(battle.num_fighters):
        if not may_throw_net(battle, actor, enemy):
            continue
        for other in range(battle.num_fighters):
            if other == ally or may_take_net(battle, ally, other):
                if may_net(battle, enemy, other):
                    return True
    return False


@njit
def may_free_now(battle, actor, ally):
    """Whether an ally is held or may be netted, and adjacent by the phase's end (P122, RP47)."""
    it = battle.fighters[ally]
    far = gap(battle, actor, ally)
    if is_able(it) and is_entrapped(it):
        return far <= 1 or may_be_brought(battle, actor, ally)
    return is_able(it) and far <= 1 + ARRIVAL and may_be_netted(battle, actor, ally)
