"""In a bind (M11, M21, M24, M27, M31, M35, M40, RM11, RM20, RM21, RM23).

Unless a test says otherwise both hold a sword: 6 on Disarm, Press and Wind, 4 on Double and
Withdraw, 5 on Grapple and unarmed, 3 on an unarmed Double. Dice: the actor's pool, the reactor's
pool, the damage of the actor's blow, the damage of the reactor's blow.
"""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch.enums import (
    Status,
)
from quintain.envs.mythic_epoch.rules.wounds import relate
from quintain.envs.mythic_epoch.tables import (
    UNARMED,
    WEAPON_NAMES,
)

pytestmark = pytest.mark.interpreted

NOVICE = {"hand": "axe", "axes": 0, "brawling": 0, "agility": 0}  # the pool is the result
BIND_ACTIONS = ("disarm", "grapple", "press", "unarmed_press", "withdraw")
ON_GUARD = [(Status.ON_GUARD, -1), (Status.ON_GUARD, -1)]
BOUND = [(Status.BOUND, 1), (Status.BOUND, 0)]
GRAPPLED = [(Status.GRAPPLED, 1), (Status.GRAPPLED, 0)]


def held_weapon(fighter):
    """Name of the weapon in hand."""
    return WEAPON_NAMES[int(fighter.hand)]


# --- What a bind allows (M11, QM1, TM5, TM7) ------------------------------------------------------


@pytest.mark.rule("M11", "M16", "QM1", "RM20")
def test_M11_what_may_be_declared_in_a_bind(duel, legal):
    """No Move, no Melee Attack, no Combat Move."""
    assert legal(duel(held="bound")) == {"wait", *BIND_ACTIONS}


@pytest.mark.rule("M35", "M40", "RM3", "TM5")
@pytest.mark.parametrize("action", BIND_ACTIONS)
def test_M35_M40_answer_each_action_of_a_bind(duel, act, legal, who, action):
    battle = duel(held="bound")
    act(battle, action)
    assert who(battle) == ("blue_0", "reaction")
    assert legal(battle) == {"wait", "double", "unarmed_double", "wind"}


@pytest.mark.rule("TM8", "M41", "M42")
@pytest.mark.parametrize(
    ("action", "dice"),
    [("disarm", []), ("grapple", []), ("press", [1, 1]), ("unarmed_press", [1]), ("withdraw", [])],
)
def test_TM8_no_counter_tempo_in_a_bind(duel, play, who, action, dice):
    """The result is rolled at once, even after a Double."""
    battle = duel(held="bound")
    play(battle, action, "double", faces=[40, 0, *dice])
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM26", "M21", "M24", "M27", "M31", "RM9", "RM35")
@pytest.mark.parametrize(
    ("hand", "by_weapon"),
    [("dagger", 3), ("sword", 4), ("axe", 4), ("mace", 4), ("spear", 4), ("great_weapon", 5)],
)
def test_RM26_costs_in_a_bind(duel, legal, hand, by_weapon):
    battle = duel({"hand": hand}, held="bound")
    cheapest = {}
    for left in range(6, -1, -1):
        battle.fighters[0].action_points = left
        cheapest.update(dict.fromkeys(legal(battle) - {"wait"}, left))
    by = dict.fromkeys(("disarm", "grapple", "press"), by_weapon)
    assert cheapest == {**by, "unarmed_press": 3, "withdraw": 2}


@pytest.mark.rule("RM26", "M35", "M40", "RM9", "RM35")
@pytest.mark.parametrize(
    ("hand", "double", "wind"),
    [
        ("dagger", 3, 2),
        ("sword", 4, 2),
        ("axe", 4, 3),
        ("mace", 4, 3),
        ("spear", 4, 2),
        ("great_weapon", 5, 3),
    ],
)
def test_RM26_costs_of_the_answers(duel, act, legal, hand, double, wind):
    battle = duel({}, {"hand": hand}, held="bound")
    act(battle, "press")
    cheapest = {}
    for left in range(6, -1, -1):
        battle.fighters[1].action_points = left
        cheapest.update(dict.fromkeys(legal(battle) - {"wait"}, left))
    assert cheapest == {"double": double, "unarmed_double": 3, "wind": wind}


@pytest.mark.rule("TM3", "M21", "M24", "M27", "M31")
@pytest.mark.parametrize(
    ("action", "paid"),
    [("disarm", 4), ("grapple", 4), ("press", 4), ("unarmed_press", 3), ("withdraw", 2)],
)
def test_TM3_the_actor_pays_at_declaration(duel, act, action, paid, points):
    battle = duel(held="bound")
    act(battle, action)
    assert points(battle) == (12 - paid, 12)


@pytest.mark.rule("TM3", "M35", "M40")
@pytest.mark.parametrize(
    ("answer", "paid"), [("wait", 0), ("wind", 2), ("double", 4), ("unarmed_double", 3)]
)
def test_TM3_the_reactor_pays_too(duel, play, answer, paid, points):
    """Against a Withdraw that no answer can stop."""
    battle = duel(held="bound")
    play(battle, "withdraw", answer, faces=[40] if answer == "wait" else [40, 0])
    assert points(battle) == (12 - 2, 12 - paid)


@pytest.mark.rule("RM35", "M40", "M21")
@pytest.mark.parametrize("hand", ["unarmed", "bow", "pistol"])
def test_RM35_bound_without_a_melee_weapon(duel, act, legal, hand):
    """No Disarm, no Press or Double but unarmed, no Wind."""
    battle = duel({"hand": hand}, held="bound")
    assert legal(battle) == {"wait", "grapple", "unarmed_press", "withdraw"}
    battle = duel({}, {"hand": hand}, held="bound")
    act(battle, "press")
    assert legal(battle) == {"wait", "unarmed_double"}


@pytest.mark.rule("M21", "RM27")
def test_M21_there_must_be_a_weapon_to_take(duel, legal):
    battle = duel({}, {"hand": "unarmed"}, held="bound")
    assert "disarm" not in legal(battle)


@pytest.mark.rule("RM37", "M24", "M27", "M35")
@pytest.mark.parametrize(
    ("hand", "names"),
    [("sword", {"disarm", "withdraw"}), ("spear", {"disarm", "withdraw", "press"})],
)
def test_RM37_bound_at_two_squares(duel, legal, hand, names):
    """As after a Parry of a spear: blows and Grapple need the attacker's own reach."""
    battle = duel({"hand": hand}, {"hand": "spear", "at": (6, 3)}, held="bound")
    assert legal(battle) == {"wait"} | names


@pytest.mark.rule("RM37", "M35")
@pytest.mark.parametrize(("hand", "names"), [("sword", {"wind"}), ("spear", {"wind", "double"})])
def test_RM37_answers_at_two_squares(duel, act, legal, hand, names):
    battle = duel({"hand": "spear"}, {"hand": hand, "at": (6, 3)}, held="bound")
    act(battle, "press")
    assert legal(battle) == {"wait"} | names


# --- Disarm (M21, RM11, RM27) ---------------------------------------------------------------------


@pytest.mark.rule("M21", "RM23", "RM11")
@pytest.mark.parametrize(("pool", "is_success"), [(0, False), (7, False), (8, True), (20, True)])
def test_M21_disarm_from_8(duel, play, pool, is_success, pair):
    battle = duel(NOVICE, held="bound")
    play(battle, "disarm", "wait", faces=[pool])
    assert held_weapon(battle.fighters[1]) == ("unarmed" if is_success else "sword")
    assert held_weapon(battle.fighters[0]) == "axe"
    assert pair(battle) == (ON_GUARD if is_success else BOUND)


@pytest.mark.rule("M21", "M40", "M7")
@pytest.mark.parametrize(("own", "is_success"), [(9, False), (10, True)])
def test_M21_opposed_by_wind(duel, play, own, is_success, pair):
    """Both 6: a net of 7 fails, of 8 takes the weapon."""
    battle = duel(held="bound")
    play(battle, "disarm", "wind", faces=[own, 2])
    assert (int(battle.fighters[1].hand) == UNARMED) == is_success
    assert pair(battle) == (ON_GUARD if is_success else BOUND)


@pytest.mark.rule("M21", "RM27")
def test_M21_the_weapon_falls_and_can_be_picked_up_for_4(duel, play, act, legal):
    battle = duel(held="bound")
    play(battle, "disarm", "wait", faces=[2])
    assert battle.ground_weapon[0] == WEAPON_NAMES.index("sword")
    assert (battle.ground_x[0], battle.ground_y[0]) == (5, 3)
    act(battle, "wait", faces=[0])
    names = legal(battle)
    assert "pick_up_weapon" in names
    assert not {"melee_attack", "feint"} & names
    assert "unarmed_attack" in names
    battle.fighters[1].action_points = 3
    assert "pick_up_weapon" not in legal(battle)
    battle.fighters[1].action_points = 4
    act(battle, "pick_up_weapon", faces=[0])
    assert held_weapon(battle.fighters[1]) == "sword"
    assert battle.fighters[1].action_points == 12
    assert battle.ground_weapon[0] == -1


@pytest.mark.rule("M21", "M35")
def test_M21_a_disarm_with_success_leaves_a_double_no_chance(duel, play, pair, wounds):
    """A net result of 8 for one is -8 for the other."""
    battle = duel(held="bound")
    play(battle, "disarm", "double", faces=[10, 4])
    assert int(battle.fighters[1].hand) == UNARMED
    assert wounds(battle) == (0, 0)
    assert pair(battle) == ON_GUARD


# --- Grapple (M24, RM11) --------------------------------------------------------------------------


@pytest.mark.rule("M24", "RM23", "RM11")
@pytest.mark.parametrize(("pool", "is_success"), [(0, False), (7, False), (8, True), (20, True)])
def test_M24_grapple_from_8(duel, play, pool, is_success, pair):
    battle = duel(NOVICE, held="bound")
    play(battle, "grapple", "wait", faces=[pool])
    assert pair(battle) == (GRAPPLED if is_success else BOUND)
    assert [held_weapon(one) for one in battle.fighters[:2]] == ["axe", "sword"]


@pytest.mark.rule("M24", "M40", "M7")
@pytest.mark.parametrize(("own", "is_success"), [(10, False), (11, True)])
def test_M24_opposed_by_wind(duel, play, own, is_success, pair):
    """Ratings 5 and 6."""
    battle = duel(held="bound")
    play(battle, "grapple", "wind", faces=[own, 2])
    assert pair(battle) == (GRAPPLED if is_success else BOUND)


@pytest.mark.rule("M24", "M35")
@pytest.mark.parametrize(
    ("own", "damage", "after"),
    [(2, 2, ON_GUARD), (3, 2, ON_GUARD), (4, 0, BOUND), (11, 0, GRAPPLED)],
)
def test_M24_opposed_by_double(duel, play, own, damage, after, pair, wounds):
    """Ratings 5 and 4; the Double hits from a net of 0 and ends the bind."""
    battle = duel(held="bound")
    dice = [1, 1] if damage else []
    play(battle, "grapple", "double", faces=[own, 4, *dice])
    assert wounds(battle) == (damage, 0)
    assert pair(battle) == after


# --- Press (M27, RM11, RM35) ----------------------------------------------------------------------


@pytest.mark.rule("M27", "RM11", "RM23")
@pytest.mark.parametrize(
    ("pool", "damage", "after"),
    [(1, 0, BOUND), (2, 2, ON_GUARD), (4, 2, ON_GUARD), (5, 4, ON_GUARD)],
)
def test_M27_press_strikes_from_combat_defence(duel, play, pool, damage, after, pair, wounds):
    """An axe of rating -2 (half spent) against light armour: Hit from 0, Critical from 3."""
    battle = duel({**NOVICE, "damage": 15}, {"armour": "light"}, held="bound")
    play(battle, "press", "wait", faces=[pool, *([1, 1] if damage else [])])
    assert wounds(battle) == (15, damage)
    assert pair(battle) == after


@pytest.mark.rule("M27", "RM11")
def test_M27_a_strike_that_armour_swallows_ends_the_bind_too(duel, play, pair, wounds):
    battle = duel({"hand": "dagger", "daggers": 0}, {"armour": "heavy"}, held="bound")
    play(battle, "press", "wait", faces=[0, 6])
    assert wounds(battle) == (0, 0)
    assert pair(battle) == ON_GUARD


@pytest.mark.rule("RM35", "M27")
@pytest.mark.parametrize(("other", "damage"), [(2, 6), (3, 0)])
def test_RM35_an_unarmed_press(duel, play, other, damage, pair, wounds, points):
    """3 AP, brawling 5 against Wind 6, 1d6."""
    battle = duel(held="bound")
    play(battle, "unarmed_press", "wind", faces=[4, other, *([6] if damage else [])])
    assert wounds(battle) == (0, damage)
    assert points(battle) == (12 - 3, 12 - 2)
    assert pair(battle) == (ON_GUARD if damage else BOUND)


# --- Withdraw (M31, RM11) -------------------------------------------------------------------------


@pytest.mark.rule("M31", "RM23", "RM11")
@pytest.mark.parametrize(("pool", "after"), [(0, BOUND), (1, ON_GUARD), (9, ON_GUARD)])
def test_M31_withdraw_from_1(duel, play, pool, after, pair, points):
    battle = duel(NOVICE, held="bound")
    play(battle, "withdraw", "wait", faces=[pool])
    assert pair(battle) == after
    assert points(battle) == (12 - 2, 12)


@pytest.mark.rule("M31", "RM10", "RM2")
@pytest.mark.parametrize(("pool", "after"), [(4, BOUND), (5, ON_GUARD)])
def test_M31_the_load_of_armour_counts(duel, play, pool, after, pair):
    battle = duel({**NOVICE, "armour": "heavy"}, held="bound")
    play(battle, "withdraw", "wait", faces=[pool])
    assert pair(battle) == after


@pytest.mark.rule("M31", "M40", "M7", "RM31")
@pytest.mark.parametrize(("own", "after"), [(4, BOUND), (5, ON_GUARD)])
def test_M31_opposed_by_wind(duel, play, own, after, pair):
    """Ratings 4 and 6: at a net of 0 Wind stops it, at 1 it succeeds."""
    battle = duel(held="bound")
    play(battle, "withdraw", "wind", faces=[own, 2])
    assert pair(battle) == after


# --- Double (M35, RM11) ---------------------------------------------------------------------------


@pytest.mark.rule("M35", "M27", "RM11", "M7")
@pytest.mark.parametrize(
    ("other", "dice", "result"),
    [(5, [1, 2], (0, 3)), (6, [1, 2, 3, 4], (7, 3)), (7, [3, 4], (7, 0))],
)
def test_M35_double_against_press(duel, play, other, dice, result, pair, wounds, points):
    """Ratings 6 and 4; a tie hits both; either blow ends the bind."""
    battle = duel(held="bound")
    play(battle, "press", "double", faces=[4, other, *dice])
    assert wounds(battle) == result
    assert pair(battle) == ON_GUARD
    assert points(battle) == (12 - 4, 12 - 4)


@pytest.mark.rule("M35", "M45", "M46")
@pytest.mark.parametrize(("other", "damage"), [(8, 3), (9, 5)])
def test_M35_hit_or_critical_hit(duel, play, other, damage, wounds):
    """Light armour on red: critical from a net of 3."""
    battle = duel({"armour": "light"}, held="bound")
    play(battle, "press", "double", faces=[4, other, 2, 3])
    assert wounds(battle) == (damage, 0)


@pytest.mark.rule("M35", "RM11")
@pytest.mark.parametrize(
    ("own", "damage", "after"), [(3, 2, ON_GUARD), (4, 2, ON_GUARD), (5, 0, BOUND), (11, 0, BOUND)]
)
def test_M35_a_failed_double_leaves_the_bind(duel, play, own, damage, after, pair, wounds):
    """Against a Disarm (6 to 4) that needs 8."""
    battle = duel(held="bound")
    play(battle, "disarm", "double", faces=[own, 6, *([1, 1] if damage else [])])
    assert wounds(battle) == (damage, 0)
    assert pair(battle) == after


@pytest.mark.rule("M35", "M31")
@pytest.mark.parametrize(("own", "damage"), [(4, 2), (5, 2), (6, 0)])
def test_M35_double_against_withdraw(duel, play, own, damage, pair, wounds):
    """Both 4: from a net of 0 the Double hits, from 1 the Withdraw gets away; out of it anyway."""
    battle = duel(held="bound")
    play(battle, "withdraw", "double", faces=[own, 5, *([1, 1] if damage else [])])
    assert wounds(battle) == (damage, 0)
    assert pair(battle) == ON_GUARD


@pytest.mark.rule("RM35", "M35", "RM2")
@pytest.mark.parametrize(("other", "damage"), [(6, 0), (7, 6)])
def test_RM35_an_unarmed_double(duel, play, other, damage, wounds, points):
    """3 AP, 5 - 2 against Disarm 6, 1d6."""
    battle = duel(held="bound")
    play(battle, "disarm", "unarmed_double", faces=[4, other, *([6] if damage else [])])
    assert wounds(battle) == (damage, 0)
    assert points(battle) == (12 - 4, 12 - 3)


# --- Wind (M40, RM31) -----------------------------------------------------------------------------


@pytest.mark.rule("M40", "RM31", "M27")
@pytest.mark.parametrize(
    ("other", "damage", "after"), [(3, 2, ON_GUARD), (4, 0, BOUND), (5, 0, BOUND), (30, 0, BOUND)]
)
def test_M40_wind_stops_from_0(duel, play, other, damage, after, pair, wounds, points):
    battle = duel(held="bound")
    play(battle, "press", "wind", faces=[4, other, *([1, 1] if damage else [])])
    assert wounds(battle) == (0, damage)
    assert pair(battle) == after
    assert points(battle) == (12 - 4, 12 - 2)


# --- Pairs (RM20, RM21) ---------------------------------------------------------------------------


@pytest.mark.rule("RM20", "M27", "RM10")
def test_RM20_who_strikes_the_other_down_is_on_guard(fight, play, legal):
    battle = fight([{}], [{"damage": 29}, {"at": (9, 9)}], held="bound")
    play(battle, "press", "wait", faces=[0, 1, 1])
    assert (battle.fighters[0].status, battle.fighters[0].partner) == (Status.ON_GUARD, -1)
    assert not battle.over
    assert "combat_move 1" in legal(battle)


@pytest.mark.rule("RM20", "RM39", "M35")
def test_RM20_dropped_by_a_double(fight, play, who):
    battle = fight([{"damage": 29}, {"at": (9, 9)}], [{}], held="bound")
    play(battle, "disarm", "double", faces=[0, 6, 1, 1])
    assert (battle.fighters[2].status, battle.fighters[2].partner) == (Status.ON_GUARD, -1)
    assert who(battle) == ("red_1", "turn")


@pytest.mark.rule("RM39", "M27", "M35")
def test_RM39_press_and_double_fell_both(duel, play, wounds):
    """Red's blow drops blue, whose Double still counts, with the weapon that it drops."""
    battle = duel({"damage": 29}, {"damage": 29, "hand": "great_weapon"}, held="bound")
    play(battle, "press", "double", faces=[4, 6, 1, 1, 1, 1, 2])
    assert wounds(battle) == (29 + 4, 29 + 2)
    assert battle.over
    assert battle.winner == -1


@pytest.mark.rule("RM20", "RM21")
def test_RM20_a_third_who_fells_one_frees_the_other(fight, act):
    """Red_1 strikes blue_0, to whom red_0 is bound: unopposed."""
    battle = fight([{}, {"at": (5, 4)}], [{"damage": 29}, {"at": (9, 9)}], held="bound")
    act(battle, "wait", faces=[0])
    act(battle, "melee_attack", faces=[0, 1, 1])
    assert [int(one.status) for one in battle.fighters[:2]] == [Status.ON_GUARD] * 2
    assert [int(one.partner) for one in battle.fighters[:3]] == [-1, -1, -1]


@pytest.mark.rule("RM20")
def test_RM20_a_third_does_not_join(fight, act, legal):
    """A bound fighter can strike only its partner."""
    battle = fight([{}], [{}, {"at": (4, 4)}], held="bound")
    assert legal(battle) == {"wait", *BIND_ACTIONS}
    act(battle, "press")
    assert battle.target == 1


@pytest.mark.rule("RM20", "RM36")
@pytest.mark.parametrize("status", [Status.BOUND, Status.GRAPPLED], ids=lambda status: status.name)
def test_RM20_a_bind_or_grapple_ends_every_aim(duel, status, pair):
    battle = duel({"aim_target": 1}, {"aim_target": 0})
    relate(battle, 0, 1, status)
    assert pair(battle) == [(status, 1), (status, 0)]
    assert [int(one.aim_target) for one in battle.fighters[:2]] == [-1, -1]
