"""Agents from NPC files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...envs.core.engine.system import System
from ..chances import ChanceAgent
from .fingerprint import check_fits
from .manifest import NpcError
from .reading import naming, read_npc

SUM_ERROR = 1e-3
"""Largest allowed difference between 1 and the sum of the probabilities."""
BATCH_ERROR = 1e-5
"""Largest allowed effect of the batch on a probability: the rounding of sums."""
PROBES = 24
"""Number of decisions that test this before the first battle."""


class PolicyAgent(ChanceAgent):
    """An agent with an ONNX network that was checked, or exported by this process."""

    def __init__(
        self, name: str, system: str | System, max_side: int, policy: bytes, seed: int = 0,
        threads: int = 1, choices: str = "full", memory: int = 0,
        columns: np.ndarray | None = None,
    ) -> None:  # fmt: skip
        """Prepare a network.

        Args:
            name: its name in tables.
            system: the system or its name.
            max_side: slots a side that it was trained with.
            policy: the network, ONNX.
            seed: seed of its draws.
            threads: threads of onnxruntime, for large batches.
            choices: `full` or `quick`, the choices with which it learned.
            memory: number of events that it remembers.
            columns: Array `[n]` of the numbers of the observation that it reads; by default all.

        Raises:
            NpcError: onnxruntime refuses it.
        """
        super().__init__(name, system, max_side, seed, choices, memory)
        self._session = _session(policy, threads)
        reads_all = columns is None or np.array_equal(columns, np.arange(self._expected[0]))
        self._columns = None if reads_all else columns
        self._ones = np.ones(self._expected[1])  # sums faster than `sum`

    def compute_chances(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Probabilities `[B, A]` float64 for observations `[B, N]` and masks `[B, A]` bool.

        Raises:
            NpcError: the network cannot run, gives no probabilities, or allows illegal actions.
        """
        return self._run(observations, masks)

    def _run(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        if self._columns is not None:
            observations = observations[:, self._columns]
        given = {"observation": observations, "action_mask": masks}
        try:
            (chances,) = self._session.run(None, given)
        except Exception as error:  # onnxruntime raises several kinds of errors
            raise NpcError(f"its network cannot be run: {_reason(error)}") from None
        if chances.shape != masks.shape:
            raise NpcError(f"its network gives {chances.shape} chances instead of {masks.shape}")
        # A comparison with NaN is never true, so these refuse it too.
        result = chances.astype(np.float64)
        is_fair = np.abs(result @ self._ones - 1).max(initial=0) <= SUM_ERROR
        if not (is_fair and chances.min(initial=0) >= 0 and not ((chances != 0) > masks).any()):
            raise NpcError("its network does not give chances of legal actions")
        return result

    def check_batches(self) -> None:
        """Compare a shuffled batch, a split one and single decisions with the whole batch.

        Raises:
            NpcError: a decision depends on the others in its batch.
        """
        observations, masks = _probes(*self._expected)
        whole = self._run(observations, masks)
        order = np.random.default_rng(1).permutation(PROBES)
        cuts = [order, *np.split(np.arange(PROBES), [PROBES // 3]), *np.arange(PROBES)[:, None]]
        for rows in cuts:
            part, expected = self._run(observations[rows], masks[rows]), whole[rows]
            is_close = np.abs(part - expected).max() <= BATCH_ERROR
            likeliest = np.take_along_axis(expected, part.argmax(1)[:, None], 1)[:, 0]
            if not (is_close and (likeliest >= expected.max(1) - BATCH_ERROR).all()):
                raise NpcError("its network decides otherwise when other decisions stand beside")


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
            name: its name in tables; by default the name in its manifest.
            threads: of onnxruntime, for large batches.

        Raises:
            NpcError: one sentence with the file: damaged, foreign, cut short, of a newer format, of
                other rules, or with a network that no NPC may have.
            ImportError: the packages for NPC files are not installed.
        """
        self.npc = read_npc(path)
        manifest, policy = self.npc.manifest, self.npc.policy
        with naming(path):
            fit = check_fits(manifest)
            super().__init__(
                name or manifest.name, fit.system, manifest.max_side, policy, seed, threads,
                manifest.choices, manifest.memory, fit.columns,
            )  # fmt: skip
            self.check_batches()

    def compute_chances(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Chances `[B, A]` float64; an `NpcError` names the file."""
        with naming(self.npc.path):
            return self._run(observations, masks)


def _probes(length: int, num_actions: int) -> tuple[np.ndarray, np.ndarray]:
    """Observations `[PROBES, length]` and masks `[PROBES, num_actions]`, always the same."""
    generator = np.random.default_rng(0)
    observations = generator.uniform(-1, 1, (PROBES, length)).astype(np.float32)
    masks = generator.random((PROBES, num_actions)) < generator.random((PROBES, 1))
    masks[np.arange(PROBES), generator.integers(num_actions, size=PROBES)] = True
    return observations, masks


def _session(policy: bytes, threads: int) -> Any:
    from .graph import MISSING

    try:
        import onnxruntime
    except ImportError as error:
        raise ImportError(MISSING) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # not while it waits
    options.log_severity_level = 4  # nothing on standard error: errors are raised
    try:
        return onnxruntime.InferenceSession(policy, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises several kinds of errors
        raise NpcError(f"its network cannot be run: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return str(error).partition("\n")[0][:120]
