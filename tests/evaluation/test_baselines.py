"""The baselines of Quintain-10, and the table of their costs."""

from __future__ import annotations

from quintain.bench.baselines import Job, jobs_of, trained_config
from quintain.bench.leaderboard import costs
from quintain.evaluation.benchmark import TASKS


def test_a_baseline_learns_from_the_same_decisions_with_and_without_a_teacher():
    alone, taught, expert = (
        trained_config(Job(method, "heimr/skirmish", 2, 5000))
        for method in ("ppo", "train", "expert")
    )
    assert alone.teacher is None
    assert taught.teacher.agent == "veteran"
    assert (expert.teacher.agent, expert.teacher.alone) == ("search", True)
    assert {(one.steps, one.minutes, one.seed) for one in (alone, taught, expert)} == {(5000, 0, 2)}


def test_training_configs_without_a_teacher_are_not_trained_twice():
    methods = {job.task: job.method for job in jobs_of("train", 0, 5000)}
    assert list(methods) == list(TASKS)
    assert {task for task, method in methods.items() if method == "ppo"} == {
        task for task in TASKS if task.endswith("/duel")
    }


def test_the_table_tells_seeds_decisions_and_minutes():
    runs = [
        {"task": task, "decisions": 1_000_000, "minutes": minutes}
        for task in TASKS
        for minutes in (0.5, 2.0)
    ]
    assert costs(runs) == ["2", "1 million", "0.5 to 2.0"]
    assert costs([{"task": TASKS[0], "decisions": None, "minutes": None}]) == ["-", "-", "-"]
