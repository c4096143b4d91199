"""`BattleVector`: many battles at once, arrays in, arrays out.

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ..engine.batch_loops import Batch, find_illegal, reset_battles, step_battles
from ..engine.dice import FAULT_FACE, check_fault, load_dice, seed_rng_states
from ..engine.legality import illegal_action
from ..engine.loops import ALL_LEGAL, EXTERNAL, observe_fighters, show_battles
from ..engine.memory import MOST_EVENTS
from ..engine.memory_layout import layout_of
from ..engine.record_checks import StateError, check_battles, check_rng_state
from ..engine.system import System, get_system
from ..inputs.arguments import (
    check_memory,
    checked_faces,
    checked_seed,
    finite_number,
    flags,
    quick_sides_of,
    quote,
    seed_or_entropy,
    whole_number,
    whole_numbers,
)
from ..scenarios.loading import find_policy, load_templates
from ..session.snapshot import check_arrays, check_memory_of, show_foreign
from .workers import Workers

Opponents = tuple[str | None, str | None]
"""The players of red and blue: names of compiled heuristics, None for the caller."""


class BattleVector:
    """A batch of battles of one system.

    The arrays below belong to the vector and are overwritten in place by `reset` and `step`: copy
    what you keep. A battle that ends is deployed again at once; its last record stays in `final`.
    The masks are read-only, since `step` checks the actions against them. Values that you write
    into `battles` are not checked; `restore` checks its argument.

    A copy or a pickle continues exactly as the original would. Each thread needs its own vector; a
    call during a call of another thread raises a `RuntimeError`.

    Attributes:
        system: the system.
        num_envs: `B`.
        num_actions: `A`.
        observation_length: `N`.
        memory: number of public events that each fighter remembers.
        battles: Array `[B]` of battle records.
        observations: Array `[B, N]` float32, of the deciding fighter.
        action_masks: Array `[B, A]` bool, of the deciding fighter; read-only.
        rewards: Array `[B, 2]` float32, of red and blue since the caller's last decision.
        terminated: Array `[B]` bool: the battle was won, lost or drawn by the rules.
        truncated: Array `[B]` bool: the round limit ended it.
        to_act: Array `[B]` int8, the deciding fighter.
        side: Array `[B]` int8, its side.
        final: Array `[B]` of battle records: the final state of each battle's last episode.
        controllers: Array `[B, 2]` int16: the controllers of red and blue; `EXTERNAL` (-1) is the
            caller, other numbers are heuristics. A change takes effect at once.
        next_controllers: Array `[B, 2]` int16: the controllers of each battle's next episode.
    """

    def __init__(
        self,
        system: str | System,
        num_envs: int = 1,
        scenario: Any = None,
        *,
        seed: int | None = 0,
        opponents: Opponents | Sequence[Opponents] | None = None,
        threads: int = 1,
        shaping: float = 0.0,
        max_side: int = 0,
        choices: str | tuple[str, str] = "full",
        memory: int = 0,
    ) -> None:
        """Create a batch and `reset` it.

        Args:
            system: name of the system.
            num_envs: `B`, at least 1.
            scenario: name, path or model; from a sequence each battle draws one at random.
            seed: seed of all battles; see `reset`. None draws one from the system's entropy.
            opponents: the players of red and blue, one pair for all battles or one for each: a
                heuristic's name, or None for the caller.
            threads: number of threads that share the battles; the results do not depend on it.
            shaping: weight of the potential-based reward, 0 for none; never use it in evaluation.
            max_side: slots a side; 0 for the number that the scenarios need.
            choices: `full` asks every choice of the book, `quick` fewer, as RULES.md of each system
                says; a pair gives red and blue their own.
            memory: number of public events that each fighter remembers, 0 to 8, in a block each at
                the end of its observations.

        Raises:
            KeyError: unknown system or heuristic.
            ScenarioError: the scenario cannot be used.
            TypeError: the system, scenario or opponents have the wrong type.
            ValueError: `num_envs`, `threads` or `max_side` is too small; `choices` is unknown;
                `memory` is out of range; the battles do not fit into memory; or heuristics play
                both sides.
        """
        num_envs = whole_number("num_envs", num_envs, 1)
        threads = whole_number("threads", threads, 1)
        self.system = get_system(system)
        self.scenarios, self.templates = load_templates(self.system, scenario, max_side)
        self.num_envs = num_envs
        self.max_side = int(self.templates["max_side"][0])
        self.num_actions = self.system.num_actions(self.max_side)
        self.memory = whole_number("memory", memory, 0, MOST_EVENTS)
        self.layout = layout_of(self.system, self.max_side, self.memory)
        self.observation_length = self.layout.length
        self.shaping = finite_number("shaping", shaping)
        self._truncating = np.array(self.system.truncating, np.int64)
        one = 2 * self.system.dtype.itemsize + 4 * self.observation_length + self.num_actions
        check_memory(f"{num_envs:,} battles", num_envs * one)
        self._allocate()
        self.battles["quick_sides"] = quick_sides_of(choices)
        self.battles["memory"] = self.memory
        bounds = np.linspace(0, num_envs, min(threads, num_envs) + 1).astype(int)
        self._slices = [slice(a, b) for a, b in pairwise(bounds)]
        self._workers = Workers("BattleVector")
        self.set_opponents(opponents)
        self.reset(seed_or_entropy(seed))

    def _allocate(self) -> None:
        count = self.num_envs
        self.battles = self.system.new_battles(count)
        self.final = self.system.new_battles(count)
        self.observations = np.zeros((count, self.observation_length), np.float32)
        self._masks = np.zeros((count, self.num_actions), np.bool_)
        self._make_views()
        self.rewards = np.zeros((count, 2), np.float32)
        self.terminated = np.zeros(count, np.bool_)
        self.truncated = np.zeros(count, np.bool_)
        self.to_act = np.zeros(count, np.int8)
        self.side = np.zeros(count, np.int8)
        self.rng_state = np.zeros((count, 4), np.uint32)
        self.controllers = np.full((count, 2), EXTERNAL, np.int16)
        self.next_controllers = self.controllers.copy()
        self._everywhere = np.ones(count, np.bool_)

    def _make_views(self) -> None:
        self.action_masks = self._masks.view()
        self.action_masks.flags.writeable = False

    def __getstate__(self) -> dict[str, Any]:
        left_out = ("action_masks", "_parts")
        state = {name: value for name, value in vars(self).items() if name not in left_out}
        return {**state, "system": self.system.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, system=get_system(state["system"]))
        self._make_views()
        self._make_batches()

    def _make_batches(self) -> None:
        """Each slice of the battles with its `Batch`, the argument of compiled code."""
        self._parts = [(part, self._batch(part)) for part in self._slices]

    def _batch(self, part: slice) -> Batch:
        return Batch(
            battles=self.battles[part],
            templates=self.templates,
            rng_state=self.rng_state[part],
            controllers=self.controllers[part] if self._has_opponents else None,
            next_controllers=self.next_controllers[part],
            truncating=self._truncating,
            shaping=self.shaping,
            observations=self.observations[part],
            masks=self._masks[part],
            rewards=self.rewards[part],
            terminated=self.terminated[part],
            truncated=self.truncated[part],
            to_act=self.to_act[part],
            side=self.side[part],
            final=self.final[part],
        )

    def set_opponents(self, opponents: Opponents | Sequence[Opponents] | None) -> None:
        """Set the players of red and blue, for all battles or each; see the constructor."""
        self._has_opponents = opponents is not None
        if opponents is None:
            self.controllers[:] = EXTERNAL
        else:
            numbers = self._numbers_of(opponents)
            if not (numbers == EXTERNAL).any(axis=1).all():
                raise ValueError(
                    "a side of every battle must be None, the caller: two heuristics would play "
                    "on for ever (evaluation.arena lets them fight)"
                )
            self.controllers[:] = numbers
        self.next_controllers[:] = self.controllers
        self._make_batches()

    def _numbers_of(self, opponents: Any) -> np.ndarray:
        """Controllers `[1, 2]` or `[B, 2]`.

        Raises:
            TypeError: no pairs.
            ValueError: neither one pair nor one a battle.
        """
        pairs = list(opponents) if isinstance(opponents, Sequence) else [opponents]
        if len(pairs) == 2 and all(one is None or isinstance(one, str) for one in pairs):
            pairs = [pairs]
        if isinstance(opponents, str) or not all(
            isinstance(pair, Sequence) and not isinstance(pair, str) and len(pair) == 2
            for pair in pairs
        ):
            raise TypeError(
                "opponents are a pair (who plays red, who plays blue) or such a pair for each "
                f"battle, got {quote(opponents)}"
            )
        if len(pairs) not in (1, self.num_envs):
            raise ValueError(
                f"opponents must be one pair or {self.num_envs}, one a battle, got {len(pairs)}"
            )
        return np.array([[self.controller(name) for name in pair] for pair in pairs])

    def controller(self, name: str | None) -> int:
        """The number of a compiled heuristic, or `EXTERNAL` for None, the caller.

        Raises:
            KeyError: no such heuristic.
        """
        if name is None:
            return EXTERNAL
        return find_policy(self.system, name)

    def reset(self, seed: int | None = None) -> np.ndarray:
        """Deploy all battles again.

        Args:
            seed: battle `i` gets the `i`-th stream of this seed, for any `B` and any number of
                threads; None continues with the current state of the dice.

        Returns:
            `observations`.

        Raises:
            RuntimeError: a battle cannot be played, or another thread uses the vector.
            ValueError: the seed is negative, or not an integer.
        """
        seed = checked_seed(seed)
        with self._workers.enter():
            if seed is not None:
                self.battles["dice"] = seed_rng_states(seed, self.num_envs)
                self.rng_state[:] = seed_rng_states(
                    np.random.SeedSequence([seed, 1]), self.num_envs
                )
            self.rewards[:] = 0
            self.terminated[:] = False
            self.truncated[:] = False
            self.battles["fault"] = 0
            self._workers.run(lambda part, batch: reset_battles(batch), self._parts)
            self._raise_fault()
        return self.observations

    def _raise_fault(self) -> None:
        """Raise an error for the first battle that cannot continue."""
        for index in np.flatnonzero(self.battles["fault"] > FAULT_FACE)[:1]:
            check_fault(self.battles[index])

    def step(self, actions: np.ndarray, active: np.ndarray | None = None) -> None:
        """Take one decision in every battle, in place, with one compiled call for each thread.

        With several threads, one more call checks all actions first.

        Args:
            actions: Array `[B]` of integers.
            active: Array `[B]` bool: only these battles take part; None means all.

        Raises:
            IllegalAction: the first illegal action; no battle is changed.
            RuntimeError: a battle cannot continue, and `reset` is needed; or another thread uses
                the vector, and nothing is changed.
            ValueError: an array has the wrong shape, actions are not integers (1.0 is not), or
                `active` is not boolean.
        """
        actions = whole_numbers("actions", actions, (self.num_envs,))
        active = self._everywhere if active is None else flags("active", active, (self.num_envs,))
        with self._workers.enter():
            is_threaded = len(self._parts) > 1
            if is_threaded:  # before any thread changes a battle
                self._refuse(find_illegal(self.battles, actions, self._masks, active), actions)

            def step_part(part: slice, batch: Batch) -> None:
                self._refuse(
                    step_battles(batch, actions[part], active[part], not is_threaded), actions
                )

            self._workers.run(step_part, self._parts)

    def _refuse(self, index: int, actions: np.ndarray) -> None:
        """Raise an error if an action is illegal or a battle cannot continue."""
        if index < ALL_LEGAL:
            self._raise_fault()
        if index > ALL_LEGAL:
            raise illegal_action(
                self.system, self.battles[index], int(actions[index]), self._masks[index]
            )

    _KEPT = ("battles", "final", "rng_state", "controllers", "next_controllers")

    def snapshot(self) -> dict[str, np.ndarray]:
        """All data that determine the future of the battles, for `restore`."""
        return {name: getattr(self, name).copy() for name in self._KEPT}

    def restore(self, snapshot: dict[str, np.ndarray]) -> None:
        """Return to a snapshot, with the observations and masks of that moment.

        Args:
            snapshot: of this vector, or of another with the same scenarios and `num_envs`.

        Raises:
            StateError: one sentence: the arrays are not those of `snapshot`, or a battle is
                impossible; nothing was changed.
        """
        check_arrays({name: getattr(self, name) for name in self._KEPT}, snapshot)
        self._check_battles(snapshot["battles"], snapshot["final"])
        check_rng_state(snapshot["rng_state"])
        for name in ("controllers", "next_controllers"):
            self._check_controllers(name, snapshot[name])
        show_foreign(snapshot["battles"], self.num_actions, self.observation_length)
        with self._workers.enter():
            for name in self._KEPT:
                getattr(self, name)[:] = snapshot[name]
        self.show()

    def _check_battles(self, battles: np.ndarray, final: np.ndarray) -> None:
        """Refuse battles with which this vector cannot continue."""
        ended = final[final["num_fighters"] > 0]  # no battle has ended yet in the other slots
        check_battles(self.system, battles)
        check_battles(self.system, ended)
        slots, templates = battles["max_side"], len(self.templates)
        if (slots != self.max_side).any() or (battles["scenario"] >= templates).any():
            raise StateError(
                f"the snapshot is of other scenarios: this vector has {templates} with "
                f"{self.max_side} slots a side"
            )
        check_memory_of(battles, self.memory)
        if battles["over"].any() or not ended["over"].all():
            raise StateError("the snapshot has ended battles among battles, or others among final")

    def _check_controllers(self, name: str, controllers: np.ndarray) -> None:
        """Refuse numbers that are no heuristics, and heuristics on both sides."""
        most = len(self.system.policies) - 1
        if ((controllers < EXTERNAL) | (controllers > most)).any():
            raise StateError(f"{name} of the snapshot must be between {EXTERNAL} and {most}")
        if not (controllers == EXTERNAL).any(axis=1).all():
            raise StateError(f"{name} of the snapshot must leave a side of every battle to you")

    def show(self) -> None:
        """Write the observations, masks and deciding fighters of the current battles."""
        with self._workers.enter():
            show_battles(self.battles, self.observations, self._masks, self.to_act, self.side)

    def states(self) -> np.ndarray:
        """All that the fighters of each battle know, for central critics.

        Returns:
            A new array `[B, 2 * S * (N + 1)]` float32 for `S` slots a side, each as `Match.state`.
        """
        length, battles = self.observation_length, self.battles
        rows = np.zeros((self.num_envs, 2, self.max_side, length + 1), np.float32)
        seen = np.zeros((2 * self.max_side, length), np.float32)
        for index, count in enumerate(battles["num_fighters"].tolist()):
            observe_fighters(battles, index, seen)
            red, side = int((battles["side"][index, :count] == 0).sum()), int(self.side[index])
            rows[index, 0, :red, :-1] = seen[:red]
            rows[index, 1, : count - red, :-1] = seen[red:count]
            rows[index, side, self.to_act[index] - side * red, -1] = 1
        return rows.reshape(self.num_envs, -1)

    def load_dice(self, index: int, faces: list[int]) -> None:
        """Load one battle's next faces.

        Raises:
            ValueError: the index is invalid, a face is outside 0 to 127, or there are too many.
        """
        index = whole_number("index", index, 0, self.num_envs - 1)
        load_dice(self.battles[index], checked_faces(faces))

    def check_dice(self) -> None:
        """Raise an error if a loaded face was impossible for its die."""
        for index in np.flatnonzero(self.battles["fault"]):
            check_fault(self.battles[index])

    def close(self) -> None:
        """Stop the threads; the next step starts new ones."""
        self._workers.close()
