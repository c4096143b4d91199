"""The seeds of env runners, without Ray."""

from __future__ import annotations

from quintain.training.config import load_config
from quintain.training.learner import build_env, runner_seed


def test_a_resumed_runner_has_other_dice_than_at_the_beginning_of_the_run():
    moments = [(1, runner, decisions) for runner in range(4) for decisions in (0, 2048, 4096)]
    seeds = {runner_seed(*one) for one in moments}
    assert len(seeds) == len(moments)
    assert all(0 <= seed < 2**32 for seed in seeds)
    assert runner_seed(1, 2, 2048) == runner_seed(1, 2, 2048)
    assert runner_seed(2**32 - 1, 3, 0) == 3 * 10_007 - 1


def test_battles_that_are_seeded_again_are_those_of_the_seed(tiny):
    config = load_config(tiny(self_play=0.0))
    first, later = (runner_seed(config.seed, 1, decisions) for decisions in (0, 2048))
    env, other = build_env(config, first), build_env(config, later)
    begun = env.reset()
    env.seed(later)
    resumed = env.reset()
    assert (resumed != begun).any()
    assert (resumed == other.reset()).all()
