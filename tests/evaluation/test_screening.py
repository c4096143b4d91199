"""The screen finds habits that are absurd, and none of those that a heuristic has."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.base import Agent
from quintain.agents.registry import make_agent
from quintain.agents.roles import Role, action_roles
from quintain.agents.view import slots_of
from quintain.envs.core.engine.system import get_system, system_names
from quintain.evaluation.screening import (
    DISCARDS,
    MEASURES,
    SHOTS,
    TREASON,
    WORDS,
    Finding,
    screen_agent,
    yardsticks,
)  # fmt: skip

PAIRS = 6


class Absurd(Agent):
    """Takes a legal action of some verbs or roles where there is one, and else as a heuristic."""

    def __init__(self, system, like, verbs=(), roles=()):
        """Take actions of `verbs` or `roles`, and those of the heuristic `like` otherwise."""
        super().__init__("absurd", system)
        self.like, self.verbs, self.roles = make_agent(like, system), verbs, roles

    def watch(self, battles, rng_state=None):
        """Show the battles to the heuristic."""
        self.like.watch(battles, rng_state)

    def choose(self, observations, masks):
        """The actions `[B]`."""
        table = action_roles(self.system.name, slots_of(self.system.name, masks.shape[1]))
        verbs = np.array(self.system.verbs)[table.verb]
        wanted = np.isin(verbs, self.verbs) | np.isin(table.role, self.roles)
        usual, _ = self.like.predict(observations, action_masks=masks)
        absurd = masks & wanted
        return np.where(absurd.any(1), absurd.argmax(1), usual)


def found_in(agent, scenario):
    system = agent.system
    return {
        one.measure for one in screen_agent(system, scenario, agent, pairs=PAIRS) if one.is_found
    }


@pytest.mark.compiled
def test_an_agent_that_drops_its_weapon_is_found():
    agent = Absurd("martial", "warlord", verbs=("drop",))
    assert "discards" in found_in(agent, "duel")


@pytest.mark.compiled
def test_an_agent_that_only_waits_is_found():
    agent = Absurd("mythic_epoch", "tactician", roles=(Role.WAIT,))
    assert {"idles", "never_attacks"} <= found_in(agent, "skirmish")


@pytest.mark.compiled
def test_an_agent_that_runs_away_is_found():
    agent = Absurd("mythic_epoch", "tactician", roles=(Role.WITHDRAW,))
    assert "retreats" in found_in(agent, "skirmish")


@pytest.mark.compiled
def test_a_heuristic_has_no_habit_that_no_heuristic_has():
    assert not found_in(make_agent("berserker", "mythic_epoch"), "duel")


@pytest.mark.compiled
def test_a_system_is_screened_for_the_habits_that_its_actions_allow():
    system = get_system("mythic_epoch")
    findings = screen_agent(system, "duel", make_agent("random", system), pairs=2)
    assert not {"discards", "betrays"} & {one.measure for one in findings}
    assert all(0 <= one.low <= one.share <= one.high <= 1 for one in findings)
    assert all(one.yardstick in ("", *yardsticks(system)) for one in findings)


@pytest.mark.compiled
def test_the_same_seed_finds_the_same():
    system = get_system("mythic_epoch")
    first, second = (
        screen_agent(system, "duel", make_agent("random", system), pairs=3) for _ in range(2)
    )
    assert first == second


def test_a_screen_needs_two_pairs():
    system = get_system("mythic_epoch")
    with pytest.raises(ValueError, match="pairs must be a whole number between 2 and 1000000"):
        screen_agent(system, "duel", make_agent("random", system), pairs=1)


def test_the_verbs_of_the_measures_exist():
    for verbs in (DISCARDS, SHOTS, TREASON):
        for system, names in verbs.items():
            assert set(names) <= set(get_system(system).verbs)
    assert len(WORDS) == len(MEASURES)
    assert set(SHOTS) <= set(system_names())


def test_a_finding_says_share_bound_and_yardstick():
    finding = Finding("discards", 0.31, 0.25, 0.38, 120, "brawler", 0.07)
    assert finding.is_found
    assert finding.words == (
        "It drops a weapon at once: 31 % [25, 38] of 120 fighters, in their first decisions "
        "(bound 7 %, the most among the heuristics by brawler)"
    )
    assert not Finding("discards", 0.31, 0.07, 0.5, 9, "", 0.07).is_found


@pytest.mark.docs
def test_the_docs_list_the_measures(golden):
    lines = ["| measure | habit | share of | margin, points |", "|---|---|---|---|"]
    lines += [
        f"| `{one.name}` | {one.words.removeprefix('It ')} | {one.of} | {100 * one.margin:.0f} |"
        for one in MEASURES
    ]
    stands, told = golden("docs/npc.md", "\n".join(lines), "habits")
    assert stands == told, "make docs"
