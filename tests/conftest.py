"""Fixtures for all tests: no window and no sound, compared and revised files, and battles.

The tests of a system use the builders below. The `conftest.py` of its folder defines the fixture
`system` and adds its own builders:

``parse(red=[...])`` is a scenario that differs from a plain duel, and ``squares(battle)`` the
positions of all fighters. ``refusal((old, new))`` is the error message for the file of such a duel
with a part of its text replaced, with a text at its end (``refusal(("", text))``), or for another
text. ``deployed("duel", seed=3)`` is a battle of a scenario at its first decision, with
``log=True`` and with changed fields of the scenario on request. ``play_out(battle, seed)`` plays it
randomly to its end. ``legal_actions(battle)`` are the ids of the legal actions, and
``random_play("duel", seed, 50)`` yields a match and these ids before each of 50 random decisions.
``states_of_play("duel", seed, random.Random(2), decisions)`` are all states of a random battle, as
an array of records. ``mirrored_duel(red, blue, rows, here, there)`` are two templates, and
``play_mirrored(pair, turned, is_left_out, seed, decisions)`` plays two such battles with the same
random choices, turned for the second, and yields after each.

``load(battle, faces)`` loads dice; after them others are rolled. ``with loaded(battle, faces):``
checks that exactly these dice are rolled in the block.

``events(battle)`` is the log as tuples (kind, actor, target, what, amount, dice), with names of
kinds; ``events(battle, "hits", "misses")`` has only these kinds. ``write(battle, *events)``
replaces the log with such events, and ``told(battle, *events)`` is their narration, with each
sentence checked by ``is_sentence(text)``, for which a file may define more `flaws`.
``sentences.of(battle, *events, title="...")`` adds the narration of events, or of the log, to the
table of a system, and ``sentences.of_kinds(battle, Event, spread)`` that of each kind of event by
itself, with the values of its fields in `spread`. ``stands, told = sentences.compare()`` compares
with `tests/golden/<system>_sentences.txt` (`make golden`).

``numbers(battle, fighter)`` is a fighter's observation, ``look(battle, fighter)`` the same by the
names of the layout, and ``block(battle, fighter, "enemy_0")`` one block of it by short names.
``concealed(battle, fighter, seed)`` is a copy with a sample of what the fighter cannot know,
``changed(battle, actor)`` are the fields of a fighter that differ in red_0's samples, and
``same_masks("duel", decisions)`` plays randomly and checks that the masks of both are equal.

``scenario_of(seat, red, blue, map)`` is a scenario of two rows of fighters: red at (4, 3), (4, 4),
..., blue at (5, 3), (5, 4), ..., by default on an empty map of 32 by 16 squares.
"""

from __future__ import annotations

import gc
import importlib
import itertools
import os
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.engine.dice import check_fault, load_dice, loaded_left, seed_rng_states
from quintain.envs.core.engine.system import System
from quintain.envs.core.scenarios.yaml_models import ScenarioError, parse_model
from quintain.envs.core.session.match import Match
from quintain.envs.core.text.rulebook import read_rows

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("MPLBACKEND", "Agg")

ROOT = Path(__file__).parents[1]
SENTINEL = 127
"""A face that no die has. A roll after all loaded faces are used gets it."""
PLAIN_FILE = """\
title: Test
map: |
  .....
  ..#..
red:
  - {fighter: swordsman, at: [0, 0]}
blue:
  - {fighter: swordsman, at: [1, 0]}
"""
MORE_ROWS = {"heimr": "  ..#..\n  .....\n"}
"""For systems whose maps have three rows or more: the replacement for the last of two rows."""
DECISIONS = 20_000
"""Number of random decisions after which a battle counts as endless."""


gc.set_threshold(100_000)  # thousands of test objects stay alive, and collecting them takes long


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that rewrites the files which `golden` compares."""
    parser.addoption("--revise", action="store_true", help="rewrite golden files and written pages")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[..., tuple[str, str]]:
    """The content of a file of the repository, and the text that the code produces now.

    ``stands, told = golden("tests/golden/duel.txt", text)`` is for a whole file. With a third
    argument, `text` is the part of a page between ``<!-- name: begin -->`` and
    ``<!-- name: end -->``, and the pair is the whole page. A test asserts that both are equal.
    With ``--revise`` (``make golden docs``) the file is written first.
    """

    def compare(path: str, text: str, name: str | None = None) -> tuple[str, str]:
        file = ROOT / path
        stands = file.read_text(encoding="utf-8") if file.exists() else ""
        told = text if name is None else _with_part(stands, name, text)
        if stands != told and request.config.getoption("--revise"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(told, encoding="utf-8")
            stands = file.read_text(encoding="utf-8")
        return stands, told

    return compare


def _with_part(page: str, name: str, text: str) -> str:
    """A page with new text between the begin and end marks of a name."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    pattern = f"(?<={re.escape(begin)}).*(?={re.escape(end)})"
    replaced, count = re.subn(pattern, lambda _: text.rstrip("\n") + "\n", page, flags=re.DOTALL)
    assert count == 1, f"the page must hold {begin.strip()} and {end} once"
    return replaced


# --- Battles --------------------------------------------------------------------------------------


@pytest.fixture
def scenario_of(system: System) -> Callable[..., Any]:
    """A scenario of two rows of fighters: see the top of this file."""

    def build(
        seat: Callable[[dict, tuple[int, int]], dict],
        red: Sequence[dict],
        blue: Sequence[dict],
        map: str | None = None,
        **more: Any,
    ) -> Any:
        fields = {
            "title": "Test",
            "description": "Test.",
            "map": map or "\n".join(["." * 32] * 16),
            "red": [seat(one, (4, 3 + place)) for place, one in enumerate(red)],
            "blue": [seat(one, (5, 3 + place)) for place, one in enumerate(blue)],
        }
        return system.scenario_model.model_validate({**fields, **more})

    return build


@pytest.fixture
def parse(system: System) -> Callable[..., Any]:
    """A scenario that differs from a plain duel."""
    duel = {
        "title": "Test",
        "map": ".....\n.....\n..#o.\n.....",
        "red": [{"fighter": "swordsman", "at": [0, 0]}],
        "blue": [{"fighter": "swordsman", "at": [1, 0]}],
    }
    return lambda **changes: parse_model(system.scenario_model, {**duel, **changes}, "test")


@pytest.fixture
def squares() -> Callable[[np.record], list[tuple[int, int]]]:
    """The positions of all fighters."""
    return lambda battle: [
        (int(fighter.x), int(fighter.y)) for fighter in battle.fighters[: battle.num_fighters]
    ]


@pytest.fixture
def file_of(system: System, tmp_path: Path) -> Callable[..., Path]:
    """The file of a plain duel, with a change as in `refusal` or without."""
    plain = PLAIN_FILE.replace("  ..#..\n", MORE_ROWS.get(system.name, "  ..#..\n"))

    def write(change: str | tuple[str, str] = ("", "")) -> Path:
        text = change
        if not isinstance(change, str):
            old, new = change
            assert old in plain
            text = plain.replace(old, new) if old else plain + new
        file = tmp_path / "scenario.yaml"
        file.write_text(str(text), encoding="utf-8")
        return file

    return write


@pytest.fixture
def refusal(system: System, file_of: Callable[..., Path]) -> Callable[..., str]:
    """The error message for a wrong file: one sentence that names the file."""

    def load(change: str | tuple[str, str]) -> str:
        file = str(file_of(change))
        with pytest.raises(ScenarioError) as caught:
            system.load_scenario(file)
        said = str(caught.value)
        assert said.startswith(file)
        assert "\n" not in said
        return said

    return load


@pytest.fixture
def deployed(system: System) -> Callable[..., np.record]:
    """A battle of a scenario at its first decision: see the top of this file."""

    def build(name: str, seed: int = 0, log: bool = False, **changes: Any) -> np.record:
        scenario = system.load_scenario(name).model_copy(update=changes)
        battle = system.new_battles(1)[0]
        battle.dice[:] = seed_rng_states(seed, 1)[0]
        battle.log = log
        system.deploy(battle, system.make_template(scenario)[0])
        return battle

    return build


@pytest.fixture
def play_out(system: System) -> Callable[[np.record, int], None]:
    """Random legal choices until the end: see the top of this file."""

    def play(battle: np.record, seed: int) -> None:
        mask = np.zeros(system.num_actions(int(battle.max_side)), np.bool_)
        chance = np.random.default_rng(seed)
        for _ in range(DECISIONS):
            if battle.over:
                return
            system.legal_action_mask(battle, mask)
            system.advance(battle, int(chance.choice(np.flatnonzero(mask))))

    return play


@pytest.fixture
def legal_actions(system: System) -> Callable[[np.record], list[int]]:
    """The ids of the legal actions."""

    def legal(battle: np.record) -> list[int]:
        mask = np.zeros(system.num_actions(int(battle.max_side)), np.bool_)
        system.legal_action_mask(battle, mask)
        return np.flatnonzero(mask).tolist()

    return legal


@pytest.fixture
def states_of_play(deployed: Callable, legal_actions: Callable, system: System) -> Callable:
    """All states of a battle that is played by random legal choices: see the top of this file."""

    def play(name: str, seed: int, choose: random.Random, decisions: int) -> np.ndarray:
        battle = deployed(name, seed, log=True)
        states = [battle.tobytes()]
        while not battle.over and battle.decisions < decisions:
            legal = legal_actions(battle)
            assert len(legal) > 1
            system.advance(battle, choose.choice(legal))
            states.append(battle.tobytes())
        return np.frombuffer(b"".join(states), system.dtype).copy()

    return play


@pytest.fixture
def random_play(system: System) -> Callable[[str, int, int], Iterator[tuple[Match, list[int]]]]:
    """A match before each of its random decisions: see the top of this file."""

    def play(name: str, seed: int, decisions: int) -> Iterator[tuple[Match, list[int]]]:
        match = Match(system, name)
        match.reset(seed)
        chance = np.random.default_rng(seed)
        for _ in range(decisions):
            if match.is_over:
                return
            legal = np.flatnonzero(match.mask).tolist()
            yield match, legal
            match.step(int(chance.choice(legal)))

    return play


@pytest.fixture
def mirrored_duel(system: System) -> Callable[..., list[np.record]]:
    """Templates of a duel, and of the same duel with exchanged sides on the turned map."""

    def build(red: str, blue: str, rows: Sequence[str], here: list[int], there: list[int]) -> list:
        said = {"title": "Test", "description": "Test.", "map": "\n".join(rows)}
        return [
            system.make_template(
                system.scenario_model.model_validate(
                    {
                        **said,
                        "red": [{"fighter": one, "at": here}],
                        "blue": [{"fighter": other, "at": there}],
                    }
                )
            )[0]
            for one, other in ((red, blue), (blue, red))
        ]

    return build


@pytest.fixture
def play_mirrored(system: System, legal_actions: Callable) -> Callable[..., Iterator[None]]:
    """Play a battle and its mirror image with the same choices: see the top of this file."""

    def play(
        pair: Sequence[np.record],
        turned: Callable[[int], int],
        is_left_out: Callable[[int], bool],
        seed: int,
        decisions: int,
    ) -> Iterator[None]:
        one, other = pair
        choose = random.Random(seed)
        for _ in range(decisions):
            if one.over:
                break
            assert one.to_act == 1 - other.to_act
            assert one.window == other.window
            legal = legal_actions(one)
            assert sorted(turned(action) for action in legal) == sorted(legal_actions(other))
            action = choose.choice([action for action in legal if not is_left_out(action)])
            system.advance(one, action)
            system.advance(other, turned(action))
            yield
        assert one.over == other.over
        if one.over and one.winner >= 0:
            assert one.winner == 1 - other.winner

    return play


@pytest.fixture
def duel(fight: Callable[..., np.record]) -> Callable[..., np.record]:
    """One against one, for systems with `fight`; a fighter is a dict."""

    def build(red: dict | None = None, blue: dict | None = None, **more: Any) -> np.record:
        return fight([red or {}], [blue or {}], **more)

    return build


# --- Dice and the log -----------------------------------------------------------------------------


@pytest.fixture
def load() -> Callable[[np.record, Sequence[int]], None]:
    """Load dice: see the top of this file."""

    def give(battle: np.record, faces: Sequence[int]) -> None:
        load_dice(battle, list(faces))

    return give


@contextmanager
def hold_dice(battle: np.record, faces: Sequence[int] = ()) -> Iterator[None]:
    """Load the faces; afterwards check that exactly these dice were rolled."""
    load_dice(battle, [*faces, SENTINEL])
    before = battle.dice.copy()
    yield
    left = loaded_left(battle)
    assert SENTINEL in left, "more dice were rolled than were loaded"
    assert (battle.dice == before).all(), "more dice were rolled than were loaded"
    check_fault(battle)
    assert left == [SENTINEL], f"not all dice were used: {left[:-1]}"
    load_dice(battle, [])


@pytest.fixture
def loaded() -> Callable[..., AbstractContextManager[None]]:
    """Load dice and check that a block rolls exactly these: see the top of this file."""
    return hold_dice


@pytest.fixture
def window(system: System) -> Callable[[np.record], str]:
    """The name of the open window, "none" without one."""
    return lambda battle: system.windows[int(battle.window)]


@pytest.fixture
def events(system: System) -> Callable[..., list[tuple]]:
    """The log: see the top of this file."""
    kind_of = importlib.import_module(f"quintain.envs.{system.name}.state").Event

    def log(battle: np.record, *kinds: str) -> list[tuple]:
        told = [
            (kind_of(int(event.kind)).name.lower(), *(int(part) for part in event.tolist()[1:]))
            for event in battle.events[: battle.num_events]
        ]
        return [event for event in told if not kinds or event[0] in kinds]

    return log


@pytest.fixture
def write() -> Callable[..., None]:
    """Replace the log with events; omitted numbers are 0, omitted fighters nobody."""

    def fill(battle: np.record, *given: Sequence[int]) -> None:
        battle.num_events = len(given)
        for event, (kind, *rest) in zip(battle.events, given, strict=False):
            event.kind = kind
            values = [*rest, *(NOBODY, NOBODY, 0, 0, 0)[len(rest) :]]
            event.actor, event.target, event.what, event.amount, event.dice = values

    return fill


@pytest.fixture
def flaws() -> tuple[str, ...]:
    """Further texts that no sentence may contain."""
    return ()


@pytest.fixture
def is_sentence(flaws: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether a text begins with a capital, ends with a full stop, and has no open slots."""
    never = ("  ", " ,", " .", "..", ",,", "None", "{", "}", "the the", "()", *flaws)

    def holds(text: str) -> bool:
        is_whole = re.fullmatch(r"[A-Z].*[^.\s,:;]\.", text) is not None
        return is_whole and not any(flaw in text for flaw in never)

    return holds


@pytest.fixture
def told(system: System, write: Callable, is_sentence: Callable) -> Callable[..., str]:
    """The narration of the log, or of events in its place, as one text."""
    known = {row.id for row in read_rows(system)}

    def tell(battle: np.record, *events: Sequence[int]) -> str:
        if events:
            write(battle, *events)
        lines = system.narrate(battle)
        for text, rows in lines:
            assert is_sentence(text), text
            assert len(set(rows)) == len(rows) > 0, text
            assert known.issuperset(rows), rows
        return " ".join(text for text, _ in lines)

    return tell


class Sentences:
    """The table of a system's sentences: see the top of this file."""

    def __init__(self, system: System, told: Callable, golden: Callable) -> None:
        """Create an empty table."""
        self.system, self.told, self.golden = system, told, golden
        self.lines: list[str] = []

    def of(self, battle: np.record, *events: Sequence[int], title: str) -> None:
        """Add the narration of several events, or of the log."""
        self.told(battle, *events)
        lines = [f"  {text} ({', '.join(rows)})" for text, rows in self.system.narrate(battle)]
        self.lines += [title, *lines, ""]

    def of_kinds(
        self, battle: np.record, kinds: Iterable[Any], spread: Mapping[Any, Mapping[str, Any]]
    ) -> None:
        """Add the narration of each kind of event by itself, each sentence once."""
        usual = {"actor": [0], "target": [1], "what": [0, 1], "amount": [0, 1], "dice": [1]}
        for kind in kinds:
            lines: dict[str, None] = {}
            for fields in itertools.product(*({**usual, **spread.get(kind, {})}).values()):
                self.told(battle, (kind, *fields))
                for text, rows in self.system.narrate(battle):
                    lines[f"  {text} ({', '.join(rows)})"] = None
            self.lines += [kind.name, *lines, ""]

    def compare(self) -> tuple[str, str]:
        """The content of the table's file, and the table as the code produces it now."""
        path = f"tests/golden/{self.system.name}_sentences.txt"
        return self.golden(path, "\n".join(self.lines))


@pytest.fixture
def sentences(system: System, told: Callable, golden: Callable) -> Sentences:
    """An empty table of sentences."""
    return Sentences(system, told, golden)


# --- Observations ---------------------------------------------------------------------------------


@pytest.fixture
def numbers(system: System) -> Callable[[np.record, int], np.ndarray]:
    """The whole observation of a fighter; numbers that are not written stay NaN."""

    def observe(battle: np.record, fighter: int) -> np.ndarray:
        length = system.observation_layout(int(battle.max_side)).length
        seen = np.full(length, np.nan, np.float32)
        system.observe(battle, fighter, seen)
        return seen

    return observe


@pytest.fixture
def look(system: System, numbers: Callable) -> Callable[[np.record, int], dict[str, Any]]:
    """A fighter's observation by the names of the layout; single numbers as scalars."""

    def see(battle: np.record, fighter: int) -> dict[str, Any]:
        layout, seen = system.observation_layout(int(battle.max_side)), numbers(battle, fighter)
        pieces = {name: seen[part].tolist() for name, part in layout.slices().items()}
        return {name: part[0] if len(part) == 1 else part for name, part in pieces.items()}

    return see


@pytest.fixture
def block(look: Callable) -> Callable[[np.record, int, str], dict[str, Any]]:
    """The pieces of a block by their short names."""

    def see(battle: np.record, fighter: int, name: str) -> dict[str, Any]:
        return {
            piece.partition(".")[2]: value
            for piece, value in look(battle, fighter).items()
            if piece.startswith(name + ".")
        }

    return see


# --- What is hidden -------------------------------------------------------------------------------


@pytest.fixture
def concealed(system: System) -> Callable[..., np.record]:
    """A copy of the battle with a sample of what a fighter cannot know."""

    def imagine(battle: np.record, fighter: int = 0, seed: int = 1) -> np.record:
        copy = np.array([battle])[0]
        system.conceal(copy, fighter, seed_rng_states(seed, 1)[0])
        return copy

    return imagine


@pytest.fixture
def changed(concealed: Callable[..., np.record]) -> Callable[..., set[str]]:
    """The fields of a fighter that differ in red_0's samples."""

    def fields(battle: np.record, actor: int, seeds: int = 20) -> set[str]:
        it = battle.fighters[actor]
        others = [concealed(battle, 0, seed).fighters[actor] for seed in range(seeds)]
        return {
            name
            for name in battle.fighters.dtype.names
            for other in others
            if other[name].tobytes() != it[name].tobytes()
        }

    return fields


@pytest.fixture
def same_masks(
    system: System, deployed: Callable, legal_actions: Callable, concealed: Callable
) -> Callable[..., int]:
    """Play randomly and check that masks do not depend on hidden facts; return the length."""

    def play(name: str, decisions: int) -> int:
        battle, choose = deployed(name, 2), random.Random(2)
        for number in range(decisions):
            if battle.over:
                break
            legal = legal_actions(battle)
            if number % 3 == 0:
                copy = concealed(battle, int(battle.to_act), number)
                assert legal_actions(copy) == legal
            system.advance(battle, choose.choice(legal))
        return int(battle.decisions)

    return play
