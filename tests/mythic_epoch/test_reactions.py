"""Legal reactions, and Counter-tempo (QM4, QM5, TM5, TM8)."""

from __future__ import annotations

import numba
import pytest

from quintain.envs.mythic_epoch import turn
from quintain.envs.mythic_epoch.enums import Act
from quintain.envs.mythic_epoch.rules import declare, reactions
from quintain.envs.mythic_epoch.tables import WEAPON_PARRY_COST

pytestmark = pytest.mark.interpreted


# --- Reactions: which answer what (QM4, TM5) ------------------------------------------------------

MELEE_ANSWERS = {"wait", "counter_attack", "unarmed_counter_attack", "evade", "parry"}


@pytest.mark.rule("QM4", "TM5", "M32", "M36", "M37")
@pytest.mark.parametrize("action", ["melee_attack", "feint", "unarmed_attack"])
def test_QM4_on_guard_against_a_blow(duel, act, legal, action):
    battle = duel()
    act(battle, action)
    assert legal(battle) == MELEE_ANSWERS


@pytest.mark.rule("QM4", "RM35", "M37")
@pytest.mark.parametrize("hand", ["unarmed", "bow", "pistol"])
def test_RM35_without_a_melee_weapon_no_parry_and_only_the_fist_to_counter(duel, act, legal, hand):
    battle = duel(blue={"hand": hand})
    act(battle, "melee_attack")
    assert legal(battle) == {"wait", "unarmed_counter_attack", "evade"}


@pytest.mark.rule("QM4", "RM37", "M32", "M36", "M37")
def test_RM37_who_is_struck_from_beyond_the_own_reach_may_still_evade_or_parry(duel, act, legal):
    battle = duel({"hand": "spear", "at": (3, 3)})
    act(battle, "melee_attack")
    assert legal(battle) == {"wait", "evade", "parry"}
    battle = duel({"hand": "spear", "at": (3, 3)}, {"hand": "spear"})
    act(battle, "melee_attack")
    assert legal(battle) == MELEE_ANSWERS - {"unarmed_counter_attack"}


@pytest.mark.rule("RM37", "RM18", "M25", "M30", "M23")
@pytest.mark.parametrize(
    ("hand", "squares", "strikes", "boxes"),
    [
        ("sword", 1, True, True),
        ("sword", 2, False, False),
        ("spear", 1, True, True),
        ("spear", 2, True, False),
        ("spear", 3, False, False),
        ("unarmed", 1, False, True),
        ("unarmed", 2, False, False),
        ("bow", 1, False, True),
    ],
)
def test_RM37_blows_need_the_target_within_the_own_reach(
    duel, legal, hand, squares, strikes, boxes
):
    for x, y in ((4 + squares, 3), (4 + squares, 4), (4 - squares, 3 + squares)):
        names = legal(duel({"hand": hand}, {"at": (x, y)}))
        assert ("melee_attack" in names) == strikes
        assert ("feint" in names) == strikes
        assert ("unarmed_attack" in names) == boxes


@pytest.mark.rule("QM4", "TM5", "M35", "M40")
@pytest.mark.parametrize("action", ["disarm", "grapple", "press", "unarmed_press", "withdraw"])
def test_QM4_bound_against_every_action_in_a_bind(duel, act, legal, action):
    battle = duel(held="bound")
    act(battle, action)
    assert legal(battle) == {"wait", "double", "unarmed_double", "wind"}


@pytest.mark.rule("QM4", "RM35", "RM37", "M24", "M27", "M35")
def test_RM37_a_bind_at_two_squares_has_neither_grapple_nor_fist(duel, act, legal):
    battle = duel({"hand": "spear", "at": (3, 3)}, held="bound")
    assert legal(battle) == {"wait", "disarm", "press", "withdraw"}
    act(battle, "press")
    assert legal(battle) == {"wait", "wind"}  # the sword does not reach
    battle = duel({"at": (3, 3)}, {"hand": "spear"}, held="bound")
    assert legal(battle) == {"wait", "disarm", "withdraw"}
    act(battle, "withdraw")
    assert legal(battle) == {"wait", "double", "wind"}


@pytest.mark.rule("RM35", "M40", "M21", "RM27")
def test_RM35_an_unarmed_one_in_a_bind_has_neither_wind_nor_disarm(duel, act, legal):
    battle = duel({"hand": "unarmed"}, held="bound")
    assert legal(battle) == {"wait", "grapple", "unarmed_press", "withdraw"}
    battle = duel({}, {"hand": "unarmed"}, held="bound")
    assert "disarm" not in legal(battle)  # nothing to take away
    act(battle, "press")
    assert legal(battle) == {"wait", "unarmed_double"}


@pytest.mark.rule("QM4", "TM5", "M39")
@pytest.mark.parametrize("action", ["escape", "pin", "unarmed_attack"])
def test_QM4_grappled_against_every_action_in_a_grapple(duel, act, legal, action):
    battle = duel(held="grappled")
    act(battle, action)
    assert legal(battle) == {"wait", "struggle"}


@pytest.mark.rule("TM5", "M15", "M39")
def test_TM5_the_pinned_one_cannot_struggle(duel, act, who):
    battle = duel(held="pinned")
    act(battle, "unarmed_attack", faces=[0, 1])
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("TM5", "M39")
def test_TM5_who_holds_a_pinned_one_may_struggle_against_the_escape(duel, act, legal, who):
    battle = duel({"action_points": 4}, held="pinned")
    act(battle, "wait", faces=[30])
    act(battle, "escape")
    assert who(battle) == ("red_0", "reaction")
    assert legal(battle) == {"wait", "struggle"}


@pytest.mark.rule("RM3", "QM4")
@pytest.mark.parametrize(
    ("action", "red"),
    [
        ("ready", {"status": "off_guard"}),
        ("reload", {"hand": "pistol", "loaded": False}),
        ("draw_weapon", {"carried": "dagger"}),
    ],
)
def test_RM3_what_no_reaction_names_is_not_answered(duel, act, who, action, red):
    battle = duel(red, {"hand": "bow"})
    act(battle, action)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM3", "M28", "M34")
def test_RM3_a_shot_at_close_range_has_no_answer(duel, act, who):
    battle = duel({"hand": "bow"})
    act(battle, "ranged_attack", faces=[0, 1, 1])
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("QM4", "RM38")
@pytest.mark.parametrize("switch", [False, True])
def test_RM38_a_parry_to_bind_is_announced_only_with_the_switch(duel, act, legal, switch):
    battle = duel(bind_at_will=switch)
    act(battle, "melee_attack")
    assert ("parry_to_bind" in legal(battle)) == switch
    assert "parry" in legal(battle)


# --- Counter-tempo (QM5, TM8) ---------------------------------------------------------------------


@pytest.mark.rule("QM5", "TM8", "M41", "M42", "M10")
@pytest.mark.parametrize("action", ["melee_attack", "feint"])
@pytest.mark.parametrize("answer", ["counter_attack", "unarmed_counter_attack"])
def test_QM5_after_a_counter_attack(duel, act, legal, who, action, answer):
    battle = duel()
    act(battle, action)
    act(battle, answer)
    assert who(battle) == ("red_0", "counter_tempo")
    assert legal(battle) == {"wait", "ct_counter_attack", "ct_parry"}


@pytest.mark.rule("QM5", "TM8", "M23", "RM16")
@pytest.mark.parametrize("answer", ["parry", "parry_to_bind"])
def test_QM5_after_a_parry_of_a_feint(duel, act, legal, who, answer):
    battle = duel(bind_at_will=True)
    act(battle, "feint")
    act(battle, answer)
    assert who(battle) == ("red_0", "counter_tempo")
    assert legal(battle) == {"wait", "feint_counter_attack"}


@pytest.mark.rule("TM8", "M41", "M42", "M23")
@pytest.mark.parametrize(
    ("action", "answer", "faces"),
    [
        ("melee_attack", "parry", [0, 5]),
        ("melee_attack", "evade", [0, 9]),
        ("feint", "evade", [0, 9]),
        ("unarmed_attack", "counter_attack", [0, 1, 1, 1]),
        ("unarmed_attack", "parry", [0, 9]),
    ],
)
def test_TM8_nothing_else_can_be_replaced(duel, act, who, action, answer, faces):
    battle = duel()
    act(battle, action)
    act(battle, answer, faces=faces)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("M6", "RM26")
@pytest.mark.parametrize("action", ["melee_attack", "feint"])
def test_M6_a_replacement_that_costs_no_more_is_free_even_with_an_empty_pool(duel, act, action):
    battle = duel({"action_points": 4})
    act(battle, action)
    act(battle, "counter_attack")
    act(battle, "ct_parry", faces=[9, 0, 7])  # the last die: Recover Stamina, -2
    assert battle.fighters[0].action_points == 10


@pytest.mark.rule("M6")
@pytest.mark.parametrize(
    ("hand", "original", "replacement", "extra"),
    [
        ("sword", Act.MELEE_ATTACK, Act.CT_PARRY, 0),
        ("sword", Act.FEINT, Act.CT_COUNTER_ATTACK, 0),
        ("sword", Act.CT_PARRY, Act.MELEE_ATTACK, 2),  # no weapon of the table has a dearer parry
        ("great_weapon", Act.UNARMED_ATTACK, Act.CT_COUNTER_ATTACK, 2),
    ],
)
def test_M6_the_total_is_the_larger_of_the_two_costs(duel, hand, original, replacement, extra):
    fighter = duel({"hand": hand}).fighters[0]
    assert reactions.replacement_cost(fighter, original, replacement) == extra


@pytest.mark.rule("M6", "TM3")
def test_M6_only_the_extra_points_are_paid_and_told(duel, act, events):
    """An Unarmed Attack represents a cheaper action than the Counter-Attack that replaces it."""
    battle = duel({"hand": "great_weapon"})
    act(battle, "melee_attack")
    battle.action = Act.UNARMED_ATTACK
    battle.fighters[0].action_points = 7
    turn.replace(battle, Act.CT_COUNTER_ATTACK)
    assert battle.fighters[0].action_points == 7 - (5 - 3)
    assert events(battle)[-1] == ("replace", 0, 1, Act.CT_COUNTER_ATTACK, 2, 0)


@pytest.mark.skipif(not numba.config.DISABLE_JIT, reason="compiled code keeps its own tables")
@pytest.mark.rule("M6", "RM26", "M42")
@pytest.mark.parametrize(("left", "may"), [(1, False), (2, True)])
def test_RM26_a_dearer_replacement_needs_its_extra_points(duel, act, legal, monkeypatch, left, may):
    monkeypatch.setattr(declare, "WEAPON_PARRY_COST", WEAPON_PARRY_COST + 4)  # a sword: 6
    battle = duel({"action_points": 4 + left})
    act(battle, "melee_attack")
    act(battle, "counter_attack")
    assert ("ct_parry" in legal(battle)) == may
    if may:
        act(battle, "ct_parry", faces=[9, 0, 50])  # the last die: Recover Stamina, nothing
        assert battle.fighters[0].action_points == 0
