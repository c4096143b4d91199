"""Stamina, exhaustion and strain (D11 to D14, D24, RD5 to RD7)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Life,
)
from quintain.envs.martial.rules import stamina
from quintain.envs.martial.rules.injuries import bodies

pytestmark = pytest.mark.interpreted

PLAIN = {"held": [], "armour": "none", "trained": []}


@pytest.fixture
def one(battle_of):
    """A battle in which red_0 is as said."""
    return lambda **said: battle_of([{**PLAIN, **said}])


def pools(battle, fighter=0):
    """Stamina and exhaustion of a fighter."""
    one = battle.fighters[fighter]
    return int(one.stamina), int(one.exhaustion)


# --- The pools (D11, D12, D14, RD5, RD7) ----------------------------------------------------------


@pytest.mark.rule("D11", "RD5")
@pytest.mark.parametrize(
    ("constitution", "level", "training", "points"),
    [
        (2, 3, 0, 16),
        (2, 3, 7, 23),
        (0, 10, 0, 10),
        (4, 10, 0, 50),
        (-1, 8, 0, 2),
        (-1, 9, 0, 1),
        (-1, 10, 0, 1),  # 0: never below 1
        (-1, 10, 5, 5),
    ],
)
def test_RD5_the_full_pool(one, constitution, level, training, points):
    battle = one(constitution=constitution, level=level, training=training)
    assert battle.fighters[0].max_stamina == battle.fighters[0].stamina == points


@pytest.mark.rule("RD7", "D12")
@pytest.mark.parametrize(("constitution", "points"), [(-1, 4), (0, 5), (4, 9)])
def test_RD7_the_exhaustion_pool(one, constitution, points):
    assert pools(one(constitution=constitution))[1] == points


@pytest.mark.rule("D14", "D19")
def test_D14_without_constitution_there_are_no_pools(one):
    battle = one(body="skeleton", constitution=0, training=10)
    assert pools(battle) == (0, 0)
    assert not stamina.can_spend(battle.fighters[0], 1)
    assert not bodies.is_exhausted(battle.fighters[0])
    stamina.lose(battle, 0, 5)
    assert pools(battle) == (0, 0)
    assert battle.fighters[0].life == Life.ALIVE


# --- Losing points (D12, D13, RD7) ----------------------------------------------------------------


@pytest.mark.rule("D12", "RD7")
@pytest.mark.parametrize(
    ("lost", "left", "exhausted", "life"),
    [
        (2, (1, 7), False, Life.ALIVE),
        (3, (0, 7), True, Life.ALIVE),
        (4, (0, 6), True, Life.ALIVE),
        (9, (0, 1), True, Life.ALIVE),
        (10, (0, 0), True, Life.EXHAUSTION),
        (60, (0, 0), True, Life.EXHAUSTION),
    ],
)
def test_RD7_what_is_beyond_0_comes_off_the_exhaustion_pool(
    one, events, lost, left, exhausted, life
):
    battle = one(stamina=3)
    stamina.lose(battle, 0, lost)
    assert pools(battle) == left
    assert bodies.is_exhausted(battle.fighters[0]) == exhausted
    assert battle.fighters[0].life == life
    assert battle.fighters[0].prone == (life == Life.EXHAUSTION)
    assert bool(events(battle, "exhausted")) == exhausted
    assert [event[3] for event in events(battle, "falls")] == [life] * (life != Life.ALIVE)


@pytest.mark.rule("RD7")
def test_RD7_exhausted_is_told_once(one, events):
    battle = one(stamina=1)
    for _ in range(3):
        stamina.lose(battle, 0, 1)
    assert pools(battle) == (0, 5)
    assert len(events(battle, "exhausted")) == 1


@pytest.mark.rule("RD7", "D29")
def test_RD7_who_falls_of_exhaustion_aloft_falls_to_the_ground(one):
    battle = one(body="sprite", flying=True, stamina=0, exhaustion=1)
    stamina.spend(battle, 0, 1)
    assert battle.fighters[0].life == Life.EXHAUSTION
    assert not battle.fighters[0].flying
    assert battle.fighters[0].prone


@pytest.mark.rule("RD7", "RD49")
def test_RD7_who_was_knocked_out_stays_so_when_the_pool_is_gone(one, events):
    battle = one(stamina=0, exhaustion=1, life=Life.KNOCKED_OUT)
    stamina.lose(battle, 0, 4)
    assert battle.fighters[0].life == Life.KNOCKED_OUT
    assert events(battle, "falls") == []


@pytest.mark.rule("D13", "RD7")
@pytest.mark.parametrize(
    ("left", "points", "can"),
    [
        ((1, 7), 1, True),
        ((0, 1), 1, True),  # from the Exhaustion pool
        ((2, 1), 3, True),
        ((2, 1), 4, False),
        ((0, 0), 1, False),
    ],
)
def test_RD7_stamina_actions_may_be_paid_from_both_pools(one, left, points, can):
    battle = one(stamina=left[0], exhaustion=left[1])
    assert stamina.can_spend(battle.fighters[0], points) == can


@pytest.mark.rule("D13", "RD7")
def test_D13_a_cost_is_paid_like_a_loss(one):
    battle = one(stamina=2)
    stamina.spend(battle, 0, 3)
    assert pools(battle) == (0, 6)


# --- Strain (D24, RD6) ----------------------------------------------------------------------------


@pytest.mark.rule("D24", "RD6")
@pytest.mark.parametrize("points", [1, 2, 5])
def test_RD6_each_point_of_strain_costs_2_stamina(one, events, points):
    battle = one()
    stamina.strain(battle, 1, 0, points)
    assert battle.fighters[0].strain == points
    assert pools(battle) == (16 - 2 * points, 7)
    assert events(battle) == [("strain", 1, 0, 7, points, 16)]


@pytest.mark.rule("D24", "RD6")
def test_D24_strain_adds_up(one):
    battle = one()
    for _ in range(3):
        stamina.strain(battle, 1, 0, 1)
    assert battle.fighters[0].strain == 3
    assert pools(battle) == (10, 7)


@pytest.mark.rule("D24", "RD6")
def test_RD6_strain_exhausts_and_fells(one):
    battle = one(stamina=3)
    stamina.strain(battle, 1, 0, 2)
    assert pools(battle) == (0, 6)
    stamina.strain(battle, 1, 0, 3)
    assert battle.fighters[0].life == Life.EXHAUSTION


@pytest.mark.rule("RD6", "RD34", "D14")
def test_RD34_strain_does_nothing_without_constitution(one, events):
    battle = one(body="skeleton", constitution=0)
    stamina.strain(battle, 1, 0, 3)
    assert battle.fighters[0].strain == 0
    assert events(battle) == []
