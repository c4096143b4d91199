"""The start and the end of a round, and how long effects last."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Life,
)
from quintain.envs.wildroll.rules.combat_sequence import rounds

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("TW1", "W44", "RW16")
def test_TW1_all_the_living_gain_in_the_order_of_their_numbers(battle_of, events):
    battle = battle_of(
        red=[{"tie_roll": 7, "acted": True}, {"life": Life.DEAD}],
        blue=[{"speed": 1, "tie_roll": 9, "acted": True}],
        round_number=3,
    )
    rounds.start_round(battle)
    assert events(battle) == [
        ("round", -1, -1, 0, 3, 0), ("gains", 0, -1, 0, 6, 0), ("gains", 2, -1, 0, 7, 0)
    ]  # fmt: skip
    for fighter in battle.fighters[:3]:
        assert (fighter.acted, fighter.tie_roll) == (False, 0)


# --- Durations (W61, RW19, W72, W79, W87, W95) ----------------------------------------------------


@pytest.mark.rule("W61", "W72")
def test_W61_the_round_in_which_it_begins_counts(battle_of):
    battle = battle_of(red=[{"helpless_rounds": 2}])
    rounds.expire(battle)
    assert battle.fighters[0].helpless_rounds == 1
    rounds.expire(battle)
    assert battle.fighters[0].helpless_rounds == 0
    rounds.expire(battle)
    assert battle.fighters[0].helpless_rounds == 0


@pytest.mark.rule("W61", "RW19", "W16")
def test_W61_a_shield_gives_its_mana_back_when_it_ends(battle_of, events):
    mage = {"base": "mage", "shield_rounds": 2, "mana": 9, "invested": 3}
    battle = battle_of(red=[mage])
    rounds.expire(battle)
    assert (battle.fighters[0].shield_rounds, battle.fighters[0].invested) == (1, 3)
    rounds.expire(battle)
    fighter = battle.fighters[0]
    assert (fighter.shield_rounds, fighter.invested, fighter.mana) == (0, 0, 12)
    assert [told[1] for told in events(battle, "shield_ends")] == [0]


@pytest.mark.rule("W61")
@pytest.mark.parametrize(("since", "order"), [((4, 2, 3), [1, 2, 0]), ((1, 2, 3), [0, 1, 2])])
def test_W61_the_one_that_has_lasted_longest_ends_first(battle_of, events, since, order):
    mage = {"base": "mage", "shield_rounds": 1, "mana": 9, "invested": 3}
    one, two, three = ({**mage, "shield_since": serial} for serial in since)
    battle = battle_of(red=[one, two], blue=[three])
    rounds.expire(battle)
    assert [told[1] for told in events(battle, "shield_ends")] == order


@pytest.mark.rule("W61")
@pytest.mark.parametrize(("helpless", "shield", "first"), [(5, 6, 0), (6, 5, 1)])
def test_W61_whatever_they_are(battle_of, helpless, shield, first):
    battle = battle_of(
        red=[
            {
                "base": "mage", "helpless_rounds": 1, "helpless_since": helpless,
                "shield_rounds": 1, "shield_since": shield,
            }
        ]
    )  # fmt: skip
    assert rounds.oldest_ending(battle) == first
    rounds.expire(battle)
    assert rounds.oldest_ending(battle) == -1


@pytest.mark.rule("W79", "W87", "W95", "W61", "TW7")
def test_W61_what_lasts_to_the_end_of_the_round(battle_of):
    state = {"dash": 2, "dash_rate": 3, "harried": 2, "harried_by": [1], "distracted": 1}
    battle = battle_of(red=[state])
    rounds.expire(battle)
    assert [int(battle.fighters[0][name]) for name in state] == [0] * len(state)


# --- The end of a round (TW7, W65, W90, RW11, RW12) -----------------------------------------------


@pytest.mark.rule("W65", "W90", "TW7")
def test_W65_unspent_movement_is_lost(battle_of):
    state = {"move_quarters": 18, "move_used": 3, "drag_points": 2}
    battle = battle_of(red=[state])
    rounds.end_round(battle)
    assert [int(battle.fighters[0][name]) for name in state] == [0, 0, 0]


@pytest.mark.rule("TW7", "RW12", "RW11")
def test_TW7_conditions_then_the_dying_then_what_expires(battle_of, loaded, events):
    mage = {"base": "mage", "shield_rounds": 1, "mana": 9, "invested": 3, "dying": True}
    battle = battle_of(
        red=[{**mage, "life": Life.UNCONSCIOUS}, {"poisoned": 1}],
        blue=[{"bleeding": 2, "burning": 1, "vitality": 0}],
    )
    with loaded(battle, [4, 4, 4]):
        rounds.end_round(battle)
    told = [(event[0], event[1]) for event in events(battle)]
    wanted = [("fatigue", 1), ("stamina", 2), ("burns", 2), ("saves", 0), ("shield_ends", 0)]
    assert [event for event in told if event in wanted] == wanted


@pytest.mark.rule("TW7", "RW12", "RW31")
def test_TW7_the_dead_suffer_no_more_and_the_battle_may_end(battle_of, loaded):
    battle = battle_of(red=[{"life": Life.DEAD, "bleeding": 3, "poisoned": 1}])
    with loaded(battle, []):
        rounds.end_round(battle)
    assert battle.fighters[0].fatigue == 0
    assert (battle.over, battle.winner) == (True, 1)


@pytest.mark.rule("TW7", "RW31")
def test_TW7_both_sides_down_at_once_is_a_draw(battle_of, load):
    dying = {"life": Life.UNCONSCIOUS, "dying": True}
    battle = battle_of(red=[dying], blue=[dying])
    load(battle, [1, 1, 1, 1] * 2)
    rounds.end_round(battle)
    assert [one.life for one in battle.fighters[:2]] == [Life.DEAD, Life.DEAD]
    assert (battle.over, battle.winner) == (True, -1)


@pytest.mark.rule("W32", "W61", "TW7")
def test_W32_who_can_act_again_after_the_round_helps_to_flank(battle_of):
    red = [{"at": (4, 3)}, {"at": (6, 3), "helpless_rounds": 1}]
    battle = battle_of(red=red, blue=[{"at": (5, 3)}])
    rounds.end_round(battle)
    assert int(battle.flanked) == 0b100


@pytest.mark.rule("W61", "W72")
@pytest.mark.parametrize(("state", "said"), [({}, 1), ({"life": Life.UNCONSCIOUS}, 0)])
def test_W72_a_fighter_who_is_helpless_no_longer_is_told(battle_of, events, told, state, said):
    battle = battle_of(red=[{"helpless_rounds": 2, **state}])
    rounds.expire(battle)
    assert not events(battle, "helpless")
    rounds.expire(battle)
    assert events(battle, "helpless") == [("helpless", 0, -1, 0, 0, 0)] * said
    if said:
        assert told(battle) == "Red is helpless no longer."
