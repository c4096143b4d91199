"""A user's own heuristic: a Python class in a file, named `path.py:Class`."""

from __future__ import annotations

import importlib.util
import random
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

import numpy as np

from ..envs.core.engine.dice import next_words
from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import as_integer, describe_error, quote, said
from ..envs.core.inputs.spelling import nearest
from .base import Agent
from .view import WAIT, View


class PythonAgent(Agent):
    """Wraps an object with `choose(view) -> action` (or None for "wait") as an agent.

    `view.random` starts again for each choice. If `watch` gives dice, it depends on the dice of its
    own battle only, and not on other or earlier battles. An object that carries more from one
    choice to the next has a method `seed(number)`, which forgets it.
    """

    def __init__(self, name: str, system: str | System, tactic: Any, seed: int = 0) -> None:
        """Wrap `tactic`.

        Raises:
            ValueError: the tactic has no method `choose`.
        """
        if not callable(getattr(tactic, "choose", None)):
            raise ValueError(f"{name} needs a method choose(self, view) or SB3's predict")
        self.tactic = tactic
        super().__init__(name, system, seed)
        self._random = random.Random(seed)

    def seed(self, seed: int | None) -> None:
        """Seed its draws, and the tactic if it has a method `seed`.

        Raises:
            ValueError: the seed is not an integer of 0 or more.
        """
        super().seed(seed)
        if callable(seeded := getattr(self.tactic, "seed", None)):
            seeded(int(self._generator.integers(1 << 32)) if seed is None else seed)

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Let the tactic choose row by row.

        Raises:
            ValueError: the tactic chose an illegal action.
        """
        actions, seeds = np.zeros((2, len(masks)), np.int64)
        next_words(self.own_words(len(masks)), seeds)
        for row, (observation, mask) in enumerate(zip(observations, masks, strict=True)):
            self._random.seed(int(seeds[row]))
            view = View(self.system, observation, mask.copy(), self._random)
            action = self.tactic.choose(view)
            actions[row] = WAIT if action is None else self._checked(view, action, mask)
        return actions

    def _checked(self, view: View, action: Any, mask: np.ndarray) -> int:
        number = as_integer(action)
        if number is not None and 0 <= number < len(mask) and mask[number]:
            return number
        legal = ", ".join(f"{a} ({view.verb(a)})" for a in np.flatnonzero(mask).tolist())
        raise ValueError(f"{self.name} chose {quote(action)}, which is illegal; legal are: {legal}")


class TracedTactic:
    """A user's own heuristic; its errors name the line."""

    def __init__(self, name: str, tactic: Any) -> None:
        """Wrap `tactic`, which errors call by its name, `path.py:Class`."""
        self.name, self.tactic = name, tactic

    def seed(self, number: int) -> None:
        """Seed the tactic, if it has a method `seed`."""
        if callable(seeded := getattr(self.tactic, "seed", None)):
            seeded(number)

    def choose(self, view: Any) -> Any:
        """The action that the tactic chooses.

        Raises:
            ValueError: the tactic raised an error.
        """
        try:
            return self.tactic.choose(view)
        except (Exception, SystemExit) as error:
            frames = traceback.extract_tb(error.__traceback__)[1:]
            lines = [one.lineno for one in frames if one.filename == frames[0].filename]
            where = f"in line {lines[-1]}" if lines else "in the call of choose(self, view)"
            kind = type(error).__name__
            raise ValueError(f"{self.name} failed {where}: {kind}: {said(error)}") from error


def load_tactic(path: str | Path, class_name: str) -> Any:
    """An instance of a class in a file.

    Raises:
        FileNotFoundError: the file is missing.
        ValueError: the file lacks the class (the message gives the nearest ones) or does not run.
    """
    module = _load_module(Path(path))
    classes = [name for name, value in vars(module).items() if isinstance(value, type)]
    if class_name not in classes:
        hint = nearest(class_name, classes) if classes else "it defines none"
        raise ValueError(f"{path} has no class {class_name!r}: {hint}")
    try:
        return getattr(module, class_name)()
    except (Exception, SystemExit) as error:
        raise ValueError(f"{path}:{class_name} cannot be made: {describe_error(error)}") from error


def _load_module(path: Path) -> ModuleType:
    if not path.is_file():
        beside = sorted(file.name for file in path.parent.glob("*.py"))
        hint = nearest(path.name, beside) if beside else "no Python file lies there"
        raise FileNotFoundError(f"no file {str(path)!r}: {hint}")
    name = f"quintain_tactic_{path.stem}_{crc32(bytes(path.resolve())):08x}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look it up there, one for each path
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise ValueError(f"{path} cannot be loaded: {describe_error(error)}") from error
    return module
