"""The description of a battle for all renderers: text, SVG, pixels, a window.

A system fills in a `Scene`; `render` draws it. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

import numpy as np

from ..engine.battle import DRAW, NOBODY, SIDES
from ..inputs.plain_text import clean
from ..maps.square_grid import has_square
from ..text.narration import capital

SHAPES = ("square", "hex")
GROUNDS = ("water", "deep", "rough", "grass", "shrubs", "steep", "seam")
"""Kinds of ground that are drawn otherwise than open ground."""
HEX_CORNERS = ((1, 0), (2, 1), (2, 3), (1, 4), (0, 3), (0, 1))
"""Clockwise from the top, in halves of a hex's width and quarters of its height."""
QUARTER = 1 / 12**0.5
"""A quarter of the height of a hex that is 1 wide."""
SIDE_NAMES = ("Red", "Blue")
TIE = "\u00a0"
"""A space at which no line breaks."""


def squares_of(rows: np.ndarray, width: int) -> set[tuple[int, int]]:
    """A set of squares (`square_grid.py`) as places, as far as a map of this width shows them."""
    return {(x, y) for y in range(len(rows)) for x in range(width) if has_square(rows, x, y)}


def square_map(battle: np.record) -> dict[str, Any]:
    """The size and the obstacles of a scene, for battles with `low` and `high` obstacles."""
    width = int(battle.width)
    return {
        "width": width,
        "height": int(battle.height),
        "low": squares_of(battle.low, width),
        "high": squares_of(battle.high, width),
    }


def words_that_hold(words: Iterable[tuple[Any, str]]) -> list[str]:
    """The words whose condition is true."""
    return [word for is_so, word in words if is_so]


def first_that_holds(words: Iterable[tuple[Any, str]]) -> str:
    """The first word whose condition is true, "" if none is."""
    return next((word for is_so, word in words if is_so), "")


def items_of(battle: np.record, name: Callable[[int], str]) -> list[tuple[int, int, str]]:
    """The items on the ground: column, row and name, for battles with `ground_item`."""
    lying = zip(battle.ground_x, battle.ground_y, battle.ground_item, strict=True)
    return [(int(x), int(y), name(int(item))) for x, y, item in lying if item >= 0]


@dataclass
class Token:
    """A fighter in the picture.

    Attributes:
        x: Column.
        y: Row; a token outside the map is listed but not drawn on it.
        side: 0 red, 1 blue.
        label: Two or three characters on the token, such as "R1".
        name: The fighter's name.
        health: Remaining health, 0 to 1; None if those who look cannot know it.
        status: One or two words, such as "On Guard".
        weapon: The held weapon.
        active: Whether the fighter decides now.
        out: Whether the fighter is out of the fight.
        notes: Further figures for the legend, such as "AP 7".
    """

    x: int
    y: int
    side: int
    label: str
    name: str = ""
    health: float | None = 1.0
    status: str = ""
    weapon: str = ""
    active: bool = False
    out: bool = False
    notes: list[str] = field(default_factory=list)


def token(
    battle: np.record, number: int, name: str, place: tuple[int, int] | None = None, **shown: Any
) -> Token:
    """The token of a fighter.

    Args:
        battle: the battle.
        number: of the fighter.
        name: in full, `the red archer 2`.
        place: column and row; the fighter's fields `x` and `y` without one.
        **shown: the other attributes of the token.
    """
    side = int(battle.side[number])
    slot = number - (int(battle.side_size[0]) if side else 0)
    x, y = place or (int(battle.fighters[number].x), int(battle.fighters[number].y))
    return Token(
        x=x,
        y=y,
        side=side,
        label=f"{SIDES[side][0].upper()}{slot + 1}",
        name=capital(name.removeprefix("the ")),
        active=number == battle.to_act,
        **shown,
    )


def caption(
    battle: np.record,
    names: list[str],
    endings: Mapping[Any, str],
    asked: Mapping[Any, str],
    under_way: Iterable[str] = (),
) -> list[str]:
    """The lines below the map: the ending, or the round, the actions under way and the decision.

    Args:
        battle: the battle.
        names: the names of the fighters by number: `the red archer 2`.
        endings: a sentence for each ending, without its full stop; its slot `winner` is a side.
        asked: the decision of each window: `chooses an action`.
        under_way: a line for each action under way.
    """
    if battle.over:
        side = "Nobody" if battle.winner == DRAW else SIDE_NAMES[battle.winner]
        return [endings[int(battle.ending)].format(winner=side) + "."]
    lines = [f"Round {int(battle.round_number) + 1}", *under_way]
    if battle.to_act != NOBODY and int(battle.window) in asked:
        lines.append(f"{capital(names[battle.to_act])} {asked[int(battle.window)]}.")
    return lines


@dataclass
class Scene:
    """A battle as it is drawn.

    Attributes:
        width: Columns of the map.
        height: Rows of the map.
        low: Places (column, row) with a low obstacle.
        high: Places with a high obstacle.
        fighters: The tokens, in the order of the legend.
        caption: Lines below the map.
        title: Line above the map.
        items: Things on the ground, (x, y, label).
        arrows: (x1, y1, x2, y2, kind) with kind "move", "melee", "missile" or anything else.
        shape: Shape of the places of the map, one of `SHAPES`.
        raised: Places of higher ground.
        doors: Places with a door, and whether it is open.
        grounds: Places that are no open ground, and which of `GROUNDS` they are.
        columns: Names of the columns, several may have the same; none: their numbers.
        lines: Names of the rows, likewise.
    """

    width: int
    height: int
    low: set[tuple[int, int]] = field(default_factory=set)
    high: set[tuple[int, int]] = field(default_factory=set)
    fighters: list[Token] = field(default_factory=list)
    caption: list[str] = field(default_factory=list)
    title: str = ""
    items: list[tuple[int, int, str]] = field(default_factory=list)
    arrows: list[tuple[int, int, int, int, str]] = field(default_factory=list)
    shape: str = "square"
    raised: set[tuple[int, int]] = field(default_factory=set)
    doors: dict[tuple[int, int], bool] = field(default_factory=dict)
    grounds: dict[tuple[int, int], str] = field(default_factory=dict)
    columns: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


def margin(names: list[str], count: int) -> list[str]:
    """The labels of columns or rows: the number, or the name at the first place of that name."""
    if not names:
        return [str(number) for number in range(count)]
    return [name if name not in names[:at][-1:] else "" for at, name in enumerate(names)]


def place_name(scene: Scene, x: int, y: int) -> str:
    """The name of a place."""
    return f"{scene.columns[x]}{scene.lines[y]}" if scene.columns else f"{x},{y}"


def outline(shape: str, x: int, y: int) -> list[tuple[float, float]]:
    """Corners of a place, clockwise, in widths of a place from the left and the top of the map.

    Only this function knows the positions of places: all drawing uses their corners. Hexes stand on
    a point; odd rows are half a hex to the right, as in `hex_grid.py`. Three hexes that meet share
    the very same corner.

    Raises:
        ValueError: "shape must be one of ...".
    """
    if shape == "square":
        return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    if shape == "hex":
        left, top = 2 * x + y % 2, 3 * y
        return [((left + across) / 2, (top + down) * QUARTER) for across, down in HEX_CORNERS]
    raise ValueError(f"shape must be one of {', '.join(SHAPES)}, got {shape!r}")


def shade(shape: str, x: int, y: int) -> int:
    """Which of the shades of the ground a place has, of 2 squares or 3 hexes: no neighbour's."""
    return (x + y) % 2 if shape == "square" else (x + 2 * (y % 2)) % 3


def centre(shape: str, x: int, y: int) -> tuple[float, float]:
    """Middle of a place of the map, in the units of `outline`."""
    corners = outline(shape, x, y)
    return sum(c[0] for c in corners) / len(corners), sum(c[1] for c in corners) / len(corners)


def state_of(token: Token) -> str:
    """The legend's entry of a fighter in words: `62 % health, Bound, axe, AP 7`."""
    health = "" if token.health is None else f"{round(100 * share(token.health))} % health"
    status = token.status or ("out" if token.out else "")
    return clean(", ".join(filter(None, (health, status, token.weapon, *token.notes))))


def is_drawn(scene: Scene, token: Token) -> bool:
    """Whether the token stands on the map."""
    return 0 <= token.x < scene.width and 0 <= token.y < scene.height


def in_drawing_order(scene: Scene) -> list[Token]:
    """Tokens on the map in drawing order: first those that are out, last the active one."""
    tokens = [token for token in scene.fighters if is_drawn(scene, token)]
    return sorted(tokens, key=lambda token: (not token.out, token.active))


def share(health: float | None) -> float:
    """Health kept within 0 and 1; 0 if it is not known."""
    return min(1.0, max(0.0, float(health or 0)))


def note_lines(notes: str, joiner: str, width: int) -> list[str]:
    """Notes in lines of at most `width` letters that break after a joiner, not inside a note."""
    parts = notes.split(joiner)
    tied = [part.replace(" ", TIE) if len(part) < width else part for part in parts]
    unbroken = f"{joiner.rstrip().replace(' ', TIE)} "
    lines = wrap(unbroken.join(tied), width, break_on_hyphens=False) or [""]
    return [line.replace(TIE, " ") for line in lines]
