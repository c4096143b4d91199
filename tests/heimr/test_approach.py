"""An attack until its defence is settled: guard, luck, impossible actions."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, Defence, Effect, Outcome, Role, Step, Window
from quintain.envs.heimr.rules import guarding
from quintain.envs.heimr.rules.attacks import attack_steps, before_roll
from quintain.envs.heimr.tables import NONE

pytestmark = pytest.mark.interpreted

ARCHER = {"base": "archer", "at": (0, 1)}


def ready(kind=Defence.DODGE, value=0, **more):
    """A fighter with a pre-rolled defence whose d6 does not raise its fatigue."""
    return {"defence": kind, "defence_value": value, "defence_d6": 6, **more}


@pytest.mark.rule("HH18", "H140", "QH13")
@pytest.mark.parametrize(
    ("role", "met"),
    [(Role.TURN, True), (Role.READIED, True), (Role.PROVOKED, False), (Role.GUARD, False)],
)
def test_HH18_no_guard_takes_an_answer(battle_of, attack, role, met):
    battle = battle_of(blue=[ready(), ready(guard=1, guarded=1)])
    frame = attack(battle, role=role)
    before_roll.meet_guard(battle, frame)
    assert (frame.guard == 2) == met
    assert (battle.window == Window.GUARDED) == met


@pytest.mark.rule("H145", "RH47", "TH3")
@pytest.mark.parametrize(
    ("faces", "stopped"),
    [([3, 2, 6, 9, 2, 2], True), ([3, 9, 4, 4, 2, 2, 3, 9, 2, 2, 6, 6, 6], False)],
)
def test_RH47_past_a_guard_to_its_ward(
    battle_of, attack, play_attack, load, events, faces, stopped
):
    def slip(it):
        it.frames[it.top].slips = True

    battle = battle_of(blue=[ready(), ready(value=99, guard=1, guarded=1)])
    attack(battle)
    load(battle, faces)
    asked = play_attack(battle, guarded=slip, slipped=lambda it: guarding.strike_late(it, 2, 0))
    assert asked[:3] == ["guarded", "slipped", "defend"]
    assert (battle.fighters[1].hp == 4) == stopped
    assert (battle.fighters[2].guard == 0) == stopped
    assert (battle.fighters[0].hp < 4) == stopped
    assert (events(battle, "slips") == []) == stopped


@pytest.mark.rule("H133", "RH50", "H131", "HH16")
@pytest.mark.parametrize(
    ("face", "place", "step"), [(10, 6, Step.DEFENDED), (9, 6, Step.OVER), (10, 7, Step.OVER)]
)
def test_H133_a_lucky_shot_needs_a_10_and_the_right_square(
    battle_of, attack, loaded, face, place, step
):
    blue = [{"hidden": True, "known_by": [0], "last_seen": place}]
    battle = battle_of(red=[ARCHER], blue=blue, map="sss\nsss\nsss")
    frame = attack(battle, step=Step.LUCKY)
    with loaded(battle, [face]):
        before_roll.try_lucky_shot(battle, frame)
    assert (frame.step, frame.lucky) == (step, 2)
    assert battle.fighters[0].missile == (step == Step.DEFENDED)
    if step == Step.DEFENDED:
        assert attack_steps.attack_penalty(battle, frame) == 2


@pytest.mark.rule("H133", "RH38")
def test_RH38_a_lucky_blow_keeps_its_penalty_and_makes_a_cluster(battle_of, attack, loaded):
    blue = [{"hidden": True, "known_by": [0], "last_seen": 6}]
    battle = battle_of(blue=blue, map="sss\nsss\nsss")
    frame = attack(battle, step=Step.LUCKY)
    battle.fighters[0].cluster = battle.fighters[1].cluster = NONE
    with loaded(battle, [10]):
        before_roll.try_lucky_shot(battle, frame)
    assert attack_steps.attack_penalty(battle, frame) == 2
    assert battle.fighters[0].cluster == battle.fighters[1].cluster != NONE


@pytest.mark.rule("TH4", "TH3")
def test_TH4_what_cannot_be_done_any_more_fails(battle_of, attack, play_attack, loaded, events):
    battle = battle_of(blue=[ready()])
    frame = attack(battle)
    battle.fighters[1].location = 0
    with loaded(battle, []):
        assert play_attack(battle) == []
    assert events(battle, "fails") == [("fails", 0, 1, Act.WEAPON_ATTACK, 0, 0)]
    assert battle.outcome == Outcome.FAILED
    assert frame.step == Step.OVER


@pytest.mark.rule("H63", "TH4", "RH37")
@pytest.mark.parametrize("stumbles", [True, False])
def test_H63_who_is_made_to_stumble_before_it_shoots_shoots_no_more(battle_of, attack, stumbles):
    battle = battle_of(red=[ARCHER], blue=[ready()])
    frame = attack(battle, step=Step.DEFENDED)
    battle.fighters[0].seconds[Effect.STUMBLE] = 2 if stumbles else 0
    before_roll.face_attack(battle, frame)
    assert (frame.step == Step.OVER) == stumbles
    assert battle.fighters[0].missile


@pytest.mark.rule("RH38", "H51", "RH28")
@pytest.mark.parametrize(("at", "joined"), [((1, 1), True), ((2, 1), False)])
def test_RH38_no_cluster_with_a_target_that_ran_from_the_attack(battle_of, attack, at, joined):
    battle = battle_of(red=[{"at": (1, 1)}], blue=[ready(at=at)])
    frame = attack(battle)
    battle.fighters["cluster"] = NONE
    before_roll.engage_target(battle, frame)
    assert [fighter.cluster != NONE for fighter in battle.fighters[:2]] == [joined, joined]


@pytest.mark.rule("H82", "TH5")
def test_H82_whomever_the_attack_comes_to_gives_up_what_was_upcoming(battle_of, attack):
    battle = battle_of(blue=[ready(), ready(upcoming=Act.CRAWL)])
    frame = attack(battle, step=Step.DEFENDED)
    frame.target = 2
    before_roll.face_attack(battle, frame)
    assert battle.fighters[2].upcoming == Act.NONE
    assert (battle.window, battle.to_act) == (Window.DEFEND, 2)
