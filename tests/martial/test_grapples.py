"""Who is in a grapple, and what ends it (D48, D49, RD17, RD47)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.martial.enums import Maneuver, Window

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
