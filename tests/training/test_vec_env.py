"""The learner's side of many battles: SB3's interface, opponents, sides, frozen networks."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.engine.loops import EXTERNAL, observe_battle
from quintain.envs.core.engine.record_checks import StateError
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.inputs.arguments import IllegalActionWarning
from quintain.envs.core.session.battle_view import rounds_of
from quintain.training import vec_env
from quintain.training.learner import LearnerVecEnv
from quintain.training.vec_env import BattleVecEnv, win_shares

NUM_ENVS = 24


def random_choose(generator):
    """A player that takes any legal action."""

    def choose(observations, masks):
        return (generator.random(masks.shape) * masks).argmax(1)

    return choose


def make(scenario="duel", self_play=0.5, seed=3, **options):
    env = BattleVecEnv(
        "mythic_epoch", scenario, NUM_ENVS, {"random": 1, "berserker": 3}, self_play=self_play,
        seed=seed, **options,
    )  # fmt: skip
    env.spar_with(random_choose(np.random.default_rng(1)))
    env.reset()
    return env


def play(env, steps, generator=None):
    choose = random_choose(generator or np.random.default_rng(0))
    return [env.step(choose(env.vector.observations, env.action_masks())) for _ in range(steps)]


def test_the_space_has_the_bounds_of_the_layout():
    env = make("skirmish")
    layout = env.vector.layout
    assert np.array_equal(env.observation_space.low, layout.low)
    assert np.array_equal(env.observation_space.high, layout.high)
    assert all(map(env.observation_space.contains, env.reset()))


@pytest.mark.parametrize("scenario", ["duel", "skirmish"])
def test_the_deciding_fighter_is_always_on_the_learners_side(scenario):
    env = make(scenario)
    for _ in range(300):
        play(env, 1)
        assert (env.vector.side == env.learner_side).all()
        assert env.vector.action_masks.any(1).all()
        rows = np.arange(NUM_ENVS)
        assert (env.vector.controllers[rows, env.learner_side] == EXTERNAL).all()
        others = env.vector.controllers[rows, 1 - env.learner_side]
        assert (others[: env.num_frozen] == EXTERNAL).all()
        assert (others[env.num_frozen :] >= 0).all()


def test_rewards_results_and_sides_agree():
    env = make()
    generator = np.random.default_rng(5)
    seen = 0
    for _ in range(400):
        sides, opponents = env.learner_side.copy(), env.opponent.copy()
        _, rewards, dones, infos = play(env, 1, generator)[0]
        assert (rewards[~dones] == 0).all()
        for index in np.flatnonzero(dones):
            winner = int(env.vector.final["winner"][index])
            expected = 0 if winner < 0 else 1 if winner == sides[index] else -1
            assert rewards[index] == expected
            assert infos[index]["episode"]["r"] == expected
            assert infos[index]["result"] == ("draw", "win", "loss")[expected]
            assert infos[index]["opponent"] == env.names[opponents[index]]
            assert infos[index]["winner"] == winner
            assert infos[index]["ending"] == env.vector.final["ending"][index] > 0
            assert infos[index]["rounds"] == rounds_of(env.vector.final[index])
            assert infos[index]["TimeLimit.truncated"] is False
            assert env.learner_side[index] == 1 - sides[index]
            seen += 1
        for index in np.flatnonzero(~dones):
            rounds = int(env.vector.battles["round_number"][index]) + 1
            standing = {"winner": -1, "ending": 0, "rounds": rounds, "illegal_actions": 0}
            assert infos[index] == standing
    assert seen == env.tally.sum() > 100
    assert (env.tally.sum(1) > 0).all()
    assert 0 < win_shares(env.tally)[0] < 1


def test_the_return_of_a_shaped_battle_is_the_sum_of_its_rewards():
    env = make(shaping=1.0)
    brought = np.zeros(NUM_ENVS)
    ended = 0
    for _ in range(40):
        _, rewards, dones, infos = play(env, 1)[0]
        brought += rewards
        for index in np.flatnonzero(dones):
            assert infos[index]["episode"]["r"] == pytest.approx(brought[index], abs=1e-5)
            ended += 1
        brought[dones] = 0
    assert ended > NUM_ENVS


def test_a_battle_at_the_round_limit_counts_its_rounds():
    short = get_system("mythic_epoch").load_scenario("duel").model_copy(update={"round_limit": 1})
    env = make(short)
    play(env, 15)
    assert env.rounds == env.tally.sum() > 0


@pytest.mark.parametrize("reward", [-0.5, 0.0])
def test_a_draw_brings_the_reward_that_was_asked_for(reward):
    short = get_system("mythic_epoch").load_scenario("duel").model_copy(update={"round_limit": 1})
    env = make(short, draw_reward=reward)
    brought = {"win": 1.0, "draw": reward, "loss": -1.0}
    met = set()
    for _ in range(15):
        _, rewards, dones, infos = play(env, 1)[0]
        for index in np.flatnonzero(dones):
            result = infos[index]["result"]
            met.add(result)
            assert rewards[index] == infos[index]["episode"]["r"] == brought[result]
        assert not rewards[~dones].any()
    assert met >= {"draw", "loss"}


def test_weights_decide_the_opponents():
    env = make(self_play=0.0)
    drawn = env._draw_opponents(np.arange(NUM_ENVS).repeat(2000))
    share = np.bincount(drawn, minlength=3) / len(drawn)
    standard_error = np.sqrt(0.25 * 0.75 / len(drawn))
    assert share[2] == 0
    assert abs(share[1] - 0.75) < 4 * standard_error


def test_returned_arrays_are_not_overwritten():
    env = make()
    observations, rewards, dones, _ = play(env, 1)[0]
    masks = env.action_masks()
    kept = [array.copy() for array in (observations, rewards, dones, masks)]
    play(env, 50)
    for array, copy in zip((observations, rewards, dones, masks), kept, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_masks_are_given_battle_by_battle():
    env = make()
    masks = env.action_masks()
    for indices, expected in ((None, masks), (3, masks[3:4]), ([5, 1], masks[[5, 1]]), ([], [])):
        given = env.env_method("action_masks", indices=indices)
        assert [mask.tolist() for mask in given] == [mask.tolist() for mask in expected]
    for bad in (NUM_ENVS, -1, "a", [0.5], [None], True):
        with pytest.raises(ValueError, match="indices must be None or numbers of battles below 24"):
            env.env_method("action_masks", indices=bad)
    with pytest.raises(AttributeError, match="a single battle has no method 'reset'"):
        env.env_method("reset")
    assert env.get_attr("num_frozen", [0, 1]) == [12, 12]
    assert env.env_is_wrapped(object, 2) == [False]
    with pytest.raises(ValueError, match="the battles share weights: set it for all"):
        env.set_attr("weights", None, indices=0)


def test_masks_of_a_learner_are_one_array():
    env = LearnerVecEnv("mythic_epoch", "duel", 8, {"random": 1})
    env.reset()
    assert np.stack(env.env_method("action_masks")).shape == (1, 8, env.action_space.n)
    assert len(env.env_method("action_masks", indices=[1, 2])) == 2


# --- Learners that know no masks, and arguments of the wrong kind ---------------------------------


def test_illegal_actions_count_as_wait_and_give_one_warning():
    env, other = make(), make()
    masks = env.action_masks()
    illegal = (~masks).argmax(1)
    illegal[:3] = (-1, 10_000_000, 2**62)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        results = env.step(illegal)
        env.step(np.full(NUM_ENVS, -1))
    assert [one.category for one in caught] == [IllegalActionWarning]
    assert caught[0].filename == __file__
    expected = other.step(np.zeros(NUM_ENVS, np.int64))
    for given, wanted in zip(results[:3], expected[:3], strict=True):
        np.testing.assert_array_equal(given, wanted)
    assert {info["illegal_actions"] for info in results[3]} == {1}
    ends = [info for _ in range(300) for info in env.step(np.full(NUM_ENVS, -1))[3]]
    ends = [info for info in ends if "episode" in info]
    assert len(ends) > 5
    assert all(info["illegal_actions"] == info["episode"]["l"] for info in ends)


def test_illegal_actions_raise_on_request_and_no_battle_is_changed():
    env = make(illegal_actions="raise")
    before, masks = env.vector.battles.tobytes(), env.action_masks()
    for action in (int((~masks[5]).argmax()), -1, masks.shape[1], 2**62):
        actions = masks.argmax(1)
        actions[5] = action
        with pytest.raises(IllegalAction):
            env.step(actions)
    assert env.vector.battles.tobytes() == before
    env.step(masks.argmax(1))


@pytest.mark.parametrize("algorithm", ["PPO", "DQN"])
def test_learners_without_masks_learn_and_are_evaluated(algorithm):
    sb3 = pytest.importorskip("stable_baselines3")
    evaluation = pytest.importorskip("stable_baselines3.common.evaluation")
    env = BattleVecEnv("mythic_epoch", "duel", 32, {"random": 1})
    options = {
        "PPO": {"n_steps": 16, "batch_size": 256, "n_epochs": 1},
        "DQN": {"learning_starts": 64, "buffer_size": 500},
    }
    model = getattr(sb3, algorithm)("MlpPolicy", env, device="cpu", **options[algorithm])
    with pytest.warns(IllegalActionWarning, match="MaskablePPO"):
        model.learn(1024)
    mean, _ = evaluation.evaluate_policy(model, env, n_eval_episodes=4, warn=False)
    assert -1 <= mean <= 1
    assert env.tally.sum() > 0


def test_the_last_observation_is_that_of_the_fighter_who_decided_last():
    env = make(self_play=0.0)
    ends = 0
    for _ in range(60):
        deciders = env.vector.to_act.copy()
        _, _, dones, infos = play(env, 1)[0]
        for index in np.flatnonzero(dones):
            seen = np.zeros(env.vector.observation_length, np.float32)
            observe_battle(env.vector.final, index, int(deciders[index]), seen)
            np.testing.assert_array_equal(infos[index]["terminal_observation"], seen)
            assert seen.any()
            ends += 1
    assert ends > 10


@pytest.mark.parametrize(
    "actions",
    [
        None, 0, "wait", np.zeros(NUM_ENVS), np.zeros(NUM_ENVS + 1, int),
        np.zeros((NUM_ENVS, 1), int), np.full(NUM_ENVS, np.nan), np.zeros(NUM_ENVS, bool),
        [[0], [1, 2]], [None] * NUM_ENVS,
    ],
)  # fmt: skip
def test_other_values_than_arrays_of_actions_are_refused(actions):
    env = make()
    before = env.vector.battles.tobytes()
    with pytest.raises(ValueError, match=r"actions must be an array of integers of shape \(24,\)"):
        env.step(actions)
    with pytest.raises(ValueError, match="no actions to carry out: call step_async first"):
        env.step_wait()
    assert env.vector.battles.tobytes() == before


def test_steps_before_reset_are_refused():
    env = BattleVecEnv("mythic_epoch", "duel", 8, {"random": 1})
    with pytest.raises(ValueError, match="no battle is going on: call reset first"):
        env.step(np.zeros(8, np.int64))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"self_play": 1.5}, "self_play must be between 0 and 1"),
        ({"self_play": float("nan")}, "self_play must be between 0 and 1"),
        ({"draw_reward": -1.5}, "draw_reward must be between -1 and 1, got -1.5"),
        ({"seed": -1}, "seed must be an integer of 0 or more"),
        ({"seed": "a"}, "seed must be an integer of 0 or more"),
        ({"illegal_actions": "ignore"}, "illegal_actions must be 'raise', 'wait'"),
        ({"opponents": {"random": -1, "berserker": 2}}, "weights must be 0 or more, and not all"),
        ({"opponents": {"random": float("nan")}}, "weights must be 0 or more, and not all"),
        ({"opponents": {"random": "often"}}, "1 opponents need as many weights"),
        ({"opponents": {"mythic_epoch-skirmish": 1}}, "needs 3 slots a side, .* give max_side=3"),
        ({"opponents": {"platemail-duel": 1}}, "was trained for Platemail"),
    ],
)
def test_invalid_arguments_are_refused(changes, said):
    arguments = {"opponents": {"random": 1.0}, **changes}
    with pytest.raises(ValueError, match=said):
        BattleVecEnv("mythic_epoch", "duel", 8, **arguments)


def test_opponents_are_a_dict_of_weights():
    for opponents in ("random", ["random"], None):
        with pytest.raises(TypeError, match=r"a dict of names and weights, as \{.random.: 1\}"):
            BattleVecEnv("mythic_epoch", "duel", 8, opponents)


def test_any_agent_is_an_opponent_by_its_name():
    names = ("mythic_epoch-duel", "search:2", "berserker")
    opponents = dict.fromkeys(names, 1.0)
    with pytest.raises(ValueError, match=r"learned with quick choices.* give choices='quick'"):
        BattleVecEnv("mythic_epoch", "duel", 12, opponents)
    env = BattleVecEnv("mythic_epoch", "duel", 12, opponents, seed=None, choices="quick")
    env.reset()
    play(env, 60)
    assert (env.tally[:3].sum(1) > 0).all()
    with pytest.raises(KeyError, match="no agent 'berzerker': did you mean berserker"):
        BattleVecEnv("mythic_epoch", "duel", 8, {"berzerker": 1.0})


def test_the_same_seed_is_the_same_battles():
    first, second = make(), make()
    one, two = play(first, 100), play(second, 100)
    for a, b in zip(one, two, strict=True):
        for x, y in zip(a[:3], b[:3], strict=True):
            np.testing.assert_array_equal(x, y)


def test_snapshot_and_restore_are_the_identity():
    env = make()
    play(env, 40)
    snapshot = env.snapshot()
    env.spar_with(random_choose(np.random.default_rng(9)))
    first = play(env, 60, np.random.default_rng(8))
    other = make(seed=99)
    np.testing.assert_array_equal(other.restore(snapshot), other.vector.observations)
    other.spar_with(random_choose(np.random.default_rng(9)))
    second = play(other, 60, np.random.default_rng(8))
    for a, b in zip(first, second, strict=True):
        for x, y in zip(a[:3], b[:3], strict=True):
            np.testing.assert_array_equal(x, y)
    np.testing.assert_array_equal(env.tally, other.tally)


def test_self_play_only():
    env = BattleVecEnv("mythic_epoch", "duel", 8, {}, self_play=1.0, seed=1)
    env.spar_with(random_choose(np.random.default_rng(1)))
    env.reset()
    play(env, 200)
    assert env.names == ["self"]
    assert env.tally.sum() > 0


def test_frozen_battles_need_a_network():
    env = BattleVecEnv("mythic_epoch", "duel", 8, {"random": 1}, self_play=1.0, seed=1)
    with pytest.raises(ValueError, match="spar_with"):
        env.reset()


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (lambda seen, masks: masks.argmax(1).astype(float), "must be whole numbers, got an array"),
        (lambda seen, masks: masks.argmax(1) > 0, "must be whole numbers, got an array of bool"),
        (lambda seen, masks: masks.argmax(1)[:1], r"must have shape \(8,\), got \(1,\)"),
        (lambda seen, masks: None, r"must have shape \(8,\), got \(\)"),
        (lambda seen, masks: ["a"] * len(masks), "must be whole numbers"),
        (lambda seen, masks: masks.argmin(1), "takes illegal actions"),
        (lambda seen, masks: np.full(len(masks), -1), "takes illegal actions"),
        (lambda seen, masks: np.full(len(masks), 10**9), "takes illegal actions"),
        (lambda seen, masks: (masks.fill(True), masks.argmax(1) + 1)[1], "takes illegal actions"),
    ],
)
@pytest.mark.parametrize("mode", ["raise", "wait"])
def test_a_network_of_self_play_must_give_legal_actions(choose, said, mode):
    """Floats were cut to integers, and one action was played in all battles."""
    env = BattleVecEnv("mythic_epoch", "duel", 16, {}, self_play=1.0, illegal_actions=mode, seed=1)
    env.spar_with(choose)

    def fight():
        for _ in range(20):
            env.reset()
            play(env, 20)

    with pytest.raises(ValueError, match=said):
        fight()


SNAPSHOTS = {
    "a snapshot has the arrays learner_side, .*, got tally": ("arrays", {"tally": 0}),
    r"learner_side of the snapshot must be \[24\] int8, got \[2\] int8":
        ("learner_side", np.zeros(2, np.int8)),
    "learner_side of the snapshot must be between 0 and 1":
        ("learner_side", np.full(24, 2, np.int8)),
    "opponent of the snapshot must be between 0 and 2": ("opponent", np.full(24, 3, np.int16)),
    "weights of the snapshot must be chances": ("weights", np.array([np.nan, 1])),
}  # fmt: skip


@pytest.mark.parametrize("said", SNAPSHOTS)
def test_a_snapshot_that_does_not_fit_is_refused(said):
    env = make()
    name, value = SNAPSHOTS[said]
    snapshot, before = env.snapshot(), env.snapshot()
    if name == "arrays":
        snapshot["arrays"] = value
    else:
        snapshot["arrays"][name] = value
    with pytest.raises(StateError, match=said):
        env.restore(snapshot)
    assert env.vector.battles.tobytes() == before["vector"]["battles"].tobytes()
    assert env.learner_side.tolist() == before["arrays"]["learner_side"].tolist()


def test_a_learner_without_decisions_gets_an_error(monkeypatch):
    """No known scenario has this problem: here its battles end in every step."""
    env = BattleVecEnv("mythic_epoch", "duel", 2, {}, self_play=1.0)
    env.spar_with(lambda observations, masks: masks.argmax(1))
    env.reset()
    env.learner_side[:] = 1 - env.vector.side

    def step(actions, active):
        env.vector.terminated[:] = True

    monkeypatch.setattr(env.vector, "step", step)
    monkeypatch.setattr(env, "_close", lambda over, ended: None)
    monkeypatch.setattr(vec_env, "IDLE_BATTLES", 3)
    with pytest.raises(RuntimeError, match="your side had no decision in many battles"):
        env._play_networks({})
