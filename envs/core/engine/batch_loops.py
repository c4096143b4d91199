"""The compiled loops of `BattleVector`: reset and step a batch of battles.

Letters: `B` battles, `A` actions, `E` endings, `N` the observation's length, `T` templates.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..compiler.compile import njit
from .battle import FORFEIT, abort_battle
from .dice import FAULT_ENDLESS, FAULT_FACE, FAULT_IDLE
from .loops import (
    ALL_LEGAL,
    DECISIONS_IN_A_ROUND,
    EXTERNAL,
    IDLE_BATTLES,
    deploy_battle,
    show_battle,
)
from .system import advance, choose, legal_action_mask, strength


class Batch(NamedTuple):
    """The arrays of `B` battles that are stepped together; all but the templates are written.

    Attributes:
        battles: `[B]` battle records.
        templates: `[T]` template records; each deployment draws one.
        rng_state: `[B, 4]` uint32, generators for random choices outside the battles.
        controllers: `[B, 2]` int16, the controllers of red and blue: `EXTERNAL` is the caller,
            other numbers are the system's compiled heuristics. None if the caller plays all.
        next_controllers: `[B, 2]` int16, the controllers of each battle's next episode.
        truncating: `[E]` int64, the endings that are truncations.
        shaping: weight of the potential-based reward, 0 for none.
        observations: `[B, N]` float32, of the deciding fighter.
        masks: `[B, A]` bool, of the deciding fighter.
        rewards: `[B, 2]` float32, of red and blue since the caller's last decision.
        terminated: `[B]` bool, whether the last step ended the battle by the rules.
        truncated: `[B]` bool, whether the last step ended it at the round limit.
        to_act: `[B]` int8, the deciding fighter.
        side: `[B]` int8, its side; -1 when the battle is over.
        rounds: `[B]` int64, the round that is played, from 1.
        final: `[B]` battle records, the last state of each battle's last episode.
    """

    battles: np.ndarray
    templates: np.ndarray
    rng_state: np.ndarray
    controllers: np.ndarray | None
    next_controllers: np.ndarray
    truncating: np.ndarray
    shaping: float
    observations: np.ndarray
    masks: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    to_act: np.ndarray
    side: np.ndarray
    rounds: np.ndarray
    final: np.ndarray


@njit
def reset_battles(batch):
    """Deploy every battle, play to the caller's first decision, and write its observation."""
    for index in range(len(batch.battles)):
        deploy_for_caller(batch, index, batch.controllers)
        show_in_batch(batch, index)


@njit
def step_battles(batch, actions, active, checks):
    """Take one decision in every active battle; deploy a battle again when it ends.

    Args:
        batch: a `Batch`.
        actions: `[B]` integers, the caller's decisions.
        active: `[B]` bool, the battles that take part.
        checks: whether to check the actions against the masks first.

    Returns:
        -1 on success. The index of the first illegal action: then nothing has changed. Or
        `-2 - i` if battle `i` cannot continue: then the battles after it have not changed.
    """
    if checks:
        illegal = find_illegal(batch.battles, actions, batch.masks, active)
        if illegal != ALL_LEGAL:
            return illegal
    for index in range(len(batch.battles)):
        batch.rewards[index, 0] = 0
        batch.rewards[index, 1] = 0
        batch.terminated[index] = False
        batch.truncated[index] = False
        if active[index]:
            step_battle(batch, index, actions[index])
            if batch.battles[index].fault > FAULT_FACE:
                return -2 - index
            show_in_batch(batch, index)
    return ALL_LEGAL


@njit
def step_battle(batch, index, action):
    """Apply the caller's decision and play to the next one, in this battle or a new one."""
    battle = batch.battles[index]
    before = potential(battle) if batch.shaping != 0 else 0.0
    act_in_battle(batch.battles, index, action, batch.rewards)
    play_opponents(batch, index, batch.controllers)
    if batch.shaping != 0:
        shape(battle, index, before, batch.shaping, batch.rewards)
    if battle.over:
        close_battle(batch, index)
        hand_over(index, batch.controllers, batch.next_controllers)
        deploy_for_caller(batch, index, batch.controllers)


@njit
def find_illegal(battles, actions, masks, active):
    """Index of the first active battle whose mask forbids its action, -1 if all are legal."""
    for index in range(len(battles)):
        if active[index]:
            action = actions[index]
            if action < 0 or action >= masks.shape[1] or not masks[index, action]:
                return index
    return ALL_LEGAL


@njit
def act_in_battle(battles, index, action, rewards):
    """Apply one action and add up the rewards of both sides."""
    battle = battles[index]
    advance(battle, action)
    rewards[index, 0] += battle.reward[0]
    rewards[index, 1] += battle.reward[1]


@njit
def play_opponents(batch, index, controllers):
    """Let the heuristics play until the caller has to decide or the battle is over.

    If `controllers` is None, the compiler omits this code, and no heuristics are needed.
    """
    if controllers is None:
        return
    battle = batch.battles[index]
    mask, rng_state = batch.masks[index], batch.rng_state[index]
    round_number, decisions = battle.round_number, 0
    while not battle.over:
        controller = controllers[index, battle.side[battle.to_act]]
        if controller == EXTERNAL:
            return
        legal_action_mask(battle, mask)
        act_in_battle(
            batch.battles, index, choose(battle, controller, mask, rng_state), batch.rewards
        )
        decisions = decisions + 1 if battle.round_number == round_number else 0
        round_number = battle.round_number
        if decisions > DECISIONS_IN_A_ROUND:
            abort_battle(battle)


@njit
def potential(battle):
    """Red's strength minus blue's, 0 when the battle is over (Ng, Harada and Russell 1999)."""
    if battle.over:
        return 0.0
    return strength(battle, 0) - strength(battle, 1)


@njit
def shape(battle, index, before, shaping, rewards):
    """Add the weighted change of the potential, which does not change the optimal policy."""
    change = shaping * (potential(battle) - before)
    rewards[index, 0] += change
    rewards[index, 1] -= change


@njit
def close_battle(batch, index):
    """Record how a battle ended and copy its final state."""
    battle = batch.battles[index]
    is_truncation = False
    for ending in batch.truncating:
        is_truncation = is_truncation or battle.ending == ending
    batch.truncated[index] = is_truncation
    batch.terminated[index] = not is_truncation
    batch.final[index] = battle


@njit
def hand_over(index, controllers, next_controllers):
    """Give a battle the controllers of its next episode."""
    if controllers is not None:
        controllers[index, 0] = next_controllers[index, 0]
        controllers[index, 1] = next_controllers[index, 1]


@njit
def deploy_for_caller(batch, index, controllers):
    """Deploy a battle in which the caller has a decision; skip battles that end before one.

    The rewards stay those of the previous battle.
    """
    red, blue = batch.rewards[index, 0], batch.rewards[index, 1]
    battle = batch.battles[index]
    for _ in range(IDLE_BATTLES):
        deploy_battle(batch.battles, index, batch.templates, batch.rng_state[index])
        play_opponents(batch, index, controllers)
        if controllers is None or not battle.over or battle.fault == FAULT_ENDLESS:
            break
    else:
        battle.fault = FAULT_IDLE
    batch.rewards[index, 0] = red
    batch.rewards[index, 1] = blue


@njit
def show_in_batch(batch, index):
    """Write the observation and the mask of the deciding fighter of one battle, and the round."""
    show_battle(batch.battles, index, batch.observations, batch.masks, batch.to_act, batch.side)
    batch.rounds[index] = batch.battles[index].round_number + 1


@njit
def winner_of(battle):
    """The winner of an ended battle; one not over was forfeited by the side that had to decide."""
    return battle.winner if battle.over else 1 - battle.side[battle.to_act]


@njit
def ending_of(battle):
    """How a battle has ended."""
    return battle.ending if battle.over else FORFEIT


@njit
def rounds_of(battle):
    """The last round of a battle, from 1."""
    return min(battle.round_number + 1, battle.round_limit)


@njit
def read_results(final, who, results):
    """Write how battles ended.

    Args:
        final: `[B]` battle records, each the last one of an episode.
        who: `[K]` integers, the battles to tell of.
        results: `[3, K]` int64, written: winner, ending, rounds.
    """
    for place in range(len(who)):
        battle = final[who[place]]
        results[0, place] = winner_of(battle)
        results[1, place] = ending_of(battle)
        results[2, place] = rounds_of(battle)
