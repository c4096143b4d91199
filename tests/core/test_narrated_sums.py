"""Numbers in narrations: parts of sums add up, and each consequence follows from its numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from quintain.agents.base import strongest
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import System
from quintain.envs.core.session.agent_query import query_in_match
from quintain.envs.core.session.match import Match

SUM = re.compile(r"(?<![\w-])(-?\d+)((?: [+-] \d+(?: [A-Za-z][A-Za-z ]*?)?)+) = (-?\d+)")
"""A sum: the die, the parts with or without names, the total."""
PART = re.compile(r"([+-]) (\d+)(?: ([A-Za-z][A-Za-z ]*))?")
ROLL = r"(?P<natural>-?\d+)(?: [+-] [^=;:]*? = (?P<total>-?\d+))?"
"""A roll, as a sum or as one number."""

NAMED = {"platemail"}
"""Systems that name every part of every sum."""
BATTLES, LONG_BATTLES = 3, 50
DECISIONS = 120
"""Most decisions of a battle that is read."""

Verdict = Callable[[int, int, int, str], bool]
"""Whether a result in words follows from the die, the total and the number to reach."""


def above(natural: int, total: int, number: int, result: str) -> bool:
    """A hit is above the number (Platemail, Heimr)."""
    return (total > number) == (result != "misses")


def above_unless_highest(natural: int, total: int, number: int, result: str) -> bool:
    """A hit is above the number, or a natural 20 (Martial)."""
    return (total > number or natural == 20) == (result == "hits")


def reaches(natural: int, total: int, number: int, result: str) -> bool:
    """A hit or success reaches the number (Wildroll, saves and checks)."""
    return (total >= number) == (result in ("hits", "succeeds", "succeeds critically"))


def reaches_defence(natural: int, total: int, number: int, result: str) -> bool:
    """A blow that does not miss reaches the Combat Defence (Mythic Epoch)."""
    return (total >= number) == (result != "misses")


COMPARISONS: dict[str, list[tuple[str, Verdict]]] = {
    "platemail": [
        (
            rf"with {ROLL}(?: \(Favor and Disfavor cancel\))? against Defense (?P<number>\d+) "
            r"(?P<result>hits|misses)",
            above,
        ),
    ],
    "mythic_epoch": [
        (
            r"(?:= |gives |; )(?P<natural>-?\d+) against Combat Defence (?P<number>-?\d+)"
            r"(?: \([^)]*\))?, Armoured -?\d+(?::|, so) [^.;]*?"
            r"(?P<result>misses|hits|is a Critical Hit)",
            reaches_defence,
        ),
    ],
    "martial": [
        (
            rf"rolls {ROLL}(?: \([^)]*\))?(?: with [^()]*\([^)]*\))? against [^.;]*?Defence Value "
            r"(?P<number>\d+)(?: \([^)]*\))?(?: and|,) (?P<result>hits|misses)",
            above_unless_highest,
        ),
        (
            rf"rolls {ROLL}(?: with [^()]*\([^)]*\))? against [^.;]*?Defence Value (?P<number>\d+)"
            r"(?: \([^)]*\))?: the maneuver (?P<result>succeeds|fails)",
            reaches,
        ),
        (
            rf"rolls {ROLL}(?: with [^()]*\([^)]*\))? against (?P<number>\d+) in a Constitution "
            r"check[^.]*? and (?P<result>succeeds|fails)",
            reaches,
        ),
    ],
    "wildroll": [
        (
            rf"rolls {ROLL} for the [\w ]+ against (?:\w+ )?Defense (?P<number>\d+) and "
            r"(?P<result>hits|misses)(?! [^.]* by the damage of the weapon)",
            reaches,
        ),
    ],
    "heimr": [
        (
            rf"rolls {ROLL} in [\w ]+ \(d6 \d\) against [^.;,]*? of (?P<number>-?\d+)"
            r"(?:, tires to fatigue \d+)? and (?P<result>hits|misses)",
            above,
        ),
    ],
}
"""By system: a pattern of a roll with its number and result, and whether they agree."""


def sentences(system: System, battles: int) -> Iterator[str]:
    """The sentences of battles between the strongest heuristics, over all scenarios in turn."""
    names = system.scenario_names()
    for seed in range(battles):
        match = Match(system, names[seed % len(names)], log=True)
        match.reset(seed)
        agent = make_agent(strongest(system), system.name, seed)
        for _ in range(DECISIONS):
            yield from (text for text, _ in match.narrate())
            if match.is_over:
                break
            match.step(query_in_match(agent, match)[0])


def check_sums(text: str, is_named: bool) -> None:
    """Check that the parts of each sum add up, and that each has a name if all should."""
    for natural, parts, total in SUM.findall(text):
        told = PART.findall(parts)
        assert int(natural) + sum(int(sign + part) for sign, part, _ in told) == int(total), text
        assert not is_named or all(name for _, _, name in told), text


def check_results(text: str, comparisons: list[tuple[re.Pattern[str], Verdict]]) -> set[int]:
    """Check that each result follows from its numbers; which patterns the sentence has."""
    met = set()
    for number, (pattern, agrees) in enumerate(comparisons):
        for found in pattern.finditer(text):
            natural = int(found["natural"])
            total = int(found.groupdict().get("total") or natural)
            assert agrees(natural, total, int(found["number"]), found["result"]), text
            met.add(number)
    return met


def check_battles(system: System, battles: int) -> set[int]:
    """Check every sentence of some battles; which comparisons were met."""
    comparisons = [
        (re.compile(pattern), agrees) for pattern, agrees in COMPARISONS.get(system.name, [])
    ]
    met: set[int] = set()
    for text in sentences(system, battles):
        check_sums(text, system.name in NAMED)
        met |= check_results(text, comparisons)
    return met


def test_sums_add_up_and_results_follow_from_them(system):
    assert len(check_battles(system, BATTLES)) <= len(COMPARISONS.get(system.name, []))


@pytest.mark.slow
def test_sums_add_up_in_many_battles(system):
    met = check_battles(system, LONG_BATTLES)
    assert met == set(range(len(COMPARISONS.get(system.name, []))))


@pytest.mark.parametrize(
    "text", ["with 14 + 3 Favor = 18 against", "rolls 9 - 2 = 8 for", "with 3 - 2 Wounds + 1 = 1 "]
)
def test_a_wrong_sum_is_found(text):
    with pytest.raises(AssertionError):
        check_sums(text, is_named=False)


def test_a_part_without_a_name_is_found():
    check_sums("with 9 + 3 Favor = 12 against", is_named=True)
    with pytest.raises(AssertionError):
        check_sums("with 9 + 3 = 12 against", is_named=True)
