"""Kept battles are those of the arena, for agents of every kind."""

from __future__ import annotations

import pytest

from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.session.replay import verify
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.kept_battles import keep_battles

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(
    ("system", "scenario", "one", "other"),
    [
        ("mythic_epoch", "duel", "berserker", "random"),
        ("mythic_epoch", "skirmish", "tactician", "wrestler"),
        ("mythic_epoch", "duel", "mythic_epoch-duel", "tactician"),  # learned with quick choices
        ("platemail", "duel", "captain", "raider"),
        ("heimr", "duel", "search:2", "veteran"),
    ],
)
@pytest.mark.parametrize("swap", [True, False])
def test_kept_battles_end_as_in_the_arena(system, scenario, one, other, swap):
    agents = [make_agent(name, system) for name in (one, other)]
    fought = final_result(play_pairs(system, scenario, *agents, 2, 5, swap=swap))
    agents = [make_agent(name, system) for name in (one, other)]
    kept = keep_battles(get_system(system), scenario, *agents, 4, 5, swap)
    points = {"red": 1.0, "blue": 0.0, None: 0.5}
    scores = [points[replay.result.winner] for replay in kept]
    for number, replay in enumerate(kept):
        assert verify(replay).is_good
        is_swapped = swap and number % 2 == 1
        assert replay.players["red"] == (other if is_swapped else one)
        if is_swapped:
            scores[number] = 1 - scores[number]
    assert scores == fought.scores.ravel().tolist()
