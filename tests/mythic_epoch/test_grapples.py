"""In a grapple (M12, M15, M22, M26, M30, M39, RM7, RM11, RM20, RM23).

Unless a test says otherwise both have brawling 5, so that the difference of the two pools is the
net result. Dice: the actor's pool, the reactor's pool, the damage.
"""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch.enums import (
    Status,
)
from quintain.envs.mythic_epoch.rules.defence import grapple_defence
from quintain.envs.mythic_epoch.tables import (
    WEAPON_NAMES,
)

pytestmark = pytest.mark.interpreted

NOVICE = {"brawling": 0}  # the pool is the result
ON_GUARD = [(Status.ON_GUARD, -1), (Status.ON_GUARD, -1)]
GRAPPLED = [(Status.GRAPPLED, 1), (Status.GRAPPLED, 0)]
RED_PINS = [(Status.GRAPPLED, 1), (Status.PINNED, 0)]


# --- What a grapple allows (M12, M15, QM1, TM5) ---------------------------------------------------


@pytest.mark.rule("M12", "M16", "QM1", "RM20")
def test_M12_what_may_be_declared_in_a_grapple(duel, legal):
    assert legal(duel(held="grappled")) == {"wait", "escape", "pin", "unarmed_attack"}


@pytest.mark.rule("M15", "M16", "QM1")
def test_M15_pinned_may_only_escape(duel, act, legal, who):
    battle = duel(held="pinned")
    act(battle, "wait", faces=[0])
    assert who(battle) == ("blue_0", "turn")
    assert legal(battle) == {"wait", "escape"}


@pytest.mark.rule("M26", "M15", "QM1")
def test_M26_who_pins_already_cannot_pin_again(duel, legal):
    assert legal(duel(held="pinned")) == {"wait", "escape", "unarmed_attack"}


@pytest.mark.rule("M39", "RM3", "TM5")
@pytest.mark.parametrize("action", ["escape", "pin", "unarmed_attack"])
def test_M39_struggle_answers_escape_pin_and_unarmed_attack(duel, act, legal, who, action):
    """No Evade, Parry or Counter-Attack: these are for the guard."""
    battle = duel(held="grappled")
    act(battle, action)
    assert who(battle) == ("blue_0", "reaction")
    assert legal(battle) == {"wait", "struggle"}


@pytest.mark.rule("M15", "TM5", "M39")
@pytest.mark.parametrize(("action", "faces"), [("escape", [0]), ("unarmed_attack", [0, 1])])
def test_TM5_the_pinned_have_no_reaction(duel, act, who, action, faces):
    battle = duel(held="pinned")
    act(battle, action, faces=faces)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("M39", "M22")
def test_M39_the_holder_struggles_against_an_escape_of_the_pinned(duel, act, legal, who):
    battle = duel(held="pinned")
    act(battle, "wait", faces=[0])
    act(battle, "escape")
    assert who(battle) == ("red_0", "reaction")
    assert legal(battle) == {"wait", "struggle"}


@pytest.mark.rule("RM26", "M22", "M26", "M30")
def test_RM26_all_of_them_cost_3(duel, legal):
    battle = duel(held="grappled")
    battle.fighters[0].action_points = 3
    assert legal(battle) == {"wait", "escape", "pin", "unarmed_attack"}
    battle.fighters[0].action_points = 2
    assert legal(battle) == {"wait"}


@pytest.mark.rule("RM26", "M39")
@pytest.mark.parametrize(("left", "window"), [(3, ("blue_0", "reaction")), (2, ("red_0", "turn"))])
def test_RM26_struggle_costs_3(duel, act, who, left, window):
    battle = duel({}, {"action_points": left}, held="grappled")
    act(battle, "pin", faces=[] if left == 3 else [0])
    assert who(battle) == window


@pytest.mark.rule("TM3", "M22", "M26", "M30", "M39")
@pytest.mark.parametrize("action", ["escape", "pin", "unarmed_attack"])
def test_TM3_both_pay_3(duel, play, action, pair, points):
    battle = duel(held="grappled")
    play(battle, action, "struggle", faces=[0, 9])
    assert points(battle) == (12 - 3, 12 - 3)
    assert pair(battle) == GRAPPLED


# --- Escape (M22, RM11) ---------------------------------------------------------------------------


@pytest.mark.rule("M22", "RM11", "RM23")
@pytest.mark.parametrize(("pool", "after"), [(0, GRAPPLED), (1, ON_GUARD), (9, ON_GUARD)])
def test_M22_escape_from_1(duel, play, pool, after, pair):
    battle = duel(NOVICE, held="grappled")
    play(battle, "escape", "wait", faces=[pool])
    assert pair(battle) == after


@pytest.mark.rule("M22", "M39", "RM31")
@pytest.mark.parametrize(("own", "after"), [(3, GRAPPLED), (4, GRAPPLED), (5, ON_GUARD)])
def test_M22_opposed_by_struggle(duel, play, own, after, pair):
    battle = duel(held="grappled")
    play(battle, "escape", "struggle", faces=[own, 4])
    assert pair(battle) == after


@pytest.mark.rule("M22", "M15", "RM11", "TM7")
@pytest.mark.parametrize(("own", "after"), [(4, RED_PINS), (5, GRAPPLED)])
def test_M22_from_pinned_to_grappled(duel, act, play, legal, own, after, pair):
    battle = duel(held="pinned")
    act(battle, "wait", faces=[0])
    play(battle, "escape", "struggle", faces=[own, 4])
    assert pair(battle) == after
    assert ("pin" in legal(battle)) == (after == GRAPPLED)


@pytest.mark.rule("M22", "RM11")
def test_M22_twice_from_pinned_to_on_guard(duel, act, play, pair):
    battle = duel(held="pinned")
    act(battle, "wait", faces=[0])
    play(battle, "escape", "wait", faces=[0])
    play(battle, "escape", "wait", faces=[0])
    assert pair(battle) == ON_GUARD


@pytest.mark.rule("M22", "RM11", "RM20")
def test_M22_the_holder_who_escapes_lets_the_pinned_go(duel, act, pair):
    battle = duel(held="pinned")
    act(battle, "escape", faces=[0])
    assert pair(battle) == ON_GUARD


@pytest.mark.rule("M22", "RM20")
def test_M22_the_weapon_is_still_in_hand(duel, play, legal):
    battle = duel(held="grappled")
    play(battle, "escape", "wait", faces=[0])
    assert WEAPON_NAMES[int(battle.fighters[0].hand)] == "sword"
    assert "melee_attack" in legal(battle)


# --- Pin (M26, RM7, RM11) -------------------------------------------------------------------------


@pytest.mark.rule("RM7")
@pytest.mark.parametrize(
    ("brawling", "defence"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (9, 5), (10, 5)]
)
def test_RM7_half_the_brawling_skill_rounded_up(duel, brawling, defence):
    assert grapple_defence(duel({"brawling": brawling}).fighters[0]) == defence


@pytest.mark.rule("M26", "RM7", "RM11", "RM23")
@pytest.mark.parametrize(
    ("brawling", "pool", "after"),
    [
        (5, 2, GRAPPLED),
        (5, 3, RED_PINS),
        (4, 1, GRAPPLED),
        (4, 2, RED_PINS),
        (10, 4, GRAPPLED),
        (10, 5, RED_PINS),
        (0, 0, RED_PINS),
    ],
)
def test_M26_pin_from_grapple_defence(duel, play, brawling, pool, after, pair):
    battle = duel(NOVICE, {"brawling": brawling}, held="grappled")
    play(battle, "pin", "wait", faces=[pool])
    assert pair(battle) == after


@pytest.mark.rule("M26", "M39", "RM31", "M7")
@pytest.mark.parametrize(
    ("own", "after"), [(4, GRAPPLED), (5, GRAPPLED), (6, GRAPPLED), (7, RED_PINS)]
)
def test_M26_opposed_by_struggle(duel, play, own, after, pair):
    """Equal at 4: stopped. Above, the net is held against Grapple Defence 3."""
    battle = duel(held="grappled")
    play(battle, "pin", "struggle", faces=[own, 4])
    assert pair(battle) == after


@pytest.mark.rule("M39", "RM31", "RM7", "M26")
@pytest.mark.parametrize(("own", "after"), [(0, GRAPPLED), (1, RED_PINS)])
def test_RM31_struggle_goes_before_a_pin_at_grapple_defence_0(duel, play, own, after, pair):
    battle = duel(NOVICE, NOVICE, held="grappled")
    play(battle, "pin", "struggle", faces=[own, 0])
    assert pair(battle) == after


# --- Unarmed Attack in a grapple (M30, M39) -------------------------------------------------------


@pytest.mark.rule("M30", "M39", "RM31")
@pytest.mark.parametrize(("other", "damage"), [(3, 6), (4, 0), (5, 0)])
def test_M39_struggle_stops_a_blow_from_0(duel, play, other, damage, pair, wounds):
    battle = duel(held="grappled")
    play(battle, "unarmed_attack", "struggle", faces=[4, other, *([6] if damage else [])])
    assert wounds(battle) == (0, damage)
    assert pair(battle) == GRAPPLED


@pytest.mark.rule("M30", "M45", "M46", "RM10")
@pytest.mark.parametrize(("pool", "damage"), [(1, 0), (2, 3), (4, 3), (5, 5)])
@pytest.mark.parametrize("held", ["grappled", "pinned"])
def test_M30_same_two_targets_in_a_grapple(duel, act, play, pool, damage, held, wounds):
    """Brawling 0, half spent, against light armour: Hit from 0, Critical from 3."""
    battle = duel({**NOVICE, "damage": 15}, {"armour": "light", "action_points": 0}, held=held)
    act(battle, "unarmed_attack", faces=[pool, *([5] if damage else [])])
    assert wounds(battle) == (15, damage)


# --- Pairs (RM20) ---------------------------------------------------------------------------------


@pytest.mark.rule("RM20")
def test_RM20_only_the_partner_can_be_struck(fight, act, legal):
    battle = fight([{}], [{}, {"at": (4, 4)}], held="grappled")
    assert legal(battle) == {"wait", "escape", "pin", "unarmed_attack"}


@pytest.mark.rule("RM20")
def test_RM20_the_partner_in_another_slot(fight, legal):
    battle = fight([{}], [{}, {"at": (4, 4)}])
    one, other = battle.fighters[0], battle.fighters[2]
    one.status = other.status = Status.GRAPPLED
    one.partner, other.partner = 2, 0
    assert legal(battle) == {"wait", "escape", "pin", "unarmed_attack 1"}


@pytest.mark.rule("RM20", "RM10")
@pytest.mark.parametrize("held", ["grappled", "pinned"])
def test_RM20_who_strikes_the_other_down_is_on_guard(fight, play, held):
    battle = fight([{}], [{"damage": 29, "action_points": 0}, {"at": (9, 9)}], held=held)
    play(battle, "unarmed_attack", faces=[0, 1])
    assert (battle.fighters[0].status, battle.fighters[0].partner) == (Status.ON_GUARD, -1)


@pytest.mark.rule("RM20", "M15", "RM21")
def test_RM20_the_pinned_are_free_when_their_holder_drops(fight, act):
    """Blue_1 strikes down red_0, who pins blue_0."""
    battle = fight([{"damage": 29}, {"at": (9, 9)}], [{}, {"at": (3, 3)}], held="pinned")
    act(battle, "wait", faces=[0])
    act(battle, "wait", faces=[0])
    act(battle, "wait", faces=[0])
    act(battle, "melee_attack", faces=[0, 1, 1])
    assert (battle.fighters[2].status, battle.fighters[2].partner) == (Status.ON_GUARD, -1)
