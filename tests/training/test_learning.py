"""Runs learn, log the documented values, and resume exactly."""

from __future__ import annotations

import contextlib
import csv
import datetime
import errno
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from quintain import training
from quintain.agents.registry import make_agent
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.statistics import summarize_pair
from quintain.training import checkpoint
from quintain.training.checkpoint import (
    FILE_NAME,
    PREVIOUS_NAME,
    CheckpointError,
    read_tensors,
    write_tensors,
)  # fmt: skip
from quintain.training.config import ConfigError, load_config
from quintain.training.logbook import CSV_NAME, LOGGED, logged_names, rows_until
from quintain.training.run_dir import CONFIG_NAME
from quintain.training.trained import FILE_NAME as POLICY_NAME
from quintain.training.trained import TrainedAgent, load_trained

ROOT = Path(__file__).parents[2]
CHILD = """
import os, signal, sys, threading, time
from pathlib import Path
from quintain import training

def kill():
    while not (Path(sys.argv[2]) / sys.argv[3]).exists():
        time.sleep(0.005)
    time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGKILL)

threading.Thread(target=kill).start()
training.train(sys.argv[1], out=sys.argv[2], progress=False)
"""
"""A run that kills itself soon after its first checkpoint, so however busy the machine is."""


def checkpoint_of(folder):
    return read_tensors(folder / FILE_NAME, "quintain checkpoint", 1, ())


def assert_same(a, b, path=""):
    if isinstance(a, dict):
        assert a.keys() == b.keys(), path
        for name in a:
            assert_same(a[name], b[name], f"{path}/{name}")
    elif isinstance(a, list):
        assert len(a) == len(b), path
        for index, (x, y) in enumerate(zip(a, b, strict=True)):
            assert_same(x, y, f"{path}/{index}")
    elif isinstance(a, torch.Tensor):
        assert torch.equal(a, b), path
    elif path == "/numbers":
        assert re.sub(r'"elapsed": [\d.e-]+', "", a) == re.sub(r'"elapsed": [\d.e-]+', "", b)
    else:
        assert a == b, path


MIXED = {
    "scenario": ["duel", "duel_mixed"],
    "parties": {"count": 3, "fighters": ["swordsman", "archer"], "most": 2},
}
"""Changes of the tiny config: many encounters of several sizes."""


@pytest.mark.parametrize("battles", [{}, MIXED], ids=["one scenario", "many encounters"])
def test_a_killed_and_resumed_run_equals_an_uninterrupted_one(tiny, tmp_path, battles):
    config = tiny(steps=256 * 12, **battles)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    training.train(config, out=whole, progress=False)
    command = [sys.executable, "-P", "-c", CHILD, str(config), str(killed), FILE_NAME]
    child = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    assert child.returncode == -signal.SIGKILL, child.stderr
    at_kill = checkpoint_of(killed)
    training.train(config, out=killed, resume=True, progress=False)
    assert_same(checkpoint_of(whole), checkpoint_of(killed))
    assert not torch.equal(
        at_kill["policy"]["network.value.weight"],
        checkpoint_of(whole)["policy"]["network.value.weight"],
    ), "the run was over before it was killed"


def test_a_resumed_log_has_no_duplicate_rows(tiny, tmp_path):
    config, out = tiny(), tmp_path / "run"
    training.train(config, out=out, steps=1024, progress=False)
    training.train(config, out=out, steps=2048, resume=True, progress=False)
    with (out / CSV_NAME).open() as file:
        decisions = [int(row["decisions"]) for row in csv.DictReader(file)]
    assert decisions == list(range(256, 2049, 256))


def test_a_given_seed_replaces_the_configs_and_stays(tiny, tmp_path):
    given, own, first = tmp_path / "given", tmp_path / "own", tmp_path / "first"
    training.train(tiny(), out=given, steps=256, seed=7, progress=False)
    training.train(tiny(seed=7), out=own, steps=256, progress=False)
    training.train(tiny(), out=first, steps=256, progress=False)
    assert load_config(given / "config.yaml").seed == 7
    assert_same(checkpoint_of(given), checkpoint_of(own))
    weights = [checkpoint_of(run)["policy"]["network.value.weight"] for run in (given, first)]
    assert not torch.equal(*weights)
    training.train(tiny(), out=given, steps=512, seed=7, resume=True, progress=False)
    with pytest.raises(ConfigError, match="has seed 7 and keeps it: resume it without a seed"):
        training.train(tiny(), out=given, steps=768, seed=8, resume=True)


def test_a_resumed_run_keeps_its_given_length(tiny, tmp_path):
    out = training.train(tiny(), out=tmp_path / "run", steps=256, progress=False)
    training.train(tiny(), out=out, steps=512, resume=True, progress=False)
    assert load_config(out / CONFIG_NAME).steps == 512


def test_a_finished_run_stays_as_it_is(tiny, tmp_path, capsys):
    out = training.train(tiny(), out=tmp_path / "run", steps=512, progress=False)
    before = {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}
    training.train(tiny(), out=out, steps=10, resume=True)
    told = " ".join(capsys.readouterr().err.split())
    assert "already finished: give more --minutes or --steps" in told
    assert before == {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}


def test_every_logged_name_is_documented_and_logged(tiny, tmp_path):
    config, out = tiny(), tmp_path / "run"
    training.train(config, out=out, progress=False)
    with (out / CSV_NAME).open() as file:
        rows = list(csv.DictReader(file))
    written = {name for row in rows for name, value in row.items() if value}
    expected = logged_names(["random", "berserker", "self"], list(baselines()))
    assert written == set(expected)
    assert sorted(rows[0]) == sorted(expected)


def baselines():
    from quintain.envs.core.engine.system import get_system

    return get_system("mythic_epoch").policies


@pytest.mark.docs
def test_the_docs_list_every_logged_name(golden):
    lines = ["| name | what it says |", "|---|---|"]
    lines += [f"| `{name}` | {text} |" for name, text in LOGGED.items()]
    stands, told = golden("docs/training.md", "\n".join(lines), "logged names")
    assert stands == told, "make docs"


@pytest.mark.docs
def test_the_docs_list_every_config_field(golden, config_table):
    from quintain.training.config import TrainingConfig

    stands, told = golden("docs/training.md", config_table(TrainingConfig()), "config")
    assert stands == told, "make docs"


@pytest.mark.docs
def test_the_docs_list_every_field_of_a_league(golden, config_table):
    from quintain.training.league_config import LeagueConfig

    text = config_table(LeagueConfig(training="required"))
    stands, told = golden("docs/league.md", text, "league")
    assert stands == told, "make docs"


def test_a_trained_agent_predicts(tiny, tmp_path):
    out = training.train(tiny(), out=tmp_path / "run", steps=256, progress=False)
    agent = load_trained(str(out))
    shape = agent.network.shape
    masks = np.zeros((5, shape.num_actions), np.int8)
    masks[np.arange(5), np.arange(5) * 3] = 1
    observations = np.zeros((5, shape.length), np.float32)
    actions, state = agent.predict(observations, state="kept", action_masks=masks)
    np.testing.assert_array_equal(actions, np.arange(5) * 3)
    assert state == "kept"
    action, _ = agent.predict(observations[2], action_masks=masks[2], deterministic=True)
    assert action == 6
    masks[:] = 1
    draws = [TrainedAgent(out, seed=4).predict(observations, action_masks=masks)[0] for _ in "ab"]
    np.testing.assert_array_equal(*draws)


def test_damaged_foreign_and_newer_files_are_refused(tiny, tmp_path):
    out = training.train(tiny(), out=tmp_path / "run", steps=256, progress=False)
    path = out / POLICY_NAME
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CheckpointError, match="cannot be read"):
        TrainedAgent(out)
    path.write_bytes((out / FILE_NAME).read_bytes())
    with pytest.raises(CheckpointError, match="is not a quintain policy"):
        TrainedAgent(out)
    path.write_bytes(whole)
    content = read_tensors(path, "quintain policy", 1, ())
    torch.save({**content, "version": 99}, path)
    with pytest.raises(CheckpointError, match="has version 99"):
        TrainedAgent(out)
    for junk in (b"hello", b"", b"\x80\x02junk", b"[1, 2]", whole[100:]):
        path.write_bytes(junk)
        with pytest.raises(CheckpointError, match="cannot be read"):
            TrainedAgent(out)
    for key in content.keys() - {"date", "rules_version"}:
        torch.save({name: value for name, value in content.items() if name != key}, path)
        with pytest.raises(CheckpointError, match=f"is not a quintain policy|it has no {key}"):
            TrainedAgent(out)
    for change in ({"width": 7}, {"network": "transformer"}, {"weights": {}}):
        torch.save({**content, **change}, path)
        with pytest.raises(CheckpointError, match="its weights fit no network"):
            TrainedAgent(out)
    with pytest.raises(CheckpointError, match=r"no trained agent in .*: did you mean .*run"):
        load_trained(str(tmp_path / "rum"))


def test_a_run_of_other_rules_is_refused_and_one_that_names_none_is_read(tiny, tmp_path):
    out = training.train(tiny(), out=tmp_path / "run", steps=256, progress=False)
    content = read_tensors(out / POLICY_NAME, "quintain policy", 1, ())
    assert content["rules_version"] == TrainedAgent(out).system.rules_version
    torch.save({**content, "rules_version": 1}, out / POLICY_NAME)
    with pytest.raises(CheckpointError, match="learned version 1 of the Mythic Epoch rules, and"):
        TrainedAgent(out)
    del content["rules_version"]
    torch.save(content, out / POLICY_NAME)
    assert TrainedAgent(out).max_side == 1


@pytest.mark.parametrize("name", [FILE_NAME, POLICY_NAME])
def test_every_flipped_bit_and_every_cut_is_noticed(tiny, tmp_path, name):
    out = training.train(tiny(), out=tmp_path / "run", steps=256, progress=False)
    (out / PREVIOUS_NAME).unlink(missing_ok=True)
    path = out / name
    whole = path.read_bytes()
    draw = np.random.default_rng(0)
    places = [*range(60), *draw.integers(0, len(whole), 100).tolist(), len(whole) - 1]
    for place in places:
        flipped = bytearray(whole)
        flipped[place] ^= 1 << int(draw.integers(8))
        for damaged in (bytes(flipped), whole[:place]):
            path.write_bytes(damaged)
            with pytest.raises(CheckpointError, match=f"{name}: cannot be read"):
                load_trained(str(out)) if name == POLICY_NAME else checkpoint.read(out)
    path.write_bytes(whole)
    assert TrainedAgent(out).date
    assert checkpoint.read(out)[1] == ""


def test_a_damaged_checkpoint_falls_back_to_the_previous_one(tiny, tmp_path, capsys):
    config, out, other = tiny(), tmp_path / "run", tmp_path / "other"
    training.train(config, out=out, steps=1024, progress=False)
    shutil.copytree(out, other)
    path = out / FILE_NAME
    path.write_bytes(path.read_bytes()[:-100])
    training.train(config, steps=2048, out=out, resume=True)
    said = " ".join(capsys.readouterr().err.split())
    assert (
        "its checksum does not match; using the previous one, checkpoint.previous.pt, instead"
        in said
    )
    (other / PREVIOUS_NAME).replace(other / FILE_NAME)
    training.train(config, steps=2048, out=other, resume=True)
    assert PREVIOUS_NAME not in capsys.readouterr().err
    assert_same(checkpoint_of(other)["policy"], checkpoint_of(out)["policy"])
    for file in (path, out / PREVIOUS_NAME):
        file.write_bytes(b"")
    with pytest.raises(CheckpointError, match="cannot be read"):
        training.train(config, out=out, resume=True, progress=False)


def test_a_damaged_checkpoint_is_never_kept_as_the_previous_one(tiny, tmp_path):
    config, out = tiny(checkpoint_every=1e6), tmp_path / "run"  # one checkpoint, at the end
    training.train(config, out=out, steps=256, progress=False)
    training.train(config, out=out, steps=512, resume=True, progress=False)
    kept = (out / PREVIOUS_NAME).read_bytes()
    (out / FILE_NAME).write_bytes(b"")
    training.train(config, out=out, steps=768, resume=True, progress=False)
    assert (out / PREVIOUS_NAME).read_bytes() == kept
    assert checkpoint.read(out)[1] == ""


class Killed(BaseException):
    """An exception that no code catches."""


def test_a_run_can_be_resumed_after_a_kill_at_any_write(tiny, tmp_path, monkeypatch):
    config, whole = tiny(steps=512), tmp_path / "whole"
    training.train(config, out=whole, progress=False)
    replace, left = os.replace, [0]

    def replace_or_die(*names):
        left[0] -= 1
        if left[0] < 0:
            raise Killed
        replace(*names)

    monkeypatch.setattr(os, "replace", replace_or_die)
    for count in itertools.count():
        out, left[0] = tmp_path / str(count), count
        with contextlib.suppress(Killed):
            training.train(config, out=out, progress=False)
        is_over = left[0] >= 0
        left[0] = 10**9
        if not is_over:
            training.train(config, out=out, resume=checkpoint.has_checkpoint(out), progress=False)
        assert_same(checkpoint_of(whole)["policy"], checkpoint_of(out)["policy"])
        assert TrainedAgent(out).name
        with (out / CSV_NAME).open() as file:
            assert [row["decisions"] for row in csv.DictReader(file)] == ["256", "512"]
        if is_over:
            break
    assert count > 6


def test_a_full_disk_keeps_the_previous_checkpoint(tiny, tmp_path, monkeypatch):
    out = training.train(tiny(), out=tmp_path / "run", steps=256, progress=False)
    whole = (out / FILE_NAME).read_bytes()

    def fill(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fill)
        with pytest.raises(OSError, match=r"No space left on device: '.*run"):
            training.train(tiny(), out=out, steps=512, resume=True, progress=False)
    assert (out / FILE_NAME).read_bytes() == whole
    assert not list(out.glob(".*"))
    training.train(tiny(), out=out, steps=512, resume=True, progress=False)


def edit(content, **numbers):
    """Change the numbers of a checkpoint and correct its checksum."""
    kept = json.loads(content["numbers"])
    for path, value in numbers.items():
        place, *keys = path.split("__")
        inside = kept
        for key in [place, *keys][:-1]:
            inside = inside[key]
        inside[[place, *keys][-1]] = value
    return {**content, "numbers": json.dumps(kept)}


def test_an_altered_checkpoint_is_one_sentence(tiny, tmp_path):
    out = training.train(tiny(), out=tmp_path / "run", steps=256, progress=False)
    content = checkpoint_of(out)
    arrays = content["arrays"]
    altered = [
        edit(content, counters={}),
        edit(content, counters__won=[0.5]),
        edit(content, counters__elapsed="soon"),
        edit(content, counters__tally=[[0, 0, 0]]),
        edit(content, model=[-1, 0]),
        edit(content, env={}),
        edit(content, league__generator={}),
        {**content, "numbers": "[" * 100_000},
        {**content, "numbers": None},
        {**content, "policy": {}},
        {**content, "optimizer": None},
        {**content, "torch": torch.zeros(3)},
        {**content, "starts": torch.zeros(3)},
        {**content, "arrays": {**arrays, "arrays": {}}},
        {**content, "arrays": {**arrays, "vector": {}}},
    ]
    for name, value in (("learner_side", 2), ("opponent", 99), ("next_opponent", -1)):
        kept = {**arrays["arrays"], name: torch.full_like(arrays["arrays"][name], value)}
        altered.append({**content, "arrays": {**arrays, "arrays": kept}})
    for name, value in (("controllers", 7), ("next_controllers", 0)):
        kept = {**arrays["vector"], name: torch.full_like(arrays["vector"][name], value)}
        altered.append({**content, "arrays": {**arrays, "vector": kept}})
    for one in altered:
        write_tensors(out / FILE_NAME, one)
        with pytest.raises(CheckpointError) as caught:
            training.train(tiny(), out=out, resume=True, progress=False)
        assert str(caught.value).startswith(f"{out}: the checkpoint ")
        assert str(caught.value).isprintable()


def test_a_truncated_or_damaged_log_is_continued(tiny, tmp_path):
    config, out = tiny(), tmp_path / "run"
    training.train(config, out=out, steps=512, progress=False)
    log = (out / CSV_NAME).read_bytes()
    for damage in (b"12", b"\xff\x00,\r\n", b'"' + 200_000 * b"x", b"1" * 5000 + b",\r\n"):
        (out / CSV_NAME).write_bytes(log + damage)
        rows = rows_until(out / CSV_NAME, 512)
        assert [row["decisions"] for row in rows] == ["256", "512"]
    (out / CSV_NAME).write_bytes(b"\xff")
    training.train(config, out=out, steps=768, resume=True, progress=False)
    assert len(rows_until(out / CSV_NAME, 10**9)) == 1


def test_an_agent_has_the_date_of_its_writing(tiny, tmp_path):
    out = training.train(tiny(), out=tmp_path / "run", steps=256, progress=False)
    today = datetime.datetime.now(datetime.UTC).date()
    written = datetime.date.fromisoformat(TrainedAgent(out).date)
    assert today - written <= datetime.timedelta(days=1)
    content = read_tensors(out / POLICY_NAME, "quintain policy", 1, ())
    torch.save({**content, "date": "2026-01-02"}, out / POLICY_NAME)
    assert TrainedAgent(out).date == "2026-01-02"
    del content["date"]  # as in older ones
    torch.save(content, out / POLICY_NAME)
    os.utime(out / POLICY_NAME, (86_400, 86_400))
    assert TrainedAgent(out).date == "1970-01-02"


def test_other_rules_are_refused(tiny, tmp_path):
    out = training.train(tiny(), out=tmp_path / "run", steps=256, progress=False)
    torch.save({**checkpoint_of(out), "engine": "other"}, out / FILE_NAME)
    with pytest.raises(CheckpointError, match="of other rules, agents or data"):
        training.train(tiny(), out=out, resume=True, progress=False)


def test_a_run_is_not_overwritten_and_an_empty_folder_is_not_resumed(tiny, tmp_path):
    with pytest.raises(ConfigError, match="to resume from"):
        training.train(tiny(), out=tmp_path / "none", resume=True, progress=False)
    out = training.train(tiny(), out=tmp_path / "run", steps=256, progress=False)
    with pytest.raises(ConfigError, match="holds a run already"):
        training.train(tiny(), out=out, progress=False)
    assert load_config(out / CONFIG_NAME).steps == 256


def test_runs_are_numbered(tiny, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tiny()
    folders = [training.train(path, steps=256, progress=False) for _ in range(2)]
    assert [str(folder) for folder in folders] == ["runs/tiny", "runs/tiny-2"]
    assert training.train(path, steps=512, resume=True, progress=False) == folders[1]


def test_evaluations_change_nothing(tiny, tmp_path):
    often = training.train(tiny(evaluate_every=1), out=tmp_path / "often", progress=False)
    never = training.train(tiny(evaluate_every=10**9), out=tmp_path / "never", progress=False)
    assert_same(checkpoint_of(often)["policy"], checkpoint_of(never)["policy"])
    assert torch.equal(checkpoint_of(often)["torch"], checkpoint_of(never)["torch"])


@pytest.mark.parametrize(("clock", "told"), [("cpu", "process_time"), ("wall", "perf_counter")])
def test_minutes_are_measured_by_the_clock_of_the_config(tiny, tmp_path, monkeypatch, clock, told):
    seconds = itertools.count(step=6.0)
    monkeypatch.setattr(f"quintain.training.learning.time.{told}", lambda: next(seconds))
    path = tiny(clock=clock, minutes=30.0, steps=10**9)
    folder = training.train(path, out=tmp_path / "run", progress=False)
    with (folder / CSV_NAME).open() as file:
        elapsed = [float(row["time/elapsed_s"]) for row in csv.DictReader(file)]
    assert 1800 <= elapsed[-1] < 3600
    assert len(elapsed) < 30


@pytest.mark.slow
def test_the_demo_beats_random_and_berserker(tmp_path):
    """The lower end of the 95 % interval counts; duels are too short for more (docs/results.md)."""
    folder = training.train("mythic_epoch/demo", minutes=2, out=tmp_path / "run", progress=False)
    agent = make_agent(str(folder), "mythic_epoch")
    for name, least in (("random", 0.97), ("berserker", 0.5)):
        opponent = make_agent(name, "mythic_epoch", seed=1)
        result = final_result(play_pairs("mythic_epoch", "duel", agent, opponent, 1000))
        assert summarize_pair(result).decided.low > least


def test_self_play_alone_is_saved_and_resumed(tiny, tmp_path):
    config = tiny(opponents={}, self_play=1.0)
    out = training.train(config, steps=256, out=tmp_path / "run", progress=False)
    training.train(config, steps=512, out=out, resume=True, progress=False)
    assert [int(row["decisions"]) for row in rows_until(out / CSV_NAME, 10**9)] == [256, 512]
