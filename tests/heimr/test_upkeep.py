"""Effects that end or recover at the start and the end of a turn."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, Defence, Direction, Effect, Guarded, Trigger
from quintain.envs.heimr.rules import effects, grid
from quintain.envs.heimr.rules.characters import conditions
from quintain.envs.heimr.rules.combat_basics import upkeep

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("TH2", "H73", "H81", "H90", "H123", "H157", "RH25", "RH35", "RH47", "RH60")
def test_TH2_what_lasted_until_the_next_turn_ends(battle_of):
    red = {
        "dodges": 2, "blocks": 1, "parried": 1, "tired": True, "ongoing": True, "delayed": True,
        "dodge_ready": True, "ran_from": 3, "blind": 7, "guard": Guarded.BORDER, "guarded": 1,
        "struck_late": True, "standard": True, "simultaneous": True, "free": 5, "came": True,
        "entered_from": 4,
    }  # fmt: skip
    battle = battle_of(red=[red])
    upkeep.start_turn(battle, 0)
    fighter = battle.fighters[0]
    left = {name: int(fighter[name]) for name in red}
    assert {name: value for name, value in left.items() if value} == {
        "ran_from": -1,
        "guarded": -1,
        "entered_from": -1,
    }


@pytest.mark.rule("H48")
def test_H48_a_readied_action_that_has_not_fired_is_lost(battle_of, events):
    red = [{"readied": Act.WEAPON_ATTACK, "trigger": Trigger.ENTERS, "trigger_by": 1}]
    battle = battle_of(red=red)
    upkeep.start_turn(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.readied, fighter.trigger, fighter.trigger_by) == (Act.NONE, 0, -1)
    assert events(battle, "cancelled") == [("cancelled", 0, -1, Act.WEAPON_ATTACK, 1, 0)]


@pytest.mark.rule("H95", "H110")
def test_H95_H110_what_it_did_in_its_last_turn_is_forgotten(battle_of):
    blue = [{"dodged": [0, 1], "shot_by": [0]}]
    battle = battle_of(red=["fighter"] * 2, blue=blue)
    upkeep.start_turn(battle, 0)
    assert (battle.fighters[2].dodged, battle.fighters[2].shot_by) == (2, 0)


@pytest.mark.rule("H95")
def test_H95_with_whom_it_begins_its_turn(battle_of):
    battle = battle_of(red=[{"cluster": 0}], blue=[{"cluster": 0}, "fighter"])
    upkeep.start_turn(battle, 0)
    assert battle.fighters[0].began_with == 2


@pytest.mark.rule("H148")
def test_H148_the_first_crosser_opens_the_border_again(battle_of):
    battle = battle_of(borders=[((0, 0), "east", "window")])
    border = grid.border_of(0, Direction.EAST)
    grid.count_crossing(battle, border, 0)
    upkeep.start_turn(battle, 1)
    assert not grid.has_room_to_cross(battle, border)
    upkeep.start_turn(battle, 0)
    assert grid.has_room_to_cross(battle, border)


@pytest.mark.rule("H66", "TH2")
def test_H66_an_odd_daze_runs_out_and_a_defence_is_owed(battle_of):
    battle = battle_of(red=[{"seconds": {"daze": 1}}])
    upkeep.start_turn(battle, 0)
    assert conditions.can_act(battle.fighters[0])
    assert battle.owed == 1


@pytest.mark.rule("TH2", "H106", "RH39", "RH41")
def test_TH2_at_the_end_effects_end_and_the_next_defence_is_owed(battle_of):
    red = [{"seconds": {"fall": 2, "weaken": 4}, "prone": True, "defence": Defence.DODGE}]
    battle = battle_of(red=red)
    assert effects.end_turn_effects(battle, 0)
    upkeep.finish_turn(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.prone, fighter.defence, battle.owed) == (True, Defence.NONE, 1)
    assert fighter.seconds[Effect.WEAKEN] == 2


@pytest.mark.rule("TH2", "H65")
def test_TH2_who_stays_dazed_owes_none(battle_of):
    battle = battle_of(red=[{"seconds": {"daze": 4}, "defence": Defence.DODGE}])
    upkeep.finish_turn(battle, 0)
    assert (battle.fighters[0].defence, battle.owed) == (Defence.NONE, 0)


@pytest.mark.rule("H139", "RH25")
@pytest.mark.parametrize("guard", [Guarded.PLACE, Guarded.NOTHING])
def test_RH25_a_guard_that_ends_with_the_turn_is_told(battle_of, events, guard):
    battle = battle_of(red=[{"guard": guard}])
    upkeep.start_turn(battle, 0)
    assert len(events(battle, "guard_ends")) == (guard != Guarded.NOTHING)
