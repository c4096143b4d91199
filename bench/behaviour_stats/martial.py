"""Body parts, parries and Stamina of Martial.

* `ear, nose` to `heart`: of the body parts that the agent chose (window `part`), how many of 100;
* `deepened`: how often it spent degrees on further injuries where it could (window `extra`);
* `parry 0`, `parry 1`, `parry 2+`: share of hits with 0, 1 or more degrees that it parried;
* `reactive`: how often it took a Reactive Attack that was offered;
* `riders`: how often it paid for Power Attack, Deadly Aim or Reckless degrees before a roll;
* `Defend`, `maneuver`, `Charge`: of its choices in its turns but Moves and the end of the turn;
* `Stamina`: mean share of its Stamina that a fighter has left, over all decisions of its turns.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from quintain.bench.behaviour_stats import per_cent
from quintain.envs.martial.actions.table import (
    WAIT,
    argument_of,
    verb_of,
)
from quintain.envs.martial.enums import (
    Part,
    Verb,
    Window,
)
from quintain.envs.martial.tables import (
    BODY_PART,
)

PARTS = {
    "ear, nose": (Part.EAR, Part.NOSE),
    "eye": (Part.EYE,),
    "hand": (Part.HAND,),
    "foot": (Part.FOOT,),
    "mouth": (Part.MOUTH,),
    "arm": (Part.ARM,),
    "leg": (Part.LEG,),
    "head": (Part.HEAD,),
    "heart": (Part.HEART,),
}
DEEDS = {
    "Defend": (Verb.DEFEND,),
    "maneuver": (Verb.MANEUVER,),
    "Charge": (Verb.CHARGE,),
}
ATTACKS = (
    Verb.STRIKE, Verb.LUNGE, Verb.CHARGE, Verb.MULTIWEAPON, Verb.SHOOT, Verb.THROW,
    Verb.RAPID_THROW, Verb.MANEUVER, Verb.DEFEND, Verb.READY_SHIELD,
)  # fmt: skip
MANY = 2
"""Degrees of a hit from which all are counted together."""


class Habits:
    """The choices of one agent."""

    TITLES = (
        *PARTS, "deepened", *(f"parry {n}" for n in range(MANY)), f"parry {MANY}+", "reactive",
        "riders", *DEEDS, "Stamina",
    )  # fmt: skip
    OPPONENTS = "brawler,defender,headhunter,warlord"

    def __init__(self) -> None:
        """Start with empty counts."""
        self.parts: Counter[int] = Counter()
        self.actions: Counter[int] = Counter()
        self.asked: Counter[str] = Counter()  # decisions in which it could pass
        self.taken: Counter[str] = Counter()  # those in which it did not
        self.stamina: list[float] = []

    def choose(self, battle: np.record, index: int, action: int, is_own: bool) -> None:
        """Count a choice."""
        if not is_own:
            return
        window, attack = battle["window"], battle["attacks"][battle["frame"]]
        if window == Window.TURN:
            self._count_turn(battle["fighters"][battle["to_act"]], action)
        elif window == Window.PART and action != WAIT:
            body = battle["fighters"][attack["target"]]["body"]
            self.parts[int(BODY_PART[body, argument_of(action)])] += 1
        elif window == Window.PARRY:
            self._count(f"parry {min(MANY, int(attack['degrees']))}", action)
        elif window in (Window.EXTRA, Window.REACTIVE_ATTACK, Window.RIDERS):
            self._count(Window(window).name, action)

    def _count(self, question: str, action: int) -> None:
        self.asked[question] += 1
        self.taken[question] += action != WAIT

    def _count_turn(self, fighter: np.record, action: int) -> None:
        if fighter["max_stamina"] > 0:
            self.stamina.append(max(0, fighter["stamina"]) / fighter["max_stamina"])
        if verb_of(action) in ATTACKS:
            self.actions[int(verb_of(action))] += 1

    def happen(self, battle: np.record, index: int, side: int) -> None:
        """Do nothing: the choices contain everything."""

    def cells(self) -> list[str]:
        """A row of the table."""
        questions = ["EXTRA", *(f"parry {n}" for n in range(MANY + 1)), "REACTIVE_ATTACK", "RIDERS"]
        return [
            *shares(self.parts, PARTS),
            *(per_cent(self.taken[question], self.asked[question], 0) for question in questions),
            *shares(self.actions, DEEDS),
            per_cent(sum(self.stamina), len(self.stamina), 0),
        ]


def shares(counted: Counter[int], groups: dict[str, tuple[int, ...]]) -> list[str]:
    """The percentage of each group."""
    sums = [sum(counted[kind] for kind in group) for group in groups.values()]
    return [per_cent(one, counted.total()) for one in sums]
