"""Actions in words: verbs, encoding, and a sentence for what a fighter would do.

An action is a verb with at most one argument: the slot of an enemy (of an ally for `move_to_ally`),
or one of 8 directions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.engine.action_table import check_action, check_sides, read_slot, read_verb
from ...core.engine.battle import NOBODY
from ...core.engine.system import nearest
from ...core.text.narration import capital
from ..enums import (
    Act,
    Way,
    Window,
)
from ..rules.declare import active_fighter, cost
from ..rules.equipment import nearest_weapon
from ..rules.reactions import replacement_cost
from ..tables import (
    NO_WEAPON,
)
from ..text.names import DIRECTIONS, deed, direction_name, fighter_names, weapon_name
from .table import (
    FIRST_SLOT,
    MOVE_STEP,
    MOVE_TO_COVER,
    MOVE_TO_WEAPON,
    SINGLE_ACTS,
    SLOT_VERBS,
    STEP,
    TO_ALLY,
    WAIT,
    act_of,
    fighter_of,
    num_actions,
    target_of,
    way_of,
)

# --- Verbs ----------------------------------------------------------------------------------------

SINGLE_VERBS = ("wait", *(Act(act).name.lower() for act in SINGLE_ACTS[1:]))
MAP_VERBS = ("move_to_cover", "move_to_weapon")
DIRECTION_VERBS = {"move_step": MOVE_STEP, "step": STEP}
TARGET_VERBS = (
    "aim",
    "melee_attack",
    "feint",
    "unarmed_attack",
    "ranged_attack",
    "combat_move",
    "move_towards",
    "move_to_reach",
    "move_away",
    "move_to_ally",
)
VERBS = (*SINGLE_VERBS, *MAP_VERBS, *DIRECTION_VERBS, *TARGET_VERBS)
"""One verb per kind of action, in the order of the ids."""
FIRST_DIRECTION_VERB = len(SINGLE_VERBS) + len(MAP_VERBS)
FIRST_TARGET_VERB = FIRST_DIRECTION_VERB + len(DIRECTION_VERBS)


def verb_index(action: int) -> int:
    """The place of an action's verb in `VERBS`."""
    if action < MOVE_STEP:
        return action
    if action < FIRST_SLOT:
        return FIRST_DIRECTION_VERB + (action >= STEP)
    return FIRST_TARGET_VERB + (action - FIRST_SLOT) % SLOT_VERBS


def decode(action: int, max_side: int) -> dict[str, Any]:
    """An action as a mapping.

    Args:
        action: 0 to `num_actions(max_side)` - 1.
        max_side: slots a side, 1 to 6.

    Returns:
        `{"verb": one of VERBS, "target": slot or None, "direction": one of 8 or None}`.

    Raises:
        ValueError: no such action: "action must be between 0 and ..., got ...".
    """
    check_sides(max_side)
    check_action(action, num_actions(max_side))
    action = int(action)
    choice: dict[str, Any] = {"verb": VERBS[verb_index(action)], "target": None, "direction": None}
    if action >= FIRST_SLOT:
        choice["target"] = (action - FIRST_SLOT) // SLOT_VERBS
    elif action >= MOVE_STEP:
        choice["direction"] = DIRECTIONS[(action - MOVE_STEP) % 8]
    return choice


def encode(choice: dict[str, Any], max_side: int) -> int:
    """The action that a mapping names, the inverse of `decode`.

    Args:
        choice: `{"verb": ..., "target": ..., "direction": ...}`; what a verb does not need may be
            left out or None.
        max_side: slots a side, 1 to 6.

    Raises:
        ValueError: one sentence with the value and what would be right.
    """
    check_sides(max_side)
    for key in choice:
        if key not in ("verb", "target", "direction"):
            raise ValueError(f"an action has verb, target and direction, got the key {key!r}")
    verb, target, direction = (choice.get(key) for key in ("verb", "target", "direction"))
    verb = read_verb(verb, VERBS)
    if verb not in TARGET_VERBS and target is not None:
        raise ValueError(f"{verb} takes no target, got {target!r}")
    if verb not in DIRECTION_VERBS and direction is not None:
        raise ValueError(f"{verb} takes no direction, got {direction!r}")
    if verb in DIRECTION_VERBS:
        return DIRECTION_VERBS[verb] + _direction_index(verb, direction)
    if verb in TARGET_VERBS:
        return (
            FIRST_SLOT + SLOT_VERBS * read_slot(verb, target, max_side) + TARGET_VERBS.index(verb)
        )
    return VERBS.index(verb)


def _direction_index(verb: str, direction: Any) -> int:
    if direction not in DIRECTIONS:
        raise ValueError(
            f"{verb} needs a direction, got {direction!r}: "
            f"{nearest(str(direction), list(DIRECTIONS))}"
        )
    return DIRECTIONS.index(direction)


# --- A sentence for an action ---------------------------------------------------------------------


def describe(battle: np.record, action: int) -> str:
    """What the deciding fighter would do by an action, legal or not, in one English sentence.

    Args:
        battle: the battle at a decision point.
        action: 0 to `num_actions(battle.max_side)` - 1.

    Returns:
        "The red swordsman attacks the blue spearman with the sword (4 AP)."
    """
    actor = int(battle.to_act)
    if actor == NOBODY:
        return "The battle is over."
    if action == WAIT:
        text = _waiting(battle, actor)
    elif STEP <= action < FIRST_SLOT:
        text = f"steps {direction_name(action - STEP)}"
    else:
        act = int(act_of(action))
        text = _moving(battle, actor, action) if act == Act.MOVE else _doing(battle, actor, action)
        text += _price(battle, actor, act)
    return f"{capital(fighter_names(battle)[actor])} {text}."


def _waiting(battle: np.record, actor: int) -> str:
    if battle.window == Window.REACTION:
        return "does not react"
    if battle.window == Window.COUNTER_TEMPO:
        return f"keeps the {Act(battle.action).name.lower().replace('_', ' ')}"
    if battle.window == Window.STEP:
        return "stops here"
    kept = int(battle.fighters[actor].action_points)
    return (
        f"ends the turn, keeping {kept} AP for reactions"
        if kept
        else "ends the turn with no AP left"
    )


def _price(battle: np.record, actor: int, act: int) -> str:
    fighter = battle.fighters[actor]
    if act in (Act.CT_COUNTER_ATTACK, Act.CT_PARRY, Act.FEINT_COUNTER_ATTACK):
        return f" ({int(replacement_cost(fighter, int(battle.action), act))} AP more)"
    return f" ({int(cost(fighter, act))} AP)"


def _named(battle: np.record, fighter: int) -> str:
    return "nobody" if fighter == NOBODY else fighter_names(battle)[fighter]


def _doing(battle: np.record, actor: int, action: int) -> str:
    if battle.window == Window.REACTION:
        target = int(active_fighter(battle))
    elif battle.window == Window.COUNTER_TEMPO:
        target = int(battle.target)
    else:
        target = int(target_of(battle, actor, action))
    return deed(battle, actor, int(act_of(action)), _named(battle, target))


def _moving(battle: np.record, actor: int, action: int) -> str:
    if action == MOVE_TO_COVER:
        return "moves into cover"
    if action == MOVE_TO_WEAPON:
        item = nearest_weapon(battle, actor)
        weapon = battle.ground_weapon[item] if item >= 0 else NO_WEAPON
        return f"moves towards the {weapon_name(weapon)} on the ground"
    if action < FIRST_SLOT:
        return f"moves one square {direction_name(action - MOVE_STEP)}"
    name = _named(battle, int(fighter_of(battle, actor, action)))
    if (action - FIRST_SLOT) % SLOT_VERBS == TO_ALLY:
        return f"moves to the side of {name}"
    way = way_of(action)
    if way == Way.TO_REACH:
        return f"moves to where the weapon reaches {name}"
    return f"moves away from {name}" if way == Way.AWAY else f"moves towards {name}"
