"""The first sentences of a battle."""

from __future__ import annotations

from dataclasses import replace

from ..inputs.plain_text import clean
from ..rendering.scene import is_drawn, place_name, state_of
from ..scenarios.sheets import has_state
from ..text.narration import Line, capital
from .battle_view import rounds_of
from .match import Match


def narrate_round(match: Match) -> list[Line]:
    """The sentence that says in which round a battle with a state begins; none for others."""
    if match.beginning is None or not has_state(match.beginning.scenario):
        return []
    return [(f"The battle begins in round {rounds_of(match.battle)}.", ())]


def narrate_opening(match: Match) -> list[Line]:
    """The narration of a battle before its first decision; the match records its events.

    A battle that begins with a state begins without an event that says so: the first sentences say
    the round, who stands where and in which state, and who decides first, unless all write orders.
    They show everything, as the picture does.
    """
    lines, told = match.narrate(), narrate_round(match)
    if not told:
        return lines
    system, battle = match.system, match.battle
    scene = system.scene(battle)
    names = {capital(one.removeprefix("the ")): one for one in system.fighter_names(battle)}
    for token in scene.fighters:
        place = f"at {place_name(scene, token.x, token.y)}" if is_drawn(scene, token) else ""
        once = replace(token, notes=[note for note in token.notes if note != place])
        name = capital(clean(names.get(token.name, token.name)))
        told.append((f"{name} is {place or 'off the map'}: {state_of(once)}.", ()))
    if not match.is_over and system.order_choices is None:
        told.append((scene.caption[-1], ()))
    return [*told, *lines]
