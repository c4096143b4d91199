"""Readings of the code where the rows leave a question open: H rows, and related rows."""

from __future__ import annotations

import pytest

from quintain.envs.martial.actions.describe import describe
from quintain.envs.martial.enums import (
    Kind,
    Life,
    Maneuver,
    Step,
    Trigger,
    Window,
)
from quintain.envs.martial.rules.attack_roll.hits import most_extra
from quintain.envs.martial.rules.attack_roll.modifiers import attack_attribute
from quintain.envs.martial.rules.injuries.bodies import heads_with
from quintain.envs.martial.rules.injuries.mobility import fly_squares
from quintain.envs.martial.rules.maneuvers.directions import possible_directions
from quintain.envs.martial.rules.maneuvers.maneuvers import apply_unmoved
from quintain.envs.martial.rules.positioning.sight import feet_between, reaches, threatens
from quintain.envs.martial.rules.reactions.parry import may_parry
from quintain.envs.martial.rules.reactions.reactive_attack import ask_next_reactor, provoke
from quintain.envs.martial.rules.rounds_and_actions.attack_steps import begin_attack
from quintain.envs.martial.rules.rounds_and_actions.ground_items import nearest_on_ground
from quintain.envs.martial.rules.rounds_and_actions.items import (
    drop,
    is_hand_free,
    is_usable,
    pick_up,
    stow,
)
from quintain.envs.martial.state import (
    TURN_FRAME,
)
from quintain.envs.martial.tables import (
    ITEM_NAMES,
    NONE,
)

pytestmark = pytest.mark.interpreted

UNSEEING = {"looked": -1}
"""A fighter who looks for no heart, and so rolls nothing at the start of a turn."""


def item(name):
    """The number of an item."""
    return ITEM_NAMES.index(name)


def lay(battle, place, name, x, y):
    """Put an item on the ground."""
    battle.ground_item[place] = item(name)
    battle.ground_x[place], battle.ground_y[place] = x, y


# --- Attributes, space, flight (H1 to H6) ---------------------------------------------------------


@pytest.mark.rule("H1", "QD2", "D7")
@pytest.mark.parametrize(
    ("attributes", "melee", "shot", "throw"),
    [
        ({"strength": 3, "dexterity": 1, "wisdom": 0}, 3, 1, 3),
        ({"strength": 0, "dexterity": 2, "wisdom": 4}, 2, 4, 4),
        ({"strength": -1, "dexterity": -1, "wisdom": 1}, -1, 1, 1),
    ],
)
def test_H1_the_better_attribute_is_taken(battle_of, attributes, melee, shot, throw):
    fighter = battle_of([attributes]).fighters[0]
    assert attack_attribute(fighter, Kind.MELEE) == melee
    assert attack_attribute(fighter, Kind.SHOT) == shot
    assert attack_attribute(fighter, Kind.THROW) == throw


@pytest.mark.rule("H2", "RD47", "RD27")
def test_H2_one_square_for_every_size_and_5_feet_for_a_diagonal(battle_of):
    battle = battle_of([{"at": (4, 3)}, {"at": (2, 1)}], [{"base": "giant", "at": (5, 4)}])
    assert feet_between(battle, 0, 2) == 5
    assert feet_between(battle, 1, 2) == 15
    assert reaches(battle, 0, 0, 2)
    assert not reaches(battle, 1, 0, 2)


@pytest.mark.rule("H4", "D29")
@pytest.mark.parametrize(("wings", "squares"), [(0, 8), (1, 6), ([1, 1], 4), ([2, 1, 1], 0)])
def test_H4_each_injured_wing_takes_10_feet_of_fly_speed(battle_of, wings, squares):
    sprite = battle_of([{"base": "sprite", "injuries": {"wing": wings}}]).fighters[0]
    assert fly_squares(sprite) == squares


@pytest.mark.rule("H6", "RD13")
@pytest.mark.parametrize(
    ("fighter", "may_enter"),
    [
        ({}, False),
        ({"base": "horror"}, True),
        ({"base": "sprite"}, False),
        ({"base": "sprite", "flying": True}, True),
    ],
)
def test_H6_low_obstacles_are_climbed_or_flown_over(battle_of, begun, legal, fighter, may_enter):
    one = {**fighter, **UNSEEING, "at": (1, 1)}
    battle = begun(battle_of([one], [{"at": (7, 1)}], map="........\n..o.....\n.#......"))
    steps = legal(battle, "step")
    assert ("step 2" in steps) == may_enter  # east
    assert "step" in steps  # north
    assert "step 4" not in steps  # south, a high one


# --- The confused, several weapons, items (H7 to H11) ---------------------------------------------


@pytest.mark.rule("H7", "RD10")
def test_H7_the_confused_attack_without_riders_and_choose_the_part(battle_of, begun, act, events):
    red = {**UNSEEING, "confused": True}
    battle = begun(battle_of([UNSEEING], [red]))
    act(battle, "wait", faces=[2, 19])  # 2: attacks; its roll, which hits
    assert battle.window in (Window.PARRY, Window.PART)
    assert [event[:3] for event in events(battle, "attacks")] == [("attacks", 1, 0)]
    assert events(battle, "riders") == []


@pytest.mark.rule("H8", "D72")
def test_H8_a_multiweapon_goes_by_slots_and_leaves_out_the_bare_hand(battle_of, attack, events):
    brute = {"base": "brute", "level": 1, "strength": 0, "held": ["axe", "dagger"]}
    battle = battle_of([brute], [{"natural_armour": 40}])
    attack(battle, multi=True, penalty=1, faces=[2, 3] * 3)
    weapons = [ITEM_NAMES[event[4]] for event in events(battle, "attacks")]
    assert weapons == ["axe", "dagger", "gore"]


@pytest.mark.rule("H9", "RD39")
def test_H9_the_nearest_item_of_ones_own_square_first(battle_of):
    battle = battle_of(["wrestler"])
    lay(battle, 0, "axe", 4, 4)
    lay(battle, 1, "mace", 4, 3)
    lay(battle, 2, "sword", 5, 3)
    for expected in ("mace", "axe"):
        place = nearest_on_ground(battle, 0, False)
        assert battle.ground_item[place] == item(expected)
        pick_up(battle, 0, place)
    assert [ITEM_NAMES[held] for held in battle.fighters[0].held] == ["mace", "axe"]
    assert nearest_on_ground(battle, 0, False) == NONE  # no hand is free


@pytest.mark.rule("H9", "RD39")
def test_H9_a_weapon_of_two_hands_needs_both(battle_of):
    battle = battle_of(["fighter", "spearman"])
    lay(battle, 0, "spear", 4, 3)
    assert nearest_on_ground(battle, 0, False) == NONE
    assert not is_hand_free(battle.fighters[1], 1)
    stow(battle, 0, 0)
    assert battle.fighters[0].pack[0] == item("sword")
    pick_up(battle, 0, nearest_on_ground(battle, 0, False))
    assert battle.fighters[0].held.tolist() == [item("spear"), NONE]


@pytest.mark.rule("H9", "RD39")
@pytest.mark.parametrize(("lying", "left"), [(15, 16), (16, 16)])
def test_H9_what_falls_while_sixteen_items_lie_about_is_lost(battle_of, lying, left):
    battle = battle_of()
    for place in range(lying):
        lay(battle, place, "axe", 20, 3)
    drop(battle, 0, 0)
    assert battle.fighters[0].held[0] == NONE
    assert (battle.ground_item != NONE).sum() == left
    assert (item("sword") in battle.ground_item) == (lying < left)


def succeed(battle, maneuver):
    """A maneuver of red on blue succeeds; no item is chosen."""
    begin_attack(battle, TURN_FRAME, 0, 1, Kind.MANEUVER, 0)
    attack = battle.attacks[TURN_FRAME]
    attack.maneuver = maneuver
    apply_unmoved(battle, attack)


@pytest.mark.rule("H10", "RD17")
def test_H10_disarm_and_sunder_the_main_hand_first(battle_of):
    battle = battle_of([{}], [{"held": ["axe", "dagger"]}])
    succeed(battle, Maneuver.SUNDER)
    assert battle.fighters[1].damaged.tolist() == [1, 0]
    succeed(battle, Maneuver.DISARM)
    assert battle.fighters[1].held.tolist() == [NONE, item("dagger")]
    succeed(battle, Maneuver.DISARM)
    assert battle.fighters[1].held.tolist() == [NONE, NONE]


@pytest.mark.rule("H10", "RD17")
@pytest.mark.parametrize(
    ("held", "carried", "held_after", "first_stowed"),
    [
        ([], [], ["axe", None], None),
        (["sword"], [], ["sword", "axe"], None),
        (["sword", "shield"], [], ["sword", "shield"], "axe"),
    ],
)
def test_H10_what_is_stolen_goes_into_a_hand_or_the_pack(
    battle_of, held, carried, held_after, first_stowed
):
    thief = {"held": held, "carried": carried}
    battle = battle_of([thief], [{"carried": ["axe", "mace"]}])
    succeed(battle, Maneuver.STEAL)
    me, it = battle.fighters[0], battle.fighters[1]
    assert me.held.tolist() == [NONE if name is None else item(name) for name in held_after]
    assert me.pack[0] == (NONE if first_stowed is None else item(first_stowed))
    assert item("axe") not in it.pack.tolist()
    assert item("mace") in it.pack.tolist()


@pytest.mark.rule("H11", "D33", "D48")
@pytest.mark.parametrize(
    ("fighter", "slot", "usable"),
    [
        ({"base": "brute", "injuries": {"horn": [1, 0]}}, 2, True),
        ({"base": "brute", "injuries": {"horn": [1, 1]}}, 2, False),
        ({"base": "brute", "injuries": {"horn": [2, 1]}}, 2, False),
        ({"base": "brute", "disabled": [1, 0, 0, 0]}, 2, False),
        ({"base": "wolf", "injuries": {"mouth": 1}}, 2, True),
        ({"base": "wolf", "injuries": {"mouth": 2}}, 2, False),
        ({"injuries": {"hand": [3, 3], "arm": [3, 3], "leg": [3, 3]}}, 2, True),
    ],
)
def test_H11_natural_weapons_last_as_long_as_one_part_does(battle_of, fighter, slot, usable):
    assert is_usable(battle_of([fighter]).fighters[0], slot) == usable


# --- Windows (H12, H13) ---------------------------------------------------------------------------


@pytest.mark.rule("H12", "D23")
@pytest.mark.parametrize(
    ("injuries", "degrees", "most"), [(0, 4, 1), (1, 4, 0), (0, 0, 0), (0, 1, 1)]
)
def test_H12_no_more_injuries_than_destroy_the_part(battle_of, injuries, degrees, most):
    battle = battle_of([{}], [{"injuries": {"ear": injuries}}], frame=TURN_FRAME)
    attack = battle.attacks[TURN_FRAME]
    attack.attacker, attack.target, attack.part, attack.step = 0, 1, 0, Step.EXTRA
    attack.weapon, attack.maneuver, attack.degrees, attack.natural = item("sword"), NONE, degrees, 9
    assert most_extra(battle) == most


@pytest.mark.rule("D20", "H12", "QD4")
def test_H12_action_0_in_the_part_window_injures_the_first_open_part(
    battle_of, attack, answer, legal, events
):
    battle = battle_of([{}], [{"held": [], "injuries": {"ear": [2, 0]}}])
    attack(battle, faces=[14])
    assert battle.window == Window.PART
    assert "wait" in legal(battle)
    said = describe(battle, 0)
    answer(battle, "wait")
    assert said == "The red fighter injures the first open part of the blue fighter, the right ear."
    assert [event[3] for event in events(battle, "injures")] == [1]
    assert battle.fighters[1].strain == 1


@pytest.mark.rule("H13", "TD3", "D65", "RD42")
def test_H13_the_provoked_are_asked_in_the_order_of_initiative(battle_of):
    battle = battle_of([{"at": (5, 4)}], [{"at": (5, 3)}, {"at": (5, 5)}, {"at": (9, 9)}])
    assert not ask_next_reactor(battle)  # without a trigger nobody reacts
    battle.order[:4] = 0, 2, 1, 3
    for seat, fighter in enumerate(battle.order[:4]):
        battle.fighters[fighter].seat = seat
    provoke(battle, 0, Trigger.STANDING)
    asked = []
    while ask_next_reactor(battle):
        asked.append(int(battle.to_act))
        battle.window, battle.to_act = Window.NONE, -1
    assert asked == [2, 1]
    assert battle.trigger == Trigger.NONE


# --- Who threatens, where to, with what (H14 to H16) ----------------------------------------------


@pytest.mark.rule("H14", "RD27")
@pytest.mark.parametrize(
    ("fighter", "does"),
    [
        ({}, True),
        ({"held": []}, True),  # the bare hand
        ({"held": ["bow"]}, True),
        ({"base": "spearman", "at": (7, 3)}, True),
        ({"at": (7, 3)}, False),
        ({"life": Life.COMA}, False),
        ({"stunned": 1}, False),
        ({"acted": False}, False),
        ({"tricked": True}, False),
        ({"dazed": 1}, True),
        ({"base": "wolf", "injuries": {"mouth": 2}}, False),
    ],
)
def test_H14_who_threatens(battle_of, fighter, does):
    assert threatens(battle_of([{"at": (5, 3)}], [{"at": (6, 3), **fighter}]), 1, 0) == does


def directions(battle, maneuver):
    """The directions in which red_0 can move blue_0."""
    mask = int(possible_directions(battle, 0, 1, maneuver))
    return {side for side in range(8) if mask >> side & 1}


@pytest.mark.rule("H15", "RD17", "QD8")
def test_H15_directions_of_maneuvers(battle_of):
    """Clockwise from north: the target is to the east, 2."""
    battle = battle_of([{"at": (5, 5)}], [{"at": (6, 5)}])
    assert directions(battle, Maneuver.SHOVE) == {1, 2, 3}
    assert directions(battle, Maneuver.OVERRUN) == {2}
    assert 2 not in directions(battle, Maneuver.DRAG)
    assert directions(battle, Maneuver.REPOSITION) == {0, 4, 5, 7}  # adjacent to red_0 still
    battle.high[5], battle.has_obstacles = 1 << 7, True  # a wall behind the target
    assert directions(battle, Maneuver.SHOVE) == {1, 3}
    assert directions(battle, Maneuver.OVERRUN) == set()


@pytest.mark.rule("H16", "D92", "RD31")
@pytest.mark.parametrize(
    ("fighter", "hands"),
    [
        ({"held": ["sword"]}, [True, False]),
        ({"held": ["sword", "shield"]}, [True, True]),
        ({"held": ["sword", "shield"], "shield_ready": True}, [True, False]),
        ({"held": ["spear"]}, [True, False]),
        ({"held": ["bow"]}, [False, False]),
        ({"held": []}, [False, False]),
        ({"held": ["sword", "dagger"], "injuries": {"arm": [2, 0]}}, [False, True]),
    ],
)
def test_H16_what_may_parry(battle_of, fighter, hands):
    battle = battle_of([{}], [fighter], frame=TURN_FRAME)
    attack = battle.attacks[TURN_FRAME]
    attack.attacker, attack.target, attack.kind, attack.step = 0, 1, Kind.MELEE, Step.PARRY
    attack.weapon, attack.maneuver, attack.hit = item("sword"), NONE, True
    assert [bool(may_parry(battle, hand)) for hand in range(2)] == hands


@pytest.mark.rule("H17", "D41")
@pytest.mark.parametrize(
    ("heads", "one", "two"),
    [([1, 0], False, False), ([1, 1], True, False), ([3, 1], True, False), ([2, 3], True, True)],
)
def test_H17_more_than_half_of_the_heads_have_at_least_so_many(battle_of, heads, one, two):
    giant = battle_of([{"base": "giant", "injuries": {"head": heads}}]).fighters[0]
    assert (bool(heads_with(giant, 1)), bool(heads_with(giant, 2))) == (one, two)


# --- Rows that others carry out -------------------------------------------------------------------


@pytest.mark.rule("D52", "D49", "RD16")
@pytest.mark.parametrize(("face", "succeeds"), [(9, False), (10, True)])
def test_D52_a_maneuver_is_skill_and_martial_bonus_and_equal_succeeds(
    battle_of, attack, events, face, succeeds
):
    """Level 3, Dexterity 2, trained: 1 + 2 + 2 against 10 + 1 + 1 + 3, without a Parry."""
    blue = {"held": [], "dexterity": 1, "trained": ["athletics"]}
    battle = battle_of([{}], [blue])
    attack(battle, "maneuver", maneuver="trip", faces=[face])
    assert bool(events(battle, "maneuver")) == succeeds


@pytest.mark.rule("D67", "D20")
@pytest.mark.parametrize(
    ("kind", "held", "more"),
    [
        ("melee", "sword", {}),
        ("shot", "bow", {}),
        ("throw", "dagger", {}),
        ("maneuver", "sword", {"maneuver": "trip"}),
    ],
)
def test_D67_every_kind_of_attack_takes_a_roll(battle_of, attack, events, kind, held, more):
    far = {"at": (6, 3)} if kind in ("shot", "throw") else {}
    battle = battle_of([{"held": [held]}], [{"natural_armour": 10, **far}])
    attack(battle, kind, faces=[2, 3] if kind == "throw" else [2], **more)
    assert len(events(battle, "rolls")) == 1
    assert len(events(battle, "misses")) == 1


@pytest.mark.rule("D65", "D98")
def test_D65_out_of_turn_there_is_nothing_without_a_trigger(battle_of, begun):
    battle = begun(battle_of([UNSEEING], [UNSEEING]))
    assert (battle.to_act, battle.window) == (0, Window.TURN)
    assert not ask_next_reactor(battle)
    assert battle.to_act == 0


@pytest.mark.rule("QD9", "D83", "D84")
def test_QD9_a_shield_defending_or_another_attack(battle_of, begun, act, legal):
    battle = begun(battle_of([{"base": "swordsman", **UNSEEING}], [{"held": []}]))
    assert {"ready_shield", "defend", "strike"} <= legal(battle)
    act(battle, "ready_shield")
    assert {"defend", "strike"} <= legal(battle)
    assert "ready_shield" not in legal(battle)
    act(battle, "defend")
    assert not legal(battle, "strike", "maneuver", "ready_shield", "defend")
