"""Lines of sight and partial cover."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import Posture
from quintain.envs.wildroll.rules.flanking import lines

pytestmark = pytest.mark.interpreted

STANDING, CROUCHING, PRONE = Posture


def shot(battle_of, row, posture=STANDING):
    """A battle on one row: the shooter at its beginning, the target at its end."""
    red, blue = [{"at": (0, 0)}], [{"at": (len(row) - 1, 0), "posture": posture}]
    return battle_of(red=red, blue=blue, map=row)


def along_an_edge(battle_of, left, right):
    """A line that runs along the edge between two hexes beside the target."""
    rows = ["....", f".{left}{right}.", "....", "....", "...."]
    return battle_of(red=[{"at": (2, 4)}], blue=[{"at": (2, 0)}], map="\n".join(rows))


# --- Lines (H22) ----------------------------------------------------------------------------------


@pytest.mark.rule("H22")
@pytest.mark.parametrize(
    ("between", "is_clear"),
    [
        (".", True), ("o", True), ("l", True), ("/", True), ("u", True), ("p", True), ("c", True),
        ("#", False), ("+", False),
    ],
)  # fmt: skip
def test_H22_walls_and_shut_doors_block_lines(battle_of, between, is_clear):
    battle = shot(battle_of, f"..{between}..")
    assert lines.has_line(battle, 0, 1) == lines.has_line(battle, 1, 0) == is_clear


@pytest.mark.rule("H22")
def test_H22_a_slit_opens_no_wall_behind_it(battle_of):
    assert not lines.has_line(shot(battle_of, "..l#."), 0, 1)
    assert lines.has_line(shot(battle_of, ".l.l."), 0, 1)


@pytest.mark.rule("H22")
@pytest.mark.parametrize(
    ("left", "right", "is_clear"),
    [
        ("#", ".", True), (".", "#", True), ("#", "#", False), ("#", "o", True), ("#", "l", True),
        ("#", "+", False),
    ],
)  # fmt: skip
def test_H22_a_line_along_an_edge_passes_between_unless_both_are_walls(
    battle_of, left, right, is_clear
):
    battle = along_an_edge(battle_of, left, right)
    assert lines.has_line(battle, 0, 1) == lines.has_line(battle, 1, 0) == is_clear


@pytest.mark.rule("H22")
def test_H22_from_hex_to_hex_and_in_the_same_one(battle_of):
    battle = shot(battle_of, "#..#.")
    assert lines.is_line_clear(battle, 1, 0, 2, 0)
    assert lines.is_line_clear(battle, 2, 0, 2, 0)
    assert not lines.is_line_clear(battle, 2, 0, 4, 0)


# --- Cover (W30, W31, H22) ------------------------------------------------------------------------


@pytest.mark.rule("W30", "W31", "H22")
@pytest.mark.parametrize(
    ("row", "posture", "quarters"),
    [
        ("...o.", STANDING, 2), ("...o.", CROUCHING, 3), ("...o.", PRONE, 4),
        ("..o..", PRONE, 0), (".o...", STANDING, 0), (".....", PRONE, 0), (".o.", STANDING, 2),
    ],
)  # fmt: skip
def test_W31_a_low_wall_beside_the_target_covers_by_posture(battle_of, row, posture, quarters):
    battle = shot(battle_of, row, posture)
    assert lines.cover_between(battle, 0, 1) == quarters


@pytest.mark.rule("W30", "H22")
@pytest.mark.parametrize(
    ("row", "quarters"),
    [("...l.", 4), ("..l..", 4), (".l...", 0), (".l.", 4), (".l.l.", 4), ("...+.", 0)],
)
def test_H22_a_slit_covers_but_not_from_who_looks_out_of_it(battle_of, row, quarters):
    assert lines.cover_between(shot(battle_of, row), 0, 1) == quarters


@pytest.mark.rule("W30", "H22")
@pytest.mark.parametrize(
    ("row", "quarters"),
    [("....u", 1), ("....U", 1), ("...u.", 0), ("u....", 0), ("....m", 0), (".u", 1)],
)
def test_H22_undergrowth_covers_who_stands_in_it(battle_of, row, quarters):
    assert lines.cover_between(shot(battle_of, row), 0, 1) == quarters


@pytest.mark.rule("W31")
@pytest.mark.parametrize(
    ("row", "posture", "quarters"),
    [("...ou", STANDING, 2), ("..lo.", STANDING, 4), ("..lo.", CROUCHING, 4), ("..lou", PRONE, 4)],
)
def test_W31_of_several_covers_the_best_one_counts(battle_of, row, posture, quarters):
    assert lines.cover_between(shot(battle_of, row, posture), 0, 1) == quarters


@pytest.mark.rule("W31", "H22")
@pytest.mark.parametrize(
    ("left", "right", "quarters"), [("o", ".", 0), (".", "o", 0), ("o", "o", 2), ("l", "l", 4)]
)
def test_W31_along_an_edge_both_sides_have_to_cover(battle_of, left, right, quarters):
    assert lines.cover_between(along_an_edge(battle_of, left, right), 0, 1) == quarters


@pytest.mark.rule("W31")
def test_W31_cover_looks_one_way(battle_of):
    battle = shot(battle_of, "...o.")
    assert lines.cover_between(battle, 1, 0) == 0
    assert lines.cover_from(battle, 0, 0, 1) == 2
    assert lines.cover_from(battle, 4, 0, 1) == 0


@pytest.mark.rule("W31", "H22")
def test_W31_a_low_wall_aside_of_the_line_does_not_cover(battle_of):
    rows = "\n".join(["......", ".o....", "......"])
    battle = battle_of(red=[{"at": (5, 1)}], blue=[{"at": (2, 1)}], map=rows)
    assert lines.cover_between(battle, 0, 1) == 0
    assert lines.cover_from(battle, 2, 2, 1) == 0
    assert lines.cover_from(battle, 0, 2, 1) == 2  # the line cuts off a corner of the wall
