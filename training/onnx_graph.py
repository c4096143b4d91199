"""A trained network as an ONNX file: observations and masks in, probabilities out."""

from __future__ import annotations

import contextlib
import io
import logging
import warnings
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor, nn

from ..agents.npc.graph import BATCH, INPUTS, OUTPUT, parts_with_notes
from .policies import ILLEGAL

OPSET = 18


class Chances(nn.Module):
    """The policy of a network, which applies the mask and gives probabilities."""

    def __init__(self, network: nn.Module) -> None:
        """Wrap a network without its value head."""
        super().__init__()
        self.network = network

    def forward(self, observation: Tensor, action_mask: Tensor) -> Tensor:
        """Observations `[B, N]` and masks `[B, A]` bool to probabilities `[B, A]`."""
        logits = self.network(observation)[0]
        return torch.where(action_mask, logits, ILLEGAL).softmax(1)


def to_onnx(network: Any) -> bytes:
    """The bytes of a network's ONNX file, always the same for the same weights.

    Args:
        network: one of `policies.NETWORKS`.
    """
    shape = network.shape
    example = torch.zeros(2, shape.length), torch.ones(2, shape.num_actions, dtype=torch.bool)
    batch = torch.export.Dim(BATCH)
    with _quiet():
        program: Any = torch.onnx.export(
            Chances(network).eval(),
            example,
            input_names=list(INPUTS),
            output_names=[OUTPUT],
            dynamic_shapes=({0: batch}, {0: batch}),
            opset_version=OPSET,
            dynamo=True,
            verbose=False,
        )
    model = program.model_proto
    _strip(model)
    return model.SerializeToString(deterministic=True)


def _strip(model: Any) -> None:
    """Remove the exporter's notes, which hold paths of this machine."""
    for part in parts_with_notes(model):
        del part.metadata_props[:]
        part.ClearField("doc_string")


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Silence the exporter's remarks about packages that are not needed here."""
    disabled = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(disabled)
