"""Names of fighters, weapons and deeds, and the rows of each deed: for words, narrate and scene."""

from __future__ import annotations

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import direction, distance
from ...core.text.narration import COMPASS, full_names, names_of_cast
from ...core.text.narration import short_names as names_in_short
from ..actions.table import TABLE
from ..enums import (
    Act,
    Ending,
    Status,
)
from ..rules.checks import blade, is_out
from ..rules.equipment import nearest_weapon
from ..tables import (
    CAST,
    NO_WEAPON,
    WEAPON_NAMES,
)

Square = tuple[int, int]

STATUS_NAMES = {
    Status.OFF_GUARD: "Off Guard",
    Status.ON_GUARD: "On Guard",
    Status.BOUND: "Bound",
    Status.GRAPPLED: "Grappled",
    Status.PINNED: "Pinned",
}

DEEDS = {
    **{Act(action.declares): action.phrase for action in TABLE.actions if action.declares},
    Act.MOVE: "moves",
}
"""What the fighter does, as it is announced: also the wording of `describe`."""

REACTIONS = {
    Act.COUNTER_ATTACK: "counter-attacks",
    Act.UNARMED_COUNTER_ATTACK: "counter-attacks with the bare hand",
    Act.COUNTER_FIRE: "fires back",
    Act.DODGE: "dodges",
    Act.DOUBLE: "doubles, giving up the bind",
    Act.UNARMED_DOUBLE: "doubles with the bare hand, giving up the bind",
    Act.EVADE: "evades",
    Act.PARRY: "parries",
    Act.PARRY_TO_BIND: "parries to bind",
    Act.RETREAT: "retreats",
    Act.STRUGGLE: "struggles",
    Act.WIND: "winds",
}
REPLACEMENTS = {
    Act.CT_COUNTER_ATTACK: "{actor} has seen it coming and counter-attacks in counter-tempo",
    Act.CT_PARRY: "{actor} has seen it coming and parries in counter-tempo",
    Act.FEINT_COUNTER_ATTACK: "The attack was a feint: {actor} slips past the parry with a "
    "counter-attack",
}
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
    Ending.SIDE_DOWN: "{winner} wins: none of the other side is able to act",
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
    name = WEAPON_NAMES[weapon].replace("_", " ")
    return "bare hand" if name == "unarmed" else name


def direction_name(direction: int) -> str:
    """A direction in words: `north-east`."""
    return COMPASS[direction]


CALLED = names_of_cast(CAST)
"""What the entries of the cast are called."""


def fighter_names(battle: np.record) -> list[str]:
    """The fighters' names by number: `the red swordsman`, `the blue archer 2`."""
    return full_names(battle, CALLED)


def short_names(battle: np.record) -> list[str]:
    """What a report calls a fighter already named: `the archer`, in a duel `Red`."""
    return names_in_short(battle, CALLED)


def things(battle: np.record, actor: int) -> dict[str, str]:
    """What a phrase about a fighter calls its weapons: `hand`, `blade`, `carried`, `ground`."""
    fighter = battle.fighters[actor]
    item = nearest_weapon(battle, actor)
    return {
        "blade": weapon_name(blade(fighter)),
        "hand": weapon_name(fighter.hand),
        "carried": weapon_name(fighter.carried),
        "ground": weapon_name(battle.ground_weapon[item] if item >= 0 else NO_WEAPON),
    }


def deed(battle: np.record, actor: int, act: int, target: str) -> str:
    """What a fighter does by an action, without the subject: `attacks Blue with the sword`.

    Args:
        battle: the battle; weapons are named as they are held now.
        actor: who does it.
        act: an `Act`.
        target: the name of the one to whom it is done.
    """
    return DEEDS[Act(act)].format(target=target, **things(battle, actor))


def nearest_enemy(battle: np.record, actor: int, x: int, y: int) -> int:
    """The standing enemy nearest to a square, -1 if none stands."""
    best, best_distance = NOBODY, 1000
    for other in range(battle.num_fighters):
        foe = battle.fighters[other]
        far = max(abs(int(foe.x) - x), abs(int(foe.y) - y))
        if battle.side[other] != battle.side[actor] and not is_out(foe) and far < best_distance:
            best, best_distance = other, far
    return best


# --- Ways -----------------------------------------------------------------------------------------


def way(battle: np.record, actor: int, start: Square, end: Square, squares: int) -> str:
    """Where somebody goes: how far, which way, and how near to whom."""
    foe = nearest_enemy(battle, actor, *end)
    if foe == NOBODY:
        return f"goes {gone(start, end, squares)}"
    other = battle.fighters[foe]
    before, after = (int(distance(*square, other.x, other.y)) for square in (start, end))
    verb = "closes in" if after < before else "falls back" if after > before else "goes"
    return f"{verb} {gone(start, end, squares)}, {nearness(battle, end, foe)}"


def gone(start: Square, end: Square, squares: int) -> str:
    """How far and which way: `3 squares north-east`."""
    side = int(direction(*start, *end))
    count = "one square" if squares == 1 else f"{squares} squares"
    return f"{count} {direction_name(side)}" if side >= 0 else f"{count} about"


def nearness(battle: np.record, end: Square, foe: int) -> str:
    """How near a square is to an enemy."""
    if foe == NOBODY:
        return "with no enemy left"
    other, name = battle.fighters[foe], short_names(battle)[foe]
    far = int(distance(*end, other.x, other.y))
    return f"next to {name}" if far == 1 else f"{far} squares from {name}"
