"""Relations between the fields of Heimr's record that every battle keeps."""

from __future__ import annotations

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.engine.record_checks import (
    Check,
    are_mutual,
    are_stacked,
    is_one_of,
    is_turn_order,
    of_all,
    of_fighter,
    of_frame,
)
from .actions.table import READIABLE, TABLE
from .enums import ATTACK_STEPS, Act, Defence, Guarded, Life, Stage, Step, Window
from .rules.combat_actions.climbs import DOWNWARD
from .rules.guarding import GUARDS_ITEMS, GUARDS_PLACE
from .rules.modules.armoury import IN_HANDS
from .state import (
    HANDS,
    NO_FRAME,
    ON_NOTHING,
    ON_OBJECT,
)
from .tables import CAN_BE_READIED, DIRECTIONS, MOST_FIELD, NONE, STEP_X, STEP_Y, UPCOMING_ACTIONS

HAS_ARGUMENT = np.zeros((len(Act), 129), np.bool_)
"""The arguments of each action, from -1 on."""
HAS_ARGUMENT[TABLE.declares[TABLE.verb], TABLE.argument + 1] = True
HAS_ARGUMENT[Act.READY] = False
HAS_ARGUMENT[Act.READY, READIABLE + 1] = True
HAS_ARGUMENT[Act.CLIMB, DOWNWARD + 1 : DOWNWARD + ON_OBJECT + 2] = True
HAS_ARGUMENT[Act.GUARD, [GUARDS_ITEMS + 1, GUARDS_PLACE + 1]] = True
HAS_ARGUMENT[Act.CONCEAL_ITEM, IN_HANDS + 1 : IN_HANDS + HANDS + 1] = True
HAS_ARGUMENT[Act.HOLD_ON, : ON_OBJECT + 2] = True
HAS_ARGUMENT[Act.NONE] = True
CAN_BE_PLANNED = UPCOMING_ACTIONS | 1 << Act.NONE
IS_READIED = CAN_BE_READIED.copy()
IS_READIED[Act.NONE] = True
IS_BLOW = np.zeros(len(Act), np.bool_)
"""Attacks on a fighter."""
IS_BLOW[[Act.WEAPON_ATTACK, Act.BRAWL_HIT, Act.BRAWL_BIND, Act.SHIELD_BASH]] = True
IS_BLOW[[Act.SHOVING_STRIKE, Act.CHARGE]] = True
STAGES = {
    Window.START: (Stage.UPKEEP,),
    Window.TURN: (Stage.TURN, Stage.EFFECTS_ENDED),
    Window.CHASE: (Stage.CHASE,),
}
"""The stages of the windows that open with nothing under way (turn.py)."""
WITHIN = {
    Window.PROVOKED: (Step.CLOSED_IN,),
    Window.HOLD: (Step.RESTRAINED,),
    Window.DEFEND: (Step.MET,),
    Window.SKILL: (Step.DAMAGE,),
    Window.RESIST: (Step.EFFECT,),
    Window.AIM: (Step.INTENDED, Step.DEFENDED),
    Window.HAND: (Step.TAKES_EFFECT,),
    Window.BREAK: (Step.DAMAGE,),
    Window.HIDE_FROM: (Step.OVER,),
    Window.INTERCEPT: (Step.GUARDED, Step.BORDER_GUARDED, Step.ENTERED, Step.CHECK),
}
"""The step of the last frame while a window within it is open (`action_steps.py`)."""
OF_TARGET = (Window.PROVOKED, Window.DEFEND)
OF_ACTOR = (
    Window.GUARDED,
    Window.SKILL,
    Window.REROLL,
    Window.AIM,
    Window.HAND,
    Window.BREAK,
    Window.HIDE_FROM,
)


def _is_in_field(battles: np.ndarray, location: np.ndarray) -> np.ndarray:
    """Whether the locations, -1 for none, are within the field: `[B, n]` bool."""
    columns, rows = battles["columns"][:, None], battles["rows"][:, None]
    inside = (location % MOST_FIELD < columns) & (location // MOST_FIELD < rows)
    return (location == NONE) | inside


def _stand_in_the_field(battles: np.ndarray) -> np.ndarray:
    fighters = battles["fighters"]
    location = fighters["location"]
    void = np.take_along_axis(
        battles["locations"]["void"], np.maximum(location, 0).astype(int), axis=1
    )
    stands = (location != NONE) & ~void
    is_off = (location == NONE) & ((fighters["life"] == Life.FLED) | fighters["flees"])
    is_off |= (location == NONE) & (fighters["chases"] != NOBODY)
    return of_all(battles, _is_in_field(battles, location) & (stands | is_off))


def _climb_on_something(battles: np.ndarray) -> np.ndarray:
    location = np.maximum(battles["fighters"]["location"], 0).astype(int)
    climbs_on = battles["fighters"]["climbs_on"]
    side = np.clip(climbs_on, 0, DIRECTIONS - 1)
    x, y = location % MOST_FIELD + STEP_X[side], location // MOST_FIELD + STEP_Y[side]
    border = (x >= 0) & (x < battles["columns"][:, None])
    border &= (y >= 0) & (y < battles["rows"][:, None])
    stands = np.take_along_axis(battles["locations"]["top"], location, axis=1) > 0
    fits = np.where(climbs_on == ON_OBJECT, stands, border)
    return of_all(battles, fits | (climbs_on == ON_NOTHING))


def _remember_the_field(battles: np.ndarray) -> np.ndarray:
    fighters = battles["fighters"]
    places = (battles["ground_location"], battles["frames"]["from_location"])
    fits = _is_in_field(battles, np.concatenate(places, axis=1)).all(axis=1)
    lies = battles["ground_item"] != NONE
    fits &= (lies == (battles["ground_location"] != NONE)).all(axis=1)
    for name in ("entered_from", "ran_from", "last_seen", "exit"):
        fits &= of_all(battles, _is_in_field(battles, fighters[name]))
    return np.asarray(fits)


def _chase_opponents(battles: np.ndarray) -> np.ndarray:
    fighters = battles["fighters"]
    quarry = fighters["chases"]
    sides = np.take_along_axis(battles["side"], np.maximum(quarry, 0).astype(int), axis=1)
    is_off = (quarry != NOBODY) | fighters["flees"]
    opposes = (quarry == NOBODY) | (sides != battles["side"])
    may_be_off = (fighters["exit"] != NONE) & ~fighters["caught"]
    return of_all(battles, opposes & (~is_off | may_be_off))


def _has_the_turn_of_a_chase(battles: np.ndarray) -> np.ndarray:
    active = of_fighter(battles["order"], battles["place"])
    flees = of_fighter(battles["fighters"]["flees"], active)
    chases = of_fighter(battles["fighters"]["chases"], active) != NOBODY
    return battles["over"] | (battles["stage"] != Stage.CHASE) | flees | chases


def _guard_what_there_is(battles: np.ndarray) -> np.ndarray:
    guard, guarded = battles["fighters"]["guard"], battles["fighters"]["guarded"]
    ally = (guarded >= 0) & (guarded < battles["num_fighters"][:, None])
    border = (guarded >= 0) & (guarded < DIRECTIONS)
    fits = np.where(guard == Guarded.ALLY, ally, guarded >= NONE)
    return of_all(battles, np.where(guard == Guarded.BORDER, border, fits))


def _plan_acts_of_their_kind(battles: np.ndarray) -> np.ndarray:
    fighters = battles["fighters"]
    is_upcoming = CAN_BE_PLANNED >> fighters["upcoming"].astype(np.int64) & 1 == 1
    return of_all(battles, is_upcoming & IS_READIED[fighters["readied"]])


def _have_arguments_of_their_acts(battles: np.ndarray) -> np.ndarray:
    frames, fighters = battles["frames"], battles["fighters"]
    fits = HAS_ARGUMENT[frames["act"], frames["argument"] + 1].all(axis=1)
    for plan in ("upcoming", "readied"):
        argument = fighters[f"{plan}_argument"]
        fits &= of_all(battles, HAS_ARGUMENT[fighters[plan], argument + 1])
    return np.asarray(fits)


def _have_targets_of_their_acts(battles: np.ndarray) -> np.ndarray:
    """Whether attacks have a target, and those with a weapon the hand that holds it."""
    frames = battles["frames"]
    named = (frames["target"] != NOBODY) & (frames["target"] != frames["actor"])
    held = (frames["hand"] != NONE) | (frames["act"] != Act.WEAPON_ATTACK)
    return (held & (named | ~IS_BLOW[frames["act"]])).all(axis=1)


def _have_abilities_of_their_attacks(battles: np.ndarray) -> np.ndarray:
    """Whether attacks past their declaration have the ability that is rolled."""
    frames = battles["frames"]
    attacks = IS_BLOW[frames["act"]] & (ATTACK_STEPS >> frames["step"].astype(np.int64) & 1 == 1)
    return np.asarray((~attacks | (frames["ability"] != NONE)).all(axis=1))


def _awaits_ability(battles: np.ndarray) -> np.ndarray:
    """Whether the deciding fighter has chosen a parry or block that is not rolled yet."""
    to_act = np.maximum(battles["to_act"], 0)
    is_chosen = of_fighter(battles["fighters"]["defence"], to_act) != Defence.NONE
    return np.asarray((battles["owed"] >> to_act & 1 == 1) & is_chosen)


def _chooses_its_ability(battles: np.ndarray) -> np.ndarray:
    """Whether the ability is asked for a parry or block, or by the attacker of the last frame."""
    frames, top = battles["frames"], battles["top"]
    is_actor = battles["to_act"] == of_frame(frames["actor"], top)
    attacks = is_actor & IS_BLOW[of_frame(frames["act"], top)] & (top != NO_FRAME)
    return (battles["window"] != Window.ABILITY) | _awaits_ability(battles) | attacks


def _waits_for_its_window(battles: np.ndarray) -> np.ndarray:
    window, top, stage = battles["window"], battles["top"], battles["stage"]
    awaits = (window == Window.ABILITY) & _awaits_ability(battles)
    fits = (window == Window.DEFENCE) | (window == Window.NONE) | awaits
    is_between = np.zeros(len(battles), np.bool_)
    for opened, stages in STAGES.items():
        is_between |= window == opened
        fits |= (window == opened) & is_one_of(stage, stages)
    fits |= ~is_between & (top != NO_FRAME)
    fits &= ~is_between | (top == NO_FRAME)
    step = of_frame(battles["frames"]["step"], top)
    for within, steps in WITHIN.items():
        fits &= (window != within) | is_one_of(step, steps)
    return battles["over"] | fits


def _decides_by_its_role(battles: np.ndarray) -> np.ndarray:
    window, to_act = battles["window"], battles["to_act"]
    frames, top = battles["frames"], battles["top"]
    in_turn = (window == Window.START) | (window == Window.TURN) | (window == Window.CHASE)
    active = of_fighter(battles["order"], battles["place"])
    fits = battles["over"] | ~in_turn | (to_act == active)
    owes = battles["owed"] >> np.maximum(to_act, 0) & 1 == 1
    fits &= (window != Window.DEFENCE) | owes
    for windows, role in ((OF_TARGET, "target"), (OF_ACTOR, "actor")):
        is_asked = is_one_of(window, windows)
        fits &= ~is_asked | (to_act == of_frame(frames[role], top))
    held_by = of_fighter(battles["fighters"]["held_by"], of_frame(frames["actor"], top))
    return fits & ((window != Window.HOLD) | (to_act == held_by))


CHECKS = (
    Check("order must name each fighter once", lambda b: is_turn_order(b, b["order"])),
    Check("fighters must stand in the field until they have left it", _stand_in_the_field),
    Check("climbs_on must be a border or an object in the field", _climb_on_something),
    Check(
        "locations must be in the field, and those of items given with them", _remember_the_field
    ),
    Check(
        "holds and held_by must name each other",
        lambda b: (
            are_mutual(b, b["fighters"]["holds"], b["fighters"]["held_by"])
            & are_mutual(b, b["fighters"]["held_by"], b["fighters"]["holds"])
        ),
    ),
    Check(
        "those in a chase must pursue opponents, have an exit and not be caught", _chase_opponents
    ),
    Check("stage must be CHASE in the turn of a chase only", _has_the_turn_of_a_chase),
    Check("guarded must be an ally or a direction", _guard_what_there_is),
    Check(
        "frames up to top must have an actor and an action, and no others",
        lambda b: are_stacked(b["frames"], b["top"]),
    ),
    Check("upcoming and readied must be actions of their kind", _plan_acts_of_their_kind),
    Check("arguments must be those of their actions", _have_arguments_of_their_acts),
    Check("attacks must have a target, and a hand for a weapon", _have_targets_of_their_acts),
    Check("attacks past their declaration must have an ability", _have_abilities_of_their_attacks),
    Check("an ability must be chosen for a defence or an attack", _chooses_its_ability),
    Check("the turn or the last frame must wait for the window", _waits_for_its_window),
    Check("to_act must be whose turn or choice in the last frame it is", _decides_by_its_role),
)
