"""Kinds of actions in words that hold in every battle: the verb, and at whom or which way.

A kind is a text such as `strike @nearest`, `step @toward` or `defence block`. Two actions are of
one kind if they have the same verb, the same target and the same sense of direction; the weapon and
the aimed part are details.

Letters: `A` actions, `S` slots a side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ...envs.core.engine.roles import require
from ...envs.core.engine.system import System
from .facts import cached_by_name, harm_of, near_first

ALLY = re.compile(
    r"ally|^(heal|guard|rescue|carry|mend|stabilize|free|treat_|surgery|show$|\w+_for$|\w+_next_to$)"
)
ENEMY = re.compile(r"enemy")
WAIT = "wait"
NORTH, EAST = (0.0, -1.0), (1.0, 0.0)
WAY = {"north": NORTH, "south": (0.0, 1.0), "east": EAST, "west": (-1.0, 0.0)}
ROLES = {
    "@nearest": "the nearest",
    "@weakest": "the weakest",
    "@other": "another one",
    "@toward": "toward the nearest enemy",
    "@away": "away from the nearest enemy",
    "@aside": "sideways",
}
SLOT = re.compile(r"\*(\w+)\*")
SLOTS = {
    "target": "the target",
    "blade": "weapon",
    "weapon": "the weapon",
    "hand": "weapon in hand",
}
"""The slots of a phrase of the manual (`*target*`) that a card can say in general."""
SIDEWAYS = 0.35  # cosine


@dataclass(frozen=True)
class ActionForm:
    """The parts of an action that hold in every battle.

    Attributes:
        verb: its verb, or verb and detail if the detail is the whole choice.
        detail: weapon, aimed part or direction; empty if it is in `verb`.
        slot: the slot of its target, -1 without one.
        is_ally: whether the slot is an ally's.
        way: its direction as columns and rows, or None.
    """

    verb: str
    detail: str = ""
    slot: int = -1
    is_ally: bool = False
    way: tuple[float, float] | None = None


def _way_of(text: str) -> tuple[float, float] | None:
    parts = [part for part in re.split(r"[-_]", text) if not part.isdigit()]
    if not parts or any(part not in WAY for part in parts):
        return None
    steps = np.array([WAY[part] for part in parts]).sum(axis=0)
    steps /= np.hypot(*steps)
    return float(steps[0]), float(steps[1])


@cached_by_name
def action_forms(system: System, max_side: int) -> tuple[ActionForm, ...]:
    """The form of each action of a table, `[A]`."""
    found = []
    for action in range(system.num_actions(max_side)):
        parts = system.decode(action, max_side)
        verb, target = str(parts.pop("verb")), parts.pop("target")
        about = " ".join(str(one) for one in parts.values() if one is not None)
        way = _way_of(about) if about else None
        if isinstance(target, (int, np.integer)):
            is_ally = bool(ALLY.search(verb)) and not ENEMY.search(verb)
            found.append(ActionForm(verb, about, int(target), is_ally))
        elif way is not None:
            found.append(ActionForm(verb, about, way=way))
        else:
            words = " ".join(one for one in (verb, about, str(target or "")) if one)
            found.append(ActionForm(words))
    return tuple(found)


@cached_by_name
def known_kinds(system: System) -> frozenset[str]:
    """Every kind of action that a system has."""
    kinds = set()
    for form in action_forms(system, 1):
        roles: tuple[str, ...] = ("",)
        if form.slot >= 0:
            roles = (" @nearest", " @weakest", " @other")
        elif form.way is not None:
            roles = (" @toward", " @away", " @aside")
        kinds |= {form.verb + role for role in roles}
    return frozenset(kinds)


class Kinds:
    """The legal actions of one row by kind.

    Letter: `k` kinds.
    """

    def __init__(
        self, table: tuple[ActionForm, ...], legal: Iterable[int], seen: Sight, row: int
    ) -> None:
        """Sort the legal actions."""
        self.table, self.seen, self.row = table, seen, row
        verbs: dict[str, list[int]] = {}
        for action in legal:
            verbs.setdefault(table[action].verb, []).append(action)
        self.kinds: dict[str, list[int]] = {}
        for verb, actions in verbs.items():
            first = table[actions[0]]
            if first.slot >= 0:
                self._add_targets(verb, actions, first.is_ally)
            elif first.way is not None:
                for action in actions:
                    self.kinds.setdefault(f"{verb} {self._sense(action)}", []).append(action)
            else:
                self.kinds[verb] = actions

    def _add_targets(self, verb: str, actions: list[int], is_ally: bool) -> None:
        far, hurt = self.seen.ally if is_ally else self.seen.enemy
        slots = sorted({self.table[action].slot for action in actions})
        slots = [min(slot, far.shape[1] - 1) for slot in slots] if far.shape[1] else slots
        roles = dict.fromkeys(slots, "@other")
        if far.shape[1]:
            roles[max(slots, key=lambda slot: (hurt[self.row, slot], -slot))] = "@weakest"
            roles[min(slots, key=lambda slot: far[self.row, slot])] = "@nearest"
        else:
            roles[slots[0]] = "@nearest"
        for action in actions:
            role = roles.get(self.table[action].slot, "@other")
            self.kinds.setdefault(f"{verb} {role}", []).append(action)

    def _sense(self, action: int) -> str:
        way = self.table[action].way
        assert way is not None
        offset = self.seen.offset[self.row]
        length = float(np.hypot(*offset))
        cosine = float(np.dot(way, offset)) / length if length else 0.0
        if abs(cosine) < SIDEWAYS:
            return "@aside"
        return "@toward" if cosine > 0 else "@away"

    def kind_of(self, action: int) -> str:
        """The kind of a legal action."""
        return next(kind for kind, actions in self.kinds.items() if action in actions)


class Sight:
    """Distances and wounds of the slots, as the rows of a batch see them."""

    def __init__(self, seen: dict[str, np.ndarray], max_side: int) -> None:
        """Read the pieces of `by_name`."""
        self.enemy = near_first(seen, max_side), harm_of(seen, max_side)
        self.ally = near_first(seen, max_side - 1, "ally"), harm_of(seen, max_side - 1, "ally")
        nearest = self.enemy[0].argmin(axis=1)
        offsets = np.stack([seen[f"enemy_{slot}.offset"][:, :2] for slot in range(max_side)], 1)
        self.offset = offsets[np.arange(len(nearest)), nearest]


def say_kind(kind: str) -> str:
    """A kind in words: `strike, the nearest`."""
    parts = kind.split(" ")
    words = " ".join(part for part in parts if not part.startswith("@")).replace("_", " ")
    role = ROLES.get(parts[-1], "")
    return "do nothing" if words == WAIT else f"{words}, {role}" if role else words


@cached_by_name
def phrases_of(system: System) -> dict[str, str]:
    """Verbs as a fighter does them: `trip` to `tries to trip the target`.

    Verbs whose phrase depends on more than target and weapon are left out, and all those of a
    system that declares no `ActionTable`.
    """
    try:
        rows = require(system.package, "actions.table.TABLE").manual()
    except ImportError:
        return {}
    told = {verb: SLOT.sub(_say_slot, phrase) for _, verb, _, _, phrase in rows}
    return {verb: phrase for verb, phrase in told.items() if not SLOT.search(phrase)}


def _say_slot(found: re.Match[str]) -> str:
    return SLOTS.get(found[1], found[0])
