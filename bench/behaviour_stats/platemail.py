"""Orders and actions of Platemail.

Of the agent's side are counted the actions that were carried out (two a fighter and round, by the
book's names), and the orders with a branch:

* `IF`: orders with a condition whose THEN is not its ELSE;
* `uncertain`: those of them whose condition, asked in these battles by this agent, held in 10 to
  90 of 100 cases: a condition that always holds, or never does, is no question;
* `held`: how often the condition of a branch held;
* `... when`: how often the first action is this one with no enemy adjacent, with one, with more.
"""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np

from quintain.bench.behaviour_stats import per_cent
from quintain.envs.platemail.actions.table import ACTS, verb_of
from quintain.envs.platemail.enums import (
    Act,
    Event,
    Life,
    Window,
)

UNSURE = 0.1
SHOWN = (
    Act.FULL_ATTACK, Act.CHARGE, Act.COUNTER, Act.DEFEND, Act.GUARD, Act.FALL_BACK, Act.MOVE,
    Act.SPRINT, Act.SKULK, Act.AIM, Act.RANGED_ATTACK, Act.RAPID_FIRE,
)  # fmt: skip
ASKED_WHEN = (Act.COUNTER, Act.GUARD, Act.FALL_BACK)
MANY = 2
"""Number of adjacent enemies from which all are counted together."""


def adjacent_enemies(battle: np.record, actor: int) -> int:
    """Active enemies adjacent to a fighter, at most `MANY`."""
    people = battle["fighters"][: battle["num_fighters"]]
    me = people[actor]
    far = np.maximum(
        np.abs(people["x"].astype(int) - me["x"]), np.abs(people["y"].astype(int) - me["y"])
    )
    is_foe = battle["side"][: len(people)] != battle["side"][actor]
    return min(MANY, int((is_foe & (people["life"] == Life.ABLE) & (far <= 1)).sum()))


class Habits:
    """The orders and actions of one agent."""

    TITLES = (
        *(act.name.capitalize().replace("_", " ") for act in SHOWN),
        "IF",
        "uncertain",
        "held",
        *(f"{act.name.capitalize().replace('_', ' ')} when" for act in ASKED_WHEN),
    )
    OPPONENTS = "charger,duelist,archer,captain"

    def __init__(self) -> None:
        """Start with empty counts."""
        self.acts: Counter[int] = Counter()
        self.orders = 0
        self.held: dict[int, list[int]] = {}  # of each condition, how often it failed and held
        self.firsts: list[Counter[int]] = [Counter() for _ in range(MANY + 1)]
        self.written: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)

    def choose(self, battle: np.record, index: int, action: int, is_own: bool) -> None:
        """Remember the clause."""
        if not is_own:
            return
        actor = int(battle["to_act"])
        self.written[index, actor][int(battle["window"])] = action
        self.orders += battle["window"] == Window.CONDITION
        if battle["window"] == Window.FIRST:
            act = int(ACTS[verb_of(action)])
            self.firsts[adjacent_enemies(battle, actor)][act] += 1

    def happen(self, battle: np.record, index: int, side: int) -> None:
        """Count the round that has just been carried out."""
        if not battle["num_events"]:
            return
        for event in battle["events"][: battle["num_events"]]:
            actor = int(event["actor"])
            if actor < 0 or battle["side"][actor] != side:
                continue
            if event["kind"] == Event.ACTION:
                self.acts[int(event["amount"])] += 1
            elif event["kind"] == Event.CONDITION:
                order = self.written[index, actor]
                if order.get(Window.THEN, 0) != order.get(Window.ELSE, 0):
                    asked = self.held.setdefault(order.get(Window.CONDITION, 0), [0, 0])
                    asked[int(event["amount"] != 0)] += 1
        for key in [key for key in self.written if key[0] == index]:
            del self.written[key]

    def cells(self) -> list[str]:
        """A row of the table."""
        done = self.acts.total()
        branches = sum(map(sum, self.held.values()))
        unsure = sum(
            sum(counts) for counts in self.held.values() if min(counts) >= UNSURE * sum(counts)
        )
        held = sum(counts[1] for counts in self.held.values())
        return [
            *(per_cent(self.acts[act], done) for act in SHOWN),
            per_cent(branches, self.orders),
            per_cent(unsure, self.orders),
            per_cent(held, branches, 0),
            *(
                "/".join(per_cent(firsts[act], firsts.total(), 0) for firsts in self.firsts)
                for act in ASKED_WHEN
            ),
        ]
