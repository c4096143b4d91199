"""Feint and Unarmed Attack (M23, M30, RM16, RM35).

Unless a test says otherwise both have a rating of 6 with the sword, 5 unarmed and 4 on Evade, so
that the difference of the two pools is the net result. Dice: the actor's pool, the reactor's pool,
the damage of the actor's blow, the damage of the reactor's blow.
"""

from __future__ import annotations

import pytest

from .blows import bound, kinds, totals

pytestmark = pytest.mark.interpreted


# --- Feint (M23, RM16) ----------------------------------------------------------------------------


@pytest.mark.rule("M23")
def test_M23_a_feint_that_resolves_itself_has_no_effect(duel, play, events, who, wounds):
    battle = duel()
    play(battle, "feint", "wait", faces=[20])
    assert wounds(battle) == (0, 0)
    assert kinds(events(battle)) == ["check", "failed"]
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("M23", "RM3", "XM1")
def test_M23_a_feint_is_answered_like_a_melee_attack(duel, act, legal):
    answers = []
    for attack in ("feint", "melee_attack"):
        battle = duel()
        act(battle, attack)
        answers.append(legal(battle))
    expected = {"wait", "counter_attack", "unarmed_counter_attack", "evade", "parry"}
    assert answers == [expected, expected]


@pytest.mark.rule("M23", "TM8", "QM5")
def test_M23_a_parry_may_be_answered_by_a_counter_attack(duel, play, legal, who):
    battle = duel()
    play(battle, "feint", "parry")
    assert who(battle) == ("red_0", "counter_tempo")
    assert legal(battle) == {"wait", "feint_counter_attack"}


@pytest.mark.rule("M23", "RM38", "TM8")
def test_M23_a_parry_to_bind_is_a_parry(duel, play, legal):
    battle = duel(bind_at_will=True)
    play(battle, "feint", "parry_to_bind")
    assert legal(battle) == {"wait", "feint_counter_attack"}


@pytest.mark.rule("M23", "M6", "RM16")
@pytest.mark.parametrize(
    ("own", "other", "is_hit", "is_bound"),
    [(0, 2, True, False), (0, 3, False, True), (0, 4, False, False)],
)
def test_M23_the_counter_attack_has_plus_3(
    duel, play, events, own, other, is_hit, is_bound, wounds, points
):
    """Rating 9 against a Parry of 6, which still stops it at a net of 0."""
    battle = duel()
    damage = [2, 3] if is_hit else []
    play(battle, "feint", "parry", "feint_counter_attack", faces=[own, other, *damage])
    assert totals(events(battle)) == [9 + own, 6 + other]
    assert wounds(battle) == (0, 5 if is_hit else 0)
    assert bound(battle) == is_bound
    assert points(battle) == (12 - 4, 12 - 2)


@pytest.mark.rule("M23", "RM16")
@pytest.mark.parametrize(("other", "is_bound"), [(4, False), (5, True), (6, False)])
def test_RM16_a_feint_kept_against_a_parry(duel, play, other, is_bound, wounds):
    """No effect even if the Parry fails; the Parry is opposed by the feint's own result."""
    battle = duel()
    play(battle, "feint", "parry", "wait", faces=[5, other])
    assert wounds(battle) == (0, 0)
    assert bound(battle) == is_bound


@pytest.mark.rule("RM16", "M23", "TM8")
@pytest.mark.parametrize("pool", [0, 20])
def test_RM16_an_evade_leaves_a_feint_no_replacement(duel, play, who, pool, wounds):
    battle = duel()
    play(battle, "feint", "evade", faces=[5, pool])
    assert wounds(battle) == (0, 0)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM16", "M23", "M41", "M42", "TM8")
@pytest.mark.parametrize("answer", ["counter_attack", "unarmed_counter_attack"])
def test_RM16_a_counter_attack_may_be_answered_by_the_counter_tempo_forms(
    duel, play, legal, answer
):
    battle = duel()
    play(battle, "feint", answer)
    assert legal(battle) == {"wait", "ct_counter_attack", "ct_parry"}


@pytest.mark.rule("M23", "M32")
@pytest.mark.parametrize(("other", "damage"), [(4, 0), (5, 2), (6, 2)])
def test_M23_a_feint_kept_against_a_counter_attack(duel, play, other, damage, wounds):
    """The feint has no effect; the Counter-Attack is opposed by its result."""
    battle = duel()
    dice = [1, 1] if damage else []
    play(battle, "feint", "counter_attack", "wait", faces=[5, other, *dice])
    assert wounds(battle) == (damage, 0)


# --- Unarmed Attack (M30, RM35) -------------------------------------------------------------------


@pytest.mark.rule("M30")
def test_M30_costs_3_and_strikes_with_the_fist(duel, play, events, wounds, points):
    battle = duel()
    play(battle, "unarmed_attack", "wait", faces=[2, 6])
    assert points(battle) == (12 - 3, 12)
    assert totals(events(battle)) == [5 + 2]
    assert wounds(battle) == (0, 6)


@pytest.mark.rule("M30", "RM26")
def test_M30_needs_3_points(duel, legal):
    battle = duel({"action_points": 3})
    assert "unarmed_attack" in legal(battle)
    battle.fighters[0].action_points = 2
    assert "unarmed_attack" not in legal(battle)


@pytest.mark.rule("M30", "M45", "M46")
@pytest.mark.parametrize(("pool", "damage"), [(2, 3), (3, 5)])
def test_M30_same_two_targets(duel, play, pool, damage, wounds):
    battle = duel({"brawling": 0}, {"armour": "light"})
    play(battle, "unarmed_attack", "wait", faces=[pool, 5])
    assert wounds(battle) == (0, damage)


@pytest.mark.rule("M30", "M32")
@pytest.mark.parametrize(
    ("answer", "hand", "rating"),
    [
        ("counter_attack", "sword", 6 + 5),
        ("counter_attack", "dagger", 6 + 5),
        ("counter_attack", "axe", 5 + 5),
        ("unarmed_counter_attack", "sword", 5),
        ("parry", "sword", 6),
        ("evade", "sword", 4),
    ],
)
def test_M30_plus_5_for_a_counter_attack_with_a_melee_weapon(
    duel, play, events, answer, hand, rating, wounds
):
    battle = duel({"brawling": 10}, {"hand": hand})
    play(battle, "unarmed_attack", answer, faces=[20, 0, 1])
    assert totals(events(battle)) == [30, rating]
    assert wounds(battle) == (0, 1)


@pytest.mark.rule("M30", "M32")
def test_M30_no_plus_5_against_a_melee_attack(duel, play, events):
    battle = duel()
    play(battle, "melee_attack", "counter_attack", "wait", faces=[9, 0, 1, 1])
    assert totals(events(battle)) == [15, 6]


@pytest.mark.rule("M30", "M41", "M42", "TM8")
def test_M41_M42_replace_no_unarmed_attack(duel, play, who, wounds):
    """A Counter-Attack on an Unarmed Attack is rolled at once."""
    battle = duel()
    play(battle, "unarmed_attack", "counter_attack", faces=[0, 5, 1, 1])
    assert wounds(battle) == (2, 0)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM35", "M37", "M30")
@pytest.mark.parametrize(("other", "is_bound"), [(1, False), (2, True), (3, False)])
def test_RM35_a_parry_of_an_unarmed_attack_binds_at_0(duel, play, other, is_bound, wounds):
    """Ratings 5 and 6."""
    battle = duel()
    damage = [4] if other < 2 else []
    play(battle, "unarmed_attack", "parry", faces=[3, other, *damage])
    assert bound(battle) == is_bound
    assert wounds(battle) == (0, sum(damage))


@pytest.mark.rule("RM35", "M37")
@pytest.mark.parametrize("hand", ["unarmed", "bow", "pistol"])
def test_RM35_without_a_melee_weapon_no_parry_and_no_armed_strike(duel, act, legal, hand):
    battle = duel({}, {"hand": hand})
    act(battle, "melee_attack")
    assert legal(battle) == {"wait", "evade", "unarmed_counter_attack"}


@pytest.mark.rule("RM35", "M25", "M23")
@pytest.mark.parametrize("hand", ["unarmed", "bow", "pistol"])
def test_RM35_without_a_melee_weapon_only_unarmed_attacks(duel, legal, hand):
    names = legal(duel({"hand": hand}))
    assert "unarmed_attack" in names
    assert not {"melee_attack", "feint"} & names


@pytest.mark.rule("RM35", "M32")
@pytest.mark.parametrize(
    ("other", "damage", "result"),
    [(4, [1, 2], (0, 3)), (5, [1, 2, 6], (6, 3)), (6, [6], (6, 0))],
)
def test_RM35_an_unarmed_counter_attack(duel, play, other, damage, result, wounds, points):
    """3 AP, brawling 5 against 6 with the sword, 1d6 against 2d6."""
    battle = duel()
    play(battle, "melee_attack", "unarmed_counter_attack", "wait", faces=[4, other, *damage])
    assert points(battle) == (12 - 4, 12 - 3)
    assert wounds(battle) == result


@pytest.mark.rule("RM35", "M23", "M41", "M42")
@pytest.mark.parametrize(
    ("answer", "replacements"),
    [("parry", {"feint_counter_attack"}), ("counter_attack", {"ct_counter_attack", "ct_parry"})],
)
def test_RM35_a_replacement_strikes_with_the_weapon_of_the_feint(
    duel, play, legal, answer, replacements
):
    battle = duel({"brawling": 9, "hand": "dagger", "daggers": 2})
    play(battle, "feint", answer)
    assert legal(battle) == {"wait", *replacements}
    play(battle, min(replacements), faces=[20, 0, 1])
    assert battle.fighters[1].damage == 1  # one die of the dagger
