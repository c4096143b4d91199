"""Observations: aims of long actions, actions that wait, one's own cover, weapons and modifier."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import Act, Role
from quintain.envs.wildroll.rules.combat_sequence.action_stack import push
from quintain.envs.wildroll.tables import ITEM_NAMES, NONE

from .observations import look

pytestmark = pytest.mark.interpreted


# --- Cover (W30, W31) -----------------------------------------------------------------------------

WALL = ".......\n.o.....\n......."


@pytest.mark.rule("W30", "W31", "H22")
@pytest.mark.parametrize(("posture", "quarters"), [(0, 2), (1, 3), (2, 4)])
def test_W30_the_cover_that_one_has_from_an_enemy(battle_of, posture, quarters):
    red, blue = [{"at": (0, 1), "posture": posture}], [{"at": (6, 1)}]
    mine, its = (look(battle_of(red, blue, map=WALL), actor) for actor in (0, 1))
    assert (mine["enemy_0.my_cover"], mine["enemy_0.cover"]) == (quarters / 4, 0)
    assert (its["enemy_0.my_cover"], its["enemy_0.cover"]) == (0, quarters / 4)


@pytest.mark.rule("W30", "H22")
def test_W30_undergrowth_covers_from_all(battle_of):
    battle = battle_of(
        [{"at": (0, 1)}], [{"at": (4, 1)}, {"at": (3, 0)}], map=".....\nu....\n....."
    )
    seen = look(battle, 0)
    assert (seen["enemy_0.my_cover"], seen["enemy_1.my_cover"]) == (1 / 4, 1 / 4)


@pytest.mark.rule("XW1", "W30")
def test_XW1_no_cover_is_told_from_who_hides(battle_of):
    battle = battle_of([{"at": (0, 1)}], [{"at": (6, 1), "hidden": True}, {}], map=WALL)
    assert look(battle, 0)["enemy_0.my_cover"] == 0


# --- Long actions (W49) ---------------------------------------------------------------------------


@pytest.mark.rule("W49")
def test_W49_whom_a_long_attack_is_aimed_at(battle_of, begun, act):
    battle = begun(battle_of([{"action_points": 5}, {"at": (3, 3)}], [{}, {"at": (9, 9)}]))
    assert look(battle, 0)["own.long_target"] == look(battle, 2)["enemy_0.long_aim"] == 0
    act(battle, "strong", 0, slot=0)
    assert battle.fighters[0].long_act == Act.STRONG
    assert look(battle, 0)["own.long_target"] == pytest.approx(1 / 6)
    assert look(battle, 1)["own.long_target"] == 0
    assert [look(battle, actor)["enemy_0.long_aim"] for actor in (2, 3)] == [1, 1 / 2]
    assert [look(battle, actor)["enemy_1.long_aim"] for actor in (2, 3)] == [0, 0]
    assert [look(battle, actor)["enemy_0.long_aim"] for actor in (0, 1)] == [0, 0]


@pytest.mark.rule("W49")
@pytest.mark.parametrize(
    ("actor", "target", "slot"),
    [
        (0, 5, 3), (0, 3, 1), (0, 1, -1), (0, 2, -2), (1, 0, -1), (1, 2, -2), (2, 0, -1),
        (0, 0, 0), (0, -1, 0), (4, 2, 3), (4, 3, -1), (4, 5, -2),
    ],
)  # fmt: skip
def test_W49_the_target_of_my_long_action_by_its_slot(battle_of, actor, target, slot):
    battle = battle_of([{}, {}, {}], [{}, {}, {}])
    battle.fighters[actor].long_act, battle.fighters[actor].long_target = Act.HEAL, target
    assert look(battle, actor)["own.long_target"] == pytest.approx(slot / 6)


@pytest.mark.rule("W49", "XW1")
def test_XW1_no_aim_is_told_of_who_hides_or_helps_its_side(battle_of):
    aims = {"long_act": Act.STRONG, "long_left": 3, "long_target": 0}
    battle = battle_of([{}, {}], [aims, {"hidden": True, **aims}])
    assert [look(battle, 0)[f"enemy_{slot}.long_aim"] for slot in (0, 1)] == [1, 0]
    battle.fighters[3].hidden = False
    battle.fighters[2].long_act, battle.fighters[2].long_target = Act.STABILIZE, 3
    assert [look(battle, 0)[f"enemy_{slot}.long_aim"] for slot in (0, 1)] == [0, 1]


# --- What waits (RW15) ----------------------------------------------------------------------------


@pytest.fixture
def interrupted(battle_of):
    """Red_0 attacks blue_0, and blue_1 interrupts it; red_1 and blue_2 look on."""
    battle = battle_of([{}, {}], [{}, {}])
    push(battle, Role.TURN, Act.STANDARD, 0, 2, 0)
    push(battle, Role.INTERRUPT, Act.SHOVE, 3, 0, 0)
    return battle


@pytest.mark.rule("RW15", "H2")
def test_RW15_whose_action_waits_below_an_interrupt(interrupted):
    views = [look(interrupted, actor)["window.waiting"] for actor in range(4)]
    assert views == [1, 1 / 2, -1, -1 / 2]
    push(interrupted, Role.INTERRUPT, Act.TRIP, 1, 3, 0)
    views = [look(interrupted, actor)["window.waiting"] for actor in range(4)]
    assert views == [-1, -1 / 2, 1 / 2, 1]


def test_nothing_waits_below_a_single_action(battle_of):
    battle = battle_of()
    assert look(battle, 1)["window.waiting"] == 0
    push(battle, Role.TURN, Act.QUICK, 0, 1, 0)
    assert [look(battle, actor)["window.waiting"] for actor in (0, 1)] == [0, 0]


@pytest.mark.rule("XW1", "RW15")
@pytest.mark.parametrize(("hides", "views"), [(0, [1, 1 / 2, 0, 0]), (3, [0, 0, -1, -1 / 2])])
def test_XW1_what_waits_is_told_to_who_sees_both(interrupted, hides, views):
    interrupted.fighters[hides].hidden = True
    assert [look(interrupted, actor)["window.waiting"] for actor in range(4)] == views


@pytest.mark.rule("W106", "RW15")
def test_W106_the_action_of_ones_animal_waits_as_ones_own(battle_of):
    battle = battle_of([{"base": "knight", "rides": 1}, "warhorse"], [{}, {}])
    push(battle, Role.TURN, Act.STANDARD, 1, 2, 2)
    push(battle, Role.INTERRUPT, Act.SHOVE, 3, 1, 0)
    assert look(battle, 0)["window.waiting"] == 1


# --- One's own weapons (W21, W22, RW7, RW10) ------------------------------------------------------

EDGES = [
    ({"held": ["sword", "dagger"]}, 1), ({"held": ["dagger", "sword"]}, 0),
    ({"held": ["sword", "axe"]}, -1 / 2), ({"held": ["sword", "mace"]}, 1 / 2),
    ({"held": ["sword", "shield"]}, 0), ({"held": ["dagger"]}, 0), ({"held": []}, 0),
    ({"base": "griffin"}, -1 / 2), ({"base": "panther"}, 0), ({"base": "serpent"}, 0),
]  # fmt: skip


@pytest.mark.rule("RW7", "RW9")
@pytest.mark.parametrize(("fighter", "edge"), EDGES)
def test_RW7_the_edge_of_the_second_weapon(battle_of, fighter, edge):
    assert look(battle_of([fighter]), 0)["own.off_edge"] == edge


ATTACKS = [  # dexterity 1, Melee 2, blade 1 and the sword's accuracy
    ({}, 5), ({"specialisations": {"blade": 2}}, 6), ({"skills": {"melee": 3}}, 6),
    ({"dexterity": -5, "specialisations": {"blade": 0}}, -2), ({"held": ["mace"]}, 3),
    ({"held": []}, 3), ({"held": ["shield"]}, 3), ({"held": ["healing_kit"]}, 3),
    ({"held": [], "specialisations": {"unarmed": 2}}, 5), ({"wounds": {"severe": 1}}, 3),
    ({"fatigue": 6}, 3), ({"fatigue": 6, "wounds": {"moderate": 1}}, 2),
    ({"held": ["bow"]}, 2), ({"held": ["bow"], "skills": {"aim": 3}}, 5),
    ({"held": ["crossbow"], "specialisations": {"crossbow": 2}}, 4),
]  # fmt: skip


@pytest.mark.rule("W21", "W22", "RW10", "RW3")
@pytest.mark.parametrize(("fighter", "modifier"), ATTACKS)
def test_W21_W22_the_modifier_of_ones_attacks(battle_of, fighter, modifier):
    battle = battle_of([fighter])
    assert look(battle, 0)["own.attack"] == pytest.approx(modifier / 12)
    battle.fighters[0].held[1] = battle.fighters[0].held[0]
    battle.fighters[0].held[0] = NONE
    bare = look(battle, 0)["own.attack"]
    battle.fighters[0].held[1] = ITEM_NAMES.index("dagger")
    assert look(battle, 0)["own.attack"] == bare


@pytest.mark.rule("W21", "W17")
def test_W21_it_is_what_an_attack_rolls_with(battle_of, begun, act, events):
    battle = begun(battle_of())
    modifier = look(battle, 0)["own.attack"]
    act(battle, "quick", 0, slot=0, faces=[3, 3, 4])
    (_, _, _, natural, total, _), *_ = events(battle, "rolls")
    assert natural == 10
    assert modifier == pytest.approx((total - natural) / 12)
