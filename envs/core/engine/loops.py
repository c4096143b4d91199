"""Compiled loops over arrays of battles, written once: the type of the record picks the system.

Letters: `B` battles, `A` actions, `F` fighters, `N` the observation's length, `V` verbs.
"""

from __future__ import annotations

import numpy as np

from ..compiler.compile import njit
from .battle import DRAW, abort_battle
from .dice import below
from .memory_layout import see_memory
from .system import (
    advance,
    choose,
    deploy,
    legal_action_mask,
    observe,
    random_choice,
    strength,
)

EXTERNAL = -1
"""The controller of a side that the caller plays; other numbers are the system's heuristics."""
ALL_LEGAL = -1
OVER, ILLEGAL, FAULT = -1, -2, -3
"""Results of `take_action` if there is no next fighter."""
DECISIONS_IN_A_ROUND = 10_000
"""Most decisions that heuristics may take in a round; a battle with more is taken for endless."""
IDLE_BATTLES = 1000
"""Most battles in a row that may end before the caller has a decision."""


@njit
def deploy_battle(battles, index, templates, rng_state):
    """Deploy one battle from a template drawn at random."""
    battle = battles[index]
    if len(templates) > 1:
        battle.scenario = below(rng_state, len(templates))
    deploy(battle, templates[battle.scenario])


@njit
def deploy_battles(battles, templates, rng_state):
    """Deploy every battle; `rng_state [B, 4]` are generators for choices outside the battles."""
    for index in range(len(battles)):
        deploy_battle(battles, index, templates, rng_state[index])


@njit
def look(battle, fighter, observation):
    """Write what a fighter may know, and what it remembers."""
    observe(battle, fighter, observation)
    if battle.memory != 0:
        see_memory(battle, fighter, observation)


@njit
def show_battle(battles, index, observations, masks, to_act, side):
    """Write the observation and the mask of the deciding fighter."""
    battle = battles[index]
    to_act[index] = battle.to_act
    side[index] = battle.side[battle.to_act] if not battle.over else -1
    legal_action_mask(battle, masks[index])
    if not battle.over:
        look(battle, battle.to_act, observations[index])


@njit
def show_battles(battles, observations, masks, to_act, side):
    """Write the observation and the mask of the deciding fighter of every battle."""
    for index in range(len(battles)):
        show_battle(battles, index, observations, masks, to_act, side)


@njit
def play_out(battles, controllers, rng_state, mask, verbs, usage):
    """Play every battle to its end with heuristics on both sides.

    Args:
        battles: deployed battles, played in place.
        controllers: `[B, 2]` heuristics.
        rng_state: `[B, 4]` generators of the heuristics.
        mask: scratch `[A]`.
        verbs: `[A]` number of each action's verb.
        usage: `[2, V]` number of times that each side chose each verb, added to.

    Returns:
        Number of decisions taken.
    """
    decisions = 0
    for index in range(len(battles)):
        battle = battles[index]
        round_number, first = battle.round_number, decisions
        while not battle.over:
            side = battle.side[battle.to_act]
            legal_action_mask(battle, mask)
            action = choose(battle, controllers[index, side], mask, rng_state[index])
            usage[side, verbs[action]] += 1
            advance(battle, action)
            decisions += 1
            if battle.round_number != round_number:
                round_number, first = battle.round_number, decisions
            if decisions - first > DECISIONS_IN_A_ROUND:
                abort_battle(battle)
    return decisions


@njit
def value_for_red(battle):
    """The result for red, or the difference of strengths while the battle continues."""
    if battle.over:
        return 0.0 if battle.winner == DRAW else 1.0 - 2.0 * battle.winner
    return strength(battle, 0) - strength(battle, 1)


@njit
def play_randomly(battles, templates, rng_state, mask, observation, decisions):
    """The engine benchmark: `decisions` times mask, observation, random legal choice and step.

    Battles are played one after the other, so that a battle stays in the processor's cache.

    Returns:
        Number of battles finished.
    """
    finished = 0
    share = decisions // len(battles)
    for index in range(len(battles)):
        battle = battles[index]
        for _ in range(share):
            legal_action_mask(battle, mask)
            look(battle, battle.to_act, observation)
            advance(battle, random_choice(mask, rng_state[index]))
            if battle.over:
                finished += 1
                deploy_battle(battles, index, templates, rng_state[index])
    return finished


@njit
def advance_active(battles, actions, active):
    """Advance the active battles, none of them over."""
    for index in range(len(battles)):
        if active[index]:
            advance(battles[index], actions[index])


@njit
def observe_battle(battles, index, fighter, observation):
    """Write the observation of one fighter of one battle."""
    look(battles[index], fighter, observation)


@njit
def observe_one_each(battles, who, fighters, observations):
    """Write the observation of one fighter in each of several battles.

    Args:
        battles: `[B]` battle records.
        who: `[K]` integers, the battles to observe.
        fighters: `[K]` integers, the fighter in each of them.
        observations: `[K, N]` float32, written.
    """
    for place in range(len(who)):
        look(battles[who[place]], fighters[place], observations[place])


@njit
def observe_fighters(battles, index, observations):
    """Write the observation of every fighter of one battle: `observations [F, N]` by number."""
    battle = battles[index]
    for fighter in range(battle.num_fighters):
        look(battle, fighter, observations[fighter])


@njit
def take_action(battles, index, action, observation, mask):
    """Take one decision in one battle: for callers that play battles one by one.

    Args:
        battles: the battles, one of which takes part.
        index: index of this battle.
        action: the action, applied if `mask` allows it; else nothing changes.
        observation: `[N]`, overwritten with the next fighter's.
        mask: `[A]` of the deciding fighter, overwritten with the next one's.

    Returns:
        The fighter who decides next; or `OVER`; or `ILLEGAL`; or `FAULT` if a loaded face was
        impossible.
    """
    if action < 0 or action >= len(mask) or not mask[action]:
        return ILLEGAL
    battle = battles[index]
    advance(battle, action)
    legal_action_mask(battle, mask)
    if battle.fault != 0:
        return FAULT
    if battle.over:
        return OVER
    look(battle, battle.to_act, observation)
    return battle.to_act


@njit
def choose_in_battle(battles, index, policy, mask, rng_state):
    """The action of a heuristic in one battle."""
    legal_action_mask(battles[index], mask)
    return choose(battles[index], policy, mask, rng_state)


@njit
def choose_in_battles(battles, policies, masks, rng_state, actions):
    """Write the action of a heuristic in every battle: `masks [B, A]`, `rng_state [B, 4]`."""
    for index in range(len(battles)):
        if not battles[index].over:
            actions[index] = choose(battles[index], policies[index], masks[index], rng_state[index])


@njit
def choose_randomly(masks, rng_state, actions):
    """Write a random legal action for every battle: `masks [B, A]`, `rng_state [B, 4]`."""
    for index in range(len(actions)):
        actions[index] = random_choice(masks[index], rng_state[index])


@njit
def calibrate(rng_state, count):
    """Roll `count` dice and do nothing else: the benchmark's measure of the machine's speed."""
    total = np.int64(0)
    for _ in range(count):
        total += below(rng_state, 6)
    return total
