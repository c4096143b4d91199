"""A battle as PettingZoo's parallel interface, for libraries that support only this one.

Letters: `A` actions, `N` the observation's length, `S` slots a side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from ..engine.legality import IllegalAction
from ..engine.system import System
from ..inputs.arguments import Choices, as_action, quote
from ..scenarios.loading import Scenarios
from ..session.match import Match
from ..session.snapshot import PASS
from .aec import agent_ids, begin, observation_space, of_agent, state_space, waiting_mask
from .illegal_actions import IllegalActionHandler, IllegalActions
from .options import Action, Observation, Order, checked_options
from .render_modes import RENDER_MODES, RenderMode, Screen
from .shaping import Shaping

Observations = dict[str, Observation]
Infos = dict[str, dict[str, Any]]


class BattleParallel(ParallelEnv[str, Observation, Action | Order]):
    """A battle in which all agents act at each step, and all but one of them wait.

    One fighter decides at a time. Its mask shows its legal actions; the masks of the others show
    only "wait", action 0, so that every other value is an illegal action of theirs. An agent
    without an action waits. `illegal_actions` says what an illegal action does; a value that is no
    action at all raises `IllegalAction` and changes nothing. If both sides lose by illegal actions
    in one step, the battle is a draw.

    Every info contains `action_mask`, an array `[A]` int8, and the integers `winner` (0 red, 1
    blue, -1 in a draw and before the end), `ending` (0 before the end, then the index of
    `match.ending` in `System.endings`, or -1 after a loss by illegal actions), `rounds`, the number
    of rounds begun, and `illegal_actions`, the number of the agent's illegal actions in this
    battle.

    The arrays from `reset` and `step` belong to the caller. All fighters stay in `agents` until the
    battle ends.

    Attributes:
        match: the battle (`Match`), for replays, descriptions, narration.
        state_space: the space of `state()`.
    """

    observation_spaces: dict[str, spaces.Dict]  # type: ignore[assignment]
    action_spaces: dict[str, spaces.Space[Any]]

    def __init__(
        self,
        system: str | System,
        scenario: Scenarios = None,
        render_mode: RenderMode | None = None,
        max_side: int = 0,
        log: bool = False,
        choices: Choices | tuple[Choices, Choices] = "full",
        memory: int = 0,
        illegal_actions: IllegalActions = "wait",
        shaping: float = 0.0,
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
        self._handler, self._shaping = IllegalActionHandler(illegal_actions), Shaping(shaping)
        self.agents = []

    def observation_space(self, agent: str) -> spaces.Dict:  # type: ignore[override]
        """The agent's observation space, always the same object."""
        return of_agent(self.observation_spaces, agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's action space, always the same object."""
        return of_agent(self.action_spaces, agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Start a battle; seed, options and errors are those of `BattleAEC.reset`."""
        begin(self.match, seed, checked_options(options))
        self.agents = list(self.match.agents)
        self._illegal_actions = dict.fromkeys(self.possible_agents, 0)
        self._shaping.begin(self.match)
        self.screen.follow(self.match)
        return self._look()

    def step(
        self, actions: Mapping[str, Action | Order]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Let all agents act.

        Args:
            actions: an action for each agent.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent; empty dicts when
            the battle is over.

        Raises:
            IllegalAction: a value is no action, or an action is illegal and `illegal_actions` is
                `raise`; nothing was changed.
            ValueError: no battle is in progress, `actions` is not a dict, an agent is not in
                `agents`, or a loaded face was impossible. Nothing was changed.
        """
        if not self.match.agents:
            raise ValueError("no battle is going on: call reset first")
        if not isinstance(actions, Mapping):
            raise ValueError(f"actions must be a dict of agents' actions, got {quote(actions)}")
        if not self.agents and actions:
            raise ValueError("no battle is going on: call reset first")
        for agent in actions:
            if agent not in self.agents:
                raise ValueError(f"there is no agent {quote(agent)}; there are {self.agents}")
            self._check_action(agent, actions[agent])
        if not self.agents:
            return {}, {}, {}, {}, {}
        for agent in self._play(actions):
            self._illegal_actions[agent] += 1
        self.screen.follow(self.match)
        return self._results()

    def _check_action(self, agent: str, action: Any) -> None:
        """Refuse a value that is no action."""
        if as_action(action) is None:
            raise IllegalAction(f"the action of {agent} is a whole number, got {quote(action)}")

    def _play(self, actions: Mapping[str, Any]) -> list[str]:
        """Take the decision of the deciding agent; return the agents with illegal actions."""
        match, handler = self.match, self._handler
        decider = match.agents[match.to_act]
        idle = [one for one in actions if one != decider and as_action(actions[one]) != PASS]
        if idle and handler.mode == "raise":
            raise IllegalAction(
                f"action {quote(actions[idle[0]])} is illegal for {idle[0]}, who is not deciding; "
                f"legal is: {PASS}"
            )
        action = actions.get(decider, PASS)
        illegal = idle if match.is_legal(action) else [*idle, decider]
        if not handler.is_lost(match, [match.agents.index(one) for one in illegal]):
            handler.take(match, action)
        return illegal

    def _results(
        self,
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        match, agents = self.match, self.agents
        observations, infos = self._look()
        is_over = match.to_act < 0
        is_truncated = is_over and match.is_truncated
        more = self._shaping.rewards(match)
        by_side = [more[side] + (match.reward_of(side) if is_over else 0.0) for side in range(2)]
        rewards = {
            agent: by_side[int(fighter >= match.num_red)] for fighter, agent in enumerate(agents)
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

    def _info(
        self, agent: str, mask: npt.NDArray[np.int8], result: dict[str, int]
    ) -> dict[str, Any]:
        illegal = self._illegal_actions[agent]
        return {"action_mask": mask, **result, "illegal_actions": illegal}

    def state(self) -> npt.NDArray[np.float32]:
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
        self._shaping.begin(self.match)
        self._illegal_actions = dict.fromkeys(self.possible_agents, 0)
        self.agents = list(self.match.agents) if self.match.to_act >= 0 else []
        return self._look()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The battle as `render_mode` says: text, pixels `[H, W, 3]` uint8, or the window."""
        return self.screen.show(self.match)

    def close(self) -> None:
        """Close the window, if there is one."""
        self.screen.close()
