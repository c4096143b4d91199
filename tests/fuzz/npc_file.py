"""Hostile NPC files: their bytes, their zip, their manifest, their card and their network."""

from __future__ import annotations

import atexit
import functools
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from hypothesis import given
from hypothesis import strategies as st
from onnx import helper, numpy_helper

from quintain.agents.npc import NpcAgent, NpcError, find_npc, read_npc
from quintain.agents.npc.archive import CARD, LIMITS, MANIFEST, POLICY, pack, unpack
from quintain.agents.npc.operators import OPERATORS

SEEDS = ("mythic_epoch-duel", "mythic_epoch-skirmish", "platemail-skirmish")
"""Released NPCs: blocks with one slot, a plain network, and blocks with three slots."""

UNSOUND = ("decides otherwise", "cannot be run", "chances instead of")
"""Errors that the runtime must not find in an accepted network."""


@functools.cache
def seed_file(name: str) -> bytes:
    """A valid file."""
    return find_npc(name).read_bytes()


@functools.cache
def folder() -> Path:
    """The folder of this process's files."""
    kept = tempfile.TemporaryDirectory(prefix="fuzz-npc-")
    atexit.register(kept.cleanup)
    return Path(kept.name)


def load(data: bytes) -> None:
    """Read a file, and let it decide if it is accepted.

    An accepted file must run, and its decisions must not depend on the batch: the rules of the
    operators guarantee this before the runtime checks it.
    """
    file = folder() / "guest.npc"
    file.write_bytes(data)
    try:
        read_npc(file)
    except NpcError:
        return
    said = ""
    try:
        NpcAgent(file)
    except NpcError as error:
        said = str(error)
    assert not any(one in said for one in UNSOUND), said


# --- Bytes ----------------------------------------------------------------------------------------

edits = st.tuples(
    st.sampled_from(("flip", "cut", "remove", "insert", "repeat")),
    st.floats(0, 1, exclude_max=True),
    st.binary(min_size=1, max_size=16),
)


def edited(data: bytes, edit: tuple[str, float, bytes]) -> bytes:
    """Bytes with one edit at a place, given as a share of their length."""
    kind, share, more = edit
    place = int(share * len(data))
    end = place + len(more)
    if kind == "cut":
        return data[:place]
    middle = {"remove": b"", "insert": more + data[place:end], "repeat": 2 * data[place:end]}
    flipped = bytes(a ^ b for a, b in zip(data[place:end], more, strict=False))
    return data[:place] + middle.get(kind, flipped) + data[end:]


@given(st.sampled_from(SEEDS), st.lists(edits, min_size=1, max_size=4))
def fuzz_npc_bytes(name: str, changes: list) -> None:
    """A file with flipped bits, and removed, inserted and repeated parts."""
    load(functools.reduce(edited, changes, seed_file(name)))


@given(
    st.sampled_from(SEEDS),
    st.sampled_from((MANIFEST, CARD, POLICY)),
    st.lists(edits, min_size=1, max_size=4),
)
def fuzz_npc_members(name: str, member: str, changes: list) -> None:
    """A valid zip with right checksums around one damaged file."""
    files = unpack(seed_file(name))
    data = functools.reduce(edited, changes, files[member])
    load(packed({**files, member: data}))


def packed(files: dict[str, bytes]) -> bytes:
    """An NPC file with right checksums, if its manifest can be read."""
    try:
        manifest = json.loads(files[MANIFEST])
        manifest["files"] = {
            name: hashlib.sha256(files[name]).hexdigest() for name in (CARD, POLICY)
        }
        files = {**files, MANIFEST: json.dumps(manifest).encode()}
    except (ValueError, TypeError, RecursionError):
        pass  # the manifest itself is damaged
    return pack({name: files[name] for name in LIMITS})


@given(st.sampled_from(SEEDS), st.text(max_size=200))
def fuzz_npc_card(name: str, card: str) -> None:
    """Any text as the card."""
    files = unpack(seed_file(name))
    load(packed({**files, CARD: card.encode("utf-8", "surrogatepass")}))


# --- Manifests ------------------------------------------------------------------------------------

hostile_values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from((2**31, 2**63, -(2**63), 10**30, 1e999, float("nan"), -0.0, 5e-324)),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(("\x1b[2J", "x" * 100_000, "../../etc/passwd", "‮", "\ud800", "")),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
    st.integers(0, 3000).map(lambda depth: functools.reduce(lambda one, _: [one], range(depth), 0)),
)


@given(
    st.sampled_from(SEEDS),
    st.lists(
        st.tuples(st.lists(st.integers(0, 40), min_size=1, max_size=4), hostile_values),
        min_size=1,
        max_size=3,
    ),
)
def fuzz_npc_manifest(name: str, changes: list) -> None:
    """A manifest with changed values and removed keys."""
    files = unpack(seed_file(name))
    manifest = json.loads(files[MANIFEST])
    for places, value in changes:
        put(manifest, places, value)
    try:
        text = json.dumps(manifest)
    except RecursionError:  # the fuzzer nests deeper than json can write
        return
    load(pack({**files, MANIFEST: text.encode("utf-8", "surrogatepass")}))


def put(content: Any, places: list[int], value: Any) -> None:
    """Set a value in nested JSON by the indices of the keys on its path."""
    for place in places[:-1]:
        below = list(content.values()) if isinstance(content, dict) else content
        if not below or not isinstance(below[place % len(below)], dict | list):
            break
        content = below[place % len(below)]
    if isinstance(content, dict) and content:
        content[list(content)[places[-1] % len(content)]] = value
    elif isinstance(content, list):
        content.insert(places[-1], value)


# --- Networks -------------------------------------------------------------------------------------

FOREIGN = ("Div", "Loop", "Cast", "Transpose", "Expand", "Split", "Scan", "Resize", "Constant")
integers = st.one_of(
    st.integers(-3, 3), st.integers(-(2**63), 2**63 - 1), st.sampled_from((55, 150, 75, 266, 2**31))
)
shapes = st.lists(integers, min_size=0, max_size=4)
weights = st.one_of(
    st.lists(integers, max_size=4).map(lambda one: np.array(one, np.int64)),
    integers.map(lambda one: np.array(one, np.int64)),
    st.lists(st.integers(1, 4), max_size=4).map(lambda sizes: np.ones(sizes, np.float32)),
    st.lists(st.sampled_from((1, 55, 64, 150)), max_size=2).map(
        lambda sizes: np.full(sizes, 0.01, np.float32)
    ),
)
attributes = st.dictionaries(
    st.sampled_from(
        ("axis", "axes", "keepdims", "allowzero", "transA", "transB", "alpha", "mode", "to")
    ),
    st.one_of(
        integers,
        st.integers(-1, 2),
        st.floats(),
        st.sampled_from(("constant", "edge", "reflect", "wrap")),
        st.lists(st.integers(-3, 3), min_size=1, max_size=3),
    ),
    max_size=2,
)
operators = st.sampled_from((*sorted(OPERATORS), *FOREIGN))
graph_edits = st.one_of(
    st.tuples(st.just("add"), operators, st.lists(st.integers(0, 99), max_size=5), attributes),
    st.tuples(st.just("operator"), st.integers(0, 99), operators),
    st.tuples(st.just("input"), st.integers(0, 99), st.integers(0, 4), st.integers(0, 99)),
    st.tuples(st.just("attributes"), st.integers(0, 99), attributes),
    st.tuples(st.just("weight"), st.integers(0, 99), weights),
    st.tuples(st.just("sizes"), st.integers(0, 99), shapes),
    st.tuples(st.just("remove"), st.integers(0, 99)),
    st.tuples(st.just("claims")),
    st.tuples(st.just("opset"), st.integers(-1, 30)),
)


@given(
    st.sampled_from(SEEDS),
    st.lists(graph_edits, min_size=1, max_size=5),
    st.lists(weights, max_size=3),
    st.booleans(),
)
def fuzz_npc_graph(name: str, changes: list, more: list, inserts: bool) -> None:
    """A network with changed steps, attributes, weights and sizes, and right checksums."""
    files = unpack(seed_file(name))
    model = onnx.load_model_from_string(files[POLICY])
    for number, one in enumerate(more):
        model.graph.initializer.append(numpy_helper.from_array(one, f"more_{number}"))
    for change in changes:
        try:
            change_graph(model, change, inserts)
        except (ValueError, TypeError, OverflowError):
            continue  # onnx cannot write that at all
    load(packed({**files, POLICY: model.SerializeToString(deterministic=True)}))


def change_graph(model: Any, change: tuple, inserts: bool) -> None:
    """Make one change to a network."""
    kind, *about = change
    graph = model.graph
    names = [one.name for one in (*graph.input, *graph.initializer)]
    names = ["", *names, *(name for node in graph.node for name in node.output)][::-1]
    if kind == "add":
        operator, inputs, given = about
        chosen = [names[place % len(names)] for place in inputs]
        result = f"more_{len(graph.node)}_s"
        node = helper.make_node(operator, chosen, [result], **given)
        nodes = list(graph.node)
        if inserts and nodes and nodes[-1].input:  # before the last step, which uses its result
            nodes[-1].input[0] = result
            del graph.node[:]
            graph.node.extend([*nodes[:-1], node, nodes[-1]])
        else:
            graph.node.append(node)
    elif kind == "claims":
        del graph.value_info[:]
    elif kind == "opset":
        model.opset_import[0].version = about[0]
    elif kind in ("weight", "sizes"):
        tensor = graph.initializer[about[0] % len(graph.initializer)]
        if kind == "weight":
            tensor.CopyFrom(numpy_helper.from_array(about[1], tensor.name))
        else:
            tensor.dims[:] = about[1]
    elif graph.node:
        change_node(graph, kind, about, names)


def change_node(graph: Any, kind: str, about: list, names: list[str]) -> None:
    """Make one change to a step of a network."""
    node = graph.node[about[0] % len(graph.node)]
    if kind == "operator":
        node.op_type = about[1]
    elif kind == "input" and node.input:
        node.input[about[1] % len(node.input)] = names[about[2] % len(names)]
    elif kind == "attributes":
        del node.attribute[:]
        node.attribute.extend(helper.make_attribute(key, one) for key, one in about[1].items())
    elif kind == "remove":
        graph.node.remove(node)
