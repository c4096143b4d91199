"""Tables of actions whose ids never shift, and the actions in words.

An action is a verb with what it is about (its argument) and, for some verbs, the slot of an enemy
or an ally. What needs no slot comes first, then the verbs of enemy slot 0 and ally slot 0, of slot
1, and so on: the table of a duel is the beginning of the table of a skirmish.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .battle import MAX_SIDE
from .system import nearest

KEYS = ("verb", "about", "target")
"""What an action in words has."""


class ActionTable(NamedTuple):
    """The numbers of a table; letters: `V` verbs, `I` ids of a table with the most slots.

    Attributes:
        first_slot: ids of the verbs without a slot.
        slot_actions: ids of a slot: those about the enemy in it, then those about the ally in it.
        offset: `[V]` first id of a verb; of its slot 0 for those that have one.
        stride: `[V]` from the id in a slot to that in the next; 0 without a slot.
        verb: `[I]` the verb of an id.
        argument: `[I]` its argument.
        slot: `[I]` its slot, -1 without one.
    """

    first_slot: int
    slot_actions: int
    offset: np.ndarray
    stride: np.ndarray
    verb: np.ndarray
    argument: np.ndarray
    slot: np.ndarray

    def num_actions(self, max_side: int) -> int:
        """Length of the table with so many slots a side."""
        return self.first_slot + self.slot_actions * max_side


def action_table(
    arguments: np.ndarray, first_argument: np.ndarray, first_with_slot: int
) -> ActionTable:
    """Number the actions of a system, int64 throughout.

    Args:
        arguments: `[V]` ids of each verb, for one slot.
        first_argument: `[V]` the argument of a verb's first id.
        first_with_slot: the first of the verbs that have a slot.
    """
    verbs = np.arange(len(arguments))
    first_slot = int(arguments[:first_with_slot].sum())
    slot_actions = int(arguments[first_with_slot:].sum())
    offset = np.cumsum(arguments) - arguments
    stride = np.where(verbs < first_with_slot, 0, slot_actions)
    ids = np.arange(first_slot + slot_actions * MAX_SIDE)
    slot = np.where(ids < first_slot, -1, (ids - first_slot) // slot_actions)
    verb = np.repeat(verbs, arguments)[ids - slot_actions * np.maximum(slot, 0)]
    argument = ids - offset[verb] - stride[verb] * slot + first_argument[verb]
    return ActionTable(first_slot, slot_actions, offset, stride, verb, argument, slot)


# --- In words -------------------------------------------------------------------------------------


def check_sides(max_side: int) -> None:
    """Raise a ValueError for a number of slots that no table has."""
    if not 1 <= max_side <= MAX_SIDE:
        raise ValueError(f"max_side must be between 1 and {MAX_SIDE}, got {max_side}")


def check_action(action: int, num_actions: int) -> None:
    """Raise a ValueError for an id that a table of that length has not."""
    if not 0 <= action < num_actions:
        raise ValueError(f"action must be between 0 and {num_actions - 1}, got {action}")


def read_verb(verb: Any, verbs: tuple[str, ...]) -> str:
    """The verb that was named.

    Raises:
        ValueError: none of the verbs; the message gives the nearest ones.
    """
    if verb not in verbs:
        raise ValueError(f"no verb {verb!r}: {nearest(str(verb), list(verbs))}")
    return str(verb)


def read_slot(verb: str, target: Any, max_side: int) -> int:
    """The slot that a verb names.

    Raises:
        ValueError: not one of the slots.
    """
    is_slot = isinstance(target, int | np.integer) and not isinstance(target, bool)
    if not is_slot or not 0 <= target < max_side:
        raise ValueError(f"{verb} needs a target slot between 0 and {max_side - 1}, got {target!r}")
    return int(target)


def arguments_in_words(
    arguments: np.ndarray, first_argument: np.ndarray, said: dict[tuple[int, ...], tuple[str, ...]]
) -> tuple[tuple[Any, ...], ...]:
    """What the actions of each verb are about, in the order of their ids; empty if of nothing.

    Args:
        arguments: `[V]` ids of each verb, for one slot.
        first_argument: `[V]` the argument of a verb's first id.
        said: words for what some verbs are about; the arguments of all others are numbers.
    """
    words = {verb: words for verbs, words in said.items() for verb in verbs}
    numbers = zip(first_argument.tolist(), arguments.tolist(), strict=True)
    return tuple(
        words.get(verb, tuple(range(first, first + count)) if count > 1 else ())
        for verb, (first, count) in enumerate(numbers)
    )


class Wording(NamedTuple):
    """A table of actions in words, both ways.

    Attributes:
        table: the numbers.
        verbs: the name of each verb.
        about: what the actions of each are about (`arguments_in_words`).
    """

    table: ActionTable
    verbs: tuple[str, ...]
    about: tuple[tuple[Any, ...], ...]

    def decode(self, action: int, max_side: int) -> dict[str, Any]:
        """An action as a mapping.

        Args:
            action: 0 to `num_actions(max_side)` - 1.
            max_side: slots a side, 1 to 6.

        Returns:
            `{"verb": one of the verbs, "about": a word or number, or None, "target": slot or
            None}`.

        Raises:
            ValueError: no such action: "action must be between 0 and ..., got ...".
        """
        check_sides(max_side)
        check_action(action, self.table.num_actions(max_side))
        verb, slot = int(self.table.verb[action]), int(self.table.slot[action])
        place = int(action - self.table.offset[verb] - self.table.stride[verb] * slot)
        about = self.about[verb][place] if self.about[verb] else None
        return {"verb": self.verbs[verb], "about": about, "target": None if slot < 0 else slot}

    def encode(self, choice: dict[str, Any], max_side: int) -> int:
        """The action that a mapping names, the inverse of `decode`.

        Args:
            choice: `{"verb": ..., "about": ..., "target": ...}`; what a verb does not need may be
                left out or None.
            max_side: slots a side, 1 to 6.

        Raises:
            ValueError: one sentence with the value and what would be right.
        """
        check_sides(max_side)
        for key in choice:
            if key not in KEYS:
                raise ValueError(f"an action has verb, about and target, got the key {key!r}")
        name, about, target = (choice.get(key) for key in KEYS)
        verb = self.verbs.index(read_verb(name, self.verbs))
        stride = int(self.table.stride[verb])
        if not stride and target is not None:
            raise ValueError(f"{name} takes no target, got {target!r}")
        place = self._place(verb, about)
        slot = read_slot(str(name), target, max_side) if stride else 0
        return int(self.table.offset[verb]) + place + stride * slot

    def _place(self, verb: int, about: Any) -> int:
        """Which of the actions of a verb, in one slot, is about that."""
        name, valid = self.verbs[verb], self.about[verb]
        if not valid:
            if about is not None:
                raise ValueError(f"{name} is about nothing, got {about!r}")
            return 0
        if about not in valid or isinstance(about, bool):
            hint = nearest(str(about), [str(one) for one in valid])
            raise ValueError(f"{name} must say what it is about, got {about!r}: {hint}")
        return valid.index(about)
