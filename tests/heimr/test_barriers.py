"""Doors, gates and walls: opening and breaking them."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Direction, Skill
from quintain.envs.heimr.rules import grid
from quintain.envs.heimr.rules.combat_actions import movement_actions
from quintain.envs.heimr.rules.environment import barriers
from quintain.envs.heimr.tables import ITEM_NAMES

pytestmark = pytest.mark.interpreted

B2, C2 = 6, 7
EAST, WEST = Direction.EAST, Direction.WEST
KINDS = ("open", "window", "regular_door", "strong_door", "regular_gate", "wooden_wall",
         "stone_wall", "solid")  # fmt: skip


def before(battle_of, kind, **more):
    """A fighter in front of a barrier."""
    return battle_of(red=[more], borders=[((1, 1), "east", kind)])


# --- Opening (H174) -------------------------------------------------------------------------------


@pytest.mark.rule("H174", "H150", "HH24")
@pytest.mark.parametrize("kind", KINDS)
def test_H174_HH24_only_unlocked_doors_and_gates_are_opened(battle_of, kind):
    battle = before(battle_of, kind)
    assert not barriers.may_open(battle, 0, EAST)
    battle.borders["unlocked"] = True
    is_door = kind in ("regular_door", "strong_door", "regular_gate")
    assert barriers.may_open(battle, 0, EAST) == is_door


@pytest.mark.rule("H174", "H150", "HH24")
def test_HH24_an_open_door_lets_all_pass_from_both_sides(battle_of, events):
    battle = before(battle_of, "unlocked strong_door")
    assert not movement_actions.may_move(battle, 0, EAST)
    barriers.open_barrier(battle, 0, EAST)
    assert movement_actions.may_move(battle, 0, EAST)
    assert not barriers.may_open(battle, 0, EAST)
    battle.fighters[1].location = C2
    assert movement_actions.may_move(battle, 1, WEST)
    assert events(battle, "barrier") == [("barrier", 0, -1, EAST, 1, 0)]


@pytest.mark.rule("H174", "H65", "H152")
@pytest.mark.parametrize(
    "more", [{"seconds": {"daze": 2}}, {"height": 1}, {"at": (0, 1)}, {"climbs_on": WEST}]
)
def test_H174_who_cannot_open(battle_of, more):
    assert not barriers.may_open(before(battle_of, "unlocked regular_door", **more), 0, EAST)


# --- Breaking (H150, RH16) ------------------------------------------------------------------------


@pytest.mark.rule("RH16", "H150", "H27")
@pytest.mark.parametrize(
    ("level", "found"), [(0, set()), (1, set()), (2, {"regular_door"}), (3, {"regular_door"})]
)
def test_RH16_a_break_that_reaches_the_toughness(battle_of, level, found):
    skills = {"breaking_strike": level}
    may = {
        kind
        for kind in KINDS
        if barriers.may_break(before(battle_of, kind, skills=skills), 0, EAST)
    }
    assert may == found


@pytest.mark.rule("RH16", "RH6", "H150")
@pytest.mark.parametrize(("weapon", "left"), [("medium", -1), ("superior_medium", 0)])
def test_RH16_it_breaks_without_a_roll_and_the_weapon_takes_it_too(
    battle_of, loaded, events, weapon, left
):
    battle = before(battle_of, "regular_door", skills={"breaking_strike": 2}, held=[weapon])
    with loaded(battle, []):
        barriers.break_through(battle, 0, EAST)
    border = battle.borders[grid.border_of(B2, EAST)]
    assert (border.toughness, border.limit) == (0, 2)
    fighter = battle.fighters[0]
    assert fighter.held[0] == (left if left else ITEM_NAMES.index(weapon))
    assert fighter.wp == (6 if weapon == "medium" else 8)
    assert events(battle, "barrier") == [("barrier", 0, -1, EAST, 0, 2)]
    assert [one[3] for one in events(battle, "skill")] == [Skill.BREAKING_STRIKE]


@pytest.mark.rule("RH16", "RH6")
@pytest.mark.parametrize("more", [{"wp": 1}, {"held": []}, {"held": ["bow"]}])
def test_RH16_it_takes_a_melee_weapon_and_willpower(battle_of, more):
    battle = before(battle_of, "regular_door", skills={"breaking_strike": 2}, **more)
    assert not barriers.may_break(battle, 0, EAST)
