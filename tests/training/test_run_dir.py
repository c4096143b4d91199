"""The folder of a run: one process at a time, and none for a start that fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from quintain.envs.core.engine.system import get_system
from quintain.training import train_league
from quintain.training.best_response import assign_folder
from quintain.training.config import ConfigError
from quintain.training.learning import train
from quintain.training.run_dir import find_folder, hold_folder
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


def test_the_run_that_was_used_last_is_resumed_whatever_its_number():
    def use(name, seconds):
        folder = Path("runs", name)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "checkpoint.pt").touch()
        os.utime(folder / "checkpoint.pt", (seconds, seconds))

    use("duel-2", 1000)  # `duel` was deleted
    assert find_folder(CONFIG, None, resume=True) == Path("runs/duel-2")
    assert find_folder(CONFIG, None, resume=False) == Path("runs/duel")
    for name, seconds in (("duel-old", 4000), ("skirmish", 4000), ("duel", 2000), ("duel-9", 500)):
        use(name, seconds)
    assert find_folder(CONFIG, None, resume=True) == Path("runs/duel")
    assert find_folder(CONFIG, None, resume=False) == Path("runs/duel-3")
    use("duel-9", 3000)
    assert find_folder(CONFIG, None, resume=True) == Path("runs/duel-9")


def test_a_file_in_the_place_of_the_folder_is_told(here):
    (here / "mine").touch()
    with pytest.raises(FileExistsError):
        run(out="mine")


def test_a_folder_with_a_link_is_refused_before_anything_is_written(here):
    """A run would overwrite what the link shows, and a league delete it."""
    (here / "precious").mkdir()
    (here / "precious/letter").write_text("dear", encoding="utf-8")
    for folder, link, what in (
        ("runs/league-duel", "learners", "precious"),
        ("runs/duel", "checkpoint.previous.pt", "precious/letter"),
        ("runs/response", "seed-1/progress.csv", "precious/letter"),
        ("runs/nowhere", "run.lock", "precious/new"),
    ):
        path = here / folder / link
        path.parent.mkdir(parents=True)
        path.symlink_to(here / what)
    (here / "runs/league-duel/league.yaml").write_text("training: mythic_epoch/duel")
    (here / "runs/duel/checkpoint.pt").touch()
    for attempt in (
        lambda: train_league("mythic_epoch/duel", resume=True),
        lambda: train_league("mythic_epoch/duel", out="runs/league-duel", resume=True),
        lambda: train(CONFIG, resume=True),
        lambda: run(out="runs/nowhere"),
        lambda: assign_folder(Path("runs/response"), get_system("mythic_epoch"), "duel", "fencer"),
    ):
        with pytest.raises(ConfigError, match=r"is a link: the files of a run must be in its own"):
            attempt()
    assert [one.name for one in (here / "precious").iterdir()] == ["letter"]
    assert (here / "precious/letter").read_text(encoding="utf-8") == "dear"


def test_the_whole_folder_may_be_a_link(here):
    (here / "disk").mkdir()
    (here / "mine").symlink_to(here / "disk")
    (run(out="mine") / "seed-1").mkdir()
    run(out="mine")
    assert (here / "disk" / FILE_NAME).is_file()
