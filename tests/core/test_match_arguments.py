"""Wrong arguments of `Match` never corrupt memory or change a battle."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.snapshot import InitialState

pytestmark = pytest.mark.interpreted


@pytest.fixture
def match():
    match = Match("mythic_epoch", "duel")
    match.reset(1)
    return match


@pytest.mark.parametrize(
    "given",
    [
        {"seed": "a"},
        {"seed": 1.5},
        {"seed": -1},
        {"seed": 1, "loaded_dice": [1.5]},
        {"seed": 1, "loaded_dice": ["6"]},
        {"seed": 1, "loaded_dice": [1] * 40},
        {"seed": 1, "scenario": 5},
        {"seed": 1, "scenario": "skirmish"},
    ],
)
def test_a_reset_that_is_refused_changes_nothing(match, given):
    before = match.get_state(), match.to_act, match.observation.copy(), match.mask.copy()
    with pytest.raises((TypeError, ValueError)):
        match.reset(**given)
    assert (match.get_state(), match.to_act) == before[:2]
    assert (match.observation == before[2]).all()
    assert (match.mask == before[3]).all()


@pytest.mark.parametrize(
    ("dice", "faces", "choices"),
    [
        ((1, 2, 3, 4), (1000,), "quick"),
        ((1, 2, 3, 4), (), "best"),
        ((1, 2, 3), (), "quick"),
        ((0, 0, 0, 0), (), "quick"),
        ((-1, 0, 0, 0), (), "quick"),
        ((2**32, 0, 0, 0), (), "quick"),
        ((1.5, 0, 0, 0), (), "quick"),
    ],
)
def test_a_beginning_that_is_refused_changes_nothing(match, dice, faces, choices):
    before, twin = match.get_state(), Match("mythic_epoch", "duel")
    twin.reset(1)
    with pytest.raises(ValueError, match=r"face|choices|dice must"):
        match.begin_as(InitialState(match.scenarios[0], dice, faces, choices))
    assert match.get_state() == before
    match.reset()
    twin.reset()
    assert match.get_state() == twin.get_state()


def test_the_mask_that_a_match_lends_cannot_make_an_action_legal(match):
    legal = match.mask.copy()
    with pytest.raises(ValueError, match="read-only"):
        match.mask[:] = True
    for action in np.flatnonzero(~legal):
        with pytest.raises(IllegalAction):
            match.step(int(action))
    assert (match.mask == legal).all()


def test_a_copy_and_a_pickle_have_masks_of_their_own(match):
    for other in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        legal = match.mask.copy()
        other.step(int(other.mask.argmax()))
        assert not other.mask.flags.writeable
        assert (match.mask == legal).all()


@pytest.mark.parametrize("winner", [2, -2, 1.0, "red", None, True])
def test_a_battle_is_forfeited_to_a_side_or_to_nobody(match, winner):
    before = match.get_state()
    with pytest.raises(ValueError, match="winner must be a whole number between -1 and 1"):
        match.forfeit(winner)
    assert (match.get_state(), match.forfeited_to) == (before, None)


@pytest.mark.parametrize("fighter", [-1, 2, 10**9, 1.0, "red_0", None])
def test_there_is_no_observation_for_an_unknown_fighter(match, fighter):
    with pytest.raises(ValueError, match="fighter must be"):
        match.observe(fighter)


@pytest.mark.parametrize("action", [-1, 10**9, 1.0, "wait", None])
def test_there_is_no_description_of_an_unknown_action(match, action):
    with pytest.raises(ValueError, match="action must be"):
        match.describe(action)


def test_nothing_works_before_the_first_reset():
    match = Match("mythic_epoch", "duel")
    for call in (lambda: match.step(0), lambda: match.describe(0), match.get_state):
        with pytest.raises(ValueError, match="call reset first"):
            call()
    with pytest.raises(ValueError, match="fighter must be"):
        match.observe(0)


def test_orders_are_for_systems_that_have_them(match):
    with pytest.raises(ValueError, match="Mythic Epoch has no written orders"):
        match.give_orders(np.zeros((2, 4), np.int64))


@pytest.mark.parametrize(
    "orders",
    [np.zeros((2, 4)), np.zeros((1, 4), int), np.zeros(8, int), None, [[0] * 4, [0.5] * 4]],
)
def test_invalid_orders_are_refused(orders):
    match = Match("platemail", "duel")
    match.reset(1)
    before = match.get_state()
    with pytest.raises(ValueError, match="orders must"):
        match.give_orders(orders)
    assert match.get_state() == before
