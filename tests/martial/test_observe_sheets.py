"""Observations: open sheets, what injuries leave, the action under way, the scenario's switches."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Kind, Life, Skill, Stage, Step, TurnAction, Window
from quintain.envs.martial.tables import ITEM_NAMES

from .observations import under_way

pytestmark = pytest.mark.interpreted

# --- Every fighter --------------------------------------------------------------------------------

EVERYBODY = [
    ({"life": Life.KNOCKED_OUT}, "may_wake", 1),
    ({"life": Life.COMA}, "may_wake", 0),
    ({"life": Life.EXHAUSTION}, "may_wake", 0),
    ({"life": Life.EXHAUSTION}, "is_spent", 1),
    ({"life": Life.COMA}, "is_spent", 0),
    ({}, "may_wake", 0),
]


@pytest.mark.rule("XD4", "D39", "RD49")
@pytest.mark.parametrize(("fighter", "piece", "value"), EVERYBODY)
def test_XD4_what_may_wake_a_fighter_shows_to_all(battle_of, fighter, piece, value, block):
    battle = battle_of([{}, fighter], [{}])
    assert block(battle, 2, "enemy_1")[piece] == pytest.approx(value)
    assert block(battle, 0, "ally_0")[piece] == pytest.approx(value)
    assert block(battle, 1, "own")[piece] == pytest.approx(value)


@pytest.mark.rule("D39")
def test_D39_the_third_head_injury_shows_whether_one_may_wake(body_battle, hurt, block):
    for face, wakes in ((16, 1), (15, 0)):
        battle = body_battle("human", injuries={"head": 2})
        hurt(battle, "head", faces=[face, face])
        assert block(battle, 0, "enemy_0")["is_down"] == 1
        assert block(battle, 0, "enemy_0")["may_wake"] == wakes


@pytest.mark.rule("XD4", "D50")
def test_XD4_the_open_sheet_of_an_enemy(battle_of, block):
    it = {"level": 5, "trained": ["athletics", "lore"]}
    seen = block(battle_of([{}], [it]), 0, "enemy_0")
    assert seen["level"] == pytest.approx(5 / 10)
    assert seen["trained"] == [0, 1, 0]


@pytest.mark.rule("XD4", "D17")
def test_XD4_allies_know_each_others_saves(battle_of, look):
    ally = {"bleed": 2, "injuries": {"eye": 1, "head": 1}}
    seen = look(battle_of([{}, ally], [{}]), 0)
    assert seen["ally_0.save_dc"] == pytest.approx((2 + 4 + 2) / 40)
    assert look(battle_of([{}, {"injuries": {"eye": 1}}], [{}]), 0)["ally_0.save_dc"] == 0


# --- Oneself --------------------------------------------------------------------------------------


@pytest.mark.rule("D79", "RD18", "RD39")
def test_RD39_the_traits_of_items_that_nobody_holds(battle_of, block):
    traits = {
        "axe": [0, 1, 0, 0, 0], "mace": [0, 0, 1, 0, 0], "spear": [1, 0, 0, 0, 0],
        "crossbow": [1, 0, 0, 1, 0], "buckler": [0, 0, 0, 0, 1 / 2],
    }  # fmt: skip
    names = ("two_hands", "bleed", "dazed", "reload", "shield")
    for item, expected in traits.items():
        battle = battle_of([{"carried": ["sword", item], "quick_draw": item == "axe"}], [{}])
        battle.ground_item[0] = ITEM_NAMES.index(item)
        own = block(battle, 0, "own")
        assert own["pack_traits"] == pytest.approx([0, 1 / 2, 0, 0, 0, *expected, *[0] * 10])
        assert [own[f"ground_0_{name}"] for name in names] == pytest.approx(expected)
        assert own["quick_draw"] == (item == "axe")


@pytest.mark.rule("RD16", "RD19", "D28", "D31", "D36")
@pytest.mark.parametrize(
    ("fighter", "worse"),
    [
        ({}, [0, 0, 0]),
        ({"armour": "heavy"}, [1, 0, 0]),
        ({"base": "wolf"}, [-1, 0, 0]),
        ({"injuries": {"hand": 1, "leg": [1, 1]}, "armour": "none"}, [4, 5, 1]),
    ],
)
def test_RD16_what_worsens_ones_maneuvers(battle_of, fighter, worse, block):
    own = block(battle_of([fighter], [{}]), 0, "own")
    assert own["skill_disadvantage"] == pytest.approx([dice / 5 for dice in worse])


HARM = [
    ({}, "stand_up", 1 / 3),
    ({"injuries": {"foot": 1}}, "stand_up", 2 / 3),
    ({"injuries": {"foot": 1, "leg": 1}}, "stand_up", 1),
    ({"injuries": {"foot": [1, 1]}}, "stand_up", -1),
    ({}, "disadvantage", 0),
    ({"injuries": {"eye": [2, 0]}}, "disadvantage", 1 / 5),
    ({"injuries": {"eye": [1, 1]}}, "disadvantage", 2 / 5),
    ({"injuries": {"eye": 1, "head": 1}, "stamina": 0}, "disadvantage", 3 / 5),
    ({"body": "two_headed_giant", "injuries": {"head": [2, 0]}}, "disadvantage", 0),
    ({"body": "two_headed_giant", "injuries": {"head": [1, 1]}}, "disadvantage", 1 / 5),
]


@pytest.mark.rule("D30", "D32", "D36", "D37", "D41")
@pytest.mark.parametrize(("fighter", "piece", "value"), HARM)
def test_D32_what_injuries_do_to_oneself(battle_of, fighter, piece, value, block):
    assert block(battle_of([fighter], [{}]), 0, "own")[piece] == pytest.approx(value)


@pytest.mark.rule("D8", "D10")
def test_D8_ones_own_defence_value(battle_of, block):
    for fighter, defence in (({}, 16), ({"acted": False}, 14), ({"defending": True}, 17)):
        own = block(battle_of([fighter], [{}]), 0, "own")
        assert own["defence"] == pytest.approx((defence - 10) / 15)


@pytest.mark.rule("TD1", "D61", "XD1")
def test_TD1_who_acts_yet_in_this_round(battle_of, look):
    """Red 1, blue 1 and blue 0 act yet, red 0 did; blue 1 counts for those who know of it."""
    battle = battle_of([{}, {}], [{}, {}], order=[0, 1, 3, 2, *[-1] * 8], turn=1)
    assert look(battle, 0)["own.turns_left"] == pytest.approx(3 / 4)
    battle.fighters[3].hidden = True
    seen = look(battle, 0)
    assert seen["own.turns_left"] == pytest.approx(2 / 3)
    assert seen["own.turn_in"] >= seen["own.turns_left"] > seen["enemy_0.turn_in"]
    assert look(battle, 2)["own.turns_left"] == pytest.approx(3 / 4)
    battle.stage = Stage.HIDING
    assert look(battle, 0)["own.turns_left"] == 0


# --- Places ---------------------------------------------------------------------------------------


@pytest.mark.rule("RD27")
def test_RD27_columns_beyond_the_first_sixteen(battle_of, look):
    battle = battle_of([{"at": (1, 3)}], [{"at": (29, 3)}, {"at": (17, 3)}])
    seen = look(battle, 0)
    assert (seen["enemy_0.columns_beyond"], seen["enemy_1.columns_beyond"]) == (12 / 16, 0)
    assert look(battle, 1)["enemy_0.columns_beyond"] == -12 / 16


@pytest.mark.rule("D56", "D57", "H3")
def test_D56_cover_from_an_enemy_who_shoots(battle_of, look):
    """Low obstacles next to the archer hide nothing from it, but the archer."""
    rows = ".......\n.......\n.......\n.....o."
    battle = battle_of([{"at": (0, 3)}], [{"base": "archer", "at": (6, 3)}], map=rows)
    seen = look(battle, 0)
    assert (seen["enemy_0.cover"], seen["enemy_0.cover_from_it"]) == (1, 0)
    assert seen["enemy_0.in_its_line"] == 1
    seen = look(battle, 1)
    assert (seen["enemy_0.cover"], seen["enemy_0.in_its_line"]) == (0, 0)  # red has no missile
    walled = battle_of([{"at": (0, 1)}], [{"base": "archer", "at": (6, 1)}], map=rows)
    for y in range(3):
        walled.high[y] = 1 << 3
    seen = look(walled, 0)
    assert (seen["enemy_0.in_its_line"], seen["enemy_0.cover_from_it"]) == (0, 1)


# --- The action under way -------------------------------------------------------------------------


@pytest.mark.rule("D93", "RD13", "RD14", "QD7")
def test_RD14_where_a_move_goes_and_whom_it_has_provoked(battle_of, begun, act, look):
    battle = begun(battle_of([{"at": (4, 3)}], [{"at": (5, 3)}, {"at": (20, 9)}]))
    assert look(battle, 0)["window.act"] == [0] * 6
    act(battle, "move", 6)
    assert (battle.window, battle.to_act) == (Window.REACTIVE_ATTACK, 1)
    end = int(battle.path_x[battle.path_length - 1])
    seen = look(battle, 1)
    assert seen["window.act"] == [1, 0, 0, 0, 0, 0]
    assert seen["window.path_end"] == pytest.approx([(end - 5) / 16, 0])
    assert (seen["enemy_0.had_trigger"], seen["window.forced"]) == (0, 0)
    seen = look(battle, 0)
    assert (seen["enemy_0.had_trigger"], seen["enemy_1.had_trigger"]) == (1, 0)
    act(battle, "wait")
    assert look(battle, 0)["enemy_0.had_trigger"] == 0


@pytest.mark.rule("XD1", "RD10")
def test_XD1_the_action_of_a_hidden_fighter_does_not_show(battle_of, look):
    battle = battle_of([{"hidden": True}, {}], [{}], act=TurnAction.CHARGE, confusion=2)
    battle.path_length, battle.path_x[0] = 1, 9
    for viewer, shows in ((1, 1), (2, 0)):
        seen = look(battle, viewer)
        assert seen["window.act"] == [0, shows, 0, 0, 0, 0]
        assert seen["window.forced"] == shows
        assert any(seen["window.path_end"]) == shows
    battle.confusion = 4  # it acts as it likes
    assert look(battle, 1)["window.forced"] == 0


@pytest.mark.rule("QD6", "XD3", "TD4")
def test_QD6_the_total_is_announced(battle_of, look):
    battle = under_way(battle_of(), natural=17, total=22, dv=16)
    assert look(battle, 1)["window.total"] == pytest.approx(22 / 40)
    battle.attacks[0].step = Step.RIDERS
    assert look(battle, 1)["window.total"] == 0


@pytest.mark.rule("D72")
def test_D72_the_weapons_that_follow(battle_of, look):
    battle = battle_of([{"held": ["sword", "axe"], "base": "fighter"}], [{}])
    under_way(battle, kind=Kind.MELEE, multi=True, slot=0)
    assert look(battle, 0)["window.blows"] == pytest.approx(1 / 3)
    battle.attacks[0].slot = 1
    assert look(battle, 0)["window.blows"] == 0


@pytest.mark.rule("RD35", "D3")
def test_RD35_the_switches_of_the_scenario(battle_of, look):
    battle = battle_of(round_number=47, is_ambush=True, hiding_side=1, quick_sides=2)
    red, blue = look(battle, 0), look(battle, 1)
    assert red["window.rounds_left"] == pytest.approx(3 / 10)
    assert (red["window.my_ambush"], blue["window.my_ambush"]) == (0, 1)
    assert (red["window.full_choices"], blue["window.full_choices"]) == (1, 0)


def test_the_skills_of_maneuvers_are_those_of_the_layout(battle_of, block):
    for skill, trained in ((Skill.ACROBATICS, [1, 0, 0]), (Skill.THIEVERY, [0, 0, 1])):
        battle = battle_of([{}], [{"trained": [skill.name.lower()]}])
        assert block(battle, 0, "enemy_0")["trained"] == trained
