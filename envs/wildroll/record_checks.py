"""Relations between the fields of Wildroll's record that every battle keeps."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.compiler.bits import set_of
from ..core.engine.battle import NOBODY
from ..core.engine.record_checks import (
    Check,
    are_mutual,
    are_stacked,
    is_on_map,
    is_one_of,
    of_all,
    of_fighter,
    of_frame,
)
from .actions.table import ACTS, ARGUMENT, SLOT, VERB
from .enums import (
    ATTACK_STEPS,
    ATTACKS,
    DECLARATION_STEPS,
    MOVEMENT_STEPS,
    STEPS_BEFORE_ROLL,
    WEAPON_ATTACKS,
    Act,
    Attribute,
    Posture,
    Stage,
    Step,
    Window,
)
from .navigation.path_cursor import START
from .rules.combat_sequence.manners import BY_WEAPON
from .state import NO_FRAME, WEAPON_SLOTS
from .tables import ATTRIBUTE_LEAST, ATTRIBUTE_MOST, NONE, RACE_NATURAL, READIABLE

MOST_ARGUMENT = int(ARGUMENT.max())
HAS_ARGUMENT = np.zeros((len(Act), MOST_ARGUMENT + 1), np.bool_)
"""Which arguments each action has."""
HAS_ARGUMENT[ACTS[VERB], ARGUMENT] = True
HAS_ARGUMENT[Act.WAY, : len(Posture)] = True
HAS_ARGUMENT[Act.NONE] = False
HAS_ARGUMENT[Act.NONE, 0] = True
CAN_BE_READIED = np.zeros(len(Act), np.bool_)
CAN_BE_READIED[[Act.NONE, *READIABLE]] = True
CHARM_ACTS = (Act.CHARM, Act.END_EFFECT)
NAMES_SOMEBODY = np.ones(len(Act), np.bool_)
"""Actions that have a target: those of the verbs with a slot, and reactions with a weapon."""
NAMES_SOMEBODY[ACTS[VERB[SLOT < 0]]] = False
NAMES_SOMEBODY[Act.REBUFF] = True
WITHIN = {
    Window.REBUFF: (Step.APPROACHED,),
    Window.HARRY: (Step.HARRIED,),
    Window.CLING: (Step.CLUNG,),
    Window.INTERPOSE: (Step.DEFENDED,),
    Window.READIED: (Step.ANSWERED, Step.PASSED, Step.ENDED),
    Window.DEFENCE: (Step.ROLL,),
    Window.DISARMED: (Step.EFFECT,),
    Window.LEVEL: (Step.WOUND,),
    Window.KNOCK_OUT: (Step.FALL,),
    Window.DIRECTION: (Step.RESOLVED,),
    Window.DISTANCE: (Step.SET_OUT,),
    Window.MANNER: (Step.DECLARED, Step.TAKES_PLACE),
    Window.STEP: (Step.SET_OUT,),
}
"""The step of the last frame while a window within it is open (`strike.py`, `path_cursor.py`)."""
STEPS_WITH_WEAPON = STEPS_BEFORE_ROLL & ~DECLARATION_STEPS | set_of(Step.ROLL)
"""The steps of an attack at which its weapon is in its slot."""
OF_TARGET = (Window.INTERPOSE, Window.DEFENCE, Window.DISARMED)
OF_ACTOR = (
    Window.LEVEL,
    Window.KNOCK_OUT,
    Window.DIRECTION,
    Window.DISTANCE,
    Window.SPLIT,
    Window.MANNER,
    Window.STEP,
)


def steps_of(act: Act) -> np.int64:
    """The steps of an action (rules/combat_sequence/action_steps.py)."""
    steps = set_of(Step.RESOLVED, Step.ENDED, Step.OVER)
    if act == Act.WAY:
        return steps | MOVEMENT_STEPS
    steps |= DECLARATION_STEPS
    if _is_in(ATTACKS, act):
        return steps | ATTACK_STEPS
    if act in (Act.JUMP, Act.ENTER, Act.SHOVE):
        steps |= MOVEMENT_STEPS
    if act == Act.DISARM:
        steps |= set_of(Step.OPPOSED)
    if act == Act.SHOVE:
        steps |= set_of(Step.DIRECTION, Step.DISTANCE)
    return steps | set_of(Step.EFFECT)


def _is_in(members: Any, values: Any) -> Any:
    """Whether values are in a set of enum members (`set_of`), or each in its own set."""
    return members >> values & 1 == 1


STEPS_OF_ACT = np.array([steps_of(act) for act in Act])


def _have_charms_for_effects(battles: np.ndarray) -> np.ndarray:
    fighters = battles["fighters"]
    return of_all(battles, (fighters["effects"] == 0) | (fighters["charm"] != NONE))


def _have_arguments_of_their_acts(battles: np.ndarray) -> np.ndarray:
    frames, fighters = battles["frames"], battles["fighters"]
    begun = _has_argument(fighters["long_act"], fighters["long_argument"])
    begun |= fighters["long_act"] == Act.NONE
    named = _has_argument(frames["act"], frames["argument"])
    return named.all(axis=1) & of_all(battles, begun)


def _has_argument(act: np.ndarray, argument: np.ndarray) -> np.ndarray:
    """Whether each action has its argument."""
    listed = np.minimum(argument, MOST_ARGUMENT)
    return HAS_ARGUMENT[act, listed] & (argument <= MOST_ARGUMENT)


def _use_charms_that_they_have(battles: np.ndarray) -> np.ndarray:
    frames, fighters = battles["frames"], battles["fighters"]
    charms = np.take_along_axis(fighters["charm"], np.maximum(frames["actor"], 0), axis=1)
    used = ~np.isin(frames["act"], CHARM_ACTS) | (charms != NONE)
    begun = ~np.isin(fighters["long_act"], CHARM_ACTS) | (fighters["charm"] != NONE)
    return used.all(axis=1) & of_all(battles, begun)


def _have_targets_of_their_acts(battles: np.ndarray) -> np.ndarray:
    frames, fighters = battles["frames"], battles["fighters"]
    aimed = (frames["target"] != NOBODY) & (frames["first_target"] != NOBODY)
    named = aimed | ~NAMES_SOMEBODY[frames["act"]]
    begun = (fighters["long_target"] != NOBODY) | ~NAMES_SOMEBODY[fighters["long_act"]]
    begun |= fighters["long_act"] == Act.NONE
    return (named | (frames["act"] == Act.NONE)).all(axis=1) & of_all(battles, begun)


def _have_possible_attributes(battles: np.ndarray) -> np.ndarray:
    attributes = battles["fighters"]["attributes"]
    fits: Any = (attributes >= ATTRIBUTE_LEAST) & (attributes <= ATTRIBUTE_MOST)
    fits[:, :, Attribute.SPEED] = True  # has a range of its own
    return of_all(battles, fits.all(axis=2))


def _are_at_their_steps(battles: np.ndarray) -> np.ndarray:
    frames = battles["frames"]
    return _is_in(STEPS_OF_ACT[frames["act"]], frames["step"]).all(axis=1)


def _have_weapons_of_their_attacks(battles: np.ndarray) -> np.ndarray:
    frames, fighters = battles["frames"], battles["fighters"]
    actor = np.maximum(frames["actor"], 0)[:, :, None]
    natural = RACE_NATURAL[fighters["race"]]
    in_slots = np.concatenate([fighters["held"], natural], axis=2)
    slot = np.minimum(frames["argument"], WEAPON_SLOTS - 1)[:, :, None]
    own = np.take_along_axis(np.take_along_axis(in_slots, actor, axis=1), slot, axis=2)[:, :, 0]
    is_own = (frames["weapon"] == own) | ~_is_in(STEPS_WITH_WEAPON, frames["step"])
    has_one = (frames["weapon"] != NONE) | _is_in(DECLARATION_STEPS, frames["step"])
    fits = has_one & is_own
    return (fits | ~_is_in(WEAPON_ATTACKS, frames["act"])).all(axis=1)


def _have_ways_to_be_done(battles: np.ndarray) -> np.ndarray:
    frames = battles["frames"]
    fits = (frames["manner"] < WEAPON_SLOTS) | ~_is_in(BY_WEAPON, frames["act"])
    return fits.all(axis=1)


def _has_room_for_a_yard(battles: np.ndarray) -> np.ndarray:
    at, length = battles["path_at"], battles["path_length"]
    return (battles["window"] != Window.STEP) | (at == length) & (length < START)


def _waits_for_its_window(battles: np.ndarray) -> np.ndarray:
    window, top = battles["window"], battles["top"]
    in_turn = (window == Window.TURN) | (window == Window.LONG)
    fits = ~in_turn | ((top == NO_FRAME) & (battles["stage"] == Stage.TURN))
    anywhere = (window == Window.INTERRUPT) | (window == Window.FLANKED)
    fits &= in_turn | anywhere | (top != NO_FRAME)
    step = of_frame(battles["frames"]["step"], top)
    for within, steps in WITHIN.items():
        fits &= (window != within) | is_one_of(step, steps)
    act = of_frame(battles["frames"]["act"], top)
    fits &= (window != Window.SPLIT) | ((act == Act.CLING) & (top > 0))
    has_turn = (battles["active"] != NOBODY) | (window == Window.FLANKED)
    return battles["over"] | (fits & has_turn)


def _decides_by_its_role(battles: np.ndarray) -> np.ndarray:
    window, to_act = battles["window"], battles["to_act"]
    frames, top = battles["frames"], battles["top"]
    in_turn = (window == Window.TURN) | (window == Window.LONG)
    fits = battles["over"] | ~in_turn | (to_act == battles["active"])
    for windows, role in ((OF_TARGET, "target"), (OF_ACTOR, "actor")):
        who = of_frame(frames[role], top)
        rider = of_fighter(battles["fighters"]["rider"], who)
        is_asked = is_one_of(window, windows)
        fits &= ~is_asked | ((who != NOBODY) & ((to_act == who) | (to_act == rider)))
    return fits


def _holds_others(battles: np.ndarray) -> np.ndarray:
    fighters = battles["fighters"]
    own = np.int64(1) << np.arange(fighters.shape[1])
    return of_all(battles, fighters["holding"] & own == 0)


CHECKS = (
    Check(
        "fighters must stand on the map",
        lambda b: of_all(b, is_on_map(b, b["fighters"]["x"], b["fighters"]["y"])),
    ),
    Check(
        "mount and rider must name each other",
        lambda b: (
            are_mutual(b, b["fighters"]["mount"], b["fighters"]["rider"])
            & are_mutual(b, b["fighters"]["rider"], b["fighters"]["mount"])
        ),
    ),
    Check("holding must name others", _holds_others),
    Check("path_at must not exceed path_length", lambda b: b["path_at"] <= b["path_length"]),
    Check(
        "frames up to top must have an actor and an action, and no others",
        lambda b: are_stacked(b["frames"], b["top"]),
    ),
    Check("effects must be those of a charm", _have_charms_for_effects),
    Check("an action of a charm needs a fighter with one", _use_charms_that_they_have),
    Check(
        "readied must be an action that can be readied",
        lambda b: of_all(b, CAN_BE_READIED[b["fighters"]["readied"]]),
    ),
    Check("arguments must be those of their actions", _have_arguments_of_their_acts),
    Check("actions that need a target must have one", _have_targets_of_their_acts),
    Check("attributes must be within their ranges", _have_possible_attributes),
    Check("frames must be at steps of their actions", _are_at_their_steps),
    Check("attacks must have the weapon of their slot", _have_weapons_of_their_attacks),
    Check("manner must be a weapon slot of an action with a weapon", _have_ways_to_be_done),
    Check("a walk that waits for its next yard must have room for one", _has_room_for_a_yard),
    Check("the turn or the last frame must wait for the window", _waits_for_its_window),
    Check("to_act must be whose turn or choice in the last frame it is", _decides_by_its_role),
)
