"""Pages for a browser: templates that hold marks such as `{{TITLE}}`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files

from ..envs.core.inputs.plain_text import clean


def page_file(name: str) -> str:
    """The text of a file of the pages."""
    return files(__package__).joinpath("pages", name).read_text("utf-8")


def fill_page(name: str, values: Mapping[str, str]) -> str:
    """A page with HTML in place of its marks.

    Values are not searched again, so a name that looks like a mark stays text.
    """
    return re.sub(r"\{\{([A-Z]+)\}\}", lambda mark: values[mark[1]], page_file(name))


def points(places: Sequence[tuple[float, float]]) -> str:
    """The points of a line or a polygon of SVG."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def text(words: str) -> str:
    """Words as text of a page."""
    return escape(clean(words))
