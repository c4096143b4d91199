"""Battles for the tests of agents: positions that are set up by hand, and random states.

``table(red=..., blue=..., map=...)`` is a battle with a given position: a fighter is a dict with
``hand``, ``armour``, ``carried``, ``at``, ``status``, skills by name, and any field of the record.
The default fighter has a sword, every skill at 5 and agility 4.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import quintain.agents  # noqa: F401  it registers the heuristics
from quintain.agents.base import HeuristicAgent
from quintain.envs.core.engine.dice import load_dice, seed_rng_states
from quintain.envs.core.engine.loops import advance_active, show_battles
from quintain.envs.core.engine.system import get_system
from quintain.envs.mythic_epoch.deploy import deploy
from quintain.envs.mythic_epoch.enums import (
    Status,
)
from quintain.envs.mythic_epoch.scenario import Scenario, make_template
from quintain.envs.mythic_epoch.state import BATTLE
from quintain.envs.mythic_epoch.tables import (
    SKILL_NAMES,
)

SKILLS = {**dict.fromkeys(SKILL_NAMES, 5), "agility": 4}
SYSTEM = get_system("mythic_epoch")


def seat(fighter: dict, at: tuple[int, int]) -> dict:
    """The seat of the scenario for a fighter in the tests' form."""
    skills = {name: fighter.get(name, rating) for name, rating in SKILLS.items()}
    person = {"base": "brawler", "hand": fighter.get("hand", "sword"), "skills": skills}
    person |= {key: fighter[key] for key in ("armour", "carried") if key in fighter}
    status = fighter.get("status", "on_guard")
    return {"fighter": person, "at": list(fighter.get("at", at)), "status": status}


class Table:
    """One battle, its deciding fighter's observation and mask, and the choices of heuristics."""

    def __init__(self, red: list[dict], blue: list[dict], rows: str) -> None:
        """Deploy the fighters, red first in initiative."""
        scenario = Scenario.model_validate(
            {
                "title": "Test",
                "description": "Test.",
                "map": rows,
                "red": [seat(one, (4, 3 + place)) for place, one in enumerate(red)],
                "blue": [seat(one, (5, 3 + place)) for place, one in enumerate(blue)],
            }
        )
        self.battles = np.zeros(1, BATTLE)
        self.battles["dice"] = seed_rng_states(0, 1)
        self.battle = self.battles[0]
        load_dice(self.battle, [120 - 10 * number for number in range(len(red) + len(blue))])
        deploy(self.battle, make_template(scenario)[0])
        fields = BATTLE["fighters"].base.names
        for number, one in enumerate((*red, *blue)):
            for key in {*one} & {*fields} - {"status", "hand", "armour", "carried"}:
                setattr(self.battle.fighters[number], key, one[key])
        self.max_side = int(self.battle.max_side)
        self.show()

    def show(self) -> None:
        """Observe the current decision."""
        actions = SYSTEM.num_actions(self.max_side)
        length = SYSTEM.observation_layout(self.max_side).length
        self.masks = np.zeros((1, actions), np.bool_)
        self.observations = np.zeros((1, length), np.float32)
        to_act, side = np.zeros(1, np.int8), np.zeros(1, np.int8)
        show_battles(self.battles, self.observations, self.masks, to_act, side)

    def hold(self, status: str) -> Table:
        """Bind or grapple red_0 and blue_0; ``pinned`` pins blue_0."""
        one, other = self.battle.fighters[0], self.battle.fighters[int(self.battle.side_size[0])]
        one.partner, other.partner = int(self.battle.side_size[0]), 0
        other.status = Status[status.upper()]
        one.status = Status.GRAPPLED if status == "pinned" else other.status
        self.show()
        return self

    def act(self, verb: str, target: int | None = None) -> Table:
        """Take a legal action."""
        action = SYSTEM.encode({"verb": verb, "target": target}, self.max_side)
        assert self.masks[0, action], f"{verb} is illegal"
        advance_active(self.battles, np.array([action]), np.ones(1, np.bool_))
        self.show()
        return self

    def choice(self, name: str, seed: int = 0) -> tuple[str, int | None]:
        """The choice of a heuristic: verb and target slot."""
        agent = HeuristicAgent(name, SYSTEM, seed)
        agent.watch(self.battles)
        actions, _ = agent.predict(self.observations, action_masks=self.masks)
        choice = SYSTEM.decode(int(actions[0]), self.max_side)
        return choice["verb"], choice["target"]

    def verb(self, name: str, seed: int = 0) -> str:
        """The verb of a heuristic's choice."""
        return self.choice(name, seed)[0]

    def verbs(self, name: str, tries: int = 40) -> set[str]:
        """The verbs that a heuristic chooses with different random numbers."""
        return {self.verb(name, seed) for seed in range(tries)}


@pytest.fixture
def table() -> Callable[..., Table]:
    """Set up a battle: see the top of this file."""

    def build(red: list[dict] | None = None, blue: list[dict] | None = None, **kw: str) -> Table:
        return Table(red or [{}], blue or [{}], kw.get("map") or "\n".join(["." * 32] * 16))

    return build


class Walk:
    """Copies of random states with all arrays that an agent needs."""

    def __init__(self, scenario: str, count: int, seed: int, steps: int, system: str) -> None:
        """Take a number of random decisions in each battle."""
        from quintain.envs.core.adapters.vector import BattleVector

        vector = BattleVector(system, count, scenario, seed=seed)
        generator = np.random.default_rng(seed)
        for _ in range(steps):
            scores = generator.random(vector.action_masks.shape)
            vector.step(np.argmax(np.where(vector.action_masks, scores, -1), axis=1))
        self.battles = vector.battles.copy()
        self.masks = vector.action_masks.copy()
        self.observations = vector.observations.copy()
        self.rng_state = seed_rng_states(seed + 1, count)


@pytest.fixture(scope="session")
def walk() -> Callable[..., Walk]:
    """``walk(scenario, count, seed, steps)``: states after `steps` random decisions."""

    def build(
        scenario: str,
        count: int = 64,
        seed: int = 0,
        steps: int = 30,
        system: str = "mythic_epoch",
    ) -> Walk:
        return Walk(scenario, count, seed, steps, system)

    return build
