"""Builders for the chapter tests of Martial: fixtures that return functions.

``battle_of(red=["fighter"], blue=[{...}], map=None)`` is a battle with a given position:
no decision is open, no die has been rolled. A fighter is a name of the cast or a dict of

* ``base`` (a name of the cast, default "fighter") and any key of an entry of `cast.yaml`:
  ``strength=3``, ``level``, ``body="wolf"``, ``armour="heavy"``, ``held=["spear"]``, ``carried``,
  ``trained=["heal"]``, ``training``, ``injuries={"eye": 1, "leg": [0, 2]}`` (a number
  for the first part of the kind, or a list for all), ...;
* ``at=(4, 3)`` and any other field of the record: ``stamina=2, prone=True, acted=False, ...``.

Red stands at (4, 3), (4, 4), ..., blue at (5, 3), (5, 4), ... on an empty map of 32 by 16 squares,
or on rows of text with `o` low and `#` high. All have had a turn, and have full pools, 3 AP and all
their reactions. It is the turn of red_0, then of the others by number; the log is on. Further
arguments set other fields of the battle: ``turn=1``.

``part_number(fighter, "arm", 1)`` is the number of a part. The `conftest.py` above
describes the fixtures of every system: `deployed`, `load`, `loaded`, `events`, `look`, ...

``attack(battle, "melee", slot=0, faces=[...])`` begins an attack of red_0 on the first of blue and
plays to the next decision or the end; `attacker`, `target`, ``frame="reaction"`` and fields of the
attack (``penalty=1, lunge=True, maneuver="trip"``) are optional. ``riders=(power, reckless)`` is
the Stamina for the first roll; other rolls get none. With ``riders=None`` play stops there.
``answer(battle, "parry", 0, faces=[...])`` answers the open window ("wait" is legal in any), and
plays on in the same way. Both check that exactly these faces are rolled. ``window(battle)`` is the
name of the window, "none" if there is none.

``maneuver_battle({...}, {...}, more=[...])`` is a battle with red_0 at (4, 3) about to try a
maneuver, and blue_0 at (5, 3) to suffer it; ``succeed(battle, "trip", degrees=0, side=0)`` carries
out one that has succeeded. ``body_battle("wolf", ...)`` is a battle in which blue_0 has a body, and
``hurt(battle, "arm", which=0, times=1, faces=[...])`` injures a part of it and returns blue_0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from quintain.envs.core.engine.battle import MAX_FIGHTERS, NOBODY, close_window, seat_fighters
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import System, get_system
from quintain.envs.martial import step as engine
from quintain.envs.martial import turn
from quintain.envs.martial.actions import masks as action_masks
from quintain.envs.martial.actions.table import (
    TABLE,
    action_id,
    argument_of,
    num_actions,
    slot_in,
    verb_of,
)
from quintain.envs.martial.enums import (
    Kind,
    Maneuver,
    Part,
    Stage,
    Step,
    Verb,
    Window,
)
from quintain.envs.martial.rules.injuries.wounds import injure
from quintain.envs.martial.rules.rounds_and_actions import attack_steps
from quintain.envs.martial.rules.stamina import begin_pools
from quintain.envs.martial.state import (
    BATTLE,
    FIGHTER,
    NO_FRAME,
    REACTION_FRAME,
    TURN_FRAME,
)
from quintain.envs.martial.tables import (
    ACTION_POINTS,
    ARMOUR_NAMES,
    ATTRIBUTE_NAMES,
    BASE_REACTIONS,
    BODY_NAMES,
    CAST,
    CAST_NAMES,
    FIRST_PART,
    ITEM_NAMES,
    NONE,
    ROUND_LIMIT,
    SKILL_NAMES,
)

from .injuries import has_constitution
from .maneuvers import FOE, MAN

LEVEL = 3
"""Level of the cast where none is said."""
SAID = (*ATTRIBUTE_NAMES, *"held carried trained training injuries called body armour at".split())
"""Keys of the cast that the record does not have under the same name."""


def fill_person(fighter: np.record, said: dict) -> None:
    """Write an entry of the cast, with its changes, into the record of a fighter."""
    for place, name in enumerate(ATTRIBUTE_NAMES):
        fighter.attributes[place] = said.get(name, 0)
    fighter.level = said.get("level", LEVEL)
    fighter.trained = sum(1 << SKILL_NAMES.index(skill) for skill in said.get("trained", []))
    fighter.body = BODY_NAMES.index(said.get("body", "human"))
    fighter.armour = ARMOUR_NAMES.index(said.get("armour", "none"))
    fighter.held[:] = fighter.pack[:] = NONE
    for places, key in ((fighter.held, "held"), (fighter.pack, "carried")):
        for place, name in enumerate(said.get(key, [])):
            places[place] = NONE if name is None else ITEM_NAMES.index(name)
    for name, counts in said.get("injuries", {}).items():
        first = FIRST_PART[fighter.body, Part[name.upper()]]
        for number, count in enumerate(counts if isinstance(counts, list) else [counts]):
            fighter.injuries[first + number] = count


def fill_fighter(fighter: np.record, given: str | dict, at: tuple[int, int]) -> None:
    """A fighter as the tests write it, ready to fight."""
    one = {"base": given} if isinstance(given, str) else dict(given)
    base = one.pop("base", "fighter")
    said = {**CAST[base], **one}
    unknown = {*said} - {*SAID, *FIGHTER.names}
    assert not unknown, f"no such property of a fighter: {unknown}"
    fill_person(fighter, said)
    fighter.cast = CAST_NAMES.index(base)
    fighter.x, fighter.y = one.get("at", at)
    begin_pools(fighter, said.get("training", 0))
    fighter.acted = fighter.loaded = True
    fighter.grapple = fighter.last_target = NOBODY
    fighter.action_points = ACTION_POINTS
    fighter.reactions = BASE_REACTIONS + max(said.get("strength", 0), said.get("dexterity", 0), 0)
    for key, value in said.items():
        if key not in SAID:
            fighter[key] = value


def lay_out(battle: np.record, rows: str | None) -> None:
    """The map: bare, or rows of text."""
    battle.width, battle.height = 32, 16
    if rows is None:
        return
    lines = rows.split()
    battle.width, battle.height = len(lines[0]), len(lines)
    battle.has_obstacles = any(set(line) - {"."} for line in lines)
    for masks, letter in ((battle.low, "o"), (battle.high, "#")):
        for y, line in enumerate(lines):
            mask = sum(1 << x for x, square in enumerate(line) if square == letter)
            masks[y] = mask - (1 << 32) if mask >= 1 << 31 else mask


def make_battle(red: Sequence, blue: Sequence, rows: str | None, fields: dict) -> np.record:
    """A battle with a given position."""
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(0, 1)[0]
    battle.log = True
    seat_fighters(battle, len(red), len(blue), max(len(red), len(blue)))
    battle.winner = battle.to_act = battle.provoker = battle.hiding_side = NOBODY
    battle.round_limit = ROUND_LIMIT
    battle.stage = Stage.TURN
    battle.frame = NO_FRAME
    battle.attacks["step"] = Step.OVER
    battle.ground_item[:] = NONE
    battle.order[:] = range(MAX_FIGHTERS)
    lay_out(battle, rows)
    for number, one in enumerate(red):
        fill_fighter(battle.fighters[number], one, (4, 3 + number))
    for number, one in enumerate(blue):
        fill_fighter(battle.fighters[len(red) + number], one, (5, 3 + number))
    for number in range(len(red) + len(blue)):
        battle.fighters[number].seat = number
    for key, value in fields.items():
        battle[key] = value
    return battle


@pytest.fixture
def system() -> System:
    """The system of this folder."""
    return get_system("martial")


@pytest.fixture
def battle_of() -> Callable[..., np.record]:
    """A battle with a given position: see the top of this file."""

    def build(
        red: Sequence[str | dict] = ("fighter",),
        blue: Sequence[str | dict] = ("fighter",),
        map: str | None = None,
        **fields: object,
    ) -> np.record:
        return make_battle(red, blue, map, fields)

    return build


@pytest.fixture
def part_number() -> Callable[..., int]:
    """The number of a part: see the top of this file."""

    def number(fighter: np.record, kind: str, which: int = 0) -> int:
        return int(FIRST_PART[fighter.body, Part[kind.upper()]]) + which

    return number


def play_attack(battle: np.record, riders: tuple[int, int] | None) -> None:
    """Play the steps of the current attack to the next decision or its end."""
    while battle.frame != NO_FRAME:
        if battle.window == Window.RIDERS and riders is not None:
            close_window(battle)
            attack_steps.choose_riders(battle, *riders)
            riders = (0, 0)
        elif battle.window != Window.NONE:
            return
        attack_steps.attack_step(battle)


@pytest.fixture
def attack(loaded: Callable) -> Callable[..., None]:
    """Begin an attack and go on to a decision or the end: see the top of this file."""

    def begin(
        battle: np.record,
        kind: str = "melee",
        slot: int = 0,
        attacker: int = 0,
        target: int | None = None,
        frame: str = "turn",
        riders: tuple[int, int] | None = (0, 0),
        faces: Sequence[int] = (),
        **fields: object,
    ) -> None:
        number = REACTION_FRAME if frame == "reaction" else TURN_FRAME
        victim = int(battle.side_size[0]) if target is None else target
        attack_steps.begin_attack(battle, number, attacker, victim, int(Kind[kind.upper()]), slot)
        if "maneuver" in fields:
            fields["maneuver"] = Maneuver[str(fields["maneuver"]).upper()]
        for key, value in fields.items():
            battle.attacks[number][key] = value
        with loaded(battle, faces):
            play_attack(battle, riders)

    return begin


@pytest.fixture
def answer(loaded: Callable) -> Callable[..., None]:
    """Answer an open window and go on: see the top of this file."""

    def choose(
        battle: np.record,
        what: str,
        *choice: int,
        riders: tuple[int, int] | None = (0, 0),
        faces: Sequence[int] = (),
    ) -> None:
        name = Window(int(battle.window)).name.lower()
        assert what in (name, "wait"), f"the window is {name}, not {what}"
        close_window(battle)
        with loaded(battle, faces):
            if what != "wait":
                getattr(attack_steps, f"choose_{what}")(battle, *choice)
            play_attack(battle, riders)

    return choose


def masked(battle: np.record) -> np.ndarray:
    """The mask of the window that is open."""
    mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
    action_masks.legal_action_mask(battle, mask)
    return mask


def name_of(action: int) -> str:
    """An action in a word, with the argument and the slot if they are not 0."""
    parts = [Verb(int(verb_of(action))).name.lower()]
    argument, slot = int(argument_of(action)), max(0, int(slot_in(action)))
    if argument or slot:
        parts.append(str(argument))
    return " ".join([*parts, str(slot)] if slot else parts)


@pytest.fixture
def legal() -> Callable[..., set[str]]:
    """The legal choices: see the top of this file."""

    def names(battle: np.record, *verbs: str) -> set[str]:
        found = {name_of(int(action)) for action in np.flatnonzero(masked(battle))}
        return {name for name in found if not verbs or name.split()[0] in verbs}

    return names


@pytest.fixture
def act(loaded: Callable) -> Callable[..., None]:
    """Take a legal action: see the top of this file."""

    def take(
        battle: np.record,
        verb: str,
        argument: int | None = None,
        slot: int = 0,
        faces: Sequence[int] | None = (),
    ) -> None:
        which = Verb[verb.upper()]
        first = int(TABLE.first_argument[which]) if argument is None else argument
        action = int(action_id(which, first, slot))
        assert masked(battle)[action], f"{verb} {first} at {slot} is not legal"
        if faces is None:  # whatever the dice show
            engine.advance(battle, action)
            return
        with loaded(battle, faces):
            engine.advance(battle, action)

    return take


@pytest.fixture
def begun() -> Callable[[np.record], np.record]:
    """Play on to the first decision: see the top of this file."""

    def begin(battle: np.record) -> np.record:
        turn.play_on(battle)
        return battle

    return begin


# --- Maneuvers and injuries -----------------------------------------------------------------------


@pytest.fixture
def maneuver_battle(battle_of: Callable) -> Callable[..., np.record]:
    """Red_0 about to try a maneuver: see the top of this file."""

    def build(
        red: dict | None = None, blue: dict | None = None, more: Sequence[dict] = (), **fields: Any
    ) -> np.record:
        others = [{**FOE, **one} for one in more]
        return battle_of([{**MAN, **(red or {})}], [{**FOE, **(blue or {})}, *others], **fields)

    return build


@pytest.fixture
def succeed() -> Callable[..., None]:
    """Carry out a maneuver that has succeeded with a number of degrees."""

    def effect(battle: np.record, maneuver: str, degrees: int = 0, side: int = 0) -> None:
        attack = battle.attacks[0]
        attack.attacker, attack.target = 0, 1
        attack.kind, attack.step = Kind.MANEUVER, Step.DIRECTION
        attack.maneuver, attack.degrees = Maneuver[maneuver.upper()], degrees
        attack.escape = False
        battle.frame = 0
        attack_steps.choose_direction(battle, side)
        while attack.step == Step.GO:
            attack_steps.attack_step(battle)

    return effect


@pytest.fixture
def body_battle(battle_of: Callable) -> Callable[..., np.record]:
    """A battle in which blue_0 has some body; it is red's turn."""

    def build(body: str = "human", /, **more: Any) -> np.record:
        plain = {"held": [], "armour": "none", "trained": [], "level": 10, "constitution": 4}
        if not has_constitution(body):
            plain["constitution"] = 0
        return battle_of(blue=[{**plain, "body": body, **more}])

    return build


@pytest.fixture
def hurt(loaded: Callable, part_number: Callable) -> Callable[..., np.record]:
    """Injure blue_0: kind of part, which of them, how often, with which dice."""

    def injure_part(
        battle: np.record, kind: str, which: int = 0, times: int = 1, faces: Sequence[int] = ()
    ) -> np.record:
        with loaded(battle, faces):
            injure(battle, 0, 1, part_number(battle.fighters[1], kind, which), times)
        return battle.fighters[1]

    return injure_part
