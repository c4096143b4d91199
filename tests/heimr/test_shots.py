"""Ranged attacks: reach, missiles, and the chain through a cluster."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    Defence,
    Hand,
    Outcome,
    Step,
)
from quintain.envs.heimr.rules.attacks import weapon_attack
from quintain.envs.heimr.rules.combat_basics import ranged_attacks
from quintain.envs.heimr.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

LONG = "\n".join(["....."] * 5)
ITEM = {name: number for number, name in enumerate(ITEM_NAMES)}


def may_shoot(battle):
    """Whether red_0 may shoot at the first of blue."""
    return bool(weapon_attack.may_attack(battle, 0, int(battle.side_size[0]), Hand.SWORD, NONE))


# --- Reach and missiles (H53, H55, RH29, RH48) ----------------------------------------------------


@pytest.mark.rule("H53", "H55")
@pytest.mark.parametrize(
    ("held", "at", "found"),
    [("throwing", (0, 0), True), ("throwing", (1, 0), True), ("throwing", (1, 1), False),
     ("blowgun", (1, 1), True), ("blowgun", (2, 1), False), ("crossbow", (2, 2), True),
     ("crossbow", (4, 1), False), ("bow", (4, 2), True), ("bow", (4, 3), False)],
)  # fmt: skip
def test_H53_no_farther_than_the_range(battle_of, held, at, found):
    red = [{"held": [held], "missile": True, "at": (0, 0)}]
    assert may_shoot(battle_of(red=red, blue=[{"at": at}], map=LONG)) == found


@pytest.mark.rule("RH48", "H53")
def test_RH48_walls_make_the_way_longer(battle_of):
    red = [{"held": ["blowgun"], "missile": True, "at": (0, 0)}]
    wall = [((0, 0), "east", "stone_wall")]
    assert may_shoot(battle_of(red=red, blue=[{"at": (1, 0)}]))
    assert not may_shoot(battle_of(red=red, blue=[{"at": (1, 0)}], borders=wall))


@pytest.mark.rule("RH48", "H53", "H152")
@pytest.mark.parametrize(
    ("heights", "found"), [((0, 0), False), ((0, 2), False), ((2, 0), True), ((2, 2), True)]
)
def test_RH48_a_crest_is_open_both_ways(battle_of, heights, found):
    """A blowgun reaches two squares, which is less than the way over the wall."""
    red = [{"held": ["blowgun"], "missile": True, "at": (0, 0), "height": heights[0]}]
    wall = [((0, y), "east", "wooden_wall") for y in range(3)]
    battle = battle_of(red=red, blue=[{"at": (1, 0), "height": heights[1]}], borders=wall)
    assert may_shoot(battle) == found


@pytest.mark.rule("RH29")
def test_RH29_no_shot_without_a_missile_and_each_uses_it_up(battle_of, attack):
    battle = battle_of(red=[{"base": "archer", "at": (0, 0)}])
    frame = attack(battle)
    assert may_shoot(battle)
    ranged_attacks.use_missile(battle, frame, 6)
    assert not may_shoot(battle)
    assert battle.fighters[0].missiles == 12
    assert battle.fighters[0].held[0] == ITEM["bow"]


@pytest.mark.rule("H167", "RH29")
def test_RH29_what_is_thrown_lies_there(battle_of, attack):
    battle = battle_of(red=[{"base": "thrower", "at": (0, 1)}])
    frame = attack(battle)
    ranged_attacks.use_missile(battle, frame, 6)
    assert battle.fighters[0].held[0] == NONE
    assert (battle.ground_item[0], battle.ground_location[0]) == (ITEM["throwing"], 6)


# --- The chain (H57 to H59, RH45, RH48, TH5) ------------------------------------------------------


def chain(battle_of, attack, order=(0, 1, 2, 3)):
    """An arrow of red_0 at blue_0, who stands with red_1 and blue_1 in a cluster and dodges."""
    red = [{"base": "archer", "at": (0, 1)}, {"cluster": 0}]
    battle = battle_of(red=red, blue=[{"cluster": 0}, {"cluster": 0}])
    battle.order[:4] = order
    frame = attack(battle, target=2, step=Step.AGAIN)
    frame.outcome = Outcome.DODGED
    ranged_attacks.mark_reached(frame, 2)
    return battle, frame


@pytest.mark.rule("H58", "H57")
@pytest.mark.parametrize(
    ("order", "reached"), [((0, 1, 2, 3), [3, 1]), ((2, 1, 0, 3), [1, 3]), ((3, 1, 0, 2), [3, 1])]
)
def test_H58_friend_or_foe_in_initiative_order_from_the_first_target(
    battle_of, attack, order, reached
):
    battle, frame = chain(battle_of, attack, order)
    found = []
    while ranged_attacks.continue_in_cluster(battle, frame):
        found.append(int(frame.target))
        assert frame.link == len(found)
        assert frame.step == Step.DEFENDED
        ranged_attacks.mark_reached(frame, int(frame.target))
    assert found == reached


@pytest.mark.rule("H57", "TH5")
@pytest.mark.parametrize("outcome", [Outcome.HIT, Outcome.STOPPED, Outcome.FAILED])
def test_H57_it_ends_with_a_hit_a_block_or_a_tired_roll(battle_of, attack, outcome):
    battle, frame = chain(battle_of, attack)
    frame.outcome = outcome
    assert not ranged_attacks.continue_in_cluster(battle, frame)


@pytest.mark.rule("H57")
def test_H57_outside_a_cluster_a_dodged_shot_is_gone(battle_of, attack):
    battle = battle_of(red=[{"base": "archer", "at": (0, 1)}], blue=["fighter"] * 2)
    frame = attack(battle, step=Step.AGAIN)
    frame.outcome = Outcome.DODGED
    assert not ranged_attacks.continue_in_cluster(battle, frame)


@pytest.mark.rule("RH48")
def test_RH48_the_shooter_is_no_target_of_its_own_shot(battle_of, attack):
    battle = battle_of(red=[{"base": "archer", "cluster": 0}], blue=[{"cluster": 0}])
    frame = attack(battle, step=Step.AGAIN)
    frame.outcome = Outcome.DODGED
    ranged_attacks.mark_reached(frame, 1)
    assert not ranged_attacks.continue_in_cluster(battle, frame)


@pytest.mark.rule("H59")
def test_H59_only_the_first_roll_tires(battle_of, attack):
    battle, frame = chain(battle_of, attack)
    assert ranged_attacks.can_raise_fatigue(frame)
    ranged_attacks.continue_in_cluster(battle, frame)
    assert not ranged_attacks.can_raise_fatigue(frame)


@pytest.mark.rule("H140", "RH45")
@pytest.mark.parametrize(
    ("outcome", "goes_on"),
    [(Outcome.DODGED, True), (Outcome.STOPPED, False), (Outcome.HIT, False)],
)
def test_RH45_a_shot_that_the_guard_dodges_goes_on_with_its_roll(
    battle_of, attack, outcome, goes_on
):
    battle = battle_of(red=[{"base": "archer", "at": (0, 1)}], blue=["fighter"] * 2)
    frame = attack(battle, target=1, step=Step.AGAIN)
    frame.guard = frame.target = 2
    frame.outcome, frame.total = outcome, 9
    frame.defence = Defence.DODGE
    assert ranged_attacks.threatens_guarded(frame) == goes_on
    if goes_on:
        ranged_attacks.redirect_to_guarded(frame)
        assert (frame.target, frame.total, frame.stays, frame.step) == (1, 9, 1, Step.DEFENDED)
        assert not ranged_attacks.threatens_guarded(frame)
