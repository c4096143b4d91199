"""The command `tournament`: meta-game, anchor, and the page of its results."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from quintain.agents.registry import make_agent
from quintain.apps.cli import app
from quintain.envs.core.session.match import Match
from quintain.evaluation.arena import final_result, play_pairs

AGENTS = ("--agents", "random,berserker,fencer", "--battles", "20")


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["tournament", "mythic_epoch/duel", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_meta_game_is_printed_on_request_and_in_json():
    told = run(*AGENTS, "--meta")
    for words in ("alpha-rank", "% is skill", "berserker above random", "sure winner"):
        assert words in told
    assert "alpha-rank" not in run(*AGENTS)
    found = json.loads(run(*AGENTS, "--meta", "--json"))
    assert {one["agent"] for one in found["meta_game"]["agents"]} == {
        "random",
        "berserker",
        "fencer",
    }
    assert len(found["differences"]) == 3
    shares = [found["variance"][part]["estimate"] for part in ("skill", "seat", "dice", "play")]
    assert sum(shares) == pytest.approx(1)
    plain = json.loads(run(*AGENTS, "--json"))
    assert plain == {name: found[name] for name in plain}


def test_the_anchor_is_rated_0_and_must_fight():
    found = json.loads(run(*AGENTS, "--anchor", "random", "--json"))
    ratings = {one["agent"]: one for one in found["ratings"]}
    assert found["anchor"] == "random"
    assert (ratings["random"]["elo"], ratings["random"]["low"]) == (0, 0)
    assert ratings["berserker"]["low"] > 0
    wrong = CliRunner().invoke(
        app, ["tournament", "mythic_epoch/duel", *AGENTS, "--anchor", "tactician"]
    )
    assert "anchor 'tactician' is not among the agents" in str(wrong.exception)


def test_two_agents_have_no_meta_game_but_a_share_of_skill():
    told = run("--agents", "random,berserker", "--battles", "20", "--meta")
    assert "alpha-rank" not in told
    assert "% is skill" in told
    assert "Nobody here beats this mixture: berserker 100 %." in told
    assert "Nobody here beats" not in run("--agents", "random,berserker", "--battles", "20")
    assert "Nobody here beats" not in run("--agents", "random,random", "--battles", "20")
    one = run("--agents", "random,random", "--battles", "20", "--meta")
    assert "% is skill" not in one  # sides were not swapped
    assert "Nobody here beats" not in one


def test_one_agent_is_told_how_to_fight_itself():
    result = CliRunner().invoke(app, ["tournament", "mythic_epoch/duel", "--agents", "random"])
    assert str(result.exception) == (
        "give two or more agents; name one twice, random,random, to let it fight itself"
    )


def test_a_result_knows_who_decided_first():
    one, other = (make_agent(name, "mythic_epoch") for name in ("berserker", "fencer"))
    match = Match("mythic_epoch", "duel")
    seen = set()
    for seed in range(12):
        found = final_result(play_pairs("mythic_epoch", "duel", one, other, 1, seed))
        match.reset(seed)
        red_first = int(match.battle.side[match.to_act]) == 0
        assert found.decided_first.tolist() == [[red_first, not red_first]]
        assert found.swapped().decided_first.tolist() == [[not red_first, red_first]]
        seen.add(red_first)
    assert seen == {True, False}
