"""Fits the card of an agent: a decision tree for each window, twelve leaves in all.

The agent fights the strongest heuristic from both seats; a second round adds states that the first
card visits, with the choices of the agent there (DAgger, Ross and others 2011). A decision matters
if more than one kind of action is legal (`agents/cards/kinds.py`).

Letters: `n` decisions, `F` facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..agents.base import Agent, strongest
from ..agents.cards import Card, CardAgent
from ..agents.cards.card import FORMAT, MOST_OTHERWISE, MOST_RULES, Condition, Heading, Rule
from ..agents.cards.facts import Fact, by_name, facts_of, see_facts, window_names, windows_of
from ..agents.cards.kinds import Kinds, Sight, action_forms
from ..agents.registry import make_agent
from ..agents.view import slots_of
from ..envs.core.engine.system import System
from ..envs.core.scenarios.loading import load_templates
from ..envs.core.session.agent_query import (
    checked_agent,
    choices_for,
    longest_memory,
    memory_for,
    name_of,
)
from .field import deploy_field, play_agents, streams_of

MOST_HEADINGS = 6
LEAST_SHARE = 0.02
"""Windows with a smaller share of the decisions that matter get no heading."""
MOST_CHOICES = 3
LEAST_CASES = 12
MOST_FITTED = 6000
"""Decisions of a window that are fitted."""


@dataclass(frozen=True)
class Choice:
    """A decision that matters.

    Attributes:
        window: its number.
        facts: Array `[F]`.
        legal: the legal kinds.
        kind: the kind of the agent's choice.
        detail: verb and detail of its action.
        is_equal: whether the card chose the same kind; False without a card.
        is_exact: whether the card chose the same action.
    """

    window: int
    facts: np.ndarray
    legal: frozenset[str]
    kind: str
    detail: tuple[str, str]
    is_equal: bool = False
    is_exact: bool = False


class Recorder(Agent):
    """Plays as `player`, and keeps what the teacher chooses in its place."""

    def __init__(self, teacher: Any, system: System, card: Any = None, plays: bool = False) -> None:
        """Record a teacher; a card is compared with it, and `plays` in its place if it is so."""
        super().__init__(name_of(teacher), system)
        self.teacher, self.card, self.plays = teacher, card, plays
        self.choices, self.memory = choices_for(teacher), memory_for(teacher)
        self.kept: list[Choice] = []

    def seed(self, seed: int | None) -> None:
        """Seed the teacher."""
        if callable(getattr(getattr(self, "teacher", None), "seed", None)):
            self.teacher.seed(seed)

    def watch(self, battles: np.ndarray, rng_state: np.ndarray | None = None) -> None:
        """Show the teacher its battles."""
        if hasattr(self.teacher, "watch"):
            self.teacher.watch(battles, rng_state)

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The actions of the player."""
        actions, _ = self.teacher.predict(observations, action_masks=masks)
        other = actions
        if self.card is not None:
            other, _ = self.card.predict(observations, action_masks=masks)
        self._keep(observations, masks, np.asarray(actions), np.asarray(other))
        return np.asarray(other if self.plays else actions)

    def _keep(self, seen: np.ndarray, masks: np.ndarray, actions: Any, other: Any) -> None:
        rows = np.flatnonzero(masks.sum(axis=1) > 1)
        if not len(rows):
            return
        seen, max_side = seen[rows], slots_of(self.system.name, masks.shape[1])
        table, windows = (
            action_forms(self.system, max_side),
            windows_of(self.system, seen, max_side),
        )
        facts = see_facts(self.system, seen, max_side)
        sight = Sight(by_name(self.system, seen, max_side), max_side)
        for place, row in enumerate(rows):
            kinds = Kinds(table, np.flatnonzero(masks[row]).tolist(), sight, place)
            if len(kinds.kinds) < 2:
                continue
            mine, its = int(actions[row]), int(other[row])
            form = table[mine]
            self.kept.append(
                Choice(
                    int(windows[place]),
                    facts[place],
                    frozenset(kinds.kinds),
                    kinds.kind_of(mine),
                    (form.verb, form.detail if form.way is None else ""),
                    self.card is not None and kinds.kind_of(mine) == kinds.kind_of(its),
                    self.card is not None and mine == its,
                )
            )


def record(
    agent: Any, system: System, scenario: Any, pairs: int, numbers: Sequence[int],
    card: Any = None, plays: bool = False,
) -> list[Choice]:  # fmt: skip
    """The decisions that matter of an agent against the strongest heuristic, from both seats.

    Args:
        agent: the agent.
        system: its system.
        scenario: name, path or model.
        pairs: pairs of battles, the sides swapped.
        numbers: the seed of the dice.
        card: an agent whose choices are compared.
        plays: whether the card plays in the place of the agent.
    """
    other = make_agent(strongest(system), system, seed=1)
    _, templates = load_templates(system, scenario, checked_agent(agent, system))
    recorder = Recorder(agent, system, card, plays)
    dice, own = streams_of(numbers, pairs)
    choices = recorder.choices, choices_for(other)
    field = deploy_field(
        system, templates, dice, own, choices=choices, memory=longest_memory(0, agent)
    )
    play_agents(field, (recorder, other), field.battles["side"] != field.first_side[:, None])
    return recorder.kept


def fit_card(
    system: System, scenario: str, agent: Any, *, pairs: int = 60, seed: int = 0,
    report: Callable[[], None] = lambda: None,
) -> Card:  # fmt: skip
    """Fit the card of an agent.

    Args:
        system: the system.
        scenario: name of the scenario.
        agent: any agent of the system.
        pairs: pairs of battles in each of the two rounds.
        seed: seed of the dice.
        report: called after each round.
    """
    kept = record(agent, system, scenario, pairs, [seed, 11])
    card = card_of(kept, agent, system, scenario, seed)
    report()
    player = CardAgent(card)
    kept += record(agent, system, scenario, pairs // 2, [seed, 12], player, plays=True)
    card = card_of(kept, agent, system, scenario, seed)
    report()
    return card


def card_of(kept: list[Choice], agent: Any, system: System, scenario: str, seed: int) -> Card:
    """The card of recorded decisions."""
    generator = np.random.default_rng(seed)
    by_window: dict[int, list[Choice]] = {}
    for choice in kept:
        by_window.setdefault(choice.window, []).append(choice)
    common = [w for w, one in by_window.items() if len(one) >= LEAST_SHARE * len(kept)]
    common = sorted(common, key=lambda w: -len(by_window[w]))[:MOST_HEADINGS]
    fitted = {}
    for window in common:
        cases = by_window[window]
        step = generator.permutation(len(cases))[:MOST_FITTED]
        fitted[window] = Trees([cases[place] for place in step], system, len(cases))
    sizes = dict.fromkeys(fitted, 1)
    while fitted and sum(sizes.values()) < MOST_RULES - 1:
        gains = {w: fitted[w].gain(size) for w, size in sizes.items()}
        best = max(gains, key=lambda window: gains[window][0])
        if gains[best][0] <= 0:
            break
        leaves = min(gains[best][1], sizes[best] + MOST_RULES - 1 - sum(sizes.values()))
        sizes[best] = max(leaves, sizes[best] + 1)
    names = window_names(system)
    headings = [Heading(window=names[w], rules=fitted[w].rules(size)) for w, size in sizes.items()]
    details: dict[str, Counter[str]] = {}
    for choice in kept:
        if choice.detail[1]:
            details.setdefault(choice.detail[0], Counter())[choice.detail[1]] += 1
    return Card(
        format=FORMAT, version=1, agent=name_of(agent)[:200], system=system.name,
        scenario=str(scenario)[:200], choices=choices_for(agent),  # type: ignore[arg-type]
        headings=headings, otherwise=ranking(kept, most=MOST_OTHERWISE),
        details={verb: [one for one, _ in c.most_common(40)] for verb, c in details.items()},
    )  # fmt: skip


def ranking(cases: list[Choice], most: int = MOST_CHOICES) -> list[str]:
    """Kinds of actions, each the one that is chosen most often of the cases where it is legal.

    Cases that an earlier kind decides do not count for the later ones.
    """
    left = list(cases)
    chosen: list[str] = []
    while left and len(chosen) < most:
        legal = Counter(kind for case in left for kind in case.legal)
        taken = Counter(case.kind for case in left)
        wins = {kind: 2 * taken[kind] - legal[kind] for kind in taken}
        enough = [kind for kind in taken if taken[kind] >= 0.02 * len(left)]
        if not enough:
            break
        best = max(enough, key=lambda kind: (taken[kind] / legal[kind], wins[kind], kind))
        chosen.append(best)
        left = [case for case in left if best not in case.legal]
    return chosen


def agreement(cases: list[Choice], choices: list[str]) -> int:
    """Number of cases in which the first legal one of the choices is the agent's."""
    firsts = (next((one for one in choices if one in case.legal), "") for case in cases)
    return sum(first == case.kind for first, case in zip(firsts, cases, strict=True))


class Trees:
    """Decision trees of one window, by number of leaves."""

    def __init__(self, cases: list[Choice], system: System, weight: int) -> None:
        """Take the decisions of a window, a part of `weight` decisions."""
        self.cases, self.facts = cases, list(facts_of(system).values())
        self.scale = weight / len(cases)
        self.table = np.stack([case.facts for case in cases])
        self.grown: dict[int, list[tuple[list[Condition], list[Choice]]]] = {}
        self.hits: dict[int, int] = {}

    def leaves(self, size: int) -> list[tuple[list[Condition], list[Choice]]]:
        """The leaves of a tree of this size: conditions and cases, the rarest first."""
        if size not in self.grown:
            self.grown[size] = self._grow(size)
            found = self.grown[size]
            self.hits[size] = sum(agreement(cases, ranking(cases)) for _, cases in found)
        return self.grown[size]

    def _grow(self, size: int) -> list[tuple[list[Condition], list[Choice]]]:
        if size == 1 or len({case.kind for case in self.cases}) == 1:
            return [([], self.cases)]
        from sklearn.tree import DecisionTreeClassifier

        tree = DecisionTreeClassifier(
            max_leaf_nodes=size, min_samples_leaf=LEAST_CASES, random_state=0
        )
        if len(self.cases) < 2 * LEAST_CASES:
            return [([], self.cases)]
        places = tree.fit(self.table, [case.kind for case in self.cases]).apply(self.table)
        paths = dict(_paths(tree.tree_, self.facts))
        groups: dict[int, list[Choice]] = {}
        for place, case in zip(places, self.cases, strict=True):
            groups.setdefault(int(place), []).append(case)
        return sorted(
            ((paths[leaf], cases) for leaf, cases in groups.items()), key=lambda one: len(one[1])
        )

    def gain(self, size: int) -> tuple[float, int]:
        """The best gain of equal choices a further leaf, looking three ahead, and its size."""
        self.leaves(size)
        gains = []
        for more in (1, 2, 3):
            if size + more < MOST_RULES:
                self.leaves(size + more)
                won = self.hits[size + more] - self.hits[size]
                gains.append((self.scale * won / more, size + more))
        return max(gains, default=(0.0, size))

    def rules(self, size: int) -> list[Rule]:
        """The rules of a tree; the last, most frequent one needs no conditions."""
        found = self.leaves(size)
        rules = [Rule(conditions=path, choices=ranking(cases)) for path, cases in found]
        return [*rules[:-1], Rule(conditions=[], choices=rules[-1].choices)]


def _paths(tree: Any, facts: list[Fact]) -> list[tuple[int, list[Condition]]]:
    """Each leaf with its conditions; only the closest limits of a fact stay."""
    found, stack = [], [(0, {})]  # type: ignore[var-annotated]
    while stack:
        node, limits = stack.pop()
        if tree.children_left[node] < 0:
            conditions = [
                Condition(fact=name, is_above=above, limit=limit)
                for (name, above), limit in limits.items()
            ]
            found.append((int(node), conditions))
            continue
        name, limit = facts[tree.feature[node]].name, float(tree.threshold[node])
        stack.append((tree.children_left[node], {**limits, (name, False): limit}))
        stack.append((tree.children_right[node], {**limits, (name, True): limit}))
    return found
