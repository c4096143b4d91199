"""Blocks of battles that are deployed and played at once.

Letters: `P` pairs, `B` = 2 P battles, `A` actions, `N` the observation's length, `V` verbs.
Battles 2 i and 2 i + 1 have the same dice; the first agent is red in one and blue in the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ..envs.core.engine.battle import DRAW
from ..envs.core.engine.dice import check_fault, seed_rng_states
from ..envs.core.engine.loops import advance_active, deploy_battles, play_out, show_battles
from ..envs.core.engine.memory_layout import layout_of
from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import describe_error, quick_sides_of
from ..envs.core.scenarios.sheets import apply_states
from ..envs.core.session.agent_query import AgentError, battles_at, name_of, query_agent

BLOCK = 250
"""Pairs of battles between compiled heuristics in one block; each block reports progress."""
SLOW_BLOCK = 50
"""Pairs in one block if an agent runs in Python."""
OTHER_DICE = np.uint32(0x9E3779B9)
"""Gives agents other dice of their own in the second battle of a pair."""


Witness = Callable[
    [np.ndarray, np.ndarray, tuple[np.ndarray, np.ndarray], np.ndarray, np.ndarray], None
]


Before = Callable[[np.ndarray, np.ndarray, tuple[np.ndarray, np.ndarray], np.ndarray], None]


class Agent(Protocol):
    """An agent: SB3's `predict`, on batches.

    Six attributes are optional. `max_side` is the number of slots a side in its observations and
    masks. `choices` is `full`, every choice of the book, or `quick`, fewer.
    `memory` is the number of events that it remembers.
    `policy` is the number of a compiled heuristic, which then plays without `predict`.
    `watch(battles, rng_state)` is called before each `predict` with the records of the rows and
    with dice for the agent's own use. All these arrays are copies.
    `seed(number)` is called before each block of battles: an agent that draws from a generator of
    its own then plays a block alike, whatever it played before.
    """

    name: str

    def predict(
        self,
        observation: np.ndarray,
        state: Any = None,
        episode_start: Any = None,
        deterministic: bool = False,
        action_masks: np.ndarray | None = None,
    ) -> tuple[np.ndarray, Any]:
        """Actions `[n]` for observations `[n, N]` and masks `[n, A]`."""
        ...


@dataclass
class Field:
    """A block of deployed battles with their arrays."""

    system: System
    battles: np.ndarray
    rng_state: np.ndarray
    num_actions: int
    observation_length: int
    verbs: np.ndarray
    usage: np.ndarray
    first_side: np.ndarray
    """Array `[B]`: the side of the first agent in each battle."""
    begun: np.ndarray
    """Array `[B]`: rounds fought before, where a scenario begins in the middle."""
    decided_first: np.ndarray
    """Array `[B]` bool: whether the first agent takes the first decision."""

    def controllers(self, one: int, other: int) -> np.ndarray:
        """Array `[B, 2]`: the controllers of red and blue."""
        return np.where(self.first_side[:, None] == [0, 1], one, other).astype(np.int16)


def verb_numbers(system: System, max_side: int) -> np.ndarray:
    """Array `[A]`: number of each action's verb."""
    index = {verb: number for number, verb in enumerate(system.verbs)}
    return np.array(
        [index[system.decode(a, max_side)["verb"]] for a in range(system.num_actions(max_side))],
        np.int64,
    )


def pairing_seed(seed: int, *names: str) -> int:
    """A seed for the battles of a pairing alone, the same in any order of its names.

    With one seed for all, pairings would share their dice, and an agent that is lucky against one
    opponent would often be lucky against the next. Intervals over several pairings (ratings, pooled
    scores) take pairings for independent, and would be too narrow.
    """
    text = repr((seed, *sorted(names)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def streams_of(seed: int | Sequence[int], count: int) -> tuple[np.ndarray, np.ndarray]:
    """The generator states of battles: for their dice, and for the agents' own use.

    Args:
        seed: a number or several, at least 0.
        count: number of states.

    Returns:
        Two arrays `[count, 4]` uint32; the first ones are the same for any `count`.
    """
    numbers = list(seed) if isinstance(seed, Sequence) else [seed]
    dice, own = np.random.SeedSequence(numbers), np.random.SeedSequence([*numbers, 2])
    return seed_rng_states(dice, count), seed_rng_states(own, count)


def deploy_field(
    system: System, templates: np.ndarray, dice: np.ndarray, own: np.ndarray, swap: bool = True,
    choices: tuple[str, str] = ("full", "full"), memory: int = 0, models: Sequence[Any] = (),
) -> Field:  # fmt: skip
    """Deploy both battles of each pair.

    Args:
        system: the system.
        templates: Array `[T]`.
        dice: Array `[P, 4]`, one generator state a pair.
        own: Array `[P, 4]`, dice for the agents' own use.
        swap: False deploys one battle for each generator state, the first agent always red.
        choices: `full` or `quick`, for the first and for the second agent.
        memory: number of events that each fighter remembers.
        models: the scenarios of the templates, if they may begin in the middle of a battle.

    Raises:
        ScenarioError: no battle can be in the state of a scenario.
    """
    copies = 2 if swap else 1
    max_side = int(templates["max_side"][0])
    battles = system.new_battles(copies * len(dice))
    battles["dice"] = np.repeat(dice, copies, axis=0)
    rng_state = np.repeat(own, copies, axis=0)
    first_side = np.arange(len(battles)) % copies
    by_side = quick_sides_of(choices), quick_sides_of(choices[::-1])
    battles["quick_sides"] = np.array(by_side)[first_side]
    battles["memory"] = memory
    deploy_battles(battles, templates, rng_state)
    apply_states(system, battles, models)
    if swap:
        rng_state[1::2] ^= OTHER_DICE
    return Field(
        system,
        battles,
        rng_state,
        system.num_actions(max_side),
        layout_of(system, max_side, memory).length,
        verb_numbers(system, max_side),
        np.zeros((2, len(system.verbs)), np.int64),
        first_side,
        battles["round_number"].copy(),
        battles["side"][np.arange(len(battles)), battles["to_act"]] == first_side,
    )


def play_compiled(field: Field, one: int, other: int, threads: int = 1) -> None:
    """Play all battles to the end between two compiled heuristics."""
    controllers = field.controllers(one, other)
    threads = min(threads, len(field.battles))
    bounds = np.linspace(0, len(field.battles), threads + 1).astype(int)

    def play(first: int, last: int) -> None:
        part = slice(first, last)
        mask = np.zeros(field.num_actions, np.bool_)
        usage = np.zeros_like(field.usage)
        play_out(
            field.battles[part], controllers[part], field.rng_state[part], mask, field.verbs, usage
        )

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, bounds[:-1], bounds[1:]))


def play_agents(
    field: Field,
    agents: Sequence[Agent],
    seats: np.ndarray,
    watch: Callable[[np.ndarray, np.ndarray], None] | None = None,
    witness: Witness | None = None,
    before: Before | None = None,
) -> None:
    """Play all battles to the end; each agent chooses for all its battles at once.

    A battle that is over leaves the batch. Agents with a method `seed` are seeded first.

    Args:
        field: the battles.
        agents: the agents.
        seats: Array `[B, F]`: the number of the agent that plays each fighter.
        watch: called after each step with the battles in the batch and their numbers.
        witness: called before each step with these, with the observations and masks, with the
            chosen actions, and with the numbers of the agents that chose.
        before: called before the agents choose with all these but the actions.

    Raises:
        AgentError: an agent failed or chose an illegal action; the message names it.
    """
    seed_agents(field, agents)
    count = len(field.battles)
    observations = np.zeros((count, field.observation_length), np.float32)
    masks = np.zeros((count, field.num_actions), np.bool_)
    to_act, side = np.zeros((2, count), np.int8)
    actions = np.zeros(count, np.int64)
    running, battles, rng_state = np.arange(count), field.battles, field.rng_state
    while True:
        over = battles["over"]
        if over.any():
            field.battles[running], field.rng_state[running] = battles, rng_state
            running = running[~over]
            battles, rng_state = battles_at(battles, ~over), rng_state[~over]
            count = len(running)
        if not count:
            return
        seen = observations[:count], masks[:count]
        show_battles(battles, *seen, to_act[:count], side[:count])
        acting = seats[running, to_act[:count]]
        if before is not None:
            before(battles, running, seen, acting)
        for number, agent in enumerate(agents):
            rows = np.flatnonzero(acting == number)
            if len(rows):
                actions[rows], _ = query_agent(agent, field.system, battles, rng_state, *seen, rows)
        if witness is not None:
            witness(battles, running, seen, actions[:count], acting)
        advance_active(battles, actions[:count], np.ones(count, np.bool_))
        if watch is not None:
            watch(battles, running)


def seed_agents(field: Field, agents: Sequence[Agent]) -> None:
    """Seed agents for a block of battles, by their names and by the dice of its first battle.

    Raises:
        AgentError: the method `seed` of an agent failed.
    """
    for agent in {id(one): one for one in agents}.values():
        seed = getattr(agent, "seed", None)
        if not callable(seed):
            continue
        text = name_of(agent).encode() + field.rng_state[:1].tobytes()
        number = hashlib.blake2b(text, digest_size=4).digest()  # NumPy and PyTorch take 32 bits
        try:
            seed(int.from_bytes(number, "little"))
        except Exception as error:
            raise AgentError(f"{name_of(agent)} failed in seed: {describe_error(error)}") from error


def refuse_faults(battles: np.ndarray) -> None:
    """Raise the error of the first battle that did not end, if there is one."""
    for index in np.flatnonzero(battles["fault"])[:1]:
        check_fault(battles[index])


def scores_of(battles: np.ndarray, swap: bool = True) -> np.ndarray:
    """Array `[P, 2]`: the first agent's score, 1 won, 0.5 drawn, 0 lost.

    Without swapped sides it is red in both battles of a pair.

    Raises:
        RuntimeError: a battle did not end; the message names the round.
    """
    refuse_faults(battles)
    winner = battles["winner"].astype(np.int64).reshape(-1, 2)
    mine = np.array([0, int(swap)])
    return np.where(winner == DRAW, 0.5, (winner == mine).astype(float))
