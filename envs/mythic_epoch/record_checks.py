"""Relations between the fields of Mythic Epoch's record that every battle keeps."""

from __future__ import annotations

import numpy as np

from ..core.engine.battle import MAX_FIGHTERS, NOBODY
from ..core.engine.record_checks import (
    Check,
    are_mutual,
    in_use,
    is_marked,
    is_on_map,
    is_turn_order,
    of_all,
    of_fighter,
    stand_apart,
)
from .enums import (
    COUNTER_TEMPO_ACTS,
    PROACTIVE_ACTS,
    REACTIVE_ACTS,
    Act,
    Skill,
    Stage,
    Status,
    Window,
)
from .state import NO_ITEM
from .tables import BASE_COMBAT_MOVEMENT, DAMAGE_POINTS, DAMAGE_POINTS_PER_ENDURANCE, NO_WEAPON

OPENS = np.zeros((len(Window), len(Stage)), np.bool_)
"""The stages in which each window opens (`turn.py`)."""
OPENS[Window.NONE] = True
OPENS[Window.TURN, Stage.TURN] = True
OPENS[Window.REACTION, Stage.REACTIONS] = True
OPENS[Window.COUNTER_TEMPO, Stage.RESOLVE] = True
OPENS[Window.STEP, [Stage.TURN, Stage.REACTORS, Stage.ACTION_OVER]] = True
NAMES_NOBODY = np.zeros(len(Act), np.bool_)
"""Announced actions that have no target."""
NAMES_NOBODY[
    [Act.NOTHING, Act.MOVE, Act.READY, Act.RELOAD, Act.DRAW_WEAPON, Act.PICK_UP_WEAPON]
] = True


def _active(battles: np.ndarray) -> np.ndarray:
    """The fighter whose turn it is: `[B]`."""
    return of_fighter(battles["order"], battles["turn"])


def _keep_their_seats(battles: np.ndarray) -> np.ndarray:
    seats = np.take_along_axis(battles["fighters"]["seat"], battles["order"].astype(int), axis=1)
    return of_all(battles, seats == np.arange(MAX_FIGHTERS))


def _are_held_together(battles: np.ndarray) -> np.ndarray:
    fighters = battles["fighters"]
    held = np.isin(fighters["status"], (Status.BOUND, Status.GRAPPLED, Status.PINNED))
    return of_all(battles, held == (fighters["partner"] != NOBODY))


def _is_standing(battles: np.ndarray) -> np.ndarray:
    """Fighters able to act: `[B, MAX_FIGHTERS]` bool (RM10)."""
    fighters = battles["fighters"]
    endurance = fighters["skills"][:, :, Skill.ENDURANCE].astype(int)
    points = DAMAGE_POINTS + DAMAGE_POINTS_PER_ENDURANCE * endurance
    return in_use(battles) & (fighters["damage"] < points)


def _stand_on_floor(battles: np.ndarray) -> np.ndarray:
    x, y = battles["fighters"]["x"], battles["fighters"]["y"]
    walls = is_marked(battles["low"] | battles["high"], x, y)
    return of_all(battles, is_on_map(battles, x, y) & ~walls)


def _stand_apart(battles: np.ndarray) -> np.ndarray:
    fighters = battles["fighters"]
    return stand_apart(fighters["x"], fighters["y"], _is_standing(battles))


def _decides_in_turn(battles: np.ndarray) -> np.ndarray:
    window, to_act = battles["window"], battles["to_act"]
    own = (window == Window.TURN) | (window == Window.COUNTER_TEMPO)
    steps = window == Window.STEP
    return (~own | (to_act == _active(battles))) & (~steps | (to_act == battles["stepper"]))


def _asks_in_turn(battles: np.ndarray) -> np.ndarray:
    asked = of_fighter(battles["order"], battles["asking"] - 1)
    side = of_fighter(battles["side"], battles["to_act"])
    opposes = side != of_fighter(battles["side"], _active(battles))
    is_next = (battles["asking"] > 0) & (asked == battles["to_act"])
    return (battles["window"] != Window.REACTION) | (is_next & opposes)


def _plans(battles: np.ndarray) -> np.ndarray:
    """Whether the steps are those of a Move that is not announced yet (QM2): `[B]`."""
    return (battles["window"] == Window.STEP) & (battles["stage"] == Stage.TURN)


def _has_announced(battles: np.ndarray) -> np.ndarray:
    is_turn = (battles["window"] == Window.TURN) | _plans(battles)
    return battles["over"] | (is_turn == (battles["action"] == Act.NOTHING))


def _has_a_foe(battles: np.ndarray) -> np.ndarray:
    target = battles["target"]
    foe = of_fighter(battles["side"], target) != of_fighter(battles["side"], _active(battles))
    names_nobody = NAMES_NOBODY[battles["action"]]
    return battles["over"] | np.where(names_nobody, target == NOBODY, (target != NOBODY) & foe)


def _steps_from_a_foe(battles: np.ndarray) -> np.ndarray:
    stepper, foe = battles["stepper"], battles["step_foe"]
    opposes = of_fighter(battles["side"], stepper) != of_fighter(battles["side"], foe)
    both = (stepper != NOBODY) & (foe != NOBODY) & opposes
    neither = (stepper == NOBODY) & (foe == NOBODY)
    planner = (stepper == _active(battles)) & (foe == NOBODY)
    steps = np.where(_plans(battles), planner, both)
    has_given_up = (stepper == NOBODY) & (foe == _active(battles))
    own = neither | ((battles["window"] == Window.TURN) & has_given_up)
    return np.where(battles["window"] == Window.STEP, steps, own)


def _plans_within_a_move(battles: np.ndarray) -> np.ndarray:
    return ~_plans(battles) | (battles["path_length"] < BASE_COMBAT_MOVEMENT)


def _picks_up_what_lies_there(battles: np.ndarray) -> np.ndarray:
    return battles["ground_item"] == NO_ITEM


def _takes_a_weapon_that_is_there(battles: np.ndarray) -> np.ndarray:
    """Whether a weapon to be drawn is carried; none waits to be picked up at a decision."""
    carried = of_fighter(battles["fighters"]["carried"], _active(battles))
    draws = battles["action"] == Act.DRAW_WEAPON
    return (battles["action"] != Act.PICK_UP_WEAPON) & (~draws | (carried != NO_WEAPON))


def _declares_actions_of_their_kind(battles: np.ndarray) -> np.ndarray:
    action, replacement = battles["action"], battles["counter_tempo"]
    reaction = battles["fighters"]["reaction"]
    proactive = np.isin(action, (Act.NOTHING, *PROACTIVE_ACTS))
    reactive = np.isin(reaction, (Act.NOTHING, *REACTIVE_ACTS))
    replaces = np.isin(replacement, (Act.NOTHING, *COUNTER_TEMPO_ACTS))
    return proactive & replaces & of_all(battles, reactive)


CHECKS = (
    Check("order must name each fighter once", lambda b: is_turn_order(b, b["order"])),
    Check("seat must be the fighter's place in order", _keep_their_seats),
    Check(
        "partner must name each other",
        lambda b: are_mutual(b, b["fighters"]["partner"], b["fighters"]["partner"]),
    ),
    Check("status must be Bound, Grappled or Pinned with a partner only", _are_held_together),
    Check("fighters must stand on floor of the map", _stand_on_floor),
    Check("fighters able to act must not share a square", _stand_apart),
    Check("window must be one that opens in its stage", lambda b: OPENS[b["window"], b["stage"]]),
    Check("to_act must be the fighter whose turn or step it is", _decides_in_turn),
    Check("to_act must be the opponent who is asked for a reaction", _asks_in_turn),
    Check("action must be announced from the reactions on, and only then", _has_announced),
    Check(
        "action, reaction and counter_tempo must be actions of their kind",
        _declares_actions_of_their_kind,
    ),
    Check("target must be an opponent where the action names one", _has_a_foe),
    Check(
        "stepper and step_foe must be opponents in the window STEP, or the stepper plans a Move",
        _steps_from_a_foe,
    ),
    Check("path_length must leave room for a step of a planned Move", _plans_within_a_move),
    Check("ground_item must be -1 between two decisions", _picks_up_what_lies_there),
    Check("action must not take a weapon that is not there", _takes_a_weapon_that_is_there),
)
STALE = {"turn": {"result": 0, "opposition": -30_000}}
"""By window, fields that no rule and no observation reads there, and a value for each."""
