"""Situational penalties of attacks and defences."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    BodyPart,
    Defence,
    Direction,
    Life,
)
from quintain.envs.heimr.rules.dice_challenges import situational_penalties
from quintain.envs.heimr.tables import NONE

pytestmark = pytest.mark.interpreted

MUD = "mmm\nmmm\nmmm"


def melee(battle, aim=NONE):
    """Penalty of red_0's melee attack on the first of blue."""
    return int(situational_penalties.melee_attack_penalty(battle, 0, battle.side_size[0], aim))


def shot(battle, aim=NONE, link=0):
    """Penalty of red_0's shot at the first of blue."""
    return int(
        situational_penalties.ranged_attack_penalty(battle, 0, int(battle.side_size[0]), aim, link)
    )


def defending(battle, defence):
    """Penalty of red_0's defence."""
    return int(situational_penalties.defence_penalty(battle, battle.fighters[0], defence))


@pytest.mark.rule("H127")
def test_H127_prone_is_2_worse_and_harder_to_shoot(battle_of):
    battle = battle_of(red=[{"prone": True}])
    assert [melee(battle), shot(battle)] == [2, 2]
    assert [defending(battle, one) for one in (Defence.DODGE, Defence.BLOCK)] == [2, 2]
    battle = battle_of(blue=[{"prone": True}])
    assert [melee(battle), shot(battle)] == [0, 2]


@pytest.mark.rule("H127", "H129", "H130")
def test_H127_who_is_unconscious_lies(battle_of):
    assert shot(battle_of(blue=[{"life": Life.UNCONSCIOUS}])) == 2


@pytest.mark.rule("H136", "H137", "RH11")
def test_H137_RH11_climbing_is_2_worse_and_not_3(battle_of):
    battle = battle_of(red=[{"climbs_on": Direction.EAST}])
    assert [melee(battle), shot(battle), defending(battle, Defence.PARRY)] == [2, 2, 2]


@pytest.mark.rule("H147")
def test_H147_difficult_terrain_hinders_melee_parries_and_dodges(battle_of):
    battle = battle_of(map=MUD)
    assert [melee(battle), shot(battle)] == [1, 0]
    kinds = (Defence.DODGE, Defence.BLOCK, Defence.PARRY)
    assert [defending(battle, one) for one in kinds] == [1, 0, 1]


@pytest.mark.rule("H147", "RH55")
def test_H147_there_is_no_terrain_off_the_field(battle_of):
    battle = battle_of(red=[{"at": (-1, -1), "height": 0}])
    battle.locations["difficult"] = True
    assert situational_penalties.stance_penalty(battle, battle.fighters[0], Defence.DODGE) == 0


@pytest.mark.rule("H117")
@pytest.mark.parametrize("aim", [BodyPart.TORSO, BodyPart.LEFT_LEG])
def test_H117_aiming_costs_2(battle_of, aim):
    assert [melee(battle_of(), aim), shot(battle_of(), aim)] == [2, 2]


@pytest.mark.rule("H151")
@pytest.mark.parametrize(
    ("rise", "reaches", "penalty"), [(-2, 0, -1), (-1, 1, -1), (0, 1, 0), (1, 1, 1), (2, 0, 1)]
)
def test_H151_melee_one_height_up_or_down(battle_of, rise, reaches, penalty):
    battle = battle_of(red=[{"height": 2}], blue=[{"height": 2 + rise}])
    assert situational_penalties.is_in_melee_reach(battle, 0, 1) == bool(reaches)
    assert melee(battle) == penalty


@pytest.mark.rule("H50")
def test_H50_melee_in_one_square(battle_of):
    assert situational_penalties.is_in_melee_reach(battle_of(), 0, 1)
    assert not situational_penalties.is_in_melee_reach(battle_of(blue=[{"at": (1, 0)}]), 0, 1)
    assert not situational_penalties.is_in_melee_reach(
        battle_of(red=[{"at": (-1, 0)}], blue=[{"at": (-1, 0)}]), 0, 1
    )


@pytest.mark.rule("H54")
@pytest.mark.parametrize(
    ("at", "penalty"), [((0, 0), 0), ((1, 0), 0), ((1, 1), 1), ((2, 1), 1), ((2, 2), 2)]
)
def test_H54_half_the_distance(battle_of, at, penalty):
    assert shot(battle_of(red=[{"at": (0, 0)}], blue=[{"at": at}])) == penalty


@pytest.mark.rule("H56", "H57")
def test_H56_the_members_of_a_cluster(battle_of):
    battle = battle_of(red=[{"at": (0, 1)}, {"cluster": 3}], blue=[{"cluster": 3}, {"cluster": 3}])
    assert [shot(battle, link=link) for link in range(5)] == [3, 2, 1, 0, 0]
    battle.fighters[2].cluster = NONE
    assert shot(battle) == 0


@pytest.mark.rule("RH48")
def test_RH48_all_penalties_of_a_shot_add_up(battle_of):
    red = [{"at": (0, 0), "prone": True}, {"cluster": 0, "at": (2, 0)}]
    battle = battle_of(red=red, blue=[{"cluster": 0, "at": (2, 0), "prone": True}])
    assert shot(battle, BodyPart.TORSO) == 2 + 1 + 2 + 2 + 2


@pytest.mark.rule("H121", "H122")
@pytest.mark.parametrize(("times", "penalty"), [(0, 0), (1, 2), (2, 4), (3, 6)])
def test_H121_the_fourth_dodge_is_at_minus_6(battle_of, times, penalty):
    battle = battle_of(red=[{"dodges": times}])
    kinds = (Defence.DODGE, Defence.BLOCK, Defence.PARRY)
    assert [defending(battle, one) for one in kinds] == [penalty, 0, 0]
    battle = battle_of(red=[{"blocks": times}])
    assert [defending(battle, one) for one in kinds] == [0, penalty, 0]


@pytest.mark.rule("H81")
def test_H81_an_ongoing_action_is_2_worse_to_defend(battle_of):
    battle = battle_of(red=[{"ongoing": True, "dodges": 1, "prone": True}])
    assert defending(battle, Defence.DODGE) == 2 + 2 + 2
    assert melee(battle) == 2


@pytest.mark.rule("H81")
@pytest.mark.parametrize("defence", [Defence.DODGE, Defence.BLOCK, Defence.PARRY])
def test_H81_an_ongoing_action_hinders_every_defence(battle_of, defence):
    assert defending(battle_of(red=[{"ongoing": True}]), defence) == 2


@pytest.mark.rule("H96", "RH60")
@pytest.mark.parametrize(
    ("ready", "ranged", "bonus"), [(True, True, 2), (True, False, 0), (False, True, 0)]
)
def test_H96_RH60_the_dodge_action_helps_against_shots(battle_of, ready, ranged, bonus):
    fighter = battle_of(red=[{"dodge_ready": ready}]).fighters[0]
    assert situational_penalties.dodge_bonus(fighter, ranged) == bonus
