"""`watch` and `predict` with invalid arrays raise one sentence and never block."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system

SYSTEM = get_system("mythic_epoch")
NAMES = ("random", "berserker", "search:4", "search:4:mythic_epoch-duel", "mythic_epoch-duel")
READERS = ("berserker", "search:4", "search:4:mythic_epoch-duel")
"""Agents that read the records."""


@pytest.fixture
def asked(walk):
    """Ask an agent about a few states, with some of the arrays replaced."""
    states = walk("duel", 4)

    def ask(name, watched=None, rng_state=None, **changes):
        agent = make_agent(name, SYSTEM)
        agent.watch(states.battles if watched is None else watched, rng_state)
        given = {"observation": states.observations, "action_masks": states.masks} | changes
        return agent.predict(**given)[0]

    ask.states = states
    return ask


@pytest.mark.parametrize("name", NAMES)
def test_layout_type_and_ownership_of_the_arrays_do_not_matter(asked, name):
    states, rng_state = asked.states, np.full((4, 4), 7, np.uint32)
    expected = asked(name, rng_state=rng_state.copy())
    masks = states.masks.astype(np.int8)
    masks.flags.writeable = False
    seen = np.asfortranarray(states.observations.astype(np.float64))
    seen.flags.writeable = False
    wide = np.repeat(states.battles, 2)[::2]
    wide.flags.writeable = False
    actions = asked(name, wide, rng_state.copy(), observation=seen, action_masks=masks)
    assert actions.tolist() == expected.tolist()
    lists = asked(name, None, rng_state.copy(), action_masks=states.masks.tolist())
    assert lists.tolist() == expected.tolist()


@pytest.mark.parametrize("name", NAMES)
def test_invalid_masks_are_refused(asked, name):
    masks = asked.states.masks
    for bad, said in (
        ("all", "needs action_masks as an array of numbers"),
        (masks[None], "for one battle or a batch"),
        (masks.astype(object), "array of numbers"),
        ([[True], [True, False]], "array of numbers"),
        (np.where(masks, np.nan, 0), "needs action_masks of 0 and 1"),
        (masks * 2, "needs action_masks of 0 and 1"),
        (masks[:, :-1], "Mythic Epoch has no table of 63 actions"),
        (np.zeros((4, 0), np.bool_), "Mythic Epoch has no table of 0 actions"),
        (masks & (np.arange(4) < 3)[:, None], "no legal action: row 3 of action_masks allows none"),
    ):
        with pytest.raises(ValueError, match=said):
            asked(name, action_masks=bad)


@pytest.mark.parametrize("name", NAMES)
def test_invalid_observations_are_refused(asked, name):
    seen = asked.states.observations
    for bad, said in (
        ("far", "needs the observation as an array of numbers"),
        (None, "needs the observation as an array of numbers"),
        (seen[:, :-1], "got observations of 160 numbers, but masks of 1 slots"),
        (seen[:3], "3 observations came with 4 action masks"),
        (np.full_like(seen, np.nan), "not finite"),
        (np.full_like(seen, np.inf), "not finite"),
    ):
        with pytest.raises(ValueError, match=said):
            asked(name, observation=bad)


@pytest.mark.parametrize("name", NAMES)
def test_invalid_records_are_refused(asked, name):
    battles = asked.states.battles
    for bad, said in (
        (battles[0], "watches an array of battle records"),
        (battles[None], "watches an array of battle records"),
        ([1, 2], "watches an array of battle records"),
        (get_system("platemail").new_battles(4), "plays Mythic Epoch: it was shown records of"),
        (np.zeros(4), "it was shown records of something else"),
    ):
        with pytest.raises(ValueError, match=said):
            asked(name, bad)


@pytest.mark.parametrize("name", READERS)
def test_records_that_do_not_fit_the_masks_are_refused(asked, walk, name):
    states = asked.states
    with pytest.raises(ValueError, match=r"shown 3 for 4"):
        asked(name, states.battles[:3])
    with pytest.raises(ValueError, match="masks of 1 slots a side for battles of 3"):
        asked(name, walk("skirmish", 4).battles)
    with pytest.raises(
        ValueError, match=r"a mask in row 0 that allows action \d+, which the battle"
    ):
        asked(name, action_masks=np.ones_like(states.masks))


def test_invalid_generators_are_refused(asked):
    for bad in (
        np.ones((3, 4), np.uint32), np.ones((4, 4), np.int64), np.ones(4, np.uint32), "dice",
        np.zeros((4, 4), np.uint32), np.ones((4, 8), np.uint32)[:, ::2],
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"needs dice as a writable array of shape \(4, 4\)"):
            asked("berserker", rng_state=bad)


def test_a_refused_battle_is_not_watched(asked):
    agent = make_agent("berserker", SYSTEM)
    agent.watch(asked.states.battles)
    with pytest.raises(ValueError, match="records"):
        agent.watch("battles")
    with pytest.raises(ValueError, match="shown 0 for 4"):
        agent.predict(asked.states.observations, action_masks=asked.states.masks)


@pytest.mark.parametrize("seed", [-1, 1.5, "a", True, float("nan")])
def test_invalid_seeds_are_refused(seed):
    with pytest.raises(ValueError, match="seed must be an integer of 0 or more, or None, got"):
        make_agent("random", SYSTEM, seed)


@pytest.mark.parametrize("system", [None, 7, b"mythic_epoch"])
def test_invalid_systems_are_refused(system):
    for name in ("random", "search", "berserker"):
        with pytest.raises(TypeError, match="a system is a name or a System, got"):
            make_agent(name, system)
    with pytest.raises(TypeError, match="an agent's name is a string or a path, got None"):
        make_agent(None, SYSTEM)
