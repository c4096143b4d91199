"""The heuristics in scenes: planned Moves, and Counter-Attacks beyond reach."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.heuristics.mythic_epoch import POLICIES, answers
from quintain.envs.core.engine import system as systems
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.mythic_epoch.actions import masks, table
from quintain.envs.mythic_epoch.enums import Act
from quintain.envs.mythic_epoch.rules import movement

pytestmark = pytest.mark.interpreted


def chosen(battle, policy):
    """The action of a heuristic, which is legal."""
    mask = np.zeros(table.num_actions(int(battle.max_side)), np.bool_)
    masks.legal_action_mask(battle, mask)
    action = int(systems.choose(battle, policy, mask, seed_rng_states(0, 1)[0]))
    assert mask[action]
    return action


@pytest.mark.rule("QM2")
@pytest.mark.parametrize("policy", range(1, len(POLICIES)))
def test_QM2_a_heuristic_continues_a_plan_towards_the_nearest_enemy(fight, act, system, policy):
    battle = fight([{"at": (2, 3), "hand": "spear"}], [{"at": (6, 4)}])
    act(battle, "move_by_steps")
    while movement.is_planning(battle):
        system.advance(battle, chosen(battle, policy))
    assert battle.action == Act.MOVE
    path = list(zip(battle.path_x, battle.path_y, strict=True))[: int(battle.path_length)]
    assert path == [(3, 4), (4, 4)]


@pytest.mark.rule("RM33", "RM37")
def test_RM37_a_counter_attack_beyond_reach_is_worth_less(fight, play):
    """The mover, who sees it, may stay out of reach."""
    worth = []
    for column in (5, 6):
        battle = fight([{"at": (4, 3)}], [{"at": (column, 3)}])
        play(battle, "combat_move")
        worth.append(answers.movement_blow(battle, 1, 0, Act.COMBAT_MOVE))
    assert worth[1] == answers.STEPS_IN * worth[0]
    assert 0 < answers.STEPS_IN < 1
