"""Riders and mounts: on and off, control, advantages."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.wildroll.enums import (
    Act,
    Life,
    Posture,
    Role,
    Step,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.health.bodies import decider
from quintain.envs.wildroll.rules.movement.spaces import gap, is_adjacent
from quintain.envs.wildroll.rules.special_situations import mount_control, mounts

pytestmark = pytest.mark.interpreted

FOOT = {"base": "thug", "at": (4, 4)}
HORSE = {"base": "horse", "at": (5, 4)}
STANDING, CROUCHING, PRONE = Posture
NINE = [3, 3, 3]


def riding(battle_of, mount="horse", rider=None, **fields):
    """Red_0 rides red_1."""
    one = {"base": "thug", "rides": 1, **(rider or {})}
    there = mount if isinstance(mount, dict) else {"base": mount}
    return battle_of(red=[one, {"at": (5, 4), **there}], **fields)


def ring(x, y) -> list[tuple[int, int]]:
    """The hexes around one in an even row, clockwise from north-east."""
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y + 1), (x - 1, y), (x - 1, y - 1)]


# --- Getting on (W86, W108) -----------------------------------------------------------------------


@pytest.mark.rule("W86", "W108")
@pytest.mark.parametrize(
    ("rider", "mount", "may"),
    [
        ({}, {}, True), ({}, {"at": (6, 4)}, False), ({"at": (5, 4)}, {}, True),
        ({"race": "giant"}, {}, False),  # 6 against 5
        ({"race": "giant"}, {"base": "griffin"}, True),  # as large is enough
        ({}, {"base": "wolf"}, False), ({}, {"life": Life.DEAD}, False),
        ({}, {"life": Life.UNCONSCIOUS}, False), ({}, {"underwater": True}, False),
        ({"underwater": True}, {}, False), ({}, {"uncontrolled": True}, True),
        ({"posture": CROUCHING}, {}, True), ({}, {"posture": PRONE}, True),
    ],
)  # fmt: skip
def test_W86_and_W108_what_can_be_mounted(battle_of, rider, mount, may):
    battle = battle_of(red=[{**FOOT, **rider}, {**HORSE, **mount}], blue=[{"at": (9, 9)}])
    assert mounts.may_mount(battle, 0) == may


@pytest.mark.rule("W82", "W86")
def test_W82_nobody_mounts_from_the_ground(battle_of, begun, act, legal):
    red = [{**FOOT, "posture": PRONE}, HORSE]
    battle = begun(battle_of(red=red, blue=[{"at": (20, 9)}]))
    assert legal(battle, "mount", "posture") == {"posture 1"}
    act(battle, "posture", CROUCHING)
    assert "mount" in legal(battle, "mount")


@pytest.mark.rule("W86", "H25")
def test_W86_neither_an_enemys_mount_nor_one_that_is_ridden_nor_two_at_once(battle_of):
    assert not mounts.may_mount(battle_of(red=[FOOT], blue=[HORSE]), 0)
    battle = battle_of(red=[FOOT, {"rides": 2}, HORSE])
    assert not mounts.may_mount(battle, 0)
    battle = battle_of(red=[{**FOOT, "rides": 1}, HORSE, {**HORSE, "at": (6, 4)}])
    assert not mounts.may_mount(battle, 0)
    assert not mounts.may_mount(battle, 1)  # the horse beside the other one


@pytest.mark.rule("W86")
def test_W86_the_mount_of_the_lowest_number_is_taken(battle_of, events):
    crouching = {**FOOT, "posture": Posture.CROUCHING}
    battle = battle_of(red=[crouching, {**HORSE, "at": (9, 9)}, {**HORSE, "at": (3, 4)}, HORSE])
    mounts.mount_up(battle, 0, -1)
    rider, mount = battle.fighters[0], battle.fighters[2]
    assert (rider.mount, mount.rider) == (2, 0)
    assert (rider.x, rider.y, rider.posture) == (3, 4, Posture.STANDING)
    assert decider(battle, 2) == 0
    assert events(battle) == [("mounts", 0, 2, 0, 0, 0)]


# --- Getting off (W86, H25) -----------------------------------------------------------------------


@pytest.mark.rule("W86")
@pytest.mark.parametrize("taken", range(7))
def test_W86_one_dismounts_into_the_first_free_hex(battle_of, events, taken):
    around = ring(5, 4)
    others = [{"at": place} for place in around[:taken]]
    battle = riding(battle_of, blue=others or [{"at": (9, 9)}])
    assert mounts.may_dismount(battle, 0) == (taken < 6)
    mounts.dismount(battle, 0, mounts.NO_SIDE)
    rider, mount = battle.fighters[0], battle.fighters[1]
    assert (rider.mount, mount.rider) == (-1, -1)
    assert (rider.x, rider.y) == (around[taken] if taken < 6 else (5, 4))
    assert (mount.x, mount.y) == (5, 4)
    assert events(battle) == [("dismounts", 0, 1, 0, 0, 0)]


@pytest.mark.rule("W86")
def test_W86_who_is_on_foot_does_not_dismount(battle_of):
    assert not mounts.may_dismount(battle_of(), 0)


@pytest.mark.rule("H25")
def test_H25_who_is_thrown_off_lies_beside_its_mount(battle_of):
    battle = riding(battle_of, blue=[{"at": (9, 9)}])
    mounts.throw_off(battle, 0)
    rider = battle.fighters[0]
    assert (rider.x, rider.y, rider.posture) == (5, 3, Posture.PRONE)


@pytest.mark.rule("H25")
def test_H25_an_animal_does_nothing_for_itself_and_a_sentient_mount_does(battle_of):
    for mount, who in (("horse", 0), ("warhorse", 0), ("griffin", 1)):
        assert decider(riding(battle_of, mount), 1) == who


# --- Control (W106, RW35) -------------------------------------------------------------------------


@pytest.mark.rule("W106")
@pytest.mark.parametrize(
    ("rider", "faces", "lost"),
    [
        ({}, [1, 1, 3], False), ({}, [1, 1, 2], True), ({"persona": -1}, [2, 2, 2], False),
        ({"persona": -1}, [2, 2, 1], True),
        ({"skills": {"nature": 1}, "specialisations": {"riding": 1}}, [1, 1, 1], False),
        ({"wounds": {"critical": 1}}, [3, 3, 2], True),
        ({"wounds": {"critical": 1}}, [3, 3, 3], False),
    ],
)  # fmt: skip
def test_W106_an_untrained_horse_is_held_by_a_riding_check_of_5(
    battle_of, loaded, events, rider, faces, lost
):
    battle = riding(battle_of, rider=rider)
    with loaded(battle, faces):
        mounts.check_control(battle, 1)
    assert battle.fighters[1].uncontrolled == lost
    told = [("uncontrolled", 1, 0, 0, 0, 0)] if lost else []
    assert events(battle, "uncontrolled") == told


@pytest.mark.rule("W106", "H25")
@pytest.mark.parametrize(
    "mount", ["warhorse", "griffin", {"base": "horse", "trained": True},
              {"base": "horse", "uncontrolled": True}]
)  # fmt: skip
def test_W106_trained_and_sentient_mounts_and_those_lost_already_ask_for_none(
    battle_of, loaded, mount
):
    battle = riding(battle_of, mount)
    before = battle.fighters[1].uncontrolled
    with loaded(battle, []):
        mounts.check_control(battle, 1)
    assert battle.fighters[1].uncontrolled == before


@pytest.mark.rule("W106")
def test_W106_nobody_asks_for_a_horse_without_a_rider_and_the_helpless_hold_none(battle_of, loaded):
    battle = battle_of(red=[FOOT, HORSE])
    with loaded(battle, []):
        mounts.check_control(battle, 1)
    assert not battle.fighters[1].uncontrolled
    battle = riding(battle_of, rider={"helpless_rounds": 2})
    with loaded(battle, []):
        mounts.check_control(battle, 1)
    assert battle.fighters[1].uncontrolled


# --- Calming (W106) -------------------------------------------------------------------------------

LOST = {"base": "horse", "uncontrolled": True}


@pytest.mark.rule("W106")
def test_W106_only_a_mount_out_of_control_is_calmed(battle_of):
    assert mounts.may_calm(riding(battle_of, LOST), 0)
    assert not mounts.may_calm(riding(battle_of), 0)
    assert not mounts.may_calm(battle_of(red=[FOOT, LOST]), 0)
    assert not mounts.may_calm(riding(battle_of, {"base": "griffin", "uncontrolled": True}), 0)


@pytest.mark.rule("W106")
@pytest.mark.parametrize(
    ("calming", "enemies", "least"),
    [(0, 0, 5), (0, 1, 6), (0, 3, 8), (1, 3, 7), (4, 5, 6), (5, 5, 5), (5, 3, 3)],
)
@pytest.mark.parametrize("below", [0, 1])
def test_W106_enemies_near_make_it_harder_and_patience_easier(
    battle_of, loaded, events, calming, enemies, least, below
):
    blue = [{"at": (15, 4)} for _ in range(enemies)] + [{"at": (16, 4)}]  # 10 yards and 11
    battle = riding(battle_of, LOST, {"calming": calming}, blue=blue)
    natural = least - below
    if natural < 3:
        natural, below = 3, 0  # three dice show no less
    with loaded(battle, [1, 1, natural - 2]):
        mounts.calm(battle, 0)
    rider, mount = battle.fighters[0], battle.fighters[1]
    assert mount.uncontrolled == (below == 1)
    assert rider.calming == (min(5, calming + 1) if below else 0)
    assert events(battle, "calmed") == ([] if below else [("calmed", 1, 0, 0, 0, 0)])


@pytest.mark.rule("W106")
def test_W106_the_dead_frighten_no_horse(battle_of):
    blue = [{"at": (6, 4), "life": Life.DEAD}, {"at": (7, 4), "life": Life.UNCONSCIOUS}]
    assert mounts.enemies_near(riding(battle_of, LOST, blue=blue), 0) == 1


# --- Advantages (W106, H20) -----------------------------------------------------------------------


@pytest.mark.rule("W106")
@pytest.mark.parametrize(
    ("base", "bonus"),
    [("fighter", 1), ("ogre", 1), ("wolf", 1), ("horse", 0), ("giant", 0), ("griffin", 0)],
)
def test_W106_a_bonus_against_whoever_is_smaller_than_the_mount(battle_of, base, bonus):
    battle = riding(battle_of, blue=[base])
    assert mounts.mounted_bonus(battle, 0, 2) == bonus
    assert mounts.mounted_bonus(battle, 2, 0) == 0  # on foot
    assert mounts.mounted_bonus(battle, 1, 2) == 0  # the horse itself does not ride


@pytest.mark.rule("W106")
@pytest.mark.parametrize(("one", "other", "bonuses"), [
    ("horse", "horse", (0, 0)), ("griffin", "horse", (1, 0)), ("horse", "griffin", (0, 1)),
])  # fmt: skip
def test_W106_not_against_who_rides_as_large_a_mount(battle_of, one, other, bonuses):
    blue = [{"base": "thug", "rides": 3}, {"base": other, "at": (6, 4)}]
    battle = riding(battle_of, one, blue=blue)
    found = mounts.mounted_bonus(battle, 0, 2), mounts.mounted_bonus(battle, 2, 0)
    assert found == bonuses


@pytest.mark.rule("W106", "RW32")
@pytest.mark.parametrize(
    ("base", "more"), [("fighter", 1), ("ogre", 1), ("giant", 0), ("horse", 0)]
)
def test_W106_one_yard_farther_counts_both_ways(battle_of, base, more):
    battle = riding(battle_of, blue=[{"base": base, "at": (9, 4)}])
    bare = 3 if base != "giant" else 2  # it fills the hexes around it
    assert (gap(battle, 0, 2), gap(battle, 2, 0)) == (bare + more, bare + more)
    assert gap(battle, 1, 2) == bare  # the mount stands on the ground
    battle.fighters[2].x = 6
    assert is_adjacent(battle, 0, 2) == (more == 0)
    assert is_adjacent(battle, 1, 2)


# --- What the animal does at its rider's bidding (W82, W85, W106, H25) ----------------------------


@pytest.mark.rule("W82", "W106", "H25")
def test_H25_in_the_saddle_a_change_of_posture_gets_the_animal_up(battle_of, begun, act, legal):
    battle = begun(riding(battle_of, {"base": "horse", "posture": PRONE}))
    for before, after in ((PRONE, CROUCHING), (CROUCHING, STANDING)):
        assert battle.fighters[1].posture == before
        assert legal(battle, "posture") == {f"posture {int(after)}" if after else "posture"}
        act(battle, "posture", int(after))
    assert [int(battle.fighters[i].posture) for i in (0, 1)] == [STANDING, STANDING]
    assert [int(battle.fighters[i].action_points) for i in (0, 1)] == [8, 8]  # both pay
    assert legal(battle, "posture") == set()  # it lies down for nobody


@pytest.mark.rule("W85", "W106", "H25")
def test_H25_in_the_saddle_an_escape_frees_the_animal(battle_of, begun, act, legal):
    foe = {"at": (6, 4), "holding": [1]}
    battle = begun(riding(battle_of, blue=[foe]))
    assert legal(battle, "escape", "toward", "step") == {"escape"}
    act(battle, "escape", faces=(5, 5, 5))
    assert battle.fighters[2].holding == 0
    assert [int(battle.fighters[i].action_points) for i in (0, 1)] == [8, 8]
    assert legal(battle, "escape") == set()
    assert "step 4" in legal(battle, "step")


@pytest.mark.rule("W85", "H25")
def test_H25_who_is_held_in_the_saddle_frees_itself_first(battle_of, begun, act):
    battle = begun(riding(battle_of, blue=[{"at": (6, 4), "holding": [0, 1]}]))
    act(battle, "escape", faces=(5, 5, 5))
    assert battle.fighters[2].holding == 1 << 1
    assert [int(battle.fighters[i].action_points) for i in (0, 1)] == [8, 12]


@pytest.mark.rule("W87", "W106", "H25")
def test_W106_a_trained_mount_dashes_on_command(battle_of, begun, act, legal, events):
    battle = begun(riding(battle_of, {"base": "warhorse"}))
    stamina = int(battle.fighters[1].stamina)
    assert legal(battle, "dash") == {"dash"}
    act(battle, "dash")
    assert [int(battle.fighters[i].dash) for i in (0, 1)] == [0, 1]
    assert [int(battle.fighters[i].action_points) for i in (0, 1)] == [10, 10]  # both pay
    assert battle.fighters[1].stamina == stamina - 2
    assert events(battle, "dashes") == [("dashes", 1, -1, 0, 32, 0)]
    act(battle, "dash", faces=(5, 5, 5))  # once more, by the animal's check
    assert battle.fighters[1].dash == 2
    assert legal(battle, "dash") == set()


@pytest.mark.rule("W87", "W106", "H25")
@pytest.mark.parametrize(
    ("rider", "mount"),
    [
        ({}, {"trained": False}), ({}, {"uncontrolled": True}), ({"action_points": 1}, {}),
        ({}, {"action_points": 1}), ({}, {"helpless_rounds": 1}), ({}, {"base": "griffin"}),
    ],
)  # fmt: skip
def test_W106_no_other_mount_dashes_on_command(battle_of, begun, legal, rider, mount):
    battle = begun(riding(battle_of, {"base": "warhorse", **mount}, rider))
    assert battle.to_act == 0
    assert legal(battle, "dash") == set()


@pytest.mark.rule("W80", "W87", "H25")
def test_W106_a_readied_dash_is_that_of_the_mount(battle_of, begun, act, window, legal):
    battle = riding(battle_of, {"base": "warhorse"}, {"readied": Act.DASH}, active=2)
    action_stack.push(battle, Role.TURN, Act.SEIZE, 2, NOBODY, 0)
    action_stack.go_to(battle.frames[battle.top], Step.ANSWERED)
    begun(battle)
    assert (window(battle), battle.to_act) == ("readied", 0)
    assert legal(battle) == {"dash"}
    act(battle, "dash", faces=None)
    assert battle.fighters[0].readied == Act.NONE
    assert [int(battle.fighters[i].dash) for i in (0, 1)] == [0, 1]


@pytest.mark.rule("W49", "W106", "H25")
@pytest.mark.parametrize(
    ("rider", "mount"),
    [
        ({"action_points": 1}, {}), ({}, {"action_points": 1}), ({}, {"uncontrolled": True}),
        ({}, {"helpless_rounds": 1}),
    ],
)  # fmt: skip
def test_H25_both_can_pay_at_once_or_the_animal_lies(battle_of, begun, legal, rider, mount):
    horse = {"base": "horse", "posture": PRONE, **mount}
    assert legal(begun(riding(battle_of, horse, rider)), "posture") == set()


# --- The unseen (XW1, H25) ------------------------------------------------------------------------


@pytest.mark.rule("W106", "XW1")
def test_XW1_hidden_enemies_neither_frighten_a_mount_nor_hinder_its_rider(battle_of):
    battle = riding(battle_of, LOST, blue=[{"at": (5, 4)}, {"at": (6, 4)}])
    assert mounts.enemies_near(battle, 0) == 2
    before = mount_control.reached(battle, 1)
    assert before != 0
    for number in (2, 3):
        battle.fighters[number].hidden = True
    assert mounts.enemies_near(battle, 0) == 0
    assert mount_control.reached(battle, 1) == 0


@pytest.mark.rule("W106", "H25", "XW1")
def test_H25_a_thrown_rider_falls_where_there_is_room(battle_of):
    hexes = ring(5, 4)
    battle = riding(battle_of, blue=[{"at": hexes[0], "hidden": True}])
    mounts.throw_off(battle, 0)
    assert (battle.fighters[0].x, battle.fighters[0].y) == hexes[1]


@pytest.mark.rule("W86", "XW1")
def test_XW1_getting_off_is_offered_by_what_the_rider_knows(battle_of):
    around = [{"at": place, "hidden": True} for place in ring(5, 4)]
    battle = riding(battle_of, blue=around)
    assert mounts.may_dismount(battle, 0)
    assert mounts.side_with_room(battle, 0) == -1


@pytest.mark.rule("W106", "H22")
@pytest.mark.parametrize(("between", "checks"), [(".", True), ("#", False), ("o", True)])
def test_H22_no_weapon_frightens_a_mount_through_a_wall(battle_of, between, checks):
    rows = "\n".join(["." * 9] * 4 + [f"......{between}.."] + ["." * 9])
    battle = riding(battle_of, blue=[{"at": (7, 4), "held": ["spear"]}], map=rows)
    assert mount_control.is_in_reach(battle, 1, 2) == checks


@pytest.mark.rule("W86", "H26", "XW1")
def test_H26_who_gets_off_next_to_the_hidden_finds_them(battle_of, begun, act):
    hidden = {"at": (7, 4), "hidden": True, "initiative": 0}
    battle = begun(riding(battle_of, blue=[hidden, {"at": (20, 9), "initiative": 0}]))
    act(battle, "dismount")
    act(battle, "side", 1)
    assert (battle.fighters[0].x, battle.fighters[0].y) == (6, 4)
    assert not battle.fighters[2].hidden
