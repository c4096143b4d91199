"""Illegal actions of learners without masks, in every interface and mode."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import quintain
from quintain.envs.core.adapters.gymnasium_vector import BattleVectorEnv
from quintain.envs.core.engine.battle import FORFEIT, SIDES
from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.inputs.arguments import IllegalActionWarning

pytestmark = [
    pytest.mark.interpreted,
    pytest.mark.filterwarnings("ignore::quintain.envs.core.inputs.arguments.IllegalActionWarning"),
]

TOLERANT = ["wait", "random", "lose"]
NUMBERS = frozenset({"winner", "ending", "rounds", "illegal_actions"})


def is_over(env):
    """Whether a turn-based battle is over."""
    return any(env.terminations.values()) or any(env.truncations.values())


def play_blindly(env, steps=60):
    """Take actions without a look at the masks in a turn-based environment; return them."""
    draw, taken = np.random.default_rng(0), []
    env.reset(seed=5)
    while len(taken) < steps and not is_over(env):
        taken.append(int(draw.integers(env.match.num_actions)))
        env.step(taken[-1])
    return taken


# --- One battle -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", TOLERANT)
def test_blind_play_is_the_same_again_and_counted(v0, mode):
    env, other = (v0.raw_env(illegal_actions=mode, choices="quick") for _ in range(2))
    taken = play_blindly(env)
    assert play_blindly(other) == taken
    assert env.get_state() == other.get_state()
    assert env.match.actions == other.match.actions
    played = len(env.match.actions)
    changed = sum(a != b for a, b in zip(taken, env.match.actions, strict=False))
    counts = {agent: info["illegal_actions"] for agent, info in env.infos.items()}
    if mode == "lose":
        assert (changed, sum(counts.values())) == (0, 1)
        assert is_over(env)
        assert set(env.rewards.values()) == {1.0, -1.0}
        (loser,) = (agent for agent, count in counts.items() if count)
        assert env.rewards[loser] == -1
        assert {info["ending"] for info in env.infos.values()} == {FORFEIT}
        assert {info["winner"] for info in env.infos.values()} == {SIDES.index(env.match.winner)}
        assert not loser.startswith(env.match.winner)
        assert env.match.ending == "illegal_action"
        assert env.match.to_act < 0
    else:
        assert played == len(taken)
        assert sum(counts.values()) == changed > 10
        if mode == "wait":
            assert {b for a, b in zip(taken, env.match.actions, strict=True) if a != b} == {0}


@pytest.mark.parametrize("mode", TOLERANT)
def test_all_interfaces_of_one_battle_replace_alike(system, v0, mode):
    if system.order_choices:
        pytest.skip("its parallel environment takes whole orders")
    raw = v0.raw_env(illegal_actions=mode)
    parallel = v0.parallel_env(illegal_actions=mode)
    raw.reset(seed=2)
    parallel.reset(seed=2)
    draw = np.random.default_rng(1)
    for _ in range(40):
        if is_over(raw):
            break
        agent, action = raw.agent_selection, int(draw.integers(raw.match.num_actions))
        raw.step(action)
        _, rewards, *_, infos = parallel.step({agent: action})
        assert raw.get_state() == parallel.get_state()
        assert rewards == raw.rewards
        for name, info in raw.infos.items():
            assert {key: info[key] for key in NUMBERS} == {key: infos[name][key] for key in NUMBERS}


@pytest.mark.parametrize("mode", TOLERANT)
def test_one_side_replaces_as_the_batch_does(system, v0, mode):
    env = v0.single_env(illegal_actions=mode, choices="quick")
    vector = quintain.make_vec(
        system.name, 3, seed=4, opponents=(None, "random"), illegal_actions=mode, choices="quick"
    )
    env.reset(seed=4)
    draw, ended = np.random.default_rng(1), 0
    for _ in range(40):
        action = int(draw.integers(env.action_space.n))
        _, reward, terminated, truncated, info = env.step(action)
        vector.step(np.full(3, action))
        assert reward == vector.rewards[0, 0] == -vector.rewards[0, 1]
        assert (terminated, truncated) == (vector.terminated[0], vector.truncated[0])
        if terminated or truncated:
            ended += 1
            results = vector.results(np.zeros(1, np.intp))
            assert {key: values[0] for key, values in results.items()} == {
                key: info[key] for key in results
            }
            with pytest.raises(ValueError, match="call reset first"):
                env.step(0)
            break
        assert env.match.battles.tobytes() == vector.battles[:1].tobytes()
    assert ended == (mode == "lose") or mode != "lose"


def test_an_order_loses_for_its_side_and_a_draw_is_possible():
    made = quintain.make("platemail", "parallel", illegal_actions="lose")
    clauses = len(made.choices)
    for actions, rewards, winner in (
        ({"red_0": [-1] * clauses}, [-1.0, 1.0], 1),
        ({"red_0": [-1] * clauses, "blue_0": [-1] * clauses}, [0.0, 0.0], -1),
    ):
        made.reset(seed=0)
        before = made.get_state()
        _, given, terminations, truncations, infos = made.step(actions)
        assert list(given.values()) == rewards
        assert all(terminations.values())
        assert not any(truncations.values())
        assert {(info["winner"], info["ending"]) for info in infos.values()} == {(winner, FORFEIT)}
        assert all(info["action_mask"].sum() == clauses for info in infos.values())
        assert made.get_state() == before
        assert made.agents == []


def test_illegal_choices_of_an_order_become_random_legal_ones():
    one, other, waits = (
        quintain.make("platemail", "parallel", illegal_actions=mode)
        for mode in ("random", "random", "wait")
    )
    taken = []
    for env in (one, other, waits):
        env.reset(seed=0)
        for _ in range(3):
            env.step({"red_0": [-1] * len(env.choices), "blue_0": [0] * len(env.choices)})
        taken.append(env.match.actions)
    assert taken[0] == taken[1] != taken[2]
    assert one.get_state() == other.get_state()


def test_an_illegal_order_raises_in_words():
    env = quintain.make("platemail", "parallel", illegal_actions="raise")
    env.reset(seed=0)
    before, passes = env.get_state(), [0] * len(env.choices)
    with pytest.raises(IllegalAction, match=r"order \[0, 999, 0.* of blue_0 .* clause 1 of 31; "):
        env.step({"red_0": passes, "blue_0": [0, 999, *passes[2:]]})
    assert env.get_state() == before


def test_an_agent_who_is_not_deciding_may_only_wait():
    env = quintain.make("mythic_epoch", "parallel", illegal_actions="raise")
    env.reset(seed=0)
    before, decider = env.get_state(), env.agents[env.match.to_act]
    (idle,) = set(env.agents) - {decider}
    with pytest.raises(IllegalAction, match=f"action 1 is illegal for {idle}, who is not deciding"):
        env.step({decider: 0, idle: 1})
    with pytest.raises(IllegalAction, match=f"action -1 .* is illegal for {decider}"):
        env.step({decider: -1, idle: 0})
    assert env.get_state() == before


def test_a_lost_battle_leaves_nothing_behind():
    env = quintain.make("mythic_epoch", "single", illegal_actions="lose")
    env.reset(seed=0)
    before = env.get_state()
    observation, reward, terminated, _, info = env.step(-1)
    assert observation in env.observation_space
    assert (reward, terminated, info["winner"], info["ending"]) == (-1.0, True, 1, FORFEIT)
    assert info["action_mask"].sum() == env.action_masks().sum() == 1
    assert env.get_state() == before
    with pytest.raises(ValueError, match="seed must be"):
        env.reset(seed=-1)
    assert env.action_masks().sum() == 1
    env.set_state(before)
    assert env.action_masks().sum() > 1
    assert not env.step(0)[2]


# --- Many battles ---------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("mode", TOLERANT)
def test_a_battle_of_a_batch_depends_on_its_own_actions_only(mode, threads):
    few, many = (
        quintain.make_vec(
            "mythic_epoch", count, seed=3, illegal_actions=mode, threads=parts, choices="quick"
        )
        for count, parts in ((2, 1), (5, threads))
    )
    draw = np.random.default_rng(0)
    for _ in range(30):
        actions = draw.integers(-1, many.num_actions, 5)
        few.step(actions[:2])
        many.step(actions)
        for name in ("battles", "rewards", "terminated", "illegal", "final", "observations"):
            assert (getattr(few, name) == getattr(many, name)[:2]).all(), name
        assert (many.rewards.sum(axis=1) == 0).all()
        if mode == "lose":
            assert (many.terminated >= many.illegal).all()
            assert (many.rewards[many.illegal].max(axis=1) == 1).all()
            assert not many.final["over"][many.illegal].any()
        assert not many.battles["over"].any()


def test_only_active_battles_are_lost():
    vector = quintain.make_vec("mythic_epoch", 3, illegal_actions="lose")
    vector.step(np.full(3, -1), np.array([True, False, True]))
    assert vector.illegal.tolist() == vector.terminated.tolist() == [True, False, True]
    assert vector.rewards[1].tolist() == [0, 0]
    snapshot = vector.snapshot()
    vector.step(np.full(3, -1))
    vector.restore(snapshot)
    vector.step(vector.action_masks.argmax(axis=1))
    assert not vector.illegal.any()


@pytest.mark.parametrize("opponent", ["random", "berserker", "mythic_epoch-duel"])
def test_gymnasiums_vector_reports_lost_battles(opponent):
    env = BattleVectorEnv(
        "mythic_epoch", 4, opponent=opponent, illegal_actions="lose", choices="quick"
    )
    _, info = env.reset(seed=0)
    for number in range(12):
        legal = info["action_mask"].argmax(axis=1)
        actions = np.where(np.arange(4) == number % 4, -1, legal)
        side = info["side"]
        _, rewards, terminated, _, info = env.step(actions)
        loser = number % 4
        assert (rewards[loser], terminated[loser]) == (-1, True)
        final = info["final_info"]
        assert final["winner"][loser] == 1 - side[loser]
        assert (final["ending"][loser], final["illegal_actions"][loser]) == (FORFEIT, 1)
        assert info["illegal_actions"][loser] == 0
        assert info["final_obs"][loser] in env.single_observation_space


# --- Infos and warnings ---------------------------------------------------------------------------


@pytest.mark.parametrize("mode", TOLERANT)
def test_infos_have_the_same_keys_and_types_in_every_step(v0, mode):
    keys = set()
    raw, single, parallel = (
        make(illegal_actions=mode, choices="quick")
        for make in (v0.raw_env, v0.single_env, v0.parallel_env)
    )
    play_blindly(raw, 1)
    keys |= {frozenset(info) for info in raw.infos.values()}
    play_blindly(raw)
    keys |= {frozenset(info) for info in raw.infos.values()}
    assert keys == {NUMBERS | {"action_mask"}}
    infos, is_over = [single.reset(seed=0)[1]], False
    while len(infos) < 60 and not is_over:
        *_, terminated, truncated, info = single.step(len(infos) % single.action_space.n)
        is_over = terminated or truncated
        infos.append(info)
    assert {frozenset(info) for info in infos} == {NUMBERS | {"action_mask", "side"}}
    assert {type(info[key]) for info in infos for key in (*NUMBERS, "side")} == {int}
    _, found = parallel.reset(seed=0)
    parallel_keys = {frozenset(info) for info in found.values()}
    for _ in range(20):
        shapes = {agent: parallel.action_space(agent).shape for agent in parallel.agents}
        *_, found = parallel.step({agent: np.full(shape, -1) for agent, shape in shapes.items()})
        parallel_keys |= {frozenset(info) for info in found.values()}
    assert parallel_keys == {NUMBERS | {"action_mask"}}


def test_each_interface_warns_once_in_the_callers_line():
    made = [
        quintain.make("mythic_epoch", "aec", illegal_actions="wait"),
        quintain.make("mythic_epoch", "parallel"),
        quintain.make("mythic_epoch", "single"),
        BattleVectorEnv("mythic_epoch", 2),
        quintain.make_vec("mythic_epoch", 2, illegal_actions="random"),
    ]
    for env in made:
        env.reset(seed=0)
        illegal = np.full(2, -1) if hasattr(env, "num_envs") else 63
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for _ in range(3):
                env.step({"red_0": -1} if hasattr(env, "step") and env is made[1] else illegal)
        assert [one.category for one in caught] == [IllegalActionWarning], type(env)
        assert caught[0].filename == __file__
        assert "illegal_actions='raise' or" in str(caught[0].message)


def test_an_unknown_mode_is_refused(v0):
    for make in (v0.env, v0.raw_env, v0.parallel_env, v0.single_env):
        for mode in ("ignore", None, ["wait"], np.zeros(2)):
            with pytest.raises(ValueError, match="illegal_actions must be 'raise', 'wait'"):
                make(illegal_actions=mode)
