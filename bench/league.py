"""A league against other ways to train, at equal decisions of all learners together.

    python bench/league.py mythic_epoch/duel --decisions 1000000 --seeds 3 --jobs 4
    python bench/league.py mythic_epoch/duel --decisions 1000000 --table

Four ways: `self_play` fights only frozen copies of itself, `heuristics` only those of the training
config, `mixed` is that config as it comes (both), `league` is the league config of the same name.
Each run trains one agent and measures it: its points from every heuristic, the points that the best
challenger takes from it (a response that learns from `--response-decisions`, or a heuristic), and
its points where it never learned (`evaluation/unseen.py`).

Each run is a process with one thread and a folder of its own, with its log and its result. `--jobs`
runs work at once. A second call repeats only what is not finished, and continues an interrupted
training. A run that fails is named at the end, and the others finish. `--table` only prints.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import quintain.agents  # noqa: F401
from quintain.agents.base import PATIENT
from quintain.agents.registry import make_agent
from quintain.bench.learning import RESULT, read_results
from quintain.envs.core.engine.system import System, get_system
from quintain.envs.core.inputs.files import write_file
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.exploitability import measure_exploitability
from quintain.evaluation.field import pairing_seed
from quintain.evaluation.independent import sample_mean_interval
from quintain.evaluation.statistics import win_rate_interval
from quintain.evaluation.unseen import fight_unseen
from quintain.training.best_response import train_responses
from quintain.training.checkpoint import has_checkpoint
from quintain.training.config import change_config, load_config
from quintain.training.league import train_league
from quintain.training.league_config import FILE_NAME as LEAGUE_FILE
from quintain.training.league_config import change_league, load_league, write_league
from quintain.training.learner import compile_steps
from quintain.training.learning import train
from quintain.training.run_dir import CONFIG_NAME, write_config

WAYS = ("self_play", "heuristics", "mixed", "league")
CHANGES: dict[str, dict[str, Any]] = {
    "self_play": {"opponents": {}, "self_play": 1.0},
    "heuristics": {"self_play": 0.0},
    "mixed": {},
}
"""Changes of the training config, by way."""
LOG, AGENT, TRAINING = "log.txt", "agent", "training_cpu_s.json"
SEED = 86_000_000
"""Seed of battles that no training has used."""
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "MKL", "OPENBLAS", "NUMBA", "NUMEXPR")}
CELL_TITLES = {
    (False, True): "new opponents",
    (True, False): "new scenarios",
    (True, True): "both new",
}


@dataclass(frozen=True)
class Job:
    """One run.

    Attributes:
        encounter: `mythic_epoch/duel`, the name of a training and of a league config.
        way: one of `WAYS`.
        seed: of the training.
        decisions: of all its learners together.
        response_decisions: of the response that is trained against its agent.
        pairs: pairs of battles with each opponent.
    """

    encounter: str
    way: str
    seed: int
    decisions: int
    response_decisions: int
    pairs: int

    @property
    def system(self) -> System:
        """The system."""
        return get_system(self.encounter.partition("/")[0])

    def folder(self, out: Path) -> Path:
        """The folder of the run."""
        name = f"{self.encounter.replace('/', '-')}-{self.decisions}"
        return out / name / f"{self.way}-{self.seed}"


# --- One run --------------------------------------------------------------------------------------


def work(job: Job, out: Path) -> None:
    """Train and measure one agent, and write the result."""
    folder = job.folder(out)
    agent = folder / AGENT
    agent.mkdir(parents=True, exist_ok=True)
    with counting(folder / TRAINING):
        learn(job, agent)
    learned = time.process_time()
    result = measure(job, agent, folder / "responses")
    result |= {
        "way": job.way,
        "seed": job.seed,
        "training_cpu_s": seconds_in(folder / TRAINING),
        "measuring_cpu_s": time.process_time() - learned,
        "memory_kib": most_memory(),
    }
    write_file(folder / RESULT, json.dumps(result))


@contextlib.contextmanager
def counting(file: Path) -> Iterator[None]:
    """Add the processor time of the block to the seconds in a file, also if it is interrupted.

    The file misses the time of a process that was killed at once (SIGKILL).
    """
    before, started = seconds_in(file), time.process_time()
    try:
        yield
    finally:
        write_file(file, json.dumps(before + time.process_time() - started))


def seconds_in(file: Path) -> float:
    """The seconds in a file of `counting`; 0 without one."""
    return float(json.loads(file.read_text())) if file.exists() else 0.0


def most_memory() -> int:
    """The most memory that this process has had, in KiB; 0 on Windows, which does not tell."""
    try:
        import resource
    except ModuleNotFoundError:
        return 0
    unit = 1024 if sys.platform == "darwin" else 1
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


def learn(job: Job, folder: Path) -> None:
    """Train the agent, or continue."""
    if job.way == "league":
        league = load_league(job.encounter)
        resume = (folder / LEAGUE_FILE).exists()
        config = change_league(league, decisions=job.decisions, seed=job.seed)
        given = folder.with_name(LEAGUE_FILE)
        if not resume:
            write_league(config, given.parent)
        train_league(given, out=folder, resume=resume)
        return
    changes: dict[str, Any] = {"steps": job.decisions, "minutes": 0.0, "seed": job.seed}
    changes |= CHANGES[job.way]
    config = change_config(load_config(job.encounter), **changes)
    resume = has_checkpoint(folder)
    if not resume:
        write_config(config, folder)
    train(folder / CONFIG_NAME, out=folder, resume=resume)


def measure(job: Job, folder: Path, responses: Path) -> dict[str, Any]:
    """Scores `[P, 2]` of the agent against heuristics, challengers and where it never learned."""
    system, scenario = job.system, job.encounter.partition("/")[2]
    agent = make_agent(str(folder), system)
    agent.name = job.way
    heuristics = {}
    for name in system.policies:
        other = make_agent(name, system, 1)
        own = pairing_seed(SEED + job.seed, name)
        pairs = final_result(play_pairs(system, scenario, agent, other, job.pairs, own))
        heuristics[name] = pairs.scores.tolist()
    agent.name = str(folder)
    budget = (job.response_decisions, 0.0)
    trained = train_responses(system, scenario, agent, budget, [job.seed], responses)
    learned = [(make_agent(run, system), count) for run, count in trained]
    found = measure_exploitability(system, scenario, agent, learned, pairs=job.pairs, seed=job.seed)
    unseen = fight_unseen(system, scenario, agent, battles=2 * job.pairs, seed=SEED + job.seed)
    cells = [cell for cell in CELL_TITLES if ("agent", cell) in unseen.scores]
    return {
        "heuristics": heuristics,
        "best_challenger": "learned" if found.best.is_learned else found.best.name,
        "lost_to_best": found.best.fresh.scores.tolist(),
        "lost_to_response": found.learned[0].fresh.scores.tolist(),
        "unseen": {
            who: {CELL_TITLES[cell]: unseen.scores[who, cell].tolist() for cell in cells}
            for who in ("agent", "yardstick")
        },
        "yardstick": unseen.yardstick,
    }


# --- All runs -------------------------------------------------------------------------------------


def start(job: Job, out: Path) -> str:
    """Do a run in a process of its own; a sentence that says how it ended."""
    folder, title = job.folder(out), f"{job.way}, seed {job.seed}"
    if (folder / RESULT).exists():
        return f"{title}: was finished before"
    folder.mkdir(parents=True, exist_ok=True)
    command = [
        sys.executable, __file__, job.encounter, "--ways", job.way, "--decisions", job.decisions,
        "--response-decisions", job.response_decisions, "--pairs", job.pairs, "--out", out,
        "--only-seed", job.seed,
    ]  # fmt: skip
    began = time.monotonic()
    with (folder / LOG).open("a") as log:
        ended = subprocess.run(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            env={**os.environ, **ONE_THREAD}, check=False,
        )  # fmt: skip
    took = (time.monotonic() - began) / 60
    if ended.returncode or not (folder / RESULT).exists():
        return f"{title}: FAILED with status {ended.returncode}; see {folder / LOG}"
    return f"{title}: finished in {took:.1f} minutes"


def do_all(jobs: list[Job], out: Path, at_once: int) -> int:
    """Do all runs, some at once; the number that failed."""
    compile_steps(load_config(jobs[0].encounter))  # once, before the processes need it
    failed = 0
    with ThreadPoolExecutor(at_once) as pool:
        for told in pool.map(lambda job: start(job, out), jobs):
            print(told, file=sys.stderr, flush=True)
            failed += "FAILED" in told
    return failed


# --- The table ------------------------------------------------------------------------------------


def table(jobs: list[Job], out: Path) -> str:
    """The results of the finished runs, Markdown."""
    found = {way: read_results([job for job in jobs if job.way == way], out) for way in WAYS}
    found = {way: results for way, results in found.items() if results}
    if not found:
        return "no run is finished"
    first = next(iter(found.values()))[0]
    job = jobs[0]
    lines = [
        f"### {job.encounter}, {job.decisions:,} decisions of all learners\n",
        "Points in %, draws as half: the mean of the seeds with its 95 % interval (Student's, over "
        f"seeds), then each seed. {job.pairs} pairs of battles with each opponent and seed; one "
        f"response of {job.response_decisions:,} decisions to each agent.\n",
        f"| | {' | '.join(found)} |",
        f"|---{'|---' * len(found)}|",
    ]
    everybody = [name for name in first["heuristics"] if name not in ("random", PATIENT)]
    rows: dict[str, Any] = {
        "all heuristics": lambda one: [one["heuristics"][name] for name in everybody],
        **{name: lambda one, name=name: [one["heuristics"][name]] for name in first["heuristics"]},
        "lost to the best challenger": lambda one: [one["lost_to_best"]],
        "lost to the response": lambda one: [one["lost_to_response"]],
    }
    for title in first["unseen"]["agent"]:
        rows[title] = lambda one, title=title: [one["unseen"]["agent"][title]]
    for title, scores_of in rows.items():
        cells = [told([points(scores_of(one)) for one in found[way]]) for way in found]
        lines.append(f"| {title} | {' | '.join(cells)} |")
    lines += [cost_row(found), "", yardstick_line(first), challengers_line(found)]
    return "\n".join(lines)


def points(scores: list[Any]) -> float:
    """The mean points of an agent in %, each opponent counted alike."""
    return 100 * float(np.mean([np.mean(one) for one in scores]))


def told(seeds: list[float]) -> str:
    """The mean of the seeds, its interval over seeds, and each seed."""
    mean, each = sample_mean_interval(seeds), ", ".join(f"{one:.0f}" for one in seeds)
    if len(seeds) < 2:
        return f"{mean.estimate:.1f}"
    low, high = np.clip([mean.low, mean.high], 0, 100)
    return f"{mean.estimate:.1f} [{low:.1f}, {high:.1f}] ({each})"


def cost_row(found: dict[str, list[dict[str, Any]]]) -> str:
    """CPU minutes of training and of measuring, and memory."""
    cells = []
    for results in found.values():
        training, measuring = (
            np.mean([one[key] for one in results]) / 60
            for key in ("training_cpu_s", "measuring_cpu_s")
        )
        memory = max(one["memory_kib"] for one in results) / 1024
        cells.append(f"{training:.1f} + {measuring:.1f} min, {memory:.0f} MiB")
    return f"| CPU to train and to measure, memory | {' | '.join(cells)} |"


def yardstick_line(one: dict[str, Any]) -> str:
    """The points of the yardstick in the battles where the agents never learned."""
    parts = [
        f"{title} {win_rate_interval(scores).estimate * 100:.1f}"
        for title, scores in one["unseen"]["yardstick"].items()
    ]
    return f"The yardstick, {one['yardstick']}, takes in its battles: {', '.join(parts)}."


def challengers_line(found: dict[str, list[dict[str, Any]]]) -> str:
    """Each way's best challengers, in words."""
    parts = [
        f"{way} {', '.join(one['best_challenger'] for one in results)}"
        for way, results in found.items()
    ]
    return f"Best challengers, by seed: {'; '.join(parts)}."


def main() -> None:
    """Do all runs that are not finished, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("encounter", help="SYSTEM/NAME of a training and of a league config")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="of all learners")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1, help="runs at once")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS))
    parser.add_argument("--response-decisions", type=int, default=250_000)
    parser.add_argument("--pairs", type=int, default=300, help="of battles with each opponent")
    parser.add_argument("--out", type=Path, default=Path("runs/league_comparison"))
    parser.add_argument("--table", action="store_true", help="only print what there is")
    parser.add_argument("--only-seed", type=int, help="do this run in this process")
    given = parser.parse_args()
    seeds = range(given.seeds) if given.only_seed is None else [given.only_seed]
    jobs = [
        Job(given.encounter, way, seed, given.decisions, given.response_decisions, given.pairs)
        for seed in seeds
        for way in given.ways
    ]
    if given.only_seed is not None:
        work(jobs[0], given.out)
        return
    failed = 0 if given.table else do_all(jobs, given.out, given.jobs)
    print(table(jobs, given.out))
    if failed:
        raise SystemExit(f"{failed} runs failed: the same command tries them again")


if __name__ == "__main__":
    main()
