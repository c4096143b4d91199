"""The log of a run: one CSV row and one TensorBoard step for each update."""

from __future__ import annotations

import contextlib
import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter, Logger
from torch.utils.tensorboard import SummaryWriter

from ..envs.core.inputs.files import write_file
from .config import MOST_DECISIONS

DECISIONS, ELAPSED = "decisions", "time/elapsed_s"
CSV_NAME = "progress.csv"
NUMBER = re.compile(r"\d{1,12}(\.\d{1,12})?(e[+-]\d{1,2})?")

LOGGED: dict[str, str] = {
    DECISIONS: "decisions that the learner has learned from (SB3's timesteps)",
    ELAPSED: "seconds of the run by its clock, over all resumes",
    "time/decisions_per_s": "decisions a second of this update, from rollout to logging",
    "time/rollout_share": "share of the time spent in collecting decisions",
    "time/frozen_share": "share spent in the choices of frozen copies, a part of the rollout",
    "time/update_share": "share spent in gradient steps",
    "time/evaluation_share": "share spent in battles against the baselines",
    "learner/discount": "discount of one decision, computed from the discount of a round",
    "learner/decisions_per_round": "decisions of the learner's side in a round, a running mean",
    "learner/entropy_weight": "weight of the entropy bonus",
    "league/copies": "frozen copies in the pool",
    "time/teacher_share": "with a teacher: share spent in asking it, a part of the rollout",
    "teacher/weight": "with a teacher: weight of the cross-entropy with its choices",
    "teacher/cross_entropy": "this cross-entropy in the first pass after a rollout, in nats",
    "battle/ended": "battles that ended in this rollout",
    "battle/rounds": "mean length of these battles in rounds",
    "battle/drawn": "share of these battles that were drawn",
    "battle/win_<opponent>": (
        "share of the decided battles that the learner won while exploring, one name per opponent; "
        "`self` are the frozen copies"
    ),
    "win/<baseline>": "evaluation: share of the decided battles won; empty between evaluations",
    "draw/<baseline>": "evaluation: share of all battles drawn",
    "train/learning_rate": "learning rate of Adam",
    "train/entropy_loss": "minus the mean entropy of the policy, in nats",
    "train/policy_gradient_loss": "PPO's clipped loss",
    "train/value_loss": "mean squared error of the values",
    "train/approx_kl": "how far the last pass moved the policy, in nats",
    "train/clip_fraction": "share of decisions whose ratio was clipped",
    "train/clip_range": "clip range of the ratio",
    "train/loss": "total loss of the last gradient step",
    "train/explained_variance": "share of the returns' variance that the values predict; 1 is all",
    "train/n_updates": "passes over rollouts so far",
}
"""Every logged name and its meaning; `<...>` stands for each opponent or baseline."""


def logged_names(
    opponents: Sequence[str], baselines: Sequence[str], has_teacher: bool = False
) -> list[str]:
    """The names that a run logs, in order."""
    names: list[str] = []
    for name in LOGGED:
        if "teacher" in name and not has_teacher:
            continue
        if name.endswith("<opponent>"):
            names += [name.replace("<opponent>", opponent) for opponent in opponents]
        elif name.endswith("<baseline>"):
            names += [name.replace("<baseline>", baseline) for baseline in baselines]
        else:
            names.append(name)
    return names


class Logbook(KVWriter):
    """Writes to `progress.csv` and to TensorBoard; after a resume neither has a row twice."""

    def __init__(
        self, folder: Path, names: list[str], resume_at: int | None = None, tensorboard: bool = True
    ) -> None:
        """Open the files.

        Args:
            folder: of the run.
            names: all names of the run (`logged_names`).
            resume_at: decisions at the checkpoint; later rows are removed.
            tensorboard: write to TensorBoard too.
        """
        self.names = names
        path = folder / CSV_NAME
        rows = [] if resume_at is None else rows_until(path, resume_at)
        _write_rows(path, names, rows)
        self._file = path.open("a", newline="", encoding="utf-8")
        self._csv = csv.DictWriter(self._file, names, restval="")
        self._tensorboard = None
        if tensorboard:
            purge = None if resume_at is None else resume_at + 1
            self._tensorboard = SummaryWriter(str(folder / "tensorboard"), purge_step=purge)

    def write(self, key_values: dict[str, Any], key_excluded: Any, step: int = 0) -> None:
        """Write one row; an unknown name is an error, so that the docs stay complete."""
        self._csv.writerow({name: _short(value) for name, value in key_values.items()})
        self._file.flush()
        for name, value in key_values.items():
            if name != DECISIONS and self._tensorboard is not None:
                self._tensorboard.add_scalar(name, value, step)

    def close(self) -> None:
        """Close the files."""
        self._file.close()
        if self._tensorboard is not None:
            self._tensorboard.close()


def make_logger(folder: Path, book: Logbook) -> Logger:
    """SB3's logger over a logbook."""
    return Logger(str(folder), [book])


def _short(value: Any) -> Any:
    return f"{value:.6g}" if isinstance(value, float) else value


def rows_until(path: Path, decisions: int) -> list[dict[str, str]]:
    """The rows up to a number of decisions, without a row that a kill cut short."""
    if not path.exists():
        return []
    rows: list[dict[str, str]] = []
    with (
        contextlib.suppress(csv.Error),
        path.open(newline="", encoding="utf-8", errors="replace") as file,
    ):
        for row in csv.DictReader(file):
            number = row.get(DECISIONS) or ""
            is_whole = None not in row and None not in row.values()
            if is_whole and re.fullmatch(r"[0-9]{1,15}", number) and int(number) <= decisions:
                rows.append(row)
    return rows


def training_cost(path: Path) -> tuple[int, float] | None:
    """Decisions and seconds of a run by its log; None where the log does not tell both."""
    rows = rows_until(path, MOST_DECISIONS)
    if not rows or not NUMBER.fullmatch(rows[-1].get(ELAPSED, "")):
        return None
    return int(rows[-1][DECISIONS]), float(rows[-1][ELAPSED])


def _write_rows(path: Path, names: list[str], rows: list[dict[str, str]]) -> None:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, names, restval="", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    write_file(path, text.getvalue())
