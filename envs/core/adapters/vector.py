"""`BattleVector`: many battles at once, arrays in, arrays out.

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine.batch_loops import Batch, find_illegal, reset_battles, step_battles
from ..engine.dice import FAULT_FACE, check_fault, load_dice, seed_rng_states
from ..engine.legality import illegal_action
from ..engine.loops import ALL_LEGAL, EXTERNAL, show_battles
from ..engine.memory import MOST_EVENTS
from ..engine.memory_layout import layout_of
from ..engine.system import System, get_system
from ..inputs.arguments import (
    Choices,
    check_memory,
    checked_faces,
    checked_seed,
    finite_number,
    flags,
    indices,
    quick_sides_of,
    seed_or_entropy,
    whole_number,
    whole_numbers,
)
from ..scenarios.loading import Scenarios, load_heuristics, load_templates
from ..session.snapshot import PASS, check_arrays, show_foreign
from .controllers import Opponents, controller_of, controllers_of
from .illegal_actions import IllegalActionHandler, IllegalActions
from .vector_results import forfeited_rewards, results_of, states_of
from .vector_snapshot import check_battles_of
from .workers import Workers


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
        truncated: Array `[B]` bool: the round limit ended it, or Platemail's quiet rounds.
        to_act: Array `[B]` int8, the deciding fighter.
        side: Array `[B]` int8, its side.
        rounds: Array `[B]` int64, the round that is played, from 1.
        illegal: Array `[B]` bool: the last step got an illegal action for this battle.
        final: Array `[B]` of battle records: the final state of each battle's last episode; it is
            not `over` if an illegal action lost the battle.
        controllers: Array `[B, 2]` int16: the controllers of red and blue; `EXTERNAL` (-1) is the
            caller, other numbers are heuristics. A change takes effect at once.
        next_controllers: Array `[B, 2]` int16: the controllers of each battle's next episode.
    """

    def __init__(
        self,
        system: str | System,
        num_envs: int = 1,
        scenario: Scenarios = None,
        *,
        seed: int | None = 0,
        opponents: Opponents | Sequence[Opponents] | None = None,
        threads: int = 1,
        shaping: float = 0.0,
        max_side: int = 0,
        choices: Choices | tuple[Choices, Choices] = "full",
        memory: int = 0,
        illegal_actions: IllegalActions = "raise",
    ) -> None:
        """Create a batch and `reset` it.

        Args:
            system: name of the system.
            num_envs: number of battles `B`, at least 1.
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
            illegal_actions: `raise` raises `IllegalAction`; `wait` plays action 0, `random` a
                random legal action, and `lose` ends the battle as a loss of the side that decides.

        Raises:
            KeyError: unknown system or heuristic.
            ScenarioError: the scenario cannot be used.
            TypeError: the system, scenario or opponents have the wrong type.
            ValueError: `num_envs`, `threads` or `max_side` is too small; `choices` or
                `illegal_actions` is unknown; `memory` is out of range; the battles do not fit into
                memory; or heuristics play both sides.
        """
        self.num_envs = num_envs = whole_number("num_envs", num_envs, 1)
        threads = whole_number("threads", threads, 1)
        self.system = get_system(system)
        self.scenarios, self.templates = load_templates(self.system, scenario, max_side)
        self.max_side = int(self.templates["max_side"][0])
        self.num_actions = self.system.num_actions(self.max_side)
        self.memory = whole_number("memory", memory, 0, MOST_EVENTS)
        self.layout = layout_of(self.system, self.max_side, self.memory)
        self.observation_length = self.layout.length
        self.shaping = finite_number("shaping", shaping)
        self._handler = IllegalActionHandler(illegal_actions)
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
        self.terminated, self.truncated, self.illegal = np.zeros((3, count), np.bool_)
        self.to_act, self.side = np.zeros((2, count), np.int8)
        self.rounds = np.ones(count, np.int64)
        self.rng_state = np.zeros((count, 4), np.uint32)
        self.controllers = np.full((count, 2), EXTERNAL, np.int16)
        self.next_controllers = self.controllers.copy()
        self._everywhere = np.ones(count, np.bool_)

    def _make_views(self) -> None:
        self.action_masks = self._masks.view()
        self.action_masks.flags.writeable = False

    def __getstate__(self) -> dict[str, Any]:
        state = {**vars(self), "system": self.system.name}
        return {name: state[name] for name in state if name not in ("action_masks", "_parts")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, system=get_system(state["system"]))
        load_heuristics(self.system)
        self._make_views()
        self._make_batches()

    def _make_batches(self) -> None:
        """Each slice of the battles with its `Batch`, the argument of compiled code."""
        self._parts = [(part, self._batch(part)) for part in self._slices]

    def _batch(self, part: slice | npt.NDArray[np.intp]) -> Batch:
        """The argument of compiled code for some battles: views of a slice, copies of others."""
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
            rounds=self.rounds[part],
            final=self.final[part],
        )

    def set_opponents(self, opponents: Opponents | Sequence[Opponents] | None) -> None:
        """Set the players of red and blue, for all battles or each; see the constructor."""
        numbers: Any = EXTERNAL
        if opponents is not None:
            numbers = controllers_of(self.system, opponents, self.num_envs)
        self._has_opponents = opponents is not None
        self.controllers[:] = self.next_controllers[:] = numbers
        self._make_batches()

    def controller(self, name: str | None) -> int:
        """The number of a compiled heuristic, or `EXTERNAL` for None, the caller.

        Raises:
            KeyError: no such heuristic.
        """
        return controller_of(self.system, name)

    def reset(self, seed: int | None = None) -> npt.NDArray[np.float32]:
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
        with self._workers:
            if seed is not None:
                self.battles["dice"] = seed_rng_states(seed, self.num_envs)
                self.rng_state[:] = seed_rng_states(
                    np.random.SeedSequence([seed, 1]), self.num_envs
                )
            self.rewards[:] = 0
            self.terminated[:] = False
            self.truncated[:] = False
            self.illegal[:] = False
            self.battles["fault"] = 0
            self._workers.run(lambda part, batch: reset_battles(batch), self._parts)
            self._raise_fault()
        return self.observations

    def _raise_fault(self, highest_allowed: int = FAULT_FACE) -> None:
        """Raise an error for the first battle that cannot continue."""
        for index in np.flatnonzero(self.battles["fault"] > highest_allowed)[:1]:
            check_fault(self.battles[index])

    def step(self, actions: npt.ArrayLike, active: npt.NDArray[np.bool_] | None = None) -> None:
        """Take one decision in every battle, in place, with one compiled call for each thread.

        With several threads, one more call checks all actions first.

        Args:
            actions: Array `[B]` of integers.
            active: Array `[B]` bool: only these battles take part; None means all.

        Raises:
            IllegalAction: the first illegal action, only with `illegal_actions="raise"`; no battle
                is changed.
            RuntimeError: a battle cannot continue, and `reset` is needed; or another thread uses
                the vector, and nothing is changed.
            ValueError: an array has the wrong shape, actions are not integers (1.0 is not), or
                `active` is not boolean.
        """
        actions = whole_numbers("actions", actions, (self.num_envs,))
        active = self._everywhere if active is None else flags("active", active, (self.num_envs,))
        with self._workers:
            self.illegal[:] = False
            is_threaded = len(self._parts) > 1
            illegal = ALL_LEGAL
            if is_threaded:  # before any thread changes a battle
                illegal = find_illegal(self.battles, actions, self._masks, active)
            if illegal == ALL_LEGAL:
                illegal = self._advance(actions, active, not is_threaded)
            if illegal != ALL_LEGAL:
                self._replace(illegal, actions, active)

    def _advance(
        self, actions: npt.NDArray[np.int64], active: npt.NDArray[np.bool_], checks: bool = False
    ) -> int:
        """Step the active battles; return the first illegal action, by which nothing changes."""
        found = [ALL_LEGAL]

        def step_part(part: slice, batch: Batch) -> None:
            illegal = step_battles(batch, actions[part], active[part], checks)
            if illegal < ALL_LEGAL:
                self._raise_fault()
            found.append(illegal)

        self._workers.run(step_part, self._parts)
        return max(found)

    # --- Illegal actions --------------------------------------------------------------------------

    def _replace(
        self, first: int, actions: npt.NDArray[np.int64], active: npt.NDArray[np.bool_]
    ) -> None:
        """Step with what `illegal_actions` puts in place of illegal actions."""
        handler = self._handler
        if handler.mode == "raise":
            raise illegal_action(
                self.system, self.battles[first], int(actions[first]), self._masks[first]
            )
        handler.warn()
        is_action = (actions >= 0) & (actions < self.num_actions)
        played = np.where(is_action, actions, PASS)
        is_legal = is_action & self._masks[np.arange(self.num_envs), played]
        self.illegal[:] = active & ~is_legal
        who = np.flatnonzero(self.illegal)
        if handler.mode == "lose":
            self._advance(played, active & is_legal)
            self._forfeit(who)
            return
        dice = self.rng_state[who]
        played[who] = handler.replacements(self._masks[who], dice)
        self.rng_state[who] = dice
        self._advance(played, active)

    def _forfeit(self, who: npt.NDArray[np.intp]) -> None:
        """Lose the battles `who` for the sides that decide there, and deploy them again."""
        self.rewards[who] = forfeited_rewards(self.battles[who], self.side[who], self.shaping)
        self.final[who] = self.battles[who]
        self.terminated[who] = True
        self.controllers[who] = self.next_controllers[who]
        batch = self._batch(who)
        reset_battles(batch)
        for mine, new in (
            (self.battles, batch.battles), (self.rng_state, batch.rng_state),
            (self.observations, batch.observations), (self._masks, batch.masks),
            (self.to_act, batch.to_act), (self.side, batch.side), (self.rounds, batch.rounds),
        ):  # fmt: skip
            mine[who] = new
        self._raise_fault()

    def results(self, who: npt.NDArray[np.intp]) -> dict[str, npt.NDArray[np.int64]]:
        """The `winner`, `ending` and `rounds` of the last episodes of battles `who`, for infos.

        Raises:
            ValueError: `who` is no list of battles, or one of them has not ended yet.
        """
        return results_of(self.final, indices("who", who, self.num_envs))

    # --- Snapshots --------------------------------------------------------------------------------

    _KEPT = ("battles", "final", "rng_state", "controllers", "next_controllers")

    def snapshot(self) -> dict[str, npt.NDArray[Any]]:
        """All data that determine the future of the battles, for `restore`."""
        return {name: getattr(self, name).copy() for name in self._KEPT}

    def restore(self, snapshot: dict[str, npt.NDArray[Any]]) -> None:
        """Return to a snapshot, with the observations and masks of that moment.

        Args:
            snapshot: of this vector, or of another with the same scenarios and `num_envs`.

        Raises:
            StateError: one sentence: the arrays are not those of `snapshot`, or a battle is
                impossible; nothing was changed.
        """
        check_arrays({name: getattr(self, name) for name in self._KEPT}, snapshot)
        check_battles_of(self.system, snapshot, self.templates, self.memory)
        show_foreign(snapshot["battles"], self.num_actions, self.observation_length)
        with self._workers:
            for name in self._KEPT:
                getattr(self, name)[:] = snapshot[name]
        self.show()

    def show(self) -> None:
        """Write the observations, masks and deciding fighters of the current battles."""
        with self._workers:
            show_battles(self.battles, self.observations, self._masks, self.to_act, self.side)
            self.rounds[:] = self.battles["round_number"] + np.int64(1)

    def states(self) -> np.ndarray:
        """All that the fighters of each battle know, for central critics.

        Returns:
            A new array `[B, 2 * S * (N + 1)]` float32 for `S` slots a side, each as `Match.state`.
        """
        return states_of(self.battles, self.max_side, self.observation_length, self.side)

    def load_dice(self, index: int, faces: list[int]) -> None:
        """Load one battle's next faces.

        Raises:
            ValueError: the index is invalid, a face is outside 0 to 127, or there are too many.
        """
        index = whole_number("index", index, 0, self.num_envs - 1)
        load_dice(self.battles[index], checked_faces(faces))

    def check_dice(self) -> None:
        """Raise an error if a loaded face was impossible for its die."""
        self._raise_fault(highest_allowed=0)

    def close(self) -> None:
        """Stop the threads; the next step starts new ones."""
        self._workers.close()
