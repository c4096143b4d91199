"""Standing, crouching, lying."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import Posture
from quintain.envs.wildroll.rules.movement.terrain import is_climbing
from quintain.envs.wildroll.rules.positioning_actions import posture

pytestmark = pytest.mark.interpreted

STANDING, CROUCHING, PRONE = Posture
GROUNDS = ".dcwp"


@pytest.mark.rule("W82")
@pytest.mark.parametrize(
    ("now", "may"),
    [
        (STANDING, [False, True, True]),
        (CROUCHING, [True, False, True]),
        (PRONE, [False, True, False]),
    ],
)
def test_W82_any_other_one_but_not_from_prone_to_standing(battle_of, now, may):
    battle = battle_of(red=[{"posture": now}])
    assert [posture.may_change_posture(battle, 0, one) for one in Posture] == may


@pytest.mark.rule("W82", "W105", "H22")
@pytest.mark.parametrize("letter", ["c", "p"])
def test_H22_who_lies_at_a_cliff_gets_up_to_climb(battle_of, letter):
    red = [{"at": (GROUNDS.index(letter), 0), "posture": PRONE}]
    battle = battle_of(red=red, blue=[{"at": (0, 0)}], map=GROUNDS)
    assert [posture.may_change_posture(battle, 0, one) for one in Posture] == [True, False, False]
    posture.change_posture(battle, 0, STANDING)
    assert is_climbing(battle, 0)
    assert not any(posture.may_change_posture(battle, 0, one) for one in Posture)


@pytest.mark.rule("W82", "W105", "H24")
@pytest.mark.parametrize(
    ("letter", "state", "may"),
    [
        (".", {}, True), ("w", {}, True), ("d", {}, False), ("c", {}, False),
        (".", {"underwater": True}, False), (".", {"rides": 1}, False), ("p", {}, False),
        ("p", {"posture": PRONE}, False), ("w", {"posture": PRONE}, True),
    ],
)  # fmt: skip
def test_W82_only_on_firm_ground_and_on_foot(battle_of, letter, state, may):
    place = (GROUNDS.index(letter), 0)
    red = [{"at": place, **state}, {"base": "warhorse", "at": place}]
    battle = battle_of(red=red, blue=[{"at": (0, 0)}], map=GROUNDS)
    assert posture.may_change_posture(battle, 0, CROUCHING) == may


@pytest.mark.rule("W82")
def test_W82_it_is_told(battle_of, events):
    battle = battle_of()
    posture.change_posture(battle, 0, CROUCHING)
    assert battle.fighters[0].posture == CROUCHING
    assert events(battle) == [("posture", 0, -1, CROUCHING, 0, 0)]


@pytest.mark.rule("W97", "RW12")
@pytest.mark.parametrize(("now", "told"), [(STANDING, 1), (CROUCHING, 1), (PRONE, 0)])
def test_RW12_who_falls_lies_prone(battle_of, events, now, told):
    battle = battle_of(red=[{"posture": now}])
    posture.fall_prone(battle, 0)
    assert battle.fighters[0].posture == PRONE
    assert len(events(battle, "posture")) == told
