"""The odds of an encounter: both sides as written, many battles, each figure with its interval.

The battles have their own dice each and the sides are never swapped, so they are independent.
Battle `i` depends only on the seed and on `i`: two encounters with one seed have common dice.

Shapes: `B` battles, `F` fighters of the encounter, red first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..envs.core.engine.battle import DRAW, MAX_FIGHTERS, SIDES
from ..envs.core.engine.roles import require
from ..envs.core.engine.system import System, get_system
from ..envs.core.inputs.arguments import seed_or_entropy, whole_number
from ..envs.core.scenarios.labels import fighter_labels, kind_of, shown_labels
from ..envs.core.scenarios.loading import load_templates
from ..envs.core.session.agent_query import (
    checked_agent,
    choices_for,
    longest_memory,
    name_of,
    policy_of,
)
from ..envs.core.session.battle_view import rounds_of
from ..envs.core.text.outcome import Outcome
from .executors.tasks import HERE, Executor, Job, Task, run_jobs
from .field import BLOCK, SLOW_BLOCK, Agent, deploy_field, refuse_faults, streams_of
from .figures import figures, percent
from .independent import change_interval, sample_mean_interval
from .statistics import Interval, proportion_interval
from .tallied_play import play_heuristics, play_in_turn

MOST_BATTLES = 1_000_000


@dataclass(frozen=True)
class Battles:
    """The results of each battle of an encounter.

    Attributes:
        winner: Array `[B]`: 0 red, 1 blue, -1 nobody.
        rounds: Array `[B]`, fought from here on.
        outcome: the end of each fighter, arrays `[B, F]`; only wounds suffered from here on.
        dealt: Array `[B, F, F]`: wounds by dealer and victim (`DEALT` of the system).
        out: Array `[F]` bool: fighters who are out of action at the beginning.
        first_round: the round in which they begin, counted from 1.
    """

    winner: np.ndarray
    rounds: np.ndarray
    outcome: Outcome
    dealt: np.ndarray
    out: np.ndarray
    first_round: int


@dataclass(frozen=True)
class FighterOdds:
    """The odds of one fighter.

    Attributes:
        label: its name or its side and number, `red 1`.
        side: `red` or `blue`.
        kind: the entries of the cast that may take its place.
        agent: the name of the agent that plays it.
        shown: the fighter as the map names it.
        out: whether it is already out of action at the beginning.
        falls: chance to have fallen at the end, death among it.
        dies: chance to die.
        leaves: chance to flee or surrender.
        wounds: mean wounds, on the system's own scale.
        dealt_by: mean wounds that each other fighter dealt it, most first; none of 0.
    """

    label: str
    side: str
    kind: str
    agent: str
    shown: str
    out: bool
    falls: Interval
    dies: Interval
    leaves: Interval
    wounds: Interval
    dealt_by: dict[str, Interval]

    def to_json(self) -> dict[str, Any]:
        """The odds as a dict that JSON can hold."""
        shares = {name: getattr(self, name).to_json() for name in ("falls", "dies", "leaves")}
        return {
            "fighter": self.label,
            "shown": self.shown,
            "side": self.side,
            "kind": self.kind,
            "agent": self.agent,
            "out": self.out,
            **shares,
            "wounds": self.wounds.to_json(),
            "dealt_by": {name: one.to_json() for name, one in self.dealt_by.items()},
        }


@dataclass(frozen=True)
class Odds:
    """The odds of an encounter.

    Attributes:
        title: of the scenario.
        count: number of battles, `B`.
        seed: of their dice.
        unit: the noun for wounds in this system.
        red: chance that red wins; blue: that blue does; draw: that nobody does.
        rounds: mean number of rounds from the beginning on.
        fighters: red first.
        battles: the results of each battle.
    """

    title: str
    count: int
    seed: int
    unit: str
    red: Interval
    blue: Interval
    draw: Interval
    rounds: Interval
    fighters: tuple[FighterOdds, ...]
    battles: Battles

    def to_json(self) -> dict[str, Any]:
        """The odds as a dict that JSON can hold."""
        names = ("red", "blue", "draw", "rounds")
        return {
            "title": self.title,
            "battles": self.count,
            "seed": self.seed,
            "verdict": verdict(self),
            **{name: getattr(self, name).to_json() for name in names},
            "first_round": self.battles.first_round,
            "unit_of_wounds": self.unit,
            "fighters": [one.to_json() for one in self.fighters],
        }


def find_odds(
    system: str | System,
    scenario: Any,
    agents: Sequence[Agent],
    battles: int,
    seed: int | None = 0,
    *,
    threads: int = 1,
    report: Callable[[int], None] | None = None,
    executor: Executor = HERE,
) -> Odds:
    """Fight an encounter many times.

    Args:
        system: name of the system.
        scenario: name, path or model; if it has a state, every battle begins there, with new dice.
        agents: the agent of each fighter, red first; one object may play several.
        battles: number of battles, 2 to 1,000,000.
        seed: of the dice; None draws one.
        threads: of compiled heuristics; the result does not depend on it.
        report: called with the number of battles fought so far.
        executor: fights the battles; the result does not depend on it.

    Raises:
        AgentError: an agent failed or chose an illegal action; the message names it.
        RuntimeError: a battle did not end.
        ScenarioError: the scenario cannot be used, or no battle can be in its state.
        TypeError: the system, the scenario or an agent has the wrong type.
        ValueError: a number is out of range, or the agents do not fit the encounter.
    """
    system, seed = get_system(system), seed_or_entropy(seed)
    models, _ = load_templates(system, scenario, with_states=True)
    if len(models) != 1:
        raise ValueError(f"odds are of one scenario, got {len(models)}")
    (scenario,) = models
    fought = fight(
        system, scenario, agents, battles, seed, threads=threads, report=report, executor=executor
    )
    winner = fought.winner
    return Odds(
        title=scenario.title,
        count=battles,
        seed=seed,
        unit=require(system.package, "text.outcome.UNIT"),
        red=share_of(winner == 0),
        blue=share_of(winner == 1),
        draw=share_of(winner == DRAW),
        rounds=sample_mean_interval(fought.rounds),
        fighters=odds_of_fighters(fought, scenario, agents),
        battles=fought,
    )


def gain(before: Odds, after: Odds) -> Interval:
    """The change of red's chance between two encounters on common dice, -1 to 1."""
    return change_interval(before.battles.winner == 0, after.battles.winner == 0)


def share_of(happened: np.ndarray) -> Interval:
    """The share of independent battles `[B]` in which something happened."""
    return proportion_interval(int(happened.sum()), len(happened))


def odds_of_fighters(
    battles: Battles, scenario: Any, agents: Sequence[Agent]
) -> tuple[FighterOdds, ...]:
    """The odds of every fighter, red first."""
    labels, shown = fighter_labels(scenario), shown_labels(scenario)
    sides = [side for side in SIDES for _ in getattr(scenario, side)]
    seats = (*scenario.red, *scenario.blue)
    return tuple(
        fighter_odds(battles, labels, at, side, kind_of(seat), name_of(agent), shown[at])
        for at, (side, seat, agent) in enumerate(zip(sides, seats, agents, strict=True))
    )


def fighter_odds(
    battles: Battles, labels: list[str], at: int, side: str, kind: str, agent: str, shown: str
) -> FighterOdds:
    """The odds of the fighter with the number `at`."""
    outcome = battles.outcome
    dealers = np.argsort(-battles.dealt[:, :, at].sum(axis=0), kind="stable")
    return FighterOdds(
        labels[at],
        side,
        kind,
        agent,
        shown,
        bool(battles.out[at]),
        share_of(outcome.fallen[:, at]),
        share_of(outcome.dead[:, at]),
        share_of(outcome.left[:, at]),
        sample_mean_interval(outcome.wounds[:, at]),
        {
            labels[dealer]: sample_mean_interval(battles.dealt[:, dealer, at])
            for dealer in dealers
            if battles.dealt[:, dealer, at].any()
        },
    )


# --- Fighting -------------------------------------------------------------------------------------


def fight(
    system: System,
    scenario: Any,
    agents: Sequence[Agent],
    battles: int,
    seed: int,
    *,
    threads: int = 1,
    report: Callable[[int], None] | None = None,
    executor: Executor = HERE,
) -> Battles:
    """Fight `battles` battles of an encounter; arguments and errors as in `find_odds`."""
    job = plan_fight(system, scenario, agents, battles, seed, threads=threads)
    parts: list[Battles] = []
    for _, parts in run_jobs([job], executor):
        if report is not None:
            report(sum(len(part.winner) for part in parts))
    return join(parts)


def plan_fight(
    system: System, scenario: Any, agents: Sequence[Agent], battles: int, seed: int, *,
    threads: int = 1,
) -> Job:  # fmt: skip
    """The battles of an encounter: a task for each block, which gives its `Battles`."""
    count = whole_number("battles", battles, 2, MOST_BATTLES)
    threads = whole_number("threads", threads, 1, MOST_BATTLES)
    size, red = len(scenario.red) + len(scenario.blue), len(scenario.red)
    if len(agents) != size:
        raise ValueError(f"give an agent for each of the {size} fighters, got {len(agents)}")
    max_side = max(checked_agent(agent, system) for agent in agents)
    models, templates = load_templates(system, scenario, max_side, with_states=True)
    choices = side_choices(agents[:red], "red"), side_choices(agents[red:], "blue")
    memory = longest_memory(0, *agents)
    is_compiled = all(policy_of(agent, system) is not None for agent in agents)
    block = 2 * (BLOCK if is_compiled else SLOW_BLOCK)

    def tasks() -> Iterator[Task]:
        dice, own = streams_of(seed, count)
        for first in range(0, count, block):
            part = slice(first, min(first + block, count))
            title = f"{scenario.title}, battles {first + 1} to {part.stop}"
            deployed = (system, templates, dice[part], own[part], False, choices, memory, models)
            yield Task(title, system.name, fight_block, (deployed, agents, threads))

    return Job(tasks, -(-count // block))


def fight_block(deployed: tuple[Any, ...], agents: Sequence[Agent], threads: int) -> Battles:
    """Fight a block of battles; `deployed` are arguments of `deploy_field`."""
    field = deploy_field(*deployed)
    field.battles["log"] = True
    before = outcomes(field.system, field.battles, len(agents))
    dealt = np.zeros((len(field.battles), MAX_FIGHTERS, MAX_FIGHTERS), np.int32)
    is_compiled = all(policy_of(agent, field.system) is not None for agent in agents)
    play = play_heuristics if is_compiled else play_in_turn
    play(field, agents, dealt, threads)
    return results(field.system, field.battles, before, field.begun, dealt)


def side_choices(agents: Sequence[Agent], side: str) -> str:
    """The choices of a side, `full` or `quick`: those of its agents that need certain ones.

    Raises:
        ValueError: two agents of the side need different choices.
    """
    needed = {choices_for(agent) for agent in agents if hasattr(agent, "choices")}
    if len(needed) > 1:
        raise ValueError(
            f"the agents of {side} learned with different choices, full and quick: let one agent "
            "play the side"
        )
    return needed.pop() if needed else "full"


def outcomes(system: System, battles: np.ndarray, size: int) -> Outcome:
    """The outcome of each of the first `size` fighters."""
    found = require(system.package, "text.outcome.outcome")(battles)
    return Outcome(*(getattr(found, name)[:, :size] for name in Outcome.__annotations__))


def results(
    system: System, battles: np.ndarray, before: Outcome, begun: np.ndarray, dealt: np.ndarray
) -> Battles:
    """The results of finished battles.

    Args:
        system: the system.
        battles: Array `[B]`.
        before: the state of each fighter at the beginning, arrays `[B, F]`.
        begun: Array `[B]`: rounds fought before.
        dealt: Array `[B, 12, 12]`: wounds by dealer and victim.

    Raises:
        RuntimeError: a battle did not end.
    """
    refuse_faults(battles)
    size = before.wounds.shape[1]
    found = outcomes(system, battles, size)
    suffered = Outcome(found.fallen, found.dead, found.left, found.wounds - before.wounds)
    out = (before.fallen | before.dead | before.left).all(axis=0)
    winner = battles["winner"].astype(np.int64)
    rounds = rounds_of(battles) - begun
    return Battles(winner, rounds, suffered, dealt[:, :size, :size], out, 1 + int(begun[0]))


def join(parts: list[Battles]) -> Battles:
    """The battles of several blocks."""
    names = Outcome.__annotations__
    whole = Outcome(
        *(np.concatenate([getattr(one.outcome, name) for one in parts]) for name in names)
    )
    winner, rounds, dealt = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("winner", "rounds", "dealt")
    )
    out = np.all([part.out for part in parts], axis=0)
    return Battles(winner, rounds, whole, dealt, out, parts[0].first_round)


# --- In words -------------------------------------------------------------------------------------

WORDS = (
    (0.95, "almost always wins"), (0.75, "usually wins"), (0.5, "wins more often than not"),
    (0.0, "wins more often than {}"),
)  # fmt: skip
"""The verdict by the lower limit of the winner's share of all battles: the first number below."""
EVEN = 0.6
"""Share of the battles that neither side wins beyond doubt in an even fight."""


def verdict(odds: Odds) -> str:
    """The odds in one sentence."""
    sides = [("red", odds.red), ("blue", odds.blue)]
    (other, worse), (name, best) = sorted(sides, key=lambda one: one[1].estimate)
    length = f"{figures(odds.rounds)}{' more' * (odds.battles.first_round > 1)} rounds on average"
    wins = f"red wins {percent(odds.red)}, blue {percent(odds.blue)}"
    if odds.draw.low > 0.5:
        return f"Most battles have no winner: {percent(odds.draw)} are draws, {length}."
    if odds.draw.estimate > best.estimate and odds.draw.low > worse.high:
        return f"Most often nobody wins: {percent(odds.draw)} are draws, {wins}, {length}."
    if best.low <= worse.high:
        if best.high <= EVEN:
            return f"It is an even fight: {wins}, {length}."
        return f"So few battles do not tell who is ahead: {wins}, {length}. Fight more of them."
    words = next(text for least, text in WORDS if best.low > least).format(other)
    return f"{name.capitalize()} {words}, in {percent(best)} of the battles, {length}."
