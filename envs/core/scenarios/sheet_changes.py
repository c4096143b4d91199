"""States of scenarios whose fighters change: somebody stays away, joins, or holds other weapons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..engine.battle import MAX_FIGHTERS, MAX_SIDE, SIDES
from ..engine.record import Field
from .labels import side_labels
from .sheet_keys import Key, Rows, Speaker
from .sheets import has_state
from .yaml_models import FieldError

if TYPE_CHECKING:
    from .model import BaseScenario

ABSENT = None
"""In place of the label of a fighter who stays away."""


class Renaming:
    """The labels of fighters before and after a change of the sides.

    Attributes:
        kept: the former places of the fighters who are left, by side.
        newcomers: the labels of those who join.
    """

    def __init__(
        self, scenario: BaseScenario, data: dict[str, Any], kept: Mapping[str, Sequence[int]]
    ) -> None:
        """Name everybody; the arguments are those of `change_states`."""
        self.kept, self._speaker = kept, Speaker(scenario)
        first = {"red": 0, "blue": len(scenario.red)}
        self._labels = dict[int, str]()
        self.newcomers = list[str]()
        labels = iter(side_labels(len(data["red"]), len(data["blue"])))
        for side in SIDES:
            places = kept[side]
            for place, (seat, label) in enumerate(zip(data[side], labels, strict=False)):
                if place < len(places):
                    self._labels[first[side] + places[place]] = seat.get("name") or label
                else:
                    self.newcomers.append(label)

    def label(self, text: str) -> str | None:
        """The present label of a fighter, `ABSENT`, or the same text if it names nobody."""
        try:
            number = self._speaker.number(text)
        except FieldError:
            return text
        return self._labels.get(number, ABSENT) if number >= 0 else text

    def value(self, key: Key, field: Field | None, value: Any, others: str) -> Any:
        """The present value of a key; `ABSENT` where it names a fighter who stays away.

        Args:
            key: the key.
            field: the declaration of its field, if it has one of its own.
            value: its value before the change.
            others: the side of the fighter's enemies.
        """
        if isinstance(key, Rows):
            columns = {one.name: one for one in key.columns}
            return [
                {name: self.value(columns[name], None, one, others) for name, one in row.items()}
                for row in value
            ]
        if key.names:
            return value
        if field is not None and field.shape == (MAX_SIDE,):  # a number for each enemy
            return [value[place] for place in self.kept[others] if place < len(value)]
        found = self._renamed(value)
        is_order = field is not None and field.shape == (MAX_FIGHTERS,) and field.limit
        return [*found, *self.newcomers] if is_order else found

    def _renamed(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.label(value)
        if isinstance(value, list):
            return [one for one in map(self._renamed, value) if one is not ABSENT]
        if isinstance(value, dict):
            found = {name: self._renamed(one) for name, one in value.items()}
            return {name: one for name, one in found.items() if one is not ABSENT}
        return value


def change_states(
    scenario: BaseScenario, data: dict[str, Any], kept: Mapping[str, Sequence[int]]
) -> None:
    """Correct the states in the data of a scenario whose sides have changed.

    A key that names a fighter who stays away is left out; a newcomer is the last in the order.

    Args:
        scenario: the scenario before the change.
        data: the content of its file, whose lists `red` and `blue` hold the seats that are left,
            and then the newcomers'.
        kept: the former places of the fighters who are left, by side.
    """
    sheet = scenario.sheet
    if sheet is None or not has_state(scenario):
        return
    renaming = Renaming(scenario, data, kept)
    parts: list[tuple[dict[str, Any], str, tuple[Key, ...], tuple[Field, ...], str]]
    parts = [(data, "now", sheet.battle, sheet.battle_fields, "red")]
    for side, enemies in zip(SIDES, reversed(SIDES), strict=True):
        for seat in data[side]:
            parts.append((seat, "state", sheet.fighter, sheet.fighter_fields, enemies))
    for holder, part, keys, fields, others in parts:
        by_name = {key.name: key for key in keys}
        declared = {one.name: one for one in fields}
        found = {
            name: renaming.value(
                by_name[name], declared.get(by_name[name].covers()[0]), one, others
            )
            for name, one in (holder.get(part) or {}).items()
        }
        if part in holder:
            holder[part] = {name: one for name, one in found.items() if one is not ABSENT}


def forget_items(scenario: BaseScenario, seat: dict[str, Any]) -> None:
    """Leave out the keys of a seat's state that say what the fighter holds and carries."""
    _forget(scenario, seat, lambda key: key.is_held)


def forget_armour(scenario: BaseScenario, seat: dict[str, Any]) -> None:
    """Leave out the keys of a seat's state that are about its armour."""
    _forget(scenario, seat, lambda key: key.is_worn)


def _forget(scenario: BaseScenario, seat: dict[str, Any], is_void: Callable[[Key], bool]) -> None:
    if scenario.sheet is not None and seat.get("state"):
        void = {key.name for key in scenario.sheet.fighter if is_void(key)}
        seat["state"] = {name: one for name, one in seat["state"].items() if name not in void}
