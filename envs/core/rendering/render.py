"""Drawing battles: as text, as SVG, as pixels, in a window.

Every system describes a battle by a `Scene`; everything here draws any scene.
"""

from __future__ import annotations

import numpy as np

from ..inputs.plain_text import clean
from .picture import draw
from .pygame_window import Window
from .raster import to_pixels
from .scene import (
    SIDE_NAMES,
    Scene,
    Token,
    centre,
    in_drawing_order,
    margin,
    note_lines,
    place_name,
    share,
)
from .svg import to_svg

__all__ = ["SIGN_GAP", "Scene", "Token", "Window", "ansi", "explain_signs", "rgb_array", "svg"]

SIGN_GAP = "   "
"""Between two signs that are explained."""
BAR = 10  # letters of a bar of health
WIDTH, LEAST_NOTES = 100, 30
"""Letters of a line of the legend, and the fewest for the notes in it."""
LOW, HIGH = "░", "▓"
RAISED, DOORS, ITEM = "^", ("+", "/"), "*"
GROUND_SIGNS = {
    "water": "~", "deep": "≈", "rough": ",", "grass": ";", "shrubs": "&", "steep": "%", "seam": "",
}  # fmt: skip
GROUND_WORDS = {
    "water": "shallow water", "deep": "deep water", "rough": "rough ground",
    "grass": "high grass", "shrubs": "shrubs",
    "steep": "slope or rocks",
}  # fmt: skip
RESET, BOLD, DIM = "\033[0m", "\033[1m", "\033[2m"
SIDE_CODES = ("\033[38;5;203m", "\033[38;5;75m")
ACTIVE_CODES = ("\033[1;38;5;231;48;5;160m", "\033[1;38;5;231;48;5;25m")
LOW_CODE, HIGH_CODE, ITEM_CODE = "\033[38;5;137m", "\033[38;5;245m", "\033[38;5;178m"
SIGN_CODES = {LOW: LOW_CODE, HIGH: HIGH_CODE, **dict.fromkeys(DOORS, HIGH_CODE), ITEM: ITEM_CODE}
"""The colours of signs on the map; the others are dim."""


def svg(scene: Scene) -> str:
    """The scene as an SVG document."""
    return to_svg(draw(scene))


def rgb_array(scene: Scene, size: tuple[int, int] | None = None) -> np.ndarray:
    """The scene as pixels, without a display.

    Args:
        scene: The scene to draw.
        size: Height and width in pixels, the picture is made as large as fits; by default its own.

    Returns:
        Array `[H, W, 3]` uint8; H rows, W columns, red, green, blue.

    Raises:
        ValueError: "size must be two positive numbers, height and width, got ...".
    """
    picture = draw(scene)
    height, width = size if size is not None else (round(picture.height), round(picture.width))
    if height < 1 or width < 1:
        raise ValueError(f"size must be two positive numbers, height and width, got {size}")
    return to_pixels(picture, int(height), int(width))


# --- Text ----------------------------------------------------------------------------------------


def ansi(scene: Scene, color: bool = True) -> str:
    """The scene as text: map, legend, caption.

    The deciding fighter stands in square brackets, one who is out in round ones; ░ is a low
    obstacle, ▓ a high one, ^ higher ground, ~ shallow and ≈ deep water, a comma rough ground, ;
    high grass, & shrubs, % a slope or rocks, a gap what lies between two fields, + a closed door, /
    an open one, * a thing on the ground.

    Args:
        scene: The scene to draw.
        color: Whether to use the colours of a terminal; everything can be told without them.
    """
    lines = [paint(clean(scene.title), BOLD, color)] if scene.title else []
    lines += map_lines(scene, color)
    lines += legend_lines(scene, color)
    lines += [
        f"on the ground at {place_name(scene, x, y)}: {clean(label)}" for x, y, label in scene.items
    ]
    lines += [clean(line) for line in scene.caption]
    return "\n".join(lines) + "\n"


def explain_signs(scene: Scene) -> str:
    """The meaning of the signs that are drawn on the map as text, in one line; empty without any.

    A sign below a fighter is not drawn.
    """
    words = {
        LOW: "low obstacle",
        HIGH: "high obstacle",
        RAISED: "higher ground",
        **{GROUND_SIGNS[kind]: told for kind, told in GROUND_WORDS.items()},
        DOORS[0]: "closed door",
        DOORS[1]: "open door",
        ITEM: "a thing on the ground",
    }
    drawn = set(signs_drawn(scene).values())
    told = [f"{sign} {meaning}" for sign, meaning in words.items() if sign in drawn]
    return SIGN_GAP.join(["Signs:", *told]) if told else ""


def signs_drawn(scene: Scene) -> dict[tuple[int, int], str]:
    """The sign that the map as text shows on each square with one and without a fighter."""
    signs = {square: GROUND_SIGNS[kind] for square, kind in scene.grounds.items()}
    for squares, sign in ((scene.raised, RAISED), (scene.low, LOW), (scene.high, HIGH)):
        signs |= dict.fromkeys(squares, sign)
    signs |= {square: DOORS[is_open] for square, is_open in scene.doors.items()}
    signs |= {(x, y): ITEM for x, y, _ in scene.items}
    taken = {(token.x, token.y) for token in scene.fighters}
    return {square: sign for square, sign in signs.items() if square not in taken}


def fill(sign: str, width: int) -> str:
    """A sign as wide as a square: obstacles fill it, others stand in its middle."""
    return sign * width if sign in (LOW, HIGH) else sign.center(width)


def paint(text: str, code: str, color: bool) -> str:
    """The text in a colour of the terminal, if colours are wanted."""
    return f"{code}{text}{RESET}" if color else text


def map_lines(scene: Scene, color: bool) -> list[str]:
    """The map with named columns and rows; rows that are shifted are indented as far."""
    width = max([2, *(len(clean(token.label)) for token in scene.fighters)]) + 2
    cells = {
        square: paint(fill(sign, width), SIGN_CODES.get(sign, DIM), color)
        for square, sign in signs_drawn(scene).items()
    }
    for token in in_drawing_order(scene):
        cells[token.x, token.y] = cell(token, width, color)
    empty = paint("·".center(width), DIM, color)
    names = "".join(name.center(width) for name in margin(scene.columns, scene.width))
    lines = [paint(f"   {names}".rstrip(), DIM, color)]
    for y, name in enumerate(margin(scene.lines, scene.height)):
        squares = "".join(cells.get((x, y), empty) for x in range(scene.width))
        shift = centre(scene.shape, 0, y)[0] - centre(scene.shape, 0, 0)[0]
        head = f"{name:>2} " + " " * int(shift * width)
        lines.append(paint(head, DIM, color) + squares.rstrip())
    return lines


def cell(token: Token, width: int, color: bool) -> str:
    """A fighter on the map."""
    text = marked(token).center(width)
    if token.out:
        return paint(text, DIM, color)
    codes = ACTIVE_CODES if token.active else SIDE_CODES
    return paint(text, codes[token.side], color)


def marked(token: Token) -> str:
    """The label in the brackets that say whether he decides or is out."""
    left, right = "()" if token.out else "[]" if token.active else "  "
    return f"{left}{clean(token.label)}{right}"


def legend_lines(scene: Scene, color: bool) -> list[str]:
    """A line a fighter, red before blue, in columns; long notes go on in the next line."""
    tokens = sorted(scene.fighters, key=lambda token: token.side)
    table = [legend_row(token) for token in tokens]
    widths = [max(len(entry[column]) for entry in table) for column in range(6)] if table else []
    lines = []
    for token, (*entry, notes) in zip(tokens, table, strict=True):
        code = DIM if token.out else SIDE_CODES[token.side]
        padded = [text.ljust(size) for text, size in zip(entry, widths, strict=False) if size]
        head = paint(padded[0], ACTIVE_CODES[token.side] if token.active else code, color)
        start = sum(len(text) + 2 for text in padded)
        first, *others = note_lines(notes, ", ", max(LEAST_NOTES, WIDTH - start))
        lines.append(f"{head}  {paint('  '.join([*padded[1:], first]).rstrip(), code, color)}")
        lines += [" " * start + paint(text, code, color) for text in others]
    return lines


def legend_row(token: Token) -> tuple[str, ...]:
    """The legend's entry of a fighter: label, name, health, status, weapon, notes."""
    full = round(BAR * share(token.health))
    if share(token.health) > 0:
        full = max(1, full)
    bar = f"{'█' * full}{'░' * (BAR - full)} {round(100 * share(token.health)):>3}%"
    return (
        marked(token),
        clean(token.name or f"{SIDE_NAMES[token.side]} {token.label}"),
        bar if token.health is not None else "",
        clean(token.status or ("out" if token.out else "")),
        clean(token.weapon),
        clean(", ".join(token.notes)),
    )
