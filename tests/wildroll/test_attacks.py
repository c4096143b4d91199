"""Attacks: legal targets, distances and weapons."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Life,
    Posture,
)
from quintain.envs.wildroll.rules.offensive_actions import attacks

pytestmark = pytest.mark.interpreted

MELEE = (Act.NONLETHAL, Act.QUICK, Act.REBUFF, Act.STANDARD, Act.STRONG)


def may(battle, act, slot, other=1):
    """Whether red_0 may attack another one."""
    return bool(attacks.may_attack(battle, 0, other, act, slot))


# --- Whom (H32, XW1) ------------------------------------------------------------------------------


@pytest.mark.rule("H32", "XW1", "H26")
@pytest.mark.parametrize(
    ("state", "is_target"),
    [
        ({}, True), ({"life": Life.UNCONSCIOUS}, True), ({"wounds": {"fatal": 1}}, True),
        ({"pinned_by": 0}, True), ({"life": Life.DEAD}, False), ({"hidden": True}, False),
    ],
)  # fmt: skip
def test_H32_whoever_is_not_dead_and_is_seen(battle_of, state, is_target):
    battle = battle_of(blue=[state])
    assert attacks.is_target(battle, 0, 1) == is_target
    assert may(battle, Act.QUICK, 0) == is_target


@pytest.mark.rule("H32")
def test_H32_not_ones_own_side(battle_of):
    battle = battle_of(red=["fighter", "fighter"])
    assert not attacks.is_target(battle, 0, 1)
    assert attacks.is_target(battle, 1, 2)


# --- Reach (W75, RW7, RW32) -----------------------------------------------------------------------

REACHES = [
    ("dagger", 5, True), ("dagger", 4, True), ("dagger", 6, False),
    ("sword", 6, True), ("sword", 7, False), ("spear", 7, True), ("spear", 8, False),
]  # fmt: skip


@pytest.mark.rule("W75", "RW32", "RW7")
@pytest.mark.parametrize(("weapon", "column", "reaches"), REACHES)
def test_W75_a_gap_up_to_the_reach(battle_of, weapon, column, reaches):
    battle = battle_of(red=[{"held": [weapon]}], blue=[{"at": (column, 3)}])
    assert [may(battle, act, 0) for act in MELEE] == [reaches] * 5
    assert may(battle, Act.QUICK, 2) == (column <= 5)  # the bare hand


@pytest.mark.rule("RW32", "H22")
@pytest.mark.parametrize(("letter", "may_strike"), [(".", True), ("#", False), ("o", True)])
def test_RW32_not_through_a_wall(battle_of, letter, may_strike):
    row = "....." + letter + "..."
    battle = battle_of(map="\n".join(["." * 9] * 3 + [row]), blue=[{"at": (6, 3)}])
    assert may(battle, Act.STANDARD, 0) == may_strike


@pytest.mark.rule("RW7", "W75")
def test_RW7_what_is_no_weapon_or_is_not_there(battle_of):
    battle = battle_of(red=[{"held": ["sword", "shield"]}])
    assert [may(battle, Act.STANDARD, slot) for slot in range(4)] == [True, False, True, False]
    panther = battle_of(red=["panther"])
    assert [may(panther, Act.QUICK, slot) for slot in range(4)] == [False, False, True, True]


# --- Shots (W75, W104, RW7, RW24) -----------------------------------------------------------------


def archer(battle_of, column=9, **more):
    """An archer at (4, 3), and an enemy at a distance to the right."""
    return battle_of(red=[{"base": "archer", **more}], blue=[{"at": (column, 3)}])


@pytest.mark.rule("W75", "W73", "W76", "W72")
def test_W75_shots_are_standard_attacks_only(battle_of):
    battle = archer(battle_of)
    assert [may(battle, act, 0) for act in MELEE] == [False, False, False, True, False]
    assert attacks.may_shoot(battle, 0, 1, 0)
    assert not attacks.may_shoot(battle, 0, 1, 2)


@pytest.mark.rule("W104", "W75", "RW7")
@pytest.mark.parametrize(
    ("more", "may_shoot"),
    [
        ({}, True), ({"posture": Posture.PRONE}, True), ({"holding": [1]}, True),
        ({"underwater": True}, False), ({"underwater": True, "race": "merfolk"}, True),
        ({"loaded": False}, True),  # a bow needs no loading
        ({"held": ["crossbow"]}, True), ({"held": ["crossbow"], "loaded": False}, False),
    ],
)  # fmt: skip
def test_W75_what_a_shot_needs(battle_of, more, may_shoot):
    assert attacks.may_shoot(archer(battle_of, **more), 0, 1, 0) == may_shoot


@pytest.mark.rule("RW7")
def test_RW7_a_bow_needs_both_hands(battle_of):
    battle = archer(battle_of)
    battle.fighters[0].held[1] = 1
    assert not attacks.may_shoot(battle, 0, 1, 0)


@pytest.mark.rule("W75", "H22", "XW1")
@pytest.mark.parametrize(("letter", "may_shoot"), [("#", False), ("o", True), ("u", True)])
def test_W75_a_wall_stops_a_shot(battle_of, letter, may_shoot):
    row = "....." + letter + "...."
    battle = battle_of(red=["archer"], map="\n".join(["." * 10] * 3 + [row]), blue=[{"at": (9, 3)}])
    assert may(battle, Act.STANDARD, 0) == may_shoot


@pytest.mark.rule("RW24")
@pytest.mark.parametrize(
    ("column", "yards", "increments"),
    [
        (4, 20, 1), (5, 20, 1), (24, 20, 1), (25, 20, 2),  # 0, 1, 20, 21 yards
        (29, 25, 1), (30, 25, 2), (24, 4, 5), (25, 4, 6),
    ],
)  # fmt: skip
def test_RW24_increments(battle_of, column, yards, increments):
    battle = battle_of(blue=[{"at": (column, 3)}])
    assert attacks.increments_to(battle, 0, 1, yards) == increments
    assert attacks.is_in_range(battle, 0, 1, yards) == (increments <= 5)
