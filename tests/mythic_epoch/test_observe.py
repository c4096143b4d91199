"""Observations: the numbers are what the layout says, and nothing hidden shows."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.system import get_system
from quintain.envs.mythic_epoch.enums import (
    Act,
    Skill,
    Window,
)
from quintain.envs.mythic_epoch.rules.checks import damage_points

pytestmark = pytest.mark.interpreted

SYSTEM = get_system("mythic_epoch")


def play_on(scenario: str, steps: int, seed: int, battles: int = 4):
    """Vectors after each of `steps` random decisions."""
    rng = np.random.default_rng(seed)
    vector = BattleVector(SYSTEM, battles, scenario, seed=seed)
    for _ in range(steps):
        scores = rng.random(vector.action_masks.shape) * vector.action_masks
        vector.step(scores.argmax(axis=1))
        yield vector


def observe(battle, fighter: int, length: int) -> np.ndarray:
    out = np.zeros(length, np.float32)
    SYSTEM.observe(battle, fighter, out)
    return out


@pytest.mark.compiled
@pytest.mark.parametrize("scenario", ["duel", "skirmish"])
def test_pieces_are_what_they_say(scenario):
    """Pieces agree with what the test computes from the record."""
    for vector in play_on(scenario, 40, 2):
        where = vector.layout.slices()
        for index in range(vector.num_envs):
            battle, seen = vector.battles[index], vector.observations[index]
            me = battle.fighters[vector.to_act[index]]
            assert seen[where["own.action_points"]] == pytest.approx(me.action_points / 12)
            assert seen[where["own.damage_left"]] == pytest.approx(
                1 - me.damage / damage_points(me), abs=1e-6
            )
            assert seen[where["own.status"]].argmax() == me.status
            assert seen[where["own.endurance"]] == pytest.approx(me.skills[Skill.ENDURANCE] / 10)
            assert seen[where["window.window"]].argmax() == battle.window - 1
            assert seen[where["window.round"]] == pytest.approx(
                battle.round_number / battle.round_limit
            )


@pytest.mark.rule("RM2", "RM29")
@pytest.mark.parametrize(
    ("piece", "rating"),
    [
        ("own.melee_rating", 11),
        ("own.agility_rating", 6),
        ("own.footwork_rating", 10),
        ("ally_0.melee_rating", 11),
    ],
)
def test_RM2_ratings_are_divided_by_what_the_layout_says(fight, look, piece, rating):
    battle = fight([{"swords": 10, "agility": 7, "armour": "light"}, {"swords": 10}])
    layout = SYSTEM.observation_layout(int(battle.max_side))
    (full,) = next(one.full for one in layout.pieces if one.name == piece)
    assert look(battle, 0)[piece] == pytest.approx(rating / full)


@pytest.mark.compiled
@pytest.mark.rule("XM1")
def test_XM1_feint_looks_like_a_melee_attack():
    seen = 0
    for vector in play_on("duel", 1200, 3):
        for index in range(vector.num_envs):
            battle = vector.battles[index]
            if battle.window != Window.REACTION or battle.action not in (
                Act.FEINT,
                Act.MELEE_ATTACK,
            ):
                continue
            before = observe(battle, int(battle.to_act), vector.observation_length)
            battle.action = Act.FEINT if battle.action == Act.MELEE_ATTACK else Act.MELEE_ATTACK
            after = observe(battle, int(battle.to_act), vector.observation_length)
            battle.action = Act.FEINT if battle.action == Act.MELEE_ATTACK else Act.MELEE_ATTACK
            assert (before == after).all()
            seen += 1
        if seen > 30:
            return
    raise AssertionError(f"only {seen} blows were announced")


@pytest.mark.rule("XM2")
def test_XM2_the_coming_dice_do_not_show():
    for vector in play_on("skirmish", 20, 4):
        battle = vector.battles[0]
        before = observe(battle, int(battle.to_act), vector.observation_length)
        battle.dice[0] ^= 12345
        assert (observe(battle, int(battle.to_act), vector.observation_length) == before).all()


@pytest.mark.rule("XM3")
def test_XM3_enemies_show_damage_and_endurance_in_bands_only():
    """An enemy's damage within its band, and its endurance at equal bands, change nothing."""
    vector = BattleVector(SYSTEM, 1, "duel", seed=5)
    battle = vector.battles[0]
    me = int(vector.to_act[0])
    foe = battle.fighters[1 - me]
    whole = int(damage_points(foe))
    views = []
    for damage in range(whole):
        foe.damage = damage
        views.append(observe(battle, me, vector.observation_length).tobytes())
    changes = [d for d in range(1, whole) if views[d] != views[d - 1]]
    half, near = (whole + 1) // 2, -(-3 * whole // 4)
    assert changes == [half, near]
    foe.damage = 0
    before = observe(battle, me, vector.observation_length)
    foe.skills[Skill.ENDURANCE] += 2
    foe.skills[Skill.SWORDS] += 2
    assert (observe(battle, me, vector.observation_length) == before).all()


@pytest.mark.rule("XM3")
def test_XM3_action_points_are_public():
    vector = BattleVector(SYSTEM, 1, "duel", seed=6)
    battle = vector.battles[0]
    me = int(vector.to_act[0])
    where = vector.layout.slices()["enemy_0.action_points"]
    battle.fighters[1 - me].action_points = 6
    assert observe(battle, me, vector.observation_length)[where] == pytest.approx(0.5)
