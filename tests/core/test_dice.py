"""The generator: known answers, uniform faces, independent seeds, loaded dice."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import pytest
from scipy import stats

from quintain.envs.core.engine import dice
from quintain.envs.core.engine.battle import header
from quintain.envs.core.engine.record import record

pytestmark = pytest.mark.interpreted


NOTHING = IntEnum("NOTHING", {"NONE": 0})
HEADER = record(header(NOTHING, NOTHING))


def fresh(seed: int = 0) -> np.record:
    battles = np.zeros(1, HEADER)
    battles["dice"] = dice.seed_rng_states(seed)
    return battles[0]


def test_generator_is_xoshiro128_plus_plus():
    """The reference implementation's first outputs for the state 1, 2, 3, 4."""
    rng_state = np.array([1, 2, 3, 4], np.uint32)
    expected = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732]
    assert [int(dice.next_word(rng_state)) for _ in expected] == expected


@pytest.mark.parametrize("sides", [2, 6, 8, 20])
def test_faces_are_uniform(sides):
    battle = fresh(7)
    faces = [int(dice.die(battle, sides)) for _ in range(3000)]
    counts = np.bincount(faces, minlength=sides + 1)
    assert counts[0] == 0
    assert stats.chisquare(counts[1:]).pvalue > 1e-6


def test_pool_is_geometric():
    battle = fresh(8)
    draws = np.array([int(dice.misses_before_hit(battle, 6)) for _ in range(3000)])
    expected = [(5 / 6) ** k / 6 for k in range(20)]
    observed = [int((draws == k).sum()) for k in range(20)]
    observed.append(int((draws >= 20).sum()))
    expected.append(1 - sum(expected))
    assert stats.chisquare(observed, np.array(expected) * len(draws)).pvalue > 1e-6


def test_neighbouring_seeds_are_unrelated():
    rng_state = np.concatenate([dice.seed_rng_states(seed) for seed in range(200)])
    firsts = [int(dice.below(row, 6)) for row in rng_state]
    assert stats.chisquare(np.bincount(firsts, minlength=6)).pvalue > 1e-6
    pairs = [6 * firsts[i] + firsts[i + 1] for i in range(0, 200, 2)]
    assert len(set(pairs)) > 25


def test_first_streams_do_not_depend_on_their_number():
    assert (dice.seed_rng_states(3, 1) == dice.seed_rng_states(3, 1000)[:1]).all()


def test_negative_seed_is_refused():
    with pytest.raises(ValueError, match="seed must be 0 or more, got -1"):
        dice.seed_rng_states(-1)


def test_bound_that_rejects_is_unbiased():
    """3 * 2**29 rejects a quarter of all words: each third must be as likely."""
    rng_state = dice.seed_rng_states(5)[0]
    bound = 3 << 29
    thirds = [int(dice.below(rng_state, bound)) // (1 << 29) for _ in range(3000)]
    assert stats.chisquare(np.bincount(thirds, minlength=3)).pvalue > 1e-6


def test_loaded_faces_come_first_and_are_used_up():
    battle = fresh()
    dice.load_dice(battle, [6, 1, 4])
    assert [int(dice.die(battle, 6)) for _ in range(2)] == [6, 1]
    assert dice.loaded_left(battle) == [4]
    assert int(dice.misses_before_hit(battle, 6)) == 4
    assert dice.loaded_left(battle) == []
    dice.check_fault(battle)


def test_impossible_face_is_an_error():
    battle = fresh()
    dice.load_dice(battle, [7])
    dice.die(battle, 6)
    with pytest.raises(ValueError, match="loaded face 7 is impossible"):
        dice.check_fault(battle)


def test_loaded_dice_leave_the_generator_alone():
    one, other = fresh(4), fresh(4)
    dice.load_dice(one, [3])
    dice.die(one, 6)
    assert int(dice.die(one, 6)) == int(dice.die(other, 6))


@pytest.mark.parametrize("faces", [[128], [-1], [1] * 33])
def test_dice_that_cannot_be_loaded(faces):
    with pytest.raises(ValueError, match="loaded"):
        dice.load_dice(fresh(), faces)


# --- Keyed dice -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "counter", "word"),
    [
        ((0, 0), (0, 0), 0x6B200159),
        ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), 0x1CB996FC),
        ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), 0xC4923A9C),
    ],
)
def test_keyed_words_are_threefry_2x32_of_20_rounds(key, counter, word):
    """The known answers of Random123, the authors' library."""
    assert dice.keyed_word(*map(np.int64, (*key, *counter))) == word


@pytest.mark.parametrize("sides", [2, 4, 20, 100])
def test_keyed_faces_are_uniform_over_either_counter(sides):
    battle = fresh(9)
    for faces in (
        [int(dice.keyed_die(battle, sides, count, 5)) for count in range(3000)],
        [int(dice.keyed_die(battle, sides, 5, count)) for count in range(3000)],
    ):
        counts = np.bincount(faces, minlength=sides + 1)
        assert counts[0] == 0
        assert stats.chisquare(counts[1:]).pvalue > 1e-6


def test_a_keyed_die_is_the_same_whenever_it_is_rolled():
    battle = fresh(10)
    before = battle.tobytes()
    there = [int(dice.keyed_die(battle, 20, 3, what)) for what in range(50)]
    back = [int(dice.keyed_die(battle, 20, 3, what)) for what in reversed(range(50))]
    assert there == back[::-1]
    assert battle.tobytes() == before


def test_keyed_dice_of_neighbouring_battles_are_unrelated():
    battles = [fresh(seed) for seed in range(200)]
    faces = [int(dice.keyed_die(battle, 6, 1, 1)) - 1 for battle in battles]
    assert stats.chisquare(np.bincount(faces, minlength=6)).pvalue > 1e-6
    pairs = [6 * faces[i] + faces[i + 1] for i in range(0, 200, 2)]
    assert len(set(pairs)) > 25


def test_loaded_faces_come_before_keyed_dice():
    battle = fresh(11)
    free = int(dice.keyed_die(battle, 20, 1, 2))
    dice.load_dice(battle, [7, 13])
    assert [int(dice.keyed_die(battle, 20, 1, 2)) for _ in range(3)] == [7, 13, free]
