"""Screens an agent for absurd habits, with the heuristics of its system as the yardstick.

The agent and every heuristic but `random` and `patient` play the same battles against the strongest
heuristic. A habit is found if the agent's share is above its bound: its lower limit exceeds the
highest upper limit of a heuristic by the margin of the measure.

Letters: `P` pairs of battles, `B` = 2 P battles, `M` measures.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..agents.base import PATIENT, strongest
from ..agents.character import Sight
from ..agents.registry import make_agent
from ..agents.roles import Role
from ..envs.core.engine.battle import MAX_FIGHTERS
from ..envs.core.engine.dice import seed_rng_states
from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import whole_number
from ..envs.core.scenarios.loading import load_templates
from ..envs.core.session.agent_query import checked_agent, choices_for, longest_memory, name_of
from .arena import deploy_field, play_agents
from .statistics import percentile_interval

TURNS = ("turn", "first")
"""The windows in which a fighter chooses the action of its turn."""
FIRST = 3
"""Decisions of a fighter's turns that count as its first ones."""
LEAST_ROUNDS = 3
"""A shorter battle does not count as one without an attack."""
RESAMPLES = 1000
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
        of: what its share is of.
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
    Measure("retreats", "It moves away unhurt", "moves of unhurt fighters", 0.15),
    Measure("never_attacks", "It never attacks", f"battles of {LEAST_ROUNDS} rounds or more", 0.05),
    Measure("draws", "It waits until the battle is a draw", "battles", 0.10),
    Measure("yields", "It yields unhurt", "fighters", 0.02),
)
"""The measures, in this order everywhere."""
NAMES = tuple(one.name for one in MEASURES)


@dataclass(frozen=True)
class Finding:
    """The result of a measure.

    Attributes:
        measure: name of the measure.
        share: share of the agent.
        low: lower limit of its 95 % interval; all pairs of battles are resampled.
        high: upper limit.
        counted: what the share is of, as a number.
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
    def is_found(self) -> bool:
        """Whether the agent has the habit."""
        return self.low > self.bound

    def to_json(self) -> dict[str, Any]:
        """The fields."""
        return asdict(self)


class Tally:
    """Counts of one agent's choices in the battles of a field.

    Attributes:
        hits: Array `[M, B]`: how often each habit showed in each battle.
        sizes: Array `[M, B]`: how often it could have.
    """

    def __init__(self, system: System, count: int) -> None:
        """Begin with empty counts for `count` battles."""
        self.system = system
        self.hits, self.sizes = np.zeros((2, len(MEASURES), count), np.int64)
        self.turns = [number for number, name in enumerate(system.windows) if name in TURNS]
        self._verbs = {verb: number for number, verb in enumerate(system.verbs)}
        self._decided = np.zeros((count, MAX_FIGHTERS), np.int64)
        self._attacked = np.zeros(count, np.bool_)
        self._seen: dict[str, set[tuple[int, int]]] = defaultdict(set)  # fighters by what they did
        self._last: dict[tuple[int, int], tuple[int, list[int]]] = {}

    def _numbers(self, verbs: tuple[str, ...]) -> list[int]:
        return [self._verbs[verb] for verb in verbs]

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
        sight = Sight(self.system, observations, masks.shape[1])
        roles, verbs = sight.roles.role, sight.roles.verb
        self._attacked[numbers[roles[actions] == Role.ATTACK]] = True
        in_turn = np.isin(battles["window"], self.turns)
        unhurt = ~sight.hurt()[0]
        self._add("yields", numbers, (roles[actions] == Role.YIELD) & unhurt, None)
        role, verb = roles[actions], verbs[actions]
        can_attack = (masks & (roles == Role.ATTACK)).any(1)
        passes = actions == 0
        self._add("idles", numbers, passes & can_attack & in_turn, can_attack & masks[:, 0] & in_turn)
        treason = np.isin(verb, self._numbers(TREASON.get(self.system.name, ())))
        self._add("betrays", numbers, treason & in_turn, in_turn)
        moves = np.isin(role, (Role.APPROACH, Role.WITHDRAW)) & unhurt & in_turn
        self._add("retreats", numbers, moves & (role == Role.WITHDRAW), moves)
        repeatable = np.isin(role, (Role.OTHER, Role.DEFEND, Role.SUPPORT)) & ~passes & in_turn
        for row in np.flatnonzero(in_turn):
            key = int(numbers[row]), int(battles["to_act"][row])
            self._see_turn(key, masks[row], verbs, int(verb[row]))
            again = self._is_again(
                key, int(battles["round_number"][row]), int(actions[row]), bool(repeatable[row])
            )
            self._add("repeats", numbers[[row]], np.array([again]), np.array([True]))

    def _add(
        self, name: str, numbers: np.ndarray, hits: np.ndarray, sizes: np.ndarray | None
    ) -> None:
        place = NAMES.index(name)
        self.hits[place, numbers] += hits
        if sizes is not None:
            self.sizes[place, numbers] += sizes

    def _see_turn(
        self, key: tuple[int, int], mask: np.ndarray, verbs: np.ndarray, verb: int
    ) -> None:
        """Remember whether a fighter could, and did, drop its weapon or shoot."""
        self._decided[key] += 1
        self._seen["fighters"].add(key)
        drops = self._numbers(DISCARDS.get(self.system.name, ()))
        shots = self._numbers(SHOTS.get(self.system.name, ()))
        legal = np.unique(verbs[mask]).tolist()
        is_first = self._decided[key] <= FIRST
        for name, kinds, counts in (("discards", drops, is_first), ("ignores_bow", shots, True)):
            if counts and any(kind in legal for kind in kinds):
                self._seen[f"may {name}"].add(key)
                if verb in kinds:
                    self._seen[name].add(key)

    def _is_again(self, key: tuple[int, int], begun: int, action: int, counts: bool) -> bool:
        """Whether a fighter already took this action in one of its last two decisions this round.

        An action that is useful several times running does not count.
        """
        before, taken = self._last.get(key, (begun, []))
        taken = taken if before == begun else []
        verb = self.system.decode(action, self._max_side)["verb"] if counts else ""
        again = counts and action in taken[-2:] and not verb.startswith(MOVES)
        self._last[key] = begun, [*taken, action]
        return again

    def finish(self, battles: np.ndarray) -> None:
        """Count the finished battles."""
        everyone = np.arange(len(battles))
        draws = np.isin(battles["ending"], self.system.truncating)
        self._add("draws", everyone, draws, np.ones(len(battles), np.bool_))
        is_long = battles["round_number"] + 1 >= LEAST_ROUNDS
        self._add("never_attacks", everyone, ~self._attacked & is_long, is_long)
        for name in ("discards", "ignores_bow"):
            for key in self._seen[f"may {name}"]:
                did = key in self._seen[name]
                hit = did if name == "discards" else not did
                self._add(name, np.array([key[0]]), np.array([hit]), np.array([True]))
        for number, _ in self._seen["fighters"]:
            self.sizes[NAMES.index("yields"), number] += 1

    _max_side = 1
    """Slots for which actions are decoded; `watch_agent` sets the field's."""


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
    dice = seed_rng_states(seed, pairs)
    own = seed_rng_states(np.random.SeedSequence([seed, 2]), pairs)
    memory = longest_memory(0, agent, opponent)
    field = deploy_field(
        system, templates, dice, own, True, (choices, choices_for(opponent)), memory
    )
    seats = field.battles["side"] != field.first_side[:, None]
    tally = Tally(system, len(field.battles))
    tally._max_side = int(templates["max_side"][0])

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
    return _by_pair(tally.hits), _by_pair(tally.sizes)


def _by_pair(counts: np.ndarray) -> np.ndarray:
    return counts.reshape(len(counts), -1, 2).sum(2)


def _limits(hits: np.ndarray, sizes: np.ndarray) -> tuple[float, float, float]:
    """A share with its 95 % interval; 0 to 1 if it was never possible."""
    total = sizes.sum()
    if not total:
        return 0.0, 0.0, 1.0
    drawn = np.random.default_rng(0).integers(0, len(hits), (RESAMPLES, len(hits)))
    samples = hits[drawn].sum(1) / np.maximum(1, sizes[drawn].sum(1))
    interval = percentile_interval(float(hits.sum() / total), samples, 0.95)
    return interval.estimate, max(0.0, interval.low), min(1.0, interval.high)


def screen_agent(
    agent: Any, system: System, scenario: Any = None, *, pairs: int = 40, seed: int = SEED,
    report: Callable[[], None] = lambda: None,
) -> list[Finding]:  # fmt: skip
    """Screen an agent for absurd habits.

    Args:
        agent: the agent.
        system: its system.
        scenario: as for `BattleVector`.
        pairs: pairs of battles of the agent, and of each heuristic.
        seed: seed of the dice.
        report: called after each player.

    Returns:
        A finding for each measure that applies to the system, in their order.

    Raises:
        ScenarioError: the scenario cannot be used.
        ValueError: the agent plays another system, or `pairs` is below 2.
    """
    pairs = whole_number("pairs", pairs, 2)
    _, templates = load_templates(system, scenario, checked_agent(agent, system))
    rival, choices = make_agent(strongest(system), system, seed=1), choices_for(agent)
    rival.name = "opponent"
    counts = {}
    for name, player in _players(agent, system):
        counts[name] = watch_agent(player, rival, system, templates, pairs, seed, choices)
        report()
    own = counts.pop(OWN)
    return [
        _judge(place, own, counts)
        for place in range(len(MEASURES))
        if own[1][place].any() or any(sizes[place].any() for _, sizes in counts.values())
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
        name: _limits(hits[place], sizes[place])[2]
        for name, (hits, sizes) in others.items()
        if sizes[place].any()
    }
    usual = max(limits, key=lambda name: limits[name], default="")
    share, low, high = _limits(own[0][place], own[1][place])
    return Finding(
        measure.name,
        round(share, 4),
        round(low, 4),
        round(high, 4),
        int(own[1][place].sum()),
        usual,
        round(min(1.0, limits.get(usual, 0.0) + measure.margin), 4),
    )
