"""The state of a battle in a scenario: `state:` of each fighter and `now:` of the battle.

Each system declares its keys in `sheet.py`. A state is written into a battle that was deployed as
usual, in place of what the deployment gave; the checks of records from outside
(`engine/record_checks.py`) hold it before compiled code reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import yaml

from ..engine.battle import NOBODY, SIDES
from ..engine.record import Field, fields_of
from ..engine.record_checks import StateError, check_battles
from ..engine.system import System
from ..inputs.plain_text import one_line
from .labels import in_words
from .sheet_keys import Key, Speaker, write_keys
from .yaml_models import FieldError, ScenarioError

if TYPE_CHECKING:
    from .model import BaseScenario

IMPOSSIBLE = "no battle can be in this state: "
Problem = tuple[int, str]
"""A fighter's number, or -1 for the battle, and a clause: `is dead and cannot have the turn`."""


@dataclass(frozen=True)
class Sheet:
    """The keys of a system's states.

    Attributes:
        dtype: the battle's record.
        fighter: keys of `state`, of each fighter.
        battle: keys of `now`. `turn` stands for `to_act`, which is -1 before it is written.
        settle: `(battle)`: take back what the first turn after the deployment did, so that a state
            begins from the same values with any fighter.
        resume: `(battle)`: play on to the first decision, once the battle has passed all checks.
        redraw: `(battle, map) -> map`: the map as it is now, with its doors open or closed.
        open: `(battle)`: derive the fields that no key names and open the window of the fighter in
            `to_act`, or of the first who is able to act.
        follow: `(battle, fighter, written)`: change what follows by the rules from the state of a
            fighter, such as that the dead lie prone. `written` are the names of the keys of its
            state. Yields clauses about what the state leaves open and has to say, since dice
            decided it. It changes no state that occurs in battles.
        problems: `(battle)`: contradictions in the states of the fighters.
        is_open: `(battle)`: whether these keys can express the decision at hand.
        moment: the decisions that they can express, in words.
    """

    dtype: np.dtype
    fighter: tuple[Key, ...]
    battle: tuple[Key, ...]
    open: Callable[[np.record], None]
    problems: Callable[[np.record], Iterator[Problem]]
    is_open: Callable[[np.record], bool]
    moment: str
    follow: Callable[[np.record, int, Collection[str]], Iterator[str]] = lambda *_: iter(())
    settle: Callable[[np.record], None] = lambda battle: None
    resume: Callable[[np.record], None] = lambda battle: None
    redraw: Callable[[np.record, str], str] = lambda battle, text: text

    @property
    def battle_fields(self) -> tuple[Field, ...]:
        """The declared fields of the battle."""
        return fields_of(self.dtype)

    @property
    def fighter_fields(self) -> tuple[Field, ...]:
        """The declared fields of a fighter."""
        return next(one.parts for one in self.battle_fields if one.name == "fighters")


def overfull_hands(
    items: Sequence[int], hands_for: np.ndarray, names: Sequence[str], hands: int
) -> Iterator[str]:
    """A clause for a `problems` function, if a fighter holds more than its hands can.

    Args:
        items: the items in its hands, -1 where none is.
        hands_for: the hands that each item needs, integers of shape (items,).
        names: of the items.
        hands: how many it has.
    """
    held = [item for item in items if item >= 0]
    if sum(int(hands_for[item]) for item in held) > hands:
        yield f"has {hands} hands and cannot hold {' and '.join(names[item] for item in held)}"


def has_state(scenario: Any) -> bool:
    """Whether a scenario says more about its beginning than the places of the fighters."""
    if not hasattr(scenario, "now"):
        return False
    return bool(scenario.now) or any(seat.state for _, seat in scenario.seats())


def without_states(scenario: Any) -> Any:
    """The scenario as it begins without what its states say."""
    if not has_state(scenario):
        return scenario
    update: dict[str, Any] = {"now": None}
    for side in SIDES:
        seats = getattr(scenario, side)
        update[side] = [seat.model_copy(update={"state": None}) for seat in seats]
    return scenario.model_copy(update=update)


def check_state(sheet: Sheet, scenario: BaseScenario) -> None:
    """Check the keys and values of a scenario's state, each by itself, as far as seats tell.

    Raises:
        FieldError: a key or a value is illegal.
    """
    _write(sheet, np.zeros(1, sheet.dtype), scenario, is_deployed=False)


def apply_states(system: System, battles: np.ndarray, scenarios: Sequence[Any]) -> None:
    """Write the states of scenarios into their battles, array `[B]`, just deployed.

    Dice decide in each battle what no state names: the places in a zone, the initiative.

    Args:
        system: the system.
        battles: the battles; `scenario` of each is the number of its scenario if there are several.
        scenarios: the scenarios, with or without states.

    Raises:
        ScenarioError: no battle can be in this state; the sentence names the fighter or the rule.
    """
    for number, scenario in enumerate(scenarios):
        if has_state(scenario):
            mine = battles["scenario"] == number if len(scenarios) > 1 else slice(None)
            part = battles[mine]
            apply_state(system, part, scenario)
            battles[mine] = part


def apply_state(system: System, battles: np.ndarray, scenario: BaseScenario) -> None:
    """Write a scenario's state into its battles, array `[B]`; see `apply_states`."""
    sheet = scenario.sheet
    assert sheet is not None
    battles["to_act"] = NOBODY
    for battle in battles:
        sheet.settle(battle)
    settled = battles[:1].copy()
    try:
        _open(system, battles, scenario)
    except FieldError as error:
        text = f"{in_words(error.keys, scenario)}: {error}"
        raise _error_at(scenario, error.keys, text) from None
    except StateError as error:
        keys = _key_to_blame(system, settled, scenario)
        text = f"{in_words(keys, scenario)}: {error.told}" if keys else f"{IMPOSSIBLE}{error.told}"
        raise _error_at(scenario, keys, text) from None
    for battle in battles:
        sheet.resume(battle)


def _open(system: System, battles: np.ndarray, scenario: BaseScenario) -> None:
    """Write a state into settled battles and check them.

    Raises:
        FieldError: a key or a value is illegal.
        ScenarioError: the state of a fighter contradicts itself.
        StateError: no battle can be in this state.
    """
    sheet = scenario.sheet
    assert sheet is not None
    _write(sheet, battles, scenario, is_deployed=True)
    labels = Speaker(scenario).labels
    seats = [key for key, _ in scenario.seats()]
    for battle in battles:
        for fighter, problem in _problems(sheet, battle, scenario):
            keys = ("now",) if fighter == NOBODY else (*seats[fighter], "state")
            label = "the battle" if fighter == NOBODY else labels[fighter]
            raise _error_at(scenario, keys, f"{label} {problem}")
    battles["num_events"] = 0
    check_battles(system, battles)


def _key_to_blame(system: System, settled: np.ndarray, scenario: BaseScenario) -> tuple[Any, ...]:
    """The first key of the states without which a battle can be in the state; empty if none is.

    Args:
        system: the system.
        settled: Array `[1]`, the battle before the state is written.
        scenario: the scenario.
    """
    for keys in _keys_of_states(scenario):
        try:
            _open(system, settled.copy(), _without(scenario, keys))
        except ValueError:
            continue
        return keys
    return ()


def _keys_of_states(scenario: BaseScenario) -> Iterator[tuple[Any, ...]]:
    """The keys of `now` and of the fighters' states."""
    for name in scenario.now or {}:
        yield "now", name
    for (side, place), seat in scenario.seats():
        for name in seat.state or {}:
            yield side, place, "state", name


def _without(scenario: BaseScenario, keys: tuple[Any, ...]) -> BaseScenario:
    """The scenario without a key of a state."""
    *path, name = keys
    if path == ["now"]:
        return scenario.model_copy(update={"now": _others(scenario.now, name)})
    side, place, _ = path
    seats = [*getattr(scenario, side)]
    seats[place] = seats[place].model_copy(update={"state": _others(seats[place].state, name)})
    return scenario.model_copy(update={side: seats})


def _others(state: dict[str, Any] | None, name: str) -> dict[str, Any]:
    return {key: value for key, value in (state or {}).items() if key != name}


def _problems(sheet: Sheet, battle: np.record, scenario: BaseScenario) -> Iterator[Problem]:
    """Draw the consequences of a written state and open its turn; the contradictions in it."""
    before = battle.copy()
    battle.log = battle.memory = 0  # consequences are no events of this battle
    for fighter, (_, seat) in enumerate(scenario.seats()):
        for clause in sheet.follow(battle, fighter, frozenset(seat.state or {})):
            yield fighter, clause
    yield from _overruled(sheet, before, battle, scenario)
    sheet.open(battle)
    battle.log, battle.memory = before.log, before.memory
    yield from sheet.problems(battle)


def _overruled(
    sheet: Sheet, before: np.record, after: np.record, scenario: BaseScenario
) -> Iterator[Problem]:
    """The written values that differ from what follows from the rest of the state."""
    speaker = Speaker(scenario)
    for fighter, (_, seat) in enumerate(scenario.seats()):
        both = before.fighters[fighter], after.fighters[fighter]
        for clause in _differing(sheet.fighter, sheet.fighter_fields, seat.state, both, speaker):
            yield fighter, clause
    now = _differing(sheet.battle, sheet.battle_fields, scenario.now, (before, after), speaker)
    for clause in now:
        yield NOBODY, clause


def _differing(
    keys: tuple[Key, ...],
    fields: tuple[Field, ...],
    told: dict[str, Any] | None,
    both: tuple[Any, Any],
    speaker: Speaker,
) -> Iterator[str]:
    for key in (key for key in keys if key.name in (told or {})):
        written, follows = (key.read(one, fields, speaker) for one in both)
        if written != follows:
            rows = f" ({key.row})" if key.row else ""
            yield (
                f"cannot have {key.name}: {_as_yaml(written)}; from the rest of the state "
                f"follows {key.name}: {_as_yaml(follows)}{rows}"
            )


def _as_yaml(value: Any) -> str:
    """A value as it stands in a file, in one line."""
    return yaml.safe_dump(value, default_flow_style=True, width=10**6).partition("\n")[0]


def _error_at(scenario: BaseScenario, keys: tuple[Any, ...], text: str) -> ScenarioError:
    """The error of a value of the state, with its file and line."""
    return ScenarioError(one_line(f"{scenario.place_of(keys)}: {text}"))


def read_state(
    scenario: BaseScenario, battle: np.record, plain: np.record
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The values of `now`, and of each fighter's `state`, by the fighters' numbers.

    Args:
        scenario: gives the labels.
        battle: a battle at a decision that the sheet can express.
        plain: a deployment of the same scenario without a state, which this settles; equal values
            are left out.
    """
    sheet, speaker = scenario.sheet, Speaker(scenario)
    assert sheet is not None
    sheet.settle(plain)
    now = _read(sheet.battle, sheet.battle_fields, battle, plain, speaker)
    both = zip(battle.fighters, plain.fighters, range(len(speaker.labels)), strict=False)
    states = [
        _read(sheet.fighter, sheet.fighter_fields, one, other, speaker) for one, other, _ in both
    ]
    return now, states


def _read(
    keys: tuple[Key, ...], fields: tuple[Field, ...], one: Any, other: Any, speaker: Speaker
) -> dict[str, Any]:
    told = {}
    for key in keys:
        value = key.read(one, fields, speaker)
        if key.is_rolled or value != key.read(other, fields, speaker):
            told[key.name] = value
    return told


def _write(sheet: Sheet, battles: np.ndarray, scenario: BaseScenario, is_deployed: bool) -> None:
    speaker = Speaker(scenario)
    bodily = {key.name for key in sheet.fighter if key.is_bodily and not is_deployed}
    for battle in battles:
        write_keys(sheet.battle, battle, sheet.battle_fields, scenario.now or {}, speaker, "now")
    for number, ((side, place), seat) in enumerate(scenario.seats()):
        fighter, path = battles["fighters"][:, number], (side, place, "state")
        state = {key: value for key, value in (seat.state or {}).items() if key not in bodily}
        write_keys(sheet.fighter, fighter, sheet.fighter_fields, state, speaker, *path)
