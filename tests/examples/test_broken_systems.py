"""Mistakes that an author of a system makes: the contract finds them, and the tools go on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quintain import discovery
from quintain.testing import random_play

EXAMPLE = Path(__file__).parents[2] / "examples" / "piste"

pytestmark = pytest.mark.interpreted


@pytest.fixture
def make(tmp_path):
    """Install a system like Piste with a mistake: `make(name, file, old, new)`."""

    def install(name: str, file: str = "", old: str = "", new: str = "", value: str = "") -> None:
        package = tmp_path / name
        skipped = shutil.ignore_patterns("__pycache__")
        shutil.copytree(EXAMPLE / "piste", package, ignore=skipped)
        heuristics = package / "heuristics.py"
        heuristics.write_text(heuristics.read_text().replace('"piste"', repr(name)))
        if old:
            text = (package / file).read_text()
            assert text.count(old) >= 1
            (package / file).write_text(text.replace(old, new))
        elif file:
            (package / file).unlink()
        about = tmp_path / f"q_{name}-0.1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: q-{name}\nVersion: 0.1\n")
        points = f"[{discovery.GROUP}]\n{name} = {value or f'{name}:SYSTEM'}\n"
        (about / "entry_points.txt").write_text(points)

    return install


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A Python command, interpreted, in a new process that finds the packages of a folder."""
    paths = os.pathsep.join([str(folder), *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(
        [sys.executable, "-P", *command], env=environment, capture_output=True, text=True
    )


def test_a_broken_system_does_not_take_the_others_down(make, tmp_path):
    make("attribute", value="attribute:SYSTEMS")
    make("gone", value="not_there:SYSTEM")
    make("no_scene", "scene.py")
    make("no_step", "step.py")
    make("no_limit", "enums.py", "SIDE_OUT ROUND_LIMIT", "SIDE_OUT")
    sentences = tmp_path / "no_limit" / "text.py"
    sentences.write_text(sentences.read_text().replace(', Ending.ROUND_LIMIT: "A draw"', ""))
    make("no_yaml", "scenarios/bout.yaml", "red: [4]", "red: []")
    make("sound")
    done = run(tmp_path, "-m", "quintain", "systems")
    assert done.returncode == 0, done.stderr
    listed = re.findall(r"\((\w+)\) *$", done.stdout, re.M)
    assert listed == [*discovery.own_systems(), "sound"]
    reasons = {line.partition(" ")[0]: line for line in done.stderr.splitlines() if "left" in line}
    for name, reason in {
        "attribute": "the entry point attribute = 'attribute:SYSTEMS' of q-attribute is broken: "
        "AttributeError: module 'attribute' has no attribute 'SYSTEMS'",
        "gone": "of q-gone is broken: No module named 'not_there'",
        "no_scene": "of q-no_scene is broken: no_scene has no scene.py with `scene`",
        "no_step": "no_step has no step.py, which",
        "no_limit": "no_limit has no ending 'round_limit' in enums.Ending, only none, side_out",
        "no_yaml": "bout.yaml",
    }.items():
        assert reason in reasons[name]


MISTAKES = {
    "window": (
        "check_observation", "observation.py", "n[2 * battle.max_side",
        "n[(2 * battle.max_side - 1)", "the blocks window are 0 in",
    ),
    "range": (
        "check_play", "step.py", "= min(MOST_TEMPO, fencer.tempo + TEMPO_GAIN)", "+= TEMPO_GAIN",
        r"after decision \d+, wait \(action 0\): no battle can be in this state: "
        r"fighters\[\d\]\.tempo is \d, must be between 0 and 5",
    ),
    "twins": (
        "check_play", "actions.py", "retreats one pace", "advances one pace",
        "actions 1 and 2 have one sentence",
    ),
    "end": (
        "check_endings", "text.py", "report.say_end(", 'report.lines.append(("", ())), (',
        "an empty sentence",
    ),
    "rounds": (
        "check_endings", "step.py", "round_number += battle.active == battle.first",
        "round_number += 0", "is `round_number` counted",
    ),
    "secret": (
        "check_hidden_information", "hidden.py", "if is_secret(battle, fighter, NOBODY)",
        "if False", r"conceal keeps \['announced'\]",
    ),
    "deploy": (
        "check_fresh_start", "deploy.py", " = fencer.touches", "",
        "does not set: fighters.touches",
    ),
    "codes": (
        "check_actions", "actions.py", "TABLE.encode,", "lambda said, max_side: 0,",
        "action 1 is decoded as {'verb': 'advance'",
    ),
}  # fmt: skip
"""By name: the check that finds it, the file, the old and the new text, the message."""

SCRIPT = """
import json, sys
from quintain import testing
from quintain.testing import battles
battles.MOST_WAITS = 300
for name, check in json.loads(sys.argv[1]).items():
    try:
        check = getattr(testing, check)
        getattr(check, "__wrapped__", check)(f"odd_{name}")  # not in yet another process
    except AssertionError as error:
        print(json.dumps([name, str(error)]))
"""


def test_the_contract_finds_mistakes(make, tmp_path):
    for name, (_, file, old, new, _) in MISTAKES.items():
        make(f"odd_{name}", file, old, new)
    checks = json.dumps({name: check for name, (check, *_) in MISTAKES.items()})
    done = run(tmp_path, "-c", SCRIPT, checks)
    assert not done.stderr
    said = dict(map(json.loads, done.stdout.splitlines()))
    for name, (*_, message) in MISTAKES.items():
        assert re.search(message, said.get(name, "nothing")), said.get(name)


def test_an_endless_step_is_a_sentence(make, tmp_path, monkeypatch):
    make("endless", "step.py", "    begin_decision(battle)\n", "    while True:\n        pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(random_play, "PATIENCE", 15)
    with pytest.raises(AssertionError, match=r"still in `advance`, .*/step\.py, line \d+"):
        random_play.plays(lambda system: 1)("endless")
