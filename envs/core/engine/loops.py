"""Compiled loops over arrays of battles. Written once; the record's type picks the system.

Letters: `B` battles, `A` actions, `N` the observation's length, `T` templates.

Controllers, `[B, 2]` int16: who plays each side of each battle; `EXTERNAL` is the caller, other
numbers are the system's compiled heuristics.
"""

from __future__ import annotations

import numpy as np

from ..compiler.compile import njit
from .battle import DRAW, abort_battle
from .dice import FAULT_ENDLESS, FAULT_FACE, FAULT_IDLE, below
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
ALL_LEGAL = -1
OVER, ILLEGAL, FAULT = -1, -2, -3
"""What `take_action` says where there is no next fighter."""
DECISIONS_IN_A_ROUND = 10_000
"""Decisions that heuristics may take in one round; a battle with more has no end."""
IDLE_BATTLES = 1000
"""Battles in a row that may end before the caller has a decision."""


@njit
def deploy_battle(battles, index, templates, rng_state):
    """Deploy one battle from a template drawn at random."""
    battle = battles[index]
    if len(templates) > 1:
        battle.scenario = below(rng_state, len(templates))
    deploy(battle, templates[battle.scenario])


@njit
def deploy_battles(battles, templates, rng_state):
    """Deploy every battle; `rng_state [B, 4]` are the dice of what is not part of a battle."""
    for index in range(len(battles)):
        deploy_battle(battles, index, templates, rng_state[index])


@njit
def find_illegal(battles, actions, masks, active):
    """Index of the first active battle whose action its mask forbids, -1 if all are legal."""
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
def play_opponents(battles, index, controllers, masks, rng_state, rewards):
    """Let the built-in heuristics play until the caller has to decide or the battle is over."""
    battle = battles[index]
    round_number, decisions = np.int64(battle.round_number), 0
    while not battle.over:
        controller = controllers[index, battle.side[battle.to_act]]
        if controller == EXTERNAL:
            return
        legal_action_mask(battle, masks[index])
        action = choose(battle, controller, masks[index], rng_state[index])
        act_in_battle(battles, index, action, rewards)
        decisions = decisions + 1 if battle.round_number == round_number else 0
        round_number = np.int64(battle.round_number)
        if decisions > DECISIONS_IN_A_ROUND:
            abort_battle(battle)


@njit
def potential(battle):
    """Red's strength less blue's, 0 when the battle is over (Ng, Harada and Russell 1999)."""
    if battle.over:
        return 0.0
    return strength(battle, 0) - strength(battle, 1)


@njit
def close_battle(battles, index, truncating, terminated, truncated, final):
    """Note how a battle ended and keep its final state."""
    battle = battles[index]
    is_truncation = False
    for ending in truncating:
        is_truncation = is_truncation or battle.ending == ending
    truncated[index] = is_truncation
    terminated[index] = not is_truncation
    final[index] = battle


@njit
def show_battle(battles, index, observations, masks, to_act, side):
    """Write what the deciding fighter sees and may do."""
    battle = battles[index]
    to_act[index] = battle.to_act
    side[index] = battle.side[battle.to_act] if not battle.over else -1
    legal_action_mask(battle, masks[index])
    if not battle.over:
        observe(battle, battle.to_act, observations[index])


@njit
def show_battles(battles, observations, masks, to_act, side):
    """Write what the deciding fighter of every battle sees and may do."""
    for index in range(len(battles)):
        show_battle(battles, index, observations, masks, to_act, side)


@njit
def reset_battles(battles, templates, rng_state, observations, masks, to_act, side):
    """Deploy every battle and show it."""
    deploy_battles(battles, templates, rng_state)
    show_battles(battles, observations, masks, to_act, side)


@njit
def step_battles(
    battles, actions, active, templates, rng_state, truncating, shaping,
    checks, observations, masks, rewards, terminated, truncated, to_act, side, final,
):  # fmt: skip
    """One decision in every active battle; those that end begin anew. The caller plays all.

    Returns:
        -1; if the actions are to be checked and one is illegal, its index, and nothing has changed;
        `-2 - i` if battle `i` could not be played on, and those after it have not changed.
    """
    if checks:
        illegal = find_illegal(battles, actions, masks, active)
        if illegal != ALL_LEGAL:
            return illegal
    for index in range(len(battles)):
        rewards[index, 0] = 0
        rewards[index, 1] = 0
        terminated[index] = False
        truncated[index] = False
        if not active[index]:
            continue
        battle = battles[index]
        before = potential(battle) if shaping != 0 else 0.0
        act_in_battle(battles, index, actions[index], rewards)
        if shaping != 0:
            shape(battle, index, before, shaping, rewards)
        if battle.over:
            close_battle(battles, index, truncating, terminated, truncated, final)
            deploy_battle(battles, index, templates, rng_state[index])
        if battle.fault > FAULT_FACE:
            return -2 - index
        show_battle(battles, index, observations, masks, to_act, side)
    return ALL_LEGAL


@njit
def shape(battle, index, before, shaping, rewards):
    """Add the change of the potential, which leaves the best play as it is."""
    change = shaping * (potential(battle) - before)
    rewards[index, 0] += change
    rewards[index, 1] -= change


@njit
def reset_battles_against(
    battles, templates, rng_state, controllers, observations, masks, rewards, to_act, side
):
    """Deploy every battle and play the heuristics to the caller's first decision."""
    for index in range(len(battles)):
        deploy_for_caller(battles, index, templates, rng_state, controllers, masks, rewards)
        show_battle(battles, index, observations, masks, to_act, side)


@njit
def deploy_for_caller(battles, index, templates, rng_state, controllers, masks, rewards):
    """Deploy a battle in which the caller has a decision; those over before it are skipped."""
    for _ in range(IDLE_BATTLES):
        deploy_battle(battles, index, templates, rng_state[index])
        play_opponents(battles, index, controllers, masks, rng_state, rewards)
        if not battles[index].over or battles[index].fault == FAULT_ENDLESS:
            break
    else:
        battles[index].fault = FAULT_IDLE
    rewards[index, 0] = 0
    rewards[index, 1] = 0


@njit
def step_battles_against(
    battles, actions, active, templates, rng_state, truncating, shaping, controllers,
    next_controllers, checks, observations, masks, rewards, terminated, truncated, to_act, side,
    final,
):  # fmt: skip
    """As `step_battles`, with heuristics on the sides that the controllers name.

    When a battle ends its row of `next_controllers` takes over.
    """
    if checks:
        illegal = find_illegal(battles, actions, masks, active)
        if illegal != ALL_LEGAL:
            return illegal
    for index in range(len(battles)):
        rewards[index, 0] = 0
        rewards[index, 1] = 0
        terminated[index] = False
        truncated[index] = False
        if not active[index]:
            continue
        battle = battles[index]
        before = potential(battle) if shaping != 0 else 0.0
        act_in_battle(battles, index, actions[index], rewards)
        play_opponents(battles, index, controllers, masks, rng_state, rewards)
        if shaping != 0:
            shape(battle, index, before, shaping, rewards)
        if battle.over:
            close_battle(battles, index, truncating, terminated, truncated, final)
            red, blue = rewards[index, 0], rewards[index, 1]
            controllers[index, 0] = next_controllers[index, 0]
            controllers[index, 1] = next_controllers[index, 1]
            deploy_for_caller(battles, index, templates, rng_state, controllers, masks, rewards)
            rewards[index, 0] = red
            rewards[index, 1] = blue
        if battle.fault > FAULT_FACE:
            return -2 - index
        show_battle(battles, index, observations, masks, to_act, side)
    return ALL_LEGAL


@njit
def play_out(battles, controllers, rng_state, mask, verbs, usage):
    """Play every battle to its end with heuristics on both sides.

    Args:
        battles: deployed battles, played in place.
        controllers: `[B, 2]` heuristics.
        rng_state: `[B, 4]` dice of the heuristics.
        mask: scratch `[A]`.
        verbs: `[A]` number of each action's verb.
        usage: `[2, V]` how often each side chose each verb, added up.

    Returns:
        Decisions taken.
    """
    decisions = 0
    for index in range(len(battles)):
        battle = battles[index]
        round_number, first = np.int64(battle.round_number), decisions
        while not battle.over:
            side = battle.side[battle.to_act]
            legal_action_mask(battle, mask)
            action = choose(battle, controllers[index, side], mask, rng_state[index])
            usage[side, verbs[action]] += 1
            advance(battle, action)
            decisions += 1
            if battle.round_number != round_number:
                round_number, first = np.int64(battle.round_number), decisions
            if decisions - first > DECISIONS_IN_A_ROUND:
                abort_battle(battle)
    return decisions


@njit
def value_for_red(battle):
    """The result for red, or the difference of strengths where there is none yet."""
    if battle.over:
        return 0.0 if battle.winner == DRAW else 1.0 - 2.0 * battle.winner
    return strength(battle, 0) - strength(battle, 1)


@njit
def play_randomly(battles, templates, rng_state, mask, observation, decisions):
    """The engine benchmark: mask, observation, random legal choice and step, so many times.

    Battles are played one after the other, so that a battle stays in the cache.

    Returns:
        Battles finished.
    """
    finished = 0
    share = decisions // len(battles)
    for index in range(len(battles)):
        battle = battles[index]
        for _ in range(share):
            legal_action_mask(battle, mask)
            observe(battle, battle.to_act, observation)
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
    """What one fighter of one battle sees."""
    observe(battles[index], fighter, observation)


@njit
def observe_fighters(battles, index, observations):
    """What every fighter of one battle sees: `observations [F, N]` by the fighters' numbers."""
    battle = battles[index]
    for fighter in range(battle.num_fighters):
        observe(battle, fighter, observations[fighter])


@njit
def take_action(battles, index, action, observation, mask):
    """One decision of one battle, all in one call: for callers that play battles one by one.

    Args:
        battles: one of them goes on.
        index: which.
        action: taken if `mask` allows it, else nothing changes.
        observation: `[N]`, overwritten with what the next fighter sees.
        mask: `[A]` of the deciding fighter, overwritten with the next one's.

    Returns:
        The fighter who decides next; or `OVER`; or `ILLEGAL`; or `FAULT`: a loaded face was
        impossible.
    """
    if action < 0 or action >= len(mask) or not mask[action]:
        return np.int64(ILLEGAL)
    battle = battles[index]
    advance(battle, action)
    legal_action_mask(battle, mask)
    if battle.fault != 0:
        return np.int64(FAULT)
    if battle.over:
        return np.int64(OVER)
    observe(battle, battle.to_act, observation)
    return np.int64(battle.to_act)


@njit
def choose_in_battle(battles, index, policy, mask, rng_state):
    """The choice of a heuristic in one battle."""
    legal_action_mask(battles[index], mask)
    return choose(battles[index], policy, mask, rng_state)


@njit
def choose_in_battles(battles, policies, masks, rng_state, actions):
    """The choice of a heuristic in every battle: `masks [B, A]`, `rng_state [B, 4]`."""
    for index in range(len(battles)):
        if not battles[index].over:
            actions[index] = choose(battles[index], policies[index], masks[index], rng_state[index])


@njit
def choose_randomly(masks, rng_state, actions):
    """A random legal action in every battle: `masks [B, A]`, `rng_state [B, 4]`, `actions [B]`."""
    for index in range(len(actions)):
        actions[index] = random_choice(masks[index], rng_state[index])


@njit
def calibrate(rng_state, count):
    """The yardstick of the benchmark: so many dice, nothing else."""
    total = np.int64(0)
    for _ in range(count):
        total += below(rng_state, 6)
    return total
