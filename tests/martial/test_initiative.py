"""The order of turns, ambushes, and where the heart is."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.martial.enums import (
    Life,
)
from quintain.envs.martial.rules import initiative
from quintain.envs.martial.rules.positioning import sight

pytestmark = pytest.mark.interpreted

QUICK = {"dexterity": 4, "trained": []}
SLOW = {"dexterity": 0, "trained": []}


def roll(battle, loaded, faces):
    """Roll initiative for all."""
    with loaded(battle, faces):
        initiative.roll_initiative(battle)


def order(battle):
    """Fighters in the order of their turns; every fighter's place must agree with it."""
    row = [int(actor) for actor in battle.order[: battle.num_fighters]]
    assert [int(battle.fighters[actor].seat) for actor in row] == list(range(len(row)))
    return row


def totals(battle):
    """The initiative of all fighters."""
    return [int(fighter.initiative) for fighter in battle.fighters[: battle.num_fighters]]


# --- The roll and the order (D1, D2, RD26) --------------------------------------------------------


@pytest.mark.rule("D1")
def test_D1_a_d20_each_and_turns_in_descending_order(battle_of, loaded, events):
    battle = battle_of([QUICK, SLOW], [SLOW, QUICK])
    roll(battle, loaded, [7, 20, 1, 12])
    assert totals(battle) == [7, 20, 1, 12]
    assert order(battle) == [1, 3, 0, 2]
    assert [event[1] for event in events(battle, "initiative")] == [0, 1, 2, 3]


@pytest.mark.rule("D2")
def test_D2_all_add_dexterity_if_all_are_ready(battle_of, loaded):
    battle = battle_of([QUICK], [{"dexterity": -1}], is_ready=True)
    roll(battle, loaded, [7, 12])
    assert totals(battle) == [11, 11]
    assert order(battle) == [0, 1]


@pytest.mark.rule("D1", "D37", "RD7", "RD10", "RD1")
def test_D1_what_worsens_every_d20_worsens_initiative(battle_of, loaded):
    red = [{"injuries": {"head": 1}}, {"stamina": 0}]
    battle = battle_of(red, [{"sickened": True}])
    roll(battle, loaded, [15, 6, 3, 18, 9])
    assert totals(battle) == [6, 3, 7]


@pytest.mark.rule("RD26")
def test_RD26_ties_go_to_the_higher_dexterity(battle_of, loaded):
    battle = battle_of([SLOW, QUICK], [{"dexterity": 2}])
    roll(battle, loaded, [9, 9, 9])
    assert order(battle) == [1, 2, 0]


@pytest.mark.rule("RD26")
@pytest.mark.parametrize(
    ("draws", "expected"),
    [([3, 5, 4], [1, 2, 0]), ([5, 3, 4], [0, 2, 1]), ([4, 4, 2, 9, 1, 5], [0, 2, 1])],
)
def test_RD26_then_to_the_luckier(battle_of, loaded, draws, expected):
    battle = battle_of([SLOW, SLOW], [SLOW, QUICK])
    roll(battle, loaded, [9, 9, 9, 1, *draws])
    assert order(battle) == [*expected, 3]


@pytest.mark.rule("RD26")
def test_RD26_each_of_two_equals_goes_first_half_the_time(battle_of):
    first = 0
    for rng_state in seed_rng_states(3, 400):
        battle = battle_of([SLOW], [SLOW])
        battle.dice[:] = rng_state
        battle.fighters["initiative"] = 9
        initiative.break_ties(battle)
        first += int(battle.order[0]) == 0
    assert abs(first - 200) < 4.5 * 10


# --- Ambush (D3, D4, RD46, QD10) ------------------------------------------------------------------

AMBUSH = {"is_ambush": True, "hiding_side": 0}
SNEAK = {"dexterity": 3, "trained": ["stealth"], "armour": "none"}  # Stealth 3 + 2
WATCH = {"wisdom": 1, "trained": ["perception"]}  # Perception 1 + 2


@pytest.mark.rule("D3", "RD36")
def test_D3_stealth_of_those_who_hide_perception_of_all_others(battle_of, loaded):
    battle = battle_of([SNEAK, {**SNEAK, "wisdom": -1}], [WATCH, {"trained": []}], **AMBUSH)
    initiative.hide(battle, 0)
    roll(battle, loaded, [10, 10, 10, 10])
    assert totals(battle) == [15, 9, 13, 10]
    assert order(battle) == [0, 2, 3, 1]


@pytest.mark.rule("D3", "RD19", "D26", "D30")
def test_D3_armour_hinders_stealth_lost_senses_perception(battle_of, loaded):
    sneak = {**SNEAK, "armour": "heavy", "hidden": True}
    battle = battle_of([sneak], [{**WATCH, "injuries": {"ear": 1}}], **AMBUSH)
    roll(battle, loaded, [18, 4, 16, 7])
    assert totals(battle) == [9, 10]


@pytest.mark.rule("D3", "QD10")
def test_D3_only_the_side_in_ambush_may_hide(battle_of):
    battle = battle_of(is_ambush=True, hiding_side=1)
    assert [bool(initiative.may_hide(battle, actor)) for actor in (0, 1)] == [False, True]
    battle = battle_of(hiding_side=1)
    assert not initiative.may_hide(battle, 1)


@pytest.mark.rule("RD46", "XD1")
@pytest.mark.parametrize(("perception", "found"), [(11, False), (12, True), (13, True)])
def test_RD46_found_by_an_initiative_as_high(battle_of, events, perception, found):
    battle = battle_of(
        [{"hidden": True, "initiative": 12}, {"hidden": True, "initiative": 30}],
        [{"initiative": perception}],
    )
    initiative.find_hidden(battle, 2)
    assert bool(battle.fighters[0].hidden) != found
    assert battle.fighters[1].hidden
    assert [event[1:3] for event in events(battle, "found")] == ([(2, 0)] if found else [])


@pytest.mark.rule("RD46")
def test_RD46_friends_give_nobody_away(battle_of):
    battle = battle_of([{"hidden": True, "initiative": 1}, {"initiative": 20}])
    initiative.find_hidden(battle, 1)
    assert battle.fighters[0].hidden


@pytest.mark.rule("RD46", "XD1")
def test_RD46_who_hides_cannot_be_aimed_at(battle_of):
    battle = battle_of([{"hidden": True}, {}], [{}])
    assert not sight.can_target(battle, 2, 0)
    assert sight.can_target(battle, 1, 0)
    assert not sight.threatens(battle, 2, 0)
    assert sight.threatens(battle, 0, 2)
    initiative.reveal(battle, 0)
    assert sight.can_target(battle, 2, 0)


@pytest.mark.rule("RD46")
@pytest.mark.parametrize("face", [1, 20])
def test_RD46_an_attack_ends_hiding_hit_or_miss(battle_of, attack, answer, events, window, face):
    battle = battle_of([{"hidden": True, "held": ["axe"]}])
    attack(battle, faces=[face])
    assert window(battle) == ("none" if face == 1 else "part")  # no Parry: it came unseen
    assert not battle.fighters[0].hidden
    assert [event[2] for event in events(battle, "found")] == [0]


# --- The heart (D42, RD33, RD36, XD2) -------------------------------------------------------------

SCHOLAR = {"intelligence": 1, "trained": ["lore"], "level": 3}  # Lore 1 + 2


def located(battle, actor=0):
    """The fighters whose hearts a fighter has located, and those it has searched."""
    fighter = battle.fighters[actor]
    both = (fighter.located, fighter.looked)
    return tuple([other for other in range(12) if int(bits) >> other & 1] for bits in both)


@pytest.mark.rule("D42", "RD33", "RD36")
@pytest.mark.parametrize(("level", "face", "found"), [(3, 14, False), (3, 15, True), (5, 17, True)])
def test_D42_lore_against_15_and_the_level(battle_of, loaded, events, level, face, found):
    battle = battle_of([SCHOLAR], [{"level": level}])
    with loaded(battle, [face]):
        initiative.locate_hearts(battle, 0)
    assert located(battle) == ([1] if found else [], [1])
    assert initiative.has_located(battle.fighters[0], 1) == found
    assert events(battle, "locates") == [("locates", 0, 1, 15 + level, int(found), face + 3)]


@pytest.mark.rule("RD33")
def test_RD33_no_second_try(battle_of, loaded):
    battle = battle_of([SCHOLAR], [{}])
    with loaded(battle, [1]):
        initiative.locate_hearts(battle, 0)
    with loaded(battle, []):
        initiative.locate_hearts(battle, 0)
    assert located(battle) == ([], [1])


@pytest.mark.rule("RD33")
def test_RD33_one_check_for_each_type_of_creature(battle_of, loaded):
    others = [{"level": 3}, {"base": "wolf"}, {"base": "guard", "level": 3}, {"level": 4}]
    battle = battle_of([SCHOLAR, SCHOLAR], others)
    with loaded(battle, [20, 1, 1]):  # humans of level 3, wolves, humans of level 4
        initiative.locate_hearts(battle, 0)
    assert located(battle) == ([2, 4], [2, 3, 4, 5])
    assert located(battle, 1) == ([], [])


@pytest.mark.rule("RD33", "RD46", "RD11", "D44")
@pytest.mark.parametrize(
    ("red", "blue", "rows"),
    [
        ({}, {"hidden": True}, None),
        ({"injuries": {"eye": [1, 1]}}, {}, None),
        ({}, {"life": Life.DEAD}, None),
        ({}, {"base": "skeleton"}, None),  # it has none
        ({"at": (0, 0)}, {"at": (4, 0)}, "..#..\n..#.."),
    ],
)
def test_RD33_at_first_sight_and_not_before(battle_of, loaded, red, blue, rows):
    battle = battle_of([{**SCHOLAR, **red}], [blue], map=rows)
    with loaded(battle, []):
        initiative.locate_hearts(battle, 0)
    assert located(battle) == ([], [])


@pytest.mark.rule("D42", "RD33")
@pytest.mark.parametrize(
    ("level", "intelligence", "percent"), [(1, 1, 35), (5, 1, 25), (10, 1, 10)]
)
def test_RD33_odds_at_equal_levels(battle_of, load, level, intelligence, percent):
    person = {"intelligence": intelligence, "trained": ["lore"], "level": level}
    hits = 0
    for face in range(1, 21):
        battle = battle_of([person], [{"level": level}])
        load(battle, [face])
        initiative.locate_hearts(battle, 0)
        hits += initiative.has_located(battle.fighters[0], 1)
    assert 5 * hits == percent
