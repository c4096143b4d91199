"""Move, Run and Charge."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, BodyPart, Direction, Role, Stage, Trigger, Window
from quintain.envs.heimr.rules.combat_actions import charges, movement_actions

pytestmark = pytest.mark.interpreted

B1, B2, C2 = 1, 6, 7
NORTH, EAST, SOUTH, WEST = Direction
HIT, BIND = charges.CHARGE_HIT, charges.CHARGE_BIND


def ways(battle, may, actor=0):
    """In which directions something is possible."""
    return [bool(may(battle, actor, direction)) for direction in Direction]


# --- Move (H64, H89, H52, H28, H127) --------------------------------------------------------------


@pytest.mark.rule("H89", "H7", "H74")
def test_H89_to_the_four_next_locations_without_a_roll(battle_of, loaded, do):
    battle = battle_of(map="...\n.#.\n...", red=[{"at": (1, 0)}], blue=[{"at": (0, 2)}])
    assert ways(battle, movement_actions.may_move) == [False, True, False, True]
    with loaded(battle, []):
        assert do(battle, Act.MOVE, EAST) == Window.DEFENCE
    assert battle.fighters[0].location == 2
    assert battle.fighters[0].standard
    assert not battle.fighters[0].ongoing


@pytest.mark.rule("H89", "H28", "H65", "H127", "RH44")
@pytest.mark.parametrize(
    "more",
    [{"prone": True}, {"seconds": {"daze": 2}}, {"held_by": 1}, {"climbs_on": EAST},
     {"seconds": {"bind": 2}, "bind_part": BodyPart.FEET},
     {"seconds": {"bind": 2}, "bind_part": BodyPart.TORSO}, {"at": (-1, -1)}],
)  # fmt: skip
def test_H28_who_cannot_walk(battle_of, more):
    battle = battle_of(red=[{"cluster": 0, **more}], blue=[{"cluster": 0}])
    assert ways(battle, movement_actions.may_move) == [False] * 4
    assert ways(battle, movement_actions.may_run) == [False] * 4
    assert not movement_actions.may_leave_cluster(battle, 0)


@pytest.mark.rule("H64", "RH15")
def test_H64_not_in_the_direction_from_which_one_stumbles(battle_of):
    battle = battle_of(red=[{"stumble_side": EAST, "seconds": {"stumble": 2}}])
    assert ways(battle, movement_actions.may_move) == [True, False, True, True]
    assert ways(battle, movement_actions.may_run) == [True, False, True, True]


@pytest.mark.rule("H89", "H52")
def test_H89_out_of_a_cluster_within_the_location(battle_of, do):
    battle = battle_of(red=[{"cluster": 0}, {"cluster": 0}], blue=[{"cluster": 0}])
    do(battle, Act.LEAVE_CLUSTER)
    assert [int(one.cluster) for one in battle.fighters[:3]] == [-1, 0, 0]
    assert battle.fighters[0].location == B2
    assert not movement_actions.may_leave_cluster(battle, 0)


@pytest.mark.rule("H89", "RH36")
def test_RH36_a_movement_that_has_become_impossible_is_lost(battle_of, do, events):
    battle = battle_of(borders=[((1, 1), "east", "regular_door")])
    do(battle, Act.MOVE, EAST, role=Role.READIED)
    assert events(battle, "fails", "moves") == [("fails", 0, -1, Act.MOVE, 0, 0)]
    assert battle.fighters[0].location == B2


@pytest.mark.rule("H94", "H127")
def test_H94_a_crawler_stays_prone(battle_of, do):
    battle = battle_of(red=[{"prone": True, "defence": 1}])
    do(battle, Act.CRAWL, EAST, role=Role.READIED, step=1)
    assert (battle.fighters[0].location, battle.fighters[0].prone) == (C2, True)


@pytest.mark.rule("RH37", "H47")
def test_RH37_who_waits_for_it_answers_the_leaving_and_the_entering(battle_of, do):
    blue = [{"readied": Act.MOVE, "trigger": Trigger.LEAVES, "defence": 1},
            {"at": (2, 1), "readied": Act.WEAPON_ATTACK, "trigger": Trigger.ENTERS}]  # fmt: skip
    battle = battle_of(red=[{"defence": 1}], blue=blue)
    assert do(battle, Act.MOVE, EAST) == Window.READIED
    assert (battle.to_act, battle.fighters[0].location) == (1, C2)
    battle.window = Window.NONE
    movement_actions.movement_step(battle)
    movement_actions.movement_step(battle)
    assert (battle.window, battle.to_act) == (Window.READIED, 2)


# --- Run (H90) ------------------------------------------------------------------------------------


@pytest.mark.rule("H90", "H81")
def test_H90_a_run_is_ongoing_and_no_charge_follows_from_there(battle_of, do):
    battle = battle_of(red=[{"defence": 1}], blue=["fighter", {"at": (1, 0)}])
    do(battle, Act.RUN, EAST)
    fighter = battle.fighters[0]
    assert (fighter.location, fighter.ran_from, fighter.ongoing) == (C2, B2, True)
    assert battle.stage == Stage.TURN_END
    assert not movement_actions.may_charge(battle, 1, 0, 0)
    battle.fighters[2].location = 2
    assert movement_actions.may_charge(battle, 2, 0, 0)
    battle.fighters[0].ran_from = -1
    assert movement_actions.may_charge(battle, 1, 0, 0)


@pytest.mark.rule("H90", "H87", "H149")
@pytest.mark.parametrize(
    ("kind", "may"), [("open", True), ("short_jump", False), ("single_door", True)]
)
def test_H90_H87_neither_run_nor_charge_across_a_cr(battle_of, kind, may):
    battle = battle_of(blue=[{"at": (2, 1)}], borders=[((1, 1), "east", kind)])
    assert movement_actions.may_run(battle, 0, EAST) == may
    assert movement_actions.may_charge(battle, 0, 1, 0) == may
    assert movement_actions.may_move(battle, 0, EAST)


@pytest.mark.rule("H90", "H87", "H153")
def test_H90_H87_nor_over_an_edge(battle_of):
    battle = battle_of(heights="000\n020\n000", blue=[{"at": (2, 1)}])
    assert movement_actions.may_move(battle, 0, EAST)
    assert not movement_actions.may_run(battle, 0, EAST)
    assert not movement_actions.may_charge(battle, 0, 1, 0)


@pytest.mark.rule("RH1", "H90")
def test_RH1_merfolk_cannot_run(battle_of):
    battle = battle_of(red=[{"race": "merfolk"}])
    assert not movement_actions.may_run(battle, 0, EAST)
    assert movement_actions.may_move(battle, 0, EAST)


# --- Charge (H87) ---------------------------------------------------------------------------------


@pytest.mark.rule("H87", "H51", "H158")
def test_H87_over_the_border_and_at_them_at_once(battle_of, do):
    battle = battle_of(red=[{"defence": 1}], blue=[{"at": (2, 1), "defence": 1}])
    assert do(battle, Act.CHARGE, 0, target=1) == Window.DEFEND
    fighter = battle.fighters[0]
    assert (fighter.location, fighter.ongoing, fighter.cluster) == (C2, True, 0)
    attack = battle.frames[battle.top]
    assert (attack.act, attack.hand, attack.charges) == (Act.WEAPON_ATTACK, 0, True)
    assert (attack.target, attack.from_location, attack.role) == (1, B2, Role.TURN)
    assert battle.top == 1


@pytest.mark.rule("H87", "H108")
@pytest.mark.parametrize(("how", "act"), [(HIT, Act.BRAWL_HIT), (BIND, Act.BRAWL_BIND)])
def test_H87_with_bare_hands_too(battle_of, do, how, act):
    blue = [{"at": (2, 1), "held": [], "defence": 1}]
    battle = battle_of(red=[{"held": [], "defence": 1}], blue=blue)
    assert do(battle, Act.CHARGE, how, target=1) == Window.DEFEND
    assert battle.frames[battle.top].act == act
    assert battle.frames[battle.top].hand == -1


@pytest.mark.rule("H87", "H84")
@pytest.mark.parametrize(
    ("held", "found"),
    [(["medium"], {0, HIT, BIND}), (["light", "light"], {0, 1, HIT}), (["bow"], {HIT}),
     (["throwing"], {HIT, BIND}), ([], {HIT, BIND}), (["medium", "buckler"], {0, HIT})],
)  # fmt: skip
def test_H87_with_what_one_charges(battle_of, held, found):
    battle = battle_of(red=[{"held": held}], blue=[{"at": (2, 1)}])
    assert {how for how in range(4) if movement_actions.may_charge(battle, 0, 1, how)} == found


@pytest.mark.rule("H87", "H63", "H146")
@pytest.mark.parametrize(
    ("more", "there", "may"),
    [({}, (2, 1), True), ({}, (1, 1), False), ({}, (2, 2), False),
     ({"seconds": {"stumble": 2}, "stumble_side": NORTH}, (2, 1), False),
     ({"prone": True}, (2, 1), False)],
)  # fmt: skip
def test_H87_whom_one_charges(battle_of, more, there, may):
    battle = battle_of(red=[more], blue=[{"at": there}])
    assert movement_actions.may_charge(battle, 0, 1, 0) == may


@pytest.mark.rule("H87", "H151")
@pytest.mark.parametrize(("height", "may"), [(0, True), (1, True), (2, False), (3, False)])
def test_H87_no_charge_at_one_whom_melee_does_not_reach_there(battle_of, height, may):
    battle = battle_of(blue=[{"at": (2, 1), "height": height}], map="...\n..t\n...")
    assert bool(movement_actions.may_charge(battle, 0, 1, 0)) == may


@pytest.mark.rule("H87", "H133", "XH1")
def test_H87_whom_one_does_not_see_one_charges_wherever_it_may_be(battle_of):
    hidden = {"hidden": True, "hide": 9, "known_by": [0], "last_seen": C2}
    blue = [{"at": (2, 1), "height": 3, **hidden}]
    battle = battle_of(blue=blue, map="...\n..t\n...")
    assert movement_actions.may_charge(battle, 0, 1, 0)


@pytest.mark.rule("RH54", "H87")
def test_RH54_a_charge_needs_a_free_place_too(battle_of):
    battle = battle_of(blue=[{"at": (2, 1)}], borders=[((1, 1), "east", "ladder")])
    assert movement_actions.may_charge(battle, 0, 1, 0)
    battle.borders[2 * B2].crossed = 1
    assert not movement_actions.may_charge(battle, 0, 1, 0)


@pytest.mark.rule("H134", "RH49")
@pytest.mark.parametrize("hidden", [False, True])
def test_H134_a_charge_out_of_hiding_is_one_on_who_did_not_see_it(battle_of, do, hidden):
    red = [{"hidden": hidden, "hide": 9, "defence": 1}]
    battle = battle_of(red=red, blue=[{"at": (2, 1), "defence": 1}], map="...\n.s.\n...")
    do(battle, Act.CHARGE, 0, target=1)
    assert battle.frames[battle.top].unseen_by == (0b10 if hidden else 0)
    assert not battle.fighters[0].hidden


@pytest.mark.rule("H87")
def test_H87_whose_target_is_gone_when_it_arrives_attacks_nobody(battle_of, do, events):
    blue = [{"at": (2, 1), "readied": Act.MOVE, "trigger": Trigger.ENTERS, "defence": 1}]
    battle = battle_of(red=[{"defence": 1}], blue=blue)
    assert do(battle, Act.CHARGE, 0, target=1) == Window.READIED
    battle.window = Window.NONE
    battle.fighters[1].location = 2
    movement_actions.movement_step(battle)
    movement_actions.movement_step(battle)
    assert events(battle, "fails") == [("fails", 0, 1, Act.CHARGE, 0, 0)]
    assert battle.top == 0
