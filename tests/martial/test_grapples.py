"""Grapples: fighters held in another's square, and reaches that are lost (D48, D49, RD17, RD47)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.martial.enums import Maneuver, Window
from quintain.envs.martial.rules.injuries.conditions import end_lost_grapples
from quintain.envs.martial.rules.rounds_and_actions.items import longest_reach, reach_to_hold

from .movement import E, at

pytestmark = pytest.mark.interpreted

PLAIN = {"armour": "none", "held": [], "dexterity": 4, "strength": 3, "looked": -1}
TRAINED = {**PLAIN, "trained": ["athletics", "acrobatics"]}


def grapples(battle):
    """With whom each fighter is in a grapple."""
    return [int(it.grapple) for it in battle.fighters[: battle.num_fighters]]


# --- Held in another's square (RD17, RD47) --------------------------------------------------------


@pytest.mark.rule("RD17", "RD47")
def test_RD17_who_is_held_in_an_allys_square_goes_back_and_is_free(battle_of, begun, act):
    red = [{**PLAIN, "at": (3, 3)}, {**PLAIN, "at": (4, 3)}]
    battle = begun(battle_of(red, [{**TRAINED, "at": (5, 4)}, {**PLAIN, "at": (20, 9)}]))
    act(battle, "move", E)
    assert (battle.to_act, battle.window, at(battle)) == (2, Window.REACTIVE_ATTACK, (4, 3))
    act(battle, "maneuver", Maneuver.GRAPPLE, faces=[19])
    if battle.window == Window.PARRY:
        act(battle, "wait")
    assert at(battle) == (3, 3)
    assert grapples(battle) == [NOBODY] * 4


@pytest.mark.rule("RD17", "RD47")
def test_RD17_who_is_held_alone_in_its_square_stays_there(battle_of, begun, act):
    red = [{**PLAIN, "at": (3, 3)}]
    battle = begun(battle_of(red, [{**TRAINED, "at": (5, 4)}, {**PLAIN, "at": (20, 9)}]))
    act(battle, "move", E)
    act(battle, "maneuver", Maneuver.GRAPPLE, faces=[19])
    if battle.window == Window.PARRY:
        act(battle, "wait")
    assert at(battle) == (4, 3)
    assert grapples(battle) == [1, 0, NOBODY]


# --- A reach that is lost (D48, D49, RD17) --------------------------------------------------------


@pytest.fixture
def spear_grapple(battle_of, begun, act):
    """Red_0 has Grappled blue_0 with a spear."""

    def build(place, **more):
        red = {**TRAINED, "held": ["spear"], "at": (4, 3), **more}
        foe = {**TRAINED, "at": place, "reactions": 0}
        battle = begun(battle_of([red], [foe]))
        act(battle, "maneuver", Maneuver.GRAPPLE, faces=[19])
        assert grapples(battle) == [1, 0]
        return battle

    return build


@pytest.mark.rule("RD17", "D49")
@pytest.mark.parametrize(("place", "expected"), [((6, 3), [NOBODY] * 2), ((5, 3), [1, 0])])
def test_RD17_a_grapple_ends_with_the_reach_that_it_needs(spear_grapple, act, place, expected):
    battle = spear_grapple(place)
    act(battle, "drop")
    assert grapples(battle) == expected


@pytest.mark.rule("RD17", "D49")
def test_RD17_a_disarmed_grappler_lets_go(battle_of, begun, act):
    held = {**TRAINED, "held": ["spear"], "at": (4, 3), "grapple": 1}
    grappler = {**held, "at": (6, 3), "grapple": 0, "is_grappler": True, "reactions": 0}
    battle = begun(battle_of([held], [grappler]))
    act(battle, "maneuver", Maneuver.DISARM, faces=[19])
    assert grapples(battle) == [NOBODY] * 2


@pytest.mark.rule("RD17", "D48")
def test_RD17_a_weapon_disabled_for_a_while_still_holds(battle_of):
    foe = {"at": (6, 3), "grapple": 0}
    holder = {"base": "horror", "held": [], "at": (4, 3), "grapple": 1, "is_grappler": True}
    battle = battle_of([holder], [foe])
    reach = reach_to_hold(battle.fighters[0])
    assert reach == longest_reach(battle.fighters[0]) == 10
    battle.fighters[0].disabled[:] = 2
    assert longest_reach(battle.fighters[0]) < reach
    end_lost_grapples(battle)
    assert grapples(battle) == [1, 0]
