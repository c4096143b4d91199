"""The forged NPC files of `test_hostile.py`: each with its forger and with the error message."""

from __future__ import annotations

import struct
import zipfile

import numpy as np

from quintain.agents.npc.archive import MAX_BYTES, pack, unpack

from .forgers import (
    CARD,
    MANIFEST,
    POLICY,
    a_loop,
    added,
    another_action,
    another_piece,
    another_set,
    another_system,
    claimed,
    decision_by_decision,
    doubled,
    drop_key,
    encrypted,
    endless_sums,
    external,
    fixed_batch,
    flipped,
    foreign_operator,
    foreign_set,
    functions,
    hidden_graph,
    judged_by_the_others,
    lying_about_size,
    many_comparisons,
    many_numbers,
    many_steps,
    mixed,
    nested,
    not_a_number,
    noted,
    noted_at_a_step,
    of_doubles,
    of_words,
    other_input,
    other_output,
    other_shape,
    other_type,
    outer_product,
    padded,
    padded_by_a_secret,
    secret_output,
    set_key,
    shifted_length,
    shorter,
    spelled,
    step,
    third_input,
    unconnected,
    untrue,
    with_card,
    with_graph,
    with_manifest,
    with_members,
    with_policy,
    zipped,
)

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
            {**(files := unpack(data)), MANIFEST: files[MANIFEST].replace(b": 3.25", b": Infinity")}
        ),
        "a number that is not finite",
    ),
    "infinite sum": (
        with_manifest(lambda content: content["training"]["config"].update(gamma=1e999)),
        "a number that is not finite",
    ),
    "infinite by its exponent": (
        lambda data: pack(
            {**(files := unpack(data)), MANIFEST: files[MANIFEST].replace(b": 3.25", b": 1e999")}
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
        "does not read an observation of 162 numbers",
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
    "padding": (with_graph(padded), r"a Pad that gives an array of the shape \(1099511627937,\)"),
    "secret size": (with_graph(padded_by_a_secret), "uses the operator 'Cast'"),
    "calculated size": (
        with_graph(step("Pad", "observation observation")),
        "a Pad that needs a stored list of integers",
    ),
    "claimed size": (with_graph(claimed), "uses the operator 'Cast'"),
    "secret output": (with_graph(secret_output), "uses the operator 'Cast'"),
    "multiply-adds": (
        with_graph(endless_sums),
        "takes 5,[0-9]{3},[0-9]{3} multiply-adds and .* at most 4,000,000 and 100,000 are allowed",
    ),
    "comparisons": (
        with_graph(many_comparisons),
        "takes 4,[0-9]{3},[0-9]{3} multiply-adds and",
    ),
    "arguments": (
        with_graph(step("Max", " ".join(101 * ["observation"]))),
        "a Max of 101 arguments, more than 100",
    ),
    "numbers": (with_graph(many_numbers), "multiply-adds and 11[0-9],[0-9]{3} numbers for one"),
    "one large result": (
        with_graph(
            added(
                ("Unsqueeze", "observation last", {}),
                ("MatMul", "s0 row", {}),
                last=[2],
                row=np.zeros((1, 70), np.float32),
            )
        ),
        r"a MatMul that gives an array of the shape \(161, 70\)",
    ),
    "untrue size": (with_graph(untrue), "says something untrue of the size"),
    "other shape": (with_graph(other_shape), "does not give 64 chances"),
    "empty weight": (
        with_graph(step("Identity", weights={"none": np.zeros((0, 3), np.float32)})),
        r"a weight of the sizes \[0, 3\]",
    ),
    "weight named as an input": (
        with_graph(step("Identity", weights={"observation": np.zeros((1, 161), np.float32)})),
        "gives one name to two arrays|is damaged",
    ),
    "factor that is no number": (
        with_graph(
            step("Gemm", "observation w", {"w": np.ones((161, 2), np.float32)}, alpha=np.nan)
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
        with_graph(step("Add", "observation w", {"w": np.ones((2, 161), np.float32)})),
        "an? Add that works along the batch",
    ),
    "weight above": (
        with_graph(step("Mul", "observation w", {"w": np.ones((2, 1, 161), np.float32)})),
        "a Mul that works along the batch",
    ),
    "bias of each place": (
        with_graph(
            step(
                "Gemm",
                "observation w c",
                {"w": np.ones((161, 2), np.float32), "c": np.ones((2, 2), np.float32)},
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
        with_graph(step("Gather", "observation w", {"w": [161]}, axis=1)),
        "a Gather that takes places that 161 numbers do not have",
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
    "other input": (with_graph(other_input), "does not read an observation of 161"),
    "other type": (with_graph(other_type), "does not read an observation"),
    "third input": (with_graph(third_input), "does not read an observation"),
    "other output": (with_graph(other_output), "does not give 64 chances"),
    "fixed batch": (with_graph(fixed_batch), "does not read an observation"),
    "unconnected": (with_graph(unconnected), "its network is damaged"),
}
