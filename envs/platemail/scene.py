"""A battle of Platemail as a picture's description: a spectator's view, without written orders."""

from __future__ import annotations

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.maps.square_grid import has_square
from ..core.rendering.scene import (
    Scene,
    Token,
    caption,
    first_that_holds,
    squares_of,
    token,
    words_that_hold,
)
from .enums import (
    Life,
    Window,
)
from .rules.bodies import has_missile_weapon, is_able, is_entrapped, is_reloadable
from .state import (
    DOORS,
    LEFT_ARM,
    LEFT_LEG,
    RIGHT_ARM,
    RIGHT_LEG,
)
from .tables import IS_THROWN, NO_SHIELD, NONE
from .text.names import ENDINGS, armour_name, fighter_names, held_name, shield_name, weapon_name

ASKED = {
    Window.FIRST: "writes the first action",
    Window.CONDITION: "writes the condition",
    Window.THEN: "writes the second action",
    Window.ELSE: "writes what to do otherwise",
    Window.STANDING: "writes the standing orders",
    Window.SECOND_TARGET: "writes the target of the second attack",
    Window.THIRD_TARGET: "writes the target of the third attack",
    Window.OPENINGS: "writes whose openings to take",
    Window.AT_BAY: "writes whom to attack in Terror",
    Window.STEP: "writes the next step",
}
LIVES = {Life.FATALLY_WOUNDED: "dying", Life.STABLE: "stable", Life.DEAD: "dead"}
LOST_LIMBS = {
    LEFT_LEG: "left leg lost",
    RIGHT_LEG: "right leg lost",
    LEFT_ARM: "left arm lost",
    RIGHT_ARM: "right arm lost",
}


def scene(battle: np.record) -> Scene:
    """The picture of a battle; written orders are sealed (XP1), poison is not seen (XP5)."""
    doors, names, width = _doors(battle), fighter_names(battle), int(battle.width)
    return Scene(
        width=width,
        height=int(battle.height),
        low=squares_of(battle.low, width),
        high=squares_of(battle.high, width) - set(doors),
        raised=squares_of(battle.raised, width),
        doors=doors,
        fighters=[_token(battle, *one) for one in enumerate(names)],
        caption=caption(battle, names, ENDINGS, ASKED),
        arrows=_arrows(battle),
    )


def _doors(battle: np.record) -> dict[tuple[int, int], bool]:
    """Squares with a door, and whether it is open."""
    places = [(int(battle.door_x[door]), int(battle.door_y[door])) for door in range(DOORS)]
    return {(x, y): not has_square(battle.high, x, y) for x, y in places if x >= 0}


def _token(battle: np.record, number: int, name: str) -> Token:
    fighter = battle.fighters[number]
    whole = int(fighter.max_wounds) + 1  # this number of Wounds fells him (P46)
    return token(
        battle,
        number,
        name,
        health=max(0, whole - int(fighter.wounds)) / whole if is_able(fighter) else 0.0,
        status=_condition(fighter),
        weapon=held_name(fighter).replace(" and ", ", "),
        out=not is_able(fighter),
        notes=_notes(battle, number),
    )


def _condition(fighter: np.record) -> str:
    """The word that matters most."""
    if not is_able(fighter):
        return LIVES[Life(fighter.life)]
    conditions = (
        (fighter.carried_by != NOBODY, "carried"),
        (fighter.dazed > 0, "dazed"),
        (fighter.terror > 0, "in terror"),
        (is_entrapped(fighter), "entrapped"),
        (fighter.prone != 0, "prone"),
        (fighter.hidden_from != 0, "hidden"),
    )
    return first_that_holds(conditions)


def _notes(battle: np.record, number: int) -> list[str]:
    fighter = battle.fighters[number]
    if not is_able(fighter):
        return []
    names = fighter_names(battle)
    wounds = int(fighter.wounds)
    is_unloaded = has_missile_weapon(fighter) and is_reloadable(fighter) and not fighter.loaded
    notes = (
        (wounds > 0, "1 Wound" if wounds == 1 else f"{wounds} Wounds"),
        (True, armour_name(fighter.armour)),
        (fighter.is_ward, "the ward"),
        (fighter.mounted, "mounted"),
        *((int(fighter.limbs) & limb, text) for limb, text in LOST_LIMBS.items()),
        (is_unloaded, "not loaded"),
        (IS_THROWN[fighter.hand], f"{int(fighter.stock)} to throw"),
        (fighter.prepared != NONE, "holds a spell"),
        (fighter.focus != NOBODY, f"binds {names[fighter.focus]}"),
        (fighter.carrying != NOBODY, f"carries {names[fighter.carrying]}"),
        (fighter.carried_hand != NONE, f"also has {_carried(fighter)}"),
    )
    return words_that_hold(notes)


def _carried(fighter: np.record) -> str:
    """The other set (RP38)."""
    things = [weapon_name(fighter.carried_hand)]
    if fighter.carried_second != NONE:
        things.append(weapon_name(fighter.carried_second))
    if fighter.carried_shield != NO_SHIELD:
        things.append(shield_name(fighter.carried_shield))
    return " and ".join(things)


def _arrows(battle: np.record) -> list[tuple[int, int, int, int, str]]:
    """Arrows from casters to the fighters whom they Bind; orders are sealed."""
    arrows = []
    for number in range(battle.num_fighters):
        fighter = battle.fighters[number]
        if is_able(fighter) and fighter.focus != NOBODY:
            held = battle.fighters[fighter.focus]
            arrows.append((int(fighter.x), int(fighter.y), int(held.x), int(held.y), "missile"))
    return arrows
