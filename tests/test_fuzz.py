"""The command of `tests/fuzz` finds each kind of fault, and adds up the hours of its runs."""

from __future__ import annotations

import csv
import importlib
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

FUZZ = Path(__file__).parent / "fuzz"
on_linux = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="only Linux tells the processor time of a process"
)
PARTS = ("_worker", "_watcher", "_ledger")
TARGETS = """\
import time
from hypothesis import given, strategies as st

calls = [0]

@given(st.integers())
def fuzz_fine(number):
    pass

@given(st.integers())
def fuzz_raising(number):
    calls[0] += 1
    if calls[0] > 20:
        raise KeyError("not documented")

@given(st.integers())
def fuzz_computing(number):
    calls[0] += 1
    while calls[0] > 20:
        pass

@given(st.integers())
def fuzz_waiting(number):
    time.sleep(0.5)

@given(st.integers())
def fuzz_hanging(number):
    calls[0] += 1
    time.sleep(1000 * (calls[0] > 20))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The command with five targets of its own."""
    folder = tmp_path / "fuzz"
    folder.mkdir()
    for path in FUZZ.glob("_*.py"):
        shutil.copy(path, folder)
    (folder / "targets.py").write_text(TARGETS, encoding="utf-8")
    return folder


@pytest.fixture
def part(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    """A module of the command by its name."""
    monkeypatch.syspath_prepend(str(folder))
    yield importlib.import_module
    for name in PARTS:
        sys.modules.pop(name, None)


def run(folder: Path, *words: str) -> subprocess.CompletedProcess:
    """The command, and what it prints."""
    command = [sys.executable, str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def table(path: Path) -> dict[str, dict[str, str]]:
    """The rows of a ledger by their targets."""
    with path.open(encoding="utf-8") as file:
        return {row["target"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize(
    ("target", "limits", "finding"),
    [
        ("fine", {}, None),
        ("raising", {}, "raises what it may not raise"),
        pytest.param("computing", {"MOST_SECONDS": 0.3}, "of processor time", marks=on_linux),
        ("waiting", {"MOST_SECONDS": 0.3}, None),
        ("hanging", {"MOST_SECONDS_OF_WAITING": 1.0}, "hangs: one input took more than 1 s"),
    ],
)
def test_faults_of_a_target_are_found(part, monkeypatch, target, limits, finding):
    """The processor time of an input is limited; waiting has a larger limit."""
    watcher = part("_watcher")
    for name, value in limits.items():
        monkeypatch.setattr(watcher, name, value)
    outcome = watcher.watch(target, 1.5, 1, threading.Event())
    assert (outcome.finding is None) == (finding is None)
    assert finding is None or finding in outcome.finding
    assert (outcome.path is None) == (finding is None)
    assert outcome.inputs > 0


@on_linux
@pytest.mark.parametrize(
    ("state", "computed", "finding"), [("R", 4, None), ("R", 9, "9 s of"), ("S", 0, "took more")]
)
def test_other_programs_on_the_machine_make_no_finding(part, monkeypatch, state, computed, finding):
    """Two hours of the clock, in which the worker waited for a processor, computed, or slept."""
    worker, watcher = part("_worker"), part("_watcher")
    monkeypatch.setattr(watcher, "activity", lambda process: (state != "R", 100.0 + computed))
    clock, head = watcher.Clock(), worker.Head(time.monotonic() - 7200, 100.0, done=5)
    for _ in range(2000):
        clock.look(head, 0)
    said = clock.problem(is_starting=False)
    assert said is None if finding is None else finding in said


@on_linux
@pytest.mark.parametrize(("code", "sleeps"), [("time.sleep(60)", True), ("while 1: pass", False)])
def test_the_activity_of_a_process_is_known(part, code, sleeps):
    begin = "import time\nwhile time.process_time() < 0.1: pass\n"  # ten ticks of the system
    process = subprocess.Popen([sys.executable, "-c", begin + code])
    try:
        time.sleep(1)
        seen = [part("_watcher").activity(process.pid) for _ in range(20) if not time.sleep(0.05)]
    finally:
        process.kill()
        process.wait()
    assert sum(one == sleeps for one, _ in seen) > 10
    assert seen[-1][1] > 0


def test_a_ledger_adds_up_runs(folder, tmp_path):
    ledger = tmp_path / "hours.csv"
    words = ("--seconds", "1.5", "--ledger", str(ledger))
    first = run(folder, *words, "fine", "raising")
    assert first.returncode == 1
    assert "KeyError" in first.stdout
    once = table(ledger)
    assert set(once) == {"fine", "raising"}
    assert int(once["fine"]["inputs"]) > 0
    assert (once["fine"]["findings"], once["raising"]["findings"]) == ("0", "1")
    assert once["raising"]["seconds_since_finding"] == "0.0"
    second = run(folder, *words, "fine")
    assert second.returncode == 0
    twice = table(ledger)
    assert twice["raising"] == once["raising"]
    for column in ("inputs", "calls", "seconds"):
        assert float(twice["fine"][column]) > float(once["fine"][column])
    assert float(twice["fine"]["seconds"]) <= 4  # processor time of two turns


def test_the_targets_with_the_fewest_seconds_run_first(folder, tmp_path):
    ledger = tmp_path / "hours.csv"
    columns = "target,seconds,inputs,calls,findings,seconds_since_finding,commit"
    ledger.write_text(f"{columns}\nfine,5000,9,9,0,5000,abc\nwaiting,2,9,9,0,2,abc\n")
    told = run(
        folder, "--jobs", "1", "--seconds", "0.1", "--ledger", str(ledger), "fine", "waiting"
    )
    lines = told.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["waiting", "fine"]
    assert lines[3].endswith("1 of 5 targets ran an hour or more since their last finding")


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_still_adds_what_it_ran(folder, tmp_path, kind):
    ledger = tmp_path / "hours.csv"
    words = ["--jobs", "1", "--seconds", "1", "--minutes", "10", "--ledger", str(ledger), "fine"]
    process = subprocess.Popen([sys.executable, str(folder), *words])
    deadline = time.monotonic() + 60
    while not ledger.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    before = int(table(ledger)["fine"]["inputs"])
    time.sleep(0.2)
    process.send_signal(kind)
    assert process.wait(30) == 128 + kind
    assert int(table(ledger)["fine"]["inputs"]) >= before
    assert not list(tmp_path.glob(".*.tmp"))


def test_a_run_of_minutes_ends(folder, tmp_path):
    told = run(folder, "--jobs", "1", "--seconds", "1", "--minutes", "0.08", "fine", "waiting")
    assert told.returncode == 0
    assert len(told.stdout.splitlines()) >= 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("target,hours\n", "the first line must be target,seconds,"),
        ("{columns}\nfine,1,2\n", "line 2: write a name, five numbers and a commit"),
        ("{columns}\nfine,1,2,3,4,-5,abc\n", "line 2: write a name, five numbers and a commit"),
    ],
)
def test_a_damaged_ledger_is_refused(part, tmp_path, text, said):
    ledger = part("_ledger")
    path = tmp_path / "hours.csv"
    path.write_text(text.replace("{columns}", ",".join(ledger.Row._fields)))
    with pytest.raises(ValueError, match=said):
        ledger.read_ledger(path)


def test_a_ledger_counts_new_inputs_only(folder, tmp_path):
    told = run(folder, "--seed", "1", "--ledger", str(tmp_path / "hours.csv"), "fine")
    assert told.returncode == 2
    assert "leave out --seed" in told.stderr
