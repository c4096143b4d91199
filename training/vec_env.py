"""SB3's `VecEnv` over `BattleVector`: a learner on one side of every battle, others on the other.

Heuristic opponents are played inside the compiled step. The battles against a frozen network are
the first `num_frozen` ones; in the others a heuristic or an NPC file is drawn. After each step the
networks decide wherever their side is to act, each in all its battles at once, until it is the
learner's turn everywhere.

Letters: `B` battles, `A` actions, `N` the observation's length, `O` opponents.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from ..agents.npc import is_npc
from ..agents.registry import make_agent
from ..envs.core.loops import EXTERNAL
from ..envs.core.record_checks import StateError
from ..envs.core.snapshot import check_arrays
from ..envs.core.vector import BattleVector
from ..evaluation.arena import rounds_of

FROZEN = "self"
"""Name under which battles against frozen copies are counted."""
WIN, DRAW, LOSS = range(3)

Choose = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""Observations `[b, N]` and masks `[b, A]` to actions `[b]`."""


class BattleVecEnv(VecEnv):
    """Battles for an SB3 learner, who changes sides with every battle.

    A decision of any fighter of the learner's side is one step; the observation is that fighter's.
    The reward is what came since the learner's last decision in that battle. A draw by the round
    limit counts as an end, worth 0: the round is observed, so nothing is bootstrapped.

    Attributes:
        vector: the battles.
        names: the opponents as in the config, then `FROZEN`.
        learner_side: Array `[B]` int8.
        opponent: Array `[B]` int16, index in `names`.
        weights: Array `[O - 1]`: chances with which the others are drawn.
        npcs: the agents from NPC files, by their place in `names`.
        tally: Array `[O, 3]`: battles won, drawn and lost against each opponent.
        rounds: rounds fought in battles that ended, each begun one counted.
        decisions: decisions that the learner took in them.
    """

    def __init__(
        self,
        system: str,
        scenario: Any,
        num_envs: int,
        opponents: dict[str, float],
        *,
        self_play: float = 0.0,
        max_side: int = 0,
        shaping: float = 0.0,
        threads: int = 1,
        seed: int = 0,
    ) -> None:
        """Build the battles.

        Args:
            system: name of the system.
            scenario: what `BattleVector` takes.
            num_envs: `B`.
            opponents: weight of each heuristic or NPC file.
            self_play: share of the battles against the network given by `spar_with`.
            max_side: slots a side; 0 means what the scenarios need.
            shaping: weight of the potential-based reward.
            threads: of the battles.
            seed: of the dice and of the draws of opponents.
        """
        self.vector = BattleVector(
            system,
            num_envs,
            scenario,
            seed=seed,
            opponents=(None, None) if opponents else None,
            threads=threads,
            shaping=shaping,
            max_side=max_side,
        )
        self.names = [*opponents, FROZEN]
        self.npcs = {
            place: make_agent(name, self.vector.system)
            for place, name in enumerate(opponents)
            if is_npc(name)
        }
        self._numbers = np.array(
            [
                EXTERNAL if place in self.npcs else self.vector.controller(name)
                for place, name in enumerate(opponents)
            ]
            + [EXTERNAL],
            np.int16,
        )
        self.set_weights(np.array(list(opponents.values())))
        self.num_frozen = round(self_play * num_envs) if opponents else num_envs
        self._choose_frozen: Choose | None = None
        self._allocate(num_envs)
        self.render_mode = None
        observation_space = spaces.Box(-1.0, 1.0, (self.vector.observation_length,), np.float32)
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
        self._infos: list[dict] = [{} for _ in range(count)]

    def spar_with(self, choose: Choose | None) -> None:
        """Put a network on the other side of the battles of self-play, from now on."""
        self._choose_frozen = choose

    def set_weights(self, weights: np.ndarray) -> None:
        """Weigh heuristics and NPCs, in the order of `names`, from the next draw on."""
        self.weights = weights / weights.sum() if len(weights) else weights

    # --- SB3's interface --------------------------------------------------------------------------

    def reset(self) -> np.ndarray:
        """Begin all battles; sides are dealt alternately."""
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
        self._dones[:] = True  # what ends before the learner's first decision is not a battle
        self._play_networks()
        self._dones[:] = False
        return self.vector.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Note the learner's actions `[B]`."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        """Carry them out, and play the others on to the learner's next decisions."""
        vector = self.vector
        vector.step(self._actions)
        self._length += 1
        self._dones[:] = False
        self._rewards[:] = vector.rewards[self._everyone, self.learner_side]
        self._gained += self._rewards
        infos = self._infos.copy()
        self._close(np.flatnonzero(vector.terminated | vector.truncated), infos)
        self._play_networks(infos)
        return vector.observations.copy(), self._rewards.copy(), self._dones.copy(), infos

    def action_masks(self) -> np.ndarray:
        """Masks `[B, A]` of the deciding fighters."""
        return self.vector.action_masks.copy()

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        """Call a method; all masks come as one array in a list, which SB3 stacks at no cost."""
        result = getattr(self, method_name)(*args, **kwargs)
        if method_name == "action_masks":
            return [result]
        return [result] * len(list(self._get_indices(indices)))

    def has_attr(self, attr_name: str) -> bool:
        """Whether there is such an attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, once a battle."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all battles."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No battle wears a wrapper."""
        return [False] * len(list(self._get_indices(indices)))

    def close(self) -> None:
        """Stop the threads."""
        self.vector.close()

    # --- Opponents --------------------------------------------------------------------------------

    def _draw_opponents(self, who: np.ndarray) -> np.ndarray:
        """Opponents of battles `who`: the frozen network in the first ones, else by weight."""
        drawn = np.full(len(who), len(self.names) - 1, np.int16)
        free = who >= self.num_frozen
        if free.any():
            drawn[free] = self._generator.choice(len(self.weights), free.sum(), p=self.weights)
        return drawn

    def _assign(
        self, controllers: np.ndarray, who: np.ndarray, side: np.ndarray, opponent: np.ndarray
    ) -> None:
        controllers[who, side] = EXTERNAL
        controllers[who, 1 - side] = self._numbers[opponent]

    def _prepare_next(self, who: np.ndarray) -> None:
        """Draw the next opponents of battles `who`, with the learner on the other side."""
        self.next_opponent[who] = self._draw_opponents(who)
        side = 1 - self.learner_side[who]
        self._assign(self.vector.next_controllers, who, side, self.next_opponent[who])

    def _close(self, who: np.ndarray, infos: list[dict] | None) -> None:
        """Count the battles `who` that have just ended, and note who fights in the next ones."""
        if not len(who):
            return
        final = self.vector.final
        for index in who:
            if infos is not None and not self._dones[index]:
                infos[index] = self._count(index, int(final["winner"][index]), final[index])
        self._dones[who] = True
        self._length[who] = 0
        self._gained[who] = 0
        self.learner_side[who] = 1 - self.learner_side[who]
        self.opponent[who] = self.next_opponent[who]
        self._prepare_next(who)

    def _count(self, index: int, winner: int, final: np.record) -> dict[str, Any]:
        side, opponent = int(self.learner_side[index]), int(self.opponent[index])
        result = DRAW if winner < 0 else WIN if winner == side else LOSS
        self.tally[opponent, result] += 1
        self.rounds += int(rounds_of(final))
        self.decisions += int(self._length[index])
        return {
            "episode": {"r": float(self._gained[index]), "l": int(self._length[index]), "t": 0.0},
            "opponent": self.names[opponent],
            "result": ("win", "draw", "loss")[result],
        }

    def _play_networks(self, infos: list[dict] | None = None) -> None:
        """Let the opponents' networks play until the learner is to act in every battle."""
        vector = self.vector
        part = slice(0, None if self.npcs else self.num_frozen)
        while True:
            waits = vector.side[part] != self.learner_side[part]
            who = np.flatnonzero(waits)
            if not len(who):
                return
            actions = np.zeros(self.num_envs, np.int64)
            actions[who] = self._choose_as_opponents(who)
            active = np.zeros(self.num_envs, np.bool_)
            active[who] = True
            vector.step(actions, active)
            fresh = who[~self._dones[who]]
            more = vector.rewards[fresh, self.learner_side[fresh]]
            self._rewards[fresh] += more
            self._gained[fresh] += more
            self._close(np.flatnonzero(vector.terminated | vector.truncated), infos)

    def _choose_as_opponents(self, who: np.ndarray) -> np.ndarray:
        """What the networks do in battles `who`, each in its own."""
        actions = np.zeros(len(who), np.int64)
        for place in np.unique(self.opponent[who]):
            rows = np.flatnonzero(self.opponent[who] == place)
            battles = who[rows]
            observations = self.vector.observations[battles]
            masks = self.vector.action_masks[battles]
            if place in self.npcs:
                # Their dice come from here, so that snapshots hold all that is drawn.
                words = self._generator.integers(1, 1 << 32, (len(rows), 4), np.uint32)
                self.npcs[place].watch(self.vector.battles[battles], words)
                actions[rows] = self.npcs[place].predict(observations, action_masks=masks)[0]
            elif self._choose_frozen is None:
                raise ValueError("self-play needs an opponent: call spar_with first")
            else:
                actions[rows] = self._choose_frozen(observations, masks)
        return actions

    # --- Snapshots --------------------------------------------------------------------------------

    _KEPT = ("learner_side", "opponent", "next_opponent", "weights", "tally", "_length", "_gained")

    def snapshot(self) -> dict[str, Any]:
        """Everything that decides what comes: arrays, counts and the generator of the draws."""
        return {
            "vector": self.vector.snapshot(),
            "arrays": {name: getattr(self, name).copy() for name in self._KEPT},
            "counts": [self.rounds, self.decisions],
            "generator": self._generator.bit_generator.state,
        }

    def restore(self, snapshot: dict[str, Any]) -> np.ndarray:
        """Back to a snapshot; returns the observations.

        Raises:
            KeyError: a part of the snapshot is missing.
            StateError: arrays of other names, types or shapes, or what no snapshot holds.
            TypeError, ValueError: no counts, or no state of a generator.
        """
        arrays = snapshot["arrays"]
        check_arrays({name: getattr(self, name) for name in self._KEPT}, arrays)
        self._check(arrays)
        self._check_controllers(arrays, snapshot["vector"])
        rounds, decisions = map(operator.index, snapshot["counts"])
        generator = np.random.PCG64()
        generator.state = snapshot["generator"]
        self.vector.restore(snapshot["vector"])
        for name in self._KEPT:
            getattr(self, name)[:] = arrays[name]
        self.rounds, self.decisions = rounds, decisions
        self._generator.bit_generator.state = generator.state
        return self.vector.observations.copy()

    def _check(self, arrays: dict[str, np.ndarray]) -> None:
        """Refuse sides and opponents that there are not, and weights that are no chances."""
        ends = {"learner_side": 2, "opponent": len(self.names), "next_opponent": len(self.names)}
        for name, end in ends.items():
            if ((arrays[name] < 0) | (arrays[name] >= end)).any():
                raise StateError(f"{name} of the snapshot must be between 0 and {end - 1}")
        weights = arrays["weights"]
        if len(weights) and not ((weights >= 0).all() and np.isclose(weights.sum(), 1)):
            raise StateError("weights of the snapshot must be chances that add up to 1")

    def _check_controllers(self, arrays: dict[str, np.ndarray], vector: dict[str, Any]) -> None:
        """Refuse battles that others control than the learner and its opponents."""
        side = arrays["learner_side"]
        for name, sides in (("controllers", side), ("next_controllers", 1 - side)):
            expected = np.zeros_like(self.vector.controllers)
            opponent = arrays[name.replace("controllers", "opponent")]
            self._assign(expected, self._everyone, sides, opponent)
            if not np.array_equal(vector[name], expected):
                raise StateError(f"{name} of the snapshot are not those of its opponents")


def win_shares(tally: np.ndarray) -> np.ndarray:
    """Share of the decided battles that were won, NaN where none was decided: `[O, 3]` to `[O]`."""
    decided = tally[:, WIN] + tally[:, LOSS]
    return np.where(decided > 0, tally[:, WIN] / np.maximum(decided, 1), np.nan)
