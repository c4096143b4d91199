"""What agents of Platemail order and do: the habits of docs/results.md.

    python bench/tactics.py platemail/skirmish --agents captain,runs/x [--pairs N] [--seed S]

Every agent fights every opponent, sides swapped. Of its own side are counted the actions that were
carried out (two a fighter and round, by the book's names), and the orders with a branch:

* `IF`: orders with a condition whose THEN is not its ELSE;
* `uncertain`: those of them whose condition, asked in these battles by this agent, held in 10 to
  90 of 100 cases: a condition that always holds, or never does, is no question;
* `held`: how often the condition of a branch held.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

import quintain.training.trained  # noqa: F401  (agents of runs)
from quintain.agents.registry import make_agent
from quintain.envs.core.dice import seed_words
from quintain.envs.core.loops import advance_active, show_battles
from quintain.envs.core.match import load_templates
from quintain.envs.core.system import get_system
from quintain.envs.platemail.state import Event, Window
from quintain.envs.platemail.tables import Act
from quintain.evaluation.arena import Field, ask, deploy_field

SYSTEM = "platemail"
UNSURE = 0.1
SHOWN = (
    Act.FULL_ATTACK, Act.CHARGE, Act.COUNTER, Act.DEFEND, Act.GUARD, Act.FALL_BACK, Act.MOVE,
    Act.SPRINT, Act.SKULK, Act.AIM, Act.RANGED_ATTACK, Act.RAPID_FIRE,
)  # fmt: skip


@dataclass
class Habits:
    """What one agent has ordered and done.

    Attributes:
        acts: actions carried out, by Act.
        orders: orders written.
        held: of each condition that a branch asked, how often it failed and held.
    """

    acts: np.ndarray = field(default_factory=lambda: np.zeros(len(Act) + 1, np.int64))
    orders: int = 0
    held: dict[int, list[int]] = field(default_factory=dict)

    @property
    def branches(self) -> int:
        """Orders with a branch whose condition was asked."""
        return sum(sum(counts) for counts in self.held.values())

    @property
    def uncertain(self) -> int:
        """Of the branches those whose condition is a question."""
        return sum(
            sum(counts)
            for counts in self.held.values()
            if min(counts) >= UNSURE * max(1, sum(counts))
        )

    def row(self, name: str) -> str:
        """A row of the table."""
        done = max(1, int(self.acts.sum()))
        cells = [f"{100 * self.acts[act] / done:.1f}" for act in SHOWN]
        branches = max(1, self.branches)
        cells += [
            f"{100 * self.branches / max(1, self.orders):.1f}",
            f"{100 * self.uncertain / max(1, self.orders):.1f}",
            f"{100 * sum(counts[1] for counts in self.held.values()) / branches:.0f}",
        ]
        return f"| {name} | {' | '.join(cells)} |"


def read_round(battle: np.record, written: np.ndarray, mine: int, habits: Habits) -> None:
    """Count a round that has just been carried out.

    Args:
        battle: with the round in its log.
        written: Array `[12, windows]`: the actions that were chosen, 0 where nothing was asked.
        mine: the agent's side.
        habits: what is counted.
    """
    for event in battle["events"][: battle["num_events"]]:
        actor = int(event["actor"])
        if actor < 0 or battle["side"][actor] != mine:
            continue
        if event["kind"] == Event.ACTION:
            habits.acts[int(event["amount"])] += 1
        elif event["kind"] == Event.CONDITION:
            order = written[actor]
            if order[Window.THEN] != order[Window.ELSE]:
                kind = int(order[Window.CONDITION])
                habits.held.setdefault(kind, [0, 0])[int(event["amount"] != 0)] += 1


def watch_battles(battles: Field, agent: Any, other: Any, habits: Habits) -> None:
    """Play all battles to the end and count; the agent is red in the even ones."""
    count = len(battles.battles)
    observations = np.zeros((count, battles.observation_length), np.float32)
    masks = np.zeros((count, battles.num_actions), np.bool_)
    to_act, side = np.zeros(count, np.int8), np.zeros(count, np.int8)
    actions = np.zeros(count, np.int64)
    written = np.zeros((count, 12, len(Window)), np.int64)
    mine = np.arange(count) % 2
    battles.battles["log"] = True
    while True:
        show_battles(battles.battles, observations, masks, to_act, side)
        active = side >= 0
        if not active.any():
            return
        for who, rows in ((agent, active & (side == mine)), (other, active & (side != mine))):
            numbers = np.flatnonzero(rows)
            if len(numbers):
                actions[numbers] = ask(who, battles, numbers, observations[numbers], masks[numbers])
        numbers = np.flatnonzero(active)
        windows = battles.battles["window"][numbers]
        written[numbers, to_act[numbers], windows] = actions[numbers]
        own = numbers[side[numbers] == mine[numbers]]
        habits.orders += int((battles.battles["window"][own] == Window.CONDITION).sum())
        advance_active(battles.battles, actions, active)
        for index in numbers[battles.battles["num_events"][numbers] > 0]:
            read_round(battles.battles[index], written[index], int(mine[index]), habits)
            written[index] = 0


def main() -> None:
    """Fight and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenario", help="platemail/NAME")
    parser.add_argument("--agents", required=True, help="names, commas between")
    parser.add_argument("--opponents", default="charger,duelist,archer,captain")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    system = get_system(SYSTEM)
    _, templates = load_templates(system, options.scenario.removeprefix(f"{SYSTEM}/"))
    titles = [act.name.capitalize().replace("_", " ") for act in SHOWN]
    lines = [
        "| agent | " + " | ".join([*titles, "IF", "uncertain", "held"]) + " |",
        "|---" * (len(titles) + 4) + "|",
    ]
    for name in track(options.agents.split(","), console=Console(stderr=True)):
        habits = Habits()
        for opponent in options.opponents.split(","):
            dice = seed_words(options.seed, options.pairs)
            own = seed_words(np.random.SeedSequence([options.seed, 2]), options.pairs)
            battles = deploy_field(system, templates, dice, own)
            agent, other = make_agent(name, system), make_agent(opponent, system, seed=1)
            watch_battles(battles, agent, other, habits)
        lines.append(habits.row(Path(name).name))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
