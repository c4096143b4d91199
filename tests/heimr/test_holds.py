"""Holding a fighter, and the ends of a hold."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, BodyPart, Defence, Direction, Effect, Life
from quintain.envs.heimr.rules import effects
from quintain.envs.heimr.rules.characters import conditions
from quintain.envs.heimr.rules.combat_actions import climbs
from quintain.envs.heimr.rules.combat_basics import clusters
from quintain.envs.heimr.rules.defence import current_defence
from quintain.envs.heimr.rules.forced_movement import restraint
from quintain.envs.heimr.rules.health import health
from quintain.envs.heimr.state import (
    ON_OBJECT,
)

pytestmark = pytest.mark.interpreted


def grip(battle_of, part=BodyPart.LEFT_LEG, **held):
    """red_0 holds blue_0 by a body part; both had rolled a dodge."""
    dodge = {"defence": Defence.DODGE, "defence_value": 8}
    battle = battle_of(red=[{"base": "brawler", **dodge}], blue=[{**dodge, **held}])
    restraint.take_hold(battle, 0, 1, part)
    return battle


@pytest.mark.rule("RH44", "H28", "H113")
@pytest.mark.parametrize("part", [BodyPart.TORSO, BodyPart.OTHER_ARM, BodyPart.RIGHT_LEG])
def test_RH44_the_held_stays_whatever_part_is_bound(battle_of, part):
    battle = grip(battle_of, part)
    assert conditions.is_immobilised(battle.fighters[1])
    assert not conditions.is_immobilised(battle.fighters[0])
    assert conditions.is_part_bound(battle.fighters[1], part)


@pytest.mark.rule("RH44", "H112")
def test_RH44_the_held_keeps_its_defence_and_the_holder_has_none(battle_of):
    battle = grip(battle_of)
    assert battle.fighters[1].defence_value == 8
    assert battle.fighters[0].defence == Defence.NONE
    current_defence.owe_defence(battle, 0)
    assert battle.owed == 0


@pytest.mark.rule("RH44", "H115")
@pytest.mark.parametrize(
    "happens",
    [lambda it: health.lose_hp(it, 0, 1), lambda it: health.faint(it, 0),
     lambda it: effects.begin_effect(it, 0, Effect.DAZE, 2, 0),
     lambda it: effects.begin_effect(it, 0, Effect.STUMBLE, 2, 0)],
)  # fmt: skip
def test_RH44_who_loses_hp_faints_or_is_dazed_lets_go(battle_of, happens):
    battle = grip(battle_of)
    happens(battle)
    assert (battle.fighters[0].holds, battle.fighters[1].held_by) == (-1, -1)
    assert battle.fighters[1].held_part == -1


@pytest.mark.rule("RH44", "H115")
def test_RH44_a_hit_that_costs_no_hp_is_no_effect(battle_of):
    battle = grip(battle_of)
    health.lose_hp(battle, 0, 0)
    assert battle.fighters[0].holds == 1


@pytest.mark.rule("RH44", "RH38")
def test_RH44_who_drops_out_is_let_go_of(battle_of):
    battle = grip(battle_of, hp=-4)
    health.faint(battle, 1)
    assert battle.fighters[1].life == Life.UNCONSCIOUS
    assert (battle.fighters[0].holds, battle.owed) == (-1, 1)


@pytest.mark.rule("RH44", "H112")
def test_RH44_letting_go_gives_a_defence_at_once(battle_of):
    battle = grip(battle_of)
    restraint.let_go(battle, 0)
    assert battle.owed == 1
    restraint.let_go(battle, 0)
    assert battle.owed == 1


@pytest.mark.rule("RH44", "H64", "H52")
@pytest.mark.parametrize("held", [True, False])
def test_RH44_a_stumble_does_not_push_the_held_out_of_the_cluster(battle_of, held):
    battle = grip(battle_of)
    clusters.join_clusters(battle, 0, 1)
    if not held:
        restraint.let_go(battle, 0)
    effects.begin_effect(battle, 1, Effect.STUMBLE, 2, Direction.EAST)
    assert clusters.share_cluster(battle, 0, 1) == held


@pytest.mark.rule("RH44", "H52", "H89")
def test_RH44_a_holder_who_moves_out_of_the_cluster_lets_go(battle_of, do):
    battle = grip(battle_of)
    clusters.join_clusters(battle, 0, 1)
    do(battle, Act.LEAVE_CLUSTER)
    assert (battle.fighters[0].holds, battle.fighters[1].held_by) == (-1, -1)
    assert not clusters.share_cluster(battle, 0, 1)


@pytest.mark.rule("RH44", "H92")
def test_RH44_a_holder_who_jumps_down_lets_go(battle_of, load, do):
    battle = battle_of(
        red=[{"base": "brawler", "height": 4}],
        blue=[{"height": 4, "defence": Defence.DODGE}],
        map="...\n.t.\n...",
    )
    restraint.take_hold(battle, 0, 1, BodyPart.LEFT_LEG)
    load(battle, [6, 10, 10])
    do(battle, Act.JUMP_DOWN)
    assert battle.fighters[0].height == 0
    assert (battle.fighters[0].holds, battle.fighters[1].held_by) == (-1, -1)


@pytest.mark.rule("RH44", "RH30")
def test_RH44_the_held_who_falls_is_let_go_of(battle_of, load):
    held = {"height": 2, "climbs_on": ON_OBJECT}
    battle = battle_of(red=[{"base": "brawler", **held}], blue=[held], map="...\n.t.\n...")
    restraint.take_hold(battle, 0, 1, BodyPart.LEFT_LEG)
    climbs.require_hold_on(battle, 1)
    frame = battle.frames[battle.top]
    frame.asked = 1 << 1
    climbs.resolve_hold_on(battle, frame)
    assert battle.fighters[1].height == 0
    assert (battle.fighters[0].holds, battle.fighters[1].held_by) == (-1, -1)
