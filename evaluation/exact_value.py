"""The exact value of a small battle when both sides play perfectly.

The battle is cut into stages. At the beginning of a stage both sides know everything: it is the
choice of an action at a turn (Mythic Epoch), or the first clause that anybody writes in a round of
sealed orders (Platemail). The later clauses of that round, of both sides, belong to its stage.
Within a stage one side may not know what the other has chosen, so both may have to mix their
choices. A linear program over the sequences of choices (Koller, Megiddo and von Stengel, "Fast
algorithms for finding randomized strategies in game trees", STOC 1994) gives the value of a stage
from the values of the stages that can follow.

The result holds for battles in which nothing stays hidden beyond a stage: one wound decides, so
that no damage is hidden, and both sides know each other's sheets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy

from ..envs.core.engine.battle import DRAW
from ..envs.core.engine.system import System
from ..envs.core.session.step_outcomes import ChanceError
from .exact import Menu, Small

TURN = "turn"
"""The window with which a stage begins in Mythic Epoch."""
SYSTEMS = ("mythic_epoch", "platemail")
RED, BLUE = 0, 1
MOST_NODES = 300_000
"""Limit for the decisions of one stage."""

Set = tuple[int, bytes]
"""An information set of a side: its last sequence, and what it sees."""

Payoffs = dict[tuple[int, int], float]
"""The mean reward of red for pairs of sequences, with the probability of the dice."""


@dataclass
class Side:
    """The sequences of choices of one side in a stage; number 0 is the empty one.

    Attributes:
        sets: the information sets: by what the side knows, their numbers.
        parents: the sequence that leads to each information set.
        sequences: by information set and action, their numbers.
        owners: the information set of each sequence, -1 for the empty one.
    """

    sets: dict[Set, int] = field(default_factory=dict)
    parents: list[int] = field(default_factory=list)
    sequences: dict[tuple[int, int], int] = field(default_factory=dict)
    owners: list[int] = field(default_factory=lambda: [-1])

    def enter(self, sequence: int, seen: bytes) -> int:
        """The number of an information set."""
        if (sequence, seen) not in self.sets:
            self.sets[sequence, seen] = len(self.parents)
            self.parents.append(sequence)
        return self.sets[sequence, seen]

    def extend(self, place: int, action: int) -> int:
        """The number of the sequence that ends with an action in an information set."""
        if (place, action) not in self.sequences:
            self.sequences[place, action] = len(self.owners)
            self.owners.append(place)
        return self.sequences[place, action]

    def flows(self) -> tuple[Any, np.ndarray]:
        """The constraints of a plan: each information set passes on the weight that reaches it."""
        cells = [(0, 0, 1.0)]
        cells += [(1 + place, one, 1.0) for one, place in enumerate(self.owners) if one]
        cells += [(1 + place, parent, -1.0) for place, parent in enumerate(self.parents)]
        rows, columns, data = zip(*cells, strict=True)
        shape = 1 + len(self.parents), len(self.owners)
        right = np.zeros(shape[0])
        right[0] = 1.0
        return scipy.sparse.coo_array((data, (rows, columns)), shape=shape), right


class GameValue:
    """The values of the stages of a small battle.

    Attributes:
        small: the battle.
        values: the value for red of each stage found so far, by its record.
    """

    def __init__(
        self, system: System, scenario: Any, choices: tuple[str, str] = ("quick", "quick"),
        menu: Menu | None = None,
    ) -> None:  # fmt: skip
        """Prepare the battle.

        Args:
            system: the system.
            scenario: name, path or model of a small battle.
            choices: `full` or `quick`, of red and of blue.
            menu: the choices of both sides; None for all that are legal.

        Raises:
            ChanceError: the beginning needs dice, or the system's stages are not known.
            ScenarioError: the scenario cannot be used.
        """
        if system.name not in SYSTEMS:
            raise ChanceError(f"{system.title} has no known stages: choose {' or '.join(SYSTEMS)}")
        self.small = Small(system, scenario, choices, menu=menu)
        self._turn = system.windows.index(TURN) if TURN in system.windows else None
        self.values: dict[bytes, float] = {}

    def value(self) -> float:
        """The mean reward of red when both sides play perfectly: 1 for a win, -1 for a loss."""
        return self.value_of(self.small.start)

    def value_of(self, record: bytes) -> float:
        """The value for red of a stage or of a battle that is over.

        Raises:
            ChanceError: a stage is too large.
        """
        if record not in self.values:
            battle = self.small.battles([record])[0]
            self.values[record] = (
                _reward(battle) if battle["over"] else solve_stage(*self._grow(record))
            )
        return self.values[record]

    def _begins_stage(self, battle: Any, number: int) -> bool:
        """Whether a decision after the first one of a stage of round `number` begins another."""
        if self._turn is not None:
            return bool(battle["window"] == self._turn)
        return int(battle["round_number"]) != number  # the orders of a round are sealed

    def _grow(self, root: bytes) -> tuple[Side, Side, Payoffs]:
        """The sequences of both sides in a stage, and the payoffs of their pairs."""
        sides = Side(), Side()
        payoffs: Payoffs = {}
        todo = [(root, 0, 0, 1.0)]
        first = int(self.small.battles([root])["round_number"][0])
        for nodes, (record, red, blue, chance) in enumerate(todo):
            if nodes > MOST_NODES:
                raise ChanceError("a stage has too many decisions: choose a smaller fight")
            battle = self.small.battles([record])
            if battle["over"][0] or (nodes > 0 and self._begins_stage(battle[0], first)):
                gain = chance * self.value_of(record)
                payoffs[red, blue] = payoffs.get((red, blue), 0.0) + gain
                continue
            seen, actions = self.small.options(record)
            side = int(battle["side"][0][battle["to_act"][0]])
            place = sides[side].enter((red, blue)[side], seen)
            for action in actions:
                sequence = sides[side].extend(place, action)
                both = (sequence, blue) if side == RED else (red, sequence)
                later = self.small.step(record, action)
                todo += [(one, *both, chance * share) for one, share in later.items()]
        return *sides, payoffs


def _reward(battle: Any) -> float:
    winner = int(battle["winner"])
    return 0.0 if winner == DRAW else 1.0 if winner == RED else -1.0


def solve_stage(red: Side, blue: Side, payoffs: Payoffs) -> float:
    """The value for red of a stage, by linear programming over the sequences of both sides.

    Red chooses the weights of its sequences so that blue's best answer costs it least. The value of
    an information set of blue is at most that of each of its actions.

    Args:
        red: the sequences of red.
        blue: the sequences of blue.
        payoffs: the mean reward of red for pairs of sequences, with the probability of the dice.
    """
    flows, right = red.flows()
    wide, own = len(red.owners), 1 + len(blue.parents)
    cells = [(theirs, mine, -gain) for (mine, theirs), gain in payoffs.items()]
    cells += [(one, wide + 1 + place, 1.0) for one, place in enumerate(blue.owners)]
    cells += [(parent, wide + 1 + place, -1.0) for place, parent in enumerate(blue.parents)]
    rows, columns, data = zip(*cells, strict=True)
    limits = scipy.sparse.coo_array((data, (rows, columns)), shape=(len(blue.owners), wide + own))
    goal = np.zeros(wide + own)
    goal[wide] = -1.0
    equal = scipy.sparse.coo_array((flows.data, flows.coords), shape=(flows.shape[0], wide + own))
    found = scipy.optimize.linprog(
        goal, limits.tocsr(), np.zeros(len(blue.owners)), equal.tocsr(), right,
        bounds=[(0, None)] * wide + [(None, None)] * own, method="highs",
    )  # fmt: skip
    if not found.success:
        raise ChanceError(f"a stage cannot be solved: {found.message}")
    return float(-found.fun)
