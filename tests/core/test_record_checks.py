"""Records from outside: ranges and relations are checked, and records of real play pass."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.record_checks import (
    HEADER_CHECKS,
    StateError,
    check_battles,
    numbers,
)
from quintain.envs.core.engine.system import System
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.snapshot import fingerprint, pack

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

FINGERPRINTS = {
    "heimr": "1fa6411d14e3b9ae",
    "martial": "5c20ae1e7340f15c",
    "mythic_epoch": "9d95a6db2a6c5556",
    "platemail": "eefe0f5827275170",
    "wildroll": "235c89f8c256b68c",
}
"""Fingerprints of version 0.1.0. While they stay the same, its states can be read."""
WORDS = np.ones((1, 4), np.uint32)


@pytest.fixture(scope="module")
def forging() -> ModuleType:
    """The fuzz target of forged states."""
    file = Path(__file__).parents[1] / "fuzz" / "forged_state.py"
    spec = importlib.util.spec_from_file_location("forged_state", file)
    module = importlib.util.module_from_spec(spec)
    sys.modules["forged_state"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["forged_state"]


@pytest.fixture
def begun(system: System) -> Match:
    """A match of a duel at its first decision."""
    match = Match(system, "duel", log=True)
    match.reset(seed=3)
    return match


def refused(system: System, battles: np.ndarray) -> str | None:
    """The error with which battles are refused, None if they are accepted."""
    try:
        check_battles(system, battles)
    except StateError as error:
        return str(error)
    return None


def refusal(system: System, battles: np.ndarray) -> str:
    with pytest.raises(StateError) as caught:
        check_battles(system, battles)
    return str(caught.value)


# --- What play produces ---------------------------------------------------------------------------


def test_records_are_laid_out_as_before(system):
    assert fingerprint(system.dtype) == FINGERPRINTS[system.name]


def test_every_number_is_declared_once(system):
    places = [
        place
        for number in numbers(system.dtype)
        for place in range(number.offset, number.offset + np.dtype(number.field.type).itemsize)
    ]
    assert sorted(places) == list(range(system.dtype.itemsize))


def test_all_states_of_random_play_pass(system):
    vector = BattleVector(system, 24, system.scenario_names(), seed=5)
    draw = np.random.default_rng(5)
    ended = 0
    for step in range(120):
        vector.battles["log"] = step % 2 == 0
        legal = vector.action_masks
        vector.step((draw.random(legal.shape) * legal).argmax(axis=1))
        ended += int((vector.terminated | vector.truncated).sum())
        check_battles(system, vector.battles)
    final = vector.final[vector.final["over"]]
    check_battles(system, final)
    assert len(final) == min(ended, len(final))


def test_concealed_battles_pass(system, randomly):
    match = Match(system, system.scenario_names()[-1])
    match.reset(seed=1)
    draw = np.random.default_rng(1)
    for _ in range(25):
        if match.is_over:
            break
        concealed = match.battles.copy()
        system.conceal(concealed[0], match.to_act, np.array([1, 2, 3, 4], np.uint32))
        assert refused(system, concealed) is None
        match.step(int(draw.choice(np.flatnonzero(match.mask))))


# --- Ranges ---------------------------------------------------------------------------------------


def distinct(system):
    """The first number of each declared field."""
    seen = set()
    for number in numbers(system.dtype):
        path = "".join(part for part in number.path if not part.isdigit())
        if path not in seen:
            seen.add(path)
            yield number


def test_a_number_outside_its_range_is_refused_by_name(system, begun):
    refused = 0
    for number in distinct(system):
        kind = np.dtype(number.field.type)
        kind = np.dtype(np.uint8) if kind.kind == "b" else kind
        most = number.field.high
        if number.field.limit and not number.used:
            limit = int(begun.battles[number.field.limit][0])
            most = 2**limit - 1 if number.field.is_set else limit - 1
        ends = np.finfo(kind) if kind.kind == "f" else np.iinfo(kind)
        for value in (number.field.low - 1, most + 1):
            if not ends.min <= value <= ends.max:
                continue
            forged = begun.battles.copy()
            raw = forged.view(np.uint8)[number.offset : number.offset + kind.itemsize]
            raw[:] = np.array([value], kind).view(np.uint8)
            said = refusal(system, forged)
            assert said.startswith(f"no battle can be in this state: {number.path} is {value}")
            assert ", must be between " in said
            refused += 1
    assert refused > len(system.dtype.names)


def test_references_are_to_fighters_of_the_battle(system, begun):
    begun.battles["to_act"] = 2
    said = refusal(system, begun.battles)
    assert said == "no battle can be in this state: to_act is 2, must be between -1 and 1"


def test_nan_and_infinity_are_refused(system, begun):
    begun.battles["reward"][0, 1] = np.nan
    assert "reward[1] is nan, must be between -1.0 and 1.0" in refusal(system, begun.battles)


def test_the_battle_is_named_among_several(system, begun):
    battles = np.concatenate([begun.battles] * 600)
    battles["side"][500, 1] = 0
    assert refusal(system, battles) == (
        "no battle can be in this state, battle 500: side must number red first, then blue"
    )
    battles["side"][499, 1] = 5
    assert ", battle 499: side[1] is 5, must be between 0 and 1" in refusal(system, battles)


# --- Relations ------------------------------------------------------------------------------------

HEADER = {
    "dice must not be all zero": {"dice": 0},
    "num_fighters must be the sum of side_size": {"side_size": (1, 2)},
    "side_size must not exceed max_side": {"side_size": (2, 1), "num_fighters": 3},
    "side must number red first, then blue": {"side": 1},
    "next_loaded must not exceed num_loaded": {"next_loaded": 1},
    "fault must be 0": {"fault": 1},
    "num_events must not exceed the events of the log": {"num_events": 2_000},
    "to_act must name a fighter until the battle is over": {"to_act": -1},
    "window must be open until the battle is over": {"window": 0},
    "ending must be given if the battle is over, and only then": {"ending": 1},
    "winner must be -1 until the battle is over": {"winner": 1},
    "round_number must not exceed round_limit": {"round_number": 9_999},
}
ATTACK = {
    "frame": 0, "attacks.attacker": (0, -1), "attacks.target": (1, -1),
    "attacks.first_target": (1, -1), "attacks.weapon": (1, -1),
}  # fmt: skip
NOBODY_MORE, NO_MORE, OVER = (-1,) * 5, (0,) * 5, (23,) * 5
FRAME = {
    "top": 0, "frames.actor": (0, *NOBODY_MORE), "frames.target": (1, *NOBODY_MORE),
    "frames.first_target": (1, *NOBODY_MORE), "frames.step": (0, *OVER),
}  # fmt: skip
OWN = {
    "heimr": {
        "order must name each fighter once": {"order": 0},
        "fighters must stand in the field until they have left it": {"fighters.location": -1},
        "climbs_on must be a border or an object in the field": {"fighters.climbs_on": 4},
        "locations must be in the field, and those of items given with them":
            {"columns": 3, "fighters.last_seen": 3},
        "holds and held_by must name each other": {"fighters.holds": 1},
        "those in a chase must pursue opponents, have an exit and not be caught":
            {"fighters.chases": [1] + [-1] * 11},
        "stage must be CHASE in the turn of a chase only": {"stage": 7},
        "guarded must be an ally or a direction": {"fighters.guard": 1, "fighters.guarded": -1},
        "frames up to top must have an actor and an action, and no others": {"top": 0},
        "upcoming and readied must be actions of their kind": {"fighters.upcoming": 5},
        "arguments must be those of their actions":
            {"fighters.upcoming": 16, "fighters.upcoming_argument": 100},
        "attacks must have a target, and a hand for a weapon":
            {"top": 0, "frames.act": [1] + [0] * 7, "frames.actor": [0] + [-1] * 7},
        "attacks past their declaration must have an ability":
            {"top": 0, "frames.act": [1] + [0] * 7, "frames.actor": [0] + [-1] * 7,
             "frames.target": [1] + [-1] * 7, "frames.hand": 0,
             "frames.step": [9] + [0] * 7},
        "an ability must be chosen for a defence or an attack": {"window": 17},
        "the turn or the last frame must wait for the window": {"window": 2, "stage": 0},
        "to_act must be whose turn or choice in the last frame it is":
            {"window": 4, "owed": 0},
    },
    "martial": {
        "order must name each fighter once": {"order": 0},
        "seat must be the fighter's place in order": {"fighters.seat": 1},
        "fighters must stand on the map": {"fighters.x": -1},
        "grapple must name each other": {"fighters.grapple": 1},
        "is_grappler must be true of one fighter of each grapple": {"fighters.is_grappler": True},
        "injuries must be of parts that the body has": {"fighters.injuries": 1},
        "path_at must not exceed path_length": {"path_at": 1},
        "path_length and steps_left must fit the path": {"path_length": 24, "steps_left": 1},
        "a step must be chosen in a Move that has squares left": {"window": 12},
        "window must be one that opens in its stage": {"stage": 4},
        "attacks under way must have an attacker and another target": {"frame": 0},
        "attacks under way must have a weapon, maneuvers none": ATTACK | {"attacks.weapon": -1},
        "attacks under way must be aimed at a part of the target": ATTACK | {"attacks.part": 23},
        "the attack under way must wait for the window": ATTACK,
        "to_act must be whose turn or choice in the attack it is": {"turn": 1},
        "provoker and trigger must be given together, for others to answer": {"provoker": 1},
    },
    "mythic_epoch": {
        "order must name each fighter once": {"order": 0},
        "seat must be the fighter's place in order": {"fighters.seat": 1},
        "partner must name each other": {"fighters.partner": 1},
        "status must be Bound, Grappled or Pinned with a partner only": {"fighters.status": 2},
        "fighters must stand on floor of the map": {"low": -1},
        "fighters able to act must not share a square": {"fighters.x": 3, "fighters.y": 3},
        "window must be one that opens in its stage": {"stage": 5},
        "to_act must be the fighter whose turn or step it is": {"turn": 1},
        "to_act must be the opponent who is asked for a reaction": {"window": 2, "stage": 1},
        "action must be announced from the reactions on, and only then": {"action": 13},
        "action, reaction and counter_tempo must be actions of their kind":
            {"fighters.reaction": 1},
        "target must be an opponent where the action names one": {"target": 1},
        "stepper and step_foe must be opponents in the window STEP, or the stepper plans a Move":
            {"stepper": 0},
        "path_length must leave room for a step of a planned Move":
            {"window": 4, "stepper": 1, "path_length": 4},
        "ground_item must be -1 between two decisions": {"ground_item": 0},
        "action must not take a weapon that is not there":
            {"action": 17, "window": 2, "stage": 1, "asking": 2, "to_act": 0},
    },
    "platemail": {
        "fighters must stand on the map": {"fighters.x": -1},
        "carrying and carried_by must name each other": {"fighters.carrying": 1},
        "entrapped must name Binds of fighters who focus on the one they hold":
            {"fighters.entrapped": 2},
        "doors must have a column and a row, or neither": {"door_x": 3, "door_y": -1},
        "phases must be blank while orders are written": {"phases.hits": 1},
        "to_act must be the writer of an order that is not sealed": {"is_surveyed": 0},
        "targets of orders must fit their verbs": {"orders.verb": 16, "orders.target": -1},
        "details of orders must fit their verbs": {"orders.details": 1},
        "arguments of orders must fit their conditions": {"orders.condition": 4},
    },
    "wildroll": {
        "fighters must stand on the map": {"fighters.x": -1},
        "mount and rider must name each other": {"fighters.mount": 1},
        "holding must name others": {"fighters.holding": 3},
        "path_at must not exceed path_length": {"path_at": 1},
        "frames up to top must have an actor and an action, and no others": {"top": 0},
        "effects must be those of a charm": {"fighters.effects": 1},
        "an action of a charm needs a fighter with one": {"fighters.long_act": 37},
        "readied must be an action that can be readied": {"fighters.readied": 43},
        "arguments must be those of their actions":
            {"fighters.long_act": 2, "fighters.long_argument": 100, "fighters.long_target": 1},
        "actions that need a target must have one": {"fighters.long_act": 2},
        "attributes must be within their ranges": {"fighters.attributes": -7},
        "frames must be at steps of their actions":
            FRAME | {"frames.act": (9, *NO_MORE), "frames.step": (6, *OVER)},
        "attacks must have the weapon of their slot":
            FRAME | {"frames.act": (2, *NO_MORE), "frames.step": (9, *OVER)},
        "manner must be a weapon slot of an action with a weapon":
            FRAME | {"frames.act": (23, *NO_MORE), "frames.manner": 4},
        "a walk that waits for its next yard must have room for one":
            FRAME | {"frames.act": (43, *NO_MORE), "frames.step": (15, *OVER), "window": 18,
                     "path_length": 23, "path_at": 23},
        "the turn or the last frame must wait for the window": {"window": 1, "stage": 0},
        "to_act must be whose turn or choice in the last frame it is":
            {"window": 1, "stage": 4, "active": 0, "to_act": 1},
    },
}  # fmt: skip
"""Fields that break each relation, in a duel at its first decision."""
FURTHER = (
    ("heimr", "locations must be in the field, and those of items given with them",
     {"ground_item": 1}),
    ("heimr", "attacks must have a target, and a hand for a weapon",
     {"top": 0, "frames.act": [1] + [0] * 7, "frames.actor": [0] + [-1] * 7,
      "frames.target": [1] + [-1] * 7, "frames.hand": -1}),
    ("martial", "attacks under way must have an attacker and another target",
     ATTACK | {"attacks.first_target": -1}),
    ("platemail", "to_act must be the writer of an order that is not sealed",
     {"window": 10, "clause": 5}),
)  # fmt: skip
"""More of them: an item that lies nowhere; attacks without a hand, without their first target; a
second step without the first."""


def with_changes(battles: np.ndarray, changes: dict) -> np.ndarray:
    for path, value in changes.items():
        *records, name = path.split(".")
        place = battles
        for one in records:
            place = place[one]
        place[name] = value
    return battles


def test_each_relation_has_an_example(system):
    rules = [check.rule for check in (*HEADER_CHECKS, *system.record_checks)]
    assert [*HEADER, *OWN[system.name]] == rules


def test_a_broken_relation_is_named(system, begun):
    check_battles(system, begun.battles)
    for rule, changes in (HEADER | OWN[system.name]).items():
        forged = with_changes(begun.battles.copy(), changes)
        assert refusal(system, forged) == f"no battle can be in this state: {rule}"


@pytest.mark.parametrize(("name", "rule", "changes"), FURTHER)
def test_a_relation_that_is_broken_in_another_way_is_named(name, rule, changes):
    match = Match(name, "duel")
    match.reset(seed=0)
    forged = with_changes(match.battles.copy(), changes)
    assert refusal(match.system, forged) == f"no battle can be in this state: {rule}"


# --- Doors ----------------------------------------------------------------------------------------


def test_a_forged_state_is_refused_and_changes_nothing(system, begun):
    before = begun.get_state()
    forged = begun.battles.copy()
    forged["window"] = len(system.windows)
    with pytest.raises(StateError, match=r"^no battle can be in this state: window is "):
        begun.set_state(pack(system, forged, WORDS))
    with pytest.raises(StateError, match="rng_state must not be all zero"):
        begun.set_state(pack(system, begun.battles, 0 * WORDS))
    assert begun.get_state() == before


@pytest.mark.compiled
def test_forged_states_are_refused_or_can_be_played(system, forging, monkeypatch):
    """A sample of the system's fuzz target, with both kinds of results."""
    played, play_on = [], forging.play_on
    monkeypatch.setattr(forging, "play_on", lambda *given: (played.append(1), play_on(*given)))
    fuzz = getattr(forging, f"fuzz_forged_{system.name}")
    few = settings(
        max_examples=60,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[*HealthCheck],
    )
    few(fuzz)()
    assert 5 < len(played) < 60


def test_an_impossible_log_is_refused_by_narrate():
    match = Match("mythic_epoch", "duel", log=True)
    match.reset(seed=0)
    forged = match.battles.copy()
    forged["num_events"] = 1
    forged["events"]["kind"] = 24
    forged["events"]["what"] = 99
    match.set_state(pack(match.system, forged, WORDS))
    with pytest.raises(StateError, match="no battle can have written the log"):
        match.narrate()


SNAPSHOTS = {
    "a snapshot has the arrays battles, final, rng_state, controllers, next_controllers, got":
        lambda s: {"battles": s["battles"]},
    "a snapshot has the arrays .*, got list": lambda s: [s],
    "rng_state of a snapshot is an array, got list":
        lambda s: {**s, "rng_state": s["rng_state"].tolist()},
    r"rng_state of the snapshot must be \[2, 4\] uint32, got \[3, 4\] uint32":
        lambda s: {**s, "rng_state": np.ones((3, 4), np.uint32)},
    r"rng_state of the snapshot must be \[2, 4\] uint32, got \[2, 4\] int64":
        lambda s: {**s, "rng_state": np.ones((2, 4), np.int64)},
    "battle 0: rng_state must not be all zero":
        lambda s: {**s, "rng_state": np.zeros((2, 4), np.uint32)},
    r"battles of the snapshot must be \[2\] records of 1477 bytes, got \[2\] records of \d+ bytes":
        lambda s: {**s, "battles": BattleVector("heimr", 2).battles},
    "the snapshot is of other scenarios: this vector has 1 with 1 slots a side":
        lambda s: {**s, "battles": BattleVector("mythic_epoch", 2, "skirmish").battles},
    "controllers of the snapshot must be between -1 and 7":
        lambda s: {**s, "controllers": np.full((2, 2), 8, np.int16)},
    "next_controllers of the snapshot must leave a side of every battle to you":
        lambda s: {**s, "next_controllers": np.zeros((2, 2), np.int16)},
    "the snapshot has ended battles among battles": lambda s: {**s, "battles": s["final"]},
    "battle 1: dice must not be all zero": lambda s: {**s, "battles": without_dice(s["battles"])},
}  # fmt: skip


def without_dice(battles):
    battles["dice"][1] = 0
    return battles


@pytest.mark.parametrize("said", SNAPSHOTS)
def test_a_vector_refuses_a_foreign_snapshot_and_is_unchanged(said):
    vector = BattleVector("mythic_epoch", 2, opponents=(None, "fencer"))
    while not vector.final["over"].all():
        vector.step(np.zeros(2, np.int64))
    before = {name: array.tobytes() for name, array in vector.snapshot().items()}
    with pytest.raises(StateError, match=said):
        vector.restore(SNAPSHOTS[said](vector.snapshot()))
    assert {name: array.tobytes() for name, array in vector.snapshot().items()} == before


def test_a_vector_takes_the_snapshot_of_another():
    vector, other = (BattleVector("mythic_epoch", 2, seed=seed) for seed in (1, 2))
    other.restore(vector.snapshot())
    assert other.battles.tobytes() == vector.battles.tobytes()
