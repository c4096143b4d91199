"""The book's own example of an order, carried out in both its branches (P10, `make golden`)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.dice import loaded_left
from quintain.envs.core.session.match import Match
from quintain.envs.platemail.actions.grammar import read_order, write_order
from quintain.envs.platemail.scenario import Scenario

pytestmark = [pytest.mark.golden, pytest.mark.interpreted]

CHARGER = (
    "First: Charge the closest enemy. If I have reached the closest enemy, then Full Attack the "
    "closest enemy, else Charge the closest enemy."
)
WAITING = "First: Defend. Then: Defend."
DICE = {
    # 20 feet: the charger arrives, with Favor against the Disfavor of Defend, and has two attacks.
    "reached": (4, [11, 15, 2], "Red, who has reached an enemy, makes a Full Attack"),
    # 35 feet: 15 in each phase bring it close enough only in the second.
    "not_reached": (7, [14], "Red, who has reached no enemy, Charges 15 feet at Blue"),
}


def example(squares: int, faces: list[int]) -> tuple[Match, list[str]]:
    """The book's example against a fighter who Defends, and its narration."""
    person = {"base": "swordsman", "shield": "none"}
    scenario = Scenario.model_validate(
        {
            "title": "The book's example",
            "description": "A charger and somebody who waits.",
            "map": "\n".join(["." * 12] * 3),
            "red": [{"fighter": person, "at": [1, 1]}],
            "blue": [{"fighter": person, "at": [1 + squares, 1]}],
        }
    )
    match = Match("platemail", scenario, log=True)
    match.reset(0, loaded_dice=faces)
    orders = [read_order(match.battle, 0, CHARGER), read_order(match.battle, 1, WAITING)]
    lines = [
        f"> {agent}: {write_order(match.battle, fighter, order)}"
        for fighter, (agent, order) in enumerate(zip(match.agents, orders, strict=True))
    ]
    for _ in range(8):
        if match.battle.round_number == 0:
            match.step(orders[match.to_act][match.battle.window - 1])
    return match, lines + [f"{text} ({', '.join(rows)})" for text, rows in match.narrate()]


@pytest.mark.rule("P8", "P10", "RP16", "RP25", "P60", "P61")
@pytest.mark.parametrize("branch", DICE)
def test_P10_the_example_of_the_book_is_carried_out(golden, branch):
    squares, faces, outcome = DICE[branch]
    match, lines = example(squares, faces)
    assert lines[0] == f"> red_0: {CHARGER}"
    assert match.battle.round_number == 1
    assert loaded_left(match.battle) == []
    me, foe = match.battle.fighters[0], match.battle.fighters[1]
    assert foe.x - me.x == 1
    assert [line.startswith(outcome) for line in lines].count(True) == 1
    stands, told = golden(f"tests/golden/platemail_P10_{branch}.txt", "\n".join(lines) + "\n")
    assert stands == told, "make golden"


@pytest.mark.rule("P10")
def test_P10_both_branches_are_written_and_read_alike():
    match, _ = example(4, DICE["reached"][1])
    for actor in (0, 1):
        order = read_order(match.battle, actor, CHARGER)
        assert write_order(match.battle, actor, order) == CHARGER
        assert order[0] == order[3] != order[2]  # ELSE is what was ordered first
