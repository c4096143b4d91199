"""A loyal fighter protects the leader that its character names."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.base import strongest
from quintain.agents.character import follow_leader, follow_leaders
from quintain.agents.registry import make_agent, scenario_agents
from quintain.agents.roles import Role
from quintain.agents.sight import Sight
from quintain.agents.view import ABLE
from quintain.envs.core.engine import hidden_checks
from quintain.envs.core.engine.battle import ally_in_slot, first_of_side
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.yaml_files import parse_model
from quintain.evaluation.what_if import Changes, Encounter, change

SIDE = 3
each_system = pytest.mark.parametrize("name", system_names())


def seen_at(name, offsets, ally, able=(True, True, True)):
    """The sight of a fighter with enemies at some offsets, and an ally in its second slot."""
    system = get_system(name)
    layout = system.observation_layout(SIDE)
    places, row = layout.slices(), np.zeros((1, layout.length), np.float32)
    row[0, places["ally_1.offset"]] = ally
    for slot, (offset, is_able) in enumerate(zip(offsets, able, strict=True)):
        row[0, places[f"enemy_{slot}.offset"]] = offset
        for piece in ABLE:
            if f"enemy_{slot}.{piece}" in places:
                row[0, places[f"enemy_{slot}.{piece}"]] = is_able
    return Sight(system, row, system.num_actions(SIDE))


@each_system
@pytest.mark.parametrize(
    ("offsets", "ally", "able", "threatened"),
    [
        ([(0.9, 0), (0.4, 0), (0, 0.9)], (0.5, 0), (1, 1, 1), True),
        ([(0.9, 0), (0.4, 0), (0, 0.9)], (0.5, 0), (1, 0, 1), True),  # 0.9 is 0.4 from it
        ([(0, 0.9), (0.4, 0), (0, 0.9)], (0.5, 0), (1, 0, 1), False),
        ([(0, 0.3), (0, 0.9), (0, 0.9)], (0.25, 0), (1, 1, 1), False),
        ([(0.9, 0), (0, 0.9), (0, 0.9)], (0, 0), (0, 1, 0), True),  # both share a place
        ([(0.9, 0), (0, 0.9), (0, 0.9)], (0, 0), (0, 0, 0), False),
    ],
)
def test_it_protects_its_leader_alone_while_an_enemy_is_nearer(
    name, offsets, ally, able, threatened
):
    sight = seen_at(name, offsets, ally, able)
    role, slot = sight.roles.role, sight.roles.slot
    apart = [
        np.hypot(*np.subtract(one, ally)) if is_able else 9
        for one, is_able in zip(offsets, able, strict=True)
    ]
    on_enemy = slot == np.argmin(apart)
    attack, approach = (on_enemy & (role == one) for one in (Role.ATTACK, Role.APPROACH))
    support = (role == Role.SUPPORT) & (slot == 1)
    legal = np.ones(len(role), np.bool_)
    for expected in (attack, approach, support):
        assert expected.any() or name == "heimr"  # nobody approaches in Heimr
        if expected.any():
            masks = legal[None]
            assert (sight.protects(np.array([1]), masks)[0] == (expected & threatened)).all()
            assert not sight.protects(np.array([-1]), masks).any()
        legal = legal & ~expected
    assert not sight.protects(np.array([1]), legal[None]).any()


@pytest.mark.compiled
@each_system
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_leader_is_the_fighter_with_this_number_of_its_own_side(name, number, walk):
    battles = walk("skirmish", 16, 2, 40, name).battles
    battles = battles[~battles["over"]]
    agent = make_agent(f"random?loyalty=1&leader={number}", name)
    look = hidden_checks.look(get_system(name), battles)
    agent.watch(battles, seed_rng_states(1, len(battles)))
    slots = agent.leader_slots(look.masks)
    for battle, slot in zip(battles, slots, strict=True):
        actor = int(battle["to_act"])
        leader = first_of_side(battle, battle["side"][actor]) + number - 1
        assert (slot == -1) == (leader == actor)
        assert slot == -1 or ally_in_slot(battle, actor, slot) == leader
    assert {-1} < set(slots.tolist())


@pytest.mark.compiled
@each_system
def test_full_loyalty_takes_what_protects_the_leader(name, walk):
    battles = walk("skirmish", 256, 2, 60, name).battles
    battles = battles[~battles["over"]]
    look = hidden_checks.look(get_system(name), battles)
    agent = make_agent("random?loyalty=1&leader=3", name)
    agent.watch(battles, seed_rng_states(1, len(battles)))
    leaders = agent.leader_slots(look.masks)
    chosen = agent.predict(look.observations, action_masks=look.masks)[0]
    assert look.masks[np.arange(len(chosen)), chosen].all()
    sight = Sight(get_system(name), look.observations, look.masks.shape[1])
    wanted = sight.protects(leaders, look.masks)
    rows = np.flatnonzero(wanted.any(1))
    assert len(rows)
    assert wanted[rows, chosen[rows]].all()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("leader=1", "needs a loyalty above 0.5"),
        ("leader=1&loyalty=0.5", "needs a loyalty above 0.5"),
        ("leader=0&loyalty=1", "from 1 to 6"),
        ("leader=7&loyalty=1", "from 1 to 6"),
        ("leader=red&loyalty=1", "from 1 to 6"),
    ],
)
def test_an_impossible_leader_is_refused(text, reason):
    with pytest.raises(ValueError, match=reason):
        make_agent(f"random?{text}", "heimr")


def test_a_leader_that_the_side_does_not_have_is_refused(walk):
    battles = walk("skirmish", 4, 2, 0, "martial").battles
    look = hidden_checks.look(get_system("martial"), battles)
    agent = make_agent("random?loyalty=1&leader=5", "martial")
    with pytest.raises(ValueError, match="call watch"):
        agent.predict(look.observations, action_masks=look.masks)
    agent.watch(battles)
    with pytest.raises(ValueError, match="its side has 3 fighters, so there is no number 5"):
        agent.predict(look.observations, action_masks=look.masks)
    system = get_system("martial")
    data = system.load_scenario("skirmish").model_dump(mode="json", exclude_defaults=True)
    data["agents"] = {"red": "random?loyalty=1&leader=4"}
    scenario = parse_model(system.scenario_model, data, "fight")
    with pytest.raises(ValueError, match="leader=4, but its side has 3 fighters"):
        scenario_agents(scenario, system)


@pytest.mark.parametrize(
    ("name", "kept", "after"),
    [
        ("a?loyalty=1&leader=3", [0, 2], "a?loyalty=1&leader=2"),
        ("a?loyalty=1&leader=3", [0, 1, 2], "a?loyalty=1&leader=3"),
        ("a?loyalty=1&caution=1&leader=3", [0, 1], "a?caution=1"),
        ("a?leader=3&loyalty=1", [0, 1], "a"),
        ("a?caution=1", [0], "a?caution=1"),
        ("leader=1", [1], "leader=1"),
    ],
)
def test_a_leader_keeps_its_place_when_others_leave(name, kept, after):
    assert follow_leader(name, kept) == after
    data = {"red": [{"agent": name}, {}], "blue": [{"agent": name}], "agents": {"red": name}}
    follow_leaders(data, {"red": kept, "blue": [0, 1, 2]})
    assert data["red"][0]["agent"] == data["agents"]["red"] == after
    assert data["blue"][0]["agent"] == name


def test_a_what_if_follows_the_leader():
    system = get_system("martial")
    scenario = system.load_scenario("skirmish")
    best = strongest(system)
    loyal = make_agent(f"{best}?loyalty=1&leader=3", system)
    encounter = Encounter(scenario, [loyal] * 6, {"red": loyal, "blue": loyal})
    changed = change(system, encounter, Changes(without=("red_1",)))
    names = [agent.name for agent in changed.agents]
    assert names == [f"{best}?loyalty=1&leader=2"] * 2 + [loyal.name] * 3
