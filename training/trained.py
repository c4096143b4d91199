"""A trained agent, read from the folder of its run."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import numpy as np

from ..agents.chances import ChanceAgent
from ..agents.registry import RUN_FILE, check_run
from .checkpoint import CheckpointError, read_tensors, write_tensors
from .policies import Shape, action_chances, build_network, limit_threads

FILE_NAME = RUN_FILE
FORMAT, VERSION = "quintain policy", 1
KEYS = ("system", "max_side", "network", "width", "shape", "weights")


def save_policy(path: Path, policy: Any, system: str, max_side: int) -> None:
    """Write what a fighter needs to fight, and no more, atomically.

    Args:
        path: the file.
        policy: a `FighterPolicy`.
        system: name of the system.
        max_side: slots a side.
    """
    write_tensors(
        path,
        {
            "format": FORMAT,
            "version": VERSION,
            "system": system,
            "max_side": max_side,
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "network": policy.network_name,
            "width": policy.width,
            "shape": policy.shape.as_dict(),
            "weights": policy.network.state_dict(),
        },
    )


class TrainedAgent(ChanceAgent):
    """A trained network that chooses as SB3's models do.

    Attributes:
        network: the network.
        date: the day on which it was written, `2026-11-22`, in UTC.
    """

    def __init__(self, path: str | Path, seed: int = 0) -> None:
        """Load an agent; from then on PyTorch uses one thread in this process.

        Args:
            path: folder of a run, or its `policy.pt`.
            seed: of its draws.

        Raises:
            CheckpointError: no such file, damaged, foreign, newer, or of other observations.
        """
        file = Path(path)
        file = file / FILE_NAME if file.is_dir() else file
        content = read_tensors(file, FORMAT, VERSION, KEYS)
        super().__init__(str(path), content["system"], int(content["max_side"]), seed)
        self.date = str(content.get("date") or _day(file))
        limit_threads()
        shape = Shape.of(self.system, self.max_side)
        if _plain(shape.as_dict()) != _plain(content["shape"]):
            raise CheckpointError(
                f"{file}: was trained on other observations or actions than those of this "
                f"quintain; train it again"
            )
        try:
            self.network = build_network(content["network"], shape, int(content["width"])).eval()
            self.network.load_state_dict(content["weights"])
        except (KeyError, TypeError, ValueError, RuntimeError):
            raise CheckpointError(f"{file}: is damaged: its weights fit no network") from None

    def reckon(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Chances `[B, A]` float64 for observations `[B, N]` float32 and masks `[B, A]` bool."""
        return action_chances(self.network, observations, masks)


def _day(file: Path) -> str:
    """The day on which a file was written: agents did not always say it themselves."""
    written = datetime.datetime.fromtimestamp(file.stat().st_mtime, datetime.UTC)
    return written.date().isoformat()


def _plain(shape: dict[str, Any]) -> dict[str, Any]:
    return {name: list(v) if isinstance(v, list | tuple) else v for name, v in shape.items()}


def load_trained(name: str) -> TrainedAgent:
    """A trained agent by the name that a user types, `runs/x`.

    Raises:
        CheckpointError: no such run; the message gives the nearest ones.
    """
    try:
        check_run(name)
    except FileNotFoundError as error:
        raise CheckpointError(str(error)) from None
    return TrainedAgent(name)
