"""The command line with poor terminals, full disks, closed pipes and Ctrl-C."""

from __future__ import annotations

import errno
import io
import os
import re
import subprocess
import sys
import warnings

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from quintain.apps import battle_commands
from quintain.apps.cli import app, main
from quintain.apps.report_page import Report, report_page
from quintain.apps.terminal import has_colour
from quintain.evaluation.statistics import PairResult
from quintain.evaluation.tournament import Tournament

runner = CliRunner()


@pytest.fixture
def call(monkeypatch, tmp_path, capsys):
    """A function that runs a command; it returns the exit status and both outputs."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["quintain", *map(str, words)])
        try:
            main()
            status = 0
        except SystemExit as left:
            status = left.code or 0
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


# --- Letters and colours --------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
@pytest.mark.parametrize(
    "words", [("show", "heimr/skirmish"), ("inspect", "mythic_epoch-duel"), ("--help",)]
)
def test_characters_outside_the_encoding_are_replaced_readably(encoding, words, call, monkeypatch):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    status, _, _ = call(*words)
    text = written.getvalue().decode(encoding)
    assert status == 0
    assert "?" not in text.replace("fighters?", "").replace("worth?", "")
    if words[0] == "show":
        assert ":::" in text  # the cart, a low obstacle


def test_a_name_that_is_not_valid_text_can_be_printed(call, monkeypatch):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(written, encoding="utf-8"))
    assert call("replay", "\udce9\x1b[2J.json")[0] == 2
    sys.stderr.flush()
    text = written.getvalue().decode("utf-8")
    assert "cannot be read: No such file" in " ".join(text.split())
    assert "\x1b[2J" not in text


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": "unknown"}, False),
    ],
)
def test_maps_have_colours_if_the_environment_wants_them(environment, expected, call, monkeypatch):
    console = Console(file=io.StringIO(), force_terminal=True, _environ=environment, markup=False)
    assert has_colour(console) is expected
    monkeypatch.setattr(battle_commands, "console", console)
    words = ("watch", "mythic_epoch/duel", "--agents", "random,random")
    status, out, _ = call(*words)
    assert status == 0
    assert ("\x1b[" in out) is expected


# --- Interrupted, full, closed --------------------------------------------------------------------

INTERRUPTED = """
import os, signal, sys
from quintain.__main__ import main

signal.signal(signal.SIGINT, signal.default_int_handler)

class Finder:
    def find_spec(self, name, *rest):
        if name == "numba":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
main()
"""


def test_ctrl_c_during_loading_is_silent():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device")
@pytest.mark.parametrize("words", [("systems",), ("systems", "--json")])
def test_a_full_disk_is_one_sentence(words):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "quintain", *words],
            stdout=full, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "quintain: No space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="the shell of POSIX closes streams")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("words", "status"), [("show heimr/duel", 0), ("show heimr/nope", 2)])
def test_closed_streams_are_no_error(words, status, closed):
    line = f"exec {sys.executable} -m quintain {words} {closed}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True)
    assert done.returncode == status
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("columns", ["0", "1", "9"])
def test_a_terminal_without_columns_gets_whole_words(columns):
    environment = {**os.environ, "COLUMNS": columns}
    for words, status, said in (
        (("odds", "mythic_epoch/duel", "--battles", "4"), 0, "swordsman"),
        (("show", "heimr/nope"), 2, "no scenario 'nope'"),
    ):
        command = [sys.executable, "-m", "quintain", *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.returncode == status
        assert said in done.stdout + done.stderr


def test_a_closed_pipe_is_silent():
    command = [sys.executable, "-m", "quintain", "rules", "wildroll", "--rows"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.parametrize(("option", "name"), [("--save", "battle.json"), ("--svg", "battle.svg")])
def test_a_full_disk_does_not_change_the_old_file(option, name, call, tmp_path, monkeypatch):
    def fill(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / name).write_text("old")
    monkeypatch.setattr(os, "fsync", fill)
    words = ("watch", "mythic_epoch/duel", "--agents", "random,random", "--json", option, name)
    status, _, err = call(*words)
    assert status == 2
    assert err.strip() == f"quintain: {name}: No space left on device"
    assert (tmp_path / name).read_text() == "old"
    assert os.listdir(tmp_path) == [name]


# --- Numbers and names ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        *(("train", "mythic_epoch/demo", "--minutes", n) for n in ("inf", "nan", "-1", "1e99")),
        *(("demo", "--minutes", n) for n in ("inf", "nan", "0", "1e99")),
        *(("bench", "--seconds", n) for n in ("inf", "nan", "1e99")),
        ("league", "mythic_epoch/duel", "--minutes", "nan"),
        ("odds", "mythic_epoch/duel", "--balance", "nan"),
        ("card", "mythic_epoch-duel", "--battles", "5"),
        ("demo", "--battles", "5"),
        ("export", "runs/x", "--out", "x.npc", "--battles", "5"),
        *(("tournament", "mythic_epoch/duel", "--battles", n) for n in ("0", "-1", "1" + 12 * "0")),
        ("tournament", "mythic_epoch/duel", "--threads", "1000000000"),
        ("watch", "mythic_epoch/duel", "--seed", "9" * 99),
        ("train", "mythic_epoch/demo", "--steps", "9" * 99),
    ],
)
def test_a_number_out_of_bounds_is_refused_at_once(words):
    with pytest.raises(ValueError, match=rf"^{words[-2]}( must be|: a seed is) "):
        runner.invoke(app, list(words), catch_exceptions=False)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("new", "martial", "--red", "7"), "--red must be a whole number from 1 to 6, got 7"),
        (("new", "martial", "--red", "x"), "--red must be a whole number from 1 to 6, got x"),
        (("odds", "martial/duel", "--balance", "120"), "--balance must be a number from 0 to 100"),
        (("play", "martial/duel", "--dice", "blu"), "--dice must be machine, typed, red or blue"),
        (("watch", "martial/duel", "--seed", "x"), "--seed: a seed is a whole number from 0 to"),
        (("train", "mythic_epoch/demo", "--minutes", "nan"), "--minutes must be a number from 0"),
        (("watch", "martial/duel", "--agents"), "--agents needs a value after it"),
        (("watch", "martial/duel", "--rows=3"), "--rows takes no value"),
        (("odds", "martial/duel", "--onn", "ray"), "no option --onn: did you mean --on?"),
        (("odds", "--zzz"), "no option --zzz: `quintain odds --help` lists them"),
        (("wach",), "no command 'wach': did you mean watch?"),
        (("odds",), "quintain odds needs ENCOUNTER: SYSTEM/SCENARIO, or my_fight.yaml"),
        (("export", "runs/x"), "quintain export needs --out: the NPC file, captain.npc"),
        (("odds", "martial/duel", "--without", "red", "2"), "put words that belong together into"),
        (("show", "martial/duel", "--all"), "--all and --decisions need --observation"),
        (("--verson",), "no option --verson: did you mean --version?"),
    ],
)
def test_wrong_words_of_a_command_get_a_plain_sentence(words, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        runner.invoke(app, list(words), catch_exceptions=False)
    assert "\n" not in str(caught.value)


def test_quintain_alone_prints_its_help():
    result = runner.invoke(app, [])
    assert "Usage" in result.output
    assert "watch" in result.output


EXITS = """import sys
class Chooses:
    def choose(self, view):
        sys.exit(0)
class Begins:
    def __init__(self):
        raise SystemExit(0)
"""


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("exits.py:Chooses", "exits.py:Chooses failed in line 4: SystemExit: 0"),
        ("exits.py:Begins", "exits.py:Begins cannot be made: SystemExit: 0"),
        ("leaves.py:Mine", "leaves.py cannot be loaded: SystemExit"),
    ],
)
@pytest.mark.parametrize("command", ["watch", "tournament"])
def test_a_heuristic_that_exits_is_an_error(command, agent, said, call, tmp_path):
    (tmp_path / "exits.py").write_text(EXITS)
    (tmp_path / "leaves.py").write_text("raise SystemExit\n")
    status, _, err = call(command, "mythic_epoch/duel", "--agents", f"{agent},random")
    assert status == 2
    assert said in err


HARD_NAMES = [
    "$x$", "$\\frac{", "_under", "\u6f22\u5b57.py:A", "\udce9", "a\nb\x1b", "x" * 300, "<b>",
]  # fmt: skip


@pytest.mark.parametrize("name", HARD_NAMES, ids=range(len(HARD_NAMES)))
def test_a_report_prints_any_name(name):
    scores = np.array([[1.0, 0.0], [1.0, 0.5]])
    results = (PairResult.from_scores(name, "random", scores, rounds=scores),)
    tournament = Tournament("mythic_epoch", name, 0, (name, "random"), results, True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page = report_page(Report(name, [f"quintain {name}"], [tournament]))
    assert page.encode("utf-8")
    assert "<b>" not in page
    assert "\x1b" not in page


# --- Answers that helped nobody -------------------------------------------------------------------


def test_the_error_for_a_missing_run_names_the_others(call, tmp_path):
    words = ("watch", "mythic_epoch/duel", "--agents", "runs/mime,random")
    assert "no trained agent in 'runs/mime': there is no such folder" in call(*words)[2]
    for name in ("mine", "yours"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "policy.pt").write_bytes(b"")
    status, _, err = call(*words)
    assert status == 2
    assert "no trained agent in 'runs/mime': did you mean runs/mine" in err
    assert "pip install" not in err


def test_watch_names_the_default_agents(call):
    words = ("watch", "mythic_epoch/duel", "--no-maps")
    assert "mythic_epoch-duel plays red, tactician plays blue" in call(*words)[2]
    assert call(*words, "--agents", "random,random")[2] == ""


def test_a_long_title_is_not_cut(call, tmp_path):
    (tmp_path / ("long" * 30 + ".py")).write_text(
        "class Mine:\n    def choose(self, view):\n        return None\n"
    )
    name = "long" * 30 + ".py:Mine"
    out = call("watch", "mythic_epoch/duel", "--no-maps", "--agents", f"{name},random")[1]
    assert name in "".join(out.split())


def test_an_agent_against_itself_measures_the_advantage_of_a_side(call):
    words = ("tournament", "mythic_epoch/two_on_one", "--battles", "40")
    status, out, _ = call(*words, "--agents", "tactician,tactician")
    assert status == 0
    assert "tactician (red)" in out
    assert "tactician (blue)" in out
