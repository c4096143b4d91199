"""Equipment compared: every weapon and armour against every other, in an encounter.

Battle `i` has the same dice in every pairing of one seed. So all weapons have the same luck, and
differences between them are sharper than with dice of their own. Battles of one number are not
independent of each other, and intervals take the number for the unit.

Shapes: `N` kinds of equipment, `B` battles for each pairing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.system import System
from .executors.tasks import HERE, Executor, Job, run_jobs
from .independent import share_interval
from .odds import plan_fight
from .statistics import Interval, proportion_interval
from .what_if import Changes, Encounter, change

MOST_EQUIPMENT = 40
"""Most kinds of equipment in a comparison; they meet in pairs."""


@dataclass(frozen=True)
class Standing:
    """The battles of one kind of equipment in both seats, those against itself left out.

    The intervals resample the numbers of battles: all battles with the same dice belong together.

    Attributes:
        equipment: `sword+shield, light`.
        wins: share of its battles.
        losses: share of its battles; the others have no winner.
    """

    equipment: str
    wins: Interval
    losses: Interval


@dataclass(frozen=True)
class Comparison:
    """The results of all pairings.

    Attributes:
        title: of the scenario.
        equipment: the names of its `N` kinds.
        battles: number for each pairing.
        seed: of the dice.
        red: Array `[N, N]` int: battles that red won; red has the equipment of the row.
        blue: Array `[N, N]` int: battles that blue won; blue has the equipment of the column.
        won: Array `[N, B]` int: of the battles with the number `i`, those that this equipment won
            in both seats, none against itself.
        lost: Array `[N, B]` int: those that it lost.
    """

    title: str
    equipment: tuple[str, ...]
    battles: int
    seed: int
    red: np.ndarray
    blue: np.ndarray
    won: np.ndarray
    lost: np.ndarray

    def red_wins(self) -> dict[str, dict[str, float]]:
        """The share of battles that red wins, by the equipment of red and of blue."""
        shares = self.red / self.battles
        return {
            row: dict(zip(self.equipment, map(float, shares[at]), strict=True))
            for at, row in enumerate(self.equipment)
        }

    def widest(self) -> float:
        """How far the end of a 95 % interval is from a share of `red_wins`, at most."""
        found = [proportion_interval(int(one), self.battles) for one in np.unique(self.red)]
        return max(max(one.estimate - one.low, one.high - one.estimate) for one in found)

    def standings(self) -> list[Standing]:
        """Each kind of equipment, the one that wins most first."""
        most = 2 * (len(self.equipment) - 1)
        found = [
            Standing(name, share_interval(won / most), share_interval(lost / most))
            for name, won, lost in zip(self.equipment, self.won, self.lost, strict=True)
        ]
        return sorted(found, key=lambda one: one.losses.estimate - one.wins.estimate)

    def to_json(self) -> dict[str, Any]:
        """The results as a dict that JSON can hold."""
        return {
            "title": self.title,
            "battles": self.battles,
            "seed": self.seed,
            "red_wins": self.red_wins(),
            "standings": [
                {
                    "equipment": one.equipment,
                    "wins": one.wins.to_json(),
                    "losses": one.losses.to_json(),
                }
                for one in self.standings()
            ],
        }


def equipment_name(weapons: str, armour: str) -> str:
    """The name of equipment: `sword+shield, light`."""
    return ", ".join(" ".join(one.split()) for one in (weapons, armour) if one)


def compare(
    system: System,
    encounter: Encounter,
    weapons: Sequence[str],
    armour: Sequence[str],
    battles: int,
    seed: int = 0,
    *,
    threads: int = 1,
    report: Callable[[], None] | None = None,
    executor: Executor = HERE,
) -> Comparison:
    """Let every weapon with every armour meet every other, as red and as blue.

    Args:
        system: the system.
        encounter: both sides; all fighters of a side get the same equipment.
        weapons: all that a fighter holds, `sword+shield`; none given: as written.
        armour: names; none given: as written.
        battles: number for each pairing, 2 to 1,000,000.
        seed: of the dice.
        threads: of compiled heuristics.
        report: called after each pairing.
        executor: fights the battles; the result does not depend on it.

    Raises:
        ScenarioError: equipment that there is not, or that two hands cannot hold.
        ValueError: fewer than two kinds of equipment, too many, or the same one twice.
    """
    kinds = [(held, worn) for held in weapons or ("",) for worn in armour or ("",)]
    names = tuple(equipment_name(*kind) for kind in kinds)
    if not 2 <= len(names) <= MOST_EQUIPMENT:
        raise ValueError(
            f"a comparison has 2 to {MOST_EQUIPMENT} kinds of equipment, weapons times armour, "
            f"got {len(names)}: name more or fewer"
        )
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} is named twice: name each once")
    jobs = []
    for first, second in itertools.product(kinds, repeat=2):
        armed = change(system, encounter, _equip(first, second))
        jobs.append(
            plan_fight(system, armed.scenario, armed.agents, battles, seed, threads=threads)
        )
    tables = _fight_all(jobs, len(kinds), battles, executor, report)
    return Comparison(encounter.scenario.title, names, battles, seed, *tables)


def _fight_all(
    jobs: Sequence[Job], kinds: int, count: int, executor: Executor,
    report: Callable[[], None] | None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:  # fmt: skip
    """Fight the battles of all pairings; `red`, `blue`, `won` and `lost` of a `Comparison`."""
    red, blue = np.zeros((2, kinds, kinds), np.int64)
    won, lost = np.zeros((2, kinds, count), np.uint8)  # at most twice 39
    first = 0
    for number, parts in run_jobs(jobs, executor):
        as_red, as_blue = divmod(number, kinds)
        red_wins, blue_wins = (parts[-1].winner == SIDES.index(side) for side in ("red", "blue"))
        red[as_red, as_blue] += np.count_nonzero(red_wins)
        blue[as_red, as_blue] += np.count_nonzero(blue_wins)
        these = slice(first, first + len(red_wins))
        if as_red != as_blue:
            won[as_red, these] += red_wins
            lost[as_red, these] += blue_wins
            won[as_blue, these] += blue_wins
            lost[as_blue, these] += red_wins
        is_last = len(parts) == jobs[number].count
        first = 0 if is_last else these.stop
        if report is not None and is_last:
            report()
    return red, blue, won, lost


def _equip(red: tuple[str, str], blue: tuple[str, str]) -> Changes:
    """The changes that give each side its weapons and armour."""
    sides = dict(zip(SIDES, (red, blue), strict=True))
    return Changes(
        weapons=tuple(f"{side}: {held}" for side, (held, _) in sides.items() if held),
        armour=tuple(f"{side}: {worn}" for side, (_, worn) in sides.items() if worn),
    )
