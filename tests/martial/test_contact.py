"""Running into one who hides (H5, RD15, RD17, RD46, XD1)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Window

from .movement import E, at

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
