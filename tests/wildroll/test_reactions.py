"""Reactions: the fighters who may react, and the order of questions."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Life,
    Role,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack, reactions

pytestmark = pytest.mark.interpreted
WEST = 4


@pytest.mark.rule("W55", "W60", "W92", "RW12")
@pytest.mark.parametrize(
    ("state", "may"),
    [
        ({}, True), ({"initiative": 1}, True), ({"initiative": 0}, False),
        ({"pinned_by": 0}, False), ({"life": Life.UNCONSCIOUS}, False),
        ({"wounds": {"fatal": 1}}, False),
        ({"helpless_rounds": 1}, False), ({"base": "warhorse"}, False), ({"base": "griffin"}, True),
    ],
)  # fmt: skip
def test_W55_who_may_react(battle_of, state, may):
    battle = battle_of(blue=[state])
    assert reactions.may_react(battle, 1) == may


@pytest.mark.rule("W55", "W106")
@pytest.mark.parametrize(
    ("rider", "mount", "kind", "may"),
    [
        (5, 1, "warhorse", True), (5, 0, "warhorse", False), (0, 5, "warhorse", False),
        (5, 0, "griffin", True),  # a sentient mount has an initiative of its own
    ],
)  # fmt: skip
def test_W55_a_rider_reacts_by_the_worse_initiative(battle_of, rider, mount, kind, may):
    blue = [{"base": "lancer", "rides": 2, "initiative": rider}]
    battle = battle_of(blue=[*blue, {"base": kind, "initiative": mount}])
    assert reactions.may_react(battle, 1) == may


@pytest.mark.rule("W60", "H16")
def test_W60_one_reaction_to_a_trigger_and_it_is_paid(battle_of):
    battle = battle_of(blue=[{"readied": Act.QUICK}])
    action_stack.push(battle, Role.TURN, Act.STANDARD, 0, 1, 0)
    assert reactions.may_react(battle, 1)
    reactions.note_reaction(battle, 1, Act.HARRY, 2)
    assert not reactions.may_react(battle, 1)
    fighter = battle.fighters[1]
    assert (fighter.action_points, fighter.readied, fighter.initiative) == (10, Act.NONE, 19)
    action_stack.pop(battle)
    action_stack.push(battle, Role.TURN, Act.STANDARD, 0, 1, 0)
    assert reactions.may_react(battle, 1)


@pytest.mark.rule("XW3", "TW4", "W53")
def test_XW3_the_highest_initiative_is_asked_first_each_once(battle_of, loaded):
    blue = [{"initiative": 8}, {"initiative": 14}, {"initiative": 8}]
    battle = battle_of(blue=blue)
    action_stack.push(battle, Role.TURN, Act.QUICK, 0, 1, 0)
    with loaded(battle, [20, 30]):
        asked = [int(reactions.next_to_ask(battle, 0b1110)) for _ in range(4)]
    assert asked == [2, 3, 1, -1]


@pytest.mark.rule("XW3", "TW5")
def test_XW3_whoever_rises_meanwhile_is_asked_next(battle_of):
    battle = battle_of(blue=[{"initiative": 8}, {"initiative": 14}, {"initiative": 9}])
    action_stack.push(battle, Role.TURN, Act.QUICK, 0, 1, 0)
    assert reactions.next_to_ask(battle, 0b1110) == 2
    battle.fighters[1].initiative = 10
    assert reactions.next_to_ask(battle, 0b1110) == 1


# --- What answers a reaction (RW15, H2) -----------------------------------------------------------


@pytest.mark.rule("H2", "RW15", "W79", "W74")
@pytest.mark.parametrize(
    ("red", "blue", "readied", "argument", "asked"),
    [
        ({"held": ["sword"]}, {"held": ["bow"], "at": (5, 3)}, "standard", 0, "harry"),
        ({"held": ["spear"]}, {"held": [], "at": (7, 3)}, "jump", 3 * WEST, "rebuff"),
    ],
)
def test_H2_what_a_readied_action_does_is_a_trigger(
    battle_of, begun, act, window, red, blue, readied, argument, asked
):
    blue = {"initiative": 5, "readied": Act[readied.upper()], **blue}
    battle = begun(battle_of(red=[red], blue=[blue]))
    act(battle, "defend")
    assert (window(battle), battle.to_act) == ("readied", 1)
    act(battle, readied, argument)
    assert (window(battle), battle.to_act) == (asked, 0)
