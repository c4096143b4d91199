"""Rebuff: attack an enemy who enters your reach (W74, RW8, RW28, H13)."""

from __future__ import annotations

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY
from ....core.maps.square_grid import COLUMNS
from ...enums import (
    Act,
    Window,
)
from ...navigation.path_cursor import NOWHERE, goer_of, next_hex
from ...state import (
    WEAPON_SLOTS,
)
from ...tables import WEAPON_REACH
from ..combat_sequence.action_stack import top_frame
from ..combat_sequence.costs import cost_of
from ..combat_sequence.points import can_pay
from ..combat_sequence.reactions import may_react, next_to_ask
from ..combat_sequence.windows import open_window
from ..common_actions.items import is_melee_slot, longest_reach, weapon_in
from ..grappling.grapples import grappling_group
from ..health.bodies import enemies_of
from ..movement.spaces import gap, gap_from
from .attacks import is_target, reaches


@njit
def comes_too_close(battle, actor, mover, place, reach):
    """Whether a fighter is about to come closer than an optimal reach (W74, RW8)."""
    if reach < 1 or place == NOWHERE:
        return False
    then = gap_from(battle, mover, place % COLUMNS, place // COLUMNS, actor)
    return then < reach and then < gap(battle, mover, actor)


@njit
def may_rebuff(battle, actor, mover, slot):
    """Whether a fighter may rebuff, with a weapon, one about to go a yard (W74, RW28).

    Not those whom it drags along: they come no closer.
    Whether it has been asked in this approach already is for `ask_rebuffer`.
    """
    frame = top_frame(battle)
    if frame.act == Act.SHOVE or not is_target(battle, actor, mover):
        return False
    if not is_melee_slot(battle.fighters[actor], slot) or not may_react(battle, actor):
        return False
    reach = WEAPON_REACH[weapon_in(battle.fighters[actor], slot)]
    if not comes_too_close(battle, actor, mover, next_hex(battle, frame), reach):
        return False
    if not can_pay(battle, actor, cost_of(battle, actor, Act.REBUFF, slot)):
        return False
    if (grappling_group(battle, mover) >> actor) & 1 == 1:
        return False
    return reaches(battle, actor, mover, slot)


@njit
def can_rebuff(battle, actor, mover):
    """Whether a fighter has any weapon for a Rebuff (W74)."""
    reach, place = longest_reach(battle.fighters[actor]), next_hex(battle, top_frame(battle))
    if not is_target(battle, actor, mover):
        return False
    if not comes_too_close(battle, actor, mover, place, reach):
        return False
    for slot in range(WEAPON_SLOTS):
        if may_rebuff(battle, actor, mover, slot):
            return True
    return False


@njit
def ask_rebuffer(battle):
    """Ask the next fighter who may rebuff this approach (RW28, H13, XW3).

    Returns:
        Whether a fighter is asked; if not, the yard may be gone.
    """
    frame = top_frame(battle)
    mover = goer_of(frame)
    fighter = battle.fighters[mover]
    asked = fighter.rebuffed_by
    others, mask = enemies_of(battle, mover) & ~asked, 0
    while others != 0:
        actor = lowest_bit(others)
        others &= others - 1
        if can_rebuff(battle, actor, mover):
            mask |= 1 << actor
    actor = next_to_ask(battle, mask)
    if actor == NOBODY:
        return False
    fighter.rebuffed_by = asked | (1 << actor)
    open_window(battle, actor, Window.REBUFF)
    return True
