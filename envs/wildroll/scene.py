"""A battle of Wildroll as a picture's description: a spectator's view, ambushers included."""

from __future__ import annotations

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.maps.hex_grid import hex_neighbour_x, hex_neighbour_y
from ..core.rendering.scene import (
    Scene,
    Token,
    caption,
    first_that_holds,
    items_of,
    squares_of,
    token,
    words_that_hold,
)
from ..core.text.narration import capital, count
from .enums import (
    Act,
    Level,
    Posture,
    Role,
    Water,
    Window,
)
from .navigation.path_cursor import goer_of
from .rules.health.bodies import is_conscious, is_dead, is_pinned, is_prone
from .rules.health.wounds import severity, slots, wounds_at
from .rules.miscellaneous_actions.objects import is_called_up
from .rules.movement.terrain import is_climbing, is_swimming
from .rules.stamina.stamina import is_exhausted, is_staggered, normal_stamina
from .state import (
    NO_FRAME,
)
from .tables import (
    CHARM_EFFECTS,
    IS_CLIMB,
    IS_DOOR,
    IS_RANGED,
    NONE,
    OPEN_DOOR,
    OPEN_GROUND,
    TERRAIN_FACTOR,
    TERRAIN_NAMES,
    TERRAIN_WATER,
    WEAPON_RELOAD,
)
from .text.names import (
    ACT_TITLES,
    ENDINGS,
    armour_name,
    effect_name,
    fighter_names,
    held_name,
    item_name,
    level_name,
)

ASKED = {
    Window.TURN: "chooses an action",
    Window.INTERRUPT: "may act out of turn",
    Window.LONG: "may continue the long action",
    Window.REBUFF: "may rebuff who comes near",
    Window.HARRY: "may harry the shot",
    Window.CLING: "may cling to who leaves",
    Window.SPLIT: "chooses whether to follow or to hold back",
    Window.INTERPOSE: "may put somebody before the attack",
    Window.READIED: "may take the readied action",
    Window.FLANKED: "may ignore one of those who flank",
    Window.DEFENCE: "chooses a Defense",
    Window.DISARMED: "may meet the Disarm with a check",
    Window.LEVEL: "chooses how light the wound is",
    Window.KNOCK_OUT: "chooses how it fells",
    Window.DIRECTION: "chooses where the push goes",
    Window.DISTANCE: "chooses how far the push goes",
    Window.MANNER: "chooses how it is done",
    Window.STEP: "chooses the next yard",
}
CONDITION_LEVELS = (Level.NONE, Level.LIGHT, Level.MODERATE, Level.SEVERE)
ATTACKS = (Act.NONLETHAL, Act.QUICK, Act.REBUFF, Act.STANDARD, Act.STRONG, Act.FIRE_BOLT)


def scene(battle: np.record) -> Scene:
    """The picture of a battle."""
    doors, names, width = _doors(battle), fighter_names(battle), int(battle.width)
    under_way = [_under_way(frame, names) for frame in _frames(battle)]
    return Scene(
        width=width,
        height=int(battle.height),
        low=squares_of(battle.low, width),
        high=squares_of(battle.high, width) - set(doors),
        fighters=[_token(battle, *one) for one in enumerate(names)],
        caption=caption(battle, names, ENDINGS, ASKED, under_way),
        items=items_of(battle, item_name),
        arrows=_arrows(battle),
        shape="hex",
        doors=doors,
        grounds=_grounds(battle),
    )


# --- The map --------------------------------------------------------------------------------------


def _places(battle: np.record) -> list[tuple[int, int, int]]:
    """Hexes that are no open ground: column, row, ground."""
    return [
        (x, y, int(battle.ground[y, x]))
        for y in range(int(battle.height))
        for x in range(int(battle.width))
        if battle.ground[y, x] != OPEN_GROUND
    ]


def _doors(battle: np.record) -> dict[tuple[int, int], bool]:
    return {(x, y): kind == OPEN_DOOR for x, y, kind in _places(battle) if IS_DOOR[kind]}


def _grounds(battle: np.record) -> dict[tuple[int, int], str]:
    """Water, rough ground and slopes (W68)."""
    kinds = {(x, y): ground_kind(kind) for x, y, kind in _places(battle)}
    return {place: kind for place, kind in kinds.items() if kind}


def ground_kind(kind: int) -> str:
    """How a ground is drawn, nothing for open ground, doors and slits."""
    if TERRAIN_WATER[kind]:
        return "deep" if TERRAIN_WATER[kind] == Water.DEEP else "water"
    if IS_CLIMB[kind] or TERRAIN_NAMES[kind].startswith("steep"):
        return "steep"
    return "rough" if TERRAIN_FACTOR[kind] > 1 or TERRAIN_NAMES[kind] == "ice" else ""


# --- Fighters -------------------------------------------------------------------------------------


def _token(battle: np.record, number: int, name: str) -> Token:
    fighter = battle.fighters[number]
    return token(
        battle,
        number,
        name,
        health=_health(fighter),
        status=_condition(battle, number),
        weapon=held_name(fighter).replace(" and ", ", "),
        out=not is_conscious(fighter),
        notes=_notes(battle, number),
    )


def _health(fighter: np.record) -> float:
    """Free wound slots of all, each weighted by its level (W4, W5); none of who is down."""
    if not is_conscious(fighter) or wounds_at(fighter, Level.FATAL):
        return 0.0
    levels = range(Level.LIGHT, Level.FATAL)
    whole = sum(level * int(slots(fighter, level)) for level in levels)
    taken = sum(level * int(wounds_at(fighter, level)) for level in levels)
    return max(0.0, 1 - taken / max(1, whole))


def _condition(battle: np.record, number: int) -> str:
    """The word that matters most."""
    fighter = battle.fighters[number]
    if is_dead(fighter):
        return "dead"
    conditions = (
        (fighter.dying, "dying"),
        (not is_conscious(fighter), "unconscious"),
        (fighter.helpless_rounds > 0, "helpless"),
        (is_pinned(fighter), "pinned"),
        (fighter.uncontrolled, "bolting"),
        (fighter.underwater, "under water"),
        (is_prone(fighter), "prone"),
        (_is_grappling(battle, number), "grappling"),
        (is_staggered(fighter), "staggered"),
        (is_exhausted(fighter), "exhausted"),
        (int(battle.flanked) >> number & 1, "flanked"),
        (fighter.mount != NOBODY, "mounted"),
        (is_swimming(battle, number), "swimming"),
        (is_climbing(battle, number), "climbing"),
        (fighter.posture == Posture.CROUCHING, "crouching"),
        (fighter.hidden, "hidden"),
    )
    return first_that_holds(conditions)


def _is_grappling(battle: np.record, number: int) -> bool:
    others = battle.fighters[: battle.num_fighters]
    return any(int(one.holding) >> number & 1 for one in others) or (
        int(battle.fighters[number].holding) != 0
    )


def _notes(battle: np.record, number: int) -> list[str]:
    fighter, names = battle.fighters[number], fighter_names(battle)
    if is_dead(fighter):
        return []
    mounted = fighter.mount != NOBODY
    worst = int(severity(fighter))
    notes = (
        (True, f"AP {int(fighter.action_points)}"),
        (True, f"initiative {int(fighter.initiative)}"),
        (worst > 0, ", ".join(_wounds(fighter))),
        (True, f"stamina {int(fighter.stamina)}"),
        (fighter.fatigue > 0, f"fatigue {int(fighter.fatigue)} of {normal_stamina(fighter)}"),
        (fighter.mana > 0, f"mana {int(fighter.mana)}"),
        (mounted, f"rides {names[int(fighter.mount)].removeprefix('the ')}" if mounted else ""),
        (fighter.armour > 0, armour_name(fighter)),
        (fighter.bleeding > 0, _levelled("bleeds", fighter.bleeding)),
        (fighter.burning > 0, _levelled("burns", fighter.burning)),
        (fighter.poisoned > 0, _levelled("poisoned", fighter.poisoned)),
        (fighter.hobbled, "hobbled"),
        (fighter.defending, "defends"),
        (fighter.readied != Act.NONE, "an action readied"),
        (fighter.long_act != Act.NONE, _long(fighter)),
        (fighter.shield_rounds > 0, "Force Shield"),
        (fighter.distracted > 0, "distracted"),
        (fighter.harried > 0, "harried"),
        (fighter.dash > 0, "dashes"),
        (_must_reload(fighter), "not loaded"),
    )
    carried = [item_name(int(item)) for item in fighter.pack if item != NONE]
    carried += [count(int(fighter.potions), "potion")] if fighter.potions else []
    words = words_that_hold(notes)
    words += [
        effect_name(fighter, one) for one in range(CHARM_EFFECTS) if is_called_up(fighter, one)
    ]
    return [*words, *([f"carries {', '.join(carried)}"] if carried else [])]


def _wounds(fighter: np.record) -> list[str]:
    """`2 of 5 light`, `1 of 2 severe`: wounds and slots by level (W4, W5)."""
    return [
        f"{wounds_at(fighter, level)} of {slots(fighter, level)} {level_name(level)}"
        for level in range(Level.LIGHT, Level.DEATH)
        if wounds_at(fighter, level)
    ]


def _levelled(word: str, level: int) -> str:
    return f"{word} ({level_name(CONDITION_LEVELS[int(level)])})" if level else word


def _long(fighter: np.record) -> str:
    return f"{ACT_TITLES[Act(int(fighter.long_act))]}: {int(fighter.long_left)} AP to pay"


def _must_reload(fighter: np.record) -> bool:
    items = [int(item) for item in fighter.held if item != NONE]
    return any(WEAPON_RELOAD[item] > 0 for item in items) and not fighter.loaded


# --- What is under way ----------------------------------------------------------------------------


def _frames(battle: np.record) -> list[np.record]:
    """The actions under way, oldest first."""
    if battle.over or battle.top == NO_FRAME:
        return []
    return [battle.frames[number] for number in range(int(battle.top) + 1)]


def _under_way(frame: np.record, names: list[str]) -> str:
    """A line such as `The red archer: Standard Attack on the blue wolf, out of turn`."""
    text = f"{capital(names[frame.actor])}: {ACT_TITLES[Act(int(frame.act))]}"
    if frame.target not in (NOBODY, frame.actor):
        text += f" on {names[frame.target]}"
    roles = {Role.INTERRUPT: ", out of turn", Role.REACTION: ", as a reaction"}
    return f"{text}{roles.get(Role(int(frame.role)), '')}."


def _arrows(battle: np.record) -> list[tuple[int, int, int, int, str]]:
    """Arrows: targets of the actions under way, paths and pushes."""
    arrows = [arrow for frame in _frames(battle) for arrow in _aimed(battle, frame)]
    last = int(battle.path_length) - 1
    for frame in _frames(battle):
        if frame.act == Act.WAY and battle.path_at <= last:
            end = int(battle.path_x[last]), int(battle.path_y[last])
            arrows.append((*_hex_of(battle, int(frame.actor)), *end, "move"))
        elif frame.act in (Act.SHOVE, Act.JUMP) and frame.yards > 0:
            arrows.append(_along(battle, frame))
    return arrows


def _hex_of(battle: np.record, number: int) -> tuple[int, int]:
    return int(battle.fighters[number].x), int(battle.fighters[number].y)


def _aimed(battle: np.record, frame: np.record) -> list[tuple[int, int, int, int, str]]:
    if frame.act == Act.WAY or frame.target in (NOBODY, frame.actor):
        return []
    kind = "melee" if frame.act in ATTACKS or frame.act == Act.GRAPPLE else "other"
    is_shot = frame.weapon != NONE and IS_RANGED[frame.weapon]
    if is_shot or frame.act == Act.FIRE_BOLT:
        kind = "missile"
    return [(*_hex_of(battle, int(frame.actor)), *_hex_of(battle, int(frame.target)), kind)]


def _along(battle: np.record, frame: np.record) -> tuple[int, int, int, int, str]:
    """From who is pushed, or jumps, straight on along its side."""
    start = x, y = _hex_of(battle, int(goer_of(frame)))
    for _ in range(int(frame.yards)):
        x, y = (
            int(hex_neighbour_x(x, y, int(frame.side))),
            int(hex_neighbour_y(y, int(frame.side))),
        )
    return (*start, x, y, "move")
