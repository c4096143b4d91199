"""Observations: meaning and range of each number."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from quintain.envs.martial.enums import (
    FreeAction,
    Kind,
    Life,
    Maneuver,
    Part,
    Skill,
    Step,
    Trigger,
    Window,
)
from quintain.envs.martial.observation.body import KIND_BITS, KIND_FULL, KIND_MASK, NUM_PARTS
from quintain.envs.martial.state import NO_FRAME, TURN_FRAME
from quintain.envs.martial.tables import ITEM_NAMES, NONE

from .observations import under_way

pytestmark = pytest.mark.interpreted


def one_hot(length, place):
    """A 1 at a place, else 0."""
    return [float(at == place) for at in range(length)]


# --- The whole vector -----------------------------------------------------------------------------

EXTREMES = {
    "strength": 4, "dexterity": 4, "constitution": 4, "intelligence": 4, "wisdom": 4, "level": 10,
    "trained": [skill.name.lower() for skill in Skill], "training": 100, "natural_armour": 10,
    "armour": "heavy", "bleed": 99, "dazed": 9, "stunned": 9, "exposed": 9, "attacks": 9,
    "strain": 99, "used": 255, "reactions": 5, "injuries": {"hand": [3, 3], "nose": 9, "eye": 2},
}  # fmt: skip
LEAST = {
    "strength": -1, "dexterity": -1, "constitution": -1, "intelligence": -1, "wisdom": -1,
    "level": 1, "stamina": -30, "exhaustion": 0, "body": "sprite",
}  # fmt: skip


@pytest.mark.parametrize("body", ["human", "two_headed_giant", "tentacled_horror", "skeleton"])
def test_the_largest_numbers_lie_in_range(battle_of, body, numbers):
    """The ends of what scenarios may say, at both ends of the map, six against six."""
    one = {**EXTREMES, "body": body, "held": ["crossbow"], "carried": ["sword", "bow", "shield"]}
    if body != "human":
        one["injuries"] = {}
    red = [{**one, "at": (0, place)} for place in range(6)]
    blue = [{**LEAST, "at": (31, 15 - place)} for place in range(6)]
    battle = battle_of(red, blue, round_number=50)
    for actor in range(12):
        assert np.abs(numbers(battle, actor)).max() <= 1


def test_what_is_counted_of_each_kind_of_parts_has_room_in_a_word():
    """All parts of a kind destroyed are counted in its bits, and those of all kinds in 63."""
    assert KIND_FULL.max() <= KIND_MASK
    assert KIND_BITS * NUM_PARTS < 64


# --- Bodies (D26 to D44, RD18, RD19) --------------------------------------------------------------

ITEMS = {  # what is said of each, in the order of the layout
    "sword": (1, 0, 0, 0, 0, 0, 0.5, 1, 1, 0.5, 0, 0, 0),
    "axe": (1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0),
    "mace": (1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0),
    "dagger": (1, 0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0, 1, 0),
    "spear": (1, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0),
    "bow": (0, 1, 0, 0.75, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    "crossbow": (0, 1, 0, 1, 0, 1, 0.5, 0, 0, 0, 0, 0, 0),
    "buckler": (0, 0, 0, 0, 0, 0, 0, 0.5, 1, 0, 0, 0, 0.5),
    "shield": (0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1),
}
TRAITS = (
    "is_melee", "two_hands", "reach", "increment", "thrown", "reload", "critical", "parry",
    "can_parry", "effect", "shield",
)  # fmt: skip


def traits(seen, hand):
    """The look of what a hand holds, as one tuple."""
    values = [seen[f"{hand}_{trait}"] for trait in TRAITS]
    return tuple(itertools.chain(*(v if isinstance(v, list) else [v] for v in values)))


@pytest.mark.rule("RD18", "RD19", "RD31")
@pytest.mark.parametrize("item", ITEMS)
def test_RD18_everybody_sees_what_is_in_the_hands(battle_of, item, block):
    battle = battle_of([{"held": [item]}], [{"held": [None, item]}])
    nothing = (0,) * 13
    own, enemy = block(battle, 0, "own"), block(battle, 0, "enemy_0")
    assert traits(own, "main") == pytest.approx(ITEMS[item])
    assert traits(own, "off") == nothing
    assert traits(enemy, "main") == nothing
    assert traits(enemy, "off") == pytest.approx(ITEMS[item])


BODIES = [
    ({"life": Life.EXHAUSTION}, "is_conscious", 0),
    ({"life": Life.EXHAUSTION}, "is_down", 1),
    ({"life": Life.COMA}, "is_down", 1),
    ({}, "is_conscious", 1),
    ({"base": "dragonling"}, "slots", [0, 0, 1, 1, 1, 1]),
    ({"held": ["bow"]}, "slots", [1, 0, 1, 0, 0, 0]),
    ({"base": "wolf", "injuries": {"mouth": 2}}, "slots", [0] * 6),
    ({"base": "wolf", "injuries": {"mouth": 2}}, "reach", 0),
    ({"held": ["spear"]}, "reach", 10 / 15),
    ({"held": ["bow"]}, "reach", 5 / 15),
    ({"body": "two_headed_giant"}, "size", 1),
    ({"body": "sprite"}, "size", -1),
    ({"armour": "heavy", "natural_armour": 2}, "armour", 7 / 10),
    ({"level": 4, "strength": 4}, "attack", 6 / 10),
    ({"level": 8}, "martial_bonus", 1),
    ({"dexterity": -1}, "dexterity", -1 / 4),
    ({"body": "skeleton"}, "constitution", -1),
    ({"constitution": 0}, "constitution", 0),
    ({"body": "winged_beast"}, "speed", [6 / 12, 1]),
    ({"prone": True}, "prone", 1),
    ({"base": "sprite", "flying": True}, "flying", 1),
    ({"grapple": 0}, "grappled", 1),
    ({"grapple": 0, "is_grappler": True}, "grappled", 1 / 2),
    ({"stamina": 0}, "exhausted", 1),
    ({"stamina": 1}, "exhausted", 0),
    ({"bleed": 3}, "bleed", 3 / 4),
    ({"dazed": 1}, "dazed", 1 / 2),
    ({"stunned": 2}, "stunned", 1),
    ({"sickened": True}, "sickened", 1),
    ({"confused": True}, "confused", 1),
    ({"acted": False}, "off_guard", 1),
    ({"tricked": True}, "off_guard", 1),
    ({}, "off_guard", 0),
    ({"defending": True}, "defending", 1),
    ({"shield_ready": True}, "shield_ready", 1),
    ({"exposed": 2}, "exposed", 2 / 3),
    ({"reactions": 2}, "reactions", 2 / 5),
    ({"action_points": 1}, "action_points", 1 / 3),
    ({"attacks": 2}, "attacks", 2 / 3),
    ({"held": ["crossbow"], "loaded": False}, "must_reload", 1),
    ({"held": ["crossbow"]}, "must_reload", 0),
    ({"held": ["bow"], "loaded": False}, "must_reload", 0),
    ({"damaged": [1, 0]}, "sundered", [1, 0]),
    ({"damaged": [0, 1]}, "sundered", [0, 1]),
    ({}, "turn_in", 1 / 2),
]


@pytest.mark.rule("XD4")
@pytest.mark.parametrize(("fighter", "piece", "value"), BODIES)
def test_XD4_what_anybody_sees_of_a_body(battle_of, fighter, piece, value, block):
    battle = battle_of([{}], [fighter])
    assert block(battle, 0, "enemy_0")[piece] == pytest.approx(value)


@pytest.mark.rule("D61")
def test_D61_whose_turn_it_is(battle_of, look):
    battle = battle_of(turn=1)
    assert (look(battle, 0)["enemy_0.is_active"], look(battle, 0)["own.is_active"]) == (1, 0)


@pytest.mark.rule("D61", "TD1", "XD1")
def test_D61_how_many_turns_come_before_that_of_each(battle_of, look):
    """Blue 1, red 1, red 0, blue 0 act in this order, the dead and those who hide aside."""
    order = [3, 1, 0, 2, 4, 5, *[-1] * 6]
    red, blue = [{}, {}, {"life": Life.DEAD}], [{}, {}, {}]
    battle = battle_of(red[:2], blue[:2], order=[3, 1, 0, 2, *[-1] * 8], turn=1)
    seen = look(battle, 0)
    names = ("ally_0", "own", "enemy_0", "enemy_1")
    assert [seen[f"{name}.turn_in"] for name in names] == pytest.approx([0, 1 / 4, 2 / 4, 3 / 4])
    battle.fighters[3].hidden = True
    seen = look(battle, 0)
    assert [seen[f"{name}.turn_in"] for name in names] == pytest.approx([0, 1 / 3, 2 / 3, 0])
    battle = battle_of(red, blue, order=order)
    battle.fighters[3].life = Life.DEAD
    assert look(battle, 0)["own.turn_in"] == pytest.approx(1 / 4)


@pytest.mark.rule("D26", "D30", "D35", "D37", "RD20", "RD44")
@pytest.mark.parametrize(
    ("injuries", "kind", "share"),
    [
        ({}, Part.EYE, 0),
        ({"eye": 1}, Part.EYE, 1 / 4),
        ({"eye": [2, 2]}, Part.EYE, 1),
        ({"eye": [9, 0]}, Part.EYE, 1 / 2),
        ({"nose": 5}, Part.NOSE, 1),
        ({"arm": [1, 1]}, Part.ARM, 1 / 3),
        ({"arm": 3}, Part.HAND, 1 / 2),  # it goes with its arm
        ({"head": 3}, Part.HEAD, 3 / 4),
        ({"leg": [2, 1]}, Part.LEG, 1 / 2),
        ({}, Part.WING, -1),
    ],
)
def test_D26_injuries_show_by_kind_as_share_of_destruction(battle_of, injuries, kind, share, block):
    battle = battle_of([{}], [{"injuries": injuries}])
    assert block(battle, 0, "enemy_0")["injuries"][kind] == pytest.approx(share)
    assert block(battle, 1, "own")["injuries"][kind] == pytest.approx(share)


# --- Oneself --------------------------------------------------------------------------------------


@pytest.mark.rule("D11", "D17", "RD7", "RD24", "RD36")
def test_D11_what_one_knows_of_oneself(battle_of, block):
    me = {
        "strength": 3, "dexterity": -1, "constitution": 2, "intelligence": 1, "wisdom": 4,
        "level": 5, "trained": ["lore"], "stamina": 10, "exhaustion": 5, "bleed": 2,
        "injuries": {"eye": 1, "head": 1}, "used": FreeAction.POWER | FreeAction.CLEAVE,
        "carried": ["dagger", "bow", "shield"], "damaged_pack": [0, 1, 0, 0], "hidden": True,
        "at": (4, 3),
    }  # fmt: skip
    own = block(battle_of([me]), 0, "own")
    assert own["stamina"] == pytest.approx(10 / 20)
    assert own["stamina_left"] == pytest.approx(10 / 40)
    assert own["exhaustion"] == pytest.approx(5 / 10)
    assert own["save_dc"] == pytest.approx((2 + 4 + 2) / 40)
    assert own["attributes"] == pytest.approx([3 / 4, -1 / 4, 2 / 4, 1 / 4, 1])
    assert own["level"] == pytest.approx(5 / 10)
    assert own["skills"][Skill.LORE] == pytest.approx((1 + 3) / 10)
    assert own["skills"][Skill.ATHLETICS] == pytest.approx(3 / 10)
    assert own["free_used"] == [1, 0, 0, 0, 1, 0, 0, 0]
    assert own["slots"] == [1, 0, 1, 0, 0, 0]
    assert own["pack"] == [1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert own["pack_sundered"] == [0, 1, 0, 0]
    assert own["hidden"] == 1
    assert own["position"] == pytest.approx([4 / 32, 3 / 16])


@pytest.mark.rule("RD39")
def test_RD39_the_nearest_items_on_the_ground(battle_of, block):
    """Equal items count once; the order is that of the distance."""
    lying = [("sword", 7, 3, 0), ("dagger", 4, 4, 1), ("dagger", 4, 9, 1), ("dagger", 4, 8, 0),
             ("shield", 9, 3, 0)]  # fmt: skip
    battle = battle_of(["wrestler"])
    own = block(battle, 0, "own")
    assert not any(value for name, value in own.items() if name == "ground_0_is_melee")
    for place, (item, x, y, damaged) in enumerate(lying):
        battle.ground_item[place] = ITEM_NAMES.index(item)
        battle.ground_x[place], battle.ground_y[place] = x, y
        battle.ground_damaged[place] = damaged
    own = block(battle, 0, "own")
    found = [
        [own[f"ground_{rank}_{name}"] for name in ("is_melee", "is_thrown", "is_shield")]
        for rank in range(3)
    ]
    assert found == [[1, 1, 0], [1, 0, 0], [1, 1, 0]]
    assert [own[f"ground_{rank}_sundered"] for rank in range(3)] == [1, 0, 0]
    offsets = [own[f"ground_{rank}_offset"] for rank in range(3)]
    assert offsets == [pytest.approx(it) for it in ([0, 1 / 16], [3 / 16, 0], [0, 5 / 16])]


@pytest.mark.rule("H5", "H6", "D56", "H3")
def test_the_map_shows_along_each_direction(battle_of, block):
    rows = "\n".join(["........", "....o...", "........", "#......."])
    own = block(battle_of([{"at": (0, 1)}], [{"at": (7, 3)}], map=rows), 0, "own")
    assert own["open_squares"] == pytest.approx([1 / 16, 1 / 16, 3 / 16, 2 / 16, 1 / 16, 0, 0, 0])
    assert own["low_squares"] == pytest.approx([0, 0, 13 / 16, 0, 0, 0, 0, 0])
    assert own["high_squares"] == pytest.approx([0, 0, 0, 0, 15 / 16, 0, 0, 0])
    flyer = {"base": "sprite", "flying": True, "at": (0, 1)}
    own = block(battle_of([flyer], [{"at": (7, 3)}], map=rows), 0, "own")
    assert own["open_squares"][2] == pytest.approx(7 / 16)
    rows = "\n".join(["........"] * 4)
    own = block(battle_of([{"at": (0, 1)}], [{"at": (7, 3)}], map=rows), 0, "own")
    assert own["open_squares"] == pytest.approx([1 / 16, 1 / 16, 7 / 16, 2 / 16, 2 / 16, 0, 0, 0])


@pytest.mark.rule("RD17")
def test_RD17_who_is_in_a_grapple_with_whom(battle_of, look):
    red, blue = [{}, {"grapple": 3, "is_grappler": True}], [{}, {"grapple": 1}]
    battle = battle_of(red, blue)
    seen = look(battle, 0)
    assert (seen["own.partner"], seen["ally_0.partner"]) == (0, pytest.approx(2 / 6))
    assert (seen["enemy_0.partner"], seen["enemy_1.partner"]) == (0, pytest.approx(1 / 6))
    seen = look(battle, 1)
    assert (seen["own.partner"], seen["enemy_1.partner"]) == (pytest.approx(2 / 6), 0)
    assert seen["enemy_1.is_partner"] == 1


@pytest.mark.rule("TD4")
def test_TD4_whom_everybody_attacked_last(battle_of, attack, look):
    battle = battle_of([{}, {}], [{}, {}])
    attack(battle, attacker=2, target=0, faces=[2])
    assert look(battle, 0)["enemy_0.aims_at_me"] == 1
    assert look(battle, 0)["enemy_0.aim"] == 0
    assert look(battle, 1)["enemy_0.aims_at_me"] == 0
    assert look(battle, 1)["enemy_0.aim"] == pytest.approx(1 / 6)
    assert look(battle, 3)["ally_0.aim"] == pytest.approx(1 / 6)
    assert look(battle, 2)["own.aim"] == pytest.approx(1 / 6)


# --- Others ---------------------------------------------------------------------------------------


@pytest.mark.rule("RD27")
def test_RD27_places_of_others(battle_of, look):
    battle = battle_of([{"at": (4, 3)}, {"at": (2, 4)}], [{"at": (28, 1)}, {"at": (4, 4)}])
    seen = look(battle, 0)
    assert seen["ally_0.distance"] == pytest.approx(2 / 16)
    assert seen["ally_0.offset"] == pytest.approx([-2 / 16, 1 / 16])
    assert seen["enemy_0.distance"] == 1
    assert seen["enemy_0.offset"] == pytest.approx([1, -2 / 16])
    assert (seen["enemy_0.in_my_reach"], seen["enemy_1.in_my_reach"]) == (0, 1)


@pytest.mark.rule("D8", "D10", "D83", "D84", "RD4")
@pytest.mark.parametrize(
    ("fighter", "defence"),
    [
        ({}, 16),  # 10 + 1 + Dexterity 2 + medium armour 3
        ({"acted": False}, 14),
        ({"acted": False, "dexterity": -1}, 13),
        ({"defending": True}, 17),
        ({"held": ["sword", "shield"], "shield_ready": True}, 18),
    ],
)
def test_D8_the_defence_value_of_an_enemy(battle_of, fighter, defence, look):
    seen = look(battle_of([{}], [fighter]), 0)
    assert seen["enemy_0.defence"] == pytest.approx((defence - 10) / 15)


@pytest.mark.rule("D69", "H5")
def test_D69_reach_counts_the_height(battle_of, look):
    battle = battle_of(["spearman", "fighter"], [{"base": "dragonling", "flying": True}])
    assert look(battle, 0)["enemy_0.in_my_reach"] == 1
    assert look(battle, 1)["enemy_0.in_my_reach"] == 0
    assert look(battle, 1)["enemy_0.in_its_reach"] == 1


@pytest.mark.rule("D56", "D57", "H3")
def test_D56_lines_and_cover(battle_of, look):
    places = ([{"at": (0, 1)}], [{"at": (6, 1)}])
    for rows, line, cover in (
        (".......\n.......\n.......", 1, 0),
        (".......\n...o...\n.......", 1, 1),
        (".......\n..####.\n.......", 0, 1),
        (".......\n...o...\n...o...", 1, 1),
    ):
        seen = look(battle_of(*places, map=rows), 0)
        assert seen["enemy_0.in_line"] == line, rows
        assert (seen["enemy_0.cover"] > 0) == cover, rows


@pytest.mark.rule("D58")
def test_D58_flanked(battle_of, look):
    battle = battle_of([{"at": (4, 3)}, {"at": (6, 3)}], [{"at": (5, 3)}])
    assert look(battle, 0)["enemy_0.flanked"] == 1
    battle.fighters[1].y = 4
    assert look(battle, 0)["enemy_0.flanked"] == 0


def test_the_dead_leave_their_slot(battle_of, look):
    battle = battle_of([{}, {"life": Life.DEAD}], [{"life": Life.DEAD}, {}])
    seen = look(battle, 0)
    for name, value in seen.items():
        if name.startswith(("ally_0", "enemy_0")):
            assert not np.any(value), name
    assert seen["enemy_1.is_conscious"] == 1
    assert not np.any(look(battle, 1)["own.attributes"])


# --- The decision at hand (QD1 to QD10) -----------------------------------------------------------


@pytest.mark.rule(*(f"QD{number}" for number in range(1, 11)))
@pytest.mark.parametrize("window", [window for window in Window if window])
def test_QD1_to_QD10_the_decision_is_named_to_who_decides(battle_of, window, look):
    battle = battle_of(to_act=0, window=window)
    assert look(battle, 0)["window.window"] == one_hot(12, window - 1)
    assert look(battle, 1)["window.window"] == [0] * 12


@pytest.mark.rule("QD7", "RD14")
@pytest.mark.parametrize("trigger", [trigger for trigger in Trigger if trigger])
def test_QD7_what_provokes_and_who(battle_of, trigger, look):
    battle = battle_of([{}], [{}, {}], to_act=0, window=Window.REACTIVE_ATTACK)
    battle.trigger, battle.provoker = trigger, 2
    seen = look(battle, 0)
    assert seen["window.trigger"] == one_hot(4, trigger - 1)
    assert (seen["enemy_0.is_provoker"], seen["enemy_1.is_provoker"]) == (0, 1)


@pytest.mark.rule("D72", "D73", "D74", "D79", "QD3")
def test_QD3_the_attack_under_way(battle_of, look):
    battle = under_way(
        battle_of([{}, {}], [{}, {}]), power=2, reckless=3, lunge=True, charge=True, multi=True,
        cleave=True, reactive=True, shots=1, penalty=2,
    )  # fmt: skip
    seen = look(battle, 0)
    assert (seen["window.attack"], seen["window.is_mine"], seen["window.is_on_me"]) == (1, 1, 0)
    assert seen["window.kind"] == one_hot(4, Kind.MELEE)
    assert seen["window.maneuver"] == [0] * 10
    assert seen["window.weapon"] == pytest.approx(ITEMS["sword"])
    assert seen["window.power"] == pytest.approx(2 / 3)
    assert seen["window.reckless"] == pytest.approx(3 / 6)
    assert seen["window.ways"] == [1] * 5
    assert seen["window.shots"] == pytest.approx(1 / 2)
    assert seen["window.penalty"] == pytest.approx(2 / 5)
    assert (seen["enemy_0.is_target"], seen["enemy_1.is_target"]) == (1, 0)
    target = look(battle, 2)
    assert (target["window.is_mine"], target["window.is_on_me"]) == (0, 1)
    assert target["enemy_0.is_attacker"] == 1


@pytest.mark.rule("D51")
def test_D51_the_maneuver_under_way(battle_of, look):
    battle = under_way(battle_of(), kind=Kind.MANEUVER, maneuver=Maneuver.TRICK)
    seen = look(battle, 1)
    assert seen["window.kind"] == one_hot(4, Kind.MANEUVER)
    assert seen["window.maneuver"] == one_hot(10, Maneuver.TRICK)


@pytest.mark.rule("XD3", "TD4", "QD6", "RD38")
def test_TD4_the_total_is_announced_to_all(battle_of, look):
    battle = under_way(
        battle_of([{}, {}], [{}, {}]), natural=17, total=22, dv=16, degrees=1, critical=True
    )
    for actor in range(4):
        seen = look(battle, actor)
        assert seen["window.rolled"] == 1
        assert seen["window.natural"] == pytest.approx(17 / 20)
        assert seen["window.critical"] == 1
        assert seen["window.margin"] == pytest.approx(6 / 20)
        assert seen["window.degrees"] == pytest.approx(1 / 6)


@pytest.mark.rule("QD3", "RD1")
def test_QD3_before_the_roll_nothing_of_an_older_one_shows(battle_of, look):
    battle = battle_of(to_act=0, window=Window.RIDERS)
    under_way(battle, step=Step.RIDERS, natural=17, total=22, dv=16, degrees=3, part=3, critical=1)
    battle.fighters[1].prone = True
    seen = look(battle, 0)
    for piece in ("rolled", "natural", "margin", "degrees", "critical"):
        assert seen[f"window.{piece}"] == 0
    assert not any(seen["window.part"])
    assert seen["window.net"] == pytest.approx(1 / 5)  # the target is prone (D59)
    assert seen["window.edge"] == pytest.approx((1 + 3 - 16) / 20)  # MB and Strength against DV
    other = look(battle, 1)
    assert (other["window.net"], other["window.edge"]) == (0, 0)


@pytest.mark.rule("QD4", "D21")
def test_QD4_the_parts_of_the_target(battle_of, look):
    wounded = {"base": "wolf", "injuries": {"ear": [1, 0], "leg": [0, 3]}}
    battle = under_way(battle_of([{}], [wounded]), part=2)
    seen = look(battle, 0)
    kinds = "ear ear nose tail eye eye foot foot foot foot mouth leg leg leg leg head heart".split()
    classes = {"ear": 1, "nose": 1, "tail": 1, "eye": 2, "foot": 2, "mouth": 2, "leg": 3}
    classes |= {"head": 4, "heart": 5}
    parts = [0.0] * 17 + [-1] * 7
    parts[0], parts[12], parts[7] = 1 / 2, 1, 1  # the foot has gone with its leg
    assert seen["window.target_parts"] == pytest.approx(parts)
    expected = [classes[kind] / 5 for kind in kinds] + [0] * 7
    assert seen["window.target_classes"] == pytest.approx(expected)
    assert seen["window.part"] == one_hot(13, Part.NOSE)
    unchosen = look(under_way(battle, part=NONE), 0)
    assert [name for name in seen if not np.array_equal(seen[name], unchosen[name])] == [
        "window.part"
    ]
    assert not any(look(battle, 1)["window.target_classes"])


@pytest.mark.rule("RD35", "D3")
def test_RD35_the_round_and_who_is_left(battle_of, look):
    battle = battle_of([{}, {}, {"life": Life.COMA}], [{}], round_number=10, is_ambush=True)
    seen = look(battle, 0)
    assert seen["window.round"] == pytest.approx(10 / 50)
    assert seen["window.sides"] == pytest.approx([2 / 6, 1 / 6])
    assert seen["window.ambush"] == 1
    assert look(battle, 3)["window.sides"] == pytest.approx([1 / 6, 2 / 6])


def test_nothing_of_an_attack_that_is_over_shows(battle_of, look):
    battle = under_way(battle_of())
    battle.attacks[TURN_FRAME].step = Step.OVER
    battle.frame = NO_FRAME
    seen = look(battle, 0)
    assert seen["window.attack"] == 0
    assert not any(seen["window.kind"])
    assert seen["enemy_0.is_target"] == 0
