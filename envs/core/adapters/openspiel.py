"""Games of OpenSpiel: `pyspiel.load_game("quintain_mythic_epoch", {"scenario": "duel"})`.

A game has two players, the sides: 0 is red, 1 is blue. So it is zero-sum, as most algorithms of
OpenSpiel need it. The player of a side makes all decisions of its fighters, in turn. Its
observation is that of the fighter who decides. Its information state is everything that its
fighters saw when they decided, with what they chose. So the player has perfect recall, and as one
player a side knows more than each of its fighters does.

Letters: `N` the observation's length, `A` actions, `H` recalled decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..inputs.arguments import how_to_install, quick_sides_of, quote, whole_number

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ImportError(f"OpenSpiel is not installed: {how_to_install('openspiel')}") from error

from ....registration import (
    EXPLICIT,
    GAME_PARAMETERS,
    MERGED,
    SAMPLED,
    openspiel_name,
    openspiel_type,
)
from ..engine.battle import DRAW
from ..engine.loops import DECISIONS_IN_A_ROUND, deploy_battles
from ..engine.memory_layout import layout_of
from ..engine.system import get_system
from ..scenarios.labels import given_names
from ..scenarios.loading import load_templates
from ..scenarios.sheets import apply_states
from ..session.next_faces import MOST_FACES, NO_FACE
from ..session.step_chance import TRIALS, load, without_dice
from ..session.step_outcomes import ChanceError, enumerate_step, forget_stale, plain
from .openspiel_observer import PLAYERS, BattleObserver
from .openspiel_state import BattleState, Opening, open_battle

Outcomes = tuple[list[bytes], list[float]]
"""Records with their probabilities."""

MOST_OUTCOMES = 10_000
"""Most outcomes of a merged chance node."""
MOST_STEPS = 20_000
"""Steps whose merged outcomes are kept."""
MOST_MOVES = 2**31 - 1
"""The largest number of moves that OpenSpiel can hold."""


class BattleGame(pyspiel.Game):
    """A scenario of a system.

    Attributes:
        system: the system.
        layout: names of the observation's numbers.
        length: `N`.
        num_actions: `A`.
        recall: `H`.
        is_sampled: whether the game rolls all dice of a step at one chance node.
        is_merged: whether the outcomes of a chance node are the different battles after a step.
        draws: the number of outcomes of a draw that is no die.
        seed: of everything that the game draws.
        generator: of the dice of sampled chance.
        names: the fighters' names by number, empty for those without one.
        opening: the beginning of every battle.
    """

    def __init__(self, system: str, params: dict[str, Any] | None = None) -> None:
        """Load the scenario; OpenSpiel calls this with the parameters of `load_game`.

        Args:
            system: name of the system.
            params: any of these; the others have their defaults.
                `scenario`: name or path; the system's default if it is empty.
                `choices`: `full` or `quick`, for both sides.
                `memory`: number of public events that each fighter remembers, 0 to 8.
                `max_side`: slots a side; 0 for the number that the scenario needs.
                `chance`: with `explicit`, each die is a chance node with its faces. With `merged`,
                all dice of a step are one chance node, whose outcomes are the different battles
                after it: for small fights. With `sampled`, they are one chance node with a single
                outcome, and the game rolls them.
                `draws`: the number of outcomes of a draw that is no die, unless it is sampled.
                `recall`: `H`, the decisions that the tensor of an information state shows.
                `rng_seed`: of everything that the game draws, 0 or more.

        Raises:
            KeyError: unknown system.
            ScenarioError: the scenario cannot be used.
            ValueError: a parameter has an impossible value.
        """
        given = {**GAME_PARAMETERS, **(params or {})}
        if given["chance"] not in (EXPLICIT, MERGED, SAMPLED):
            raise ValueError(
                f"chance must be explicit, merged or sampled, got {quote(given['chance'])}"
            )
        self.is_sampled, self.is_merged = given["chance"] == SAMPLED, given["chance"] == MERGED
        self.draws = whole_number("draws", given["draws"], 1, 10_000)
        self.recall = whole_number("recall", given["recall"], 0, 10_000)
        self.seed = whole_number("rng_seed", given["rng_seed"], 0)
        self.generator = np.random.default_rng(self.seed)
        self.system = get_system(system)
        models, templates = load_templates(
            self.system, given["scenario"] or None, given["max_side"], with_states=True
        )
        max_side = int(templates["max_side"][0])
        self.num_actions = self.system.num_actions(max_side)
        self.layout = layout_of(self.system, max_side, given["memory"])
        self.names = given_names(models[0])
        self.deploy = self._deployment(models, templates, given)
        self.opening: Opening = open_battle(self.deploy)
        self.length = self.layout.length
        self._outcomes: dict[tuple[bytes, int], Outcomes] = {}
        self._params = dict(params or {})
        super().__init__(
            openspiel_type(pyspiel, system, given["chance"]), self._info(), self._params
        )

    def _deployment(
        self, models: list[Any], templates: np.ndarray, given: dict[str, Any]
    ) -> Callable[[np.ndarray, Sequence[int]], np.ndarray]:
        """The deployment as a step: with the generator's words and with loaded faces."""
        blank = self.system.new_battles(1)
        blank["winner"] = DRAW
        blank["memory"] = given["memory"]
        blank["quick_sides"] = quick_sides_of(given["choices"])

        def deploy(words: np.ndarray, faces: Sequence[int]) -> np.ndarray:
            battle = load(blank, words, faces)
            deploy_battles(battle, templates, np.ones((1, 4), np.uint32))
            if not battle["fault"][0]:
                apply_states(self.system, battle, models)
            return battle

        return deploy

    def _info(self) -> Any:
        rounds = int(self.deploy(TRIALS[0], ())["round_limit"][0])
        self._most_decisions = min(MOST_MOVES, rounds * DECISIONS_IN_A_ROUND)
        return pyspiel.GameInfo(
            num_distinct_actions=self.num_actions,
            max_chance_outcomes=self._most_outcomes(),
            num_players=PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self._most_decisions,
        )

    def _most_outcomes(self) -> int:
        if self.is_sampled:
            return 1
        return max(self.draws, MOST_OUTCOMES if self.is_merged else NO_FACE)

    def outcomes_of(self, record: bytes, action: int) -> Outcomes:
        """The different records after an action, and their probabilities, the likeliest first.

        Of battles that are over, those with one winner and one ending are the same.

        Raises:
            ChanceError: the outcomes are too many, or a draw is no die.
        """
        if (record, action) not in self._outcomes:
            if len(self._outcomes) >= MOST_STEPS:
                self._outcomes.clear()
            self._outcomes[record, action] = self._find_outcomes(record, action)
        return self._outcomes[record, action]

    def _find_outcomes(self, record: bytes, action: int) -> Outcomes:
        battle = plain(np.frombuffer(bytearray(record), self.system.dtype))
        battles, chances = enumerate_step(battle, action)
        battles = without_dice(forget_stale(self.system, battles))
        found: dict[tuple[int, int] | bytes, tuple[bytes, float]] = {}
        for row, chance in enumerate(chances.tolist()):
            one = battles[row : row + 1]
            later = one.tobytes()
            result = int(one["winner"][0]), int(one["ending"][0])
            key = result if one["over"][0] else later
            kept, before = found.get(key, (later, 0.0))
            found[key] = kept, before + chance
        if len(found) > MOST_OUTCOMES:
            raise ChanceError("a step has too many outcomes: choose a smaller fight")
        ranked = sorted(found.values(), key=lambda outcome: -outcome[1])
        total = sum(chance for _, chance in ranked)
        return [later for later, _ in ranked], [chance / total for _, chance in ranked]

    def new_initial_state(self) -> BattleState:
        """A battle before its deployment, or at its first decision if that needs no dice."""
        return BattleState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most chance nodes of a battle."""
        return min(MOST_MOVES, (self._most_decisions + 1) * (1 if self.is_sampled else MOST_FACES))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BattleObserver:
        """An observer; without a type, of what a side sees now."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return BattleObserver(self, kind, params)

    def __reduce__(self) -> Any:
        """Pickle the game with the state of its generator, which OpenSpiel would refuse to do."""
        state = self.generator.bit_generator.state
        return _restore_game, (openspiel_name(self.system.name), self._params, state)


def _restore_game(name: str, params: dict[str, Any], state: Any) -> BattleGame:
    """A game from its pickle."""
    game = pyspiel.load_game(name, params)
    game.generator.bit_generator.state = state
    return game
