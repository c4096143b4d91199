"""The list of open encounters in docs/encounters/README.md: their pictures, and their odds.

    python bench/encounters.py [--battles 1000]

The odds are those of `quintain odds FILE` with seed 0. Pictures show the battle with seed 0 before
the first decision, as `quintain show FILE --svg` draws it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from quintain.agents.base import strongest
from quintain.agents.registry import make_agent, scenario_agents
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.envs.core.inputs.files import write_file
from quintain.envs.core.rendering.render import svg
from quintain.envs.core.session.match import Match
from quintain.evaluation.figures import figures, percent
from quintain.evaluation.odds import Odds, find_odds

FOLDER = Path(__file__).parents[1] / "docs" / "encounters"
BEGIN, END = "<!-- encounters: begin -->\n", "<!-- encounters: end -->"
"""The marks around the part of the page that this writes."""


def files_of(system: System) -> list[Path]:
    """The encounters of a system."""
    return sorted((FOLDER / system.name).glob("*.yaml"))


def odds_of(system: System, file: Path, battles: int, seed: int = 0) -> Odds:
    """The odds of an encounter with the players that its file names."""
    scenario = system.load_scenario(str(file))
    names = [name or strongest(system) for name in scenario_agents(scenario, system)]
    loaded = {name: make_agent(name, system) for name in names}
    return find_odds(system, scenario, [loaded[name] for name in names], battles, seed)


def picture_of(system: System, file: Path) -> str:
    """The picture of an encounter's beginning."""
    match = Match(system, str(file))
    match.reset(0)
    return svg(system.scene(match.battle))


def part_of(system: System, file: Path, battles: int) -> str:
    """The part of the page about an encounter; its picture is written beside it."""
    scenario, odds = system.load_scenario(str(file)), odds_of(system, file, battles)
    write_file(file.with_suffix(".svg"), picture_of(system, file))
    link = file.relative_to(FOLDER)
    heading = "rounds to come" if odds.battles.first_round > 1 else "rounds"
    rounds = figures(odds.rounds)
    return f"""
### {scenario.title}

{scenario.description} [{link}]({link})

![{scenario.title}]({link.with_suffix(".svg")})

| red wins | blue wins | draws | {heading} |
|---|---|---|---|
| {percent(odds.red)} | {percent(odds.blue)} | {percent(odds.draw)} | {rounds} |
"""


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--battles", type=int, default=1000)
    battles = parser.parse_args().battles
    parts = []
    for system in map(get_system, system_names()):
        if files := files_of(system):
            parts.append(f"\n## {system.title}\n")
            parts += [part_of(system, file, battles) for file in files]
    page = FOLDER / "README.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    write_file(page, f"{before}{BEGIN}{''.join(parts)}\n{END}{rest.partition(END)[2]}")


if __name__ == "__main__":
    main()
