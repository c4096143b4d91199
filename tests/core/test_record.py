"""Python reads whole numbers and flags of a record as `int` and `bool`."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.record import record_dtype

INNER = record_dtype([("wounds", "i1")])
OUTER = record_dtype(
    [
        ("strength", "i1"),
        ("is_prone", "?"),
        ("reward", "f4"),
        ("held", "i1", (2, 2)),
        ("inner", INNER),
        ("fighters", INNER, (3,)),
    ]
)


@pytest.fixture
def battles() -> np.ndarray:
    """Two records; the first holds 127 wherever a byte can."""
    battles = np.zeros(2, OUTER)
    battles["strength"][0] = battles["held"][0] = battles["inner"]["wounds"][0] = 127
    battles["fighters"]["wounds"][0] = 127
    return battles


@pytest.mark.parametrize(
    "read",
    [
        lambda battle: battle.strength,
        lambda battle: battle.held[1, 0],
        lambda battle: battle.held[1][0],
        lambda battle: battle.inner.wounds,
        lambda battle: battle.fighters[2].wounds,
    ],
)
def test_a_number_of_one_byte_does_not_wrap(battles, read):
    assert type(read(battles[0])) is int
    assert read(battles[0]) + 1 == 128


def test_flags_are_booleans_and_real_numbers_keep_their_precision(battles):
    battle = battles[0]
    assert battle.is_prone is False
    assert type(battle.reward) is np.float32


def test_what_is_written_is_in_the_array(battles):
    battle = battles[1]
    battle.strength, battle.is_prone, battle.inner.wounds = -3, True, 4
    battle.held[0, 1] = 5
    battle.fighters[1].wounds += 6
    assert battles["strength"].tolist() == [127, -3]
    assert battles["is_prone"].tolist() == [False, True]
    assert battles["held"][1].tolist() == [[0, 5], [0, 0]]
    assert battles["fighters"]["wounds"][1].tolist() == [0, 6, 0]
    assert battles["inner"]["wounds"][1] == 4


def test_a_number_too_large_for_a_field_wraps_as_in_compiled_code(battles):
    @njit
    def write(battle, number):
        battle.strength = number
        battle.held[0, 1] = number

    write(battles[0], 300)
    battles[1].strength = battles[1].held[0, 1] = 300
    assert battles["strength"].tolist() == [44, 44]
    assert battles["held"][:, 0, 1].tolist() == [44, 44]


def test_an_unknown_field_is_refused(battles):
    with pytest.raises(ValueError, match="power"):
        battles[0].power = 1
    with pytest.raises(AttributeError, match="power"):
        _ = battles[0].power


def test_records_can_be_pickled(battles):
    again = pickle.loads(pickle.dumps(battles))
    assert again.dtype == OUTER
    assert again.tobytes() == battles.tobytes()
    assert type(again[0].fighters[0].wounds) is int
