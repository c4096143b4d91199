"""A picture as SVG, for papers, pages and the README."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from .shapes import PAPER, Box, Disc, Patch, Picture, Ring, Stroke, Words

FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"


def to_svg(picture: Picture) -> str:
    """The picture as one SVG document."""
    width, height = number(picture.width), number(picture.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="{FONT}">'
    )
    title = f"<title>{escape(picture.title or 'battle')}</title>"
    sheet = box(Box(0, 0, picture.width, picture.height, PAPER))
    return "\n".join(
        [head, title, sheet, *(WRITERS[type(s)](s) for s in picture.shapes), "</svg>\n"]
    )


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(name: str, **attributes: float | str) -> str:
    """An empty element; underlines in names become hyphens, an opacity of 1 is left out."""
    if attributes.get("opacity") == 1.0:
        del attributes["opacity"]
    parts = [name]
    for key, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        parts.append(f"{key.replace('_', '-')}={quoteattr(text)}")
    return f"<{' '.join(parts)}/>"


def edge(shape: Box | Patch) -> dict[str, Any]:
    """Attributes of the line along the edge of a shape, if it has one."""
    return {"stroke": shape.line, "stroke_width": shape.line_width} if shape.line else {}


def box(shape: Box) -> str:
    """A rectangle."""
    corners: dict[str, Any] = {"rx": shape.radius} if shape.radius else {}
    return element(
        "rect",
        x=shape.x,
        y=shape.y,
        width=shape.width,
        height=shape.height,
        fill=shape.fill or "none",
        opacity=shape.opacity,
        **edge(shape),
        **corners,
    )


def disc(shape: Disc) -> str:
    """A filled circle."""
    return element(
        "circle", cx=shape.x, cy=shape.y, r=shape.radius, fill=shape.fill, opacity=shape.opacity
    )


def ring(shape: Ring) -> str:
    """A circle or an arc of one, clockwise from the top."""
    style: dict[str, Any] = {
        "fill": "none",
        "stroke": shape.colour,
        "stroke_width": shape.width,
        "opacity": shape.opacity,
    }
    if shape.share >= 1:
        return element("circle", cx=shape.x, cy=shape.y, r=shape.radius, **style)
    angle = 2 * pi * shape.share
    end_x, end_y = shape.x + shape.radius * sin(angle), shape.y - shape.radius * cos(angle)
    radius = number(shape.radius)
    path = (
        f"M{number(shape.x)} {number(shape.y - shape.radius)}"
        f"A{radius} {radius} 0 {int(shape.share > 0.5)} 1 {number(end_x)} {number(end_y)}"
    )
    return element("path", d=path, **style)


def stroke(shape: Stroke) -> str:
    """A straight line."""
    return element(
        "line",
        x1=shape.x1,
        y1=shape.y1,
        x2=shape.x2,
        y2=shape.y2,
        stroke=shape.colour,
        stroke_width=shape.width,
        stroke_linecap="round",
        opacity=shape.opacity,
    )


def patch(shape: Patch) -> str:
    """A polygon."""
    points = " ".join(f"{number(x)},{number(y)}" for x, y in shape.points)
    return element("polygon", points=points, fill=shape.fill, opacity=shape.opacity, **edge(shape))


def words(shape: Words) -> str:
    """A line of text."""
    weight = ' font-weight="600"' if shape.bold else ""
    anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
    return (
        f'<text x="{number(shape.x)}" y="{number(shape.y)}" font-size="{number(shape.size)}" '
        f'fill="{shape.colour}"{weight}{anchor}>{escape(shape.text)}</text>'
    )


WRITERS: dict[type, Callable[[Any], str]] = {
    Box: box,
    Disc: disc,
    Ring: ring,
    Stroke: stroke,
    Patch: patch,
    Words: words,
}
