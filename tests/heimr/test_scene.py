"""Pictures of a battle: locations and borders, fighters, items on the ground, current actions."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.rendering.render import ansi, explain_signs, svg
from quintain.envs.heimr.enums import Act, Ending, Guarded, Life, Role, Window
from quintain.envs.heimr.rules.combat_actions.action_stack import push
from quintain.envs.heimr.scenario import scenario_names
from quintain.envs.heimr.scene import ASKED, BLOCK_HEIGHT, BLOCK_WIDTH, block, scene
from quintain.envs.heimr.system import SYSTEM
from quintain.envs.heimr.tables import ITEM_NAMES

GROWTH = ("rough", "grass", "shrubs")
pytestmark = pytest.mark.interpreted

NOBODY = -1


@pytest.mark.parametrize("name", scenario_names())
def test_every_position_can_be_drawn(name, deployed, legal_actions):
    battle, chance = deployed(name, 7), np.random.default_rng(7)
    for _ in range(15):
        if battle.over:
            break
        picture = scene(battle)
        assert len(picture.fighters) == battle.num_fighters
        assert [token.active for token in picture.fighters].count(True) == 1
        assert all(line[0].isupper() for line in picture.caption)
        places = [(one.x, one.y) for one in picture.fighters if one.x >= 0]
        assert len(set(places)) == len(places)
        SYSTEM.advance(battle, int(chance.choice(legal_actions(battle))))
    assert picture.fighters[0].name in ansi(picture, color=False)
    assert "<svg" in svg(picture)


# --- The map --------------------------------------------------------------------------------------


@pytest.mark.rule("H5", "H147", "H151", "H155")
def test_H5_locations_are_blocks_with_lines_between(battle_of):
    battle = battle_of(map="#.c\n.m.\n...", heights="000 000 002")
    drawn = scene(battle)
    assert (drawn.shape, drawn.width, drawn.height) == ("square", 14, 11)
    assert drawn.high == block(0)
    assert drawn.low == {(11, 0)}
    assert drawn.raised == block(12)
    assert {place for place, kind in drawn.grounds.items() if kind == "rough"} == block(6)
    assert len(block(0)) == BLOCK_WIDTH * BLOCK_HEIGHT
    seams = {place for place, kind in drawn.grounds.items() if kind == "seam"}
    assert {(4, 0), (9, 2), (0, 3), (4, 7)} <= seams
    assert not seams & (block(0) | block(6) | block(12))
    steep = {place for place, kind in drawn.grounds.items() if kind == "steep"}
    assert steep == {(9, 8), (9, 9), (9, 10), (10, 7), (11, 7), (12, 7), (13, 7)}


@pytest.mark.rule("H147", "H155")
def test_H155_mud_grass_and_shrubs_have_signs_of_their_own(battle_of):
    drawn = scene(battle_of(map="mgs\n.o.\n..."))
    kinds = {kind: {at for at, one in drawn.grounds.items() if one == kind} for kind in GROWTH}
    assert kinds == {"rough": block(0), "grass": block(1), "shrubs": block(2)}
    assert drawn.low == {(6, 4)}
    told = explain_signs(drawn)
    assert ", rough ground   ; high grass   & shrubs" in told
    lines = ansi(drawn, color=False).splitlines()
    assert all(sign in lines[1] for sign in ",;&")


@pytest.mark.rule("H5")
def test_H5_locations_are_named_in_the_margin(battle_of):
    lines = ansi(scene(battle_of()), color=False).splitlines()
    assert lines[0].split() == ["A", "B", "C"]
    assert [line[:2].strip() for line in lines[1:12]] == [
        "3",
        *[""] * 3,
        "2",
        *[""] * 3,
        "1",
        "",
        "",
    ]


@pytest.mark.rule("H9", "H148", "H149", "H150")
@pytest.mark.parametrize(
    ("kind", "walls", "door", "water"),
    [
        ("regular_door", 2, False, 0),
        ("single_door", 2, True, 0),
        ("stone_wall", 3, None, 0),
        ("jump", 0, None, 3),
        ("open", 0, None, 0),
    ],
)
def test_H9_borders_are_drawn_by_what_they_are(battle_of, kind, walls, door, water):
    drawn = scene(battle_of(borders=[((0, 1), "east", kind)]))
    assert len(drawn.high) == walls
    assert drawn.doors == ({} if door is None else {(4, 5): door})
    assert list(drawn.grounds.values()).count("water") == water


def test_what_lies_about(battle_of):
    battle = battle_of()
    battle.ground_item[2], battle.ground_location[2] = ITEM_NAMES.index("bow"), 6
    drawn = scene(battle)
    assert drawn.items == [(6, 6, "bow")]
    assert "on the ground at B2: bow" in ansi(drawn, color=False).splitlines()


# --- Fighters -------------------------------------------------------------------------------------


def test_red_stands_on_the_left_blue_on_the_right(battle_of):
    drawn = scene(battle_of(["swordsman"] * 4, ["archer", {"at": (-1, -1), "flees": True}]))
    places = [(one.x, one.y, one.side, one.label) for one in drawn.fighters]
    assert places == [
        (5, 4, 0, "R1"), (5, 5, 0, "R2"), (5, 6, 0, "R3"), (6, 4, 0, "R4"), (8, 4, 1, "B1"),
        (-1, -1, 1, "B2"),
    ]  # fmt: skip
    assert drawn.fighters[0].name == "Red swordsman 1"
    assert drawn.fighters[0].weapon == "medium weapon, medium shield"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"life": Life.DEAD}, "dead"),
        ({"life": Life.UNCONSCIOUS}, "unconscious"),
        ({"seconds": {"daze": 2}}, "dazed"),
        ({"held_by": 1, "held_part": 1}, "held"),
        ({"holds": 1}, "holding"),
        ({"prone": True}, "prone"),
        ({"seconds": {"stumble": 2}}, "stumbling"),
        ({"climbs_on": 2}, "climbing"),
        ({"hidden": True}, "hidden"),
        ({"hp": 0}, "injured"),
        ({"cluster": 0}, "in melee"),
        ({}, ""),
    ],
)
def test_the_word_that_matters_most(battle_of, fields, status):
    assert scene(battle_of([fields])).fighters[0].status == status


@pytest.mark.rule("XH4")
def test_XH4_notes_tell_the_figures_and_the_preroll(battle_of):
    red = {"base": "archer", "hp": 2, "defence": 1, "defence_value": 9, "defence_fails": True,
           "guard": Guarded.BORDER, "guarded": 1, "injured": ["left_leg"]}  # fmt: skip
    drawn = scene(battle_of([red])).fighters[0]
    told = {"at B2", "HP 2", "WP 8", "dodge 9 (fails)", "guards the east", "injured: left leg"}
    assert told <= set(drawn.notes)
    assert drawn.health == pytest.approx(2 / 3)


# --- What is under way ----------------------------------------------------------------------------


def test_captions_and_arrows(battle_of):
    battle = battle_of([{"at": (0, 0)}], [{"base": "archer", "at": (2, 0)}], round_number=2)
    push(battle, Role.READIED, Act.WEAPON_ATTACK, 1, 0, 0)
    battle.frames[battle.top].hand = 0
    battle.to_act, battle.window = 0, Window.DEFEND
    drawn = scene(battle)
    assert drawn.caption == [
        "Round 3",
        "The blue archer: Weapon attack on the red fighter, as readied.",
        "The red fighter chooses how to meet the attack.",
    ]
    assert drawn.arrows == [(13, 0, 0, 0, "missile")]


def test_an_arrow_to_where_a_move_leads(battle_of):
    battle = battle_of([{"at": (0, 0)}])
    push(battle, Role.TURN, Act.MOVE, 0, NOBODY, 1)
    assert scene(battle).arrows == [(0, 0, 7, 1, "move")]
    battle.frames[battle.top].act = Act.BRAWL_HIT
    battle.frames[battle.top].target = 1
    assert scene(battle).arrows == [(0, 0, 8, 4, "melee")]


@pytest.mark.rule("RH28")
def test_RH28_the_end_is_told(battle_of):
    battle = battle_of(over=True, winner=1, ending=Ending.SIDE_BEATEN)
    assert scene(battle).caption == ["Blue wins: every opponent is out of action."]


def test_there_is_a_caption_for_every_window():
    assert set(ASKED) == set(Window) - {Window.NONE}
