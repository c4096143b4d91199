"""Attacks: the roll, legal targets, results (P21 to P36, P57 to P66, P91 to P125)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.platemail.enums import (
    Act,
    Life,
    Mode,
    Spell,
    Verb,
)
from quintain.envs.platemail.rules.attacks import (
    attack_all,
    can_hurl_bolt,
    can_loose,
    can_strike,
    empty_hands,
    opportunity_attack,
    strike,
)
from quintain.envs.platemail.rules.guards import SPELL_WEAPON, defense
from quintain.envs.platemail.rules.modifiers import (
    modifiers,
    penetration,
    range_penalty,
)
from quintain.envs.platemail.rules.wounds import tally
from quintain.envs.platemail.state import (
    BATTLE,
    LEFT_ARM,
    NET,
)
from quintain.envs.platemail.tables import (
    ARMOUR_NAMES,
    SHIELD_NAMES,
    UNARMED,
    WEAPON_NAMES,
)

pytestmark = [pytest.mark.interpreted]

W = {name: number for number, name in enumerate(WEAPON_NAMES)}
BOLT = SPELL_WEAPON + Spell.BOLT
LOW = "...............\n" * 3 + "{}\n" + "...............\n" * 3


def begin(battle, **acts):
    """Begin a phase: all able and Ready in their places; `r0=Act.COUNTER` gives an action."""
    battle.phase = 1
    for actor in range(battle.num_fighters):
        fighter, phase = battle.fighters[actor], battle.phases[actor]
        phase.able = fighter.life == Life.ABLE
        phase.ready = phase.able
        phase.act = Act.DEFEND
        phase.start_x, phase.start_y = fighter.x, fighter.y
    for name, act in acts.items():
        battle.phases[int(name[1:])].act = act
    return battle


def aim_at(battle, attacker, target, second=None, verb=-1):
    """Write a phase's targets."""
    phase = battle.phases[attacker]
    phase.target = target
    phase.second_target = target if second is None else second
    phase.verb = verb
    return battle


def act(battle, attacker, action, target=1, second=None, verb=-1):
    """Begin a phase with one attacker's action."""
    begin(battle)
    battle.phases[attacker].act = action
    return aim_at(battle, attacker, target, second, verb)


def noted(battle, actor):
    """Wounds noted, by Penetration."""
    return {p: int(n) for p, n in enumerate(battle.phases[actor].wounds) if n}


# --- The roll -------------------------------------------------------------------------------------


@pytest.mark.rule("P22", "P23", "RP24")
@pytest.mark.parametrize(
    ("steps", "prone", "melee", "adds"),
    [
        (2, 1, 0, 3),  # two Favors are one
        (2, 1, 1, 3),
        (2, 0, -1, 0),  # one of each cancel
        (2, 1, -1, 0),  # and so do two Favors and one Disfavor
        (1, 0, -1, -3),
        (1, 0, 0, 0),
    ],
)
def test_P22_favor_and_disfavor_do_not_stack(duel, steps, prone, melee, adds):
    battle = begin(
        duel({}, {"prone": prone, "phase": {"melee": melee}}), r0=Act.CHARGE, r1=Act.COUNTER
    )
    battle.phases[0].steps = steps
    assert modifiers(battle, 0, 1, W["sword"], Mode.MELEE) == adds


@pytest.mark.rule("P23", "RP24")
def test_P23_two_disfavors_are_one_and_cancel_with_one_favor(duel):
    battle = begin(duel({"prone": 1}, {"phase": {"melee": -1}}), r1=Act.COUNTER)
    assert modifiers(battle, 0, 1, W["sword"], Mode.MELEE) == -3
    battle.fighters[1].prone = 1
    assert modifiers(battle, 0, 1, W["sword"], Mode.MELEE) == 0


@pytest.mark.rule("P32", "P33", "P34")
@pytest.mark.parametrize(("face", "hits"), [(14, 0), (15, 1)])
def test_P34_a_hit_is_strictly_greater_than_defense(duel, loaded, face, hits):
    battle = act(duel({}, {"armour": "full_plate"}), 0, Act.COUNTER)
    assert defense(battle, 1) == 10 + 3 + 1  # full plate, and the ready sword
    with loaded(battle, [face]):
        attack_all(battle)
    assert battle.phases[1].hits == hits
    assert noted(battle, 1) == ({0: 1} if hits else {})


@pytest.mark.rule("P34")
def test_P34_the_log_tells_total_die_and_defense(duel, loaded, events):
    battle = act(duel({"attack_bonus": 2}, {"hand": "axe"}), 0, Act.COUNTER)
    with loaded(battle, [7]):
        attack_all(battle)
    assert events(battle) == [
        ("attack", 0, 1, W["sword"], 9, 7),
        ("miss", 0, 1, W["sword"], 13, 7),
    ]


@pytest.mark.rule("P36")
def test_P36_a_natural_20_hits_whatever_the_total_and_is_critical(duel, loaded, events):
    battle = act(duel({"wounds": 19}, {"shield": "shield"}), 0, Act.COUNTER)
    with loaded(battle, [20]):
        attack_all(battle)
    assert noted(battle, 1) == {1: 2}
    assert events(battle, "critical") == [("critical", 0, 1, 2, 1, 16)]  # Defense 16


@pytest.mark.rule("P36")
def test_P36_a_19_is_no_critical_hit(duel, loaded):
    battle = act(duel(), 0, Act.COUNTER)
    with loaded(battle, [19]):
        attack_all(battle)
    assert noted(battle, 1) == {0: 1}


@pytest.mark.rule("P32", "P45", "RP1")
def test_P45_wounds_and_the_attack_bonus_count(duel):
    battle = begin(duel({"attack_bonus": 3, "wounds": 2}))
    assert modifiers(battle, 0, 1, W["sword"], Mode.MELEE) == 1


@pytest.mark.rule("P45", "P21", "P43")
def test_P45_wounds_of_this_phase_do_not_count_yet_and_the_dropped_still_strike(duel, loaded):
    battle = begin(duel({"hand": "club"}, {"hand": "club", "wounds": 3}))
    for actor in (0, 1):
        battle.phases[actor].act = Act.COUNTER
        aim_at(battle, actor, 1 - actor)
    with loaded(battle, [14, 17]):
        attack_all(battle)
    assert noted(battle, 0) == {0: 1}
    assert tally(battle) == 2
    assert battle.fighters[1].life == Life.FATALLY_WOUNDED


@pytest.mark.rule("P21")
def test_P21_all_who_chose_the_same_target_strike_it(fight, loaded):
    battle = begin(fight([{}, {}, {}], [{"wounds": 3, "at": (5, 4)}]))
    for actor in range(3):
        battle.phases[actor].act = Act.COUNTER
        aim_at(battle, actor, 3)
    with loaded(battle, [19, 19, 19]):
        attack_all(battle)
    assert battle.phases[3].hits == 3


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
@pytest.mark.parametrize("target", [-1, 1])
def test_RP31_an_attack_without_a_legal_target_is_lost(duel, loaded, events, target):
    battle = act(duel({}, {"at": (15, 3)}), 0, Act.COUNTER, target)
    with loaded(battle, []):
        attack_all(battle)
    assert events(battle) == [("lost", 0, target, Act.COUNTER, 0, 0)]
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
    assert battle.fighters[0].struck == 2


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


# --- The actions (P60 to P66, P90) ----------------------------------------------------------------


@pytest.mark.rule("P60", "P88", "RP34")
@pytest.mark.parametrize(("steps", "clashed", "adds"), [(1, 0, 0), (2, 0, 3), (0, 1, 3), (3, 1, 3)])
def test_P60_a_charge_has_favor_after_ten_feet_or_in_a_clash(
    duel, loaded, events, steps, clashed, adds
):
    battle = act(duel(), 0, Act.CHARGE)
    battle.phases[0].steps = steps
    battle.phases[0].clashed = clashed
    with loaded(battle, [4]):
        attack_all(battle)
    assert events(battle, "attack") == [("attack", 0, 1, W["sword"], 4 + adds, 4)]


@pytest.mark.rule("P88", "RP34")
def test_RP34_a_charger_in_a_clash_prefers_his_target(fight, loaded, events):
    battle = act(fight([{}], [{"at": (5, 3)}, {"at": (5, 4)}]), 0, Act.CHARGE, 2)
    battle.phases[0].clashed = 1
    with loaded(battle, [4]):
        attack_all(battle)
    assert events(battle, "attack")[0][2] == 2


@pytest.mark.rule("P88", "RP34")
@pytest.mark.parametrize(("faces", "struck"), [([70, 30, 4], 2), ([30, 70, 4], 1)])
def test_RP34_else_whoever_is_adjacent_by_lot(fight, loaded, events, faces, struck):
    blue = [{"at": (5, 3)}, {"at": (5, 4)}, {"at": (9, 9)}]
    battle = act(fight([{}], blue), 0, Act.CHARGE, 3)
    battle.phases[0].clashed = 1
    with loaded(battle, faces):
        attack_all(battle)
    assert events(battle, "attack")[0][2] == struck


@pytest.mark.rule("P88", "RP34")
def test_RP34_those_in_the_clash_come_before_bystanders(fight, loaded, events):
    blue = [{"at": (5, 3)}, {"at": (5, 4), "phase": {"clashed": 1}}, {"at": (9, 9)}]
    battle = act(fight([{}], blue), 0, Act.CHARGE, 3)
    battle.phases[0].clashed = 1
    with loaded(battle, [4]):
        attack_all(battle)
    assert events(battle, "attack")[0][2] == 2


@pytest.mark.rule("RP34")
def test_RP34_two_squares_away_is_not_in_the_clash(fight, loaded, events):
    battle = act(fight([{"hand": "pike"}], [{"at": (6, 3)}, {"at": (9, 9)}]), 0, Act.CHARGE, 2)
    battle.phases[0].clashed = 1
    with loaded(battle, []):
        attack_all(battle)
    assert [event[0] for event in events(battle)] == ["lost"]


@pytest.mark.rule("P60", "RP26")
def test_RP26_a_charger_who_met_nobody_strikes_nobody_else(fight, loaded, events):
    battle = act(fight([{}], [{"at": (5, 3)}, {"at": (9, 9)}]), 0, Act.CHARGE, 2)
    with loaded(battle, []):
        attack_all(battle)
    assert [event[0] for event in events(battle)] == ["lost"]


@pytest.mark.rule("P61", "QP3")
def test_P61_a_full_attack_is_two_attacks_on_one_or_two(fight, loaded, events):
    blue = [{"at": (5, 3)}, {"at": (5, 4)}]
    for second in (1, 2):
        battle = act(fight([{}], blue), 0, Act.FULL_ATTACK, 1, second)
        with loaded(battle, [3, 19]):
            attack_all(battle)
        assert [event[2] for event in events(battle, "attack")] == [1, second]
        assert battle.phases[second].hits == 1


@pytest.mark.rule("P62", "P63", "P64")
@pytest.mark.parametrize(
    ("action", "weapon", "attacks"),
    [(Act.COUNTER, "sword", 1), (Act.RANGED_ATTACK, "sling", 1), (Act.RAPID_FIRE, "sling", 2)],
)
def test_P62_attacks_of_the_other_actions(duel, loaded, events, action, weapon, attacks):
    battle = act(duel({"hand": weapon}), 0, action)
    with loaded(battle, [1] * attacks):
        attack_all(battle)
    assert len(events(battle, "attack")) == attacks


@pytest.mark.rule("P51", "P62", "P63", "P89")
@pytest.mark.parametrize("stance", [-1, 0, 1])
def test_P62_the_targets_stance_gives_favor_or_disfavor(duel, stance):
    battle = begin(duel({}, {"phase": {"melee": stance, "missiles": -stance}}), r1=Act.COUNTER)
    assert modifiers(battle, 0, 1, W["sword"], Mode.MELEE) == 3 * stance
    assert modifiers(battle, 0, 1, W["sword"], Mode.OPPORTUNITY) == 3 * stance
    assert modifiers(battle, 0, 1, W["sling"], Mode.MISSILE) == -3 * stance
    assert modifiers(battle, 0, 1, BOLT, Mode.SPELL) == -3 * stance


@pytest.mark.rule("P64")
def test_P64_rapid_fire_has_disfavor_on_each_of_two_shots(fight, loaded, events):
    blue = [{"at": (5, 3)}, {"at": (5, 4)}]
    battle = act(fight([{"hand": "short_bow"}], blue), 0, Act.RAPID_FIRE, 1, 2)
    with loaded(battle, [9, 9]):
        attack_all(battle)
    assert [(event[2], event[4]) for event in events(battle, "attack")] == [(1, 6), (2, 6)]


@pytest.mark.rule("P65")
@pytest.mark.parametrize("weapon", ["light_crossbow", "heavy_crossbow"])
def test_P65_no_rapid_fire_with_what_must_be_reloaded(duel, loaded, events, weapon):
    battle = act(duel({"hand": weapon}), 0, Act.RAPID_FIRE)
    with loaded(battle, []):
        attack_all(battle)
    assert len(events(battle, "lost")) == 2
    assert battle.fighters[0].loaded == 1


@pytest.mark.rule("P66")
@pytest.mark.parametrize(
    ("action", "aimed", "adds", "pierces"),
    [
        (Act.RANGED_ATTACK, 1, 3, 2),
        (Act.RANGED_ATTACK, 0, 0, 1),
        (Act.RAPID_FIRE, 1, -3, 1),
    ],
)
def test_P66_an_aimed_ranged_attack_has_favor_and_penetration(duel, action, aimed, adds, pierces):
    battle = act(duel({"hand": "short_bow", "aimed": aimed}), 0, action)
    assert modifiers(battle, 0, 1, W["short_bow"], Mode.MISSILE) == adds
    assert penetration(battle, 0, 1, W["short_bow"], Mode.MISSILE) == pierces


@pytest.mark.rule("P66")
def test_P66_aim_lasts_for_the_very_next_action_only(duel, loaded, events):
    battle = act(duel({"hand": "sling"}), 0, Act.AIM)
    attack_all(battle)
    assert battle.fighters[0].aimed == 1
    assert len(events(battle, "aimed")) == 1
    battle.phases[0].act = Act.DEFEND
    attack_all(battle)
    assert battle.fighters[0].aimed == 0


@pytest.mark.rule("P66")
def test_P66_aim_does_not_help_the_same_weapon_in_melee(duel):
    battle = act(duel({"hand": "dagger", "aimed": 1}), 0, Act.RANGED_ATTACK)
    assert modifiers(battle, 0, 1, W["dagger"], Mode.OPPORTUNITY) == 0


@pytest.mark.rule("P90", "QP10")
def test_P90_a_stand_in_terror_is_one_attack_with_disfavor(duel, loaded, events):
    battle = act(duel(), 0, Act.TERROR)
    with loaded(battle, [9]):
        attack_all(battle)
    assert events(battle, "attack") == [("attack", 0, 1, W["sword"], 6, 9)]
    battle = act(duel(), 0, Act.TERROR, -1)
    with loaded(battle, []):
        attack_all(battle)
    assert events(battle) == []


@pytest.mark.rule("P13", "P67", "P89")
@pytest.mark.parametrize(
    "action", [Act.NOTHING, Act.MOVE, Act.DEFEND, Act.GUARD, Act.DAZED, Act.CARRIED, Act.AIM]
)
def test_P67_other_actions_are_no_attacks(duel, loaded, events, action):
    battle = act(duel(), 0, action)
    with loaded(battle, []):
        attack_all(battle)
    assert events(battle, "attack", "lost") == []


@pytest.mark.rule("P26", "P27", "RP24")
def test_P26_an_attack_of_opportunity_is_one_noted_melee_attack(duel, loaded, events):
    battle = begin(duel({"hand": "mace"}, {"phase": {"melee": -1}}), r1=Act.MOVE)
    with loaded(battle, [15]):
        opportunity_attack(battle, 0, 1)
    assert battle.phases[0].opportunity == 1
    assert noted(battle, 1) == {}
    with loaded(battle, [18]):
        opportunity_attack(battle, 0, 1)
    assert noted(battle, 1) == {0: 1}
    assert battle.fighters[1].wounds == 0
    assert events(battle, "opportunity")[0] == ("opportunity", 0, 1, 0, 0, 0)
    assert battle.fighters[1].attacked == 1 << 0
    assert battle.fighters[0].used_weapon == 1


@pytest.mark.rule("RP16")
def test_RP16_misses_too_are_seen(duel, loaded):
    battle = act(duel(), 0, Act.COUNTER)
    with loaded(battle, [1]):
        attack_all(battle)
    assert [int(f.attacked) for f in battle.fighters[:2]] == [0, 1]
    assert [int(f.used_weapon) for f in battle.fighters[:2]] == [1, 0]


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


# --- Weapons (P91 to P125) ------------------------------------------------------------------------

PRINTED = {  # weapon: Penetration (P91-P102, P112-P121)
    "axe": 0, "club": 0, "dagger": 0, "flail": 0, "mace": 0, "sword": 0, "great_axe": 1,
    "great_sword": 1, "lance": 1, "pike": 1, "spear": 1, "staff": 0, "bolo": 0, "net": 0,
    "dart": 0, "javelin": 1, "blowgun": 1, "sling": 0, "long_bow": 2, "short_bow": 1,
    "light_crossbow": 2, "heavy_crossbow": 3, "unarmed": 0,
}  # fmt: skip


@pytest.mark.rule(
    "P91", "P92", "P93", "P94", "P95", "P96", "P97", "P98", "P99", "P100", "P101", "P102", "P112",
    "P113", "P114", "P115", "P116", "P117", "P118", "P119", "P120", "P121", "RP39",
)  # fmt: skip
@pytest.mark.parametrize("weapon", WEAPON_NAMES)
def test_P91_penetration_as_printed(duel, weapon):
    battle = begin(duel({"strength": 3}))
    for mode in (Mode.MELEE, Mode.MISSILE):
        assert penetration(battle, 0, 1, W[weapon], mode) == PRINTED[weapon]


@pytest.mark.rule("P91", "P97", "P98", "P105", "P117", "P95", "P103")
@pytest.mark.parametrize(
    ("weapon", "severs", "dazes"),
    [
        ("axe", 1, 0),
        ("great_axe", 1, 0),
        ("great_sword", 1, 0),
        ("mace", 0, 1),
        ("club", 0, 0),
        ("sword", 0, 0),
    ],
)
def test_P91_what_criticals_bring(duel, loaded, weapon, severs, dazes):
    battle = act(duel({"hand": weapon, "strength": 3}), 0, Act.COUNTER)
    with loaded(battle, [20, 3] if dazes else [20]):
        attack_all(battle)
    assert battle.phases[1].severings == severs
    assert battle.phases[1].daze == 3 * dazes
    battle = act(duel({"hand": weapon, "strength": 3}), 0, Act.COUNTER)
    with loaded(battle, [19]):
        attack_all(battle)
    assert battle.phases[1].severings == battle.phases[1].daze == 0


@pytest.mark.rule("P117", "P103")
def test_P117_a_slings_critical_dazes(duel, loaded):
    battle = act(duel({"hand": "sling"}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [20, 4]):
        attack_all(battle)
    assert battle.phases[1].daze == 4


@pytest.mark.rule("P103", "RP46", "RP45")
def test_RP46_of_two_dazings_the_longer_holds(duel, loaded):
    battle = act(duel({"hand": "mace"}), 0, Act.FULL_ATTACK)
    with loaded(battle, [20, 3, 20, 2]):
        attack_all(battle)
    assert battle.phases[1].daze == 3


@pytest.mark.rule("P93")
def test_P93_a_dagger_pierces_the_unaware(duel):
    battle = begin(duel({"hand": "dagger", "hidden_from": 2, "struck": 2}))
    assert penetration(battle, 0, 1, W["dagger"], Mode.MELEE) == 1
    assert penetration(battle, 0, 1, W["dagger"], Mode.MISSILE) == 0  # P113
    assert penetration(battle, 0, 1, W["sword"], Mode.MELEE) == 0


@pytest.mark.rule("P94", "RP24")
@pytest.mark.parametrize(("shield", "adds"), [("none", 0), ("buckler", 2), ("tower_shield", 2)])
def test_P94_a_flail_against_shields_ready_or_not(duel, shield, adds):
    battle = begin(duel({}, {"shield": shield}))
    for ready in (0, 1):
        battle.phases[1].ready = ready
        cover = -2 if shield == "tower_shield" else 0
        assert modifiers(battle, 0, 1, W["flail"], Mode.MELEE) == adds + cover
        assert modifiers(battle, 0, 1, W["sword"], Mode.MELEE) == cover


@pytest.mark.rule("P99", "RP44")
@pytest.mark.parametrize(
    ("mounted", "action", "pierces"), [(1, Act.CHARGE, 3), (0, Act.CHARGE, 1), (1, Act.COUNTER, 1)]
)
def test_P99_a_lance_when_mounted_and_charging(duel, mounted, action, pierces):
    battle = act(duel({"mounted": bool(mounted)}), 0, action)
    assert penetration(battle, 0, 1, W["lance"], Mode.MELEE) == pierces


@pytest.mark.rule("P100")
@pytest.mark.parametrize(
    ("ready", "charges", "pierces"), [(1, True, 2), (0, True, 1), (1, False, 1)]
)
def test_P100_a_pike_against_chargers_while_ready(duel, ready, charges, pierces):
    battle = begin(duel(), r1=Act.CHARGE if charges else Act.MOVE)
    battle.phases[0].ready = ready
    for mode in (Mode.MELEE, Mode.OPPORTUNITY):
        assert penetration(battle, 0, 1, W["pike"], mode) == pierces


@pytest.mark.rule("P101")
@pytest.mark.parametrize(("action", "pierces"), [(Act.CHARGE, 2), (Act.FULL_ATTACK, 1)])
def test_P101_a_spear_when_charging(duel, action, pierces):
    assert penetration(act(duel(), 0, action), 0, 1, W["spear"], Mode.MELEE) == pierces


@pytest.mark.rule("P104", "P97", "P98", "P118")
@pytest.mark.parametrize(
    ("weapon", "strength", "modifier"),
    [
        ("great_axe", 3, 0),
        ("great_axe", 2, -1),
        ("great_sword", 0, -3),
        ("great_sword", -3, -6),
        ("long_bow", 2, 0),
        ("long_bow", 3, 0),
        ("long_bow", 1, -1),
        ("sword", -3, 0),
    ],
)
def test_P104_each_missing_point_of_strength_costs_one(duel, weapon, strength, modifier):
    battle = begin(duel({"strength": strength}))
    assert modifiers(battle, 0, 1, W[weapon], Mode.MELEE) == modifier


@pytest.mark.rule("P112", "P122", "RP47", "P35")
@pytest.mark.parametrize("weapon", ["net", "bolo"])
def test_P112_a_net_entraps_on_a_hit_and_deals_its_wound(duel, loaded, weapon):
    battle = act(duel({"hand": weapon}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [19]):
        attack_all(battle)
    assert battle.phases[1].snares == NET
    assert noted(battle, 1) == {0: 1}
    battle = act(duel({"hand": weapon}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [2]):
        attack_all(battle)
    assert battle.phases[1].snares == 0


@pytest.mark.rule("P120", "P121", "P124")
@pytest.mark.parametrize("weapon", ["light_crossbow", "heavy_crossbow"])
def test_P124_a_crossbow_is_empty_after_a_shot(duel, loaded, events, weapon):
    battle = act(duel({"hand": weapon}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [2]):
        attack_all(battle)
    assert battle.fighters[0].loaded == 0
    with loaded(battle, []):
        attack_all(battle)
    assert len(events(battle, "lost")) == 1


@pytest.mark.rule("P124", "RP31")
def test_P124_a_lost_attack_shoots_nothing(duel, loaded):
    battle = act(duel({"hand": "light_crossbow"}), 0, Act.RANGED_ATTACK, -1)
    with loaded(battle, []):
        attack_all(battle)
    assert battle.fighters[0].loaded == 1


@pytest.mark.rule("RP38", "P112")
def test_RP38_what_is_thrown_is_gone(duel, loaded, events):
    battle = act(duel({"hand": "dagger", "stock": 3}), 0, Act.RAPID_FIRE)
    with loaded(battle, [2, 2]):
        attack_all(battle)
    assert (battle.fighters[0].stock, battle.fighters[0].hand) == (1, W["dagger"])
    with loaded(battle, [2]):
        attack_all(battle)
    assert (battle.fighters[0].stock, battle.fighters[0].hand) == (0, W["dagger"])
    assert len(events(battle, "lost")) == 1
    empty_hands(battle)
    assert battle.fighters[0].hand == UNARMED


@pytest.mark.rule("RP38", "RP39")
def test_RP38_the_last_dagger_thrown_is_no_weapon_for_melee(duel, loaded, events):
    battle = act(duel({"hand": "dagger", "stock": 0}), 0, Act.COUNTER)
    with loaded(battle, [5]):
        attack_all(battle)
    assert events(battle, "attack") == [("attack", 0, 1, UNARMED, 2, 5)]


@pytest.mark.rule("RP38")
def test_RP38_a_bow_never_runs_out(duel, loaded):
    battle = act(duel({"hand": "short_bow"}), 0, Act.RAPID_FIRE)
    with loaded(battle, [2, 2]):
        attack_all(battle)
    assert battle.fighters[0].hand == W["short_bow"]
    assert can_loose(battle, 0, 1, 1)


# --- Poison (P116, P123, RP21) --------------------------------------------------------------------


@pytest.mark.rule("P116", "P123", "RP21")
@pytest.mark.parametrize(("faces", "daze"), [([18, 10, 4], 0), ([18, 9, 4], 4), ([18, 9, 1], 1)])
def test_RP21_a_poisoned_hit_dazes_who_fails_on_strength(duel, load, faces, daze):
    blowpipe = {"hand": "blowgun", "poison": 3, "at": (3, 3)}
    target = {"strength": 2, "wounds": 1, "armour": "full_plate", "at": (6, 3)}
    battle = act(duel(blowpipe, target), 0, Act.RANGED_ATTACK)
    load(battle, faces)
    attack_all(battle)
    assert battle.phases[1].daze == daze
    assert battle.fighters[0].doses == 2
    assert noted(battle, 1) == {}


@pytest.mark.rule("RP21")
@pytest.mark.parametrize(("doses", "face"), [(0, 18), (3, 2)])
def test_RP21_no_dose_or_no_hit_no_poison(duel, loaded, doses, face):
    battle = act(duel({"hand": "blowgun", "poison": doses}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [face]):
        attack_all(battle)
    assert battle.fighters[0].doses == doses
    assert battle.phases[1].daze == 0


@pytest.mark.rule("RP21")
def test_RP21_no_dose_is_used_on_the_fallen(duel, loaded):
    battle = act(duel({"hand": "blowgun", "poison": 3}, {"life": 2}), 0, Act.RANGED_ATTACK)
    with loaded(battle, []):
        attack_all(battle)
    assert battle.phases[1].hits == 1
    assert battle.fighters[0].doses == 3


@pytest.mark.rule("RP21")
def test_RP21_other_weapons_are_not_poisoned(duel, loaded):
    battle = act(duel({"hand": "dagger", "poison": 3}), 0, Act.COUNTER)
    with loaded(battle, [19]):
        attack_all(battle)
    assert battle.fighters[0].doses == 3


@pytest.mark.rule("P116", "P36")
def test_P116_only_the_extra_wound_of_a_critical_hit(duel, loaded):
    battle = act(duel({"hand": "blowgun"}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [20]):
        attack_all(battle)
    assert noted(battle, 1) == {2: 1}


# --- Armour and shields (P33, P37, P39, P126 to P134, RP7) ----------------------------------------


@pytest.mark.rule(
    "P33", "P37", "P39", "P96", "P102", "P126", "P127", "P128", "P129", "P130", "P131", "P132",
    "P133", "P134", "RP7",
)  # fmt: skip
@pytest.mark.parametrize(
    ("armour", "always", "ready"),
    [
        ("none", 0, 3),
        ("leather", 2, 2),
        ("chain_mail", 1, 1),
        ("splint_mail", 1, 1),
        ("half_plate", 2, 2),
        ("full_plate", 3, 3),
    ],
)
@pytest.mark.parametrize(
    ("shield", "adds"), [("none", 0), ("buckler", 2), ("shield", 2), ("tower_shield", 1)]
)
@pytest.mark.parametrize(("hand", "parries"), [("sword", 1), ("staff", 2), ("club", 0)])
def test_P33_defense_is_ten_and_deflection(
    duel, armour, always, ready, shield, adds, hand, parries
):
    battle = duel({}, {"hand": "club", "armour": armour, "shield": shield})
    battle.fighters[1].hand = W[hand]
    begin(battle)
    assert defense(battle, 1) == 10 + ready + adds + parries
    battle.phases[1].ready = 0
    assert defense(battle, 1) == 10 + always
    assert {armour, shield} <= {*ARMOUR_NAMES, *SHIELD_NAMES}


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


@pytest.mark.rule("P81")
def test_P81_a_miss_asks_no_die(fight, loaded):
    blue = [{"carrying": 2}, {"carried_by": 1, "at": (5, 4)}]
    battle = act(fight([{}], blue), 0, Act.COUNTER)
    with loaded(battle, [2]):
        attack_all(battle)
    assert battle.phases[2].hits == 0


# --- Bolt (RP23) ----------------------------------------------------------------------------------


@pytest.mark.rule("RP23", "P30", "P110")
def test_RP23_a_bolt_is_a_ranged_attack_without_increments(duel, loaded, events):
    mage = {"attack_bonus": 1, "strength": -3, "wounds": 3, "at": (3, 3)}
    row = "...^....o......"
    battle = begin(duel(mage, {"hand": "club", "at": (14, 3)}, map=LOW.format(row)))
    with loaded(battle, [16]):
        strike(battle, 0, 1, BOLT, Mode.SPELL, 1)
    assert events(battle, "attack") == [("attack", 0, 1, BOLT, 14, 16)]
    assert noted(battle, 1) == {3: 2}
    assert battle.fighters[0].used_weapon == 0


@pytest.mark.rule("RP23")
@pytest.mark.parametrize(("squares", "is_cast"), [(12, True), (13, False)])
def test_RP23_a_bolt_carries_sixty_feet(duel, squares, is_cast):
    battle = begin(duel({"at": (3, 3)}, {"at": (3 + squares, 3)}))
    assert can_hurl_bolt(battle, 0, 1) == is_cast


@pytest.mark.rule("RP23", "P36")
def test_RP23_a_critical_bolt(duel, loaded):
    battle = begin(duel())
    with loaded(battle, [20]):
        strike(battle, 0, 1, BOLT, Mode.SPELL, 1)
    assert noted(battle, 1) == {4: 3}


# --- All at once (RP9) ----------------------------------------------------------------------------


@pytest.mark.rule("RP9", "P21")
def test_RP9_no_result_hangs_on_the_numbering(fight):
    """Two permuted battles with keyed dice record the same for every fighter."""
    arms = ["mace", "axe", "flail", "great_sword", "net", "blowgun"]
    people = [{"hand": arm, "strength": 3, "poison": 2, "at": (4 + i % 3, 3 + i // 3)}
              for i, arm in enumerate(arms)]  # fmt: skip
    notes = set()
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        rows = [people[i] for i in order], [people[3 + i] for i in order]
        battle = begin(fight(*rows))
        for slot, i in enumerate([*order, *(3 + i for i in order)]):
            battle.fighters[slot].key = i
            is_shooter = i >= 4
            battle.phases[slot].act = Act.RAPID_FIRE if is_shooter else Act.FULL_ATTACK
            foes = [order.index(j) + 3 * (i < 3) for j in (i % 3, (i + 1) % 3)]
            aim_at(battle, slot, *foes)
        battle.round_number = 5
        attack_all(battle)
        by_key = sorted(range(6), key=lambda slot: int(battle.fighters[slot].key))
        skip = ("act", "target", "second_target")
        notes.add(
            tuple(
                tuple(np.atleast_1d(battle.phases[slot][name]).tolist())
                for slot in by_key
                for name in BATTLE["phases"].subdtype[0].names
                if name not in skip
            )
        )
    assert len(notes) == 1


@pytest.mark.rule("RP9")
def test_RP9_strike_alone_changes_no_wounds(duel, loaded):
    battle = begin(duel())
    with loaded(battle, [19]):
        strike(battle, 0, 1, W["sword"], Mode.MELEE, 1)
    assert battle.fighters[1].wounds == 0
