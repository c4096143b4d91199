"""Attacks by position: cover, height, range, reach, awareness, prone, the fallen."""

from __future__ import annotations

import pytest

from quintain.envs.platemail.enums import Act, Condition, Failure, Life, Mode, Verb
from quintain.envs.platemail.rules.attacks import attack_all, can_hurl_bolt, can_loose, can_strike
from quintain.envs.platemail.rules.conditions import holds
from quintain.envs.platemail.rules.modifiers import modifiers, range_penalty
from quintain.envs.platemail.rules.rolls import FAVORED
from quintain.envs.platemail.state import LEFT_ARM
from quintain.envs.platemail.tables import UNARMED

from .attack_phase import LOW, W, act, begin, noted

pytestmark = [pytest.mark.interpreted]


# --- Cover, height, range (P30, P31, P107 to P111) ------------------------------------------------


@pytest.mark.rule("P30", "RP40")
@pytest.mark.parametrize(
    ("row", "modifier"),
    [
        ("...............", 0),
        (".....o.........", -2),
        (".......o.......", -2),
        (".o.............", 0),
    ],
)
def test_P30_low_ground_on_the_line_or_under_the_target_is_cover(duel, row, modifier):
    battle = duel({"hand": "sling", "at": (3, 3)}, {"at": (7, 3)}, map=LOW.format(row))
    assert modifiers(begin(battle), 0, 1, W["sling"], Mode.MISSILE) == modifier


@pytest.mark.rule("P30", "RP28")
def test_RP28_cover_counts_once_against_missiles_and_blows_ready_or_not(fight):
    low = LOW.format(".....o.........")
    bearers = [{"at": (7, 3), "shield": "tower_shield"}, {"at": (7, 4), "shield": "tower_shield"}]
    battle = begin(fight([{"at": (3, 3), "hand": "sling"}], bearers, map=low))
    battle.phases[1].ready = 0
    battle.phases[2].ready = 0
    assert modifiers(battle, 0, 1, W["sling"], Mode.MISSILE) == -2
    battle.fighters[0].x = 6
    assert modifiers(battle, 0, 1, W["sword"], Mode.MELEE) == -2


@pytest.mark.rule("P134", "RP28")
@pytest.mark.parametrize(("at", "modifier"), [((8, 4), -2), ((9, 4), 0)])
def test_P134_a_tower_shield_covers_adjacent_allies(fight, at, modifier):
    bearer = {"at": at, "shield": "tower_shield"}
    battle = begin(fight([{"at": (3, 3), "hand": "sling"}], [{"at": (7, 3)}, bearer]))
    assert modifiers(battle, 0, 1, W["sling"], Mode.MISSILE) == modifier
    battle.fighters[2].life = Life.STABLE
    assert modifiers(battle, 0, 1, W["sling"], Mode.MISSILE) == 0


@pytest.mark.rule("P134")
def test_P134_an_enemys_tower_shield_is_no_cover(fight):
    red = [{"at": (3, 3), "hand": "sling"}, {"at": (6, 3), "shield": "tower_shield"}]
    battle = begin(fight(red, [{"at": (7, 3)}]))
    assert modifiers(battle, 0, 2, W["sling"], Mode.MISSILE) == 0


@pytest.mark.rule("P31", "RP40")
@pytest.mark.parametrize(
    ("wall", "is_legal"), [(".....#.........", False), ("......." * 2 + ".", True)]
)
def test_P31_the_concealed_cannot_be_shot_at(duel, wall, is_legal):
    battle = duel({"hand": "sling", "at": (3, 3)}, {"at": (7, 3)}, map=LOW.format(wall))
    assert can_loose(begin(battle), 0, 1, 0) == is_legal
    assert can_loose(battle, 0, 1, 0) == can_hurl_bolt(battle, 0, 1)


@pytest.mark.rule("P31", "P25")
def test_P31_a_pike_does_not_reach_through_a_wall(duel):
    for wall, is_legal in ((".....#.........", False), ("." * 15, True)):
        battle = duel({"hand": "pike", "at": (4, 3)}, {"at": (6, 3)}, map=LOW.format(wall))
        assert can_strike(begin(battle), 0, 1) == is_legal


@pytest.mark.rule("P107", "P111", "RP8")
@pytest.mark.parametrize(
    ("squares", "penalty"),
    [(1, 0), (6, 0), (7, -2), (12, -2), (13, -4), (18, -4), (19, -6), (24, -6)],
)
def test_RP8_each_increment_beyond_the_first_costs_two(duel, squares, penalty):
    battle = begin(duel({"hand": "sling", "at": (2, 3)}, {"at": (2 + squares, 3)}))
    assert modifiers(battle, 0, 1, W["sling"], Mode.MISSILE) == penalty
    assert can_loose(battle, 0, 1, 0)


@pytest.mark.rule("RP8")
def test_RP8_who_lies_in_the_shooters_square_is_no_nearer_than_a_neighbour():
    assert range_penalty(0, 6) == range_penalty(1, 6) == 0


@pytest.mark.rule("P108", "RP8")
@pytest.mark.parametrize(("squares", "is_legal"), [(24, True), (25, False)])
def test_P108_nothing_carries_beyond_four_times_the_range(duel, squares, is_legal):
    battle = begin(duel({"hand": "sling", "at": (2, 3)}, {"at": (2 + squares, 3)}))
    assert can_loose(battle, 0, 1, 0) == is_legal


@pytest.mark.rule("P109", "RP14")
def test_P109_missiles_go_by_where_the_phase_began(duel):
    battle = begin(duel({"hand": "sling", "at": (2, 3)}, {"at": (14, 3)}))
    battle.fighters[1].x = 30
    assert can_loose(battle, 0, 1, 0)
    assert modifiers(battle, 0, 1, W["sling"], Mode.MISSILE) == -2


@pytest.mark.rule("P109", "P30", "P31", "P110", "P134")
def test_P109_line_cover_and_height_too_go_by_where_the_phase_began(fight):
    row = ".^...o...#....."
    red = [{"hand": "sling", "at": (1, 3)}]
    battle = begin(fight(red, [{"at": (6, 3)}], map=LOW.format(row)))
    battle.fighters[1].x = 11  # now behind the wall
    battle.fighters[0].x = 2  # now below
    assert can_loose(battle, 0, 1, 0)
    assert modifiers(battle, 0, 1, W["sling"], Mode.MISSILE) == 0  # +2 and -2
    battle.phases[1].start_y = 1
    assert modifiers(battle, 0, 1, W["sling"], Mode.MISSILE) == 2


@pytest.mark.rule("P110", "RP40")
@pytest.mark.parametrize(("row", "modifier"), [("...^....", 2), ("...^...^", 0), (".......^", 0)])
def test_P110_high_ground_helps_missiles_only(duel, row, modifier):
    battle = begin(
        duel({"hand": "sling", "at": (3, 3)}, {"at": (7, 3)}, map=LOW.format(row.ljust(15, ".")))
    )
    assert modifiers(battle, 0, 1, W["sling"], Mode.MISSILE) == modifier
    assert modifiers(battle, 0, 1, W["sling"], Mode.MELEE) == 0


# --- Melee range and awareness (P25, P57, P58, RP14, RP31, RP36) ----------------------------------


@pytest.mark.rule("P25", "RP14", "RP19")
@pytest.mark.parametrize(
    ("weapon", "squares", "is_legal"),
    [
        ("sword", 1, True),
        ("sword", 2, False),
        ("spear", 2, False),
        ("pike", 2, True),
        ("pike", 3, False),
        ("lance", 2, True),
        ("lance", 3, False),
    ],
)
def test_RP14_melee_range_is_measured_after_movement(duel, weapon, squares, is_legal):
    battle = begin(duel({"hand": weapon, "at": (4, 3)}, {"at": (15, 3)}))
    battle.fighters[1].x = 4 + squares
    assert can_strike(battle, 0, 1) == is_legal


@pytest.mark.rule("RP31")
@pytest.mark.parametrize(
    ("target", "why"), [(-1, (Failure.NO_TARGET, 0)), (1, (Failure.OUT_OF_REACH, 11))]
)
def test_RP31_an_attack_without_a_legal_target_is_lost(duel, loaded, events, target, why):
    battle = act(duel({}, {"at": (15, 3)}), 0, Act.COUNTER, target)
    with loaded(battle, []):
        attack_all(battle)
    assert events(battle) == [("lost", 0, target, Act.COUNTER, *why)]
    assert battle.fighters[0].used_weapon == 0


@pytest.mark.rule("RP31")
def test_RP31_the_dead_and_allies_are_no_targets(fight):
    battle = begin(fight([{}, {}], [{"life": Life.DEAD}]))
    assert not can_strike(battle, 0, 1)
    assert not can_strike(battle, 0, 2)


@pytest.mark.rule("RP9")
def test_RP9_who_was_not_able_at_the_start_attacks_nobody(duel, loaded, events):
    battle = act(duel({"life": Life.STABLE}), 0, Act.COUNTER)
    with loaded(battle, []):
        attack_all(battle)
    assert events(battle) == []


@pytest.mark.rule("P57", "RP36")
@pytest.mark.parametrize("action", [Act.COUNTER, Act.RANGED_ATTACK])
def test_RP36_an_attack_on_someone_one_is_unaware_of_is_lost(duel, loaded, events, action):
    battle = act(duel({"hand": "dagger"}, {"hidden_from": 1}), 0, action)
    with loaded(battle, []):
        attack_all(battle)
    assert [event[0] for event in events(battle)] == ["lost"]
    assert battle.fighters[0].stock == 3


@pytest.mark.rule("P58", "RP24")
def test_P58_only_the_first_attack_on_the_unaware_has_favor(duel, loaded, events):
    battle = act(duel({"hidden_from": 2}), 0, Act.FULL_ATTACK)
    battle.phases[1].act = Act.COUNTER
    with loaded(battle, [5, 5]):
        attack_all(battle)
    assert [event[4] for event in events(battle, "attack")] == [8, 5]
    assert battle.fighters[0].struck == battle.fighters[0].surprised == 2


@pytest.mark.rule("P58", "RP24")
@pytest.mark.parametrize(
    ("struck", "unaware", "adds"), [(0, 2, 3), (2, 2, 0), (0, 0, 0), (1, 2, 3)]
)
def test_P58_favor_is_a_matter_of_each_target(duel, struck, unaware, adds):
    battle = begin(duel({"hidden_from": unaware, "struck": struck}))
    battle.phases[1].act = Act.COUNTER
    assert modifiers(battle, 0, 1, W["sword"], Mode.MELEE) == adds
    assert modifiers(battle, 0, 1, W["sling"], Mode.MISSILE) == adds


@pytest.mark.rule("P67")
@pytest.mark.parametrize(("unaware", "adds"), [(0, -3), (2, 3)])
def test_P67_defend_is_of_no_use_against_those_one_is_unaware_of(duel, unaware, adds):
    battle = begin(duel({"hidden_from": unaware}, {"phase": {"melee": -1}}))
    assert modifiers(battle, 0, 1, W["sword"], Mode.MELEE) == adds


@pytest.mark.rule("P62", "P58")
def test_P62_a_counter_is_of_use_against_those_too(duel):
    battle = begin(duel({"hidden_from": 2}, {"phase": {"melee": -1}}), r1=Act.COUNTER)
    assert modifiers(battle, 0, 1, W["sword"], Mode.MELEE) == 0


# --- Prone, unarmed, two weapons (RP10, RP19, RP39) -----------------------------------------------


@pytest.mark.rule("RP10")
@pytest.mark.parametrize(
    ("attacker", "target", "mode", "adds"),
    [
        (0, 1, Mode.MELEE, 3),
        (0, 1, Mode.OPPORTUNITY, 3),
        (0, 1, Mode.MISSILE, -3),
        (1, 0, Mode.MELEE, -3),
        (1, 0, Mode.MISSILE, -3),
        (1, 1, Mode.MELEE, 0),
        (1, 1, Mode.MISSILE, -3),
    ],
)
def test_RP10_prone_counts_both_ways(duel, attacker, target, mode, adds):
    battle = begin(duel({"hand": "dagger", "prone": attacker}, {"prone": target}))
    assert modifiers(battle, 0, 1, W["dagger"], mode) == adds


@pytest.mark.rule("RP39")
@pytest.mark.parametrize("weapon", ["unarmed", "long_bow", "net"])
def test_RP39_without_a_melee_weapon_one_strikes_with_the_fist(duel, loaded, events, weapon):
    battle = act(duel({"hand": weapon, "strength": 2}, {"hand": "club"}), 0, Act.COUNTER)
    with loaded(battle, [17]):
        attack_all(battle)
    assert events(battle, "attack") == [("attack", 0, 1, UNARMED, 14, 17)]
    assert noted(battle, 1) == {0: 1}
    assert battle.fighters[0].used_weapon == 0


@pytest.mark.rule("P106", "RP19")
def test_RP19_three_attacks_with_two_weapons_are_all_at_minus_two(duel, loaded, events):
    battle = duel({"hand": "sword", "second": "flail"})
    act(battle, 0, Act.FULL_ATTACK, verb=Verb.THREE_ATTACKS)
    with loaded(battle, [10, 10, 10]):
        attack_all(battle)
    told = [(event[3], event[4]) for event in events(battle, "attack")]
    assert told == [(W["sword"], 8), (W["flail"], 8), (W["sword"], 8)]


@pytest.mark.rule("P106", "RP19")
def test_RP19_two_attacks_with_two_weapons_have_no_penalty(duel, loaded, events):
    battle = duel({"hand": "sword", "second": "flail"})
    act(battle, 0, Act.FULL_ATTACK, verb=Verb.FULL_ATTACK)
    with loaded(battle, [10, 10]):
        attack_all(battle)
    assert [event[4] for event in events(battle, "attack")] == [10, 10]


@pytest.mark.rule("RP19", "RP31")
def test_RP19_who_has_lost_the_second_weapon_makes_a_plain_full_attack(duel, loaded, events):
    battle = duel({"hand": "sword", "limbs": LEFT_ARM})
    act(battle, 0, Act.FULL_ATTACK, verb=Verb.THREE_ATTACKS)
    with loaded(battle, [10, 10]):
        attack_all(battle)
    assert [event[4] for event in events(battle, "attack")] == [10, 10]


# --- The fallen, and who is carried (RP12, P81, RP42) ---------------------------------------------


@pytest.mark.rule("RP12")
@pytest.mark.parametrize("life", [Life.FATALLY_WOUNDED, Life.STABLE])
def test_RP12_the_fallen_are_hit_without_a_roll(duel, loaded, life):
    battle = act(duel({"hand": "axe", "wounds": 3}, {"life": life}), 0, Act.FULL_ATTACK)
    with loaded(battle, []):
        attack_all(battle)
    assert noted(battle, 1) == {0: 2}
    assert battle.phases[1].severings == 0


@pytest.mark.rule("P81", "RP42", "RP45")
@pytest.mark.parametrize(("parity", "hits"), [(4, (0, 1)), (7, (1, 0))])
def test_RP42_on_even_the_carried_takes_the_hit_and_its_roll(fight, loaded, events, parity, hits):
    blue = [{"carrying": 2, "wounds": 2}, {"carried_by": 1, "life": Life.STABLE, "at": (5, 4)}]
    battle = act(fight([{"hand": "axe"}], blue), 0, Act.COUNTER)
    with loaded(battle, [20, parity]):
        attack_all(battle)
    assert (battle.phases[1].hits, battle.phases[2].hits) == hits
    taker = 2 if parity == 4 else 1
    assert noted(battle, taker) == {1: 2}
    assert battle.phases[taker].severings == 1
    taken = [("taken", 2, 1, W["axe"], 0, 4)] if parity == 4 else []
    assert events(battle, "taken") == taken


@pytest.mark.rule("P58", "P22")
def test_P58_the_report_names_the_favor_of_the_first_attack_alone(duel, loaded, events):
    battle = act(duel({"hidden_from": 2}, {}), 0, Act.FULL_ATTACK)
    with loaded(battle, [9, 9]):
        attack_all(battle)
    log = events(battle, "reasons", "attack")
    first, second = ("attack", 0, 1, W["sword"], 12, 9), ("attack", 0, 1, W["sword"], 9, 9)
    assert log == [("reasons", 0, 1, FAVORED, 0, 0), first, second]


@pytest.mark.rule("P81", "RP16")
@pytest.mark.parametrize(("parity", "attacked"), [(4, 1), (7, 0)])
def test_P81_the_carried_who_takes_a_hit_has_been_attacked(fight, loaded, parity, attacked):
    """His IF asks about it: the attack on the carrier alone is none on him."""
    battle = act(fight([{}], [{"carrying": 2}, {"carried_by": 1, "at": (5, 4)}]), 0, Act.COUNTER)
    with loaded(battle, [15, parity]):
        attack_all(battle)
    assert battle.fighters[1].attacked == 1
    assert battle.fighters[2].attacked == attacked
    assert holds(battle, 2, Condition.ATTACKED, -1) == bool(attacked)


@pytest.mark.rule("P81", "P93", "RP42")
@pytest.mark.parametrize(("parity", "taker", "pierce"), [(4, 2, 1), (7, 1, 0)])
def test_P93_a_dagger_pierces_the_unaware_who_is_carried(fight, loaded, parity, taker, pierce):
    blue = [{"carrying": 2}, {"carried_by": 1, "at": (5, 4)}]
    battle = act(fight([{"hand": "dagger", "hidden_from": 1 << 2}], blue), 0, Act.COUNTER)
    with loaded(battle, [15, parity]):
        attack_all(battle)
    assert noted(battle, taker) == {pierce: 1}


@pytest.mark.rule("P81")
def test_P81_a_miss_asks_no_die(fight, loaded):
    blue = [{"carrying": 2}, {"carried_by": 1, "at": (5, 4)}]
    battle = act(fight([{}], blue), 0, Act.COUNTER)
    with loaded(battle, [2]):
        attack_all(battle)
    assert battle.phases[2].hits == 0
