"""Trained agents, read from the folders of their runs."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from ..agents.chances import ChanceAgent
from ..agents.registry import RUN_FILE, check_run
from ..envs.core.engine.battle import MAX_SIDE
from ..envs.core.engine.memory import MOST_EVENTS
from ..envs.core.engine.system import get_system
from ..envs.core.inputs.plain_text import one_line
from ..envs.core.scenarios.yaml_files import parse_model
from ..envs.core.scenarios.yaml_models import ScenarioError, Strict
from .checkpoint import CheckpointError, read_tensors, write_tensors
from .config import MOST_WIDTH
from .policies import Shape, action_chances, build_network, limit_threads

FILE_NAME = RUN_FILE
FORMAT, VERSION = "quintain policy", 1
KEYS = ("system", "max_side", "choices", "memory", "network", "width", "shape", "weights")


def save_policy(
    path: Path, policy: Any, system: str, max_side: int, choices: str, memory: int = 0
) -> None:
    """Write the agent, and nothing else of the run, atomically.

    Args:
        path: the file.
        policy: a `FighterPolicy`.
        system: name of the system.
        max_side: slots a side.
        choices: `full` or `quick`, the choices with which it learned.
        memory: number of events that it remembers.
    """
    write_tensors(
        path,
        {
            "format": FORMAT,
            "version": VERSION,
            "system": system,
            "rules_version": get_system(system).rules_version,
            "max_side": max_side,
            "choices": choices,
            "memory": memory,
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "network": policy.network_name,
            "width": policy.width,
            "shape": policy.shape.as_dict(),
            "weights": policy.network.state_dict(),
        },
    )


class About(Strict):
    """The description of the agent in a file, besides the weights.

    Attributes:
        system: name of the system.
        max_side: slots a side.
        choices: `full` or `quick`, the choices with which it learned.
        memory: number of events that it remembers.
        network: name of the network in `NETWORKS`.
        width: units of its hidden layers.
        shape: its observations and actions (`Shape`).
    """

    system: str
    max_side: Annotated[int, Field(ge=1, le=MAX_SIDE)]
    choices: Literal["full", "quick"]
    memory: Annotated[int, Field(ge=0, le=MOST_EVENTS)]
    network: str
    width: Annotated[int, Field(ge=1, le=MOST_WIDTH)]
    shape: dict[str, Any]


class TrainedAgent(ChanceAgent):
    """A trained network with the `predict` of SB3's models.

    Attributes:
        file: the file that it was read from.
        network: the network.
        date: the day of writing, `2026-11-22`, in UTC.
    """

    def __init__(self, path: str | Path, seed: int = 0) -> None:
        """Load an agent; PyTorch then uses one thread in this process.

        Args:
            path: folder of a run, or its `policy.pt`.
            seed: seed of its draws.

        Raises:
            CheckpointError: the file is missing, damaged, foreign or newer, or was trained with
                other rules or observations.
        """
        file = Path(path)
        self.file = file = file / FILE_NAME if file.is_dir() else file
        content = read_tensors(file, FORMAT, VERSION, KEYS)
        about = _about(content, file)
        super().__init__(str(path), about.system, about.max_side, seed, about.choices, about.memory)
        date = content.get("date")
        is_day = isinstance(date, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", date)
        self.date = str(date) if is_day else _day(file)
        learned, present = content.get("rules_version"), self.system.rules_version
        if learned not in (None, present):  # None: an older quintain wrote it
            raise CheckpointError(one_line(
                f"{file}: learned version {learned} of the {self.system.title} rules, and this "
                f"quintain has version {present}; train it again"
            ))  # fmt: skip
        limit_threads()
        shape = Shape.of(self.system, self.max_side, self.memory)
        if _plain(shape.as_dict()) != about.shape:
            raise CheckpointError(
                f"{file}: was trained with other observations or actions than this "
                f"quintain; train it again"
            )
        try:
            self.network = build_network(about.network, shape, about.width).eval()
            self.network.load_state_dict(content["weights"])
        except (KeyError, TypeError, ValueError, RuntimeError):
            raise CheckpointError(f"{file}: is damaged: its weights fit no network") from None

    def compute_chances(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Probabilities `[B, A]` float64 for observations `[B, N]` float32, masks `[B, A]` bool."""
        return action_chances(self.network, observations, masks)

    def training_cost(self) -> tuple[int, float] | None:
        """Decisions and seconds of the whole run, or of all learners of a league.

        None where the folder holds no log of them.
        """
        from .league_summary import read_summary
        from .logbook import CSV_NAME, training_cost

        folder = self.file.parent
        if league := read_summary(folder):
            return league["decisions"], league["seconds"]
        return training_cost(folder / CSV_NAME)


def _about(content: dict[str, Any], file: Path) -> About:
    """The description of the agent in a file.

    Raises:
        CheckpointError: the system is unknown, or the description is damaged.
    """
    said = {key: content[key] for key in About.model_fields}
    try:
        about = parse_model(About, {**said, "shape": _plain(said["shape"])}, str(file))
        get_system(about.system)
    except (AttributeError, KeyError, ScenarioError) as error:
        raise CheckpointError(one_line(f"{file}: is damaged: {error.args[0]}")) from None
    return about


def _day(file: Path) -> str:
    """The day on which a file was written, for older files without a date."""
    written = datetime.datetime.fromtimestamp(file.stat().st_mtime, datetime.UTC)
    return written.date().isoformat()


def _plain(shape: dict[str, Any]) -> dict[str, Any]:
    return {name: list(v) if isinstance(v, list | tuple) else v for name, v in shape.items()}


def load_trained(name: str) -> TrainedAgent:
    """A trained agent by the name that a user types, `runs/x`.

    Raises:
        CheckpointError: the run is missing; the message gives the nearest names.
    """
    try:
        check_run(name)
    except FileNotFoundError as error:
        raise CheckpointError(str(error)) from None
    return TrainedAgent(name)
