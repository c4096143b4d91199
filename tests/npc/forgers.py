"""Functions that forge NPC files.

Every forger changes one thing and corrects the checksums behind it, so that the check for this
change refuses it and no earlier one.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zipfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from quintain.agents.npc.archive import LIMITS, pack, unpack
from quintain.agents.npc.fingerprint import manifest_hash
from quintain.agents.npc.manifest import parse_manifest
from quintain.envs.core.engine.system import get_system

MANIFEST, CARD, POLICY = LIMITS


def zipped(files, **options):
    """A zip of `(name, data)` pairs, as a stranger would write it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", options.pop("kind", zipfile.ZIP_STORED)) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return buffer.getvalue()


def with_checksums(files):
    """The files with corrected checksums of card and network."""
    manifest = json.loads(files[MANIFEST])
    manifest["files"] = {
        name: hashlib.sha256(files[name]).hexdigest() for name in (POLICY, CARD)
    } | {name: one for name, one in manifest["files"].items() if name not in LIMITS}
    return {**files, MANIFEST: json.dumps(manifest).encode()}


def with_manifest(change, relayout=False):
    """A forger that changes the manifest with a function of its JSON object."""

    def forge(data):
        files = unpack(data)
        content = json.loads(files[MANIFEST])
        change(content)
        if relayout:
            plain = {key: one for key, one in content.items() if key not in ("format", "version")}
            plain = json.dumps({**content, **plain}).encode()
            content["layout"] = manifest_hash(parse_manifest(plain))
        return pack({**files, MANIFEST: json.dumps(content).encode()})

    return forge


def with_graph(change):
    """A forger that changes the network with a function of the model."""

    def forge(data):
        files = unpack(data)
        model = onnx.load_model_from_string(files[POLICY])
        change(model)
        policy = model.SerializeToString(deterministic=True)
        return pack(with_checksums({**files, POLICY: policy}))

    return forge


def with_policy(policy):
    return lambda data: pack(with_checksums({**unpack(data), POLICY: policy}))


def with_card(card):
    return lambda data: pack(with_checksums({**unpack(data), CARD: card}))


def with_members(*more, **options):
    return lambda data: zipped([*unpack(data).items(), *more], **options)


def flipped(place):
    """A forger that flips one bit of the file."""
    return lambda data: data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]


def encrypted(data):
    """Set the flag of encryption at the first member, in both places."""
    data, central = bytearray(data), data.index(b"PK\x01\x02")
    data[6] |= 1
    data[central + 8] |= 1
    return bytes(data)


def lying_about_size(data):
    """The central directory claims that the card has four gigabytes."""
    data = bytearray(data)
    place = data.rindex(b"PK\x01\x02", 0, data.rindex(CARD.encode()))
    struct.pack_into("<I", data, place + 24, 0xFFFFFFF0)
    return bytes(data)


def layer(model):
    """The first weight with many numbers."""
    return next(one for one in model.graph.initializer if len(one.dims) == 2)


def external(model):
    tensor = layer(model)
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="/etc/passwd")


def not_a_number(model):
    tensor = layer(model)
    numbers = numpy_helper.to_array(tensor).copy()
    numbers[0, 0] = np.nan
    tensor.raw_data = numbers.tobytes()


def of_doubles(model):
    tensor = layer(model)
    numbers = numpy_helper.to_array(tensor).astype(np.float64)
    tensor.CopyFrom(numpy_helper.from_array(numbers, tensor.name))


def of_words(model):
    model.graph.initializer.append(helper.make_tensor("words", TensorProto.STRING, [1], [b"rm"]))


def shorter(model):
    layer(model).raw_data = layer(model).raw_data[:-4]


def a_loop(model):
    body = helper.make_graph([], "body", [], [])
    model.graph.node.append(helper.make_node("Loop", ["", ""], ["endless"], body=body))


def hidden_graph(model):
    body = helper.make_graph([], "body", [], [])
    model.graph.node[0].attribute.append(helper.make_attribute("body", body))


def foreign_operator(model):
    model.graph.node[0].domain = "com.microsoft"


def foreign_set(model):
    model.opset_import.append(helper.make_opsetid("com.evil", 1))


def another_set(model):
    model.opset_import[0].domain = "ai.onnx.ml"


def functions(model):
    model.functions.append(
        helper.make_function("com.evil", "f", ["x"], ["x"], [], [helper.make_opsetid("", 18)])
    )


def many_steps(model):
    for number in range(300):
        model.graph.node.append(helper.make_node("Relu", ["observation"], [f"more_{number}"]))


def outer_product(model):
    """Two vectors of 400,000 numbers, whose product has 160 billion."""
    for name, sizes in (("tall", (400_000, 1)), ("wide", (1, 400_000))):
        numbers = np.zeros(sizes, np.float32)
        model.graph.initializer.append(numpy_helper.from_array(numbers, name))
    model.graph.node.append(helper.make_node("Mul", ["tall", "wide"], ["bomb"]))


def padded(model):
    """A step that needs all memory of a machine."""
    sizes = numpy_helper.from_array(np.array([0, 0, 0, 1 << 40]), "sizes")
    model.graph.initializer.append(sizes)
    model.graph.node.append(helper.make_node("Pad", ["observation", "sizes"], ["bomb"]))


def padded_by_a_secret(model):
    """The same, with a size that is computed at run time."""
    one = numpy_helper.from_array(np.array([0, 0, 0, 1]), "ones")
    model.graph.initializer.append(one)
    model.graph.node.extend(
        (
            helper.make_node("ReduceMax", ["observation"], ["most"], keepdims=0),
            helper.make_node("Cast", ["most"], ["whole"], to=TensorProto.INT64),
            helper.make_node("Mul", ["ones", "whole"], ["sizes"]),
            helper.make_node("Pad", ["observation", "sizes"], ["bomb"]),
        )
    )


def claimed(model):
    """The computed size, with a false claim in the file that it is small."""
    padded_by_a_secret(model)
    claim = helper.make_tensor_value_info("bomb", TensorProto.FLOAT, ["batch", 3])
    model.graph.value_info.append(claim)


def secret_output(model):
    """The computed size as the output, whose declared size is right."""
    padded_by_a_secret(model)
    model.graph.node[-1].output[0] = "probabilities"
    model.graph.node.insert(0, model.graph.node.pop())
    last = next(node for node in model.graph.node if node.op_type == "Softmax")
    last.output[0] = "chances"


def doubled(model):
    """All decisions in one column, doubled repeatedly."""
    sizes = numpy_helper.from_array(np.array([-1, 1]), "column")
    model.graph.initializer.append(sizes)
    model.graph.node.append(helper.make_node("Reshape", ["observation", "column"], ["d0"]))
    for number in range(60):
        names = [f"d{number}"] * 2
        model.graph.node.append(helper.make_node("Concat", names, [f"d{number + 1}"], axis=0))


def decision_by_decision(model):
    """Every decision multiplied by every other one."""
    model.graph.node.append(helper.make_node("Transpose", ["observation"], ["turned"]))
    model.graph.node.append(helper.make_node("MatMul", ["observation", "turned"], ["square"]))


def mixed(model):
    """Half the number of decisions with twice the length."""
    sizes = numpy_helper.from_array(np.array([-1, 300]), "pairs")
    model.graph.initializer.append(sizes)
    model.graph.node.append(helper.make_node("Reshape", ["observation", "pairs"], ["two"]))


def added(*nodes, **weights):
    """Add steps, `(operator, inputs, attributes)`, with results `s0`, `s1` and so on."""

    def change(model):
        for name, numbers in weights.items():
            model.graph.initializer.append(numpy_helper.from_array(np.array(numbers), name))
        for number, (operator, inputs, attributes) in enumerate(nodes):
            node = helper.make_node(operator, inputs.split(), [f"s{number}"], **attributes)
            model.graph.node.append(node)

    return change


def step(operator, inputs="observation", weights=None, **attributes):
    """Add one step."""
    return added((operator, inputs, attributes), **(weights or {}))


def many_comparisons(model):
    """The largest of a hundred long lists, five times."""
    graph = model.graph
    graph.node.append(helper.make_node("Concat", 55 * ["observation"], ["long"], axis=1))
    for number in range(5):
        graph.node.append(helper.make_node("Max", 100 * ["long"], [f"most_{number}"]))


def judged_by_the_others(model):
    """Logits minus the largest of the batch: alone in its batch, all actions are equal."""
    nodes = list(model.graph.node)
    where = next(node for node in nodes if node.op_type == "Where")
    model.graph.initializer.append(numpy_helper.from_array(np.array([0]), "along"))
    most = helper.make_node("ReduceMax", [where.input[1], "along"], ["most"])
    less = helper.make_node("Sub", [where.input[1], "most"], ["less"])
    where.input[1] = "less"
    del model.graph.node[:]
    model.graph.node.extend([*nodes[:-2], most, less, *nodes[-2:]])


def other_shape(model):
    """One probability fewer than the declared output."""
    softmax = next(node for node in model.graph.node if node.op_type == "Softmax")
    softmax.output[0] = "all"
    weights = {"from": [0], "to": [54], "along": [1]}
    for name, numbers in weights.items():
        model.graph.initializer.append(numpy_helper.from_array(np.array(numbers), name))
    cut = helper.make_node("Slice", ["all", "from", "to", "along"], ["probabilities"])
    model.graph.node.append(cut)
    values = [value for value in model.graph.value_info if value.name != "probabilities"]
    del model.graph.value_info[:]
    model.graph.value_info.extend(values)


def endless_sums(model):
    """Nine matrices of 60 by 60 for 161 rows: 580,000 multiply-adds each."""
    square = np.zeros((60, 60), np.float32)
    added(
        ("Unsqueeze", "observation last", {}),
        ("MatMul", "s0 row", {}),
        *[("MatMul", f"s{number} square", {}) for number in range(1, 10)],
        last=[2],
        row=square[:1],
        square=square,
    )(model)


def many_numbers(model):
    """Twelve results of 9,700 numbers: 460 MB for a batch of a thousand."""
    added(
        ("Unsqueeze", "observation last", {}),
        ("MatMul", "s0 row", {}),
        *[("Tanh", f"s{number}", {}) for number in range(1, 12)],
        last=[2],
        row=np.zeros((1, 60), np.float32),
    )(model)


def untrue(model):
    model.graph.value_info[-1].type.tensor_type.shape.dim[-1].dim_value += 1


def spelled(model):
    """Numbers as texts of any length."""
    cast = helper.make_node("Cast", ["observation"], ["text"], to=TensorProto.STRING)
    model.graph.node.append(cast)


def noted_at_a_step(model):
    model.graph.node[0].doc_string = "/home/somebody"


def other_input(model):
    model.graph.input[0].type.tensor_type.shape.dim[1].dim_value += 1


def other_type(model):
    model.graph.input[1].type.tensor_type.elem_type = TensorProto.FLOAT


def third_input(model):
    model.graph.input.append(helper.make_tensor_value_info("more", TensorProto.FLOAT, [1]))


def other_output(model):
    model.graph.output[0].name = "logits"


def fixed_batch(model):
    model.graph.input[0].type.tensor_type.shape.dim[0].dim_value = 2


def unconnected(model):
    model.graph.node[-1].input[0] = "nothing"


def noted(model):
    model.metadata_props.add(key="home", value="/home/somebody")


def nested(levels):
    """Lists nested `levels` deep."""
    return [nested(levels - 1)] if levels > 1 else []


def set_key(key, value):
    return lambda content: content.__setitem__(key, value)


def drop_key(key):
    return lambda content: content.pop(key)


def another_system(content):
    content |= {"system": "martial", "rules_version": get_system("martial").rules_version}


def another_piece(content):
    content["observation"][0]["name"] = "own.soul"


def another_action(content):
    content["actions"][1] = "banish"


def shifted_length(content):
    content["observation"][0]["length"] += 1
