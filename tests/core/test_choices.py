"""Full and quick choices: the option reaches every battle and stays there."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from quintain import make, make_vec
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.battle import has_full_choices
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.scenarios.loading import load_templates
from quintain.envs.core.session import replay as replays
from quintain.envs.core.session.match import Match
from quintain.evaluation.arena import play_pairs
from quintain.evaluation.field import deploy_field

SYSTEM = "mythic_epoch"
BOTH_QUICK = 3


@pytest.mark.parametrize(
    ("choices", "quick"),
    [("full", 0), ("quick", 3), (("quick", "full"), 1), (["full", "quick"], 2)],
)
def test_option_sets_sides(choices, quick):
    match = Match(SYSTEM, choices=choices)
    match.reset(0)
    assert match.battle.quick_sides == quick
    assert make_vec(SYSTEM, 2, choices=choices).battles["quick_sides"].tolist() == [quick] * 2
    asked = [has_full_choices(match.battle, fighter) for fighter in range(2)]
    assert asked == [not quick & 1, not quick & 2]


@pytest.mark.parametrize("choices", ["", "all", None, 3, ("full",), ("full", "no"), {"full": 1}])
def test_unknown_choices_are_refused(choices):
    with pytest.raises(ValueError, match="choices must be 'full' or 'quick'"):
        Match(SYSTEM, choices=choices)
    with pytest.raises(ValueError, match="choices must be 'full' or 'quick'"):
        make_vec(SYSTEM, choices=choices)


@pytest.mark.parametrize("interface", ["aec", "parallel", "single"])
def test_every_environment_takes_the_option(interface):
    env = make(SYSTEM, interface, choices="quick")
    env.reset(seed=0)
    assert env.unwrapped.match.battle.quick_sides == BOTH_QUICK


def test_next_battle_has_the_same_choices():
    vector = make_vec(SYSTEM, 8, choices=("full", "quick"))
    ended = 0
    for _ in range(400):
        vector.step(vector.action_masks.argmax(1))
        ended += int((vector.terminated | vector.truncated).sum())
        assert (vector.battles["quick_sides"] == 2).all()
    assert ended > 0
    assert (vector.final["quick_sides"][vector.final["over"]] == 2).all()


def test_state_keeps_its_own_choices():
    match, other = Match(SYSTEM, choices="quick"), Match(SYSTEM)
    match.reset(0)
    other.set_state(match.get_state())
    assert other.choices == ("quick", "quick")
    other.reset(0)
    assert other.choices == ("full", "full")


def test_replay_keeps_choices(tmp_path):
    match = Match(SYSTEM, choices=("quick", "full"))
    match.reset(5)
    for _ in range(6):
        match.step(int(match.mask.nonzero()[0][-1]))
    replays.save(replays.record(match), tmp_path / "a.replay")
    replay = replays.load(tmp_path / "a.replay")
    assert replay.choices == ["quick", "full"]
    assert replays.verify(replay).is_good
    *_, last = replays.play(replay)
    assert last.choices == ("quick", "full")


def quick_chooser(**attributes):
    """An agent that takes the first legal action."""
    return SimpleNamespace(
        name="first", predict=lambda observation, action_masks, **_: (action_masks.argmax(1), None),
        **attributes,
    )  # fmt: skip


def test_arena_asks_each_agent_its_own_choices():
    system = get_system(SYSTEM)
    _, templates = load_templates(system, "duel")
    dice = seed_rng_states(0, 3)
    field = deploy_field(system, templates, dice, dice.copy(), choices=("quick", "full"))
    assert field.battles["quick_sides"].tolist() == [1, 2] * 3
    asked = []
    agent = quick_chooser(choices="quick")
    agent.watch = lambda battles, dice: asked.append(np.unique(battles["quick_sides"]).tolist())
    *_, result = play_pairs(SYSTEM, "duel", agent, make_agent("berserker", system), 2)
    assert result.battles == 4
    assert {place for places in asked for place in places} == {1, 2}


def test_agent_with_unknown_choices_is_refused():
    with pytest.raises(ValueError, match="the choices of first must be 'full' or 'quick'"):
        next(play_pairs(SYSTEM, "duel", quick_chooser(choices="all"), quick_chooser(), 1))


@pytest.mark.parametrize(("side", "quick"), [("red", 2), ("blue", 1)])
def test_opponent_of_the_single_environment_has_its_own_choices(side, quick):
    env = make(SYSTEM, "single", opponent=quick_chooser(choices="quick"), side=side)
    env.reset(seed=0)
    assert env.match.battle.quick_sides == quick
