"""The operators of an NPC's network: the rule, the result's size and the cost of each.

An array of the network is either a *weight*, which is stored in the file, or *rows*: its first axis
is the batch, one row a decision. Every rule below keeps the batch as the first axis and never
computes along it, so no decision can depend on the others in its batch. Arithmetic uses float32
only: integers are stored sizes, axes and indices, and never computed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .manifest import NpcError

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Rows:
    """One array for each decision of a batch.

    Attributes:
        shape: of one decision, without the batch axis.
        is_mask: whether it holds bool; float32 otherwise.
    """

    shape: Shape
    is_mask: bool = False

    @property
    def size(self) -> int:
        """Numbers of one decision."""
        return math.prod(self.shape)

    @property
    def rank(self) -> int:
        """Axes, with that of the batch."""
        return 1 + len(self.shape)


Value = Rows | np.ndarray
"""The value of a name of the network: rows, or a weight."""


@dataclass(frozen=True)
class Step:
    """One operation of a network with its arguments.

    Attributes:
        operator: its name in ONNX.
        inputs: its arguments in order; None for one that is left out.
        attributes: by name, as plain Python values.
    """

    operator: str
    inputs: Sequence[Value | None]
    attributes: dict[str, Any]

    def refuse(self, reason: str) -> NpcError:
        """The error for a forbidden operation."""
        return NpcError(f"its network has a {self.operator} that {reason}")

    def get(self, index: int) -> Value | None:
        """An argument, or None."""
        return self.inputs[index] if index < len(self.inputs) else None

    def rows(self, index: int = 0) -> Rows:
        """An argument that must be rows."""
        value = self.get(index)
        if not isinstance(value, Rows):
            raise self.refuse("is not calculated for each decision")
        return value

    def numbers(self, index: int = 0) -> Rows:
        """An argument that must be rows of float32."""
        rows = self.rows(index)
        if rows.is_mask:
            raise self.refuse("calculates with a mask")
        return rows

    def weight(self, index: int) -> np.ndarray:
        """An argument that must be a stored weight of float32."""
        value = self.get(index)
        if not isinstance(value, np.ndarray) or value.dtype != np.float32:
            raise self.refuse("needs a stored weight of float32")
        return value

    def integers(self, index: int) -> list[int]:
        """An argument that must be a stored list of integers."""
        value = self.get(index)
        if not isinstance(value, np.ndarray) or value.dtype != np.int64 or value.ndim != 1:
            raise self.refuse("needs a stored list of integers")
        return value.tolist()

    def axes(self, axes: Sequence[int], rank: int) -> list[int]:
        """Axes counted from 0, none of them twice and none that of the batch."""
        counted = [axis + rank if axis < 0 else axis for axis in axes]
        if 0 in counted:
            raise self.refuse("works along the batch")
        if len(set(counted)) < len(counted) or not all(0 < axis < rank for axis in counted):
            raise self.refuse(f"names the axes {list(axes)[:8]} of an array that has {rank}")
        return counted

    def axis(self, rank: int, default: int) -> int:
        """Its attribute `axis`, counted from 0."""
        return self.axes([self.attributes.get("axis", default)], rank)[0]


# --- Number by number -----------------------------------------------------------------------------


def _unchanged(step: Step) -> Rows:
    return step.rows()


def _function(step: Step) -> Rows:
    return step.numbers()


def _elementwise(step: Step, first: int = 0) -> Rows:
    """Of arguments, from the first that is a number, which are broadcast against each other."""
    for index in range(first, len(step.inputs)):
        if isinstance(step.get(index), Rows):
            step.numbers(index)
        else:
            step.weight(index)
    return Rows(_broadcast(step))


def _where(step: Step) -> Rows:
    if not step.rows(0).is_mask:
        raise step.refuse("decides by something else than a mask")
    return _elementwise(step, first=1)


def _broadcast(step: Step) -> Shape:
    """The shape that all arguments are broadcast to, the batch axis of each upon that of all."""
    ranks = {value.rank for value in step.inputs if isinstance(value, Rows)}
    if len(ranks) != 1:
        raise step.refuse("combines arrays of different ranks, or none of any decision")
    (rank,) = ranks
    shapes = []
    for value in step.inputs:
        if isinstance(value, Rows):
            shapes.append(value.shape)
        elif value is not None:
            if value.ndim > rank or (value.ndim == rank and value.shape[0] != 1):
                raise step.refuse("works along the batch")
            shapes.append(value.shape[1:] if value.ndim == rank else value.shape)
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise step.refuse(f"combines arrays of the shapes {shapes[:4]}") from None


# --- Along the axes of a decision -----------------------------------------------------------------


def _softmax(step: Step) -> Rows:
    rows = step.numbers()
    step.axis(rows.rank, -1)
    return rows


def _reduce(step: Step) -> Rows:
    rows = step.numbers()
    axes = step.axes(step.integers(1), rows.rank)
    if not axes:
        raise step.refuse("works along the batch")  # along all axes, where none is named
    keeps = step.attributes.get("keepdims", 1)
    sizes = [
        1 if axis in axes else size
        for axis, size in enumerate(rows.shape, 1)
        if keeps or axis not in axes
    ]
    return Rows(tuple(sizes))


def _gemm(step: Step) -> Rows:
    rows, weight = step.numbers(), step.weight(1)
    if step.attributes.get("transA", 0):
        raise step.refuse("works along the batch")
    weight = weight.T if step.attributes.get("transB", 0) else weight
    result = _multiply(step, rows, weight)
    if rows.rank != 2:
        raise step.refuse("multiplies more than a list of numbers")
    if step.get(2) is not None:
        bias = step.weight(2)
        if bias.ndim > 2 or (bias.ndim == 2 and bias.shape[0] != 1):
            raise step.refuse("works along the batch")
        if bias.ndim and bias.shape[-1] not in (1, *result.shape):
            raise step.refuse(f"adds a weight of the shape {bias.shape}")
    return result


def _matmul(step: Step) -> Rows:
    return _multiply(step, step.numbers(), step.weight(1))


def _multiply(step: Step, rows: Rows, weight: np.ndarray) -> Rows:
    if weight.ndim != 2 or not rows.shape or rows.shape[-1] != weight.shape[0]:
        raise step.refuse(f"multiplies {rows.shape} numbers by a weight of {weight.shape}")
    return Rows((*rows.shape[:-1], weight.shape[1]))


# --- Parts and shapes -----------------------------------------------------------------------------


def _concat(step: Step) -> Rows:
    parts = [step.rows(index) for index in range(len(step.inputs))]
    first = parts[0]
    axis = step.axis(first.rank, 0) - 1
    sides = {(part.rank, part.shape[:axis], part.shape[axis + 1 :], part.is_mask) for part in parts}
    if len(sides) > 1:
        raise step.refuse("joins arrays that do not fit together")
    joined = sum(part.shape[axis] for part in parts)
    return _resized(first, {axis: joined})


def _slice(step: Step) -> Rows:
    rows = step.rows()
    starts, ends = step.integers(1), step.integers(2)
    axes = step.axes(step.integers(3), rows.rank)
    steps = [1] * len(axes) if step.get(4) is None else step.integers(4)
    if not len(starts) == len(ends) == len(steps) == len(axes) or min(steps, default=1) < 1:
        raise step.refuse("cuts backwards, or names axes and places in different numbers")
    sizes = {
        axis - 1: len(range(*slice(start, end, by).indices(rows.shape[axis - 1])))
        for axis, start, end, by in zip(axes, starts, ends, steps, strict=True)
    }
    return _resized(rows, sizes)


def _gather(step: Step) -> Rows:
    rows, places = step.rows(), step.get(1)
    axis = step.axis(rows.rank, 0) - 1
    if not isinstance(places, np.ndarray) or places.dtype != np.int64 or places.ndim > 1:
        raise step.refuse("needs a stored list of integers")
    size = rows.shape[axis]
    if not all(-size <= place < size for place in places.flat):
        raise step.refuse(f"takes places that {size} numbers do not have")
    shape = (*rows.shape[:axis], *places.shape, *rows.shape[axis + 1 :])
    return Rows(shape, rows.is_mask)


def _pad(step: Step) -> Rows:
    rows, pads = step.numbers(), step.integers(1)
    if step.attributes.get("mode", b"constant") != b"constant":
        raise step.refuse("adds something else than a constant")
    if step.get(2) is not None and step.weight(2).ndim:
        raise step.refuse("adds more than one constant")
    if step.get(3) is not None:
        axes = step.axes(step.integers(3), rows.rank)
    else:
        axes = list(range(rows.rank))
    count = len(axes)
    if len(pads) != 2 * count or min(pads, default=0) < 0:
        raise step.refuse("removes numbers, or names axes and sizes in different numbers")
    added = {axis: pads[place] + pads[place + count] for place, axis in enumerate(axes)}
    if added.pop(0, 0):
        raise step.refuse("works along the batch")
    return _resized(rows, {axis - 1: rows.shape[axis - 1] + more for axis, more in added.items()})


def _reshape(step: Step) -> Rows:
    rows, sizes = step.rows(), step.integers(1)
    # Zero copies the size of the batch, -1 leaves it to what remains: the same, as `sizes` follow.
    firsts = (-1,) if step.attributes.get("allowzero", 0) else (-1, 0)
    if sizes[:1] not in [[first] for first in firsts]:
        raise step.refuse("works along the batch")
    if min(sizes[1:], default=1) < 1 or math.prod(sizes[1:]) != rows.size:
        raise step.refuse("mixes decisions")
    return Rows(tuple(sizes[1:]), rows.is_mask)


def _unsqueeze(step: Step) -> Rows:
    rows, new = step.rows(), step.integers(1)
    sizes = list(rows.shape)
    for axis in sorted(step.axes(new, rows.rank + len(new))):
        sizes.insert(axis - 1, 1)
    return Rows(tuple(sizes), rows.is_mask)


def _resized(rows: Rows, sizes: dict[int, int]) -> Rows:
    """Rows with other sizes of some axes, which count from 0 behind the batch."""
    shape = tuple(sizes.get(axis, size) for axis, size in enumerate(rows.shape))
    return Rows(shape, rows.is_mask)


OPERATORS: dict[str, Callable[[Step], Rows]] = {
    "Add": _elementwise,
    "Concat": _concat,
    "Gather": _gather,
    "Gemm": _gemm,
    "Identity": _unchanged,
    "MatMul": _matmul,
    "Max": _elementwise,
    "Mul": _elementwise,
    "Pad": _pad,
    "ReduceMax": _reduce,
    "ReduceMean": _reduce,
    "Relu": _function,
    "Reshape": _reshape,
    "Slice": _slice,
    "Softmax": _softmax,
    "Sub": _elementwise,
    "Tanh": _function,
    "Unsqueeze": _unsqueeze,
    "Where": _where,
}
"""Of the standard ONNX set: the rule of each, from a step to its result."""


def cost(step: Step, result: Rows) -> int:
    """Multiply-adds of one decision, a number of any other result counted as one.

    The largest of many numbers counts as one less than there are.
    """
    if step.operator in ("Gemm", "MatMul"):
        return result.size * step.rows().shape[-1]
    return result.size * max(1, len(step.inputs) - 1 if step.operator == "Max" else 1)
