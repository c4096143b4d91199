"""Relations between the fields of Platemail's record that every battle keeps."""

from __future__ import annotations

import numpy as np

from ..core.engine.action_table import Target
from ..core.engine.battle import MAX_FIGHTERS, NOBODY
from ..core.engine.record_checks import Check, are_mutual, in_use, is_on_map, of_all
from .actions.clauses import DIRECTIVE, NTH, PLACE_BITS, PLACE_MASK, SEQUENCE, THIRD, WINDOW
from .actions.table import (
    DIRECTIONS,
    NEAR_SQUARES,
    TABLE,
    WOUND_THRESHOLDS,
)
from .enums import (
    Condition,
    Description,
    Spell,
    Verb,
    Window,
)
from .rules.phase_setup import BLANK_PHASE
from .rules.verbs import SPREADS, STEPS_NAMED
from .state import MOST_STEPS
from .tables import (
    NONE,
)

UNWRITTEN = -1
ARGUMENTS = np.zeros((len(Condition), max(NEAR_SQUARES) + 2), np.bool_)
"""Number of arguments of each condition, from -1 on; an enemy may be any fighter."""
ARGUMENTS[:, 0] = True
IS_ABOUT_ENEMY = np.zeros(len(Condition), np.bool_)
for _condition in (Condition.REACHED, Condition.DOWN, Condition.MOVED, Condition.USED_WEAPON):
    IS_ABOUT_ENEMY[_condition] = True
    ARGUMENTS[_condition] = [False, *[True] * MAX_FIGHTERS, False]
ARGUMENTS[Condition.WOUNDED] = np.isin(np.arange(-1, max(NEAR_SQUARES) + 1), WOUND_THRESHOLDS)
ARGUMENTS[Condition.NEAR] = np.isin(np.arange(-1, max(NEAR_SQUARES) + 1), NEAR_SQUARES)
TARGETS = np.zeros(len(Verb), np.int64)
"""Targets of each verb without a fighter: spells, directions, or none."""
TARGETS[Verb.PREPARE] = len(Spell)
TARGETS[[Verb.MOVE_STRAIGHT, Verb.OPEN_DOOR, Verb.CLOSE_DOOR]] = DIRECTIONS


def _stand_on_the_map(battles: np.ndarray) -> np.ndarray:
    fighters = battles["fighters"]
    return of_all(battles, is_on_map(battles, fighters["x"], fighters["y"]))


def _wait_for_a_phase(battles: np.ndarray) -> np.ndarray:
    blank = (battles["phases"] == BLANK_PHASE[0]) & (battles["phase"] == 0)[:, None]
    return battles["over"] | of_all(battles, blank)


def _are_bound(battles: np.ndarray) -> np.ndarray:
    """Each Bind is of a fighter in the battle who focuses on the one that it holds."""
    entrapped, focus = battles["fighters"]["entrapped"], battles["fighters"]["focus"]
    fighters = np.arange(MAX_FIGHTERS)
    is_bound = entrapped[:, :, None] >> 1 + fighters & 1 == 1
    fits = (focus[:, None, :] == fighters[:, None]) & in_use(battles)[:, None, :]
    return of_all(battles, (fits | ~is_bound).all(axis=2))


def _writes_its_order(battles: np.ndarray) -> np.ndarray:
    clause, row = SEQUENCE[battles["clause"] - 1], np.arange(len(battles))
    is_next = (battles["writer"] == battles["to_act"]) & (WINDOW[clause] == battles["window"])
    details = battles["orders"]["details"][row, battles["writer"], DIRECTIVE[clause]]
    named = details[:, None] >> PLACE_BITS * np.arange(MOST_STEPS) & PLACE_MASK != 0
    is_earlier = np.arange(MOST_STEPS) < NTH[clause][:, None]
    is_next &= (WINDOW[clause] != Window.STEP) | (named | ~is_earlier).all(axis=1)
    sealed = battles["orders"]["is_written"][row, battles["writer"]]
    return battles["over"] | (is_next & (sealed == 0) & (battles["is_surveyed"] == 1))


def _has_written_targets(battles: np.ndarray) -> np.ndarray:
    verb, target = battles["orders"]["verb"], battles["orders"]["target"]
    is_fighter = (target >= 0) & (target < battles["num_fighters"][:, None, None])
    named = is_fighter | (target >= MAX_FIGHTERS)
    few = np.where(TARGETS[verb] > 0, (target >= 0) & (target < TARGETS[verb]), target == NOBODY)
    fits = np.where(TABLE.target[verb] != Target.NONE, named, few)
    return of_all(battles, (fits | (verb == UNWRITTEN)).all(axis=2))


def _has_written_details(battles: np.ndarray) -> np.ndarray:
    """Steps of verbs that name them, further targets of attacks that spread, and no others."""
    verb, nth = battles["orders"]["verb"][..., None], np.arange(MOST_STEPS)
    noted = battles["orders"]["details"][..., None] >> PLACE_BITS * nth & PLACE_MASK
    is_step = (verb != UNWRITTEN) & (nth < STEPS_NAMED[verb])
    is_target = (verb != UNWRITTEN) & (SPREADS >> verb.astype(int) & 1 == 1) & (nth <= THIRD)
    most = np.where(is_step, DIRECTIONS, np.where(is_target, 1 + max(Description), 0))
    is_nobody = is_target & (noted > battles["num_fighters"][:, None, None, None])
    fits = (noted <= most) & ~(is_nobody & (noted <= MAX_FIGHTERS))
    return of_all(battles, fits.all(axis=(2, 3)))


def _has_written_conditions(battles: np.ndarray) -> np.ndarray:
    condition, argument = battles["orders"]["condition"], battles["orders"]["argument"]
    used = argument < battles["num_fighters"][:, None]
    fits = ARGUMENTS[condition, argument + 1] & (used | ~IS_ABOUT_ENEMY[condition])
    return of_all(battles, fits)


CHECKS = (
    Check("fighters must stand on the map", _stand_on_the_map),
    Check(
        "carrying and carried_by must name each other",
        lambda b: (
            are_mutual(b, b["fighters"]["carrying"], b["fighters"]["carried_by"])
            & are_mutual(b, b["fighters"]["carried_by"], b["fighters"]["carrying"])
        ),
    ),
    Check("entrapped must name Binds of fighters who focus on the one they hold", _are_bound),
    Check(
        "doors must have a column and a row, or neither",
        lambda b: ((b["door_x"] == NONE) == (b["door_y"] == NONE)).all(axis=1),
    ),
    Check("phases must be blank while orders are written", _wait_for_a_phase),
    Check("to_act must be the writer of an order that is not sealed", _writes_its_order),
    Check("targets of orders must fit their verbs", _has_written_targets),
    Check("details of orders must fit their verbs", _has_written_details),
    Check("arguments of orders must fit their conditions", _has_written_conditions),
)
