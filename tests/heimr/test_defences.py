"""How an attack is met: the pre-roll, another defence in its place, or none."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    Act,
    BodyPart,
    Defence,
    Direction,
    Hand,
    Outcome,
    Role,
    Step,
    Window,
)
from quintain.envs.heimr.rules.defence import defences

pytestmark = pytest.mark.interpreted

ARCHER = {"base": "archer", "at": (0, 1)}


def ready(kind, value=8, **more):
    """A fighter with a pre-rolled defence."""
    return {"base": "swordsman", "defence": kind, "defence_value": value, "defence_d6": 5, **more}


def options(battle):
    """The choices besides meeting the attack with the pre-roll."""
    frame = battle.frames[battle.top]
    kinds = {
        "block": defences.may_block_instead(battle, frame),
        "decline": defences.may_decline(battle, frame),
        "let go": defences.may_let_go_first(battle, frame),
    }
    return {name for name, may in kinds.items() if may}


# --- Asking (H125, H160, QH8, QH9, QH11, RH44, RH47) ----------------------------------------------


@pytest.mark.rule("QH8", "H125")
@pytest.mark.parametrize(
    ("red", "kind", "held", "found"),
    [(ARCHER, Defence.PARRY, ["medium", "buckler"], {"block", "decline"}),
     (ARCHER, Defence.PARRY, ["medium"], {"decline"}),
     (ARCHER, Defence.DODGE, ["medium", "buckler"], {"decline"}),
     (ARCHER, Defence.BLOCK, ["medium", "buckler"], {"decline"}),
     ("fighter", Defence.PARRY, ["medium", "buckler"], {"decline"})],
)  # fmt: skip
def test_QH8_a_parry_that_meets_a_shot_may_become_a_block(
    battle_of, attack, red, kind, held, found
):
    battle = battle_of(red=[red], blue=[{**ready(kind), "held": held}])
    frame = attack(battle, step=Step.DEFENDED)
    defences.ask_defender(battle, frame)
    assert (battle.window, battle.to_act, frame.step) == (Window.DEFEND, 1, Step.MET)
    assert options(battle) == found


@pytest.mark.rule("QH9", "H160")
@pytest.mark.parametrize("state", [{"seconds": {"daze": 2}}, {"life": 1}, {"injured": ["torso"]}])
def test_QH9_who_cannot_defend_itself_is_not_asked(battle_of, attack, state):
    battle = battle_of(blue=[ready(Defence.DODGE, **state)])
    frame = attack(battle, step=Step.DEFENDED)
    defences.ask_defender(battle, frame)
    assert (battle.window, frame.step) == (Window.NONE, Step.MET)


@pytest.mark.rule("QH11", "RH44", "H112")
def test_RH44_the_holder_may_let_go_first_and_is_asked_again(battle_of, attack):
    battle = battle_of(red=[{"held_by": 1, "held_part": 3}, "fighter"], blue=[{}])
    battle.fighters[0].held_by, battle.fighters[2].holds = 2, 0
    frame = attack(battle, actor=1, target=2, step=Step.DEFENDED)
    defences.ask_defender(battle, frame)
    assert battle.window == Window.DEFEND
    assert options(battle) == {"let go"}
    defences.let_go_first(battle)
    assert (battle.fighters[2].holds, battle.owed, frame.step) == (-1, 1 << 2, Step.DEFENDED)


@pytest.mark.rule("RH44", "H114")
def test_RH44_who_has_stopped_the_attack_by_its_hold_does_not_let_go_as_well(battle_of, attack):
    battle = battle_of(red=[{"held_by": 1, "held_part": 3}], blue=[{"holds": 0}])
    frame = attack(battle, step=Step.DEFENDED)
    frame.restrained = True
    assert options(battle) == set()


# --- Meeting it (H120, H124, H125, H160, RH39, RH47) ----------------------------------------------


@pytest.mark.rule("H120", "H124")
@pytest.mark.parametrize("kind", [Defence.DODGE, Defence.BLOCK, Defence.PARRY])
def test_H120_the_pre_roll_meets_the_attack_before_it_is_rolled(battle_of, attack, loaded, kind):
    battle = battle_of(blue=[ready(kind)])
    frame = attack(battle, step=Step.MET)
    with loaded(battle, []):
        defences.determine_defence(battle, frame)
    assert (frame.defence, frame.defence_value, frame.defence_d6, frame.used) == (kind, 8, 5, 1)


@pytest.mark.rule("H160", "QH9")
def test_H160_who_declines_has_no_defence_and_keeps_its_pre_roll(battle_of, attack, events):
    battle = battle_of(red=[ARCHER], blue=[ready(Defence.DODGE)], blind_spots=True)
    frame = attack(battle, step=Step.MET)
    defences.decline(battle)
    defences.determine_defence(battle, frame)
    defences.use_defence(battle, frame)
    fighter = battle.fighters[1]
    assert (frame.defence, fighter.defence, fighter.dodges) == (Defence.NONE, Defence.DODGE, 0)
    assert (fighter.blind, battle.owed) == (0, 0)
    assert not defences.has_valid_defence(frame)
    assert events(battle, "no_defence") == [("no_defence", 1, 0, 1, 0, 0)]


@pytest.mark.rule("H125", "QH8")
@pytest.mark.parametrize(
    ("blocks", "faces", "kind", "total"),
    [(False, [5, 7, 3], Defence.DODGE, 7 + 2), (True, [5, 7, 3, 2], Defence.BLOCK, 7 + 3 + 3)],
)
def test_H125_a_dodge_or_block_is_rolled_and_the_parry_stays(
    battle_of, attack, loaded, blocks, faces, kind, total
):
    battle = battle_of(red=[ARCHER], blue=[ready(Defence.PARRY)])
    frame = attack(battle, step=Step.MET)
    if blocks:
        defences.block_instead(battle)
    with loaded(battle, faces):
        defences.determine_defence(battle, frame)
    assert (frame.defence, frame.defence_value, frame.defence_d6) == (kind, total, 5)
    defences.use_defence(battle, frame)
    fighter = battle.fighters[1]
    assert (fighter.defence, fighter.defence_value) == (Defence.PARRY, 8)
    assert (fighter.dodges, fighter.blocks, fighter.parried) == (not blocks, blocks, 0)
    assert battle.owed == 0


@pytest.mark.rule("H145", "RH47")
def test_RH47_who_slips_past_a_guard_dodges_anew_with_1_die_less(battle_of, attack, loaded):
    battle = battle_of(blue=[ready(Defence.BLOCK, dodges=0)])
    frame = attack(battle, role=Role.GUARD, step=Step.MET)
    with loaded(battle, [5, 7]):
        defences.determine_defence(battle, frame)
    assert (frame.defence, frame.defence_value) == (Defence.DODGE, 7 + 2)
    defences.use_defence(battle, frame)
    assert (battle.fighters[1].dodges, battle.fighters[1].defence) == (1, Defence.BLOCK)


@pytest.mark.rule("RH39", "H127", "H136", "H158")
@pytest.mark.parametrize(
    ("before", "state", "faces"),
    [(0, {}, None), (0, {"prone": True}, [4]), (2, {"prone": True}, None), (2, {}, None),
     (0, {"climbs_on": Direction.EAST}, [4]), (0, {"blind": 1 << 5}, [4, 8, 6, 9])],
)  # fmt: skip
def test_RH39_the_same_defence_again_with_a_penalty_that_it_had_not(
    battle_of, attack, loaded, before, state, faces
):
    battle = battle_of(red=[ARCHER], blue=[ready(Defence.DODGE, defence_penalty=before, **state)])
    frame = attack(battle, step=Step.MET)
    with loaded(battle, faces or []):
        defences.determine_defence(battle, frame)
    rolled = min(faces) + 2 if faces else 8
    assert (frame.defence, frame.defence_value, frame.used) == (Defence.DODGE, rolled, 1)
    defences.use_defence(battle, frame)
    assert battle.fighters[1].dodges == 1


@pytest.mark.rule("RH39", "H147")
def test_RH39_difficult_terrain_counts_for_a_parry_made_elsewhere(battle_of, attack, loaded):
    battle = battle_of(blue=[ready(Defence.PARRY)], map="mmm\nmmm\nmmm")
    frame = attack(battle, step=Step.MET)
    with loaded(battle, [4, 1, 2]):
        defences.determine_defence(battle, frame)
    assert (frame.defence, frame.defence_value) == (Defence.PARRY, 8)


@pytest.mark.rule("RH39", "RH10")
@pytest.mark.parametrize(
    ("before", "face", "after"),
    [((9, False, 5), 4, (6, False, 4)), ((5, False, 6), 4, (5, False, 6)),
     ((5, False, 6), 2, (4, True, 2)), ((9, True, 1), 4, (9, True, 1)),
     ((3, True, 5), 2, (3, True, 5))],
)  # fmt: skip
def test_RH39_a_worse_position_never_makes_a_defence_better(
    battle_of, attack, loaded, before, face, after
):
    value, fails, d6 = before
    prone = {"prone": True, "fatigue": 3, "defence_fails": fails, "defence_d6": d6}
    battle = battle_of(blue=[ready(Defence.DODGE, value, **prone)])
    frame = attack(battle, step=Step.MET)
    with loaded(battle, [face]):
        defences.determine_defence(battle, frame)
    assert (frame.defence_value, frame.defence_fails, frame.defence_d6) == after
    fighter = battle.fighters[1]
    assert (fighter.defence_value, fighter.defence_penalty) == (after[0], 2)


# --- Using it up (H121, H122, H124, H126, RH10, H157) ---------------------------------------------


@pytest.mark.rule("H124", "H121", "H122")
@pytest.mark.parametrize(
    ("kind", "hand", "counts"),
    [(Defence.DODGE, 0, (1, 0, 0)), (Defence.BLOCK, 1, (0, 1, 0)), (Defence.PARRY, 0, (0, 0, 1)),
     (Defence.PARRY, 1, (0, 0, 2))],
)  # fmt: skip
def test_H124_a_used_pre_roll_counts_and_the_next_is_owed(battle_of, attack, kind, hand, counts):
    held = ["light", "light"] if kind == Defence.PARRY else ["medium", "buckler"]
    battle = battle_of(blue=[ready(kind, defence_hand=hand, held=held)])
    frame = attack(battle, step=Step.ROLL)
    defences.take_preroll(battle, frame)
    defences.use_defence(battle, frame)
    fighter = battle.fighters[1]
    assert (fighter.dodges, fighter.blocks, fighter.parried) == counts
    assert (fighter.defence, battle.owed) == (Defence.NONE, 2)


@pytest.mark.rule("H126", "RH10", "H73")
@pytest.mark.parametrize(
    ("d6", "tired", "fatigue"), [(3, False, 5), (4, False, 4), (1, True, 4), (1, False, 5)]
)
def test_H126_a_defence_tires_when_it_is_used(battle_of, attack, d6, tired, fatigue):
    battle = battle_of(blue=[ready(Defence.DODGE, defence_d6=d6, tired=tired)])
    frame = attack(battle, step=Step.ROLL)
    defences.take_preroll(battle, frame)
    assert battle.fighters[1].fatigue == 4
    defences.use_defence(battle, frame)
    assert battle.fighters[1].fatigue == fatigue


@pytest.mark.rule("RH10", "RH23", "H67")
def test_RH10_a_pre_roll_that_fails_stops_nothing_and_is_used_up(battle_of, attack):
    battle = battle_of(blue=[ready(Defence.BLOCK, 99, defence_fails=True, defence_hand=Hand.OFF)])
    frame = attack(battle, step=Step.MET)
    defences.determine_defence(battle, frame)
    assert not defences.has_valid_defence(frame)
    defences.use_defence(battle, frame)
    assert (battle.fighters[1].blocks, battle.owed) == (1, 2)


@pytest.mark.rule("H157", "H160")
@pytest.mark.parametrize(
    ("red", "act", "is_blind"),
    [(ARCHER, Act.WEAPON_ATTACK, True), ({"base": "archer"}, Act.WEAPON_ATTACK, False),
     ("fighter", Act.WEAPON_ATTACK, False)],
)  # fmt: skip
def test_H157_a_defence_against_a_shot_makes_a_blind_spot(battle_of, attack, red, act, is_blind):
    battle = battle_of(red=[red], blue=[ready(Defence.DODGE)], blind_spots=True)
    frame = attack(battle, act, step=Step.MET)
    defences.determine_defence(battle, frame)
    defences.use_defence(battle, frame)
    assert (battle.fighters[1].blind != 0) == is_blind


@pytest.mark.rule("H124", "QH7")
def test_H124_the_next_pre_roll_is_asked_once_the_blow_has_fallen(
    battle_of, attack, play_attack, events, loaded
):
    battle = battle_of(blue=[ready(Defence.PARRY, 20)])
    attack(battle, aim=BodyPart.TORSO)
    with loaded(battle, [5, 2, 6, 6, 6]):
        asked = play_attack(battle)
    kinds = [event[0] for event in events(battle)]
    assert asked == ["defend", "defence"]
    assert kinds.index("misses") < kinds.index("prerolls")
    assert battle.fighters[1].defence == Defence.DODGE
    assert Outcome(int(battle.outcome)) == Outcome.STOPPED
