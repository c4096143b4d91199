"""The next die that the rules need: its faces, and in words what it is for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np

from ..envs.core.session.next_faces import Trial, next_faces
from ..envs.core.text.narration import Line

HIT_SIDES = 6
"""Sides of the dice of which one hits; Mythic Epoch alone counts misses."""
FEWEST_WORDS = 3
"""Words that the beginning of a sentence needs, to say what a die is for."""

SUM = re.compile(r"-?\d+ [+-] \d+ = -?\d+")
LONE_SUM = re.compile(r"-?\d+[+-]\d+=-?\d+[:,;.]?")
NUMBERS = re.compile(r"( -?\d+)(, then -?\d+)*$")
"""The end of an entry of a list, `the red archer 12, then 3`."""
ENDING = re.compile(r"[ ,.;:(+=-]*(\(d6|\b\d+)?[ ,.;:(+=-]*$")

Tell = Callable[[np.record], list[Line]]


@dataclass(frozen=True)
class Die:
    """A die that the rules need.

    Attributes:
        lowest: its lowest face: 1, or 0 for a number of misses.
        highest: its highest face.
        purpose: the beginning of the sentence that it decides; empty if no sentence shows it.
        is_drawn: the machine draws it, as it has more sides than a loaded die: a draw that only
            breaks ties.
    """

    lowest: int
    highest: int
    purpose: str
    is_drawn: bool = False

    @property
    def name(self) -> str:
        """The die in words: `d10`, `number of dice that miss before the first hit`."""
        return f"d{self.highest}" if self.lowest else "number of misses before the first hit"

    def roll(self, chance: np.random.Generator) -> int:
        """A face that the machine rolls; for a number of misses, dice of six until one hits."""
        if self.lowest:
            return int(chance.integers(self.lowest, self.highest + 1))
        return min(int(chance.geometric(1 / HIT_SIDES)) - 1, self.highest)

    def check(self, face: int) -> None:
        """Refuse a face that the die does not have.

        Raises:
            ValueError: one sentence with the faces that it has.
        """
        if not self.lowest <= face <= self.highest:
            raise ValueError(
                f"a face of this {self.name} is a whole number from {self.lowest} to "
                f"{self.highest}, got {face}"
            )


def next_die(
    trial: Trial, faces: list[int], tell: Tell, told_by: Trial | None = None
) -> Die | None:
    """The next die that a step needs after some faces; None if it needs none.

    Args:
        trial: tries the step.
        faces: the faces of its first dice, which are possible; after `MOST_FACES` none is found.
        tell: the sentences of a battle's last step.
        told_by: tries the step on a battle with the same dice that has more sentences.
    """
    found = next_faces(trial, faces)
    if found is None:
        return None
    lowest, highest, is_drawn = found
    if is_drawn:
        return Die(lowest, highest, "", is_drawn)
    shown = (highest, (1 + highest) // 2, 2) if lowest else (4, 2, 1)
    return Die(lowest, highest, purpose(told_by or trial, faces, lowest, shown, tell))


def purpose(
    trial: Trial, faces: list[int], lowest: int, others: tuple[int, ...], tell: Tell
) -> str:
    """The beginning of the first sentence that differs when the next die shows another face."""
    one = told(trial, [*faces, lowest], tell)
    for face in others:
        if found := first_difference(one, told(trial, [*faces, face], tell)):
            return found
    return ""


def told(trial: Trial, faces: list[int], tell: Tell) -> list[str]:
    """The sentences of a step with these faces."""
    battle = trial(faces)
    return [] if battle is None else [text for text, _ in tell(battle)]


def first_difference(one: list[str], other: list[str]) -> str:
    """The common words of the first pair of different sentences; empty if there is none."""
    for a, b in zip(one, other, strict=False):
        if a != b:
            return _of_list(a, b) or _beginning(a, b)
    return ""


def _of_list(one: str, other: str) -> str:
    """The item of a list that differs: `Initiative: the red archer`."""
    title, colon, _ = one.partition(": ")
    if not colon or not other.startswith(f"{title}: "):
        return ""
    a, b = (set(re.split(r"; ", text[len(title) + 2 :].rstrip("."))) for text in (one, other))
    changed = sorted(a - b)
    if len(a) < 2 or not changed or not NUMBERS.search(changed[0]):
        return ""
    return f"{title}: {NUMBERS.sub('', changed[0])}"


def _beginning(one: str, other: str) -> str:
    """The common beginning of two sentences; after a short one, the common words that follow.

    Arithmetic is left out, since its numbers may be those of other dice, and so is the consequence.
    """
    a, b = (SUM.sub(lambda found: found[0].replace(" ", ""), text).split() for text in (one, other))
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    parts = [_plain(a[block.a : block.a + block.size]) for block in blocks if block.size]
    if not parts or blocks[0].a or blocks[0].b:
        return ""
    if len(parts[0].split()) >= FEWEST_WORDS:
        return parts[0]
    return " ... ".join(part for part in (parts[0], *map(_cut, parts[1:2])) if part)


def _plain(words: list[str]) -> str:
    """Words without their sums, and without a number at the end."""
    text = " ".join(word for word in words if not LONE_SUM.fullmatch(word))
    if text.count("(") > text.count(")"):
        text = text[: text.rindex("(")]
    return ENDING.sub("", text)


def _cut(text: str) -> str:
    """The words before a consequence."""
    return re.split(r"[:;,(]| and ", text)[0].strip()
