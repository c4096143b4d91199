"""Checks of random battles: decisions, observations, sentences, masks and endings."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..envs.core.engine.layout import Layout
from ..envs.core.engine.legality import IllegalAction
from ..envs.core.engine.record_checks import StateError, check_battles
from ..envs.core.engine.system import System, get_system
from ..envs.core.session.match import Match
from .random_play import LONGEST_BATTLE, play, plays, states
from .tables import refused

MOST_WAITS = 10_000
"""Number of decisions to wait after which a battle of one round counts as endless."""
FEW = 4
"""Decisions in each scenario but the first."""
MANY = 20
"""Battles in which each block of an observation must show something."""


@plays
def check_play(system: str | System, scenario: Any = None, seed: int = 0) -> int:
    """Check every decision, number and sentence of a random battle, and some in each scenario."""
    system = get_system(system)
    done = _check_battle(system, scenario, seed, 100)
    others = [] if scenario is not None else system.scenario_names()
    return done + sum(_check_battle(system, other, seed, FEW) for other in others)


def _check_battle(system: System, scenario: Any, seed: int, decisions: int) -> int:
    """Check the first decisions of a random battle; their number."""
    match, done = Match(system, scenario, log=True), 0
    for number in play(match, seed, decisions):
        done = number + 1
        try:
            check_battles(system, match.battles)
            _check_decision(match)
        except (AssertionError, StateError) as error:
            raise AssertionError(f"{_moment(match)}: {error}") from error
    _check_sentences(match)
    return done


def _moment(match: Match) -> str:
    """The last decision of a battle and its scenario, for a message."""
    number, title = len(match.actions), match.scenarios[0].title
    if not number:
        return f"{title}, at the beginning"
    action = match.system.decode(match.actions[-1], match.max_side)
    return f"{title}, after decision {number}, {action['verb']} (action {match.actions[-1]})"


def _check_decision(match: Match) -> None:
    """Check one decision."""
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
    told: dict[str, int] = {}
    for action in range(match.num_actions):
        sentence = match.describe(action)
        assert sentence.endswith("."), f"action {action} has no sentence"
        if match.mask[action]:
            first = told.setdefault(sentence, action)
            assert first == action, f"actions {first} and {action} have one sentence, {sentence!r}"
    _check_sentences(match)


def _check_sentences(match: Match) -> None:
    """Check the sentences since the last decision."""
    for sentence, rows in match.narrate():
        assert sentence.strip(), "an empty sentence"
        assert isinstance(rows, tuple), f"a sentence needs a tuple of rows, got {rows!r}"


def _outside(layout: Layout, seen: np.ndarray) -> list[str]:
    """The names of the pieces with values outside their bounds in observations `[T, N]`."""
    wrong = (seen < layout.low) | (seen > layout.high)
    return [name for name, part in layout.slices().items() if wrong[:, part].any()]


@plays
def check_observation(system: str | System) -> int:
    """Check that `observe` writes every number, and something into the block of each slot in use.

    A block that is 0 in all random battles is written at another block's place, or not at all.
    """
    system, sizes, done = get_system(system), set(), 0
    for name in system.scenario_names():
        match = Match(system, name)
        if match.max_side not in sizes:
            sizes.add(match.max_side)
            done += _check_blocks(match)
    return done


def _check_blocks(match: Match) -> int:
    """Play until every block has shown something; the number of observations."""
    done, silent, blocks = 0, {"own"}, match.layout.blocks()
    shown = np.zeros(match.layout.length, np.bool_)
    for seed in range(MANY):
        for _ in play(match, seed, 200):
            seen = _observations(match)
            shown |= seen.any(axis=0)
            done += len(seen)
            slots = int(match.battle.side_size.max())
            used = _blocks_in_use(blocks, slots)
            silent = {name for name in used if not shown[blocks[name]].any()}
            if not silent:
                return done
    raise AssertionError(
        f"the blocks {', '.join(sorted(silent))} are 0 in {done} observations with "
        f"{match.max_side} slots a side: does observe write them at their places?"
    )


def _observations(match: Match) -> np.ndarray:
    """The observations `[F, N]` of all fighters, which overwrite what was there before."""
    found, painted = match.observe_all(), np.zeros_like(match.observation)
    for fighter, seen in enumerate(found):
        painted[:] = np.nan
        match.system.observe(match.battle, fighter, painted)
        places = match.layout.slices().items()
        kept = [name for name, at in places if (painted[at] != seen[at]).any()]
        assert not kept, f"observe leaves old numbers in {', '.join(kept)}"
    return found


def _blocks_in_use(blocks: dict[str, slice], slots: int) -> set[str]:
    """The blocks of the fighter itself, the decision, and the slots of a battle."""
    names = {"own", "window", *(f"enemy_{slot}" for slot in range(slots))}
    return (names | {f"ally_{slot}" for slot in range(slots - 1)}) & set(blocks)


@plays
def check_masks(system: str | System, scenario: Any = None) -> int:
    """Check that legal actions can be taken, and that all others raise and change nothing."""
    match, done = Match(system, scenario), 0
    for state in states(match):
        match.set_state(state)
        legal = match.mask.copy()
        for action in (-1, match.num_actions, *np.flatnonzero(~legal).tolist()):
            with refused(f"action {action} (", IllegalAction):
                match.step(action)
        assert match.get_state() == state, "an illegal action has changed the battle"
        for action in np.flatnonzero(legal).tolist():
            match.step(action)
            assert match.get_state() != state, f"action {action} does nothing"
            match.set_state(state)
            done += 1
    return done


@plays
def check_endings(system: str | System, scenario: Any = None, seed: int = 1) -> int:
    """Check that battles end with opposite rewards, and the round limit is a truncated draw."""
    match = Match(system, scenario, log=True)
    done = sum(1 for _ in play(match, seed))
    assert match.is_over, f"a battle continues after {LONGEST_BATTLE} decisions"
    assert match.ending != "none", "a battle is over without an ending"
    only_wait = match.mask[0] and match.mask.sum() == 1
    assert only_wait, "after the end action 0, to wait, must be legal and no other"
    red, blue = match.reward_of(0), match.reward_of(1)
    assert red == -blue, f"rewards must be opposite, got {red} and {blue}"
    assert abs(red) == (match.winner is not None), "the winner gets 1, and nobody in a draw"
    with refused("no battle is going on"):
        match.step(0)
    _check_end(match)
    short = Match(system, match.scenarios[0].model_copy(update={"round_limit": 1}), log=True)
    short.reset(seed=0)
    for _ in range(MOST_WAITS):
        if short.to_act < 0:
            break
        short.step(0)
    assert short.is_over, "the battle does not end at the round limit: is `round_number` counted?"
    assert short.is_truncated, "a draw at the round limit must be a truncation"
    assert (short.winner, short.reward_of(0)) == (None, 0), "at the round limit nobody has won"
    _check_end(short)
    return done


def _check_end(match: Match) -> None:
    """Check the record, the observations and the sentences of a battle that is over."""
    try:
        check_battles(match.system, match.battles)
        _observations(match)
        _check_sentences(match)
    except (AssertionError, StateError) as error:
        raise AssertionError(f"{_moment(match)}: {error}") from error
