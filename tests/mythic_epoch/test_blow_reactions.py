"""The reactions to a blow: Counter-Attack, Evade, Parry, Counter-tempo (M32, M36, M37, M41, M42).

Unless a test says otherwise both have a rating of 6 with the sword, 5 unarmed and 4 on Evade, so
that the difference of the two pools is the net result. Dice: the actor's pool, the reactor's pool,
the damage of the actor's blow, the damage of the reactor's blow.
"""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch.enums import Act

from .blows import bound, kinds, totals

pytestmark = pytest.mark.interpreted


# --- Counter-Attack (M32, RM30) -------------------------------------------------------------------


@pytest.mark.rule("M32", "RM30", "M7")
@pytest.mark.parametrize(
    ("own", "other", "damage", "result"),
    [(5, 4, [1, 2], (0, 3)), (4, 4, [1, 2, 3, 4], (7, 3)), (4, 5, [3, 4], (7, 0))],
)
def test_RM30_both_are_opposed_and_a_tie_hits_both(duel, play, own, other, damage, result, wounds):
    battle = duel()
    play(battle, "melee_attack", "counter_attack", "wait", faces=[own, other, *damage])
    assert wounds(battle) == result


@pytest.mark.rule("RM30")
@pytest.mark.parametrize(("own", "other"), [(0, 9), (9, 0), (4, 4)])
def test_RM30_switch_unopposed_hits_both(duel, play, own, other, wounds):
    battle = duel(counter_attack_unopposed=True)
    play(battle, "melee_attack", "counter_attack", "wait", faces=[own, other, 1, 2, 3, 4])
    assert wounds(battle) == (7, 3)


@pytest.mark.rule("M32", "M45", "M46")
@pytest.mark.parametrize(
    ("own", "other", "damage", "result"),
    [
        (0, 5, [4, 4], (4, 0)),
        (0, 6, [4, 4], (8, 0)),
        (5, 0, [4, 4], (0, 4)),
        (6, 0, [4, 4], (0, 8)),
        (0, 0, [4, 4, 5, 5], (6, 4)),
    ],
)
def test_M32_hit_and_critical_hit_on_either_side(duel, play, own, other, damage, result, wounds):
    """Medium armour on both: protection 4, critical from a net of 6."""
    battle = duel({"armour": "medium"}, {"armour": "medium"})
    play(battle, "melee_attack", "counter_attack", "wait", faces=[own, other, *damage])
    assert wounds(battle) == result


@pytest.mark.rule("M32")
def test_M32_has_no_bonus_of_its_own(duel, play, events):
    battle = duel()
    play(battle, "melee_attack", "counter_attack", "wait", faces=[1, 0, 1, 1])
    assert events(battle)[:2] == [
        ("check", 0, 1, Act.MELEE_ATTACK, 7, 1),
        ("check", 1, 0, Act.COUNTER_ATTACK, 6, 0),
    ]


@pytest.mark.rule("RM37", "M32", "RM18")
@pytest.mark.parametrize(
    ("red", "blue", "far", "answers"),
    [
        ("spear", "sword", 2, {"evade", "parry"}),
        ("spear", "unarmed", 2, {"evade"}),
        ("spear", "spear", 2, {"evade", "parry", "counter_attack"}),
        ("spear", "sword", 1, {"evade", "parry", "counter_attack", "unarmed_counter_attack"}),
        ("sword", "spear", 1, {"evade", "parry", "counter_attack", "unarmed_counter_attack"}),
    ],
)
def test_RM37_a_counter_attack_needs_ones_own_reach(duel, act, legal, red, blue, far, answers):
    battle = duel({"hand": red}, {"hand": blue, "at": (4 + far, 3)})
    act(battle, "melee_attack")
    assert legal(battle) == {"wait"} | answers


@pytest.mark.rule("RM37", "RM18", "M25", "M23", "M30")
@pytest.mark.parametrize(
    ("hand", "far", "attacks"),
    [
        ("sword", 1, {"melee_attack", "feint", "unarmed_attack"}),
        ("sword", 2, set()),
        ("spear", 1, {"melee_attack", "feint", "unarmed_attack"}),
        ("spear", 2, {"melee_attack", "feint"}),
        ("spear", 3, set()),
        ("unarmed", 1, {"unarmed_attack"}),
        ("unarmed", 2, set()),
    ],
)
@pytest.mark.parametrize("diagonal", [False, True])
def test_RM37_attacks_need_reach(duel, legal, hand, far, attacks, diagonal):
    at = (4 + far, 3 + far) if diagonal else (4 + far, 3)
    names = legal(duel({"hand": hand}, {"at": at}))
    assert names & {"melee_attack", "feint", "unarmed_attack"} == attacks


@pytest.mark.rule("RM37", "M41", "M42")
def test_RM37_spear_against_spear_at_two_squares_has_the_counter_tempo_forms(duel, play, legal):
    battle = duel({"hand": "spear"}, {"hand": "spear", "at": (6, 3)})
    play(battle, "melee_attack", "counter_attack")
    assert legal(battle) == {"wait", "ct_counter_attack", "ct_parry"}


# --- Evade (M36) ----------------------------------------------------------------------------------


@pytest.mark.rule("M36", "RM31")
@pytest.mark.parametrize(("other", "damage"), [(6, 2), (7, 0), (8, 0)])
def test_M36_evade_from_0(duel, play, other, damage, wounds, points):
    """Ratings 6 and 4."""
    battle = duel()
    play(battle, "melee_attack", "evade", faces=[5, other, *([1, 1] if damage else [])])
    assert wounds(battle) == (0, damage)
    assert points(battle) == (12 - 4, 12 - 2)
    assert not bound(battle)


@pytest.mark.rule("M36", "M30", "RM31")
@pytest.mark.parametrize(("other", "damage"), [(5, 1), (6, 0)])
def test_M36_evade_an_unarmed_attack(duel, play, other, damage, wounds):
    """Ratings 5 and 4."""
    battle = duel()
    play(battle, "unarmed_attack", "evade", faces=[5, other, *([1] if damage else [])])
    assert wounds(battle) == (0, damage)


@pytest.mark.rule("M36", "M46")
@pytest.mark.parametrize(("own", "damage"), [(5, 2), (6, 4)])
def test_M36_after_a_failed_evade_the_net_decides_on_the_critical(duel, play, own, damage, wounds):
    """Light armour: a load of 1 on Evade, critical from a net of 3."""
    battle = duel({}, {"armour": "light"})
    play(battle, "melee_attack", "evade", faces=[own, 6, 2, 2])
    assert wounds(battle) == (0, damage)


# --- Parry (M37, RM31, RM38) ----------------------------------------------------------------------


@pytest.mark.rule("M37", "M11", "RM31")
@pytest.mark.parametrize(
    ("other", "damage", "is_bound"), [(4, 2, False), (5, 0, True), (6, 0, False), (25, 0, False)]
)
def test_M37_parry_binds_at_0_and_stops_from_1(duel, play, other, damage, is_bound, wounds, points):
    battle = duel()
    play(battle, "melee_attack", "parry", faces=[5, other, *([1, 1] if damage else [])])
    assert wounds(battle) == (0, damage)
    assert bound(battle) == is_bound
    assert points(battle) == (12 - 4, 12 - 2)


@pytest.mark.rule("M37", "TM7", "RM20")
def test_M37_the_bind_limits_the_next_declaration(duel, play, legal, who):
    battle = duel()
    play(battle, "melee_attack", "parry", faces=[5, 5])
    assert who(battle) == ("red_0", "turn")
    assert legal(battle) == {
        "wait", "disarm", "grapple", "press", "unarmed_press", "withdraw"
    }  # fmt: skip


@pytest.mark.rule("RM38", "M37")
@pytest.mark.parametrize(
    ("other", "damage", "is_bound"), [(4, 2, False), (5, 0, True), (6, 0, True), (25, 0, True)]
)
def test_RM38_a_parry_to_bind_binds_at_any_success(
    duel, play, other, damage, is_bound, wounds, points
):
    battle = duel(bind_at_will=True)
    play(battle, "melee_attack", "parry_to_bind", faces=[5, other, *([1, 1] if damage else [])])
    assert wounds(battle) == (0, damage)
    assert bound(battle) == is_bound
    assert points(battle) == (12 - 4, 12 - 2)


@pytest.mark.rule("RM38")
@pytest.mark.parametrize("at_will", [False, True])
def test_RM38_only_by_the_switch(duel, act, legal, at_will):
    battle = duel(bind_at_will=at_will)
    act(battle, "melee_attack")
    assert ("parry_to_bind" in legal(battle)) == at_will
    assert "parry" in legal(battle)


@pytest.mark.rule("RM38", "RM35")
def test_RM38_no_parry_to_bind_without_a_melee_weapon(duel, act, legal):
    battle = duel({}, {"hand": "unarmed"}, bind_at_will=True)
    act(battle, "melee_attack")
    assert legal(battle) == {"wait", "evade", "unarmed_counter_attack"}


@pytest.mark.rule("RM37", "M37")
def test_RM37_a_parry_from_beyond_ones_reach_stops_and_binds(duel, play):
    """Struck with a spear from two squares."""
    battle = duel({"hand": "spear"}, {"at": (6, 3)})
    play(battle, "melee_attack", "parry", faces=[5, 4])
    assert bound(battle)


@pytest.mark.rule("M37", "RM36")
def test_M37_a_reaction_ends_the_reactors_aim(duel, play):
    battle = duel({}, {"aim_target": 0})
    play(battle, "melee_attack", "parry", faces=[0, 9])
    assert battle.fighters[1].aim_target == -1


# --- Counter-tempo (M41, M42, RM2, QM5, TM8) ------------------------------------------------------


@pytest.mark.rule("M41", "M42", "TM8", "QM5")
@pytest.mark.parametrize("attack", ["melee_attack", "feint"])
def test_TM8_after_a_counter_attack(duel, play, legal, who, attack):
    battle = duel()
    play(battle, attack, "counter_attack")
    assert who(battle) == ("red_0", "counter_tempo")
    assert legal(battle) == {"wait", "ct_counter_attack", "ct_parry"}


@pytest.mark.rule("TM8")
@pytest.mark.parametrize(("answer", "faces"), [("parry", [0, 9]), ("evade", [0, 9])])
def test_TM8_after_no_other_reaction_to_a_true_attack(duel, play, who, answer, faces):
    battle = duel()
    play(battle, "melee_attack", answer, faces=faces)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("M41", "RM2", "M10")
@pytest.mark.parametrize(
    ("own", "other", "damage", "result"),
    [(4, 5, [1, 2], (0, 3)), (4, 6, [1, 2, 3, 4], (7, 3)), (4, 7, [3, 4], (7, 0))],
)
@pytest.mark.parametrize("attack", ["melee_attack", "feint"])
def test_M41_ct_counter_attack_with_plus_2(
    duel, play, events, attack, own, other, damage, result, wounds
):
    """It replaces the attack, which no longer resolves; rating 8 against 6, a tie hits both."""
    battle = duel()
    faces = [own, other, *damage]
    play(battle, attack, "counter_attack", "ct_counter_attack", faces=faces)
    assert totals(events(battle)) == [8 + own, 6 + other]
    assert wounds(battle) == result


@pytest.mark.rule("M42", "M11", "RM31", "M10")
@pytest.mark.parametrize(
    ("own", "damage", "is_bound"), [(4, 7, False), (5, 0, True), (6, 0, False), (25, 0, False)]
)
@pytest.mark.parametrize("attack", ["melee_attack", "feint"])
def test_M42_ct_parry_binds_at_0_and_stops_from_1(
    duel, play, events, attack, own, damage, is_bound, wounds
):
    """It replaces the attack, which no longer resolves, and is no blow itself."""
    battle = duel()
    faces = [own, 5, *([3, 4] if damage else [])]
    play(battle, attack, "counter_attack", "ct_parry", faces=faces)
    assert wounds(battle) == (damage, 0)
    assert ("failed" in kinds(events(battle))) == (damage > 0)
    assert "miss" not in kinds(events(battle))
    assert bound(battle) == is_bound


@pytest.mark.rule("M42", "RM38")
def test_RM38_a_ct_parry_does_not_bind_at_will(duel, play):
    battle = duel(bind_at_will=True)
    play(battle, "melee_attack", "counter_attack", "ct_parry", faces=[6, 5])
    assert not bound(battle)


@pytest.mark.rule("RM30", "M42")
@pytest.mark.parametrize(("own", "damage"), [(4, 7), (5, 0)])
def test_RM30_switch_leaves_the_ct_parry_opposed(duel, play, own, damage, wounds):
    battle = duel(counter_attack_unopposed=True)
    faces = [own, 5, *([3, 4] if damage else [])]
    play(battle, "melee_attack", "counter_attack", "ct_parry", faces=faces)
    assert wounds(battle) == (damage, 0)


@pytest.mark.rule("M42", "M32")
@pytest.mark.parametrize(("own", "damage"), [(3, 6), (4, 0), (5, 0)])
def test_M42_ct_parry_of_an_unarmed_counter_attack(duel, play, own, damage, wounds):
    """Ratings 6 and 5."""
    battle = duel()
    faces = [own, 5, *([6] if damage else [])]
    play(battle, "melee_attack", "unarmed_counter_attack", "ct_parry", faces=faces)
    assert wounds(battle) == (damage, 0)
    assert bound(battle) == (own == 4)


@pytest.mark.rule("QM5")
def test_QM5_the_action_may_be_kept(duel, play, events):
    battle = duel()
    play(battle, "melee_attack", "counter_attack", "wait", faces=[9, 0, 1, 1])
    assert events(battle)[0] == ("check", 0, 1, Act.MELEE_ATTACK, 15, 9)
