"""Why a roll has more dice, a bonus, or an injury other degrees: the words of MODIFIER events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core.text.narration import Clause, LoggedEvent, Narrator, Rows, count
from ...core.text.templates import template
from ..enums import Reason
from ..tables import TOTAL_COVER_DISADVANTAGE

DICE: dict[int, tuple[str, Rows]] = {
    Reason.CHARGE: ("Charge", ("RD15",)),
    Reason.FLANKING: ("flanking", ("D58",)),
    Reason.EXPOSED_TARGET: ("opened defences", ("D70", "D71")),
    Reason.PRONE_TARGET: ("prone target", ("D59",)),
    Reason.PRONE: ("lying prone", ("D60",)),
    Reason.HELPLESS_TARGET: ("helpless target", ("RD29",)),
    Reason.EYES: ("injured eyes", ("D30", "RD11")),
    Reason.COVER: ("cover", ("D56", "D57")),
    Reason.CONCUSSION: ("concussion", ("D37",)),
    Reason.EXHAUSTION: ("exhaustion", ("RD7",)),
    Reason.BODY: ("body and armour", ("RD16", "RD19")),
    Reason.DISTANCE: ("distance", ("D75",)),
    Reason.ALLY_ENGAGED: ("ally in the melee", ("D76",)),
    Reason.EARLIER_ATTACKS: ("earlier attacks", ("D68",)),
    Reason.MULTIWEAPON: ("Multiweapon", ("D72",)),
    Reason.RAPID_SHOT: ("Rapid Shot", ("D79",)),
    Reason.RECKLESS: ("Reckless Attack", ("D74",)),
}
"""Reasons for more dice, of which the best or the worst is kept (RD1), and their rows."""
POINTS: dict[int, tuple[str, Rows]] = {
    Reason.SIZE: ("size", ("D53", "D55")),
    Reason.PATH: ("creatures in the path", ("D77",)),
}
"""Reasons for points of the total or of the Defence Value, and their rows."""
DEGREES: dict[int, Clause[Narrator]] = {
    Reason.SIZE_OF_TARGET: template(
        "{target} is {larger}, which gives {change} {more} for the injury", "D54"
    ),
    Reason.RECKLESS_DEGREES: template(
        "the Reckless Attack gives {change} {more} for the injury", "D74"
    ),
    Reason.NATURAL_LOWEST: template("the natural 1 gives {change} {more} for the injury", "D48"),
    Reason.NATURAL_HIGHEST: template("the natural 20 gives exactly a minor injury", "D46"),
}
"""Reasons for other degrees of an injury, each a sentence."""
CHANGES: dict[int, Clause[Narrator]] = {
    **{
        reason: template(f"{{actor}} rolls with {{amount:+}} for {words}", *rows)
        for reason, (words, rows) in (DICE | POINTS).items()
    },
    **DEGREES,
}
"""Each reason by itself."""


def rows_of(reasons: Iterable[LoggedEvent]) -> Rows:
    """The rows that a roll follows from, by its reasons."""
    return tuple(row for reason in reasons for row in (DICE | POINTS)[reason.what][1])


def words(reason: LoggedEvent) -> str:
    """The words of a reason for more dice: cover of two disadvantages is total (D56, D57)."""
    is_total = reason.what == Reason.COVER and reason.amount <= -TOTAL_COVER_DISADVANTAGE
    return f"{'total ' * is_total}{DICE[reason.what][0]}"


def dice_kept(reasons: Iterable[LoggedEvent]) -> str:
    """` with the best of 2 dice (flanking +1)`, nothing without a reason."""
    found = [reason for reason in reasons if reason.what in DICE]
    if not found:
        return ""
    net = sum(reason.amount for reason in found)
    dice = count(1 + abs(net), "die").replace("dies", "dice")
    kept = f"the {'best' if net > 0 else 'worst'} of {dice}" if net else dice
    why = ", ".join(f"{words(reason)} {reason.amount:+}" for reason in found)
    return f" with {kept} ({why})"


def size_bonus(reasons: Iterable[LoggedEvent]) -> str:
    """` (size +1)`, the part of the total that size gives."""
    return _points(Reason.SIZE, sum(one.amount for one in reasons if one.what == Reason.SIZE))


def is_unseen_help(narrator: Any, reason: LoggedEvent) -> bool:
    """Whether only allies give this reason who are hidden from the reader (D58, D76, XD1)."""
    is_help = reason.what in (Reason.FLANKING, Reason.ALLY_ENGAGED)
    return is_help and bool(reason.dice) and narrator.is_secret(reason.actor)


def unseen_path(narrator: Any, attacker: int) -> int:
    """Points of a Defence Value by bodies that are hidden from the reader (D77, XD1).

    They are hidden from the attacker's side alone.
    """
    if narrator.told_to is None or narrator.is_secret(attacker):
        return 0
    return sum(reason.dice for reason in narrator.reasons if reason.what == Reason.PATH)


def path_bonus(narrator: Any, attacker: int) -> str:
    """` (creatures in the path +2)`, the part of the Defence Value that they give (D77)."""
    bonus = -sum(reason.amount for reason in narrator.reasons if reason.what == Reason.PATH)
    return _points(Reason.PATH, bonus - unseen_path(narrator, attacker))


def _points(which: Reason, points: int) -> str:
    return f" ({POINTS[which][0]} {points:+})" if points else ""
