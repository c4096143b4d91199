"""The dialogue of `play` in the terminal: choices, dice, advice, undo and edits."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
from rich.text import Text

from ..envs.core.inputs.arguments import said
from ..envs.core.inputs.files import write_file
from ..envs.core.inputs.plain_text import clean
from ..envs.core.rendering.render import ansi
from ..envs.core.scenarios.yaml_models import ScenarioError
from ..envs.core.session.agent_query import query_in_match
from ..envs.core.session.state_file import text_of
from ..envs.core.text.narration import count
from ..table.dice import Die
from ..table.journal import ENDING
from ..table.table import Table
from . import terminal_words
from .common import check_folder, console
from .crew import who_plays
from .terminal import has_colour
from .terminal_advice import told_advice

FEW = 12
"""Choices that are listed at once."""
Dice = Literal["machine", "typed", "red", "blue"]


class StopError(Exception):
    """The person ends the game for now."""


class TakenBackError(Exception):
    """The person takes a decision back before its first die."""


class TerminalGame:
    """The dialogue with the people at the table.

    Attributes:
        table: the table.
        dice: whose dice are typed.
        maps: whether to draw the map at each decision.
    """

    dice: Dice = "machine"
    maps = True

    def __init__(self, table: Table, agents: dict[int, Any]) -> None:
        """Play a table with agents for some fighters, by number."""
        self.table, self.agents = table, agents
        self._listed: list[int] = []
        self._is_shown = False
        self._chance = np.random.default_rng()

    def run(self) -> None:
        """Play until the battle or the input ends."""
        scenario = self.table.match.scenarios[0]
        try:
            tell(who_plays(scenario, self.agents))
            if self.table.has_begun:
                tell(f"{scenario.title}: {self.table.count} decisions so far.")
            else:
                self.table.begin(self.ask_dice(None, "the beginning"))
                self.narrate()
            while not self.table.match.is_over:
                self.decide()
            self.draw()
            winner = self.table.match.winner
            tell(f"{winner.capitalize()} wins." if winner else "Nobody wins.")
        except (StopError, EOFError, KeyboardInterrupt):
            print()
        tell(f"To go on: quintain play {shlex.quote(str(self.table.journal.path))}")

    # --- Decisions --------------------------------------------------------------------------------

    def decide(self) -> None:
        """One decision; if it is taken back and an agent's, the person's last one follows again."""
        agent = self.agents.get(self.table.match.to_act)
        try:
            if agent is None:
                self.listen()
            else:
                action = query_in_match(agent, self.table.match)[0]
                self.take(action, f"{self.table.side}'s choice")
        except TakenBackError:
            self._is_shown = False
            if agent is not None and self.own_steps():
                self.undo("")

    def listen(self) -> None:
        """One line of a person, who decides."""
        if not self._is_shown:
            self.show()
        try:
            self.obey(ask("> ").strip())
        except (ValueError, KeyError, OSError) as error:
            tell(said(error))

    def take(self, action: int, about: str, told: str = "") -> None:
        """Take a decision with its dice, and narrate; `told` is on the screen already."""
        self.table.take(action, self.ask_dice(action, about))
        self.narrate(told)
        self._is_shown = False

    def narrate(self, told: str = "") -> None:
        """Print what followed the last step, without the sentence that is on the screen already."""
        for text, _ in self.table.steps[-1].lines:
            if clean(text) != told:
                tell(text)

    def obey(self, line: str) -> None:
        """Do what a line asks for."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "help": lambda: tell(terminal_words.HELP), "?": lambda: tell(terminal_words.HELP),
            "map": self.draw, "story": self.story, "list": self.list_all, "": self.show,
            "advice": lambda: self.advise(rest),
            "dice": lambda: self.set_dice(rest), "undo": lambda: self.undo(rest),
            "save": lambda: self.save(rest), "edit": lambda: self.edit(rest),
        }  # fmt: skip
        if word in ("quit", "exit", "q"):
            raise StopError
        if word in commands and (not rest or word in ("dice", "undo", "save", "edit", "advice")):
            commands[word]()
        else:
            self.choose(line)

    def choose(self, line: str) -> None:
        """Take the choice with a number, or the only one with these words; or list several."""
        if terminal_words.NUMBER.fullmatch(line):
            number = int(line[:9]) if line.isdecimal() else 0
            if not 1 <= number <= len(self._listed):
                raise ValueError(f"choose a number from 1 to {len(self._listed)}, got {line[:9]}")
            self.take_own(self._listed[number - 1])
            return
        words = line.casefold().split()
        choices = [(one, f"{told} {self.table.kind_of(one)}") for one, told in self.legal()]
        found = terminal_words.with_words(words, choices)
        if len(found) == 1:
            self.take_own(found[0])
        elif found:
            self.list_some(found, len(found))
        else:
            self.suggest(line, words, choices)

    def suggest(self, line: str, words: list[str], choices: list[tuple[int, str]]) -> None:
        """List the choices that misspelt words mean, for a number; take none of them.

        Raises:
            ValueError: no choice is like these words, or a command is.
        """
        hint = terminal_words.hint_about_command(words[0])
        meant = terminal_words.as_meant(words, choices)
        found = terminal_words.with_words(meant, choices)
        problem = f"no choice has the words {line!r}"
        if hint or not found:
            raise ValueError(f"{problem}: {hint or 'type list for all, or help'}")
        tell(f"{problem}: did you mean {' '.join(meant)}? Type its number:")
        self.list_some(found, FEW)

    def take_own(self, action: int) -> None:
        """Take a decision of a person."""
        sentence = clean(self.table.match.describe(action))
        tell(sentence)
        self.take(action, "this choice", sentence)

    def legal(self) -> list[tuple[int, str]]:
        """The legal actions with their sentences."""
        match = self.table.match
        return [(int(one), match.describe(int(one))) for one in match.mask.nonzero()[0]]

    # --- Shown ------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show whose decision it is, and the choices."""
        match, table = self.table.match, self.table
        if self.maps and not self._is_shown:
            self.draw()
        self._is_shown = True
        task = match.system.scene(match.battle).caption[-1]
        tell(f"Round {int(match.battle.round_number) + 1}, {table.side}: {task}", "bold")
        for step in table.written:
            tell(f"  written: {step}", "dim")
        legal = [action for action, _ in self.legal()]
        self.list_some(legal, FEW)

    def list_all(self) -> None:
        """List every legal choice."""
        legal = [action for action, _ in self.legal()]
        self.list_some(legal, len(legal))

    def list_some(self, actions: list[int], most: int) -> None:
        """List choices with numbers; if they are more than `most`, one of each kind first."""
        match = self.table.match
        kinds: dict[str, list[int]] = {}
        for action in actions:
            kinds.setdefault(self.table.kind_of(action), []).append(action)
        is_short = len(actions) <= most + 2
        rank = {action: place for kind in kinds.values() for place, action in enumerate(kind)}
        self._listed = actions if is_short else sorted(actions, key=lambda action: rank[action])
        shown = self._listed if is_short else self._listed[:most]
        for number, action in enumerate(shown, 1):
            tell(f"{number:4}  {match.describe(action)}")
        left = {verb: len(set(kind) - set(shown)) for verb, kind in kinds.items()}
        told = ", ".join(f"{verb} {number}" for verb, number in left.items() if number)
        if told:
            more = sum(left.values())
            tell(f"      and {more} more ({told}): type words of one, or list", "dim")

    def draw(self) -> None:
        """Draw the map."""
        print(ansi(self.table.system.scene(self.table.match.battle), color=has_colour(console)))

    def story(self) -> None:
        """Tell the battle so far."""
        for text, _ in self.table.lines:
            tell(text)

    def advise(self, words: str = "") -> None:
        """The advice of the strongest heuristic or of another agent; see `told_advice`."""
        for line in told_advice(self.table.match, words):
            tell(line)

    # --- Dice -------------------------------------------------------------------------------------

    def set_dice(self, whose: str) -> None:
        """Say or change whose dice are typed."""
        if whose not in ("", "machine", "typed", "red", "blue"):
            raise ValueError(f"dice are machine, typed, red or blue, got {whose!r}")
        self.dice = whose or self.dice  # type: ignore[assignment]
        tell(f"dice: {self.dice} (machine, typed, red or blue)")

    def ask_dice(self, action: int | None, about: str) -> list[int]:
        """The faces of a step's dice; none if the machine rolls them all.

        A blank line lets the machine roll one die, `all` the rest of the step.

        Raises:
            StopError: the person says `quit`.
            TakenBackError: the person says `undo` before the first die of a decision.
        """
        is_own = action is not None and self.dice == self.table.side
        faces: list[int] = []
        typed: list[int] = []  # the places of the faces that are not drawn
        if self.dice != "typed" and not is_own:
            return faces
        while die := self.table.next_die(action, faces):
            if die.is_drawn:
                faces.append(int(self._chance.integers(die.lowest, die.highest + 1)))
                continue
            line = ask(f"{die.question(about)}: ").strip()
            if line == "all":
                break
            if line == "undo" and typed:
                del faces[typed.pop() :]
            elif line == "undo" and action is not None:
                raise TakenBackError
            elif line in ("help", "?"):
                tell(f"{die.help}\n{terminal_words.HELP_WITH_DICE}")
            else:
                try:
                    face = self.face_of(line, die)
                except ValueError as error:
                    tell(f"{said(error)}; a blank line lets the machine roll, help says more")
                    continue
                typed.append(len(faces))
                faces.append(face)
        return faces

    def face_of(self, line: str, die: Die) -> int:
        """The face that a line says.

        Raises:
            StopError: the line is `quit`.
            ValueError: the die has no such face.
        """
        if line in ("quit", "exit", "q"):
            raise StopError
        if line == "undo":
            raise ValueError("nothing lies before this die")
        if not line:
            face = die.roll(self._chance)
            tell(f"The machine rolls {face}.")
            return face
        if not line.isdecimal():
            raise ValueError(f"type a number, got {line!r}")
        face = int(line[:9])
        die.check(face)
        return face

    # --- Undo, edit, save -------------------------------------------------------------------------

    def own_steps(self) -> list[int]:
        """The places of the steps that persons decided."""
        return [
            place
            for place, step in enumerate(self.table.steps)
            if step.fighter >= 0 and step.fighter not in self.agents
        ]

    def undo(self, rest: str) -> None:
        """Go back to the last decision of a person, or over several of them."""
        number = int(rest) if rest.isdecimal() and len(rest) < 6 else 1 if not rest else 0
        own = self.own_steps()
        if not own:
            raise ValueError("there is no decision of yours to take back")
        if not 1 <= number <= len(own):
            raise ValueError(f"undo goes back 1 to {len(own)} decisions of yours, got {rest or 1}")
        self.table.undo(own[-number] - 1)
        self._is_shown = False

    def save(self, name: str) -> None:
        """Write the state, or the whole table."""
        path = Path(name)
        if path.suffix not in (".yaml", ".yml", ENDING):
            raise ValueError("name a file that ends in .yaml for the state, .table for the table")
        check_folder(path)
        if path.exists():
            raise FileExistsError(f"cannot write {path}: it exists; give another name")
        if path.suffix == ENDING:
            write_file(path, self.table.journal.text())
            tell(f"{path} holds the whole table.")
            return
        moment, scenario = self.table.open_moment()
        write_file(path, text_of(scenario))
        ago = self.table.count - moment
        tell(f"{path} holds the state " + (f"{count(ago, 'decision')} ago." if ago else "of now."))

    def edit(self, name: str) -> None:
        """Change the state with the editor, or read a changed file."""
        if name:
            self.table.edit(name)
        else:
            self.edit_in_editor()
        self.narrate()
        self._is_shown = False

    def edit_in_editor(self) -> None:
        """Open the state in the editor that the environment names, and continue from what it wrote.

        Raises:
            ValueError: there is no editor or no terminal, it fails, or the file cannot be used.
        """
        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
        if not editor:
            raise ValueError("set EDITOR, or write `save state.yaml`, change it, `edit state.yaml`")
        moment, scenario = self.table.open_moment()
        text = text_of(scenario)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "state.yaml"
            write_file(path, text)
            if subprocess.run([*shlex.split(editor), str(path)], check=False).returncode:
                raise ValueError(f"{editor} failed: the state is as before")
            if path.read_text(encoding="utf-8") == text:
                raise ValueError("nothing was changed")
            try:
                self.table.edit(path)
            except ScenarioError as error:
                raise ValueError(f"the state is as before: {error}") from None
        if moment < self.table.count - 1:
            ago = count(self.table.count - 1 - moment, "decision")
            tell(f"The file held the state {ago} ago.")


def tell(text: str, style: str = "") -> None:
    """Print text from anywhere, without control characters."""
    for line in text.splitlines():
        console.print(Text(clean(line), style=style), soft_wrap=True)


def ask(prompt: str) -> str:
    """A line of the person; without a terminal it is shown after the prompt.

    Raises:
        EOFError: the input has ended.
    """
    line = input(prompt)
    if not sys.stdin.isatty():
        print(clean(line))
    return line
