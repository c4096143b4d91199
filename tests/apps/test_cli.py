"""The command line as a user types it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

import quintain
from quintain.apps import common, compiling, lookup
from quintain.apps.cli import app, main
from quintain.apps.commands import COMMANDS
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.text.rulebook import Row

runner = CliRunner()
ROOT = Path(__file__).parents[2]


def run(*words: str) -> str:
    result = runner.invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_version_is_the_packages():
    assert run("--version") == f"{quintain.__version__}\n"


def test_every_option_has_a_help_text():
    program = typer.main.get_command(app)
    for name in COMMANDS:
        for option in program.get_command(None, name).params:
            assert getattr(option, "help", ""), (name, option.name)


def test_the_help_lists_every_command_in_its_order():
    lines = run("--help").splitlines()
    shown = [line.split()[1] for line in lines if re.match(r"│ [a-z]", line)]
    assert shown == list(COMMANDS)


def test_a_command_imports_no_module_of_another_one():
    code = (
        "import sys; sys.argv[1:] = ['watch', '--help']\n"
        "import atexit; from quintain.apps.commands import COMMANDS\n"
        "made = lambda: {m for m, _ in COMMANDS.values() if f'quintain.apps.{m}' in sys.modules}\n"
        "atexit.register(lambda: print(*made(), file=sys.stderr))\n"
        "from quintain.apps.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.split() == ["watch_command"]


@pytest.mark.parametrize("name", system_names())
def test_agents_are_listed_with_their_descriptions(name):
    system = get_system(name)
    listed = run("agents", name)
    assert list(system.policy_descriptions) == list(system.policies)
    for policy, words in system.policy_descriptions.items():
        assert re.search(rf"^{policy} +{words.split()[0]}", listed, re.MULTILINE), policy


def test_systems_lists_every_scenario():
    found = json.loads(run("systems", "--json"))
    systems = {one["system"]: one for one in found}
    names = {one["name"] for one in systems["mythic_epoch"]["scenarios"]}
    assert {
        "duel",
        "duel_mixed",
        "two_on_one",
        "skirmish",
        "bridge",
        "wrestlers",
        "ambush",
    } <= names
    assert "duel" in run("systems")


def test_titles_and_names_are_printed_as_they_are(tmp_path):
    text = (ROOT / "configs/mythic_epoch/scenarios/duel.yaml").read_text(encoding="utf-8")
    title = next(line for line in text.splitlines() if line.startswith("title:"))
    (tmp_path / "mine.yaml").write_text(text.replace(title, "title: A [/b] battle [bold]"))
    name = f"mythic_epoch/{tmp_path / 'mine.yaml'}"
    assert "A [/b] battle [bold]" in run("show", name)
    assert "A [/b] battle [bold]" in run("watch", name, "--agents", "random,random")


def test_show_draws_the_map():
    found = json.loads(run("show", "mythic_epoch/skirmish", "--json"))
    assert found["num_actions"] == 84
    assert len(found["fighters"]) == 6
    assert "Skirmish" in run("show", "mythic_epoch/skirmish")


def test_rules_counts_rows():
    found = json.loads(run("rules", "mythic_epoch", "--json"))
    assert found["rows"] == 108
    assert found["implemented"] + found["omitted"] + len(found["not_implemented"]) == 108
    assert found["not_implemented"] == found["not_found"] == []
    assert "108 rows" in run("rules", "mythic_epoch")


def test_rules_names_code_that_does_not_exist(monkeypatch):
    named = "`turn.py:no_rule`, `no_file.py`, `turn.no_rule`, `turn.py:take_turn`, `turn.take_turn`"
    rows = [Row("M1", "a rule", named, "`test_it`"), Row("M2", "no rule", "OMITTED: `x.py`", "")]
    monkeypatch.setattr(lookup, "read_rows", lambda system: rows)
    told = run("rules", "mythic_epoch")
    assert "2 rows: 1 name code, 1 a test, 1 are omitted." in told
    assert "Code that does not exist: M1 turn.py:no_rule, M1 no_file.py, M1 turn.no_rule" in told
    assert told.rstrip().endswith("turn.no_rule")


def test_compile_leaves_nothing_to_compile():
    assert run("compile", "mythic_epoch") == "Mythic Epoch is compiled.\n"
    child = (
        "import sys\n"
        "from quintain.apps.compiling import use_everything\n"
        "from quintain.envs.core.compiler.compile import on_compile\n"
        "from quintain.envs.core.engine.system import get_system\n"
        "with on_compile(lambda: sys.exit('compiled')):\n"
        "    use_everything(get_system('mythic_epoch'))"
    )
    done = subprocess.run([sys.executable, "-c", child], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_several_systems_compile_at_once_and_say_when_they_are_ready(monkeypatch):
    asked = []

    def compile_apart(system):
        asked.append(system.name)
        is_broken = system.name == "martial"
        return subprocess.CompletedProcess([], int(is_broken), "", "no room on the disk")

    monkeypatch.setattr(compiling, "compile_apart", compile_apart)
    said = runner.invoke(app, ["compile", "heimr", "wildroll"])
    assert (said.exit_code, {*said.stdout.splitlines()}) == (
        0, {"Heimr is compiled.", "Wildroll is compiled."}
    )  # fmt: skip
    said = runner.invoke(app, ["compile", "heimr", "martial"])
    assert str(said.exception) == "could not compile martial; the reason is above"
    assert "no room on the disk" in said.stderr
    assert sorted(asked) == ["heimr", "heimr", "martial", "wildroll"]


def test_compile_all_takes_no_names():
    result = runner.invoke(app, ["compile", "--all", "heimr", "martial"])
    assert str(result.exception) == "--all compiles all systems: leave out heimr, martial"


def test_compile_names_the_nearest_system():
    result = runner.invoke(app, ["compile", "mythic"])
    assert isinstance(result.exception, KeyError)
    assert "mythic_epoch" in str(result.exception)


def test_watch_narrates_a_battle_and_replay_verifies_it(tmp_path):
    file, picture = tmp_path / "duel.json", tmp_path / "duel.svg"
    words = ("watch", "mythic_epoch/duel", "--agents", "berserker,guardian", "--seed", "3")
    told = json.loads(run(*words, "--save", str(file), "--svg", str(picture), "--json"))
    assert told["winner"] in ("red", "blue", None)
    assert all(line["text"].strip() for line in told["lines"])
    assert picture.read_text(encoding="utf-8").startswith("<")
    verdict = json.loads(run("replay", str(file), "--json"))
    assert verdict["verified"] is True
    assert "verified" in run("replay", str(file), "--rows")


@pytest.mark.parametrize(
    "words",
    [
        "tournament mythic_epoch/duel --agents random,LOUD --workers 0",
        "tournament mythic_epoch/duel --agents random,LOUD --workers 2",
        "screen LOUD --scenario mythic_epoch/duel",
        "tactics mythic_epoch/duel --agents LOUD",
    ],
)
def test_what_an_agent_prints_is_no_part_of_the_json(tmp_path, words):
    (tmp_path / "loud.py").write_text(
        "class Loud:\n    def choose(self, view):\n        print('mine')\n\nprint('loaded')\n"
    )
    words = words.replace("LOUD", f"{tmp_path}/loud.py:Loud").split()
    command = [sys.executable, "-m", "quintain", *words, "--battles", "4", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    assert json.loads(done.stdout)
    assert {"mine", "loaded"} <= set(done.stderr.split())


def test_tournament_prints_pairs_and_ratings(tmp_path):
    words = ("tournament", "mythic_epoch/duel", "--agents", "random,berserker", "--battles", "20")
    found = json.loads(run(*words, "--json"))
    assert set(found["pairs"][0]) >= {"a", "b", "wins", "losses", "draws", "battles"}
    assert found["pairs"][0]["battles"] == 20
    assert {one["agent"] for one in found["ratings"]} == {"random", "berserker"}
    assert run(*words).startswith("mythic_epoch/duel: ratings")  # no progress bar
    page = tmp_path / "report.html"
    assert "berserker" in run(*words, "--report", str(page))
    page.unlink()
    assert json.loads(run(*words, "--report", str(page), "--json")) == found
    assert "<h3>Ratings</h3>" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("columns", ["60", "80"])
def test_names_and_checksums_are_complete_on_a_narrow_terminal(columns, monkeypatch):
    monkeypatch.setattr(common.console, "width", int(columns))
    digest = json.loads(run("inspect", "mythic_epoch-duel", "--json"))["sha256"]
    told = run("inspect", "mythic_epoch-duel")
    assert digest in "".join(c for c in told if c.isalnum())
    words = ("tournament", "mythic_epoch/duel", "--battles", "2")
    pairs = run(*words, "--agents", "random,berserker,skirmisher,tactician")
    assert "…" not in told + pairs
    assert len(re.findall(r"\[\d+\.\d,", pairs)) == 18  # no number is split over two lines


DAWDLER = """
import pathlib, time

class Dawdler:
    def choose(self, view):
        pathlib.Path("begun").touch()
        time.sleep(0.01)
"""


def test_ctrl_c_in_a_tournament_prints_the_results_so_far(tmp_path):
    (tmp_path / "slow.py").write_text(DAWDLER)
    words = ["tournament", "mythic_epoch/duel", "--agents", "random,berserker,slow.py:Dawdler"]
    process = subprocess.Popen(
        [sys.executable, "-m", "quintain", *words, "--battles", "200", "--json"],
        cwd=tmp_path, stdout=subprocess.PIPE, text=True,
        # A process in the background ignores Ctrl-C, and so do its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    while not (tmp_path / "begun").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    found = json.loads(process.communicate()[0])
    assert process.returncode == 130  # so that a script does not continue
    assert found["complete"] is False
    assert {(one["a"], one["b"]): one["battles"] for one in found["pairs"]}[
        "random", "berserker"
    ] == 200
    assert sum(one["battles"] for one in found["pairs"]) < 600


SMALLER = "mythic_epoch-duel was trained with 1 fighter a side, and this battle has 3"
WRONG = """class Verb:
    def choose(self, view):
        return view.first("atack")
class Deep:
    def choose(self, view):
        return self.inner()
    def inner(self):
        known = {}
        return known["a"]
class Deaf:
    def choose(view):
        pass
"""


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("show", "mythic_epoch/dual"), "duel"),
        (("show", "mythic_epok/duel"), "mythic_epoch"),
        (("show", "duel"), "SYSTEM/SCENARIO"),
        (("show", "wildroll"), "wildroll/duel"),
        (("show", "camp.yaml"), "camp.yaml does not say its system: begin it with a line such as "),
        (
            ("show", "orc.yaml"),
            "but looks like a scenario of Platemail: begin it with the line system",
        ),
        (("show", "martial/orc.yaml"), "of Platemail, not of Martial: write platemail/orc.yaml"),
        (("odds", "wrong.yaml"), "wrong.yaml: no system 'martal': did you mean martial?"),
        (("odds", "heimr/martial.yaml"), "line 1: system: must be 'heimr', got 'martial'"),
        (("odds", "no.yaml"), "no.yaml: cannot be read: No such file"),
        (("odds", "./no.yaml"), "no.yaml: cannot be read: No such file"),
        (("show", "wildrol/camp.yaml"), "did you mean wildroll?"),
        (("check", "."), ". is a folder: name a file in it, such as fight.yaml"),
        (("watch", "mythic_epoch/duel", "--agents", "beserker,random"), "berserker"),
        (("watch", "mythic_epoch/duel", "--agents", "random"), "two agents"),
        (("tournament", "mythic_epoch/duel", "--agents", "random,random,berserker"), "different"),
        (("replay", "nowhere.json"), "nowhere.json"),
        (("show", "mythic_epoch/[/x]"), "no scenario '[/x]'"),
        (("tournament", "mythic_epoch/duel", "--agents", "random,[/red]"), "'[/red]'"),
        (
            ("tournament", "mythic_epoch/duel", "--report", "no/r.html"),
            "the folder 'no' does not exist",
        ),
        (("watch", "mythic_epoch/duel", "--save", "no/b.json"), "the folder 'no' does not exist"),
        (("watch", "mythic_epoch/duel", "--agents", "broken.py:Mine,random"), "SyntaxError"),
        (("watch", "mythic_epoch/duel", "--agents", "mute.py:Mute,random"), "a method choose"),
        (("watch", "mythic_epoch/duel", "--agents", "mute.py:Grown,random"), "TypeError"),
        (
            ("watch", "mythic_epoch/duel", "--agents", "wrong.py:Verb,random"),
            "Verb failed in line 3",
        ),
        (
            ("watch", "mythic_epoch/duel", "--agents", "wrong.py:Deep,random"),
            "in line 9: KeyError: a",
        ),
        (("watch", "mythic_epoch/duel", "--agents", "wrong.py:Deaf,random"), "choose(self, view)"),
        (("watch", "mythic_epoch/duel", "--save", "."), "give another name"),
        (("watch", "mythic_epoch/skirmish", "--agents", "mythic_epoch-duel,random"), SMALLER),
        (("tournament", "mythic_epoch/skirmish", "--agents", "mythic_epoch-duel,random"), SMALLER),
        (("advise", "captain", "camp.yaml", "--step", "2"), "--step counts the decisions of a"),
        (("advise", "captain"), "say in which battle: quintain advise captain SYSTEM/SCENARIO"),
        (("replay", "camp.yaml"), "it looks like a scenario"),
        (("advise", "mythic_epoch-duel", "no.json"), "no.json: cannot be read: No such file"),
        (("advise", "wrong.py"), "wrong.py: not readable as a replay"),
        (("check", "camp.yaml"), "or write heimr/camp.yaml; the systems are heimr, "),
    ],
)
def test_mistakes_end_in_one_sentence(words, hint, tmp_path, monkeypatch, capsys):
    (tmp_path / "broken.py").write_text("class Mine(:\n")
    (tmp_path / "mute.py").write_text(
        "class Mute: pass\nclass Grown:\n    def __init__(self, size): pass\n"
    )
    (tmp_path / "wrong.py").write_text(WRONG)
    (tmp_path / "camp.yaml").write_text("title: Camp\n")
    (tmp_path / "wrong.yaml").write_text("system: martal\n")
    orc = "red: [{fighter: {base: skulker, second: club}}]\nblue: [{fighter: swordsman}]\n"
    (tmp_path / "orc.yaml").write_text(f"title: Orc\n{orc}")
    (tmp_path / "martial.yaml").write_text("system: martial\ntitle: Camp\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["quintain", *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    told = capsys.readouterr().err
    assert hint in told
    assert len(told.strip().splitlines()) <= 2


@pytest.mark.parametrize("command", ["odds", "play"])
def test_a_seed_has_64_bits_and_the_help_does_not_say_so(command):
    assert "18446744073709551616" not in run(command, "--help")
    for seed in (str(2**64), "-1", "x", "9" * 5000):
        result = runner.invoke(app, [command, "martial/duel", "--seed", seed])
        assert "a seed is a whole number from 0 to" in str(result.exception)


def test_new_writes_a_scenario_that_check_draws(tmp_path):
    file = tmp_path / "camp.yaml"
    assert run("new", "mythic_epoch", "--red", "2", "--blue", "4", "--out", str(file)) == ""
    for name in (str(file), f"mythic_epoch/{file}"):
        told = " ".join(run("check", name).split())
        assert "is a valid scenario, 2 against 4." in told
    assert all(label in told for label in ("R1", "R2", "B1", "B4"))
    assert run("new", "mythic_epoch", "--red", "2", "--blue", "4") == file.read_text()


def test_new_does_not_overwrite(tmp_path):
    file = tmp_path / "camp.yaml"
    file.write_text("mine")
    result = runner.invoke(app, ["new", "martial", "--out", str(file)])
    assert "it exists; give another name" in str(result.exception)
    assert file.read_text() == "mine"


def test_check_says_what_is_wrong(tmp_path):
    file = tmp_path / "camp.yaml"
    file.write_text(run("new", "martial").replace("fighter: swordsman", "fighter: swordman"))
    result = runner.invoke(app, ["check", f"martial/{file}"])
    assert "did you mean swordsman" in str(result.exception)


def test_watch_saves_a_state_that_can_be_watched_on(tmp_path):
    file = tmp_path / "camp.yaml"
    agents = "tactician,fencer"
    run("watch", "mythic_epoch/skirmish", "--agents", agents, "--rounds", "2", "--save", str(file))
    assert "round: 3" in file.read_text()
    assert "Round 3" in run("check", str(file))
    told = run("watch", str(file), "--agents", agents, "--no-maps")
    assert "Round 4." in told or "wins" in told
    assert "Round 3." not in told


@pytest.mark.parametrize(
    ("name", "person", "warning"),
    [
        (
            "mythic_epoch",
            "{base: archer, skills: {ranged: 0}}",
            "Aldric (archer) lacks the skill for the bow: ranged.",
        ),
        (
            "heimr",
            "{base: swordsman, held: [bow]}",
            "Aldric (swordsman) lacks the skill for the bow: archery.",
        ),
        (
            "heimr",
            "{base: spearman, held: [great], pack: [light]}",
            "Aldric (spearman) lacks the skill for the great weapon: swordsmanship.",
        ),
        (
            "wildroll",
            "{base: archer, skills: {aim: 0}}",
            "Aldric (archer) lacks the skill for the bow: aim.",
        ),
    ],
)
def test_show_and_check_warn_of_a_weapon_without_its_skill(name, person, warning, tmp_path):
    text = run("new", name, "--red", "1", "--blue", "1")
    base = re.search(r"fighter: (\w+)", text)[0]
    file = tmp_path / "camp.yaml"
    file.write_text(text.replace(base, f"name: Aldric, fighter: {person}", 1))
    shown, checked = (run(command, f"{name}/{file}") for command in ("show", "check"))
    assert warning in " ".join(shown.split())
    assert warning in " ".join(checked.split())
    assert "lacks the skill" not in run("show", f"{name}/duel")
    assert "lacks the skill" not in run("show", f"{name}/skirmish")


def test_show_lists_the_attributes_that_a_system_has():
    named = {"martial": "level", "heimr": "agility", "wildroll": "speed", "platemail": "will"}
    for name, attribute in named.items():
        found = json.loads(run("show", f"{name}/duel", "--json"))["people"]
        model = get_system(name).scenario_model
        assert set(found[0]["attributes"]) == set(model.attributes)
        assert attribute in " ".join(run("show", f"{name}/duel").split())
    (giant,) = json.loads(run("show", "martial/giant", "--json"))["people"][-1:]
    assert (giant["attributes"]["level"], giant["attributes"]["strength"]) == (10, 4)
    assert "attributes" not in run("show", "mythic_epoch/duel")


def test_check_says_what_the_knobs_of_a_character_in_the_file_do(tmp_path):
    text = run("new", "mythic_epoch", "--red", "1", "--blue", "1")
    for knob in ("difficulty", "caution", "aggression", "loyalty", "cunning", "target"):
        assert f"#   {knob}: " in text
    text = text.replace("{fighter: swordsman,", "{agent: 'fencer?caution=0.8', fighter: swordsman,")
    (tmp_path / "camp.yaml").write_text(text)
    told = " ".join(run("check", str(tmp_path / "camp.yaml")).split())
    assert "caution: 0 to 1; above 0.5, a hurt fighter withdraws" in told
    assert "loyalty:" not in told


def test_watch_explains_the_signs_of_its_map_once():
    words = ("watch", "heimr/forest_ambush", "--agents", "random,random", "--rounds", "2")
    told = run(*words)
    assert told.count("; high grass") == told.count("Signs:") >= 1
    assert told.index("Signs:") < told.index("Initiative")
    assert told.count("Signs:") <= 2  # again if a thing lies on the ground
    assert "Signs:" not in run(*words, "--no-maps")


def test_show_lists_the_skills_of_everyone_who_may_take_a_seat():
    found = json.loads(run("show", "mythic_epoch/skirmish", "--json"))["people"]
    assert [one["base"] for one in found][:3] == ["swordsman", "axeman", "knight"]
    assert found[0]["skills"]["swords"] > 0
    for name in system_names():
        shown = json.loads(run("show", f"{name}/skirmish", "--json"))["people"]
        assert any(one["skills"] for one in shown), name
