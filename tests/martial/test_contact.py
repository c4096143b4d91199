"""Running into one who hides (H5, RD15, RD17, RD46, XD1)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Maneuver, Window

from .movement import E, W, at

pytestmark = pytest.mark.interpreted

PLAIN = {"armour": "none", "held": [], "strength": 3, "trained": ["athletics"], "looked": -1}
HIDER = {**PLAIN, "hidden": True, "acted": False}
SPRITE = {"base": "sprite", "flying": True, "looked": -1, "at": (4, 3)}


# --- From the air (H5, RD46) ----------------------------------------------------------------------


@pytest.mark.rule("RD46", "XD1", "H5")
@pytest.mark.parametrize(("place", "is_found"), [((12, 3), True), ((11, 3), False)])
def test_RD46_a_flight_that_ends_above_who_hides_finds_it(battle_of, begun, act, place, is_found):
    foes = [{**PLAIN, "at": (20, 10)}, {**HIDER, "at": place}]
    battle = begun(battle_of([SPRITE], foes))
    act(battle, "move", E)
    assert at(battle) == ((11, 3) if is_found else (12, 3))
    assert bool(battle.fighters[2].hidden) != is_found


@pytest.mark.rule("RD15", "RD46", "XD1", "H5")
def test_RD46_a_charge_that_ends_above_who_hides_finds_it(battle_of, begun, act):
    foes = [{**PLAIN, "at": (10, 3)}, {**HIDER, "at": (9, 3)}]
    battle = begun(battle_of([SPRITE], foes))
    act(battle, "charge")
    assert at(battle) == (8, 3)
    assert not battle.fighters[2].hidden


@pytest.mark.rule("RD46", "H5", "H18")
def test_RD46_a_flight_step_by_step_finds_only_where_it_ends(battle_of, begun, act):
    foes = [{**PLAIN, "at": (20, 10)}, {**HIDER, "at": (5, 3)}, {**HIDER, "at": (6, 3)}]
    battle = begun(battle_of([SPRITE], foes))
    act(battle, "steps")
    act(battle, "step", E)
    act(battle, "step", E)
    assert battle.window == Window.STEP
    act(battle, "wait")
    assert at(battle) == (4, 3)
    assert battle.fighters[2].hidden
    assert not battle.fighters[3].hidden


# --- By a maneuver (RD17, RD46) -------------------------------------------------------------------

NEXT_TO, FARTHER, BEHIND = (6, 3), (7, 3), (3, 3)
"""Squares beside the target, two squares from it, and behind the attacker."""


@pytest.mark.rule("RD17", "RD46")
@pytest.mark.parametrize(
    ("maneuver", "side", "place", "moved"),
    [
        ("overrun", None, NEXT_TO, False),
        ("shove", E, NEXT_TO, False),
        ("shove", E, FARTHER, True),
        ("reposition", E, NEXT_TO, False),
        ("drag", W, BEHIND, False),
        ("drag", W, (2, 3), True),
    ],
)
def test_RD17_who_is_moved_against_one_who_hides_finds_it(
    battle_of, begun, act, events, maneuver, side, place, moved
):
    me = {**PLAIN, "held": ["spear"], "trained": ["athletics", "acrobatics"], "dexterity": 4}
    foes = [{**PLAIN, "at": (5, 3), "reactions": 0}, {**HIDER, "at": place}]
    battle = begun(battle_of([{**me, "at": (4, 3)}], foes))
    act(battle, "maneuver", Maneuver[maneuver.upper()], faces=[20])
    if battle.window == Window.DIRECTION:
        act(battle, "direction", side)
    squares = (1 if side == E else -1) if moved else 0
    assert at(battle, 1) == (5 + squares, 3)
    assert not battle.fighters[2].hidden
    told = [one[0] for one in events(battle)]
    assert told.count("found") == 1
    assert told.count("maneuver") == moved


@pytest.mark.rule("RD17", "RD46")
def test_RD17_who_is_shoved_against_an_ally_of_the_attacker_finds_it(battle_of, begun, act):
    me = {**PLAIN, "at": (4, 3)}
    battle = begun(battle_of([me, {**HIDER, "at": (7, 3)}], [{**PLAIN, "reactions": 0}]))
    act(battle, "maneuver", Maneuver.SHOVE, faces=[20])
    act(battle, "direction", E)
    assert at(battle, 2) == (6, 3)
    assert not battle.fighters[1].hidden


@pytest.mark.rule("RD14", "RD17")
def test_RD17_an_overrun_that_is_stopped_has_no_effect_to_tell(battle_of, begun, act, events):
    me = {**PLAIN, "at": (4, 3)}
    foes = [{**PLAIN, "at": (5, 3), "reactions": 0}, {**PLAIN, "at": (4, 4)}]
    battle = begun(battle_of([me], foes))
    act(battle, "maneuver", Maneuver.OVERRUN, faces=[20])
    assert (battle.to_act, battle.window) == (2, Window.REACTIVE_ATTACK)
    assert not events(battle, "maneuver")
    act(battle, "maneuver", Maneuver.TRIP, faces=[20])
    assert [(one[1], one[3]) for one in events(battle, "maneuver")] == [(2, Maneuver.TRIP)]
    assert at(battle) == (4, 3)
