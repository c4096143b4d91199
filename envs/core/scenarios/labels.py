"""Names in a scenario file: labels of fighters, and agents."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field

from ..engine.battle import SIDES
from ..inputs.spelling import nearest
from .yaml_models import MOST_NAME, FieldError, Strict

if TYPE_CHECKING:
    from .model import BaseScenario


AGENT_NAME = re.compile(r"[\w.:?=&-]+")


def _agent_name(value: str) -> str:
    if not AGENT_NAME.fullmatch(value) or value.endswith((".py", ".npc", ".json")):
        raise ValueError(
            "an agent in a scenario is a built-in one or a released NPC, "
            f"got {value!r}: name files and runs on the command line"
        )
    return value


AgentName = Annotated[str, Field(max_length=100), AfterValidator(_agent_name)]
"""The name of an agent that needs no file; the layer above knows them."""


class SideAgents(Strict):
    """The agents of the sides.

    Attributes:
        red: the agent of red's fighters without one of their own.
        blue: the agent of blue's.
    """

    red: AgentName | None = None
    blue: AgentName | None = None


def side_label(side: str, place: int) -> str:
    """The fighter at a place of a side, counted from 0, by its number, counted from 1: `red 4`."""
    return f"{side} {place + 1}"


def side_labels(red: int, blue: int) -> list[str]:
    """The fighters of two sides by number, counted from 1: `red 1`, `red 2`, `blue 1`."""
    sizes = zip(SIDES, (red, blue), strict=True)
    return [side_label(side, place) for side, size in sizes for place in range(size)]


def given_names(scenario: BaseScenario) -> list[str]:
    """The name that the scenario gives each fighter, by number; empty where it gives none."""
    return [getattr(seat, "name", None) or "" for seat in (*scenario.red, *scenario.blue)]


def fighter_labels(scenario: BaseScenario) -> list[str]:
    """One label for each fighter by number, which `find_fighter` reads: its name, else `red 1`."""
    plain = side_labels(len(scenario.red), len(scenario.blue))
    return [name or label for name, label in zip(given_names(scenario), plain, strict=True)]


def kind_of(seat: Any) -> str:
    """The kinds that may take a seat: `archer`, `swordsman or axeman`; empty without a cast."""
    persons = getattr(seat, "fighter", ())
    kinds = dict.fromkeys(person.base.replace("_", " ") for person in persons)
    return " or ".join(kinds)


def shown_label(label: str, kind: str) -> str:
    """A fighter as the map names it: `Aldric`, `Blue runner (B5)`; `blue 5` if its kind is drawn.

    Args:
        label: one of `fighter_labels`.
        kind: the answer of `kind_of` about its seat.
    """
    side, _, number = label.partition(" ")
    if side not in SIDES or not number.isdecimal() or not kind or " or " in kind:
        return label
    return f"{side.capitalize()} {kind} ({side[0].upper()}{number})"


def shown_labels(scenario: BaseScenario) -> list[str]:
    """The fighters of a scenario as the map names them."""
    kinds = map(kind_of, (*scenario.red, *scenario.blue))
    return [shown_label(*pair) for pair in zip(fighter_labels(scenario), kinds, strict=True)]


def in_words(keys: tuple[Any, ...], data: Any = None) -> str:
    """The place of a value in a scenario file, as people count and call it.

    Args:
        keys: its path: `("red", 3, "fighter", 0, "hand")`, `("now", "ground", 1, "at", 0)`.
        data: the content of the file, or the scenario, for the names of fighters.

    Returns:
        `red 4 (Aldric): hand`, `now.ground 2.at 1`.
    """
    if keys[:1] not in [(side,) for side in SIDES] or not isinstance(keys[1:2] and keys[1], int):
        return _joined(keys)
    side, place, *rest = keys
    seat = _entry(_entry(data, side), place)
    name, people = _entry(seat, "name"), _entry(seat, "fighter")
    if rest[:2] == ["fighter", 0] and not (isinstance(people, list) and len(people) > 1):
        rest = rest[2:]
    label = side_label(side, place)
    is_usable = isinstance(name, str) and name.isprintable() and 0 < len(name) <= MOST_NAME
    if is_usable and rest[:1] != ["name"]:
        label = f"{label} ({name})"
    while rest and isinstance(rest[-1], int):  # the message quotes the wrong entry of a list
        rest.pop()
    return ": ".join(filter(None, (label, _joined(tuple(rest)))))


def _entry(data: Any, key: str | int) -> Any:
    """The value at a key of a mapping, a list or a model; None if there is none."""
    if isinstance(data, dict):
        return data.get(key)
    if isinstance(key, str):
        return getattr(data, key, None)
    return data[key] if isinstance(data, list) and 0 <= key < len(data) else None


def _joined(keys: tuple[Any, ...]) -> str:
    """Keys with a dot between them; an entry of a list by its number, counted from 1."""
    text = "".join(f" {key + 1}" if isinstance(key, int) else f".{key}" for key in keys)
    return text.removeprefix(".")


def find_fighter(scenario: BaseScenario, label: str) -> int:
    """The number of the fighter with a label.

    Args:
        scenario: the scenario.
        label: the fighter's name; or its side and place, `red 1`, also as on its token, `R1`; or
            the entry of the cast and its count among the fighters of that entry, `bandit_3`; or as
            `shown_labels` has it. The case of letters is ignored.

    Raises:
        FieldError: "no fighter 'red 7': choose from red 1, red 2, blue 1".
    """
    plain = side_labels(len(scenario.red), len(scenario.blue))
    wanted = " ".join(label.split()).casefold()
    tokens = [f"{one[0]}{one.rpartition(' ')[2]}" for one in plain]
    shown = shown_labels(scenario)
    for labels in (given_names(scenario), plain, tokens, _cast_labels(scenario), shown):
        known = [one.casefold() for one in labels]
        if wanted and wanted in known:
            return known.index(wanted)
    raise FieldError(f"no fighter {label!r}: {nearest(label, fighter_labels(scenario))}")


def _cast_labels(scenario: BaseScenario) -> list[str]:
    """The label by entry of the cast, `bandit_3`; empty where an entry is drawn among several."""
    seats = (*scenario.red, *scenario.blue)
    kinds = [{one.base for one in getattr(seat, "fighter", ())} for seat in seats]
    bases = [kind.pop() if len(kind) == 1 else "" for kind in kinds]
    return [base and f"{base}_{bases[: at + 1].count(base)}" for at, base in enumerate(bases)]


def outside_map(width: int, height: int, spaces: str) -> str:
    """The error of a fighter who would stand outside the map."""
    places = f"columns go from 0 to {width - 1}, rows from 0 to {height - 1}"
    return f"lies outside the map of {width} x {height} {spaces}: {places}"
