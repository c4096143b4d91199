"""The tables of `quintain odds`: no name and no interval breaks, at any width."""

from __future__ import annotations

import dataclasses

import pytest

from quintain.apps.common import console
from quintain.apps.odds_tables import (
    dealers_table,
    in_lines,
    print_odds,
    whole_intervals,
)
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.rendering.render import ansi, explain_signs
from quintain.envs.core.rendering.scene import Scene, Token
from quintain.envs.core.scenarios.labels import find_fighter, shown_labels
from quintain.evaluation.odds import FighterOdds, Odds
from quintain.evaluation.statistics import Interval

pytestmark = pytest.mark.interpreted

LONG = "Bartholomew of the Upper Mill"


def sample(estimate=12.5):
    return Interval(estimate, estimate - 1, estimate + 1)


def fighter(label, side, kind, **dealt_by):
    share, deals = Interval(0.5, 0.4, 0.6), {"red 2": "b", LONG: "a"}
    dealt = {name: sample(dealt_by[key]) for name, key in deals.items() if key in dealt_by}
    shown = "Red archer (R2)" if label == "red 2" else label
    return FighterOdds(label, side, kind, "x", shown, False, share, share, share, sample(), dealt)


@pytest.fixture
def odds():
    fighters = (
        fighter(LONG, "red", "greatsword", b=2.0),
        fighter("red 2", "red", "archer"),
        fighter("blue 1", "blue", "swordsman or axeman", a=20.0, b=0.04),
    )
    share = Interval(0.5, 0.4, 0.6)
    battles = dataclasses.make_dataclass("Battles", ["first_round"])(3)
    title = "A fight with a long title that would break in the midst of it"
    return Odds(title, 2, 0, "damage", share, share, share, sample(), fighters, battles)


@pytest.mark.parametrize("width", [80, 130])
def test_no_name_and_no_interval_breaks(odds, width, monkeypatch):
    monkeypatch.setattr(console, "_width", width)
    with console.capture() as capture:
        print_odds({"as written": odds})
    told = capture.get()
    assert LONG[:12] in told
    assert all(line.count("[") == line.count("]") for line in told.splitlines())
    assert max(map(len, told.splitlines())) <= width
    assert ("kind" in told) == (width == 130)


def test_kinds_that_nobody_has_are_no_column(odds, monkeypatch):
    monkeypatch.setattr(console, "_width", 130)
    assert "kind" in printed(odds)
    plain = tuple(dataclasses.replace(one, kind="") for one in odds.fighters)
    assert "kind" not in printed(dataclasses.replace(odds, fighters=plain))


def printed(odds):
    with console.capture() as capture:
        print_odds({"as written": odds})
    return " ".join(capture.get().split())


def test_a_number_of_wounds_below_0_is_explained(odds):
    note = "a number below 0 is more healed than suffered"
    assert note not in printed(odds)
    first, *others = odds.fighters
    healed = dataclasses.replace(first, wounds=Interval(-0.6, -0.8, -0.4))
    told = printed(dataclasses.replace(odds, fighters=(healed, *others)))
    assert "Damage: at the end, less those at the beginning." in told
    assert note in told


def test_dealers_of_nothing_are_left_out_and_the_own_side_is_named(odds, monkeypatch):
    monkeypatch.setattr(console, "_width", 110)
    with console.capture() as capture:
        console.print(dealers_table(odds, 110))
    told = capture.get()
    assert "Red archer (R2) (own side) 2.0 [1.0, 3.0]" in told
    assert f"{LONG} 20.0" in told
    assert " 0.0 [" not in told
    assert told.count("Red archer (R2)") == 1


def test_lines_break_between_parts_alone():
    assert in_lines(["aaa 1", "bbb 2", "ccc 3"], 14) == ["aaa 1, bbb 2,", "ccc 3"]
    assert whole_intervals("red wins 17 % [3, 56] now", 16) == "red wins\n17 % [3, 56] now"


def test_a_fighter_is_found_by_the_name_on_the_map():
    scenario = get_system("mythic_epoch").load_scenario("skirmish")
    assert shown_labels(scenario)[1:3] == ["red 2", "Red archer (R3)"]  # the former by lot
    assert find_fighter(scenario, "Red archer (R3)") == find_fighter(scenario, "r3") == 2


def test_only_signs_that_occur_are_explained():
    scene = Scene(3, 1, low={(0, 0)}, grounds={(1, 0): "deep", (2, 0): "seam"})
    assert explain_signs(scene) == "Signs:   ░ low obstacle   ≈ deep water"
    assert explain_signs(Scene(3, 1)) == ""


def test_a_sign_below_a_fighter_is_not_explained():
    item = (1, 0, "an axe")
    below = Scene(3, 1, items=[item], fighters=[Token(1, 0, 0, "R1")])
    assert "*" not in ansi(below, color=False)
    assert explain_signs(below) == ""
    beside = Scene(3, 1, items=[item], fighters=[Token(2, 0, 0, "R1")])
    assert explain_signs(beside) == "Signs:   * a thing on the ground"
