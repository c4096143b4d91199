"""The actions of a system from one declaration: ids, numbers for compiled rules, words, docs.

An action is a verb, for some verbs with an option (a direction, a hand, a number), and for some
with the slot of an enemy or an ally. Ids are stable: the verbs without a slot come first, then the
verbs for enemy slot 0 and ally slot 0, then those for slot 1, and so on. So the table of a duel is
the beginning of the table of a skirmish. Id 0 is the first verb, which waits.

Letters: `V` verbs, `I` ids of the table with the most slots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from ..compiler.compile import njit
from ..inputs.spelling import nearest
from .battle import MAX_SIDE, NOBODY, ally_in_slot, enemy_in_slot


class Target(IntEnum):
    """The kind of fighter in the slot of a verb."""

    NONE = 0
    ENEMY = 1
    ALLY = 2


@dataclass(frozen=True)
class Entry:
    """One verb: an id for each of its options, for a verb with a target in each slot.

    Attributes:
        verb: its number, a member of the system's `Verb`.
        phrase: the sentence without its subject: "strikes {target} with {weapon}". `ActionSentence`
            fills in the braces; the docs show the names in them.
        options: words or numbers, one for each id; empty for a verb with a single id.
        first: the argument of the first option if they are words; a number is its own argument.
        target: the kind of fighter in its slot.
        declares: the system's number of the book's action that it declares.
        key: the key of the option in a mapping (`ActionTable.decode`).
        name: the verb in words, if that is not the name of the member.
    """

    verb: int
    phrase: str
    options: Iterable[str | int] = ()
    first: int = 0
    target: Target = Target.NONE
    declares: int = 0
    key: str = "about"
    name: str = ""

    def ids(self) -> list[Id]:
        """The ids of one slot, in order."""
        options = list(self.options)
        if not options:
            return [Id(self, self.first, None)]
        return [
            Id(self, self.first + place if isinstance(option, str) else option, option)
            for place, option in enumerate(options)
        ]

    @property
    def word(self) -> str:
        """The verb in words."""
        return self.name or str(getattr(self.verb, "name", self.verb)).lower()


class Id(NamedTuple):
    """The meaning of an id without its slot: an entry, its argument, and its option in words."""

    entry: Entry
    argument: int
    option: str | int | None


class Accessors(NamedTuple):
    """Compiled functions of the ids of a table.

    Attributes:
        verb_of: `(action)`: its verb.
        argument_of: `(action)`: the number of its option; 0 if the verb has none.
        slot_in: `(action)`: its slot, -1 without one.
        fighter_of: `(battle, actor, action)`: the enemy or ally in its slot, -1 without one.
        action_id: `(verb, argument, slot)`: the id, the inverse of the first three; a verb without
            a slot takes any.
        first_id: `(verb, slot)`: the id of its first option; a verb without a slot takes any.
    """

    verb_of: Callable
    argument_of: Callable
    slot_in: Callable
    fighter_of: Callable
    action_id: Callable
    first_id: Callable


class ActionTable:
    """The table of a system's actions.

    Attributes:
        entries: the declared entries.
        keys: the keys of an action as a mapping, except "verb", in order.
        verbs: the verbs in words, in the order of their first ids.
        first_slot: number of ids without a slot.
        slot_actions: number of ids of each slot.
        verb: `[I]` the verb of an id.
        argument: `[I]` its argument.
        slot: `[I]` its slot, -1 without one.
        offset: `[V]` the first id of a verb, in slot 0.
        stride: `[V]` difference of the ids in a slot and in the next one; 0 without a slot.
        first_argument: `[V]` the argument of a verb's first id.
        num_arguments: `[V]` ids of a verb in one slot.
        target: `[V]` the kind of fighter in its slot, a `Target`.
        declares: `[V]` the system's number of the book's action that a verb declares.
    """

    def __init__(self, *entries: Entry, keys: tuple[str, ...] = ("about", "target")) -> None:
        """Number the actions in the order of the entries.

        Args:
            entries: one for each verb; several with different options for a verb whose ids are not
                contiguous: the arrays `[V]` then describe the last one.
            keys: the keys of an action as a mapping, except "verb", in order.
        """
        self.entries, self.keys = entries, keys
        plain = [one for entry in entries if not entry.target for one in entry.ids()]
        in_slot = [one for entry in entries if entry.target for one in entry.ids()]
        self.first_slot, self.slot_actions = len(plain), len(in_slot)
        self._ids = [*plain, *in_slot * MAX_SIDE]
        self.verb = np.array([int(one.entry.verb) for one in self._ids])
        self.argument = np.array([one.argument for one in self._ids])
        after_plain = np.arange(len(self._ids)) - self.first_slot
        self.slot = np.where(after_plain < 0, -1, after_plain // max(1, self.slot_actions))
        self._number_verbs()
        self._meanings = self._read_backwards()
        self.verbs = tuple(self._meanings)

    def _number_verbs(self) -> None:
        """Fill the arrays of verbs."""
        of_verbs = np.zeros((6, int(self.verb.max()) + 1), np.int64)
        self.offset, self.stride, self.first_argument = of_verbs[:3]
        self.num_arguments, self.target, self.declares = of_verbs[3:]
        for entry in self.entries:
            ids, verb = entry.ids(), int(entry.verb)
            self.offset[verb] = next(id for id, one in enumerate(self._ids) if one.entry is entry)
            self.stride[verb] = self.slot_actions if entry.target else 0
            self.first_argument[verb] = ids[0].argument
            self.num_arguments[verb] = len(ids)
            self.target[verb], self.declares[verb] = entry.target, entry.declares

    def num_actions(self, max_side: int) -> int:
        """Length of the table with `max_side` slots a side."""
        return self.first_slot + self.slot_actions * max_side

    def accessors(self, module: str) -> Accessors:
        """The compiled functions on the ids.

        Args:
            module: the system's module that declares the table. The cache stores the compiled code
                until the sources of this module change.
        """
        verbs, arguments, slots = self.verb, self.argument, self.slot
        offset, stride, targets = self.offset, self.stride, self.target
        zero = offset - self.first_argument  # the id of argument 0, even if the verb lacks it

        @njit(owner=module)
        def verb_of(action):
            return verbs[action]

        @njit(owner=module)
        def argument_of(action):
            return arguments[action]

        @njit(owner=module)
        def slot_in(action):
            return slots[action]

        @njit(owner=module)
        def fighter_of(battle, actor, action):
            if slots[action] < 0:
                return NOBODY
            if targets[verbs[action]] == Target.ALLY:
                return ally_in_slot(battle, actor, slots[action])
            return enemy_in_slot(battle, actor, slots[action])

        @njit(owner=module)
        def action_id(verb, argument, slot):
            return zero[verb] + argument + stride[verb] * slot

        @njit(owner=module)
        def first_id(verb, slot):
            return offset[verb] + stride[verb] * slot

        return Accessors(verb_of, argument_of, slot_in, fighter_of, action_id, first_id)

    # --- In words ---------------------------------------------------------------------------------

    def entry(self, action: int, max_side: int = MAX_SIDE) -> Entry:
        """The entry of an id.

        Raises:
            ValueError: no such action: "action must be between 0 and ..., got ...".
        """
        length = self.num_actions(check_sides(max_side))
        if not 0 <= action < length:
            raise ValueError(f"action must be between 0 and {length - 1}, got {action}")
        return self._ids[action].entry

    def fighter(self, battle: np.record, actor: int, action: int) -> int:
        """The enemy or ally in the slot of an action, -1 without one."""
        slot, target = int(self.slot[action]), int(self.target[self.verb[action]])
        if slot < 0 or actor == NOBODY:
            return NOBODY
        find = ally_in_slot if target == Target.ALLY else enemy_in_slot
        return int(find(battle, actor, slot))

    def decode(self, action: int, max_side: int) -> dict[str, Any]:
        """An action as a mapping.

        Args:
            action: 0 to `num_actions(max_side)` - 1.
            max_side: slots a side, 1 to 6.

        Returns:
            `{"verb": one of `verbs`, ...}` with all `keys`: "target" is a slot, other keys have a
            word or number of the verb's options; a key that the verb does not use has None.

        Raises:
            ValueError: no such action: "action must be between 0 and ..., got ...".
        """
        entry = self.entry(action, max_side)
        return {"verb": entry.word, **dict(zip(self.keys, self._values(action), strict=True))}

    def _values(self, action: int) -> tuple[str | int | None, ...]:
        """The value for each of the keys."""
        entry, _, option = self._ids[action]
        values: dict[str, str | int | None] = {entry.key: option}
        if entry.target:
            values["target"] = int(self.slot[action])
        return tuple(values.get(key) for key in self.keys)

    def _read_backwards(self) -> dict[str, dict[tuple[str | int | None, ...], int]]:
        """For each verb in words, a mapping from the values of its keys to the id."""
        meanings: dict[str, dict[tuple[str | int | None, ...], int]] = {}
        for action, (entry, _, _) in enumerate(self._ids):
            meanings.setdefault(entry.word, {})[self._values(action)] = action
        return meanings

    def encode(self, choice: Mapping[str, Any], max_side: int) -> int:
        """The action of a mapping, the inverse of `decode`.

        Args:
            choice: `{"verb": ..., ...}`; a key that the verb does not use may be omitted or None.
            max_side: slots a side, 1 to 6.

        Raises:
            ValueError: one sentence with the wrong value and the valid ones.
        """
        length = self.num_actions(check_sides(max_side))
        for key in choice:
            if key not in ("verb", *self.keys):
                keys = ", ".join(("verb", *self.keys))
                raise ValueError(f"an action has the keys {keys}, got the key {key!r}")
        verb = choice.get("verb")
        if not isinstance(verb, str) or verb not in self._meanings:
            hint = nearest(str(verb), list(self.verbs), "`System.verbs` lists them")
            raise ValueError(f"no verb {verb!r}: {hint}")
        known = {values: id for values, id in self._meanings[verb].items() if id < length}
        given = tuple(choice.get(key) for key in self.keys)
        for key, value, *valid in zip(self.keys, given, *known, strict=True):
            _check_value(verb, key, value, list(dict.fromkeys(valid)))
        return known[given]

    # --- In the docs ------------------------------------------------------------------------------

    def manual(self) -> list[tuple[str, str, str, str, str]]:
        """A row for each verb of the table of a duel: ids, verb, options, target, phrase."""
        rows = []
        for word, known in self._meanings.items():
            ids = [id for id in known.values() if id < self.num_actions(1)]
            entry = self._ids[ids[-1]].entry
            options = dict.fromkeys(self._ids[id].option for id in ids)
            about = [str(option) for option in options if option is not None]
            target = entry.target.name.lower() if entry.target else ""
            phrase = entry.phrase.replace("{", "*").replace("}", "*")
            rows.append((_spans(ids), word, ", ".join(about), target, phrase))
        return rows


def check_sides(max_side: int) -> int:
    """The number of slots a side, after a check of its range."""
    if not 1 <= max_side <= MAX_SIDE:
        raise ValueError(f"max_side must be between 1 and {MAX_SIDE}, got {max_side}")
    return max_side


def _check_value(verb: str, key: str, value: Any, valid: list[Any]) -> None:
    """Raise a ValueError if a verb does not accept a value for a key."""
    if valid == [None]:
        if value is not None:
            raise ValueError(f"{verb} takes no {key!r}, got {value!r}")
    elif not isinstance(value, str | int | np.integer) or isinstance(value, bool):
        raise ValueError(f"{verb} needs {key!r}, got {value!r}: {_choices(valid)}")
    elif value not in valid:
        raise ValueError(f"{verb} needs {key!r}, got {value!r}: {_choices(valid, str(value))}")


def _choices(valid: list[Any], value: str = "") -> str:
    """A clause with the valid values, or with those most similar to a value."""
    return nearest(value, [str(one) for one in valid])


def _spans(ids: list[int]) -> str:
    """Numbers in words, with ranges of consecutive ones: `3 to 5, 9`."""
    spans = [
        [id for _, id in span]
        for _, span in groupby(enumerate(ids), lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(str(one[0]) if len(one) == 1 else f"{one[0]} to {one[-1]}" for one in spans)
