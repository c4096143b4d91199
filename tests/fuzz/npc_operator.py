"""For every step that the rules of the operators allow, onnxruntime agrees with them row by row."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper

from quintain.agents.npc import NpcError
from quintain.agents.npc.graph import BATCH
from quintain.agents.npc.operators import OPERATORS, Rows, Step

BATCH_SIZE = 3
MAX_SIZE = 10_000

sizes = st.lists(st.integers(1, 4), max_size=3)
rows = st.tuples(sizes.map(tuple), st.sampled_from((False, False, False, True)))
small = st.integers(-4, 5)
lists = st.lists(st.one_of(small, st.sampled_from((2**40, -(2**63), 2**63 - 1))), max_size=6)
weights = st.one_of(
    lists.map(lambda one: np.array(one, np.int64)),
    small.map(lambda one: np.array(one, np.int64)),
    sizes.map(lambda one: np.full(one, 0.5, np.float32)),
    st.integers(1, 4).map(lambda one: np.full((one, one + 1), 0.5, np.float32)),
)
attributes = st.fixed_dictionaries(
    {},
    optional={
        "axis": small,
        "keepdims": st.integers(0, 1),
        "noop_with_empty_axes": st.integers(0, 1),
        "allowzero": st.integers(0, 1),
        "transA": st.integers(0, 1),
        "transB": st.integers(0, 1),
        "alpha": st.floats(-2, 2, width=32),
        "mode": st.sampled_from(("constant", "edge", "reflect", "wrap")),
    },
)


@given(
    st.sampled_from(sorted(OPERATORS)),
    st.lists(rows, min_size=1, max_size=3),
    st.lists(weights, max_size=4),
    attributes,
)
def fuzz_npc_operator(operator: str, given_rows: list, given_weights: list, about: dict) -> None:
    """A step of any operator, with any rows, weights and attributes."""
    values = [Rows(shape, is_mask) for shape, is_mask in given_rows]
    schema = onnx.defs.get_schema(operator, 18)
    if not schema.min_input <= len(values) + len(given_weights) <= schema.max_input:
        return  # onnx's checker refuses it earlier
    about = {key: one for key, one in about.items() if key in schema.attributes}
    plain = {key: one.encode() if isinstance(one, str) else one for key, one in about.items()}
    try:
        result = OPERATORS[operator](Step(operator, [*values, *given_weights], plain))
    except NpcError:
        return
    if not 1 <= result.size <= MAX_SIZE or any(not one.size for one in given_weights):
        return  # a network may not have these
    check(operator, values, given_weights, about, result)


def check(
    operator: str, values: list[Rows], stored: list[np.ndarray], about: dict[str, Any], result: Rows
) -> None:
    """Compare onnxruntime's result with the rule's, and each row with itself alone."""
    session = make_session(operator, values, stored, about, result)
    generator = np.random.default_rng(0)
    arrays = {
        f"x{place}": (
            generator.random((BATCH_SIZE, *one.shape)) < 0.5
            if one.is_mask
            else generator.normal(size=(BATCH_SIZE, *one.shape)).astype(np.float32)
        )
        for place, one in enumerate(values)
    }
    (whole,) = session.run(None, arrays)
    assert whole.shape == (BATCH_SIZE, *result.shape), (whole.shape, result)
    assert whole.dtype == (np.bool_ if result.is_mask else np.float32)
    for row in range(BATCH_SIZE):
        alone = {name: one[row : row + 1] for name, one in arrays.items()}
        assert np.allclose(session.run(None, alone)[0][0], whole[row], atol=1e-5)


def make_session(
    operator: str, values: list[Rows], stored: list[np.ndarray], about: dict[str, Any], result: Rows
) -> onnxruntime.InferenceSession:
    """A network of one step."""
    kinds = {False: TensorProto.FLOAT, True: TensorProto.BOOL}
    inputs = [
        helper.make_tensor_value_info(f"x{place}", kinds[one.is_mask], [BATCH, *one.shape])
        for place, one in enumerate(values)
    ]
    tensors = [numpy_helper.from_array(one, f"w{place}") for place, one in enumerate(stored)]
    names = [one.name for one in (*inputs, *tensors)]
    graph = helper.make_graph(
        [helper.make_node(operator, names, ["y"], **about)],
        "step",
        inputs,
        [helper.make_tensor_value_info("y", kinds[result.is_mask], None)],
        tensors,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
