"""The folder of a run: one process at a time, and none for a start that fails."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import pytest

from quintain.training.config import ConfigError
from quintain.training.learning import train
from quintain.training.run_dir import hold_folder
from quintain.training.trained import FILE_NAME

CONFIG = "mythic_epoch/duel"
HOLDER = """
import sys, time
from pathlib import Path
from quintain.training.run_dir import hold_folder
with hold_folder(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def learner(folder, meanwhile=lambda: None):
    """A run that learns nothing; `meanwhile` happens while it is built."""
    meanwhile()

    def learn(progress):
        (folder / FILE_NAME).write_text(folder.name)
        return folder

    return SimpleNamespace(is_finished=False, learn=learn)


def run(meanwhile=lambda: None, out=None):
    return train(
        CONFIG, out=out, make_run=lambda config, folder, resume: learner(folder, meanwhile)
    )


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_runs_that_start_together_have_folders_of_their_own(here):
    others = []
    first = run(lambda: others.append(run(lambda: others.append(run()))))
    assert sorted(map(str, [first, *others])) == ["runs/duel", "runs/duel-2", "runs/duel-3"]
    for folder in (first, *others):
        assert (here / folder / FILE_NAME).read_text() == folder.name


def test_a_second_run_in_a_named_folder_is_refused(here):
    """It would find no checkpoint yet."""

    def meanwhile():
        with pytest.raises(ConfigError, match="another process learns in mine: wait"):
            run(out="mine")

    assert (run(meanwhile, "mine") / FILE_NAME).is_file()


def test_a_run_that_another_process_continues_is_refused_until_that_is_killed(here):
    command = [sys.executable, "-c", HOLDER, "mine"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().split() == [b"held"]
        with pytest.raises(ConfigError, match="another process"):
            run(out="mine")
        holder.kill()
    run(out="mine")


def test_a_folder_is_free_again_after_the_run(here):
    for _ in range(2):
        with hold_folder(here / "mine"):
            (here / "mine/log").touch()
    assert (here / "mine/log").exists()


@pytest.mark.parametrize("out", [None, "a/mine"])
def test_a_start_that_fails_leaves_no_folder(here, out):
    def fail():
        raise RuntimeError("no memory")

    with pytest.raises(RuntimeError, match="no memory"):
        run(fail, out)
    assert list(here.iterdir()) == []


def test_a_start_that_fails_leaves_the_folders_of_others(here):
    (here / "mine").mkdir()

    def fail():
        run()
        raise RuntimeError

    for out in ("mine", None):
        with pytest.raises(RuntimeError):
            run(fail, out)
    assert (here / "mine").is_dir()
    assert sorted(one.name for one in (here / "runs").iterdir()) == ["duel", "duel-3"]


def test_a_file_in_the_place_of_the_folder_is_told(here):
    (here / "mine").touch()
    with pytest.raises(FileExistsError):
        run(out="mine")
