"""Score files: any JSON, and changed values behind a digest that fits."""

from __future__ import annotations

import functools
import json
from typing import Any

from hostile_files import change, check_line, damage
from hypothesis import given
from hypothesis import strategies as st

from quintain.evaluation.benchmark import PARTS, TASKS, Part, TaskScore, pairs_of
from quintain.evaluation.score_files import digest, read_score, to_file


@functools.cache
def whole() -> str:
    """The text of a score file."""
    scores = []
    for task in TASKS:
        pairs = {name: pairs_of(task, name) for name in PARTS}
        parts = {name: Part(0, 0, 2 * count, (0,) * count) for name, count in pairs.items()}
        scores.append(TaskScore(task, "x", 1, None, None, parts))
    return to_file("x", scores, {"quintain": "0"})


def read(text: str) -> None:
    """Read a score file, which may be refused in one sentence."""
    try:
        read_score(text)
    except ValueError as error:
        check_line(error)


@given(st.data())
def fuzz_score_file(data: Any) -> None:
    """The file, damaged or with changed values."""
    if data.draw(st.booleans()):
        read(data.draw(damage(whole().encode())).decode("utf-8", "replace"))
        return
    content = data.draw(change(json.loads(whole())))
    try:
        if isinstance(content, dict):
            content["digest"] = digest(content)
        text = json.dumps(content)
    except (TypeError, ValueError, RecursionError):
        return
    read(text)
