"""Agents that cheat, fail or answer nonsense: the arena uses copies, or reports the error."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.python_agent import PythonAgent
from quintain.agents.registry import make_agent
from quintain.envs.core.session.agent_query import AgentError
from quintain.evaluation.arena import final_result, play_pairs

SYSTEM = "mythic_epoch"


class Stranger:
    """Takes the first legal action, or the answer of a subclass."""

    name = "stranger"

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        """The answer to a batch."""
        self.spoil(observation, action_masks)
        return self.answer(len(observation), action_masks), state

    def spoil(self, observation, masks):
        """Change the arguments."""

    def answer(self, count, masks):
        """The actions."""
        return masks.argmax(1)


def fight(one, pairs=3, other="random", **options):
    return final_result(
        play_pairs(SYSTEM, "duel", one, make_agent(other, SYSTEM), pairs, 3, **options)
    )


def played(result):
    return result.scores.tolist(), result.mean_rounds


class Liar(Stranger):
    """Makes every action legal, then takes the last one."""

    def spoil(self, observation, masks):
        """Allow every action."""
        masks[:] = True

    def answer(self, count, masks):
        """The last action."""
        return np.full(count, masks.shape[1] - 1)


def test_actions_are_checked_against_a_mask_that_agents_cannot_change():
    with pytest.raises(AgentError, match="stranger chose the illegal action 63"):
        fight(Liar())


class Vandal(Stranger):
    """Overwrites all its arguments after its choice."""

    def watch(self, battles, rng_state):
        """Kill all fighters."""
        self.battles = battles
        battles.view(np.uint8)[:] = 255

    def predict(self, observation, state=None, action_masks=None, **more):
        """Choose, then spoil."""
        actions = action_masks.argmax(1)
        observation[:], action_masks[:] = np.nan, False
        self.battles.view(np.uint8)[:] = 127
        return actions, state


def test_an_agent_that_overwrites_its_arguments_changes_nothing():
    assert played(fight(Vandal())) == played(fight(Stranger()))


class Thief(Stranger):
    """Sets its generator to a state that always draws the same face."""

    def watch(self, battles, rng_state):
        """All words 0."""
        rng_state[:] = 0


def test_a_generator_of_zeros_is_refused():
    with pytest.raises(AgentError, match="stranger set the dice that it was given to 0"):
        fight(Thief())


@pytest.mark.parametrize(
    "answer",
    [
        None, "attack", 0, 0.0, [0], np.zeros((2, 2), np.int64), float("nan"),
        lambda count: np.zeros(count), lambda count: np.full(count, np.nan),
        lambda count: np.zeros(count - 1, np.int64), lambda count: np.zeros((count, 1), np.int64),
        lambda count: np.zeros(count, np.bool_), lambda count: ["0"] * count,
        lambda count: [[0], [0, 0]] * count, lambda count: [10**30] * count,
    ],
)  # fmt: skip
def test_other_answers_than_arrays_of_actions_are_named(answer):
    agent = Stranger()
    agent.answer = lambda count, masks: answer(count) if callable(answer) else answer
    with pytest.raises(
        AgentError, match=r"stranger must return an array of integers of shape \(\d,\)"
    ):
        fight(agent)


@pytest.mark.parametrize("action", [-1, 64, 2**62, -(2**62), np.uint64(2**64 - 1)])
def test_numbers_outside_the_table_are_illegal(action):
    agent = Stranger()
    agent.answer = lambda count, masks: np.full(count, action)
    with pytest.raises(AgentError, match=f"illegal action {action} .no such action"):
        fight(agent)


@pytest.mark.parametrize("answer", [None, np.zeros(6, np.int64), ([0],), 7])
def test_a_predict_without_a_state_is_named(answer):
    agent = Stranger()
    agent.predict = lambda observation, **more: answer
    with pytest.raises(AgentError, match="stranger must return a tuple of actions and a state"):
        fight(agent)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            ZeroDivisionError("by\nzero"),
            r"stranger failed in line \d+ of test_hostile_agents.py: ZeroDivisionError: by zero$",
        ),
        (IndexError(), r"stranger failed in line \d+ of test_hostile_agents.py: IndexError$"),
        (
            RecursionError("deep"),
            r"stranger failed in line \d+ of test_hostile_agents.py: RecursionError: deep",
        ),
        (
            ValueError("shapes"),
            r"stranger failed in line \d+ of test_hostile_agents.py: ValueError: shapes",
        ),
        (SystemExit(0), r"stranger failed in line \d+ of test_hostile_agents.py: SystemExit: 0"),
    ],
)
def test_an_agent_that_fails_is_named(error, said):
    agent = Stranger()

    def fail(count, masks):
        raise error

    agent.answer = fail
    with pytest.raises(AgentError, match=said) as caught:
        fight(agent)
    assert caught.value.__cause__ is error


def test_ctrl_c_is_not_reported_as_a_failure_of_an_agent():
    agent = Stranger()

    def stop(count, masks):
        raise KeyboardInterrupt

    agent.answer = stop
    with pytest.raises(KeyboardInterrupt):
        fight(agent)


def test_a_tactic_that_changes_its_mask_is_caught():
    class Spoiler:
        def choose(self, view):
            view._mask[:] = True
            return len(view._mask) - 1

    with pytest.raises(ValueError, match="spoiler chose 63, which is illegal; legal are: 0"):
        fight(PythonAgent("spoiler", SYSTEM, Spoiler()))


def test_agents_of_another_system_or_of_none_are_refused():
    with pytest.raises(ValueError, match="captain plays Platemail, not Mythic Epoch"):
        fight(make_agent("captain", "platemail"))
    with pytest.raises(TypeError, match="an agent has a method predict, got 7"):
        fight(7)
    agent = Stranger()
    agent.policy = 99
    with pytest.raises(ValueError, match="Mythic Epoch has no heuristic number 99"):
        fight(agent)
    agent.policy, agent.max_side = object(), "many"  # SB3's models have a policy that is no number
    with pytest.raises(ValueError, match="stranger must have a max_side between 0 and 6"):
        fight(agent)
    agent.max_side = 0
    assert fight(agent).battles == 6


@pytest.mark.parametrize("bad", [0, -1, 1.5, "a", True, 10**9])
@pytest.mark.parametrize("what", ["pairs", "block", "threads"])
def test_invalid_numbers_are_refused(what, bad):
    if (what, bad) == ("block", 0):
        return  # the default
    with pytest.raises(ValueError, match=f"{what} must be a whole number between 1 and"):
        fight(Stranger(), **{what: bad})


class Counter(Stranger):
    """Counts the battles of each call."""

    def __init__(self):
        """Create it without calls."""
        self.counts = []

    def answer(self, count, masks):
        """A random legal action; the call is counted."""
        self.counts.append(count)
        return (np.random.default_rng(count).random(masks.shape) * masks).argmax(1)


def test_decided_battles_leave_the_batch():
    agent = Counter()
    shown = []

    def watch(battles, rng_state):
        shown.append(battles["over"].any())

    agent.watch = watch
    fight(agent, 20, "berserker")
    assert not any(shown)
    assert agent.counts[-1] < agent.counts[0] <= 40
