"""Delaying a turn."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    Life,
    Stage,
)
from quintain.envs.heimr.rules.combat_basics import initiative

pytestmark = pytest.mark.interpreted


def choices(battle, actor):
    """The fighters before (0) or behind (1) whom a fighter may move."""
    return {
        (other, behind)
        for other in range(battle.num_fighters)
        for behind in (0, 1)
        if initiative.may_delay_to(battle, actor, other, behind)
    }


@pytest.mark.rule("H45", "QH1")
def test_H45_before_or_behind_anybody_but_where_one_stands(battle_of):
    battle = battle_of(red=["fighter"] * 2, stage=Stage.START)
    assert choices(battle, 0) == {(1, 1), (2, 0), (2, 1)}
    battle.place = 2
    assert choices(battle, 2) == {(0, 1), (1, 0), (1, 1)}
    assert not initiative.may_delay_to(battle, 2, -1, 1)


@pytest.mark.rule("HH30", "H45", "RH5")
@pytest.mark.parametrize(("life", "may"), [(Life.UNCONSCIOUS, True), (Life.DEAD, False)])
def test_HH30_not_to_who_has_no_turns(battle_of, life, may):
    battle = battle_of(red=["fighter", {"life": life}], stage=Stage.START)
    assert bool(initiative.may_delay_to(battle, 0, 1, 1)) == may


@pytest.mark.rule("RH35", "H45")
@pytest.mark.parametrize(
    ("red", "may"),
    [({}, True), ({"delayed": True}, False), ({"seconds": {"daze": 2}}, False),
     ({"life": Life.ASLEEP}, False), ({"flees": True}, False), ({"chases": 1}, False)],
)  # fmt: skip
def test_RH35_once_between_turns_and_only_who_can_act(battle_of, red, may):
    battle = battle_of(red=[red])
    assert bool(initiative.may_delay(battle, 0)) == may


@pytest.mark.rule("RH35", "H45", "TH7")
def test_RH35_nothing_else_of_the_turn_happens(battle_of, events):
    battle = battle_of(red=[{"dodges": 2, "seconds": {"weaken": 4}}, "fighter"])
    initiative.delay(battle, 0, 2, 1)
    assert battle.order[:3].tolist() == [1, 2, 0]
    assert (battle.place, battle.stage, battle.fighters[0].delayed) == (0, Stage.NEXT, True)
    assert battle.fighters[0].dodges == 2
    assert events(battle) == [("delays", 0, 2, 1, 0, 0)]
