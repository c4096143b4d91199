"""A trained agent, read from the folder of its run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..agents.base import Agent
from ..envs.core.dice import WORD, next_words
from ..envs.core.system import nearest
from .checkpoint import CheckpointError, read_file, write_atomically
from .policies import Shape, action_chances, build_network

FILE_NAME = "policy.pt"
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
    write_atomically(
        path,
        {
            "format": FORMAT,
            "version": VERSION,
            "system": system,
            "max_side": max_side,
            "network": policy.network_name,
            "width": policy.width,
            "shape": policy.shape.as_dict(),
            "weights": policy.network.state_dict(),
        },
    )


class TrainedAgent(Agent):
    """A trained network that chooses as SB3's models do.

    It reads nothing but observations and masks. Where `watch` brings dice for its draws, a choice
    depends on that battle's dice only, whatever battles stand beside it in the batch.

    Attributes:
        max_side: slots a side that it was trained with; its observations and masks have that size.
        network: the network.
    """

    def __init__(self, path: str | Path, seed: int = 0) -> None:
        """Load an agent.

        Args:
            path: folder of a run, or its `policy.pt`.
            seed: of its draws.

        Raises:
            CheckpointError: no such file, damaged, foreign, newer, or of other observations.
        """
        file = Path(path)
        file = file / FILE_NAME if file.is_dir() else file
        content = read_file(file, FORMAT, VERSION, KEYS)
        super().__init__(str(path), content["system"], seed)
        self.max_side = int(content["max_side"])
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
        self._is_deterministic = False

    def predict(
        self,
        observation: np.ndarray,
        state: Any = None,
        episode_start: Any = None,
        deterministic: bool = False,
        action_masks: np.ndarray | None = None,
    ) -> tuple[np.ndarray, Any]:
        """Choose, for one observation or a batch; see `Agent.predict`.

        Args:
            observation: Array `[N]` or `[B, N]` float32.
            state: returned as it is.
            episode_start: not used.
            deterministic: the likeliest action, else drawn by the learned chances.
            action_masks: Array `[A]` or `[B, A]`.
        """
        self._is_deterministic = deterministic
        return super().predict(observation, state, episode_start, deterministic, action_masks)

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions `[B]` for observations `[B, N]` and masks `[B, A]` bool."""
        shape: Any = self.network.shape
        expected = shape.length, shape.num_actions
        if (observations.shape[1], masks.shape[1]) != expected:
            raise ValueError(
                f"{self.name} was trained with {self.max_side} slots a side: observations and "
                f"masks must have {expected} numbers, got {observations.shape[1], masks.shape[1]}"
            )
        chances = action_chances(self.network, observations.astype(np.float32), masks)
        if self._is_deterministic:
            return chances.argmax(1)
        # One draw a battle from its own generator, all battles at once.
        words = np.zeros(len(masks), np.int64)
        next_words(self.own_words(len(masks)), words)
        draws = words / (WORD + 1)
        steps = chances.cumsum(1)
        return (steps <= draws[:, None] * steps[:, -1:]).sum(1)


def _plain(shape: dict[str, Any]) -> dict[str, Any]:
    return {name: list(v) if isinstance(v, list | tuple) else v for name, v in shape.items()}


def load_trained(name: str) -> TrainedAgent:
    """A trained agent by the name that a user types, `runs/x`.

    Raises:
        CheckpointError: no such run; the message gives the nearest ones.
    """
    path = Path(name)
    if not path.exists() or (path.is_dir() and not (path / FILE_NAME).exists()):
        known = sorted(str(file.parent) for file in path.parent.glob(f"*/{FILE_NAME}"))
        hint = nearest(name, known) if known else f"no run with a {FILE_NAME} lies beside it"
        raise CheckpointError(f"no trained agent in {name!r}: {hint}")
    return TrainedAgent(path)
