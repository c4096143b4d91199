"""Attacks: the roll, the actions, all at once (P21 to P36, P60 to P66, P90, RP9)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.platemail.enums import Act, Failure, Life, Mode
from quintain.envs.platemail.rules.attacks import attack_all, opportunity_attack, strike
from quintain.envs.platemail.rules.guards import defense
from quintain.envs.platemail.rules.modifiers import modifiers, penetration
from quintain.envs.platemail.rules.wounds import tally
from quintain.envs.platemail.state import BATTLE

from .attack_phase import BOLT, W, act, aim_at, begin, noted

pytestmark = [pytest.mark.interpreted]


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


@pytest.mark.rule("P66", "RP31", "RP38")
@pytest.mark.parametrize("held", [{"hand": "sword"}, {"hand": "javelin", "stock": 0}])
def test_P66_nobody_aims_without_a_missile_weapon_in_hand(duel, events, held):
    battle = act(duel({**held, "carried_hand": "short_bow"}), 0, Act.AIM)
    attack_all(battle)
    assert battle.fighters[0].aimed == 0
    lost = ("lost", 0, -1, int(Act.AIM), int(Failure.NO_MISSILE), 0)
    assert events(battle, "aimed", "lost") == [lost]


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
    battle = act(duel({"hand": "sling"}), 0, action)
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
