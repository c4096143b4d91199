"""Combat clusters."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    Life,
)
from quintain.envs.heimr.rules.combat_basics import clusters

pytestmark = pytest.mark.interpreted


def groups(battle):
    """The clusters of all fighters."""
    return [int(fighter.cluster) for fighter in battle.fighters[: battle.num_fighters]]


@pytest.mark.rule("H51", "RH38")
def test_H51_an_attack_puts_both_in_one_cluster(battle_of):
    battle = battle_of(red=["fighter"] * 2, blue=["fighter"] * 2)
    clusters.join_clusters(battle, 0, 2)
    assert groups(battle) == [0, -1, 0, -1]
    clusters.join_clusters(battle, 3, 0)
    assert groups(battle) == [0, -1, 0, 0]
    assert clusters.cluster_size(battle, 0) == 3
    assert clusters.cluster_mates(battle, 0) == 0b1100
    assert clusters.share_cluster(battle, 0, 3)
    assert not clusters.share_cluster(battle, 1, 1)


@pytest.mark.rule("RH38")
def test_RH38_attacking_out_of_another_cluster_joins_the_two(battle_of):
    red, blue = [{"cluster": 4}, {"cluster": 2}], [{"cluster": 4}, {"cluster": 2}]
    battle = battle_of(red=red, blue=blue)
    clusters.join_clusters(battle, 0, 3)
    assert groups(battle) == [2, 2, 2, 2]
    assert clusters.new_cluster(battle) == 0


@pytest.mark.rule("H52", "RH38")
def test_H52_who_leaves_and_when_a_cluster_ends(battle_of):
    red, blue = [{"cluster": 1}, {"cluster": 1}], [{"cluster": 1}]
    battle = battle_of(red=red, blue=blue)
    clusters.leave_cluster(battle, 0)
    assert groups(battle) == [-1, 1, 1]
    clusters.leave_cluster(battle, 2)
    assert groups(battle) == [-1, -1, -1]
    assert not clusters.in_cluster(battle.fighters[1])


@pytest.mark.rule("RH38")
@pytest.mark.parametrize(
    ("life", "kept"), [(Life.ASLEEP, True), (Life.UNCONSCIOUS, False), (Life.DEAD, False)]
)
def test_RH38_it_ends_without_two_conscious_opponents(battle_of, life, kept):
    battle = battle_of(red=[{"cluster": 0}], blue=[{"cluster": 0, "life": life}])
    clusters.end_cluster_without_opponents(battle, 0)
    assert (groups(battle) == [0, 0]) == kept


@pytest.mark.rule("RH38")
@pytest.mark.parametrize(("life", "cluster"), [(Life.UNCONSCIOUS, -1), (Life.ASLEEP, 0)])
def test_RH38_a_blow_at_the_unconscious_leaves_no_cluster_behind(
    battle_of, attack, play_attack, load, life, cluster
):
    battle = battle_of(blue=[{"life": life, "hp": -4 if life == Life.UNCONSCIOUS else 4}])
    attack(battle)
    assert clusters.share_cluster(battle, 0, 1)
    load(battle, [1, 1, 1, 1])
    play_attack(battle)
    assert [int(one.cluster) for one in battle.fighters[:2]] == [cluster] * 2
