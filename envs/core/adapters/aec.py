"""A battle as PettingZoo's turn-based interface (AEC).

Letters: `A` actions, `N` the observation's length, `S` slots a side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast, overload

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ..engine.battle import NOBODY, SIDES
from ..engine.system import System
from ..inputs.arguments import Choices, as_action, quote
from ..scenarios.loading import Scenarios
from ..session.match import Match
from ..session.snapshot import PASS
from .illegal_actions import IllegalActionHandler, IllegalActions
from .options import Action, Observation, checked_options
from .render_modes import RENDER_MODES, RenderMode, Screen
from .shaping import Shaping

Seen = TypeVar("Seen")
Value = TypeVar("Value")
Last = tuple[Seen, float, bool, bool, dict[str, Any]]
"""Observation, rewards since its last action, whether it is terminated or truncated, info."""


def agent_ids(match: Match) -> list[str]:
    """The ids of all fighters that can appear, red first."""
    return [
        f"{side}_{number}"
        for side, room in zip(SIDES, match.room, strict=True)
        for number in range(room)
    ]


def observation_space(match: Match) -> spaces.Dict:
    """`{"observation": [N] float32, "action_mask": [A] int8}`; a new space."""
    layout = match.layout
    return spaces.Dict(
        {
            "observation": spaces.Box(layout.low, layout.high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (match.num_actions,), np.int8),
        }
    )


def state_space(match: Match) -> spaces.Box:
    """The space of `Match.state`: the bounds of each row, and whether its fighter decides."""
    slots, layout = 2 * match.max_side, match.layout
    low, high = np.append(layout.low, np.float32(0)), np.append(layout.high, np.float32(1))
    return spaces.Box(np.tile(low, slots), np.tile(high, slots), dtype=np.float32)


def waiting_mask(match: Match) -> npt.NDArray[np.int8]:
    """The mask of a fighter who is not deciding: a new array `[A]` int8."""
    mask = np.zeros(match.num_actions, np.int8)
    mask[PASS] = 1
    return mask


def of_agent(by_agent: Mapping[str, Value], agent: str) -> Value:
    """The value of an agent.

    Raises:
        KeyError: there is no such agent.
    """
    if agent not in by_agent:
        raise KeyError(f"there is no agent {quote(agent)}; there are {[*by_agent]}")
    return by_agent[agent]


def begin(match: Match, seed: int | None, options: Mapping[str, Any]) -> int:
    """Reset a match with the options of an interface's `reset`.

    Args:
        match: the match.
        seed: see `Match.reset`.
        options: from `checked_options`.

    Raises:
        ValueError: as `Match.reset`.
    """
    faces = options.get("loaded_dice")
    return match.reset(
        seed, scenario=options.get("scenario"), loaded_dice=() if faces is None else faces
    )


class BattleAEC(AECEnv[str, Observation, Action | None]):
    """A battle between agents who are selected one after the other.

    The deciding fighter is selected, once for each of its decisions, so the order is irregular. All
    fighters stay in `agents` until the battle ends: a fallen fighter is not selected, but may be
    healed. `illegal_actions` says what an illegal action does; a value that is no action at all
    raises `IllegalAction` and changes nothing.

    Every entry of `infos` contains `action_mask`, an array `[A]` int8, and the integers `winner`
    (0 red, 1 blue, -1 in a draw and before the end), `ending` (0 before the end, then the index of
    `match.ending` in `System.endings`, or -1 after a loss by an illegal action), `rounds`, the
    number of rounds begun, and `illegal_actions`, the number of the agent's illegal actions in this
    battle.

    The arrays from `observe` and `last` belong to the caller. The deciding agent's entry in `infos`
    is new with each decision; the entries of the others are kept, and only their `rounds` change.

    Attributes:
        match: the battle (`Match`), for replays, descriptions, narration.
        state_space: the space of `state()`.
    """

    observation_spaces: dict[str, spaces.Dict]  # type: ignore[assignment]
    action_spaces: dict[str, spaces.Discrete]  # type: ignore[assignment]

    def __init__(
        self,
        system: str | System,
        scenario: Scenarios = None,
        render_mode: RenderMode | None = None,
        max_side: int = 0,
        log: bool = False,
        choices: Choices | tuple[Choices, Choices] = "full",
        memory: int = 0,
        illegal_actions: IllegalActions = "raise",
        shaping: float = 0.0,
    ) -> None:
        """Create the environment; `reset` starts a battle.

        Args:
            system: name of the system.
            scenario: name, path or model; from a sequence each `reset` draws one at random.
            render_mode: None, `human` (needs pygame-ce), `ansi` or `rgb_array`.
            max_side: slots a side, 1 to 6; 0 for the number that the scenarios need.
            log: record events, for `match.narrate()` and `render`.
            choices: `full` asks every choice of the book, `quick` fewer, as RULES.md of each system
                says; a pair gives red and blue their own.
            memory: number of public events that each fighter remembers, 0 to 8, in a block each at
                the end of its observations.
            illegal_actions: `raise` raises `IllegalAction`; `wait` plays action 0, `random` a
                random legal action, and `lose` ends the battle as a loss of the agent's side.
            shaping: weight of the potential-based reward (`Shaping`), 0 for none; never use it in
                evaluation.

        Raises:
            KeyError: unknown system.
            ScenarioError: the scenario cannot be used.
            ValueError: `max_side` is too small, `render_mode`, `choices` or `illegal_actions` is
                unknown, `memory` is out of range, or `shaping` is no finite number.
        """
        super().__init__()
        self.match = Match(
            system, scenario, max_side=max_side, log=log, choices=choices, memory=memory
        )
        self.screen = Screen(render_mode)
        self.render_mode = render_mode
        self._handler, self._shaping = IllegalActionHandler(illegal_actions), Shaping(shaping)
        self.metadata = {
            "name": f"{self.match.system.name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 4,
            # PettingZoo's converter lets every agent act once, in a fixed order, before a step. The
            # order here is irregular; `parallel_env` is the parallel interface.
            "is_parallelizable": False,
        }
        self.possible_agents = agent_ids(self.match)
        self.observation_spaces = {
            agent: observation_space(self.match) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.match.num_actions) for agent in self.possible_agents
        }
        self.state_space = state_space(self.match)
        self._waiting = waiting_mask(self.match)
        self._fighters: dict[str, int] = {}
        self._to_act = NOBODY
        self.agents = []

    def observation_space(self, agent: str) -> spaces.Dict:  # type: ignore[override]
        """The agent's observation space, always the same object."""
        return of_agent(self.observation_spaces, agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The agent's action space, always the same object."""
        return of_agent(self.action_spaces, agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a battle.

        Args:
            seed: seed of the dice; None continues with the current state of the dice.
            options: `scenario`, the scenario of this battle, within `max_side`; `loaded_dice`, a
                list of faces to use before the generator. Other options are ignored with a
                warning.

        Raises:
            ScenarioError: the scenario cannot be used.
            ValueError: the seed is invalid, an option is misspelled, the scenario is too large, or
                a loaded face was impossible.
        """
        begin(self.match, seed, checked_options(options))
        self._begin()
        self.screen.follow(self.match)

    def _begin(self) -> None:
        """Set all attributes that PettingZoo requires, from the match."""
        names = self.match.agents
        self.agents = list(names)
        self.rewards = dict.fromkeys(names, 0.0)
        self._cumulative_rewards = dict.fromkeys(names, 0.0)
        self.terminations = dict.fromkeys(names, False)
        self.truncations = dict.fromkeys(names, False)
        self._shaping.begin(self.match)
        result = self.match.result()
        self._rounds = result["rounds"]
        self._idle: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._waiting.copy(), **result, "illegal_actions": 0}
            for agent in names
        }
        self.infos = dict(self._idle)
        self._skip_agent_selection: Any = None
        self._fighters = {agent: fighter for fighter, agent in enumerate(names)}
        self._to_act = self.match.to_act
        if self._to_act >= 0:
            self._select()
        else:
            self._end()

    def _select(self) -> None:
        result = self.match.result()
        if result["rounds"] != self._rounds:
            self._rounds = result["rounds"]
            for info in self._idle.values():
                info["rounds"] = self._rounds
        self.agent_selection = agent = self.match.agents[self._to_act]
        mask, illegal = self.match.mask.astype(np.int8), self._idle[agent]["illegal_actions"]
        self.infos[agent] = {"action_mask": mask, **result, "illegal_actions": illegal}

    def _end(self) -> None:
        """End the battle: +1 for the agents of the winning side, -1 for the others, 0 in a draw."""
        match, self._to_act = self.match, NOBODY
        result, is_truncated = match.result(), match.is_truncated
        for agent in match.agents:
            self.terminations[agent] = not is_truncated
            self.truncations[agent] = is_truncated
            self.infos[agent] = self._idle[agent] | result | {"action_mask": self._waiting.copy()}
        self._reward(match.reward_of(0), match.reward_of(1))
        self.agent_selection = self.agents[0]

    def _reward(self, red: float, blue: float) -> None:
        """Give each agent the reward of its side, and what shaping adds to it."""
        more = self._shaping.rewards(self.match)
        for fighter, agent in enumerate(self.match.agents):
            is_red = fighter < self.match.num_red
            self.rewards[agent] = red + more[0] if is_red else blue + more[1]
        self._accumulate_rewards()

    def step(self, action: Action | None) -> None:
        """Take the selected agent's decision; None for an agent whose battle is over.

        Raises:
            IllegalAction: the value is no action, or `infos` does not allow it and
                `illegal_actions` is `raise`; nothing was changed.
            ValueError: no battle is in progress, a loaded face was impossible (nothing was
                changed), or the action is not None for an agent whose battle is over.
        """
        if not self.agents:
            raise ValueError("no battle is going on: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._take(agent, action)
        self._follow(agent)
        self.screen.follow(self.match)

    def _take(self, agent: str, action: Any) -> None:
        number = as_action(action)
        if number is None or not 0 <= number < self.match.num_actions:
            self.match.step(action)  # raises the error
        if not self._handler.take(self.match, number):
            self._idle[agent]["illegal_actions"] += 1

    def _follow(self, agent: str) -> None:
        """Select the next agent, or end the battle, after an agent's decision."""
        self._to_act = self.match.to_act
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = self._idle[agent]
        if self._to_act < 0:
            self._end()
            return
        self._select()
        if self._shaping.weight:
            self._reward(0.0, 0.0)

    def forfeit(self) -> None:
        """End the battle as a loss of the selected agent's side: -1 for it, +1 for the other side.

        `ending` in the infos is `FORFEIT`, -1. The battle's record and the result of `get_state`
        stay at the current decision.

        Raises:
            ValueError: no battle is in progress.
        """
        if not self.agents or self._to_act < 0:
            raise ValueError("no battle is going on: call reset first")
        self.match.forfeit(int(self._to_act < self.match.num_red))
        self._follow(self.agent_selection)

    @overload  # type: ignore[override]
    def last(self, observe: Literal[True] = True) -> Last[Observation]: ...

    @overload
    def last(self, observe: bool) -> Last[Observation | None]: ...

    def last(self, observe: bool = True) -> Last[Observation | None]:
        """The selected agent's observation (None if not `observe`), reward, ends and info.

        Raises:
            ValueError: no battle is in progress.
        """
        if not self.agents:
            raise ValueError("no battle is going on: call reset first")
        return super().last(observe)

    def observe(self, agent: str) -> Observation:
        """The observation and the mask of an agent: new arrays.

        Raises:
            KeyError: there is no such agent in the battle.
        """
        match = self.match
        fighter = of_agent(self._fighters, agent)
        if fighter == self._to_act:
            return {
                "observation": match.observation.copy(),
                "action_mask": match.mask.astype(np.int8),
            }
        return {"observation": match.observe(fighter), "action_mask": self._waiting.copy()}

    def state(self) -> npt.NDArray[np.float32]:
        """The knowledge of all fighters together (`Match.state`): `[2 * S * (N + 1)]` float32."""
        return self.match.state()

    def get_state(self) -> bytes:
        """The battle as bytes with a version and a checksum (`Match.get_state`)."""
        return self.match.get_state()

    def set_state(self, state: bytes) -> None:
        """Continue from the bytes of `get_state`, of this environment or another.

        After the state of a battle that is over, each agent still has to step with None.

        Raises:
            StateError: the bytes cannot be used; nothing was changed.
        """
        self.match.set_state(state)
        self._begin()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The battle as `render_mode` says: text, pixels `[H, W, 3]` uint8, or the window."""
        return self.screen.show(self.match)

    def close(self) -> None:
        """Close the window, if there is one."""
        self.screen.close()


class EnforceOrder(OrderEnforcingWrapper[str, Observation, Action | None]):
    """PettingZoo's wrapper, which here accepts `set_state` in place of `reset`."""

    def __str__(self) -> str:
        return str(self.env)

    def set_state(self, state: bytes) -> None:
        """Continue from a state; see `BattleAEC.set_state`."""
        self.env.set_state(state)  # type: ignore[attr-defined]
        self._has_reset = True
        self._has_updated = True


def wrap(env: BattleAEC) -> BattleAEC:
    """Wrap an environment so that calls before `reset` are refused.

    To type checkers the result is a `BattleAEC`, since the wrapper has all its attributes.
    """
    return cast(BattleAEC, EnforceOrder(env))
