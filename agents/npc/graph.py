"""Checks the networks of NPC files: a few arithmetic `operators`, of bounded size.

Letters: `B` decisions at once, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from ...envs.core.inputs.arguments import how_to_install
from .manifest import NpcError
from .operators import OPERATORS, Rows, Step, Value, cost

MISSING = f"NPC files need more packages: {how_to_install('npc')}"

try:
    import onnx
    from onnx import AttributeProto, GraphProto, ModelProto, TensorProto, numpy_helper
except ImportError as error:
    raise ImportError(MISSING) from error

INPUTS = ("observation", "action_mask")
OUTPUT = "probabilities"
OPSETS = range(18, 24)
MAX_NODES = 200
MAX_ARGUMENTS = 100
"""Arguments of one step."""
MAX_RANK = 8
"""Axes of one result."""
MAX_WEIGHT = 1_000_000
"""Numbers in one weight."""
MAX_STEP = 10_000
"""Numbers of one decision in one result."""
MAX_DECISION = 100_000
"""Numbers of one decision in all results together: 400 kB for each decision of a batch."""
MAX_MULTIPLY_ADDS = 4_000_000
"""Multiply-adds of one decision, about a millisecond."""
BATCH = "batch"
"""Name of the first axis of all arrays: the number of decisions in a batch."""
TYPES: dict[int, type] = {
    TensorProto.FLOAT: np.float32,
    TensorProto.INT64: np.int64,
    TensorProto.BOOL: np.bool_,
}
PLAIN = (AttributeProto.FLOAT, AttributeProto.INT, AttributeProto.STRING)


def check_graph(data: bytes, length: int, num_actions: int) -> int:
    """Check that a network has only allowed parts; this computes nothing with it.

    Args:
        data: the ONNX file.
        length: `N`.
        num_actions: `A`.

    Returns:
        Multiply-adds that it takes for one decision.

    Raises:
        NpcError: one sentence with the fault.
    """
    try:
        model = onnx.load_model_from_string(data)
        model.DiscardUnknownFields()  # the file may not carry unknown fields
        is_plain = model.SerializeToString(deterministic=True) == data
    except Exception:  # protobuf raises several kinds of errors
        raise NpcError("its network is damaged: it is not readable as ONNX") from None
    if not is_plain:
        raise NpcError("its network is not as quintain writes it: something else is in it")
    _check_model(model)
    _check_nodes(model.graph)
    weights = {tensor.name: _check_tensor(tensor) for tensor in model.graph.initializer}
    _check_borders(model.graph, length, num_actions)
    try:
        onnx.checker.check_model(model)
    except Exception as error:  # onnx raises several kinds of errors
        reason = str(error).partition("\n")[0][:120]
        raise NpcError(f"its network is damaged: {reason}") from None
    inputs = {INPUTS[0]: Rows((length,)), INPUTS[1]: Rows((num_actions,), is_mask=True)}
    values, multiply_adds = _trace(model.graph, inputs, weights)
    if values.get(OUTPUT) != Rows((num_actions,)):
        raise NpcError(f"its network does not give {num_actions} chances")
    _check_claims(model.graph, values)
    return multiply_adds


def parts_with_notes(model: ModelProto) -> Iterable[Any]:
    """All parts of a network that may carry notes."""
    graph = model.graph
    values = (*graph.value_info, *graph.input, *graph.output)
    return (model, graph, *values, *graph.initializer, *graph.node)


def _check_model(model: ModelProto) -> None:
    opsets = [(opset.domain, opset.version) for opset in model.opset_import]
    if len(opsets) != 1 or opsets[0][0] not in ("", "ai.onnx"):
        raise NpcError("its network uses operators outside the standard ONNX set")
    if opsets[0][1] not in OPSETS:
        raise NpcError(
            f"its network is of ONNX opset {opsets[0][1]}; {OPSETS[0]} to {OPSETS[-1]} can be read"
        )
    if model.functions or model.training_info or model.graph.sparse_initializer:
        raise NpcError("its network defines functions or other things that no NPC needs")
    if any(part.metadata_props or part.doc_string for part in parts_with_notes(model)):
        raise NpcError("its network carries notes, which no NPC needs")


def _check_nodes(graph: GraphProto) -> None:
    if len(graph.node) > MAX_NODES:
        raise NpcError(f"its network has {len(graph.node)} steps, more than {MAX_NODES}")
    for node in graph.node:
        if node.domain not in ("", "ai.onnx") or node.op_type not in OPERATORS:
            name = f"{node.domain}.{node.op_type}".lstrip(".")
            raise NpcError(f"its network uses the operator {name!r}, which no NPC needs")
        if len(node.input) > MAX_ARGUMENTS:
            raise NpcError(
                f"its network has a {node.op_type} of {len(node.input)} arguments, more than "
                f"{MAX_ARGUMENTS}"
            )
        for attribute in node.attribute:
            if attribute.type not in PLAIN or attribute.ref_attr_name:
                raise NpcError(f"its network has a graph within its {node.op_type}")
            if not math.isfinite(attribute.f):
                raise NpcError("its network has weights that are no finite numbers")


def _check_tensor(tensor: TensorProto) -> np.ndarray:
    """A weight, if it has a known type, its declared size, and finite numbers."""
    if tensor.external_data or tensor.data_location != TensorProto.DEFAULT:
        raise NpcError("its network keeps weights in another file")
    if tensor.data_type not in TYPES:
        raise NpcError("its network has weights that are neither numbers nor truths")
    sizes = list(tensor.dims)
    if len(sizes) > MAX_RANK or min(sizes, default=1) < 1 or math.prod(sizes) > MAX_WEIGHT:
        raise NpcError(f"its network has a weight of the sizes {sizes[:MAX_RANK]}")
    try:
        numbers = numpy_helper.to_array(tensor)
    except Exception:  # the kind depends on the fault
        raise NpcError("its network is damaged: a weight has not the size it says") from None
    if numbers.dtype != TYPES[tensor.data_type] or not np.isfinite(numbers).all():
        raise NpcError("its network has weights that are no finite numbers")
    return numbers


def _check_borders(graph: GraphProto, length: int, num_actions: int) -> None:
    """Check names, types and sizes of inputs and output."""
    expected = [
        (INPUTS[0], TensorProto.FLOAT, length),
        (INPUTS[1], TensorProto.BOOL, num_actions),
    ]
    if [_border(value) for value in graph.input] != expected:
        raise NpcError(
            f"its network does not read an observation of {length} numbers and a mask of "
            f"{num_actions}"
        )
    if [_border(value) for value in graph.output] != [(OUTPUT, TensorProto.FLOAT, num_actions)]:
        raise NpcError(f"its network does not give {num_actions} chances")


def _border(value: Any) -> tuple[str, int, int]:
    kind = value.type.tensor_type
    sizes = [size.dim_value for size in kind.shape.dim]
    is_batch = len(sizes) == 2 and kind.shape.dim[0].dim_param == BATCH
    return value.name, kind.elem_type, sizes[1] if is_batch else -1


def _trace(
    graph: GraphProto, inputs: dict[str, Rows], weights: dict[str, np.ndarray]
) -> tuple[dict[str, Value], int]:
    """The array of every name of a network, and the multiply-adds of one decision.

    The sizes that the file declares are not used.
    """
    values: dict[str, Value] = {**weights, **inputs}
    if len(values) < len(graph.initializer) + len(inputs):
        raise NpcError("its network gives one name to two arrays")
    numbers = multiply_adds = 0
    for node in graph.node:
        step = Step(node.op_type, [_find(values, name) for name in node.input], _attributes(node))
        result = OPERATORS[node.op_type](step)
        if len(result.shape) >= MAX_RANK or not 1 <= result.size <= MAX_STEP:
            raise step.refuse(f"gives an array of the shape {result.shape[:MAX_RANK]}")
        if len(node.output) != 1 or node.output[0] in values:
            raise step.refuse("gives more than one array, or one that there is already")
        values[node.output[0]] = result
        numbers += result.size
        multiply_adds += cost(step, result)
    if numbers > MAX_DECISION or multiply_adds > MAX_MULTIPLY_ADDS:
        raise NpcError(
            f"its network takes {multiply_adds:,} multiply-adds and {numbers:,} numbers for one "
            f"decision; at most {MAX_MULTIPLY_ADDS:,} and {MAX_DECISION:,} are allowed"
        )
    return values, multiply_adds


def _find(values: dict[str, Value], name: str) -> Value | None:
    """An argument by its name, which is empty if the argument is left out."""
    if name and name not in values:
        raise NpcError("its network is damaged: a step reads what no step before it gives")
    return values[name] if name else None


def _attributes(node: Any) -> dict[str, Any]:
    return {one.name: onnx.helper.get_attribute_value(one) for one in node.attribute}


def _check_claims(graph: GraphProto, values: dict[str, Value]) -> None:
    """Compare the declared shapes with the real ones, since onnxruntime may trust them."""
    for claim in graph.value_info:
        value = values.get(claim.name)
        kind = claim.type.tensor_type
        sizes = [size.dim_param or size.dim_value for size in kind.shape.dim]
        known: tuple[list[Any], Any]
        if isinstance(value, Rows):
            known = [BATCH, *value.shape], np.bool_ if value.is_mask else np.float32
        elif value is not None:
            known = list(value.shape), value.dtype.type
        else:
            known = [], None
        if (sizes, TYPES.get(kind.elem_type)) != known:
            raise NpcError("its network says something untrue of the size of an array")
