"""The simple shapes that a picture is made of, drawn alike by `render_svg` and `raster`."""

from __future__ import annotations

from dataclasses import dataclass

PAPER, INK = "#faf8f3", "#2b2f36"

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Box:
    """Rectangle with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    radius: float = 0.0
    line: str | None = None
    line_width: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True)
class Disc:
    """Filled circle."""

    x: float
    y: float
    radius: float
    fill: str
    opacity: float = 1.0


@dataclass(frozen=True)
class Ring:
    """Circle, or the part of one that runs clockwise from the top for `share` of the whole turn."""

    x: float
    y: float
    radius: float
    width: float
    colour: str
    share: float = 1.0
    opacity: float = 1.0


@dataclass(frozen=True)
class Stroke:
    """Straight line with round ends."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    colour: str
    opacity: float = 1.0


@dataclass(frozen=True)
class Patch:
    """Convex polygon, corners clockwise, with a line along its edge."""

    points: Points
    fill: str
    line: str | None = None
    line_width: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True)
class Words:
    """Line of text; x is its start, middle or end, y its baseline, size the height of the font."""

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    anchor: str = "start"
    bold: bool = False


Shape = Box | Disc | Ring | Stroke | Patch | Words


@dataclass(frozen=True)
class Picture:
    """Shapes from the bottom to the top on a sheet of `PAPER`, and the size of the sheet."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
