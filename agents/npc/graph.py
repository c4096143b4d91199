"""Which networks an NPC file may hold: a short list of arithmetic, of bounded size.

Letters: `B` decisions at once, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from .manifest import NpcError

MISSING = "NPC files need more packages: pip install 'quintain[npc]'"

try:
    import onnx
    from onnx import AttributeProto, GraphProto, ModelProto, TensorProto, numpy_helper
except ImportError as error:
    raise ImportError(MISSING) from error

INPUTS = ("observation", "action_mask")
OUTPUT = "probabilities"
OPERATORS = frozenset(
    "Add Cast Concat Constant Div Flatten Gather Gemm Identity MatMul Max Mul Pad ReduceMax "
    "ReduceMean Relu Reshape Slice Softmax Split Squeeze Sub Tanh Transpose Unsqueeze Where".split()
)
"""Of the standard set; each does arithmetic on what it is given, and none loops or reads files."""
OPSETS = range(17, 24)
MAX_NODES = 200
MAX_NUMBERS = 1_000_000
"""In one weight, or in what is reckoned from weights alone."""
MAX_STEP = 10_000
"""In one intermediate result of one decision."""
BATCH = "batch"
"""What the first size of inputs, output and all between is called: the decisions at once."""
TYPES: dict[int, type] = {
    TensorProto.FLOAT: np.float32,
    TensorProto.INT64: np.int64,
    TensorProto.BOOL: np.bool_,
}
PLAIN = {
    AttributeProto.FLOAT, AttributeProto.INT, AttributeProto.STRING, AttributeProto.TENSOR,
    AttributeProto.FLOATS, AttributeProto.INTS,
}  # fmt: skip


def check_graph(data: bytes, length: int, num_actions: int) -> None:
    """Hold a network to what it may consist of; nothing of it is calculated.

    Args:
        data: the ONNX file.
        length: `N`.
        num_actions: `A`.

    Raises:
        NpcError: one sentence that says what is wrong.
    """
    try:
        model = onnx.load_model_from_string(data)
        model.DiscardUnknownFields()  # which would otherwise be carried along
        is_plain = model.SerializeToString(deterministic=True) == data
    except Exception:  # protobuf's own, of several kinds
        raise NpcError("its network is damaged: it is not readable as ONNX") from None
    if not is_plain:
        raise NpcError("its network is not as quintain writes it: something else is in it")
    _check_model(model)
    _check_nodes(model.graph)
    for tensor in model.graph.initializer:
        _check_tensor(tensor)
    _check_borders(model.graph, length, num_actions)
    _check_sizes(model)


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
        for attribute in node.attribute:
            if attribute.type not in PLAIN or attribute.ref_attr_name:
                raise NpcError(f"its network has a graph within its {node.op_type}")
            if attribute.type == AttributeProto.TENSOR:
                _check_tensor(attribute.t)


def _check_tensor(tensor: TensorProto) -> None:
    """Hold a weight to its kind, its size and finite numbers."""
    if tensor.external_data or tensor.data_location != TensorProto.DEFAULT:
        raise NpcError("its network keeps weights in another file")
    if tensor.data_type not in TYPES:
        raise NpcError("its network has weights that are neither numbers nor truths")
    if any(size < 0 for size in tensor.dims) or math.prod(tensor.dims) > MAX_NUMBERS:
        raise NpcError(f"its network has a weight of the sizes {list(tensor.dims)[:8]}")
    try:
        numbers = numpy_helper.to_array(tensor)
    except Exception:  # of several kinds, by what is wrong
        raise NpcError("its network is damaged: a weight has not the size it says") from None
    if numbers.dtype != TYPES[tensor.data_type] or not np.isfinite(numbers).all():
        raise NpcError("its network has weights that are no finite numbers")


def _check_borders(graph: GraphProto, length: int, num_actions: int) -> None:
    """Hold inputs and output to their names, types and sizes."""
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


def _check_sizes(model: ModelProto) -> None:
    """Hold every intermediate result to a known type and a bounded size for one decision.

    What the file itself says of them is not asked.
    """
    bare = _without_claims(model)
    try:
        onnx.checker.check_model(model)
        inferred = onnx.shape_inference.infer_shapes(
            bare, check_type=True, strict_mode=True, data_prop=True
        ).graph
    except Exception as error:  # onnx's own, of several kinds
        reason = str(error).partition("\n")[0][:120]
        raise NpcError(f"its network is damaged: {reason}") from None
    known = {value.name: _numbers(value) for value in (*inferred.value_info, *inferred.output)}
    known |= {value.name: _numbers(value) for value in inferred.input}
    known |= {tensor.name: math.prod(tensor.dims) for tensor in inferred.initializer}
    for node in inferred.node:
        if any(known.get(name, math.inf) > MAX_NUMBERS for name in node.output if name):
            raise NpcError("its network has a step whose size is unknown or too large")
        if node.op_type == "Reshape" and known[node.input[0]] != known[node.output[0]]:
            raise NpcError("its network has a step that mixes decisions")


def _without_claims(model: ModelProto) -> ModelProto:
    """A copy to infer sizes from: without those that the file claims.

    Inference loses the decisions at a Reshape to (-1, ...). The copy has (0, ...), which keeps them
    and is the same where a decision has as many numbers before as after.
    """
    bare = onnx.ModelProto()
    bare.CopyFrom(model)
    del bare.graph.value_info[:]
    bare.graph.output[0].type.tensor_type.ClearField("shape")
    weights = {tensor.name: tensor for tensor in model.graph.initializer}
    for number, node in enumerate(bare.graph.node):
        if node.op_type == "Reshape" and node.input[1] in weights:
            sizes = numpy_helper.to_array(weights[node.input[1]]).copy()
            if sizes.ndim == 1 and sizes[:1].tolist() == [-1] and (sizes[1:] > 0).all():
                sizes[0] = 0
                del node.attribute[:]  # by which 0 would mean nothing at all
                node.input[1] = f"reshape of {number}"
                bare.graph.initializer.append(numpy_helper.from_array(sizes, node.input[1]))
    return bare


def _numbers(value: Any) -> float:
    """Numbers of a result for one decision; infinite where type or size is none that is known."""
    kind = value.type.tensor_type
    if kind.elem_type not in TYPES or not kind.HasField("shape"):
        return math.inf
    dims = list(kind.shape.dim)
    if dims and dims[0].dim_param == BATCH:
        del dims[0]
        most = MAX_STEP
    else:
        most = MAX_NUMBERS
    numbers = math.prod(size.dim_value if size.HasField("dim_value") else math.inf for size in dims)
    return numbers if numbers <= most else math.inf
