"""The command line."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Annotated, Literal, NoReturn

from ..envs.core.inputs.arguments import how_to_install, said
from . import INTERRUPTED

MISSING = f"the command line needs more packages: {how_to_install('cli')}"
UNREAD = 1
"""The exit status if the reader closes the pipe before the end of the output."""
MOST_MINUTES = 10_000_000

try:
    import typer
    from rich.text import Text
except ImportError:
    sys.exit(MISSING)

# These need the packages above.
from .. import __version__  # noqa: E402
from ..envs.core.engine.battle import MAX_ROUNDS, MAX_SIDE  # noqa: E402
from ..envs.core.inputs.files import write_file  # noqa: E402
from ..evaluation.advice import BATTLES  # noqa: E402
from ..evaluation.executors.processes import MOST_WORKERS  # noqa: E402
from . import (  # noqa: E402
    advice_command,
    battle_commands,
    card_command,
    compare_command,
    compiling,
    evaluate,
    exploit_command,
    held_out_command,
    league_command,
    learn,
    lookup,
    npcs,
    observations,
    odds_commands,
    play_command,
    replay_command,
    report_command,
    score_command,
    screen_command,
    table_command,
    tactics_command,
    tournament_command,
)
from .common import check_folder, notes, say  # noqa: E402
from .options import (  # noqa: E402
    MOST_BATTLES,
    Address,
    Agents,
    Battles,
    Json,
    Scenario,
    Seed,
    finite,
)
from .terminal import finish_streams, give_up_output, prepare_streams  # noqa: E402
from .usage import Commands  # noqa: E402

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
SystemName = Annotated[str, typer.Argument(help="A system, as `systems` lists them: martial")]


def main() -> None:
    """Run the command line; a user's mistake ends in one sentence."""
    prepare_streams()
    try:
        try:
            app()
        finally:
            finish_streams()
    except BrokenPipeError:  # the reader of the output has closed the pipe
        give_up_output()
        raise SystemExit(UNREAD) from None
    except (ValueError, KeyError, OSError, ImportError) as error:
        refuse(error)
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


def refuse(error: Exception) -> NoReturn:
    """Print in one sentence why a command cannot run, and exit."""
    with contextlib.suppress(OSError):
        notes.print(Text("quintain: ", style="bold red").append(said(error), style="default"))
    raise SystemExit(2) from None


def print_version(is_asked: bool) -> None:
    """Print the version and exit."""
    if is_asked:
        print(__version__)
        raise typer.Exit


@app.callback()
def quintain(
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Tabletop combat systems as environments: watch, compare and train agents."""


@app.command()
def systems(as_json: Json = False) -> None:
    """List the systems and their scenarios."""
    say(as_json, lookup.systems(), lookup.print_systems)


@app.command()
def show(
    scenario: Scenario,
    as_json: Json = False,
    seed: Seed = 0,
    observation: Annotated[
        bool, typer.Option("--observation", help="Show what the deciding fighter observes.")
    ] = False,
    with_zeros: Annotated[
        bool, typer.Option("--all", help="With --observation, also show the zeros.")
    ] = False,
    decisions: Annotated[
        int,
        typer.Option(help="With --observation, take random decisions first.", min=0, max=10_000),
    ] = 0,
    picture: Annotated[
        Path | None, typer.Option("--svg", help="Write the beginning as a picture.")
    ] = None,
) -> None:
    """Show a scenario: its fighters, their arms, skills and positions, or an observation."""
    check_folder(picture)
    if picture is not None:
        write_file(picture, lookup.picture(scenario, seed))
    if not observation:
        if with_zeros or decisions:
            raise typer.BadParameter("--all and --decisions need --observation.")
        say(as_json, lookup.scenario(scenario, seed), lookup.print_scenario)
        return
    found = observations.show_observation(scenario, seed, decisions, with_zeros)
    if as_json:
        found = observations.to_json(found)
    say(as_json, found, observations.print_observation)


@app.command()
def new(
    system: SystemName,
    red: Annotated[int, typer.Option(help="Fighters of red.", min=1, max=MAX_SIDE)] = 3,
    blue: Annotated[int, typer.Option(help="Fighters of blue.", min=1, max=MAX_SIDE)] = 3,
    out: Annotated[Path | None, typer.Option(help="Write a new file instead of printing.")] = None,
) -> None:
    """Begin a scenario of your own: a file with every legal key and name as comments."""
    text = lookup.blank_scenario(system, red, blue)
    if out is None:
        print(text, end="")
        return
    check_folder(out)
    if out.exists():
        raise FileExistsError(f"cannot write {out}: it exists; give another name")
    write_file(out, text)


@app.command()
def check(scenario: Scenario, as_json: Json = False, seed: Seed = 0) -> None:
    """Check a scenario file and draw its beginning, or say in a sentence each what is wrong."""
    say(as_json, lookup.checked(scenario, seed), lookup.print_checked)


@app.command()
def rules(
    system: SystemName,
    as_json: Json = False,
    rows: Annotated[bool, typer.Option("--rows", help="List the rows.")] = False,
) -> None:
    """Count the rulebook's rows: implemented, tested, omitted; with --rows list them."""
    say(as_json, lookup.rules(system, rows), lookup.print_rules)


@app.command()
def agents(system: SystemName, as_json: Json = False) -> None:
    """List the agents of a system."""
    say(as_json, lookup.agents(system), lookup.print_agents)


@app.command()
def watch(
    scenario: Scenario,
    agents: Agents = "",
    seed: Seed = 0,
    rows: Annotated[bool, typer.Option("--rows", help="Name the rows of the rules.")] = False,
    maps: Annotated[bool, typer.Option(help="Draw the map at each round.")] = True,
    save: Annotated[
        Path | None,
        typer.Option(help="Write a replay; a name in .yaml saves where the battle stands."),
    ] = None,
    rounds: Annotated[
        int, typer.Option(help="Rounds to watch; 0 plays to the end.", min=0, max=MAX_ROUNDS)
    ] = 0,
    svg: Annotated[Path | None, typer.Option(help="Write the last scene as a picture.")] = None,
    as_json: Json = False,
) -> None:
    """Watch a battle in plain English; give red's agent, then blue's.

    Without agents, the released NPC of the scenario fights the strongest heuristic.
    """
    check_folder(save)
    check_folder(svg)
    story = battle_commands.watch(
        scenario,
        agents,
        seed,
        rounds=rounds,
        rows=rows,
        maps=maps and not as_json,
        live=not as_json,
    )
    battle_commands.keep(story, save, svg)
    say(as_json, story.to_json(), lambda _: None)


app.command()(replay_command.replay)
app.command()(odds_commands.odds)
app.command()(play_command.play)
app.command()(table_command.table)
app.command()(card_command.card)
app.command()(screen_command.screen)
app.command()(score_command.score)
app.command()(report_command.report)
app.command("held-out")(held_out_command.held_out)
app.command()(tactics_command.tactics)
app.command()(exploit_command.exploit)
app.command("compare")(compare_command.compare_equipment)
app.command()(tournament_command.tournament)


@app.command()
def train(
    config: Annotated[Path, typer.Argument(help="A YAML file, or a config: mythic_epoch/duel")],
    steps: Annotated[
        int | None, typer.Option(help="Decisions to learn from, in all.", min=1, max=10**12)
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="Time to learn, in all.", min=0, max=MOST_MINUTES, callback=finite),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed, instead of the config's.", min=0, max=2**32 - 1)
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the run; by default runs/ and the config's name.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume from the last checkpoint and its config.")
    ] = False,
    workers: Annotated[
        int,
        typer.Option(
            help="With --on ray: processes that play the battles; 0 is all but one processor.",
            min=0,
            max=MOST_WORKERS,
        ),
    ] = 0,
    on: Annotated[
        Literal["here", "ray"], typer.Option(help="Train with RLlib on a Ray cluster.")
    ] = "here",
    address: Address = "",
) -> None:
    """Train an agent by self-play and against the baselines."""
    if workers and on != "ray":
        raise ValueError("train plays in one process: --workers needs --on ray")
    learn.train(config, steps, minutes, out, resume, on, address, workers, seed)


app.command()(league_command.league)


@app.command()
def export(
    run: Annotated[Path, typer.Argument(help="Folder of the run, runs/x.")],
    out: Annotated[Path, typer.Option(help="The NPC file, captain.npc.")],
    name: Annotated[
        str | None, typer.Option(help="Name of the NPC; by default the file's name.")
    ] = None,
    battles: Battles = 1000,
    licence: Annotated[str, typer.Option(help="Licence for passing the file on.")] = "MIT",
) -> None:
    """Write a trained agent as an NPC file: measured, proved, without code."""
    npcs.export(run, out, name, battles, licence)


@app.command()
def advise(
    agent: Annotated[
        str,
        typer.Argument(help="The adviser, any agent; leave it out for the usual NPC."),
    ],
    battle: Annotated[
        str,
        typer.Argument(help="SYSTEM/SCENARIO, a scenario file, a replay, or a file of get_state."),
    ] = "",
    seed: Seed = 0,
    step: Annotated[
        int | None, typer.Option(help="Number of the replay's decision, from 1.", min=1)
    ] = None,
    fighter: Annotated[
        str | None,
        typer.Option(help="The fighter to advise, 'blue 2'; by default the one who decides."),
    ] = None,
    odds: Annotated[
        int,
        typer.Option(
            help="Battles played on from each choice, by the strongest heuristic; 0 for none.",
            min=0,
            max=MOST_BATTLES,
        ),
    ] = BATTLES,
    sees: Annotated[bool, typer.Option(help="Also show its observation, a long table.")] = False,
    as_json: Json = False,
) -> None:
    """Say what an agent would do now, what comes of it, and its other choices."""
    found, match = advice_command.give_advice(agent, battle, seed, step, odds, fighter)
    say(as_json, found.to_json(), lambda _: advice_command.print_advice(found, match, sees))


@app.command()
def inspect(
    npc: Annotated[str, typer.Argument(help="An NPC file, or the name of a released one.")],
    as_json: Json = False,
) -> None:
    """Show an NPC file's card and manifest: strengths, weaknesses, training."""
    say(as_json, npcs.inspect(npc), npcs.print_inspected)


@app.command()
def bench(
    scenario: Annotated[str, typer.Argument(help="SYSTEM/SCENARIO")] = "mythic_epoch/skirmish",
    seconds: Annotated[
        float,
        typer.Option(help="CPU seconds for each layer.", min=0.1, max=3600, callback=finite),
    ] = 2.0,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print as in docs/speed.md.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure the speed of every layer, with a yardstick and a checksum.

    It also compiles the system once without the cache, which takes a minute.
    """
    show = evaluate.print_markdown if markdown else evaluate.print_bench
    say(as_json, evaluate.bench(scenario, seconds, quiet=as_json or markdown), show)


@app.command(name="compile")
def compile_(
    systems: Annotated[
        list[str] | None, typer.Argument(help="Names of systems; all if you give none.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Compile all systems, as without names.")
    ] = False,
    processes: Annotated[
        int, typer.Option(help="Processes that share a single system.", min=1, max=2)
    ] = 2,
) -> None:
    """Compile the rules now, for an image or a classroom, so that later runs start at once."""
    if every and systems:
        raise ValueError(f"--all compiles all systems: leave out {', '.join(systems)}")
    compiling.compile_systems(systems or [], processes)


@app.command()
def demo(
    minutes: Annotated[
        float, typer.Option(help="Time to learn.", min=0.05, max=MOST_MINUTES, callback=finite)
    ] = 2.0,
    battles: Annotated[
        int, typer.Option(help="Battles with each baseline.", min=2, max=MOST_BATTLES)
    ] = 2000,
    out: Annotated[Path | None, typer.Option(help="Folder of the run.")] = None,
) -> None:
    """Train on the Mythic Epoch duel, fight every baseline, and watch one battle."""
    learn.demo(minutes, battles, out)


if __name__ == "__main__":
    main()
