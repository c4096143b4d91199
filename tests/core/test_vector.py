"""The batched interface: its arrays, seeds, threads, opponents, illegal actions, snapshots."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.adapters import vector as vectors
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.scenarios.loading import find_policy
from quintain.envs.core.session.match import Match

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

ARRAYS = (
    "battles", "observations", "action_masks", "rewards", "terminated", "truncated", "to_act",
    "side", "final",
)  # fmt: skip


@pytest.fixture
def heuristics(system):
    """Two heuristics of the system: the random one and the last."""
    find_policy(system, "random")
    return ["random", list(system.policies)[-1]]


def choices(vector, draw):
    """A random legal action in each battle."""
    return np.array([draw.choice(np.flatnonzero(mask)) for mask in vector.action_masks])


def play(vector, steps, seed=0):
    """Play randomly, and keep the bytes of all arrays after each step."""
    draw, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        vector.step(choices(vector, draw))
        seen.append([getattr(vector, name).tobytes() for name in ARRAYS])
    return seen


# --- Arrays ---------------------------------------------------------------------------------------


def test_the_arrays_are_overwritten_in_place(system):
    vector = BattleVector(system, 3, "duel")
    before = {name: getattr(vector, name) for name in ARRAYS}
    kept = vector.observations.copy()
    play(vector, 4)
    assert (vector.observations != kept).any()
    vector.reset(1)
    assert all(getattr(vector, name) is array for name, array in before.items())


def test_shapes_and_types(system):
    vector = BattleVector(system, 3, ["duel", "skirmish"])
    assert vector.max_side == 3
    assert vector.observations.shape == (3, system.observation_layout(3).length)
    assert vector.observations.dtype == np.float32
    assert vector.action_masks.shape == (3, system.num_actions(3))
    assert vector.action_masks.dtype == np.bool_
    assert vector.rewards.shape == (3, 2)
    assert set(vector.battles["num_fighters"].tolist()) <= {2, 6}


def test_each_observation_is_that_of_the_deciding_fighter(system):
    vector = BattleVector(system, 2, "duel", seed=3)
    play(vector, 10)
    for number in range(2):
        match = Match(system, "duel")
        match.reset(0)
        match.battles[:] = vector.battles[number]
        fighter = int(vector.to_act[number])
        assert fighter == match.battle.to_act
        assert vector.side[number] == match.battle.side[fighter]
        match.to_act = -1
        assert (match.observe(fighter) == vector.observations[number]).all()


def test_states_are_those_of_single_battles(system):
    vector = BattleVector(system, 4, ["duel", "skirmish"], seed=3)
    assert len(set(vector.battles["num_fighters"].tolist())) > 1, "no empty slots"
    play(vector, 10)
    for number, state in enumerate(vector.states()):
        match = Match(system, ["duel", "skirmish"])
        is_duel = vector.battles["num_fighters"][number] == 2
        match.reset(0, scenario="duel" if is_duel else "skirmish")
        match.battles[:] = vector.battles[number]
        match.to_act = int(vector.to_act[number])
        np.testing.assert_array_equal(match.state(), state)


def test_a_battle_that_ends_is_deployed_again_and_its_final_state_is_kept(system):
    vector = BattleVector(system, 2, "duel")
    draw, ends = np.random.default_rng(0), 0
    while ends < 2:
        vector.step(choices(vector, draw))
        ended = vector.terminated | vector.truncated
        assert not vector.battles["over"].any()
        assert (vector.rewards[~ended] == 0).all()
        for number in np.flatnonzero(ended):
            ends += 1
            final = vector.final[number]
            assert final.over
            assert vector.rewards[number].tolist() == final.reward.tolist()
            assert vector.battles[number].decisions == 0


def test_a_round_limit_is_a_truncation(system):
    scenario = system.load_scenario("duel").model_copy(update={"round_limit": 1})
    vector = BattleVector(system, 2, scenario)
    while not vector.truncated.any():
        vector.step(np.zeros(2, int))
        assert not vector.terminated.any()
    assert not vector.rewards.any()


def test_inactive_battles_do_not_change(system):
    vector = BattleVector(system, 2, "duel")
    before = vector.battles[1].tobytes()
    for _ in range(4):
        vector.step(choices(vector, np.random.default_rng(0)), active=np.array([True, False]))
    assert vector.battles[1].tobytes() == before
    assert vector.battles[0].decisions == 4


# --- Seeds and threads ----------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_bytes(system):
    one, other = (BattleVector(system, 4, "duel", seed=5) for _ in range(2))
    assert play(one, 12) == play(other, 12)
    one.reset(5)
    other.reset(6)
    assert one.battles.tobytes() != other.battles.tobytes()


def test_a_battle_does_not_depend_on_the_size_of_the_batch(system):
    small, large = BattleVector(system, 2, "duel", seed=5), BattleVector(system, 5, "duel", seed=5)
    assert small.battles.tobytes() == large.battles[:2].tobytes()
    assert len({large.battles["dice"][number].tobytes() for number in range(5)}) == 5


@pytest.mark.parametrize("opponents", [False, True])
def test_threads_give_the_same_bytes(system, heuristics, opponents):
    pairs = [(None, heuristics[0])] if opponents else None
    for threads in (2, 16):
        one, other = (
            BattleVector(system, 7, "duel", seed=2, opponents=pairs, threads=number)
            for number in (1, threads)
        )
        assert play(one, 6) == play(other, 6)
        other.close()


# --- Opponents ------------------------------------------------------------------------------------


def test_the_caller_sees_only_its_own_decisions(system, heuristics):
    pairs = [(None, heuristics[0]), (heuristics[0], None), (None, None)]
    vector = BattleVector(system, 3, "duel", opponents=pairs)
    sides = [set(), set(), set()]
    draw = np.random.default_rng(0)
    for _ in range(25):
        for number in range(3):
            sides[number].add(int(vector.side[number]))
        vector.step(choices(vector, draw))
    assert sides == [{0}, {1}, {0, 1}]


def test_without_opponents_and_with_the_caller_on_both_sides_is_the_same(system, heuristics):
    one = BattleVector(system, 3, "duel", seed=1)
    other = BattleVector(system, 3, "duel", seed=1, opponents=[(None, None)])
    assert play(one, 10) == play(other, 10)


def test_new_controllers_take_over_with_the_next_battle(system, heuristics):
    vector = BattleVector(system, 1, "duel", opponents=[(None, heuristics[0])])
    vector.next_controllers[0] = [system.policies[heuristics[0]], -1]
    draw = np.random.default_rng(0)
    while not (vector.terminated[0] or vector.truncated[0]):
        assert vector.side[0] == 0
        vector.step(choices(vector, draw))
    assert vector.side[0] == 1
    assert vector.controllers[0].tolist() == vector.next_controllers[0].tolist()


def test_an_unknown_heuristic_is_refused_with_the_nearest(system):
    with pytest.raises(KeyError, match="no compiled heuristic 'randon': did you mean random"):
        BattleVector(system, 1, "duel", opponents=[(None, "randon")])
    for name in ("search", "search:200", f"{system.name}-duel", "captain.npc", "runs/x", "a.py:A"):
        with pytest.raises(KeyError, match="plays no other agents: take BattleVecEnv"):
            BattleVector(system, 1, "duel", opponents=(name, None))


@pytest.mark.parametrize("both", [False, True])
def test_heuristics_on_both_sides_are_refused(system, heuristics, both):
    nobody, one = (heuristics[0], heuristics[0]), (None, heuristics[0])
    with pytest.raises(ValueError, match="a side of every battle must be None, the caller"):
        BattleVector(system, 2, "duel", opponents=[one, nobody] if both else nobody)


# --- Illegal actions ------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("has_opponent", [False, True])
def test_an_illegal_action_raises_and_no_battle_is_changed(
    system, heuristics, has_opponent, threads
):
    opponents = (None, heuristics[0]) if has_opponent else None
    vector = BattleVector(system, 3, "duel", seed=1, opponents=opponents, threads=threads)
    before = vector.snapshot()
    legal = choices(vector, np.random.default_rng(0))
    illegal = int(np.flatnonzero(~vector.action_masks[1])[0])
    for action in (illegal, -1, vector.num_actions):
        actions = legal.copy()
        actions[1] = action
        with pytest.raises(IllegalAction, match=f"action {action} .* is illegal for"):
            vector.step(actions)
    for wrong in (np.zeros(2, int), np.zeros((3, 1), int)):
        with pytest.raises(ValueError, match=r"actions must have shape \(3,\), got"):
            vector.step(wrong)
    assert all((array == before[name]).all() for name, array in vector.snapshot().items())


@pytest.mark.compiled
def test_a_step_with_one_thread_calls_compiled_code_once(system, heuristics, monkeypatch):
    entered = []
    for name in ("find_illegal", "step_battles"):
        entry = getattr(vectors, name)
        monkeypatch.setattr(
            vectors,
            name,
            lambda *args, name=name, entry=entry: entered.append(name) or entry(*args),
        )
    for opponents in (None, (None, heuristics[0])):
        play(BattleVector(system, 1024, "duel", opponents=opponents), 1)
    assert entered == ["step_battles", "step_battles"]


# --- Snapshots and dice ---------------------------------------------------------------------------


def test_a_snapshot_continues_the_same_battles(system, heuristics):
    vector = BattleVector(system, 3, "duel", opponents=[(None, heuristics[1])])
    play(vector, 5)
    snapshot = vector.snapshot()
    first = play(vector, 8)
    vector.restore(snapshot)
    assert (vector.action_masks.sum(axis=1) > 1).all()
    assert play(vector, 8) == first


def test_an_impossible_face_is_reported(system):
    vector = BattleVector(system, 2, "duel")
    vector.load_dice(1, [0] * 20)
    draw = np.random.default_rng(0)
    with pytest.raises(ValueError, match="loaded face 0 is impossible"):  # noqa: PT012
        for _ in range(60):
            vector.step(choices(vector, draw))
            vector.check_dice()


@pytest.mark.parametrize("wrong", [{"num_envs": 0}, {"threads": 0}, {"max_side": 9}])
def test_numbers_out_of_range_are_refused(system, wrong):
    with pytest.raises(ValueError, match="must be"):
        BattleVector(system, **{"num_envs": 1, "scenario": "duel", **wrong})


def test_room_for_larger_scenarios(system):
    vector = BattleVector(system, 1, "duel", max_side=4)
    assert vector.num_actions == system.num_actions(4)
    assert vector.battles[0].max_side == 4
