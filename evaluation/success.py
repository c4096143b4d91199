"""The chance that a choice succeeds: its effects until it is resolved, in many trials.

A trial takes the choice with dice of its own. Fighters who decide before it is resolved, such as a
target who may parry, play by the strongest heuristic. A choice is resolved when the system could
write the state again (`Sheet.is_open`): somebody decides in its turn, with no action under way; in
Platemail, the round is over.

Letters: `B` trials, `E` events, `F` fighters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..agents.base import heuristic_number, strongest
from ..agents.tally import tally_battles
from ..envs.core.engine.battle import MAX_FIGHTERS
from ..envs.core.engine.dice import seed_rng_states
from ..envs.core.engine.loops import advance_active, choose_in_battles
from ..envs.core.engine.memory import Memory
from ..envs.core.engine.roles import require
from ..envs.core.engine.system import System
from .independent import sample_mean_interval
from .next_decision import Decision, looks
from .sequences import Sequence
from .statistics import Interval, proportion_interval
from .tallied_play import harm_table

TOLD = (Memory.HITS, Memory.MISSES, Memory.OVERCOMES)
"""The kinds of events that are counted."""
MOST_STEPS = 60
"""Most decisions of a trial after the choice; a trial with more counts as it stands."""


@dataclass(frozen=True)
class Success:
    """The effects of a choice until it is resolved; estimates in 95 % intervals.

    Attributes:
        trials: number of trials.
        hits: chance that it hits or harms an enemy at least once; None if it attacks nobody.
        overcomes: chance that it binds, holds or pins an enemy, or another manoeuvre succeeds; None
            if no trial did.
        harm: mean harm that it does to enemies; None if it attacks nobody.
        is_hit: chance that the fighter itself is hit or harmed; None if nobody attacks it.
        suffers: mean harm that the fighter itself suffers; None if nobody attacks it.
        unit: the noun for harm in this system.
    """

    trials: int
    hits: Interval | None
    overcomes: Interval | None
    harm: Interval | None
    is_hit: Interval | None
    suffers: Interval | None
    unit: str

    def to_json(self) -> dict[str, Any]:
        """The chances as plain data."""
        names = ("hits", "overcomes", "harm", "is_hit", "suffers")
        found = {name: getattr(self, name) for name in names}
        told = {name: one.to_json() if one else None for name, one in found.items()}
        return {"trials": self.trials, **told, "unit": self.unit}


def find_success(
    decision: Decision, starts: np.ndarray, sequence: Sequence, seed: int = 0
) -> Success | None:
    """Try a choice.

    Args:
        decision: the decision.
        starts: moments `[B]` of it, each with its own dice; they stay as they are.
        sequence: the choice, legal in all of them.
        seed: of the draws of the heuristic.

    Returns:
        None if the system has no sheet or remembers no kinds of events, or if nothing happens that
        could succeed or fail.
    """
    system, kinds = decision.match.system, kinds_of(decision.match.system)
    sheet = getattr(system.scenario_model, "sheet", None)
    if kinds is None or sheet is None:
        return None
    battles = starts.copy()
    battles["log"], battles["num_events"] = True, 0
    tally = Tally(decision, len(battles), kinds)
    running = np.ones(len(battles), np.bool_)
    for action in sequence:
        advance_active(battles, np.full(len(battles), action), running)
        tally.add(battles, running)
    rng_state = seed_rng_states(np.random.SeedSequence([seed, 5]), len(battles))
    number = heuristic_number(system, strongest(system))
    for _ in range(MOST_STEPS):
        running &= [not battle["over"] and not sheet.is_open(battle) for battle in battles]
        rows = np.flatnonzero(running)
        if not len(rows):
            break
        part, dice, actions = battles[rows], rng_state[rows], np.zeros(len(rows), np.int64)
        _, masks = looks(decision.match, part)
        choose_in_battles(part, np.full(len(rows), number, np.int16), masks, dice, actions)
        advance_active(part, actions, np.ones(len(rows), np.bool_))
        battles[rows], rng_state[rows] = part, dice
        tally.add(battles, running)
    return tally.success()


def kinds_of(system: System) -> np.ndarray | None:
    """The kind of memory of each kind of event; None in a system without memory."""
    try:
        return np.asarray(require(system.package, "memory.KINDS"))
    except ImportError:
        return None


class Tally:
    """Counts what the trials of a choice do."""

    def __init__(self, decision: Decision, count: int, kinds: np.ndarray) -> None:
        """Begin with `count` trials in which nothing has happened."""
        self.system, self.fighter = decision.match.system, decision.fighter
        self.sides = decision.match.battles["side"][0]
        self.kinds, self.harms = kinds, harm_table(self.system)
        self.dealt = np.zeros((count, MAX_FIGHTERS, MAX_FIGHTERS), np.int32)
        self.done = {kind: np.zeros(count, np.bool_) for kind in TOLD}
        self.suffered = {kind: np.zeros(count, np.bool_) for kind in TOLD}

    def add(self, battles: np.ndarray, running: np.ndarray) -> None:
        """Add the events of the last step of the trials that run on, `[B]` bool."""
        rows = np.flatnonzero(running)
        part = battles[rows]
        tally_battles(part, rows, self.harms, self.dealt)
        events = part["events"]
        is_logged = np.arange(events.shape[1]) < part["num_events"][:, None]
        kinds = np.where(is_logged, self.kinds[events["kind"]], Memory.NONE)
        actors, targets = events["actor"], events["target"]
        is_enemy = self.sides[targets] != self.sides[self.fighter]
        for kind in TOLD:
            own = (kinds == kind) & (actors == self.fighter) & (targets >= 0) & is_enemy
            others = (kinds == kind) & (targets == self.fighter) & (actors != self.fighter)
            self.done[kind][rows] |= own.any(axis=1)
            self.suffered[kind][rows] |= others.any(axis=1)

    def success(self) -> Success | None:
        """The chances; None if nothing could succeed or fail."""
        done, suffered, fighter = self.done, self.suffered, self.fighter
        enemies = np.flatnonzero(self.sides != self.sides[fighter])
        dealt = self.dealt[:, fighter, enemies].sum(axis=1)
        taken = self.dealt[:, enemies, fighter].sum(axis=1)
        hits, is_hit = done[Memory.HITS] | (dealt > 0), suffered[Memory.HITS] | (taken > 0)
        attacks = bool((hits | done[Memory.MISSES]).any())
        is_attacked = bool((is_hit | suffered[Memory.MISSES]).any())
        overcomes = done[Memory.OVERCOMES]
        if not (attacks or is_attacked or overcomes.any()):
            return None
        return Success(
            trials=len(dealt),
            hits=share_of(hits) if attacks else None,
            overcomes=share_of(overcomes) if overcomes.any() else None,
            harm=sample_mean_interval(dealt) if attacks else None,
            is_hit=share_of(is_hit) if is_attacked else None,
            suffers=sample_mean_interval(taken) if is_attacked else None,
            unit=require(self.system.package, "text.outcome.UNIT"),
        )


def share_of(happened: np.ndarray) -> Interval:
    """The share of the trials `[B]` in which something happened."""
    return proportion_interval(int(happened.sum()), len(happened))
