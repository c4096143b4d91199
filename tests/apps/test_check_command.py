"""The command `check`: every problem of a scenario file in a line."""

from __future__ import annotations

import pytest

from quintain.apps import lookup

WRONG_FIGHT = """\
system: wildroll
title: Wrong
round_limit: many
map: |
  ........
red:
- {fighter: swordman, name: Aldric, at: [0, 0]}
- {fighter: swordsman, names: Al, at: [1, 0]}
blue:
- {fighter: swordsman, name: Dee, at: [5, x]}
"""


def test_check_tells_every_problem_in_a_line(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG_FIGHT, encoding="utf-8")
    with pytest.raises(ValueError, match="problems") as caught:
        lookup.checked(str(file), 0)
    first, *told = str(caught.value).splitlines()
    assert first == "4 problems:"
    parts = (
        "line 3: round_limit",
        "line 7: red 1 (Aldric)",
        "line 8: red 2: names",
        "line 10: blue",
    )
    assert len(told) == len(parts)
    assert all(f"{file}: {part}" in line for part, line in zip(parts, told, strict=True))


def test_check_tells_at_most_ten_problems_and_counts_the_others(tmp_path):
    file = tmp_path / "wrong.yaml"
    wrong = "".join(f"- {{fighter: nobody, at: [{one}, 0]}}\n" for one in range(4))
    file.write_text(WRONG_FIGHT.replace("blue:\n", f"{wrong}blue:\n{wrong}"), encoding="utf-8")
    with pytest.raises(ValueError, match="problems") as caught:
        lookup.checked(str(file), 0)
    first, *told, last = str(caught.value).splitlines()
    assert first == "12 problems:"
    assert len(told) == 10
    assert last == "and 2 more problems"


def test_check_tells_one_problem_in_one_line(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG_FIGHT.replace("names:", "name:").replace("many", "9"), encoding="utf-8")
    text = file.read_text(encoding="utf-8").replace("swordman", "swordsman")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="blue 1") as caught:
        lookup.checked(str(file), 0)
    assert "\n" not in str(caught.value)
