"""Flanking: the flanked fighter, its flankers, and the ignored one."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.maps.hex_grid import hex_neighbour_x, hex_neighbour_y
from quintain.envs.wildroll.enums import (
    Act,
    Life,
    Stage,
    Window,
)
from quintain.envs.wildroll.rules.combat_sequence import post_action
from quintain.envs.wildroll.rules.flanking import flanking
from quintain.envs.wildroll.tables import ITEM_NAMES

pytestmark = pytest.mark.interpreted

X, Y = 8, 6
"""The position of the target in these tests."""
E, W = 1, 4
BLUE = 2
"""Its number, with two of the red side round it."""


def attacks(battle, actor, target):
    """Whether a fighter is among those who can attack a target now."""
    return (int(flanking.attackers_of(battle, target)) >> actor) & 1 == 1


def beside(side: int, **more) -> dict:
    """A fighter next to the target."""
    place = (int(hex_neighbour_x(X, Y, side)), int(hex_neighbour_y(Y, side)))
    return {"at": place, **more}


def between(battle_of, one=None, other=None, **target):
    """Two of the red side to the east and west of the target."""
    red = [one or beside(E), other or beside(W)]
    return battle_of(red=red, blue=[{"at": (X, Y), **target}])


def is_flanked(battle, target):
    """Whether a fighter is flanked, computed again."""
    flanking.update_flanked(battle)
    return flanking.is_flanked(battle, target)


def asked(battle):
    """The flanker that the flanked fighter is asked about next, -1 for none."""
    battle.window, battle.to_act = Window.NONE, -1
    flanking.ask_flanked(battle)
    return int(battle.to_act)


# --- Who flanks (W32, RW17) -----------------------------------------------------------------------


@pytest.mark.rule("W32", "RW17")
@pytest.mark.parametrize(("steps", "flanked"), [(1, False), (2, True), (3, True), (4, True)])
@pytest.mark.parametrize("side", range(6))
def test_RW17_two_sides_apart_among_the_adjacent(battle_of, side, steps, flanked):
    battle = between(battle_of, beside(side), beside((side + steps) % 6))
    assert is_flanked(battle, BLUE) == flanked


@pytest.mark.rule("W32", "RW17")
@pytest.mark.parametrize(
    ("place", "apart"),
    [((6, 6), True), ((6, 5), True), ((7, 4), True), ((7, 8), True), ((8, 4), False)],
)
def test_RW17_120_degrees_from_centre_to_centre(battle_of, place, apart):
    battle = between(battle_of, beside(E), {"base": "spearman", "at": place})
    assert flanking.separation(battle, BLUE, 0, 1) == apart
    assert flanking.separation(battle, BLUE, 1, 0) == apart


@pytest.mark.rule("RW17", "W84")
def test_RW17_who_is_in_the_hex_itself_is_on_no_side(battle_of):
    battle = between(battle_of, beside(E), {"at": (X, Y)})
    assert not is_flanked(battle, BLUE)


@pytest.mark.rule("W32")
@pytest.mark.parametrize(
    ("state", "flanked"),
    [
        ({}, True), ({"life": Life.UNCONSCIOUS}, False), ({"life": Life.DEAD}, False),
        ({"pinned_by": BLUE}, False), ({"helpless_rounds": 1}, False), ({"action_points": 0}, True),
        ({"initiative": 0}, True), ({"hidden": True}, False), ({"held": []}, True),
    ],
)  # fmt: skip
def test_W32_only_who_is_seen_and_able_to_act(battle_of, state, flanked):
    battle = between(battle_of, beside(W, **state))
    assert attacks(battle, 0, BLUE) == flanked
    battle = between(battle_of, beside(E), beside(W, **state))
    assert is_flanked(battle, BLUE) == flanked


@pytest.mark.rule("W32")
@pytest.mark.parametrize(
    ("state", "flanked"), [({"life": Life.DEAD}, False), ({"hidden": True}, False), ({}, True)]
)
def test_W32_nobody_flanks_the_dead_and_the_unseen(battle_of, state, flanked):
    assert is_flanked(between(battle_of, **state), BLUE) == flanked


@pytest.mark.rule("W32", "RW32")
@pytest.mark.parametrize(
    ("held", "x", "can"),
    [
        ("sword", 6, True), ("sword", 5, False), ("spear", 5, True), ("spear", 4, False),
        ("dagger", 7, True), ("dagger", 6, False),
    ],
)  # fmt: skip
def test_W32_what_they_hold_has_to_reach(battle_of, held, x, can):
    battle = between(battle_of, {"held": [held], "at": (x, Y)})
    assert attacks(battle, 0, BLUE) == can


@pytest.mark.rule("W32", "RW24")
@pytest.mark.parametrize(
    ("shooter", "x", "can"),
    [
        ({"base": "archer"}, 27, True), ({"base": "archer"}, 29, False),
        ({"base": "archer", "held": ["bow", "dagger"]}, 27, False),
        ({"base": "crossbowman", "loaded": False}, 20, False),
        ({"base": "crossbowman"}, 20, True), ({"base": "mage"}, 20, False),
    ],
)  # fmt: skip
def test_W32_shots_within_the_first_increment(battle_of, shooter, x, can):
    if len(shooter.get("held", [])) > 1:  # a bow needs the other hand
        shooter = {**shooter, "held": ["bow"]}
        battle = between(battle_of, {**shooter, "at": (x, Y)})
        battle.fighters[0].held[1] = ITEM_NAMES.index("dagger")
    else:
        battle = between(battle_of, {**shooter, "at": (x, Y)})
    assert attacks(battle, 0, BLUE) == can


@pytest.mark.rule("W32", "H22")
def test_W32_no_wall_is_between(battle_of):
    blue = [{"at": (2, 0)}]
    battle = battle_of(red=[{"base": "archer", "at": (4, 0)}], blue=blue, map="..." + "#" + "..")
    assert not attacks(battle, 0, 1)
    battle = battle_of(red=[{"base": "archer", "at": (4, 0)}], blue=blue, map="..." + "o" + "..")
    assert attacks(battle, 0, 1)


@pytest.mark.rule("W32", "H25")
@pytest.mark.parametrize(
    ("mount", "flanks"),
    [
        ({"base": "warhorse"}, True), ({"base": "horse"}, False),
        ({"base": "warhorse", "uncontrolled": True}, False),
        ({"base": "warhorse", "life": Life.UNCONSCIOUS}, False),
    ],
)  # fmt: skip
def test_H25_an_animal_flanks_if_its_rider_commands_it(battle_of, mount, flanks):
    rider = {"base": "knight", "rides": 1, "held": []}
    battle = between(battle_of, rider, beside(W, **mount))
    assert attacks(battle, 1, BLUE) == flanks
    battle.fighters[0].pinned_by = BLUE
    assert not attacks(battle, 1, BLUE)
    battle.fighters[1].rider = -1
    assert not attacks(battle, 1, BLUE)


@pytest.mark.rule("W32")
def test_W32_who_of_three_helps(battle_of):
    red = [beside(0), beside(1), beside(2)]
    battle = battle_of(red=red, blue=[{"at": (X, Y)}])
    assert [bool(flanking.helps_flank(battle, i, 3)) for i in range(3)] == [True, False, True]
    assert flanking.attackers_of(battle, 3) == 0b111


@pytest.mark.rule("W32")
def test_W32_the_beginning_and_the_end_of_a_flank_are_told_once(battle_of, events):
    battle = between(battle_of)
    for _ in range(2):
        assert is_flanked(battle, BLUE)
        assert battle.newly_flanked == 1 << BLUE
    assert events(battle) == [("flanked", BLUE, -1, 1, 0, 0)]
    battle.fighters[0].x = 20
    for _ in range(2):
        assert not is_flanked(battle, BLUE)
        assert battle.newly_flanked == 0
    assert events(battle) == [("flanked", BLUE, -1, one, 0, 0) for one in (1, 0)]


# --- Ignoring (W34, H12, QW5) ---------------------------------------------------------------------


@pytest.mark.rule("W34", "QW5")
def test_W34_the_ignored_do_not_flank_but_come_from_the_rear(battle_of, events):
    battle = between(battle_of)
    flanking.update_flanked(battle)
    flanking.ignore(battle, BLUE, 1)
    assert not flanking.is_flanked(battle, BLUE)
    assert flanking.is_rear(battle, 1, BLUE)
    assert not flanking.is_rear(battle, 0, BLUE)
    assert events(battle, "ignores") == [("ignores", BLUE, 1, 1, 0, 0)]


@pytest.mark.rule("W34")
def test_W34_who_ignores_somebody_cannot_help_to_flank_it(battle_of):
    battle = between(battle_of, beside(E), beside(W, ignoring=[BLUE]))
    assert not is_flanked(battle, BLUE)


@pytest.mark.rule("W34", "H12")
@pytest.mark.parametrize(
    ("state", "ignore", "heed"),
    [
        ({}, True, False), ({"switched": [0]}, False, False), ({"switched": [1]}, True, False),
        ({"ignoring": [0]}, False, True), ({"ignoring": [0], "switched": [0]}, False, False),
        ({"ignoring": [1]}, True, False),
    ],
)  # fmt: skip
def test_H12_each_can_be_ignored_or_heeded_anew_once_a_turn(battle_of, state, ignore, heed):
    battle = between(battle_of, **state)
    assert flanking.may_ignore(battle, BLUE, 0) == ignore
    assert flanking.may_heed(battle, BLUE, 0) == heed


@pytest.mark.rule("W34", "H12")
def test_W34_ignoring_can_end(battle_of, events):
    battle = between(battle_of, ignoring=[0])
    flanking.heed(battle, BLUE, 0)
    assert flanking.is_flanked(battle, BLUE)
    assert not flanking.may_ignore(battle, BLUE, 0)
    assert flanking.may_ignore(battle, BLUE, 1)
    assert events(battle, "ignores") == [("ignores", BLUE, 0, 0, 0, 0)]


@pytest.mark.rule("W34", "QW5")
def test_W34_who_has_come_to_be_flanked_is_asked_until_it_is_not(battle_of):
    third = beside(0)
    battle = battle_of(red=[beside(W), beside(E), third], blue=[{"at": (X, Y)}, {"at": (20, 3)}])
    assert is_flanked(battle, 3)
    for ignored, still in ((1, 3), (2, -1)):
        assert asked(battle) == 3
        flanking.ignore_at_once(battle, 3, ignored)
        assert asked(battle) == still
        battle.newly_flanked |= battle.flanked
    assert not flanking.is_flanked(battle, 3)


@pytest.mark.rule("W34", "QW5")
@pytest.mark.parametrize(
    ("verb", "one"),
    [
        ("retrieve", {"at": (X + 2, Y), "held": [], "scabbard": ["sword"]}),
        ("heed", beside(E, ignoring=[BLUE])),
    ],
)
def test_W34_whatever_makes_one_flanked_brings_the_free_reaction(
    battle_of, begun, act, window, verb, one
):
    battle = begun(between(battle_of, one))
    assert not flanking.is_flanked(battle, BLUE)
    act(battle, verb)
    assert (window(battle), battle.to_act) == ("flanked", BLUE)
    act(battle, "ignore")
    assert not flanking.is_flanked(battle, BLUE)
    assert (window(battle), battle.to_act) == ("turn", 0)


@pytest.mark.rule("W32")
def test_W32_the_end_of_the_flank_of_the_dead_is_not_told(battle_of, events):
    battle = between(battle_of)
    assert is_flanked(battle, BLUE)
    battle.fighters[BLUE].life = Life.DEAD
    assert not is_flanked(battle, BLUE)
    assert events(battle) == [("flanked", BLUE, -1, 1, 0, 0)]


@pytest.mark.rule("W34", "W32")
def test_W34_who_begins_the_battle_flanked_is_asked_before_the_first_round(
    battle_of, begun, window
):
    battle = between(battle_of)
    battle.stage, battle.active = Stage.ROUND_START, -1
    flanking.update_flanked(battle)
    begun(battle)
    assert (window(battle), battle.to_act, battle.active) == ("flanked", BLUE, -1)


@pytest.mark.rule("W34", "W60", "W80")
@pytest.mark.parametrize(("answer", "asked"), [("ignore", False), ("wait", True)])
def test_W80_the_free_reaction_of_the_flanked_ends_readiness(
    battle_of, begun, act, window, answer, asked
):
    me = {"at": (X, Y), "held": ["dagger"], "readied": Act.DEFEND}
    red = [{"at": (X - 2, Y), "held": ["dagger"]}, beside(E)]
    battle = begun(battle_of(red=red, blue=[me, {"at": (20, 3)}]))
    act(battle, "step", E)
    assert (window(battle), battle.to_act) == ("flanked", BLUE)
    act(battle, answer)
    assert (window(battle) == "readied") == asked  # one answer to one yard
    assert (battle.fighters[BLUE].readied == Act.DEFEND) == asked


@pytest.mark.rule("W34", "W60")
@pytest.mark.parametrize("readied", [Act.NONE, Act.DEFEND])
def test_W60_a_new_flank_is_a_trigger_of_its_own(battle_of, begun, act, window, readied):
    me = {"at": (X, Y), "held": ["dagger"], "readied": readied}
    red = [{"at": (X - 2, Y), "held": [], "scabbard": ["sword"]}, beside(E)]
    battle = begun(battle_of(red=red, blue=[me, {"at": (20, 3)}]))
    act(battle, "retrieve", 0)
    if readied:
        assert (window(battle), battle.to_act) == ("readied", BLUE)
        act(battle, "defend")  # the answer to the declaration
    assert flanking.is_flanked(battle, BLUE)
    assert (window(battle), battle.to_act) == ("flanked", BLUE)


@pytest.mark.rule("W34", "W55", "H25")
@pytest.mark.parametrize("state", [{"initiative": 0}, {"helpless_rounds": 1}])
def test_W55_not_everybody_is_asked(battle_of, state):
    battle = between(battle_of, **state)
    assert is_flanked(battle, BLUE)
    assert asked(battle) == -1


@pytest.mark.rule("W34", "QW5")
def test_W34_one_may_let_it_be(battle_of):
    battle = between(battle_of)
    assert is_flanked(battle, BLUE)
    assert asked(battle) == BLUE
    assert asked(battle) == -1
    assert is_flanked(battle, BLUE)
    assert asked(battle) == -1  # it is nothing new


@pytest.mark.rule("W34", "W55", "W60")
@pytest.mark.parametrize(
    "state", [{"initiative": 0}, {"pinned_by": 0}, {"life": Life.UNCONSCIOUS}, {"switched": [0, 1]}]
)
def test_W34_who_cannot_react_is_not_asked(battle_of, state):
    battle = between(battle_of, **state)
    assert is_flanked(battle, BLUE)
    assert asked(battle) == -1


@pytest.mark.rule("W32", "W92", "H17")
def test_W32_who_is_free_of_a_pin_flanks_at_once(battle_of):
    red = [{"pinned_by": 3}, {"at": (6, 3)}]
    blue = [{"at": (5, 3)}, {"at": (3, 3), "holding": [0], "helpless_rounds": 2}]
    battle = battle_of(red=red, blue=blue)
    post_action.update_derived_state(battle)
    assert battle.fighters[0].pinned_by == NOBODY
    assert battle.flanked >> 2 & 1
