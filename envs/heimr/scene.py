"""A battle of Heimr as the description of a picture. A spectator sees ambushers too.

A location is drawn as a block of 4 by 3 squares, red from the left, blue from the right, with a
line of squares between two blocks for their border: a wall, door, edge or other obstacle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.rendering.scene import (
    Scene,
    Token,
    caption,
    first_that_holds,
    token,
    words_that_hold,
)
from ..core.text.narration import capital
from .enums import Act, BodyPart, Defence, Direction, Effect, Guarded, Life, Role, Window
from .rules.characters.conditions import is_able, is_climbing, is_dazed, is_gone, is_prone
from .rules.combat_actions.action_stack import is_action_under_way
from .rules.grid import border_of, floor_of, is_walkable_height, neighbour
from .rules.health.health import most_hp
from .tables import (
    BODY_PARTS,
    COLUMN_LETTERS,
    DIRECTIONS,
    LASTING_EFFECTS,
    LOCATIONS,
    MOST_FIELD,
    NONE,
    WEAPON_RANGE,
)
from .text.names import (
    ACT_TITLES,
    DEFENCE_NOUNS,
    EFFECT_TITLES,
    ENDINGS,
    PART_WORDS,
    armour_name,
    direction_name,
    fighter_names,
    held_name,
    item_name,
    place_name,
)

BLOCK_WIDTH, BLOCK_HEIGHT = 4, 3
"""Squares of a location."""
PITCH_X, PITCH_Y = BLOCK_WIDTH + 1, BLOCK_HEIGHT + 1
"""From one location to the next, with the line of the border."""
ASKED = {
    Window.START: "chooses whether to go on or to delay",
    Window.TURN: "chooses an action",
    Window.TRIGGER: "chooses what the readied action waits for",
    Window.DEFENCE: "chooses the next defence",
    Window.READIED: "may take the readied action",
    Window.GUARDED: "may try to outmanoeuvre a guard",
    Window.SLIPPED: "may attack the fighter who slips past",
    Window.PROVOKED: "may attack the fighter who brawls",
    Window.HOLD: "may stop the fighter it holds",
    Window.DEFEND: "chooses how to meet the attack",
    Window.SKILL: "may call a skill on the hit",
    Window.RESIST: "may resist",
    Window.REROLL: "may roll once more",
    Window.DIRECTION: "chooses a direction",
    Window.CHASE: "chooses what to do in the chase",
    Window.AIM: "may aim the attack",
    Window.ABILITY: "chooses the ability for the weapon",
    Window.HAND: "chooses the hand that takes the item",
    Window.BREAK: "chooses the number of the Break",
    Window.HIDE_FROM: "chooses from whom to hide",
    Window.INTERCEPT: "chooses whether to step in as a guard",
}
PLANTS_CONCEAL = 1
"""Concealment of grass and shrubs (H155)."""
LIVES = {
    Life.DEAD: "dead",
    Life.FLED: "fled",
    Life.SURRENDERED: "surrendered",
    Life.UNCONSCIOUS: "unconscious",
    Life.ASLEEP: "asleep",
}
WAYS = (Act.CHARGE, Act.MOVE, Act.RUN, Act.CRAWL, Act.CARRY)
"""The actions that lead to the location in the direction of their argument."""
BLOWS = (
    Act.WEAPON_ATTACK,
    Act.BRAWL_HIT,
    Act.BRAWL_BIND,
    Act.SHIELD_BASH,
    Act.SHOVING_STRIKE,
)


def scene(battle: np.record) -> Scene:
    """The picture of a battle, to be drawn."""
    walls, doors, grounds = _borders(battle)
    places = _places_of_fighters(battle)
    names = fighter_names(battle)
    under_way = [_under_way(frame, names) for frame in _frames(battle)]
    return Scene(
        width=int(battle.columns) * PITCH_X - 1,
        height=int(battle.rows) * PITCH_Y - 1,
        low=_objects(battle),
        high=walls | _rocks(battle),
        fighters=[_token(battle, number, names[number], places[number]) for number in places],
        caption=caption(battle, names, ENDINGS, ASKED, under_way),
        items=_items(battle),
        arrows=_arrows(battle, places),
        raised=_raised(battle),
        doors=doors,
        grounds={**_seams(battle), **_growth(battle), **grounds},
        columns=_heads(COLUMN_LETTERS[: int(battle.columns)], BLOCK_WIDTH),
        lines=_heads([str(row) for row in range(int(battle.rows), 0, -1)], BLOCK_HEIGHT),
    )


# --- The map --------------------------------------------------------------------------------------


def _locations(battle: np.record) -> Iterator[tuple[int, int, int]]:
    """Column, row and number of each."""
    for y in range(int(battle.rows)):
        for x in range(int(battle.columns)):
            yield x, y, y * MOST_FIELD + x


def _heads(names: Sequence[str], size: int) -> list[str]:
    """The name of a location's column or row for each of its squares, none for the borders (H5)."""
    squares = [square for name in names for square in (*[name] * size, "")]
    return squares[:-1]


def block(location: int) -> set[tuple[int, int]]:
    """The squares of a location."""
    left, top = location % MOST_FIELD * PITCH_X, location // MOST_FIELD * PITCH_Y
    return {(left + dx, top + dy) for dx in range(BLOCK_WIDTH) for dy in range(BLOCK_HEIGHT)}


def _line(location: int, direction: int) -> list[tuple[int, int]]:
    """The squares of the eastern or southern border of a location."""
    left, top = location % MOST_FIELD * PITCH_X, location // MOST_FIELD * PITCH_Y
    if direction == Direction.EAST:
        return [(left + BLOCK_WIDTH, top + dy) for dy in range(BLOCK_HEIGHT)]
    return [(left + dx, top + BLOCK_HEIGHT) for dx in range(BLOCK_WIDTH)]


def _seams(battle: np.record) -> dict[tuple[int, int], str]:
    """The squares of all borders, those where nothing is in the way too."""
    width, height = int(battle.columns) * PITCH_X - 1, int(battle.rows) * PITCH_Y - 1
    inside = set().union(*(block(one) for _, _, one in _locations(battle)))
    squares = {(x, y) for x in range(width) for y in range(height)}
    return dict.fromkeys(squares - inside, "seam")


def _rocks(battle: np.record) -> set[tuple[int, int]]:
    void = [one for _, _, one in _locations(battle) if battle.locations[one].void]
    return {square for one in void for square in block(one)}


def _raised(battle: np.record) -> set[tuple[int, int]]:
    high = [one for _, _, one in _locations(battle) if floor_of(battle, one) > 0]
    return {square for one in high for square in block(one)}


def _objects(battle: np.record) -> set[tuple[int, int]]:
    """The objects that conceal or can be climbed, in the middle of the northern edge (H155)."""
    return {
        (x * PITCH_X + 1, y * PITCH_Y)
        for x, y, one in _locations(battle)
        if _is_an_object(battle.locations[one])
    }


def _is_an_object(location: np.record) -> bool:
    """Whether something stands there that conceals or can be climbed, besides plants."""
    return bool((location.concealment or location.top) and not _plants(location))


def _plants(location: np.record) -> str:
    """High grass or shrubs, which conceal little and cannot be climbed (H147, H155); else empty."""
    if location.concealment != PLANTS_CONCEAL or location.top:
        return ""
    return "grass" if location.difficult else "shrubs"


def _growth(battle: np.record) -> dict[tuple[int, int], str]:
    """The squares of mud, high grass and shrubs."""
    kinds = {
        one: _plants(battle.locations[one]) or ("rough" if battle.locations[one].difficult else "")
        for _, _, one in _locations(battle)
    }
    return {square: kind for one, kind in kinds.items() if kind for square in block(one)}


def _borders(
    battle: np.record,
) -> tuple[set[tuple[int, int]], dict[tuple[int, int], bool], dict[tuple[int, int], str]]:
    """Walls, doors, and borders that are crossed with pains (H9)."""
    walls: set[tuple[int, int]] = set()
    doors: dict[tuple[int, int], bool] = {}
    grounds: dict[tuple[int, int], str] = {}
    for _, _, location in _locations(battle):
        for direction in (Direction.EAST, Direction.SOUTH):
            other = int(neighbour(battle, location, direction))
            if other == NONE:
                continue
            border = battle.borders[border_of(location, direction)]
            line = _line(location, direction)
            middle = line[len(line) // 2]
            rise = int(floor_of(battle, other) - floor_of(battle, location))
            if border.toughness > 0 or border.limit > 0:
                walls |= {*line} - {middle}
                doors[middle] = bool(border.toughness == 0)
            if border.toughness > 0 and not border.opens:
                walls.add(middle)
                del doors[middle]
            elif border.challenge > 0:
                grounds |= dict.fromkeys(line, "water")
            elif not is_walkable_height(rise):
                grounds |= dict.fromkeys(line, "steep")
    return walls, doors, grounds


def _items(battle: np.record) -> list[tuple[int, int, str]]:
    """The items on the ground, in the southern row of their location."""
    lying = zip(battle.ground_item, battle.ground_location, strict=True)
    return [
        (
            int(place) % MOST_FIELD * PITCH_X + 1,
            int(place) // MOST_FIELD * PITCH_Y + BLOCK_HEIGHT - 1,
            item_name(int(item)),
        )
        for item, place in lying
        if item != NONE and place != NONE
    ]


# --- Fighters -------------------------------------------------------------------------------------


def _places_of_fighters(battle: np.record) -> dict[int, tuple[int, int]]:
    """A square for each: red from the left, blue from the right of its location."""
    places: dict[int, tuple[int, int]] = {}
    for number in range(int(battle.num_fighters)):
        location, side = int(battle.fighters[number].location), int(battle.side[number])
        if location == NONE:
            places[number] = (NONE, NONE)
            continue
        before = sum(
            battle.fighters[one].location == location and battle.side[one] == side
            for one in range(number)
        )
        across = before // BLOCK_HEIGHT
        left = location % MOST_FIELD * PITCH_X
        x = left + (BLOCK_WIDTH - 1 - across if side else across)
        places[number] = (x, location // MOST_FIELD * PITCH_Y + before % BLOCK_HEIGHT)
    return places


def _token(battle: np.record, number: int, name: str, place: tuple[int, int]) -> Token:
    fighter = battle.fighters[number]
    return token(
        battle,
        number,
        name,
        place,
        health=_health(fighter),
        status=_condition(fighter),
        weapon=held_name(fighter).replace(" and ", ", "),
        out=not is_able(fighter),
        notes=_notes(battle, number),
    )


def _health(fighter: np.record) -> float:
    """HP as a share of the most HP; 0 for a fighter who is not able any more (RH28)."""
    if not is_able(fighter):
        return 0.0
    return min(1.0, max(0.0, int(fighter.hp) / max(1, int(most_hp(fighter)))))


def _condition(fighter: np.record) -> str:
    """The word that matters most."""
    conditions = (
        (fighter.life != Life.AWAKE, LIVES.get(Life(int(fighter.life)), "")),
        (is_dazed(fighter), "dazed"),
        (fighter.held_by != NOBODY, "held"),
        (fighter.holds != NOBODY, "holding"),
        (is_prone(fighter), "prone"),
        (fighter.seconds[Effect.STUMBLE] > 0, "stumbling"),
        (is_climbing(fighter), "climbing"),
        (fighter.hidden, "hidden"),
        (fighter.hp <= 0, "injured"),
        (fighter.cluster != NONE, "in melee"),
    )
    return first_that_holds(conditions)


def _notes(battle: np.record, number: int) -> list[str]:
    fighter = battle.fighters[number]
    if is_gone(fighter):
        return []
    effects = [EFFECT_TITLES[Effect(one)] for one in LASTING_EFFECTS if fighter.seconds[one] > 0]
    injured = [PART_WORDS[BodyPart(one)] for one in range(BODY_PARTS) if _is_bit(fighter, one)]
    notes = (
        (fighter.location != NONE, f"at {place_name(battle, int(fighter.location))}"),
        (True, f"HP {int(fighter.hp)}"),
        (True, f"WP {int(fighter.wp)}"),
        (True, f"fatigue {int(fighter.fatigue)}"),
        (fighter.defence != Defence.NONE, _defence(fighter)),
        (fighter.height > 0, f"height {int(fighter.height)}"),
        (fighter.armour > 0, armour_name(fighter)),
        (bool(injured), f"injured: {', '.join(injured)}"),
        (bool(effects), ", ".join(effects)),
        (
            fighter.upcoming != Act.NONE,
            f"upcoming: {ACT_TITLES[Act(int(fighter.upcoming))]}",
        ),
        (fighter.readied != Act.NONE, "an action readied"),
        (fighter.guard != Guarded.NOTHING, _guard(battle, fighter)),
        (fighter.missile, "a missile drawn"),
        (fighter.missiles > 0, f"missiles {int(fighter.missiles)}"),
    )
    carried = [item_name(int(item)) for item in (*fighter.pack, fighter.bag) if item != NONE]
    words = words_that_hold(notes)
    return [*words, *([f"carries {', '.join(carried)}"] if carried else [])]


def _is_bit(fighter: np.record, part: int) -> bool:
    return bool(int(fighter.injured) >> part & 1)


def _defence(fighter: np.record) -> str:
    """The pre-roll, which is public (XH4)."""
    text = f"{DEFENCE_NOUNS[Defence(int(fighter.defence))]} {int(fighter.defence_value)}"
    return f"{text} (fails)" if fighter.defence_fails else text


def _guard(battle: np.record, fighter: np.record) -> str:
    if fighter.guard == Guarded.ALLY:
        return f"guards {fighter_names(battle)[int(fighter.guarded)]}"
    if fighter.guard == Guarded.BORDER:
        return f"guards the {direction_name(int(fighter.guarded))}"
    return "guards the items here"


# --- Actions under way ----------------------------------------------------------------------------


def _frames(battle: np.record) -> list[np.record]:
    """The actions under way, the earliest first."""
    if battle.over or not is_action_under_way(battle):
        return []
    return [battle.frames[number] for number in range(int(battle.top) + 1)]


def _under_way(frame: np.record, names: list[str]) -> str:
    """A line such as `The red archer: Weapon attack on the blue ogre, as readied`."""
    text = f"{capital(names[frame.actor])}: {ACT_TITLES[Act(int(frame.act))]}"
    if frame.target not in (NOBODY, frame.actor):
        text += f" on {names[frame.target]}"
    roles = {Role.READIED: ", as readied", Role.PROVOKED: ", provoked", Role.GUARD: ", as a guard"}
    return f"{text}{roles.get(Role(int(frame.role)), '')}."


def _arrows(
    battle: np.record, places: dict[int, tuple[int, int]]
) -> list[tuple[int, int, int, int, str]]:
    """Arrows from the fighters of the actions under way to their targets and destinations."""
    arrows = []
    for frame in _frames(battle):
        here, act = places[int(frame.actor)], int(frame.act)
        if NONE in here:
            continue
        if act in BLOWS and frame.target != NOBODY and NONE not in places[int(frame.target)]:
            arrows.append((*here, *places[int(frame.target)], _kind(battle, frame)))
        elif act in WAYS and 0 <= frame.argument < DIRECTIONS:
            location = int(battle.fighters[frame.actor].location)
            other = int(neighbour(battle, location, int(frame.argument)))
            if 0 <= other < LOCATIONS:
                arrows.append((*here, *_middle(other), "move"))
    return arrows


def _middle(location: int) -> tuple[int, int]:
    left, top = location % MOST_FIELD * PITCH_X, location // MOST_FIELD * PITCH_Y
    return left + BLOCK_WIDTH // 2, top + BLOCK_HEIGHT // 2


def _kind(battle: np.record, frame: np.record) -> str:
    if frame.act != Act.WEAPON_ATTACK or frame.hand == NONE:
        return "melee"
    item = int(battle.fighters[frame.actor].held[frame.hand])
    return "missile" if item != NONE and WEAPON_RANGE[item] != NONE else "melee"
