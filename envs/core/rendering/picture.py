"""A scene as a list of simple shapes.

Lengths are in units of which a place of the map is 48 wide; x grows to the right, y downwards. Red
tokens are round and blue ones square, and all carry their label, so that nobody needs to tell the
colours apart.
"""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap
from typing import Any

from ..inputs.plain_text import clean
from .scene import (
    SIDE_NAMES,
    Scene,
    Token,
    centre,
    in_drawing_order,
    margin,
    note_lines,
    outline,
    shade,
    share,
)
from .shapes import INK, PAPER, Box, Disc, Patch, Picture, Points, Ring, Shape, Stroke, Words

UNIT = 48.0
LEFT, TOP, GAP = 36.0, 60.0, 28.0
PANEL = 268.0
MOST_CAPTION = 2000  # letters of a line of the caption; the rest is left out
NOTE_LETTERS, NOTE_HEIGHT, MOST_NOTE_LINES = 37, 13.0, 3
"""Of the notes of a fighter in the legend: letters of a line, its height, and most lines."""

TILES = ("#efebe1", "#f4f1e9", "#eae5d8")
RAISED_TILES = ("#dfe3c9", "#e6e9d3", "#d8ddbf")
GROUND_TILES = {
    "water": ("#cfe0ea", "#d7e6ee", "#c7dae6"),
    "deep": ("#9fc0d6", "#a9c8dc", "#95b8d0"),
    "rough": ("#d9d7b4", "#dfddbe", "#d2d0a9"),
    "grass": ("#d0dab0", "#d8e0bb", "#c8d3a6"),
    "shrubs": ("#bfcf9f", "#c8d6ab", "#b6c795"),
    "steep": ("#d6ccbe", "#dcd3c7", "#cfc4b4"),
    "seam": (PAPER,) * 3,
}
"""By kind of ground: shallow water, deep water, mud or undergrowth, high grass, shrubs, slopes and
rocks, and what lies between two fields of a map whose fields are larger than a place."""
GRID = "#dcd6c8"
FAINT = "#8b8778"
TRACK = "#d8d3c6"
SIDES = ("#c8502b", "#1f6fae")
SIDES_DARK = ("#8e3318", "#124a78")
GOLD = "#e3a51a"
CRATE, CRATE_EDGE = "#d3bb8e", "#a88a58"
WALL, WALL_TOP = "#4d525b", "#6d737e"
GONE = "#b4afa3"
WHITE = "#ffffff"
ARROWS = {"move": "#6b7f4e", "melee": "#8c2f5f", "missile": "#5a4fa3"}


def draw(scene: Scene) -> Picture:
    """The whole picture: map, tokens, legend and caption."""
    board = [outline(scene.shape, x, y) for y in range(scene.height) for x in range(scene.width)]
    board_right = LEFT + UNIT * max(x for place in board for x, _ in place)
    board_bottom = TOP + UNIT * max(y for place in board for _, y in place)
    legend, legend_bottom = legend_of(scene, board_right + GAP)
    width = board_right + (GAP + PANEL if scene.fighters else 0) + LEFT
    captions, caption_bottom = caption_of(scene, board_right, board_bottom, width, legend_bottom)
    height = max(board_bottom, legend_bottom, caption_bottom) + 26
    shapes: list[Shape] = []
    if scene.title:
        shapes.append(Words(LEFT, 30, fit(scene.title, 20, width - 2 * LEFT), 20, bold=True))
    shapes += ground_of(scene) + edges_of(scene) + obstacles_of(scene) + items_of(scene)
    for token in in_drawing_order(scene):
        shapes += token_of(scene, token)
    shapes += [shape for arrow in scene.arrows for shape in arrow_of(scene, arrow)]
    for token in in_drawing_order(scene):
        shapes += status_of(token, *place(scene, token.x, token.y))
    return Picture(width, height, (*shapes, *legend, *captions), clean(scene.title))


def place(scene: Scene, x: int, y: int) -> tuple[float, float]:
    """Where the middle of a place of the map is on the paper."""
    across, down = centre(scene.shape, x, y)
    return LEFT + UNIT * across, TOP + UNIT * down


def corners(scene: Scene, x: int, y: int, inset: float = 0.0) -> Points:
    """Corners of a place of the map on the paper, drawn in so far that its edges lie `inset` in."""
    middle_x, middle_y = place(scene, x, y)
    part = inset / (UNIT / 2)  # the edges of squares and hexes alike are half a width away
    points = [
        (LEFT + UNIT * across, TOP + UNIT * down) for across, down in outline(scene.shape, x, y)
    ]
    return tuple((px + part * (middle_x - px), py + part * (middle_y - py)) for px, py in points)


def tile(
    scene: Scene, x: int, y: int, inset: float, fill: str, radius: float, **style: Any
) -> Box | Patch:
    """A place of the map, filled up to `inset` from its edges; only squares have round corners."""
    if scene.shape != "square":
        return Patch(corners(scene, x, y, inset), fill, **style)
    (left, top), _, (right, bottom), _ = corners(scene, x, y, inset)
    return Box(left, top, right - left, bottom - top, fill, radius, **style)


def fit(text: str, size: float, width: float) -> str:
    """The text without control characters, cut with an ellipsis if it is wider than `width`."""
    text = clean(text)
    letters = max(1, int(width / (0.56 * size)))
    return text if len(text) <= letters else text[: letters - 1].rstrip() + "…"


# --- The map -------------------------------------------------------------------------------------


def ground_of(scene: Scene) -> list[Shape]:
    """Tiles in two or three shades, of a colour by their ground, with a darker line between."""
    shapes: list[Shape] = []
    inset, style = 0.0, {"line": GRID, "line_width": 1.2}
    if scene.shape == "square":  # the line is a darker ground that shows between
        right, bottom = UNIT * scene.width, UNIT * scene.height
        shapes.append(Box(LEFT - 2, TOP - 2, right + 4, bottom + 4, GRID, 5))
        inset, style = 0.5, {}
    for y in range(scene.height):
        for x in range(scene.width):
            plain = RAISED_TILES if (x, y) in scene.raised else TILES
            shades = GROUND_TILES.get(scene.grounds.get((x, y), ""), plain)
            shapes.append(tile(scene, x, y, inset, shades[shade(scene.shape, x, y)], 2, **style))
    return shapes


def edges_of(scene: Scene) -> list[Shape]:
    """Numbers or names of the columns and rows."""
    columns = [
        Words(place(scene, x, 0)[0], TOP - 8, name, 10, FAINT, "middle")
        for x, name in enumerate(margin(scene.columns, scene.width))
    ]
    rows = [
        Words(LEFT - 8, place(scene, 0, y)[1] + 3.5, name, 10, FAINT, "end")
        for y, name in enumerate(margin(scene.lines, scene.height))
    ]
    return [words for words in columns + rows if words.text]


def obstacles_of(scene: Scene) -> list[Shape]:
    """Low obstacles as crates, high ones as walls, doors between two posts."""
    shapes: list[Shape] = []
    for square in sorted(scene.low):
        shapes += crate_of(*place(scene, *square))
    for square in sorted(scene.high):
        shapes += wall_of(scene, *square)
    for square, is_open in sorted(scene.doors.items()):
        shapes += door_of(scene, *square, is_open)
    return shapes


def crate_of(x: float, y: float) -> list[Shape]:
    """A crate that one can shoot over."""
    half = 16.0
    return [
        Box(x - half, y - half, 2 * half, 2 * half, CRATE, 4, CRATE_EDGE, 1.6),
        Stroke(x - 10, y - 10, x + 10, y + 10, 1.6, CRATE_EDGE),
        Stroke(x - 10, y + 10, x + 10, y - 10, 1.6, CRATE_EDGE),
    ]


def wall_of(scene: Scene, x: int, y: int) -> list[Shape]:
    """A block as high as a man, lighter on top."""
    body = tile(scene, x, y, 1, WALL, 4)
    if isinstance(body, Box):
        return [body, replace(body, height=body.height - 7, fill=WALL_TOP)]
    return [body, replace(body, points=lifted(body.points, 7), fill=WALL_TOP)]


def lifted(points: Points, height: float) -> Points:
    """The corners of a place, those of its lower half so much higher."""
    middle = sum(y for _, y in points) / len(points)
    return tuple((x, y - height if y > middle else y) for x, y in points)


def door_of(scene: Scene, x: int, y: int, is_open: bool) -> list[Shape]:
    """Two posts at the sides, and planks between them if the door is closed."""
    points = corners(scene, x, y, 1)
    left, right = min(px for px, _ in points), max(px for px, _ in points)
    top, *_, bottom = sorted(py for px, py in points if px == right)
    shapes: list[Shape] = [Box(left, top, 5, bottom - top, WALL, 2)]
    shapes.append(Box(right - 5, top, 5, bottom - top, WALL, 2))
    if not is_open:
        planks = Box(left + 5, top, right - left - 10, bottom - top, CRATE, 0, CRATE_EDGE, 1.6)
        middle = (left + right) / 2
        shapes.append(planks)
        for seam in (middle - 6, middle + 6):
            shapes.append(Stroke(seam, top, seam, bottom, 1.6, CRATE_EDGE))
    return shapes


def items_of(scene: Scene) -> list[Shape]:
    """Things on the ground as small tags."""
    shapes: list[Shape] = []
    for x, y, label in scene.items:
        middle_x, middle_y = place(scene, x, y)
        middle_y += 10
        diamond = ((0, -5), (5, 0), (0, 5), (-5, 0))
        points = tuple((middle_x + dx, middle_y - 10 + dy) for dx, dy in diamond)
        shapes.append(Patch(points, GOLD))
        shapes.append(Words(middle_x, middle_y + 7, fit(label, 9, UNIT), 9, INK, "middle"))
    return shapes


def arrow_of(scene: Scene, arrow: tuple[int, int, int, int, str]) -> list[Shape]:
    """An arrow from one place to another that stops short of both middles."""
    x1, y1, x2, y2, kind = arrow
    start_x, start_y = place(scene, x1, y1)
    end_x, end_y = place(scene, x2, y2)
    length = ((end_x - start_x) ** 2 + (end_y - start_y) ** 2) ** 0.5
    if length == 0:
        return []
    along_x, along_y = (end_x - start_x) / length, (end_y - start_y) / length
    start_x, start_y = start_x + 17 * along_x, start_y + 17 * along_y
    end_x, end_y = end_x - 15 * along_x, end_y - 15 * along_y
    neck_x, neck_y = end_x - 9 * along_x, end_y - 9 * along_y
    head = (
        (end_x, end_y),
        (neck_x - 5.5 * along_y, neck_y + 5.5 * along_x),
        (neck_x + 5.5 * along_y, neck_y - 5.5 * along_x),
    )
    colour = ARROWS.get(kind, INK)
    return [
        Stroke(start_x, start_y, neck_x, neck_y, 5.5, WHITE, 0.8),
        Stroke(start_x, start_y, neck_x, neck_y, 2.8, colour),
        Patch(head, colour),
    ]


# --- Tokens --------------------------------------------------------------------------------------


def body_of(side: int, x: float, y: float, radius: float, fill: str) -> Shape:
    """Body of a token: round for red, square for blue."""
    if side == 0:
        return Disc(x, y, radius, fill)
    half = 0.89 * radius
    return Box(x - half, y - half, 2 * half, 2 * half, fill, 0.3 * radius)


def token_of(scene: Scene, token: Token) -> list[Shape]:
    """A fighter on the map: body, label, ring of health."""
    x, y = place(scene, token.x, token.y)
    if token.out:
        return fallen_of(token, x, y)
    shapes: list[Shape] = []
    if token.active:
        shapes.append(tile(scene, token.x, token.y, 1.5, GOLD, 6, opacity=0.4))
        shapes.append(Ring(x, y, 22.2, 2.6, GOLD))
    shapes.append(Disc(x, y, 20.8, WHITE))
    if token.health is not None:
        shapes.append(Ring(x, y, 18.4, 3.6, TRACK))
    if share(token.health) > 0:
        shapes.append(Ring(x, y, 18.4, 3.6, SIDES_DARK[token.side], share(token.health)))
    shapes.append(body_of(token.side, x, y, 14.8, SIDES[token.side]))
    shapes.append(Words(x, y + 4.4, fit(token.label, 12, 30), 12, WHITE, "middle", bold=True))
    return shapes


def fallen_of(token: Token, x: float, y: float) -> list[Shape]:
    """A fighter who is out: hollow and crossed out, below everything else."""
    return [
        body_of(token.side, x, y, 15.5, GONE),
        body_of(token.side, x, y, 14, TILES[1]),
        Stroke(x - 8, y - 8, x + 8, y + 8, 2.4, TRACK),
        Stroke(x - 8, y + 8, x + 8, y - 8, 2.4, TRACK),
        Words(x, y + 4, fit(token.label, 11, 30), 11, FAINT, "middle", bold=True),
    ]


def status_of(token: Token, x: float, y: float) -> list[Shape]:
    """The status of a fighter on a small plate at his feet, above the arrows."""
    if token.out or not token.status:
        return []
    text = fit(token.status, 7.5, 46)
    width = 4.3 * len(text) + 8
    return [
        Box(x - width / 2, y + 14.5, width, 11, WHITE, 5, GRID, 0.8, 0.95),
        Words(x, y + 22.7, text, 7.5, INK, "middle"),
    ]


# --- Legend and caption --------------------------------------------------------------------------


def legend_of(scene: Scene, left: float) -> tuple[list[Shape], float]:
    """Every fighter by side with his figures, and where the list ends."""
    shapes: list[Shape] = []
    y = TOP
    for side in (0, 1):
        tokens = [token for token in scene.fighters if token.side == side]
        if not tokens:
            continue
        shapes.append(Words(left, y + 9, SIDE_NAMES[side], 13, SIDES_DARK[side], bold=True))
        shapes.append(Stroke(left, y + 16, left + PANEL, y + 16, 1.2, SIDES[side]))
        y += 24
        for token in tokens:
            shapes += entry_of(token, left, y)
            y += height_of(token) + 4
        y += 10
    return shapes, y - 20


def notes_of(token: Token) -> list[str]:
    """The notes of a fighter in lines of the legend; notes without room are left out."""
    text = clean(" · ".join(token.notes)[:MOST_CAPTION])
    lines = [line.removesuffix(" ·") for line in note_lines(text, " · ", NOTE_LETTERS) if line]
    if len(lines) > MOST_NOTE_LINES:
        lines[MOST_NOTE_LINES - 1 :] = [f"{lines[MOST_NOTE_LINES - 1]} …"]
    return lines


def height_of(token: Token) -> float:
    """The height of a fighter's entry in the legend."""
    lines = len(notes_of(token))
    return 43 + NOTE_HEIGHT * lines if lines else 40


def entry_of(token: Token, left: float, y: float) -> list[Shape]:
    """One fighter of the legend: token, name, status, bar of health, weapon, notes."""
    ink = FAINT if token.out else INK
    fill = GONE if token.out else SIDES[token.side]
    text, bar = left + 44, 84.0
    status = fit("out" if token.out and not token.status else token.status, 11, 92)
    room = PANEL - 56 - 0.56 * 11 * len(status)
    shapes: list[Shape] = []
    if token.active:
        height = height_of(token)
        shapes.append(Box(left, y - 3, PANEL, height, GOLD, 6, opacity=0.2))
        shapes.append(Box(left, y - 3, 3.5, height, GOLD, 1.7))
    shapes += [
        body_of(token.side, left + 23, y + 15, 13.5, fill),
        Words(left + 23, y + 19, fit(token.label, 11, 30), 11, WHITE, "middle", bold=True),
        Words(text, y + 11, fit(token.name or token.label, 12.5, room), 12.5, ink, bold=True),
        Words(left + PANEL - 6, y + 11, status, 11, ink, "end"),
        *([Box(text, y + 19, bar, 8, TRACK, 4)] if token.health is not None else []),
        Words(text + bar + 8, y + 26.5, fit(token.weapon, 11, 126), 11, ink),
    ]
    if share(token.health) > 0:
        width = max(8.0, bar * share(token.health))
        shapes.append(Box(text, y + 19, width, 8, GONE if token.out else SIDES_DARK[token.side], 4))
    for number, line in enumerate(notes_of(token)):
        shapes.append(Words(text, y + 43 + NOTE_HEIGHT * number, line, 10.5, FAINT))
    return shapes


def caption_of(
    scene: Scene, board_right: float, board_bottom: float, right: float, legend_bottom: float
) -> tuple[list[Words], float]:
    """The lines below the map, or below map and legend if the map is narrow; where they end."""
    is_narrow = board_right < 10 * UNIT
    width = (right - LEFT if is_narrow else board_right) - LEFT
    top = max(board_bottom, legend_bottom) if is_narrow else board_bottom
    letters = int(width / (0.56 * 13))
    texts = [clean(text[:MOST_CAPTION]) for text in scene.caption]  # wrapping is not linear
    lines = [line for text in texts for line in wrap(text, letters)]
    words = [Words(LEFT, top + 30 + 18 * index, line, 13) for index, line in enumerate(lines)]
    return words, top + 18 * len(lines) + (8 if lines else 0)
