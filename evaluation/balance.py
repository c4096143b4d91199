"""Small changes of an encounter that bring red's chance near a wanted one.

One or two changes are tried: a fighter who stays away, one more of a kind, other armour, another
weapon. A few battles of each sort them, and more battles the nearest quarter. Those that come
nearest are fought again on other dice, and the nearest of these once more, so that their figures
are not the luckiest of many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.system import System
from ..envs.core.scenarios.labels import fighter_labels
from ..envs.core.scenarios.yaml_models import ScenarioError
from .executors.tasks import HERE, Executor, Task
from .field import Agent
from .odds import Odds, fight, find_odds
from .what_if import Changes, Encounter, change, check_has_cast

FIRST_BATTLES, TRIAL_BATTLES = 40, 200
"""Battles of each change in the search, and of each that comes near the wanted odds in these."""
KEPT = 4
"""The share of the changes that come near is one in this number."""
CLOSE = 0.03
"""Two changes are tried together unless one alone comes as near as this."""
MOST_COMBINED = 10
"""Changes that are combined: those that come nearest alone."""
FINALISTS, SHOWN = 6, 3
"""Changes that are fought again to choose among them, and those that are returned."""
CHOICE_BATTLES = 500
"""Most battles of each change that is fought again to choose."""
REPEATED = 0.05
"""A change counts as so much farther from the wanted odds for each nearer one of its kind."""
WEAPONS = "weapon"
"""The key for weapons in the vocabulary of a scenario begins so."""


@dataclass(frozen=True)
class Balanced:
    """A changed encounter whose odds are near the wanted ones.

    Attributes:
        changes: the differences from the encounter as written.
        odds: on dice that the search has not seen.
    """

    changes: Changes
    odds: Odds


class Trial(NamedTuple):
    """A change in the search.

    Attributes:
        changes: the differences from the encounter as written.
        share: of the battles that red won.
    """

    changes: Changes
    share: float


def balance(
    system: System,
    encounter: Encounter,
    target: float,
    battles: int,
    seed: int = 0,
    *,
    fits: Callable[[Encounter], bool] = lambda _: True,
    threads: int = 1,
    report: Callable[[int, int], None] | None = None,
    executor: Executor = HERE,
) -> list[Balanced]:
    """The three changed encounters whose odds come nearest to those wanted.

    Args:
        system: the system.
        encounter: the encounter as written.
        target: red's wanted chance to win, 0 to 1.
        battles: those of each change that is returned, 2 to 1,000,000.
        seed: of the dice of those battles.
        fits: whether the agents can play a changed encounter.
        threads: of compiled heuristics.
        report: called with the number of changes tried and that of all to try.
        executor: fights the battles; the result does not depend on it.

    Returns:
        Fewer than three if fewer changes are possible; the nearest first.

    Raises:
        ValueError: the scenario is not made of a cast.
    """
    check_has_cast(system, encounter.scenario)
    singles = list(single_changes(encounter.scenario))
    search = _Search(system, encounter, target, seed, fits, threads, report, executor)
    last, most_pairs = FINALISTS + SHOWN, MOST_COMBINED * (MOST_COMBINED - 1) // 2
    search.of_all = sum(one + near(one) for one in (len(singles), most_pairs)) + last
    tried = search.try_all(singles)
    if not tried or search.distance(tried[0]) > CLOSE:
        pairs = combinations(search.varied(tried, MOST_COMBINED), 2)
        both = [one | other for one, other in pairs if not equipped(one) & equipped(other)]
        tried = sorted([*tried, *search.try_all(both)], key=search.distance)
    search.done = search.of_all - last
    finalists = search.varied(tried, FINALISTS)
    few = min(battles, CHOICE_BATTLES)
    away = [(one, search.distance(search.choose(one, few))) for one in finalists]
    shown = varied(away, SHOWN)
    search.done = search.of_all - len(shown)
    found = [search.finish(one, battles) for one in shown]
    return sorted(found, key=lambda one: abs(one.odds.red.estimate - target))


def varied(tried: list[tuple[Changes, float]], most: int) -> list[Changes]:
    """At most `most` changes that come nearest; one of a kind chosen before counts as farther.

    Args:
        tried: changes with their distances from the wanted odds.
        most: number of changes.
    """
    left, chosen = list(tried), list[Changes]()
    kinds = list[frozenset[tuple[str, str]]]()
    while left and len(chosen) < most:
        nearest = min(left, key=lambda one: one[1] + REPEATED * kinds.count(kind_of(one[0])))
        left.remove(nearest)
        chosen.append(nearest[0])
        kinds.append(kind_of(nearest[0]))
    return chosen


def near(tried: int) -> int:
    """How many of some tried changes are tried in more battles."""
    return min(tried, max(MOST_COMBINED, tried // KEPT))


def kind_of(changes: Changes) -> frozenset[tuple[str, str]]:
    """The fighters of the changes and the kind of each change, without the names of items."""
    seats = {("without", text) for text in changes.without}
    seats |= {("joining", text) for text in changes.joining}
    return frozenset(equipped(changes) | seats)


@dataclass
class _Search:
    """The search for changes; its attributes are the arguments of `balance`."""

    system: System
    encounter: Encounter
    target: float
    seed: int
    fits: Callable[[Encounter], bool]
    threads: int
    report: Callable[[int, int], None] | None
    executor: Executor
    done: int = 0
    of_all: int = 0

    def __post_init__(self) -> None:
        scenario, agents, _ = self.encounter
        arguments = (self.system, scenario, agents, self.seed + 1, self.threads)
        self._written = {
            count: find_ends(*arguments, count) for count in (FIRST_BATTLES, TRIAL_BATTLES)
        }

    def distance(self, trial: Trial) -> float:
        """How far a trial's share is from the one wanted."""
        return abs(trial.share - self.target)

    def varied(self, tried: list[Trial], most: int) -> list[Changes]:
        """The changes of the trials that come nearest, as in `varied`."""
        return varied([(one.changes, self.distance(one)) for one in tried], most)

    def try_all(self, changes: list[Changes]) -> list[Trial]:
        """A trial of each change that comes near the wanted odds, the nearest first."""
        first = self.try_each(changes, FIRST_BATTLES)
        nearest = first[: near(len(changes))]
        return self.try_each([one.changes for one in nearest], TRIAL_BATTLES)

    def try_each(self, changes: list[Changes], count: int) -> list[Trial]:
        """A trial of each change that is possible and has an effect of its own, the nearest first.

        Changes whose battles end alike, in the same rounds on the same dice, are one.
        """
        possible = [(one, fit) for one in changes if (fit := self._changed(one)) is not None]
        self._count(len(changes) - len(possible))
        trials = [self._trial(one.title(), fit, count) for one, fit in possible]
        written = self._written[count]
        seen = set() if written is None else {written.tobytes()}
        tried = list[Trial]()
        with closing(self.executor.run(trials)) as results:
            for (one, _), found in zip(possible, results, strict=True):
                self._count()
                if found is not None and found.tobytes() not in seen:
                    seen.add(found.tobytes())
                    tried.append(Trial(one, float((found[0] == SIDES.index("red")).mean())))
        return sorted(tried, key=self.distance)

    def choose(self, changes: Changes, count: int) -> Trial:
        """A trial with more battles, on dice of its own."""
        return Trial(changes, self._odds(changes, count, self.seed + 2).red.estimate)

    def finish(self, changes: Changes, count: int) -> Balanced:
        """Fight a changed encounter on dice that the search has not seen."""
        return Balanced(changes, self._odds(changes, count, self.seed))

    def _odds(self, changes: Changes, count: int, seed: int) -> Odds:
        changed = change(self.system, self.encounter, changes)
        odds = find_odds(
            self.system, changed.scenario, changed.agents, count, seed, threads=self.threads,
            executor=self.executor,
        )  # fmt: skip
        self._count()
        return odds

    def _changed(self, changes: Changes) -> Encounter | None:
        """The changed encounter, if it is possible."""
        try:
            changed = change(self.system, self.encounter, changes)
        except ValueError:  # an item for two hands beside a shield, a fighter who has left
            return None
        return changed if self.fits(changed) else None

    def _trial(self, title: str, changed: Encounter, count: int) -> Task:
        scenario, agents, _ = changed
        arguments = (self.system, scenario, agents, self.seed + 1, self.threads, count)
        return Task(title, self.system.name, find_ends, arguments)

    def _count(self, tried: int = 1) -> None:
        self.done += tried
        if self.report is not None:
            self.report(self.done, self.of_all)


def find_ends(
    system: System, scenario: Any, agents: Sequence[Agent], seed: int, threads: int, count: int
) -> np.ndarray | None:
    """The winner and the rounds of each battle of a trial, array `[2, count]`.

    None if no battle can be in the encounter's state.
    """
    try:
        fought = fight(system, scenario, agents, count, seed, threads=threads)
    except ScenarioError:  # somebody holds a fighter who has left
        return None
    return np.array([fought.winner, fought.rounds])


def single_changes(scenario: Any) -> Iterator[Changes]:
    """Every single change: for one fighter of each kind on each side, in order of the file."""
    armour = scenario.vocabulary.get("armour", ())
    weapons = next(
        (names for key, names in scenario.vocabulary.items() if key.startswith(WEAPONS)), ()
    )
    labels = iter(fighter_labels(scenario))
    free = free_places(scenario)
    for side in SIDES:
        seats, seen = getattr(scenario, side), set()
        for seat, label in zip(seats, labels, strict=False):
            kind = seat.fighter[0].base
            if kind in seen:
                continue
            seen.add(kind)
            if len(seats) > 1:
                yield Changes(without=(label,))
            if seat.at is not None or seat.zone is not None:
                x, y = nearest(free, seat)
                yield Changes(joining=(f"{side} {kind} at {x},{y}",))
            for worn in armour:
                yield Changes(armour=(f"{label}: {worn}",))
            for held in weapons:
                yield Changes(weapons=(f"{label}: {held}",))


def equipped(changes: Changes) -> set[tuple[str, str]]:
    """The fighters and the kinds of equipment that the changes give them."""
    given = {"armour": changes.armour, "weapons": changes.weapons}
    return {(what, text.rpartition(":")[0]) for what, texts in given.items() for text in texts}


def free_places(scenario: Any) -> np.ndarray:
    """Places of the map `[n, 2]` where nobody can be at the beginning, nor an obstacle."""
    width, height = scenario.size
    blocked = {place for letter in scenario.blocking for place in scenario.obstacles(letter)}
    for _, seat in scenario.placed_seats():
        blocked |= seat.place().squares()
    every = [(x, y) for x in range(width) for y in range(height)]
    return np.array([place for place in every if place not in blocked] or every)


def nearest(places: np.ndarray, seat: Any) -> tuple[int, int]:
    """The place nearest to the middle of a seat's."""
    zone = seat.place()
    middle = np.array([zone.left + zone.right, zone.top + zone.bottom]) / 2
    x, y = places[np.abs(places - middle).max(axis=1).argmin()]
    return int(x), int(y)
