"""The actions of Mythic Epoch: the meaning of each id, in numbers and in words (QM1 to QM7).

Id 0 waits: it ends the turn, and passes in the other windows.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.action_table import ActionTable, Entry, Target
from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import COMPASS
from ..enums import Act, MoveGoal, Verb
from ..tables import FEINT_BONUS, UNARMED, WEAPON_NAMES

WAIT = 0
DIRECTION_WORDS = tuple(name.replace("-", "_") for name in COMPASS)
"""The 8 neighbours as words of an action."""
ENEMY, ALLY = Target.ENEMY, Target.ALLY
TAKEN_UP = np.flatnonzero(np.arange(len(WEAPON_NAMES)) != UNARMED)
"""The weapons that can be picked up, by the number of the option."""


def _act(act: Act, phrase: str, target: Target = Target.NONE) -> Entry:
    """A combat action; its verb has its name."""
    return Entry(Verb[act.name], phrase, target=target, declares=act)


def _move(
    verb: Verb, phrase: str, target: Target = Target.NONE, options: tuple[str, ...] = ()
) -> Entry:
    """A Move (M18)."""
    return Entry(verb, phrase, options, target=target, declares=Act.MOVE, key="direction")


TABLE = ActionTable(
    Entry(Verb.WAIT, "ends the turn, keeping {kept} AP for reactions"),
    _act(Act.READY, "makes ready and comes On Guard"),
    _act(Act.RELOAD, "reloads the {hand}"),
    _act(Act.DRAW_WEAPON, "draws the {carried}"),
    _act(Act.PICK_UP_WEAPON, "picks up the {ground}"),
    _act(Act.DISARM, "tries to Disarm {target}"),
    _act(Act.GRAPPLE, "tries to Grapple {target}"),
    _act(Act.PRESS, "Presses through the bind at {target} with the {blade}"),
    _act(Act.UNARMED_PRESS, "Presses through the bind at {target} with the bare hand"),
    _act(Act.WITHDRAW, "tries to Withdraw from the bind with {target}"),
    _act(Act.ESCAPE, "tries to Escape from {target}"),
    _act(Act.PIN, "tries to Pin {target}"),
    _act(Act.COUNTER_ATTACK, "Counter-Attacks {target} with the {blade}"),
    _act(Act.UNARMED_COUNTER_ATTACK, "Counter-Attacks {target} with the bare hand"),
    _act(Act.COUNTER_FIRE, "answers {target} with Counter-Fire from the {hand}"),
    _act(Act.DODGE, "Dodges the shot of {target}"),
    _act(Act.DOUBLE, "Doubles against {target} with the {blade}"),
    _act(Act.UNARMED_DOUBLE, "Doubles against {target} with the bare hand"),
    _act(Act.EVADE, "Evades the blow of {target}"),
    _act(Act.PARRY, "Parries the blow of {target} with the {blade}"),
    _act(Act.PARRY_TO_BIND, "Parries the blow of {target} with the {blade} to bind"),
    _act(Act.RETREAT, "Retreats before {target}"),
    _act(Act.STRUGGLE, "Struggles against {target}"),
    _act(Act.WIND, "Winds the {blade} against {target}"),
    _act(
        Act.CT_COUNTER_ATTACK,
        "meets the Counter-Attack of {target} in Counter-Tempo with the {blade}",
    ),
    _act(Act.CT_PARRY, "Parries the Counter-Attack of {target} in Counter-Tempo with the {blade}"),
    _act(
        Act.FEINT_COUNTER_ATTACK,
        f"turns the Feint into a Counter-Attack on {{target}} with the {{blade}}, "
        f"at {FEINT_BONUS:+}",
    ),
    _move(Verb.MOVE_TO_COVER, "moves into cover"),
    _move(Verb.MOVE_TO_WEAPON, "moves towards the {ground} on the ground"),
    _move(Verb.MOVE_STEP, "moves one square {direction}", options=DIRECTION_WORDS),
    Entry(Verb.STEP, "steps {direction}", DIRECTION_WORDS, key="direction"),
    _move(Verb.MOVE_BY_STEPS, "moves step by step"),
    Entry(
        Verb.PICK_UP_OTHER,
        "picks up the {weapon}",
        tuple(WEAPON_NAMES[weapon] for weapon in TAKEN_UP),
        declares=Act.PICK_UP_WEAPON,
        key="weapon",
    ),
    _act(Act.AIM, "Aims at {target} with the {hand}", ENEMY),
    _act(Act.MELEE_ATTACK, "makes a Melee Attack on {target} with the {blade}", ENEMY),
    _act(Act.FEINT, "Feints at {target} with the {blade}", ENEMY),
    _act(Act.UNARMED_ATTACK, "makes an Unarmed Attack on {target}", ENEMY),
    _act(Act.RANGED_ATTACK, "makes a Ranged Attack on {target} with the {hand}", ENEMY),
    _act(Act.COMBAT_MOVE, "makes a Combat Move against {target}", ENEMY),
    _move(Verb.MOVE_TOWARDS, "moves towards {target}", ENEMY),
    _move(Verb.MOVE_TO_REACH, "moves to where the weapon reaches {target}", ENEMY),
    _move(Verb.MOVE_AWAY, "moves away from {target}", ENEMY),
    _move(Verb.MOVE_TO_ALLY, "moves to the side of {target}", ALLY),
    keys=("target", "direction", "weapon"),
)
OFFSET = TABLE.offset
num_actions, encode, decode, VERBS = TABLE.num_actions, TABLE.encode, TABLE.decode, TABLE.verbs
verb_of, argument_of, slot_in, fighter_of, action_id, first_id = TABLE.accessors(__name__)

# --- The combat action that an id declares --------------------------------------------------------

ACTS = TABLE.declares
GOALS = np.zeros(len(Verb), np.int64)
GOALS[Verb.MOVE_TO_COVER], GOALS[Verb.MOVE_TO_WEAPON] = MoveGoal.TO_COVER, MoveGoal.TO_WEAPON
GOALS[Verb.MOVE_STEP], GOALS[Verb.MOVE_TOWARDS] = MoveGoal.STEP, MoveGoal.TOWARDS
GOALS[Verb.MOVE_TO_REACH], GOALS[Verb.MOVE_AWAY] = MoveGoal.TO_REACH, MoveGoal.AWAY
GOALS[Verb.MOVE_TO_ALLY], GOALS[Verb.MOVE_BY_STEPS] = MoveGoal.TO_ALLY, MoveGoal.STEPS


@njit
def act_of(action):
    """The combat action that an action declares; NOTHING for "wait" and for single steps."""
    return ACTS[verb_of(action)]


@njit
def goal_of(action):
    """The goal of a Move."""
    return GOALS[verb_of(action)]


@njit
def target_of(battle, actor, action):
    """The opponent that the declared action names: a slot, or the partner; -1 for a Move."""
    act = act_of(action)
    if act == Act.MOVE or act == Act.READY:
        return NOBODY
    if slot_in(action) >= 0:
        return fighter_of(battle, actor, action)
    return battle.fighters[actor].partner
