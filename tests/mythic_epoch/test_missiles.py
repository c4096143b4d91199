"""Ranged Attack, Reload, Aim; range, lines and cover (M17, M28, RM2, RM6, RM9, RM36)."""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch.enums import Act
from quintain.envs.mythic_epoch.rules import declare, defence, missiles

from .missiles import BOW, NOBODY, PISTOL, SPENT, outcome

pytestmark = pytest.mark.interpreted


def checks(log):
    """Actor, action and total of every check."""
    return [
        (event[1], Act(event[3]).name.lower(), event[4]) for event in log if event[0] == "check"
    ]


# --- Ranged Attack (M28, RM2, RM6) ----------------------------------------------------------------


@pytest.mark.rule("M28", "RM2", "RM9")
@pytest.mark.parametrize(("red", "total", "cost"), [(BOW, 3, 6), (PISTOL, 4, 3)])
def test_M28_a_shot_is_ranged_skill_and_accuracy_by_weapon(duel, act, events, red, total, cost):
    battle = duel(red, {"at": (10, 3), **SPENT})
    faces = [3, 1, 1] if red == BOW else [3, 1, 1, 1]
    act(battle, "ranged_attack", faces=faces)
    assert checks(events(battle)) == [(0, "ranged_attack", total)]
    assert battle.fighters[0].action_points == 12 - cost


@pytest.mark.rule("RM6", "M28", "RM24")
@pytest.mark.parametrize(
    ("squares", "target"), [(1, 0), (9, 0), (10, 1), (19, 1), (20, 2), (27, 2)]
)
def test_RM6_1_for_each_full_10_squares(duel, act, events, squares, target):
    # Heavy armour: at the target or above a Hit, 9 more a Critical.
    blue = {"at": (4 + squares, 3), "armour": "heavy", **SPENT}
    if target:
        battle = duel(BOW, blue)
        act(battle, "ranged_attack", faces=[target - 1])
        assert outcome(events(battle)) == [("miss", target - 1, target)]
    for pool, kind, damage in (
        (target, "hit", 2),
        (target + 8, "hit", 2),
        (target + 9, "critical", 8),
    ):
        battle = duel(BOW, blue)
        act(battle, "ranged_attack", faces=[pool, 4, 4])
        assert outcome(events(battle)) == [(kind, damage)]


@pytest.mark.rule("RM6", "RM32")
@pytest.mark.parametrize(
    ("obstacle", "archer", "cover"),
    [
        ((10, 9), (4, 3), 0),  # out of the way
        ((9, 2), (4, 3), 0),  # beside the target, not before it
        ((8, 4), (0, 4), 2),  # two corners hidden
        ((9, 4), (4, 9), 4),  # three
        ((9, 3), (4, 3), 4),  # all four, yet a low obstacle leaves a line
        ((5, 3), (4, 3), 0),  # next to the archer, who shoots over it
    ],
)
def test_RM6_half_and_three_quarter_cover(duel, act, events, obstacle, archer, cover):
    rows = [["."] * 20 for _ in range(12)]
    rows[obstacle[1]][obstacle[0]] = "o"
    grid = "\n".join("".join(row) for row in rows)
    far = 1 if archer == (0, 4) else 0
    blue = {"at": (10, 3), **SPENT}
    battle = duel({**BOW, "at": archer}, blue, map=grid)
    act(battle, "ranged_attack", faces=[cover + far, 1, 1])
    assert outcome(events(battle)) == [("critical", 2)]
    if cover + far:
        battle = duel({**BOW, "at": archer}, blue, map=grid)
        act(battle, "ranged_attack", faces=[cover + far - 1])
        assert outcome(events(battle)) == [("miss", cover + far - 1, cover + far)]


@pytest.mark.rule("RM6", "RM32")
def test_RM6_range_cover_and_off_guard_add_up(duel):
    rows = "\n".join(["." * 20] * 3 + ["." * 17 + "o.."] + ["." * 20] * 3)
    battle = duel({**BOW, "at": (4, 3)}, {"at": (18, 3), "status": "off_guard"}, map=rows)
    assert defence.missile_defence(battle, 0, 1, 18, 3) == 1 + 4 - 2
    assert defence.combat_defence(battle.fighters[1]) == -2


@pytest.mark.rule("RM6", "RM32")
def test_RM6_cover_helps_against_missiles_only(duel, act, events):
    # Red and blue stand diagonally past two low obstacles; the sword does not care.
    battle = duel({"at": (4, 3), "swords": 0, "damage": 15}, {"at": (5, 4), **SPENT},
                  map="......\n......\n......\n.....o\n....o.")  # fmt: skip
    act(battle, "melee_attack", faces=[1, 1, 1])  # 0 + 1 - 2 + 1 = 0
    assert outcome(events(battle)) == [("critical", 2)]


@pytest.mark.rule("RM32", "M28", "M17")
def test_RM32_high_obstacles_block_the_line_and_characters_do_not(duel, fight, legal):
    rows = "....................\n........#...........\n...................."
    names = legal(duel({**BOW, "at": (4, 1)}, {"at": (12, 1)}, map=rows))
    assert not names & {"ranged_attack", "aim"}
    names = legal(duel({**BOW, "at": (4, 1)}, {"at": (12, 1)}, map=rows.replace("#", "o")))
    assert names >= {"ranged_attack", "aim"}
    battle = fight(
        [{**BOW, "at": (4, 1)}, {"at": (6, 1)}],
        [{"at": (12, 1)}, {"at": (9, 1)}],
        map=rows.replace("#", "."),
    )
    assert legal(battle) >= {"ranged_attack", "ranged_attack 1", "aim", "aim 1"}


@pytest.mark.rule("RM9")
def test_RM9_the_range_ends_after_the_last_square(duel):
    # Ranges of 40 and 60 reach over every map of 32 x 16: ask the rule beyond the map.
    for red, squares in ((PISTOL, 40), (BOW, 60)):
        battle = duel({**red, "at": (0, 0)})
        assert declare.is_in_fire(battle, 0, squares, 0)
        assert not declare.is_in_fire(battle, 0, squares + 1, 0)
    assert not declare.is_in_fire(duel({"at": (0, 0)}), 0, 1, 0)  # a sword


# --- Reload (RM9) ---------------------------------------------------------------------------------


@pytest.mark.rule("RM9", "QM1")
@pytest.mark.parametrize("pool", [0, 20])
def test_RM9_a_pistol_is_empty_after_each_shot_hit_or_miss(duel, act, legal, pool):
    battle = duel({**PISTOL, "ranged": 0}, {"at": (10, 3), "armour": "light", **SPENT})
    act(battle, "ranged_attack", faces=[0] if pool == 0 else [20, 1, 1, 1])
    assert not battle.fighters[0].loaded
    assert "ranged_attack" not in legal(battle)
    assert "reload" in legal(battle)
    assert "aim" in legal(battle)  # one may aim first and load afterwards (RM36)
    before = int(battle.fighters[0].action_points)
    act(battle, "reload")
    assert battle.fighters[0].loaded
    assert battle.fighters[0].action_points == before - 6
    assert "reload" not in legal(battle)


@pytest.mark.rule("RM9")
def test_RM9_a_bow_needs_no_reload(duel, act, legal):
    battle = duel(BOW, {"at": (10, 3), "status": "off_guard"})
    act(battle, "ranged_attack", faces=[0, 1, 1])
    assert "ranged_attack" in legal(battle)
    assert "reload" not in legal(battle)


@pytest.mark.rule("RM9", "M33")
def test_RM9_counter_fire_empties_the_pistol_too(duel, act, who):
    battle = duel({"at": (4, 3)}, {**PISTOL, "at": (12, 3)})
    act(battle, "move_e")
    act(battle, "counter_fire", faces=[0, 1, 1, 1])
    assert not battle.fighters[1].loaded
    act(battle, "move_w")  # an empty pistol does not answer
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM9", "M14")
@pytest.mark.parametrize("held", ["bound", "grappled"])
def test_RM9_reload_is_on_guard_only(duel, legal, held):
    red = {**PISTOL, "loaded": False}
    assert "reload" not in legal(duel({**red, "status": "off_guard"}))
    assert "reload" not in legal(duel(red, held=held))


@pytest.mark.rule("RM9", "M34")
def test_RM9_a_dodged_shot_is_spent_as_well(duel, loaded):
    # A pistol's attack speed of 40 leaves no room to Dodge on a map of 32: resolve it directly.
    battle = duel(PISTOL, {"at": (15, 3)})
    battle.action, battle.target = Act.RANGED_ATTACK, 1
    battle.fighters[1].reaction = Act.DODGE
    with loaded(battle, [0, 9]):
        missiles.resolve_shot(battle)
    assert battle.fighters[1].damage == 0
    assert not battle.fighters[0].loaded


# --- Aim (M17, RM36) ------------------------------------------------------------------------------


@pytest.mark.rule("M17", "RM2", "RM9")
@pytest.mark.parametrize(("red", "total"), [(BOW, 7), (PISTOL, 8)])
def test_M17_after_aim_the_aimed_accuracy_counts(duel, act, events, legal, red, total):
    battle = duel(red, {"at": (10, 3), **SPENT})
    act(battle, "aim")  # no dice: a result of 0 against threshold 0
    assert battle.fighters[0].action_points == 8
    assert "aim" not in legal(battle)  # nothing would change
    act(battle, "ranged_attack", faces=[0, 1, 1] if red == BOW else [0, 1, 1, 1])
    assert checks(events(battle)) == [(0, "ranged_attack", total)]


@pytest.mark.rule("M17", "QM1")
def test_M17_aim_needs_a_missile_weapon_and_on_guard(duel, legal):
    assert "aim" not in legal(duel())
    assert "aim" not in legal(duel({"hand": "unarmed"}))
    assert "aim" not in legal(duel({**BOW, "status": "off_guard"}))
    assert "aim" not in legal(duel(BOW, held="bound"))
    assert "aim" in legal(duel(BOW))


@pytest.mark.rule("RM36", "M17")
def test_RM36_an_aim_is_on_one_target(fight, act, events, legal):
    battle = fight([BOW], [{"at": (10, 3), **SPENT}, {"at": (10, 5), **SPENT}])
    act(battle, "aim")
    assert "aim 1" in legal(battle)
    act(battle, "ranged_attack", slot=1, faces=[0, 1, 1])
    assert checks(events(battle)) == [(0, "ranged_attack", 0)]
    assert battle.fighters[0].aim_target == NOBODY  # and the aim is lost


@pytest.mark.rule("RM36", "M17")
def test_RM36_an_aim_lasts_for_the_unbroken_run_of_shots_over_the_turns_end(duel, act, events):
    battle = duel(BOW, {"at": (10, 3), "status": "off_guard"})
    act(battle, "aim")
    act(battle, "ranged_attack", faces=[0, 1, 1])
    act(battle, "wait", faces=[0])
    act(battle, "wait", faces=[0])
    for _ in range(2):
        act(battle, "ranged_attack", faces=[0, 1, 1] if _ == 0 else [0, 1, 1, 0])
        assert checks(events(battle)) == [(0, "ranged_attack", 7)]


@pytest.mark.rule("RM36", "RM9")
def test_RM36_a_reload_does_not_break_it(duel, act, events):
    battle = duel({**PISTOL, "loaded": False}, {"at": (10, 3), "status": "off_guard"})
    act(battle, "aim")
    act(battle, "reload")
    battle.fighters[0].action_points = 12
    act(battle, "ranged_attack", faces=[0, 1, 1, 1])
    assert checks(events(battle)) == [(0, "ranged_attack", 8)]


@pytest.mark.rule("RM36")
@pytest.mark.parametrize(
    ("name", "faces"),
    [
        ("move_n", []),
        ("combat_move", [0]),
        ("draw_weapon", []),
        ("unarmed_attack", [0, 1]),
    ],
)
def test_RM36_any_other_action_ends_it(duel, act, name, faces):
    battle = duel({**BOW, "carried": "dagger"}, SPENT)
    battle.fighters[0].aim_target = 1
    act(battle, name, faces=faces)
    assert battle.fighters[0].aim_target == NOBODY


@pytest.mark.rule("RM36")
@pytest.mark.parametrize(
    ("action", "answer", "faces"),
    [
        ("melee_attack", "evade", [0, 9]),
        ("melee_attack", "unarmed_counter_attack", []),
        ("move_w", "unarmed_counter_attack", [0, 1]),
    ],
)
def test_RM36_any_other_reaction_ends_it(duel, act, action, answer, faces):
    battle = duel({}, BOW)
    battle.fighters[1].aim_target = 0
    act(battle, action)
    act(battle, answer, faces=faces)
    assert battle.fighters[1].aim_target == NOBODY


@pytest.mark.rule("RM36")
def test_RM36_to_react_with_nothing_keeps_it(duel, act):
    battle = duel({"swords": 0, "damage": 15}, {**BOW, "aim_target": 0})
    act(battle, "melee_attack")
    act(battle, "wait", faces=[0])  # 0 + 1 - 2 = -1 misses
    assert battle.fighters[1].aim_target == 0


@pytest.mark.rule("RM36", "M33")
def test_RM36_it_serves_counter_fire_at_that_target_and_goes_on(duel, act, events):
    battle = duel({"at": (4, 3)}, {**BOW, "at": (12, 3), "aim_target": 0})
    act(battle, "move_e")
    act(battle, "counter_fire", faces=[0, 1, 1])
    assert checks(events(battle)) == [(1, "counter_fire", 7)]
    assert battle.fighters[1].aim_target == 0


@pytest.mark.rule("RM36", "M33")
def test_RM36_counter_fire_at_another_ends_it(fight, act, events):
    battle = fight([{"at": (4, 3)}, {"at": (4, 5)}], [{**BOW, "at": (12, 3), "aim_target": 1}])
    act(battle, "move_e")
    act(battle, "counter_fire", faces=[0, 1, 1])
    assert checks(events(battle)) == [(2, "counter_fire", 0)]
    assert battle.fighters[2].aim_target == NOBODY


@pytest.mark.rule("RM36", "RM10")
def test_RM36_being_hit_ends_it_even_without_damage(duel, act, events):
    # 6 + 2 - 0 against heavy armour: a Hit for 2 - 6, nothing.
    battle = duel({}, {**BOW, "armour": "heavy", "aim_target": 0})
    act(battle, "melee_attack")
    act(battle, "wait", faces=[2, 1, 1])
    assert outcome(events(battle)) == [("hit", 0)]
    assert battle.fighters[1].aim_target == NOBODY


@pytest.mark.rule("RM36", "M11")
def test_RM36_so_does_a_bind(duel, act):
    battle = duel(bind_at_will=True)
    battle.fighters[0].aim_target = 1  # as if a thrown weapon had been aimed
    act(battle, "melee_attack")
    assert battle.fighters[0].aim_target == NOBODY
