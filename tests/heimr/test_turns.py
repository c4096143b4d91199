"""What a turn can be spent on."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    Deed,
    Role,
    Stage,
)
from quintain.envs.heimr.rules.combat_actions import action_types

pytestmark = pytest.mark.interpreted


def spent(battle, *deeds):
    """Red_0 after it has spent its turn on some deeds."""
    for deed in deeds:
        assert action_types.may_spend(battle.fighters[0], deed)
        action_types.spend(battle, 0, deed, Role.TURN)
    return battle.fighters[0]


@pytest.mark.rule("H80")
def test_H80_one_standard_action_a_turn(battle_of):
    fighter = spent(battle_of(), Deed.WEAPON_ATTACK)
    for deed in (Deed.WEAPON_ATTACK, Deed.MOVE, Deed.CHARGE, Deed.READY, Deed.DRAW, Deed.BREATHER):
        assert not action_types.may_spend(fighter, deed)
    assert action_types.may_spend(fighter, Deed.DROP_PRONE)


@pytest.mark.rule("H80", "QH3")
def test_H80_each_free_action_once(battle_of):
    fighter = spent(battle_of(), Deed.GUARD, Deed.DROP_PRONE, Deed.POWER)
    for deed in (Deed.GUARD, Deed.DROP_PRONE, Deed.POWER):
        assert not action_types.may_spend(fighter, deed)
    assert action_types.may_spend(fighter, Deed.SPEAK)
    assert action_types.may_spend(fighter, Deed.WEAPON_ATTACK)


@pytest.mark.rule("H99", "H112", "H80")
@pytest.mark.parametrize("deed", [Deed.LET_GO, Deed.DROP_ITEM])
def test_H99_several_items_are_dropped_at_once_and_one_lets_go_at_any_time(battle_of, deed):
    assert action_types.may_spend(spent(battle_of(), deed, deed), deed)


@pytest.mark.rule("H104", "H80")
@pytest.mark.parametrize("deed", [Deed.LOOK, Deed.FRISK, Deed.SIZE_UP])
def test_H104_one_of_the_three_observations(battle_of, deed):
    fighter = spent(battle_of(), deed)
    for other in (Deed.LOOK, Deed.FRISK, Deed.SIZE_UP):
        assert not action_types.may_spend(fighter, other)


@pytest.mark.rule("H81", "H82", "RH36")
@pytest.mark.parametrize(
    ("deed", "ends", "ongoing"),
    [(Deed.CHARGE, True, True), (Deed.BREATHER, True, True), (Deed.GET_ITEM, True, True),
     (Deed.BREATHER_LATER, True, False), (Deed.CRAWL, True, False), (Deed.READY, True, False),
     (Deed.WEAPON_ATTACK, False, False), (Deed.HIDE, False, False)],
)  # fmt: skip
def test_H81_what_ends_the_turn_and_what_hinders_defences(battle_of, deed, ends, ongoing):
    battle = battle_of()
    fighter = spent(battle, deed)
    assert (battle.stage == Stage.ACTED) == ends
    assert fighter.ongoing == ongoing


@pytest.mark.rule("H82")
def test_H82_an_upcoming_action_may_follow_the_standard_one(battle_of):
    fighter = spent(battle_of(), Deed.WEAPON_ATTACK, Deed.BREATHER_LATER)
    assert fighter.standard
    assert not spent(battle_of(), Deed.BREATHER_LATER).standard


@pytest.mark.rule("H83", "H97", "H98")
@pytest.mark.parametrize("first", [Deed.MOVE, Deed.LEAVE_CLUSTER])
@pytest.mark.parametrize("other", [Deed.DRAW, Deed.PUT_AWAY])
def test_H83_a_move_with_one_draw_or_put_away_in_either_order(battle_of, first, other):
    for deeds in ((first, other), (other, first)):
        fighter = spent(battle_of(), *deeds)
        for deed in (Deed.DRAW, Deed.PUT_AWAY, Deed.MOVE, Deed.WEAPON_ATTACK):
            assert not action_types.may_spend(fighter, deed)


@pytest.mark.rule("H83", "H97")
@pytest.mark.parametrize(
    ("first", "other"),
    [(Deed.CHARGE, Deed.DRAW), (Deed.DRAW, Deed.CHARGE), (Deed.RUN, Deed.DRAW),
     (Deed.DRAW, Deed.PUT_AWAY), (Deed.DRAW, Deed.DRAW), (Deed.DRAW, Deed.WEAPON_ATTACK),
     (Deed.MOVE, Deed.MOVE), (Deed.DODGE, Deed.DRAW)],
)  # fmt: skip
def test_H97_not_with_a_charge_nor_with_anything_else(battle_of, first, other):
    assert not action_types.may_spend(spent(battle_of(), first), other)


@pytest.mark.rule("RH36", "RH17", "H81")
@pytest.mark.parametrize("role", [Role.READIED, Role.PROVOKED, Role.GUARD])
def test_RH36_out_of_turn_nothing_is_spent_but_defences_suffer(battle_of, role):
    battle = battle_of()
    action_types.spend(battle, 1, Deed.WEAPON_ATTACK, role)
    action_types.spend(battle, 1, Deed.RUN, role)
    fighter = battle.fighters[1]
    assert (fighter.standard, fighter.free, battle.stage) == (False, 0, Stage.TURN)
    assert fighter.ongoing
