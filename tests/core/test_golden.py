"""Golden battles: readable transcripts, the same compiled and interpreted (`make golden`)."""

from __future__ import annotations

import pytest

from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import system_names
from quintain.envs.core.session.agent_query import query_in_match
from quintain.envs.core.session.match import Match

pytestmark = [pytest.mark.golden, pytest.mark.interpreted]

BATTLES = [
    ("heimr", "duel", "veteran", "attacker", 1),
    ("heimr", "skirmish", "veteran", "archer", 2),
    ("martial", "duel", "warlord", "brawler", 7),
    ("martial", "skirmish", "warlord", "headhunter", 3),
    ("mythic_epoch", "duel", "fencer", "tactician", 7),
    ("mythic_epoch", "skirmish", "tactician", "skirmisher", 2),
    ("platemail", "duel", "captain", "charger", 1),
    ("platemail", "skirmish", "captain", "duelist", 1),
    ("wildroll", "duel", "marshal", "canceller", 1),
    ("wildroll", "lancers", "marshal", "canceller", 3),
]


def transcript(system: str, scenario: str, red: str, blue: str, seed: int) -> str:
    """The narration of a battle between two agents, and all their decisions."""
    match = Match(system, scenario, log=True)
    match.reset(seed)
    players = [make_agent(name, system) for name in (red, blue)]
    lines = [f"{system}/{scenario}: {red} (red) against {blue} (blue), seed {seed}", ""]
    while True:
        lines += [f"{text} ({', '.join(rows)})" for text, rows in match.narrate()]
        if match.is_over:
            return "\n".join(lines) + "\n"
        side = int(match.battle.side[match.to_act])
        action = query_in_match(players[side], match)[0]
        lines.append(f"> {match.agents[match.to_act]} {match.window}: {match.describe(action)}")
        match.step(action)


@pytest.mark.parametrize(("system", "scenario", "red", "blue", "seed"), BATTLES)
def test_the_transcript_is_unchanged(golden, system, scenario, red, blue, seed):
    text = transcript(system, scenario, red, blue, seed)
    stands, told = golden(f"tests/golden/{system}_{scenario}.txt", text)
    assert stands == told, "make golden"


def test_every_system_has_a_golden_battle():
    assert {system for system, *_ in BATTLES} == {*system_names()}
