"""The keys of an encounter as fields of a form, each with its range and its present value."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import yaml

from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.record import Field
from ..envs.core.engine.system import System
from ..envs.core.scenarios.reference import legal_keys
from ..envs.core.scenarios.sheet_keys import NO_FIGHTER, NONE, Key
from .draft import Draft

PLAIN = ("at", "zone", "fighter", "name", "state")
"""Keys of a seat that have controls of their own, or none."""
WIDE = 10_000


@dataclass(frozen=True)
class FormField:
    """A key as a field of a form.

    Attributes:
        key: its name in the file.
        value: the kind and range of its value in words.
        meaning: its meaning, with its row.
        kind: `choice`, `number`, `flag`, `fighter`, `list`, `mapping` or `text`. The last three
            are written as in a file.
        names: the legal names of a choice.
    """

    key: str
    value: str
    meaning: str
    kind: str
    names: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The field as plain data."""
        return asdict(self)


def seat_fields(system: System) -> list[FormField]:
    """The keys of a seat beside its place, name and fighter."""
    return _fields_of(system, "red, blue", PLAIN)


def person_fields(system: System) -> list[FormField]:
    """The keys of a fighter that replace figures of its entry of the cast."""
    return _fields_of(system, "fighter", ("base",))


def _fields_of(system: System, part: str, left_out: tuple[str, ...]) -> list[FormField]:
    keys = [one for one in legal_keys(system.scenario_model) if one.part == part]
    return [
        _field(one.key, one.value, one.meaning, names_in(one.value))
        for one in keys
        if one.key not in left_out
    ]


def names_in(value: str) -> tuple[str, ...]:
    """The names of a choice in words: `bound or grappled`."""
    names = tuple(value.split(" or "))
    is_choice = len(names) > 1 and all(name.isidentifier() for name in names)
    return names if is_choice and names != ("true", "false") else ()


def _field(key: str, value: str, meaning: str, names: tuple[str, ...]) -> FormField:
    kind = "choice" if names else "flag" if value == "true or false" else shape_of(value)
    return FormField(key, value, meaning, kind, names)


def shape_of(value: str) -> str:
    """The kind of a field without names of its own: `list`, `mapping` or `text`."""
    if value.startswith(("a list", "[")):
        return "list"
    return "mapping" if ", each with " in value else "text"


def state_fields(system: System) -> list[FormField]:
    """The keys of a fighter's `state`; none if the system has none."""
    sheet = system.scenario_model.sheet
    return [] if sheet is None else [_of_key(key, sheet.fighter_fields) for key in sheet.fighter]


def now_fields(system: System) -> list[FormField]:
    """The keys of `now`; none if the system has none."""
    sheet = system.scenario_model.sheet
    return [] if sheet is None else [_of_key(key, sheet.battle_fields) for key in sheet.battle]


def _of_key(key: Key, fields: tuple[Field, ...]) -> FormField:
    value = key.value(fields)
    meaning = f"{key.meaning} ({key.row})" if key.row else key.meaning
    if type(key) is not Key or key.places or key.is_set:
        return FormField(key.name, value, meaning, shape_of(value))
    one = key.field_in(fields)
    if one.shape or one.is_set:
        return FormField(key.name, value, meaning, shape_of(value))
    if key.names:
        is_open = one.low < 0 and NONE not in key.names
        names = (NONE, *key.names) if is_open else key.names
        return FormField(key.name, value, meaning, "choice", names)
    if one.limit == "num_fighters":
        can_be_none = one.low < 0 and not key.is_somebody
        return FormField(key.name, value, meaning, "fighter", (NO_FIGHTER,) if can_be_none else ())
    if (one.low, one.high) == (0, 1):
        return FormField(key.name, value, meaning, "flag")
    return FormField(key.name, value, meaning, "number")


# --- What is written ------------------------------------------------------------------------------


def seats_of(draft: Draft) -> list[dict[str, Any]]:
    """Each seat of an encounter, red first, with its values as a file has them."""
    return [
        seat_of(draft, side, place, seat)
        for side in SIDES
        for place, seat in enumerate(draft.data.get(side) or [])
        if isinstance(seat, dict)
    ]


def seat_of(draft: Draft, side: str, place: int, seat: dict[str, Any]) -> dict[str, Any]:
    """One seat: its label, its name, its entry of the cast, its place and all other keys."""
    fighter = seat.get("fighter") or []
    people = fighter if isinstance(fighter, list) else [fighter]
    first = people[0] if people else ""
    person = first if isinstance(first, dict) else {"base": first}
    return {
        "side": side,
        "place": place,
        "label": f"{side[0].upper()}{place + 1}",
        "name": str(seat.get("name") or ""),
        "kind": str(person.get("base", "")),
        "drawn": len(people),
        "at": written(seat.get("at")),
        "zone": written(seat.get("zone")),
        "keys": {key: written(value) for key, value in seat.items() if key not in PLAIN},
        "person": {key: written(value) for key, value in person.items() if key != "base"},
        "state": {key: written(value) for key, value in (seat.get("state") or {}).items()},
    }


def written(value: Any) -> str:
    """A value as a file has it, in one line; empty for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=WIDE)
    return text.strip().removesuffix("...").strip()
