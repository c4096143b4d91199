"""A battle that people and agents play, with every thing that happened in a journal."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..envs.core.compiler.compile import engine_hash
from ..envs.core.engine.battle import MAX_SIDE, SIDES
from ..envs.core.engine.dice import load_dice, seed_rng_states
from ..envs.core.engine.legality import IllegalAction
from ..envs.core.engine.loops import take_action
from ..envs.core.engine.system import System, get_system
from ..envs.core.inputs.arguments import CHOICES
from ..envs.core.inputs.plain_text import one_line
from ..envs.core.scenarios.sheets import without_states
from ..envs.core.scenarios.yaml_files import parse_model
from ..envs.core.session.match import Match
from ..envs.core.session.next_faces import is_refused
from ..envs.core.session.opening import narrate_round
from ..envs.core.session.recording import Moment, Recording
from ..envs.core.session.replay import final_checksum
from ..envs.core.session.snapshot import InitialState
from ..envs.core.session.state_file import scenario_at, sheet_of
from ..envs.core.text.narration import Line, attach_names
from .beginning import Beginning
from .dice import Die, next_die
from .journal import Entry, Journal, TableError
from .notes import DICE, Pending, checked_dice, checked_notes, checked_players, words_of
from .sight import names_of, narration_for, unseen_by

EDITED: Line = ("The game master changes the state of the battle.", ())


@dataclass
class Step:
    """One thing that happened: the beginning, a decision, or an edited state.

    Attributes:
        entry: its line of the journal.
        fighter: the fighter who decided, as its number; -1 for nobody.
        sentence: the decision in words.
        lines: the narration of what followed.
        told: the same as each side hears it, without secrets of the other side (`sight.py`).
        unseen: names of the fighters whom a side did not see after it, by side (`sight.py`).
    """

    entry: Entry
    fighter: int = -1
    sentence: str = ""
    lines: list[Line] = field(default_factory=list)
    told: dict[str, list[Line]] = field(default_factory=dict)
    unseen: dict[str, list[str]] = field(default_factory=dict)


class Table:
    """A battle under way.

    Attributes:
        match: the battle.
        players: the player of `red` and of `blue`: `PERSON`, or the name of an agent; and of single
            fighters who have another one, by their agent ids, `blue_1`.
        dice: whose dice are typed, one of `DICE`.
        pending: the step whose dice are being typed, if there is one.
        steps: the steps so far, from the beginning on, without those that were undone.
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
        self.players = checked_players(head["players"])
        self.dice = checked_dice(head.get("whose", DICE[0]))
        self.pending: Pending | None = None
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

    @property
    def player(self) -> str:
        """The player whose decision it is."""
        return self.players.get(self.match.agents[self.match.to_act], self.players[self.side])

    @property
    def written(self) -> list[str]:
        """The deciding fighter's own choices that nothing has followed yet, such as clauses."""
        own: list[str] = []
        for step in reversed(self.steps):
            if step.lines or step.fighter != self.match.to_act:
                break
            own.append(step.sentence)
        return own[::-1]

    def kind_of(self, action: int) -> str:
        """The kind of a choice, such as `move toward`."""
        return str(self.system.decode(action, self.match.max_side)["verb"]).replace("_", " ")

    def has_typed_dice(self, action: int | None) -> bool:
        """Whether people type the dice of a step."""
        return self.dice == "typed" or (action is not None and self.dice == self.side)

    def next_die(self, action: int | None, faces: list[int]) -> Die | None:
        """The next die that a step needs; this changes nothing.

        Args:
            action: a legal action; None for the beginning, with dice that a state does not need.
            faces: the faces of its first dice.
        """
        if action is None and self._scenario.now is not None:
            return None
        narrate = self.system.narrate
        if action is not None:
            return next_die(lambda tried: self._try(action, tried), faces, narrate)
        trial, told_by = self._beginnings
        return next_die(trial, faces, narrate, told_by)

    def _try(self, action: int, faces: list[int]) -> np.record | None:
        """The battle after a step with loaded faces; None if a face is impossible."""
        match, battles = self.match, self.match.battles.copy()
        load_dice(battles[0], faces)
        take_action(battles, 0, action, match.observation.copy(), match.mask.copy())
        battle = battles[0]
        if match.names:
            attach_names(battle, match.names)
        return None if is_refused(battle) else battle

    @cached_property
    def _beginnings(self) -> tuple[Beginning, Beginning]:
        """The beginning of the battle, and with its story, which a state leaves out."""
        start = InitialState(self._scenario, self._dice, (), self._choices)
        plain = start._replace(scenario=without_states(self._scenario))
        return Beginning(self.match, start), Beginning(self.match, plain)

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

    def note(self, **changes: Any) -> None:
        """Change `players`, `dice` or `pending`, which is no step of the battle.

        Raises:
            TableError: a value is impossible; nothing was changed.
            OSError: the journal cannot be written; nothing was changed.
        """
        pending = changes.get("pending")
        written = {**changes, "pending": asdict(pending)} if pending else changes
        checked = checked_notes(written)
        self.journal.append({"note": written})
        self.__dict__.update(checked)

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
        except (OSError, TableError):
            if before is not None:
                self.match.__dict__.update(kept, actions=actions)
                self.match._restore(before.tobytes())
            raise
        self.steps.append(step)
        self.pending = None

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
            return self._told(match, Step(entry, fighter, sentence)) if tell else Step(entry)
        if "edit" in entry:
            model = parse_model(self.system.scenario_model, entry["edit"], "scenario")
            dice, faces = words_of(entry["dice"]), ()
        else:
            model, dice, faces = self._scenario, words_of(entry["begin"]), tuple(entry["faces"])
        match.begin_as(InitialState(model, dice, faces, self._choices))
        _unload(match)
        step = Step(entry, lines=[EDITED] if "edit" in entry else narrate_round(match))
        return self._told(match, step) if tell else step

    def _told(self, match: Match, step: Step) -> Step:
        """The step with its narration, and what each side hears and sees of it."""
        system, battle, is_edit = self.system, match.battle, "edit" in step.entry
        for side in SIDES:
            step.told[side] = step.lines + ([] if is_edit else narration_for(system, battle, side))
            step.unseen[side] = names_of(system, battle, unseen_by(system, battle, side))
        step.lines += [] if is_edit else match.narrate()
        return step

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
        self.pending = None
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

    def recording(self) -> Recording:
        """The battle, to be played again."""

        def play(with_story: bool) -> Iterator[Moment]:
            for step, match in zip(self.steps, self.again(), strict=True):
                yield match, step.lines if with_story else []

        return Recording(play, [step.entry.get("take") for step in self.steps[1:]], self.players)

    def read_on(self) -> None:
        """Play what the journal holds.

        Raises:
            TableError: one sentence: an entry is impossible, or these rules play it otherwise.
        """
        undone = self.journal.undone()
        for number, entry in enumerate(self.journal.entries[1:], 2):
            try:
                if number not in undone:
                    self._read(entry)
            except (IllegalAction, ArithmeticError, LookupError, TypeError, ValueError) as error:
                why = f"{error.args[0] if error.args else error}{self._other_rules()}"
                raise TableError(one_line(f"{self.journal.path}: line {number}: {why}")) from None

    def _read(self, entry: Entry) -> None:
        if "undo" in entry:
            self.pending = None
            return
        if "note" in entry:
            self.__dict__.update(checked_notes(entry["note"]))
            return
        if ("begin" in entry) == self.has_begun:
            raise TableError("the beginning must be there once")
        self.steps.append(self._play(self.match, entry))
        self.pending = None
        if entry["state"] != self._state(self.match):
            raise TableError("the battle takes another course than the one written down")

    def _other_rules(self) -> str:
        """A hint, if other sources wrote the journal."""
        same = self.journal.entries[0].get("engine") == engine_hash()
        return "" if same else "; the rules or the engine have changed since"

    # --- States -----------------------------------------------------------------------------------

    def open_moment(self) -> tuple[int, Any]:
        """The last moment that a scenario file can hold, and the scenario that begins there.

        Returns:
            The number of decisions and edits before it, and the validated scenario.

        Raises:
            TableError: there is none.
            ScenarioError: the system takes no states.
        """
        sheet = sheet_of(self.system)
        if sheet.is_open(self.match.battle) and not self.match.is_over:
            return self.count, scenario_at(self.match, self.match.battle)
        moments = enumerate(self.again())
        fit = [at for at, match in moments if not match.is_over and sheet.is_open(match.battle)]
        if not fit:
            raise TableError(f"no moment so far can be written as a state: {sheet.moment}")
        match = next(itertools.islice(self.again(), fit[-1], None))
        return fit[-1], scenario_at(match, match.battle)


def _unload(match: Match) -> None:
    """Remove all traces of loaded dice."""
    load_dice(match.battles[0], [])
    match.battles["loaded"] = 0
