"""Aim, Ranged Attack, Counter-Fire, Dodge, Reload; range, lines and cover."""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch.enums import (
    Act,
    Status,
)
from quintain.envs.mythic_epoch.rules import declare, defence, missiles
from quintain.envs.mythic_epoch.tables import (
    WEAPON_NAMES,
)

pytestmark = pytest.mark.interpreted

SPENT = {"action_points": 0}  # cannot react
BOW = {"hand": "bow"}  # ranged 5: 0 unaimed, 7 aimed
PISTOL = {"hand": "pistol"}  # 1 unaimed, 8 aimed
NOBODY = -1


def checks(log):
    """Actor, action and total of every check."""
    return [
        (event[1], Act(event[3]).name.lower(), event[4]) for event in log if event[0] == "check"
    ]


def outcome(log):
    """Kind, net result and Combat Defence of a shot that misses; kind and damage of another."""
    return [
        (event[0], event[4], event[5]) if event[0] == "miss" else (event[0], event[4])
        for event in log
        if event[0] in ("miss", "hit", "critical")
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


# --- Dodge (M34, RM17) ----------------------------------------------------------------------------


@pytest.mark.rule("M34", "RM17")
@pytest.mark.parametrize(("hand", "squares", "may"), [
    ("bow", 10, False), ("bow", 11, True), ("bow", 27, True), ("pistol", 27, False),
])  # fmt: skip
def test_RM17_dodge_needs_more_distance_than_the_attack_speed(
    duel, act, who, legal, hand, squares, may
):
    battle = duel({"hand": hand, "ranged": 0}, {"at": (4 + squares, 3), "armour": "heavy"})
    act(battle, "ranged_attack", faces=[] if may else [0])
    assert (who(battle) == ("blue_0", "reaction")) == may
    if may:
        assert legal(battle) == {"wait", "dodge"}


@pytest.mark.rule("RM17")
def test_RM17_a_missing_attack_speed_counts_as_10():
    from quintain.envs.mythic_epoch.tables import WEAPON_ATTACK_SPEED

    speeds = dict(zip(WEAPON_NAMES, WEAPON_ATTACK_SPEED.tolist(), strict=True))
    assert speeds["sword"] == 10
    assert (speeds["bow"], speeds["pistol"]) == (10, 40)


@pytest.mark.rule("M34", "RM31", "M7")
@pytest.mark.parametrize(("pools", "is_hit"), [((4, 0), False), ((5, 0), True), ((4, 9), False)])
def test_M34_a_dodge_at_0_stops_the_shot(duel, act, events, pools, is_hit):
    # 0 + 4 against agility 4 + 0, at 11 squares: Combat Defence 1.
    battle = duel(BOW, {"at": (15, 3)})
    act(battle, "ranged_attack")
    act(battle, "dodge", faces=[*pools, 1, 1] if is_hit else pools)
    net = 4 + pools[1] - pools[0]
    stopped = [] if is_hit else [("stopped", 1, 0, Act.DODGE, net, 0)]
    assert events(battle, "stopped") == stopped
    assert battle.fighters[1].damage == (2 if is_hit else 0)
    assert battle.fighters[1].action_points == 10


@pytest.mark.rule("M34", "RM6", "M7")
def test_M34_a_failed_dodge_still_takes_its_result_off_the_shot(duel, act, events):
    # 0 + 5 - 4 = 1 against Combat Defence 2 at 20 squares.
    battle = duel(BOW, {"at": (24, 3)})
    act(battle, "ranged_attack")
    act(battle, "dodge", faces=[5, 0])
    assert outcome(events(battle)) == [("miss", 1, 2)]


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


# --- Counter-Fire (M33) ---------------------------------------------------------------------------


@pytest.mark.rule("M33", "RM14", "RM13", "QM4")
def test_M33_counter_fire_answers_aim_move_and_combat_move_of_anybody_in_line(
    fight, act, who, legal
):
    rows = "\n".join(["." * 20] * 4 + ["." * 4 + "####" + "." * 12] + ["." * 20] * 3)
    archers = [{**BOW, "at": (12, 2)}, {**BOW, "at": (6, 6)}, {**PISTOL, "at": (10, 1), **SPENT}]
    for action in ("aim", "move_w", "combat_move"):
        battle = fight([{**BOW, "at": (6, 2)}], archers, map=rows)
        act(battle, action)
        assert who(battle) == ("blue_0", "reaction")
        assert legal(battle) == {"wait", "counter_fire"} or action == "combat_move"
        act(battle, "wait", faces=[0] if action == "combat_move" else [])
        # blue_1 has the wall before him, blue_2 nothing to pay with.
        assert who(battle)[0] == "red_0"


@pytest.mark.rule("M33")
@pytest.mark.parametrize(
    ("action", "faces"), [("ranged_attack", [0, 1, 1]), ("unarmed_attack", None)]
)
def test_M33_counter_fire_answers_nothing_else(duel, act, who, legal, action, faces):
    battle = duel(BOW, {**BOW, "agility": 0})
    act(battle, action, faces=faces or [])
    if faces is None:
        assert "counter_fire" not in legal(battle)
    else:
        assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("M33", "TM5", "RM21")
@pytest.mark.parametrize("status", ["off_guard", "bound", "grappled", "pinned"])
def test_M33_counter_fire_is_on_guard_only(fight, act, who, status):
    battle = fight([{"at": (4, 3)}, {"at": (11, 3)}], [{**BOW, "at": (12, 3)}])
    battle.fighters[2].status = Status[status.upper()]
    if status != "off_guard":
        battle.fighters[1].status = (
            Status.GRAPPLED if status == "pinned" else battle.fighters[2].status
        )
        battle.fighters[1].partner, battle.fighters[2].partner = 2, 1
    act(battle, "move_e")
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("M33", "RM33", "M19", "RM6", "RM32")
@pytest.mark.parametrize(("pool", "is_hit"), [(1, False), (2, True)])
def test_RM33_counter_fire_comes_in_the_first_square_in_its_line(fight, act, events, pool, is_hit):
    # The wall hides red_0 down to row 4; in row 5 half of it is still covered (Combat Defence 2).
    rows = "\n".join(["......#....."] * 4 + ["............"] * 8)
    blue = [{"at": (3, 11), **SPENT}, {**BOW, "at": (10, 2)}]
    battle = fight([{"at": (3, 2)}], blue, map=rows)
    act(battle, "move_towards")
    act(battle, "counter_fire", faces=[pool, 1, 1] if is_hit else [pool])
    assert (battle.fighters[0].x, battle.fighters[0].y) == ((3, 5) if is_hit else (3, 6))
    assert outcome(events(battle)) == ([("critical", 2)] if is_hit else [("miss", 1, 2)])


@pytest.mark.rule("M33", "RM13", "RM33")
def test_RM33_a_mover_seen_at_the_start_is_shot_before_the_first_step(duel, act):
    battle = duel({"at": (4, 3)}, {**BOW, "at": (12, 3)})
    act(battle, "move_w")
    act(battle, "counter_fire", faces=[0, 1, 1])
    assert battle.fighters[0].x == 4


@pytest.mark.rule("M33", "RM13")
def test_RM13_a_way_wholly_out_of_line_is_not_answered(duel, act, who):
    rows = "\n".join(["......#....."] * 8)
    battle = duel({"at": (3, 2)}, {**BOW, "at": (10, 2)}, map=rows)
    act(battle, "move_s")
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("M33", "M20", "RM14", "M7")
@pytest.mark.parametrize(("pools", "is_hit"), [((0, 5), False), ((0, 6), True)])
def test_M33_counter_fire_and_combat_move_oppose_each_other(duel, act, who, pools, is_hit):
    # 6 + 0 against 0 + 5: net -1 misses, the Combat Move succeeds with 1; at 6 it is hit and fails.
    battle = duel({"at": (4, 3)}, {**BOW, "at": (9, 3)})
    act(battle, "combat_move")
    act(battle, "counter_fire", faces=[*pools, 1, 1] if is_hit else pools)
    assert who(battle) == (("red_0", "turn") if is_hit else ("red_0", "step"))
    assert battle.fighters[0].damage == (2 if is_hit else 0)


@pytest.mark.rule("M17", "M33", "RM36", "M7")
@pytest.mark.parametrize(
    ("squares", "pool", "is_hit", "aims"),
    [
        (9, 0, True, False),  # 0 hits Combat Defence 0; the aim fails although its net is 0
        (10, 0, False, True),  # 0 misses 1: net 0 is enough for the aim
        (10, 1, True, False),
        (20, 1, False, False),  # 1 misses 2, yet the aim's net is -1
    ],
)
def test_M17_aim_against_counter_fire(duel, act, events, squares, pool, is_hit, aims):
    battle = duel(BOW, {**BOW, "at": (4 + squares, 3)})
    act(battle, "aim")
    act(battle, "counter_fire", faces=[pool, 1, 1] if is_hit else [pool])
    assert (battle.fighters[0].damage > 0) == is_hit
    assert (battle.fighters[0].aim_target == 1) == aims


@pytest.mark.rule("RM14", "M17", "TM6")
def test_RM14_aim_is_answered_by_every_archer_not_only_the_target(fight, act, who):
    battle = fight([BOW], [{"at": (9, 3)}, {**BOW, "at": (9, 5)}, {**PISTOL, "at": (9, 7)}])
    act(battle, "aim")
    assert who(battle) == ("blue_1", "reaction")
    act(battle, "counter_fire")
    assert who(battle) == ("blue_2", "reaction")
    act(battle, "counter_fire", faces=[0, 1, 1, 0, 1, 1, 1])
    assert battle.fighters[0].damage == 5


@pytest.mark.rule("RM39", "M17", "M33")
def test_RM39_an_archer_shot_down_while_aiming(fight, act, who):
    red = [{**BOW, "damage": 29}, {"at": (1, 9)}]
    battle = fight(red, [{**BOW, "at": (9, 5)}, {**PISTOL, "at": (9, 7)}])
    act(battle, "aim")
    act(battle, "counter_fire")
    act(battle, "counter_fire", faces=[0, 1, 1])  # the second shot is not fired
    assert who(battle) == ("red_1", "turn")
    assert battle.fighters[3].loaded
    assert battle.fighters[0].aim_target == NOBODY


@pytest.mark.rule("RM21", "M28", "TM5")
def test_RM21_a_held_target_cannot_dodge(fight, act, who):
    battle = fight([{**BOW, "at": (0, 3)}, {"at": (14, 3)}], [{"at": (15, 3)}])
    for one, other in ((1, 2), (2, 1)):
        battle.fighters[one].status = Status.BOUND
        battle.fighters[one].partner = other
    act(battle, "ranged_attack", faces=[1, 1, 1])
    assert who(battle) == ("red_0", "turn")
    assert battle.fighters[2].damage == 2
