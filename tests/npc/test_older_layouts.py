"""A file whose observations had fewer pieces, or another order, plays as before."""

from __future__ import annotations

import json

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

import quintain
from quintain.agents.npc import NpcAgent, NpcError
from quintain.agents.npc.archive import pack, unpack
from quintain.agents.npc.fingerprint import manifest_hash
from quintain.agents.npc.manifest import parse_manifest
from quintain.training.export import export

from .forgers import MANIFEST, POLICY, with_checksums


@pytest.fixture(scope="module", params=["mythic_epoch", "heimr"])
def plain_file(request, make_run, tmp_path_factory):
    """The NPC file of a network whose first layer reads the whole observation."""
    folder = tmp_path_factory.mktemp(request.param)
    run = make_run(folder / "run", request.param, "duel", "mlp")
    return export(run, folder / "plain.npc", battles=2)


def first_layer(model):
    """The weights that the observation meets."""
    return next(one for one in model.graph.initializer if len(one.dims) == 2)


def rewritten(path, order, out):
    """A file that lists these pieces only, in this order, with the weights of their columns.

    Returns it with one that lists all pieces and has weights of 0 for the others.
    """
    files = unpack(path.read_bytes())
    manifest, model = json.loads(files[MANIFEST]), onnx.load_model_from_string(files[POLICY])
    lengths = [piece["length"] for piece in manifest["observation"]]
    begins = np.cumsum([0, *lengths])
    columns = np.concatenate([np.arange(begins[one], begins[one + 1]) for one in order])
    tensor = first_layer(model)
    weights = numpy_helper.to_array(tensor).copy()
    rest = np.setdiff1d(np.arange(begins[-1]), columns)
    weights[:, rest] = 0
    tensor.CopyFrom(numpy_helper.from_array(weights, tensor.name))
    whole = out / "whole.npc"
    whole.write_bytes(pack(with_checksums({**files, POLICY: model.SerializeToString()})))

    tensor.CopyFrom(numpy_helper.from_array(weights[:, columns].copy(), tensor.name))
    del model.graph.value_info[:]  # the sizes of the weights among them
    model.graph.input[0].type.tensor_type.shape.dim[1].dim_value = len(columns)
    manifest["observation"] = [manifest["observation"][one] for one in order]
    manifest["layout"] = manifest_hash(parse_manifest(json.dumps(manifest).encode()))
    files = {**files, MANIFEST: json.dumps(manifest).encode(), POLICY: model.SerializeToString()}
    older = out / "older.npc"
    older.write_bytes(pack(with_checksums(files)))
    return older, whole


@pytest.mark.parametrize("is_shuffled", [False, True])
def test_it_reads_its_pieces_by_name(plain_file, tmp_path, is_shuffled):
    agent = NpcAgent(plain_file)
    count, rng = len(agent.npc.manifest.observation), np.random.default_rng(5)
    order = rng.permutation(count)[: count - count // 4]
    if not is_shuffled:
        order = np.sort(order)
    older, whole = (NpcAgent(path) for path in rewritten(plain_file, order, tmp_path))
    battles = quintain.make_vec(agent.system.name, 64, seed=4)
    for _ in range(12):
        luck = rng.random(battles.action_masks.shape)
        battles.step((luck * battles.action_masks).argmax(1))
    seen, masks = battles.observations, battles.action_masks
    assert np.abs(older.chances(seen, masks) - whole.chances(seen, masks)).max() < 1e-6
    assert np.abs(agent.chances(seen, masks) - whole.chances(seen, masks)).max() > 1e-3


def test_a_piece_of_another_length_is_refused(plain_file, tmp_path):
    files = unpack(plain_file.read_bytes())
    manifest = json.loads(files[MANIFEST])
    longer = next(one for one in manifest["observation"] if one["length"] > 1)
    shorter = next(one for one in manifest["observation"] if one["length"] > 1 and one != longer)
    longer["length"] += 1
    shorter["length"] -= 1
    manifest["layout"] = manifest_hash(parse_manifest(json.dumps(manifest).encode()))
    path = tmp_path / "other.npc"
    path.write_bytes(pack({**files, MANIFEST: json.dumps(manifest).encode()}))
    with pytest.raises(NpcError, match="trained with other observations of"):
        NpcAgent(path)
