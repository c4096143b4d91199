"""The effect of each knob of a character, for docs/agents.md.

    python bench/character.py [--levels | --leaders] [--groups G] [--pairs N] [--seed S]
                              [--systems heimr,martial] [--scenarios duel] [--knobs caution,target]

The strongest heuristic with a character fights the same heuristic without one, sides swapped. Each
cell has a 95 % interval. A measure counts the choices of the fighters with the character, in the
decisions in which both answers were legal (`measures`). At the ends of a knob it is 0 or 100 % by
construction: it shows that the knob has a lever, not what becomes of the fight.

With --leaders, red's last fighter is the leader of the others, who are loyal to it or not: the
share of their decisions that protect it among those in which it was threatened and they had the
choice, how often it falls, how often in the battles that red wins, and how often red wins. Both
sides stand as written.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.progress import track

from quintain.agents.base import strongest
from quintain.agents.character import (
    LEVELS,
    TARGETS,
    TRICKY,
    Character,
    CharacterAgent,
    split_character,
)
from quintain.agents.registry import make_agent
from quintain.agents.roles import Role
from quintain.agents.sight import Sight
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.independent import sample_mean_interval
from quintain.evaluation.odds import find_odds, share_of
from quintain.evaluation.statistics import Interval, win_rate_interval

KNOBS = {
    "caution": (0.0, 0.5, 1.0),
    "aggression": (0.0, 0.5, 1.0),
    "loyalty": (0.0, 0.5, 1.0),
    "cunning": (0.0, 0.5, 1.0),
    "target": TARGETS,
}
"""The values that are measured; of `target`, each word has a measure of its own."""
NOTHING = (0.5, "any")
"""The values that change nothing."""
NEUTRAL_TEXT = "caution=0.5"
UNFELT = 0.5 + 1e-9
"""A loyalty that changes nothing, but counts."""
TASTES = tuple(taste for taste in TARGETS if taste not in NOTHING)


class Counted(CharacterAgent):
    """An agent with a character that counts its choices.

    Attributes:
        counts: by measure, decisions in which it had the choice, and those in which it made it.
    """

    counts: dict[str, list[int]]

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The actions `[B]`, counted."""
        actions = super().choose(observations, masks)
        sight = Sight(self.system, observations, masks.shape[1])
        for name, (asked, taken) in measures(sight, masks, actions).items():
            count = self.counts.setdefault(name, [0, 0])
            count[0] += int(asked.sum())
            count[1] += int((asked & taken).sum())
        leaders = self.leader_slots(masks)
        if leaders is not None:
            wanted, rows = sight.protects(leaders, masks), np.arange(len(masks))
            asked = wanted.any(1) & (masks & ~wanted).any(1)
            count = self.counts.setdefault("leader", [0, 0])
            count[0] += int(asked.sum())
            count[1] += int((asked & wanted[rows, actions]).sum())
        return actions


def measures(
    sight: Sight, masks: np.ndarray, actions: np.ndarray
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """For each measure, arrays `[B]` bool: whether it had the choice, and whether it made it."""
    rows, role = np.arange(len(actions)), sight.roles.role[actions]
    found: dict[str, tuple[np.ndarray, np.ndarray]] = {}
    safe = (Role.WITHDRAW, Role.DEFEND, Role.YIELD)
    for knob, roles, among in (
        ("caution", safe, sight.hurt()[0]),
        ("aggression", (Role.ATTACK,), True),
        ("loyalty", (Role.SUPPORT,), True),
    ):
        wanted = masks & sight.has(*roles)
        asked = wanted.any(1) & (masks & ~sight.has(*roles)).any(1) & among
        found[knob] = asked, np.isin(role, roles)
    trick, own = sight.roles.is_trick, masks & (sight.roles.role == role[:, None])
    asked = np.isin(role, TRICKY) & (own & trick).any(1) & (own & ~trick).any(1)
    found["cunning"] = asked, trick[actions]
    slot = sight.roles.slot
    alike = masks & (sight.roles.base == sight.roles.base[actions, None]) & (slot >= 0)
    aimed = (role == Role.ATTACK) & (slot[actions] >= 0)
    for taste in TASTES:
        scores = sight.scores(taste)
        by_action = np.where(alike, scores[:, slot], -np.inf)
        worst = np.where(alike, scores[:, slot], np.inf).min(1)
        best = by_action.max(1)
        found[taste] = aimed & (best > worst), scores[rows, slot[actions]] >= best
    return found


def play(
    system: System, scenario: str, text: str, groups: int, pairs: int, seed: int
) -> tuple[Interval, dict[str, Interval]]:
    """The win share of a character, and its measures.

    Args:
        system: the system.
        scenario: the scenario.
        text: the character, `caution=1`.
        groups: number of groups of battles, each with dice of its own; the intervals of the
            measures are Student's over the groups, since the choices of a battle depend on another.
        pairs: pairs of battles in a group.
        seed: of the dice.
    """
    best = strongest(system)
    scores, shares = [], []
    for group in range(groups):
        other = make_agent(best, system, seed=1)
        _, character = split_character(f"{best}?{text}")
        assert character is not None
        agent = Counted(make_agent(best, system), character, system, f"{best}?{text}")
        agent.counts, agent.policy = {}, None
        one = 1000 * seed + group
        scores.append(final_result(play_pairs(system, scenario, agent, other, pairs, one)).scores)
        shares.append({name: count for name, count in agent.counts.items() if count[0]})
    names = dict.fromkeys(name for one in shares for name in one)
    found = {name: [one[name][1] / one[name][0] for one in shares if name in one] for name in names}
    measured = {name: sample_mean_interval(np.array(it)) for name, it in found.items() if it[1:]}
    return win_rate_interval(np.concatenate(scores)), measured


def leader_rows(system: System, scenario: str, groups: int, battles: int, seed: int) -> list[str]:
    """The rows of the fighters of red who are loyal to its last fighter: not, half, and always."""
    best, model = strongest(system), system.load_scenario(scenario)
    leader, rows = len(model.red), []
    for loyalty in (UNFELT, 0.75, 1.0):
        fallen, won, shares = [], [], []
        for group in range(groups):
            plain = make_agent(best, system)
            character = Character(loyalty=loyalty, leader=leader)
            guard = Counted(make_agent(best, system), character, system, best)
            guard.counts = {}
            agents = [*[guard] * (leader - 1), *[plain] * (1 + len(model.blue))]
            odds = find_odds(system, model, agents, battles // groups, 1000 * seed + group)
            fallen.append(odds.battles.outcome.fallen[:, leader - 1])
            won.append(odds.battles.winner == 0)
            shares.append(guard.counts["leader"][1] / guard.counts["leader"][0])
        falls, wins = np.concatenate(fallen), np.concatenate(won)
        found = share_of(falls), share_of(falls[wins]), share_of(wins)
        told = [cell(one) for one in (sample_mean_interval(np.array(shares)), *found)]
        rows.append(f"| {system.title}, {loyalty:g} | " + " | ".join(told) + " |")
    return rows


def cell(interval: Interval | None) -> str:
    """A share in percent with its interval; `-` where there never was a choice or a case."""
    if interval is None or math.isnan(interval.estimate):
        return "-"
    told = (interval.estimate, interval.low, interval.high)
    percents = ["-" if math.isnan(one) else round(100 * min(1, max(0, one))) for one in told]
    return "{} [{}, {}]".format(*percents)


def table(
    system: System, scenario: str, groups: int, pairs: int, seed: int, knobs: Sequence[str]
) -> list[str]:
    """The rows of some knobs in a scenario."""
    texts = [NEUTRAL_TEXT]
    texts += [f"{knob}={value}" for knob in knobs for value in KNOBS[knob] if value not in NOTHING]
    measured = {
        text: play(system, scenario, text, groups, pairs, seed)
        for text in track(texts, console=Console(stderr=True))
    }
    _, neutral = measured[NEUTRAL_TEXT]
    rows = []
    for knob in knobs:
        if knob == "target":
            continue
        cells = [cell(neutral.get(knob))]
        for value in (0.0, 1.0):
            score, found = measured[f"{knob}={value}"]
            cells += [cell(found.get(knob)), cell(score)]
        rows.append([knob, *cells])
    for taste in TASTES if "target" in knobs else ():
        score, found = measured[f"target={taste}"]
        rows.append(
            [f"target={taste}", cell(neutral.get(taste)), "", "", cell(found.get(taste)),
             cell(score)]
        )  # fmt: skip
    return [f"| {system.title}, {scenario} | " + " | ".join(row) + " |" for row in rows]


def main() -> None:
    """Fight and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--systems", default=",".join(system_names()))
    parser.add_argument("--scenarios", default="duel,skirmish")
    parser.add_argument("--knobs", default=",".join(KNOBS))
    parser.add_argument("--groups", type=int, default=8)
    parser.add_argument("--pairs", type=int, default=6, help="pairs of battles in a group")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--levels", action="store_true", help="the levels of difficulty instead")
    parser.add_argument("--leaders", action="store_true", help="the leader of a skirmish instead")
    parser.add_argument("--battles", type=int, default=2000, help="with --leaders")
    options = parser.parse_args()
    for name in options.systems.split(","):
        system = get_system(name)
        if options.leaders:
            print(
                "\n".join(
                    leader_rows(system, "skirmish", options.groups, options.battles, options.seed)
                )
            )
            continue
        for scenario in options.scenarios.split(","):
            sizes = options.groups, options.pairs, options.seed
            if options.levels:
                scores = [play(system, scenario, f"difficulty={one}", *sizes)[0] for one in LEVELS]
                cells = " | ".join(map(cell, scores))
                print(f"| {system.title}, {scenario} | {cells} |", flush=True)
            else:
                rows = table(system, scenario, *sizes, options.knobs.split(","))
                print("\n".join(rows), flush=True)


if __name__ == "__main__":
    main()
