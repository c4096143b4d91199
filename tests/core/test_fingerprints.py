"""The file of fingerprints holds those of this version, and no others."""

from __future__ import annotations

import json
import sys

import pytest

from quintain.bench import fingerprints

KEPT = {
    "chess/duel random": "2",
    "martial/duel random": "3",
    "mythic_epoch/duel berserker": "4",
    "mythic_epoch/duel random": "5",
    "mythic_epoch/gone random": "6",
    "quick mythic_epoch/gone random": "7",
}


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A function that runs the command on `KEPT`; its status and the file afterwards."""
    file = tmp_path / "fingerprints.json"
    file.write_text(json.dumps(KEPT))
    monkeypatch.setattr(fingerprints, "FILE", file)

    def call(found, *words):
        monkeypatch.setattr(fingerprints, "fingerprints", lambda system, quick: found)
        monkeypatch.setattr(sys, "argv", ["fingerprints.py", *words])
        return fingerprints.main(), json.loads(file.read_text())

    return call


def test_a_fingerprint_of_what_no_longer_exists_is_named_and_removed(run, capsys):
    found = {"mythic_epoch/duel random": "5"}
    assert run(found, "mythic_epoch") == (1, KEPT)
    told = capsys.readouterr().out
    assert "mythic_epoch/gone random: 6 -> none" in told
    assert "mythic_epoch/duel berserker: 4 -> none" in told
    status, left = run(found, "mythic_epoch", "--revise")
    assert status == 0
    assert left == {key: KEPT[key] for key in (
        "martial/duel random", "mythic_epoch/duel random", "quick mythic_epoch/gone random",
    )}  # fmt: skip
    assert run(found, "mythic_epoch") == (0, left)
    assert run({}, "mythic_epoch", "--quick") == (1, left)


def test_a_changed_fingerprint_is_named_and_written(run, capsys):
    status, _ = run({"martial/duel random": "9"}, "martial")
    assert status == 1
    assert "martial/duel random: 3 -> 9" in capsys.readouterr().out
    _, left = run({"martial/duel random": "9"}, "martial", "--revise")
    assert left.pop("martial/duel random") == "9"
    kept = {"mythic_epoch/duel berserker", "mythic_epoch/duel random", "mythic_epoch/gone random"}
    assert {*left} == kept | {"quick mythic_epoch/gone random"}
