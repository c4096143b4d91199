"""The trained baselines of docs/benchmark.md: the same decisions for each method, task and seed.

    python bench/baselines.py ppo train league mappo expert --seeds 3 --jobs 2
    python bench/leaderboard.py

* `ppo`: MaskablePPO as in the training config, but without a teacher.
* `train`: the training config as it comes; those of the skirmishes have a teacher.
* `league`: the league config, with the same teachers; the decisions are those of all its learners.
* `expert`: expert iteration, with a search of the learning network.
* `mappo`: MAPPO as in examples/learning/mappo.py, against the heuristics of the training config.

None of them was tuned for the benchmark. Each run is a process with one thread and a folder of its
own, in which it leaves its score; the cost is its processor time. A second call repeats only what
is not finished, from the beginning. When all ten tasks of a method have the same number of seeds,
its score file is written to docs/benchmark/.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import multiprocessing
import runpy
import shutil
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import quintain.agents  # noqa: F401
from quintain.agents.base import PATIENT, strongest
from quintain.agents.registry import make_agent
from quintain.bench.variants import LEARNERS
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.inputs.files import write_file
from quintain.evaluation.benchmark import TASKS, TaskScore, score_task
from quintain.evaluation.score_files import Score, present_versions, to_file
from quintain.evaluation.wins import seeded_torch
from quintain.training.config import TrainingConfig, load_config
from quintain.training.league import train_league
from quintain.training.league_config import FILE_NAME as LEAGUE_FILE
from quintain.training.league_config import change_league, load_league, write_league
from quintain.training.learner import compile_steps
from quintain.training.learning import train
from quintain.training.policies import limit_threads
from quintain.training.run_dir import CONFIG_NAME, write_config

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "benchmark"
MAPPO = ROOT / "examples" / "learning" / "mappo.py"
TITLES = {
    "ppo": "PPO alone",
    "train": "`quintain train`",
    "league": "league",
    "expert": "expert iteration",
    "mappo": "MAPPO",
}
"""The methods, and their names in the table."""
RESULT = "score.json"
EVALUATE_AT_ENDS = 10**12
"""Decisions between two evaluations, more than any run has: its first and last update have one."""


@dataclass(frozen=True)
class Job:
    """One run.

    Attributes:
        method: one of `TITLES`.
        task: one of `TASKS`.
        seed: of the training.
        decisions: of all its learners together.
    """

    method: str
    task: str
    seed: int
    decisions: int

    def folder(self, out: Path) -> Path:
        """The folder of the run."""
        name = f"{self.task.replace('/', '-')}-{self.decisions}-{self.seed}"
        return out / self.method / name


def learn(job: Job, folder: Path) -> Any:
    """Train an agent."""
    system = get_system(job.task.partition("/")[0])
    if job.method == "mappo":
        foes = [one for one in load_config(job.task).opponents if one != PATIENT]
        learn_mappo = runpy.run_path(str(MAPPO))["train"]
        return learn_mappo("central", job.decisions, job.seed, job.task, foes)
    if job.method == "league":
        config = change_league(load_league(job.task), decisions=job.decisions, seed=job.seed)
        write_league(config, folder.parent)
        train_league(folder.parent / LEAGUE_FILE, out=folder, progress=False)
    else:
        write_config(trained_config(job), folder)
        train(folder / CONFIG_NAME, out=folder, progress=False)
    return make_agent(str(folder), system, job.seed)


def trained_config(job: Job) -> TrainingConfig:
    """The config of a run of `quintain train`."""
    config = load_config(job.task)
    changes: dict[str, Any] = {}
    if job.method != "train":
        changes |= LEARNERS[job.method](strongest(get_system(config.system)))
    changes |= {"steps": job.decisions, "minutes": 0.0, "seed": job.seed}
    changes |= {"evaluate_every": EVALUATE_AT_ENDS}
    return TrainingConfig.model_validate(config.model_dump() | changes)


def jobs_of(method: str, seed: int, decisions: int) -> list[Job]:
    """The runs of a method with a seed; without a teacher, `train` is `ppo`."""
    jobs = []
    for task in TASKS:
        is_ppo = method == "train" and load_config(task).teacher is None
        jobs.append(Job("ppo" if is_ppo else method, task, seed, decisions))
    return jobs


def work(job: Job, out: Path) -> None:
    """Train an agent, let it fight the battles of its task, and write its score."""
    folder = job.folder(out)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "run").mkdir(parents=True)
    limit_threads()
    began = time.process_time()
    agent = learn(job, folder / "run")
    minutes = (time.process_time() - began) / 60
    with seeded_torch(job.seed):
        score = score_task(job.task, agent)
    score = dataclasses.replace(score, decisions=job.decisions, minutes=round(minutes, 1))
    write_file(folder / RESULT, json.dumps(score.to_json()))


def work_on(jobs: list[Job], out: Path, at_once: int) -> None:
    """Do all runs without a score, some at once."""
    missing = [job for job in jobs if not (job.folder(out) / RESULT).exists()]
    for task in dict.fromkeys(job.task for job in missing):
        compile_steps(load_config(task))  # once, and not in each process
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(at_once, mp_context=context, max_tasks_per_child=1) as pool:
        futures = {pool.submit(work, job, out): job for job in missing}
        for count, future in enumerate(as_completed(futures), 1):
            future.result()
            job = futures[future]
            score = read(job, out)
            print(
                f"{count} of {len(missing)}: {job.method}, {job.task}, seed {job.seed}: "
                f"{100 * score.number:.0f}, {score.minutes} minutes", flush=True,
            )  # fmt: skip


def read(job: Job, out: Path) -> TaskScore:
    """The score of a finished run."""
    return Score.model_validate_json((job.folder(out) / RESULT).read_text()).to_score()


def write_scores(method: str, seeds: int, decisions: int, out: Path) -> str:
    """Write the score file of a method if all its runs are finished; say what was done."""
    jobs = [job for seed in range(seeds) for job in jobs_of(method, seed, decisions)]
    missing = sum(not (job.folder(out) / RESULT).exists() for job in jobs)
    if missing:
        return f"{method}: {missing} of {len(jobs)} runs are not finished"
    scores = [dataclasses.replace(read(job, out), agent=f"seed {job.seed}") for job in jobs]
    write_file(FOLDER / f"{method}.json", to_file(TITLES[method], scores, present_versions()))
    return f"{method}: {len(jobs)} runs are in docs/benchmark/{method}.json"


def main() -> None:
    """Do all runs that are not finished, and write the score files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("methods", nargs="+", choices=TITLES, metavar="METHOD")
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1, help="runs at once")
    parser.add_argument("--out", type=Path, default=Path("runs/baselines"))
    given = parser.parse_args()
    jobs = [
        job
        for seed in range(given.seeds)
        for method in given.methods
        for job in jobs_of(method, seed, given.decisions)
    ]
    work_on(list(dict.fromkeys(jobs)), given.out, given.jobs)
    for method in given.methods:
        print(write_scores(method, given.seeds, given.decisions, given.out))


if __name__ == "__main__":
    main()
