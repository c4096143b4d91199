"""The sentences about an agent's wins."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from quintain.agents.registry import make_agent
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.wins import describe_wins

DUEL = ("mythic_epoch", "duel")


class Waiter:
    """An agent that never attacks."""

    name = "waiter"

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        """Wait in every battle."""
        return np.zeros(len(observation), np.int64), state


def test_a_sentence_counts_the_wins_in_its_own_battles():
    berserker, random = (make_agent(name, DUEL[0]) for name in ("berserker", "random"))
    result = final_result(play_pairs(*DUEL, berserker, random, 20, seed=7))
    (told,) = describe_wins(*DUEL, berserker, ["random"], pairs=20, seed=7)
    share = f"{100 * result.wins / 40:.1f} %"
    assert told.startswith(f"won {share} [")
    assert told.endswith(f"of 40 battles against random, drew {100 * result.draws / 40:.1f} %")


class Drawing(Waiter):
    """An agent that draws a legal action from PyTorch's generator."""

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        """Any legal action."""
        scores = torch.rand(action_masks.shape).numpy() * action_masks
        return scores.argmax(1), state


def test_draws_of_pytorch_depend_on_the_seed_alone():
    torch.manual_seed(1)
    follows = torch.rand(1)
    torch.manual_seed(1)
    told = [list(describe_wins(*DUEL, Drawing(), ["berserker"], pairs=20)) for _ in range(2)]
    assert told[0] == told[1]
    assert torch.rand(1) == follows


def test_a_draw_is_no_win():
    (told,) = describe_wins(*DUEL, Waiter(), ["patient"], pairs=5)
    assert told.startswith("won 0.0 % [0.0, ")
    assert told.endswith("of 10 battles against patient, drew 100.0 %")


def test_each_opponent_has_a_sentence_and_an_unknown_one_is_refused():
    told = describe_wins(*DUEL, make_agent("fencer", DUEL[0]), ["random", "captain"], pairs=2)
    assert "against random" in next(told)
    with pytest.raises(KeyError, match="captain"):
        next(told)
    with pytest.raises(TypeError, match=r"opponents are a list of names, as \['random'\]"):
        next(describe_wins(*DUEL, make_agent("fencer", DUEL[0]), "random"))
