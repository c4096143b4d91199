"""One side of a battle as a Gymnasium environment, against an opponent.

Letters: `A` actions, `N` the observation's length.
"""

from __future__ import annotations

from operator import index
from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium import spaces

from .aec import WAIT, begin
from .battle import NOBODY, SIDES
from .loops import choose_in_battle
from .match import Match
from .screen import RENDER_MODES, Screen
from .system import System, random_choice
from .vector import find_policy

ALTERNATE = "alternate"


class Predicts(Protocol):
    """Anything that chooses, as in Stable-Baselines3: here always for a batch of one.

    If it has a method `watch(battles, words)`, as agents that read the record do, that is called
    before with the battle, array `[1]`, and the dice of the opponent, `[1, 4]` uint32.
    """

    def predict(
        self, observation: np.ndarray, *, action_masks: np.ndarray, **more: Any
    ) -> tuple[np.ndarray, Any]:
        """Actions `[1]` for observations `[1, N]` and masks `[1, A]` bool, and a state."""


class Opponent:
    """Who plays the other side: a compiled heuristic, or an object that predicts."""

    def __init__(self, system: System, who: str | Predicts) -> None:
        """Find the opponent.

        Args:
            system: the system.
            who: `random`, the name of another compiled heuristic of the system, or an object.

        Raises:
            KeyError: no such heuristic; the message gives the nearest ones.
            TypeError: an object without `predict`.
        """
        self.policy: int | None = None
        self.who = who
        if isinstance(who, str):
            # Random choice needs no heuristics, which take long to compile.
            self.policy = None if who == "random" else find_policy(system, who)
        elif not callable(getattr(who, "predict", None)):
            raise TypeError(f"an opponent is a name or has a method predict, got {who!r}")
        self.forget()

    def forget(self) -> None:
        """A new battle begins."""
        self.state: Any = None
        self.is_first = True

    def choose(self, match: Match) -> int:
        """The action for the fighter who decides."""
        if self.policy is not None:
            return choose_in_battle(match.battles, 0, self.policy, match.mask, match.words)
        if isinstance(self.who, str):
            return int(random_choice(match.mask, match.words))
        if hasattr(self.who, "watch"):
            self.who.watch(match.battles, match.words[None])
        actions, self.state = self.who.predict(
            match.observation[None].copy(),
            state=self.state,
            episode_start=np.array([self.is_first]),
            deterministic=False,
            action_masks=match.mask[None].copy(),
        )
        self.is_first = False
        return int(np.asarray(actions).reshape(-1)[0])


class BattleEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One side of a battle, against an opponent.

    ## Description
    The agent plays all fighters of one side, one decision after the other: the observation is that
    of the fighter who decides. Between two of its decisions the opponent plays the other side.
    The rules, windows and actions are those of the system.

    ## Action Space
    `Discrete(A)`; action 0, "wait", is the passing choice of every decision and always legal. What
    else is legal shows in `info["action_mask"]` and in `action_masks()`, as sb3-contrib expects it.
    An illegal action is played as "wait" and stands in `info["illegal_action"]`.

    ## Observation Space
    `Box(-1, 1, (N,), float32)`, what the deciding fighter may know. `match.layout` names the
    numbers. After the end of the battle it is what the fighter who decided last sees.

    ## Rewards
    +1 when the agent's side wins, -1 when it loses, 0 for a draw and at every other step.

    ## Starting State
    A new deployment of the scenario with its random draws, played to the agent's first decision.
    With `side="alternate"` the agent plays red in one episode and blue in the next.
    `reset(options=...)` takes `scenario`, another one for this battle; `loaded_dice`, a list of
    faces to use before the generator; `side`. Other options are ignored.

    ## Episode End
    Terminated when the battle is won, lost or drawn by the rules; truncated by the round limit.
    The last `info` holds `winner` ("red", "blue" or None) and `ending`. `info["side"]` says which
    side the agent plays.

    ## Arguments
    See `__init__`.

    ## Version History
    * v0: first version
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        system: str | System,
        scenario: Any = "duel",
        opponent: str | Predicts = "random",
        side: str = "red",
        render_mode: str | None = None,
        max_side: int = 0,
        log: bool = False,
        illegal_actions: str = "wait",
    ) -> None:
        """Prepare battles; `reset` begins one.

        Args:
            system: name of the system.
            scenario: name, path or model; of a sequence each `reset` draws one at random.
            opponent: `random`, the name of a compiled heuristic, or an object with `predict` as in
                Stable-Baselines3, which is given batches of one.
            side: the agent's: `red`, `blue`, or `alternate`, red first.
            render_mode: None, `human` (needs pygame-ce), `ansi` or `rgb_array`.
            max_side: slots a side, 1 to 6; 0 means what the scenarios need.
            log: record what happens, so that `match.narrate()` can tell it and `render` shows it.
            illegal_actions: `wait` plays them as "wait", `raise` raises `IllegalAction`.

        Raises:
            KeyError: unknown system or heuristic.
            ScenarioError: the scenario cannot be used.
            TypeError: the opponent is neither a name nor has `predict`.
            ValueError: `max_side` does not suffice, or no such side, `render_mode` or
                `illegal_actions`.
        """
        if illegal_actions not in ("wait", "raise"):
            raise ValueError(f"illegal_actions must be 'wait' or 'raise', got {illegal_actions!r}")
        self.match = Match(system, scenario, max_side=max_side, log=log)
        self.screen = Screen(render_mode)
        self.render_mode = render_mode
        self.opponent = Opponent(self.match.system, opponent)
        self.side = checked_side(side)
        self.illegal_actions = illegal_actions
        self.observation_space = spaces.Box(-1.0, 1.0, (self.match.layout.length,), np.float32)
        self.action_space = spaces.Discrete(self.match.num_actions)
        self._next_side = 0
        self._mine = 0
        self._decided_last = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a battle and play to the agent's first decision.

        Battles that end before the agent decides anything are passed over.

        Args:
            seed: of the dice; None goes on with the dice as they are.
            options: see Starting State.

        Returns:
            Observation `[N]` and info.

        Raises:
            ScenarioError: the scenario cannot be used.
            ValueError: no room for the scenario, no such side, or a loaded face was impossible.
        """
        super().reset(seed=seed)
        side = checked_side((options or {}).get("side", self.side))
        begin(self.match, seed, options)
        if seed is not None:
            self._next_side = 0
        self._mine = self._next_side if side == ALTERNATE else SIDES.index(side)
        self._next_side = 1 - self._next_side
        self.opponent.forget()
        self._play_opponent()
        while self.match.to_act < 0:
            self.match.reset(scenario=(options or {}).get("scenario"))
            self.opponent.forget()
            self._play_opponent()
        self._render_for_humans()
        return self._look(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take a decision, and let the opponent play until the next one or the end.

        Args:
            action: an action of the fighter who decides.

        Returns:
            Observation `[N]`, reward, terminated, truncated, info.

        Raises:
            IllegalAction: only with `illegal_actions="raise"`, or of the opponent.
            ValueError: the battle is over, or a loaded face was impossible.
        """
        match = self.match
        self._decided_last = match.to_act
        is_played = self.illegal_actions == "raise" or self._is_legal(action)
        match.step(action if is_played else WAIT)
        if match.to_act >= 0:
            self._play_opponent()
        is_over = match.to_act < 0
        is_truncated = is_over and match.is_truncated
        info = self._info()
        if not is_played:
            info["illegal_action"] = action
        if is_over:
            info.update(winner=match.winner, ending=match.ending)
        self._render_for_humans()
        reward = match.reward_of(self._mine) if is_over else 0.0
        return self._look(), reward, is_over and not is_truncated, is_truncated, info

    def _is_legal(self, action: Any) -> bool:
        try:
            number = index(action)
        except TypeError:
            return False
        return 0 <= number < self.match.num_actions and bool(self.match.mask[number])

    def _play_opponent(self) -> None:
        match = self.match
        while match.to_act >= 0 and self._side_of(match.to_act) != self._mine:
            match.step(self.opponent.choose(match))

    def _side_of(self, fighter: int) -> int:
        return int(fighter >= self.match.num_red)

    def _look(self) -> np.ndarray:
        match = self.match
        if match.to_act != NOBODY:
            return match.observation.copy()
        return match.observe(self._decided_last)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.match.mask.astype(np.int8), "side": SIDES[self._mine]}

    def action_masks(self) -> np.ndarray:
        """What the deciding fighter may do: a new array `[A]` bool, as sb3-contrib expects."""
        return self.match.mask.copy()

    def get_state(self) -> bytes:
        """The battle as bytes with a version and a checksum (`Match.get_state`)."""
        return self.match.get_state()

    def set_state(self, state: bytes) -> tuple[np.ndarray, dict[str, Any]]:
        """Go on from the bytes of `get_state`; the side that decides there is the agent's.

        Returns:
            Observation and info, as `reset` does.

        Raises:
            StateError: the bytes cannot be used; nothing was changed.
        """
        self.match.set_state(state)
        if self.match.to_act >= 0:
            self._mine = self._side_of(self.match.to_act)
        self.opponent.forget()
        return self._look(), self._info()

    def render(self) -> Any:
        """The battle as `render_mode` asks for: text, pixels `[H, W, 3]` uint8, or the window."""
        return self.screen.show(self.match)

    def _render_for_humans(self) -> None:
        if self.render_mode == "human":
            self.screen.show(self.match)

    def close(self) -> None:
        """Close the window, if there is one."""
        self.screen.close()


def checked_side(side: Any) -> str:
    """The side, if there is such a side.

    Raises:
        ValueError: "side must be one of ...".
    """
    if side not in (*SIDES, ALTERNATE):
        raise ValueError(f"side must be one of {(*SIDES, ALTERNATE)}, got {side!r}")
    return side
