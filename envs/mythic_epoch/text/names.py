"""Names of fighters, weapons and actions, and the rows of each action."""

from __future__ import annotations

import numpy as np

from ...core.maps.square_grid import COMPASS
from ...core.text.narration import full_names, in_words, names_of_cast
from ..actions.table import TABLE
from ..enums import Act, Ending, Status
from ..rules.checks import blade
from ..rules.equipment import nearest_weapon
from ..tables import CAST, NO_WEAPON, WEAPON_NAMES

STATUS_NAMES = {status: in_words(status.name.lower()).title() for status in Status}
"""The statuses by the names of the book: `On Guard`."""

PHRASES = {
    **{Act(entry.declares): entry.phrase for entry in reversed(TABLE.entries) if entry.declares},
    Act.MOVE: "sets out to move",
}
"""The phrase that announces each combat action; `describe` uses the same."""

TITLES = {
    **{act: in_words(act.name.lower()).title() for act in Act},
    Act.COUNTER_ATTACK: "Counter-Attack",
    Act.UNARMED_COUNTER_ATTACK: "Unarmed Counter-Attack",
    Act.COUNTER_FIRE: "Counter-Fire",
    Act.PARRY_TO_BIND: "Parry to bind",
    Act.CT_COUNTER_ATTACK: "Counter-Tempo Counter-Attack",
    Act.CT_PARRY: "Counter-Tempo Parry",
    Act.FEINT_COUNTER_ATTACK: "Counter-Attack",
}
"""The combat actions by the names of the book."""
ANSWERABLE = (
    Act.MELEE_ATTACK,
    Act.FEINT,
    Act.UNARMED_ATTACK,
    Act.RANGED_ATTACK,
    Act.DISARM,
    Act.GRAPPLE,
    Act.PRESS,
    Act.UNARMED_PRESS,
    Act.WITHDRAW,
    Act.ESCAPE,
    Act.PIN,
)
"""Actions that the target alone may answer."""
ENDINGS = {
    Ending.BOTH_SIDES_DOWN: "Nobody is left standing: the battle is a draw",
    Ending.SIDE_DOWN: "{winner} wins: every opponent is out of action",
    Ending.ROUND_LIMIT: "The rounds are over: the battle is a draw",
}

ACT_ROWS = {
    Act.AIM: ("M17", "RM36"),
    Act.MOVE: ("M18", "RM33"),
    Act.COMBAT_MOVE: ("M20", "RM34"),
    Act.DISARM: ("M21",),
    Act.ESCAPE: ("M22", "RM11"),
    Act.FEINT: ("M23", "RM16"),
    Act.GRAPPLE: ("M24",),
    Act.MELEE_ATTACK: ("M25",),
    Act.PIN: ("M26", "RM7"),
    Act.PRESS: ("M27",),
    Act.UNARMED_PRESS: ("M27", "RM35"),
    Act.RANGED_ATTACK: ("M28",),
    Act.READY: ("M29",),
    Act.UNARMED_ATTACK: ("M30",),
    Act.WITHDRAW: ("M31",),
    Act.RELOAD: ("RM9",),
    Act.DRAW_WEAPON: ("RM27",),
    Act.PICK_UP_WEAPON: ("RM27",),
    Act.COUNTER_ATTACK: ("M32",),
    Act.UNARMED_COUNTER_ATTACK: ("M32", "RM35"),
    Act.COUNTER_FIRE: ("M33",),
    Act.DODGE: ("M34", "RM17"),
    Act.DOUBLE: ("M35",),
    Act.UNARMED_DOUBLE: ("M35", "RM35"),
    Act.EVADE: ("M36",),
    Act.PARRY: ("M37",),
    Act.PARRY_TO_BIND: ("M37", "RM38"),
    Act.RETREAT: ("M38", "RM34"),
    Act.STRUGGLE: ("M39",),
    Act.WIND: ("M40",),
    Act.CT_COUNTER_ATTACK: ("M41",),
    Act.CT_PARRY: ("M42",),
    Act.FEINT_COUNTER_ATTACK: ("M23", "RM16"),
    Act.RECOVER_STAMINA: ("M43", "M44", "RM5"),
}


def weapon_name(weapon: int) -> str:
    """A weapon in words; the bare hand and none have names too."""
    if weapon == NO_WEAPON:
        return "other weapon"
    name = in_words(WEAPON_NAMES[weapon])
    return "bare hand" if name == "unarmed" else name


def direction_name(direction: int) -> str:
    """A direction in words: `north-east`."""
    return COMPASS[direction]


CALLED = names_of_cast(CAST)
"""The names of the entries of the cast."""


def fighter_names(battle: np.record) -> list[str]:
    """The fighters' names by number: `the red swordsman`, `the blue archer 2`."""
    return full_names(battle, CALLED)


def things(battle: np.record, actor: int) -> dict[str, str]:
    """The names that a phrase needs for weapons: `hand`, `blade`, `carried`, `ground`."""
    fighter = battle.fighters[actor]
    item = nearest_weapon(battle, actor)
    return {
        "blade": weapon_name(blade(fighter)),
        "hand": weapon_name(fighter.hand),
        "carried": weapon_name(fighter.carried),
        "ground": weapon_name(battle.ground_weapon[item] if item >= 0 else NO_WEAPON),
    }


def phrase_of(battle: np.record, actor: int, act: int, target: str) -> str:
    """The phrase of an action, without its subject: `attacks Blue with the sword`.

    Args:
        battle: the battle; weapons are named as they are held now.
        actor: the fighter that acts.
        act: an `Act`.
        target: the name of its target.
    """
    return PHRASES[Act(act)].format(target=target, **things(battle, actor))
