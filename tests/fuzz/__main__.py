"""Fuzzing of all interfaces: hostile calls and files may raise documented errors, nothing else.

    python tests/fuzz [--seconds 60] [--jobs 2] [--minutes 30] [--ledger FILE] [TARGET ...]

A target is a function `fuzz_<name>` in a file of this folder, a Hypothesis test whose strategies
describe the calls. It catches the documented errors; all others are findings. Each target runs in
its own process. The death of the process, an input that takes more than 5 seconds of processor time
or a minute of the clock, and 1 GB more memory than at the beginning are findings too. Time for
compiling does not count.

Findings are in `corpus/<target>/` and are tried first, so that no fault returns. The other inputs
are random bytes and changed pieces of the corpus.

A ledger adds up what each target ran, over all runs with new inputs, and the targets with the
fewest seconds run first. An interrupted run still adds what it ran.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

import _ledger
from _watcher import Outcome, watch
from _worker import target_names, work


class Schedule:
    """Which target runs next: the one with the fewest seconds.

    Args:
        names: the targets.
        seconds: time that each has run before, in seconds; none if it is missing.
        repeats: whether a target without a finding runs again.
    """

    def __init__(self, names: list[str], seconds: dict[str, float], repeats: bool) -> None:
        """Let all targets wait."""
        self.waiting = list(names)
        self.seconds = {name: seconds.get(name, 0.0) for name in names}
        self.turns = dict.fromkeys(names, 0)
        self.repeats = repeats

    def next(self) -> str:
        """The waiting target with the fewest seconds; it no longer waits."""
        name = min(self.waiting, key=self.seconds.__getitem__)
        self.waiting.remove(name)
        self.turns[name] += 1
        return name

    def end(self, outcome: Outcome, least: float) -> None:
        """Add the seconds of a turn, `least` or more; without a finding the target waits again."""
        self.seconds[outcome.name] += max(outcome.seconds, least)
        if self.repeats and outcome.finding is None:
            self.waiting.append(outcome.name)


def run(
    schedule: Schedule, jobs: int, seconds: float, seed: int, stop: threading.Event
) -> Iterator[Outcome]:
    """Run the targets of a schedule until none waits, or until `stop` is set."""
    running: set[Future[Outcome]] = set()
    with ThreadPoolExecutor(jobs) as pool:
        while running or (schedule.waiting and not stop.is_set()):
            while schedule.waiting and len(running) < jobs and not stop.is_set():
                name = schedule.next()
                turn_seed = seed + schedule.turns[name] - 1
                running.add(pool.submit(watch, name, seconds, turn_seed, stop))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                # A turn that is mostly waiting must not come next for ever.
                schedule.end(future.result(), seconds / 10)
                yield future.result()


def report(outcome: Outcome) -> None:
    """Print a line, and the fault if there is one."""
    told = f"{outcome.inputs:>9,} inputs, {outcome.valid:,} calls"
    print(f"{outcome.name:28} {told}  {outcome.finding or 'nothing found'}", flush=True)
    if outcome.finding is not None:
        print(f"  input kept as {outcome.path}\n{outcome.output}", flush=True)


def parse() -> argparse.Namespace:
    """The options of the command."""
    parser = argparse.ArgumentParser(prog="python tests/fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all of them if none is named")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each turn of a target")
    parser.add_argument("--minutes", type=float, help="repeat turns for this time")
    parser.add_argument("--jobs", type=int, default=2, help="targets at the same time")
    parser.add_argument("--seed", type=int, help="of the inputs; a random one if not given")
    parser.add_argument("--ledger", type=Path, help="add what each target ran to this CSV file")
    parser.add_argument("--list", action="store_true", help="name the targets and stop")
    options = parser.parse_args()
    if options.ledger and options.seed is not None:
        parser.error("a ledger counts new inputs only: leave out --seed")
    return options


def main() -> int:
    """Run the targets and print their results; return 1 if there was a finding."""
    options = parse()
    names = options.targets or target_names()
    unknown = sorted(set(names) - set(target_names()))
    if unknown or options.list:
        print("no target " + ", ".join(unknown) if unknown else "\n".join(names))
        return 2 if unknown else 0
    seed = random.SystemRandom().randrange(1 << 32) if options.seed is None else options.seed
    print(f"{len(names)} targets, {options.seconds:g} s each, seed {seed}", flush=True)
    try:
        rows = _ledger.read_ledger(options.ledger) if options.ledger else {}
    except (OSError, ValueError) as error:
        print(error)
        return 2
    schedule = Schedule(
        names, {name: row.seconds for name, row in rows.items()}, options.minutes is not None
    )
    stop, found, signals = threading.Event(), 0, []
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, lambda number, _: (signals.append(number), stop.set()))
    if options.minutes is not None:
        timer = threading.Timer(options.minutes * 60, stop.set)
        timer.daemon = True
        timer.start()
    for outcome in run(schedule, options.jobs, options.seconds, seed, stop):
        report(outcome)
        found += outcome.finding is not None
        if options.ledger:
            _ledger.add(options.ledger, outcome, _ledger.current_commit(options.ledger))
    if options.ledger:
        print(_ledger.summary(options.ledger, target_names()))
    if found:
        return 1
    return 128 + signals[0] if signals else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
    else:
        sys.exit(main())
