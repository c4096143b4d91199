"""Checks of the record: it is the whole state, and hides what a fighter cannot know."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..envs.core.engine.hidden_checks import changed_fields, check_conceal, check_hidden_from_sight
from ..envs.core.engine.system import System, get_system
from ..envs.core.session.match import InitialState, Match
from .random_play import choose, digest, play, plays, run_apart, states


@plays
def check_snapshots(system: str | System, scenario: Any = None) -> int:
    """Check that a restored state continues as the battle does: all state is in the record."""
    match, other = Match(system, scenario), Match(system, scenario)
    other.reset(seed=9)
    draw, done = np.random.default_rng(3), 0
    for state in states(match):
        match.set_state(state)
        other.set_state(state)
        for number in range(20):
            if other.get_state() != match.get_state():
                fields = ", ".join(sorted(changed_fields(match.battle, other.battle)))
                raise AssertionError(
                    f"a copy continues differently: {number} decisions after it was made, {fields}"
                )
            same = (other.observation == match.observation).all()
            assert same, f"a copy is observed differently {number} decisions after it was made"
            same = (other.mask == match.mask).all()
            assert same, f"a copy has another mask {number} decisions after it was made"
            if match.to_act < 0:
                break
            action = choose(match.mask, draw)
            match.step(action)
            other.step(action)
            done += 1
    return done


@plays
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


@plays
def check_fresh_start(system: str | System, scenario: Any = None) -> int:
    """Check that deploying leaves nothing of the previous battle in the record."""
    match, fresh = Match(system, scenario), Match(system, scenario)
    for _ in play(match, 2):
        pass
    for one in (match, fresh):
        one.begin_as(InitialState(match.scenarios[0], (1, 2, 3, 4), ()))
    left = sorted(changed_fields(match.battle, fresh.battle))
    assert not left, f"fields that deploying does not set: {', '.join(left)}"
    same = match.battles.tobytes() == fresh.battles.tobytes()
    assert same, "deploying does not set some field that the record does not declare"
    return len(match.battles.dtype.names or ())


@plays
def check_hidden_information(system: str | System, scenario: Any = None) -> int:
    """Check that observations and masks do not depend on hidden information.

    The fields that `hidden.HIDDEN` declares must not show, and `conceal` must draw them again.
    """
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
        match.set_state(state)
        _check_declared(match)
    return done


def _check_declared(match: Match) -> None:
    """Hold observations, masks and `conceal` to the fields that the system declares as hidden."""
    if match.system.hidden:
        copies, draw = np.repeat(match.battles, 8), np.random.default_rng(1)
        check_hidden_from_sight(match.system, copies, draw)
        check_conceal(match.system, copies, draw)


@plays
def check_determinism(system: str | System) -> int:
    """Check that a seed gives the same battle here, in another process, and interpreted."""
    name = get_system(system).name
    code = f"from quintain.testing import digest; print(digest({name!r}, 4, 500))"
    here = digest(name, 4, 500)
    modes: tuple[dict[str, str], ...] = ({}, {"NUMBA_DISABLE_JIT": "1"})
    for mode in modes:
        done = run_apart(code, **mode)
        assert done.returncode == 0, done.stderr
        where = "without the compiler" if mode else "in another process"
        assert done.stdout.split() == [here], f"a battle is different {where}"
    return len(modes)
