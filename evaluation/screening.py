"""Screens an agent for absurd habits, with the heuristics of its system as the yardstick.

The agent and every heuristic but `random` and `patient` play the same battles against the strongest
heuristic. A habit is found if the agent's share is above its bound: its lower limit exceeds the
highest upper limit of a heuristic by the margin of the measure. No measure counts fighters who
yield unhurt, since the only system in which one may yield forbids it (HH49 of Heimr).

Letters: `P` pairs of battles, `B` = 2 P battles, `M` measures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..agents.base import PATIENT, strongest
from ..agents.registry import make_agent
from ..agents.roles import Role, action_roles
from ..agents.sight import Sight
from ..envs.core.engine.battle import MAX_FIGHTERS
from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import whole_number
from ..envs.core.scenarios.loading import load_templates
from ..envs.core.session.agent_query import checked_agent, choices_for, longest_memory, name_of
from .arena import MOST_PAIRS
from .executors.tasks import HERE, Executor, Task
from .field import deploy_field, play_agents, streams_of
from .shares import by_pair, share_by_pair
from .tactics.definitions import TURNS

FIRST = 3
"""Decisions of a fighter's turns that count as its first ones."""
LEAST_ROUNDS = 3
"""A shorter battle does not count as one without an attack."""
SEED = 50_000_000
"""Seed of battles that neither training nor the ratings of an export have used."""

DISCARDS = {"heimr": ("drop_item",), "martial": ("drop",), "wildroll": ("drop",)}
"""Verbs that give a weapon away."""
SHOTS = {
    "martial": ("shoot",),
    "mythic_epoch": ("ranged_attack",),
    "platemail": ("shoot", "rapid_fire", "rapid_fire_spread"),
}
"""Verbs that only a weapon that shoots allows; elsewhere a bow attacks by the verbs of a sword."""
TREASON = {
    "platemail": ("stabilize_enemy", "mend_enemy", "rescue_enemy"),
    "wildroll": (
        "grapple_ally", "heal_enemy", "treat_enemy_wound", "treat_enemy_condition",
        "stabilize_enemy",
    ),
}  # fmt: skip
"""Verbs that harm a friend or help an enemy."""
MOVES = ("step", "move", "reload", "aim", "focus", "sprint", "skulk")
"""Beginnings of verbs that are useful several times running."""


@dataclass(frozen=True)
class Measure:
    """A habit that would be absurd.

    Attributes:
        name: its short name.
        words: the habit as a sentence about the agent, `It ...`.
        of: the cases that its share counts.
        margin: how far above every heuristic it has to be.
    """

    name: str
    words: str
    of: str
    margin: float


MEASURES = (
    Measure("discards", "It drops a weapon at once", "fighters, in their first decisions", 0.05),
    Measure("ignores_bow", "It never shoots its weapon", "fighters who could shoot", 0.05),
    Measure("idles", "It passes although it could attack", "turns that allow an attack", 0.10),
    Measure("betrays", "It harms a friend or helps an enemy", "decisions of its turns", 0.01),
    Measure("repeats", "It repeats an action that changes nothing", "decisions of its turns", 0.05),
    Measure("retreats", "It moves away unhurt", "decisions of turns of unhurt fighters", 0.10),
    Measure("never_attacks", "It never attacks", f"battles of {LEAST_ROUNDS} rounds or more", 0.05),
    Measure("draws", "It waits until the battle is a draw", "battles", 0.10),
)
"""The measures, in this order everywhere."""
NAMES = tuple(one.name for one in MEASURES)
WORDS = {one.name: one for one in MEASURES}


@dataclass(frozen=True)
class Finding:
    """The result of a measure.

    Attributes:
        measure: name of the measure.
        share: share of the agent.
        low: lower limit of its 95 % interval; all pairs of battles are resampled.
        high: upper limit.
        counted: number of cases that the share is of.
        yardstick: the heuristic that does it most; empty if none could.
        bound: the limit that `low` may not exceed.
    """

    measure: str
    share: float
    low: float
    high: float
    counted: int
    yardstick: str
    bound: float

    @property
    def words(self) -> str:
        """The habit as a sentence, with the share and the bound."""
        measure = WORDS[self.measure]
        usual = f", the most among the heuristics by {self.yardstick}" if self.yardstick else ""
        return (
            f"{measure.words}: {100 * self.share:.0f} % [{100 * self.low:.0f}, "
            f"{100 * self.high:.0f}] of {self.counted:,} {measure.of} (bound "
            f"{100 * self.bound:.0f} %{usual})"
        )

    @property
    def is_found(self) -> bool:
        """Whether the agent has the habit."""
        return self.low > self.bound

    def to_json(self) -> dict[str, Any]:
        """The fields, and whether the habit is found."""
        return {**asdict(self), "found": self.is_found}


class Tally:
    """Counts of one agent's choices in the battles of a field.

    Attributes:
        hits: Array `[M, B]`: how often each habit showed in each battle.
        sizes: Array `[M, B]`: how often it could have.
    """

    def __init__(self, system: System, max_side: int, count: int) -> None:
        """Begin with empty counts for `count` battles with `max_side` slots a side."""
        self.system = system
        self.hits, self.sizes = np.zeros((2, len(MEASURES), count), np.int64)
        self._turns = [number for number, name in enumerate(system.windows) if name in TURNS]
        table = action_roles(system.name, max_side)
        verbs = np.array(system.verbs)[table.verb]
        self._role = table.role
        self._is = {
            name: np.isin(verbs, kinds.get(system.name, ()))
            for name, kinds in (("discards", DISCARDS), ("shoots", SHOTS), ("betrays", TREASON))
        }
        self._is_repeatable = np.isin(table.role, (Role.OTHER, Role.DEFEND, Role.SUPPORT)) & ~(
            np.array([verb.startswith(MOVES) for verb in verbs])
        )
        self._decided = np.zeros((count, MAX_FIGHTERS), np.int64)  # decisions of its turns
        self._may, self._did = np.zeros((2, 2, count, MAX_FIGHTERS), np.bool_)  # drop, shoot
        self._attacked = np.zeros(count, np.bool_)
        self._last: dict[tuple[int, int], tuple[int, int, int]] = {}  # round, the last two actions

    def applies(self, measure: str) -> bool:
        """Whether the system has actions that a measure counts."""
        name = {"ignores_bow": "shoots"}.get(measure, measure)
        return name not in self._is or bool(self._is[name].any())

    def see(
        self, battles: np.ndarray, numbers: np.ndarray, observations: np.ndarray,
        masks: np.ndarray, actions: np.ndarray,
    ) -> None:  # fmt: skip
        """Count choices before they are carried out; one row a battle.

        Args:
            battles: the records.
            numbers: Array `[n]`: the numbers of these battles.
            observations: Array `[n, N]`.
            masks: Array `[n, A]` bool.
            actions: Array `[n]`.
        """
        roles, role = self._role, self._role[actions]
        self._attacked[numbers[role == Role.ATTACK]] = True
        unhurt = ~Sight(self.system, observations, masks.shape[1]).hurt()[0]
        rows = np.flatnonzero(np.isin(battles["window"], self._turns))
        battles, numbers, masks = battles[rows], numbers[rows], masks[rows]
        actions, role, unhurt = actions[rows], role[rows], unhurt[rows]
        may_attack = (masks & (roles == Role.ATTACK)).any(1) & masks[:, 0]
        self._add("idles", numbers, may_attack & (actions == 0), may_attack)
        self._add("betrays", numbers, self._is["betrays"][actions], np.ones(len(rows), np.bool_))
        self._add("retreats", numbers, unhurt & (role == Role.WITHDRAW), unhurt)
        again = self._are_again(battles, numbers, actions) & self._is_repeatable[actions]
        self._add("repeats", numbers, again & (actions != 0), np.ones(len(rows), np.bool_))
        self._see_weapons(numbers, battles["to_act"].astype(int), masks, actions)

    def _add(self, name: str, numbers: np.ndarray, hits: np.ndarray, sizes: np.ndarray) -> None:
        place = NAMES.index(name)
        self.hits[place, numbers] += hits
        self.sizes[place, numbers] += sizes

    def _see_weapons(
        self, numbers: np.ndarray, actors: np.ndarray, masks: np.ndarray, actions: np.ndarray
    ) -> None:
        """Remember who could, and did, drop its weapon at once, or shoot at any time."""
        self._decided[numbers, actors] += 1
        is_first = self._decided[numbers, actors] <= FIRST
        always = np.ones_like(is_first)
        for place, (name, counts) in enumerate((("discards", is_first), ("shoots", always))):
            kind = self._is[name]
            self._may[place, numbers, actors] |= counts & masks[:, kind].any(1)
            self._did[place, numbers, actors] |= counts & kind[actions]

    def _are_again(
        self, battles: np.ndarray, numbers: np.ndarray, actions: np.ndarray
    ) -> np.ndarray:
        """Whether each fighter took this action in one of its last two decisions of the round."""
        again = np.zeros(len(numbers), np.bool_)
        keys = zip(numbers.tolist(), battles["to_act"].tolist(), strict=True)
        rounds = battles["round_number"].tolist()
        for row, (key, begun, action) in enumerate(
            zip(keys, rounds, actions.tolist(), strict=True)
        ):
            before, last, earlier = self._last.get(key, (begun, -1, -1))
            if before != begun:
                last = earlier = -1
            again[row] = action in (last, earlier)
            self._last[key] = begun, action, last
        return again

    def finish(self, battles: np.ndarray) -> None:
        """Count the finished battles."""
        everyone = np.arange(len(battles))
        draws = np.isin(battles["ending"], self.system.truncating)
        self._add("draws", everyone, draws, np.ones(len(battles), np.bool_))
        is_long = battles["round_number"] + 1 >= LEAST_ROUNDS
        self._add("never_attacks", everyone, ~self._attacked & is_long, is_long)
        (may_drop, may_shoot), (dropped, shot) = self._may, self._did
        self._add("discards", everyone, dropped.sum(1), may_drop.sum(1))
        self._add("ignores_bow", everyone, (may_shoot & ~shot).sum(1), may_shoot.sum(1))


def watch_agent(
    agent: Any, opponent: Any, system: System, templates: np.ndarray, pairs: int, seed: int,
    choices: str,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Let an agent play, and count its habits.

    Args:
        agent: the agent.
        opponent: its opponent.
        system: the system.
        templates: Array `[T]`.
        pairs: pairs of battles, with the sides swapped.
        seed: seed of the dice.
        choices: `full` or `quick`, for the agent.

    Returns:
        Arrays `[M, P]`: how often each habit showed in each pair, and how often it could have.
    """
    dice, own = streams_of(seed, pairs)
    memory = longest_memory(0, agent, opponent)
    field = deploy_field(
        system, templates, dice, own, True, (choices, choices_for(opponent)), memory
    )
    seats = field.battles["side"] != field.first_side[:, None]
    tally = Tally(system, int(templates["max_side"][0]), len(field.battles))

    def witness(
        battles: np.ndarray, running: np.ndarray, seen: tuple[np.ndarray, np.ndarray],
        actions: np.ndarray, acting: np.ndarray,
    ) -> None:  # fmt: skip
        rows = np.flatnonzero(acting == 0)
        if len(rows):
            observations, masks = seen
            tally.see(battles[rows], running[rows], observations[rows], masks[rows], actions[rows])

    play_agents(field, (agent, opponent), seats, witness=witness)
    tally.finish(field.battles)
    return by_pair(tally.hits), by_pair(tally.sizes)


def screen_agent(
    system: System, scenario: Any, agent: Any, *, pairs: int = 40, seed: int = SEED,
    report: Callable[[], None] = lambda: None, executor: Executor = HERE,
) -> list[Finding]:  # fmt: skip
    """Screen an agent for absurd habits.

    Args:
        system: the system of the agent.
        scenario: as for `BattleVector`.
        agent: the agent.
        pairs: pairs of battles of the agent, and of each heuristic.
        seed: seed of the dice.
        report: called after each player.
        executor: fights the battles; the findings do not depend on it.

    Returns:
        A finding for each measure that applies to the system, in their order.

    Raises:
        ScenarioError: the scenario cannot be used.
        ValueError: the agent plays another system, or `pairs` is not from 2 to 1,000,000.
    """
    pairs = whole_number("pairs", pairs, 2, MOST_PAIRS)
    _, templates = load_templates(system, scenario, checked_agent(agent, system))
    rival, choices = make_agent(strongest(system), system, seed=1), choices_for(agent)
    rival.name = "opponent"
    players = dict(_players(agent, system))
    tasks = [
        Task(
            f"habits of {name_of(player)}", system.name, watch_agent,
            (player, rival, system, templates, pairs, seed, choices),
        )
        for player in players.values()
    ]  # fmt: skip
    counts = {}
    with closing(executor.run(tasks)) as results:
        for name, found in zip(players, results, strict=True):
            counts[name] = found
            report()
    own = counts.pop(OWN)
    tally = Tally(system, int(templates["max_side"][0]), 0)
    return [
        _judge(place, own, counts)
        for place, measure in enumerate(MEASURES)
        if own[1][place].any() and tally.applies(measure.name)
    ]


OWN = ""
"""The name of the screened agent among the players."""


def _players(agent: Any, system: System) -> Iterator[tuple[str, Any]]:
    yield OWN, agent
    for name in yardsticks(system):
        if name != name_of(agent):
            yield name, make_agent(name, system)


def yardsticks(system: System) -> list[str]:
    """The heuristics that show what is usual: all but `random` and the one that waits."""
    return [name for name in system.policies if name not in ("random", PATIENT)] or ["random"]


def _judge(
    place: int, own: tuple[np.ndarray, np.ndarray],
    others: dict[str, tuple[np.ndarray, np.ndarray]],
) -> Finding:  # fmt: skip
    """Compare an agent with the heuristic that has the habit most."""
    measure = MEASURES[place]
    limits = {
        name: share_by_pair(hits[place], sizes[place]).high
        for name, (hits, sizes) in others.items()
        if sizes[place].any()
    }
    usual = max(limits, key=lambda name: limits[name], default="")
    share = share_by_pair(own[0][place], own[1][place])
    return Finding(
        measure.name,
        round(share.estimate, 4),
        round(share.low, 4),
        round(share.high, 4),
        int(own[1][place].sum()),
        usual,
        round(min(1.0, limits.get(usual, 0.0) + measure.margin), 4),
    )
