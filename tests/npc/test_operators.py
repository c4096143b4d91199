"""The rule of each operator agrees with onnxruntime, and rows are independent of each other."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from quintain.agents.npc.graph import BATCH
from quintain.agents.npc.operators import OPERATORS, Rows, Step, cost

TALL = np.arange(12, dtype=np.float32).reshape(4, 3)
SOUND = {
    # operator, shapes of its input rows, weights after them, attributes
    "add to a weight": ("Add", [(3, 4)], [np.ones((3, 1), np.float32)], {}),
    "add to a weight of one row": ("Add", [(4,)], [np.ones((1, 4), np.float32)], {}),
    "add to rows": ("Add", [(3, 1), (1, 4)], [], {}),
    "subtract": ("Sub", [(4,), (4,)], [], {}),
    "multiply by a number": ("Mul", [(4,)], [np.float32(2)], {}),
    "maximum of three": ("Max", [(4,), (1,), (4,)], [], {}),
    "tanh": ("Tanh", [(2, 3)], [], {}),
    "relu": ("Relu", [(2, 3)], [], {}),
    "identity": ("Identity", [(2, 3)], [], {}),
    "softmax of the last": ("Softmax", [(2, 3)], [], {}),
    "softmax of the first": ("Softmax", [(2, 3)], [], {"axis": 1}),
    "largest, axis gone": ("ReduceMax", [(2, 3)], [np.array([1])], {"keepdims": 0}),
    "mean, axes kept": ("ReduceMean", [(2, 3)], [np.array([-1, 1])], {}),
    "list by matrix": ("Gemm", [(4,)], [TALL], {}),
    "list by matrix turned": ("Gemm", [(3,)], [TALL, np.ones(4, np.float32)], {"transB": 1}),
    "list by matrix and a number": ("Gemm", [(4,)], [TALL, np.float32(1)], {"beta": 2.0}),
    "list by matrix and a row": ("Gemm", [(4,)], [TALL, np.ones((1, 3), np.float32)], {}),
    "lists by matrix": ("MatMul", [(2, 4)], [TALL], {}),
    "join": ("Concat", [(2, 3), (5, 3)], [], {"axis": 1}),
    "join at the end": ("Concat", [(2, 3), (2, 1)], [], {"axis": -1}),
    "cut": ("Slice", [(7, 3)], [np.array(one) for one in ([1, -9], [2**40, 2], [1, -1])], {}),
    "cut in steps": ("Slice", [(7,)], [np.array([one]) for one in (-6, -1, 1, 3)], {}),
    "take one": ("Gather", [(5, 3)], [np.array(-2)], {"axis": 1}),
    "take some": ("Gather", [(5, 3)], [np.array([0, 0, 2])], {"axis": 2}),
    "pad": ("Pad", [(2, 3)], [np.array([0, 1, 0, 0, 0, 2])], {}),
    "pad an axis": (
        "Pad",
        [(2, 3)],
        [np.array([1, 4]), np.float32(7), np.array([-1])],
        {"mode": "constant"},
    ),
    "reshape what remains": ("Reshape", [(2, 6)], [np.array([-1, 4, 3])], {"allowzero": 1}),
    "reshape as it is": ("Reshape", [(2, 6)], [np.array([0, 12])], {}),
    "new axes": ("Unsqueeze", [(2, 3)], [np.array([-1, 1])], {}),
}
BATCH_SIZE = 6


def run(kind, rows, batch):
    """The result of onnxruntime for a step on arrays `[B, ...]`."""
    operator, _, weights, attributes = SOUND[kind]
    names = [f"x{number}" for number in range(len(rows))]
    stored = [numpy_helper.from_array(np.asarray(one), f"w{n}") for n, one in enumerate(weights)]
    node = helper.make_node(operator, names + [one.name for one in stored], ["y"], **attributes)
    graph = helper.make_graph(
        [node],
        "step",
        [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, [BATCH, *one.shape[1:]])
            for name, one in zip(names, rows, strict=True)
        ],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        stored,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return session.run(None, {name: one[batch] for name, one in zip(names, rows, strict=True)})[0]


@pytest.mark.parametrize("kind", SOUND)
def test_rules_agree_with_the_results(kind):
    operator, shapes, weights, attributes = SOUND[kind]
    plain = {key: one.encode() if isinstance(one, str) else one for key, one in attributes.items()}
    step = Step(operator, [*map(Rows, shapes), *map(np.asarray, weights)], plain)
    expected = OPERATORS[operator](step)
    generator = np.random.default_rng(0)
    rows = [generator.normal(size=(BATCH_SIZE, *one)).astype(np.float32) for one in shapes]
    whole = run(kind, rows, slice(None))
    assert whole.shape == (BATCH_SIZE, *expected.shape)
    order = generator.permutation(BATCH_SIZE)
    assert np.allclose(run(kind, rows, order), whole[order], atol=1e-6)
    for row in range(BATCH_SIZE):
        assert np.allclose(run(kind, rows, slice(row, row + 1))[0], whole[row], atol=1e-6)


def test_every_operator_has_a_case():
    assert {operator for operator, *_ in SOUND.values()} | {"Where"} == set(OPERATORS)


def test_where_takes_its_mask_from_rows():
    mask, numbers = Rows((4,), is_mask=True), Rows((4,))
    step = Step("Where", [mask, numbers, np.array(-1e8, np.float32)], {})
    assert OPERATORS["Where"](step) == numbers
    with pytest.raises(ValueError, match="a Where that decides by something else than a mask"):
        OPERATORS["Where"](Step("Where", [numbers, numbers, numbers], {}))
    with pytest.raises(ValueError, match="a Relu that calculates with a mask"):
        OPERATORS["Relu"](Step("Relu", [mask], {}))


def test_a_product_costs_its_multiply_adds():
    step = Step("MatMul", [Rows((5, 4)), TALL], {})
    assert cost(step, OPERATORS["MatMul"](step)) == 5 * 4 * 3
    step = Step("Relu", [Rows((5, 4))], {})
    assert cost(step, OPERATORS["Relu"](step)) == 20
