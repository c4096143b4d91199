"""The actions that a turn can consist of."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Action, Role, Stage
from quintain.envs.heimr.rules.combat_actions import action_types

pytestmark = pytest.mark.interpreted


def spent(battle, *actions):
    """Red_0 after it has used some actions in its turn."""
    for deed in actions:
        assert action_types.has_action_left(battle.fighters[0], deed)
        action_types.spend(battle, 0, deed, Role.TURN)
    return battle.fighters[0]


@pytest.mark.rule("H80")
def test_H80_one_standard_action_a_turn(battle_of):
    fighter = spent(battle_of(), Action.WEAPON_ATTACK)
    for deed in (
        Action.WEAPON_ATTACK,
        Action.MOVE,
        Action.CHARGE,
        Action.READY,
        Action.DRAW,
        Action.BREATHER,
    ):
        assert not action_types.has_action_left(fighter, deed)
    assert action_types.has_action_left(fighter, Action.DROP_PRONE)


@pytest.mark.rule("H80", "QH3")
def test_H80_each_free_action_once(battle_of):
    fighter = spent(battle_of(), Action.GUARD, Action.DROP_PRONE, Action.POWER)
    for deed in (Action.GUARD, Action.DROP_PRONE, Action.POWER):
        assert not action_types.has_action_left(fighter, deed)
    assert action_types.has_action_left(fighter, Action.SPEAK)
    assert action_types.has_action_left(fighter, Action.WEAPON_ATTACK)


@pytest.mark.rule("H99", "H112", "H80")
@pytest.mark.parametrize("deed", [Action.LET_GO, Action.DROP_ITEM])
def test_H99_several_items_are_dropped_at_once_and_one_lets_go_at_any_time(battle_of, deed):
    assert action_types.has_action_left(spent(battle_of(), deed, deed), deed)


@pytest.mark.rule("H104", "H80")
@pytest.mark.parametrize("deed", [Action.LOOK, Action.FRISK, Action.SIZE_UP])
def test_H104_one_of_the_three_observations(battle_of, deed):
    fighter = spent(battle_of(), deed)
    for other in (Action.LOOK, Action.FRISK, Action.SIZE_UP):
        assert not action_types.has_action_left(fighter, other)


@pytest.mark.rule("H81", "H82", "RH36")
@pytest.mark.parametrize(
    ("deed", "ends", "ongoing"),
    [(Action.CHARGE, True, True), (Action.BREATHER, True, True), (Action.GET_ITEM, True, True),
     (Action.BREATHER_LATER, True, False), (Action.CRAWL, True, False), (Action.READY, True, True),
     (Action.WEAPON_ATTACK, False, False), (Action.HIDE, False, False)],
)  # fmt: skip
def test_H81_what_ends_the_turn_and_what_hinders_defences(battle_of, deed, ends, ongoing):
    battle = battle_of()
    fighter = spent(battle, deed)
    assert (battle.stage == Stage.ACTED) == ends
    assert fighter.ongoing == ongoing


@pytest.mark.rule("H82")
def test_H82_an_upcoming_action_may_follow_the_standard_one(battle_of):
    fighter = spent(battle_of(), Action.WEAPON_ATTACK, Action.BREATHER_LATER)
    assert fighter.standard
    assert not spent(battle_of(), Action.BREATHER_LATER).standard


@pytest.mark.rule("H83", "H97", "H98")
@pytest.mark.parametrize("first", [Action.MOVE, Action.LEAVE_CLUSTER])
@pytest.mark.parametrize("other", [Action.DRAW, Action.PUT_AWAY])
def test_H83_a_move_with_one_draw_or_put_away_in_either_order(battle_of, first, other):
    for actions in ((first, other), (other, first)):
        fighter = spent(battle_of(), *actions)
        for deed in (Action.DRAW, Action.PUT_AWAY, Action.MOVE, Action.WEAPON_ATTACK):
            assert not action_types.has_action_left(fighter, deed)


@pytest.mark.rule("H83", "H97")
@pytest.mark.parametrize(
    ("first", "other"),
    [(Action.CHARGE, Action.DRAW), (Action.DRAW, Action.CHARGE), (Action.RUN, Action.DRAW),
     (Action.DRAW, Action.PUT_AWAY), (Action.DRAW, Action.DRAW),
     (Action.DRAW, Action.WEAPON_ATTACK),
     (Action.MOVE, Action.MOVE), (Action.DODGE, Action.DRAW)],
)  # fmt: skip
def test_H97_not_with_a_charge_nor_with_anything_else(battle_of, first, other):
    assert not action_types.has_action_left(spent(battle_of(), first), other)


@pytest.mark.rule("RH36", "RH17", "H81")
@pytest.mark.parametrize("role", [Role.READIED, Role.PROVOKED, Role.GUARD])
def test_RH36_out_of_turn_nothing_is_spent_but_defences_suffer(battle_of, role):
    battle = battle_of()
    action_types.spend(battle, 1, Action.WEAPON_ATTACK, role)
    action_types.spend(battle, 1, Action.RUN, role)
    fighter = battle.fighters[1]
    assert (fighter.standard, fighter.free, battle.stage) == (False, 0, Stage.TURN)
    assert fighter.ongoing
