"""The command `watch`: one battle, narrated."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.text import Text

from ..agents.base import simplest, strongest
from ..agents.npc import best_released
from ..envs.core.engine.battle import MAX_ROUNDS, SIDES
from ..envs.core.engine.system import System
from ..envs.core.inputs.files import write_file
from ..envs.core.inputs.plain_text import clean
from ..envs.core.rendering.render import SIGN_GAP, ansi, explain_signs, svg
from ..envs.core.session import replay as replays
from ..envs.core.session.agent_query import longest_memory, query_in_match
from ..envs.core.session.battle_view import rounds_of
from ..envs.core.session.match import Match
from ..envs.core.session.opening import narrate_opening
from ..envs.core.session.state_file import write_state
from ..evaluation.odds import side_choices
from .common import ENDINGS, check_room, compiling, console, notes, split_scenario
from .crew import load_crew, names_for
from .terminal import has_colour

Line = tuple[str, tuple[str, ...]]


@dataclass
class Story:
    """A narrated battle."""

    match: Match
    players: dict[str, str]
    lines: list[Line] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The sentences with their rows, and the result."""
        return {
            "players": self.players,
            "lines": [{"text": text, "rows": list(rows)} for text, rows in self.lines],
            "winner": self.match.winner,
            "ending": self.match.ending,
            "rounds": int(rounds_of(self.match.battle)),
            "decisions": int(self.match.battle.decisions),
        }


def watch(
    name: str, agents: str, seed: int, *, rows: bool, maps: bool, live: bool, rounds: int = 0
) -> Story:
    """Play and narrate one battle, or its first `rounds` if not 0; the first agent is red."""
    system, scenario = split_scenario(name)
    players, names = players_of(system, scenario, agents)
    check_room(players, system, scenario)
    match, trial = (match_of(system, scenario, players, log) for log in (True, False))
    with compiling(system):
        try_once(trial, players_of(system, scenario, agents, is_quiet=True)[0])
    match.reset(seed)
    story = Story(match, names)
    report = LiveReport(story, rows=rows, maps=maps, live=live)
    report.title(f"{match.scenarios[0].title}: {names['red']} (red) against {names['blue']}")
    report.narrate(narrate_opening(match))
    last = int(match.battle.round_number) + (rounds or MAX_ROUNDS)
    while not match.is_over and int(match.battle.round_number) < last:
        match.step(query_in_match(players[match.to_act], match)[0])
        report.narrate()
    report.draw()
    return story


def players_of(
    system: System, name: str, agents: str, is_quiet: bool = False
) -> tuple[list[Any], dict[str, str]]:
    """The agent of each fighter, red first, and the names of those of each side.

    Args:
        system: the system.
        name: of the scenario.
        agents: red's agent and blue's, separated by a comma; empty for those of the scenario file
            and the usual ones.
        is_quiet: whether not to print who plays silently.

    Raises:
        ValueError: there are not two agents, or the file names one that it cannot.
    """
    scenario = system.load_scenario(name)
    given = [one.strip() for one in agents.split(",") if one.strip()]
    if agents and len(given) != 2:
        raise ValueError(f"give two agents, one for red and one for blue, got {agents!r}")
    named = dict(zip(SIDES, given or ["", ""], strict=True))
    usual = dict(zip(SIDES, usual_agents(system, name).split(","), strict=True))
    found = names_for(system, scenario, named, usual)
    names: dict[str, str] = {side: found.of_side(scenario, side) for side in SIDES}
    if not given and not is_quiet:
        told = f"You named no agents: {names['red']} plays red, {names['blue']} plays blue; see "
        notes.print(found.note(see="--agents") if found.written else f"{told}--agents.")
    return load_crew(found.fighters, system), names


def match_of(system: System, scenario: str, players: list[Any], log: bool) -> Match:
    """A match for the agents of its fighters."""
    red = len(system.load_scenario(scenario).red)
    return Match(
        system,
        scenario,
        max_side=max(getattr(player, "max_side", 0) for player in players),
        log=log,
        choices=(side_choices(players[:red], "red"), side_choices(players[red:], "blue")),
        memory=longest_memory(0, *players),
    )


def usual_agents(system: System, scenario: str) -> str:
    """The default agents: the released NPC that fits, and the strongest heuristic."""
    model = system.load_scenario(scenario)
    released = best_released(system.name, len(model.red), len(model.blue), scenario)
    if released is not None:
        return f"{released},{strongest(system)}"
    return f"{strongest(system)},{simplest(system)}"


def try_once(match: Match, players: list[Any]) -> None:
    """Compile the code that a battle between these agents needs."""
    match.reset(0)
    for player in {id(one): one for one in players}.values():
        action, _ = query_in_match(player, match)
    match.step(action)


class LiveReport:
    """Prints a battle while it is played: sentences, and a map when a round begins."""

    def __init__(self, story: Story, *, rows: bool, maps: bool, live: bool) -> None:
        """Narrate `story`; with `live` print each sentence at once."""
        self.story, self.rows, self.maps, self.live = story, rows, maps, live
        self.round, self.signs = -1, {""}

    def title(self, text: str) -> None:
        """Print a heading."""
        if self.live and len(text) + 4 < console.width:
            console.rule(clean(text))
        elif self.live:  # a ruled line would cut the text
            console.print(Text(clean(text), style="bold"))

    def narrate(self, lines: list[Line] | None = None) -> None:
        """Narrate a step: some sentences, or those of the events since the last decision."""
        match = self.story.match
        is_opening = self.round < 0
        if is_opening:
            self.draw_round()
        for text, rows in match.narrate() if lines is None else lines:
            self.story.lines.append((text, rows))
            if self.live:
                note = f"  ({', '.join(rows)})" if self.rows and rows else ""
                console.print(Text(text).append(note, style="dim"))
        if not is_opening:
            self.draw_round()

    def draw_round(self) -> None:
        """Draw the map if a round has begun, in the state that the sentences have reached."""
        match = self.story.match
        if self.maps and int(match.battle.round_number) != self.round and not match.is_over:
            self.round = int(match.battle.round_number)
            self.draw()

    def draw(self) -> None:
        """Draw the map."""
        if self.maps and self.live:
            scene = self.story.match.system.scene(self.story.match.battle)
            print(ansi(scene, color=has_colour(console)))
            signs = {*explain_signs(scene).split(SIGN_GAP)}
            if signs - self.signs:
                self.signs |= signs
                console.print(Text(f"{explain_signs(scene)}\n"))


def keep(story: Story, save: Path | None, picture: Path | None) -> None:
    """Write the file and the picture, if their paths are given.

    A file that ends in `.yaml` is a scenario that begins where the battle stands, any other one a
    replay.
    """
    if save is not None and save.suffix in ENDINGS:
        notes.print(write_state(story.match, save))
    elif save is not None:
        replays.save(replays.record(story.match, story.players), save)
    if picture is not None:
        write_file(picture, svg(story.match.system.scene(story.match.battle)))
