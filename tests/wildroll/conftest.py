"""Builders for the chapter tests of Wildroll: fixtures that return functions.

The `conftest.py` above describes the fixtures of every system: `deployed`, `refusal`, `look`, ...

``battle_of(red=["fighter"], blue=[{...}], map=None)`` is a battle with a given position:
no decision is open, no die has been rolled. A fighter is a name of the cast or a dict of

* ``base`` (a name of the cast, default "fighter") and any key of an entry of `cast.yaml`:
  ``strength=3``, ``race="ogre"``, ``armour="heavy"``, ``held=["spear"]``, ``scabbard``, ``pouch``,
  ``sack``, ``skills={"melee": 2}``, ``specialisations={"blade": 1}``, ``spells``, ``charm``,
  ``npc="minion"``, ``potions``, ``trained``, ...; skills and specialisations are added to those of
  the base;
* ``wounds={"severe": 1}``, ``holding=[1]`` and other masks as lists of fighters, ``rides=2``;
* ``at=(4, 3)`` and any other field of the record: ``stamina=2, posture=2, initiative=9, ...``.

Red stands at (4, 3), (4, 4), ..., blue at (5, 3), (5, 4), ... on an empty map of 32 by 16 hexes, or
on rows of text with `o` low walls, `#` walls and the letters of `terrain.yaml`. All have 12 AP,
full pools and an initiative of 20, 19, 18, ... by number. It is the turn of red_0, which is the
only fighter that has begun its turn; the log is on. Further arguments set other fields of the
battle.

``begun(battle)`` plays on to the first decision. ``legal(battle, "quick", "pass")`` are the
legal actions in the open window of a turn or an interrupt, of these verbs or of all: "ready 3",
"seize", "quick 0 1" with the argument and the slot if they are not 0.
``act(battle, "quick", 0, slot=1, faces=[...])`` takes a legal action with exactly these dice, and
plays to the next decision; ``faces=None`` allows any dice.

``quick_of(red=[{...}], blue=[{...}])`` is the turn of red_0 with an initiative of 14, before
blue_0 with 16 unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY, seat_fighters
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import System, get_system
from quintain.envs.wildroll import step as battle_step
from quintain.envs.wildroll import turn
from quintain.envs.wildroll.actions.table import (
    ANSWERS,
    TABLE,
    action_id,
)
from quintain.envs.wildroll.enums import (
    ATTRIBUTE_NAMES,
    NPC_NAMES,
    SKILL_NAMES,
    SPECIALISATION_NAMES,
    Attribute,
    Level,
    Role,
    Skill,
    Stage,
    Step,
    Verb,
    Window,
)
from quintain.envs.wildroll.rules.combat_sequence.action_stack import clear_frame, pop
from quintain.envs.wildroll.rules.combat_sequence.legality import may_choose, target_of
from quintain.envs.wildroll.rules.common_actions.readied import may_use_readied
from quintain.envs.wildroll.rules.movement import movement_resolution
from quintain.envs.wildroll.state import (
    BATTLE,
    FIGHTER,
    NO_FRAME,
)
from quintain.envs.wildroll.tables import (
    ARMOUR_NAMES,
    CAST,
    CAST_NAMES,
    CHARM_NAMES,
    IS_WALL,
    ITEM_HANDS,
    ITEM_NAMES,
    NONE,
    RACE_MANA,
    RACE_NAMES,
    RACE_STAMINA,
    ROUND_LIMIT,
    SPECIALISATION_BITS,
    SPELL_NAMES,
    TERRAIN_LETTERS,
)

ACTION_POINTS = 12
FIRST_INITIATIVE = 20
PLACES = ("scabbard", "scabbard", "pouch", "sack")
"""The contents of the places of the pack (W81)."""
MASKS = ("holding", "ignoring", "switched", "evaded_by", "harried_by", "rebuffed_by")
SAID = (
    *ATTRIBUTE_NAMES,
    *"skills specialisations race armour npc held scabbard pouch sack spells charm trained".split(),
    *"called wounds at rides".split(),
)
"""Keys of an entry of the cast, or of a test, that are not fields of the record."""
NOWHERE = (
    *"long_target evaded_target pinned_by follows last_target mount rider".split(),
    *"held pack charm".split(),
)
"""Fields that are -1 for nobody or nothing."""


def hold(places, names: Sequence[str]) -> None:
    """Put items into the hands; a two-handed item is in the first hand."""
    place = 0
    for name in names:
        places[place] = ITEM_NAMES.index(name)
        place += max(1, int(ITEM_HANDS[ITEM_NAMES.index(name)]))


def fill_person(fighter: np.record, said: dict) -> None:
    """Write an entry of the cast, with its changes, into the record of a fighter."""
    fighter.attributes[:] = [said.get(name, 0) for name in ATTRIBUTE_NAMES]
    fighter.skills[:] = [said.get("skills", {}).get(name, 0) for name in SKILL_NAMES]
    fighter.specialisations = sum(
        value << SPECIALISATION_BITS * SPECIALISATION_NAMES.index(name)
        for name, value in said.get("specialisations", {}).items()
    )
    fighter.race = RACE_NAMES.index(said.get("race", "human"))
    fighter.armour = ARMOUR_NAMES.index(said.get("armour", "none"))
    fighter.npc = NPC_NAMES.index(said.get("npc", "not"))
    hold(fighter.held, said.get("held", []))
    for kind in dict.fromkeys(PLACES):
        for which, name in enumerate(said.get(kind, [])):
            fighter.pack[PLACES.index(kind) + which] = ITEM_NAMES.index(name)
    fighter.spells = sum(1 << SPELL_NAMES.index(name) for name in said.get("spells", []))
    fighter.charm = CHARM_NAMES.index(said["charm"]) if "charm" in said else NONE
    fighter.is_trained = said.get("trained", False)
    for name, count in said.get("wounds", {}).items():
        fighter.wounds[Level[name.upper()] - 1] = count


def fill_pools(fighter: np.record, fatigue: int) -> None:
    """Full stamina and mana (RW4)."""
    vitality, lore = fighter.attributes[Attribute.VITALITY], fighter.attributes[Attribute.LORE]
    fighter.stamina = max(0, RACE_STAMINA[fighter.race] + vitality - fatigue)
    fighter.mana = RACE_MANA[fighter.race] + lore if fighter.skills[Skill.ARCANA] else 0


def fill_fighter(fighter: np.record, given: str | dict, at: tuple[int, int]) -> None:
    """A fighter as the tests write it, ready to fight."""
    one = {"base": given} if isinstance(given, str) else dict(given)
    base = one.pop("base", "fighter")
    said = {**CAST[base], **one}
    for key in ("skills", "specialisations"):
        said[key] = {**CAST[base].get(key, {}), **one.get(key, {})}
    unknown = {*said} - {*SAID, *FIGHTER.names}
    assert not unknown, f"no such property of a fighter: {unknown}"
    for field in NOWHERE:
        fighter[field] = NOBODY
    fill_person(fighter, said)
    fighter.cast = CAST_NAMES.index(base)
    fighter.x, fighter.y = one.get("at", at)
    fighter.loaded = True
    fighter.action_points = ACTION_POINTS
    fill_pools(fighter, int(said.get("fatigue", 0)))
    for key, value in said.items():
        if key not in SAID:
            fighter[key] = sum(1 << other for other in value) if key in MASKS else value


def lay_out(battle: np.record, rows: str | None) -> None:
    """The map: bare, or rows of text."""
    battle.width, battle.height = 32, 16
    if rows is None:
        return
    lines = rows.split()
    battle.width, battle.height = len(lines[0]), len(lines)
    for y, line in enumerate(lines):
        low = high = 0
        for x, letter in enumerate(line):
            kind = max(0, TERRAIN_LETTERS.find(letter))
            battle.ground[y, x] = kind
            low |= (letter == "o") << x
            high |= (letter == "#" or bool(IS_WALL[kind])) << x
        battle.low[y], battle.high[y] = ((mask ^ 1 << 31) - (1 << 31) for mask in (low, high))
    battle.has_obstacles = bool(battle.low.any() or battle.high.any())
    battle.has_ground = bool(battle.ground.any())


def mount(battle: np.record, everybody: Sequence[str | dict]) -> None:
    """Riders share the hex of their mounts (W106)."""
    for rider, one in enumerate(everybody):
        if isinstance(one, dict) and "rides" in one:
            battle.fighters[rider].mount = one["rides"]
            battle.fighters[one["rides"]].rider = rider
            battle.fighters[rider].x = battle.fighters[one["rides"]].x
            battle.fighters[rider].y = battle.fighters[one["rides"]].y


def make_battle(red: Sequence, blue: Sequence, rows: str | None, fields: dict) -> np.record:
    """A battle with a given position."""
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(0, 1)[0]
    battle.log = True
    seat_fighters(battle, len(red), len(blue), max(len(red), len(blue)))
    battle.winner = battle.to_act = battle.hiding_side = battle.wary_side = NOBODY
    battle.round_limit = ROUND_LIMIT
    battle.stage = Stage.TURN
    battle.top = NO_FRAME
    battle.ground_item[:] = NONE
    for frame in battle.frames:
        clear_frame(frame)
    lay_out(battle, rows)
    for number, one in enumerate([*red, *blue]):
        place = (4, 3 + number) if number < len(red) else (5, 3 + number - len(red))
        fighter = battle.fighters[number]
        fighter.initiative = FIRST_INITIATIVE - number
        fill_fighter(fighter, one, place)
    mount(battle, [*red, *blue])
    battle.fighters[0].acted = True
    for key, value in fields.items():
        battle[key] = value
    return battle


@pytest.fixture
def system() -> System:
    """Wildroll."""
    return get_system("wildroll")


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


def is_legal(battle: np.record, verb: int, argument: int, slot: int) -> bool:
    """Whether a choice is legal in the open window of a turn, an interrupt, or one readied."""
    actor, window = int(battle.to_act), int(battle.window)
    target = target_of(battle, actor, verb, slot)
    if window == Window.TURN:
        return may_choose(battle, actor, verb, argument, target, Role.TURN)
    if window == Window.INTERRUPT:
        return verb == Verb.PASS or may_choose(
            battle, actor, verb, argument, target, Role.INTERRUPT
        )
    if window == Window.READIED:
        return may_use_readied(battle, actor, verb, argument, target)
    return window == Window.LONG and verb == Verb.GIVE_UP


def choices(battle: np.record) -> Iterator[tuple[Verb, int, int]]:
    """All that may be chosen: verb, argument and slot."""
    for verb in Verb:
        if verb in ANSWERS and verb not in (Verb.PASS, Verb.GIVE_UP):
            continue
        slots = int(battle.max_side) if TABLE.target[verb] else 1
        for slot in range(slots):
            for place in range(int(TABLE.num_arguments[verb])):
                argument = int(TABLE.first_argument[verb]) + place
                if is_legal(battle, verb, argument, slot):
                    yield verb, argument, slot


@pytest.fixture
def legal() -> Callable[..., set[str]]:
    """The legal choices: see the top of this file."""

    def names(battle: np.record, *verbs: str) -> set[str]:
        found = set()
        for verb, argument, slot in choices(battle):
            parts = [verb.name.lower()]
            parts += [str(argument)] if argument or slot else []
            parts += [str(slot)] if slot else []
            if not verbs or parts[0] in verbs:
                found.add(" ".join(parts))
        return found

    return names


@pytest.fixture
def act(loaded: Callable) -> Callable[..., None]:
    """Take a legal choice: see the top of this file."""

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
        if which == Verb.WAIT:
            assert battle.window != Window.NONE, "nobody is asked"
        elif battle.window <= Window.LONG or battle.window == Window.READIED:
            assert is_legal(battle, which, first, slot), f"{verb} {first} at {slot} is not legal"
        if faces is None:  # whatever the dice show
            battle_step.advance(battle, action)
            return
        with loaded(battle, faces):
            battle_step.advance(battle, action)

    return take


@pytest.fixture
def begun() -> Callable[[np.record], np.record]:
    """Play on to the first decision: see the top of this file."""

    def begin(battle: np.record) -> np.record:
        turn.play_on(battle)
        return battle

    return begin


@pytest.fixture
def go_on() -> Callable[[np.record], np.record]:
    """Play the yards of a movement or a push until a fighter decides, or to its end."""

    def yard_by_yard(battle: np.record) -> np.record:
        while battle.window == Window.NONE and battle.top != NO_FRAME and not battle.over:
            step = battle.frames[battle.top].step
            if step == Step.OVER:
                pop(battle)
            elif Step.SET_OUT <= step <= Step.PASSED:
                movement_resolution.move_step(battle)
            else:
                break
        return battle

    return yard_by_yard


@pytest.fixture
def quick_of(battle_of: Callable) -> Callable[..., np.record]:
    """The turn of red_0, blue_0 quicker: see the top of this file."""

    def build(
        red: Sequence[dict] = (), blue: Sequence[dict] = (), stage: int = Stage.TURN, **fields: Any
    ) -> np.record:
        reds = [{"initiative": 14, **one} for one in (red or [{}])]
        blues = [{"initiative": 16, **one} for one in (blue or [{}])]
        return battle_of(red=reds, blue=blues, stage=stage, **fields)

    return build
