"""The contract of every system, as checks that tests can call.

A test of your system::

    import pytest
    from quintain import testing

    @pytest.mark.parametrize("check", testing.CHECKS)
    def test_piste_keeps_the_contract(check):
        assert check("piste") > 0

Each check takes a system or its name, and raises an AssertionError with a message. It returns how
many things it looked at (fields, actions, decisions, ...), so that a test can assert that this is
more than 0. Checks that play also take a scenario; the default is the system's default scenario.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .envs.core.adapters.environments import Environments
from .envs.core.engine.battle import MAX_SIDE
from .envs.core.engine.layout import Layout
from .envs.core.engine.legality import IllegalAction
from .envs.core.engine.memory import MOST_EVENTS
from .envs.core.engine.system import System, get_system
from .envs.core.scenarios.yaml_files import parse_model
from .envs.core.session.match import InitialState, Match
from .registration import gymnasium_id

LONGEST_BATTLE = 100_000
"""Number of decisions after which a battle counts as endless."""
SIZES = range(1, MAX_SIDE + 1)
"""All numbers of slots a side."""


# --- Random play ----------------------------------------------------------------------------------


def choose(mask: np.ndarray, draw: np.random.Generator) -> int:
    """A random legal action of `mask [A]`."""
    return int(draw.choice(np.flatnonzero(mask)))


def play(match: Match, seed: int, decisions: int = LONGEST_BATTLE) -> Iterator[int]:
    """Start a battle and play random actions; yield the number of each decision before it."""
    match.reset(seed=seed)
    draw = np.random.default_rng(seed)
    for number in range(decisions):
        if match.to_act < 0:
            return
        yield number
        match.step(choose(match.mask, draw))


def states(match: Match) -> list[bytes]:
    """The first state of each kind of window in a few random battles."""
    found: dict[str, bytes] = {}
    for seed in range(3):
        for _ in play(match, seed, 150):
            found.setdefault(match.window, match.get_state())
    return list(found.values())


def digest(system: str, seed: int, decisions: int) -> str:
    """A hash of all observations, masks and records of a random battle."""
    memory = MOST_EVENTS if get_system(system).notices else 0
    match, found = Match(system, log=True, memory=memory), hashlib.sha256()
    for _ in play(match, seed, decisions):
        found.update(match.observe_all().tobytes() + match.mask.tobytes())
        found.update(match.get_state() + repr(match.narrate()).encode())
    return found.hexdigest()


# --- Tables ---------------------------------------------------------------------------------------


def check_record(system: str | System) -> int:
    """Check that no field has the name of an attribute of `np.record`, which Python would read."""
    system = get_system(system)
    for dtype in (system.dtype, system.template_dtype):
        taken = sorted(name for name in _field_names(dtype) if hasattr(np.record, name))
        assert not taken, f"fields named like attributes of np.record: {', '.join(taken)}"
    return len(list(_field_names(system.dtype)))


def _field_names(dtype: np.dtype) -> Iterator[str]:
    for name in dtype.names or ():
        yield name
        yield from _field_names(dtype[name].base)


def check_layout(system: str | System) -> int:
    """Check that the named pieces cover the observation once, in order, for every `max_side`."""
    system = get_system(system)
    for max_side in SIZES:
        layout = system.observation_layout(max_side)
        slices = list(layout.slices().values())
        assert len(slices) == len(layout.pieces), "two pieces of the observation have one name"
        ends = [0, *(part.stop for part in slices)]
        starts = [*(part.start for part in slices), layout.length]
        assert ends == starts, f"the pieces leave gaps or overlap with {max_side} slots a side"
        blocks = layout.blocks().values()
        assert sum(part.stop - part.start for part in blocks) == layout.length
        allows_zero = (layout.low <= 0).all() and (layout.high >= 0).all()
        assert allows_zero, "an empty block is 0, which the bounds of a piece exclude"
    return len(system.observation_layout(MAX_SIDE).pieces)


def check_actions(system: str | System) -> int:
    """Check that actions are decoded and encoded without loss, and that ids are stable."""
    system = get_system(system)
    longest = [system.decode(action, MAX_SIDE) for action in range(system.num_actions(MAX_SIDE))]
    for max_side in SIZES:
        ids = range(system.num_actions(max_side))
        decoded = [system.decode(action, max_side) for action in ids]
        assert decoded == longest[: len(ids)], f"an id changes with {max_side} slots a side"
        needed = [{key: it for key, it in one.items() if it is not None} for one in decoded]
        for said in (decoded, needed):
            assert [system.encode(one, max_side) for one in said] == list(ids)
        verbs = tuple(dict.fromkeys(one["verb"] for one in decoded))
        assert verbs == system.verbs, f"the verbs are {verbs}, not {system.verbs}"
        for action in (-1, len(ids)):
            with _refused(f"action must be between 0 and {len(ids) - 1}, got {action}"):
                system.decode(action, max_side)
    for max_side in (0, MAX_SIDE + 1):
        with _refused(f"between 1 and {MAX_SIDE}, got {max_side}"):
            system.decode(0, max_side)
        with _refused(f"between 1 and {MAX_SIDE}, got {max_side}"):
            system.encode({"verb": system.verbs[0]}, max_side)
    return len(longest)


@contextlib.contextmanager
def _refused(message: str, error: type[Exception] = ValueError) -> Iterator[None]:
    """Expect an error with a text in its message."""
    said = "no error"
    try:
        yield
    except error as raised:
        said = str(raised)
    assert message in said, f"expected {error.__name__} with {message!r}, got {said!r}"


def check_scenarios(system: str | System) -> int:
    """Check that every scenario can be written as data, read again and deployed."""
    system = get_system(system)
    assert system.scenario_names(), "the system has no scenario"
    for name in system.scenario_names():
        scenario = system.load_scenario(name)
        data = scenario.model_dump(mode="json", exclude_none=True)
        assert parse_model(system.scenario_model, data, name) == scenario
        assert Match(system, name).reset(seed=0) >= 0, f"nobody has a decision in {name}"
    return len(system.scenario_names())


# --- Battles --------------------------------------------------------------------------------------


def check_play(system: str | System, scenario: Any = None, seed: int = 0) -> int:
    """Check every decision, number and sentence of a random battle."""
    match, done = Match(system, scenario, log=True), 0
    for number in play(match, seed, 100):
        done = number + 1
        battle = match.battle
        assert match.mask[0], "action 0, to wait, must always be legal"
        assert match.mask.sum() > 1, "decisions without a choice must be skipped"
        assert battle.window > 0, "a decision needs a window"
        assert battle.events_lost == 0, "the log is too short"
        assert not battle.reward.any(), "rewards come at the end only"
        seen = match.observe_all()
        assert np.isfinite(seen).all(), "an observation is infinite or not a number"
        outside = _outside(match.layout, seen)
        assert not outside, f"observed values are outside their bounds: {', '.join(outside)}"
        for action in range(match.num_actions):
            assert match.describe(action).endswith("."), f"action {action} has no sentence"
        for sentence, rows in match.narrate():
            assert sentence.strip(), "an empty sentence"
            assert isinstance(rows, tuple), f"a sentence needs a tuple of rows, got {rows!r}"
    return done


def _outside(layout: Layout, seen: np.ndarray) -> list[str]:
    """The names of the pieces with values outside their bounds in observations `[T, N]`."""
    wrong = (seen < layout.low) | (seen > layout.high)
    return [name for name, part in layout.slices().items() if wrong[:, part].any()]


def check_masks(system: str | System, scenario: Any = None) -> int:
    """Check that legal actions can be taken, and that all others raise and change nothing."""
    match, done = Match(system, scenario), 0
    for state in states(match):
        match.set_state(state)
        legal = match.mask.copy()
        for action in (-1, match.num_actions, *np.flatnonzero(~legal).tolist()):
            with _refused(f"action {action} (", IllegalAction):
                match.step(action)
        assert match.get_state() == state, "an illegal action has changed the battle"
        for action in np.flatnonzero(legal).tolist():
            match.step(action)
            assert match.get_state() != state, f"action {action} does nothing"
            match.set_state(state)
            done += 1
    return done


def check_endings(system: str | System, scenario: Any = None, seed: int = 1) -> int:
    """Check that battles end with opposite rewards, and the round limit is a truncated draw."""
    match = Match(system, scenario)
    done = sum(1 for _ in play(match, seed))
    assert match.is_over, f"a battle continues after {LONGEST_BATTLE} decisions"
    assert match.ending != "none", "a battle is over without an ending"
    assert match.mask.tolist() == [True] + [False] * (match.num_actions - 1)
    red, blue = match.reward_of(0), match.reward_of(1)
    assert red == -blue, f"rewards must be opposite, got {red} and {blue}"
    assert abs(red) == (match.winner is not None), "the winner gets 1, and nobody in a draw"
    with _refused("no battle is going on"):
        match.step(0)
    short = Match(system, match.scenarios[0].model_copy(update={"round_limit": 1}))
    short.reset(seed=0)
    while short.to_act >= 0:
        short.step(0)
    assert short.is_truncated, "a draw at the round limit must be a truncation"
    assert (short.winner, short.reward_of(0)) == (None, 0), "at the round limit nobody has won"
    return done


# --- The record -----------------------------------------------------------------------------------


def check_snapshots(system: str | System, scenario: Any = None) -> int:
    """Check that a restored state continues as the battle does: all state is in the record."""
    match, other = Match(system, scenario), Match(system, scenario)
    other.reset(seed=9)
    draw, done = np.random.default_rng(3), 0
    for state in states(match):
        match.set_state(state)
        other.set_state(state)
        for _ in range(20):
            assert other.get_state() == match.get_state(), "a copy continues differently"
            assert (other.observation == match.observation).all()
            assert (other.mask == match.mask).all()
            if match.to_act < 0:
                break
            action = choose(match.mask, draw)
            match.step(action)
            other.step(action)
            done += 1
    return done


def check_mask_is_pure(system: str | System, scenario: Any = None) -> int:
    """Check that masks and observations change nothing in the record."""
    match = Match(system, scenario)
    mask, seen, done = match.mask.copy(), match.observation.copy(), 0
    for number in play(match, 3, 60):
        done = number + 1
        before = match.battle.tobytes()
        match.system.legal_action_mask(match.battle, mask)
        for fighter in range(int(match.battle.num_fighters)):
            match.system.observe(match.battle, fighter, seen)
        assert match.battle.tobytes() == before, "a mask or an observation changes the battle"
    return done


def check_fresh_start(system: str | System, scenario: Any = None) -> int:
    """Check that deploying leaves nothing of the previous battle in the record."""
    match, fresh = Match(system, scenario), Match(system, scenario)
    for _ in play(match, 2):
        pass
    for one in (match, fresh):
        one.begin_as(InitialState(match.scenarios[0], (1, 2, 3, 4), ()))
    names = match.battles.dtype.names or ()
    left = [
        name for name in names if match.battles[name].tobytes() != fresh.battles[name].tobytes()
    ]
    assert not left, f"fields that deploying does not set: {', '.join(left)}"
    return len(names)


def check_hidden_information(system: str | System, scenario: Any = None) -> int:
    """Check that observations and masks do not depend on hidden information."""
    match = Match(system, scenario)
    seen, mask, done = match.observation.copy(), match.mask.copy(), 0
    for state in states(match):
        for sample in range(1, 9):
            match.set_state(state)
            battle, actor, dice = match.battle, match.to_act, match.battle.dice.copy()
            match.system.conceal(battle, actor, np.array([sample, 2, 3, 4], np.uint32))
            match.system.observe(battle, actor, seen)
            match.system.legal_action_mask(battle, mask)
            parts = match.layout.slices().items()
            shown = [name for name, at in parts if (seen[at] != match.observation[at]).any()]
            assert not shown, f"the observation depends on hidden fields: {', '.join(shown)}"
            assert (mask == match.mask).all(), "the mask depends on hidden fields"
            assert (battle.dice != dice).any(), "the coming dice must be drawn again"
            done += 1
    return done


def check_determinism(system: str | System) -> int:
    """Check that a seed gives the same battle here, in another process, and interpreted."""
    name = get_system(system).name
    code = f"from quintain.testing import digest; print(digest({name!r}, 4, 500))"
    here = digest(name, 4, 500)
    modes: tuple[dict[str, str], ...] = ({}, {"NUMBA_DISABLE_JIT": "1"})
    for mode in modes:
        kept = {key: it for key, it in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
        environment = {**kept, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **mode}
        command = [sys.executable, "-P", "-c", code]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        where = "without the compiler" if mode else "in another process"
        assert done.stdout.split() == [here], f"a battle is different {where}"
    return len(modes)


# --- Interfaces -----------------------------------------------------------------------------------


def check_pettingzoo(system: str | System) -> int:
    """Run PettingZoo's own checks of both interfaces: calls, spaces, seeds, state."""
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
    from pettingzoo.test.state_test import test_state_space

    made_by = Environments(get_system(system))
    is_of_orders = get_system(system).order_choices is not None  # a step is then a whole round
    with _no_warnings(
        "Observation is not a NumPy array",
        "Observation space for each agent probably",
        "reset ignores the option 'options'",  # which PettingZoo's checks give
    ):
        api_test(made_by.raw_env(), num_cycles=100)
        api_test(made_by.env(), num_cycles=10)
        seed_test(made_by.env, num_cycles=40)
        test_state_space(env := made_by.env())
        env.reset(seed=0)
        assert env.state_space.contains(env.state()), "state() lies outside state_space"
        parallel_api_test(made_by.parallel_env(), num_cycles=20 if is_of_orders else 150)
        parallel_seed_test(made_by.parallel_env, num_cycles=10 if is_of_orders else 30)
    return len(env.agents)


def check_gymnasium(system: str | System) -> int:
    """Run Gymnasium's own checks of one side against an opponent, by its registered id."""
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    name = get_system(system).name
    assert gymnasium.spec(gymnasium_id(name)).kwargs["system"] == name
    modes = (None, "ansi", "rgb_array")
    with _no_warnings():
        for mode in modes:
            env = gymnasium.make(gymnasium_id(name), render_mode=mode, disable_env_checker=True)
            check_env(env.unwrapped, skip_render_check=True)
    return len(modes)


@contextlib.contextmanager
def _no_warnings(*but: str) -> Iterator[None]:
    """Turn warnings into errors, except those of illegal actions and `but`."""
    from .envs.core.inputs.arguments import IllegalActionWarning

    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.simplefilter("ignore", IllegalActionWarning)
        for message in but:
            warnings.filterwarnings("ignore", message=message)
        yield


CHECKS: tuple[Callable[..., int], ...] = (
    check_record,
    check_layout,
    check_actions,
    check_scenarios,
    check_play,
    check_masks,
    check_endings,
    check_snapshots,
    check_mask_is_pure,
    check_fresh_start,
    check_hidden_information,
    check_determinism,
    check_pettingzoo,
    check_gymnasium,
)
"""All checks."""
