"""An NPC file that fights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...envs.core.plain_text import one_line
from ...envs.core.system import System
from ..chances import ChanceAgent
from .fingerprint import check_fits
from .manifest import NpcError
from .reading import read_npc

SUM_ERROR = 1e-3
"""How far chances may add up to something else than 1."""


class PolicyAgent(ChanceAgent):
    """An ONNX network that has been checked, or that was made here."""

    def __init__(
        self, name: str, system: str | System, max_side: int, policy: bytes, seed: int = 0,
        threads: int = 1,
    ) -> None:  # fmt: skip
        """Get a network ready to be asked.

        Args:
            name: what tables call it.
            system: the system or its name.
            max_side: slots a side that it was trained with.
            policy: the network, ONNX.
            seed: of its draws.
            threads: of onnxruntime, for large batches.

        Raises:
            NpcError: onnxruntime refuses it.
        """
        super().__init__(name, system, max_side, seed)
        self._session = _session(policy, threads)

    def reckon(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Chances `[B, A]` float64 for observations `[B, N]` float32 and masks `[B, A]` bool.

        Raises:
            NpcError: the network gives no chances, or some for illegal actions.
        """
        (chances,) = self._session.run(None, {"observation": observations, "action_mask": masks})
        # A comparison with NaN is never true, so these refuse it too.
        is_fair = np.abs(chances.sum(1) - 1).max(initial=0) <= SUM_ERROR
        if not (is_fair and chances.min(initial=0) >= 0 and not chances[~masks].any()):
            raise NpcError(f"{self.name}: its network does not give chances of legal actions")
        return chances.astype(np.float64)


class NpcAgent(PolicyAgent):
    """A trained agent from an NPC file; it needs no PyTorch.

    Attributes:
        npc: the file that was read, with manifest and card.
    """

    def __init__(
        self, path: str | Path, seed: int = 0, *, name: str | None = None, threads: int = 1
    ) -> None:
        """Load an NPC.

        Args:
            path: the file.
            seed: of its draws.
            name: what tables call it; the name in its manifest unless given.
            threads: of onnxruntime, for large batches.

        Raises:
            NpcError: one sentence with the file: damaged, foreign, cut short, of a newer format, of
                other rules, or with a network that no NPC may have.
            ImportError: the packages for NPC files are not installed.
        """
        self.npc = read_npc(path)
        manifest = self.npc.manifest
        try:
            super().__init__(
                name or manifest.name,
                check_fits(manifest),
                manifest.max_side,
                self.npc.policy,
                seed,
                threads,
            )
        except NpcError as error:
            raise NpcError(one_line(f"{path}: {error}")) from None


def _session(policy: bytes, threads: int) -> Any:
    from .graph import MISSING

    try:
        import onnxruntime
    except ImportError as error:
        raise ImportError(MISSING) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4  # nothing on standard error: what fails is raised
    try:
        return onnxruntime.InferenceSession(policy, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own, of several kinds
        reason = str(error).partition("\n")[0][:120]
        raise NpcError(f"its network cannot be run: {reason}") from None
