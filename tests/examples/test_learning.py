"""The examples of learning libraries run, learn, and are those that their page lists."""

from __future__ import annotations

import importlib.util
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from quintain.bench.learning_examples import table

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "learning"
LIBRARIES = {
    "cleanrl_ppo": "torch",
    "mappo": "torch",
    "pettingzoo_tutorial": "torch",
    "rllib_ppo": "ray",
    "sb3_maskable_ppo": "sb3_contrib",
    "tianshou_ppo": "tianshou",
    "torchrl_ppo": "torchrl",
}
"""The library that each example needs."""
OPTIONS = {name: [()] for name in LIBRARIES} | {
    "mappo": [("--critic", "own"), ("--critic", "central")]
}
EXTRAS = {"torch": "train", "sb3_contrib": "train"}
"""The extra that installs a library, if its name is another."""
RUNS = [
    pytest.param(name, options, id="-".join((EXTRAS.get(library, library), name, *options[1:])))
    for name, library in LIBRARIES.items()
    for options in OPTIONS[name]
]  # `make test-library` chooses them by the extra in their names
WON = re.compile(r"^won ([\d.]+) % \[([\d.]+), ([\d.]+)\] of ([\d,]+) battles against (\w+)", re.M)
MOST_LINES = 300


def wins(told: str) -> dict[str, tuple[float, float, float, int]]:
    """The sentences of an example: estimate, both limits and number of battles by opponent."""
    return {
        name: (*map(float, shares), int(count.replace(",", "")))
        for *shares, count, name in WON.findall(told)
    }


def needs_library(name: str) -> None:
    """Skip a test if the library of an example is not installed."""
    library = LIBRARIES[name]
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed: examples/learning/README.md says how")


def test_every_example_is_tested_and_short():
    assert {file.stem for file in FOLDER.glob("*.py")} == set(LIBRARIES)
    lengths = {file.name: len(file.read_text().splitlines()) for file in FOLDER.glob("*.py")}
    assert {name: length for name, length in lengths.items() if length >= MOST_LINES} == {}


@pytest.mark.docs
def test_the_page_lists_what_was_measured(golden):
    results = json.loads((FOLDER / "results.json").read_text())
    stands, told = golden("examples/learning/README.md", table(results), "results")
    assert stands == told, "make docs"


def test_every_measured_example_beats_random():
    results = json.loads((FOLDER / "results.json").read_text())
    measured = {command.partition(".py")[0] for command in results if ".py" in command}
    assert measured == set(LIBRARIES)
    for command, runs in results.items():
        assert len({run["seed"] for run in runs}) >= 3, command
        assert min(run["wins"]["random"] for run in runs) >= 80, command


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "options"), RUNS)
def test_an_example_runs(name, options, monkeypatch, capsys):
    needs_library(name)
    if LIBRARIES[name] in ("torch", "sb3_contrib"):
        script = [f"{name}.py", *options, "--decisions", "1", "--pairs", "2"]
        monkeypatch.setattr(sys, "argv", script)
        runpy.run_path(str(FOLDER / script[0]), run_name="__main__")
        told = capsys.readouterr().out
    else:  # a process of its own ends what the library has started
        told = run(name, *options, "--decisions", "1", "--pairs", "2")
    assert {opponent: count for opponent, (*_, count) in wins(told).items()} == {
        "random": 4,
        "tactician": 4,
    }


def run(name: str, *words: str) -> str:
    """The text that an example prints."""
    command = [sys.executable, str(FOLDER / f"{name}.py"), *words]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), RUNS)
def test_an_example_beats_random(name, options):
    """With the decisions that the page states, and the lower end of the 95 % interval."""
    needs_library(name)
    _, low, *_ = wins(run(name, *options, "--seed", "4"))["random"]
    assert low >= 80


@pytest.mark.compiled
@pytest.mark.parametrize("critic", ["own", "central"])
def test_a_rollout_of_mappo_ends_with_the_values_of_each_fighter(critic):
    torch = pytest.importorskip("torch")
    example = runpy.run_path(str(FOLDER / "mappo.py"))
    battles, side = example["make_battles"](0)
    network = example["Network"](critic, battles)
    with torch.no_grad():
        last = example["values_after"](network, battles, side)
        deciding = network.critic(example["judged"](network, battles, side))[:, 0]
    assert last.shape == (len(side), 2 * battles.max_side)
    torch.testing.assert_close(last[range(len(side)), battles.to_act], deciding)
    assert (last.std(1) > 0).all() == (critic == "own")

    rewards, values, ends = torch.zeros(3, 2, len(side))
    fighters = torch.zeros(2, len(side), dtype=torch.long)
    fighters[1] = 1
    found = example["advantages_of"](rewards, values, ends, fighters, last)
    torch.testing.assert_close(found, example["GAMMA"] * last[:, :2].T)
