"""Actions in words: verbs, decoding and encoding; `deeds.py` has a sentence for each.

An action is a verb with what it is about (a direction, a hand, a weapon, a part, a number, a
maneuver) and, for some, the slot of an enemy or an ally.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.battle import MAX_SIDE
from ..core.system import nearest
from ..core.telling import COMPASS
from .action_ids import (
    ARGUMENTS,
    FIRST_ARGUMENT,
    FIRST_WITH_SLOT,
    RECKLESS_CHOICES,
    Verb,
    action_id,
    argument_of,
    num_actions,
    slot_in,
    verb_of,
)
from .state import NATURAL_SLOTS
from .tables import MANEUVER_NAMES

# --- Verbs ----------------------------------------------------------------------------------------

CALLED = {
    Verb.TO_WEAPON: "move_to_weapon",
    Verb.TOWARD: "move_toward",
    Verb.TO_REACH: "move_to_reach",
    Verb.AWAY: "move_away",
    Verb.FLANK: "move_to_flank",
    Verb.COVER: "move_to_cover",
    Verb.TO_ALLY: "move_to_ally",
}
"""Ways of the Move action; all other verbs bear their own names."""
VERBS = tuple(CALLED.get(verb, verb.name.lower()) for verb in Verb)
"""One verb per kind of action, in the order of the ids."""

HANDS_IN_WORDS = ("main_hand", "off_hand")
SLOTS_IN_WORDS = (*HANDS_IN_WORDS, *(f"natural_{number + 1}" for number in range(NATURAL_SLOTS)))


def _riders(both: int) -> str:
    """Riders as one word: `power_2`, `reckless_1`, `power_2_reckless_1` (D73, D74)."""
    power, reckless = divmod(both, RECKLESS_CHOICES)
    parts = [f"power_{power}"] if power else []
    return "_".join([*parts, f"reckless_{reckless}"] if reckless else parts)


def _about(verb: Verb) -> tuple[Any, ...]:
    """What the actions of a verb are about, in the order of their ids; empty if of nothing."""
    first, count = int(FIRST_ARGUMENT[verb]), int(ARGUMENTS[verb])
    if verb in (Verb.STEP, Verb.MOVE, Verb.DIRECTION):
        return COMPASS
    if verb in (Verb.STOW, Verb.DROP, Verb.PARRY, Verb.THROW):
        return HANDS_IN_WORDS
    if verb in (Verb.STRIKE, Verb.LUNGE, Verb.CHARGE):
        return SLOTS_IN_WORDS
    if verb == Verb.MANEUVER:
        return MANEUVER_NAMES
    if verb == Verb.RIDERS:
        return tuple(_riders(both) for both in range(first, first + count))
    return tuple(range(first, first + count)) if count > 1 else ()


ABOUT = tuple(_about(verb) for verb in Verb)


def decode(action: int, max_side: int) -> dict[str, Any]:
    """An action as a mapping.

    Args:
        action: 0 to `num_actions(max_side)` - 1.
        max_side: slots a side, 1 to 6.

    Returns:
        `{"verb": one of VERBS, "about": a direction, hand, weapon, maneuver, riders or number, or
        None, "target": slot or None}`.

    Raises:
        ValueError: no such action: "action must be between 0 and ..., got ...".
    """
    _check_sides(max_side)
    if not 0 <= action < num_actions(max_side):
        raise ValueError(f"action must be between 0 and {num_actions(max_side) - 1}, got {action}")
    verb, slot = int(verb_of(action)), int(slot_in(action))
    place = int(argument_of(action)) - int(FIRST_ARGUMENT[verb])
    about = ABOUT[verb][place] if ABOUT[verb] else None
    return {"verb": VERBS[verb], "about": about, "target": None if slot < 0 else slot}


def encode(choice: dict[str, Any], max_side: int) -> int:
    """The action that a mapping names, the inverse of `decode`.

    Args:
        choice: `{"verb": ..., "about": ..., "target": ...}`; what a verb does not need may be left
            out or None.
        max_side: slots a side, 1 to 6.

    Raises:
        ValueError: one sentence with the value and what would be right.
    """
    _check_sides(max_side)
    for key in choice:
        if key not in ("verb", "about", "target"):
            raise ValueError(f"an action has verb, about and target, got the key {key!r}")
    name, about, target = (choice.get(key) for key in ("verb", "about", "target"))
    if name not in VERBS:
        raise ValueError(f"no verb {name!r}: {nearest(str(name), list(VERBS))}")
    verb = VERBS.index(name)
    if verb < FIRST_WITH_SLOT and target is not None:
        raise ValueError(f"{name} takes no target, got {target!r}")
    argument = _argument(verb, about)
    slot = _slot(name, target, max_side) if verb >= FIRST_WITH_SLOT else -1
    return int(action_id(verb, argument, slot))


def _check_sides(max_side: int) -> None:
    if not 1 <= max_side <= MAX_SIDE:
        raise ValueError(f"max_side must be between 1 and {MAX_SIDE}, got {max_side}")


def _argument(verb: int, about: Any) -> int:
    valid = ABOUT[verb]
    if not valid:
        if about is not None:
            raise ValueError(f"{VERBS[verb]} is about nothing, got {about!r}")
        return int(FIRST_ARGUMENT[verb])
    if about not in valid or isinstance(about, bool):
        hint = nearest(str(about), [str(one) for one in valid])
        raise ValueError(f"{VERBS[verb]} must say what it is about, got {about!r}: {hint}")
    return int(FIRST_ARGUMENT[verb]) + valid.index(about)


def _slot(name: str, target: Any, max_side: int) -> int:
    is_slot = isinstance(target, int | np.integer) and not isinstance(target, bool)
    if not is_slot or not 0 <= target < max_side:
        raise ValueError(f"{name} needs a target slot between 0 and {max_side - 1}, got {target!r}")
    return int(target)
