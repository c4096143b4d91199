"""Harry: hinder an enemy who shoots within reach (W79, RW29, H19)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Act,
    Event,
    Window,
)
from ...tables import ACT_POINTS, NONE
from ..combat_sequence.action_stack import top_frame
from ..combat_sequence.points import can_pay
from ..combat_sequence.reactions import may_react, next_to_ask, note_reaction
from ..combat_sequence.windows import open_window
from ..common_actions.items import longest_reach
from ..health.bodies import are_enemies, reveal
from .attacks import is_within


@njit
def may_harry(battle, actor):
    """Whether a fighter may harry one about to shoot, once a round each (W79, XW1)."""
    frame = top_frame(battle)
    shooter = frame.actor
    if frame.unseen or not are_enemies(battle, actor, shooter) or not may_react(battle, actor):
        return False
    if (battle.fighters[shooter].harried_by >> actor) & 1 == 1:
        return False
    if not can_pay(battle, actor, ACT_POINTS[Act.HARRY]):
        return False
    reach = longest_reach(battle.fighters[actor])
    return reach != NONE and is_within(battle, actor, shooter, reach)


@njit
def ask_harrier(battle):
    """Ask the next fighter who may harry; False: none (W79, RW29, TW4, XW3)."""
    mask = 0
    for actor in range(battle.num_fighters):
        if may_harry(battle, actor):
            mask |= 1 << actor
    actor = next_to_ask(battle, mask)
    if actor == NOBODY:
        return False
    open_window(battle, actor, Window.HARRY)
    return True


@njit
def harry(battle, actor):
    """Harry: every shot of the target in this round is worse, this one too (W79, RW29, H19)."""
    shooter = top_frame(battle).actor
    target = battle.fighters[shooter]
    note_reaction(battle, actor, Act.HARRY, ACT_POINTS[Act.HARRY])
    reveal(battle, actor)
    target.harried += 1
    target.harried_by = target.harried_by | (1 << actor)
    log_event(battle, Event.HARRIED, actor, shooter, 0, 0, 0)
