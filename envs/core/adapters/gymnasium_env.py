"""One side of a battle as a Gymnasium environment, against an opponent.

Letters: `A` actions, `N` the observation's length.
"""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..engine.battle import NOBODY, SIDES
from ..engine.dice import IDLE
from ..engine.legality import IllegalAction
from ..engine.loops import IDLE_BATTLES
from ..engine.memory_layout import layout_of
from ..engine.system import System, get_system
from ..inputs.arguments import Choices, as_action, checked_seed, quote
from ..scenarios.loading import Scenarios
from ..session.agent_query import choices_for, longest_memory
from ..session.match import Match
from .aec import begin
from .illegal_actions import IllegalActionHandler, IllegalActions
from .opponent import Opponent, Predicts
from .options import BATTLE_OPTIONS, SIDE, Action, LearnerSide, checked_options
from .render_modes import RENDER_MODES, RenderMode, Screen
from .shaping import Shaping

ALTERNATE: Literal["alternate"] = "alternate"


class BattleEnv(gymnasium.Env[npt.NDArray[np.float32], np.int64]):
    """One side of a battle, against an opponent.

    ## Description
    The agent plays all fighters of one side, one decision after the other: the observation is the
    deciding fighter's. Between two of its decisions the opponent plays the other side.
    The rules, windows and actions are those of the system.

    ## Action Space
    `Discrete(A)`; action 0, "wait", is the passing choice of every decision and always legal.
    `info["action_mask"]`, and `action_masks()` for sb3-contrib, show the legal actions.
    `illegal_actions` says what an illegal action does; the first one gives an
    `IllegalActionWarning`, and `info["illegal_actions"]` is their number in the episode. A value
    that is no whole number, such as an array `[1]`, is an error.

    ## Observation Space
    `Box(layout.low, layout.high, (N,), float32)`, the knowledge of the deciding fighter.
    `match.layout` names the numbers, each in [-1, 1] with its own bounds. After the end of the
    battle it is the observation of the fighter who decided last.

    ## Rewards
    +1 when the agent's side wins, -1 when it loses, 0 for a draw and at every other step. `shaping`
    adds a potential-based reward.

    ## Starting State
    A new deployment of the scenario with its random draws, played to the agent's first decision.
    With `side="alternate"` the agent plays red in one episode and blue in the next.
    `reset(options=...)` takes `scenario`, the scenario of this battle; `loaded_dice`, a list of
    faces to use before the generator; and `side`. Other options are ignored with a warning.

    ## Episode End
    Terminated when the battle is won, lost or drawn by the rules; truncated by the round limit,
    and in Platemail by 15 quiet rounds.
    Every `info` contains the integers `winner` (0 red, 1 blue, -1 in a draw and before the end),
    `ending` (0 before the end, then the index of `match.ending` in `System.endings`, or -1 after a
    loss by an illegal action), `rounds`, the number of rounds begun, and `side`, the side that the
    agent plays (0 red, 1 blue).

    ## Arguments
    See `__init__`.

    ## Version History
    * v0: first version
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        system: str | System,
        scenario: Scenarios = None,
        opponent: str | Predicts = "random",
        side: LearnerSide = "red",
        render_mode: RenderMode | None = None,
        max_side: int = 0,
        log: bool = False,
        choices: Choices = "full",
        memory: int = 0,
        illegal_actions: IllegalActions = "wait",
        shaping: float = 0.0,
    ) -> None:
        """Create the environment; `reset` starts a battle.

        Args:
            system: name of the system.
            scenario: name, path or model; from a sequence each `reset` draws one at random.
            opponent: the name of any agent (a heuristic, `search`, a released NPC or the file of
                one, `runs/x`, `path.py:Class`), or an object with `predict` as in
                Stable-Baselines3, which gets batches of one.
            side: the agent's side: `red`, `blue`, or `alternate`, red first.
            render_mode: None, `human` (needs pygame-ce), `ansi` or `rgb_array`.
            max_side: slots a side, 1 to 6; 0 for the number that the scenarios need.
            log: record events, for `match.narrate()` and `render`.
            choices: `full` asks every choice of the book, `quick` fewer, as RULES.md of each system
                says; an opponent that learned with quick choices is asked those.
            memory: number of public events that each fighter remembers, 0 to 8, in a block each at
                the end of the observation; an opponent that learned with a memory has its own.
            illegal_actions: `raise` raises `IllegalAction`; `wait` plays action 0, `random` a
                random legal action, and `lose` ends the battle as a loss of the agent's side.
            shaping: weight of the potential-based reward (`Shaping`), 0 for none; never use it in
                evaluation.

        Raises:
            FileNotFoundError: the opponent is a file that does not exist.
            ImportError: the packages that the opponent needs are not installed.
            KeyError: unknown system or opponent.
            ScenarioError: the scenario cannot be used.
            TypeError: the opponent is neither a name nor has `predict`.
            ValueError: `max_side` is too small or not the opponent's, the opponent cannot be used,
                `memory` is out of range, `shaping` is no finite number, or `side`, `render_mode`,
                `choices` or `illegal_actions` is unknown.
        """
        self._handler, self._shaping = IllegalActionHandler(illegal_actions), Shaping(shaping)
        self.opponent = Opponent(get_system(system), opponent)
        longest = longest_memory(memory, self.opponent.agent)
        self.match = Match(
            system, scenario, max_side=max_side, log=log, choices=choices, memory=longest
        )
        self.choices = choices
        self.screen = Screen(render_mode)
        self.render_mode = render_mode
        self.opponent.check_slots(self.match.max_side)
        self.side = checked_side(side)
        layout = layout_of(self.match.system, self.match.max_side, memory)
        self.observation_space = spaces.Box(layout.low, layout.high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.match.num_actions)
        self._length = layout.length
        self._next_side = 0
        self._mine = 0
        self._decided_last = 0
        self._count = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Start a battle and play to the agent's first decision.

        Battles that end before the agent's first decision are skipped.

        Args:
            seed: seed of the dice; None continues with the current state of the dice.
            options: see Starting State.

        Returns:
            Observation `[N]` and info.

        Raises:
            AgentError: the opponent failed; its message names it.
            RuntimeError: the agent's side never decides in this scenario.
            ScenarioError: the scenario cannot be used.
            ValueError: the seed or the side is invalid, the scenario is too large, or a loaded face
                was impossible.
        """
        super().reset(seed=checked_seed(seed))
        chosen = checked_options(options, (*BATTLE_OPTIONS, SIDE))
        side = checked_side(chosen.get(SIDE, self.side))
        next_side = 0 if seed is not None else self._next_side
        mine = next_side if side == ALTERNATE else SIDES.index(side)
        theirs = choices_for(self.opponent.agent, self.choices)
        self.match.set_choices((self.choices, theirs) if mine == 0 else (theirs, self.choices))
        begin(self.match, seed, chosen)
        self._count = 0
        self._mine, self._next_side = mine, 1 - next_side
        self.opponent.forget()
        self._play_opponent()
        for _ in range(IDLE_BATTLES):
            if self.match.to_act >= 0:
                break
            self.match.reset(scenario=chosen.get("scenario"))
            self.opponent.forget()
            self._play_opponent()
        if self.match.to_act < 0:
            raise RuntimeError(IDLE)
        self._shaping.begin(self.match)
        self.screen.follow(self.match)
        return self._look(), self._info()

    def step(
        self, action: Action
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Take a decision, and let the opponent play until the next one or the end.

        Args:
            action: an action of the deciding fighter.

        Returns:
            Observation `[N]`, reward, terminated, truncated, info.

        Raises:
            AgentError: the opponent failed; its message names it.
            IllegalAction: the action is no whole number, or illegal with
                `illegal_actions="raise"`; nothing was changed.
            ValueError: no battle is in progress, or a loaded face was impossible.
        """
        match, decides = self.match, self.match.to_act
        if decides >= 0 and self._side_of(decides) != self._mine:
            raise ValueError("the opponent failed in its turn: call reset first")
        if decides >= 0 and as_action(action) is None:
            raise IllegalAction(f"an action is a whole number, got {quote(action)}")
        is_legal = self._handler.take(match, action)
        self._count += not is_legal
        self._decided_last = decides
        if match.to_act >= 0:
            self._play_opponent()
        is_over = match.to_act < 0
        is_truncated = is_over and match.is_truncated
        reward = self._shaping.rewards(match)[self._mine]
        if is_over:
            reward += match.reward_of(self._mine)
        self.screen.follow(self.match)
        return self._look(), reward, is_over and not is_truncated, is_truncated, self._info()

    def _play_opponent(self) -> None:
        match = self.match
        while match.to_act >= 0 and self._side_of(match.to_act) != self._mine:
            match.step(self.opponent.choose(match))

    def _side_of(self, fighter: int) -> int:
        return int(fighter >= self.match.num_red)

    def _look(self) -> npt.NDArray[np.float32]:
        match = self.match
        decides = match.to_act if match.to_act != NOBODY else self._decided_last
        return match.observe(decides)[: self._length]

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.match.mask.astype(np.int8),
            **self.match.result(),
            "illegal_actions": self._count,
            "side": self._mine,
        }

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions of the deciding fighter: a new array `[A]` bool, as in sb3-contrib.

        Raises:
            ValueError: no battle has begun.
        """
        if not self.match.agents:
            raise ValueError("no battle is going on: call reset first")
        return self.match.mask.copy()

    def get_state(self) -> bytes:
        """The battle as bytes with a version and a checksum (`Match.get_state`)."""
        return self.match.get_state()

    def set_state(self, state: bytes) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Continue from the bytes of `get_state`; the agent plays the side that decides there.

        Returns:
            Observation and info, as `reset` does.

        Raises:
            StateError: the bytes cannot be used; nothing was changed.
        """
        self.match.set_state(state)
        if self.match.to_act >= 0:
            self._mine = self._side_of(self.match.to_act)
        self._decided_last = self._count = 0
        self._shaping.begin(self.match)
        self.opponent.forget()
        return self._look(), self._info()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The battle as `render_mode` says: text, pixels `[H, W, 3]` uint8, or the window."""
        return self.screen.show(self.match)

    def close(self) -> None:
        """Close the window, if there is one."""
        self.screen.close()


def checked_side(side: Any) -> LearnerSide:
    """The side, after a check of its name.

    Raises:
        ValueError: "side must be one of ...".
    """
    if not isinstance(side, str) or side not in (*SIDES, ALTERNATE):
        raise ValueError(f"side must be one of {(*SIDES, ALTERNATE)}, got {quote(side)}")
    return side
