"""Executors: the results of one process from any number of workers, also if some of them die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import quintain.agents  # noqa: F401
from quintain.agents.registry import make_agent
from quintain.apps.cli import app
from quintain.envs.core.engine.system import get_system
from quintain.evaluation.executors import tasks
from quintain.evaluation.executors.processes import WorkerProcesses
from quintain.evaluation.executors.tasks import HERE, Task, carry_out, pack, unpack
from quintain.evaluation.exploitability import measure_exploitability
from quintain.evaluation.odds import find_odds
from quintain.evaluation.screening import screen_agent
from quintain.evaluation.tactics.comparison import profile_agents
from quintain.evaluation.tournament import run_tournament
from quintain.evaluation.unseen import fight_unseen

NAME = "mythic_epoch"
SYSTEM = get_system(NAME)
TACTIC = str(Path(__file__).parents[2] / "docs" / "examples" / "my_tactic.py") + ":Sly"


def agents(*names):
    return [make_agent(name, NAME) for name in names]


@pytest.fixture(scope="module")
def workers():
    with WorkerProcesses(2) as processes:
        yield processes


def tournament(executor, battles=1200, **options):
    names = ("berserker", "fencer", TACTIC) if battles < 1000 else ("berserker", "fencer")
    return run_tournament(NAME, "duel", agents(*names), battles, 5, executor=executor, **options)


def odds(executor):
    model = SYSTEM.load_scenario("skirmish")
    crew = agents("berserker") * 3 + agents("fencer") * 3
    found = find_odds(SYSTEM, model, crew, 1100, 3, executor=executor)
    return found.to_json(), found.battles.dealt.tolist(), found.battles.winner.tolist()


def exploit(executor):
    return measure_exploitability(
        SYSTEM, "duel", *agents("fencer"), pairs=20, executor=executor
    ).to_json()


def tactics(executor):
    cast = agents("berserker"), agents("random"), agents("fencer")
    found = profile_agents(SYSTEM, "skirmish", *cast, pairs=10, with_worth=True, executor=executor)
    return [one.to_json() for one in found]


def habits(executor):
    found = screen_agent(SYSTEM, "duel", *agents("fencer"), pairs=4, executor=executor)
    return [one.to_json() for one in found]


def unseen(executor):
    return fight_unseen(SYSTEM, "duel", *agents("fencer"), battles=12, executor=executor).to_json()


@pytest.mark.parametrize("measure", [odds, exploit, tactics, habits, unseen])
def test_workers_find_what_one_process_finds(workers, measure):
    assert measure(workers) == measure(HERE)


GAMBLER = """
import numpy as np

class Gambler:
    def __init__(self):
        self.seed(0)

    def seed(self, seed):
        self.draws = np.random.default_rng(seed)

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        scores = self.draws.random(action_masks.shape)
        return np.where(action_masks, scores, -1).argmax(1), state
"""


@pytest.fixture
def gambler(tmp_path):
    """The name of an agent with a generator of its own."""
    (tmp_path / "mine.py").write_text(GAMBLER, encoding="utf-8")
    return f"{tmp_path}/mine.py:Gambler"


def gambles(name, executor):
    """A tournament in several blocks, and an encounter in which two objects have one name."""
    found = run_tournament(NAME, "duel", agents(name, "random"), 400, 5, executor=executor)
    model = SYSTEM.load_scenario("duel")
    odds = find_odds(SYSTEM, model, agents(name, name), 250, 3, executor=executor)
    return found.results[0].scores.tolist(), odds.battles.winner.tolist()


def test_agents_with_generators_of_their_own_play_alike_in_all_workers(workers, gambler):
    once = gambles(gambler, HERE)
    assert once == gambles(gambler, workers) == gambles(gambler, workers)


def test_an_agent_that_cannot_be_seeded_is_named(gambler):
    cast = agents(gambler, "random")
    cast[0].seed = lambda: None
    with pytest.raises(ValueError, match=r"Gambler failed in seed: .*TypeError"):
        run_tournament(NAME, "duel", cast, 20)


@pytest.mark.parametrize("battles", [1200, 120])
def test_a_tournament_of_workers_is_that_of_one_process(workers, battles):
    ours, theirs = tournament(HERE, battles), tournament(workers, battles)
    assert theirs.to_json() == ours.to_json()
    assert theirs.meta_to_json() == ours.meta_to_json()
    for one, other in zip(ours.results, theirs.results, strict=True):
        assert one.scores.tobytes() == other.scores.tobytes()
        assert one.rounds.tobytes() == other.rounds.tobytes()


def test_at_most_one_task_of_a_system_compiles_here(monkeypatch):
    monkeypatch.setattr(tasks, "_COMPILED", set())
    monkeypatch.setattr(tasks, "IS_INTERPRETED", False)
    monkeypatch.setattr(tasks, "is_cached", lambda _: False)
    monkeypatch.setattr(tasks, "cache_folder", lambda: Path("cache"))
    names = NAME, NAME, "heimr", NAME
    assert [tasks.compiles_here(Task("pid", name, os.getpid, ())) for name in names] == [
        True, False, True, False,
    ]  # fmt: skip


def test_workers_work_where_no_code_can_be_kept(workers, monkeypatch):
    monkeypatch.setattr(tasks, "_COMPILED", set())
    monkeypatch.setattr(tasks, "IS_INTERPRETED", False)
    monkeypatch.setattr(tasks, "is_cached", lambda _: False)
    monkeypatch.setattr(tasks, "cache_folder", lambda: None)
    with pytest.warns(RuntimeWarning, match="each worker compiles the rules itself") as told:
        pids = list(workers.run([Task("pid", NAME, os.getpid, ())] * 4))
    assert os.getpid() not in pids
    assert len(told) == 1


MODES = "NUMBA_DISABLE_JIT", "QUINTAIN_PLAIN_NUMBA"


@pytest.mark.parametrize("mode", MODES)
def test_workers_work_in_every_mode_of_the_compiler(mode, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(PIDS, encoding="utf-8")
    usual = {name: value for name, value in os.environ.items() if name not in MODES}
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**usual, mode: "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False"] * 4, done.stderr
    assert done.stderr.count("each worker compiles") == (mode == "QUINTAIN_PLAIN_NUMBA")


PIDS = f"""
import os
from quintain.evaluation.executors.processes import WorkerProcesses
from quintain.evaluation.executors.tasks import Task

if __name__ == "__main__":
    with WorkerProcesses(2) as workers:
        for pid in workers.run([Task("pid", "{NAME}", os.getpid, ())] * 4):
            print(pid == os.getpid())
"""


def test_a_killed_worker_loses_nothing():
    """A worker is killed with kill -9 after each of the first two results."""
    expected, seen = tournament(HERE, 2000), []
    with WorkerProcesses(2) as processes:

        def kill(result):
            seen.append(result.battles)
            if len(seen) < 3:
                os.kill(processes._workers[0].process.pid, signal.SIGKILL)

        found = tournament(processes, 2000, report=kill)
        started = [worker.process for worker in processes._workers]
    assert found.to_json() == expected.to_json()
    assert seen == [500, 1000, 1500, 2000]
    assert not any(one.is_alive() for one in started)  # workers end with their block


def test_a_task_that_kills_its_workers_is_named(workers):
    deadly = Task("the deadly task", NAME, os._exit, (3,))
    with pytest.raises(OSError, match=r"3 workers died of one task, the deadly task .*status 3"):
        list(workers.run([deadly]))
    assert tournament(workers, 100).is_complete  # the executor can be used again


def test_an_error_in_a_worker_is_one_sentence_that_names_the_task(workers):
    task = Task("the parsing of x", NAME, int, ("x",))
    with pytest.raises(ValueError, match="invalid literal") as raised:
        list(workers.run([task]))
    assert str(raised.value).endswith("10: 'x' (in the parsing of x)")


def test_an_agent_that_is_an_object_cannot_be_sent(workers):
    (agent,) = agents("fencer")
    del agent.recipe
    with pytest.raises(ValueError, match="fencer cannot be sent to other processes"):
        run_tournament(NAME, "duel", [agent, *agents("random")], 20, executor=workers)


def test_a_renamed_agent_keeps_its_name(workers):
    (agent,) = agents("fencer")
    agent.name = "the fencer as the opponent"
    task = Task("name", NAME, getattr, (agent, "name"))
    assert list(workers.run([task])) == [agent.name]


def test_a_worker_with_another_version_refuses(monkeypatch):
    packed = pack(Task("sum", NAME, sum, ([1, 2],)))
    assert unpack(carry_out(packed)) == 3
    monkeypatch.setattr(tasks, "__version__", "9.9")
    with pytest.raises(ImportError, match=r"install the same quintain .* \(in sum\)"):
        unpack(carry_out(packed))


def test_workers_use_one_thread_for_each_library(workers):
    names = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"]
    asked = [Task(name, NAME, os.getenv, (name,)) for name in names]
    assert list(workers.run(asked)) == ["1", "1", "1"]


def test_the_command_prints_the_same_table():
    command = ["tournament", f"{NAME}/duel", "--agents", "berserker,fencer", "--battles", "1000"]
    alone, shared = (
        CliRunner().invoke(app, [*command, "--json", "--workers", number]) for number in "12"
    )
    assert alone.exit_code == shared.exit_code == 0, shared.output
    assert json.loads(alone.stdout) == json.loads(shared.stdout)


def test_an_address_needs_ray():
    result = CliRunner().invoke(app, ["tournament", f"{NAME}/duel", "--address", "auto"])
    assert "add --on ray" in str(result.exception)


def interrupted(seconds: float) -> tuple[int, str, str]:
    """A long tournament that gets Control-C: its exit status, output and complaints."""
    # A block of such battles takes a second, and all 100,000 take ten minutes or more.
    agents = "berserker,search:2ms"
    command = [sys.executable, "-m", "quintain", "tournament", f"{NAME}/duel", "--json"]
    command += ["--agents", agents, "--battles", "100000", "--workers", "2"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # as in a terminal
    ) as process:  # fmt: skip
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        told, complaints = process.communicate(timeout=60)
    return process.returncode, told, complaints


def test_control_c_leaves_the_battles_so_far():
    for seconds in (8, 24, 72):  # a busy machine needs longer until its first battle
        status, told, complaints = interrupted(seconds)
        assert status == 130, complaints
        assert "Traceback" not in complaints
        found = json.loads(told) if told else {"pairs": []}
        if any(one["battles"] > 0 for one in found["pairs"]):
            break
    assert not found["complete"]
    assert all(one["battles"] < 100_000 for one in found["pairs"])
    assert any(one["battles"] > 0 for one in found["pairs"])
