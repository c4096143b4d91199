"""Names in a scenario file: labels of fighters, and agents; words of errors about places."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field

from ..engine.battle import SIDES
from ..inputs.spelling import names_like, nearest
from .yaml_models import LISTED_BY, MOST_NAME, FieldError, Strict

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
    """The entries of the cast that may take a seat: `swordsman or axeman`; empty without a cast."""
    return " or ".join(dict.fromkeys(_plain(one.base) for one in getattr(seat, "fighter", ())))


def kinds_of(scenario: BaseScenario, seat: Any) -> list[str]:
    """The kinds that may take a seat, as sentences call them; none without a cast."""
    called = getattr(scenario, "called", {})
    bases = [person.base for person in getattr(seat, "fighter", ())]
    return list(dict.fromkeys(called.get(base, _plain(base)) for base in bases))


def shown_labels(scenario: BaseScenario) -> list[str]:
    """The fighters as the map names them: `Aldric`, `Blue runner (B5)`; `blue 5` by lot."""
    kinds = [kinds_of(scenario, seat) for seat in (*scenario.red, *scenario.blue)]
    return [_shown(*pair) for pair in zip(fighter_labels(scenario), kinds, strict=True)]


def _shown(label: str, kinds: list[str]) -> str:
    """The label, with the kind of a fighter without a name, unless it is drawn by lot."""
    side, _, number = label.partition(" ")
    if side not in SIDES or not number.isdecimal() or len(kinds) != 1:
        return label
    return f"{side.capitalize()} {kinds[0]} ({side[0].upper()}{number})"


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
        label: any name that quintain gives the fighter: its own name; its side and place, `red 1`,
            also as on its token, `R1`; its side and kind as on the map and in the narration, `the
            red archer 2`; its kind and its count among all fighters of this kind, `archer 3`, with
            the kind as the cast writes it too, `shield_bearer_3`; or as `shown_labels` has it. The
            case of letters is ignored.

    Raises:
        FieldError: "no fighter 'red 7': choose from red 1, red 2, blue 1", or the label may mean
            several fighters because their kinds are drawn by lot.
    """
    own, spoken = " ".join(label.split()).casefold(), _plain(label)
    names = [name.casefold() for name in given_names(scenario)]
    if own and own in names:
        return names.index(own)
    plain = side_labels(len(scenario.red), len(scenario.blue))
    for labels in _all_labels(scenario, plain):
        meant = sorted(labels.get(spoken, ()))
        if len(meant) > 1:
            which = [plain[number] for number in meant]
            text = f"{label!r} is {' or '.join(which)}, as their kinds are drawn by lot"
            raise FieldError(f"{text}: choose one of these")
        if meant:
            return meant[0]
    by_kind = dict.fromkeys(name for labels in _labels_by_kind(scenario) for name in labels)
    known = fighter_labels(scenario)
    known = names_like(label, known) or names_like(label, list(by_kind)) or known
    raise FieldError(f"no fighter {label!r}: {nearest(label, known)}")


def find_in_battle(scenario: BaseScenario, names: list[str], label: str) -> int:
    """The number of the fighter with a label in a battle, whose fighters are drawn.

    Args:
        scenario: the scenario.
        names: the fighters' names in the battle, by number: `the red archer 2`.
        label: one of these names, or as in `find_fighter`.

    Raises:
        FieldError: as in `find_fighter`.
    """
    spoken = [_plain(name) for name in names]
    wanted = _plain(label)
    return spoken.index(wanted) if wanted in spoken else find_fighter(scenario, label)


Labels = dict[str, set[int]]
"""The numbers of the fighters that each label may mean."""


def _plain(text: str) -> str:
    """A label as it is compared: `shield bearer 2` for `the Shield_bearer 2`."""
    return " ".join(re.sub(r"[_-]", " ", text).split()).casefold().removeprefix("the ")


def _all_labels(scenario: BaseScenario, plain: list[str]) -> Iterator[Labels]:
    """The labels of the fighters besides their names, in the order in which they are looked up."""
    tokens = [f"{one[0]}{one.rpartition(' ')[2]}" for one in plain]
    for names in (plain, tokens, shown_labels(scenario)):
        yield {_plain(name): {number} for number, name in enumerate(names)}
    red = len(scenario.red)
    yield {
        side: {at} for side, at in (("red", 0), ("blue", red)) if len(getattr(scenario, side)) == 1
    }
    yield from _labels_by_kind(scenario)


def _labels_by_kind(scenario: BaseScenario) -> Iterator[Labels]:
    """The labels by side and kind, and those by kind alone: as in sentences, as in the cast."""
    seats, red = (*scenario.red, *scenario.blue), len(scenario.red)
    cast = [[person.base for person in getattr(seat, "fighter", ())] for seat in seats]
    called = [kinds_of(scenario, seat) for seat in seats]
    everybody = range(len(seats))
    for kinds in (called, cast):
        known = [set(map(_plain, some)) for some in kinds]
        yield _counted(known, everybody[:red], "red ") | _counted(known, everybody[red:], "blue ")
        yield _counted(known, everybody, "")


def _counted(kinds: list[set[str]], numbers: Iterable[int], before: str) -> Labels:
    """The labels of some fighters by kind, `archer`, and by kind and count, `archer 2`.

    Args:
        kinds: those that each fighter may be.
        numbers: of the fighters that are counted.
        before: the beginning of each label.
    """
    found = Labels()
    numbers = list(numbers)
    for kind in {kind for number in numbers for kind in kinds[number]}:
        alike = [number for number in numbers if kind in kinds[number]]
        is_sure = [len(kinds[number]) == 1 for number in alike]
        for place, number in enumerate(alike):
            for count in range(sum(is_sure[:place]), place + 1):
                found.setdefault(f"{before}{kind} {count + 1}", set()).add(number)
            if sum(is_sure) == is_sure[place]:  # it may be the only one
                found.setdefault(f"{before}{kind}", set()).add(number)
    return found


def find_kind(scenario: BaseScenario, kind: str) -> str:
    """The entry of the cast that a kind means: `shield_bearer` for `shield bearer`.

    Raises:
        FieldError: "no fighter in the cast 'knigt': did you mean knight?".
    """
    cast = scenario.vocabulary.get("cast", ())
    for names in (cast, [scenario.called.get(base, base) for base in cast]):
        plain = [_plain(name) for name in names]
        if _plain(kind) in plain:
            return cast[plain.index(_plain(kind))]
    hint = nearest(kind, list(cast), LISTED_BY)
    raise FieldError(f"no fighter in the cast {kind!r}: {hint}")


def free_beside(place: tuple[int, int], size: tuple[int, int], used: set[tuple[int, int]]) -> str:
    """The end of an error about a place: a free one beside it, if there is any.

    Args:
        place: the place.
        size: columns and rows of the map.
        used: the places that are blocked or taken.
    """
    (column, row), (width, height) = place, size
    around = itertools.product(range(row - 1, row + 2), range(column - 1, column + 2))
    inside = [(x, y) for y, x in around if 0 <= x < width and 0 <= y < height]
    beside = next((list(one) for one in inside if one not in used), None)
    return f": {beside} is free" if beside else ""


def outside_map(width: int, height: int, spaces: str) -> str:
    """The error of a fighter who would stand outside the map."""
    places = f"columns go from 0 to {width - 1}, rows from 0 to {height - 1}"
    return f"lies outside the map of {width} x {height} {spaces}: {places}"
