"""Windows with waiting as the only legal action are skipped."""

from __future__ import annotations

import pytest

from quintain.envs.heimr import turn
from quintain.envs.heimr.actions import forced_passes
from quintain.envs.heimr.enums import Act, Hand, Stage, Trigger, Window
from quintain.envs.heimr.rules.attacks import weapon_attack
from quintain.envs.heimr.tables import NONE

pytestmark = pytest.mark.interpreted
ALL_FREE = (1 << 60) - 1
"""All free actions of this turn are used."""
SPENT = {"standard": True, "held": [], "free": ALL_FREE}


@pytest.mark.rule("QH2", "QH3", "H80")
@pytest.mark.parametrize(
    ("red", "may"),
    [({}, True), ({"standard": True}, True), ({"free": ALL_FREE}, True), (SPENT, False),
     ({**SPENT, "fatigue": 9}, True), ({**SPENT, "holds": 1}, True),
     ({**SPENT, "prone": True}, True), ({**SPENT, "held": ["light"]}, True)],
)  # fmt: skip
def test_QH2_whether_anything_can_still_be_done(battle_of, red, may):
    battle = battle_of(red=[red], window=Window.TURN, to_act=0, stage=Stage.TURN)
    assert bool(forced_passes.has_choice(battle)) == may
    forced_passes.pass_idle(battle)
    assert (battle.window == Window.TURN) == may
    assert (battle.stage == Stage.TURN) == may


@pytest.mark.rule("QH2", "TH2", "HH39")
def test_QH2_who_can_do_nothing_more_ends_its_turn(battle_of):
    battle = battle_of(red=[SPENT], stage=Stage.TURN)
    turn.play_on(battle)
    assert (battle.window, battle.to_act, battle.place) == (Window.START, 1, 1)


@pytest.mark.rule("QH6", "RH37", "HH39")
@pytest.mark.parametrize(("fatigue", "asked"), [(9, True), (4, False)])
def test_QH6_a_readied_action_that_is_possible_is_asked_for(battle_of, fatigue, asked):
    blue = [{"readied": Act.BREATHER, "trigger": Trigger.ENTERS, "fatigue": fatigue}]
    battle = battle_of(blue=blue, window=Window.READIED, to_act=1)
    forced_passes.pass_idle(battle)
    assert (battle.window == Window.READIED) == asked
    assert (battle.fighters[1].readied == Act.BREATHER) == asked


@pytest.mark.rule("H77", "RH55")
@pytest.mark.parametrize(("held", "height", "asked"), [(["light"], 0, True), (["light"], 3, False)])
def test_H77_who_has_caught_up_and_cannot_attack_is_not_asked(battle_of, held, height, asked):
    red = [{"held": held, "chases": 1, "location": 6}]
    blue = [{"flees": True, "location": 6, "height": height}]
    battle = battle_of(red=red, blue=blue, window=Window.CHASE, to_act=0, stage=Stage.CHASE)
    forced_passes.pass_idle(battle)
    assert (battle.window == Window.CHASE) == asked


@pytest.mark.rule("H77", "RH55")
def test_H77_only_the_quarry_can_be_attacked_there(battle_of):
    red = [{"held": ["light"], "chases": 1, "location": 6}]
    blue = [{"flees": True, "location": 6, "height": 3}, "fighter"]
    battle = battle_of(red=red, blue=blue, window=Window.CHASE, to_act=0, stage=Stage.CHASE)
    assert weapon_attack.may_attack(battle, 0, 2, Hand.SWORD, NONE)
    assert not forced_passes.has_choice(battle)
    forced_passes.pass_idle(battle)
    assert battle.window == Window.NONE
