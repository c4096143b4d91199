"""A battle of Martial as the description of a picture, ambushers included."""

from __future__ import annotations

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.rendering.scene import (
    Scene,
    Token,
    caption,
    first_that_holds,
    items_of,
    square_map,
    token,
    words_that_hold,
)
from ..core.text.narration import capital
from .enums import Kind, Life, Stage, Step, TurnAction, Window
from .rules.injuries.bodies import (
    has_constitution,
    is_conscious,
    is_destroyed,
    is_exhausted,
    num_parts,
)
from .state import (
    NO_FRAME,
)
from .tables import INJURIES_OF_DESTRUCTION, NONE, WEAPON_RELOAD
from .text.names import ENDINGS, armour_name, fighter_names, held_name, item_name, part_name

ASKED = {
    Window.HIDE: "may hide before the start",
    Window.TURN: "chooses an action",
    Window.RIDERS: "may spend Stamina on the attack",
    Window.REACTIVE_ATTACK: "may strike at the provoker",
    Window.PARRY: "may parry",
    Window.PART: "chooses where the blow falls",
    Window.EXTRA: "chooses how deep it goes",
    Window.CLEAVE: "may cleave",
    Window.DIRECTION: "chooses a direction",
    Window.ITEM: "chooses an item",
    Window.NEXT_TARGET: "chooses the next target",
    Window.STEP: "chooses the next square",
}
LIVES = {
    Life.EXHAUSTION: "unconscious",
    Life.KNOCKED_OUT: "knocked out",
    Life.COMA: "in a coma",
    Life.DEAD: "dead",
}
KINDS = {Kind.SHOT: "shoots at", Kind.THROW: "throws at"}


def scene(battle: np.record) -> Scene:
    """The picture of a battle."""
    names = fighter_names(battle)
    return Scene(
        **square_map(battle),
        fighters=[_token(battle, *one) for one in enumerate(names)],
        caption=caption(battle, names, ENDINGS, ASKED, _attack_line(battle, names)),
        items=items_of(battle, item_name),
        arrows=_arrows(battle),
    )


def _token(battle: np.record, number: int, name: str) -> Token:
    fighter = battle.fighters[number]
    return token(
        battle,
        number,
        name,
        health=_health(fighter),
        status=_condition(fighter),
        weapon=held_name(fighter).replace(" and ", ", "),
        out=not is_conscious(fighter),
        notes=_notes(fighter),
    )


def _health(fighter: np.record) -> float:
    """Share of Stamina left (D11); without Constitution, of the injuries to destruction (RD34)."""
    if not is_conscious(fighter):
        return 0.0
    if has_constitution(fighter):
        return max(0, int(fighter.stamina)) / max(1, int(fighter.max_stamina))
    return max(0, INJURIES_OF_DESTRUCTION - int(fighter.injured_count)) / INJURIES_OF_DESTRUCTION


def _condition(fighter: np.record) -> str:
    """The word that matters most."""
    if not is_conscious(fighter):
        return LIVES[Life(fighter.life)]
    conditions = (
        (fighter.stunned > 0, "stunned"),
        (fighter.dazed > 0, "dazed"),
        (fighter.prone, "prone"),
        (fighter.grapple != NOBODY, "grappled"),
        (is_exhausted(fighter), "exhausted"),
        (fighter.confused, "confused"),
        (fighter.tricked, "off-guard"),
        (fighter.hidden, "hidden"),
        (fighter.flying, "aloft"),
    )
    return first_that_holds(conditions)


def _notes(fighter: np.record) -> list[str]:
    if not is_conscious(fighter):
        return []
    notes = (
        (True, f"AP {int(fighter.action_points)}"),
        (has_constitution(fighter), f"Stamina {int(fighter.stamina)}"),
        (fighter.armour > 0, armour_name(fighter)),
        (fighter.bleed > 0, f"bleeds {int(fighter.bleed)}"),
        (fighter.sickened, "sickened"),
        (fighter.defending, "defends"),
        (fighter.shield_ready, "shield ready"),
        (fighter.exposed > 0, "exposed"),
        (_must_reload(fighter), "not loaded"),
    )
    carried = [item_name(int(item)) for item in fighter.pack if item != NONE]
    return [
        *words_that_hold(notes),
        *_injuries(fighter),
        *([f"carries {', '.join(carried)}"] if carried else []),
    ]


def _must_reload(fighter: np.record) -> bool:
    items = [int(item) for item in fighter.held if item != NONE]
    return any(WEAPON_RELOAD[item] > 0 for item in items) and not fighter.loaded


def _injuries(fighter: np.record) -> list[str]:
    """`left arm 2`, `nose 1`, `right eye destroyed`."""
    words = []
    for part in range(num_parts(fighter)):
        name = part_name(int(fighter.body), part)
        if is_destroyed(fighter, part):
            words.append(f"{name} destroyed")
        elif fighter.injuries[part] > 0:
            words.append(f"{name} {int(fighter.injuries[part])}")
    return words


def _under_way(battle: np.record) -> np.record | None:
    """The attack under way, if there is one."""
    if battle.over or battle.frame == NO_FRAME:
        return None
    attack = battle.attacks[battle.frame]
    return attack if attack.step != Step.OVER else None


def _attack_line(battle: np.record, names: list[str]) -> list[str]:
    """The attack under way as a sentence."""
    attack = _under_way(battle)
    if attack is None:
        return []
    verb = KINDS.get(Kind(attack.kind), "attacks")
    return [f"{capital(names[attack.attacker])} {verb} {names[attack.target]}."]


def _arrows(battle: np.record) -> list[tuple[int, int, int, int, str]]:
    """The attack under way, and the rest of a Move."""
    if battle.over:
        return []
    arrows = []
    attack = _under_way(battle)
    if attack is not None:
        one, other = battle.fighters[attack.attacker], battle.fighters[attack.target]
        kind = "missile" if attack.kind in (Kind.SHOT, Kind.THROW) else "melee"
        arrows.append((int(one.x), int(one.y), int(other.x), int(other.y), kind))
    last = int(battle.path_length) - 1
    is_moving = battle.stage == Stage.ACTION and battle.act in (TurnAction.MOVE, TurnAction.CHARGE)
    if is_moving and battle.path_at <= last:
        it = battle.fighters[battle.order[battle.turn]]
        goal = int(battle.path_x[last]), int(battle.path_y[last])
        arrows.append((int(it.x), int(it.y), *goal, "move"))
    return arrows
