"""Golden battles: readable transcripts, the same compiled and interpreted (`make golden`)."""

from __future__ import annotations

import pytest

from quintain.agents.registry import make_agent
from quintain.apps.bouts import decide
from quintain.envs.core.dice import loaded_left
from quintain.envs.core.match import Match
from quintain.envs.platemail.scenario import Scenario
from quintain.envs.platemail.words import read_order, write_order

pytestmark = [pytest.mark.golden, pytest.mark.interpreted]

BATTLES = (("duel", "captain", "charger", 1), ("skirmish", "captain", "duelist", 1))


def told(match):
    """What happened since the last decision, with its rows."""
    return [f"{text} ({', '.join(rows)})" for text, rows in match.narrate()]


def transcript(scenario: str, red: str, blue: str, seed: int) -> str:
    match = Match("platemail", scenario, log=True)
    match.reset(seed)
    players = [make_agent(name, "platemail") for name in (red, blue)]
    lines = [f"platemail/{scenario}: {red} (red) against {blue} (blue), seed {seed}", ""]
    while True:
        lines += told(match)
        if match.is_over:
            return "\n".join(lines) + "\n"
        side = int(match.battle.side[match.to_act])
        action = decide(players[side], match)
        lines.append(f"> {match.agents[match.to_act]} {match.window}: {match.describe(action)}")
        match.step(action)


@pytest.mark.parametrize(("scenario", "red", "blue", "seed"), BATTLES)
def test_battle_is_told_as_before(golden, scenario, red, blue, seed):
    text = transcript(scenario, red, blue, seed)
    golden(f"tests/golden/platemail_{scenario}.txt", text)


# --- The book's own example (P10) -----------------------------------------------------------------

CHARGER = (
    "First: Charge the closest enemy. If I have reached the closest enemy, then Full Attack the "
    "closest enemy, else Charge the closest enemy."
)
WAITING = "First: Defend. Then: Defend."
DICE = {
    # 20 feet: the charger arrives, with Favor against the Disfavor of Defend, and has two attacks.
    "reached": (4, [11, 15, 2], "Red, who has reached an enemy, makes a full attack"),
    # 35 feet: 15 in each phase bring it close enough only in the second.
    "not_reached": (7, [14], "Red, who has reached no enemy, charges 15 feet at Blue"),
}


def example(squares: int, faces: list[int]) -> tuple[Match, list[str]]:
    """The example carried out against somebody who Defends; what is told of it."""
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
    return match, lines + told(match)


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
    golden(f"tests/golden/platemail_P10_{branch}.txt", "\n".join(lines) + "\n")


@pytest.mark.rule("P10")
def test_P10_both_branches_are_written_and_read_alike():
    match, _ = example(4, DICE["reached"][1])
    for actor in (0, 1):
        order = read_order(match.battle, actor, CHARGER)
        assert write_order(match.battle, actor, order) == CHARGER
        assert order[0] == order[3] != order[2]  # ELSE is what was ordered first
