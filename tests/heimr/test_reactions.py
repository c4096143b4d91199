"""Reactions that change an action under way."""

from __future__ import annotations

import pytest

from quintain.envs.heimr import turn
from quintain.envs.heimr.enums import (
    Act,
    BodyPart,
    Defence,
    Direction,
    Effect,
    Guarded,
    Life,
    Outcome,
    Stage,
    Step,
    Trigger,
    Window,
)
from quintain.envs.heimr.rules.attacks import before_roll
from quintain.envs.heimr.rules.combat_basics import chase
from quintain.envs.heimr.rules.defence import defences
from quintain.envs.heimr.state import NO_FRAME
from quintain.envs.heimr.tables import BODY_PARTS, NONE

pytestmark = pytest.mark.interpreted

B2, C2 = 6, 7
NORTH, EAST, SOUTH, WEST = Direction
READY = {"defence": Defence.DODGE, "defence_value": 5, "defence_d6": 6}


# --- Before the roll (HH52, RH6, RH44) ------------------------------------------------------


@pytest.mark.rule("H115", "RH44", "QH11")
@pytest.mark.parametrize(("holder", "may"), [(1, False), (2, True)])
def test_RH44_only_the_hold_on_the_attacker_keeps_its_holder_from_letting_go(
    battle_of, attack, holder, may
):
    """Blue_0 is attacked; either it or blue_1 has stopped the attack by a hold on red_0."""
    red = [{"held_by": holder + 1, "held_part": BodyPart.LEFT_LEG, "cluster": 0}, {"cluster": 0}]
    blue = [{"cluster": 0}, {"cluster": 0}]
    battle = battle_of(red=red, blue=blue)
    battle.fighters[0].held_by, battle.fighters[1].held_by = (2, 3) if holder == 1 else (3, 2)
    battle.fighters[1].held_part = BodyPart.LEFT_LEG
    battle.fighters[2].holds, battle.fighters[3].holds = (0, 1) if holder == 1 else (1, 0)
    frame = attack(battle, target=2, step=Step.DEFENDED)
    frame.restrained, frame.challenge = True, 10
    assert defences.may_let_go_first(battle, frame) == may


@pytest.mark.rule("RH6", "RH37", "HH34")
@pytest.mark.parametrize(("injured", "outcome"), [([], 0), (["other_arm"], Outcome.FAILED)])
def test_RH6_no_shove_with_an_arm_that_was_lost_meanwhile(battle_of, attack, injured, outcome):
    red = [{"held": ["medium"], "skills": {"shoving_strike": 1}, "injured": injured, "hp": 0}]
    battle = battle_of(red=red, blue=[READY])
    frame = attack(battle, Act.SHOVING_STRIKE, step=Step.DEFENDED)
    before_roll.face_attack(battle, frame)
    assert frame.outcome == outcome


@pytest.mark.rule("H140", "RH16", "HH52")
@pytest.mark.parametrize(
    ("held", "aim", "injured"),
    [(["medium"], BODY_PARTS, False), ([], NONE, True)],
)
def test_HH52_a_strike_at_an_item_goes_to_a_guard_without_one(
    battle_of, attack, play_attack, load, held, aim, injured
):
    red = [{"base": "fighter", "skills": {"breaking_strike": 2}, **READY}]
    guard = {"held": held, "guard": Guarded.ALLY, "guarded": 1, **READY, "defence_value": 1}
    battle = battle_of(red=red, blue=[{"held": ["medium"], **READY}, guard])
    frame = attack(battle, aim=BODY_PARTS)
    load(battle, [2, 9, 9, 9, 9, 9, 9, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3])
    seen = []
    play_attack(battle, defend=lambda it: seen.append((int(frame.target), int(frame.aim))))
    assert seen == [(2, aim)]
    assert (battle.fighters[2].hp < 4) == injured


# --- After a crossing (HH34, H87, H143) -----------------------------------------------------------


@pytest.mark.rule("H139", "H143", "HH34")
@pytest.mark.parametrize(("life", "daze"), [(Life.UNCONSCIOUS, 0), (Life.AWAKE, 2)])
@pytest.mark.parametrize("act", [Act.CHARGE, Act.MOVE])
def test_HH34_a_fighter_felled_where_it_enters_meets_no_guard(battle_of, do, act, life, daze):
    watch = {"at": (2, 1), **READY, "readied": Act.WEAPON_ATTACK, "trigger": Trigger.ENTERS}
    what = Guarded.BORDER if act == Act.CHARGE else Guarded.PLACE
    guard = {"at": (2, 1), **READY, "guard": what, "guarded": WEST if act == Act.CHARGE else NONE}
    battle = battle_of(red=[READY], blue=[watch, guard])
    target = 1 if act == Act.CHARGE else -1
    assert do(battle, act, EAST if act == Act.MOVE else 0, target=target) == Window.READIED
    fighter = battle.fighters[0]
    fighter.life = life
    fighter.seconds[Effect.DAZE] = daze
    battle.window = Window.NONE
    turn.play_on(battle)
    assert battle.window != Window.GUARDED
    assert battle.top == NO_FRAME
    assert fighter.location == C2
    assert battle.fighters[2].guard == (Guarded.PLACE if act == Act.MOVE else Guarded.NOTHING)


# --- A pursuit that begins out of turn (H47, H76, RH55) -------------------------------------------


@pytest.mark.rule("H76", "RH55", "H47", "HH46")
def test_HH46_a_pursuer_waits_for_the_first_roll_of_its_quarry(battle_of, loaded, events):
    """Red_0 has run after blue_0 by a readied action, so that its turn comes first."""
    off = {"at": (-1, -1), "exit": B2, "defence": 1}
    red = [{**off, "chases": 1, "gap": 1, "standard": True}]
    battle = battle_of(red=red, blue=[{**off, "flees": True, "terrain": 1}], stage=Stage.CHASE)
    with loaded(battle, []):
        chase.chase_turn(battle, 0)
    assert (battle.fighters[0].gap, battle.stage) == (1, Stage.ACTED)
    assert battle.fighters[0].chase_turns == 0
    assert events(battle, "chases") == [("chases", 0, 1, 0, 1, 0)]
