"""Shooting, throwing, and the squares where thrown items fall."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Life,
)
from quintain.envs.martial.rules.rounds_and_actions import ranged_attacks
from quintain.envs.martial.state import (
    NO_FRAME,
)
from quintain.envs.martial.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

# Level 3, so martial bonus 1: red shoots and throws at +3; blue has defence value 10.
BOW = {"dexterity": 2, "held": ["bow"], "armour": "none"}
CROSSBOW = {"dexterity": 2, "held": ["crossbow"], "armour": "none"}
DAGGER = {"strength": 2, "dexterity": 0, "held": ["dagger"], "armour": "none"}  # 20 feet
KNIVES = {**DAGGER, "held": ["dagger", "dagger"], "carried": ["dagger"], "quick_draw": True}
BLUE = {"strength": 0, "dexterity": -1, "held": [], "armour": "none", "at": (10, 3)}


def bodies(red, blue=None):
    """Red and blue as `battle_of` takes them."""
    return [red], [{**BLUE, **(blue or {})}]


def ground(battle):
    """The items on the ground: names and squares."""
    return [
        (ITEM_NAMES[int(item)], int(x), int(y))
        for item, x, y in zip(battle.ground_item, battle.ground_x, battle.ground_y, strict=True)
        if item != NONE
    ]


# --- Who may shoot (D60, D75, D79, RD18, RD28) ----------------------------------------------------


@pytest.mark.rule("D75", "D60", "RD18", "RD39")
@pytest.mark.parametrize(
    ("red", "possible"),
    [
        (BOW, True),
        ({**BOW, "prone": True}, False),
        (CROSSBOW, True),
        ({**CROSSBOW, "prone": True}, True),
        ({**CROSSBOW, "loaded": False}, False),
        ({**BOW, "loaded": False}, True),
        ({**BOW, "injuries": {"hand": [0, 2]}}, False),  # it takes both hands
        (DAGGER, False),
        ({**BOW, "injuries": {"eye": [1, 1]}}, True),  # blinded, against total cover
    ],
)
def test_D75_who_may_shoot(battle_of, begun, legal, red, possible):
    battle = begun(battle_of(*bodies(red)))
    assert ("shoot 1" in legal(battle)) == possible
    assert bool(ranged_attacks.can_shoot(battle.fighters[0])) == possible


@pytest.mark.rule("D75", "RD46")
@pytest.mark.parametrize(
    ("blue", "rows", "possible"),
    [
        ({}, None, True),
        ({"life": Life.COMA}, None, True),
        ({"life": Life.DEAD}, None, False),
        ({"hidden": True}, None, False),
        ({"at": (5, 0)}, "......\n......", True),
        ({"at": (5, 0)}, "..o...\n..o...", True),
        ({"at": (5, 0)}, "..#...\n..#...", False),
    ],
)
def test_D75_whom_one_may_shoot_at(battle_of, begun, legal, blue, rows, possible):
    red = {**BOW, "at": (0, 0)}
    assert ("shoot 1" in legal(begun(battle_of(*bodies(red, blue), map=rows)))) == possible


@pytest.mark.rule("D79", "RD28", "RD18")
@pytest.mark.parametrize(("red", "most"), [(BOW, 3), (CROSSBOW, 1), (DAGGER, 0)])
def test_D79_several_shots_where_loading_is_free(battle_of, begun, legal, red, most):
    shots = {f"shoot {number}" for number in range(1, most + 1)}
    assert legal(begun(battle_of(*bodies(red))), "shoot") == shots


@pytest.mark.rule("RD18")
def test_RD18_a_crossbow_is_loaded_again_for_2_ap(battle_of, attack):
    battle = battle_of(*bodies(CROSSBOW))
    fighter = battle.fighters[0]
    assert not ranged_attacks.may_reload(fighter)
    attack(battle, "shot", faces=[2])
    assert not fighter.loaded
    assert ranged_attacks.most_shots(fighter) == 0
    assert ranged_attacks.may_reload(fighter)
    assert ranged_attacks.reload_cost(fighter) == 2
    ranged_attacks.reload(battle, 0)
    assert ranged_attacks.most_shots(fighter) == 1
    battle = battle_of(*bodies({**BOW, "loaded": False}))
    assert not ranged_attacks.may_reload(battle.fighters[0])


@pytest.mark.rule("D75", "D20")
@pytest.mark.parametrize(("face", "hit"), [(7, False), (8, True)])
def test_D75_a_shot_must_beat_dv(battle_of, attack, window, face, hit):
    battle = battle_of(*bodies(BOW))
    attack(battle, "shot", faces=[face])
    assert window(battle) == ("part" if hit else "none")
    assert battle.attacks[0].total == face + 3


@pytest.mark.rule("D78", "RD28")
def test_D78_deadly_aim_is_2_for_a_stamina(battle_of, attack):
    battle = battle_of(*bodies({**BOW, "level": 4}))
    before = int(battle.fighters[0].stamina)
    attack(battle, "shot", riders=(2, 0), faces=[1])
    assert battle.attacks[0].total == 1 + 2 + 2 + 4
    assert before - int(battle.fighters[0].stamina) == 2


# --- Rapid Shot (D79, RD28, RD21) -----------------------------------------------------------------


@pytest.mark.rule("D79", "RD28")
def test_D79_each_shot_is_rolled_with_the_disadvantages_of_all(battle_of, attack, events):
    battle = battle_of(*bodies(BOW))
    attack(battle, "shot", shots=2, penalty=2, faces=[2, 9, 9, 9, 3, 9, 9, 9, 4])
    assert [event[3] for event in events(battle, "rolls")] == [2, 3, 4]
    assert int(battle.frame) == NO_FRAME


@pytest.mark.rule("D79", "D78", "RD28")
def test_RD28_deadly_aim_is_for_one_of_the_shots(battle_of, attack, answer, window, events):
    battle = battle_of(*bodies(BOW))
    attack(battle, "shot", shots=1, penalty=1, riders=None)
    answer(battle, "wait", riders=None, faces=[2, 3])
    assert window(battle) == "riders"
    answer(battle, "riders", 1, 0, faces=[2, 3])
    assert [event[4] for event in events(battle, "rolls")] == [5, 7]


@pytest.mark.rule("D79", "D14")
def test_D79_what_is_left_is_lost_when_the_target_falls(battle_of, attack, answer, events):
    battle = battle_of(*bodies(BOW, {"stamina": 1, "exhaustion": 1, "constitution": 0}))
    attack(battle, "shot", shots=2, faces=[8])
    answer(battle, "part", 0)
    assert (len(events(battle, "rolls")), int(battle.frame)) == (1, NO_FRAME)


@pytest.mark.rule("D79", "D48")
def test_D79_a_dropped_bow_ends_it(battle_of, attack, events):
    battle = battle_of(*bodies(BOW))
    attack(battle, "shot", shots=2, penalty=0, faces=[1])
    assert ground(battle) == [("bow", 4, 3)]
    assert len(events(battle, "rolls")) == 1


@pytest.mark.rule("RD14", "D79", "D91")
def test_RD14_a_rapid_shot_provokes_once(battle_of, attack, answer, window):
    battle = battle_of(*bodies(BOW, {"at": (5, 3), "natural_armour": 40}))
    attack(battle, "shot", shots=1)
    assert window(battle) == "reactive_attack"
    answer(battle, "wait", faces=[2, 2])
    assert window(battle) == "none"


@pytest.mark.rule("RD14")
@pytest.mark.parametrize(("kind", "red"), [("shot", BOW), ("throw", DAGGER)])
@pytest.mark.parametrize(
    ("blue", "asked"),
    [
        ({"at": (5, 3)}, True),
        ({"at": (6, 3)}, False),
        ({"at": (6, 3), "held": ["spear"]}, True),
        ({"at": (5, 3), "reactions": 0}, False),
        ({"at": (5, 3), "acted": False}, False),
    ],
)
def test_RD14_missiles_in_melee_reach_provoke(battle_of, attack, window, kind, red, blue, asked):
    battle = battle_of(*bodies(red, blue))
    attack(battle, kind, faces=[] if asked else [1])
    assert window(battle) == ("reactive_attack" if asked else "none")


# --- Throwing (D80, D84) --------------------------------------------------------------------------


@pytest.mark.rule("D80", "D84")
@pytest.mark.parametrize(
    ("held", "state", "possible"),
    [
        ("dagger", {}, True),
        ("axe", {}, True),
        ("bow", {}, True),
        ("shield", {}, True),
        ("shield", {"shield_ready": True}, False),
        ("dagger", {"prone": True}, True),
        ("dagger", {"injuries": {"arm": 2}}, False),
    ],
)
def test_D80_any_object_in_hand_can_be_thrown(battle_of, begun, legal, held, state, possible):
    battle = begun(battle_of(*bodies({**DAGGER, "held": [held], **state})))
    assert legal(battle, "throw") == ({"throw"} if possible else set())


@pytest.mark.rule("D79", "RD21", "RD28")
@pytest.mark.parametrize(
    ("red", "most"),
    [
        (KNIVES, 3),
        ({**KNIVES, "carried": ["dagger", "dagger", "dagger"]}, 3),
        ({**KNIVES, "carried": []}, 2),
        ({**KNIVES, "held": ["sword", "dagger"]}, 2),
        ({**KNIVES, "held": ["sword"]}, 1),  # none in hand to begin with
        ({**KNIVES, "quick_draw": False}, 1),
    ],
)
def test_D79_thrown_weapons_where_drawing_is_free(battle_of, begun, legal, red, most):
    throws = {f"rapid_throw {number}" for number in range(2, most + 1)}
    assert legal(begun(battle_of(*bodies(red))), "rapid_throw") == throws


@pytest.mark.rule("D79", "RD21")
def test_D79_the_next_is_drawn_and_thrown(battle_of, attack, answer, window, events):
    blue = {"at": (7, 3), "natural_armour": -3}
    battle = battle_of(*bodies({**KNIVES, "held": ["sword", "dagger"]}, blue))
    attack(battle, "throw", slot=1, shots=1, faces=[5])
    answer(battle, "part", 0, faces=[6])
    answer(battle, "part", 0)
    assert ground(battle) == [("dagger", 7, 3), ("dagger", 7, 3)]
    assert battle.fighters[0].held.tolist() == [ITEM_NAMES.index("sword"), NONE]
    assert battle.fighters[0].pack.tolist() == [NONE] * 4
    assert len(events(battle, "rolls")) == 2


# --- Where it lands (D81, D82, RD41) --------------------------------------------------------------


@pytest.mark.rule("D81")
@pytest.mark.parametrize(
    ("item", "manner"),
    [
        ("mace", ranged_attacks.FALLS),
        ("shield", ranged_attacks.FALLS),
        ("dagger", ranged_attacks.STICKS),
        ("axe", ranged_attacks.STICKS),
    ],
)
def test_D81_a_hit_lies_in_the_targets_square(battle_of, attack, events, item, manner):
    battle = battle_of(*bodies({**DAGGER, "held": [item]}, {"at": (6, 4)}))
    attack(battle, "throw", faces=[12])
    assert ground(battle) == [(item, 6, 4)]
    assert battle.fighters[0].held[0] == NONE
    assert events(battle, "lands") == [("lands", 0, 1, manner, ITEM_NAMES.index(item), 0)]


@pytest.mark.rule("D82", "RD41")
@pytest.mark.parametrize(
    ("face", "square"),
    [
        (1, (9, 8)),  # nearest the thrower, who is in the west
        (2, (9, 7)),
        (3, (10, 7)),
        (4, (11, 7)),
        (5, (11, 8)),
        (6, (11, 9)),
        (7, (10, 9)),
        (8, (9, 9)),
    ],
)
def test_D82_a_miss_goes_off_clockwise_from_the_thrower(battle_of, attack, face, square):
    # 3 squares within the first increment of 20 feet: it lies next to the target.
    battle = battle_of(*bodies({**DAGGER, "at": (7, 8)}, {"at": (10, 8)}))
    attack(battle, "throw", faces=[2, face])
    assert ground(battle) == [("dagger", *square)]


@pytest.mark.rule("D82", "RD41")
@pytest.mark.parametrize(
    ("squares", "increments"), [(3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3)]
)
def test_D82_as_many_squares_on_as_increments(battle_of, attack, squares, increments):
    battle = battle_of(*bodies({**DAGGER, "at": (2, 8)}, {"at": (2 + squares, 8)}))
    attack(battle, "throw", faces=[2] * (1 + increments) + [5])
    assert ground(battle) == [("dagger", 2 + squares + 1 + increments, 8)]


@pytest.mark.rule("D82")
@pytest.mark.parametrize(
    ("thrower", "first"),
    [
        ((10, 3), (10, 7)),
        ((13, 5), (11, 7)),
        ((13, 11), (11, 9)),
        ((10, 11), (10, 9)),
        ((8, 10), (9, 9)),
        ((7, 9), (9, 8)),  # 18 degrees off the west: still the western square
        ((7, 7), (9, 8)),
    ],
)
def test_D82_the_first_square_points_to_the_thrower(battle_of, attack, thrower, first):
    battle = battle_of(*bodies({**DAGGER, "strength": 4, "at": thrower}, {"at": (10, 8)}))
    attack(battle, "throw", faces=[2, 1])
    assert ground(battle)[0][1:] == first


@pytest.mark.rule("D82")
@pytest.mark.parametrize(
    ("rows", "end"),
    [
        ("............", 11),
        (".........#..", 8),
        (".........o..", 8),
        ("........#...", 7),  # right behind the target
        ("..........", 9),  # the edge of the map
    ],
)
def test_D82_an_obstacle_stops_it(battle_of, attack, rows, end):
    # Strength 0: 35 feet are 3 increments.
    red = {**DAGGER, "strength": 0, "at": (0, 0)}
    battle = battle_of(*bodies(red, {"at": (7, 0)}), map=rows)
    attack(battle, "throw", faces=[2, 2, 2, 2, 5])
    assert ground(battle) == [("dagger", end, 0)]


@pytest.mark.rule("D82", "RD27")
def test_D82_people_are_no_obstacle(battle_of, attack):
    red = {**DAGGER, "at": (7, 8)}
    battle = battle_of([red], [{**BLUE, "at": (10, 8)}, {**BLUE, "at": (11, 8)}])
    attack(battle, "throw", faces=[2, 5])
    assert ground(battle) == [("dagger", 11, 8)]


@pytest.mark.rule("D48", "D82", "D80")
@pytest.mark.parametrize(("dv", "dropped"), [(4, False), (5, True)])
def test_D48_a_natural_1_below_dv_lets_it_fall_at_ones_feet(battle_of, attack, dv, dropped):
    battle = battle_of(*bodies(DAGGER, {"at": (7, 3), "natural_armour": dv - 10}))
    attack(battle, "throw", faces=[1] if dropped else [1, 1])  # a total of 4
    assert ground(battle) == [("dagger", 4, 3) if dropped else ("dagger", 6, 3)]


@pytest.mark.rule("RD17", "D81")
def test_RD17_a_damaged_weapon_stays_damaged(battle_of, attack):
    battle = battle_of(*bodies({**DAGGER, "damaged": [1, 0]}, {"at": (7, 3)}))
    attack(battle, "throw", faces=[12])
    assert (battle.ground_damaged[0], battle.fighters[0].damaged[0]) == (1, 0)


@pytest.mark.rule("D78", "D80", "RD28")
def test_D78_a_throw_takes_deadly_aim(battle_of, attack):
    battle = battle_of(*bodies(DAGGER, {"at": (7, 3)}))
    attack(battle, "throw", riders=(1, 0), faces=[8])
    assert battle.attacks[0].total == 8 + 3 + 2
