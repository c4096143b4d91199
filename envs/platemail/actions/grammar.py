"""Orders as they are written in the book: First: ... If ..., then ..., else ... (P7 to P10, P18).

Each directive and each condition has one wording, with the names of the fighters in it; reading
looks a text up among all of them. Capitals, articles, hyphens and the last full stop do not matter.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

import numpy as np

from ...core.engine.battle import MAX_FIGHTERS, NOBODY
from ...core.text.narration import COMPASS
from ..enums import (
    Condition,
    Description,
    Verb,
)
from ..rules.conditions import is_about_enemy
from ..tables import SQUARE_FEET
from ..text.names import fighter_names, spell_name
from .table import (
    FIRST_SLOT,
    NO_OPPORTUNITY,
    NO_STAND,
    PREPARE,
    WAIT,
    argument_of,
    condition_of,
    num_actions,
    standing_action,
    standing_of,
    target_of,
    verb_of,
)

# --- Wordings -------------------------------------------------------------------------------------

DIRECTIVES = {
    Verb.DEFEND: "Defend",
    Verb.SKULK_STILL: "Skulk in place",
    Verb.SKULK_KEEP: "Skulk in place keeping the last roll",
    Verb.AIM: "Aim",
    Verb.RELOAD: "Reload",
    Verb.SWAP: "Swap weapons",
    Verb.CUT_FREE: "Cut myself free",
    Verb.STAND_UP: "Stand up",
    Verb.DOOR: "Open or close the door",
    Verb.FALL_BACK: "Fall Back",
    Verb.MOVE_TO_COVER: "Move to cover",
    Verb.SPRINT_TO_COVER: "Sprint to cover",
    Verb.SKULK_TO_COVER: "Skulk to cover",
    Verb.FOCUS: "Focus on the spell",
    Verb.MEND_SELF: "Release Mend on myself",
    Verb.PREPARE: "Prepare {target}",
    Verb.STEP: "Move {target}",
    Verb.MOVE_TO: "Move to {target}",
    Verb.MOVE_TO_REACH: "Move within Reach of {target}",
    Verb.MOVE_AWAY: "Move away from {target}",
    Verb.SPRINT_TO: "Sprint to {target}",
    Verb.SPRINT_AWAY: "Sprint away from {target}",
    Verb.SKULK_TO: "Skulk to {target}",
    Verb.CHARGE: "Charge {target}",
    Verb.CHARGE_TO_REACH: "Charge within Reach of {target}",
    Verb.FULL_ATTACK: "Full Attack {target}",
    Verb.FULL_ATTACK_SPREAD: "Full Attack {target} and another",
    Verb.THREE_ATTACKS: "Full Attack {target} three times",
    Verb.THREE_ATTACKS_SPREAD: "Full Attack {target} and another three times",
    Verb.COUNTER: "Counter {target}",
    Verb.SHOOT: "Shoot at {target}",
    Verb.RAPID_FIRE: "Rapid Fire at {target}",
    Verb.RAPID_FIRE_SPREAD: "Rapid Fire at {target} and another",
    Verb.RELEASE: "Release the spell at {target}",
    Verb.MOVE_NEXT_TO: "Move next to {target}",
    Verb.SPRINT_NEXT_TO: "Sprint next to {target}",
    Verb.GUARD: "Guard {target}",
    Verb.GUARD_ONCE: "Guard {target} against one attack",
    Verb.RESCUE: "Rescue {target}",
    Verb.STABILIZE: "Stabilize {target}",
    Verb.FREE: "Cut {target} free",
    Verb.MEND: "Release Mend on {target}",
}
DESCRIPTIONS = {
    Description.CLOSEST: "the closest enemy",
    Description.MOST_WOUNDED: "the most wounded enemy",
    Description.BIGGEST_THREAT: "the biggest threat",
    Description.WARDS_ATTACKER: "the ward's attacker",
    Description.CASTER: "the enemy caster",
    Description.MOST_WOUNDED_ALLY: "the most wounded ally",
}
CONDITIONS = {
    Condition.REACHED: "I have reached {enemy}",
    Condition.REACHED_ANY: "I have reached the closest enemy",
    Condition.DOWN: "{enemy} is down",
    Condition.WOUNDED: "I have at least {wounds}",
    Condition.HINDERED: "I am entrapped or prone",
    Condition.ALLY_DOWN: "an ally is down",
    Condition.MOVED: "{enemy} has moved",
    Condition.ATTACKED: "I have been attacked",
    Condition.NEAR: "the closest enemy is within {feet} feet",
    Condition.USED_WEAPON: "{enemy} has used a weapon",
}
STANDINGS = {
    NO_OPPORTUNITY: "Take no attacks of opportunity",
    NO_STAND: "Do not stand in Terror",
}
PATTERN = "First: ... Then: ... or: First: ... If ..., then ..., else ..."


def target_text(names: Sequence[str], verb: int, target: int) -> str:
    """What stands for a target: a name, a description, a direction, a spell."""
    if verb == Verb.PREPARE:
        return spell_name(target)
    if verb == Verb.STEP:
        return COMPASS[target]
    if target >= MAX_FIGHTERS:
        return DESCRIPTIONS[Description(target)]
    return "nobody" if target == NOBODY else names[target]


def directive_text(battle: np.record, actor: int, action: int, names: Sequence[str] = ()) -> str:
    """The wording of a directive: `Full Attack the closest enemy`; names, if known already."""
    verb = int(verb_of(action, battle.max_side))
    target = int(target_of(battle, actor, action))
    text = target_text(names or fighter_names(battle), verb, target)
    return DIRECTIVES[Verb(verb)].format(target=text)


def condition_text(battle: np.record, actor: int, action: int, names: Sequence[str] = ()) -> str:
    """The wording of a condition, without IF: `I have at least 2 Wounds`."""
    condition = Condition(int(condition_of(action, battle.max_side)))
    argument = int(argument_of(battle, actor, action))
    if is_about_enemy(condition):
        name = target_text(names or fighter_names(battle), Verb.MOVE_TO, argument)
        return CONDITIONS[condition].format(enemy=name)
    wounds = "1 Wound" if argument == 1 else f"{argument} Wounds"
    return CONDITIONS[condition].format(wounds=wounds, feet=argument * SQUARE_FEET)


# --- Writing --------------------------------------------------------------------------------------


def write_order(battle: np.record, fighter: int, order: Sequence[int]) -> str:
    """A whole order in words, as P10 prints one.

    Args:
        battle: for the names.
        fighter: who writes it.
        order: the actions of FIRST, CONDITION, THEN, ELSE and, if it matters, STANDING.

    Returns:
        "First: Charge the closest enemy. If I have reached the closest enemy, then Full Attack the
        closest enemy, else Charge the closest enemy."

    Raises:
        ValueError: not 4 or 5 actions, or one that does not belong into its clause.
    """
    if len(order) not in (4, 5):
        raise ValueError(f"an order has 4 or 5 clauses, got {len(order)}")
    for clause, action in enumerate(order):
        _check_clause(battle, clause, int(action))
    first, condition, then, otherwise, *standing = (int(action) for action in order)
    sentences = [f"First: {directive_text(battle, fighter, first)}"]
    then_text = directive_text(battle, fighter, then)
    if condition == WAIT:
        sentences.append(f"Then: {then_text}")
    else:
        sentences.append(
            f"If {condition_text(battle, fighter, condition)}, then {then_text}, "
            f"else {directive_text(battle, fighter, otherwise)}"
        )
    bits = int(standing_of(standing[0], battle.max_side)) if standing else 0
    sentences += [text for bit, text in STANDINGS.items() if bits & bit]
    return " ".join(f"{sentence}." for sentence in sentences)


CLAUSE_NAMES = ("FIRST", "CONDITION", "THEN", "ELSE", "STANDING")


def _check_clause(battle: np.record, clause: int, action: int) -> None:
    belongs = 0 <= action < num_actions(int(battle.max_side))
    if belongs and CLAUSE_NAMES[clause] == "CONDITION":
        belongs = condition_of(action, battle.max_side) >= 0
    elif belongs and CLAUSE_NAMES[clause] == "STANDING":
        belongs = action == WAIT or standing_of(action, battle.max_side) > 0
    elif belongs:
        belongs = verb_of(action, battle.max_side) >= 0
    if not belongs:
        raise ValueError(f"{action} is no action for the clause {CLAUSE_NAMES[clause]}")


# --- Reading --------------------------------------------------------------------------------------


def read_order(battle: np.record, fighter: int, text: str) -> list[int]:
    """The order that a text says, the inverse of `write_order`; it need not be legal.

    Args:
        battle: for the names.
        fighter: who writes it.
        text: "First: ... Then: ..." or "First: ... If ..., then ..., else ...". Without a second
            sentence, or without "else", the fighter Defends (RP25). At the end there may stand
            "Take no attacks of opportunity." and "Do not stand in Terror."

    Returns:
        The actions of FIRST, CONDITION, THEN, ELSE, STANDING.

    Raises:
        ValueError: one sentence with the word that is not understood and the nearest right ones.
    """
    sentences = [part.strip() for part in " ".join(text.split()).split(".") if part.strip()]
    if not sentences or not re.match(r"first\b", sentences[0], re.IGNORECASE):
        raise ValueError(f"an order begins with the word First ({PATTERN}), got {text!r}")
    directives = _directives(battle, fighter)
    order = [_look_up(_after("first", sentences.pop(0)), directives), WAIT, WAIT, WAIT]
    if sentences and re.match(r"if\b", sentences[0], re.IGNORECASE):
        order[1:] = _read_branches(battle, fighter, sentences.pop(0), directives)
    elif sentences and re.match(r"then\b", sentences[0], re.IGNORECASE):
        order[2] = _look_up(_after("then", sentences.pop(0)), directives)
    standings = {_plain(said): bit for bit, said in STANDINGS.items()}
    bits = 0
    for sentence in sentences:
        bits |= _look_up(sentence, standings)
    no_opportunity, no_stand = bits & NO_OPPORTUNITY != 0, bits & NO_STAND != 0
    return [*order, int(standing_action(no_opportunity, no_stand))]


def _after(word: str, sentence: str) -> str:
    return re.sub(rf"^{word}\b\s*[:,]?\s*", "", sentence, flags=re.IGNORECASE)


def _read_branches(
    battle: np.record, fighter: int, sentence: str, directives: dict[str, int]
) -> list[int]:
    """CONDITION, THEN and ELSE of a sentence that begins with IF (P8)."""
    parts = re.fullmatch(
        r"if\b\s*[:,]?\s*(.*?)[,;]?\s*\bthen\b\s*[:,]?\s*(.*?)"
        r"(?:[,;]?\s*\belse\b\s*[:,]?\s*(.*))?",
        sentence,
        re.IGNORECASE,
    )
    if parts is None:
        raise ValueError(f"after If the word then is missing ({PATTERN}): {sentence!r}")
    condition, then, otherwise = parts.groups()
    return [
        _look_up(condition, _conditions(battle, fighter)),
        _look_up(then, directives),
        WAIT if otherwise is None else _look_up(otherwise, directives),
    ]


def _directives(battle: np.record, fighter: int) -> dict[str, int]:
    """Every wording of a directive that names somebody who is there, to its action."""
    names = fighter_names(battle)
    return {
        _plain(directive_text(battle, fighter, action, names)): action
        for action in range(num_actions(int(battle.max_side)))
        if verb_of(action, battle.max_side) >= 0
        and (action < PREPARE or target_of(battle, fighter, action) != NOBODY)
    }


def _conditions(battle: np.record, fighter: int) -> dict[str, int]:
    """Every wording of a condition, to its action."""
    names = fighter_names(battle)
    return {
        _plain(condition_text(battle, fighter, action, names)): action
        for action in range(1, num_actions(int(battle.max_side)))
        if condition_of(action, battle.max_side) >= 0
        and (action < FIRST_SLOT or argument_of(battle, fighter, action) != NOBODY)
    }


ARTICLES = {"the", "a", "an"}


def _plain(text: str) -> str:
    """A text as it is compared: lower case, without articles, hyphens and commas."""
    words = re.sub(r"[-,;:!]", " ", text.replace("\u2019", "'")).lower().split()
    return " ".join(word for word in words if word not in ARTICLES)


def _look_up(text: str, meanings: dict[str, int]) -> int:
    """What a wording means.

    Raises:
        ValueError: names the first word that occurs in no wording, else the whole, and the nearest.
    """
    plain = _plain(text)
    if plain in meanings:
        return meanings[plain]
    known = sorted({word for wording in meanings for word in wording.split()})
    for word in plain.split():
        if word not in known:
            raise ValueError(f"{word!r} in {text!r} is not understood: {_nearest(word, known)}")
    raise ValueError(f"{text!r} is not understood: {_nearest(plain, list(meanings))}")


def _nearest(text: str, valid: list[str]) -> str:
    close = difflib.get_close_matches(text, valid, n=3, cutoff=0.0)
    return f"did you mean {' or '.join(close)}?"
