"""Targets of orders: names and descriptions (P18 to P20, RP15, RP36)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.platemail.actions.masks import first_mask
from quintain.envs.platemail.actions.table import directive_action, num_actions
from quintain.envs.platemail.enums import (
    Act,
    Description,
    Life,
    Spell,
    Verb,
)
from quintain.envs.platemail.rules.targets import (
    further_target,
    notice_casting,
    resolve_early,
    resolve_for,
    resolve_late,
)

pytestmark = [pytest.mark.interpreted]

WALLED = "\n".join(["." * 16] * 3 + ["....#...........", *["." * 16] * 4])
"""A pillar at (4, 3)."""


def meant(battle, description, actor=0):
    """The enemy that a description means."""
    return int(resolve_for(battle, actor, int(Verb.MOVE_TO), int(description)))


def ordered(battle, actor, verb, target):
    """The targets of a directive after both times at which targets are found."""
    phase = battle.phases[actor]
    phase.verb, phase.target = int(verb), int(target)
    resolve_early(battle)
    resolve_late(battle)
    return int(phase.target), int(phase.second_target)


# --- Names ----------------------------------------------------------------------------------------


@pytest.mark.rule("P18", "RP31")
@pytest.mark.parametrize(
    ("life", "found"),
    [(Life.ABLE, 1), (Life.FATALLY_WOUNDED, 1), (Life.STABLE, 1), (Life.DEAD, -1)],
)
def test_P18_a_name_means_that_fighter_while_he_lives(duel, life, found):
    assert meant(duel(blue={"life": int(life), "at": (9, 9)}), 1) == found


@pytest.mark.rule("RP36", "P57")
def test_RP36_a_name_is_lost_when_the_actor_is_unaware(duel):
    assert meant(duel(blue={"hidden_from": 0b01}), 1) == NOBODY
    assert meant(duel(blue={"hidden_from": 0b10}), 1) == 1


@pytest.mark.rule("RP31")
def test_RP31_no_target_stays_none(duel):
    assert meant(duel(), NOBODY) == NOBODY


# --- Descriptions ---------------------------------------------------------------------------------


@pytest.mark.rule("P18", "RP13")
def test_P18_the_closest_enemy(fight):
    battle = fight([{"at": (4, 4)}], [{"at": (7, 4)}, {"at": (6, 6)}])
    assert meant(battle, Description.CLOSEST) == 2
    battle.fighters[2].x = 8
    assert meant(battle, Description.CLOSEST) == 1


@pytest.mark.rule("RP15", "RP36", "P31")
@pytest.mark.parametrize(
    "hindrance",
    [{"life": 1}, {"life": 2}, {"life": 3}, {"hidden_from": 1}, {"at": (5, 3)}],
    ids=["fatally wounded", "stable", "dead", "unaware", "concealed"],
)
def test_RP15_descriptions_pass_over_the_fallen_and_those_not_perceived(fight, hindrance):
    near = {"at": (5, 4), **hindrance}
    battle = fight([{"at": (3, 3)}], [near, {"at": (3, 7)}], map=WALLED)
    for description in (
        Description.CLOSEST,
        Description.MOST_WOUNDED,
        Description.BIGGEST_THREAT,
    ):
        assert meant(battle, description) == 2
    battle.fighters[2].life = Life.DEAD
    assert meant(battle, Description.CLOSEST) == NOBODY


@pytest.mark.rule("P18")
def test_P18_the_most_wounded_enemy_then_the_closer(fight):
    battle = fight([{"at": (4, 4)}], [{"at": (5, 4), "wounds": 1}, {"at": (9, 4), "wounds": 2}])
    assert meant(battle, Description.MOST_WOUNDED) == 2
    battle.fighters[1].wounds = 2
    assert meant(battle, Description.MOST_WOUNDED) == 1


@pytest.mark.rule("P19")
def test_P19_the_biggest_threat_is_seen_by_what_is_in_hand(fight):
    near = {"at": (5, 4), "hand": "sword"}
    battle = fight([{"at": (4, 4)}], [near, {"at": (9, 4), "hand": "great_axe"}])
    assert meant(battle, Description.BIGGEST_THREAT) == 2
    battle.fighters[1].prepared = Spell.MEND  # nobody sees which spell it is
    assert meant(battle, Description.BIGGEST_THREAT) == 1


@pytest.mark.rule("P19")
def test_P19_of_equal_weapons_two_are_more_than_one_and_then_the_closer_counts(fight):
    pair = {"at": (9, 4), "hand": "sword", "second": "sword"}
    battle = fight([{"at": (4, 4)}], [{"at": (5, 4)}, pair])
    assert meant(battle, Description.BIGGEST_THREAT) == 2
    battle.fighters[2].second = -1
    assert meant(battle, Description.BIGGEST_THREAT) == 1


@pytest.mark.rule("P18", "XP3")
def test_P18_the_caster_is_who_holds_or_keeps_up_a_spell_else_one_seen_casting(fight):
    mage = {"base": "battle_mage", "seen_casting": 0b1}
    battle = fight([{"at": (4, 4)}], [{**mage, "at": (5, 4)}, {**mage, "at": (9, 4)}])
    assert meant(battle, Description.CASTER) == 1
    battle.phases[2].act = Act.PREPARE_SPELL  # sealed when it is read (XP1)
    assert meant(battle, Description.CASTER) == 1
    battle.fighters[2].focus = 0
    assert meant(battle, Description.CASTER) == 2
    battle.fighters[2].focus = NOBODY
    battle.fighters[2].prepared = Spell.BOLT
    assert meant(battle, Description.CASTER) == 2


def test_P18_without_a_caster_nobody_is_meant(duel):
    assert meant(duel(), Description.CASTER) == NOBODY


@pytest.mark.rule("P19", "XP3")
def test_P19_a_caster_who_has_not_cast_yet_is_not_known_as_one(fight):
    blue = [{"base": "battle_mage", "at": (5, 4)}, {"at": (9, 9)}]
    battle = fight([{"at": (4, 4)}, {"at": (4, 5)}], blue)
    assert meant(battle, Description.CASTER) == NOBODY
    battle.fighters[2].seen_casting = 0b10  # only the other one has seen it
    assert meant(battle, Description.CASTER) == NOBODY
    assert meant(battle, Description.CASTER, 1) == 2


@pytest.mark.rule("P19")
@pytest.mark.parametrize(
    ("phase", "mage", "seen"),
    [
        ({"act": Act.PREPARE_SPELL}, {}, 0b001),
        ({"act": Act.DEFEND}, {"prepared": Spell.BOLT}, 0b001),
        ({"act": Act.FOCUS_SPELL}, {"focus": 0}, 0b001),
        ({"act": Act.RELEASE_SPELL, "released": 1}, {}, 0b001),
        ({"act": Act.RELEASE_SPELL}, {}, 0),  # nothing happened
        ({"act": Act.COUNTER}, {}, 0),
        ({"act": Act.PREPARE_SPELL}, {"hidden_from": 0b001}, 0),
    ],
)
def test_P19_an_enemy_in_sight_who_is_aware_sees_the_casting(fight, phase, mage, seen):
    red = [{"at": (5, 3)}, {"at": (0, 3)}, {"at": (5, 4), "life": Life.STABLE}]
    blue = {"base": "battle_mage", "at": (6, 3), "phase": phase, **mage}
    battle = fight(red, [blue, {"at": (6, 4)}], map=WALLED)
    notice_casting(battle)
    assert battle.fighters[3].seen_casting == seen
    notice_casting(battle)
    assert battle.fighters[4].seen_casting == 0


@pytest.mark.rule("P68", "P18")
def test_P68_the_wards_attacker_stands_closest_to_the_ward(fight):
    red = [{"at": (4, 4)}, {"at": (9, 4), "ward": True}]
    battle = fight(red, [{"at": (5, 4)}, {"at": (11, 4)}])
    assert meant(battle, Description.WARDS_ATTACKER) == 3
    battle.fighters[1].is_ward = 0
    assert meant(battle, Description.WARDS_ATTACKER) == NOBODY


@pytest.mark.rule("P68", "P18")
def test_P68_whom_the_first_action_guards_is_the_ward(fight):
    red = [{"at": (4, 4)}, {"at": (9, 4), "ward": True}, {"at": (2, 4)}]
    battle = fight(red, [{"at": (1, 4)}, {"at": (9, 5)}])
    assert meant(battle, Description.WARDS_ATTACKER) == 4
    for verb, found in ((Verb.GUARD, 3), (Verb.GUARD_ONCE, 3), (Verb.RESCUE, 4)):
        battle.orders[0].verb[0], battle.orders[0].target[0] = int(verb), 2
        assert meant(battle, Description.WARDS_ATTACKER) == found


@pytest.mark.rule("P68", "P18")
def test_P68_the_first_fighter_of_a_side_can_be_guarded_too(fight):
    battle = fight([{"at": (2, 4)}, {"at": (4, 4)}], [{"at": (1, 4)}, {"at": (5, 5)}])
    assert meant(battle, Description.WARDS_ATTACKER, 1) == NOBODY
    battle.orders[1].verb[0], battle.orders[1].target[0] = int(Verb.GUARD), 0
    assert meant(battle, Description.WARDS_ATTACKER, 1) == 2


@pytest.mark.rule("P18")
def test_P18_who_struck_at_the_ward_comes_before_who_stands_closer(fight):
    red = [{"at": (4, 4)}, {"at": (9, 4), "ward": True, "assailants": 1 << 3}]
    blue = [{"at": (9, 5)}, {"at": (15, 4), "base": "short_bowman"}]
    battle = fight(red, blue)
    assert meant(battle, Description.WARDS_ATTACKER) == 3
    battle.fighters[1].assailants = 0
    assert meant(battle, Description.WARDS_ATTACKER) == 2


@pytest.mark.rule("RP15")
def test_RP15_equals_are_told_apart_by_a_die_not_by_their_number(fight, loaded):
    battle = fight([{"at": (4, 4)}], [{"at": (4, 6)}, {"at": (6, 4)}, {"at": (9, 9)}])
    for faces, found in (([7, 6], 2), ([6, 7], 1)):
        with loaded(battle, faces):
            assert meant(battle, Description.CLOSEST) == found
    with loaded(battle, [5, 5, 3, 2]):
        assert meant(battle, Description.CLOSEST) == 2


@pytest.mark.rule("RP15")
@pytest.mark.parametrize(
    "description", [d for d in Description if d < Description.MOST_WOUNDED_ALLY]
)
def test_RP15_renumbered_fighters_get_the_same_target(fight, description):
    places = [(6, 4), (4, 6), (2, 4), (4, 2)]
    for seed in range(12):
        order = np.random.default_rng(seed).permutation(4)
        battle = fight(
            [{"at": (4, 4), "is_ward": 1}],
            [{"at": places[key], "key": key + 1, "spells": ["bolt"]} for key in order],
        )
        battle.dice[0] = seed
        same = fight(
            [{"at": (4, 4), "is_ward": 1}],
            [{"at": place, "key": key + 1, "spells": ["bolt"]} for key, place in enumerate(places)],
        )
        same.dice[0] = seed
        one, other = meant(battle, description), meant(same, description)
        assert battle.fighters[one].key == same.fighters[other].key


# --- What the verb can touch ----------------------------------------------------------------------


@pytest.mark.rule("P61", "P62", "P20")
def test_P62_a_blow_means_those_in_melee_range(fight):
    blue = [{"at": (5, 4)}, {"at": (6, 4), "wounds": 2}]
    for hand, found in (("sword", 1), ("pike", 2)):
        battle = fight([{"at": (4, 4), "hand": hand}], blue)
        target = int(resolve_for(battle, 0, int(Verb.COUNTER), int(Description.MOST_WOUNDED)))
        assert target == found
    battle.fighters[1].x = battle.fighters[2].x = 7
    assert resolve_for(battle, 0, int(Verb.COUNTER), int(Description.MOST_WOUNDED)) == NOBODY


@pytest.mark.rule("P108", "P20")
def test_P108_a_shot_means_those_within_the_longest_range(fight):
    archer = {"base": "short_bowman", "at": (1, 4)}
    for x, found in ((25, 1), (26, NOBODY)):
        battle = fight([archer], [{"at": (x, 4)}])
        assert resolve_for(battle, 0, int(Verb.SHOOT), int(Description.CLOSEST)) == found


@pytest.mark.rule("RP23", "P20")
@pytest.mark.parametrize(("spell", "squares"), [(Spell.BOLT, 12), (Spell.FEAR, 6), (Spell.BIND, 6)])
def test_RP23_a_release_means_those_within_the_spells_range(fight, spell, squares):
    for beyond, found in ((0, 1), (1, NOBODY)):
        mage = {"base": "battle_mage", "at": (1, 4), "prepared": int(spell)}
        battle = fight([mage], [{"at": (1 + squares + beyond, 4)}])
        assert resolve_for(battle, 0, int(Verb.RELEASE), int(Description.CLOSEST)) == found


@pytest.mark.rule("P82", "P20")
@pytest.mark.parametrize(
    ("verb", "found"),
    [
        (Verb.STABILIZE, 2),  # the fallen one beside me
        (Verb.FREE, 3),  # the entrapped one beside me
        (Verb.RESCUE, 4),  # the fighter with the most Wounds
        (Verb.GUARD, 4),
        (Verb.MEND, 2),  # within 30 feet
    ],
)
def test_P82_the_most_wounded_ally_is_one_who_needs_it(fight, verb, found):
    red = [
        {"base": "healer", "at": (4, 4), "prepared": int(Spell.MEND), "wounds": 9},
        {"at": (3, 3), "wounds": 1},
        {"at": (3, 4), "wounds": 4, "life": int(Life.FATALLY_WOUNDED)},
        {"at": (3, 5), "entrapped": 1},
        {"at": (14, 4), "wounds": 6, "life": int(Life.FATALLY_WOUNDED)},
        {"at": (5, 5), "wounds": 8, "life": int(Life.DEAD)},
    ]
    battle = fight(red, [{"at": (9, 9), "wounds": 9}])
    assert resolve_for(battle, 0, int(verb), int(Description.MOST_WOUNDED_ALLY)) == found


@pytest.mark.rule("P20", "P48", "RP11", "RP23")
@pytest.mark.parametrize(
    ("other", "found"),
    [
        ({}, 2),
        ({"life": int(Life.FATALLY_WOUNDED)}, 2),
        ({"life": int(Life.STABLE)}, 1),  # he sleeps on
        ({"at": (6, 4)}, 1),  # behind the wall
        ({"wounds": 0}, 1),
    ],
)
def test_P20_a_mend_described_is_for_one_whom_it_reaches_and_helps(fight, other, found):
    red = [
        {"base": "healer", "at": (4, 4), "prepared": int(Spell.MEND)},
        {"at": (4, 6), "wounds": 1},
        {"at": (4, 2), "wounds": 2, **other},
    ]
    rows = "\n".join([*["." * 12] * 4, ".....#......", *["." * 12] * 5])
    battle = fight(red, [{"at": (9, 9)}], map=rows)
    described = int(Description.MOST_WOUNDED_ALLY)
    assert resolve_for(battle, 0, int(Verb.MEND), described) == found
    mask = np.zeros(num_actions(3), np.bool_)
    action = directive_action(battle, 0, Verb.MEND, described)
    for wounds in (1, 0):
        battle.fighters[1].wounds = wounds
        first_mask(battle, 0, mask)
        assert mask[action] == (found == 2 or wounds > 0)


@pytest.mark.rule("P20", "P81", "RP42")
def test_RP42_whom_a_rescue_describes_is_not_in_the_carrying_already(fight):
    fallen = {"life": int(Life.STABLE)}
    red = [
        {"at": (4, 4)},
        {"at": (4, 5), "wounds": 2, "carrying": 2},
        {"at": (4, 6), "wounds": 4, "carried_by": 1, **fallen},
        {"at": (4, 7), "wounds": 1, **fallen},
    ]
    battle = fight(red, [{"at": (9, 9)}])
    described = int(Description.MOST_WOUNDED_ALLY)
    assert resolve_for(battle, 0, int(Verb.RESCUE), described) == 3
    assert resolve_for(battle, 0, int(Verb.GUARD), described) == 2
    assert resolve_for(battle, 1, int(Verb.RESCUE), described) == 2  # he goes on


@pytest.mark.rule("P18")
def test_P18_allies_are_named_and_described_wherever_they_are(fight):
    battle = fight([{"at": (4, 4)}, {"at": (14, 4)}], [{"at": (5, 4)}])
    verb, described = int(Verb.MOVE_NEXT_TO), int(Description.MOST_WOUNDED_ALLY)
    assert resolve_for(battle, 0, verb, 1) == 1
    assert resolve_for(battle, 0, verb, described) == 1
    battle.fighters[1].life = Life.DEAD
    assert resolve_for(battle, 0, verb, described) == NOBODY


# --- When, and the second attack ------------------------------------------------------------------


@pytest.mark.rule("RP15")
@pytest.mark.parametrize(
    ("verb", "is_late"),
    [
        (Verb.CHARGE, False),
        (Verb.MOVE_TO, False),
        (Verb.SHOOT, False),
        (Verb.RELEASE, False),
        (Verb.FULL_ATTACK, True),
        (Verb.COUNTER, True),
        (Verb.THREE_ATTACKS_SPREAD, True),
    ],
)
def test_RP15_blows_are_aimed_after_movement_and_all_else_before(fight, verb, is_late):
    red = {"hand": "sling", "at": (4, 4), "prepared": int(Spell.BOLT)}
    battle = fight([red], [{"at": (5, 4)}, {"at": (7, 4)}])
    phase = battle.phases[0]
    phase.verb, phase.target = int(verb), int(Description.CLOSEST)
    resolve_early(battle)
    battle.fighters[1].x, battle.fighters[2].x = 7, 5
    resolve_late(battle)
    assert phase.target == (2 if is_late else 1)


@pytest.mark.rule("P14", "P74")
@pytest.mark.parametrize("verb", [Verb.MOVE_STRAIGHT, Verb.PREPARE, Verb.DEFEND])
def test_P14_directions_and_spells_stay_what_they_are(duel, verb):
    battle = duel()
    battle.phases[0].second_target = 5
    assert ordered(battle, 0, verb, 3) == (3, 5)


@pytest.mark.rule("P61", "P64", "RP19")
@pytest.mark.parametrize(
    ("verb", "targets"),
    [
        (Verb.FULL_ATTACK, (2, 2)),
        (Verb.FULL_ATTACK_SPREAD, (2, 1)),
        (Verb.THREE_ATTACKS, (2, 2)),
        (Verb.THREE_ATTACKS_SPREAD, (2, 1)),
        (Verb.RAPID_FIRE, (2, 2)),
        (Verb.RAPID_FIRE_SPREAD, (2, 1)),
        (Verb.COUNTER, (2, NOBODY)),
        (Verb.SHOOT, (2, NOBODY)),
        (Verb.CHARGE, (2, NOBODY)),
    ],
)
def test_P61_where_the_second_attack_goes(fight, verb, targets):
    blue = [{"at": (5, 4)}, {"at": (5, 5)}, {"at": (7, 4)}]
    battle = fight([{"at": (4, 4), "hand": "dagger"}], blue)
    assert ordered(battle, 0, verb, 2) == targets


@pytest.mark.rule("P61", "P64", "P20")
def test_P61_the_other_one_is_in_reach_of_the_weapon_else_the_first_takes_both(fight):
    battle = fight([{"at": (4, 4), "hand": "dagger"}], [{"at": (5, 4)}, {"at": (6, 4)}])
    assert ordered(battle, 0, Verb.FULL_ATTACK_SPREAD, 1) == (1, 1)
    assert further_target(battle, 0, Description.CLOSEST, 1) == 1
    assert ordered(battle, 0, Verb.RAPID_FIRE_SPREAD, 1) == (1, 2)
    assert further_target(battle, 0, Description.CLOSEST, 1) == 2


@pytest.mark.rule("RP31")
def test_RP31_without_a_first_target_there_is_no_second(fight):
    battle = fight([{"at": (4, 4)}], [{"at": (9, 4)}, {"at": (9, 5)}])
    assert ordered(battle, 0, Verb.FULL_ATTACK_SPREAD, Description.CLOSEST) == (NOBODY, NOBODY)
