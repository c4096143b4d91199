"""The next die that the rules need: its faces, and its purpose in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import takewhile

import numpy as np

from ..envs.core.inputs.plain_text import clean
from ..envs.core.session.next_faces import Trial, next_faces
from ..envs.core.text.narration import Line

HIT_SIDES = 6
"""Sides of the dice of which one hits; Mythic Epoch alone counts misses (RM1)."""
MOST_TYPED_MISSES = 63
"""The highest count of misses that may be typed; more have a chance of 1 in 117,000 (RM1)."""
SHOWN_MISSES = (0, 1, 2, 4, 9, 20)
"""Counts of misses that are tried to see what depends on them."""
LATER_DICE = ((), (1,) * 8, (6,) * 8)
"""Faces of the dice after the one that is asked for; a step that lacks such a face is left out."""
FEWEST_WORDS = 2
"""Words that the beginning of a sentence needs, to say what a die is for."""

COUNT_HELP = """\
This is a count (RM1): throw a six-sided die until it shows a 6, and type how many throws came
before that 6. With the eight coloured dice: throw all, and type the lowest rank that shows a 6
(black 0, red 1, orange 2, yellow 3, green 4, blue 5, purple 6, white 7); if none does, throw all
again and add 8."""

SUM = re.compile(r"-?\d+ [+-] \d+ = -?\d+")
SIGN = re.compile(r"([,;:.)]+)(?= |$)")
SPACED_SIGN = re.compile(rf" {SIGN.pattern}")
NUMBER = re.compile(r"-?\d+([+-]\d+)?(=-?\d+)?")
NUMBERS = re.compile(r"( -?\d+)(, then -?\d+)*$")
"""The end of an entry of a list, `the red archer 12, then 3`."""
DANGLING = re.compile(  # atomic, since a text that matches in many ways would take hours
    r"(?>\(d\d+|(?<= )(-?\d+|the [^ ]+( [^ ]+)?'s|a|against|an|and|are|at|but|by|for|from|in|is|it"
    r"|gives|no|now|of|on|past|the|then|to|with)(?![^ ,.;:(+=-])|[ ,.;:(+=-])+$"
)
"""Words and signs that a shortened sentence must not end with."""
CLAUSE_END = re.compile(r"[,;:(]| and ")

Tell = Callable[[np.record], list[Line]]


@dataclass(frozen=True)
class Die:
    """A die that the rules need.

    Attributes:
        lowest: its lowest face: 1, or 0 for a number of misses.
        highest: its highest face.
        is_drawn: the machine draws it, as it has more sides than a loaded die: a draw that only
            breaks ties.
        find_purpose: finds `purpose`, which is worked out only if somebody asks.
    """

    lowest: int
    highest: int
    is_drawn: bool = False
    find_purpose: Callable[[], str] = field(default=str, compare=False, repr=False)

    @cached_property
    def purpose(self) -> str:
        """The beginning of the sentence that it decides; empty if no sentence shows it."""
        return self.find_purpose()

    @property
    def is_count(self) -> bool:
        """Whether it is a number of dice that miss, and no face."""
        return not self.lowest

    @property
    def name(self) -> str:
        """The die in words: `d10`, `Number of throws of a d6 before the first 6`."""
        if self.is_count:
            return f"Number of throws of a d{HIT_SIDES} before the first {HIT_SIDES}"
        return f"d{self.highest}"

    @property
    def help(self) -> str:
        """The meaning of a typed number, in a sentence."""
        return COUNT_HELP if self.is_count else "A number is the face that this die shows."

    def question(self, about: str) -> str:
        """The question for its face: `d6, for Red's Melee Attack 6 + 1 = 7: it hits Blue`.

        Args:
            about: the step in words, for a die that no sentence shows.
        """
        return f"{self.name}, for {clean(self.purpose or about).rstrip('.')}"

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
            what = f"a face of this {self.name}"
            if self.is_count:
                what = f"the {self.name[0].lower()}{self.name[1:]}"
            raise ValueError(
                f"{what} is a whole number from {self.lowest} to {self.highest}, got {face}"
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
        return Die(lowest, highest, is_drawn)
    shown = shown_faces(highest) if lowest else SHOWN_MISSES
    highest = highest if lowest else MOST_TYPED_MISSES
    find = partial(purpose, told_by or trial, list(faces), shown, tell)
    return Die(lowest, highest, find_purpose=find)


def shown_faces(highest: int) -> tuple[int, ...]:
    """The faces that are tried to see what depends on a die: all of a d6, six of a larger one."""
    middle = (1 + highest) // 2
    faces = {1, 2, middle, middle + 1, highest - 1, highest}
    return tuple(sorted(face for face in faces if 1 <= face <= highest))


def purpose(trial: Trial, faces: list[int], shown: tuple[int, ...], tell: Tell) -> str:
    """The beginning of the sentence that the next die decides, as far as no other die matters.

    Args:
        trial: tries the step.
        faces: the faces of its first dice.
        shown: the faces of the next die.
        tell: the sentences of a battle's last step.
    """
    stories = [
        [told(trial, [*faces, face, *later], tell) for face in shown] for later in LATER_DICE
    ]
    return common_beginning([[story for story in group if story] for group in stories])


def told(trial: Trial, faces: list[int], tell: Tell) -> list[str]:
    """The sentences of a step with these faces; none if it has no such die."""
    battle = trial(faces)
    return [] if battle is None else [text for text, _ in tell(battle)]


def common_beginning(groups: list[list[list[str]]]) -> str:
    """The words that begin the first sentence changed by a die in every story; empty without one.

    Args:
        groups: stories as sentences; those of one group differ in this die alone.
    """
    places = [place for group in groups if (place := first_difference(group)) is not None]
    if not places:
        return ""
    first = min(places)
    for group in groups:
        if first_difference(group) == first and (entry := _of_list(_at(first, group))):
            return entry
    return _beginning([text for group in groups for text in _at(first, group)])


def first_difference(stories: list[list[str]]) -> int | None:
    """The place of the first sentence that is not the same in all stories that have it."""
    for place in range(max(map(len, stories), default=0)):
        if len({story[place] for story in stories if len(story) > place}) > 1:
            return place
    return None


def _at(place: int, stories: list[list[str]]) -> list[str]:
    """The different sentences at a place."""
    return list(dict.fromkeys(story[place] for story in stories if len(story) > place))


def _of_list(sentences: list[str]) -> str:
    """The entry of a list that differs most often: `Initiative: the red archer`.

    Others differ where the die makes a tie, which is rolled again.
    """
    titles = {text.partition(": ")[0] for text in sentences}
    entries = [text.partition(": ")[2].rstrip(".").split("; ") for text in sentences]
    if len(titles) > 1 or min(map(len, entries)) < 2:
        return ""
    values: dict[str, set[str]] = {}
    for entry in (one for found in entries for one in found):
        if number := NUMBERS.search(entry):
            values.setdefault(entry[: number.start()], set()).add(number[0])
    most = max(values, key=lambda name: len(values[name]), default="")
    return f"{titles.pop()}: {most}" if most else ""


def _beginning(sentences: list[str]) -> str:
    """The words that all sentences begin with, up to what depends on the die.

    A number that depends on it, such as a roll, is left out; after a short beginning, the words up
    to the end of the clause follow if they are the same in all: `Red rolls against Defense 11`.
    """
    texts = [words_of(text) for text in sentences]
    columns = list(zip(*texts, strict=False))
    before = [one[0] for one in takewhile(_is_same, columns)]
    beginning = _cut(before)
    if before and beginning == _joined(before):  # the clause goes on after a number
        beginning = _cut([*before, *_after_number(columns[len(before) :])])
    return beginning if len(beginning.split()) >= FEWEST_WORDS else ""


def _after_number(columns: list[tuple[str, ...]]) -> list[str]:
    """The words between a number and the end of its clause; none if no number stands first."""
    if not columns or not all(map(_is_number, columns[0])):
        return []
    rest = " ".join(one[0] for one in takewhile(_is_same, columns[1:]))
    return CLAUSE_END.split(rest)[0].split()


def words_of(sentence: str) -> list[str]:
    """The words, sums and signs of a sentence, one after the other."""
    text = SUM.sub(lambda found: found[0].replace(" ", ""), sentence)
    return SIGN.sub(r" \1", text).split()


def _is_same(column: tuple[str, ...]) -> bool:
    return len(set(column)) == 1


def _is_number(word: str) -> bool:
    return NUMBER.fullmatch(word) is not None


def _joined(words: list[str]) -> str:
    """Words and signs as a text."""
    return SPACED_SIGN.sub(r"\1", " ".join(words))


def _cut(words: list[str]) -> str:
    """Words without what a sentence cannot end with, and with the signs of sums apart."""
    text = _joined(words)
    if text.count("(") > text.count(")"):
        text = text[: text.rindex("(")]
    text = DANGLING.sub("", text)
    return re.sub(r"(-?\d+)([+-])(\d+)=(-?\d+)", r"\1 \2 \3 = \4", text)
