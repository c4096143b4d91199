"""A league learns in slices, and a kill at any moment changes nothing."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import re
import signal
import sqlite3

import numpy as np
import pytest
import yaml

from quintain.agents.registry import make_agent
from quintain.evaluation.executors.tasks import carry_out, pack, unpack
from quintain.training import league as leagues
from quintain.training import train_league
from quintain.training.checkpoint import CheckpointError
from quintain.training.config import ConfigError, load_config
from quintain.training.league_config import load_league
from quintain.training.league_database import FILE_NAME, LeagueDatabase
from quintain.training.league_display import LeagueDisplay
from quintain.training.league_run import LeagueRun, Notes, Slice, SliceBook, play_slice
from quintain.training.league_summary import SUMMARY_NAME, best_main, read_summary, summarize
from quintain.training.logbook import CSV_NAME, rows_until, training_cost
from quintain.training.matchmaking import Copy, Learner

pytestmark = pytest.mark.compiled

SETTINGS = {
    "num_envs": 8,
    "rollout": 16,
    "minibatch": 64,
    "epochs": 1,
    "width": 16,
    "opponents": {"random": 2.0, "berserker": 1.0},
    "evaluation_pairs": 1,
    "evaluate_every": 1024,
    "checkpoint_every": 1e-9,
}
TINY = {
    "training": "mythic_epoch/duel",
    "settings": SETTINGS,
    "decisions": 128 * 16,
    "slice": 256,
    "exploiter_share": 0.5,
    "exploiters_from": 256,
    "least_decisions": 128,
    "main_copy_every": 256,
    "exploiter_copy_every": 256,
    "most_copies": 3,
}


@pytest.fixture
def tiny(tmp_path):
    def write(**changes):
        path = tmp_path / "tiny.yaml"
        path.write_text(yaml.safe_dump({**TINY, **changes}, sort_keys=False), encoding="utf-8")
        return path

    return write


def rows_of(folder):
    """All rows of a league's database, without the seconds that slices took."""
    tables = ("learner", "copy", "payoff", "event")
    queries = {name: f"SELECT * FROM {name}" for name in tables}
    queries["slice"] = "SELECT number, learner, generation, first, last, opponents FROM slice"
    connection = sqlite3.connect(folder / FILE_NAME)
    found = {name: connection.execute(query).fetchall() for name, query in queries.items()}
    connection.close()
    return found


def weights_of(folder):
    return make_agent(str(folder), "mythic_epoch").network.state_dict()


def files_of(folder):
    """Files of a league, without temporary ones and the previous checkpoints."""
    found = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    return {name for name in found if "previous" not in name}


def assert_same(one, other):
    assert rows_of(one) == rows_of(other)
    assert files_of(one) == files_of(other)
    for name in sorted(files_of(one)):
        if name.endswith("policy.pt"):
            mine, theirs = (weights_of((folder / name).parent) for folder in (one, other))
            assert all(mine[key].equal(theirs[key]) for key in mine), name
        if name.endswith(CSV_NAME):
            logs = [rows_until(folder / name, 10**9) for folder in (one, other)]
            told = [[(row["decisions"], row["train/loss"]) for row in log] for log in logs]
            assert told[0] == told[1], name


# --- A whole league -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A finished league, and its config."""
    folder = tmp_path_factory.mktemp("league")
    config = folder / "tiny.yaml"
    config.write_text(yaml.safe_dump(TINY, sort_keys=False), encoding="utf-8")
    return train_league(config, out=folder / "whole", progress=False), config


def test_a_league_shares_its_decisions_and_grows(whole):
    folder, _ = whole
    database = LeagueDatabase(folder / FILE_NAME)
    learners = {one.name: one for one in database.learners()}
    assert list(learners) == ["main", "exploiter"]
    assert sum(one.total for one in learners.values()) == TINY["decisions"]
    assert learners["exploiter"].generation > 1  # its copy joined, and it began again
    assert 750 <= learners["exploiter"].total <= 1050  # half of those after the first 256
    assert len(database.copies()) == 3  # no more than most_copies
    told = [text for _, text in database.events()]
    assert any(re.match(r"main-\d leaves|exploiter-\d leaves", text) for text in told)
    assert "main-1 joins: it has learned from 256 decisions" in told
    database.close()


def test_the_folder_and_every_copy_are_agents(whole):
    folder, _ = whole
    assert make_agent(str(folder), "mythic_epoch").max_side == 1
    assert load_config(folder / "config.yaml").opponents == SETTINGS["opponents"]
    for copy in (folder / "copies").iterdir():
        assert make_agent(str(copy), "mythic_epoch").choices == "quick"
        assert load_config(copy / "config.yaml").scenario == "duel"
    main = weights_of(folder)
    assert all(main[key].equal(one) for key, one in weights_of(folder / "learners/main").items())


def test_the_cost_of_a_league_is_that_of_all_its_learners(whole):
    folder, _ = whole
    decisions, seconds = make_agent(str(folder), "mythic_epoch").training_cost()
    summary = json.loads((folder / SUMMARY_NAME).read_text())
    assert (decisions, seconds) == (summary["decisions"], summary["seconds"])
    main, _ = make_agent(str(folder / "learners/main"), "mythic_epoch").training_cost()
    assert main < decisions


def test_the_pay_off_table_has_the_battles_of_all_slices(whole):
    folder, _ = whole
    summary = read_summary(folder)
    names = [one["name"] for one in summary["players"]]
    assert names[:2] == ["main", "exploiter"]
    assert names[-2:] == ["random", "berserker"]
    payoff = summary["payoff"]
    for row in names:
        for column in names:
            if payoff[row][column] is not None:
                assert payoff[row][column] == pytest.approx(1 - payoff[column][row], abs=1e-3)
    assert payoff["main"]["random"] is not None
    rows = [row for row in rows_until(folder / CSV_NAME, 10**9) if row["win/random"]]
    assert len(rows) > 1  # the curve that `report` draws


def test_a_finished_league_goes_on_with_more_decisions(whole, tiny, tmp_path, capsys):
    out = train_league(tiny(), decisions=512, out=tmp_path / "run", progress=False)
    train_league(tiny(), out=out, resume=True)
    assert "already finished: give more --decisions" in " ".join(capsys.readouterr().err.split())
    train_league(tiny(), decisions=768, out=out, resume=True, progress=False)
    assert sum(last - first for *_, first, last, _ in rows_of(out)["slice"]) == 768
    assert load_league(out / "league.yaml").decisions == 768


# --- Executors ------------------------------------------------------------------------------------


class Backwards:
    """Carries out all tasks as a worker does, the last one first."""

    def run(self, tasks):
        """The results of tasks in their order."""
        answers = [carry_out(pack(task)) for task in reversed(list(tasks))]
        yield from map(unpack, reversed(answers))


def test_a_league_does_not_depend_on_the_order_of_its_slices_or_on_who_plays_them(whole, tmp_path):
    expected, config = whole
    out = train_league(config, out=tmp_path / "run", progress=False, executor=Backwards())
    assert read_summary(out)["payoff"] == read_summary(expected)["payoff"]
    assert_same(expected, out)


def test_what_a_slice_says_elsewhere_is_shown(tiny, tmp_path, capsys):
    train_league(tiny(), decisions=128, out=tmp_path / "run", executor=Backwards())
    told = capsys.readouterr().err
    assert re.search(r"main, after 0.00 M decisions, % of decided battles won: random \d+", told)


# --- Kills ----------------------------------------------------------------------------------------

KILLS = 20
FORK = multiprocessing.get_context("fork")


def play_until_killed(config, folder, resume, events):
    """Train, and die by SIGKILL at a number of writes: before a file, a row of a log, a commit."""
    left = [events]

    def count():
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    replace, commit, write = os.replace, LeagueDatabase.add_slice, SliceBook.write

    def replace_or_die(*names):
        count()
        replace(*names)

    def write_or_die(*values):
        count()
        write(*values)

    def add_or_die(*values):
        count()
        commit(*values)
        count()  # inside the transaction

    os.replace = replace_or_die
    SliceBook.write = write_or_die
    LeagueDatabase.add_slice = add_or_die
    train_league(config, out=folder, resume=resume, progress=False)


def test_a_league_killed_at_20_moments_equals_one_that_never_stopped(whole, tmp_path):
    expected, config = whole
    folder, generator, kills = tmp_path / "killed", np.random.default_rng(3), 0
    while kills < KILLS:
        resume = (folder / "league.yaml").exists()
        events = int(generator.integers(0, 26))
        child = FORK.Process(target=play_until_killed, args=(config, folder, resume, events))
        child.start()
        child.join()
        assert child.exitcode in (0, -signal.SIGKILL)
        if child.exitcode == 0:
            break
        kills += 1
        if (folder / FILE_NAME).exists():
            check_consistent(folder)
    if (folder / "league.yaml").exists():
        train_league(config, out=folder, resume=True, progress=False)
    assert kills == KILLS, "the league was over before it was killed often enough"
    assert_same(expected, folder)


class Interruption(Notes):
    """Interrupts a slice in its third update, after the checkpoint of the second."""

    updates = 0

    def show_progress(self, *_):
        """Count an update."""
        self.updates += 1
        if self.updates == 3:
            raise KeyboardInterrupt


def test_the_seconds_of_a_slice_count_those_before_an_interruption(tiny, tmp_path):
    config = load_league(tiny()).learner_config().model_copy(update={"steps": 10**6})
    spent = 0.0
    for number in (1, 2):
        part = Slice(number, 128 * 4 * (number - 1), 128 * 4 * number, {"random": 1.0})
        with pytest.raises(KeyboardInterrupt):
            play_slice(config, tmp_path, part, None, False, Interruption())
        gc.collect()  # the interrupted run, which another test would find
        result = play_slice(config, tmp_path, part, None, False)
        _, elapsed = training_cost(tmp_path / CSV_NAME)
        assert result.decisions == part.goal
        assert result.seconds == pytest.approx(elapsed - spent, abs=1e-3)
        spent = elapsed


def test_the_log_of_a_slice_has_the_columns_of_a_teacher(tiny, tmp_path):
    settings = {**SETTINGS, "teacher": {"agent": "fencer"}}
    config = load_league(tiny(settings=settings)).learner_config()
    play_slice(config, tmp_path, Slice(1, 0, 128, {"random": 1.0}), None, False)
    (row,) = rows_until(tmp_path / CSV_NAME, 10**9)
    assert float(row["teacher/weight"]) == 1
    assert float(row["teacher/cross_entropy"]) > 0
    assert float(row["time/teacher_share"]) > 0


def check_consistent(folder):
    """Whatever the database names is there, and every agent loads."""
    database = LeagueDatabase(folder / FILE_NAME)
    for copy in database.copies():
        assert weights_of(folder / "copies" / copy.name)
    for learner in database.learners():
        if learner.live:
            assert weights_of(folder / "live" / learner.live)
    database.close()


def test_leftovers_of_interrupted_writes_are_removed(tiny, tmp_path):
    out = train_league(tiny(), decisions=256, out=tmp_path / "run", progress=False)
    leftovers = [out / "copies/main-9/policy.pt", out / "live/main.1/policy.pt"]
    for file in (*leftovers, out / "learners/main/.abc.tmp"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"?")
    before = files_of(out)
    train_league(tiny(), decisions=256, out=out, resume=True, progress=False)
    assert before - files_of(out) == {
        "copies/main-9/policy.pt", "live/main.1/policy.pt", "learners/main/.abc.tmp",
    }  # fmt: skip


# --- Errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"slise": 5}, ": slise: unknown key: did you mean slice"),
        ({"training": "mythic_epoch/dual"}, "no training config 'mythic_epoch/dual': did you mean"),
        ({"settings": {"widths": 5}}, "settings: widths: unknown key: did you mean width"),
        ({"settings": {"self_play": 1}}, "settings.self_play: a league does not use it"),
        ({"settings": {"opponents": {}}}, "a league needs at least one named opponent"),
        ({"settings": {"opponents": {"dancer": 1}}}, "dancer is held out of training"),
        ({"settings": {"scenario": "held_out/duel"}}, "is held out of training"),
        ({"named": 0, "self_play": 0}, "named or self_play must be more than 0"),
        ({"beats": 1.5}, "beats: must be 0.99 or less, got 1.5"),
        ({"most_copies": 2}, "most_copies must be more than the number of learners, 2"),
        ({"main_agents": 0}, "main_agents: must be 1 or more, got 0"),
    ],
)
def test_a_wrong_config_is_refused_in_one_sentence(tiny, changes, message):
    with pytest.raises(ConfigError, match=re.escape(message)) as found:
        load_league(tiny(**changes))
    assert str(found.value).startswith(str(tiny(**changes)))
    assert "\n" not in str(found.value)


def test_a_folder_is_not_overwritten(tiny, tmp_path):
    out = train_league(tiny(), decisions=128, out=tmp_path / "run", progress=False)
    with pytest.raises(ConfigError, match="holds a run already: give --resume or another --out"):
        train_league(tiny(), out=out, progress=False)
    with pytest.raises(ConfigError, match=r"holds no league.yaml to resume from"):
        train_league(tiny(), out=tmp_path / "other", resume=True, progress=False)
    with pytest.raises(ConfigError, match="holds the run of one learner"):
        train_league(tiny(), out=out / "learners/main", progress=False)
    text = (out / "league.yaml").read_text(encoding="utf-8")
    (out / "league.yaml").write_text(text.replace("main_exploiters: 1", "main_exploiters: 0"))
    with pytest.raises(ConfigError, match=r"has other learners than its league.yaml says") as error:
        train_league(tiny(), out=out, resume=True, progress=False)
    LeagueDatabase(out / FILE_NAME).close()  # is not held by the frames of the error
    assert error.traceback


def test_a_damaged_database_is_refused(tiny, tmp_path):
    out = train_league(tiny(), decisions=128, out=tmp_path / "run", progress=False)
    (out / FILE_NAME).write_bytes(b"hello" * 1000)
    with pytest.raises(CheckpointError, match=r"league.sqlite: cannot be read"):
        train_league(tiny(), out=out, resume=True, progress=False)
    (out / FILE_NAME).unlink()
    connection = sqlite3.connect(out / FILE_NAME)
    connection.execute("PRAGMA user_version = 9")
    connection.close()
    with pytest.raises(CheckpointError, match="has version 9, but this quintain reads 1"):
        train_league(tiny(), out=out, resume=True, progress=False)
    for damaged in ("{}", "[" * 100_000, "9" * 5000):
        (out / SUMMARY_NAME).write_text(damaged, encoding="utf-8")
        with pytest.raises(ValueError, match=r"summary.json is damaged"):
            read_summary(out)


def test_two_processes_cannot_train_one_league(tiny, tmp_path):
    out = train_league(tiny(), decisions=128, out=tmp_path / "run", progress=False)
    database = LeagueDatabase(out / FILE_NAME)
    with pytest.raises(CheckpointError, match="another process trains this league"):
        train_league(tiny(), out=out, resume=True, progress=False)
    database.close()
    LeagueDatabase(out / FILE_NAME).close()


def test_battles_against_a_copy_that_has_left_in_the_same_round_do_not_count(tiny, tmp_path):
    league = leagues.League(load_league(tiny()), tmp_path / "run")
    with league.database.transaction():
        league.database.add_copy(Copy("main-1", "main", "main", 5, "why"))
    counts = dict.fromkeys(["random", "main", "main-1", "main-0"], np.ones(3))
    assert list(league._of_present(counts)) == ["random", "main", "main-1"]
    league.database.close()


def test_no_run_stays_in_memory_after_its_slice(tiny, tmp_path):
    league = leagues.League(load_league(tiny()), tmp_path / "run")
    display = LeagueDisplay("", False, 1024)
    for _ in range(2):
        league.play_round(display)
    league.database.close()
    assert not [one for one in gc.get_referrers(LeagueRun) if type(one) is LeagueRun]


@pytest.mark.parametrize("name", ["evil.py:Sly", "../../x", "/etc", "", "Main", b"main-1"])
def test_no_name_in_a_database_leads_out_of_its_league(tmp_path, name):
    """A resumed league plays its copies by their folders: a name must be no path and no code."""
    database = LeagueDatabase(tmp_path / FILE_NAME, [Learner("main", "main", live="main.512")])
    assert [one.live for one in database.learners()] == ["main.512"]
    database.add_copy(Copy("main-1", "main", "main", 5, "why"))
    assert [one.name for one in database.copies()] == ["main-1"]
    database.add_copy(Copy(name, "main", "main", 5, "why"))
    with pytest.raises(CheckpointError, match="is damaged: no agent is called"):
        database.copies()
    database.put_learner(Learner("main", "main", live=name or "x/y"))
    with pytest.raises(CheckpointError, match="is damaged: no agent is called"):
        database.learners()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE learner SET decisions = 'abc'", "learner.decisions is 'abc'"),
        ("UPDATE learner SET total = -5", "learner.total is -5"),
        ("UPDATE learner SET copied = 9223372036854775807", "learner.copied is 9223372036854"),
        ("UPDATE learner SET role = 'king'", "learner.role is 'king'"),
        ("INSERT INTO payoff VALUES ('main', 'x', 9e999, 1, 1, 1)", "payoff.won is inf"),
        ("INSERT INTO payoff VALUES ('main', 'x', 'abc', 1, 1, 1)", "payoff.won is 'abc'"),
        ("INSERT INTO event VALUES (1, 1, char(27) || '[2J')", "event.text is"),
        ("DROP TABLE payoff", "its tables are not those of a league"),
        ("CREATE TRIGGER t AFTER INSERT ON slice BEGIN DELETE FROM copy; END", "its tables are"),
    ],
)
def test_a_database_that_no_league_has_written_is_refused(tmp_path, change, said):
    LeagueDatabase(tmp_path / FILE_NAME, [Learner("main", "main")]).close()
    LeagueDatabase(tmp_path / FILE_NAME).close()
    connection = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    connection.execute(change)
    connection.close()
    with pytest.raises(CheckpointError, match=re.escape(f"is damaged: {said}")) as found:
        LeagueDatabase(tmp_path / FILE_NAME)
    assert str(found.value).isprintable()


def test_a_full_disk_is_one_sentence_and_changes_nothing(tmp_path):
    database = LeagueDatabase(tmp_path / FILE_NAME, [Learner("main", "main")])
    database._connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(CheckpointError, match="cannot be written: database or disk is full"):
        with database.transaction():
            database.add_event(1, "x" * 100_000)
    assert database.events() == []


def test_a_copy_takes_over_results_but_battles_count_once(tmp_path):
    database = LeagueDatabase(tmp_path / FILE_NAME, [Learner("main", "main")])
    database.add_results("main", {"random": np.array([5, 1, 2])}, 0.7)
    database.add_copy(Copy("main-1", "main", "main", 5, "why"))
    assert summarize(database, ["random"])["battles"] == 8
    assert database.payoff().between("main-1", "random").tolist() == [5, 1, 2]
    database.add_results("main", {"main-1": np.array([2, 0, 1])}, 0.7)
    assert summarize(database, ["random"])["battles"] == 11


def test_a_failed_transaction_changes_nothing(tmp_path):
    database = LeagueDatabase(tmp_path / FILE_NAME, [Learner("main", "main")])

    def fail():
        with database.transaction():
            database.add_copy(Copy("main-1", "main", "main", 5, "why"))
            database.add_slice(None, 1, 1.0, {})

    with pytest.raises(AttributeError):
        fail()
    assert database.copies() == []
    assert [one.name for one in database.learners()] == ["main"]


def test_a_league_tells_who_learns_and_who_joins(tiny, tmp_path, capsys):
    train_league(tiny(title="Small"), decisions=512, out=tmp_path / "run")
    told = capsys.readouterr().err
    assert "main-1 joins: it has learned from 256 decisions" in told
    assert "Standings after 512 decisions, points in %" in told
    assert "learns" in told
    assert json.loads((tmp_path / "run" / SUMMARY_NAME).read_text())["decisions"] == 512


def test_a_main_agent_without_results_is_not_the_best(tmp_path):
    learners = [Learner(f"main_{n}", "main", live=f"main_{n}.512") for n in (1, 2, 3)]
    database = LeagueDatabase(tmp_path / FILE_NAME, learners)
    assert best_main(database, ["random"]).name == "main_1"
    database.add_results("main_1", {"main_2": np.array([1, 0, 1])}, 0.7)
    database.add_results("main_2", {"random": np.array([4, 0, 6])}, 0.7)
    database.add_results("main_3", {"random": np.array([3, 0, 7])}, 0.7)
    assert best_main(database, ["random"]).name == "main_2"
    database.close()


def test_the_learners_of_a_role_are_numbered(tiny):
    config = load_league(tiny(main_agents=2, league_exploiters=1, most_copies=9))
    names = [one.name for one in leagues.first_learners(config)]
    assert names == ["main_1", "main_2", "exploiter", "league_exploiter"]
