"""The chance that a choice succeeds: its effects until it is resolved.

Fighters who decide before it is resolved, such as a target who may parry, play by the strongest
heuristic. A choice is resolved when the system could write the state again (`Sheet.is_open`):
somebody decides in its turn, with no action under way; in Platemail, the round is over.

The chances are exact where all combinations of dice can be tried: the fighter decides now, they are
at most `MOST_OUTCOMES`, and the heuristic draws no lots (`step_outcomes` says how it counts the
dice of a pool). Otherwise they are estimated from trials, each with dice of its own.

Letters: `B` battles, `F` fighters.
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
from ..envs.core.session.agent_query import battles_at
from ..envs.core.session.step_outcomes import ChanceError, different_rows, outcomes, plain
from .independent import exactly, sample_mean_interval
from .next_decision import Decision, looks
from .sequences import Sequence
from .statistics import Interval, proportion_interval
from .tallied_play import harm_table

TOLD = (Memory.HITS, Memory.MISSES, Memory.OVERCOMES)
"""The kinds of events that are counted."""
OWN, OTHERS = 0, len(TOLD)
"""Columns of the effects `[B, 8]`: whether each kind in `TOLD` happened to an enemy by the fighter,
whether it happened to the fighter, and then the harm dealt to enemies and suffered from them."""
FLAGS, DEALT, SUFFERED = 2 * len(TOLD), -2, -1
MOST_STEPS = 60
"""Most decisions after the choice; a battle with more counts as it stands."""
MOST_OUTCOMES = 20_000
"""Limit for the combinations of dice that are tried for exact chances."""
SETUP = 100
"""Combinations that take as long as the first step from another battle."""


@dataclass(frozen=True)
class Success:
    """The effects of a choice until it is resolved.

    Its figures are exact (`Interval.is_exact`), or estimates in 95 % intervals.

    Attributes:
        trials: number of trials; 0 if the chances are exact.
        hits: chance that it hits or harms an enemy at least once; None if it attacks nobody.
        overcomes: chance that it binds, holds or pins an enemy, or another manoeuvre succeeds; None
            if it never does.
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

    @property
    def is_exact(self) -> bool:
        """Whether the figures are exact."""
        return self.trials == 0

    def to_json(self) -> dict[str, Any]:
        """The chances as plain data."""
        names = ("hits", "overcomes", "harm", "is_hit", "suffers")
        found = {name: getattr(self, name) for name in names}
        told = {name: one.to_json() if one else None for name, one in found.items()}
        return {"trials": self.trials, **told, "unit": self.unit}


def find_success(
    decision: Decision, starts: np.ndarray, sequence: Sequence, seed: int = 0
) -> Success | None:
    """The chance that a choice succeeds.

    Args:
        decision: the decision.
        starts: moments `[B]` of it, each with its own dice, for trials; they stay as they are.
        sequence: the choice, legal in all of them.
        seed: of the draws of the heuristic in trials.

    Returns:
        None if the system has no sheet or remembers no kinds of events, or if nothing happens that
        could succeed or fail.
    """
    system = decision.match.system
    if kinds_of(system) is None or getattr(system.scenario_model, "sheet", None) is None:
        return None
    try:
        effects, chances = enumerate_effects(decision, starts, sequence)
    except ChanceError:
        return success_of(decision, try_often(decision, starts, sequence, seed))
    return success_of(decision, effects, chances)


def try_often(decision: Decision, starts: np.ndarray, sequence: Sequence, seed: int) -> np.ndarray:
    """The effects `[B, 8]` of a choice in one trial of each moment `[B]`."""
    battles = starts.copy()
    battles["log"], battles["num_events"] = True, 0
    effects = np.zeros((len(battles), FLAGS + 2), np.int64)
    running = np.ones(len(battles), np.bool_)
    for action in sequence:
        advance_active(battles, np.full(len(battles), action), running)
        effects[running] += effects_of(decision, battles[running])
    rng_state = seed_rng_states(np.random.SeedSequence([seed, 5]), len(battles))
    for _ in range(MOST_STEPS):
        running &= ~is_resolved(decision, battles)
        rows = np.flatnonzero(running)
        if not len(rows):
            break
        part, dice = battles_at(battles, rows), rng_state[rows]
        actions = answers(decision, part, dice)
        advance_active(part, actions, np.ones(len(rows), np.bool_))
        battles[rows], rng_state[rows] = part, dice
        effects[rows] += effects_of(decision, part)
    return effects


def enumerate_effects(
    decision: Decision, starts: np.ndarray, sequence: Sequence
) -> tuple[np.ndarray, np.ndarray]:
    """All different effects `[B, 8]` of a choice and their probabilities `[B]`.

    Raises:
        ChanceError: the decision is not at hand, there are too many combinations of dice, or the
            heuristic draws lots.
    """
    if not decision.is_at_hand or decision.match.system.order_choices is not None:
        raise ChanceError("only the choice of one fighter now has few outcomes")
    battles = plain(starts[:1].copy())
    battles["log"] = True
    branches = Branches(decision, battles)
    for action in sequence:
        branches.advance(np.full(len(branches.battles), action))
    for _ in range(MOST_STEPS):
        branches.end(is_resolved(decision, branches.battles))
        if not len(branches.battles):
            break
        dice = np.ones((len(branches.battles), 4), np.uint32)
        actions = answers(decision, branches.battles, dice)
        if (dice != 1).any():
            raise ChanceError("the heuristic draws lots")
        branches.advance(actions)
    branches.end(np.ones(len(branches.battles), np.bool_))
    return branches.result()


class Branches:
    """The battles that can follow a choice, with their effects so far and their probabilities."""

    def __init__(self, decision: Decision, battles: np.ndarray) -> None:
        """Begin with one battle `[1]`, as `plain` gives it, before the choice."""
        self.decision, self.battles, self.tried = decision, battles, 0
        self.effects, self.chances = np.zeros((1, FLAGS + 2), np.int64), np.ones(1)
        self._ended: list[tuple[np.ndarray, np.ndarray]] = []

    def advance(self, actions: np.ndarray) -> None:
        """Take an action `[B]` in each battle, with all dice."""
        found = []
        for number, action in enumerate(actions):
            self.tried += SETUP
            battle, left = self.battles[number : number + 1], MOST_OUTCOMES - self.tried
            for after, chances in outcomes(battle, int(action), left):
                self.tried += len(after)
                effects = self.effects[number] + effects_of(self.decision, after)
                effects[:, :FLAGS] = effects[:, :FLAGS] > 0
                found.append(merged(plain(after), effects, self.chances[number] * chances))
        parts = (np.concatenate(part) for part in zip(*found, strict=True))
        self.battles, self.effects, self.chances = merged(*parts)

    def end(self, is_over: np.ndarray) -> None:
        """Set the battles `[B]` aside that are resolved."""
        self._ended.append((self.effects[is_over], self.chances[is_over]))
        self.battles, self.effects = self.battles[~is_over], self.effects[~is_over]
        self.chances = self.chances[~is_over]

    def result(self) -> tuple[np.ndarray, np.ndarray]:
        """The effects `[B, 8]` of all ended battles and their probabilities `[B]`."""
        effects, chances = (np.concatenate(part) for part in zip(*self._ended, strict=True))
        return effects, chances


def merged(
    battles: np.ndarray, effects: np.ndarray, chances: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Equal battles with equal effects once, with the sum of their probabilities."""
    cells = [part.view(np.uint8).reshape(len(battles), -1) for part in (battles, effects)]
    first, of = different_rows(np.hstack(cells))
    return battles[first], effects[first], np.bincount(of, chances)


def is_resolved(decision: Decision, battles: np.ndarray) -> np.ndarray:
    """Whether the choice is resolved in battles `[B]`."""
    sheet = decision.match.system.scenario_model.sheet
    found = [bool(battle["over"]) or sheet.is_open(battle) for battle in battles]
    return np.array(found, np.bool_)


def answers(decision: Decision, battles: np.ndarray, rng_state: np.ndarray) -> np.ndarray:
    """The actions `[B]` of the strongest heuristic, with its generators `[B, 4]`."""
    system, actions = decision.match.system, np.zeros(len(battles), np.int64)
    number = heuristic_number(system, strongest(system))
    _, masks = looks(decision.match, battles)
    policies = np.full(len(battles), number, np.int16)
    choose_in_battles(battles, policies, masks, rng_state, actions)
    return actions


def kinds_of(system: System) -> np.ndarray | None:
    """The kind of memory of each kind of event; None in a system without memory."""
    try:
        return np.asarray(require(system.package, "memory.KINDS"))
    except ImportError:
        return None


def effects_of(decision: Decision, battles: np.ndarray) -> np.ndarray:
    """The effects `[B, 8]` of the last step of some battles."""
    fighter, sides = decision.fighter, decision.match.battles["side"][0]
    events = battles["events"]
    is_logged = np.arange(events.shape[1]) < battles["num_events"][:, None]
    kinds_by_event = kinds_of(decision.match.system)
    assert kinds_by_event is not None
    kinds = np.where(is_logged, kinds_by_event[events["kind"]], Memory.NONE)
    actors, targets = events["actor"], events["target"]
    opponents = sides[np.clip(targets, 0, MAX_FIGHTERS - 1)] != sides[fighter]
    is_own = (actors == fighter) & (targets >= 0) & opponents  # some events hold another number
    is_others = (targets == fighter) & (actors != fighter)
    effects = np.zeros((len(battles), FLAGS + 2), np.int64)
    for column, kind in enumerate(TOLD):
        effects[:, OWN + column] = ((kinds == kind) & is_own).any(axis=1)
        effects[:, OTHERS + column] = ((kinds == kind) & is_others).any(axis=1)
    dealt = np.zeros((len(battles), MAX_FIGHTERS, MAX_FIGHTERS), np.int32)
    tally_battles(battles, np.arange(len(battles)), harm_table(decision.match.system), dealt)
    enemies = np.flatnonzero(sides != sides[fighter])
    effects[:, DEALT] = dealt[:, fighter, enemies].sum(axis=1)
    effects[:, SUFFERED] = dealt[:, enemies, fighter].sum(axis=1)
    return effects


def success_of(
    decision: Decision, effects: np.ndarray, chances: np.ndarray | None = None
) -> Success | None:
    """The chances by the effects `[B, 8]` of trials, or of all outcomes with probabilities `[B]`.

    Returns:
        None if nothing could succeed or fail.
    """

    def share(happened: np.ndarray) -> Interval:
        if chances is None:
            return proportion_interval(int(happened.sum()), len(happened))
        return exactly(float(chances @ happened))

    def mean(harm: np.ndarray) -> Interval:
        return sample_mean_interval(harm) if chances is None else exactly(float(chances @ harm))

    flags, dealt, suffered = effects[:, :FLAGS] > 0, effects[:, DEALT], effects[:, SUFFERED]
    hits, misses, overcomes, was_hit, was_missed, _ = flags.T
    hits, is_hit = hits | (dealt > 0), was_hit | (suffered > 0)
    attacks, is_attacked = bool((hits | misses).any()), bool((is_hit | was_missed).any())
    if not (attacks or is_attacked or overcomes.any()):
        return None
    return Success(
        trials=0 if chances is not None else len(effects),
        hits=share(hits) if attacks else None,
        overcomes=share(overcomes) if overcomes.any() else None,
        harm=mean(dealt) if attacks else None,
        is_hit=share(is_hit) if is_attacked else None,
        suffers=mean(suffered) if is_attacked else None,
        unit=require(decision.match.system.package, "text.outcome.UNIT"),
    )
