"""Actions in words: verbs, decoding and encoding; `actions/describe.py` has a sentence for each.

An action is a verb with what it is about (a side of the hex, a hand, a weapon, a level of wounds, a
number, ...) and, for some, the slot of an enemy or an ally.
"""

from __future__ import annotations

from typing import Any

from ...core.engine.action_table import Wording, arguments_in_words
from ...core.text.narration import HEX_COMPASS
from ..enums import (
    Condition,
    Defence,
    Level,
    Posture,
    Verb,
)
from ..state import HANDS, PACK
from ..tables import DEED_NAMES, JUMP_LEAST, NATURAL_SLOTS, READIABLE
from .table import (
    ARGUMENTS,
    FIRST_ARGUMENT,
    JUMPS,
    SIDES,
    TABLE,
)

# --- Verbs ----------------------------------------------------------------------------------------

CALLED = {
    Verb.TO_ITEM: "move_to_item",
    Verb.TO_GROUND: "move_to_ground",
    Verb.TOWARD: "move_toward",
    Verb.TO_REACH: "move_to_reach",
    Verb.AWAY: "move_away",
    Verb.FLANK: "move_to_flank",
    Verb.COVER: "move_to_cover",
    Verb.TO_ALLY: "move_to_ally",
}
"""Ways by goal; all other verbs bear their own names."""
VERBS = tuple(CALLED.get(verb, verb.name.lower()) for verb in Verb)
"""One verb per kind of action, in the order of the ids."""


def _lower(*members: Any) -> tuple[str, ...]:
    return tuple(member.name.lower() for member in members)


HANDS_IN_WORDS = ("main_hand", "off_hand")
NATURAL_IN_WORDS = tuple(f"natural_{number + 1}" for number in range(NATURAL_SLOTS))
SLOTS_IN_WORDS = HANDS_IN_WORDS + NATURAL_IN_WORDS
PLACES_IN_WORDS = ("scabbard_1", "scabbard_2", "pouch", "sack")
"""The places of the pack (W81)."""
LEVELS_IN_WORDS = _lower(*Level)[Level.LIGHT : Level.DEATH]
CONDITIONS_IN_WORDS = _lower(*Condition)
DEFENCES_IN_WORDS = _lower(*Defence)[Defence.POWER :]
"""What Defend can put in the place of Melee and Ranged Defense (W78)."""
MERCIES_IN_WORDS = ("unconscious", "helpless")
READIABLE_IN_WORDS = tuple(DEED_NAMES[deed] for deed in READIABLE)
JUMPS_IN_WORDS = tuple(
    f"{side}_{yards}" for side in HEX_COMPASS for yards in range(JUMP_LEAST, JUMP_LEAST + JUMPS)
)

ABOUT_WHAT: dict[tuple[int, ...], tuple[str, ...]] = {
    (Verb.PUSH, Verb.STEP, Verb.DOOR): HEX_COMPASS,
    (Verb.STOW, Verb.DROP, Verb.DISARM): HANDS_IN_WORDS,
    (Verb.REBUFF, Verb.QUICK, Verb.STANDARD, Verb.STRONG, Verb.NONLETHAL): SLOTS_IN_WORDS,
    (Verb.COMMAND,): NATURAL_IN_WORDS,
    (Verb.RETRIEVE,): PLACES_IN_WORDS,
    (Verb.LEVEL, Verb.HEAL_SELF, Verb.TREAT_SELF, Verb.HEAL, Verb.TREAT_WOUND): LEVELS_IN_WORDS,
    (Verb.TREAT_OWN_CONDITION, Verb.TREAT_CONDITION): CONDITIONS_IN_WORDS,
    (Verb.DEFENCE,): DEFENCES_IN_WORDS,
    (Verb.MERCY,): MERCIES_IN_WORDS,
    (Verb.READY,): READIABLE_IN_WORDS,
    (Verb.POSTURE,): _lower(*Posture),
    (Verb.JUMP,): JUMPS_IN_WORDS,
}
"""Words for what verbs are about; the arguments of all others are numbers."""
assert len(HEX_COMPASS) == SIDES
assert len(PLACES_IN_WORDS) == PACK
assert len(HANDS_IN_WORDS) == HANDS

ABOUT = arguments_in_words(ARGUMENTS, FIRST_ARGUMENT, ABOUT_WHAT)
WORDING = Wording(TABLE, VERBS, ABOUT)
decode, encode = WORDING.decode, WORDING.encode
