"""Actions in words: verbs, encoding, and a sentence for what a clause would say.

An action is a verb with at most one argument: a target (the slot of an enemy or ally, or the name
of a description), a direction, a spell, or the threshold of a condition (Wounds, squares). Orders
as a whole, in the book's own words, are in actions/grammar.py.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ...core.engine.action_table import check_action, check_sides, read_verb
from ...core.engine.battle import NOBODY
from ...core.text.narration import COMPASS, capital
from ..enums import (
    Condition,
    Description,
    Verb,
    Window,
)
from ..tables import SPELL_NAMES
from ..text.names import fighter_names
from .grammar import condition_text, directive_text, read_order, write_order
from .table import (
    DESCRIBED,
    DESCRIBED_ALLY,
    DIRECTED_VERBS,
    ENEMY_VERBS,
    FIRST_SLOT,
    IF_PLAIN,
    NO_OPPORTUNITY,
    NO_STAND,
    PLAIN_ARGUMENTS,
    PLAIN_CONDITIONS,
    PREPARE,
    SLOT_CONDITIONS,
    STANDING,
    STEP,
    WAIT,
    condition_of,
    num_actions,
    place_in_slot,
    slot_in,
    standing_of,
    verb_of,
)

__all__ = ["VERBS", "decode", "describe", "encode", "read_order", "verb_name", "write_order"]

# --- Verbs ----------------------------------------------------------------------------------------

STANDING_VERBS = ("no_opportunity", "no_stand", "no_opportunity_no_stand")
ARGUMENTS = ("target", "direction", "spell", "threshold")
"""Of which a verb takes at most one."""


def verb_name(action: int) -> str:
    """The verb of an action: `wait`, `full_attack`, `if_reached`, `no_stand`."""
    if action == WAIT:
        return "wait"
    if STANDING <= action < FIRST_SLOT:
        return STANDING_VERBS[action - STANDING]
    if IF_PLAIN <= action < STANDING:
        return _if(PLAIN_CONDITIONS[action - IF_PLAIN])
    if action >= FIRST_SLOT and place_in_slot(action) >= DIRECTED_VERBS:
        return _if(SLOT_CONDITIONS[place_in_slot(action) - DIRECTED_VERBS])
    return Verb(int(verb_of(action, 1))).name.lower()


def _if(condition: int) -> str:
    return f"if_{Condition(int(condition)).name.lower()}"


VERBS = tuple(dict.fromkeys(verb_name(action) for action in range(num_actions(1))))
"""One verb per kind of action, in the order of the first id of each."""


def decode(action: int, max_side: int) -> dict[str, Any]:
    """An action as a mapping.

    Args:
        action: 0 to `num_actions(max_side)` - 1.
        max_side: slots a side, 1 to 6.

    Returns:
        `{"verb": one of VERBS, "target": slot, description or None, "direction": one of 8 or None,
        "spell": its name or None, "threshold": Wounds, squares or None}`.

    Raises:
        ValueError: no such action: "action must be between 0 and ..., got ...".
    """
    check_sides(max_side)
    check_action(action, num_actions(max_side))
    action = int(action)
    choice: dict[str, Any] = {"verb": verb_name(action), **dict.fromkeys(ARGUMENTS)}
    if action >= FIRST_SLOT:
        choice["target"] = slot_in(action)
    elif PREPARE <= action < STEP:
        choice["spell"] = SPELL_NAMES[action - PREPARE]
    elif STEP <= action < DESCRIBED:
        choice["direction"] = COMPASS[action - STEP]
    elif DESCRIBED <= action < DESCRIBED_ALLY:
        described = Description.CLOSEST + (action - DESCRIBED) // ENEMY_VERBS
        choice["target"] = Description(described).name.lower()
    elif DESCRIBED_ALLY <= action < IF_PLAIN:
        choice["target"] = Description.MOST_WOUNDED_ALLY.name.lower()
    elif IF_PLAIN <= action < STANDING and PLAIN_ARGUMENTS[action - IF_PLAIN] >= 0:
        choice["threshold"] = int(PLAIN_ARGUMENTS[action - IF_PLAIN])
    return choice


@functools.cache
def _meanings(max_side: int) -> dict[str, dict[tuple, int]]:
    """Verb to its arguments to the action."""
    meanings: dict[str, dict[tuple, int]] = {verb: {} for verb in VERBS}
    for action in range(num_actions(max_side)):
        choice = decode(action, max_side)
        meanings[choice["verb"]][tuple(choice[key] for key in ARGUMENTS)] = action
    return meanings


def encode(choice: dict[str, Any], max_side: int) -> int:
    """The action that a mapping names, the inverse of `decode`.

    Args:
        choice: `{"verb": ..., "target": ..., ...}`; what a verb does not need may be left out or
            None.
        max_side: slots a side, 1 to 6.

    Raises:
        ValueError: one sentence with the value and what would be right.
    """
    check_sides(max_side)
    for key in choice:
        if key != "verb" and key not in ARGUMENTS:
            raise ValueError(f"an action has verb, {', '.join(ARGUMENTS)}, got the key {key!r}")
    verb = read_verb(choice.get("verb"), VERBS)
    meanings = _meanings(max_side)[verb]
    for place, key in enumerate(ARGUMENTS):
        value = choice.get(key)
        valid = list(dict.fromkeys(arguments[place] for arguments in meanings))
        if valid == [None]:
            if value is not None:
                raise ValueError(f"{verb} takes no {key}, got {value!r}")
        elif isinstance(value, bool) or value not in valid:
            raise ValueError(f"{verb} needs a {key}, one of {_listed(valid)}, got {value!r}")
    return meanings[tuple(choice.get(key) for key in ARGUMENTS)]


def _listed(values: list[Any]) -> str:
    return ", ".join(str(value) for value in values)


# --- A sentence for an action ---------------------------------------------------------------------

STANDING_WORDS = {
    0: "takes attacks of opportunity, and fights where Terror leaves no way out",
    NO_OPPORTUNITY: "takes no attacks of opportunity",
    NO_STAND: "does not fight in Terror",
    NO_OPPORTUNITY | NO_STAND: "takes no attacks of opportunity, and does not fight in Terror",
}


def describe(battle: np.record, action: int) -> str:
    """What the deciding fighter would write by an action, legal or not, in one English sentence.

    Args:
        battle: the battle at a decision point.
        action: 0 to `num_actions(battle.max_side)` - 1.

    Returns:
        "The red swordsman will first Charge the closest enemy."
    """
    actor = int(battle.to_act)
    if actor == NOBODY:
        return "The battle is over."
    name, window = fighter_names(battle)[actor], int(battle.window)
    if STANDING <= action < FIRST_SLOT or (action == WAIT and window == Window.STANDING):
        return f"{capital(name)} {STANDING_WORDS[int(standing_of(action, 1))]}."
    if action == WAIT and window == Window.CONDITION:
        return f"{capital(name)} sets no condition."
    if action != WAIT and condition_of(action, 1) >= 0:
        return f"{capital(name)} writes: If {condition_text(battle, actor, action)}."
    directive = directive_text(battle, actor, action)
    if window == Window.ELSE:
        return f"Else {name} will {directive}."
    return f"{capital(name)} will {'then' if window == Window.THEN else 'first'} {directive}."
