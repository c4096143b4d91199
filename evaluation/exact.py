"""Exact best responses in small battles, by dynamic programming over battle records.

A response sees at its decisions what every agent sees, the observation and the mask, and remembers
all of it. Its knowledge is then a belief: the battle records that are possible, with probabilities.
The value of a belief is the best over the response's actions of the mean over the dice and over the
agent's own chances; it is computed once for each belief. So the result is the true value of a best
response, the upper limit of everything that training can find against this agent in this battle.

The battle must be small: few action points, hit points and rounds, and no dice at its beginning.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from zlib import crc32

import numpy as np

from ..envs.core.engine.battle import DRAW
from ..envs.core.engine.dice import seed_rng_states
from ..envs.core.engine.loops import advance_active, show_battles
from ..envs.core.engine.system import System
from ..envs.core.session.agent_query import (
    checked_agent,
    choices_for,
    memory_for,
    policy_of,
    query_agent,
)
from ..envs.core.session.match import Match
from ..envs.core.session.step_outcomes import (
    ChanceError,
    enumerate_step,
    forget_stale,
    merge,
    plain,
)

QUERIES = 1000
"""Number of times that an agent in Python without probabilities is asked the same, on different
dice, to see that it repeats."""
MOST_BELIEFS = 200_000
"""Limit for the beliefs of one solution."""
STARTS = 100
"""Beginnings that are compared: all must be the same."""
DIGITS = 12
"""Digits of probabilities by which beliefs are told apart."""

Menu = dict[str, set[tuple[str, Any]]]
"""By the name of a window, the verbs and targets that a solution considers there."""
Records = dict[bytes, float]
"""Battle records with their probabilities."""
Belief = tuple[tuple[bytes, float], ...]
"""Records that a response cannot tell apart, with probabilities that add up to 1."""


class Small:
    """A small battle, its records and what its fighters see.

    Attributes:
        system: the system.
        start: the record at the beginning.
        num_actions: `A`.
    """

    def __init__(
        self, system: System, scenario: Any, choices: tuple[str, str], max_side: int = 0,
        menu: Menu | None = None,
    ) -> None:  # fmt: skip
        """Begin the battle.

        Args:
            system: the system.
            scenario: name, path or model.
            choices: `full` or `quick`, of red and of blue.
            max_side: slots a side; 0 for what the scenario needs.
            menu: the choices that a solution considers; None for all that are legal.

        Raises:
            ChanceError: the beginning needs dice.
            ScenarioError: the scenario cannot be used.
        """
        self.system = system
        match = Match(system.name, scenario, choices=choices, max_side=max_side)
        starts = []
        for seed in range(STARTS):
            match.reset(seed)
            starts.append(self.record(match.battles))
        if len(set(starts)) > 1:
            raise ChanceError(
                "dice decide the beginning of this fight: give its fighters a `state`, and `now`"
            )
        self.start = starts[0]
        self.num_actions = match.num_actions
        self._length, self._dtype = len(match.observation), match.battles.dtype
        self._steps: dict[tuple[bytes, int], Records] = {}
        self._menu = self._menu_masks(menu or {}, match.max_side)

    def _menu_masks(self, menu: Menu, max_side: int) -> np.ndarray:
        """Array `[W, A]`: the actions on the menu in each window; all where it names none."""
        found = np.ones((len(self.system.windows), self.num_actions), np.bool_)
        actions = [self.system.decode(action, max_side) for action in range(self.num_actions)]
        for window, wanted in menu.items():
            names = [(one["verb"], one["target"]) for one in actions]
            found[self.system.windows.index(window)] = [name in wanted for name in names]
        return found

    def options(self, record: bytes) -> tuple[bytes, list[int]]:
        """The observation and mask of the deciding fighter, and its legal actions on the menu."""
        battle = self.battles([record])
        observations, masks = self.look(battle)
        legal = masks[0] & self._menu[battle["window"][0]]
        if not legal.any():
            raise ChanceError("the menu leaves a fighter without a legal choice: name more")
        return observations.tobytes() + masks.tobytes(), np.flatnonzero(legal).tolist()

    def battles(self, records: Iterable[bytes]) -> np.ndarray:
        """Records as an array `[B]`."""
        return np.frombuffer(b"".join(records), self._dtype).copy()

    def look(self, battles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Observations `[B, N]` and masks `[B, A]` of the deciding fighters."""
        count = len(battles)
        observations = np.zeros((count, self._length), np.float32)
        masks = np.zeros((count, self.num_actions), np.bool_)
        ignored = np.zeros(count, np.int8)
        show_battles(battles, observations, masks, ignored, ignored)
        return observations, masks

    def record(self, battle: np.ndarray) -> bytes:
        """A battle `[1]` as a record: only what matters for the rest of it."""
        return forget_stale(self.system, plain(battle.copy())).tobytes()

    def step(self, record: bytes, action: int) -> Records:
        """The records after an action, with their probabilities."""
        if (record, action) not in self._steps:
            battles, chances = enumerate_step(self.battles([record]), action)
            battles, chances = merge(forget_stale(self.system, battles), chances)
            found = zip((one.tobytes() for one in battles), chances.tolist(), strict=True)
            self._steps[record, action] = dict(found)
        return self._steps[record, action]


class FixedAgent:
    """The probabilities of an agent's actions in any record.

    Networks say them. A compiled heuristic that uses its dice is refused. Any other agent is asked
    `QUERIES` times in each record, on dice of that record, and counts as certain if it always
    answers the same. One that chooses otherwise in 1 of 100 decisions passes for certain in one
    record of 23,000; one that does so in 1 of 1000, in one of three: that one needs `chances`.
    """

    def __init__(self, agent: Any, small: Small) -> None:
        """Take an agent.

        Raises:
            ValueError: it remembers events, which records here do not hold.
        """
        if memory_for(agent):
            raise ValueError(f"{agent.name} remembers events: choose an agent without a memory")
        self.agent, self.small = agent, small
        self._known: dict[bytes, np.ndarray] = {}

    def chances(self, record: bytes) -> np.ndarray:
        """Array `[A]`: the probability of each action.

        Raises:
            ChanceError: the agent draws lots, and does not say with which probabilities.
        """
        if record not in self._known:
            self._known[record] = self._ask(record)
        return self._known[record]

    def _ask(self, record: bytes) -> np.ndarray:
        battles = self.small.battles([record])
        observations, masks = self.small.look(battles)
        if hasattr(self.agent, "chances"):
            return self.agent.chances(observations, masks)[0]
        if self.agent.name == "random":
            return masks[0] / masks[0].sum()
        is_compiled = policy_of(self.agent, self.small.system) is not None
        count = 1 if is_compiled else QUERIES
        generator = np.random.default_rng(crc32(record))
        dice = generator.integers(1, 1 << 32, (count, 4), np.uint32)
        before = dice.copy()
        actions, _ = query_agent(
            self.agent, self.small.system, battles.repeat(count), dice,
            observations.repeat(count, 0), masks.repeat(count, 0), np.arange(count),
        )  # fmt: skip
        if (actions != actions[0]).any() or (is_compiled and (dice != before).any()):
            raise ChanceError(f"{self.agent.name} draws lots: choose another agent")
        return np.eye(self.small.num_actions)[actions[0]]


class BestResponse:
    """The exact best response of one side to an agent.

    Attributes:
        small: the battle.
        side: the side of the response, 0 red, 1 blue.
        agent: the agent of the other side.
        values: the value of each belief found so far, and the best action.
    """

    def __init__(
        self, system: System, scenario: Any, agent: Any, side: int, choices: str = "quick",
        menu: Menu | None = None,
    ) -> None:  # fmt: skip
        """Prepare the battle.

        Args:
            system: the system.
            scenario: name, path or model of a small battle.
            agent: the agent that is answered.
            side: the side of the response, 0 red, 1 blue.
            choices: `full` or `quick`, of the response; those of the agent are its own.
            menu: the choices of the response; None for all. The agent keeps all of its own.

        Raises:
            ChanceError: the beginning needs dice.
            ScenarioError: the scenario cannot be used.
            ValueError: the agent plays another system or has a memory.
        """
        size = checked_agent(agent, system)
        both = (choices, choices_for(agent))
        self.small = Small(system, scenario, both if side == 0 else both[::-1], size, menu)
        self.side = side
        self.agent = FixedAgent(agent, self.small)
        self.values: dict[Belief, tuple[float, int]] = {}
        self._after: dict[tuple[bytes, int], tuple[float, Records]] = {}
        self._until: dict[bytes, tuple[float, Records]] = {}

    def value(self) -> float:
        """The mean reward of the best response: 1 for a win, -1 for a loss, 0 for a draw.

        Raises:
            ChanceError: the battle is too large, or its outcomes cannot be enumerated.
        """
        settled, records = self.until_mine({self.small.start: 1.0})
        return settled + self.value_of(records)

    def value_of(self, records: Records) -> float:
        """The value of records at the response's decisions, weighted with their probabilities."""
        return sum(share * self.solve(one)[0] for share, one in self.beliefs(records).values())

    def beliefs(self, records: Records) -> dict[bytes, tuple[float, Belief]]:
        """The beliefs among which the response can tell, with probabilities, by what it sees."""
        if not records:
            return {}
        observations, masks = self.small.look(self.small.battles(records))
        groups: dict[bytes, list[tuple[bytes, float]]] = defaultdict(list)
        for row, item in enumerate(records.items()):
            groups[observations[row].tobytes() + masks[row].tobytes()].append(item)
        found = {}
        for key, group in groups.items():
            total = sum(chance for _, chance in group)
            belief = tuple(sorted((one, round(chance / total, DIGITS)) for one, chance in group))
            found[key] = total, belief
        return found

    def solve(self, belief: Belief) -> tuple[float, int]:
        """The value of a belief and the best action.

        Raises:
            ChanceError: there are more than `MOST_BELIEFS`.
        """
        if belief not in self.values:
            if len(self.values) >= MOST_BELIEFS:
                raise ChanceError("the battle has too many positions: choose a smaller one")
            _, actions = self.small.options(belief[0][0])
            worth = {action: self._worth(belief, action) for action in actions}
            best = max(worth, key=lambda action: worth[action])
            self.values[belief] = worth[best], best
        return self.values[belief]

    def _worth(self, belief: Belief, action: int) -> float:
        settled, records = self.follow(belief, action)
        return settled + self.value_of(records)

    def follow(self, belief: Belief, action: int) -> tuple[float, Records]:
        """The response's next decisions after an action, and the reward of battles that end."""
        settled = 0.0
        records: Records = defaultdict(float)
        for record, chance in belief:
            reward, later = self.after(record, action)
            settled += chance * reward
            for one, share in later.items():
                records[one] += chance * share
        return settled, dict(records)

    def after(self, record: bytes, action: int) -> tuple[float, Records]:
        """The response's next decisions after an action, and the reward of battles that end."""
        if (record, action) not in self._after:
            self._after[record, action] = self.until_mine(self.small.step(record, action))
        return self._after[record, action]

    def until_mine(self, records: Records) -> tuple[float, Records]:
        """Let the agent play from some records until the response decides or the battle ends."""
        settled = 0.0
        found: Records = defaultdict(float)
        battles = self.small.battles(records)
        for battle, (record, chance) in zip(battles, records.items(), strict=True):
            if battle["over"]:
                settled += chance * self.reward(battle)
            elif battle["side"][battle["to_act"]] == self.side:
                found[record] += chance
            else:
                reward, later = self._let_agent(record)
                settled += chance * reward
                for one, share in later.items():
                    found[one] += chance * share
        return settled, dict(found)

    def _let_agent(self, record: bytes) -> tuple[float, Records]:
        if record not in self._until:
            chances = self.agent.chances(record)
            settled = 0.0
            found: Records = defaultdict(float)
            for action in np.flatnonzero(chances > 0):
                reward, later = self.after(record, int(action))
                settled += chances[action] * reward
                for one, share in later.items():
                    found[one] += chances[action] * share
            self._until[record] = settled, dict(found)
        return self._until[record]

    def reward(self, battle: Any) -> float:
        """The reward of the response in a battle that is over."""
        winner = int(battle["winner"])
        return 0.0 if winner == DRAW else 1.0 if winner == self.side else -1.0

    def play(self, count: int, seed: int = 0) -> np.ndarray:
        """Fight battles with the dice of the engine, the exact response against the agent.

        Args:
            count: number of battles.
            seed: of the dice and of the agent's draws.

        Returns:
            Array `[count]`: the rewards of the response.
        """
        self.value()
        dice = seed_rng_states(seed, count)
        generator = np.random.default_rng([seed, 1])
        return np.array([self._play_one(one, generator) for one in dice])

    def _play_one(self, dice: np.ndarray, generator: np.random.Generator) -> float:
        battle = self.small.battles([self.small.start])
        battle["dice"] = dice
        _, records = self.until_mine({self.small.start: 1.0})
        while not battle["over"][0]:
            record = self.small.record(battle)
            if battle["side"][0][battle["to_act"][0]] == self.side:
                seen = next(iter(self.beliefs({record: 1.0})))
                _, belief = self.beliefs(records).get(seen, (1.0, ((record, 1.0),)))
                action = self.solve(belief)[1]
                _, records = self.follow(belief, action)
            else:
                chances = self.agent.chances(record)
                action = int(generator.choice(len(chances), p=chances / chances.sum()))
            advance_active(battle, np.array([action]), np.ones(1, np.bool_))
        return self.reward(battle[0])
