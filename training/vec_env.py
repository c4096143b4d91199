"""SB3's `VecEnv` over `BattleVector`: a learner against opponents, in many battles at once.

The compiled step plays heuristic opponents. The first `num_frozen` battles are against a frozen
network; for each of the others the pool draws an agent (`opponents.py`). After each step the agents
in Python decide in all battles where their side has a decision, until the learner has the decision
in every battle.

Letters: `B` battles, `A` actions, `N` the observation's length, `O` opponents.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from gymnasium import spaces

from ..envs.core.adapters.illegal_actions import IllegalActions
from ..envs.core.adapters.vector import BattleVector
from ..envs.core.engine.battle import NOBODY
from ..envs.core.engine.dice import IDLE
from ..envs.core.engine.loops import EXTERNAL, IDLE_BATTLES, observe_one_each
from ..envs.core.engine.record_checks import StateError
from ..envs.core.inputs.arguments import Choices, checked_seed, quote
from ..envs.core.scenarios.loading import Scenarios
from ..envs.core.session.snapshot import check_arrays
from .batch_vec_env import BatchVecEnv
from .opponents import Choose, OpponentPool, check_opponents

WIN, DRAW, LOSS = range(3)


class BattleVecEnv(BatchVecEnv):
    """Battles for an SB3 learner, who changes sides with every battle.

    A decision of any fighter of the learner's side is one step; the observation is that fighter's.
    The reward is the sum since the learner's last decision in that battle. A draw by the round
    limit counts as an end with the reward `draw_reward`: the round is observed, so no value is
    bootstrapped and `TimeLimit.truncated` is always False.

    Every info contains the integers `winner`, `ending` and `rounds`, as in `BattleEnv`, and
    `illegal_actions`, the number of the learner's illegal actions in this battle. The info of a
    battle that has ended also contains `terminal_observation`, the last observation of the
    learner's fighter who decided last; `TimeLimit.truncated`; `episode` with the sum of the rewards
    `r` and the number of decisions `l`; `opponent`; and `result` (`win`, `draw` or `loss`). Infos
    belong to the environment.

    Attributes:
        vector: the battles.
        pool: the opponents, with their `names` and `weights` (`OpponentPool`).
        learner_side: Array `[B]` int8.
        opponent: Array `[B]` int16, index in `names`.
        tally: Array `[O, 3]`: battles won, drawn and lost against each opponent.
        rounds: number of rounds begun in the battles that ended.
        decisions: number of the learner's decisions in these battles.
    """

    def __init__(
        self,
        system: str,
        scenario: Scenarios,
        num_envs: int,
        opponents: dict[str, float],
        *,
        self_play: float = 0.0,
        max_side: int = 0,
        shaping: float = 0.0,
        threads: int = 1,
        seed: int | None = 0,
        illegal_actions: IllegalActions = "wait",
        choices: Choices = "full",
        memory: int = 0,
        draw_reward: float = 0.0,
    ) -> None:
        """Create the battles.

        Args:
            system: name of the system.
            scenario: as for `BattleVector`.
            num_envs: `B`.
            opponents: weight of each opponent, the name of any agent.
            self_play: share of the battles against the network given by `spar_with`, 0 to 1.
            max_side: slots a side; 0 for the number that the scenarios need.
            shaping: weight of the potential-based reward.
            threads: number of threads for the battles.
            seed: seed of the dice and of the draws of opponents.
            illegal_actions: the handling of illegal actions, for learners without masks:
                `raise` raises `IllegalAction`, `wait` plays action 0, `random` a random legal
                action, and `lose` ends the battle as a loss of the learner's side.
            choices: `full` asks both sides every choice of the book, `quick` fewer.
            memory: number of public events that each fighter remembers, 0 to 8.
            draw_reward: the learner's reward for a draw, -1 to 1.

        Raises:
            FileNotFoundError: an opponent is a file that does not exist.
            ImportError: the packages that an opponent needs are not installed.
            KeyError: unknown system or opponent.
            ScenarioError: the scenario cannot be used.
            TypeError: `opponents` is no dict.
            ValueError: an argument is out of range, or an opponent cannot be used here.
        """
        for name, value, least in ("self_play", self_play, 0), ("draw_reward", draw_reward, -1):
            if isinstance(value, str) or not least <= value <= 1:
                raise ValueError(f"{name} must be between {least} and 1, got {quote(value)}")
        seed = checked_seed(seed)
        self.vector = BattleVector(
            system,
            num_envs,
            scenario,
            seed=0,
            opponents=(None, None) if opponents else None,
            threads=threads,
            shaping=shaping,
            max_side=max_side,
            choices=choices,
            memory=memory,
            illegal_actions=illegal_actions,
        )
        self.choices = choices
        self.draw_reward = float(draw_reward)
        self.pool = OpponentPool(self.vector, opponents, choices)
        self.names, self.weights = self.pool.names, self.pool.weights
        self.num_frozen = round(self_play * num_envs) if opponents else num_envs
        self._allocate(num_envs)
        self.render_mode = None
        layout = self.vector.layout
        observation_space = spaces.Box(layout.low, layout.high, dtype=np.float32)
        super().__init__(num_envs, observation_space, spaces.Discrete(self.vector.num_actions))
        self.seed(seed)

    def _allocate(self, count: int) -> None:
        self.learner_side = np.zeros(count, np.int8)
        self.opponent = np.zeros(count, np.int16)
        self.next_opponent = np.zeros(count, np.int16)
        self.tally = np.zeros((len(self.names), 3), np.int64)
        self.rounds = 0
        self.decisions = 0
        self._length = np.zeros(count, np.int32)
        self._rewards = np.zeros(count, np.float32)
        self._gained = np.zeros(count)
        self._dones = np.zeros(count, np.bool_)
        self._everyone = np.arange(count)
        self._decided_last = np.zeros(count, np.int8)
        self._illegal = np.zeros(count, np.int32)
        self._shown = np.full(count, -1, np.int16)  # rounds in the infos
        self._has_counted = np.ones(count, np.bool_)  # whether their illegal actions have changed
        self._infos: list[dict[str, Any]] = [{} for _ in range(count)]
        self._actions: Any = None
        self._has_reset = False

    def spar_with(self, choose: Choose | None) -> None:
        """Set the opponent network of the battles of self-play."""
        self.pool.choose_frozen = choose

    def set_weights(self, weights: np.ndarray) -> None:
        """Set the weights of the opponents for later draws: see `OpponentPool.set_weights`."""
        self.pool.set_weights(weights)

    # --- SB3's interface --------------------------------------------------------------------------

    def reset(self) -> np.ndarray:
        """Start all battles; the learner plays red and blue alternately."""
        seed = self._seeds[0]
        self._reset_seeds()
        if seed is not None:
            self._generator = np.random.Generator(np.random.PCG64(seed))
        self.learner_side[:] = np.arange(self.num_envs) % 2
        self.opponent[:] = self._draw_opponents(self._everyone)
        self._assign(self.vector.controllers, self._everyone, self.learner_side, self.opponent)
        self._prepare_next(self._everyone)
        self._length[:] = 0
        self._gained[:] = 0
        self.vector.reset(seed)
        self._dones[:] = True  # battles that end before the learner's first decision do not count
        self._play_networks({})
        self._dones[:] = False
        self._illegal[:] = 0
        self._has_counted[:] = True
        self._has_reset = True
        self._actions = None
        self._update_infos()
        self.reset_infos = self._infos.copy()
        return self.vector.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Store the learner's actions `[B]`, integers.

        Raises:
            ValueError: `reset` was not called, or `actions` is not an array of integers `[B]`.
        """
        if not self._has_reset:
            raise ValueError("no battle is going on: call reset first")
        try:
            given = np.asarray(actions)
        except (ValueError, TypeError, OverflowError):  # ragged lists and the like
            given = np.zeros(0)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be an array of integers of shape ({self.num_envs},), got "
                f"{quote(actions)}"
            )
        self._actions = given

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Apply the actions, and let the opponents play until the learner's next decisions.

        Returns:
            Observations `[B, N]`, rewards `[B]` float32, whether the battles ended `[B]`, infos.

        Raises:
            AgentError: an opponent failed; the message names it.
            IllegalAction: only with `illegal_actions="raise"`; no battle is changed.
            ValueError: `step_async` was not called, or the opponent of `spar_with` gives no legal
                actions.
        """
        if self._actions is None:
            raise ValueError("no actions to carry out: call step_async first")
        vector = self.vector
        actions, self._actions = self._actions, None
        self._decided_last[:] = vector.to_act
        vector.step(actions)
        self._illegal += vector.illegal
        self._has_counted |= vector.illegal
        self._length += 1
        self._dones[:] = False
        self._rewards[:] = vector.rewards[self._everyone, self.learner_side]
        self._gained += self._rewards
        ended: dict[int, dict[str, Any]] = {}
        self._close(np.flatnonzero(vector.terminated | vector.truncated), ended)
        self._play_networks(ended)
        self._update_infos()
        infos = self._infos.copy()
        for index, info in ended.items():
            infos[index] = info
        return vector.observations.copy(), self._rewards.copy(), self._dones.copy(), infos

    def _update_infos(self) -> None:
        """Update the infos of the battles in progress."""
        begun = self.vector.battles["round_number"]
        for index in np.flatnonzero((begun != self._shown) | self._has_counted).tolist():
            rounds = min(int(begun[index]) + 1, int(self.vector.battles["round_limit"][index]))
            standing = {"winner": NOBODY, "ending": 0, "rounds": rounds}
            self._infos[index] = {**standing, "illegal_actions": int(self._illegal[index])}
        self._shown[:] = begun
        self._has_counted[:] = False

    def action_masks(self) -> np.ndarray:
        """Masks `[B, A]` of the deciding fighters."""
        return self.vector.action_masks.copy()

    def close(self) -> None:
        """Stop the threads."""
        self.vector.close()

    # --- Opponents --------------------------------------------------------------------------------

    def _draw_opponents(self, who: np.ndarray) -> np.ndarray:
        """Draw the opponents of battles `who`."""
        return self.pool.draw(self._generator, who >= self.num_frozen)

    def _assign(
        self, controllers: np.ndarray, who: np.ndarray, side: np.ndarray, opponent: np.ndarray
    ) -> None:
        controllers[who, side] = EXTERNAL
        controllers[who, 1 - side] = self.pool.controllers[opponent]

    def _prepare_next(self, who: np.ndarray) -> None:
        """Draw the next opponents of battles `who`, with the learner on the other side."""
        self.next_opponent[who] = self._draw_opponents(who)
        side = 1 - self.learner_side[who]
        self._assign(self.vector.next_controllers, who, side, self.next_opponent[who])

    def _close(self, who: np.ndarray, ended: dict[int, dict[str, Any]]) -> None:
        """Count the battles `who`, which have just ended, into `ended`; prepare the next ones."""
        if not len(who):
            return
        fresh = who[~self._dones[who]]
        results = self.vector.results(fresh)
        drawn = fresh[results["winner"] == NOBODY]
        self._rewards[drawn] += self.draw_reward
        self._gained[drawn] += self.draw_reward
        seen = np.zeros((len(fresh), self.vector.observation_length), np.float32)
        observe_one_each(self.vector.final, fresh, self._decided_last[fresh], seen)
        for place, index in enumerate(fresh.tolist()):
            result = {name: int(values[place]) for name, values in results.items()}
            ended[index] = self._count(index, result, seen[place])
        self._dones[who] = True
        self._illegal[who] = 0
        self._has_counted[who] = True
        self._length[who] = 0
        self._gained[who] = 0
        self.learner_side[who] = 1 - self.learner_side[who]
        self.opponent[who] = self.next_opponent[who]
        self._prepare_next(who)

    def _count(self, index: int, ended: dict[str, int], seen: np.ndarray) -> dict[str, Any]:
        """Count a battle that has ended with these results; return its info.

        Args:
            index: the battle.
            ended: its results.
            seen: `[N]`, the last observation.
        """
        side, opponent = int(self.learner_side[index]), int(self.opponent[index])
        winner = ended["winner"]
        result = DRAW if winner < 0 else WIN if winner == side else LOSS
        self.tally[opponent, result] += 1
        self.rounds += ended["rounds"]
        self.decisions += int(self._length[index])
        return {
            "episode": {"r": float(self._gained[index]), "l": int(self._length[index]), "t": 0.0},
            "opponent": self.names[opponent],
            "result": ("win", "draw", "loss")[result],
            **ended,
            "illegal_actions": int(self._illegal[index]),
            "terminal_observation": seen,
            "TimeLimit.truncated": False,
        }

    def _play_networks(self, ended: dict[int, dict[str, Any]]) -> None:
        """Let the agents in Python play until the learner has the decision in every battle."""
        vector = self.vector
        part = slice(0, None if self.pool.agents else self.num_frozen)
        battles = np.zeros(self.num_envs, np.int64)
        while battles.max() <= IDLE_BATTLES:
            waits = vector.side[part] != self.learner_side[part]
            who = np.flatnonzero(waits)
            if not len(who):
                return
            actions = np.zeros(self.num_envs, np.int64)
            actions[who] = self.pool.choose(vector, who, self.opponent, self._generator)
            active = np.zeros(self.num_envs, np.bool_)
            active[who] = True
            vector.step(actions, active)
            fresh = who[~self._dones[who]]
            more = vector.rewards[fresh, self.learner_side[fresh]]
            self._rewards[fresh] += more
            self._gained[fresh] += more
            over = vector.terminated | vector.truncated
            battles += over
            self._close(np.flatnonzero(over), ended)
        raise RuntimeError(IDLE)

    # --- Snapshots --------------------------------------------------------------------------------

    _KEPT = ("learner_side", "opponent", "next_opponent", "weights", "tally", "_length", "_gained")

    def snapshot(self) -> dict[str, Any]:
        """All data that determine the future: arrays, counts and the generator of the draws."""
        return {
            "vector": self.vector.snapshot(),
            "arrays": {name: getattr(self, name).copy() for name in self._KEPT},
            "counts": [self.rounds, self.decisions],
            "generator": self._generator.bit_generator.state,
        }

    def restore(self, snapshot: dict[str, Any]) -> np.ndarray:
        """Return to a snapshot; return the observations.

        Raises:
            KeyError: a part of the snapshot is missing.
            StateError: arrays have other names, types or shapes, or impossible values.
            TypeError, ValueError: the counts or the state of the generator are invalid.
        """
        arrays = snapshot["arrays"]
        check_arrays({name: getattr(self, name) for name in self._KEPT}, arrays)
        check_opponents(arrays, len(self.names))
        for name, expected in self._expected_controllers(arrays).items():
            if not np.array_equal(snapshot["vector"][name], expected):
                raise StateError(f"{name} of the snapshot are not those of its opponents")
        rounds, decisions = map(operator.index, snapshot["counts"])
        generator = np.random.PCG64()
        generator.state = snapshot["generator"]
        self.vector.restore(snapshot["vector"])
        for name in self._KEPT:
            getattr(self, name)[:] = arrays[name]
        self.rounds, self.decisions = rounds, decisions
        self._generator.bit_generator.state = generator.state
        self._illegal[:] = 0  # only a count for the infos
        self._has_counted[:] = True
        self._has_reset = True
        self._update_infos()
        return self.vector.observations.copy()

    def _expected_controllers(self, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The controllers of a snapshot's battles and of their next ones: two arrays `[B, 2]`."""
        side, found = arrays["learner_side"], {}
        for name, sides in (("controllers", side), ("next_controllers", 1 - side)):
            found[name] = np.zeros_like(self.vector.controllers)
            opponent = arrays[name.replace("controllers", "opponent")]
            self._assign(found[name], self._everyone, sides, opponent)
        return found


def win_shares(tally: np.ndarray) -> np.ndarray:
    """Share of the decided battles that were won, NaN without any: `[O, 3]` to `[O]`."""
    decided = tally[:, WIN] + tally[:, LOSS]
    return np.where(decided > 0, tally[:, WIN] / np.maximum(decided, 1), np.nan)
