"""Builders for the chapter tests of Heimr: fixtures that return functions.

The `conftest.py` above describes the fixtures of every system: `loaded`, `load`, `events`, ...

``battle_of(red=["fighter"], blue=[{...}], map=None)`` is a battle with a given position:
no decision is open, no die has been rolled. A fighter is a name of the cast or a dict of

* ``base`` (a name of the cast, default "fighter") and any key of an entry of `cast.yaml`:
  ``strength=3``, ``race="ogre"``, ``armour="light"``, ``held=["light", "light"]``, ``pack=[...]``,
  ``trained={"brawl": [2, 1]}``, ``skills={"focused_strike": 1}``, ...;
* ``at=(0, 1)`` (column and row), ``injured=["torso"]``, ``seconds={"daze": 3}``, masks of fighters
  as lists (``found_by=[1]``), and any other field of the record: ``hp=2, fatigue=7, prone=True``.

All fighters are in the middle of a field of 3 by 3 locations, or of rows of text with the letters
of `locations.yaml`; ``heights="012 ..."`` are rows of digits, and
``borders=[((0, 0), "east", "window")]`` are kinds of `borders.yaml`; ``"unlocked regular_door"`` is
one that can be opened. HP, WP and fatigue are those of rested fighters, the order of turns is that
of the numbers, it is the turn of red_0, and the log is on. Both sides have the quick choices, so
that a rule is played to its end; ``quick_sides=0`` gives them the full ones. Further arguments set
other fields of the battle.

``do(battle, Act.DRAW, argument=1)`` lets red_0 take an action in its turn, plays to the next
decision and returns its window; ``actor=1, target=0, role=Role.READIED`` and other fields of the
frame are optional.

``attack(battle, Act.BRAWL_HIT, hand=-1)`` is the frame of a declared attack of red_0 on the
first of blue at its GUARDED step; ``actor=2, target=0, aim=4, role=..., step=...`` are optional.
``play_attack(battle, skill=..., defend=[...])`` plays the current actions to their end and returns
the windows. By default every deciding fighter passes, and dodges. The answer for a window is a
function of the battle, or a list of functions that are used in order (None: pass).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY, close_window, seat_fighters
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import System, get_system
from quintain.envs.heimr import deploy, turn
from quintain.envs.heimr.characters import Person, fill_person
from quintain.envs.heimr.enums import (
    Act,
    BodyPart,
    Defence,
    Effect,
    Hand,
    Role,
    Stage,
    Step,
    Window,
)
from quintain.envs.heimr.rules.attacks.weapon_attack import begin_attack, choose_weapon, is_shot
from quintain.envs.heimr.rules.combat_actions.action_stack import clear_frame, go_to, push
from quintain.envs.heimr.rules.combat_basics.clusters import join_clusters
from quintain.envs.heimr.rules.defence.prerolls import roll_defence
from quintain.envs.heimr.scenario import Scenario, make_template
from quintain.envs.heimr.state import BATTLE, FIGHTER, NO_FRAME, PERSON
from quintain.envs.heimr.tables import MOST_FIELD, NONE

PLAIN = "...\n...\n..."


@pytest.fixture
def system() -> System:
    """Heimr."""
    return get_system("heimr")


def fill_fighter(fighter: np.record, given: str | dict) -> None:
    """A fighter as the tests write it, rested and in the middle of the field."""
    one = {"base": given} if isinstance(given, str) else {"base": "fighter", **given}
    said = {key: one.pop(key) for key in list(one) if key in Person.model_fields}
    record = np.zeros(1, PERSON)[0]
    fill_person(record, Person(**said))
    deploy.write_sheet(fighter, record)
    deploy.equip(fighter, record)
    deploy.fill_up(fighter)
    x, y = one.pop("at", (1, 1))
    fighter.location = NONE if x < 0 else y * MOST_FIELD + x
    fighter.injured = sum(1 << BodyPart[part.upper()] for part in one.pop("injured", []))
    for effect, seconds in one.pop("seconds", {}).items():
        fighter.seconds[Effect[effect.upper()]] = seconds
    unknown = {*one} - {*FIGHTER.names}
    assert not unknown, f"no such property of a fighter: {unknown}"
    for key, value in one.items():
        is_mask = isinstance(value, list)
        fighter[key] = sum(1 << other for other in value) if is_mask else value


def lay_out(battle: np.record, rows: str, heights: str | None, borders: Sequence) -> None:
    """The field, through the template of a scenario."""
    seat = {"fighter": "fighter", "zone": [0, 0, len(rows.split()[0]) - 1, len(rows.split()) - 1]}
    scenario = Scenario.model_validate(
        {
            "title": "Test",
            "map": rows,
            "heights": heights,
            "red": [seat],
            "blue": [seat],
            "borders": [
                {
                    "at": at,
                    "side": side,
                    "kind": kind.removeprefix("unlocked "),
                    "unlocked": kind.startswith("unlocked "),
                }
                for at, side, kind in borders
            ],
        }
    )
    template = make_template(scenario)[0]
    battle.columns, battle.rows, battle.plain = template.width, template.height, template.plain
    battle.locations[:] = template.locations
    battle.borders[:] = template.borders


def make_battle(red: Sequence, blue: Sequence, rows: str, fields: dict) -> np.record:
    """A battle with a given position."""
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(0, 1)[0]
    deploy.clear_play(battle)
    battle.log = True
    seat_fighters(battle, len(red), len(blue), max(len(red), len(blue)))
    battle.winner = battle.to_act = NOBODY
    battle.round_limit = 60
    battle.quick_sides = fields.pop("quick_sides", 3)
    battle.stage = Stage.TURN
    lay_out(battle, rows, fields.pop("heights", None), fields.pop("borders", ()))
    for frame in battle.frames:
        clear_frame(frame)
    for number, one in enumerate([*red, *blue]):
        fill_fighter(battle.fighters[number], one)
        fighter = battle.fighters[number]
        if not isinstance(one, dict) or "height" not in one:
            fighter.height = battle.locations[max(0, int(fighter.location))].floor
        battle.order[number] = number
    for key, value in fields.items():
        battle[key] = value
    return battle


@pytest.fixture
def battle_of() -> Callable[..., np.record]:
    """A battle with a given position: see the top of this file."""

    def build(
        red: Sequence[str | dict] = ("fighter",),
        blue: Sequence[str | dict] = ("fighter",),
        map: str = PLAIN,
        **fields: object,
    ) -> np.record:
        return make_battle(red, blue, map, fields)

    return build


@pytest.fixture
def do() -> Callable[..., Window]:
    """An action, played until a fighter decides: see the top of this file."""

    def play(
        battle: np.record,
        act: Act,
        argument: int = 0,
        actor: int = 0,
        target: int = NOBODY,
        role: Role = Role.TURN,
        **fields: int,
    ) -> Window:
        close_window(battle)
        push(battle, role, act, actor, target, argument)
        for key, value in fields.items():
            battle.frames[battle.top][key] = value
        turn.play_on(battle)
        return Window(int(battle.window))

    return play


@pytest.fixture
def attack() -> Callable[..., np.record]:
    """The frame of an attack that has been declared: see the top of this file."""

    def begin(
        battle: np.record,
        act: int = Act.WEAPON_ATTACK,
        actor: int = 0,
        target: int | None = None,
        hand: int = Hand.SWORD,
        aim: int = NONE,
        role: int = Role.TURN,
        step: int = Step.GUARDED,
    ) -> np.record:
        target = int(battle.side_size[0]) if target is None else target
        begin_attack(battle, role, act, actor, target, hand, aim)
        frame = battle.frames[battle.top]  # compiled code would return a copy
        choose_weapon(battle, frame)
        if not is_shot(frame):
            join_clusters(battle, actor, target)
        go_to(frame, step)
        return frame

    return begin


def answer_window(battle: np.record, answers: dict) -> str:
    """Answer the open window as the test says, or pass; its name."""
    actor, name = battle.to_act, Window(int(battle.window)).name.lower()
    given = answers.get(name)
    if isinstance(given, list):
        given = given.pop(0) if given else None
    close_window(battle)
    if given is not None:
        given(battle)
    elif name == "defence":
        roll_defence(battle, actor, Defence.DODGE, Hand.SWORD, 0)
    return name


@pytest.fixture
def play_attack() -> Callable[..., list[str]]:
    """Play the current actions to their end: see the top of this file."""

    def play(battle: np.record, **answers: object) -> list[str]:
        asked = []
        while battle.top != NO_FRAME or battle.owed != 0:
            if battle.window != Window.NONE:
                asked.append(answer_window(battle, answers))
            else:
                turn.play_step(battle, True)
        assert all(not left for left in answers.values() if isinstance(left, list))
        return asked

    return play
