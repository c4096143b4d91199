"""Names of fighters and of what they bear."""

from __future__ import annotations

import numpy as np

from ...core.text.narration import capital, full_names, in_words, names_of_cast
from ..enums import Ending
from ..tables import (
    ARMOUR_NAMES,
    CAST,
    NO_SHIELD,
    NONE,
    SHIELD_NAMES,
    SPELL_NAMES,
    UNARMED,
    WEAPON_NAMES,
)

ENDINGS = {
    Ending.NONE: "The battle is over",
    Ending.BOTH_SIDES_DOWN: "Nobody is left standing: the battle is a draw",
    Ending.SIDE_DOWN: "{winner} wins: every opponent is out of action",
    Ending.WARD_DOWN: "{winner} wins: the other side's ward is down",
    Ending.ROUND_LIMIT: "The rounds are over: the battle is a draw",
    Ending.QUIET: "Nobody has been wounded for many rounds: the battle is a draw",
}
LIMBS = ("", "left leg", "right leg", "left arm", "right arm")
"""By the 1d4 that severs a limb (P105)."""


def weapon_name(weapon: int) -> str:
    """A weapon in words; the bare hand and none have names too."""
    if not 0 <= weapon < len(WEAPON_NAMES):
        return "nothing"
    return "bare hand" if weapon == UNARMED else in_words(WEAPON_NAMES[weapon])


def shield_name(shield: int) -> str:
    """A shield in words: `tower shield`, `no shield`."""
    return "no shield" if shield == NO_SHIELD else in_words(SHIELD_NAMES[shield])


def armour_name(armour: int) -> str:
    """An armour in words: `leather armour`, `chain mail`, `full plate`, `no armour`."""
    name = in_words(ARMOUR_NAMES[armour])
    if name == "none":
        return "no armour"
    return f"{name} armour" if name == "leather" else name


def spell_name(spell: int) -> str:
    """A spell in words, a proper name in the book's manner: `Bolt`."""
    return capital(in_words(SPELL_NAMES[spell]))


def held_name(fighter: np.record) -> str:
    """All that a fighter holds: `sword and buckler`, `two swords`, `bare hands`."""
    things = [weapon_name(fighter.hand)] if fighter.hand != UNARMED else []
    if fighter.second != NONE:
        things.append(weapon_name(fighter.second))
    if len(things) == 2 and things[0] == things[1]:
        things = [f"two {things[0]}s"]
    if fighter.shield != NO_SHIELD:
        things.append(shield_name(fighter.shield))
    return " and ".join(things) or "bare hands"


CALLED = names_of_cast(CAST)
"""The names of the entries of the cast."""


def fighter_names(battle: np.record) -> list[str]:
    """The fighters' names by number: `the red swordsman`, `the blue archer 2`."""
    return full_names(battle, CALLED)
