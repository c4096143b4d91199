"""Dodge and Counter-Fire (M33, M34, RM17)."""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch.enums import Act, Status
from quintain.envs.mythic_epoch.tables import WEAPON_NAMES

from .missiles import BOW, NOBODY, PISTOL, SPENT, outcome

pytestmark = pytest.mark.interpreted


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


# --- Counter-Fire (M33) ---------------------------------------------------------------------------


@pytest.mark.rule("M33", "RM14", "RM13", "QM4")
def test_M33_counter_fire_answers_aim_move_and_combat_move_of_anybody_in_line(
    fight, act, who, legal
):
    rows = "\n".join(["." * 20] * 4 + ["#" * 20] + ["." * 20] * 3)
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


@pytest.mark.rule("RM13", "M33", "RM33", "M20")
@pytest.mark.parametrize("named", [0, 1])
def test_RM13_counter_fire_waits_for_the_step_out_of_cover(fight, act, who, legal, named):
    rows = "\n".join(["............"] * 3 + [".....#......"] + ["............"] * 3)
    blue = [{**BOW, "at": (10, 3)}, {"at": (4, 6), **SPENT}]
    battle = fight([{"at": (4, 3)}], blue, map=rows)
    act(battle, "combat_move", slot=named)
    assert who(battle) == ("blue_0", "reaction")
    assert "counter_fire" in legal(battle)
    act(battle, "counter_fire", faces=[4])
    act(battle, "step_w")
    act(battle, "step_nw", faces=[20, 1, 1])
    assert battle.fighters[0].damage == 2


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
