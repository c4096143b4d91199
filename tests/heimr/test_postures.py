"""Lying down, standing up, readying a dodge."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, Defence, Direction, Window
from quintain.envs.heimr.rules.combat_actions import action_types, other_actions
from quintain.envs.heimr.rules.combat_basics import upkeep

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("H93")
@pytest.mark.parametrize(
    ("red", "may"),
    [({}, True), ({"prone": True}, False), ({"climbs_on": Direction.EAST}, False),
     ({"seconds": {"daze": 2}}, False)],
)  # fmt: skip
def test_H93_who_can_lie_down(battle_of, red, may):
    battle = battle_of(red=[red])
    assert bool(other_actions.may_drop_prone(battle.fighters[0])) == may


@pytest.mark.rule("H93", "H80", "RH41")
def test_H93_free_and_not_undone_in_the_same_turn(battle_of, do):
    battle = battle_of()
    assert do(battle, Act.DROP_PRONE) == Window.TURN
    fighter = battle.fighters[0]
    assert (fighter.prone, fighter.standard) == (True, False)
    assert not action_types.may_rise(fighter)
    fighter.free = 0
    assert action_types.may_rise(fighter)
    do(battle, Act.STAND_UP)
    assert not fighter.prone


@pytest.mark.rule("RH41", "H23", "H32")
@pytest.mark.parametrize(
    "red", [{"seconds": {"fall": 2}}, {"injured": ["left_leg"]}, {"seconds": {"daze": 2}}]
)
def test_RH41_who_cannot_stand_up(battle_of, red):
    battle = battle_of(red=[{"prone": True, **red}])
    assert not action_types.may_rise(battle.fighters[0])


@pytest.mark.rule("H96", "RH60")
def test_H96_RH60_the_pre_roll_of_that_turn_is_a_dodge(battle_of, do, loaded):
    battle = battle_of(blue=[{"base": "fighter"}])
    assert do(battle, Act.DODGE) == Window.TURN
    fighter = battle.fighters[0]
    assert (fighter.dodge_ready, fighter.standard) == (True, True)
    with loaded(battle, [3, 5, 8]):
        assert do(battle, Act.BREATHER_LATER) == Window.START
    assert (fighter.defence, fighter.defence_value) == (Defence.DODGE, 8 + 2)
    assert fighter.dodge_ready


@pytest.mark.rule("H96", "RH60", "TH2")
def test_RH60_until_the_next_turn(battle_of):
    battle = battle_of()
    other_actions.ready_dodge(battle, 0)
    upkeep.start_turn(battle, 0)
    assert not battle.fighters[0].dodge_ready
