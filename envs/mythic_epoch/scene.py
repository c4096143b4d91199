"""A battle of Mythic Epoch as a picture's description."""

from __future__ import annotations

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.rendering.scene import Scene, Token, caption, square_map, token, words_that_hold
from ..core.text.narration import capital
from .enums import Act, Stage, Status, Window
from .rules.checks import damage_points, is_half_spent, is_out, needs_reload
from .rules.declare import active_fighter
from .rules.movement import is_planning
from .tables import ARMOUR_NAMES, DEAD_BELOW, NO_WEAPON
from .text.names import ENDINGS, STATUS_NAMES, fighter_names, phrase_of, weapon_name

ASKED = {
    Window.TURN: "chooses an action",
    Window.REACTION: "may react",
    Window.COUNTER_TEMPO: "may replace the attack",
    Window.STEP: "chooses a step",
}


def scene(battle: np.record) -> Scene:
    """The picture of a battle; an announced Feint looks like an attack (XM1)."""
    names = fighter_names(battle)
    return Scene(
        **square_map(battle),
        fighters=[_token(battle, *one) for one in enumerate(names)],
        caption=caption(battle, names, ENDINGS, ASKED, _under_way(battle, names)),
        items=_items(battle),
        arrows=_arrows(battle),
    )


def _items(battle: np.record) -> list[tuple[int, int, str]]:
    lying = zip(battle.ground_x, battle.ground_y, battle.ground_weapon, strict=True)
    return [(int(x), int(y), weapon_name(weapon)) for x, y, weapon in lying if weapon != NO_WEAPON]


def _token(battle: np.record, number: int, name: str) -> Token:
    fighter = battle.fighters[number]
    whole = int(damage_points(fighter))
    return token(
        battle,
        number,
        name,
        health=max(0, whole - int(fighter.damage)) / whole,
        status=_condition(fighter),
        weapon=weapon_name(fighter.hand),
        out=bool(is_out(fighter)),
        notes=_notes(battle, fighter),
    )


def _condition(fighter: np.record) -> str:
    if not is_out(fighter):
        return STATUS_NAMES[Status(fighter.status)]
    is_dead = int(fighter.damage) >= int(damage_points(fighter)) - DEAD_BELOW
    return "dead" if is_dead else "down"


def _notes(battle: np.record, fighter: np.record) -> list[str]:
    if is_out(fighter):
        return []
    notes = (
        (True, f"AP {int(fighter.action_points)}"),
        (ARMOUR_NAMES[fighter.armour] != "none", f"{ARMOUR_NAMES[fighter.armour]} armour"),
        (fighter.carried != NO_WEAPON, f"carries {weapon_name(fighter.carried)}"),
        (is_half_spent(fighter), "at half health"),
        (needs_reload(fighter), "not loaded"),
        (fighter.aim_target != NOBODY, f"aims at {fighter_names(battle)[fighter.aim_target]}"),
    )
    return words_that_hold(notes)


def _announced(battle: np.record) -> int:
    """The action at hand as everybody sees it, `Act.NOTHING` if there is none."""
    if battle.over or battle.stage == Stage.TURN:
        return Act.NOTHING
    return Act.MELEE_ATTACK if battle.action == Act.FEINT else int(battle.action)


def _under_way(battle: np.record, names: list[str]) -> list[str]:
    """The announced action as a sentence."""
    act = _announced(battle)
    if act == Act.NOTHING:
        return []
    actor = int(active_fighter(battle))
    target = names[battle.target] if battle.target != NOBODY else "nobody"
    return [f"{capital(names[actor])} {phrase_of(battle, actor, act, target)}."]


def _arrows(battle: np.record) -> list[tuple[int, int, int, int, str]]:
    act = _announced(battle)
    if is_planning(battle):
        act = Act.MOVE
    if act == Act.NOTHING:
        return []
    fighter = battle.fighters[active_fighter(battle)]
    x, y = int(fighter.x), int(fighter.y)
    if act == Act.MOVE and battle.path_length > 0:
        last = int(battle.path_length) - 1
        return [(x, y, int(battle.path_x[last]), int(battle.path_y[last]), "move")]
    if battle.target == NOBODY:
        return []
    foe = battle.fighters[battle.target]
    kind = {Act.RANGED_ATTACK: "missile", Act.AIM: "missile", Act.COMBAT_MOVE: "move"}
    return [(x, y, int(foe.x), int(foe.y), kind.get(Act(act), "melee"))]
