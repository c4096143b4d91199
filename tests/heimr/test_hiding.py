"""Hiding, being known and being found."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, Defence, Direction, Hand, Life, Role, Step
from quintain.envs.heimr.rules.combat_actions import action_stack, action_steps
from quintain.envs.heimr.rules.combat_basics import upkeep
from quintain.envs.heimr.rules.positions import hiding, sounds
from quintain.envs.heimr.tables import NONE

pytestmark = pytest.mark.interpreted
CART = "...\n.c.\n..."
"""A cart in the middle, the default position of all fighters."""
AWAY = {"at": (0, 0)}
HIDDEN = {"hidden": True, "hide": 7, "last_seen": 6}


@pytest.mark.rule("H95", "H132", "RH49")
@pytest.mark.parametrize(
    ("red", "blue", "may"),
    [({}, {}, True), ({"cluster": 0}, {}, False), ({"hidden": True}, {}, False),
     ({"gave_away": True}, {}, False),
     ({"found_by": [1]}, {}, False),
     ({"began_with": [1]}, {}, False), ({"shot_by": [1]}, {}, False), ({"at": (2, 1)}, {}, False),
     ({}, {"height": 2}, False), ({}, {"life": Life.UNCONSCIOUS}, False),
     ({}, {"at": (-1, -1)}, False), ({"seconds": {"daze": 2}}, {}, False)],
)  # fmt: skip
def test_H95_who_may_hide(battle_of, red, blue, may):
    battle = battle_of(red=[red], blue=[{**AWAY, **blue}], map=CART)
    assert bool(hiding.may_hide(battle, 0)) == may


@pytest.mark.rule("H95")
@pytest.mark.parametrize(("cluster", "may"), [(-1, True), (0, False)])
def test_H95_nobody_hides_in_a_cluster(battle_of, cluster, may):
    others = [{"cluster": 0}, {**AWAY, "cluster": -1}]
    battle = battle_of(red=[{"cluster": cluster}], blue=others, darkness=2)
    assert bool(hiding.may_hide(battle, 0)) == may


@pytest.mark.rule("H95", "RH49")
def test_H95_it_is_enough_to_hide_from_one_of_them(battle_of):
    battle = battle_of(red=[{"shot_by": [1]}], blue=[AWAY, AWAY], map=CART)
    assert hiding.may_hide(battle, 0)
    battle.fighters[2].life = Life.DEAD
    assert not hiding.may_hide(battle, 0)


@pytest.mark.rule("H95", "XH1", "RH50")
@pytest.mark.parametrize(("known_by", "may"), [([], True), ([0], False)])
def test_XH1_whether_one_may_hide_does_not_tell_the_height_of_an_unknown_enemy(
    battle_of, known_by, may
):
    ambusher = {**HIDDEN, "at": (0, 0), "height": 2, "known_by": known_by}
    battle = battle_of(blue=[ambusher], map="c..\n.c.\n...", heights="200\n000\n000")
    assert hiding.is_hidden_from(battle, 1, 0)
    assert bool(hiding.may_hide(battle, 0)) == may


@pytest.mark.rule("H95", "H132", "RH50")
def test_H95_survival_is_what_perception_has_to_reach(battle_of, loaded, do, events):
    red = [{"trained": {"survival": [2, 2]}, "stamina": 1, "shot_by": [2]}]
    battle = battle_of(red=red, blue=[AWAY] * 2, map=CART)
    with loaded(battle, [4, 7, 8, 2]):
        do(battle, Act.HIDE)
    fighter = battle.fighters[0]
    assert (fighter.hidden, fighter.hide) == (True, 8 + 3)
    assert (fighter.found_by, fighter.last_seen, fighter.known_by) == (0b100, 6, 0b100)
    assert hiding.is_hidden_from(battle, 0, 1)
    assert not hiding.is_hidden_from(battle, 0, 2)
    assert events(battle, "hides") == [("hides", 0, -1, 0, 11, 0)]


@pytest.mark.rule("H67", "H68", "H95", "RH7", "RH34")
def test_H95_who_is_too_tired_does_not_hide(battle_of, loaded, do):
    battle = battle_of(red=[{"fatigue": 7}], blue=[AWAY], map=CART)
    with loaded(battle, [4, 6]):
        do(battle, Act.HIDE)
    fighter = battle.fighters[0]
    assert (fighter.hidden, fighter.fatigue) == (False, 8)


@pytest.mark.rule("H132", "H131", "RH49")
@pytest.mark.parametrize(
    ("red", "fields", "hidden"),
    [({}, {}, True), ({"found_by": [1]}, {}, False), ({"hidden": False}, {}, False),
     ({"cluster": 0}, {}, False), ({"at": (2, 2)}, {}, False),
     ({"at": (2, 2)}, {"darkness": 1}, True)],
)  # fmt: skip
def test_H132_hidden_only_while_concealed_and_not_found(battle_of, red, fields, hidden):
    battle = battle_of(
        red=[{**HIDDEN, **red}, "fighter"], blue=[{**AWAY, "cluster": 0}], map=CART, **fields
    )
    battle.fighters[0].found_by = 0b100 if "found_by" in red else 0
    assert bool(hiding.is_hidden_from(battle, 0, 2)) == hidden
    assert not hiding.is_hidden_from(battle, 0, 1)


@pytest.mark.rule("H132", "H133", "RH50")
def test_RH50_H132_no_attack_on_one_of_whom_one_is_unaware(battle_of):
    battle = battle_of(red=[HIDDEN], blue=[AWAY, AWAY], map=CART)
    battle.fighters[0].known_by = 0b100
    assert not hiding.may_be_attacked(battle, 0, 1)
    assert hiding.may_be_attacked(battle, 0, 2)
    battle.fighters[0].hidden = False
    assert hiding.may_be_attacked(battle, 0, 1)


@pytest.mark.rule("RH49", "RH50")
def test_RH49_RH50_who_goes_elsewhere_is_seen_and_can_hide_again(battle_of):
    battle = battle_of(red=[{**HIDDEN, "found_by": [1]}], blue=[AWAY, AWAY], map=CART)
    battle.fighters[0].location = 7
    hiding.change_place(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.hidden, fighter.gave_away, fighter.hide, fighter.found_by) == (0, 1, 0, 0)
    assert (fighter.known_by, fighter.last_seen) == (0b110, 7)


@pytest.mark.rule("RH49", "H80", "H95")
def test_RH49_who_has_given_itself_away_hides_again_in_its_next_turn(battle_of, do):
    battle = battle_of(red=[HIDDEN], blue=[AWAY], map=CART)
    sounds.make_sound(battle, 0, True)
    assert not hiding.may_hide(battle, 0)
    upkeep.start_turn(battle, 0)
    assert hiding.may_hide(battle, 0)
    do(battle, Act.HIDE)
    assert hiding.is_hidden_from(battle, 0, 1)


@pytest.mark.rule("RH49")
def test_RH49_who_has_found_you_keeps_seeing_you(battle_of):
    battle = battle_of(red=[HIDDEN], blue=[AWAY, AWAY], map=CART)
    hiding.find(battle, 2, 0)
    assert hiding.is_hidden_from(battle, 0, 1)
    assert not hiding.is_hidden_from(battle, 0, 2)
    assert not hiding.may_hide(battle, 0)
    assert battle.fighters[0].known_by == 0b100


@pytest.mark.rule("H135", "RH49", "RH50")
def test_H135_each_soft_sound_lowers_it_by_2_and_tells_where(battle_of):
    battle = battle_of(red=[{**HIDDEN, "last_seen": -1}], blue=[AWAY, AWAY], map=CART)
    for hide in (5, 3, 1, -1):
        sounds.make_sound(battle, 0, False)
        assert battle.fighters[0].hide == hide
    assert (battle.fighters[0].known_by, battle.fighters[0].last_seen) == (0b110, 6)
    assert battle.fighters[0].hidden


@pytest.mark.rule("H135", "RH49")
def test_H135_a_loud_sound_gives_one_away(battle_of, events):
    battle = battle_of(red=[HIDDEN], blue=[AWAY], map=CART)
    sounds.make_sound(battle, 0, True)
    assert not battle.fighters[0].hidden
    assert events(battle) == [("found", -1, 0, 0, 0, 0)]
    sounds.make_sound(battle, 0, True)
    assert len(events(battle)) == 1


@pytest.mark.rule("RH49", "H134", "H135", "H51")
def test_RH49_a_melee_attack_ends_hiding_and_the_bonus_is_kept(battle_of):
    battle = battle_of(red=[HIDDEN], map=CART)
    action_stack.push(battle, Role.TURN, Act.WEAPON_ATTACK, 0, 1, 0)
    battle.frames[battle.top].hand = Hand.SWORD
    while battle.frames[battle.top].step != Step.PROVOKED:
        action_steps.action_step(battle)
    assert battle.frames[battle.top].unseen_by == 0b10
    assert (battle.fighters[0].hidden, battle.fighters[0].cluster) == (False, 0)
    assert battle.fighters[1].cluster == 0


@pytest.mark.rule("HH42", "H135", "RH49")
@pytest.mark.parametrize(
    ("red", "found_by", "hidden"),
    [("fighter", 0b1, False), ("fighter", 0, True), ("archer", 0b1, True)],
)
def test_HH42_blows_give_whom_they_are_aimed_at_away(battle_of, red, found_by, hidden):
    battle = battle_of(red=[red], blue=[{**HIDDEN, "known_by": [0]}], map=CART)
    battle.fighters[1].found_by = found_by
    action_stack.push(battle, Role.TURN, Act.WEAPON_ATTACK, 0, 1, 0)
    battle.frames[battle.top].hand = Hand.SWORD
    while battle.frames[battle.top].step != Step.PROVOKED:
        action_steps.action_step(battle)
    assert battle.fighters[1].hidden == hidden


@pytest.mark.rule("RH49", "H134")
def test_RH49_who_charges_out_of_hiding_keeps_the_bonus(battle_of):
    battle = battle_of(red=[HIDDEN], blue=[{"at": (0, 1)}], map=CART)
    action_stack.push(battle, Role.TURN, Act.CHARGE, 0, 1, 0)
    action_steps.action_step(battle)
    assert battle.frames[battle.top].unseen_by == 0b10
    assert battle.fighters[0].hidden


@pytest.mark.rule("RH49", "H134")
def test_H134_a_shot_does_not_end_hiding(battle_of):
    battle = battle_of(red=[{**HIDDEN, "base": "archer"}], blue=[AWAY], map=CART)
    action_stack.push(battle, Role.TURN, Act.WEAPON_ATTACK, 0, 1, 0)
    battle.frames[battle.top].hand = Hand.SWORD
    while battle.frames[battle.top].step != Step.PROVOKED:
        action_steps.action_step(battle)
    assert battle.frames[battle.top].unseen_by == 0b10
    assert (battle.fighters[0].hidden, battle.fighters[0].cluster) == (True, -1)


@pytest.mark.rule("RH38", "H133")
def test_RH38_no_cluster_with_a_hidden_target_before_the_lucky_shot(battle_of):
    battle = battle_of(blue=[{**HIDDEN, "known_by": [0]}], map=CART)
    action_stack.push(battle, Role.TURN, Act.WEAPON_ATTACK, 0, 1, 0)
    battle.frames[battle.top].hand = Hand.SWORD
    while battle.frames[battle.top].step != Step.PROVOKED:
        action_steps.action_step(battle)
    assert battle.fighters[0].cluster == battle.fighters[1].cluster == -1


UNSEEN = {"at": (2, 1), "hidden": True, "hide": 9, "last_seen": -1, "known_by": []}
"""An ambusher in C2 whom nobody has seen yet."""
C2, READY = 7, {"defence": Defence.DODGE, "defence_d6": 6}


def knowledge(battle, viewer):
    """Whether the last of three fighters is hidden from another, and can be attacked by it."""
    is_hidden = hiding.is_hidden_from(battle, 2, viewer)
    return bool(is_hidden), bool(hiding.may_be_attacked(battle, 2, viewer))


@pytest.mark.rule("H132", "H133", "H156", "RH50")
def test_RH50_H132_whom_a_torch_has_shown_is_known_to_hide(battle_of, do):
    red = [{"base": "torchbearer", "at": (0, 1), **READY}, {"at": (0, 0), **READY}]
    battle = battle_of(red=red, blue=[{**UNSEEN, **READY}], darkness=2)
    assert knowledge(battle, 0) == knowledge(battle, 1) == (True, False)
    do(battle, Act.MOVE, Direction.EAST)
    assert knowledge(battle, 0) == knowledge(battle, 1) == (False, True)
    battle.fighters[0].standard = False
    do(battle, Act.MOVE, Direction.WEST)
    assert knowledge(battle, 0) == knowledge(battle, 1) == (True, True)
    assert battle.fighters[2].last_seen == C2


@pytest.mark.rule("H132", "H155", "RH50", "RH52")
@pytest.mark.parametrize("more", [{}, {"life": Life.ASLEEP}, {"life": Life.UNCONSCIOUS}])
def test_RH50_H132_only_a_viewer_who_is_awake_has_seen_whom_it_looks_down_on(battle_of, more):
    red = [{"at": (0, 1), "height": 2, **more}, {"at": (0, 0)}]
    battle = battle_of(red=red, blue=[UNSEEN], map="...\n..s\n...")
    hiding.note_sightings(battle)
    battle.fighters[0].height = 0
    assert knowledge(battle, 0) == (True, not more)
    assert knowledge(battle, 1) == (True, False)
    assert battle.fighters[2].last_seen == (NONE if more else C2)


@pytest.mark.rule("H131", "H132", "RH50")
def test_RH50_H132_whom_a_fighter_had_in_its_cluster_is_known_to_hide(battle_of):
    red = [{"cluster": 0}, {"at": (0, 0)}]
    battle = battle_of(red=red, blue=[{**UNSEEN, "at": (1, 1), "cluster": 0}], darkness=3)
    hiding.note_sightings(battle)
    battle.fighters["cluster"] = NONE
    assert knowledge(battle, 0) == (True, True)
    assert knowledge(battle, 1) == (True, False)


@pytest.mark.rule("H133", "RH50")
@pytest.mark.parametrize(
    ("face", "seen", "hits"), [(10, 6, True), (9, 6, False), (1, 6, False), (10, 5, False)]
)
def test_H133_a_ten_and_the_right_place(battle_of, loaded, events, face, seen, hits):
    battle = battle_of(red=[{**HIDDEN, "last_seen": seen}], blue=[AWAY], map=CART)
    with loaded(battle, [face]):
        assert bool(hiding.roll_luck(battle, 1, 0)) == hits
    assert events(battle) == [("lucky", 1, 0, face, 0, 0)]
