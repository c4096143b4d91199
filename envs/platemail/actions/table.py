"""The actions of Platemail: the meaning of each id, in numbers and in words (QP1 to QP5).

An action is a directive (a verb with a target), a condition, a standing choice, or a detail of
what is written: a step, another target. A target is a fighter in a slot, or a description that
finds one when the directive is carried out (RP15), or a direction, or a spell. Id 0 passes: it
Defends, sets no condition, leaves the standing choices as they are, ends a walk, and leaves another
target to the rules. The phrases are those of a written order (P10).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.action_table import ActionTable, Entry, Target
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, slot_of
from ...core.maps.square_grid import COMPASS
from ..enums import Act, Condition, Description, Verb
from ..tables import SPELL_NAMES

WAIT = 0
DIRECTIONS = len(COMPASS)
WOUND_THRESHOLDS = (1, 2, 3)
NEAR_SQUARES = (1, 2, 3, 6, 12)
"""5, 10, 15, 30 and 60 feet."""
NO_OPPORTUNITY, NO_STAND = 1, 2
"""Bits of a standing choice: no attacks of opportunity, no stand in Terror (QP10, QP11)."""
ENEMY_DESCRIPTIONS = tuple(it for it in Description if it != Description.MOST_WOUNDED_ALLY)

# Verbs of the table: those of directives have the numbers of `Verb`.
IF = len(Verb)
"""A condition is the verb `IF` + condition."""
STANDING = IF + len(Condition)
STEP, ANOTHER, OPENING_FIRST, OPENING_ONLY, AT_BAY = range(STANDING + 1, STANDING + 6)
"""The verbs of details: a step, another target, openings of one enemy, a target in Terror."""

# --- The table ------------------------------------------------------------------------------------


def _alone(verb: Verb, act: Act, phrase: str, name: str = "") -> Entry:
    """A directive without a target."""
    return Entry(verb, phrase, first=NOBODY, declares=act, name=name)


def _enemy(verb: Verb, act: Act, phrase: str) -> Entry:
    """A directive with an enemy."""
    return Entry(verb, phrase, target=Target.ENEMY, declares=act)


def _ally(verb: Verb, act: Act, phrase: str) -> Entry:
    """A directive with an ally."""
    return Entry(verb, phrase, target=Target.ALLY, declares=act)


def _towards(verb: Verb, phrase: str, act: Act) -> Entry:
    """A directive with a direction."""
    return Entry(verb, phrase, COMPASS, declares=act, key="direction")


def _described(description: Description, directives: tuple[Entry, ...]) -> list[Entry]:
    """Directives whose target is described instead (P18, P19)."""
    words = (description.name.lower(),)
    return [
        replace(it, options=words, first=description, target=Target.NONE, key="target")
        for it in directives
    ]


def _if(
    condition: Condition,
    phrase: str,
    thresholds: tuple[int, ...] = (),
    target: Target = Target.NONE,
) -> Entry:
    """A condition (RP16)."""
    name = f"if_{condition.name.lower()}"
    return Entry(
        IF + condition, phrase, thresholds, NOBODY, target=target, key="threshold", name=name
    )


def _standing(bits: int, phrase: str, name: str) -> Entry:
    """A standing choice (QP10, QP11)."""
    return Entry(STANDING, phrase, first=bits, name=name)


ALONE = (
    _alone(Verb.DEFEND, Act.DEFEND, "Defend", name="wait"),
    _alone(Verb.SKULK_STILL, Act.SKULK, "Skulk in place"),
    _alone(Verb.SKULK_KEEP, Act.SKULK, "Skulk in place keeping the last roll"),
    _alone(Verb.AIM, Act.AIM, "Aim"),
    _alone(Verb.RELOAD, Act.QUICK_ITEM, "Reload"),  # of some, a complex item: rules/phase_setup.py
    _alone(Verb.SWAP, Act.QUICK_ITEM, "Swap weapons"),
    _alone(Verb.CUT_FREE, Act.QUICK_ITEM, "Cut myself free"),
    _alone(Verb.STAND_UP, Act.MOVE, "Stand up"),
    _alone(Verb.DOOR, Act.QUICK_ITEM, "Open or close the door"),
    _alone(Verb.FALL_BACK, Act.FALL_BACK, "Fall Back"),
    _alone(Verb.MOVE_TO_COVER, Act.MOVE, "Move to cover"),
    _alone(Verb.SPRINT_TO_COVER, Act.SPRINT, "Sprint to cover"),
    _alone(Verb.SKULK_TO_COVER, Act.SKULK, "Skulk to cover"),
    _alone(Verb.FOCUS, Act.FOCUS_SPELL, "Focus on the spell"),
    _alone(Verb.MEND_SELF, Act.RELEASE_SPELL, "Release Mend on myself"),
    _alone(Verb.MOVE_STEPS, Act.MOVE, "Move step by step"),
    _alone(Verb.SPRINT_STEPS, Act.SPRINT, "Sprint step by step"),
    _alone(Verb.SKULK_STEPS, Act.SKULK, "Skulk step by step"),
    _alone(Verb.FALL_BACK_STEPS, Act.FALL_BACK, "Fall Back step by step"),
)
AT_ENEMIES = (
    _enemy(Verb.MOVE_TO, Act.MOVE, "Move to {target}"),
    _enemy(Verb.MOVE_TO_REACH, Act.MOVE, "Move within Reach of {target}"),
    _enemy(Verb.MOVE_AWAY, Act.MOVE, "Move away from {target}"),
    _enemy(Verb.SPRINT_TO, Act.SPRINT, "Sprint to {target}"),
    _enemy(Verb.SPRINT_AWAY, Act.SPRINT, "Sprint away from {target}"),
    _enemy(Verb.SKULK_TO, Act.SKULK, "Skulk to {target}"),
    _enemy(Verb.CHARGE, Act.CHARGE, "Charge {target}"),
    _enemy(Verb.CHARGE_TO_REACH, Act.CHARGE, "Charge within Reach of {target}"),
    _enemy(Verb.FULL_ATTACK, Act.FULL_ATTACK, "Full Attack {target}"),
    _enemy(Verb.FULL_ATTACK_SPREAD, Act.FULL_ATTACK, "Full Attack {target} and another"),
    _enemy(Verb.THREE_ATTACKS, Act.FULL_ATTACK, "Full Attack {target} three times"),
    _enemy(
        Verb.THREE_ATTACKS_SPREAD, Act.FULL_ATTACK, "Full Attack {target} and another three times"
    ),
    _enemy(Verb.COUNTER, Act.COUNTER, "Counter {target}"),
    _enemy(Verb.SHOOT, Act.RANGED_ATTACK, "Shoot at {target}"),
    _enemy(Verb.RAPID_FIRE, Act.RAPID_FIRE, "Rapid Fire at {target}"),
    _enemy(Verb.RAPID_FIRE_SPREAD, Act.RAPID_FIRE, "Rapid Fire at {target} and another"),
    _enemy(Verb.RELEASE, Act.RELEASE_SPELL, "Release the spell at {target}"),
    _enemy(Verb.RELEASE_BESIDE, Act.RELEASE_SPELL, "Release the spell beside {target}"),
)
FOR_ALLIES = (
    _ally(Verb.MOVE_NEXT_TO, Act.MOVE, "Move next to {target}"),
    _ally(Verb.SPRINT_NEXT_TO, Act.SPRINT, "Sprint next to {target}"),
    _ally(Verb.GUARD, Act.GUARD, "Guard {target}"),
    _ally(Verb.GUARD_ONCE, Act.GUARD, "Guard {target} against one attack"),
    _ally(Verb.RESCUE, Act.RESCUE, "Rescue {target}"),
    _ally(Verb.STABILIZE, Act.STABILIZE, "Stabilize {target}"),
    _ally(Verb.FREE, Act.QUICK_ITEM, "Cut {target} free"),
    _ally(Verb.MEND, Act.RELEASE_SPELL, "Release Mend on {target}"),
    _ally(Verb.CARRY, Act.RESCUE, "Rescue {target} and carry step by step"),
)
HELP_ENEMIES = (
    _enemy(Verb.STABILIZE_ENEMY, Act.STABILIZE, "Stabilize {target}"),
    _enemy(Verb.MEND_ENEMY, Act.RELEASE_SPELL, "Release Mend on {target}"),
    _enemy(Verb.RESCUE_ENEMY, Act.RESCUE, "Rescue {target} and carry step by step"),
)
IF_PLAIN = (
    _if(Condition.REACHED_ANY, "If I have reached the closest enemy"),
    _if(Condition.WOUNDED, "If I have at least {wounds}", WOUND_THRESHOLDS),
    _if(Condition.HINDERED, "If I am entrapped or prone"),
    _if(Condition.ALLY_DOWN, "If an ally is down"),
    _if(Condition.ATTACKED, "If I have been attacked"),
    _if(Condition.NEAR, "If the closest enemy is within {feet}", NEAR_SQUARES),
)
IF_ENEMY = (
    _if(Condition.REACHED, "If I have reached {target}", target=Target.ENEMY),
    _if(Condition.DOWN, "If {target} is down", target=Target.ENEMY),
    _if(Condition.MOVED, "If {target} has moved", target=Target.ENEMY),
    _if(Condition.USED_WEAPON, "If {target} has used a weapon", target=Target.ENEMY),
)
STANDING_PHRASES = ("Take no attacks of opportunity", "Do not stand in Terror")
STANDINGS = (
    _standing(NO_OPPORTUNITY, STANDING_PHRASES[0], "no_opportunity"),
    _standing(NO_STAND, STANDING_PHRASES[1], "no_stand"),
    _standing(NO_OPPORTUNITY | NO_STAND, ". ".join(STANDING_PHRASES), "no_opportunity_no_stand"),
)

ANOTHER_TARGET = Entry(ANOTHER, "{target}", target=Target.ENEMY, name="another")
TARGET_AT_BAY = Entry(AT_BAY, "In Terror attack {target}", target=Target.ENEMY, name="at_bay")
OPENINGS = (
    Entry(
        OPENING_FIRST,
        "Attack {target} first of several who give an opening",
        target=Target.ENEMY,
        name="opening_first",
    ),
    Entry(
        OPENING_ONLY,
        "Take attacks of opportunity on {target} alone",
        target=Target.ENEMY,
        name="opening_only",
    ),
)

TABLE = ActionTable(
    *ALONE,
    Entry(Verb.PREPARE, "Prepare {spell}", SPELL_NAMES, declares=Act.PREPARE_SPELL, key="spell"),
    _towards(Verb.MOVE_STRAIGHT, "Move {direction}", Act.MOVE),
    _towards(Verb.OPEN_DOOR, "Open the door to the {direction}", Act.QUICK_ITEM),
    _towards(Verb.CLOSE_DOOR, "Close the door to the {direction}", Act.QUICK_ITEM),
    *(row for it in ENEMY_DESCRIPTIONS for row in _described(it, AT_ENEMIES)),
    *_described(Description.MOST_WOUNDED_ALLY, FOR_ALLIES),
    *IF_PLAIN,
    *STANDINGS,
    Entry(STEP, "{direction}", COMPASS, key="direction", name="step"),
    *(row for it in ENEMY_DESCRIPTIONS for row in _described(it, (ANOTHER_TARGET, TARGET_AT_BAY))),
    *AT_ENEMIES,
    *FOR_ALLIES,
    *IF_ENEMY,
    *HELP_ENEMIES,
    *(ANOTHER_TARGET, TARGET_AT_BAY, *OPENINGS),
    keys=("target", "direction", "spell", "threshold"),
)
ACTS = TABLE.declares
"""The book's action behind a verb."""
VERB, TARGETS, FIRST_ARGUMENT = TABLE.verb, TABLE.target, TABLE.first_argument
num_actions, encode, decode, VERBS = TABLE.num_actions, TABLE.encode, TABLE.decode, TABLE.verbs
verb_of, argument_of, slot_in, fighter_of, action_id, first_id = TABLE.accessors(__name__)

# --- Kinds of actions, and where they lie ---------------------------------------------------------

IS_DIRECTIVE = np.isin(VERB, list(Verb))
IS_CONDITION, IS_STANDING, IS_STEP, IS_ANOTHER, IS_AT_BAY, IS_OPENING = (
    np.isin(VERB, list(verbs)) | (np.arange(len(VERB)) == WAIT)
    for verbs in (
        range(IF, STANDING),
        *((STANDING,), (STEP,), (ANOTHER,), (AT_BAY,)),
        (OPENING_FIRST, OPENING_ONLY),
    )
)
"""`[I]` Whether an id writes a directive, a condition, ...; id 0 passes as each."""

FIRST_SLOT, SLOT_ACTIONS = TABLE.first_slot, TABLE.slot_actions
NUM_ALONE, NUM_AT_ENEMIES, NUM_FOR_ALLIES = len(ALONE), len(AT_ENEMIES), len(FOR_ALLIES)
NUM_HELP_ENEMIES = len(HELP_ENEMIES)
IN_SLOT_IF = NUM_AT_ENEMIES + NUM_FOR_ALLIES
IN_SLOT_HELP = IN_SLOT_IF + len(IF_ENEMY)
"""Of a slot: directives at the enemy in it, then those for the ally in it, then conditions, then
directives that help the enemy, then details."""
FIRST_IF = int(TABLE.offset[IF + Condition.REACHED_ANY])
END_IF = FIRST_IF + sum(len(row.ids()) for row in IF_PLAIN)
"""The conditions about nobody in particular."""
NO_ID = -1
DESCRIBED = np.full((len(ACTS), len(Description)), NO_ID)
"""The id of a verb with a description, by its number less `MAX_FIGHTERS`."""
for _id in np.flatnonzero(TABLE.argument >= MAX_FIGHTERS):
    DESCRIBED[VERB[_id], TABLE.argument[_id] - MAX_FIGHTERS] = _id
FIRST_DESCRIBED = np.where(DESCRIBED == NO_ID, TABLE.first_slot, DESCRIBED).min(axis=0)
"""The first id with a description: a directive."""

# --- What an action says --------------------------------------------------------------------------


@njit
def target_of(battle, actor, action):
    """The target of a directive, or the argument of a condition (QP2, QP3, RP16).

    Returns:
        A fighter, a Description, a spell or a direction; of a condition an enemy, Wounds or
        squares; -1 without a target, or if nobody is in the slot.
    """
    if slot_in(action) >= 0:
        return fighter_of(battle, actor, action)
    return argument_of(action)


@njit
def condition_of(action):
    """The condition that an action writes; ALWAYS for id 0 (QP5)."""
    return np.int64(Condition.ALWAYS) if action == WAIT else verb_of(action) - IF


@njit
def standing_of(action):
    """The bits NO_OPPORTUNITY and NO_STAND of a standing choice, 0 for all else (QP10, QP11)."""
    return argument_of(action) if verb_of(action) == STANDING else 0


# --- And the other way ----------------------------------------------------------------------------


@njit
def slot_action(slot, place):
    """Id of one of a slot's actions."""
    return FIRST_SLOT + SLOT_ACTIONS * slot + place


@njit
def ally_slot_of(battle, actor, ally):
    """The ally slot of a fighter before another of his side, the inverse of `ally_in_slot`."""
    return slot_of(battle, ally) - (1 if ally > actor else 0)


@njit
def described_id(verb, description):
    """Id of a verb with a description."""
    return DESCRIBED[verb, description - MAX_FIGHTERS]


@njit
def directive_action(battle, actor, verb, target):
    """Id of a directive, the inverse of `verb_of` and `target_of`."""
    if TARGETS[verb] == Target.NONE:
        return action_id(verb, target, 0)
    if target >= MAX_FIGHTERS:
        return described_id(verb, target)
    if TARGETS[verb] == Target.ALLY:
        return first_id(verb, ally_slot_of(battle, actor, target))
    return first_id(verb, slot_of(battle, target))


@njit
def condition_action(battle, actor, condition, argument):
    """Id of a condition, the inverse of `condition_of` and `target_of`; id 0 if there is none."""
    if condition != Condition.ALWAYS and TARGETS[IF + condition] == Target.ENEMY:
        return first_id(IF + condition, slot_of(battle, argument))
    for action in range(FIRST_IF, END_IF):
        if condition_of(action) == condition and argument_of(action) == argument:
            return action
    return WAIT


@njit
def standing_action(no_opportunity, no_stand):
    """Id of a standing choice, the inverse of `standing_of`."""
    bits = NO_OPPORTUNITY * np.int64(no_opportunity) + NO_STAND * np.int64(no_stand)
    return WAIT if bits == 0 else action_id(STANDING, bits, 0)
