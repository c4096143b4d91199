"""The agent of each fighter: the command line's, else the scenario file's, else the usual one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..agents.registry import scenario_agents
from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.system import System
from ..envs.core.scenarios.labels import fighter_labels, shown_labels
from ..envs.core.text.narration import listed
from .common import load_agent


class Names(NamedTuple):
    """The names of the agents of a battle.

    Attributes:
        fighters: of each fighter's agent, red first.
        written: the labels of the fighters whose agent the file names, by agent.
        silent: the usual agents of the sides that nobody names, by side.
    """

    fighters: list[str]
    written: dict[str, list[str]]
    silent: dict[str, str]

    def of_side(self, scenario: Any, side: str) -> str:
        """The names of a side's agents, each once, in the order of its fighters."""
        red = len(scenario.red)
        mine = self.fighters[:red] if side == "red" else self.fighters[red:]
        return ", ".join(dict.fromkeys(mine))

    def note(self, why: str = "", see: str = "") -> str:
        """A sentence on the choices of the file, and one on those that nobody has made.

        Args:
            why: the reason for the usual agents: `the best of Heimr's simple characters`.
            see: the option that names agents; by default those of the silent sides, `--red`.
        """
        parts = [f"{name} plays {listed(whom)}" for name, whom in self.written.items()]
        note = [f"The file says who plays: {'; '.join(parts)}."] if parts else []
        if self.silent:
            whom = "both sides" if len(self.silent) == 2 else next(iter(self.silent))
            see = see or " and ".join(f"--{side}" for side in self.silent)
            who = listed(list(dict.fromkeys(self.silent.values())))
            rest = f"the other fighters of {whom}" if parts else whom
            reason = f", {why}" if why else ""
            note.append(f"You named nobody for {rest}: {who} plays{reason}; see {see}.")
        return " ".join(note)


def names_for(
    system: System, scenario: Any, named: Mapping[str, str], usual: Mapping[str, str]
) -> Names:
    """The name of each fighter's agent.

    Args:
        system: the system.
        scenario: a validated scenario.
        named: the agents of the sides on the command line, by side; empty where there is none.
        usual: the agents of the sides that nobody names.

    Raises:
        ValueError: the scenario names an agent that it cannot; the sentence says where.
    """
    in_file, labels = scenario_agents(scenario, system), fighter_labels(scenario)
    sides = [side for side in SIDES for _ in getattr(scenario, side)]
    found = Names([], {}, {})
    for side, own, label in zip(sides, in_file, labels, strict=True):
        found.fighters.append(named[side] or own or usual[side])
        if not named[side] and own:
            found.written.setdefault(own, []).append(label)
        elif not named[side]:
            found.silent[side] = usual[side]
    return found


def who_plays(scenario: Any, agents: Mapping[int, Any]) -> str:
    """A sentence for each player of a table: `You play red: Aldric. warlord plays blue: blue 1.`.

    Args:
        scenario: a validated scenario.
        agents: by the number of the fighter; a person plays the others.
    """
    whose: dict[tuple[str, str], list[str]] = {}
    sides = [side for side in SIDES for _ in getattr(scenario, side)]
    for number, (side, label) in enumerate(zip(sides, shown_labels(scenario), strict=True)):
        agent = agents.get(number)
        player = f"{agent.name} plays" if agent is not None else "You play"
        whose.setdefault((player, side), []).append(label)
    return " ".join(f"{player} {side}: {listed(whom)}." for (player, side), whom in whose.items())


def load_crew(names: list[str], system: System) -> list[Any]:
    """The agent of each fighter; fighters with the same name share one."""
    loaded = {name: load_agent(name, system) for name in dict.fromkeys(names)}
    return [loaded[name] for name in names]
