"""Interrupts, initiative and action points of Wildroll.

* `interrupts`: share of the moments in which it could act out of turn and did, of 100;
* `start`, `declared`, `resolved`, `end`: the moments of its interrupts, of 100 interrupts (W58);
* `attack`, `way`, `hinder`, `other`: the kinds of these interrupts, of 100;
* `seize`, `Defend`, `ready`, `Strong`: of 100 actions in its turns, without movement;
* `rebuff`, `harry`: share of these legal reactions that it took, of 100;
* `cancelled`: of 100 actions that its enemies declared, those that it cancelled (W59);
* `was cancelled`: the same for its own actions;
* `AP`, `initiative`: its mean reserve at the end of a turn;
* `lead`: its initiative above that of the fastest visible enemy at that moment;
* `spent`: initiative that its interrupts cost for each turn (W57).
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from quintain.bench.behaviour_stats import per_cent
from quintain.envs.wildroll.actions.table import (
    DEED_OF,
    WAIT,
    verb_of,
)
from quintain.envs.wildroll.enums import (
    Deed,
    Event,
    Life,
    Stage,
    Step,
    Verb,
    Window,
)
from quintain.envs.wildroll.state import (
    NO_FRAME,
)
from quintain.envs.wildroll.tables import INTERRUPT_COST

MOMENTS = ("start", "declared", "resolved", "end")
KINDS = ("attack", "way", "hinder", "other")
SHOWN = {"seize": Deed.SEIZE, "Defend": Deed.DEFEND, "ready": Deed.READY, "Strong": Deed.STRONG}
REACTIONS = {"rebuff": Window.REBUFF, "harry": Window.HARRY}


def moment_of(battle: np.record) -> str:
    """The moment of an interrupt: one of four (W58)."""
    if battle["top"] != NO_FRAME:
        declared = battle["frames"][battle["top"]]["step"] == Step.DECLARED
        return "declared" if declared else "resolved"
    return "start" if battle["stage"] == Stage.TURN_START else "end"


def kind_of(deed: int) -> str:
    """The kind of an interrupt."""
    if deed == Deed.WAY:
        return "way"
    if Deed.DISARM <= deed <= Deed.TRIP:
        return "hinder"
    attacks = (Deed.NONLETHAL, Deed.QUICK, Deed.STANDARD, Deed.STRONG, Deed.FIRE_BOLT, Deed.GRAPPLE)
    return "attack" if deed in attacks else "other"


def lead_of(battle: np.record, actor: int) -> int | None:
    """Its initiative minus that of the fastest active, visible enemy, None without one."""
    count = int(battle["num_fighters"])
    fighters, side = battle["fighters"][:count], battle["side"][:count]
    up = (side != side[actor]) & (fighters["life"] == Life.ALIVE) & ~fighters["hidden"]
    if not up.any():
        return None
    return int(fighters["initiative"][actor]) - int(fighters["initiative"][up].max())


class Habits:
    """The choices of one agent, and the results of declarations."""

    TITLES = (
        "interrupts", *MOMENTS, *KINDS, *SHOWN, *REACTIONS, "cancelled", "was cancelled", "AP",
        "initiative", "lead", "spent",
    )  # fmt: skip
    OPPONENTS = "aggressor,waiter,canceller,marshal"

    def __init__(self) -> None:
        """Start with empty counts."""
        self.asked: Counter[int] = Counter()  # windows in which it could wait
        self.taken: Counter[int] = Counter()  # those in which it did not
        self.moments: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.actions: Counter[int] = Counter()  # in its turns
        self.declared: Counter[bool] = Counter()  # actions, by whether they were its own
        self.cancelled: Counter[bool] = Counter()
        self.points: list[int] = []  # at the end of its turns
        self.initiative: list[int] = []
        self.leads: list[int] = []

    def choose(self, battle: np.record, index: int, action: int, is_own: bool) -> None:
        """Count a choice."""
        if not is_own:
            return
        window, verb = int(battle["window"]), int(verb_of(action))
        self.asked[window] += 1
        self.taken[window] += action != WAIT and verb != Verb.PASS
        if window == Window.TURN:
            self._count_turn(battle, action)
        elif window == Window.INTERRUPT and action != WAIT and verb != Verb.PASS:
            self.moments[moment_of(battle)] += 1
            self.kinds[kind_of(int(DEED_OF[verb]))] += 1

    def _count_turn(self, battle: np.record, action: int) -> None:
        deed = int(DEED_OF[verb_of(action)])
        if deed not in (Deed.NONE, Deed.WAY):
            self.actions[deed] += 1
        if action == WAIT:
            actor = int(battle["to_act"])
            self.points.append(int(battle["fighters"][actor]["action_points"]))
            self.initiative.append(int(battle["fighters"][actor]["initiative"]))
            lead = lead_of(battle, actor)
            if lead is not None:
                self.leads.append(lead)

    def happen(self, battle: np.record, index: int, side: int) -> None:
        """Count declared and cancelled actions."""
        for event in battle["events"][: battle["num_events"]]:
            if event["kind"] in (Event.DECLARES, Event.CANCELLED):
                is_own = bool(battle["side"][int(event["actor"])] == side)
                counted = self.declared if event["kind"] == Event.DECLARES else self.cancelled
                counted[is_own] += 1

    def cells(self) -> list[str]:
        """A row of the table."""
        interrupts, actions = self.moments.total(), self.actions.total()
        paid = INTERRUPT_COST * (interrupts - self.kinds["way"])
        return [
            per_cent(self.taken[Window.INTERRUPT], self.asked[Window.INTERRUPT]),
            *(per_cent(self.moments[moment], interrupts, 0) for moment in MOMENTS),
            *(per_cent(self.kinds[kind], interrupts, 0) for kind in KINDS),
            *(per_cent(self.actions[deed], actions) for deed in SHOWN.values()),
            *(per_cent(self.taken[which], self.asked[which], 0) for which in REACTIONS.values()),
            per_cent(self.cancelled[False], self.declared[False]),
            per_cent(self.cancelled[True], self.declared[True]),
            mean(self.points),
            mean(self.initiative),
            mean(self.leads),
            f"{paid / len(self.points):.2f}" if self.points else "-",
        ]


def mean(numbers: list[int]) -> str:
    """A mean of integers; `-` without any."""
    return f"{sum(numbers) / len(numbers):.1f}" if numbers else "-"
