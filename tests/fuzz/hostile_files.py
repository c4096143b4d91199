"""Damaged files, and files for other purposes."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

DEEP = 3000

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.sampled_from([-1, 0, 1, 31, 32, 127, 128, 255, 10**9, 10**400]),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(["\x1b[2J", "\u202e", "\ud800", "a\nverified: b", "x" * 5000, "../..", "<<"]),
    st.lists(st.integers(-3, 300), max_size=5),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
"""Values of wrong kinds."""


@functools.cache
def folder() -> Path:
    """A temporary folder that only this process writes to."""
    folder.kept = tempfile.TemporaryDirectory()  # type: ignore[attr-defined]
    return Path(folder.kept.name)  # type: ignore[attr-defined]


def write(name: str, content: bytes) -> Path:
    """A file in the temporary folder."""
    path = folder() / name
    path.write_bytes(content)
    return path


def check_line(error: Exception) -> None:
    """Check that an error is one printable line of limited length."""
    assert str(error).isprintable(), repr(error)
    assert len(str(error)) < 1000, len(str(error))


@st.composite
def damage(draw: Any, whole: bytes) -> bytes:
    """The bytes of a file, cut, spliced, flipped or repeated many times."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        kind = draw(st.sampled_from(["cut", "flip", "insert", "drop", "copy", "repeat"]))
        if kind == "cut":
            del data[at:]
        elif kind == "flip" and data:
            data[at] ^= 1 << draw(st.integers(0, 7))
        elif kind == "insert":
            data[at:at] = draw(st.binary(min_size=1, max_size=12))
        elif kind == "drop":
            del data[at : at + draw(st.integers(1, 40))]
        elif kind == "copy":
            start = draw(st.integers(0, max(0, len(data) - 1)))
            data[at:at] = data[start : start + draw(st.integers(1, 60))]
        else:
            data[at:at] = draw(st.sampled_from([b"[", b"{a: ", b"- ", b"? ", b"9", b" "])) * DEEP
    return bytes(data)


@st.composite
def change(draw: Any, content: Any) -> Any:
    """Plain data with a few changed values, keys or lengths."""
    for _ in range(draw(st.integers(1, 3))):
        content = _change_once(draw, content, draw(st.integers(0, 6)))
    return content


def _change_once(draw: Any, content: Any, depth: int) -> Any:
    if isinstance(content, dict) and content and depth:
        key = draw(st.sampled_from(sorted(content)))
        return {**content, key: _change_once(draw, content[key], depth - 1)}
    if isinstance(content, list) and content and depth:
        place = draw(st.integers(0, len(content) - 1))
        return [
            *content[:place],
            _change_once(draw, content[place], depth - 1),
            *content[place + 1 :],
        ]
    kind = draw(st.sampled_from(["value", "drop", "add", "many", "deep"]))
    if kind == "drop" and isinstance(content, dict) and content:
        gone = draw(st.sampled_from(sorted(content)))
        return {key: value for key, value in content.items() if key != gone}
    if kind == "add" and isinstance(content, dict):
        return {**content, draw(st.text(max_size=8)): draw(VALUES)}
    if kind == "many" and isinstance(content, list):
        return content * draw(st.sampled_from([2, 50, 1000]))
    if kind == "deep":
        for _ in range(draw(st.sampled_from([3, 30]))):
            content = [content]
        return content
    return draw(VALUES)
