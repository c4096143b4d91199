"""Asks agents for actions: they get copies of the battles, and their answers are checked.

Letters: `B` battles, `n` battles in which the agent decides, `A` actions, `N` the observation's
length.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.battle import MAX_SIDE
from ..engine.memory import MOST_EVENTS
from ..engine.memory_layout import memory_length
from ..engine.system import System, get_system
from ..inputs.arguments import CHOICES, FULL, as_integer, describe_error, quote, whole_number

if TYPE_CHECKING:
    from .match import Match


class AgentError(ValueError):
    """An agent failed or returned no legal action; the message names the agent."""


def as_system(system: str | System) -> System:
    """The system with a name; a `System` is returned as it is.

    Raises:
        KeyError: unknown name; the message gives the nearest ones.
        TypeError: the argument is neither a system nor a name.
    """
    if isinstance(system, System):
        return system
    if not isinstance(system, str):
        raise TypeError(f"a system is a name or a System, got {quote(system)}")
    return get_system(system)


def name_of(agent: Any) -> str:
    """An agent's name for messages: its `name`, or the name of its class."""
    return str(getattr(agent, "name", None) or type(agent).__name__)


def checked_agent(agent: Any, system: System) -> int:
    """Number of slots a side that an agent needs, 0 for any number.

    Raises:
        TypeError: the agent has no `predict`.
        ValueError: the agent plays another system, or its heuristic or size is invalid.
    """
    if not callable(getattr(agent, "predict", None)):
        raise TypeError(f"an agent has a method predict, got {quote(agent)}")
    plays, name = getattr(agent, "system", system), name_of(agent)
    if plays is not system and not (isinstance(plays, str) and plays == system.name):
        raise ValueError(
            f"{name} plays {getattr(plays, 'title', quote(plays))}, not {system.title}"
        )
    max_side = as_integer(getattr(agent, "max_side", 0))
    if max_side is None or not 0 <= max_side <= MAX_SIDE:
        raise ValueError(
            f"{name} must have a max_side between 0 and {MAX_SIDE}, got {quote(agent.max_side)}"
        )
    return max_side


def choices_for(agent: Any, otherwise: str = FULL) -> str:
    """The choices of an agent, `full` or `quick`: its attribute `choices`, if it has one.

    Raises:
        ValueError: its `choices` are neither.
    """
    choices = getattr(agent, "choices", otherwise)
    if choices not in CHOICES:
        raise ValueError(
            f"the choices of {name_of(agent)} must be 'full' or 'quick', got {quote(choices)}"
        )
    return choices


def memory_for(agent: Any, otherwise: int = 0) -> int:
    """Number of events that an agent remembers: its `memory`, if it has that attribute.

    Raises:
        ValueError: its `memory` is no number from 0 to 8.
    """
    memory = as_integer(getattr(agent, "memory", otherwise))
    if memory is None or not 0 <= memory <= MOST_EVENTS:
        raise ValueError(
            f"the memory of {name_of(agent)} must be between 0 and {MOST_EVENTS}, got "
            f"{quote(agent.memory)}"
        )
    return memory


def longest_memory(memory: Any, *agents: Any) -> int:
    """The longest memory of some agents, at least `memory`.

    Raises:
        ValueError: a memory is no number from 0 to 8.
    """
    return max(whole_number("memory", memory, 0, MOST_EVENTS), *map(memory_for, agents))


def remembered_by(agent: Any, battles: np.ndarray, observations: np.ndarray) -> np.ndarray:
    """The observations `[B, N]` without the oldest events, which an agent does not remember.

    An agent without the attribute `memory` remembers as many as the fighters.

    Raises:
        ValueError: it remembers more than the fighters.
    """
    most, slots = (int(battles[name][0]) for name in ("memory", "max_side"))
    memory = memory_for(agent, most)
    if memory > most:
        raise ValueError(
            f"{name_of(agent)} remembers {memory} events, but the fighters of this battle {most}: "
            f"give memory={memory}"
        )
    length = observations.shape[1] - (most - memory) * memory_length(slots)
    return observations[:, :length]


def policy_of(agent: Any, system: System) -> int | None:
    """The number of an agent's compiled heuristic; None if the agent plays with `predict`.

    Raises:
        ValueError: the system has no heuristic of that number.
    """
    policy = as_integer(getattr(agent, "policy", None))  # `policy` of SB3's models is not a number
    if policy is not None and policy not in system.policies.values():
        raise ValueError(f"{system.title} has no heuristic number {policy} ({name_of(agent)})")
    return policy


def battles_at(battles: np.ndarray, rows: Sequence[int] | np.ndarray) -> np.ndarray:
    """Copies `[n]` of the battles `[B]` in some rows, which are numbers or flags, byte for byte.

    `battles[rows]` copies field by field, which takes ninety times as long.
    """
    return _as_bytes(battles)[rows].view(battles.dtype)


def put_battles(battles: np.ndarray, rows: np.ndarray, copies: np.ndarray) -> None:
    """Overwrite the battles in some rows with copies, byte for byte."""
    _as_bytes(battles)[rows] = _as_bytes(copies)


def _as_bytes(battles: np.ndarray) -> np.ndarray:
    return battles.view(np.dtype((np.void, battles.dtype.itemsize)))


def query_agent(
    agent: Any,
    system: System,
    battles: np.ndarray,
    rng_state: np.ndarray,
    observations: np.ndarray,
    masks: np.ndarray,
    rows: np.ndarray,
    **more: Any,
) -> tuple[np.ndarray, Any]:
    """The actions of an agent in some battles.

    The agent gets copies, so it can change neither the battles nor the masks against which its
    actions are checked. Only its own generators advance.

    Args:
        agent: has `predict`, and optionally `watch` and `name`.
        system: system of the battles.
        battles: Array `[B]` of records.
        rng_state: Array `[B, 4]` uint32: the agent's own generators; those of `rows` advance.
        observations: Array `[B, N]` float32.
        masks: Array `[B, A]` bool.
        rows: Array `[n]` of integers: the battles in which the agent decides.
        **more: further arguments of `predict`.

    Returns:
        Actions `[n]` int64, and the state that `predict` returned.

    Raises:
        AgentError: the agent raised an error, did not return an action for each row, or chose an
            illegal action.
    """
    dice = rng_state[rows]
    observations = remembered_by(agent, battles, observations)
    try:
        if hasattr(agent, "watch"):
            agent.watch(battles_at(battles, rows), dice)
        answer = agent.predict(observations[rows], action_masks=masks[rows], **more)
    except (Exception, SystemExit) as error:
        if isinstance(error, ValueError) and name_of(agent) in str(error):
            raise  # its message already names the agent
        told = f"{name_of(agent)} failed{_place_of(error)}: {describe_error(error)}"
        raise AgentError(told) from error
    if not dice.any(axis=1).all():
        raise AgentError(f"{name_of(agent)} set the dice that it was given to 0")
    rng_state[rows] = dice
    actions, state = _actions_of(agent, answer, len(rows))
    is_action = (actions >= 0) & (actions < masks.shape[1])
    is_legal = is_action & masks[rows, np.where(is_action, actions, 0)]
    for row in np.flatnonzero(~is_legal)[:1]:
        action, told = int(actions[row]), "no such action"
        if is_action[row]:
            told = system.describe(battles[rows[row]], action)
        raise AgentError(f"{name_of(agent)} chose the illegal action {action} ({told})")
    return actions.astype(np.int64, copy=False), state


def _place_of(error: BaseException) -> str:
    """The place in foreign code that raised an error: ` in line 12 of my_agent.py`."""
    frames = list(traceback.walk_tb(error.__traceback__))[1:]
    own = __name__.partition(".")[0] + "."
    if not frames or frames[0][0].f_globals.get("__name__", "").startswith(own):
        return ""
    file = frames[0][0].f_code.co_filename
    lines = [line for frame, line in frames if frame.f_code.co_filename == file]
    return f" in line {lines[-1]} of {Path(file).name}"


def query_in_match(agent: Any, match: Match, **more: Any) -> tuple[int, Any]:
    """The action of an agent for the deciding fighter of a match, and its state.

    Raises:
        AgentError: as `query_agent`.
    """
    seen = match.rng_state[None], match.observation[None], match.mask[None]
    row = np.zeros(1, np.intp)
    actions, state = query_agent(agent, match.system, match.battles, *seen, row, **more)
    return int(actions[0]), state


def _actions_of(agent: Any, answer: Any, count: int) -> tuple[np.ndarray, Any]:
    """The actions `[count]` in an agent's answer, as integers, and the state."""
    if not isinstance(answer, tuple) or len(answer) != 2:
        raise AgentError(
            f"{name_of(agent)} must return a tuple of actions and a state from predict, got "
            f"{quote(answer)}"
        )
    try:
        actions = np.asarray(answer[0])
    except (ValueError, TypeError, OverflowError):  # ragged lists, for example
        actions = np.zeros(0)
    if actions.shape != (count,) or actions.dtype.kind not in "iu":
        raise AgentError(
            f"{name_of(agent)} must return an array of integers of shape ({count},), got "
            f"{quote(answer[0])}"
        )
    return actions, answer[1]
