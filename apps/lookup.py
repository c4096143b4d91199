"""Commands that look something up: systems, show, rules, agents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from ..agents.base import strongest
from ..agents.character import KNOB_MEANINGS, knobs_in
from ..agents.npc import released_names
from ..agents.npc.released import PARTIES
from ..agents.registry import agent_names, scenario_agents
from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.system import System, get_system
from ..envs.core.rendering.render import ansi, explain_signs, svg
from ..envs.core.scenarios.blank_scenario import write_blank_scenario
from ..envs.core.scenarios.labels import fighter_labels, shown_labels
from ..envs.core.scenarios.yaml_files import InvalidModelError
from ..envs.core.session.match import Match
from ..envs.core.text.narration import count as counted
from ..envs.core.text.rulebook import code_not_found, count_rows, read_rows, rows_with_markers
from ..evaluation.held_out import describe_held_out
from .common import compiling, console, of_all_systems, split_scenario

MISSING = {
    "not_implemented": "Without code",
    "not_tested": "Without a test",
    "not_found": "Code that does not exist",
}
"""The faults of a rulebook that `rules` lists."""


def systems() -> list[dict[str, Any]]:
    """Every system with its scenarios."""
    return of_all_systems(_about)


def _about(system: System) -> dict[str, Any]:
    """A system with its scenarios."""
    scenarios = {one: system.load_scenario(one) for one in system.scenario_names()}
    return {
        "system": system.name,
        "title": system.title,
        "scenarios": [
            {
                "name": one,
                "title": model.title,
                "description": model.description,
                "sides": [len(model.red), len(model.blue)],
            }
            for one, model in scenarios.items()
        ],
    }


def print_systems(found: list[dict[str, Any]]) -> None:
    """Print a table of scenarios for each system."""
    for system in found:
        table = Table(title=f"{system['title']} ({system['system']})", title_justify="left")
        for heading in ("scenario", "sides", "description"):
            table.add_column(heading)
        for one in system["scenarios"]:
            sides = " on ".join(str(size) for size in one["sides"])
            table.add_row(f"{system['system']}/{one['name']}", sides, one["description"])
        console.print(table)


def scenario(name: str, seed: int) -> dict[str, Any]:
    """A scenario's model and one deployment of it."""
    system, scenario = split_scenario(name)
    match = Match(system, scenario)
    model = match.scenarios[0]
    named = scenario_agents(model, system)
    with compiling(system):
        match.reset(seed)
    return {
        "scenario": name,
        **model.model_dump(mode="json"),
        "num_actions": match.num_actions,
        "observation_length": match.layout.length,
        "fighters": system.fighter_names(match.battle),
        "drawing": ansi(system.scene(match.battle), color=False),
        "signs": explain_signs(system.scene(match.battle)),
        "people": people(model),
        "players": dict(zip(fighter_labels(model), named, strict=True)),
    }


def checked(name: str, seed: int) -> dict[str, Any]:
    """As `scenario`, but a file that its model refuses is an error with a line for each problem.

    Raises:
        ValueError: the file has several problems.
    """
    try:
        return scenario(name, seed)
    except InvalidModelError as error:
        left = error.count - len(error.problems)
        if error.count == 1:
            raise
        more = [f"and {counted(left, 'more problem')}"] if left else []
        told = [f"{counted(error.count, 'problem')}:", *error.problems, *more]
        raise ValueError("\n".join(told)) from None


def blank_scenario(name: str, red: int, blue: int) -> str:
    """The text of a file to begin a scenario with."""
    system = get_system(name)
    return write_blank_scenario(system, red, blue, strongest(system), KNOB_MEANINGS)


def picture(name: str, seed: int) -> str:
    """A picture of a scenario's beginning, as SVG."""
    system, scenario = split_scenario(name)
    match = Match(system, scenario)
    with compiling(system):
        match.reset(seed)
    return svg(system.scene(match.battle))


def people(scenario: Any) -> list[dict[str, Any]]:
    """Everyone who may take a seat: attributes, skills, and weapons without their skill."""
    labelled = zip(shown_labels(scenario), (*scenario.red, *scenario.blue), strict=True)
    return [
        {
            "fighter": label,
            "base": person.base,
            "attributes": {name: person.number(name) for name in scenario.attributes},
            "skills": scenario.skills_of(person),
            "missing": missing_by_change(scenario, person),
        }
        for label, seat in labelled
        for person in getattr(seat, "fighter", ())
    ]


def missing_by_change(scenario: Any, person: Any) -> list[list[str]]:
    """Weapons without their skill, each with the skill, as far as the file causes it.

    The cast of a book is as the book makes it: only a change of the file can be a mistake.
    """
    plain = scenario.missing_skills(type(person)(base=person.base))
    return [list(pair) for pair in scenario.missing_skills(person) if pair not in plain]


def print_people(found: list[dict[str, Any]]) -> None:
    """Print the attributes and skills of each fighter, then warnings."""
    columns = [name for name in ("attributes", "skills") if any(one[name] for one in found)]
    table = Table(title=" and ".join(columns).capitalize(), title_justify="left")
    for heading in ("fighter", "of the cast", *columns):
        table.add_column(heading)
    for one in found:
        cells = [
            ", ".join(f"{name} {rating}" for name, rating in one[column].items()).replace("_", " ")
            for column in columns
        ]
        table.add_row(Text(one["fighter"]), one["base"], *cells)
    if found:
        console.print(table)
    for one in found:
        for weapon, skill in one["missing"]:
            text = f"{one['fighter']} ({one['base']}) lacks the skill for the {weapon}: {skill}."
            console.print(Text(text.replace("_", " "), style="yellow"))


def print_drawing(found: dict[str, Any]) -> None:
    """Print the description and a drawing."""
    console.print(Text(found["title"], style="bold"), f" {found['description']}\n")
    print(found["drawing"])
    if found["signs"]:
        console.print(Text(f"{found['signs']}\n"))


def print_scenario(found: dict[str, Any]) -> None:
    """Print the description, a drawing, and the size of what agents deal with."""
    print_drawing(found)
    print_people(found["people"])
    print_players(found["players"])
    console.print(
        f"\n{found['num_actions']} actions, observations of {found['observation_length']} numbers."
    )


def print_players(players: dict[str, str]) -> None:
    """Print who plays the fighters, as far as the file says so."""
    named = [f"{label}: {agent}" for label, agent in players.items() if agent]
    if named:
        console.print(Text(f"Players in the file: {', '.join(named)}."))
    for knob in knobs_in(players.values()):
        console.print(Text(f"  {knob}: {KNOB_MEANINGS[knob]}."))


def print_checked(found: dict[str, Any]) -> None:
    """Print that a scenario is valid, and its drawing."""
    sizes = " against ".join(str(len(found[side])) for side in SIDES)
    console.print(f"{found['scenario']} is a valid scenario, {sizes}.\n")
    print_drawing(found)
    print_people([one for one in found["people"] if one["missing"]])
    print_players(found["players"])


def rules(name: str, with_rows: bool) -> dict[str, Any]:
    """Counts of the rulebook's rows, and the code that they name and that does not exist.

    In a checkout the tests are those with the markers of the rows.
    """
    system = get_system(name)
    rows = read_rows(system)
    counts = count_rows(rows)
    counts["not_found"] = [f"{row.id} {one}" for row in rows for one in code_not_found(system, row)]
    tests = Path(__file__).parents[1] / "tests" / name
    if tests.is_dir():
        marked = rows_with_markers(tests)
        counts["not_tested"] = [
            row.id for row in rows if not row.is_omitted and row.id not in marked
        ]
        counts["tested"] = sum(not row.is_omitted and row.id in marked for row in rows)
    if with_rows:
        counts["table"] = [vars(row) for row in rows]
    return {"system": name, **counts}


def print_rules(found: dict[str, Any]) -> None:
    """Print the counts, and the table if `found` has one."""
    if "table" in found:
        table = Table()
        for heading in ("row", "subject", "code", "test"):
            table.add_column(heading, overflow="fold")
        for row in found["table"]:
            table.add_row(row["id"], row["subject"], row["code"], row["test"])
        console.print(table)
    console.print(
        f"{found['rows']} rows: {found['implemented']} name code, {found['tested']} a test, "
        f"{found['omitted']} are omitted."
    )
    for key, label in MISSING.items():
        if found[key]:
            console.print(f"{label}: {', '.join(found[key])}")


def agents(name: str) -> dict[str, Any]:
    """The agents of a system, by name."""
    system = get_system(name)
    return {
        "system": system.name,
        "agents": agent_names(system),
        "does": system.policy_descriptions,
        "held_out": describe_held_out(system.name),
        "released": released_names(system.name),
    }


def _about_released(name: str) -> str:
    """A released NPC in words."""
    return f"a trained NPC that comes with quintain, for {PARTIES[name.partition('-')[2]]}"


def print_agents(found: dict[str, Any]) -> None:
    """Print each agent with a description, then the forms with a parameter."""
    forms = found["does"] | {
        "search": "plays each legal choice to the end with a heuristic and takes the best",
        **{name: f"held out of training: {told}" for name, told in found["held_out"].items()},
        **{name: _about_released(name) for name in found["released"]},
        "search:200": "search with 200 play-outs for each decision",
        "search:20:captain.npc": "an NPC that tries things out 20 times before each decision",
        "path.py:Class": "your own heuristic",
        "captain.npc": "an NPC file",
        "runs/x": "a trained agent",
    }
    table = Table.grid(padding=(0, 2, 0, 0))
    for form, description in forms.items():
        table.add_row(form, description)
    console.print(table)
