"""Builders for the chapter tests of Platemail: fixtures that return functions.

``fight(red=[...], blue=[...], map=None, rules=None)`` deploys a battle; ``duel({...}, {...})`` is
the same for one against one. A fighter is a dict of

* keys of a scenario for a fighter: ``base`` (a name of the cast), ``strength=2``, ``hand="axe"``,
  ``second``, ``shield``, ``armour``, ``carried_hand``, ``spells=["bolt"]``, ``poison``, ...;
* keys for its position: ``at=(4, 3)``, ``zone``, ``hidden``, ``ward``;
* any other field of the record, set after deploying: ``wounds=2, prone=1, loaded=0, x=7, ...``;
* ``phase={"ready": 1, "able": 1}`` and ``order={"verb": [...]}``: fields of its row of
  ``battle.phases`` and ``battle.orders``.

The defaults are: sword, no shield, no armour, attributes and skills 0, as the cast's swordsman.
With ``base`` the defaults are those of the cast. Red is at (4, 3), (4, 4), ..., blue at (5, 3),
(5, 4), ... The map is empty, 32 by 16, or rows of text with `o` low, `#` high, `^` raised, `+`
closed and `/` open doors. ``rules={"full_absorb": True}`` sets switches, and ``faces=[...]`` are
the Stealth rolls of hidden fighters. The log is on. Nothing is played yet: the battle is in round
0, between phases, and no decision is open; set ``battle.phase = 1`` and ``phase={"able": 1}`` as
needed.

``moved(red, blue, map=None, faces=[])`` is a battle after the movement of a phase. A fighter is a
dict as for `fight`, with ``does`` a Verb and ``to`` its target. ``act``, ``ready``, ``opportunity``
and ``stand`` replace the values that follow from the verb.

The `conftest.py` above describes the fixtures of every system: `load`, `loaded`, `events`, ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from quintain.envs.core.engine.dice import check_fault, load_dice, loaded_left, seed_rng_states
from quintain.envs.core.engine.system import System, get_system
from quintain.envs.platemail.deploy import deploy_fighters
from quintain.envs.platemail.scenario import Person, Scenario, make_template
from quintain.envs.platemail.state import BATTLE, FIGHTER

from .movement_phase import OWN, march

PLAIN = {"base": "swordsman", "shield": "none", "armour": "none"}
OF_PERSON = tuple(Person.model_fields)
OF_SEAT = ("at", "zone", "hidden", "ward")
OF_RECORD = tuple(key for key in FIGHTER.names if key not in OF_PERSON)


def seat(fighter: dict, default_at: tuple[int, int]) -> dict:
    """A seat of the scenario for a fighter in the tests' form."""
    said = {key: fighter[key] for key in OF_PERSON if key in fighter}
    place = {key: fighter[key] for key in OF_SEAT if key in fighter}
    if "zone" not in place:
        place["at"] = list(place.get("at", default_at))
    return {"fighter": said if "base" in said else {**PLAIN, **said}, **place}


def check_fields(fighters: Sequence[dict]) -> None:
    """Refuse properties that no fighter has."""
    allowed = {*OF_PERSON, *OF_SEAT, *OF_RECORD, "phase", "order"}
    unknown = {key for one in fighters for key in one} - allowed
    assert not unknown, f"no such property of a fighter: {unknown}"


def deploy(scenario: Scenario, fighters: Sequence[dict], faces: Sequence[int]) -> np.record:
    """A battle before its first decision, the log on."""
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(0, 1)[0]
    battle.log = True
    load_dice(battle, list(faces))
    deploy_fighters(battle, make_template(scenario)[0])
    check_fault(battle)
    assert loaded_left(battle) == []
    for number, one in enumerate(fighters):
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
def system() -> System:
    """The system of this folder."""
    return get_system("platemail")


@pytest.fixture
def fight(scenario_of: Callable) -> Callable[..., np.record]:
    """Deploy a battle: see the top of this file."""

    def build(
        red: Sequence[dict] = ({},),
        blue: Sequence[dict] = ({},),
        map: str | None = None,
        rules: dict | None = None,
        faces: Sequence[int] = (),
    ) -> np.record:
        check_fields([*red, *blue])
        scenario = scenario_of(seat, red, blue, map, rules=rules or {})
        return deploy(scenario, [*red, *blue], faces)

    return build


@pytest.fixture
def moved(fight: Callable, loaded: Callable) -> Callable[..., np.record]:
    """A battle after its movement: see the top of this file."""

    def run(
        red: Sequence[dict], blue: Sequence[dict], map: str | None = None, faces: Sequence[int] = ()
    ) -> np.record:
        people = [*red, *blue]
        plain = [{key: one[key] for key in one if key not in OWN} for one in people]
        battle = fight(plain[: len(red)], plain[len(red) :], map=map)
        with loaded(battle, faces):
            march(battle, people)
        return battle

    return run
