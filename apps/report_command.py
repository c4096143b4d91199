"""The command `report`, and the page and the replays of a tournament."""

from __future__ import annotations

import itertools
import math
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ..agents.base import strongest
from ..agents.npc import find_npc, is_npc, read_npc, released_names
from ..agents.npc.manifest import Exploited
from ..agents.registry import RUN_FILE, check_run
from ..agents.roles import has_roles
from ..envs.core.engine.system import get_system, system_names
from ..envs.core.inputs.files import write_file
from ..envs.core.inputs.plain_text import clean
from ..envs.core.session import replay as replays
from ..envs.core.session.recording import recording_of
from ..evaluation.executors.tasks import Executor
from ..evaluation.field import pairing_seed
from ..evaluation.held_out import PREFIX, held_out_heuristics
from ..evaluation.kept_battles import keep_battles
from ..evaluation.tournament import Tournament
from . import INTERRUPTED
from .common import bar, check_folder, check_room, load_agent, notes, split_agents, split_scenario
from .held_out_command import find_unseen
from .options import Address, On, Seed, Workers, executor_of
from .replay_command import course_of
from .replay_page import replay_page
from .report_page import Curve, Report, Tactics, name_of, report_page
from .tactics_command import count as count_tactics
from .tournament_tables import play_tournament

CHANCES = 50
"""Battles for the chances at each position of an annotated battle."""
MOST_KEPT = 100
CONFIG = "config.yaml"
SUMMARY = "summary.json"
"""The file that only a league has."""


def given_command() -> str:
    """The command line of this process, as a person types it again."""
    return shlex.join(["quintain", *map(clean, sys.argv[1:])])


def is_trained(name: str) -> bool:
    """Whether an agent is a run or an NPC, which has learned from opponents."""
    plain = name.partition("?")[0]
    return is_npc(plain) or (Path(plain) / RUN_FILE).is_file()


def write_tournament(result: Tournament, path: Path) -> None:
    """Write a tournament as a page."""
    write_file(
        path, report_page(Report(f"Tournament: {name_of(result)}", [given_command()], [result]))
    )
    notes.print(f"Wrote {path}: open it in a browser; it needs no network.")


def keep_pairings(result: Tournament, count: int, folder: Path) -> None:
    """Write the first battles of each pairing that was fought as replays."""
    system = get_system(result.system)
    folder.mkdir(parents=True, exist_ok=True)
    names = result.agents
    if not result.is_swapped:  # they are called `fencer (red)` and `fencer (blue)`
        names = tuple(name.rpartition(" ")[0] for name in names)
    pairings = list(itertools.combinations([load_agent(name, system) for name in names], 2))
    fought = {(one.a, one.b): one.battles for one in result.results}
    counts = [min(count, fought.get(pair, 0)) for pair in itertools.combinations(result.agents, 2)]
    with bar() as progress:
        task = progress.add_task("replays", total=len(counts))
        for number, ((one, other), most) in enumerate(zip(pairings, counts, strict=True), 1):
            own = pairing_seed(result.seed, one.name, other.name)
            kept = keep_battles(system, result.scenario, one, other, most, own, result.is_swapped)
            for place, replay in enumerate(kept, 1):
                replays.save(replay, folder / f"pairing_{number:02}_battle_{place:02}.json")
            progress.update(task, completed=number)
    notes.print(f"Wrote {sum(counts)} replays into {folder}: quintain replay FILE")


def report(
    runs: Annotated[
        list[str], typer.Argument(help="Folders of runs, NPC files or names of other agents.")
    ],
    scenario: Annotated[
        list[str] | None,
        typer.Option(help="SYSTEM/SCENARIO; again for several. By default that of the first run."),
    ] = None,
    agents: Annotated[
        str, typer.Option(help="Opponents in the tournament; by default all heuristics.")
    ] = "",
    battles: Annotated[
        int, typer.Option(help="Battles of each pairing, an even number.", min=2, max=100_000)
    ] = 200,
    tactics: Annotated[
        bool, typer.Option(help="Count the tactics of the trained agents, against the strongest.")
    ] = True,
    show: Annotated[
        int, typer.Option(help="Battles that play on the page, with chances.", min=0, max=9)
    ] = 1,
    seed: Seed = 0,
    workers: Workers = 0,
    on: On = "here",
    address: Address = "",
    out: Annotated[Path, typer.Option(help="The page.")] = Path("report.html"),
) -> None:
    """Write one page about runs: ratings, meta-game, tactics, seen and unseen, curves, battles."""
    check_folder(out)
    runs = [one.strip() for one in runs]
    scenarios = scenario or [scenario_of(runs[0])]
    find_players(runs, scenarios, agents)
    curves = [curve for name in runs if (curve := read_curve(Path(name))) is not None]
    leagues = [(name, found) for name in runs if (found := read_league(Path(name))) is not None]
    unseen, shown, profiles = [], [], None
    with executor_of(workers, on, address) as executor:
        tournaments = fight_all(runs, scenarios, agents, battles, seed, executor)
        is_complete = tournaments[-1].is_complete
        if is_complete:
            unseen = find_all_unseen(runs, scenarios, battles, seed, executor)
            if tactics:
                profiles = find_tactics(runs, scenarios[0], battles, seed, executor)
    if is_complete:
        shown = annotated(tournaments[0], runs, show, seed)
    title = f"{', '.join(runs)}: {', '.join(scenarios[: len(tournaments)])}"
    shown_parts = tournaments, unseen, curves, shown, leagues, find_exploited(runs), profiles
    page = report_page(Report(title, [given_command()], *shown_parts))
    write_file(out, page)
    notes.print(f"Wrote {out}: open it in a browser; it needs no network.")
    if not is_complete:
        raise typer.Exit(INTERRUPTED)


def fight_all(
    runs: list[str], scenarios: list[str], agents: str, battles: int, seed: int, executor: Executor
) -> list[Tournament]:
    """The tournaments; an interrupted one is the last."""
    found: list[Tournament] = []
    for one in scenarios:
        found.append(fight(runs, one, agents, battles, seed, executor))
        if not found[-1].is_complete:
            break
    return found


def find_all_unseen(
    runs: list[str], scenarios: list[str], battles: int, seed: int, executor: Executor
) -> list[dict[str, Any]]:
    """The trained agents where they never learned, beside the first scenario not held out."""
    known = [one for one in scenarios if f"/{PREFIX}" not in one]
    if not known or not held_out_heuristics(known[0].partition("/")[0]):
        return []
    return [
        find_unseen(known[0], name, battles, seed, executor) for name in runs if is_trained(name)
    ]


def find_tactics(
    runs: list[str], scenario: str, battles: int, seed: int, executor: Executor
) -> Tactics | None:
    """The tactics of the trained agents in a scenario, compared with two built-in ones.

    None without a trained agent, or for a system whose actions have no known roles.
    """
    system, encounter = split_scenario(scenario)
    trained = list(dict.fromkeys(name for name in runs if is_trained(name)))
    if not trained or not has_roles(system.name):
        return None
    best = strongest(system)
    players = [load_agent(name, system) for name in trained]
    cast = players, split_agents(f"random,{best}", system), split_agents(best, system)
    fought = max(4, battles)
    profiles = count_tactics(system, encounter, cast, fought, seed, False, executor)
    return Tactics(scenario, best, fought, profiles)


def find_exploited(runs: list[str]) -> list[tuple[str, list[Exploited]]]:
    """The points that each trained agent loses to its best challenger, as its NPC file tells."""
    found = []
    for name in dict.fromkeys(one for one in runs if is_trained(one)):
        known = read_npc(find_npc(name)).manifest.exploitability if is_npc(name) else ()
        found.append((name, list(known)))
    return found


def find_players(runs: list[str], scenarios: list[str], agents: str) -> None:
    """Find every agent in every scenario before the first battle.

    Raises:
        ValueError: an agent cannot play a scenario.
    """
    for scenario in scenarios:
        system, encounter = split_scenario(scenario)
        others = split_agents(agents, system)
        check_room([*(load_agent(name, system) for name in runs), *others], system, encounter)


def scenario_of(name: str) -> str:
    """The first scenario in which a run or an NPC learned.

    Raises:
        FileNotFoundError: there is no such run or NPC file.
        ValueError: it does not say one.
    """
    config = Path(name) / CONFIG
    if config.is_file():
        from ..training.config import load_config

        known = load_config(config)
        first = known.scenario if isinstance(known.scenario, str) else known.scenario[0]
        return f"{known.system}/{first}"
    system, _, party = name.rpartition("-")
    if system in system_names() and name in released_names(system):
        return f"{system}/{'duel' if party == 'duel' else 'skirmish'}"
    if is_npc(plain := name.partition("?")[0]):
        manifest = read_npc(find_npc(plain)).manifest
        usual = get_system(manifest.system).scenario_names()
        for scenario in manifest.scenarios:
            if scenario in usual:
                return f"{manifest.system}/{scenario}"
    elif "/" in name:
        check_run(name)
    raise ValueError(f"{name} does not say where it learned: give --scenario SYSTEM/SCENARIO")


def fight(
    runs: list[str], scenario: str, agents: str, battles: int, seed: int, executor: Executor
) -> Tournament:
    """The tournament of the runs and their opponents in a scenario."""
    system = get_system(scenario.partition("/")[0])
    others = [name.strip() for name in agents.split(",") if name.strip()] or list(system.policies)
    names = dict.fromkeys([*runs, *others])
    return play_tournament(scenario, ",".join(names), battles, seed, 1, executor=executor)


def annotated(result: Tournament, runs: list[str], count: int, seed: int) -> list[tuple[str, str]]:
    """Title and page of battles between the best run and the best opponent, with chances."""
    system, ranked = get_system(result.system), result.ratings().agents
    if not count:
        return []
    best = next(name for name in ranked if name in runs)
    rival = next((name for name in ranked if name not in runs), "") or ranked[-1]
    if best == rival:
        return []
    one, other = (load_agent(name, system) for name in (best, rival))
    found, own = [], pairing_seed(result.seed, best, rival)
    for replay in keep_battles(system, result.scenario, one, other, count, own):
        recording = recording_of(replay)
        course = course_of(recording, CHANCES, seed)
        red, blue = replay.players["red"], replay.players["blue"]
        found.append((f"A battle: {red} against {blue}", replay_page(recording, course)))
    return found


# --- Leagues and learning curves ------------------------------------------------------------------


def read_league(folder: Path) -> dict[str, Any] | None:
    """The summary of a league; None for another folder."""
    if not (folder / SUMMARY).is_file():
        return None
    from ..training.league_summary import read_summary

    return read_summary(folder)


def read_curve(folder: Path) -> Curve | None:
    """The learning curve of a run; None for a folder without one.

    The limits take the battles of an evaluation as pairs, which is cautious. A share of 0 or 1 is
    taken for no surer than one pair of `evaluation_pairs` + 2, so that it leaves doubt.
    """
    path = folder / "progress.csv"
    if not path.is_file():
        return None
    from ..training.config import MOST_DECISIONS, load_config
    from ..training.logbook import rows_until

    pairs = load_config(folder / CONFIG).evaluation_pairs
    curve = Curve(str(folder), [], [], [], [])
    for row in rows_until(path, MOST_DECISIONS):
        won = [float(row[key]) for key in row if key.startswith("win/") and row[key]]
        if won and all(0 <= one <= 1 for one in won):
            share = sum(won) / len(won)
            doubtful = [min(max(one, 1 / (pairs + 2)), 1 - 1 / (pairs + 2)) for one in won]
            half = 1.96 * math.sqrt(sum(one * (1 - one) for one in doubtful) / pairs) / len(won)
            curve.decisions.append(int(row["decisions"]))
            curve.share.append(share)
            curve.low.append(max(0.0, share - half))
            curve.high.append(min(1.0, share + half))
    return curve if len(curve.decisions) > 1 else None
