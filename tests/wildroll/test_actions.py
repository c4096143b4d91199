"""The mask of each window, by example; `test_turn_masks.py` reads those of turns and interrupts."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.wildroll.actions import masks
from quintain.envs.wildroll.actions.table import (
    argument_of,
    num_actions,
    slot_in,
    verb_of,
)
from quintain.envs.wildroll.enums import (
    Act,
    Verb,
    Window,
)
from quintain.envs.wildroll.tables import READIABLE

pytestmark = pytest.mark.interpreted


def offered(battle, *verbs):
    """The legal actions of these verbs or of all: "wait", "quick 3", "quick 0 1"."""
    mask = np.ones(num_actions(int(battle.max_side)), np.bool_)
    masks.legal_action_mask(battle, mask)
    found = set()
    for action in np.flatnonzero(mask):
        name = Verb(int(verb_of(action))).name.lower()
        argument, slot = int(argument_of(action)), max(0, int(slot_in(action)))
        parts = [name] + ([str(argument)] if argument or slot else [])
        if not verbs or name in verbs:
            found.add(" ".join(parts + ([str(slot)] if slot else [])))
    return found


# --- The turn (QW1, QW5, QW10 to QW12) ------------------------------------------------------------


@pytest.mark.rule("QW1")
def test_QW1_only_waiting_is_left_when_nobody_decides(battle_of):
    assert offered(battle_of()) == {"wait"}


@pytest.mark.rule("QW1", "W49", "W114")
def test_QW1_with_one_point_everything_possible_can_be_begun(battle_of, begun):
    battle = begun(battle_of(red=[{"action_points": 1}]))
    blows = {f"{verb} {slot}".removesuffix(" 0") for verb in ("quick", "strong") for slot in (0, 2)}
    assert offered(battle, "quick", "strong") == blows
    assert offered(battle, "seize", "defend", "grapple") == {"seize", "defend", "grapple"}


@pytest.mark.rule("QW1", "W49", "RW39")
def test_QW1_nothing_else_is_begun_beside_a_long_action(battle_of):
    red = {"action_points": 3, "long_act": Act.TREAT_WOUND, "long_target": 0, "long_left": 9}
    battle = battle_of(red=[red], to_act=0, window=Window.TURN, active=0)
    assert offered(battle, "quick", "standard", "defend", "seize") == {"quick", "quick 2", "defend"}


@pytest.mark.rule("QW1", "W92")
def test_QW1_the_pinned_escape_and_do_nothing_else(battle_of, begun):
    red = {"pinned_by": 1, "holding": [1]}
    battle = begun(battle_of(red=[red], blue=[{"holding": [0], "initiative": 1}]))
    assert offered(battle) == {"wait", "escape"}


@pytest.mark.rule("H12", "W43", "RW34")
@pytest.mark.parametrize("window", [Window.TURN, Window.INTERRUPT])
@pytest.mark.parametrize("points", [0, 12])
def test_W43_letting_go_and_dropping_in_every_turn_and_interrupt(battle_of, window, points):
    red, blue = {"holding": [1], "action_points": points}, {"holding": [0]}
    battle = battle_of(red=[red], blue=[blue], to_act=0, window=window, active=0)
    assert offered(battle, "release", "drop") == {"release", "drop"}


@pytest.mark.rule("H12", "W103", "RW40", "QW10")
def test_H12_hurrying_where_something_can_be_hurried(battle_of, begun):
    red = {"held": [], "scabbard": ["sword"]}
    assert offered(begun(battle_of(red=[red])), "hurry", "retrieve") == {"hurry", "retrieve"}
    assert offered(begun(battle_of(red=[{**red, "hurrying": True}])), "hurry") == set()
    assert offered(begun(battle_of()), "hurry") == set()


@pytest.mark.rule("QW5", "W34", "H12")
def test_QW5_whom_to_ignore_and_whom_to_heed(battle_of, begun):
    red, far = {"at": (4, 3), "ignoring": [3]}, {"at": (20, 3), "initiative": 1}
    blue = [{"at": (5, 3), "initiative": 1}, {"at": (3, 3), "initiative": 1}, far]
    battle = begun(battle_of(red=[red], blue=blue))
    assert offered(battle, "ignore", "heed") == {"ignore", "ignore 0 1", "heed 0 2"}
    battle.fighters[0].switched = 0b1010
    assert offered(battle, "ignore", "heed") == {"ignore 0 1"}


@pytest.mark.rule("QW10", "W12", "W87", "W101")
def test_QW10_what_tires_is_offered_to_the_tired(battle_of, begun):
    red = {"stamina": 0, "wounds": {"light": 1, "severe": 1}, "dash": 1}
    battle = begun(battle_of(red=[red]))
    verbs = ("strong", "dash", "treat_self")
    assert offered(battle, *verbs) == {"strong", "strong 2", "dash", "treat_self 1", "treat_self 3"}
    battle.fighters[0].dash = 2
    battle.fighters[0].fatigue = 11
    assert offered(battle, *verbs) == {"strong", "strong 2"}


@pytest.mark.rule("QW9", "W94", "W95", "W96", "W97")
def test_QW9_the_kinds_of_hinder(battle_of, begun):
    kinds = ("disarm", "distract", "shove", "trip")
    blue = {"held": ["sword", "shield"], "initiative": 1}
    battle = begun(battle_of(blue=[blue]))
    assert offered(battle, *kinds) == {"disarm", "disarm 1", "distract", "shove", "trip"}
    lying = {"held": ["shield"], "posture": 2, "helpless_rounds": 1}
    battle = begun(battle_of(blue=[lying, {"at": (9, 3), "initiative": 1}]))
    assert offered(battle, *kinds) == {"disarm", "shove"}


@pytest.mark.rule("QW12", "W65", "H8", "H21")
def test_QW12_steps_and_ways_that_are_paid_for_and_of_use(battle_of, begun):
    far = {"at": (9, 3), "initiative": 1}
    battle = begun(battle_of(red=[{"at": (0, 3)}, {"at": (0, 4)}], blue=[far]))
    sides = {
        "step",
        "step 1",
        "step 2",
        "step 5",
    }  # an ally to the south-west, the edge to the west
    assert offered(battle, "step") == sides
    ways = ("toward", "to_reach", "away", "flank", "cover", "to_ally", "to_item", "to_ground")
    assert offered(battle, *ways) == {"toward", "to_reach", "away"}
    battle.fighters[0].action_points = 0
    free = {"wait", "drop", "ignore"}
    assert offered(battle) == free
    battle.fighters[0].move_quarters = 4
    assert offered(battle) == {"toward", "to_reach", "away", "steps"} | free | sides


@pytest.mark.rule("QW1", "W106", "H25")
def test_QW1_a_rider_commands_in_its_own_turn_only(battle_of):
    red = [{"base": "knight", "rides": 1, "action_points": 0}, {"base": "warhorse", "at": (4, 3)}]
    battle = battle_of(red=red, to_act=0, window=Window.TURN, active=0)
    assert offered(battle, "command") == {"command"}
    battle.window = Window.INTERRUPT
    assert offered(battle, "command") == set()


# --- Interrupts and long actions (QW2, QW11) ------------------------------------------------------


@pytest.mark.rule("QW2", "W114", "RW14")
def test_QW2_out_of_turn_all_has_to_be_paid(battle_of, begun):
    battle = begun(battle_of(blue=[{"initiative": 30, "action_points": 3}], stage=2))
    assert battle.window == Window.INTERRUPT
    paid = {"wait", "pass", "quick", "quick 2", "defend"}
    assert offered(battle, "wait", "pass", "quick", "standard", "seize", "defend") == paid
    assert offered(battle, "drop", "release") == {"drop"}


@pytest.mark.rule("QW11", "W49", "TW6")
def test_QW11_a_long_action_goes_on_or_is_given_up(battle_of):
    battle = battle_of(to_act=0, window=Window.LONG)
    assert offered(battle) == {"wait", "give_up"}


# --- Reactions (QW4, QW5) -------------------------------------------------------------------------


@pytest.mark.rule("QW4", "W74", "RW8")
def test_QW4_a_rebuff_with_what_is_long_enough(battle_of, begun, act):
    red, blue = {"at": (3, 3), "held": ["dagger"]}, {"at": (5, 3), "held": ["sword", "axe"]}
    battle = begun(battle_of(red=[red], blue=[blue]))
    act(battle, "step", 1)
    assert battle.window == Window.REBUFF
    assert offered(battle) == {"wait", "rebuff", "rebuff 1"}


@pytest.mark.rule("QW4", "W79")
def test_QW4_harry(battle_of, begun, act):
    battle = begun(battle_of(red=["archer"]))
    act(battle, "standard")
    assert offered(battle) == {"wait", "harry"}


@pytest.mark.rule("QW4", "W91", "RW43")
def test_QW4_interpose_one_whom_it_holds_but_not_the_attacker(battle_of, begun, act):
    held = {"at": (4, 4), "holding": [2], "initiative": 1}
    blue = [{"at": (5, 3), "holding": [0, 1]}]
    battle = begun(battle_of(red=[{"holding": [2]}, held], blue=blue))
    act(battle, "quick")
    assert battle.window == Window.INTERPOSE
    assert offered(battle) == {"wait", "interpose 0 1"}


@pytest.mark.rule("QW4", "W80", "RW38")
def test_QW4_the_readied_action_and_no_other(battle_of, begun, act):
    blue = [{"readied": Act.QUICK}]
    battle = begun(battle_of(red=[{}, {"at": (5, 2), "initiative": 1}], blue=blue))
    act(battle, "quick")
    assert battle.window == Window.READIED
    reached = {"quick", "quick 2", "quick 0 1", "quick 2 1"}
    assert offered(battle) == {"wait"} | reached


@pytest.mark.rule("QW4", "W80", "RW38", "H28")
def test_QW4_a_readied_spell_for_oneself_or_an_ally(battle_of, begun, act):
    healer = {"base": "healer", "readied": Act.HEAL, "at": (5, 4), "wounds": {"moderate": 1}}
    hurt = {"at": (5, 3), "wounds": {"light": 1}, "initiative": 1}
    battle = begun(battle_of(blue=[hurt, healer]))
    act(battle, "quick")
    assert battle.window == Window.READIED
    assert offered(battle) == {"wait", "heal_self 2", "heal 1"}


@pytest.mark.rule("QW4", "QW5", "W34")
def test_QW5_one_of_those_who_flank_is_ignored(battle_of, begun, act):
    red = [{"at": (3, 3)}, {"at": (6, 3), "initiative": 1}]
    blue = [{"at": (5, 3), "held": []}, {"at": (20, 3), "initiative": 1}]
    battle = begun(battle_of(red=red, blue=blue))
    act(battle, "step", 1)
    assert battle.window == Window.FLANKED
    assert offered(battle) == {"wait", "ignore", "ignore 0 1"}


# --- Within an action (QW6 to QW9) ----------------------------------------------------------------


@pytest.mark.rule("QW6", "W78", "RW27")
def test_QW6_four_defenses_in_place_of_the_bonus(battle_of, begun, act):
    battle = begun(battle_of(blue=[{"defending": True, "skills": {"athletics": 3}}]))
    act(battle, "standard")
    assert battle.window == Window.DEFENCE
    assert offered(battle) == {"wait", "defence", "defence 1", "defence 2", "defence 3"}


@pytest.mark.rule("QW7", "W72")
def test_QW7_lighter_wounds_of_a_nonlethal_hit(battle_of, begun, act):
    battle = begun(battle_of(blue=[{"armour": "none"}]))
    act(battle, "nonlethal", faces=[4, 4, 4])
    assert battle.window == Window.LEVEL
    assert offered(battle) == {"wait", "level 1", "level 2"}


@pytest.mark.rule("QW7", "W72")
def test_QW7_how_a_nonlethal_hit_knocks_out(battle_of):
    battle = battle_of(to_act=0, window=Window.KNOCK_OUT, top=0)
    assert offered(battle) == {"wait", "mercy 1", "mercy 2"}


@pytest.mark.rule("QW8", "W89")
@pytest.mark.parametrize(("total", "most"), [(9, 0), (10, 1), (29, 2), (70, 4)])
def test_QW8_yards_that_a_cling_takes_by_its_result(battle_of, total, most):
    battle = battle_of(to_act=0, window=Window.SPLIT, top=0)
    battle.frames[0].total = total
    assert offered(battle) == {"wait", "split"} | {f"split {h}" for h in range(1, most + 1)}


@pytest.mark.rule("QW9", "W94")
def test_QW9_a_disarm_is_parried_or_not(battle_of, begun, act):
    battle = begun(battle_of())
    act(battle, "disarm")
    assert offered(battle) == {"wait", "with", "with 2"}  # the sword or a fist
    act(battle, "with")
    assert battle.window == Window.DISARMED
    assert offered(battle) == {"wait", "parry"}


@pytest.mark.rule("QW9", "W96", "H21")
def test_QW9_where_and_how_far_a_shove_goes(battle_of, begun, act):
    battle = begun(battle_of(red=[{}, {"at": (6, 3), "initiative": 1}], blue=[{"at": (5, 3)}]))
    act(battle, "shove", faces=[6, 6, 5])  # 18 against 11: 1 yard and 2 more
    assert battle.window == Window.DIRECTION
    assert offered(battle) == {"wait", "push", "push 2", "push 3", "push 5"}
    act(battle, "push", 2)
    assert battle.window == Window.DISTANCE
    assert offered(battle) == {"wait", "yards 1", "yards 2"}


@pytest.mark.rule("QW4", "H14")
def test_QW4_every_action_that_can_be_readied_has_its_place(battle_of, begun):
    mage = {"base": "mage", "spells": ["fire_bolt", "force_shield", "heal"], "holding": [1]}
    battle = begun(battle_of(red=[{**mage, "lore": 5}], blue=[{"holding": [0], "initiative": 1}]))
    places = {f"ready {place}".removesuffix(" 0") for place in range(len(READIABLE))}
    assert offered(battle, "ready") == places
