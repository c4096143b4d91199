"""Observations: the meaning and range of each number."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.wildroll.enums import (
    ATTRIBUTE_NAMES,
    SKILL_NAMES,
    SPECIALISATION_NAMES,
    Act,
    Defence,
    Life,
    Role,
    Stage,
    Step,
    Window,
)
from quintain.envs.wildroll.observation.layout import ACT_KINDS, ACT_LOOK, WINDOWS
from quintain.envs.wildroll.rules.combat_sequence.action_stack import push
from quintain.envs.wildroll.tables import CAST_NAMES, ITEM_NAMES

from .observations import look, numbers

pytestmark = pytest.mark.interpreted


def block(battle, actor, name):
    """The pieces of one block."""
    seen = look(battle, actor)
    return {one.partition(".")[2]: seen[one] for one in seen if one.startswith(f"{name}.")}


def one_hot(length, place):
    """A 1 at a place, else 0."""
    return [float(at == place) for at in range(length)]


# --- The whole vector -----------------------------------------------------------------------------

LARGEST = {
    **dict.fromkeys(ATTRIBUTE_NAMES, 5), "speed": 10, "skills": dict.fromkeys(SKILL_NAMES, 3),
    "specialisations": dict.fromkeys(SPECIALISATION_NAMES, 2), "armour": "heavy", "npc": "elite",
    "wounds": {"light": 10, "moderate": 5, "severe": 4, "critical": 3}, "bleeding": 3,
    "burning": 3, "poisoned": 3, "hobbled": True, "fatigue": 120, "mana": 99, "invested": 99,
    "potions": 9, "action_points": 72, "initiative": 1000, "harried": 9, "distracted": 9,
    "dying_rounds": 100, "helpless_rounds": 2, "move_quarters": 7200, "dash": 2, "dash_rate": 20,
    "drag_points": 4, "ignoring": [6, 7, 8, 9, 10, 11], "long_act": 3, "long_left": 60,
    "shield_rounds": 2, "run": 100,
}  # fmt: skip
LEAST = {
    **dict.fromkeys(ATTRIBUTE_NAMES, -5), "speed": -10, "stamina": 0, "mana": 0, "race": "serpent",
    "initiative": 0, "action_points": 0, "move_used": 400, "drag_points": -1, "held": [],
    "posture": 2,
}  # fmt: skip


@pytest.mark.parametrize("base", ["champion", "crossbowman", "giant", "warhorse", "ooze"])
def test_the_largest_numbers_lie_in_range(battle_of, base):
    """The limits of scenarios, at both ends of the map, six against six."""
    red = [{"base": base, **LARGEST, "at": (0, place)} for place in range(6)]
    blue = [{**LEAST, "at": (31, 15 - place)} for place in range(6)]
    battle = battle_of(red, blue, round_number=40)
    push(battle, Role.TURN, Act.STRONG, 0, 6, 0)
    frame = battle.frames[battle.top]
    frame.cost, frame.natural, frame.total, frame.level, frame.yards = 60, 18, 99, 6, 99
    for actor in range(12):
        assert np.abs(numbers(battle, actor)).max() <= 1


@pytest.mark.parametrize("base", CAST_NAMES)
def test_everybody_lies_in_range_and_sees_itself_as_others_do(battle_of, base):
    """Own, ally and enemy blocks begin with the same numbers."""
    battle = battle_of([base, {}], [{}, {}], active=0)
    assert np.abs(numbers(battle, 0)).max() <= 1
    own, ally, enemy = (
        block(battle, actor, name) for actor, name in ((0, "own"), (1, "ally_0"), (2, "enemy_0"))
    )
    shared = list(itertools.takewhile(lambda name: name != "natural", own))
    assert [own[name] for name in shared] == [ally[name] for name in shared]
    assert [own[name] for name in shared] == [enemy[name] for name in shared]


def test_the_sides_are_treated_alike(battle_of):
    """Red sees the same as blue would in its place."""
    one = [{"base": "spearman", "at": (4, 3)}, {"base": "mage", "at": (2, 6), "hidden": True}]
    two = [{"base": "knight", "at": (6, 4)}, {"base": "archer", "at": (9, 9)}]
    order = {"initiative": 9}
    one, two = ([{**man, **order} for man in side] for side in (one, two))
    battle, turned = battle_of(one, two, active=0), battle_of(two, one, active=2)
    for number in range(4):
        battle.fighters[number].acted = turned.fighters[number].acted = False
    for actor in range(4):
        assert (numbers(battle, actor) == numbers(turned, (actor + 2) % 4)).all()


# --- Bodies (W1, W7, RW7, RW9, RW12, XW2) ---------------------------------------------------------

WEAPONS = {  # reach, increment, damage, accuracy, edge
    "sword": (2 / 3, 0, 0, 1, 0), "dagger": (1 / 3, 0, -1 / 4, 1, 1),
    "axe": (2 / 3, 0, 1 / 2, 0, -1 / 2),
    "mace": (2 / 3, 0, 1 / 2, 0, 1 / 2), "spear": (1, 0, 1 / 2, 0, 0),
    "great_weapon": (2 / 3, 0, 1, 0, 0),
    "bow": (0, 0.8, 0, 1, 0), "crossbow": (0, 1, 1 / 2, 1, 1), "shield": (0, 0, 0, 0, 0),
    "healing_kit": (0, 0, 0, 0, 0),
}  # fmt: skip
UNARMED = (1 / 3, 0, -3 / 4, 0, 0)
FANGS = (1 / 3, 0, -1 / 2, 1, -1)


@pytest.mark.rule("XW2", "RW7", "RW9")
@pytest.mark.parametrize("item", WEAPONS)
def test_XW2_everybody_sees_what_is_in_the_hands(battle_of, item):
    battle = battle_of([{"held": [item]}], [{"base": "serpent"}])
    battle.fighters[1].held[1] = ITEM_NAMES.index(item)
    own, enemy = block(battle, 0, "own"), block(battle, 0, "enemy_0")
    assert own["main"] == pytest.approx(WEAPONS[item])
    assert (own["off_reach"], enemy["off_reach"]) == pytest.approx((0, WEAPONS[item][0]))
    assert enemy["main"] == pytest.approx(FANGS)
    assert own["natural"] == pytest.approx(UNARMED)
    assert own["has_kit"] == enemy["has_kit"] == (item == "healing_kit")
    assert own["block"] == pytest.approx({"shield": [2 / 4, 2 / 4]}.get(
        item, [(item in ("sword", "spear")) / 4, 0]
    ))  # fmt: skip


def test_RW7_an_empty_hand_strikes_by_nature(battle_of):
    own = block(battle_of([{"held": []}]), 0, "own")
    assert own["main"] == pytest.approx(UNARMED)
    assert (own["free_hands"], own["off_reach"]) == (1, 0)


BODIES = [
    ({}, "awake", 1), ({"pinned_by": 0}, "awake", 1 / 2), ({"pinned_by": 0}, "is_held", 1),
    ({"life": Life.UNCONSCIOUS}, "awake", 0), ({"helpless_rounds": 1}, "awake", 1 / 2),
    ({"helpless_rounds": 1}, "helpless_rounds", 1 / 2), ({}, "dying", 0),
    ({"dying": True}, "dying", 1 / 6), ({"dying": True, "dying_rounds": 2}, "dying", 3 / 6),
    ({"wounds": {"light": 2, "severe": 1}}, "wounds", [2 / 5, 0, 1 / 5, 0, 0]),
    ({"npc": "standard"}, "npc", 2 / 3), ({"race": "ogre"}, "size", 3 / 7),
    ({"race": "serpent"}, "size", -3 / 7), ({"armour": "heavy"}, "armour", 1),
    ({"action_points": 6}, "action_points", 6 / 24), ({"initiative": 12}, "initiative", 12 / 30),
    ({"posture": 1}, "posture", 1 / 2), ({"posture": 2}, "posture", 1),
    ({"fatigue": 5}, "weariness", 0), ({"fatigue": 6}, "weariness", 1 / 2),
    ({"fatigue": 11}, "weariness", 1),
    ({"bleeding": 2, "hobbled": True}, "conditions", [2 / 3, 0, 1 / 3, 0]),
    ({"burning": 1, "poisoned": 3}, "conditions", [0, 1 / 3, 0, 1]),
    ({"defending": True}, "defending", 1), ({"long_act": 1, "long_left": 9}, "long", 1 / 2),
    ({"long_act": Act.TREAT_WOUND}, "long_attack", 0), ({"long_act": Act.STRONG},
    "long_attack", 1),
    ({"move_quarters": 20, "move_used": 2}, "movement", 3 / 10), ({"dash": 1}, "dash", 1 / 2),
    ({"drag_points": 3}, "drag", 3 / 4), ({"drag_points": -1}, "drag", 0),
    ({"holding": [0]}, "holds", -1), ({"harried": 1}, "harried", 1 / 3),
    ({"distracted": 2}, "distracted", 2 / 3), ({"ignoring": [0]}, "ignores", 1 / 3),
    ({"shield_rounds": 1}, "shield", 1 / 2), ({"charm": "warden_torc", "effects": 2}, "effects",
    [0, 1]), ({"held": ["crossbow"], "loaded": False}, "must_reload", 1),
    ({"held": ["bow"], "loaded": False}, "must_reload", 0), ({"underwater": True}, "footing", 1),
    ({"acted": False}, "turn_comes", 1), ({"acted": True}, "turn_comes", 0),
    ({"surprised": True}, "surprised", 1), ({"run": 3}, "run", 3 / 5), ({"run": 50}, "run", 1),
]  # fmt: skip


@pytest.mark.rule("XW2", "RW12", "W1", "W7")
@pytest.mark.parametrize(("fighter", "piece", "value"), BODIES)
def test_XW2_what_anybody_sees_of_a_body(battle_of, fighter, piece, value):
    battle = battle_of([{}], [fighter])
    assert block(battle, 0, "enemy_0")[piece] == pytest.approx(value)


@pytest.mark.rule("XW2", "W68", "W105", "W106")
def test_XW2_grounds_and_mounts(battle_of):
    rows = "kwdc......\n" * 3
    red = [{"at": (column, 0)} for column in range(4)]
    battle = battle_of(red, [{"base": "knight", "rides": 5}, {"base": "horse"}], map=rows)
    footings = [block(battle, actor, "own")["footing"] for actor in range(4)]
    assert footings == [1 / 4, 2 / 4, 3 / 4, -1]
    battle.fighters[5].uncontrolled = True
    battle.fighters[4].calming = 2
    rider, mount = block(battle, 0, "enemy_0"), block(battle, 0, "enemy_1")
    assert (rider["riding"], mount["riding"]) == (1, -1)
    assert (rider["control"], mount["control"]) == (pytest.approx(2 / 5), -1)


# --- Oneself and allies ---------------------------------------------------------------------------


@pytest.mark.rule("XW2", "W4", "W11", "W14", "W46", "W47", "W48", "RW3")
def test_XW2_what_one_knows_of_oneself(battle_of):
    me = {
        "base": "mage", "strength": -2, "speed": 4, "stamina": 7, "fatigue": 2, "mana": 6,
        "invested": 3, "hidden": True, "hurrying": True, "potions": 1, "readied": Act.QUICK,
        "sack": ["bow"], "scabbard": ["sword"], "wounds": {"light": 1}, "at": (4, 3),
    }  # fmt: skip
    own = block(battle_of([me]), 0, "own")
    assert own["attributes"] == pytest.approx([-2 / 5, 0, 0, 4 / 10, 2 / 5, 2 / 5, 1 / 5, 0])
    assert own["skills"][:3] == pytest.approx([1 / 3, 0, 2 / 3])
    pools = [own[name] for name in ("stamina", "fatigue", "mana", "invested")]
    assert pools == pytest.approx([7 / 20, 2 / 10, 6 / 15, 3 / 15])
    assert own["slots_left"] == pytest.approx([1, 3 / 5, 2 / 5, 2 / 5, 1 / 5])
    assert own["spells"] == [1, 1, 0]
    assert own["readied"] == pytest.approx([1, *[0] * 8, 1 / 5])
    assert [own[f"pack_{place}_weapon"] for place in range(4)] == [1, 0, 0, -1]
    assert [own[name] for name in ("potions", "hidden", "hurrying")] == [0.5, 1, 1]
    assert own["round_gains"] == pytest.approx(21 / 48)
    assert own["points_most"] == pytest.approx(31 / 72)
    assert own["position"] == pytest.approx([4 / 32, 3 / 16])


@pytest.mark.rule("W63", "W68", "RW12", "H21", "H29")
def test_W68_where_one_could_go_and_what_it_costs(battle_of):
    battle = battle_of([{"at": (0, 1)}], [{"at": (1, 0)}], map=".....\n.m...\n.#...")
    own = block(battle, 0, "own")
    assert own["cost_sides"] == pytest.approx([0, 2 / 12, 0, 1 / 12, 0, 1 / 12])
    assert own["rate"] == pytest.approx(8 / 25)
    battle.fighters[0].posture = 2
    assert block(battle, 0, "own")["cost_sides"][1] == pytest.approx(4 / 12)


@pytest.mark.rule("XW2", "W106")
def test_XW2_allies_know_each_others_pools(battle_of):
    ally = {"base": "mage", "stamina": 4, "fatigue": 5, "mana": 3, "at": (2, 4), "hidden": True}
    seen = block(battle_of([{"at": (4, 3)}, ally]), 0, "ally_0")
    pools = [seen[name] for name in ("stamina", "fatigue", "mana", "hidden", "is_mount")]
    assert pools == pytest.approx([4 / 20, 5 / 10, 3 / 15, 1, 0])
    assert seen["offset"] == [-2.5 / 16, 1 / 16]
    riding = battle_of([{"base": "knight", "rides": 1}, "horse"])
    assert (look(riding, 0)["ally_0.is_mount"], look(riding, 1)["ally_0.is_mount"]) == (1, 0)


# --- Enemies --------------------------------------------------------------------------------------


@pytest.mark.rule("RW17", "RW32", "W32")
def test_RW32_places_gaps_and_reach(battle_of):
    battle = battle_of([{"held": ["spear"], "at": (4, 3)}], [{"at": (7, 3)}, {"at": (31, 3)}])
    near, far = block(battle, 0, "enemy_0"), block(battle, 0, "enemy_1")
    assert (near["gap"], near["offset"]) == (2 / 16, [3 / 16, 0])
    assert (near["in_my_reach"], near["in_its_reach"], near["in_line"]) == (1, 0, 1)
    assert (far["gap"], far["offset"][0], far["in_my_reach"]) == (1, 1, 0)


@pytest.mark.rule("W30", "W31", "H22")
def test_W30_cover_lines_and_what_helps_my_attacks(battle_of):
    places = ([{"at": (0, 1)}], [{"at": (6, 1)}])
    for middle, line, cover, bonus in (
        (".......", 1, 0, 0),
        (".....o.", 1, 2 / 4, -2 / 7),
        ("...#...", 0, 0, 0),
    ):
        seen = block(battle_of(*places, map=f".......\n{middle}\n......."), 0, "enemy_0")
        assert seen["in_line"] == line, middle
        if line:
            assert (seen["cover"], seen["bonus"]) == pytest.approx((cover, bonus)), middle
    seen = block(battle_of(blue=[{"posture": 2}]), 0, "enemy_0")
    assert seen["bonus"] == pytest.approx(3 / 7)
    seen = block(battle_of(blue=[{"posture": 2, "at": (9, 3)}]), 0, "enemy_0")
    assert seen["bonus"] == pytest.approx(-3 / 7)


@pytest.mark.rule("W32", "W34")
def test_W34_who_flanks_and_who_ignores_whom(battle_of):
    red, blue = [{"at": (4, 3)}, {"at": (6, 3)}], [{"at": (5, 3), "held": []}, {"at": (20, 3)}]
    battle = battle_of(red, blue, flanked=0b100)
    seen = look(battle, 0)
    assert (seen["enemy_0.flanked"], seen["enemy_0.i_flank"], seen["enemy_0.bonus"]) == (
        1,
        1,
        pytest.approx(2 / 7),
    )
    assert look(battle, 2)["enemy_0.flanks_me"] == look(battle, 2)["enemy_1.flanks_me"] == 1
    battle.fighters[2].ignoring = 1
    battle.flanked = 0
    seen, other = look(battle, 0), look(battle, 2)
    assert (seen["enemy_0.is_rear"], other["enemy_0.ignored"], other["own.ignores"]) == (
        1,
        1,
        pytest.approx(1 / 3),
    )
    assert seen["enemy_0.bonus"] == pytest.approx(4 / 7)
    assert (seen["enemy_0.i_flank"], other["enemy_0.flanks_me"]) == (0, 0)


@pytest.mark.rule("W57", "W88", "W92", "H17")
def test_W88_grips(battle_of):
    battle = battle_of([{"holding": [1]}], [{"holding": [0]}, {"initiative": 30}])
    seen = look(battle, 0)
    assert (seen["own.holds"], seen["enemy_0.holds"]) == (pytest.approx(1 / 6), -1)
    assert seen["enemy_1.holds"] == 0
    assert seen["own.is_held"] == seen["enemy_0.is_held"] == 1 / 2
    assert seen["enemy_1.initiative"] > seen["enemy_0.initiative"]


def test_of_the_dead_only_that_they_are(battle_of):
    battle = battle_of([{}, {"life": Life.DEAD}], [{"life": Life.DEAD}, {}])
    seen = look(battle, 0)
    for name, value in seen.items():
        if name.startswith(("ally_0", "enemy_0")):
            assert np.any(value) == name.endswith("is_dead"), name
    assert np.any(seen["enemy_1.awake"])
    assert not np.any(look(battle, 1)["own.attributes"])


# --- What is open on the table (W42, W53, W65, W68, W69, W75, W83, H29) ---------------------------


@pytest.mark.rule("W31", "W67", "W68", "H22")
def test_W68_the_map_along_the_six_sides(battle_of):
    rows = "........\n..k..u..\n...o....\n........\n....p...\n"
    own = block(battle_of([{"at": (3, 3)}], [{"at": (0, 0)}], map=rows), 0, "own")
    assert own["open_squares"] == pytest.approx([3 / 16, 4 / 16, 0, 1 / 16, 3 / 16, 0])
    assert own["drop_squares"] == [0, 0, 1, 0, 0, 0]
    assert own["cover_squares"] == [0, 0, 0, 0, 0, 1]
    assert own["rough_squares"] == [0, 0, 1, 0, 0, 0]


@pytest.mark.rule("H29")
def test_H29_the_nearest_items_on_the_ground(battle_of):
    battle = battle_of([{"at": (4, 4)}])
    places = (("bow", 9, 4), ("shield", 4, 4), ("sword", 4, 6), ("healing_kit", 20, 4))
    for place, (item, x, y) in enumerate(places):
        battle.ground_item[place] = ITEM_NAMES.index(item)
        battle.ground_x[place], battle.ground_y[place] = x, y
    own = block(battle, 0, "own")
    seen = [
        (own[f"ground_{place}_weapon"], own[f"ground_{place}_tool"], own[f"ground_{place}_offset"])
        for place in range(3)
    ]
    assert seen == [(0, 1, [0, 0]), (1, 0, [0, 2 / 16]), (-1, 0, [5 / 16, 0])]


@pytest.mark.rule("W42", "W53", "W54")
def test_W53_the_order_of_the_turns_to_come(battle_of):
    red = [{"initiative": 9}, {"initiative": 15, "acted": True}]
    blue = [{"initiative": 12}, {"initiative": 20, "acted": True}]
    battle = battle_of(red, blue, active=1)
    battle.fighters[0].acted = False
    names = ("own", "ally_0", "enemy_0", "enemy_1")
    assert [look(battle, 0)[f"{name}.turn_in"] for name in names] == [2 / 4, 0, 1 / 4, 3 / 4]
    battle.active = 0
    battle.fighters[0].acted = True
    assert [look(battle, 0)[f"{name}.turn_in"] for name in names] == [0, 3 / 4, 1 / 4, 2 / 4]
    battle.fighters[2].hidden = True
    assert [look(battle, 0)[f"{name}.turn_in"] for name in names] == [0, 2 / 4, 0, 1 / 4]
    battle = battle_of(["fighter"], ["horse"])  # without a rider it has no turn
    assert look(battle, 0)["enemy_0.turn_in"] == 1


@pytest.mark.rule("W83")
def test_W83_openings_are_open_to_both(battle_of):
    battle = battle_of([{}, {}])
    battle.fighters[1].opening[0] = 15
    assert look(battle, 1)["enemy_0.my_opening"] == look(battle, 2)["enemy_1.its_opening"] == 1 / 2
    assert look(battle, 0)["enemy_0.my_opening"] == look(battle, 2)["enemy_0.its_opening"] == 0


@pytest.mark.rule("W75")
def test_W75_whom_everybody_attacked_last(battle_of, begun, act):
    battle = begun(battle_of([{}, {}], active=0))
    act(battle, "standard", 0, 0, faces=None)
    assert (look(battle, 2)["enemy_0.attacked"], look(battle, 2)["enemy_1.attacked"]) == (-1, 0)
    assert look(battle, 0)["own.attacked"] == pytest.approx(1 / 6)


@pytest.mark.rule("W75", "XW1")
def test_W75_whom_each_fighter_attacked_last_by_slot(battle_of):
    battle = battle_of([{}, {}, {}], [{}, {"hidden": True}, {}])
    for actor, target in enumerate((NOBODY, 4, 3, 2, NOBODY, 0)):
        battle.fighters[actor].last_target = target
    names = ("ally_0", "ally_1", "enemy_0", "enemy_1", "enemy_2")
    seen = [6 * look(battle, 0)[f"{name}.attacked"] for name in names]
    assert seen == pytest.approx([0, 1, -2, 0, -6])  # of a hidden enemy nothing is told
    assert 6 * look(battle, 4)["ally_1.attacked"] == pytest.approx(1)


@pytest.mark.rule("RW34", "XW1")
def test_RW34_whom_each_fighter_holds_by_slot(battle_of):
    battle = battle_of([{}, {"holding": [2]}], [{"holding": [1]}, {"holding": [0, 1]}])
    seen = look(battle, 0)
    names = ("ally_0", "enemy_0", "enemy_1")
    assert [6 * seen[f"{name}.holds"] for name in names] == pytest.approx([1, -1, -6])
    battle.fighters[2].hidden = True
    assert look(battle, 0)["ally_0.holds"] == 0


@pytest.mark.rule("RW7", "XW2")
@pytest.mark.parametrize("item", ["sword", "dagger", "mace", "shield", "bow"])
def test_RW7_the_weapon_in_the_off_hand_of_others(battle_of, item):
    battle = battle_of([{}, {"held": ["sword", item]}], [{"held": ["sword", item]}])
    mine = look(battle_of([{"held": [item]}]), 0)["own.main"]
    shown = mine[2:] if item not in ("shield", "bow") else [0, 0, 0]
    assert look(battle, 0)["ally_0.off"] == look(battle, 0)["enemy_0.off"] == shown


@pytest.mark.rule("W68", "H24")
def test_W68_the_current(battle_of):
    own = block(battle_of(current_side=0, current_yards=4), 0, "own")
    assert own["current"] == pytest.approx([2 / 9, -4 / 9])


def test_no_two_actions_look_alike():
    told = {tuple(ACT_LOOK[act].tolist()) for act in Act}
    assert len(told) == len(Act)
    assert sum(map(len, ACT_KINDS.values())) == len(Act) - 1


# --- The decision at hand (QW1 to QW12) -----------------------------------------------------------


@pytest.mark.rule(*(f"QW{number}" for number in range(1, 13)))
@pytest.mark.parametrize("window", [window for window in Window if window])
def test_QW1_to_QW12_the_decision_is_named_to_who_decides(battle_of, window):
    battle = battle_of(to_act=0, window=window)
    push(battle, Role.TURN, Act.QUICK, 1, 0, 0)
    assert look(battle, 0)["window.window"] == one_hot(len(WINDOWS), window - 1)
    assert look(battle, 1)["window.window"] == [0] * len(WINDOWS)


@pytest.mark.rule("W58", "RW15", "QW3")
def test_W58_the_moment_and_how_deep(battle_of):
    battle = battle_of(stage=Stage.TURN_END)
    assert look(battle, 0)["window.moment"] == [0, 1, 0, 0]
    push(battle, Role.TURN, Act.QUICK, 0, 1, 0)
    assert look(battle, 0)["window.moment"] == [0, 0, 1, 0]
    push(battle, Role.INTERRUPT, Act.SHOVE, 1, 0, 0)
    battle.frames[battle.top].step = Step.RESOLVED
    seen = look(battle, 0)
    assert (seen["window.moment"], seen["window.depth"]) == ([0, 0, 0, 1], pytest.approx(1 / 3))
    assert seen["window.role"] == 1


@pytest.mark.rule("QW3", "W112")
def test_QW3_what_is_under_way_by_whom_and_against_whom(battle_of):
    battle = battle_of([{}, {}], [{}, {}])
    push(battle, Role.TURN, Act.STANDARD, 0, 2, 0)
    frame = battle.frames[battle.top]
    frame.cost, frame.weapon = 5, ITEM_NAMES.index("bow")
    views = [
        [look(battle, actor)[f"window.{piece}"] for piece in ("is_mine", "is_on_me", "is_by_ally",
         "is_on_ally")] for actor in range(4)
    ]  # fmt: skip
    assert views == [[1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]
    seen = look(battle, 2)
    assert seen["window.act"] == pytest.approx([1, *[0] * 8, 3 / 5])
    assert seen["window.weapon"] == pytest.approx(WEAPONS["bow"])
    assert seen["window.cost"] == pytest.approx(5 / 18)
    assert seen["window.defence"] == one_hot(3, Defence.RANGED)
    assert (seen["enemy_0.is_actor"], seen["enemy_0.is_target"]) == (1, 0)
    assert (look(battle, 1)["enemy_0.is_actor"], look(battle, 1)["enemy_0.is_target"]) == (0, 1)


@pytest.mark.rule("QW6", "RW27")
def test_QW6_the_defenses_are_told_to_who_chooses(battle_of, begun, act):
    battle = begun(battle_of(blue=[{"defending": True, "skills": {"athletics": 3}}]))
    act(battle, "standard")
    told = look(battle, 1)["window.defences"]
    assert told == pytest.approx([13 / 20, 12 / 20, 14 / 20, 11 / 20, 11 / 20, 10 / 20])
    assert look(battle, 0)["window.defences"] == [0] * 6


@pytest.mark.rule("QW7", "QW9", "QW8")
def test_QW8_levels_pushes_and_clings(battle_of):
    battle = battle_of()
    push(battle, Role.REACTION, Act.CLING, 0, 1, 0)
    battle.frames[battle.top].total, battle.fighters[0].follow_yards = 21, 4
    seen = look(battle, 0)
    assert (seen["window.split"], seen["window.yards"]) == pytest.approx((21 / 30, 4 / 6))
    assert look(battle, 1)["window.split"] == 0
    push(battle, Role.TURN, Act.SHOVE, 1, 0, 0)
    battle.frames[battle.top].yards, battle.frames[battle.top].level = 3, 2
    seen = look(battle, 0)
    assert (seen["window.yards"], seen["window.level"]) == pytest.approx((3 / 6, 2 / 5))


@pytest.mark.rule("RW31")
def test_RW31_the_round_and_who_is_left(battle_of):
    battle = battle_of([{}, {}, {"helpless_rounds": 1}], [{"pinned_by": 0}], round_number=10)
    assert look(battle, 0)["window.round"] == pytest.approx(10 / 40)
    assert look(battle, 0)["window.sides"] == pytest.approx([2 / 6, 1 / 6])
    assert look(battle, 3)["window.sides"] == pytest.approx([1 / 6, 2 / 6])
