"""Golden battles: readable transcripts, the same compiled and interpreted (`make golden`)."""

from __future__ import annotations

import pytest

from quintain.agents.registry import make_agent
from quintain.apps.bouts import decide
from quintain.envs.core.match import Match

pytestmark = [pytest.mark.golden, pytest.mark.interpreted]

BATTLES = (("duel", "warlord", "brawler", 7),)


def transcript(scenario: str, red: str, blue: str, seed: int) -> str:
    match = Match("martial", scenario, log=True)
    match.reset(seed)
    players = [make_agent(name, "martial") for name in (red, blue)]
    lines = [f"martial/{scenario}: {red} (red) against {blue} (blue), seed {seed}", ""]
    while True:
        lines += [f"{text} ({', '.join(rows)})" for text, rows in match.narrate()]
        if match.is_over:
            return "\n".join(lines) + "\n"
        side = int(match.battle.side[match.to_act])
        action = decide(players[side], match)
        lines.append(f"> {match.agents[match.to_act]} {match.window}: {match.describe(action)}")
        match.step(action)


@pytest.mark.parametrize(("scenario", "red", "blue", "seed"), BATTLES)
def test_battle_is_told_as_before(golden, scenario, red, blue, seed):
    text = transcript(scenario, red, blue, seed)
    golden(f"tests/golden/martial_{scenario}.txt", text)
