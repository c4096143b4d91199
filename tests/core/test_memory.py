"""The memory of fighters: the same in all interfaces, without events that they do not notice."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from quintain.envs.core.adapters.environments import Environments
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine import hidden_checks, memory
from quintain.envs.core.engine.battle import MEMORY_FIELDS, ally_in_slot, enemy_in_slot
from quintain.envs.core.engine.memory import MOST_EVENTS, Memory
from quintain.envs.core.engine.memory_layout import event_pieces, memory_length, seat_of
from quintain.envs.core.engine.record_checks import StateError
from quintain.envs.core.engine.system import get_system, random_choice, system_names
from quintain.envs.core.session.match import Match
from quintain.envs.martial import enums as martial_enums
from quintain.envs.platemail import enums as platemail_enums

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]
each_system = pytest.mark.parametrize("name", system_names())
HIDING = {
    "heimr": "forest_ambush", "martial": "ambush", "platemail": "ambush", "wildroll": "surprise",
}  # fmt: skip
"""A scenario of each system in which fighters hide."""
DECISIONS = 400
"""Decisions in which fighters attack, hit and miss, or more."""


def battle_of(name: str) -> str:
    """A scenario with several fighters on each side."""
    return next(one for one in ("skirmish", "ambush") if one in get_system(name).scenario_names())


def play(match: Match, decisions: int, seed: int = 3):
    """Random decisions of a match, after a reset; yields the match before each."""
    match.reset(seed)
    for _ in range(decisions):
        if match.to_act < 0:
            return
        yield match
        match.step(int(random_choice(match.mask, match.rng_state)))


def events_of(match: Match, fighter: int) -> list[dict[str, str]]:
    """The remembered events of a fighter in words, the newest first."""
    seen, layout, found = match.observe(fighter), match.layout, []
    for place in range(match.memory):
        part = {
            piece.name.split(".")[1]: [
                name for name, value in zip(piece.parts or ("age",), seen[where], strict=True)
                if value
            ]
            for piece, where in zip(layout.pieces, layout.slices().values(), strict=True)
            if piece.block == f"memory_{place}"
        }  # fmt: skip
        if part["kind"]:
            found.append({name: "".join(parts) for name, parts in part.items()})
    return found


# --- The block of an event ------------------------------------------------------------------------


@pytest.mark.parametrize("slots", [1, 3, 6])
def test_an_event_is_a_kind_two_fighters_and_an_age(slots):
    kind, actor, target, age = event_pieces(slots)
    assert [it.upper() for it in kind.parts] == [it.name for it in Memory if it]
    assert actor.parts == target.parts
    assert len(set(actor.parts)) == 2 * slots
    assert (age.unit, age.length) == ("rounds", 1)
    assert memory_length(slots) == 8 + 4 * slots


@each_system
def test_a_seat_is_that_of_the_block_of_the_fighter(name):
    match = Match(name, battle_of(name))
    match.reset(1)
    battle, slots = match.battle, match.max_side
    for viewer in range(battle.num_fighters):
        seats = {viewer: 0}
        seats |= {ally_in_slot(battle, viewer, slot): 1 + slot for slot in range(slots - 1)}
        seats |= {enemy_in_slot(battle, viewer, slot): slots + slot for slot in range(slots)}
        seats.pop(-1, None)
        assert {other: int(seat_of(battle, viewer, other)) for other in seats} == seats
        assert len(seats) == battle.num_fighters


def test_an_attack_and_its_result_are_remembered():
    match = Match("mythic_epoch", "duel", memory=3)
    match.reset(0)
    attack = match.system.encode({"verb": "melee_attack", "target": 0}, 1)
    decides = match.to_act
    match.step(attack)
    announced = {"kind": "attacks", "actor": "own", "target": "enemy_0", "age": ""}
    assert events_of(match, decides) == [announced]
    assert events_of(match, 1 - decides) == [{**announced, "actor": "enemy_0", "target": "own"}]
    while len(events_of(match, decides)) < 2 and match.to_act >= 0:
        match.step(0)
    assert events_of(match, decides)[0]["kind"] in ("hits", "misses")


def test_a_feint_looks_like_an_attack():
    seen = []
    for verb in ("melee_attack", "feint"):
        match = Match("mythic_epoch", "duel", memory=2)
        match.reset(0)
        match.step(match.system.encode({"verb": verb, "target": 0}, 1))
        seen.append(match.observation.copy())
    assert np.array_equal(*seen)


def test_events_grow_old():
    match = Match("mythic_epoch", "duel", memory=1)
    ages = set()
    for _ in play(match, 200):
        battle = match.battle
        if battle.memory_kinds[match.to_act, 0]:
            age = battle.round_number - battle.memory_rounds[match.to_act, 0]
            assert match.observation[-1] == np.float32(min(1, age / 4))
            ages.add(age)
    assert len(ages) > 1


# --- All interfaces -------------------------------------------------------------------------------


@each_system
def test_a_memory_changes_nothing_else(name):
    without, short, long = (Match(name, battle_of(name), memory=size) for size in (0, 2, 8))
    remembered = 0
    for _ in zip(*(play(match, 150) for match in (without, short, long)), strict=True):
        few, some, many = (match.observe_all() for match in (without, short, long))
        assert some.shape[1] == few.shape[1] + 2 * memory_length(long.max_side)
        assert np.array_equal(many[:, : few.shape[1]], few)
        assert np.array_equal(many[:, : some.shape[1]], some)  # the newest event stands first
        remembered += np.count_nonzero(many[:, few.shape[1] :])
        assert np.array_equal(without.mask, long.mask)
        assert long.layout.length == many.shape[1]
        assert (many >= long.layout.low).all()
        assert (many <= long.layout.high).all()
        if remembered > 30 and numba.config.DISABLE_JIT:
            break  # the rest takes long without the compiler
    assert remembered > 30
    assert not without.battle.memory_kinds.any()


@each_system
def test_all_interfaces_show_the_same(name):
    scenario, made_by = battle_of(name), Environments(name)
    match = Match(name, scenario, memory=4)
    raw = made_by.raw_env(scenario=scenario, memory=4)
    parallel = made_by.parallel_env(scenario=scenario, memory=4)
    vector = BattleVector(name, 1, scenario, seed=3, memory=4)
    raw.reset(3)
    parallel.reset(3)
    for _ in play(match, 40):
        seen = match.observation
        agent = match.agents[match.to_act]
        assert np.array_equal(raw.observe(agent)["observation"], seen)
        assert np.array_equal(vector.observations[0], seen)
        assert raw.observation_space(agent).contains(raw.observe(agent))
        action = int(random_choice(match.mask, match.rng_state.copy()))
        raw.step(action)
        vector.step(np.array([action]))
    parallel.set_state(raw.get_state())
    (seen, *_) = parallel._look()
    for agent, shown in seen.items():
        assert np.array_equal(shown["observation"], raw.observe(agent)["observation"])
        assert parallel.observation_space(agent)["observation"].contains(shown["observation"])


@each_system
def test_one_side_remembers_what_its_fighters_do(name):
    with_memory, without = (Environments(name).single_env(memory=size) for size in (5, 0))
    seen = with_memory.reset(seed=1)[0], without.reset(seed=1)[0]
    states, remembered = np.full((1, 4), 9, np.uint32), 0
    for _ in range(150):
        assert np.array_equal(seen[0][: len(seen[1])], seen[1])
        assert with_memory.observation_space.contains(seen[0])
        remembered += np.count_nonzero(seen[0][len(seen[1]) :])
        action = int(random_choice(with_memory.action_masks(), states[0]))
        one, other = (env.step(action) for env in (with_memory, without))
        seen = one[0], other[0]
        if one[2] or one[3]:
            seen = with_memory.reset()[0], without.reset()[0]
    assert remembered > 10


# --- Reset, copies, snapshots ---------------------------------------------------------------------


@each_system
def test_a_battle_that_ends_is_forgotten(name):
    vector = BattleVector(name, 1, seed=3, memory=3)
    fresh = vector.battles[0].copy()
    assert not fresh["memory_kinds"].any()
    masks, states = vector.action_masks, np.full((1, 4), 9, np.uint32)
    while not (vector.terminated | vector.truncated).any():
        vector.step(np.array([random_choice(masks[0], states[0])]))
    assert vector.final["memory_kinds"].any()
    for field in MEMORY_FIELDS[1:]:
        assert np.array_equal(vector.battles[0][field], fresh[field])


@each_system
def test_a_state_contains_the_memory(name):
    one, other = (Match(name, battle_of(name), memory=3) for _ in range(2))
    for _ in play(one, 200):
        if one.battle.memory_kinds[:, :3].all(axis=1).any():
            break
    other.set_state(one.get_state())
    assert np.array_equal(other.observe_all(), one.observe_all())
    assert one.to_act >= 0
    assert one.battle.memory_kinds[:, :3].all(axis=1).any()
    with pytest.raises(StateError, match="remember 3 events, here they remember 0"):
        Match(name, battle_of(name)).set_state(one.get_state())


def test_a_snapshot_contains_the_memory():
    vector = BattleVector("mythic_epoch", 3, "skirmish", memory=3)
    for _ in range(30):
        vector.step(vector.action_masks.argmax(1))
    snapshot, seen = vector.snapshot(), vector.observations.copy()
    for _ in range(30):
        vector.step(vector.action_masks.argmax(1))
    assert not np.array_equal(vector.observations, seen)
    vector.restore(snapshot)
    assert np.array_equal(vector.observations, seen)
    with pytest.raises(StateError, match="remember 3 events"):
        BattleVector("mythic_epoch", 3, "skirmish").restore(snapshot)


@pytest.mark.parametrize("size", [-1, MOST_EVENTS + 1, 1.5])
def test_a_memory_has_0_to_8_events(size):
    for make in (Match, Environments("mythic_epoch").single_env):
        with pytest.raises(ValueError, match="memory must be"):
            make(**({"system": "mythic_epoch"} if make is Match else {}), memory=size)


# --- What nobody may remember ---------------------------------------------------------------------


LIVING = {"martial": martial_enums.Life.ALIVE, "platemail": platemail_enums.Life.ABLE}


def is_shown(system, battle, viewer: int, other: int) -> bool:
    """Whether the observation of a fighter shows another as one whom it sees now.

    The dead, who decide no more, observe nothing. Observations of Martial and Platemail leave the
    dead out whether they were hidden or not, so such a fighter counts as alive here.
    """
    if battle.side[viewer] == battle.side[other]:
        return True
    if system.name in LIVING:
        battle = battle.copy()
        battle.fighters[other].life = LIVING[system.name]
    layout = system.observation_layout(int(battle.max_side))
    seen = np.zeros(layout.length, np.float32)
    system.observe(battle, viewer, seen)
    if np.count_nonzero(seen[layout.blocks()["own"]]) <= 1:
        return True
    slot = int(seat_of(battle, viewer, other)) - int(battle.max_side)
    block = seen[layout.blocks()[f"enemy_{slot}"]]
    flags = {name: seen[part][0] for name, part in layout.slices().items() if len(seen[part])}
    if flags.get(f"enemy_{slot}.hidden"):
        return False
    return bool(block.any()) and flags.get(f"enemy_{slot}.is_seen", 1) != 0


@pytest.mark.skipif(not numba.config.DISABLE_JIT, reason="compiled code cannot be watched")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", HIDING)
def test_a_fighter_remembers_only_those_whom_it_sees(name, seed, monkeypatch):
    """At each event the observation of those who remember it shows its fighters."""
    system, add, noted, secret = get_system(name), memory.add_event, [], []

    def note(battle, viewer, kind, actor, target):
        noted.append(kind)
        secret.extend(
            (Memory(kind).name, viewer, other)
            for other in (actor, target)
            if not is_shown(system, battle, viewer, other)
        )
        add(battle, viewer, kind, actor, target)

    monkeypatch.setattr(memory, "add_event", note)
    for _ in play(Match(name, HIDING[name], memory=8), DECISIONS, seed):
        pass
    assert len(set(noted)) > 2
    assert secret == []


@pytest.mark.parametrize("name", HIDING)
def test_the_memory_of_others_does_not_show(name):
    match = Match(name, HIDING[name], memory=8)
    draw = np.random.default_rng(3)
    for _ in play(match, 40):
        copies = match.battles.copy()
        for field in MEMORY_FIELDS[1:3]:
            others = np.arange(len(copies[0][field])) != match.to_act
            values = draw.integers(0, match.battle.num_fighters, copies[0][field].shape)
            copies[0][field][others] = np.minimum(values, len(Memory) - 1)[others]
        seen = hidden_checks.look(match.system, copies).observations[0]
        assert np.array_equal(seen, match.observation)
