"""The actions that a turn can consist of."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, Role, Stage
from quintain.envs.heimr.rules.combat_actions import action_types

pytestmark = pytest.mark.interpreted


def spent(battle, *actions):
    """Red_0 after it has used some actions in its turn."""
    for act in actions:
        assert action_types.has_action_left(battle.fighters[0], act)
        action_types.spend(battle, 0, act, Role.TURN)
    return battle.fighters[0]


@pytest.mark.rule("H80")
def test_H80_one_standard_action_a_turn(battle_of):
    fighter = spent(battle_of(), Act.WEAPON_ATTACK)
    for act in (
        Act.WEAPON_ATTACK,
        Act.MOVE,
        Act.CHARGE,
        Act.READY,
        Act.DRAW,
        Act.BREATHER,
    ):
        assert not action_types.has_action_left(fighter, act)
    assert action_types.has_action_left(fighter, Act.DROP_PRONE)


@pytest.mark.rule("H80", "QH3")
def test_H80_each_free_action_once(battle_of):
    fighter = spent(battle_of(), Act.GUARD, Act.DROP_PRONE, Act.POWER)
    for act in (Act.GUARD, Act.DROP_PRONE, Act.POWER):
        assert not action_types.has_action_left(fighter, act)
    assert action_types.has_action_left(fighter, Act.SPEAK)
    assert action_types.has_action_left(fighter, Act.WEAPON_ATTACK)


@pytest.mark.rule("H99", "H112", "H80")
@pytest.mark.parametrize("act", [Act.LET_GO, Act.DROP_ITEM])
def test_H99_several_items_are_dropped_at_once_and_one_lets_go_at_any_time(battle_of, act):
    assert action_types.has_action_left(spent(battle_of(), act, act), act)


@pytest.mark.rule("H104", "H80")
@pytest.mark.parametrize("act", [Act.LOOK, Act.FRISK, Act.SIZE_UP])
def test_H104_one_of_the_three_observations(battle_of, act):
    fighter = spent(battle_of(), act)
    for other in (Act.LOOK, Act.FRISK, Act.SIZE_UP):
        assert not action_types.has_action_left(fighter, other)


@pytest.mark.rule("H81", "H82", "RH36")
@pytest.mark.parametrize(
    ("act", "ends", "ongoing"),
    [(Act.CHARGE, True, True), (Act.BREATHER, True, True), (Act.GET_ITEM, True, True),
     (Act.BREATHER_LATER, True, False), (Act.CRAWL, True, False), (Act.READY, True, True),
     (Act.WEAPON_ATTACK, False, False), (Act.HIDE, False, False)],
)  # fmt: skip
def test_H81_what_ends_the_turn_and_what_hinders_defences(battle_of, act, ends, ongoing):
    battle = battle_of()
    fighter = spent(battle, act)
    assert (battle.stage == Stage.ACTED) == ends
    assert fighter.ongoing == ongoing


@pytest.mark.rule("H82")
def test_H82_an_upcoming_action_may_follow_the_standard_one(battle_of):
    fighter = spent(battle_of(), Act.WEAPON_ATTACK, Act.BREATHER_LATER)
    assert fighter.standard
    assert not spent(battle_of(), Act.BREATHER_LATER).standard


@pytest.mark.rule("H83", "H97", "H98")
@pytest.mark.parametrize("first", [Act.MOVE, Act.LEAVE_CLUSTER])
@pytest.mark.parametrize("other", [Act.DRAW, Act.PUT_AWAY])
def test_H83_a_move_with_one_draw_or_put_away_in_either_order(battle_of, first, other):
    for actions in ((first, other), (other, first)):
        fighter = spent(battle_of(), *actions)
        for act in (Act.DRAW, Act.PUT_AWAY, Act.MOVE, Act.WEAPON_ATTACK):
            assert not action_types.has_action_left(fighter, act)


@pytest.mark.rule("H83", "H97")
@pytest.mark.parametrize(
    ("first", "other"),
    [(Act.CHARGE, Act.DRAW), (Act.DRAW, Act.CHARGE), (Act.RUN, Act.DRAW),
     (Act.DRAW, Act.PUT_AWAY), (Act.DRAW, Act.DRAW),
     (Act.DRAW, Act.WEAPON_ATTACK),
     (Act.MOVE, Act.MOVE), (Act.DODGE, Act.DRAW)],
)  # fmt: skip
def test_H97_not_with_a_charge_nor_with_anything_else(battle_of, first, other):
    assert not action_types.has_action_left(spent(battle_of(), first), other)


@pytest.mark.rule("RH36", "RH17", "H81")
@pytest.mark.parametrize("role", [Role.READIED, Role.PROVOKED, Role.GUARD])
def test_RH36_out_of_turn_nothing_is_spent_but_defences_suffer(battle_of, role):
    battle = battle_of()
    action_types.spend(battle, 1, Act.WEAPON_ATTACK, role)
    action_types.spend(battle, 1, Act.RUN, role)
    fighter = battle.fighters[1]
    assert (fighter.standard, fighter.free, battle.stage) == (False, 0, Stage.TURN)
    assert fighter.ongoing
