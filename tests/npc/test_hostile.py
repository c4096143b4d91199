"""Files made to harm or deceive: each is refused with one sentence before anything is computed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import onnx
import onnxruntime
import pytest

import quintain.agents.npc.agent as agents
import quintain.agents.npc.graph as graphs
from quintain.agents.npc import NpcAgent, NpcError, read_npc
from quintain.agents.registry import make_agent

from .forgers import flipped, judged_by_the_others, other_shape, set_key, with_graph, with_manifest
from .hostile_files import HOSTILE


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
        agent.chances(np.zeros((1, 161), np.float32), np.ones((1, 64), np.bool_))
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
