"""Blows: the steps of an action, statuses, outcomes, dropping out (M4 to M7, M25, M45, M46).

Unless a test says otherwise both have a rating of 6 with the sword, 5 unarmed and 4 on Evade, so
that the difference of the two pools is the net result. Dice: the actor's pool, the reactor's pool,
the damage of the actor's blow, the damage of the reactor's blow.
"""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch.enums import Act, Ending, Status
from quintain.envs.mythic_epoch.rules.defence import armoured_defence, combat_defence
from quintain.envs.mythic_epoch.rules.reactions import replacement_cost
from quintain.envs.mythic_epoch.rules.wounds import (
    BLOW_HITS,
    BLOW_IS_CRITICAL,
    BLOW_MISSES,
    damage_after_armour,
    outcome_of_blow,
)

from .blows import totals

pytestmark = pytest.mark.interpreted

NOVICE = {"hand": "axe", "axes": 0}  # a rating of 0, so that the pool is the result
MOVES = {f"move_{side}" for side in ("n", "ne", "nw", "s", "se", "sw", "w", "e")}

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
