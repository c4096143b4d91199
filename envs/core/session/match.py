"""One battle at a time, the basis of the adapters, the replays and the command line.

Letters: `A` actions, `F` fighters, `N` the observation's length, `S` slots a side, `W` clauses of
an order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.battle import DRAW, NOBODY, SIDES, agent_names
from ..engine.dice import WORD, check_fault, load_dice, seed_rng_states
from ..engine.legality import IllegalAction, illegal_action
from ..engine.loops import (
    FAULT,
    ILLEGAL,
    deploy_battles,
    show_battles,
    take_action,
)
from ..engine.memory import MOST_EVENTS
from ..engine.memory_layout import layout_of
from ..engine.order_loops import take_orders
from ..engine.system import System, get_system
from ..inputs.arguments import (
    as_action,
    checked_faces,
    checked_seed,
    quick_sides_of,
    quote,
    seed_or_entropy,
    whole_number,
    whole_numbers,
)
from ..scenarios.labels import given_names
from ..scenarios.loading import load_templates
from ..scenarios.sheets import apply_states
from .battle_view import BattleView
from .snapshot import PASS, InitialState, StateError, check_memory_of, pack, show_foreign, unpack


class Match(BattleView):
    """One battle of a system.

    The arrays belong to the match and are overwritten in place: copy what you keep. A copy
    (`copy.deepcopy`) or a pickle continues exactly as the original would.

    `BattleView` has its other attributes and the queries of a battle.

    Attributes:
        scenarios: the scenarios among which `reset` draws.
        room: the most fighters of red and blue in any scenario.
        layout: names of the observation's numbers, `N` of them.
        memory: number of public events that each fighter remembers.
        log: whether events are recorded, for `narrate`.
    """

    def __init__(
        self,
        system: str | System,
        scenario: Any = None,
        *,
        max_side: int = 0,
        log: bool = False,
        choices: str | tuple[str, str] = "full",
        memory: int = 0,
    ) -> None:
        """Create a match; `reset` starts a battle.

        Args:
            system: name of the system.
            scenario: name, path or model; from a sequence each `reset` draws one at random.
            max_side: slots a side; 0 for the number that the scenarios need. With a larger number,
                `reset` accepts larger scenarios.
            log: record events, for `narrate`.
            choices: `full` asks every choice of the book, `quick` fewer, as RULES.md of each system
                says; a pair gives red and blue their own.
            memory: number of public events that each fighter remembers, 0 to 8, in a block each at
                the end of its observations.

        Raises:
            KeyError: unknown system.
            ScenarioError: the scenario cannot be used.
            ValueError: `max_side` is too small, `choices` is unknown, or `memory` is out of range.
        """
        self.system = get_system(system)
        self.scenarios, self._templates = load_templates(
            self.system, scenario, max_side, with_states=True
        )
        self.max_side = int(self._templates["max_side"][0])
        sizes = [[len(getattr(one, side)) for one in self.scenarios] for side in SIDES]
        self.room = (max_side, max_side) if max_side else tuple(map(max, sizes))
        self.num_actions = self.system.num_actions(self.max_side)
        order_choices = self.system.order_choices
        self._num_clauses = len(order_choices(self.max_side)) if order_choices else 0
        self.memory = whole_number("memory", memory, 0, MOST_EVENTS)
        self.layout = layout_of(self.system, self.max_side, self.memory)
        self.log = log
        self._quick_sides = quick_sides_of(choices)
        self.battles = self.system.new_battles(1)
        self.battles["winner"] = DRAW
        self._rng_state = np.zeros((1, 4), np.uint32)
        self._observations = np.zeros((1, self.layout.length), np.float32)
        self._masks = np.zeros((1, self.num_actions), np.bool_)
        self._is_seeded = False
        self._make_views()
        self.to_act = NOBODY
        self.agents = []
        self.num_red = 0
        self.beginning = None
        self.actions = []
        self.names = []
        self.forfeited_to = None

    def _make_views(self) -> None:
        self.observation = self._observations[0]
        self._legal = self._masks[0]
        self.mask = self._legal.view()
        self.mask.flags.writeable = False
        header = ("round_number", "round_limit", "num_loaded", "winner", "ending")
        self._header = [self.battles[name] for name in header]

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        del state["observation"], state["mask"], state["_legal"], state["_header"]
        return {**state, "system": self.system.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, system=get_system(state["system"]))
        self._make_views()

    # --- Beginning --------------------------------------------------------------------------------

    def reset(
        self,
        seed: int | None = None,
        *,
        scenario: Any = None,
        loaded_dice: list[int] | tuple[int, ...] = (),
    ) -> int:
        """Deploy a battle and play to its first decision.

        Args:
            seed: battle 0 of a `BattleVector` with the same seed gets the same dice. None continues
                with the current state of the dice; at first it draws a seed from the system's
                entropy.
            scenario: the scenario of this battle only, in place of the match's own.
            loaded_dice: faces to use before the generator.

        Returns:
            `to_act`.

        Raises:
            ScenarioError: the scenario cannot be used.
            RuntimeError: the battle cannot be played.
            TypeError: the scenario has the wrong type.
            ValueError: the scenario has too many fighters, the seed or a face is invalid, or a
                loaded face was impossible.

        After an error the previous battle is unchanged.
        """
        seed, faces = checked_seed(seed), checked_faces(loaded_dice)
        models, templates = self.scenarios, self._templates
        if scenario is not None and not (len(models) == 1 and scenario is models[0]):
            models, templates = self._load(scenario)
        before, rng_state, was_seeded = (
            self.battles.tobytes(),
            self._rng_state.copy(),
            self._is_seeded,
        )
        try:
            self._roll_seed(seed)
            load_dice(self.battles[0], faces)
            dice = tuple(self.battles["dice"][0].tolist())
            self._deploy(templates, models)
        except (RuntimeError, ValueError):
            self._rng_state[:], self._is_seeded = rng_state, was_seeded
            self._restore(before)
            raise
        drawn = int(self.battles["scenario"][0]) if len(models) > 1 else 0
        self.beginning = InitialState(models[drawn], dice, tuple(faces), self.choices)
        self.actions = []
        return self._begin(models[drawn])

    def begin_as(self, beginning: InitialState) -> int:
        """Deploy a battle again from its `InitialState`; errors as in `reset`."""
        words = whole_numbers("dice", beginning.dice, (4,))
        if not words.any() or words.min() < 0 or words.max() > WORD:
            raise ValueError(f"dice must be four numbers up to {WORD}, not all 0, got {words}")
        before = self.battles["dice"].copy(), self._is_seeded, self._quick_sides
        try:
            self.set_choices(beginning.choices)
            self.battles["dice"] = words
            self._is_seeded = True
            return self.reset(scenario=beginning.scenario, loaded_dice=beginning.loaded_dice)
        except (RuntimeError, TypeError, ValueError):
            self.battles["dice"], self._is_seeded, self._quick_sides = before
            raise

    def set_choices(self, choices: str | tuple[str, str]) -> None:
        """Set the choices of both sides from the next `reset` on; see the constructor."""
        self._quick_sides = quick_sides_of(choices)

    def _load(self, scenario: Any) -> tuple[list[Any], np.ndarray]:
        models, templates = load_templates(self.system, scenario, with_states=True)
        for model in models:
            for side, room in zip(SIDES, self.room, strict=True):
                if len(getattr(model, side)) > room:
                    raise ValueError(
                        f"scenario {model.title!r} has {len(getattr(model, side))} {side} "
                        f"fighters, but there is room for {room}: say max_side at the start"
                    )
        templates["max_side"] = self.max_side
        return models, templates

    def _roll_seed(self, seed: int | None) -> None:
        if seed is not None or not self._is_seeded:
            seed = seed_or_entropy(seed)
            self.battles["dice"] = seed_rng_states(seed, 1)
            self._rng_state[:] = seed_rng_states(np.random.SeedSequence([seed, 1]), 1)
            self._is_seeded = True

    def _deploy(self, templates: np.ndarray, models: list[Any]) -> None:
        self.battles["log"] = self.log
        self.battles["quick_sides"] = self._quick_sides
        self.battles["memory"] = self.memory
        if len(templates) == 1:
            self.battles["scenario"] = 0
        deploy_battles(self.battles, templates, self._rng_state)
        check_fault(self.battles[0])
        apply_states(self.system, self.battles, models)
        self._show()

    def _begin(self, scenario: Any) -> int:
        battle = self.battles[0]
        names, sizes = given_names(scenario), (len(scenario.red), len(scenario.blue))
        self.names = names if any(names) and sizes == tuple(battle.side_size) else []
        self.agents = agent_names(battle)
        self.num_red = int(battle.side_size[0])
        self.to_act = int(battle.to_act)
        self.forfeited_to = None
        return self.to_act

    # --- Playing ----------------------------------------------------------------------------------

    def step(self, action: int) -> int:
        """Take one decision.

        Args:
            action: an action that `mask` allows.

        Returns:
            `to_act`.

        Raises:
            IllegalAction: the action does not exist or is illegal; nothing was changed.
            RuntimeError: the battle cannot continue; start another one.
            ValueError: no battle is in progress, or a loaded face was impossible; nothing was
                changed.
        """
        if self.to_act < 0:
            raise ValueError("no battle is going on: call reset first")
        number = as_action(action)
        if number is None:
            raise IllegalAction(f"an action is a whole number, got {quote(action)}")
        if not 0 <= number < self.num_actions:
            raise illegal_action(self.system, self.battle, number, self.mask)
        has_loaded_dice = bool(self._header[2].item())
        before = self.battles.tobytes() if has_loaded_dice else b""
        to_act = int(take_action(self.battles, 0, number, self.observation, self._legal))
        if to_act == ILLEGAL:
            raise illegal_action(self.system, self.battle, number, self.mask)
        if to_act == FAULT:
            self._undo(before)
        self.actions.append(number)
        self.to_act = to_act
        return to_act

    def give_orders(self, orders: np.ndarray) -> int:
        """Write every fighter's order, clause by clause, and play to the next round.

        Args:
            orders: `[F, W]` actions that the masks of the clauses allow; clauses without a decision
                are ignored.

        Returns:
            `to_act`.

        Raises:
            IllegalAction: a clause with a decision is illegal; nothing was changed.
            RuntimeError: the battle cannot continue; start another one.
            ValueError: the system has no orders, the array has the wrong shape or type, no battle
                is in progress, or a loaded face was impossible; nothing was changed.
        """
        if self.to_act < 0:
            raise ValueError("no battle is going on: call reset first")
        if not self._num_clauses:
            raise ValueError(f"{self.system.title} has no written orders")
        shape = (len(self.agents), self._num_clauses)
        orders = whole_numbers("orders", orders, shape)
        before, taken = self.battles.tobytes(), np.zeros(orders.size, np.int64)
        count = int(take_orders(self.battles, 0, orders, taken, self.observation, self._legal))
        if count == ILLEGAL:
            due = int(orders[self.battle.to_act, self.system.order_clause(self.battle)])
            error = illegal_action(self.system, self.battle, due, self.mask)
            self._restore(before)
            raise error
        if count == FAULT:
            self._undo(before)
        self.actions.extend(taken[:count].tolist())
        self.to_act = int(self.battles["to_act"][0])
        return self.to_act

    def forfeit(self, winner: int) -> None:
        """End the battle by an illegal action; its record stays as it is.

        Args:
            winner: 0 red, 1 blue, -1 nobody.

        Raises:
            ValueError: no battle is in progress, or there is no such side.
        """
        if self.to_act < 0:
            raise ValueError("no battle is going on: call reset first")
        self.to_act, self.forfeited_to = NOBODY, whole_number("winner", winner, DRAW, 1)
        self._mask_nobody()

    def _mask_nobody(self) -> None:
        """Write the mask of a battle that is over."""
        self._legal[:] = False
        self._legal[PASS] = True

    def _undo(self, before: bytes) -> None:
        """Undo the action whose loaded dice were impossible, and raise the error."""
        fault = self.battles.copy()
        if before:
            self._restore(before)
        check_fault(fault[0])

    def _restore(self, before: bytes) -> None:
        self.battles.view(np.uint8)[:] = np.frombuffer(before, np.uint8)
        if self.agents:
            self._show()
        if self.forfeited_to is not None:
            self._mask_nobody()

    def _show(self) -> None:
        ignored = np.zeros(1, np.int8)
        show_battles(self.battles, self._observations, self._masks, ignored, ignored)

    # --- Snapshots --------------------------------------------------------------------------------

    def get_state(self) -> bytes:
        """The battle as bytes, with a version and a checksum; give them to `set_state`.

        Raises:
            ValueError: no battle has begun.
        """
        if not self.agents:
            raise ValueError("no battle has begun: call reset first")
        return pack(self.system, self.battles, self._rng_state)

    def set_state(self, state: bytes) -> int:
        """Continue from a state, of this match or of another one of the same system.

        Returns:
            `to_act`.

        Raises:
            StateError: one sentence: the state is damaged, foreign, newer, too large for this
                match, or impossible; nothing was changed.
        """
        battles, rng_state = unpack(self.system, state)
        sizes = tuple(battles["side_size"][0].tolist())
        if battles["max_side"][0] != self.max_side or any(np.greater(sizes, self.room)):
            raise StateError(
                f"the state has {sizes[0]} against {sizes[1]} fighters in "
                f"{battles['max_side'][0]} slots a side, this battle has room for "
                f"{self.room[0]} against {self.room[1]} in {self.max_side}"
            )
        check_memory_of(battles, self.memory)
        shown = show_foreign(battles, self.num_actions, len(self.observation))
        self.battles[:] = battles
        self._rng_state[:] = rng_state
        self._observations[:], self._masks[:] = shown
        self._is_seeded = True
        self.beginning = None
        self.actions = []
        return self._begin(self.scenarios[0])
