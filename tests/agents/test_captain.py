"""The orders of Platemail's captain in positions that are set up by hand."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.base import HeuristicAgent
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.session.match import Match

pytestmark = pytest.mark.interpreted

SYSTEM = get_system("platemail")
CLAUSES = ("first", "condition", "then", "else")
SWORD = {"hand": "sword", "shield": "shield", "armour": "leather"}


def place(fighter):
    """A seat of the scenario; by default with sword and shield."""
    at = fighter.pop("at")
    return {"fighter": {"base": "swordsman", **(fighter or SWORD)}, "at": list(at)}


@pytest.fixture
def order():
    """``order(red, blue, name, wounds={...})``: the order of red_0, clause by clause, decoded."""

    def write(red, blue, wounds=None):
        scenario = SYSTEM.scenario_model.model_validate(
            {
                "title": "Test",
                "description": "Test.",
                "map": "\n".join(["." * 32] * 16),
                "red": [place(dict(one)) for one in red],
                "blue": [place(dict(one)) for one in blue],
            }
        )
        match = Match(SYSTEM, scenario)
        match.reset(seed=0)
        for fighter, count in (wounds or {}).items():
            match.battle.fighters[fighter].wounds = count
        agent, clauses = HeuristicAgent("captain", SYSTEM, 0), {}
        while match.to_act == 0 and len(clauses) < len(CLAUSES):
            window = SYSTEM.windows[match.battle.window]
            agent.watch(np.array([match.battle], SYSTEM.dtype))
            actions, _ = agent.predict(match.observe(0), action_masks=match.mask)
            clauses[window] = SYSTEM.describe(match.battle, int(actions))
            match.step(int(actions))
        return clauses

    return write


NEXT, FAR = {"at": (5, 3)}, {"at": (16, 3)}
ME = {"at": (4, 3)}


@pytest.mark.rule("RP49", "P61", "P62")
def test_equals_in_leather_attack_fully_and_a_wounded_fighter_counters(order):
    written = order([ME], [NEXT])
    assert "Full Attack" in written["first"]
    assert "1 Wound" in written["condition"]
    assert "Counter" in written["then"]
    assert "Full Attack" in written["else"]


@pytest.mark.rule("P9", "RP16")
def test_in_a_melee_it_charges_the_next_enemy_when_its_target_is_down(order):
    written = order([ME], [NEXT, {"at": (5, 4)}], wounds={2: 3})
    assert "Full Attack the blue swordsman 2" in written["first"]
    assert "blue swordsman 2 is down" in written["condition"]
    assert "Charge" in written["then"]


@pytest.mark.rule("P9", "RP16")
def test_on_the_way_its_condition_is_an_enemy_in_reach(order):
    alone, together = order([ME], [FAR]), order([ME], [FAR, {"at": (16, 4)}])
    assert "reached" in alone["condition"]
    assert "reached" in together["condition"]
    assert "closest" in alone["then"]
    assert "most wounded" in together["then"]


@pytest.mark.rule("P40", "P63", "P64", "P66", "P121")
@pytest.mark.parametrize(
    ("bow", "armour", "shield", "first"),
    [
        ("long_bow", "leather", "none", "Rapid Fire"),
        ("long_bow", "chain_mail", "shield", "Aim"),  # Penetration 2 meets Absorb 3
        ("heavy_crossbow", "leather", "none", "Shoot"),
    ],
)
def test_it_chooses_the_shots_with_most_wounds(order, bow, armour, shield, first):
    me = {**ME, "hand": bow, "strength": 2, "shield": "none"}
    foe = {"at": (9, 3), "hand": "sword", "armour": armour, "shield": shield}
    written = order([me], [foe])
    assert written["first"].startswith(f"The red swordsman will first {first}")
    then = {"Rapid Fire": "Rapid Fire", "Aim": "Shoot", "Shoot": "Reload"}[first]
    assert then in written["else"]
