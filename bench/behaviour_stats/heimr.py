"""Fatigue, public defences and guards of Heimr.

* `attack`, `charge`, `brawl`, `move`, `rest`, `ready`, `guard`: of 100 actions in its turns;
* `least`: of 100 attacks with a choice of enemies, those on an enemy with the lowest public
  defence (H106);
* `weary`: of 100 attacks, those on an enemy whose fatigue was above its base (H67);
* `tires`: of 100 attacks, those that raised the defender's fatigue (H68, H126);
* `own`, `theirs`: fatigue above the base at the choices of its turns, its own, and that of enemies
  in the fight, on average;
* `dodge`, `block`, `parry`: of 100 pre-rolls for which it had a choice (QH7);
* `changes`: of 100 of these after the first, how many were of another kind than its last (H121);
* `skill`, `resist`: how often it called the skill that was offered (QH10);
* `slip`: of 100 guards that it met, how many it slipped past (QH13).
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from quintain.bench.behaviour_stats import per_cent
from quintain.envs.core.engine.battle import NOBODY, enemy_in_slot
from quintain.envs.heimr.actions.masks import legal_action_mask
from quintain.envs.heimr.actions.table import (
    ACTION_OF,
    DEFENCES,
    WAIT,
    action_id,
    argument_of,
    num_actions,
    slot_in,
    verb_of,
)
from quintain.envs.heimr.enums import Action, Defence, Event, Window
from quintain.envs.heimr.rules.characters.conditions import is_able
from quintain.envs.heimr.rules.combat_basics.fatigue import base_fatigue

BRAWLS = (Action.BRAWL_HIT, Action.BRAWL_BIND)
RESTS = (Action.BREATHER, Action.BREATHER_LATER)
ATTACKS = (*BRAWLS, Action.WEAPON_ATTACK, Action.SHIELD_BASH, Action.SHOVING_STRIKE)
SHOWN = {
    "attack": (Action.WEAPON_ATTACK, Action.SHIELD_BASH, Action.SHOVING_STRIKE),
    "charge": (Action.CHARGE,),
    "brawl": BRAWLS,
    "move": (
        Action.MOVE,
        Action.LEAVE_CLUSTER,
        Action.RUN,
        Action.CLIMB,
        Action.CRAWL,
        Action.CARRY,
    ),
    "rest": RESTS,
    "ready": (Action.READY,),
    "guard": (Action.GUARD,),
}
KINDS = {"dodge": Defence.DODGE, "block": Defence.BLOCK, "parry": Defence.PARRY}
OFFERED = {"skill": Window.SKILL, "resist": Window.RESIST, "slip": Window.GUARDED}


def defence_of(fighter: np.record) -> int:
    """The public number that an attack on a fighter has to reach; -100 if the defence will fail."""
    if fighter["defence"] == Defence.NONE or fighter["defence_fails"]:
        return -100
    return int(fighter["defence_value"])


def others_in_reach(battle: np.record, action: int) -> list[int]:
    """The enemies on whom the same attack is possible, its target included."""
    mask = np.zeros(num_actions(int(battle["max_side"])), np.bool_)
    legal_action_mask(battle, mask)
    verb, argument, actor = verb_of(action), argument_of(action), int(battle["to_act"])
    slots = range(int(battle["max_side"]))
    return [
        int(enemy_in_slot(battle, actor, slot))
        for slot in slots
        if mask[action_id(verb, argument, slot)]
    ]


def weariness(fighter: np.record) -> int:
    """Rise of a fighter's fatigue above its base (H70)."""
    return int(fighter["fatigue"]) - int(base_fatigue(fighter))


class Habits:
    """The choices of one agent, and the cost of its attacks to their targets."""

    TITLES = (*SHOWN, "least", "weary", "tires", "own", "theirs", *KINDS, "changes", *OFFERED)
    OPPONENTS = "attacker,shield,wearer_down,veteran"

    def __init__(self) -> None:
        """Start with empty counts."""
        self.actions: Counter[int] = Counter()  # in its turns
        self.attacks: Counter[str] = Counter()  # all, with a choice, least, on the weary, that tire
        self.defences: Counter[int] = Counter()
        self.changes: Counter[bool] = Counter()
        self.last: dict[tuple[int, int], int] = {}  # kind of defence by battle and fighter
        self.asked: Counter[int] = Counter()
        self.taken: Counter[int] = Counter()
        self.strikes: dict[int, bool] = {}  # by battle: whether the present attack is its own
        self.own: list[int] = []
        self.theirs: list[int] = []

    def choose(self, battle: np.record, index: int, action: int, is_own: bool) -> None:
        """Count a choice."""
        if not is_own:
            return
        window = int(battle["window"])
        self.asked[window] += 1
        self.taken[window] += action != WAIT
        if window == Window.TURN:
            self._count_turn(battle, action)
        elif window == Window.DEFENCE:
            self._count_defence(battle, index, action)

    def _count_turn(self, battle: np.record, action: int) -> None:
        self._count_fatigue(battle)
        if action == WAIT:
            return
        deed = int(ACTION_OF[verb_of(action)])
        self.actions[deed] += 1
        if deed not in ATTACKS:
            return
        target = int(enemy_in_slot(battle, int(battle["to_act"]), int(slot_in(action))))
        others = others_in_reach(battle, action)
        self.attacks["weary"] += weariness(battle["fighters"][target]) > 0
        self.attacks["aimed"] += 1
        if len(others) > 1:
            least = min(defence_of(battle["fighters"][other]) for other in others)
            self.attacks["choice"] += 1
            self.attacks["least"] += defence_of(battle["fighters"][target]) == least

    def _count_fatigue(self, battle: np.record) -> None:
        actor, count = int(battle["to_act"]), int(battle["num_fighters"])
        fighters, side = battle["fighters"], battle["side"]
        self.own.append(weariness(fighters[actor]))
        foes = [fighters[other] for other in range(count) if side[other] != side[actor]]
        self.theirs += [weariness(foe) for foe in foes if is_able(foe)]

    def _count_defence(self, battle: np.record, index: int, action: int) -> None:
        kind = int(Defence.DODGE if action == WAIT else DEFENCES[argument_of(action)])
        who = index, int(battle["to_act"])
        self.defences[kind] += 1
        if who in self.last:
            self.changes[self.last[who] != kind] += 1
        self.last[who] = kind

    def happen(self, battle: np.record, index: int, side: int) -> None:
        """Count the attacks, and the defenders whose fatigue they raised."""
        for event in battle["events"][: battle["num_events"]]:
            if event["actor"] == NOBODY:
                continue
            is_own = bool(battle["side"][int(event["actor"])] == side)
            if event["kind"] == Event.DECLARES:
                self.strikes[index] = is_own and int(event["what"]) in ATTACKS
                self.attacks["made"] += self.strikes[index]
            elif event["kind"] == Event.TIRES and self.strikes.get(index):
                self.attacks["tires"] += not is_own

    def cells(self) -> list[str]:
        """A row of the table."""
        actions, defences, attacks = self.actions.total(), self.defences.total(), self.attacks
        return [
            *(
                per_cent(sum(self.actions[deed] for deed in which), actions)
                for which in SHOWN.values()
            ),
            per_cent(attacks["least"], attacks["choice"], 0),
            per_cent(attacks["weary"], attacks["aimed"], 0),
            per_cent(attacks["tires"], attacks["made"]),
            mean(self.own),
            mean(self.theirs),
            *(per_cent(self.defences[kind], defences, 0) for kind in KINDS.values()),
            per_cent(self.changes[True], self.changes.total(), 0),
            *(per_cent(self.taken[which], self.asked[which], 0) for which in OFFERED.values()),
        ]


def mean(numbers: list[int]) -> str:
    """A mean of integers; `-` without any."""
    return f"{sum(numbers) / len(numbers):.1f}" if numbers else "-"
