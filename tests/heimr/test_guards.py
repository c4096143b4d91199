"""Guards of allies, borders and things."""

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
    Role,
    Step,
    Window,
)
from quintain.envs.heimr.rules import effects, guarding
from quintain.envs.heimr.rules.combat_actions import movement_actions
from quintain.envs.heimr.rules.forced_movement import restraint

pytestmark = pytest.mark.interpreted

B2, C2 = 6, 7
NORTH, EAST, SOUTH, WEST = Direction
READY = {"defence": Defence.DODGE, "defence_value": 5, "defence_d6": 6}
ITEMS = guarding.GUARDS_ITEMS


def ally_guard(who):
    """A fighter who guards an ally."""
    return {"guard": Guarded.ALLY, "guarded": who, **READY}


def at_border(direction, **more):
    """A fighter who guards a border."""
    return {"guard": Guarded.BORDER, "guarded": direction, **READY, **more}


def answer(battle, slips=False):
    """Answer the window that is open, and play on."""
    battle.window = Window.NONE
    if slips:
        battle.frames[battle.top].slips = True
    turn.play_on(battle)


# --- Declaring (H88, RH25) ------------------------------------------------------------------------


@pytest.mark.rule("H88", "H139", "H80")
@pytest.mark.parametrize(
    ("argument", "target", "kept"),
    [(0, 1, (Guarded.ALLY, 1)), (WEST, -1, (Guarded.BORDER, WEST)), (ITEMS, -1, (3, -1))],
)
def test_H88_one_guards_an_ally_a_border_or_things(battle_of, do, events, argument, target, kept):
    battle = battle_of(red=["fighter"] * 2)
    battle.ground_item[0], battle.ground_location[0] = 0, B2
    assert guarding.may_guard(battle, 0, argument, target)
    do(battle, Act.GUARD, argument, target=target)
    fighter = battle.fighters[0]
    assert (fighter.guard, fighter.guarded) == kept
    assert not fighter.standard
    assert len(events(battle, "guards")) == 1


@pytest.mark.rule("RH25", "H139")
@pytest.mark.parametrize(
    ("more", "may"),
    [
        ({}, True),
        ({"prone": True}, False),
        ({"holds": 2}, False),
        ({"seconds": {"daze": 2}}, False),
    ],
)
def test_RH25_who_may_guard(battle_of, more, may):
    battle = battle_of(red=[more, "fighter", {"at": (0, 1)}])
    assert guarding.may_guard(battle, 0, 0, 1) == may
    assert guarding.may_guard(battle, 0, EAST, -1) == may
    assert not guarding.may_guard(battle, 0, 0, 0)
    assert not guarding.may_guard(battle, 0, 0, 2)
    assert not guarding.may_guard(battle, 0, 0, 3)


@pytest.mark.rule("RH25", "H139")
def test_RH25_things_are_guarded_where_some_lie_allies_while_they_live(battle_of):
    battle = battle_of(red=["fighter", {"life": Life.DEAD}, {"life": Life.UNCONSCIOUS}])
    assert [bool(guarding.may_guard(battle, 0, 0, ally)) for ally in (1, 2)] == [False, True]
    assert not guarding.may_guard(battle, 0, ITEMS, -1)
    battle.ground_item[0], battle.ground_location[0] = 0, C2
    assert not guarding.may_guard(battle, 0, ITEMS, -1)
    battle.ground_location[0] = B2
    assert guarding.may_guard(battle, 0, ITEMS, -1)


@pytest.mark.rule("RH25", "H143")
def test_RH25_no_border_where_the_field_ends_but_for_an_exit(battle_of):
    battle = battle_of(red=[{"at": (0, 0)}])
    assert not guarding.may_guard(battle, 0, NORTH, -1)
    battle.locations[0].exits = 1 << NORTH
    assert guarding.may_guard(battle, 0, NORTH, -1)


@pytest.mark.rule("RH25", "H139")
def test_RH25_a_guard_who_leaves_the_location_guards_no_more(battle_of, do, events):
    battle = battle_of(red=[ally_guard(1), "fighter"])
    do(battle, Act.MOVE, EAST)
    assert battle.fighters[0].guard == Guarded.NOTHING
    assert len(events(battle, "guard_ends")) == 1


@pytest.mark.rule("RH25", "H139", "H65", "H112", "H127")
@pytest.mark.parametrize(
    "happens",
    [lambda battle: effects.fall_prone(battle, 0),
     lambda battle: effects.begin_effect(battle, 0, Effect.DAZE, 2, 0),
     lambda battle: restraint.take_hold(battle, 0, 2, BodyPart.TORSO)],
)  # fmt: skip
def test_RH25_who_lies_is_dazed_or_holds_somebody_guards_no_more(battle_of, happens):
    battle = battle_of(red=[ally_guard(1), "fighter"])
    effects.begin_effect(battle, 0, Effect.STUMBLE, 2, EAST)
    assert battle.fighters[0].guard == Guarded.ALLY
    happens(battle)
    assert (battle.fighters[0].guard, battle.fighters[0].guarded) == (Guarded.NOTHING, -1)


# --- Who stands in the way (H139 to H144) ---------------------------------------------------------


@pytest.mark.rule("H140", "H141")
def test_H141_of_several_guards_the_first_counted_from_the_attacker(battle_of):
    battle = battle_of(red=["fighter"] * 2, blue=["fighter", ally_guard(2), ally_guard(2)])
    battle.order[:5] = [4, 0, 3, 1, 2]
    assert [int(guarding.guard_of(battle, actor, 2)) for actor in (0, 1)] == [3, 4]
    assert guarding.guard_of(battle, 0, 3) == -1


@pytest.mark.rule("H141", "H143", "H139", "HH47")
@pytest.mark.parametrize(
    ("guard", "intercepts"),
    [
        (at_border(EAST), lambda battle, actor: guarding.border_guard(battle, actor, EAST)),
        (at_border(WEST), lambda battle, actor: guarding.far_guard(battle, actor, EAST)),
        ({"guard": Guarded.ITEMS, "guarded": -1}, guarding.item_guard),
        ({"guard": Guarded.PLACE, "guarded": -1}, guarding.place_guard),
    ],
)
def test_H141_of_several_guards_of_a_place_the_first_too(battle_of, guard, intercepts):
    battle = battle_of(red=["fighter"] * 2, blue=[guard, guard])
    battle.order[:4] = [3, 0, 2, 1]
    assert [int(intercepts(battle, actor)) for actor in (0, 1)] == [2, 3]


@pytest.mark.rule("H139", "RH25")
@pytest.mark.parametrize(
    "more", [{"prone": True}, {"seconds": {"daze": 2}}, {"holds": 0}, {"at": (0, 0)}]
)
def test_RH25_a_guard_who_cannot_does_not_respond(battle_of, more):
    battle = battle_of(blue=["fighter", {**ally_guard(1), **more}])
    assert guarding.guard_of(battle, 0, 1) == -1


@pytest.mark.rule("H144")
@pytest.mark.parametrize(("found_by", "guard"), [([], -1), ([1], -1), ([2], 2)])
def test_H144_guards_do_not_respond_to_those_hidden_from_them(battle_of, found_by, guard):
    red = [{"hidden": True, "hide": 9, "found_by": found_by}]
    battle = battle_of(red=red, blue=["fighter", ally_guard(1)], map="...\n.s.\n...")
    assert guarding.guard_of(battle, 0, 1) == guard
    battle.fighters[2].guard, battle.fighters[2].guarded = Guarded.BORDER, EAST
    assert guarding.border_guard(battle, 0, EAST) == guard


@pytest.mark.rule("H143", "H151", "HH26")
def test_H143_a_border_is_guarded_from_the_same_square(battle_of):
    battle = battle_of(blue=[at_border(EAST), at_border(WEST, at=(2, 1))])
    assert guarding.border_guard(battle, 0, EAST) == 1
    assert guarding.border_guard(battle, 0, NORTH) == -1
    battle.fighters[1].height = 2
    assert guarding.border_guard(battle, 0, EAST) == -1
    battle.fighters[0].location = C2
    assert guarding.far_guard(battle, 0, EAST) == 2
    assert guarding.far_guard(battle, 0, NORTH) == -1


@pytest.mark.rule("H139")
def test_H139_things_are_guarded_where_they_lie(battle_of):
    blue = [{"guard": Guarded.ITEMS, "guarded": -1}, at_border(EAST)]
    battle = battle_of(blue=blue)
    assert guarding.item_guard(battle, 0) == 1
    battle.fighters[0].location = C2
    assert guarding.item_guard(battle, 0) == -1


# --- An attack meets a guard (H140, H142, RH45, QH13) ---------------------------------------------


@pytest.mark.rule("H140", "RH45", "QH13")
def test_H140_QH13_into_the_guard_who_takes_the_attack(battle_of, do, events):
    battle = battle_of(red=[READY], blue=[READY, ally_guard(1)])
    assert do(battle, Act.WEAPON_ATTACK, target=1, hand=0) == Window.GUARDED
    assert battle.to_act == 0
    answer(battle)
    attack = battle.frames[battle.top]
    assert (attack.target, attack.first_target) == (2, 1)
    assert (battle.window, battle.to_act) == (Window.DEFEND, 2)
    assert battle.fighters[2].guard == Guarded.NOTHING
    assert battle.fighters[0].cluster == battle.fighters[2].cluster != -1
    assert len(events(battle, "intercepts")) == 1


@pytest.mark.rule("H140", "H82", "H51", "RH38")
@pytest.mark.parametrize("slips", [False, True])
def test_H140_a_guarded_ally_keeps_its_plans_and_joins_no_cluster(battle_of, do, slips):
    blue = [{**READY, "upcoming": Act.BREATHER_LATER}, {**ally_guard(1), "struck_late": True}]
    battle = battle_of(red=[READY], blue=blue)
    do(battle, Act.WEAPON_ATTACK, target=1, hand=0)
    answer(battle, slips)
    guarded = battle.fighters[1]
    assert (guarded.upcoming == Act.NONE, guarded.cluster != -1) == (slips, slips)
    assert (battle.fighters[2].cluster != -1) == (not slips)


@pytest.mark.rule("RH45")
def test_RH45_the_guards_own_guard_does_nothing(battle_of, do):
    battle = battle_of(red=[READY], blue=[READY, ally_guard(1), ally_guard(2)])
    do(battle, Act.WEAPON_ATTACK, target=1, hand=0)
    answer(battle)
    assert battle.frames[battle.top].target == 2
    assert [int(one.guard) for one in battle.fighters[1:4]] == [0, 0, Guarded.ALLY]


@pytest.mark.rule("H139", "H140", "HH19")
def test_HH19_a_shot_is_intercepted_without_a_choice(battle_of, do):
    red = [{"base": "archer", "at": (0, 1), **READY}]
    battle = battle_of(red=red, blue=[READY, ally_guard(1)])
    assert do(battle, Act.WEAPON_ATTACK, target=1, hand=0) == Window.DEFEND
    assert (battle.to_act, battle.frames[battle.top].target) == (2, 2)
    assert battle.fighters[0].cluster == -1


@pytest.mark.rule("H142", "H139")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_H142_past_n_guards_it_takes_n_more_attackers_and_one(battle_of, do, count):
    blue = [READY, *(ally_guard(count + 1) for _ in range(count))]
    battle = battle_of(red=[READY] * (count + 1), blue=blue)
    met = []
    for actor in range(count + 1):
        battle.top, battle.owed = -1, 0
        if do(battle, Act.WEAPON_ATTACK, actor=actor, target=count + 1, hand=0) == Window.GUARDED:
            answer(battle)
        met.append(int(battle.frames[battle.top].target) == count + 1)
    assert met == [False] * count + [True]


# --- Slipping past (H145, RH47, QH13) -------------------------------------------------------------


@pytest.mark.rule("H145", "RH47", "QH13")
def test_RH47_the_guard_may_let_pass_and_stays(battle_of, do, events):
    battle = battle_of(red=[READY], blue=[READY, ally_guard(1)])
    do(battle, Act.WEAPON_ATTACK, target=1, hand=0)
    answer(battle, slips=True)
    assert (battle.window, battle.to_act) == (Window.SLIPPED, 2)
    answer(battle)
    assert (battle.window, battle.to_act) == (Window.DEFEND, 1)
    assert battle.fighters[2].guard == Guarded.ALLY
    assert len(events(battle, "slips")) == 1


@pytest.mark.rule("H145", "RH47", "HH26")
@pytest.mark.parametrize(
    ("outcome", "location", "guard"),
    [(Outcome.HIT, B2, 0), (Outcome.DODGED, C2, 0), (Outcome.FAILED, C2, 0)],
)
def test_H145_RH47_what_comes_of_the_guards_attack(battle_of, do, outcome, location, guard):
    battle = battle_of(red=[READY], blue=[at_border(EAST)])
    do(battle, Act.MOVE, EAST)
    answer(battle, slips=True)
    battle.window = Window.NONE
    guarding.strike_late(battle, 1, 0)
    blow = battle.frames[battle.top]
    assert (blow.role, blow.actor, blow.target, blow.hand) == (Role.GUARD, 1, 0, 0)
    assert battle.fighters[1].struck_late
    battle.top = 0
    battle.outcome = outcome
    while battle.frames[0].step not in (Step.ENTERED, Step.OVER):
        movement_actions.movement_step(battle)
    assert battle.fighters[0].location == location
    assert battle.fighters[1].guard == guard


@pytest.mark.rule("RH47", "H145")
@pytest.mark.parametrize(
    ("more", "may"),
    [({}, True), ({"struck_late": True}, False), ({"held": []}, False), ({"held": ["bow"]}, False),
     ({"seconds": {"daze": 2}}, False), ({"seconds": {"stumble": 2}}, False),
     ({"height": 2}, False)],
)  # fmt: skip
def test_RH47_with_one_melee_weapon_and_once_between_turns(battle_of, more, may):
    battle = battle_of(blue=["fighter", {**ally_guard(1), **more}])
    assert guarding.can_strike_late(battle, 2, 0) == may
    assert not guarding.may_strike_late(battle, 2, 0, 1)


@pytest.mark.rule("RH47", "H145")
def test_RH47_who_cannot_attack_is_not_asked(battle_of, do):
    battle = battle_of(red=[READY], blue=[READY, {**ally_guard(1), "struck_late": True}])
    do(battle, Act.WEAPON_ATTACK, target=1, hand=0)
    answer(battle, slips=True)
    assert (battle.window, battle.to_act) == (Window.DEFEND, 1)
    assert battle.fighters[2].guard == Guarded.ALLY


@pytest.mark.rule("RH47", "H145", "HH34")
@pytest.mark.parametrize(
    ("act", "argument", "target"), [(Act.WEAPON_ATTACK, 0, 1), (Act.MOVE, EAST, -1)]
)
def test_RH47_who_is_dazed_by_the_guard_is_stopped_and_its_guard_ends(
    battle_of, do, events, act, argument, target
):
    guard = ally_guard(1) if target == 1 else at_border(EAST)
    battle = battle_of(red=[READY], blue=[READY, guard])
    do(battle, act, argument, target=target, hand=0)
    answer(battle, slips=True)
    battle.window, battle.outcome = Window.NONE, Outcome.HIT
    battle.fighters[0].seconds[Effect.DAZE] = 2
    turn.play_on(battle)
    assert (battle.top, battle.fighters[0].location) == (-1, B2)
    assert battle.fighters[2].guard == Guarded.NOTHING
    assert len(events(battle, "guard_ends")) == 1
    assert events(battle, "slips") == []


# --- Borders (H143, RH46) -------------------------------------------------------------------------


@pytest.mark.rule("H143", "RH46", "QH13")
def test_RH46_an_intercepted_mover_stays_in_a_cluster_with_the_guard(battle_of, do):
    battle = battle_of(red=[READY], blue=[at_border(EAST)])
    assert do(battle, Act.MOVE, EAST) == Window.GUARDED
    answer(battle)
    mover, guard = battle.fighters[0], battle.fighters[1]
    assert (mover.location, mover.standard) == (B2, True)
    assert mover.cluster == guard.cluster != -1
    assert guard.guard == Guarded.NOTHING


@pytest.mark.rule("H143")
def test_H143_a_guard_beyond_the_border_keeps_no_mover_and_ends(battle_of, do):
    blue = [at_border(WEST, at=(2, 1)), at_border(EAST, at=(2, 1))]
    battle = battle_of(red=[READY], blue=blue)
    do(battle, Act.MOVE, EAST)
    assert battle.fighters[0].location == C2
    assert [int(one.guard) for one in battle.fighters[1:3]] == [Guarded.NOTHING, Guarded.BORDER]


@pytest.mark.rule("H143", "RH46", "RH45")
def test_RH46_a_charge_crosses_and_its_attack_goes_to_the_guard(battle_of, do):
    blue = [{"at": (2, 1), **READY}, at_border(WEST, at=(2, 1)), {**ally_guard(2), "at": (2, 1)}]
    battle = battle_of(red=[READY], blue=blue)
    assert do(battle, Act.CHARGE, 0, target=1) == Window.GUARDED
    assert battle.fighters[0].location == C2
    answer(battle)
    attack = battle.frames[battle.top]
    assert (attack.act, attack.target, attack.first_target) == (Act.WEAPON_ATTACK, 2, 1)
    assert (battle.window, battle.to_act) == (Window.DEFEND, 2)
    assert [int(one.guard) for one in battle.fighters[1:4]] == [0, 0, Guarded.ALLY]


@pytest.mark.rule("H143", "H145", "RH47", "HH26")
def test_HH26_a_charge_past_the_guard_of_the_border(battle_of, do):
    blue = [{"at": (2, 1), **READY}, at_border(WEST, at=(2, 1))]
    battle = battle_of(red=[READY], blue=blue)
    do(battle, Act.CHARGE, 0, target=1)
    answer(battle, slips=True)
    assert (battle.window, battle.to_act) == (Window.SLIPPED, 2)
    answer(battle)
    assert (battle.window, battle.to_act) == (Window.DEFEND, 1)
    assert battle.fighters[2].guard == Guarded.NOTHING


@pytest.mark.rule("H143", "HH26", "RH47")
def test_H143_all_guards_of_a_border_end_with_a_charge_that_one_of_them_has_caught(battle_of, do):
    blue = [{"at": (2, 1), **READY}, *[at_border(WEST, at=(2, 1))] * 2]
    battle = battle_of(red=[READY], blue=blue)
    do(battle, Act.CHARGE, 0, target=1)
    answer(battle, slips=True)
    battle.window, battle.outcome = Window.NONE, Outcome.HIT
    movement_actions.movement_step(battle)
    assert (battle.frames[0].step, battle.fighters[0].location) == (Step.OVER, C2)
    assert [int(one.guard) for one in battle.fighters[2:4]] == [Guarded.NOTHING] * 2


@pytest.mark.rule("H143", "HH26", "RH55")
def test_H143_the_guard_of_an_exit_ends_when_a_fighter_leaves_by_it(battle_of, do):
    battle = battle_of(red=[READY], blue=[at_border(EAST)])
    battle.locations[B2].exits = 1 << EAST
    battle.locations[C2].void = True
    assert do(battle, Act.RUN, EAST) == Window.GUARDED
    answer(battle, slips=True)
    answer(battle)
    assert battle.fighters[0].flees
    assert battle.fighters[1].guard == Guarded.NOTHING


@pytest.mark.rule("H144", "HH40", "RH49")
@pytest.mark.parametrize(("found_by", "asked"), [([], Window.DEFEND), ([2], Window.GUARDED)])
@pytest.mark.parametrize("cluster", [-1, 0])
def test_H144_a_blow_out_of_hiding_finds_whom_it_is_meant_for(
    battle_of, do, found_by, asked, cluster
):
    red = [{"hidden": True, "hide": 9, "found_by": found_by, **READY}]
    blue = [{"cluster": cluster, **READY}, {**ally_guard(1), "cluster": cluster}]
    third = {"cluster": cluster, "at": (1, 1)}
    battle = battle_of(red=[*red, third], blue=blue, map="...\n.s.\n...", darkness=1)
    battle.fighters[3].guarded = 2
    battle.fighters[0].found_by = 0b1000 if found_by else 0
    assert do(battle, Act.WEAPON_ATTACK, target=2, hand=0) == asked
    assert battle.fighters[3].guard == Guarded.ALLY
    assert not battle.fighters[0].hidden


@pytest.mark.rule("H144", "HH40", "H143")
@pytest.mark.parametrize(("hidden", "asked"), [(False, Window.GUARDED), (True, Window.DEFEND)])
def test_H144_a_charge_out_of_hiding_passes_the_guard_beyond(battle_of, do, hidden, asked):
    red = [{"hidden": hidden, "hide": 9, **READY}]
    blue = [{"at": (2, 1), **READY}, at_border(WEST, at=(2, 1))]
    battle = battle_of(red=red, blue=blue, map="...\n.s.\n...")
    assert do(battle, Act.CHARGE, 0, target=1) == asked
    assert battle.frames[battle.top].target == 1


@pytest.mark.rule("HH42", "H139", "H143")
def test_HH42_a_guard_who_steps_in_is_hidden_no_longer(battle_of, do):
    unseen = {"hidden": True, "hide": 9, "last_seen": B2}
    blue = ["fighter", {**ally_guard(1), **unseen}, {**at_border(EAST), **unseen}]
    battle = battle_of(red=[READY], blue=blue, map="...\n.s.\n...")
    do(battle, Act.MOVE, EAST)
    answer(battle)
    assert [bool(one.hidden) for one in battle.fighters[2:4]] == [True, False]
    do(battle, Act.WEAPON_ATTACK, target=1, hand=0)
    answer(battle)
    assert not battle.fighters[2].hidden


@pytest.mark.rule("HH26", "H140", "H151", "RH25")
@pytest.mark.parametrize(
    ("attacker", "ward", "guard", "may", "steps_in"),
    [(0, 0, 0, True, True), (0, 0, 1, True, True), (0, 0, 2, False, False),
     (0, 1, 2, True, False), (1, 0, 1, True, True)],
)  # fmt: skip
def test_HH26_a_guard_steps_in_only_where_a_blow_reaches_it(
    battle_of, do, attacker, ward, guard, may, steps_in
):
    blue = [{"height": ward, **READY}, {"height": guard, **ally_guard(1)}]
    battle = battle_of(red=[{"height": attacker, **READY}], blue=blue, map="...\n.t.\n...")
    assert bool(guarding.may_guard(battle, 2, 0, 1)) == may
    asked = do(battle, Act.WEAPON_ATTACK, target=1, hand=0)
    assert asked == (Window.GUARDED if steps_in else Window.DEFEND)


@pytest.mark.rule("HH26", "H140", "H139")
@pytest.mark.parametrize(("guard", "target"), [(1, 2), (2, 1)])
def test_HH26_nor_does_a_shot_find_a_guard_heights_above(battle_of, do, guard, target):
    red = [{"base": "archer", "at": (0, 1), **READY}]
    blue = [READY, {"height": guard, **ally_guard(1)}]
    battle = battle_of(red=red, blue=blue, map="...\n.t.\n...")
    battle.ground_item[0], battle.ground_location[0] = 0, B2
    do(battle, Act.WEAPON_ATTACK, target=1, hand=0)
    assert battle.frames[battle.top].target == target
    battle.fighters[2].guard, battle.fighters[2].guarded = Guarded.ITEMS, -1
    assert guarding.item_guard(battle, 0) == -1
    battle.fighters[0].location = B2
    assert guarding.item_guard(battle, 0) == (2 if guard == 1 else -1)


@pytest.mark.rule("H143", "RH46")
def test_H143_a_guard_who_is_charged_itself_steps_in_for_nobody(battle_of, do, events):
    battle = battle_of(red=[READY], blue=[at_border(WEST, at=(2, 1))])
    assert do(battle, Act.CHARGE, 0, target=1) == Window.DEFEND
    assert events(battle, "intercepts") == []
    assert battle.fighters[1].guard == Guarded.NOTHING


@pytest.mark.rule("H143")
def test_H143_ones_own_guards_keep_nobody(battle_of, do):
    battle = battle_of(red=[READY, at_border(EAST)])
    do(battle, Act.MOVE, EAST)
    assert battle.fighters[0].location == C2
    assert battle.fighters[1].guard == Guarded.BORDER
