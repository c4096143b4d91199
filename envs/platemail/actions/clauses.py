"""The clauses of a written order: their numbers, and the sequence in which they are asked (TP2).

The clauses 0 to 4 are FIRST, IF, THEN, ELSE and STANDING. Those after them are details: of each
directive the targets of further attacks and the steps of a walk, of the whole order whose openings
to take and whom to attack in Terror. A clause is asked only where it can matter. Quick choices ask
no details.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.compiler.compile import njit
from ..enums import Window
from ..tables import SPRINT_STEPS

FIRST, THEN, ELSE = range(3)
"""Indices of the directives in an order."""
WHOLE = -1
SECOND, THIRD = range(2)
"""Places of the targets of the second and the third attack among the details of a directive."""
PLACE_BITS = 5
PLACE_MASK = (1 << PLACE_BITS) - 1
MOST_DETAILS = (1 << PLACE_BITS * SPRINT_STEPS) - 1
"""Largest number that holds the details of a directive, five bits for each: see `detail_of`."""


class Clause(NamedTuple):
    """A clause.

    Attributes:
        window: its kind.
        directive: FIRST, THEN or ELSE; WHOLE if it belongs to the whole order.
        nth: the number of a step or of a further target, from 0: its place in `details`.
    """

    window: Window
    directive: int = WHOLE
    nth: int = 0


def _details(directive: int) -> list[Clause]:
    """The details of a directive, in the order in which they are asked."""
    targets = [
        Clause(Window.SECOND_TARGET, directive, SECOND),
        Clause(Window.THIRD_TARGET, directive, THIRD),
    ]
    return [*targets, *(Clause(Window.STEP, directive, nth) for nth in range(SPRINT_STEPS))]


MAIN = (
    Clause(Window.FIRST, FIRST),
    Clause(Window.CONDITION),
    Clause(Window.THEN, THEN),
    Clause(Window.ELSE, ELSE),
    Clause(Window.STANDING),
)
ORDER_CLAUSES = (
    *MAIN,
    *(detail for directive in (FIRST, THEN, ELSE) for detail in _details(directive)),
    Clause(Window.OPENINGS),
    Clause(Window.AT_BAY),
)
"""All clauses by their numbers."""
ASKED = (
    *(MAIN[0], *_details(FIRST)),
    *(MAIN[1], MAIN[2], *_details(THEN)),
    *(MAIN[3], *_details(ELSE)),
    *(MAIN[4], *ORDER_CLAUSES[-2:]),
)
NUM_CLAUSES = len(ORDER_CLAUSES)
SEQUENCE = np.array([ORDER_CLAUSES.index(clause) for clause in ASKED], np.int64)
"""The numbers of the clauses in the order in which they are asked."""
WINDOW, DIRECTIVE, NTH = np.array(ORDER_CLAUSES, np.int64).T.copy()
"""`[NUM_CLAUSES]` of each clause its kind, its directive and the number of its step."""
_MAIN_OF = {clause.window: number for number, clause in enumerate(MAIN)}
MAIN_CLAUSE = np.array([_MAIN_OF.get(one, -1) for one in Window], np.int64)
"""By `Window`: the number of its main clause; -1 for details."""
IS_DETAIL = np.array([one not in (*_MAIN_OF, Window.NONE) for one in Window])
"""By `Window`: whether its clauses are details of an order."""
CONDITION = ORDER_CLAUSES.index(Clause(Window.CONDITION))
AFTER_CONDITION = int(np.flatnonzero(SEQUENCE == CONDITION)[0]) + 1
"""The place in `SEQUENCE` from which on IF is known."""


@njit(shared=True)
def order_clause(battle):
    """The number of the clause that the deciding fighter writes."""
    if IS_DETAIL[battle.window]:
        return SEQUENCE[battle.clause - 1]
    return MAIN_CLAUSE[battle.window]


@njit
def detail_of(order, directive, nth):
    """A detail of a directive: a step's direction (P14) or a further target (QP3), -1 if none."""
    return np.int64(order.details[directive] >> PLACE_BITS * nth & PLACE_MASK) - 1


@njit
def write_detail_of(order, directive, nth, value):
    """Write a detail of a directive; see `detail_of`."""
    place = PLACE_BITS * nth
    others = order.details[directive] & ~(PLACE_MASK << place)
    order.details[directive] = others | (value + 1) << place
