"""A picture as pixels, with NumPy only: a shape is blended by the share of a pixel that it covers.

Array `[H, W, 3]`: H rows, W columns, red, green, blue. Coverage is taken
from the distance of a pixel's middle to the edge of the shape: smooth edges at any scale.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from .shapes import PAPER, Box, Disc, Patch, Picture, Ring, Stroke, Words
from .vector_font import advance, grid_scale, strokes, text_width

Place = tuple[slice, slice]
"""Rows and columns of pixels."""
Window = tuple[Place, np.ndarray, np.ndarray]
"""A place, and the middles of its columns and rows."""


def to_pixels(picture: Picture, height: int, width: int) -> np.ndarray:
    """The picture as large as fits into `height` x `width` pixels, uint8 `[H, W, 3]`."""
    scale = min(height / picture.height, width / picture.width)
    canvas = Canvas(height, width, scale)
    canvas.left = (width - picture.width * scale) / 2
    canvas.top = (height - picture.height * scale) / 2
    for shape in picture.shapes:
        PAINTERS[type(shape)](canvas, shape)
    return np.clip(np.rint(canvas.pixels), 0, 255).astype(np.uint8)


@lru_cache(maxsize=256)
def rgb(colour: str) -> np.ndarray:
    """A colour such as "#c8502b" as three floats of 0 to 255."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], np.float32)


class Canvas:
    """Pixels, and where the picture's units lie on them."""

    def __init__(self, height: int, width: int, scale: float) -> None:
        """Blank paper."""
        self.pixels = np.empty((height, width, 3), np.float32)
        self.pixels[:] = rgb(PAPER)
        self.scale = scale
        self.left = 0.0
        self.top = 0.0

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the picture lies on the pixels."""
        return self.left + x * self.scale, self.top + y * self.scale

    def window(self, left: float, top: float, right: float, bottom: float) -> Window:
        """Slices of the pixels of a rectangle, and the middles of their columns and rows."""
        height, width = self.pixels.shape[:2]
        x1, x2 = max(0, int(left) - 1), min(width, int(right) + 2)
        y1, y2 = max(0, int(top) - 1), min(height, int(bottom) + 2)
        xs = np.arange(x1, max(x1, x2), dtype=np.float32)[None, :] + 0.5
        ys = np.arange(y1, max(y1, y2), dtype=np.float32)[:, None] + 0.5
        return (slice(y1, max(y1, y2)), slice(x1, max(x1, x2))), xs, ys

    def blend(self, place: Place, coverage: np.ndarray, colour: str, opacity: float = 1.0) -> None:
        """Lay a colour over the pixels of a window, as far as they are covered."""
        part = self.pixels[place]
        weight = (coverage * opacity)[..., None]
        part += (rgb(colour) - part) * weight


def covered(distance: np.ndarray) -> np.ndarray:
    """How much of a pixel lies inside an edge that is `distance` pixels outwards of its middle."""
    return np.clip(0.5 - distance, 0.0, 1.0)


def paint_box(canvas: Canvas, shape: Box) -> None:
    """Blend a rectangle, the line of its edge after its inside."""
    x1, y1 = canvas.at(shape.x, shape.y)
    x2, y2 = canvas.at(shape.x + shape.width, shape.y + shape.height)
    half_line = max(0.5, shape.line_width * canvas.scale / 2)
    place, xs, ys = canvas.window(x1 - half_line, y1 - half_line, x2 + half_line, y2 + half_line)
    radius = min(shape.radius * canvas.scale, (x2 - x1) / 2, (y2 - y1) / 2)
    across = np.abs(xs - (x1 + x2) / 2) - (x2 - x1) / 2 + radius
    down = np.abs(ys - (y1 + y2) / 2) - (y2 - y1) / 2 + radius
    outside = np.sqrt(np.maximum(across, 0) ** 2 + np.maximum(down, 0) ** 2)
    distance = outside + np.minimum(np.maximum(across, down), 0) - radius
    if shape.fill:
        canvas.blend(place, covered(distance), shape.fill, shape.opacity)
    if shape.line:
        canvas.blend(place, covered(np.abs(distance) - half_line), shape.line, shape.opacity)


def paint_disc(canvas: Canvas, shape: Disc) -> None:
    """Blend a filled circle."""
    x, y = canvas.at(shape.x, shape.y)
    radius = shape.radius * canvas.scale
    place, xs, ys = canvas.window(x - radius, y - radius, x + radius, y + radius)
    canvas.blend(place, covered(np.hypot(xs - x, ys - y) - radius), shape.fill, shape.opacity)


def paint_ring(canvas: Canvas, shape: Ring) -> None:
    """Blend a circle, or the part of one clockwise from the top."""
    x, y = canvas.at(shape.x, shape.y)
    radius, half = shape.radius * canvas.scale, shape.width * canvas.scale / 2
    reach = radius + half
    place, xs, ys = canvas.window(x - reach, y - reach, x + reach, y + reach)
    coverage = covered(np.abs(np.hypot(xs - x, ys - y) - radius) - half)
    if shape.share < 1:
        angle = np.arctan2(xs - x, y - ys) % (2 * np.pi)
        past_end = np.maximum(angle - 2 * np.pi * shape.share, -angle) * radius
        coverage = coverage * covered(past_end)
    canvas.blend(place, coverage, shape.colour, shape.opacity)


def distance_to_segments(xs: np.ndarray, ys: np.ndarray, segments: np.ndarray) -> np.ndarray:
    """Distance of each pixel of a window to the nearest of the segments `[n, 4]`."""
    x1, y1, x2, y2 = segments.T
    dx, dy = x2 - x1, y2 - y1
    from_x, from_y = xs[..., None] - x1, ys[..., None] - y1
    squared = np.maximum(dx * dx + dy * dy, 1e-9)
    along = np.clip((from_x * dx + from_y * dy) / squared, 0, 1)
    return np.hypot(from_x - along * dx, from_y - along * dy).min(axis=-1)


def paint_stroke(canvas: Canvas, shape: Stroke) -> None:
    """Blend a straight line with round ends."""
    x1, y1 = canvas.at(shape.x1, shape.y1)
    x2, y2 = canvas.at(shape.x2, shape.y2)
    half = max(0.5, shape.width * canvas.scale / 2)
    place, xs, ys = canvas.window(
        min(x1, x2) - half, min(y1, y2) - half, max(x1, x2) + half, max(y1, y2) + half
    )
    segment = np.array([[x1, y1, x2, y2]], np.float32)
    coverage = covered(distance_to_segments(xs, ys, segment) - half)
    canvas.blend(place, coverage, shape.colour, shape.opacity)


def paint_patch(canvas: Canvas, shape: Patch) -> None:
    """Blend a convex polygon whichever way round its corners are given, then its edge."""
    points = np.array([canvas.at(x, y) for x, y in shape.points], np.float32)
    half_line = max(0.5, shape.line_width * canvas.scale / 2) if shape.line else 0.0
    place, xs, ys = canvas.window(*points.min(axis=0) - half_line, *points.max(axis=0) + half_line)
    middle_x, middle_y = points.mean(axis=0)
    distance = np.full(np.broadcast_shapes(xs.shape, ys.shape), -np.inf, np.float32)
    for (x1, y1), (x2, y2) in zip(points, np.roll(points, -1, axis=0), strict=True):
        across_x, across_y = np.array([y2 - y1, x1 - x2]) / max(1e-6, np.hypot(x2 - x1, y2 - y1))
        outwards = 1 if (middle_x - x1) * across_x + (middle_y - y1) * across_y < 0 else -1
        distance = np.maximum(distance, outwards * ((xs - x1) * across_x + (ys - y1) * across_y))
    canvas.blend(place, covered(distance), shape.fill, shape.opacity)
    if shape.line:
        canvas.blend(place, covered(np.abs(distance) - half_line), shape.line, shape.opacity)


@lru_cache(maxsize=4096)
def glyph(letter: str, quarter: int, step: float, half: float) -> np.ndarray:
    """Coverage of a letter that starts `quarter` quarters of a pixel right of the third pixel."""
    segments = strokes(letter) * step
    segments = segments + np.array([2 + quarter / 4, 2, 2 + quarter / 4, 2], np.float32)
    width, height = int(segments[:, [0, 2]].max()) + 4, int(16 * step) + 5
    xs = np.arange(width, dtype=np.float32)[None, :] + 0.5
    ys = np.arange(height, dtype=np.float32)[:, None] + 0.5
    return covered(distance_to_segments(xs, ys, segments) - half)


def paint_words(canvas: Canvas, shape: Words) -> None:
    """Blend a line of text, letter by letter."""
    size = shape.size * canvas.scale
    step = round(grid_scale(size), 3)
    half = round(max(0.5, (0.064 if shape.bold else 0.045) * size), 2)
    x, y = canvas.at(shape.x, shape.y)
    x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * text_width(shape.text, size)
    top = round(y - 12 * step) - 2
    for letter in shape.text:
        if not letter.isspace():
            quarters = round(4 * x)
            paste(canvas, glyph(letter, quarters % 4, step, half), quarters // 4 - 2, top, shape)
        x += advance(letter) * step


def paste(canvas: Canvas, coverage: np.ndarray, left: int, top: int, shape: Words) -> None:
    """Blend the part of a letter that lies on the canvas."""
    height, width = canvas.pixels.shape[:2]
    x1, y1 = max(0, left), max(0, top)
    x2, y2 = min(width, left + coverage.shape[1]), min(height, top + coverage.shape[0])
    if x1 < x2 and y1 < y2:
        part = coverage[y1 - top : y2 - top, x1 - left : x2 - left]
        canvas.blend((slice(y1, y2), slice(x1, x2)), part, shape.colour)


PAINTERS: dict[type, Callable[[Canvas, Any], None]] = {
    Box: paint_box,
    Disc: paint_disc,
    Ring: paint_ring,
    Stroke: paint_stroke,
    Patch: paint_patch,
    Words: paint_words,
}
