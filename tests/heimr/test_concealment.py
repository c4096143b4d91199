"""Concealment of a fighter from an attacker."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.rules.environment import concealment

pytestmark = pytest.mark.interpreted


def concealed(battle, attacker=0, target=1):
    """The penalty of an attacker."""
    return int(concealment.concealment_from(battle, attacker, target))


@pytest.mark.rule("H131", "H155", "RH52")
@pytest.mark.parametrize(
    ("letter", "penalty"),
    [(".", 0), ("t", 2), ("c", 2), ("s", 1), ("w", 5), ("T", 3), ("g", 1), ("m", 0), ("o", 2)],
)
def test_H155_objects_of_the_location(battle_of, letter, penalty):
    rows = f"...\n..{letter}\n..."
    battle = battle_of(blue=[{"at": (2, 1)}], map=rows)
    assert concealed(battle) == penalty
    assert concealed(battle, 1, 0) == 0


@pytest.mark.rule("H131", "H155")
def test_H131_not_against_those_in_ones_cluster_but_all_others(battle_of):
    fighters = {"cluster": 0}
    battle = battle_of(red=[fighters, "fighter"], blue=[fighters], darkness=2)
    assert (concealed(battle, 0, 2), concealed(battle, 1, 2)) == (0, 2)


@pytest.mark.rule("RH52", "H155")
def test_RH52_no_object_for_those_in_a_cluster_and_none_asks_for_an_action(battle_of):
    rows = "...\n.c.\n..."
    battle = battle_of(red=[{"at": (0, 0)}, {"cluster": 0}], blue=[{"cluster": 0}], map=rows)
    assert concealed(battle, 0, 2) == 0
    battle.fighters[2].cluster = -1
    assert concealed(battle, 0, 2) == 2
    assert concealed(battle, 1, 2) == 2


@pytest.mark.rule("RH52", "H155")
@pytest.mark.parametrize(
    ("letter", "least"), [("c", 2), ("s", 2), ("T", 2), ("w", 3), ("t", 5), ("g", 2)]
)
def test_RH52_an_object_does_not_count_against_one_far_above(battle_of, letter, least):
    battle = battle_of(red=[{"at": (0, 1)}], map=f"...\n.{letter}.\n...")
    battle.fighters[0].height = least - 1
    assert concealed(battle) > 0
    battle.fighters[0].height = least
    assert concealed(battle) == 0


@pytest.mark.rule("RH52", "H155")
@pytest.mark.parametrize(("letter", "height"), [("c", 1), ("s", 1), ("T", 1), ("w", 2), ("t", 4)])
def test_RH52_an_object_conceals_nobody_above_it(battle_of, letter, height):
    rows, ground = f"...\n.{letter}.\n...", "000\n010\n000"
    battle = battle_of(red=[{"at": (0, 1)}], map=rows, heights=ground)
    battle.fighters[1].height = height  # one below its top
    assert concealed(battle) > 0
    battle.fighters[1].height = 1 + height
    assert concealed(battle) == 0


@pytest.mark.rule("RH52", "H156")
@pytest.mark.parametrize(
    ("darkness", "weather", "letter", "penalty"),
    [(1, 0, ".", 1), (3, 0, ".", 3), (0, 2, ".", 2), (1, 1, ".", 2), (2, 2, ".", 3),
     (3, 3, "c", 5), (1, 1, "s", 3), (0, 2, "r", 0), (2, 3, "r", 2), (3, 0, "w", 8)],
)  # fmt: skip
def test_H156_darkness_and_weather_add_up_to_3_and_to_objects(
    battle_of, darkness, weather, letter, penalty
):
    rows = f"...\n.{letter}.\n..."
    battle = battle_of(red=[{"at": (0, 0)}], map=rows, darkness=darkness, weather=weather)
    assert concealed(battle) == penalty


@pytest.mark.rule("H156", "RH52")
@pytest.mark.parametrize(
    ("at", "penalty"), [((1, 1), 0), ((0, 1), 0), ((1, 2), 0), ((0, 0), 3), ((2, 2), 3)]
)
def test_H156_a_torch_lights_up_to_distance_1(battle_of, at, penalty):
    battle = battle_of(red=[{"base": "torchbearer"}], blue=[{"at": at}], darkness=3)
    assert concealed(battle) == penalty


@pytest.mark.rule("H156", "RH52")
@pytest.mark.parametrize(
    ("at", "penalty"), [((0, 0), 0), ((2, 0), 0), ((1, 1), 0), ((2, 1), 2), ((0, 2), 0)]
)
def test_H156_a_camp_fire_lights_up_to_distance_2(battle_of, at, penalty):
    battle = battle_of(blue=[{"at": at}], map="f..\n...\n...", darkness=2)
    assert concealed(battle) == penalty
    assert bool(concealment.is_lit(battle, at[1] * 5 + at[0])) == (penalty == 0)


@pytest.mark.rule("H156")
def test_H156_light_leaves_the_weather(battle_of):
    battle = battle_of(red=["torchbearer"], darkness=3, weather=2)
    assert concealed(battle) == 2


@pytest.mark.rule("H155")
def test_H155_nobody_is_concealed_off_the_field(battle_of):
    battle = battle_of(blue=[{"at": (-1, -1)}], darkness=3)
    assert concealed(battle) == 0


@pytest.mark.rule("H156", "H55")
@pytest.mark.parametrize("light", range(6))
def test_H156_light_goes_as_far_as_one_would_walk(battle_of, light):
    battle = battle_of(
        map="...\n...\n...", heights="020\n000\n000", borders=[((0, 0), "south", "stone_wall")]
    )
    lit = [
        [bool(concealment.reaches(battle, source, other, light)) for other in (0, 1, 5, 6, 2)]
        for source in (0, 6)
    ]
    near = {0: [0, 3, 5, 4, 4], 6: [4, 3, 1, 0, 2]}
    assert lit == [[0 < light >= turns for turns in near[source]] for source in (0, 6)]
