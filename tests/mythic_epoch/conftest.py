"""Builders for the chapter tests of Mythic Epoch: fixtures that return functions.

``fight(red=[...], blue=[...], map=None, rules=None)`` deploys a battle; `duel` is the same for one
against one. A fighter is a dict: ``at``, ``hand``, ``carried``, ``armour``, ``status``, skills by
name (``swords=8``) and any field of the record (``action_points=3, damage=10, loaded=False``). The
defaults are: sword, no armour, every skill 5 but agility 4, On Guard, 12 action points. Red is at
(4, 3), blue at (5, 3); further fighters of a side are below each other. The map is empty, 32 by 16,
or rows of text with `#` high and `o` low. Initiative: red_0, red_1, ..., blue_0, blue_1, ...

``duel(held="bound")``, ``"grappled"`` or ``"pinned"`` relates red_0 and blue_0; blue_0 is Pinned.

``act(battle, "melee_attack", slot=0, faces=[...])`` takes a legal action by its name. It
must roll exactly these faces; a decision that rolls without faces fails.
``play(battle, "melee_attack", "parry", faces=[...])`` takes several actions; the last one rolls.
``legal(battle)`` is the set of legal names, ``who(battle)`` the deciding agent and the window.
``pair(battle)``, ``wounds(battle)`` and ``points(battle)`` are status and partner, damage, and
action points of red_0 and blue_0. The `conftest.py` above describes the fixtures of
every system: `deployed`, `loaded`, `events`, ...

Names: `wait`, those of `Act` in lower case (`aim`, `melee_attack`, `feint`, `unarmed_attack`,
`ranged_attack` and `combat_move` with a slot), `move_towards`, `move_to_reach`, `move_away`,
`move_to_ally` with a slot, `move_to_cover`, `move_to_weapon`, `move_by_steps`, `pick_up_spear` and
the like, and `move_n`, `move_ne`, ..., `step_n`, ... in eight directions. In `legal` a slot other
than 0 is written as in `aim 1`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from quintain.envs.core.engine.battle import agent_name
from quintain.envs.core.engine.dice import load_dice, loaded_left, seed_rng_states
from quintain.envs.core.engine.system import System, get_system
from quintain.envs.mythic_epoch import deploy as deployment
from quintain.envs.mythic_epoch import step
from quintain.envs.mythic_epoch.actions import masks, table
from quintain.envs.mythic_epoch.enums import (
    Status,
    Verb,
    Window,
)
from quintain.envs.mythic_epoch.scenario import Scenario, make_template
from quintain.envs.mythic_epoch.state import (
    BATTLE,
)

SKILLS = {
    **dict.fromkeys(("daggers", "swords", "axes", "spears", "great_weapons", "ranged"), 5),
    **{"brawling": 5, "agility": 4, "endurance": 5},
}
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
FIELDS = ("action_points", "damage", "loaded", "carried_loaded", "aim_target", "initiative")


def action_names(max_side: int) -> list[str]:
    """The name of every action id."""
    names = []
    for action in range(table.num_actions(max_side)):
        name = Verb(int(table.verb_of(action))).name.lower()
        slot, side = int(table.slot_in(action)), DIRECTIONS[int(table.argument_of(action))]
        steps = {"move_step": f"move_{side}", "step": f"step_{side}"}
        if name == "pick_up_other":
            name = f"pick_up_{table.TABLE.decode(action, max_side)['weapon']}"
        names.append(steps.get(name, name) + (f" {slot}" if slot > 0 else ""))
    return names


def seat(fighter: dict, default_at: tuple[int, int]) -> dict:
    """A place of the scenario for a fighter as the tests write it."""
    skills = {name: fighter.get(name, rating) for name, rating in SKILLS.items()}
    equipment = {key: fighter[key] for key in ("armour", "carried") if key in fighter}
    person = {"base": "brawler", "hand": fighter.get("hand", "sword"), "skills": skills}
    status = fighter.get("status", "on_guard")
    at = fighter.get("at", default_at)
    return {"fighter": {**person, **equipment}, "at": list(at), "status": status}


def check_fields(fighters: Sequence[dict]) -> None:
    """Refuse properties that no fighter has."""
    allowed = {*SKILLS, *FIELDS, "at", "hand", "carried", "armour", "status"}
    unknown = {key for one in fighters for key in one} - allowed
    assert not unknown, f"no such property of a fighter: {unknown}"


def deploy(scenario: Scenario, fighters: Sequence[dict]) -> np.record:
    """A battle at its first decision, the log on."""
    battles = np.zeros(1, BATTLE)
    battles["dice"] = seed_rng_states(0, 1)
    battle = battles[0]
    battle.log = True
    load_dice(battle, [120 - 10 * number for number in range(len(fighters))])
    deployment.deploy(battle, make_template(scenario)[0])
    assert loaded_left(battle) == []
    for number, one in enumerate(fighters):
        for key in FIELDS:
            if key in one:
                setattr(battle.fighters[number], key, one[key])
    return battle


def hold(battle: np.record, held: str) -> None:
    """Begin bound, grappled, or with blue_0 pinned."""
    one, other = battle.fighters[0], battle.fighters[int(battle.side_size[0])]
    one.partner, other.partner = int(battle.side_size[0]), 0
    other.status = Status[held.upper()]
    one.status = Status.GRAPPLED if held == "pinned" else other.status


@pytest.fixture
def system() -> System:
    """The system of this folder."""
    return get_system("mythic_epoch")


@pytest.fixture
def fight(scenario_of: Callable) -> Callable[..., np.record]:
    """Deploy a battle: see the top of this file."""

    def build(
        red: Sequence[dict] = ({},),
        blue: Sequence[dict] = ({},),
        map: str | None = None,
        held: str | None = None,
        **rules: bool,
    ) -> np.record:
        check_fields([*red, *blue])
        battle = deploy(scenario_of(seat, red, blue, map, rules=rules), [*red, *blue])
        if held is not None:
            hold(battle, held)
        return battle

    return build


def legal_names(battle: np.record) -> set[str]:
    """The names of the legal actions."""
    names = action_names(int(battle.max_side))
    mask = np.zeros(len(names), np.bool_)
    masks.legal_action_mask(battle, mask)
    return {name for name, is_legal in zip(names, mask, strict=True) if is_legal}


def take(loaded: Callable, battle: np.record, name: str, slot: int, faces: Sequence[int]) -> None:
    """Take a legal action and hold its dice to the faces."""
    full = f"{name} {slot}" if slot else name
    names = action_names(int(battle.max_side))
    assert full in names, f"no action {full!r}"
    assert full in legal_names(battle), f"{full!r} is not legal: {sorted(legal_names(battle))}"
    with loaded(battle, faces):
        step.advance(battle, names.index(full))


@pytest.fixture
def legal() -> Callable[[np.record], set[str]]:
    """The names of the legal actions."""
    return legal_names


@pytest.fixture
def act(loaded: Callable) -> Callable[..., None]:
    """Take one legal action: see the top of this file."""

    def one(battle: np.record, name: str, slot: int = 0, faces: Sequence[int] = ()) -> None:
        take(loaded, battle, name, slot, faces)

    return one


# `play` hides the module of that name from here on, for tests only.
@pytest.fixture(name="play")
def play_several(loaded: Callable) -> Callable[..., None]:
    """Take several legal actions, the last of which rolls: see the top of this file."""

    def several(battle: np.record, *names: str, faces: Sequence[int] = ()) -> None:
        for name in names[:-1]:
            take(loaded, battle, name, 0, ())
        take(loaded, battle, names[-1], 0, faces)

    return several


@pytest.fixture
def who() -> Callable[[np.record], tuple[str, str]]:
    """The agent id that decides and the name of the window."""

    def decides(battle: np.record) -> tuple[str, str]:
        if battle.over:
            return ("nobody", "none")
        return agent_name(battle, int(battle.to_act)), Window(int(battle.window)).name.lower()

    return decides


def the_two(battle: np.record) -> tuple[np.record, np.record]:
    """The first of red and the first of blue."""
    return battle.fighters[0], battle.fighters[int(battle.side_size[0])]


@pytest.fixture
def pair() -> Callable[[np.record], list[tuple[int, int]]]:
    """Status and partner of the two."""
    return lambda battle: [(int(one.status), int(one.partner)) for one in the_two(battle)]


@pytest.fixture
def wounds() -> Callable[[np.record], tuple[int, ...]]:
    """Damage of the two."""
    return lambda battle: tuple(int(one.damage) for one in the_two(battle))


@pytest.fixture
def points() -> Callable[[np.record], tuple[int, ...]]:
    """Action points of the two."""
    return lambda battle: tuple(int(one.action_points) for one in the_two(battle))
