"""A battle that people and agents play, with every thing that happened in a journal."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..envs.core.compiler.compile import engine_hash
from ..envs.core.engine.battle import MAX_SIDE, SIDES
from ..envs.core.engine.dice import WORD, load_dice, seed_rng_states
from ..envs.core.engine.legality import IllegalAction
from ..envs.core.engine.loops import take_action
from ..envs.core.engine.system import System, get_system
from ..envs.core.inputs.arguments import CHOICES, seed_or_entropy
from ..envs.core.inputs.plain_text import one_line
from ..envs.core.scenarios.yaml_models import parse_model
from ..envs.core.session.match import Match
from ..envs.core.session.next_faces import is_refused
from ..envs.core.session.replay import final_checksum
from ..envs.core.session.snapshot import InitialState
from ..envs.core.session.state_file import scenario_at, sheet_of, text_of
from ..envs.core.text.narration import Line, attach_names
from .dice import Die, next_die
from .journal import Entry, Journal, TableError, create_journal, read_journal

PERSON = "person"
"""The player who is asked for its choices."""
EDITED: Line = ("The game master changes the state of the battle.", ())


@dataclass
class Step:
    """One thing that happened: the beginning, a decision, or an edited state.

    Attributes:
        entry: its line of the journal.
        fighter: who decided; -1 for nobody.
        sentence: the decision in words.
        lines: the narration of what followed.
    """

    entry: Entry
    fighter: int = -1
    sentence: str = ""
    lines: list[Line] = field(default_factory=list)


class Table:
    """A battle under way.

    Attributes:
        match: the battle.
        players: the player of each side: `PERSON`, or the name of an agent.
        steps: what happened, the beginning first; what was undone is left out.
        journal: the file.
    """

    def __init__(self, journal: Journal) -> None:
        """Open a table; use `new_table` and `open_table`."""
        self.journal = journal
        head = journal.entries[0]
        try:
            self._open(head)
        except (KeyError, ValueError, TypeError) as error:
            text = str(error.args[0] if error.args else error)
            raise TableError(one_line(f"{journal.path}: line 1: {text}")) from None
        self.steps: list[Step] = []

    def _open(self, head: Entry) -> None:
        self.system: System = get_system(head["system"])
        self._scenario = parse_model(self.system.scenario_model, head["scenario"], "scenario")
        room, self._choices = head["max_side"], tuple(head["choices"])
        if type(room) is not int or not 1 <= room <= MAX_SIDE:
            raise ValueError(f"max_side must be a whole number from 1 to {MAX_SIDE}")
        if len(self._choices) != 2 or not set(self._choices) <= set(CHOICES):
            raise ValueError("choices must be those of red and of blue")
        players = head["players"]
        self.players: dict[str, str] = {side: one_line(str(players[side]), 200) for side in SIDES}
        self.match = Match(
            self.system, self._scenario, max_side=room, log=True, choices=self._choices,
            memory=head["memory"],
        )  # fmt: skip
        self._dice = words_of(head["dice"])
        self.match.rng_state[:] = seed_rng_states(np.random.SeedSequence(), 1)[0]

    # --- Questions --------------------------------------------------------------------------------

    @property
    def has_begun(self) -> bool:
        """Whether the fighters are deployed."""
        return bool(self.steps)

    @property
    def count(self) -> int:
        """Number of decisions and edits."""
        return len(self.steps) - 1

    @property
    def lines(self) -> list[Line]:
        """The narration so far."""
        return [line for step in self.steps for line in step.lines]

    @property
    def side(self) -> str:
        """The side whose decision it is."""
        return SIDES[int(self.match.battle.side[self.match.to_act])]

    def next_die(self, action: int | None, faces: list[int]) -> Die | None:
        """The next die that a step needs; this changes nothing.

        Args:
            action: a legal action; None for the beginning, with dice that a state does not need.
            faces: the faces of its first dice.
        """
        if action is None and self._scenario.now is not None:
            return None
        return next_die(lambda tried: self._try(action, tried), faces, self.system.narrate)

    def _try(self, action: int | None, faces: list[int]) -> np.record | None:
        """The battle after a step with loaded faces; None if a face is impossible."""
        if action is None:
            return self._try_to_begin(faces)
        match, battles = self.match, self.match.battles.copy()
        load_dice(battles[0], faces)
        take_action(battles, 0, action, match.observation.copy(), match.mask.copy())
        battle = battles[0]
        if match.names:
            attach_names(battle, match.names)
        return None if is_refused(battle) else battle

    def _try_to_begin(self, faces: list[int]) -> np.record | None:
        trial = copy.deepcopy(self.match)
        beginning = InitialState(self._scenario, self._dice, tuple(faces), self._choices)
        try:
            trial.begin_as(beginning)
        except ValueError:
            return None
        return trial.battle

    # --- What can happen --------------------------------------------------------------------------

    def begin(self, faces: list[int] | tuple[int, ...] = ()) -> None:
        """Deploy the fighters, with the faces of the first dice.

        Raises:
            ValueError: a face is impossible; or the battle has begun.
        """
        if self.has_begun:
            raise TableError("the battle has begun")
        self._happen({"begin": list(self._dice), "faces": list(faces)})

    def take(self, action: int, faces: list[int] | tuple[int, ...] = ()) -> None:
        """Take a decision, with the faces of the first dice; the machine rolls the others.

        Raises:
            IllegalAction: the action is illegal; nothing was changed.
            ValueError: a face is impossible, or the battle is over; nothing was changed.
            OSError: the journal cannot be written; nothing was changed.
        """
        self._happen({"take": int(action), "faces": list(faces)})

    def edit(self, scenario: Any) -> None:
        """Continue from a state: a validated scenario of the system, or a file's path.

        Raises:
            ScenarioError: the file cannot be used; nothing was changed.
            ValueError: the scenario has too many fighters; nothing was changed.
        """
        model = (
            self.system.load_scenario(str(scenario))
            if isinstance(scenario, str | Path)
            else scenario
        )
        data = model.model_dump(mode="json", exclude_defaults=True)
        self._happen({"edit": data, "dice": self.match.battles["dice"][0].tolist()})

    def undo(self, count: int) -> None:
        """Go back to the moment after the first `count` decisions and edits.

        Raises:
            ValueError: there are fewer.
            OSError: the journal cannot be written; nothing was changed.
        """
        if not 0 <= count < self.count:
            raise TableError(
                "nothing can be undone: this is the beginning"
                if self.count < 1
                else f"go back to one of 0 to {self.count - 1} decisions, got {count}"
            )
        self.journal.append({"undo": count})
        self._go_back(count)

    def _happen(self, entry: Entry) -> None:
        """Let something happen and write it down, or neither."""
        before = self.match.battles.copy() if self.has_begun else None
        kept = copy.copy(self.match.__dict__)
        actions = list(self.match.actions)
        step = self._play(self.match, entry)
        entry["state"] = self._state(self.match)
        try:
            self.journal.append(entry)
        except OSError:
            if before is not None:
                self.match.__dict__.update(kept, actions=actions)
                self.match._restore(before.tobytes())
            raise
        self.steps.append(step)

    def _state(self, match: Match) -> str:
        """A short checksum of the battle."""
        return final_checksum(self.system, match.battles)[:16]

    def _play(self, match: Match, entry: Entry, tell: bool = True) -> Step:
        """Play an entry of the journal, which may come from a stranger."""
        if "take" in entry:
            fighter, sentence = int(match.to_act), ""
            if fighter >= 0 and 0 <= entry["take"] < match.num_actions and tell:
                sentence = match.describe(entry["take"])
            self._take(match, entry["take"], entry["faces"])
            return Step(entry, fighter, sentence, match.narrate() if tell else [])
        if "edit" in entry:
            model = parse_model(self.system.scenario_model, entry["edit"], "scenario")
            dice, faces, lines = words_of(entry["dice"]), (), [EDITED]
        else:
            model, dice, faces = self._scenario, words_of(entry["begin"]), tuple(entry["faces"])
            lines = []
        match.begin_as(InitialState(model, dice, faces, self._choices))
        _unload(match)
        return Step(entry, -1, "", lines or (match.narrate() if tell else []))

    def _take(self, match: Match, action: int, faces: list[int]) -> None:
        """Take a decision with loaded dice; after an error the battle is as before."""
        battle = match.battles[0]
        load_dice(battle, faces)
        try:
            match.step(action)
        finally:
            _unload(match)

    # --- Going back and reading -------------------------------------------------------------------

    def _go_back(self, count: int) -> None:
        """Forget the steps after the first `count` decisions, and play the others again."""
        self.steps = self.steps[: count + 1]
        for match in self.again(self.match):
            self.match = match

    def again(self, match: Match | None = None) -> Iterator[Match]:
        """The same match at the beginning and after each step, in silence.

        Args:
            match: the match to use; None for a copy.
        """
        match = match or copy.deepcopy(self.match)
        for step in self.steps:
            self._play(match, step.entry, tell=False)
            yield match

    def read_on(self) -> None:
        """Play what the journal holds.

        Raises:
            TableError: one sentence: an entry is impossible, or these rules play it otherwise.
        """
        for number, entry in enumerate(self.journal.entries[1:], 2):
            try:
                self._read(entry)
            except (IllegalAction, ArithmeticError, LookupError, TypeError, ValueError) as error:
                text = str(error.args[0] if error.args else error)
                raise TableError(
                    one_line(f"{self.journal.path}: line {number}: {text}{self._other_rules()}")
                ) from None

    def _read(self, entry: Entry) -> None:
        if "undo" in entry:
            count = entry["undo"]
            if type(count) is not int or not 0 <= count < self.count:
                raise TableError(f"no decision {count} to go back to")
            self._go_back(count)
            return
        if ("begin" in entry) == self.has_begun:
            raise TableError("the beginning must be there once")
        self.steps.append(self._play(self.match, entry))
        if entry["state"] != self._state(self.match):
            raise TableError("the battle takes another course than the one written down")

    def _other_rules(self) -> str:
        """A hint, if other sources wrote the journal."""
        same = self.journal.entries[0].get("engine") == engine_hash()
        return "" if same else "; the rules or the engine have changed since"

    # --- States -----------------------------------------------------------------------------------

    def open_moment(self) -> tuple[int, str]:
        """The last moment that a scenario file can hold, and the text of this file.

        Returns:
            The number of decisions and edits before it, and the text.

        Raises:
            TableError: there is none.
            ScenarioError: the system takes no states.
        """
        sheet, last = sheet_of(self.system), -1
        if sheet.is_open(self.match.battle) and not self.match.is_over:
            return self.count, text_of(scenario_at(self.match, self.match.battle))
        for number, match in enumerate(self.again()):
            if not match.is_over and sheet.is_open(match.battle):
                last = number
        if last < 0:
            raise TableError(f"no moment so far can be written as a state: {sheet.moment}")
        for number, match in enumerate(self.again()):
            if number == last:
                return last, text_of(scenario_at(match, match.battle))
        raise AssertionError


def _unload(match: Match) -> None:
    """Remove all traces of loaded dice."""
    load_dice(match.battles[0], [])
    match.battles["loaded"] = 0


def words_of(words: Any) -> tuple[int, ...]:
    """Four words of a generator, from a file.

    Raises:
        TableError: they are none.
    """
    is_list = isinstance(words, list | tuple) and len(words) == 4
    if not is_list or not all(type(one) is int and 0 <= one <= WORD for one in words):
        raise TableError("the dice must be four words of 32 bits")
    if not any(words):
        raise TableError("four zeros are not a state of the dice")
    return tuple(words)


def new_table(
    system: System,
    scenario: Any,
    path: str | Path,
    players: dict[str, str],
    *,
    seed: int | None = None,
    max_side: int = 0,
    memory: int = 0,
    choices: tuple[str, str] = ("full", "full"),
) -> Table:
    """A new table; `begin` deploys the fighters.

    Args:
        system: the system.
        scenario: a scenario's name, path or model.
        path: the journal, a new file.
        players: the player of red and of blue, by side.
        seed: of the machine's dice; None for a fresh one.
        max_side: slots a side; 0 for as many as the scenario needs.
        memory: number of public events that each fighter remembers.
        choices: `full` or `quick`, for red and for blue.

    Raises:
        ScenarioError: the scenario cannot be used.
        OSError: the journal exists or cannot be written.
    """
    model = system.load_scenario(str(scenario)) if isinstance(scenario, str | Path) else scenario
    needed = max(len(model.red), len(model.blue))
    head = {
        "system": system.name,
        "scenario": model.model_dump(mode="json", exclude_none=True),
        "max_side": max(max_side, needed),
        "memory": memory,
        "choices": list(choices),
        "players": players,
        "dice": seed_rng_states(seed_or_entropy(seed), 1)[0].tolist(),
        "engine": engine_hash(),
    }
    return Table(create_journal(Path(path), head))


def open_table(path: str | Path) -> Table:
    """Continue the table of a journal.

    Raises:
        TableError: one sentence: the file cannot be used.
    """
    table = Table(read_journal(Path(path)))
    table.read_on()
    return table
