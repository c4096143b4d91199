"""Upcoming actions: the breather and the crawl of the next turn."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, Direction, Effect, Role, Stage, Step, Window
from quintain.envs.heimr.rules import effects
from quintain.envs.heimr.rules.combat_actions import upcoming_actions

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("H82", "H103", "XH3")
def test_H82_it_ends_the_turn_and_waits_for_the_next(battle_of, do, events):
    battle = battle_of(red=[{"fatigue": 8}])
    assert do(battle, Act.BREATHER_LATER) == Window.DEFENCE
    fighter = battle.fighters[0]
    assert (fighter.upcoming, fighter.fatigue, fighter.ongoing) == (Act.BREATHER_LATER, 8, False)
    assert battle.stage == Stage.TURN_END
    assert not events(battle, "rests")


@pytest.mark.rule("H82")
def test_H82_it_is_the_standard_action_of_the_next_turn(battle_of):
    battle = battle_of(red=[{"upcoming": Act.CRAWL, "upcoming_argument": Direction.WEST}])
    upcoming_actions.resume_upcoming(battle, 0)
    frame = battle.frames[battle.top]
    assert (frame.act, frame.actor, frame.argument) == (Act.CRAWL, 0, Direction.WEST)
    assert (frame.role, frame.step) == (Role.TURN, Step.INTENDED)
    assert battle.fighters[0].standard
    assert not upcoming_actions.has_upcoming(battle.fighters[0])


@pytest.mark.rule("H82", "QH1")
def test_H82_who_gives_it_up_keeps_the_standard_action(battle_of, events):
    battle = battle_of(red=[{"upcoming": Act.BREATHER_LATER, "fatigue": 8}])
    upcoming_actions.drop_upcoming(battle, 0)
    upcoming_actions.resume_upcoming(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.upcoming, fighter.standard, fighter.fatigue, battle.top) == (0, False, 8, -1)
    assert events(battle) == [("cancelled", 0, -1, Act.BREATHER_LATER, upcoming_actions.DROPPED, 0)]


@pytest.mark.rule("H82")
def test_H82_being_attacked_cancels_it(battle_of, do):
    battle = battle_of(blue=[{"upcoming": Act.BREATHER_LATER}])
    do(battle, Act.WEAPON_ATTACK, target=1)
    assert battle.fighters[1].upcoming == Act.NONE


@pytest.mark.rule("H82", "H65")
def test_H82_the_dazed_do_not_go_on(battle_of):
    battle = battle_of(red=[{"upcoming": Act.BREATHER_LATER, "seconds": {"daze": 2}}])
    upcoming_actions.resume_upcoming(battle, 0)
    assert (battle.fighters[0].upcoming, battle.fighters[0].standard) == (Act.NONE, False)


@pytest.mark.rule("H94", "H127")
@pytest.mark.parametrize(
    ("red", "may"),
    [({}, True), ({"prone": False}, False), ({"came": True}, False), ({"held_by": 1}, False),
     ({"stumble_side": Direction.WEST}, False), ({"stumble_side": Direction.EAST}, True)],
)  # fmt: skip
def test_H94_who_may_begin_to_crawl(battle_of, red, may):
    battle = battle_of(red=[{"prone": True, **red}])
    assert bool(upcoming_actions.may_crawl(battle, 0, Direction.WEST)) == may


@pytest.mark.rule("H94", "H148", "H150")
@pytest.mark.parametrize(
    ("kind", "crossed", "may"),
    [("window", 0, False), ("single_door", 0, True), ("single_door", 2, False),
     ("regular_door", 0, False)],
)  # fmt: skip
def test_H94_not_across_a_cr_a_barrier_or_a_full_border(battle_of, kind, crossed, may):
    battle = battle_of(red=[{"prone": True}], borders=[((1, 1), "east", kind)])
    battle.borders[2 * 6].crossed = crossed
    assert bool(upcoming_actions.may_crawl(battle, 0, Direction.EAST)) == may


@pytest.mark.rule("H94", "H5")
def test_H94_not_off_the_field(battle_of):
    battle = battle_of(red=[{"prone": True, "at": (0, 1)}])
    assert not upcoming_actions.may_crawl(battle, 0, Direction.WEST)


@pytest.mark.rule("H94", "H23", "H82", "RH41")
@pytest.mark.parametrize("crawls", [True, False])
def test_H94_who_has_begun_to_crawl_is_not_asked_to_stand_up_when_its_fall_is_over(
    battle_of, do, crawls
):
    battle = battle_of(red=[{"prone": True, "seconds": {"fall": 2}, "defence": 1}])
    if crawls:
        assert do(battle, Act.CRAWL, Direction.EAST) == Window.DEFENCE
    else:
        assert effects.end_turn_effects(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.seconds[Effect.FALL], fighter.prone) == (0, True)
    assert upcoming_actions.can_crawl(battle, 0, Direction.EAST)
