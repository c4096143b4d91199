"""The view of one side: map and story of a battle without the secrets of the other side.

The list of hidden fields of the system (`hidden.py`) decides. Where that list does not say what a
picture shows, the picture shows less: of an enemy its place, its name, its weapon and its status,
and no figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.hidden import Hidden
from ..envs.core.engine.system import System
from ..envs.core.rendering.scene import Scene, Token
from ..envs.core.text.narration import Line, tell_to

PLACES = ("fighters.x", "fighters.location")
"""The fields with the place of a fighter."""
SIDE_BEFORE = re.compile(r"^the (red|blue) ")
"""The side at the beginning of a name, which narration leaves out where it can."""
IN_HAND = ("fighters.hand", "fighters.held")
"""The fields with what a fighter holds."""


def unseen_by(system: System, battle: np.record, side: str) -> set[int]:
    """The numbers of the enemies whose place nobody of a side knows.

    Args:
        system: the system.
        battle: the battle.
        side: `red` or `blue`.
    """
    return hidden_by(system, battle, side, PLACES)


def hidden_by(system: System, battle: np.record, side: str, fields: Iterable[str]) -> set[int]:
    """The numbers of the enemies with one of the fields hidden from everybody of a side."""
    entries = [one for one in system.hidden if one.field in fields]
    return {
        enemy
        for enemy in range(int(battle.num_fighters))
        if SIDES[battle.side[enemy]] != side
        and any(is_hidden_from_all(one, battle, side, enemy) for one in entries)
    }


def is_hidden_from_all(entry: Hidden, battle: np.record, side: str, enemy: int) -> bool:
    """Whether no fighter of a side knows the field."""
    viewers = (one for one in range(int(battle.num_fighters)) if SIDES[battle.side[one]] == side)
    return all(entry.is_hidden(battle, viewer, enemy) for viewer in viewers)


def scene_for(system: System, battle: np.record, side: str) -> Scene:
    """The picture of a battle as one side sees it."""
    scene = system.scene(battle)
    unseen = unseen_by(system, battle, side)
    armed_in_secret = hidden_by(system, battle, side, IN_HAND)
    names = names_of(system, battle, unseen)
    fighters = [
        known(token, side, number in armed_in_secret)
        for token in scene.fighters
        if (number := number_of(token, battle)) not in unseen
    ]
    gone = {(one.x, one.y) for one in scene.fighters if number_of(one, battle) in unseen}
    return replace(
        scene,
        fighters=fighters,
        arrows=[one for one in scene.arrows if not {one[:2], one[2:4]} & gone],
        caption=[line for line in scene.caption if not is_about(line, names)],
    )


def number_of(token: Token, battle: np.record) -> int:
    """The number of the fighter of a token."""
    return int(token.label[1:]) - 1 + (int(battle.side_size[0]) if token.side else 0)


def known(token: Token, side: str, is_secret: bool) -> Token:
    """A token as a side sees it: of an enemy no figures."""
    if SIDES[token.side] == side:
        return token
    health = 0.0 if token.out else None
    return replace(token, health=health, notes=[], weapon="" if is_secret else token.weapon)


def names_of(system: System, battle: np.record, numbers: Iterable[int]) -> list[str]:
    """All names of some fighters in texts, in small letters: `the red scout`, `scout`, `aldric`.

    In a duel a fighter is called by its side too.
    """
    names = system.fighter_names(battle)
    found: list[str] = []
    for number in numbers:
        name = names[number].casefold()
        found += [name, SIDE_BEFORE.sub("", name)]
        if int(battle.num_fighters) == 2:
            found.append(SIDES[battle.side[number]])
    return found


def narration_for(system: System, battle: np.record, side: str) -> list[Line]:
    """The narration of the last step without what a side cannot know of its enemies.

    Sentences about unseen fighters are still there: `lines_for` takes them out.

    Args:
        system: the system.
        battle: the battle after the step.
        side: `red` or `blue`.
    """
    tell_to(battle, side)
    try:
        return system.narrate(battle)
    finally:
        tell_to(battle, None)


def lines_for(lines: list[Line], unseen: Iterable[str]) -> list[Line]:
    """The sentences that name none of the unseen fighters.

    Args:
        lines: the narration of a step.
        unseen: names in small letters (`names_of`).
    """
    names = list(unseen)
    return [(text, rows) for text, rows in lines if not is_about(text, names)]


def is_about(text: str, names: list[str]) -> bool:
    """Whether a text names one of the fighters; a name may begin and end with any sign."""
    folded = text.casefold()
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", folded) for name in names)
