"""Battles of the arena again, one by one, as replays."""

from __future__ import annotations

from typing import Any

from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import choices_of, quick_sides_of
from ..envs.core.session import replay as replays
from ..envs.core.session.agent_query import choices_for, longest_memory, query_in_match
from ..envs.core.session.match import InitialState, Match
from .field import OTHER_DICE, Agent, streams_of


def keep_battles(
    system: System,
    scenario: Any,
    one: Agent,
    other: Agent,
    count: int,
    seed: int,
    swap: bool = True,
) -> list[replays.Replay]:
    """The first battles that `play_pairs` plays between two agents with these arguments.

    An agent with a generator of its own, which `play_pairs` seeds for each block of battles, may
    choose otherwise here.

    Args:
        system: the system.
        scenario: name, path or model.
        one: the first agent, red in battles 0, 2, 4, ...
        other: its opponent.
        count: number of battles.
        seed: that of `play_pairs`.
        swap: as for `play_pairs`.

    Raises:
        AgentError: an agent failed or chose an illegal action; the message names it.
    """
    streams = (count + 1) // 2 if swap else count
    dice, own = streams_of(seed, streams)
    kept = []
    for number in range(count):
        stream, is_swapped = (number // 2, number % 2 == 1) if swap else (number, False)
        red, blue = (other, one) if is_swapped else (one, other)
        choices = choices_of(quick_sides_of((choices_for(red), choices_for(blue))))
        match = Match(
            system,
            scenario,
            max_side=max(getattr(agent, "max_side", 0) for agent in (one, other)),
            choices=choices,
            memory=longest_memory(0, one, other),
        )
        match.rng_state[:] = own[stream]
        words = tuple(dice[stream].tolist())
        match.begin_as(InitialState(match.scenarios[0], words, (), choices))
        if is_swapped:
            match.rng_state[:] ^= OTHER_DICE
        while not match.is_over:
            agent = red if int(match.battle.side[match.to_act]) == 0 else blue
            match.step(query_in_match(agent, match)[0])
        kept.append(replays.record(match, {"red": red.name, "blue": blue.name}))
    return kept
