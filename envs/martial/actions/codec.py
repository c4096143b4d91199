"""Actions in words: verbs, decoding and encoding; `actions/describe.py` has a sentence for each.

An action is a verb with what it is about (a direction, a hand, a weapon, a part, a number, a
maneuver) and, for some, the slot of an enemy or an ally.
"""

from __future__ import annotations

from ...core.engine.action_table import Wording, arguments_in_words
from ...core.text.narration import COMPASS
from ..enums import (
    Verb,
)
from ..state import NATURAL_SLOTS
from ..tables import MANEUVER_NAMES
from .table import (
    ARGUMENTS,
    FIRST_ARGUMENT,
    POWER_CHOICES,
    RECKLESS_CHOICES,
    TABLE,
)

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


ABOUT_WHAT: dict[tuple[int, ...], tuple[str, ...]] = {
    (Verb.STEP, Verb.MOVE, Verb.DIRECTION): COMPASS,
    (Verb.STOW, Verb.DROP, Verb.PARRY, Verb.THROW): HANDS_IN_WORDS,
    (Verb.STRIKE, Verb.LUNGE, Verb.CHARGE): SLOTS_IN_WORDS,
    (Verb.MANEUVER,): MANEUVER_NAMES,
    (Verb.RIDERS,): tuple(map(_riders, range(1, POWER_CHOICES * RECKLESS_CHOICES))),
}
"""Words for what verbs are about; the arguments of all others are numbers."""

ABOUT = arguments_in_words(ARGUMENTS, FIRST_ARGUMENT, ABOUT_WHAT)
WORDING = Wording(TABLE, VERBS, ABOUT)
decode, encode = WORDING.decode, WORDING.encode
