"""What every registered system must keep, whatever its rules."""

from __future__ import annotations

import gymnasium
import numpy as np
import pettingzoo
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quintain.envs.core.engine.battle import MAX_SIDE
from quintain.envs.core.scenarios.yaml_models import parse_model
from quintain.envs.core.session.match import InitialState, Match
from quintain.envs.core.session.snapshot import fingerprint
from quintain.registration import gymnasium_id, pettingzoo_id, register_ids

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

SIDES = range(1, MAX_SIDE + 1)


def test_the_ids_are_registered_once(system, recwarn):
    register_ids()
    assert not recwarn.list
    assert gymnasium.spec(gymnasium_id(system.name)).id == gymnasium_id(system.name)
    if hasattr(pettingzoo, "register"):  # PettingZoo 1.27 on
        for kind in ("aec", "parallel"):
            env = pettingzoo.make(kind, pettingzoo_id(system.name))
            assert env.metadata["name"] == f"{system.name}_v0"


def test_no_field_is_named_like_an_attribute_of_a_record(system):
    def names(dtype):
        for name in dtype.names or ():
            yield name
            yield from names(dtype[name].base)

    for dtype in (system.dtype, system.template_dtype):
        taken = [name for name in names(dtype) if hasattr(np.record, name)]
        assert taken == []


def test_a_battle_is_small_with_and_without_its_log(system):
    whole = {
        "heimr": 3840, "martial": 2560, "mythic_epoch": 1024, "platemail": 4096, "wildroll": 3072,
    }  # fmt: skip
    assert system.dtype.itemsize <= whole[system.name]
    most = {"heimr": 3584, "mythic_epoch": 1024, "wildroll": 2560}.get(system.name, 2048)
    assert system.dtype.itemsize - system.dtype["events"].itemsize < most


def test_the_environments_say_what_they_offer(system, v0):
    text = " ".join(v0.__doc__.split())
    few, more = system.num_actions(1), system.num_actions(2)
    assert text.startswith(f"{system.title} as a PettingZoo and a Gymnasium environment.")
    assert f"`Discrete({few})` in a duel, {more - few} more for each further slot a side" in text
    assert f"N = {system.observation_layout(1).length} in a duel" in text
    assert f"`quintain.envs.{system.name}.SYSTEM`" in text
    for window in system.windows[1:]:
        assert f"`{window}`" in text


@pytest.mark.parametrize("max_side", SIDES)
def test_the_layout_covers_the_observation_once(system, max_side):
    layout = system.observation_layout(max_side)
    slices = list(layout.slices().values())
    assert len(slices) == len(layout.pieces)
    assert [part.start for part in slices] == [0, *(part.stop for part in slices[:-1])]
    assert slices[-1].stop == layout.length
    assert sum(part.stop - part.start for part in layout.blocks().values()) == layout.length


@pytest.mark.parametrize("max_side", SIDES)
def test_actions_are_decoded_and_encoded_without_loss(system, max_side):
    decoded = [system.decode(action, max_side) for action in range(system.num_actions(max_side))]
    assert [system.encode(choice, max_side) for choice in decoded] == list(range(len(decoded)))
    needed = [{key: said for key, said in one.items() if said is not None} for one in decoded]
    assert [system.encode(choice, max_side) for choice in needed] == list(range(len(decoded)))
    assert tuple(dict.fromkeys(choice["verb"] for choice in decoded)) == system.verbs
    for action in (-1, len(decoded)):
        with pytest.raises(ValueError, match=f"action must be between 0 and .*, got {action}"):
            system.decode(action, max_side)


@pytest.mark.parametrize("max_side", [0, MAX_SIDE + 1])
def test_sides_of_no_size_are_refused(system, max_side):
    with pytest.raises(ValueError, match=f"between 1 and {MAX_SIDE}, got {max_side}"):
        system.decode(0, max_side)
    with pytest.raises(ValueError, match=f"between 1 and {MAX_SIDE}, got {max_side}"):
        system.encode({"verb": "wait"}, max_side)


@pytest.mark.parametrize("max_side", SIDES[:-1])
def test_the_table_of_few_slots_begins_the_table_of_more(system, max_side):
    for action in range(system.num_actions(max_side)):
        assert system.decode(action, max_side) == system.decode(action, max_side + 1)


def test_every_scenario_can_be_kept_as_data(system):
    for name in system.scenario_names():
        scenario = system.load_scenario(name)
        data = scenario.model_dump(mode="json", exclude_none=True)
        assert parse_model(system.scenario_model, data, name) == scenario


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**63))
def test_random_play_keeps_every_promise(system, randomly, seed):
    match = Match(system, "duel", log=True)
    match.reset(seed=seed)
    draw = np.random.default_rng(seed)
    for _ in range(25):
        if match.to_act < 0:
            break
        battle = match.battle
        assert match.mask[0], "waiting is always legal"
        assert match.mask.sum() > 1, "decisions without a choice are skipped"
        assert battle.window > 0
        assert battle.events_lost == 0
        assert not battle.reward.any()
        assert np.abs(match.observe_all()).max() <= 1
        assert np.isfinite(match.observation).all()
        assert all(match.describe(action).endswith(".") for action in range(match.num_actions))
        assert all(sentence and rows is not None for sentence, rows in match.narrate())
        match.step(randomly.choose(match.mask, draw))
    assert match.to_act >= 0 or (match.is_over and match.ending != "none")


@pytest.mark.parametrize("which", [0, -1])
def test_the_record_is_all_there_is(system, which, randomly):
    """The mask changes nothing, and a copy goes on by the same choices as the battle does."""
    match = Match(system, system.scenario_names()[which])
    match.reset(seed=3)
    draw = np.random.default_rng(3)
    randomly.play_on(match, draw, 30)
    battle, mask = match.battle, np.zeros(match.num_actions, np.bool_)
    copy = np.array([battle])[0]
    for _ in range(60):
        assert battle.tobytes() == copy.tobytes()
        if battle.over:
            break
        system.legal_action_mask(battle, mask)
        assert battle.tobytes() == copy.tobytes()
        action = randomly.choose(mask, draw)
        system.advance(battle, action)
        system.advance(copy, action)
    assert battle.decisions > 0


def test_battles_end_with_opposite_rewards(system, match, randomly):
    match.reset(seed=1)
    randomly.play_on(match, np.random.default_rng(1))
    assert match.is_over
    assert match.mask.tolist() == [True] + [False] * (match.num_actions - 1)
    assert match.reward_of(0) == -match.reward_of(1)
    assert abs(match.reward_of(0)) == (match.winner is not None)
    with pytest.raises(ValueError, match="no battle is going on: call reset first"):
        match.step(0)


def test_the_round_limit_is_a_truncated_draw(system, randomly):
    scenario = system.load_scenario("duel").model_copy(update={"round_limit": 1})
    match = Match(system, scenario)
    match.reset(seed=0)
    while match.to_act >= 0:
        match.step(0)
    assert (match.is_truncated, match.winner, match.reward_of(0)) == (True, None, 0)


def test_nothing_of_a_former_battle_is_left(system, match, randomly):
    match.reset(seed=2)
    randomly.play_on(match, np.random.default_rng(2))
    fresh = Match(system, "duel")
    for one in (match, fresh):
        one.begin_as(InitialState(match.scenarios[0], (1, 2, 3, 4), ()))
    assert match.battles.tobytes() == fresh.battles.tobytes()


def test_concealing_keeps_what_the_fighter_sees(system, match, telling, at_each_window):
    for state in at_each_window(Match(system, telling)).values():
        match.set_state(state)
        before, mask = match.observation.copy(), match.mask.copy()
        dice = match.battle.dice.copy()
        system.conceal(match.battle, match.to_act, np.array([1, 2, 3, 4], np.uint32))
        seen = Match(system, "duel")
        seen.reset(seed=0)
        seen.set_state(match.get_state())
        assert (seen.observation == before).all()
        assert (seen.mask == mask).all()
        assert (match.battle.dice != dice).any()


def test_fingerprints_tell_records_apart(system):
    assert fingerprint(system.dtype) != fingerprint(system.template_dtype)
