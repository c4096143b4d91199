"""Builders for the chapter tests of Platemail: fixtures that return functions.

``fight(red=[...], blue=[...], map=None, rules=None)`` deploys a battle; ``duel({...}, {...})`` is
the same for one against one. A fighter is a dict of

* what a scenario may say of him: ``base`` (a name of the cast), ``strength=2``, ``hand="axe"``,
  ``second``, ``shield``, ``armour``, ``carried_hand``, ``spells=["bolt"]``, ``poison``, ...;
* what it may say of his place: ``at=(4, 3)``, ``zone``, ``hidden``, ``ward``;
* any other field of the record, set after deploying: ``wounds=2, prone=1, loaded=0, x=7, ...``;
* ``phase={"ready": 1, "able": 1}`` and ``order={"verb": [...]}``: fields of his row of
  ``battle.phases`` and ``battle.orders``.

What is not said: sword, no shield, no armour, attributes and skills 0, of the cast's swordsman.
With ``base`` the rest is that of the cast. Red stands at (4, 3), (4, 4), ..., blue at (5, 3), (5,
4), ... The map is 32 by 16 and bare, or rows of text with `o` low, `#` high, `^` raised, `+` closed
and `/` open doors. ``rules={"full_absorb": True}`` sets switches, ``faces=[...]`` the dice with
which hidden fighters roll Stealth. The log is on. Nothing is played: the battle is in round 0,
between phases, nobody is to act; set ``battle.phase = 1`` and ``phase={"able": 1}`` as needed.

``load(battle, faces)`` loads dice; when they are used up, others follow. ``with loaded(battle,
faces):`` demands that just these are rolled: all of them, and no other die.
``events(battle)`` is the log as tuples (kind, actor, target, what, amount, dice), kind by name;
``events(battle, "hit", "miss")`` only those kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

import numpy as np
import pytest

from quintain.envs.core.dice import check_dice, load_dice, loaded_left, seed_words
from quintain.envs.platemail.deploy import deploy_fighters
from quintain.envs.platemail.scenario import Person, Scenario, make_template
from quintain.envs.platemail.state import BATTLE, FIGHTER, Event

PLAIN = {"base": "swordsman", "shield": "none", "armour": "none"}
OF_PERSON = tuple(Person.model_fields)
OF_SEAT = ("at", "zone", "hidden", "ward")
OF_RECORD = tuple(key for key in FIGHTER.names if key not in OF_PERSON)
SENTINEL = 127
"""A face that no die has: whoever rolls more than was loaded gets it."""


def seat(fighter: dict, default_at: tuple[int, int]) -> dict:
    """A place of the scenario for a fighter as the tests write it."""
    said = {key: fighter[key] for key in OF_PERSON if key in fighter}
    place = {key: fighter[key] for key in OF_SEAT if key in fighter}
    if "zone" not in place:
        place["at"] = list(place.get("at", default_at))
    return {"fighter": said if "base" in said else {**PLAIN, **said}, **place}


def deploy(red: list[dict], blue: list[dict], rows: str, rules: dict, faces: list) -> np.record:
    """A battle before its first decision, the log on."""
    allowed = {*OF_PERSON, *OF_SEAT, *OF_RECORD, "phase", "order"}
    unknown = {key for one in (*red, *blue) for key in one} - allowed
    assert not unknown, f"no such property of a fighter: {unknown}"
    scenario = Scenario.model_validate(
        {
            "title": "Test",
            "description": "Test.",
            "map": rows,
            "red": [seat(one, (4, 3 + place)) for place, one in enumerate(red)],
            "blue": [seat(one, (5, 3 + place)) for place, one in enumerate(blue)],
            "rules": rules,
        }
    )
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_words(0, 1)[0]
    battle.log = True
    load_dice(battle, faces)
    deploy_fighters(battle, make_template(scenario)[0])
    check_dice(battle)
    assert loaded_left(battle) == []
    for number, one in enumerate((*red, *blue)):
        set_fields(battle.fighters[number], {key: one[key] for key in OF_RECORD if key in one})
        set_fields(battle.phases[number], one.get("phase", {}))
        set_fields(battle.orders[number], one.get("order", {}))
    return battle


def set_fields(record: np.record, fields: dict) -> None:
    """Set fields of a row of the battle."""
    for key, value in fields.items():
        assert key in record.dtype.names, f"no such field: {key}"
        record[key] = value


@pytest.fixture
def fight() -> Callable[..., np.record]:
    """Deploy a battle: see the top of this file."""

    def build(
        red: Sequence[dict] = ({},),
        blue: Sequence[dict] = ({},),
        map: str | None = None,
        rules: dict | None = None,
        faces: Sequence[int] = (),
    ) -> np.record:
        rows = map or "\n".join(["." * 32] * 16)
        return deploy(list(red), list(blue), rows, rules or {}, list(faces))

    return build


@pytest.fixture
def duel(fight: Callable[..., np.record]) -> Callable[..., np.record]:
    """Deploy one against one: see the top of this file."""

    def build(red: dict | None = None, blue: dict | None = None, **more: object) -> np.record:
        return fight([red or {}], [blue or {}], **more)

    return build


@pytest.fixture
def load() -> Callable[[np.record, Sequence[int]], None]:
    """Load dice: see the top of this file."""

    def give(battle: np.record, faces: Sequence[int]) -> None:
        load_dice(battle, list(faces))

    return give


@contextmanager
def hold_dice(battle: np.record, faces: Sequence[int]) -> Iterator[None]:
    """Load the faces; afterwards all must be used, and no other die may have been rolled."""
    load_dice(battle, [*faces, SENTINEL])
    before = battle.dice.copy()
    yield
    left = loaded_left(battle)
    assert SENTINEL in left, "more dice were rolled than were loaded"
    assert (battle.dice == before).all(), "more dice were rolled than were loaded"
    check_dice(battle)
    assert left == [SENTINEL], f"not all dice were used: {left[:-1]}"
    load_dice(battle, [])


@pytest.fixture
def loaded() -> Callable[..., AbstractContextManager[None]]:
    """Load dice and hold the block to them: see the top of this file."""
    return hold_dice


@pytest.fixture
def events() -> Callable[..., list[tuple]]:
    """The log: see the top of this file."""

    def log(battle: np.record, *kinds: str) -> list[tuple]:
        told = [
            (Event(int(event.kind)).name.lower(), *(int(part) for part in event.tolist()[1:]))
            for event in battle.events[: battle.num_events]
        ]
        return [event for event in told if not kinds or event[0] in kinds]

    return log
