"""A battle as PettingZoo's parallel interface, for libraries that support only this one.

Letters: `A` actions, `N` the observation's length, `S` slots a side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from ..engine.system import System
from ..inputs.arguments import as_action, quote, warn_of_illegal_actions
from ..session.match import Match
from .aec import WAIT, agent_ids, begin, observation_space, state_space, waiting_mask
from .render_modes import RENDER_MODES, Screen

Seen = np.ndarray | tuple[np.ndarray, ...]
"""A part of an observation: an array, or the masks of the clauses of a written order."""
Observations = dict[str, dict[str, Seen]]
Infos = dict[str, dict[str, Any]]


class BattleParallel(ParallelEnv[str, Any, Any]):
    """A battle in which all agents act at each step, and all but one of them wait.

    One fighter decides at a time. Its mask shows its legal actions; the masks of the others show
    only "wait", action 0. An illegal or invalid action counts as "wait" and is reported as
    `illegal_action` in the agent's info. The first one gives an `IllegalActionWarning`. An agent
    without an action waits.

    Every info contains `action_mask`, an array `[A]` int8, and the integers `winner` (0 red, 1
    blue, -1 in a draw and before the end), `ending` (0 before the end, then the index of
    `match.ending` in `System.endings`), `rounds`, the number of rounds begun, and
    `illegal_actions`, the number of the agent's illegal actions in this battle.

    The arrays from `reset` and `step` belong to the caller. All fighters stay in `agents` until the
    battle ends.

    Attributes:
        match: the battle (`Match`), for replays, descriptions, narration.
        state_space: the space of `state()`.
    """

    def __init__(
        self,
        system: str | System,
        scenario: Any = None,
        render_mode: str | None = None,
        max_side: int = 0,
        log: bool = False,
        choices: str | tuple[str, str] = "full",
        memory: int = 0,
    ) -> None:
        """Create the environment. Arguments and errors are those of `BattleAEC`."""
        self.match = Match(
            system, scenario, max_side=max_side, log=log, choices=choices, memory=memory
        )
        self.screen = Screen(render_mode)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.match.system.name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 4,
            "is_parallelizable": True,
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
        self._illegal_actions = dict.fromkeys(self.possible_agents, 0)
        self._has_warned = False
        self.agents = []

    def observation_space(self, agent: str) -> Any:
        """The agent's observation space, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The agent's action space, always the same object."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Start a battle; seed, options and errors are those of `BattleAEC.reset`."""
        begin(self.match, seed, options)
        self.agents = list(self.match.agents)
        self._illegal_actions = dict.fromkeys(self.possible_agents, 0)
        self._render_for_humans()
        return self._look()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Let all agents act.

        Args:
            actions: an action for each agent.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent; empty dicts when
            the battle is over.

        Raises:
            ValueError: no battle is in progress, `actions` is not a dict, an agent is not in
                `agents`, or a loaded face was impossible. Nothing was changed.
        """
        if not self.match.agents:
            raise ValueError("no battle is going on: call reset first")
        if not isinstance(actions, Mapping):
            raise ValueError(f"actions must be a dict of agents' actions, got {quote(actions)}")
        for agent in actions:
            if agent not in self.agents:
                raise ValueError(f"there is no agent {quote(agent)}; there are {self.agents}")
        if not self.agents:
            return {}, {}, {}, {}, {}
        illegal = self._play(actions)
        self._note(illegal)
        self._render_for_humans()
        return self._results(illegal)

    def _play(self, actions: Mapping[str, Any]) -> dict[str, Any]:
        """Take the decision of the deciding agent; return the illegal actions by agent."""
        match, illegal = self.match, {}
        decider, mask = match.agents[match.to_act], match.mask
        played = WAIT
        for agent, action in actions.items():
            number = as_action(action)
            if number is not None and agent == decider and 0 <= number < len(mask) and mask[number]:
                played = number
            elif number != WAIT or agent == decider:
                illegal[agent] = action
        match.step(played)
        return illegal

    def _note(self, illegal: Mapping[str, Any]) -> None:
        """Count illegal actions, and warn at the first one."""
        for agent in illegal:
            self._illegal_actions[agent] += 1
        if illegal and not self._has_warned:
            self._has_warned = True
            warn_of_illegal_actions(stacklevel=3)

    def _results(
        self, illegal: Mapping[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        match, agents = self.match, self.agents
        observations, infos = self._look()
        for agent, action in illegal.items():
            infos[agent]["illegal_action"] = action
        is_over = match.to_act < 0
        is_truncated = is_over and match.is_truncated
        rewards = {
            agent: match.reward_of(int(fighter >= match.num_red)) if is_over else 0.0
            for fighter, agent in enumerate(agents)
        }
        if is_over:
            self.agents = []
        terminations = dict.fromkeys(agents, is_over and not is_truncated)
        return observations, rewards, terminations, dict.fromkeys(agents, is_truncated), infos

    def _look(self) -> tuple[Observations, Infos]:
        match = self.match
        result = match.result()
        observations: Observations = {}
        infos: Infos = {}
        for fighter, (agent, seen) in enumerate(
            zip(match.agents, match.observe_all(), strict=True)
        ):
            mask = match.mask.astype(np.int8) if fighter == match.to_act else self._waiting.copy()
            observations[agent] = {"observation": seen, "action_mask": mask}
            infos[agent] = self._info(agent, mask.copy(), result)
        return observations, infos

    def _info(self, agent: str, mask: np.ndarray, result: dict[str, int]) -> dict[str, Any]:
        illegal = self._illegal_actions[agent]
        return {"action_mask": mask, **result, "illegal_actions": illegal}

    def state(self) -> np.ndarray:
        """The knowledge of all fighters together (`Match.state`): `[2 * S * (N + 1)]` float32."""
        return self.match.state()

    def get_state(self) -> bytes:
        """The battle as bytes with a version and a checksum (`Match.get_state`)."""
        return self.match.get_state()

    def set_state(self, state: bytes) -> tuple[Observations, Infos]:
        """Continue from the bytes of `get_state`, of this environment or another.

        Returns:
            Observations and infos by agent, as `reset` does.

        Raises:
            StateError: the bytes cannot be used; nothing was changed.
        """
        self.match.set_state(state)
        self._illegal_actions = dict.fromkeys(self.possible_agents, 0)
        self.agents = list(self.match.agents) if self.match.to_act >= 0 else []
        return self._look()

    def render(self) -> str | np.ndarray | None:
        """The battle as `render_mode` says: text, pixels `[H, W, 3]` uint8, or the window."""
        return self.screen.show(self.match)

    def _render_for_humans(self) -> None:
        if self.render_mode == "human":
            self.screen.show(self.match)

    def close(self) -> None:
        """Close the window, if there is one."""
        self.screen.close()
