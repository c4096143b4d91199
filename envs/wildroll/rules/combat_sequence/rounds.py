"""The start and the end of a round, and durations (W61, W65, TW1, TW7)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Event,
)
from ..common_actions.spells import end_shield
from ..health.bodies import is_dead, is_helpless
from ..health.conditions import suffer_bleeding, suffer_burning, suffer_poison
from ..health.healing import death_check
from .points import gain_at_round_start
from .post_action import update_derived_state

# --- The start (TW1) ------------------------------------------------------------------------------


@njit
def start_round(battle):
    """Every fighter gains AP, and no one has had a turn (TW1, RW16)."""
    log_event(battle, Event.ROUND, NOBODY, NOBODY, 0, battle.round_number, 0)
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        fighter.acted = False
        fighter.tie_roll = 0
        gain_at_round_start(battle, actor)


# --- Durations (W61, RW19, W72) -------------------------------------------------------------------


@njit
def oldest_ending(battle):
    """The oldest effect in its last round, as 2 x fighter, 1 more of a shield; -1 none (W61)."""
    oldest, found = 0, NOBODY
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if fighter.helpless_rounds == 1 and (found == NOBODY or fighter.helpless_since < oldest):
            oldest, found = fighter.helpless_since, 2 * actor
        if fighter.shield_rounds == 1 and (found == NOBODY or fighter.shield_since < oldest):
            oldest, found = fighter.shield_since, 2 * actor + 1
    return found


@njit
def end_effects(battle):
    """Effects whose last round this was end, the one that has lasted longest first (W61)."""
    for _ in range(2 * battle.num_fighters):
        ending = oldest_ending(battle)
        if ending == NOBODY:
            return
        actor = ending // 2
        if ending % 2 == 1:
            end_shield(battle, actor)
        else:
            recover(battle, actor)


@njit
def recover(battle, actor):
    """A fighter who was knocked helpless can act again, unless something else fells it (W72)."""
    battle.fighters[actor].helpless_rounds = 0
    if not is_helpless(battle.fighters[actor]):
        log_event(battle, Event.HELPLESS, actor, NOBODY, 0, 0, 0)


@njit
def one_less(rounds):
    """Rounds that are left after one more, never below 0."""
    return max(0, rounds - 1)


@njit
def expire(battle):
    """A round of every effect is over; Dash, Harry and Distract last no longer (W61, W79, W87)."""
    end_effects(battle)
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        fighter.helpless_rounds = one_less(fighter.helpless_rounds)
        fighter.shield_rounds = one_less(fighter.shield_rounds)
        fighter.dash = 0
        fighter.dash_rate = 0
        fighter.harried = 0
        fighter.harried_by = 0
        fighter.distracted = 0


# --- The end (W65, TW7) ---------------------------------------------------------------------------


@njit
def lose_movement(battle):
    """Movement points that were not used are lost, those of a Drag too (W65, W90)."""
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        fighter.move_quarters = 0
        fighter.move_used = 0
        fighter.drag_points = 0


@njit
def suffer_conditions(battle):
    """The living bleed, burn and are poisoned, one after another (TW7, RW12)."""
    for actor in range(battle.num_fighters):
        if not is_dead(battle.fighters[actor]):
            suffer_bleeding(battle, actor)
            suffer_burning(battle, actor)
            suffer_poison(battle, actor)


@njit
def end_round(battle):
    """Conditions, the dying, expiries, unused movement, in this order (TW7)."""
    suffer_conditions(battle)
    for actor in range(battle.num_fighters):
        death_check(battle, actor)
    expire(battle)
    lose_movement(battle)
    update_derived_state(battle)
