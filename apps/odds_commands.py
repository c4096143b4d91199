"""The command `odds`: the chances of an encounter, and its cost for each fighter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..agents.base import strongest
from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.system import System
from ..envs.core.scenarios.labels import find_fighter
from ..envs.core.scenarios.yaml_models import ScenarioError
from ..evaluation.balance import Balanced, balance
from ..evaluation.executors.tasks import HERE, Executor
from ..evaluation.odds import MOST_BATTLES, Odds, find_odds, gain
from ..evaluation.pictures import check_picture, odds_figure, save_picture
from ..evaluation.what_if import Changes, Encounter, change
from .common import bar, check_folder, check_room, compiling, notes, say, split_scenario
from .crew import load_crew, names_for
from .odds_tables import print_odds
from .options import Address, Json, On, Seed, Workers, executor_of, finite

EncounterName = Annotated[str, typer.Argument(help="SYSTEM/SCENARIO, or my_fight.yaml")]
Battles = Annotated[int, typer.Option(help="Number of battles.", min=2, max=MOST_BATTLES)]
Threads = Annotated[int, typer.Option(help="Processor cores to use.", min=1, max=256)]
TOGETHER = "all together"
"""The name of the encounter with all changes."""
Player = Annotated[str, typer.Option(help="The player of this side; `agents` lists them.")]


def odds(
    encounter: EncounterName,
    red: Player = "",
    blue: Player = "",
    fighter: Annotated[
        list[str] | None,
        typer.Option(help="One fighter's own player, 'red 2: archer'; may be repeated."),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(help="Suppose this fighter stays away, 'bandit_3'; may be repeated."),
    ] = None,
    joining: Annotated[
        list[str] | None,
        typer.Option(
            "--with", help="Suppose another one joins, 'blue militia at 8,2'; may be repeated."
        ),
    ] = None,
    armour: Annotated[
        list[str] | None,
        typer.Option(
            help="Suppose a side or a fighter wears this, 'blue: medium'; may be repeated."
        ),
    ] = None,
    weapons: Annotated[
        list[str] | None,
        typer.Option(
            help="Suppose a side or a fighter holds this, 'red 2: sword+shield'; may be repeated."
        ),
    ] = None,
    balance_at: Annotated[
        float | None,
        typer.Option(
            "--balance",
            help="Look for small changes that bring red's chance near this, in percent.",
            min=0,
            max=100,
            callback=finite,
        ),
    ] = None,
    battles: Battles = 2000,
    seed: Seed = 0,
    threads: Threads = 1,
    workers: Workers = 0,
    on: On = "here",
    address: Address = "",
    picture: Annotated[
        Path | None, typer.Option(help="Draw the odds into this file, .png, .svg or .pdf.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say who wins a fight, how long it takes, and who falls, dies and is wounded.

    Both sides fight as the encounter is written; one that begins in the middle of a battle is
    fought on from there, with new dice. Every figure comes with its 95 % interval. Each change by
    --without, --with, --armour and --weapons is fought on the same dice, first alone and then with
    the others; one that is impossible alone, with the others only.
    """
    check_folder(picture)
    check_picture(picture)
    system, name = split_scenario(encounter)
    written, note = players_of(system, system.load_scenario(name), red, blue, fighter or [])
    changes = Changes(*(tuple(texts or ()) for texts in (without, joining, armour, weapons)))
    forms = forms_of(system, written, changes)
    if note:
        notes.print(note)
    nearest = []
    with executor_of(workers, on, address) as executor:
        found = fight_forms(system, forms, battles, seed, threads, executor)
        if balance_at is not None:
            wanted = balance_at / 100
            nearest = find_balance(system, written, wanted, battles, seed, threads, executor)
    if nearest:
        found |= {one.changes.title(): one.odds for one in nearest}
    if picture is not None:
        save_picture(odds_figure(found), picture)
    data = {"encounter": encounter, "note": note, **odds_to_json(found)}
    data["balanced"] = [one.changes.title() for one in nearest]
    say(as_json, data, lambda _: print_odds(found))


def forms_of(system: System, written: Encounter, changes: Changes) -> dict[str, Encounter]:
    """The encounter as written, with each change alone, and with all of them, by their titles.

    A change that is impossible without the others is left out, and a note says why.

    Raises:
        ValueError: the changes are impossible together, or an agent was trained for smaller
            battles.
    """

    def changed(one: Changes) -> Encounter:
        form = change(system, written, one)
        check_room(form.agents, system, form.scenario)
        return form

    check_room(written.agents, system, written.scenario)
    forms = {"as written": written}
    if not changes.title():
        return forms
    *alone, together = changes.each()
    last = changed(together)
    for one in alone:
        try:
            forms[one.title()] = changed(one)
        except ValueError as error:
            leave_out(one.title(), error)
    forms[TOGETHER if alone else together.title()] = last
    return forms


def leave_out(title: str, error: ValueError) -> None:
    """Say that a change is not fought alone, and why."""
    why = str(error).removeprefix(f"{title}: ")
    notes.print(f"Not fought alone: {title} ({why}).")


def fight_forms(
    system: System,
    forms: dict[str, Encounter],
    battles: int,
    seed: int,
    threads: int,
    executor: Executor = HERE,
) -> dict[str, Odds]:
    """The odds of each form of an encounter, found with a progress bar.

    A change alone is left out with a note if no battle can be in its state.

    Raises:
        ScenarioError: no battle can be in the state of the encounter, or of that with all changes;
            the message names the changes.
    """
    found: dict[str, Odds] = {}
    with bar() as progress, compiling(system) as compiled:
        task = progress.add_task("battles", total=battles * len(forms))

        def report(done: int) -> None:
            compiled()
            progress.update(task, completed=battles * len(found) + done)

        for title, (scenario, agents, _) in forms.items():
            try:
                found[title] = find_odds(
                    system, scenario, agents, battles, seed, threads=threads, report=report,
                    executor=executor,
                )  # fmt: skip
            except ScenarioError as error:
                if found and TOGETHER in forms and title != TOGETHER:
                    leave_out(title, error)
                    continue
                said = f"{title}: {error}; or change the file itself" if found else str(error)
                raise ScenarioError(said) from None
    return found


def odds_to_json(found: dict[str, Odds]) -> dict[str, Any]:
    """The odds of all forms of an encounter as a dict that JSON can hold."""
    (_, first), *others = found.items()
    changed = [
        {"change": title, "gain_of_red": gain(first, one).to_json(), **one.to_json()}
        for title, one in others
    ]
    return {**first.to_json(), "changed": changed}


def find_balance(
    system: System,
    encounter: Encounter,
    target: float,
    battles: int,
    seed: int,
    threads: int,
    executor: Executor = HERE,
) -> list[Balanced]:
    """The changes that bring red's chance nearest to the target, looked for with a progress bar."""

    def fits(changed: Encounter) -> bool:
        try:
            check_room(changed.agents, system, changed.scenario)
        except ValueError:  # an agent that learned with fewer fighters
            return False
        return True

    with bar() as progress:
        task = progress.add_task("changes tried", total=None)

        def report(done: int, of_all: int) -> None:
            progress.update(task, completed=done, total=of_all)

        return balance(
            system, encounter, target, battles, seed, fits=fits, threads=threads, report=report,
            executor=executor,
        )  # fmt: skip


def players_of(
    system: System, scenario: Any, red: str, blue: str, own: list[str]
) -> tuple[Encounter, str]:
    """The encounter with the agent of each fighter, and a sentence on those that nobody named.

    Args:
        system: the system.
        scenario: a validated scenario.
        red: name of red's agent, or empty.
        blue: name of blue's agent, or empty.
        own: agents of single fighters, `red 2: archer`.

    Raises:
        KeyError: unknown agent, with the nearest names.
        ValueError: a fighter's agent is not written as `red 2: archer`, or there is no such
            fighter.
    """
    best = strongest(system)
    named = dict(zip(SIDES, (red, blue), strict=True))
    usual = dict.fromkeys(SIDES, best)
    why = f"the best of {system.title}'s simple characters"
    names = names_for(system, scenario, named, usual)
    fighters = [*names.fighters]
    for text in own:
        label, colon, name = (part.strip() for part in text.partition(":"))
        if not colon or not label or not name:
            raise ValueError(f"write a fighter and its player as 'red 2: archer', got {text!r}")
        fighters[find_fighter(scenario, label)] = name
    of_sides = getattr(scenario, "agents", None)
    newcomers = [named[side] or getattr(of_sides, side, None) or best for side in SIDES]
    *agents, red_agent, blue_agent = load_crew([*fighters, *newcomers], system)
    return Encounter(scenario, agents, {"red": red_agent, "blue": blue_agent}), names.note(why)
