"""Blows and what answers them (M4-M7, M23, M25, M30, M32, M36, M37, M41, M42, M45, M46).

Unless a test says otherwise both have a rating of 6 with the sword, 5 unarmed and 4 on Evade, so
that the difference of the two pools is the net result. Dice: the actor's pool, the reactor's pool,
the damage of the actor's blow, the damage of the reactor's blow.
"""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch.enums import (
    Act,
    Ending,
    Status,
)
from quintain.envs.mythic_epoch.rules.defence import armoured_defence, combat_defence
from quintain.envs.mythic_epoch.rules.reactions import replacement_cost
from quintain.envs.mythic_epoch.rules.wounds import (
    BLOW_HITS,
    BLOW_IS_CRITICAL,
    BLOW_MISSES,
    damage_after_armour,
    outcome_of_blow,
)

pytestmark = pytest.mark.interpreted

NOVICE = {"hand": "axe", "axes": 0}  # a rating of 0, so that the pool is the result
MOVES = {f"move_{side}" for side in ("n", "ne", "nw", "s", "se", "sw", "w", "e")}


def bound(battle):
    """Whether red_0 and blue_0 are Bound to each other and no other fighters are related."""
    pair = [(int(one.status), int(one.partner)) for one in battle.fighters[:2]]
    assert pair in ([(Status.BOUND, 1), (Status.BOUND, 0)], [(Status.ON_GUARD, -1)] * 2)
    return pair[0][0] == Status.BOUND


def totals(log):
    """The results of the checks in a log, in order."""
    return [event[4] for event in log if event[0] == "check"]


def kinds(log):
    """The kinds of events in a log."""
    return [event[0] for event in log]


# --- The steps of an action (M4-M7, TM2, TM3, RM26) -----------------------------------------------


@pytest.mark.rule("M4", "TM3")
def test_M4_the_actor_pays_at_declaration(duel, act, who, points):
    battle = duel()
    act(battle, "melee_attack")
    assert points(battle) == (12 - 4, 12)
    assert who(battle) == ("blue_0", "reaction")


@pytest.mark.rule("M5", "TM3")
def test_M5_the_reactor_pays_at_declaration(duel, act, who, points):
    battle = duel()
    act(battle, "melee_attack")
    act(battle, "counter_attack")
    assert points(battle) == (12 - 4, 12 - 4)
    assert who(battle) == ("red_0", "counter_tempo")


@pytest.mark.rule("M5", "RM14")
def test_M5_not_to_react_costs_nothing(duel, play, points):
    battle = duel()
    play(battle, "melee_attack", "wait", faces=[0, 1, 2])
    assert points(battle) == (12 - 4, 12)


@pytest.mark.rule("M6", "M41", "M42")
@pytest.mark.parametrize(
    ("replacement", "faces"), [("ct_counter_attack", [0, 0, 1, 1]), ("ct_parry", [0, 0])]
)
def test_M6_a_cheaper_or_equal_replacement_costs_nothing_more(
    duel, play, replacement, faces, points
):
    battle = duel()
    play(battle, "melee_attack", "counter_attack", replacement, faces=faces)
    assert points(battle) == (12 - 4, 12 - 4)


@pytest.mark.rule("M6", "RM26")
@pytest.mark.parametrize(
    ("original", "replacement", "extra"),
    [
        (Act.MELEE_ATTACK, Act.CT_COUNTER_ATTACK, 0),
        (Act.MELEE_ATTACK, Act.CT_PARRY, 0),
        (Act.FEINT, Act.FEINT_COUNTER_ATTACK, 0),
        (Act.CT_PARRY, Act.MELEE_ATTACK, 5 - 3),
        (Act.UNARMED_ATTACK, Act.CT_COUNTER_ATTACK, 5 - 3),
    ],
)
def test_M6_only_the_difference_is_paid(duel, original, replacement, extra):
    """The last two represent a more expensive replacement, which no weapon of RM9 has."""
    fighter = duel({"hand": "great_weapon"}).fighters[0]
    assert replacement_cost(fighter, original, replacement) == extra


@pytest.mark.rule("RM26", "M41", "M42")
def test_RM26_a_replacement_without_extra_cost_needs_no_points(duel, play, legal, points):
    battle = duel({"action_points": 4})
    play(battle, "melee_attack", "counter_attack")
    assert points(battle) == (0, 8)
    assert legal(battle) == {"wait", "ct_counter_attack", "ct_parry"}


@pytest.mark.rule("RM26", "M25", "M23", "RM9")
@pytest.mark.parametrize(
    ("hand", "cost"),
    [("dagger", 3), ("sword", 4), ("axe", 4), ("mace", 4), ("spear", 4), ("great_weapon", 5)],
)
def test_RM26_attack_and_feint_need_their_full_cost(duel, legal, act, hand, cost, points):
    battle = duel({"hand": hand, "action_points": cost})
    assert {"melee_attack", "feint"} <= legal(battle)
    battle.fighters[0].action_points = cost - 1
    assert not {"melee_attack", "feint"} & legal(battle)
    battle.fighters[0].action_points = 12
    act(battle, "feint")
    assert points(battle) == (12 - cost, 12)


@pytest.mark.rule("RM26", "M32", "M36", "M37", "RM9")
@pytest.mark.parametrize(
    ("hand", "strike", "parry"),
    [
        ("dagger", 3, 2),
        ("sword", 4, 2),
        ("axe", 4, 3),
        ("mace", 4, 3),
        ("spear", 4, 2),
        ("great_weapon", 5, 3),
    ],
)
def test_RM26_reactions_need_their_full_cost(duel, act, legal, hand, strike, parry):
    battle = duel({}, {"hand": hand})
    act(battle, "melee_attack")
    affordable = {}
    for left in range(1, 7):
        battle.fighters[1].action_points = left
        affordable[left] = legal(battle) - {"wait"}
    cheapest = {
        name: min(left for left, names in affordable.items() if name in names)
        for name in affordable[6]
    }
    assert cheapest == {
        "evade": 2,
        "parry": parry,
        "counter_attack": strike,
        "unarmed_counter_attack": 3,
    }


@pytest.mark.rule("M7")
def test_M7_unopposed_the_result_itself_is_compared(duel, play, events, wounds):
    battle = duel(NOVICE)
    play(battle, "melee_attack", "wait", faces=[3, 1, 1])
    assert totals(events(battle)) == [3]
    assert wounds(battle) == (0, 1 + 1 + 2)


@pytest.mark.rule("M7", "M36")
@pytest.mark.parametrize(("own", "other", "is_hit"), [(4, 6, False), (5, 6, True), (9, 10, True)])
def test_M7_opposed_the_difference_is_compared(duel, play, own, other, is_hit, wounds):
    """Ratings 6 and 4: Evade at a net of 0 stops the blow, at -1 it does not."""
    battle = duel()
    damage = [1, 1] if is_hit else []
    play(battle, "melee_attack", "evade", faces=[own, other, *damage])
    assert wounds(battle) == (0, 2 if is_hit else 0)


# --- Statuses (M13, M14, M16, QM1) ----------------------------------------------------------------


@pytest.mark.rule("M13", "M16", "QM1", "M29")
def test_M13_off_guard_moves_or_readies(duel, legal):
    battle = duel({"status": "off_guard"})
    moves = MOVES - {"move_e"} | {"move_away", "move_by_steps"}
    assert legal(battle) == {"wait", "ready"} | moves


@pytest.mark.rule("M29", "RM22", "M13", "M14")
def test_M29_ready_costs_1_and_always_succeeds(duel, act, legal, who, points):
    battle = duel({"status": "off_guard"})
    act(battle, "ready")
    assert battle.fighters[0].status == Status.ON_GUARD
    assert points(battle) == (12 - 1, 12)
    assert who(battle) == ("red_0", "turn")
    assert "melee_attack" in legal(battle)
    assert "ready" not in legal(battle)


@pytest.mark.rule("M14", "M16", "QM1")
def test_M14_on_guard(duel, legal):
    battle = duel()
    moves = MOVES - {"move_e"} | {"move_away", "move_by_steps"}
    strikes = {"melee_attack", "feint", "unarmed_attack", "combat_move"}
    assert legal(battle) == {"wait"} | strikes | moves


@pytest.mark.rule("M13", "RM19", "TM5")
def test_M13_off_guard_has_no_reaction(duel, act, who, wounds):
    """The blow is rolled at once, unopposed."""
    battle = duel({}, {"status": "off_guard"})
    act(battle, "melee_attack", faces=[0, 1, 1])
    assert wounds(battle) == (0, 2)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("M16", "TM5", "RM21")
@pytest.mark.parametrize("held", ["bound", "grappled", "pinned"])
@pytest.mark.parametrize("attack", ["melee_attack", "unarmed_attack"])
def test_RM21_the_held_cannot_answer_a_third_party(fight, act, held, attack):
    """Blue_1 strikes red_0, whom blue_0 holds: unopposed."""
    battle = fight([{}], [{}, {"at": (3, 3)}], held=held)
    act(battle, "wait", faces=[0])
    act(battle, "wait", faces=[0])
    damage = [1, 1] if attack == "melee_attack" else [1]
    act(battle, attack, faces=[0, *damage])
    assert battle.fighters[0].damage == len(damage)


# --- Combat Defence and the two outcomes (RM6, RM24, M25, M45, M46) -------------------------------


@pytest.mark.rule("RM6")
@pytest.mark.parametrize(
    ("status", "defence"),
    [
        (Status.OFF_GUARD, -2),
        (Status.ON_GUARD, 0),
        (Status.BOUND, 0),
        (Status.GRAPPLED, 0),
        (Status.PINNED, 0),
    ],
)
@pytest.mark.parametrize(
    ("armour", "coverage"), [("none", 0), ("light", 3), ("medium", 6), ("heavy", 9)]
)
def test_RM6_combat_defence(duel, status, defence, armour, coverage):
    fighter = duel({"armour": armour}).fighters[0]
    fighter.status = status
    assert combat_defence(fighter) == defence
    assert armoured_defence(fighter, combat_defence(fighter)) == defence + coverage


@pytest.mark.rule("RM24", "M25")
@pytest.mark.parametrize(
    ("net", "defence", "armoured", "outcome"),
    [
        (-1, 0, 3, BLOW_MISSES),
        (0, 0, 3, BLOW_HITS),
        (2, 0, 3, BLOW_HITS),
        (3, 0, 3, BLOW_IS_CRITICAL),
        (0, 0, 0, BLOW_IS_CRITICAL),
        (-1, 0, 0, BLOW_MISSES),
        (-3, -2, 7, BLOW_MISSES),
        (-2, -2, 7, BLOW_HITS),
        (6, -2, 7, BLOW_HITS),
        (7, -2, 7, BLOW_IS_CRITICAL),
    ],
)
def test_RM24_the_higher_target_first_and_at_least(net, defence, armoured, outcome):
    assert outcome_of_blow(net, defence, armoured) == outcome


@pytest.mark.rule("M45", "M46", "RM10")
@pytest.mark.parametrize(
    ("armour", "rolled", "hit"),
    [
        ("none", 5, 5),
        ("light", 5, 3),
        ("light", 2, 0),
        ("light", 1, 0),
        ("medium", 5, 1),
        ("medium", 4, 0),
        ("heavy", 7, 1),
        ("heavy", 6, 0),
        ("heavy", 2, 0),
    ],
)
def test_M45_M46_armour_counts_against_a_hit_and_not_a_critical(duel, armour, rolled, hit):
    fighter = duel({"armour": armour}).fighters[0]
    assert damage_after_armour(fighter, rolled, False) == hit
    assert damage_after_armour(fighter, rolled, True) == rolled


@pytest.mark.rule("M25", "M45", "M46", "RM6", "RM24")
@pytest.mark.parametrize(
    ("armour", "pool", "damage"),
    [
        ("none", 0, 9),
        ("light", 2, 7),
        ("light", 3, 9),
        ("medium", 5, 5),
        ("medium", 6, 9),
        ("heavy", 8, 3),
        ("heavy", 9, 9),
    ],
)
def test_M25_hit_or_critical_hit(duel, play, armour, pool, damage, wounds):
    """An axe of rating 0, damage 3 + 4 + 2."""
    battle = duel(NOVICE, {"armour": armour})
    play(battle, "melee_attack", "wait", faces=[pool, 3, 4])
    assert wounds(battle) == (0, damage)


@pytest.mark.rule("M25", "RM10")
@pytest.mark.parametrize(("pool", "damage"), [(1, 0), (2, 4)])
def test_M25_miss_below_combat_defence(duel, play, pool, damage, wounds):
    """Half spent the axe's rating is -2."""
    battle = duel({**NOVICE, "damage": 15})
    play(battle, "melee_attack", "wait", faces=[pool, *([1, 1] if damage else [])])
    assert wounds(battle) == (15, damage)


@pytest.mark.rule("M25", "RM6", "M13")
@pytest.mark.parametrize(("penalty", "pool", "damage"), [(15, 0, 2), (0, 0, 2), (0, 1, 4)])
def test_RM6_off_guard_is_hit_two_lower(duel, act, penalty, pool, damage, wounds):
    """Light armour: Combat Defence -2, (Armoured) 1; damage 1 + 1 + 2, less 2 on a Hit."""
    battle = duel({**NOVICE, "damage": penalty}, {"status": "off_guard", "armour": "light"})
    act(battle, "melee_attack", faces=[pool, 1, 1])
    assert wounds(battle) == (penalty, damage)


@pytest.mark.rule("M45", "RM10", "RM36")
def test_M45_a_hit_that_armour_swallows_whole(duel, play, events, wounds):
    """No damage below zero; it still is a hit, and ends an aim."""
    battle = duel({**NOVICE, "hand": "dagger", "daggers": 0}, {"armour": "heavy", "aim_target": 0})
    play(battle, "melee_attack", "wait", faces=[0, 6])
    assert wounds(battle) == (0, 0)
    assert events(battle)[-1] == ("hit", 0, 1, 1, 0, 6)
    assert battle.fighters[1].aim_target == -1


@pytest.mark.rule("M46", "RM10")
def test_M46_a_critical_names_itself(duel, play, events):
    battle = duel({}, {"armour": "heavy"})
    play(battle, "melee_attack", "wait", faces=[3, 6, 6])
    assert events(battle)[-1] == ("critical", 0, 1, 2, 12, 12)


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


# --- Dropping out (RM10, RM39) --------------------------------------------------------------------


@pytest.mark.rule("RM39", "RM30")
def test_RM39_both_drop_in_one_exchange(duel, play, who, wounds):
    """Red's blow drops blue first, and blue's Counter-Attack still counts."""
    battle = duel({"damage": 29}, {"damage": 29})
    play(battle, "melee_attack", "counter_attack", "wait", faces=[4, 4, 1, 1, 1, 2])
    assert wounds(battle) == (29 + 3, 29 + 2)
    assert (battle.over, battle.winner, battle.ending) == (True, -1, Ending.BOTH_SIDES_DOWN)


@pytest.mark.rule("RM39", "RM9")
def test_RM39_the_dropped_one_strikes_with_the_weapon_that_falls(duel, play, wounds):
    """Blue's great weapon does 3d6, although it is on the ground by then; -2 for its wounds."""
    battle = duel({}, {"damage": 29, "hand": "great_weapon"})
    play(battle, "melee_attack", "counter_attack", "wait", faces=[4, 6, 1, 1, 2, 3, 4])
    assert wounds(battle) == (9, 31)


@pytest.mark.rule("RM10", "RM28")
@pytest.mark.parametrize(("damage", "is_over"), [(27, False), (28, True)])
def test_RM10_incapacitated_at_zero_points(duel, play, damage, is_over):
    battle = duel({}, {"damage": damage})
    play(battle, "melee_attack", "wait", faces=[4, 1, 1])
    assert bool(battle.over) == is_over
    assert battle.winner == (0 if is_over else -1)


@pytest.mark.rule("RM10")
def test_RM10_the_fallen_are_no_targets(fight, play, legal):
    battle = fight([{}], [{"damage": 29}, {}])
    assert {"melee_attack", "melee_attack 1"} <= legal(battle)
    play(battle, "melee_attack", "wait", faces=[4, 1, 1])
    assert "melee_attack" not in legal(battle)
    assert "melee_attack 1" in legal(battle)
