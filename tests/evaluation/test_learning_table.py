"""The numbers beside the tables of learning results."""

from __future__ import annotations

import csv
from types import SimpleNamespace

import pytest

from quintain.bench import learning, variants
from quintain.training.config import TrainingConfig, load_config
from quintain.training.logbook import CSV_NAME
from quintain.training.parties import Parties
from quintain.training.run_dir import CONFIG_NAME, write_config
from quintain.training.vec_env import DRAW, LOSS, WIN

SHARES = ("rollout", "frozen", "update", "evaluation")


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The folder of a run with 19 updates of one second and one of four, three for evaluation."""
    write_config(TrainingConfig(max_side=3, choices="quick", memory=2), tmp_path)
    names = ["time/decisions_per_s", *(f"time/{name}_share" for name in SHARES)]
    names += ["time/elapsed_s", "win/tactician"]
    updates = [[100, 0.5, 0.25, 0.5, 0, second, ""] for second in range(1, 20)]
    updates[9][-1] = 0.55
    with (tmp_path / CSV_NAME).open("w", newline="") as file:
        csv.writer(file).writerows([names, *updates, [25, 0, 0, 0.25, 0.75, 23, 0.7]])
    made = SimpleNamespace(
        baselines=["random"], decisions=2000, counters=SimpleNamespace(elapsed=23.0), _choose=None
    )
    monkeypatch.setattr(learning, "Run", lambda *args, **more: made)
    return tmp_path


def test_shares_are_of_the_time_and_the_battles_those_of_the_config(run, monkeypatch):
    asked = {}
    parties = Parties(count=2, fighters=["archer"], most=3)
    write_config(load_config(run / CONFIG_NAME).model_copy(update={"parties": parties}), run)

    class NoEvaluator(learning.Evaluator):
        def __init__(self, *args, **options):
            asked.update(options, scenarios=args[1])
            super().__init__(*args, **options)

        def fight(self, choose):
            return learning.np.zeros((1, 2, 2))

    monkeypatch.setattr(learning, "Evaluator", NoEvaluator)
    shares = learning.fight(run, 2)["shares"]
    assert shares["evaluation"] == pytest.approx(3 / 23)
    assert shares["update"] == pytest.approx((19 * 0.5 + 1) / 23)
    wanted = {"max_side": 3, "choices": "quick", "memory": 2}
    assert {key: asked[key] for key in wanted} == wanted
    first, *drawn = asked["scenarios"]
    assert (first, [one.title for one in drawn]) == ("duel", ["party 1", "party 2"])


def test_minutes_to_a_bar_leave_evaluations_out(run):
    minutes = learning.minutes_to_bars(run / CSV_NAME, "tactician")
    assert minutes == [pytest.approx(10 / 60), pytest.approx(20 / 60), None]


def test_times_to_bars_tell_how_many_seeds_reached_them():
    told = learning.times_to_bars([[1.0, 2.0, None], [3.0, 4.0, None], [2.0, None, None]])
    assert told.endswith("50 % after 2.0 (1.0–3.0), 60 % by 2 of 3 seeds, 75 % by 0 of 3 seeds")


def test_a_row_of_variants_joins_the_baselines_and_the_seeds():
    same = {"baselines": ["random", "tactician"], "minutes_to": [1.0, 2.0, None]}
    runs = [
        {**same, "results": [[[WIN, WIN], [WIN, DRAW]], [[WIN, LOSS]] * 2]},
        {**same, "results": [[[LOSS, LOSS]] * 2] * 2},
    ]
    runs[0] |= {"seconds": 60.0, "decisions": 1_000_000}
    runs[1] |= {"seconds": 180.0, "decisions": 2_000_000}
    row = variants.row("quick", runs, "tactician")
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[0] == "quick"
    assert cells[1] == f"{100 * 5 / 15:.1f} %"  # five won of fifteen decided
    assert cells[3:6] == ["71, 0", f"{100 / 16:.1f} %", f"{100 * 2 / 8:.1f} %"]
    assert cells[7:9] == ["1.5", "2.0"]
    assert cells[9].startswith("50 % after 1.0 (1.0–1.0)")


def test_kinds_of_learners_are_configs_that_differ_in_one_thing(tmp_path):
    usual = load_config("mythic_epoch/duel")
    for name in variants.LEARNERS:
        job = variants.Job("mythic_epoch/duel", "learner", name, 5, 2.0, seed=7)
        config = job.changed()
        assert (config.minutes, config.clock, config.seed) == (2.0, "cpu", 7)
        config.check_opponents()
        differs = {key for key, value in config if value != getattr(usual, key)}
        assert differs - {"teacher", "network"} == {
            "minutes", "steps", "clock", "seed", "evaluate_every", "evaluation_pairs",
        }  # fmt: skip
    job = variants.Job("mythic_epoch/duel", "teacher", "{agent: fencer}", 5000, 0.0, seed=1)
    assert job.changed().teacher.agent == "fencer"
    assert job.changed().steps == 5000
    assert job.folder(tmp_path).name == "teacher--agent--fencer--5000-1"


def test_finished_runs_are_not_repeated(tmp_path, monkeypatch):
    job = variants.Job("mythic_epoch/duel", "memory", "0", 5, 0.0, seed=0)
    folder = job.folder(tmp_path)
    folder.mkdir(parents=True)
    (folder / learning.RESULT).write_text("{}")
    monkeypatch.setattr(variants, "learn", None)
    variants.learn_all([job], tmp_path, pairs=1, at_once=2)
    assert (folder / learning.RESULT).read_text() == "{}"
