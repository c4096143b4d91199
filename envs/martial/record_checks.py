"""Relations between the fields of Martial's record that every battle keeps."""

from __future__ import annotations

import numpy as np

from ..core.engine.battle import MAX_FIGHTERS, NOBODY
from ..core.engine.record_checks import (
    Check,
    are_mutual,
    is_on_map,
    is_one_of,
    is_turn_order,
    of_all,
    of_fighter,
    of_frame,
)
from .enums import (
    Kind,
    Stage,
    Step,
    Trigger,
    TurnAction,
    Window,
)
from .state import (
    FRAMES,
    HANDS,
    NO_FRAME,
    PATH,
)
from .tables import BODY_NATURAL, BODY_NUM_PARTS, MAX_PARTS, NONE

OPENS = np.zeros((len(Window), len(Stage)), np.bool_)
"""The stages in which each window opens (turn.py): `[window, stage]`."""
OUTSIDE_ATTACKS = (Window.NONE, Window.HIDE, Window.TURN, Window.STEP)
"""The windows that open while no attack is under way."""
OPENS[Window.NONE] = True
OPENS[Window.HIDE, Stage.HIDING] = True
OPENS[Window.TURN, Stage.TURN] = True
OPENS[list(Window)[Window.RIDERS :], Stage.ACTION] = True
STEPS = {
    Window.RIDERS: Step.PROVOKE,
    Window.PARRY: Step.RESULT,
    Window.PART: Step.EXTRA,
    Window.EXTRA: Step.INJURE,
    Window.CLEAVE: Step.NEXT,
    Window.DIRECTION: Step.NEXT,
    Window.ITEM: Step.EFFECT,
    Window.NEXT_TARGET: Step.LEAVE,
}
"""The next step of the attack while a window is open within it (attack_steps.py)."""


def _keep_their_seats(battles: np.ndarray) -> np.ndarray:
    seats = np.take_along_axis(battles["fighters"]["seat"], battles["order"].astype(int), axis=1)
    hides = battles["stage"] == Stage.HIDING  # nobody has rolled yet
    return hides | of_all(battles, seats == np.arange(MAX_FIGHTERS))


def _are_held_by_one(battles: np.ndarray) -> np.ndarray:
    other, holds = battles["fighters"]["grapple"], battles["fighters"]["is_grappler"]
    back = np.take_along_axis(holds, np.maximum(other, 0).astype(int), axis=1)
    return of_all(battles, np.where(other == NOBODY, ~holds, holds != back))


def _have_parts(battles: np.ndarray) -> np.ndarray:
    parts = BODY_NUM_PARTS[battles["fighters"]["body"]][:, :, None]
    whole = battles["fighters"]["injuries"] == 0
    return of_all(battles, (whole | (np.arange(MAX_PARTS) < parts)).all(axis=2))


def _is_idle(battles: np.ndarray) -> np.ndarray:
    """The attacks that are not under way: `[B, FRAMES]` bool."""
    slot, frame = np.arange(FRAMES), battles["frame"][:, None]
    return (slot > frame) | ((slot < frame) & (battles["attacks"]["step"] == Step.OVER))


def _attacks_somebody(battles: np.ndarray) -> np.ndarray:
    attacks = battles["attacks"]
    attacker, target = attacks["attacker"], attacks["target"]
    named = (attacker != NOBODY) & (target != NOBODY) & (attacker != target)
    named &= attacks["first_target"] != NOBODY
    return (named | _is_idle(battles)).all(axis=1)


def _attacks_with_a_weapon(battles: np.ndarray) -> np.ndarray:
    """Maneuvers use no weapon; a held one may have been thrown or dropped since."""
    attacks, fighters = battles["attacks"], battles["fighters"]
    body = np.take_along_axis(fighters["body"], np.maximum(attacks["attacker"], 0).astype(int), 1)
    natural = BODY_NATURAL[body, np.maximum(attacks["slot"] - HANDS, 0)]
    is_natural = (attacks["slot"] < HANDS) | (natural == attacks["weapon"])
    is_armed = (attacks["weapon"] != NONE) & is_natural & (attacks["maneuver"] == NONE)
    fits = np.where(attacks["kind"] == Kind.MANEUVER, attacks["weapon"] == NONE, is_armed)
    return (fits | _is_idle(battles)).all(axis=1)


def _aims_at_a_part(battles: np.ndarray) -> np.ndarray:
    attacks, fighters = battles["attacks"], battles["fighters"]
    body = np.take_along_axis(fighters["body"], np.maximum(attacks["target"], 0).astype(int), 1)
    has_part = attacks["part"] < BODY_NUM_PARTS[body]
    return (has_part | _is_idle(battles)).all(axis=1)


def _waits_for_its_window(battles: np.ndarray) -> np.ndarray:
    window = battles["window"]
    step = of_frame(battles["attacks"]["step"], battles["frame"])
    in_turn = is_one_of(window, OUTSIDE_ATTACKS)
    fits = in_turn == (battles["frame"] == NO_FRAME)
    fits |= window == Window.REACTIVE_ATTACK
    for within, next_step in STEPS.items():
        fits &= (window != within) | (step == next_step)
    return battles["over"] | fits


def _decides_by_its_role(battles: np.ndarray) -> np.ndarray:
    window, to_act = battles["window"], battles["to_act"]
    attacker = of_frame(battles["attacks"]["attacker"], battles["frame"])
    target = of_frame(battles["attacks"]["target"], battles["frame"])
    role = np.where(window == Window.PARRY, target, attacker)
    in_turn = is_one_of(window, (Window.TURN, Window.STEP))
    role = np.where(in_turn, of_fighter(battles["order"], battles["turn"]), role)
    is_any = (window == Window.HIDE) | (window == Window.REACTIVE_ATTACK)
    return battles["over"] | is_any | (to_act == role)


def _chooses_a_step(battles: np.ndarray) -> np.ndarray:
    """Walked to the end of its path, with squares left: the step that is chosen comes next."""
    at_end = battles["path_at"] == battles["path_length"]
    may = (battles["act"] == TurnAction.MOVE) & at_end & (battles["steps_left"] > 0)
    return (battles["window"] != Window.STEP) | may


def _provokes(battles: np.ndarray) -> np.ndarray:
    provoker, triggered = battles["provoker"], battles["trigger"] != Trigger.NONE
    answers = battles["window"] == Window.REACTIVE_ATTACK
    named = (provoker != NOBODY) == triggered
    return battles["over"] | (named & (~answers | (triggered & (battles["to_act"] != provoker))))


CHECKS = (
    Check("order must name each fighter once", lambda b: is_turn_order(b, b["order"])),
    Check("seat must be the fighter's place in order", _keep_their_seats),
    Check(
        "fighters must stand on the map",
        lambda b: of_all(b, is_on_map(b, b["fighters"]["x"], b["fighters"]["y"])),
    ),
    Check(
        "grapple must name each other",
        lambda b: are_mutual(b, b["fighters"]["grapple"], b["fighters"]["grapple"]),
    ),
    Check("is_grappler must be true of one fighter of each grapple", _are_held_by_one),
    Check("injuries must be of parts that the body has", _have_parts),
    Check("path_at must not exceed path_length", lambda b: b["path_at"] <= b["path_length"]),
    Check(
        "path_length and steps_left must fit the path",
        lambda b: b["path_length"].astype(int) + b["steps_left"] <= PATH,
    ),
    Check("a step must be chosen in a Move that has squares left", _chooses_a_step),
    Check("window must be one that opens in its stage", lambda b: OPENS[b["window"], b["stage"]]),
    Check("attacks under way must have an attacker and another target", _attacks_somebody),
    Check("attacks under way must have a weapon, maneuvers none", _attacks_with_a_weapon),
    Check("attacks under way must be aimed at a part of the target", _aims_at_a_part),
    Check("the attack under way must wait for the window", _waits_for_its_window),
    Check("to_act must be whose turn or choice in the attack it is", _decides_by_its_role),
    Check("provoker and trigger must be given together, for others to answer", _provokes),
)
