"""SB3's `VecEnv` for battles in one batch: the calls that name single battles.

Letters: `B` battles, `A` actions.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np

from ..envs.core.inputs.arguments import as_integer, checked_seed, how_to_install, quote

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise ImportError(f"BattleVecEnv needs more packages: {how_to_install('train')}") from error


class BatchVecEnv(VecEnv):
    """A batch of battles, which share all attributes but the mask."""

    @abstractmethod
    def action_masks(self) -> np.ndarray:
        """Masks `[B, A]` bool of the deciding fighters."""

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        """`action_masks` of the battles `indices`: a list of arrays `[A]` bool.

        Raises:
            AttributeError: the method is not `action_masks`; a battle has no other of its own.
            ValueError: an index is out of range.
        """
        if method_name != "action_masks":
            raise AttributeError(
                f"a single battle has no method {method_name!r}: call it on the BattleVecEnv"
            )
        masks = self.action_masks(*args, **kwargs)
        return [masks[index] for index in self._which(indices)]

    def _which(self, indices: Any) -> list[int]:
        """The battles of SB3's `indices`: None for all, one, or several.

        Raises:
            ValueError: an index is out of range.
        """
        one = as_integer(indices)
        if indices is None:
            return list(range(self.num_envs))
        numbers = [one] if one is not None else [as_integer(each) for each in np.ravel(indices)]
        for number in numbers:
            if number is None or not 0 <= number < self.num_envs:
                raise ValueError(
                    f"indices must be None or numbers of battles below {self.num_envs}, got "
                    f"{quote(indices)}"
                )
        return numbers  # type: ignore[return-value]

    def has_attr(self, attr_name: str) -> bool:
        """Whether the batch has this attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, which all battles share, once for each of `indices`."""
        return [getattr(self, attr_name)] * len(self._which(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all battles.

        Raises:
            ValueError: `indices` leaves some out: the battles share their attributes.
        """
        if len(set(self._which(indices))) < self.num_envs:
            raise ValueError(f"the battles share {attr_name}: set it for all, with indices=None")
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No: a battle has no wrapper."""
        return [False] * len(self._which(indices))

    def seed(self, seed: int | None = None) -> Any:
        """Seed the next `reset`; None draws a seed.

        Raises:
            ValueError: the seed is not an integer of 0 or more.
        """
        return super().seed(checked_seed(seed))


class StackedMasks(BatchVecEnv):
    """Gives all masks as one array in a list, which saves time."""

    def env_method(self, method_name: str, *args: Any, **options: Any) -> list[Any]:
        """Call `BatchVecEnv.env_method`; for the masks of all battles, return them as one array."""
        if method_name == "action_masks" and options.get("indices") is None:
            return [self.action_masks()]
        return super().env_method(method_name, *args, **options)
