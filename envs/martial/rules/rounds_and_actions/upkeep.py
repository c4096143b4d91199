"""The start and the end of a turn (TD2, D39, D62, RD9, RD10, RD12, RD22, RD37)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ....core.engine.dice import die
from ...enums import (
    Attribute,
    Condition,
    Event,
    Life,
    Peril,
)
from ...tables import (
    ACTION_POINTS,
    BASE_REACTIONS,
    CONFUSION_DIE,
    DAZED_POINTS,
    HEAD_WAKE_DC,
    NATURAL_SLOTS,
)
from ..attack_roll.checks import SUCCESS, constitution_check
from ..injuries.bodies import (
    attribute,
    has_constitution,
    is_conscious,
    is_dazed,
    is_stunned,
    is_unconscious,
)
from ..injuries.conditions import log_recovery
from ..injuries.wounds import MOST, become_confused, dying_save, fall_unconscious, wake
from ..stamina import lose

# --- AP and reactions of a turn -------------------------------------------------------------------


@njit
def reactions_of(fighter):
    """Reactions of a turn: 1 and the better of two bonuses (D89, RD22)."""
    strength = attribute(fighter, Attribute.STRENGTH)
    dexterity = attribute(fighter, Attribute.DEXTERITY)
    return BASE_REACTIONS + max(0, max(strength, dexterity))


@njit
def action_points_of(fighter):
    """AP of a turn: 3, 1 of the dazed, none of the stunned and unconscious (D62, RD9)."""
    if not is_conscious(fighter) or is_stunned(fighter):
        return 0
    return DAZED_POINTS if is_dazed(fighter) else ACTION_POINTS


# --- Start of a turn (TD2 a) ----------------------------------------------------------------------


@njit
def end_exposure(battle, actor):
    """End what lasts until the start of the next turn (TD5, D83, D84, RD17)."""
    fighter = battle.fighters[actor]
    fighter.defending = False
    fighter.shield_ready = False
    fighter.exposed = 0
    fighter.tricked = False


@njit
def lose_blood(battle, actor):
    """Bleeding costs Stamina; the unconscious must save (D16, RD12, RD48)."""
    fighter = battle.fighters[actor]
    points = fighter.bleed
    if points <= 0 or not has_constitution(fighter):
        return
    was_unconscious = is_unconscious(fighter)
    log_event(battle, Event.BLEEDS, actor, NOBODY, fighter.exhaustion, points, fighter.stamina)
    lose(battle, actor, points)
    if was_unconscious:
        dying_save(battle, actor)


@njit
def try_to_wake(battle, actor):
    """A fighter who was knocked out may wake at the start of its turn (D39, RD49).

    It falls unconscious from exhaustion if no exhaustion points are left.
    """
    fighter = battle.fighters[actor]
    if fighter.life != Life.KNOCKED_OUT:
        return
    fighter.asleep_turns = min(MOST, fighter.asleep_turns + 1)
    if constitution_check(battle, actor, HEAD_WAKE_DC, Peril.SLEEP) != SUCCESS:
        return
    if fighter.exhaustion > 0:
        wake(battle, actor)
    else:
        fall_unconscious(battle, actor, Life.EXHAUSTION)


@njit
def start_turn(battle, actor):
    """Start of a turn: end exposure, bleed, wake, refresh AP and reactions (TD2, D4)."""
    fighter = battle.fighters[actor]
    end_exposure(battle, actor)
    fighter.acted = True
    lose_blood(battle, actor)
    try_to_wake(battle, actor)
    fighter.reactions = reactions_of(fighter)
    fighter.action_points = action_points_of(fighter)
    fighter.used = 0
    fighter.attacks = 0


@njit
def roll_confusion(battle, actor):
    """The d4 of a confused turn, 0 for a fighter who is not confused or cannot act (RD10)."""
    fighter = battle.fighters[actor]
    if not fighter.confused or not is_conscious(fighter) or is_stunned(fighter):
        return 0
    face = die(battle, CONFUSION_DIE)
    log_event(battle, Event.CONDITION, actor, NOBODY, Condition.CONFUSED, face, 0)
    return face


# --- End of a turn (TD2 c, RD37) ------------------------------------------------------------------


@njit
def end_turn(battle, actor):
    """End of a turn: daze, stun and disabled weapons run down (RD37, D48)."""
    fighter = battle.fighters[actor]
    fighter.action_points = 0
    if fighter.dazed > 0:
        fighter.dazed -= 1
        if fighter.dazed == 0:
            log_recovery(battle, actor, Condition.DAZED)
    if fighter.stunned > 0:
        fighter.stunned -= 1
        if fighter.stunned == 0:
            log_recovery(battle, actor, Condition.STUNNED)
    for slot in range(NATURAL_SLOTS):
        if fighter.disabled[slot] > 0:
            fighter.disabled[slot] -= 1
    become_confused(battle, actor)
