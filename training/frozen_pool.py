"""The pool of frozen copies that the learner fights: fictitious self-play."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from torch import nn

from .policies import choose

Weights = dict[str, Any]


class FrozenPool:
    """Frozen copies of the learner, from the beginning to now.

    A mixture of all former copies as opponent keeps learning from running in circles (Heinrich,
    Lanctot and Silver 2015).

    Attributes:
        copies: weights of the copies, the oldest first.
        last_frozen: the learner's decisions when the newest was made.
    """

    def __init__(self, network: nn.Module, capacity: int, newest: float, seed: int) -> None:
        """Create a pool with a copy of the current network.

        Args:
            network: the learner's network.
            capacity: most copies.
            newest: probability of the newest copy; otherwise any of them.
            seed: seed of the draws.
        """
        self.capacity = capacity
        self.newest = newest
        self.generator = np.random.Generator(np.random.PCG64([seed, 2]))
        self._sparring = copy.deepcopy(network).eval().requires_grad_(False)
        self.copies: list[Weights] = []
        self._drawn = 0
        self.last_frozen = 0
        self.freeze(network, 0)

    def freeze(self, network: nn.Module, decisions: int) -> None:
        """Add a copy of the network; in a full pool it replaces a random older one."""
        if len(self.copies) == self.capacity:
            del self.copies[int(self.generator.integers(self.capacity))]
        self.copies.append({name: value.clone() for name, value in network.state_dict().items()})
        self.last_frozen = decisions

    def draw(self) -> None:
        """Draw the copy that plays from now on."""
        if self.generator.random() < self.newest:
            index = len(self.copies) - 1
        else:
            index = int(self.generator.integers(len(self.copies)))
        self._drawn = index
        self._sparring.load_state_dict(self.copies[index])

    def drawn(self) -> Weights:
        """The weights of the copy that plays."""
        return self.copies[self._drawn]

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions `[b]` of the copy that plays."""
        return choose(self._sparring, observations, masks)

    def snapshot(self) -> dict[str, Any]:
        """Copies, count and generator, for `restore`."""
        return {
            "copies": self.copies,
            "last_frozen": self.last_frozen,
            "generator": self.generator.bit_generator.state,
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Return to a snapshot."""
        self.copies = list(snapshot["copies"])
        self.last_frozen = snapshot["last_frozen"]
        self.generator.bit_generator.state = snapshot["generator"]
