"""Play battles to their ends and add up the harm that each fighter deals to each other one."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ..agents.tally import AMOUNT, NOTHING, ONE, WHAT, play_and_tally, tally_battles
from ..envs.core.engine.battle import MAX_FIGHTERS
from ..envs.core.engine.roles import require
from ..envs.core.engine.system import System
from ..envs.core.session.agent_query import policy_of
from ..envs.core.text.outcome import Harm
from .field import Agent, Field, play_agents

POINTS = {"": ONE, "amount": AMOUNT, "what": WHAT}


def harm_table(system: System) -> np.ndarray:
    """Array `[K, 2]` int8: how each kind of event reports harm (`agents.tally`)."""
    dealt: dict[int, Harm] = require(system.package, "text.outcome.DEALT")
    table = np.full((1 + max(require(system.package, "enums.Event")), 2), NOTHING, np.int8)
    for kind, harm in dealt.items():
        table[kind] = POINTS[harm.points], harm.victim == "actor"
    return table


def play_heuristics(field: Field, agents: Sequence[Agent], dealt: np.ndarray, threads: int) -> None:
    """Play all battles in one call of compiled code for each thread; harm is added to `dealt`."""
    threads = min(threads, len(field.battles))
    bounds = np.linspace(0, len(field.battles), threads + 1).astype(int)
    policies = np.array([policy_of(agent, field.system) for agent in agents], np.int16)
    harms = harm_table(field.system)

    def play(first: int, last: int) -> None:
        part = slice(first, last)
        mask = np.zeros(field.num_actions, np.bool_)
        battles, rng_state = field.battles[part], field.rng_state[part]
        play_and_tally(battles, policies, rng_state, mask, harms, dealt[part])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, bounds[:-1], bounds[1:]))


def play_in_turn(field: Field, agents: Sequence[Agent], dealt: np.ndarray, _threads: int) -> None:
    """Play all battles decision by decision, with any agents; harm is added to `dealt`."""
    crew = list({id(agent): agent for agent in agents}.values())
    seats = np.zeros((len(field.battles), MAX_FIGHTERS), np.int8)
    seats[:, : len(agents)] = [crew.index(agent) for agent in agents]
    harms = harm_table(field.system)

    def watch(battles: np.ndarray, rows: np.ndarray) -> None:
        tally_battles(battles, rows, harms, dealt)

    play_agents(field, crew, seats, watch)
