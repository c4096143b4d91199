"""Wins and CPU time of the examples: the table of examples/learning/README.md.

    python bench/learning_examples.py cleanrl_ppo [--seeds 1 2 3] [-- --decisions 400000]

    python bench/learning_examples.py trainer --config mythic_epoch/duel [-- --steps 400000]

Run it in an environment that has the library. It runs an example once for each seed and keeps what
it prints in examples/learning/results.json. The second form does the same with `quintain train`, to
compare. `make docs` then writes the table. CPU time is that of the whole process: it imports,
learns and fights at the end.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from quintain.evaluation.independent import sample_mean_interval
from quintain.training.config import load_config
from quintain.training.run_dir import write_config

FOLDER = Path(__file__).parents[1] / "examples" / "learning"
RESULTS = FOLDER / "results.json"
WON = re.compile(r"^won ([\d.]+) % \[.*\] of [\d,]+ battles against (\w+)", re.M)
TRAINER = """
import sys
from quintain import training
from quintain.agents.registry import make_agent
from quintain.evaluation.wins import describe_wins
from quintain.training.config import load_config
config, folder, steps = sys.argv[1:]
training.train(config, steps=int(steps), out=folder, progress=False)
told = load_config(config)
agent = make_agent(folder, told.system)
for line in describe_wins(told.system, told.scenario, agent, ("random", "tactician")):
    print(line)
"""


def measure(command: list[str], seed: int) -> dict[str, Any]:
    """Run a command to its end: its CPU seconds, and its wins in per cent by opponent."""
    if os.name == "nt":
        raise SystemExit(
            "Windows does not tell the CPU time of an example: measure on Linux or macOS"
        )
    before = os.times()
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    after = os.times()
    seconds = after.children_user - before.children_user
    seconds += after.children_system - before.children_system
    wins = {name: float(share) for share, name in WON.findall(done.stdout)}
    run = {"seed": seed, "seconds": round(seconds, 1), "wins": wins}
    print(run, flush=True)
    return run


def trainer_command(config: str, seed: int, words: list[str], folder: Path) -> list[str]:
    """A command that trains with quintain's trainer and fights like the examples."""
    changed = load_config(config).model_copy(update={"seed": seed, "clock": "cpu"})
    write_config(changed, folder)
    steps = words[words.index("--steps") + 1]
    return [sys.executable, "-c", TRAINER, str(folder / "config.yaml"), str(folder / "run"), steps]


def table(results: dict[str, Any]) -> str:
    """The rows of the table in Markdown."""
    heads = ("command", "seeds", "CPU minutes", "won against random, %", "against tactician, %")
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for command, runs in results.items():
        minutes = max(run["seconds"] for run in runs) / 60
        cells = [cell([run["wins"][name] for run in runs]) for name in ("random", "tactician")]
        lines.append(f"| `{command}` | {len(runs)} | {minutes:.1f} | {' | '.join(cells)} |")
    return "\n".join(lines)


def cell(shares: list[float]) -> str:
    """Mean of the seeds with Student's interval, which ends at 0 and 100 %; none of one seed."""
    if len(shares) == 1:
        return f"{shares[0]:.1f}"
    mean = sample_mean_interval(shares)
    low, high = np.clip([mean.low, mean.high], 0, 100)
    return f"{mean.estimate:.1f} [{low:.1f}, {high:.1f}]"


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="an example, or `trainer`")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--config", default="mythic_epoch/duel", help="of the trainer")
    own, _, words = " ".join(sys.argv[1:]).partition(" -- ")
    options = parser.parse_args(own.split())
    options.words = words.split()
    for seed in options.seeds:
        with tempfile.TemporaryDirectory() as folder:
            if options.name == "trainer":
                command = trainer_command(options.config, seed, options.words, Path(folder))
            else:
                example = str(FOLDER / f"{options.name}.py")
                command = [sys.executable, example, *options.words, "--seed", str(seed)]
            keep(program_of(options), measure(command, seed))


def program_of(options: argparse.Namespace) -> str:
    """The command that a row of the table shows."""
    is_trainer = options.name == "trainer"
    program = f"quintain train {options.config}" if is_trainer else f"{options.name}.py"
    return " ".join([program, *options.words])


def keep(program: str, run: dict[str, Any]) -> None:
    """Write a run into the file of results, in place of an older one with its seed."""
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    others = [one for one in results.get(program, []) if one["seed"] != run["seed"]]
    results[program] = sorted([*others, run], key=lambda one: one["seed"])
    RESULTS.write_text(json.dumps(dict(sorted(results.items())), indent=1) + "\n")


if __name__ == "__main__":
    main()
