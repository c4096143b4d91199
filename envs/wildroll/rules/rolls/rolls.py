"""The dice of checks, and wild rolls with their critical successes and failures (RW1, RW2)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ....core.engine.dice import die
from ...enums import Event
from ...tables import DICE_COUNT, DICE_SIDES, FAILURE_TO, MORE_SIDES, SUCCESS_FROM

# --- Criticals (RW2) ------------------------------------------------------------------------------


@njit
def is_critical_success(natural):
    """Whether the dice of a wild roll are a critical success (RW2)."""
    return natural >= SUCCESS_FROM


@njit
def is_critical_failure(natural):
    """Whether the dice of a wild roll are a critical failure (RW2)."""
    return natural <= FAILURE_TO


@njit
def succeeds(total, number):
    """Whether a roll reaches its number: equal is enough (W18, RW18, RW23)."""
    return total >= number


# --- Rolling (RW1, RW2) ---------------------------------------------------------------------------


@njit
def roll_dice(battle):
    """The sum of the dice of a check, 3d6 unless `dice.yaml` says otherwise (RW1)."""
    total = 0
    for _ in range(DICE_COUNT):
        total += die(battle, DICE_SIDES)
    return total


@njit
def roll_more(battle, natural):
    """Extra die of a critical roll, 0 without one (RW2)."""
    if is_critical_success(natural):
        return die(battle, MORE_SIDES)
    if is_critical_failure(natural):
        return -die(battle, MORE_SIDES)
    return 0


@njit
def ordinary_roll(battle, modifier):
    """Result of an ordinary check: the dice and the modifier, no criticals (RW1, RW2)."""
    return roll_dice(battle) + modifier


@njit
def wild_roll(battle, actor, modifier):
    """The dice of a wild check, and its result (W17, W20, RW2)."""
    natural = roll_dice(battle)
    more = roll_more(battle, natural)
    if more != 0:
        log_event(battle, Event.MORE, actor, NOBODY, 0, more, 0)
    return natural, natural + more + modifier


@njit
def roll_wild(battle, frame, modifier):
    """Roll a wild check and note its dice and its result in the frame (W17, RW2)."""
    frame.natural, frame.total = wild_roll(battle, frame.actor, modifier)
