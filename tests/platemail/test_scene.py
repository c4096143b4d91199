"""Names of fighters, and pictures of battles without sealed or secret facts (XP1)."""

from __future__ import annotations

import pytest

from quintain.envs.core.rendering.render import ansi, rgb_array, svg
from quintain.envs.core.text.narration import short_names
from quintain.envs.platemail.enums import (
    Ending,
    Life,
    Window,
)
from quintain.envs.platemail.scene import scene
from quintain.envs.platemail.text.names import CALLED, fighter_names, held_name

pytestmark = [pytest.mark.interpreted]


def test_fighters_are_numbered_where_a_side_has_several_alike(fight):
    archer, sword = {"base": "archer"}, {"base": "swordsman"}
    battle = fight(red=[archer, sword, archer], blue=[sword])
    assert fighter_names(battle) == [
        "the red archer 1", "the red swordsman", "the red archer 2", "the blue swordsman",
    ]  # fmt: skip
    assert short_names(battle, CALLED) == [
        "archer 1", "the red swordsman", "archer 2", "the blue swordsman",
    ]  # fmt: skip


def test_fighters_are_called_as_the_cast_calls_them(duel):
    battle = duel({"base": "two_swords"}, {"base": "flail_bearer"})
    assert fighter_names(battle) == ["the red double swordsman", "the blue flail bearer"]
    assert short_names(battle, CALLED) == ["Red", "Blue"]


@pytest.mark.parametrize(
    ("fighter", "held"),
    [
        ({"base": "two_swords"}, "two swords"),
        ({"hand": "sword", "second": "dagger"}, "sword and dagger"),
        ({"hand": "great_sword"}, "great sword"),
        ({"hand": "unarmed"}, "bare hands"),
        ({"hand": "unarmed", "shield": "tower_shield"}, "tower shield"),
    ],
)
def test_what_is_held_in_words(duel, fighter, held):
    assert held_name(duel(fighter).fighters[0]) == held


MAP = "......\n......\n......\n......\n.o#^+/"


def test_the_picture_shows_map_doors_and_fighters(fight):
    drawn = scene(fight(map=MAP))
    assert (drawn.width, drawn.height) == (6, 5)
    assert (drawn.low, drawn.high, drawn.raised) == ({(1, 4)}, {(2, 4)}, {(3, 4)})
    assert drawn.doors == {(4, 4): False, (5, 4): True}
    assert [(token.x, token.y, token.side, token.label) for token in drawn.fighters] == [
        (4, 3, 0, "R1"), (5, 3, 1, "B1"),
    ]  # fmt: skip
    text = ansi(drawn, color=False)
    assert "░░░░▓▓▓▓ ^   +   /" in text
    assert "Round 1" in text


def test_closed_doors_and_raised_ground_are_drawn_another_way(fight):
    pictures = [
        rgb_array(scene(fight(map=f"......\n......\n......\n......\n{letter}....."))).tobytes()
        for letter in ".^+/o#"
    ]
    assert len(set(pictures)) == len(pictures)
    assert "<svg" in svg(scene(fight(map=MAP)))


@pytest.mark.rule("P46", "RP10", "RP47", "P89", "P90")
@pytest.mark.parametrize(
    ("fields", "status", "out"),
    [
        ({}, "", False),
        ({"prone": 1}, "prone", False),
        ({"hidden_from": 2}, "hidden", False),
        ({"prone": 1, "entrapped": 1}, "entrapped", False),
        ({"prone": 1, "terror": 2}, "in terror", False),
        ({"terror": 2, "dazed": 1}, "dazed", False),
        ({"carried_by": 1, "dazed": 1}, "carried", False),
        ({"life": Life.FATALLY_WOUNDED, "wounds": 4}, "dying", True),
        ({"life": Life.STABLE, "wounds": 4}, "stable", True),
        ({"life": Life.DEAD, "wounds": 5}, "dead", True),
    ],
)
def test_the_status_that_is_shown(duel, fields, status, out):
    token = scene(duel(fields)).fighters[0]
    assert (token.status, token.out) == (status, out)
    assert (token.health == 0.0) == out


@pytest.mark.rule("P46", "P42")
@pytest.mark.parametrize(("wounds", "health"), [(0, 1.0), (1, 0.75), (3, 0.25)])
def test_P46_health_is_the_share_of_the_wounds_that_fell_him(duel, wounds, health):
    assert scene(duel({"wounds": wounds})).fighters[0].health == health


@pytest.mark.parametrize(
    ("fighter", "note"),
    [
        ({"wounds": 1}, "1 Wound"),
        ({"wounds": 2}, "2 Wounds"),
        ({"armour": "leather"}, "leather armour"),
        ({"ward": True}, "the ward"),
        ({"mounted": True}, "mounted"),
        ({"limbs": 4}, "left arm lost"),
        ({"hand": "light_crossbow", "loaded": 0}, "not loaded"),
        ({"hand": "javelin", "stock": 2}, "2 to throw"),
        ({"prepared": 0}, "holds a spell"),
        ({"focus": 1}, "binds the blue swordsman"),
        ({"carried_hand": "sword", "carried_shield": "buckler"}, "also has sword and buckler"),
    ],
)
def test_what_is_noted_of_a_fighter(duel, fighter, note):
    assert note in scene(duel(fighter)).fighters[0].notes
    assert note not in scene(duel()).fighters[0].notes


@pytest.mark.rule("XP1", "XP3", "XP5")
def test_XP1_the_picture_shows_no_order_no_spell_by_name_and_no_poison(duel):
    plain = duel({"prepared": 0})
    other = duel({"prepared": 1, "poison": 3, "order": {"verb": [23, 29, 0], "target": [1, 1, -1]}})
    assert scene(plain) == scene(other)


@pytest.mark.rule("TP2")
@pytest.mark.parametrize("window", [window for window in Window if window != Window.NONE])
def test_TP2_the_caption_says_who_writes(duel, window):
    battle = duel()
    battle.to_act, battle.window = 1, window
    drawn = scene(battle)
    assert drawn.fighters[1].active
    assert len(drawn.caption) == 2
    assert drawn.caption[1].startswith("The blue swordsman writes ")


@pytest.mark.rule("RP30")
@pytest.mark.parametrize("ending", [ending for ending in Ending if ending != Ending.NONE])
@pytest.mark.parametrize("winner", [0, 1])
def test_RP30_the_caption_says_how_it_ended(duel, ending, winner):
    battle = duel()
    is_won = ending in (Ending.SIDE_DOWN, Ending.WARD_DOWN)
    battle.over, battle.ending, battle.winner = True, ending, winner if is_won else -1
    (line,) = scene(battle).caption
    assert ("draw" in line) != is_won
    if is_won:
        assert line.startswith(("Red wins", "Blue wins")[winner])
