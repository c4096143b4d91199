"""Declarations in a turn: legality, cost, effect (D63, D67 to D72, D79, D83, D84, RD39)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import FreeAction, Window
from quintain.envs.martial.state import (
    NO_FRAME,
    TURN_FRAME,
)
from quintain.envs.martial.tables import ITEM_NAMES

pytestmark = pytest.mark.interpreted

PLAIN = {"armour": "none", "held": ["sword"]}
FAR = {**PLAIN, "at": (20, 3)}
WEST = 6


def points(battle, actor=0):
    """AP left."""
    return int(battle.fighters[actor].action_points)


def held(battle, actor=0):
    """The items in the hands."""
    return [ITEM_NAMES[item] if item >= 0 else None for item in battle.fighters[actor].held]


# --- Attacks (D67 to D72) -------------------------------------------------------------------------


@pytest.mark.rule("D67", "D69", "RD18")
@pytest.mark.parametrize(
    ("item", "squares", "may"),
    [("sword", 1, True), ("sword", 2, False), ("spear", 2, True), ("spear", 3, False)],
)
def test_D69_melee_within_reach(battle_of, begun, legal, item, squares, may):
    battle = battle_of([{**PLAIN, "held": [item]}], [{**PLAIN, "at": (4 + squares, 3)}])
    assert ("strike" in legal(begun(battle))) == may


@pytest.mark.rule("D68")
def test_D68_each_earlier_attack_action_is_a_disadvantage(battle_of, begun, act):
    battle = begun(battle_of([PLAIN], [{**PLAIN, "looked": -1}]))
    for dice in (1, 2, 3):
        act(battle, "strike")
        assert points(battle) == 3 - dice
        act(battle, "wait", faces=[2, 3, 4][:dice])  # no riders; this number of dice
    assert battle.fighters[0].attacks == 3
    assert battle.to_act == 1


@pytest.mark.rule("D68", "RD16")
def test_D68_a_maneuver_is_an_attack_action_too(battle_of, begun, act):
    battle = begun(battle_of([PLAIN], [PLAIN]))
    act(battle, "maneuver", 9, faces=[2])
    assert battle.fighters[0].attacks == 1
    act(battle, "maneuver", 9, faces=[2, 3])


@pytest.mark.rule("D71")
@pytest.mark.parametrize(
    ("squares", "fields", "may"),
    [
        (1, {}, False),
        (2, {}, True),
        (3, {}, False),
        (2, {"used": int(FreeAction.LUNGE)}, False),
        (2, {"stamina": 0, "exhaustion": 1}, True),
        (2, {"base": "skeleton"}, False),
        (3, {"held": ["spear"]}, True),
    ],
)
def test_D71_lunge_reaches_five_feet_farther_once_a_turn(
    battle_of, begun, legal, squares, fields, may
):
    foe = {**PLAIN, "at": (4 + squares, 3)}
    battle = battle_of([{**PLAIN, **fields}], [foe], quick_sides=3)
    assert ("lunge" in legal(begun(battle))) == may


@pytest.mark.rule("D71", "D70")
def test_D71_lunge_costs_stamina_and_opens_the_defences(battle_of, begun, act):
    battle = begun(battle_of([PLAIN], [{**PLAIN, "at": (6, 3)}]))
    before = int(battle.fighters[0].stamina)
    act(battle, "lunge")
    act(battle, "wait", faces=[2])
    fighter = battle.fighters[0]
    assert (fighter.stamina, fighter.exposed, points(battle)) == (before - 1, 1, 2)


@pytest.mark.rule("D71", "RD7")
def test_D71_a_lunge_is_announced_then_paid_for(battle_of, begun, act, events):
    me = {**PLAIN, "stamina": 0, "exhaustion": 1}
    battle = begun(battle_of([me, {}], [{**PLAIN, "at": (6, 3)}]))
    act(battle, "lunge", faces=None)
    assert [event[0] for event in events(battle, "attacks", "falls")] == ["attacks", "falls"]


@pytest.mark.rule("D72")
@pytest.mark.parametrize(
    ("fields", "squares", "may"),
    [
        ({"held": ["sword", "dagger"]}, 1, True),
        ({"held": ["sword", "dagger"]}, 2, False),
        ({"held": ["sword"]}, 1, False),  # unarmed is not counted
        ({"held": ["sword", "shield"]}, 1, False),
        ({"base": "dragonling", "held": []}, 1, True),
        ({"base": "brute", "held": ["axe"]}, 1, True),
        ({"held": ["sword", "dagger"], "injuries": {"hand": [0, 2]}}, 1, False),
    ],
)
def test_D72_multiweapon_with_more_than_one_weapon_in_reach(
    battle_of, begun, legal, fields, squares, may
):
    battle = battle_of([{**PLAIN, **fields}], [{**PLAIN, "at": (4 + squares, 3)}])
    assert ("multiweapon" in legal(begun(battle))) == may


@pytest.mark.rule("D72", "D68")
def test_D72_multiweapon_strikes_once_with_each(battle_of, begun, act, events):
    battle = begun(battle_of([{**PLAIN, "held": ["sword", "dagger"]}], [PLAIN]))
    act(battle, "multiweapon")
    act(battle, "wait", faces=[2, 3])
    act(battle, "wait", faces=[3, 2])
    assert events(battle, "misses") == [("misses", 0, 1, 0, 0, 0)]
    assert (battle.fighters[0].attacks, points(battle)) == (1, 2)


@pytest.mark.rule("D79", "RD28")
@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"base": "archer"}, {"shoot 1", "shoot 2", "shoot 3"}),
        ({"base": "crossbowman"}, {"shoot 1"}),
        ({"base": "crossbowman", "loaded": False}, set()),
        ({"base": "archer", "prone": True}, set()),
        ({"base": "crossbowman", "prone": True}, {"shoot 1"}),
    ],
)
def test_D79_rapid_shot_where_loading_is_free(battle_of, begun, legal, fields, names):
    assert legal(begun(battle_of([fields], [FAR])), "shoot") == names


@pytest.mark.rule("D79", "D68")
def test_D79_each_shot_beyond_the_first_is_a_disadvantage_on_all(battle_of, begun, act):
    battle = begun(battle_of([{"base": "archer"}], [{**FAR, "at": (9, 3)}]))
    act(battle, "shoot", 3)
    assert battle.attacks[TURN_FRAME].penalty == 2
    assert battle.attacks[TURN_FRAME].shots == 2
    for _ in range(3):
        act(battle, "wait", faces=[2, 3, 4])
    assert battle.frame == NO_FRAME
    assert (battle.fighters[0].attacks, points(battle)) == (1, 2)


@pytest.mark.rule("D79", "D80", "RD21")
def test_D79_rapid_throw_draws_what_it_throws(battle_of, begun, act, legal):
    battle = begun(battle_of([{"base": "cutthroat"}], [{**FAR, "at": (5, 5), "acted": False}]))
    assert legal(battle, "rapid_throw") == {"rapid_throw 2", "rapid_throw 3"}
    act(battle, "rapid_throw", 3)
    for _ in range(3):
        act(battle, "wait", faces=[2, 3, 4, 1])
    assert held(battle) == [None, None]
    assert sum(battle.ground_item >= 0) == 3
    assert points(battle) == 2


# --- Defence (D83, D84, QD9) ----------------------------------------------------------------------


@pytest.mark.rule("D83", "QD9")
def test_D83_defend_ends_the_attack_actions_of_the_turn(battle_of, begun, act, legal):
    attacks = ("strike", "maneuver", "lunge", "throw", "charge", "multiweapon")
    battle = begun(battle_of([{**PLAIN, "held": ["sword", "dagger"]}], [PLAIN]))
    assert legal(battle, *attacks) != set()
    act(battle, "defend")
    assert battle.fighters[0].defending
    assert points(battle) == 2
    assert legal(battle, *attacks, "defend") == set()
    assert legal(battle, "move") != set()


@pytest.mark.rule("D84", "QD9", "RD43")
def test_D84_ready_shield_once_and_not_stowed_meanwhile(battle_of, begun, act, legal):
    battle = begun(battle_of([{**PLAIN, "held": ["sword", "shield"]}], [FAR]))
    assert "stow 1" in legal(battle)
    act(battle, "ready_shield")
    assert battle.fighters[0].shield_ready
    assert points(battle) == 2
    assert legal(battle, "ready_shield") == set()
    assert "stow 1" not in legal(battle)
    assert "throw 1" not in legal(battle)


@pytest.mark.rule("D84", "D35")
@pytest.mark.parametrize(
    ("fields", "may"),
    [
        ({"held": ["sword", "buckler"]}, True),
        ({"held": ["sword"]}, False),
        ({"held": ["sword", "shield"], "injuries": {"arm": [0, 1]}}, True),
        ({"held": ["sword", "shield"], "injuries": {"arm": [0, 2]}}, False),
    ],
)
def test_D84_ready_shield_needs_a_shield_and_an_arm(battle_of, begun, legal, fields, may):
    battle = battle_of([{**PLAIN, **fields}], [FAR])
    assert ("ready_shield" in legal(begun(battle))) == may


# --- Items (RD18, RD39) ---------------------------------------------------------------------------


@pytest.mark.rule("RD39")
def test_RD39_draw_and_stow_cost_a_point(battle_of, begun, act, legal):
    battle = begun(battle_of([{**PLAIN, "held": ["sword"], "carried": ["dagger"]}], [FAR]))
    act(battle, "draw", 0)
    assert held(battle) == ["sword", "dagger"]
    act(battle, "stow", 0)
    assert held(battle) == [None, "dagger"]
    assert points(battle) == 1
    assert legal(battle, "draw") == {"draw"}


@pytest.mark.rule("RD39", "RD18")
def test_RD39_two_hands_for_a_spear(battle_of, begun, act, legal):
    battle = begun(battle_of([{**PLAIN, "held": ["dagger"], "carried": ["spear"]}], [FAR]))
    assert legal(battle, "draw") == set()
    act(battle, "drop", 0)
    act(battle, "draw", 0)
    assert held(battle) == ["spear", None]
    assert points(battle) == 2


@pytest.mark.rule("RD39")
def test_RD39_picking_up_from_the_next_square(battle_of, begun, act, legal):
    battle = battle_of([{**PLAIN, "held": []}], [FAR])
    for place, (item, x) in enumerate([("axe", 6), ("buckler", 5), ("mace", 4)]):
        battle.ground_item[place] = ITEM_NAMES.index(item)
        battle.ground_x[place], battle.ground_y[place] = x, 3
    battle = begun(battle)
    act(battle, "pick_up_weapon")
    assert held(battle) == ["mace", None]  # from its own square
    act(battle, "pick_up_shield")
    assert held(battle) == ["mace", "buckler"]
    assert legal(battle, "pick_up_weapon", "pick_up_shield") == set()
    assert points(battle) == 1


@pytest.mark.rule("RD18", "D63")
@pytest.mark.parametrize(("left", "may"), [(1, False), (2, True)])
def test_RD18_loading_a_crossbow_takes_two_points(battle_of, begun, act, legal, left, may):
    one = {"base": "crossbowman", "loaded": False, "action_points": left}
    battle = begun(battle_of([one], [FAR]))
    assert ("reload" in legal(battle)) == may
    if may:
        act(battle, "reload", faces=None)
        assert battle.fighters[0].loaded


# --- Bleeding and grapples (RD12, RD17) -----------------------------------------------------------


@pytest.mark.rule("RD12")
@pytest.mark.parametrize(("face", "left"), [(14, 2), (15, 0)])
def test_RD12_heal_check_of_dc_15(battle_of, begun, act, face, left):
    battle = begun(battle_of([{**PLAIN, "bleed": 2, "wisdom": 0, "trained": []}], [FAR]))
    act(battle, "heal_self", faces=[face])
    assert battle.fighters[0].bleed == left
    assert points(battle) == 1


@pytest.mark.rule("RD12")
@pytest.mark.parametrize(
    ("fields", "may"),
    [
        ({"bleed": 1}, True),
        ({"bleed": 0}, False),
        ({"bleed": 1, "at": (4, 5)}, False),
        ({"bleed": 1, "life": 1}, True),
        ({"bleed": 1, "life": 4}, False),
    ],
)
def test_RD12_heals_an_ally_next_to_one(battle_of, begun, legal, fields, may):
    battle = battle_of([PLAIN, {**PLAIN, **fields}], [FAR])
    assert ("heal" in legal(begun(battle))) == may


@pytest.mark.rule("RD17", "RD21")
def test_RD17_the_grappler_lets_go_freely(battle_of, begun, act, legal):
    battle = battle_of([PLAIN], [PLAIN])
    battle.fighters[0].grapple, battle.fighters[1].grapple = 1, 0
    battle.fighters[0].is_grappler = True
    battle = begun(battle)
    assert "escape" not in legal(battle)
    act(battle, "release")
    assert points(battle) == 3
    assert (battle.fighters[0].grapple, battle.fighters[1].grapple) == (-1, -1)


@pytest.mark.rule("RD17", "D68")
def test_RD17_the_other_escapes_by_an_attack_action(battle_of, begun, act, legal):
    battle = battle_of([PLAIN], [PLAIN])
    battle.fighters[0].grapple, battle.fighters[1].grapple = 1, 0
    battle.fighters[1].is_grappler = True
    battle.fighters[1].reactions = 0
    battle = begun(battle)
    assert "release" not in legal(battle)
    act(battle, "escape", faces=[2])
    assert battle.fighters[0].grapple == 1
    act(battle, "escape", faces=[20, 19])
    assert battle.fighters[0].grapple == -1
    assert (battle.fighters[0].attacks, points(battle)) == (2, 1)


# --- The other windows pass (D63, D98) ------------------------------------------------------------


@pytest.mark.rule("D98", "D63")
def test_D98_nothing_is_declared_outside_ones_turn(battle_of, begun, act, legal):
    battle = begun(battle_of([PLAIN], [PLAIN]))
    act(battle, "move", WEST)
    assert battle.window == Window.REACTIVE_ATTACK
    assert legal(battle, "drop", "drop_prone", "defend", "move", "lunge") == set()
