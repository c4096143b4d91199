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
from ...navigation.path_cursor import NOWHERE, goer_of, hex_ahead, next_hex
from ...state import (
    NO_FRAME,
    WEAPON_SLOTS,
)
from ...tables import WEAPON_REACH
from ..combat_sequence.action_stack import frame_below, top_frame
from ..combat_sequence.costs import cost_of
from ..combat_sequence.points import can_pay
from ..combat_sequence.reactions import may_react, next_to_ask
from ..combat_sequence.windows import open_window
from ..common_actions.items import is_melee_slot, longest_reach, weapon_in
from ..flanking.lines import is_line_clear
from ..grappling.grapples import grappling_group
from ..health.bodies import enemies_of
from ..movement.spaces import gap, gap_from
from .attacks import is_target, reaches


@njit
def is_too_close(battle, actor, mover, place, reach):
    """Whether a hex is closer than an optimal reach, and than the mover is now (W74, RW8)."""
    if reach < 1 or place == NOWHERE:
        return False
    then = gap_from(battle, mover, place % COLUMNS, place // COLUMNS, actor)
    return then < reach and then < gap(battle, mover, actor)


@njit
def comes_too_close(battle, actor, mover, reach):
    """Whether a fighter is about to come closer than an optimal reach (W74, RW8).

    A jump comes through all its hexes.
    """
    frame = top_frame(battle)
    if frame.act != Act.JUMP:
        return is_too_close(battle, actor, mover, next_hex(battle, frame), reach)
    for yard in range(1, frame.yards + 1):
        place = hex_ahead(battle, mover, frame.side, yard)
        if is_too_close(battle, actor, mover, place, reach):
            return True
    return False


@njit
def reaches_jump(battle, frame, actor, slot):
    """Whether a weapon reaches any hex of a jump, with a line of sight (W74, RW32, H22)."""
    if frame.act != Act.JUMP:
        return False
    fighter, mover = battle.fighters[actor], frame.actor
    reach = WEAPON_REACH[weapon_in(fighter, slot)]
    for yard in range(1, frame.yards + 1):
        place = hex_ahead(battle, mover, frame.side, yard)
        x, y = place % COLUMNS, place // COLUMNS
        hexes = gap_from(battle, mover, x, y, actor)
        if hexes <= reach and (hexes <= 0 or is_line_clear(battle, fighter.x, fighter.y, x, y)):
            return True
    return False


@njit
def may_rebuff(battle, actor, mover, slot):
    """Whether a fighter may rebuff, with a weapon, one about to go a yard (W74, RW28).

    Not those whom it drags along: they come no closer.
    Whether it has been asked in this approach already is for `ask_rebuffer`.
    """
    if top_frame(battle).act == Act.SHOVE or not is_target(battle, actor, mover):
        return False
    if not is_melee_slot(battle.fighters[actor], slot) or not may_react(battle, actor):
        return False
    reach = WEAPON_REACH[weapon_in(battle.fighters[actor], slot)]
    if not comes_too_close(battle, actor, mover, reach):
        return False
    if not can_pay(battle, actor, cost_of(battle, actor, Act.REBUFF, slot)):
        return False
    if (grappling_group(battle, mover) >> actor) & 1 == 1:
        return False
    return reaches(battle, actor, mover, slot) or reaches_jump(
        battle, top_frame(battle), actor, slot
    )


@njit
def may_attack_mover(battle, actor, mover, slot):
    """Whether a declared Rebuff reaches the mover, where it is or in its jump (W74, H7)."""
    if not is_target(battle, actor, mover):
        return False
    if reaches(battle, actor, mover, slot):
        return True
    below = frame_below(battle)
    return below != NO_FRAME and reaches_jump(battle, battle.frames[below], actor, slot)


@njit
def can_rebuff(battle, actor, mover):
    """Whether a fighter has any weapon for a Rebuff (W74)."""
    if not is_target(battle, actor, mover):
        return False
    if not comes_too_close(battle, actor, mover, longest_reach(battle.fighters[actor])):
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
