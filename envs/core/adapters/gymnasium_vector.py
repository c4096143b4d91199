"""Many battles as one Gymnasium vector environment: one side of each, against an opponent.

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..engine.battle import NOBODY, SIDES
from ..engine.dice import IDLE
from ..engine.loops import EXTERNAL, IDLE_BATTLES, observe_one_each
from ..engine.one_side import STANDING, OneSide, close_battles, note_step
from ..engine.system import System, get_system
from ..inputs.arguments import Choices, checked_seed, quote, seed_or_entropy
from ..scenarios.loading import Scenarios
from ..session.agent_query import choices_for, longest_memory, query_agent
from .gymnasium_env import ALTERNATE, checked_side
from .illegal_actions import IllegalActions
from .opponent import Opponent, Predicts
from .options import BATTLE_OPTIONS, SIDE, LearnerSide, checked_options
from .vector import BattleVector

MASKS = tuple(f"_{name}" for name in STANDING)
"""The masks `[B]` bool of these integers in `final_info`."""
ALIKE = ("action_space", "observation_space", "render_mode", "spec")
"""The attributes that all battles have in common."""


class BattleVectorEnv(VectorEnv[npt.NDArray[np.float32], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """One side of many battles, each against the same opponent: `BattleEnv`, batched.

    A battle that ends is deployed again in the same step (`AutoresetMode.SAME_STEP`): the
    observation is then the first one of the next battle, and the infos hold the last one.
    Heuristics play inside the compiled step, all other opponents in batches.

    Infos hold arrays: `action_mask` `[B, A]` int8 of the deciding fighters; and integers `[B]`:
    `winner` (-1 before the end), `ending` (0 before the end), `rounds`, `illegal_actions` and
    `side` (0 red, 1 blue) of this battle, as in `BattleEnv`. They stand in the infos of every
    battle, so there are no masks `_winner` and so on; `final_info` has them. In a step in which
    battles end they also hold, as in Gymnasium's own vectors, `final_obs`, an object array `[B]`
    with the last observation of these battles and None elsewhere, the dict `final_info` of arrays
    with the integers of the battles that ended, and the masks `_final_obs` and `_final_info`, `[B]`
    bool.

    Attributes:
        vector: the battles.
        learner_side: Array `[B]` int8: the side that the caller plays.
        opponent: the player of the other side.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }
    autoreset_mode = AutoresetMode.SAME_STEP  # where TorchRL looks for it, as in `SyncVectorEnv`

    def __init__(
        self,
        system: str | System,
        num_envs: int = 1,
        scenario: Scenarios = None,
        opponent: str | Predicts = "random",
        side: LearnerSide = ALTERNATE,
        *,
        max_side: int = 0,
        choices: Choices = "full",
        memory: int = 0,
        illegal_actions: IllegalActions = "wait",
        shaping: float = 0.0,
        threads: int = 1,
        copy: bool = True,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
    ) -> None:
        """Create the battles; `reset` starts them.

        Args:
            system: name of the system.
            num_envs: number of battles `B`, at least 1.
            scenario: name, path or model; from a sequence each battle draws one at random.
            opponent: the name of any agent, or an object with `predict`, as for `BattleEnv`; it
                gets batches, and neither `state` nor `episode_start`: an opponent with a recurrent
                state needs `BattleEnv`.
            side: the caller's side: `red`, `blue`, or `alternate`: half of the battles begin with
                each side, and each changes sides with every battle.
            max_side: slots a side, 1 to 6; 0 for the number that the scenarios need.
            choices: `full` asks every choice of the book, `quick` fewer; an opponent that learned
                with other choices is asked those, unless the sides alternate.
            memory: number of public events that each fighter remembers, 0 to 8.
            illegal_actions: `raise` raises `IllegalAction`; `wait` plays action 0, `random` a
                random legal action, and `lose` ends the battle as a loss of the caller's side.
            shaping: weight of the potential-based reward, 0 for none; never use it in evaluation.
            threads: number of threads that share the battles.
            copy: False lends the arrays of observations and masks, which the next step overwrites.
            autoreset_mode: `SAME_STEP`; other modes need `vectorization_mode="sync"`.

        Raises:
            FileNotFoundError: the opponent is a file that does not exist.
            ImportError: the packages that the opponent needs are not installed.
            KeyError: unknown system or opponent.
            ScenarioError: the scenario cannot be used.
            TypeError: the opponent is neither a name nor has `predict`.
            ValueError: an argument is out of range, or the opponent needs other slots, choices or a
                longer memory.
        """
        _check_mode(autoreset_mode)
        self.side, self.copy = checked_side(side), copy
        self.opponent = Opponent(get_system(system), opponent)
        by_side = self._choices_by_side(choices)
        self.vector = BattleVector(
            system, num_envs, scenario, opponents=(None, None), threads=threads,
            max_side=max_side, choices=by_side, memory=memory, illegal_actions=illegal_actions,
            shaping=shaping,
        )  # fmt: skip
        self._check_opponent(opponent)
        layout, self.num_envs = self.vector.layout, self.vector.num_envs
        self.single_observation_space = spaces.Box(layout.low, layout.high, dtype=np.float32)
        self.single_action_space = spaces.Discrete(self.vector.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.render_mode = None
        self._allocate()
        self._has_reset = self._has_begun = False

    def _allocate(self) -> None:
        """Make the arrays of the caller's side."""
        count = self.num_envs
        self.learner_side, self._decided_last = np.zeros((2, count), np.int8)
        self._illegal, self._fresh = np.zeros((2, count), np.int64)
        self._rewards = np.zeros(count)
        self._terminated, self._truncated = np.zeros((2, count), np.bool_)
        self._noted = OneSide(
            self.learner_side, self._illegal, self._rewards, self._terminated, self._truncated
        )

    def _choices_by_side(self, choices: Choices) -> Choices | tuple[Choices, Choices]:
        """The choices of red and blue: the caller's and the opponent's own.

        Raises:
            ValueError: the opponent's differ, and the sides alternate: a battle begins with the
                choices of the battle before.
        """
        agent = self.opponent.agent
        theirs: Any = choices_for(agent) if hasattr(agent, "choices") else choices
        if theirs == choices:
            return choices
        if self.side == ALTERNATE:
            raise ValueError(
                f"the opponent {quote(self.opponent.who)} plays {theirs} choices: give "
                f"choices={theirs!r}, or side='red' or side='blue'"
            )
        return (choices, theirs) if self.side == SIDES[0] else (theirs, choices)

    def _check_opponent(self, who: Any) -> None:
        """Refuse an opponent whose slots or memory are not those of the battles."""
        vector, agent = self.vector, self.opponent.agent
        self.opponent.check_slots(vector.max_side)
        if agent is not None and longest_memory(0, agent) > vector.memory:
            raise ValueError(
                f"the opponent {quote(who)} remembers more: give memory={longest_memory(0, agent)}"
            )

    # --- Gymnasium's interface --------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Start all battles and play to the caller's first decisions.

        Args:
            seed: seed of all battles: battle `i` gets its `i`-th stream, whatever `B` is; None
                continues with the current state of the dice, at first with fresh entropy.
            options: None or empty; others than those of `BattleEnv` are ignored with a warning.

        Returns:
            Observations `[B, N]` float32, and infos.

        Raises:
            AgentError: the opponent failed; its message names it.
            RuntimeError: the caller's side never decides in this scenario.
            ValueError: the seed is invalid, or an option is one of `BattleEnv` or misspelled.
        """
        names = (*BATTLE_OPTIONS, SIDE)
        for name in checked_options(options, names):
            if name in names:
                raise ValueError(
                    f"the reset of many battles takes no {name}: scenario and side are arguments "
                    "of make_vec, and loaded_dice is an option of single environments"
                )
        if seed is not None or not self._has_begun:
            alternating = np.arange(self.num_envs) % len(SIDES)
            begins = alternating if self.side == ALTERNATE else SIDES.index(self.side)
            self.learner_side[:] = begins
        self._assign(self.vector.controllers, self.learner_side)
        self._assign(self.vector.next_controllers, self._next_side())
        seed = checked_seed(seed)
        self._has_reset = False  # until the opponent has played
        self.vector.reset(seed if self._has_begun else seed_or_entropy(seed))
        self._has_begun = True
        self._illegal[:] = 0
        self._terminated[:] = True  # battles that end before the first decision do not count
        self._play_opponent(np.zeros((len(STANDING), self.num_envs), np.int64), {})
        self._has_reset = True
        return self._seen(), self._infos()

    def step(
        self, actions: npt.NDArray[np.integer]
    ) -> tuple[
        npt.NDArray[np.float32], npt.NDArray[np.float64], npt.NDArray[np.bool_],
        npt.NDArray[np.bool_], dict[str, Any],
    ]:  # fmt: skip
        """Take a decision in every battle, and let the opponent play until the next ones.

        Args:
            actions: Array `[B]` of integers.

        Returns:
            Observations `[B, N]` float32, rewards `[B]` float64, terminated `[B]` bool, truncated
            `[B]` bool, infos.

        Raises:
            AgentError: the opponent failed; its message names it, and `reset` is needed.
            IllegalAction: only with `illegal_actions="raise"`; no battle was changed.
            ResetNeeded: `reset` was not called.
            ValueError: `actions` is not an array of integers `[B]`.
        """
        self._check_reset()
        vector = self.vector
        self._decided_last[:] = vector.to_act
        vector.step(actions)
        self._has_reset = False  # if the opponent fails, the battles cannot go on
        note_step(self._noted, vector.rewards, vector.illegal)
        integers, final = np.zeros((len(STANDING), self.num_envs), np.int64), dict[str, Any]()
        self._close(integers, final)
        self._play_opponent(integers, final)
        self._has_reset = True
        flags = self._terminated.copy(), self._truncated.copy()
        return self._seen(), self._rewards.copy(), *flags, {**self._infos(), **final}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions of the deciding fighters: a new array `[B, A]` bool.

        Raises:
            ResetNeeded: `reset` was not called.
        """
        self._check_reset()
        return self.vector.action_masks.copy()

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """The values that the battles have under a name, as from Gymnasium's own vectors.

        Returns:
            `B` values of `action_masks` (arrays `[A]` bool), `action_space`, `observation_space`,
            `render_mode` or `spec`.

        Raises:
            AttributeError: another name.
            ResetNeeded: for `action_masks`, if `reset` was not called.
            TypeError: arguments, which none of these takes.
        """
        if args or kwargs:
            raise TypeError(f"{name} takes no arguments")
        if name == "action_masks":
            return tuple(self.action_masks())
        own = self.single_action_space, self.single_observation_space
        alike = dict(zip(ALIKE, (*own, self.render_mode, self.spec), strict=True))
        if name not in alike:
            raise AttributeError(
                f"many battles in one vector have no {quote(name)} each, only action_masks, "
                f"{', '.join(ALIKE)}: for more give make_vec vectorization_mode='sync'"
            )
        return (alike[name],) * self.num_envs

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """The same as `call`, as in Gymnasium's own vectors."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Refuse with an `AttributeError`: the battles are no environments of their own."""
        raise AttributeError(
            f"many battles in one vector take no attribute {quote(name)}: give it as an argument "
            "of make_vec, or vectorization_mode='sync'"
        )

    def _check_reset(self) -> None:
        if not self._has_reset:
            raise gymnasium.error.ResetNeeded("no battle is going on: call reset first")

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.vector.close()

    # --- Battles ----------------------------------------------------------------------------------

    def _next_side(self) -> npt.NDArray[np.int8]:
        return 1 - self.learner_side if self.side == ALTERNATE else self.learner_side

    def _policy(self) -> int:
        """The opponent's controller: a compiled heuristic, or the caller, who asks an agent."""
        if self.opponent.who == "random":
            return self.vector.controller("random")
        return EXTERNAL if self.opponent.policy is None else self.opponent.policy

    def _assign(self, controllers: npt.NDArray[np.int16], sides: npt.NDArray[np.int8]) -> None:
        """Write the controllers of all battles, in which the caller plays these sides."""
        everyone = np.arange(self.num_envs)
        controllers[everyone, sides] = EXTERNAL
        controllers[everyone, 1 - sides] = self._policy()

    def _close(self, integers: npt.NDArray[np.int64], final: dict[str, Any]) -> None:
        """Note the battles that the last step of the vector has ended, and prepare the next ones.

        Of the battles that end in one step, only the first in each place is in the infos `final`:
        the others ended before the caller's first decision.
        """
        vector = self.vector
        count = close_battles(
            self._noted, vector.terminated, vector.truncated, vector.final, vector.next_controllers,
            self._policy(), self.side == ALTERNATE, integers, self._fresh,
        )  # fmt: skip
        if count:
            self._write_final(self._fresh[:count], integers, final)

    def _write_final(
        self,
        who: npt.NDArray[np.int64],
        integers: npt.NDArray[np.int64],
        final: dict[str, Any],
    ) -> None:
        """Write the infos of the battles `who`, which have ended with these integers."""
        if not final:
            is_final = np.zeros(self.num_envs, np.bool_)
            info = dict(zip(STANDING, integers, strict=True)) | dict.fromkeys(MASKS, is_final)
            final |= {"final_obs": np.empty(self.num_envs, object), "final_info": info}
            final |= {"_final_obs": is_final, "_final_info": is_final}
        seen = np.zeros((len(who), self.vector.observation_length), np.float32)
        observe_one_each(self.vector.final, who, self._decided_last[who], seen)
        final["final_obs"][who] = np.fromiter(seen, object, len(who))
        final["_final_obs"][who] = True

    def _play_opponent(self, integers: npt.NDArray[np.int64], final: dict[str, Any]) -> None:
        """Let an opponent that is asked from Python play until the caller decides everywhere."""
        vector, agent = self.vector, self.opponent.agent
        idle = np.zeros(self.num_envs, np.int64)
        while agent is not None:
            who = np.flatnonzero(vector.side != self.learner_side)
            if not len(who):
                return
            if idle.max() > IDLE_BATTLES:
                raise RuntimeError(IDLE)
            actions, active = np.zeros(self.num_envs, np.int64), np.zeros(self.num_envs, np.bool_)
            sights = vector.observations, vector.action_masks, who
            actions[who], _ = query_agent(
                agent, vector.system, vector.battles, vector.rng_state, *sights, deterministic=False
            )
            active[who] = True
            vector.step(actions, active)
            fresh = who[~(self._terminated | self._truncated)[who]]
            self._rewards[fresh] += vector.rewards[fresh, self.learner_side[fresh]]
            idle += vector.terminated | vector.truncated
            self._close(integers, final)

    def _seen(self) -> npt.NDArray[np.float32]:
        observations = self.vector.observations
        return observations.copy() if self.copy else observations

    def _infos(self) -> dict[str, Any]:
        """The infos of the battles in progress."""
        vector = self.vector
        masks = vector.action_masks.view(np.int8)
        return {
            "action_mask": masks.copy() if self.copy else masks,
            "winner": np.full(self.num_envs, NOBODY),
            "ending": np.zeros(self.num_envs, np.int64),
            "rounds": vector.rounds.copy(),
            "illegal_actions": self._illegal.copy(),
            "side": self.learner_side.astype(np.int64),
        }


def _check_mode(mode: Any) -> None:
    """Refuse the other ways to begin the next battle."""
    if mode not in (AutoresetMode.SAME_STEP, AutoresetMode.SAME_STEP.value):
        raise ValueError(
            f"the next battle begins in the same step, got autoreset_mode={quote(mode)}: for "
            "others give vectorization_mode='sync' and vector_kwargs={'autoreset_mode': ...}"
        )
