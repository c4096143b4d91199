"""Orders as they are written in the book: First: ... If ..., then ..., else ... (P7 to P10, P18).

Each directive and each condition has one wording: the phrase of its table, with the names of the
fighters in it. Details are written in brackets: the steps of a walk, the targets of further
attacks. Reading looks a text without details up among all wordings. Capitals, articles, hyphens and
the last full stop do not matter.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

import numpy as np

from ...core.engine.battle import MAX_FIGHTERS, NOBODY
from ...core.inputs.spelling import nearest
from ...core.maps.square_grid import COMPASS
from ...core.text.narration import Names, count
from ..enums import Description, Window
from ..tables import SQUARE_FEET
from ..text.names import fighter_names, spell_name
from .clauses import DIRECTIVE, NUM_CLAUSES, WINDOW
from .masks import CLAUSES
from .table import (
    IS_CONDITION,
    IS_DIRECTIVE,
    NO_OPPORTUNITY,
    NO_STAND,
    STANDINGS,
    TABLE,
    WAIT,
    num_actions,
    standing_action,
    target_of,
)

# --- Wordings -------------------------------------------------------------------------------------

DESCRIPTIONS = {
    Description.CLOSEST: "the closest enemy",
    Description.MOST_WOUNDED: "the most wounded enemy",
    Description.BIGGEST_THREAT: "the biggest threat",
    Description.WARDS_ATTACKER: "the ward's attacker",
    Description.CASTER: "the enemy caster",
    Description.MOST_WOUNDED_ALLY: "the most wounded ally",
}
AT: dict[int, str] = {
    Window.SECOND_TARGET: "the second at ",
    Window.THIRD_TARGET: "the third at ",
}
"""How the targets of further attacks are written."""
LAST_CLAUSES = (4, NUM_CLAUSES - 2, NUM_CLAUSES - 1)
"""The clauses that end an order, in a sentence each."""
PATTERN = "First: ... Then: ... or: First: ... If ..., then ..., else ..."


class Wording(Names):
    """The text that an action writes into an order, with the names that its phrase may need.

    Attributes:
        text: the wording: `Full Attack the closest enemy`, `If I have at least 2 Wounds`.
        target: its target (`target_of`).
        names: of the fighters by number.
    """

    def __init__(self, battle: np.record, actor: int, action: int, names: list[str]) -> None:
        """Fill in the phrase of an action of an actor."""
        self.names = names
        self.target = int(target_of(battle, actor, action))
        self.text = TABLE.entry(action).phrase.format_map(self)

    def _target(self) -> str:
        if self.target >= MAX_FIGHTERS:
            return DESCRIPTIONS[Description(self.target)]
        return self.name(self.target)

    def _spell(self) -> str:
        return spell_name(self.target)

    def _direction(self) -> str:
        return COMPASS[self.target]

    def _wounds(self) -> str:
        return count(self.target, "Wound")

    def _feet(self) -> str:
        return f"{self.target * SQUARE_FEET} feet"


# --- Writing --------------------------------------------------------------------------------------


def write_order(battle: np.record, fighter: int, order: Sequence[int]) -> str:
    """A whole order in words, as P10 prints one.

    Args:
        battle: for the names.
        fighter: the writer.
        order: the actions of FIRST, CONDITION, THEN, ELSE and, if it matters, STANDING; or those
            of all clauses (`clauses.py`).

    Returns:
        "First: Charge the closest enemy. If I have reached the closest enemy, then Full Attack the
        closest enemy, else Charge the closest enemy."

    Raises:
        ValueError: another number of actions, or one that does not belong into its clause.
    """
    if len(order) not in (4, 5, NUM_CLAUSES):
        raise ValueError(f"an order has 4 or 5 clauses, or {NUM_CLAUSES}, got {len(order)}")
    for clause, action in enumerate(order):
        _check_clause(battle, clause, int(action))
    names = fighter_names(battle)
    first, condition, then, otherwise = (
        Wording(battle, fighter, int(action), names).text
        + _bracket(battle, fighter, order, clause, names)
        for clause, action in enumerate(order[:4])
    )
    sentences = [f"First: {first}"]
    if order[Window.CONDITION - 1] == WAIT:
        sentences.append(f"Then: {then}")
    else:
        sentences.append(f"{condition}, then {then}, else {otherwise}")
    last = (int(action) for clause, action in enumerate(order) if clause in LAST_CLAUSES)
    sentences += [Wording(battle, fighter, it, names).text for it in last if it != WAIT]
    return " ".join(f"{sentence}." for sentence in sentences)


def _bracket(
    battle: np.record, fighter: int, order: Sequence[int], clause: int, names: list[str]
) -> str:
    """The details of a directive: ` (the second at Blue)`, ` (north, north-east)`; mostly empty."""
    details = (
        (int(WINDOW[number]), int(order[number]))
        for number in range(LAST_CLAUSES[0] + 1, len(order))
        if number not in LAST_CLAUSES and DIRECTIVE[number] == DIRECTIVE[clause]
    )
    words = [
        AT.get(window, "") + Wording(battle, fighter, action, names).text
        for window, action in details
        if action != WAIT
    ]
    return f" ({', '.join(words)})" if words else ""


def _check_clause(battle: np.record, clause: int, action: int) -> None:
    length = num_actions(int(battle.max_side))
    if not 0 <= action < length or not CLAUSES[clause][action]:
        raise ValueError(f"{action} is no action for the clause {Window(WINDOW[clause]).name}")


# --- Reading --------------------------------------------------------------------------------------


def read_order(battle: np.record, fighter: int, text: str) -> list[int]:
    """The order that a text says, the inverse of `write_order`; it need not be legal.

    Args:
        battle: for the names.
        fighter: the writer.
        text: "First: ... Then: ..." or "First: ... If ..., then ..., else ...". Without a second
            sentence, or without "else", the fighter Defends (RP25). At the end there may stand
            "Take no attacks of opportunity." and "Do not stand in Terror.".

    Returns:
        The actions of FIRST, CONDITION, THEN, ELSE, STANDING.

    Raises:
        ValueError: one sentence with the word that is not understood and the nearest right ones.
    """
    sentences = [part.strip() for part in " ".join(text.split()).split(".") if part.strip()]
    if not sentences or not re.match(r"first\b", sentences[0], re.IGNORECASE):
        raise ValueError(f"an order begins with the word First ({PATTERN}), got {text!r}")
    directives = _meanings(battle, fighter, IS_DIRECTIVE)
    order = [_look_up(_after("first", sentences.pop(0)), directives), WAIT, WAIT, WAIT]
    if sentences and re.match(r"if\b", sentences[0], re.IGNORECASE):
        order[1:] = _read_branches(battle, fighter, sentences.pop(0), directives)
    elif sentences and re.match(r"then\b", sentences[0], re.IGNORECASE):
        order[2] = _look_up(_after("then", sentences.pop(0)), directives)
    standings = {_plain(choice.phrase): choice.first for choice in STANDINGS}
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
        r"(if\b.*?)[,;]?\s*\bthen\b\s*[:,]?\s*(.*?)"
        r"(?:[,;]?\s*\belse\b\s*[:,]?\s*(.*))?",
        sentence,
        re.IGNORECASE,
    )
    if parts is None:
        raise ValueError(f"after If the word then is missing ({PATTERN}): {sentence!r}")
    condition, then, otherwise = parts.groups()
    return [
        _look_up(condition, _meanings(battle, fighter, IS_CONDITION)),
        _look_up(then, directives),
        WAIT if otherwise is None else _look_up(otherwise, directives),
    ]


def _meanings(battle: np.record, fighter: int, belongs: np.ndarray) -> dict[str, int]:
    """Every wording of the actions that belong to a clause and name somebody there, to its id."""
    names, length = fighter_names(battle), num_actions(int(battle.max_side))
    return {
        _plain(Wording(battle, fighter, action, names).text): action
        for action in map(int, np.flatnonzero(belongs[:length]))
        if TABLE.slot[action] < 0 or target_of(battle, fighter, action) != NOBODY
    }


ARTICLES = {"the", "a", "an"}


def _plain(text: str) -> str:
    """A text as it is compared: lower case, without articles, hyphens and commas."""
    words = re.sub(r"[-,;:!]", " ", text.replace("\u2019", "'")).lower().split()
    return " ".join(word for word in words if word not in ARTICLES)


def _look_up(text: str, meanings: dict[str, int]) -> int:
    """The meaning of a wording.

    Raises:
        ValueError: names the first word that occurs in no wording, and those like it; else the
            whole, and the nearest wordings.
    """
    plain = _plain(text)
    if plain in meanings:
        return meanings[plain]
    known = sorted({word for wording in meanings for word in wording.split()})
    for word in plain.split():
        if word not in known:
            hint = nearest(word, known, "no order has this word")
            raise ValueError(f"{word!r} in {text!r} is not understood: {hint}")
    close = difflib.get_close_matches(plain, list(meanings), n=3, cutoff=0.0)
    raise ValueError(f"{text!r} is not understood: the nearest are {' or '.join(close)}")
