"""Battles at their deployment, with loaded dice."""

from __future__ import annotations

import numpy as np

from quintain.envs.core.engine.dice import below, load_dice, loaded_left, seed_rng_states
from quintain.envs.mythic_epoch import deploy as deployment
from quintain.envs.mythic_epoch.scenario import Scenario, make_template
from quintain.envs.mythic_epoch.state import BATTLE

REST = 0  # a Recover Stamina pool that gives back all with endurance 5 (M44, RM5)


def deploy(red, blue, faces, **more):
    """Deploy with loaded dice; a fighter is its agility, or a mapping for the scenario."""

    def seat(fighter, x, y):
        person = fighter if isinstance(fighter, dict) else {"skills": {"agility": fighter}}
        return {"fighter": {"base": "brawler", **person}, "at": [x, y]}

    scenario = Scenario.model_validate(
        {
            "title": "Test",
            "map": "\n".join(["." * 12] * 8),
            "red": [seat(one, 1, y) for y, one in enumerate(red)],
            "blue": [seat(one, 9, y) for y, one in enumerate(blue)],
            **more,
        }
    )
    battles = np.zeros(1, BATTLE)
    battles["dice"] = seed_rng_states(0, 1)
    battle = battles[0]
    before = battle.dice.copy()
    load_dice(battle, faces)
    deployment.deploy(battle, make_template(scenario)[0])
    assert loaded_left(battle) == []
    # Drawing and placing take one draw each for every fighter; initiative takes loaded dice only.
    seated = np.zeros(1, BATTLE)[0]
    seated.dice[:] = before
    for _ in range(2 * battle.num_fighters):
        below(seated.dice, 1)
    assert (battle.dice == seated.dice).all(), "more dice were rolled than were loaded"
    return battle
