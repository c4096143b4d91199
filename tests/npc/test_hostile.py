"""Files made to harm or deceive: each is refused with one sentence before anything is computed.

Every forger changes one thing and corrects the checksums behind it, so that the check for this
change refuses it and no earlier one.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import struct
import zipfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

import quintain.agents.npc.agent as agents
import quintain.agents.npc.graph as graphs
from quintain.agents.npc import NpcAgent, NpcError, read_npc
from quintain.agents.npc.archive import LIMITS, MAX_BYTES, pack, unpack
from quintain.agents.npc.fingerprint import manifest_hash
from quintain.agents.npc.manifest import parse_manifest
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system

MANIFEST, CARD, POLICY = LIMITS


# --- Forgers --------------------------------------------------------------------------------------


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
    """Nine matrices of 60 by 60 for 143 rows: 540,000 multiply-adds each."""
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
    """Twelve results of 9,000 numbers: 400 MB for a batch of a thousand."""
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


HOSTILE = {
    # The zip
    "empty": (lambda data: b"", "this is no NPC file"),
    "words": (lambda data: b"PK is what zips begin with", "this is no NPC file"),
    "pickle": (lambda data: b"\x80\x04cos\nsystem\n.", "this is no NPC file"),
    "too large": (
        lambda data: data + b"\0" * MAX_BYTES,
        "cannot be read: it is larger than 5,110,000 bytes",
    ),
    "cut in half": (lambda data: data[: len(data) // 2], "damaged or cut short"),
    "cut by a byte": (lambda data: data[:-1], "damaged or cut short"),
    "a bit of the network": (flipped(-2000), "damaged or cut short"),
    "a bit of the manifest": (flipped(400), "damaged or cut short"),
    "bytes before": (lambda data: b"#!/bin/sh\n" + data, "this is no NPC file"),
    "bytes behind": (lambda data: data + b"more", "something else is in it|cut short"),
    "hidden between": (
        lambda data: data.replace(b"PK\x03\x04", b"PK\x03\x04", 1) + b"\0" * 22,
        "something else is in it|cut short",
    ),
    "comment": (
        lambda data: data[:-2] + struct.pack("<H", 4) + b"evil",
        "something else is in it",
    ),
    "compressed": (
        lambda data: zipped(unpack(data).items(), kind=zipfile.ZIP_DEFLATED),
        "is compressed, which quintain never does",
    ),
    "zip bomb": (
        lambda data: zipped(
            [*list(unpack(data).items())[:1], (CARD, b"\0" * 50_000_000)], kind=zipfile.ZIP_DEFLATED
        ),
        "is compressed",
    ),
    "large card": (
        lambda data: zipped([*list(unpack(data).items())[:1], (CARD, b" " * 200_000)]),
        "card.md is too large: 200000 bytes",
    ),
    "size that lies": (lying_about_size, "card.md is too large"),
    "path traversal": (with_members(("../../.bashrc", b"x")), r"holds '../../.bashrc'"),
    "absolute path": (with_members(("/etc/cron.d/x", b"x")), "holds '/etc/cron.d/x'"),
    "Windows path": (with_members(("..\\evil.dll", b"x")), "evil.dll'"),
    "folder": (with_members(("more/", b"")), "holds 'more/'"),
    "more files": (with_members(("evil.py", b"import os")), "holds 'evil.py'"),
    "twice": (with_members((CARD, b"another")), "holds card.md twice"),
    "encrypted": (encrypted, "manifest.json is encrypted"),
    "no network": (
        lambda data: zipped(list(unpack(data).items())[:2]),
        "it has no policy.onnx",
    ),
    "another order": (
        lambda data: zipped(list(unpack(data).items())[::-1]),
        "something else is in it",
    ),
    # The manifest
    "no JSON": (
        lambda data: pack({**unpack(data), MANIFEST: b"{"}),
        "not readable as JSON",
    ),
    "no UTF-8": (
        lambda data: pack({**unpack(data), MANIFEST: b"\xff\xfe"}),
        "not readable as JSON",
    ),
    "deeply nested": (
        lambda data: pack({**unpack(data), MANIFEST: b"[" * 900_000}),
        "not readable as JSON",
    ),
    "a list": (lambda data: pack({**unpack(data), MANIFEST: b"[]"}), "not that of an NPC"),
    "foreign format": (with_manifest(set_key("format", "a game")), "not that of an NPC"),
    "no version": (with_manifest(drop_key("version")), "it has no version"),
    "version of words": (with_manifest(set_key("version", "1")), "it has no version"),
    "newer": (
        with_manifest(set_key("version", 2)),
        r"written by a newer quintain \(format 2, this one reads 1\)",
    ),
    "unknown key": (with_manifest(set_key("code", "import os")), "code: unknown key"),
    "missing key": (with_manifest(drop_key("proof")), "proof: must be given"),
    "wrong type": (with_manifest(set_key("max_side", "1")), "max_side: must be a whole number"),
    "out of range": (with_manifest(set_key("max_side", 99)), "max_side: must be 6 or less"),
    "infinite": (
        lambda data: pack(
            {**(files := unpack(data)), MANIFEST: files[MANIFEST].replace(b"3.25", b"Infinity")}
        ),
        "a number that is not finite",
    ),
    "infinite sum": (
        with_manifest(lambda content: content["training"]["config"].update(gamma=1e999)),
        "a number that is not finite",
    ),
    "infinite by its exponent": (
        lambda data: pack(
            {**(files := unpack(data)), MANIFEST: files[MANIFEST].replace(b"3.25", b"1e999")}
        ),
        "a number that is not finite",
    ),
    "huge number": (
        with_manifest(lambda content: content["training"]["config"].update(seed=10**4000)),
        r"a number above 1,000,000,000,000,000",
    ),
    "nested a little": (
        with_manifest(lambda content: content["training"]["config"].update(more=nested(7))),
        "nested in over 8 levels",
    ),
    "nested deeply": (
        lambda data: pack({**unpack(data), MANIFEST: b"[" * 400_000 + b"]" * 400_000}),
        "not readable as JSON|nested in over 8 levels",
    ),
    "nested as deep as can be read": (
        lambda data: pack({**unpack(data), MANIFEST: b"[" * 900 + b"]" * 900}),
        "nested in over 8 levels|not readable as JSON",
    ),
    "key twice": (
        lambda data: pack(
            {
                **(files := unpack(data)),
                MANIFEST: files[MANIFEST].replace(b'"licence"', b'"name": "x", "licence"', 1),
            }
        ),
        "a key stands twice",
    ),
    "name of two words": (with_manifest(set_key("name", "a b")), "name: "),
    "checksum": (
        with_manifest(lambda content: content["files"].update({POLICY: "0" * 64})),
        "policy.onnx is damaged: the checksum does not match",
    ),
    "more checksums": (
        with_manifest(lambda content: content["files"].update({"evil.so": "0" * 64})),
        "lists other files",
    ),
    "layout hash": (with_manifest(another_piece), "layout does not match its hash"),
    "card that colours": (with_card(b"# \x1b[31mred"), "card.md is damaged: it holds control"),
    "card with a link": (with_card(b"[all](http://evil.example)"), r"card.md holds '\]\('"),
    "card with an image": (with_card(b"![](x.png)"), r"card.md holds '\]\('"),
    "card with a reference": (with_card(b"[all]\n\n[all]: x"), r"card.md holds '\]:'"),
    "card with HTML": (with_card(b"<script>"), "card.md holds '<'"),
    "card with an entity": (with_card(b"https&#58;//x"), "card.md holds '&#'"),
    "card with a URL": (with_card(b"https://evil.example"), "card.md holds '://'"),
    "card with a host": (with_card(b"at www.evil.example"), r"card.md holds 'www\.'"),
    "card with an address": (with_card(b"me@evil.example"), "card.md holds 'e@e'"),
    "card that turns its text": (with_card("‮ti".encode()), "card.md is damaged: it holds"),
    "names that colour": (
        with_manifest(set_key("licence", "\x1b]0;title\x07")),
        "its manifest is damaged: it holds control characters",
    ),
    "card of bytes": (with_card(b"\xff\xfe\x00"), "card.md is damaged: it is not text in UTF-8"),
    # Other rules
    "unknown system": (
        with_manifest(set_key("system", "chess"), relayout=True),
        "for 'chess', a system that this quintain does not have",
    ),
    "other system": (
        with_manifest(another_system, relayout=True),
        "trained with other observations of Martial",
    ),
    "other rules": (
        with_manifest(set_key("rules_version", 7), relayout=True),
        "learned version 7 of the Mythic Epoch rules, and this quintain has version 2",
    ),
    "other observation": (
        with_manifest(another_piece, relayout=True),
        "trained with other observations of Mythic Epoch",
    ),
    "other actions": (
        with_manifest(another_action, relayout=True),
        "trained with other actions of Mythic Epoch",
    ),
    "other length": (
        with_manifest(shifted_length, relayout=True),
        "does not read an observation of 144 numbers",
    ),
    # The network
    "no ONNX": (with_policy(b"this is no protobuf"), "not readable as ONNX"),
    "empty network": (with_policy(b""), "operators outside the standard ONNX set"),
    "hidden bytes": (
        lambda data: with_policy(unpack(data)[POLICY] + b"\xfa\x3f\x04evil")(data),
        "something else is in it",
    ),
    "external data": (with_graph(external), "keeps weights in another file"),
    "not a number": (with_graph(not_a_number), "no finite numbers"),
    "doubles": (with_graph(of_doubles), "neither numbers nor truths"),
    "weights of words": (with_graph(of_words), "neither numbers nor truths"),
    "short weight": (with_graph(shorter), "a weight has not the size it says"),
    "loop": (with_graph(a_loop), "uses the operator 'Loop'"),
    "hidden graph": (with_graph(hidden_graph), "a graph within its"),
    "foreign operator": (with_graph(foreign_operator), "uses the operator 'com.microsoft."),
    "foreign set": (with_graph(foreign_set), "outside the standard ONNX set"),
    "another set": (with_graph(another_set), "outside the standard ONNX set"),
    "functions": (with_graph(functions), "defines functions"),
    "old set": (
        with_graph(lambda model: setattr(model.opset_import[0], "version", 9)),
        "of ONNX opset 9",
    ),
    "notes": (with_graph(noted), "carries notes"),
    "many steps": (with_graph(many_steps), "steps, more than 200"),
    "outer product": (with_graph(outer_product), "a Mul that combines arrays of different ranks"),
    "padding": (with_graph(padded), r"a Pad that gives an array of the shape \(1099511627919,\)"),
    "secret size": (with_graph(padded_by_a_secret), "uses the operator 'Cast'"),
    "calculated size": (
        with_graph(step("Pad", "observation observation")),
        "a Pad that needs a stored list of integers",
    ),
    "claimed size": (with_graph(claimed), "uses the operator 'Cast'"),
    "secret output": (with_graph(secret_output), "uses the operator 'Cast'"),
    "multiply-adds": (
        with_graph(endless_sums),
        "takes 4,[0-9]{3},[0-9]{3} multiply-adds and .* at most 4,000,000 and 100,000 are allowed",
    ),
    "numbers": (with_graph(many_numbers), "multiply-adds and 10[0-9],[0-9]{3} numbers for one"),
    "one large result": (
        with_graph(
            added(
                ("Unsqueeze", "observation last", {}),
                ("MatMul", "s0 row", {}),
                last=[2],
                row=np.zeros((1, 70), np.float32),
            )
        ),
        r"a MatMul that gives an array of the shape \(143, 70\)",
    ),
    "untrue size": (with_graph(untrue), "says something untrue of the size"),
    "other shape": (with_graph(other_shape), "does not give 64 chances"),
    "empty weight": (
        with_graph(step("Identity", weights={"none": np.zeros((0, 3), np.float32)})),
        r"a weight of the sizes \[0, 3\]",
    ),
    "weight named as an input": (
        with_graph(step("Identity", weights={"observation": np.zeros((1, 143), np.float32)})),
        "gives one name to two arrays|is damaged",
    ),
    "factor that is no number": (
        with_graph(
            step("Gemm", "observation w", {"w": np.ones((143, 2), np.float32)}, alpha=np.nan)
        ),
        "no finite numbers",
    ),
    # Decisions that depend on their neighbours
    "judged by the others": (with_graph(judged_by_the_others), "ReduceMax that works along the b"),
    "mean of all": (
        with_graph(step("ReduceMean", "observation a", {"a": [0, 1]})),
        "a ReduceMean that works along the batch",
    ),
    "mean from behind": (
        with_graph(step("ReduceMean", "observation a", {"a": [-2]})),
        "a ReduceMean that works along the batch",
    ),
    "chances of the batch": (
        with_graph(step("Softmax", axis=0)),
        "a Softmax that works along the batch",
    ),
    "first of all": (
        with_graph(step("Gather", "observation first", {"first": [0]})),
        "a Gather that works along the batch",
    ),
    "joined": (
        with_graph(step("Concat", "observation observation", axis=0)),
        "a Concat that works along the batch",
    ),
    "joined to a number": (
        with_graph(
            added(
                ("Gather", "observation first", {"axis": 1}),
                ("Concat", "observation s0", {"axis": 1}),
                first=0,
            )
        ),
        "a Concat that joins arrays that do not fit together",
    ),
    "turned over": (
        with_graph(
            step("Slice", "observation a b c d", {"a": [-1], "b": [-(2**40)], "c": [0], "d": [-1]})
        ),
        "a Slice that works along the batch",
    ),
    "axes unsaid": (
        with_graph(step("Slice", "observation a b", {"a": [0], "b": [9]})),
        "a Slice that needs a stored list of integers",
    ),
    "moved by one": (
        with_graph(step("Pad", "observation p", {"p": [1, 0, -1, 0]})),
        "a Pad that removes numbers",
    ),
    "one more": (
        with_graph(step("Pad", "observation p", {"p": [1, 0, 0, 0]})),
        "a Pad that works along the batch",
    ),
    "mirrored": (
        with_graph(step("Pad", "observation p", {"p": [0, 5, 0, 5]}, mode="reflect")),
        "a Pad that adds something else than a constant",
    ),
    "wrapped": (
        with_graph(step("Pad", "observation p", {"p": [0, 5, 0, 5]}, mode="wrap")),
        "a Pad that adds something else than a constant",
    ),
    "in one row": (
        with_graph(step("Reshape", "observation r", {"r": [1, -1]})),
        "a Reshape that works along the batch",
    ),
    "first axis new": (
        with_graph(step("Unsqueeze", "observation r", {"r": [0]})),
        "an? Unsqueeze that works along the batch",
    ),
    "product of the batch": (
        with_graph(
            step("Gemm", "observation w", {"w": np.ones((1, 2), np.float32)}, transA=1),
        ),
        "a Gemm that works along the batch",
    ),
    "each with each": (
        with_graph(added(("Unsqueeze", "observation m", {}), ("Add", "s0 observation", {}), m=[1])),
        "an? Add that combines arrays of different ranks",
    ),
    "place in the batch": (
        with_graph(step("Add", "observation w", {"w": np.ones((2, 143), np.float32)})),
        "an? Add that works along the batch",
    ),
    "weight above": (
        with_graph(step("Mul", "observation w", {"w": np.ones((2, 1, 143), np.float32)})),
        "a Mul that works along the batch",
    ),
    "bias of each place": (
        with_graph(
            step(
                "Gemm",
                "observation w c",
                {"w": np.ones((143, 2), np.float32), "c": np.ones((2, 2), np.float32)},
            )
        ),
        "a Gemm that works along the batch",
    ),
    "division of integers": (
        with_graph(step("Div", "a b", {"a": [-(2**63)], "b": [-1]})),
        "uses the operator 'Div'",
    ),
    "integers": (with_graph(step("Add", "a a", {"a": [1]})), "needs a stored weight of float32"),
    "place outside": (
        with_graph(step("Gather", "observation w", {"w": [143]}, axis=1)),
        "a Gather that takes places that 143 numbers do not have",
    ),
    "axis outside": (
        with_graph(step("Softmax", axis=2)),
        "a Softmax that names the axes",
    ),
    "doubled": (with_graph(doubled), "mixes decisions"),
    "decision by decision": (with_graph(decision_by_decision), "uses the operator 'Transpose'"),
    "mixed decisions": (with_graph(mixed), "mixes decisions"),
    "text": (with_graph(spelled), "uses the operator 'Cast'"),
    "notes at a step": (with_graph(noted_at_a_step), "carries notes"),
    "other input": (with_graph(other_input), "does not read an observation of 143"),
    "other type": (with_graph(other_type), "does not read an observation"),
    "third input": (with_graph(third_input), "does not read an observation"),
    "other output": (with_graph(other_output), "does not give 64 chances"),
    "fixed batch": (with_graph(fixed_batch), "does not read an observation"),
    "unconnected": (with_graph(unconnected), "its network is damaged"),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")  # that is the forgery
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_are_refused(npc_file, tmp_path, monkeypatch, kind):
    forge, message = HOSTILE[kind]
    file = tmp_path / "guest.npc"
    sound = npc_file("mythic_epoch").read_bytes()
    file.write_bytes(forge(sound))
    assert file.read_bytes() != sound
    monkeypatch.setattr(agents, "_session", lambda *_: pytest.fail("it was about to be run"))
    with pytest.raises(NpcError, match=message) as caught:
        NpcAgent(file)
    told = str(caught.value)
    assert told.startswith(f"{file}: ")
    assert told.isprintable()
    assert len(told) < 600


def test_the_page_has_their_number():
    page = (Path(__file__).parents[2] / "docs/npc.md").read_text(encoding="utf-8")
    assert len(HOSTILE) >= 30
    assert f"forges {len(HOSTILE)} files" in page


@pytest.mark.parametrize("place", [0, 5, 100, 5_000, -30, -1])
def test_any_flipped_bit_is_found(npc_file, tmp_path, place):
    data = npc_file("mythic_epoch").read_bytes()
    file = tmp_path / "guest.npc"
    file.write_bytes(flipped(place % len(data))(data))
    with pytest.raises(NpcError):
        read_npc(file)


def test_folders_and_nothing(tmp_path):
    with pytest.raises(NpcError, match="cannot be read: this is no regular file"):
        read_npc(tmp_path)
    os.mkfifo(tmp_path / "pipe.npc")
    with pytest.raises(NpcError, match=r"pipe\.npc: cannot be read: this is no regular file"):
        read_npc(tmp_path / "pipe.npc")
    with pytest.raises(NpcError, match="cannot be read: no file can have this name"):
        read_npc("a\0b.npc")
    with pytest.raises(NpcError, match="cannot be read: No such file"):
        read_npc(tmp_path / "nobody.npc")


def test_a_file_of_other_rules_can_still_be_read(npc_file, tmp_path):
    file = tmp_path / "old.npc"
    forge = with_manifest(set_key("rules_version", 7), relayout=True)
    file.write_bytes(forge(npc_file("mythic_epoch").read_bytes()))
    assert read_npc(file).manifest.rules_version == 7


# --- Networks that are found out when they are run ------------------------------------------------


def forged(npc_file, tmp_path, change):
    file = tmp_path / "guest.npc"
    file.write_bytes(with_graph(change)(npc_file("mythic_epoch").read_bytes()))
    return file


def test_a_network_that_ignores_the_mask_is_refused(npc_file, tmp_path):
    def unmask(model):
        where = next(node for node in model.graph.node if node.op_type == "Where")
        softmax = next(node for node in model.graph.node if where.output[0] in node.input)
        softmax.input[0] = where.input[1]
        model.graph.node.remove(where)
        del model.graph.value_info[:]

    file = forged(npc_file, tmp_path, unmask)
    with pytest.raises(NpcError, match=r"guest\.npc: .*does not give chances of legal actions"):
        NpcAgent(file)


def test_decisions_that_depend_on_others_are_noticed_by_running_them(
    npc_file, tmp_path, monkeypatch
):
    file = forged(npc_file, tmp_path, judged_by_the_others)
    monkeypatch.setattr(graphs, "check_graph", lambda *_: None)  # which would refuse it earlier
    with pytest.raises(NpcError, match=r"guest\.npc: .*decides otherwise when other decisions"):
        NpcAgent(file)


def test_probabilities_of_another_shape_are_refused(npc_file, tmp_path, monkeypatch):
    file = forged(npc_file, tmp_path, other_shape)
    monkeypatch.setattr(graphs, "check_graph", lambda *_: None)
    with pytest.raises(NpcError, match=r"guest\.npc: .*gives \(24, 54\) chances instead of"):
        NpcAgent(file)


@pytest.mark.parametrize("fault", [RuntimeError, MemoryError, IndexError])
def test_faults_of_the_runtime_name_the_file(npc_file, monkeypatch, fault):
    def fail(*_, **__):
        raise fault("out of \x1b[31mluck\nin /home/somebody")

    file = npc_file("mythic_epoch")
    agent = NpcAgent(file)
    monkeypatch.setattr(agent, "_session", SimpleNamespace(run=fail))
    words = rf"^{re.escape(str(file))}: its network cannot be run: out of .*luck$"
    with pytest.raises(NpcError, match=words) as caught:
        agent.chances(np.zeros((1, 143), np.float32), np.ones((1, 64), np.bool_))
    assert str(caught.value).isprintable()
    monkeypatch.setattr(onnxruntime, "InferenceSession", fail)
    with pytest.raises(NpcError, match=words):
        NpcAgent(file)
    monkeypatch.setattr(onnx.checker, "check_model", fail)
    with pytest.raises(NpcError, match=r"novice\.npc: its network is damaged: out of"):
        read_npc(file)


def test_the_registry_refuses_other_systems(npc_file):
    with pytest.raises(ValueError, match="was trained for Mythic Epoch, not for Martial"):
        make_agent(str(npc_file("mythic_epoch")), "martial")
