"""Dice, skills, ratings and checks (RM1, RM2, RM10, RM29)."""

from __future__ import annotations

import os
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from pydantic import ValidationError

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.mythic_epoch import step
from quintain.envs.mythic_epoch.actions import table
from quintain.envs.mythic_epoch.characters import Person
from quintain.envs.mythic_epoch.enums import (
    Act,
    Skill,
    Status,
    Verb,
)
from quintain.envs.mythic_epoch.rules import checks
from quintain.envs.mythic_epoch.scenario import Scenario, make_template
from quintain.envs.mythic_epoch.state import BATTLE

pytestmark = pytest.mark.interpreted

IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"
DRAWS = 1_000_000 if IS_COMPILED else 20_000
EXCHANGES = 200_000 if IS_COMPILED else 300
HIT_FACE = Fraction(1, 6)

# All different, so that a rating that takes the wrong skill shows.
SKILLS = {
    "daggers": 1,
    "swords": 2,
    "axes": 3,
    "spears": 4,
    "great_weapons": 5,
    "ranged": 6,
    "brawling": 7,
    "agility": 8,
    "endurance": 9,
}
WITH_THE_WEAPON = (
    Act.MELEE_ATTACK,
    Act.COUNTER_ATTACK,
    Act.PARRY,
    Act.PARRY_TO_BIND,
    Act.FEINT,
    Act.PRESS,
    Act.WIND,
    Act.DISARM,
    Act.CT_PARRY,
)
UNARMED = (Act.UNARMED_ATTACK, Act.UNARMED_PRESS, Act.UNARMED_COUNTER_ATTACK)
WRESTLING = (Act.GRAPPLE, Act.PIN, Act.STRUGGLE, Act.ESCAPE)
NIMBLE = (Act.EVADE, Act.DODGE, Act.WITHDRAW)
FOOTWORK = (Act.COMBAT_MOVE, Act.RETREAT)
SHOTS = (Act.RANGED_ATTACK, Act.COUNTER_FIRE)


# --- The Prismatic Dice Pool (RM1) ----------------------------------------------------------------


def chance_of_pool(result: int) -> Fraction:
    """Chance of a pool result: this number of misses, then a hit (RM1)."""
    return (1 - HIT_FACE) ** result * HIT_FACE


def chance_of_lead(least: int) -> Fraction:
    """Chance that one pool exceeds another by at least `least` (0 or more), in closed form."""
    tie = HIT_FACE / (2 - HIT_FACE)
    return (1 - HIT_FACE) ** least * (1 + tie) / 2


@njit
def count_pools(battle: np.record, draws: int, counts: np.ndarray) -> None:
    """Roll the pool a number of times and count the results."""
    for _ in range(draws):
        counts[checks.roll_pool(battle)] += 1


@pytest.mark.compiled
@pytest.mark.rule("RM1")
def test_RM1_pool_is_geometric():
    """A million pools against (5/6)**k / 6, within 4 standard errors in each cell."""
    battles = np.zeros(1, BATTLE)
    battles["dice"] = seed_rng_states(20, 1)
    battle = battles[0]
    counts = np.zeros(1000, np.int64)
    count_pools(battle, DRAWS, counts)
    for result in range(25):
        chance = float(chance_of_pool(result))
        error = sqrt(DRAWS * chance * (1 - chance))
        assert abs(counts[result] - DRAWS * chance) <= 4 * max(error, 1), result
    tail = float((1 - HIT_FACE) ** 25)
    assert abs(counts[25:].sum() - DRAWS * tail) <= 4 * max(sqrt(DRAWS * tail), 1)


@pytest.mark.rule("RM1")
@pytest.mark.parametrize("result", [0, 7, 8, 15, 16, 40])
def test_RM1_loaded_pool_is_its_result(duel, loaded, result):
    battle = duel()
    with loaded(battle, [result]):
        assert checks.roll_pool(battle) == result


@pytest.mark.rule("RM1", "M7")
@pytest.mark.parametrize(("least", "chance"), [(0, 0.545), (1, 0.455), (8, 0.127), (10, 0.088)])
def test_RM1_odds_between_equals_as_printed(least, chance):
    """The closed form and the sum over both pools agree, and give the figures of the rows."""
    chances = [float(chance_of_pool(result)) for result in range(150)]
    summed = sum(own * other for at, other in enumerate(chances) for own in chances[at + least :])
    assert summed == pytest.approx(float(chance_of_lead(least)), abs=1e-9)
    assert round(float(chance_of_lead(least)), 3) == chance


@njit
def repeat_parry(battle, melee, parry, times):
    """Attack and parry repeatedly, both fresh and On Guard; number of hits and binds."""
    hits = binds = 0
    for _ in range(times):
        for actor in range(2):
            fighter = battle.fighters[actor]
            fighter.action_points, fighter.damage = 12, 0
            fighter.status, fighter.partner = Status.ON_GUARD, -1
        step.advance(battle, melee)
        step.advance(battle, parry)
        hits += battle.fighters[1].damage > 0
        binds += battle.fighters[0].partner == 1
    return int(hits), int(binds)


@pytest.mark.compiled
@pytest.mark.rule("RM1", "M7", "M37")
def test_RM1_M37_odds_of_a_parry_between_equals(duel):
    """Melee Attack against an equal Parry, many times: hit, bind, parried as in the closed form."""
    battle = duel()
    battle.dice = seed_rng_states(7, 1)[0]
    melee = int(table.first_id(Verb.MELEE_ATTACK, 0))
    parry = int(table.first_id(Verb.PARRY, 0))
    hits, binds = repeat_parry(battle, melee, parry, EXCHANGES)
    for count, chance in ((hits, 1 - chance_of_lead(0)), (binds, HIT_FACE / (2 - HIT_FACE))):
        error = sqrt(EXCHANGES * float(chance * (1 - chance)))
        assert abs(count - EXCHANGES * float(chance)) <= 4 * error


@pytest.mark.rule("RM1", "RM2")
@pytest.mark.parametrize("pool", [0, 1, 7, 8, 30])
def test_RM1_check_is_rating_modifiers_and_pool(duel, loaded, events, pool):
    battle = duel({"swords": 5})
    with loaded(battle, [pool]):
        assert checks.check(battle, 0, Act.MELEE_ATTACK, 1, 3) == 5 + 1 + 3 + pool
    assert events(battle)[-1] == ("check", 0, 1, Act.MELEE_ATTACK, 9 + pool, pool)


# --- Ratings (RM2) --------------------------------------------------------------------------------


@pytest.mark.rule("RM2", "RM9")
@pytest.mark.parametrize("act", WITH_THE_WEAPON, ids=lambda act: act.name)
@pytest.mark.parametrize(
    ("weapon", "rating"),
    [
        ("dagger", 1 + 1),
        ("sword", 2 + 1),
        ("axe", 3),
        ("mace", 3),
        ("spear", 4),
        ("great_weapon", 5 + 1),
    ],
)
def test_RM2_melee_skill_and_accuracy_of_the_weapon(duel, act, weapon, rating):
    battle = duel({**SKILLS, "hand": weapon})
    assert checks.rating(battle.fighters[0], act, 1) == rating


@pytest.mark.rule("RM2", "M23")
@pytest.mark.parametrize(
    ("act", "rating"),
    [
        (Act.CT_COUNTER_ATTACK, 2 + 1 + 2),
        (Act.DOUBLE, 2 + 1 - 2),
        (Act.FEINT_COUNTER_ATTACK, 2 + 1 + 3),
        (Act.UNARMED_DOUBLE, 7 - 2),
    ],
    ids=["CT_COUNTER_ATTACK", "DOUBLE", "FEINT_COUNTER_ATTACK", "UNARMED_DOUBLE"],
)
def test_RM2_what_the_kind_of_blow_adds(duel, act, rating):
    battle = duel({**SKILLS, "hand": "sword"})
    assert checks.rating(battle.fighters[0], act, 1) == rating


@pytest.mark.rule("RM2", "RM35")
@pytest.mark.parametrize("hand", ["unarmed", "dagger", "great_weapon", "bow"])
@pytest.mark.parametrize("act", [*UNARMED, *WRESTLING], ids=lambda act: act.name)
def test_RM2_brawling_whatever_is_in_hand(duel, act, hand):
    battle = duel({**SKILLS, "hand": hand})
    assert checks.rating(battle.fighters[0], act, 1) == 7


@pytest.mark.rule("RM2")
@pytest.mark.parametrize("act", NIMBLE, ids=lambda act: act.name)
def test_RM2_agility_alone(duel, act):
    battle = duel({**SKILLS, "hand": "great_weapon", "great_weapons": 10})
    assert checks.rating(battle.fighters[0], act, 1) == 8


@pytest.mark.rule("RM2")
@pytest.mark.parametrize("act", FOOTWORK, ids=lambda act: act.name)
@pytest.mark.parametrize(
    ("agility", "swords", "rating"), [(4, 2, 4), (4, 3, 4), (4, 4, 5), (4, 8, 9), (0, 0, 1)]
)
def test_RM2_footwork_is_agility_or_the_weapon_if_better(duel, act, agility, swords, rating):
    battle = duel({"agility": agility, "swords": swords, "hand": "sword"})
    assert checks.rating(battle.fighters[0], act, 1) == rating


@pytest.mark.rule("RM2")
@pytest.mark.parametrize("act", FOOTWORK, ids=lambda act: act.name)
@pytest.mark.parametrize("hand", ["bow", "pistol"])
def test_RM2_footwork_with_a_missile_weapon_is_agility(duel, act, hand):
    battle = duel({"agility": 2, "ranged": 10, "hand": hand})
    assert checks.rating(battle.fighters[0], act, 1) == 2


@pytest.mark.rule("RM2", "M17", "RM9")
@pytest.mark.parametrize("act", SHOTS, ids=lambda act: act.name)
@pytest.mark.parametrize(
    ("weapon", "aim_target", "rating"),
    [("bow", -1, 1), ("bow", 1, 8), ("bow", 2, 1), ("pistol", -1, 2), ("pistol", 1, 9)],
)
def test_RM2_missile_accuracy_unaimed_or_aimed(fight, act, weapon, aim_target, rating):
    battle = fight([{**SKILLS, "hand": weapon, "aim_target": aim_target}], [{}, {}])
    assert checks.rating(battle.fighters[0], act, 1) == rating


@pytest.mark.rule("RM2", "M17", "M18")
@pytest.mark.parametrize("act", [Act.MOVE, Act.AIM], ids=lambda act: act.name)
def test_RM2_move_and_aim_are_zero_without_a_roll(duel, loaded, act):
    battle = duel({"damage": 29, "hand": "bow", "armour": "heavy"})
    with loaded(battle, []):
        assert checks.check(battle, 0, act, 1, 0) == 0


# --- What armour and wounds take off (RM10) -------------------------------------------------------


@pytest.mark.rule("RM10")
@pytest.mark.parametrize("act", [*NIMBLE, *FOOTWORK], ids=lambda act: act.name)
@pytest.mark.parametrize(
    ("armour", "load"), [("none", 0), ("light", -1), ("medium", -2), ("heavy", -4)]
)
def test_RM10_load_on_evade_dodge_withdraw_and_footwork(duel, act, armour, load):
    battle = duel({"agility": 6, "swords": 2, "armour": armour})
    assert checks.rating(battle.fighters[0], act, 1) == 6 + load


@pytest.mark.rule("RM10", "RM2")
@pytest.mark.parametrize("act", FOOTWORK, ids=lambda act: act.name)
def test_RM10_load_on_footwork_by_the_weapon_too(duel, act):
    battle = duel({"agility": 0, "swords": 8, "armour": "heavy"})
    assert checks.rating(battle.fighters[0], act, 1) == 8 + 1 - 4


@pytest.mark.rule("RM10")
@pytest.mark.parametrize(
    "act",
    [*WITH_THE_WEAPON, *UNARMED, *WRESTLING, Act.DOUBLE, Act.CT_COUNTER_ATTACK],
    ids=lambda act: act.name,
)
def test_RM10_no_load_on_other_checks(duel, act):
    battle = duel({"armour": "none"}, {"armour": "heavy"})
    light, heavy = battle.fighters[0], battle.fighters[1]
    assert checks.rating(light, act, 1) == checks.rating(heavy, act, 0)


@pytest.mark.rule("RM10", "RM4")
@pytest.mark.parametrize(
    ("armour", "load"), [("none", 0), ("light", -1), ("medium", -2), ("heavy", -4)]
)
def test_RM10_load_on_initiative(duel, loaded, armour, load):
    battle = duel({"agility": 6, "armour": armour})
    with loaded(battle, [3]):
        assert checks.roll_initiative(battle, 0) == 6 + load + 3


@pytest.mark.rule("RM10")
@pytest.mark.parametrize(("endurance", "points"), [(0, 20), (1, 22), (5, 30), (8, 36), (10, 40)])
def test_RM10_damage_points(duel, endurance, points):
    battle = duel({"endurance": endurance})
    assert checks.damage_points(battle.fighters[0]) == points


@pytest.mark.rule("RM10")
@pytest.mark.parametrize("endurance", [0, 5, 10])
def test_RM10_half_or_less_takes_two_off(duel, endurance):
    half = 10 + endurance
    battle = duel({"endurance": endurance})
    fighter = battle.fighters[0]
    penalties = []
    for damage in (0, half - 1, half, half + 1):
        fighter.damage = damage
        penalties.append(checks.condition_penalty(fighter))
    assert penalties == [0, 0, -2, -2]


@pytest.mark.rule("RM10")
@pytest.mark.parametrize(
    "act",
    [*WITH_THE_WEAPON, *UNARMED, *WRESTLING, *NIMBLE, *FOOTWORK, Act.DOUBLE, Act.CT_COUNTER_ATTACK],
    ids=lambda act: act.name,
)
def test_RM10_wounds_count_in_every_check(duel, loaded, act):
    battle = duel()
    with loaded(battle, [4, 4]):
        fresh = checks.check(battle, 0, act, 1, 0)
        battle.fighters[0].damage = 15
        assert checks.check(battle, 0, act, 1, 0) == fresh - 2


@pytest.mark.rule("RM10")
@pytest.mark.parametrize("act", SHOTS, ids=lambda act: act.name)
def test_RM10_wounds_count_in_shots(duel, loaded, act):
    battle = duel({"hand": "bow", "damage": 15})
    with loaded(battle, [9]):
        assert checks.check(battle, 0, act, 1, 0) == 5 - 5 - 2 + 9


@pytest.mark.rule("RM10")
@pytest.mark.parametrize(("damage", "is_out"), [(29, False), (30, True), (31, True), (40, True)])
def test_RM10_incapacitated_at_zero(duel, damage, is_out):
    battle = duel({"damage": damage})
    assert checks.is_out(battle.fighters[0]) == is_out


# --- Skill values (RM29) --------------------------------------------------------------------------


@pytest.mark.rule("RM29")
def test_RM29_one_skill_a_weapon_group_and_four_more():
    assert [skill.name.lower() for skill in Skill] == list(SKILLS)


@pytest.mark.rule("RM29")
@pytest.mark.parametrize("rating", [0, 10])
def test_RM29_ratings_from_0_to_10(rating):
    assert Person(base="brawler", skills={"swords": rating}).skills["swords"] == rating


@pytest.mark.rule("RM29")
@pytest.mark.parametrize("rating", [-1, 11])
def test_RM29_no_rating_beyond(rating):
    with pytest.raises(ValidationError, match=f"between 0 and 10, got {rating}"):
        Person(base="brawler", skills={"swords": rating})


@pytest.mark.rule("RM29")
def test_RM29_untrained_is_zero():
    scenario = Scenario.model_validate(
        {
            "title": "Test",
            "description": "Test.",
            "map": "..",
            "red": [{"fighter": {"base": "brawler", "skills": {"swords": 2}}, "at": [0, 0]}],
            "blue": [{"fighter": "brawler", "at": [1, 0]}],
        }
    )
    people = make_template(scenario)[0].people
    assert [int(people[one].skills[Skill.SWORDS]) for one in (0, 1)] == [2, 0]
    assert [int(people[one].skills[Skill.AXES]) for one in (0, 1)] == [0, 0]
