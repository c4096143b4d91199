"""Wrong arguments of `BattleVector` never corrupt memory, block, or give wrong results."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import threading

import numpy as np
import pytest

import quintain
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.dice import FAULT_ENDLESS, FAULT_IDLE
from quintain.envs.core.engine.legality import IllegalAction

ARRAYS = (
    "battles",
    "observations",
    "action_masks",
    "rewards",
    "to_act",
    "side",
    "final",
    "rng_state",
)


@pytest.fixture
def vector():
    return BattleVector("mythic_epoch", 4, "duel", seed=1)


def contents(vector):
    return {name: getattr(vector, name).tobytes() for name in ARRAYS}


def play(vector, steps, seed=0):
    draw = np.random.default_rng(seed)
    for _ in range(steps):
        vector.step(np.array([draw.choice(np.flatnonzero(mask)) for mask in vector.action_masks]))


# --- Seeds ----------------------------------------------------------------------------------------


def test_no_seed_draws_fresh_entropy():
    first = quintain.make_vec("mythic_epoch", 2, seed=None)
    second = quintain.make_vec("mythic_epoch", 2, seed=None)
    assert first.battles["dice"].any(axis=1).all()
    assert first.battles.tobytes() != second.battles.tobytes()


@pytest.mark.parametrize("seed", ["a", 1.5, float("nan"), [1], np.array([1, 2])])
def test_a_seed_that_is_not_an_integer_is_refused(vector, seed):
    before = contents(vector)
    with pytest.raises(ValueError, match="seed must be an integer of 0 or more, or None"):
        vector.reset(seed)
    with pytest.raises(ValueError, match="seed must be an integer of 0 or more, or None"):
        BattleVector("mythic_epoch", seed=seed)
    assert contents(vector) == before


def test_a_negative_seed_is_refused(vector):
    with pytest.raises(ValueError, match="seed must be an integer of 0 or more, or None, got -1"):
        vector.reset(-1)


# --- Actions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [10_000_000, -1, -(2**63), 2**63 - 1])
@pytest.mark.parametrize("threads", [1, 2])
def test_an_action_outside_the_table_is_refused(action, threads):
    vector = BattleVector("mythic_epoch", 4, "duel", seed=1, threads=threads)
    before = contents(vector)
    with pytest.raises(IllegalAction, match="no such action"):
        vector.step(np.array([0, 0, action, 0]))
    assert contents(vector) == before


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(4),
        [0.0, 0.0, 0.0, 0.9],
        np.zeros(4, bool),
        np.array(["0"] * 4),
        np.array([None] * 4),
        np.full(4, np.nan),
    ],
)
def test_actions_that_are_not_integers_are_refused(vector, actions):
    before = contents(vector)
    with pytest.raises(ValueError, match="actions must be whole numbers"):
        vector.step(actions)
    assert contents(vector) == before


@pytest.mark.parametrize("shape", [(), (3,), (5,), (4, 1), (0,)])
def test_actions_of_another_shape_are_refused(vector, shape):
    with pytest.raises(ValueError, match=r"actions must have shape \(4,\)"):
        vector.step(np.zeros(shape, np.int64))


def test_actions_of_any_integer_type_and_layout_are_taken(vector):
    actions = np.zeros(8, np.int8)[::2]
    actions.flags.writeable = False
    before = contents(vector)
    vector.step(actions)
    for same in ([0, 0, 0, 0], np.zeros(4, np.uint64)):
        other = BattleVector("mythic_epoch", 4, "duel", seed=1)
        assert contents(other) == before
        other.step(same)
        assert contents(other) == contents(vector)


@pytest.mark.parametrize("length", [0, 3, 5, 10_000])
def test_active_of_another_length_is_refused(vector, length):
    with pytest.raises(ValueError, match=r"active must have shape \(4,\)"):
        vector.step(np.zeros(4, np.int64), np.ones(length, bool))


def test_active_that_is_not_boolean_is_refused(vector):
    with pytest.raises(ValueError, match="active must be booleans"):
        vector.step(np.zeros(4, np.int64), np.array([0, 1, 2, 3]))


def test_active_of_any_layout_is_taken(vector):
    before = vector.battles["decisions"].copy()
    vector.step(np.zeros(4, np.int64), np.array([True, False] * 4)[::2])
    assert (vector.battles["decisions"] > before).tolist() == [True] * 4


def test_the_masks_that_actions_are_checked_against_cannot_be_written(vector):
    with pytest.raises(ValueError, match="read-only"):
        vector.action_masks[:] = True


@pytest.mark.parametrize(
    "who", [[4], [-1], [10**9], np.array([2**63], np.uint64), [0.5], [True], 0, None, "a", [[0]]]
)
def test_there_are_no_results_of_unknown_battles(vector, who):
    with pytest.raises(ValueError, match="who must be"):
        vector.results(who)


def test_there_are_no_results_before_a_battle_has_ended(vector):
    with pytest.raises(ValueError, match="no episode of battle 2 has ended yet"):
        vector.results([2])
    ended = np.zeros(4, bool)
    while not ended.all():
        vector.step(vector.action_masks.argmax(1))
        ended |= vector.terminated | vector.truncated
    assert vector.results([2, 0])["rounds"].shape == (2,)
    assert vector.results([])["winner"].tolist() == []


# --- Numbers and names ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["num_envs", "threads"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "2", None, float("inf"), float("nan")])
def test_invalid_counts_are_refused(name, value):
    with pytest.raises(ValueError, match=f"{name} must be"):
        BattleVector("mythic_epoch", **{name: value})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "1", None])
def test_shaping_must_be_finite(value):
    with pytest.raises(ValueError, match="shaping must be a"):
        BattleVector("mythic_epoch", shaping=value)


@pytest.mark.parametrize("value", [-1, 7, 1.0, "3", 10**30])
def test_an_invalid_max_side_is_refused(value):
    with pytest.raises(ValueError, match="max_side must be"):
        BattleVector("mythic_epoch", max_side=value)


@pytest.mark.parametrize("count", [10**9, 10**15, 10**30])
def test_more_battles_than_fit_are_refused(count):
    with pytest.raises(ValueError, match="GB of memory"):
        BattleVector("mythic_epoch", count)


@pytest.mark.parametrize("scenario", [5, 1.5, {"title": "x"}, [None], b"duel"])
def test_an_invalid_scenario_is_refused(scenario):
    with pytest.raises(TypeError, match="given by its name, its file or its model"):
        BattleVector("mythic_epoch", scenario=scenario)


def test_a_scenario_of_another_system_is_refused():
    other = quintain.make_vec("platemail").scenarios[0]
    with pytest.raises(TypeError, match="a scenario of Mythic Epoch"):
        BattleVector("mythic_epoch", scenario=other)


@pytest.mark.parametrize("system", [None, 5, ["mythic_epoch"], b"mythic_epoch"])
def test_an_invalid_system_is_refused(system):
    with pytest.raises(TypeError, match="a system is given by its name"):
        BattleVector(system)


@pytest.mark.parametrize("opponents", ["random", 5, [None], [[None]], [(None, "random", None)], []])
def test_opponents_must_be_pairs(opponents):
    with pytest.raises((TypeError, ValueError), match=r"opponents (are a pair|must be one pair)"):
        BattleVector("mythic_epoch", opponents=opponents)


@pytest.mark.parametrize("index", [-1, 4, 10**12])
def test_dice_cannot_be_loaded_into_an_unknown_battle(vector, index):
    with pytest.raises(ValueError, match="index must be a whole number between 0 and 3"):
        vector.load_dice(index, [1])


@pytest.mark.parametrize("face", [1.0, "1", None, -1, 128])
def test_an_invalid_face_is_refused(vector, face):
    with pytest.raises(ValueError, match="loaded"):
        vector.load_dice(0, [face])


# --- What has no end ------------------------------------------------------------------------------


def test_a_caller_without_decisions_gets_an_error():
    vector = BattleVector("mythic_epoch", 2, "duel", seed=1, opponents=(None, "random"))
    vector.controllers[1] = vector.controller("random")
    with pytest.raises(RuntimeError, match="had no decision in many battles"):
        vector.reset()
    vector.next_controllers[1] = vector.controllers[0] = vector.controller("random")
    vector.controllers[1] = vector.next_controllers[0]
    with pytest.raises(RuntimeError, match="had no decision in many battles"):
        vector.reset()
    vector.set_opponents((None, "random"))
    vector.reset(1)
    assert not vector.battles["fault"].any()


def test_an_endless_battle_is_reported_and_reset_recovers(vector):
    vector.battles["fault"][2] = FAULT_ENDLESS
    with pytest.raises(RuntimeError, match=r"a step in round \d+ did not end"):
        vector.step(np.zeros(4, np.int64))
    vector.battles["fault"][2] = FAULT_IDLE
    with pytest.raises(RuntimeError, match="had no decision"):
        vector.step(np.zeros(4, np.int64))
    vector.reset()
    vector.step(np.zeros(4, np.int64))


# --- Copies, processes, threads -------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_a_copy_continues_the_same_battles(threads, duplicate):
    vector = BattleVector("mythic_epoch", 6, "duel", seed=1, threads=threads)
    play(vector, 5)
    other = duplicate(vector)
    play(vector, 20)
    play(other, 20)
    assert contents(other) == contents(vector)
    assert not other.action_masks.flags.writeable


def step_in_child(vector, queue):
    play(vector, 10)
    queue.put(contents(vector))


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_vector_with_threads_works_after_a_fork():
    vector = BattleVector("mythic_epoch", 6, "duel", seed=1, threads=2)
    play(vector, 5)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=step_in_child, args=(vector, queue), daemon=True)
    child.start()
    found = queue.get(timeout=60)
    child.join(10)
    play(vector, 10)
    assert found == contents(vector)


def test_a_thread_does_not_wait_that_comes_just_after_another():
    class JustTaken:
        def locked(self):
            return False  # as it was before the other thread took it

        def acquire(self, blocking=True):
            assert not blocking
            return False

        def __enter__(self):
            raise AssertionError("waits for the other thread")

        def __exit__(self, *_):
            """Nothing was locked."""

    vector = BattleVector("mythic_epoch", 2, "duel", seed=1)
    vector._workers._lock = JustTaken()
    with pytest.raises(RuntimeError, match="give each thread its own"):
        vector.show()


def test_a_second_thread_is_refused_with_a_sentence(vector):
    inside, leave = threading.Event(), threading.Event()

    def stay(work, parts):
        inside.set()
        leave.wait(30)

    vector._workers.run = stay
    first = threading.Thread(target=vector.reset, args=(1,))
    first.start()
    assert inside.wait(30)
    try:
        for call in (lambda: vector.step(np.zeros(4, np.int64)), vector.reset, vector.show):
            with pytest.raises(RuntimeError, match="give each thread its own"):
                call()
    finally:
        leave.set()
        first.join()


def test_it_works_after_close():
    vector = BattleVector("mythic_epoch", 4, "duel", seed=1, threads=2)
    other = BattleVector("mythic_epoch", 4, "duel", seed=1, threads=2)
    for _ in range(2):
        vector.step(np.zeros(4, np.int64))
        vector.close()
        vector.close()
        other.step(np.zeros(4, np.int64))
    assert contents(vector) == contents(other)
